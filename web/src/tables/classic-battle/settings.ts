// Settings of section 14 that a player has (JK-14.1, 3.8): kept in the browser under keys of their own. If the browser
// keeps nothing, they live in memory and the table says so.
export const LENGTHS = [{ target: 3, name: "Quick" }, { target: 5, name: "Medium" }, { target: 10, name: "Long" }];
export const MEDIUM = 5;

/** JK-7.1, in the order of the session's setting `preset`. */
export const PRESETS = [
  { name: "Relaxed", about: "60 s to choose" }, { name: "Normal", about: "30 s to choose" },
  { name: "Fast", about: "10 s to choose" }, { name: "No limit", about: "no time limit" },
];
export const CHOOSERS = ["player", "alternate", "winner"];
export const DIFFICULTIES = ["easy", "medium", "hard"];

export interface JkSettings {
  winTarget: number;
  autoSelect: boolean;
  shortcuts: boolean;
  statHotkeys: boolean;
  stateProgress: boolean;
  reducedMotion: boolean;
  opponentDelay: boolean;
  autoContinue: boolean;
  skipCooldown: boolean;
  preset: number;
  chooser: number;
  difficulty: number;
  debugPanel: boolean;
  verboseLog: boolean;
  textMode: boolean;
}

export const DEFAULTS: JkSettings = {
  winTarget: MEDIUM, autoSelect: true, shortcuts: true, statHotkeys: true, stateProgress: true, reducedMotion: false,
  opponentDelay: true, autoContinue: true, skipCooldown: false, preset: 1, chooser: 0, difficulty: 0, debugPanel: false,
  verboseLog: false, textMode: false,
};

type Name = keyof JkSettings;
const TOPS: Partial<Record<Name, number>> = { preset: 3, chooser: 2, difficulty: 2 };
const keyOf = (name: Name): string => `judokon.${name}`;

/** A stored text as a value of this setting; what it cannot be is left out. */
function parse(name: Name, text: string | null): number | boolean | undefined {
  if (typeof DEFAULTS[name] === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  const value = text !== null && /^\d+$/.test(text) ? Number(text) : NaN;
  if (name === "winTarget") return LENGTHS.some(length => length.target === value) ? value : undefined;
  return value <= TOPS[name]! ? value : undefined;
}

export class SettingsStore {
  values: JkSettings = { ...DEFAULTS };
  /** what the player has chosen; the rest is as the table was made */
  readonly chosen = new Set<Name>();
  /** the browser keeps nothing */
  isForgetful = false;

  constructor(private readonly storage: () => Storage) {
    for (const name of Object.keys(DEFAULTS) as Name[]) {
      const value = parse(name, this.read(name));
      if (value === undefined) continue;
      (this.values as unknown as Record<string, unknown>)[name] = value;
      this.chosen.add(name);
    }
  }

  set<N extends Name>(name: N, value: JkSettings[N]): void {
    this.values = { ...this.values, [name]: value };
    this.chosen.add(name);
    try {
      this.storage().setItem(keyOf(name), String(value));
    } catch {
      this.isForgetful = true;
    }
  }

  private read(name: Name): string | null {
    try {
      return this.storage().getItem(keyOf(name));
    } catch {
      this.isForgetful = true;
      return null;
    }
  }
}

/** JK-2.9: an unsigned whole number below 2^64, or what is wrong with it. */
export function readSeed(text: string): { seed?: string; error?: string } {
  const digits = text.trim();
  if (!digits) return {};
  if (!/^\d+$/.test(digits) || BigInt(digits) >= 1n << 64n)
    return { error: "A seed is a whole number from 0 to 18446744073709551615." };
  return { seed: BigInt(digits).toString() };
}

const FLAGS = ["autoSelect", "opponentDelay", "autoContinue", "skipCooldown"] as const;

/** What the session should be told so that it plays by what the player has chosen: moves `settings NAME VALUE`, in order.
 * With two people the chooser is the table's. */
export function settingMoves(store: Pick<SettingsStore, "values" | "chosen">, view: SessionSettings, isForTwo: boolean, isCalm: boolean): string[] {
  const { values, chosen } = store, moves: string[] = [];
  const flag = (name: string, is: boolean) => { if (is !== view.flags.includes(name)) moves.push(`settings ${name} ${is ? 1 : 0}`); };
  const number = (name: "preset" | "chooser" | "difficulty", now: number) => {
    if (chosen.has(name) && now !== values[name]) moves.push(`settings ${name} ${values[name]}`);
  };
  flag("reducedMotion", isCalm || values.reducedMotion);
  for (const name of FLAGS) if (chosen.has(name)) flag(name, values[name]);
  number("preset", presetOf(view));
  if (!isForTwo) number("chooser", CHOOSERS.indexOf(view.policy));
  if (!isForTwo) number("difficulty", DIFFICULTIES.indexOf(view.difficulty));
  return moves;
}

export interface SessionSettings {
  flags: string[];
  statTimer: number;
  cooldown: number;
  startCountdown: number;
  policy: string;
  difficulty: string;
}

/** The preset a session plays by, or -1: times of its own. */
export function presetOf(view: SessionSettings): number {
  const times = [view.statTimer, view.cooldown, view.startCountdown].join();
  return ["60000,5000,5000", "30000,3000,3000", "10000,0,0", "0,3000,3000"].indexOf(times);
}
