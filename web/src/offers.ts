// Is a move among what the server offered? Listed moves are compared as texts; where there are too many to list, the
// boxes say which kinds and argument values may be accepted (some combinations may still be refused: ask with `check`).
import type { Box, Offers } from "./proto";

const normal = (move: string) => move.trim().replace(/\s+/g, " ");

/** Words of a move text: "plan 3 leader=Stilgar" -> ["plan", "3", "leader=Stilgar"]. */
export const wordsOf = (move: string) => normal(move).split(" ");

function inBox(box: Box, move: string): boolean {
  return wordsOf(move)[0] === box.move;
}

export function canPlay(offers: Offers | null, move: string): boolean {
  if (!offers) return false;
  if (offers.moves) return offers.moves.some(m => normal(m) === normal(move));
  return offers.boxes?.some(box => inBox(box, move)) ?? false;
}
