// The board of Dune: the drawing against the referee's own tables, what lies where, prices, and how answers are made on the map.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { AREAS, CODES, EDGE, LABELS, LINES, SITES, areaName, areaOf, bends, sectorMiddle, spots, towards } from "../../src/tables/dune/board";
import { freeOf, passWord, revivalCost, wordOf } from "../../src/tables/dune/forms";
import { WHOLE, kept, showing, viewBoxOf, zoomed } from "../../src/tables/dune/lens";
import { auctionOf, groundOf, isKarama, nextSpice, placeWords, predictionOf, priceOf, seatsInOrder, type BoardView } from "../../src/tables/dune/model";
import { NO_DRAFT, firstAreas, hasForces, isWhole, kindsOf, moveOf, nextAreas, numbersOf, readMove, valuesOf, waysOf, written } from "../../src/tables/dune/moves";

const view = {
  factions: ["AT", "SG", "BG", "FR"], order: ["2", "0", "1", "3"], allies: ["1", "0", "-", "-"], circles: [2, 1, 5, 0], storm: 14, advanced: "yes", turn: 4, max_turns: 10,
  phase: "shipment", forces: [["arrakeen=6", "imperial_basin/9=2"], ["tueks_sietch=5"], ["polar_sink=1", "old_gap/9=2"], ["the_great_flat=1", "sietch_tabr=4+1*"]],
  advisors: ["old_gap"], ground: ["old_gap/9=6"], hand: [["karama_1", "baliset"], [], [], []], worm: "-", called: "-", rides: ["red_chasm", "-"], row: [4, 1], bidder: "2", bid: 3,
  passed: ["0"], cannot_pay: [], deck: ["?", "?", "lasgun"], n_deck: 3, spice_deck: ["?", "old_gap"], n_spice_deck: 5, predicted: "-", predicted_turn: 0, raised: "",
} as unknown as BoardView;

