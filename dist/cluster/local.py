#!/usr/bin/env -S python3 -B
"""Croupier on several servers, all on this machine, for trying it and for the tests: two servers of PostgreSQL, primary and
synchronous standby, three servers of Croupier and a balancer, with Debian's packages and nothing but loopback.

    dist/cluster/local.py [--program build/croupier] [--balancer haproxy|nginx|none] [--port 7200] [--folder DIR]

prints where it is, and ends everything on Ctrl-C. Without --folder all is in a new folder that is removed at the end.
Packages: `scripts/setup cluster`. Exit status 77: they are not installed."""

import argparse
import glob
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HOST = "127.0.0.1"
HERE = os.path.dirname(os.path.abspath(__file__))
NODES = ("n1", "n2", "n3")
LEASE_MS = 4000


class Missing(Exception):
    """A program that is not installed."""


def find_postgres():
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if not folders or not os.access(os.path.join(folders[-1], "initdb"), os.X_OK):
        raise Missing("PostgreSQL is not installed (scripts/setup cluster)")
    return folders[-1]


def free_ports(n):
    sockets = [socket.socket() for _ in range(n)]
    for s in sockets:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        s.bind((HOST, 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(f"this did not happen in {seconds} s: {what}")
        time.sleep(0.05)


def answers(port):
    try:
        socket.create_connection((HOST, port), 1).close()
        return True
    except OSError:
        return False


class Process:
    """A program that runs until it is ended, its words in a file."""

    def __init__(self, words, log, as_user=None, cwd=None):
        self.words, self.log, self.as_user, self.cwd, self.process = words, log, as_user, cwd, None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([*(self.as_user or []), *self.words], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            cwd=self.cwd, start_new_session=True)
        return self

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def send(self, number):
        if self.is_running():
            self.process.send_signal(number)

    def end(self, number=signal.SIGTERM, seconds=20):
        if self.process is None:
            return None
        self.send(signal.SIGCONT)
        self.send(number)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process = None
        return status


class Postgres:
    """One server of PostgreSQL in a folder."""

    def __init__(self, cluster, name, port):
        self.cluster, self.name, self.port = cluster, name, port
        self.folder = os.path.join(cluster.folder, name)
        self.bin = cluster.bin
        self.process = Process([os.path.join(self.bin, "postgres"), "-D", self.folder], os.path.join(cluster.folder, f"{name}.log"),
                               cluster.as_postgres, cluster.folder)

    def run(self, program, *words):
        done = subprocess.run([*self.cluster.as_postgres, os.path.join(self.bin, program), *words], capture_output=True, text=True,
                              cwd=self.cluster.folder)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def configure(self, standby):
        """Commits wait for whatever standby there is, or for none."""
        with open(os.path.join(self.cluster.folder, f"{self.name}.conf"), "w") as conf:
            conf.write(f"port = {self.port}\nlisten_addresses = '{HOST}'\nunix_socket_directories = ''\n"
                       f"synchronous_standby_names = '{standby}'\nmax_connections = 100\nshared_buffers = 64MB\n"
                       "wal_retrieve_retry_interval = 200ms\nmax_wal_size = 1GB\nwal_level = replica\nhot_standby = on\n"
                       f"cluster_name = '{self.name}'\n")
            os.fchmod(conf.fileno(), 0o644)

    def make(self):
        self.run("initdb", "-D", self.folder, "-U", "croupier", "-A", "trust", "--no-locale", "-E", "UTF8", "-N")
        self.configure("")
        with open(os.path.join(self.folder, "postgresql.conf"), "a") as conf:
            conf.write(f"include '{self.cluster.folder}/{self.name}.conf'\n")
        with open(os.path.join(self.folder, "pg_hba.conf"), "a") as hba:
            hba.write(f"host replication croupier {HOST}/32 trust\n")

    def follow(self, primary):
        """Makes this server anew as a standby of the other."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.run("pg_basebackup", "-D", self.folder, "-R", "-c", "fast", "-X", "stream", "-N", "-d",
                 f"host={HOST} port={primary.port} user=croupier application_name={self.name}")
        conf = os.path.join(self.folder, "postgresql.conf")
        with open(conf) as file:
            text = re.sub(r"(?m)^include '.*'$", f"include '{self.cluster.folder}/{self.name}.conf'", file.read())
        with open(conf, "w") as file:
            file.write(text)
        self.configure("")
        self.start()
        primary.configure("*")
        primary.reload()
        wait_for(lambda: primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')") == "1",
                 f"{self.name} follows {primary.name}")

    def start(self):
        self.process.start()
        wait_for(self.is_ready, f"{self.name} is ready")

    def is_ready(self):
        return subprocess.run([os.path.join(self.bin, "pg_isready"), "-q", "-h", HOST, "-p", str(self.port)]).returncode == 0

    def reload(self):
        self.process.send(signal.SIGHUP)

    def promote(self):
        self.configure("")
        self.reload()
        self.run("pg_ctl", "-D", self.folder, "-w", "promote")

    def sql(self, text, seconds=20):
        done = subprocess.run([os.path.join(self.bin, "psql"), "-h", HOST, "-p", str(self.port), "-U", "croupier", "-d", "croupier",
                               "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text], capture_output=True, text=True, timeout=seconds)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()


class Line:
    """A node's way to both databases: a proxy of its own, so that tests can cut it or let it fall silent."""

    def __init__(self, cluster, name, ports):
        self.ports = ports
        path = os.path.join(cluster.folder, f"line-{name}.cfg")
        with open(path, "w") as conf:
            conf.write("global\n    maxconn 500\ndefaults\n    mode tcp\n    timeout connect 2s\n    timeout client 1h\n    timeout server 1h\n")
            for port, server in zip(ports, cluster.servers):
                conf.write(f"listen l{port}\n    bind {HOST}:{port}\n    server db {HOST}:{server.port}\n")
        self.process = Process([cluster.haproxy(), "-db", "-f", path], os.path.join(cluster.folder, f"line-{name}.log"))

    def start(self):
        self.process.start()
        wait_for(lambda: answers(self.ports[0]), "the line is up", 10)


class Node:
    """One server of Croupier."""

    def __init__(self, cluster, name, port, ports):
        self.cluster, self.name, self.port = cluster, name, port
        hosts = ",".join(f"{HOST}:{p}" for p in ports)
        self.url = f"postgres://croupier@{hosts}/croupier"
        self.process = Process([cluster.program, "serve", "--listen", f"{HOST}:{port}", "--node", name, "--db", self.url,
                                "--lease", str(cluster.lease_ms), "--bot-pace", "instant", *cluster.options],
                               os.path.join(cluster.folder, f"{name}.log"))

    def start(self):
        """Until it listens; while there is no database it does not begin, and is tried again."""
        end = time.monotonic() + 60
        while True:
            if not self.process.is_running():
                self.process.start()
            time.sleep(0.05)
            if answers(self.port):
                return self
            if time.monotonic() > end:
                raise RuntimeError(f"{self.name} does not start: {self.log_text()[-600:]}")

    def log_text(self):
        with open(self.process.log) as log:
            return log.read()


class Cluster:
    """All of it. Use as a context."""

    def __init__(self, program, balancer="haproxy", folder=None, port=0, lines=False, lease_ms=LEASE_MS, options=(), standby=True):
        self.bin = find_postgres()
        self.program, self.balancer_kind, self.lease_ms, self.options = os.path.abspath(program), balancer, lease_ms, list(options)
        self.own_folder = folder is None
        self.folder = os.path.abspath(folder or tempfile.mkdtemp(prefix="croupier-cluster-"))
        os.makedirs(self.folder, exist_ok=True)
        self.as_postgres = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            os.chmod(self.folder, 0o755)
            shutil.chown(self.folder, "postgres")
            self.as_postgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        ports = free_ports(12)
        self.port = port or ports[0]
        self.servers = [Postgres(self, "pg1", ports[1]), Postgres(self, "pg2", ports[2])][:2 if standby else 1]
        self.primary = self.servers[0]
        self.lines, self.nodes, self.balancer = {}, {}, None
        for i, name in enumerate(NODES):
            ways = [s.port for s in self.servers]
            if lines:
                ways = ports[3 + 2 * i:3 + 2 * i + len(self.servers)]
                self.lines[name] = Line(self, name, ways)
            self.nodes[name] = Node(self, name, ports[9 + i], ways)

    def haproxy(self):
        path = shutil.which("haproxy") or "/usr/sbin/haproxy"
        if not os.access(path, os.X_OK):
            raise Missing("HAProxy is not installed (scripts/setup cluster)")
        return path

    def standby(self):
        return next((s for s in self.servers if s is not self.primary), None)

    def start_databases(self):
        self.primary.make()
        self.primary.start()
        self.primary.run("createdb", "-h", HOST, "-p", str(self.primary.port), "-U", "croupier", "croupier")
        if self.standby():
            self.standby().follow(self.primary)
        self.croupier("store", "init", self.url())

    def url(self):
        return f"postgres://croupier@{','.join(f'{HOST}:{s.port}' for s in self.servers)}/croupier?target_session_attrs=read-write"

    def croupier(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"croupier {words}: {done.stdout}{done.stderr}")
        return done.stdout

    def start_balancer(self):
        if self.balancer_kind == "none":
            return
        kind = self.balancer_kind
        with open(os.path.join(HERE, "haproxy.cfg" if kind == "haproxy" else "nginx.conf")) as file:
            text = file.read()
        for number, port in enumerate([self.port, *(node.port for node in self.nodes.values())]):
            text = text.replace(f"{HOST}:{7200 + number}", f"{HOST}:{port}")
        path = os.path.join(self.folder, f"{kind}.conf")
        with open(path, "w") as file:
            file.write(text)
        if kind == "haproxy":
            words = [self.haproxy(), "-db", "-f", path]
        else:
            nginx = shutil.which("nginx") or "/usr/sbin/nginx"
            if not os.access(nginx, os.X_OK):
                raise Missing("nginx is not installed (scripts/setup cluster)")
            words = [nginx, "-p", self.folder, "-c", path]
        self.balancer = Process(words, os.path.join(self.folder, "balancer.log"), cwd=self.folder).start()
        wait_for(lambda: answers(self.port), f"{kind} is up", 10)

    def start(self):
        try:
            self.start_databases()
            for line in self.lines.values():
                line.start()
            for node in self.nodes.values():
                node.start()
            self.start_balancer()
        except BaseException:
            self.stop()
            raise
        return self

    def fail_over(self):
        """The primary dies and the standby takes its place."""
        dead, heir = self.primary, self.standby()
        dead.process.end(signal.SIGKILL)
        self.end_children(dead)
        heir.promote()
        self.primary = heir

    def rebuild(self):
        """The server that died comes back as the standby of the other."""
        self.standby().follow(self.primary)

    def end_children(self, server):
        """A killed postmaster leaves its sessions to notice by themselves; a machine that dies does not."""
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(path, "rb") as file:
                    words = file.read()
                if f"postgres: {server.name}: ".encode() in words and os.readlink(path.replace("cmdline", "cwd")) == server.folder:
                    os.kill(int(path.split("/")[2]), signal.SIGKILL)
            except OSError:
                pass
        try:
            os.remove(os.path.join(server.folder, "postmaster.pid"))
        except OSError:
            pass

    def stop(self):
        statuses = {name: node.process.end() for name, node in self.nodes.items()}
        if self.balancer:
            self.balancer.end(signal.SIGKILL if self.balancer_kind == "haproxy" else signal.SIGTERM)
        for line in self.lines.values():
            line.process.end(signal.SIGKILL)
        for server in reversed(self.servers):
            server.process.end(signal.SIGINT)
        if self.own_folder:
            shutil.rmtree(self.folder, ignore_errors=True)
        return statuses

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(HERE, "../../build/croupier"))
    parser.add_argument("--balancer", choices=["haproxy", "nginx", "none"], default="haproxy")
    parser.add_argument("--port", type=int, default=7200)
    parser.add_argument("--folder")
    parser.add_argument("--seconds", type=float, help="end by itself after this time")
    args = parser.parse_args()
    if args.folder and os.path.exists(os.path.join(args.folder, "pg1")):
        sys.exit(f"cluster: '{args.folder}' is in use: give another folder, or remove it")
    try:
        cluster = Cluster(args.program, args.balancer, args.folder, args.port)
        with cluster:
            print(f"everybody: http://{HOST}:{cluster.port}" if args.balancer != "none" else "no balancer")
            for name, node in cluster.nodes.items():
                print(f"{name}: http://{HOST}:{node.port}")
            print(f"database: {cluster.url()}\nfolder: {cluster.folder}\nCtrl-C ends it.", flush=True)
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
            end = time.monotonic() + args.seconds if args.seconds else float("inf")
            while time.monotonic() < end:
                time.sleep(0.2)
    except KeyboardInterrupt:
        pass
    except Missing as missing:
        print(f"cluster: {missing}")
        sys.exit(77)


if __name__ == "__main__":
    main()
