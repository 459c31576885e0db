// Classic Battle: what the page works out for itself. Each name says which rule it is about.
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { RARITIES, STATS, cardLabel, judoka, readCard, techniqueName, weightClass } from "../../src/tables/classic-battle/cards";
import { Countdown } from "../../src/tables/classic-battle/countdown";
import { INJECT, moveOf } from "../../src/tables/classic-battle/hooks";
import { ROSTER } from "../../src/tables/classic-battle/roster";
import {
  LABELS, NOTHING, interruptChoices, marked, mayPick, messageText, nextMove, outcomeText, resultText, streakText, tell, toldBy, type JkView,
} from "../../src/tables/classic-battle/session";
import { DEFAULTS, SettingsStore, presetOf, readSeed, settingMoves } from "../../src/tables/classic-battle/settings";
import { AUTO, clearRound, expire, keep, remove, show, update, type Snack } from "../../src/tables/classic-battle/snacks";
import { TEXTS, say } from "../../src/tables/classic-battle/texts";
import { makeNames } from "../../src/words";

const names = makeNames([{ kind: "person", name: "Ann" }, { kind: "person", name: "Cy" }] as Parameters<typeof makeNames>[0], -1);

/* A test that proves rules says so when all of it has held (docs/verification.md). */
function proves(rules: string, name: string, body: () => void): void {
  test(name, () => {
    body();
    const folder = process.env.CROUPIER_PROOFS;
    if (folder) appendFileSync(join(folder, "page-unit-judo.txt"), rules.split(" ").map(rule => `${rule} pass page unit judo: ${name}\n`).join(""));
  });
}

proves("JK-1.4", "a weight class belongs to the card's gender; any other text is Unknown", () => {
  for (const text of ["-60", "-66", "-73", "-81", "-90", "-100", "+100"]) assert.equal(weightClass("m", text).weight, text.replace("-", "−"));
  for (const text of ["-48", "-52", "-57", "-63", "-70", "-78", "+78"]) assert.equal(weightClass("f", text).weight, text.replace("-", "−"));
  for (const text of ["-48", "+78", "-73kg", "", "heavy"]) assert.equal(weightClass("m", text).weight, "Unknown");
  assert.equal(weightClass("f", "-73").weight, "Unknown");
  ROSTER.forEach((_, i) => { assert.notEqual(judoka(i + 1, "standard").weight, "Unknown", `card ${i + 1}`); });
  assert.match(cardLabel(judoka(3, "trial")), /weight class unknown/);
});

proves("JK-1.5", "rarity changes border and words: Common blue, Epic red, Legendary gold", () => {
  assert.deepEqual(Object.entries(RARITIES).map(([name, look]) => [name, look.tincture]), [["Common", "t-azure"], ["Epic", "t-gules"], ["Legendary", "t-or"]]);
  assert.equal(readCard(1, "A|B|fr|m|-60|E|1").rarity, "Epic");
  assert.equal(readCard(1, "A|B|fr|m|-60|L|1").rarity, "Legendary");
});

proves("JK-1.6", "an unknown technique has the name of number 0", () => {
  assert.equal(techniqueName(16), "Uchi-mata");
  for (const id of [25, 99, -1, NaN]) assert.equal(techniqueName(id), "Unknown technique");
});

proves("JK-3.8 JK-14.1", "settings are kept under their keys; a length that is not offered is ignored; without a store they live in memory", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => { kept.set(k, v); } } as Storage;
  const first = new SettingsStore(() => storage);
  assert.equal(first.values.winTarget, 5);
  first.set("winTarget", 10);
  first.set("autoSelect", false);
  first.set("preset", 3);
  assert.equal(kept.get("judokon.winTarget"), "10");
  const again = new SettingsStore(() => storage);
  assert.deepEqual([again.values.winTarget, again.values.autoSelect, again.values.preset], [10, false, 3]);
  assert.equal(again.isForgetful, false);
  for (const bad of ["7", "ten", "-3", ""]) {
    kept.set("judokon.winTarget", bad);
    assert.equal(new SettingsStore(() => storage).values.winTarget, 5);
  }
  const none = new SettingsStore(() => { throw new Error("no storage"); });
  none.set("winTarget", 3);
  assert.equal(none.values.winTarget, 3);
  assert.equal(none.isForgetful, true);
});

