// The slip of Imposter Kings: the question, what answers what, and the buttons. A window for reactions looks the same
// whether or not one can react: both buttons are there, and the one that is not possible says why.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { thingOf } from "../../how/find";
import { teachingNow } from "../../learn/teach";
import { Group } from "../../parts/keys";
import { Slip, promptOf, type ChainLink } from "../../parts/slip";
import type { TableProps } from "../table";
import { CARDS, cardOf, nameOf } from "./cards";
import { cardClass, Face, faceLabel, Named } from "./card";
import type { Choice } from "./choice";
import { declaredOf, effectsOf, handValue, type KingsView } from "./view";
import { declaredInWords, roundResult } from "./words";
import { moveText, setOf, waysOf, type Way } from "./ways";

type Props = TableProps<KingsView>;
const SETUP_SLOTS: Record<string, string> = { successor: "Successor", dungeon: "Dungeon", squire: "Squire" };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a card does, in a line; "" until it is loaded. */
export function textOf(p: Props, word: string): string {
  const how = teachingNow(p.game.game)?.how;
  return (how && thingOf(how, word)?.words) ?? "";
}

function Mark({ mark }: { mark: string }) {
  return <i class={`mk mk-${mark}`} aria-hidden="true" />;
}

/** What answers what, from the outside in; the last link is who is asked. */
function chainOf(p: Props): ChainLink[] {
  const { view, names, question } = p;
  const links: ChainLink[] = [];
  for (const effect of effectsOf(view)) {
    const whose = capital(names.whose(effect.seat));
    if (effect.kind === "flip") links.push({ label: <><Mark mark="king" />{whose} flip</> });
    if (effect.kind === "assassin") links.push({ label: <><Mark mark="assassin" />Assassin</> });
    const declared = effect.kind === "ability" ? declaredOf(view) : null;
    if (declared) links.push({ label: <><Mark mark={cardOf(declared.card).mark} />{whose} {declaredInWords(view, declared, names)}</> });
  }
  const asked = question?.open.filter(seat => seat < 8) ?? [];
  return links.length ? [...links, { label: `${asked.map(seat => names(seat)).join(", ")}: ?`, open: true }] : [];
}

// ---- pickers: names, numbers, opponents ----

const ASKS: Record<string, (card: string) => string> = {
  naming: card => (card === "Soldier" || card === "Inquisitor" ? "name a card an opponent may hold" : "name a card"),
  saying: () => "say a number",
  on: () => "choose an opponent",
  at: () => "choose a card of the Court",
  copying: () => "choose a card of the Court to copy",
  with: () => "use its ability, or only its value?",
};

function label(p: Props, field: string, value: string): ComponentChildren {
  switch (field) {
    case "naming": case "card": case "trading": case "exhausting": case "and": return <><b class="num">{cardOf(value).base}</b>{nameOf(value)}</>;
    case "on": case "player": return <><i class={`pip s${value}`} aria-hidden="true" />{p.names(Number(value))}</>;
    case "with": return "With its ability";
    case "at": case "copying": return nameOf(p.view.court[Number(value) - 1]?.split("@")[0] ?? value);
    default: return value;
  }
}

const TITLES: Record<string, string> = { naming: "Card to name", saying: "Number to say", on: "Opponent", with: "Ability", player: "Player", at: "Card of the Court" };

function Picker({ p, c, field, focus }: { p: Props; c: Choice; field: string; focus: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => { if (focus) box.current?.querySelector<HTMLElement>("button")?.focus(); }, [c.args.card, field]);
  return (
    <div ref={box}>
      <Group class={`picker by-${field}`} aria-label={TITLES[field] ?? field}>
        {c.valuesOf(field).map(value => (
          <button key={value} class="btn" aria-pressed={c.args[field] === value} data-say={`${field} ${value}`}
            onClick={() => { if (c.args[field] === value && c.move) p.play(c.move); else c.say(field, value); }}>{label(p, field, value)}</button>
        ))}
      </Group>
    </div>
  );
}

function saidInWords(p: Props, c: Choice): string {
  const { naming, saying, on, at, copying } = c.args;
  const court = (place: string): string => nameOf(p.view.court[Number(place) - 1]?.split("@")[0] ?? "");
  return [naming && ` naming ${nameOf(naming)}`, saying && ` saying ${saying}`, on && ` on ${p.names(Number(on))}`,
    copying && ` copying ${court(copying)}`, at && ` on ${court(at)}`, c.args.with && " with its ability"].filter(Boolean).join(",");
}

