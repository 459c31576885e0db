// Made by `croupier proto --format ts` from src/wire/proto.def. Do not edit.

export type Form = "all" | "turn" | "any" | "open";
export interface Seat { kind: "open" | "person" | "bot"; name: string; here: boolean; replaced: boolean; wants_pause: boolean; auto: boolean; hints?: number; rematch?: "yes" | "no" }
/** With words: `says` for people ("": not worth a line), its weight from 0, quiet, to 3, stop; a reason for an end
 * says what it is about, and by which rule. */
export type GameEvent = { seq?: number; event: string; seat?: number; says?: string; weight?: 0 | 1 | 2 | 3; because?: Because; rule?: string } & Record<string, unknown>;
/** An event where changes are told: its word, its seat or null, and what else it has. */
export type News = [event: string, seat?: number | null, rest?: Record<string, unknown>];
export type Because = "forced" | "decided" | "missed" | "counted";
export interface Question { ticket: number; asks: string; form: Form; seats: number[]; open: number[]; until?: number; left?: number; paused?: boolean; mine: boolean; says?: string }
export interface BoxArgument { field: string; at: number; from?: number; to?: number; values: (string | number)[]; asks?: string; says?: string[] }
export interface Box { move: string; size: number; template: string; arguments: BoxArgument[] }
/** With words: `says` has a text for each of `moves`. */
export interface Offers { moves?: string[]; says?: string[]; many?: number; boxes?: Box[] }
/** Moves where changes are told: a word, and what follows it in each of them. */
export type Group = [word: string, ...rest: (string | number)[]];
/** A move that is possible in place of a refused one. */
export interface Possible { move: string; says: string }
/** A move that a hint names: what it promises, from 0 to 1, and how far off chance may put that. */
export interface HintMove { move: string; says: string; worth: number; error: number }
export type View = Record<string, unknown>;
/** The fields of a view that have changed, but of `asked` only its members that have. */
export type Changes = Record<string, unknown>;
/** With words: who wins, and why: reasons in their order, `key` marks the one that decided. */
export interface Over { scores: number[]; seed: string; pinned: boolean; shared?: { seats: number[]; void: number; seed: string }; says?: string; why?: (GameEvent & { key: boolean })[] }
/** One step of GET /api/matches/ID/steps. */
export interface Step { number: number; at: number; hash: string; seat?: number; asks?: string; default?: boolean; reaction?: boolean; move?: string; events: GameEvent[]; question?: Question; offers?: Offers; view: View; truth?: View; over?: Over }
/** The same with `outline`. */
export interface OutlineStep { number: number; at: number; hash: string; seat?: number; asks?: string; default?: boolean; reaction?: boolean; word?: string; events: string[] }
export interface Steps<S> { steps: S[]; n: number; next?: number }

/** plays a seat by its token, or watches without one; a connection is attached to one match at a time. */
export interface Attach {
  type: "attach";
  /** id of the match */
  match: string;
  /** holds a seat; without it you are a spectator */
  token?: string;
  /** number of the last update you have seen: the later ones follow; without it the state of things follows */
  after?: number;
  /** false: updates carry no view; `changes`: updates tell only what has changed, see Changes */
  view?: boolean | "changes";
  /** false: updates carry no offers */
  offers?: boolean;
  /** true: events, questions, offers and the end come with words for people, in `says`; {0}, {1}, … in them are players */
  words?: boolean;
}

/** answers the open question. */
export interface Move {
  type: "move";
  /** yours, from 1, rising; sent twice it counts once */
  id: number;
  /** of the question it answers */
  ticket: number;
  /** as people write it */
  move: string;
  /** `host` or `admin`, on a server in test mode: the move is theirs */
  as?: string;
}

/** asks whether a move would be accepted; nothing happens. */
export interface Check {
  type: "check";
  /** comes back with the answer */
  id: number;
  /** of the question it would answer */
  ticket: number;
  /** as people write it */
  move: string;
}

/** asks for the best moves of your own question, found from what you see; everybody is told that you did; see Hints. */
export interface Hint {
  type: "hint";
  /** comes back with the answer */
  id: number;
  /** of the question */
  ticket: number;
}

/** a quick signal to everybody in the room, at most one a second. */
export interface Signal {
  type: "signal";
  /** one of the words under `signals` of GET /api/games */
  signal: string;
}

/** stops or starts the clock, for a reason the game allows or because everybody here wants it. */
export interface Pause {
  type: "pause";
  /** true: pause; false: take it back */
  on: boolean;
  /** a reason of the game that a player may give; without it all players here must ask for the pause, and any of them ends it */
  reason?: string;
}

