// Imposter Kings in words where the table knows more than the referee tells: headings, chains, rounds, the end.
import type { GameEvent, Names, TableProps } from "../table";
import { list } from "../../words";
import { nameOf } from "./cards";
import { roundReason } from "../../parts/end";
import { courtOf, isOpen, type Declared, type KingsView } from "./view";

export const head = (event: GameEvent): string | null => (event.event === "round" ? `Round ${event.number as number}` : null);

/** A declared ability: "Sentry on the Oathbound", "Judge, naming Queen". */
export function declaredInWords(view: KingsView, d: Declared, names: Names): string {
  const court = courtOf(view);
  const copied = d.copying ? `, copying ${nameOf(court[d.copying - 1]?.word ?? "a card")}` : "";
  const at = d.at ? ` on ${nameOf(court[d.at - 1]?.word ?? "")}` : "";
  const on = d.on >= 0 ? ` on ${names(d.on) === "You" ? "you" : names(d.on)}` : "";
  return `${nameOf(d.card)}${copied}${at}${on}${d.naming ? `, naming ${nameOf(d.naming)}` : ""}${d.saying ? `, saying ${d.saying}` : ""}`;
}

/** Who won the round that is over, from its score events. */
export function roundResult(p: TableProps<KingsView>): string {
  const scores: GameEvent[] = [];
  for (let i = p.history.length - 1; i >= 0 && p.history[i].event !== "round"; i--)
    if (p.history[i].event === "score" && (p.history[i].gains as number) > 0) scores.unshift(p.history[i]);
  const sides = sidesOf(p.view), mine = (e: GameEvent) => sides?.some(s => s.includes(p.me) && s.includes(e.seat ?? -1));
  const parts = sides && scores.length ? [`${p.me < 0 || p.truth ? `${list(scores.map(e => p.names(e.seat ?? 0)))} score` : `${mine(scores[0]) ? "your" : "their"} side scores`} ${scores[0].gains as number}`]
    : scores.map(e => `${p.names.does(e.seat ?? 0, "score", "scores")} ${e.gains as number}`);
  return parts.length ? `Round ${p.view.round} is over: ${list(parts)}` : `Round ${p.view.round} is over`;
}

/** Four play in two sides (IK-10.1): who sits across is my partner. */
export const sidesOf = (view: Pick<KingsView, "seats">): number[][] | null => (view.seats === 4 ? [[0, 2], [1, 3]] : null);

/** The card that decided the round that is over: on the Throne, or the Assassin that was used last. */
export function decidingOf(p: TableProps<KingsView>): "throne" | "assassin" | null {
  if (!isOpen(p.view)) return null;
  const act = p.over?.why?.find(e => e.key) ?? roundReason(p);
  return act?.event === "stuck" && p.view.court.length ? "throne" : act?.event === "struck" ? "assassin" : null;
}

export function outcome(p: TableProps<KingsView>): string | null {
  if (!p.over) return null;
  const { scores } = p.over, best = Math.max(...scores);
  const winners = scores.flatMap((s, i) => (s === best ? [i] : []));
  return winners.length === 1 ? `${p.names.does(winners[0], "win", "wins")} the match.` : `${list(winners.map(s => p.names(s)))} win the match.`;
}

export const where = (p: TableProps<KingsView>): string => `${p.view.round ? `Round ${p.view.round}` : "Before the first round"} · ${sidesOf(p.view) ? "two sides · " : ""}first to ${p.view.target}${
  p.view.rules === "base" ? "" : ` · ${p.view.rules}`}`;
