// The inspector, for developers: the stack of effects under the open question, the view, the legal moves, the messages
// and the chart with the live state marked. In a match it shows what this viewer was told and nothing else; all-seeing
// eyes in a replay add the truth.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ChartRow, GameInfo } from "../net/api";
import type { Offers, Question, View } from "../proto";
import { sha256, toHex } from "../replay/sha256";
import { list, plain, type Names } from "../words";
import { Group } from "./keys";

/** A message as it went over the wire. */
export interface Message { at: number; out: boolean; message: { type: string } }

export interface InspectorProps {
  game: GameInfo;
  names: Names;
  me: number;
  view: View;
  question: Question | null;
  offers: Offers | null;
  /** number of the update, or of the step */
  n: number;
  /** milliseconds left of the question; null: no limit */
  left?: number | null;
  messages?: Message[];
  /** replay, all-seeing: everything as it really was */
  truth?: View;
  /** hash of the state, where it may be known */
  hash?: string;
  close(): void;
  /** beneath the stack, such as the check of the deal */
  children?: ComponentChildren;
}

const TABS = ["Stack", "View", "Legal", "Messages", "Chart"] as const;
type Tab = (typeof TABS)[number];

/* ---- JSON for people: a line per member, values in one line as long as they are short ---- */

const LINE = 44;

function Value({ value, indent }: { value: unknown; indent: number }): ComponentChildren {
  const text = JSON.stringify(value) ?? "null";
  if (typeof value === "string") return <i>{text}</i>;
  if (typeof value !== "object" || value === null) return text;
  if (text.length <= LINE) return <Short value={value} />;
  const pad = "\n" + "  ".repeat(indent + 1), end = "\n" + "  ".repeat(indent);
  if (Array.isArray(value))
    return <>[{value.map((v, i) => <>{pad}<Value value={v} indent={indent + 1} />{i < value.length - 1 && ","}</>)}{end}]</>;
  const members = Object.entries(value);
  return <>{"{"}{members.map(([k, v], i) => <>{pad}<u>"{k}"</u>: <Value value={v} indent={indent + 1} />{i < members.length - 1 && ","}</>)}{end}{"}"}</>;
}

function Short({ value }: { value: object }) {
  if (Array.isArray(value)) return <>[{value.map((v: unknown, i) => <>{i > 0 && ", "}<Value value={v} indent={0} /></>)}]</>;
  return <>{"{ "}{Object.entries(value).map(([k, v], i) => <>{i > 0 && ", "}<u>"{k}"</u>: <Value value={v} indent={0} /></>)}{" }"}</>;
}

function Json({ value, label }: { value: unknown; label: string }) {
  return <pre tabIndex={0} role="region" aria-label={label}><Value value={value} indent={0} /></pre>;
}

/* ---- tabs ---- */

/** "trick 0 step=pick" -> ["trick", "Ann · step=pick"] */
export function effectInWords(effect: string, names: (seat: number) => string): [string, string] {
  const [word = "", seat = "", ...rest] = effect.split(" ");
  const who = /^\d$/.test(seat) ? names(Number(seat)) : seat;
  return [word, [who, ...rest].filter(part => part).join(" · ")];
}

function Stack(p: InspectorProps) {
  const effects = ((p.truth?.effects ?? p.view.effects ?? []) as string[]).slice().reverse();
  const q = p.question;
  const text = useMemo(() => JSON.stringify(p.view), [p.view]);
  const [hash, setHash] = useState("");

  useEffect(() => {
    let isOld = false;
    void sha256(new TextEncoder().encode(text)).then(bytes => { if (!isOld) setHash(toHex(bytes).slice(0, 16)); });
    return () => { isOld = true; };
  }, [text]);
  return (
    <>
      <ol class="frames" aria-label="The open question, and the effects under it, top first">
        {q && (
          <li class="q">
            <b>{q.asks}</b>
            <small>question · {list(q.open.map(seat => p.names(seat)))} {q.open.length === 1 && q.open[0] !== p.names.me ? "answers" : "answer"}
              {q.form === "all" ? ", sealed" : q.form === "turn" ? ", one after another" : q.form === "open" ? ", whoever is first" : ""}
              {p.left !== null && p.left !== undefined && ` · ${(p.left / 1000).toFixed(1)} s left`}{q.paused && " · paused"}</small>
          </li>
        )}
        {effects.map((effect, i) => {
          const [word, rest] = effectInWords(effect, p.names);
          return <li key={effects.length - i}><b>{word}</b><small>effect{rest && ` · ${rest}`}</small></li>;
        })}
        {!q && !effects.length && <li><b>empty</b><small>the match is over</small></li>}
      </ol>
      <dl class="kv">
        <dt>phase</dt><dd>{q?.asks ?? "over"}</dd>
        <dt>seq</dt><dd>{p.n}</dd>
        {q && <><dt>ticket</dt><dd>{q.ticket}</dd></>}
        <dt>view</dt><dd data-view-hash={hash}>{hash.replace(/(.{4})(?=.)/g, "$1 ")}</dd>
        {p.hash && <><dt>state</dt><dd>{p.hash.replace(/(.{4})(?=.)/g, "$1 ")}</dd></>}
        <dt>size</dt><dd>{new TextEncoder().encode(text).length} bytes</dd>
      </dl>
      {p.children}
    </>
  );
}

