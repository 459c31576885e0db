// The dialogs of Classic Battle: lobby, quit, end, interrupt, load failure, help, settings. What they may do is what the
// referee's table allows; the least harmful choice has the focus.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { createMatch } from "../../net/api";
import { Reasons } from "../../parts/end";
import { store } from "../../store";
import { STATS, STAT_NAMES } from "./cards";
import { Modal } from "./modal";
import { keepSeed } from "./seeds";
import { interruptChoices, mySide, resultText } from "./session";
import { CHOOSERS, DIFFICULTIES, LENGTHS, PRESETS, readSeed, type JkSettings } from "./settings";
import { REASONS, say } from "./texts";
import type { Jk } from "./use";

// ---- the lobby ----

const startMove = (target: number): string => `startClicked ${target}`;

/** JK-11.15: choosing a length starts the match. */
export function LobbyDialog({ jk, onClose, onFail }: { jk: Jk; onClose(): void; onFail(): void }) {
  const { p, v, options } = jk, last = v.length && v.lastTrigger === "rematch" ? v.length : options.winTarget;
  const box = useRef<HTMLDivElement>(null), mayStart = p.me === 0;
  const start = (target: number) => {
    if (!mayStart) return;
    jk.set("winTarget", target);
    jk.send(startMove(target));
  };
  const onKey = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>("button") ?? [])], at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], length = options.shortcuts ? LENGTHS[Number(event.key) - 1] : undefined;
    if (event.ctrlKey || event.altKey || event.metaKey || (event.target as Element).closest("input, select, textarea")) return;
    if (step) buttons[(at + step + buttons.length) % buttons.length]?.focus();
    else if (length) start(length.target);
    else return;
    event.preventDefault();
  };
  return (
    <Modal id="round-select" title="Classic Battle" about={mayStart ? say("lobby") : "The other player chooses the length."} onClose={onClose} onFail={onFail} onKeyDown={onKey}
      focus={`[data-target="${last}"]`}>
      {mayStart && (
        <div ref={box} class="lengths" role="group" aria-label="Match length">
          {LENGTHS.map((length, i) => (
            <button key={length.target} class={`btn${length.target === last ? " act" : ""}`} data-target={length.target} data-move={startMove(length.target)} onClick={() => { start(length.target); }}>
              <kbd aria-hidden="true">{i + 1}</kbd> {length.name} <small>first to {length.target}</small>
            </button>
          ))}
        </div>
      )}
      <details class="jk-options"><summary class="btn">Options</summary><Options jk={jk} /></details>
      <div class="row"><button class="btn" onClick={onClose}>Close</button><CallOff jk={jk} /></div>
    </Modal>
  );
}

/** T02, JK-8.7: an interrupt in the lobby calls the match off before it begins. */
export function CallOff({ jk }: { jk: Jk }) {
  if (jk.p.me < 0) return null;
  return <button class="btn" id="lobby-interrupt" data-move="interrupt host" onClick={() => { jk.send("interrupt host"); }}>Call off</button>;
}

/** `home`, or a lobby that was closed: the front view of the mode. */
export function Front({ jk, onOpen, isPlain }: { jk: Jk; onOpen(): void; isPlain: boolean }) {
  const { options } = jk, mayStart = jk.p.me === 0;
  return (
    <section class="jk-front paper" aria-label="Classic Battle">
      <h2>Classic Battle</h2>
      <p>One card against another, one stat a round. Yours is face up; the other is shown when a stat is picked. The higher value takes the round.</p>
      {!mayStart && <p>The other player starts the match.</p>}
      <div class="row">
        {mayStart && (isPlain
          ? <button class="btn act" id="start-button" data-move={startMove(options.winTarget)} onClick={() => { jk.send(startMove(options.winTarget)); }}>Start match</button>
          : <button class="btn act" id="choose-length" onClick={onOpen}>Choose a length</button>)}
        <CallOff jk={jk} />
      </div>
    </section>
  );
}

// ---- settings: section 14 ----

type FlagName = { [N in keyof JkSettings]: JkSettings[N] extends boolean ? N : never }[keyof JkSettings];
const FLAG_WORDS: [FlagName, string][] = [
  ["autoSelect", "Pick my best stat when time is up"], ["shortcuts", "Single keys work"], ["statHotkeys", "Keys 1 to 5 pick a stat"],
  ["stateProgress", "Show the progress bar"], ["reducedMotion", "No motion"], ["opponentDelay", "The opponent takes a moment"],
  ["autoContinue", "Go on after a round by itself"], ["skipCooldown", "No countdown between rounds"], ["textMode", "Text mode"],
  ["verboseLog", "Log of everything, in text mode"], ["debugPanel", "Debug panel"],
];

