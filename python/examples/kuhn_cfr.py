#!/usr/bin/env python3
"""Kuhn poker solved by tabular CFR, with the referee as the only one who knows the rules: python3 kuhn_cfr.py KUHN.so [ITERATIONS]

The six deals are found by their seeds; in each the tree is walked by copies of the match. An information set is what its
player was told. The value of the game for the first player is -1/18."""
import itertools
import sys

import croupier


def deals(game):
    """One match for each deal: seeds are tried until all have come."""
    found, seed = {}, 0
    while len(found) < 6:
        match = game.start(seed=seed)
        found.setdefault((str(match.view(0)), str(match.view(1))), match)
        seed += 1
    return list(found.values())


class Set:
    def __init__(self, moves):
        self.moves, self.regret, self.total = moves, [0.0] * len(moves), [0.0] * len(moves)

    def policy(self):
        positive = [max(r, 0.0) for r in self.regret]
        whole = sum(positive)
        return [r / whole for r in positive] if whole else [1 / len(self.moves)] * len(self.moves)

    def mean(self):
        whole = sum(self.total)
        return [t / whole for t in self.total] if whole else [1 / len(self.moves)] * len(self.moves)


class Node:
    """A place in the tree: whose turn, which set, where each move leads; or the result."""

    def __init__(self, match, sets):
        self.value = match.scores[0] - match.scores[1] if match.is_over else None
        if match.is_over:
            self.value /= 2
            return
        self.seat = match.deciders[0]
        offers = match.offers(self.seat)
        key = self.seat, "\n".join(map(str, match.events(self.seat)))
        self.set = sets.setdefault(key, Set([str(move) for move in offers]))
        self.children = []
        for move in offers:
            after = match.copy()
            after.play(move)
            self.children.append(Node(after, sets))


def walk(node, reach):
    """The value for seat 0; regrets are counted on the way."""
    if node.value is not None:
        return node.value
    policy, seat = node.set.policy(), node.seat
    values = []
    for p, child in zip(policy, node.children):
        values.append(walk(child, [r * p if i == seat else r for i, r in enumerate(reach)]))
    mean = sum(p * v for p, v in zip(policy, values))
    sign = 1 if seat == 0 else -1
    for i, value in enumerate(values):
        node.set.regret[i] += reach[1 - seat] * sign * (value - mean)
        node.set.total[i] += reach[seat] * policy[i]
    return mean


def value_of(node):
    return node.value if node.value is not None else sum(p * value_of(c) for p, c in zip(node.set.mean(), node.children))


def main(path, iterations=2000):
    game = croupier.load(path)
    sets = {}
    roots = [Node(match, sets) for match in deals(game)]
    for _ in range(int(iterations)):
        for root in roots:
            walk(root, [1.0, 1.0])
    value = sum(value_of(root) for root in roots) / len(roots)
    print(f"{len(sets)} information sets, value {value:.4f} (exact: {-1 / 18:.4f})")
    return value


if __name__ == "__main__":
    main(*itertools.islice(sys.argv, 1, None))
