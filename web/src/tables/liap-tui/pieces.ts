// The 32 pieces of Liap Tui and what a collection of them is (sections 2, 7 and 8 of the rules). The referee decides by its
// own tables; these words only tell a player what he is about to lay down.

export type Colour = "red" | "black";
export type Group = "palace" | "field" | "none";

interface Kind { name: string; points: number; colour: Colour; group: Group }

const NAMES: [letter: string, name: string, red: number, group: Group][] = [
  ["G", "General", 14, "palace"],
  ["A", "Advisor", 12, "palace"],
  ["E", "Elephant", 10, "palace"],
  ["R", "Chariot", 8, "field"],
  ["H", "Horse", 6, "field"],
  ["C", "Cannon", 4, "field"],
  ["S", "Soldier", 2, "none"],
];

/** By code: rG is the red General, bS a black Soldier. Black is worth one point less. */
export const KINDS: Record<string, Kind> = Object.fromEntries(NAMES.flatMap(([letter, name, red, group]) => [
  ["r" + letter, { name, points: red, colour: "red" as const, group }],
  ["b" + letter, { name, points: red - 1, colour: "black" as const, group }],
]));

/** Types, weakest first (LT-7.14). */
export const TYPES: Record<string, string> = {
  SINGLE: "Single",
  PAIR: "Pair",
  THREE_OF_A_KIND: "Three of a kind",
  STRAIGHT: "Straight",
  FOUR_OF_A_KIND: "Four of a kind",
  EXTENDED_STRAIGHT: "Extended straight",
  EXTENDED_STRAIGHT_5: "Extended straight of five",
  FIVE_OF_A_KIND: "Five of a kind",
  DOUBLE_STRAIGHT: "Double straight",
  INVALID: "No combination",
};

export interface Combination { type: string; value: number; points: number }

const points = (pieces: string[]): number => pieces.reduce((sum, code) => sum + KINDS[code].points, 0);

/** Largest number of pieces a turn starter may play (LT-6.3). */
export const MOST = 6;

/** How many there are of each name, largest first, as "2-1-1". */
function shape(pieces: string[]): string {
  const counts = new Map<string, number>();
  for (const code of pieces) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a).join("-");
}

const isOneColour = (pieces: string[]): boolean => new Set(pieces.map(code => code[0])).size === 1;
const areSoldiers = (pieces: string[]): boolean => pieces.every(code => code[1] === "S");

function typeOf(pieces: string[]): string {
  const n = pieces.length, form = shape(pieces);
  if (n === 1) return "SINGLE";
  if (!isOneColour(pieces)) return "INVALID";
  if (form === "2") return "PAIR";
  if (areSoldiers(pieces)) return ({ 3: "THREE_OF_A_KIND", 4: "FOUR_OF_A_KIND", 5: "FIVE_OF_A_KIND" } as Record<number, string>)[n] ?? "INVALID";
  const group = KINDS[pieces[0]].group;
  if (group === "none" || !pieces.every(code => KINDS[code].group === group)) return "INVALID";
  switch (form) {
    case "1-1-1": return "STRAIGHT";
    case "2-1-1": return "EXTENDED_STRAIGHT";
    case "2-2-1": return "EXTENDED_STRAIGHT_5";
    case "2-2-2": return "DOUBLE_STRAIGHT";
    default: return "INVALID";
  }
}

/** What these pieces are, at least one of them. In an extended straight a name counts once (LT-8.3). */
export function classify(pieces: string[]): Combination {
  const type = typeOf(pieces);
  const counted = type.startsWith("EXTENDED") ? [...new Set(pieces)] : pieces;
  return { type, value: type === "INVALID" ? 0 : points(counted), points: points(pieces) };
}

export interface Why { text: string; rule: string }

const GROUPS: Record<Group, string> = { palace: "the palace", field: "the field", none: "no group" };

/** The rule that says what this many pieces would have to be. */
function ruleFor(pieces: string[]): string {
  const some = pieces.some(code => code[1] === "S");
  switch (pieces.length) {
    case 2: return "LT-7.2";
    case 3: return some ? "LT-7.3" : "LT-7.4";
    case 4: return some ? "LT-7.5" : "LT-7.6";
    case 5: return some ? "LT-7.8" : "LT-7.7";
    default: return "LT-7.9";
  }
}

/** The names of a group that are not among these pieces. */
function missing(pieces: string[], group: Group): string[] {
  return NAMES.filter(([letter, , , its]) => its === group && !pieces.some(code => code[1] === letter)).map(([, name]) => name);
}

function mixedNames(pieces: string[]): string | null {
  const first = KINDS[pieces[0]];
  const other = pieces.map(code => KINDS[code]).find(kind => kind.group !== first.group);
  if (!other) return null;
  if (first.group === "none" || other.group === "none") return "A Soldier combines with Soldiers only.";
  return `${first.name} belongs to ${GROUPS[first.group]}, ${other.name} to ${GROUPS[other.group]}.`;
}

/** Why two pieces or more are no combination. */
export function whyNone(pieces: string[]): Why {
  const rule = ruleFor(pieces), group = KINDS[pieces[0]].group;
  if (!isOneColour(pieces)) return { text: "Red and black never combine.", rule };
  const mixed = mixedNames(pieces);
  if (mixed) return { text: mixed, rule };
  if (group === "none") return { text: `There is no combination of ${pieces.length} Soldiers.`, rule: "LT-7.10" };
  const gone = missing(pieces, group);
  if (pieces.length === 2) return { text: `Two pieces are a pair only if they are alike; with the ${gone.join(" and the ")} these are a straight.`, rule };
  if (gone.length) return { text: `The ${gone.join(" and the ")} is missing.`, rule };
  return { text: "These pieces form no type.", rule: "LT-7.10" };
}

/** "Chariot, red, 8 points" */
export function pieceName(code: string): string {
  const { name, colour, points: n } = KINDS[code];
  return `${name}, ${colour}, ${n} ${n === 1 ? "point" : "points"}`;
}

/** "red Chariot, red Horse and red Cannon" */
export function pieceNames(pieces: string[]): string {
  const names = pieces.map(code => `${KINDS[code].colour} ${KINDS[code].name}`);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
