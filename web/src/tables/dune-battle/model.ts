// What the Dune table knows: the view in types of its own, armies, plans and their strength, and what a hand allows. All
// of it is for showing; whether a plan is legal, the referee says. Strength is counted in half points (DB-0.1).
import type { GameEvent, Offers } from "../../proto";
import { CARDS, LEADERS, TERRITORIES } from "./data";

export type Faction = "AT" | "HK" | "FR" | "EM" | "SG" | "BG";

export interface FactionLook { name: string; of: string; mark: string; tincture: string; many: boolean }

/** `many`: Harkonnen win, the Emperor wins. */
export const FACTIONS: Record<Faction, FactionLook> = {
  AT: { name: "Atreides", of: "Atreides", mark: "mk-hawk", tincture: "t-vert", many: true },
  HK: { name: "Harkonnen", of: "Harkonnen", mark: "mk-horns", tincture: "t-sable", many: true },
  FR: { name: "Fremen", of: "Fremen", mark: "mk-worm", tincture: "t-or", many: true },
  EM: { name: "Emperor", of: "the Emperor", mark: "mk-sun", tincture: "t-gules", many: false },
  SG: { name: "Spacing Guild", of: "the Guild", mark: "mk-loop", tincture: "t-purpure", many: false },
  BG: { name: "Bene Gesserit", of: "the Bene Gesserit", mark: "mk-eye3", tincture: "t-azure", many: true },
};

/** The view as the referee writes it: numbers of seats are texts, yes and no are words. */
export interface DuneView {
  factions: Faction[];
  order: string[];
  allies: string[];
  storm: number;
  advanced: string;
  forces: string[][];
  advisors: string[];
  ground: string[];
  tanks: number[];
  elite_tanks: number[];
  dead: string[];
  face_down: string[];
  captives: string[];
  hidden_dead: string[];
  hidden_captives: string[];
  hidden_dead_of: number[];
  used: string[];
  kh_used: string;
  kh_dead: string;
  discard: string[];
  hand: string[][];
  traitors: string[][];
  spice: number[];
  kh_counter: number;
  hidden_plan_aggressor: string[];
  hidden_plan_defender: string[];
  answer: string;
  drawn: string;
  combatants: string[];
  zone: string;
  prevented: string[];
  /** a side here is "aggressor" or "defender" */
  look_at: string;
  voice: string;
  voice_side: string;
  voice_mode: string;
  voice_kind: string;
  prescience: string;
  prescience_side: string;
  element: string;
  locked: string[];
  revealed: string;
  winner: string;
  plan_aggressor: string[];
  plan_defender: string[];
  /** my sealed answer: a plan, field by field */
  own: Record<string, string | number> | null;
}

export const half = (h: number): string => (h % 2 ? `${h > 1 ? Math.floor(h / 2) : ""}½` : String(h / 2));

/** "4½" as it is spoken: "4 and a half". */
export const halfSpoken = (h: number): string => (h % 2 ? (h > 1 ? `${Math.floor(h / 2)} and a half` : "a half") : String(h / 2));

export const count = (n: number, one: string, many = one + "s"): string => `${n} ${n === 1 ? one : many}`;

// ---- names ----

export const leaderName = (code: string): string => LEADERS[code]?.[1] ?? code;
export const strengthOf = (code: string): number => LEADERS[code]?.[2] ?? 0;
export const leaderFaction = (code: string): Faction => (LEADERS[code]?.[0] ?? "AT") as Faction;
/** "Hawat", the part of a name that fits on a narrow button. */
export const shortName = (code: string): string => leaderName(code).split(" ").at(-1)!;
export const cardName = (code: string): string => CARDS[code]?.[0] ?? code;
export const cardKind = (code: string): string => CARDS[code]?.[1] ?? "";
export const isHero = (code: string): boolean => cardKind(code) === "CHEAP_HERO";

