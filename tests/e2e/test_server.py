#!/usr/bin/env -S python3 -B
"""The server over real sockets: `tests/e2e/test_server.py PROGRAM [TEST...]`. Each test starts a server of its own on a
free port of this machine; nothing else is touched."""

import gzip
import hashlib
import http.client
import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import HOST, Closed, Player, Server, WebSocket, wait_for  # noqa: E402

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PROGRAM = os.path.join(ROOT, "build", "croupier")


def play_all(players):
    """Everybody plays, each in a thread of its own, until the match is over."""
    faults = []

    def run(player):
        try:
            player.play()
        except Exception as fault:  # told below, in the thread that counts
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not faults, faults
    assert all(player.over for player in players)


def read_all(plain):
    """Everything until the server closes."""
    answer = b""
    try:
        while part := plain.recv(65536):
            answer += part
    except OSError:
        pass
    return answer


def messages_of(direction):
    """name -> [(type, field, is_required, limit)] from proto.def."""
    messages = {}
    with open(os.path.join(ROOT, "src", "wire", "proto.def")) as text:
        for line in text:
            found = re.match(direction + r"\((\w+),", line)
            if found:
                messages[found.group(1)] = []
            found = re.match(r"FIELD\((\w+), (\w+), (\w+), (\w+), (\d+),", line)
            if found and found.group(1) in messages:
                messages[found.group(1)].append((found.group(2), found.group(3), found.group(4) == "REQUIRED", int(found.group(5))))
    return messages


GOOD = {"U32": 1, "U64": 1, "BOOL": True, "TEXT": "x", "HEX16": "0" * 32, "HEX32": "ab" * 32, "OBJECT": {}, "LIST": [],
        "LOOK": "changes"}
WRONG = {"U32": [-1, 1.5, "1", None, 2 ** 32, [], {}], "U64": [-1, 2 ** 64, "1", None], "BOOL": [0, 1, "true", None],
         "TEXT": [1, None, [], {}, True], "HEX16": ["0" * 31, "0" * 33, "g" * 32, 7, None],
         "LOOK": [0, 1, "true", "change", "", None, [], {}], "HEX32": ["0" * 63, "0" * 65, "g" * 64, 7, None],
         "OBJECT": [[], 1, "x", None, {str(i): 1 for i in range(40)}], "LIST": [{}, 1, "x", None, [1], [None], ["me", []]]}


def wrong_messages(fields):
    """Each required field missing, each field of the wrong type and too large, and a field nobody knows."""
    good = {field: GOOD[kind] for kind, field, _, _ in fields}
    wrong = [{k: v for k, v in good.items() if k != field} for _, field, is_required, _ in fields if is_required]
    wrong += [{**good, field: value} for kind, field, _, _ in fields for value in WRONG[kind]]
    wrong += [{**good, field: "x" * (limit + 1)} for kind, field, _, limit in fields if kind == "TEXT"]
    wrong += [{**good, field: ["x"] * (limit + 1)} for kind, field, _, limit in fields if kind == "LIST"]
    wrong += [{**good, field: limit + 1} for kind, field, _, limit in fields if kind == "U32" and limit]
    return wrong + [{**good, "unknown": 1}]


class Http(unittest.TestCase):
    def test_games_with_rules_chart_and_options(self):
        with Server(PROGRAM) as server:
            status, answer = server.request("GET", "/api/games")
            self.assertEqual(status, 200)
            for game in answer["games"]:
                status, whole = server.request("GET", f"/api/games/{game['game']}")
                self.assertEqual(status, 200)
                self.assertTrue(whole["rules"] and whole["chart"] and whole["moves"])
            self.assertEqual(server.request("GET", "/api/games/no-such")[0], 404)

    def test_wrong_requests_are_told(self):
        with Server(PROGRAM) as server:
            for method, path, raw, status, code in [
                    ("GET", "/nothing", None, 404, "NO_ROUTE"),
                    ("DELETE", "/api/matches", None, 405, "BAD_METHOD"),
                    ("POST", "/api/games", "{}", 405, "BAD_METHOD"),
                    ("POST", "/api/matches", "", 400, "BAD_FIELD"),
                    ("POST", "/api/matches", "{", 400, "NOT_JSON"),
                    ("POST", "/api/matches", "[]", 400, "NOT_JSON"),
                    ("POST", "/api/matches", '{"game":"duel","game":"duel"}', 400, "NOT_JSON"),
                    ("POST", "/api/matches", '{"game":"no-such"}', 404, "NO_GAME"),
                    ("POST", "/api/matches", '{"game":"duel","options":{"target":"999"}}', 400, "BAD_OPTION"),
                    ("POST", "/api/matches", '{"game":"duel","options":{"nothing":1}}', 400, "BAD_OPTION"),
                    ("POST", "/api/matches", '{"game":"duel","seats":["me"]}', 400, "BAD_SEATS"),
                    ("POST", "/api/matches", '{"game":"duel","seats":["me","you"]}', 400, "BAD_SEATS"),
                    ("POST", "/api/matches", '{"game":"duel","seats":["me","bot:none"]}', 400, "NO_BOT"),
                    ("POST", "/api/matches", '{"game":"duel","name":"a\\nb"}', 400, "BAD_FIELD"),
                    ("POST", "/api/matches", '{"game":"duel","token":"x"}', 400, "BAD_FIELD"),
                    ("POST", "/api/matches", '{"game":"' + "d" * 5000 + '"}', 413, "TOO_LARGE"),
                    ("GET", "/api/matches/" + "0" * 32, None, 404, "NO_MATCH"),
                    ("GET", "/api/matches/xyz", None, 404, "NO_ROUTE"),
                    ("POST", "/api/matches/" + "0" * 32 + "/join", "{}", 404, "NO_MATCH")]:
                got, answer = server.request(method, path, raw=raw)
                self.assertEqual((got, answer["code"]), (status, code), (method, path, raw))

    def test_heads_alone(self):
        with Server(PROGRAM) as server:
            for path, status in (("/", 200), ("/healthz", 200), ("/api/games", 200), ("/" + "a" * 1000, 404)):
                connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
                lengths = []
                for method in ("HEAD", "GET", "HEAD"):
                    connection.request(method, path)
                    answer = connection.getresponse()
                    self.assertEqual(answer.status, status, (method, path))
                    body = answer.read()
                    lengths.append(answer.getheader("content-length"))
                    self.assertEqual(len(body), 0 if method == "HEAD" else int(lengths[-1]))
                self.assertEqual(len(set(lengths)), 1, lengths)
                connection.close()

    def test_headers_keep_pages_in_their_place(self):
        with Server(PROGRAM) as server:
            for path in ("/", "/api/games", "/nothing"):
                with socket.create_connection((HOST, server.port), 10) as plain:
                    plain.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
                    head = read_all(plain)
                head = head.split(b"\r\n\r\n")[0].lower().decode()
                self.assertIn("content-security-policy: default-src 'none'", head)
                self.assertEqual(head.count("content-security-policy"), 1)
                self.assertNotIn("unsafe-inline", head)
                for name in ("x-content-type-options: nosniff", "x-frame-options: deny", "referrer-policy: no-referrer"):
                    self.assertIn(name, head)
                self.assertNotIn("strict-transport-security", head)  # without a certificate

    def test_joining_listing_and_the_record(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "open"], name="Ann", options={"parries": 0, "target": 1})
            listed = server.request("GET", "/api/matches")[1]["matches"]
            self.assertEqual([m["match"] for m in listed], [match])
            self.assertEqual(listed[0]["stands"], "open")
            self.assertNotIn(tokens[0], json.dumps(listed))
            status, made = server.request("POST", f"/api/matches/{match}/join", {"name": "Bob"})
            self.assertEqual(status, 201)
            self.assertEqual(server.request("POST", f"/api/matches/{match}/join", {})[0], 409)
            wait_for(lambda: server.request("GET", f"/api/matches/{match}")[1]["stands"] == "running")
            status, answer = server.request("GET", f"/api/matches/{match}/record")
            self.assertEqual((status, answer["code"]), (403, "NOT_OVER"))
            players = [Player(server, match, tokens[0], 1), Player(server, match, made["tokens"]["1"], 2)]
            play_all(players)
            status, record = server.request("GET", f"/api/matches/{match}/record")
            self.assertEqual(status, 200)
            with tempfile.NamedTemporaryFile() as file:
                file.write(record)
                file.flush()
                self.assertEqual(os.system(f"'{PROGRAM}' replay '{file.name}' >/dev/null"), 0)
            self.assertEqual(server.request("GET", "/api/matches")[1]["matches"], [])

    def test_metrics_and_health(self):
        with Server(PROGRAM) as server:
            self.assertEqual(server.request("GET", "/healthz"), (200, b"ok\n"))
            match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 1})
            Player(server, match, tokens[0]).play()
            self.assertGreaterEqual(server.metric("moves_total"), 2)
            self.assertEqual(server.metric("matches_over_total"), 1)
            self.assertEqual(server.metric("store_failures_total"), 0)
            for name in ("durable_seconds_count", "drift_seconds_count", "store_queue", "bytes_per_match", "connections"):
                server.metric(name)


