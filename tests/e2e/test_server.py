#!/usr/bin/env -S python3 -B
"""The server as those who run it know it, over real sockets: `tests/e2e/test_server.py PROGRAM [TEST...]`. Requests, metrics,
restarts, settings, a full disk. Each test starts a server of its own on a free port of this machine; nothing else is touched."""

import http.client
import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import HOST, Player, Server, WebSocket, play_all, read_all, wait_for, program, run  # noqa: E402

PROGRAM = program()


class Http(unittest.TestCase):
    def test_games_with_rules_chart_and_options(self):
        with Server(PROGRAM) as server:
            status, answer = server.request("GET", "/api/games")
            self.assertEqual(status, 200)
            for game in answer["games"]:
                status, whole = server.request("GET", f"/api/games/{game['game']}")
                self.assertEqual(status, 200)
                self.assertTrue(whole["rules"] and whole["chart"] and whole["moves"])
            self.assertEqual(server.request("GET", "/api/games/no-such")[0], 404)

    def test_wrong_requests_are_told(self):
        with Server(PROGRAM) as server:
            for method, path, raw, status, code in [
                    ("GET", "/nothing", None, 404, "NO_ROUTE"),
                    ("DELETE", "/api/matches", None, 405, "BAD_METHOD"),
                    ("POST", "/api/games", "{}", 405, "BAD_METHOD"),
                    ("POST", "/api/matches", "", 400, "BAD_FIELD"),
                    ("POST", "/api/matches", "{", 400, "NOT_JSON"),
                    ("POST", "/api/matches", "[]", 400, "NOT_JSON"),
                    ("POST", "/api/matches", '{"game":"duel","game":"duel"}', 400, "NOT_JSON"),
                    ("POST", "/api/matches", '{"game":"no-such"}', 404, "NO_GAME"),
                    ("POST", "/api/matches", '{"game":"duel","options":{"target":"999"}}', 400, "BAD_OPTION"),
                    ("POST", "/api/matches", '{"game":"duel","options":{"nothing":1}}', 400, "BAD_OPTION"),
                    ("POST", "/api/matches", '{"game":"duel","seats":["me"]}', 400, "BAD_SEATS"),
                    ("POST", "/api/matches", '{"game":"duel","seats":["me","you"]}', 400, "BAD_SEATS"),
                    ("POST", "/api/matches", '{"game":"duel","seats":["me","bot:none"]}', 400, "NO_BOT"),
                    ("POST", "/api/matches", '{"game":"duel","name":"a\\nb"}', 400, "BAD_FIELD"),
                    ("POST", "/api/matches", '{"game":"duel","token":"x"}', 400, "BAD_FIELD"),
                    ("POST", "/api/matches", '{"game":"' + "d" * 5000 + '"}', 413, "TOO_LARGE"),
                    ("GET", "/api/matches/" + "0" * 32, None, 404, "NO_MATCH"),
                    ("GET", "/api/matches/xyz", None, 404, "NO_ROUTE"),
                    ("POST", "/api/matches/" + "0" * 32 + "/join", "{}", 404, "NO_MATCH")]:
                got, answer = server.request(method, path, raw=raw)
                self.assertEqual((got, answer["code"]), (status, code), (method, path, raw))

    def test_heads_alone(self):
        with Server(PROGRAM) as server:
            for path, status in (("/", 200), ("/healthz", 200), ("/api/games", 200), ("/" + "a" * 1000, 404)):
                connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
                lengths = []
                for method in ("HEAD", "GET", "HEAD"):
                    connection.request(method, path)
                    answer = connection.getresponse()
                    self.assertEqual(answer.status, status, (method, path))
                    body = answer.read()
                    lengths.append(answer.getheader("content-length"))
                    self.assertEqual(len(body), 0 if method == "HEAD" else int(lengths[-1]))
                self.assertEqual(len(set(lengths)), 1, lengths)
                connection.close()

    def test_a_large_answer_goes_out_as_it_is_taken(self):
        """All of it comes to who rests for longer than the library waits for a request. To who has gone the server turns its back at
        once: the loop had turned for five seconds with what was left."""
        with Server(PROGRAM) as server:
            page = server.request("GET", "/")[1].decode()
            path = "/" + re.search(r"main-\w+\.css", page).group()  # 190 kB
            whole = server.request("GET", path)[1]

            def ask():
                plain = socket.socket()
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # it does not fit into buffers
                plain.settimeout(30)
                plain.connect((HOST, server.port))
                plain.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
                return plain, plain.recv(1000)

            slow, got = ask()
            begin = time.monotonic()
            for _ in range(6):
                gone, _ = ask()
                gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                gone.close()
            time.sleep(0.5)
            before = server.processor_seconds()
            time.sleep(2)
            self.assertLess(server.processor_seconds() - before, 0.4)
            time.sleep(begin + 6 - time.monotonic())
            got += read_all(slow)
            slow.close()
            self.assertEqual(got.split(b"\r\n\r\n", 1)[1], whole)

    def test_headers_keep_pages_in_their_place(self):
        with Server(PROGRAM) as server:
            for path in ("/", "/api/games", "/nothing"):
                with socket.create_connection((HOST, server.port), 10) as plain:
                    plain.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
                    head = read_all(plain)
                head = head.split(b"\r\n\r\n")[0].lower().decode()
                self.assertIn("content-security-policy: default-src 'none'", head)
                self.assertEqual(head.count("content-security-policy"), 1)
                self.assertNotIn("unsafe-inline", head)
                for name in ("x-content-type-options: nosniff", "x-frame-options: deny", "referrer-policy: no-referrer"):
                    self.assertIn(name, head)
                self.assertNotIn("strict-transport-security", head)  # without a certificate

    def test_joining_listing_and_the_record(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "open"], name="Ann", options={"parries": 0, "target": 1})
            listed = server.request("GET", "/api/matches")[1]["matches"]
            self.assertEqual([m["match"] for m in listed], [match])
            self.assertEqual(listed[0]["stands"], "open")
            self.assertNotIn(tokens[0], json.dumps(listed))
            status, made = server.request("POST", f"/api/matches/{match}/join", {"name": "Bob"})
            self.assertEqual(status, 201)
            self.assertEqual(server.request("POST", f"/api/matches/{match}/join", {})[0], 409)
            wait_for(lambda: server.request("GET", f"/api/matches/{match}")[1]["stands"] == "running")
            status, answer = server.request("GET", f"/api/matches/{match}/record")
            self.assertEqual((status, answer["code"]), (403, "NOT_OVER"))
            players = [Player(server, match, tokens[0], 1), Player(server, match, made["tokens"]["1"], 2)]
            play_all(players)
            status, record = server.request("GET", f"/api/matches/{match}/record")
            self.assertEqual(status, 200)
            with tempfile.NamedTemporaryFile() as file:
                file.write(record)
                file.flush()
                self.assertEqual(os.system(f"'{PROGRAM}' replay '{file.name}' >/dev/null"), 0)
            self.assertEqual(server.request("GET", "/api/matches")[1]["matches"], [])

    def test_metrics_and_health(self):
        with Server(PROGRAM) as server:
            self.assertEqual(server.request("GET", "/healthz"), (200, b"ok\n"))
            match, tokens = server.create("duel", ["me", "bot"], options={"parries": 0, "target": 1})
            Player(server, match, tokens[0]).play()
            self.assertGreaterEqual(server.metric("moves_total"), 2)
            self.assertEqual(server.metric("matches_over_total"), 1)
            self.assertEqual(server.metric("store_failures_total"), 0)
            for name in ("durable_seconds_count", "drift_seconds_count", "store_queue", "bytes_per_match", "connections"):
                server.metric(name)


