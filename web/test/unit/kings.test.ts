// Imposter Kings on the page: offers taken apart and put together again, the Court and what hand cards count.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Offers } from "../../src/proto";
import { courtOf, handValue, isMutedInHand, readCourtCard, type KingsView } from "../../src/tables/imposter-kings/view";
import { fieldsOf, isComplete, moveText, narrow, say, setOf, settle, valuesOf, waysOf } from "../../src/tables/imposter-kings/ways";

const listed = (...moves: string[]): Offers => ({ moves });

test("every listed move is put together again as it was written", () => {
  const moves = ["play Judge naming King's-Hand on 1", "play Fool at 3", "play Fool", "play Warden with ability", "play Mystic saying 4", "play Elder from antechamber",
    "flip king", "choose Queen", "choose Queen from successor", "react Assassin", "first 1", "target 0", "none", "pass", "setup successor Fool dungeon Queen",
    "setup successor Fool dungeon Queen squire Elder", "recruit Soldier Fool exhausting Elder", "recruit Soldier Fool", "recommission Elder Judge Soldier",
    "facet leader", "take squire", "say yes", "draft first", "play Stranger naming Fool copying 2"];
  for (const way of waysOf(listed(...moves)))
    assert.ok(moves.includes(moveText(way.kind, Object.fromEntries(Object.entries(way.args).map(([k, v]) => [k, v[0]])))), JSON.stringify(way));
});

test("a card that may be played for its value or with its ability offers both", () => {
  const ways = waysOf(listed("play Inquisitor naming Fool", "play Inquisitor naming Queen", "play Inquisitor", "play Elder"));
  const card = { card: "Inquisitor", from: "hand" }, left = narrow(ways, "play", card);
  assert.deepEqual(fieldsOf(left), ["naming"]);
  assert.deepEqual(valuesOf(left, "naming"), ["Fool", "Queen"]);
  assert.ok(isComplete(left, card), "for its value");
  const said = say(ways, "play", card, "naming", "Queen");
  assert.equal(moveText("play", said), "play Inquisitor naming Queen");
  assert.deepEqual(narrow(ways, "play", { card: "Queen", from: "hand" }), []);
});

test("what has one value and must be said is settled, what may be left out is not", () => {
  const judge = waysOf(listed("play Judge naming Fool on 1", "play Judge naming Queen on 1"));
  assert.deepEqual(settle(judge, "play", { card: "Judge" }), { card: "Judge", on: "1" });
  const princess = waysOf(listed("play Princess on 1", "play Princess"));
  assert.deepEqual(settle(princess, "play", { card: "Princess" }), { card: "Princess" });
});

test("boxes are ways too: an argument of the template gives way to its values", () => {
  const ways = waysOf({ many: 67, boxes: [
    { move: "play", size: 42, template: "play Judge", arguments: [{ field: "naming", at: 4, values: ["Fool", "Queen"] }, { field: "on", at: 6, values: ["0", "2"] }] },
    { move: "play", size: 2, template: "play Flagbearer", arguments: [{ field: "card", at: 0, values: ["Zealot", "Warden"] }] },
    { move: "flip king", size: 1, template: "flip king", arguments: [] },
  ] });
  assert.equal(narrow(ways, "play", { card: "Flagbearer", from: "hand" }).length, 0);
  assert.equal(narrow(ways, "play", { card: "Warden", from: "hand" }).length, 1);
  assert.equal(narrow(ways, "flip king", {}).length, 1);
  assert.deepEqual(valuesOf(narrow(ways, "play", { card: "Judge" }), "on"), ["0", "2"]);
});

test("sets: listed ones and boxes say which and how many", () => {
  assert.deepEqual(setOf(waysOf(listed("disgrace -", "disgrace 1", "disgrace 3", "disgrace 1 3")), "disgrace"), { from: 0, to: 2, values: ["1", "3"] });
  const box = (move: string, values: number[], from: number, to: number): Offers => ({ many: 99, boxes: [{ move, size: 99, template: `${move} -`, arguments: [{ field: "x", at: 0, from, to, values }] }] });
  assert.deepEqual(setOf(waysOf(box("disgrace", [0, 4], 0, 3)), "disgrace"), { from: 0, to: 3, values: ["1", "5"] });
  assert.deepEqual(setOf(waysOf(box("select", [0, 3], 3, 3)), "select"), { from: 3, to: 3, values: ["Flagbearer", "Stranger"] });
});

const position = (court: string[], values: number[], more: Partial<KingsView> = {}): KingsView =>
  ({ court, values, numbers: [], flipped: [], rules: "base", ...more }) as unknown as KingsView;

test("a Court card is read with its player and its marks", () => {
  assert.deepEqual(readCourtCard("Soldier@1(+2)"), { word: "Soldier", by: 1, isDown: false, hasBonus: true, isMarked: false, copied: null });
  assert.equal(readCourtCard("King's-Hand@0(x)").isDown, true);
  assert.equal(readCourtCard("Stranger@1(=Queen)(+1)").copied, "Queen");
});

test("hand cards count as the Court makes them count (V17, V18)", () => {
  const royal = position(["Princess@0", "Elder@1"], [9, 3]);
  assert.equal(handValue(royal, 0, "Warlord"), 8);
  assert.equal(handValue(position(["Princess@0(x)", "Elder@1"], [1, 3]), 0, "Warlord"), 7);
  const immortal = position(["Queen@0", "Elder@1", "Immortal@0"], [8, 2, 5]);
  assert.deepEqual(["Princess", "Elder", "Warlord", "Immortal", "Soldier"].map(word => handValue(immortal, 0, word)), [8, 2, 8, 6, 5]);
  assert.deepEqual(courtOf(immortal).map(one => one.isMuted), [true, true, false]);
  assert.ok(isMutedInHand(immortal, 0, "Queen") && !isMutedInHand(immortal, 0, "Immortal"));
  const mystic = position(["Soldier@0", "Warden@1"], [3, 3], { numbers: [5, 7] });
  assert.deepEqual(courtOf(mystic).map(one => one.isMuted), [true, true]);
  assert.equal(handValue(mystic, 0, "Warden"), 7, "in hand a named number keeps its value");
});

test("FRAGMENTS: Ancestor, Conspiracist and Exile reach into the hand", () => {
  const with_ = (court: string[], values: number[], more: Partial<KingsView> = {}): KingsView => position(court, values, { rules: "fragments", ...more });
  assert.equal(handValue(with_(["Ancestor@0"], [4]), 0, "Elder"), 6);
  assert.equal(handValue(with_(["Conspiracist@0"], [5], { conspiracy: [2, 0] }), 0, "Queen"), 10);
  assert.equal(handValue(with_(["Conspiracist@0"], [5], { conspiracy: [2, 0] }), 1, "Queen"), 9);
  const exile = with_(["Princess@0", "Exile@1"], [9, 6], { exiles: ["1"], muted: [1] });
  assert.equal(handValue(exile, 0, "Warlord"), 7);
  assert.ok(isMutedInHand(exile, 0, "Fool") && !isMutedInHand(exile, 0, "Immortal"));
});
