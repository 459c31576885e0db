// Classic Battle in the browser: sections 11 to 14 of its rules, each rule by a named test. Matches of two people and
// against the computer, by mouse and by keys; interrupts, hidden pages, phones. Clocks are in judo-time.mjs, settings and text mode in
// judo-settings.mjs.
import { assert, DESKTOP, PHONE, sleep, SMALL_PHONE, test, until } from "./lib.mjs";
import { apart, begin, FAST, finish, focused, focusShows, FRAMES, GAME, reach, remember, session, skip, spy, STATS, text } from "./judo-session.mjs";
import { assertNoSecrets } from "./secrets.mjs";
import { drawn, key, press, sitDown } from "./tables.mjs";

// ---- the mat ----

test("against the computer from lobby to end: scoreboard, cards, stat buttons, progress bar, end dialog", {
  proves: ["JK-4.2", "JK-10.7", "JK-11.1", "JK-11.2", "JK-11.3", "JK-11.6", "JK-11.7", "JK-11.10", "JK-11.13", "JK-11.15", "JK-11.19", "JK-12.5", "JK-12.7", "JK-12.11", "JK-12.14", "JK-3.8"],
}, async t => {
  const { ann, page } = await session(t, { before: spy });
  assert.equal(await text(ann, "#round-message"), "Choose a match length to begin");
  assert.deepEqual(await page.locator("#round-select [data-target]").evaluateAll(all => all.map(e => e.dataset.target)), ["3", "5", "10"]);
  assert.equal(await page.locator("#stat-buttons").getAttribute("data-buttons-ready"), "false");
  assert.equal(await page.locator("#round-counter").innerText(), "");
  await ann.shot("judo-lobby-light");
  await ann.axe({ wcag: true });

  await press(ann, '#round-select [data-target="3"]');
  await reach(ann, "cooldown");
  assert.equal(await page.evaluate(() => localStorage.getItem("judokon.winTarget")), "3");
  assert.equal(await page.evaluate(() => document.body.dataset.target), "3");
  await page.locator("#snackbar-container .snack", { hasText: /Match starts in \d+ s/ }).waitFor();
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");

  // Face up mine, a mystery the other; nothing of it is in the page.
  await drawn(ann);
  const mystery = page.locator('.jk[data-side="other"]');
  assert.match(await mystery.getAttribute("class"), /mystery/);
  assert.match(await mystery.getAttribute("aria-label"), /hidden/i);
  assert.equal(ann.state.view.opponentCard, 0);
  assert.equal(await page.locator('.jk[data-side="mine"] .bars li').count(), 5);
  assert.match(await page.locator('.jk[data-side="mine"] .jk-meta').innerText(), /(Common|Epic|Legendary) ◆/);
  const boxes = await page.evaluate(() => ["#scoreboard", '.jk[data-side="mine"]', "#stat-buttons", '.jk[data-side="other"]', "#battle-state-progress"].map(s => {
    const { left, right, top, bottom } = document.querySelector(s).getBoundingClientRect();
    return { left, right, top, bottom };
  }));
  const [score, mine, stats, other, bar] = boxes;
  assert.ok(score.bottom <= mine.top && mine.right <= stats.left && stats.right <= other.left && bar.top >= mine.bottom, JSON.stringify(boxes));

  // Five buttons, enabled, with name, value and one line about each.
  const buttons = await page.locator("#stat-buttons button[data-stat]").evaluateAll(all => all.map(e => ({
    stat: e.dataset.stat, disabled: e.disabled, pressed: e.getAttribute("aria-pressed"), about: document.getElementById(e.getAttribute("aria-describedby"))?.textContent, text: e.innerText,
  })));
  assert.deepEqual(buttons.map(b => b.stat), STATS);
  buttons.forEach((b, i) => assert.ok(!b.disabled && b.pressed === "false" && b.about && b.text.includes(String(ann.state.view.playerStats[i])), JSON.stringify(b)));
  assert.equal(await page.locator("#stat-buttons").getAttribute("data-buttons-ready"), "true");
  await page.locator("#timer-status", { hasText: /\d+ s left, then your best stat is picked/ }).waitFor();

  // The bar: nine items, one of them the current step; body and #machine-state say the same.
  const items = await page.locator("#battle-state-progress li").evaluateAll(all => all.map(e => [e.querySelector("b").textContent, e.dataset.state, e.getAttribute("aria-label"), e.getAttribute("aria-current"), e.classList.contains("active")]));
  assert.equal(items.length, 9);
  assert.deepEqual(items.map(i => i[0]), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  assert.deepEqual(items[3], ["4", "waitingForPlayerAction", "4 Choose", "step", true]);
  assert.equal(items.filter(i => i[3] || i[4]).length, 1);
  assert.deepEqual(await page.evaluate(() => {
    const machine = document.getElementById("machine-state");
    return [document.body.dataset.battleState, document.body.dataset.prevBattleState, machine.textContent, machine.dataset.id, machine.dataset.event, machine.checkVisibility()];
  }), ["waitingForPlayerAction", "roundStart", "waitingForPlayerAction", "4", "cardsRevealed", false]);
  assert.deepEqual(await page.evaluate(() => ["#round-message", "#snackbar-container", "#score-display"].map(s => [document.querySelector(s).getAttribute("role"), document.querySelector(s).getAttribute("aria-live")])), [["status", "polite"], ["status", "polite"], ["status", "polite"]]);
  assert.equal(await page.locator("#scoreboard").getAttribute("data-outcome"), "none");
  await ann.shot("judo-choose-light");
  await ann.axe({ wcag: true });

  await press(ann, '[data-stat="technique"]');
  await reach(ann, ["cooldown", "matchOver"]);
  await drawn(ann);
  assert.equal(await page.locator('[data-stat="technique"]').getAttribute("aria-pressed"), "true");
  assert.match(await page.locator('[data-stat="technique"]').getAttribute("class"), /selected/);
  assert.equal(await page.locator("#stat-buttons button:not([disabled])").count(), 0);
  const { values, outcome } = ann.state.view;
  assert.equal(await page.locator("#scoreboard").getAttribute("data-outcome"), outcome);
  assert.match(await text(ann, "#round-message"), new RegExp(`^Technique ${values[0]} against ${values[1]}: (you take the round|opponent takes the round|level, no point)$`));
  assert.equal(await text(ann, "#selected-stat"), "Your pick: Technique");
  assert.match((await text(ann, "#score-display")).replace(/\s+/g, " "), new RegExp(`You: ${ann.state.view.scores[0]} .*Opponent: ${ann.state.view.scores[1]}`));
  assert.equal(await page.locator('.jk[data-side="other"].shown').count(), 1);
  await ann.shot("judo-decided-light");
  await ann.axe({ wcag: true }); // the cooldown

  await finish(ann);
  const end = page.locator("#match-end-dialog");
  await end.waitFor();
  assert.match(await end.innerText(), /(You win the match|Opponent wins the match|ends level) /);
  assert.match(await end.innerText(), /Final score/);
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await ann.shot("judo-end-light");
  await ann.axe({ wcag: true });
  const lags = await page.evaluate(() => window.lags);
  assert.ok(lags.score.length >= 3 && lags.score.every(n => n <= FRAMES(500)), `frames until a score was shown: ${lags.score}`);
  assert.ok(lags.tick.every(n => n <= FRAMES(200)), `frames until the timer was shown: ${lags.tick}`);
  await press(ann, "#rematch");
  await page.locator("#round-select").waitFor();
  assert.equal(await focused(ann), "3"); // the last length has the focus
});

test("by keys only: lengths, stats, Next, quit, help; keys do nothing where they must not", {
  proves: ["JK-12.1", "JK-12.2", "JK-12.3", "JK-12.4", "JK-8.8", "JK-11.11", "JK-11.12"],
}, async t => {
  const { ann, page } = await session(t, {});
  assert.equal(await focused(ann), "5"); // Medium is preselected
  await key(ann, "ArrowDown");
  assert.equal(await focused(ann), "10");
  await key(ann, "ArrowDown");
  assert.equal(await focused(ann), "3"); // it wraps
  await key(ann, "1");
  await reach(ann, "cooldown");
  assert.equal(await text(ann, "#round-counter"), "FIRST TO 3");
  await until(async () => (await focused(ann)) === "next-button", "Next to have the focus");

  // Two quick presses send one trigger.
  await page.evaluate(() => { const b = document.getElementById("next-button"); b.click(); b.click(); });
  await reach(ann, "waitingForPlayerAction");
  assert.equal(ann.sent.filter(m => m.move === "ready").length, 1);
  await until(async () => (await focused(ann)) === "power", "the first stat to have the focus");
  assert.equal(await page.locator("#next-button").isDisabled(), true);
  await key(ann, "ArrowUp");
  assert.equal(await focused(ann), "newaza");
  await key(ann, "ArrowDown");
  assert.equal(await focused(ann), "power");

  // Nothing is picked by a digit without a stat, with Ctrl, or while a dialog is open.
  await key(ann, "7");
  await page.locator("#snackbar-container", { hasText: "Keys 1 to 5 pick a stat, H shows help" }).waitFor();
  await key(ann, "Control+2");
  await key(ann, "q");
  await page.locator("#quit-dialog").waitFor();
  assert.equal(await focused(ann), "quit-cancel");
  await key(ann, "2");
  for (let i = 0; i < 4; i++) { await key(ann, "Tab"); assert.ok(await page.evaluate(() => !!document.activeElement.closest("#quit-dialog") || document.activeElement === document.body), "focus stays inside"); }
  await key(ann, "Escape");
  await page.locator("#quit-dialog").waitFor({ state: "detached" });
  assert.equal(ann.state.view.state, "waitingForPlayerAction");
  const pauses = ann.sent.filter(m => m.type === "pause" && (m.on || m.reason !== "hidden")); // a page that is seen also says that it is not hidden
  assert.deepEqual(pauses.map(m => [m.on, m.reason]), [[true, "quitDialog"], [false, "quitDialog"]]);
  await key(ann, "h");
  await page.locator("#help-dialog").waitFor();
  await key(ann, "3");
  await key(ann, "h");
  await page.locator("#help-dialog").waitFor({ state: "detached" });
  assert.equal(ann.sent.filter(m => m.move?.startsWith("statSelected")).length, 0);

  // Shortcuts can be switched off; the buttons still work by Enter.
  await page.evaluate(() => window.__jk.snapshot());
  await key(ann, "h");
  await page.locator("#help-dialog summary").press("Enter");
  await page.locator('#help-dialog [data-flag="shortcuts"]').press("Enter");
  await key(ann, "Escape");
  await key(ann, "2");
  await sleep(150);
  assert.equal(ann.state.view.state, "waitingForPlayerAction");
  await page.locator('[data-stat="speed"]').press("Enter");
  await reach(ann, "cooldown");
  assert.equal(ann.state.view.lockedStat, "speed");
  await until(async () => (await focused(ann)) === "next-button", "Next to have the focus");
  await key(ann, "Enter");
  await reach(ann, "waitingForPlayerAction");
  for (let i = 0; i < 20; i++) {
    const state = await reach(ann, ["cooldown", "waitingForPlayerAction", "matchOver"]), n = ann.state.n;
    if (state === "matchOver") break;
    await until(async () => (await focused(ann)) === (state === "cooldown" ? "next-button" : "power"), `the focus of ${state}`);
    await key(ann, "Enter");
    await until(() => ann.state.n > n, "the next step");
  }
  await page.locator("#match-end-dialog").waitFor();
  assert.equal(await focused(ann), "rematch");
  await key(ann, "Enter");
  await page.locator("#round-select").waitFor();
});

// ---- two people ----

async function playTwo(players, pick) {
  const [ann, ben] = players;
  await press(ann, '#round-select [data-target="3"]');
  for (let i = 0; i < 80; i++) {
    await until(() => ann.state.n === ben.state.n, "both to hear the same");
    const { state, chooser, matchId } = ann.state.view, n = ann.state.n;
    if (state === "matchOver") return matchId;
    const one = chooser === "player" ? ann : ben;
    await drawn(one);
    await drawn(ann);
    if (state === "waitingForPlayerAction") {
      assert.equal(await (one === ann ? ben : ann).page.locator("#stat-buttons button:not([disabled])").count(), 0, "only the chooser picks");
      await pick(one, STATS[i % 5]);
    } else if (state === "cooldown") await Promise.race([skip(ann).catch(() => {}), until(() => ann.state.n > n, "the end of the cooldown")]); // or it ends by itself
    await until(() => ann.state.n > n, "the next step");
  }
  assert.fail("no end");
}

const noCard = (player, side) => {
  for (const m of player.messages.filter(one => one.view)) {
    const isShown = ["revealed", "committed"].includes(m.view.table);
    if (!isShown) assert.equal(m.view[`${side}Card`], 0, `${side}Card in update ${m.n}`);
    for (const e of m.events ?? []) if (e.event === "round.card") assert.equal(["player", "opponent"][e.seat] === side && e.card !== undefined && e.card !== null, false, "a private card");
  }
};

test("two browsers play from the lobby to the end by mouse; no card is told before its time", { quick: true, proves: ["JK-5.5"] }, async t => {
  const server = await t.server();
  const players = [await t.player(server, { name: "Ann" }), await t.player(server, { name: "Ben", theme: "dark" })];
  for (const player of players) await remember(player, { helpSeen: "yes" });
  await sitDown(players, "Classic Battle", ["me", "open"], {});
  const [ann, ben] = players;
  for (const player of players) await player.page.waitForFunction(() => window.__jk);
  assert.ok(ann.state.view.flags.includes("secondPerson"));
  assert.equal(await ann.page.locator("#set-difficulty").count(), 0, "no difficulty between people");
  await playTwo(players, (player, stat) => press(player, `[data-stat="${stat}"]`));
  for (const player of players) await player.page.locator("#match-end-dialog").waitFor();
  assert.match(await text(ben, "#match-end-dialog"), ann.state.view.result === "matchWinOpponent" ? /You win/ : /Opponent wins|level/);
  noCard(ann, "opponent");
  noCard(ben, "player");
  await ben.shot("judo-two-end-dark");
});

test("two browsers play to the end by keys only, and the record proves that nothing leaked", async t => {
  const server = await t.server();
  const made = await server.create(GAME, ["me", "me"], { options: { ...FAST, matches: "1", opponent: "person" }, seed: 9 });
  const players = [await t.player(server, {}), await t.player(server, { theme: "dark" })];
  for (const [seat, player] of players.entries()) { await remember(player, { helpSeen: "yes" }); await player.sit(made, seat); await player.page.waitForFunction(() => window.__jk); }
  await playTwo(players, (player, stat) => key(player, String(STATS.indexOf(stat) + 1)));
  for (const [seat, player] of players.entries()) {
    await until(() => player.isOver, "the end");
    assert.ok(await assertNoSecrets(server, player, { match: made.match, seat, tokens: made.tokens }) > 5);
  }
});

// ---- interrupts, pauses, leaving ----

test("quit: the dialog pauses and gives back; confirmed it is a loss; the logo leads away after it", { proves: ["JK-8.8", "JK-12.4"] }, async t => {
  const { ann, page } = await session(t, {});
  await begin(ann, 5);
  await press(ann, "#quit-button");
  await page.locator("#quit-dialog").waitFor();
  await until(() => ann.state.question.paused, "the pause");
  await ann.shot("judo-quit-light");
  await ann.axe();
  await press(ann, "#quit-cancel");
  await until(() => !ann.state.question.paused, "the clock to go on");
  assert.equal(await focused(ann), "quit-button");
  await press(ann, "#quit-button");
  await press(ann, "#quit-confirm");
  await reach(ann, "matchOver");
  assert.equal(ann.state.view.result, "quit");
  await page.locator("#match-end-dialog", { hasText: "You left the match. It counts as a loss." }).waitFor();
  await press(ann, "#home");
  await reach(ann, "waitingForMatchStart");
  await page.locator("#choose-length").click(); // the front view
  await begin(ann, 3);
  await press(ann, "#home-link");
  await page.locator("#quit-dialog").waitFor();
  await press(ann, "#quit-confirm");
  await until(() => !page.url().includes("/match/"), "to leave");
  assert.deepEqual(ann.sent.filter(m => m.type === "move").slice(-2).map(m => m.move), ["interrupt quit", "home"]);
});

test("an interrupt: panel with reason, score and exactly its choices, no timer, one state everywhere", {
  proves: ["JK-8.16", "JK-11.8", "JK-11.14", "JK-12.3", "JK-12.14"],
}, async t => {
  const { ann, page } = await session(t, {});
  await begin(ann, 5);
  await page.reload();
  await page.waitForFunction(() => window.__jk);
  await reach(ann, "interruptRound");
  const panel = page.locator("#interrupt-panel");
  await panel.waitFor();
  assert.match(await panel.innerText(), /Round stopped: the page was left/);
  assert.match(await panel.innerText(), /You: 0, opponent: 0/);
  assert.deepEqual(await panel.locator("button").evaluateAll(all => all.map(e => e.innerText)), ["Restart round", "Back to lobby", "Abort match"]);
  assert.equal(await focused(ann), "restartRound");
  assert.equal(await page.locator("#stat-buttons button:not([disabled]), #next-button:not([disabled])").count(), 0);
  assert.equal(ann.state.question.until, undefined);
  assert.deepEqual(await page.evaluate(() => [document.body.dataset.battleState, document.getElementById("machine-state").textContent, window.__jk.state, window.__jk.snapshot().state]), Array(4).fill("interruptRound"));
  assert.equal(await page.locator("#battle-state-progress").getAttribute("data-original-state"), "interruptRound");
  assert.equal(await page.locator('#battle-state-progress [aria-current="step"]').getAttribute("data-state"), "cooldown");
  await ann.shot("judo-interrupt-light");
  await ann.axe({ wcag: true });
  await press(ann, '[data-move="restartRound"]');
  await reach(ann, "cooldown");
  await until(() => !ann.state.question.paused, "no pause");
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");
});

test("cards that cannot be loaded: message, Retry and Back to lobby", { proves: ["JK-11.20"] }, async t => {
  const { ann, page } = await session(t, { options: { roster: "missing" } });
  await press(ann, '#round-select [data-target="3"]');
  await reach(ann, "interruptMatch");
  assert.equal(await text(ann, "#round-message"), "Card data could not be loaded");
  assert.deepEqual(await page.locator("#interrupt-panel button").evaluateAll(all => all.map(e => e.innerText)), ["Retry", "Back to lobby"]);
  assert.equal(await page.locator('#battle-state-progress [aria-current="step"]').getAttribute("data-state"), "matchOver");
  const { n } = ann.state;
  await press(ann, '[data-move="restartMatch"]');
  await until(() => ann.state.n > n && ann.state.view.state === "interruptMatch", "Retry, in vain");
  await drawn(ann);
  await press(ann, '[data-move="toLobby"]');
  await page.locator("#round-select").waitFor();
});

test("a hidden page pauses the clock, a shown one goes on; a sign of life every five seconds", { proves: ["JK-7.8"] }, async t => {
  const { ann, page } = await session(t, {});
  await begin(ann, 3);
  const hide = isHidden => page.evaluate(is => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (is ? "hidden" : "visible") });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
  await hide(true);
  await until(() => ann.state.question.paused, "the pause");
  const { left } = ann.state.question;
  await sleep(700);
  await hide(false);
  await until(() => !ann.state.question.paused, "the clock to go on");
  assert.ok(Math.abs(ann.state.question.until - ann.state.at - left) <= 5, "what was left is left");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await until(() => ann.state.question.paused, "the pause of a page that is kept");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await until(() => !ann.state.question.paused, "the clock to go on");
  const before = ann.sent.filter(m => m.type === "alive").length;
  await until(() => ann.sent.filter(m => m.type === "alive").length > before, "a heartbeat");
});

