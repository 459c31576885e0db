#!/usr/bin/env -S python3 -B
"""`croupier store`: made, checked, copied either way. `tests/with-postgres tests/e2e/test_store.py PROGRAM [TEST]`"""

import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Player, Server, program, run  # noqa: E402

PROGRAM = program()
DB = os.environ.get("CROUPIER_TEST_DB")


def store(*args):
    return subprocess.run([PROGRAM, "store", *args], capture_output=True, text=True, timeout=120)


class Store(unittest.TestCase):
    def said(self, run, *words, status=0):
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        for word in words:
            self.assertIn(word, run.stdout + run.stderr)

    def test_matches_go_to_a_database_and_back(self):
        with tempfile.TemporaryDirectory() as folder:
            with Server(PROGRAM, folder=folder) as server:
                ends = []
                for seed in range(3):
                    match, tokens = server.create("duel", ["me", "bot"], options={"target": 3}, seed=seed)
                    player = Player(server, match, tokens[0], seed)
                    player.play()
                    ends.append((match, server.request("GET", f"/api/matches/{match}/record")[1]))
                    player.ws.close()
                open_match, open_tokens = server.create("duel", ["me", "open"])
            first, back = server.db, os.path.join(folder, "back.db")
            self.said(store("check", first), "4 matches, 1 of them unfinished")
            self.said(store("copy", "--unsafe-db", first, DB), "croupier store init", status=1)
            self.said(store("init", DB), "the tables are made")
            self.said(store("init", "--number", "3", DB), "there already")
            self.said(store("copy", first, DB), "may lose commits", status=1)  # the server of the test runs without fsync
            self.said(store("copy", "--unsafe-db", first, DB), "4 matches", "0 matches were there already", "every entry compared")
            self.said(store("copy", "--unsafe-db", first, DB), "0 entries copied, 4 matches were there already")
            self.said(store("check", DB), "4 matches, 1 of them unfinished", "number 3")
            self.said(store("copy", "--unsafe-db", DB, back), "4 matches", "0 matches were there already")
            self.said(store("check", back), "4 matches, 1 of them unfinished")
            again = Server(PROGRAM, folder=folder)
            again.db = back
            with again:
                for match, record in ends:
                    self.assertEqual(again.request("GET", f"/api/matches/{match}/record"), (200, record))
                status, made = again.request("POST", f"/api/matches/{open_match}/join", {})
                self.assertEqual(status, 201, made)
            # The copy has gone on; what was there first is still the beginning of it.
            self.said(store("copy", "--unsafe-db", back, DB), "4 matches were there already")
            self.said(store("copy", "--unsafe-db", DB, first), "4 matches were there already")
            db = sqlite3.connect(back)
            db.execute("UPDATE record SET body = x'0100ff' WHERE match = ?", (bytes.fromhex(ends[0][0]),))
            db.commit()
            db.close()
            self.said(store("check", back), "WRONG", ends[0][0], status=1)
            self.said(store("copy", "--unsafe-db", back, DB), ends[0][0], "cannot be copied", status=1)

    def test_wrong_use_is_told(self):
        self.said(store("check", "/nowhere/at.db"), "there is no", status=2)
        self.said(store("init", "--new", "maybe", DB), "yes or no", status=2)
        self.said(store("check", "postgres:///x?host=/nowhere"), "WRONG", status=1)


if __name__ == "__main__":
    run(needs_postgres=True)
