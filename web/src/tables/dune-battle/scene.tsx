// Where the battle is: the territory with both armies on it, the two sides, and what binds them (Voice, Prescience,
// Karama). The same block stands beside every stage of a battle.
import { TERRITORIES } from "./data";
import {
  FACTIONS, army, armyWords, cardName, count, kindName, leaderName, placeName, seatOn, sidesOf, stackOf, zoneOf, type DuneView, type Faction,
} from "./model";
import { POWERS, answerWords, modeName, who, whom } from "./words";

const TYPES: Record<string, string> = { STRONGHOLD: "a stronghold", SAND: "sand", ROCK: "rock", POLAR: "the pole" };

/* A force token on the map: colour, and the faction's letters as a second sign. Round, or as long as "10+2*" needs. */
function Token({ x, y, faction, n }: { x: number; y: number; faction: Faction; n: string }) {
  const reach = Math.max(15, 3 + 5 * n.length);
  return (
    <g class={FACTIONS[faction].tincture}>
      <rect x={x - reach} y={y - 15} width={2 * reach} height="30" rx="15" class="tok" /><text x={x} y={y + 4.5} font-size="13" font-weight="700">{n}</text>
      <text x={x} y={y + 27} font-size="12" class="lab">{faction}</text>
    </g>
  );
}

const OUTLINES: Record<string, string> = {
  STRONGHOLD: "M34 46 74 30 122 36 164 28 190 58 182 100 138 120 84 112 44 118 24 82Z",
  ROCK: "M22 70 58 36 104 44 138 24 186 44 198 84 160 118 106 108 62 122 30 100Z",
  SAND: "M16 76C28 36 78 44 106 34S182 28 200 66 168 122 122 112 54 126 30 108 12 92 16 76Z",
};

export function Land({ view, me }: { view: DuneView; me: number }) {
  const zone = zoneOf(view.zone), sides = sidesOf(view);
  if (!zone || !sides) return null;
  const [, type = "SAND"] = TERRITORIES[zone.territory] ?? [], armies = sides.map(seat => army(view, seat, zone));
  const others = view.factions.map((_, seat) => seat).filter(seat => !sides.includes(seat) && view.forces[seat].some(t => stackOf(t).area.split("/")[0] === zone.territory));
  const words = sides.map((seat, i) => `${who(view, me, seat)} ${armyWords(armies[i])}`).join(", ");
  const number = (i: number) => (armies[i].elite ? `${armies[i].normal}+${armies[i].elite}★` : String(armies[i].normal));
  const spice = view.ground.filter(t => t.split(/[/=]/)[0] === zone.territory).reduce((sum, t) => sum + Number(t.split("=")[1]), 0);
  const outline = OUTLINES[type] ?? OUTLINES.SAND;
  return (
    <svg class="land" viewBox="0 0 216 150" role="img"
      aria-label={`${placeName(zone.territory)}, ${TYPES[type] ?? "sand"}. ${words}${spice ? `. ${spice} spice on the ground` : ""}`}>
      <g class="dunes"><path d="M4 128q50-22 104-8t104-10M4 142q56-18 108-6t100-8M0 22q44 16 90 4t126 4M0 8q50 14 96 4t120 2" /></g>
      <path class="shape" d={outline} />
      <path class="shape inner" d={outline} transform="translate(108 75) scale(.86) translate(-108 -75)" />
      <text x="108" y="60" font-size={placeName(zone.territory).length > 11 ? 15 : 19} font-weight="700">{placeName(zone.territory)}</text>
      <Token x={72} y={82} faction={view.factions[sides[0]]} n={number(0)} />
      <Token x={144} y={82} faction={view.factions[sides[1]]} n={number(1)} />
      <path d="m102 76 12 12m0-12-12 12" class="cross" />
      {others.map((seat, i) => <text key={seat} x={210} y={22 + 14 * i} font-size="12" text-anchor="end" class="lab">{`also ${FACTIONS[view.factions[seat]].name}`}</text>)}
      {spice > 0 && <g class="ground"><path d="M104 99 110 106 104 113 98 106Z" /><text x="118" y="111" font-size="12" class="lab">{spice}</text></g>}
    </svg>
  );
}

/** One side of the battle: mark, faction, role, forces. */
export function Side({ view, me, side, more }: { view: DuneView; me: number; side: number; more?: string }) {
  const seat = sidesOf(view)?.[side] ?? 0, faction = view.factions[seat], forces = army(view, seat, zoneOf(view.zone));
  return (
    <div class="side">
      <i class={`mk ${FACTIONS[faction].mark}`} aria-hidden="true" />
      <div><b>{FACTIONS[faction].name}</b><small>{[...(seat === me ? ["you"] : []), side ? "defender" : "aggressor"].join(", ")} · {armyWords(forces)}{more ? ` · ${more}` : ""}</small></div>
    </div>
  );
}

