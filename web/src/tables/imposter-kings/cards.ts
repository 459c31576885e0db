// The cards of Imposter Kings: what is printed on them and how they are drawn. Order and words are those of the game's own
// table (cards.def), because a view names the card being played by its place in it.

export interface Card {
  /** as moves and views write it */
  word: string;
  /** as people read it */
  name: string;
  base: number;
  /** the class, drawn as tincture and hatching */
  tincture: "gules" | "azure" | "vert" | "purpure" | "or" | "sable";
  /** the drawing on the shield */
  mark: string;
  keywords: string[];
  /** the rule that says what it does */
  rule: string;
}

const card = (word: string, base: number, tincture: Card["tincture"], rule: string, keywords: string[] = [], mark = word.toLowerCase()): Card =>
  ({ word, name: word.replace("'", "’").replace("-", " "), base, tincture, mark, keywords, rule });

export const CARDS: Card[] = [
  card("Flagbearer", 1, "vert", "IK-8.30"),
  card("Fool", 1, "vert", "IK-1.10"),
  card("Assassin", 2, "gules", "IK-1.11", ["Reaction"]),
  card("Stranger", 2, "azure", "IK-8.31", ["Immune"]),
  card("Aegis", 3, "azure", "IK-8.33", ["Immune", "Steadfast"]),
  card("Elder", 3, "azure", "IK-1.12", ["Immune"]),
  card("Zealot", 3, "azure", "IK-1.13", ["Immune"]),
  card("Ancestor", 4, "azure", "IK-8.34", ["Immune"]),
  card("Bard", 4, "sable", "IK-1.16"),
  card("Executioner", 4, "vert", "IK-1.15"),
  card("Informant", 4, "azure", "IK-8.35", ["Immune"]),
  card("Inquisitor", 4, "vert", "IK-1.14"),
  card("Nakturn", 4, "vert", "IK-8.36"),
  card("Arbiter", 5, "sable", "IK-1.19"),
  card("Judge", 5, "vert", "IK-1.18"),
  card("Lockshift", 5, "vert", "IK-8.39"),
  card("Soldier", 5, "vert", "IK-1.17"),
  card("Conspiracist", 6, "or", "IK-8.37", ["Steadfast"]),
  card("Herald", 6, "vert", "IK-1.22"),
  card("Immortal", 6, "or", "IK-1.21", ["Steadfast"]),
  card("Oathbound", 6, "azure", "IK-1.20", ["Immune"]),
  card("Mystic", 7, "vert", "IK-1.24"),
  card("Warden", 7, "vert", "IK-1.25"),
  card("Warlord", 7, "or", "IK-1.23"),
  card("Exile", 8, "or", "IK-8.38", ["Steadfast"]),
  card("King's-Hand", 8, "gules", "IK-1.27", ["Reaction", "Immune"], "hand"),
  card("Sentry", 8, "vert", "IK-1.26"),
  card("Spy", 8, "vert", "IK-1.28"),
  card("Princess", 9, "purpure", "IK-1.29", ["Royalty"]),
  card("Queen", 9, "purpure", "IK-1.30", ["Royalty"]),
];

const byWord = new Map(CARDS.map(one => [one.word, one]));

/** A card that this page does not know by name is drawn plainly, with its word. */
export const cardOf = (word: string): Card =>
  byWord.get(word) ?? { word, name: word.replace(/-/g, " "), base: 0, tincture: "sable", mark: "king", keywords: [], rule: "" };

export const nameOf = (word: string): string => cardOf(word).name;
