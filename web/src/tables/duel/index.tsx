// The duel: a piste with a lamp for each point, both cards in the middle, parries as bucklers, and what was seen so far.
import { useContext } from "preact/hooks";
import { useFit } from "../../parts/fit";
import { useStateOf } from "../../parts/hooks";
import { Group, useKeys } from "../../parts/keys";
import { CardOdds } from "../../parts/odds";
import { RoomContext } from "../../parts/room";
import { SeatBadge } from "../../parts/seat";
import { Slip, promptOf, type ChainLink } from "../../parts/slip";
import type { GameTable } from "../table";
import { boutOf, handOf, keyOf, laidOf, nearest, pointOf, seenOf, type Bout, type Props } from "./view";

const LAMPS = 12; // that fit on a side
const COPIES = 4; // of each value

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

function Face({ value }: { value: number }) {
  return <><b class="card-v">{value}</b><i class="mk mk-foil card-m" aria-hidden="true" /></>;
}

function Parries({ n, of }: { n: number; of: number }) {
  return (
    <div class="parries" role="img" aria-label={`${count(n, "parry", "parries")} left`}>
      {Array.from({ length: Math.min(Math.max(n, of), 3) }, (_, i) => <span key={i} class={i < n ? "token" : "token spent"}><i class="mk mk-buckler" /></span>)}
      <span>{count(n, "parry", "parries")}</span>
    </div>
  );
}

/* What one of them has on the piste: points as lamps, the next one dashed while a point is in question. */
function Side({ p, seat, isRight }: { p: Props; seat: number; isRight: boolean }) {
  const { points, target } = p.view, n = points[seat] ?? 0, isNext = pointOf(p.view) === seat;
  return (
    <div class={isRight ? "lane-b r" : "lane-b"} role="group" aria-label={`${p.names(seat)}: ${count(n, "point")} of ${target}${isNext ? ", one in question" : ""}`}>
      <span class="print" aria-hidden="true"><b>{n}</b>{p.names(seat)}</span>
      {target <= LAMPS
        ? <span class="lane" aria-hidden="true">{Array.from({ length: target }, (_, i) => <i key={i} class={i < n ? "on" : i === n && isNext ? "next" : ""} />)}</span>
        : <span class="seat-m" aria-hidden="true">of {target}{isNext ? ", one in question" : ""}</span>}
    </div>
  );
}

function caption(p: Props, bout: Bout, seat: number): string {
  if (bout.winner === null) return "equal: nobody scores";
  if (bout.winner !== seat) return p.names(seat);
  if (bout.isCounted) return `${p.names.does(seat, "score", "scores")}`;
  if (bout.isParried && pointOf(p.view) === null) return "parried";
  return p.names.does(seat, "take the trick", "takes the trick");
}

/* One place in the middle: a card that was turned, my own face down, somebody else's, or none yet. */
function Place({ p, seat, bout }: { p: Props; seat: number; bout: Bout | null }) {
  if (bout)
    return (
      <figure class={bout.winner === seat ? "win" : ""}>
        <div class="card n t-sable" role="img" aria-label={`${p.names(seat)}: ${bout.picks[seat]}`}><Face value={bout.picks[seat]} /></div>
        <figcaption>{caption(p, bout, seat)}</figcaption>
      </figure>
    );
  const own = laidOf(p, seat);
  const isLaid = own !== undefined || (p.question?.asks === "pick" && !p.over && !p.question.open.includes(seat));
  if (own !== undefined)
    return (
      <figure>
        <div class="card back sealed" role="img" aria-label={p.truth ? `${p.names(seat)}: ${own}, face down` : `Your ${own}, face down: only you know`}>
          <span class="peek">{p.truth ? own : `your ${own}`}</span></div>
        <figcaption>{p.truth ? p.names(seat) : "only you know"}</figcaption>
      </figure>
    );
  return (
    <figure>
      {isLaid ? <div class="card back" role="img" aria-label={`${p.names(seat)}: a card, face down`} /> : <div class="card spot" role="img" aria-label={`${p.names(seat)}: no card yet`} />}
      <figcaption>{isLaid ? p.names.does(seat, "have laid a card", "has laid a card") : p.question?.open.includes(seat) ? p.names.does(seat, "choose", "chooses") : p.names(seat)}</figcaption>
    </figure>
  );
}

function Middle({ p }: { p: Props }) {
  const { running } = useContext(RoomContext);
  const near = nearest(p), far = 1 - near;
  const isPick = p.question?.asks === "pick" && !p.over;
  // What was turned stays until I lay my next card; who watches sees it until the next one lies there.
  const isPast = isPick && !running?.step && (p.me >= 0 ? !!p.view.own : true);
  const bout = isPast && p.me >= 0 ? null : boutOf(p.history, isPast);
  return (
    <section class="piste" aria-label="The piste">
      <Side p={p} seat={near} isRight={false} />
      <div class={`bout${bout && isPick && !running?.step ? " last" : ""}`}><Place p={p} seat={near} bout={bout} /><Place p={p} seat={far} bout={bout} /></div>
      <Side p={p} seat={far} isRight />
    </section>
  );
}

