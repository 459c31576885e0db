// A match: bar, table, rail. The game's table draws everything between; this file gives it the match, speaks to those
// who listen, and has what is the same in every game: log, signals, help, pause, leaving, and the connection.
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { MatchClient } from "../client";
import { homeOf } from "../here/here";
import { heldBy } from "../how/find";
import { HowSheet, Meaning } from "../how/lazy";
import { hintNow, isNews, passingNow, peopleOf, waitsForBots, wantPause } from "../match";
import { createMatch, getGame, getGames, type GameInfo } from "../net/api";
import { canPlay } from "../offers";
import { alertNow, announce } from "../parts/announcer";
import { useAuto } from "../parts/auto";
import { Bar } from "../parts/bar";
import { Dialog } from "../parts/dialog";
import { changePace, paceName, PacePicker } from "../parts/happening";
import { useFetched, useStore, useTitle } from "../parts/hooks";
import { Inspector } from "../parts/inspector";
import { setGate, useKeys } from "../parts/keys";
import { Log } from "../parts/log";
import { leftOf } from "../parts/ring";
import { RoomContext, type Room, type Running } from "../parts/room";
import { Pennant } from "../parts/side";
import { promptOf } from "../parts/slip";
import { snack } from "../parts/snackbar";
import { WhyContext, type Why } from "../parts/whynot";
import type { Checked, GameEvent } from "../proto";
import { go } from "../route";
import { sound } from "../sound";
import { store } from "../store";
import { loadTable, tableOf } from "../tables";
import type { GameTable, TableProps } from "../tables/table";
import { eventInWords, figure, list, makeNames, plain, sentence, titleOf, type Names } from "../words";
import { SettingsSheet } from "./settings";
import { Waiting } from "./waiting";

const SAID_MS = 4000;
const DRIFT_MS = 250; // from here on lateness is worth a word

function useClient(id: string, watch: boolean): MatchClient {
  const [, again] = useReducer<number, void>(n => n + 1, 0);
  const client = useMemo(() => new MatchClient(id, watch ? null : (store.table(id)?.token ?? null)), [id, watch]);
  // Not behind the frame: what the referee says before it would not be drawn until he says more.
  useLayoutEffect(() => {
    const stop = client.subscribe(() => { again(); });
    const hurry = () => { if (!document.hidden) client.hurry(); };
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    return () => {
      stop();
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      client.close();
    };
  }, [client]);
  return client;
}

/* ---- what is said aloud ---- */

/* When it is shown, not when it came. */
function useSpoken(client: MatchClient, props: TableProps | null, words: (event: GameEvent) => string): void {
  const m = client.shown, isRunning = !!client.pacer.step;
  const heard = useRef(0);
  const asked = useRef(0);

  useEffect(() => {
    const fresh = m.log.slice(heard.current).filter(l => l.n > m.old).map(l => words(l.event)).filter(text => text);
    heard.current = m.log.length;
    if (!fresh.length || tableOf(m.game).speaksItself) return;
    announce(fresh.map(sentence).join(" "));
    sound(m.over ? "over" : "event");
  }, [m.log.length, m.over]);
  useEffect(() => {
    if (!props || isRunning) return;
    if (m.over) announce(`${sentence(promptOf(props))} ${m.over.scores.map((score, i) => `${props.names(i)} ${figure(score)}`).join(", ")}.`);
    const q = m.question;
    if (!q?.mine || q.ticket === asked.current || tableOf(m.game).speaksItself) return;
    asked.current = q.ticket;
    alertNow(`Your decision. ${promptOf(props)}`);
    sound("turn");
  }, [m.n, !!props, isRunning]);
  useEffect(() => { if (m.trouble && !m.fatal) snack(`${m.trouble.title} ${m.trouble.because}`); }, [m.trouble]);
}

/* What runs of the happenings, for the slip; and that a press while something runs shows all of it, and acts no more than a
 * choice that can be taken back. */
