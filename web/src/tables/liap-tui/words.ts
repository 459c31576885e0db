// Liap Tui in words: events for the log, the open question for the slip, the end.
import type { GameEvent, Names, TableProps } from "../table";
import { figure, list, signed } from "../../words";
import { pieceNames, TYPES } from "./pieces";

type Told = Record<string, any>;

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

const REASONS: Record<string, string> = {
  "red-general": "holding the red General",
  "won-last-turn": "winner of the last turn",
  "accepted-redeal": "after accepting the redeal",
};

const piles = (n: number): string => `${n} ${n === 1 ? "pile" : "piles"}`;
const pieces = (n: number): string => `${n} ${n === 1 ? "piece" : "pieces"}`;
const a = (type: string): string => `${/^e/i.test(TYPES[type] ?? "") ? "an" : "a"} ${(TYPES[type] ?? type).toLowerCase()}`;
const typeWord = (type: string): string => (TYPES[type] ?? type).toLowerCase();

const SAYS: Record<string, (e: Told, names: Names, does: (you: string, they: string) => string) => string> = {
  deal: e => (e.multiplier > 1 ? `Dealt again; the round counts ×${e.multiplier}.` : `Round ${e.round} is dealt.`),
  hand: (e, _, does) => (e.pieces ? `${does("hold", "holds")} ${pieceNames(e.pieces as string[])}.` : ""),
  redeal: (e, names) => {
    const yes = (e.accepted as string[]).map(s => names(Number(s))), no = (e.declined as string[]).map(s => names(Number(s)));
    return yes.length ? `${list(yes)} ${yes.length > 1 || yes[0] === "You" ? "accept" : "accepts"} a redeal${no.length ? `; ${list(no)} declined` : ""}.`
      : `${list(no)} ${no.length > 1 || no[0] === "You" ? "decline" : "declines"} a redeal.`;
  },
  starter: (e, _, does) => `${does("start", "starts")}, ${REASONS[e.reason] ?? e.reason}.`,
  declare: (e, _, does) => `${does("declare", "declares")} ${e.number}.`,
  lead: (e, _, does) => `${does("lead", "leads")} ${a(e.type)}, ${pieces(e.size)} face down${e.pieces ? `: ${pieceNames(e.pieces as string[])}` : ""}.`,
  follow: (e, _, does) => `${does("lay", "lays")} ${e.pieces ? `${pieceNames(e.pieces as string[])}, face down` : "as many, face down"}.`,
  shown: (e, _, does) => `${does("show", "shows")} ${pieceNames(e.pieces as string[])}: ${e.value}.`,
  forfeit: (e, _, does) => `${does("forfeit", "forfeits")} ${pieces(e.size)}, which ${e.size === 1 ? "stays" : "stay"} covered.`,
  turn: (e, _, does) => `${does("win", "wins")} the turn with ${a(e.type)} of ${e.value}: ${piles(e.piles)}.`,
  score: (e, _, does) => `${does("took", "took")} ${e.captured} of ${e.declared}: ${signed(e.score)}, total ${figure(e.total)}.`,
  result: (e, names) => `${list((e.winners as string[]).map(s => names(Number(s))))} ${e.winners.length > 1 || names(Number(e.winners[0])) === "You" ? "win" : "wins"} the game.`,
  covered: (e, _, does) => `${does("had", "had")} covered ${pieceNames(e.pieces as string[])}.`,
  sealed: (e, _, does) => (e.question === "redeal" ? `${does("have", "has")} answered about the redeal.` : `${does("have", "has")} chosen.`),
};

export function words(event: GameEvent, names: Names): string | null {
  const say = SAYS[event.event];
  return say ? say(event, names, (you, they) => names.does(event.seat ?? -1, you, they)) : null;
}

export const head = (event: GameEvent): string | null => (event.event === "deal" && event.multiplier === 1 ? `Round ${event.round as number}` : null);

const isLead = (v: TuiView): boolean => v.made === 0;

export function prompt(p: TableProps<TuiView>): string | null {
  const { question, view, names } = p;
  if (!question) return null;
  const who = list(question.open.map(s => names(s)));
  switch (question.asks) {
    case "redeal":
      return question.mine ? "Your hand is weak: no piece above 9 points. Deal again?"
        : `${who} ${question.open.length > 1 ? "have weak hands and decide" : "has a weak hand and decides"} on a redeal`;
    case "declare":
      return question.mine ? "How many piles will you take?" : `${who} declares`;
    case "play":
      if (isLead(view)) return question.mine ? "You lead: lay 1 to 6 pieces that form a type" : `${who} leads the next turn`;
      return question.mine ? `Lay ${pieces(view.k)}; ${a(view.type)} competes` : `${who} lays ${pieces(view.k)}`;
    default:
      return null;
  }
}

export function outcome(p: TableProps<TuiView>): string | null {
  if (!p.over) return null;
  const { scores } = p.over, best = Math.max(...scores);
  const winners = scores.flatMap((s, i) => (s === best ? [i] : []));
  return winners.length === 1 ? `${p.names.does(winners[0], "win", "wins")} the game with ${best} points`
    : `${list(winners.map(s => p.names(s)))} win the game together with ${best} points`;
}

export const where = (p: TableProps<TuiView>): string =>
  `Round ${p.view.round} · turn ${p.view.turn}${p.view.multiplier > 1 ? ` · ×${p.view.multiplier} after a redeal` : ""}`;

export { typeWord };
