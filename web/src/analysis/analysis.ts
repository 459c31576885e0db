// The analysis of a match that is over, as it comes in: the server works it out step by step while somebody asks
// (docs/protocol.md, Analysis), and so does the referee in this tab. Stopping is not asking any more.

export interface AnalysisStep {
  number: number;
  seat?: number;
  move?: string;
  /** chance of each seat to win, 0 to 1: as it was */
  truth: number[];
  /** as each seat could know it */
  known: number[];
  /** what search would have done, with what the seat saw, and what it expected of both moves */
  best?: string;
  best_worth?: number;
  move_worth?: number;
}

export interface AnalysisAnswer {
  done: number;
  total: number;
  worlds: number;
  search: number;
  error: number;
  turns: number[];
  steps: AnalysisStep[];
}

const ASK_MS = 400; // between two questions how far it is

export class Analysis {
  steps: AnalysisStep[] = [];
  total = 0;
  turns: number[] = [];
  worlds = 0;
  error = 0;
  trouble: string | null = null;
  /** is somebody asking? */
  going = false;
  private readonly listeners = new Set<() => void>();

  constructor(readonly match: string, private readonly fetch: (path: string) => Promise<AnalysisAnswer>,
    /* the referee in this tab works when he is asked */
    private readonly wait = match.startsWith("~") ? 0 : ASK_MS) {}

  get isDone(): boolean {
    return this.total > 0 && this.steps.length === this.total;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  start(): void {
    if (this.going || this.isDone) return;
    this.going = true;
    this.trouble = null;
    void this.ask();
  }

  stop(): void {
    this.going = false;
    this.tell();
  }

  private async ask(): Promise<void> {
    while (this.going && !this.isDone) {
      try {
        this.take(await this.fetch(`/api/matches/${this.match}/analysis/${this.steps.length}`));
      } catch (error) {
        this.trouble = (error as Error).message;
        this.going = false;
      }
      this.tell();
      if (this.going && !this.isDone) await new Promise(done => setTimeout(done, this.wait));
    }
    this.going = false;
    this.tell();
  }

  private take(answer: AnalysisAnswer): void {
    for (const step of answer.steps) this.steps[step.number] = step;
    this.total = answer.total;
    this.turns = answer.turns;
    this.worlds = answer.worlds;
    this.error = answer.error;
  }
}

/** By how much step i changed the chance of a seat, in percent. */
export const changeAt = (steps: AnalysisStep[], i: number, seat: number): number =>
  Math.round(100 * (steps[i]?.truth[seat] ?? 0)) - Math.round(100 * (steps[i - 1]?.truth[seat] ?? 0));
