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

/** Is it my side, or for who watches the first one? */
const isOurs = (p: Pick<TableProps, "me">, sides: number[][], seat: number): boolean => (p.me >= 0 ? !!sides[sideOf(sides, seat)]?.includes(p.me) : sideOf(sides, seat) === 0);

/** The pennant alone, where a name stands beside it. */
export function Pennant({ p, sides, seat }: { p: Pick<TableProps, "me" | "names">; sides: number[][]; seat: number }) {
  const words = sideWords(p, sides, seat);
  return <span class="pennant" title={words}><i class={`mk ${isOurs(p, sides, seat) ? "mk-pennant" : "mk-pennant2"}`} aria-hidden="true" /><span class="vh">{words}: </span></span>;
}

export function SideTag({ p, sides, seat, words }: { p: Pick<TableProps, "me" | "names">; sides: number[][]; seat: number; words?: string }) {
  const isFirst = isOurs(p, sides, seat);
  return <span class={`side-tag ${isFirst ? "ours" : "theirs"}`}><i class={`mk ${isFirst ? "mk-pennant" : "mk-pennant2"}`} aria-hidden="true" />{words ?? sideWords(p, sides, seat)}</span>;
}
