#!/usr/bin/env -S python3 -B
"""Where a server listens and by which name it is called: `tests/e2e/test_doors.py PROGRAM [TEST...]`. Also who may read its
metrics, and how much an answer weighs. Each test has a server of its own."""

import gzip
import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import HOST, Server, WebSocket, program, run  # noqa: E402

PROGRAM = program()


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


if __name__ == "__main__":
    run()
