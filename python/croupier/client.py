"""A client of the server, for asyncio: finds, makes and joins matches over HTTP and plays a seat over WebSocket
(docs/protocol.md). Needs the package `websockets` (Debian: python3-websockets).

    client = Client("http://127.0.0.1:8080")
    match, tokens = await client.create("duel", ["me", "bot"])
    async with client.sit(match, tokens[0]) as seat:
        scores = await seat.play(lambda ask: ask.moves[0])

After a broken connection the seat attaches again where it was, and sends an answer again that was not acknowledged: it counts
once. Where several servers share their matches it follows a match to the one that runs it."""
import asyncio
import json
import random
import urllib.error
import urllib.parse
import urllib.request

from .errors import CroupierError


class ServerError(CroupierError):
    """The server answered with an error; `name` is its code, `status` that of HTTP, or None."""

    def __init__(self, answer, status=None):
        super().__init__(answer.get("because") or answer.get("reason") or str(answer), answer.get("code"))
        self.status = status


def _changed_view(view, at, changes):
    new = {**view, "time": at, **changes}
    asked, told = view["asked"], changes.get("asked")
    if asked and told:
        new["asked"] = {name: value for name, value in {**asked, **told}.items() if value is not None}
        if "ticket" in told and "open" not in told:
            new["asked"]["open"] = new["asked"]["seats"]
    return new


def _question_in(view, says):
    asked = view["asked"]
    if not asked or not asked["open"]:
        return None
    seats, open = ([seat for seat in range(16) if asked[name] >> seat & 1] for name in ("seats", "open"))
    if asked["form"] == "turn":  # the first from `first` on, players before others
        open = [next((seat for seat in open if asked["first"] <= seat < 8), open[0])]
    question = {"ticket": asked["ticket"], "asks": asked["question"], "form": asked["form"], "seats": seats, "open": open}
    if asked["budget"]:
        question["left" if view["paused"] else "until"] = asked["until"]
    if view["paused"]:
        question["paused"] = True
    question["mine"] = view["viewer"] in map(str, open)
    if says is not None:
        question["says"] = says
    return question


def _spread(groups):
    return [word if one is None else f"{word} {one}" for word, *rest in groups for one in rest or [None]]


def _event(seq, word, seat=None, rest=None):
    return {"seq": seq, "event": word, **({} if seat is None else {"seat": seat}), **(rest or {})}


def whole(last, update):
    """An update that tells changes as one that tells everything (docs/protocol.md, "Changes"); `last` is the whole message
    before it, with `seq`, the number of the last event."""
    if "changes" not in update:
        return update
    at = last["view"]["time"] + update["ms"]
    view = _changed_view(last["view"], at, update["changes"])
    events = [_event(last["seq"] + i, *news) for i, news in enumerate(update["news"], 1)]
    new = {"type": "update", "n": update["n"], "at": at, "events": events, "view": view}
    question = _question_in(view, update.get("says", (last.get("question") or {}).get("says")))
    if question:
        new["question"] = question
    if question and question["mine"]:
        offers = {**update.get("offers", {}), **({"moves": _spread(update["moves"])} if "moves" in update else {})}
        new["offers"] = offers or last.get("offers", {})
    if "over" in update:
        new["over"] = update["over"]
    return new


class Ask:
    """What a seat is asked: question, view and offers as the protocol has them; `moves` are the legal moves as text, or some of
    the boxes' templates where there are very many."""

    def __init__(self, message):
        self.question, self.view, self.offers = message["question"], message.get("view"), message.get("offers") or {}
        self.events = message.get("events", [])
        self.moves = self.offers.get("moves") or [box["template"] for box in self.offers.get("boxes", [])]

    def __repr__(self):
        return f"<Ask {self.question['kind'] if 'kind' in self.question else self.question}, {len(self.moves)} moves>"


def _closed():
    import websockets
    return websockets.ConnectionClosed


