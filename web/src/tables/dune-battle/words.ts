// The battles in words: events for the log and the screen reader, questions for the slip. Factions speak, not seats: what
// matters is who fights whom; a question always says whose battle it is.
import type { GameEvent } from "../../proto";
import type { Names, TableProps } from "../table";
import {
  FACTIONS, areaName, cardName, count, half, kindName, leaderName, placeName, planOf, seatOf, seatOn, sidesOf, type DuneView, type Faction,
} from "./model";

/** "You" or the faction; `of` within a sentence: "you", "the Emperor". */
export function who(view: Pick<DuneView, "factions">, me: number, seat: number): string {
  return seat === me ? "You" : (FACTIONS[view.factions[seat]]?.name ?? "The table");
}
export const whom = (view: Pick<DuneView, "factions">, me: number, seat: number): string =>
  seat === me ? "you" : (FACTIONS[view.factions[seat]]?.of ?? "the table");

/** "You win", "Harkonnen win", "The Emperor wins" */
export function does(view: Pick<DuneView, "factions">, me: number, seat: number, plural: string, singular: string): string {
  const look = FACTIONS[view.factions[seat]];
  if (seat === me) return `You ${plural}`;
  const name = look?.of ?? "the table";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${look?.many ? plural : singular}`;
}

export const cards = (codes: string[]): string => codes.map(cardName).join(" and ");
const lostWords = (normal: number, elite: number) => (elite ? `${normal} normal and ${elite} elite forces` : count(normal, "force"));

/** "Weapon: Maula Pistol", "Number: 3½ with 2 spice" */
export function answerWords(element: string, answer: string): string {
  const [, dial, spice] = /^(\d+)H\/(\d+)$/.exec(answer) ?? [];
  const what = { LEADER: "Leader", WEAPON: "Weapon", DEFENSE: "Defense", NUMBER: "Number" }[element] ?? element;
  if (dial !== undefined) return `${what}: ${half(Number(dial))} with ${spice} spice`;
  if (answer === "none") return `${what}: none`;
  if (answer === "CHEAP_HERO") return `${what}: a Cheap Hero`;
  return `${what}: ${element === "LEADER" ? leaderName(answer) : cardName(answer)}`;
}

export const ELEMENTS: Record<string, { name: string; about: string }> = {
  LEADER: { name: "The leader", about: "who leads the army" },
  WEAPON: { name: "The weapon", about: "the card in the weapon slot, or none" },
  DEFENSE: { name: "The defense", about: "the card in the defense slot, or none" },
  NUMBER: { name: "The number", about: "dial and spice" },
};
export const POWERS: Record<string, { name: string; about: string }> = {
  KH: { name: "Kwisatz Haderach", about: "it cannot be used in this battle" },
  SARDAUKAR: { name: "Sardaukar", about: "they count like normal forces in this battle" },
  FEDAYKIN: { name: "Fedaykin", about: "they count like normal forces in this battle" },
  HARDENED: { name: "Battle Hardened", about: "Fremen need spice in this battle" },
};
/** A power, or LOOK_BG: Atreides see the whole plan of a combatant. */
export function powerName(word: string): string {
  return word.startsWith("LOOK_") ? `See ${FACTIONS[word.slice(5) as Faction]?.of ?? ""}’s plan` : (POWERS[word]?.name ?? word);
}
export const modeName = (mode: string): string => (mode === "PLAY" ? "must play" : "must not play");

export const planWords = (words: string[]): string => {
  const plan = planOf(words), lead = plan.leader ? leaderName(plan.leader) : plan.hero ? "a Cheap Hero" : "no leader";
  const parts = [lostWords(plan.normal, plan.elite), ...(plan.spice ? [`${plan.spice} spice`] : []), lead,
    ...[plan.weapon, plan.defense].filter(Boolean).map(cardName), ...(plan.kh ? ["Kwisatz Haderach"] : [])];
  return parts.join(", ") + (plan.isDefault ? " (played by the referee)" : "");
};

 
export function eventWords(e: GameEvent, names: Names, view: DuneView): string | null {
  const seat = e.seat ?? -1, me = names.me;
  const act = (plural: string, singular: string) => does(view, me, seat, plural, singular);
  const faction = (code: unknown) => whom(view, me, seatOf(view, code as string));
  switch (e.event) {
    case "phase_start": return "The battle phase begins.";
    case "fights_listed": return `${count(e.fights as number, "fight")} on the map.`;
    case "battle_chosen":
      return `${placeName(e.zone as string)}: ${who(view, me, seatOf(view, e.aggressor as string))} attack${who(view, me, seatOf(view, e.aggressor as string)) === "You" || FACTIONS[e.aggressor as Faction]?.many ? "" : "s"} ${faction(e.defender)}.`;
    case "power_prevented": return `${act("prevent", "prevents")} the ${powerName(e.power as string)} by Karama.`;
    case "voice_used": return `${act("command", "commands")} by Voice: ${faction(e.target)} ${modeName(e.mode as string)} a ${kindName(e.kind as string).toLowerCase()}.`;
    case "voice_passed": return `${act("do", "does")} not use the Voice.`;
    case "voice_cancelled": return `${act("cancel", "cancels")} the Voice with ${cardName(e.card as string)}.`;
    case "prescience_used": return `${act("ask", "asks")} ${faction(e.target)} by Prescience: ${ELEMENTS[e.element as string]?.name.toLowerCase() ?? ""}.`;
    case "prescience_answered":
      return e.answer === undefined || e.answer === null ? `${act("answer", "answers")}. Only ${whom(view, me, seatOf(view, "AT"))} see it.`
        : `${act("answer", "answers")}: ${answerText(e.answer as string)}.`;
    case "prescience_cancelled": return `${act("cancel", "cancels")} Prescience with ${cardName(e.card as string)}.`;
    case "prescience_blocked": return "The answer is none; no other question is allowed in this battle.";
    case "spice_given": return `${act("give", "gives")} ${faction(e.to)} ${e.spice as number} spice.`;
    case "ghola_used":
      return `${act("revive", "revives")} ${e.leader === "-" ? lostWords(e.normal as number, e.elite as number) : leaderName(e.leader as string)} with a Ghola.`;
    case "look": return `${act("will see", "will see")} the plan of ${faction(e.at)} before the battle.`;
    case "plan_look": return `${who(view, me, seat)}’s plan, for ${me === seatOf(view, "AT") ? "your" : "Atreides’"} eyes: ${planWords(e.plan as string[])}.`;
    case "no_leader_announced": return `${act("announce", "announces")}: no leader.`;
    case "plan_unlocked": return `${who(view, me, seat)}: the plan is unlocked and must be sent again.`;
    case "plans_revealed": return "Both wheels are turned.";
    case "traitor_called": return `${act("call", "calls")} ${leaderName(e.leader as string)} a traitor!`;
    case "no_traitor": return "No traitor is called.";
    case "explosion": return `Lasgun and Shield: ${placeName(e.territory as string)} explodes.`;
    case "leader_killed": return `${leaderName(e.leader as string)} is killed${{ WEAPON: " by a weapon", TRAITOR: ", a traitor", EXPLOSION: " in the explosion" }[e.cause as string] ?? ""}.`;
    case "battle_result": return resultWords(e, act);
    case "forces_lost": return `${act("lose", "loses")} ${lostWords(e.normal as number, e.elite as number)} in ${areaName(e.area as string)}.`;
    case "spice_paid": return `${act("pay", "pays")} ${e.spice as number} spice.`;
    case "spice_gained": return `${act("receive", "receives")} ${e.spice as number} spice.`;
    case "cards_discarded": return `${act("discard", "discards")} ${cards(e.cards as string[])}.`;
    case "capture_choice": return captureWords(e, act);
    case "capture_cancelled": return `${act("cancel", "cancels")} the capture with ${cardName(e.card as string)}.`;
    case "leader_returned": return e.leader === undefined || e.leader === "-" || e.leader === null ? "A leader goes back to his faction." : `${leaderName(e.leader as string)} goes back to his faction.`;
    case "kh_active": return "The Kwisatz Haderach is active from the next battle on. Only you know.";
    case "battle_end": return `The battle in ${placeName(e.zone as string)} is over.`;
    case "over": return "";
    case "phase_end": return "The battle phase is over.";
    case "sealed": return e.question === "traitor" ? `${act("have", "has")} answered.` : `${act("have", "has")} locked the wheel.`;
    default: return null;
  }
}

function answerText(answer: string): string {
  const [, dial, spice] = /^(\d+)H\/(\d+)$/.exec(answer) ?? [];
  if (dial !== undefined) return `dial ${half(Number(dial))} with ${spice} spice`;
  if (answer === "CHEAP_HERO") return "a Cheap Hero";
  return answer === "none" ? "none" : /^(at|hk|fr|em|sg|bg)_/.test(answer) ? leaderName(answer) : cardName(answer);
}

function resultWords(e: GameEvent, act: (plural: string, singular: string) => string): string {
  const [a = 0, d = 0] = e.totals as number[];
  if (e.kind === "EXPLOSION") return "Nobody wins.";
  if ((e.seat ?? 14) >= 8) return "Both sides lose everything; nobody wins.";
  return e.kind === "NORMAL" ? `${act("win", "wins")}, ${half(Math.max(a, d))} to ${half(Math.min(a, d))}.` : `${act("win", "wins")} at once.`;
}

function captureWords(e: GameEvent, act: (plural: string, singular: string) => string): string {
  const known = typeof e.leader === "string" && e.leader !== "-" ? leaderName(e.leader) : "a leader";
  if (e.choice === "KILL") return `${act("kill", "kills")} ${known}, face down, for 2 spice.`;
  return e.choice === "CAPTURE" ? `${act("capture", "captures")} ${known}.` : `${act("let", "lets")} ${known} go.`;
}

// ---- questions ----

/** "your battle with Harkonnen in Arrakeen", "Atreides’ battle with …": whose battle it is. */
export function whoseBattle(view: DuneView, me: number): string {
  const sides = sidesOf(view);
  if (!sides) return "";
  const place = placeName(view.zone), [a, d] = sides;
  const mine = a === me || d === me;
  if (mine) return `your battle with ${whom(view, me, a === me ? d : a)} in ${place}`;
  const ally = Number(view.allies[me]);
  if (a === ally || d === ally) return `your ally’s battle in ${place}: ${whom(view, me, ally)} against ${whom(view, me, a === ally ? d : a)}`;
  return `the battle of ${whom(view, me, a)} and ${whom(view, me, d)} in ${place}`;
}

/** The side that Voice or Prescience of this seat would be turned on. */
export function targetOf(view: DuneView, seat: number): number {
  const sides = sidesOf(view);
  if (!sides) return -1;
  const ally = Number(view.allies[seat]);
  return sides[0] === seat || sides[0] === ally ? sides[1] : sides[0];
}

const mineOrTheirs = (p: TableProps<DuneView>, mine: string, theirs: string): string => {
  const seats = (p.question?.open ?? []).filter(seat => seat < 8);
  const names = seats.map(seat => who(p.view, p.me, seat)).join(" and ");
  return p.question?.mine ? mine : `${names}: ${theirs}`;
};

export function promptWords(p: TableProps<DuneView>): string | null {
  const { view, me, question } = p;
  if (!question) return null;
  const battle = whoseBattle(view, me), asked = question.open[0] ?? -1, target = whom(view, me, targetOf(view, asked));
  const isTarget = targetOf(view, asked) === me;
  switch (question.asks) {
    case "choose": return mineOrTheirs(p, "You are the aggressor. Which battle comes next?", "which battle comes next?");
    case "declare": return mineOrTheirs(p, `Before ${battle}: do you play a card?`, `something before ${battle}?`);
    case "voice":
    case "voice_late": return mineOrTheirs(p, `The Voice, in ${battle}: command ${target}?`, isTarget ? `the Voice on you, in ${battle}?` : `the Voice, in ${battle}?`);
    case "voice_cancel":
    case "voice_late_cancel": return mineOrTheirs(p, `The Voice: ${whom(view, me, seatOn(view, view.voice_side))} ${modeName(view.voice_mode)} a ${kindName(view.voice_kind).toLowerCase()}. Cancel it by Karama?`, "Karama against the Voice?");
    case "prescience_ask": return mineOrTheirs(p, `Prescience, in ${battle}: what must ${target} show?`, isTarget ? `Prescience on you, in ${battle}?` : `Prescience, in ${battle}?`);
    case "prescience_cancel": return mineOrTheirs(p, "Prescience was asked. Cancel it by Karama?", "Karama against Prescience?");
    case "prescience_answer": return mineOrTheirs(p, `Atreides ask for ${ELEMENTS[view.element]?.name.toLowerCase() ?? ""} of your plan. Your answer binds you.`, `an answer to Prescience: ${ELEMENTS[view.element]?.name.toLowerCase() ?? ""}.`);
    case "plan_first": return mineOrTheirs(p, "Atreides will see your plan. Set your wheel first.", "the wheel that Atreides see first.");
    case "plans": return mineOrTheirs(p, `Set your wheel for ${battle}.`, `their wheels for ${battle}.`);
    case "plan_again": return mineOrTheirs(p, "The Voice has spoken. Set your wheel again.", "the wheel again, by order of the Voice.");
    case "traitor": return mineOrTheirs(p, "Both wheels are turned. Is their leader your traitor?", "a traitor?");
    case "winner_choice": return mineOrTheirs(p, "You win. What do you keep, and where do your losses fall?", "what to keep, and where losses fall.");
    case "capture": return mineOrTheirs(p, view.drawn === "-" ? "A leader of the loser is yours to take." : `${leaderName(view.drawn)} is yours to take.`, "kill, capture, or let go?");
    case "capture_cancel": return mineOrTheirs(p, "Cancel the capture by Karama?", "Karama against the capture?");
    default: return null;
  }
}
