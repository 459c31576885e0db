"""Games: those of the library and those of modules."""
import functools
import os
import struct

from .errors import CroupierError, WrongUse
from .library import as_json, check, ffi, lib, memory, text, written


class Option:
    """An option of a game: name, title, about, normal value, lowest and highest, words it takes."""

    def __init__(self, row):
        self.name, self.title, self.about = row["name"], row["title"], row["about"]
        self.normal, self.lowest, self.highest = row["normal"], row["lowest"], row["highest"]
        self.words, self.none = row["words"], row["none"]

    def __repr__(self):
        takes = "|".join(self.words) if self.words else f"{self.lowest}..{self.highest}"
        normal = self.words[self.normal] if self.words else self.normal
        return f"<Option {self.name}={normal} of {takes}{f' or {self.none}' if self.none else ''}: {self.about}>"


class Game:
    """A game: its rules, its tables, and the way to a match."""

    def __init__(self, pointer, keep=()):
        self._game = pointer
        self._keep = keep  # memory that must live as long
        self.name = text(lib.cr_game_name(pointer))
        self._about = as_json(lib.cr_game_json, pointer)
        self.title, self.about = self._about["title"], self._about["about"]
        self.rules_version = self._about["rules_version"]
        self.seats = range(self._about["seats"][0], self._about["seats"][1] + 1)
        self.options = {row["name"]: Option(row) for row in self._about["options"]}
        self.kinds = [row["word"] for row in self._about["kinds"]]
        self.questions = self._about["questions"]
        self.state_size, self.view_size = lib.cr_state_size(pointer), lib.cr_view_size(pointer)
        self.n_actions, self.by_parts = self._about["actions"]["n"], self._about["actions"]["by_parts"]
        self.encoded_size = lib.cr_encoded_size(pointer)

    @functools.cached_property
    def bots(self):
        """Name and description of every bot that plays it."""
        return {row["name"]: row["about"] for row in as_json(lib.cr_bots_json, self._game)}

    @functools.cached_property
    def encoded_names(self):
        """The name of every byte of an encoded view."""
        return as_json(lib.cr_encoded_json, self._game)

    def chart(self, form="json"):
        """Questions and the moves between them: "json", "mermaid", "dot", or "svg"."""
        if form == "svg":
            from .draw import chart_svg
            return chart_svg(as_json(lib.cr_chart_print, self._game, b"json"))
        if form not in ("json", "mermaid", "dot"):
            raise WrongUse(f"there is no form '{form}': use json, mermaid, dot or svg")
        return written(lib.cr_chart_print, self._game, form.encode())

    def rule(self, id):
        """The sentence of a rule, such as "EX-5"; None if there is none."""
        for number in range(1, 65536):
            if text(lib.cr_rule_id(self._game, number)) == "":
                return None
            if text(lib.cr_rule_id(self._game, number)) == id:
                return text(lib.cr_rule_text(self._game, number))
        return None

    def setup(self, seed=None, seats=None, options=None, start_ms=0):
        """A cr_setup of the library: a seed of 32 bytes, a number that pins one, or None for a random one."""
        setup = ffi.new("cr_setup *")
        lib.cr_setup_init(self._game, setup)
        for name, value in {"seats": seats, **(options or {})}.items():
            if value is None:
                continue
            err = lib.cr_setup_option(self._game, setup, str(name).encode(), str(value).encode())
            if err:
                raise WrongUse(f"{name}={value}: {text(lib.cr_err_text(err))}", text(lib.cr_err_name(err)))
        if seed is None:
            seed = os.urandom(32)
        if isinstance(seed, int):
            if not 0 <= seed < 1 << 64:
                raise WrongUse("a seed is a number below 2**64 or 32 bytes")
            lib.cr_setup_pin(setup, seed)
        elif isinstance(seed, (bytes, bytearray)) and len(seed) == 32:
            ffi.memmove(setup.seed, seed, 32)
        else:
            raise WrongUse("a seed is a number below 2**64 or 32 bytes")
        setup.start_ms = start_ms
        return setup

    def start(self, seed=None, seats=None, start_ms=0, events=True, **options):
        """Begins a match. Options of the game go by their names: game.start(seed=7, target=5)."""
        from .matches import Match
        return Match(self, self.setup(seed, seats, options, start_ms), keep_events=events)

    def position(self, lines, seed=0, seats=None, **options):
        """Begins a match from a written position, as `match.position` and cases write it."""
        from .matches import Match
        return Match(self, self.setup(seed, seats, options), position=lines)

    def __repr__(self):
        most = self.seats[-1]
        return f"<Game {self.name}: {self.about} Seats {self.seats[0]}{f' to {most}' if most > self.seats[0] else ''}.>"

    def _repr_svg_(self):
        return self.chart("svg")

    def __eq__(self, other):
        return isinstance(other, Game) and self._game == other._game

    def __hash__(self):
        return hash(self.name)

    def __reduce__(self):
        return game, (self.name,)


_loaded = {}


@functools.lru_cache(maxsize=None)
def _of_library():
    return {one.name: one for one in (Game(lib.cr_game_at(i)) for i in range(lib.cr_game_count()))}


def games():
    """All games there are, by name: the library's and those of `load`."""
    return {**_of_library(), **_loaded}


def game(name):
    """The game of this name."""
    found = games().get(name)
    if not found:
        raise CroupierError(f"there is no game '{name}': there are {', '.join(sorted(games()))}", "NO_GAME")
    return found


def _marks(path):
    """What the note of a module's file says, before any of its code is run. None if it is no module for this machine."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        if data[:6] != b"\x7fELF\x02\x01":
            return None
        at, entry, n, names = (struct.unpack_from("<Q", data, 40)[0],) + struct.unpack_from("<HHH", data, 58)
        rows = [struct.unpack_from("<IIQQQQ", data, at + i * entry) for i in range(n)]
        for name, _, _, _, offset, size in rows:
            word = data[rows[names][4] + name:].split(b"\0", 1)[0]
            if offset + size > len(data) and word != b".bss":
                return None  # cut short
            if word == b".note.croupier":
                return struct.unpack_from("<6I", data, offset + 24)
    except (struct.error, IndexError):
        pass
    return None


def load(path):
    """Loads a game from a module, NAME.so of croupier_add_game. Its code is trusted from then on."""
    path = os.path.abspath(path)
    if not os.path.exists(path):
        raise CroupierError(f"{path}: it cannot be read")
    marks = _marks(path)
    if not marks:
        raise CroupierError(f"{path}: it is no game for this machine, or was cut short")
    try:
        module = ffi.dlopen(path, ffi.RTLD_NOW)
        symbol = module.cr_game_module
    except (OSError, AttributeError) as why:
        raise CroupierError(f"{path}: it cannot be loaded: {why}") from None
    own, why = memory(lib.cr_game_bytes()), ffi.new("char[]", 512)
    pointer = lib.cr_module_game(symbol, own, why, 512)
    if pointer == ffi.NULL:
        raise CroupierError(f"{path}: {text(why)}")
    found = Game(pointer, keep=(own, module))
    there = games().get(found.name)
    if there:
        if _loaded.get(found.name) is there and there._path == path:
            return there
        raise CroupierError(f"{path}: there is a game '{found.name}' already")
    found._path = path
    _loaded[found.name] = found
    return found
