// The admin's panel in roundModification (JK-8.12), in test mode: what is left alone stays as it is. The referee judges the edit.
import { useState } from "preact/hooks";
import { STATS, STAT_NAMES } from "./cards";
import { InterruptPanel } from "./dialogs";
import type { Jk } from "./use";

const OUTCOMES = { winPlayer: "the player wins", winOpponent: "the opponent wins", draw: "a draw" };
const NUMBERS = [
  { name: "playerValue", label: "Player's value", top: 10 }, { name: "opponentValue", label: "Opponent's value", top: 10 },
  { name: "playerScore", label: "Player's score before", top: 25 }, { name: "opponentScore", label: "Opponent's score before", top: 25 },
  { name: "roundsPlayed", label: "Rounds played before", top: 24 },
];

/** The label of the member that is wrong, in front of what is said about it. */
const labelOf = (field?: string): string => {
  const label = field === "stat" ? "Stat" : NUMBERS.find(one => one.name === field)?.label;
  return label ? `${label}: ` : "";
};

export type Edit = Record<string, string>;

/** The edit as a move: members that were given, in the order of the rules. */
export const editMove = (edit: Edit): string =>
  ["modifyRoundDecision", ...["stat", "playerValue", "opponentValue", "outcome", "playerScore", "opponentScore", "roundsPlayed"].filter(name => edit[name]).map(name => `${name}=${edit[name]}`)].join(" ");

export const isAdmin = (jk: Jk): boolean => jk.v.flags.includes("testMode") && jk.p.me >= 0 && !jk.p.replay;

export function EditPanel({ jk }: { jk: Jk }) {
  const [edit, setEdit] = useState<Edit>({}), { p } = jk, refused = p.client?.match.refused;
  const give = (name: string, value: string) => { setEdit({ ...edit, [name]: value.trim() }); };
  return (
    <section class="jk-int paper" id="edit-panel" role="dialog" aria-labelledby="edit-t" aria-describedby="edit-d">
      <h2 id="edit-t">Correct the round</h2>
      <p id="edit-d">What is left empty stays as it was. The round is decided again with this.</p>
      <form class="jk-edit" onSubmit={e => { e.preventDefault(); p.play(editMove(edit), "admin"); }}>
        <label>Stat <select id="edit-stat" value={edit.stat ?? ""} onChange={e => { give("stat", e.currentTarget.value); }}><option value="">as it was</option>{STATS.map(stat => <option key={stat} value={stat}>{STAT_NAMES[stat]}</option>)}</select></label>
        <label>Outcome <select id="edit-outcome" value={edit.outcome ?? ""} onChange={e => { give("outcome", e.currentTarget.value); }}><option value="">by the values</option>{Object.entries(OUTCOMES).map(([word, label]) => <option key={word} value={word}>{label}</option>)}</select></label>
        {NUMBERS.map(({ name, label, top }) => (
          <label key={name}>{label} <input id={`edit-${name}`} inputMode="numeric" autocomplete="off" placeholder={`0 to ${top}`} value={edit[name] ?? ""} onInput={e => { give(name, e.currentTarget.value); }} /></label>
        ))}
        <p id="edit-error" role="alert" class="bad">{refused ? p.names.fill(`${labelOf(refused.field)}${refused.title} ${refused.because}`) : ""}</p>
        <div class="row">
          <button class="btn act" id="edit-apply">Decide the round</button>
          <button class="btn" id="edit-cancel" type="button" onClick={() => { p.play("cancelModification", "admin"); }}>Cancel</button>
        </div>
      </form>
    </section>
  );
}

/** What stands over the mat while a round or match is stopped. */
export const StopPanel = ({ jk }: { jk: Jk }) => (jk.v.state === "roundModification" && isAdmin(jk) ? <EditPanel jk={jk} /> : <InterruptPanel jk={jk} />);

/** T25 is the admin's: beside the banner, not among the player's choices (JK-11.14). */
export function ModifyButton({ jk }: { jk: Jk }) {
  if (!isAdmin(jk) || jk.v.state !== "interruptRound" || !jk.v.flags.includes("roundModify")) return null;
  return <button class="btn cloth" id="modify-round" onClick={() => { jk.p.play("roundModifyFlag", "admin"); }}>Correct the round</button>;
}
