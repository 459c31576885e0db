// The battles in words where the table shows more than the referee tells: plans, powers, whose battle it is. Factions speak,
// not seats: what matters is who fights whom.
import { FACTIONS, cardName, count, half, leaderName, placeName, planOf, sidesOf, type DuneView, type Faction } from "./model";

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
