"""Finds and loads libcroupier. It is looked for in $CROUPIER_LIBRARY, beside this package, in the build folders of the source
tree around it, and where the system keeps libraries."""
import ctypes.util
import glob
import json
import os
import threading

import cffi

from .declarations import DECLARATIONS
from .errors import CroupierError

ffi = cffi.FFI()
ffi.cdef(DECLARATIONS)
ffi.cdef("""
typedef struct { uint32_t api, game, state, view, space, sanitizer; } module_marks;
extern const char cr_game_module[];
""")

_NAME = "libcroupier.so"


def _candidates():
    given = os.environ.get("CROUPIER_LIBRARY")
    if given:
        yield given
        return
    here = os.path.dirname(os.path.abspath(__file__))
    yield from sorted(glob.glob(os.path.join(here, _NAME + "*")))
    tree = os.path.dirname(os.path.dirname(here))
    if os.path.exists(os.path.join(tree, "include", "croupier", "croupier.h")):
        for build in ("build", "build-dev"):
            yield os.path.join(tree, build, _NAME)
    found = ctypes.util.find_library("croupier")
    if found:
        yield found
    for folder in ("/usr/local/lib", "/usr/lib"):
        yield from glob.glob(os.path.join(folder, "**", _NAME), recursive=True)


def _load():
    wrong = []
    for path in _candidates():
        if os.path.sep in path and not os.path.exists(path):
            continue
        try:
            # Global: modules find in it what they call.
            return ffi.dlopen(path, ffi.RTLD_NOW | ffi.RTLD_GLOBAL)
        except OSError as why:
            wrong.append(f"{path}: {why}")
    raise ImportError("libcroupier.so is not there: build it (make build), install it (make install), or name it in "
                      "CROUPIER_LIBRARY" + "".join("\n  " + line for line in wrong))


lib = _load()


def text(pointer):
    return ffi.string(pointer).decode() if pointer else None


def written(printer, *before, after=()):
    """What a printer of the library writes: printer(*before, buf, cap, *after)."""
    cap = 1024
    while True:
        buf = ffi.new("char[]", cap)
        n = printer(*before, buf, cap, *after)
        if n < cap:
            return ffi.unpack(buf, n).decode()
        cap = n + 1


def as_json(printer, *before):
    return json.loads(written(printer, *before))


def memory(size):
    """Zeroed memory, aligned to 8 bytes."""
    return ffi.new("uint64_t[]", (size + 7) // 8)


def check(err):
    if err:
        name = text(lib.cr_err_name(err))
        raise CroupierError(text(lib.cr_err_text(err)), name)


def version():
    from .declarations import VERSION
    return VERSION


class Tape:
    """Where the library writes events: read out behind every call."""
    CAP = 4096
    SIZE = ffi.sizeof("cr_event")

    def __init__(self):
        self.events = ffi.new("cr_event[]", self.CAP)
        self.bytes = ffi.buffer(self.events)
        self.tape = ffi.new("cr_tape *")
        self.sink = ffi.addressof(self.tape, "sink")
        lib.cr_tape_init(self.tape, self.events, self.CAP)

    def take(self):
        """The events since the last call, as bytes of one cr_event after the other."""
        n = self.tape.n
        if not n:
            return b""
        self.tape.n = 0
        if n > self.CAP:
            raise CroupierError(f"one move told {n} events, more than fit")
        return self.bytes[:n * self.SIZE]


class Tapes(threading.local):
    """One for each thread."""

    def here(self):
        if not hasattr(self, "own"):
            self.own = Tape()
        return self.own


tape = Tapes()
