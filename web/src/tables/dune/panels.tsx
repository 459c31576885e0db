// What stands round the map: the phases of the turn, the factions in storm order, the cards that are auctioned, and for the rail what I
// hold myself.
import type { TableProps } from "../table";
import { FACTIONS, cardLook, cardName, count, leaderName, leadersOf, strengthOf, type Faction } from "../dune-battle/model";
import { territoryName } from "./board";
import { PHASES, allyOf, auctionOf, isKnown, nextSpice, predictionOf, seatsInOrder, specialAbout, type BoardView } from "./model";
import { Badge } from "./tokens";

type Props = TableProps<BoardView>;

export function Phases({ view }: { view: BoardView }) {
  const now = PHASES.findIndex(phase => phase.word === view.phase);
  return (
    <ol class="phases" aria-label="Phases of the turn">
      {PHASES.map((phase, i) => (
        <li key={phase.word} class={i === now ? "on" : i < now ? "done" : undefined} aria-current={i === now ? "step" : undefined}>
          <i aria-hidden="true">{i + 1}</i><span>{phase.name}</span>{i < now && <span class="vh">, done</span>}
        </li>
      ))}
    </ol>
  );
}

const SHORT: Record<Faction, string> = { AT: "Atreides", HK: "Harkonnen", FR: "Fremen", EM: "Emperor", SG: "Guild", BG: "Sisterhood" };

/* What matters of a faction in this phase, in two or three words. */
function standing(p: Props, seat: number): string {
  const { view } = p, auction = auctionOf(view), asked = p.question?.open.includes(seat);
  if (p.over) return p.over.scores[seat] > 0 ? "wins" : "";
  if (view.phase === "bidding" && auction) {
    if (auction.bidder === seat) return `bids ${auction.bid}`;
    if (auction.passed.includes(seat)) return "passed";
  }
  if (view.phase === "shipment" && view.done.map(Number).includes(seat)) return "done";
  if (asked) return "is asked";
  return view.phase === "shipment" ? "to come" : "";
}

function Fact({ mark, name, value, more }: { mark: string; name: string; value: string | number; more?: string }) {
  return <div title={name}><dt><i class={`mk ${mark}`} aria-hidden="true" /><span class="vh">{name}</span></dt><dd>{value}{more && <small>{more}</small>}</dd></div>;
}

