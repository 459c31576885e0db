#!/usr/bin/env -S python3 -B
"""Several servers under faults: `tests/e2e/cluster.py PROGRAM [FAULTS]`, `tests/e2e/cluster.py PROGRAM --guards`.

Three servers on a primary and a synchronous standby, behind a balancer, with matches being played. At random moments a server is
killed or stopped for longer than its lease, its line to the database is cut or falls silent, the primary is killed and the
standby promoted, everything is restarted. Every player writes down on disk what it was told before it goes on. In the end the
checker reads only that and the tables: no acknowledged move is missing or doubled, no update was shown that does not follow
from the log, numbers have no gaps, epochs never fall, every stream is whole; and every match went on within seconds.

With --guards guards are taken out (a program that is no release can), to see that the checker finds what they prevent."""

import argparse
import collections
import http.client
import json
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(TOP, "dist/cluster")]
from client import Closed, Server, WebSocket  # noqa: E402
from local import HOST, NODES, Cluster, Missing, wait_for  # noqa: E402

GO_ON_S = 10  # a match goes on within this time of a server's death
GO_ON_PRIMARY_S = 25  # of the primary's: promotion is in it
AGAIN_S = 0.15
MOVES_MAX = 6
SILENT_S = 2.0  # then a player asks; a patient one waits
SOFT = {"AWAY", "STOPPING", "NOT_STORED", "UNSURE", "FULL", "NO_MATCH"}


class Seat(threading.Thread):
    """Plays one seat of a match wherever it is; writes down what it is told before it does anything else."""

    def __init__(self, table, seat, token):
        super().__init__(daemon=True)
        self.table, self.seat, self.token = table, seat, token
        self.log = open(os.path.join(table.game.folder, f"{table.match}.{seat}"), "ab", buffering=0)
        self.chance = random.Random(f"{table.match}{seat}")
        self.n, self.last_id, self.pending, self.over, self.address = 0, 0, None, None, ""
        self.seen_at, self.fault, self.ws, self.moves, self.is_patient = time.monotonic(), None, None, 0, False
        self.latest, self.tries = {}, 0

    def write(self, word, text):
        self.log.write(f"{word} ".encode() + (text if isinstance(text, bytes) else str(text).encode()) + b"\n")

    def connect(self):
        self.ws = WebSocket(self.table.game.cluster.port, path=f"{self.address}/ws/{self.table.match}{f'?try={self.tries}' if self.tries else ''}",
                            timeout=SILENT_S)
        if self.ws.status != 101:
            raise Closed()
        self.ws.socket.settimeout(60 if self.is_patient else SILENT_S)
        self.ws.attach(self.table.match, self.token, after=self.n, view=False)

    def leave(self, address=""):
        if self.ws:
            self.ws.close()
        self.ws, self.address = None, address

    def answer(self, message):
        question, offers = message.get("question"), message.get("offers")
        if not (question and question["mine"] and offers and offers.get("moves")):
            return
        if self.pending and self.pending["ticket"] == question["ticket"]:
            return
        time.sleep(self.chance.uniform(0, self.table.game.think_s))
        self.last_id += 1
        self.pending = {"id": self.last_id, "ticket": question["ticket"], "move": self.chance.choice(offers["moves"])}
        self.write("sent", json.dumps(self.pending))
        self.ws.send("move", **self.pending)

    def step(self):
        line = self.ws.line()
        message = json.loads(line)
        kind = message["type"]
        if kind == "attached":
            self.moves = self.tries = 0
            self.last_id = max(self.last_id, message["last_id"])
            if self.pending and message["last_id"] >= self.pending["id"]:
                self.write("ack", self.pending["id"])  # it was taken, and we are told so now
                self.pending = None
            elif self.pending:
                self.ws.send("move", **self.pending)
        elif kind == "update":
            self.write("update", line)
            assert message["n"] == self.n + 1, (message["n"], self.n)
            self.n, self.over, self.seen_at, self.latest = message["n"], message.get("over"), time.monotonic(), message
            self.answer(message)
        elif kind == "ack":
            self.write("ack", message["id"])
            if self.pending and self.pending["id"] == message["id"]:
                self.pending = None
        elif kind == "refused":
            self.pending = None  # a default was quicker
            if self.is_patient:
                self.answer(self.latest)
        elif kind == "moved":
            self.moves += 1
            self.leave(message.get("address", "") if self.moves < MOVES_MAX else "")
            if self.moves >= MOVES_MAX or not self.address:
                self.moves = 0
                time.sleep(AGAIN_S)
        elif kind == "trouble" and self.is_patient and self.pending and message["code"] == "NOT_STORED":
            time.sleep(AGAIN_S)  # stays with a server that others have given up
            self.ws.send("move", **self.pending)
        elif kind == "trouble":
            assert message["code"] in SOFT, message
            self.leave()
            time.sleep(AGAIN_S)

    def run(self):
        while not self.over and not self.table.game.is_stopping:
            try:
                if self.ws is None:
                    self.connect()
                self.step()
            except (OSError, Closed, socket.timeout, IndexError, ValueError):
                self.leave()
                self.tries += 1
                time.sleep(AGAIN_S)
            except AssertionError as fault:
                self.fault = fault
                break
        self.leave()


