// Setting the wheel: forces and spice on the dial, a leader or Cheap Hero, a weapon, a defense, the Kwisatz Haderach. Each
// change is checked by the referee; what is not possible says why.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Group, useKeys } from "../../parts/keys";
import { Slip } from "../../parts/slip";
import type { TableProps } from "../table";
import { change, draftNow, setChecked, useDraft } from "./draft";
import {
  FACTIONS, army, cardKind, cardLook, cardName, dialOf, dialParts, firstPlan, half, halfSpoken, isHero, leaderFaction, leaderName, leaderState,
  leadersOf, planMove, planOptions, shortName, sideIndex, sidesOf, strengthOf, totals, worthOf, zoneOf, type DuneView, type Plan, type PlanOptions,
  type Worth,
} from "./model";
import { Scene } from "./scene";
import { Wheel } from "./wheel";
import { who } from "./words";

type Props = TableProps<DuneView>;
const CHECK_MS = 120;
const MANY = 3; // more leaders stand two in a row

/** Everything the plan of this seat needs to know. */
export interface Desk { seat: number; foe: number; side: number; worth: Worth; forces: { normal: number; elite: number }; options: PlanOptions; most: number }

export function deskOf(p: Props): Desk | null {
  const sides = sidesOf(p.view), side = sides?.indexOf(p.me) ?? -1;
  if (!sides || side < 0) return null;
  const foe = sides[1 - side], forces = army(p.view, p.me, zoneOf(p.view.zone));
  return { seat: p.me, foe, side, worth: worthOf(p.view, p.me, foe), forces, options: planOptions(p.offers), most: forces.normal + forces.elite };
}

/** How many forces count in full. */
export const fullOf = (worth: Worth, plan: Plan): number =>
  !worth.isAdvanced || worth.isHardened ? plan.normal + plan.elite : Math.min(plan.spice, plan.normal + plan.elite);

function Stepper(s: { label: string; value: number; most: number; onSet(n: number): void; onMore(at: Element): void; name: string }) {
  return (
    <div class="stepper" role="group" aria-label={s.label}>
      <span aria-hidden="true">{s.label}</span>
      <span class="step">
        <button class="icon" aria-label={`One ${s.name} less`} aria-disabled={s.value <= 0} onClick={() => { if (s.value > 0) s.onSet(s.value - 1); }}><i class="ic ic-minus" /></button>
        <output aria-live="off">{s.value}</output>
        <button class="icon" aria-label={`One ${s.name} more`} aria-disabled={s.value >= s.most}
          onClick={e => { if (s.value < s.most) s.onSet(s.value + 1); else s.onMore(e.currentTarget); }}><i class="ic ic-plus" /></button>
      </span>
    </div>
  );
}

/* A leader, card or "none": pressed if chosen, dashed and with its reason if not possible. */
function Choice(c: { class?: string; on: boolean; off: boolean; small?: boolean; head?: ComponentChildren; name: string; about: string; move: string; onPress(): void; onWhy(at: Element): void }) {
  return (
    <button class={`${c.class ?? "lead"}${c.on ? " sel" : ""}${c.off ? " off" : ""}${c.small ? " small" : ""}`} aria-pressed={c.on} aria-disabled={c.off}
      data-part={c.move} onClick={e => { if (c.off) c.onWhy(e.currentTarget); else c.onPress(); }}>
      {c.head}<span><b>{c.name}</b><small>{c.about}</small></span>
    </button>
  );
}

