// The score sheet: a row per round, points with what was declared and captured; the totals below.
import type { TableProps } from "../table";
import { figure, signed } from "../../words";
import type { TuiView } from "./words";

const FIGURES = 6; // per seat: declared, captured, base, multiplier, score, total (LT-9.10)

export function Rail(p: TableProps<TuiView>) {
  const { view, names } = p;
  const first = Math.max(0, p.me);
  const seats = [0, 1, 2, 3].map(i => (first + i) % 4);
  const rounds = view.sheet.filter(row => row.length);
  const cell = (row: number[], seat: number, at: number): number => row[seat * FIGURES + at] ?? 0;
  const isOn = !p.over && view.declared.some(d => d !== "-");
  return (
    <>
      <table class="ledger">
        <caption class="vh">Score sheet: points of each round, declared and captured piles</caption>
        <thead><tr><th scope="col">Round</th>{seats.map(seat => <th key={seat} scope="col">{names(seat)}</th>)}</tr></thead>
        <tbody>
          {rounds.map((row, i) => (
            <tr key={i}>
              <th scope="row">{i + 1}{cell(row, 0, 3) > 1 && <small> ×{cell(row, 0, 3)}</small>}</th>
              {seats.map(seat => <td key={seat}>{signed(cell(row, seat, 4))} <small>{cell(row, seat, 0)}/{cell(row, seat, 1)}</small></td>)}
            </tr>
          ))}
          {isOn && (
            <tr>
              <th scope="row">{view.round}{view.multiplier > 1 && <small> ×{view.multiplier}</small>}</th>
              {seats.map(seat => <td key={seat}><small>{view.declared[seat] === "-" ? "·" : view.declared[seat]}/{view.captured[seat]}</small></td>)}
            </tr>
          )}
          <tr class="total">
            <th scope="row">{view.target ? `to ${view.target}` : "total"}</th>
            {seats.map(seat => <td key={seat}>{figure(view.total[seat] ?? 0)}</td>)}
          </tr>
        </tbody>
      </table>
      <p class="dim small">points, declared / captured</p>
    </>
  );
}