/** A chosen card with all that can be said with it. */
function Playing({ p, c }: { p: Props; c: Choice }) {
  const word = c.args.card, name = nameOf(word);
  const isSaid = c.fields.some(field => field in c.args);
  const asked = c.fields.find(field => !(field in c.args));
  const title = asked ? `${name}: ${ASKS[asked]?.(word) ?? `choose: ${asked}`}${c.plain ? ", or play it for its value" : ""}` : `Play ${name}${saidInWords(p, c)}?`;
  const hasPlain = c.plain !== null;
  return (
    <Slip {...p} prompt={title} note={textOf(p, word) || undefined} tail={
      <>
        <button class="btn" onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Take back</button>
        {hasPlain && <button class={`btn${isSaid ? "" : " act"}`} data-move={c.plain!} onClick={() => { p.play(c.plain!); }}>For its value</button>}
        {(!hasPlain || isSaid) && (
          <button class="btn act" data-move={c.move ?? undefined} aria-disabled={!c.move}
            onClick={e => { if (c.move) p.play(c.move); else p.whyNot(moveText(c.kind, c.args), e.currentTarget, `${name} needs more to be said`, []); }}>
            Play {name} <kbd aria-hidden="true">↵</kbd></button>
        )}
      </>
    }>
      {c.fields.filter(field => field !== "at" && field !== "copying").map(field => <Picker key={field} p={p} c={c} field={field} focus={field === asked && c.isByKey()} />)}
    </Slip>
  );
}

// ---- other questions ----

function Reacting({ p, c }: { p: Props; c: Choice }) {
  const fitting = p.question?.asks === "reaction_assassin" ? "Assassin" : "King's-Hand";
  const offered = c.ways.filter(way => way.kind === "react").flatMap(way => way.args.card ?? []);
  const cards = offered.length ? offered : [fitting];
  return (
    <Slip {...p} prompt={promptOf(p)} chain={chainOf(p)} tail={
      <>
        <button class={`btn${offered.length ? "" : " act"}`} data-move="pass" onClick={() => { p.play("pass"); }}>No reaction <kbd aria-hidden="true">N</kbd></button>
        {cards.map((word, i) => (
          <button key={word} class={`btn${offered.length ? " act" : ""}`} data-move={offered.length ? `react ${word}` : undefined} aria-disabled={!offered.length}
            onClick={e => {
              if (offered.length) p.play(`react ${word}`);
              else p.whyNot(`react ${word}`, e.currentTarget, "You cannot react", [{ move: "pass", label: "No reaction" }]);
            }}><Mark mark={cardOf(word).mark} />{nameOf(word)} {!i && <kbd aria-hidden="true">R</kbd>}</button>
        ))}
      </>
    } />
  );
}

function Slots({ p, c }: { p: Props; c: Choice }) {
  const fields = setupFields(p, c), hand = p.view.hand[p.me];
  const words = fields.map(field => (c.slots[field] === undefined ? null : hand[c.slots[field]]));
  const move = words.every(word => word) ? moveText("setup", Object.fromEntries(fields.map((field, i) => [field, words[i]!]))) : null;
  return (
    <Slip {...p} prompt={promptOf(p)} note="The Successor comes to your hand when your King flips; the Dungeon card is out of the round. Nobody else sees them." tail={
      <>
        <button class="btn" aria-disabled={!words.some(Boolean)} onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Take back</button>
        <button class="btn act" data-move={move ?? undefined} aria-disabled={!move} onClick={e => {
          if (move) p.play(move);
          else p.whyNot(moveText("setup", { successor: "-", dungeon: "-" }), e.currentTarget, "Two cards have to be chosen", []);
        }}>Set aside <kbd aria-hidden="true">↵</kbd></button>
      </>
    }>
      <div class="slots">
        {fields.map((field, i) => (
          <span key={field} class="slotted"><span class="caps">{SETUP_SLOTS[field] ?? field}</span>
            {words[i] ? <b>{nameOf(words[i])}</b> : <span class="dim">choose from your hand</span>}</span>
        ))}
      </div>
    </Slip>
  );
}

