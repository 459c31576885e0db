// What is remembered of matches that are over, what is looked for in the lobby, and addresses that are none.
import assert from "node:assert/strict";
import test from "node:test";
import { newMatch, reduce, wantPause } from "../../src/match";
import type { MatchHead } from "../../src/net/api";
import { meetingInWords, type Meeting } from "../../src/parts/rematch";
import { pastOf, pastOfHead, resultOf, whenInWords } from "../../src/past";
import type { Seat } from "../../src/proto";
import { parseRoute } from "../../src/route";
import { isWanted, rematchOf, type Wanted } from "../../src/screens/tables";
import { Store, type Storage } from "../../src/store";
import { makeNames } from "../../src/words";

const seat = (name: string, more: Partial<Seat> = {}): Seat => ({ kind: "person", name, here: true, replaced: false, wants_pause: false, auto: false, ...more });
const bot: Seat = seat("baseline", { kind: "bot" });
const open: Seat = seat("", { kind: "open", here: false });
const head = (more: Partial<MatchHead> = {}): MatchHead => ({
  match: "ab".repeat(16), game: "duel", options: {}, settings: [], seats: [seat("Ann"), seat("Edda")], stands: "running", decides: [], commitment: "",
  created: 5, moves: 3, watching: 0, ...more,
});
const storage = (): Storage => {
  const kept = new Map<string, string>();
  return { getItem: key => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, value); }, removeItem: key => { kept.delete(key); } };
};

test("a result in words: own points first, or the place among several", () => {
  assert.deepEqual(resultOf({ scores: [7, 5], says: "{0} wins." }, 0), { how: "won", result: "won 7 : 5" });
  assert.deepEqual(resultOf({ scores: [7, 5], says: "{0} wins." }, 1), { how: "lost", result: "lost 5 : 7" });
  assert.deepEqual(resultOf({ scores: [3, 3], says: "A draw." }, 1), { how: "drawn", result: "drawn 3 : 3" });
  assert.deepEqual(resultOf({ scores: [12, 41, -6, 50], says: "{3} wins." }, 1), { how: "lost", result: "second of four, 41 points" });
  assert.deepEqual(resultOf({ scores: [12, 41, -6, 50], says: "{3} wins." }, 2), { how: "lost", result: "fourth of four, −6 points" });
  assert.deepEqual(resultOf({ scores: [12, 1, 1], says: "{0} wins." }, 0), { how: "won", result: "first of three, 12 points" });
});

test("the end of a match is remembered with its others and the act that decided", () => {
  const over = { scores: [4, 8], seed: "", pinned: false, says: "{1} wins the match.", why: [
    { event: "forced", says: "You had to flip.", key: false }, { event: "decided", says: "{1} held the Assassin.", key: true },
  ] };
  const m = { ...newMatch("m1"), game: "imposter-kings", me: 0, seats: [seat("Ann"), seat("Edda")], over, at: 77 };
  const past = pastOf(m);
  assert.deepEqual(past, { match: "m1", game: "imposter-kings", seat: 0, at: 77, others: ["Edda"], how: "lost", result: "lost 4 : 8", why: "Edda held the Assassin." });
  assert.equal(pastOfHead(head(), 0), null, "still running");
  assert.deepEqual(pastOfHead(head({ stands: "over", over, ended: 99 }), 1), { match: "ab".repeat(16), game: "duel", seat: 1, at: 99, others: ["Ann"], how: "won", result: "won 8 : 4", why: "Edda held the Assassin." });
});

test("the past is kept in order, once per seat, and can be forgotten", () => {
  const store = new Store(storage());
  const one = (match: string, at: number) => ({ match, game: "duel", seat: 0, others: [], result: "won 1 : 0", how: "won" as const, why: "", at });
  store.end(one("a", 1));
  store.end(one("b", 3));
  store.end(one("c", 2));
  store.end({ ...one("b", 9), result: "something else" });
  assert.deepEqual(store.past.map(p => [p.match, p.at]), [["b", 3], ["c", 2], ["a", 1]]);
  store.forgetPast();
  assert.deepEqual(store.past, []);
});

test("when it was, in words", () => {
  const now = new Date(2026, 10, 17, 15, 0).getTime();
  assert.equal(whenInWords(new Date(2026, 10, 17, 14, 2).getTime(), now), "today, 14:02");
  assert.equal(whenInWords(new Date(2026, 10, 16, 23, 59).getTime(), now), "yesterday");
  assert.equal(whenInWords(new Date(2026, 2, 12).getTime(), now), "12 March");
  assert.equal(whenInWords(new Date(2025, 2, 12).getTime(), now), "12 March 2025");
});

