// Plays a record again with the referee's own C and compares it with what this browser was told while the match was played.
// A server cannot have lied in any of it without being found out here, as long as this page itself is not the server's lie.
import type { Croupier, Draw, Match } from "../../../dist/npm/index.mjs";
import { sealOf } from "../drawing";
import type { CheckAsked, Finding, Told, Verdict } from "./messages";

const SPECTATOR = 13;
const LINE = 4; // fields of a difference that are told

interface ToldUpdate { events: object[]; view?: Record<string, unknown>; over?: { scores: number[]; seed: string } }

const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isSame(a[key as never], b[key as never]));
};

const differences = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(key => !isSame(a[key], b[key]));

/* The match as one viewer must have seen it: the view after every entry, and all events in order. */
function witness(match: Match, viewer: number): { views: Record<string, unknown>[]; events: unknown[]; wrong: string | null; moves: number } {
  const views = [match.view(viewer)];
  for (;;) {
    const { done, wrong } = match.next();
    if (wrong) return { views, events: told(match, viewer), wrong, moves: match.status.moves };
    if (done) return { views, events: told(match, viewer), wrong: null, moves: match.status.moves };
    views.push(match.view(viewer));
  }
}

/* Numbers and words are made from what happened; only that is compared. */
const NO_FACTS = new Set(["n", "seq", "says", "weight", "because", "rule"]);
const facts = (event: object) => Object.fromEntries(Object.entries(event).filter(([key]) => !NO_FACTS.has(key)));

/* Questions are told beside the events, not among them. */
const told = (match: Match, viewer: number) => match.events(viewer).filter(event => event.event !== "asked").map(facts);

/* Each view that was told must be the view of some moment, in order. */
function checkViews(views: Record<string, unknown>[], updates: { n: number; update: ToldUpdate }[]): string | null {
  let at = 0;
  for (const { n, update } of updates) {
    const view = update.view;
    if (!view) continue;
    let next = at;
    while (next < views.length && !isSame(views[next], view)) next++;
    if (next === views.length) {
      const nearest = views.slice(at).sort((a, b) => differences(a, view).length - differences(b, view).length)[0] ?? {};
      return `Update ${n} showed something else than the record gives: ${differences(nearest, view).slice(0, LINE).join(", ")}.`;
    }
    at = next;
  }
  return null;
}

function checkEvents(events: unknown[], updates: { n: number; update: ToldUpdate }[]): string | null {
  let at = 0;
  for (const { n, update } of updates)
    for (const event of update.events)
      if (!isSame(events[at++], facts(event))) return `Update ${n} told something that did not happen: ${JSON.stringify(event)}.`;
  return null;
}

/* Is every start that this page had a part in on record as it was told then, and its own part in it? */
async function checkParts(starts: Draw[], asked: CheckAsked, name: (seat: number) => string): Promise<string | null> {
  const seat = asked.seat ?? -1;
  for (const mine of asked.draws ?? []) {
    const start = starts[mine.number - 1], where = `start ${mine.number}`;
    if (!start) {
      if (mine.opened) return `You opened your part of the seed for ${where}, and the record has no such start.`;
      continue;
    }
    if (start.commitment !== mine.commitment) return `The server’s commitment in ${where} is not the one you were told.`;
    const seal = await sealOf(asked.match ?? "", seat, mine.part), kept = start.seals[seat];
    if (mine.opened && kept !== seal)
      return kept && asked.elsewhere?.includes(kept) ? `Your commitment in ${where} is one that you sent in another match.` : `Your commitment in ${where} is not the one you sent.`;
    const other = mine.seals?.findIndex((told, i) => told !== (start.seals[i] ?? null)) ?? -1;
    if (other >= 0) return `The commitment of ${name(other)} in ${where} is not the one everybody was told.`;
    if (mine.opened && start.parts[seat] === null) return `The record says that you did not open your part in ${where}, and you did.`;
    if (mine.opened && start.parts[seat] !== mine.part) return `Your part in ${where} is not the one you sent.`;
  }
  return null;
}

/* The referee's own words, on one line: who had a hand in the shuffle, and what was committed when. */
const inWords = (says: string, name: (seat: number) => string) => says.trim().replaceAll("\n", " ").replace(/\{([0-7])\}/g, (_, seat: string) => name(Number(seat)));
const NOWHERE = /^0*$/; // the id of a match that was played on no server

const read = (list: Told[]) => list.map(({ n, text }) => ({ n, update: JSON.parse(text) as ToldUpdate }));

export async function checkRecord(croupier: Croupier, asked: CheckAsked): Promise<Verdict> {
  const findings: Finding[] = [];
  const find = (what: Finding["what"], wrong: string | null, right: string) => {
    findings.push({ what, holds: wrong === null, text: wrong ?? right });
  };
  let match: Match;
  try {
    match = croupier.record(asked.record);
  } catch (error) {
    find("record", `The record cannot be read: ${(error as Error).message}.`, "");
    return { holds: false, game: "", moves: 0, scores: [], findings };
  }
  try {
    const { match: id, pinned, starts, deal, committed, title } = match.head;
    const commitment = starts[0]?.commitment ?? match.head.commitment;
    const name = (seat: number) => (seat === asked.seat ? "you" : asked.names?.[seat] ?? `Player ${seat + 1}`);
    find("record", asked.match !== undefined && asked.match !== id ? "This is the record of another match." : null,
      "It is whole, and of this match.");
    find("commitment", asked.commitment !== undefined && asked.commitment !== commitment
      ? "The deal is not the one that was promised before the first card: seed and commitment do not fit." : null,
    `The seed gives the commitment ${asked.commitment === undefined ? "in the record" : "that was published before the first card"}.` +
      (pinned ? " It was given as a number, so whoever made the match could know the deal." : ""));
    if (!pinned) find("parts", await checkParts(starts, asked, name), inWords(deal, name));
    if (!NOWHERE.test(id)) find("committed", null, inWords(committed, name));
    const seat = asked.seat === undefined || asked.seat < 0 ? SPECTATOR : asked.seat;
    const seen = witness(match, seat);
    const { scores, over } = match.status;
    find("moves", seen.wrong === null ? null : `Move ${seen.moves + 1} does not hold: ${seen.wrong}.`,
      `The referee for ${title}, rules version ${match.game.rulesVersion}, played all ${seen.moves} moves again: each was allowed and led where the record says.`);
    const updates = read(asked.told ?? []);
    if (updates.length && seen.wrong === null)
      find("views", checkViews(seen.views, updates) ?? checkEvents(seen.events, updates),
        `All ${updates.length} things this page was told are what happened.`);
    if (asked.scores && seen.wrong === null)
      find("result", over && isSame(asked.scores, scores) ? null
        : `The result was told as ${asked.scores.join(" : ")}, and the record gives ${scores.join(" : ")}${over ? "" : ", before the end"}.`,
      `The result is ${scores.join(" : ")}.`);
    return { holds: findings.every(f => f.holds), game: match.game.name, moves: seen.moves, scores, findings };
  } finally {
    match.free();
  }
}
