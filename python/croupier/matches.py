"""A match and what comes out of it. The Match is the referee and knows everything; View, Question, Event and the offers of a
seat are what a player may have."""
import json
import threading

from .errors import Broken, Closed, CroupierError, WrongUse
from .library import as_json, check, ffi, lib, memory, tape, text, written

SPECTATOR, HOST = 13, 14
_now, _play, _hash, _fault = lib.cr_now, lib.cr_play, lib.cr_state_hash, lib.cr_fault
_EVENT = ffi.sizeof("cr_event")


class Move:
    """A move of a seat: an answer to one question of one match. str() gives it as people write it."""
    __slots__ = ("game", "_move")

    def __init__(self, game, move):
        self.game, self._move = game, move

    seat = property(lambda self: self._move.seat)
    ticket = property(lambda self: self._move.ticket)
    kind = property(lambda self: self.game.kinds[self._move.kind] if self._move.kind < len(self.game.kinds) else None)

    @property
    def arguments(self):
        """Its argument bytes, as numbers."""
        return tuple(self._move.arg)

    @property
    def json(self):
        return as_json(lib.cr_move_json, self.game._game, self._move)

    def __str__(self):
        return written(lib.cr_move_print, self.game._game, self._move)

    def __repr__(self):
        return f"<Move {self} of seat {self.seat}>"

    def __bytes__(self):
        return bytes(ffi.buffer(self._move))

    def __eq__(self, other):
        return isinstance(other, Move) and self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self):
        return hash(bytes(self))


class Refusal:
    """Why a move is not possible. It is false, so that `if match.play(move):` reads well."""
    __slots__ = ("code", "text", "rule", "sentence", "field", "title", "because", "instead")

    def __init__(self, row):
        for name in self.__slots__:
            setattr(self, name, row[name])

    def __bool__(self):
        return False

    def __str__(self):
        return f"{self.title} {self.because}"

    def __repr__(self):
        return f"<Refusal {self.code}{f' by {self.rule}' if self.rule else ''}: {self}>"


class Accepted:
    """The move was played. It is true."""
    __slots__ = ()
    code = "OK"

    def __bool__(self):
        return True

    def __repr__(self):
        return "<Accepted>"


ACCEPTED = Accepted()


class Question:
    """The open question, as a viewer may know it."""
    __slots__ = ("kind", "form", "ticket", "asked", "deciders", "budget_ms", "text")

    def __init__(self, row):
        for name in self.__slots__:
            setattr(self, name, row[name])

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<Question {self.kind} ({self.form}) to {', '.join(map(str, self.deciders)) or 'nobody'}: {self.text}>"


class Event:
    """Something that happened, as its viewer was told."""
    __slots__ = ("game", "_event")

    def __init__(self, game, event):
        self.game, self._event = game, event

    seat = property(lambda self: self._event.seat)

    @property
    def json(self):
        return as_json(lib.cr_event_json, self.game._game, self._event)

    @property
    def word(self):
        return self.json.get("event")

    def __str__(self):
        return written(lib.cr_event_print, self.game._game, self._event)

    def __repr__(self):
        return f"<Event {self}>"


