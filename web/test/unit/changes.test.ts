// Updates that tell what has changed, made whole again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { questionIn, spread, whole, type Standing } from "../../src/changes";
import type { Update } from "../../src/proto";

const asked = { question: "pick", form: "all", seats: 3, open: 3, first: 0, ticket: 1, budget: 0, until: 0, late: 1 };
const before: Standing = {
  n: 1, seq: 4, at: 10, view: { viewer: "0", time: 10, paused: 0, hand: [1, 2], own: { move: "pick" }, asked },
  question: { ticket: 1, asks: "pick", form: "all", seats: [0, 1], open: [0, 1], mine: true, says: "Pick a card." }, offers: { moves: ["pick 1", "pick 2"] },
};
const next = (more: Partial<Update> = {}, n = 2): Update => ({ type: "update", n, ms: 10, news: [], changes: {}, ...more });
const told = (changes: Update["changes"]) => whole(before, next({ changes })).view!;

test("changes are put into the view: fields whole, of the question its members, null for one that is gone", () => {
  assert.deepEqual(told({}), { ...before.view, time: 20 });
  assert.deepEqual(told({ time: 15, hand: [2], own: null }), { ...before.view, time: 15, hand: [2], own: null });
  const { late: _, ...rest } = asked;
  assert.deepEqual(told({ asked: { open: 2, late: null } }).asked, { ...rest, open: 2 });
  assert.deepEqual(told({ asked: { ticket: 2, seats: 1 } }).asked, { ...asked, ticket: 2, seats: 1, open: 1 }, "all who are asked may answer, unless it says otherwise");
  assert.deepEqual(told({ asked: { ticket: 2, open: 2 } }).asked, { ...asked, ticket: 2, open: 2 });
  assert.deepEqual(told({ asked: null }).asked, null);
  assert.equal(asked.late, 1, "what was is left as it is");
});

test("the time is counted from the view's, events from the last one", () => {
  const u = whole(before, next({ ms: 7, news: [["sealed", 1, { question: "pick" }], ["over"], ["paused", null, { reason: "host" }]] }));
  assert.equal(u.at, 17);
  assert.deepEqual(u.events, [{ seq: 5, event: "sealed", seat: 1, question: "pick" }, { seq: 6, event: "over" }, { seq: 7, event: "paused", reason: "host" }]);
  assert.equal("news" in u || "ms" in u || "changes" in u, false);
});

test("the question follows from the view, its words stay until there are others", () => {
  assert.deepEqual(whole(before, next()).question, before.question);
  assert.deepEqual(whole(before, next({ changes: { asked: { open: 2 } } })).question, { ...before.question, open: [1], mine: false });
  assert.equal(whole(before, next({ says: "Wait." })).question?.says, "Wait.");
  assert.equal(whole(before, next({ changes: { asked: null } })).question, undefined);
  const inTurn = (more: object) => questionIn({ viewer: "2", paused: 0, asked: { ...asked, form: "turn", seats: 7, open: 5, ...more } });
  assert.deepEqual([inTurn({ first: 0 })?.open, inTurn({ first: 1 })?.open, inTurn({ first: 3 })?.open], [[0], [2], [0]]);
  assert.equal(inTurn({ first: 1 })?.mine, true);
  assert.deepEqual(inTurn({ first: 3, open: 1 << 14 })?.open, [14], "somebody who is no player");
  assert.equal(questionIn({ viewer: "13", paused: 0, asked: { ...asked, budget: 5, until: 9 } })?.until, 9);
  assert.deepEqual(questionIn({ viewer: "13", paused: 2, asked: { ...asked, budget: 5, until: 9 } }), { ticket: 1, asks: "pick", form: "all", seats: [0, 1], open: [0, 1], left: 9, paused: true, mine: false });
});

test("offers stay until there are others, and go with the question", () => {
  assert.deepEqual(whole(before, next()).offers, before.offers);
  assert.deepEqual(whole(before, next({ moves: [["pass"], ["pick", 1, "2 3"]] })).offers, { moves: ["pass", "pick 1", "pick 2 3"] });
  assert.deepEqual(whole(before, next({ moves: [["pass"]], offers: { says: ["Pass"] } })).offers, { moves: ["pass"], says: ["Pass"] });
  assert.deepEqual(whole(before, next({ offers: { many: 70, boxes: [] } })).offers, { many: 70, boxes: [] });
  assert.equal(whole(before, next({ changes: { asked: { open: 2 } } })).offers, undefined);
  assert.deepEqual(spread([["pass"], ["pick", 0, 10], ["pass", "on"]]), ["pass", "pick 0", "pick 10", "pass on"]);
});

test("a whole update stays as it is, and behind a gap nobody knows what changes change", () => {
  const first: Update = { type: "update", n: 1, at: 5, events: [{ event: "e" }], view: { n: 1 } };
  assert.deepEqual(whole(before, first), first);
  const late = whole(before, next({}, 3));
  assert.deepEqual([late.n, late.events, late.view], [3, [], undefined]);
});
