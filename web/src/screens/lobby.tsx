// The lobby: the games with a picture each, and the lists of tables (tables.tsx).
import { useState } from "preact/hooks";
import { createMatch, getGames, type GameHead } from "../net/api";
import { Brand } from "../parts/bar";
import { isHereAddress, isHerePossible, loadHere } from "../here/here";
import { HowSheet } from "../how/lazy";
import { hasHow, hasLesson, minutesOf } from "../learn/teach";
import { Dialog } from "../parts/dialog";
import { useFetched, useStore, useTitle } from "../parts/hooks";
import { hasPicture, Picture } from "../parts/pictures";
import { snack } from "../parts/snackbar";
import { go } from "../route";
import { store } from "../store";
import { loadTable, tableOf } from "../tables";
import { sentence, titleOf } from "../words";
import { NewTable } from "./new-table";
import { Mine, Others, PastPanel } from "./tables";

declare const HERE_KB: number; // of worker and module, compressed; set by build.mjs

/* Two sentences and a guess at the time for the games we know; any other speaks for itself. */
const ABOUT: Record<string, { text: string; minutes: number; people?: string }> = {
  "imposter-kings": { text: "Outrank the Throne or lose it. Flip your King in time, and hope nobody holds the Assassin.", minutes: 15 },
  "liap-tui": { text: "Say how many piles you will take, then take exactly that many. Thirty-two pieces, four hands.", minutes: 25 },
  "dune-battle": { text: "Set your wheel in secret, then turn both together. Spice, leaders, weapons, and traitors.", minutes: 5 },
  "classic-battle": { text: "One judoka against another, one stat per round. Thirty seconds to find your edge.", minutes: 3, people: "1 or 2" },
};

const START = "imposter-kings"; // for somebody who has not finished a match of anything

const people = (g: GameHead) => ABOUT[g.game]?.people ?? (g.seats_min === g.seats_max ? String(g.seats_min) : `${g.seats_min} to ${g.seats_max}`);

/** Begins at once: me against bots that look ahead as far as most people do. */
export async function playNow(game: GameHead): Promise<void> {
  const bot = `bot:${game.bots.includes("normal") ? "normal" : (game.bots.at(-1) ?? "random")}`;
  const seats = ["me", ...Array<string>(game.seats_min - 1).fill(bot)];
  const made = await createMatch({ game: game.game, seats, name: store.name, options: (await loadTable(game.game)).options?.(seats) ?? {} });
  store.add({ match: made.match, game: game.game, seat: 0, token: made.tokens["0"], at: Date.now() });
  go(`#/match/${made.match}`);
}

function PlayButtons({ game, make }: { game: GameHead; make(game: GameHead): void }) {
  const [busy, setBusy] = useState(false);
  const play = () => {
    if (busy) return;
    setBusy(true);
    playNow(game).catch((e: unknown) => { setBusy(false); snack(sentence((e as Error).message)); });
  };
  const title = titleOf(game.game);
  return (
    <div class="go">
      <button class="btn act" onClick={play} aria-busy={busy} aria-label={`Play now: ${title} against bots`}>Play now</button>
      {hasLesson(game.game) && <a class="btn" href={`#/learn/${isHereAddress(location.hash) ? "~" : ""}${game.game}`} aria-label={`Learn ${title} in ${minutesOf(game.game)} minutes`}><i class="ic ic-learn" aria-hidden="true" />Learn</a>}
      <button class="btn" onClick={() => { make(game); }} aria-label={`New table of ${title}`} title="New table"><i class="ic ic-plus" aria-hidden="true" /></button>
    </div>
  );
}

