// The table of Imposter Kings: the others and the shared zones on top, the Court with the Throne last, the slip, my side.
import { useFit } from "../../parts/fit";
import { useStateOf } from "../../parts/hooks";
import { Group, useKeys } from "../../parts/keys";
import { CardOdds } from "../../parts/odds";
import { SeatBadge } from "../../parts/seat";
import { RuleId } from "../../parts/whynot";
import { reveal, whoseNear } from "../../replay/reveal";
import type { TableProps } from "../table";
import { cardOf, nameOf } from "./cards";
import { cardClass, Face, faceLabel, KingFace, Named, Small, Zone } from "./card";
import { useChoice, type Choice, type Pressed, type Source } from "./choice";
import { KingsSlip, setupFields, textOf } from "./slip";
import { courtOf, handValue, isMutedInHand, isOpen, throneOf, type CourtCard, type KingsView } from "./view";
import { moveText, narrow, setOf } from "./ways";
import { Army, Court, Facts, Opponent, Shared } from "./zones";

type Props = TableProps<KingsView>;

interface Info { title: string; lines: string[]; rule: string }

// ---- what a press means ----

/** Which kind of move a card of my hand answers now. */
function kindOf(p: Props): "play" | "choose" | "react" | "setup" {
  const asks = p.question?.asks ?? "play";
  if (asks === "setup") return "setup";
  if (asks.startsWith("reaction_")) return "react";
  return ["play", "play_second", "herald_play"].includes(asks) ? "play" : "choose";
}

function argsOf(source: Source, word: string, kind: string): Record<string, string> {
  return kind === "play" ? { card: word, from: source } : { card: word };
}

/** Can this card be pressed as an answer? */
function isLegal(p: Props, c: Choice, source: Source, word: string): boolean {
  const kind = kindOf(p);
  if (!p.question?.mine) return false;
  if (kind === "setup") return source === "hand";
  return narrow(c.ways, kind, argsOf(source, word, kind)).length > 0;
}

/** Moves to offer beside a refusal: whole ones only. */
function instead(c: Choice): { move: string; label: string }[] {
  const plays = c.ways.filter(way => way.kind === "play" && Object.keys(way.args).every(field => field === "card" || field === "from"))
    .flatMap(way => (way.args.card ?? []).map(card => ({ move: moveText("play", { card, ...(way.args.from && { from: way.args.from[0] }) }), label: nameOf(card) })));
  const flips = c.ways.some(way => way.kind === "flip king") ? [{ move: "flip king", label: "Flip King" }] : [];
  const passes = c.ways.some(way => way.kind === "pass") ? [{ move: "pass", label: "No reaction" }] : [];
  return [...plays.slice(0, 4), ...flips, ...passes];
}

function whyNot(p: Props, c: Choice, source: Source, word: string, at: Element): void {
  const kind = kindOf(p), name = nameOf(word);
  const move = kind === "setup" ? "setup" : moveText(kind, argsOf(source, word, kind));
  const title = kind === "play" ? `${name} cannot be played now` : kind === "react" ? `${name} cannot react here` : `${name} cannot be chosen`;
  const throne = throneOf(p.view), value = handValue(p.view, p.me, word);
  const isLow = kind === "play" && source === "hand" && p.question?.mine && throne && value < throne.value;
  p.whyNot(move, at, title, instead(c), isLow ? {
    left: value, leftLabel: `${name} counts`, sign: "<", signLabel: "is less than", right: throne.value, rightLabel: "the Throne counts",
  } : undefined);
}

function pressSetup(p: Props, c: Choice, i: number): void {
  const fields = setupFields(p, c);
  const taken = fields.find(field => c.slots[field] === i);
  if (taken) c.setSlot(taken, null);
  else c.setSlot(fields.find(field => c.slots[field] === undefined) ?? fields.at(-1)!, i);
}

function pressCard(p: Props, c: Choice, pressed: Pressed, word: string, at: Element): void {
  const kind = kindOf(p);
  if (p.replay || p.pending) return;
  if (!isLegal(p, c, pressed.source, word)) whyNot(p, c, pressed.source, word, at);
  else if (kind === "setup") pressSetup(p, c, pressed.i);
  else if (kind === "react") p.play(`react ${word}`);
  else if (c.pressed?.i === pressed.i && c.pressed.source === pressed.source && c.move) p.play(c.move);
  else c.pick(kind, pressed, argsOf(pressed.source, word, kind));
}

// ---- my side ----

const SLOT_TAGS: Record<string, string> = { successor: "Successor", dungeon: "Dungeon", squire: "Squire" };

