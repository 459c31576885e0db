// What is asked before the wheels and after them: which fight, cards before the battle, Voice, Prescience and its answer,
// Karama, capture. Each choice is a button that is one move; what the slip asks says whose battle it is.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Group, useKeys } from "../../parts/keys";
import { Slip, promptOf } from "../../parts/slip";
import type { TableProps } from "../table";
import { deskOf, fullOf, lockedSides } from "./plan";
import {
  FACTIONS, armyWords, army, cardKind, cardLook, cardName, count, dialOf, half, kindLook, leaderFaction, leaderName, leadersOf, partNames, placeName, planOf,
  seatOf, sidesOf, strengthOf, zoneFrom, type DuneView, type Plan,
} from "./model";
import { Holdings, Scene } from "./scene";
import { Wheel } from "./wheel";
import { ELEMENTS, POWERS, modeName, targetOf, who, whom } from "./words";

type Props = TableProps<DuneView>;

interface Option { move: string; name: string; about: string; mark?: string; tincture?: string }

/** One move as a paper card on the cloth. What is not among the offers says why. */
function MoveCard({ p, option }: { p: Props; option: Option }) {
  const isOff = !p.can(option.move);
  return (
    <button class={`tcard ${option.tincture ?? "t-sable"}${isOff ? " off" : ""}${p.pending === option.move ? " sel" : ""}`} data-move={option.move} aria-disabled={isOff}
      onClick={e => { if (isOff) p.whyNot(option.move, e.currentTarget, option.name); else p.play(option.move); }}>
      {option.mark && <span class="sq" aria-hidden="true"><i class={`mk ${option.mark}`} /></span>}
      <span><b>{option.name}</b><small>{option.about}</small></span>
    </button>
  );
}

function Options({ p, label, options, wide }: { p: Props; label: string; options: Option[]; wide?: boolean }) {
  if (!options.length) return null;
  return (
    <>
      <span class="print">{label}</span>
      <Group class={`opts${wide ? " wide" : ""}`} aria-label={label}>{options.map(o => <MoveCard key={o.move} p={p} option={o} />)}</Group>
    </>
  );
}

// ---- which fight ----

function fights(p: Props): Option[] {
  const { view, me } = p;
  const moves = (p.offers?.moves ?? []).filter(m => m.startsWith("fight "));
  return moves.map(move => {
    const [, place = "", faction = ""] = move.split(" "), foe = seatOf(view, faction), [territory] = place.split("/");
    const zone = zoneFrom(place, view.storm), armies = [me, foe].map(seat => armyWords(army(view, seat, zone)));
    // The storm may part a territory into two fights with the same opponent.
    const twins = moves.filter(other => other.startsWith(`fight ${territory}/`) && other.endsWith(` ${faction}`)).map(other => other.split(" ")[1]);
    return {
      move, name: `${placeName(place)}: ${FACTIONS[view.factions[foe]].name}`, mark: FACTIONS[view.factions[foe]].mark,
      tincture: FACTIONS[view.factions[foe]].tincture,
      about: `${armies.join(" against ")}${twins.length > 1 ? `, the ${partNames(twins)[twins.indexOf(place)]} part` : ""}`,
    };
  });
}

// ---- before the battle ----

const karamasOf = (view: DuneView, me: number): string[] => (view.hand[me] ?? []).filter(card =>
  card.startsWith("karama") || (view.factions[me] === "BG" && view.advanced === "yes" && cardKind(card) === "WORTHLESS"));

const POWERS_OF: Partial<Record<string, string[]>> = { AT: ["KH"], EM: ["SARDAUKAR"], FR: ["FEDAYKIN", "HARDENED"] };

