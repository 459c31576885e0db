#!/usr/bin/env -S python3 -B
"""How fast several servers are, beside one with a file: `tests/e2e/cluster_speed.py PROGRAM [--rounds 3] [--seconds 4]`.

The set-ups are measured in turns, so that whatever else the machine does falls on all of them; what counts are the ratios.
docs/scaling.md tells what came out, and reckons with it."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(TOP, "dist/cluster")]
from client import Server  # noqa: E402
from local import HOST, Cluster, Missing  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Measured:
    """What one set-up takes: run by run."""

    def __init__(self, name, ports, args, cluster=None):
        self.name, self.ports, self.args, self.cluster = name, ports, args, cluster
        self.moves, self.p50, self.p99, self.db_us, self.wal, self.node_us = [], [], [], [], [], []

    def sessions(self):
        """The sessions that append, in all databases of the cluster."""
        rows = self.cluster.primary.sql("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'croupier %' AND query LIKE '%entry%'")
        return [int(pid) for pid in rows.split()]

    def wal_at(self):
        return int(float(self.cluster.primary.sql("SELECT pg_current_wal_lsn() - '0/0'")))

    def run(self):
        if self.cluster:
            before, wal = {pid: cpu_of(pid) for pid in self.sessions()}, self.wal_at()
            n_before = int(self.cluster.primary.sql("SELECT count(*) FROM croupier.entry"))
        loads = [subprocess.Popen([self.args.program, "load", f"http://{HOST}:{port}", "--matches", str(self.args.matches // len(self.ports)),
                                   "--seconds", str(self.args.seconds), "-o", "parries=0", "-o", "target=60", "--json"],
                                  stdout=subprocess.PIPE, text=True) for port in self.ports]
        figures = [json.loads(load.communicate()[0]) for load in loads]
        self.moves.append(sum(f["moves_per_second"] for f in figures))
        self.p50.append(statistics.mean(f["p50_ms"] for f in figures))
        self.p99.append(max(f["p99_ms"] for f in figures))
        if self.cluster:
            n = int(self.cluster.primary.sql("SELECT count(*) FROM croupier.entry")) - n_before
            spent = sum(cpu_of(pid) - before.get(pid, 0) for pid in self.sessions())
            self.db_us.append(spent / n * 1e6)
            self.wal.append((self.wal_at() - wal) / n)

    def row(self, base):
        text = f"{self.name:34} {statistics.median(self.moves):8.0f} {statistics.median(m / b for m, b in zip(self.moves, base.moves)):6.2f}"
        text += f" {statistics.median(self.p50):7.1f} {statistics.median(self.p99):7.1f}"
        if self.db_us:
            text += f" {statistics.median(self.db_us):8.1f} {statistics.median(self.wal):8.0f}"
        return text


def floor(cluster, seconds):
    """One row and commit, again and again, on one connection: milliseconds, p50 and p99."""
    server = cluster.primary
    server.sql("CREATE TABLE IF NOT EXISTS floor(x int)")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "floor.sql"), "w") as file:
            file.write("INSERT INTO floor VALUES(1);\n")
        subprocess.run([os.path.join(server.bin, "pgbench"), "-h", HOST, "-p", str(server.port), "-U", "croupier", "-n", "-M", "prepared", "-c", "1",
                        "-T", str(seconds), "-f", os.path.join(folder, "floor.sql"), "--log", "--log-prefix", os.path.join(folder, "log"), "croupier"],
                       check=True, capture_output=True)
        times = []
        for name in os.listdir(folder):
            if name.startswith("log"):
                with open(os.path.join(folder, name)) as file:
                    times += [int(line.split()[2]) / 1000 for line in file]
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100], len(times) / seconds


def fill(cluster, n):
    """So many idle matches: a row each, and a log of three entries."""
    cluster.primary.sql(f"INSERT INTO croupier.match SELECT ('ff' || substr(md5(i::text), 3))::uuid, gen_random_uuid(), 1, 3, false "
                        f"FROM generate_series(1, {n}) i", 900)
    cluster.primary.sql(f"INSERT INTO croupier.entry SELECT ('ff' || substr(md5(i::text), 3))::uuid, k, 1, decode(repeat('ab', 45), 'hex') "
                        f"FROM generate_series(1, {n}) i, generate_series(0, 2) k", 1800)
    cluster.primary.sql("VACUUM ANALYZE croupier.match; ", 900)
    cluster.primary.sql("CHECKPOINT", 900)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--idle", type=int, default=0, help="then as many idle matches, and again beside a fresh database")
    args = parser.parse_args()
    args.program = os.path.abspath(args.program)
    limits = ["--address-connections", "0", "--address-matches", "0", "--address-requests", "0", "--rate", "0"]
    try:
        with Server(args.program, *limits) as file, Cluster(args.program, "none", standby=False, options=limits) as cluster:
            ports = [node.port for node in cluster.nodes.values()]
            rows = [Measured("one server, SQLite", [file.port], args), Measured("one server, PostgreSQL", ports[:1], args, cluster),
                    Measured("two servers, one database", ports[:2], args, cluster),
                    Measured("three servers, one database", ports, args, cluster)]
            floors = []
            for _ in range(args.rounds):
                for row in rows:
                    row.run()
                floors.append(floor(cluster, 2))
            print(f"{args.matches} matches, {args.rounds} rounds of {args.seconds} s in turns, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
            print(f"{'':34} {'moves/s':>8} {'ratio':>6} {'p50 ms':>7} {'p99 ms':>7} {'db us':>8} {'WAL':>8}")
            for row in rows:
                print(row.row(rows[0]))
            print(f"floor, INSERT and commit: p50 {statistics.median(f[0] for f in floors):.1f} ms, p99 {statistics.median(f[1] for f in floors):.1f} ms")
            two = statistics.median(b / a for a, b in zip(rows[1].moves, rows[2].moves))
            print(f"two servers beside one: {two:.2f}")
            if args.idle:
                with Cluster(args.program, "none", standby=False, options=limits) as other:
                    fill(other, args.idle)
                    full = Measured(f"one server, {args.idle} idle matches", [other.nodes["n1"].port], args, other)
                    fresh = Measured("one server, fresh database", ports[:1], args, cluster)
                    for _ in range(2 * args.rounds):
                        fresh.run()
                        full.run()
                    print(fresh.row(fresh))
                    print(full.row(fresh))
                    print(f"CPU of the database per entry: {statistics.median(a / b for a, b in zip(full.db_us, fresh.db_us)):.2f} times the fresh one's")
    except Missing as missing:
        print(f"skipped: {missing}")
        sys.exit(77)


if __name__ == "__main__":
    main()
