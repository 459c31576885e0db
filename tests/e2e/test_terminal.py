#!/usr/bin/env -S python3 -B
"""The full screen in a real terminal: tmux types, and reads what is shown.   tests/e2e/test_terminal.py PROGRAM

Screens at a few points of each game are compared with tests/e2e/screens; after a change on purpose run this with
CROUPIER_UPDATE=1 and read the difference."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from client import HOST, Player, Server, WebSocket, program, proves, wait_for
from client import run as main

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = program()
PATIENCE = int(os.environ.get("CROUPIER_PATIENCE", 30))  # seconds until a screen that does not come is a fault; a busy machine is slow


class Terminal:
    """A program in a window of its own. Use as a context."""

    count = 0

    def __init__(self, *args, size=(80, 24), env=None, locale="C.UTF-8", name="play"):
        Terminal.count += 1
        self.socket = f"croupier-{os.getpid()}-{Terminal.count}"
        words = {"LC_ALL": locale, "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", ""), **(env or {})}
        command = ["env", "-u", "NO_COLOR", *(f"{k}={v}" for k, v in words.items() if v), PROGRAM, name, *args]
        self.folder = tempfile.TemporaryDirectory(prefix="croupier-pid-")
        self.tmux("new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "sleep 1000")
        self.tmux("set", "-g", "status", "off")
        self.tmux("set", "-g", "default-terminal", "tmux-256color")
        # tmux now and then misses that its child has ended, so a shell says it; Ctrl-C is the program's alone.
        self.tmux("respawn-window", "-k", "sh", "-c", """trap : INT
            sh -c 'echo $$ >"$0"; exec "$@"' "$0" "$@"; echo "[ended $?]"; exec sleep 1000""", self.pid_file(), *command)

    def pid_file(self):
        return os.path.join(self.folder.name, "pid")

    def tmux(self, *args):
        return subprocess.run(["tmux", "-L", self.socket, "-f", "/dev/null", *args], capture_output=True, text=True,
                              env={**os.environ, "LC_ALL": "C.UTF-8"}, timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """First the program ends, then its terminal: whoever loses the terminal while the leak sanitizer looks for leaks
        gets SIGCONT with SIGHUP, which takes the sanitizer's own SIGSTOP away, and it waits for ever."""
        try:
            os.kill(self.pid(), signal.SIGTERM)
            self.until_gone(self.pid())
        except (OSError, ValueError):
            pass  # it is gone, or never was
        self.close()
        self.folder.cleanup()

    def close(self):
        """The terminal goes away."""
        self.tmux("kill-server")

    def screen(self, *options):
        shown = self.tmux("capture-pane", "-p", *options).stdout
        return "".join(line.rstrip() + "\n" for line in shown.splitlines())

    def type(self, *keys):
        self.tmux("send-keys", *keys)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def until(self, *wanted, but=None):
        """The screen, once it holds all of these, is not the one that was there, and is drawn to its end: twice the same."""
        end = time.monotonic() + PATIENCE
        last = None
        while True:
            screen = self.screen()
            if all(w in screen for w in wanted) and screen != but and screen == last:
                return screen
            if time.monotonic() > end:
                raise AssertionError(f"never shown: {wanted}\n{screen}")
            last = screen
            time.sleep(0.02)

    def shows(self, wanted):
        """Is this the screen, or will it be? tmux may be asked in the middle of a drawing."""
        end = time.monotonic() + PATIENCE
        while self.screen() != wanted and time.monotonic() < end:
            time.sleep(0.02)
        return self.screen()

    def ended(self):
        """Exit status and last screen, once the program has ended."""
        screen = self.until("[ended ")
        return int(re.search(r"\[ended (\d+)\]", screen).group(1)), screen

    def pid(self):
        with open(self.pid_file()) as file:
            return int(file.read())

    @staticmethod
    def until_gone(pid):
        end = time.monotonic() + PATIENCE
        while is_alive(pid):
            if time.monotonic() > end:
                raise AssertionError("the program does not end")
            time.sleep(0.02)


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def run(*args, given=""):
    return subprocess.run([PROGRAM, *args], input=given, capture_output=True, text=True, timeout=120)