function useRunning(client: MatchClient, table: GameTable): { running: Running; catchPress(e: MouseEvent): void } {
  const { pacer } = client, { pace } = useStore().settings;
  const m = client.match;
  useLayoutEffect(() => {
    pacer.isOn = !table.pacesItself;
    pacer.isEager = !!table.isEager;
    setGate(() => pacer.end());
    const hide = () => { if (document.hidden) pacer.hide(); else client.saw(client.shown.n); };
    document.addEventListener("visibilitychange", hide);
    return () => { setGate(null); document.removeEventListener("visibilitychange", hide); };
  }, [pacer]);
  useEffect(() => { pacer.repace(); }, [pace]);
  const shownN = client.shown.n;
  useEffect(() => { if (!document.hidden) client.saw(shownN); }, [shownN]); // what is drawn behind somebody's back was not seen
  // The buttons of what ran are gone with it: whoever used them by key goes on from the slip.
  const wasIn = useRef(false), isRunning = !!pacer.step;
  if (isRunning) wasIn.current = document.activeElement?.closest("#slip") !== null;
  useLayoutEffect(() => {
    if (isRunning || !wasIn.current || document.activeElement !== document.body) return;
    wasIn.current = false;
    const slip = document.getElementById("slip");
    if (slip) { slip.tabIndex = -1; slip.focus({ preventScroll: true }); }
  }, [isRunning]);
  const running: Running = {
    step: pacer.step, nth: pacer.nth, count: pacer.count, together: pacer.together, stay: pacer.stay, isMine: !!m.question?.mine && !m.over, away: pacer.away,
    again: pacer.hasAgain || pacer.nth > 1 || pacer.together ? () => { pacer.again(); } : null,
    next: () => { pacer.next(); },
    toMyTurn: () => { pacer.toMyTurn(!!m.question?.mine || m.me < 0); if (waitsForBots(m)) client.goOn(); },
  };
  const catchPress = (e: MouseEvent) => {
    const target = e.target as Element;
    if (!pacer.step || !target.closest(".mat") || target.closest("[data-free]")) return;
    e.preventDefault();
    e.stopPropagation();
    pacer.end();
    const thing = target.closest<HTMLElement>("button[aria-pressed=false]");
    // Drawn anew by then: what can only be chosen is chosen, nothing is sent.
    if (thing) setTimeout(() => { if (thing.isConnected && thing.getAttribute("aria-pressed") === "false" && !thing.dataset.move) thing.click(); });
  };
  return { running, catchPress };
}

/* Quick signals: shown beside the seat for a moment, and spoken. */
function useSaid(client: MatchClient, names: Names): Record<number, string> {
  const [said, setSaid] = useState<Record<number, string>>({});
  const signal = client.match.signals.at(-1);
  useEffect(() => {
    if (!signal) return;
    setSaid(s => ({ ...s, [signal.seat]: signal.signal }));
    announce(`${names.does(signal.seat, "say", "says")}: ${signal.signal}`);
    const timer = setTimeout(() => { setSaid(s => { const { [signal.seat]: _, ...rest } = s; return rest; }); }, SAID_MS);
    return () => { clearTimeout(timer); };
  }, [signal?.serial]);
  return said;
}

/* The referee knows what I want of him where I can only pass: by my settings, and by who else plays. Said again whenever he does
 * not know it, as after his restart. */
function useEmpty(client: MatchClient): void {
  const m = client.match;
  const { empty } = useStore().settings;
  const alone = m.seats.every((s, i) => i === m.me || s.kind !== "person");
  const wanted = empty === "always" || (empty === "bots" && alone);
  const mine = m.seats[m.me];
  const asks = client.link === "open" && m.plays && !m.over && mine?.kind === "person" && mine.auto !== wanted;
  useEffect(() => { if (asks) client.empty(wanted ? "auto" : "ask"); }, [asks, wanted]);
}

/* Somebody else has asked for a hint: everybody hears of it, once. */
function useHints(client: MatchClient, names: Names): void {
  const m = client.match;
  const counts = m.seats.map(s => s.hints ?? 0);
  const known = useRef<number[] | null>(null);
  useEffect(() => {
    counts.forEach((n, i) => { if (known.current && i !== m.me && n > (known.current[i] ?? 0)) snack(`${names.does(i, "ask", "asks")} for a hint.`, { key: `hint ${i}` }); });
    known.current = m.known && counts.length ? counts : known.current;
  }, [counts.join()]);
}

/* Lateness of the server is told when it happens, not when it had happened before we came. */
function useDrift(drift: number | null): void {
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (drift !== null && known.current !== null && drift > known.current && drift >= DRIFT_MS)
      snack(`A deadline was noticed ${(drift / 1000).toFixed(2)} s late; the clock was set right.`, { key: "drift" });
    known.current = drift ?? known.current;
  }, [drift]);
}