class Steps(unittest.TestCase):
    """A match that is over is watched again."""

    def steps(self, server, match, eyes):
        """All steps, answer by answer, and how many answers it took."""
        steps, at, n_answers = [], 0, 0
        while at is not None:
            status, answer = server.request("GET", f"/api/matches/{match}/steps/{eyes}/{at}")
            self.assertEqual(status, 200, answer)
            self.assertLess(len(json.dumps(answer)), 160 << 10)
            steps += answer["steps"]
            n_answers += 1
            self.assertEqual([step["number"] for step in steps], list(range(len(steps))))
            at = answer.get("next")
        self.assertEqual(len(steps), answer["n"])
        return steps, n_answers

    def told(self, server, match, token, n):
        """What a viewer was told in the match, from its first update on."""
        ws = server.attach(match, token, after=0, words=True)
        updates = [ws.until("update") for _ in range(n)]
        ws.close()
        return updates

    def test_steps_are_what_each_viewer_was_told(self):
        with Server(PROGRAM) as server:
            for game in server.request("GET", "/api/games")[1]["games"]:
                n = game["seats_min"]
                match, tokens = server.create(game["game"], ["me"] * n, patience=1, seed=11)
                players = [Player(server, match, tokens[i], i) for i in range(n)]
                self.assertEqual(server.request("GET", f"/api/matches/{match}/steps/0/0")[0], 403)
                play_all(players)
                watcher = server.attach(match)
                n_shown = watcher.until("attached")["n"]
                watcher.close()
                for eyes, token, n_told in [(i, tokens[i], players[i].n) for i in range(n)] + [("spectator", None, n_shown)]:
                    with self.subTest(game=game["game"], eyes=eyes):
                        steps, _ = self.steps(server, match, eyes)
                        rest = iter(steps)
                        for update in self.told(server, match, token, n_told):
                            same = {key: update.get(key) for key in ("at", "events", "question", "offers", "view", "over")}
                            self.assertTrue(any(same == {key: step.get(key) for key in same} for step in rest), update)
                        # Others' answers are theirs; nothing of the truth is beside a seat's eyes.
                        for step in steps:
                            self.assertNotIn("truth", step)
                            if "move" in step:
                                self.assertEqual(step["seat"], eyes)

    def test_the_record_and_its_steps_agree(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("liap-tui", ["bot"] * 4, seed=3)
            wait_for(lambda: server.request("GET", f"/api/matches/{match}")[1]["stands"] == "over", 60)
            _, record = server.request("GET", f"/api/matches/{match}/record")
            head = int.from_bytes(record[8:10], "little")
            hashes = [int.from_bytes(record[at + 24:at + 32], "little") for at in range(head, len(record), 40)]
            outline, _ = self.steps(server, match, "outline")
            seen, n_answers = self.steps(server, match, "all")
            self.assertGreater(n_answers, 3)
            for steps in (outline, seen):
                self.assertEqual([int(step["hash"], 16) for step in steps[1:]], hashes)
            self.assertEqual([step["word"] for step in outline[1:]], [step["move"].split()[0] for step in seen[1:]])
            self.assertIn("starter", [word for step in outline for word in step["events"]])
            for step in seen:
                self.assertEqual(len(step["truth"]["hand"]), 4)
                self.assertEqual(step["truth"]["hand"][0], step["view"]["hand"])

    def test_sealed_answers_defaults_and_reactions_are_told(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"target": 1, "time": 100, "parries": 1}, seed=2)
            ws = server.attach(match, tokens[0])
            while not ws.until("state", "update").get("over"):
                pass
            seen, _ = self.steps(server, match, "all")
            picks = [step for step in seen if step.get("asks") == "pick"]
            self.assertTrue(picks and all(step["default"] and step["move"].startswith("pick ") for step in picks))
            self.assertEqual(seen[1]["truth"]["sealed"], ["pick " + str(seen[0]["truth"]["hand"][0][0]), None])
            self.assertFalse(any("reaction" in step for step in seen))
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 9}, seed=2)
            players = [Player(server, match, tokens[i], i) for i in (0, 1)]
            play_all(players)
            outline, _ = self.steps(server, match, "outline")
            self.assertEqual({step["word"] for step in outline if "reaction" in step}, {"parry", "counter"})

    def test_wrong_steps_are_told(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["bot", "bot"])
            wait_for(lambda: server.request("GET", f"/api/matches/{match}")[1]["stands"] == "over")
            n = server.request("GET", f"/api/matches/{match}/steps/outline/0")[1]["n"]
            for path, code in [("steps/0", "NO_ROUTE"), ("steps/2/0", "NO_ROUTE"), ("steps/-1/0", "NO_ROUTE"),
                               ("steps/0/x", "NO_ROUTE"), ("steps/0/0/0", "NO_ROUTE"), ("steps//", "NO_ROUTE"),
                               ("steps/everybody/0", "NO_ROUTE"), (f"steps/0/{n}", "BAD_NUMBER"),
                               ("steps/0/4294967296", "NO_ROUTE")]:
                self.assertEqual(server.request("GET", f"/api/matches/{match}/{path}")[1]["code"], code, path)
            self.assertEqual(server.request("POST", f"/api/matches/{match}/steps/0/0", {})[1]["code"], "BAD_METHOD")
            self.assertEqual(len(server.request("GET", f"/api/matches/{match}/steps/0/{n - 1}")[1]["steps"]), 1)


class Analysis(unittest.TestCase):
    """Chances after each move of a match that is over, worked out while somebody asks."""

    def ask(self, server, match):
        """All steps as they come, and the last answer."""
        steps = []
        for _ in range(1200):
            status, answer = server.request("GET", f"/api/matches/{match}/analysis/{len(steps)}")
            self.assertEqual(status, 200, answer)
            self.assertEqual([step["number"] for step in answer["steps"]], list(range(len(steps), answer["done"])))
            steps += answer["steps"]
            if answer["done"] == answer["total"]:
                return steps, answer
            time.sleep(0.05)
        self.fail(f"{len(steps)} steps only")

    def test_a_match_is_analysed_in_the_background(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "bot"], options={"target": 2, "parries": 0})
            self.assertEqual(server.request("GET", f"/api/matches/{match}/analysis/0")[0], 403)
            Player(server, match, tokens[0]).play()
            n = server.request("GET", f"/api/matches/{match}/steps/outline/0")[1]["n"]
            steps, last = self.ask(server, match)
            self.assertEqual(len(steps), n)
            for step in steps:
                self.assertAlmostEqual(sum(step["truth"]), 1, delta=0.01)
                self.assertTrue(all(0 <= chance <= 1 for chance in step["known"]), step)
            self.assertIn(steps[-1]["truth"], ([0, 1], [1, 0]))
            self.assertTrue(any("best" in step for step in steps))
            self.assertTrue(all(0 < turn < n for turn in last["turns"]), last["turns"])
            # What is done is kept: one answer has it all.
            status, again = server.request("GET", f"/api/matches/{match}/analysis/0")
            self.assertEqual((status, again["steps"], again["turns"]), (200, steps, last["turns"]))
            self.assertEqual(server.request("GET", f"/api/matches/{match}/analysis/x")[0], 404)
            self.assertEqual(server.request("POST", f"/api/matches/{match}/analysis/0", {})[0], 405)
            # Also by the next program on this store, with the first question.
            server.stop()
            server.start()
            status, again = server.request("GET", f"/api/matches/{match}/analysis/0")
            self.assertEqual((status, again["steps"], again["turns"]), (200, steps, last["turns"]))
            # A stop does not wait for one that is under way.
            match, _ = server.create("liap-tui", ["bot"] * 4, seed=3)
            for _ in range(200):
                if server.request("GET", f"/api/matches/{match}")[1]["stands"] == "over":
                    break
                time.sleep(0.05)
            status, answer = server.request("GET", f"/api/matches/{match}/analysis/0")
            self.assertEqual(status, 200, answer)
            self.assertLess(answer["done"], answer["total"])


