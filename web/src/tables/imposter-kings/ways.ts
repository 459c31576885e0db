// My legal moves as ways to choose one step by step. The server lists them as texts, or as boxes where they are many; both
// become ways: a kind of move, arguments that are settled, and arguments that still have a choice. A table narrows them by
// what was pressed and asks for the next argument until one move is left.
import type { Offers } from "../table";

export interface Way {
  kind: string;
  /** argument -> the values it may have; one value: settled */
  args: Record<string, string[]>;
}

export type Chosen = Record<string, string>;

/** The argument that stands behind the kind without a word of its own. */
const FIRST: Record<string, string> = { play: "card", choose: "card", react: "card", first: "player", target: "player", disgrace: "positions" };
const KINDS = ["flip king"];

function readMove(text: string): Way {
  const long = KINDS.find(kind => text.startsWith(kind));
  const kind = long ?? text.split(" ")[0];
  const words = text.slice(kind.length).trim().split(/\s+/).filter(Boolean);
  const args: Way["args"] = {};
  const first = FIRST[kind];
  if (first === "positions") return { kind, args: { positions: [words.join(" ")] } };
  if (first && words.length) args[first] = [words.shift() ?? ""];
  for (let i = 0; i + 1 < words.length; i += 2) args[words[i]] = [words[i + 1]];
  return { kind, args };
}

export function waysOf(offers: Offers | null): Way[] {
  if (!offers) return [];
  if (offers.moves) return offers.moves.map(readMove);
  return (offers.boxes ?? []).map(box => {
    const way = readMove(box.template);
    for (const { field, values, to } of box.arguments)
      if (to === undefined) way.args[field] = values.map(String);
      else delete way.args[field]; // a set: the table that asks for it knows how to choose one
    return { ...way, kind: box.move };
  });
}

/** The ways that agree with what is chosen. An argument that is not there counts as "hand" for `from`. */
export function narrow(ways: Way[], kind: string, chosen: Chosen): Way[] {
  return ways.filter(way => way.kind === kind && Object.entries(chosen).every(([field, value]) =>
    (way.args[field] ?? (field === "from" ? ["hand"] : [])).includes(value)));
}

const ORDER = ["card", "player", "successor", "dungeon", "squire", "from", "with", "at", "on", "naming", "saying"];
const BASIC = new Set(["card", "from"]);
const rank = (field: string): number => (ORDER.indexOf(field) + ORDER.length + 1) % (ORDER.length + 1);

/** The arguments that these ways have besides the card and where it comes from, in the order to ask for them. */
export function fieldsOf(ways: Way[]): string[] {
  const fields = new Set(ways.flatMap(way => Object.keys(way.args)).filter(field => !BASIC.has(field)));
  return [...fields].sort((a, b) => rank(a) - rank(b));
}

/** The same choice without one argument. */
export function without(chosen: Chosen, field: string): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => name !== field));
}

/** Chooses one argument; what does not go with it is taken back. */
export function say(ways: Way[], kind: string, chosen: Chosen, field: string, value: string): Chosen {
  const now = { ...chosen, [field]: value };
  if (narrow(ways, kind, now).length) return now;
  return Object.fromEntries(Object.entries(now).filter(([name]) => BASIC.has(name) || name === field));
}

/** Settles what has one value only and must be said. */
export function settle(ways: Way[], kind: string, chosen: Chosen): Chosen {
  const left = narrow(ways, kind, chosen);
  for (const field of fieldsOf(left)) {
    const values = valuesOf(left, field);
    if (!(field in chosen) && values.length === 1 && left.every(way => field in way.args)) return settle(ways, kind, { ...chosen, [field]: values[0] });
  }
  return chosen;
}

export const isComplete = (ways: Way[], chosen: Chosen): boolean =>
  ways.some(way => Object.keys(way.args).every(field => field in chosen || field === "from"));

export function valuesOf(ways: Way[], field: string): string[] {
  return [...new Set(ways.flatMap(way => way.args[field] ?? []))];
}

/** The text of a move; `from hand` goes without saying. */
const TEXT_ORDER = ["card", "player", "successor", "dungeon", "squire", "from", "with", "at", "naming", "saying", "on"];
export function moveText(kind: string, chosen: Chosen): string {
  const first = FIRST[kind];
  const fields = Object.keys(chosen).filter(field => field !== "from" || chosen.from !== "hand")
    .sort((a, b) => TEXT_ORDER.indexOf(a) - TEXT_ORDER.indexOf(b));
  return [kind, ...fields.map(field => (field === first ? chosen[field] : `${field} ${chosen[field]}`))].join(" ");
}
