// A match that is over, to be watched again: which steps are loaded, what happened up to one of them, where its rounds and
// reactions are. The server plays the record again and tells each step as it was told then (docs/protocol.md, Steps).
import type { GameEvent, OutlineStep, Step, Steps } from "../proto";

/** Through whose eyes: a seat's number, or one of the words. */
export type Eyes = number | "spectator" | "all";

export const parseEyes = (text: string | null, nSeats: number): Eyes =>
  text === "spectator" || text === "all" ? text : text && /^\d$/.test(text) && Number(text) < nSeats ? Number(text) : "all";

/** A tall tick: the step that begins a round, and its number from 1. */
export interface Round { at: number; round: number }

/* The event that begins a round, by game; the first one that ever happens counts. */
const ROUND_WORDS = ["round.start", "round", "battle_chosen", "starter", "deal"];

/** Where rounds begin. The first tick stands at the start, whatever happens before the first round. */
export function roundsOf(outline: OutlineStep[]): Round[] {
  const word = ROUND_WORDS.find(w => outline.some(step => step.events.includes(w)));
  const rounds: Round[] = [];
  for (const step of outline)
    if (word && step.events.includes(word)) rounds.push({ at: rounds.length ? step.number : 0, round: rounds.length + 1 });
  return rounds.length ? rounds : [{ at: 0, round: 1 }];
}

export const roundAt = (rounds: Round[], at: number) => rounds.filter(r => r.at <= at).at(-1)?.round ?? 1;

/** The step to go to for "a round back" (to the beginning of this one first) and "a round on". */
export function roundStep(rounds: Round[], at: number, by: -1 | 1, last: number): number {
  return by < 0 ? (rounds.filter(r => r.at < at).at(-1)?.at ?? 0) : (rounds.find(r => r.at > at)?.at ?? last);
}

export const clampStep = (at: number, n: number) => Math.max(0, Math.min(n - 1, Math.trunc(at) || 0));

/** One thing that happened, and the step it belongs to. */
export interface Line { number: number; at: number; event: GameEvent }

type Fetch = <T>(path: string) => Promise<T>;

/** The steps of one match as they come in. Screens subscribe to it. */
export class Film {
  outline: OutlineStep[] = [];
  n = 0;
  trouble: Error | null = null;
  private readonly seen = new Map<Eyes, (Step | undefined)[]>();
  private readonly coming = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor(readonly match: string, private readonly fetch: Fetch) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private page<S>(eyes: Eyes | "outline", from: number): Promise<Steps<S>> {
    return this.fetch<Steps<S>>(`/api/matches/${this.match}/steps/${eyes}/${from}`);
  }

  /** What kind of thing happened in every step. */
  async loadOutline(): Promise<void> {
    const outline: OutlineStep[] = [];
    for (let from: number | undefined = 0; from !== undefined;) {
      const answer: Steps<OutlineStep> = await this.page<OutlineStep>("outline", from);
      outline.push(...answer.steps);
      this.n = answer.n;
      from = answer.next;
    }
    this.outline = outline;
    this.tell();
  }

  step(eyes: Eyes, at: number): Step | null {
    return this.seen.get(eyes)?.[at] ?? null;
  }

  private keep(eyes: Eyes, steps: Step[]): void {
    const kept = this.seen.get(eyes) ?? [];
    for (const step of steps) kept[step.number] = step;
    this.seen.set(eyes, kept);
  }

  /** Fetches what is missing: this step first, then everything before it, then what comes next. */
  async want(eyes: Eyes, at: number): Promise<void> {
    try {
      await this.fill(eyes, at, at + 1);
      await this.fill(eyes, 0, at);
      await this.fill(eyes, at, Math.min(at + 40, this.n));
    } catch (error) {
      this.trouble = error as Error;
      this.tell();
    }
  }

  private async fill(eyes: Eyes, from: number, to: number): Promise<void> {
    for (let at = from; at < to;) {
      if (this.step(eyes, at)) {
        at++;
        continue;
      }
      const key = `${eyes} ${at}`;
      if (this.coming.has(key)) return; // whoever asked first goes on from there
      this.coming.add(key);
      try {
        const answer = await this.page<Step>(eyes, at);
        this.keep(eyes, answer.steps);
        this.trouble = null;
        at = answer.next ?? answer.n;
      } finally {
        this.coming.delete(key);
      }
      this.tell();
    }
  }

  /** Everything these eyes were told up to and with this step, as far back as it is loaded without a gap. */
  history(eyes: Eyes, at: number): Line[] {
    const lines: Line[][] = [];
    for (let i = at; i >= 0; i--) {
      const step = this.step(eyes, i);
      if (!step) break;
      lines.push(step.events.map(event => ({ number: i, at: step.at, event })));
    }
    return lines.reverse().flat();
  }
}
