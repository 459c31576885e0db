#!/usr/bin/env -S python3 -B
"""Several servers on the same databases, one thing at a time: `tests/with-postgres tests/e2e/test_nodes.py PROGRAM [TEST]`. How they
stand faults is in cluster.py."""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import HOST, Player, Server, WebSocket, program, run, wait_for  # noqa: E402

PROGRAM = program()
DB = os.environ.get("CROUPIER_TEST_DB")


def sql(text, name="postgres"):
    psql = shutil.which("psql")
    done = subprocess.run([psql, DB.replace("/postgres?", f"/{name}?"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text],
                          capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def url(name):
    return DB.replace("/postgres?", f"/{name}?")


class Node(Server):
    """A server on databases instead of a file."""

    def __init__(self, name, *databases, options=()):
        super().__init__(PROGRAM, "--node", name, "--unsafe-db", "--lease", "1000", *options)
        self.name = name
        self.db = url(databases[0])
        for other in databases[1:]:
            self.options += ["--db", url(other)]

    def ask(self, method, path, body=None):
        """Status, header `location`, and the body."""
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        connection.request(method, path, None if body is None else json.dumps(body))
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, answer.getheader("location"), text

    def db_metric(self, name, number):
        _, text = self.request("GET", "/metrics")
        return float(re.search(rf'^croupier_db_{name}{{db="{number}"}} (\S+)$', text.decode(), re.M).group(1))


class Nodes(unittest.TestCase):
    def setUp(self):
        self.databases = []

    def tearDown(self):
        for name in self.databases:
            sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def database(self, name, number=0):
        sql(f"CREATE DATABASE {name}")
        self.databases.append(name)
        subprocess.run([PROGRAM, "store", "init", "--number", str(number), url(name)], check=True, stdout=subprocess.DEVNULL)

    def away(self, name):
        sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")

    def back(self, name):
        sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def test_any_node_tells_where_a_match_is(self):
        self.database("where_it_is")
        with Node("n1", "where_it_is") as n1, Node("n2", "where_it_is") as n2:
            match, tokens = n1.create("duel", ["me", "open"])
            status, location, text = n2.ask("GET", f"/api/matches/{match}")
            self.assertEqual((status, location), (307, f"/at/n1/api/matches/{match}"))
            self.assertEqual(json.loads(text)["code"], "MOVED")
            status, location, _ = n2.ask("POST", f"/api/matches/{match}/join", {"name": "Ada"})
            self.assertEqual((status, location), (307, f"/at/n1/api/matches/{match}/join"))
            self.assertEqual(n1.ask("POST", location, {"name": "Ada"})[0], 201)  # a server knows its own name
            ws = WebSocket(n2.port, path=f"/ws/{match}")
            ws.attach(match, tokens[0])
            self.assertEqual(ws.message(), {"type": "moved", "match": match, "address": "/at/n1"})
            ws.close()
            ws = WebSocket(n1.port, path=f"/at/n1/ws/{match}")
            ws.attach(match, tokens[0])
            self.assertEqual(ws.message()["type"], "attached")
            ws.close()
            self.assertEqual(n2.ask("GET", f"/api/matches/{'0' * 32}")[0], 404)
            self.assertEqual(n2.ask("GET", f"/at/n1/api/matches/{match}")[0], 404)  # that is a balancer's to see to

    def test_the_lobby_lists_the_matches_of_all(self):
        self.database("lobby_of_all")
        with Node("n1", "lobby_of_all") as n1, Node("n2", "lobby_of_all") as n2:
            a, _ = n1.create("duel", ["me", "open"])
            b, _ = n2.create("duel", ["me", "open"])
            n1.create("duel", ["me", "open"], private=True)

            def listed(node):
                return sorted(m["match"] for m in node.request("GET", "/api/matches")[1]["matches"])
            wait_for(lambda: listed(n1) == listed(n2) == sorted([a, b]), 10)

    def test_who_stops_hands_over_at_once(self):
        self.database("handed_over")
        with Node("n1", "handed_over") as n1, Node("n2", "handed_over") as n2:
            match, tokens = n1.create("duel", ["me", "bot"], options={"target": 5})
            player = Player(n1, match, tokens[0])
            for _ in range(12):
                player.step()
            n1.stop()
            start = time.time()
            player.server = n2
            player.connect()
            while player.step()["type"] != "attached":
                pass
            if player.pending:  # on its way when the server stopped: under its old id it counts once
                player.ws.send("move", **player.pending)
            player.play()
            self.assertLess(time.time() - start, 10)
            self.assertEqual(sorted(player.updates), list(range(min(player.updates), player.n + 1)))
            self.assertEqual(n2.db_metric("takes_total", 0), 1)
            n1.start()
            self.assertEqual(n1.ask("GET", f"/api/matches/{match}/record")[0], 307)

    def test_matches_nobody_comes_back_to_go_on(self):
        self.database("orphans")
        with Node("n1", "orphans") as n1, Node("n2", "orphans") as n2:
            match, _ = n1.create("duel", ["me", "bot"])
            n1.stop(signal.SIGKILL)
            wait_for(lambda: match in [m["match"] for m in n2.request("GET", "/api/matches")[1]["matches"]], 20)
            n1.start()

    def test_a_database_that_is_away_is_told_and_waited_for(self):
        self.database("away")
        with Node("n1", "away") as node:
            match, tokens = node.create("duel", ["me", "bot"])
            ws = WebSocket(node.port)
            ws.attach(match, tokens[0])
            ws.until("state")
            self.assertEqual(node.ask("GET", "/healthz")[0], 200)
            self.away("away")
            self.assertEqual(ws.until("trouble")["code"], "AWAY")
            status, _, text = node.ask("GET", "/healthz")
            self.assertEqual(status, 503)
            self.assertIn(b"not currently accepting connections", text)
            self.assertEqual(node.db_metric("up", 0), 0)
            for method, path, body in (("GET", f"/api/matches/{match}", None), ("POST", "/api/matches", {"game": "duel"})):
                status, _, text = node.ask(method, path, body)
                self.assertEqual((status, json.loads(text)["code"]), (503, "AWAY"))
            ws.send("move", id=1, ticket=1, move="pick 1")
            self.assertEqual(ws.until("trouble")["code"], "AWAY")
            self.assertGreater(ws.clock(), 0)  # the server itself is well
            wait_for(lambda: "event=store db=0" in node.log_text(), 10)
            self.back("away")
            wait_for(lambda: node.ask("GET", "/healthz")[0] == 200, 20)
            ws.attach(match, tokens[0])
            ws.until("attached")
            ws.close()
            wait_for(lambda: "the database is back" in node.log_text(), 10)

    def test_of_several_databases_one_may_be_away(self):
        self.database("first", 0)
        self.database("second", 9)
        with Node("n1", "first", "second") as node:
            matches = [node.create("duel", ["me", "bot"]) for _ in range(24)]
            self.assertEqual({m[:2] for m, _ in matches}, {"00", "09"})
            subprocess.run([PROGRAM, "store", "init", "--new", "no", url("second")], check=True, stdout=subprocess.DEVNULL)
            wait_for(lambda: node.db_metric("takes_new", 9) == 0, 10)
            self.assertEqual({node.create("duel", ["me", "bot"])[0][:2] for _ in range(12)}, {"00"})
            in_first, in_second = (next(m for m in matches if m[0].startswith(byte)) for byte in ("00", "09"))
            self.away("second")
            wait_for(lambda: node.db_metric("up", 9) == 0, 10)
            self.assertEqual(node.ask("GET", "/healthz")[0], 200)
            self.assertEqual(node.ask("GET", f"/api/matches/{in_second[0]}")[0], 503)
            player = Player(node, in_first[0], in_first[1][0])
            player.play()
            player.ws.close()
            self.back("second")
            wait_for(lambda: node.db_metric("up", 9) == 1, 20)
            player = Player(node, in_second[0], in_second[1][0])
            player.play()
            player.ws.close()
        self.assertEqual(sql("SELECT count(*) FROM croupier.match WHERE get_byte(uuid_send(match), 0) <> 9", "second"), "0")

    def test_a_server_begins_while_one_of_its_databases_is_away(self):
        self.database("first", 0)
        self.database("second", 9)
        with Node("n1", "second") as node:
            match, tokens = node.create("duel", ["me", "bot"])
        self.away("second")
        with Node("n2", "first", "second") as node:
            self.assertEqual(node.create("duel", ["me", "bot"])[0][:2], "00")
            self.assertEqual(node.ask("GET", f"/api/matches/{match}")[0], 503)  # not 404: it may be there
            self.back("second")
            wait_for(lambda: node.ask("GET", f"/api/matches/{match}")[0] == 200, 20)

    def refused(self, *words):
        run = subprocess.run([PROGRAM, "serve", "--listen", f"{HOST}:0", *words], capture_output=True, text=True, timeout=30)
        self.assertEqual(run.returncode, 2, run.stderr)
        return run.stderr

    def test_what_cannot_be_used_is_told(self):
        self.database("first", 0)
        self.database("twin", 0)
        sql("CREATE DATABASE bare")
        self.databases.append("bare")
        self.assertIn("croupier store init", self.refused("--unsafe-db", "--db", url("bare")))
        self.assertIn("fsync=off", self.refused("--db", url("first")))
        self.assertIn("two databases have the number 0", self.refused("--unsafe-db", "--db", url("first"), "--db", url("twin")))
        self.assertIn("is no database that several servers can share",
                      self.refused("--unsafe-db", "--db", url("first"), "--db", "memory"))
        self.assertIn("does not exist", self.refused("--unsafe-db", "--db", url("nowhere")))
        self.assertIn("is no name of a node", self.refused("--unsafe-db", "--db", url("first"), "--node", "a/b"))
        sql("CREATE ROLE few LOGIN CONNECTION LIMIT 0")
        self.assertIn("too many connections", self.refused("--unsafe-db", "--db", url("first").replace("croupier@", "few@")))
        sql("DROP ROLE few")


if __name__ == "__main__":
    run(needs_postgres=True)