function tagOf(c: Choice, source: Source, i: number): string | undefined {
  if (source !== "hand") return undefined;
  const field = Object.keys(c.slots).find(name => c.slots[name] === i);
  return field && SLOT_TAGS[field];
}

function MyCard({ p, c, source, i, word }: { p: Props; c: Choice; source: Source; i: number; word: string }) {
  const value = handValue(p.view, p.me, word), isMuted = isMutedInHand(p.view, p.me, word);
  const legal = isLegal(p, c, source, word);
  const tag = tagOf(c, source, i);
  const isChosen = (c.pressed?.source === source && c.pressed.i === i) || tag !== undefined;
  const look = isChosen ? "sel" : legal ? "legal" : p.question?.mine ? "off" : "";
  return (
    <button class={cardClass(word, look)} aria-pressed={isChosen}
      aria-disabled={legal ? undefined : true} data-card={word} data-source={source}
      onClick={e => { pressCard(p, c, { source, i }, word, e.currentTarget); }}>
      <Named label={`${faceLabel({ word, value, isMuted })}${tag ? `, ${tag}` : ""}`}><Face word={word} value={value} isMuted={isMuted} tag={tag} showsKeyword /></Named>
      {legal && <CardOdds of={move => { const [verb, card] = move.split(" "); return verb === kindOf(p) && card === word; }} />}
    </button>
  );
}

function Mine({ p, c, flip }: { p: Props; c: Choice; flip(at: Element): void }) {
  const { view, me } = p;
  const hand = view.hand[me] ?? [], ante = view.antechamber[me] ?? [];
  const isFlipped = view.flipped.includes(String(me));
  const n = hand.length + ante.length, whose = whoseNear(p);
  return (
    <section class="mine" aria-label={`${whose} side`}>
      <div class="me">
        <SeatBadge {...p} seat={me}><Facts p={p} seat={me} /></SeatBadge>
        <div class="held">
          <Zone name={<>King{isFlipped && <span class="hide-p">, used</span>}</>}>
            <button class={`card s king${isFlipped ? " back" : " t-sable"}${c.kind === "flip king" ? " sel" : ""}`} aria-label={`${whose} King, ${isFlipped ? "flipped" : p.replay ? "not flipped" : "not flipped: flip it"}`}
              aria-disabled={!c.ways.some(way => way.kind === "flip king")} onClick={e => { flip(e.currentTarget); }}>{!isFlipped && <KingFace />}</button>
          </Zone>
          <Zone name="Successor" class="hid"><Small word={view.successor[me] ?? "-"} label={`${whose} Successor`} /></Zone>
          <Zone name="Dungeon" class="hid"><Small word={view.dungeon[me] ?? "-"} label={`${whose} Dungeon card`} /></Zone>
          <Army p={p} seat={me} />
        </div>
      </div>
      <div class="cards">
        {ante.length > 0 && (
          <div class="ante">
            <Group class="hand" style={{ "--n": n }} aria-label={`${whose} Antechamber, ${ante.length}`}>{ante.map((word, i) => <MyCard key={`a${word}${i}`} p={p} c={c} source="antechamber" i={i} word={word} />)}</Group>
            <span class="print">Antechamber</span>
          </div>
        )}
        <Group class={`hand${n > 3 ? " many" : ""}`} style={{ "--n": n }} aria-label={`${whose} hand, ${hand.length} ${hand.length === 1 ? "card" : "cards"}`}>
          {hand.map((word, i) => <MyCard key={`${word}${i}`} p={p} c={c} source="hand" i={i} word={word} />)}
        </Group>
      </div>
    </section>
  );
}

// ---- what a card is ----

function infoOf(p: Props, card: CourtCard): Info {
  const printed = cardOf(card.word);
  return {
    title: card.isDown ? `Disgraced: it was ${printed.name}` : printed.name,
    lines: card.isDown ? ["It counts 1 and has no name, no keywords and no ability."]
      : [`Counts ${card.value}${card.value === printed.base ? "" : `, printed ${printed.base}`}${card.isMuted ? ", muted" : ""}. Played by ${p.names(card.by)}.`, textOf(p, card.word)].filter(Boolean),
    rule: card.isDown ? "IK-0.8" : printed.rule,
  };
}

function InfoNote({ info, close }: { info: Info; close(): void }) {
  return (
    <aside class="cardinfo paper" aria-label={info.title} role="status">
      <div class="row"><h2 class="grow">{info.title}</h2><button class="icon" aria-label="Close" onClick={close}><i class="ic ic-close" /></button></div>
      {info.lines.map(line => <p key={line}>{line}</p>)}
      {info.rule && <p><RuleId id={info.rule} /></p>}
    </aside>
  );
}

