"""Level two: the contracts that users of OpenSpiel and PettingZoo rely on."""
import random

import numpy
import pytest

import croupier
from croupier import aec, spiel


def play_spiel(name, seed, sequential=False):
    chance = random.Random(seed)
    game = spiel.SpielGame(name, sequential=sequential)
    state = game.new_initial_state(seed)
    n = 0
    while not state.is_terminal():
        n += 1
        assert n < 20000
        player = state.current_player()
        if state.is_simultaneous_node():
            assert player == spiel.SIMULTANEOUS
            actions = []
            for p in range(game.num_players()):
                legal = state.legal_actions(p)
                assert legal == sorted(set(legal)) and all(0 <= a < game.num_distinct_actions() for a in legal)
                actions.append(chance.choice(legal) if legal else 0)
            state.apply_actions(actions)
        else:
            legal = state.legal_actions()
            assert legal and legal == state.legal_actions(player)
            assert [i for i, x in enumerate(state.legal_actions_mask(player)) if x] == legal
            others = [p for p in range(game.num_players()) if p != player]
            assert sequential or not any(state.legal_actions(p) for p in others)
            state.apply_action(chance.choice(legal))
    assert state.current_player() == spiel.TERMINAL and state.legal_actions() == []
    assert len(state.returns()) == game.num_players()
    return state


def test_spiel_plays_every_game(game):
    for sequential in (False, True):
        a, b = (play_spiel(game.name, 5, sequential) for _ in range(2))
        assert a.history() == b.history() and a.returns() == b.returns()


def test_spiel_states(game):
    of = spiel.SpielGame(game.name)
    state = of.new_initial_state(3)
    assert len(state.information_state_tensor(0)) == of.information_state_tensor_size()
    assert all(0 <= x <= 1 for x in state.information_state_tensor(0))
    assert state.information_state_string(0) != "" and not state.is_chance_node()
    other = state.clone()
    if state.is_simultaneous_node():
        state.apply_actions([(state.legal_actions(p) or [0])[0] for p in range(of.num_players())])
    else:
        state.action_to_string(state.legal_actions()[0])
        state.apply_action(state.legal_actions()[0])
    assert other.history() == [] and str(other) != str(state)
    again = spiel.load_state(of, state.serialize()) if not of._game.by_parts else None
    assert again is None or str(again) == str(state)
    fits = other.resample_from_infostate(0, random.Random(1).random)
    assert fits.observation_string(0) == other.observation_string(0)
    with pytest.raises(croupier.WrongUse):
        other.apply_actions([-1] * of.num_players()) if other.is_simultaneous_node() else other.apply_action(-1)
    with pytest.raises(croupier.WrongUse):
        other.apply_actions([999999] * of.num_players()) if other.is_simultaneous_node() else other.apply_action(999999)


def test_aec_plays_every_game(game):
    chance = numpy.random.default_rng(1)
    env = aec.env(game.name, seed=7, render_mode="ansi")
    env.reset()
    assert env.agents == env.possible_agents and env.max_num_agents == game.seats[0] and env.render()
    n, ends = 0, {}
    for agent in env.agent_iter():
        n += 1
        assert n < 30000 and agent == env.agent_selection and agent in env.agents
        observation, reward, termination, truncation, info = env.last()
        assert not truncation and info == {}
        if termination:
            ends[agent] = reward
            with pytest.raises(croupier.WrongUse):
                env.step(0)
            env.step(None)
            continue
        space = env.observation_space(agent)
        assert space["observation"].contains(observation["observation"]) and reward == 0
        mask = observation["action_mask"]
        assert mask.any() and env.action_space(agent).n == len(mask)
        action = env.action_space(agent).sample(mask, chance)
        assert mask[action]
        env.step(action)
    assert not env.agents and set(ends) == set(env.possible_agents)
    env.reset(seed=7)
    assert env.agents == env.possible_agents
    with pytest.raises(croupier.WrongUse):
        env.step(None)
    with pytest.raises(NotImplementedError):
        env.state()


def test_aec_others_see_no_mask():
    env = aec.env("duel", seed=1)
    env.reset()
    first, second = env.agent_selection, env.possible_agents[1]
    assert env.observe(first)["action_mask"].any() and not env.observe(second)["action_mask"].any()
    before = env.observe(second)["observation"].tobytes()
    env.step(int(env.observe(first)["action_mask"].nonzero()[0][0]))
    # That seat 0 has answered is seen, its card is not.
    after = env.observe(second)["observation"].tobytes()
    different = [croupier.game("duel").encoded_names[i] for i in range(len(before)) if before[i] != after[i]]
    assert set(different) <= {"question.open"}
