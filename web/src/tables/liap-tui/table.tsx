// The table of Liap Tui: four seats round a printed oval, one well each; the slip with groove and play builder; my pieces.
import { useEffect } from "preact/hooks";
import { announce } from "../../parts/announcer";
import { useFit } from "../../parts/fit";
import { useStateOf } from "../../parts/hooks";
import { Group, useKeys } from "../../parts/keys";
import { CardOdds } from "../../parts/odds";
import { SeatBadge } from "../../parts/seat";
import { Slip, promptOf } from "../../parts/slip";
import { RuleId } from "../../parts/whynot";
import { whoseNear } from "../../replay/reveal";
import { figure, signed } from "../../words";
import type { TableProps } from "../table";
import { build, playMove, type Built } from "./builder";
import { KINDS, pieceName, pieceNames, TYPES } from "./pieces";
import type { Laid, Scene } from "./scenes";
import { useScenes, type Shown } from "./use-scenes";
import type { TuiView } from "./words";

type Props = TableProps<TuiView>;

const SEATS = 4;
const PLACES = ["s", "w", "n", "e"] as const; // from my place on, in play order
const WEAK_LIMIT = 9;
const MOST = 6; // pieces of one play

/** The seat at the near side: mine, or the first one for who only watches. */
const nearest = (p: Props): number => Math.max(0, p.me);
const placeOf = (p: Props, seat: number): (typeof PLACES)[number] => PLACES[(seat - nearest(p) + SEATS) % SEATS];
const around = (p: Props): number[] => PLACES.map((_, i) => (nearest(p) + i) % SEATS);

const count = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

function Piece({ code, label }: { code: string | null; label?: string }) {
  if (!code) return <span class="piece down" role="img" aria-label={label ?? "a piece, face down"} />;
  return <span class={`piece${KINDS[code]?.colour === "red" ? " red" : ""}`} role="img" aria-label={label ?? pieceName(code)}><span><i class={`zi zi-${code}`} /></span></span>;
}

// ---- seats ----

/** Piles: as many rings as were declared, filled ones were taken; those beyond have a dashed edge. */
function Declared({ declared, captured, isAsked }: { declared: string; captured: number; isAsked: boolean }) {
  if (declared === "-") return <div class="decl">{isAsked && <span class="tag">not declared</span>}{captured > 0 && <span>took <b>{captured}</b></span>}</div>;
  const wanted = Number(declared);
  return (
    <div class="decl">
      {wanted === 0 && captured === 0 ? <span class="tag">none wanted</span> : (
        <span class="piles" aria-hidden="true">
          {Array.from({ length: Math.max(wanted, captured) }, (_, i) => <i key={i} class={i >= wanted ? "over" : i < captured ? "on" : ""} />)}
        </span>
      )}
      <span>took <b>{captured}</b> of <b>{wanted}</b></span>
    </div>
  );
}

function Who({ p, seat }: { p: Props; seat: number }) {
  const { view } = p;
  return (
    <section class={`who ${placeOf(p, seat)}`} aria-label={p.names(seat)}>
      <SeatBadge {...p} seat={seat}>
        <span>{count(view.total[seat], "point").replace("-", "−")}</span>
        {view.weak.includes(String(seat)) && p.question?.asks === "redeal" && <span>weak hand</span>}
      </SeatBadge>
      <Declared declared={view.declared[seat]} captured={view.captured[seat]} isAsked={p.question?.asks === "declare" && !p.over} />
      <Tray p={p} seat={seat} />
    </section>
  );
}

/** A hand that is not mine: face down, but for all-seeing eyes. */
function Tray({ p, seat }: { p: Props; seat: number }) {
  const hand = p.truth?.hand[seat] as string[] | undefined, n = p.view.size[seat];
  if (hand?.length) return <div class="tray was-secret" role="group" aria-label={`Hidden in the match: ${pieceNames(hand)}`}>{hand.map((code, i) => <Piece key={i} code={code} />)}</div>;
  return <div class="tray" role="img" aria-label={`${count(n, "piece")} in hand`}>{Array.from({ length: n }, (_, i) => <span key={i} class="piece down" />)}</div>;
}