interface KindLook { name: string; about: string; mark: string; tincture: string }
const KINDS: Record<string, KindLook> = {
  LASGUN: { name: "Lasgun", about: "Kills; explodes with a Shield", mark: "mk-bolt", tincture: "t-or" },
  PROJECTILE_WEAPON: { name: "Projectile weapon", about: "Projectile weapon", mark: "mk-bolt", tincture: "t-gules" },
  POISON_WEAPON: { name: "Poison weapon", about: "Poison weapon", mark: "mk-drop", tincture: "t-gules" },
  PROJECTILE_DEFENSE: { name: "Projectile defense", about: "Stops projectiles", mark: "mk-shield", tincture: "t-azure" },
  POISON_DEFENSE: { name: "Poison defense", about: "Stops poison", mark: "mk-snooper", tincture: "t-azure" },
  CHEAP_HERO: { name: "Cheap Hero", about: "In a leader’s place, strength 0", mark: "mk-force", tincture: "t-vert" },
  WORTHLESS: { name: "Worthless card", about: "Worthless", mark: "mk-junk", tincture: "t-sable" },
  SPECIAL: { name: "Special card", about: "Not part of a plan", mark: "mk-spice", tincture: "t-purpure" },
};
export const kindLook = (kind: string): KindLook => KINDS[kind] ?? KINDS.SPECIAL;
export const cardLook = (code: string): KindLook => kindLook(cardKind(code));
export const kindName = (kind: string): string => kindLook(kind).name;
/** "wind_pass/15" or "wind_pass/15+1" in words. */
export function placeName(place: string): string {
  const [territory = ""] = place.split(/[/+]/);
  return TERRITORIES[territory]?.[0] ?? territory;
}

const SECTORS = 18; // round the pole, against the clock from the south on
const ENDS = { x: ["western", "eastern"], y: ["southern", "northern"] };

/** What the parts of a territory are called, by where they lie: "western", "middle", "eastern". */
export function partNames(areas: string[]): string[] {
  const at = areas.map(area => { const turn = (Number(area.split("/")[1] ?? 0) / SECTORS) * 2 * Math.PI; return { x: Math.sin(turn), y: -Math.cos(turn) }; });
  const width = (axis: "x" | "y") => Math.max(...at.map(a => a[axis])) - Math.min(...at.map(a => a[axis]));
  const axis = width("x") >= width("y") ? "x" : "y", [low, high] = ENDS[axis];
  const order = at.map((_, i) => i).sort((a, b) => at[a][axis] - at[b][axis]);
  const all = [low, ...(areas.length > 3 ? [`middle ${low}`] : []), ...(areas.length % 2 ? ["middle"] : []), ...(areas.length > 3 ? [`middle ${high}`] : []), high];
  return at.map((_, i) => all[order.indexOf(i)]);
}

// ---- places and forces ----

export interface Zone { territory: string; areas: string[] }

/** The zone "wind_pass/15+1": this area and one more behind it. */
export function zoneOf(text: string): Zone | null {
  const found = /^(\w+?)(?:\/(\d+))?(?:\+(\d+))?$/.exec(text);
  const [, territory = "", sector, more] = found ?? [];
  const sectors = TERRITORIES[territory]?.[2];
  if (!sectors) return null;
  const first = sector === undefined ? 0 : sectors.indexOf(Number(sector));
  const own = sectors.slice(first, first + 1 + Number(more ?? 0));
  return { territory, areas: own.map(s => (sectors.length > 1 ? `${territory}/${s}` : territory)) };
}

/** The zone that begins at an area, as a fight names it: up to the storm, or the stormed area alone (DB-1.3). */
export function zoneFrom(place: string, storm: number): Zone | null {
  const [territory = "", sector] = place.split("/"), sectors = TERRITORIES[territory]?.[2] ?? [];
  const first = sector === undefined ? 0 : sectors.indexOf(Number(sector)), stormed = sectors.indexOf(storm, first);
  const behind = stormed < 0 ? sectors.length : Math.max(stormed, first + 1);
  return zoneOf(`${place}+${behind - first - 1}`);
}

export interface Stack { area: string; normal: number; elite: number }

