#!/usr/bin/env -S python3 -B
"""The full screen: `tests/e2e/test_terminal.py PROGRAM [TEST]`. Every game from start to end, keys and panels, resizes, pipes, replay."""

import json
import os
import re
import signal
import subprocess
import time

from client import Player, proves
from client import run as main
from terminal import HERE, PATIENCE, PROGRAM, Terminal, TerminalTest, run


def stat_locks(record):
    entries = json.loads(run("replay", record, "--json").stdout)["entries"]
    return [e["answer"] for e in entries if e.get("answer", {}).get("move") == "statSelected"]


class FullScreen(TerminalTest):
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
