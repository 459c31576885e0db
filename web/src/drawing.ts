// A part of the seed: drawn here, committed to, opened when all commitments are in, and kept so that the record can be compared with it.
// docs/record.md has the bytes. Whoever trusts nobody but this page still knows that the deal could not be chosen.
import type { ClientMessage, Drawing } from "./proto";
import { fromHex, sha256, toHex } from "./replay/sha256";
import type { KeptDraw } from "./store";

const TAG = "croupier part 1\0";

/** What is published of a part: SHA-256 of a tag, the match id, the seat and the part. */
export async function sealOf(match: string, seat: number, part: string): Promise<string> {
  return toHex(await sha256(Uint8Array.from([...new TextEncoder().encode(TAG), ...fromHex(match), seat, ...fromHex(part)])));
}

export interface Keeper { get(number: number): KeptDraw | undefined; put(draw: KeptDraw): void }

const drawPart = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

export class Sharer {
  constructor(private readonly match: string, private readonly kept: Keeper, private readonly send: (message: ClientMessage) => void) {}

  /** Commits to a part for a start: the one kept for it, or a fresh one if there is none or the server has begun anew. */
  async seal(number: number, seat: number, commitment: string): Promise<void> {
    let mine = this.kept.get(number);
    if (!mine || (mine.commitment !== commitment && !mine.opened)) {
      mine = { number, commitment, part: drawPart() };
      this.kept.put(mine);
    }
    this.send({ type: "seal", seal: await sealOf(this.match, seat, mine.part) });
  }

  /** Opens it, if what everybody was told is what I had committed to. */
  async open(asked: Drawing, seat: number): Promise<void> {
    const mine = this.kept.get(asked.number);
    if (!mine || asked.commitment !== mine.commitment || asked.seals[seat] !== await sealOf(this.match, seat, mine.part)) return;
    this.kept.put({ ...mine, seals: mine.seals ?? asked.seals, opened: true });
    this.send({ type: "open", number: asked.number, part: mine.part });
  }
}
