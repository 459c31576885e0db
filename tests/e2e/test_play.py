#!/usr/bin/env -S python3 -B
"""Matches over real sockets: `tests/e2e/test_play.py PROGRAM [TEST...]`. People and bots at a table, what each is told, a
seed that all have drawn, a rematch. Each test has a server of its own."""

import hashlib
import os
import signal
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Player, Server, play_all, wait_for, program, run  # noqa: E402

PROGRAM = program()


class Play(unittest.TestCase):
    def test_all_games_are_played_to_the_end(self):
        with Server(PROGRAM) as server:
            for game in server.request("GET", "/api/games")[1]["games"]:
                for n in {game["seats_min"], game["seats_max"]}:
                    with self.subTest(game=game["game"], seats=n):
                        match, tokens = server.create(game["game"], ["me"] * n, patience=1)
                        play_all([Player(server, match, tokens[i], i) for i in range(n)])

    def test_reconnect_at_every_message(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "bot"], seed=7, options={"target": 3})
            shadow = Player(server, match, tokens[0])
            shadow.answer = lambda message: None
            shadow.step()
            player = Player(server, match, tokens[0], 3)
            while not player.over:
                if player.step()["type"] in ("state", "update", "ack") and not player.over:
                    player.connect()
                    if player.pending:  # nobody knows whether it arrived: send it again
                        while player.step()["type"] != "attached":
                            pass
                        player.ws.send("move", **player.pending)
            while not shadow.over:
                shadow.step()
            self.assertGreater(len(player.updates), 5)
            for number, line in player.updates.items():
                self.assertEqual(line, shadow.updates.get(number, line))
            # From the first update on, and from every other: byte for byte.
            for after in range(0, player.n):
                ws = server.attach(match, tokens[0], after=after)
                for number in range(after + 1, player.n + 1):
                    while True:
                        line = ws.line()
                        if line.startswith(b'{"type":"update"'):
                            break
                    if number in shadow.updates:
                        self.assertEqual(line, shadow.updates[number])
                ws.close()

    def test_two_connections_on_one_seat(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0})
            old, new = server.attach(match, tokens[0]), None
            question = old.until("state")["question"]
            new = server.attach(match, tokens[0])
            new.until("state")
            self.assertFalse(old.until("plays")["plays"])
            old.send("move", id=1, ticket=question["ticket"], move="pick 1")
            self.assertEqual(old.until("trouble")["code"], "ELSEWHERE")
            new.close()
            self.assertTrue(old.until("plays")["plays"])

    def test_forged_seats(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0})
            other, others = server.create("duel", ["me", "me"], options={"parries": 0})
            ws = server.attach(match, others[0])
            self.assertEqual(ws.until("trouble")["code"], "BAD_TOKEN")
            ws.attach(match)
            ticket = ws.until("state")["question"]["ticket"]
            ws.send("move", id=1, ticket=ticket, move="pick 1")
            self.assertEqual(ws.until("trouble")["code"], "WATCHING")
            ws.attach(match, tokens[0])
            state = ws.until("state")
            for extra in ({"seat": 1}, {"token": tokens[1]}, {"kind": 1}, {"legal": True}):
                ws.send("move", id=1, ticket=ticket, move=state["offers"]["moves"][0], **extra)
                self.assertEqual(ws.until("trouble")["code"], "BAD_FIELD")
            for move in ("idle 1", "pause 1", "resume 1"):
                ws.send("move", id=1, ticket=ticket, move=move)
                self.assertEqual(ws.until("refused")["code"], "FORBIDDEN")
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["moves"], 0)

    def test_a_spectator_sees_no_hand(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0})
            watcher, player = server.attach(match), server.attach(match, tokens[0])
            self.assertEqual(watcher.until("state")["view"]["hand"], [])
            state = player.until("state")
            self.assertEqual(len(state["view"]["hand"]), 13)
            player.send("move", id=1, ticket=state["question"]["ticket"], move=state["offers"]["moves"][0])
            update = watcher.until("update")
            self.assertEqual(update["events"], [{"seq": 4, "event": "sealed", "seat": 0, "question": "pick"}])

    def test_refusals_name_the_rule(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"])
            ws = server.attach(match, tokens[0])
            ticket = ws.until("state")["question"]["ticket"]
            ws.send("check", id=5, ticket=ticket, move="parry")
            answer = ws.until("checked")
            self.assertEqual((answer["id"], answer["ok"], answer["code"], answer["rule"]), (5, False, "WRONG_KIND", "EX-19"))
            ws.send("move", id=1, ticket=ticket, move="parry")
            self.assertEqual(ws.until("refused")["rule"], "EX-19")

    def test_refusals_speak_to_players(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], seed=3)
            ws = server.attach(match, tokens[0])
            state = ws.until("state")
            ticket, hand = state["question"]["ticket"], state["view"]["hand"]
            lacks = next(card for card in range(1, 14) if card not in hand)
            ws.send("move", id=1, ticket=ticket, move=f"pick {lacks}")
            refused = ws.until("refused")
            self.assertEqual(refused["title"], f"You hold no {lacks}.")
            self.assertEqual(len(refused["instead"]), 3)
            for one in refused["instead"]:
                self.assertIn(one["move"], state["offers"]["moves"])
            ws.send("check", id=2, ticket=ticket, move="jump")
            checked = ws.until("checked")
            self.assertEqual(checked["title"], "There is no move “jump”.")
            ws.send("check", id=3, ticket=ticket, move="parry")
            checked = ws.until("checked")
            self.assertEqual((checked["title"], checked["rule"]), ("First lay a card face down.", "EX-19"))
            ws.send("check", id=4, ticket=ticket, move=state["offers"]["moves"][0])
            self.assertNotIn("title", ws.until("checked"))

    def test_words_come_to_who_asks_for_them(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], seed=3)
            plain, told = server.attach(match, tokens[0]), server.attach(match, tokens[1], words=True)
            state = plain.until("state")
            self.assertNotIn("says", state["question"])
            self.assertNotIn("says", state["offers"])
            mine = told.until("state")
            self.assertEqual(mine["question"]["says"], "Lay a card face down.")
            self.assertEqual([f"Lay the {move.split()[1]}" for move in mine["offers"]["moves"]], mine["offers"]["says"])
            plain.send("move", id=1, ticket=state["question"]["ticket"], move=state["offers"]["moves"][0])
            self.assertEqual([(e["says"], e["weight"]) for e in told.until("update")["events"]], [("{0} has laid a card face down.", 0)])
            games = {game["game"]: game for game in server.request("GET", "/api/games")[1]["games"]}
            self.assertEqual(games["imposter-kings"]["title"], "Imposter Kings")
            time = next(option for option in games["duel"]["options"] if option["name"] == "time")
            self.assertEqual((time["title"], time["says"], time["time"]), ("Time to answer", "No time limit", True))
            match, _ = server.create("duel", ["me", "me"], options={"time": "15000"})
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["settings"], ["15 seconds a question"])
            _, game = server.request("GET", "/api/games/imposter-kings")
            self.assertEqual((game["names"]["King's-Hand"], game["weights"]["hand"]), ("King’s Hand", 0))

    def test_a_game_tells_what_its_view_has(self):
        with Server(PROGRAM) as server:
            _, game = server.request("GET", "/api/games/duel")
            fields = {field.pop("name"): field for field in game["fields"]}
            self.assertEqual(fields["hand"], {"is": "card", "list": True, "own": True})
            self.assertEqual(fields["cards"], {"is": "number", "each": "seat", "counts": "hand"})
            self.assertEqual(fields["played"], {"is": "card", "each": "seat", "list": True})
            self.assertEqual(fields["points"], {"is": "number", "each": "seat"})
            self.assertEqual(fields["budget"], {"is": "time"})
            self.assertEqual(game["parts"], {"pick": [{"name": "card", "is": "card"}]})
            self.assertEqual(game["effects"], {"trick": [], "point": [], "parry": []})
            for other in server.request("GET", "/api/games")[1]["games"]:
                _, game = server.request("GET", "/api/games/" + other["game"])
                match, tokens = server.create(other["game"], ["me"] + ["bot"] * (other["seats_min"] - 1))
                told = server.attach(match, tokens[0])
                view = told.until("state")["view"]
                for field in game["fields"]:
                    with self.subTest(game=other["game"], field=field["name"]):
                        value = view[field["name"]]
                        if field.get("each") == "seat":
                            self.assertEqual(len(value), other["seats_min"])
                            value = value[0]
                        elif field.get("each") == "row":
                            value = value[0]
                        self.assertEqual(isinstance(value, list), "list" in field)

    def test_an_end_says_why(self):
        with Server(PROGRAM) as server:
            for game in server.request("GET", "/api/games")[1]["games"]:
                with self.subTest(game=game["game"]):
                    n = game["seats_min"]
                    match, tokens = server.create(game["game"], ["me"] * n, patience=1, seed=11)
                    players = [Player(server, match, tokens[i], i, words=True) for i in range(n)]
                    play_all(players)
                    over = players[0].over
                    self.assertTrue(over["says"])
                    self.assertEqual([why["key"] for why in over["why"]].count(True) > 0, True, over)
                    order = [("forced", "decided", "missed", "counted").index(why["because"]) for why in over["why"]]
                    self.assertEqual(order, sorted(order))
                    for why in over["why"]:
                        self.assertTrue(why["says"] and why["rule"], why)
                    # Who comes back when all is over, or watches it again, reads the same.
                    ws = server.attach(match, tokens[0], words=True)
                    self.assertEqual(ws.until("state")["over"], over)
                    steps, at = [], 0
                    while at is not None:
                        _, answer = server.request("GET", f"/api/matches/{match}/steps/0/{at}")
                        steps, at = answer["steps"], answer.get("next")
                    self.assertEqual(steps[-1]["over"], over)

    def test_clocks_run_on_the_server(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0, "time": 100, "target": 3})
            ws = server.attach(match, after=0)
            ws.until("attached")
            message = ws.until("update")
            while not message.get("over"):
                until = message["question"]["until"]
                message = ws.until("update")
                self.assertEqual(message["at"], until)  # however late it is noticed
            self.assertGreaterEqual(ws.clock(), message["at"])