class Table(threading.Thread):
    """A match with its two players; made wherever a server takes it."""

    def __init__(self, game):
        super().__init__(daemon=True)
        self.game, self.match, self.tokens, self.seats = game, None, {}, []
        self.start()

    def run(self):
        order = json.dumps({"game": "duel", "seats": ["me", "me"], "options": {"parries": 1, "target": 60}, "patience": 0})
        while not self.game.is_stopping:
            try:
                connection = http.client.HTTPConnection(HOST, self.game.cluster.port, timeout=SILENT_S)
                connection.request("POST", "/api/matches", order)
                reply = connection.getresponse()
                made = json.loads(reply.read())
                connection.close()
                if reply.status == 201:
                    self.match, self.tokens = made["match"], {int(k): v for k, v in made["tokens"].items()}
                    seats = [Seat(self, i, self.tokens[i]) for i in range(2)]
                    seats[0].is_patient = self.game.has_patient
                    for seat in seats:
                        seat.start()
                    self.seats = seats
                    return
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(AGAIN_S)

    def is_over(self):
        return bool(self.seats) and all(seat.over for seat in self.seats)


class Game:
    """Matches being played on a cluster, and what was found out about them."""

    def __init__(self, cluster, matches, think_s=0.03, has_patient=False):
        self.cluster, self.think_s, self.has_patient, self.is_stopping = cluster, think_s, has_patient, False
        self.folder = os.path.join(cluster.folder, "players")
        os.makedirs(self.folder, exist_ok=True)
        self.all = []
        self.tables = [self.open() for _ in range(matches)]
        self.pauses = []
        for table in self.tables:
            table.join(30)

    def open(self):
        table = Table(self)
        self.all.append(table)
        return table

    def turn(self):
        """Tables that are over make room for new ones; a fault of a player ends it all."""
        for i, table in enumerate(self.tables):
            for seat in table.seats:
                if seat.fault:
                    raise SystemExit(f"cluster: {table.match} seat {seat.seat}: {seat.fault}")
            if table.is_over():
                self.tables[i] = self.open()

    def expect_all_go_on(self, since, seconds, what):
        """Every match has shown something new since then."""
        end = since + seconds
        while True:
            self.turn()
            late = [t for t in self.tables if t.seats and not t.is_over() and max(s.seen_at for s in t.seats) <= since]
            now = time.monotonic()
            if not late:
                self.pauses.append((round(now - since, 1), what))
                return
            if now > end:
                raise SystemExit(f"cluster: {len(late)} matches stand still for {seconds} s after: {what}: {late[0].match} "
                                 f"{[(s.n, s.pending, s.address, s.ws is not None) for s in late[0].seats]}")
            time.sleep(0.05)

    def stop(self):
        self.is_stopping = True
        for table in self.all:
            for seat in table.seats:
                if seat.ws:
                    try:
                        seat.ws.socket.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass
        for table in self.all:
            table.join(30)
            for seat in table.seats:
                seat.join(30)
                seat.log.close()
        self.all = [table for table in self.all if table.seats]


# ---- what the players wrote, and the tables ----

def read_notes(game, table, seat):
    """What a player was told: ids of acknowledged moves, and its updates by number."""
    acks, updates = [], {}
    with open(os.path.join(game.folder, f"{table.match}.{seat}"), "rb") as log:
        for line in log.read().split(b"\n"):
            word, _, text = line.partition(b" ")
            if word == b"ack":
                acks.append(int(text))
            elif word == b"update":
                updates[json.loads(text)["n"]] = text
    return acks, updates


