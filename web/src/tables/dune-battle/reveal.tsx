// Both wheels, turned together: what each weapon did and why, the verdict with its reasons and rules, what it cost. It is
// drawn while a traitor may be called and the winner chooses, and stays until I go on, or for a while, when the battle is
// over; nothing waits for it on the server.
import { useState } from "preact/hooks";
import { useKeys } from "../../parts/keys";
import { Slip } from "../../parts/slip";
import type { TableProps } from "../table";
import {
  FACTIONS, army, cardLook, cardName, dialOf, half, hit, hitReason, leaderName, partNames, placeName, reasons, shortName, stackOf, worthOf,
  zoneOf, type Battle, type DuneView, type Hit, type Plan,
} from "./model";
import { fullOf } from "./plan";
import { Wheel } from "./wheel";
import { cards, does, who, whom } from "./words";

type Props = TableProps<DuneView>;

export const isKilled = (b: Battle, side: number): boolean => {
  const plan = b.plans![side], lead = plan.leader;
  if (b.killed.some(k => k.leader === lead && lead)) return true;
  return !!b.result && b.result.kind === "NORMAL" && !!plan.hero && hitOn(b, side) === "kills";
};

/** What the other side's weapon does to this side's leader. */
function hitOn(b: Battle, side: number): Hit {
  const [a, d] = b.plans!, weapon = b.plans![1 - side].weapon;
  const anyShield = [a, d].some(plan => cardLook(plan.defense).mark === "mk-shield" && plan.defense);
  return hit(weapon, b.plans![side].defense, anyShield);
}

function CardLine({ code, state }: { code: string; state: string }) {
  if (!code) return <div class="tcard off none"><span><b>None</b><small>left empty</small></span></div>;
  const look = cardLook(code);
  return (
    <div class={`tcard ${look.tincture}`}>
      <span class="sq" aria-hidden="true"><i class={`mk ${look.mark}`} /></span><span><b>{cardName(code)}</b><small>{look.about}</small></span>
      {state && <span class="state">{state}</span>}
    </div>
  );
}

const WEAPON_STATE: Record<Hit, string> = { kills: "kills", stopped: "stopped", explodes: "explodes", none: "" };

function PlanSide({ p, b, side }: { p: Props; b: Battle; side: number }) {
  const { view, me } = p, seat = b.sides[side], plan = b.plans![side], faction = view.factions[seat], foe = b.sides[1 - side];
  const worth = worthOf(view, seat, foe), weapon = hitOn(b, 1 - side), guard = hitOn(b, side), isDecided = !!b.result && !b.calls.length;
  const most = Math.max(plan.normal + plan.elite, before(view, b, seat));
  return (
    <section class="plan" aria-label={`${seat === me ? "Your" : `${FACTIONS[faction].name}’s`} plan`}>
      <h2><i class={`mk ${FACTIONS[faction].mark}`} aria-hidden="true" />{FACTIONS[faction].name} {b.result?.winner === seat && <span class="won">wins</span>} <small>{seat === me ? "you, " : ""}{side ? "defender" : "aggressor"}</small></h2>
      <Wheel plan={plan} faction={faction} dial={b.dials[side] ?? dialOf(worth, plan)} full={fullOf(worth, plan)} most={most} id={`side${side}`}
        isKilled={isKilled(b, side)} isTraitor={b.calls.some(c => c.leader === plan.leader && plan.leader !== "")} />
      {plan.isDefault && <p class="print">played by the referee</p>}
      <div class="cards2">
        <CardLine code={plan.weapon} state={isDecided ? WEAPON_STATE[weapon] : ""} />
        <CardLine code={plan.defense} state={!plan.defense || !isDecided ? "" : guard === "stopped" ? "holds" : guard === "kills" ? "no help" : ""} />
      </div>
    </section>
  );
}

/* Forces in the zone when the battle began: what is there now and what was lost of them. */
function before(view: DuneView, b: Battle, seat: number): number {
  const zone = zoneOf(view.zone) ?? zoneOf(b.zone);
  const now = army(view, seat, zone), lost = b.lost.filter(l => l.seat === seat).reduce((sum, l) => sum + l.normal + l.elite, 0);
  return now.normal + now.elite + lost;
}

