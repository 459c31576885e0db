// What the events have told of this session: the log of transitions, the outcome that still stands on the scoreboard,
// streaks. Folded from the log that the connection keeps, so a page that comes back knows the same (JK-10.12).
import type { GameEvent } from "../../proto";
import type { Names } from "../table";
import { REASONS, say } from "./texts";
import { statName } from "./cards";

/** The view as the referee writes it (JK-10.4). */
export interface JkView {
  state: string;
  stateId: number;
  matchId: number;
  /** entries into matchOver */
  ended: number;
  prev: string;
  lastTrigger: string;
  reason: string;
  quitter: string;
  round: number;
  roundsPlayed: number;
  target: number;
  scores: [number, number];
  chooser: Side;
  table: string;
  lockedStat: string;
  lockSource: string;
  values: [number, number];
  outcome: string;
  result: string;
  timer: string;
  durationMs: number;
  behindMs: number;
  playerCard: number;
  playerStats: number[];
  opponentCard: number;
  opponentStats: number[];
  cardsLeft: [number, number];
  timerStatus: string;
  remainingMs: number;
  isMatchPoint: string;
  flags: string[];
  length: number;
  maxRounds: number;
  statTimer: number;
  cooldown: number;
  startCountdown: number;
  policy: string;
  difficulty: string;
  roster: string;
}

export type Side = "player" | "opponent";
export const SIDES: Side[] = ["player", "opponent"];

export interface Transition { n: number; ts: number; from: string; to: string; trigger: string; reason: string; round: number }

/** A decided round, as it stands on the scoreboard. */
export interface Outcome { stat: string; values: [number, number]; outcome: string }

export interface Told {
  log: Transition[];
  /** stands until the next choice (JK-11.4) */
  outcome: Outcome | null;
  /** JK-4.9: rounds won in a row; a draw resets it */
  streak: { side: Side | null; n: number };
  /** the stat the engine picked in this round, because time was up */
  auto: string;
  /** the cards could not be loaded (JK-1.8) */
  isLoadError: boolean;
}

export const NOTHING: Told = { log: [], outcome: null, streak: { side: null, n: 0 }, auto: "", isLoadError: false };

const LOG_KEPT = 1024;
const BASIC = ["waitingForMatchStart", "interruptRound", "interruptMatch", "roundModification", "waitingForPlayerAction"];

function streakAfter(streak: Told["streak"], outcome: string): Told["streak"] {
  const side = outcome === "winPlayer" ? "player" : outcome === "winOpponent" ? "opponent" : null;
  if (!side) return { side: null, n: 0 };
  return { side, n: streak.side === side ? streak.n + 1 : 1 };
}

/* The fields of the events that are read here. */
interface Fields {
  event: string; from: string; to: string; trigger: string; reason: string; round: number; source: string; stat: string;
  playerValue: number; opponentValue: number; outcome: string; where: string;
}

export function tell(told: Told, event: GameEvent, ts: number): Told {
  const e = event as unknown as Fields;
  switch (e.event) {
    case "state": {
      const entry = { n: (told.log.at(-1)?.n ?? 0) + 1, ts, from: e.from, to: e.to, trigger: e.trigger, reason: e.reason, round: e.round };
      const next = { ...told, log: [...told.log, entry].slice(-LOG_KEPT) };
      if (e.to === "roundOver") return { ...next, streak: streakAfter(told.streak, told.outcome?.outcome ?? "draw") };
      if (e.to === "roundStart") return { ...next, auto: "" };
      if (e.to === "matchStart") return { ...next, streak: NOTHING.streak, outcome: null, isLoadError: false };
      return BASIC.includes(e.to) ? { ...next, outcome: null } : next;
    }
    case "stat.locked": return { ...told, auto: e.source === "auto" ? e.stat : "" };
    case "round.result": return { ...told, outcome: { stat: e.stat, values: [e.playerValue, e.opponentValue], outcome: e.outcome } };
    case "error": return /^DECK_/.test(e.where) ? { ...told, isLoadError: true } : told;
    default: return told;
  }
}

export const toldBy = (log: { at: number; event: GameEvent }[]): Told => log.reduce((told, line) => tell(told, line.event, line.at), NOTHING);

// ---- what is shown ----

/** The nine states of the progress bar (JK-11.7), with what people call them. */
export const LABELS: Record<string, string> = {
  waitingForMatchStart: "Lobby", matchStart: "Match start", roundStart: "Round start", waitingForPlayerAction: "Choose",
  roundDecision: "Decision", roundOver: "Round over", cooldown: "Cooldown", matchDecision: "Match decision", matchOver: "Match over",
};