/** "wind_pass/15=4+2*": four normal and two elite forces. */
export function stackOf(text: string): Stack {
  const [area = "", number = ""] = text.split("=");
  const [normal = "0", elite = "0"] = number.split("+");
  return { area, normal: Number(normal), elite: parseInt(elite, 10) };
}

export function army(view: DuneView, seat: number, zone: Zone | null): Stack {
  const sum = { area: zone?.territory ?? "", normal: 0, elite: 0 };
  for (const stack of (view.forces[seat] ?? []).map(stackOf))
    if (zone?.areas.includes(stack.area)) {
      sum.normal += stack.normal;
      sum.elite += stack.elite;
    }
  return sum;
}

export const armyWords = ({ normal, elite }: { normal: number; elite: number }): string =>
  elite ? `${normal} and ${elite} elite forces` : count(normal, "force");

export const seatOf = (view: DuneView, faction: string): number => view.factions.indexOf(faction as Faction);

/** The battle that is going on: seats of aggressor and defender. */
export function sidesOf(view: DuneView): [number, number] | null {
  return zoneOf(view.zone) ? [Number(view.combatants[0]), Number(view.combatants[1])] : null;
}

/** 0 for the aggressor, 1 for the defender, -1 for nobody. */
export const sideIndex = (side: string): number => ["aggressor", "defender"].indexOf(side);

/** The seat that stands on this side of the battle, or -1. */
export const seatOn = (view: DuneView, side: string): number => sidesOf(view)?.[sideIndex(side)] ?? -1;

// ---- plans ----

export interface Plan {
  normal: number;
  elite: number;
  spice: number;
  leader: string;
  hero: string;
  weapon: string;
  defense: string;
  kh: boolean;
  announced: boolean;
  isDefault: boolean;
}

export const NO_PLAN: Plan = {
  normal: 0, elite: 0, spice: 0, leader: "", hero: "", weapon: "", defense: "", kh: false, announced: false, isDefault: false,
};

const orNone = (word: string | undefined): string => (word === undefined || word === "-" ? "" : word);

/** ["5/0/4", "at_hawat", "crysknife", "shield_1", "kh"] */
export function planOf(words: string[]): Plan {
  const [numbers = "0/0/0", lead, weapon, defense, ...more] = words;
  const [normal = 0, elite = 0, spice = 0] = numbers.split("/").map(Number);
  const name = orNone(lead);
  return {
    normal, elite, spice, leader: isHero(name) ? "" : name, hero: isHero(name) ? name : "", weapon: orNone(weapon),
    defense: orNone(defense), kh: more.includes("kh"), announced: more.includes("announced"), isDefault: more.includes("default"),
  };
}

/** The plan as a move, in the order of the referee's own table. */
export function planMove(plan: Plan): string {
  const parts: [string, string | number][] = [
    ["normal", plan.normal], ["elite", plan.elite], ["spice", plan.spice], ["leader", plan.leader], ["cheap_hero", plan.hero],
    ["weapon", plan.weapon], ["defense", plan.defense], ["kh", plan.kh ? 1 : 0], ["announce_none", plan.announced ? 1 : 0],
  ];
  return ["plan", ...parts.filter(([, value]) => value).map(([name, value]) => `${name}=${value}`)].join(" ");
}

/** What a force is worth here: DB-9.2, 12.8 to 12.11, 13.2. */
export interface Worth { isAdvanced: boolean; elite: number; isHardened: boolean }

export function worthOf(view: DuneView, seat: number, foe: number): Worth {
  const faction = view.factions[seat], against = view.factions[foe];
  const lostElite = (faction === "EM" && (against === "FR" || view.prevented.includes("SARDAUKAR"))) ||
    (faction === "FR" && view.prevented.includes("FEDAYKIN"));
  return {
    isAdvanced: view.advanced === "yes", elite: lostElite ? 1 : 2,
    isHardened: faction === "FR" && !view.prevented.includes("HARDENED"),
  };
}

export interface DialPart { what: string; each: string; h: number }

