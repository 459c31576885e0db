// Classic Battle in words, for log and announcer. The scoreboard speaks for itself (JK-12.5), so the log keeps to rounds,
// matches and interrupts.
import type { GameEvent } from "../../proto";
import type { Names } from "../table";
import { statName } from "./cards";
import { outcomeText, resultText } from "./session";
import { REASONS } from "./texts";

/* The fields these words need, of whichever event has them. */
interface Told {
  event: string; to: string; round: number; source: string; stat: string; playerValue: number; opponentValue: number; outcome: string;
  result: string; player: number; opponent: number; reason: string;
}

export function eventWords(event: GameEvent, names: Names): string | null {
  const e = event as unknown as Told;
  switch (e.event) {
    case "state": return e.to === "matchStart" ? "A match begins." : "";
    case "round.start": return `Round ${e.round}.`;
    case "stat.locked": return e.source === "auto" ? `Time is up: ${statName(e.stat)} is picked.` : `${names.does(e.source === "opponent" ? 1 : 0, "pick", "picks")} ${statName(e.stat)}.`;
    case "round.result": return `${outcomeText({ stat: e.stat, values: [e.playerValue, e.opponentValue], outcome: e.outcome }, names.me, names)}.`;
    case "match.result": return `${resultText({ result: e.result, scores: [e.player, e.opponent], quitter: "-" }, names.me, names)}.`;
    case "interrupt.raised": return `Stopped: ${REASONS[e.reason] ?? e.reason}.`;
    case "error": return "Something went wrong; the referee goes on.";
    case "score":
    case "round.card":
    case "timer.expired":
    case "interrupt.resolved": return "";
    default: return null;
  }
}
