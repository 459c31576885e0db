// The play builder of Liap Tui names a combination as one selects, or says why it is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { build, playMove } from "../../src/tables/liap-tui/builder";
import { classify, KINDS, whyNone } from "../../src/tables/liap-tui/pieces";

// Table 17.1 of the rules: pieces, type, value, point total.
const VECTORS: [string, string, number, number][] = [
  ["bS", "SINGLE", 1, 1], ["rG", "SINGLE", 14, 14], ["rA rA", "PAIR", 24, 24], ["rG bG", "INVALID", 0, 27],
  ["rA bA", "INVALID", 0, 23], ["rS rS", "PAIR", 4, 4], ["rS rC", "INVALID", 0, 6], ["rS rS rS", "THREE_OF_A_KIND", 6, 6],
  ["bS bS rS", "INVALID", 0, 4], ["rR rR rH", "INVALID", 0, 22], ["rG rA rE", "STRAIGHT", 36, 36], ["bR bH bC", "STRAIGHT", 15, 15],
  ["rR rH bC", "INVALID", 0, 17], ["rE rR rH", "INVALID", 0, 24], ["rA rA rE", "INVALID", 0, 34],
  ["bS bS bS bS", "FOUR_OF_A_KIND", 4, 4], ["rG rA rA rE", "EXTENDED_STRAIGHT", 36, 48], ["bG bA bE bE", "EXTENDED_STRAIGHT", 33, 42],
  ["rR rR rH rC", "EXTENDED_STRAIGHT", 18, 26], ["rR rR rH rH", "INVALID", 0, 28], ["rR rH rC rA", "INVALID", 0, 30],
  ["rA rA rE rE", "INVALID", 0, 44], ["rG rA rA rE rE", "EXTENDED_STRAIGHT_5", 36, 58], ["bR bH bH bC bC", "EXTENDED_STRAIGHT_5", 15, 23],
  ["rR rR rH rH bC", "INVALID", 0, 31], ["rS rS rS rS rS", "FIVE_OF_A_KIND", 10, 10], ["rS rS rS rS bS", "INVALID", 0, 9],
  ["rR rR rH rH rC rC", "DOUBLE_STRAIGHT", 36, 36], ["bR bR bH bH bC bC", "DOUBLE_STRAIGHT", 30, 30],
  ["rG rA rA rE rE bG", "INVALID", 0, 71], ["rS rS rS rS rS bS", "INVALID", 0, 11],
];

const of = (text: string): string[] => text.split(" ");
const LEAD = { size: 0, type: "-" };

test("every vector of the rules has its type, value and point total", () => {
  for (const [pieces, type, value, points] of VECTORS) {
    assert.deepEqual(classify(of(pieces)), { type, value, points }, pieces);
    assert.equal(classify(of(pieces).reverse()).type, type, `${pieces} in another order`);
  }
});

test("of all collections of the set exactly 56 are valid, 14 12 6 12 10 2 by size (LT-7.13)", () => {
  const kinds = Object.keys(KINDS);
  const copies = (code: string): number => ({ G: 1, S: 5 })[code[1]] ?? 2;
  const valid = [0, 0, 0, 0, 0, 0, 0], all = [0, 0, 0, 0, 0, 0, 0];
  const walk = (from: number, pieces: string[]): void => {
    if (pieces.length) {
      all[pieces.length]++;
      if (classify(pieces).type !== "INVALID") valid[pieces.length]++;
    }
    if (pieces.length === 6) return;
    for (let i = from; i < kinds.length; i++)
      if (pieces.filter(code => code === kinds[i]).length < copies(kinds[i])) walk(i, [...pieces, kinds[i]]);
  };
  walk(0, []);
  assert.deepEqual(all.slice(1), [14, 103, 522, 2031, 6432, 17200]);
  assert.deepEqual(valid.slice(1), [14, 12, 6, 12, 10, 2]);
});

test("who leads sees the combination named as pieces are added", () => {
  assert.equal(build([], LEAD).canLay, false);
  assert.deepEqual(pick(build(of("rR"), LEAD)), ["Single", 8, true]);
  assert.deepEqual(pick(build(of("rR rH"), LEAD)), ["No combination", null, false]);
  assert.deepEqual(pick(build(of("rR rH rC"), LEAD)), ["Straight", 18, true]);
  assert.deepEqual(pick(build(of("rR rH rC rR"), LEAD)), ["Extended straight", 18, true]);
});

test("a lead that is none says why, with the rule", () => {
  assert.deepEqual(whyNone(of("rE rR rH")), { text: "Elephant belongs to the palace, Chariot to the field.", rule: "LT-7.4" });
  assert.deepEqual(whyNone(of("rG bG")), { text: "Red and black never combine.", rule: "LT-7.2" });
  assert.deepEqual(whyNone(of("rA rA rE")), { text: "The General is missing.", rule: "LT-7.4" });
  assert.deepEqual(whyNone(of("rR rR rH rH")), { text: "The Cannon is missing.", rule: "LT-7.6" });
  assert.deepEqual(whyNone(of("rS rC")), { text: "A Soldier combines with Soldiers only.", rule: "LT-7.2" });
  assert.match(whyNone(of("rR rH")).text, /with the Cannon these are a straight/);
  const seven = build(of("rR rR rH rH rC rC rS"), LEAD);
  assert.deepEqual([seven.title, seven.rule, seven.canLay], ["Too many pieces", "LT-6.3", false]);
});

test("every invalid collection of the rules gets a reason and a rule of section 7", () => {
  for (const [pieces, type] of VECTORS)
    if (type === "INVALID") {
      const why = whyNone(of(pieces));
      assert.match(why.rule, /^LT-7\.\d+$/, pieces);
      assert.notEqual(why.text, "These pieces form no type.", pieces);
    }
});

test("who follows needs exactly as many pieces, and hears whether they compete", () => {
  const lead = { size: 3, type: "STRAIGHT" };
  assert.match(build(of("rR rH"), lead).text, /^Choose 1 piece more/);
  assert.match(build(of("rR rH rC rS"), lead).text, /^Put 1 piece back/);
  assert.deepEqual([build(of("rR rH rC"), lead).tone, build(of("rR rH rC"), lead).canLay], ["ok", true]);
  const forfeit = build(of("rS rS rS"), lead);
  assert.equal(forfeit.canLay, true);
  assert.match(forfeit.text, /forfeit/);
  assert.equal(forfeit.rule, "LT-8.2");
});

test("the move names the pieces in the order of the hand", () => {
  assert.equal(playMove(of("rG rR rR rH rC"), new Set([4, 1, 3])), "play rR rH rC");
});

function pick(built: { title: string; value: number | null; canLay: boolean }): unknown[] {
  return [built.title, built.value, built.canLay];
}
