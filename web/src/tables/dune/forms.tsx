// Answers that are not made on the map: numbers, leaders, cards, factions, revival, and what cards, powers and spice can do beside
// the question. What is possible comes from the offers; each answer is one button that says it whole.
import type { ComponentChildren } from "preact";
import { useStateOf } from "../../parts/hooks";
import { Group } from "../../parts/keys";
import { plain } from "../../words";
import { CARDS, LEADERS } from "../dune-battle/data";
import { FACTIONS, cardLook, cardName, count, kindName, leaderFaction, leaderName, strengthOf, type Faction } from "../dune-battle/model";
import type { TableProps } from "../table";
import { territoryName } from "./board";
import { Send, Stepper, WhyNote, useChecked, type Desk } from "./desk";
import { allyOf, specialAbout, type BoardView } from "./model";
import { FORMS, kindsOf, namesOf, numbersOf, readMove, valuesOf, waysOf, written, type Ways } from "./moves";
import { Badge } from "./tokens";

type Props = TableProps<BoardView>;

/** What passing is called. */
const PASSES: Record<string, string> = {
  weather: "Let the storm be", atomics: "Leave the wall alone", opening: "Nothing now", worm: "Leave it there", leave: "Stay allied", ally: "Nobody", ride: "Do not ride", ride_also: "Nobody else",
  charity: "Claim nothing", bid: "Pass", revive: "Nobody", help: "Pay for nobody", wartime: "No more", guild: "Wait", ship: "No shipment", ship_also: "Nobody else",
  send: "Send nobody", intrusion: "Stay fighters", move: "No movement", move_also: "Nobody else", hajr: "No more moves", cancel: "Let it be", cancel_worthless: "Let it be",
};
export const passWord = (asks: string): string => PASSES[asks] ?? "Pass";

/** Powers that can be stopped or used once, as people call them. */
const POWERS: Record<string, string> = {
  at_card: "Atreides look at a card of the row", at_spice: "Atreides look at the next spice card", bg_send: "One sent along by the Bene Gesserit", bg_charity: "Charity for the Bene Gesserit",
  bg_flip: "Advisors and fighters turned", bg_worthless: "The worthless card as a Karama", em_payment: "The payment to the Emperor", em_help: "Revivals paid by the Emperor",
  fr_border: "The second border of the Fremen", fr_survival: "Fremen live through the worm", fr_spare: "The ally spared by the worm", fr_worm: "The worm sent by the Fremen",
  fr_raise: "Free revivals by the Fremen", fr_loss: "Half losses in the storm", fr_emerge: "Coming out in the storm", fr_card: "Fremen look at the storm card", hk_extra: "The extra card of Harkonnen",
  sg_payment: "The payment to the Guild", sg_cross: "Shipping across", sg_back: "Shipping back", sg_half: "The half price", sg_order: "The Guild’s turn out of order", sg_stop: "Stop this shipment, once in a match",
};

/** A value of a move as people read it. */
export function wordOf(value: string): string {
  if (value in FACTIONS) return FACTIONS[value as Faction].name;
  if (value === "kh") return "Kwisatz Haderach";
  return LEADERS[value] ? leaderName(value) : CARDS[value] ? cardName(value) : POWERS[value] ?? (/^[a-z_]+$/.test(value) && territoryName(value) !== value ? territoryName(value) : plain(value));
}

// ---- pieces of forms ----

/* Numbers to press, for those from 0 to 20. */
function Numbers({ label, values, n, onSet }: { label: string; values: number[]; n: number | null; onSet(n: number): void }) {
  return <Group class="numbers" aria-label={label}>{values.map(v => <button key={v} type="button" class="btn" aria-pressed={v === n} onClick={() => { onSet(v); }}>{v}</button>)}</Group>;
}