function Leaders({ p, desk, plan }: { p: Props; desk: Desk; plan: Plan }) {
  const { view, me } = p, { options } = desk;
  const all = leadersOf(view, me), able = all.filter(code => options.leaders.includes(code)), rest = all.filter(code => !able.includes(code));
  const heroes = (view.hand[me] ?? []).filter(isHero);
  const why = (code: string) => (at: Element) => { p.whyNot(planMove({ ...plan, leader: code, hero: "" }), at, `${leaderName(code)} cannot lead`, []); };
  const set = (leader: string, hero: string) => () => { change({ leader, hero, announced: false }); };
  return (
    <>
      <span class="print" id="pick-l">Leader</span>
      <Group class={`two${able.length > MANY ? " many" : ""}`} aria-labelledby="pick-l">
        {able.map(code => (
          <Choice key={code} class={`lead ${FACTIONS[leaderFaction(code)].tincture}`} on={plan.leader === code} off={false} move={`leader=${code}`}
            head={<span class="no" aria-hidden="true">{strengthOf(code)}</span>} name={leaderName(code)}
            about={`strength ${strengthOf(code)}${leaderFaction(code) === view.factions[me] ? "" : ", captive"}`} onPress={set(code, "")} onWhy={why(code)} />
        ))}
      </Group>
      {rest.length + heroes.length > 0 && (
        <Group class="more" aria-labelledby="pick-l">
          {heroes.map(card => (
            <Choice key={card} small on={plan.hero === card} off={!options.heroes.includes(card)} move={`cheap_hero=${card}`} name="Cheap Hero"
              about="strength 0" onPress={set("", card)}
              onWhy={at => { p.whyNot(planMove({ ...plan, leader: "", hero: card }), at, "The Cheap Hero cannot lead", []); }} />
          ))}
          {rest.map(code => (
            <Choice key={code} small on={false} off move={`leader=${code}`} name={shortName(code)} about={leaderState(view, me, code) || "not now"}
              onPress={() => undefined} onWhy={why(code)} />
          ))}
        </Group>
      )}
      {!able.length && !heroes.length && (
        <Choice small on={plan.announced} off={!options.announce} move="announce_none=1" name="No leader" about="announced to everybody"
          onPress={() => { change({ leader: "", hero: "", announced: !plan.announced }); }} onWhy={at => { p.whyNot(planMove(plan), at, "No leader"); }} />
      )}
      {view.factions[me] === "AT" && view.advanced === "yes" && (
        <button class="switch kh" role="switch" aria-checked={plan.kh} aria-disabled={!options.kh} data-part="kh=1"
          onClick={e => { if (options.kh) change({ kh: !plan.kh }); else p.whyNot(planMove({ ...plan, kh: true }), e.currentTarget, "Kwisatz Haderach", []); }}>
          <i />Kwisatz Haderach <small>{options.kh ? "+2, cannot be betrayed" : "not now"}</small>
        </button>
      )}
    </>
  );
}

const SLOTS = { weapon: ["LASGUN", "PROJECTILE_WEAPON", "POISON_WEAPON", "WORTHLESS"], defense: ["PROJECTILE_DEFENSE", "POISON_DEFENSE", "WORTHLESS"] };

function Slot({ p, desk, plan, slot }: { p: Props; desk: Desk; plan: Plan; slot: "weapon" | "defense" }) {
  const hand = p.view.hand[p.me] ?? [], allowed = slot === "weapon" ? desk.options.weapons : desk.options.defenses;
  const cards = hand.filter(card => SLOTS[slot].includes(cardKind(card)));
  const able = (card: string) => allowed.includes(card);
  const press = (card: string) => () => { change({ [slot]: card }); };
  const why = (card: string) => (at: Element) => {
    p.whyNot(planMove({ ...plan, [slot]: card }), at, card ? `${cardName(card)} as ${slot}` : `No ${slot}`, []);
  };
  const real = cards.filter(card => cardKind(card) !== "WORTHLESS"), worthless = cards.filter(card => !real.includes(card));
  return (
    <>
      <span class="print" id={`pick-${slot}`}>{slot === "weapon" ? "Weapon" : "Defense"}</span>
      <Group class="slot-cards" aria-labelledby={`pick-${slot}`}>
        {real.map(card => (
          <Choice key={card} class={`tcard ${cardLook(card).tincture}`} on={plan[slot] === card} off={!able(card)} move={`${slot}=${card}`}
            head={<span class="sq" aria-hidden="true"><i class={`mk ${cardLook(card).mark}`} /></span>} name={cardName(card)} about={cardLook(card).about}
            onPress={press(card)} onWhy={why(card)} />
        ))}
        <div class="more w2">
          {worthless.map(card => (
            <Choice key={card} small on={plan[slot] === card} off={!able(card)} move={`${slot}=${card}`} name={cardName(card)} about="worthless" onPress={press(card)} onWhy={why(card)} />
          ))}
          <Choice small on={!plan[slot]} off={!able("")} move={`${slot}=`} name="None" about="leave empty" onPress={press("")} onWhy={why("")} />
        </div>
      </Group>
    </>
  );
}

