// The slip: the referee's voice. Every question, countdown and verdict comes here, in the same shape in every game and
// whether or not one can act. What happened (happening.tsx), a refusal (whynot.tsx) and the end (end.tsx) take its place.
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { homeOf } from "../here/here";
import { store } from "../store";
import { tableOf } from "../tables";
import type { TableProps } from "../tables/table";
import { eventInWords, list, plain, sentence, titleOf } from "../words";
import { AutoNote, FasterOffer, PassOffer } from "./auto";
import { EndSlip, Reasons, roundReason } from "./end";
import { AgainButton, Away, HappeningSlip } from "./happening";
import { HintBox } from "./hint-lazy";
import { Ring, useTick } from "./ring";
import { Rematch } from "./rematch";
import { RoomContext } from "./room";
import { SealedNote } from "./sealed";
import { WhyContext, WhySlip } from "./whynot";

/** One link of what answers what: "Your flip", "Assassin", then whoever is asked, with `open`. */
export interface ChainLink { label: ComponentChildren; open?: boolean }

export interface SlipProps extends TableProps {
  /** the question in words; without it the game's prompt, or generic words */
  prompt?: ComponentChildren;
  /** a line under it */
  note?: ComponentChildren;
  chain?: ChainLink[];
  /** the buttons; one of them primary */
  tail?: ComponentChildren;
  /** the buttons stay during a pause: the game pauses by itself */
  keepTail?: boolean;
  /** in place of "Your decision", for a verdict */
  who?: ComponentChildren;
  /** more between question and buttons, such as a groove for pieces */
  children?: ComponentChildren;
}

/** Who decides now, in words. */
export function whoDecides(p: TableProps): string {
  if (p.over) return "The end";
  if (!p.question) return "One moment";
  if (p.question.paused) return "Paused";
  if (p.question.mine) return p.pending ? "Sent, not yet confirmed" : "Your decision";
  const seats = p.question.open.filter(s => s < 8);
  if (!seats.length) return "The referee decides";
  return `${list(seats.map(s => p.names(s)))} ${seats.length > 1 ? "decide" : "decides"}`;
}

/** Who wins: as the referee tells it, unless the table has better words. */
export function outcomeOf(p: TableProps): string {
  const over = p.over;
  const own = tableOf(p.game.game).outcome?.(p);
  if (own) return own;
  if (!over) return "";
  if (over.says) return p.names.fill(over.says);
  const best = Math.max(...over.scores);
  const winners = over.scores.flatMap((s, i) => (s === best ? [i] : []));
  if (winners.length === over.scores.length) return "A draw.";
  return winners.length === 1 ? `${p.names.does(winners[0], "win", "wins")}.` : `${list(winners.map(s => p.names(s)))} win.`;
}

/** The question in words: as the referee puts it, unless the table has better ones. */
export function promptOf(p: TableProps): string {
  if (p.over) return outcomeOf(p);
  const asked = p.question?.says ? p.names.fill(p.question.says) : null;
  return tableOf(p.game.game).prompt?.(p) ?? asked ?? (p.question ? plain(p.question.asks) : "The next question is on its way.");
}

/* At the end and during a pause the referee has buttons of its own. */
function useTail(p: SlipProps): ComponentChildren {
  const room = useContext(RoomContext);
  if (p.replay) return null;
  if (p.over)
    return p.keepTail && p.tail ? <>{p.tail}<Rematch /></> : (
      <>
        {room.again && !tableOf(p.game.game).pacesItself && <FasterOffer game={p.game.game} title={titleOf(p.game.game)} />}
        {room.again && <a class="btn" href={homeOf(location.hash)}>To the lobby</a>}
        {room.replay && <a class="btn" href={`${room.replay}?${p.me < 0 ? "" : `as=${p.me}&`}analysis`}><i class="ic ic-graph" aria-hidden="true" />Where it turned</a>}
        {room.replay && <a class="btn" href={room.replay.replace("/replay/", "/verdict/")}>Verdict</a>}
        {room.again ? <button class="btn act" onClick={room.again}><i class="ic ic-again" aria-hidden="true" />Play again</button>
          : <a class={room.meeting ? "btn" : "btn act"} href={homeOf(location.hash)}>To the lobby</a>}
        <Rematch />
      </>
    );
  if (p.question?.paused && !p.keepTail)
    return room.goOn && <button class="btn act" onClick={room.goOn}><i class="ic ic-play" aria-hidden="true" />Go on</button>;
  if (room.passing?.passes)
    return <button class="btn" onClick={() => { store.set({ empty: "ask" }); }}>Ask me next time</button>;
  if (room.hurry && !p.tail) return <button class="btn" id="hurry" aria-keyshortcuts="Space" onClick={room.hurry}>Don’t wait</button>;
  return p.tail;
}

