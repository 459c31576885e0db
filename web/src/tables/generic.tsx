// A table for every game without one of its own, made from view, legal moves and chart alone: what belongs to each seat
// as a table, the rest as words and lists, moves as buttons. A game from outside may bring what is drawn in the middle. A move can also be written by hand, and is checked as it is
// written; where moves are too many to list, the boxes help to write one.
import { useEffect, useRef, useState } from "preact/hooks";
import { useStateOf } from "../parts/hooks";
import { Group, useKeys } from "../parts/keys";
import { SeatBadge } from "../parts/seat";
import { Slip, type ChainLink } from "../parts/slip";
import type { Box, Checked } from "../proto";
import { list, plain, valueInWords } from "../words";
import { Outside } from "./outside";
import type { GameTable, TableProps } from "./table";

/* The kernel's part of a view: question, time and effects are shown elsewhere. */
const KERNEL = new Set(["viewer", "seats", "time", "over", "paused", "asked", "effects", "own", "budget"]);
const MANY_STATES = 9;

type Cells = Record<string, unknown>;
const isPerSeat = (value: unknown, n: number): value is unknown[] => Array.isArray(value) && value.length === n && n > 1;
const isEmpty = (value: unknown) => value === null || value === "-" || (Array.isArray(value) && value.every(isEmpty));

function Value({ value }: { value: unknown }) {
  if (isEmpty(value)) return <span class="g-none">–</span>;
  if (!Array.isArray(value)) return <>{valueInWords(value)}</>;
  return <ul class="g-list">{value.map((v, i) => <li key={i}>{valueInWords(v)}</li>)}</ul>;
}

function BySeat({ rows, p, secret }: { rows: [string, unknown[]][]; p: TableProps; secret: Set<string> }) {
  if (!rows.length) return null;
  return (
    <table class="g-table">
      <thead><tr><td />{p.seats.map((_, i) => <th key={i} scope="col"><i class={`pip s${i}`} aria-hidden="true" /> {p.names(i)}</th>)}</tr></thead>
      <tbody>{rows.map(([key, values]) => (
        <tr key={key}><th scope="row" class="print">{plain(key)}</th>
          {values.map((v, i) => <td key={i}>{secret.has(key) ? <div class="was-secret"><Value value={v} /></div> : <Value value={v} />}</td>)}</tr>
      ))}</tbody>
    </table>
  );
}

/* Where in its chart the game stands. */
function Progress({ p }: { p: TableProps }) {
  const states = p.game.chart?.questions ?? [];
  if (states.length < 2 || states.length > MANY_STATES) return null;
  return (
    <ol class="prog" aria-label="Where the game stands">
      {states.map((s, i) => {
        const here = s.name === p.question?.asks && !p.over;
        return <li key={s.name} class={here ? "active" : ""} aria-current={here ? "step" : undefined}><b>{i + 1}</b><span>{plain(s.name)}</span></li>;
      })}
    </ol>
  );
}

/* Puts a value into a move's text: behind its name where the text has names, otherwise at its place. */
function withValue(box: Box, text: string, argument: number, value: string): string {
  const { field } = box.arguments[argument];
  const words = text.split(" ");
  const named = words.findIndex(w => w.startsWith(field + "="));
  if (named >= 0) words[named] = `${field}=${value}`;
  else if (words.length > argument + 1) words[argument + 1] = value;
  else words.push(value);
  return words.join(" ");
}

function Writer({ p }: { p: TableProps }) {
  const ticket = p.question?.ticket;
  const [text, setText] = useStateOf(ticket, "");
  const [box, setBox] = useStateOf<Box | null>(ticket, null);
  const [checked, setChecked] = useState<{ text: string; checked: Checked } | null>(null);
  const asked = useRef(0);
  const boxes = p.offers?.boxes ?? [];

  useEffect(() => {
    const mine = ++asked.current;
    setChecked(null);
    if (!text.trim() || !p.question) return;
    const timer = setTimeout(() => {
      void p.check(text.trim()).then(c => { if (mine === asked.current) setChecked({ text, checked: c }); });
    }, 250);
    return () => { clearTimeout(timer); };
  }, [text, ticket]);

  const send = (e: Event) => {
    e.preventDefault();
    if (text.trim()) p.play(text.trim());
  };
  const answer = checked?.text === text ? checked.checked : null;
  return (
    <form class="g-write" onSubmit={send}>
      {boxes.length > 0 && (
        <Group class="row wrap" aria-label="Kinds of moves">
          {boxes.map((b, i) => <button key={i} type="button" class="btn cloth" aria-pressed={b === box} onClick={() => { setBox(b); setText(b.template); }}>{plain(b.move)} <small>{b.size}</small></button>)}
        </Group>
      )}
      {box && (
        <div class="row wrap">
          {box.arguments.map((a, i) => a.from === undefined && (
            <label key={i} class="field"><span>{a.asks ?? plain(a.field || `part ${i + 1}`)}</span>
              <select class="input" onChange={e => { setText(withValue(box, text, i, e.currentTarget.value)); }}>
                {a.values.map((v, k) => <option key={String(v)} value={String(v)}>{p.names.fill(a.says?.[k] ?? String(v))}</option>)}
              </select></label>
          ))}
        </div>
      )}
      <div class="g-line">
        <label class="field grow"><span>Write a move</span>
          <input class="input" value={text} autocomplete="off" spellcheck={false} placeholder={list(p.game.moves.slice(0, 4), "or")} onInput={e => { setText(e.currentTarget.value); }} /></label>
        <button class="btn cloth" type="submit" aria-disabled={!answer?.ok}>Play it</button>
        {text && <button class="btn cloth" type="button" onClick={() => { setText(""); setBox(null); }}>Take back</button>}
      </div>
      <p class="g-answer" role="status">
        {answer && (answer.ok ? "This is possible." : p.names.fill(`${answer.title ?? ""} ${answer.because ?? ""}`))}
      </p>
    </form>
  );
}