/** A card of mine: what it is, whether or not it can be played. */
function handInfo(p: Props, word: string): Info {
  const printed = cardOf(word), value = handValue(p.view, p.me, word);
  return {
    title: printed.name,
    lines: [`Counts ${value} in hand${value === printed.base ? "" : `, printed ${printed.base}`}${isMutedInHand(p.view, p.me, word) ? ", muted" : ""}.`, textOf(p, word)].filter(Boolean),
    rule: printed.rule,
  };
}

// ---- the table ----

export function Table(given: Props) {
  const p = reveal(given, ["hand", "successor", "dungeon", "antechamber", "forgotten"]);
  const c = useChoice(p);
  const mat = useFit<HTMLElement>();
  const [info, setInfo] = useStateOf<Info | null>(p.n, null);
  const { view, me } = p;
  const others = Array.from({ length: view.seats }, (_, i) => (Math.max(me, 0) + i) % view.seats).filter(seat => seat !== me);

  const flip = (at: Element): void => {
    if (p.replay || p.pending) return;
    if (!c.ways.some(way => way.kind === "flip king")) p.whyNot("flip king", at, "Your King cannot be flipped now", instead(c));
    else if (c.kind === "flip king") p.play("flip king");
    else c.pick("flip king", null, {});
  };

  const disgracing = p.question?.mine ? setOf(c.ways, "disgrace") : null, isDisgracing = disgracing !== null;
  // A Stranger chooses the card it copies, and then perhaps one more.
  const field = c.fields.includes("copying") && !("copying" in c.args && c.fields.includes("at")) ? "copying" : "at";
  const targets = new Set(disgracing ? disgracing.values.map(Number) : c.kind === "play" ? c.valuesOf(field).map(Number) : []);
  const pressCourt = (at: number, card: CourtCard, element: Element): void => {
    if (targets.has(at) && !p.pending) {
      if (isDisgracing) {
        if (c.picks.length < disgracing.to || c.picks.includes(String(at))) c.togglePick(String(at));
        else p.whyNot(`disgrace ${[...c.picks, at].join(" ")}`, element, "No more cards can be chosen", []);
      } else if (c.args[field] === String(at) && c.move) p.play(c.move);
      else c.say(field, String(at));
    } else if (isDisgracing) p.whyNot(`disgrace ${at}`, element, `${nameOf(card.word)} cannot be disgraced`, []);
    else if (targets.size) p.whyNot(moveText("play", { ...c.args, [field]: String(at) }), element, `${nameOf(card.word)} cannot be chosen`, []);
    else setInfo(infoOf(p, card));
  };

  const explain = (): void => {
    const thing = document.activeElement as HTMLElement | null, word = thing?.dataset.card, at = Number(thing?.dataset.at);
    if (thing && word) {
      const source = thing.dataset.source as Source;
      if (isLegal(p, c, source, word)) setInfo(handInfo(p, word)); else whyNot(p, c, source, word, thing);
    } else if (at) {
      setInfo(infoOf(p, courtOf(view)[at - 1]));
    }
  };
  const press = (selector: string): void => { document.querySelector<HTMLElement>(selector)?.click(); };
  const nth = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i + 1), () => {
    const cards = document.querySelectorAll<HTMLElement>(".kings .mine .cards button[data-card]");
    cards[i]?.focus();
    cards[i]?.click();
  }]));
  useKeys({
    ...nth,
    f: () => { const king = document.querySelector(".kings .me .king"); if (king) flip(king); },
    n: () => { press('#slip [data-move="pass"], #slip [data-move="none"]'); },
    r: () => { press("#slip .slip-acts button:nth-of-type(2)"); },
    Enter: () => { press("#slip .btn.act"); },
    Escape: () => { c.clear(); setInfo(null); },
    "?": explain,
  }, me >= 0 && !p.replay);

  return (
    <main ref={mat} class={`mat kings n${view.seats === 4 ? 4 : others.length + 1}${view.rules === "fragments" ? " frag" : ""}${isOpen(view) ? " open" : p.truth ? " seeing" : ""}`} data-cloth="kings" id="table">
      <KingsSlip p={p} c={c} flip={flip} />
      {me >= 0 && <Mine p={p} c={c} flip={flip} />}
      <Court p={p} targets={targets} isAsked={targets.size > 0} focus={targets.size > 0 && !isDisgracing && c.isByKey()}
        chosen={new Set(isDisgracing ? c.picks.map(Number) : [c.args.at, c.args.copying].filter(Boolean).map(Number))} press={pressCourt} />
      {info && <InfoNote info={info} close={() => { setInfo(null); }} />}
      <div class="top">
        <div class="all">{others.map(seat => <Opponent key={seat} p={p} seat={seat} />)}</div>
        <Shared p={p} />
      </div>
    </main>
  );
}