function Legal(p: InspectorProps) {
  const o = p.offers;
  if (!o) return <p class="dim">{p.me < 0 ? "Spectators are never asked." : p.question ? "This seat is not asked now." : "The match is over."}</p>;
  if (o.moves)
    return (
      <>
        <p class="caps dim">{o.moves.length} legal {o.moves.length === 1 ? "move" : "moves"}</p>
        <Json value={o.moves} label="Legal moves" />
      </>
    );
  return (
    <>
      <p class="caps dim">{o.many} candidates in {o.boxes?.length ?? 0} boxes</p>
      <Json value={o.boxes ?? []} label="Boxes of candidates" />
    </>
  );
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 23);

function Messages({ messages }: { messages: Message[] }) {
  if (!messages.length) return <p class="dim">None yet.</p>;
  return (
    <ol class="msgs" aria-label="Messages, newest first">
      {messages.slice().reverse().map((m, i) => (
        <li key={messages.length - i}>
          <details>
            <summary><span class="dir">{m.out ? "→" : "←"}<span class="vh">{m.out ? "sent" : "received"}</span></span> <b>{m.message.type}</b> <small>{clock(m.at)}</small></summary>
            <Json value={m.message} label={`Message ${m.message.type}`} />
          </details>
        </li>
      ))}
    </ol>
  );
}

function Rows({ rows }: { rows: ChartRow[] }) {
  return (
    <ul>
      {rows.map((r, i) => (
        <li key={i}>
          <span class="mono">{r.move ?? "by itself"}</span>{r.guard && <small> [{r.guard}]</small>} → <b>{r.stays ? "stays" : r.to}</b>
          {r.rule && <small class="ruleid"> {r.rule}</small>}
        </li>
      ))}
    </ul>
  );
}

function ChartTab({ game, question }: { game: GameInfo; question: Question | null }) {
  const box = useRef<HTMLOListElement>(null);
  const live = question?.asks ?? "";

  useEffect(() => { box.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }); }, [live]);
  if (!game.chart) return <p class="dim">This game has no chart.</p>;
  const { rows, questions } = game.chart;
  return (
    <ol class="states" ref={box} aria-label="Questions, and where answers lead">
      {questions.map(({ name }, i) => (
        <li key={name} aria-current={name === live ? "step" : undefined}>
          <details open={name === live}>
            <summary><span class="num">{i + 1}</span> {name}{name === live && <span class="tag">now</span>}</summary>
            <Rows rows={rows.filter(r => r.from === name)} />
          </details>
        </li>
      ))}
    </ol>
  );
}

export function Inspector(p: InspectorProps) {
  const [tab, setTab] = useState<Tab>("Stack");
  const tabs = p.messages ? TABS : TABS.filter(t => t !== "Messages");
  const id = (t: Tab) => `insp-${t.toLowerCase()}`;

  return (
    <aside class="rail insp" aria-label="Inspector" id="inspector">
      <header><h2>Inspector</h2><button type="button" class="icon" aria-label="Close the inspector" onClick={p.close}><i class="ic ic-close" /></button></header>
      <Group class="tabs" role="tablist" aria-label="Inspector">
        {tabs.map(t => (
          <button type="button" key={t} role="tab" id={`${id(t)}-tab`} aria-selected={t === tab} aria-controls={id(tab)}
            onClick={() => { setTab(t); }}>{t}</button>
        ))}
      </Group>
      <div class="insp-b" role="tabpanel" id={id(tab)} aria-labelledby={`${id(tab)}-tab`} tabIndex={0}>
        {tab === "Stack" && <Stack {...p} />}
        {tab === "View" && (
          <>
            <Json value={p.view} label={p.me < 0 ? "View of a spectator" : `View of ${plain(p.names(p.me))}`} />
            {p.truth && <><p class="caps dim">The truth</p><Json value={p.truth} label="The position as it really was" /></>}
          </>
        )}
        {tab === "Legal" && <Legal {...p} />}
        {tab === "Messages" && <Messages messages={p.messages ?? []} />}
        {tab === "Chart" && <ChartTab game={p.game} question={p.question} />}
      </div>
    </aside>
  );
}