interface Note { head: string; text: string; about: string }

/** What binds the sides now, as far as this seat may know it. */
export function notesOf(view: DuneView, me: number): Note[] {
  const notes: Note[] = [], sides = sidesOf(view);
  if (!sides) return notes;
  if (view.voice === "STANDS") {
    const target = seatOn(view, view.voice_side);
    notes.push({ head: "Voice · everybody knows", text: `${who(view, me, target)} ${modeName(view.voice_mode)}: ${kindName(view.voice_kind)}`,
      about: view.voice_mode === "PLAY" ? "if a legal plan can have it" : "no such card in the plan" });
  }
  if (view.prescience === "ANSWERED") {
    const target = seatOn(view, view.prescience_side), isMine = target === me;
    const knows = view.answer && (isMine || view.factions[me] === "AT" || sides.includes(me));
    notes.push(knows
      ? { head: isMine ? "Prescience · your promise" : "Prescience · only you", text: answerWords(view.element, view.answer),
          about: isMine ? "Your plan must keep it." : `${who(view, me, target)} must play it. ${stops(view.answer)}` }
      : { head: "Prescience", text: "answered", about: "Only Atreides see the answer." });
  } else if (view.prescience === "STANDS") {
    notes.push({ head: "Prescience", text: `on ${whom(view, me, seatOn(view, view.prescience_side))}`, about: "not answered yet" });
  }
  for (const power of view.prevented) notes.push({ head: "Karama", text: POWERS[power]?.name ?? power, about: POWERS[power]?.about ?? "" });
  return notes;
}

function stops(card: string): string {
  if (["crysknife", "maula_pistol", "slip_tip", "stunner"].includes(card)) return "A Shield stops it.";
  return ["chaumas", "chaumurky", "ellaca_drug", "gom_jabbar"].includes(card) ? "A Snooper stops it." : "";
}

export function Scene({ view, me, locked }: { view: DuneView; me: number; locked: number }) {
  return (
    <section class="info" aria-label="The battle">
      <Land view={view} me={me} />
      {[0, 1].map(side => <Side key={side} view={view} me={me} side={side} more={locked >> side & 1 ? "wheel locked" : ""} />)}
      {notesOf(view, me).map(note => (
        <div key={note.head + note.text} class="promise"><span class="caps">{note.head}</span><b>{note.text}</b><span>{note.about}</span></div>
      ))}
    </section>
  );
}

/** What I hold: cards, spice, traitors; for all-seeing eyes what everybody holds, and the plans nobody has seen yet. */
export function Holdings({ view, me, truth }: { view: DuneView; me: number; truth?: Record<string, any> }) {
  if (truth) return <div class="all-hold" role="group" aria-label="What everybody held" tabIndex={0}>{view.factions.map((_, seat) => <Held key={seat} view={{ ...view, ...truth }} me={seat} sealed={truth.sealed[seat] as string | null} />)}</div>;
  return me < 0 ? null : <Held view={view} me={me} />;
}

function Held({ view, me, sealed }: { view: DuneView; me: number; sealed?: string | null }) {
  const hand = view.hand[me] ?? [], traitors = view.traitors[me] ?? [], isTruth = sealed !== undefined, name = FACTIONS[view.factions[me]].name;
  return (
    <section class={`holdings${isTruth ? " was-secret" : ""}`} aria-label={isTruth ? `What ${name} held, hidden in the match` : "What you hold"}>
      <span class="print">{isTruth ? name : "You hold"}</span>
      <ul>
        <li><i class="mk mk-spice" aria-hidden="true" />{view.spice[me]} spice</li>
        {hand.length ? hand.map(card => <li key={card}><i class="mk mk-junk" aria-hidden="true" />{cardName(card)}</li>) : <li>no cards</li>}
        {traitors.map(leader => <li key={leader}><i class="mk mk-spy" aria-hidden="true" />{leaderName(leader)} is {isTruth ? "their" : "your"} traitor</li>)}
        {view.factions[me] === "AT" && view.advanced === "yes" && <li><i class="mk mk-hawk" aria-hidden="true" />{count(view.kh_counter, "force")} lost, Kwisatz Haderach {view.kh_counter >= 7 ? "active" : "at 7"}</li>}
        {sealed && <li><i class="ic ic-lock" aria-hidden="true" />sealed: {sealed.replace(/[_=]/g, " ")}</li>}
      </ul>
    </section>
  );
}
