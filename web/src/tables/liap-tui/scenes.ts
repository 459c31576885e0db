// Scenes: what the page shows for a few seconds for the eye alone (LT-12.1): the start of a round, the result of a turn, the
// scores. They lie over the middle of the table until a key, a press or their time; the referee never waits for them, and
// the slip below shows the open question all the while.
import type { GameEvent } from "../table";

export interface Laid { seat: number; pieces: string[] | null; size: number; value: number | null; isForfeit: boolean }

export type Scene =
  | { kind: "turn"; winner: number; type: string; value: number; piles: number; plays: Laid[] }
  | { kind: "scores"; rows: { seat: number; declared: number; captured: number; multiplier: number; score: number; total: number }[] }
  | { kind: "round"; round: number; multiplier: number; starter: number | null; reason: string };

/** How long each stays, in milliseconds (LT-12.1). */
export const STAYS: Record<Scene["kind"], number> = { round: 5000, turn: 7000, scores: 7000 };

const num = (v: unknown): number => Number(v);

/** My own pieces of this turn, which I may see although they are covered. */
function own(history: GameEvent[], upTo: number, seat: number): string[] | null {
  for (let i = upTo; i >= 0; i--) {
    const e = history[i];
    if ((e.event === "lead" || e.event === "follow") && e.seat === seat) return e.pieces as string[] | null;
    if (e.event === "turn" && i < upTo) break;
  }
  return null;
}

function turnScene(history: GameEvent[], at: number): Scene {
  const e = history[at];
  const plays: Laid[] = [];
  for (let i = at - 1; i >= 0 && (history[i].event === "shown" || history[i].event === "forfeit"); i--) {
    const one = history[i], isForfeit = one.event === "forfeit";
    const pieces = isForfeit ? own(history, at, one.seat ?? -1) : (one.pieces as string[]);
    plays.unshift({ seat: one.seat ?? -1, pieces, size: isForfeit ? num(one.size) : (pieces?.length ?? 0), value: isForfeit ? null : num(one.value), isForfeit });
  }
  return { kind: "turn", winner: e.seat ?? -1, type: String(e.type), value: num(e.value), piles: num(e.piles), plays };
}

/** The scenes that these new events make, in order; `from` is where the new ones begin. */
export function scenesOf(history: GameEvent[], from: number): Scene[] {
  const scenes: Scene[] = [];
  for (let i = from; i < history.length; i++) {
    const e = history[i], last = scenes.at(-1);
    if (e.event === "turn") {
      scenes.push(turnScene(history, i));
    } else if (e.event === "score") {
      const row = { seat: e.seat ?? -1, declared: num(e.declared), captured: num(e.captured), multiplier: num(e.multiplier), score: num(e.score), total: num(e.total) };
      if (last?.kind === "scores") last.rows.push(row);
      else scenes.push({ kind: "scores", rows: [row] });
    } else if (e.event === "deal") {
      if (last?.kind === "round") scenes.pop(); // dealt again before anybody looked
      scenes.push({ kind: "round", round: num(e.round), multiplier: num(e.multiplier), starter: null, reason: "" });
    } else if (e.event === "starter") {
      if (last?.kind === "round") Object.assign(last, { starter: e.seat ?? null, reason: String(e.reason) });
      else scenes.push({ kind: "round", round: 0, multiplier: 1, starter: e.seat ?? null, reason: String(e.reason) });
    }
  }
  return scenes;
}
