// What the table of the whole game knows: the view in types of its own, what lies where, who holds what, prices. All of it is for
// showing; what is possible, the referee says.
import { CARDS } from "../dune-battle/data";
import { FACTIONS, cardKind, count, stackOf, type DuneView, type Faction } from "../dune-battle/model";
import { areaName, areaOf, typeOf } from "./board";

/** The view of the battle, and what the other phases need. Seats in sets and single seats are texts; "-" is nobody. */
export interface BoardView extends DuneView {
  turn: number;
  max_turns: number;
  phase: string;
  circles: number[];
  front: number[];
  pledge: number[];
  offers: string[];
  pile_a: string[];
  pile_b: string[];
  rides: string[];
  movement: number;
  wall_gone: string;
  n_deck: number;
  n_spice_deck: number;
  done: string[];
  worm: string;
  called: string;
  offered: string[];
  placed: number;
  /** cards laid out, and how many of them are done */
  row: number[];
  opener: string;
  bidder: string;
  bid: number;
  passed: string[];
  cannot_pay: string[];
  way: string;
  way_of: string;
  way_from: string;
  way_to: string;
  cards: number[];
  reserves: number[];
  elite_reserves: number[];
  elite_revived: string[];
  raised: string;
  deaths: string[];
  /** what I know of the decks, from the bottom up; "?" is not known */
  deck: string[];
  spice_deck: string[];
  storm_card: number;
  predicted: string;
  predicted_turn: number;
  dealt: string[][];
}

export interface Phase { word: string; name: string }
export const PHASES: Phase[] = [
  { word: "storm", name: "Storm" }, { word: "blow", name: "Spice blow" }, { word: "charity", name: "Charity" }, { word: "bidding", name: "Bidding" },
  { word: "revival", name: "Revival" }, { word: "shipment", name: "Shipment" }, { word: "battle", name: "Battle" }, { word: "collection", name: "Collection" },
  { word: "mentat", name: "Mentat" },
];

// ---- what lies where ----

export interface Stack { seat: number; faction: Faction; normal: number; elite: number; isAdvisor: boolean }
export interface Ground {
  storm: number;
  /** by circle: who sits there */
  circles: (Faction | undefined)[];
  stacks: Map<string, Stack[]>;
  spice: Map<string, number>;
  /** territories where a worm is at work */
  worms: string[];
}

export function groundOf(view: BoardView): Ground {
  const stacks = new Map<string, Stack[]>(), spice = new Map<string, number>();
  view.factions.forEach((faction, seat) => {
    for (const text of view.forces[seat] ?? []) {
      const { area, normal, elite } = stackOf(text), at = areaOf(area);
      if (!at) continue;
      const isAdvisor = faction === "BG" && view.advisors.includes(at.territory);
      stacks.set(area, [...(stacks.get(area) ?? []), { seat, faction, normal, elite, isAdvisor }]);
    }
  });
  for (const text of view.ground ?? []) {
    const [area = "", n = "0"] = text.split("=");
    spice.set(area, Number(n));
  }
  const circles: (Faction | undefined)[] = [];
  view.circles.forEach((circle, seat) => { circles[circle] = view.factions[seat]; });
  const worms = [view.worm, view.called, ...(view.rides ?? [])].filter(t => t && t !== "-");
  return { storm: view.storm, circles, stacks, spice, worms: [...new Set(worms)] };
}

const stackWords = (s: Stack): string => {
  const n = s.normal + s.elite;
  return `${FACTIONS[s.faction].name} ${s.isAdvisor ? count(n, "advisor") : n}${s.elite ? ` (${s.elite} elite)` : ""}`;
};

const TYPES: Record<string, string> = { STRONGHOLD: "stronghold", SAND: "sand", ROCK: "rock", POLAR: "the pole" };

/** "Old Gap, sector 9: sand, 6 spice, Atreides 3" */
export function placeWords(ground: Ground, id: string): string {
  const area = areaOf(id);
  if (!area) return "";
  const spice = ground.spice.get(id) ?? 0;
  const there = [TYPES[typeOf(area.territory)] ?? "", ...(area.sector === ground.storm ? ["in the storm"] : []), ...(spice ? [`${spice} spice`] : []),
    ...(ground.worms.includes(area.territory) ? ["a worm"] : []), ...(ground.stacks.get(id) ?? []).map(stackWords)];
  return `${areaName(id)}: ${there.join(", ")}`;
}

