// The model of a match: what the server said, and the one move that is on its way.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WholeUpdate } from "../../src/changes";
import { isNews, mayAnswer, newMatch, passingNow, reduce, waitsForBots, type Action, type Match } from "../../src/match";
import type { Attached, Question } from "../../src/proto";

const attached = (more: Partial<Attached> = {}): Attached => ({
  type: "attached", match: "ab", game: "duel", rules_version: 1, seat: 0, n: 0, last_id: 0, begun: true, commitment: "c0", options: {}, pace: "normal", now: 1, ...more,
});
const question = (more: Partial<Question> = {}): Question => ({ ticket: 1, asks: "pick", form: "all", seats: [0, 1], open: [0, 1], mine: true, ...more });
const update = (n: number, more: Partial<WholeUpdate> = {}): WholeUpdate => ({ type: "update", n, at: n * 10, events: [{ event: `e${n}` }], question: question(), view: { n }, ...more });
const play = (actions: Action[], from: Match = newMatch("ab")) => actions.reduce(reduce, from);
const sent: Action = { type: "sent", id: 1, ticket: 1, move: "pick 7" };

test("updates are taken in order and once", () => {
  const m = play([attached({ n: 2 }), update(1), update(2), update(2), update(1)]);
  assert.equal(m.n, 2);
  assert.deepEqual(m.history.map(e => e.event), ["e1", "e2"]);
  assert.deepEqual(m.log.map(l => l.n), [1, 2]);
  assert.deepEqual(m.view, { n: 2 });
});

test("a gap is noticed, by an update, an event or a tick; nothing newer is taken before it is closed", () => {
  const numbered = (n: number, ...seqs: number[]) => update(n, { events: seqs.map(seq => ({ seq, event: `e${seq}` })) });
  const m = play([attached({ n: 1 }), numbered(1, 1, 2)]);
  assert.equal(m.seq, 2);
  assert.equal(m.isBehind, false);
  const behind = play([numbered(3, 4)], m);
  assert.equal(behind.isBehind, true);
  assert.equal(behind.n, 1);
  assert.deepEqual(behind.view, m.view);
  assert.equal(play([numbered(2, 4)], m).isBehind, true, "an event is missing");
  assert.equal(play([{ type: "tick", n: 2, seq: 3, at: 5, left: 1, seconds: 1 }], m).isBehind, true, "a tick behind an update we did not get");
  const whole = play([attached({ n: 3 }), numbered(2, 3), numbered(3, 4)], behind);
  assert.deepEqual([whole.isBehind, whole.n, whole.seq], [false, 3, 4]);
  assert.deepEqual(whole.history.map(e => e.event), ["e1", "e2", "e3", "e4"]);
  assert.equal(play([update(2, { events: [] })], m).seq, 2, "an update without events uses up no number");
});

test("what happened before we came is no news, what comes then is", () => {
  const m = play([attached({ n: 2 }), update(1), update(2)]);
  assert.equal(isNews(m), false);
  assert.equal(isNews(play([update(3)], m)), true);
});

test("a move that was sent changes nothing but `pending`", () => {
  const before = play([attached(), update(1)]);
  const after = play([sent], before);
  assert.deepEqual({ ...after, pending: null }, before);
  assert.equal(after.pending?.move, "pick 7");
  assert.equal(mayAnswer(before), true);
  assert.equal(mayAnswer(after), false);
});

test("who was slower is told so, whether the quicker answer is shown before or behind it, and it is no refusal", () => {
  const late: Action = { type: "refused", id: 1, code: "TOO_LATE", reason: "somebody was quicker", title: "", because: "", instead: [], seq: 0, at: 0, trigger: "pick" };
  const next = update(2, { question: question({ ticket: 2 }) });
  for (const order of [[late, next], [next, late]]) {
    const m = play(order, play([attached(), update(1), sent]));
    assert.equal(m.tooLate?.reason, "somebody was quicker");
    assert.equal(m.refused, null);
    assert.equal(m.pending, null);
    assert.equal(mayAnswer(m), true);
    assert.equal(play([{ ...sent, id: 2, ticket: 2 }], m).tooLate, null);
  }
});

test("a default that was played for me stays until I move, also behind those of others", () => {
  const mine = { event: "default", seat: 0, question: "pick", timeout: true, move: "pick 1" };
  const m = play([attached(), update(1), update(2, { events: [mine, { event: "sealed", seat: 0 }] }), update(3, { events: [{ ...mine, seat: 1, move: null }] })]);
  assert.deepEqual(m.ranOut, mine);
  assert.equal(play([sent], m).ranOut, null);
});

test("pending goes with the update behind the acknowledgement", () => {
  const m = play([attached(), update(1), sent, { type: "ack", id: 1 }]);
  assert.equal(m.pending?.acked, true);
  assert.equal(play([update(2, { question: question({ mine: false, open: [1] }) })], m).pending, null);
});

