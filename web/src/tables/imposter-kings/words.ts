// Imposter Kings in words: events for the log, the open question for the slip, the end.
import type { GameEvent, Names, TableProps } from "../table";
import { list } from "../../words";
import { nameOf } from "./cards";
import { courtOf, declaredOf, effectsOf, throneOf, type Declared, type KingsView } from "./view";
import { waysOf } from "./ways";

type Told = Record<string, any>;

const seatOf = (text: unknown): number => Number(text);
const cards = (words: string[]): string => list(words.map(nameOf));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What was said with a card: " and names Queen", " on Calm", " and says 4". */
function said(e: Told, names: Names): string {
  const on = e.on !== undefined && e.on !== "-" ? ` on ${names(seatOf(e.on)) === "You" ? "you" : names(seatOf(e.on))}` : "";
  const naming = e.naming && e.naming !== "-" ? ` and ${names.me === e.seat ? "name" : "names"} ${nameOf(e.naming)}` : "";
  const saying = e.saying ? ` and ${names.me === e.seat ? "say" : "says"} ${e.saying}` : "";
  const at = e.at ? `, choosing card ${e.at} of the Court` : "";
  return on + naming + saying + at;
}

const FACETS: Record<string, string> = { leader: "Charismatic Leader", tactician: "Master Tactician", regular: "Regular King" };