function NumberForm({ p, ways, kind, label, does }: { p: Props; ways: Ways[]; kind: string; label: string; does(n: number): string }) {
  const name = namesOf(kind)[0], values = numbersOf(ways.filter(w => w.kind === kind), name);
  const [n, set] = useStateOf<number | null>(`${p.question?.ticket} ${kind}`, null);
  const move = n === null ? null : written(kind, { [name]: n });
  return (
    <div class="desk">
      <Numbers label={label} values={values} n={n} onSet={set} />
      {move && <Send p={p} move={move}>{does(n!)}</Send>}
    </div>
  );
}

function Bid({ p, ways }: { p: Props; ways: Ways[] }) {
  const values = numbersOf(ways.filter(w => w.kind === "bid"), "number"), least = values[0] ?? 1;
  const [n, set] = useStateOf(p.question?.ticket, least);
  return (
    <div class="desk beside">
      <Stepper label={`Bid, at most ${values.at(-1)}`} n={n} least={least} most={values.at(-1) ?? least} onSet={set} onMore={at => { p.whyNot(`bid ${n + 1}`, at); }} />
      <Send p={p} move={`bid ${n}`}>Bid {n} spice</Send>
    </div>
  );
}

/* A leader, a card, a faction: pressed, it is the answer. */
function Things({ p, moves }: { p: Props; moves: string[] }) {
  return (
    <Group class="opts" aria-label="Your choice">
      {moves.map(move => {
        const { values } = readMove(move), code = values.leader ?? values.card ?? values.faction ?? "", says = p.offers?.says?.[p.offers.moves?.indexOf(move) ?? -1];
        const head = code in FACTIONS ? <Badge faction={code as Faction} /> : LEADERS[code] ? <span class="no" aria-hidden="true">{strengthOf(code)}</span>
          : CARDS[code] ? <span class="sq" aria-hidden="true"><i class={`mk ${cardLook(code).mark}`} /></span> : null;
        const about = LEADERS[code] ? `${FACTIONS[leaderFaction(code)].name}, strength ${strengthOf(code)}` : values.power ? POWERS[values.power] ?? plain(values.power)
          : CARDS[code] ? (specialAbout(code) ?? cardLook(code).about) : says ? p.names.fill(says) : "";
        return (
          <button key={move} type="button" class={`${LEADERS[code] ? `lead ${FACTIONS[leaderFaction(code)].tincture}` : `tcard ${CARDS[code] ? cardLook(code).tincture : "t-sable"}`}${p.pending === move ? " sel" : ""}`} data-move={move}
            onClick={() => { if (p.pending === null) p.play(move); }}>
            {head}<span><b>{code ? wordOf(code) : p.names.fill(says ?? plain(move))}</b><small>{about}</small></span>
          </button>
        );
      })}
    </Group>
  );
}

/* Buttons of what fits to the words before: who, what, how much. */
function Parts({ p, ways, kind, does }: { p: Props; ways: Ways[]; kind: string; does(values: Record<string, string>): string }) {
  const [chosen, set] = useStateOf<Record<string, string>>(`${p.question?.ticket} ${kind}`, {});
  const values: Record<string, string> = {}, asks: { name: string; possible: string[] }[] = [];
  let left = ways.filter(w => w.kind === kind);
  for (const name of namesOf(kind)) {
    const possible = valuesOf(left, name), value = possible.includes(chosen[name]) ? chosen[name] : (possible[0] ?? "");
    values[name] = value;
    if (possible.length > 1) asks.push({ name, possible });
    left = left.filter(w => { const free = w.free.find(a => a.field === name); return free ? free.values.map(v => (v === "-" ? "" : String(v))).includes(value) : (w.fixed[name] ?? "") === value; });
  }
  const move = written(kind, values), checked = useChecked(p, move);
  const put = (name: string, value: string) => { set({ ...values, [name]: value }); };
  return (
    <div class="desk parts" data-kind={kind}>
      {asks.map(({ name, possible }) => {
        const numbers = possible.every(v => /^\d*$/.test(v)) ? possible.map(Number) : null;
        return numbers
          ? <Stepper key={name} label={plain(name)} n={Number(values[name])} least={Math.min(...numbers)} most={Math.max(...numbers)} onSet={n => { put(name, n ? String(n) : ""); }} />
          : (
            <label key={name} class="field"><span>{plain(name)}</span>
              <select value={values[name]} onChange={e => { put(name, e.currentTarget.value); }}>{possible.map(v => <option key={v} value={v}>{v ? wordOf(v) : "none"}</option>)}</select></label>
          );
      })}
      <Send p={p} move={move} checked={checked} isMain={false}>{does(values)}</Send>
      {checked && !checked.ok && <p><WhyNote p={p} checked={checked} /></p>}
    </div>
  );
}

