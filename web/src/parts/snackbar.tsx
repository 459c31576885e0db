// Snackbars: short notes at the foot of the page, at most two, gone by themselves. One with a `key` takes the place of
// the one before it with that key, so a countdown stays one note.
import { useLayoutEffect, useState } from "preact/hooks";
import { announce } from "./announcer";

interface Snack { key: string; text: string; timer: ReturnType<typeof setTimeout> }

const SHOWN_MS = 4000;
const AT_MOST = 2;
let snacks: Snack[] = [];
let serial = 0;
let changed: (() => void) | null = null;

function drop(key: string): void {
  snacks = snacks.filter(s => s.key !== key);
  changed?.();
}

/** Shows a note. `quiet`: a screen reader is not told. */
export function snack(text: string, { key = `s${++serial}`, ms = SHOWN_MS, quiet = false } = {}): void {
  const old = snacks.find(s => s.key === key);
  if (old) clearTimeout(old.timer);
  const fresh: Snack = { key, text, timer: setTimeout(() => { drop(key); }, ms) };
  snacks = old ? snacks.map(s => (s === old ? fresh : s)) : [...snacks, fresh].slice(-AT_MOST);
  if (!quiet && old?.text !== text) announce(text);
  changed?.();
}

/** Takes a note back. */
export const unsnack = (key: string) => { drop(key); };

export function Snacks() {
  const [, set] = useState(0);
  useLayoutEffect(() => {
    changed = () => { set(n => n + 1); };
    return () => { changed = null; };
  }, []);
  return <div class="snacks" id="snackbar-container" aria-hidden="true">{snacks.map(s => <div key={s.key} class="snack">{s.text}</div>)}</div>;
}