const SAYS: Record<string, (e: Told, names: Names, does: (you: string, they: string) => string) => string> = {
  round: (e, names) => `${names.does(seatOf(e.king), "are", "is")} the True King.`,
  hand: (e, _, does) => (e.cards ? `${does("are dealt", "is dealt")} ${cards(e.cards as string[])}.` : ""),
  accused: e => `${nameOf(e.card)} is the Accused.`,
  first: (e, names) => `${names.does(seatOf(e.player), "play", "plays")} first.`,
  play: (e, names, does) => `${does("play", "plays")} ${nameOf(e.card)}${e.from === "antechamber" ? " from the Antechamber" : ""}${said(e, names)}${
    e.with === "ability" ? " with its ability" : ""}.`,
  flip: (_, names, does) => `${does("flip", "flips")} ${names.me === _.seat ? "your" : "the"} King.`,
  react: (e, _, does) => `${does("react", "reacts")}: ${nameOf(e.card)}. It is condemned.`,
  cancelled: (e, names) => `${capital(names.whose(e.seat as number))} ${nameOf(e.card)} is cancelled and condemned; ${
    names.me === e.seat ? "you act" : `${names(e.seat as number)} acts`} again.`,
  disgraced: e => `${nameOf(e.card)}, card ${e.position} of the Court, is disgraced.`,
  take: (e, _, does) => `${does("take", "takes")} ${nameOf(e.card)} into hand.`,
  exchange: (e, _, does) => `${does("give", "gives")} ${nameOf(e.gives)} and ${_.me === e.seat ? "take" : "takes"} ${nameOf(e.takes)}.`,
  antechamber: (e, names) => `${nameOf(e.card)} goes to ${names.whose(e.seat as number)} Antechamber.`,
  hit: e => `A hit: ${nameOf(e.card)} is held.`,
  miss: e => `A miss: nobody asked holds ${nameOf(e.card)}.`,
  number: e => `Every ${e.number} in Court is muted and counts 3 from now on.`,
  condemn: (e, _, does) => `${does("condemn", "condemns")} ${e.card ? nameOf(e.card) : `a card of value ${e.number}`}.`,
  flipped: (e, names, does) => `${capital(names.whose(e.seat as number))} King is flipped${e.takes === "yes"
    ? `; ${does("take", "takes")} the Successor${e.successor && e.successor !== "-" ? `, ${nameOf(e.successor)}` : ""}` : ""}.`,
  successor: (e, _, does) => `${does("set", "sets")} a new Successor${e.card ? `, ${nameOf(e.card)}` : ""}.`,
  look: (e, names, does) => {
    const seen = ((e.successors as string[] | null) ?? []).flatMap((one, seat) => (one && one !== "-" ? [`${names.whose(seat)} Successor is ${nameOf(one)}`] : []));
    const hand = (e.hand as string[] | null)?.length ? [`the hand is ${cards(e.hand as string[])}`] : [];
    return `${does("look", "looks")} at hidden cards${seen.length + hand.length ? `: ${list([...hand, ...seen])}` : ""}.`;
  },
  swap: (e, names, does) => `${does("exchange", "exchanges")} a card with ${names(seatOf(e.with)) === "You" ? "you" : names(seatOf(e.with))}${
    e.gives ? `: ${nameOf(e.gives)} for ${nameOf(e.takes)}` : ""}.`,
  rob: (e, names, does) => `${does("take", "takes")} ${e.card ? nameOf(e.card) : "a card"} from ${names.whose(seatOf(e.victim))} ${
    e.from === "successor" ? "Successor" : "hand"}.`,
  lost: (e, _, does) => `${does("lose", "loses")}${e.ends === "yes" ? " the round" : " and is out of the round"}.`,
  score: (e, _, does) => (e.gains ? `${does("score", "scores")} ${e.gains} ${e.gains === 1 ? "point" : "points"}: ${e.points} in all.` : ""),
  reveal: (e, names) => `${capital(names.whose(e.seat as number))} cards: ${(e.hand as string[]).length ? cards(e.hand as string[]) : "no card"} in hand${
    e.successor !== "-" ? `, Successor ${nameOf(e.successor)}` : ""}${e.dungeon !== "-" ? `, Dungeon ${nameOf(e.dungeon)}` : ""}.`,
  forgotten: e => (e.card && e.card !== "-" ? `The Forgotten card was ${nameOf(e.card)}.` : ""),
  signatures: (e, _, does) => `${does("choose", "chooses")} ${cards(e.cards as string[])} for the Army.`,
  draft: e => `Open to pick: ${cards(e.cards as string[])}.`,
  order: (e, _, does) => `${does("pick", "picks")} ${e.order}.`,
  pick: (e, _, does) => `${does("pick", "picks")} ${nameOf(e.card)}.`,
  recruit: (e, _, does) => `${does("recruit", "recruits")} ${e.card ? nameOf(e.card) : "a card of the Army"} and trades ${nameOf(e.trades)}${
    e.exhausts && e.exhausts !== "-" ? `, exhausting ${nameOf(e.exhausts)}` : ""}.`,
  recommission: (e, _, does) => `${does("recommission", "recommissions")} ${nameOf(e.card)}, exhausting ${cards(e.exhausts as string[])}.`,
  facet: (e, names) => `${capital(names.whose(e.seat as number))} King is a ${FACETS[e.facet] ?? e.facet} in this round.`,
  mustered: (_, __, does) => `${does("end", "ends")} mustering.`,
  recall: (e, _, does) => `${does("recall", "recalls")} ${nameOf(e.card)} to the Army.`,
  rally: (e, _, does) => `${does("rally", "rallies")} ${e.card ? nameOf(e.card) : "a card of the Army"}.`,
  return: (e, _, does) => `${does("return", "returns")} ${e.card ? nameOf(e.card) : "a rallied card"} to the Army.`,
  removed: e => `${nameOf(e.card)} is removed from the round.`,
  copy: (e, names) => `${capital(names.whose(e.seat as number))} Stranger copies ${nameOf(e.card)}.`,
  dungeon: (e, names) => `${capital(names.whose(e.seat as number))} Dungeon card ${e.card ? `is ${nameOf(e.card)}` : "is taken"}.`,
  guess: (e, _, does) => `${does("say", "says")} ${e.answer} to ${nameOf(e.card)}: ${e.right === "yes" ? "right" : "wrong"}.`,
  takes: (e, _, does) => `${does("take", "takes")} the ${capital(e.what)}${e.card ? `, ${nameOf(e.card)}` : ""}.`,
  exile: (_, __, does) => `${does("play", "plays")} an Exile: everything that is not Steadfast is muted until the next turn of that player.`,
  conspiracy: (_, names) => `${capital(names.whose(_.seat as number))} cards are Steadfast and count 1 more.`,
  passed: (_, __, does) => `${does("do not react", "does not react")}.`,
  sealed: (e, _, does) => (e.question === "setup" ? `${does("have", "has")} chosen Successor and Dungeon.`
    : e.question === "round_over" ? `${does("are", "is")} ready.` : `${does("have", "has")} chosen.`),
};

