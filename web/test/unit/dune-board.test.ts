// The board of Dune: the drawing against the referee's own tables, what lies where, prices, and how answers are made on the map.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { AREAS, CODES, EDGE, LABELS, LINES, SITES, areaName, areaOf, bends, sectorMiddle, spots, towards } from "../../src/tables/dune/board";
import { WHOLE, kept, showing, viewBoxOf, zoomed } from "../../src/tables/dune/lens";

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
  const file = "../src/games/dune/near.def", text = existsSync(file) ? readFileSync(file, "utf8") : "";
  assert.equal(LINES.pairs.length, 190);
  const near = [...text.matchAll(/^NEAR\((\w+), (\w+|-?\d+), (\w+), (\w+|-?\d+)\)/gm)];
  assert.ok(near.length === 0 || near.length === 190, `${near.length} rows`);
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
  assert.deepEqual(spots(area, 1), [area.centre]);
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