/* One sheet for people; the rules are its last page. */
function HowTo({ game }: { game: string }) {
  const [isOpen, setOpen] = useState(false);
  const title = titleOf(game);
  if (!hasHow(game)) return <a href={`#/rules/${game}`} aria-label={`Rules of ${title}`}>Rules</a>;
  return (
    <>
      <button type="button" class="linkish" aria-label={`How to play ${title}`} onClick={() => { void loadTable(game).then(() => { setOpen(true); }); }}>How to play</button>
      {isOpen && <HowSheet game={game} keys={tableOf(game).keys ?? []} have={[]} close={() => { setOpen(false); }} />}
    </>
  );
}

function GameCard({ game, make }: { game: GameHead; make(game: GameHead): void }) {
  const about = ABOUT[game.game];
  const isStart = game.game === START && !useStore().past.length;
  return (
    <article class="game" data-game={game.game}>
      <Picture game={game.game} />
      {isStart && <span class="start-here">start here</span>}
      <div class="txt"><h2>{titleOf(game.game)}</h2><p>{about?.text ?? game.about}</p></div>
      <div class="meta">
        <span><i class="ic ic-person" aria-hidden="true" /><span class="vh">Players: </span>{people(game)}</span>
        {about && <span><i class="ic ic-clock" aria-hidden="true" /><span class="vh">Time: about </span>{about.minutes} min</span>}
        <HowTo game={game.game} />
      </div>
      <PlayButtons game={game} make={make} />
    </article>
  );
}

function OtherGame({ game, make }: { game: GameHead; make(game: GameHead): void }) {
  return (
    <article class="panel other" data-game={game.game}>
      <div class="grow"><h2>{titleOf(game.game)}</h2><p class="dim">{game.about} For {people(game)} players. <HowTo game={game.game} /></p></div>
      <PlayButtons game={game} make={make} />
    </article>
  );
}

/* ---- without a server ---- */

function HerePanel({ alone }: { alone: boolean }) {
  return (
    <article class={`panel other here-offer${alone ? " first" : ""}`}>
      <div class="grow"><h2>Play here, without a server</h2>
        <p class="dim">The referee himself runs in this tab: every game, every bot, also with no connection. Loads {HERE_KB} kB once, and keeps your matches on this device.</p></div>
      <div class="go"><a class={`btn${alone ? " act" : ""}`} href="#/here">Open the offline table</a></div>
    </article>
  );
}

/* In the tab's own lobby: who decides, and whether a reload loses anything. */
function HereNote() {
  const { got, trouble } = useFetched(loadHere, []);
  if (trouble) return <p class="note stop" role="alert">The referee could not be loaded into this tab. {sentence(trouble.message)}</p>;
  return (
    <p class="note" role="status" data-here={got === null ? "loading" : "ready"}>
      {got === null ? "The referee is on his way. If this takes long, he may be busy in another tab: close that one first."
        : got ? "The referee runs in this tab. Your matches are kept on this device, and nothing leaves it."
          : "The referee runs in this tab. This browser keeps nothing: a reload ends your matches."}
    </p>
  );
}

/* ---- by link, and my name ---- */

/** The match in a link or an id that somebody pasted. */
export const matchIn = (text: string) => /(?:^|[^0-9a-f])([0-9a-f]{32})(?![0-9a-f])/i.exec(text)?.[1]?.toLowerCase() ?? null;

function JoinByLink({ close }: { close(): void }) {
  const [text, setText] = useState("");
  const [bad, setBad] = useState(false);
  const id = matchIn(text);
  const submit = (e: Event) => {
    e.preventDefault();
    if (id) { close(); go(`#/join/${id}`); } else setBad(true);
  };
  return (
    <Dialog title="Join by link" close={close}>
      <form onSubmit={submit}>
        <label class="field"><span>The link you were sent, or the id of the match</span>
          <input class="input" autofocus value={text} aria-invalid={bad} aria-describedby="link-bad" onInput={e => { setText(e.currentTarget.value); setBad(false); }} /></label>
        <p id="link-bad" class="note stop" role="alert" hidden={!bad}>There is no match id of 32 digits in this.</p>
        <div class="row"><button class="btn" type="button" onClick={close}>Cancel</button><button class="btn act">Join</button></div>
      </form>
    </Dialog>
  );
}