// ---- revival ----

const FREE: Record<Faction, number> = { AT: 2, HK: 2, FR: 3, EM: 1, SG: 1, BG: 1 };

/** How many come back free (DU-6.2, DU-6.3): for showing. */
export function freeOf(view: BoardView, seat: number): number {
  const ally = allyOf(view, seat);
  return view.raised === "yes" && ally >= 0 && view.factions[ally] === "FR" ? 3 : FREE[view.factions[seat]];
}

export const revivalCost = (view: BoardView, seat: number, n: number, leader: string): number =>
  2 * Math.max(0, n - freeOf(view, seat)) + (leader === "kh" ? 2 : leader ? strengthOf(leader) : 0);

function Revive({ p, ways, kind }: { p: Props; ways: Ways[]; kind: "revive" | "help" }) {
  const mine = ways.filter(w => w.kind === kind), most = (name: string) => Math.max(0, ...numbersOf(mine, name).filter(n => !Number.isNaN(n)));
  const leaders = kind === "revive" ? valuesOf(mine, "leader").filter(Boolean) : [];
  const [d, set] = useStateOf(`${p.question?.ticket} ${kind}`, { normal: kind === "revive" ? Math.min(most("normal"), freeOf(p.view, p.me)) : 1, elite: 0, leader: "" });
  const n = d.normal + d.elite, cost = kind === "help" ? 2 * n : revivalCost(p.view, p.me, n, d.leader);
  const move = n || d.leader ? written(kind, d) : null, checked = useChecked(p, move);
  return (
    <div class="desk">
      <Stepper label={most("elite") ? "Normal forces" : "Forces"} n={d.normal} most={most("normal")} onSet={normal => { set({ ...d, normal }); }} onMore={at => { p.whyNot(written(kind, { ...d, normal: d.normal + 1 }), at); }} />
      {most("elite") > 0 && <Stepper label="Elite forces" n={d.elite} most={most("elite")} onSet={elite => { set({ ...d, elite }); }} onMore={at => { p.whyNot(written(kind, { ...d, elite: d.elite + 1 }), at); }} />}
      {leaders.length > 0 && (
        <Group class="seg" aria-label="A leader">{["", ...leaders].map(code => <button key={code} type="button" aria-pressed={d.leader === code} onClick={() => { set({ ...d, leader: code }); }}>{code ? `${wordOf(code)} (${code === "kh" ? 2 : strengthOf(code)})` : "No leader"}</button>)}</Group>
      )}
      {move && <Send p={p} move={move} checked={checked}>Revive {[n ? count(n, "force") : "", d.leader ? wordOf(d.leader) : ""].filter(Boolean).join(" and ")} {cost ? `for ${cost} spice` : "free"}</Send>}
      {checked && !checked.ok && <p><WhyNote p={p} checked={checked} /></p>}
    </div>
  );
}

// ---- cards, powers and deals beside the question ----

const KINDS = ["POISON_WEAPON", "PROJECTILE_WEAPON", "POISON_DEFENSE", "PROJECTILE_DEFENSE", "WORTHLESS", "CHEAP_HERO", "LASGUN", "KARAMA"];
const ASKS: { word: string; name: string; values: string[] | null }[] = [
  { word: "KIND", name: "Does it hold a card of this kind?", values: KINDS }, { word: "CARD", name: "Does it hold this card?", values: Object.keys(CARDS).filter(code => !/_[2-4]$/.test(code)) },
  { word: "TRAITOR", name: "Is this leader in its pay?", values: Object.keys(LEADERS) }, { word: "SPICE", name: "Has it at least so much spice?", values: null },
  { word: "PREDICTED", name: "Did it foretell this faction?", values: Object.keys(FACTIONS) }, { word: "TURN", name: "Did it foretell this turn?", values: null },
];

