// Who plays together: a pennant, pointed and with a single line for my side, swallow-tailed and with a double one for theirs. Who
// only watches reads names.
import type { TableProps } from "../tables/table";
import { list } from "../words";

export const sideOf = (sides: number[][], seat: number): number => sides.findIndex(s => s.includes(seat));

/** "your side", "their side", or who plays with this seat. */
export function sideWords(p: Pick<TableProps, "me" | "names">, sides: number[][], seat: number): string {
  const side = sides[sideOf(sides, seat)] ?? [];
  if (p.me >= 0) return side.includes(p.me) ? "your side" : "their side";
  return `with ${list(side.filter(s => s !== seat).map(s => p.names(s)))}`;
}

export function SideTag({ p, sides, seat, words }: { p: Pick<TableProps, "me" | "names">; sides: number[][]; seat: number; words?: string }) {
  const isFirst = p.me >= 0 ? sides[sideOf(sides, seat)]?.includes(p.me) : sideOf(sides, seat) === 0;
  return <span class={`side-tag ${isFirst ? "ours" : "theirs"}`}><i class={`mk ${isFirst ? "mk-pennant" : "mk-pennant2"}`} aria-hidden="true" />{words ?? sideWords(p, sides, seat)}</span>;
}