/* What the referee does for me, in words. */
function PassingNote({ now }: { now(): number }) {
  const { passing } = useContext(RoomContext);
  const left = passing ? Math.ceil((passing.at - now()) / 1000) : 0;
  useTick(!!passing && left > 0);
  if (!passing) return null;
  if (passing.passes) return <p id="passing">You can only pass here: the referee does it for you.</p>;
  return left > 0 ? <p id="passing">For {left} s more you look like somebody who can only pass.</p> : null;
}

/* Where hints are allowed: one for my question, by button or T. */
function HintButton() {
  const { hint } = useContext(RoomContext);
  if (!hint || hint.told) return null;
  return (
    <button class="btn bare" id="ask-hint" aria-keyshortcuts="T" aria-busy={hint.busy} disabled={hint.busy} onClick={() => { hint.ask(); }}>
      {hint.busy ? <i class="spin" aria-hidden="true" /> : <i class="ic ic-hint" aria-hidden="true" />}Hint
    </button>
  );
}

export function Slip(p: SlipProps) {
  const { why } = useContext(WhyContext);
  const { running, hint } = useContext(RoomContext);
  const tail = useTail(p);
  const mine = !!p.question?.mine && !p.over;

  if (why) return <WhySlip question={p.question} now={() => p.now()} />;
  if (running?.step && !p.replay) return <HappeningSlip p={p} running={running} />;
  if (p.over && !p.keepTail && !p.who && !p.children) return <EndSlip p={p} title={p.prompt ?? promptOf(p)} note={p.note} acts={tail} />;
  const reason = p.over || p.replay ? null : roundReason(p);
  // Nobody is asked in a replay: the scrubber says what happens. A verdict stays.
  if (p.replay && !p.who && !p.children) return null;
  return (
    <section class={`slip${mine ? "" : " wait"}${p.pending ? " sent" : ""}`} role="group" aria-labelledby="ask" id="slip">
      {p.question && !p.over && !p.replay ? <Ring question={p.question} now={() => p.now()} speaks={mine} budget={(p.view as { asked?: { budget?: number } } | null)?.asked?.budget} /> : <span />}
      <div class="slip-body">
        <p class="slip-who">
          {mine && p.me >= 0 && <i class={`pip s${p.me}`} />}
          {p.who ?? whoDecides(p)}
          {p.pending && <i class="spin" aria-hidden="true" />}
          {!p.replay && <AgainButton />}
          {mine && !p.replay && !p.pending && <HintButton />}
        </p>
        <h2 id="ask">{p.prompt ?? promptOf(p)}</h2>
        {p.ranOut && <p>{sentence(eventInWords(p.ranOut, p.names))}</p>}
        {p.note && <p>{p.note}</p>}
        {reason && <Reasons reasons={[reason]} p={p} />}
        {!p.replay && <Away />}
        {!mine && !p.over && !p.replay && !tableOf(p.game.game).showsOwn && <SealedNote p={p} />}
        {mine && !p.replay && <PassingNote now={() => p.now()} />}
        {mine && !p.replay && <><AutoNote p={p} /><PassOffer p={p} /></>}
        {p.chain && p.chain.length > 0 && (
          <ol class="chain" aria-label="What answers what">
            {p.chain.map((link, i) => <li key={i} class={link.open ? "open" : ""}>{link.label}</li>)}
          </ol>
        )}
        {p.children}
      </div>
      {tail && <div class="slip-acts">{tail}</div>}
      {mine && !p.replay && hint?.told && <HintBox told={hint.told} names={p.names} close={() => { hint.close(); }} />}
    </section>
  );
}
