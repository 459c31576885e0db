// Answers for me, where I want them: "Ready" after a round, and the only possible move. The page sends them itself, so that nobody
// else has to know; never while something is shown once more or a sheet is open, and never at a moment that tells what I hold.
import { useContext, useEffect, useState } from "preact/hooks";
import type { MatchClient } from "../client";
import { mayAnswer, type Match } from "../match";
import { store } from "../store";
import type { GameTable, TableProps } from "../tables/table";
import { announce } from "./announcer";
import { useStateOf, useStore } from "./hooks";
import { useTick } from "./ring";
import { RoomContext } from "./room";

const READY_MS = 8000;
const BEAT_MS = 1200; // among bots
const LEAST_MS = 2000, MOST_MS = 4000; // among people, drawn when it is asked

/** What is sent for me soon. */
export interface Auto {
  kind: "ready" | "only";
  /** what it is, as the referee offers it */
  says: string;
  /** when, by performance.now(); null: not while something else is looked at */
  at: number | null;
  /** not this time */
  stop(): void;
}

/** The answer that may be sent for me; null: it is mine alone. A sealed one always is. */
export function autoOf(m: Match, table: GameTable, p: TableProps, wants: { ready: boolean; only: boolean }): Pick<Auto, "kind" | "says"> & { move: string } | null {
  const move = m.offers?.moves?.length === 1 ? m.offers.moves[0] : null;
  if (!move || move === "pass" || !mayAnswer(m)) return null;
  const says = m.offers?.says?.[0] ?? move;
  if (move === "ready") return wants.ready ? { kind: "ready", move, says } : null;
  return wants.only && m.question?.form !== "all" && table.isRoutine?.(move, p) ? { kind: "only", move, says } : null;
}

/** `isBusy`: something runs, or lies over the table. */
export function useAuto(client: MatchClient, table: GameTable, p: TableProps, isBusy: boolean): Auto | null {
  const { ready, only } = useStore().settings, m = client.match;
  const found = autoOf(m, table, p, { ready, only });
  const [isStopped, setStopped] = useStateOf(m.question?.ticket, false);
  const [at, setAt] = useState<number | null>(null);
  const waits = !!found && !isStopped && !isBusy;
  const alone = m.seats.every((s, i) => i === m.me || s.kind !== "person");
  useEffect(() => {
    if (!waits || !found) { setAt(null); return; }
    const ms = found.kind === "ready" ? READY_MS : alone ? BEAT_MS : LEAST_MS + Math.random() * (MOST_MS - LEAST_MS);
    const { kind, move, says } = found;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => {
      announce(kind === "ready" ? "Ready, for you." : `The only possible move, for you: ${p.names.fill(says)}.`);
      client.play(move);
    };
    // In a hidden window the time stands still: nothing is drawn for it, or what nobody saw would count as shown.
    const arm = () => {
      clearTimeout(timer);
      if (document.hidden) return;
      setAt(performance.now() + ms);
      timer = setTimeout(send, ms);
    };
    arm();
    document.addEventListener("visibilitychange", arm);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", arm);
    };
  }, [waits, found?.move, m.question?.ticket]);
  return found && !isStopped ? { kind: found.kind, says: found.says, at, stop: () => { setStopped(true); } } : null;
}

/** On the slip: what is sent for me, when, and the way to stop it. */
export function AutoNote({ p }: { p: TableProps }) {
  const { auto } = useContext(RoomContext);
  useTick(!!auto?.at, 500);
  if (!auto) return null;
  const left = auto.at === null ? null : Math.max(1, Math.ceil((auto.at - performance.now()) / 1000));
  const isReady = auto.kind === "ready";
  return (
    <p class="auto-note" id="auto">
      <span class="auto"><i class="ic ic-check" aria-hidden="true" />
        <span>{isReady ? "Ready, for you" : `The only possible move, for you: ${p.names.fill(auto.says)}`}{left !== null && isReady && <span class="num" role="timer" aria-live="off"> · {left} s</span>}</span></span>
      <button class="btn quiet" onClick={() => { auto.stop(); if (!isReady) store.set({ only: false }); }}>{isReady ? "Wait" : "Ask me next time"}</button>
    </p>
  );
}

const MATCHES = 5;

/** After five matches of a game that were shown slowly: faster? Asked once. */
export function FasterOffer({ game, title }: { game: string; title: string }) {
  const kept = useStore(), { pace, offered } = kept.settings;
  if (offered.includes("faster") || pace === "brisk" || pace === "once" || kept.past.filter(one => one.game === game).length < MATCHES) return null;
  const answer = (isYes: boolean) => { kept.set({ offered: [...offered, "faster"], ...(isYes && { pace: "brisk" as const }) }); };
  return (
    <span class="say offer" id="faster"><span>You know {title} by now. Faster?</span>
      <button class="btn" onClick={() => { answer(true); }}>Brisk</button><button class="btn quiet" onClick={() => { answer(false); }}>As it is</button></span>
  );
}

/** With people, asked once: shall the referee pass where I hold nothing? */
export function PassOffer({ p }: { p: TableProps }) {
  const kept = useStore(), { empty, offered } = kept.settings;
  const hasOthers = p.seats.some((s, i) => i !== p.me && s.kind === "person");
  if (empty !== "bots" || offered.includes("pass") || !hasOthers || !p.question?.mine || p.offers?.moves?.join() !== "pass") return null;
  const answer = (isYes: boolean) => { kept.set({ offered: [...offered, "pass"], ...(isYes && { empty: "always" as const }) }); };
  return (
    <p class="auto-note" id="pass-offer"><span>You can only pass. Shall the referee do that for you from now on, after 2 to 4 seconds, so that nobody can tell?</span>
      <button class="btn" onClick={() => { answer(true); }}>Yes</button><button class="btn quiet" onClick={() => { answer(false); }}>No, ask me</button></p>
  );
}