function Truth({ p, ways }: { p: Props; ways: Ways[] }) {
  const mine = ways.filter(w => w.kind === "truthtrance"), targets = valuesOf(mine, "target");
  const [d, set] = useStateOf(`${p.question?.ticket} truth`, { target: targets[0] ?? "", ask: "KIND", value: "" });
  const target = targets.includes(d.target) ? d.target : targets[0], possible = ASKS.filter(a => target === "BG" || !["PREDICTED", "TURN"].includes(a.word));
  const ask = possible.find(a => a.word === d.ask) ?? possible[0], value = ask.values ? (ask.values.includes(d.value) ? d.value : ask.values[0]) : /^\d+$/.test(d.value) ? d.value : "1";
  const move = `truthtrance ${target} ${ask.word}/${value}`, checked = useChecked(p, move);
  return (
    <div class="desk parts" data-kind="truthtrance">
      <label class="field"><span>Whom</span><select value={target} onChange={e => { set({ ...d, target: e.currentTarget.value }); }}>{targets.map(t => <option key={t} value={t}>{wordOf(t)}</option>)}</select></label>
      <label class="field"><span>What</span><select value={ask.word} onChange={e => { set({ ...d, ask: e.currentTarget.value, value: "" }); }}>{possible.map(a => <option key={a.word} value={a.word}>{a.name}</option>)}</select></label>
      {ask.values
        ? <label class="field"><span>Which</span><select value={value} onChange={e => { set({ ...d, value: e.currentTarget.value }); }}>{ask.values.map(v => <option key={v} value={v}>{ask.word === "KIND" ? (v === "KARAMA" ? "Karama" : kindName(v)) : wordOf(v)}</option>)}</select></label>
        : <Stepper label={ask.word === "TURN" ? "Turn" : "Spice"} n={Number(value)} least={1} most={ask.word === "TURN" ? p.view.max_turns : 63} onSet={n => { set({ ...d, value: String(n) }); }} />}
      <Send p={p} move={move} checked={checked} isMain={false}>Ask {wordOf(target)}</Send>
    </div>
  );
}

const DEEDS: Record<string, { name: string; does(values: Record<string, string>): string }> = {
  bribe: { name: "Pay another faction", does: v => `Pay ${wordOf(v.to)} ${v.spice} spice` },
  give: { name: "Give your ally spice", does: v => `Give ${v.spice} spice` },
  pledge: { name: "Set spice aside for your ally", does: v => `Pledge ${v.spice} spice` },
  ghola: { name: "Tleilaxu Ghola", does: v => `Bring back ${v.target ? wordOf(v.target) : count(Number(v.forces || 0) + Number(v.elite || 0), "force")}` },
  truthtrance: { name: "Truthtrance", does: () => "Ask" },
  prevent: { name: "Prevent a power by Karama", does: v => `Prevent: ${wordOf(v.power)}${v.place ? `, card ${v.place}` : ""}` },
  call_worm: { name: "Call a worm, once in a match", does: v => `Call a worm to ${wordOf(v.territory)}` },
  swap: { name: "Take a whole hand, once in a match", does: v => `Take the hand of ${wordOf(v.target)}` },
  recall: { name: "Revive by Karama, once in a match", does: v => `Bring back ${v.leader ? wordOf(v.leader) : count(Number(v.normal || 0) + Number(v.elite || 0), "force")}` },
};

function Deeds({ p, ways, kinds }: { p: Props; ways: Ways[]; kinds: string[] }) {
  const [open, set] = useStateOf(p.question?.ticket, kinds.length === 1 ? kinds[0] : "");
  return (
    <div class="deeds">
      {kinds.length > 1 && <Group class="row wrap" aria-label="Cards, powers and deals">
        {kinds.map(kind => <button key={kind} type="button" class="btn" aria-expanded={open === kind} onClick={() => { set(open === kind ? "" : kind); }}>{DEEDS[kind].name}</button>)}
      </Group>}
      {open === "truthtrance" ? <Truth p={p} ways={ways} /> : open && <Parts key={open} p={p} ways={ways} kind={open} does={v => DEEDS[open].does(v)} />}
    </div>
  );
}

