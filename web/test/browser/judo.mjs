// Classic Battle in the browser: sections 11 to 14 of its rules, each rule by a named test. Matches of two people and
// against the computer, by mouse, by keys and in text mode; interrupts, hidden pages, broken and slow wires, phones.
import { DESKTOP, PHONE, SMALL_PHONE, assert, sleep, test, until } from "./lib.mjs";
import { begin, FAST, focused, GAME, keysAtOnce, reach, remember, session, skip, STATS, text } from "./judo-session.mjs";
import { assertNoSecrets } from "./secrets.mjs";
import { drawn, key, press, sitDown } from "./tables.mjs";

// Plays rounds with `pick` until the match is over.
async function finish(ann, pick = stat => press(ann, `[data-stat="${stat}"]`)) {
  for (let i = 0; i < 60; i++) {
    const state = await reach(ann, ["waitingForPlayerAction", "cooldown", "matchOver"]);
    if (state === "matchOver") return;
    const n = ann.state.n;
    if (state === "cooldown") await skip(ann);
    else await pick(STATS[i % 5]);
    await until(() => ann.state.n > n, "the next step");
  }
  assert.fail("the match does not end");
}

// Runs in the page before everything else. `lags`: how many frames a score, or a first tick, takes from the message that brings
// it to the screen: frames, because a busy machine makes each of them late, but not more of them. `seen`: every text that some places
// ever showed, with the state and the time. `stall`: the longest that a frame, or a tick behind its second, kept the page waiting.
// `bend(message)` may change what arrives; while `isHeld` nothing does.
function spy() {
  const PLACES = { timer: "#next-round-timer", message: "#round-message", status: "#timer-status", count: '.snack[data-topic="count"]', auto: '.snack[data-topic="auto"]', cli: "#cli-countdown" };
  Object.assign(window, { lags: { score: [], tick: [] }, seen: {}, stall: 0, bend: null, isHeld: Boolean(sessionStorage.getItem("held")), held: [], release: null });
  const text = selector => document.querySelector(selector)?.textContent ?? "";
  let frame = performance.now(), ticked = Infinity;
  const waited = ms => { window.stall = Math.max(window.stall, ms); };
  const onFrame = now => { waited(now - frame); frame = now; requestAnimationFrame(onFrame); };
  requestAnimationFrame(onFrame);
  const look = () => {
    for (const [name, selector] of Object.entries(PLACES)) {
      const list = window.seen[name] ??= [], one = { text: text(selector), state: document.body.dataset.battleState, at: performance.now() };
      if (list.at(-1)?.text !== one.text || list.at(-1)?.state !== one.state) list.push(one);
    }
  };
  addEventListener("DOMContentLoaded", () => { new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true }); });
  const time = (to, isShown) => {
    let frames = 0;
    const next = () => { frames++; if (isShown()) to.push(frames); else requestAnimationFrame(next); };
    requestAnimationFrame(next);
  };
  const hear = m => {
    if (m.events?.some(e => e.event === "score")) {
      const [mine, other] = m.view.scores;
      time(window.lags.score, () => text("#scoreboard [data-score=player] strong") === String(mine) && text("#scoreboard [data-score=opponent] strong") === String(other) &&
        document.querySelector("#scoreboard").dataset.outcome !== "none");
    }
    if (m.type === "tick") {
      waited(performance.now() - ticked - 1000);
      ticked = performance.now();
    }
    if (m.type === "tick" && text("#next-round-timer") !== String(m.seconds)) time(window.lags.tick, () => /^\d+$/.test(text("#next-round-timer")));
  };
  window.WebSocket = class extends WebSocket {
    set onmessage(call) {
      window.release = () => { window.isHeld = false; for (const data of window.held.splice(0)) call({ data }); };
      super.onmessage = ({ data }) => {
        const messages = data.split("\n").map(line => JSON.parse(line)).map(m => window.bend?.(m) ?? m);
        const bent = messages.map(m => JSON.stringify(m)).join("\n");
        if (window.isHeld) { window.held.push(bent); return; }
        messages.forEach(hear);
        call({ data: bent });
      };
    }
  };
}

const STALLED_MS = 800;
const FRAMES = ms => Math.floor(ms * 60 / 1000);
const seenBy = (player, place) => player.page.evaluate(name => window.seen[name] ?? [], place);

// What has no room has another place: none of these things lies on another.
async function apart(player, selectors) {
  const boxes = await player.page.evaluate(all => all.map(s => [s, document.querySelector(s).getBoundingClientRect().toJSON()]), selectors);
  for (const [i, [a, one]] of boxes.entries())
    for (const [b, two] of boxes.slice(i + 1))
      assert.ok(one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1 || two.bottom <= one.top + 1, `${a} overlaps ${b}`);
}

