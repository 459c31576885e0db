// A lesson while it is played: the table of the task, what is said, and everything the person can do about it.
import { useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { MatchClient } from "../client";
import { alertNow, announce } from "../parts/announcer";
import { bare, goesOn, judge, movesTo, baseOf } from "./lesson";
import { keepProgress, progressOf } from "./progress";
import { Study } from "./study";
import type { Lesson, Task } from "./teach";

const SHOW_MS = 600; // before *Show me* plays
const THEN_MS = 900; // between things that others do

export interface Said { isGood: boolean; title: string; text: string }

export interface Teacher {
  client: MatchClient;
  /** changes with the table: what was begun on the one before is gone */
  table: number;
  at: number;
  task: Task;
  said: Said | null;
  /** the task is done, and the person looks at what came of it */
  isDone: boolean;
  /** all are */
  isOver: boolean;
  /** others act, or something is shown */
  isBusy: boolean;
  trouble: string;
  /** a move: played if it is what the task waits for, otherwise answered */
  tryMove(move: string): void;
  /** the referee has said no to a try */
  wasRefused(code: string): void;
  show(): void;
  skip(): void;
  goOn(): void;
  again(): void;
}

const pause = (ms: number) => new Promise<void>(done => { setTimeout(done, ms); });

interface Stand { at: number; table: number; isDone: boolean; isBusy: boolean; said: Said | null; trouble: string }

export function useTeacher(lesson: Lesson): Teacher {
  const n = lesson.tasks.length;
  const [stand, set] = useState<Stand>(() => {
    const done = progressOf(lesson.game);
    return { at: done < n ? done : 0, table: 0, isDone: false, isBusy: false, said: null, trouble: "" };
  });
  const now = useRef(stand);
  const change = (part: Partial<Stand>) => { now.current = { ...now.current, ...part }; set(now.current); };
  const [, again] = useReducer<number, void>(x => x + 1, 0);
  const live = useRef(true);

  // One study for each time a position is put on the table.
  const { study, client } = useMemo(() => {
    const base = lesson.tasks[baseOf(lesson, now.current.at)];
    const seats = 1 + lesson.names.length, others = [...lesson.names];
    const names = Array.from({ length: seats }, (_, i) => (i === lesson.seat ? "" : (others.shift() ?? "")));
    const made = new Study({ game: lesson.game, options: base.options, position: base.position ?? "", seat: lesson.seat, names, moves: movesTo(lesson, now.current.at) });
    made.onTrouble = e => { change({ trouble: e.message, isBusy: false }); };
    return { study: made, client: new MatchClient("~lesson", null, made.open) };
  }, [stand.table]);
  useLayoutEffect(() => {
    const stop = client.subscribe(() => { again(); });
    again();
    return () => { stop(); client.close(); };
  }, [client]);
  useLayoutEffect(() => { live.current = true; return () => { live.current = false; }; }, []);

  const task = lesson.tasks[Math.min(stand.at, n - 1)];

  /* The task begins: on the table as it is, or on another one. */
  const begin = (at: number, isAnew: boolean) => {
    keepProgress(lesson.game, at);
    change({ at, isDone: false, isBusy: false, ...(isAnew && { table: now.current.table + 1, said: null }) });
  };

  const finish = async (said: string) => {
    const { at, table } = now.current;
    const here = lesson.tasks[at];
    change({ isBusy: here.then.length > 0 });
    for (const line of here.then) {
      await pause(THEN_MS);
      if (!live.current || now.current.table !== table) return;
      await study.push(line);
    }
    if (!live.current || now.current.table !== table) return;
    change({ isBusy: false, said: said ? { isGood: true, title: "Done.", text: said } : null });
    if (said) announce(bare(said));
    if (goesOn(lesson, at)) begin(at + 1, false);
    else { keepProgress(lesson.game, at + 1); change({ isDone: true }); }
  };

  study.onMove = (_, refused) => {
    const here = lesson.tasks[now.current.at];
    if (now.current.isDone) return;
    if (!refused && !here.code) void finish(here.praise);
    else if (refused && refused.code === here.code) void finish(here.praise);
  };

  const wasRefused = (code: string) => {
    const { at, isDone, isBusy } = now.current;
    if (!isDone && !isBusy && lesson.tasks[at].code && code === lesson.tasks[at].code) void finish(lesson.tasks[at].praise);
  };

  const tryMove = (move: string) => {
    const { at, isDone, isBusy } = now.current;
    if (isDone || isBusy || client.match.pending) return;
    const here = lesson.tasks[at], answer = judge(here, move);
    if (answer.done) { change({ said: null }); client.play(move); return; }
    void client.check(move).then(checked => {
      if (now.current.at !== at) return;
      if (!checked.ok) { client.play(move); return; } // the referee says why, as always
      change({ said: { isGood: false, title: "Almost.", text: answer.words } });
      alertNow(`Almost. ${bare(answer.words)}`);
    });
  };

  const show = () => {
    const { at, isDone, isBusy, table } = now.current;
    const here = lesson.tasks[at];
    if (isDone || isBusy || client.match.pending) return;
    if (!here.wait.length) { void finish(here.praise); return; }
    change({ isBusy: true });
    void pause(SHOW_MS).then(() => {
      if (!live.current || now.current.table !== table) return;
      change({ isBusy: false, said: null });
      client.play(here.wait[0]);
    });
  };

  const goOn = () => {
    const { at, isDone, isBusy } = now.current;
    if (isBusy) return;
    if (!isDone) { if (!lesson.tasks[at].wait.length) void finish(lesson.tasks[at].praise); return; }
    if (at + 1 < n) begin(at + 1, true);
  };

  const skip = () => {
    const { at } = now.current;
    if (at + 1 < n) begin(at + 1, true);
    else { keepProgress(lesson.game, n); change({ isDone: true, isBusy: false, said: null }); }
  };

  return {
    client, table: stand.table, at: stand.at, task, said: stand.said, isDone: stand.isDone, isOver: stand.isDone && stand.at === n - 1,
    isBusy: stand.isBusy, trouble: stand.trouble, tryMove, wasRefused, show, skip, goOn, again: () => { begin(0, true); },
  };
}