/** JK-11.8: the item that is marked; interrupts have none of their own. */
export const marked = (state: string): string =>
  ({ interruptRound: "cooldown", roundModification: "roundDecision", interruptMatch: "matchOver" })[state] ?? state;

export const isInterrupt = (state: string): boolean => marked(state) !== state;

/** My side of the table: the opponent's seat sees itself on the left. A spectator sits behind the player. */
export const mySide = (me: number): 0 | 1 => (me === 1 ? 1 : 0);

const flip = (me: number, pair: [number, number]): [number, number] => (mySide(me) ? [pair[1], pair[0]] : pair);

/** winPlayer for the opponent's seat is a loss; who sits nowhere hears names. */
export function outcomeText(o: Outcome, me: number, names: Names): string {
  if (me < 0 && o.outcome !== "draw")
    return `${statName(o.stat)} ${o.values.join(" against ")}: ${names(o.outcome === "winPlayer" ? 0 : 1)} takes the round`;
  const [p, opp] = flip(me, o.values), mine = mySide(me) ? "winOpponent" : "winPlayer";
  const key = o.outcome === "draw" ? "roundDraw" : o.outcome === mine ? "roundWin" : "roundLose";
  return say(key, { stat: statName(o.stat), p, o: opp });
}

export function resultText(v: Pick<JkView, "result" | "scores" | "quitter">, me: number, names: Names): string {
  const [p, o] = flip(me, v.scores), side = mySide(me);
  const won = { matchWinPlayer: 0, matchWinOpponent: 1 }[v.result];
  if (me < 0 && won !== undefined) return `${names(won)} wins the match ${p}–${o}`;
  if (me < 0 && v.result === "quit") return v.quitter === "-" ? "A player left the match" : `${names(Number(v.quitter))} left the match`;
  if (won !== undefined) return say(won === side ? "matchWin" : "matchLose", { p, o });
  if (v.result === "matchDraw") return say("matchDraw", { p, o });
  if (v.result === "quit") return Number(v.quitter) === side ? say("quit") : `Opponent left. ${say("matchWin", { p, o })}`;
  return say("aborted");
}

/** The message of the scoreboard in this state. */
export function messageText(v: JkView, told: Told, me: number, names: Names): string {
  const isMine = SIDES[mySide(me)] === v.chooser;
  switch (v.state) {
    case "waitingForMatchStart": return say("lobby");
    case "waitingForPlayerAction": return me < 0 ? `${names(SIDES.indexOf(v.chooser))} picks a stat` : isMine ? say("choose") : say("thinking");
    case "roundDecision": return told.outcome ? outcomeText(told.outcome, me, names) : say("thinking");
    case "matchDecision":
    case "matchOver": return resultText(v, me, names);
    case "interruptRound": return say("intRound", { reason: REASONS[v.reason] ?? v.reason });
    case "interruptMatch": return told.isLoadError ? say("loadError") : say("intMatch", { reason: REASONS[v.reason] ?? v.reason });
    case "roundModification": return "The round is being corrected";
    default: return told.outcome ? outcomeText(told.outcome, me, names) : "Match starts";
  }
}

/** JK-11.21: beside the score, in a few words. */
export function streakText(told: Told, side: Side): string {
  const { n } = told.streak;
  if (told.streak.side !== side || n < 2) return "";
  return n === 2 ? "won the last two" : `${n} in a row`;
}

export const isMatchPointFor = (v: JkView, side: 0 | 1): boolean => v.target > 0 && v.scores[side] === v.target - 1;

/** JK-11.6 */
export const outcomeHook = (told: Told): string => told.outcome?.outcome ?? "none";

/** JK-11.10: may I pick a stat now? */
export const mayPick = (v: JkView, me: number): boolean =>
  me >= 0 && v.state === "waitingForPlayerAction" && v.chooser === SIDES[mySide(me)] && v.lockedStat === "-";

/** JK-11.11: what Next would send now, or "". */
export function nextMove(v: JkView, me: number): string {
  if (me !== 0) return "";
  return v.state === "cooldown" ? "ready" : v.state === "roundOver" ? "continue" : "";
}

/** JK-11.14: exactly the choices that the table allows. */
export function interruptChoices(state: string): { move: string; label: string }[] {
  if (state === "interruptRound") return [
    { move: "restartRound", label: "Restart round" }, { move: "resumeLobby", label: "Back to lobby" }, { move: "abortMatch", label: "Abort match" },
  ];
  return state === "interruptMatch" ? [{ move: "restartMatch", label: "Restart match" }, { move: "toLobby", label: "Back to lobby" }] : [];
}

/** Is a match going on, so that one can quit it? */
export const isInMatch = (state: string): boolean => !["waitingForMatchStart", "matchOver"].includes(state);