/** fills the open seats with bots and so begins the match; from a seat only. */
export interface Start {
  type: "start";
  /** its name; without it the usual one */
  bot?: string;
}

/** gives the seat up for good; `attached` comes again, for every connection to the seat: you watch on. */
export interface Leave {
  type: "leave";
}

/** bots need not wait for you until you are asked again, or the next question if you watch; they answer at once when all who play say so, where only bots play all who watch. */
export interface Go_on {
  type: "go_on";
}

/** what is to happen when you are asked and can only pass; counts until you say otherwise. */
export interface Empty {
  type: "empty";
  /** `auto`: the server passes for you, with other people only if all of them want it so; `ask`: you answer, as at first */
  mode: string;
}

/** before the match begins: commits to your part of the seed, see Shared seeds; from a seat only. */
export interface Seal {
  type: "seal";
  /** SHA-256 of `croupier part 1` and a zero byte, the match id, your seat as one byte, and 32 random bytes of yours */
  seal: string;
}

/** opens the part, once all commitments are in. */
export interface Open {
  type: "open";
  /** of the start, as in `drawing` */
  number: number;
  /** the 32 bytes */
  part: string;
}

/** once the match is over: the same people once more, see Rematch; from a seat only. */
export interface Rematch {
  type: "rematch";
  /** `same`: as they were; `swap`: everybody moves on by one; `no`: declines, or takes the wish back */
  seats: string;
}

/** on a server in test mode: time goes on in this match, ahead of the server's; `wound` answers it when all that fell due is done and on disk. */
export interface Wind {
  type: "wind";
  /** by so much; without it to the deadline of the open question, if it has one */
  ms?: number;
  /** true: nothing happens on the way, all of it at the end and late */
  jump?: boolean;
}

/** a sign of life; `clock` answers it. */
export interface Alive {
  type: "alive";
}

/** you are in the room. */
export interface Attached {
  type: "attached";
  /** id of the match */
  match: string;
  /** its name */
  game: string;
  /** of the game */
  rules_version: number;
  /** yours; -1 for a spectator */
  seat: number;
  /** number of the last update there was for this viewer */
  n: number;
  /** the id of your last move that was accepted */
  last_id: number;
  /** false: seats are open */
  begun: boolean;
  /** SHA-256 of match id and seed */
  commitment: string;
  /** of the game, with the number of seats */
  options: Record<string, string>;
  /** of the bots now: `instant`, `quick`, `normal` or `calm` */
  pace: string;
  /** the server's clock, milliseconds since 1970 */
  now: number;
}

/** who sits where and who is there; comes again whenever that changes. */
export interface Seats {
  type: "seats";
  /** in order */
  seats: Seat[];
  /** may players ask for hints here, as things are? */
  hints: boolean;
  /** how many connections watch; told again when that changes, at most once a second */
  watching: number;
}

/** where the match stands; comes once after `attached`. */
export interface State {
  type: "state";
  /** number of the last update this contains */
  n: number;
  /** number of the last event this contains */
  seq: number;
  /** time of the last move */
  at: number;
  /** the open one */
  question?: Question;
  /** what you may answer, if you are asked */
  offers?: Offers;
  /** what you may know, as it stands now: its time is not that of the last move, unless you asked for changes */
  view?: View;
  /** the end, if it has come */
  over?: Over;
}

/** something happened; numbered per viewer without gaps, the same bytes whenever it is sent. */
export interface Update {
  type: "update";
  /** its number, from 1 */
  n: number;
  /** when; always there, unless you asked for changes and this is not the first */
  at?: number;
  /** with changes, in place of `at`: milliseconds since the time of your view; for this and the following see Changes */
  ms?: number;
  /** what you may know of it, in order, numbered per viewer without gaps; always there, unless changes are told */
  events?: GameEvent[];
  /** with changes, in place of `events`: each as a list of its word, its seat and the rest */
  news?: News[];
  /** the one that is open now, unless changes are told: then it follows from the view */
  question?: Question;
  /** with changes and words: what the question says, if that is new */
  says?: string;
  /** with changes: the moves of `offers`, if that is new; each a list of a word and what may follow it */
  moves?: Group[];
  /** what you may answer, if you are asked; with changes only if that is new, and without its `moves` */
  offers?: Offers;
  /** what you may know now */
  view?: View;
  /** in its place, if you asked for changes and this is not the first: what is new in it */
  changes?: Changes;
  /** the end, if this was it */
  over?: Over;
}

