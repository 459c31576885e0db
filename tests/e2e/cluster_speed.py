#!/usr/bin/env -S python3 -B
"""How fast several servers are, beside one with a file: `tests/e2e/cluster_speed.py PROGRAM [--rounds 3] [--seconds 4]`.

The set-ups are measured in turns, so that whatever else the machine does falls on all of them; what counts are the ratios, and the
CPU that each part takes for a move. docs/scaling.md tells what came out, and reckons with it."""

import argparse
import glob
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(TOP, "dist/cluster")]
from client import Server  # noqa: E402
from local import HOST, Cluster, Missing, Node, Postgres, free_ports  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
LIMITS = ["--address-connections", "0", "--address-matches", "0", "--address-requests", "0", "--rate", "0"]


def cpu_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    except OSError:
        return 0


def cpu_of_children():
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime


def processes(server):
    """All processes of a server of PostgreSQL."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cwd"):
        try:
            if os.readlink(path) == server.folder:
                found.append(int(path.split("/")[2]))
        except OSError:
            pass
    return found


class Measured:
    """What one set-up takes: run by run."""

    def __init__(self, name, args, nodes, databases=(), rate=0):
        self.name, self.args, self.nodes, self.databases, self.rate = name, args, nodes, databases, rate
        self.moves, self.p50, self.p99, self.load_us, self.node_us, self.db_us, self.wal = [], [], [], [], [], [], []

    def look(self):
        """CPU of servers and databases so far, entries, WAL."""
        nodes = sum(cpu_of(pid) for _, pid in self.nodes)
        db = {pid: cpu_of(pid) for d in self.databases for pid in processes(d)}
        entries = sum(int(d.sql("SELECT coalesce(sum(n_tup_ins), 0) FROM pg_stat_user_tables WHERE relname = 'entry'")) for d in self.databases)
        wal = sum(int(float(d.sql("SELECT pg_current_wal_lsn() - '0/0'"))) for d in self.databases)
        return nodes, db, entries, wal

    def run(self):
        before, children = self.look(), cpu_of_children()
        loads = [subprocess.Popen([self.args.program, "load", f"http://{HOST}:{port}", "--matches", str(self.args.matches // len(self.nodes)),
                                   "--seconds", str(self.args.seconds), "--rate", str(self.rate), "-o", "parries=0", "-o", "target=60", "--json"],
                                  stdout=subprocess.PIPE, text=True) for port, _ in self.nodes]
        figures = [json.loads(load.communicate()[0]) for load in loads]
        moves = sum(f["moves_per_second"] for f in figures)
        n = moves * self.args.seconds
        self.load_us.append((cpu_of_children() - children) / n * 1e6)
        after = self.look()
        self.moves.append(moves)
        self.p50.append(statistics.mean(f["p50_ms"] for f in figures))
        self.p99.append(max(f["p99_ms"] for f in figures))
        self.node_us.append((after[0] - before[0]) / n * 1e6)
        if self.databases:
            self.db_us.append(sum(cpu - before[1].get(pid, 0) for pid, cpu in after[1].items()) / n * 1e6)
            self.wal.append((after[3] - before[3]) / n)

    def row(self, base):
        columns = [statistics.median(m / b for m, b in zip(self.moves, base.moves)), statistics.median(self.p50), statistics.median(self.p99),
                   statistics.median(self.load_us), statistics.median(self.node_us)]
        text = f"{self.name:34} {statistics.median(self.moves):8.0f} {columns[0]:6.2f} {columns[1]:7.1f} {columns[2]:7.1f} {columns[3]:7.1f} {columns[4]:7.1f}"
        if self.db_us:
            text += f" {statistics.median(self.db_us):7.1f} {statistics.median(self.wal):6.0f}"
        return text


HEAD = f"{'':34} {'moves/s':>8} {'ratio':>6} {'p50 ms':>7} {'p99 ms':>7} {'load us':>7} {'node us':>7} {'db us':>7} {'WAL':>6}"


def floor(server, seconds):
    """One row and commit, again and again, on one connection: milliseconds, p50 and p99."""
    server.sql("CREATE TABLE IF NOT EXISTS floor(x int)")
    times = []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "floor.sql"), "w") as file:
            file.write("INSERT INTO floor VALUES(1);\n")
        subprocess.run([os.path.join(server.bin, "pgbench"), "-h", HOST, "-p", str(server.port), "-U", "croupier", "-n", "-M", "prepared", "-c", "1",
                        "-T", str(seconds), "-f", os.path.join(folder, "floor.sql"), "--log", "--log-prefix", os.path.join(folder, "log"), "croupier"],
                       check=True, capture_output=True)
        for path in glob.glob(os.path.join(folder, "log*")):
            with open(path) as file:
                times += [int(line.split()[2]) / 1000 for line in file]
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100]


def fill(server, n):
    """So many idle matches: a row each, and a log of three entries."""
    server.sql(f"INSERT INTO croupier.match SELECT ('ff' || substr(md5(i::text), 3))::uuid, gen_random_uuid(), 1, 3, false "
               f"FROM generate_series(1, {n}) i", 900)
    server.sql(f"INSERT INTO croupier.entry SELECT ('ff' || substr(md5(i::text), 3))::uuid, k, 1, decode(repeat('ab', 45), 'hex') "
               f"FROM generate_series(1, {n}) i, generate_series(0, 2) k", 1800)
    for text in ("VACUUM ANALYZE croupier.match", "VACUUM ANALYZE croupier.entry", "CHECKPOINT"):
        server.sql(text, 900)


def add_database(cluster):
    """One more server of PostgreSQL, and two servers of Croupier on both."""
    ports = free_ports(3)
    second = Postgres(cluster, "pg3", ports[0])
    second.make()
    second.start()
    second.run("createdb", "-h", HOST, "-p", str(second.port), "-U", "croupier", "croupier")
    url = f"postgres://croupier@{HOST}:{second.port}/croupier"
    cluster.croupier("store", "init", "--number", "1", url)
    nodes = []
    for i, name in enumerate(("m1", "m2")):
        node = Node(cluster, name, ports[1 + i], [cluster.primary.port])
        node.process.words += ["--db", url]
        nodes.append(node.start())
    return second, nodes


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--idle", type=int, default=0, help="then as many idle matches, and again beside a fresh database")
    args = parser.parse_args()
    args.program = os.path.abspath(args.program)
    try:
        with Server(args.program, *LIMITS) as file, Cluster(args.program, "none", standby=False, options=LIMITS) as cluster:
            second, more = add_database(cluster)
            try:
                at = [(node.port, node.process.process.pid) for node in cluster.nodes.values()]
                both = [(node.port, node.process.process.pid) for node in more]
                one = [cluster.primary]
                rows = [Measured("one server, SQLite", args, [(file.port, file.process.pid)]), Measured("one server, PostgreSQL", args, at[:1], one),
                        Measured("two servers", args, at[:2], one), Measured("three servers", args, at, one),
                        Measured("one server, two databases", args, both[:1], [*one, second]),
                        Measured("two servers, two databases", args, both, [*one, second]),
                        Measured("SQLite, one move a second each", args, [(file.port, file.process.pid)], rate=1),
                        Measured("PostgreSQL, one move a second each", args, at[:1], one, rate=1)]
                floors = []
                for _ in range(args.rounds):
                    for row in rows:
                        row.run()
                    floors.append(floor(cluster.primary, 2))
                print(f"{args.matches} matches, {args.rounds} rounds of {args.seconds} s in turns, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
                print(HEAD)
                for row in rows:
                    print(row.row(rows[0]))
                print(f"floor, INSERT and commit: p50 {statistics.median(f[0] for f in floors):.1f} ms, p99 {statistics.median(f[1] for f in floors):.1f} ms")
                print(f"two servers beside one: {statistics.median(b / a for a, b in zip(rows[1].moves, rows[2].moves)):.2f}", flush=True)
                if args.idle:
                    fill(second, args.idle)
                    full_node = Node(cluster, "m3", free_ports(1)[0], [second.port]).start()
                    more.append(full_node)
                    full = Measured(f"{args.idle} idle matches", args, [(full_node.port, full_node.process.process.pid)], [second])
                    fresh = Measured("a fresh database", args, at[:1], one)
                    for _ in range(args.rounds):
                        fresh.run()
                        full.run()
                    print(fresh.row(fresh))
                    print(full.row(fresh))
                    print(f"CPU of the database per move: {statistics.median(a / b for a, b in zip(full.db_us, fresh.db_us)):.2f} times the fresh one's")
            finally:
                for node in more:
                    node.process.end()
                second.process.end()
    except Missing as missing:
        print(f"skipped: {missing}")
        sys.exit(77)


if __name__ == "__main__":
    main()