class Policies(unittest.TestCase):
    """What `croupier solve` has found sits at a table."""

    def test_a_solution_plays_at_a_table(self):
        deck = {"values": 4, "copies": 2, "cards": 2, "deals": 1, "parries": 0}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "small.policy")
            subprocess.run([PROGRAM, "solve", "duel", *(f"-o{name}={n}" for name, n in deck.items()), "--policy", path],
                           check=True, capture_output=True)
            with Server(PROGRAM, "--policy", path) as server:
                bots = {game["game"]: game["bots"] for game in server.request("GET", "/api/games")[1]["games"]}
                self.assertIn("small", bots["duel"])
                self.assertNotIn("small", bots["liap-tui"])
                match, tokens = server.create("duel", ["me", "bot:small"], options=deck)
                Player(server, match, tokens[0]).play()
                self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["stands"], "over")
            taken = os.path.join(folder, "baseline.policy")
            os.rename(path, taken)
            for wrong, word in ((taken, "'baseline'"), (path, "cannot read")):
                told = subprocess.run([PROGRAM, "serve", "--listen", f"{HOST}:0", "--db", "memory", "--policy", wrong],
                                      capture_output=True, text=True, timeout=60)
                self.assertEqual(told.returncode, 2, told.stderr)
                self.assertIn(word, told.stderr)


class Play(unittest.TestCase):
    def test_all_games_are_played_to_the_end(self):
        with Server(PROGRAM) as server:
            for game in server.request("GET", "/api/games")[1]["games"]:
                for n in {game["seats_min"], game["seats_max"]}:
                    with self.subTest(game=game["game"], seats=n):
                        match, tokens = server.create(game["game"], ["me"] * n, patience=1)
                        play_all([Player(server, match, tokens[i], i) for i in range(n)])

    def test_reconnect_at_every_message(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "bot"], seed=7, options={"target": 3})
            shadow = Player(server, match, tokens[0])
            shadow.answer = lambda message: None
            shadow.step()
            player = Player(server, match, tokens[0], 3)
            while not player.over:
                if player.step()["type"] in ("state", "update", "ack") and not player.over:
                    player.connect()
                    if player.pending:  # nobody knows whether it arrived: send it again
                        while player.step()["type"] != "attached":
                            pass
                        player.ws.send("move", **player.pending)
            while not shadow.over:
                shadow.step()
            self.assertGreater(len(player.updates), 5)
            for number, line in player.updates.items():
                self.assertEqual(line, shadow.updates.get(number, line))
            # From the first update on, and from every other: byte for byte.
            for after in range(0, player.n):
                ws = server.attach(match, tokens[0], after=after)
                for number in range(after + 1, player.n + 1):
                    while True:
                        line = ws.line()
                        if line.startswith(b'{"type":"update"'):
                            break
                    if number in shadow.updates:
                        self.assertEqual(line, shadow.updates[number])
                ws.close()

    def test_two_connections_on_one_seat(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0})
            old, new = server.attach(match, tokens[0]), None
            question = old.until("state")["question"]
            new = server.attach(match, tokens[0])
            new.until("state")
            self.assertFalse(old.until("plays")["plays"])
            old.send("move", id=1, ticket=question["ticket"], move="pick 1")
            self.assertEqual(old.until("trouble")["code"], "ELSEWHERE")
            new.close()
            self.assertTrue(old.until("plays")["plays"])

    def test_forged_seats(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0})
            other, others = server.create("duel", ["me", "me"], options={"parries": 0})
            ws = server.attach(match, others[0])
            self.assertEqual(ws.until("trouble")["code"], "BAD_TOKEN")
            ws.attach(match)
            ticket = ws.until("state")["question"]["ticket"]
            ws.send("move", id=1, ticket=ticket, move="pick 1")
            self.assertEqual(ws.until("trouble")["code"], "WATCHING")
            ws.attach(match, tokens[0])
            state = ws.until("state")
            for extra in ({"seat": 1}, {"token": tokens[1]}, {"kind": 1}, {"legal": True}):
                ws.send("move", id=1, ticket=ticket, move=state["offers"]["moves"][0], **extra)
                self.assertEqual(ws.until("trouble")["code"], "BAD_FIELD")
            for move in ("idle 1", "pause 1", "resume 1"):
                ws.send("move", id=1, ticket=ticket, move=move)
                self.assertEqual(ws.until("refused")["code"], "FORBIDDEN")
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["moves"], 0)

    def test_a_spectator_sees_no_hand(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0})
            watcher, player = server.attach(match), server.attach(match, tokens[0])
            self.assertEqual(watcher.until("state")["view"]["hand"], [])
            state = player.until("state")
            self.assertEqual(len(state["view"]["hand"]), 13)
            player.send("move", id=1, ticket=state["question"]["ticket"], move=state["offers"]["moves"][0])
            update = watcher.until("update")
            self.assertEqual(update["events"], [{"seq": 4, "event": "sealed", "seat": 0, "question": "pick"}])

    def test_refusals_name_the_rule(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"])
            ws = server.attach(match, tokens[0])
            ticket = ws.until("state")["question"]["ticket"]
            ws.send("check", id=5, ticket=ticket, move="parry")
            answer = ws.until("checked")
            self.assertEqual((answer["id"], answer["ok"], answer["code"], answer["rule"]), (5, False, "WRONG_KIND", "EX-19"))
            ws.send("move", id=1, ticket=ticket, move="parry")
            self.assertEqual(ws.until("refused")["rule"], "EX-19")

    def test_refusals_speak_to_players(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], seed=3)
            ws = server.attach(match, tokens[0])
            state = ws.until("state")
            ticket, hand = state["question"]["ticket"], state["view"]["hand"]
            lacks = next(card for card in range(1, 14) if card not in hand)
            ws.send("move", id=1, ticket=ticket, move=f"pick {lacks}")
            refused = ws.until("refused")
            self.assertEqual(refused["title"], f"You hold no {lacks}.")
            self.assertEqual(len(refused["instead"]), 3)
            for one in refused["instead"]:
                self.assertIn(one["move"], state["offers"]["moves"])
            ws.send("check", id=2, ticket=ticket, move="jump")
            checked = ws.until("checked")
            self.assertEqual(checked["title"], "There is no move “jump”.")
            ws.send("check", id=3, ticket=ticket, move="parry")
            checked = ws.until("checked")
            self.assertEqual((checked["title"], checked["rule"]), ("First lay a card face down.", "EX-19"))
            ws.send("check", id=4, ticket=ticket, move=state["offers"]["moves"][0])
            self.assertNotIn("title", ws.until("checked"))

    def test_words_come_to_who_asks_for_them(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], seed=3)
            plain, told = server.attach(match, tokens[0]), server.attach(match, tokens[1], words=True)
            state = plain.until("state")
            self.assertNotIn("says", state["question"])
            self.assertNotIn("says", state["offers"])
            mine = told.until("state")
            self.assertEqual(mine["question"]["says"], "Lay a card face down.")
            self.assertEqual([f"Lay the {move.split()[1]}" for move in mine["offers"]["moves"]], mine["offers"]["says"])
            plain.send("move", id=1, ticket=state["question"]["ticket"], move=state["offers"]["moves"][0])
            self.assertEqual([(e["says"], e["weight"]) for e in told.until("update")["events"]], [("{0} has laid a card face down.", 0)])
            games = {game["game"]: game for game in server.request("GET", "/api/games")[1]["games"]}
            self.assertEqual(games["imposter-kings"]["title"], "Imposter Kings")
            time = next(option for option in games["duel"]["options"] if option["name"] == "time")
            self.assertEqual((time["title"], time["says"], time["time"]), ("Time to answer", "No time limit", True))
            match, _ = server.create("duel", ["me", "me"], options={"time": "15000"})
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["settings"], ["15 seconds a question"])
            _, game = server.request("GET", "/api/games/imposter-kings")
            self.assertEqual((game["names"]["King's-Hand"], game["weights"]["hand"]), ("King’s Hand", 0))

    def test_a_game_tells_what_its_view_has(self):
        with Server(PROGRAM) as server:
            _, game = server.request("GET", "/api/games/duel")
            fields = {field.pop("name"): field for field in game["fields"]}
            self.assertEqual(fields["hand"], {"is": "card", "list": True, "own": True})
            self.assertEqual(fields["cards"], {"is": "number", "each": "seat", "counts": "hand"})
            self.assertEqual(fields["played"], {"is": "card", "each": "seat", "list": True})
            self.assertEqual(fields["points"], {"is": "number", "each": "seat"})
            self.assertEqual(fields["budget"], {"is": "time"})
            self.assertEqual(game["parts"], {"pick": [{"name": "card", "is": "card"}]})
            self.assertEqual(game["effects"], {"trick": [], "point": [], "parry": []})
            for other in server.request("GET", "/api/games")[1]["games"]:
                _, game = server.request("GET", "/api/games/" + other["game"])
                match, tokens = server.create(other["game"], ["me"] + ["bot"] * (other["seats_min"] - 1))
                told = server.attach(match, tokens[0])
                view = told.until("state")["view"]
                for field in game["fields"]:
                    with self.subTest(game=other["game"], field=field["name"]):
                        value = view[field["name"]]
                        if field.get("each") == "seat":
                            self.assertEqual(len(value), other["seats_min"])
                            value = value[0]
                        elif field.get("each") == "row":
                            value = value[0]
                        self.assertEqual(isinstance(value, list), "list" in field)

    def test_an_end_says_why(self):
        with Server(PROGRAM) as server:
            for game in server.request("GET", "/api/games")[1]["games"]:
                with self.subTest(game=game["game"]):
                    n = game["seats_min"]
                    match, tokens = server.create(game["game"], ["me"] * n, patience=1, seed=11)
                    players = [Player(server, match, tokens[i], i, words=True) for i in range(n)]
                    play_all(players)
                    over = players[0].over
                    self.assertTrue(over["says"])
                    self.assertEqual([why["key"] for why in over["why"]].count(True) > 0, True, over)
                    order = [("forced", "decided", "missed", "counted").index(why["because"]) for why in over["why"]]
                    self.assertEqual(order, sorted(order))
                    for why in over["why"]:
                        self.assertTrue(why["says"] and why["rule"], why)
                    # Who comes back when all is over, or watches it again, reads the same.
                    ws = server.attach(match, tokens[0], words=True)
                    self.assertEqual(ws.until("state")["over"], over)
                    steps, at = [], 0
                    while at is not None:
                        _, answer = server.request("GET", f"/api/matches/{match}/steps/0/{at}")
                        steps, at = answer["steps"], answer.get("next")
                    self.assertEqual(steps[-1]["over"], over)

    def test_clocks_run_on_the_server(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0, "time": 100, "target": 3})
            ws = server.attach(match, after=0)
            ws.until("attached")
            message = ws.until("update")
            while not message.get("over"):
                until = message["question"]["until"]
                message = ws.until("update")
                self.assertEqual(message["at"], until)  # however late it is noticed
            self.assertGreaterEqual(ws.clock(), message["at"])


