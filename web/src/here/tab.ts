// The referee's server as WebAssembly: turned by timers, with this browser as its disk. worker.ts runs it.
import { Wasm } from "../../../dist/npm/wasm.mjs";
import type { Entry, Keep } from "./keep";
import type { FromWorker, ToWorker } from "./messages";

const LATEST_MS = 60_000; // a turn at least so often: browsers forget long timers of sleeping tabs
const BEAT_MS = 1000;

const hex = (bytes: Uint8Array) => Array.from(bytes, b => b.toString(16).padStart(2, "0")).join("");
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16));

/** The server in the tab. Time and chance are handed in, so tests can bring their own. */
export class Tab {
  private readonly wasm: Wasm;
  private batch: Entry[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beaten = 0;

  constructor(module: WebAssembly.Module, private readonly keep: Keep, say: (message: FromWorker) => void, private readonly now: () => number = Date.now) {
    const text = (at: number, length: number) => this.wasm.text(at, length);
    this.wasm = new Wasm(module, {
      reply: (id, status, _type, body, length) => { say({ type: "reply", id, status, body: this.wasm.slice(body, length) }); },
      send: (id, bytes, length, isLast) => {
        if (length) say({ type: "message", id, text: text(bytes, length) });
        if (isLast) say({ type: "closed", id });
      },
      keep: (match, number, flags, bytes, length) => {
        this.batch.push({ match: hex(this.wasm.slice(match, 16)), number, flags, bytes: this.wasm.slice(bytes, length) });
      },
      commit: batch => {
        const entries = this.batch;
        this.batch = [];
        keep.add(entries).then(() => true, () => false).then(isKept => {
          this.wasm.c.cr_tab_kept(batch, isKept);
          this.turn();
        }, () => undefined);
      },
    });
  }

  async open(key: Uint8Array): Promise<void> {
    const c = this.wasm.c;
    const { entries, alive } = await this.keep.load();
    this.wasm.with([key], at => c.cr_tab_open(at, BigInt(this.now()), false));
    for (const { match, number, flags, bytes } of entries)
      this.wasm.with([unhex(match), bytes], (id, at) => c.cr_tab_load(id, number, flags, at, bytes.length));
    c.cr_tab_start(BigInt(alive));
    this.turn();
  }

  private turn(): void {
    clearTimeout(this.timer);
    const now = this.now();
    const next = this.wasm.c.cr_tab_turn(BigInt(now));
    const wait = next < 0 ? LATEST_MS : Math.min(Math.max(Number(next) - now, 0), LATEST_MS);
    if (now - this.beaten >= BEAT_MS) {
      this.beaten = now;
      this.keep.beat(now);
    }
    this.timer = setTimeout(() => { this.turn(); }, wait);
  }

  got(message: ToWorker): void {
    const c = this.wasm.c;
    switch (message.type) {
      case "request":
        this.wasm.with([message.method, message.path, message.body], (method, path, body) => c.cr_tab_request(message.id, method, path, body));
        break;
      case "connect": c.cr_tab_connect(message.id); break;
      case "disconnect": c.cr_tab_disconnect(message.id); break;
      case "message":
        this.wasm.with([message.text], at => { c.cr_tab_receive(message.id, at, new TextEncoder().encode(message.text).length); });
    }
    this.turn();
  }

  close(): void { clearTimeout(this.timer); }
}
