"""A program in a real terminal, for the tests of the full screen: tmux types, and reads what is shown. After a change on purpose
run a test with CROUPIER_UPDATE=1 and read the difference in tests/e2e/screens."""

import os
import re
import signal
import subprocess
import tempfile
import time
import unittest

from client import program

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


class TerminalTest(unittest.TestCase):
    """A folder for each test, and screens that are compared with tests/e2e/screens."""

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
