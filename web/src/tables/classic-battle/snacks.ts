// Snackbars (JK-11.16, 11.17): at most two, the newest at the bottom, each leaves by a timer of its own. A pure list with
// the time passed in; Snacks in table.tsx draws it and calls `expire`.
export const SNACK_MS = 3000;
export const SNACKS_MAX = 2;
export const AUTO = "auto";
export const AUTO_LEAST_MS = 1000;

export interface Snack {
  id: number;
  text: string;
  /** when it came, and when it leaves */
  since: number;
  until: number;
  /** what it belongs to, so that it can be taken away */
  topic?: string;
}

const clampMs = (ms: number): number => Math.min(10_000, Math.max(1000, ms));
let lastId = 0;

/** A third one removes the oldest. */
export function show(list: Snack[], text: string, now: number, ms = SNACK_MS, topic?: string): Snack[] {
  const snack = { id: ++lastId, text, since: now, until: now + clampMs(ms), topic };
  return [...list, snack].slice(-SNACKS_MAX);
}

/** Changes the newest one in place and restarts its time; with none there, nothing happens. */
export function update(list: Snack[], text: string, now: number, ms = SNACK_MS): Snack[] {
  const newest = list.at(-1);
  return newest ? [...list.slice(0, -1), { ...newest, text, until: now + clampMs(ms) }] : list;
}

/** A snackbar of which there is one: it changes its text where it stands, or appears. */
export function keep(list: Snack[], topic: string, text: string, now: number, ms = SNACK_MS): Snack[] {
  if (!list.some(snack => snack.topic === topic)) return show(list, text, now, ms, topic);
  return list.map(snack => (snack.topic === topic ? { ...snack, text, until: now + clampMs(ms) } : snack));
}

export const remove = (list: Snack[], topic: string): Snack[] => {
  const rest = list.filter(snack => snack.topic !== topic);
  return rest.length === list.length ? list : rest;
};

export function expire(list: Snack[], now: number): Snack[] {
  const rest = list.filter(snack => snack.until > now);
  return rest.length === list.length ? list : rest;
}

/** JK-11.17: what belongs to the finished round goes. An automatic pick is to be read for a second (JK-11.18). */
export const clearRound = (list: Snack[], now: number): Snack[] => {
  const rest = list.filter(snack => snack.topic === AUTO && now - snack.since < AUTO_LEAST_MS);
  return rest.length === list.length ? list : rest;
};

/** When the next one leaves, or Infinity. */
export const nextExpiry = (list: Snack[]): number => Math.min(Infinity, ...list.map(snack => snack.until));