function Arrow({ p, b, side, isLeft }: { p: Props; b: Battle; side: number; isLeft: boolean }) {
  const from = b.plans![side], to = b.plans![1 - side], what = hitOn(b, 1 - side);
  if (!from.weapon || what === "none" || b.calls.length) return null;
  const victim = to.leader ? shortName(to.leader) : to.hero ? "the Cheap Hero" : "nobody", { text, rule } = hitReason(from.weapon, to.defense, what);
  // While a traitor may be called, nothing has happened yet.
  const isDone = !!b.result, card = cardName(from.weapon);
  const title = what === "explodes" ? `${card} ${isDone ? "explodes" : "will explode"}` : what === "stopped" ? `${card} is stopped` : `${card} ${isDone ? "kills" : "will kill"} ${victim}`;
  const owner = what === "stopped" ? `${text.replace("by a ", `by ${b.sides[1 - side] === p.me ? "your " : `${whom(p.view, p.me, b.sides[1 - side])}’s `}`)}` : text;
  return (
    <div class={`hit${what === "stopped" ? " stop" : ""}`} data-hit={what}>
      <b>{title}</b>
      <svg viewBox="0 0 140 30" class={isLeft ? "" : "back"} aria-hidden="true">
        {what === "stopped" ? <><path d="M2 15h94" class="dash" /><path d="M108 2v26M116 2v26" class="wall" /></> : <><path d="M2 15h122" class="shaft" /><path d="m118 6 20 9-20 9z" class="tip" /></>}
      </svg>
      <span>{owner} <span class="ruleid">{rule}</span></span>
    </div>
  );
}

export function verdictOf(p: Pick<Props, "view" | "me">, b: Battle): string {
  const { view, me } = p, place = placeName(b.zone);
  if (!b.result) return "Both wheels are turned";
  if (b.explosion) return `${place} explodes. Nobody wins.`;
  if (b.result.winner >= 8) return "Both are betrayed. Nobody wins.";
  const isDefender = b.sides[1] === b.result.winner;
  return does(view, me, b.result.winner, isDefender ? `hold ${place}` : `take ${place}`, isDefender ? `holds ${place}` : `takes ${place}`);
}

/** "11½ to 4", mine first. */
function Totals({ b, me }: { b: Battle; me: number }) {
  const [a = 0, d = 0] = b.result?.totals ?? [], isTurned = b.sides[1] === me, winner = b.sides.indexOf(b.result?.winner ?? -1);
  if (b.result?.kind !== "NORMAL") return null;
  const pair = [{ n: a, won: winner === 0 }, { n: d, won: winner === 1 }], order = isTurned ? pair.reverse() : pair;
  return <div class="big"><strong class={order[0].won ? "" : "lost"}>{half(order[0].n)}</strong><span>to</span><strong class={order[1].won ? "" : "lost"}>{half(order[1].n)}</strong></div>;
}

// ---- what the winner keeps ----

function useKeep(p: Props, b: Battle) {
  const side = b.sides.indexOf(p.me), plan: Plan | undefined = b.plans?.[side], zone = zoneOf(p.view.zone);
  const able = [plan?.weapon, plan?.defense].filter((card): card is string => !!card && (p.view.hand[p.me] ?? []).includes(card));
  const [kept, setKept] = useState<string[] | null>(null), [split, setSplit] = useState<Record<string, [number, number]>>({});
  const loses = b.result?.kind === "TRAITOR" ? { normal: 0, elite: 0 } : { normal: plan?.normal ?? 0, elite: plan?.elite ?? 0 };
  const stacks = (zone?.areas ?? []).map(area => (p.view.forces[p.me] ?? []).map(stackOf).find(s => s.area === area) ?? { area, normal: 0, elite: 0 });
  const keep = kept ?? able.filter(card => p.can(keepMove([card], [], [])) || !p.offers?.moves);
  const losses = spread(stacks, loses, split);
  const move = keepMove(keep, losses.slice(0, -1).map(l => l[0]), losses.slice(0, -1).map(l => l[1]));
  return { able, keep, setKept, stacks, losses, split, setSplit, loses, move };
}

