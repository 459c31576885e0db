// What a screen reader hears: one polite region for what happened, one assertive region for what I am asked and for
// refusals. Both stand outside the table; every message is said once.
import { useLayoutEffect, useState } from "preact/hooks";

interface Said { text: string; serial: number }

const KEPT_MS = 4000;
let serial = 0;
let polite: Said[] = [];
let assertive: Said[] = [];
let changed: (() => void) | null = null;

function say(to: "polite" | "assertive", text: string): void {
  const said = { text, serial: ++serial };
  if (to === "polite") polite = [...polite, said];
  else assertive = [...assertive, said];
  changed?.();
  setTimeout(() => {
    polite = polite.filter(s => s !== said);
    assertive = assertive.filter(s => s !== said);
    changed?.();
  }, KEPT_MS);
}

/** Something happened: said when nothing else is being said. */
export const announce = (text: string) => { if (text) say("polite", text); };

/** Something is asked of me or refused, or the connection is lost: said at once. */
export const alertNow = (text: string) => { if (text) say("assertive", text); };

export function Announcer() {
  const [, set] = useState(0);
  useLayoutEffect(() => {
    changed = () => { set(n => n + 1); };
    return () => { changed = null; };
  }, []);
  return (
    <>
      <div class="vh" role="status" aria-live="polite" id="said-polite">{polite.map(s => <p key={s.serial}>{s.text}</p>)}</div>
      <div class="vh" role="alert" aria-live="assertive" id="said-now">{assertive.map(s => <p key={s.serial}>{s.text}</p>)}</div>
    </>
  );
}
