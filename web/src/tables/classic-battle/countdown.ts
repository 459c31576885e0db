// The countdown on the page (JK-7.12 to 7.14): it runs on the page's own monotonic clock between the referee's ticks and
// is set right by them. It never fires anything: at zero it waits for the referee.
export const DRIFT_MS = 200; // more than this is drift; exactly this is not
export const SILENCE_MS = 500; // without an event for so long after zero, the page says that it waits

export class Countdown {
  /** how often the local clock was set right, for `driftCount` of the hooks */
  corrections = 0;
  /** the last correction, local minus true, for `data-drift-ms` */
  drift = 0;
  private end = 0;
  private left = 0;
  private isRunning = false;
  private isDrifting = false;

  /** A timer begins, or stands as it is: what is left of it now, and whether it runs. */
  arm(leftMs: number, now: number, isRunning = true): void {
    this.left = Math.max(0, leftMs);
    this.end = now + this.left;
    this.isRunning = isRunning;
    this.isDrifting = false;
    this.drift = 0;
  }

  /** The time itself was turned, by a test: what is left now; that is no drift of ours. */
  set(leftMs: number, now: number): void {
    this.left = Math.max(0, leftMs);
    this.end = now + this.left;
  }

  stop(): void {
    this.isRunning = this.isDrifting = false;
    this.left = this.end = 0;
  }

  get runs(): boolean {
    return this.isRunning;
  }

  remaining(now: number): number {
    return this.isRunning ? Math.max(0, this.end - now) : this.left;
  }

  seconds(now: number): number {
    return Math.ceil(this.remaining(now) / 1000);
  }

  /** JK-7.12: a tick of the referee says what is truly left. True if the local clock was set right. */
  tick(trueMs: number, now: number, isLate = false): boolean {
    const off = this.remaining(now) - trueMs;
    const isOff = this.isRunning && Math.abs(off) > DRIFT_MS;
    if (isOff) {
      this.end = now + trueMs;
      this.drift = Math.round(off);
      this.corrections++;
    }
    this.isDrifting = isOff || isLate;
    return isOff;
  }

  /** JK-7.13 and 7.14: drift until a tick without it, or zero and nothing heard for half a second. */
  isWaiting(now: number): boolean {
    return this.isDrifting || (this.isRunning && now - this.end >= SILENCE_MS);
  }
}