/* Where a rematch begins, who agreed is carried along. */
function useCarried(client: MatchClient): void {
  const { rematched, game } = client.match;
  useEffect(() => {
    if (!rematched?.token) return;
    store.add({ match: rematched.match, game, seat: rematched.seat, token: rematched.token, at: Date.now() });
    go(`#/match/${rematched.match}`);
  }, [rematched?.match]);
}

/* ---- around the table ---- */

/* A pause that somebody wants needs the word of all others: they see it, and hear it once. */
function PauseWish({ client, names }: { client: MatchClient; names: Names }) {
  const m = client.match;
  const others = wantPause(m);
  const mine = m.me >= 0 && !m.over && !m.question?.paused && (m.seats[m.me]?.wants_pause ?? false);
  const waited = peopleOf(m).filter(i => i !== m.me && m.seats[i].here && !m.seats[i].wants_pause);
  const text = mine ? `You want a pause${waited.length ? `; waiting for ${list(waited.map(names))}` : ""}.`
    : others.length ? `${list(others.map(names))} ${others.length > 1 ? "want" : "wants"} a pause.` : "";
  useEffect(() => { if (text && !mine) announce(text); }, [text, mine]);
  if (!text) return null;
  return (
    <div class="notice wish" role="status" id="pause-wish">
      <span>{text}</span>
      {m.me >= 0 && m.plays && <button class="btn" onClick={() => { client.pause(!mine); }}>{mine ? "Take it back" : "Pause too"}</button>}
    </div>
  );
}

/* How many look on. */
function Watchers({ n }: { n: number }) {
  if (!n) return null;
  const text = `${n} ${n === 1 ? "person watches" : "people watch"}`;
  return <span class="watchers" title={text}><i class="ic ic-eye" aria-hidden="true" /><span class="vh">{text}</span><b aria-hidden="true">{n}</b></span>;
}

/* What is wrong with the line, where everybody sees it. */
function Notices({ client, names }: { client: MatchClient; names: Names }) {
  const m = client.match;
  const isLost = client.link !== "open" && m.known;
  const [shown, setShown] = useState(false);
  const told = useRef(false);
  useEffect(() => {
    if (!isLost) {
      if (told.current) announce("Connected again.");
      told.current = false;
      setShown(false);
      return;
    }
    // A short break is nobody's business.
    const timer = setTimeout(() => { setShown(true); told.current = true; alertNow("Connection lost. Trying again."); }, 700);
    return () => { clearTimeout(timer); };
  }, [isLost]);
  if (shown)
    return (
      <div class="notice stop"><span>Connection lost. What you see may be old; trying again.</span>
        <button class="btn" onClick={() => { client.hurry(); }}>Try now</button></div>
    );
  if (!m.plays)
    return (
      <div class="notice warn" role="status"><span>This seat is played in another window.</span>
        <button class="btn" onClick={() => { client.playHere(); }}>Play here</button></div>
    );
  return <PauseWish client={client} names={names} />;
}

const SHORT_SIGNALS = 3;

function Signals({ client, signals }: { client: MatchClient; signals: string[] }) {
  const [all, setAll] = useState(false);
  const m = client.match;
  if (m.me < 0 || !m.plays || m.seats.every((s, i) => i === m.me || s.kind === "bot")) return null;
  const preferred = ["well played", "thinking", "thanks"].filter(s => signals.includes(s)).slice(0, SHORT_SIGNALS);
  return (
    <section aria-label="Quick signals">
      <div class="signals">
        {(all ? signals : preferred).map(s => <button key={s} class="btn" onClick={() => { client.signal(s); setAll(false); }}>{plain(s)}</button>)}
        <button class="btn" aria-expanded={all} onClick={() => { setAll(!all); }}>{all ? "Fewer" : "More…"}</button>
      </div>
    </section>
  );
}

function Leave({ client, over, close }: { client: MatchClient; over: boolean; close(): void }) {
  const giveUp = () => {
    client.leave();
    store.remove(client.match.id);
    go("#/");
  };
  return (
    <Dialog title="Leave the table?" close={close}>
      <p>{over ? "The match is over." : "Your seat stays yours: you find it under your tables in the lobby. While you are away, a bot plays for you after some time."}</p>
      <div class="row wrap">
        <button class="btn" autofocus onClick={close}>Stay</button>
        <a class="btn act" href="#/">To the lobby</a>
        {!over && <button class="btn danger" onClick={giveUp}>Give up the seat</button>}
      </div>
    </Dialog>
  );
}

