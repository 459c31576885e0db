// What lies on the table: the other players with what is public of them, the shared zones, the Court.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Group } from "../../parts/keys";
import { SeatBadge } from "../../parts/seat";
import { SideTag } from "../../parts/side";
import type { TableProps } from "../table";
import { Face, faceLabel, cardClass, KingFace, Named, Small, Zone } from "./card";
import { nameOf } from "./cards";
import { decidingOf, sidesOf } from "./words";
import { courtOf, isOpen, type CourtCard, type KingsView } from "./view";

type Props = TableProps<KingsView>;

const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/** A hand that is not mine: the cards I am certain of face up, backs for the rest. */
function Fan({ p, seat }: { p: Props; seat: number }) {
  const known = p.view.hand[seat] ?? [], n = p.view.cards[seat] ?? 0;
  const words = [...Array.from({ length: Math.max(0, n - known.length) }, () => "?"), ...known];
  const label = `Hand of ${p.names(seat)}: ${count(n, "card")}${known.length ? `, ${isOpen(p.view) ? "" : "among them "}${known.map(nameOf).join(", ")}` : ""}`;
  return (
    <Zone name={`Hand ${n}`}>
      {n ? (
        <span class="fan" role="img" aria-label={label}>
          {words.map((word, i) => (word === "?" ? <span key={i} class="card back s" /> : <span key={i} class={cardClass(word, "s")} title={nameOf(word)}><Face word={word} /></span>))}
        </span>
      ) : <span class="card spot s" role="img" aria-label={label} />}
    </Zone>
  );
}

function King({ p, seat }: { p: Props; seat: number }) {
  const isFlipped = p.view.flipped.includes(String(seat));
  return (
    <Zone name={<>King<span class="hide-p">{isFlipped ? ", used" : ""}</span></>}>
      {isFlipped ? <span class="card s king back" role="img" aria-label="King, flipped" />
        : <span class="card s t-sable king" role="img" aria-label="King, not flipped"><KingFace /></span>}
    </Zone>
  );
}

/** A row of face-up cards by name. */
export function Row({ words, name, class: more = "" }: { words: string[]; name: string; class?: string }) {
  return (
    <Zone name={`${name}${words.length > 1 ? ` ${words.length}` : ""}`} class={more}>
      <span class="fan" role="img" aria-label={`${name}: ${words.map(nameOf).join(", ")}`}>
        {words.map((word, i) => <span key={i} class={cardClass(word, "s")} title={nameOf(word)}><Face word={word} /></span>)}
      </span>
    </Zone>
  );
}

const FACETS: Record<string, string> = { leader: "Charismatic Leader", tactician: "Master Tactician" };

/* From my seat on, in the order of play. */
const RELATIONS = ["", "plays after you", "your partner", "plays before you"];

/** Facts about a seat that stand under its name. */
export function Facts({ p, seat }: { p: Props; seat: number }) {
  const { view } = p, facet = FACETS[view.facet?.[seat] ?? ""], sides = sidesOf(view);
  return (
    <>
      {sides && p.me >= 0 && seat !== p.me && <span class="rel">{RELATIONS[(seat - p.me + 4) % 4]}</span>}
      {sides && <SideTag p={p} sides={sides} seat={seat} />}
      {!sides && <span>{count(view.points[seat] ?? 0, "point")}</span>}
      {view.king === seat && <span>True King</span>}
      {facet && <span>{facet}</span>}
      {view.conspiracy?.[seat] ? <span>conspiracy: +1</span> : null}
      {view.out.includes(String(seat)) && <span>out of the round</span>}
    </>
  );
}

