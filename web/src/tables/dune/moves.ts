// How moves of the board are written, what the offers hold of them, and which of their parts are places of the map.
import type { Offers } from "../../proto";
import { CODES, areaOf, areasIn } from "./board";

/** A part of a move, in the order in which it is written; a name with "=" stands in front of its value, and both are left out where it is nothing. */
const PARTS: Record<string, string> = {
  predict: "faction turn", keep_traitor: "leader", place: "area normal= elite=", dial: "number", weather: "number", lose: "elite", worm: "territory",
  offer: "faction", ride: "to from normal= elite=", also: "from normal= elite=", bid: "number", pay: "card=", give_back: "card",
  revive: "normal= elite= leader=", help: "normal= elite=", arm: "territory", ship: "to normal= elite= card=", cross: "from to normal= elite=",
  back: "from normal= elite=", emerge: "to normal= elite=", send: "where", move: "from to normal= elite= arms=", truthtrance: "target question",
  bribe: "to spice", give: "spice", pledge: "spice", prevent: "power card place=", call_worm: "territory card", swap: "target card",
  recall: "normal= elite= leader= card=", ghola: "target= forces= elite= card=", cancel: "card power=",
};
const partsOf = (kind: string): { name: string; key: boolean }[] =>
  (PARTS[kind] ?? "").split(" ").filter(Boolean).map(word => ({ name: word.replace("=", ""), key: word.endsWith("=") }));
export const namesOf = (kind: string): string[] => partsOf(kind).map(part => part.name);

export type Values = Record<string, string | number | undefined>;

/** The move as it is written. */
export const written = (kind: string, values: Values): string =>
  [kind, ...partsOf(kind).flatMap(({ name, key }) => (!key ? [String(values[name] ?? "")] : values[name] ? [`${name}=${values[name]}`] : []))].join(" ");

/** The parts of a written move by name. */
export function readMove(move: string): { kind: string; values: Record<string, string> } {
  const [kind, ...words] = move.split(" "), bare = partsOf(kind).filter(part => !part.key), values: Record<string, string> = {};
  let n = 0;
  for (const word of words) {
    const at = word.indexOf("=");
    if (at > 0) values[word.slice(0, at)] = word.slice(at + 1);
    else if (n < bare.length) values[bare[n++].name] = word;
  }
  return { kind, values };
}

// ---- what the offers hold ----

export interface Argument { at: number; field: string; values: (string | number)[]; says?: string[] }
/** One way of a kind of move: what is fixed, by name, and what may be chosen. */
export interface Ways { kind: string; fixed: Record<string, string>; free: Argument[] }

export function waysOf(offers: Offers | null): Ways[] {
  const listed = (offers?.moves ?? []).map(move => { const { kind, values } = readMove(move); return { kind, fixed: values, free: [] }; });
  const boxed = (offers?.boxes ?? []).map(box => ({ kind: box.move, fixed: readMove(box.template).values, free: box.arguments }));
  return [...listed, ...boxed];
}

export const kindsOf = (ways: Ways[]): string[] => [...new Set(ways.map(way => way.kind))];

/** The values that a part may take; "" where it may be left out. */
export function valuesOf(ways: Ways[], name: string): string[] {
  const all = new Set<string>();
  for (const way of ways) {
    const free = way.free.find(a => a.field === name);
    if (free) free.values.forEach(v => all.add(v === "-" ? "" : String(v)));
    else all.add(way.fixed[name] ?? "");
  }
  return [...all];
}

export const numbersOf = (ways: Ways[], name: string): number[] => valuesOf(ways, name).map(Number).sort((a, b) => a - b);

// ---- places of the map ----

/** A part that is a place: its name and its first byte in a move; `whole`: a territory without a sector. */
interface Place { name: string; at: number; whole?: boolean }
export interface Form { from?: Place; to?: Place; forces?: boolean; card?: boolean; arms?: boolean; does: string }

export const FORMS: Record<string, Form> = {
  place: { to: { name: "area", at: 0 }, forces: true, does: "Place" },
  ship: { to: { name: "to", at: 0 }, forces: true, card: true, does: "Ship" },
  cross: { from: { name: "from", at: 0 }, to: { name: "to", at: 2 }, forces: true, does: "Ship across" },
  back: { from: { name: "from", at: 0 }, forces: true, does: "Ship back" },
  emerge: { to: { name: "to", at: 0 }, forces: true, does: "Bring out" },
  move: { from: { name: "from", at: 0 }, to: { name: "to", at: 2 }, forces: true, arms: true, does: "Move" },
  ride: { from: { name: "from", at: 2 }, to: { name: "to", at: 0 }, forces: true, does: "Ride" },
  also: { from: { name: "from", at: 0 }, forces: true, does: "Take along" },
  worm: { to: { name: "territory", at: 0, whole: true }, does: "Send the worm" },
  arm: { to: { name: "territory", at: 0, whole: true }, does: "Take up arms" },
};

/** A move in the making; `isSet`: somebody has said how many. */
export interface Draft { kind: string; from: string; to: string; normal: number; elite: number; card: string; arms: boolean; isSet?: boolean }
export const NO_DRAFT: Draft = { kind: "", from: "", to: "", normal: 0, elite: 0, card: "", arms: false };

export const territoryOf = (area: string): string => areaOf(area)?.territory ?? area;

export function moveOf(d: Draft): string {
  const { from, to } = FORMS[d.kind], values: Values = { normal: d.normal, elite: d.elite, card: d.card, arms: d.arms ? 1 : 0 };
  if (to) values[to.name] = to.whole ? territoryOf(d.to) : d.to;
  if (from) values[from.name] = d.from;
  return written(d.kind, values);
}

/** Do the offers let somebody choose how many? One sister alone is placed without a number. */
export const hasForces = (ways: Ways[], kind: string): boolean =>
  !!FORMS[kind]?.forces && ways.some(w => w.kind === kind && ["normal", "elite"].some(name => w.fixed[name] || w.free.some(a => a.field === name)));

/** Are all places named that the move needs, and some forces? */
export const isWhole = (d: Draft, needsForces: boolean): boolean => {
  const form = FORMS[d.kind];
  return !!form && (!form.to || !!d.to) && (!form.from || !!d.from) && (!needsForces || d.normal + d.elite > 0);
};

/* A place in a move is two bytes, territory and place in it: either may be free in a box. */
function placesOf(ways: Ways[], place: Place): Set<string> {
  const all = new Set<string>();
  for (const way of ways) {
    const territory = way.free.find(a => a.at === place.at), inside = place.whole ? undefined : way.free.find(a => a.at === place.at + 1);
    const fixed = way.fixed[place.name] ?? "", codes = territory ? territory.values.map(v => (CODES[Number(v)] ?? String(v))) : [territoryOf(fixed)];
    for (const code of codes)
      for (const area of areasIn(code))
        if (inside ? inside.values.map(Number).includes(area.place) : territory || place.whole || area.id === fixed) all.add(area.id);
  }
  return all;
}

/** Areas that may be named first: where forces come from, or where they go. */
export function firstAreas(ways: Ways[], kind: string): Set<string> {
  const { from, to } = FORMS[kind], place = from ?? to;
  return place ? placesOf(ways.filter(w => w.kind === kind), place) : new Set();
}

/** Areas that may be named behind `start`. */
export function nextAreas(ways: Ways[], kind: string, start: string): Set<string> {
  const { from, to } = FORMS[kind];
  if (!to || !from) return new Set();
  const all = placesOf(ways.filter(w => w.kind === kind && placesOf([w], from).has(start)), to);
  all.delete(start);
  return all;
}
