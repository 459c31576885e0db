#!/usr/bin/env python3
"""A small policy for duel, trained by numpy alone, that beats `random`: python3 train_duel.py [SECONDS]

A linear policy over the encoded view, a column of weights for each action, learns by REINFORCE: what it did in a match that it
won becomes more likely, what it did in one that it lost less."""
import sys
import time

import numpy

import croupier


def features(observations):
    """Bytes become numbers around 0 to 1; a constant goes with them."""
    x = observations.astype(numpy.float32) / 16
    numpy.minimum(x, 1, out=x)
    return numpy.concatenate([x, numpy.ones((len(x), 1), numpy.float32)], axis=1)


def choose(weights, x, masks, chance):
    """A legal action for each row, drawn by the policy, and how likely each was."""
    logits = x @ weights
    logits[masks == 0] = -1e9
    logits -= logits.max(axis=1, keepdims=True)
    p = numpy.exp(logits)
    p /= p.sum(axis=1, keepdims=True)
    drawn = (p.cumsum(axis=1) > chance.random((len(x), 1))).argmax(axis=1)
    return drawn.astype(numpy.int32), p


def train(seconds=8, n=512, rate=0.05, seed=1):
    """Seat 0 learns, seat 1 plays at random."""
    chance = numpy.random.default_rng(seed)
    batch = croupier.Batch("duel", n, seed=seed)
    weights = numpy.zeros((batch.game.encoded_size + 1, batch.game.n_actions), numpy.float32)
    length = 64  # longer than a match
    seen = numpy.zeros((length, n, weights.shape[0]), numpy.float32)
    steps = numpy.zeros((length, n, weights.shape[1]), numpy.float32)
    at = numpy.zeros(n, numpy.int64)  # decisions of the match so far
    end = time.process_time() + seconds
    while time.process_time() < end:
        x = features(batch.observations)
        actions, p = choose(weights, x, batch.masks, chance)
        mine = numpy.flatnonzero(batch.players == 0)
        actions = numpy.where(batch.players == 0, actions, batch.random_actions(chance))
        step = -p
        step[numpy.arange(n), actions] += 1
        seen[at[mine] % length, mine], steps[at[mine] % length, mine] = x[mine], step[mine]
        at[mine] += 1
        batch.step(actions)
        for i in numpy.flatnonzero(batch.dones):
            k = min(at[i], length)
            won = 1.0 if batch.rewards[i, 0] > batch.rewards[i, 1] else -1.0
            weights += rate * won / k * (seen[:k, i].T @ steps[:k, i])
            at[i] = 0
    return weights


def bot(weights):
    """The policy as a bot for croupier.arena: the likeliest move."""
    def policy(view, question, offers):
        x = features(numpy.frombuffer(view.encoded, numpy.uint8)[None])
        order = numpy.argsort(-(x @ weights)[0])
        by_number = {number_of(move): move for move in offers}
        return next(by_number[a] for a in order if a in by_number)
    return policy


def number_of(move):
    """The number of a move of duel (croupier/bind.h): kinds in order, the card inside its kind."""
    base = {"pass": 0, "pick": 1, "parry": 14, "counter": 15}[move.kind]
    return base + (move.arguments[0] if move.kind == "pick" else 0)


def main(seconds=8):
    weights = train(float(seconds))
    result = croupier.arena(croupier.game("duel"), [bot(weights), "random"], 400)
    print(result)
    return result.interval(0)[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
