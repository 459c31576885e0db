// How an analysis looks: the graph in place of the scrubber's track, and the panel beside the table. Chances are told, nobody
// is praised or blamed.
import { useEffect, useReducer } from "preact/hooks";
import { Group } from "../parts/keys";
import { plain, signed, type Names } from "../words";
import { changeAt, type Analysis, type AnalysisStep } from "./analysis";

const percent = (share: number) => `${Math.round(100 * share)} %`;
const LETTERS = "ABCD";

function useAnalysis(analysis: Analysis): void {
  const [, again] = useReducer((n: number, _: void) => n + 1, 0);
  useEffect(() => analysis.subscribe(() => { again(); }), [analysis]);
}

const did = (step: AnalysisStep, names: Names) => (step.seat === undefined ? "The start" : `${names(step.seat)}: ${plain(step.move ?? "")}`);

/* A line over the steps that are there; x is the step, y percent from above. */
const path = (steps: AnalysisStep[], share: (step: AnalysisStep) => number) =>
  steps.map((step, i) => `${i ? "L" : "M"}${step.number} ${(100 - 100 * share(step)).toFixed(1)}`).join("");

export interface GraphProps {
  analysis: Analysis;
  /** whose chance it is about */
  seat: number;
  names: Names;
  at: number;
  /** number of steps, the start included */
  n: number;
  rounds: { at: number; round: number }[];
  go(at: number): void;
}

export function AnalysisGraph({ analysis, seat, names, at, n, rounds, go }: GraphProps) {
  useAnalysis(analysis);
  const { steps, turns } = analysis, last = Math.max(1, n - 1);
  const nSeats = steps[0]?.truth.length ?? 0;
  // With more than two, one line each; whose chance it is comes last, on top.
  const others = nSeats > 2 ? steps[0].truth.map((_, i) => i).filter(i => i !== seat) : [];
  const told = turns.map(turn => `move ${turn} ${signed(changeAt(steps, turn, seat))}`).join(", ");
  return (
    <div class="graph-box">
      <svg class="graph" viewBox={`0 0 ${last} 100`} preserveAspectRatio="none" role="img"
        aria-label={`Chance of ${names(seat)} to win, move by move.${told && ` Largest changes: ${told}.`}`}>
        <g class="grid">{rounds.map(r => <path key={r.at} d={`M${r.at} 0V100`} />)}<path d={`M0 0H${last}M0 100H${last}`} /></g>
        <path class="half" d={`M0 50H${last}`} />
        {others.map(i => <path key={i} class={`ln s${i}`} d={path(steps, step => step.truth[i] ?? 0)} />)}
        {steps.length > 1 && <path class={`fill s${seat}`} d={`${path(steps, step => step.truth[seat] ?? 0)}L${steps.length - 1} 100L0 100Z`} />}
        <path class={`ln own s${seat}`} d={path(steps, step => step.truth[seat] ?? 0)} />
        <path class={`ln known s${seat}`} d={path(steps, step => step.known[seat] ?? 0)} />
        <path class="cur" d={`M${at} 0V100`} />
      </svg>
      <span class="y" style={{ top: "0" }}>100</span><span class="y" style={{ top: "50%" }}>50</span><span class="y" style={{ top: "100%" }}>0</span>
      {turns.map((turn, i) => (
        <button type="button" key={turn} class={`pt${turn === at ? " on" : ""}`} aria-label={`${LETTERS[i]}: move ${turn}`}
          style={{ left: `${(100 * turn) / last}%`, top: `${100 - 100 * (steps[turn]?.truth[seat] ?? 0)}%` }}
          onPointerDown={event => { event.stopPropagation(); }} onClick={() => { go(turn); }}>{LETTERS[i]}</button>
      ))}
    </div>
  );
}

/** What the lines mean. */
export function AnalysisKey({ analysis, seat, names }: { analysis: Analysis; seat: number; names: Names }) {
  useAnalysis(analysis);
  if (!analysis.steps.length) return null;
  return (
    <div class="graph-key">
      <h2>Chance to win: {names(seat)}</h2>
      <span><svg class="graph" viewBox="0 0 28 6" aria-hidden="true"><path class={`ln own s${seat}`} d="M0 3H28" /></svg>all cards known</span>
      <span><svg class="graph" viewBox="0 0 28 6" aria-hidden="true"><path class={`ln known s${seat}`} d="M0 3H28" /></svg>as {names(seat)} saw it</span>
    </div>
  );
}

