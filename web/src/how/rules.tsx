// Every rule of a game: headings from the first part of the ids, a table of contents, a search; the ids stay, for links.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Rule } from "../net/api";
import { partsOf, textsOf, type Part } from "./rule-parts";

/** A sentence of the rules without its marks: words of the code, and words that are defined here. */
function Text({ text }: { text: string }) {
  return (
    <span>
      {textsOf(text).map((one, i) => (one.kind === "code" ? <code key={i}>{one.text}</code> : one.kind === "term" ? <dfn key={i}>{one.text}</dfn> : one.text))}
    </span>
  );
}

const matches = (rule: Rule, words: string[]) => {
  const text = `${rule.id} ${rule.text}`.toLowerCase();
  return words.every(word => text.includes(word));
};

function Contents({ parts, show }: { parts: Part[]; show(part: Part): void }) {
  return (
    <nav class="rule-toc" aria-label="Contents">
      <ol>
        {parts.map(part => (
          <li key={part.id}><button type="button" class="btn bare" data-part={part.id} onClick={() => { show(part); }}>
            <b class="ruleid">{part.id}</b> {part.heading}</button></li>
        ))}
      </ol>
    </nav>
  );
}

interface EveryRuleProps { game: string; rules: Rule[]; headings: [string, string][]; at?: string; level?: 2 | 3 }

export function EveryRule({ game, rules, headings, at, level = 3 }: EveryRuleProps) {
  const [search, setSearch] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const words = search.toLowerCase().split(/\s+/).filter(word => word);
  const parts = partsOf(rules, headings).map(part => ({ ...part, rules: part.rules.filter(rule => matches(rule, words)) })).filter(part => part.rules.length);
  const n = parts.reduce((sum, part) => sum + part.rules.length, 0);
  const Heading = level === 2 ? "h2" : "h3";
  const show = (id: string) => {
    const found = box.current?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(id)}"], [data-section="${CSS.escape(id)}"]`);
    found?.scrollIntoView({ block: "start" });
    found?.focus({ preventScroll: true });
  };
  useEffect(() => { if (at) show(at); }, [at, rules]);
  return (
    <div class="rules" ref={box}>
      <label class="field"><span>Search the rules</span>
        <input class="input" type="search" value={search} placeholder="a word, or an id" onInput={e => { setSearch(e.currentTarget.value); }} /></label>
      <p class="dim" role="status">{words.length ? `${n} of ${rules.length} rules` : `${rules.length} rules`}</p>
      {!words.length && parts.length > 1 && <Contents parts={parts} show={part => { show(part.id); }} />}
      {parts.map(part => (
        <section key={part.id} class="rule-part">
          <Heading tabIndex={-1} data-section={part.id}>{part.heading} <small class="ruleid">{part.id}</small></Heading>
          <ol class="rule-list">
            {part.rules.map(rule => (
              <li key={rule.id} tabIndex={-1} data-rule={rule.id} class={rule.id === at ? "here" : ""}>
                <a class="ruleid" href={`#/rules/${game}?at=${encodeURIComponent(rule.id)}`} aria-label={`Link to rule ${rule.id}`}>{rule.id}</a><Text text={rule.text} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      {n === 0 && <p>No rule has these words.</p>}
    </div>
  );
}
