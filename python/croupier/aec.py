"""For people who know PettingZoo: an agent-environment cycle over our matches, without depending on it.

    from croupier import aec

    env = aec.env("liap-tui", seed=1)
    env.reset()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else chance.choice(observation["action_mask"].nonzero()[0])
        env.step(action)

An observation is a dict: "observation", the view of the agent's seat as uint8 (game.encoded_names), and "action_mask". Agents
that answer a sealed question act one after the other and see nothing of each other. In a game whose moves are chosen part by
part an agent is selected again until its move is whole."""
import numpy

from .errors import WrongUse
from .spiel import SpielGame


class Space:
    """As much of a space as an environment needs: Discrete(n), or bytes of a fixed length."""

    def __init__(self, shape, n=None):
        self.shape, self.n = shape, n
        self.dtype = numpy.int64 if n is not None else numpy.uint8

    def contains(self, x):
        if self.n is not None:
            return isinstance(x, (int, numpy.integer)) and 0 <= int(x) < self.n
        return isinstance(x, numpy.ndarray) and x.shape == self.shape and x.dtype == self.dtype

    def sample(self, mask=None, chance=None):
        chance = chance or numpy.random.default_rng()
        if self.n is None:
            return chance.integers(0, 256, self.shape, numpy.uint8)
        return int(chance.choice(numpy.flatnonzero(mask))) if mask is not None else int(chance.integers(self.n))

    def __repr__(self):
        return f"Discrete({self.n})" if self.n is not None else f"Box(0, 255, {self.shape}, uint8)"


class AECEnv:
    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game, seats=None, seed=None, render_mode=None, **options):
        self._spiel = SpielGame(game, seats=seats, sequential=True, **options)
        self.metadata = {**self.metadata, "name": f"{self._spiel._game.name}_v{self._spiel._game.rules_version}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{i}" for i in range(self._spiel.num_players())]
        self.agents = []
        self._seed = seed
        self._space = Space((), self._spiel.num_distinct_actions())
        self._shape = (self._spiel._game.encoded_size,)

    num_agents = property(lambda self: len(self.agents))
    max_num_agents = property(lambda self: len(self.possible_agents))
    unwrapped = property(lambda self: self)

    def action_space(self, agent):
        return self._space

    def observation_space(self, agent):
        return {"observation": Space(self._shape), "action_mask": Space((self._space.n,))}

    action_spaces = property(lambda self: {agent: self.action_space(agent) for agent in self.possible_agents})
    observation_spaces = property(lambda self: {agent: self.observation_space(agent) for agent in self.possible_agents})

    def reset(self, seed=None, options=None):
        self._seed = seed if seed is not None else self._seed
        self._state = self._spiel.new_initial_state(self._seed)
        if self._seed is not None:
            self._seed += 1  # the next match is another one
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        if self._state.is_terminal():
            for agent, score in zip(self.possible_agents, self._state.returns()):
                self.rewards[agent] = score
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._state.current_player()]

    def observe(self, agent):
        seat = self.possible_agents.index(agent)
        mask = numpy.zeros(self._space.n, numpy.uint8)
        if not self._state.is_terminal() and agent == self.agent_selection:
            mask = self._state._mask(seat)
        view = self._state._match.view(seat).encoded
        return {"observation": numpy.frombuffer(view, numpy.uint8).copy(), "action_mask": mask}

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise WrongUse("an agent that is done steps with None")
            self._leave(agent)
            return
        if action is None:
            raise WrongUse("an agent that is not done must act")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._state.apply_action(action)
        self._select()
        for one in self.agents:
            self._cumulative_rewards[one] += self.rewards[one]

    def _leave(self, agent):
        self.agents.remove(agent)
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            table.pop(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter=1 << 63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def state(self):
        raise NotImplementedError("there is no state without secrets: use observe")

    def render(self):
        return self._state._match.view().drawing() if self.render_mode == "ansi" else None

    def close(self):
        self._state = None

    def __str__(self):
        return self.metadata["name"]


def env(game, **options):
    """An environment of a game, by its name."""
    return AECEnv(game, **options)
