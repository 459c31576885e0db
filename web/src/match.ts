// What this page knows of one match: a value, and the one function that changes it. Everything in it was said by the
// server, except `pending`, the move that is on its way and may still be refused.
import type { WholeUpdate } from "./changes";
import type {
  Attached, Drawing, Drift, GameEvent, Hinted, Offered, Offers, Over, Passing, Question, Refused, Rematched, Seat, ServerMessage, State, Tick, Trouble, Update, View,
} from "./proto";

export interface LogLine { n: number; at: number; event: GameEvent }

/** A move that was sent. It counts only when an update says so. */
export interface Pending {
  id: number;
  ticket: number;
  move: string;
  /** in test mode: the host's or the admin's move */
  as?: string;
  /** of the last update before it was sent */
  n: number;
  acked: boolean;
}

export interface SignalLine { seat: number; signal: string; serial: number }

export interface Match {
  id: string;
  game: string;
  me: number;
  rulesVersion: number;
  options: Record<string, string>;
  commitment: string;
  /** of the bots */
  pace: string;
  /** attached at least once */
  known: boolean;
  begun: boolean;
  /** number of the last update */
  n: number;
  /** and of the last event in one */
  seq: number;
  /** something between the last update and a newer one is missing: nothing newer is taken before it is there */
  isBehind: boolean;
  /** updates up to this one happened before we came, or while we were away */
  old: number;
  at: number;
  seats: Seat[];
  /** how many watch */
  watching: number;
  /** may players ask for hints here? */
  hints: boolean;
  /** the ticket a hint was asked for, and the last hint; they count for the open question alone, see hintNow */
  hinting: number;
  hinted: Hinted | null;
  question: Question | null;
  offers: Offers | null;
  view: View | null;
  over: Over | null;
  /** of the newest update */
  events: GameEvent[];
  history: GameEvent[];
  log: LogLine[];
  /** false: a newer window holds the seat */
  plays: boolean;
  pending: Pending | null;
  /** why the last move was refused; gone with the next one */
  refused: Refused | null;
  /** in test mode: whose move that was, if not this seat's */
  refusedAs?: string;
  /** the last default that the referee played for me; gone with my next move */
  ranOut: GameEvent | null;
  /** somebody was quicker than the last move: no mistake; gone with the next one */
  tooLate: Refused | null;
  /** what the server did not take; gone with the next move */
  trouble: Trouble | null;
  /** the end of trying: no such match, or the token holds no seat */
  fatal: Trouble | null;
  signals: SignalLine[];
  /** the countdown as the server tells it, where the game has one; gone with the next update */
  tick: Tick | null;
  /** the last tick that came late */
  late: Drift | null;
  /** what the server answers for me, see passingNow */
  passing: Passing | null;
  /** how the seed is drawn, or was, where others than the server have a part in it */
  drawing: Drawing | null;
  /** the last word on a rematch: an open offer, or why there is none any more */
  offered: Offered | null;
  /** the table that came of one */
  rematched: Rematched | null;
}

/** What the server says, its updates made whole. */
export type Told = Exclude<ServerMessage, Update> | WholeUpdate;

export type Action = Told | { type: "hinting"; ticket: number } | { type: "sent"; id: number; ticket: number; move: string; as?: string } | { type: "forget" };

const FATAL = new Set(["NO_MATCH", "BAD_TOKEN", "BROKEN"]);
const SIGNALS_KEPT = 8;

export function newMatch(id: string): Match {
  return {
    id, game: "", me: -1, rulesVersion: 0, options: {}, commitment: "", pace: "instant", known: false, begun: false, n: 0, seq: 0, isBehind: false, old: 0, at: 0, seats: [], watching: 0, hints: false, hinting: 0, hinted: null,
    question: null, offers: null, view: null, over: null, events: [], history: [], log: [], plays: true, pending: null,
    refused: null, ranOut: null, tooLate: null, trouble: null, fatal: null, signals: [], tick: null, late: null, passing: null, drawing: null, offered: null, rematched: null,
  };
}

function attached(m: Match, a: Attached): Match {
  const pending = m.pending && m.pending.id <= a.last_id ? { ...m.pending, acked: true } : m.pending;
  return {
    ...m, game: a.game, me: a.seat, rulesVersion: a.rules_version, options: a.options, commitment: a.commitment, pace: a.pace, known: true,
    begun: a.begun, old: a.n, isBehind: false, plays: true, fatal: null, pending,
  };
}

/* What `state` and `update` have in common. */
function stands(m: Match, s: State | WholeUpdate): Match {
  return {
    ...m, begun: true, n: s.n, at: s.at, question: s.question ?? null, offers: s.offers ?? null, view: s.view ?? m.view,
    over: s.over ?? null,
  };
}