function Turns({ analysis, seat, names, at, go }: Pick<PanelProps, "analysis" | "seat" | "names" | "at" | "go">) {
  const { steps, turns } = analysis;
  if (!turns.length) return <p class="dim">No single move has changed much{analysis.isDone ? "" : " so far"}.</p>;
  return (
    <ol class="turns">
      {turns.map(turn => {
        const by = changeAt(steps, turn, seat), step = steps[turn];
        return (
          <li key={turn}>
            <button type="button" aria-current={turn === at} onClick={() => { go(turn); }}>
              <span>{did(step, names)}<small>move {turn}</small></span>
              <span class={`delta ${by < 0 ? "down" : "up"}`}>{signed(by)}<small>{percent(steps[turn - 1]?.truth[seat] ?? 0)} to {percent(step.truth[seat] ?? 0)}</small></span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function Advice({ step, before, names }: { step: AnalysisStep | undefined; before: AnalysisStep | undefined; names: Names }) {
  if (!step || step.seat === undefined) return null;
  const who = names(step.seat), seat = step.seat;
  return (
    <section aria-label={`Move ${step.number}`}>
      <h3>Move {step.number}, with what {who} could see</h3>
      {step.best === undefined ? <p class="dim">There was nothing to choose.</p> : (
        <div class="did">
          <div><span class="caps dim">{who}</span><b>{plain(step.move ?? "")}</b>{step.move_worth !== undefined && <strong>{percent(step.move_worth)}</strong>}</div>
          <div class="best"><span class="caps dim">The bot</span><b>{plain(step.best)}</b><strong>{percent(step.best_worth ?? 0)}</strong></div>
        </div>
      )}
      <p class="dim">With all cards known: {percent(before?.truth[seat] ?? 0)} before, {percent(step.truth[seat] ?? 0)} after.</p>
    </section>
  );
}

/* For those who do not see the graph, and for those who want figures. */
function Figures({ analysis, seat, names, go }: Pick<PanelProps, "analysis" | "seat" | "names" | "go">) {
  const { steps } = analysis;
  return (
    <details class="figures">
      <summary>All figures</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Chances, move by move">
        <table>
          <thead><tr><th scope="col">Move</th><th scope="col">Chance</th><th scope="col">Seen</th><th scope="col">Change</th></tr></thead>
          <tbody>
            {steps.map((step, i) => (
              <tr key={i}>
                <th scope="row"><button type="button" class="linklike" onClick={() => { go(i); }}>{i ? `${i}. ${did(step, names)}` : "The start"}</button></th>
                <td>{percent(step.truth[seat] ?? 0)}</td><td>{percent(step.known[seat] ?? 0)}</td><td>{i ? signed(changeAt(steps, i, seat)) : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export interface PanelProps {
  analysis: Analysis;
  seat: number;
  names: Names;
  at: number;
  go(at: number): void;
  choose(tab: "log" | "inspector"): void;
  close(): void;
}

export function AnalysisPanel(p: PanelProps) {
  const { analysis } = p, { steps } = analysis;
  useAnalysis(analysis);
  return (
    <aside class="rail insp" aria-label="Analysis">
      <header><h2>Match</h2><button type="button" class="icon" aria-label="Close the analysis" onClick={p.close}><i class="ic ic-close" aria-hidden="true" /></button></header>
      <Group class="tabs" role="tablist" aria-label="Beside the table">
        <button type="button" role="tab" aria-selected="true">Analysis</button>
        <button type="button" role="tab" aria-selected="false" onClick={() => { p.choose("log"); }}>Log</button>
        <button type="button" role="tab" aria-selected="false" onClick={() => { p.choose("inspector"); }}>Inspector</button>
      </Group>
      <div class="an grow" role="tabpanel" aria-label="Analysis" tabIndex={0}>
        {analysis.trouble !== null && <p role="alert">{analysis.trouble}</p>}
        {!analysis.isDone && (
          <p class="going">
            <progress max={analysis.total || 1} value={steps.length} aria-label="Analysis" />
            <span>{analysis.total ? `${steps.length} of ${analysis.total} moves` : "The referee plays the record again."}</span>
            <button type="button" class="btn" onClick={() => { if (analysis.going) analysis.stop(); else analysis.start(); }}>{analysis.going ? "Stop" : "Go on"}</button>
          </p>
        )}
        {steps.length > 0 && (
          <>
            <div><h3>Where it turned</h3><p class="dim">The moves that changed most, for {p.names(p.seat)}.</p></div>
            <Turns {...p} />
            <Advice step={steps[p.at]} before={steps[p.at - 1]} names={p.names} />
            <Figures {...p} />
            <p class="dim">
              Each chance is the share of {analysis.worlds} matches that {p.names(p.seat)} wins when bots play on for everybody, give or take {percent(analysis.error)}. It tells
              how a position stood, not who was wiser.
            </p>
          </>
        )}
      </div>
    </aside>
  );
}