/** The dial of so many forces and so much spice, part by part; elites are supported first (DB-5.5). */
export function dialParts(worth: Worth, { normal, elite, spice }: Pick<Plan, "normal" | "elite" | "spice">): DialPart[] {
  if (!worth.isAdvanced)
    return [{ what: count(normal + elite, "force"), each: "one point each", h: 2 * (normal + elite) }].filter(p => p.h);
  const paid = worth.isHardened ? normal + elite : spice;
  const fullElite = Math.min(paid, elite), fullNormal = Math.min(paid - fullElite, normal);
  const full = worth.isHardened ? "in full, hardened" : "with spice", v = worth.elite;
  const parts: DialPart[] = [
    { what: `${count(fullElite, "elite force")} ${full}`, each: `${v === 1 ? "one point" : "two points"} each`, h: 2 * v * fullElite },
    { what: `${count(elite - fullElite, "elite force")} without`, each: `${v === 1 ? "half a point" : "one point"} each`, h: v * (elite - fullElite) },
    { what: `${count(fullNormal, "force")} ${full}`, each: "one point each", h: 2 * fullNormal },
    { what: `${count(normal - fullNormal, "force")} without`, each: "half a point each", h: normal - fullNormal },
  ];
  return parts.filter(part => part.h);
}

export const dialOf = (worth: Worth, plan: Pick<Plan, "normal" | "elite" | "spice">): number =>
  dialParts(worth, plan).reduce((sum, part) => sum + part.h, 0);

/** DB-9.1: the total if the leader or hero lives, and if not. */
export function totals(worth: Worth, plan: Plan): { lives: number; dies: number } {
  const dies = dialOf(worth, plan);
  return { dies, lives: dies + 2 * strengthOf(plan.leader) + (plan.kh ? 4 : 0) };
}

// ---- weapons ----

export type Hit = "none" | "kills" | "stopped" | "explodes";

/** DB-8.8: what a weapon does to a leader behind this defense; `shields` says whether any Shield is on the table. */
export function hit(weapon: string, defense: string, anyShield: boolean): Hit {
  const kind = cardKind(weapon), guard = cardKind(defense);
  if (kind === "LASGUN") return anyShield ? "explodes" : "kills";
  if (kind === "PROJECTILE_WEAPON") return guard === "PROJECTILE_DEFENSE" ? "stopped" : "kills";
  if (kind === "POISON_WEAPON") return guard === "POISON_DEFENSE" ? "stopped" : "kills";
  return "none";
}

/** Why the weapon worked or did not, with the rule. */
export function hitReason(weapon: string, defense: string, what: Hit): { text: string; rule: string } {
  const kind = cardKind(weapon), guard = cardKind(defense);
  const rule = kind === "LASGUN" ? (what === "explodes" ? "DB-7.1" : "DB-8.4") : kind === "POISON_WEAPON" ? "DB-8.3" : "DB-8.2";
  if (!weapon || what === "none") return { text: weapon ? `${cardName(weapon)} harms nobody` : "No weapon was played", rule: "DB-8.1" };
  if (what === "explodes") return { text: "A Lasgun and a Shield on one table", rule };
  if (what === "stopped") return { text: `by ${guard === "POISON_DEFENSE" ? "a Snooper" : "a Shield"}`, rule };
  if (!defense) return { text: "There was no defense", rule };
  if (guard === "WORTHLESS") return { text: `${cardName(defense)} protects against nothing`, rule: "DB-8.1" };
  if (kind === "LASGUN") return { text: "A Snooper does not stop a Lasgun", rule };
  return {
    text: guard === "POISON_DEFENSE" ? "A Snooper stops poison, not projectiles" : "A Shield stops projectiles, not poison", rule,
  };
}

// ---- what the offers allow ----

export interface PlanOptions {
  leaders: string[];
  heroes: string[];
  weapons: string[];
  defenses: string[];
  normal: number[];
  elite: number[];
  spice: number[];
  kh: boolean;
  announce: boolean;
}

