// Classic Battle on the mat (section 11): scoreboard, my card, stat buttons, the other card, progress bar, Quit and Next.
// It mirrors what the referee says and decides nothing.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useKeys } from "../../parts/keys";
import { STATS, STAT_ABOUT, STAT_NAMES, statName } from "./cards";
import { JudokaCard } from "./card";
import { EndDialog, EndPanel, Front, HelpDialog, LobbyDialog, QuitDialog } from "./dialogs";
import { StopPanel } from "./edit";
import { Banner, DebugPanel, MachineState, Progress, Snacks } from "./parts";
import { SIDES, isInMatch, isInterrupt, isMatchPointFor, messageText, mySide, outcomeHook, streakText, type JkView } from "./session";
import { say } from "./texts";
import type { Jk } from "./use";

const HELP_KEY = "judokon.helpSeen";

function isFirstVisit(): boolean {
  try {
    return localStorage.getItem(HELP_KEY) === null;
  } catch {
    return false;
  }
}

function rememberVisit(): void {
  try {
    localStorage.setItem(HELP_KEY, "yes");
  } catch { /* then it opens again next time, which harms nobody */ }
}

// ---- scoreboard ----

function Score({ jk, side }: { jk: Jk; side: 0 | 1 }) {
  const { v, told, p } = jk, isMine = side === mySide(p.me), about = [isMine ? "white" : "blue", streakText(told, SIDES[side]), ...(isMatchPointFor(v, side) ? ["match point"] : [])];
  const name = p.me < 0 ? p.names(side) : isMine ? "You" : "Opponent";
  return (
    <div class={`score-n${isMine ? "" : " r"}`} data-score={SIDES[side]}>
      <span class="score-name">{name}: </span><strong>{v.scores[side]}</strong><small>{about.filter(Boolean).join(" · ")}</small>
    </div>
  );
}

