// What the author of a game has written for people who are new to it: a lesson, and how to play. Made by teach.mjs from
// learn.text and how.text; loaded when somebody wants it.

export interface Near { move: string; words: string }

export interface Task {
  title: string;
  /** what is to be done; *words* are marked */
  say: string;
  look: { at: string; isMove: boolean; words: string } | null;
  /** moves that will do, the first is shown to who asks; none: only to be read */
  wait: string[];
  /** the refusal that is waited for, or "" */
  code: string;
  near: Near[];
  /** "SEAT MOVE": what happens behind it */
  then: string[];
  /** words of a button that tries the move, where the table has none */
  button: string;
  praise: string;
  /** null: goes on from the task before */
  position: string | null;
  options: Record<string, string>;
}

export interface Lesson { game: string; minutes: number; about: string; seat: number; names: string[]; end: string; tasks: Task[] }

export interface Thing { word: string; name: string; words: string; fact?: Record<string, string> }
export interface ThingGroup { title: string; things: Thing[] }
export interface ThingTab { title: string; about: string; shape: string; groups: ThingGroup[] }
export interface How {
  game: string;
  goal: string;
  minute: string[];
  wins: string;
  points: { title: string; rows: [string, string][]; note: string } | null;
  tabs: ThingTab[];
  examples: { title: string; lines: string[] }[];
  words: { word: string; words: string }[];
  /** headings of the rules: the id a part begins with, and what it is about */
  parts: [string, string][];
}

export interface Teaching { game: string; lesson: Lesson | null; how: How | null }

/** Addresses by game and how long each lesson takes, set by build.mjs. */
declare const TEACH_FILES: Record<string, { file: string; minutes: number }>;

export const hasLesson = (game: string) => (TEACH_FILES[game]?.minutes ?? 0) > 0;
export const hasHow = (game: string) => game in TEACH_FILES;
export const minutesOf = (game: string) => TEACH_FILES[game]?.minutes ?? 0;

const loaded = new Map<string, Promise<Teaching>>();
const here = new Map<string, Teaching>();

/** What has been loaded already; tables ask so for the words of a card. */
export const teachingNow = (game: string): Teaching | null => here.get(game) ?? null;

export function loadTeaching(game: string): Promise<Teaching> {
  let teaching = loaded.get(game);
  if (!teaching) {
    const found = TEACH_FILES[game];
    teaching = found
      ? fetch(new URL(found.file, document.baseURI)).then(answer => answer.json() as Promise<Teaching>).then(one => { here.set(game, one); return one; })
      : Promise.reject(new Error("Nobody has written about this game yet."));
    teaching.catch(() => { loaded.delete(game); });
    loaded.set(game, teaching);
  }
  return teaching;
}