const session = { flags: ["autoSelect", "opponentDelay", "autoContinue"], statTimer: 30000, cooldown: 3000, startCountdown: 3000, policy: "player", difficulty: "easy" };

test("the session is told what the player has chosen, and nothing else", () => {
  const store = { values: { ...DEFAULTS }, chosen: new Set<keyof typeof DEFAULTS>() };
  assert.deepEqual(settingMoves(store, session, false, false), []);
  assert.deepEqual(settingMoves(store, { ...session, policy: "winner", statTimer: 5000 }, false, false), []);
  assert.deepEqual(settingMoves(store, session, false, true), ["settings reducedMotion 1"]);
  Object.assign(store.values, { autoSelect: false, preset: 0, chooser: 2, difficulty: 2 });
  for (const name of ["autoSelect", "preset", "chooser", "difficulty"] as const) store.chosen.add(name);
  assert.deepEqual(settingMoves(store, session, false, false), ["settings autoSelect 0", "settings preset 0", "settings chooser 2", "settings difficulty 2"]);
  assert.deepEqual(settingMoves(store, session, true, false), ["settings autoSelect 0", "settings preset 0"]);
});

proves("JK-12.13", "the time limit can be lengthened or switched off: Relaxed and No limit are presets", () => {
  assert.equal(presetOf({ ...session, statTimer: 60000, cooldown: 5000, startCountdown: 5000 }), 0);
  assert.equal(presetOf({ ...session, statTimer: 0 }), 3);
  const store = { values: { ...DEFAULTS, preset: 3 }, chosen: new Set<keyof typeof DEFAULTS>(["preset"]) };
  assert.deepEqual(settingMoves(store, session, false, false), ["settings preset 3"]);
});

test("a seed is an unsigned whole number below 2^64", () => {
  assert.deepEqual(readSeed("42"), { seed: "42" });
  assert.deepEqual(readSeed(" 18446744073709551615 "), { seed: "18446744073709551615" });
  assert.deepEqual(readSeed(""), {});
  for (const bad of ["18446744073709551616", "-1", "1.5", "abc", "0x10"]) assert.ok(readSeed(bad).error, bad);
});

// ---- the countdown ----

proves("JK-7.12", "a tick sets the local clock right if it is off by more than 200 ms, either way", () => {
  const c = new Countdown();
  c.arm(30_000, 0);
  assert.equal(c.remaining(12_100), 17_900);
  assert.equal(c.tick(17_650, 12_100), true); // V56
  assert.equal(c.remaining(12_100), 17_650);
  assert.deepEqual([c.drift, c.corrections], [250, 1]);
  c.arm(30_000, 0);
  assert.equal(c.tick(17_720, 12_100), false); // 180 ms: left alone
  assert.equal(c.remaining(12_100), 17_900);
  assert.equal(c.tick(17_700, 12_100), false); // exactly 200 is none
  assert.equal(c.tick(18_101, 12_100), true); // the other way
  assert.equal(c.drift, -201);
  assert.equal(c.corrections, 2);
});

proves("JK-7.13", "after drift the page waits until a tick without it", () => {
  const c = new Countdown();
  c.arm(10_000, 0);
  c.tick(8000, 1000);
  assert.equal(c.isWaiting(1000), true);
  c.tick(7000, 2000);
  assert.equal(c.isWaiting(2000), false);
  c.tick(6000, 3000, true); // the referee itself was late
  assert.equal(c.isWaiting(3000), true);
  c.tick(5000, 4000);
  assert.equal(c.isWaiting(4000), false);
});