/** The hand cards a setup asks for: with a Squire if the offers have one. */
export function setupFields(p: Props, c: Choice): string[] {
  const fields = new Set([...waysOf(p.offers), ...c.ways].filter(way => way.kind === "setup").flatMap(way => Object.keys(way.args)));
  return Object.keys(SETUP_SLOTS).filter(field => field !== "squire" || fields.has(field));
}

function Disgracing({ p, c, most }: { p: Props; c: Choice; most: number }) {
  const n = c.picks.length, move = `disgrace ${n ? c.picks.join(" ") : "-"}`;
  return (
    <Slip {...p} prompt={promptOf(p)} note={`Choose face-up cards of the Court, the one just played among them. ${n} of ${most} chosen.`} tail={
      <>
        {n > 0 && <button class="btn" onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Take back</button>}
        <button class="btn act" data-move={move} onClick={() => { p.play(move); }}>{n ? `Disgrace ${n} ${n === 1 ? "card" : "cards"}` : "Disgrace none"} <kbd aria-hidden="true">↵</kbd></button>
      </>
    } />
  );
}

/** Signature cards: so many of these. */
function Selecting({ p, c, set }: { p: Props; c: Choice; set: { from: number; to: number; values: string[] } }) {
  const n = c.picks.length, isEnough = n >= set.from && n <= set.to;
  const move = `select ${CARDS.map(one => one.word).filter(word => c.picks.includes(word)).join(" ")}`;
  const newest = c.picks.at(-1);
  return (
    <Slip {...p} prompt={promptOf(p)} note={newest ? `${nameOf(newest)}: ${textOf(p, newest)}` : "They belong to your Army for the whole match. Nobody sees them before all have chosen."} tail={
      <>
        {n > 0 && <button class="btn" onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Take back</button>}
        <button class="btn act" data-move={isEnough ? move : undefined} aria-disabled={!isEnough} onClick={e => { if (isEnough) p.play(move); else p.whyNot(move, e.currentTarget, `${set.to} cards have to be chosen`, []); }}>
          {n} of {set.to} chosen <kbd aria-hidden="true">↵</kbd></button>
      </>
    }>
      <Group class="picker cards" aria-label="Signature cards">
        {set.values.map(word => (
          <button key={word} class={cardClass(word)} aria-pressed={c.picks.includes(word)} data-say={`select ${word}`}
            onClick={e => { if (n < set.to || c.picks.includes(word)) c.togglePick(word); else p.whyNot(`${move} ${word}`, e.currentTarget, "No more cards can be chosen", []); }}>
            <Named label={faceLabel({ word })}><Face word={word} tag={c.picks.includes(word) ? "chosen" : undefined} /></Named></button>
        ))}
      </Group>
    </Slip>
  );
}

const CHOOSING: Record<string, string> = {
  judge_move: "Move to the Antechamber", warden_card: "Exchange", sentry_card: "Give", princess_swap: "Give", execute_condemn: "Condemn",
  recall: "Recall", rally: "Rally", return_rallied: "Return", ancestor_remove: "Remove", draft_pick: "Pick", herald_successor: "Set as Successor", spy_swap: "Set as Successor", assassin_take: "Take", inquisitor_move: "Move", nakturn_condemn: "Condemn",
};

/** Cards that are not in my hand: a victim's, shown on the slip. */
function Cards({ c }: { c: Choice }) {
  const ways = c.ways.filter(way => way.kind === "choose");
  return (
    <Group class="picker cards" aria-label="Cards to choose from">
      {ways.flatMap(way => (way.args.card ?? []).map(word => ({ card: word, ...(way.args.from && { from: way.args.from[0] }) }))).map(args => (
        <button key={moveText("choose", args)} class={cardClass(args.card)} data-say={`choose ${args.card}`} aria-pressed={c.kind === "choose" && c.args.card === args.card && c.args.from === args.from}
          onClick={() => { c.pick("choose", null, args); }}>
          <Named label={`${faceLabel({ word: args.card })}${args.from === "successor" ? ", the Successor" : ""}`}><Face word={args.card} tag={args.from === "successor" ? "Successor" : undefined} /></Named></button>
      ))}
    </Group>
  );
}