test("what is looked for: words anywhere, switches together, one of the games", () => {
  const any: Wanted = { text: "", free: false, people: false, games: [] };
  const free = head({ stands: "open", seats: [seat("Edda"), open], settings: ["45 seconds a question"] });
  const bots = head({ game: "liap-tui", seats: [bot, bot] });
  const find = (w: Partial<Wanted>) => [free, bots].filter(m => isWanted(m, { ...any, ...w }));
  assert.deepEqual(find({}), [free, bots]);
  assert.deepEqual(find({ text: "edda DUEL" }), [free]);
  assert.deepEqual(find({ text: "45 sec" }), [free]);
  assert.deepEqual(find({ text: "nobody" }), []);
  assert.deepEqual(find({ free: true }), [free]);
  assert.deepEqual(find({ people: true }), [free]);
  assert.deepEqual(find({ games: ["liap-tui"] }), [bots]);
  assert.deepEqual(find({ games: ["liap-tui", "duel"] }), [free, bots]);
  assert.deepEqual(find({ games: ["liap-tui"], people: true }), []);
});

test("a rematch that waits for me is one of my tables", () => {
  const mine = { match: "ab".repeat(16), game: "duel", seat: 0, token: "t", at: 1 };
  const over = (more: Partial<MatchHead>) => head({ stands: "over", ...more });
  assert.equal(rematchOf(over({}), mine, () => false), null);
  assert.deepEqual(rematchOf(over({ offered: { by: 1, seats: "swap", until: 9 } }), mine, () => false), { about: "Edda asks for a rematch", href: `#/match/${"ab".repeat(16)}`, label: "Sit down" });
  assert.equal(rematchOf(over({ offered: { by: 1, seats: "swap", until: 9 }, seats: [seat("Ann", { rematch: "no" }), seat("Edda")] }), mine, () => false), null);
  assert.equal(rematchOf(over({ next: "cd" }), mine, () => false)?.href, "#/join/cd");
  assert.equal(rematchOf(over({ next: "cd" }), mine, () => true), null, "I sit there already");
});

test("a rematch in words, for who asks, who is asked and who watches", () => {
  const seats = [seat("Ann"), seat("Edda")];
  const say = (more: Partial<Meeting>) => {
    const me = more.me ?? 0;
    return meetingInWords({ offered: null, rematched: null, seats, me, names: makeNames(more.seats ?? seats, me), now: () => 0, ask: null, ...more });
  };
  const offered = { type: "offered" as const, open: true, by: 1, seats: "swap", until: 60 };
  assert.equal(say({}), "");
  assert.equal(say({ offered }), "Edda asks for a rematch, seats swapped.");
  assert.equal(say({ offered, me: -1 }), "Edda asks for a rematch, seats swapped.");
  assert.equal(say({ offered: { ...offered, by: 0, seats: "same" }, seats: [seat("Ann", { rematch: "yes" }), seat("Edda")] }), "You want a rematch, same seats. Waiting for Edda.");
  assert.equal(say({ offered: { type: "offered", open: false, by: 1, why: "declined" } }), "Edda does not want a rematch.");
  assert.equal(say({ offered: { type: "offered", open: false, by: 1, why: "declined" }, seats: [seat("Ann"), seat("Edda", { here: false })] }), "Edda has left.");
  assert.equal(say({ offered: { type: "offered", open: false, by: 0, why: "expired" } }), "Nobody answered: no rematch.");
  assert.equal(say({ rematched: { type: "rematched", match: "x", seat: -1 } }), "The rematch has a table.");
});

test("the model keeps offers, the new table and who looks on", () => {
  let m = newMatch("m");
  m = reduce(m, { type: "seats", seats: [seat("Ann"), seat("Edda", { wants_pause: true })], hints: false, watching: 4 });
  assert.equal(m.watching, 4);
  assert.deepEqual(wantPause({ ...m, me: 0, question: { ticket: 1, asks: "", form: "all", seats: [], open: [0], mine: true } }), [1]);
  assert.deepEqual(wantPause({ ...m, me: 0 }), [], "nothing is asked");
  m = reduce(m, { type: "offered", open: true, by: 1, seats: "same", until: 5 });
  assert.equal(m.offered?.by, 1);
  m = reduce(m, { type: "rematched", match: "n", seat: 0, token: "t" });
  assert.equal(m.offered, null);
  assert.equal(m.rematched?.match, "n");
});

test("an address that is none is no reason to fall over", () => {
  assert.deepEqual([parseRoute("#/rules/%").arg, parseRoute("#/nonsense/x").name, parseRoute("").name], ["%", "nonsense", ""]);
});