proves("JK-7.14", "at zero nothing fires; half a second later the page waits", () => {
  const c = new Countdown();
  c.arm(3000, 0);
  assert.equal(c.seconds(2999), 1);
  assert.equal(c.seconds(3000), 0);
  assert.equal(c.isWaiting(3499), false);
  assert.equal(c.isWaiting(3500), true);
  c.arm(3000, 5000, false); // paused: it stands still
  assert.equal(c.remaining(60_000), 3000);
  assert.equal(c.isWaiting(60_000), false);
});

// ---- snackbars ----

proves("JK-11.16", "at most two snackbars; a third removes the oldest; updating changes the newest and restarts its time", () => {
  let list: Snack[] = [];
  assert.deepEqual(update(list, "nothing there", 0), []);
  list = show(list, "one", 0);
  list = show(list, "two", 1000);
  list = show(list, "three", 1500);
  assert.deepEqual(list.map(s => s.text), ["two", "three"]);
  assert.deepEqual(list.map(s => s.until), [4000, 4500]);
  list = update(list, "three again", 2000);
  assert.deepEqual(list.map(s => [s.text, s.until]), [["two", 4000], ["three again", 5000]]);
  assert.deepEqual(expire(list, 4000).map(s => s.text), ["three again"]);
  assert.equal(show([], "long", 0, 99_000)[0].until, 10_000);
  assert.equal(show([], "short", 0, 1)[0].until, 1000);
});

proves("JK-11.17 JK-11.18", "the countdown is one snackbar that changes; a round's snackbars go, but an automatic pick stays a second", () => {
  let list = keep([], "count", "3", 0);
  const { id } = list[0];
  list = keep(list, "count", "2", 1000);
  assert.deepEqual(list.map(s => [s.id, s.text]), [[id, "2"]]);
  assert.deepEqual(remove(list, "count"), []);
  list = show([], "auto", 0, 3000, AUTO);
  list = show(list, "other", 500);
  assert.deepEqual(clearRound(list, 900).map(s => s.text), ["auto"]);
  assert.deepEqual(clearRound(list, 1000), []);
});

// ---- the session as told ----

const state = (from: string, to: string, trigger: string, more = {}) => ({ event: "state", from, to, trigger, reason: "-", round: 1, ...more });
const result = (stat: string, p: number, o: number, outcome: string) => ({ event: "round.result", stat, playerValue: p, opponentValue: o, outcome });
const play = (...events: object[]) => toldBy(events.map((event, at) => ({ at, event: event as never })));

proves("JK-4.9 JK-11.21", "a streak counts rounds won in a row by one side; a draw resets it", () => {
  const round = (outcome: string) => [result("power", 5, 3, outcome), state("roundDecision", "roundOver", `outcome=${outcome}`)];
  const won = play(...round("winPlayer"), ...round("winPlayer"));
  assert.deepEqual(won.streak, { side: "player", n: 2 });
  assert.equal(streakText(won, "player"), "won the last two");
  assert.equal(streakText(won, "opponent"), "");
  assert.equal(streakText(play(...round("winPlayer"), ...round("winPlayer"), ...round("winPlayer")), "player"), "3 in a row");
  assert.equal(play(...round("winPlayer"), ...round("draw")).streak.n, 0);
  assert.deepEqual(play(...round("winPlayer"), ...round("winOpponent")).streak, { side: "opponent", n: 1 });
  assert.equal(play(...round("winPlayer"), state("waitingForMatchStart", "matchStart", "startClicked")).streak.n, 0);
});

proves("JK-11.4", "an outcome stands through cooldown and round start and goes with the next choice", () => {
  const told = play(result("speed", 8, 6, "winPlayer"), state("roundDecision", "roundOver", "outcome=winPlayer"), state("roundOver", "cooldown", "continue"));
  const view = { state: "cooldown", scores: [1, 0], chooser: "player", round: 1 } as unknown as JkView;
  assert.equal(messageText(view, told, 0, names), "Speed 8 against 6: you take the round");
  const started = tell(told, state("cooldown", "roundStart", "ready"), 1);
  assert.equal(messageText({ ...view, state: "roundStart" }, started, 0, names), "Speed 8 against 6: you take the round");
  assert.equal(tell(started, state("roundStart", "waitingForPlayerAction", "cardsRevealed") as never, 2).outcome, null);
  assert.equal(tell(started, state("cooldown", "interruptRound", "interrupt") as never, 2).outcome, null);
});

