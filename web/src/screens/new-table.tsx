// A new table: seats, options, private or listed.
import { useState } from "preact/hooks";
import { createMatch, type GameHead, type GameOption } from "../net/api";
import { Dialog } from "../parts/dialog";
import { go } from "../route";
import { store } from "../store";
import { loadTable } from "../tables";
import { plain, titleOf } from "../words";

/* Options that most people want to see; the rest is behind "More options". */
const FIRST: Record<string, string[]> = {
  "imposter-kings": ["target", "rules", "time"],
  "liap-tui": ["target", "table", "time"],
  "dune-battle": ["scenario", "advanced", "time_plan"],
  "classic-battle": ["length", "difficulty", "statTimer", "opponent"],
};
const SHOWN = 3;

/* The levels for people first; then the bots that others are measured by. */
const LEVELS = ["easy", "normal", "strong"];
const byLevel = (bots: string[]) => [...LEVELS.filter(b => bots.includes(b)), ...bots.filter(b => !LEVELS.includes(b))];

/* Times are asked in seconds; the server counts milliseconds. */
const isTime = (o: GameOption) => o.time === true;
const toShown = (o: GameOption, v: string) => (isTime(o) && /^\d+$/.test(v) ? String(Number(v) / 1000) : v);
const toSent = (o: GameOption, v: string) => (isTime(o) && v !== o.none ? String(Math.round(Number(v) * 1000)) : v);
function OptionField({ option: o, value, set }: { option: GameOption; value: string; set(value: string): void }) {
  const id = `opt-${o.name}`;
  const isSwitch = o.from === 0 && o.to === 1 && !o.words;
  return (
    <div class="option">
      <label for={id}><b>{o.title}</b><small>Usually: {o.says}{isTime(o) ? "; here in seconds" : ""}</small></label>
      {o.words || isSwitch
        ? (
          <select id={id} class="input" value={value} onChange={e => { set(e.currentTarget.value); }}>
            {/* An empty set-up is for written positions: a match of it is over at once. */
            (o.words ?? ["0", "1"]).map((w, i) => ({ w, label: o.labels?.[i] ?? (isSwitch ? ["Off", "On"][i] : plain(w)) })).filter(one => one.w !== "empty")
              .map(({ w, label }) => <option key={w} value={w}>{label}</option>)}
          </select>
        )
        : (
          <input id={id} class="input num" type="number" step={isTime(o) ? 0.1 : 1} min={toShown(o, String(o.from ?? ""))} max={toShown(o, String(o.to ?? ""))}
            value={value === o.none ? "" : toShown(o, value)} placeholder={o.none === undefined ? undefined : "no limit"}
            onInput={e => { const v = e.currentTarget.value; set(v === "" ? (o.none ?? o.normal) : toSent(o, v)); }} />
        )}
    </div>
  );
}

export function NewTable({ game, close }: { game: GameHead; close(): void }) {
  const [name, setName] = useState(store.name);
  const [seats, setSeats] = useState<string[]>(() => ["me", ...Array<string>(game.seats_min - 1).fill("open")]);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [isPrivate, setPrivate] = useState(false);
  const [pace, setPace] = useState("");
  const [hints, setHints] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const first = FIRST[game.game];
  const shown = game.options.filter((o, i) => (first ? first.includes(o.name) : i < SHOWN));
  const more = game.options.filter(o => !shown.includes(o));
  const field = (o: GameOption) => (
    <OptionField key={o.name} option={o} value={options[o.name] ?? o.normal} set={value => { setOptions({ ...options, [o.name]: value }); }} />
  );
  const setCount = (n: number) => { setSeats(Array.from({ length: n }, (_, i) => seats[i] ?? "open")); };
  const setSeat = (i: number, word: string) => {
    // I sit on one chair.
    setSeats(seats.map((s, k) => (k === i ? word : s === "me" && word === "me" ? "open" : s)));
  };

  const create = (e: Event) => {
    e.preventDefault();
    if (busy) return;
    setBusy(true);
    setTrouble("");
    store.name = name;
    const changed = Object.fromEntries(game.options.flatMap(o => (options[o.name] !== undefined && options[o.name] !== o.normal ? [[o.name, options[o.name]]] : [])));
    loadTable(game.game).then(table => createMatch({
      game: game.game, seats, options: { ...table.options?.(seats), ...changed }, name: store.name, private: isPrivate, ...(pace && { pace }), ...(hints && { hints }),
    })).then(made => {
      for (const [seat, token] of Object.entries(made.tokens)) store.add({ match: made.match, game: game.game, seat: Number(seat), token, at: Date.now() });
      close();
      go(Object.keys(made.tokens).length ? `#/match/${made.match}` : `#/watch/${made.match}`);
    }, (error: unknown) => {
      setBusy(false);
      setTrouble((error as Error).message);
    });
  };

  return (
    <Dialog title={`New table: ${titleOf(game.game)}`} close={close} sheet>
      <form class="sheet-b new-table" onSubmit={create}>
        <label class="field"><span>Your name</span><input class="input" autofocus maxLength={24} autocomplete="nickname" value={name} onInput={e => { setName(e.currentTarget.value); }} /></label>
        <fieldset>
          <legend>Seats</legend>
          {game.seats_max > game.seats_min && (
            <label class="option"><b>Players</b>
              <select class="input" value={String(seats.length)} onChange={e => { setCount(Number(e.currentTarget.value)); }}>
                {Array.from({ length: game.seats_max - game.seats_min + 1 }, (_, i) => game.seats_min + i).map(n => <option key={n} value={String(n)}>{n}</option>)}
              </select></label>
          )}
          {seats.map((word, i) => (
            <label key={i} class="option"><span class="row"><i class={`pip s${i}`} aria-hidden="true" /><b>Seat {i + 1}</b></span>
              <select class="input" value={word} onChange={e => { setSeat(i, e.currentTarget.value); }}>
                <option value="me">Me</option>
                <option value="open">Open</option>
                {byLevel(game.bots).map(b => <option key={b} value={`bot:${b}`}>Bot, {b}</option>)}
              </select></label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Options</legend>
          <label class="option"><span><b>Hints</b><small>May players ask for the best moves?</small></span>
            <select class="input" id="hints" value={hints} onChange={e => { setHints(e.currentTarget.value); }}>
              <option value="">Where one person plays</option>
              <option value="on">Yes</option>
              <option value="off">No</option>
            </select></label>
          <label class="option"><span><b>Bots</b><small>How quickly they answer</small></span>
            <select class="input" value={pace} onChange={e => { setPace(e.currentTarget.value); }}>
              <option value="">As usual</option>
              {["instant", "quick", "normal", "calm"].map(p => <option key={p} value={p}>{plain(p)}</option>)}
            </select></label>
          {shown.map(field)}
          {more.length > 0 && <details><summary>More options</summary>{more.map(field)}</details>}
        </fieldset>
        <label class="option check"><span><b>Private</b><small>Not in the list of tables; only those with the link can come.</small></span>
          <input type="checkbox" checked={isPrivate} onChange={e => { setPrivate(e.currentTarget.checked); }} /></label>
        <p class="note stop" role="alert" hidden={!trouble}>{trouble}</p>
        <div class="row"><button class="btn" type="button" onClick={close}>Cancel</button><button class="btn act" aria-busy={busy}>Open the table</button></div>
      </form>
    </Dialog>
  );
}
