// The HTTP side of the server: games, matches, joining. What fails is thrown as ApiTrouble, in the server's words. A path with
// "~" in it is for the referee in this tab (here/here.ts).
import { isHereAddress, isHerePossible, requestHere, rulesHere } from "../here/here";
import type { AnalysisAnswer } from "../analysis/analysis";
import type { Create, Join, Over, Seat } from "../proto";
import { learnTitle } from "../words";

export interface GameOption {
  name: string;
  /** for people: "Time to answer" */
  title: string;
  /** the normal value in words: "No time limit" */
  says: string;
  /** the number is a time in milliseconds */
  time?: true;
  /** what people read for each of `words`, or for 0 and 1 */
  labels?: string[];
  about: string;
  normal: string;
  words?: string[];
  from?: number;
  to?: number;
  none?: string;
}

/** A game in the list. */
export interface GameHead {
  game: string;
  /** the name for people: "Imposter Kings" */
  title: string;
  about: string;
  rules_version: number;
  seats_min: number;
  seats_max: number;
  options: GameOption[];
  bots: string[];
  /** a table that a game from outside brings: its script, and its style if it has one */
  table?: string[];
}

export interface Rule { id: string; text: string }
export interface ChartRow { from: string; move: string | null; guard: string; to: string; stays: boolean; runs: boolean; rule: string }
export interface Chart { game: string; rules_version: number; questions: { name: string; tells: boolean }[]; rows: ChartRow[] }

/** What a value is to people. */
export type Is = "number" | "time" | "money" | "flag" | "word" | "seat" | "seats" | "card" | "die";
export interface Part { name: string; is: Is }
/** A field of a view: an array by `each`, of values that are arrays if it is a `list`. */
export interface Field extends Part {
  each?: "seat" | "row";
  list?: boolean;
  rare?: boolean;
  /** in the hand of this seat alone */
  own?: boolean;
  /** how many of that field everybody holds */
  counts?: string;
}

/** A game with everything there is to know about it. */
export interface GameInfo extends GameHead {
  moves: string[];
  reasons: string[];
  /** what people read for words of views, moves and events: "King's-Hand" is "King’s Hand" */
  names: Record<string, string>;
  /** how much each event is to those who watch, from 0, quiet, to 3, stop */
  weights: Record<string, 0 | 1 | 2 | 3>;
  /** what the view has */
  fields: Field[];
  /** what stands behind the first word of a move, by that word; likewise of an effect */
  parts: Record<string, Part[]>;
  effects: Record<string, Part[]>;
  rules: Rule[];
  chart: Chart | null;
}

export interface MatchHead {
  match: string;
  game: string;
  options: Record<string, string>;
  /** the options that are not as usual, in words */
  settings: string[];
  seats: Seat[];
  stands: "open" | "running" | "over" | "broken";
  /** seats that are asked now */
  decides: number[];
  commitment: string;
  created: number;
  moves: number;
  /** how many look on */
  watching: number;
  /** of one that is over: when it ended, and how, in a spectator's words */
  ended?: number;
  over?: Over;
  /** a rematch that can be agreed to */
  offered?: { by: number; seats: "same" | "swap"; until: number };
  /** the match that came of one */
  next?: string;
}

export interface Made { match: string; tokens: Record<string, string> }

/** Its message is for people. */
export class ApiTrouble extends Error {
  constructor(readonly status: number, readonly code: string, message: string, readonly field = "") {
    super(message);
  }
}

async function request(path: string, init: RequestInit): Promise<Response> {
  try {
    if (!path.includes("~")) return await fetch(path, init);
    const { status, body } = await requestHere(init.method ?? "GET", path.replace("~", ""), init.body as string | undefined);
    return new Response(body as BodyInit, { status });
  } catch {
    throw new ApiTrouble(0, "NO_CONNECTION", "The server does not answer.");
  }
}

/* What comes from something that is no server of ours, such as a static host, is no JSON. */
async function read<T>(answer: Response): Promise<T> {
  const json = (await answer.json().catch(() => null)) as Record<string, string> | null;
  if (!answer.ok || !json)
    throw new ApiTrouble(answer.status, json?.code ?? "", json?.title ? `${json.title} ${json.because}` : `The server says ${answer.status}.`, json?.field);
  return json as T;
}

async function ask<T>(path: string, body?: string): Promise<T> {
  const json = await read<T>(await request(path, body === undefined ? {} : { method: "POST", body }));
  const made = json as { match?: string };
  if (path.includes("~") && made.match) made.match = "~" + made.match;
  return json;
}

