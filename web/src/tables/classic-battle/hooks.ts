// What tests see (JK-10.7, 10.8): attributes of the body, #machine-state, and `window.__jk`. It mirrors what the referee
// said and, in test mode, sends what a test asks for; it decides nothing.
import type { MatchClient } from "../../client";
import type { Refused } from "../../proto";
import type { Countdown } from "./countdown";
import type { JkView, Told, Transition } from "./session";

const WAIT_MS = 10_000;
const WIND_MAX = 600_000; // milliseconds that the referee turns at once
const LOG_SHOWN = 256;

export interface JkHook {
  readonly state: string;
  readonly prev: string;
  readonly lastTrigger: string;
  readonly log: Transition[];
  readonly rejects: Reject[];
  readonly ready: Promise<void>;
  snapshot(): Record<string, unknown>;
  waitFor(states: string | string[], timeoutMs?: number): Promise<string>;
  dispatch?(trigger: string, payload?: Payload): Promise<void>;
  clock?: { advance(ms: number): Promise<void>; jump(ms: number): Promise<void>; expire(): Promise<void> };
  setFlag?(name: string, value: boolean): Promise<void>;
  setDecks?(lists: { player: number[]; opponent: number[] }): Promise<void>;
  injectError?(where: string): Promise<void>;
}

/** JK-9.1: a trigger that was not taken: when, where, which, and why. */
export interface Reject {
  id: number; seq: number; ts: number; matchId: number; round: number; state: string; trigger: string; code: string; rule: string; field: string; detail: string;
}

export interface Payload { target?: number; stat?: string; reason?: string; edit?: Record<string, string | number>; source?: "player" | "host" | "admin" }

declare global {
  interface Window { __jk?: JkHook }
}

interface Waiter { states: string[]; done(state: string): void }

/** The words of a trigger with its payload, as a move. */
export function moveOf(trigger: string, payload: Payload = {}): string {
  const edit = Object.entries(payload.edit ?? {}).map(([name, value]) => `${name}=${value}`);
  return [trigger, payload.target, payload.stat, payload.reason, ...edit].filter(part => part !== undefined).join(" ");
}

/** Places where an error can be injected, in the order of the session's setting `injectError`. */
export const INJECT = ["-", "waitingForMatchStart", "matchStart", "roundStart", "waitingForPlayerAction", "roundDecision", "roundOver",
  "cooldown", "matchDecision", "matchOver", "roundModification", "interruptRound", "interruptMatch", "opponentChoice"];

export class Hooks {
  private v: JkView | null = null;
  private told: Told | null = null;
  private readonly rejects: Reject[] = [];
  private readonly waiters = new Set<Waiter>();
  private setReady: () => void = () => undefined;
  private readonly hook: JkHook;

  constructor(private readonly client: MatchClient | undefined, private readonly clock: Countdown, isTest: boolean) {
    const ready = new Promise<void>(done => { this.setReady = done; });
    const seen = () => this.v;
    this.hook = {
      get state() { return seen()?.state ?? ""; },
      get prev() { return seen()?.prev ?? ""; },
      get lastTrigger() { return seen()?.lastTrigger ?? ""; },
      log: [], rejects: this.rejects, ready,
      snapshot: () => this.snapshot(),
      waitFor: (states, ms = WAIT_MS) => this.waitFor(states, ms),
      ...(isTest && this.testHooks()),
    };
    Object.defineProperty(this.hook, "log", { get: () => this.told?.log.slice(-LOG_SHOWN) ?? [] });
    window.__jk = this.hook;
  }

  /** JK-10.7: within the frame in which the state was drawn. */
  show(v: JkView, told: Told): void {
    const last = told.log.at(-1), body = document.body.dataset, machine = document.getElementById("machine-state");
    this.v = v;
    this.told = told;
    body.battleState = v.state;
    body.prevBattleState = v.prev;
    body.target = String(v.target);
    if (machine) {
      machine.textContent = v.state;
      Object.assign(machine.dataset, { id: String(v.stateId), prev: v.prev, event: v.lastTrigger, ts: String(last?.ts ?? 0) });
    }
    this.setReady();
    for (const waiter of this.waiters) if (waiter.states.includes(v.state)) waiter.done(v.state);
  }

  reject(refused: Refused): void {
    if (this.rejects.at(-1)?.id !== refused.id) this.rejects.push(rejectOf(refused));
  }

