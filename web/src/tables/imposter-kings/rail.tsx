// Points by round, as far as the log of this match goes, and in all.
import type { TableProps } from "../table";
import type { KingsView } from "./view";

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
  const numbers = Array.from({ length: view.round }, (_, i) => i + 1).slice(-SHOWN);
  return (
    <table class="ledger">
      <caption class="vh">Points by round</caption>
      <thead><tr><th scope="col">Round</th>{numbers.map(n => <th key={n} scope="col">{n}</th>)}<th scope="col">Points</th></tr></thead>
      <tbody>
        {seats.map(seat => (
          <tr key={seat}>
            <th scope="row"><span class="row"><i class={`pip s${seat}`} aria-hidden="true" />{names(seat)}</span></th>
            {numbers.map(n => <td key={n}>{rounds.has(n) ? rounds.get(n)![seat] || "·" : ""}</td>)}
            <td><b>{view.points[seat]}</b> <small>of {view.target}</small></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
