#!/usr/bin/env -S python3 -B
"""A session of Classic Battle over real sockets: `tests/e2e/test_session.py PROGRAM`. Seconds, pauses, a page that falls
silent, a connection that is lost. Each test has a server of its own, whose clock is put forward where somebody would have
to wait. Times are the server's: how busy this machine is does not count."""

import os
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import Server, program, proves, run  # noqa: E402

PROGRAM = program()


class Page:
    """What a page does: keeps the last view and question, sends moves, and signs of life while it is awake."""

    def __init__(self, server, match, token):
        self.ws = server.attach(match, token)
        self.view, self.question, self.seen, self.last_id = None, None, [], 0
        self.is_awake = True
        threading.Thread(target=self.beat, daemon=True).start()

    def beat(self):
        while True:
            time.sleep(3)
            if self.is_awake:
                try:
                    self.ws.send("alive")
                except OSError:
                    return

    def step(self):
        message = self.ws.message()
        self.seen.append(message)
        if message["type"] == "attached":
            self.last_id = max(self.last_id, message["last_id"])
        if message["type"] in ("state", "update"):
            self.view, self.question = message["view"], message.get("question")
        return message

    def until(self, condition):
        while not condition():
            self.step()

    def until_state(self, word):
        self.until(lambda: self.view and self.view["state"] == word)

    def until_type(self, kind):
        while (message := self.step())["type"] != kind:
            pass
        return message

    def move(self, text):
        self.last_id += 1
        self.ws.send("move", id=self.last_id, ticket=self.question["ticket"], move=text)
        return self.until_type("ack")

    def begin(self):
        self.until_state("waitingForMatchStart")
        self.move("startClicked 3")
        self.until_state("waitingForPlayerAction")


class Session(unittest.TestCase):
    """Each of these is run in a thread of its own."""

    def single(self, server, **options):
        match, tokens = server.create("classic-battle", ["me", "bot"], options={"matches": 0, "startCountdown": 1000, **options})
        return match, tokens, Page(server, match, tokens[0])

    def seconds_are_told_and_the_deadline_is_exact(self, server):
        _, _, page = self.single(server, statTimer=3000)
        page.begin()
        until = page.question["until"]
        del page.seen[:]
        page.until(lambda: page.view["state"] != "waitingForPlayerAction")
        told = [m for m in page.seen if m["type"] in ("tick", "drift")]
        last = 4
        for message, behind in zip(told, told[1:] + [None]):
            if message["type"] == "drift":
                continue
            self.assertEqual(message["left"], until - message["at"])
            skipped = last - 1 - message["seconds"]
            self.assertGreaterEqual(skipped, 0)
            if skipped:  # a second may be left out if the whole server stood still, and then it says so
                self.assertEqual(behind["type"], "drift")
                self.assertGreaterEqual(behind["late"], 1000 * skipped)
            last = message["seconds"]
            if not last:
                break
        self.assertEqual(last, 0)
        self.assertEqual(page.seen[-1]["at"], until)  # to the millisecond
        proves(self, "JK-7.9 JK-7.11")

    def one_person_pauses_two_do_not(self, server):
        _, _, page = self.single(server)
        page.begin()
        left = page.question["until"]
        page.ws.send("pause", on=True, reason="hidden")
        page.until(lambda: page.question.get("paused"))
        left -= page.seen[-1]["at"]
        self.assertEqual(page.question["left"], left)
        server.forward(5)
        page.ws.send("pause", on=False, reason="hidden")
        page.until(lambda: not page.question.get("paused"))
        self.assertEqual(page.question["until"] - page.seen[-1]["at"], left)

        match, tokens = server.create("classic-battle", ["me", "me"], options={"matches": 0, "opponent": "person", "startCountdown": 1000})
        one, two = Page(server, match, tokens[0]), Page(server, match, tokens[1])
        one.begin()
        two.until_state("waitingForPlayerAction")
        until = one.question["until"]
        for page in (one, two):
            for reason in ("hidden", "quitDialog"):
                page.ws.send("pause", on=True, reason=reason)
                self.assertEqual(page.until_type("trouble")["code"], "BAD_REASON")
        one.is_awake = two.is_awake = False
        server.forward(15)  # nor does silence
        one.ws.send("alive")
        one.until_type("clock")
        self.assertEqual(one.question["until"], until)
        self.assertNotIn("paused", one.question)
        one.ws.send("pause", on=True)
        two.ws.send("pause", on=True)
        one.until(lambda: one.question.get("paused"))  # the host's own reason does
        proves(self, "JK-5.9")

    def a_silent_page_is_a_hidden_one(self, server):
        _, _, page = self.single(server)
        page.begin()
        until = page.question["until"]
        page.is_awake = False
        page.ws.send("alive")
        before = page.until_type("clock")["now"]
        page.ws.send("alive")  # heard no earlier than that
        page.until_type("clock")
        now = server.forward(10)
        page.until(lambda: page.question.get("paused"))
        self.assertTrue(before + 10000 <= page.seen[-1]["at"] <= now, (before, page.seen[-1], now))
        self.assertEqual(page.question["left"], until - page.seen[-1]["at"])
        page.ws.send("alive")
        page.until(lambda: not page.question.get("paused"))
        proves(self, "JK-7.8")

    def a_lost_connection_interrupts_after_a_minute(self, server):
        match, tokens, page = self.single(server, statTimer=600000)
        page.begin()
        page.move("statSelected speed")
        page.until_state("cooldown")
        page.until_state("waitingForPlayerAction")
        scores, rounds = page.view["scores"], page.view["roundsPlayed"]
        page.is_awake = False
        watcher = Page(server, match, None)
        watcher.until_state("waitingForPlayerAction")
        page.ws.send("alive")
        lost = page.until_type("clock")["now"]
        page.ws.close()
        while watcher.until_type("seats")["seats"][0]["here"]:
            pass
        now = server.forward(60)
        watcher.until_state("interruptRound")
        self.assertTrue(lost + 60000 <= watcher.seen[-1]["at"] <= now, (lost, watcher.seen[-1], now))
        page = Page(server, match, tokens[0])
        page.until_state("interruptRound")
        self.assertEqual(page.view["reason"], "navigation")
        self.assertEqual((page.view["scores"], page.view["roundsPlayed"]), (scores, rounds))
        page.move("restartRound")
        page.until_state("waitingForPlayerAction")
        self.assertEqual(page.view["roundsPlayed"], rounds)
        proves(self, "JK-8.10")

    def a_page_that_leaves_says_so(self, server):
        match, tokens, page = self.single(server)
        page.begin()
        page.move("interrupt navigation")  # pagehide without persisted
        page.until_state("interruptRound")
        page.ws.close()
        page = Page(server, match, tokens[0])
        page.until_state("interruptRound")
        self.assertEqual(page.view["reason"], "navigation")
        page.move("resumeLobby")
        page.until_state("waitingForMatchStart")
        self.assertIn("event=interrupt.raised", server.log_text())
        proves(self, "JK-10.6")

    def test_all(self):
        faults, tests = [], [name for name in vars(Session) if not name.startswith("_") and name not in ("single", "test_all")]

        def run(name):
            one = Session("test_all")
            one.id = lambda: name
            try:
                with Server(PROGRAM, "--test-mode") as server:
                    getattr(one, name)(server)
            except Exception as fault:
                faults.append((name, repr(fault)))

        threads = [threading.Thread(target=run, args=(name,)) for name in tests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(150)
        self.assertFalse(any(thread.is_alive() for thread in threads), "a test hangs")
        self.assertEqual(faults, [])


if __name__ == "__main__":
    run()