/** `keep card=a,b areas=1,2,0,0 elites=0,1,0,0`; the last area of the zone takes what is left, so it is not named. */
export function keepMove(kept: string[], normals: number[], elites: number[]): string {
  const four = (list: number[]) => [0, 1, 2, 3].map(i => list[i] ?? 0).join(",");
  const part = (name: string, list: number[]) => (list.some(n => n > 0) ? [`${name}=${four(list)}`] : []);
  return ["keep", ...(kept.length ? [`card=${kept.join(",")}`] : []), ...part("areas", normals), ...part("elites", elites)].join(" ");
}

/** The losses by area: as chosen where something is chosen, the rest from the first areas on. */
export function spread(stacks: { area: string; normal: number; elite: number }[], loses: { normal: number; elite: number }, chosen: Record<string, [number, number]>): [number, number][] {
  let { normal, elite } = loses;
  return stacks.map((stack, i) => {
    const rest = stacks.slice(i + 1), restNormal = rest.reduce((sum, s) => sum + s.normal, 0), restElite = rest.reduce((sum, s) => sum + s.elite, 0);
    const [wantN, wantE] = chosen[stack.area] ?? [stack.normal, stack.elite];
    const n = Math.max(Math.min(wantN, stack.normal, normal), normal - restNormal, 0), e = Math.max(Math.min(wantE, stack.elite, elite), elite - restElite, 0);
    normal -= n;
    elite -= e;
    return [n, e];
  });
}