class Meeting(unittest.TestCase):
    """The same people once more, and those who watch."""

    def over(self, server, seats=("me", "me"), **more):
        match, tokens = server.create("duel", list(seats), options={"target": 1, "parries": 0}, name="Ann", **more)
        players = [Player(server, match, tokens[seat], seed=seat) for seat in sorted(tokens)]
        while not all(player.over for player in players):
            for player in players:
                if not player.over:
                    player.step()
        return match, players

    def test_a_rematch_by_agreement(self):
        with Server(PROGRAM) as server:
            match, (ann, bob) = self.over(server)
            eve = server.attach(match)
            eve.until("seats")
            ann.ws.send("rematch", seats="swap")
            offer = bob.ws.until("offered")
            self.assertEqual((offer["open"], offer["by"], offer["seats"]), (True, 0, "swap"))
            _, head = server.request("GET", f"/api/matches/{match}")
            self.assertEqual((head["stands"], head["offered"]["by"], head["seats"][0]["rematch"]), ("over", 0, "yes"))
            self.assertRegex(head["over"]["says"], r"\{[01]\} wins")
            self.assertGreaterEqual(head["ended"], head["created"])
            bob.ws.send("rematch", seats="swap")
            new = [player.ws.until("rematched") for player in (ann, bob)]
            self.assertEqual([one["seat"] for one in new], [1, 0])
            self.assertEqual(eve.until("rematched"), {"type": "rematched", "match": new[0]["match"], "seat": -1})
            _, head = server.request("GET", f"/api/matches/{match}")
            self.assertEqual(head["next"], new[0]["match"])
            again = [Player(server, one["match"], one["token"], seed=9) for one in new]
            for player in again:
                player.step()
            _, head = server.request("GET", f"/api/matches/{new[0]['match']}")
            self.assertEqual((head["stands"], head["options"]["target"]), ("running", "1"))
            while not all(player.over for player in again):
                for player in again:
                    if not player.over:
                        player.step()
            self.assertNotEqual(again[0].over["seed"], ann.over["seed"])

    def test_a_rematch_declined(self):
        with Server(PROGRAM) as server:
            match, (ann, bob) = self.over(server)
            ann.ws.send("rematch", seats="same")
            bob.ws.until("offered")
            bob.ws.send("rematch", seats="no")
            ann.ws.until("offered")
            end = ann.ws.until("offered")
            self.assertEqual((end["open"], end["by"], end["why"]), (False, 1, "declined"))
            _, head = server.request("GET", f"/api/matches/{match}")
            self.assertFalse({"offered", "next"} & set(head))

    def test_spectators_are_counted(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"])
            ann = server.attach(match, tokens[0])
            self.assertEqual(ann.until("seats")["watching"], 0)
            eves = [server.attach(match) for _ in range(3)]
            while ann.until("seats")["watching"] < 3:
                pass
            listed = server.request("GET", "/api/matches")[1]["matches"]
            self.assertEqual([one["watching"] for one in listed], [3])
            for eve in eves:
                eve.close()
            while ann.until("seats")["watching"]:
                pass


class Sharing(unittest.TestCase):
    """Seeds that server and clients draw together."""

    @staticmethod
    def seal(match, seat, part):
        return hashlib.sha256(b"croupier part 1\0" + bytes.fromhex(match) + bytes([seat]) + part).hexdigest()

    @staticmethod
    def drawing(ws, stage):
        while True:
            message = ws.until("drawing")
            if message["stage"] == stage:
                return message

    def record(self, server, match):
        path = os.path.join(server.folder, "one.rec")
        with open(path, "wb") as file:
            file.write(server.request("GET", f"/api/matches/{match}/record")[1])
        return path

    def finish(self, server, match, tokens):
        players = [Player(server, match, token, seed=seat) for seat, token in tokens.items()]
        while not all(player.over for player in players):
            for player in players:
                if not player.over:
                    player.step()
        return players[0].over

    def test_a_seed_that_all_have_drawn(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], shares=True, options={"target": 1, "parries": 0})
            parts = [bytes([seat + 1]) * 32 for seat in tokens]
            people = [server.attach(match, tokens[seat]) for seat in tokens]
            first = people[0].until("attached")
            self.assertFalse(first["begun"])
            for seat, ws in enumerate(people):
                ws.send("seal", seal=self.seal(match, seat, parts[seat]))
            asked = [self.drawing(ws, "open") for ws in people][0]
            self.assertEqual(asked["seals"], [self.seal(match, seat, parts[seat]) for seat in range(2)])
            self.assertEqual((asked["stage"], asked["commitment"], asked["parts"]), ("open", first["commitment"], []))
            people[1].send("open", number=1, part=bytes(32).hex())
            self.assertEqual(people[1].until("trouble")["code"], "BAD_PART")
            for seat, ws in enumerate(people):
                ws.send("open", number=1, part=parts[seat].hex())
            done = self.drawing(people[0], "done")
            self.assertEqual((done["stage"], done["parts"]), ("done", [part.hex() for part in parts]))
            people[0].until("update")
            over = self.finish(server, match, tokens)
            self.assertEqual(hashlib.sha256(bytes.fromhex(match + over["seed"])).hexdigest(), first["commitment"])
            mine = b"".join(b"\1" + part for part in parts) + bytes(33 * 6)
            seed = hashlib.sha256(b"croupier seed 1\0" + bytes.fromhex(match) + struct.pack("<I", 1) + bytes.fromhex(over["seed"]) + mine)
            self.assertEqual(over["shared"], {"seats": [0, 1], "void": 0, "seed": seed.hexdigest()})
            path = self.record(server, match)
            said = subprocess.run([PROGRAM, "replay", path], capture_output=True, text=True).stdout
            self.assertIn("The seed was drawn by the server and Player 1 and Player 2: fair if one of them is honest.", said)
            # A lie about a part, with a good check sum, is named.
            with open(path, "rb") as file:
                lie = bytearray(file.read())
            at = lie.index(parts[1])
            lie[at] ^= 1
            size = struct.unpack_from("<H", lie, 8)[0]
            damaged = subprocess.run([PROGRAM, "replay", path], capture_output=True, text=True)
            self.assertEqual(damaged.returncode, 0)
            with open(path, "wb") as file:
                file.write(lie)
            damaged = subprocess.run([PROGRAM, "replay", path], capture_output=True, text=True)
            self.assertEqual(damaged.returncode, 1)
            self.assertIn(f"byte {at} is", damaged.stderr) if size <= 384 else self.assertIn("damaged", damaged.stderr)

    def test_who_does_not_open_is_named_and_the_others_go_on(self):
        with Server(PROGRAM, "--test-mode") as server:
            match, tokens = server.create("duel", ["me", "me"], shares=True, options={"target": 1, "parries": 0})
            people = [server.attach(match, tokens[seat]) for seat in tokens]
            part = bytes(range(32))
            for seat, ws in enumerate(people):
                ws.until("attached")
                ws.send("seal", seal=self.seal(match, seat, part))
            self.drawing(people[0], "open")
            people[0].send("open", number=1, part=part.hex())
            people[0].clock()
            server.forward(10)
            void = self.drawing(people[0], "void")
            self.assertEqual((void["stage"], void["parts"]), ("void", [part.hex(), None]))
            again = self.drawing(people[0], "seal")
            self.assertEqual((again["stage"], again["number"]), ("seal", 2))
            self.assertNotEqual(again["commitment"], void["commitment"])
            people[0].send("seal", seal=self.seal(match, 0, part))
            self.drawing(people[0], "open")
            people[0].send("open", number=2, part=part.hex())
            self.drawing(people[0], "done")
            over = self.finish(server, match, tokens)
            self.assertEqual((over["shared"]["seats"], over["shared"]["void"]), ([0], 1))
            said = subprocess.run([PROGRAM, "replay", self.record(server, match)], capture_output=True, text=True).stdout
            self.assertIn("Start 1 was void: Player 2 had committed to a part and did not open it.", said)
            self.assertIn("Player 2 had no part in it.", said)

    def test_a_drawing_survives_a_restart(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "bot"], shares=True, options={"target": 1})
            part = bytes(range(32))
            ann = server.attach(match, tokens[0])
            ann.until("attached")
            ann.send("seal", seal=self.seal(match, 0, part))
            self.drawing(ann, "open")
            server.stop(signal.SIGKILL)
            server.start()
            ann = server.attach(match, tokens[0])
            self.drawing(ann, "open")
            ann.send("open", number=1, part=part.hex())
            self.drawing(ann, "done")
            over = self.finish(server, match, tokens)
            self.assertEqual(over["shared"]["seats"], [0])


