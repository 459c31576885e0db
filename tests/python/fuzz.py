#!/usr/bin/env python3
"""Wrong use of the Python surface, at random, with the library under the address sanitizer: whatever is called, with whatever,
raises or answers and never crashes. tests/python/fuzz.py [CALLS] [SEED]"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import numpy  # noqa: E402

import croupier  # noqa: E402
from croupier import aec, spiel  # noqa: E402


def junk(chance, things):
    if chance.random() < 0.6:
        return chance.choice([0, 1, 0, 1, chance.choice(things)])  # what makes sense somewhere
    kind = chance.randrange(12)
    if kind < 4 and things:
        return chance.choice(things)
    return [None, True, chance.randint(-3, 20), chance.choice([-1, 1 << 31, 1 << 63, 1 << 64, 255, 256, 13, 14]), chance.random(), "",
            chance.choice(["pick 1", "pass", "\0", "é" * 300, "pick " + "9" * 40, "@1 pick 1", "x" * 5000]), os.urandom(chance.randrange(64)),
            [], {}, numpy.zeros(3), object()][kind]


METHODS = {
    croupier.Match: ["view", "question", "events", "offers", "boxes", "n_offers", "sample", "bot", "move", "judge", "play", "idle", "copy",
                     "close", "run_clock", "__repr__"],
    croupier.View: ["drawing", "imagine", "__str__", "__getitem__", "keys"],
    croupier.Move: ["__str__", "__bytes__", "__repr__"],
    croupier.Game: ["start", "position", "chart", "rule", "setup"],
    croupier.Record: ["check", "match", "moves"],
    croupier.Batch: ["step", "random_actions"],
    spiel.SpielState: ["apply_action", "apply_actions", "legal_actions", "information_state_tensor", "information_state_string", "clone",
                       "returns", "action_to_string", "resample_from_infostate", "observation_string", "serialize"],
    aec.AECEnv: ["step", "observe", "last", "reset", "render"],
}
ATTRIBUTES = ["scores", "hash", "deciders", "position", "record", "is_over", "due", "now", "encoded", "json", "arguments", "kind"]
FINE = (croupier.CroupierError, TypeError, ValueError, KeyError, IndexError, AttributeError, OverflowError, NotImplementedError, MemoryError)


def fresh(chance):
    game = croupier.game(chance.choice(sorted(croupier.games())))
    return chance.choice([
        lambda: game.start(seed=chance.randrange(1000)), lambda: game, lambda: croupier.Batch(game, chance.randint(1, 8)),
        lambda: spiel.SpielGame(game).new_initial_state(chance.randrange(1000)), lambda: begun(aec.env(game))])()


def begun(env):
    env.reset(seed=1)
    return env


def main(calls=20000, seed=1):
    chance = random.Random(int(seed))
    things, raised = [], 0
    for _ in range(int(calls)):
        if len(things) < 20 or chance.random() < 0.02:
            things.append(fresh(chance))
        thing = chance.choice(things)
        names = next((names for kind, names in METHODS.items() if isinstance(thing, kind)), [])
        try:
            if chance.random() < 0.15 or not names:
                result = getattr(thing, chance.choice(ATTRIBUTES))
            else:
                arguments = [junk(chance, things) for _ in range(chance.randrange(3))]
                if isinstance(thing, croupier.Game):
                    arguments = [a for a in arguments if not (isinstance(a, int) and a > 1 << 40)]
                result = getattr(thing, chance.choice(names))(*arguments)
            if isinstance(result, tuple(METHODS)) or isinstance(result, list) and result and isinstance(result[0], croupier.Move):
                things.append(result[0] if isinstance(result, list) else result)
        except FINE:
            raised += 1
        if len(things) > 60:
            del things[:30]
    print(f"{calls} calls, {raised} of them raised, nothing crashed")


if __name__ == "__main__":
    main(*sys.argv[1:])
