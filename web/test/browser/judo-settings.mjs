// Classic Battle in the browser: settings, flags, hooks for tests, and text mode.
import { assert, test, until } from "./lib.mjs";
import { FAST, focused, GAME, keysAtOnce, reach, remember, seenBy, session, skip, spy, text } from "./judo-session.mjs";
import { key, press } from "./tables.mjs";

// ---- settings, flags, hooks ----

test("settings and flags: difficulty only where it counts, presets, progress bar, debug panel, kept for next time", {
  proves: ["JK-5.5", "JK-10.13", "JK-11.9", "JK-12.13", "JK-14.1", "JK-3.9"],
}, async t => {
  const { ann, page, made } = await session(t, {});
  await page.locator("#round-select summary").click();
  assert.equal(await page.locator("#set-difficulty").isDisabled(), true);
  await page.locator("#set-chooser").selectOption("1");
  assert.equal(await page.locator("#set-difficulty").isDisabled(), false);
  await page.locator("#set-difficulty").selectOption("2");
  await page.locator("#set-preset").selectOption("3");
  await page.locator('[data-flag="stateProgress"]').click();
  await page.locator('[data-flag="debugPanel"]').click();
  await until(() => ann.state.view.policy === "alternate" && ann.state.view.difficulty === "hard" && ann.state.view.statTimer === 0, "the session to know");
  await ann.shot("judo-settings-light");
  await ann.axe();
  assert.equal(await page.locator("#battle-state-progress").count(), 0);
  await press(ann, '#round-select [data-target="10"]');
  await reach(ann, "cooldown");
  assert.match(await text(ann, "#debug-panel"), /state cooldown \(7\)[^]*score 0 : 0[^]*startClicked/);
  await press(ann, "#debug-copy");
  assert.match(await until(() => page.evaluate(() => navigator.clipboard.readText()), "the copy"), /state cooldown/);
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");
  assert.equal(ann.state.question.until, undefined, "no limit");
  await page.locator("#timer-status", { hasText: "No time limit" }).waitFor();

  // Another page of the same browser, and a new session that starts by itself with the stored length.
  const other = await ann.server.create(GAME, ["me", "bot"], { options: FAST, seed: 4 });
  await ann.sit(other, 0, "?autostart=1");
  await until(() => ann.messages.findLast(m => m.type === "attached").match === other.match && ann.state.view.target === 10, "a match to ten");
  assert.equal(ann.state.view.statTimer, 0);
  assert.notEqual(other.match, made.match);

  // A browser that has stored none starts with Medium.
  const eve = await t.player(ann.server);
  await remember(eve, { helpSeen: "yes" });
  await eve.sit(await ann.server.create(GAME, ["me", "bot"], { options: FAST, seed: 5 }), 0, "?autostart=1");
  await until(() => eve.state?.view.target === 5, "a match to five");
});

test("a browser that keeps nothing: a notice, and the match goes on; a dialog that cannot be built: a plain button", {
  proves: ["JK-14.1", "JK-11.15", "JK-11.12", "JK-11.16", "JK-11.17"],
}, async t => {
  const { ann, page } = await session(t, {});
  await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error("full"); }; document.getElementById("snackbar-container").remove(); });
  await press(ann, '#round-select [data-target="3"]');
  await reach(ann, "cooldown"); // also without a container for snackbars
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");

  const server = ann.server, other = await server.create(GAME, ["me", "bot"], { options: FAST, seed: 5 }), ben = await t.player(server, {});
  await ben.context.addInitScript(() => { HTMLDialogElement.prototype.showModal = function () { if (this.id === "round-select") throw new Error("cannot"); this.setAttribute("open", ""); }; });
  await ben.sit(other, 0);
  await ben.page.locator("#help-dialog").waitFor(); // the first visit, once
  await press(ben, "#help-close");
  await press(ben, "#start-button");
  await reach(ben, ["cooldown", "waitingForPlayerAction"]);
  assert.equal(ben.state.view.target, 5);
  await ben.page.reload();
  await ben.page.waitForFunction(() => window.__jk);
  assert.equal(await ben.page.locator("#help-dialog").count(), 0, "never again");

  const eve = await t.player(server, {});
  await remember(eve, { helpSeen: "yes" });
  await eve.context.addInitScript(() => { const keep = Storage.prototype.setItem; Storage.prototype.setItem = function (k, v) { if (k.startsWith("judokon.") && k !== "judokon.helpSeen") throw new Error("full"); keep.call(this, k, v); }; });
  await eve.sit(await server.create(GAME, ["me", "bot"], { options: FAST, seed: 6 }), 0);
  await eve.page.locator("#round-select").waitFor();
  await press(eve, '#round-select [data-target="3"]');
  await eve.page.locator(".snack", { hasText: "keeps no settings" }).waitFor();
  await reach(eve, ["cooldown", "waitingForPlayerAction"]);
  assert.equal(eve.state.view.target, 3);
});

