#!/usr/bin/env python3
"""`baseline` against `random`, with an interval: python3 series.py [GAME] [MATCHES]"""
import sys

import croupier


def main(name="duel", n=400):
    game = croupier.game(name)
    bots = ["baseline"] + ["random"] * (game.seats[0] - 1)
    result = croupier.arena(game, bots, int(n))
    low, high = result.interval(0)
    print(result)
    print(f"{name}: baseline wins {100 * result.share(0):.1f} % of {n} matches, 95 % interval {100 * low:.1f} to {100 * high:.1f}")
    return low, high


if __name__ == "__main__":
    main(*sys.argv[1:])