def read_entries(cluster):
    """All logs, from the tables: match to (number, epoch, bytes)."""
    logs = collections.defaultdict(list)
    rows = cluster.primary.sql("SELECT replace(match::text, '-', '') || ' ' || number || ' ' || epoch || ' ' || encode(bytes, 'hex') "
                               "FROM croupier.entry ORDER BY match, number, epoch", 120)
    for row in rows.splitlines():
        match, number, epoch, text = row.split()
        logs[match].append((int(number), int(epoch), bytes.fromhex(text)))
    return logs


def check_tables(game):
    """Counts what must not be, and what there is."""
    found = collections.Counter()
    logs = read_entries(game.cluster)
    for table in game.all:
        log = logs.get(table.match, [])
        found["entries"] += len(log)
        numbers = collections.Counter(number for number, _, _ in log)
        found["number twice"] += sum(n - 1 for n in numbers.values())
        if sorted(numbers) != list(range(len(numbers))):
            found["log with a gap"] += 1
        highest = 0
        for _, epoch, _ in log:
            found["old epoch behind a newer"] += epoch < highest
            highest = max(highest, epoch)
        moves = collections.defaultdict(list)  # (seat, id): numbers
        for number, _, text in log:
            if text[:1] == b"M" and struct.unpack("<I", text[1:5])[0]:
                moves[text[5 + 12], struct.unpack("<I", text[1:5])[0]].append(number)
        found["move twice"] += sum(len(n) - 1 for n in moves.values())
        acked_at = collections.Counter()
        for seat in range(2):
            acks, updates = read_notes(game, table, seat)
            found["acknowledged"] += len(set(acks))
            found["updates"] += len(updates)
            for number in set(acks):
                if not moves.get((seat, number)):
                    found["acknowledged move missing"] += 1
                acked_at.update(set(moves.get((seat, number), [])))
            if sorted(updates) != list(range(1, len(updates) + 1)):
                found["stream with a gap"] += 1
        found["two acknowledged under one number"] += sum(n > 1 for n in acked_at.values())
    return found


BAD = ("number twice", "log with a gap", "old epoch behind a newer", "move twice", "acknowledged move missing", "stream with a gap",
       "two acknowledged under one number")


def check_streams(game, program):
    """Every update that anybody saw is what follows from the tables: copied to a file, and told again by a server that knows
    nothing else."""
    compared = 0
    with tempfile.TemporaryDirectory(prefix="croupier-streams-") as folder:
        server = Server(program, folder=folder)
        game.cluster.croupier("store", "copy", game.cluster.url(), server.db)
        with server:
            for table in game.all:
                for seat in range(2):
                    _, updates = read_notes(game, table, seat)
                    if not updates:
                        continue
                    ws = server.attach(table.match, table.tokens[seat], after=0, view=False)
                    for n in range(1, max(updates) + 1):
                        line = ws.line()
                        while not line.startswith(b'{"type":"update"'):
                            line = ws.line()
                        if line.rstrip() != updates[n].rstrip():  # blanks behind it are no part of it
                            raise SystemExit(f"cluster: {table.match} seat {seat} was shown update {n} that is not in the log:\n"
                                             f"{updates[n]}\n{line}")
                        compared += 1
                    ws.close()
    return compared


# ---- faults ----

def health(node):
    try:
        connection = http.client.HTTPConnection(HOST, node.port, timeout=SILENT_S)
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
        connection.close()
        return status
    except OSError:
        return 0


