// Pace: what happened since my last decision, one happening after the other. The match itself runs on (match.ts); this is
// what of it the eye has seen. A happening stays for its time by weight, or until somebody wants the next one; whoever presses
// anything sees all at once. Nothing that was there before we came is shown again, nor what happens behind our back.
import { type Action, type Match } from "./match";
import type { GameEvent } from "./proto";
import type { Settings } from "./store";

export type Pace = Settings["pace"];
export const PACES: readonly Pace[] = ["step", "easy", "brisk", "once"];

/** Milliseconds by weight: quiet, move, turn, stop. */
const STAYS: Record<Pace, readonly [number, number, number, number]> = {
  step: [0, Infinity, Infinity, Infinity],
  easy: [0, 1600, 2400, Infinity],
  brisk: [0, 700, 1000, 3000],
  once: [0, 0, 0, 0],
};
const WATCHING_STOP_MS = 3000; // nobody who only watches is waited for
const LONG_MS = 2400; // what waits, where the time to answer is running
const AT_MOST_MS = 4000, SHARE = 5; // of my time: whichever is less
const LEAST_MS = 250; // shorter than this nobody can read
const KEPT = 60; // happenings of one turn

/** What is shown together: events in words, the last of them with a weight, quiet ones in front of it. */
export interface Happening { events: GameEvent[]; weight: number }

/** A happening, and the match as it is shown with it. */
export interface Step extends Happening { match: Match }

const weightOf = (event: GameEvent, me: number) => (!event.says || (event.seat === me && event.weight === 1) ? 0 : (event.weight ?? 0));

/** The events of an update as happenings. My own moves are no news to me. */
export function happeningsOf(events: GameEvent[], me: number): Happening[] {
  const all: Happening[] = [];
  let quiet: GameEvent[] = [];
  for (const event of events) {
    const weight = weightOf(event, me);
    // What makes up one stop, such as the points of each player, is one happening.
    const last = all.at(-1);
    if (weight === 3 && last?.weight === 3 && !quiet.length) last.events.push(event);
    else if (weight) {
      all.push({ events: [...quiet, event], weight });
      quiet = [];
    } else quiet.push(event);
  }
  if (quiet.length && all.length) all.at(-1)!.events.push(...quiet);
  else if (quiet.length || !all.length) all.push({ events: quiet, weight: 0 });
  return all;
}

/** The update that leads from one match to the next, as steps. Things lie as they lay until the last of them; `isEager`: as they
 * will lie from the first of them on, unless a round ends. */
export function stepsOf(before: Match, after: Match, isEager = false): Step[] {
  const all = happeningsOf(after.events, after.me);
  const { view } = isEager && !all.some(one => one.weight === 3) ? after : before;
  let shown = 0;
  return all.map((one, i) => {
    shown += one.events.length;
    if (i === all.length - 1) return { ...one, match: after };
    const upTo = after.events.slice(0, shown);
    return {
      ...one, match: {
        ...before, view, at: after.at, events: one.events, history: [...before.history, ...upTo],
        log: [...before.log, ...upTo.map(event => ({ n: after.n, at: after.at, event }))],
        question: before.question && { ...before.question, mine: false, open: [], until: undefined }, offers: null,
      },
    };
  });
}

export interface PacerOptions {
  pace(): Pace;
  /** the server's time */
  now(): number;
  isHidden(): boolean;
  changed(): void;
  /** calls once, later; what it gives takes that back */
  later?(call: () => void, ms: number): () => void;
}

const laterInBrowser = (call: () => void, ms: number) => {
  const timer = setTimeout(call, ms);
  return () => { clearTimeout(timer); };
};

const isMine = (event: GameEvent, me: number) => me >= 0 && event.seat === me && !!event.says && event.event !== "default";

export class Pacer {
  /** of this turn, for *Again* */
  private turn: Step[] = [];
  /** the one that is shown now; none if it is the length of `turn` */
  private at = 0;
  private forgets: (() => void) | undefined;
  private isSkipping = false;
  /** my time is running: the stays shrink by this */
  private factor = 1;
  private isAgain = false;
  /** several that became one, because time is short */
  private merged: Step | null = null;
  private mergedMs = 0;
  /** happenings that nobody saw, until I decide again */
  away = 0;
  /** the last update that was shown when this page was here before; what came behind it was missed */
  seen = Infinity;
  /** off: everything at once, as for a game that paces itself, or before the table is there */
  isOn = false;
  /** things are shown as an update leaves them from its first happening on */
  isEager = false;

  constructor(private readonly how: PacerOptions) {}

  /** What runs now; null when all is shown. */
  get step(): Step | null { return this.at < this.turn.length ? (this.merged ?? this.turn[this.at]) : null; }
  get count(): number { return this.merged ? 1 : this.turn.filter(s => s.weight).length; }
  get nth(): number { return this.merged ? 1 : this.turn.slice(0, this.at + 1).filter(s => s.weight).length; }
  /** of several that became one: how many */
  get together(): number { return this.merged ? this.turn.filter(s => s.weight).length : 0; }
  get hasAgain(): boolean { return !this.step && this.turn.some(s => s.weight); }
  /** milliseconds this one stays; Infinity: until somebody goes on */
  get stay(): number { return this.step ? this.stayOf(this.step) : 0; }

