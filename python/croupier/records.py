"""Records: the bytes of a match, written and played again."""
from .errors import CroupierError
from .games import game as game_of
from .library import check, ffi, lib, memory, text
from .matches import Match, Move


class Record:
    """The record of a match: setup and moves, from which everything follows. `bytes(record)` is a .rec file."""

    def __init__(self, data):
        self.data = bytes(data)
        name = ffi.new("char[]", lib.CR_GAME_NAME_MAX)
        check(lib.cr_record_game(self.data, len(self.data), name))
        self.game = game_of(text(name))
        self._head = ffi.new("cr_record_head *")
        check(lib.cr_record_head_read(self.game._game, self.data, len(self.data), self._head))
        self.match_id = bytes(ffi.buffer(self._head.match_id))
        self.commitment = bytes(ffi.buffer(self._head.commitment))

    @classmethod
    def load(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    def save(self, path):
        with open(path, "wb") as file:
            file.write(self.data)

    @classmethod
    def _of(cls, match):
        head = ffi.new("uint8_t[]", lib.CR_RECORD_HEAD_MAX)
        n = lib.cr_record_head_write(match.game._game, match._setup, bytes(16), head)
        data = bytearray(ffi.buffer(head, n))
        entry, out = ffi.new("cr_record_entry *"), ffi.new("uint8_t[]", lib.CR_RECORD_ENTRY)
        for number, (at, move, hash) in enumerate(match._entries, 1):
            entry.number, entry.at_ms, entry.hash = number, at, hash
            entry.move = move[0]
            lib.cr_record_entry_write(entry, out)
            data += bytes(ffi.buffer(out))
        return cls(data)

    def __len__(self):
        return (len(self.data) - self._head.head_size) // lib.CR_RECORD_ENTRY

    def __bytes__(self):
        return self.data

    def moves(self):
        """Every entry: number, time and Move."""
        for i in range(len(self)):
            at = self._head.head_size + i * lib.CR_RECORD_ENTRY
            entry = ffi.new("cr_record_entry *")
            check(lib.cr_record_entry_read(self.data[at:], lib.CR_RECORD_ENTRY, entry))
            yield entry.number, entry.at_ms, Move(self.game, ffi.new("cr_move *", entry.move))

    def check(self):
        """Plays it and compares every state; raises with the number of the first entry that is wrong. Returns the match."""
        state, at = memory(self.game.state_size), ffi.new("uint32_t *")
        err = lib.cr_replay(self.game._game, self.data, len(self.data), ffi.cast("cr_state *", state), ffi.NULL, ffi.NULL, at)
        if err:
            raise CroupierError(f"entry {at[0]}: {text(lib.cr_err_text(err))}", text(lib.cr_err_name(err)))
        return Match(self.game, None, state=state)

    def match(self):
        """The match at its beginning, to be played entry by entry."""
        setup = ffi.new("cr_setup *", self._head.setup)
        return Match(self.game, setup)

    def __repr__(self):
        return f"<Record of {self.game.name}, {len(self)} moves>"


def replay(data):
    """Checks a record (bytes, or a path) and yields its match, at the start and behind every entry."""
    record = Record.load(data) if isinstance(data, str) else Record(data)
    record.check()
    match = record.match()
    yield match
    for _, at, move in record.moves():
        match.play(move, at=at)
        yield match
