"""Level three: batches are the same matches as one at a time, and refuse what is not legal."""
import threading

import numpy
import pytest

import croupier
from croupier import spiel
from croupier.library import ffi, lib
from conftest import LONG


def alone(game, seed, i):
    """The i-th match of a batch, as a state of level two."""
    setup = game.setup(seed)
    out = ffi.new("uint8_t[32]")
    lib.cr_seed_derive(setup.seed, i, out)
    return spiel.SpielGame(game, sequential=True).new_initial_state(bytes(ffi.buffer(out)))


def test_a_batch_is_its_matches(game):
    n, chance = 8, numpy.random.default_rng(5)
    batch = croupier.Batch(game, n, seed=9)
    states = [alone(game, 9, i) for i in range(n)]
    started = n
    for _ in range(150):
        for i, state in enumerate(states):
            assert batch.players[i] == state.current_player()
            assert (batch.masks[i] == state._mask(state.current_player())).all()
            assert batch.observations[i].tobytes() == state._match.view(int(batch.players[i])).encoded
        actions = batch.random_actions(chance)
        batch.step(actions)
        for i, state in enumerate(states):
            state.apply_action(int(actions[i]))
            assert batch.dones[i] == state.is_terminal()
            if state.is_terminal():
                assert batch.rewards[i].tolist() == state.returns()
                states[i] = alone(game, 9, started)
                started += 1
            else:
                assert not batch.rewards[i].any()
    assert batch.matches == started - n and game.name in repr(batch)


def test_wrong_actions_change_nothing():
    batch = croupier.Batch("duel", 4)
    before = batch.observations.copy()
    for wrong in (-1, 16, 1 << 30, int(numpy.flatnonzero(batch.masks[3] == 0)[0])):
        actions = numpy.array([numpy.flatnonzero(mask)[0] for mask in batch.masks])
        actions[3] = wrong
        with pytest.raises(croupier.WrongUse, match="match 3"):
            batch.step(actions)
        assert batch.moves == 0 and (batch.observations == before).all()
    for shape in (3, 5, 0):
        with pytest.raises(croupier.WrongUse):
            batch.step(numpy.zeros(shape, numpy.int32))
    for n in (0, -1, 1 << 25, "4"):
        with pytest.raises(croupier.WrongUse):
            croupier.Batch("duel", n)
    # The masks are told, not asked: writing into them allows nothing.
    batch.masks[:] = 1
    actions = numpy.full(4, int(numpy.flatnonzero(croupier.Batch("duel", 4).masks[0] == 0)[0]), numpy.int32)
    with pytest.raises(croupier.WrongUse):
        batch.step(actions)


def test_a_batch_belongs_to_its_thread():
    batch, wrong = croupier.Batch("duel", 2), []

    def elsewhere():
        try:
            batch.step(batch.random_actions(numpy.random.default_rng(1)))
        except croupier.Closed as why:
            wrong.append(why)
    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert wrong and batch.moves == 0


def test_random_actions_are_fair():
    batch, chance = croupier.Batch("duel", 1), numpy.random.default_rng(1)
    legal = numpy.flatnonzero(batch.masks[0])
    drawn = numpy.concatenate([batch.random_actions(chance) for _ in range(20000)])
    counts = numpy.array([(drawn == a).sum() for a in legal])
    assert counts.sum() == 20000
    expected = 20000 / len(legal)
    assert ((counts - expected) ** 2 / expected).sum() < 45  # chi-square, 12 degrees: one in 100,000


def test_many_steps_of_every_game(game):
    chance = numpy.random.default_rng(2)
    batch = croupier.Batch(game, 32, seed=3)
    for _ in range(300 * LONG):
        batch.step(batch.random_actions(chance))
    assert batch.moves > 0