test("hooks: state, log, rejects, snapshot and waitFor; in test mode a test may send everything", { proves: ["JK-10.8"] }, async t => {
  const { ann, page } = await session(t, { args: ["--test-mode"], options: { testMode: "on", roundModify: "on" } });
  assert.match(await text(ann, "#test-banner"), /Test mode/);
  assert.deepEqual(await page.evaluate(() => [window.__jk.state, window.__jk.lastTrigger, window.__jk.log.length, window.__jk.rejects.length]), ["waitingForMatchStart", "init", 1, 0]);
  assert.equal(await page.evaluate(() => window.__jk.waitFor("matchOver", 50).catch(e => e.message)), "not in matchOver within 50 ms, but in waitingForMatchStart");
  await page.evaluate(() => window.__jk.setDecks({ player: [5, 9, 11, 13, 15, 17], opponent: [6, 10, 12, 14, 16, 18] }));
  await page.evaluate(() => window.__jk.setFlag("skipCooldown", true));
  await page.evaluate(() => window.__jk.dispatch("startClicked", { target: 10 }));
  await reach(ann, "waitingForPlayerAction");
  assert.equal(ann.state.view.playerCard, 5);
  await page.evaluate(() => window.__jk.dispatch("outcome=draw"));
  assert.equal(await until(() => page.evaluate(() => window.__jk.rejects.at(-1)?.code), "a reject"), "E_FORBIDDEN");
  await key(ann, "Escape");
  await page.evaluate(() => window.__jk.dispatch("interrupt", { reason: "host" }));
  await reach(ann, "interruptRound");
  await page.evaluate(() => window.__jk.dispatch("roundModifyFlag"));
  await reach(ann, "roundModification");
  assert.equal(await page.locator('#battle-state-progress [aria-current="step"]').getAttribute("data-state"), "roundDecision");
  await page.evaluate(() => window.__jk.dispatch("modifyRoundDecision", { edit: { stat: "power", outcome: "winPlayer" } }));
  await reach(ann, ["waitingForPlayerAction", "cooldown"]);
  assert.deepEqual(ann.state.view.scores, [1, 0]);
  await page.evaluate(() => window.__jk.injectError("roundDecision"));
  await page.evaluate(() => window.__jk.dispatch("statSelected", { stat: "speed" }));
  await reach(ann, "interruptRound");
  const log = await page.evaluate(() => window.__jk.log);
  log.forEach((entry, i) => i && assert.equal(entry.from, log[i - 1].to, "each step begins where the last ended"));
  assert.ok(log.some(entry => entry.trigger === "modifyRoundDecision"));
  const snapshot = await page.evaluate(() => window.__jk.snapshot());
  assert.ok(snapshot.seq > 5 && snapshot.driftCount >= 0);

  // The clock: to the deadline, and by so much time.
  await page.evaluate(() => window.__jk.dispatch("restartRound"));
  await page.evaluate(() => window.__jk.setFlag("skipCooldown", false));
  const state = await reach(ann, ["waitingForPlayerAction", "cooldown"]);
  if (state === "cooldown") await page.evaluate(() => window.__jk.clock.expire());
  await reach(ann, "waitingForPlayerAction");
  // `advance` and `jump` let time go by: what falls due meanwhile happens, and nothing before its time; `expire` goes to the deadline.
  const clock = (call, ms) => page.evaluate(([name, by]) => window.__jk.clock[name](by), [call, ms]);
  const stands = () => page.evaluate(() => [window.__jk.state, window.__jk.snapshot().round]), timeouts = () => page.evaluate(() => window.__jk.log.filter(entry => entry.trigger === "timeout").length);
  const { round } = ann.state.view, before = await timeouts();
  await clock("advance", 100);
  assert.deepEqual(await stands(), ["waitingForPlayerAction", round]);
  await clock("advance", 30_100);
  assert.deepEqual(await stands(), ["cooldown", round], "the stat timer ran out");
  assert.equal(await timeouts(), before + 1);
  assert.equal(await page.evaluate(() => window.__jk.prev), await page.evaluate(() => window.__jk.log.at(-1).from));
  await clock("expire");
  assert.deepEqual(await stands(), ["waitingForPlayerAction", round + 1]);
  await clock("jump", 30_500);
  assert.deepEqual(await stands(), ["cooldown", round + 1]);
  assert.equal(await timeouts(), before + 2);
  assert.equal(await page.evaluate(() => window.__jk.waitFor(["matchOver", "cooldown"])), "cooldown", "at once, if it is there");

  const plain = await session(t, {});
  assert.deepEqual(await plain.page.evaluate(() => ["dispatch", "clock", "setFlag", "setDecks", "injectError"].filter(name => name in window.__jk)), []);
});

// ---- text mode ----

