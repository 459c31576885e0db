// How to play: one sheet for people. What they look up most comes first; the gist stays beside it on wide windows; every rule
// is the last tab. Loaded when it is opened.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isHereAddress } from "../here/here";
import { loadTeaching, minutesOf, hasLesson, type How, type Thing, type ThingTab } from "../learn/teach";
import { getGame, type Rule } from "../net/api";
import { Dialog } from "../parts/dialog";
import { useFetched } from "../parts/hooks";
import { Group } from "../parts/keys";
import type { KeyHelp } from "../tables/table";
import { sentence, titleOf } from "../words";
import { cutAtWords, search, type Found } from "./find";
import { factsOf, ThingPicture } from "./pictures";
import { EveryRule } from "./rules";

export interface HowProps {
  game: string;
  keys: KeyHelp[];
  /** opens at this rule */
  rule?: string;
  /** what I hold now, as the referee writes it */
  have: string[];
  /** a lesson is under way: no way into another one */
  isLearning?: boolean;
  close(): void;
}

const EVERYWHERE: KeyHelp[] = [
  { keys: "Tab, Shift+Tab", does: "to the slip, my hand, the table, the rail" },
  { keys: "Arrows, Home, End", does: "move inside a group" },
  { keys: "Enter, Space", does: "choose; on a chosen thing: send" },
  { keys: "Escape", does: "undo the selection, close what is open" },
  { keys: "?", does: "on a thing: what it does, or why not" },
  { keys: "L", does: "the log" },
  { keys: "I", does: "the inspector" },
  { keys: "H", does: "how to play" },
];

/* ---- texts ---- */

/** Words of the glossary have a dotted line; pressed, their entry opens below. */
function Plain({ text, how }: { text: string; how: How }) {
  const [open, setOpen] = useState<string | null>(null);
  const entry = how.words.find(one => one.word === open);
  const parts = useMemo(() => cutAtWords(text, how.words.map(one => one.word)), [text, how]);
  return (
    <>
      {parts.map((part, i) => (i % 2
        ? <button key={i} type="button" class="dfn" aria-expanded={open === part} onClick={() => { setOpen(open === part ? null : part); }}>{part}</button> : part))}
      {entry && <span class="entry" role="note"><b>{entry.word}</b> {entry.words}</span>}
    </>
  );
}

function Minute({ how }: { how: How }) {
  return (
    <>
      <h3>In a minute</h3>
      <p>{how.goal}</p>
      <ol class="gist">{how.minute.map(line => <li key={line}><span>{line}</span></li>)}</ol>
      <p><b>{how.wins}</b></p>
      {how.points && (
        <div class="hr">
          <h3>{how.points.title}</h3>
          <table class="worth"><tbody>{how.points.rows.map(([what, value]) => <tr key={what}><th scope="row">{what}</th><td>{value}</td></tr>)}</tbody></table>
          {how.points.note && <p class="dim">{how.points.note}</p>}
        </div>
      )}
      {how.examples.map(one => <div class="hr" key={one.title}><h3>{one.title}</h3>{one.lines.map(line => <p key={line}>{line}</p>)}</div>)}
    </>
  );
}

function ThingLine({ game, thing, how, isMine }: { game: string; thing: Thing; how: How; isMine: boolean }) {
  return (
    <li class={isMine ? "have" : ""} data-thing={thing.word} tabIndex={-1}>
      <ThingPicture game={game} thing={thing} />
      <div>
        <b>{thing.name}</b>{isMine && <span class="vh">, in your hand now</span>}
        {factsOf(thing).map(fact => <span key={fact} class="tag">{fact}</span>)}
        <p><Plain text={thing.words} how={how} /></p>
      </div>
    </li>
  );
}

function Things({ game, tab, how, have }: { game: string; tab: ThingTab; how: How; have: Set<string> }) {
  return (
    <>
      {(tab.about || have.size > 0) && <p class="dim">{tab.about} {have.size > 0 && <><span class="marked">Marked</span> is in your hand now.</>}</p>}
      {tab.groups.map(group => (
        <section key={group.title || "all"}>
          {group.title && <h3>{group.title}</h3>}
          <ul class={`cheat ${tab.shape}`}>{group.things.map(thing => <ThingLine key={thing.word + thing.name} game={game} thing={thing} how={how} isMine={have.has(thing.word)} />)}</ul>
        </section>
      ))}
    </>
  );
}

const Words = ({ how }: { how: How }) => (
  <dl class="glossary">{how.words.map(one => <div key={one.word} data-word={one.word} tabIndex={-1}><dt>{one.word}</dt><dd>{one.words}</dd></div>)}</dl>
);

function Keys({ own }: { own: KeyHelp[] }) {
  const rows = (keys: KeyHelp[]) => keys.map(k => <tr key={k.keys}><th scope="row">{k.keys}</th><td>{k.does}</td></tr>);
  return (
    <>
      <table class="key-list"><tbody>{rows(own)}{rows(EVERYWHERE)}</tbody></table>
      <p class="dim">Single letters and digits can be switched off in the settings.</p>
    </>
  );
}

