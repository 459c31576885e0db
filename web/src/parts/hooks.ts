// Hooks that several parts use.
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { store, type Settings } from "../store";

/** Renders again whenever what is kept in this browser changes. */
export function useStore(): typeof store {
  const [, again] = useReducer<number, void>(n => n + 1, 0);
  useLayoutEffect(() => store.subscribe(() => { again(); }), []);
  return store;
}

export const useSettings = (): Settings => useStore().settings;

/** Something that is fetched; `again` fetches anew. */
export function useFetched<T>(fetch: () => Promise<T>, every: unknown[], againMs?: number): { got: T | null; trouble: Error | null; again(): void } {
  const [got, setGot] = useState<T | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [turn, setTurn] = useState(0);
  const live = useRef(0);
  useEffect(() => {
    const mine = ++live.current;
    const look = () => {
      if (document.hidden) return;
      fetch().then(
        value => { if (mine === live.current) { setGot(value); setTrouble(null); } },
        (e: unknown) => { if (mine === live.current) setTrouble(e as Error); },
      );
    };
    look();
    const timer = againMs ? setInterval(look, againMs) : undefined;
    document.addEventListener("visibilitychange", look);
    return () => { live.current++; clearInterval(timer); document.removeEventListener("visibilitychange", look); };
  }, [...every, turn]);
  return { got, trouble, again: () => { setTurn(n => n + 1); } };
}

/** State that belongs to `key`, such as the ticket of a question: with another key it is `start` at once. An effect that
 * clears it would run a frame after the drawing, and take back what was pressed in between. */
export function useStateOf<T>(key: unknown, start: T): [T, (now: T) => void] {
  const [kept, keep] = useState({ key, value: start });
  return [kept.key === key ? kept.value : start, value => { keep({ key, value }); }];
}

/** The title of the window. */
export function useTitle(title: string): void {
  useEffect(() => { document.title = title ? `${title} — Croupier` : "Croupier"; }, [title]);
}
