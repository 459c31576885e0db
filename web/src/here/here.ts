// The referee in this tab: the same server, as WebAssembly in a worker, spoken to by the same protocol. A match that is played
// here has an id that begins with "~"; everything else about it is as on a server, and the rest of the page does not know.
import type { Socket } from "../net/connection";
import type { CheckAsked, FromWorker, ToWorker, Verdict } from "./messages";

/** Addresses of the worker and the module, set by build.mjs; null in a build without them. */
declare const HERE_FILES: { worker: string; wasm: string; rules: string } | null;

export const isHerePossible = () => HERE_FILES !== null && typeof Worker !== "undefined" && typeof WebAssembly !== "undefined";
export const isHere = (id: string) => id.startsWith("~");
/** The id as the referee knows it. */
export const bareId = (id: string) => id.replace(/^~/, "");

/** Screens of the referee in this tab: his lobby, and everything about a match of his. What is begun there is begun with him. */
export const isHereAddress = (hash: string) => /^#\/(here\b|\w+\/~)/.test(hash);

/** The lobby that the screen at this address belongs to. */
export const homeOf = (hash: string) => (isHereAddress(hash) ? "#/here" : "#/");

interface Reply { status: number; body: Uint8Array }

class Here {
  private readonly worker: Worker;
  private readonly replies = new Map<number, (reply: Reply) => void>();
  private readonly verdicts = new Map<number, (verdict: Verdict) => void>();
  private readonly sockets = new Map<number, Socket>();
  private last = 0;
  /** why nothing can be kept in this browser, or null */
  isKept = true;
  readonly ready: Promise<void>;

  constructor(files: { worker: string; wasm: string }) {
    this.worker = new Worker(new URL(files.worker, document.baseURI), { type: "module", name: "croupier" });
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = event => { reject(new Error(event.message || "the referee could not be loaded")); };
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "ready") { this.isKept = data.isKept; resolve(); }
        else if (data.type === "failed") reject(new Error(data.reason));
        else this.got(data);
      };
    });
    this.say({ type: "open", wasm: new URL(files.wasm, document.baseURI).href });
  }

  private say(message: ToWorker, transfer: Transferable[] = []): void { this.worker.postMessage(message, transfer); }

  private got(data: FromWorker): void {
    switch (data.type) {
      case "reply":
        this.replies.get(data.id)?.({ status: data.status, body: data.body });
        this.replies.delete(data.id);
        break;
      case "verdict":
        this.verdicts.get(data.id)?.(data.verdict);
        this.verdicts.delete(data.id);
        break;
      case "message": this.sockets.get(data.id)?.onmessage?.({ data: data.text }); break;
      case "closed": {
        const socket = this.sockets.get(data.id);
        this.sockets.delete(data.id);
        socket?.onclose?.();
      }
    }
  }

  async request(method: string, path: string, body = ""): Promise<Reply> {
    await this.ready;
    const id = ++this.last;
    return new Promise(resolve => {
      this.replies.set(id, resolve);
      this.say({ type: "request", id, method, path, body });
    });
  }

  socket(): Socket {
    const id = ++this.last;
    const socket: Socket = {
      onopen: null, onmessage: null, onclose: null,
      send: text => { this.say({ type: "message", id, text }); },
      close: () => { this.sockets.delete(id); this.say({ type: "disconnect", id }); },
    };
    this.sockets.set(id, socket);
    void this.ready.then(() => {
      this.say({ type: "connect", id });
      socket.onopen?.();
    }, () => { socket.onclose?.(); });
    return socket;
  }

  async check(asked: CheckAsked): Promise<Verdict> {
    await this.ready;
    const id = ++this.last;
    return new Promise(resolve => {
      this.verdicts.set(id, resolve);
      this.say({ type: "check", id, asked });
    });
  }
}

let here: Here | null = null;

/* Loaded when somebody wants it, not before. */
function start(): Here {
  if (!HERE_FILES) throw new Error("this page was built without the referee for tabs");
  return (here ??= new Here(HERE_FILES));
}

type Texts = Record<string, Record<string, string>>;
let texts: Promise<Texts> | null = null;

/** The sentences of the rules of a game by id: they are not part of the module. One can play without them. */
export async function rulesHere(game: string): Promise<Record<string, string>> {
  texts ??= fetch(new URL(HERE_FILES?.rules ?? "", document.baseURI)).then(answer => answer.json() as Promise<Texts>);
  try {
    return (await texts)[game] ?? {};
  } catch {
    texts = null;
    return {};
  }
}

export const requestHere = (method: string, path: string, body?: string) => start().request(method, path, body);
export const openHere = (): Socket => start().socket();
export const checkHere = (asked: CheckAsked) => start().check(asked);
/** Loads the referee; tells whether this browser keeps his matches. */
export const loadHere = async () => { const h = start(); await h.ready; return h.isKept; };
