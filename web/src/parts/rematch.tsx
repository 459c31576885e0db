// Once more with the same people: the wish, the answer, and the way to the new table. Stands on the slip when a match is over.
import { useContext, useEffect } from "preact/hooks";
import type { Offered, Rematched, Seat } from "../proto";
import type { Names } from "../words";
import { list } from "../words";
import { announce } from "./announcer";
import { useTick } from "./ring";
import { RoomContext } from "./room";

/** What there is of a rematch at this table. */
export interface Meeting {
  offered: Offered | null;
  rematched: Rematched | null;
  seats: Seat[];
  me: number;
  names: Names;
  now(): number;
  /** null: I only watch */
  ask: ((seats: "same" | "swap" | "no") => void) | null;
}

const SEATS = { same: "same seats", swap: "seats swapped" };

/** The state of things in words; "" while nobody has asked. */
export function meetingInWords(m: Meeting): string {
  const { offered: o, names } = m;
  if (m.rematched) return m.rematched.seat < 0 ? "The rematch has a table." : "The rematch begins.";
  if (!o) return "";
  if (!o.open) {
    if (o.why === "expired") return "Nobody answered: no rematch.";
    if (o.why === "failed") return "The table could not be made. Try again.";
    if (o.by === m.me) return "No rematch.";
    return m.seats[o.by]?.here ? `${names(o.by)} does not want a rematch.` : `${names(o.by)} has left.`;
  }
  const seats = SEATS[o.seats === "swap" ? "swap" : "same"];
  const waited = m.seats.flatMap((s, i) => (s.kind === "person" && !s.rematch && i !== m.me ? [names(i)] : []));
  if (m.seats[m.me]?.rematch === "yes") return `You want a rematch, ${seats}. ${waited.length ? `Waiting for ${list(waited)}.` : ""}`;
  return `${names.does(o.by, "ask", "asks")} for a rematch, ${seats}.`;
}

function Left({ m }: { m: Meeting }) {
  const left = m.offered?.open && m.offered.until ? Math.max(0, Math.ceil((m.offered.until - m.now()) / 1000)) : 0;
  useTick(left > 0, 500);
  return left > 0 ? <span class="num" role="timer" aria-live="off"> · {left} s</span> : null;
}

/** The line and the buttons, beside those that are always there at the end. */
export function Rematch() {
  const m = useContext(RoomContext).meeting;
  const text = m ? meetingInWords(m) : "";
  useEffect(() => { if (text) announce(text); }, [text]);
  if (!m) return null;
  const { ask } = m;
  const open = m.offered?.open ? m.offered : null;
  const agreed = m.seats[m.me]?.rematch === "yes";
  const other = open?.seats === "swap" ? "same" : "swap";
  const by = m.rematched?.seat === -1 || !open ? -1 : open.by;
  return (
    <>
      {text && <span class="say" id="rematch">{by >= 0 && <i class={`pip s${by}`} aria-hidden="true" />}<span>{text}<Left m={m} /></span></span>}
      {m.rematched && m.rematched.seat < 0 && <a class="btn" href={`#/join/${m.rematched.match}`}>To the new table</a>}
      {ask && !m.rematched && !open && (
        <>
          <button class="btn" aria-label="Rematch with the same seats" onClick={() => { ask("same"); }}>Same seats</button>
          <button class="btn act" onClick={() => { ask("swap"); }}>Rematch</button>
        </>
      )}
      {ask && !m.rematched && open && agreed && <button class="btn" onClick={() => { ask("no"); }}>Take it back</button>}
      {ask && !m.rematched && open && !agreed && (
        <>
          <button class="btn" onClick={() => { ask("no"); }}>No, thanks</button>
          <button class="btn" onClick={() => { ask(other); }}>{other === "swap" ? "Swap seats" : "Same seats"}</button>
          <button class="btn act" onClick={() => { ask(open.seats === "swap" ? "swap" : "same"); }}>Rematch</button>
        </>
      )}
    </>
  );
}