export function words(event: GameEvent, names: Names): string | null {
  const say = SAYS[event.event];
  if (!say) return null;
  return say(event, names, (you, they) => names.does(event.seat ?? -1, you, they));
}

export const head = (event: GameEvent): string | null => (event.event === "round" ? `Round ${event.number as number}` : null);

/** A declared ability: "Sentry on the Oathbound", "Judge, naming Queen". */
export function declaredInWords(view: KingsView, d: Declared, names: Names): string {
  const court = courtOf(view);
  const copied = d.copying ? `, copying ${nameOf(court[d.copying - 1]?.word ?? "a card")}` : "";
  const at = d.at ? ` on ${nameOf(court[d.at - 1]?.word ?? "")}` : "";
  const on = d.on >= 0 ? ` on ${names(d.on) === "You" ? "you" : names(d.on)}` : "";
  return `${nameOf(d.card)}${copied}${at}${on}${d.naming ? `, naming ${nameOf(d.naming)}` : ""}${d.saying ? `, saying ${d.saying}` : ""}`;
}

function reaction(p: TableProps<KingsView>): string {
  const { view, names } = p;
  const effects = effectsOf(view), top = effects.at(-1), flip = effects.find(e => e.kind === "flip");
  if (top?.kind === "assassin" && flip)
    return `${capital(names.whose(top.seat))} Assassin answers ${names.whose(flip.seat)} King’s flip`;
  if (top?.kind === "flip") return `${names.does(top.seat, "flip your", "flips the")} King`;
  const d = declaredOf(view);
  return d ? `${names.does(d.seat, "play", "plays")} ${declaredInWords(view, d, names)}` : "Somebody may react";
}

type Say = (p: TableProps<KingsView>) => string;
const other = (p: TableProps<KingsView>): string => {
  const open = p.question?.open.filter(s => s < 8 && s !== p.me) ?? [];
  return open.length ? list(open.map(s => p.names(s))) : "the others";
};
const sentryTarget = (p: TableProps<KingsView>): string => nameOf(courtOf(p.view)[(declaredOf(p.view)?.at ?? 0) - 1]?.word ?? "the card");

