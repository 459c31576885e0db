// Liap Tui in words where the table knows more than the referee tells: headings, types, the end.
import type { GameEvent, TableProps } from "../table";
import { list } from "../../words";
import { TYPES } from "./pieces";

export interface TuiView {
  over: "yes" | "no";
  effects: string[];
  own: Record<string, string> | null;
  hand: string[];
  size: number[];
  play: string[][];
  type: string;
  covered: string[][];
  forfeited: number[];
  starter: string;
  reason: string;
  weak: string[];
  rank: number[];
  warning: number;
  shown: string[][];
  declared: string[];
  captured: number[];
  total: number[];
  streak: number[];
  round: number;
  multiplier: number;
  turn: number;
  leader: string;
  made: number;
  k: number;
  /** by round: declared, captured, base, multiplier, score, total for each seat in turn; [] for a round not played */
  sheet: number[][];
  target: number;
  table: string;
}

/** At most, whatever the totals are. */
export const ROUNDS = 20;

const typeWord = (type: string): string => (TYPES[type] ?? type).toLowerCase();

export const head = (event: GameEvent): string | null => (event.event === "deal" && event.multiplier === 1 ? `Round ${event.round as number}` : null);

export function outcome(p: TableProps<TuiView>): string | null {
  if (!p.over) return null;
  const { scores } = p.over, best = Math.max(...scores);
  const winners = scores.flatMap((s, i) => (s === best ? [i] : []));
  return winners.length === 1 ? `${p.names.does(winners[0], "win", "wins")} the game with ${best} points`
    : `${list(winners.map(s => p.names(s)))} win the game together with ${best} points`;
}

export const where = (p: TableProps<TuiView>): string =>
  `Round ${p.view.round} of ${ROUNDS}${p.view.multiplier > 1 ? ` · ×${p.view.multiplier} after a redeal` : ""}`;

export { typeWord };
