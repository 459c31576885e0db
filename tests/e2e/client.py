"""A small client for the end-to-end tests, Python's standard library only: HTTP, WebSocket, and a server to talk to."""

import base64
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HOST = "127.0.0.1"
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FORWARD_MS = 5000  # what SIGUSR2 skips on a server in test mode


def program():
    """The program that is tested: the first word of the command line that is a file, or build/croupier."""
    if len(sys.argv) > 1 and os.path.isfile(sys.argv[1]):
        return os.path.abspath(sys.argv.pop(1))
    return os.path.join(ROOT, "build", "croupier")


def run(needs_postgres=False):
    """The tests of the file that is run. None takes as long as the alarm: a server that hangs is a fault too."""
    if needs_postgres:
        db = os.environ.get("CROUPIER_TEST_DB")
        if not db:
            print("skipped: no database (tests/with-postgres)")
            sys.exit(77)
        tested = sys.modules["__main__"].PROGRAM
        if "without PostgreSQL" in subprocess.run([tested, "store", "check", db], capture_output=True, text=True).stdout:
            print("skipped: built without libpq (scripts/setup cluster)")
            sys.exit(77)
    signal.alarm(580)
    unittest.main(warnings="ignore")


def proves(test, rules):
    """The last line of a test: all of it has held. Writes for `croupier verify --proofs` (docs/verification.md)."""
    folder = os.environ.get("CROUPIER_PROOFS")
    if folder:
        with open(os.path.join(folder, "e2e.txt"), "a") as out:
            out.writelines(f"{rule} pass e2e: {test.id().split('.')[-1]}\n" for rule in rules.split())


class Closed(Exception):
    """The server closed the connection; `code` is its reason, or None."""

    def __init__(self, code=None):
        super().__init__(f"closed: {code}")
        self.code = code


class Server:
    """`croupier serve` on a free port with a file of its own. Use as a context."""

    def __init__(self, program, *options, folder=None, listen=HOST):
        self.program, self.options, self.listen = program, list(options), listen
        self.own_folder = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="croupier-e2e-")
        self.db = os.path.join(self.folder, "matches.db")
        self.process, self.port = None, 0

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "a")
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", f"{self.listen}:{self.port}", "--db", self.db, "--wal", "0",
             *([] if "--bot-pace" in self.options else ["--bot-pace", "instant"]), *self.options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"listening on https?://[][:.\da-f]+:(\d+)$", line)
        if not found:
            raise RuntimeError(f"the server did not start: {line!r} {self.log_text()}")
        self.port = int(found.group(1))
        return self

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def log_text(self):
        with open(os.path.join(self.folder, "log")) as log:
            return log.read()

    def stop(self, number=signal.SIGTERM):
        if self.process is None:
            return 0
        self.process.send_signal(number)
        status = self.process.wait(60)
        self.process.stdout.close()
        self.log.close()
        self.process = None
        return status

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        status = self.stop()
        text = self.log_text()
        if self.own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        assert status == 0, f"the server ended with {status}:\n{text}"
        assert "Sanitizer" not in text and "runtime error" not in text, text

    def request(self, method, path, body=None, raw=None, headers=None):
        connection = http.client.HTTPConnection(HOST, self.port, timeout=30)
        data = raw if raw is not None else None if body is None else json.dumps(body)
        connection.request(method, path, data, headers or {})
        answer = connection.getresponse()
        bytes_ = answer.read()
        connection.close()
        kind = answer.getheader("content-type", "")
        return answer.status, json.loads(bytes_) if kind.startswith("application/json") else bytes_

    def create(self, game, seats, **more):
        status, made = self.request("POST", "/api/matches", {"game": game, "seats": seats, **more})
        assert status == 201, (status, made)
        return made["match"], {int(seat): token for seat, token in made["tokens"].items()}

    def attach(self, match, token=None, **more):
        ws = WebSocket(self.port)
        ws.attach(match, token, **more)
        return ws

    def forward(self, seconds):
        """Puts the clock of a server in test mode forward; returns the time it has then."""
        ws = WebSocket(self.port)
        for _ in range(seconds * 1000 // FORWARD_MS):
            goal = ws.clock() + FORWARD_MS
            self.process.send_signal(signal.SIGUSR2)
            while ws.clock() < goal:  # two signals at once would count as one
                pass
        now = ws.clock()
        ws.close()
        return now

    def metric(self, name):
        _, text = self.request("GET", "/metrics")
        return float(re.search(rf"^croupier_{name} (\S+)$", text.decode(), re.M).group(1))


class WebSocket:
    def __init__(self, port, protocol="croupier.v1", origin=None, path="/ws", source=None, buffer=None, timeout=30, opening=None):
        """`opening` is called with the socket and the request, and sends it in its own way."""
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(timeout)
        self.socket.connect((HOST, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {HOST}:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Protocol: {protocol}"] if protocol else []
        lines += [f"Origin: {origin}"] if origin else []
        (opening or socket.socket.sendall)(self.socket, ("\r\n".join(lines) + "\r\n\r\n").encode())
        self.bytes, self.lines, self.pings = b"", [], 0
        while b"\r\n\r\n" not in self.bytes:
            self._more()
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])

    def _more(self):
        try:
            part = self.socket.recv(65536)
        except ConnectionError:
            raise Closed() from None
        if not part:
            raise Closed()
        self.bytes += part

    def _take(self, n):
        while len(self.bytes) < n:
            self._more()
        part, self.bytes = self.bytes[:n], self.bytes[n:]
        return part

    def frame(self, payload, opcode=1, is_final=True):
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([(0x80 if is_final else 0) | opcode])
        head += bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + struct.pack(">H", length) \
            if length < 65536 else bytes([0x80 | 127]) + struct.pack(">Q", length)
        return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))

    def send_bytes(self, payload, **more):
        self.socket.sendall(self.frame(payload, **more))

    def send(self, type, **fields):
        self.send_bytes(json.dumps({"type": type, **fields}).encode())

    def next_frame(self):
        """The kind of the next frame, and its bytes."""
        first, second = self._take(2)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack(">H", self._take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self._take(8))[0]
        return first & 0x0F, self._take(length)

    def line(self):
        """The next message as the bytes it came in."""
        while not self.lines:
            opcode, payload = self.next_frame()
            if opcode == 9:
                self.pings += 1
                self.send_bytes(payload, opcode=10)
            elif opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None)
            elif opcode == 1:
                self.lines += payload.split(b"\n")
        return self.lines.pop(0)

    def message(self):
        return json.loads(self.line())

    def until(self, *types):
        while True:
            message = self.message()
            if message["type"] in types:
                return message

    def clock(self):
        """The server's time."""
        self.send("alive")
        return self.until("clock")["now"]

    def attach(self, match, token=None, **more):
        self.send("attach", match=match, **({"token": token} if token else {}), **more)

    def is_closed(self, seconds=30):
        self.socket.settimeout(seconds)
        try:
            while True:
                self.line()
        except Closed as closed:
            return closed.code or True
        except socket.timeout:
            return False

    def close(self):
        self.socket.close()