function karamas(p: Props): Option[] {
  const { view, me } = p, sides = sidesOf(view) ?? [];
  const powers = sides.filter(seat => seat !== me).flatMap(seat => {
    const faction = view.factions[seat];
    const own = (POWERS_OF[faction] ?? []).map(power => ({ word: power, name: `Prevent: ${POWERS[power].name}`, about: POWERS[power].about }));
    return view.factions[me] === "AT" ? [...own, { word: `LOOK_${faction}`, name: `See the whole plan of ${FACTIONS[faction].of}`, about: "it is set first; once in a game" }] : own;
  });
  return karamasOf(view, me).flatMap(card => powers.map(power => ({
    move: `karama ${power.word} ${card}`, name: power.name, about: `${power.about}; costs ${cardName(card)}`, mark: "mk-spice", tincture: "t-purpure",
  }))).filter(o => !p.offers?.moves || p.can(o.move));
}

function Gift({ p }: { p: Props }) {
  const most = p.view.spice[p.me] ?? 0, [n, set] = useState(1), move = `give ${n}`;
  if (!(p.offers?.moves ?? []).some(m => m.startsWith("give ")) && !p.offers?.boxes?.some(b => b.move === "give")) return null;
  return (
    <>
      <span class="print">Give your ally spice</span>
      <div class="inline-form">
        <Number label="spice" n={n} most={most} least={1} onSet={set} />
        <button class="btn cloth" data-move={move} onClick={() => { p.play(move); }}>Give {n} spice</button>
      </div>
    </>
  );
}

function Number(s: { label: string; n: number; most: number; least?: number; onSet(n: number): void }) {
  const least = s.least ?? 0;
  return (
    <span class="step" role="group" aria-label={s.label}>
      <button class="icon" aria-label={`One ${s.label} less`} aria-disabled={s.n <= least} onClick={() => { s.onSet(Math.max(least, s.n - 1)); }}><i class="ic ic-minus" /></button>
      <output>{s.n}</output>
      <button class="icon" aria-label={`One ${s.label} more`} aria-disabled={s.n >= s.most} onClick={() => { s.onSet(Math.min(s.most, s.n + 1)); }}><i class="ic ic-plus" /></button>
    </span>
  );
}

function Ghola({ p }: { p: Props }) {
  const { view, me } = p, [normal, setNormal] = useState(1), [elite, setElite] = useState(0);
  if (!(view.hand[me] ?? []).includes("tleilaxu_ghola")) return null;
  const dead = [...view.dead, ...view.hidden_dead].filter(code => leaderFaction(code) === view.factions[me]);
  const tank = view.tanks[me] ?? 0, eliteTank = view.elite_tanks[me] ?? 0;
  const move = ["ghola", ...(normal ? [`forces=${normal}`] : []), ...(elite ? [`elite=${elite}`] : [])].join(" ");
  return (
    <>
      <Options p={p} label="Tleilaxu Ghola: a leader comes back" options={dead.map(code => ({
        move: `ghola target=${code}`, name: leaderName(code), about: `strength ${strengthOf(code)}`, mark: "mk-skull", tincture: FACTIONS[leaderFaction(code)].tincture,
      }))} />
      {tank + eliteTank > 0 && (
        <div class="inline-form">
          <span class="print">Or forces</span>
          <Number label="force" n={Math.min(normal, tank)} most={Math.min(5, tank)} onSet={setNormal} />
          {eliteTank > 0 && <Number label="elite force" n={elite} most={1} onSet={setElite} />}
          <button class="btn cloth" data-move={move} onClick={e => { if (p.can(move)) p.play(move); else p.whyNot(move, e.currentTarget, "Revive forces"); }}>Revive {count(Math.min(normal, tank) + elite, "force")}</button>
        </div>
      )}
    </>
  );
}

// ---- Voice, Prescience ----

const KINDS = ["POISON_WEAPON", "PROJECTILE_WEAPON", "POISON_DEFENSE", "PROJECTILE_DEFENSE", "WORTHLESS", "CHEAP_HERO", "LASGUN"];

function commands(p: Props, mode: string): Option[] {
  return KINDS.map(kind => ({ move: `command ${mode} ${kind}`, name: kindLook(kind).name, about: `${whom(p.view, p.me, targetOf(p.view, p.me))} ${modeName(mode)} one`, mark: kindLook(kind).mark, tincture: kindLook(kind).tincture }));
}