// ---- the middle ----

/** What lies in front of a seat now: null if it has not played in this turn. */
function laidOf({ view, truth }: Props, seat: number): Laid | null {
  const order = (seat - Number(view.leader) + SEATS) % SEATS;
  if (order >= view.made) return null;
  const pieces = (truth?.play[seat] ?? view.play[seat]) as string[];
  return { seat, pieces: pieces.length ? pieces : null, size: view.k, value: null, isForfeit: false };
}

function wellLabel(p: Props, seat: number, laid: Laid | null, size: number): string {
  const who = p.names(seat);
  if (!laid) return size ? `${who}: not played yet` : `${who}: no play`;
  const what = laid.pieces ? pieceNames(laid.pieces) : count(laid.size, "piece");
  if (laid.isForfeit) return `${who}: forfeit, ${what}, covered`;
  return laid.value === null ? `${who}: ${what}, face down` : `${who}: ${what}, ${laid.value}`;
}

function Well({ p, seat, laid, size, winner }: { p: Props; seat: number; laid: Laid | null; size: number; winner: boolean }) {
  const isUp = laid && laid.value !== null;
  return (
    <div class={`well ${placeOf(p, seat)}${winner ? " takes" : ""}${isUp ? " up" : ""}`} role="group" aria-label={wellLabel(p, seat, laid, size)}>
      <div class="lie">
        {laid ? (laid.pieces ?? Array.from({ length: laid.size }, () => null)).map((code, i) => <Piece key={i} code={code} />)
          : Array.from({ length: size }, (_, i) => <i key={i} class="slot" />)}
      </div>
      {laid && (laid.value !== null || laid.isForfeit) && (
        <span class="tag">{laid.isForfeit ? "forfeit" : winner ? <>wins with {laid.value}</> : laid.value}</span>
      )}
      {laid?.pieces && laid.value === null && !laid.isForfeit && <span class="tag">face down</span>}
    </div>
  );
}

