// The score sheet: totals as bars with the goal at their right end, the last three rounds and this one; in a window without a rail one
// line of totals. All rounds are a sheet of their own, with the way the totals went; so totals and log stay in sight for twenty rounds.
import { Dialog } from "../../parts/dialog";
import { usePhone } from "../../parts/whynot";
import { figure, signed } from "../../words";
import type { TableProps } from "../table";
import { ROUNDS, type TuiView } from "./words";

type Props = TableProps<TuiView>;

const FIGURES = 6; // per seat: declared, captured, base, multiplier, score, total (LT-9.10)
const LAST = 3; // rounds beside the totals
const SIZES = { wide: [560, 420], phone: [330, 280] } as const; // of the graph
const LEFT = 36, RIGHT = 76, EDGE = 18;
const LINES = 8, STEPS = [1, 2, 5, 10, 20, 50, 100, 200]; // across it, at round numbers
const APART = 15; // names at the ends of two lines

const cell = (row: number[], seat: number, at: number): number => row[seat * FIGURES + at] ?? 0;
const seatsOf = (p: Props): number[] => [0, 1, 2, 3].map(i => (Math.max(0, p.me) + i) % 4);
const byRank = (p: Props): number[] => [...seatsOf(p)].sort((a, b) => (p.view.total[b] ?? 0) - (p.view.total[a] ?? 0));
const roundsOf = (p: Props): number[][] => p.view.sheet.filter(row => row.length);

function Totals({ p }: { p: Props }) {
  const { view, names } = p, last = roundsOf(p).at(-1);
  const total = (seat: number) => view.total[seat] ?? 0;
  const low = Math.min(0, ...view.total), high = Math.max(view.target || 1, ...view.total), zero = (-low / (high - low)) * 100;
  return (
    <ul class="totals" aria-label="Totals">
      {byRank(p).map(seat => (
        <li key={seat} style={{ "--c": `var(--seat-${seat})` }}>
          <i class={`pip s${seat}`} aria-hidden="true" /><span class="t-n">{names(seat)}</span>
          <span class="t" style={{ "--z": zero, "--w": (Math.abs(total(seat)) / (high - low)) * 100 }} aria-hidden="true"><i class={total(seat) < 0 ? "neg" : ""} /></span>
          <strong>{figure(total(seat))}</strong><small>{last ? signed(cell(last, seat, 4)) : ""}</small>
        </li>
      ))}
    </ul>
  );
}

const isHit = (row: number[], seat: number): boolean => cell(row, seat, 0) === cell(row, seat, 1);

/* A row a round: points with what was declared and captured. */
function Rounds({ p, from, isWhole = false }: { p: Props; from: number; isWhole?: boolean }) {
  const { view, names } = p, seats = seatsOf(p), rounds = roundsOf(p);
  const isOn = !p.over && view.declared.some(d => d !== "-");
  return (
    <table class="ledger tui-rounds">
      <caption class="vh">Score sheet: points of each round, declared and captured piles</caption>
      <thead><tr><th scope="col">Round</th>{seats.map(seat => <th key={seat} scope="col">{names(seat)}</th>)}</tr></thead>
      <tbody>
        {rounds.map((row, i) => i >= from && (
          <tr key={i}>
            <th scope="row">{i + 1}{cell(row, 0, 3) > 1 && <small> ×{cell(row, 0, 3)}</small>}</th>
            {seats.map(seat => <td key={seat} class={isWhole && isHit(row, seat) ? "hit" : undefined}>{signed(cell(row, seat, 4))} <small>{cell(row, seat, 0)}/{cell(row, seat, 1)}</small></td>)}
          </tr>
        ))}
        {isOn && !isWhole && (
          <tr>
            <th scope="row">{view.round}{view.multiplier > 1 && <small> ×{view.multiplier}</small>}</th>
            {seats.map(seat => <td key={seat}><small>{view.declared[seat] === "-" ? "·" : view.declared[seat]}/{view.captured[seat]}</small></td>)}
          </tr>
        )}
      </tbody>
      {isWhole && <tfoot><tr><th scope="row">total</th>{seats.map(seat => <td key={seat}>{figure(view.total[seat] ?? 0)}</td>)}</tr></tfoot>}
    </table>
  );
}