// ---- for all people ----

const BLOCKS = ["#scoreboard", '.jk[data-side="mine"]', '.jk[data-side="other"]', "#stat-buttons", "#battle-state-progress", "#quit-button", "#next-button"];

test("phones of 320 and 390 px and a zoom of 200 %, both themes: all fits, nothing overlaps, 44 px, nothing found by axe; no motion when none is wanted", {
  proves: ["JK-11.1", "JK-11.2", "JK-12.8", "JK-12.9", "JK-12.10", "JK-12.12", "JK-12.14"],
}, async t => {
  const server = await t.server();
  for (const [size, theme, name] of [[PHONE, "light", "phone-light"], [SMALL_PHONE, "dark", "320-dark"]]) {
    const { ann, page } = await session(t, { server, player: { phone: true, size, theme } });
    const look = async state => { await drawn(ann); await ann.fits(); await ann.targets(); await ann.shot(`judo-${state}-${name}`, { fullPage: true }); await ann.axe({ wcag: true }); };
    const tops = () => page.evaluate(() => ["[data-score=player]", "[data-score=opponent]", "#slip"].map(s => Math.round(document.querySelector(`#scoreboard ${s}, ${s}`).getBoundingClientRect().top)));
    await look("lobby");
    await begin(ann, 3);
    assert.ok(ann.state.view.flags.includes("reducedMotion"), "no time to show the cards");
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    const [mine, other, stats] = await page.evaluate(() => ['.jk[data-side="mine"]', '.jk[data-side="other"]', "#stat-buttons"].map(s => document.querySelector(s).getBoundingClientRect().toJSON()));
    assert.ok(stats.top >= mine.bottom - 1 && stats.top >= other.bottom - 1, "cards, then controls");
    const [you, opponent, slip] = await tops();
    assert.ok(size === PHONE ? you === opponent && opponent < slip : you < opponent && opponent < slip, `the scoreboard stands at ${[you, opponent, slip]}`);
    for (const id of ["round-message", "next-round-timer", "round-counter", "selected-stat", "score-display"]) assert.equal(await page.locator(`#scoreboard #${id}`).count(), 1, id);
    assert.match(await text(ann, "#round-counter"), /^round 1/i);
    await apart(ann, BLOCKS);
    await look("choose");
    await press(ann, '[data-stat="power"]');
    await reach(ann, "cooldown");
    await look("decided");
    // A message that is too long ends in an ellipsis; whoever listens hears all of it.
    const long = "A long message that goes on. ".repeat(12);
    const cut = await page.locator("#round-message").evaluate((e, words) => {
      const before = e.firstChild.data;
      e.firstChild.data = words;
      const { scrollHeight, clientHeight } = e, { overflow, webkitLineClamp } = getComputedStyle(e), wide = document.documentElement.scrollWidth <= innerWidth;
      e.firstChild.data = before;
      return { isCut: scrollHeight > clientHeight, overflow, webkitLineClamp, wide };
    }, long);
    assert.deepEqual(cut, { isCut: true, overflow: "hidden", webkitLineClamp: "2", wide: true });
    assert.equal(await page.locator("#round-message").getAttribute("title"), await page.locator("#round-message").evaluate(e => e.textContent));
    await skip(ann);
    await reach(ann, "waitingForPlayerAction");
    if (size === SMALL_PHONE) await focusShows(ann, 6);
    await press(ann, "#quit-button");
    await look("quit");
    await press(ann, "#quit-confirm");
    await page.locator("#match-end-dialog").waitFor();
    await look("end");
  }
  const { ann } = await session(t, { server, player: { theme: "dark", size: DESKTOP }, keep: { textMode: "true" } });
  await drawn(ann);
  await ann.shot("judo-text-dark");
  await ann.axe({ wcag: true });
  const { ann: zoomed } = await session(t, { server, player: { size: { width: 640, height: 400 } } }); // 200 % of 1280 × 800
  await begin(zoomed, 3);
  await zoomed.fits();
  await apart(zoomed, BLOCKS);
  await focusShows(zoomed, 6);
  await zoomed.shot("judo-choose-zoomed", { fullPage: true });
});
