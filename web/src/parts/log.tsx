// The log: every event in words, with the number of its update and whose it is. The newest is at the foot, and in sight
// unless somebody reads further up.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { LogLine } from "../match";
import type { GameEvent } from "../proto";

export interface LogProps {
  lines: LogLine[];
  /** "" leaves the event out */
  words(event: GameEvent): string;
  head?(event: GameEvent): string | null;
  /** in front of the words, where seats play together */
  mark?(seat: number): ComponentChildren;
}

const NEAR = 60;

export function Log({ lines, words, head, mark }: LogProps) {
  const box = useRef<HTMLElement>(null);
  const atFoot = useRef(true);
  // With the drawing, not behind it: a scroll told in between would look like somebody reading further up.
  useLayoutEffect(() => {
    const b = box.current;
    if (b && atFoot.current) b.scrollTop = b.scrollHeight;
  }, [lines.length]);
  const rows = useMemo(() => lines.flatMap((line, i) => {
    const text = words(line.event);
    const title = head?.(line.event) ?? null;
    return [
      ...(title ? [{ key: `h${i}`, title, text: "", line }] : []),
      ...(text ? [{ key: `e${i}`, title: "", text, line }] : []),
    ];
  }), [lines, words, head]);
  const last = rows.at(-1)?.line.n;
  return (
    <section class="grow log-box" ref={box} tabIndex={0} aria-label="Log"
      onScroll={() => { const b = box.current; if (b) atFoot.current = b.scrollHeight - b.scrollTop - b.clientHeight < NEAR; }}>
      {rows.length === 0 && <p class="dim">Nothing has happened yet.</p>}
      <ol class="log" aria-label="Events">
        {rows.map(r => r.title
          ? <li key={r.key} class="head caps">{r.title}</li>
          : (
            <li key={r.key} class={r.line.n === last ? "now" : ""}>
              <span class="n">{r.line.n}</span>
              {typeof r.line.event.seat === "number" && r.line.event.seat < 8 ? <i class={`pip s${r.line.event.seat}`} /> : <i />}
              <span>{typeof r.line.event.seat === "number" && r.line.event.seat < 8 && mark?.(r.line.event.seat)}{r.text}</span>
            </li>
          ))}
      </ol>
    </section>
  );
}
