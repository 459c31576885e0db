// Text mode (section 13): the same session in plain text, monospace, without pictures. Keys 1 to 5 pick, Enter or Space is
// Next, and start in the lobby; Q asks whether to quit; an unusable key shows the hint.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { eventsIn } from "../../changes";
import type { Update } from "../../proto";
import { store } from "../../store";
import { STATS, STAT_NAMES, judoka } from "./cards";
import { CallOff, HelpDialog, QuitDialog, SeedField } from "./dialogs";
import { StopPanel } from "./edit";
import { Modal } from "./modal";
import { Banner, DebugPanel, MachineState, Snacks } from "./parts";
import { isInMatch, isInterrupt, messageText, mySide, outcomeText, resultText } from "./session";
import { LENGTHS } from "./settings";
import { timeOf, type Dialogs } from "./table";
import { say } from "./texts";
import type { Jk } from "./use";

/* JK-13.8's lines for the eye: what came over the wire of this match. */
function VerboseLog({ jk }: { jk: Jk }) {
  const lines = (jk.p.client?.trace ?? []).slice(-60).map(({ at, out, message }) => {
    const m = message as unknown as Record<string, unknown>, time = new Date(at).toISOString().slice(11, 23);
    const text = m.type === "update" ? eventsIn(message as Update).filter(e => e.event === "state").map(e => `${String(e.trigger)} -> ${String(e.to)}`).join(", ")
      : m.type === "move" ? String(m.move) : m.type === "refused" ? `${m.code as string} ${m.rule as string}` : m.type === "tick" ? `${m.seconds as number} s` : "";
    return text && `${time} ${out ? "input" : m.type === "update" ? "transition" : m.type === "refused" ? "reject" : String(m.type)} ${text}`;
  }).filter(Boolean);
  return <pre id="cli-verbose-log" tabIndex={0} aria-label="Log">{lines.join("\n")}</pre>;
}

/* JK-13.6: changing the target in a match asks, then restarts through an interrupt and the lobby. */
function TargetSelect({ jk }: { jk: Jk }) {
  const { p, v, options, set } = jk, [asked, setAsked] = useState(0), wanted = useRef(0);
  useEffect(() => {
    if (!wanted.current || p.pending || p.me !== 0) return;
    if (v.state === "interruptRound") p.play("resumeLobby");
    else if (v.state === "interruptMatch") p.play("toLobby");
    else if (v.state === "waitingForMatchStart") {
      p.play(`startClicked ${wanted.current}`);
      wanted.current = 0;
    }
  }, [v.state, p.pending, p.question?.ticket]);
  const choose = (target: number) => {
    if (isInMatch(v.state)) setAsked(target);
    else set("winTarget", target);
  };
  return (
    <>
      <label>Win target <select id="cli-target" value={options.winTarget} disabled={p.me !== 0} onChange={e => { choose(Number(e.currentTarget.value)); e.currentTarget.value = String(options.winTarget); }}>{LENGTHS.map(l => <option key={l.target} value={l.target}>{l.target}</option>)}</select></label>
      {asked > 0 && (
        <Modal id="target-dialog" title="Start again?" about={`The match is dropped and a new one begins, first to ${asked}.`} onClose={() => { setAsked(0); }} focus="#target-cancel">
          <div class="row">
            <button class="btn" id="target-cancel" onClick={() => { setAsked(0); }}>Cancel</button>
            <button class="btn danger" id="target-confirm" onClick={() => { set("winTarget", asked); wanted.current = asked; setAsked(0); jk.send("interrupt host"); }}>Start again</button>
          </div>
        </Modal>
      )}
    </>
  );
}

