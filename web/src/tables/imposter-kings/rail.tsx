// Points by round, as far as the log of this match goes, and in all.
import type { TableProps } from "../table";
import { SideTag } from "../../parts/side";
import { list } from "../../words";
import type { KingsView } from "./view";
import { sidesOf } from "./words";

const SHOWN = 6; // rounds that fit beside the names

export function Rail(p: TableProps<KingsView>) {
  const { view, names, history } = p;
  const rounds = new Map<number, number[]>();
  let round = 1;
  for (const e of history) {
    if (e.event === "round") round = Number(e.number);
    if (e.event !== "score") continue;
    const row = rounds.get(round) ?? [];
    row[e.seat ?? 0] = Number(e.gains);
    rounds.set(round, row);
  }
  const seats = Array.from({ length: view.seats }, (_, i) => (Math.max(p.me, 0) + i) % view.seats);
  const sides = sidesOf(view);
  const rows = sides ? [...sides].sort((a, b) => Number(b.includes(p.me)) - Number(a.includes(p.me))) : seats.map(seat => [seat]);
  const who = (side: number[]) => side.map(seat => <span key={seat} class="row"><i class={`pip s${seat}`} aria-hidden="true" />{names(seat)}</span>);
  const numbers = Array.from({ length: view.round }, (_, i) => i + 1).slice(-SHOWN);
  return (
    <table class="ledger">
      <caption class="vh">Points by round</caption>
      <thead><tr><th scope="col">{sides ? "Side" : "Round"}</th>{numbers.map(n => <th key={n} scope="col">{n}</th>)}<th scope="col">Points</th></tr></thead>
      <tbody>
        {rows.map(side => (
          <tr key={side[0]}>
            <th scope="row">{sides && <SideTag p={p} sides={sides} seat={side[0]} words={p.me < 0 ? list(side.map(seat => names(seat))) : undefined} />}
              {(!sides || p.me >= 0) && (sides ? <span class="sides">{who(side)}</span> : who(side))}</th>
            {numbers.map(n => <td key={n}>{rounds.has(n) ? rounds.get(n)![side[0]] || "·" : ""}</td>)}
            <td><b>{view.points[side[0]]}</b> <small>of {view.target}</small></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
