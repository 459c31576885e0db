// What a judoka is called and looks like (JK-1.4 to 1.6). The referee tells a card's number and its stats, when they may
// be known; names, class and rarity come from the roster the page has. They have no effect on play.
import { COUNTRIES, ROSTER, TECHNIQUES } from "./roster";

export const STATS = ["power", "speed", "technique", "kumikata", "newaza"] as const;
export type Stat = (typeof STATS)[number];

export const STAT_NAMES: Record<Stat, string> = {
  power: "Power", speed: "Speed", technique: "Technique", kumikata: "Kumi-kata", newaza: "Ne-waza",
};

/** One line each, for aria-describedby of the stat buttons. */
export const STAT_ABOUT: Record<Stat, string> = {
  power: "Strength behind a throw",
  speed: "How fast an attack comes",
  technique: "How clean the throws are",
  kumikata: "Fighting for the grip",
  newaza: "Work on the ground",
};

export const isStat = (word: unknown): word is Stat => STATS.includes(word as Stat);
export const statName = (word: unknown): string => (isStat(word) ? STAT_NAMES[word] : "");

const CLASSES = {
  m: ["-60", "-66", "-73", "-81", "-90", "-100", "+100"],
  f: ["-48", "-52", "-57", "-63", "-70", "-78", "+78"],
};
export type Gender = keyof typeof CLASSES;
export type Rarity = "Common" | "Epic" | "Legendary";

/** JK-1.5: border colour by tincture, and the same in words and marks. */
export const RARITIES: Record<Rarity, { tincture: string; marks: string }> = {
  Common: { tincture: "t-azure", marks: "◆" },
  Epic: { tincture: "t-gules", marks: "◆◆" },
  Legendary: { tincture: "t-or", marks: "◆◆◆" },
};

export interface Judoka {
  id: number;
  first: string;
  surname: string;
  country: string;
  code: string;
  gender: Gender;
  /** with a real minus sign, or "Unknown" */
  weight: string;
  rarity: Rarity;
  technique: string;
  /** 0 lightest to 6 heaviest, for the drawing */
  build: number;
}

/** JK-1.4: a class of the card's own gender, with its place among the seven; anything else is shown as Unknown. */
export function weightClass(gender: Gender, text: string): { weight: string; build: number } {
  const build = CLASSES[gender].indexOf(text);
  return build < 0 ? { weight: "Unknown", build: 3 } : { weight: text.replace("-", "−"), build };
}

/** JK-1.6: the name of a technique; an id that is not in the list has the name of number 0. */
export function techniqueName(id: number): string {
  const [name, japanese] = TECHNIQUES[id] ?? TECHNIQUES[0];
  return japanese || name;
}

const rarityOf = (letter: string): Rarity => (letter === "L" ? "Legendary" : letter === "E" ? "Epic" : "Common");

/** A row of the roster: first name|surname|country|gender|weight class|rarity|technique. */
export function readCard(id: number, row: string): Judoka {
  const [first = "", surname = "", code = "", sex, weight = "", rarity = "", technique] = row.split("|");
  const gender = sex === "f" ? "f" : "m";
  return {
    id, first, surname, gender, code, country: COUNTRIES[code] ?? "Unknown", rarity: rarityOf(rarity),
    technique: techniqueName(Number(technique)), ...weightClass(gender, weight),
  };
}

/** The card of that number; a roster the page does not know has cards without names. */
export function judoka(id: number, roster: string): Judoka {
  const row = roster === "standard" ? ROSTER[id - 1] : undefined;
  return readCard(id, row ?? `Card|No. ${id}||m|?|C|-1`);
}

/** The card in one sentence, for a screen reader. */
export function cardLabel(card: Judoka): string {
  const weight = card.weight === "Unknown" ? "weight class unknown" : `${card.weight} kilograms`;
  return `${card.first} ${card.surname}, ${card.country}, ${weight}, ${card.rarity}, known for ${card.technique}`;
}
