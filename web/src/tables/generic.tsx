// A table for every game without one of its own, from the description of its view, its moves and its effects (fields.ts): my
// hand as cards, hidden hands as backs, numbers as chips on the seats, the rest as rows of things and plaques. A move that names one
// card is that card; others are buttons that say what one does, or a sentence with blanks where they are many. A game from
// outside may bring what is drawn in the middle.
import { useEffect, useRef, useState } from "preact/hooks";
import { useFit } from "../parts/fit";
import { useStateOf } from "../parts/hooks";
import { Group, useKeys } from "../parts/keys";
import { SeatBadge } from "../parts/seat";
import { Slip, type ChainLink } from "../parts/slip";
import { whoseNear } from "../replay/reveal";
import type { Box, Checked } from "../proto";
import { capitalize, list, plain } from "../words";
import { cardMoves, effectInWords, inWords, makings, named, nextParts, sortFields, type Making, type Shown, type Sorted } from "./fields";
import { Outside } from "./outside";
import type { GameTable, TableProps } from "./table";

const CHIPS = 3; // numbers on a seat; all of them are in the rail
const PLAQUES = 4;
const ON_SLIP = 4; // buttons that fit there

type Cells = Record<string, unknown>;
const isNumber = (s: Shown) => s.field.is === "number" || s.field.is === "money" || s.field.is === "time";
const title = (s: Shown) => plain(s.field.name);
const sortedOf = (p: TableProps): Sorted => sortFields(p.game, (p.view ?? {}) as Cells, p.me, p.seats.length, p.truth as Cells | undefined);

/* A card by what is written on it: a number, or a name. */
function CardFace({ p, value }: { p: TableProps; value: unknown }) {
  const text = typeof value === "number" || /^\d+$/.test(String(value)) ? String(value) : null;
  return text ? <b class="card-v">{text}</b> : <span class="g-name">{capitalize(named(p.game, value))}</span>;
}

const tincture = (value: unknown) => ["azure", "vert", "gules", "purpure", "or", "sable"][[...String(value)].reduce((sum, c) => sum + c.charCodeAt(0), 0) % 6];

/** Things in a row: cards as cards, seats by name, words as things. */
function Things({ p, shown, label }: { p: TableProps; shown: Shown; label: string }) {
  const values = Array.isArray(shown.value) ? shown.value.flat() as unknown[] : [shown.value];
  const isCard = shown.field.is === "card" || shown.field.is === "die";
  return (
    <div class={`things${shown.isSecret ? " was-secret" : ""}`} role="list" aria-label={label}>
      {values.map((v, i) => isCard
        ? <span key={i} role="listitem" class={`card n s t-${typeof v === "number" ? "sable" : tincture(v)}`}><CardFace p={p} value={v} /></span>
        : <span key={i} role="listitem" class="thing">{capitalize(inWords(p.game, p.names, shown.field.is, v))}</span>)}
    </div>
  );
}

/* What belongs to a seat, beside its name. */
function SeatZone({ p, seat, shown }: { p: TableProps; seat: number; shown: Shown[] }) {
  const numbers = shown.filter(s => isNumber(s) && !s.field.counts).slice(0, CHIPS);
  const backs = shown.filter(s => s.field.counts && typeof s.value === "number" && !shown.some(o => o.isSecret && o.field.name === s.field.counts));
  const lists = shown.filter(s => s.field.list && !isNumber(s));
  const words = shown.filter(s => !isNumber(s) && !s.field.list);
  return (
    <div class="g-seat" data-seat-zone={seat}>
      <SeatBadge {...p} seat={seat}>{words.map(s => <span key={s.field.name}>{s.field.is === "flag" ? plain(s.field.name).toLowerCase() : `${title(s).toLowerCase()}: ${inWords(p.game, p.names, s.field.is, s.value)}`}</span>)}</SeatBadge>
      <div class="row wrap">
        {numbers.map(s => <span key={s.field.name} class="chipn"><b>{inWords(p.game, p.names, s.field.is, s.value)}</b>{title(s).toLowerCase()}</span>)}
        {backs.map(s => (
          <span key={s.field.name} class="backs" role="img" aria-label={`${s.value as number} hidden: ${s.field.counts!}`}>
            {Array.from({ length: Math.min(Number(s.value), 8) }, (_, i) => <span key={i} class="card back" />)}
            {Number(s.value) > 8 && <b>{s.value as number}</b>}
          </span>
        ))}
      </div>
      {lists.map(s => <div key={s.field.name} class="g-row"><span class="print">{title(s)}</span><Things p={p} shown={s} label={`${title(s)} of ${p.names(seat)}`} /></div>)}
    </div>
  );
}