function StatList({ jk }: { jk: Jk }) {
  const { v, p } = jk, mine = mySide(p.me), values = mine ? v.opponentStats : v.playerStats, has = (mine ? v.opponentCard : v.playerCard) > 0, box = useRef<HTMLUListElement>(null), [at, setAt] = useState(0);
  const focus = (i: number) => {
    setAt(i);
    box.current?.querySelectorAll<HTMLElement>("[role=option]")[i]?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) focus((at + step + STATS.length) % STATS.length);
    else if ((event.key === "Enter" || event.key === " ") && jk.isReady) jk.pick(STATS[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useLayoutEffect(() => { if (jk.isReady && !document.querySelector("dialog[open]")) focus(0); }, [jk.isReady, v.round]);
  return (
    <ul id="cli-stats" ref={box} role="listbox" aria-label="Your stats" onKeyDown={onKey} data-buttons-ready={jk.isReady ? "true" : "false"}>
      {STATS.map((stat, i) => (
        <li key={stat} role="option" tabIndex={i === at ? 0 : -1} data-stat={stat} data-move={`statSelected ${stat}`} aria-selected={v.lockedStat === stat} aria-disabled={!jk.isReady} onClick={() => { setAt(i); jk.pick(stat); }} onFocus={() => { setAt(i); }}>
          [{i + 1}] {STAT_NAMES[stat].padEnd(10, " ")} {has ? String(values[i]).padStart(2, " ") : " -"}{v.lockedStat === stat ? " <" : ""}
        </li>
      ))}
    </ul>
  );
}

export function TextTable({ jk, d }: { jk: Jk; d: Dialogs }) {
  const { v, p, told, options, seconds, clock } = jk, mine = mySide(p.me), [a, b] = [v.scores[mine], v.scores[1 - mine]], [hint, setHint] = useState(false);
  const isStopped = isInterrupt(v.state), mayQuit = p.me >= 0 && isInMatch(v.state) && !isStopped, isBlocked = d.isHelp || jk.quit !== "";
  const enter = () => {
    if (jk.nextMove) jk.next();
    else if (v.state === "waitingForMatchStart" && p.me === 0) jk.send(`startClicked ${options.winTarget}`);
    else return false;
    return true;
  };
  const current = useRef<(e: KeyboardEvent) => void>(() => undefined);
  current.current = event => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, target = event.target as Element;
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || target.closest("input, select, textarea, dialog") || isBlocked) return;
    const isChar = event.key.length === 1 && event.key !== " ";
    if (isChar && (!options.shortcuts || !store.settings.keys)) return;
    let isGood = true;
    if (/^[1-5]$/.test(key) && options.statHotkeys && jk.isReady) jk.pickKey(key);
    else if ((key === "Enter" || key === " ") && !target.closest("button, a, summary, [role=option]")) isGood = enter();
    else if (key === "q" && mayQuit) jk.openQuit("quit");
    else if (key === "h") d.toggleHelp();
    else if (isChar) isGood = false;
    else return;
    event.preventDefault();
    setHint(!isGood);
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => { current.current(event); };
    addEventListener("keydown", onKey);
    return () => { removeEventListener("keydown", onKey); };
  }, []);
  const card = mine ? v.opponentCard : v.playerCard, other = mine ? v.playerCard : v.opponentCard, name = (id: number) => (id ? `${judoka(id, v.roster).first} ${judoka(id, v.roster).surname}` : "hidden");
  const message = jk.isLost ? say("waiting") : messageText(v, told, p.me, p.names);
  return (
    <main class="mat cli" id="cli-root" data-cloth="judo" data-round={v.round} data-target={v.target} {...timeOf(jk)}>
      <a class="cli-skip" href="#cli-stats" onClick={e => { e.preventDefault(); document.querySelector<HTMLElement>("#cli-stats [tabindex='0']")?.focus(); }}>Skip to the stats</a>
      <Banner jk={jk} />
      <h2>CLASSIC BATTLE{v.round ? ` · round ${v.round}` : ""}{v.target ? ` · first to ${v.target}` : ""}</h2>
      <p id="score-display" role="status" aria-live="polite" data-score-player={v.scores[0]} data-score-opponent={v.scores[1]}>You: {a}  Opponent: {b}</p>
      <p id="cli-countdown" role="timer" aria-live="off" data-remaining-time={clock.runs ? seconds : ""}>{v.timerStatus === "paused" ? "paused" : jk.isWaiting ? say("waiting") : clock.runs ? say("time", { s: seconds }) : "no timer"}</p>
      <p id="round-message" role="status" aria-live="polite">{message}</p>
      <p class="dim-cloth">Your card: {name(card)}. Opponent’s card: {name(other)}.</p>
      <StatList jk={jk} />
      <p id="cli-last">{v.state === "matchOver" ? resultText(v, p.me, p.names) : told.outcome ? `Last: ${outcomeText(told.outcome, p.me, p.names)}` : "Last: -"}</p>
      {isStopped && <StopPanel jk={jk} />}
      {v.state === "matchOver" && p.me === 0 && !p.over && <p class="cli-row"><button class="btn cloth" data-move="rematch" onClick={() => { jk.send("rematch"); }}>Rematch</button><button class="btn cloth" data-move="home" onClick={() => { jk.send("home"); }}>Home</button></p>}
      <p id="cli-help">{hint ? say("keyHint") : "[1-5] pick  [Enter] next, start  [Q] quit  [H] help  [arrows] move"}</p>
      <div class="cli-row">
        <button class="btn cloth" id="next-button" disabled={!jk.nextMove} onClick={jk.next}>Next</button>
        <button class="btn cloth" id="quit-button" disabled={!mayQuit} onClick={() => { jk.openQuit("quit"); }}>Quit</button>
        <button class="btn cloth" id="help-button" onClick={d.toggleHelp}>Help</button>
        <button class="btn cloth" id="leave-text" onClick={() => { jk.set("textMode", false); }}>Leave text mode</button>
        {v.state === "waitingForMatchStart" && p.me === 0 && <button class="btn brass" id="cli-start" data-move={`startClicked ${options.winTarget}`} onClick={enter}>Start</button>}
        {v.state === "waitingForMatchStart" && <CallOff jk={jk} />}
        <TargetSelect jk={jk} />
      </div>
      {v.state === "waitingForMatchStart" && p.me === 0 && !jk.isForTwo && <SeedField jk={jk} />}
      {options.verboseLog && <VerboseLog jk={jk} />}
      <DebugPanel jk={jk} />
      <Snacks jk={jk} />
      <MachineState />
      {jk.quit && <QuitDialog jk={jk} />}
      {d.isHelp && <HelpDialog jk={jk} onClose={d.closeHelp} />}
    </main>
  );
}