/** Questions about one card, with or without "none". */
function Choosing({ p, c }: { p: Props; c: Choice }) {
  const asks = p.question!.asks, hasNone = c.ways.some(way => way.kind === "none");
  const isForeign = !c.ways.some(way => way.kind === "choose" && way.args.card?.some(word => p.view.hand[p.me]?.includes(word))) || asks === "assassin_take";
  const chosen = c.kind === "choose" ? c.args.card : undefined;
  return (
    <Slip {...p} prompt={promptOf(p)} chain={chainOf(p).slice(0, -1)} note={chosen ? `${nameOf(chosen)} is chosen.` : isForeign ? undefined : "Choose a card of your hand."} tail={
      <>
        {chosen && <button class="btn" onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Take back</button>}
        {hasNone && !chosen && <button class="btn" data-move="none" onClick={() => { p.play("none"); }}>None <kbd aria-hidden="true">N</kbd></button>}
        <button class="btn act" data-move={c.move ?? undefined} aria-disabled={!c.move} onClick={e => {
          if (c.move) p.play(c.move); else p.whyNot("choose", e.currentTarget, "A card has to be chosen", []);
        }}>{CHOOSING[asks] ?? "Choose"} {chosen ? nameOf(chosen) : ""} <kbd aria-hidden="true">↵</kbd></button>
      </>
    }>{isForeign && <Cards c={c} />}</Slip>
  );
}

/** Buttons that are one move each: who plays first, whose Successor, none, ready. */
function Buttons({ p, c, kind, act }: { p: Props; c: Choice; kind: string; act?: string }) {
  const players = c.ways.filter(way => way.kind === kind).flatMap(way => way.args.player ?? []);
  return (
    <Slip {...p} prompt={promptOf(p)} chain={chainOf(p).slice(0, -1)} tail={
      <>
        {c.ways.some(way => way.kind === "none") && <button class="btn" data-move="none" onClick={() => { p.play("none"); }}>None <kbd aria-hidden="true">N</kbd></button>}
        {players.map(player => (
          <button key={player} class={`btn${player === act ? " act" : ""}`} data-move={`${kind} ${player}`} onClick={() => { p.play(`${kind} ${player}`); }}>{label(p, "player", player)}</button>
        ))}
      </>
    } />
  );
}

function RoundOver({ p }: { p: Props }) {
  const lines = p.history.slice(p.history.map(e => e.event).lastIndexOf("lost")).filter(e => e.event === "lost");
  return (
    <Slip {...p} prompt={roundResult(p)} note={lines.map(e => `${p.names.does(e.seat ?? 0, "lost", "lost")} it.`).join(" ") || undefined}
      tail={p.question?.mine && <button class="btn act" data-move="ready" onClick={() => { p.play("ready"); }}>Next round <kbd aria-hidden="true">↵</kbd></button>} />
  );
}

function Flipping({ p, c }: { p: Props; c: Choice }) {
  return (
    <Slip {...p} prompt="Flip your King?" note="The card on the Throne is disgraced and you take your Successor. An Assassin may answer." tail={
      <>
        <button class="btn" onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Take back</button>
        <button class="btn act" data-move="flip king" onClick={() => { p.play("flip king"); }}><Mark mark="king" />Flip King <kbd aria-hidden="true">↵</kbd></button>
      </>
    } />
  );
}

/** A turn on which nothing is chosen yet. */
function Acting({ p, c, flip, none }: { p: Props; c: Choice; flip(at: Element): void; none: boolean }) {
  const canFlip = c.ways.some(way => way.kind === "flip king");
  return (
    <Slip {...p} prompt={promptOf(p)} note={throneNote(p)} tail={
      <>
        {none && <button class="btn" data-move="none" onClick={() => { p.play("none"); }}>None <kbd aria-hidden="true">N</kbd></button>}
        {p.question?.asks === "play" && <button class="btn" aria-disabled={!canFlip} onClick={e => { flip(e.currentTarget); }}><Mark mark="king" />Flip King <kbd aria-hidden="true">F</kbd></button>}
      </>
    } />
  );
}

function throneNote(p: Props): string | undefined {
  if (p.question?.asks !== "play" || p.view.antechamber[p.me]?.length) return undefined;
  const value = p.view.values.at(-1);
  if (value === undefined) return "The Court is empty: any card may be played.";
  const best = Math.max(0, ...(p.view.hand[p.me] ?? []).map(word => handValue(p.view, p.me, word)));
  return `The Throne counts ${value}${best ? `; your highest card counts ${best}` : ""}.`;
}