interface Choice { at: number | null; press(i: number, element: Element): void; send(): void; clear(): void; value: number | null }

function useChoice(p: Props): Choice {
  const [at, setAt] = useStateOf<number | null>(p.question?.ticket, null);
  const hand = handOf(p, p.me) ?? [], value = at === null ? null : (hand[at] ?? null);
  const send = () => { if (value !== null && !p.pending && !p.replay) p.play(`pick ${value}`); };
  return {
    at, value, send, clear: () => { if (!p.pending) setAt(null); },
    press: (i, element) => {
      if (p.pending || p.replay) return;
      if (!p.can(`pick ${hand[i]}`)) p.whyNot(`pick ${hand[i]}`, element);
      else if (at === i) send();
      else setAt(i);
    },
  };
}

function Hand({ p, c }: { p: Props; c: Choice }) {
  const hand = handOf(p, nearest(p)), n = p.view.cards[nearest(p)] ?? 0;
  const isAsked = p.question?.asks === "pick" && p.question.mine && !p.over;
  if (!hand || p.me < 0)
    return hand ? <div class="hand was-secret" role="img" aria-label={`Hidden in the match: ${hand.join(", ")}`}>{hand.map((v, i) => <span key={i} class="card n t-sable"><Face value={v} /></span>)}</div>
      : <div class="fan" role="img" aria-label={`${count(n, "card")} in hand`}>{Array.from({ length: n }, (_, i) => <span key={i} class="card back" />)}</div>;
  const laid = p.view.own?.card, gone = laid === undefined ? -1 : c.value === laid ? c.at! : hand.indexOf(laid);
  return (
    <Group class="hand" aria-label={`Your hand, ${count(hand.length, "card")}`}>
      {hand.map((v, i) => i === gone ? null : (
        <button key={`${v}.${hand.slice(0, i).filter(x => x === v).length}`} class={`card n t-sable${isAsked ? (c.at === i ? " sel" : " legal") : " off"}`}
          aria-pressed={isAsked && c.at === i} aria-disabled={isAsked ? undefined : true} aria-label={`${v}${c.at === i ? ", chosen: press again to lay it face down" : ""}`}
          data-card={v} data-move={isAsked && c.at === i ? `pick ${v}` : undefined} onClick={e => { c.press(i, e.currentTarget); }}><Face value={v} />{isAsked && <CardOdds of={move => move === `pick ${v}`} />}</button>
      ))}
    </Group>
  );
}

function TheSlip({ p, c }: { p: Props; c: Choice }) {
  const asks = p.question?.asks, mine = !!p.question?.mine && !p.over;
  const point = pointOf(p.view), answer = asks === "counter?" ? "counter" : "parry";
  if (mine && (asks === "parry?" || asks === "counter?")) {
    const left = p.view.parries[p.me] ?? 0;
    const chain: ChainLink[] = [
      { label: <><i class="mk mk-foil" aria-hidden="true" />{point === p.me ? "Your" : p.names.whose(point ?? 0)} point</> },
      ...(asks === "counter?" ? [{ label: <><i class="mk mk-buckler" aria-hidden="true" />{p.names.whose(1 - p.me)} parry</> }] : []),
      { label: asks === "counter?" ? "Parry back?" : "Your parry?", open: true },
    ];
    return (
      <Slip {...p} prompt={promptOf(p)} chain={chain}
        note={asks === "counter?" ? `Parry back and the point counts. It costs ${left === 1 ? "your only parry" : "one of your parries"}; it cannot be answered.`
          : `A parry takes the point away. ${left === 1 ? "It is your only one of the match" : `You have ${left}`}${p.view.parries[1 - p.me] ? `, and ${p.names(1 - p.me)} can answer it` : ""}.`}
        tail={<>
          <button class="btn" data-move="pass" onClick={() => { p.play("pass"); }}>{asks === "counter?" ? "Let it be" : "Let it count"} <kbd aria-hidden="true">N</kbd></button>
          <button class="btn act" data-move={answer} onClick={() => { p.play(answer); }}><i class="mk mk-buckler" aria-hidden="true" />{asks === "counter?" ? "Parry back" : "Parry"} <kbd aria-hidden="true">R</kbd></button>
        </>} />
    );
  }
  return (
    <Slip {...p} prompt={promptOf(p)}
      note={mine ? (c.value === null ? "Both cards are turned together; the higher one takes the point." : "Press it once more, or Enter: face down.") : p.view.own ? "Both cards are turned together. A card that is down stays down." : undefined}
      tail={mine && c.value !== null && <button class="btn act" data-move={`pick ${c.value}`} onClick={c.send}>Lay the {c.value} face down <kbd aria-hidden="true">↵</kbd></button>} />
  );
}