/* Puts a value into a move's text: behind its name where the text has names, otherwise at its place. */
function withValue(box: Box, text: string, argument: number, value: string): string {
  const { field } = box.arguments[argument];
  const words = text.split(" ");
  const at = words.findIndex(w => w.startsWith(field + "="));
  if (at >= 0) words[at] = `${field}=${value}`;
  else if (words.length > argument + 1) words[argument + 1] = value;
  else words.push(value);
  return words.join(" ");
}

interface Written { text: string; box: Box | null; answer: Checked | null; setText(text: string): void; setBox(box: Box | null): void }

/* A move that is being made of parts or written, checked as it grows. */
function useWritten(p: TableProps): Written {
  const ticket = p.question?.ticket;
  const [text, setText] = useStateOf(ticket, "");
  const [box, setBox] = useStateOf<Box | null>(ticket, null);
  const [checked, setChecked] = useState<{ text: string; checked: Checked } | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    const mine = ++asked.current;
    setChecked(null);
    if (!text.trim() || !p.question?.mine) return;
    const timer = setTimeout(() => {
      void p.check(text.trim()).then(c => { if (mine === asked.current) setChecked({ text, checked: c }); });
    }, 250);
    return () => { clearTimeout(timer); };
  }, [text, ticket]);
  return { text, box, answer: checked?.text === text ? checked.checked : null, setText, setBox };
}

const answered = (p: TableProps, w: Written) => w.answer && (w.answer.ok ? "This is possible." : p.names.fill(`${w.answer.title ?? ""} ${w.answer.because ?? ""}`));

/* Where moves are too many to list: which kind, then a sentence with blanks. */
function Sentence({ p, w }: { p: TableProps; w: Written }) {
  const boxes = p.offers?.boxes ?? [];
  if (!boxes.length) return null;
  return (
    <div class="g-make">
      <Group class="row wrap" aria-label="Kinds of moves">
        {boxes.map((b, i) => <button key={i} type="button" class="btn" aria-pressed={b === w.box} onClick={() => { w.setBox(b); w.setText(b.template); }}>{plain(b.move)}</button>)}
      </Group>
      {w.box && (
        <div class="sentence">{plain(w.box.move)}
          {w.box.arguments.map((a, i) => a.from === undefined && (
            <label key={i}><span class="vh">{a.asks ?? plain(a.field || `part ${i + 1}`)}</span>
              <select title={a.asks} onChange={e => { w.setText(withValue(w.box!, w.text, i, e.currentTarget.value)); }}>
                {a.values.map((v, k) => <option key={String(v)} value={String(v)}>{p.names.fill(a.says?.[k] ?? inWords(p.game, p.names, p.game.parts?.[w.box!.move]?.find(part => part.name === a.field)?.is ?? "word", v))}</option>)}
              </select></label>
          ))}
        </div>
      )}
      <p role="status">{answered(p, w)}</p>
    </div>
  );
}

