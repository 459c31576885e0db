"""What a seat gets through any of the three levels is exactly its view: in two worlds that look alike to it everything is
the same, and what it is told by the same move of its own is the same."""
import random

import numpy

import croupier
from croupier import aec, spiel
from conftest import LONG, walk


def everything(match, seat):
    """All that level one gives a seat, and the bytes of levels two and three, which encode the same match."""
    out = [str(match.view(seat)), match.view(seat).json, match.view(seat).drawing(), match.view(seat).encoded]
    question = match.question(seat)
    out.append(question and (question.kind, question.form, question.asked, question.deciders, question.text, question.budget_ms))
    if not match.is_over and seat < match.seats and seat in match.deciders:
        out += [[str(move) for move in match.offers(seat, 300)], match.boxes(seat), mask(match, seat)]
        for words in ("pass", "nothing", "pick 1", "pick 13"):
            refusal = match.judge(words, seat=seat)
            out.append(repr(refusal))
    return out


def mask(match, seat):
    state = spiel.SpielState.__new__(spiel.SpielState)
    state._of, state._match, state._making, state._history = spiel.SpielGame(match.game, seats=match.seats), match, {}, []
    return state._mask(seat).tobytes(), state.information_state_tensor(seat), state.observation_string(seat)


def test_worlds_that_look_alike_look_alike_here(game):
    pairs = 0
    for seed in range(6 * LONG):
        for i, match in enumerate(walk(game, seed, 40)):
            seat = random.Random(seed * 1000 + i).randrange(match.seats)
            other = match.view(seat).imagine(seed * 7919 + i)
            assert everything(match, seat) == everything(other, seat)
            pairs += other.hash != match.hash
    assert pairs > 10  # they were different worlds


def test_levels_two_and_three_show_the_view_and_nothing_else(game):
    """An observation is the encoding of the view of the seat that acts, byte for byte."""
    chance = numpy.random.default_rng(1)
    env = aec.env(game.name, seed=3)
    env.reset()
    for _, agent in zip(range(120), env.agent_iter()):
        observation, _, termination, _, _ = env.last()
        if termination:
            break
        seat = env.possible_agents.index(agent)
        assert observation["observation"].tobytes() == env._state._match.view(seat).encoded
        env.step(env.action_space(agent).sample(observation["action_mask"], chance))


def test_a_planted_peek_is_found():
    """The check can fail: a view of another seat is not the same in both worlds."""
    found = False
    for match in walk(croupier.game("duel"), 1, 20):
        other = match.view(0).imagine(5)
        found |= str(match.view(1)) != str(other.view(1))
    assert found
