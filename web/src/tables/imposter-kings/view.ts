// The view of Imposter Kings as the server sends it, and what follows from it for the eye: Court cards taken apart, what a
// hand card counts, who is muted. The referee alone decides; these are the numbers a player sees before he asks it.
import { CARDS, cardOf } from "./cards";

export interface KingsView {
  seats: number;
  over: "yes" | "no";
  effects: string[];
  own: Record<string, string> | null;
  /** what I am certain of, by seat; mine is whole */
  hand: string[][];
  /** number of cards in each hand */
  cards: number[];
  /** "-" none, "?" hidden, or the card */
  successor: string[];
  dungeon: string[];
  antechamber: string[][];
  court: string[];
  values: number[];
  accused: string;
  forgotten: string;
  condemned: string[];
  executed: string[];
  "executed-bases": number[];
  numbers: number[];
  flipped: string[];
  out: string[];
  /** the card being played and what was declared with it: "Inquisitor", "naming=Warden" */
  play: string[];
  reaction: string;
  loser: string;
  first: string;
  king: number;
  round: number;
  points: number[];
  rules: string;
  target: number;
  /** FRAGMENTS; what is empty is left out */
  muted?: number[];
  conspiracy?: number[];
  exiles?: string[];
  squire?: string[];
  facet?: string[];
  army?: string[][];
  "army-cards"?: number[];
  exhausted?: string[][];
  traded?: string[][];
  removed?: string[];
  rallied?: string[];
  draft?: string[];
}

export interface CourtCard {
  word: string;
  by: number;
  isDown: boolean;
  hasBonus: boolean;
  isMarked: boolean;
  /** the name a Stranger goes by */
  copied: string | null;
  value: number;
  isMuted: boolean;
}

const SUBJECTS = ["Queen", "Princess", "Elder"]; // of an Immortal (IK-1.21)
const STEADFAST = new Set(CARDS.filter(one => one.keywords.includes("Steadfast")).map(one => one.word));

/** "Soldier@1(+2)": a Soldier of player 1 with its bonus; "Sentry@0(x)": one that is Disgraced; "Stranger@1(=Queen)" has
 *  copied a Queen; (+1) is the mark of a Conspiracist. */
export function readCourtCard(text: string): Pick<CourtCard, "word" | "by" | "isDown" | "hasBonus" | "copied" | "isMarked"> {
  const [, word, by, rest] = /^([^@(]+)(?:@(\d+))?(.*)$/.exec(text) ?? [text, text, "0", ""];
  const marks = [...rest.matchAll(/\(([^)]*)\)/g)].map(m => m[1]);
  return {
    word, by: Number(by ?? 0), isDown: marks.includes("x"), hasBonus: marks.includes("+2"), isMarked: marks.includes("+1"),
    copied: marks.find(mark => mark.startsWith("="))?.slice(1) ?? null,
  };
}

/** Without Armies: muted by a Mystic's number, or by an Immortal. With them the view says it. */
function isMutedAt(view: KingsView, at: number, word: string): boolean {
  if (view.rules === "fragments") return (view.muted ?? []).includes(at + 1);
  if (STEADFAST.has(word)) return false;
  return view.numbers.includes(cardOf(word).base) || (SUBJECTS.includes(word) && hasImmortal(view));
}

export function hasImmortal(view: KingsView): boolean {
  return view.court.map(readCourtCard).some(one => !one.isDown && (one.copied ?? one.word) === "Immortal");
}

export function courtOf(view: KingsView): CourtCard[] {
  return view.court.map((text, at) => {
    const one = readCourtCard(text);
    return { ...one, value: view.values[at], isMuted: !one.isDown && isMutedAt(view, at, one.word) };
  });
}

/** Is this card of the Court Royalty? (IK-0.11, IK-1.21) */
function isRoyal(view: KingsView, card: CourtCard): boolean {
  if (card.isDown || card.isMuted) return false;
  return cardOf(card.word).keywords.includes("Royalty") || ((card.word === "Immortal" || card.word === "Warlord") && hasImmortal(view));
}

const hasAncestor = (court: CourtCard[]): boolean => court.some(one => !one.isDown && !one.isMuted && (one.copied ?? one.word) === "Ancestor");

function isSteadfastInHand(view: KingsView, seat: number, word: string): boolean {
  if (view.conspiracy?.[seat] || (word === "Elder" && hasAncestor(courtOf(view)))) return true;
  return STEADFAST.has(word) && (word !== "Aegis" || !view.flipped.includes(String(seat)));
}

export function isMutedInHand(view: KingsView, seat: number, word: string): boolean {
  if (isSteadfastInHand(view, seat, word)) return false;
  return Boolean(view.exiles?.length) || (SUBJECTS.includes(word) && hasImmortal(view));
}

/** What a card counts in hand (section 2 of the rules). */
export function handValue(view: KingsView, seat: number, word: string): number {
  const court = courtOf(view);
  let value = cardOf(word).base;
  if (word === "Warlord" && !isMutedInHand(view, seat, word) && court.some(one => isRoyal(view, one))) value += 1;
  if (SUBJECTS.includes(word) && hasImmortal(view) && !isSteadfastInHand(view, seat, word)) value -= 1;
  if (word === "Elder" && hasAncestor(court)) value += 3;
  if (view.conspiracy?.[seat]) value += 1;
  return Math.max(1, value);
}

export function throneOf(view: KingsView): CourtCard | null {
  return courtOf(view).at(-1) ?? null;
}

/** What is going on, from the outside in: "flip 0", "assassin 1 step=take". */
export interface Effect { kind: string; seat: number; step: string }

export function effectsOf(view: KingsView): Effect[] {
  return view.effects.map(text => {
    const [kind, seat] = text.split(" ");
    return { kind, seat: Number(seat), step: /step=(\S+)/.exec(text)?.[1] ?? "" };
  });
}

/** What was declared with the card being played, or null if none is. */
export interface Declared { seat: number; card: string; at: number; copying: number; naming: string | null; saying: number; on: number; usesAbility: boolean }

export function declaredOf(view: KingsView): Declared | null {
  const effect = effectsOf(view).find(one => one.kind === "play");
  if (!effect) return null;
  const part = (name: string): string | undefined => view.play.find(word => word.startsWith(`${name}=`))?.slice(name.length + 1);
  const number = (name: string, none = 0): number => Number(part(name) ?? none);
  return {
    seat: effect.seat, card: view.play[0] ?? "", at: number("at"), copying: number("copying"), naming: part("naming") ?? null,
    saying: number("saying"), on: number("on", -1), usesAbility: part("with") === "ability",
  };
}

export const isOpen = (view: KingsView): boolean => effectsOf(view)[0]?.step === "over" || view.over === "yes";
