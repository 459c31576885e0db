// A match that is over, watched again: the same table as in play, a scrubber, and a choice of eyes. The address always
// names the moment, so it can be sent to somebody.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Analysis } from "../analysis/analysis";
import { bareId, homeOf } from "../here/here";
import { getAnalysis, getGame, getMatch, getSteps, type GameInfo, type MatchHead } from "../net/api";
import { announce } from "../parts/announcer";
import { Bar } from "../parts/bar";
import { Honest } from "../parts/honest";
import { useTitle } from "../parts/hooks";
import { Inspector } from "../parts/inspector";
import { Group, useKeys } from "../parts/keys";
import { lazy } from "../parts/lazy";
import { Pennant } from "../parts/side";
import { Scrubber } from "../parts/scrubber";
import { CheckIt, saveRecord } from "../parts/verdict";
import type { Step } from "../proto";
import { clampStep, Film, parseEyes, roundAt, roundsOf, roundStep, type Eyes, type Line } from "../replay/film";
import type { GraphProps, PanelProps } from "../analysis/parts";
import { go as toScreen } from "../route";
import { store } from "../store";
import { loadTable, tableOf } from "../tables";
import type { TableProps } from "../tables/table";
import { eventInWords, figure, makeNames, plain, sentence, titleOf, type Names } from "../words";
import { SettingsSheet } from "./settings";

const AnalysisGraph = lazy<GraphProps>(() => import("../analysis/parts").then(part => part.AnalysisGraph));
const AnalysisKey = lazy<Pick<GraphProps, "analysis" | "seat" | "names">>(() => import("../analysis/parts").then(part => part.AnalysisKey));
const AnalysisPanel = lazy<PanelProps>(() => import("../analysis/parts").then(part => part.AnalysisPanel));

const PLAY_MS = 1200; // between two steps

function useFilm(id: string): { film: Film; head: MatchHead | null; game: GameInfo | null; trouble: string | null } {
  const [, again] = useReducer((n: number, _: void) => n + 1, 0);
  const film = useMemo(() => new Film(id, getSteps), [id]);
  const [head, setHead] = useState<MatchHead | null>(null);
  const [game, setGame] = useState<GameInfo | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  useLayoutEffect(() => {
    const stop = film.subscribe(() => { again(); });
    void Promise.all([film.loadOutline(), getMatch(id)])
      .then(async ([, match]) => { const [info] = await Promise.all([getGame(match.game), loadTable(match.game)]); setGame(info); setHead(match); })
      .catch((error: unknown) => { setTrouble((error as Error).message); });
    return stop;
  }, [film]);
  return { film, head, game, trouble };
}

/** What a step is about, in words. */
function stepInWords(step: Step, names: Names, words: (event: Step["events"][number]) => string): string {
  if (step.number === 0) return "The start";
  const told = step.events.map(words).find(text => text) ?? "";
  const who = step.seat === undefined ? "" : names(step.seat);
  const did = step.move ? `${who}: ${plain(step.move)}` : told || (who && `${who} answers`);
  if (step.default) return step.events[0]?.event === "default" ? words(step.events[0]) : `Time ran out: ${did}`;
  return step.move && told && told.length < 60 ? told : did;
}

const clockOf = (at: number) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });

function EyesGroup({ head, eyes, names, choose }: { head: MatchHead; eyes: Eyes; names: Names; choose(eyes: Eyes): void }) {
  const all: [Eyes, string][] = [...head.seats.map((_, i): [Eyes, string] => [i, names(i)]), ["spectator", "Spectator"], ["all", "All"]];
  const box = useRef<HTMLDivElement>(null);
  // On a phone there may be more eyes than fit beside each other.
  useLayoutEffect(() => { box.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }); }, [eyes]);
  return (
    <div class="eyes" ref={box}>
      <span class="caps" id="eyes">Seen through</span>
      <Group class="seg" aria-labelledby="eyes">
        {all.map(([e, label]) => (
          <button type="button" key={e} aria-pressed={e === eyes} data-eyes={e} onClick={() => { choose(e); }}>
            {e === "all" && <i class="ic ic-eye" aria-hidden="true" />}{label}
          </button>
        ))}
      </Group>
    </div>
  );
}