/** By question: what I am asked, and what somebody else is. */
const PROMPTS: Record<string, [mine: Say, theirs: Say]> = {
  choose_first_player: [() => "You are the True King. Who plays first?", () => "The True King names who plays first"],
  setup: [p => (p.view.facet?.[p.me] === "tactician" ? "Choose your Successor, your Dungeon card and your Squire" : "Choose your Successor and your Dungeon card"), p => `${other(p)} ${p.question && p.question.open.length > 1 ? "choose" : "chooses"} Successor and Dungeon`],
  play: [
    p => {
      const kinds = new Set(waysOf(p.offers).map(way => way.kind));
      if (p.view.antechamber[p.me]?.length) return "Play a card of your Antechamber, whatever it counts";
      if (!kinds.has("play")) return "No card fits: flip your King";
      return kinds.has("flip king") ? "Play a card, or flip your King" : "Play a card";
    },
    p => `${other(p)} to play${throneOf(p.view) ? ` on ${nameOf(throneOf(p.view)!.word)} ${throneOf(p.view)!.value}` : ""}`,
  ],
  play_second: [() => "Play a second card on your Oathbound, whatever it counts", () => "The Oathbound asks for a second card"],
  reaction_assassin: [p => `${reaction(p)}. Do you react?`, p => `${reaction(p)}. It waits for a reaction`],
  reaction_kings_hand: [p => `${reaction(p)}. Do you react?`, p => `${reaction(p)}. It waits for a reaction`],
  soldier_disgrace: [p => `A hit: somebody holds ${nameOf(declaredOf(p.view)?.naming ?? "it")}. Disgrace up to three cards`, () => "The Soldier’s player may disgrace up to three cards"],
  judge_move: [p => `A hit: you may move a card to your Antechamber (${nameOf(declaredOf(p.view)?.naming ?? "")} is held)`, () => "The Judge’s player may move a card to the Antechamber"],
  warden_card: [p => `Which card do you exchange with the Accused ${nameOf(p.view.accused)}?`, p => `A card is exchanged with the Accused ${nameOf(p.view.accused)}`],
  sentry_card: [p => `Which card do you give for ${sentryTarget(p)}?`, p => `A card is given for ${sentryTarget(p)}`],
  princess_swap: [() => "Choose the card you give away, in secret", () => "Two cards change hands"],
  execute_condemn: [p => `Condemn one of your cards of value ${declaredOf(p.view)?.saying ?? ""}`, p => `A card of value ${declaredOf(p.view)?.saying ?? ""} is condemned`],
  herald_successor: [() => "Choose your new Successor", () => "The Herald’s player sets a new Successor"],
  herald_play: [() => "You may play another card of value 5 or more and take the Herald back", () => "The Herald’s player may play another card"],
  spy_target: [() => "Whose Successor is to be exchanged?", () => "The Spy’s player may make somebody exchange the Successor"],
  spy_swap: [() => "Exchange your Successor: choose the new one", () => "A Successor is exchanged"],
  assassin_take: [() => "Take one card of your victim", () => "The Assassin’s player takes a card"],
  inquisitor_move: [() => "Choose the copy that goes to your Antechamber", () => "A copy goes to an Antechamber"],
  signature_selection: [() => "Choose three Signature cards for your Army", () => "Signature cards are being chosen"],
  draft_order: [() => "Do you pick first or second?", () => "The order of picking is being chosen"],
  draft_pick: [() => "Pick a Signature card", () => "A Signature card is being picked"],
  mustering: [() => "Muster: recruit, recommission, choose a facet, or end", p => `${other(p)} musters`],
  facet_flip: [() => "Your King’s facet gives you a choice", () => "A King’s facet gives a choice"],
  recall: [() => "Recall an Exhausted card to your Army", () => "A card is recalled"],
  rally: [() => "Rally a card of your Army to your hand, or none", () => "A card may be rallied"],
  return_rallied: [() => "Which rallied card goes back to your Army?", () => "A rallied card goes back"],
  aegis_disgrace: [() => "Disgrace one face-up card, or none", () => "The Aegis may disgrace a card"],
  ancestor_remove: [() => "Remove a hand card from the round to rally, or none", () => "A hand card may be removed"],
  informant_take: [() => "You guessed right: take the Dungeon card, rally, or neither", () => "The Informant guessed right"],
  nakturn_guess: [p => `Does the Nakturn’s player hold ${nameOf(declaredOf(p.view)?.naming ?? "that card")}?`, () => "A guess about the Nakturn’s hand"],
  nakturn_condemn: [() => "Wrong guess: condemn one card of that hand", () => "The Nakturn condemns a card"],
  round_over: [p => roundResult(p), p => roundResult(p)],
};

/** Who won the round that is over, from its score events. */
export function roundResult(p: TableProps<KingsView>): string {
  const scores: GameEvent[] = [];
  for (let i = p.history.length - 1; i >= 0 && p.history[i].event !== "round"; i--)
    if (p.history[i].event === "score" && (p.history[i].gains as number) > 0) scores.unshift(p.history[i]);
  const parts = scores.map(e => `${p.names.does(e.seat ?? 0, "score", "scores")} ${e.gains as number}`);
  return parts.length ? `Round ${p.view.round} is over: ${list(parts)}` : `Round ${p.view.round} is over`;
}

export function prompt(p: TableProps<KingsView>): string | null {
  const { question } = p;
  const say = question && PROMPTS[question.asks];
  if (!say) return null;
  return question.mine ? say[0](p) : say[1](p);
}

export function outcome(p: TableProps<KingsView>): string | null {
  if (!p.over) return null;
  const { scores } = p.over, best = Math.max(...scores);
  const winners = scores.flatMap((s, i) => (s === best ? [i] : []));
  const score = [...scores].sort((a, b) => b - a).join(" to ");
  return winners.length === 1 ? `${p.names.does(winners[0], "win", "wins")} the match, ${score}`
    : `${list(winners.map(s => p.names(s)))} win the match, ${score}`;
}

export const where = (p: TableProps<KingsView>): string => `${p.view.round ? `Round ${p.view.round}` : "Before the first round"} · first to ${p.view.target}${
  p.view.rules === "base" ? "" : ` · ${p.view.rules}`}`;
