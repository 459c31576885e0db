#!/usr/bin/env -S python3 -B
"""WebSockets byte by byte: `tests/e2e/test_frames.py PROGRAM [TEST...]`. How they open and close, what frames may be, and that nobody
is counted who has gone. In clear text they are our own; what opens in an unusual way is the library's."""

import json
import os
import select
import socket
import struct
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import HOST, Closed, Player, Server, WebSocket, play_all, program, read_all, run, wait_for  # noqa: E402

PROGRAM = program()
MORE, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
ALIVE = b'{"type":"alive"}'


def byte_by_byte(plain, request):
    """Opens in pieces: then it is the library's."""
    for byte in request:
        plain.sendall(bytes([byte]))


def second_request(plain, request):
    """Opens on a connection that has asked for something else before: then it is the library's, too."""
    plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    answer = b""
    while b"ok" not in answer.partition(b"\r\n\r\n")[2]:
        part = plain.recv(4096)
        assert part, answer
        answer += part
    plain.sendall(request)


def together_with(bytes_):
    """Opens, and has more in the same packet."""
    return lambda plain, request: plain.sendall(request + bytes_)


WAYS = {"whole": None, "byte by byte": byte_by_byte, "second request": second_request}


def frame(*args, **more):
    return WebSocket.frame(None, *args, **more)


def code(number, reason=b""):
    return struct.pack(">H", number) + reason


