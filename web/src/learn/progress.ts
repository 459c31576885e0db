// How far somebody has come in each lesson, kept in this browser.
const KEY = "croupier.learn";

type Kept = Record<string, number>;

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Kept) : {};
  } catch {
    return {}; // somebody else wrote there, or nothing may be kept
  }
}

/** The number of tasks done. */
export function progressOf(game: string): number {
  const n = read()[game];
  return Number.isInteger(n) && n > 0 ? n : 0;
}

export function keepProgress(game: string, done: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: done }));
  } catch {
    // A full or forbidden store must not stop a lesson.
  }
}
