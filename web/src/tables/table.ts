// What a table of a game is: how it is given the match, and what it gives back. To add one, write tables/GAME/ and its
// line in tables/index.ts; a game without one gets tables/generic.tsx.
import type { ComponentType } from "preact";
import type { MatchClient } from "../client";
import type { GameInfo } from "../net/api";
import type { Checked, Drift, GameEvent, Offers, Over, Question, Seat, Tick } from "../proto";
import type { Names } from "../words";

export type { GameInfo } from "../net/api";
export type { Checked, Drift, GameEvent, Offers, Over, Question, Seat, Tick } from "../proto";
export type { Names } from "../words";

export interface TableProps<View = any> {
  /** moves, rules, chart, options */
  game: GameInfo;
  /** as the server sent it: the field table of the game in JSON */
  view: View;
  /** the open one */
  question: Question | null;
  /** my legal moves as texts, or boxes where they are many; null when I am not asked */
  offers: Offers | null;
  seats: Seat[];
  /** -1: spectator */
  me: number;
  names: Names;
  /** options of this match */
  options: Record<string, string>;
  /** of the newest update, in order */
  events: GameEvent[];
  /** number of the newest update; changes exactly when `events` are new */
  n: number;
  /** all events so far */
  history: GameEvent[];
  over: Over | null;
  /** the move that was sent and is not confirmed */
  pending: string | null;
  /** the last default that the referee played for me, until I move again: the slip tells of it */
  ranOut?: GameEvent | null;
  /** the countdown as the server tells it, where the game has one */
  tick?: Tick | null;
  /** the last tick that came late */
  late?: Drift | null;
  /** the server's clock, estimated */
  now(): number;
  /** sends; shows nothing as fact before `update`. `as`: on a server in test mode, a move of the host or the admin */
  play(move: string, as?: "host" | "admin"): void;
  /** dry run */
  check(move: string): Promise<Checked>;
  /** dry run, and the answer on the slip with the rule and what is possible; `instead` are moves to offer there, `compare` two numbers, `good` a
   * sentence under the title where the move is possible */
  whyNot(move: string, at: Element, title?: string, instead?: Instead[], compare?: Compare, good?: string): void;
  /** among the offers, or inside a box */
  can(move: string): boolean;
  /** pauses or goes on, for a reason of the game */
  pause(on: boolean, reason?: string): void;
  /** nothing can be played; secrets may be visible */
  readonly replay?: boolean;
  /** replay through all-seeing eyes: the position as it really was; what the view does not show was secret */
  readonly truth?: Record<string, any>;
  /** somebody learns here: nothing opens by itself, nothing asks before it is left */
  readonly lesson?: boolean;
  /** opens the score sheet, where the game has one of its own */
  showSheet?(): void;
  /** the match itself, where it is live: link, refusals, times of events */
  readonly client?: MatchClient;
}

/** A move offered on the slip in place of the refused one. */
export interface Instead { move: string; label: string }

/** Two numbers that explain a refusal: "8 Sentry counts < 9 the Throne counts". */
export interface Compare { left: string | number; leftLabel: string; sign: string; signLabel: string; right: string | number; rightLabel: string }

export interface KeyHelp { keys: string; does: string }

export interface GameTable {
  cloth: "kings" | "tui" | "dune" | "judo" | "duel" | "plain";
  /** options a new table of this game has unless told otherwise; `seats` as in POST /api/matches */
  options?(seats: string[]): Record<string, string>;
  /** the table takes the place of the rail too */
  isWide?: boolean;
  /** the table has live regions of its own: nothing else speaks for it */
  speaksItself?: boolean;
  /** what happens is told by a clock of its own: nothing is shown later than it comes */
  pacesItself?: boolean;
  /** where an update tells several things, the table shows the last of them from the first on, unless a round ends */
  isEager?: boolean;
  /** the table itself shows my own answer that lies face down */
  showsOwn?: boolean;
  /** may this move, the only possible one, be sent for a player who wants that? Not what may end a round, and no King flip; never a sealed answer */
  isRoutine?(move: string, props: TableProps): boolean;
  /** seats that play together, each side its seats; null: everybody for himself */
  sides?(props: TableProps): number[][] | null;
  /** everything between bar and rail; it renders <Slip> itself (parts/slip) */
  Table: ComponentType<TableProps>;
  /** score part of the rail */
  Rail?: ComponentType<TableProps>;
  /** the whole score, as a sheet over the table: `S` */
  Sheet?: ComponentType<TableProps & { close(): void }>;
  /** the score in one line, above the cloth in windows that have no room for the rail; in the place of the newest line of the log */
  Strip?: ComponentType<TableProps>;
  /** where the match stands, beside the game's name in the bar: "Round 5, first to 7" */
  where?(props: TableProps): string;
  /** a heading in the log in front of this event, such as "Round 5" */
  head?(event: GameEvent, names: Names): string | null;
  /** the question in words for slip, list of tables and screen reader, where the table knows better; null: the referee's words */
  prompt?(props: TableProps): string | null;
  /** the end in words; null: the referee's */
  outcome?(props: TableProps): string | null;
  /** replay: all-seeing eyes get the views of all seats too, as truth.views */
  wantsViews?: boolean;
  /** replay: all-seeing eyes sit nowhere (`me` is -1), so that nobody is called "you"; else at seat 0 */
  seesUnseated?: boolean;
  /** for the help sheet; handled in Table by parts/keys useKeys() */
  keys?: KeyHelp[];
}