class Faults:
    def __init__(self, game, chance):
        self.game, self.cluster, self.chance = game, game.cluster, chance
        self.lease_s = self.cluster.lease_ms / 1000
        self.count = collections.Counter()

    def node(self):
        return self.cluster.nodes[self.chance.choice(NODES)]

    def kill(self):
        node, since = self.node(), time.monotonic()
        node.process.end(signal.SIGKILL)
        self.game.expect_all_go_on(since + 0.3, GO_ON_S, f"kill {node.name}")
        node.start()

    def restart_at_once(self):
        node, since = self.node(), time.monotonic()
        node.process.end(signal.SIGKILL)
        node.start()
        self.game.expect_all_go_on(since + 0.3, GO_ON_S, f"kill and start {node.name}")

    def pause(self):
        node, since = self.node(), time.monotonic()
        node.process.send(signal.SIGSTOP)
        try:
            if not self.game.has_patient:
                self.game.expect_all_go_on(since + 0.3, GO_ON_S, f"stop {node.name}")
            time.sleep(max(0, since + self.lease_s + 2.5 - time.monotonic()))
        finally:
            node.process.send(signal.SIGCONT)
        time.sleep(1)
        self.game.expect_all_go_on(time.monotonic(), GO_ON_S, f"{node.name} wakes")

    def cut(self):
        name, since = self.chance.choice(NODES), time.monotonic()
        line = self.cluster.lines[name]
        line.process.end(signal.SIGKILL)
        time.sleep(self.chance.choice([0.1, 1, self.lease_s + 1]))
        line.start()
        self.game.expect_all_go_on(since + 0.3, GO_ON_S + self.lease_s, f"cut {name}")

    def silence(self):
        name, since = self.chance.choice(NODES), time.monotonic()
        line = self.cluster.lines[name]
        line.process.send(signal.SIGSTOP)
        try:
            self.game.expect_all_go_on(since + 0.3, GO_ON_S + self.lease_s, f"silence {name}")
            time.sleep(max(0, since + self.lease_s + 2 - time.monotonic()))
        finally:
            line.process.send(signal.SIGCONT)
        self.game.expect_all_go_on(time.monotonic(), GO_ON_S, f"{name} hears again")

    def fail_over(self):
        since = time.monotonic()
        self.cluster.fail_over()
        self.game.expect_all_go_on(since + 0.5, GO_ON_PRIMARY_S, "the primary dies")
        self.cluster.rebuild()

    def lonely(self):
        """The standby dies: commits hang, as on a server that was promoted and still waits for one. Nobody is told anything that
        is not safe; the servers say that they are not well, and go on when it is back."""
        standby = self.cluster.standby()
        standby.process.end(signal.SIGKILL)
        self.cluster.end_children(standby)
        wait_for(lambda: all(health(node) == 503 for node in self.cluster.nodes.values()), "all servers say that they cannot store", 20)
        shown = [max(seat.seen_at for seat in table.seats) for table in self.game.tables if table.seats]
        time.sleep(0.5)
        assert shown == [max(seat.seen_at for seat in table.seats) for table in self.game.tables if table.seats], "something was shown"
        standby.start()
        self.game.expect_all_go_on(time.monotonic(), GO_ON_PRIMARY_S, "the standby comes back")

    def restart(self):
        for node in self.cluster.nodes.values():
            node.process.send(signal.SIGTERM)
        for node in self.cluster.nodes.values():
            node.process.end(signal.SIGTERM)
        for server in (self.cluster.standby(), self.cluster.primary):
            server.process.end(signal.SIGINT)
        self.cluster.primary.configure("")
        self.cluster.primary.start()
        self.cluster.rebuild()
        for node in self.cluster.nodes.values():
            node.start()
        self.game.expect_all_go_on(time.monotonic(), GO_ON_S + 5, "everything restarts")

    def run(self, name):
        time.sleep(self.chance.uniform(0.1, 0.8))
        getattr(self, name)()
        self.count[name] += 1