  private snapshot(): Record<string, unknown> {
    return { ...this.v, seq: this.client?.match.seq ?? 0, driftCount: this.clock.corrections, remainingMs: Math.round(this.clock.remaining(performance.now())) };
  }

  private waitFor(wanted: string | string[], ms: number): Promise<string> {
    const states = [wanted].flat();
    if (this.v && states.includes(this.v.state)) return Promise.resolve(this.v.state);
    return new Promise((resolve, reject) => {
      const waiter = { states, done: (state: string) => { clearTimeout(timer); this.waiters.delete(waiter); resolve(state); } };
      const timer = setTimeout(() => {
        this.waiters.delete(waiter);
        reject(new Error(`not in ${states.join(" or ")} within ${ms} ms, but in ${this.v?.state ?? "no state"}`));
      }, ms);
      this.waiters.add(waiter);
    });
  }

  /* A move of the test, when nothing else is on its way; done when the referee has taken or refused it. */
  private say(move: string, as?: "host" | "admin"): Promise<void> {
    const { client } = this;
    if (!client) return Promise.resolve();
    return new Promise(done => {
      let isSent = false;
      const look = () => {
        if (client.match.pending) return;
        if (isSent) {
          stop();
          done();
          return;
        }
        isSent = true;
        client.play(move, as);
        if (!client.match.pending) look(); // nothing is asked any more
      };
      const stop = client.subscribe(look);
      look();
    });
  }

  /* Time goes on by so much, in portions that the referee takes. */
  private async wind(ms: number, jump = false): Promise<void> {
    await this.settled();
    let left = ms;
    do {
      await this.client?.wind(Math.min(left, WIND_MAX), jump);
      left -= WIND_MAX;
    } while (left > 0);
    await shown();
  }

  /* JK-10.8: to the deadline; without one nothing runs out. */
  private async expire(): Promise<void> {
    await this.settled();
    await this.client?.wind();
    await shown();
  }

  /* When nothing is on its way. */
  private settled(): Promise<void> {
    const { client } = this;
    if (!client?.match.pending) return Promise.resolve();
    return new Promise(done => {
      const stop = client.subscribe(() => {
        if (client.match.pending) return;
        stop();
        done();
      });
    });
  }

  private testHooks(): Partial<JkHook> {
    const say = (move: string, as?: "host" | "admin") => this.say(move, as);
    return {
      dispatch: (trigger, payload = {}) => say(moveOf(trigger, payload), payload.source === "player" ? undefined : (payload.source ?? sourceOf(trigger))),
      clock: { advance: ms => this.wind(ms), jump: ms => this.wind(ms, true), expire: () => this.expire() },
      setFlag: (name, value) => say(`settings ${name} ${value ? 1 : 0}`, "host"),
      setDecks: async lists => {
        for (const [name, cards] of [["playerCard", lists.player], ["opponentCard", lists.opponent]] as const)
          for (const card of [0, ...cards]) await say(`settings ${name} ${card}`, "host");
      },
      injectError: where => say(`settings injectError ${Math.max(0, INJECT.indexOf(where))}`, "host"),
    };
  }

  close(): void {
    delete window.__jk;
    delete document.body.dataset.battleState;
    delete document.body.dataset.prevBattleState;
    delete document.body.dataset.target;
  }
}

/* The next frame: what was told is drawn. */
const shown = (): Promise<void> => new Promise(done => { requestAnimationFrame(() => { done(); }); });

export const rejectOf = (r: Refused): Reject => ({
  id: r.id, seq: r.seq, ts: r.at, matchId: r.match ?? 0, round: r.round ?? 0, state: r.state ?? "", trigger: r.trigger, code: r.code, rule: r.rule ?? "",
  field: r.field ?? "", detail: r.reason,
});

const ADMIN = ["roundModifyFlag", "modifyRoundDecision", "cancelModification"];
const ENGINE = ["error", "cardsRevealed", "timeout", "outcome=winPlayer", "outcome=winOpponent", "outcome=draw", "matchPointReached", "finalize"];
/** Who fires a trigger, where the test does not say. */
const sourceOf = (trigger: string): "host" | "admin" | undefined => (ADMIN.includes(trigger) ? "admin" : ENGINE.includes(trigger) ? "host" : undefined);