type Open = { what: "help"; rule?: string } | { what: "leave" } | { what: "settings" } | { what: "log" } | { what: "score" } | null;

function RailBody({ client, props, table, words, signals }: { client: MatchClient; props: TableProps; table: GameTable; words(event: GameEvent): string; signals: string[] }) {
  const { Rail } = table, sides = table.sides?.(props) ?? null;
  const head = useCallback((event: GameEvent) => table.head?.(event, props.names) ?? null, [table, props.names]);
  return (
    <>
      {Rail && <section aria-label="Score"><Rail {...props} /></section>}
      <Log lines={client.shown.log} words={words} head={head} mark={sides ? seat => <Pennant p={props} sides={sides} seat={seat} /> : undefined} />
      <Signals client={client} signals={signals} />
    </>
  );
}

/* ---- the match ---- */

function Live({ client, game }: { client: MatchClient; game: GameInfo }) {
  const m = client.shown, real = client.match;
  const table = tableOf(m.game);
  const names = useMemo(() => makeNames(m.seats, m.me), [m.seats, m.me]);
  const words = useCallback((event: GameEvent) => eventInWords(event, names), [names]);
  const [why, setWhy] = useState<Why | null>(null);
  const [open, setOpen] = useState<Open>(null);
  const signals = useFetched(getGames, []).got?.signals ?? [];
  const said = useSaid(client, names);
  const byKey = useRef(false);
  const [inspects, setInspects] = useState(false);
  const inspector = useRef<Element | null>(null);
  const close = () => { setOpen(null); };
  const inspect = (on: boolean) => {
    if (on) inspector.current = document.activeElement;
    else if (inspector.current instanceof HTMLElement) inspector.current.focus();
    setInspects(on);
  };

  const showWhy = (w: Omit<Why, "byKey">) => { setWhy({ ...w, byKey: byKey.current }); };
  const instead = (of: { instead?: Checked["instead"] }) => (of.instead ?? []).map(one => ({ move: one.move, label: names.fill(one.says) }));
  const inWords = (of: { title?: string; because?: string }) => names.fill([of.title, of.because].filter(x => x).join(" "));
  const props: TableProps = {
    game, view: m.view, question: m.question, offers: m.plays ? m.offers : null, seats: m.seats, me: m.me, names, options: m.options,
    events: m.events, n: m.n, history: m.history, over: m.over, pending: m.pending?.move ?? null, ranOut: m.ranOut, tick: m.tick, late: m.late,
    now: () => client.clock.now(),
    play: (move, as) => { setWhy(null); client.play(move, as); },
    check: move => client.check(move),
    whyNot: (move, at, title, other, compare, good) => {
      void client.check(move).then(checked => {
        showWhy({ title: checked.ok ? (title ?? "This is possible.") : names.fill(checked.title ?? ""), because: checked.ok && good ? good : names.fill(checked.because ?? ""), checked, at, compare, instead: other ?? instead(checked) });
        if (!checked.ok) alertNow(inWords(checked));
      });
    },
    can: move => m.plays && canPlay(m.offers, move),
    pause: (on, reason) => { client.pause(on, reason); },
    ...(table.Sheet && { showSheet: () => { setOpen({ what: "score" }); } }),
    client,
  };

  const { running, catchPress } = useRunning(client, table);
  useTitle(`${real.question?.mine && !real.over ? "Your turn: " : ""}${titleOf(m.game)}`);
  useSpoken(client, props, words);
  useEffect(() => {
    const onAny = (e: Event) => { byKey.current = e.type === "keydown"; };
    for (const type of ["keydown", "pointerdown"]) addEventListener(type, onAny, true);
    return () => { for (const type of ["keydown", "pointerdown"]) removeEventListener(type, onAny, true); };
  }, []);
  // A refusal is answered where the referee speaks.
  useEffect(() => {
    if (!m.refused) return;
    const slip = document.getElementById("slip") ?? document.body;
    alertNow(inWords(m.refused));
    sound("refused");
    if (m.refusedAs) return; // what this seat could do instead is no help to the host or the admin
    showWhy({ title: names.fill(m.refused.title), because: names.fill(m.refused.because), checked: { ...m.refused, type: "checked", ok: false }, at: slip, instead: instead(m.refused) });
  }, [m.refused]);
  // Time that runs out is never silent.
  useEffect(() => { if (m.ranOut && m.n > m.old && !table.speaksItself) snack(sentence(words(m.ranOut)), { key: "ran-out", quiet: true }); }, [m.ranOut]);
  // Nothing was wrong with an answer that came behind another: it is said, without alarm.
  useEffect(() => { if (m.tooLate) snack(inWords(m.tooLate), { key: "too-late" }); }, [m.tooLate]);
  useEffect(() => { if (isNews(real)) setWhy(null); }, [real.n]);
  useDrift(client.clock.drift);
  useEmpty(client);
  useHints(client, names);
  useCarried(client);
  const passing = passingNow(real);
  useEffect(() => { if (passing?.passes) announce("You can only pass here: the referee does it for you."); }, [passing?.ticket]);
  const hinted = hintNow(real);
  const told = hinted === "busy" ? null : hinted;
  useEffect(() => { if (told?.moves.length) announce(`Hint: ${names.fill(told.moves[0].says)}, ${Math.round(told.moves[0].worth * 100)} percent.`); }, [told]);
  const hint = real.hints && real.me >= 0 && real.plays ? { ask: () => { client.hint(); }, busy: hinted === "busy", told, close: () => { client.forgetHint(); } } : null;
  const hurry = waitsForBots(real) && real.plays && !running.step ? () => { client.goOn(); } : null;
  const auto = useAuto(client, table, props, !!running.step || open !== null || inspects);
  const repace = (by: -1 | 1) => () => { if (!table.pacesItself) snack(`Pace: ${paceName(changePace(by))}`, { key: "pace" }); };
  useKeys({
    l: () => { if (matchMedia("(max-width: 960px)").matches) setOpen({ what: "log" }); else document.querySelector<HTMLElement>(".log-box")?.focus(); },
    h: () => { setOpen({ what: "help" }); },
    i: () => { inspect(!inspects); },
    ...(table.Sheet && { s: () => { setOpen({ what: "score" }); } }),
    ...(hint && { t: hint.ask }),
    ...(told && { Escape: () => { client.forgetHint(); } }),
    "[": repace(-1), "]": repace(1),
    ...(hurry && { " ": hurry }),
    ...(running.step && { " ": () => { running.next(); }, End: () => { running.toMyTurn(); } }),
    ...(running.again && { Backspace: running.again }),
  }, true, true);

  const onlyBots = m.seats.every((s, i) => i === m.me || s.kind === "bot");
  const again = () => {
    const { seats: _, ...options } = m.options;
    const seats = m.seats.map((s, i) => (i === m.me ? "me" : `bot:${s.name}`));
    createMatch({ game: m.game, seats, options, name: store.name }).then(made => {
      store.add({ match: made.match, game: m.game, seat: m.me, token: made.tokens[String(m.me)], at: Date.now() });
      go(`#/match/${made.match}`);
    }, (e: unknown) => { snack(sentence((e as Error).message)); });
  };
  const room: Room = {
    replay: m.over ? `#/replay/${m.id}` : null,
    again: m.over && m.me >= 0 && onlyBots ? again : null,
    meeting: m.over && peopleOf(m).some(i => i !== m.me) ? {
      offered: m.offered, rematched: m.rematched, seats: m.seats, me: m.me, names, now: () => client.clock.now(),
      ask: m.me >= 0 && m.plays ? seats => { client.rematch(seats); } : null,
    } : null,
    goOn: m.me >= 0 && m.plays ? () => { client.pause(false); } : null,
    hurry, passing, running, hint, auto,
    said,
  };
  const newest = m.log.filter(l => words(l.event)).at(-1);
  const mayPause = m.me >= 0 && m.plays && !m.over && !!m.question && !m.question.paused;
  const asksPause = m.seats[m.me]?.wants_pause ?? false;
  const pauseText = asksPause ? "Take back the wish for a pause" : "Pause";
  const togglePause = () => { client.pause(!asksPause); };
  const { Table, Strip, Sheet } = table;
  return (
    <RoomContext.Provider value={room}>
      <WhyContext.Provider value={{ why, close: () => { setWhy(null); }, play: props.play, showRule: rule => { setOpen({ what: "help", rule }); } }}>
        <div class={table.isWide ? "app wide" : "app"} data-shown={m.n} data-over={m.over ? "yes" : undefined} data-cloth={table.cloth} data-real={real.n} onClickCapture={catchPress}>
          <Bar title={titleOf(m.game)} about={table.where?.(props) ?? (m.me < 0 ? "watching" : "")} link={client.link} game={m.game}
            inspect={{ on: inspects, toggle: () => { inspect(!inspects); } }} help={() => { setOpen({ what: "help" }); }} settings={() => { setOpen({ what: "settings" }); }} leave={() => { if (m.me < 0) go(homeOf(location.hash)); else setOpen({ what: "leave" }); }}>
            <Watchers n={m.watching} />
            {!table.pacesItself && <PacePicker />}
            {mayPause && (
              <button class="icon hide-s" aria-pressed={asksPause} aria-label={pauseText} title={pauseText} onClick={togglePause}><i class="ic ic-pause" /></button>
            )}
          </Bar>
          {!table.isWide && <div class="ticker">
            {Strip ? <Strip {...props} /> : newest && typeof newest.event.seat === "number" && newest.event.seat < 8 && <i class={`pip s${newest.event.seat}`} />}
            {!Strip && <span>{newest ? words(newest.event) : "Nothing has happened yet."}</span>}
            <button class="icon" aria-label="Open the log" onClick={() => { setOpen({ what: "log" }); }}><i class="ic ic-log" /></button>
          </div>}
          <Table {...props} />
          {inspects && m.view
            ? <Inspector game={game} names={names} me={m.me} view={real.view!} question={real.question} offers={real.offers} n={real.n}
              left={leftOf(real.question, client.clock.now())} messages={client.trace} close={() => { inspect(false); }} />
            : !table.isWide && <aside class="rail" aria-label="Score and log"><RailBody client={client} props={props} table={table} words={words} signals={signals} /></aside>}
          <Notices client={client} names={names} />
        </div>
        <Meaning game={m.game} />
        {open?.what === "help" && <HowSheet game={m.game} keys={table.keys ?? []} rule={open.rule} have={heldBy(m.view, m.me)} close={close} />}
        {open?.what === "settings" && <SettingsSheet close={close} />}
        {open?.what === "score" && Sheet && <Sheet {...props} close={close} />}
        {open?.what === "leave" && <Leave client={client} over={!!m.over} close={close} />}
        {open?.what === "log" && (
          <Dialog title="Score and log" close={close} sheet>
            <div class="sheet-b rail-sheet">
              <div class="row wrap">
                {mayPause && <button class="btn" onClick={() => { togglePause(); close(); }}><i class="ic ic-pause" aria-hidden="true" />{pauseText}</button>}
                <button class="btn" onClick={() => { setOpen({ what: "settings" }); }}><i class="ic ic-settings" aria-hidden="true" />Settings</button>
              </div>
              <RailBody client={client} props={props} table={table} words={words} signals={signals} />
            </div>
          </Dialog>
        )}
      </WhyContext.Provider>
    </RoomContext.Provider>
  );
}