  /** The match as it is to be shown. */
  show(real: Match): Match {
    const m = this.step?.match;
    if (!m) return real;
    const { n, at, question, offers, view, over, events, history, log } = m;
    return { ...real, n, at, question, offers, view, over, events, history, log };
  }

  took(before: Match, after: Match, action: Action): void {
    if (action.type === "update" && after.n > before.n) this.take(before, after);
    else if (action.type === "sent") this.decided();
    else if (action.type === "forget" || action.type === "state") this.reset();
    else if (action.type === "plays" && !after.plays) this.toEnd();
  }

  private reset(): void {
    this.turn = [];
    this.away = 0;
    this.begin(0);
  }

  private decided(): void {
    this.isSkipping = false;
    this.reset();
  }

  private take(before: Match, after: Match): void {
    const isOld = after.n <= after.old;
    // A decision that this window did not send: from another one, or before the page came.
    if (after.events.some(e => isMine(e, after.me)) && !before.pending) this.reset();
    const wasShown = !this.step;
    if (after.me < 0 && wasShown) this.turn = [];
    const steps = stepsOf(before, after, this.isEager), news = steps.filter(s => s.weight).length;
    this.turn = [...this.turn, ...steps];
    const over = Math.max(0, this.turn.length - KEPT);
    this.turn = this.turn.slice(over);
    this.at = Math.max(0, this.at - over);
    if (this.isAgain) return; // it comes in its turn
    const isUnseen = isOld || this.how.isHidden();
    if (this.how.isHidden() || (isOld && after.n > this.seen)) this.away += news;
    if (!this.isOn || isUnseen || this.isSkipping) return this.begin(this.turn.length, after);
    this.squeeze(after, wasShown ? this.turn.length - steps.length : this.at);
    if (wasShown) this.begin(Math.max(0, this.turn.length - steps.length), after);
    else if (this.factor < 1) this.arm(); // it may have waited for me: my time runs now
  }

  /* With a limit the happenings take at most a share of my time: evenly, or all as one. */
  private squeeze(after: Match, from: number): void {
    const { question } = after;
    this.factor = 1;
    this.merged = null;
    if (!question?.mine || question.until === undefined || question.paused) return;
    const rest = this.turn.slice(from).map(s => this.stayOf(s)).filter(ms => ms).map(ms => Math.min(ms, LONG_MS));
    const all = rest.reduce((sum, ms) => sum + ms, 0), most = Math.min(AT_MOST_MS, (question.until - this.how.now()) / SHARE);
    if (!all || all <= most) return;
    this.factor = Math.max(0, most / all);
    if (rest.length > 1 && Math.min(...rest) * this.factor < LEAST_MS) {
      const last = this.turn.at(-1)!;
      this.merged = { events: this.turn.slice(from).flatMap(s => s.events), weight: 2, match: last.match };
      this.mergedMs = most;
    }
  }

  private stayOf(step: Step): number {
    if (step === this.merged) return this.mergedMs;
    if (!step.weight || step.match.over) return 0;
    // Asked for, it is shown step by step at any pace.
    const pace = this.isAgain && this.how.pace() === "once" ? "easy" : this.how.pace();
    const ms = STAYS[pace][step.weight as 1 | 2 | 3];
    if (this.factor < 1) return Math.min(ms, LONG_MS) * this.factor;
    return ms === Infinity && step.weight === 3 && pace !== "step" && step.match.me < 0 ? WATCHING_STOP_MS : ms;
  }

  private begin(at: number, real?: Match): void {
    this.forgets?.();
    this.at = at;
    while (this.at < this.turn.length && !this.merged && this.stayOf(this.turn[this.at]) === 0) this.at++;
    if (this.at >= this.turn.length) {
      this.merged = null;
      this.isAgain = false;
      this.factor = 1;
      if (real?.question?.mine) this.isSkipping = false;
    } else {
      this.arm();
    }
  }

  private arm(): void {
    this.forgets?.();
    const ms = this.stay;
    if (ms < Infinity) this.forgets = (this.how.later ?? laterInBrowser)(() => { this.next(); }, ms);
  }

  /** One happening further. */
  next(): void {
    if (!this.step) return;
    this.begin(this.merged ? this.turn.length : this.at + 1);
    this.how.changed();
  }

  private toEnd(): void {
    this.begin(this.turn.length);
    this.how.changed();
  }

  /** Shows all there is; true if something was running. */
  end(): boolean {
    if (!this.step) return false;
    this.away = 0;
    this.toEnd();
    return true;
  }

  /** Nobody looks any more. */
  hide(): void {
    const missed = this.turn.slice(this.at + 1).filter(s => s.weight).length;
    if (this.end()) this.away = missed;
  }

  /** Everything at once until I am asked. */
  toMyTurn(isAsked: boolean): void {
    this.isSkipping = !isAsked;
    if (!this.end()) this.how.changed();
  }

  /** Shows this turn once more. */
  again(): void {
    this.away = 0;
    this.factor = 1;
    this.merged = null;
    this.isAgain = true;
    this.begin(0);
    this.how.changed();
  }

  /** The pace is another one: what runs takes its time by it. */
  repace(): void {
    if (!this.step) return;
    this.begin(this.at);
    this.how.changed();
  }

  close(): void { this.forgets?.(); }
}
