"""Level one: games, matches, views, moves, refusals, events, records."""
import glob
import os
import pickle
import threading

import pytest

import croupier
from conftest import MODULES, TOP, walk


def finish(match):
    while not match.is_over:
        seats = [seat for seat in match.deciders if seat < match.seats]
        move = match.sample(seats[0]) if seats else None
        if move is None or not match.play(move):
            match.idle()
    return match


def test_games_describe_themselves(game):
    assert game.title and game.about and game.rules_version >= 1 and game.kinds and game.questions
    assert "random" in game.bots
    assert game.name in repr(game)
    assert game.chart("mermaid") and game.chart("dot") and game.chart("svg").startswith("<svg") and game.chart("svg").count("<rect") >= 3
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(croupier.WrongUse):
        game.chart("png")


def test_unknown_things_say_what_there_is():
    with pytest.raises(croupier.CroupierError, match="there are .*duel"):
        croupier.game("nothing")
    duel = croupier.game("duel")
    with pytest.raises(croupier.WrongUse, match="target"):
        duel.start(target=1000)
    with pytest.raises(croupier.WrongUse):
        duel.start(nothing=1)
    with pytest.raises(croupier.WrongUse):
        duel.start(seats=5)
    with pytest.raises(croupier.WrongUse):
        duel.start(seed=b"short")
    with pytest.raises(croupier.WrongUse, match="there are .*baseline"):
        duel.start().bot(0, "nobody")


def test_a_match_by_words():
    match = croupier.game("duel").start(seed=7)
    no = match.play("pick 3", seat=0)
    assert not no and no.code == "NOT_HELD" and no.rule.startswith("EX-") and no.title and no.because and no.instead and no.field == "card"
    assert "NOT_HELD" in repr(no) and "_" not in str(no)
    before = match.hash
    assert not match.judge("pick 3", seat=0) and match.judge("pick 1", seat=0) and match.hash == before
    assert match.play("pick 1", seat=0)
    assert match.hash != before and match.deciders == [1] and match.moves_played == 1
    assert match.play("pick 1", seat=0).code == "ANSWERED"
    with pytest.raises(croupier.WrongUse):
        croupier.game("duel").start().play("pick 1")  # whose?
    question = match.question(1)
    assert question.kind == "pick" and question.form == "all" and question.text and 1 in question.deciders
    assert match.question(0).deciders == [1]


def test_the_same_seed_is_the_same_match(game):
    a, b = (finish(game.start(seed=11)) for _ in range(2))
    assert a.hash == b.hash and a.scores == b.scores and a.question() is None
    assert game.start(seed=12).hash != game.start(seed=13).hash


def test_records_replay(game, tmp_path):
    match = finish(game.start(seed=3))
    record = match.record
    assert len(record) == match.moves_played and record.check().hash == match.hash
    record.save(tmp_path / "a.rec")
    *_, last = croupier.replay(str(tmp_path / "a.rec"))
    assert last.hash == match.hash and last.scores == match.scores
    spoiled = bytearray(bytes(record))
    spoiled[-1] ^= 1
    with pytest.raises(croupier.CroupierError):
        croupier.Record(bytes(spoiled)).check()
    with pytest.raises(croupier.CroupierError):
        croupier.Record(b"nothing")


def test_records_of_the_program_hold():
    files = glob.glob(os.path.join(TOP, "tests", "replay", "*", "*.rec"))
    assert len(files) >= 8
    for path in files:
        record = croupier.Record.load(path)
        with pytest.raises(croupier.WrongUse, match="no record"):
            record.check().record  # its moves are in the one it came from


def test_views_events_and_words(game):
    for match in walk(game, 5, 40):
        for viewer in (0, croupier.SPECTATOR):
            view = match.view(viewer)
            assert view == match.view(viewer) and dict(view) and str(view) and view.drawing()
            assert len(view.encoded) == game.encoded_size == len(game.encoded_names)
            assert "<pre>" in view._repr_html_()
    events = match.events(0)
    assert events and all(str(event) and event.json for event in events)
    assert len(match.events(0, since=2)) == len(events) - 2


