// A match of mine that is over, in a line: against whom, how it ended, and why.
import type { Match } from "./match";
import type { MatchHead } from "./net/api";
import type { Over, Seat } from "./proto";
import type { Past } from "./store";
import { figure, makeNames } from "./words";

const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last"];
const NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight"];

/** "won 7 : 5" between two, "second of four, 41 points" among more. Whoever the referee names as winner has won. */
export function resultOf(over: Pick<Over, "scores" | "says">, seat: number): Pick<Past, "how" | "result"> {
  const { scores, says = "" } = over;
  const mine = scores[seat] ?? 0;
  const others = scores.filter((_, i) => i !== seat);
  const before = others.filter(s => s > mine).length;
  const isNamed = says.includes(`{${seat}}`) || /\byou\b/i.test(says);
  const how = others.every(s => s === mine) ? (isNamed && /\bwins?\b/.test(says) ? "won" : "drawn") : before ? "lost" : "won";
  if (scores.length === 2) return { how, result: `${how} ${figure(mine)} : ${figure(others[0] ?? 0)}` };
  const place = others.filter(s => s === mine).length && !before && how === "drawn" ? "level with all" : PLACES[before];
  return { how, result: `${place} of ${NUMBERS[scores.length]}, ${figure(mine)} ${Math.abs(mine) === 1 ? "point" : "points"}` };
}

function past(match: string, game: string, seat: number, seats: Seat[], over: Over, at: number): Past {
  const names = makeNames(seats, seat);
  const key = over.why?.find(w => w.key) ?? over.why?.[0];
  return {
    match, game, seat, at, others: seats.flatMap((_, i) => (i === seat ? [] : [names(i)])), ...resultOf(over, seat),
    why: key?.says ? names.fill(key.says) : "",
  };
}

/** From a match that was played to its end in this browser. */
export const pastOf = (m: Match): Past => past(m.id, m.game, m.me, m.seats, m.over!, m.at);

/** From what the server tells of one that ended without us; null: it is not over. */
export const pastOfHead = (m: MatchHead, seat: number): Past | null =>
  (m.stands === "over" && m.over ? past(m.match, m.game, seat, m.seats, m.over, m.ended ?? m.created) : null);

/** "today, 14:02", "yesterday", "12 March", "12 March 2025" */
export function whenInWords(at: number, now = Date.now()): string {
  const day = (ms: number) => { const d = new Date(ms); d.setHours(0, 0, 0, 0); return d.getTime(); };
  const days = Math.round((day(now) - day(at)) / 86_400_000);
  const then = new Date(at);
  if (days <= 0) return `today, ${then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false })}`;
  if (days === 1) return "yesterday";
  return then.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...(then.getFullYear() !== new Date(now).getFullYear() && { year: "numeric" }) });
}
