// What the table and the text mode share: the session as told, the countdown, snackbars, settings, and what a person can
// do. Both only draw it.
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { announce } from "../../parts/announcer";
import { useTick } from "../../parts/ring";
import { store } from "../../store";
import type { TableProps } from "../table";
import { STATS, statName, type Stat } from "./cards";
import { Countdown } from "./countdown";
import { Hooks } from "./hooks";
import { isInMatch, mayPick, nextMove, toldBy, type JkView, type Told } from "./session";
import { SettingsStore, settingMoves, type JkSettings } from "./settings";
import { AUTO, clearRound, expire, keep, nextExpiry, remove, show, type Snack } from "./snacks";
import { say } from "./texts";

export type Props = TableProps<JkView>;

const SHOWN_TIMERS = ["stat", "cooldown", "start"];
const HEARTBEAT_MS = 5000; // JK-7.8
const LOST_MS = 500; // JK-11.5
const SPOKEN = [10, 5, 0]; // JK-12.6

export const settings = new SettingsStore(() => localStorage);

/** JK-12.10: nothing moves, so there is no time to show the cards. */
const isCalm = (): boolean => store.settings.motion === "less" || (store.settings.motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);

export interface Jk {
  p: Props;
  v: JkView;
  told: Told;
  clock: Countdown;
  seconds: number;
  /** drift, or zero and nothing heard: "Waiting…" in the status line */
  isWaiting: boolean;
  /** nothing was heard from the referee for half a second */
  isLost: boolean;
  snacks: Snack[];
  options: JkSettings;
  set<N extends keyof JkSettings>(name: N, value: JkSettings[N]): void;
  /** sends, or waits until a setting that is on its way has been taken */
  send(move: string): void;
  flash(text: string): void;
  hint(): void;
  pick(stat: Stat): void;
  pickKey(key: string): void;
  next(): void;
  isReady: boolean;
  nextMove: string;
  quit: "" | "quit" | "home";
  openQuit(cause: "quit" | "home"): void;
  cancelQuit(): void;
  confirmQuit(): void;
  isForTwo: boolean;
}

function useSettings(): [JkSettings, Jk["set"]] {
  const [, again] = useReducer((n: number, _: void) => n + 1, 0);
  const set: Jk["set"] = (name, value) => { settings.set(name, value); again(); };
  return [settings.values, set];
}

/* The clock follows the referee's deadline; a tick sets it right. */
function useClock(p: Props): Countdown {
  const clock = useRef(new Countdown()).current, armed = useRef(""), ticked = useRef<unknown>(null), q = p.question, v = p.view;
  const isShown = SHOWN_TIMERS.includes(v.timer) && !!q && (q.until !== undefined || q.left !== undefined) && !p.replay;
  const key = isShown ? `${v.timer}:${v.round}:${v.matchId}:${q.paused ? `p${q.left}` : q.until! + v.behindMs}` : "";
  const { tick } = p, isNew = key !== armed.current, turns = p.client?.clock.turns ?? 0, turned = useRef(turns);
  if (turned.current !== turns && isShown && !isNew && !q.paused) clock.set(q.until! - p.now() + v.behindMs, performance.now());
  turned.current = turns;
  if (isNew) {
    armed.current = key;
    if (!isShown) clock.stop();
    else clock.arm((q.paused ? q.left! : q.until! - p.now()) + v.behindMs, performance.now(), !q.paused);
  }
  if (tick !== ticked.current) {
    ticked.current = tick;
    if (tick && isShown && p.client?.isWinding) clock.set(tick.left, performance.now());
    if (tick && isShown && isNew && tick.left > 0) clock.arm(tick.left, performance.now(), !q.paused);
    else if (tick && isShown && !q.paused) clock.tick(tick.left, performance.now(), p.late?.at === tick.at);
  }
  return clock;
}