/** The record of a match that is over. */
export async function getRecord(id: string): Promise<Uint8Array> {
  const answer = await request(`/api/matches/${id}/record`, {});
  if (!answer.ok) return read(answer);
  return new Uint8Array(await answer.arrayBuffer());
}

let games: Promise<{ games: GameHead[]; signals: string[]; isHere?: boolean }> | null = null;
const infos = new Map<string, Promise<GameInfo>>();

/* What the program knows, wherever it runs: on a screen of the tab's referee he is asked, and also if no server answers. */
async function askAnybody<T extends object>(path: string): Promise<T & { isHere?: boolean }> {
  const here = async () => ({ ...(await ask<T>("~" + path)), isHere: true });
  if (isHereAddress(location.hash)) return here();
  try {
    return await ask<T>(path);
  } catch (e) {
    if (!isHerePossible() || (e as ApiTrouble).code) throw e; // a code: it was our server that said no
    return here();
  }
}

/* The text of an answer; what is no success is thrown. */
async function post(path: string, body: string): Promise<string> {
  const answer = await request(path, { method: "POST", body });
  return answer.ok ? answer.text() : read(answer);
}

/** Plays a position through, wherever the program runs; what is told comes as lines. */
export async function study(body: string): Promise<string> {
  if (isHereAddress(location.hash)) return post("~/api/study", body);
  try {
    return await post("/api/study", body);
  } catch (e) {
    if (!isHerePossible() || (e as ApiTrouble).code.replace("NO_CONNECTION", "")) throw e;
    return post("~/api/study", body);
  }
}

/** All games; asked once. `isHere`: there is no server, only the referee in this tab. */
export function getGames(): Promise<{ games: GameHead[]; signals: string[]; isHere?: boolean }> {
  games ??= askAnybody<{ games: GameHead[]; signals: string[] }>("/api/games").then(all => {
    for (const one of all.games) learnTitle(one.game, one.title);
    return all;
  }).catch((e: unknown) => {
    games = null;
    throw e;
  });
  return games;
}

/** One game; asked once. */
export function getGame(name: string): Promise<GameInfo> {
  let info = infos.get(name);
  if (!info) {
    info = askAnybody<GameInfo>("/api/games/" + encodeURIComponent(name)).then(async found => {
      learnTitle(found.game, found.title);
      if (!found.isHere) return found;
      const texts = await rulesHere(name);
      return { ...found, rules: found.rules.map(rule => ({ ...rule, text: texts[rule.id] ?? "" })) };
    }).catch((e: unknown) => {
      infos.delete(name);
      throw e;
    });
    infos.set(name, info);
  }
  return info;
}

let listed: { etag: string; matches: MatchHead[] } | null = null;

/** All tables that are listed. While nothing has changed the server sends only that, and the answer is the very same list. */
export async function getMatches(): Promise<MatchHead[]> {
  const known = listed;
  const answer = await request("/api/matches", known ? { headers: { "If-None-Match": known.etag } } : {});
  if (answer.status === 304 && known) return known.matches;
  const { matches } = await read<{ matches: MatchHead[] }>(answer);
  const etag = answer.headers.get("etag");
  listed = etag ? { etag, matches } : null;
  return matches;
}
export const getMatch = (id: string) => ask<MatchHead>("/api/matches/" + id);
/** `seed` as digits: a number of JavaScript is too small for all of them. */
/* On a server this page has a hand in the shuffle (drawing.ts). */
const shares = (isElsewhere: boolean) => (isElsewhere ? { shares: true } : {});
export const createMatch = (wanted: Create, seed?: string) => {
  const body = { ...wanted, ...shares(!isHereAddress(location.hash) && seed === undefined) };
  return ask<Made>((isHereAddress(location.hash) ? "~" : "") + "/api/matches", seed === undefined ? JSON.stringify(body) : JSON.stringify(body).replace(/}$/, `,"seed":${seed}}`));
};
export const joinMatch = (id: string, body: Join) => ask<Made>(`/api/matches/${id}/join`, JSON.stringify({ ...body, ...shares(!id.includes("~")) }));
/** What is known of the analysis of a match; analysis/analysis.ts knows the path. */
export const getAnalysis = (path: string) => ask<AnalysisAnswer>(path);
/** A path of the steps of a match that is over; replay/film.ts knows which. */
export const getSteps = <T>(path: string) => ask<T>(path);