/** The losses as they are, with one force more or less in an area, made up for in the first other one where that is possible. */
export function shifted(stacks: { area: string; normal: number; elite: number }[], losses: [number, number][], at: number, by: 1 | -1): Record<string, [number, number]> {
  const next = losses.map(([n, e]) => [n, e] as [number, number]);
  const room = (i: number, d: number) => next[i][0] + d >= 0 && next[i][0] + d <= stacks[i].normal;
  const other = stacks.findIndex((_, i) => i !== at && room(i, -by));
  if (room(at, by) && other >= 0) {
    next[at][0] += by;
    next[other][0] -= by;
  }
  return Object.fromEntries(stacks.map((s, i) => [s.area, next[i]]));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function KeepForm({ p, form }: { p: Props; form: ReturnType<typeof useKeep> }) {
  const toggle = (card: string) => { form.setKept(form.keep.includes(card) ? form.keep.filter(c => c !== card) : form.able.filter(c => c === card || form.keep.includes(c))); };
  const armed = form.stacks.filter(s => s.normal + s.elite > 0), parts = partNames(armed.map(s => s.area));
  const falls = form.loses.normal + form.loses.elite;
  return (
    <div class="keep">
      {form.able.map(card => (
        <button key={card} class="switch" role="switch" aria-checked={form.keep.includes(card)} data-part={`card=${card}`} onClick={() => { toggle(card); }}><i />Keep {cardName(card)}</button>
      ))}
      {armed.length > 1 && falls > 0 && <b class="falls">Which {falls === 1 ? "force falls" : `${falls} forces fall`}?</b>}
      {armed.length > 1 && falls > 0 && armed.map((stack, i) => {
        const [n, e] = form.losses[form.stacks.indexOf(stack)], name = `the ${parts[i]} part`;
        const shift = (by: 1 | -1) => { form.setSplit(shifted(form.stacks, form.losses, form.stacks.indexOf(stack), by)); };
        return (
          <span key={stack.area} class="loss" data-area={stack.area}>
            {capital(parts[i])} part: {n}{e ? ` and ${e} elite` : ""} of {stack.normal + stack.elite}
            <button class="icon" aria-label={`Lose one less in ${name}`} onClick={() => { shift(-1); }}><i class="ic ic-minus" /></button>
            <button class="icon" aria-label={`Lose one more in ${name}`} onClick={() => { shift(1); }}><i class="ic ic-plus" /></button>
          </span>
        );
      })}
      {p.pending && <span class="dim">Sent, not yet confirmed.</span>}
    </div>
  );
}

// ---- the stage ----

export interface RevealProps { b: Battle; isLive: boolean; onGo(): void }

export function RevealStage({ b, isLive, onGo, ...p }: Props & RevealProps) {
  const { me, question } = p, asks = isLive ? question?.asks : undefined, form = useKeep(p, b);
  const mayCall = asks === "traitor" && !!question?.mine, isKeep = asks === "winner_choice" && !!question?.mine;
  const why = reasons(b), order = b.sides[1] === me ? [1, 0] : [0, 1];
  const target = b.plans?.[1 - Math.max(0, b.sides.indexOf(me))];
  useKeys({ n: () => { if (mayCall) p.play("pass"); }, Enter: () => { if (!isLive) onGo(); }, Escape: () => { if (!isLive) onGo(); } });
  const tail = mayCall ? (
    <>
      <button class="btn" data-move="call" aria-disabled={!p.can("call")} onClick={e => { if (p.can("call")) p.play("call"); else p.whyNot("call", e.currentTarget, target?.leader ? `${leaderName(target.leader)} a traitor?` : "Call a traitor"); }}>Call traitor</button>
      <button class="btn act" data-move="pass" onClick={() => { p.play("pass"); }}>No traitor <kbd aria-hidden="true">N</kbd></button>
    </>
  ) : isKeep ? (
    <button class="btn act" id="keep" data-move={form.move} onClick={e => { if (p.can(form.move)) p.play(form.move); else p.whyNot(form.move, e.currentTarget, "Keep and lose"); }}>{form.keep.length ? `Keep ${cards(form.keep)}` : "Keep nothing"}</button>
  ) : !isLive ? <button class="btn act" id="go-on" onClick={onGo}>{p.over ? "To the end" : "Go on"} <kbd aria-hidden="true">Enter</kbd></button> : null;
  return (
    <main class="mat dune reveal" data-cloth="dune" data-battle={b.zone}>
      <div class="wheels">{order.map(side => <PlanSide key={side} p={p} b={b} side={side} />)}</div>
      <section class="mid" aria-label="Weapons">{order.map((side, i) => <Arrow key={side} p={p} b={b} side={side} isLeft={i === 0} />)}</section>
      <Slip {...p} keepTail={!isLive} who={isLive ? undefined : `The battle in ${placeName(b.zone)} is over`} prompt={b.result ? verdictOf(p, b) : undefined} tail={tail}>
        {b.result && <Totals b={b} me={me} />}
        {b.result && <ol class="because">{why.map(line => <li key={line.text}><span>{line.text}</span><span class="ruleid">{line.rule}</span></li>)}</ol>}
        {isKeep && <KeepForm p={p} form={form} />}
        {mayCall && !p.can("call") && <p>You hold no traitor card for {target?.leader ? leaderName(target.leader) : "this plan"}.</p>}
      </Slip>
    </main>
  );
}

/** For the rail: what it cost each side. */
export function Cost({ p, b }: { p: Props; b: Battle }) {
  const { view, me } = p, sides = b.sides[1] === me ? [1, 0] : [0, 1];
  const row = (name: string, of: (seat: number, side: number) => string) => <tr key={name}><th scope="row">{name}</th>{sides.map(side => <td key={side}>{of(b.sides[side], side)}</td>)}</tr>;
  const lost = (seat: number) => b.lost.filter(l => l.seat === seat).reduce((sum, l) => sum + l.normal + l.elite, 0);
  const lead = (_: number, side: number) => {
    const plan = b.plans?.[side];
    return !plan?.leader && !plan?.hero ? "none" : isKilled(b, side) ? (plan.hero ? "dies" : "to the tanks") : "lives";
  };
  return (
    <>
      <h2>What it cost</h2>
      <table class="ledger">
        <thead><tr><th><span class="vh">What</span></th>{sides.map(side => <th key={side} scope="col">{who(view, me, b.sides[side])}</th>)}</tr></thead>
        <tbody>
          {row("Forces lost", seat => String(lost(seat)))}
          {b.plans && row("Leader", lead)}
          {row("Spice paid", seat => String(b.paid[seat] ?? 0))}
          {row("Spice won", seat => (b.gained[seat] ? `+${b.gained[seat]}` : "0"))}
          {row("Discards", seat => (b.discarded[seat] ?? []).map(cardName).join(", ") || "none")}
        </tbody>
      </table>
    </>
  );
}
