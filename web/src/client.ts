// One match, live: the model of match.ts fed by a connection, and the things a person can do. Screens subscribe to it.
import { whole } from "./changes";
import { newMatch, reduce, type Action, type Match, type Told } from "./match";
import { bareId, isHere, openHere } from "./here/here";
import { Sharer } from "./drawing";
import { keepTold } from "./here/told";
import { Pacer } from "./pace";
import { ServerClock } from "./net/clock";
import { Connection, openSocket, type Link, type Socket } from "./net/connection";
import type { Checked, ClientMessage, ServerMessage } from "./proto";
import { pastOf } from "./past";
import { store } from "./store";

const CHECK_MS = 5000;
const TRACE_KEPT = 200;
const TRIES = 1000; // ids a ticket has

/** A message as it went over the wire, for the inspector. */
export interface Traced { at: number; out: boolean; message: ClientMessage | ServerMessage }

/* How far this tab has shown a match: what comes behind that while the page is away was missed. */
const seenKey = (id: string) => `croupier.seen.${id}`;

function seenOf(id: string): number {
  try {
    return Number(globalThis.sessionStorage?.getItem(seenKey(id)) ?? Infinity);
  } catch {
    return Infinity;
  }
}

export class MatchClient {
  match: Match;
  link: Link = "connecting";
  readonly clock = new ServerClock();
  readonly trace: Traced[] = [];
  /** what of the match the eye has seen */
  readonly pacer = new Pacer({
    pace: () => store.settings.pace, now: () => this.clock.now(), isHidden: () => globalThis.document?.hidden ?? false, changed: () => { this.tell(); },
  });
  private readonly connection: Connection;
  private readonly listeners = new Set<() => void>();
  private readonly checks = new Map<number, (checked: Checked | null) => void>();
  private lastCheck = 0;
  private isAsking = false;
  private wound: (() => void) | null = null;
  private lastId = 0;
  private readonly sharer: Sharer | null;