class Operations(unittest.TestCase):
    def test_restart_resumes_every_match(self):
        server = Server(PROGRAM)
        with server:
            made = [server.create("duel", ["me", "bot"], options={"target": 5}, seed=i) for i in range(10)]
            players = [Player(server, match, tokens[0], i) for i, (match, tokens) in enumerate(made)]
            for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
                for player in players:
                    for _ in range(6):
                        if not player.over:
                            player.step()
                server.stop(number)
                server.start()
                for player in players:
                    player.connect()
                    if player.pending:
                        while player.step()["type"] != "attached":
                            pass
                        player.ws.send("move", **player.pending)
            for player in players:
                player.play()
                self.assertEqual(sorted(set(player.acked)), list(range(1, player.last_id + 1)))

    def test_a_full_disk_is_told_and_survived(self):
        with Server(PROGRAM) as server:
            match, tokens = server.create("duel", ["me", "me"], options={"parries": 0, "target": 2})
            players = [Player(server, match, tokens[seat], seat) for seat in (0, 1)]
            mover = players[0]
            while not mover.acked:
                mover.step()
            # From now on no file of the server grows.
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (os.path.getsize(server.db + "-log0"), resource.RLIM_INFINITY))
            with self.assertRaises(AssertionError) as told:
                while True:
                    players[1].step()
            self.assertEqual(told.exception.args[0]["code"], "NOT_STORED")
            self.assertEqual(server.request("POST", "/api/matches", {"game": "duel"})[0], 503)
            self.assertEqual(server.request("GET", "/api/matches/" + match)[1]["moves"], 1)
            wait_for(lambda: "level=error event=store" in server.log_text())
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            players[1].ws.send("move", **players[1].pending)
            play_all(players)
            self.assertEqual(server.request("GET", f"/api/matches/{match}/record")[0], 200)

    def test_the_list_keeps_its_order(self):
        server = Server(PROGRAM)
        with server:
            matches = []
            for _ in range(12):
                matches.insert(0, server.create("duel", ["me", "open"])[0])
                time.sleep(0.002)  # so that each has a time of its own
            for number in (None, signal.SIGTERM, signal.SIGKILL):
                if number:
                    server.stop(number)
                    server.start()
                self.assertEqual([m["match"] for m in server.request("GET", "/api/matches")[1]["matches"]], matches)

    def test_clients_are_told_of_a_stop(self):
        server = Server(PROGRAM)
        with server:
            ws = WebSocket(server.port)
            self.assertEqual(server.stop(), 0)
            self.assertEqual(ws.until("trouble")["code"], "STOPPING")
            server.start()

    def test_settings_from_file_environment_and_command_line(self):
        with tempfile.NamedTemporaryFile("w", suffix=".conf") as config:
            config.write("# a comment\n\nrate = 10\naddress-connections = 1\nproxy = no\n")
            config.flush()
            os.environ["CROUPIER_ADDRESS_CONNECTIONS"] = "2"
            try:
                with Server(PROGRAM, "--config", config.name, "--rate", "0") as server:
                    sockets = [WebSocket(server.port, source="127.0.0.2") for _ in range(3)]
                    self.assertEqual([ws.status for ws in sockets], [101, 101, 429])
                    ws = WebSocket(server.port)
                    for _ in range(100):
                        ws.send("alive")
                    self.assertEqual({ws.message()["type"] for _ in range(100)}, {"clock"})
            finally:
                del os.environ["CROUPIER_ADDRESS_CONNECTIONS"]

    def test_wrong_settings_are_told(self):
        with tempfile.TemporaryDirectory(prefix="croupier-e2e-") as folder:
            config = os.path.join(folder, "wrong.conf")
            for text, arguments, told in [
                    ("quiet = perhaps", [], "'quiet' is yes or no"), ("nothing = 1", [], "'nothing = 1' is no setting"),
                    ("", ["--listen", "8080"], "give HOST:PORT"), ("", ["--listen", "999.1.1.1:80"], "cannot listen on"),
                    ("", ["--cert", config, "--key", folder + "/none"], "cannot read"), ("", ["--cert", config], "both --cert and --key"),
                    ("x", ["--db", config + "/x.db"], "cannot open the store"), ("no store\n" * 99, ["--db", config], "not a database")]:
                with open(config, "w") as file:
                    file.write(text)
                first = ["--config", config] if not arguments else []
                run = subprocess.run([PROGRAM, "serve", "--db", "memory", "--listen", "127.0.0.1:0", *first, *arguments],
                                     capture_output=True, text=True, timeout=60)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn(told, run.stderr)

    def test_tls(self):
        folder = tempfile.mkdtemp(prefix="croupier-e2e-")
        key, cert = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
        made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert,
                               "-days", "2", "-subj", "/CN=localhost"], capture_output=True)
        if made.returncode:
            self.skipTest("no openssl here to make a certificate")
        with Server(PROGRAM, "--cert", cert, "--key", key, folder=folder) as server:
            context = ssl.create_default_context(cafile=cert)
            context.set_alpn_protocols(["h2", "http/1.1"])
            with socket.create_connection((HOST, server.port), 10) as plain:
                with context.wrap_socket(plain, server_hostname="localhost") as secure:
                    self.assertEqual(secure.selected_alpn_protocol(), "http/1.1")
                    secure.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    self.assertIn(b"ok", read_all(secure))
            for path in ("/", "/api/games", "/nothing"):
                with socket.create_connection((HOST, server.port), 10) as plain:
                    with context.wrap_socket(plain, server_hostname="localhost") as secure:
                        secure.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                        head = read_all(secure).split(b"\r\n\r\n")[0].lower()
                self.assertEqual(head.count(b"\r\nstrict-transport-security: max-age=31536000\r\n"), 1, path)
        shutil.rmtree(folder, ignore_errors=True)

    def test_two_servers_on_one_file(self):
        with Server(PROGRAM) as server:
            with self.assertRaises(RuntimeError):
                Server(PROGRAM, folder=server.folder).start()
            self.assertEqual(server.request("GET", "/healthz")[0], 200)

    def test_no_secret_in_the_log(self):
        server = Server(PROGRAM)
        with server:
            match, tokens = server.create("duel", ["me", "bot"], name="Ann")
            server.attach(match, tokens[0]).until("state")
            server.stop()
            text = server.log_text()
            self.assertNotIn(tokens[0], text)
            self.assertNotIn("Ann", text)
            server.start()

    def test_tokens_are_kept_hashed(self):
        server = Server(PROGRAM)
        with server:
            _, tokens = server.create("duel", ["me", "bot"])
            server.stop()
            for name in os.listdir(server.folder):
                with open(os.path.join(server.folder, name), "rb") as file:
                    self.assertNotIn(bytes.fromhex(tokens[0]), file.read())
            server.start()

    def test_load_plays_and_reports(self):
        with Server(PROGRAM) as server:
            run = subprocess.run([PROGRAM, "load", f"http://{HOST}:{server.port}", "--matches", "5", "--seconds", "1", "--idle", "20",
                                  "-o", "parries=0", "-o", "target=3", "--json"], capture_output=True, text=True, cwd=server.folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            figures = json.loads(run.stdout)
            for key in ("moves_per_second", "p50_ms", "p99_ms", "p999_ms", "bytes_per_match"):
                self.assertGreater(figures[key], 0, key)
            self.assertEqual(figures["refused"], 0)


if __name__ == "__main__":
    run()
