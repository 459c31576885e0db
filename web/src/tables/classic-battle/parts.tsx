// Pieces that the table and the text mode share: progress bar, snackbars, hidden machine state, debug panel, banner.
import { useRef } from "preact/hooks";
import { ModifyButton } from "./edit";
import { LABELS, isInterrupt, marked } from "./session";
import { seedOf } from "./seeds";
import type { Jk } from "./use";

/** JK-11.7: the nine core states, numbered in the order of the chart. Their text is the number; the style writes the label under it. */
export function Progress({ jk }: { jk: Jk }) {
  const { v, p } = jk, active = marked(v.state);
  const names = (p.game.chart?.questions.map(q => q.name) ?? Object.keys(LABELS)).filter(name => LABELS[name]);
  return (
    <ol class="prog" id="battle-state-progress" aria-label="State of the match" {...(isInterrupt(v.state) && { "data-original-state": v.state })}>
      {names.map((name, i) => (
        <li key={name} data-state={name} aria-label={`${i + 1} ${LABELS[name]}`} class={name === active ? "active" : ""} aria-current={name === active ? "step" : undefined} data-label={LABELS[name]}><b>{i + 1}</b></li>
      ))}
    </ol>
  );
}

export function Snacks({ jk }: { jk: Jk }) {
  return (
    <div class="snacks" id="snackbar-container" role="status" aria-live="polite">
      {jk.snacks.map(snack => <div key={snack.id} class="snack" data-topic={snack.topic}>{snack.text}</div>)}
    </div>
  );
}

/** JK-10.7: not displayed; use.ts writes into it. */
export const MachineState = () => <div id="machine-state" hidden />;

/** JK-10.9: test mode cannot be overlooked. */
export function Banner({ jk }: { jk: Jk }) {
  if (!jk.v.flags.includes("testMode")) return null;
  return <div class="jk-test"><p class="jk-banner" id="test-banner" role="note">Test mode · seed {seedOf(jk.p) ?? "not pinned"}</p><ModifyButton jk={jk} /></div>;
}

/** JK-10.13 */
export function DebugPanel({ jk }: { jk: Jk }) {
  const { v, told } = jk, box = useRef<HTMLPreElement>(null);
  if (!jk.options.debugPanel) return null;
  const seed = v.flags.includes("testMode") ? [`seed ${seedOf(jk.p) ?? "not pinned"}`] : [];
  const text = [`state ${v.state} (${v.stateId}) after ${v.lastTrigger}`, `score ${v.scores.join(" : ")}, round ${v.round}, target ${v.target}`,
    `timer ${v.timer} ${v.timerStatus}, ${jk.seconds} s, ${jk.clock.corrections} corrections`, ...seed,
    ...told.log.slice(-8).map(t => `${t.n} ${t.from} -> ${t.to} (${t.trigger}${t.reason === "-" ? "" : `, ${t.reason}`})`)].join("\n");
  return (
    <section class="jk-debug paper" aria-label="Debug panel">
      <pre ref={box} id="debug-panel" tabIndex={0}>{text}</pre>
      <button class="btn" id="debug-copy" onClick={() => { void navigator.clipboard.writeText(text).then(() => { jk.flash("Copied"); }); }}>Copy</button>
    </section>
  );
}
