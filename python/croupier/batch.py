"""Thousands of matches of one game at once, as numpy arrays that the library writes into: nothing is copied."""
import threading

import numpy

from .errors import Closed, WrongUse
from .library import check, ffi, lib, memory


class Batch:
    """n matches that are played together.

        batch = croupier.Batch("duel", 1024, seed=1)
        while …:
            batch.step(batch.random_actions(chance))

    players       int32 (n)            the seat that is asked
    observations  uint8 (n, encoded)   its view as bytes (game.encoded_names)
    masks         uint8 (n, actions)   1 where a number is a legal action
    rewards       float32 (n, seats)   scores of a match that has just ended, else 0
    dones         uint8 (n)            1 where a match has just ended; a new one has begun in its place

    The arrays stay the same objects; a step writes them anew. In a game whose moves are chosen part by part (game.by_parts)
    the same seat is asked again until its move is whole."""

    def __init__(self, game, n, seed=1, seats=None, observe=True, **options):
        from .games import game as game_of
        self.game = game_of(game) if isinstance(game, str) else game
        if not isinstance(n, int) or not 0 < n <= 1 << 24:
            raise WrongUse("a batch has 1 to 2**24 matches")
        setup = self.game.setup(seed, seats, options)
        self.n, self.seats = n, setup.n_seats
        self.players = numpy.zeros(n, numpy.int32)
        self.observations = numpy.zeros((n, self.game.encoded_size), numpy.uint8) if observe else None
        self.masks = numpy.zeros((n, self.game.n_actions), numpy.uint8)
        self.rewards = numpy.zeros((n, self.seats), numpy.float32)
        self.dones = numpy.zeros(n, numpy.uint8)
        self._memory = memory(lib.cr_batch_bytes(self.game._game, n))
        self._batch = ffi.new("cr_batch *")
        self._batch.game, self._batch.setup, self._batch.n = self.game._game, setup[0], n
        self._batch.memory = self._memory
        # The arrays are the library's to write: nobody may take their memory away while it does.
        self._hold = [ffi.from_buffer(array) for array in (self.players, self.masks, self.rewards, self.dones)]
        self._batch.players = ffi.cast("int32_t *", self._hold[0])
        self._batch.masks = ffi.cast("uint8_t *", self._hold[1])
        self._batch.rewards = ffi.cast("float *", self._hold[2])
        self._batch.dones = ffi.cast("uint8_t *", self._hold[3])
        if observe:
            self._hold.append(ffi.from_buffer(self.observations))
            self._batch.observations = ffi.cast("uint8_t *", self._hold[-1])
        self._thread = threading.get_ident()
        check(lib.cr_batch_start(self._batch))

    moves = property(lambda self: self._batch.moves)
    matches = property(lambda self: self._batch.matches)

    def step(self, actions):
        """Takes one legal number for each match. One that is not legal raises, and nothing has changed."""
        if threading.get_ident() != self._thread:
            raise Closed("this batch belongs to another thread")
        actions = numpy.ascontiguousarray(actions, numpy.int32)
        if actions.shape != (self.n,):
            raise WrongUse(f"actions must be one number for each of the {self.n} matches")
        wrong = lib.cr_batch_step(self._batch, ffi.cast("const int32_t *", ffi.from_buffer(actions)))
        if wrong != self.n:
            raise WrongUse(f"match {wrong}: {actions[wrong]} is not legal there")

    def random_actions(self, chance):
        """A legal number for each match, each with the same chance, by a numpy Generator and the masks."""
        if self.game.n_actions <= 64:
            return _pick_few(self.masks, chance)
        return _pick_many(self.masks, chance)

    def __repr__(self):
        return f"<Batch of {self.n} matches of {self.game.name}, {self.matches} ended, {self.moves} moves>"


def _pick_few(masks, chance):
    """By a table over all sets of eight numbers: which is the k-th of them."""
    n = len(masks)
    bits = numpy.packbits(masks, axis=1, bitorder="little")  # n × bytes
    counts = _COUNTS[bits]
    total = counts.sum(axis=1)
    k = (chance.random(n, dtype=numpy.float32) * total).astype(numpy.int64)
    numpy.minimum(k, total - 1, out=k)
    out = numpy.zeros(n, numpy.int32)
    found = numpy.zeros(n, bool)
    for column in range(bits.shape[1]):
        here = counts[:, column]
        is_here = ~found & (k < here)
        picked = _NTH[bits[:, column], numpy.where(is_here, k, 0)]
        numpy.copyto(out, picked + 8 * column, where=is_here)
        found |= is_here
        k -= numpy.where(found, 0, here)
    return out


def _pick_many(masks, chance):
    return (chance.random(masks.shape, dtype=numpy.float32) * masks).argmax(axis=1).astype(numpy.int32)


_COUNTS = numpy.array([bin(byte).count("1") for byte in range(256)], numpy.int64)
_NTH = numpy.zeros((256, 9), numpy.int32)
for _byte in range(256):
    for _k, _bit in enumerate(bit for bit in range(8) if _byte >> bit & 1):
        _NTH[_byte, _k] = _bit
