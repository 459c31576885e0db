// Classic Battle in the browser: clocks, cards that turn, wires that are slow or broken.
import { assert, test, until } from "./lib.mjs";
import { begin, finish, FRAMES, keysAtOnce, reach, seenBy, session, spy, STALLED_MS, text } from "./judo-session.mjs";
import { drawn, press } from "./tables.mjs";

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
