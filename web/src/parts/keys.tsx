// Keys. Single letters and digits can be switched off in the settings, and never work while a field or a dialog has the
// focus. Arrows, Home and End move inside a group (Group).
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { store } from "../store";

export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

const FIELDS = "input, select, textarea, [contenteditable], dialog, [role=dialog]";

/* Asked before a key acts at the table: true if it has done something else, such as showing what is still to be seen. */
let gate: (() => boolean) | null = null;
export const setGate = (one: (() => boolean) | null) => { gate = one; };

/** Handles keys anywhere on the page: `{ f: flip, "1": first, Enter: send, Escape: undo, "?": why }`; from the frame on that
 *  shows what they are for, hence no effect that runs behind it. `isFree`: keys that do not act at the table. */
export function useKeys(keys: KeyMap, active = true, isFree = false): void {
  const current = useRef(keys);
  current.current = active ? keys : {};
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const call = current.current[name];
      if (!call || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length === 1 && event.key !== " " && !store.settings.keys) return;
      const target = event.target as Element;
      if (target.closest(FIELDS) || document.querySelector("dialog[open]")) return;
      // Enter and Space on a button or link are its own.
      if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary")) return;
      event.preventDefault();
      if (isFree || !gate?.()) call(event);
    };
    addEventListener("keydown", onKey);
    return () => { removeEventListener("keydown", onKey); };
  }, []);
}

const ITEMS = "button:not([tabindex='-2']), a[href], [role=tab]";

/** A row of things with one Tab stop: arrows, Home and End move inside. */
export function Group({ children, onKeyDown, ...rest }: { children: ComponentChildren } & JSX.HTMLAttributes<HTMLDivElement>) {
  const box = useRef<HTMLDivElement>(null);
  const items = () => Array.from(box.current?.querySelectorAll<HTMLElement>(ITEMS) ?? []);

  useLayoutEffect(() => {
    const all = items();
    const now = all.find(i => i === document.activeElement) ?? all.find(i => i.tabIndex === 0 && i.dataset.stop) ?? all[0];
    for (const item of all) {
      item.tabIndex = item === now ? 0 : -1;
      if (item === now) item.dataset.stop = "1"; else delete item.dataset.stop;
    }
  });
  const move = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || !all.length) return;
    const next = all[(to + all.length) % all.length];
    for (const item of all) item.tabIndex = item === next ? 0 : -1;
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={box} role="group" {...rest} onKeyDown={event => { move(event); (onKeyDown as ((e: KeyboardEvent) => void) | undefined)?.(event); }}>
      {children}
    </div>
  );
}
