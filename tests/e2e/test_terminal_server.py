#!/usr/bin/env -S python3 -B
"""A person at a terminal and a match on a server: `tests/e2e/test_terminal_server.py PROGRAM [TEST]`. Joining, coming back, hints,
rematches, passes, TLS."""

import os
import re
import subprocess
import threading
import time

from client import HOST, Player, Server, WebSocket, wait_for
from client import run as main
from terminal import PATIENCE, PROGRAM, Terminal, TerminalTest, run


class OnServer(TerminalTest):
    def test_a_match_on_a_server_is_played_to_its_end(self):
        with Server(PROGRAM) as server, Terminal("duel", "--join", f"http://{HOST}:{server.port}", "--bots", "baseline",
                                                 "-o", "target=2") as t:
            screen = t.until("Lay a card face down.", "baseline")
            t.type("pick 99", "Enter")
            t.until("There is no move “pick 99”.")
            t.type("Escape")
            end = time.monotonic() + PATIENCE
            while "The match is over" not in screen and time.monotonic() < end:
                if " moves" in screen:
                    t.type("Enter")
                time.sleep(0.02)
                screen = t.screen()
            t.until("The match is over", "the match.")
            t.type("q")
            self.assertEqual(t.ended()[0], 0)

    def hinted(self, screen):
        """The best moves on a screen: three lines with what each promises."""
        self.assertRegex(screen, r"1\. Lay the .*: \d+ % ± \d+")
        self.assertRegex(screen, r"2\. Lay the .*: \d+ % ± \d+")

    def test_f8_gives_a_hint(self):
        with Terminal("duel", "--seed", "5", "--bots", "baseline", size=(100, 30)) as t:
            t.until("Lay a card face down.")
            t.type("F8")
            self.hinted(t.until("Hint, from what you see", " 3. "))

    def test_f8_gives_a_hint_at_a_table_on_a_server_and_it_is_counted(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "bot"], name="Ada")
            url = f"http://{HOST}:{server.port}/{match}"
            with Terminal("--join", f"{url}?token={tokens[0]}", size=(100, 30)) as t:
                t.until("Lay a card face down.")
                t.type("F8")
                self.hinted(t.until("Hint, from what you see", " 3. "))
            self.assertEqual(self.hints_of(server, match), [1, 0])
            server.stop()
            server.start()
            self.assertEqual(self.hints_of(server, match), [1, 0])
            with Terminal("--join", f"{url}?token={tokens[0]}", "--plain", size=(100, 40)) as t:
                t.until("Lay a card face down.")
                t.type("hint", "Enter")
                self.hinted(t.until("Hint, from what you see", " 3. "))
            self.assertEqual(self.hints_of(server, match), [2, 0])

    def hints_of(self, server, match):
        """As somebody who watches is told."""
        watcher = WebSocket(server.port)
        watcher.attach(match)
        seats = watcher.until("seats")["seats"]
        watcher.socket.close()
        return [seat.get("hints", 0) for seat in seats]

    def test_a_table_of_people_gives_no_hints_unless_it_says_so(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"])
            url = f"http://{HOST}:{server.port}/{match}"
            with Terminal("--join", f"{url}?token={tokens[0]}") as t:
                t.until("Lay a card face down.")
                t.type("F8")
                self.assertNotIn("Hint, from", t.until("There are no hints here."))

    def test_two_people_meet_and_one_comes_back_after_a_restart(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "open"], name="Ada")
            url = f"http://{HOST}:{server.port}/{match}"
            with Terminal("--join", f"{url}?token={tokens[0]}") as ada:
                ada.until("The match has not begun")
                with Terminal("--join", url, "--name", "Bo") as bo:
                    ada.until("Lay a card face down.", "Bo")
                    bo.until("Ada", "Lay a card face down.")
                    ada.type("Enter")
                    bo.until("Ada ▒▒ face down")
                    server.stop()
                    bo.until("trying again")
                    server.start()
                    bo.until("Ada", "Lay a card face down.")
                    bo.type("Enter")
                    ada.until("Turned together")
                    bo.until("Turned together")
                    with Terminal("--join", url) as watcher:
                        watcher.until("watching", "tricks played 1")
                    bo.type("C-c")
                    status, last = bo.ended()
                    self.assertEqual(status, 0)
                    self.assertIn(f"{match}?token=", last.replace("\n", ""))

    def test_a_rematch_from_the_terminal(self):
        """Full screen on one side, line mode on the other; a wish for a pause on the way."""
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "open"], name="Ada", options={"target": 1, "parries": 0})
            url = f"http://{HOST}:{server.port}/{match}"
            with Terminal("--join", f"{url}?token={tokens[0]}") as ada, Terminal("--join", url, "--name", "Bo", "--plain") as bo:
                ada.until("Lay a card face down.", "Bo")
                bo.until("Lay a card face down.", ">")
                bo.type("pause", "Enter")
                ada.until("Bo wants a pause")
                bo.type("resume", "Enter")
                end = time.monotonic() + PATIENCE
                while "The match is over. R rematch" not in ada.screen() and time.monotonic() < end:
                    if " moves" in ada.screen():
                        ada.type("Enter")
                    if re.search(r"^>\s*$", bo.screen().rstrip().splitlines()[-1]):
                        bo.type("1", "Enter")
                    time.sleep(0.05)
                ada.until("The match is over. R rematch")
                bo.until("Rematch? 'yes'", "seed: ")
                ada.type("r")
                bo.until("Ada asks for a rematch, seats swapped.")
                bo.type("no", "Enter")
                ada.until("Bo does not want a rematch.")
                self.assertEqual(bo.ended()[0], 0)
            self.assertNotIn("next", server.request("GET", f"/api/matches/{match}")[1])

    def test_a_rematch_in_line_mode_goes_on_at_the_new_table(self):
        def play(ada, bo):
            """Both to the end; Bo takes the first move whenever the prompt is there."""
            other = threading.Thread(target=ada.play)
            other.start()
            while other.is_alive():
                if re.search(r"^>\s*$", (bo.screen().rstrip().splitlines() or [""])[-1]):
                    bo.type("1", "Enter")
                time.sleep(0.05)
            other.join()

        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "open"], name="Ada", options={"target": 1, "parries": 0})
            with Terminal("--join", f"http://{HOST}:{server.port}/{match}", "--name", "Bo", "--plain", size=(100, 60)) as bo:
                ada = Player(server, match, tokens[0])
                play(ada, bo)
                bo.until("Rematch? 'yes'")
                bo.type("yes", "Enter")
                ada.ws.until("offered")
                ada.ws.send("rematch", seats="swap")
                new = ada.ws.until("rematched")
                self.assertEqual(new["seat"], 1)
                bo.until("You ask for a rematch, seats swapped.", "The rematch begins.")
                play(Player(server, new["match"], new["token"]), bo)
                # Not the question of the match before, which may still be on the screen.
                wait_for(lambda: bo.screen().rstrip().splitlines()[-1].startswith("Rematch? 'yes'"))
                bo.type("no", "Enter")
                self.assertEqual(bo.ended()[0], 0)
            names = [seat["name"] for seat in server.request("GET", f"/api/matches/{new['match']}")[1]["seats"]]
            self.assertEqual(names, ["Bo", "Ada"])

    def test_line_mode_joins_too(self):
        with Server(PROGRAM) as server:
            url = f"http://{HOST}:{server.port}"
            played = run("play", "duel", "--join", url, "-o", "target=1", "--plain", given="1\n1\n1\n")
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertIn("the match. ", played.stdout)
            for wrong, word in ((f"{url}/{'0' * 32}", "no such table"), (url, "game"), ("ftp://x", "http://"),
                                (f"http://127.0.0.1:1/{'0' * 32}", "answer")):
                refused = run("play", "--join", wrong, "--plain")
                self.assertNotEqual(refused.returncode, 0)
                self.assertIn(word, refused.stderr)

    def test_a_pass_that_is_the_only_answer_is_sent_for_who_wants_it(self):
        for options, is_done in ((["--auto"], True), ([], False)):
            played = run("play", "imposter-kings", "--seed", "3", "--plain", *options, given="1\n" * 300)
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertEqual("you can only pass: done for you" in played.stdout, is_done, options)
        with Server(PROGRAM, "--bot-pace", "quick") as server:
            match, tokens = server.create("imposter-kings", ["me", "bot"], seed=4)
            seat = lambda: server.request("GET", f"/api/matches/{match}")[1]["seats"][0]
            with Terminal("--join", f"http://{HOST}:{server.port}/{match}?token={tokens[0]}", "--auto") as t:
                t.until(" moves")
                self.assertTrue(seat()["auto"])
                t.type("F7")
                t.until("You are asked where you can only pass.")
                wait_for(lambda: not seat()["auto"])
                t.type("F7")
                t.until("it is done for you.")
                wait_for(lambda: seat()["auto"])
                end = time.monotonic() + PATIENCE
                while not server.metric("passes_total") and time.monotonic() < end:
                    screen = t.screen()
                    if " moves" in screen and not ("▸ Do not react" in screen and " 1 of 1 move" in screen):
                        t.type("Enter")
                    time.sleep(0.1)
                self.assertGreater(server.metric("passes_total"), 0)
                t.type("F3")
                t.until("you can only pass: the referee does it for you")

    def test_bots_of_a_server_need_not_wait(self):
        with Server(PROGRAM, "--bot-pace", "calm") as server, Terminal("duel", "--join", f"http://{HOST}:{server.port}",
                                                                       "-o", "target=9", "-o", "parries=0") as t:
            screen = t.until("Lay a card face down.")
            for key in ("Space", "Enter"):
                t.type("Enter")
                t.until("random lays a card face down.")
                begin = time.monotonic()
                t.type(key)
                screen = t.until("Lay a card face down.", but=screen)
                self.assertLess(time.monotonic() - begin, 1.5)  # at calm a pick behind a deal takes 3.2 s and more

    def certificate(self, subject):
        """Paths of a certificate for this name or address, and of its key."""
        cert, key = self.file("cert.pem"), self.file("key.pem")
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
                               "-subj", "/CN=x", "-addext", f"subjectAltName={subject}"], capture_output=True)
        if made.returncode:
            self.skipTest("no openssl here to make a certificate")
        return cert, key

    def test_a_server_with_tls_is_joined_if_its_certificate_is_trusted_and_its_own(self):
        def join(server, trusted):
            return subprocess.run([PROGRAM, "play", "duel", "-o", "target=1", "--plain", "--join", f"https://{HOST}:{server.port}"],
                                  input="1\n1\n1\n", capture_output=True, text=True, timeout=120, env={**os.environ, "SSL_CERT_FILE": trusted})

        cert, key = self.certificate(f"IP:{HOST}")
        with Server(PROGRAM, "--cert", cert, "--key", key) as server:
            played = join(server, cert)
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertIn("the match. ", played.stdout)
            stranger = join(server, "/dev/null")
            self.assertEqual(stranger.returncode, 1, stranger.stdout)
            self.assertIn("self-signed certificate", stranger.stderr)
            with Terminal("duel", "--join", f"https://{HOST}:{server.port}", env={"SSL_CERT_FILE": cert}) as t:
                t.until("Lay a card face down.")
                t.type("C-c")
                status, last = t.ended()
                self.assertEqual(status, 0)
                self.assertIn(f"https://{HOST}:{server.port}/", last.replace("\n", ""))  # the way back
        cert, key = self.certificate("DNS:elsewhere.example")
        with Server(PROGRAM, "--cert", cert, "--key", key) as server:
            other = join(server, cert)
            self.assertEqual(other.returncode, 1, other.stdout)
            self.assertIn("IP address mismatch", other.stderr)


if __name__ == "__main__":
    main()
