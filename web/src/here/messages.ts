// What the page and the worker with the referee say to each other.
import type { KeptDraw } from "../store";

/** What the page was told during a match: numbered updates, as their JSON was. */
export interface Told { n: number; text: string }

/** A record to be played again, and what the page knows of its match. */
export interface CheckAsked {
  record: Uint8Array;
  /** id and commitment, as the page was told them when the match began */
  match?: string;
  commitment?: string;
  /** -1: a spectator */
  seat?: number;
  told?: Told[];
  /** the starts that this page had a part in, as it was told them then */
  draws?: KeptDraw[];
  /** commitments this page has sent in other matches */
  elsewhere?: string[];
  /** the players by seat, for words */
  names?: string[];
  /** the scores, as the page was told them at the end */
  scores?: number[];
}

export interface Finding { what: "record" | "commitment" | "parts" | "committed" | "moves" | "views" | "result"; holds: boolean; text: string }
/** Everything that was looked at; `holds` if all of it does. */
export interface Verdict { holds: boolean; game: string; moves: number; scores: number[]; findings: Finding[] }

export type ToWorker =
  | { type: "open"; wasm: string }
  | { type: "request"; id: number; method: string; path: string; body: string }
  | { type: "connect" | "disconnect"; id: number }
  | { type: "message"; id: number; text: string }
  | { type: "check"; id: number; asked: CheckAsked };

export type FromWorker =
  | { type: "ready"; isKept: boolean }
  | { type: "failed"; reason: string }
  | { type: "reply"; id: number; status: number; body: Uint8Array }
  | { type: "message"; id: number; text: string }
  | { type: "closed"; id: number }
  | { type: "verdict"; id: number; verdict: Verdict };