/** What FRAGMENTS adds to a seat, where the view has it: a Squire, the Army, its exhausted and traded cards. */
export function Army({ p, seat }: { p: Props; seat: number }) {
  const { view } = p;
  const of = (zone: "army" | "exhausted" | "traded"): string[] => view[zone]?.[seat] ?? [];
  const squire = view.squire?.[seat] ?? "-", size = view["army-cards"]?.[seat] ?? 0, army = of("army");
  return (
    <>
      {squire !== "-" && <Zone name="Squire" class="hid"><Small word={squire} label={`Squire of ${p.names(seat)}`} /></Zone>}
      {army.length > 0 ? <Row words={army} name="Army" class="army" />
        : size > 0 && <Zone name={`Army ${size}`} class="army"><span class="card back s" role="img" aria-label={`Army of ${p.names(seat)}: ${count(size, "card")}, hidden`} /></Zone>}
      {of("exhausted").length > 0 && <Row words={of("exhausted")} name="Exhausted" class="army spent" />}
      {of("traded").length > 0 && <Row words={of("traded")} name="Traded" class="army" />}
    </>
  );
}

/* Two sides: my partner across, the others left and right, in the order of play; who watches looks from seat 1. */
const PLACES = ["p-s", "p-w", "p-n", "p-e"];

export function Opponent({ p, seat }: { p: Props; seat: number }) {
  const { view } = p;
  return (
    <section class={`them${sidesOf(view) ? ` ${PLACES[(seat - Math.max(p.me, 0) + 4) % 4]}` : ""}${view.out.includes(String(seat)) ? " out" : ""}`} aria-label={p.names(seat)}>
      <SeatBadge {...p} seat={seat}><Facts p={p} seat={seat} /></SeatBadge>
      <div class="held">
        <Fan p={p} seat={seat} />
        <King p={p} seat={seat} />
        <Zone name="Successor" class={view.successor[seat] === "-" ? "gone" : "hid"}><Small word={view.successor[seat] ?? "-"} label={`Successor of ${p.names(seat)}`} /></Zone>
        <Zone name="Dungeon" class={`hid${isOpen(view) ? "" : " gone-n"}`}><Small word={view.dungeon[seat] ?? "-"} label={`Dungeon card of ${p.names(seat)}`} /></Zone>
        {(view.antechamber[seat] ?? []).length > 0 && <Row words={view.antechamber[seat]} name="Antechamber" class="ante" />}
        <Army p={p} seat={seat} />
      </div>
    </section>
  );
}

/** Cards an Executioner condemned and I have not seen, by base value. */
function unseen(view: KingsView): number[] {
  return view["executed-bases"].flatMap((n, base) => Array.from({ length: n }, () => base));
}

export function Shared({ p }: { p: Props }) {
  const { view } = p;
  const condemned = [...view.condemned, ...view.executed], hidden = unseen(view);
  const removed = view.removed ?? [];
  const used = decidingOf(p) === "assassin" ? condemned.lastIndexOf("Assassin") : -1;
  const label = condemned.length + hidden.length
    ? `Condemned: ${[...condemned.map(nameOf), ...hidden.map(base => `a hidden card of value ${base}`)].join(", ")}` : "Condemned: none";
  return (
    <div class="zones" role="group" aria-label="Out of play">
      <Zone name="Accused"><Small word={view.accused} label="Accused" /></Zone>
      {view.seats === 2 && <Zone name="Forgotten" class="hid"><Small word={view.forgotten} label="Forgotten" /></Zone>}
      <Zone name={`Condemned${condemned.length + hidden.length > 1 ? ` ${condemned.length + hidden.length}` : ""}`}>
        {condemned.length + hidden.length ? (
          <span class="fan" role="img" aria-label={label}>
            {condemned.map((word, i) => <span key={i} class={cardClass(word, i === used ? "s deciding" : "s")} title={nameOf(word)}><Face word={word} /></span>)}
            {hidden.map((base, i) => <span key={`h${i}`} class="card back down s"><b class="card-v">{base}</b></span>)}
          </span>
        ) : <span class="card spot s" role="img" aria-label={label} />}
      </Zone>
      {removed.length > 0 && <Row words={removed} name="Removed" />}
      {(view.draft ?? []).length > 0 && <Row words={view.draft!} name="Open to pick" class="army" />}
      {(view.rallied ?? []).length > 0 && <Row words={view.rallied!} name="Rallied" class="army" />}
    </div>
  );
}

// ---- the Court ----