class Client:
    """A server, by its address."""

    def __init__(self, url="http://127.0.0.1:8080"):
        self.url = url.rstrip("/")

    def _request(self, method, path, body, at=None, hops=3):
        request = urllib.request.Request(at or self.url + path, None if body is None else json.dumps(body).encode(), method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                data, kind = answer.read(), answer.headers.get("content-type", "")
        except urllib.error.HTTPError as error:
            data = error.read()
            if error.code == 307 and hops:  # another server runs this match
                return self._request(method, path, body, urllib.parse.urljoin(request.full_url, error.headers["location"]), hops - 1)
            try:
                raise ServerError(json.loads(data), error.code) from None
            except ValueError:
                raise CroupierError(f"{method} {path}: {error.code}") from None
        return json.loads(data) if kind.startswith("application/json") else data

    async def request(self, method, path, body=None):
        return await asyncio.to_thread(self._request, method, path, body)

    async def games(self):
        return (await self.request("GET", "/api/games"))["games"]

    async def matches(self):
        return (await self.request("GET", "/api/matches"))["matches"]

    async def create(self, game, seats, **more):
        """Makes a match; `seats` as in the protocol ("me", "open", "bot", …). Returns its id and the tokens by seat."""
        made = await self.request("POST", "/api/matches", {"game": game, "seats": seats, **more})
        return made["match"], {int(seat): token for seat, token in made["tokens"].items()}

    async def join(self, match, **more):
        made = await self.request("POST", f"/api/matches/{match}/join", more)
        return {int(seat): token for seat, token in made["tokens"].items()}

    async def record(self, match):
        """The record of a match that is over, as a Record."""
        from .records import Record
        return Record(await self.request("GET", f"/api/matches/{match}/record"))

    def sit(self, match, token=None):
        """A seat by its token, or a spectator without one. Use with `async with`."""
        return Seat(self, match, token)


class Seat:
    """A connection to one match. `play` answers every question; or read `messages` and `send` yourself."""

    def __init__(self, client, match, token):
        self.client, self.match, self.token = client, match, token
        self.number, self.last_n, self.last_id = -1, 0, 0
        self.over, self.refused, self.view = None, [], None
        self._last = None  # the last state or update, whole
        self._pending, self._ws, self._ticket = None, None, None
        self._at = None  # the server that runs the match, where it is another

    async def __aenter__(self):
        await self._attach()
        return self

    async def __aexit__(self, *_):
        if self._ws:
            await self._ws.close()

    async def _attach(self):
        import websockets
        url = "ws" + (self._at or self.client.url)[4:] + f"/ws/{self.match}"
        self._ws = await websockets.connect(url, subprotocols=["croupier.v1"], max_size=None)
        hello = {"match": self.match, "view": "changes"}
        if self.token:
            hello["token"] = self.token
        if self.last_n:
            hello["after"] = self.last_n
        await self.send("attach", **hello)

    async def send(self, type, **fields):
        await self._ws.send(json.dumps({"type": type, **fields}))

    async def messages(self):
        """Every message of the server as a dict, whole where it tells of changes, connected anew where the
        connection breaks, until the match is over."""
        wait = 0.1
        while not self.over:
            try:
                async for frame in self._ws:
                    wait = 0.1
                    for line in frame.splitlines():
                        if line:
                            message = json.loads(line)
                            if message["type"] == "moved":
                                self._at = urllib.parse.urljoin(self.client.url + "/", message["address"]).rstrip("/") if message.get("address") else None
                                await self._ws.close()
                                break
                            message = self._note(message)
                            if message["type"] == "attached" and self._pending:  # under its old id it counts once
                                await self.send("move", **self._pending)
                            yield message
                            if self.over:
                                return
            except _closed():
                pass
            await asyncio.sleep(wait)
            wait = min(2 * wait, 5)
            try:
                await self._attach()
            except (OSError, _closed()):
                self._at = None  # that server is gone: ask the first one again

    def _note(self, message):
        kind = message["type"]
        if kind == "attached":
            self.number, self.last_id = message["seat"], max(self.last_id, message["last_id"])
        elif kind in ("state", "update"):
            if kind == "update" and self.last_n and message["n"] != self.last_n + 1:
                raise CroupierError(f"update {message['n']} behind {self.last_n}")
            message = whole(self._last, message)
            seq = message["events"][-1]["seq"] if message.get("events") else message.get("seq", (self._last or {}).get("seq", 0))
            self._last = {**message, "seq": seq}
            self.last_n, self.over, self.view = message["n"], message.get("over"), message["view"]
        elif kind == "ack" and self._pending and self._pending["id"] == message["id"]:
            self._pending = None
        elif kind == "refused":
            self._pending = None
            self.refused.append(message)
        elif kind == "trouble" and message.get("code") != "AWAY":
            raise ServerError(message)
        return message

    async def answer(self, ask, move):
        """Answers the question of an Ask with a move as people write it."""
        self.last_id += 1
        self._pending = {"id": self.last_id, "ticket": ask.question["ticket"], "move": str(move)}
        try:
            await self.send("move", **self._pending)
        except _closed():
            pass  # `messages` attaches again and sends it

    async def play(self, choose=None):
        """Plays to the end: choose(ask) gives a move, or something to await for one; None leaves the question alone. Returns the scores."""
        choose = choose or (lambda ask: random.choice(ask.moves))
        async for message in self.messages():
            question = message.get("question") if message["type"] in ("state", "update") else None
            if not question or not question.get("mine") or not message.get("offers") or question["ticket"] == self._ticket:
                continue
            self._ticket = question["ticket"]
            ask = Ask(message)
            move = choose(ask)
            if asyncio.iscoroutine(move):
                move = await move
            if move is not None:
                await self.answer(ask, move)
        return self.over["scores"] if "scores" in self.over else self.over