/** Moves that are one press, in words. */
const WORDS: Record<string, string> = {
  "take successor": "Take the Successor", "take squire": "Take the Squire", "take dungeon": "Take the Dungeon card", "match": "Reveal and take the Successor",
  "rally": "Remove it and rally", "say yes": "Yes, it is held", "say no": "No, it is not", "facet leader": "Charismatic Leader", "facet tactician": "Master Tactician",
  "facet regular": "Regular King", "draft first": "Pick first", "draft second": "Pick second", "end": "End mustering", "none": "Neither",
};
const LAST = new Set(["end", "none"]);

/** Questions answered by one press, and by moves of several parts that are chosen one after another (mustering). */
function Other({ p, c }: { p: Props; c: Choice }) {
  const inParts = (way: Way): boolean => Object.keys(way.args).some(field => field === "card");
  const presses = c.ways.filter(way => !inParts(way)).flatMap(way => {
    const [field] = Object.keys(way.args);
    return field ? way.args[field].map(value => `${way.kind} ${value}`) : [way.kind];
  }).sort((a, b) => Number(LAST.has(b)) - Number(LAST.has(a)));
  const kinds = [...new Set(c.ways.filter(inParts).map(way => way.kind))];
  const fields = c.kind ? ["card", ...c.fields] : [];
  return (
    <Slip {...p} prompt={promptOf(p)} note={c.kind ? PARTS_NOTE[c.kind] : undefined} tail={c.kind ? (
      <>
        <button class="btn" onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Take back</button>
        <button class="btn act" data-move={c.move ?? undefined} aria-disabled={!c.move}
          onClick={e => { if (c.move) p.play(c.move); else p.whyNot(moveText(c.kind, c.args), e.currentTarget, "More has to be chosen", []); }}>{capital(c.kind)} <kbd aria-hidden="true">↵</kbd></button>
      </>
    ) : (
      <>
        {presses.map((move, i) => <button key={move} class={`btn${i === presses.length - 1 && !kinds.length ? " act" : ""}`} data-move={move} onClick={() => { p.play(move); }}>{WORDS[move] ?? capital(move)}</button>)}
        {kinds.map(kind => <button key={kind} class="btn" data-say={kind} onClick={() => { c.pick(kind, null, {}); }}>{capital(kind)}…</button>)}
      </>
    )}>
      {fields.map(field => (
        <div key={field}><p class="caps">{PARTS[`${c.kind} ${field}`] ?? TITLES[field] ?? field}</p><Picker p={p} c={c} field={field} focus={field === "card" && c.isByKey()} /></div>
      ))}
    </Slip>
  );
}

const PARTS: Record<string, string> = {
  "recruit card": "Army card to your hand", "recruit trading": "Hand card that you trade for it", "recruit exhausting": "Army card that you exhaust",
  "recommission card": "Exhausted card that comes back", "recommission exhausting": "Army card that you exhaust", "recommission and": "and another one",
};
const PARTS_NOTE: Record<string, string> = {
  recruit: "The first recruit of a mustering costs exhausting one other Army card.", recommission: "Two Army cards are exhausted to bring one back.",
};

const PLAYS = new Set(["play", "play_second", "herald_play"]);

export function KingsSlip({ p, c, flip }: { p: Props; c: Choice; flip(at: Element): void }) {
  const asks = p.question?.asks ?? "";
  if (p.over) return <Slip {...p} />;
  if (asks === "round_over") return <RoundOver p={p} />;
  if (!p.question?.mine) return <Slip {...p} prompt={promptOf(p)} chain={chainOf(p)} />;
  if (c.kind === "flip king") return <Flipping p={p} c={c} />;
  if (c.kind === "play" && c.args.card) return <Playing p={p} c={c} />;
  if (PLAYS.has(asks)) return <Acting p={p} c={c} flip={flip} none={c.ways.some(way => way.kind === "none")} />;
  if (asks.startsWith("reaction_")) return <Reacting p={p} c={c} />;
  if (asks === "setup") return <Slots p={p} c={c} />;
  const disgrace = setOf(c.ways, "disgrace"), select = setOf(c.ways, "select");
  if (disgrace) return <Disgracing p={p} c={c} most={disgrace.to} />;
  if (select) return <Selecting p={p} c={c} set={select} />;
  if (asks === "choose_first_player") return <Buttons p={p} c={c} kind="first" act={String(p.me)} />;
  if (asks === "spy_target") return <Buttons p={p} c={c} kind="target" />;
  if (c.ways.every(way => way.kind === "choose" || way.kind === "none")) return <Choosing p={p} c={c} />;
  return <Other p={p} c={c} />;
}
