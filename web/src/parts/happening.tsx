// What happened, one happening after the other, in the slip's place: who, what, how many are to come, and the way on. The
// table below shows things as they lay then; pressing anything ends it. And the pace itself, in the bar.
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { PACES, type Pace } from "../pace";
import { store } from "../store";
import type { TableProps } from "../tables/table";
import { eventInWords, sentence } from "../words";
import { useSettings } from "./hooks";
import { Ring } from "./ring";
import { RoomContext, type Running } from "./room";

const MARKS = 8; // that fit on a phone
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

const numbered = (n: number, thing: string) => `${NUMBERS[n] ?? n} ${thing}${n === 1 ? "" : "s"}`;

function Beats({ running }: { running: Running }) {
  const { nth, count, stay } = running;
  const then = running.isMine ? "then it is your turn" : "";
  return (
    <div class="beats" role="img" aria-label={`Happening ${nth} of ${count}${then && `, ${then}`}`}>
      {count <= MARKS && count > 1 && Array.from({ length: count }, (_, i) => (
        <i key={`${i}${i + 1 === nth ? "on" : ""}`} class={i + 1 < nth ? "done" : i + 1 === nth ? (stay < Infinity ? "on" : "on stays") : ""} style={{ "--stay": `${stay < Infinity ? stay : 0}ms` }} />
      ))}
      {count > 1 && <span class={count > MARKS ? "" : "nth"}>{nth} of {count}</span>}
      {then && <span>{then}</span>}
    </div>
  );
}

/** The slip while something runs. */
export function HappeningSlip({ p, running }: { p: TableProps; running: Running }) {
  const { passing } = useContext(RoomContext);
  const step = running.step!;
  const lines = step.events.map(e => ({ seat: e.seat, text: eventInWords(e, p.names) })).filter(l => l.text);
  const main = running.together ? null : (lines.find(l => l.text === eventInWords(step.events.find(e => (e.weight ?? 0) === step.weight) ?? step.events[0], p.names)) ?? lines.at(-1));
  const rest = running.together ? lines : lines.filter(l => l !== main);
  const seat = main?.seat, isSeat = typeof seat === "number" && seat < 8;
  const mine = p.client?.match.question;
  const reasons = step.events.filter(e => e.because && e.rule);
  return (
    <section class="slip wait happens" role="group" aria-labelledby="ask" id="slip" data-happening={running.nth} tabIndex={-1}>
      {mine?.mine && mine.until !== undefined && !mine.paused ? <Ring question={mine} now={() => p.now()} speaks={false} /> : <span />}
      <div class="slip-body">
        <p class="slip-who">{isSeat && <i class={`pip s${seat}`} />}{isSeat ? p.names(seat) : "What happened"}</p>
        <h2 id="ask">{main ? sentence(main.text) : `${numbered(running.together, "thing")} happened.`}</h2>
        {rest.length > 0 && <p>{rest.map(l => sentence(l.text)).join(" ")}</p>}
        {reasons.length > 0 && <span class="vh">by rule {reasons[0].rule}</span>}
        {passing?.passes && <div><span class="auto"><i class="ic ic-check" aria-hidden="true" />You can only pass here: the referee does it for you</span></div>}
        <Beats running={running} />
      </div>
      <div class="slip-acts" data-free>
        {running.again && <button class="btn quiet" aria-keyshortcuts="Backspace" onClick={running.again}><i class="ic ic-prev" aria-hidden="true" />Again</button>}
        <button class="btn" aria-keyshortcuts="Space" onClick={() => { running.next(); }}>Next <kbd aria-hidden="true">Space</kbd></button>
        <button class="btn" aria-keyshortcuts="End" onClick={() => { running.toMyTurn(); }}><i class="ic ic-skip" aria-hidden="true" />{p.me < 0 ? "To the end" : "To my turn"} <kbd aria-hidden="true">End</kbd></button>
      </div>
    </section>
  );
}

