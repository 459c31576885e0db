// The scrubber of a replay: a tall tick per round, triangles for reactions, dots for defaults the host played, a knob to
// drag or move by keys, and the buttons beneath.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { OutlineStep } from "../proto";
import { clampStep, roundStep, type Round } from "../replay/film";

export interface ScrubberProps {
  outline: OutlineStep[];
  rounds: Round[];
  /** number of steps, the start included */
  n: number;
  at: number;
  playing: boolean;
  /** the step in words */
  text: string;
  /** beneath it */
  note: string;
  go(at: number): void;
  togglePlay(): void;
  /** in place of rounds and reactions, over the whole width */
  graph?: ComponentChildren;
  /** what the graph is about */
  head?: ComponentChildren;
  children?: ComponentChildren;
}

const LABELS_APART = 7; // percent between the words of two ticks, so that they can be read

export function Scrubber(p: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null);
  const last = Math.max(1, p.n - 1);
  const place = (at: number) => `${(100 * at) / last}%`;
  const isEnd = p.at >= p.n - 1;

  const toPointer = (event: PointerEvent) => {
    const box = track.current!.getBoundingClientRect();
    p.go(clampStep(Math.round(((event.clientX - box.left) / box.width) * last), p.n));
  };
  const onKey = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: p.at - 1, ArrowDown: p.at - 1, ArrowRight: p.at + 1, ArrowUp: p.at + 1, Home: 0, End: last,
      PageUp: roundStep(p.rounds, p.at, -1, last), PageDown: roundStep(p.rounds, p.at, 1, last),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    p.go(clampStep(to, p.n));
  };
  let labelled = -Infinity;
  const hasRoom = (at: number) => {
    const x = (100 * at) / last;
    if (x - labelled < LABELS_APART) return false;
    labelled = x;
    return true;
  };

  return (
    <section class="scrub" aria-label="Replay">
      {p.head}
      <div class={p.graph ? "track with-graph" : "track"} ref={track} style={{ "--at": (100 * p.at) / last }}
        onPointerDown={event => { event.currentTarget.setPointerCapture(event.pointerId); toPointer(event); }}
        onPointerMove={event => { if (event.buttons & 1) toPointer(event); }}>
        {p.graph || <i class="bed" />}
        {!p.graph && p.rounds.map(r => (
          <i key={r.at} class="tick r" style={{ left: place(r.at) }}>
            {hasRoom(r.at) && <span class="caps">{r.round === 1 && (p.rounds[1]?.at ?? last) > last / 10 ? "Round 1" : r.round}</span>}
          </i>
        ))}
        {!p.graph && p.outline.map(s => (s.reaction || s.default) && (
          <i key={s.number} class={`ev${s.default ? " no" : ""}`} style={{ left: place(s.number) }}
            title={s.default ? "default played by the host" : "reaction"} />
        ))}
        <button type="button" class="knob" style={{ left: place(p.at) }} role="slider" aria-label="Move" aria-valuemin={0} aria-valuemax={p.n - 1}
          aria-valuenow={p.at} aria-valuetext={`${p.at} of ${p.n - 1}: ${p.text}`} onKeyDown={onKey} />
      </div>
      <div class="ctl">
        <button type="button" class="icon" aria-label="To the start" onClick={() => { p.go(0); }}><i class="ic ic-first" /></button>
        <button type="button" class="icon" aria-label="One move back" onClick={() => { p.go(p.at - 1); }}><i class="ic ic-prev" /></button>
        <button type="button" class="btn act play" aria-label={p.playing ? "Stop" : isEnd ? "Play from the start" : "Play"} onClick={p.togglePlay}>
          <i class={`ic ${p.playing ? "ic-pause" : "ic-play"}`} />
        </button>
        <button type="button" class="icon" aria-label="One move on" onClick={() => { p.go(p.at + 1); }}><i class="ic ic-next" /></button>
        <button type="button" class="icon" aria-label="To the end" onClick={() => { p.go(last); }}><i class="ic ic-last" /></button>
        <p class="now"><b>{p.text}</b><small>{p.note}</small></p>
        <div class="end">{p.children}</div>
      </div>
    </section>
  );
}
