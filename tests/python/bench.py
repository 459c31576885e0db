#!/usr/bin/env python3
"""Moves a second of the Python package beside `croupier sim`, in turns, CPU time: tests/python/bench.py [PROGRAM]"""
import json
import os
import resource
import statistics
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "python"))
import numpy  # noqa: E402

import croupier  # noqa: E402


def batch_speed(observe, steps=600):
    chance, batch = numpy.random.default_rng(1), croupier.Batch("duel", 1024, observe=observe)
    for _ in range(50):
        batch.step(batch.random_actions(chance))
    moves, start = batch.moves, time.process_time()
    for _ in range(steps):
        batch.step(batch.random_actions(chance))
    return (batch.moves - moves) / (time.process_time() - start)


def play_time(n=20000):
    times, game = [], croupier.game("duel")
    while len(times) < n:
        match = game.start(seed=len(times))
        while not match.is_over:
            move = match.sample(match.deciders[0])
            start = time.perf_counter()
            match.play(move)
            times.append(time.perf_counter() - start)
    return statistics.median(times)


def sim_speed(program):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([program, "sim", "duel", "-n", "60000", "--threads", "1", "--json"], capture_output=True, text=True, check=True)
    return json.loads(out.stdout)["moves"] / (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def main(program=os.path.join(TOP, "build", "croupier")):
    rows = [(batch_speed(True), batch_speed(False), sim_speed(program)) for _ in range(5)]
    seen, blind, sim = (statistics.median(column) for column in zip(*rows))
    print(f"batch of 1,024 duels, random by masks: {seen / 1e6:.2f} million moves a second with observations, {blind / 1e6:.2f} without")
    print(f"croupier sim duel: {sim / 1e6:.2f} million; ratio {seen / sim:.2f} and {blind / sim:.2f} (medians of five runs in turns)")
    print(f"Match.play of a prepared move: {play_time() * 1e6:.2f} µs in the middle")


if __name__ == "__main__":
    main(*sys.argv[1:])
