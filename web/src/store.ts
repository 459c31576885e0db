// What this browser keeps: my name, my tables with their tokens, my settings. Nothing else is stored, and nothing here
// leaves the browser but a token to the server it came from.

export interface Settings {
  theme: "system" | "light" | "dark";
  contrast: "system" | "more" | "normal";
  motion: "system" | "less" | "full";
  sound: boolean;
  /** single letters and digits as keys */
  keys: boolean;
  /** results stay on the table for a few seconds, or until a key */
  pauses: boolean;
  /** every game by the generic table: cards, rows and buttons in place of drawings */
  plain: boolean;
  /** what happened is shown one by one: each until I go on, in a second or two, quicker, or all at once */
  pace: "step" | "easy" | "brisk" | "once";
  /** is the server to pass for me where I can do nothing else: against bots, always, or never */
  empty: "bots" | "always" | "ask";
  /** "Ready" after a round is sent for me after some seconds */
  ready: boolean;
  /** the only possible move is sent for me, where it decides nothing */
  only: boolean;
  /** what I was offered once and answered */
  offered: ("faster" | "pass")[];
}

export const NORMAL: Settings = { theme: "system", contrast: "system", motion: "system", sound: false, keys: true, pauses: true, plain: false, pace: "easy", empty: "bots", ready: true, only: false, offered: [] };

/** A start of a match whose seed I have a part in, as I was told it then. */
export interface KeptDraw {
  /** from 1 */
  number: number;
  /** to the server's part */
  commitment: string;
  /** mine, 64 hex digits */
  part: string;
  /** commitments by seat, as everybody was told them before I opened */
  seals?: (string | null)[];
  /** I have opened my part */
  opened?: boolean;
}

/** A table I sit at. */
export interface MyTable {
  match: string;
  game: string;
  seat: number;
  token: string;
  /** what the server committed itself to before the first card, as I was told it then */
  commitment?: string;
  draws?: KeptDraw[];
  /** when I sat down, milliseconds since 1970 */
  at: number;
}

/** A match of mine that is over, as this browser remembers it. */
export interface Past {
  match: string;
  game: string;
  seat: number;
  /** the others, by name */
  others: string[];
  /** "won 7 : 5", "second of four, 41 points" */
  result: string;
  how: "won" | "lost" | "drawn";
  /** the act that decided, in one sentence; "" if the game tells none */
  why: string;
  /** when it ended, milliseconds since 1970 */
  at: number;
}

export interface Storage { getItem(key: string): string | null; setItem(key: string, value: string): void; removeItem(key: string): void }

const TABLES_KEPT = 40;
const PAST_KEPT = 500;
const PREFIX = "croupier.";

export class Store {
  private readonly listeners = new Set<() => void>();

  constructor(private readonly storage: Storage) {}

  private read<T>(key: string, otherwise: T): T {
    try {
      const text = this.storage.getItem(PREFIX + key);
      return text === null ? otherwise : (JSON.parse(text) as T);
    } catch {
      return otherwise; // somebody else wrote there
    }
  }

  private write(key: string, value: unknown): void {
    try {
      this.storage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // A full or forbidden store must not stop a match.
    }
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }

  get settings(): Settings {
    const kept = this.read<Partial<Settings>>("settings", {});
    return { ...NORMAL, ...(typeof kept === "object" && kept) };
  }

  set(change: Partial<Settings>): void {
    this.write("settings", { ...this.settings, ...change });
  }

  get name(): string {
    const name = this.read<unknown>("name", "");
    return typeof name === "string" ? name : "";
  }

  set name(name: string) {
    this.write("name", name.trim().slice(0, 24));
  }

  /** Newest first. */
  get tables(): MyTable[] {
    const tables = this.read<unknown>("tables", []);
    return Array.isArray(tables) ? (tables as MyTable[]).filter(t => t && typeof t.match === "string" && typeof t.token === "string") : [];
  }

  add(table: MyTable): void {
    this.write("tables", [table, ...this.tables.filter(t => t.match !== table.match || t.seat !== table.seat)].slice(0, TABLES_KEPT));
  }

  /** Keeps the first commitment this browser was told: the deal is checked against it at the end. */
  commit(match: string, commitment: string): void {
    if (!this.tables.some(t => t.match === match && !t.commitment)) return;
    this.write("tables", this.tables.map(t => (t.match === match && !t.commitment ? { ...t, commitment } : t)));
  }

  draw(match: string, seat: number, draw: KeptDraw): void {
    this.write("tables", this.tables.map(t => (t.match === match && t.seat === seat
      ? { ...t, draws: [...(t.draws ?? []).filter(d => d.number !== draw.number), draw].sort((a, b) => a.number - b.number) } : t)));
  }

  /** Matches that are over, the newest first. */
  get past(): Past[] {
    const past = this.read<unknown>("past", []);
    return Array.isArray(past) ? (past as Past[]).filter(p => p && typeof p.match === "string" && typeof p.at === "number" && Array.isArray(p.others)) : [];
  }

  /** Keeps how a match ended; what is known of one already stays. */
  end(past: Past): void {
    if (this.past.some(p => p.match === past.match && p.seat === past.seat)) return;
    this.write("past", [past, ...this.past].sort((a, b) => b.at - a.at).slice(0, PAST_KEPT));
  }

  forgetPast(): void {
    this.write("past", []);
  }

  remove(match: string): void {
    this.write("tables", this.tables.filter(t => t.match !== match));
  }

  /** My seat at a table; with several seats the one that is asked for, or the first. */
  table(match: string, seat?: number): MyTable | null {
    const mine = this.tables.filter(t => t.match === match);
    return mine.find(t => t.seat === seat) ?? mine.at(-1) ?? null;
  }
}

const memory = new Map<string, string>();
/** For browsers that allow no storage. */
export const memoryStorage: Storage = {
  getItem: key => memory.get(key) ?? null,
  setItem: (key, value) => { memory.set(key, value); },
  removeItem: key => { memory.delete(key); },
};

function browserStorage(): Storage {
  try {
    return globalThis.localStorage ?? memoryStorage;
  } catch {
    return memoryStorage;
  }
}

export const store = new Store(browserStorage());
