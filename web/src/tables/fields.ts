// What a view shows of a game that the page knows nothing of, sorted by what its fields are: never by shape or length. The
// game's own description says what a value is (docs/protocol.md, `fields`).
import type { Field, GameInfo, Is } from "../net/api";
import { capitalize, list, plain, type Names } from "../words";

type Cells = Record<string, unknown>;

/** A field with its value. */
export interface Shown { field: Field; value: unknown; isSecret: boolean }

export interface Sorted {
  /** what lies in my hand */
  hand: Shown | null;
  /** by seat: the field, with that seat's value; `counts` fields show backs */
  seats: Shown[][];
  /** lists that lie open on the table */
  rows: Shown[];
  /** single values of the table */
  plaques: Shown[];
}

/* Shown elsewhere, or nothing to look at: question and time. */
const ELSEWHERE = new Set(["budget"]);

/** Is there anything to see? A number of nought is, unless the field is rare. */
export function isEmpty(value: unknown, field: Field): boolean {
  if (value === null || value === undefined || value === "" || value === "-") return true;
  // Rows of nought say nothing: an empty tally.
  if (Array.isArray(value)) return value.every(v => isEmpty(v, field) || (field.each === "row" && (v === 0 || v === "0")));
  if (field.is === "flag") return value !== "yes" && value !== true;
  if (field.is === "time") return !value;
  return !!field.rare && (value === 0 || value === "0");
}

/** Sorts what a view has; `truth`, where all is seen, has the zones as they really were. */
export function sortFields(game: Pick<GameInfo, "fields">, view: Cells, me: number, nSeats: number, truth?: Cells): Sorted {
  const out: Sorted = { hand: null, seats: Array.from({ length: nSeats }, () => []), rows: [], plaques: [] };
  const fields = (game.fields ?? []).filter(f => !ELSEWHERE.has(f.name));
  // What only the truth has: zones that nobody sees.
  const unseen: Field[] = Object.keys(truth ?? {}).filter(name => !fields.some(f => f.name === name) && !(name in view) && name !== "sealed" && name !== "effects")
    .map(name => ({ name, is: "word" as Is, list: Array.isArray(truth![name]) }));
  for (const field of [...fields, ...unseen]) {
    const real = truth?.[field.name], seen = view[field.name];
    const isSecret = truth !== undefined && field.name in truth && JSON.stringify(real) !== JSON.stringify(seen);
    const value = isSecret ? real : seen;
    // All-seeing: a hand is one for each seat, as the state has it.
    if (field.own && !isSecret) {
      if (!isEmpty(value, field)) out.hand = { field, value, isSecret };
    } else if (field.each === "seat" || (field.own && isSecret)) {
      if (Array.isArray(value)) value.slice(0, nSeats).forEach((one: unknown, seat) => { if (!isEmpty(one, field)) out.seats[seat].push({ field, value: one, isSecret }); });
    } else if (isEmpty(value, field)) {
      continue;
    } else if (field.list || field.each === "row") {
      out.rows.push({ field, value, isSecret });
    } else {
      out.plaques.push({ field, value, isSecret });
    }
  }
  if (me >= 0 && out.hand) out.seats[me] = out.seats[me].filter(s => s.field.counts !== out.hand!.field.name);
  return out;
}

const clock = (ms: number) => (ms < 100_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.floor(ms / 60_000)}:${String(Math.ceil(ms / 1000) % 60).padStart(2, "0")}`);

/** A word of the game as people read it. */
export const named = (game: Pick<GameInfo, "names">, word: unknown): string => {
  const text = typeof word === "string" ? word : JSON.stringify(word);
  return game.names?.[text] ?? (/^[A-Z]/.test(text) ? text.replace(/[_-]/g, " ") : plain(text).toLowerCase());
};

/** One value in words: a seat by its name, a time as a clock. */
export function inWords(game: Pick<GameInfo, "names">, names: Names, is: Is, value: unknown): string {
  if (Array.isArray(value)) return value.length ? list(value.map(v => inWords(game, names, is, v))) : "none";
  if (value && typeof value === "object") return Object.entries(value).map(([k, v]) => `${plain(k).toLowerCase()} ${named(game, v)}`).join(", ");
  switch (is) {
    case "seat": case "seats": return /^\d$/.test(String(value)) ? names(Number(value)) : capitalize(String(value));
    case "time": return clock(Number(value));
    default: return typeof value === "number" ? String(value) : named(game, value);
  }
}

/** An effect with who does it and to whom: "Ann’s steal, on Bo". */
export function effectInWords(game: Pick<GameInfo, "names" | "effects">, names: Names, text: string): string {
  const [kind, seat, ...rest] = text.split(" ");
  const parts = game.effects?.[kind] ?? [];
  const who = /^\d$/.test(seat ?? "") ? `${capitalize(names.whose(Number(seat)))} ` : "";
  const more = rest.map(r => r.split("=")).flatMap(([name, value]) => {
    const part = parts.find(p => p.name === name);
    if (!part || value === undefined || value === "-") return [];
    return [part.is === "seat" || part.is === "seats" ? `on ${inWords(game, names, part.is, value).replace(/^You$/, "you")}` : inWords(game, names, part.is, value)];
  });
  return `${who}${who ? plain(kind).toLowerCase() : plain(kind)}${more.length ? `, ${more.join(", ")}` : ""}`;
}

/** A kind of move with several parts, where there are many of them: to be made part by part. */
export interface Making { kind: string; moves: string[] }

const MANY = 8;

export function makings(game: Pick<GameInfo, "parts">, moves: string[]): Making[] {
  const kinds = new Map<string, string[]>();
  for (const move of moves) {
    const [kind, ...words] = move.split(" ");
    if ((game.parts?.[kind]?.length ?? 0) > 1 && words.length === game.parts[kind].length) kinds.set(kind, [...(kinds.get(kind) ?? []), move]);
  }
  return [...kinds].filter(([, all]) => all.length > MANY).map(([kind, all]) => ({ kind, moves: all }));
}

/** What the next part may be, with the parts before it as they are. */
export function nextParts(making: Making, before: string[]): string[] {
  const fits = making.moves.map(m => m.split(" ").slice(1)).filter(words => before.every((b, i) => words[i] === b));
  return [...new Set(fits.map(words => words[before.length]))];
}

/** Moves that name one card and nothing else, by that card as it is written: the card is the move. */
export function cardMoves(game: Pick<GameInfo, "parts">, moves: string[]): Map<string, string> {
  const found = new Map<string, string>(), twice = new Set<string>();
  for (const move of moves) {
    const at = move.indexOf(" "), kind = at < 0 ? move : move.slice(0, at), parts = game.parts?.[kind];
    if (parts?.length !== 1 || parts[0].is !== "card" || at < 0) continue;
    const card = move.slice(at + 1);
    if (found.has(card)) twice.add(card);
    found.set(card, move);
  }
  for (const card of twice) found.delete(card);
  return found;
}