// Wherever Tab leads, the focus is seen: a ring of two pixels at least, within the window.
async function focusShows(player, least) {
  const names = new Set();
  for (let i = 0; i < 40; i++) {
    await key(player, "Tab");
    const at = await player.page.evaluate(() => {
      const e = document.activeElement, s = getComputedStyle(e), box = e.getBoundingClientRect();
      return e === document.body ? null : { name: e.id || e.dataset.stat || e.textContent.trim() || e.getAttribute("aria-label"), ring: s.outlineStyle === "none" ? 0 : parseFloat(s.outlineWidth),
        isIn: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth };
    });
    if (!at) continue;
    if (names.has(at.name)) break;
    names.add(at.name);
    assert.ok(at.ring >= 2 && at.isIn, `the focus on ${at.name} is not seen: ${JSON.stringify(at)}`);
  }
  assert.ok(names.size >= least, `only ${[...names]} had the focus`);
}

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
  assert.deepEqual(ann.sent.filter(m => m.type === "pause").map(m => [m.on, m.reason]), [[true, "quitDialog"], [false, "quitDialog"]]);
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

// ---- time ----

test("the timer follows ticks, is set right by them and speaks; the automatic pick is told; nothing fires in the page", {
  proves: ["JK-7.13", "JK-7.14", "JK-11.3", "JK-11.4", "JK-11.17", "JK-11.18", "JK-12.6"],
}, async t => {
  const { ann, page } = await session(t, { options: { statTimer: "12000", cooldown: "3000", startCountdown: "3000" }, before: spy });
  const status = () => text(ann, "#timer-status"), waits = async state => (await seenBy(ann, "status")).some(one => one.text === "Waiting…" && one.state === state);
  await press(ann, '#round-select [data-target="3"]');
  await reach(ann, "waitingForPlayerAction");
  const counts = (await seenBy(ann, "count")).filter(one => one.text && one.state === "cooldown").map(one => one.text);
  const all = ["Match starts in 3 s", "Match starts in 2 s", "Match starts in 1 s"], stall = await page.evaluate(() => window.stall);
  // Only a page that was kept waiting for about a second may have missed a number.
  assert.deepEqual(counts, stall < STALLED_MS ? all : all.filter(one => counts.includes(one)), `longest wait ${stall} ms`);
  assert.equal(await page.locator('.snack[data-topic="count"]').count(), 0);
  assert.deepEqual(await page.evaluate(() => [document.getElementById("next-round-timer").getAttribute("role"), document.getElementById("next-round-timer").getAttribute("aria-live")]), ["timer", "off"]);
  await until(async () => (await seenBy(ann, "timer")).some(one => one.text === "12"), "the first tick");

  // One tick that is 0.8 s off: the page says that it waits until a tick fits again.
  await page.evaluate(() => { let n = 0; window.bend = m => (m.type === "tick" && !n++ ? { ...m, left: m.left - 800 } : m); });
  await until(() => waits("waitingForPlayerAction"), "the correction");
  await until(async () => /^\d+ s left/.test(await status()), "a tick that fits");

  // At zero the page waits for the referee, whom it does not hear, and plays nothing by itself.
  await page.evaluate(() => { window.bend = m => { if (m.type === "tick" && m.seconds <= 2) window.isHeld = true; return m; }; });
  await page.waitForFunction(() => document.getElementById("next-round-timer").textContent === "0" && document.getElementById("timer-status").textContent === "Waiting…");
  assert.equal(await page.evaluate(() => window.__jk.state), "waitingForPlayerAction");
  await until(async () => (await ann.spoken()).some(one => one.text === "Time is up"), "the end, spoken");
  const spoken = (await ann.spoken()).filter(one => /^\d+ s left|^Time is up$/.test(one.text));
  assert.deepEqual(spoken.map(one => one.text), ["12 s left", "10 s left", "5 s left", "Time is up"]);
  assert.ok(spoken.every(one => !one.now), "politely");

  // Heard again: the pick of the referee, told for a second at least. A tick that is off leaves the outcome alone.
  await page.evaluate(() => {
    let n = 0;
    window.bend = m => (m.type === "tick" && document.body.dataset.battleState === "cooldown" && !n++ ? { ...m, left: m.left - 800 } : m);
    window.release();
  });
  await reach(ann, "cooldown");
  assert.ok(!ann.sent.some(m => /timeout|statSelected/.test(m.move ?? "")), "the page fires nothing");
  await page.locator('.snack[data-topic="auto"]', { hasText: /Time is up: .* was picked for you/ }).waitFor();
  await until(() => waits("cooldown"), "the correction in the cooldown");
  await reach(ann, "waitingForPlayerAction");
  const messages = (await seenBy(ann, "message")).filter(one => one.state === "cooldown" && !/match|start/i.test(one.text)).map(one => one.text);
  assert.equal(messages.length, 1, `messages of the cooldown: ${messages}`);
  assert.match(messages[0], / against /);
  const [told, gone] = (await seenBy(ann, "auto")).filter((one, i, all) => one.text || all[i - 1]?.text);
  assert.ok(gone.at - told.at >= 1000, "at least a second");
  const { tick } = await page.evaluate(() => window.lags);
  assert.ok(tick.length && tick.every(n => n <= FRAMES(200)), `frames until a tick was shown: ${tick}`);
});

