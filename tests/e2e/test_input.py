#!/usr/bin/env -S python3 -B
"""What no client of ours sends: `tests/e2e/test_input.py PROGRAM [TEST...]`. Wrong messages, odd openings, floods, readers that
are slow or dead. Each test has a server of its own."""

import json
import os
import re
import socket
import sys
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import HOST, ROOT, Closed, Player, Server, WebSocket, read_all, wait_for, program, run  # noqa: E402

PROGRAM = program()


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
        # One a second is allowed, and two in advance: of so many, one must come too early.
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


if __name__ == "__main__":
    run()