/** Is anything there? */
export const isBare = (ground: Ground, id: string): boolean => !ground.spice.get(id) && !ground.stacks.get(id)?.length;

export const stackAt = (ground: Ground, seat: number, id: string): Stack | undefined => ground.stacks.get(id)?.find(s => s.seat === seat);

// ---- who holds what ----

export const allyOf = (view: BoardView, seat: number): number => { const ally = Number(view.allies[seat]); return Number.isNaN(ally) ? -1 : ally; };
export const seatsInOrder = (view: BoardView): number[] => {
  const order = view.order.map(Number).filter(seat => seat >= 0 && seat < view.factions.length);
  return order.length === view.factions.length ? order : view.factions.map((_, seat) => seat);
};
export const isKarama = (view: BoardView, me: number, card: string): boolean =>
  card.startsWith("karama") || (view.factions[me] === "BG" && view.advanced === "yes" && cardKind(card) === "WORTHLESS");

/** What each special card does, in a line. */
export const SPECIALS: Record<string, string> = {
  Karama: "Cancel, half price, own power", Truthtrance: "One question, answered truly", Hajr: "One more move", "Tleilaxu Ghola": "A leader or five forces come back",
  "Weather Control": "How far the storm moves", "Family Atomics": "Breaks the Shield Wall",
};
export const specialAbout = (card: string): string | undefined => SPECIALS[CARDS[card]?.[0] ?? ""];

/** May this reader know what the seat holds? */
export const isKnown = (p: { me: number; truth?: unknown; over?: unknown }, seat: number): boolean => seat === p.me || !!p.truth || !!p.over;

export interface Auction { n: number; at: number; bidder: number; bid: number; passed: number[]; card: string | null }

const seatIn = (text: string | undefined): number => (text === undefined || text === "-" ? -1 : Number(text));
/** The top of a deck, where the reader knows it. */
const topOf = (deck: string[] | undefined, n: number): string | null => {
  const top = n && deck?.length === n ? deck[n - 1] : "?";
  return top === "?" || top === "-" ? null : top;
};

/** The cards that are laid out for bidding; null: there are none. */
export function auctionOf(view: BoardView): Auction | null {
  const [n = 0, at = 0] = view.row ?? [];
  if (!n) return null;
  return { n, at, bidder: seatIn(view.bidder), bid: view.bid, passed: [...(view.passed ?? []), ...(view.cannot_pay ?? [])].map(Number), card: topOf(view.deck, view.n_deck) };
}

export const nextSpice = (view: BoardView): string | null => topOf(view.spice_deck, view.n_spice_deck);
export const predictionOf = (view: BoardView): string | null =>
  view.predicted && view.predicted !== "-" ? `${FACTIONS[view.predicted as Faction].name}, turn ${view.predicted_turn}` : null;

// ---- prices (DU-7.12): for showing ----

export type Way = "ship" | "cross" | "back" | "emerge";

export interface Price { spice: number; to: string; why: string; rule: string }

export function priceOf(view: BoardView, me: number, way: Way, to: string, n: number, hasKarama: boolean): Price {
  const guild = view.factions.indexOf("SG"), isGuild = guild === me, isAlly = guild >= 0 && allyOf(view, me) === guild;
  const payee = isGuild || guild < 0 || hasKarama ? "the bank" : "the Guild";
  if (way === "emerge") return { spice: 0, to: "", why: "Your forces come out of the desert.", rule: "DU-7.6" };
  if (way === "back") return { spice: Math.ceil(n / 2), to: "the bank", why: "1 spice for 2 forces.", rule: "DU-7.7" };
  const each = typeOf(areaOf(to)?.territory ?? to) === "STRONGHOLD" ? 1 : 2, full = n * each;
  if (way === "cross") return { spice: Math.ceil(full / 2), to: isGuild ? "the bank" : "the Guild", why: "Half price from place to place.", rule: isGuild ? "DU-7.7" : "DU-7.8" };
  const isHalf = isGuild || isAlly || hasKarama;
  const why = hasKarama ? "Half price by Karama." : isGuild ? "Half price for the Guild." : isAlly ? "Half price as the Guild’s ally." : each === 1 ? "1 each into a stronghold." : "2 each outside of strongholds.";
  return { spice: isHalf ? Math.ceil(full / 2) : full, to: payee, why, rule: isHalf ? "DU-7.4" : "DU-7.3" };
}
