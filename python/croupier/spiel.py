"""For people who know OpenSpiel: the same words over our matches, without depending on it.

    from croupier import spiel

    game = spiel.load_game("duel")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([random.choice(state.legal_actions(p)) for p in range(game.num_players())])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    print(state.returns())

Chance is the referee's: a state draws by its seed and never stops at a chance node (OpenSpiel's "sampled stochastic").
Sealed questions to several seats are simultaneous nodes; apply_action(a) with one of them at a time is possible too (see
`sequential`). In a game whose moves are chosen part by part one player acts several times in a row."""
import json
import random

from .errors import WrongUse
from .games import game as game_of
from .library import ffi, lib
from .matches import Move

SIMULTANEOUS, TERMINAL, INVALID = -2, -4, -3


class SpielGame:
    def __init__(self, name, seats=None, sequential=False, **options):
        self._game = game_of(name) if isinstance(name, str) else name
        self._seats, self._options, self._sequential = seats, options, sequential
        self._n = self._game.setup(0, seats, options).n_seats

    def num_players(self):
        return self._n

    def num_distinct_actions(self):
        return self._game.n_actions

    def max_game_length(self):
        return 1 << 20  # no match of any game is longer

    def information_state_tensor_size(self):
        return self._game.encoded_size

    def information_state_tensor_shape(self):
        return [self._game.encoded_size]

    observation_tensor_size, observation_tensor_shape = information_state_tensor_size, information_state_tensor_shape

    def get_type(self):
        return {"short_name": self._game.name, "long_name": self._game.title,
                "dynamics": "SEQUENTIAL" if self._sequential else "SIMULTANEOUS",
                "chance_mode": "SAMPLED_STOCHASTIC", "information": "IMPERFECT_INFORMATION",
                "min_num_players": self._game.seats[0], "max_num_players": self._game.seats[-1]}

    def new_initial_state(self, seed=None):
        match = self._game.start(seed=random.getrandbits(63) if seed is None else seed, seats=self._seats, **self._options)
        return SpielState(self, match)

    def __str__(self):
        return f"{self._game.name}({','.join(f'{k}={v}' for k, v in self._options.items())})"


def load_game(name, **options):
    """A game by its name, with options: load_game("duel", target=3)."""
    return SpielGame(name, **options)