/* Many moves of a kind, made part by part: each list holds what fits to the ones before it. */
function Made({ p, making, send }: { p: TableProps; making: Making; send(move: string): void }) {
  const [chosen, setChosen] = useStateOf<string[]>(`${p.question?.ticket} ${making.kind}`, []);
  const parts = p.game.parts[making.kind];
  const values: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const possible = nextParts(making, values);
    values.push(possible.includes(chosen[i]) ? chosen[i] : possible[0]);
  }
  const move = [making.kind, ...values].join(" "), says = p.offers?.says?.[p.offers.moves?.indexOf(move) ?? -1];
  return (
    <div class="g-made">
      <div class="sentence">{plain(making.kind)}
        {parts.map((part, i) => (
          <label key={part.name}><span class="vh">{plain(part.name)}</span>
            <select value={values[i]} onChange={e => { setChosen([...values.slice(0, i), e.currentTarget.value]); }}>
              {nextParts(making, values.slice(0, i)).map(v => <option key={v} value={v}>{plain(part.name).toLowerCase()}: {inWords(p.game, p.names, part.is, v)}</option>)}
            </select></label>
        ))}
      </div>
      <button class="btn act" data-move={move} onClick={() => { send(move); }}>{p.names.fill(says ?? plain(move))}</button>
    </div>
  );
}

/* For those who know how moves are written. */
function Writer({ p, w }: { p: TableProps; w: Written }) {
  return (
    <details class="g-other">
      <summary class="btn cloth">Other moves</summary>
      <form class="g-write" onSubmit={e => { e.preventDefault(); if (w.text.trim()) p.play(w.text.trim()); }}>
        <div class="g-line">
          <label class="field grow"><span>Write a move</span>
            <input class="input" value={w.text} autocomplete="off" spellcheck={false} placeholder={list(p.game.moves.slice(0, 4), "or")} onInput={e => { w.setText(e.currentTarget.value); }} /></label>
          <button class="btn cloth" type="submit" aria-disabled={!w.answer?.ok}>Play it</button>
        </div>
        {!p.offers?.boxes && <p class="g-answer" role="status">{answered(p, w)}</p>}
      </form>
    </details>
  );
}

interface MoveButton { move: string; says: string }