  constructor(id: string, readonly token: string | null, open: (address: string, tries: number) => Socket = isHere(id) ? openHere
    : (address, tries) => openSocket(bareId(id), address, tries)) {
    this.match = newMatch(id);
    this.pacer.seen = seenOf(id);
    const table = store.table(id);
    // In this tab the referee is at home: there is nobody to draw with.
    this.sharer = !table || table.token !== token || isHere(id) ? null : new Sharer(bareId(id), {
      get: number => store.table(id, table.seat)?.draws?.find(d => d.number === number),
      put: draw => { store.draw(id, table.seat, draw); },
    }, message => { this.connection.send(message); });
    this.connection = new Connection({
      open,
      // From the first update on: the log is whole, also after a reload.
      attach: () => ({ type: "attach", match: bareId(id), ...(token && { token }), after: this.match.n, view: "changes", words: true }),
      resend: lastId => {
        const p = this.match.pending;
        this.lastId = Math.max(this.lastId, lastId);
        return p && p.id > lastId ? [{ type: "move", id: p.id, ticket: p.ticket, move: p.move, ...(p.as && { as: p.as }) }] : [];
      },
      got: messages => { this.got(messages); },
      link: link => { this.link = link; this.tell(); },
      said: message => {
        if (message.type === "attach" || message.type === "alive") this.clock.asked();
        this.keep(true, message);
      },
    });
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private act(action: Action): void {
    const before = this.match;
    this.match = reduce(before, action);
    this.pacer.took(before, this.match, action);
  }

  /** The page has shown this update. */
  saw(n: number): void {
    try {
      globalThis.sessionStorage?.setItem(seenKey(this.match.id), String(n));
    } catch {
      // A browser that keeps nothing tells nothing of what was missed.
    }
  }

  /** The match as it is to be shown: behind the real one while happenings are shown one by one. */
  get shown(): Match { return this.pacer.show(this.match); }

  private keep(out: boolean, message: ClientMessage | ServerMessage): void {
    this.trace.push({ at: this.clock.now(), out, message });
    if (this.trace.length > TRACE_KEPT) this.trace.shift();
  }

  /* Kept for the verdict at the end. A match in this tab has nobody to be checked. */
  private witness(messages: Told[]): void {
    const told = messages.filter(m => m.type === "update").filter(m => m.view).map(m => ({ n: m.n, text: JSON.stringify(m) }));
    if (told.length && !isHere(this.match.id)) void keepTold(this.match.id, this.match.me, told);
  }

  /* My part of the seed, while the match has not begun. */
  private share(message: Told): void {
    const seat = message.type === "attached" ? message.seat : this.match.me;
    if (!this.sharer || seat < 0) return;
    if (message.type === "attached" && !message.begun) {
      const last = store.table(this.match.id, seat)?.draws?.at(-1);
      void this.sharer.seal(last?.commitment === message.commitment ? last.number : 1, seat, message.commitment);
    } else if (message.type === "drawing" && message.stage === "seal") {
      void this.sharer.seal(message.number, seat, message.commitment);
    } else if (message.type === "drawing" && message.stage === "open") {
      void this.sharer.open(message, seat);
    }
  }

  private got(messages: ServerMessage[]): void {
    const taken: Told[] = [];
    for (const told of messages) {
      const message = told.type === "update" ? whole(this.match, told) : told;
      taken.push(message);
      this.keep(false, told);
      this.share(message);
      if (message.type === "attached") {
        this.clock.told(message.now);
        store.commit(this.match.id, message.commitment);
        this.isAsking = false;
      } else if (message.type === "clock") {
        this.clock.told(message.now, message.drift);
      } else if (message.type === "wound") {
        this.clock.turned(message.now);
        this.wound?.();
      } else if (message.type === "checked") {
        this.checks.get(message.id)?.(message);
      } else if (message.type === "trouble" && message.code === "BAD_NUMBER") {
        this.act({ type: "forget" }); // the server knows less than we do: begin anew
        setTimeout(() => { this.connection.hurry(true); });
      }
      this.act(message);
    }
    this.witness(taken);
    if (this.match.over && this.token && this.match.me >= 0) store.end(pastOf(this.match));
    if (this.match.isBehind && !this.isAsking) this.isAsking = this.connection.again();
    this.tell();
    if (this.match.fatal) this.connection.close();
  }

  /** Answers the open question. Nothing is shown as fact before the server says so; nor is it judged here whether this
   * window may. */
  play(move: string, as?: "host" | "admin"): void {
    const q = this.match.question;
    if (!q || this.match.pending) return;
    // An id that was used before would be taken for the same move sent twice. Another window of this seat may have used some
    // that we did not hear of: the one that closed as this one opened, or one that played before. Its moves answered earlier
    // tickets.
    const id = Math.max(this.lastId + 1, q.ticket * TRIES);
    this.lastId = id;
    this.act({ type: "sent", id, ticket: q.ticket, move, as });
    this.connection.send({ type: "move", id, ticket: q.ticket, move, ...(as && { as }) }); // if the line is down, `resend` says it later
    this.tell();
  }

  /** Would this move be accepted? */
  check(move: string): Promise<Checked> {
    const id = ++this.lastCheck;
    const failed: Checked = { type: "checked", id, ok: false, code: "NO_ANSWER", reason: "the referee cannot be reached right now",
      title: "The referee does not answer.", because: "The connection is slow or lost; try again in a moment." };
    return new Promise(resolve => {
      const timer = setTimeout(() => { done(null); }, CHECK_MS);
      const done = (checked: Checked | null) => {
        clearTimeout(timer);
        this.checks.delete(id);
        resolve(checked ?? failed);
      };
      this.checks.set(id, done);
      const ticket = this.match.question?.ticket;
      if (ticket === undefined || !this.connection.send({ type: "check", id, ticket, move })) done(null);
    });
  }

  /** On a server in test mode: time goes on in this match, by so much or to the deadline; done when all of it is told. */
  wind(ms?: number, jump = false): Promise<void> {
    return new Promise(done => {
      this.wound = () => { this.wound = null; done(); };
      if (!this.connection.send({ type: "wind", ...(ms !== undefined && { ms: Math.round(ms) }), ...(jump && { jump }) })) this.wound();
    });
  }

  /** Is time being turned just now? */
  get isWinding(): boolean { return this.wound !== null; }

  /** Asks for the best moves of my question. */
  hint(): void {
    const q = this.match.question;
    if (!q?.mine || this.match.hinting === q.ticket || !this.connection.send({ type: "hint", id: ++this.lastCheck, ticket: q.ticket })) return;
    this.act({ type: "hinting", ticket: q.ticket });
    this.tell();
  }

  /** The hint was read. */
  forgetHint(): void { this.act({ type: "hinting", ticket: 0 }); this.tell(); }

  signal(signal: string): void { this.connection.send({ type: "signal", signal }); }
  pause(on: boolean, reason?: string): void { this.connection.send({ type: "pause", on, ...(reason && { reason }) }); }
  start(): void { this.connection.send({ type: "start" }); }
  leave(): void { this.connection.send({ type: "leave" }); }
  /** Once it is over: once more with the same people; `swap` moves everybody on by one seat. */
  rematch(seats: "same" | "swap" | "no"): void { this.connection.send({ type: "rematch", seats }); }
  /** Bots need not wait for me until I am asked. */
  goOn(): void { this.connection.send({ type: "go_on" }); }
  /** Is the server to pass for me where I can do nothing else? */
  empty(mode: "auto" | "ask"): void { this.connection.send({ type: "empty", mode }); }

  /** A sign of life, for games whose room listens for one. */
  alive(): void { this.connection.ping(); }

  /** The network is back, or the page is shown again. */
  hurry(): void { this.connection.hurry(); }

  /** Takes the seat from another window: the newest connection plays. */
  playHere(): void { this.connection.hurry(true); }

  close(): void {
    this.pacer.close();
    this.connection.close();
  }
}