proves("JK-11.7 JK-11.8", "nine states are in the bar; interrupts mark 7, 5 and 9", () => {
  assert.equal(Object.keys(LABELS).length, 9);
  assert.deepEqual(["interruptRound", "roundModification", "interruptMatch", "cooldown"].map(marked), ["cooldown", "roundDecision", "matchOver", "cooldown"]);
});

proves("JK-11.14", "an interrupt offers exactly what the table allows", () => {
  assert.deepEqual(interruptChoices("interruptRound").map(c => c.move), ["restartRound", "resumeLobby", "abortMatch"]);
  assert.deepEqual(interruptChoices("interruptMatch").map(c => c.move), ["restartMatch", "toLobby"]);
  assert.deepEqual(interruptChoices("cooldown"), []);
});

proves("JK-11.22", "every text has its key and wording", () => {
  assert.equal(Object.keys(TEXTS).length, 21);
  assert.equal(say("roundLose", { stat: "Power", p: 3, o: 7 }), "Power 3 against 7: opponent takes the round");
  assert.equal(say("matchDraw", { p: 2, o: 2 }), "The match ends level 2–2");
  assert.equal(say("keyHint"), "Keys 1 to 5 pick a stat, H shows help");
});

test("outcome and result are told from my side of the table, and by name to who sits nowhere", () => {
  const o = { stat: "power", values: [3, 7] as [number, number], outcome: "winOpponent" };
  assert.equal(outcomeText(o, -1, names), "Power 3 against 7: Cy takes the round");
  assert.equal(outcomeText(o, 0, names), "Power 3 against 7: opponent takes the round");
  assert.equal(outcomeText(o, 1, names), "Power 7 against 3: you take the round");
  const v = { result: "matchWinOpponent", scores: [1, 3] as [number, number], quitter: "-" };
  assert.equal(resultText(v, -1, names), "Cy wins the match 1–3");
  assert.equal(resultText({ ...v, result: "quit", quitter: "0" }, -1, names), "Ann left the match");
  assert.equal(resultText(v, 0, names), "Opponent wins the match 1–3");
  assert.equal(resultText(v, 1, names), "You win the match 3–1");
  assert.equal(resultText({ ...v, result: "quit", quitter: "0" }, 0, names), "You left the match. It counts as a loss.");
  assert.match(resultText({ ...v, result: "quit", quitter: "0" }, 1, names), /^Opponent left\./);
});

proves("JK-11.10 JK-11.11", "stats are open to the chooser without a lock; Next in cooldown and roundOver", () => {
  const v = { state: "waitingForPlayerAction", chooser: "player", lockedStat: "-" } as JkView;
  assert.deepEqual([mayPick(v, 0), mayPick(v, 1), mayPick(v, -1)], [true, false, false]);
  assert.equal(mayPick({ ...v, lockedStat: "power" }, 0), false);
  assert.equal(mayPick({ ...v, state: "cooldown" }, 0), false);
  assert.equal(mayPick({ ...v, chooser: "opponent" }, 1), true);
  assert.deepEqual(["cooldown", "roundOver", "waitingForPlayerAction", "matchOver"].map(s => nextMove({ ...v, state: s }, 0)), ["ready", "continue", "", ""]);
  assert.equal(nextMove({ ...v, state: "cooldown" }, 1), "");
});

test("a trigger of a test becomes a move", () => {
  assert.equal(moveOf("startClicked", { target: 3 }), "startClicked 3");
  assert.equal(moveOf("statSelected", { stat: STATS[1] }), "statSelected speed");
  assert.equal(moveOf("modifyRoundDecision", { edit: { stat: "power", outcome: "draw" } }), "modifyRoundDecision stat=power outcome=draw");
  assert.equal(INJECT.indexOf("roundOver"), 6);
  assert.equal(NOTHING.log.length, 0);
});
