// The generic table: what lies where follows from what the fields are, never from how long their values happen to be.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field, GameInfo } from "../../src/net/api";
import { cardMoves, effectInWords, inWords, makings, nextParts, sortFields } from "../../src/tables/fields";
import { makeNames } from "../../src/words";

const FIELDS: Field[] = [
  { name: "hand", is: "card", list: true, own: true },
  { name: "cards", is: "number", each: "seat", counts: "hand" },
  { name: "shown", is: "card", list: true, each: "seat" },
  { name: "coins", is: "money", each: "seat" },
  { name: "market", is: "card", list: true },
  { name: "leader", is: "seat" },
  { name: "left", is: "time" },
  { name: "trump", is: "card" },
  { name: "storm", is: "number", rare: true },
  { name: "closed", is: "flag" },
];
const game = {
  fields: FIELDS, names: { "kings-hand": "King’s Hand" }, parts: { play: [{ name: "card", is: "card" }], steal: [{ name: "target", is: "seat" }], swap: [{ name: "a", is: "card" }, { name: "b", is: "card" }] },
  effects: { steal: [{ name: "target", is: "seat" }, { name: "n", is: "number" }] },
} as unknown as GameInfo;
const person = (name: string) => ({ kind: "person", name, here: true, replaced: false, wants_pause: false, auto: false }) as never;
const names = makeNames([person("Ann"), person("Bo")], 0);
const view = (more: Record<string, unknown> = {}) => ({
  hand: ["Duke", "Duke"], cards: [2, 2], shown: [[], ["Count"]], coins: [3, 0], market: [], leader: "1", left: 0, trump: "-", storm: 0, closed: "no", ...more,
});
const at = (shown: { field: Field; value: unknown }[]) => shown.map(s => [s.field.name, s.value]);

test("with two seats a hand of two cards is a hand, and numbers of each seat are the seats'", () => {
  const all = sortFields(game, view(), 0, 2);
  assert.deepEqual(all.hand?.value, ["Duke", "Duke"]);
  assert.deepEqual(at(all.seats[0]), [["coins", 3]]);
  assert.deepEqual(at(all.seats[1]), [["cards", 2], ["shown", ["Count"]], ["coins", 0]]);
  assert.deepEqual(at(all.rows), []);
});

test("a list of the table that is as long as there are seats stays a list", () => {
  const all = sortFields(game, view({ market: ["Duke", "Count"] }), 0, 2);
  assert.deepEqual(at(all.rows), [["market", ["Duke", "Count"]]]);
});

test("what is empty, rare or not so is left out; nought of money is not empty", () => {
  const all = sortFields(game, view(), 0, 2);
  assert.deepEqual(at(all.plaques), [["leader", "1"]]);
  const more = sortFields(game, view({ left: 61_500, trump: "Duke", storm: 2, closed: "yes" }), 0, 2);
  assert.deepEqual(at(more.plaques).map(([name]) => name), ["leader", "left", "trump", "storm", "closed"]);
});

test("who watches has no hand, and sees how many cards each holds", () => {
  const all = sortFields(game, view({ hand: [] }), -1, 2);
  assert.equal(all.hand, null);
  assert.deepEqual(all.seats.map(s => at(s)[0]), [["cards", 2], ["cards", 2]]);
});

test("all-seeing eyes see a hand for each seat, marked as secret, and zones that nobody saw", () => {
  const all = sortFields(game, view(), 0, 2, { hand: [["Duke", "Duke"], ["Count", "Lady"]], deck: ["Lady"], shown: [[], ["Count"]] });
  assert.equal(all.hand, null);
  assert.deepEqual(all.seats[1].filter(s => s.isSecret).map(s => s.value), [["Count", "Lady"]]);
  assert.deepEqual(all.rows.map(s => [s.field.name, s.isSecret]), [["deck", true]]);
});

test("values are words for people: seats by name, times as clocks, words as the game has them", () => {
  assert.equal(inWords(game, names, "seat", "1"), "Bo");
  assert.equal(inWords(game, names, "seats", ["0", "1"]), "You and Bo");
  assert.equal(inWords(game, names, "time", 61_500), "62 s");
  assert.equal(inWords(game, names, "time", 125_000), "2:05");
  assert.equal(inWords(game, names, "word", "kings-hand"), "King’s Hand");
  assert.equal(inWords(game, names, "word", "two_sided"), "two sided");
});

test("an effect has its actor and its target", () => {
  assert.equal(effectInWords(game, names, "steal 0 target=1 n=2"), "Your steal, on Bo, 2");
  assert.equal(effectInWords(game, names, "steal 1 target=0 step=do"), "Bo’s steal, on you");
});

test("many moves of several parts are made part by part, each with what fits", () => {
  const bids = { parts: { bid: [{ name: "count", is: "number" as const }, { name: "face", is: "number" as const }] } };
  const moves = ["1 1", "1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2", "3 6"].map(m => `bid ${m}`);
  assert.deepEqual(makings(bids, [...moves, "doubt"]).map(m => [m.kind, m.moves.length]), [["bid", 9]]);
  assert.deepEqual(makings(bids, moves.slice(1)), [], "few are buttons");
  const [bid] = makings(bids, moves);
  assert.deepEqual(nextParts(bid, []), ["1", "2", "3"]);
  assert.deepEqual(nextParts(bid, ["3"]), ["1", "2", "6"]);
});

test("a move that names one card is that card, unless two kinds of moves name it", () => {
  assert.deepEqual([...cardMoves(game, ["play Duke", "play Count", "steal 1", "swap Duke Count", "pass"])], [["Duke", "play Duke"], ["Count", "play Count"]]);
  const two = { parts: { ...game.parts, give: [{ name: "card", is: "card" as const }] } };
  assert.deepEqual([...cardMoves(two, ["play Duke", "give Duke", "play Count"])], [["Count", "play Count"]]);
});