// ---- the whole answer ----

const AS_THINGS = ["keep_traitor", "give_back", "pay", "offer", "cancel"];
const DOES: Record<string, string> = { yes: "Yes", no: "No", leave: "Leave", claim: "Claim charity", go: "Go now", flip: "Become advisors", atomics: "Play Family Atomics" };
const SENDS: Record<string, string> = { "send polar_sink": "One to the Polar Sink", "send advisor": "An advisor along" };

/** What the slip shows beside the map's own answer. */
export function useFormDesk(p: Props): Omit<Desk, "picks"> {
  const [more, setMore] = useStateOf(p.question?.ticket, false);
  if (!p.question?.mine || p.over || p.replay) return {};
  const asks = p.question.asks, ways = waysOf(p.offers), kinds = kindsOf(ways), moves = p.offers?.moves ?? [];
  const body: ComponentChildren[] = [], tail: ComponentChildren[] = [];
  if (kinds.includes("dial")) body.push(<NumberForm key="dial" p={p} ways={ways} kind="dial" label="Dial" does={n => `Dial ${n}`} />);
  if (kinds.includes("weather")) body.push(<NumberForm key="weather" p={p} ways={ways} kind="weather" label="Sectors" does={n => `The storm moves ${n}`} />);
  if (kinds.includes("lose")) body.push(<NumberForm key="lose" p={p} ways={ways} kind="lose" label="Elite forces lost" does={n => `Lose ${n} elite`} />);
  if (kinds.includes("bid")) body.push(<Bid key="bid" p={p} ways={ways} />);
  if (kinds.includes("predict")) body.push(<Parts key="predict" p={p} ways={ways} kind="predict" does={v => `${wordOf(v.faction)} in turn ${v.turn}`} />);
  if (kinds.includes("revive")) body.push(<Revive key="revive" p={p} ways={ways} kind="revive" />);
  if (kinds.includes("help")) body.push(<Revive key="help" p={p} ways={ways} kind="help" />);
  const things = moves.filter(move => AS_THINGS.includes(move.split(" ")[0]));
  if (things.length) body.push(<Things key="things" p={p} moves={things} />);
  if (!moves.length) for (const kind of AS_THINGS.filter(k => kinds.includes(k))) body.push(<Parts key={kind} p={p} ways={ways} kind={kind} does={v => Object.values(v).filter(Boolean).map(wordOf).join(", ")} />);
  const deeds = kinds.filter(kind => DEEDS[kind]);
  if (deeds.length) tail.push(<button key="more" type="button" class="btn" id="deeds" aria-expanded={more} onClick={() => { setMore(!more); }}>{asks === "opening" ? "Cards and deals" : "More"}</button>);
  if (more && deeds.length) body.push(<Deeds key="deeds" p={p} ways={ways} kinds={deeds} />);
  if (kinds.includes("pass")) tail.push(<Send key="pass" p={p} move="pass" isMain={kinds.length === 1}>{passWord(asks)} <kbd aria-hidden="true">N</kbd></Send>);
  const known = new Set(["pass", "dial", "weather", "lose", "bid", "predict", "revive", "help", ...AS_THINGS, ...Object.keys(DEEDS), ...Object.keys(FORMS)]);
  moves.forEach((move, i) => {
    if (!known.has(move.split(" ")[0])) tail.push(<Send key={move} p={p} move={move}>{DOES[move] ?? SENDS[move] ?? p.names.fill(p.offers?.says?.[i] ?? plain(move))}</Send>);
  });
  // Beside boxes, kinds without arguments have no list.
  if (!moves.length) for (const kind of kinds.filter(k => !known.has(k))) tail.push(<Send key={kind} p={p} move={kind}>{DOES[kind] ?? plain(kind)}</Send>);
  return { body, tail };
}
