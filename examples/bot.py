#!/usr/bin/env python3
"""A bot for `croupier sim`, in any Python 3 with nothing but its standard library. docs/bots.md has the protocol.

    croupier sim duel --bots "exec:python3 examples/bot.py",random -n 200

It plays every game: at random where it knows nothing better, and duel with a thought. To make it yours, write a
function that takes the question and returns one of its moves, and put it in PLAYERS."""

import json
import random
import sys


def play_duel(ask, chance):
    """The highest card first; a parry or counter whenever there is one. The hand is ask["view"]["hand"]; the moves are
    the hand already, so they are enough here."""
    def rank(move):
        word, *card = move.split()
        return (word != "pass", int(card[0]) if card else 0)
    return max(ask["moves"], key=rank)


def play_anything(ask, chance):
    return chance.choice(ask["moves"]) if ask["moves"] else None  # None: play the default for me


PLAYERS = {"duel": play_duel}


def say(**message):
    print(json.dumps(message), flush=True)  # flush: a line in a buffer is silence


def main():
    player = play_anything
    chance = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            player = PLAYERS.get(message["game"], play_anything)
            say(type="ready")
        elif kind == "match":
            chance.seed(message["seed"])  # the same series, the same moves
        elif kind == "ask":
            say(type="move", id=message["id"], move=player(message, chance))
        elif kind == "refused":  # should not happen with a listed move; the time still runs
            print(f"refused: {message['code']} {message['rule']}", file=sys.stderr)
            say(type="move", id=message["id"], move=None)
        elif kind == "end":
            pass  # message["score"] is how it ended


if __name__ == "__main__":
    main()