/** "While you were away: three things", and the way to see them. */
export function Away() {
  const { running } = useContext(RoomContext);
  if (!running?.away || !running.again) return null;
  return <div class="away" data-free><span>While you were away: {numbered(running.away, "thing").toLowerCase()}.</span>
    <button class="btn quiet" onClick={running.again}><i class="ic ic-prev" aria-hidden="true" />Again</button></div>;
}

/** *Again*, when all is shown: the last turn once more. */
export function AgainButton() {
  const { running } = useContext(RoomContext);
  if (!running?.again || running.step || running.away) return null;
  return <button class="again" data-free aria-keyshortcuts="Backspace" onClick={running.again}><i class="ic ic-prev" aria-hidden="true" />Again</button>;
}

const WORDS: Record<Pace, { name: string; about: string }> = {
  step: { name: "Step", about: "each happening waits for you" },
  easy: { name: "Easy", about: "about two seconds each" },
  brisk: { name: "Brisk", about: "under a second each" },
  once: { name: "At once", about: "nothing waits" },
};

/** One slower or faster, as far as it goes. */
export function changePace(by: -1 | 1): Pace {
  const at = PACES.indexOf(store.settings.pace) + by, pace = PACES[Math.min(Math.max(at, 0), PACES.length - 1)];
  store.set({ pace });
  return pace;
}

export const paceName = (pace: Pace) => WORDS[pace].name;

/** The pace, in the bar: a button, and the four of them. */
export function PacePicker() {
  const { pace, empty, ready, only } = useSettings();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
    const close = (e: Event) => {
      if (e instanceof KeyboardEvent ? e.key !== "Escape" : box.current?.contains(e.target as Node)) return;
      e.stopPropagation();
      setOpen(false);
      if (e instanceof KeyboardEvent) box.current?.querySelector<HTMLElement>("button")?.focus();
    };
    addEventListener("keydown", close, true);
    addEventListener("pointerdown", close);
    return () => { removeEventListener("keydown", close, true); removeEventListener("pointerdown", close); };
  }, [isOpen]);
  const arrow = (e: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    changePace(by as -1 | 1);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[aria-checked=true]")?.focus());
  };
  return (
    <div class="pace" ref={box}>
      <button class="btn bare" aria-label={`Pace: ${WORDS[pace].name}`} title="Pace" aria-expanded={isOpen} onClick={() => { setOpen(!isOpen); }}>
        <i class="ic ic-pace" aria-hidden="true" /><span aria-hidden="true">{WORDS[pace].name}</span></button>
      {isOpen && (
        <section class="pop" role="dialog" aria-label="Pace">
          <div class="pace-set" role="radiogroup" aria-label="What happened is shown" onKeyDown={arrow}>
            <h2>Pace</h2>
            {PACES.map(one => (
              <button key={one} class="opt" role="radio" aria-checked={pace === one} tabIndex={pace === one ? 0 : -1} onClick={() => { store.set({ pace: one }); }}>
                <span><b>{WORDS[one].name}</b><small>{WORDS[one].about}</small></span></button>
            ))}
          </div>
          <div class="autos"><h3>Answer for me</h3>
            <button class="switch" role="switch" aria-checked={empty !== "ask"} onClick={() => { store.set({ empty: empty === "ask" ? "bots" : "ask" }); }}>
              <span>No reaction, when nothing I hold fits<small>against bots; with people only if all want it</small></span><i /></button>
            <button class="switch" role="switch" aria-checked={ready} onClick={() => { store.set({ ready: !ready }); }}>
              <span>“Ready” after a round<small>after 8 seconds, unless you are looking back</small></span><i /></button>
            <button class="switch" role="switch" aria-checked={only} onClick={() => { store.set({ only: !only }); }}>
              <span>The only possible move<small>never what may end a round</small></span><i /></button>
          </div>
        </section>
      )}
    </div>
  );
}