class Served(unittest.TestCase):
    """Most tests need no more than a server."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, "--rate", "0").start()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def ends(self, sent, why, heard=(), opening=None):
        """Who sends this hears these troubles, is closed with this code, and the server closes its end."""
        ws = WebSocket(self.server.port, opening=opening)
        ws.socket.sendall(sent)
        lines = []
        with self.assertRaises(Closed) as closed:
            while True:
                lines.append(ws.message())
        self.assertEqual(closed.exception.code, why, sent[:40])
        self.assertEqual([line.get("code", line["type"]) for line in lines], list(heard), sent[:40])
        if opening:
            ws.send_bytes(code(why), opcode=CLOSE)  # the library waits for it
        self.assertEqual(read_all(ws.socket), b"")
        ws.close()


class Frames(Served):
    def test_a_close_is_answered_with_its_code(self):
        for said, answer in ((code(1000), 1000), (code(1001, b"bye"), 1001), (code(3001, "ä".encode()), 3001), (code(4999), 4999), (b"", None),
                             (b"\x03", 1002), (code(999), 1002), (code(1005), 1002), (code(1006), 1002), (code(5000), 1002),
                             (code(1000, b"\xff"), 1007), (code(1000, b"x" * 123), 1000)):
            self.ends(frame(said, opcode=CLOSE), answer)
        wait_for(lambda: self.server.metric("connections") == 0)

    def test_what_was_asked_in_front_of_a_close_is_answered(self):
        self.ends(frame(ALIVE) + frame(code(1000), opcode=CLOSE), 1000, ["clock"])
        self.ends(frame(ALIVE) * 3 + frame(b"{") + b"\xff\xff", 1002, ["clock"] * 3 + ["NOT_JSON"])

    def test_what_comes_behind_a_close_is_not_heard(self):
        self.ends(frame(code(1000), opcode=CLOSE) + frame(ALIVE) + b"\xff" * 100000, 1000)

    def test_a_ping_is_answered_with_its_bytes(self):
        ws = WebSocket(self.server.port)
        for bytes_ in (b"", b"x", bytes(range(125))):
            ws.send_bytes(bytes_, opcode=PING)
            self.assertEqual(ws.next_frame(), (PONG, bytes_))
        ws.send_bytes(b"nobody asked", opcode=PONG)
        self.assertGreater(ws.clock(), 0)
        ws.close()

    def test_a_message_may_come_in_pieces_with_others_between_them(self):
        for way, opening in WAYS.items():
            with self.subTest(way=way):
                ws = WebSocket(self.server.port, opening=opening)
                for _ in range(3):
                    ws.send_bytes(ALIVE[:5], is_final=False)
                    ws.send_bytes(b"1", opcode=PING)
                    self.assertEqual(ws.next_frame(), (PONG, b"1"))
                    ws.send_bytes(b"", opcode=MORE, is_final=False)
                    ws.send_bytes(b"2", opcode=PONG)
                    ws.send_bytes(ALIVE[5:], opcode=MORE)
                    self.assertEqual(ws.message()["type"], "clock")
                ws.close()

    def test_an_empty_first_piece_begins_a_message(self):
        ws = WebSocket(self.server.port)
        ws.send_bytes(b"", is_final=False)
        ws.send_bytes(ALIVE, opcode=MORE)
        self.assertEqual(ws.message()["type"], "clock")
        ws.close()

    def test_what_is_no_frame_is_closed(self):
        begun = frame(ALIVE[:5], is_final=False)
        for sent in (b"\x81\x10" + ALIVE,  # without a mask
                     *(bytes([frame(ALIVE)[0] | bit]) + frame(ALIVE)[1:] for bit in (0x40, 0x20, 0x10)),
                     *(frame(ALIVE, opcode=kind) for kind in (3, 7, 11, 15)),
                     frame(ALIVE, opcode=MORE), frame(b"", opcode=MORE), frame(ALIVE[:5], opcode=MORE, is_final=False),
                     begun + frame(ALIVE), begun + frame(ALIVE, is_final=False), begun + frame(ALIVE, opcode=BINARY),
                     *(frame(b"", opcode=kind, is_final=False) for kind in (CLOSE, PING, PONG)),
                     *(frame(b"x" * 126, opcode=kind) for kind in (CLOSE, PING, PONG))):
            self.ends(sent, 1002)

    def test_text_is_utf_8(self):
        for way, opening in WAYS.items():
            with self.subTest(way=way):
                self.ends(frame(b'{"type":"\xff"}'), 1007, opening=opening)
                self.ends(frame(b'{"type":"\xc3', is_final=False) + frame(b'\xc3"}', opcode=MORE), 1007, opening=opening)
                self.ends(frame(b'{"type":"\xe2\x82', is_final=False) + frame(b'"}', opcode=MORE), 1007, opening=opening)
                # A character may be in two pieces.
                ws = WebSocket(self.server.port, opening=opening)
                ws.send_bytes(b'{"type":"\xc3', is_final=False)
                ws.send_bytes(b'\xa4"}', opcode=MORE)
                self.assertEqual(ws.message()["code"], "NO_TYPE")
                ws.close()

    def test_bytes_are_no_messages(self):
        for way, opening in WAYS.items():
            with self.subTest(way=way):
                self.ends(frame(ALIVE, opcode=BINARY), 1003, ["NOT_JSON"], opening)
                self.ends(frame(ALIVE, opcode=BINARY, is_final=False), 1003, ["NOT_JSON"], opening)

    def test_what_is_too_large_is_told_and_closed(self):
        for opening in (None, byte_by_byte):  # the library takes five seconds to end with a frame that is half read
            with self.subTest(opening=opening):
                self.ends(frame(b" " * 2049), 1009, ["TOO_LARGE"], opening)
                self.ends(frame(b" " * 2000, is_final=False) + frame(b" " * 49, opcode=MORE), 1009, ["TOO_LARGE"], opening)
                ws = WebSocket(self.server.port, opening=opening)
                ws.send_bytes(ALIVE + b" " * (2048 - len(ALIVE)))
                self.assertEqual(ws.message()["type"], "clock")
                ws.close()
        # From the head alone, of which the last part decides.
        for length in (2049, 1 << 16, 1 << 32, (1 << 63) + 1, (1 << 64) - 1):
            self.ends(b"\x81\xff" + struct.pack(">Q", length), 1009, ["TOO_LARGE"])
        self.ends(frame(b" " * 100000), 1009, ["TOO_LARGE"])

    def test_frames_in_all_sizes_of_pieces(self):
        long = ALIVE + b" " * 1500
        stream = b"".join(frame(ALIVE) + frame(b"x" * 7, opcode=PING) + frame(long) for _ in range(8))
        for size in (1, 3, 7, 250, 1024, 4096, len(stream)):
            ws = WebSocket(self.server.port)
            for at in range(0, len(stream), size):
                ws.socket.sendall(stream[at:at + size])
            n = {TEXT: 0, PONG: 0}
            while n != {TEXT: 16, PONG: 8}:
                kind, bytes_ = ws.next_frame()
                n[kind] += bytes_.count(b"\n") + 1
            ws.close()

    def test_frames_that_end_where_a_read_ends(self):
        ws = WebSocket(self.server.port)
        for size in (*range(505, 520), *range(1020, 1030), 2047, 2048):
            ws.socket.sendall(frame(ALIVE.ljust(size - 8)))  # its head has 8 bytes
            self.assertEqual(ws.message()["type"], "clock")
        for size in range(8185, 8200):
            ws.socket.sendall(frame(ALIVE.ljust(1016)) * 7 + frame(ALIVE.ljust(size - 7 * 1024 - 8)))
            self.assertEqual([ws.message()["type"] for _ in range(8)], ["clock"] * 8)
        ws.close()

    def test_more_than_is_read_at_once_is_all_read(self):
        ws = WebSocket(self.server.port)
        threading.Thread(target=ws.socket.sendall, args=(frame(ALIVE) * 20000,)).start()
        self.assertEqual({ws.message()["type"] for _ in range(20000)}, {"clock"})
        ws.close()


class Openings(Served):
    def test_messages_right_behind_the_request_are_answered(self):
        for n in (1, 2, 1000):
            ws = WebSocket(self.server.port, opening=together_with(frame(ALIVE) * n))
            self.assertEqual([ws.message()["type"] for _ in range(n)], ["clock"] * n)
            self.assertGreater(ws.clock(), 0)
            ws.close()
        # The beginning of one, and the rest later.
        bytes_ = frame(ALIVE)
        for cut in range(1, len(bytes_)):
            ws = WebSocket(self.server.port, opening=together_with(bytes_[:cut]))
            ws.socket.sendall(bytes_[cut:])
            self.assertEqual(ws.message()["type"], "clock")
            ws.close()

    def test_unusual_openings_play(self):
        for opening in (byte_by_byte, second_request):
            match, tokens = self.server.create("duel", ["me", "me"], options={"parries": 0, "target": 3})
            players = [Player(Opened(self.server, opening), match, tokens[seat], seat) for seat in (0, 1)]
            play_all(players)
            for player in players:
                player.ws.close()

    def test_an_end_right_behind_a_message_is_an_end(self):
        for way, opening in WAYS.items():
            with self.subTest(way=way):
                match, tokens = self.server.create("duel", ["me", "me"])
                ws = WebSocket(self.server.port, opening=opening)
                ws.attach(match, tokens[0])
                state = ws.until("state")
                move = {"type": "move", "id": 1, "ticket": state["question"]["ticket"], "move": state["offers"]["moves"][0]}
                ws.socket.sendall(frame(json.dumps(move).encode()))
                ws.socket.shutdown(socket.SHUT_WR)
                wait_for(lambda: self.server.request("GET", f"/api/matches/{match}")[1]["moves"] == 1, 5)
                wait_for(lambda: self.server.metric("connections") == 0, 2)
                ws.close()

    def test_an_end_right_behind_the_request_is_an_end(self):
        def opening(plain, request):
            plain.sendall(request + frame(ALIVE))
            plain.shutdown(socket.SHUT_WR)

        ws = WebSocket(self.server.port, opening=opening)
        self.assertEqual(ws.status, 101)
        self.assertTrue(ws.is_closed(5))
        wait_for(lambda: self.server.metric("connections") == 0, 2)
        ws.close()

    def test_many_bytes_in_front_of_an_end_are_read(self):
        ws = WebSocket(self.server.port)
        before = self.server.metric("messages_total")
        ws.socket.sendall(frame(ALIVE) * 30000)
        ws.socket.shutdown(socket.SHUT_WR)
        read_all(ws.socket)
        ws.close()
        wait_for(lambda: self.server.metric("messages_total") == before + 30000)
        wait_for(lambda: self.server.metric("connections") == 0, 2)


class Opened:
    """A server whose WebSockets open in their own way."""

    def __init__(self, server, opening):
        self.server, self.opening = server, opening

    def attach(self, match, token=None, **more):
        ws = WebSocket(self.server.port, opening=self.opening)
        ws.attach(match, token, **more)
        return ws


def reset(plain):
    """Closes so that the other end is not asked."""
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    plain.close()


class Counts(unittest.TestCase):
    """Who has gone is not counted, however it went."""

    SOURCE = "127.0.0.2"

    def ws(self, **more):
        return WebSocket(self.server.port, source=self.SOURCE, timeout=10, **more)

    def plain(self, *sent):
        plain = socket.create_connection((HOST, self.server.port), 10, (self.SOURCE, 0))
        for part in sent:
            plain.sendall(part)
        return plain

    def end(self, ws, sent):
        ws.socket.sendall(sent)
        ws.is_closed(10)
        ws.close()

    def n_open(self):
        """So many may open a WebSocket at once."""
        opened = []
        try:
            while len(opened) < 10:
                ws = self.ws()
                opened.append(ws)
                if ws.status != 101:
                    return len(opened) - 1
        except (Closed, OSError):
            pass
        finally:
            for ws in opened:
                ws.close()
            wait_for(lambda: self.server.metric("connections") == 0)
        return len(opened)

    def test_all_ends(self):
        rubbish = frame(b"rubbish") * 64
        upgrade = b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        ends = {
            "closed": lambda: self.ws().close(),
            "a frame that closes": lambda: self.end(self.ws(), frame(code(1000), opcode=CLOSE)),
            "reset": lambda: reset(self.ws().socket),
            "an end of one side": lambda: self.ws().socket.shutdown(socket.SHUT_WR),
            "no frame": lambda: self.end(self.ws(), b"\xff\xff"),
            "half a frame": lambda: (ws := self.ws(), ws.socket.sendall(frame(ALIVE)[:-1]), ws.close()),
            "half a message": lambda: (ws := self.ws(), ws.send_bytes(b"{", is_final=False), ws.close()),
            "no UTF-8": lambda: self.end(self.ws(), frame(b"\xff")),
            "too large": lambda: self.end(self.ws(), frame(b" " * 5000)),
            "rubbish": lambda: self.end(self.ws(), rubbish),
            "not read": lambda: (ws := self.ws(), ws.socket.sendall(frame(ALIVE) * 20), ws.close()),
            "nothing said": lambda: self.plain().close(),
            "nothing said, reset": lambda: reset(self.plain()),
            "half a request": lambda: self.plain(upgrade).close(),
            "half a request, reset": lambda: reset(self.plain(upgrade)),
            "no request": lambda: (plain := self.plain(b"\x16\x03\x01\x02\r\n\r\n"), read_all(plain), plain.close()),
            "another request": lambda: (plain := self.plain(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"),
                                        read_all(plain), plain.close()),
            "another page": lambda: self.ws(origin="http://evil.example").close(),
            "the library's": lambda: self.ws(opening=byte_by_byte).close(),
            "the library's, a frame that closes": lambda: self.end(self.ws(opening=byte_by_byte), frame(code(1000), opcode=CLOSE)),
            "the library's, reset": lambda: reset(self.ws(opening=second_request).socket),
            "the library's, too large": lambda: self.end(self.ws(opening=byte_by_byte), frame(b" " * 5000)),
        }
        with Server(PROGRAM, "--address-connections", "2", "--rate", "0") as self.server:
            for name, end in ends.items():
                with self.subTest(end=name):
                    # More often than sockets are allowed; the one before may not be seen gone yet.
                    for _ in range(6):
                        wait_for(lambda: self.is_done(end), 20)
                    wait_for(lambda: self.n_open() == 2, 20)
                    wait_for(lambda: self.n_sockets() == 4, 20)

    @staticmethod
    def is_done(end):
        try:
            end()
            return True
        except (Closed, OSError):
            return False

    def n_sockets(self):
        """So many may knock at once: those that are too many are closed at once."""
        knocking = [self.plain() for _ in range(6)]
        select.select(knocking, [], [], 5)  # the first that is too many
        time.sleep(0.05)
        closed = select.select(knocking, [], [], 0)[0]
        for plain in knocking:
            plain.close()
        return len(knocking) - len(closed)

    def test_who_says_nothing_is_closed(self):
        with Server(PROGRAM, "--test-mode", "--address-connections", "2") as self.server:
            silent = [self.plain() for _ in range(4)]
            silent[0].settimeout(1.5)
            with self.assertRaises(socket.timeout):
                silent[0].recv(1)
            with self.assertRaises((Closed, OSError)):
                self.ws()
            self.server.forward(10)
            for plain in silent:
                plain.settimeout(5)
                self.assertEqual(plain.recv(1), b"")
            self.assertEqual(self.n_open(), 2)

    def test_who_comes_after_a_leap_of_time_is_not_late(self):
        with Server(PROGRAM, "--test-mode") as self.server:
            self.server.forward(10)
            with self.plain() as plain:
                time.sleep(1.5)  # the server looks after all once a second
                plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                self.assertIn(b" 200 ", read_all(plain))

    def test_who_is_closed_and_stays_is_gone_after_a_while(self):
        with Server(PROGRAM, "--test-mode", "--address-connections", "2") as self.server:
            staying = [self.ws(), self.ws()]
            for ws in staying:
                ws.socket.sendall(b"\xff\xff")
                self.assertEqual(ws.is_closed(), 1002)
            self.assertEqual(self.server.metric("connections"), 2)
            self.server.forward(10)
            wait_for(lambda: self.server.metric("connections") == 0, 5)
            self.assertEqual(self.n_open(), 2)


class SlowReaders(unittest.TestCase):
    """More waits for somebody than its socket takes, and then it reads."""

    def slow(self, server, **more):
        """It has asked for so much that the server keeps some of it, and has read nothing."""
        match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 9})
        Player(server, match, tokens[0]).play()
        ws = WebSocket(server.port, buffer=4096, timeout=20, **more)
        self.n = 60
        for _ in range(self.n):
            ws.attach(match, after=0)
        time.sleep(0.3)
        return ws

    def read(self, ws, until):
        """All lines up to the first frame of this kind, in which they came, and its bytes."""
        lines = []
        while True:
            kind, bytes_ = ws.next_frame()
            if kind == until:
                return lines, bytes_
            self.assertEqual(kind, TEXT)
            lines += [json.loads(line) for line in bytes_.split(b"\n")]

    def check(self, lines):
        """Each answer is whole, and they are all the same, but for how many watch, which is told when it is known."""
        lines = [line for line in lines if line["type"] != "seats"]
        starts = [i for i, line in enumerate(lines) if line["type"] == "attached"] + [len(lines)]
        self.assertEqual(len(starts), self.n + 1)
        answers = [[(line["type"], line.get("n")) for line in lines[a:b]] for a, b in zip(starts, starts[1:])]
        self.assertEqual(answers, [answers[0]] * self.n)
        self.assertGreater(len(answers[0]), 1)

    def test_everything_comes_in_order(self):
        with Server(PROGRAM, "--rate", "0") as server:
            for way, opening in WAYS.items():
                with self.subTest(way=way):
                    ws = self.slow(server, opening=opening)
                    lines = []
                    while sum(line["type"] == "attached" for line in lines) < self.n or lines[-1]["type"] == "attached":
                        lines.append(ws.message())
                    ws.send("alive")
                    while lines[-1]["type"] != "clock":
                        lines.append(ws.message())
                    self.check(lines[:-1])
                    ws.close()

    def test_a_ping_is_answered(self):
        with Server(PROGRAM, "--rate", "0") as server:
            ws = self.slow(server)
            ws.send_bytes(b"are you there?", opcode=PING)
            _, bytes_ = self.read(ws, PONG)
            self.assertEqual(bytes_, b"are you there?")
            ws.close()

    def test_a_close_is_answered_behind_everything(self):
        with Server(PROGRAM, "--rate", "0") as server:
            ws = self.slow(server)
            ws.send_bytes(code(1000), opcode=CLOSE)
            lines, bytes_ = self.read(ws, CLOSE)
            self.check(lines)
            self.assertEqual(bytes_, code(1000))
            self.assertEqual(read_all(ws.socket), b"")
            ws.close()
            wait_for(lambda: server.metric("connections") == 0, 5)

    def test_a_fault_is_told_behind_everything(self):
        with Server(PROGRAM, "--rate", "0") as server:
            ws = self.slow(server)
            ws.send_bytes(b" " * 5000)
            lines, bytes_ = self.read(ws, CLOSE)
            self.assertEqual((lines.pop()["code"], bytes_), ("TOO_LARGE", code(1009)))
            self.check(lines)
            ws.close()

    def test_of_many_pings_the_last_is_answered(self):
        with Server(PROGRAM, "--rate", "0") as server:
            ws = self.slow(server)
            for i in range(100):
                ws.socket.sendall(b"".join(frame(b"%d %d " % (i, j) + b"x" * 100, opcode=PING) for j in range(10)))
            ws.send_bytes(b"the last", opcode=PING)
            ws.send_bytes(code(1000), opcode=CLOSE)
            lines, pongs, kind = [], [], None
            while kind != CLOSE:
                kind, bytes_ = ws.next_frame()
                lines += [json.loads(line) for line in bytes_.split(b"\n")] if kind == TEXT else []
                pongs += [bytes_] if kind == PONG else []
            self.check(lines)
            self.assertEqual(pongs, [b"the last"])
            ws.close()


class Stopping(unittest.TestCase):
    def test_a_server_that_stops_tells_everybody(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"])
            all_ = [WebSocket(server.port, opening=opening) for opening in WAYS.values() for _ in range(3)]
            for ws in all_[::2]:
                ws.attach(match)
                ws.until("state")
            all_[0].send_bytes(b"{", is_final=False)
            all_[2].socket.sendall(frame(ALIVE)[:-1])
            knocking = socket.create_connection((HOST, server.port), 10)
            self.assertEqual(server.stop(), 0)
            for ws in all_:
                self.assertEqual(ws.until("trouble")["code"], "STOPPING")
                self.assertTrue(ws.is_closed(5))
                ws.close()
            self.assertEqual(read_all(knocking), b"")
            knocking.close()

    def test_a_flood_does_not_hold_up_the_end(self):
        with Server(PROGRAM) as server:
            ws = WebSocket(server.port)
            bytes_ = frame(ALIVE) * 5000

            def flood():
                try:
                    while True:
                        ws.socket.sendall(bytes_)
                except OSError:
                    pass

            threads = [threading.Thread(target=flood) for _ in range(2)]
            for thread in threads:
                thread.start()
            start = time.time()
            self.assertEqual(server.stop(), 0)
            self.assertLess(time.time() - start, 20)
            ws.close()
            for thread in threads:
                thread.join(30)


if __name__ == "__main__":
    run()