def stat_locks(record):
    entries = json.loads(run("replay", record, "--json").stdout)["entries"]
    return [e["answer"] for e in entries if e.get("answer", {}).get("move") == "statSelected"]


class TerminalTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="croupier-terminal-")
        self.addCleanup(self.folder.cleanup)

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def compare(self, name, terminal):
        path = os.path.join(HERE, "screens", name + ".txt")
        if os.environ.get("CROUPIER_UPDATE"):
            time.sleep(1)
            with open(path, "w") as out:
                out.write(terminal.screen())
        with open(path) as file:
            wanted = file.read()
        self.assertEqual(terminal.shows(wanted), wanted, name)

    # ---- every game, from start to end ----

    def play_through(self, game, *options, after=3):
        record = self.file("match.rec")
        with Terminal(game, "--seed", "5", "--bots", "baseline", "--record", record, *options) as t:
            self.compare(f"{game}-start", t)
            screen = t.screen()
            for n in range(400):
                t.type("Enter")
                screen = t.until("", but=screen)
                if "The match is over" in screen:
                    break
                screen = t.until(" moves") if " moves" not in screen else screen
                if n == after:
                    self.compare(f"{game}-{after}", t)
            self.compare(f"{game}-end", t)
            t.type("Enter")
            status, last = t.ended()
            self.assertEqual(status, 0, last)
            self.assertRegex(last, "the match|Nobody|out ahead|wins?\\.")
            self.assertIn("seed: 5", last)
        self.assertEqual(run("replay", "--quiet", record).returncode, 0)

    def test_duel_is_played_from_start_to_end(self):
        self.play_through("duel", "-o", "target=3")

    def test_liap_tui_is_played_from_start_to_end(self):
        self.play_through("liap-tui", "-o", "target=5")

    def test_imposter_kings_is_played_from_start_to_end(self):
        self.play_through("imposter-kings", "-o", "target=3", after=6)

    def test_dune_battle_is_played_from_start_to_end(self):
        self.play_through("dune-battle", "-o", "scenario=six", "-o", "seats=6", after=12)

    def test_dune_draws_its_map_by_sectors_and_asks_part_by_part(self):
        with Terminal("dune", "--seed", "5", "--bots", "baseline", "-o", "seats=3", "-o", "max_turns=1", size=(100, 44)) as t:
            screen = t.until("Which of these four leaders is your traitor?", "sector by sector, from the pole to the rim")
            self.assertRegex(screen, r"(?m)^  9  ImpBas|^  9  Imperial Basin +Arrakeen +Old Gap")
            self.assertEqual(len(re.findall(r"(?m)^ ( \d|1\d)[ ~] \S", screen)), 18)  # one row a sector
            t.resize(80, 24)  # the same in few rows: only what lies somewhere
            t.until("storm in sector", "factions in storm order")
            t.resize(100, 44)
            for _ in range(60):
                if "[shipment]" in screen and "What do you do?" in screen:
                    break
                t.type("Enter")
                screen = t.until(" moves", but=screen)
            self.assertRegex(screen, "Arrakeen AT10")
            t.type("ship", "Enter")
            t.until("Where to?")

    def test_classic_battle_is_played_from_start_to_end(self):
        record = self.file("match.rec")
        with Terminal("classic-battle", "--seed", "5", "--record", record, "-o", "cooldown=10000", "-o", "statTimer=none",
                      "-o", "startCountdown=10000") as t:
            self.compare("classic-battle-start", t)
            t.type("1")
            t.until("The match starts")
            t.type("Space")
            self.compare("classic-battle-choose", t)
            t.type("3")
            screen = t.until("The next round comes")
            self.assertRegex(screen, r"Technique \d+ against \d+: ")
            for _ in range(25):
                t.type("Enter")
                t.until("Pick a stat")
                t.type("1")
                screen = t.until("Power ", "against", but=screen)
                if "The match is over" in t.until("", but=None) or "[9 Match over]" in screen:
                    break
            screen = t.until("The match is over")
            self.assertRegex(screen, "(You win|Opponent wins) the match")
            t.type("Enter")
            self.assertEqual(t.ended()[0], 0)
        self.assertEqual(run("replay", "--quiet", record).returncode, 0)
        proves(self, "JK-13.2 JK-13.3")

    # ---- what one can do ----

    def test_typing_narrows_the_moves_and_a_refusal_names_its_rule(self):
        with Terminal("duel", "--seed", "5", "--bots", "baseline") as t:
            t.until("9 of 9 moves")
            t.type("pick 1")
            t.until("4 of 9 moves", "▸ Lay the 1 ")
            t.type("BSpace", "4")
            t.until("1 of 9 moves", "▸ Lay the 4")
            t.type("C-u")
            t.until("9 of 9 moves")
            t.type("pick 5", "Enter")  # not in this hand
            screen = t.until("You hold no 5.", "(EX-5)", "Possible: Lay the ")
            t.type("Escape")
            t.until("9 of 9 moves", but=screen)
            t.type("Down", "Right", "Enter")  # three to a row
            t.until("You have laid a card face down.", "Turned together: you 8,")

    def test_tab_writes_a_move_out(self):
        with Terminal("duel", "--seed", "5") as t:
            t.until("9 of 9 moves")
            t.type("12", "Tab")
            t.until("> pick 12")

    def test_help_rules_log_and_view_open_and_close(self):
        with Terminal("liap-tui", "--seed", "5", "--bots", "baseline") as t:
            table = t.until("How many piles will you take?", "F1 help")
            t.type("F1")
            t.until("Help", "plays the chosen move")
            t.type("Escape")
            self.assertEqual(t.shows(table), table)
            t.type("F2")
            t.until("Rules", "LT-1.1")
            t.type("sum to 8")
            t.until("find: sum to 8", "LT-")
            t.type("Escape")
            t.until(" moves", "F1 help")
            t.type("F3")
            t.until("Log", "You start, holding the red General.")
            t.type("Escape")
            t.until(" moves", "F1 help")
            t.type("F4")
            t.until("All you may know", "hand: rG")
            t.type("End", "Home", "PageDown", "PageUp", "Escape")
            self.assertEqual(t.shows(table), table)

    def test_leaving_asks_first(self):
        with Terminal("duel", "--seed", "5") as t:
            t.until(" moves")
            t.type("Escape")
            t.until("Leave the match?")
            t.type("n")
            t.until("9 of 9 moves")
            t.type("Escape")
            t.until("Leave the match?")
            t.type("y")
            status, last = t.ended()
            self.assertEqual(status, 0)
            self.assertIn("The match was left", last)

    def test_a_spectator_sees_bots_play(self):
        with Terminal("duel", "--seed", "5", "--seat", "spectator", "-o", "target=1", "-o", "parries=0") as t:
            t.until("watching")
            t.until("The match is over")
            t.type("q")
            self.assertEqual(t.ended()[0], 0)

    # ---- the terminal itself ----

    def test_a_resize_in_the_middle_does_no_harm(self):
        with Terminal("imposter-kings", "--seed", "5", "--bots", "baseline") as t:
            first = t.until(" moves")
            t.type("Enter")
            before = t.until(" moves", but=first)
            t.resize(140, 50)
            t.until(" moves", but=before)
            t.resize(40, 10)
            t.until("too small")
            t.resize(80, 24)
            self.assertEqual(t.shows(before), before)
            t.type("Enter")
            t.until(" moves", but=before)

    def test_a_closed_terminal_ends_the_program_and_keeps_the_record(self):
        record = self.file("match.rec")
        with Terminal("duel", "--seed", "5", "--record", record, env={"ASAN_OPTIONS": "detect_leaks=0"}) as t:
            screen = t.until(" moves")
            t.type("Enter")
            t.until(" moves", but=screen)
            pid = t.pid()
            t.close()
            t.until_gone(pid)
        checked = run("replay", "--quiet", record)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertNotIn(" 0 entries", checked.stdout)

    def test_a_signal_gives_the_terminal_back(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with Terminal("duel", "--seed", "5") as t:
                t.until(" moves")
                os.kill(t.pid(), number)
                status, last = t.ended()
                self.assertEqual(status, 0)
                self.assertIn("The match was left", last)

    def test_a_broken_pipe_ends_quietly(self):
        for args in (["play", "duel", "--plain", "-o", "target=99"], ["replay", "--plain", "--views"]):
            record = os.path.join(HERE, "../replay/dune-battle/six.rec")
            command = [PROGRAM, *args, *([record] if args[0] == "replay" else [])]
            with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as p:
                p.stdout.readline()
                p.stdout.close()
                self.assertEqual(p.stderr.read(), b"")
                self.assertIn(p.wait(PATIENCE), (0, -signal.SIGPIPE))

    def test_colours_are_for_those_who_want_them(self):
        colour = re.compile(r"\x1b\[[0-9;]*(3[0-8]|4[0-8])[;m]")
        with Terminal("liap-tui", "--seed", "5", "--bots", "baseline") as t:
            plain = t.until(" moves")
            self.assertRegex(t.screen("-e"), colour)
        with Terminal("liap-tui", "--seed", "5", "--bots", "baseline", env={"NO_COLOR": "1"}) as t:
            self.assertEqual(t.shows(plain), plain)
            self.assertNotRegex(t.screen("-e"), colour)

    def test_ascii_is_enough(self):
        for game in ("liap-tui", "imposter-kings", "classic-battle"):
            with Terminal(game, "--seed", "5", "--bots", "baseline", locale="C") as t:
                self.assertTrue(t.until(" moves").isascii(), game)

    def test_without_a_terminal_it_goes_line_by_line(self):
        with Terminal("duel", "--seed", "5", "--bots", "baseline", "--plain") as t:
            t.until("Lay a card face down.", "\n>")
            t.type("table", "Enter")
            t.until("│ 1││ 3│")
            t.type("quit", "Enter")
            self.assertEqual(t.ended()[0], 0)
        with Terminal("duel", "--seed", "5", env={"TERM": "dumb"}) as t:
            t.until("Lay a card face down.", "\n>")

    # ---- replay ----

    def test_a_replay_steps_forwards_and_back_through_any_eyes(self):
        record = os.path.join(HERE, "../replay/duel/parries.rec")
        with Terminal(record, name="replay") as t:
            start = t.until("0 of 31", "seen by all-seeing", "hidden from all or some", "hand 1: ")
            t.type("Right")
            one = t.until("1 of 31", "Player 2: Lay the", "unseen, Player 2: Lay the")
            t.type("Right", "Right")
            t.until("3 of 31")
            t.type("Left", "Left")
            self.assertEqual(t.shows(one), one)
            t.type("Tab")
            self.assertNotIn("Lay the", t.until("seen by Player 1", "A move these eyes did not see", "Lay a card face down."))
            t.type("Tab")
            t.until("seen by Player 2", "you sealed: pick")
            t.type("Tab")
            t.until("seen by a spectator")
            t.type("End")
            t.until("31 of 31", "wins the match.", "The match is over.")
            t.type("4", "Enter")
            t.until("4 of 31")
            t.type("F3")
            t.until("Log", "Turned together: Player 1 ")
            t.type("Escape", "Tab", "Home")
            self.assertEqual(t.shows(start), start)
            t.resize(100, 30)
            t.until("0 of 31", but=start)
            t.type("q")
            self.assertEqual(t.ended()[0], 0)

    def test_a_step_as_text_is_the_table_as_drawn(self):
        record = os.path.join(HERE, "../replay/duel/parries.rec")
        shown = run("replay", record, "--seat", "1", "--step", "1").stdout
        self.assertIn("you sealed: pick", shown)
        self.assertIn("│ 1││ 1│", shown)
        one = json.loads(run("replay", record, "--seat", "0", "--step", "1", "--json").stdout)["entries"]
        self.assertEqual([e["number"] for e in one], [1])
        self.assertIn("hand", one[0]["view"])
        self.assertEqual(run("replay", record, "--step", "32").returncode, 2)

    # ---- on a server ----

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
                bo.until("Rematch? 'yes'", "seed: ", but=None)
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

    # ---- section 13 of Classic Battle ----

    def test_text_mode_shows_what_it_must_and_obeys_its_keys(self):
        with Terminal("classic-battle", "--seed", "5", "-o", "startCountdown=0") as t:
            t.until("Choose a match length")
            t.type("Enter")  # starts with the length of the session
            t.until("round 1, first to 5", "You: 0  Opponent: 0", "1 Power", "5 Ne-waza", "Keys 1 to 5 pick a stat", " s left")
            t.type("Up")  # wraps from the first stat to the last
            t.until("▸ Pick Ne-waza")
            t.type("Down")
            t.until("▸ Pick Power")
            t.type("8")  # no stat
            t.until("Pick a stat", "Keys 1 to 5")
            t.type("H")
            t.until("Keys of this game")
            t.type("Escape")
            t.until("Pick a stat")
            t.type("Q")
            held = t.until("Quit the match?", "the clock stands")
            time.sleep(1.3)
            self.assertEqual(t.screen(), held)  # not a second has passed
            t.type("Escape")
            t.until("s left")
            t.type("q")
            t.until("Quit the match?")
            t.type("y")
            t.until("You left the match. It counts as a loss.")
        proves(self, "JK-13.2 JK-13.3")

    def test_the_countdown_goes_by_once_a_second(self):
        with Terminal("classic-battle", "--seed", "5", "-o", "startCountdown=0") as t:
            t.until("Choose a match length")
            t.type("1")
            t.until("s left")
            first, last, start = None, None, time.monotonic()
            while first is None or last > first - 3:
                second = re.search(r"(\d+) s left", t.screen())
                took = time.monotonic() - start
                self.assertLess(took, PATIENCE)
                if second:
                    first = first if first is not None else int(second.group(1))
                    last = last if last is not None else first
                    # Never up, and never quicker than the time; a busy machine may show it late.
                    self.assertTrue(first - took - 1 <= int(second.group(1)) <= last, (first, took, second.group(1)))
                    last = int(second.group(1))
                time.sleep(0.05)
        proves(self, "JK-13.5")

    def test_rapid_keys_give_one_selection(self):
        record = self.file("match.rec")
        with Terminal("classic-battle", "--seed", "5", "-o", "startCountdown=0", "--record", record) as t:
            t.until("Choose a match length")
            t.type("1")
            t.until("Pick a stat")
            t.type("1", "1", "2", "3", "1", "5")
            t.until("The next round comes")
            self.assertEqual(len(stat_locks(record)), 1)
        proves(self, "JK-13.9")

    def test_line_mode_writes_a_verbose_log(self):
        shown = run("play", "classic-battle", "--seed", "5", "--plain", "--verbose", given="\n\n3\n8\nq\nyes\n").stdout
        for kind in ("input", "transition", "event", "tick"):
            self.assertRegex(shown, rf"(?m)^(> )? *\d+\.\d\d\d {kind} ")
        self.assertIn("Keys 1 to 5 pick a stat", shown)
        self.assertRegex(shown, r"(?m)^  1 Power \d+$")
        self.assertIn("result=quit", shown)
        refused = run("play", "classic-battle", "--seed", "5", "--plain", "--verbose", given="ready\n").stdout
        self.assertRegex(refused, r"(?m)^(> )? *\d+\.\d\d\d reject E_NOT_ALLOWED$")
        proves(self, "JK-13.8")


if __name__ == "__main__":
    main()
