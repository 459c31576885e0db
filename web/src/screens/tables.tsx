// The lists of the lobby: my tables, open and running ones with search and filter, and the matches that are over.
import { useState } from "preact/hooks";
import { isHere } from "../here/here";
import { ApiTrouble, getGames, getMatch, getMatches, type GameHead, type MatchHead } from "../net/api";
import { pastOfHead, whenInWords } from "../past";
import { Bar } from "../parts/bar";
import { useFetched, useStore, useTitle } from "../parts/hooks";
import { clothOf } from "../parts/pictures";
import { store, type MyTable, type Past } from "../store";
import { list, makeNames, sentence, titleOf } from "../words";

const AGAIN_MS = 4000;
const LISTED = 6;
const MINE_LISTED = 8;
const PAST_LISTED = 3;
const REMATCH_MS = 15 * 60_000; // so long a match that is over may still become a rematch

function Row({ m, children, mine, about }: { m: MatchHead; children: preact.ComponentChildren; mine?: MyTable; about?: string }) {
  const names = makeNames(m.seats, mine?.seat ?? -1);
  const others = m.seats.flatMap((s, i) => (i === mine?.seat || s.kind === "open" ? [] : [names(i)]));
  const persons = m.seats.filter(s => s.kind === "person").length;
  const who = mine ? (others.length ? `with ${list(others)}` : "nobody else yet") : persons ? list(others) : "bots only";
  const more = [
    m.stands === "open" && m.settings.length > 0 && m.settings.map(s => s.replace(/[.]$/, "")).join(", "),
    m.moves > 0 && `${m.moves} ${m.moves === 1 ? "move" : "moves"}`,
    m.watching > 0 && `${m.watching} ${m.watching === 1 ? "watches" : "watch"}`,
  ].filter(text => text);
  return (
    <li class="tb" data-cloth={clothOf(m.game)} data-match={m.match}>
      <i class="sw" />
      <div><b>{titleOf(m.game)}</b><small>{about ?? [who, ...more].join(" · ")}</small></div>
      {children}
    </li>
  );
}

function Seats({ m }: { m: MatchHead }) {
  const taken = m.seats.filter(s => s.kind !== "open").length;
  return (
    <span class="seats" role="img" aria-label={`${taken} of ${m.seats.length} seats taken`}>
      {m.seats.map((s, i) => <i key={i} class={s.kind === "open" ? "" : "on"} />)}
    </span>
  );
}

/* ---- mine ---- */

/* My tables as the server knows them now: those that are not over, and those that may still become a rematch. What the server has
 * forgotten is forgotten here too; what ended without me goes to the past. */
async function myTables(here: boolean): Promise<{ mine: MyTable; m: MatchHead }[]> {
  const ended = new Map(store.past.map(p => [`${p.match} ${p.seat}`, p.at]));
  const isOpen = (t: MyTable) => (ended.get(`${t.match} ${t.seat}`) ?? Infinity) > Date.now() - REMATCH_MS;
  const tables = store.tables.filter(t => isHere(t.match) === here && isOpen(t)).slice(0, MINE_LISTED);
  const found = await Promise.all(tables.map(mine => getMatch(mine.match).then(m => ({ mine, m }), (e: unknown) => {
    if (e instanceof ApiTrouble && e.status === 404) store.remove(mine.match);
    return null;
  })));
  for (const one of found) {
    const past = one && pastOfHead(one.m, one.mine.seat);
    if (past) store.end(past);
  }
  return found.filter(f => f !== null);
}

/** A rematch that waits for me: its words, and where it is; null: there is none. */
export function rematchOf(m: MatchHead, mine: MyTable, isMine: (match: string) => boolean): { about: string; href: string; label: string } | null {
  const names = makeNames(m.seats, mine.seat);
  if (m.next) return isMine(m.next) ? null : { about: "A rematch has been made", href: `#/join/${m.next}`, label: "Sit down" };
  if (!m.offered || m.seats[mine.seat]?.rematch === "no") return null;
  const by = m.offered.by === mine.seat ? "You ask" : `${names(m.offered.by)} asks`;
  return { about: `${by} for a rematch`, href: `#/match/${m.match}`, label: m.seats[mine.seat]?.rematch ? "Return" : "Sit down" };
}

function tagOf(m: MatchHead, mine: MyTable): { text: string; you?: boolean } {
  if (m.stands === "open") return { text: "waiting for players" };
  if (m.stands !== "running") return { text: m.stands };
  if (m.decides.includes(mine.seat)) return { text: "your move", you: true };
  const names = makeNames(m.seats, mine.seat);
  return { text: m.decides.length ? `waiting for ${list(m.decides.map(s => names(s)))}` : "running" };
}

