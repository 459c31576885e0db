// The texts of JK-11.22 by their keys. {x} stands for a value; wording may be translated, keys may not change.
export const TEXTS = {
  lobby: "Choose a match length to begin",
  start: "Match starts in {s} s",
  choose: "Pick a stat",
  time: "{s} s left",
  picked: "Your pick: {stat}",
  thinking: "Opponent is thinking…",
  auto: "Time is up: {stat} was picked for you",
  roundWin: "{stat} {p} against {o}: you take the round",
  roundLose: "{stat} {p} against {o}: opponent takes the round",
  roundDraw: "{stat} {p} against {o}: level, no point",
  next: "Next round in {s} s",
  matchWin: "You win the match {p}–{o}",
  matchLose: "Opponent wins the match {p}–{o}",
  matchDraw: "The match ends level {p}–{o}",
  quit: "You left the match. It counts as a loss.",
  aborted: "Match called off",
  intRound: "Round stopped: {reason}",
  intMatch: "Match stopped: {reason}",
  waiting: "Waiting…",
  loadError: "Card data could not be loaded",
  keyHint: "Keys 1 to 5 pick a stat, H shows help",
} as const;

export type TextKey = keyof typeof TEXTS;

export function say(key: TextKey, values: Record<string, string | number> = {}): string {
  return TEXTS[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Why a round or match was stopped, in words. */
export const REASONS: Record<string, string> = {
  quit: "somebody left",
  navigation: "the page was left",
  error: "something went wrong",
  timeout: "time ran out",
  host: "stopped by the table",
  "-": "no reason was given",
};
