// The score sheet: totals as bars with the goal at their right end, the last three rounds and this one. All rounds are a sheet of their
// own, with the way the totals went; so totals and log stay in sight for twenty rounds.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import { useKeys } from "../../parts/keys";
import { figure, signed } from "../../words";
import type { TableProps } from "../table";
import type { TuiView } from "./words";

type Props = TableProps<TuiView>;

const FIGURES = 6; // per seat: declared, captured, base, multiplier, score, total (LT-9.10)
const LAST = 3; // rounds beside the totals
const ROUNDS = 20;
const WIDE = 560, HIGH = 200; // of the graph

const cell = (row: number[], seat: number, at: number): number => row[seat * FIGURES + at] ?? 0;
const seatsOf = (p: Props): number[] => [0, 1, 2, 3].map(i => (Math.max(0, p.me) + i) % 4);
const roundsOf = (p: Props): number[][] => p.view.sheet.filter(row => row.length);

function Totals({ p }: { p: Props }) {
  const { view, names } = p, last = roundsOf(p).at(-1);
  const total = (seat: number) => view.total[seat] ?? 0;
  const seats = [...seatsOf(p)].sort((a, b) => total(b) - total(a));
  const low = Math.min(0, ...view.total), high = Math.max(view.target || 1, ...view.total), zero = (-low / (high - low)) * 100;
  return (
    <ul class="totals" aria-label="Totals">
      {seats.map(seat => (
        <li key={seat} style={{ "--c": `var(--seat-${seat})` }}>
          <i class={`pip s${seat}`} aria-hidden="true" /><span class="t-n">{names(seat)}</span>
          <span class="t" style={{ "--z": zero, "--w": (Math.abs(total(seat)) / (high - low)) * 100 }} aria-hidden="true"><i class={total(seat) < 0 ? "neg" : ""} /></span>
          <strong>{figure(total(seat))}</strong><small>{last ? signed(cell(last, seat, 4)) : ""}</small>
        </li>
      ))}
    </ul>
  );
}

/* A row a round: points with what was declared and captured. */
function Rounds({ p, from }: { p: Props; from: number }) {
  const { view, names } = p, seats = seatsOf(p), rounds = roundsOf(p);
  const isOn = !p.over && view.declared.some(d => d !== "-");
  return (
    <table class="ledger">
      <caption class="vh">Score sheet: points of each round, declared and captured piles</caption>
      <thead><tr><th scope="col">Round</th>{seats.map(seat => <th key={seat} scope="col">{names(seat)}</th>)}</tr></thead>
      <tbody>
        {rounds.map((row, i) => i >= from && (
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
      </tbody>
    </table>
  );
}

/* How the totals went, a line for each seat, told apart by pattern too. The table beside it says the same. */
function Graph({ p }: { p: Props }) {
  const rounds = roundsOf(p), all = rounds.flatMap(row => [0, 1, 2, 3].map(seat => cell(row, seat, 5)));
  const low = Math.min(0, ...all), high = Math.max(p.view.target || 1, ...all);
  const x = (n: number) => 24 + (n / Math.max(1, rounds.length)) * (WIDE - 40), y = (v: number) => HIGH - 14 - ((v - low) / (high - low)) * (HIGH - 28);
  return (
    <svg class="graph" viewBox={`0 0 ${WIDE} ${HIGH}`} aria-hidden="true">
      <line class="half" x1="24" x2={WIDE - 16} y1={y(0)} y2={y(0)} /><text x="0" y={y(0) + 4}>0</text>
      {p.view.target > 0 && <><line class="grid" x1="24" x2={WIDE - 16} y1={y(p.view.target)} y2={y(p.view.target)} /><text x="0" y={y(p.view.target) + 4}>{p.view.target}</text></>}
      {[...seatsOf(p)].reverse().map(seat => <polyline key={seat} class={`ln s${seat}`} points={[0, ...rounds.map(row => cell(row, seat, 5))].map((v, n) => `${x(n)},${y(v)}`).join(" ")} />)}
    </svg>
  );
}

function Sheet({ p, close }: { p: Props; close(): void }) {
  return (
    <Dialog title="All rounds" close={close} sheet>
      <div class="sheet-b tui-sheet" tabIndex={0} role="group" aria-label="Score sheet"><Totals p={p} /><Graph p={p} /><Rounds p={p} from={0} /><p class="dim small">points, declared / captured</p></div>
    </Dialog>
  );
}

export function Rail(p: Props) {
  const { view } = p, n = roundsOf(p).length;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => { setOpen(false); }, [p.replay]);
  useKeys({ s: () => { setOpen(true); } }, n > 0, true);
  return (
    <>
      <h2 class="tui-h">{p.over ? "The end" : `Round ${view.round}`} <small class="dim">{view.target ? `to ${view.target}, at most ${ROUNDS} rounds` : `${ROUNDS} rounds`}</small></h2>
      <Totals p={p} />
      <Rounds p={p} from={n - LAST} />
      {n > 0 && <button class="btn tui-all" aria-keyshortcuts="S" onClick={() => { setOpen(true); }}><i class="ic ic-graph" aria-hidden="true" />All {n} {n === 1 ? "round" : "rounds"} <kbd aria-hidden="true">S</kbd></button>}
      {isOpen && <Sheet p={p} close={() => { setOpen(false); }} />}
    </>
  );
}