class SpielState:
    def __init__(self, game, match):
        self._of, self._match, self._history = game, match, []
        self._making = {}
        self._settle()

    # A move in the making, for a player that is asked.
    def _begun(self, player):
        self._match._own()
        if player not in self._making:
            making = ffi.new("cr_making *")
            lib.cr_making_start(self._match._game, self._match._state, player, making)
            self._making[player] = making
        return self._making[player]

    def _settle(self):
        """What only the host is asked, or nothing but a matter of the table, gets its default."""
        while not self._match.is_over:
            players = self._players()
            if players and all(self._mask(p).any() for p in players):
                return
            self._match.idle()
            self._making.clear()

    def _players(self):
        return [seat for seat in self._match.deciders if seat < self._of._n]

    def _mask(self, player):
        import numpy
        mask = numpy.zeros(self._of._game.n_actions, numpy.uint8)
        lib.cr_making_mask(self._match._game, self._match._state, player, self._begun(player), ffi.cast("uint8_t *", ffi.from_buffer(mask)))
        return mask

    def is_terminal(self):
        return self._match.is_over

    def is_chance_node(self):
        return False

    def is_simultaneous_node(self):
        return not self._of._sequential and not self._match.is_over and len(self._players()) > 1

    def current_player(self):
        if self._match.is_over:
            return TERMINAL
        return SIMULTANEOUS if self.is_simultaneous_node() else self._players()[0]

    def legal_actions(self, player=None):
        if self._match.is_over:
            return []
        player = self._players()[0] if player is None else player
        if player not in self._players():
            return []
        return [int(a) for a in self._mask(player).nonzero()[0]]

    def legal_actions_mask(self, player=None):
        if self._match.is_over:
            return [0] * self._of._game.n_actions
        player = self._players()[0] if player is None else player
        return [int(x) for x in self._mask(player)] if player in self._players() else [0] * self._of._game.n_actions

    def _take(self, player, action):
        """Plays a number; True once the move is whole."""
        if not hasattr(action, "__index__"):
            raise WrongUse(f"an action is a number, not {action!r}")
        action = int(action)
        mask = self._mask(player)
        if not 0 <= action < len(mask) or not mask[action]:
            raise WrongUse(f"{action} is no legal action of player {player}")
        move, ticket = ffi.new("cr_move *"), lib.cr_asked_now(self._match._state).ticket
        self._history.append((player, action))
        if not lib.cr_making_take(self._match._game, self._match._state, player, self._begun(player), action, move):
            return False
        if not self._match.play(Move(self._of._game, move)):
            raise WrongUse(f"{action} is no legal action of player {player}")
        self._making.pop(player, None)
        if lib.cr_asked_now(self._match._state).ticket != ticket:
            self._making.clear()  # others have not begun anything of the new question
        return True

    def apply_action(self, action):
        if self._match.is_over:
            raise WrongUse("the match is over")
        if self.is_simultaneous_node():
            raise WrongUse("several players act at once: use apply_actions")
        self._take(self._players()[0], action)
        self._settle()

    def apply_actions(self, actions):
        """One action for each player; those who do not act may have any number. In a game of parts a player whose move is not
        whole acts again, alone, before anybody sees anything."""
        if not self.is_simultaneous_node():
            raise WrongUse("one player acts here: use apply_action")
        players = self._players()
        for player in players:
            mask = self._mask(player)
            if not 0 <= int(actions[player]) < len(mask) or not mask[int(actions[player])]:
                raise WrongUse(f"{actions[player]} is no legal action of player {player}")
        for player in players:
            if player in self._players():  # an answer of another may have closed the question
                self._take(player, int(actions[player]))
        self._settle()

    def action_to_string(self, player, action=None):
        """What an action means; in a game of parts the part alone."""
        player, action = (self.current_player(), player) if action is None else (player, action)
        if self._of._game.by_parts:
            making = self._begun(player)
            return self._of._game.kinds[action] if making.n == 0 and action < len(self._of._game.kinds) else str(action)
        move, making = ffi.new("cr_move *"), ffi.new("cr_making *")
        lib.cr_making_start(self._match._game, self._match._state, player, making)
        lib.cr_making_take(self._match._game, self._match._state, player, making, action, move)
        return str(Move(self._of._game, move))

    def returns(self):
        return [float(x) for x in self._match.scores] if self._match.is_over else [0.0] * self._of._n

    def rewards(self):
        return self.returns()

    def player_return(self, player):
        return self.returns()[player]

    def history(self):
        return [action for _, action in self._history]

    def full_history(self):
        return list(self._history)

    def information_state_string(self, player):
        """Everything the player was told and its view now: with perfect recall two states look alike to it exactly if these
        are the same."""
        return "\n".join(str(event) for event in self._match.events(player)) + "\n" + str(self._match.view(player))

    def observation_string(self, player):
        return str(self._match.view(player))

    def information_state_tensor(self, player):
        """The view as numbers from 0 to 1, one for each byte of its encoding (game.encoded_names)."""
        return [byte / 255 for byte in self._match.view(player).encoded]

    observation_tensor = information_state_tensor

    def clone(self):
        other = SpielState.__new__(SpielState)
        other._of, other._match, other._history = self._of, self._match.copy(), list(self._history)
        other._making = {player: ffi.new("cr_making *", making[0]) for player, making in self._making.items()}
        return other

    def resample_from_infostate(self, player, sampler):
        """A state that the player could as well be in; `sampler()` gives numbers from 0 to 1."""
        other = SpielState.__new__(SpielState)
        other._of, other._history, other._making = self._of, list(self._history), {}
        other._match = self._match.view(player).imagine(int(sampler() * (1 << 53)))
        return other

    def serialize(self):
        """Text that load_state reads; as secret as the state."""
        return json.dumps({"record": bytes(self._match.record).hex()})

    def __str__(self):
        return self._match.position


def load_state(game, text):
    """The state of serialize()."""
    from .records import Record
    record = Record(bytes.fromhex(json.loads(text)["record"]))
    match = record.match()
    for _, at, move in record.moves():
        match.play(move, at=at)
    return SpielState(game, match)