/* JK-12.6: what is left is spoken at the start, at 10 and 5 s and at the end; never the ticks between. */
function useSpokenTime(v: JkView, seconds: number, runs: boolean): void {
  const spoken = useRef({ key: "", at: 0 });
  useEffect(() => {
    const key = `${v.matchId}:${v.round}:${v.timer}`;
    if (v.timer !== "stat" || !runs) return;
    if (spoken.current.key !== key) {
      spoken.current = { key, at: seconds };
      announce(say("time", { s: seconds }));
      return;
    }
    const mark = SPOKEN.find(s => seconds <= s && spoken.current.at > s);
    if (mark === undefined) return;
    spoken.current.at = seconds;
    announce(seconds ? say("time", { s: seconds }) : "Time is up");
  }, [seconds, v.timer, v.round, runs]);
}

function useSnacks(): [Snack[], (change: (list: Snack[], now: number) => Snack[]) => void] {
  const [list, set] = useState<Snack[]>([]);
  const change = (how: (list: Snack[], now: number) => Snack[]) => { set(now => how(now, performance.now())); };
  useEffect(() => {
    const at = nextExpiry(list);
    if (at === Infinity) return;
    const timer = setTimeout(() => { change(expire); }, Math.max(0, at - performance.now()) + 5);
    return () => { clearTimeout(timer); };
  }, [list]);
  return [list, change];
}

/* JK-7.8, 8.10: the referee is told when the page is hidden, shown, or left, and that it lives. */
function usePresence(p: Props, isForTwo: boolean): void {
  const latest = useRef(p), isKept = useRef(false); // left, and kept by the browser for a way back
  latest.current = p;
  useEffect(() => {
    if (p.me < 0 || p.replay) return;
    const hide = (isHidden: boolean) => { if (!isForTwo) latest.current.pause(isHidden, "hidden"); };
    const onVisible = () => { hide(document.visibilityState === "hidden"); };
    const onHide = (event: PageTransitionEvent) => {
      isKept.current = event.persisted;
      if (event.persisted) hide(true);
      else if (isInMatch(latest.current.view.state)) latest.current.play("interrupt navigation");
    };
    const onShow = (event: PageTransitionEvent) => {
      isKept.current = false;
      if (event.persisted) hide(false);
    };
    const beat = setInterval(() => { p.client?.alive(); }, HEARTBEAT_MS);
    document.addEventListener("visibilitychange", onVisible);
    addEventListener("pagehide", onHide);
    addEventListener("pageshow", onShow);
    return () => {
      clearInterval(beat);
      document.removeEventListener("visibilitychange", onVisible);
      removeEventListener("pagehide", onHide);
      removeEventListener("pageshow", onShow);
    };
  }, [p.me, isForTwo, p.client]);
  /* A page that is seen takes the reason away, whoever gave it: after a reload, the last word of the page before may take effect late. */
  const isMine = !!p.question?.paused && !!p.client?.match.plays && !p.replay && !isForTwo;
  useEffect(() => {
    if (isMine && !isKept.current && document.visibilityState === "visible") latest.current.pause(false, "hidden");
  }, [isMine]);
}

/* JK-11.5: is the connection gone for half a second? */
function useLost(p: Props): boolean {
  const link = p.client?.link ?? "open", [isLost, set] = useState(false);
  useEffect(() => {
    if (link === "open") {
      set(false);
      return;
    }
    const timer = setTimeout(() => { set(true); }, LOST_MS);
    return () => { clearTimeout(timer); };
  }, [link]);
  return isLost;
}

