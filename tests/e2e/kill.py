#!/usr/bin/env -S python3 -B
"""kill -9 under load: `tests/e2e/kill.py PROGRAM [N]`. N times the server is killed at a random moment while matches are
played, started again on the same file, and everybody comes back. No acknowledged move may be missing, every update must be
the one that was seen before, and in the end every record must replay."""

import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Closed, Player, Server  # noqa: E402
import signal  # noqa: E402

MATCHES = 8


class Seat:
    """One seat of a series of matches, in a thread: plays, survives the server, remembers what it was told."""

    def __init__(self, table, number):
        self.table, self.number = table, number
        self.player, self.fault = None, None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def come_back(self):
        """Attaches again; sends what was not acknowledged once more, under the same id."""
        player = self.player
        player.connect()
        while player.step()["type"] != "attached":
            pass
        if player.pending:
            player.ws.send("move", **player.pending)

    def run(self):
        table = self.table
        try:
            self.player = Player(table.server, table.match, table.tokens[self.number], self.number, view=False)
        except (OSError, Closed):
            self.player = None
        while not table.is_stopping:
            try:
                if self.player is None:
                    self.player = Player(table.server, table.match, table.tokens[self.number], self.number, view=False)
                elif self.player.ws is None:
                    self.come_back()
                before = dict(self.player.updates)
                self.player.step()
                for n, line in before.items():
                    assert self.player.updates[n] == line
                if self.player.over:
                    return
            except (OSError, Closed, socket.timeout):
                if self.player:
                    self.player.ws = None
                time.sleep(0.02)
            except AssertionError as fault:
                if "STOPPING" in str(fault) or "NOT_STORED" in str(fault):
                    self.player.ws = None
                    continue
                self.fault = fault
                return


class Table:
    def __init__(self, server):
        self.server, self.is_stopping = server, False
        self.match, self.tokens = server.create("duel", ["me", "me"], options={"parries": 1, "target": 60})
        self.seats = [Seat(self, i) for i in range(2)]
        for seat in self.seats:
            seat.thread.start()

    def is_over(self):
        return all(seat.player and seat.player.over for seat in self.seats)


def check(table, program):
    """What was acknowledged is in the stream that a fresh reader gets, byte for byte what was seen."""
    for seat in table.seats:
        assert seat.fault is None, seat.fault
        ws = table.server.attach(table.match, table.tokens[seat.number], after=0, view=False)
        lines = {}
        last = ws.until("attached")
        assert last["last_id"] >= max(seat.player.acked, default=0), (last, seat.player.acked)
        while len(lines) < last["n"]:
            line = ws.line()
            if line.startswith(b'{"type":"update"'):
                lines[len(lines) + 1] = line
        for n, line in seat.player.updates.items():
            assert lines[n].rstrip() == line.rstrip(), (n, lines[n], line)  # blanks behind it are no part of it
        ws.close()
    status, record = table.server.request("GET", f"/api/matches/{table.match}/record")
    if not table.is_over():
        assert status == 403, status
        return False
    assert status == 200, status
    with tempfile.NamedTemporaryFile() as file:
        file.write(record)
        file.flush()
        subprocess.run([program, "replay", file.name], stdout=subprocess.DEVNULL, check=True)
    return True


def main():
    program, kills = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
    chance = random.Random(seed)
    finished, acked = 0, 0
    server = Server(program)
    print(f"kill: {kills} times, SEED={seed}")
    with server:
        tables = [Table(server) for _ in range(MATCHES)]
        for number in range(kills):
            time.sleep(chance.uniform(0.02, 0.4))
            server.stop(signal.SIGKILL)
            server.start()
            for i, table in enumerate(tables):
                if any(seat.fault for seat in table.seats):
                    raise SystemExit(f"kill: {[seat.fault for seat in table.seats]}")
                if table.is_over():
                    finished += check(table, program)
                    acked += sum(len(seat.player.acked) for seat in table.seats)
                    tables[i] = Table(server)
        time.sleep(0.5)
        for table in tables:
            table.is_stopping = True
        for table in tables:
            for seat in table.seats:
                if seat.player and seat.player.ws:
                    seat.player.ws.socket.settimeout(0.5)
                seat.thread.join(60)
            finished += check(table, program)
            acked += sum(len(seat.player.acked) for seat in table.seats)
    print(f"kill: {kills} kills, {finished} matches finished, {acked} acknowledged moves, none missing")


if __name__ == "__main__":
    main()