interface CourtProps {
  p: Props;
  /** positions from 1 that can be pressed as an answer */
  targets: Set<number>;
  chosen: Set<number>;
  /** something of the Court is asked for */
  isAsked: boolean;
  focus: boolean;
  press(at: number, card: CourtCard, element: Element): void;
}

function courtLabel(p: Props, card: CourtCard, at: number, n: number): string {
  const where = at === n ? "the Throne" : `card ${at} of ${n}`;
  if (card.isDown) return `${where}: disgraced, value 1, it was ${nameOf(card.word)}`;
  return `${where}: ${faceLabel(card)}${card.copied ? `, as ${nameOf(card.copied)}` : ""}${card.hasBonus ? ", hit bonus" : ""}${card.isMarked ? ", marked +1" : ""}, played by ${p.names(card.by)}`;
}

function tagOf(card: CourtCard, isThrone: boolean): string | undefined {
  if (card.copied) return `as ${nameOf(card.copied)}`;
  return card.hasBonus && isThrone ? "hit +2" : card.isMarked ? "+1" : undefined;
}

function CourtButton({ card, at, n, ...c }: { card: CourtCard; at: number; n: number } & CourtProps) {
  const isTarget = c.targets.has(at), isChosen = c.chosen.has(at);
  const isDeciding = at === n && decidingOf(c.p) === "throne";
  const look = `${isDeciding ? " deciding" : ""}${isTarget ? " legal" : c.isAsked ? " off" : ""}${isChosen ? " sel" : ""}`;
  return (
    <button class={card.isDown ? `card back down${look}` : cardClass(card.word, look.trim())} data-at={at}
      aria-pressed={isTarget ? isChosen : undefined} aria-disabled={c.isAsked && !isTarget ? true : undefined} onClick={e => { c.press(at, card, e.currentTarget); }}>
      <Named label={courtLabel(c.p, card, at, n)}>
        {card.isDown ? <><b class="card-v">1</b><span class="was">{nameOf(card.word)}</span></>
          : <Face word={card.word} value={card.value} isMuted={card.isMuted} tag={tagOf(card, at === n)} />}
      </Named>
    </button>
  );
}

export function Court(c: CourtProps) {
  const { p } = c;
  const cards = courtOf(p.view), n = cards.length, throne = cards.at(-1);
  const [isSpread, spread] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => { if (c.focus) box.current?.querySelector<HTMLElement>(".legal")?.focus(); }, [c.focus]);
  useLayoutEffect(() => { spread(false); }, [n]);
  useEffect(() => { const row = box.current?.querySelector(".court"); if (row) row.scrollLeft = row.scrollWidth; }, [n, isSpread, c.isAsked]);
  const press: CourtProps["press"] = (at, card, element) => {
    spread(true);
    c.press(at, card, element);
  };
  const label = n ? `Court, ${count(n, "card")}, Throne ${throne!.isDown ? "disgraced" : nameOf(throne!.word)} ${throne!.value}` : "Court, empty";
  return (
    <section class="mid" aria-label={label}>
      <div class="print">
        <span>Court</span>
        {(p.view.exiles ?? []).length > 0 && <span class="law"><i class="mk mk-exile" aria-hidden="true" />Exile: everything that is not Steadfast is muted</span>}
        {p.view.numbers.length > 0 && (
          <span class="law"><i class="mk mk-mystic" aria-hidden="true" />Mystic: every {p.view.numbers.join(" and ")} in Court is muted and counts 3</span>
        )}
      </div>
      <div ref={box} class="court-box">
        <Group class={`court${isSpread || c.isAsked ? " spread" : ""}`} aria-label="Cards of the Court" style={{ "--n": Math.max(0, n - 1) }}>
          {cards.slice(0, -1).map((card, i) => <CourtButton key={`${i}${card.word}`} {...c} press={press} card={card} at={i + 1} n={n} />)}
          <div class="throne">
            {throne ? <CourtButton key={`${n}${throne.word}`} {...c} press={press} card={throne} at={n} n={n} /> : <span class="card spot" role="img" aria-label="The Throne is empty" />}
            <span class="print" aria-hidden="true">Throne</span>
          </div>
        </Group>
      </div>
    </section>
  );
}