const PARTS = ["normal", "elite", "spice", "leader", "cheap_hero", "weapon", "defense", "kh", "announce_none"];
const NUMBERS = new Set(["normal", "elite", "spice", "kh", "announce_none"]);
const wordsOf = (move: string): Record<string, string> =>
  Object.fromEntries([...move.matchAll(/(\w+)=(\S+)/g)].map(m => [m[1], m[2]]));

/** The values that each part of a plan may take, out of moves or boxes. "" stands for none. */
export function planOptions(offers: Offers | null): PlanOptions {
  const sets: Record<string, Set<string>> = {};
  const add = (part: string, value: string | number | undefined) => {
    const text = value === undefined || value === "-" ? (NUMBERS.has(part) ? "0" : "") : String(value);
    (sets[part] ??= new Set()).add(text);
  };
  for (const move of offers?.moves ?? []) {
    const words = wordsOf(move);
    if (move.split(" ")[0] === "plan") for (const part of PARTS) add(part, words[part]);
  }
  for (const box of offers?.boxes ?? []) {
    const fixed = wordsOf(box.template);
    for (const part of PARTS) {
      const free = box.arguments.find(a => a.field === part);
      if (free) free.values.forEach(value => { add(part, value); });
      else add(part, fixed[part]);
    }
  }
  const texts = (name: string) => [...(sets[name] ?? [])];
  const numbers = (name: string) => texts(name).map(Number).sort((a, b) => a - b);
  return {
    leaders: texts("leader").filter(Boolean), heroes: texts("cheap_hero").filter(Boolean), weapons: texts("weapon"),
    defenses: texts("defense"), normal: numbers("normal"), elite: numbers("elite"), spice: numbers("spice"),
    kh: texts("kh").includes("1"), announce: texts("announce_none").includes("1"),
  };
}

const nearest = (list: number[], to: number): number =>
  list.reduce((best, n) => (Math.abs(n - to) < Math.abs(best - to) ? n : best), list[0] ?? 0);

/** A plan to begin with: all forces, the strongest leader that may fight, cards only where there is no choice. */
export function firstPlan(options: PlanOptions, forces: { normal: number; elite: number }): Plan {
  const leader = [...options.leaders].sort((a, b) => strengthOf(b) - strengthOf(a))[0] ?? "";
  const only = (cards: string[]) => (cards.includes("") ? "" : (cards[0] ?? ""));
  return {
    ...NO_PLAN, normal: nearest(options.normal, forces.normal), elite: nearest(options.elite, forces.elite),
    spice: options.spice[0] ?? 0, leader, hero: leader ? "" : (options.heroes[0] ?? ""), weapon: only(options.weapons),
    defense: only(options.defenses), announced: !leader && !options.heroes.length && options.announce,
  };
}

// ---- why a leader cannot be named, in a word or two; the referee gives the rule ----

export function leaderState(view: DuneView, me: number, code: string): string {
  const place = view.used.find(mark => mark.startsWith(code + "="))?.split("=")[1];
  const here = zoneOf(view.zone)?.territory;
  if (view.dead.includes(code) || view.face_down.includes(code) || view.hidden_dead.includes(code)) return "dead";
  if (leaderFaction(code) === view.factions[me] && (view.captives.includes(code) || view.hidden_captives.includes(code))) return "captive";
  if (place && place !== here) return `in ${placeName(place)}`;
  return "";
}

/** The leaders a faction shows at its side: its own five, and captives of Harkonnen. */
export function leadersOf(view: DuneView, seat: number): string[] {
  const faction = view.factions[seat];
  const own = Object.keys(LEADERS).filter(code => leaderFaction(code) === faction);
  const captives = faction === "HK" ? [...view.captives, ...view.hidden_captives] : [];
  return [...own, ...captives.filter((code, i) => captives.indexOf(code) === i)];
}

// ---- the battles of this phase, out of the events ----

export interface Loss { seat: number; normal: number; elite: number; area: string }
export interface Battle {
  zone: string;
  sides: [number, number];
  plans: [Plan, Plan] | null;
  dials: number[];
  calls: { seat: number; leader: string }[];
  noCall: boolean;
  killed: { leader: string; cause: string }[];
  explosion: boolean;
  result: { kind: string; totals: number[]; winner: number } | null;
  lost: Loss[];
  paid: Record<number, number>;
  gained: Record<number, number>;
  discarded: Record<number, string[]>;
  isOver: boolean;
}

