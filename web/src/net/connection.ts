// The socket of one match, and its life: attach, come back after a break with the number of the last update seen, send
// again what was not acknowledged, notice a dead line. It knows messages only as far as that needs.
import type { Attach, ClientMessage, ServerMessage } from "../proto";

export type Link = "connecting" | "open" | "lost";

/** What a browser's WebSocket is to us; tests bring their own. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

export interface Timers {
  set(call: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export interface ConnectionOptions {
  /** to the server of this page, or to the one at this address that has the match; after so many attempts that failed */
  open(address: string, tries: number): Socket;
  timers?: Timers;
  /** how to attach now, with the last number that was seen */
  attach(): Attach;
  /** what must be said again after attaching */
  resend(lastId: number): ClientMessage[];
  /** all messages of one frame, together */
  got(messages: ServerMessage[]): void;
  link(link: Link): void;
  /** a message has left */
  said?(message: ClientMessage): void;
  random?(): number;
}

const ALIVE_MS = 10_000; // a sign of life this often
const SILENT_MS = 8_000; // no answer to it for so long: the line is dead
const MOVES = 5; // from server to server at once; then as after a break
const BACK_MS = [250, 500, 1000, 2000, 4000, 8000];

/* A move must not tell by its length what it is: blanks behind a message count for nothing. */
const STEP = 128;
const inSteps = (text: string, type: ClientMessage["type"]) => (type === "move" || type === "check" ? text.padEnd(Math.ceil(text.length / STEP) * STEP) : text);

const windowTimers: Timers = {
  set: (call, ms) => globalThis.setTimeout(call, ms),
  clear: timer => { globalThis.clearTimeout(timer as ReturnType<typeof setTimeout>); },
};

export class Connection {
  private socket: Socket | null = null;
  private isAttached = false;
  private isClosed = false;
  private tries = 0;
  private moves = 0;
  private address = "";
  private retry: unknown = null;
  private alive: unknown = null;
  private silence: unknown = null;
  private readonly timers: Timers;

  constructor(private readonly options: ConnectionOptions) {
    this.timers = options.timers ?? windowTimers;
    this.connect();
  }

  private connect(): void {
    const socket = this.options.open(this.address, this.tries);
    this.socket = socket;
    this.isAttached = false;
    this.options.link("connecting");
    this.expect(); // somebody may take the call and say nothing
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.say(this.options.attach());
      this.expect();
    };
    socket.onmessage = event => { if (socket === this.socket) this.receive(event.data); };
    socket.onclose = () => { if (socket === this.socket) this.lose(); };
  }

  private receive(data: string): void {
    const messages = data.split("\n").filter(line => line).map(line => JSON.parse(line) as ServerMessage);
    const attached = messages.find(m => m.type === "attached");
    this.heard();
    if (attached) {
      this.isAttached = true;
      this.tries = this.moves = 0;
    }
    this.options.got(messages);
    this.follow(messages);
    if (attached && this.socket) {
      for (const message of this.options.resend(attached.last_id)) this.say(message);
      this.options.link("open");
    }
  }

  /* Another server has the match, or ours cannot save moves: attach again, there or in a moment. */
  private follow(messages: ServerMessage[]): void {
    const moved = messages.find(m => m.type === "moved");
    if (!this.socket || !(moved ?? messages.some(m => m.type === "trouble" && m.code === "AWAY"))) return;
    this.drop();
    this.address = moved?.address ?? "";
    if (this.address && this.moves++ < MOVES) this.hurry();
  }

  private heard(): void {
    this.timers.clear(this.silence);
    this.timers.clear(this.alive);
    this.silence = null;
    this.alive = this.timers.set(() => { this.ping(); }, ALIVE_MS);
  }

  /* An answer must come, or the line is dead. */
  private expect(): void {
    this.silence ??= this.timers.set(() => { this.silence = null; this.drop(); }, SILENT_MS);
  }

  /** Asks for a sign of life, at once. */
  ping(): void {
    if (!this.isAttached) return;
    this.say({ type: "alive" });
    this.expect();
  }

  private lose(): void {
    this.stopTimers();
    this.socket = null;
    this.isAttached = false;
    this.address = ""; // whoever is reached first knows where the match is
    if (this.isClosed) return;
    const wait = BACK_MS[Math.min(this.tries, BACK_MS.length - 1)];
    const random = this.options.random ?? Math.random;
    this.tries++;
    this.options.link("lost");
    // Not all at the same moment when a server comes back.
    this.retry = this.timers.set(() => { this.retry = null; this.connect(); }, wait * (0.75 + random() / 2));
  }

  private drop(): void {
    const socket = this.socket;
    this.lose();
    if (socket) { socket.onclose = null; socket.close(); }
  }

  private stopTimers(): void {
    for (const timer of [this.alive, this.silence, this.retry]) this.timers.clear(timer);
    this.alive = this.silence = this.retry = null;
  }

  /** Sends if attached; what must not be lost is given again by `resend`. */
  send(message: ClientMessage): boolean {
    if (!this.isAttached) return false;
    this.say(message);
    if (message.type === "move" || message.type === "check" || message.type === "attach") this.expect();
    return true;
  }

  /** Attaches once more on the same line, because something is missing. */
  again(): boolean {
    return this.send(this.options.attach());
  }

  private say(message: ClientMessage): void {
    this.socket?.send(inSteps(JSON.stringify(message), message.type));
    this.options.said?.(message);
  }

  /** The network is back, the page is shown again, or this window wants to play: do not wait. */
  hurry(anew = false): void {
    if (this.isClosed) return;
    if (anew && this.socket) this.drop();
    if (this.retry !== null) {
      this.timers.clear(this.retry);
      this.retry = null;
      this.tries = 0;
      this.connect();
    } else {
      this.ping();
    }
  }

  close(): void {
    this.isClosed = true;
    this.stopTimers();
    this.socket?.close();
    this.socket = null;
  }
}

/** A socket for a match: to the server this page came from, or to the one that is said to have it. The id is in the path, so
 * that a balancer finds the same server for all who play, and another one for who got no answer there. */
export function openSocket(match: string, address = "", tries = 0): Socket {
  const url = new URL(`${address}/ws/${match}${tries ? `?try=${String(tries)}` : ""}`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url.href, "croupier.v1") as unknown as Socket;
}