class BadInput(unittest.TestCase):
    def test_every_message_with_every_field_wrong(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"])
            for name, fields in messages_of("CLIENT").items():
                wrong = wrong_messages(fields)
                ws = server.attach(match, tokens[0])
                ws.until("state")
                for i, message in enumerate(wrong):
                    if i % 50 == 49:
                        ws.close()
                        ws = server.attach(match, tokens[0])
                        ws.until("state")
                    ws.send(name, **message)
                    with self.subTest(name=name, message=str(message)[:80]):
                        self.assertEqual(ws.until("trouble")["code"], "BAD_FIELD")
                ws.close()
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["moves"], 0)

    def test_every_body_with_every_field_wrong(self):
        with Server(PROGRAM) as server:
            match, _ = server.create("duel", ["me", "open"])
            paths = {"create": "/api/matches", "join": f"/api/matches/{match}/join", "study": "/api/study"}
            for name, fields in messages_of("BODY").items():
                for message in wrong_messages(fields):
                    with self.subTest(name=name, message=str(message)[:80]):
                        status, answer = server.request("POST", paths[name], raw=json.dumps(message))
                        self.assertEqual((status, answer["code"]), (400, "BAD_FIELD"))
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["stands"], "open")
            self.assertEqual(server.metric("matches"), 1)

    def test_what_is_no_message(self):
        with Server(PROGRAM) as server:
            for raw, code in [(b"", "NOT_JSON"), (b"hello", "NOT_JSON"), (b"[1,2]", "NOT_JSON"), (b"{", "NOT_JSON"),
                              (b'{"type":1}', "NO_TYPE"), (b'{"type":"nothing"}', "NO_TYPE"), (b"{}", "NO_TYPE"),
                              (b'{"type":"ack","id":1}', "NO_TYPE"), (b"[" * 2000, "NOT_JSON"),
                              (b'{"type":"alive","type":"alive"}', "NOT_JSON"),
                              (b'{"type":"alive"} x', "NOT_JSON"), (b'{"type":"ali\\u0000ve"}', "NOT_JSON"),
                              (b'{"type":"move","id":1,"ticket":1,"move":"pick 1"}', "NOT_ATTACHED")]:
                ws = WebSocket(server.port)
                ws.send_bytes(raw)
                with self.subTest(raw=raw[:40]):
                    self.assertEqual(ws.until("trouble")["code"], code)
                ws.close()

    def test_frames_that_are_too_much(self):
        with Server(PROGRAM) as server:
            ws = WebSocket(server.port)
            ws.send_bytes(b"x" * 5000)
            self.assertEqual(ws.until("trouble")["code"], "TOO_LARGE")
            self.assertTrue(ws.is_closed())
            ws = WebSocket(server.port)
            ws.send_bytes(b"{}", opcode=2)
            self.assertTrue(ws.is_closed())
            ws = WebSocket(server.port)
            ws.send_bytes(b'{"type":"\xff\xfe"}')
            self.assertTrue(ws.is_closed())
            # In pieces: small ones are put together, too many are refused.
            ws = WebSocket(server.port)
            for i, part in enumerate([b'{"type"', b':"al', b'ive"}']):
                ws.send_bytes(part, opcode=0 if i else 1, is_final=i == 2)
            self.assertEqual(ws.message()["type"], "clock")
            for i in range(40):
                try:
                    ws.send_bytes(b" " * 100, opcode=0 if i else 1, is_final=False)
                except OSError:
                    break
            self.assertTrue(ws.is_closed())
            # A frame byte by byte.
            ws = WebSocket(server.port)
            for byte in ws.frame(b'{"type":"alive"}'):
                ws.socket.sendall(bytes([byte]))
            self.assertEqual(ws.message()["type"], "clock")
            self.assertEqual(server.request("GET", "/healthz")[0], 200)

    def test_who_talks_rubbish_is_closed(self):
        with Server(PROGRAM) as server:
            ws = WebSocket(server.port)
            for _ in range(64):
                ws.send_bytes(b"rubbish")
            self.assertTrue(ws.is_closed())

    def test_only_websockets_of_our_protocol(self):
        with Server(PROGRAM) as server:
            self.assertEqual(WebSocket(server.port, protocol=None).status, 400)
            with self.assertRaises(Closed):
                WebSocket(server.port, protocol="chat")
            self.assertEqual(WebSocket(server.port, origin="http://evil.example").status, 403)
            self.assertEqual(WebSocket(server.port, origin=f"http://{HOST}:{server.port}").status, 101)

    def test_odd_openings(self):
        with Server(PROGRAM) as server:
            for text in (b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
                         b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: \r\n\r\n",
                         b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"GET /" + b"a" * 8000 + b" HTTP/1.1\r\n\r\n",
                         b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n"):
                with socket.create_connection((HOST, server.port), 20) as plain:
                    plain.sendall(text)
                    self.assertNotIn(b"101 Switching", read_all(plain), text)
            self.assertEqual(server.request("GET", "/healthz")[0], 200)

    def test_limits_per_address(self):
        def create(server):
            with socket.create_connection((HOST, server.port), 10, ("127.0.0.3", 0)) as plain:
                body = b'{"game":"duel"}'
                plain.sendall(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
                return re.search(rb"HTTP/1.1 (\d+).*?(TOO_\w+|tokens)", read_all(plain), re.S).groups()

        with Server(PROGRAM, "--address-connections", "3", "--address-matches", "2") as server:
            sockets = [WebSocket(server.port, source="127.0.0.2") for _ in range(5)]
            self.assertEqual([ws.status for ws in sockets], [101, 101, 101, 429, 429])
            sockets[0].close()
            wait_for(lambda: server.metric("connections") == 2)
            self.assertEqual(WebSocket(server.port, source="127.0.0.2").status, 101)
            self.assertEqual([create(server) for _ in range(3)], [(b"201", b"tokens"), (b"201", b"tokens"), (b"429", b"TOO_MANY")])
        # One a second, two in advance: of so many one comes within a second of the one before.
        with Server(PROGRAM, "--address-requests", "1") as server:
            self.assertEqual([create(server) for _ in range(2)], [(b"201", b"tokens")] * 2)
            self.assertIn((b"429", b"TOO_FAST"), (create(server) for _ in range(80)))

    def test_requests_that_never_end_hold_up_nobody(self):
        with Server(PROGRAM) as server:
            halves = [socket.create_connection((HOST, server.port), 10, ("127.0.0.2", 0)) for _ in range(300)]
            for half in halves:
                try:
                    half.sendall(b"GET / HTTP/1.1\r\nHost:")
                except ConnectionError:
                    pass  # one of those over the limit
            # The library has 256 places for heads, and whoever comes behind a full house is turned away.
            self.assertEqual(server.request("GET", "/healthz")[0], 200)
            for half in halves:
                half.close()

    def test_messages_per_second(self):
        with Server(PROGRAM, "--rate", "10") as server:
            ws = WebSocket(server.port)
            for _ in range(60):
                ws.send("alive")
            answers = [ws.message() for _ in range(60)]
            times = [answer["now"] for answer in answers if answer["type"] == "clock"]
            self.assertEqual({answer.get("code", "TOO_FAST") for answer in answers}, {"TOO_FAST"})
            # Two seconds' worth in advance, and what the seconds bring that pass meanwhile.
            self.assertTrue(20 <= len(times) <= 21 + (times[-1] - times[0]) / 100, times)

    def test_slow_and_dead_readers_hold_up_nobody(self):
        with Server(PROGRAM, "--rate", "0", "--test-mode") as server:
            match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 9})
            slow = [WebSocket(server.port, buffer=4096) for _ in range(20)]
            for ws in slow:
                ws.attach(match)
            Player(server, match, tokens[0]).play()
            # One asks for more and more and reads nothing. Whoever reads gets every answer meanwhile, until the server
            # has megabytes for the one and cuts it off; the others stay.
            other, others = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 99})
            player = Player(server, other, others[0])
            n_rounds = 0
            try:
                while not server.metric("slow_closed_total"):
                    n_rounds += 1
                    for _ in range(20):
                        slow[0].attach(match, after=0)
                    n_acked = len(player.acked)
                    while len(player.acked) == n_acked:
                        player.step()
            except OSError:  # it was cut off while it asked
                self.assertEqual(server.metric("slow_closed_total"), 1)
            self.assertGreater(n_rounds, 2)
            self.assertEqual(len(player.acked), player.acked[-1])
            self.assertEqual(server.metric("slow_closed_total"), 1)
            time.sleep(1.1)  # until it is looked after, once a second; then it has five for its last words
            server.forward(10)
            wait_for(lambda: server.metric("connections") == len(slow))  # all but one, and the player
            for ws in slow[1:]:
                self.assertGreater(ws.clock(), 0)  # what waited for it was read on the way
                ws.close()

    def test_a_connection_that_says_nothing_is_closed(self):
        with Server(PROGRAM, "--test-mode") as server:
            match, _ = server.create("duel", ["me", "me"])
            alive, dead = server.attach(match), server.attach(match)
            alive.until("state")
            dead.until("state")
            ends = []

            def read():
                try:
                    while True:
                        ends.append(alive.line())
                except Closed:
                    pass

            reader = threading.Thread(target=read)
            reader.start()
            server.forward(35)
            wait_for(lambda: alive.pings)  # and it answered
            server.forward(45)
            wait_for(lambda: server.metric("connections") == 1)
            alive.send("alive")
            wait_for(lambda: ends and b'"clock"' in ends[-1])
            alive.socket.shutdown(socket.SHUT_WR)
            reader.join(30)
            self.assertFalse(reader.is_alive())
            self.assertTrue(dead.is_closed())


