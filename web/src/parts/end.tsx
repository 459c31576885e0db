// The end on the slip: the score, who wins, and why: what forced it, the act that decided, what could have stopped it, how it
// was counted. The same slip for winners, losers and those who watched. A round has its reasons too.
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { tableOf } from "../tables";
import type { GameEvent, TableProps } from "../tables/table";
import { eventInWords, figure, list, sentence } from "../words";
import { RoomContext } from "./room";
import { SideTag } from "./side";
import { RuleId } from "./whynot";

type Reason = GameEvent & { key?: boolean };

export function Reasons({ reasons, p }: { reasons: Reason[]; p: TableProps }) {
  return (
    <ol class="reasons" aria-label="Why">
      {reasons.map((r, i) => (
        <li key={i} data-because={r.because}>
          <span><span class={r.key ? "key" : undefined}>{sentence(eventInWords(r, p.names))}</span></span>
          {r.rule ? <RuleId id={r.rule} /> : <span />}
        </li>
      ))}
    </ol>
  );
}

/** The reason of the round that has just ended, until something else happens: the act that decided it. */
export function roundReason(p: TableProps): Reason | null {
  let decided: Reason | null = null, isStop = false;
  for (let i = p.history.length - 1; i >= 0; i--) {
    const e = p.history[i];
    if (e.weight === 3) isStop = true;
    else if (e.weight && !e.because) break;
    if (e.because && e.says && (e.because === "decided" || !decided)) decided = e;
  }
  return isStop ? decided : null;
}

/* Who stands how: two numbers, or a list by rank; sides count once. */
function Score({ p }: { p: TableProps }) {
  const scores = p.over?.scores ?? [];
  const teams = tableOf(p.game.game).sides?.(p) ?? null, sides = teams ?? scores.map((_, i) => [i]);
  const rows = sides.map(seats => ({ seats, score: scores[seats[0]] ?? 0, isMine: seats.includes(p.me) }));
  const mineFirst = [...rows].sort((a, b) => Number(b.isMine) - Number(a.isMine));
  const called = (seats: number[]) => list(seats.map(s => (s === p.me && !p.truth ? "you" : p.names(s))));
  if (rows.length === 2)
    return (
      <div class="big" role="img" aria-label={mineFirst.map(r => `${called(r.seats)} ${figure(r.score)}`).join(", ")}>
        <b>{figure(mineFirst[0].score)} <i>:</i> {figure(mineFirst[1].score)}</b>
        {teams ? <span class="sides">{mineFirst.map(r => <SideTag key={r.seats[0]} p={p} sides={teams} seat={r.seats[0]} words={called(r.seats)} />)}</span>
          : <small>{mineFirst.map(r => called(r.seats)).join(" : ")}</small>}
      </div>
    );
  return (
    <ol class="big ranks" aria-label="Scores">
      {[...rows].sort((a, b) => b.score - a.score).map(r => <li key={r.seats[0]}><i class={`pip s${r.seats[0]}`} aria-hidden="true" /><span>{called(r.seats)}</span><b>{figure(r.score)}</b></li>)}
    </ol>
  );
}

export function EndSlip({ p, title, note, acts }: { p: TableProps; title: ComponentChildren; note?: ComponentChildren; acts: ComponentChildren }) {
  const room = useContext(RoomContext);
  return (
    <section class="slip end" role="group" aria-labelledby="ask" id="slip" data-replay={room.replay ?? undefined}>
      <Score p={p} />
      <div class="slip-body">
        <p class="slip-who">{p.over?.why?.length ? "The end · why" : "The end"}</p>
        <h2 id="ask">{title}</h2>
        {note && <p>{note}</p>}
        {p.over?.why?.length ? <Reasons reasons={p.over.why} p={p} /> : null}
      </div>
      {acts && <div class="slip-acts">{acts}</div>}
    </section>
  );
}