function MyName({ close }: { close(): void }) {
  const [name, setName] = useState(store.name);
  return (
    <Dialog title="Your name" close={close}>
      <form onSubmit={e => { e.preventDefault(); store.name = name; close(); }}>
        <label class="field"><span>How others see you at a table</span>
          <input class="input" autofocus maxLength={24} autocomplete="nickname" value={name} onInput={e => { setName(e.currentTarget.value); }} /></label>
        <div class="row"><button class="btn" type="button" onClick={close}>Cancel</button><button class="btn act">Keep</button></div>
      </form>
    </Dialog>
  );
}

export function Lobby({ here = false }: { here?: boolean }) {
  const kept = useStore();
  const games = useFetched(getGames, []);
  const [open, setOpen] = useState<GameHead | "link" | "name" | null>(null);
  const close = () => { setOpen(null); };
  const all = games.got?.games ?? [];
  const pictured = ["imposter-kings", "liap-tui", "dune-battle", "classic-battle"].flatMap(n => all.find(g => g.game === n) ?? []);
  const others = all.filter(g => !hasPicture(g.game));
  const alone = games.got?.isHere ?? false;
  useTitle(here ? "In this tab" : "");
  return (
    <div class="page">
      <header class="bar lobby-bar">
        <Brand />
        <nav aria-label="Main">
          <a class="btn bare hide-s" href="#/rules/">Rules</a>
          <a class="btn bare hide-s" href="#/past">Past matches</a>
          <a class="icon" aria-label="Settings" title="Settings" href="#/settings"><i class="ic ic-settings" /></a>
          <button class="btn bare" onClick={() => { setOpen("name"); }} aria-label={kept.name ? `Your name is ${kept.name}; change it` : "Your name"}>
            <i class="ic ic-person" aria-hidden="true" />{kept.name || "Your name"}</button>
        </nav>
      </header>
      <main class="lobby">
        <div class="hero">
          <div><h1>{here ? "Take a seat, in this tab." : "Take a seat."}</h1><p>Games with secrets, and a referee who keeps them. New here? <b>Learn</b> takes a few minutes and needs nobody else.</p></div>
          {here ? <div class="row"><a class="btn" href="#/">To the server's lobby</a></div>
            : <div class="row"><button class="btn" onClick={() => { setOpen("link"); }}><i class="ic ic-link" aria-hidden="true" />Join by link</button></div>}
        </div>
        {here && <HereNote />}
        {!here && alone && <p class="note stop" role="alert">The server does not answer. You can play in this tab all the same.</p>}
        {!here && alone && <HerePanel alone />}
        {games.trouble && <p class="note stop" role="alert">{sentence(games.trouble.message)} <button class="btn" onClick={games.again}>Try again</button></p>}
        {(here || !alone) && <section class="games" aria-label="Games">{pictured.map(g => <GameCard key={g.game} game={g} make={setOpen} />)}</section>}
        {!here && !alone && isHerePossible() && <HerePanel alone={false} />}
        <div class="lists">
          <section class="panel mine-list" aria-labelledby="mine-t"><h2 id="mine-t">Your tables</h2><Mine here={here} /></section>
          {!here && !alone && <Others games={all} make={setOpen} />}
        </div>
        <PastPanel />
        {!here && <button class="btn join" onClick={() => { setOpen("link"); }}><i class="ic ic-link" aria-hidden="true" />Join by link</button>}
        {(here || !alone) && others.length > 0 && <section class="others" aria-label="More games">{others.map(g => <OtherGame key={g.game} game={g} make={setOpen} />)}</section>}
      </main>
      {open === "link" && <JoinByLink close={close} />}
      {open === "name" && <MyName close={close} />}
      {open && typeof open === "object" && <NewTable game={open} close={close} />}
    </div>
  );
}