class View:
    """What one viewer may know at one moment. view["hand"] is a field, dict(view) all of them."""
    __slots__ = ("game", "viewer", "_view", "_json")

    def __init__(self, game, viewer, view):
        self.game, self.viewer, self._view, self._json = game, viewer, view, None

    _pointer = property(lambda self: ffi.cast("cr_view *", self._view))

    @property
    def json(self):
        if self._json is None:
            self._json = as_json(lib.cr_view_json, self.game._game, self._pointer)
        return self._json

    def __getitem__(self, name):
        return self.json[name]

    def keys(self):
        return self.json.keys()

    def __iter__(self):
        return iter(self.json)

    def __len__(self):
        return len(self.json)

    @property
    def encoded(self):
        """The view as bytes with a fixed meaning; game.encoded_names tells it."""
        out = ffi.new("uint8_t[]", self.game.encoded_size)
        lib.cr_encode(self.game._game, self._pointer, out)
        return bytes(ffi.buffer(out))

    def drawing(self, columns=80):
        """As the terminal draws it."""
        return written(_draw, self.game._game, self._pointer, columns)

    def imagine(self, seed=0):
        """A match that fits this view: what the viewer does not know is drawn from the seed."""
        rng = ffi.new("cr_rng *")
        lib.cr_rng_init(rng, int(seed).to_bytes(32, "little"), 0)
        state = memory(self.game.state_size)
        lib.cr_guess(self.game._game, self._pointer, rng, ffi.cast("cr_state *", state))
        return Match(self.game, None, state=state)

    def __str__(self):
        return written(lib.cr_view_print, self.game._game, self._pointer)

    def __repr__(self):
        who = "the spectator" if self.viewer == SPECTATOR else f"seat {self.viewer}"
        return f"<View of {self.game.name} for {who}>\n{self}"

    def _repr_html_(self):
        import html
        return f"<pre>{html.escape(self.drawing())}</pre>"

    def __eq__(self, other):
        return isinstance(other, View) and self.game == other.game and bytes(ffi.buffer(self._view)) == bytes(ffi.buffer(other._view))

    __hash__ = None


def _draw(game, view, columns, buf, cap):
    return lib.cr_view_draw(game, view, columns, buf, cap)