const asks: Option[] = Object.entries(ELEMENTS).map(([word, e]) => ({ move: `ask ${word}`, name: e.name, about: e.about, mark: "mk-eye3", tincture: "t-vert" }));

function cancels(p: Props): Option[] {
  return karamasOf(p.view, p.me).map(card => ({ move: `cancel ${card}`, name: `Cancel with ${cardName(card)}`, about: "the power is spent without effect", mark: "mk-spice", tincture: "t-purpure" }));
}

/* The answer to LEADER, WEAPON or DEFENSE: what I might play, each with its reason if no legal plan has it. */
function answers(p: Props): Option[] {
  const { view, me } = p, hand = view.hand[me] ?? [];
  const none = { move: "answer none", name: "None", about: "nothing in this place", mark: "mk-junk" };
  if (view.element === "LEADER")
    return [...leadersOf(view, me).map(code => ({ move: `answer ${code}`, name: leaderName(code), about: `strength ${strengthOf(code)}`, mark: "mk-force", tincture: FACTIONS[leaderFaction(code)].tincture })),
      { move: "answer CHEAP_HERO", name: "A Cheap Hero", about: "strength 0", mark: "mk-force" }, { ...none, about: "no leader at all" }];
  return [...hand.map(card => ({ move: `answer ${card}`, name: cardName(card), about: cardLook(card).about, mark: cardLook(card).mark, tincture: cardLook(card).tincture })), none];
}

/* NUMBER: dial and spice, made with the wheel. */
function NumberAnswer({ p }: { p: Props }) {
  const desk = deskOf(p), [plan, set] = useState<Pick<Plan, "normal" | "elite" | "spice">>({ normal: 0, elite: 0, spice: 0 });
  if (!desk) return null;
  const whole: Plan = { ...planOf([]), ...plan }, dial = dialOf(desk.worth, whole), forces = plan.normal + plan.elite;
  const canPay = desk.worth.isAdvanced && !desk.worth.isHardened, spiceMost = canPay ? Math.min(forces, p.view.spice[p.me] ?? 0) : 0;
  const move = `answer ${dial}H/${plan.spice}`;
  const setForces = (normal: number, elite: number) => { set({ normal, elite, spice: Math.min(plan.spice, normal + elite) }); };
  return (
    <div class="number-answer">
      <Wheel plan={whole} faction={p.view.factions[p.me]} dial={dial} full={fullOf(desk.worth, whole)} most={desk.most} id="answer"
        onForces={n => { setForces(Math.min(n, desk.forces.normal), Math.max(0, n - desk.forces.normal)); }} onSpice={canPay ? n => { set({ ...plan, spice: Math.min(n, spiceMost) }); } : undefined} />
      <div class="steps">
        <label>Forces<Number label="force" n={plan.normal} most={desk.forces.normal} onSet={n => { setForces(n, plan.elite); }} /></label>
        {desk.forces.elite > 0 && <label>Elite<Number label="elite force" n={plan.elite} most={desk.forces.elite} onSet={n => { setForces(plan.normal, n); }} /></label>}
        {canPay && <label>Spice<Number label="spice" n={plan.spice} most={spiceMost} onSet={n => { set({ ...plan, spice: n }); }} /></label>}
      </div>
      <button class="btn brass" data-move={move} onClick={e => { void p.check(move).then(c => { if (c.ok) p.play(move); }); if (!p.can(move)) p.whyNot(move, e.currentTarget, "Your number"); }}>Answer {half(dial)} with {plan.spice} spice</button>
    </div>
  );
}

// ---- the stage ----

const CAPTURES: Option[] = [
  { move: "capture CAPTURE", name: "Capture", about: "he fights for you", mark: "mk-oathbound", tincture: "t-sable" },
  { move: "capture KILL", name: "Kill", about: "face down to the tanks, 2 spice", mark: "mk-skull", tincture: "t-gules" },
  { move: "capture DECLINE", name: "Let go", about: "nothing happens", mark: "mk-junk" },
];

