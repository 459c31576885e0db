// The ring clock of the slip: drains steadily, shows whole seconds, speaks at the start, at 10 s, at 5 s and at the end.
import { useEffect, useRef, useState } from "preact/hooks";
import { secondsLeft } from "../net/clock";
import type { Question } from "../proto";
import { announce } from "./announcer";

const LOW_S = 10;
const TICK_MS = 200;

/* How much time a question had when it was first seen, where its budget is not known. */
const spans = new Map<number, number>();

function spanOf(ticket: number, left: number): number {
  const span = Math.max(spans.get(ticket) ?? 0, left);
  if (spans.size > 100) spans.clear();
  spans.set(ticket, span);
  return span;
}

const asTime = (s: number) => (s < 100 ? String(s) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`);

/** Milliseconds left of a question now; null: it has no limit. */
export function leftOf(question: Question | null, now: number): number | null {
  if (!question) return null;
  if (question.paused) return question.left ?? null;
  return question.until === undefined ? null : Math.max(0, question.until - now);
}

/** Renders again several times a second while something runs. */
export function useTick(running: boolean, ms = TICK_MS): void {
  const [, set] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => { set(n => n + 1); }, ms);
    return () => { clearInterval(timer); };
  }, [running, ms]);
}

/** `budget`: milliseconds of the whole question; 0 or undefined: not known. */
export function Ring({ question, now, speaks, budget }: { question: Question; now(): number; speaks: boolean; budget?: number }) {
  const left = leftOf(question, now());
  const running = left !== null && left > 0 && !question.paused;
  const seconds = left === null ? 0 : secondsLeft(left, 0);
  const spoken = useRef<{ ticket: number; at: number }>({ ticket: -1, at: Infinity });

  useTick(running);
  useEffect(() => {
    const s = spoken.current;
    if (!speaks || question.paused || left === null) return;
    if (s.ticket !== question.ticket) {
      spoken.current = { ticket: question.ticket, at: seconds };
      announce(`${seconds} seconds`);
    } else {
      const mark = [10, 5, 0].find(m => seconds <= m && s.at > m);
      if (mark === undefined) return;
      s.at = seconds;
      announce(seconds ? `${seconds} seconds left` : "Time is up");
    }
  }, [seconds, question.ticket, question.paused, speaks, left === null]);

  if (left === null) return null;
  return (
    <div class="slip-clock">
      <div class={`ring${seconds <= LOW_S ? " low" : ""}`} style={{ "--p": Math.min(1, left / (budget || spanOf(question.ticket, left) || 1)) }}
        role="timer" aria-live="off" aria-label={`${seconds} seconds left${question.paused ? ", paused" : ""}`}>{asTime(seconds)}</div>
      <small>{question.paused ? "paused" : seconds < 100 ? "seconds" : "minutes"}</small>
    </div>
  );
}