export function Options({ jk }: { jk: Jk }) {
  const { options, set, v, p } = jk, isOwner = p.me === 0, hasDifficulty = options.chooser > 0 && !jk.isForTwo;
  return (
    <div class="jk-settings">
      <label>Time <select id="set-preset" value={options.preset} disabled={!isOwner} onChange={e => { set("preset", Number(e.currentTarget.value)); }}>{PRESETS.map((preset, i) => <option key={preset.name} value={i}>{preset.name}: {preset.about}</option>)}</select></label>
      {!jk.isForTwo && <label>Who picks the stat <select id="set-chooser" value={options.chooser} onChange={e => { set("chooser", Number(e.currentTarget.value)); }}>{CHOOSERS.map((c, i) => <option key={c} value={i}>{["always you", "you and the opponent in turn", "the winner of the round"][i]}</option>)}</select></label>}
      {!jk.isForTwo && <label>Opponent <select id="set-difficulty" value={options.difficulty} disabled={!hasDifficulty} aria-describedby="set-difficulty-d" onChange={e => { set("difficulty", Number(e.currentTarget.value)); }}>{DIFFICULTIES.map((d, i) => <option key={d} value={i}>{d}</option>)}</select></label>}
      {!jk.isForTwo && <p id="set-difficulty-d" class="dim">{hasDifficulty ? "How the opponent picks, from its own card only." : "The opponent never picks, so it has no difficulty."}</p>}
      {FLAG_WORDS.map(([name, words]) => (
        <button key={name} class="switch" role="switch" aria-checked={options[name]} data-flag={name} onClick={() => { set(name, !options[name]); }}><i />{words}</button>
      ))}
      {v.state === "waitingForMatchStart" && isOwner && !jk.isForTwo && <SeedField jk={jk} />}
    </div>
  );
}

/** JK-2.9, 13.7: a pinned seed belongs to a session, so a good one opens a new session; it never starts a match. */
export function SeedField({ jk }: { jk: Jk }) {
  const [text, setText] = useState(""), [error, setError] = useState(""), [isBusy, setBusy] = useState(false);
  const pin = async () => {
    const read = readSeed(text);
    setError(read.error ?? "");
    if (!read.seed) return;
    setBusy(true);
    try {
      await openSession(jk, read.seed);
    } catch (e) {
      setError(`The seed was not taken: ${(e as Error).message}.`);
    }
    setBusy(false);
  };
  return (
    <div class="seed">
      <label for="seed">Seed</label>
      <input id="seed" inputMode="numeric" autocomplete="off" value={text} aria-invalid={!!error} aria-describedby="seed-error" onInput={e => { setText(e.currentTarget.value); }}
        onKeyDown={e => { if (e.key === "Enter") { e.preventDefault(); void pin(); } }} />
      <button class="btn" id="pin-seed" aria-disabled={isBusy} onClick={() => { void pin(); }}>Deal by this seed</button>
      <p id="seed-error" role="alert" class="bad">{error}</p>
    </div>
  );
}

/** A new session with the options of this one, dealt by a seed. */
export async function openSession(jk: Jk, seed: string, more = ""): Promise<void> {
  const options = Object.fromEntries(Object.entries(jk.p.options).filter(([name]) => name !== "seats"));
  const made = await createMatch({ game: "classic-battle", options, seats: ["me", "bot"], ...(store.name && { name: store.name }) }, seed);
  keepSeed(made.match, seed);
  store.add({ match: made.match, game: "classic-battle", seat: 0, token: made.tokens["0"], at: Date.now() });
  location.hash = `#/match/${made.match}${more}`;
}

// ---- quit, end, interrupts ----

export function QuitDialog({ jk }: { jk: Jk }) {
  const [p, o] = jk.v.scores;
  return (
    <Modal id="quit-dialog" title="Leave the match?" about={`It counts as a loss. The score stands at ${p} : ${o}.`} onClose={jk.cancelQuit} focus="#quit-cancel">
      <div class="row">
        <button class="btn" id="quit-cancel" onClick={jk.cancelQuit}>Cancel</button>
        <button class="btn danger" id="quit-confirm" onClick={jk.confirmQuit}>Quit</button>
      </div>
    </Modal>
  );
}

const finalScore = ({ p, v }: Jk): string => (p.me < 0 ? `Final score: ${p.names(0)} ${v.scores[0]}, ${p.names(1)} ${v.scores[1]}`
  : `Final score: you ${v.scores[mySide(p.me)]}, opponent ${v.scores[1 - mySide(p.me)]}`);