const asClock = (s: number): string => (s < 100 ? String(s) : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`);

/** The line under the message: time, pick, or that the page waits (JK-7.13; it never covers an outcome). */
function statusLine(jk: Jk): string {
  const { v, told, seconds, clock } = jk;
  if (v.timerStatus === "paused" || jk.p.question?.paused) return "Paused";
  if (jk.isWaiting) return say("waiting");
  if (v.state === "waitingForPlayerAction" && clock.runs) return `${say("time", { s: seconds })}${v.flags.includes("autoSelect") && jk.isReady ? ", then your best stat is picked" : ""}`;
  if (v.state === "waitingForPlayerAction") return "No time limit";
  if (v.state === "roundDecision" && v.lockSource === "player" && !jk.isForTwo) return say("thinking");
  return v.lockedStat === "-" || !told.outcome ? "" : pickedText(jk);
}

function pickedText({ v, p }: Jk): string {
  const isMine = SIDES[mySide(p.me)] === v.chooser && p.me >= 0;
  return v.lockedStat === "-" ? "" : isMine ? say("picked", { stat: statName(v.lockedStat) }) : `Picked: ${statName(v.lockedStat)}`;
}

export function Scoreboard({ jk }: { jk: Jk }) {
  const { v, told, p, seconds, clock } = jk, mine = mySide(p.me), message = jk.isLost ? say("waiting") : messageText(v, told, p.me, p.names);
  const part = v.durationMs ? Math.min(1, clock.remaining(performance.now()) / v.durationMs) : 0;
  return (
    <header class="score" id="scoreboard" data-outcome={outcomeHook(told)}>
      <div id="score-display" role="status" aria-live="polite" aria-atomic="true"><Score jk={jk} side={mine} /><Score jk={jk} side={mine ? 0 : 1} /></div>
      <section class="slip" id="slip" aria-label="Scoreboard">
        <div class="slip-clock">
          <div class={`ring${seconds <= 10 && v.timer === "stat" && clock.runs ? " low" : ""}${clock.runs || v.timerStatus === "paused" ? "" : " idle"}`} style={{ "--p": part }} id="next-round-timer" role="timer" aria-live="off"
            aria-label={clock.runs ? say("time", { s: seconds }) : "no timer"} data-drift-ms={clock.drift}>{clock.runs || v.timerStatus === "paused" ? asClock(seconds) : "–"}</div>
        </div>
        <div class="slip-body">
          <p class="slip-who" id="round-counter">{v.round ? `Round ${v.round}` : ""}{v.target ? `${v.round ? " · " : ""}first to ${v.target}` : ""}</p>
          <h2 id="round-message" role="status" aria-live="polite" title={message}>{message}</h2>
          <p id="timer-status">{statusLine(jk)}</p>
          <p id="selected-stat" class="vh">{pickedText(jk)}</p>
        </div>
      </section>
    </header>
  );
}

// ---- stats ----

function StatButtons({ jk }: { jk: Jk }) {
  const { v, p } = jk, box = useRef<HTMLDivElement>(null), mine = mySide(p.me), values = mine ? v.opponentStats : v.playerStats, hasCard = (mine ? v.opponentCard : v.playerCard) > 0;
  const pending = p.pending?.startsWith("statSelected ") ? p.pending.slice(13) : "";
  const move = (event: KeyboardEvent) => {
    const all = [...(box.current?.querySelectorAll<HTMLButtonElement>("button") ?? [])], at = all.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    all[(at + step + all.length) % all.length]?.focus();
  };
  return (
    <section class="mid-stats" aria-label={p.me < 0 ? "Stats" : "Your stats"}>
      <div class="stats-h"><h2>{p.me < 0 ? "Stats" : "Your stats"}</h2><span class="print hint hide-p">{jk.isReady && jk.options.statHotkeys && jk.options.shortcuts ? "keys 1 to 5" : v.state === "cooldown" ? "next round soon" : ""}</span></div>
      <div class="stats" id="stat-buttons" ref={box} data-buttons-ready={jk.isReady ? "true" : "false"} role="group" aria-label="Stats" onKeyDown={move}>
        {STATS.map((stat, i) => {
          const isPick = v.lockedStat === stat;
          return (
            <button key={stat} class={`stat${isPick ? " selected" : ""}${pending === stat ? " sent" : ""}`} data-stat={stat} data-move={`statSelected ${stat}`} disabled={!jk.isReady} aria-pressed={isPick} aria-describedby={`about-${stat}`}
              onClick={() => { jk.pick(stat); }}>
              <span class="k" aria-hidden="true">{i + 1}</span><span><b>{STAT_NAMES[stat]}</b><i class="b" style={{ "--n": hasCard ? (values[i] ?? 0) : 0 }} /></span><strong>{hasCard ? values[i] : "–"}</strong>
              <span class="vh" id={`about-${stat}`}>{STAT_ABOUT[stat]}</span>
            </button>
          );
        })}
      </div>
    </section>
  );
}

function Cards({ jk }: { jk: Jk }) {
  const { v, p } = jk, mine = mySide(p.me), pick = ["revealed", "committed"].includes(v.table) ? v.lockedStat : "-";
  const ids = [v.playerCard, v.opponentCard], stats = [v.playerStats, v.opponentStats], other = mine ? 0 : 1;
  // All-seeing eyes: the card only the other side saw then.
  const seen = p.truth?.views?.[1] as JkView | undefined, wasHidden = !!seen && seen.opponentCard > 0 && !ids[1];
  const hasRound = ids[mine] > 0, wait = p.me < 0 ? "shown when a stat is picked" : jk.isReady ? "Hidden until you pick" : "Hidden until a stat is picked";
  return (
    <>
      <JudokaCard id={ids[mine]} stats={stats[mine]} roster={v.roster} isBlue={false} pick={pick} side="mine" hidden={`${p.me < 0 ? p.names(0) : "Your"} card, ${p.me < 0 ? wait : "not drawn yet"}`} />
      <StatButtons jk={jk} />
      <JudokaCard id={wasHidden ? seen.opponentCard : ids[other]} stats={wasHidden ? seen.opponentStats : stats[other]} wasSecret={wasHidden} roster={v.roster} isBlue pick={pick} side="other" hidden={`Opponent’s card, ${hasRound ? wait : "not drawn yet"}`} />
    </>
  );
}

// ---- the table ----

/* JK-12.3: where the focus goes in each state. */
function useFocus(jk: Jk, isBlocked: boolean): void {
  const { state, round, matchId } = jk.v, key = `${matchId}:${round}:${state}`, done = useRef("");
  useLayoutEffect(() => {
    // A dialog gives the focus back by itself; only a new state moves it.
    if (isBlocked || jk.p.replay || done.current === key) return;
    done.current = key;
    const target = state === "waitingForPlayerAction" && jk.isReady ? "#stat-buttons button" : jk.nextMove ? "#next-button" : "";
    if (target) document.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [key, isBlocked]);
}

/** Which dialog is open; the same in text mode. */
export function useDialogs(jk: Jk) {
  const { v, p } = jk, [isHelp, setHelp] = useState(() => isFirstVisit() && !p.replay && !p.lesson), [isFront, setFront] = useState(false), [isPlain, setPlain] = useState(false), [seenEnd, setSeenEnd] = useState("");
  const end = `${v.matchId}:${v.ended}`, isLobby = v.state === "waitingForMatchStart" && !p.replay, lobbyKey = `${v.matchId}:${v.lastTrigger}`;
  useLayoutEffect(() => { setFront(v.lastTrigger === "home"); }, [lobbyKey]);
  const closeHelp = () => { rememberVisit(); setHelp(false); };
  const hasEnd = v.state === "matchOver" && seenEnd !== end && !p.replay && !p.lesson && jk.quit === "";
  return {
    isHelp, toggleHelp: () => { if (isHelp) closeHelp(); else setHelp(true); }, closeHelp,
    hasLobby: isLobby && !isFront && !isHelp && !isPlain, isPlain, setPlain, hasFront: isLobby && (isFront || isPlain), openLobby: () => { setFront(false); }, closeLobby: () => { setFront(true); },
    hasEnd: hasEnd && !isHelp, hasEndPanel: v.state === "matchOver" && seenEnd === end && !p.replay && !p.over && p.me >= 0, closeEnd: () => { setSeenEnd(end); },
    isAny: isHelp || jk.quit !== "" || hasEnd || (isLobby && !isFront && !isPlain),
  };
}
export type Dialogs = ReturnType<typeof useDialogs>;

export function DialogsOf({ jk, d }: { jk: Jk; d: Dialogs }) {
  return (
    <>
      {d.hasLobby && <LobbyDialog jk={jk} onClose={d.closeLobby} onFail={() => { d.setPlain(true); }} />}
      {jk.quit && <QuitDialog jk={jk} />}
      {d.hasEnd && <EndDialog jk={jk} onClose={d.closeEnd} />}
      {d.isHelp && <HelpDialog jk={jk} onClose={d.closeHelp} />}
    </>
  );
}

/** What the clock says, for those who do not look: which timer, how it stands, whole seconds left. */
export const timeOf = ({ v, clock, seconds }: Jk) => ({
  "data-timer": v.timer, "data-timer-status": v.timerStatus, "data-remaining-time": clock.runs || v.timerStatus === "paused" ? seconds : "",
});

export function MatTable({ jk, d }: { jk: Jk; d: Dialogs }) {
  const { v, p, options } = jk, isStopped = isInterrupt(v.state), mayQuit = p.me >= 0 && !p.replay && isInMatch(v.state) && !isStopped;
  const keysOn = options.shortcuts;
  useFocus(jk, d.isAny);
  useKeys({
    ...Object.fromEntries("0123456789".split("").map(key => [key, () => { jk.pickKey(key); }])),
    q: () => { if (mayQuit) jk.openQuit("quit"); },
    h: () => { d.toggleHelp(); },
  }, keysOn);
  return (
    <main class="mat battle" data-cloth="judo" {...timeOf(jk)}>
      <i class="tatami" aria-hidden="true" />
      <Banner jk={jk} />
      <Scoreboard jk={jk} />
      <div class="field">
        <Cards jk={jk} />
        {isStopped && !p.replay && <StopPanel jk={jk} />}
        {d.hasEndPanel && <EndPanel jk={jk} />}
        {d.hasFront && <Front jk={jk} onOpen={d.openLobby} isPlain={d.isPlain} />}
      </div>
      <footer class="foot">
        <div class="foot-l">
          <button class="btn cloth" id="quit-button" disabled={!mayQuit} onClick={() => { jk.openQuit("quit"); }}>Quit <kbd aria-hidden="true">Q</kbd></button>
          <button class="btn cloth" id="help-button" onClick={d.toggleHelp}><i class="ic ic-help" aria-hidden="true" />Help <kbd aria-hidden="true">H</kbd></button>
        </div>
        {options.stateProgress ? <Progress jk={jk} /> : <span />}
        <button class={`btn ${jk.nextMove ? "brass" : "cloth"}`} id="next-button" disabled={!jk.nextMove} data-move={jk.nextMove || undefined} onClick={jk.next}>Next <i class="ic ic-next" aria-hidden="true" /></button>
      </footer>
      <DebugPanel jk={jk} />
      <Snacks jk={jk} />
      <MachineState />
      <DialogsOf jk={jk} d={d} />
    </main>
  );
}