test("without a state the page says that it waits: at its start, and half a second after the line broke", { proves: ["JK-11.5"] }, async t => {
  const { ann, page } = await session(t, { player: { wire: true }, before: spy });
  const waiting = page.locator("#round-message", { hasText: /^Waiting…$/ });
  await page.evaluate(() => { sessionStorage.setItem("held", "yes"); });
  await page.reload();
  await waiting.waitFor();
  await page.evaluate(() => { sessionStorage.removeItem("held"); window.release(); });
  await page.locator("#round-message", { hasText: "Choose a match length" }).waitFor();
  await begin(ann, 3);

  ann.allowed = [/WebSocket|ERR_/];
  ann.wire.isDown = true;
  ann.wire.cut();
  await waiting.waitFor();
  ann.wire.isDown = false;
  await waiting.waitFor({ state: "detached" });
  const updates = ann.messages.filter(m => m.type === "update").map(m => m.n), last = updates.slice(updates.lastIndexOf(1));
  assert.deepEqual(last, last.map((_, i) => i + 1), "nothing is missing or doubled");
});

test("a card is turned within 400 ms and moves nothing else; cut off, it is shown anyway", { proves: ["JK-11.3", "JK-11.19"] }, async t => {
  const { ann, page } = await session(t, { player: { motion: true } });
  await begin(ann, 3);
  await drawn(ann);
  const places = () => page.evaluate(() => ["#scoreboard", "#slip", '.jk[data-side="mine"]', "#stat-buttons", "#battle-state-progress", "#next-button"].map(s => {
    const { left, top, width, height } = document.querySelector(s).getBoundingClientRect();
    return [s, ...[left, top, width, height].map(Math.round)].join(" ");
  }));
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const card = document.querySelector('.jk.shown[data-side="other"]');
      if (!card) return;
      watch.disconnect();
      const turns = card.getAnimations();
      window.turned = { ms: turns.map(one => one.effect.getComputedTiming().endTime) };
      turns.forEach(one => { one.cancel(); });
      const { transform, opacity, visibility } = getComputedStyle(card);
      Object.assign(window.turned, { transform, opacity, visibility });
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.waitForFunction(() => [...document.querySelectorAll(".jk")].every(card => !card.getAnimations().length)); // my own card is turned first
  const before = await places();
  await press(ann, '[data-stat="power"]');
  await reach(ann, "cooldown");
  const { ms, ...look } = await page.waitForFunction(() => window.turned).then(handle => handle.jsonValue());
  assert.ok(ms.length === 1 && ms[0] > 0 && ms[0] <= 400, `the card turned for ${ms} ms`);
  assert.deepEqual(look, { transform: "none", opacity: "1", visibility: "visible" });
  assert.deepEqual(await places(), before, "nothing else has moved");
  const slow = await page.evaluate(() => [...document.querySelectorAll("#scoreboard, #scoreboard *")].flatMap(e => {
    const s = getComputedStyle(e);
    return [...s.transitionDuration.split(", "), ...s.animationDuration.split(", ")].filter(d => parseFloat(d) > 0.5).map(d => `${e.id || e.className} ${d}`);
  }));
  assert.deepEqual(slow, [], "numbers change within half a second");
});

test("over a slow wire one pick counts once and nothing is shown before the referee says so", { proves: ["JK-13.9"] }, async t => {
  const { ann, page } = await session(t, { player: { latency: 100, phone: true } });
  await begin(ann, 3);
  await page.evaluate(() => {
    window.pressed = [];
    new MutationObserver(() => { window.pressed.push([document.querySelector("[data-stat=speed]").getAttribute("aria-pressed"), document.body.dataset.battleState]); })
      .observe(document, { subtree: true, childList: true, attributes: true });
  });
  await keysAtOnce(ann, "2", "3", "2");
  await reach(ann, ["cooldown"]);
  const pressed = await page.evaluate(() => window.pressed);
  assert.ok(pressed.some(([is, state]) => is === "true" && state !== "waitingForPlayerAction"), "the pick is shown");
  assert.deepEqual(pressed.filter(([is, state]) => is === "true" && state === "waitingForPlayerAction"), [], "but not before it is a fact");
  assert.equal(ann.state.view.lockedStat, "speed");
  assert.equal(ann.sent.filter(m => m.move?.startsWith("statSelected")).length, 1);
  await finish(ann);
  await page.locator("#match-end-dialog").waitFor();
});

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