const newBattle = (zone: string, sides: [number, number]): Battle => ({
  zone, sides, plans: null, dials: [], calls: [], noCall: false, killed: [], explosion: false, result: null, lost: [], paid: {},
  gained: {}, discarded: {}, isOver: false,
});

const addTo = (sums: Record<number, number>, seat: number, n: number) => { sums[seat] = (sums[seat] ?? 0) + n; };

/** Adds one event to the battle it belongs to. */
function tell(b: Battle, e: GameEvent): void {
  const seat = e.seat ?? -1;
  switch (e.event) {
    case "plans_revealed":
      b.plans = [planOf(e.aggressor as string[]), planOf(e.defender as string[])];
      b.dials = e.dials as number[];
      b.discarded = {};
      break;
    case "traitor_called": b.calls.push({ seat, leader: e.leader as string }); break;
    case "no_traitor": b.noCall = true; break;
    case "explosion": b.explosion = true; break;
    case "leader_killed": b.killed.push({ leader: e.leader as string, cause: e.cause as string }); break;
    case "battle_result":
      b.result = { kind: e.kind as string, totals: e.totals as number[], winner: seat };
      break;
    case "forces_lost": b.lost.push({ seat, normal: e.normal as number, elite: e.elite as number, area: e.area as string }); break;
    case "spice_paid": addTo(b.paid, seat, e.spice as number); break;
    case "spice_gained": addTo(b.gained, seat, e.spice as number); break;
    case "cards_discarded": b.discarded[seat] = [...(b.discarded[seat] ?? []), ...(e.cards as string[])]; break;
    case "battle_end": b.isOver = true; break;
  }
}

export function battlesOf(history: GameEvent[], factions: Faction[]): Battle[] {
  const battles: Battle[] = [];
  for (const event of history) {
    const open = battles.at(-1);
    if (event.event === "battle_chosen")
      battles.push(newBattle(event.zone as string, [factions.indexOf(event.aggressor as Faction), factions.indexOf(event.defender as Faction)]));
    else if (open && !open.isOver) tell(open, event);
  }
  return battles;
}

export interface Because { text: string; rule: string }

/** Why it ended so, step by step with the rules (DB-14.1). */
export function reasons(b: Battle): Because[] {
  const list: Because[] = [];
  if (!b.plans) return list;
  if (b.calls.length === 0) list.push({ text: "No traitor was called", rule: "DB-6.4" });
  for (const call of b.calls) list.push({ text: `${leaderName(call.leader)} is a traitor`, rule: b.calls.length > 1 ? "DB-6.8" : "DB-6.5" });
  if (b.calls.length) return list;
  if (b.explosion) return [...list, { text: "A Lasgun met a Shield: nothing is left", rule: "DB-7.1" }];
  b.plans.forEach((plan, side) => {
    const other = b.plans![1 - side], what = hit(other.weapon, plan.defense, false);
    const name = plan.leader ? shortName(plan.leader) : plan.hero ? "The Cheap Hero" : "";
    const dial = b.dials[side] ?? 0, isDead = what === "kills";
    if (!name) list.push({ text: `No leader: ${half(dial)} alone`, rule: "DB-9.1" });
    else if (isDead) list.push({ text: `${name} dies: ${half(dial)} alone`, rule: hitReason(other.weapon, plan.defense, what).rule });
    else list.push({ text: `${name} lives: ${[half(dial), strengthOf(plan.leader), ...(plan.kh ? [2] : [])].join(" + ")}`, rule: "DB-9.1" });
  });
  const [a = 0, d = 0] = b.result?.totals ?? [];
  list.push(a === d ? { text: "Equal totals: the aggressor wins", rule: "DB-9.4" } : { text: "Higher total wins", rule: "DB-9.3" });
  return list;
}