/** What happened so far, newest last; each line leads to its step. */
function StepLog({ lines, words, at, go, mark }: { lines: Line[]; words(event: Line["event"]): string; at: number; go(at: number): void; mark?(seat: number): ComponentChildren }) {
  const box = useRef<HTMLElement>(null);

  useEffect(() => { box.current?.scrollTo({ top: box.current.scrollHeight }); }, [lines.length, at]);
  return (
    <section class="grow" ref={box} aria-label="Log" tabIndex={0}>
      <ol class="log">
        {lines.map((line, i) => {
          const text = words(line.event), seat = line.event.seat;
          return text && (
            <li key={i} class={line.number === at ? "now" : ""}>
              <span class="n">{line.number}</span>
              {typeof seat === "number" && seat < 8 ? <i class={`pip s${seat}`} aria-hidden="true" /> : <i />}
              <button type="button" class="step-to" onClick={() => { go(line.number); }}>{typeof seat === "number" && seat < 8 && mark?.(seat)}{text}</button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

export function ReplayScreen({ id, query }: { id: string; query: URLSearchParams }) {
  const { film, head, game, trouble } = useFilm(id);

  useTitle(game ? `Replay: ${titleOf(game.game)}` : "Replay");
  if (trouble !== null)
    return (
      <div class="page">
        <Bar />
        <main class="doc-page narrow">
          <h1>This match cannot be watched again</h1>
          <p>{sentence(trouble)}</p>
          <p><a class="btn act" href="#/">To the lobby</a></p>
        </main>
      </div>
    );
  if (!head || !game)
    return <div class="page"><Bar /><main class="doc-page narrow"><h1>Replay</h1><p role="status">The referee plays the record again.</p></main></div>;
  return <Replay film={film} head={head} game={game} query={query} />;
}

function Replay({ film, head, game, query }: { film: Film; head: MatchHead; game: GameInfo; query: URLSearchParams }) {
  const [settings, setSettings] = useState(false);
  const [sheet, setSheet] = useState(false);
  const [at, setAt] = useState(() => clampStep(Number(query.get("at") ?? film.n - 1), film.n));
  const [eyes, setEyes] = useState<Eyes>(() => parseEyes(query.get("as"), head.seats.length));
  const [playing, setPlaying] = useState(false);
  const [inspects, setInspects] = useState(query.has("inspect"));
  const analysis = useMemo(() => new Analysis(head.match, getAnalysis), [head.match]);
  const [analyses, setAnalyses] = useState(query.has("analysis"));
  const [tab, setTab] = useState<"analysis" | "log">("analysis");
  const [copied, setCopied] = useState(false);
  const opener = useRef<Element | null>(null);
  const rounds = useMemo(() => roundsOf(film.outline), [film.outline]);
  // Everybody by name: whoever watches again sits nowhere.
  const names = useMemo(() => makeNames(head.seats, -1), [head]);
  const table = tableOf(game.game);
  const last = film.n - 1;

  const go = (to: number) => { setPlaying(false); setAt(clampStep(to, film.n)); };
  const inspect = (on: boolean) => {
    if (on) opener.current = document.activeElement;
    else if (opener.current instanceof HTMLElement) opener.current.focus();
    setInspects(on);
  };
  const analyse = (on: boolean) => {
    if (on) opener.current = document.activeElement;
    else if (opener.current instanceof HTMLElement) opener.current.focus();
    setAnalyses(on);
    setTab("analysis");
    if (on) setInspects(false);
  };
  useEffect(() => {
    if (analyses) analysis.start();
    return () => { analysis.stop(); };
  }, [analyses, analysis]);
  const togglePlay = () => {
    if (!playing && at >= last) setAt(0);
    setPlaying(!playing);
  };

  useEffect(() => {
    void film.want(eyes, at);
    if (eyes === "all" && table.wantsViews) head.seats.forEach((_, i) => { void film.want(i, at); });
  }, [film, eyes, at]);
  // With the step, not behind its frame: an address that somebody has entered by then would be lost.
  useLayoutEffect(() => {
    const address = `#/replay/${head.match}?at=${at}&as=${eyes}`;
    if (location.hash !== address) history.replaceState(history.state, "", address);
    setCopied(false);
  }, [at, eyes]);
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => { setAt(at + 1); }, PLAY_MS);
    return () => { clearTimeout(timer); };
  }, [playing, at, last]);
  useKeys({
    ArrowLeft: () => { go(at - 1); }, ArrowRight: () => { go(at + 1); }, Home: () => { go(0); }, End: () => { go(last); },
    PageUp: () => { go(roundStep(rounds, at, -1, last)); }, PageDown: () => { go(roundStep(rounds, at, 1, last)); },
    " ": togglePlay, i: () => { inspect(!inspects); }, Escape: () => { if (inspects) inspect(false); else if (analyses) analyse(false); },
    a: () => { analyse(!analyses); },
    ...(table.Sheet && { s: () => { setSheet(true); } }),
  });

  // While a step is on its way the one before stays on the table.
  const shown = useRef<{ step: Step; eyes: Eyes } | null>(null);
  const views = eyes === "all" && table.wantsViews ? head.seats.map((_, i) => film.step(i, at)?.view) : [];
  const found = views.includes(undefined) ? null : film.step(eyes, at);
  if (found) shown.current = { step: views.length ? { ...found, truth: { ...found.truth, views } } : found, eyes };
  const now = shown.current;
  const me = typeof now?.eyes === "number" ? now.eyes : now?.eyes === "all" && !table.seesUnseated ? 0 : -1;
  const words = (event: Step["events"][number]) => eventInWords(event, names);
  const text = now ? stepInWords(now.step, names, words) : "One moment";
  const key = now && `${now.step.number} ${now.eyes}`;

  useEffect(() => { if (now) announce(`${at} of ${last}: ${text}`); }, [key]);

  // Of the step on the table, not of the one on its way: a table may count on its events being the last of the history.
  const log = now ? film.history(now.eyes, now.step.number) : [];
  const note = `move ${at} of ${last} · round ${roundAt(rounds, at)} of ${rounds.length} · ${clockOf(film.outline[at]?.at ?? 0)}`;
  const over = film.step(eyes, last)?.over ?? null;
  const score = head.seats.map((_, i) => (over ? `${names(i)} ${figure(over.scores[i] ?? 0)}` : names(i))).join(", ");
  const honest = (open: boolean) => over && (
    <Honest open={open} match={bareId(head.match)} seed={over.seed} pinned={over.pinned} moves={last} commitment={store.table(head.match)?.draws?.at(-1)?.commitment ?? store.table(head.match)?.commitment ?? head.commitment}
      drawn={over.shared?.seats.map(names) ?? []} nVoid={over.shared?.void ?? 0} />
  );
  const props: TableProps | null = now && {
    game, view: now.step.view, question: now.step.question ? { ...now.step.question, mine: false } : null, offers: null, seats: head.seats, me, names, options: head.options,
    events: now.step.events, n: now.step.number, history: log.map(line => line.event), over: now.step.over ?? null, pending: null,
    now: () => now.step.at, play: () => undefined, check: move => Promise.resolve({ type: "checked", id: 0, ok: false, reason: `${move}: this is a replay` }),
    whyNot: () => undefined, can: () => false, pause: () => undefined, replay: true, truth: now.step.truth,
    ...(table.Sheet && { showSheet: () => { setSheet(true); } }),
  };
  const copy = () => {
    void navigator.clipboard?.writeText(location.href).then(() => { setCopied(true); announce("The link is copied."); });
  };

  // The end says whether the deal was honest, so it is fetched whatever moment is shown.
  useEffect(() => { void film.want(eyes, last); }, [film, eyes]);
  // Whoever is looked through, or else the first.
  const whose = typeof eyes === "number" ? eyes : 0;
  const { Table, Rail, Sheet } = table, sides = (props && table.sides?.(props)) ?? null;
  return (
    <div class="app replay" data-cloth={table.cloth} data-shown={now?.step.number} data-eyes-shown={now?.eyes}>
      <Bar title="Replay" about={`${titleOf(game.game)} · ${score} · match ${head.match.slice(0, 4)}`} game={game.game}
        inspect={{ on: inspects, toggle: () => { inspect(!inspects); } }} settings={() => { setSettings(true); }} leave={() => { toScreen(homeOf(location.hash)); }} />
      {settings && <SettingsSheet close={() => { setSettings(false); }} />}
      {sheet && Sheet && props && <Sheet {...props} close={() => { setSheet(false); }} />}
      <EyesGroup head={head} eyes={eyes} names={names} choose={e => { setEyes(e); }} />
      {props ? <Table {...props} /> : <main class="mat" data-cloth={table.cloth} aria-busy="true" />}
      <Scrubber outline={film.outline} rounds={rounds} n={film.n} at={at} playing={playing} text={text} note={note} go={go} togglePlay={togglePlay}
        head={analyses && <AnalysisKey analysis={analysis} seat={whose} names={names} />}
        graph={analyses && <AnalysisGraph analysis={analysis} seat={whose} names={names} at={at} n={film.n} rounds={rounds} go={go} />}>
        <button type="button" class="btn" aria-pressed={analyses} aria-label="Analysis" onClick={() => { analyse(!analyses); }}><i class="ic ic-graph" aria-hidden="true" /><span>Analysis</span></button>
        <button type="button" class="btn" onClick={copy} aria-label="Link to this moment"><i class="ic ic-link" aria-hidden="true" /><span>{copied ? "Copied" : "Link to this moment"}</span></button>
      </Scrubber>
      {inspects && now && props ? (
        <Inspector game={game} names={names} me={me} view={now.step.view} question={props.question} offers={now.step.offers ?? null} n={now.step.number}
          hash={now.step.hash} truth={props.truth} close={() => { inspect(false); }}>{honest(true)}</Inspector>
      ) : analyses && tab === "analysis" ? (
        <AnalysisPanel analysis={analysis} seat={whose} names={names} at={at} go={go} close={() => { analyse(false); }}
          choose={to => { if (to === "log") setTab("log"); else inspect(true); }} />
      ) : (
        <aside class="rail" aria-label="Score and log">
          {analyses && <p class="deal"><button type="button" class="linklike" onClick={() => { setTab("analysis"); }}>Back to the analysis</button></p>}
          {Rail && props && <section aria-label="Score"><Rail {...props} /></section>}
          <StepLog lines={log} words={words} at={at} go={go} mark={props && sides ? seat => <Pennant p={props} sides={sides} seat={seat} /> : undefined} />
          <section class="deal">
            {film.trouble && <p role="alert">{film.trouble.message}</p>}
            {honest(false)}
            {over && <CheckIt id={head.match} seat={store.table(head.match)?.seat ?? -1} scores={over.scores} names={head.seats.map((_, i) => names(i))}
              commitment={store.table(head.match)?.commitment ?? head.commitment} />}
            <button type="button" class="linklike" onClick={() => { void saveRecord(head); }}>Save the record</button>{" "}
            {over && <a href={`#/verdict/${head.match}`}>The verdict</a>}
          </section>
        </aside>
      )}
    </div>
  );
}
