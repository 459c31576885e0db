// The server's clock, estimated. Every message that carries the server's time is a sample: it was right somewhere
// between asking and hearing, so half the way is the guess and the other half how wrong it may be. The best sample of
// late counts; a sample without a question (`attached`) is as wrong as a slow network may be.

export interface Sample { offset: number; error: number; at: number }

/** How long a good sample is trusted more than a newer, worse one: clocks run apart. */
const KEPT_MS = 120_000;
const UNASKED_MS = 1000;

export class ServerClock {
  private best: Sample | null = null;
  private askedAt: number | null = null;
  /** how often the server's time was set anew, which only tests do */
  turns = 0;
  /** How late, at worst, the server noticed a deadline, by its own account; in milliseconds. null: it has not said. */
  drift: number | null = null;

  constructor(private readonly local: () => number = Date.now) {}

  /** A question that the server will answer with its time is on its way. */
  asked(): void {
    this.askedAt = this.local();
  }

  /** The server's time has come, as answer to the question. */
  told(serverNow: number, drift?: number): void {
    const at = this.local();
    const trip = this.askedAt === null ? UNASKED_MS : Math.max(0, at - this.askedAt);
    this.askedAt = null;
    this.take({ offset: serverNow + trip / 2 - at, error: trip / 2, at });
    if (drift !== undefined) this.drift = drift;
  }

  /** The server's time has come unasked: it is at least that late. */
  heard(serverNow: number): void {
    const at = this.local();
    this.take({ offset: serverNow - at, error: UNASKED_MS, at });
  }

  /** A test has turned the server's time: what was known of it is void. */
  turned(serverNow: number): void {
    this.best = this.askedAt = null;
    this.turns++;
    this.heard(serverNow);
  }

  private take(sample: Sample): void {
    if (!this.best || sample.error <= this.best.error || sample.at - this.best.at > KEPT_MS) this.best = sample;
  }

  /** Now, on the server's clock. */
  now(): number {
    return this.local() + (this.best?.offset ?? 0);
  }

  /** Half of a round trip, the best of late; null: not measured. */
  get error(): number | null {
    return this.best?.error ?? null;
  }
}

/** Seconds as a clock shows them: nothing is left only when nothing is left. */
export const secondsLeft = (until: number, now: number) => Math.max(0, Math.ceil((until - now) / 1000));