test("text mode: the same match in plain text, by keys only", {
  proves: ["JK-13.2", "JK-13.3", "JK-13.4", "JK-13.5", "JK-13.6", "JK-13.7", "JK-13.9", "JK-12.14"],
}, async t => {
  const { ann, page } = await session(t, { keep: { textMode: "true", verboseLog: "true" }, before: spy });
  await page.locator("#cli-root").waitFor();
  assert.match(await page.evaluate(() => getComputedStyle(document.getElementById("cli-root")).fontFamily), /mono/i);
  assert.equal(await page.locator("#cli-root img, #cli-root svg").count(), 0);
  await page.evaluate(() => document.activeElement?.blur());
  assert.equal(await page.evaluate(() => [...document.querySelectorAll("#cli-root a, #cli-root button, #cli-root [tabindex='0']")][0].className), "cli-skip");

  // A bad seed is told and not taken; a good one opens a new session and starts nothing.
  await page.locator("#seed").fill("abc");
  await press(ann, "#pin-seed");
  await page.locator("#seed-error", { hasText: "whole number" }).waitFor();
  const before = page.url();
  await page.locator("#seed").fill("12345678901234567");
  await press(ann, "#pin-seed");
  await until(() => page.url() !== before, "another session");
  await until(() => ann.messages.findLast(m => m.type === "attached")?.match === page.url().match(/match\/(\w+)/)[1], "to sit there");
  await page.waitForFunction(() => window.__jk?.state === "waitingForMatchStart");

  await page.locator("#cli-target").selectOption("3");
  assert.equal(await page.evaluate(() => localStorage.getItem("judokon.winTarget")), "3");
  await page.evaluate(() => document.activeElement?.blur());
  await key(ann, "x");
  await page.locator("#cli-help", { hasText: "Keys 1 to 5 pick a stat" }).waitFor();
  await key(ann, "Enter");
  await reach(ann, "cooldown");
  await page.locator("#cli-help", { hasText: "[1-5] pick" }).waitFor();
  assert.equal(await page.locator("#cli-root").getAttribute("data-target"), "3");
  const shown = await until(async () => Number(await page.locator("#cli-countdown").getAttribute("data-remaining-time")) || null, "the time");
  assert.ok(shown <= 10);
  // Once a second: each number once, one less every time.
  const numbers = await until(async () => {
    const texts = (await seenBy(ann, "cli")).filter(one => one.state === "cooldown" && one.text !== "Waiting…").map(one => one.text); // a tick may be late
    const all = texts.filter((one, i) => one !== texts[i - 1]).map(one => Number(/^(\d+) s left/.exec(one)?.[1]));
    return all.length >= 4 ? all : null;
  }, "three seconds");
  numbers.forEach((n, i) => i && assert.ok(n < numbers[i - 1], `the countdown showed ${numbers}`));
  await keysAtOnce(ann, " ", " ");
  await reach(ann, "waitingForPlayerAction");
  assert.equal(ann.sent.filter(m => m.move === "ready").length, 1);
  assert.deepEqual(await page.locator("#cli-stats").evaluate(e => [e.getAttribute("role"), e.children.length, [...e.children].every(c => c.getBoundingClientRect().height >= 44), [...e.children].filter(c => c.tabIndex === 0).length]), ["listbox", 5, true, 1]);
  assert.match(await text(ann, "#cli-root h2"), /round 1 · first to 3/i);
  await key(ann, "ArrowUp");
  assert.equal(await focused(ann), "newaza");
  await ann.shot("judo-text-light");
  await ann.axe({ wcag: true });
  await key(ann, "q");
  await until(() => ann.state.question.paused, "the pause");
  await key(ann, "Escape");
  await until(() => !ann.state.question.paused, "the clock to go on");
  await key(ann, "h");
  await page.locator("#help-dialog").waitFor();
  await key(ann, "Escape");
  await key(ann, "2");
  await key(ann, "2");
  await reach(ann, "cooldown");
  assert.equal(ann.sent.filter(m => m.move?.startsWith("statSelected")).length, 1);
  assert.equal(ann.state.view.lockedStat, "speed");
  assert.match(await text(ann, "#cli-last"), /^Last: Speed \d+ against \d+/);
  assert.equal(await page.locator("#score-display").getAttribute("data-score-player"), String(ann.state.view.scores[0]));
  assert.match(await text(ann, "#cli-verbose-log"), /transition .*statSelected/);

  // Another target in a match: asks, then an interrupt, the lobby, and a new match.
  await page.locator("#cli-target").selectOption("5");
  await page.locator("#target-dialog").waitFor();
  await press(ann, "#target-confirm");
  await until(() => ann.state.view.target === 5, "the new match");
  assert.ok(ann.sent.some(m => m.move === "interrupt host"));
  await press(ann, "#leave-text");
  await page.locator(".battle").waitFor();
});
