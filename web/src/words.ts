// Words for people: names of seats, games, moves and events, where a game's table has none of its own.
import type { GameEvent, Seat } from "./proto";

/** Who is who, as the reader sees it: "You", "Calm", "the host". */
export interface Names {
  (seat: number): string;
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
    does: (seat: number, you: string, they: string) => `${name(seat)} ${seat === me ? you : they}`,
    whose: (seat: number) => (seat === me ? "your" : `${nameOf(seats, seat)}’s`),
  });
}

/** The names in a sentence about what the referee did in the place of a seat: "The referee plays", never "You play". */
export function refereeFor(names: Names, seat: number): Names {
  const name = (other: number) => (other === seat ? "The referee" : names(other));
  return Object.assign(name, {
    me: names.me === seat ? -1 : names.me,
    does: (other: number, you: string, they: string) => (other === seat ? `The referee ${they}` : names.does(other, you, they)),
    whose: (other: number) => names.whose(other),
  });
}

/** Marks what tells of the answer that the referee gave for a seat: the event right behind `default`, if it is the seat's. */
export const markReferee = (events: GameEvent[]): GameEvent[] =>
  events.map((event, i) => {
    const before = events[i - 1];
    return before?.event === "default" && before.seat === event.seat ? { ...event, by_referee: true } : event;
  });

const TITLES: Record<string, string> = {
  "imposter-kings": "Imposter Kings",
  "liap-tui": "Liap Tui",
  "dune-battle": "Dune: battle",
  "classic-battle": "Classic Battle",
};

export const titleOf = (game: string) => TITLES[game] ?? game.split("-").map(capital).join(" ");

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

/* Events of the kernel, the same in every game. */
const KERNEL: Record<string, (seat: number, names: Names, event: GameEvent) => string> = {
  sealed: (seat, names) => names.does(seat, "have answered, unseen", "has answered, unseen"),
  passed: (seat, names) => names.does(seat, "pass", "passes"),
  default: (seat, names, event) => {
    const who = seat === names.me ? "you" : names(seat);
    const did = typeof event.move === "string" ? `played “${event.move}” for ${who}` : `answered for ${who}`;
    return event.timeout ? `Time ran out: the referee ${did}` : `The referee ${did}`;
  },
  paused: () => "The clock is stopped",
  resumed: () => "The clock runs again",
  over: () => "The match is over",
};

/** Any event of any game: its word, who, and what it carries. */
export function eventInWords(event: GameEvent, names: Names): string {
  const kernel = KERNEL[event.event];
  if (kernel) return kernel(event.seat ?? 14, names, event);
  const { event: word, seat, by_referee: _, ...rest } = event;
  const what = Object.entries(rest).filter(([, v]) => v !== undefined).map(([k, v]) => `${plain(k).toLowerCase()} ${value(v)}`).join(", ");
  const who = typeof seat === "number" && seat < 8 ? `${names(seat)}: ` : "";
  const text = plain(word);
  return `${who}${who ? text.toLowerCase() : text}${what ? ` (${what})` : ""}`;
}

/** An event in the words of its game, or in those of all games; "" if it is not worth a line. */
export function wordsOf(own: (event: GameEvent, names: Names, view: unknown) => string | null, event: GameEvent, names: Names, view: unknown): string {
  const who = event.by_referee && typeof event.seat === "number" ? refereeFor(names, event.seat) : names;
  return own(event, who, view) ?? eventInWords(event, who);
}

export const capitalize = capital;

/** "the card is not held" -> "The card is not held." */
export const sentence = (text: string) => capital(text) + (/[.!?]$/.test(text) ? "" : ".");
