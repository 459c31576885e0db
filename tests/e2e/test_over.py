#!/usr/bin/env -S python3 -B
"""Matches that are over: `tests/e2e/test_over.py PROGRAM [TEST...]`. Steps as each viewer was told them, analysis, a solution
as a bot. Each test has a server of its own."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import HOST, Player, Server, play_all, wait_for, program, run  # noqa: E402

PROGRAM = program()


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


if __name__ == "__main__":
    run()