function Table(p: TableProps) {
  const { effects: _e, sealed: _s, ...truth } = (p.truth ?? {}) as Cells;
  const view = { ...((p.view ?? {}) as Cells), ...truth };
  // All-seeing eyes: what the view did not show was secret.
  const secret = new Set(Object.keys(truth).filter(key => JSON.stringify(truth[key]) !== JSON.stringify((p.view as Cells)[key])));
  const shown = Object.entries(view).filter(([key]) => !KERNEL.has(key));
  const bySeat = shown.filter((row): row is [string, unknown[]] => isPerSeat(row[1], p.seats.length));
  const rest = shown.filter(([, v]) => !isPerSeat(v, p.seats.length));
  const moves = p.offers?.moves ?? [];
  const effects = Array.isArray(view.effects) ? (view.effects as string[]) : [];
  const chain: ChainLink[] = effects.map(e => ({ label: plain(e.split(" ")[0]) }));
  const own = typeof view.own === "string" ? view.own : null;
  const waits = p.pending !== null || !!p.question?.paused;
  const [isBare, setBare] = useState(false); // the table of the game has the moves itself
  const [isPlain, setPlain] = useState(!p.game.table); // it has none, or one that does not work
  const press = (n: number) => { if (moves[n] && !waits) p.play(moves[n]); };

  useKeys(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [String(i + 1), () => { press(i); }])), !p.replay);
  return (
    <main class="mat generic" data-cloth="kings">
      <div class="g-top">{p.seats.map((_, i) => (i === p.me ? null : <SeatBadge key={i} {...p} seat={i} />))}</div>
      <div class="g-mid">
        {!isPlain && <Outside p={p} onOwnsMoves={setBare} onTrouble={() => { setBare(false); setPlain(true); }} />}
        {isPlain && <section aria-label="The table" tabIndex={0} class="g-zones">
          <BySeat rows={bySeat} p={p} secret={secret} />
          <dl class="g-rest">{rest.map(([key, v]) => <div key={key}><dt class="print">{plain(key)}</dt><dd class={secret.has(key) ? "was-secret" : ""}><Value value={v} /></dd></div>)}</dl>
        </section>}
        <Progress p={p} />
      </div>
      <Slip {...p} chain={chain.length > 1 ? chain : undefined} note={own ? <>Your answer lies here face down: <b>{own}</b></> : undefined} />
      <section class="mine" aria-label="Your side">
        {p.me >= 0 && <SeatBadge {...p} seat={p.me} />}
        {p.me >= 0 && !p.replay && !isBare && (
          <div class="g-do">
            {moves.length > 0 && (
              <Group class="g-moves" aria-label="Your moves">
                {moves.map((move, i) => (
                  <button key={move} class={`btn ${p.pending === move ? "brass" : "cloth"}`} data-move={move} aria-disabled={waits}
                    onClick={() => { if (!waits) p.play(move); }}>{p.names.fill(p.offers?.says?.[i] ?? plain(move))}</button>
                ))}
              </Group>
            )}
            {p.question?.mine && !p.over && <Writer p={p} />}
          </div>
        )}
      </section>
    </main>
  );
}

function Rail(p: TableProps) {
  const points = (p.view as Cells | null)?.points;
  if (!isPerSeat(points, p.seats.length)) return null;
  return (
    <table class="ledger">
      <thead><tr><th>Seat</th><th>Points</th></tr></thead>
      <tbody>{points.map((n, i) => <tr key={i}><td><span class="row"><i class={`pip s${i}`} aria-hidden="true" />{p.names(i)}</span></td><td><b>{valueInWords(n)}</b></td></tr>)}</tbody>
    </table>
  );
}

export const generic: GameTable = {
  cloth: "kings",
  Table,
  Rail,
  keys: [{ keys: "1–9", does: "the nth of your moves" }],
};
