"""Around the library: the client, bots as programs, examples, memory, installing."""
import asyncio
import json
import os
import resource
import subprocess
import sys

import pytest

import croupier
from conftest import LONG, MODULES, PROGRAM, TOP

has_program = pytest.mark.skipif(not os.path.exists(PROGRAM), reason="the program is not built")


@has_program
def test_the_client_plays_a_seat():
    pytest.importorskip("websockets")
    from client import Server  # of tests/e2e
    from croupier.client import Client, ServerError

    async def run(port):
        client = Client(f"http://127.0.0.1:{port}")
        assert "duel" in {game["game"] for game in await client.games()}
        match, tokens = await client.create("duel", ["me", "open"])
        tokens.update(await client.join(match))

        async def slow(ask):
            await asyncio.sleep(0)
            return ask.moves[-1]
        async with client.sit(match, tokens[0]) as a, client.sit(match, tokens[1]) as b:
            broken = asyncio.create_task(asyncio.sleep(0))
            scores = await asyncio.gather(a.play(slow), b.play(), broken)
        assert scores[0] == scores[1] and a.number == 0 and b.number == 1 and not a.refused
        record = await client.record(match)
        assert record.check().scores == scores[0]
        with pytest.raises(ServerError) as why:
            await client.create("nothing", ["me"])
        assert why.value.name and why.value.status

        match, tokens = await client.create("liap-tui", ["me", "bot", "bot", "bot"], patience=1)  # a template may be refused: then the default counts
        async with client.sit(match, tokens[0]) as seat:
            count = [0]

            def with_breaks(ask):
                count[0] += 1
                if count[0] in (2, 5):
                    asyncio.get_running_loop().create_task(seat._ws.close())  # the line breaks
                return ask.moves[0]
            assert await seat.play(with_breaks)
        async with client.sit(match, tokens[0]) as again:  # all changes put together are the view
            assert [m["view"] async for m in again.messages() if m["type"] == "state"] == [seat.view]
    with Server(PROGRAM, "--test-mode") as server:
        asyncio.run(asyncio.wait_for(run(server.port), 120))


@has_program
def test_the_client_follows_a_match():
    """Where another server runs it, by `moved`; HTTP by 307."""
    websockets = pytest.importorskip("websockets")
    from client import Server  # of tests/e2e
    from croupier.client import Client

    async def run(port):
        sent = []

        async def elsewhere(ws):
            sent.append(json.loads(await ws.recv()))
            await ws.send(json.dumps({"type": "moved", "match": sent[0]["match"], "address": f"http://127.0.0.1:{port}"}))
            await ws.wait_closed()
        there = Client(f"http://127.0.0.1:{port}")
        match, tokens = await there.create("duel", ["me", "bot"])
        async with websockets.serve(elsewhere, "127.0.0.1", 0, subprotocols=["croupier.v1"]) as server:
            first = Client(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            async with first.sit(match, tokens[0]) as seat:
                assert await seat.play()
        assert len(sent) == 1 and sent[0]["type"] == "attach"

    async def moved(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:{moved.port}/api/matches\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def run_http(port):
        moved.port = port
        server = await asyncio.start_server(moved, "127.0.0.1", 0)
        async with server:
            match, tokens = await Client(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}").create("duel", ["me", "bot"])
            assert match and tokens
    with Server(PROGRAM) as server:
        asyncio.run(asyncio.wait_for(run(server.port), 60))
        asyncio.run(asyncio.wait_for(run_http(server.port), 60))


@has_program
def test_a_bot_as_a_program(tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(f"import sys; sys.path.insert(0, {os.path.join(TOP, 'python')!r})\n"
                    "import croupier\n\n\nclass High(croupier.ExecBot):\n"
                    "    def choose(self, ask):\n        return max(ask['moves'], key=lambda m: int((m.split() + ['0'])[1]))\n\n\nHigh().run()\n")
    command = [PROGRAM, "sim", "duel", "-n", "40", "--bots", f"exec:{sys.executable} {path},random", "--json"]
    out = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert out.returncode == 0 and "trouble" not in out.stderr, out.stderr


def test_examples(tmp_path):
    import notebook
    import series
    low, _ = series.main("duel", 400)
    assert low > 0.55
    assert notebook.main("duel", str(tmp_path)) > 10
    assert (tmp_path / "duel.svg").read_text().startswith("<svg")
    croupier.Record.load(tmp_path / "duel.rec").check()


def test_a_policy_learns():
    import train_duel
    assert train_duel.main(5) > 0.5  # the lower end of the interval


@pytest.mark.skipif(not MODULES, reason="the examples are not built")
def test_kuhn_by_cfr():
    import kuhn_cfr
    assert abs(kuhn_cfr.main(os.path.join(MODULES, "kuhn.so"), 2000) + 1 / 18) < 0.004


def test_matches_leave_no_memory_behind():
    duel = croupier.game("duel")

    def some(n):
        for i in range(n):
            match = duel.start(seed=i)
            match.play(match.sample(0))
            if i % 1000 == 0:
                match.view(0).json, match.events(0), match.record, match.copy()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    before = some(20000)
    after = some(int(os.environ.get("CROUPIER_MATCHES", "60000")))
    assert after - before < 2048, f"{after - before} KiB more"


def test_pip_installs_it(tmp_path):
    """Without network, into an environment of its own; then it plays from there."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", venv], check=True, capture_output=True)
    said = subprocess.run([venv / "bin/pip", "install", "--no-index", os.path.join(TOP, "python")], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    library = os.environ.get("CROUPIER_LIBRARY")
    code = "import croupier; print(croupier.__file__, croupier.game('duel').start(seed=1).play('pick 1', seat=0).code)"
    out = subprocess.run([venv / "bin/python", "-c", code], cwd=tmp_path, capture_output=True, text=True,
                         env={"PATH": os.environ["PATH"], **({"CROUPIER_LIBRARY": library} if library else {})})
    assert out.returncode == 0 and str(venv) in out.stdout, (out.stdout, out.stderr)