/** your move is accepted and on disk. */
export interface Ack {
  type: "ack";
  /** yours */
  id: number;
}

/** your move is refused; nothing has changed. */
export interface Refused {
  type: "refused";
  /** yours */
  id: number;
  /** such as STALE or a word of the game */
  code: string;
  /** the code in words */
  reason: string;
  /** id of the rule */
  rule?: string;
  /** the rule in words */
  sentence?: string;
  /** the part of the move that is wrong */
  field?: string;
  /** for people: the thing and what is wrong, in a few words; {0}, {1}, … are players */
  title: string;
  /** for people: why, in one sentence with names and numbers of this position */
  because: string;
  /** up to three moves that are possible in its place */
  instead: Possible[];
  /** number of the last event before it */
  seq: number;
  /** when */
  at: number;
  /** the question that was open */
  state?: string;
  /** the first word of the move */
  trigger: string;
  /** as the game's events have it, where they do */
  match?: number;
  /** likewise */
  round?: number;
}

/** the answer to `check`. */
export interface Checked {
  type: "checked";
  /** yours */
  id: number;
  /** it would be accepted */
  ok: boolean;
  /** as in `refused` */
  code?: string;
  /** as in `refused` */
  reason?: string;
  /** as in `refused` */
  rule?: string;
  /** as in `refused` */
  sentence?: string;
  /** as in `refused` */
  field?: string;
  /** as in `refused` */
  title?: string;
  /** as in `refused` */
  because?: string;
  /** as in `refused` */
  instead?: Possible[];
}

/** the answer to `hint`, unless the question is over by then. */
export interface Hinted {
  type: "hinted";
  /** yours */
  id: number;
  /** of the question */
  ticket: number;
  /** how many deals that fit what you see were tried */
  worlds: number;
  /** the best three, best first; none where it is not about the game */
  moves: HintMove[];
}

/** somebody's quick signal. */
export interface Signalled {
  type: "signalled";
  /** whose */
  seat: number;
  /** the word */
  signal: string;
}

/** whether this connection plays, where several hold your seat. */
export interface Plays {
  type: "plays";
  /** the newest does */
  plays: boolean;
}

/** you are asked, and `auto` is in force for you. */
export interface Passing {
  type: "passing";
  /** of the question */
  ticket: number;
  /** when */
  at: number;
  /** true: a pass is all you can answer, and it is sent for you then; false: until then you look like somebody for whom it is, and a pass of yours is kept back for its time */
  passes: boolean;
}

/** how the seed is drawn, where clients have a part in it; see Shared seeds. */
export interface Drawing {
  type: "drawing";
  /** `seal`: send your commitment; `open`: all are in, open your part; `void`: somebody did not, another start follows; `done`: the match begins */
  stage: string;
  /** of the start, from 1 */
  number: number;
  /** to the server's part of it */
  commitment: string;
  /** commitments in the order of seats, null where there is none */
  seals: (string | null)[];
  /** `void` and `done`: what was opened, likewise; empty before */
  parts: (string | null)[];
  /** `open`: until when */
  until?: number;
}

/** a rematch is offered, or no longer; see Rematch. */
export interface Offered {
  type: "offered";
  /** true: it can be agreed to */
  open: boolean;
  /** the seat that offers it; of one that was declined, who declined or left last */
  by: number;
  /** while it is open: `same` or `swap` */
  seats?: string;
  /** while it is open: until when */
  until?: number;
  /** when it is over: `declined`, `expired`, or `failed` if no table could be made */
  why?: string;
}

/** the table of a rematch is there; comes again to who comes back. */
export interface Rematched {
  type: "rematched";
  /** id of the new match */
  match: string;
  /** your seat there; -1 if you did not agree, or watch */
  seat: number;
  /** of that seat */
  token?: string;
}

/** a second less on the clock that people see, where the game has one; the deadline is the question's. */
export interface Tick {
  type: "tick";
  /** number of the last update before it */
  n: number;
  /** number of the last event before it */
  seq: number;
  /** when */
  at: number;
  /** as the game's events have it, where they do */
  match?: number;
  /** likewise */
  round?: number;
  /** milliseconds left at that time */
  left: number;
  /** the same in seconds, rounded up: what to show */
  seconds: number;
}

/** follows a tick that came more than 200 ms late; nothing else has changed, least of all the deadline. */
export interface Drift {
  type: "drift";
  /** number of the last update before it */
  n: number;
  /** number of the last event before it */
  seq: number;
  /** when: as in the tick */
  at: number;
  /** as in the tick */
  match?: number;
  /** as in the tick */
  round?: number;
  /** milliseconds */
  late: number;
}