export function useJk(p: Props): Jk {
  const v = p.view, isForTwo = v.flags.includes("secondPerson"), [options, set] = useSettings();
  const told = useMemo(() => toldBy(p.client?.match.log ?? p.history.map(event => ({ at: 0, event }))), [p.history]);
  const clock = useClock(p), [snacks, change] = useSnacks(), [quit, setQuit] = useState<Jk["quit"]>("");
  useTick(clock.runs, 100);
  const now = performance.now(), seconds = clock.seconds(now), isLost = useLost(p), leaving = useRef(false);
  const hooks = useMemo(() => new Hooks(p.client, clock, v.flags.includes("testMode")), [p.client]);
  const isReady = mayPick(v, p.me) && !p.replay, next = p.replay ? "" : nextMove(v, p.me), latest = useRef(p);
  latest.current = p;

  usePresence(p, isForTwo);
  useSpokenTime(v, seconds, clock.runs);
  useEffect(() => () => { hooks.close(); }, [hooks]);
  useLayoutEffect(() => { hooks.show(v, told); }, [v, told, hooks]);
  const refused = p.client?.match.refused;
  useEffect(() => { if (refused) hooks.reject(refused); }, [refused]);

  /* JK-11.17: the countdown is one snackbar; the round's snackbars go when the next one starts. */
  useEffect(() => {
    if (v.state === "roundStart") change(clearRound);
    if (v.state === "cooldown" && clock.runs && seconds > 0)
      change((list, at) => keep(list, "count", say(v.timer === "start" ? "start" : "next", { s: seconds }), at, 10_000));
    else change(list => remove(list, "count"));
  }, [v.state, seconds, clock.runs]);
  useEffect(() => {
    if (told.auto) change((list, at) => show(list, say("auto", { stat: statName(told.auto) }), at, 3000, AUTO));
  }, [told.auto, v.round]);
  useEffect(() => {
    if (settings.isForgetful) change((list, at) => show(list, "This browser keeps no settings: they last as long as this page.", at, 6000));
  }, [settings.isForgetful]);

  /* The session plays by what this browser keeps (JK-14.1): one setting at a time, each asks anew. */
  useEffect(() => {
    if (p.me !== 0 || p.replay || p.pending || p.over || !p.question?.mine) return;
    const [move] = settingMoves(settings, v, isForTwo, isCalm()).filter(m => p.can(m));
    if (move) p.play(move);
  }, [options, v, p.pending, p.question?.ticket]);

  /* JK-8.9: the logo leads away only after the quit is told. */
  useEffect(() => {
    if (!leaving.current || p.pending) return;
    if (v.state === "matchOver" && p.me === 0 && p.can("home")) p.play("home");
    else if (!isInMatch(v.state)) {
      leaving.current = false;
      location.hash = "#/";
    }
  }, [v.state, p.pending, p.question?.ticket]);

  const queued = useRef("");
  const onItsWay = () => p.client?.match.pending?.move ?? p.pending; // another effect may have sent something just now
  const send = (move: string) => {
    const pending = onItsWay();
    if (!pending) p.play(move);
    else if (pending.startsWith("settings ")) queued.current = move;
  };
  useEffect(() => {
    const move = queued.current;
    if (!move || onItsWay()) return;
    queued.current = "";
    p.play(move);
  }, [p.pending, p.question?.ticket]);

  const sendPause = (on: boolean) => { if (!isForTwo && p.me >= 0) p.pause(on, "quitDialog"); };
  const hint = () => { change((list, at) => keep(list, "hint", say("keyHint"), at)); };
  const pick = (stat: Stat) => {
    if (!isReady) return;
    change(list => remove(list, "hint"));
    send(`statSelected ${stat}`);
  };
  return {
    p, v, told, clock, seconds, isLost, snacks, options, set, isReady, nextMove: next, quit, isForTwo, hint, pick, send,
    isWaiting: clock.isWaiting(now),
    flash: text => { change((list, at) => show(list, text, at)); },
    pickKey: key => {
      const stat = STATS[Number(key) - 1];
      if (v.state !== "waitingForPlayerAction") return;
      if (stat && options.statHotkeys) pick(stat);
      else if (!stat) hint();
    },
    next: () => { if (next) send(next); },
    openQuit: cause => {
      if (quit) return;
      setQuit(cause);
      sendPause(true);
    },
    cancelQuit: () => {
      setQuit("");
      sendPause(false);
    },
    confirmQuit: () => {
      leaving.current = quit === "home";
      setQuit("");
      sendPause(false);
      latest.current.play("interrupt quit");
    },
  };
}