function Gone({ title, text }: { title: string; text: string }) {
  useTitle(title);
  return (
    <div class="page">
      <Bar />
      <main class="doc-page narrow"><h1>{title}</h1><p>{text}</p><p><a class="btn act" href="#/">To the lobby</a></p></main>
    </div>
  );
}

export function MatchScreen({ id, watch }: { id: string; watch: boolean }) {
  const client = useClient(id, watch);
  const m = client.match;
  const game = useFetched(() => (m.game ? Promise.all([getGame(m.game), loadTable(m.game)]).then(([info]) => info) : Promise.resolve(null)), [m.game]).got;

  if (m.fatal?.code === "NO_MATCH") return <Gone title="No such match" text="It was never there, or it is long gone." />;
  if (m.fatal?.code === "BAD_TOKEN") return <Gone title="Not your seat" text="This browser holds no seat of the match any more. You can still watch it." />;
  if (m.fatal) return <Gone title="The referee stopped this match" text={sentence(m.fatal.reason)} />;
  if (m.known && !m.begun && m.seats.some(s => s.kind === "open")) return <Waiting client={client} leave={() => { go(homeOf(location.hash)); }} />;
  if (!game || !m.view)
    return (
      <div class="page"><Bar link={client.link} /><main class="doc-page narrow"><h1 id="round-message" role="status">Waiting…</h1><p>{m.known && !m.begun ? "The cards are shuffled; everybody at the table may have a hand in it." : "The referee brings the table."}</p></main></div>
    );
  return <Live client={client} game={game} />;
}