class Player:
    """A seat played at random by what the server offers."""

    def __init__(self, server, match, token, seed=0, **more):
        self.server, self.match, self.token, self.more = server, match, token, more
        self.random = random.Random(seed)
        self.last_id, self.n, self.over, self.ticket = 0, 0, None, None
        self.updates, self.acked, self.pending, self.is_guess = {}, [], None, False
        self.ws = None
        self.connect()

    def connect(self):
        if self.ws:
            self.ws.close()
        self.ws = self.server.attach(self.match, self.token, **({"after": self.n} if self.n else {}), **self.more)

    def answer(self, message):
        """Sends a move if the message asks for one."""
        question, offers = message.get("question"), message.get("offers")
        if not (question and question["mine"] and offers) or question["ticket"] == self.ticket:
            return
        self.ticket = question["ticket"]
        self.last_id += 1
        self.is_guess = not offers.get("moves")
        move = offers["boxes"][0]["template"] if self.is_guess else self.random.choice(offers["moves"])
        self.pending = {"id": self.last_id, "ticket": self.ticket, "move": move}
        self.ws.send("move", **self.pending)

    def step(self):
        """Handles one message; returns it."""
        line = self.ws.line()
        message = json.loads(line)
        kind = message["type"]
        if kind == "attached":
            self.last_id = max(self.last_id, message["last_id"])
        elif kind in ("state", "update"):
            if kind == "update":
                assert message["n"] == self.n + 1, (message["n"], self.n)
                self.updates[message["n"]] = line
            self.n = message["n"]
            self.over = message.get("over")
            self.answer(message)
        elif kind == "ack":
            self.acked.append(message["id"])
            if self.pending and self.pending["id"] == message["id"]:
                self.pending = None
        elif kind == "refused" and self.is_guess:
            pass  # a guess among very many moves: the referee's patience ends it
        elif kind in ("refused", "trouble"):
            raise AssertionError(message)
        return message

    def play(self):
        while not self.over:
            self.step()


def wait_for(condition, seconds=60):
    end = time.time() + seconds
    while not condition():
        assert time.time() < end, "this did not happen in time"
        time.sleep(0.01)


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
