// A table to study at: a position and the moves since, played through by the referee whenever one more is made. To the page it
// is a socket like any other, so that client.ts and the tables do not know the difference; nothing is kept anywhere.
import { study } from "../net/api";
import type { Socket } from "../net/connection";
import type { ClientMessage, Move, Refused, Seat, ServerMessage } from "../proto";

export interface StudyOrder {
  game: string;
  options: Record<string, string>;
  position: string;
  seat: number;
  /** of everybody, mine is "" */
  names: string[];
  /** made before anybody looks: "0 pick 7" */
  moves: string[];
}

interface Asked { moves: string[]; after: number; check?: string }

const seatOf = (name: string): Seat => ({ kind: "person", name, here: true, replaced: false, wants_pause: false, auto: false });

/* Time stands still here: no question runs out. */
function timeless(message: ServerMessage): ServerMessage {
  if (message.type !== "update" || !message.question) return message;
  const { until: _, ...question } = message.question;
  return { ...message, question };
}

export class Study {
  private readonly moves: string[];
  private socket: Socket | null = null;
  private last: Promise<unknown> = Promise.resolve();
  /** a move of mine was played, or refused */
  onMove: (move: string, refused: Refused | null) => void = () => undefined;
  onTrouble: (trouble: Error) => void = () => undefined;

  constructor(private readonly order: StudyOrder, private readonly post: (body: string) => Promise<string> = study) {
    this.moves = [...order.moves];
  }

  private async asked({ moves, after, check }: Asked): Promise<ServerMessage[]> {
    const { game, options, position, seat } = this.order;
    const text = await this.post(JSON.stringify({ game, options, position, seat, moves, after, ...(check !== undefined && { check }) }));
    return text.split("\n").filter(line => line).map(line => timeless(JSON.parse(line) as ServerMessage));
  }

  private tell(messages: ServerMessage[]): void {
    if (messages.length) this.socket?.onmessage?.({ data: messages.map(message => JSON.stringify(message)).join("\n") });
  }

  private attached(): ServerMessage[] {
    const { game, options, seat, names } = this.order;
    return [
      {
        type: "attached", match: "", game, rules_version: 0, seat, n: this.moves.length + 1, last_id: 0, begun: true, commitment: "",
        options, pace: "instant", now: Date.now(),
      },
      { type: "seats", seats: names.map(seatOf), hints: false, watching: 0 },
    ];
  }

  private async move(message: Move): Promise<void> {
    const moves = [...this.moves, `${this.order.seat} ${message.move}`];
    const answers = await this.asked({ moves, after: this.moves.length + 1 });
    const refused = answers.find(one => one.type === "refused");
    if (refused) {
      this.tell([{ ...refused, id: message.id }]);
    } else {
      this.moves.push(moves.at(-1)!);
      this.tell([{ type: "ack", id: message.id }, ...answers]);
    }
    this.onMove(message.move, refused ?? null);
  }

  private async handle(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case "attach":
        this.tell([...this.attached(), ...await this.asked({ moves: this.moves, after: message.after ?? 0 })]);
        break;
      case "move": await this.move(message); break;
      case "check": {
        const answers = await this.asked({ moves: this.moves, after: this.moves.length + 1, check: message.move });
        this.tell(answers.filter(one => one.type === "checked").map(one => ({ ...one, id: message.id })));
        break;
      }
      case "alive": this.tell([{ type: "clock", now: Date.now(), drift: 0 }]); break;
      default: // nobody else is here
    }
  }

  /* One after the other: each builds on the moves before it. */
  private queue(work: () => Promise<void>): Promise<void> {
    const next = this.last.then(work).catch((e: unknown) => { this.onTrouble(e as Error); });
    this.last = next;
    return next;
  }

  /** Plays a line of the script, "SEAT MOVE". */
  push(line: string): Promise<void> {
    return this.queue(async () => {
      const moves = [...this.moves, line];
      const answers = await this.asked({ moves, after: this.moves.length + 1 });
      if (answers.some(one => one.type === "refused")) throw new Error(`The lesson says ‘${line}’, and the referee refuses it.`);
      this.moves.push(line);
      this.tell(answers);
    });
  }

  open = (): Socket => {
    const socket: Socket = {
      onopen: null, onmessage: null, onclose: null,
      send: text => { void this.queue(() => this.handle(JSON.parse(text) as ClientMessage)); },
      close: () => { if (this.socket === socket) this.socket = null; },
    };
    this.socket = socket;
    queueMicrotask(() => { socket.onopen?.(); });
    return socket;
  };
}