function Table(p: TableProps) {
  const mat = useFit<HTMLElement>();
  const sorted = sortedOf(p);
  const moves = p.offers?.moves ?? [], byCard = cardMoves(p.game, moves);
  const w = useWritten(p);
  const effects = (p.view as Cells | null)?.effects;
  const chain: ChainLink[] = Array.isArray(effects) ? (effects as string[]).map(e => ({ label: effectInWords(p.game, p.names, e) })) : [];
  const waits = p.pending !== null || !!p.question?.paused;
  const [isBare, setBare] = useState(false); // the table of the game has the moves itself
  const [isPlain, setPlain] = useState(!p.game.table); // it has none, or one that does not work
  const hand = sorted.hand && Array.isArray(sorted.hand.value) ? sorted.hand.value as unknown[] : [];
  const onHand = isPlain ? new Set(hand.map(String).flatMap(card => byCard.get(card) ?? [])) : new Set<string>();
  const many = makings(p.game, moves), inMany = new Set(many.flatMap(m => m.moves));
  const others: MoveButton[] = moves.map((move, i) => ({ move, says: p.names.fill(p.offers?.says?.[i] ?? plain(move)) })).filter(one => !onHand.has(one.move) && !inMany.has(one.move));
  const send = (move: string) => { if (!waits) p.play(move); };
  const showsMoves = p.me >= 0 && !p.replay && !isBare;
  const onSlip = showsMoves && others.length <= ON_SLIP ? others : [];

  useKeys(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i + 1), () => { if (moves[i] && showsMoves) send(moves[i]); }])), !p.replay);
  return (
    <main ref={mat} class="mat generic" data-cloth="plain">
      <div class="g-top">{p.seats.map((_, i) => (i === p.me ? null : <SeatZone key={i} p={p} seat={i} shown={isPlain ? sorted.seats[i] : []} />))}</div>
      <div class="g-mid">
        {!isPlain && <Outside p={p} onOwnsMoves={setBare} onTrouble={() => { setBare(false); setPlain(true); }} />}
        {isPlain && <section aria-label="The table" class="g-zones">
          {sorted.plaques.length > 0 && (
            <div class="g-plaques">{sorted.plaques.slice(0, PLAQUES).map(s => (
              <div key={s.field.name} class={`plaque${s.isSecret ? " was-secret" : ""}`}><span class="print">{title(s)}</span><b>{s.field.is === "flag" ? "yes" : inWords(p.game, p.names, s.field.is, s.value)}</b></div>
            ))}</div>
          )}
          <div class="g-rows">{sorted.rows.map(s => <div key={s.field.name} class="g-row"><span class="print">{title(s)}</span><Things p={p} shown={s} label={title(s)} /></div>)}</div>
        </section>}
      </div>
      <Slip {...p} chain={chain.length > 1 ? chain : undefined}
        tail={onSlip.length > 0 ? onSlip.map((one, i) => (
          <button key={one.move} class={i === onSlip.length - 1 && onSlip.length < 3 && !many.length ? "btn act" : "btn"} data-move={one.move} aria-disabled={waits || undefined} onClick={() => { send(one.move); }}>{one.says}</button>
        )) : w.box && w.answer?.ok ? <button class="btn act" data-move={w.text.trim()} onClick={() => { send(w.text.trim()); }}>{plain(w.box.move)}</button> : undefined}>
        {showsMoves && p.question?.mine && !p.over && (p.offers?.boxes || many.length > 0)
          ? <>{many.map(m => <Made key={m.kind} p={p} making={m} send={send} />)}{p.offers?.boxes && <Sentence p={p} w={w} />}</> : undefined}
      </Slip>
      <section class="mine" aria-label={`${whoseNear(p)} side`}>
        {p.me >= 0 && <SeatZone p={p} seat={p.me} shown={isPlain ? sorted.seats[p.me] ?? [] : []} />}
        <div class="g-do">
          {isPlain && sorted.hand && (
            <Group class={`hand${p.truth ? " was-secret" : ""}`} aria-label={`${whoseNear(p)} ${title(sorted.hand).toLowerCase()}, ${hand.length} ${hand.length === 1 ? "card" : "cards"}`}>
              {hand.map((v, i) => {
                const move = showsMoves ? byCard.get(String(v)) : undefined;
                const first = hand.findIndex(o => String(o) === String(v)) === i;
                const face = <CardFace p={p} value={v} />, look = `card n t-${typeof v === "number" ? "sable" : tincture(v)}`;
                return move
                  ? <button key={i} class={`${look} legal`} data-move={first ? move : undefined} aria-label={p.names.fill(p.offers?.says?.[moves.indexOf(move)] ?? plain(move))} aria-disabled={waits || undefined} onClick={() => { send(move); }}>{face}</button>
                  : <span key={i} role="img" aria-label={capitalize(named(p.game, v))} class={look}>{face}</span>;
              })}
            </Group>
          )}
          {showsMoves && onSlip.length === 0 && others.length > 0 && (
            <Group class="g-moves" aria-label="Your moves">
              {others.map(one => <button key={one.move} class={`btn ${p.pending === one.move ? "brass" : "cloth"}`} data-move={one.move} aria-disabled={waits || undefined} onClick={() => { send(one.move); }}>{one.says}</button>)}
            </Group>
          )}
          {showsMoves && p.question?.mine && !p.over && <Writer p={p} w={w} />}
        </div>
      </section>
    </main>
  );
}

/** Numbers of each seat. */
function Rail(p: TableProps) {
  const { seats } = sortFields(p.game, (p.view ?? {}) as Cells, -1, p.seats.length);
  const names = [...new Set(seats.flatMap(s => s.filter(isNumber).map(one => one.field.name)))];
  if (!names.length) return null;
  const cell = (seat: number, name: string) => seats[seat].find(s => s.field.name === name);
  return (
    <table class="ledger">
      <thead><tr><th scope="col">Seat</th>{names.map(name => <th key={name} scope="col">{plain(name)}</th>)}</tr></thead>
      <tbody>{p.seats.map((_, i) => (
        <tr key={i}><th scope="row"><span class="row"><i class={`pip s${i}`} aria-hidden="true" />{p.names(i)}</span></th>
          {names.map(name => { const s = cell(i, name); return <td key={name}>{s ? inWords(p.game, p.names, s.field.is, s.value) : "·"}</td>; })}</tr>
      ))}</tbody>
    </table>
  );
}

export const generic: GameTable = {
  cloth: "plain",
  Table,
  Rail,
  keys: [{ keys: "1–9", does: "the nth of your moves" }],
};