test("pending stays while somebody else's sealed answer comes in", () => {
  const m = play([attached(), update(1), sent, update(2)]);
  assert.equal(m.pending?.move, "pick 7");
});

test("the update may come in front of the acknowledgement", () => {
  const m = play([attached(), update(1), sent, update(2, { question: question({ mine: false, open: [1] }) }), { type: "ack", id: 1 }]);
  assert.equal(m.pending, null);
});

test("another question ends what was pending", () => {
  assert.equal(play([attached(), update(1), sent, update(2, { question: question({ ticket: 2 }) })]).pending, null);
});

const words = { title: "Not in hand", because: "You do not hold it.", instead: [] }, where = { seq: 0, at: 0, trigger: "pick" };

test("a refusal gives the move back and says why, until the next move", () => {
  const m = play([attached(), update(1), sent, { type: "refused", id: 1, code: "NOT_HELD", reason: "you do not hold it", rule: "EX-5", ...words, ...where }]);
  assert.equal(m.pending, null);
  assert.equal(m.refused?.rule, "EX-5");
  assert.equal(play([{ ...sent, id: 2 }], m).refused, null);
  assert.equal(play([{ type: "refused", id: 9, code: "STALE", reason: "", ...words, ...where }], play([sent], m)).pending?.id, 1, "a refusal of something else");
});

test("after coming back a move with a known id counts as accepted", () => {
  const m = play([attached(), update(1), sent, attached({ n: 2, last_id: 1 })]);
  assert.equal(m.pending?.acked, true);
  assert.equal(play([update(2, { question: question() })], m).pending, null);
  assert.equal(play([attached({ last_id: 0 })], play([attached(), update(1), sent])).pending?.acked, false);
});

test("trouble with my move gives it back; a match that is not there ends all trying", () => {
  const m = play([attached(), update(1), sent, { type: "trouble", id: 1, code: "NOT_STORED", reason: "the store could not take it", title: "", because: "" }]);
  assert.equal(m.pending, null);
  assert.equal(m.fatal, null);
  assert.equal(play([{ type: "trouble", code: "BAD_TOKEN", reason: "", title: "", because: "" }]).fatal?.code, "BAD_TOKEN");
});

test("a pause, a newer window and the end leave nothing to answer", () => {
  const paused = play([attached(), update(1, { question: question({ paused: true, left: 500 }) })]);
  assert.equal(mayAnswer(paused), false);
  assert.equal(mayAnswer(play([attached(), update(1), { type: "plays", plays: false }])), false);
  assert.equal(mayAnswer(play([attached(), update(1, { over: { scores: [1, 0], seed: "", pinned: false } })])), false);
});

test("a tick belongs to its update, and goes with the next", () => {
  const m = play([attached(), update(1), { type: "tick", n: 1, seq: 0, at: 5, left: 2900, seconds: 3 }]);
  assert.equal(m.tick?.seconds, 3);
  assert.equal(play([{ type: "tick", n: 0, seq: 0, at: 5, left: 1, seconds: 1 }], m).tick?.seconds, 3);
  assert.equal(play([update(2)], m).tick, null);
});

test("signals are kept in order, the last few", () => {
  const m = play(Array.from({ length: 12 }, (_, i): Action => ({ type: "signalled", seat: 1, signal: `s${i}` })));
  assert.equal(m.signals.length, 8);
  assert.equal(m.signals.at(-1)?.signal, "s11");
  assert.equal(m.signals.at(-1)?.serial, 12);
});

test("a pass that is sent for me belongs to its question", () => {
  const passing: Action = { type: "passing", ticket: 1, at: 5000, passes: true };
  const m = play([attached(), update(1), passing]);
  assert.equal(passingNow(m)?.at, 5000);
  assert.equal(passingNow(play([update(2, { question: question({ mine: false }) })], m)), null);
  assert.equal(passingNow(play([update(2, { question: question({ ticket: 2 }) })], m)), null);
});

test("only bots that take their time are waited for", () => {
  const seat = (kind: "person" | "bot", replaced = false) => ({ kind, name: "", here: true, replaced, wants_pause: false, auto: false });
  const waits = (open: number[], seats = [seat("person"), seat("bot")], pace = "normal") =>
    waitsForBots(play([attached({ pace }), { type: "seats", seats, hints: true, watching: 0 }, update(1, { question: question({ open, mine: open.includes(0) }) })]));
  assert.equal(waits([1]), true);
  assert.equal(waits([0, 1]), false);
  assert.equal(waits([1], [seat("person"), seat("person")]), false);
  assert.equal(waits([1], [seat("person"), seat("person", true)]), true);
  assert.equal(waits([1], undefined, "instant"), false);
});