const KINDS: Record<Found["kind"], string> = { thing: "", word: "a word", rule: "a rule" };

function Results({ found, open }: { found: Found[]; open(one: Found): void }) {
  const [all, setAll] = useState(false);
  if (!found.length) return <p role="status">Nothing here has these words.</p>;
  return (
    <>
      <p class="dim" role="status">{found.length} found; Enter opens the first.</p>
      <ul class="found">
        {found.slice(0, all ? undefined : 30).map(one => (
          <li key={one.kind + one.id}><button type="button" class="btn bare" data-found={one.id} onClick={() => { open(one); }}><b>{one.name}</b> <small>{KINDS[one.kind]}</small></button></li>
        ))}
      </ul>
      {found.length > 30 && !all && <button type="button" class="btn" onClick={() => { setAll(true); }}>All {found.length}</button>}
    </>
  );
}

/* ---- the sheet ---- */

function Body({ p, how, rules }: { p: HowProps; how: How; rules: Rule[] }) {
  const tabs = [...how.tabs.map(tab => tab.title), "In a minute", "Words", "Keys", "Every rule"];
  const [tab, setTab] = useState(p.rule ? "Every rule" : tabs[0]);
  const [typed, setTyped] = useState("");
  const [target, setTarget] = useState<{ at: string } | null>(null);
  const [rule, setRule] = useState(p.rule);
  const box = useRef<HTMLDivElement>(null);
  const have = useMemo(() => new Set(p.have), [p.have]);
  const found = typed.trim() ? search(how, rules, typed) : null;
  const shown = how.tabs.find(one => one.title === tab);

  useEffect(() => {
    const thing = target && box.current?.querySelector<HTMLElement>(target.at);
    thing?.scrollIntoView({ block: "center" });
    thing?.focus({ preventScroll: true });
  }, [target]);
  const open = (one: Found) => {
    setTyped("");
    if (one.kind === "rule") { setTab("Every rule"); setRule(one.id); return; }
    setTab(one.kind === "word" ? "Words" : (how.tabs.find(t => t.groups.some(g => g.things.some(thing => thing.word === one.id)))?.title ?? tabs[0]));
    setTarget({ at: one.kind === "word" ? `[data-word="${CSS.escape(one.id)}"]` : `[data-thing="${CSS.escape(one.id)}"]` });
  };
  return (
    <>
      <Group class="tabs" role="tablist" aria-label="How to play">
        {tabs.map(one => <button key={one} role="tab" aria-selected={tab === one} onClick={() => { setTab(one); setTyped(""); setRule(undefined); }}>{one}</button>)}
      </Group>
      <div class="sheet-b how" role="tabpanel" tabIndex={0} aria-label={tab} ref={box}>
        {tab !== "In a minute" && <div class="left hide-p"><Minute how={how} /></div>}
        <div class="main">
          {tab !== "Every rule" && (
            <form class="find" role="search" onSubmit={e => { e.preventDefault(); if (found?.[0]) open(found[0]); }}>
              <label><i class="ic ic-search" aria-hidden="true" /><span class="vh">Find a card, a word or a rule</span>
                <input type="search" value={typed} placeholder="Find a card or a word" onInput={e => { setTyped(e.currentTarget.value); }} /></label>
            </form>
          )}
          {found ? <Results found={found} open={open} />
            : shown ? <Things game={p.game} tab={shown} how={how} have={have} />
              : tab === "In a minute" ? <Minute how={how} />
                : tab === "Words" ? <Words how={how} />
                  : tab === "Keys" ? <Keys own={p.keys} />
                    : <EveryRule game={p.game} rules={rules} headings={how.parts} at={rule} />}
        </div>
      </div>
    </>
  );
}

const NONE: How = { game: "", goal: "", minute: [], wins: "", points: null, tabs: [], examples: [], words: [], parts: [] };

export function HowSheet(p: HowProps) {
  const got = useFetched(() => Promise.all([loadTeaching(p.game).then(one => one.how ?? NONE, () => NONE), getGame(p.game)]), [p.game]);
  const minutes = minutesOf(p.game);
  return (
    <Dialog title={`How to play ${titleOf(p.game)}`} close={p.close} sheet class="how-s"
      more={!p.isLearning && hasLesson(p.game) && <a class="btn hide-p" href={`#/learn/${isHereAddress(location.hash) ? "~" : ""}${p.game}`} onClick={p.close}><i class="ic ic-learn" aria-hidden="true" />Learn in {minutes} minutes</a>}>
      {got.trouble ? <p class="sheet-b" role="alert">{sentence(got.trouble.message)}</p>
        : got.got ? <Body p={p} how={got.got[0]} rules={got.got[1].rules} /> : <p class="sheet-b" role="status">One moment…</p>}
    </Dialog>
  );
}
