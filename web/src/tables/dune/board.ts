// The map as it is drawn: rings of the 86 areas, borders, names and sites, out of board.json. There points are degrees
// counterclockwise from the east and a radius of 0 to 1; here they are on a disc of 400 round the middle of the drawing.
// Which lines are borders of territories and which only of sectors follows from the rings: areas share a line exactly
// where one can walk from one to the other.
import { TERRITORIES } from "../dune-battle/data";
import board from "./board.json";

export const DISC = 400, EDGE = 456;

export interface Point { x: number; y: number }

const round = (x: number): number => Math.round(x * 10) / 10 || 0;
export function at(degrees: number, radius: number): Point {
  const a = (degrees * Math.PI) / 180;
  return { x: round(DISC * radius * Math.cos(a)), y: round(-DISC * radius * Math.sin(a)) };
}

/** `id` as the referee writes it: "old_gap/9", and a territory with one sector by its name alone. */
export interface Area { id: string; territory: string; place: number; sector: number; centre: Point; room: number; path: string; ring: Point[] }

function areasOf(): Area[] {
  const all = Object.entries(TERRITORIES).flatMap(([territory, [, , sectors]]) =>
    sectors.map((sector, place) => ({ territory, sector, place, id: sectors.length > 1 ? `${territory}/${sector}` : territory })));
  return all.map((one, i) => {
    const [angle, radius, room, ...points] = board.areas[i];
    const ring: Point[] = [];
    for (let k = 0; k + 1 < points.length; k += 2) ring.push(at(points[k], points[k + 1]));
    return { ...one, centre: at(angle, radius), room: room * DISC, ring, path: `M${ring.map(p => `${p.x} ${p.y}`).join("L")}Z` };
  });
}

export const AREAS = areasOf();
const byId = new Map(AREAS.map(area => [area.id, area]));
export const areaOf = (id: string): Area | undefined => byId.get(id);
export const areasIn = (territory: string): Area[] => AREAS.filter(area => area.territory === territory);
/** Codes of territories in the order of their ids. */
export const CODES = Object.keys(TERRITORIES);
export const typeOf = (territory: string): string => TERRITORIES[territory]?.[1] ?? "";

// ---- borders ----

const keyOf = (a: Point, b: Point): string => [`${a.x},${a.y}`, `${b.x},${b.y}`].sort().join(" ");

function linesOf(): { territory: string; sector: string; pairs: [number, number][] } {
  const lines = new Map<string, { line: string; areas: number[] }>();
  AREAS.forEach((area, i) => {
    area.ring.forEach((a, k) => {
      const b = area.ring[(k + 1) % area.ring.length], key = keyOf(a, b);
      if (a.x === b.x && a.y === b.y) return;
      const known = lines.get(key);
      if (known) known.areas.push(i);
      else lines.set(key, { line: `M${a.x} ${a.y}L${b.x} ${b.y}`, areas: [i] });
    });
  });
  let territory = "", sector = "";
  const pairs = new Map<string, [number, number]>();
  for (const { line, areas: [a, b] } of lines.values()) {
    if (b === undefined) continue; // the rim
    pairs.set(`${a} ${b}`, [a, b]);
    if (AREAS[a].territory === AREAS[b].territory) sector += line;
    else territory += line;
  }
  return { territory, sector, pairs: [...pairs.values()] };
}

export const LINES = linesOf();

// ---- what is printed on it ----

export interface Label { territory: string; lines: string[]; size: number; at: Point; angle: number; radius: number; turn: number; isCurved: boolean }

export const LABELS: Label[] = CODES.map((territory, i) => {
  const [text, size, angle, radius, turn, curved] = board.labels[i] as [string, number, number, number, number, number];
  const isUpright = typeOf(territory) === "STRONGHOLD" || typeOf(territory) === "POLAR";
  // A name that is set straight in a small place leaves room for a piece below it.
  const middle = at(angle, radius), lift = isUpright ? 11 : 0;
  return { territory, lines: text.split("|"), size, at: { x: middle.x, y: round(middle.y - lift) }, angle, radius: radius * DISC, turn: isUpright ? 0 : turn, isCurved: !!curved };
});

/** A name in one line: "Bight of the Cliff". */
export const territoryName = (territory: string): string => LABELS[CODES.indexOf(territory)]?.lines.join(" ") ?? territory;
export function areaName(id: string): string {
  const area = areaOf(id), name = territoryName(area?.territory ?? id);
  return area?.id.includes("/") ? `${name}, sector ${area.sector}` : name;
}

/** Lines of a bent name: arcs round the middle of the map, half a turn wide. Names on the lower half read from left to right too. */
export function bends(label: Label): { path: string; text: string }[] {
  const step = label.size * 1.02, n = label.lines.length, isLow = isBelow(label);
  return label.lines.map((text, i) => {
    const middle = (i - (n - 1) / 2) * step, base = label.size * 0.34;
    const radius = isLow ? label.radius + middle + base : label.radius - middle - base;
    const [from, to] = isLow ? [label.angle - 70, label.angle + 70] : [label.angle + 70, label.angle - 70];
    const a = at(from, radius / DISC), b = at(to, radius / DISC);
    return { text, path: `M${a.x} ${a.y}A${round(radius)} ${round(radius)} 0 0 ${isLow ? 0 : 1} ${b.x} ${b.y}` };
  });
}

/* Would a name that runs clockwise stand on its head here? The printed turn is the one that can be read. */
function isBelow(label: Label): boolean {
  const clockwise = 90 - label.angle, difference = (((clockwise - label.turn) % 360) + 360) % 360;
  return difference > 90 && difference < 270;
}