function Table(p: Props) {
  const mat = useFit<HTMLElement>();
  const c = useChoice(p);
  const near = nearest(p), far = 1 - near, hidden = handOf(p, far), n = p.view.cards[far] ?? 0;
  const asks = p.question?.asks, mine = !!p.question?.mine && !p.over && !p.pending;
  const most = Number(p.options.parries ?? 1);
  const digit = (value: number) => {
    const hand = handOf(p, p.me) ?? [], element = document.querySelector<HTMLElement>(`.duel .hand [data-card="${value}"]`);
    if (element) c.press(c.value === value && c.at !== null ? c.at : hand.indexOf(value), element);
    else p.whyNot(`pick ${value}`, document.getElementById("slip") ?? document.body);
  };
  useKeys({
    ...Object.fromEntries(Array.from({ length: 13 }, (_, i) => [keyOf(i + 1), () => { if (mine && asks === "pick") digit(i + 1); }])),
    n: () => { if (mine && p.can("pass")) p.play("pass"); },
    r: () => { const move = asks === "counter?" ? "counter" : "parry"; if (mine && p.can(move)) p.play(move); },
    Enter: c.send,
    Escape: c.clear,
  }, p.me >= 0 && !p.replay);
  return (
    <main ref={mat} class="mat duel" data-cloth="duel" id="table">
      <TheSlip p={p} c={c} />
      <section class="mine" aria-label={p.me < 0 ? p.names(near) : "Your side"}>
        <div class="me"><SeatBadge {...p} seat={near} /><Parries n={p.view.parries[near] ?? 0} of={most} /></div>
        <Hand p={p} c={c} />
      </section>
      <Middle p={p} />
      <div class="d-top">
        <SeatBadge {...p} seat={far}><span>{count(n, "card")}</span></SeatBadge>
        {hidden ? <div class="fan was-secret" role="img" aria-label={`Hidden in the match: ${hidden.join(", ")}`}>{hidden.map((v, i) => <span key={i} class="card n t-sable s"><Face value={v} /></span>)}</div>
          : <div class="fan" role="img" aria-label={`${count(n, "card")} in hand`}>{Array.from({ length: n }, (_, i) => <span key={i} class="card back s" />)}</div>}
        <Parries n={p.view.parries[far] ?? 0} of={most} />
      </div>
    </main>
  );
}

function Rail(p: Props) {
  const seen = seenOf(p);
  return (
    <>
      <table class="ledger">
        <thead><tr><th scope="col">First to {p.view.target}</th><th scope="col">Parries</th><th scope="col">Points</th></tr></thead>
        <tbody>{[nearest(p), 1 - nearest(p)].map(seat => (
          <tr key={seat}><th scope="row"><span class="row"><i class={`pip s${seat}`} aria-hidden="true" />{p.names(seat)}</span></th><td>{p.view.parries[seat]}</td><td><b>{p.view.points[seat]}</b></td></tr>
        ))}</tbody>
      </table>
      <div class="seen-b">
        <h2>Seen so far <small class="dim">{p.me < 0 ? "filled: played" : "filled: played · half: in your hand"}</small></h2>
        <div class="seen" role="img" aria-label={`Played in this deal: ${seen.map((s, i) => (s.played ? `${s.played} × ${i + 1}` : "")).filter(Boolean).join(", ") || "nothing"}`}>
          {seen.map((s, i) => (
            <span key={i}>{Array.from({ length: COPIES }, (_, k) => { const at = COPIES - 1 - k; return <i key={k} class={at < s.played ? "on" : at < s.played + s.held ? "me" : ""} />; })}<b>{i + 1}</b></span>
          ))}
        </div>
      </div>
    </>
  );
}

export const duel: GameTable = {
  cloth: "duel",
  showsOwn: true,
  seesUnseated: true,
  Table,
  Rail,
  where: p => { const { view } = p as Props; return `${view.deal > 1 ? `Deal ${view.deal} · ` : ""}trick ${p.over ? view.trick : Math.min(13, view.trick + (p.question?.asks === "pick" ? 1 : 0))} · first to ${view.target}`; },
  head: e => (e.event === "deal" ? `Deal ${String(e.number)}` : null),
  prompt: given => {
    const p = given as Props, q = p.question;
    if (q?.asks === "pick" && p.me >= 0 && p.view.own?.card !== undefined && !q.mine) return `Your ${p.view.own.card} lies face down. ${p.names.does(1 - p.me, "choose", "chooses")} a card.`;
    const bout = q?.mine && q.asks === "parry?" ? boutOf(p.history, false) : null;
    return bout ? `${bout.picks[1 - p.me]} beats your ${bout.picks[p.me]}. Parry the point?` : null;
  },
  keys: [
    { keys: "1–9, 0, J, Q, K", does: "choose the card of this value, up to 13; again: lay it face down" },
    { keys: "Enter", does: "lay the chosen card face down" },
    { keys: "R", does: "parry, or parry back" },
    { keys: "N", does: "let it count" },
  ],
};
