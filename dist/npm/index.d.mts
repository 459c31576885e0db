/** A referee for games with secrets. `load()` once, then everything is synchronous. */
export function load(source?: WebAssembly.Module | BufferSource | URL | string): Promise<Croupier>;
/** The same on a module that was compiled before. */
export function loadSync(module: WebAssembly.Module): Croupier;

/** Wrong use: a name that does not exist, a match that was freed. A refused move is a value, not an error. */
export class CroupierError extends Error {}

export interface Croupier {
  readonly games: Game[];
  /** The game of this name; throws if there is none. */
  game(name: string): Game;
  /** A record as a match at its beginning: `next()` plays it on, entry by entry. */
  record(bytes: Uint8Array): Match;
  /** The sentences of all rules, by game and id; a file of its own, read when it is asked for. */
  rules(source?: URL | string): Promise<Record<string, Record<string, string>>>;
  /** Plays a whole record again and tells whether deal, moves, times and states hold. */
  replay(bytes: Uint8Array): Replay;
}

export interface Game {
  readonly name: string;
  readonly about: string;
  readonly rulesVersion: number;
  readonly seats: { min: number; max: number };
  /** Begins a match; throws if the options or the position do not fit. */
  start(setup?: Setup): Match;
  /** Matches `from` to `from + matches` of the series that `croupier sim` plays from the same seed. */
  sim(series?: Series): SeriesResult;
}

export type Options = Record<string, string | number | boolean>;

export interface Setup {
  /** A number for a match that anybody can deal again, or 32 random bytes. */
  seed?: number | bigint | Uint8Array;
  /** How many seats; the usual number if left out. */
  seats?: number;
  options?: Options;
  /** A position as a case writes it, in place of the deal. */
  position?: string | null;
  /** Milliseconds since 1970, or any clock that never falls. */
  at?: number | bigint;
}

export interface Series {
  matches?: number;
  from?: number;
  seed?: number | bigint;
  seats?: number;
  /** A bot for each seat, or one for all. */
  bots?: string[];
  options?: Options;
}

export interface SeriesResult {
  matches: number;
  moves: number;
  defaults: number;
  wins: number[];
  draws: number;
  /** The sum over the matches: the same in every program, on every machine. */
  hash: string;
}

/** A move as the referee keeps it: made by offers, sample and bot. */
export interface Move {
  readonly text: string;
  readonly bytes: Uint8Array;
}

export interface Refusal {
  /** Such as STALE, or a word of the game. */
  code: string;
  /** What is wrong with this move, and why, in words for players. */
  title: string;
  because: string;
  /** Id of the rule; `rules()` has its sentence. */
  rule?: string;
  /** The part of the move that is wrong. */
  field?: string;
}

export interface Status {
  seats: number;
  over: boolean;
  now: number;
  /** The open question, null when the match is over. */
  question: string | null;
  /** When the open question's time is used up, null without a limit. */
  due: number | null;
  moves: number;
  scores: number[];
  fault?: string;
}

export interface Replay {
  holds: boolean;
  game: string;
  moves: number;
  over: boolean;
  scores: number[];
  hash?: string;
  /** The first entry that does not hold, and why. */
  at?: number;
  reason?: string;
}

/** A viewer is a seat, or 13, the spectator. */
export interface Match {
  readonly game: Game;
  readonly status: Status;
  readonly isOver: boolean;
  /** The seats that may answer now. */
  readonly asked: number[];
  /** Of the whole state, 16 hex digits. */
  readonly hash: string;
  /** What a viewer may know, and nothing else. */
  view(viewer?: number): Record<string, unknown>;
  viewText(viewer?: number): string;
  /** The whole truth, as a case writes it. */
  readonly position: string;
  /** What a viewer was told since this was last asked for it. */
  events(viewer?: number): Array<{ n: number } & Record<string, unknown>>;
  /** Up to 4096 moves that would be accepted. */
  offers(seat: number): Move[];
  /** One of them, each with the same chance; null if there is none. */
  sample(seat: number): Move | null;
  /** What a bot would do, knowing what the seat knows. */
  bot(seat: number, name?: string): Move | null;
  /** Plays a move; null if it is accepted, else why not, and nothing has changed. `at`: the time, the last one if left out. */
  play(seat: number, move: Move | string, at?: number | bigint): Refusal | null;
  /** Would it be accepted? */
  judge(seat: number, move: Move | string, at?: number | bigint): Refusal | null;
  /** Plays the default of a seat. */
  idle(seat: number, at?: number | bigint): Refusal | null;
  /** Plays what is due by now; tells how many defaults that were. */
  clock(now: number | bigint): number;
  /** The record so far. It holds the seed: as secret as the match until it is over. */
  readonly record: Uint8Array;
  /** Of a match that comes from a record: what its head says; opening it has checked that seed and commitment fit. `starts`: how the seed was drawn, where seats had a part in it; `deal`: that in words, {0}, {1}, … being players; `committed`: what was committed when, a line for each start; `title`: the game's name for people. */
  readonly head: { match: string; seed: string; commitment: string; pinned: boolean; starts: Draw[]; deal: string; committed: string; title: string };
  /** Of a match that comes from a record: plays its next entry. `wrong` says why it does not hold. */
  next(): { done: boolean; wrong?: string };
  /** Gives the memory back. Optional: it happens by itself when nobody holds the match. */
  free(): void;
}

/** A start of a match whose seed was drawn by several; the last is the one that began. Hex digits, by seat, null where there are none. */
export interface Draw { void: boolean; sealed: number; ended: number; commitment: string; part: string; seals: (string | null)[]; parts: (string | null)[] }