function Scores({ p, scene }: { p: Props; scene: Scene & { kind: "scores" } }) {
  return (
    <table class="ledger paper">
      <thead><tr><th scope="col">Round over</th><th scope="col">took</th><th scope="col">of</th><th scope="col">score</th><th scope="col">total</th></tr></thead>
      <tbody>
        {scene.rows.map(row => (
          <tr key={row.seat}>
            <th scope="row"><span class="row"><i class={`pip s${row.seat}`} />{p.names(row.seat)}</span></th>
            <td>{row.captured}</td><td>{row.declared}</td>
            <td>{signed(row.score)}{row.multiplier > 1 && <small> ×{row.multiplier}</small>}</td>
            <td><b>{figure(row.total)}</b></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const REASONS: Record<string, string> = { "red-general": "holds the red General", "won-last-turn": "won the last turn", "accepted-redeal": "accepted the redeal" };

function SceneWords({ p, shown }: { p: Props; shown: Shown }) {
  const scene = shown.scene!;
  const go = p.replay ? null : <button class="btn cloth">Go on <kbd aria-hidden="true">any key</kbd></button>;
  if (scene.kind === "scores") return <div class="led"><Scores p={p} scene={scene} />{go}</div>;
  if (scene.kind === "round")
    return (
      <div class="led">
        <span class="print">Round {scene.round || p.view.round}{scene.multiplier > 1 && ` · counts ×${scene.multiplier}`}</span>
        <h2>{scene.starter === null ? "Dealt" : p.names.does(scene.starter, "start", "starts")}</h2>
        <span class="seat-m">{scene.starter === null ? "a weak hand is asked about a redeal" : REASONS[scene.reason]}</span>
        {go}
      </div>
    );
  return (
    <div class="led">
      <span class="print">{p.names.does(scene.winner, "win", "wins")} the turn</span>
      <h2>{TYPES[scene.type]} {scene.value}</h2>
      <span class="seat-m">{count(scene.piles, "pile")}</span>
      {go}
    </div>
  );
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** What whoever leads may lay down. */
function leads(view: TuiView): string {
  const most = Math.min(MOST, view.size[Number(view.leader)] ?? MOST);
  return most > 1 ? `One to ${NUMBERS[most].toLowerCase()} pieces` : "One piece";
}

/** "you need 1 more pile" */
function needs(view: TuiView, me: number): string {
  const rest = Number(view.declared[me]) - view.captured[me];
  return rest > 0 ? `you need ${rest} more ${rest === 1 ? "pile" : "piles"}` : rest < 0 ? `${-rest} more than you said` : "you need no more piles";
}

function Led({ p }: { p: Props }) {
  const { view, question, names } = p;
  if (p.over) return <div class="led"><span class="print">The end</span><h2>{view.round} rounds</h2></div>;
  if (question?.asks === "redeal")
    return <div class="led"><span class="print">Weak hands</span><h2>Redeal?</h2><span class="seat-m">no piece above {WEAK_LIMIT} points</span></div>;
  if (question?.asks === "declare") {
    const said = view.declared.filter(d => d !== "-");
    const sum = said.reduce((all, d) => all + Number(d), 0);
    return <div class="led"><span class="print">Declarations</span><h2>{sum}</h2><span class="seat-m">{said.length ? `said so far, by ${said.length} of 4` : "nobody has declared"}; the sum may not be 8</span></div>;
  }
  if (!view.made)
    return <div class="led"><span class="print">{names.does(Number(view.leader), "lead", "leads")}</span><h2>{leads(view)}</h2>{names.me >= 0 && <span class="seat-m">{needs(view, names.me)}</span>}</div>;
  return (
    <div class="led">
      <span class="print">{names.does(Number(view.leader), "lead", "leads")}</span>
      <h2>{TYPES[view.type] ?? view.type}</h2>
      <span class="seat-m">{count(view.k, "piece")}, worth {count(view.k, "pile")}</span>
    </div>
  );
}

function Center({ p, shown }: { p: Props; shown: Shown }) {
  const { view } = p, { scene } = shown;
  const turn = scene?.kind === "turn" ? scene : null;
  const hasWells = turn ?? (!scene && p.question?.asks === "play");
  return (
    <section class="center" aria-label={turn ? "Result of the turn" : "This turn"} data-scene={scene?.kind} key={scene ? `scene${shown.serial}` : "live"}>
      {hasWells && around(p).map(seat => (
        <Well key={seat} p={p} seat={seat} size={turn ? 0 : view.k || 1} winner={turn?.winner === seat}
          laid={turn ? (turn.plays.find(one => one.seat === seat) ?? null) : laidOf(p, seat)} />
      ))}
      {scene ? <SceneWords p={p} shown={shown} /> : <Led p={p} />}
    </section>
  );
}

// ---- the slip ----

interface Choice {
  chosen: ReadonlySet<number>;
  toggle(i: number): void;
  clear(): void;
  number: number | null;
  setNumber(n: number | null): void;
}

function RedealSlip({ p }: { p: Props }) {
  const mine = p.question?.mine;
  return (
    <Slip {...p} prompt={promptOf(p)} note={mine ? "A redeal takes all 32 pieces back, the round counts once more, and the first to accept starts." : undefined}
      tail={mine && (
        <>
          <button class="btn" data-move="redeal decline" onClick={() => { p.play("redeal decline"); }}>Keep the hand</button>
          <button class="btn act" data-move="redeal accept" onClick={() => { p.play("redeal accept"); }}>Deal again</button>
        </>
      )} />
  );
}

function DeclareSlip({ p, c }: { p: Props; c: Choice }) {
  const mine = !!p.question?.mine;
  const say = (n: number, at: Element): void => {
    const move = `declare ${n}`;
    if (!p.can(move)) p.whyNot(move, at, `You cannot declare ${n}`, (p.offers?.moves ?? []).map(one => ({ move: one, label: one.replace("declare ", "") })));
    else if (c.number === n) p.play(move);
    else c.setNumber(n);
  };
  const left = p.view.declared.filter(d => d === "-").length;
  return (
    <Slip {...p} prompt={promptOf(p)}
      note={mine ? (left === 1 ? "You are the last: the four numbers may not make 8." : "A hit scores the number and 5 more; none wanted and none taken scores 3.") : undefined}
      tail={mine && <button class="btn act" data-move={c.number === null ? undefined : `declare ${c.number}`} aria-disabled={c.number === null}
        onClick={() => { if (c.number !== null) p.play(`declare ${c.number}`); }}>{c.number === null ? "Declare" : `Declare ${c.number}`} <kbd aria-hidden="true">↵</kbd></button>}>
      {mine && (
        <Group class="numbers" aria-label="Number of piles">
          {Array.from({ length: 9 }, (_, n) => (
            <button key={n} class="btn num" aria-pressed={c.number === n} aria-disabled={!p.can(`declare ${n}`)} data-number={n}
              onClick={e => { say(n, e.currentTarget); }}>{n}<CardOdds of={move => move === `declare ${n}`} /></button>
          ))}
        </Group>
      )}
    </Slip>
  );
}

/** The groove: the chosen pieces and the places that are still empty. */
function Groove({ p, c }: { p: Props; c: Choice }) {
  const size = p.view.k, chosen = p.view.hand.map((code, i) => ({ code, i })).filter(({ i }) => c.chosen.has(i));
  return (
    <div class="groove" role="group" aria-label={`Your play: ${chosen.length ? pieceNames(chosen.map(one => one.code)) : "empty"}`}>
      {chosen.map(({ code, i }) => <Piece key={i} code={code} />)}
      {Array.from({ length: Math.max(size ? size - chosen.length : 1 - chosen.length, 0) }, (_, i) => <i key={`slot${i}`} class="slot" />)}
    </div>
  );
}

function layDown(p: Props, c: Choice, built: Built, at: Element): void {
  const move = playMove(p.view.hand, c.chosen);
  if (p.question?.mine && built.canLay) p.play(move);
  else p.whyNot(move, at, "These cannot be laid down now", []);
}

function PlaySlip({ p, c, built }: { p: Props; c: Choice; built: Built }) {
  const mine = !!p.question?.mine, n = c.chosen.size;
  if (p.me < 0 || (!mine && !n)) return <Slip {...p} prompt={promptOf(p)} />;
  const title = n ? <>{built.title}{built.value !== null && <span class="num"> {built.value}</span>}</> : mine ? promptOf(p) : built.title;
  const note = (
    <span class={`verdict ${built.tone}`}>
      {built.tone !== "plain" && <i class={`ic ${built.tone === "ok" ? "ic-check" : "ic-no"}`} aria-hidden="true" />}
      <span>{built.text} {built.rule && <RuleId id={built.rule} />}</span>
    </span>
  );
  return (
    <Slip {...p} prompt={title} note={note} who={mine && !p.pending ? `Your play${p.view.k ? ` · ${n} of ${p.view.k}` : ""}` : undefined}
      tail={mine && (
        <>
          <button class="btn" aria-disabled={!n} onClick={c.clear}><i class="ic ic-undo" aria-hidden="true" />Clear</button>
          <button class="btn act" data-move={built.canLay ? playMove(p.view.hand, c.chosen) : undefined} aria-disabled={!built.canLay}
            onClick={e => { layDown(p, c, built, e.currentTarget); }}>Lay face down <kbd aria-hidden="true">↵</kbd></button>
        </>
      )}>
      <Groove p={p} c={c} />
    </Slip>
  );
}

function TheSlip({ p, c, built }: { p: Props; c: Choice; built: Built }) {
  if (p.over || !p.question) return <Slip {...p} />;
  switch (p.question.asks) {
    case "redeal": return <RedealSlip p={p} />;
    case "declare": return <DeclareSlip p={p} c={c} />;
    case "play": return <PlaySlip p={p} c={c} built={built} />;
    default: return <Slip {...p} prompt={promptOf(p)} />;
  }
}

// ---- my side ----

function Mine({ p, c, built }: { p: Props; c: Choice; built: Built }) {
  const seat = nearest(p), { view } = p;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !built.canLay || !p.question?.mine || p.question.asks !== "play") return;
    event.preventDefault(); // Enter lays down; Space takes or puts back
    p.play(playMove(view.hand, c.chosen));
  };
  return (
    <section class="mine" aria-label={p.me < 0 ? p.names(seat) : `${whoseNear(p)} side`}>
      <div class="me">
        <SeatBadge {...p} seat={seat}><span>{count(view.total[seat], "point").replace("-", "−")}</span></SeatBadge>
        <Declared declared={view.declared[seat]} captured={view.captured[seat]} isAsked={p.question?.asks === "declare" && !p.over} />
      </div>
      {p.me < 0 ? (
        <Tray p={p} seat={seat} />
      ) : (
        <Group class={`pieces hand-8${p.truth ? " was-secret" : ""}`} aria-label={`${whoseNear(p)} hand, ${count(view.hand.length, "piece")}`}>
          {view.hand.map((code, i) => (
            <div key={`${code}${i}`} class={`pc${c.chosen.has(i) ? " sel" : ""}`}>
              <button class={`piece${KINDS[code]?.colour === "red" ? " red" : ""}`} aria-label={pieceName(code)} aria-pressed={c.chosen.has(i)}
                data-piece={code} onKeyDown={onKey} onClick={() => { c.toggle(i); }}><span><i class={`zi zi-${code}`} /></span></button>
              <small aria-hidden="true">{KINDS[code]?.name}<b>{count(KINDS[code]?.points ?? 0, "point")}</b></small>
            </div>
          ))}
        </Group>
      )}
    </section>
  );
}

// ---- the table ----

const NONE: ReadonlySet<number> = new Set();

function useChoice(p: Props): Choice {
  const [chosen, setChosen] = useStateOf<ReadonlySet<number>>(p.view.hand.join(" "), NONE);
  const [number, setNumber] = useStateOf<number | null>(p.question?.ticket, null);
  const toggle = (i: number): void => {
    if (p.pending) return;
    const now = new Set(chosen);
    if (!now.delete(i)) now.add(i);
    setChosen(now);
  };
  return { chosen, toggle, clear: () => { if (!p.pending) setChosen(NONE); }, number, setNumber };
}

export function Table(p: Props) {
  const c = useChoice(p);
  const mat = useFit<HTMLElement>();
  const shown = useScenes(p);
  const asks = p.question?.asks, mine = !!p.question?.mine;
  const pieces = p.view.hand.filter((_, i) => c.chosen.has(i));
  const isFollowing = asks === "play" && p.view.made > 0;
  const built = build(pieces, isFollowing ? { size: p.view.k, type: p.view.type } : { size: 0, type: "-" });

  useEffect(() => { if (pieces.length) announce(`${built.title}${built.value === null ? "" : ` ${built.value}`}. ${built.text}`); }, [pieces.join(" ")]);

  const digits = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [String(n), () => {
    if (asks === "declare" && mine) {
      const button = document.querySelector(`[data-number="${n}"]`);
      if (p.can(`declare ${n}`)) c.setNumber(n);
      else if (button) p.whyNot(`declare ${n}`, button, `You cannot declare ${n}`);
    } else if (n >= 1 && n <= p.view.hand.length) {
      c.toggle(n - 1);
    }
  }]));
  useKeys({
    ...digits,
    "?": () => {
      const button = document.querySelector("#slip .btn.act");
      if (asks === "play" && button) p.whyNot(playMove(p.view.hand, c.chosen), button, built.canLay && mine ? built.title : "These cannot be laid down now", []);
    },
    ...(c.chosen.size && { Backspace: c.clear }),
    Escape: () => { c.clear(); c.setNumber(null); },
    Enter: () => {
      const button = document.querySelector("#slip .btn.act");
      if (asks === "declare" && mine && c.number !== null) p.play(`declare ${c.number}`);
      else if (asks === "play" && mine && button && c.chosen.size) layDown(p, c, built, button);
    },
  }, p.me >= 0 && !p.replay);

  return (
    <main ref={mat} class="mat tui" data-cloth="tui" id="table">
      <TheSlip p={p} c={c} built={built} />
      <Mine p={p} c={c} built={built} />
      <div class="around">
        <Center p={p} shown={shown} />
        {around(p).slice(1).map(seat => <Who key={seat} p={p} seat={seat} />)}
      </div>
    </main>
  );
}