/** the answer to `alive`. */
export interface Clock {
  type: "clock";
  /** the server's clock, milliseconds since 1970 */
  now: number;
  /** how late, in milliseconds, the server noticed a deadline at worst since it began */
  drift: number;
}

/** a test has turned the time in this match: forget what you knew of the clock. */
export interface Wound {
  type: "wound";
  /** the time in this match, milliseconds since 1970 */
  now: number;
}

/** another server runs this match: you are attached to nothing, attach there. */
export interface Moved {
  type: "moved";
  /** id of the match */
  match: string;
  /** where: a URL, or a path of this server's, to which `/ws/` and the id are added; without it attach again where you are, and you are told */
  address?: string;
}

/** a message did not do what it was meant to; nothing has changed. */
export interface Trouble {
  type: "trouble";
  /** of the message, if it had one */
  id?: number;
  /** such as NOT_JSON or BAD_FIELD */
  code: string;
  /** the code in words */
  reason: string;
  /** the field that is wrong */
  field?: string;
  /** for people: what is wrong, in a few words */
  title: string;
  /** for people: one sentence more */
  because: string;
}

/** POST /api/matches. */
export interface Create {
  /** its name */
  game: string;
  /** option names and values, as texts or numbers */
  options?: Record<string, string | number | boolean>;
  /** one word per seat: `me`, `open`, `bot` or `bot:NAME`; each `me` gives a token. Without it you sit at seat 0 against bots */
  seats?: string[];
  /** your name at the table */
  name?: string;
  /** refused answers to one question until the default is played; 0: no end */
  patience?: number;
  /** true: your client brings a part of the seed for each `me`; the match waits for it, not for long */
  shares?: boolean;
  /** `on` or `off`: may people ask for hints? Without it: where one person plays */
  hints?: string;
  /** true: not in the list of matches */
  private?: boolean;
  /** how quickly bots answer: `instant`, `quick`, `normal` or `calm`; without it the server's, and at once while nobody plays or watches */
  pace?: string;
  /** a number: the same deal again; the match is marked as pinned */
  seed?: number;
}

/** POST /api/matches/ID/join. */
export interface Join {
  /** your name at the table */
  name?: string;
  /** true: your client brings a part of the seed; the match waits for it, not for long */
  shares?: boolean;
  /** which; without it the first that is open */
  seat?: number;
}

/** POST /api/study. */
export interface Study {
  /** its name */
  game: string;
  /** as in `create`, with the number of seats */
  options?: Record<string, string | number | boolean>;
  /** lines as docs/cases.md has them; what they do not say is as at the start of a match */
  position: string;
  /** yours; without it 0 */
  seat?: number;
  /** each a seat and its move: `0 pick 7` */
  moves?: string[];
  /** number of the last update you have seen: only later ones are told */
  after?: number;
  /** then a move of yours that is only judged */
  check?: string;
}

export type ClientMessage = Attach | Move | Check | Hint | Signal | Pause | Start | Leave | Go_on | Empty | Seal | Open | Rematch | Wind | Alive;

export type ServerMessage = Attached | Seats | State | Update | Ack | Refused | Checked | Hinted | Signalled | Plays | Passing | Drawing | Offered | Rematched | Tick | Drift | Clock | Wound | Moved | Trouble;

export type TroubleCode =
  | "NOT_JSON"
  | "NO_TYPE"
  | "BAD_FIELD"
  | "TOO_LARGE"
  | "TOO_FAST"
  | "NO_ROUTE"
  | "BAD_METHOD"
  | "WRONG_HOST"
  | "NOT_LOCAL"
  | "NO_MATCH"
  | "BAD_TOKEN"
  | "BAD_NUMBER"
  | "NOT_ATTACHED"
  | "WATCHING"
  | "ELSEWHERE"
  | "NOT_STARTED"
  | "STARTED"
  | "NO_SEAT"
  | "NOT_OVER"
  | "PLAYING"
  | "BAD_PART"
  | "NO_GAME"
  | "BAD_OPTION"
  | "BAD_SEATS"
  | "NO_BOT"
  | "NOT_TESTING"
  | "BAD_REASON"
  | "BAD_SIGNAL"
  | "NO_HINTS"
  | "NOT_ASKED"
  | "NOT_STORED"
  | "BROKEN"
  | "MOVED"
  | "AWAY"
  | "UNSURE"
  | "TOO_MANY"
  | "FULL"
  | "STOPPING";