class Meeting(unittest.TestCase):
    """The same people once more, and those who watch."""

    def over(self, server, seats=("me", "me"), **more):
        match, tokens = server.create("duel", list(seats), options={"target": 1, "parries": 0}, name="Ann", **more)
        players = [Player(server, match, tokens[seat], seed=seat) for seat in sorted(tokens)]
        while not all(player.over for player in players):
            for player in players:
                if not player.over:
                    player.step()
        return match, players

    def test_a_rematch_by_agreement(self):
        with Server(PROGRAM) as server:
            match, (ann, bob) = self.over(server)
            eve = server.attach(match)
            eve.until("seats")
            ann.ws.send("rematch", seats="swap")
            offer = bob.ws.until("offered")
            self.assertEqual((offer["open"], offer["by"], offer["seats"]), (True, 0, "swap"))
            _, head = server.request("GET", f"/api/matches/{match}")
            self.assertEqual((head["stands"], head["offered"]["by"], head["seats"][0]["rematch"]), ("over", 0, "yes"))
            self.assertRegex(head["over"]["says"], r"\{[01]\} wins")
            self.assertGreaterEqual(head["ended"], head["created"])
            bob.ws.send("rematch", seats="swap")
            new = [player.ws.until("rematched") for player in (ann, bob)]
            self.assertEqual([one["seat"] for one in new], [1, 0])
            self.assertEqual(eve.until("rematched"), {"type": "rematched", "match": new[0]["match"], "seat": -1})
            _, head = server.request("GET", f"/api/matches/{match}")
            self.assertEqual(head["next"], new[0]["match"])
            again = [Player(server, one["match"], one["token"], seed=9) for one in new]
            for player in again:
                player.step()
            _, head = server.request("GET", f"/api/matches/{new[0]['match']}")
            self.assertEqual((head["stands"], head["options"]["target"]), ("running", "1"))
            while not all(player.over for player in again):
                for player in again:
                    if not player.over:
                        player.step()
            self.assertNotEqual(again[0].over["seed"], ann.over["seed"])

    def test_a_rematch_declined(self):
        with Server(PROGRAM) as server:
            match, (ann, bob) = self.over(server)
            ann.ws.send("rematch", seats="same")
            bob.ws.until("offered")
            bob.ws.send("rematch", seats="no")
            ann.ws.until("offered")
            end = ann.ws.until("offered")
            self.assertEqual((end["open"], end["by"], end["why"]), (False, 1, "declined"))
            _, head = server.request("GET", f"/api/matches/{match}")
            self.assertFalse({"offered", "next"} & set(head))

    def test_spectators_are_counted(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"])
            ann = server.attach(match, tokens[0])
            self.assertEqual(ann.until("seats")["watching"], 0)
            eves = [server.attach(match) for _ in range(3)]
            while ann.until("seats")["watching"] < 3:
                pass
            listed = server.request("GET", "/api/matches")[1]["matches"]
            self.assertEqual([one["watching"] for one in listed], [3])
            for eve in eves:
                eve.close()
            while ann.until("seats")["watching"]:
                pass


class Sharing(unittest.TestCase):
    """Seeds that server and clients draw together."""

    @staticmethod
    def seal(match, seat, part):
        return hashlib.sha256(b"croupier part 1\0" + bytes.fromhex(match) + bytes([seat]) + part).hexdigest()

    @staticmethod
    def drawing(ws, stage):
        while True:
            message = ws.until("drawing")
            if message["stage"] == stage:
                return message

    def record(self, server, match):
        path = os.path.join(server.folder, "one.rec")
        with open(path, "wb") as file:
            file.write(server.request("GET", f"/api/matches/{match}/record")[1])
        return path

    def finish(self, server, match, tokens):
        players = [Player(server, match, token, seed=seat) for seat, token in tokens.items()]
        while not all(player.over for player in players):
            for player in players:
                if not player.over:
                    player.step()
        return players[0].over

    def test_a_seed_that_all_have_drawn(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], shares=True, options={"target": 1, "parries": 0})
            parts = [bytes([seat + 1]) * 32 for seat in tokens]
            people = [server.attach(match, tokens[seat]) for seat in tokens]
            first = people[0].until("attached")
            self.assertFalse(first["begun"])
            for seat, ws in enumerate(people):
                ws.send("seal", seal=self.seal(match, seat, parts[seat]))
            asked = [self.drawing(ws, "open") for ws in people][0]
            self.assertEqual(asked["seals"], [self.seal(match, seat, parts[seat]) for seat in range(2)])
            self.assertEqual((asked["stage"], asked["commitment"], asked["parts"]), ("open", first["commitment"], []))
            people[1].send("open", number=1, part=bytes(32).hex())
            self.assertEqual(people[1].until("trouble")["code"], "BAD_PART")
            for seat, ws in enumerate(people):
                ws.send("open", number=1, part=parts[seat].hex())
            done = self.drawing(people[0], "done")
            self.assertEqual((done["stage"], done["parts"]), ("done", [part.hex() for part in parts]))
            people[0].until("update")
            over = self.finish(server, match, tokens)
            self.assertEqual(hashlib.sha256(bytes.fromhex(match + over["seed"])).hexdigest(), first["commitment"])
            mine = b"".join(b"\1" + part for part in parts) + bytes(33 * 6)
            seed = hashlib.sha256(b"croupier seed 1\0" + bytes.fromhex(match) + struct.pack("<I", 1) + bytes.fromhex(over["seed"]) + mine)
            self.assertEqual(over["shared"], {"seats": [0, 1], "void": 0, "seed": seed.hexdigest()})
            path = self.record(server, match)
            said = subprocess.run([PROGRAM, "replay", path], capture_output=True, text=True).stdout
            self.assertIn("The seed was drawn by the server and Player 1 and Player 2: fair if one of them is honest.", said)
            # A lie about a part, with a good check sum, is named.
            with open(path, "rb") as file:
                lie = bytearray(file.read())
            at = lie.index(parts[1])
            lie[at] ^= 1
            size = struct.unpack_from("<H", lie, 8)[0]
            damaged = subprocess.run([PROGRAM, "replay", path], capture_output=True, text=True)
            self.assertEqual(damaged.returncode, 0)
            with open(path, "wb") as file:
                file.write(lie)
            damaged = subprocess.run([PROGRAM, "replay", path], capture_output=True, text=True)
            self.assertEqual(damaged.returncode, 1)
            self.assertIn(f"byte {at} is", damaged.stderr) if size <= 384 else self.assertIn("damaged", damaged.stderr)

    def test_who_does_not_open_is_named_and_the_others_go_on(self):
        with Server(PROGRAM, "--test-mode") as server:
            match, tokens = server.create("duel", ["me", "me"], shares=True, options={"target": 1, "parries": 0})
            people = [server.attach(match, tokens[seat]) for seat in tokens]
            part = bytes(range(32))
            for seat, ws in enumerate(people):
                ws.until("attached")
                ws.send("seal", seal=self.seal(match, seat, part))
            self.drawing(people[0], "open")
            people[0].send("open", number=1, part=part.hex())
            people[0].clock()
            server.forward(10)
            void = self.drawing(people[0], "void")
            self.assertEqual((void["stage"], void["parts"]), ("void", [part.hex(), None]))
            again = self.drawing(people[0], "seal")
            self.assertEqual((again["stage"], again["number"]), ("seal", 2))
            self.assertNotEqual(again["commitment"], void["commitment"])
            people[0].send("seal", seal=self.seal(match, 0, part))
            self.drawing(people[0], "open")
            people[0].send("open", number=2, part=part.hex())
            self.drawing(people[0], "done")
            over = self.finish(server, match, tokens)
            self.assertEqual((over["shared"]["seats"], over["shared"]["void"]), ([0], 1))
            said = subprocess.run([PROGRAM, "replay", self.record(server, match)], capture_output=True, text=True).stdout
            self.assertIn("Start 1 was void: Player 2 had committed to a part and did not open it.", said)
            self.assertIn("Player 2 had no part in it.", said)

    def test_a_drawing_survives_a_restart(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "bot"], shares=True, options={"target": 1})
            part = bytes(range(32))
            ann = server.attach(match, tokens[0])
            ann.until("attached")
            ann.send("seal", seal=self.seal(match, 0, part))
            self.drawing(ann, "open")
            server.stop(signal.SIGKILL)
            server.start()
            ann = server.attach(match, tokens[0])
            self.drawing(ann, "open")
            ann.send("open", number=1, part=part.hex())
            self.drawing(ann, "done")
            over = self.finish(server, match, tokens)
            self.assertEqual(over["shared"]["seats"], [0])


