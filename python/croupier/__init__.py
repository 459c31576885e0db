"""Croupier in Python: a referee for games with secrets.

    import croupier

    game = croupier.game("duel")
    match = game.start(seed=7)
    while not match.is_over:
        seat = match.deciders[0]
        match.play(match.offers(seat)[0])
    print(match.scores)

Three levels:

  objects      Game, Match, View, Move, Question, Refusal, Event, Record: here
  habits       croupier.spiel (like OpenSpiel), croupier.aec (like PettingZoo)
  batches      croupier.Batch: thousands of matches as numpy arrays

A Match is the referee: it knows everything. What leaves it for a player are views, questions, offers and told events."""

from .errors import Broken, Closed, CroupierError, WrongUse
from .games import Game, Option, game, games, load
from .matches import Event, Match, Move, Question, Refusal, View
from .records import Record, replay
from .bots import ExecBot, arena
from .batch import Batch
from .library import version

SPECTATOR = 13
HOST = 14

__version__ = version()
__all__ = ["Batch", "Broken", "Closed", "CroupierError", "Event", "ExecBot", "Game", "HOST", "Match", "Move", "Option", "Question",
           "Record", "Refusal", "SPECTATOR", "View", "WrongUse", "arena", "game", "games", "load", "replay"]