def test_offers_as_a_list_and_as_boxes(game):
    for match in walk(game, 9, 60):
        for seat in match.deciders:
            if seat >= match.seats:
                continue
            offers = match.offers(seat)
            assert len(set(offers)) == len(offers) and len(offers) <= match.n_offers(seat)
            assert all(match.judge(move) for move in offers[:20])
            kinds = {box["kind"] for box in match.boxes(seat)}
            assert {move.kind for move in offers} <= kinds
            for move in offers[:5]:
                assert match.move(seat, str(move)) == move


def test_positions_go_there_and_back(game):
    for match in walk(game, 21, 30):
        if game.name == "classic-battle" or match.is_over:
            continue
        assert game.position(match.position, seats=match.seats).position == match.position


def test_copies_go_their_own_way(game):
    match = game.start(seed=2)
    other = match.copy()
    seats = [seat for seat in match.deciders if seat < match.seats]
    assert match.play(match.sample(seats[0])) and other.moves_played == 0 and other.hash != match.hash
    assert other.question().ticket == 1


def test_bots_of_ours_play(game):
    match = game.start(seed=4, seats=game.seats[0])
    for _ in range(12):
        seats = [seat for seat in match.deciders if seat < match.seats]
        if match.is_over or not seats:
            break
        move = match.bot(seats[0], "baseline" if "baseline" in game.bots else "random")
        assert match.play(move) if move else match.idle()


def test_clocks():
    match = croupier.game("duel").start(seed=1, time=1000, start_ms=5000)
    assert match.due == 6000 and match.run_clock(5999) == 0 and match.run_clock(6000) == 2 and match.now == 6000
    assert match.record.check().hash == match.hash
    assert croupier.game("duel").start(seed=1).due is None


def test_misuse_raises():
    duel, tui = croupier.game("duel").start(seed=1), croupier.game("liap-tui").start(seed=1, seats=4)
    foreign = tui.sample(tui.deciders[0])
    with pytest.raises(croupier.WrongUse, match="liap-tui"):
        duel.play(foreign)
    with pytest.raises(croupier.WrongUse):
        duel.play(17)
    for seat in (-1, 2, 13, 99, "0", None, True, 1.5):
        with pytest.raises(croupier.WrongUse):
            duel.offers(seat)
    for seat in (-1, 2, 14, 15, 255):
        with pytest.raises(croupier.WrongUse):
            duel.view(seat)
    with pytest.raises(croupier.WrongUse, match="no record"):
        duel.view(0).imagine().record
    wrong = []

    def elsewhere():
        for call in (lambda: duel.view(0), lambda: duel.play("pick 1", seat=0), lambda: duel.scores, lambda: duel.hash):
            try:
                call()
            except croupier.Closed as why:
                wrong.append(str(why))
    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert len(wrong) == 4 and "another thread" in wrong[0]
    with duel:
        pass
    for call in (lambda: duel.view(0), lambda: duel.play("pick 1", seat=0), lambda: duel.is_over, lambda: duel.copy(), lambda: duel.record):
        with pytest.raises(croupier.Closed, match="closed"):
            call()
    assert "closed" in repr(duel)


@pytest.mark.skipif(not MODULES, reason="the examples are not built")
def test_modules(tmp_path):
    path = os.path.join(MODULES, "kuhn.so")
    kuhn = croupier.load(path)
    assert croupier.load(path) is kuhn and croupier.game("kuhn") is kuhn
    finish(kuhn.start(seed=1)).record.check()
    with open(path, "rb") as file:
        whole = file.read()
    for name, data in {"cut.so": whole[:len(whole) // 2], "empty.so": b"", "text.so": b"x" * 5000,
                       "head.so": whole[:64], "other.so": whole.replace(b"Croupier\0", b"Croupies\0")[:300]}.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(croupier.CroupierError):
            croupier.load(str(tmp_path / name))
    with pytest.raises(croupier.CroupierError):
        croupier.load(str(tmp_path / "missing.so"))
    (tmp_path / "again.so").write_bytes(whole)
    with pytest.raises(croupier.CroupierError, match="already"):
        croupier.load(str(tmp_path / "again.so"))
