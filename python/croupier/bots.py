"""Bots in Python: against ours in one process (arena), and as a program for `croupier sim --bots exec:…` (ExecBot).

A bot in this process is a function: bot(view, question, offers) -> Move. It gets what its seat may know and nothing else."""
import json
import math
import random
import sys

from .errors import WrongUse


def _answer(match, seat, bot, chance):
    if isinstance(bot, str):
        return match.bot(seat, bot)
    offers = match.offers(seat)
    return bot(match.view(seat), match.question(seat), offers) if offers else None


def _winners(scores):
    best = max(scores)
    return [seat for seat, score in enumerate(scores) if score == best]


def play(game, bots, seed=None, **options):
    """One match between bots, names of ours or functions, by seat. Returns the match, over."""
    match = game.start(seed=seed, seats=len(bots), events=False, **options)
    chance = random.Random(seed if isinstance(seed, int) else None)
    while not match.is_over:
        seats = [seat for seat in match.deciders if seat < len(bots)]
        chance.shuffle(seats)  # of those who may react at once chance says who is first
        move = _answer(match, seats[0], bots[seats[0]], chance) if seats else None
        if move is None or not match.play(move):
            match.idle(seats[0] if seats else None)
    return match


class Result:
    """Of a series: matches, and for each bot how many it won, shared ones counted in parts, with a 95 % interval (Wilson's)."""

    def __init__(self, names, won, n):
        self.names, self.won, self.n = names, won, n

    def share(self, i):
        return self.won[i] / self.n

    def interval(self, i, z=1.959964):
        p, n = self.share(i), self.n
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half, middle + half

    def __repr__(self):
        rows = (f"{name}: {100 * self.share(i):.1f} % ({100 * self.interval(i)[0]:.1f} to {100 * self.interval(i)[1]:.1f})"
                for i, name in enumerate(self.names))
        return f"<{self.n} matches: {'; '.join(rows)}>"


def arena(game, bots, n=100, seed=1, **options):
    """A series between bots that change seats from match to match. Names of ours or functions."""
    if len(bots) not in game.seats:
        raise WrongUse(f"{game.name} is not played by {len(bots)}")
    won = [0.0] * len(bots)
    for i in range(n):
        order = [(seat + i) % len(bots) for seat in range(len(bots))]
        best = _winners(play(game, [bots[k] for k in order], seed=seed * 1_000_003 + i, **options).scores)
        for seat in best:
            won[order[seat]] += 1 / len(best)
    return Result([bot if isinstance(bot, str) else getattr(bot, "__name__", "bot") for bot in bots], won, n)


class ExecBot:
    """A program that plays for `croupier sim`, by the protocol of docs/bots.md. Write `choose` and call `run`:

        class Mine(croupier.ExecBot):
            def choose(self, ask):
                return max(ask["moves"])

        Mine().run()

    `ask` has question, view, moves and all; `self.seat`, `self.hello` and `self.random` are there. None plays the default."""

    def __init__(self, lines=None, out=None):
        self._lines, self._out = lines or sys.stdin, out or sys.stdout
        self.hello, self.match, self.seat, self.random = None, None, None, random.Random()

    def choose(self, ask):
        return self.random.choice(ask["moves"]) if ask["moves"] else None

    def refused(self, ask, why):
        """The last answer was no legal move: another one, or None."""
        return None

    def ended(self, scores):
        """A match is over."""

    def _say(self, **message):
        print(json.dumps(message), file=self._out, flush=True)

    def run(self):
        ask = None
        for line in self._lines:
            message = json.loads(line)
            kind = message.get("type")
            if kind == "hello":
                self.hello = message
                self._say(type="ready")
            elif kind == "match":
                self.match, self.seat = message["match"], message["seat"]
                self.random = random.Random(message["seed"])
            elif kind == "ask":
                ask = message
                self._say(type="move", id=ask["id"], move=self.choose(ask))
            elif kind == "refused":
                self._say(type="move", id=message["id"], move=self.refused(ask, message))
            elif kind == "end":
                self.ended(message["score"])
