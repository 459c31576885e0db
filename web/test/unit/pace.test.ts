// Pace: what is shown of a match when, and that nothing is shown twice, late, or before it is due.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newMatch, reduce, type Action, type Match } from "../../src/match";
import { happeningsOf, Pacer, stepsOf, type Pace } from "../../src/pace";
import type { GameEvent, Question, Update } from "../../src/proto";

const event = (name: string, weight: 0 | 1 | 2 | 3, seat?: number): GameEvent => ({ event: name, says: `${name}.`, weight, ...(seat !== undefined && { seat }) });
const question = (more: Partial<Question> = {}): Question => ({ ticket: 1, asks: "play", form: "turn", seats: [0, 1], open: [1], mine: false, ...more });
const names = (events: GameEvent[]) => events.map(e => e.event);

/* A client's inside: the match, what is shown of it, and a clock that tests turn. */
interface Given { pace?: Pace; me?: number; old?: number }
function table({ pace = "easy", me = 0, old = 0 }: Given = {}) {
  const how = { pace, isHidden: false, now: 0, due: null as { at: number; call(): void } | null };
  const pacer = new Pacer({
    pace: () => how.pace, now: () => how.now, isHidden: () => how.isHidden, changed: () => undefined,
    later: (call, ms) => {
      const one = how.due = { at: how.now + ms, call };
      return () => { if (how.due === one) how.due = null; };
    },
  });
  const it = {
    how, pacer, n: 0,
    match: newMatch("ab"),
    act(action: Action) {
      const before = it.match;
      it.match = reduce(before, action);
      it.pacer.took(before, it.match, action);
    },
    update(events: GameEvent[], more: Partial<Update> = {}) {
      it.n++;
      it.act({ type: "update", n: it.n, at: it.n, events, view: { n: it.n }, question: question({ ticket: it.n }), ...more });
    },
    sent() { it.act({ type: "sent", id: it.n, ticket: it.n, move: "x" }); },
    pass(ms: number) {
      const end = how.now + ms;
      while (how.due && how.due.at <= end + 0.001) {
        const { at, call } = how.due;
        how.due = null;
        how.now = at;
        call();
      }
      how.now = end;
    },
    get shown(): Match { return it.pacer.show(it.match); },
    get running(): string[] | null { return it.pacer.step && names(it.pacer.step.events); },
  };
  it.act({ type: "attached", match: "ab", game: "duel", rules_version: 1, seat: me, n: old, last_id: 0, begun: true, commitment: "", options: {}, pace: "normal", now: 0 });
  it.pacer.isOn = true;
  return it;
}

test("quiet events join the next, my own moves are no news, and a stop is told as one", () => {
  const all = happeningsOf([event("mine", 1, 0), event("quiet", 0), event("theirs", 1, 1), event("turned", 2), event("score", 3, 0), event("score", 3, 1)], 0);
  assert.deepEqual(all.map(h => [h.weight, names(h.events)]), [[1, ["mine", "quiet", "theirs"]], [2, ["turned"]], [3, ["score", "score"]]]);
  assert.deepEqual(happeningsOf([event("a", 1, 1), event("quiet", 0)], 0).map(h => names(h.events)), [["a", "quiet"]]);
  assert.deepEqual(happeningsOf([event("mine", 1, 0)], 0).map(h => h.weight), [0]);
  assert.deepEqual(happeningsOf([{ event: "wordless", says: "", weight: 2 }], 0).map(h => h.weight), [0], "what has no words cannot be told");
});

test("things lie as they lay until the last happening of an update; eagerly from the first, unless a round ends", () => {
  const before = { ...newMatch("ab"), view: { n: 1 }, question: question({ mine: true }) };
  const after = { ...before, n: 2, view: { n: 2 }, events: [event("a", 1, 1), event("b", 2)] };
  assert.deepEqual(stepsOf(before, after).map(s => s.match.view), [{ n: 1 }, { n: 2 }]);
  assert.deepEqual(stepsOf(before, after, true).map(s => s.match.view), [{ n: 2 }, { n: 2 }]);
  const stop = { ...after, events: [event("a", 1, 1), event("b", 3)] };
  assert.deepEqual(stepsOf(before, stop, true).map(s => s.match.view), [{ n: 1 }, { n: 2 }]);
  assert.equal(stepsOf(before, after)[0].match.question?.mine, false, "nothing can be answered that is past");
});

test("each happening stays for its time, the log grows with it, and then all is shown", () => {
  const it = table();
  it.update([event("a", 1, 1)]);
  it.update([event("b", 2)], { question: question({ mine: true, open: [0] }) });
  assert.deepEqual([it.running, it.shown.n, it.shown.log.length, it.pacer.nth, it.pacer.count], [["a"], 1, 1, 1, 2]);
  it.pass(1599);
  assert.deepEqual(it.running, ["a"]);
  it.pass(1);
  assert.deepEqual([it.running, it.shown.n, it.shown.log.length], [["b"], 2, 2]);
  it.pass(2400);
  assert.equal(it.running, null);
  assert.equal(it.shown, it.match);
});

test("a stop waits for who plays at easy, and for nobody who only watches", () => {
  const it = table();
  it.update([event("over", 3)]);
  it.pass(60_000);
  assert.deepEqual(it.running, ["over"]);
  it.pacer.next();
  assert.equal(it.running, null);
  const other = table({ me: -1 });
  other.update([event("over", 3)]);
  other.pass(3000);
  assert.equal(other.running, null);
});

