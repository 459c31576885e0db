// The view of the duel as the server sends it, and what the eye needs of it: the two cards in the middle, the point in question.
import type { GameEvent, TableProps } from "../table";

export interface DuelView {
  /** mine; in a replay that sees all, that of each seat */
  hand: number[] | number[][];
  /** how many each holds */
  cards: number[];
  trick: number;
  /** in this deal, by seat */
  played: number[][];
  points: number[];
  parries: number[];
  deal: number;
  target: number;
  own: { move: string; card?: number } | null;
  effects: string[];
}

export type Props = TableProps<DuelView>;

/** The seat at the near side: mine, or the first for who only watches. */
export const nearest = (p: Pick<Props, "me">): number => Math.max(0, p.me);

export const isCards = (hand: unknown): hand is number[] => Array.isArray(hand) && !hand.some(one => Array.isArray(one));

/** The card that a seat has laid face down, where it may be known. */
export function laidOf(p: Props, seat: number): number | undefined {
  const sealed = (p.truth?.sealed as (string | null)[] | undefined)?.[seat];
  return sealed ? Number(sealed.split(" ")[1]) : seat === p.me ? p.view.own?.card : undefined;
}

/** The cards of a seat, where they may be known; for all-seeing eyes without the one that lies on the piste. */
export function handOf(p: Props, seat: number): number[] | null {
  const all = (p.truth?.hand as number[][] | undefined)?.[seat];
  if (all) return all.filter((_, i) => i !== all.indexOf(laidOf(p, seat) ?? 0));
  return seat >= 0 && seat === p.me && isCards(p.view.hand) ? p.view.hand : null;
}

/** The pair that was turned last, and what came of it, unless a new deal or a newly laid card is behind it. */
export interface Bout { picks: number[]; winner: number | null; isParried: boolean; isCounted: boolean }

export function boutOf(history: GameEvent[], isLaid: boolean): Bout | null {
  let isParried = false, isCounted = false;
  for (let i = history.length - 1; i >= 0; i--) {
    const e = history[i];
    if (e.event === "sealed" && isLaid) return null;
    if (e.event === "parry") isParried = true;
    if (e.event === "point") isCounted = true;
    if (e.event !== "reveal") continue;
    const picks = e.picks as number[];
    return { picks, winner: picks[0] === picks[1] ? null : picks[0] > picks[1] ? 0 : 1, isParried, isCounted };
  }
  return null;
}

/** Whose point is in question, or null. */
export function pointOf(view: DuelView): number | null {
  const point = view.effects.find(e => e.startsWith("point "));
  return point ? Number(point.split(" ")[1]) : null;
}

const SYMBOLS = ["", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "j", "q", "k"];
/** The key for a value: 1 to 9, 0, J, Q, K. */
export const keyOf = (value: number): string => SYMBOLS[value] ?? "";

/** By value from 1: how often it was played in this deal, and how often I hold it. */
export function seenOf(p: Props): { played: number; held: number }[] {
  const mine = handOf(p, p.me) ?? [];
  return Array.from({ length: 13 }, (_, i) => ({
    played: p.view.played.flat().filter(v => v === i + 1).length, held: mine.filter(v => v === i + 1).length,
  }));
}