/* The round that decided, or what stopped the match, and how it was counted. */
function Why({ p }: Jk) {
  const end = p.history.map(e => e.event).lastIndexOf("match.result");
  const act = p.history.slice(0, Math.max(0, end)).filter(e => e.because === "decided" || e.because === "forced").at(-1);
  return end < 0 ? null : <Reasons p={p} reasons={[...(act ? [{ ...act, key: true }] : []), p.history[end]]} />;
}

const WaysOn = ({ jk }: { jk: Jk }) => (
  <>
    <button class="btn act" id="rematch" data-move="rematch" onClick={() => { jk.send("rematch"); }}>Rematch</button>
    <button class="btn" id="home" data-move="home" onClick={() => { jk.send("home"); }}>Home</button>
  </>
);

/** The end dialog opens once per match (JK-11.13); closed, the ways on stay here (JK-8.17). */
export function EndPanel({ jk }: { jk: Jk }) {
  const { p, v } = jk, box = useRef<HTMLElement>(null);
  useLayoutEffect(() => { box.current?.querySelector<HTMLElement>("#rematch")?.focus(); }, []);
  return (
    <section ref={box} class="jk-front paper" id="match-end-panel" aria-labelledby="end-t">
      <h2 id="end-t">{resultText(v, p.me, p.names)}</h2>
      <p>{finalScore(jk)}</p>
      <Why {...jk} />
      <div class="row">{p.me === 0 ? <WaysOn jk={jk} /> : <a class="btn" href="#/">To all tables</a>}</div>
    </section>
  );
}

export function EndDialog({ jk, onClose }: { jk: Jk; onClose(): void }) {
  const { p, v } = jk, isFinal = !!p.over, mayGo = p.me === 0 && !isFinal;
  return (
    <Modal id="match-end-dialog" title={resultText(v, p.me, p.names)} about={finalScore(jk)} onClose={onClose} focus=".row button">
      <Why {...jk} />
      <div class="row">
        {mayGo ? <WaysOn jk={jk} /> : <><button class="btn act" onClick={onClose}>{isFinal ? "Look at the table" : "Wait for the other player"}</button><a class="btn" href="#/">To all tables</a></>}
      </div>
    </Modal>
  );
}

/** JK-11.14, 11.20: reason, score, and exactly the choices there are. */
export function InterruptPanel({ jk }: { jk: Jk }) {
  const { p, v, told } = jk, choices = interruptChoices(v.state), first = useRef<HTMLButtonElement>(null), mine = mySide(p.me);
  const words = told.isLoadError ? { restartMatch: "Retry" } as Record<string, string> : {};
  useLayoutEffect(() => { first.current?.focus(); }, [v.state]);
  return (
    <section class="jk-int paper" id="interrupt-panel" role="dialog" aria-labelledby="int-t" aria-describedby="int-d">
      <h2 id="int-t">{v.state === "roundModification" ? "The round is being corrected" : told.isLoadError ? say("loadError") : say(v.state === "interruptRound" ? "intRound" : "intMatch", { reason: REASONS[v.reason] ?? v.reason })}</h2>
      <p id="int-d">You: {v.scores[mine]}, opponent: {v.scores[1 - mine]}.{p.me !== 0 && choices.length ? " The other player decides how to go on." : ""}</p>
      {p.me === 0 && <div class="row">{choices.map((choice, i) => (
        <button key={choice.move} ref={i ? undefined : first} class={`btn${i ? "" : " act"}`} data-move={choice.move} onClick={() => { jk.send(choice.move); }}>{words[choice.move] ?? choice.label}</button>
      ))}</div>}
    </section>
  );
}

// ---- help ----

export function HelpDialog({ jk, onClose }: { jk: Jk; onClose(): void }) {
  return (
    <Modal id="help-dialog" title="How to play" onClose={onClose} focus="#help-close" about="Pick the stat in which you think your card is better. The higher value takes the round; level rounds give no point. Who first has the points of the chosen length wins."
      onKeyDown={e => { if (e.key.toLowerCase() === "h" && jk.options.shortcuts) onClose(); }}>
      <dl class="jk-help">
        <dt><kbd>1</kbd>–<kbd>5</kbd></dt><dd>pick {STATS.map(stat => STAT_NAMES[stat]).join(", ")}</dd>
        <dt>Arrows</dt><dd>move among the stats</dd>
        <dt><kbd>Enter</kbd></dt><dd>press what has the focus; after a round that is Next</dd>
        <dt><kbd>Q</kbd></dt><dd>quit the match, after a question</dd>
        <dt><kbd>H</kbd></dt><dd>this help</dd>
        <dt><kbd>Esc</kbd></dt><dd>close a dialog</dd>
      </dl>
      <details class="jk-options"><summary class="btn">Options</summary><Options jk={jk} /></details>
      <div class="row"><button class="btn act" id="help-close" onClick={onClose}>Close</button></div>
    </Modal>
  );
}
