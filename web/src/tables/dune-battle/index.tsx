// The table of the Dune battle: which stage is shown. Before the wheels come windows, then the wheel, then both wheels;
// a battle that has ended stays in view until I go on.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Slip } from "../../parts/slip";
import { signed } from "../../words";
import type { GameTable, TableProps } from "../table";
import { FACTIONS, battlesOf, placeName, sidesOf, type Battle, type DuneView } from "./model";
import { PlanStage, RunningTotal, deskOf } from "./plan";
import { Cost, RevealStage } from "./reveal";
import { WindowStage } from "./windows";
import { does, who } from "./words";

type Props = TableProps<DuneView>;
const STAYS_MS = 15_000;
const PLAN_QUESTIONS = ["plan_first", "plans", "plan_again"];
const QUESTIONS = new Set([
  "choose", "declare", "voice", "voice_cancel", "prescience_ask", "prescience_cancel", "prescience_answer", "plan_first", "plans", "voice_late",
  "voice_late_cancel", "plan_again", "traitor", "winner_choice", "capture", "capture_cancel",
]);
const WHEEL_QUESTIONS = ["traitor", "winner_choice"]; // answered beside the turned wheels; what else comes then has its window

const battles = (p: Props): Battle[] => battlesOf(p.history, p.view.factions);

/** How many battles had ended when this page came, or were looked at: those are not shown again. */
function useSeen(ended: number, n: number, isOver: boolean): [number, () => void] {
  const [seen, setSeen] = useState(() => (isOver ? ended - 1 : ended));
  const first = useRef(n);
  useEffect(() => {
    if (seen >= ended || isOver || n === first.current) return;
    const timer = setTimeout(() => { setSeen(ended); }, STAYS_MS);
    return () => { clearTimeout(timer); };
  }, [ended, seen, isOver]);
  return [seen, () => { setSeen(ended); }];
}

function Standings(p: Props) {
  const { view, over, me } = p;
  const rows = view.factions.map((faction, seat) => ({ faction, seat, score: over?.scores[seat] ?? 0 })).sort((a, b) => b.score - a.score);
  return (
    <main class="mat dune ended" data-cloth="dune">
      <section class="choice" aria-label="The end of the phase">
        <span class="print">The battle phase is over</span>
        <ol class="standings">{rows.map(row => (
          <li key={row.seat} class={row.seat === me ? "me" : ""}><i class={`mk ${FACTIONS[row.faction].mark}`} aria-hidden="true" /><b>{FACTIONS[row.faction].name}</b><span>{p.names(row.seat)}</span><strong>{signed(row.score)}</strong></li>
        ))}</ol>
      </section>
      <Slip {...p} note="What each faction has won on the map, its leaders, spice and cards, less what its enemies won." />
    </main>
  );
}

/** The stage of the battle that is fought or has just ended; null: no battle is asked about. */
export function useBattleStage(p: Props): JSX.Element | null {
  const all = useMemo(() => battles(p), [p.history, p.view.factions]);
  const ended = all.filter(b => b.isOver).length, open = all.at(-1);
  const [seen, goOn] = useSeen(p.replay ? all.length : ended, p.n, !!p.over && !p.replay);
  const last = all.filter(b => b.isOver).at(-1), desk = deskOf(p), asks = p.question?.asks ?? "";
  if (!p.replay && seen < ended && last?.plans) return <RevealStage {...p} b={last} isLive={false} onGo={goOn} />;
  if (p.over || !QUESTIONS.has(asks)) return null;
  if (open?.plans && !open.isOver && (!p.question?.mine || WHEEL_QUESTIONS.includes(asks))) return <RevealStage {...p} b={open} isLive onGo={goOn} />;
  if (desk && !p.replay && PLAN_QUESTIONS.includes(asks) && p.question?.open.includes(p.me)) return <PlanStage {...p} desk={desk} />;
  return <WindowStage {...p} />;
}

const Table = (p: Props) => useBattleStage(p) ?? (p.over ? <Standings {...p} /> : <WindowStage {...p} />);

/** What the rail shows of a battle: the plan as it grows, or what it cost; null: nothing. */
export function battleRail(p: Props): JSX.Element | null {
  const desk = deskOf(p), open = battles(p).at(-1), asks = p.question?.asks ?? "";
  if (desk && !p.replay && PLAN_QUESTIONS.includes(asks) && p.question?.open.includes(p.me)) return <RunningTotal p={p} desk={desk} />;
  return open?.plans && open.result && (QUESTIONS.has(asks) || p.over) ? <Cost p={p} b={open} /> : null;
}

function Rail(p: Props) {
  const shown = battleRail(p);
  if (shown) return shown;
  return (
    <>
      <h2>Factions, in storm order</h2>
      <ul class="factions">{p.view.order.map(Number).map(seat => {
        const ally = Number(p.view.allies[seat]);
        return <li key={seat}><i class={`pip s${seat}`} aria-hidden="true" /><b>{FACTIONS[p.view.factions[seat]].name}</b><span>{p.names(seat)}{ally >= 0 ? `, ally of ${who(p.view, p.me, ally).toLowerCase() === "you" ? "you" : FACTIONS[p.view.factions[ally]].name}` : ""}</span></li>;
      })}</ul>
    </>
  );
}

export const duneBattle: GameTable = {
  cloth: "dune",
  isRoutine: move => !/^(plan|call|pass|ready)\b/.test(move),
  seesUnseated: true,
  Table, Rail,
  where: p => {
    const view = p.view as DuneView, sides = sidesOf(view);
    if (!sides) return p.over ? "the phase is over" : "which battle comes next";
    const role = sides.indexOf(p.me);
    return `${placeName(view.zone)} · ${role < 0 ? sides.map(seat => FACTIONS[view.factions[seat]].name).join(" against ") : role ? "you defend" : "you attack"}`;
  },
  outcome: p => {
    const best = Math.max(...(p.over?.scores ?? [0])), winners = (p.over?.scores ?? []).flatMap((s, seat) => (s === best ? [seat] : []));
    const view = p.view as DuneView;
    if (winners.length > 1) return `${winners.map(seat => who(view, p.me, seat)).join(" and ")} have the best of this phase.`;
    return `${does(view, p.me, winners[0] ?? -1, "have", "has")} the best of this phase.`;
  },
  keys: [
    { keys: "Left Right", does: "one force less or more on the wheel" },
    { keys: "Up Down", does: "one spice more or less" },
    { keys: "C", does: "check the plan" },
    { keys: "Enter", does: "to the lock; press it once more to lock" },
    { keys: "N", does: "no: pass, no traitor" },
  ],
};
