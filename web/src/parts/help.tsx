// Help: the rules with their ids, searchable, and the keys.
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameInfo, Rule } from "../net/api";
import type { KeyHelp } from "../tables/table";
import { Dialog } from "./dialog";
import { Group } from "./keys";

const EVERYWHERE: KeyHelp[] = [
  { keys: "Tab, Shift+Tab", does: "to the slip, my hand, the table, the rail" },
  { keys: "Arrows, Home, End", does: "move inside a group" },
  { keys: "Enter, Space", does: "choose; on a chosen thing: send" },
  { keys: "Escape", does: "undo the selection, close what is open" },
  { keys: "?", does: "on a thing: why not, or what it does" },
  { keys: "L", does: "the log" },
  { keys: "I", does: "the inspector" },
  { keys: "H", does: "rules and keys" },
];

const matches = (rule: Rule, words: string[]) => {
  const text = `${rule.id} ${rule.text}`.toLowerCase();
  return words.every(w => text.includes(w));
};

/* Words of the code stand between backticks. */
const Text = ({ text }: { text: string }) => <span>{text.split("`").map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))}</span>;

export function RuleList({ rules, at }: { rules: Rule[]; at?: string }) {
  const [search, setSearch] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const words = search.toLowerCase().split(/\s+/).filter(w => w);
  const found = rules.filter(r => matches(r, words));
  useEffect(() => {
    if (at) list.current?.querySelector(`[data-rule="${CSS.escape(at)}"]`)?.scrollIntoView({ block: "center" });
  }, [at, rules]);
  return (
    <div class="rules">
      <label class="field"><span>Search the rules</span>
        <input type="search" value={search} placeholder="a word, or an id" onInput={e => { setSearch(e.currentTarget.value); }} /></label>
      <p class="dim" role="status">{words.length ? `${found.length} of ${rules.length} rules` : `${rules.length} rules`}</p>
      <ol ref={list} class="rule-list">
        {found.map(r => (
          <li key={r.id} data-rule={r.id} class={r.id === at ? "here" : ""}>
            <b class="ruleid">{r.id}</b><Text text={r.text} />
          </li>
        ))}
      </ol>
      {found.length === 0 && <p>No rule has these words.</p>}
    </div>
  );
}

function Keys({ own }: { own: KeyHelp[] }) {
  const rows = (keys: KeyHelp[]) => keys.map(k => <tr key={k.keys}><th scope="row">{k.keys}</th><td>{k.does}</td></tr>);
  return (
    <>
      <table class="key-list"><tbody>{rows(own)}{rows(EVERYWHERE)}</tbody></table>
      <p class="dim">Single letters and digits can be switched off in the settings.</p>
    </>
  );
}

export function Help({ game, title, keys, rule, close }: { game: GameInfo; title: string; keys: KeyHelp[]; rule?: string; close(): void }) {
  const [tab, setTab] = useState<"rules" | "keys">("rules");
  return (
    <Dialog title={title} close={close} sheet>
      <Group class="tabs" role="tablist" aria-label="Help">
        {(["rules", "keys"] as const).map(t => (
          <button key={t} role="tab" aria-selected={tab === t} onClick={() => { setTab(t); }}>{t === "rules" ? "Rules" : "Keys"}</button>
        ))}
      </Group>
      <div class="sheet-b" role="tabpanel" tabIndex={0} aria-label={tab === "rules" ? "Rules" : "Keys"}>
        {tab === "rules" ? <RuleList rules={game.rules} at={rule} /> : <Keys own={keys} />}
      </div>
    </Dialog>
  );
}