class Guests(unittest.TestCase):
    """Bots among people: they take their time, and who does not want to wait says so."""

    def ask_again(self, ws):
        """Until a question that is mine."""
        while True:
            message = ws.until("state", "update")
            if message.get("over") or message["question"]["mine"]:
                return message

    def test_a_bot_takes_its_time_among_people(self):
        with Server(PROGRAM, "--bot-pace", "quick") as server:
            match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 3})
            ws = server.attach(match, tokens[0])
            self.assertEqual(ws.until("attached")["pace"], "quick")
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["pace"], "quick")
            first = self.ask_again(ws)
            begin = time.monotonic()
            ws.send("move", id=1, ticket=first["question"]["ticket"], move=first["offers"]["moves"][0])
            self.ask_again(ws)
            taken = time.monotonic() - begin
            self.assertGreater(taken, 0.3)  # a sealed pick behind a deal: 800 to 1100 ms from the question on
            self.assertLess(taken, 5)
            # A match of its own mind, and one without anybody.
            match, tokens = server.create("duel", ["me", "bot"], pace="instant", options={"parries": 0, "target": 1})
            ws = server.attach(match, tokens[0])
            self.assertEqual(ws.until("attached")["pace"], "instant")
            begin = time.monotonic()
            Player(server, match, tokens[0]).play()
            self.assertLess(time.monotonic() - begin, 5)
            match, _ = server.create("liap-tui", ["bot"] * 4)
            wait_for(lambda: server.request("GET", f"/api/matches/{match}")[1]["stands"] == "over")
            self.assertGreater(server.metric("thinking_seconds_count"), 100)
            self.assertEqual([server.metric(name) for name in ("bots_thinking", "bots_failed_total", "bots_late_total")], [0, 0, 0])
            status, answer = server.request("POST", "/api/matches", {"game": "duel", "pace": "slow"})
            self.assertEqual((status, answer["code"], answer["field"]), (400, "BAD_FIELD", "pace"))

    def test_who_does_not_want_to_wait_goes_on(self):
        with Server(PROGRAM, "--bot-pace", "calm") as server:
            match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 9})
            ws = server.attach(match, tokens[0])
            message, begin = self.ask_again(ws), time.monotonic()
            for number in range(1, 4):
                ws.send("move", id=number, ticket=message["question"]["ticket"], move=message["offers"]["moves"][0])
                ws.until("ack")
                ws.send("go_on")
                message = self.ask_again(ws)
            self.assertLess(time.monotonic() - begin, 3 * 1.6)  # three answers at calm take three times that at least
            ws.send("go_on", ticket=1)
            self.assertEqual(ws.until("trouble")["code"], "BAD_FIELD")

    def test_a_stop_does_not_wait_for_bots(self):
        server = Server(PROGRAM, "--bot-pace", "calm")
        with server:
            match, tokens = server.create("duel", ["me", "bot"])
            server.attach(match, tokens[0]).until("state")
            for _ in range(20):
                server.create("liap-tui", ["bot"] * 4)
            begin = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - begin, 4)
            self.assertIn("event=stopped", server.log_text())
            server.start()
            # And each goes on where it was.
            wait_for(lambda: [m["match"] for m in server.request("GET", "/api/matches")[1]["matches"]] == [match])

    def test_a_wrong_pace_is_told(self):
        run = subprocess.run([PROGRAM, "serve", "--db", "memory", "--bot-pace", "usual"], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 2)
        self.assertIn("'usual' is no pace", run.stderr)


if __name__ == "__main__":
    run()