export function Factions(p: Props) {
  const { view, me } = p, turn = p.question && p.question.open.length === 1 ? p.question.open[0] : -1;
  return (
    <ul class="facs" aria-label="Factions in storm order" tabIndex={0}>
      {seatsInOrder(view).map(seat => {
        const faction = view.factions[seat], ally = allyOf(view, seat), front = view.front[seat] ?? 0, elite = view.elite_reserves[seat] ?? 0;
        const about = [seat === me ? "you" : ally >= 0 && ally === me ? "your ally" : p.names(seat), ...(ally >= 0 && ally !== me ? [`with ${SHORT[view.factions[ally]]}`] : []), standing(p, seat)].filter(Boolean).join(" · ");
        return (
          <li key={seat} class={`fac${seat === turn ? " turn" : ""}${seat === me ? " me" : ""}`} data-faction={faction}>
            <Badge faction={faction} />
            <div class="fn"><b>{FACTIONS[faction].name}</b><small title={about}>{about}</small></div>
            <dl>
              <Fact mark="mk-spice" name="Spice" value={isKnown(p, seat) ? view.spice[seat] : "–"} more={front ? `+${front}` : undefined} />
              <Fact mark="mk-hand" name="Cards" value={view.cards[seat] ?? 0} />
              <Fact mark="mk-force" name={elite ? `Reserves, ${elite} of them elite` : "Reserves"} value={(view.reserves[seat] ?? 0) + elite} />
              <Fact mark="mk-skull" name="Forces in the tanks" value={(view.tanks[seat] ?? 0) + (view.elite_tanks[seat] ?? 0)} />
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

/** The row of cards that are sold, the one that is auctioned raised. */
export function Auction(p: Props) {
  const { view } = p, a = auctionOf(view);
  if (view.phase !== "bidding" || !a?.n) return null;
  const seen = a.card && view.factions[p.me] === "AT" ? cardName(a.card) : null;
  const said = a.bidder >= 0 ? `${FACTIONS[view.factions[a.bidder]].name} ${FACTIONS[view.factions[a.bidder]].many ? "bid" : "bids"} ${a.bid}` : "nobody has bid";
  return (
    <section class="auction" aria-label="The auction">
      <div class="row" aria-hidden="true">{Array.from({ length: a.n }, (_, i) => <span key={i} class={`card back${i < a.at ? " gone" : i === a.at ? " up" : ""}`} />)}</div>
      <p>Card {Math.min(a.at + 1, a.n)} of {a.n}: {said}{seen && <>; <b>only you know: {seen}</b></>}</p>
    </section>
  );
}

/** A spice card by name. */
const spiceName = (code: string): string => (code === "shai_hulud" ? "a worm" : territoryName(code));

// ---- the rail ----

function Card({ code }: { code: string }) {
  const look = cardLook(code);
  return (
    <div class={`tcard ${look.tincture}`}>
      <span class="sq" aria-hidden="true"><i class={`mk ${look.mark}`} /></span><span><b>{cardName(code)}</b><small>{specialAbout(code) ?? look.about}</small></span>
    </div>
  );
}

/** What a faction holds: mine, or in a replay with all-seeing eyes everybody's. */
export function Own({ p, view, seat }: { p: Props; view: BoardView; seat: number }) {
  const faction = view.factions[seat], ally = allyOf(view, seat), hand = view.hand[seat] ?? [], traitors = view.traitors[seat] ?? [];
  const rows: [string, string | number][] = [["Behind the shield", view.spice[seat] ?? 0]];
  if (view.front[seat]) rows.push(["In front of it", view.front[seat]]);
  if (view.pledge[seat]) rows.push([`Pledged to ${ally >= 0 ? FACTIONS[view.factions[ally]].of : "an ally"}`, view.pledge[seat]]);
  if (ally >= 0 && view.pledge[ally]) rows.push([`Pledged by ${FACTIONS[view.factions[ally]].of}`, view.pledge[ally]]);
  if (traitors.length) rows.push([traitors.length > 1 ? "Traitors in your pay" : "Traitor in your pay", traitors.map(leaderName).join(", ")]);
  if (faction === "BG" && predictionOf(view)) rows.push(["You foretold", predictionOf(view)!]);
  const spice = nextSpice(view);
  if (faction === "AT" && spice) rows.push(["Next spice card", spiceName(spice)]);
  if (faction === "FR" && view.storm_card) rows.push(["The storm moves next", view.storm_card]);
  if (faction === "AT" && view.advanced === "yes") rows.push(["Kwisatz Haderach", view.kh_counter >= 7 ? "awake" : `${view.kh_counter} of 7 lost`]);
  const dead = new Set([...view.dead, ...view.face_down, ...view.hidden_dead]), leaders = leadersOf(view, seat);
  return (
    <div class={`own${p.truth ? " was-secret" : ""}`}>
      <h2>{FACTIONS[faction].name}</h2>
      <dl>{rows.map(([name, value]) => <div key={name}><dt>{p.truth ? name.replace("your", "their").replace("You foretold", "Foretold") : name}</dt><dd>{value}</dd></div>)}</dl>
      {!p.truth && <p class="leaders">{leaders.map(code => <span key={code} class={dead.has(code) ? "dead" : undefined}>{leaderName(code)} <b>{strengthOf(code)}</b>{dead.has(code) && <span class="vh"> (dead)</span>}</span>)}</p>}
      {p.truth ? <p class="dim">{hand.length ? hand.map(cardName).join(", ") : "No cards."}</p> : hand.length ? <div class="cards">{hand.map(code => <Card key={code} code={code} />)}</div> : <p class="dim">No cards.</p>}
    </div>
  );
}

export function OwnRail(p: Props) {
  if (p.truth) {
    const view = { ...p.view, ...p.truth } as BoardView;
    return <div class="all-own" role="group" aria-label="What everybody held" tabIndex={0}>{seatsInOrder(view).map(seat => <Own key={seat} p={p} view={view} seat={seat} />)}</div>;
  }
  return p.me < 0 ? <p class="dim">{count(p.view.factions.length, "faction")}; hands and spice are secret.</p> : <Own p={p} view={p.view} seat={p.me} />;
}

/** Everything that is open, faction by faction: a sheet. */
export function AllRows(p: Props) {
  const { view } = p, dead = new Set([...view.dead, ...view.face_down]);
  return (
    <div class="facts">
      <table class="ledger">
        <thead><tr><th scope="col">Faction</th><th scope="col">Reserves</th><th scope="col">Tanks</th><th scope="col">Cards</th><th scope="col">In front</th><th scope="col">Ally</th><th scope="col">Leaders in the tanks</th></tr></thead>
        <tbody>{seatsInOrder(view).map(seat => {
          const faction = view.factions[seat], ally = allyOf(view, seat), hidden = view.hidden_dead_of?.[seat] ?? 0;
          const elite = (n: number | undefined) => (n ? ` and ${n} elite` : "");
          return (
            <tr key={seat}><th scope="row"><span class="row"><Badge faction={faction} />{FACTIONS[faction].name}</span></th>
              <td>{view.reserves[seat] ?? 0}{elite(view.elite_reserves[seat])}</td><td>{view.tanks[seat] ?? 0}{elite(view.elite_tanks[seat])}</td><td>{view.cards[seat] ?? 0}</td>
              <td>{view.front[seat] ?? 0}</td><td>{ally >= 0 ? FACTIONS[view.factions[ally]].name : "none"}</td>
              <td>{[...leadersOf(view, seat).filter(code => dead.has(code)).map(leaderName), ...(hidden ? [`${hidden} face down`] : [])].join(", ") || "none"}</td></tr>
          );
        })}</tbody>
      </table>
      <h3>Cards played</h3>
      <p>{view.discard.length ? view.discard.map(cardName).join(", ") : "None yet."}</p>
      <h3>Spice cards</h3>
      <p>{[...view.pile_a, ...view.pile_b].map(spiceName).join(", ") || "None yet."}</p>
    </div>
  );
}