/** The line of the slip: the total if the leader lives and if not. */
function TotalLine({ plan, worth }: { plan: Plan; worth: Worth }) {
  const { lives, dies } = totals(worth, plan), name = plan.leader ? shortName(plan.leader) : plan.hero ? "the hero" : "";
  if (!name) return <span class="tot"><span class="num">{half(dies)}</span> without a leader</span>;
  return <span class="tot"><span class="num">{half(lives)}</span> if {name} lives, <span class="num less">{half(dies)}</span> if not</span>;
}

/** The same in a sentence. */
function totalWords(plan: Plan, worth: Worth): string {
  const { lives, dies } = totals(worth, plan), name = plan.leader ? shortName(plan.leader) : plan.hero ? "the hero" : "";
  return name ? `${half(lives)} if ${name} lives, ${half(dies)} if not.` : `${half(dies)}, without a leader.`;
}

export function PlanStage(p: Props & { desk: Desk }) {
  const { desk, view, me } = p, key = `${p.question?.ticket}:${me}:${view.zone}`;
  const { plan, checked } = useDraft(key, () => firstPlan(desk.options, desk.forces));
  const move = planMove(plan), dial = dialOf(desk.worth, plan), isPending = p.pending !== null;
  const lockButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => { void p.check(move).then(answer => { setChecked(move, answer); }); }, CHECK_MS);
    return () => { clearTimeout(timer); };
  }, [move, p.question?.ticket]);

  const lock = () => {
    if (isPending) return;
    if (checked && !checked.ok) p.whyNot(move, lockButton.current!, "This plan cannot be locked", []);
    else p.play(move);
  };
  const forces = (n: number) => {
    const normal = Math.min(n, desk.forces.normal), total = Math.max(0, Math.min(n, desk.most));
    change({ normal, elite: total - normal, spice: Math.min(draftNow().plan.spice, total) });
  };
  const spiceMost = Math.min(plan.normal + plan.elite, view.spice[me] ?? 0);
  const spice = (n: number) => { change({ spice: Math.max(0, Math.min(n, spiceMost)) }); };
  const canPay = desk.options.spice.some(n => n > 0);
  const step = (by: number) => () => { forces(plan.normal + plan.elite + by); };

  const checkPlan = (at: Element) => { p.whyNot(move, at, "This plan is allowed.", [], undefined, totalWords(plan, desk.worth)); };
  useKeys({
    ArrowRight: step(1), ArrowLeft: step(-1),
    ArrowUp: () => { if (canPay) spice(plan.spice + 1); }, ArrowDown: () => { if (canPay) spice(plan.spice - 1); },
    c: () => { checkPlan(lockButton.current!); },
    Enter: () => { lockButton.current?.focus(); },
  });

  const whyForces = (part: Partial<Plan>) => (at: Element) => { p.whyNot(planMove({ ...plan, ...part }), at, "More forces", []); };
  const { elite } = desk.forces, foe = who(view, me, desk.foe), foeLocked = !p.question?.open.includes(desk.foe) && p.question?.asks === "plans";
  return (
    <main class="mat dune planning" data-cloth="dune">
      <Scene view={view} me={me} locked={lockedSides(p)} />
      <section class="dial" aria-label="Your wheel">
        <Wheel plan={plan} faction={view.factions[me]} dial={dial} full={fullOf(desk.worth, plan)} most={desk.most} id="mine" onForces={forces} onSpice={canPay ? spice : undefined} />
        <div class="steps">
          <Stepper label={`${elite ? "Normal" : "Forces"}, ${plan.normal} of ${desk.forces.normal}`} name={elite ? "normal force" : "force"} value={plan.normal} most={desk.forces.normal}
            onSet={n => { change({ normal: n, spice: Math.min(plan.spice, n + plan.elite) }); }} onMore={whyForces({ normal: desk.forces.normal + 1 })} />
          {elite > 0 && <Stepper label={`Elite, ${plan.elite} of ${elite}`} name="elite force" value={plan.elite} most={elite}
            onSet={n => { change({ elite: n, spice: Math.min(plan.spice, n + plan.normal) }); }} onMore={whyForces({ elite: elite + 1 })} />}
          <Stepper label={`Spice, ${plan.spice} of ${view.spice[me]}`} name="spice" value={plan.spice} most={canPay ? spiceMost : 0} onSet={spice}
            onMore={at => { p.whyNot(planMove({ ...plan, spice: plan.spice + 1 }), at, "More spice", []); }} />
        </div>
      </section>
      <section class="pick" aria-label="Leader and cards">
        <Leaders p={p} desk={desk} plan={plan} />
        <Slot p={p} desk={desk} plan={plan} slot="weapon" />
        <Slot p={p} desk={desk} plan={plan} slot="defense" />
      </section>
      <Slip {...p} who={<>{isPending ? "Locking" : p.question?.asks === "plans" ? "Your wheel" : "Your wheel alone"}{foeLocked ? ` · ${foe} ready` : ""}</>}
        prompt={<TotalLine plan={plan} worth={desk.worth} />}
        note={checked && !checked.ok ? <span class="bad"><i class="ic ic-no" aria-hidden="true" /> {p.names.fill(`${checked.title ?? ""} ${checked.because ?? ""}`)} <span class="ruleid">{checked.rule}</span></span> : "Both wheels turn together. A locked wheel cannot be changed."}
        tail={
          <>
            <button class="btn d-only" onClick={e => { checkPlan(e.currentTarget); }}>Check the plan <kbd aria-hidden="true">C</kbd></button>
            <button ref={lockButton} class="btn act" id="lock" data-move={move} aria-disabled={isPending || (checked ? !checked.ok : false)} onClick={lock}><i class="ic ic-lock" aria-hidden="true" />Lock the wheel</button>
          </>
        } />
      <p class="vh" role="status">{`Dial ${halfSpoken(dial)}. Total ${halfSpoken(totals(desk.worth, plan).lives)} if the leader lives.`}</p>
    </main>
  );
}