/** The choices of a question, as far as they are buttons on the cloth. */
function choices(p: Props): ComponentChildren {
  switch (p.question?.asks) {
    case "choose": return <Options p={p} label="Your fights" options={fights(p)} wide />;
    case "declare": return <><Options p={p} label="Karama" options={karamas(p)} /><Gift p={p} /><Ghola p={p} /></>;
    case "voice":
    case "voice_late": return (
      <div class="voice">
        <div><Options p={p} label={`${who(p.view, p.me, targetOf(p.view, p.me))} must play`} options={commands(p, "PLAY")} /></div>
        <div><Options p={p} label={`${who(p.view, p.me, targetOf(p.view, p.me))} must not play`} options={commands(p, "NOT_PLAY")} /></div>
      </div>
    );
    case "prescience_ask": return <Options p={p} label="Ask to see" options={asks} wide />;
    case "prescience_answer": return p.view.element === "NUMBER" ? <NumberAnswer p={p} /> : <Options p={p} label="Your answer binds your plan" options={answers(p)} />;
    case "capture": return <Options p={p} label={p.view.drawn === "-" ? "The leader" : leaderName(p.view.drawn)} options={CAPTURES.map(o => ({ ...o }))} wide />;
    case "voice_cancel":
    case "voice_late_cancel":
    case "prescience_cancel":
    case "capture_cancel": return <Options p={p} label="Karama" options={cancels(p)} wide />;
    default: return null;
  }
}

const PASSES: Record<string, string> = {
  declare: "Nothing now", voice: "Say nothing", voice_late: "Say nothing", prescience_ask: "Do not ask",
};

/** The wheel I have locked, while the other is still set. */
function OwnWheel({ p }: { p: Props }) {
  const desk = deskOf(p), own = p.view.own;
  const side = desk?.side ?? 0, hidden = side ? p.view.hidden_plan_defender : p.view.hidden_plan_aggressor;
  if (!desk) return null;
  const text = (name: string) => (own?.[name] === undefined || own[name] === "-" ? "" : String(own[name]));
  const plan: Plan = own
    ? { normal: +text("normal"), elite: +text("elite"), spice: +text("spice"), leader: text("leader"), hero: text("cheap_hero"), weapon: text("weapon"), defense: text("defense"), kh: text("kh") === "1", announced: text("announce_none") === "1", isDefault: false }
    : planOf(hidden);
  if (!own && !(lockedSides(p) >> side & 1)) return null;
  return (
    <div class="own-wheel">
      <Wheel plan={plan} faction={p.view.factions[p.me]} dial={dialOf(desk.worth, plan)} full={fullOf(desk.worth, plan)} most={desk.most} id="locked" isLocked />
      <p class="print">Locked · {[plan.weapon, plan.defense].filter(Boolean).map(cardName).join(", ") || "no cards"}</p>
    </div>
  );
}

export function WindowStage(p: Props) {
  const { view, me, question } = p, isMine = !!question?.mine, hasPass = isMine && p.can("pass");
  const note = isMine && karamaNote(p);
  useKeys({ n: () => { p.play("pass"); } }, hasPass);
  return (
    <main class="mat dune window" data-cloth="dune">
      <Slip {...p} note={note || undefined} tail={hasPass && (
        <button class="btn act" data-move="pass" onClick={() => { p.play("pass"); }}>{PASSES[question?.asks ?? ""] ?? "Do not cancel"} <kbd aria-hidden="true">N</kbd></button>
      )} />
      {sidesOf(view) ? <Scene view={view} me={me} locked={lockedSides(p)} /> : <section class="info" aria-label="The battle" />}
      <section class="choice" aria-label={isMine ? "Your choice" : "The table"}>
        {isMine ? choices(p) : <OwnWheel p={p} />}
        {!isMine && <p class="waiting">{promptOf(p)}</p>}
      </section>
      <Holdings view={view} me={me} truth={p.truth} />
    </main>
  );
}

function karamaNote(p: Props): string {
  const asks = p.question?.asks ?? "";
  if (!asks.endsWith("cancel") && asks !== "declare") return "";
  return karamasOf(p.view, p.me).length ? "" : "You hold no Karama. Everybody who might is asked, so that asking tells nothing.";
}