export function Mine({ here }: { here: boolean }) {
  const kept = useStore();
  const { got } = useFetched(() => myTables(here), [kept.tables.length, here], AGAIN_MS);
  const rows = got?.flatMap(({ mine, m }) => {
    const again = m.stands === "over" ? rematchOf(m, mine, id => kept.table(id) !== null) : null;
    if (m.stands === "over" && !again) return [];
    const tag = again ? { text: "rematch" } : tagOf(m, mine);
    return [
      <Row key={m.match + mine.seat} m={m} mine={mine} about={again?.about}>
        <span class={`tag${tag.you ? " you" : ""}`}>{tag.text}</span>
        {again
          ? <a class="btn" href={again.href} aria-label={`${again.label}: ${again.about}, ${titleOf(m.game)}`}>{again.label}</a>
          : <a class={`btn${tag.you ? " act" : ""}`} href={`#/match/${m.match}`} aria-label={`Return to ${titleOf(m.game)}`}>Return</a>}
      </Row>,
    ];
  });
  if (rows?.length) return <ul>{rows}</ul>;
  return <p class="dim empty">Tables you sit at are kept here, also after you close the browser.</p>;
}

/* ---- open and running ---- */

/** What is looked for; kept for the visit. */
export interface Wanted { text: string; free: boolean; people: boolean; games: string[] }
const NOTHING: Wanted = { text: "", free: false, people: false, games: [] };
let lastWanted = NOTHING;

/** Every word stands in the title, the id, the settings or a name; all switches hold; of the games one. */
export function isWanted(m: MatchHead, w: Wanted): boolean {
  const names = makeNames(m.seats, -1);
  const text = [titleOf(m.game), m.match, ...m.settings, ...m.seats.map((s, i) => (s.kind === "open" ? "" : names(i)))].join(" ").toLowerCase();
  return w.text.toLowerCase().split(/\s+/).every(word => text.includes(word)) &&
    (!w.free || m.stands === "open") && (!w.people || m.seats.some(s => s.kind === "person")) && (!w.games.length || w.games.includes(m.game));
}

function Filters({ wanted: w, set, games }: { wanted: Wanted; set(wanted: Wanted): void; games: GameHead[] }) {
  const chip = (label: string, on: boolean, change: Partial<Wanted>, game?: string) => (
    <button class="chip" type="button" key={label} aria-pressed={on} data-cloth={game && clothOf(game)} onClick={() => { set({ ...w, ...change }); }}>{game && <i class="sw" />}{label}</button>
  );
  const without = (game: string) => w.games.filter(g => g !== game);
  return (
    <div class="filters">
      <label class="find"><i class="ic ic-search" aria-hidden="true" /><span class="vh">Find a table, a game or a name</span>
        <input type="search" placeholder="Table, game or name" value={w.text} onInput={e => { set({ ...w, text: e.currentTarget.value }); }} /></label>
      <div class="chips" role="group" aria-label="Only tables with">
        {chip("Free seat", w.free, { free: !w.free })}
        {chip("With people", w.people, { people: !w.people })}
        {games.map(g => chip(titleOf(g.game), w.games.includes(g.game), { games: w.games.includes(g.game) ? without(g.game) : [...w.games, g.game] }, g.game))}
      </div>
    </div>
  );
}

export function Others({ games, make }: { games: GameHead[]; make(game: GameHead): void }) {
  const [shown, setShown] = useState(LISTED);
  const [wanted, setWanted] = useState(lastWanted);
  const { got, trouble } = useFetched(getMatches, [], AGAIN_MS);
  const mine = new Set(useStore().tables.map(t => t.match));
  const all = (got ?? []).filter(m => !mine.has(m.match) && m.stands !== "broken").sort((a, b) => Number(b.stands === "open") - Number(a.stands === "open"));
  const found = all.filter(m => isWanted(m, wanted));
  const set = (w: Wanted) => { lastWanted = w; setWanted(w); setShown(LISTED); };
  const toMake = games.find(g => wanted.games.includes(g.game)) ?? games[0];
  return (
    <section class="panel" aria-labelledby="open-t">
      <h2 id="open-t"><span>Open and running {all.length > 0 && <small role="status">{Math.min(shown, found.length)} of {all.length}</small>}</span></h2>
      {trouble && <p role="alert">{sentence(trouble.message)}</p>}
      {all.length > 0 && <Filters wanted={wanted} set={set} games={games.filter(g => wanted.games.includes(g.game) || all.some(m => m.game === g.game))} />}
      {got && !all.length && <p class="dim empty">No other table is open right now. Open one, and it is listed here for everybody.</p>}
      {all.length > 0 && !found.length && toMake && (
        <p class="dim empty row wrap">No table like that.
          <button class="btn" onClick={() => { make(toMake); }}>Open one</button><button class="btn" onClick={() => { set(NOTHING); }}>Show all</button></p>
      )}
      <ul>
        {found.slice(0, shown).map(m => (
          <Row key={m.match} m={m}>
            {m.stands === "open" ? <Seats m={m} /> : <span class="tag">running</span>}
            {m.stands === "open"
              ? <a class="btn" href={`#/join/${m.match}`} aria-label={`Join ${titleOf(m.game)}`}>Join</a>
              : <a class="btn" href={`#/watch/${m.match}`} aria-label={`Watch ${titleOf(m.game)}`}>Watch</a>}
          </Row>
        ))}
      </ul>
      {found.length > shown && <div class="more"><button class="btn bare" onClick={() => { setShown(Infinity); }}>Show {found.length - shown} more</button></div>}
    </section>
  );
}

