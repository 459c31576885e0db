// My legal moves as ways to choose one step by step. The server lists them as texts, or as boxes where they are many; both
// become ways: a kind of move, arguments that are settled, and arguments that still have a choice. A table narrows them by
// what was pressed and asks for the next argument until one move is left.
import type { Offers } from "../table";
import { CARDS } from "./cards";

export interface Way {
  kind: string;
  /** argument -> the values it may have; one value: settled */
  args: Record<string, string[]>;
  /** an argument that is a set: how many of which values */
  set?: { from: number; to: number; values: string[] };
}

export type Chosen = Record<string, string>;

/** Arguments that stand behind the kind without a word of their own, in order. */
const PLACES: Record<string, string[]> = {
  play: ["card"], choose: ["card"], react: ["card"], first: ["player"], target: ["player"], draft: ["order"], facet: ["facet"],
  take: ["what"], say: ["answer"], recruit: ["card", "trading"], recommission: ["card", "exhausting", "and"],
};
/** Kinds whose one argument is a set. */
const SETS = new Set(["disgrace", "select"]);
const LONG_KINDS = ["flip king"];

function readMove(text: string): Way {
  const kind = LONG_KINDS.find(one => text.startsWith(one)) ?? text.split(" ")[0];
  const words = text.slice(kind.length).trim().split(/\s+/).filter(Boolean);
  const args: Way["args"] = {};
  if (SETS.has(kind)) {
    const values = words.filter(word => word !== "-");
    return { kind, args, set: { from: values.length, to: values.length, values } };
  }
  for (const place of PLACES[kind] ?? []) if (words.length) args[place] = [words.shift() ?? ""];
  for (let i = 0; i + 1 < words.length; i += 2) args[words[i]] = [words[i + 1]];
  return { kind, args };
}

export function waysOf(offers: Offers | null): Way[] {
  if (!offers) return [];
  if (offers.moves) return offers.moves.map(readMove);
  return (offers.boxes ?? []).map(box => {
    const way: Way = { ...readMove(box.template), kind: box.move };
    for (const { field, values, from, to } of box.arguments) {
      if (to === undefined) way.args[field] = values.map(String);
      // Members of a set are told as numbers: places in the Court from 0, or places in the table of cards.
      else way.set = { from: from ?? 0, to, values: values.map(v => (box.move === "select" ? CARDS[Number(v)].word : String(Number(v) + 1))) };
    }
    return way;
  });
}

/** All sets of a kind as one: which values occur, and how many may be chosen. */
export function setOf(ways: Way[], kind: string): { from: number; to: number; values: string[] } | null {
  const sets = ways.flatMap(way => (way.kind === kind && way.set ? [way.set] : []));
  if (!sets.length) return null;
  return {
    from: Math.min(...sets.map(set => set.from)), to: Math.max(...sets.map(set => set.to)), values: [...new Set(sets.flatMap(set => set.values))],
  };
}

/** The ways that agree with what is chosen. An argument that is not there counts as "hand" for `from`. */
export function narrow(ways: Way[], kind: string, chosen: Chosen): Way[] {
  return ways.filter(way => way.kind === kind && Object.entries(chosen).every(([field, value]) =>
    (way.args[field] ?? (field === "from" ? ["hand"] : [])).includes(value)));
}

const BASIC = new Set(["card", "from"]);
const ORDER = ["card", "player", "from", "trading", "exhausting", "and", "copying", "with", "at", "on", "naming", "saying"];
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

/** One of the ways needs nothing more. */
export const isComplete = (ways: Way[], chosen: Chosen): boolean =>
  ways.some(way => Object.keys(way.args).every(field => field in chosen || field === "from"));

export function valuesOf(ways: Way[], field: string): string[] {
  return [...new Set(ways.flatMap(way => way.args[field] ?? []))];
}

/** Arguments with a word of their own, in the order of the game's table; `from hand` goes without saying. */
const LED = ["successor", "dungeon", "squire", "from", "with", "at", "naming", "saying", "on", "copying", "exhausting"];

export function moveText(kind: string, chosen: Chosen): string {
  const places = PLACES[kind] ?? [];
  const led = LED.filter(field => field in chosen && !places.includes(field) && (field !== "from" || chosen.from !== "hand"));
  return [kind, ...places.filter(field => field in chosen).map(field => chosen[field]), ...led.map(field => `${field} ${chosen[field]}`)].join(" ");
}