def try_clients(cluster, program):
    """`croupier load` and a terminal play through the balancer, and follow where they are sent."""
    url = f"http://{HOST}:{cluster.port}"
    run = subprocess.run([program, "load", url, "--matches", "8", "--seconds", "1", "-o", "parries=0", "-o", "target=20", "--json"],
                         capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and json.loads(run.stdout)["refused"] == 0, run
    for _ in range(3):
        run = subprocess.run([program, "play", "duel", "--join", url, "-o", "target=1", "-o", "parries=0", "--plain"], input="1\n" * 20,
                             capture_output=True, text=True, timeout=60)
        assert run.returncode == 0 and "seed: " in run.stdout, run
    moved = 0
    for node in cluster.nodes.values():
        connection = http.client.HTTPConnection(HOST, node.port, timeout=10)
        connection.request("GET", "/metrics")
        found = re.search(rb'troubles_total\{code="MOVED"\} (\d+)', connection.getresponse().read())
        moved += int(found.group(1)) if found else 0
        connection.close()
    assert moved > 0, "nobody was sent on"
    return moved


def play(args):
    # Each kind at least once; then by chance, the quick ones more often.
    kinds = ["kill", "pause", "cut", "fail_over", "silence", "restart_at_once", "kill", "lonely", "restart"]
    chance = random.Random(args.seed)
    for _ in range(args.faults - len(kinds)):
        kinds.append(chance.choices(["kill", "restart_at_once", "pause", "cut", "silence", "fail_over", "lonely", "restart"],
                                    [5, 4, 5, 6, 3, 3, 1, 1])[0])
    if args.only:
        kinds = [chance.choice(args.only.split(",")) for _ in range(args.faults)]
    kinds = kinds[:args.faults]
    chance.shuffle(kinds)
    print(f"cluster: {args.faults} faults, {args.matches} matches, lease {args.lease} ms, SEED={args.seed}", flush=True)
    with Cluster(args.program, lines=True, lease_ms=args.lease, balancer=args.balancer, folder=args.folder) as cluster:
        moved = try_clients(cluster, args.program)
        print(f"cluster: load and terminal were sent on {moved} times", flush=True)
        game = Game(cluster, args.matches)
        faults = Faults(game, chance)
        game.expect_all_go_on(time.monotonic(), GO_ON_S, "the beginning")
        for i, kind in enumerate(kinds):
            faults.run(kind)
            if args.verbose or (i + 1) % 20 == 0:
                print(f"cluster: {i + 1} faults, last {kind}: {game.pauses[-1]}", flush=True)
        time.sleep(0.5)
        game.stop()
        for name, node in cluster.nodes.items():
            text = node.log_text()
            assert "Sanitizer" not in text and "runtime error" not in text, (name, text)
        statuses = [node.process.end() for node in cluster.nodes.values()]
        assert statuses == [0, 0, 0], statuses
        found = check_tables(game)
        checked = cluster.croupier("store", "check", cluster.url())
        assert "WRONG" not in checked, checked
        compared = check_streams(game, args.program)
        bad = {word: found[word] for word in BAD if found[word]}
        longest = max(game.pauses)
        print(f"cluster: {dict(faults.count)}; {found['acknowledged']} acknowledged moves, {found['entries']} entries, {compared} updates "
              f"compared; longest wait {longest[0]} s ({longest[1]})")
        if bad:
            sys.exit(f"cluster: found {bad}")
        print("cluster: nothing missing, nothing doubled, nothing shown that is not in the log")


def play_without(args, faults, drop_key=False):
    """Servers stopped for longer than their lease, with guards taken out; what the checker finds."""
    os.environ["CROUPIER_TEST_FAULTS"] = faults
    try:
        with Cluster(args.program, lease_ms=1000, standby=False) as cluster:
            if drop_key:
                cluster.primary.sql("ALTER TABLE croupier.entry DROP CONSTRAINT entry_pkey; CREATE INDEX ON croupier.entry(match, number)")
            game = Game(cluster, 24, think_s=0.02, has_patient=True)
            time.sleep(2)  # who has just begun buries nobody
            for name in random.Random(args.seed).sample(NODES, 2):
                node = cluster.nodes[name]
                node.process.send(signal.SIGSTOP)
                time.sleep(3.5)
                node.process.send(signal.SIGCONT)
                time.sleep(1.5)
            game.stop()
            return check_tables(game)
    finally:
        del os.environ["CROUPIER_TEST_FAULTS"]


def guards(args):
    rows = [("lease", False, "nodes ignore their lease, fence on", []),
            ("lease,epoch", False, "the same, epoch check out", ["old epoch behind a newer"]),
            ("lease,epoch,number", True, "the same, number check out too", ["number twice", "two acknowledged under one number"])]
    for faults, drop_key, what, expected in rows:
        found, bad = collections.Counter(), {}
        for _ in range(3 if expected else 1):  # what may happen need not happen at once
            found += play_without(args, faults, drop_key)
            bad = {word: found[word] for word in BAD if found[word]}
            if all(bad.get(word) for word in expected):
                break
        print(f"guards: {what}: {found['acknowledged']} acknowledged, found {bad or 'nothing'}", flush=True)
        if not expected and bad:
            sys.exit("guards: the fence did not hold")
        for word in expected:
            if not bad.get(word):
                sys.exit(f"guards: expected '{word}': is the guard needed, or does the checker not see?")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("faults", nargs="?", type=int, default=9)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--lease", type=int, default=2000)
    parser.add_argument("--balancer", default="haproxy")
    parser.add_argument("--guards", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--folder", help="where everything is kept, to look at it afterwards")
    parser.add_argument("--only", help="kinds of faults, separated by commas")
    args = parser.parse_args()
    args.seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
    try:
        guards(args) if args.guards else play(args)
    except Missing as missing:
        print(f"skipped: {missing}")
        sys.exit(77)


if __name__ == "__main__":
    main()