/** Bits of the sides whose wheels are locked. */
export function lockedSides(p: Props): number {
  const sides = sidesOf(p.view), q = p.question;
  if (!sides || p.view.revealed === "yes") return 0;
  const isPlans = q?.asks === "plans";
  return sides.reduce((bits, seat, side) => bits | (isPlans && q.seats.includes(seat) && !q.open.includes(seat) ? 1 << side : 0), p.view.locked.reduce((bits, side) => bits | 1 << sideIndex(side), 0));
}

/** For the rail: the running total line by line. */
export function RunningTotal({ p, desk }: { p: Props; desk: Desk }) {
  const { plan } = useDraft("", () => draftNow().plan), { lives } = totals(desk.worth, plan);
  const rows: [string, string, string][] = dialParts(desk.worth, plan).map(part => [part.what, part.each, half(part.h)]);
  if (plan.leader) rows.push([leaderName(plan.leader), "if no weapon kills him", String(strengthOf(plan.leader))]);
  if (plan.hero) rows.push(["Cheap Hero", "no strength of his own", "0"]);
  if (plan.kh) rows.push(["Kwisatz Haderach", "goes with the leader", "2"]);
  return (
    <>
      <h2>Running total</h2>
      <table class="sum">
        <tbody>
          {rows.map(([what, each, points]) => <tr key={what}><td>{what}<small>{each}</small></td><td>{points}</td></tr>)}
          <tr class="total"><td>Total</td><td>{half(lives)}</td></tr>
        </tbody>
      </table>
      <p class="dim cost">{plan.spice ? `Win or lose, you pay ${plan.spice} spice. ` : ""}Winning costs the {plan.normal + plan.elite} forces you commit, losing all {desk.most}. <span class="ruleid">DB-10.1</span></p>
      {p.pending && <p class="dim">Sent, not yet confirmed.</p>}
    </>
  );
}