/* The names at the ends of the lines, in their order and never on each other. */
function spread(ends: { seat: number; y: number }[], high: number): { seat: number; y: number }[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; i++) sorted[i] = { ...sorted[i], y: Math.max(sorted[i].y, sorted[i - 1].y + APART) };
  const over = Math.max(0, (sorted.at(-1)?.y ?? 0) - (high - EDGE));
  return sorted.map((one, i) => ({ ...one, y: Math.max(one.y - over, EDGE + i * APART) }));
}

/* How the totals went, a line for each seat, told apart by pattern too. The table beside it says the same. */
function Graph({ p }: { p: Props }) {
  const [width, height] = SIZES[usePhone() ? "phone" : "wide"];
  const rounds = roundsOf(p), all = rounds.flatMap(row => [0, 1, 2, 3].map(seat => cell(row, seat, 5)));
  const { target } = p.view, low = Math.min(0, ...all), high = Math.max(target || 1, ...all);
  const x = (n: number) => LEFT + (n / Math.max(1, rounds.length)) * (width - LEFT - RIGHT), y = (v: number) => height - EDGE - 14 - ((v - low) / (high - low)) * (height - 2 * EDGE - 14);
  const step = STEPS.find(s => (high - low) / s <= LINES) ?? 500;
  const marks = Array.from({ length: LINES * 2 + 1 }, (_, i) => (i + Math.ceil(low / step)) * step).filter(v => v <= high);
  const ends = spread(seatsOf(p).map(seat => ({ seat, y: y(cell(rounds.at(-1) ?? [], seat, 5)) })), height);
  return (
    <svg class="course" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {marks.filter(v => v !== target).map(v => <g key={v}><line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(v)} y2={y(v)} /><text class="at" x={LEFT - 8} y={y(v) + 4}>{figure(v)}</text></g>)}
      {target > 0 && <><line class="half goal" x1={LEFT} x2={width - RIGHT} y1={y(target)} y2={y(target)} /><text class="at" x={LEFT - 8} y={y(target) + 4}>{target}</text></>}
      {rounds.map((_, i) => (i === 0 || (i + 1) % 5 === 0) && <text key={i} class="nth" x={x(i + 1)} y={height - 6}>{i + 1}</text>)}
      {[...seatsOf(p)].reverse().map(seat => <polyline key={seat} class={`ln s${seat}`} points={[0, ...rounds.map(row => cell(row, seat, 5))].map((v, n) => `${x(n)},${y(v)}`).join(" ")} />)}
      {ends.map(({ seat, y: at }) => <text key={seat} class={`who s${seat}`} x={width - RIGHT + 6} y={at + 4}>{p.names(seat).slice(0, 10)}</text>)}
    </svg>
  );
}

/** All rounds, over the table. */
export function Sheet(p: Props & { close(): void }) {
  const n = roundsOf(p).length;
  return (
    <Dialog title="All rounds" close={p.close} sheet class="wide">
      <div class="sheet-b tui-sheet" tabIndex={0} role="group" aria-label="Score sheet">
        <div><h3>{p.view.target ? `Totals, to ${p.view.target}` : "Totals"}</h3>{n > 0 && <Graph p={p} />}</div>
        <div>{n ? <Rounds p={p} from={0} isWhole /> : <p>No round is over yet.</p>}<p class="dim small">points, declared / captured; green where both are the same</p></div>
      </div>
    </Dialog>
  );
}

/** One line above the cloth. */
export function Strip(p: Props) {
  return (
    <>
      <ul class="tui-strip" aria-label="Totals">
        {byRank(p).map(seat => <li key={seat}><i class={`pip s${seat}`} aria-hidden="true" /><span>{p.names(seat)}</span><b>{figure(p.view.total[seat] ?? 0)}</b></li>)}
      </ul>
      <button class="icon" aria-label="All rounds" onClick={() => { p.showSheet?.(); }}><i class="ic ic-graph" /></button>
    </>
  );
}

export function Rail(p: Props) {
  const { view } = p, n = roundsOf(p).length;
  return (
    <>
      <h2 class="tui-h">{p.over ? "The end" : `Round ${view.round}`} <small class="dim">{view.target ? `to ${view.target}, at most ${ROUNDS} rounds` : `${ROUNDS} rounds`}</small></h2>
      <Totals p={p} />
      <Rounds p={p} from={n - LAST} />
      {n > 0 && p.showSheet && <button class="btn tui-all" aria-keyshortcuts="S" onClick={p.showSheet}><i class="ic ic-graph" aria-hidden="true" />All {n} {n === 1 ? "round" : "rounds"} <kbd aria-hidden="true">S</kbd></button>}
    </>
  );
}