def listening(port):
    """Addresses that something listens on at this port, from the machine's own table of sockets."""
    found = set()
    for family, table, words in ((socket.AF_INET, "/proc/net/tcp", 1), (socket.AF_INET6, "/proc/net/tcp6", 4)):
        with open(table) as lines:
            for row in list(lines)[1:]:
                local, state = row.split()[1], row.split()[3]
                figures, at = local.split(":")
                if state == "0A" and int(at, 16) == port:
                    # Each word of four bytes is written as this machine reads it.
                    raw = b"".join(int(figures[i * 8:i * 8 + 8], 16).to_bytes(4, sys.byteorder) for i in range(words))
                    found.add(socket.inet_ntop(family, raw))
    return found


def answers(address, port):
    """Is there a server at this address?"""
    try:
        connection = http.client.HTTPConnection(address, port, timeout=10)
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
        connection.close()
        return status == 200
    except ConnectionRefusedError:
        return False


class Doors(unittest.TestCase):
    """Where the server listens, and by which name it is called."""

    def test_it_listens_on_exactly_what_is_asked(self):
        names = {info[4][0] for info in socket.getaddrinfo("localhost", None, type=socket.SOCK_STREAM)}
        for listen, bound, answered in [
                ("127.0.0.1", {"127.0.0.1"}, {"127.0.0.1"}), ("127.0.0.2", {"127.0.0.2"}, {"127.0.0.2"}),
                ("[::1]", {"::1"}, {"::1"}), ("localhost", names, names),
                ("0.0.0.0", {"0.0.0.0"}, {"127.0.0.1", "127.0.0.2"}),
                ("[::]", {"::"}, {"127.0.0.1", "127.0.0.2", "::1"})]:
            with self.subTest(listen=listen), Server(PROGRAM, listen=listen) as server:
                self.assertEqual(listening(server.port), bound)
                self.assertEqual({address for address in ("127.0.0.1", "127.0.0.2", "::1") if answers(address, server.port)}, answered)

    def test_what_cannot_be_listened_on_is_told_with_its_reason(self):
        with Server(PROGRAM) as server:
            # An address that is for documents and no machine's own; a port that is taken; a name nobody has.
            for listen, reason in [("192.0.2.1:0", "Cannot assign requested address"), ("[2001:db8::1]:0", "Cannot assign requested address"),
                                   (f"{HOST}:{server.port}", "Address already in use"), ("no-such-name.invalid:0", "[Nn]ame"),
                                   (f"0.0.0.0:{server.port}", "Address already in use")]:
                for option in ("--listen", "--metrics"):
                    run = subprocess.run([PROGRAM, "serve", "--db", "memory", "--listen", f"{HOST}:0", option, listen],
                                         capture_output=True, text=True, timeout=60)
                    self.assertEqual((run.returncode, run.stdout), (2, ""), (option, listen))
                    self.assertRegex(run.stderr, re.escape(f"cannot listen on '{listen}': ") + ".*" + reason)
            for listen in ("8080", "::1:8080", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", ":8080", "[]:80"):
                run = subprocess.run([PROGRAM, "serve", "--db", "memory", "--listen", listen], capture_output=True, text=True, timeout=60)
                self.assertEqual(run.returncode, 2)
                self.assertIn(f"'{listen}' is no address to listen on", run.stderr)

    def test_a_port_is_free_again_at_once(self):
        server = Server(PROGRAM)
        with server:
            ws = WebSocket(server.port)
            server.stop()
            self.assertEqual(listening(server.port), set())
            server.start()  # on the same port, while the old connection still lingers
            ws.close()

    def test_metrics_are_for_this_machine(self):
        for options in ([], ["--proxy"]):
            with Server(PROGRAM, *options) as server:
                self.assertEqual(server.request("GET", "/metrics")[0], 200)
                for headers in ({"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "127.0.0.1"},
                                {"X-Forwarded-For": "198.51.100.7, ::1"}, {"Via": "1.1 proxy"}):
                    status, answer = server.request("GET", "/metrics", headers=headers)
                    self.assertEqual((status, answer["code"]), (403, "NOT_LOCAL"), headers)
                    self.assertEqual(server.request("GET", "/healthz", headers=headers)[0], 200)
        # A client at another address of this machine is still on this machine.
        with Server(PROGRAM, listen="0.0.0.0") as server:
            for address in ("127.0.0.2", *own_addresses()):
                connection = http.client.HTTPConnection(address, server.port, timeout=10)
                connection.request("GET", "/metrics")
                self.assertEqual(connection.getresponse().status, 200, address)
                connection.close()

    @unittest.skipUnless(os.geteuid() == 0 and shutil.which("ip"), "only root can make a second machine")
    def test_metrics_are_for_no_other_machine(self):
        name = f"cr{os.getpid()}"
        make = [f"ip netns add {name}", f"ip link add {name}a type veth peer name {name}b netns {name}",
                f"ip addr add 198.18.77.1/30 dev {name}a", f"ip link set {name}a up",
                f"ip -n {name} addr add 198.18.77.2/30 dev {name}b", f"ip -n {name} link set {name}b up"]
        ask = "import http.client, sys\nc = http.client.HTTPConnection('198.18.77.1', int(sys.argv[1]), timeout=10)\n" \
              "for path in ('/healthz', '/metrics'):\n c.request('GET', path); a = c.getresponse(); a.read(); print(a.status)"
        try:
            for command in make:
                if subprocess.run(command.split(), capture_output=True).returncode:
                    self.skipTest("no second machine can be made here: " + command)
            with Server(PROGRAM, listen="0.0.0.0") as server:
                run = subprocess.run(["ip", "netns", "exec", name, sys.executable, "-c", ask, str(server.port)],
                                     capture_output=True, text=True, timeout=60)
                self.assertEqual(run.stdout.split(), ["200", "403"], run.stderr)
        finally:
            subprocess.run(["ip", "netns", "del", name], capture_output=True)
            subprocess.run(["ip", "link", "del", f"{name}a"], capture_output=True)

    def test_metrics_have_a_listener_of_their_own(self):
        with Server(PROGRAM, "--metrics", "127.0.0.2:0") as server:
            line = server.process.stdout.readline()
            port = int(re.fullmatch(r"croupier: metrics on http://127\.0\.0\.2:(\d+)/metrics\n", line).group(1))
            self.assertEqual(listening(port), {"127.0.0.2"})
            for path, status in (("/metrics", 200), ("/healthz", 200), ("/", 404), ("/api/matches", 404), ("/api/games", 404)):
                connection = http.client.HTTPConnection("127.0.0.2", port, timeout=10)
                connection.request("GET", path, headers={"X-Forwarded-For": "198.51.100.7"} if path == "/metrics" else {})
                self.assertEqual(connection.getresponse().status, status, path)
                connection.close()
            with socket.create_connection(("127.0.0.2", port), 10) as plain:
                plain.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.2:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                              "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Protocol: croupier.v1\r\n\r\n".encode())
                self.assertIn(b" 404 ", plain.recv(4096))
            self.assertEqual(server.request("GET", "/metrics")[0], 404)

    def test_names_that_are_not_ours_are_refused(self):
        def upgrade(server, host):
            with socket.create_connection((HOST, server.port), 10) as plain:
                plain.sendall(f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Protocol: croupier.v1\r\n\r\n".encode())
                return int(plain.recv(4096).split()[1])

        ours = ["127.0.0.1", "127.0.0.1:99", "192.0.2.7", "[::1]", "[2001:db8::7]:8080", "localhost", "LocalHost.:8080"]
        others = ["evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "[::1].evil.example", "[evil]",
                  "xlocalhost", "127.0.0.1:80:80", ":", "a" * 300]
        with Server(PROGRAM) as server:
            for hosts, status, upgraded in ((ours, 200, 101), (others + ["cards.example"], 403, 403)):
                for host in hosts:
                    for path in ("/", "/api/games", "/api/matches", "/metrics"):
                        got, answer = server.request("GET", path, headers={"Host": host})
                        self.assertEqual(got, status, (host, path))
                        if status == 403:
                            self.assertEqual(answer["code"], "WRONG_HOST")
                    got, _ = server.request("POST", "/api/matches", {"game": "duel"}, headers={"Host": host})
                    self.assertEqual(got, 201 if status == 200 else 403, host)
                    self.assertEqual(upgrade(server, host), upgraded, host)
                    self.assertEqual(server.request("GET", "/healthz", headers={"Host": host})[0], 200)
        with Server(PROGRAM, "--host", "cards.example", "--host", "Two.example") as server:
            for host in ours + ["cards.example", "CARDS.example:8443", "cards.example.", "two.example"]:
                self.assertEqual(server.request("GET", "/", headers={"Host": host})[0], 200, host)
                self.assertEqual(upgrade(server, host), 101, host)
            for host in others + ["more.cards.example", "example"]:
                self.assertEqual(server.request("GET", "/", headers={"Host": host})[0], 403, host)
                self.assertEqual(upgrade(server, host), 403, host)
        for wrong in ("http://cards.example", "cards.example:80", ""):
            run = subprocess.run([PROGRAM, "serve", "--db", "memory", "--host", wrong], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 2)
            self.assertIn("is no name of a host", run.stderr)

    def test_the_name_that_is_listened_on_is_ours(self):
        name = socket.gethostname()
        try:
            socket.getaddrinfo(name, None)
            with socket.socket(socket.AF_INET) as probe:
                probe.bind((name, 0))
        except OSError:
            self.skipTest("this machine's name leads to no address of it")
        with Server(PROGRAM, listen=name) as server:
            connection = http.client.HTTPConnection(name, server.port, timeout=10)
            connection.request("GET", "/api/games")
            self.assertEqual(connection.getresponse().status, 200)
            connection.close()

    def test_large_answers_are_compressed(self):
        with Server(PROGRAM) as server:
            for _ in range(20):
                server.create("duel", ["me", "open"])
            for path in ("/api/matches", "/api/games", "/api/games/imposter-kings"):
                heads, bodies = zip(*(self.ask(server, path, {"Accept-Encoding": how}) for how in ("gzip, deflate", "identity")))
                self.assertEqual([head["content-encoding"] for head in heads], ["gzip", None])
                self.assertEqual(gzip.decompress(bodies[0]), bodies[1])
                self.assertLess(len(bodies[0]) * 3, len(bodies[1]))
                self.assertEqual(heads[0]["etag"], heads[1]["etag"])
                for head, body in zip(heads, bodies):
                    self.assertIn("accept-encoding", head["vary"])
                    self.assertEqual(int(head["content-length"]), len(body))
            # What is small stays as it is, and so does what has tokens in it.
            head, _ = self.ask(server, "/api/nothing", {"Accept-Encoding": "gzip"})
            self.assertIsNone(head["content-encoding"])
            head, _ = self.ask(server, "/api/matches", {"Accept-Encoding": "gzip"}, '{"game":"duel"}')
            self.assertIsNone(head["content-encoding"])

    def test_the_list_is_not_sent_again_to_who_has_it(self):
        with Server(PROGRAM) as server:
            server.create("duel", ["me", "open"])
            head, body = self.ask(server, "/api/matches")
            self.assertEqual(head["cache-control"], "no-cache")
            tag = head["etag"]
            for known in (tag, f'"other", {tag}'):
                again, nothing = self.ask(server, "/api/matches", {"If-None-Match": known, "Accept-Encoding": "gzip"})
                self.assertEqual((again.status, nothing, again["etag"]), (304, b"", tag))
            server.create("duel", ["me", "open"])
            head, longer = self.ask(server, "/api/matches", {"If-None-Match": tag})
            self.assertEqual(head.status, 200)
            self.assertNotEqual(head["etag"], tag)
            self.assertGreater(len(longer), len(body))
            # Nobody keeps what is for one player.
            self.assertEqual(self.ask(server, "/api/matches", {}, '{"game":"duel"}')[0]["cache-control"], "no-store")

    def ask(self, server, path, headers=None, body=None):
        """The headers of an answer by name, with its status, and its bytes as they came."""
        connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
        connection.request("POST" if body else "GET", path, body, headers or {})
        answer = connection.getresponse()
        head, bytes_ = answer.headers, answer.read()
        head.status = answer.status
        connection.close()
        return head, bytes_


def own_addresses():
    """Addresses of this machine that are not loopback, as far as it tells."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            return {probe.getsockname()[0]} - {"0.0.0.0"}
        except OSError:
            return set()


class Guests(unittest.TestCase):
    """Bots among people: they take their time, and who does not want to wait says so."""

    def ask_again(self, ws):
        """Until a question that is mine."""
        while True:
            message = ws.until("state", "update")
            if message.get("over") or message["question"]["mine"]:
                return message

    def test_a_bot_takes_its_time_among_people(self):
        with Server(PROGRAM, "--bot-pace", "quick") as server:
            match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 3})
            ws = server.attach(match, tokens[0])
            self.assertEqual(ws.until("attached")["pace"], "quick")
            self.assertEqual(server.request("GET", f"/api/matches/{match}")[1]["pace"], "quick")
            first = self.ask_again(ws)
            begin = time.monotonic()
            ws.send("move", id=1, ticket=first["question"]["ticket"], move=first["offers"]["moves"][0])
            self.ask_again(ws)
            taken = time.monotonic() - begin
            self.assertGreater(taken, 0.3)  # a sealed pick behind a deal: 800 to 1100 ms from the question on
            self.assertLess(taken, 5)
            # A match of its own mind, and one without anybody.
            match, tokens = server.create("duel", ["me", "bot"], pace="instant", options={"parries": 0, "target": 1})
            ws = server.attach(match, tokens[0])
            self.assertEqual(ws.until("attached")["pace"], "instant")
            begin = time.monotonic()
            Player(server, match, tokens[0]).play()
            self.assertLess(time.monotonic() - begin, 5)
            match, _ = server.create("liap-tui", ["bot"] * 4)
            wait_for(lambda: server.request("GET", f"/api/matches/{match}")[1]["stands"] == "over")
            self.assertGreater(server.metric("thinking_seconds_count"), 100)
            self.assertEqual([server.metric(name) for name in ("bots_thinking", "bots_failed_total", "bots_late_total")], [0, 0, 0])
            status, answer = server.request("POST", "/api/matches", {"game": "duel", "pace": "slow"})
            self.assertEqual((status, answer["code"], answer["field"]), (400, "BAD_FIELD", "pace"))

    def test_who_does_not_want_to_wait_goes_on(self):
        with Server(PROGRAM, "--bot-pace", "calm") as server:
            match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 9})
            ws = server.attach(match, tokens[0])
            message, begin = self.ask_again(ws), time.monotonic()
            for number in range(1, 4):
                ws.send("move", id=number, ticket=message["question"]["ticket"], move=message["offers"]["moves"][0])
                ws.until("ack")
                ws.send("go_on")
                message = self.ask_again(ws)
            self.assertLess(time.monotonic() - begin, 3 * 1.6)  # three answers at calm take three times that at least
            ws.send("go_on", ticket=1)
            self.assertEqual(ws.until("trouble")["code"], "BAD_FIELD")

    def test_a_stop_does_not_wait_for_bots(self):
        server = Server(PROGRAM, "--bot-pace", "calm")
        with server:
            match, tokens = server.create("duel", ["me", "bot"])
            server.attach(match, tokens[0]).until("state")
            for _ in range(20):
                server.create("liap-tui", ["bot"] * 4)
            begin = time.monotonic()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.monotonic() - begin, 4)
            self.assertIn("event=stopped", server.log_text())
            server.start()
            # And each goes on where it was.
            wait_for(lambda: [m["match"] for m in server.request("GET", "/api/matches")[1]["matches"]] == [match])

    def test_a_wrong_pace_is_told(self):
        run = subprocess.run([PROGRAM, "serve", "--db", "memory", "--bot-pace", "usual"], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 2)
        self.assertIn("'usual' is no pace", run.stderr)


class Operations(unittest.TestCase):
    def test_restart_resumes_every_match(self):
        server = Server(PROGRAM)
        with server:
            made = [server.create("duel", ["me", "bot"], options={"target": 5}, seed=i) for i in range(10)]
            players = [Player(server, match, tokens[0], i) for i, (match, tokens) in enumerate(made)]
            for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
                for player in players:
                    for _ in range(6):
                        if not player.over:
                            player.step()
                server.stop(number)
                server.start()
                for player in players:
                    player.connect()
                    if player.pending:
                        while player.step()["type"] != "attached":
                            pass
                        player.ws.send("move", **player.pending)
            for player in players:
                player.play()
                self.assertEqual(sorted(set(player.acked)), list(range(1, player.last_id + 1)))

    def test_a_full_disk_is_told_and_survived(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0, "target": 2})
            players = [Player(server, match, tokens[seat], seat) for seat in (0, 1)]
            mover = players[0]
            while not mover.acked:
                mover.step()
            # From now on no file of the server grows.
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (os.path.getsize(server.db + "-wal"), resource.RLIM_INFINITY))
            with self.assertRaises(AssertionError) as told:
                while True:
                    players[1].step()
            self.assertEqual(told.exception.args[0]["code"], "NOT_STORED")
            self.assertEqual(server.request("POST", "/api/matches", {"game": "duel"})[0], 503)
            self.assertEqual(server.request("GET", "/api/matches/" + match)[1]["moves"], 1)
            wait_for(lambda: "level=error event=store" in server.log_text())
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            players[1].ws.send("move", **players[1].pending)
            play_all(players)
            self.assertEqual(server.request("GET", f"/api/matches/{match}/record")[0], 200)

    def test_the_list_keeps_its_order(self):
        server = Server(PROGRAM)
        with server:
            matches = []
            for _ in range(12):
                matches.insert(0, server.create("duel", ["me", "open"])[0])
                time.sleep(0.002)  # so that each has a time of its own
            for number in (None, signal.SIGTERM, signal.SIGKILL):
                if number:
                    server.stop(number)
                    server.start()
                self.assertEqual([m["match"] for m in server.request("GET", "/api/matches")[1]["matches"]], matches)

    def test_clients_are_told_of_a_stop(self):
        server = Server(PROGRAM)
        with server:
            ws = WebSocket(server.port)
            self.assertEqual(server.stop(), 0)
            self.assertEqual(ws.until("trouble")["code"], "STOPPING")
            server.start()

    def test_settings_from_file_environment_and_command_line(self):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as config:
            config.write("# a comment\n\nrate = 10\naddress-connections = 1\nproxy = no\n")
            config.flush()
            os.environ["CROUPIER_ADDRESS_CONNECTIONS"] = "2"
            try:
                with Server(PROGRAM, "--config", config.name, "--rate", "0") as server:
                    sockets = [WebSocket(server.port, source="127.0.0.2") for _ in range(3)]
                    self.assertEqual([ws.status for ws in sockets], [101, 101, 429])
                    ws = WebSocket(server.port)
                    for _ in range(100):
                        ws.send("alive")
                    self.assertEqual({ws.message()["type"] for _ in range(100)}, {"clock"})
            finally:
                del os.environ["CROUPIER_ADDRESS_CONNECTIONS"]

    def test_wrong_settings_are_told(self):
        with tempfile.TemporaryDirectory(prefix="croupier-e2e-") as folder:
            config = os.path.join(folder, "wrong.conf")
            for text, arguments, told in [
                    ("quiet = perhaps", [], "'quiet' is yes or no"), ("nothing = 1", [], "'nothing = 1' is no setting"),
                    ("", ["--listen", "8080"], "give HOST:PORT"), ("", ["--listen", "999.1.1.1:80"], "cannot listen on"),
                    ("", ["--cert", config, "--key", folder + "/none"], "cannot read"), ("", ["--cert", config], "both --cert and --key"),
                    ("x", ["--db", config + "/x.db"], "cannot open the store"), ("no store\n" * 99, ["--db", config], "not a database")]:
                with open(config, "w") as file:
                    file.write(text)
                first = ["--config", config] if not arguments else []
                run = subprocess.run([PROGRAM, "serve", "--db", "memory", "--listen", "127.0.0.1:0", *first, *arguments],
                                     capture_output=True, text=True, timeout=60)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn(told, run.stderr)

    def test_tls(self):
        folder = tempfile.mkdtemp(prefix="croupier-e2e-")
        key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert,
                               "-days", "2", "-subj", "/CN=localhost"], capture_output=True)
        if made.returncode:
            self.skipTest("no openssl here to make a certificate")
        with Server(PROGRAM, "--cert", cert, "--key", key, folder=folder) as server:
            context = ssl.create_default_context(cafile=cert)
            context.set_alpn_protocols(["h2", "http/1.1"])
            with socket.create_connection((HOST, server.port), 10) as plain:
                with context.wrap_socket(plain, server_hostname="localhost") as secure:
                    self.assertEqual(secure.selected_alpn_protocol(), "http/1.1")
                    secure.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    self.assertIn(b"ok", read_all(secure))
            for path in ("/", "/api/games", "/nothing"):
                with socket.create_connection((HOST, server.port), 10) as plain:
                    with context.wrap_socket(plain, server_hostname="localhost") as secure:
                        secure.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                        head = read_all(secure).split(b"\r\n\r\n")[0].lower()
                self.assertEqual(head.count(b"\r\nstrict-transport-security: max-age=31536000\r\n"), 1, path)
        shutil.rmtree(folder, ignore_errors=True)

    def test_two_servers_on_one_file(self):
        with Server(PROGRAM) as server:
            with self.assertRaises(RuntimeError):
                Server(PROGRAM, folder=server.folder).start()
            self.assertEqual(server.request("GET", "/healthz")[0], 200)

    def test_no_secret_in_the_log(self):
        server = Server(PROGRAM)
        with server:
            match, tokens = server.create("duel", ["me", "bot"], name="Ann")
            server.attach(match, tokens[0]).until("state")
            server.stop()
            text = server.log_text()
            self.assertNotIn(tokens[0], text)
            self.assertNotIn("Ann", text)
            server.start()

    def test_tokens_are_kept_hashed(self):
        server = Server(PROGRAM)
        with server:
            _, tokens = server.create("duel", ["me", "bot"])
            server.stop()
            for name in os.listdir(server.folder):
                with open(os.path.join(server.folder, name), "rb") as file:
                    self.assertNotIn(bytes.fromhex(tokens[0]), file.read())
            server.start()

    def test_load_plays_and_reports(self):
        with Server(PROGRAM) as server:
            run = subprocess.run([PROGRAM, "load", f"http://{HOST}:{server.port}", "--matches", "5", "--seconds", "1", "--idle", "20",
                                  "-o", "parries=0", "-o", "target=3", "--json"], capture_output=True, text=True, cwd=server.folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            figures = json.loads(run.stdout)
            for key in ("moves_per_second", "p50_ms", "p99_ms", "p999_ms", "bytes_per_match"):
                self.assertGreater(figures[key], 0, key)
            self.assertEqual(figures["refused"], 0)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        PROGRAM = os.path.abspath(sys.argv.pop(1))
    signal.alarm(580)  # nothing here takes that long: a server that hangs is a fault too
    unittest.main(warnings="ignore")
