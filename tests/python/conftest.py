"""What the tests share: every game, the examples' modules where they are built, and random matches."""
import os
import random
import sys

import pytest

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "python"))
sys.path.insert(0, os.path.join(TOP, "python", "examples"))
sys.path.insert(0, os.path.join(TOP, "tests", "e2e"))

import croupier  # noqa: E402

MODULES = os.environ.get("CROUPIER_MODULES", "")
PROGRAM = os.environ.get("CROUPIER_PROGRAM", os.path.join(TOP, "build", "croupier"))
LONG = int(os.environ.get("CROUPIER_LONG", "1"))  # times so much

if MODULES:
    for name in sorted(os.listdir(MODULES)):
        if name.endswith(".so"):
            croupier.load(os.path.join(MODULES, name))

GAMES = sorted(croupier.games())


@pytest.fixture(params=GAMES)
def game(request):
    return croupier.game(request.param)


def walk(game, seed, most=400, **more):
    """A match at every question of random play."""
    chance = random.Random(seed)
    match = game.start(seed=seed, **more)
    for _ in range(most):
        if match.is_over:
            return
        yield match
        seats = [seat for seat in match.deciders if seat < match.seats]
        move = match.sample(chance.choice(seats)) if seats else None
        if move is None or not match.play(move):
            match.idle()