test("step waits, at once does not, and the end of the match is shown when it is there", () => {
  const it = table({ pace: "step" });
  it.update([event("a", 1, 1), event("b", 2)]);
  it.pass(60_000);
  assert.deepEqual(it.running, ["a"]);
  it.pacer.next();
  assert.deepEqual(it.running, ["b"]);
  it.how.pace = "once";
  it.pacer.repace();
  assert.equal(it.running, null);
  it.update([event("c", 1, 1)]);
  assert.equal(it.running, null);
  it.how.pace = "step";
  it.update([event("over", 3)], { over: { scores: [1, 0], seed: "", pinned: false }, question: undefined });
  assert.equal(it.running, null);
  assert.ok(it.shown.over);
});

test("a press ends it, to my turn lasts until I am asked, and again shows the turn once more", () => {
  const it = table({ pace: "step" });
  it.update([event("a", 1, 1)]);
  it.update([event("b", 1, 1)]);
  assert.equal(it.pacer.end(), true);
  assert.equal(it.pacer.end(), false, "nothing runs any more");
  assert.equal(it.shown.n, 2);
  it.pacer.again();
  assert.deepEqual([it.running, it.shown.n], [["a"], 1]);
  it.update([event("c", 1, 1)]);
  it.pacer.next();
  it.pacer.next();
  assert.deepEqual(it.running, ["c"], "what comes meanwhile comes in its turn");
  it.pacer.toMyTurn(false);
  it.update([event("d", 1, 1)]);
  assert.equal(it.running, null);
  it.update([event("e", 1, 1)], { question: question({ mine: true }) });
  assert.equal(it.running, null);
  it.update([event("f", 1, 1)]);
  assert.deepEqual(it.running, ["f"], "from my turn on it goes at the pace again");
});

test("my decision begins a new turn", () => {
  const it = table({ pace: "step" });
  it.update([event("a", 1, 1)], { question: question({ mine: true }) });
  it.pacer.end();
  it.sent();
  assert.equal(it.pacer.hasAgain, false);
  it.update([event("mine", 1, 0), event("b", 1, 1)]);
  assert.deepEqual([it.running, it.pacer.count], [["mine", "b"], 1]);
});

test("a decision from another window ends what runs and begins a new turn", () => {
  const it = table({ pace: "step" });
  it.update([event("a", 1, 1)]);
  it.update([event("mine", 1, 0), event("b", 1, 1), event("c", 1, 1)]);
  assert.deepEqual([it.running, it.pacer.nth, it.pacer.count], [["mine", "b"], 1, 2]);
  it.pacer.next();
  assert.deepEqual(it.running, ["c"]);
});

test("what was there before is not shown again; it is counted since my last decision, and can be asked for", () => {
  const it = table({ old: 4 });
  it.pacer.seen = 3;
  it.update([event("mine", 1, 0)]);
  it.update([event("a", 1, 1)]);
  it.update([event("mine", 1, 0)]);
  it.update([event("b", 1, 1), event("c", 2)]);
  assert.equal(it.running, null);
  assert.equal(it.pacer.away, 2);
  it.pacer.again();
  assert.deepEqual([it.running, it.pacer.away], [["b"], 0]);
});

test("who comes for the first time has missed nothing", () => {
  const it = table({ old: 2 });
  it.update([event("mine", 1, 0)]);
  it.update([event("a", 1, 1)]);
  assert.equal(it.pacer.away, 0);
});

test("who looks away sees how things stand, and how much happened", () => {
  const it = table();
  it.update([event("mine", 1, 0)]);
  it.how.isHidden = true;
  it.update([event("a", 1, 1)]);
  it.update([event("b", 1, 1)]);
  assert.deepEqual([it.running, it.pacer.away, it.shown.n], [null, 2, 3]);
  it.sent();
  assert.equal(it.pacer.away, 0);
});

test("with a limit all of it takes a fifth of my time or four seconds, or becomes one", () => {
  const it = table({ pace: "step" });
  it.update([event("a", 1, 1), event("b", 1, 1)], { question: question({ mine: true, until: 10_000 }) });
  assert.ok(it.pacer.stay <= 1000, `${it.pacer.stay} ms of the 2 s for both`);
  it.pass(2000);
  assert.equal(it.running, null);
  const many = table({ pace: "easy" });
  many.update(Array.from({ length: 10 }, (_, i) => event(`e${i}`, 1, 1)), { question: question({ mine: true, until: 5000 }) });
  assert.equal(many.pacer.together, 10);
  assert.equal(many.shown.n, 1);
  assert.equal(many.shown.question?.mine, true);
  many.pass(1000);
  assert.equal(many.running, null);
});

test("what waits for me goes on when my time begins to run", () => {
  const it = table({ pace: "step" });
  it.update([event("a", 1, 1)]);
  it.pass(60_000);
  it.update([event("b", 1, 1)], { question: question({ mine: true, until: it.how.now + 100_000 }) });
  it.pass(4000);
  assert.equal(it.running, null);
});

test("a table that paces itself is never late", () => {
  const it = table();
  it.pacer.isOn = false;
  it.update([event("a", 2, 1)]);
  assert.equal(it.shown, it.match);
});