export interface Site { area: string; amount: number; at: Point }
export const SITES: Site[] = (board.spice as [number, number, number, number][]).map(([area, amount, angle, radius]) => ({ area: AREAS[area].id, amount, at: at(angle, radius) }));

/** Beginnings of the sectors on the rim. */
export const SECTORS: number[] = board.sectors;
export const CIRCLES: Point[] = board.circles.map(angle => at(angle, 1.09));
export const sectorMiddle = (sector: number): number => {
  const from = SECTORS[sector], to = SECTORS[(sector + 1) % SECTORS.length];
  return from + (((to - from) % 360) + 360) % 360 / 2;
};
/** Where the number of a sector stands: beside the circle, where one lies in it. */
export const numberAt = (sector: number): Point => {
  const from = SECTORS[sector], middle = sectorMiddle(sector);
  return at(sector % 3 === 1 ? from + (middle - from) * 0.45 : middle, 1.06);
};
/** A sector from the Polar Sink to the rim, as the storm covers it. */
export function sectorPath(sector: number): string {
  const from = SECTORS[sector], to = SECTORS[(sector + 1) % SECTORS.length], inner = board.inner;
  const [a, b, c, d] = [at(from, inner), at(from, 1), at(to, 1), at(to, inner)];
  return `M${a.x} ${a.y}L${b.x} ${b.y}A${DISC} ${DISC} 0 0 0 ${c.x} ${c.y}L${d.x} ${d.y}A${inner * DISC} ${inner * DISC} 0 0 1 ${a.x} ${a.y}Z`;
}

// ---- where pieces lie ----

const PIECE = 14, CLEAR = 19, GRID = 5; // half of a piece, its distance from the middle of a name, how finely places are tried

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function toEdge(p: Point, ring: Point[]): number {
  let least = Infinity, inside = false;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length], dx = b.x - a.x, dy = b.y - a.y, along = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, apart(p, { x: a.x + along * dx, y: a.y + along * dy }));
    if (a.y > p.y !== b.y > p.y && p.x < (dx * (p.y - a.y)) / dy + a.x) inside = !inside;
  });
  return inside ? least : -least;
}

/* Points along the middle of a name, as it is drawn. */
function inkOf(label: Label): Point[] {
  return label.lines.flatMap((text, i) => {
    const half = text.length * label.size * 0.25, row = (i - (label.lines.length - 1) / 2) * label.size * 1.02;
    return [-1, -0.5, 0, 0.5, 1].map(part => {
      if (label.isCurved) {
        const radius = isBelow(label) ? label.radius + row : label.radius - row;
        return at(label.angle + (part * half * 180) / (Math.PI * radius), radius / DISC);
      }
      const turn = (label.turn * Math.PI) / 180, x = part * half;
      return { x: label.at.x + x * Math.cos(turn) - row * Math.sin(turn), y: label.at.y + x * Math.sin(turn) + row * Math.cos(turn) };
    });
  });
}

/* The place of an area that is farthest from its edge, names and sites, near its roomiest point. */
function pieceSpot(area: Area): Point {
  const ink = LABELS.flatMap(inkOf).filter(p => apart(p, area.centre) < 140), sites = SITES.map(s => s.at).filter(p => apart(p, area.centre) < 140);
  let best = area.centre, most = -Infinity;
  const xs = area.ring.map(p => p.x), ys = area.ring.map(p => p.y);
  for (let x = Math.min(...xs); x <= Math.max(...xs); x += GRID)
    for (let y = Math.min(...ys); y <= Math.max(...ys); y += GRID) {
      const p = { x: round(x), y: round(y) }, edge = toEdge(p, area.ring);
      if (edge < 4) continue;
      const name = Math.min(99, ...ink.map(i => apart(i, p))), site = Math.min(99, ...sites.map(i => apart(i, p)));
      const worth = Math.min(edge / PIECE, name / CLEAR, site / (PIECE + 10), 1) - apart(p, area.centre) / 900;
      if (worth > most) { most = worth; best = p; }
    }
  return best;
}

const tried = new Map<string, Point>();
/** Where the first piece of an area lies: clear of names, as far as there is room. */
export function pieceAt(area: Area): Point {
  let spot = tried.get(area.id);
  if (!spot) tried.set(area.id, spot = pieceSpot(area));
  return spot;
}

/** Where pieces lie in an area: one in its place, several side by side round it. */
export function spots(area: Area, n: number): Point[] {
  const middle = pieceAt(area), step = 26;
  if (n <= 1) return [middle];
  // Along the arc through the place, so that they stay in their sector as far as they can.
  const out = Math.hypot(middle.x, middle.y) || 1, across = { x: -middle.y / out, y: middle.x / out }, along = { x: middle.x / out, y: middle.y / out };
  const rows = n <= 3 ? 1 : 2, perRow = Math.ceil(n / rows);
  return Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / perRow), inRow = Math.min(perRow, n - row * perRow), k = i % perRow;
    const a = (k - (inRow - 1) / 2) * step, b = (row - (rows - 1) / 2) * step;
    return { x: round(middle.x + across.x * a + along.x * b), y: round(middle.y + across.y * a + along.y * b) };
  });
}

/** The area whose place lies next to this one in a direction, for arrow keys; the same where there is none. */
export function towards(from: string, direction: Point): string {
  const here = areaOf(from);
  if (!here) return AREAS[0].id;
  let best = from, least = Infinity;
  for (const area of AREAS) {
    const dx = area.centre.x - here.centre.x, dy = area.centre.y - here.centre.y, ahead = dx * direction.x + dy * direction.y;
    if (ahead <= 1) continue;
    const aside = Math.abs(dx * direction.y - dy * direction.x), far = ahead + 2 * aside;
    if (far < least) { least = far; best = area.id; }
  }
  return best;
}