function update(m: Match, u: WholeUpdate): Match {
  if (u.n <= m.n) return m; // sent twice
  if (u.n > m.n + 1 || (u.events[0]?.seq ?? m.seq + 1) !== m.seq + 1) return { ...m, isBehind: true };
  const { events } = u;
  const pending = m.pending && !m.pending.acked && u.question?.ticket === m.pending.ticket && !u.over ? m.pending : null;
  return {
    ...stands(m, u), seq: u.events.at(-1)?.seq ?? m.seq, events, history: events.length ? [...m.history, ...events] : m.history,
    log: events.length ? [...m.log, ...events.map(event => ({ n: u.n, at: u.at, event }))] : m.log,
    ranOut: events.filter(e => e.event === "default" && e.seat === m.me).at(-1) ?? m.ranOut, pending, refused: null, tick: null,
  };
}

function acked(m: Match, id: number): Match {
  if (m.pending?.id !== id) return m;
  // The update may come in front of the word that the move is on disk.
  return { ...m, pending: m.n > m.pending.n && !m.question?.mine ? null : { ...m.pending, acked: true } };
}

/* The update that shows who was quicker may come in front of it: then nothing is pending any more. */
function refused(m: Match, r: Refused): Match {
  const pending = m.pending?.id === r.id ? null : m.pending;
  if (r.code === "TOO_LATE") return { ...m, pending, tooLate: r };
  return m.pending?.id === r.id ? { ...m, pending, refused: r, refusedAs: m.pending.as } : m;
}

function troubled(m: Match, t: Trouble): Match {
  // Not known, or not now: said again after attaching, and by its id it counts once.
  const isOpen = t.code === "AWAY" || t.code === "UNSURE";
  const pending = m.pending && t.id === m.pending.id && !isOpen ? null : m.pending;
  return { ...m, pending, hinting: 0, trouble: t, fatal: FATAL.has(t.code) ? t : m.fatal };
}

export function reduce(m: Match, a: Action): Match {
  switch (a.type) {
    case "attached": return attached(m, a);
    case "seats": return { ...m, seats: a.seats, watching: a.watching, hints: a.hints };
    case "hinting": return { ...m, hinting: a.ticket, hinted: null };
    case "hinted": return a.ticket === m.hinting ? { ...m, hinting: 0, hinted: a } : m;
    case "state": return { ...stands(m, a), seq: a.seq, events: [] };
    case "update": return update(m, a);
    case "ack": return acked(m, a.id);
    case "refused": return refused(m, a);
    case "signalled": {
      const serial = (m.signals.at(-1)?.serial ?? 0) + 1;
      return { ...m, signals: [...m.signals.slice(1 - SIGNALS_KEPT), { seat: a.seat, signal: a.signal, serial }] };
    }
    case "plays": return { ...m, plays: a.plays };
    case "tick": return a.n === m.n ? { ...m, tick: a } : a.n > m.n ? { ...m, isBehind: true } : m;
    case "drift": return { ...m, late: a };
    case "passing": return { ...m, passing: a };
    case "offered": return { ...m, offered: a };
    case "rematched": return { ...m, rematched: a, offered: null };
    case "trouble": return troubled(m, a);
    case "sent":
      return {
        ...m, pending: { id: a.id, ticket: a.ticket, move: a.move, as: a.as, n: m.n, acked: false }, refused: null, ranOut: null,
        tooLate: null, trouble: null,
      };
    case "forget": return { ...newMatch(m.id), seats: m.seats };
    case "drawing": return { ...m, drawing: a };
    case "checked":
    case "moved":
    case "wound":
    case "clock": return m; // for whoever asked
  }
}

/** Is the newest update news, or did it happen before we came? */
export const isNews = (m: Match) => m.n > m.old;

/** The hint for the open question, if it is mine; "busy" while it is made. */
export const hintNow = (m: Match): Hinted | "busy" | null => {
  const ticket = m.question?.mine && !m.over ? m.question.ticket : -1;
  return m.hinting === ticket ? "busy" : m.hinted?.ticket === ticket ? m.hinted : null;
};

/** For the open question, if it is mine: a pass that is sent for me, or until when I look as if one were. */
export const passingNow = (m: Match) => (m.passing && m.question?.mine && m.passing.ticket === m.question.ticket && !m.over ? m.passing : null);

/** Do only bots decide now, and take their time? */
export const waitsForBots = (m: Match) =>
  m.pace !== "instant" && !m.over && !!m.question && !m.question.paused && !m.question.mine && m.question.open.length > 0 &&
  m.question.open.every(s => m.seats[s]?.kind === "bot" || m.seats[s]?.replaced);

/** Other people whose wish for a pause waits for somebody's word. */
export const wantPause = (m: Match): number[] =>
  (m.over || !m.question || m.question.paused ? [] : m.seats.flatMap((s, i) => (s.kind === "person" && s.wants_pause && i !== m.me ? [i] : [])));

/** People at the table, and whether there are others than me. */
export const peopleOf = (m: Match): number[] => m.seats.flatMap((s, i) => (s.kind === "person" ? [i] : []));

/** May this window answer the open question now? */
export const mayAnswer = (m: Match) => !!m.question?.mine && m.plays && !m.pending && !m.over && !m.question.paused;