class Match:
    """A match. Made by Game.start, Game.position, View.imagine or Record.match; belongs to the thread that made it."""

    def __init__(self, game, setup, position=None, state=None, keep_events=True):
        self.game = game
        self._game = game._game
        self._thread = threading.get_ident()
        self._events = bytearray()
        self._keeps = keep_events
        self._tape = tape.here()
        self._sink = self._tape.sink if keep_events else ffi.NULL
        self._entries = []
        self._setup = setup
        self._position = position
        self._memory = state if state is not None else memory(game.state_size)
        self._state = ffi.cast("cr_state *", self._memory)
        self._rng = ffi.new("cr_rng *")
        if setup is not None:
            lib.cr_rng_init(self._rng, setup.seed, 1)
        if state is not None:
            return
        if position is None:
            check(lib.cr_start(self._game, self._state, setup, self._sink))
        else:
            line, why = ffi.new("unsigned *"), ffi.new("char[]", 256)
            err = lib.cr_position_parse(self._game, setup, str(position).encode(), self._state, self._sink, line, why, 256)
            if err:
                self._tape.take()
                raise CroupierError(f"line {line[0]}: {text(why) or text(lib.cr_err_text(err))}", text(lib.cr_err_name(err)))
        self._hear()

    # ---- use ----

    def _own(self):
        if self._state is None:
            raise Closed("this match was closed")
        if threading.get_ident() != self._thread:
            raise Closed("this match belongs to another thread: copy() it there, or make it there")

    def _hear(self):
        if self._keeps:
            self._events += self._tape.take()

    def _seat(self, seat, spectator=False):
        if isinstance(seat, bool) or not isinstance(seat, int) or not (0 <= seat < lib.cr_seats(self._state) or (spectator and seat == SPECTATOR)):
            raise WrongUse(f"there is no seat {seat!r}: there are 0 to {lib.cr_seats(self._state) - 1}")
        return seat

    def close(self):
        """Gives the memory back; what is called afterwards raises."""
        self._state = self._memory = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def copy(self):
        """The same match once more, from here on its own, in the calling thread."""
        if self._state is None:
            raise Closed("this match was closed")
        state = memory(self.game.state_size)
        ffi.memmove(state, self._memory, self.game.state_size)
        other = Match(self.game, self._setup, state=state, keep_events=self._keeps)
        other._position, other._entries, other._events = self._position, list(self._entries), bytearray(self._events)
        ffi.memmove(other._rng, self._rng, ffi.sizeof("cr_rng"))
        return other

    # ---- what stands ----

    @property
    def seats(self):
        self._own()
        return lib.cr_seats(self._state)

    @property
    def is_over(self):
        self._own()
        return lib.cr_is_over(self._state)

    @property
    def now(self):
        """Time of the last move in milliseconds."""
        self._own()
        return lib.cr_now(self._state)

    @property
    def due(self):
        """When the open question runs out, or None."""
        self._own()
        due = lib.cr_due(self._state)
        return None if due == (1 << 64) - 1 else due

    @property
    def deciders(self):
        """The seats that may answer now; as secret as the state where passes are."""
        self._own()
        bits = lib.cr_deciders(self._state)
        return [seat for seat in range(16) if bits >> seat & 1]

    @property
    def scores(self):
        self._own()
        out = ffi.new("int32_t[8]")
        lib.cr_score(self._game, self._state, out)
        return list(out)[:lib.cr_seats(self._state)]

    @property
    def hash(self):
        """Identity of the state, the same on every machine. As secret as the state."""
        self._own()
        return lib.cr_state_hash(self._game, self._state)

    @property
    def moves_played(self):
        return len(self._entries)

    @property
    def position(self):
        """The whole truth as lines, for Game.position."""
        self._own()
        return written(lib.cr_position_print, self._game, self._state)

    # ---- what a seat may know ----

    def view(self, viewer=SPECTATOR):
        self._own()
        self._seat(viewer, spectator=True)
        view = memory(self.game.view_size)
        lib.cr_see(self._game, self._state, viewer, ffi.cast("cr_view *", view))
        return View(self.game, viewer, view)

    def question(self, viewer=SPECTATOR):
        """The open question as this viewer may know it; None when the match is over."""
        self._own()
        self._seat(viewer, spectator=True)
        row = as_json(lib.cr_question_json, self._game, self._state, viewer)
        return row and Question(row)

    def events(self, viewer=SPECTATOR, since=0):
        """What this viewer was told, from its number `since` on."""
        self._own()
        self._seat(viewer, spectator=True)
        if not self._keeps:
            raise WrongUse("this match keeps no events")
        told, all_events = [], ffi.from_buffer("cr_event[]", bytes(self._events))
        for i in range(len(self._events) // _EVENT):
            out = ffi.new("cr_event *")
            if lib.cr_redact(ffi.addressof(all_events, i), viewer, out):
                told.append(Event(self.game, out))
        return told[since:]

    # ---- what a seat may do ----

    def offers(self, seat, most=4096):
        """Its legal moves, as a list; at most so many."""
        self._own()
        self._seat(seat)
        out, is_all = ffi.new("cr_move[]", most), ffi.new("bool *")
        n = lib.cr_offers_list(self._game, self._state, seat, out, most, is_all)
        return [Move(self.game, ffi.new("cr_move *", out[i])) for i in range(n)]

    def boxes(self, seat):
        """Its legal moves as boxes: kinds with the values their argument bytes may take (croupier/bind.h)."""
        self._own()
        self._seat(seat)
        return as_json(lib.cr_boxes_json, self._game, self._state, seat)

    def n_offers(self, seat):
        """Upper bound for the number of its legal moves, without listing them."""
        self._own()
        return lib.cr_offers_size(self._game, self._state, self._seat(seat))

    def sample(self, seat):
        """One of its legal moves, drawn by the match's own chance; None if there is none."""
        self._own()
        self._seat(seat)
        out = ffi.new("cr_move *")
        return Move(self.game, out) if lib.cr_sample(self._game, self._state, seat, self._rng, out) else None

    def bot(self, seat, name="baseline"):
        """What a bot would answer, from what the seat may know; None if it has no answer."""
        self._own()
        self._seat(seat)
        size = lib.cr_bot_bytes(self._game, str(name).encode())
        if size == ffi.cast("size_t", -1):
            raise WrongUse(f"no bot '{name}' plays {self.game.name}: there are {', '.join(self.game.bots)}")
        out = ffi.new("cr_move *")
        view, desk = memory(self.game.view_size), memory(int(size) + 8)
        is_answered = lib.cr_bot_answer(self._game, self._state, seat, str(name).encode(), self._rng,
                                        ffi.cast("cr_view *", view), desk, out)
        return Move(self.game, out) if is_answered else None

    def move(self, seat, words):
        """A move as people write it, for the open question: a Move, or the Refusal that says why it is none."""
        self._own()
        self._seat(seat)
        out = ffi.new("cr_move *")
        why = lib.cr_move_parse(self._game, self._state, seat, str(words).encode(), out)
        return self._refused(out, why, str(words)) if why.code else Move(self.game, out)

    def _refused(self, move, why, typed=None):
        typed = ffi.NULL if typed is None else ffi.new("char[]", typed.encode())
        return Refusal(json.loads(written(_refusal, self._game, self._state, move, why, typed)))

    def _take(self, move, seat):
        if isinstance(move, str):
            if seat is None:
                seats = self.deciders
                if len(seats) != 1:
                    raise WrongUse("several seats are asked: say whose move this is")
                seat = seats[0]
            move = self.move(seat, move)
        if isinstance(move, Refusal):
            return move
        if not isinstance(move, Move):
            raise WrongUse(f"this is no move: {move!r}")
        if move.game is not self.game and move.game != self.game:
            raise WrongUse(f"this is a move of {move.game.name}, not of {self.game.name}")
        return move

    def judge(self, move, seat=None, at=None):
        """Would this move be accepted? True like play, and nothing changes."""
        self._own()
        move = self._take(move, seat)
        if isinstance(move, Refusal):
            return move
        why = lib.cr_judge(self._game, self._state, move._move, lib.cr_now(self._state) if at is None else at)
        return self._refused(move._move, why) if why.code else ACCEPTED

    def play(self, move, seat=None, at=None):
        """Plays a move, or a text for `seat`. True, or a Refusal, and then nothing has changed."""
        if type(move) is not Move or move.game is not self.game:
            self._own()
            move = self._take(move, seat)
            if isinstance(move, Refusal):
                return move
        elif self._state is None or threading.get_ident() != self._thread:
            self._own()
        state, now = self._state, _now(self._state)
        if at is None or at < now:
            at = now
        why = _play(self._game, state, move._move, at, self._sink)
        if why.code:
            return self._refused(move._move, why)
        if self._keeps:
            self._events += self._tape.take()
        self._entries.append((at, move._move, _hash(self._game, state)))
        if _fault(state):
            raise Broken(text(_fault(state)))
        return ACCEPTED

    def idle(self, seat=None):
        """Plays the default of a seat that is asked, as the host does when its time runs out."""
        self._own()
        if self.is_over:
            raise WrongUse("the match is over")
        seat = self.deciders[0] if seat is None else seat
        move = ffi.new("cr_move *", lib.cr_idle_move(self._state, seat))
        return self.play(Move(self.game, move))

    def run_clock(self, now):
        """Plays every default that is due by then; returns how many that were."""
        self._own()
        played = []

        @ffi.callback("void(cr_log *, const cr_move *, uint64_t, const cr_state *)")
        def on_played(_log, move, at, state):
            played.append((at, ffi.new("cr_move *", move[0]), lib.cr_state_hash(self._game, state)))
        log = ffi.new("cr_log *", {"played": on_played})
        lib.cr_run_clock(self._game, self._state, now, self._sink, log)
        self._hear()
        self._entries += played
        return len(played)

    # ---- record ----

    @property
    def record(self):
        """The record so far. As secret as the match until it is over."""
        from .records import Record
        self._own()
        if self._setup is None or self._position is not None:
            raise WrongUse("a match that begins in the middle has no record")
        return Record._of(self)

    def __repr__(self):
        if self._state is None:
            return f"<Match of {self.game.name}, closed>"
        stands = "over" if lib.cr_is_over(self._state) else str(self.question().kind)
        return f"<Match of {self.game.name}, {lib.cr_seats(self._state)} seats, {len(self._entries)} moves, {stands}, scores {self.scores}>"

    def _repr_html_(self):
        return self.view(SPECTATOR)._repr_html_()


def _refusal(game, state, move, why, typed, buf, cap):
    return lib.cr_refusal_json(game, state, move, why, typed, buf, cap)