/* ---- the past ---- */

function PastRow({ p }: { p: Past }) {
  return (
    <li class="tb" data-cloth={clothOf(p.game)} data-past={p.match}>
      <i class="sw" />
      <div><b>{titleOf(p.game)}</b><small>{p.others.length ? `with ${list(p.others)}` : "alone"}{isHere(p.match) ? " · in this tab" : ""}</small></div>
      <span class="past-how" data-how={p.how}>{p.how === "won" && <i class="ic ic-check" aria-hidden="true" />}<span>{p.result}{p.why && <small>{p.why}</small>}</span></span>
      <span class="when">{whenInWords(p.at)}</span>
      <span class="past-acts">
        <a class="btn quiet" href={`#/replay/${p.match}?as=${p.seat}`} aria-label={`Replay of ${titleOf(p.game)}, ${p.result}, ${whenInWords(p.at)}`}>Replay</a>
        <a class="btn quiet" href={`#/replay/${p.match}?as=${p.seat}&analysis`} aria-label={`Analysis of ${titleOf(p.game)}, ${p.result}, ${whenInWords(p.at)}`}><i class="ic ic-graph" aria-hidden="true" />Analysis</a>
        <a class="btn quiet" href={`#/verdict/${p.match}`} aria-label={`Verdict on ${titleOf(p.game)}, ${p.result}, ${whenInWords(p.at)}`}>Verdict</a>
      </span>
    </li>
  );
}

/** The newest of them, in the lobby. */
export function PastPanel() {
  const { past } = useStore();
  if (!past.length) return null;
  return (
    <section class="panel past" aria-labelledby="past-t">
      <h2 id="past-t"><span>Past matches <small>kept on this device</small></span><a href="#/past">All {past.length}</a></h2>
      <ul>{past.slice(0, PAST_LISTED).map(p => <PastRow key={p.match + p.seat} p={p} />)}</ul>
    </section>
  );
}

/** All of them, as a screen. */
export function PastScreen() {
  const kept = useStore();
  const [text, setText] = useState("");
  useFetched(getGames, []); // for their titles
  useFetched(async () => [await myTables(false).catch(() => []), await (kept.tables.some(t => isHere(t.match)) ? myTables(true).catch(() => []) : [])], []);
  useTitle("Past matches");
  const words = text.toLowerCase().split(/\s+/);
  const found = kept.past.filter(p => words.every(w => `${titleOf(p.game)} ${p.others.join(" ")} ${p.result}`.toLowerCase().includes(w)));
  return (
    <div class="page">
      <Bar title="Past matches" />
      <main class="doc-page">
        <h1>Past matches</h1>
        {kept.past.length === 0 && <p>None yet. A match that you have played to its end is listed here, with its replay.</p>}
        {kept.past.length > 0 && (
          <section class="panel past" aria-label="Past matches">
            <label class="find"><i class="ic ic-search" aria-hidden="true" /><span class="vh">Find a game, a name or a result</span>
              <input type="search" placeholder="Game, name or result" value={text} onInput={e => { setText(e.currentTarget.value); }} /></label>
            <p class="dim" role="status">{found.length === kept.past.length ? `${found.length} ${found.length === 1 ? "match" : "matches"}` : `${found.length} of ${kept.past.length} matches`}</p>
            <ul>{found.map(p => <PastRow key={p.match + p.seat} p={p} />)}</ul>
          </section>
        )}
        {kept.past.length > 0 && (
          <>
            <p class="dim">The list stays in this browser; the replays are with the server that ran the match, or in this tab if it was played here.</p>
            <p><button class="btn danger" onClick={() => { kept.forgetPast(); }}>Forget this list</button></p>
          </>
        )}
      </main>
    </div>
  );
}
