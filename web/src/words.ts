// Words for people: what the referee says with the players' names written in, and small words of the page itself.
import type { GameEvent, Seat } from "./proto";

/** Who is who, as the reader sees it: "You", "Calm", "the host". */
export interface Names {
  (seat: number): string;
  /** a sentence of the referee, with the players' names written in for {0}, {1}, … */
  fill(says: string): string;
  readonly me: number;
  /** "You play" or "Calm plays" */
  does(seat: number, you: string, they: string): string;
  /** "your" or "Calm's" */
  whose(seat: number): string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function nameOf(seats: Seat[], seat: number): string {
  const s = seats[seat];
  if (seat >= 8) return seat === 15 ? "the admin" : seat === 13 ? "a spectator" : "the host";
  if (!s || s.kind === "open") return `seat ${seat + 1}`;
  if (s.kind === "person") return s.name || `Player ${seat + 1}`;
  const bots = seats.filter(other => other.kind === "bot").length;
  return bots > 1 ? `Bot ${seat + 1}` : "Bot";
}

export function makeNames(seats: Seat[], me: number): Names {
  const name = (seat: number) => (seat === me ? "You" : nameOf(seats, seat));
  return Object.assign(name, {
    me,
    fill: (says: string) => says.replace(/\{([0-7])\}/g, (_, seat: string) => nameOf(seats, Number(seat))),
    does: (seat: number, you: string, they: string) => `${name(seat)} ${seat === me ? you : they}`,
    whose: (seat: number) => (seat === me ? "your" : `${nameOf(seats, seat)}’s`),
  });
}

/* Games by their names for people, as the server has told them. */
const titles = new Map<string, string>();
export const learnTitle = (game: string, title: string) => { titles.set(game, title); };

export const titleOf = (game: string) => titles.get(game) ?? game.split("-").map(capital).join(" ");

/** "parry?" -> "Parry?"; "fight_where" -> "Fight where" */
export const plain = (word: string) => capital(word.replace(/[_-]/g, " ").replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`));

/** "3", "−2": with a minus sign, which is as wide as a plus */
export const figure = (n: number): string => (n < 0 ? `−${-n}` : String(n));
/** "+3", "−2", "0" */
export const signed = (n: number): string => (n > 0 ? `+${n}` : figure(n));

export const list = (parts: string[], and = "and") =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;

function value(v: unknown): string {
  if (v === null || v === undefined) return "hidden";
  if (Array.isArray(v)) return v.length ? v.map(value).join(" ") : "none";
  if (typeof v === "object") return Object.entries(v).map(([k, x]) => `${k} ${value(x)}`).join(", ");
  return typeof v === "string" ? v : JSON.stringify(v);
}

export { value as valueInWords };

/** An event as the referee tells it; "" is not worth a line. */
export const eventInWords = (event: GameEvent, names: Names): string => names.fill(event.says ?? "");

export const capitalize = capital;

/** "the card is not held" -> "The card is not held." */
export const sentence = (text: string) => capital(text) + (/[.!?]$/.test(text) ? "" : ".");