test("86 areas of 42 territories, each with a ring that closes round its place for pieces", () => {
  assert.equal(AREAS.length, 86);
  assert.equal(CODES.length, 42);
  for (const area of AREAS) {
    // Crossing number: the place lies inside of the ring.
    let inside = false;
    area.ring.forEach((a, i) => {
      const b = area.ring[(i + 1) % area.ring.length];
      if (a.y > area.centre.y !== b.y > area.centre.y && area.centre.x < ((b.x - a.x) * (area.centre.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
    });
    assert.ok(inside, area.id);
  }
});

test("areas share a line exactly where the referee lets forces walk", () => {
  const rows = readFileSync("../src/games/dune/near.def", "utf8").replace(/\/\*[^]*?\*\//g, "");
  const code = (area: (typeof AREAS)[number]) => `${area.territory}_${area.sector < 0 ? "DB_NO_SECTOR" : area.sector}`;
  const near = new Set([...rows.matchAll(/NEAR\((\w+),([^]*?)\)\)/g)].flatMap(([, from, to]) => [...to.matchAll(/A\((\w+)/g)].map(m => [from, m[1]].sort().join(" "))));
  assert.deepEqual(new Set(LINES.pairs.map(([a, b]) => [code(AREAS[a]), code(AREAS[b])].sort().join(" "))), near);
  assert.equal(near.size, 190);
});

test("places are called as people call them", () => {
  assert.equal(areaName("old_gap/9"), "Old Gap, sector 9");
  assert.equal(areaName("arrakeen"), "Arrakeen");
  assert.equal(areaName("bight_of_the_cliff/13"), "Bight of the Cliff, sector 13");
  assert.equal(areaOf("old_gap/9")?.place, 1);
});

test("names are bent so that they read from left to right on both halves", () => {
  const gap = LABELS.find(l => l.territory === "old_gap")!, meridian = LABELS.find(l => l.territory === "meridian")!;
  const [[above], [below]] = [bends(gap), bends(meridian)];
  assert.match(above.path, / 0 0 1 /);
  assert.match(below.path, / 0 0 0 /);
  for (const { path } of [above, below]) {
    const [x1, x2] = [/^M(-?[\d.]+)/, / (-?[\d.]+) -?[\d.]+$/].map(re => Number(re.exec(path)![1]));
    assert.ok(x1 < x2, path);
  }
});

test("the storm's sector begins at the bottom and goes counterclockwise", () => {
  assert.equal(Math.round(sectorMiddle(0)), 270);
  assert.ok(sectorMiddle(5) > 355 && sectorMiddle(5) < 372); // across the east
});

test("several pieces in an area lie beside each other, inside of what is drawn", () => {
  const area = areaOf("arrakeen")!;
  const name = LABELS.find(l => l.territory === "arrakeen")!, [one] = spots(area, 1);
  assert.ok(one.y - name.at.y > 15, "below its name"); // y grows downwards
  assert.ok(Math.hypot(one.x - area.centre.x, one.y - area.centre.y) < area.room);
  const three = spots(area, 3);
  assert.ok(Math.hypot(three[0].x - three[1].x, three[0].y - three[1].y) >= 26);
  assert.equal(spots(area, 5).length, 5);
});

test("arrow keys reach every area", () => {
  const seen = new Set(["polar_sink"]), open = ["polar_sink"];
  while (open.length) {
    const from = open.pop()!;
    for (const direction of [{ x: 0, y: -1 }, { x: 0, y: 1 }, { x: -1, y: 0 }, { x: 1, y: 0 }]) {
      const next = towards(from, direction);
      if (!seen.has(next)) { seen.add(next); open.push(next); }
    }
  }
  assert.deepEqual(AREAS.map(a => a.id).filter(id => !seen.has(id)), []);
});

test("sites of spice lie in their areas' sectors: 15 with 118 spice", () => {
  assert.equal(SITES.length, 15);
  assert.equal(SITES.reduce((sum, s) => sum + s.amount, 0), 118);
  assert.equal(SITES.find(s => s.area === "old_gap/9")?.amount, 6);
});

test("the lens stays on the map, keeps the point it zooms about, and follows the focus", () => {
  assert.equal(viewBoxOf(WHOLE), `${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`);
  assert.deepEqual(kept({ zoom: 1, x: 300, y: -20 }), WHOLE);
  const about = { x: 200, y: -100 }, two = zoomed(WHOLE, 2, about);
  assert.equal(two.zoom, 2);
  assert.equal((about.x - two.x) * two.zoom, (about.x - WHOLE.x) * WHOLE.zoom);
  assert.equal(zoomed(two, 100).zoom, 5);
  assert.deepEqual(zoomed(two, 0.01), WHOLE);
  const moved = showing({ zoom: 4, x: 0, y: 0 }, { x: 300, y: 0 });
  assert.ok(Math.abs(300 - moved.x) <= EDGE / 4);
});

test("what lies where is read from the view and told in a line", () => {
  const ground = groundOf(view);
  assert.equal(placeWords(ground, "arrakeen"), "Arrakeen: stronghold, Atreides 6");
  assert.equal(placeWords(ground, "old_gap/9"), "Old Gap, sector 9: sand, 6 spice, Bene Gesserit 2 advisors");
  assert.equal(placeWords(ground, "the_great_flat"), "The Great Flat: sand, in the storm, Fremen 1");
  assert.equal(placeWords(ground, "sietch_tabr"), "Sietch Tabr: stronghold, Fremen 5 (1 elite)");
  assert.equal(placeWords(ground, "red_chasm"), "Red Chasm: sand, a worm");
  assert.deepEqual([ground.circles[2], ground.circles[0], ground.circles[3]], ["AT", "FR", undefined]);
  assert.deepEqual(seatsInOrder(view), [2, 0, 1, 3]);
});

test("prices follow DU-7.12, and say why", () => {
  const guild = { ...view, allies: ["-", "-", "-", "-"] } as BoardView;
  assert.deepEqual([priceOf(guild, 0, "ship", "carthag", 3, false).spice, priceOf(guild, 0, "ship", "old_gap/9", 3, false).spice], [3, 6]); // UV-16
  assert.equal(priceOf(guild, 1, "ship", "old_gap/9", 3, false).spice, 3); // UV-17
  assert.equal(priceOf(guild, 1, "back", "", 5, false).spice, 3); // UV-18
  assert.equal(priceOf(guild, 1, "cross", "broken_land/11", 4, false).spice, 4); // UV-56
  assert.deepEqual([priceOf(guild, 0, "ship", "old_gap/9", 5, true).spice, priceOf(guild, 0, "ship", "old_gap/9", 5, true).to], [5, "the bank"]); // UV-77
  const half = priceOf(view, 0, "ship", "old_gap/9", 4, false);
  assert.deepEqual([half.spice, half.to, half.rule], [4, "the Guild", "DU-7.4"]);
  assert.equal(priceOf(view, 3, "emerge", "the_great_flat", 5, false).spice, 0);
});

test("revival: what is free and what it costs", () => {
  const raised = { ...view, allies: ["3", "-", "-", "0"], raised: "yes" } as BoardView;
  assert.deepEqual([freeOf(view, 0), freeOf(view, 1), freeOf(raised, 0), freeOf(raised, 1)], [2, 1, 3, 1]);
  assert.equal(revivalCost(view, 1, 3, ""), 4); // UV-13
  assert.equal(revivalCost(view, 0, 1, "at_hawat"), 5);
  assert.equal(revivalCost(view, 0, 3, "kh"), 4);
});

test("the auction, the card that Atreides see, and what is not known", () => {
  assert.deepEqual(auctionOf(view), { n: 4, at: 1, bidder: 2, bid: 3, passed: [0], card: "lasgun" });
  assert.equal(auctionOf({ ...view, row: [0, 0] } as BoardView), null);
  assert.equal(nextSpice(view), null); // the top is not among what is known
  assert.equal(nextSpice({ ...view, n_spice_deck: 2 } as BoardView), "old_gap");
  assert.equal(predictionOf(view), null);
  assert.equal(predictionOf({ ...view, predicted: "FR", predicted_turn: 7 } as BoardView), "Fremen, turn 7");
  assert.deepEqual(["karama_1", "baliset"].map(card => isKarama(view, 0, card)), [true, false]);
  assert.equal(isKarama(view, 2, "baliset"), true);
});

test("moves are written as the referee reads them, and read back", () => {
  assert.equal(moveOf({ ...NO_DRAFT, kind: "ship", to: "old_gap/9", normal: 4, card: "karama_1" }), "ship old_gap/9 normal=4 card=karama_1");
  assert.equal(moveOf({ ...NO_DRAFT, kind: "move", from: "arrakeen", to: "old_gap/9", normal: 2, elite: 1, arms: true }), "move arrakeen old_gap/9 normal=2 elite=1 arms=1");
  assert.equal(moveOf({ ...NO_DRAFT, kind: "worm", to: "old_gap/10" }), "worm old_gap");
  assert.equal(written("prevent", { power: "at_card", card: "karama_2", place: 3 }), "prevent at_card karama_2 place=3");
  assert.deepEqual(readMove("move arrakeen old_gap/9 normal=2"), { kind: "move", values: { from: "arrakeen", to: "old_gap/9", normal: "2" } });
  assert.equal(isWhole({ ...NO_DRAFT, kind: "ship", to: "carthag" }, true), false);
  assert.equal(isWhole({ ...NO_DRAFT, kind: "place", to: "polar_sink" }, false), true);
});

// Boxes as they come over the wire: places are two bytes, territory and place in it, each fixed or free.
const boxes = { many: 99, boxes: [
  { move: "pass", size: 1, template: "pass", arguments: [] },
  { move: "move", size: 9, template: "move arrakeen arrakeen", arguments: [{ field: "normal", at: 4, values: ["0", "1", "2"] }, { field: "to", at: 2, values: [25, 27] }, { field: "", at: 3, values: [1] }] },
  { move: "move", size: 9, template: "move imperial_basin/9 arrakeen", arguments: [{ field: "normal", at: 4, values: ["0", "1"] }, { field: "to", at: 2, values: [0] }, { field: "", at: 3, values: [0] }] },
  { move: "place", size: 9, template: "place false_wall_south/3", arguments: [{ field: "", at: 1, values: [0, 1] }, { field: "normal", at: 2, values: ["0", "1"] }] },
] };

test("offers say which places may be pressed first, and which behind them", () => {
  const ways = waysOf(boxes);
  assert.deepEqual(kindsOf(ways), ["pass", "move", "place"]);
  assert.deepEqual([...firstAreas(ways, "move")], ["arrakeen", "imperial_basin/9"]);
  assert.deepEqual([...nextAreas(ways, "move", "arrakeen")], ["imperial_basin/9", "old_gap/9"]);
  assert.deepEqual([...nextAreas(ways, "move", "imperial_basin/9")], ["arrakeen"]);
  assert.deepEqual([...firstAreas(ways, "place")], ["false_wall_south/3", "false_wall_south/4"]);
  assert.deepEqual([hasForces(ways, "move"), hasForces(waysOf({ moves: ["place polar_sink"] }), "place")], [true, false]);
  assert.deepEqual(numbersOf(ways.filter(w => w.kind === "place"), "normal"), [0, 1]);
  assert.deepEqual(valuesOf(waysOf({ moves: ["cancel karama_1 power=em_payment", "cancel karama_1 power=hk_extra"] }), "power"), ["em_payment", "hk_extra"]);
});

test("values are told in words", () => {
  assert.deepEqual(["FR", "karama_2", "at_hawat", "kh", "old_gap", "em_payment"].map(wordOf), ["Fremen", "Karama", "Thufir Hawat", "Kwisatz Haderach", "Old Gap", "The payment to the Emperor"]);
  assert.deepEqual([passWord("ship"), passWord("bid"), passWord("spare")], ["No shipment", "Pass", "Pass"]);
});
