// What the page of Classic Battle is told and tells: numbers of events, gaps, refusals, the clock of tests, and what stands on
// the mat while a round is decided.
import { begin, reach, session, skip, text } from "./judo-session.mjs";
import { assert, test, until } from "./lib.mjs";
import { key, press } from "./tables.mjs";

const TEST = { args: ["--test-mode"], options: { testMode: "on" } };
const dispatch = (player, trigger, payload = {}) => player.page.evaluate(([name, more]) => window.__jk.dispatch(name, more), [trigger, payload]);
const clock = (player, call, ms) => player.page.evaluate(([name, by]) => window.__jk.clock[name](by), [call, ms]);
const snapshot = player => player.page.evaluate(() => window.__jk.snapshot());
const lastReject = player => until(() => player.page.evaluate(() => window.__jk.rejects.at(-1)), "a reject");
const of = (player, type) => player.messages.filter(m => m.type === type);

test("every event has a number of its own; ticks and rejects say where they belong", { proves: ["JK-10.8"] }, async t => {
  const { ann } = await session(t, TEST);
  await begin(ann, 3);
  await dispatch(ann, "statSelected", { stat: "strength" });
  const reject = await lastReject(ann);
  assert.deepEqual({ ...reject, id: 0, ts: 0, seq: 0 }, { id: 0, ts: 0, seq: 0, matchId: 1, round: 1, state: "waitingForPlayerAction", trigger: "statSelected", code: "E_BAD_STAT", rule: "JK-1.2", field: "stat", detail: "there is no such stat" });
  assert.ok(reject.ts > 0);
  await key(ann, "Escape");
  await press(ann, '[data-stat="speed"]');
  await reach(ann, "cooldown");
  let seq = 0;
  for (const m of ann.messages) {
    for (const event of m.events ?? []) assert.equal(event.seq, ++seq);
    if (m.type === "tick" || m.type === "refused") assert.deepEqual([m.seq, m.match, typeof m.round], [seq, 1, "number"]);
  }
  assert.ok(seq > 12);
  assert.equal((await snapshot(ann)).seq, seq);
});

test("a page that misses something notices, asks for it, and ends as if it had missed nothing", { proves: ["JK-10.8"] }, async t => {
  const { ann, page } = await session(t, {
    before: () => {
      window.lost = [];
      window.WebSocket = class extends WebSocket {
        set onmessage(call) {
          super.onmessage = ({ data }) => {
            const kept = data.split("\n").filter(line => {
              const isLost = window.wantsGap && JSON.parse(line).type === "update";
              if (isLost) { window.lost.push(line); window.wantsGap = false; }
              return !isLost;
            });
            if (kept.length) call({ data: kept.join("\n") });
          };
        }
      };
    },
  });
  await begin(ann, 3);
  await page.evaluate(() => { window.wantsGap = true; });
  await press(ann, '[data-stat="speed"]');
  await until(() => ann.sent.filter(m => m.type === "attach").length === 2, "the page to ask again"); // by the next tick, at the latest
  const [lost] = await page.evaluate(() => window.lost.map(line => JSON.parse(line)));
  assert.equal(ann.sent.findLast(m => m.type === "attach").after, lost.n - 1);
  await reach(ann, "cooldown");
  assert.equal(await text(ann, "#selected-stat"), "Your pick: Speed");
  const log = await page.evaluate(() => window.__jk.log);
  log.forEach((entry, i) => i && assert.equal(entry.from, log[i - 1].to, "the log is whole"));
  assert.equal((await snapshot(ann)).seq, ann.messages.flatMap(m => m.events ?? []).at(-1).seq);
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");
});

test("an older tab is a viewer with a notice, and its triggers are forbidden", { proves: ["JK-10.8"] }, async t => {
  const { ann, page } = await session(t, TEST);
  await begin(ann, 3);
  const newer = await ann.context.newPage();
  await newer.goto(page.url());
  await newer.waitForFunction(() => window.__jk?.state === "waitingForPlayerAction");
  await page.locator(".notice", { hasText: "another window" }).waitFor();
  await dispatch(ann, "statSelected", { stat: "power" });
  const reject = await lastReject(ann);
  assert.deepEqual([reject.code, reject.rule, reject.state, reject.trigger], ["E_FORBIDDEN", "JK-10.11", "waitingForPlayerAction", "statSelected"]);
  await newer.evaluate(() => window.__jk.dispatch("statSelected", { stat: "power" }));
  await reach(ann, "cooldown"); // it watches
  await newer.close();
});

test("the clock of a test: advance tells every second, jump is one late call, expire goes to the deadline if there is one", { proves: ["JK-10.8"] }, async t => {
  const { ann, page } = await session(t, TEST), mat = name => page.locator(".mat").getAttribute(`data-${name}`);
  await begin(ann, 10);
  const { until: deadline } = ann.state.question, drifts = () => of(ann, "drift").length, ticks = () => of(ann, "tick").length;
  const [ticked, corrected] = [ticks(), (await snapshot(ann)).driftCount];
  await clock(ann, "advance", 8000);
  assert.ok(ticks() - ticked >= 8 && ticks() - ticked <= 11, `${ticks() - ticked} ticks`);
  assert.equal(drifts(), 0);
  assert.equal((await snapshot(ann)).driftCount, corrected, "nor does the page's clock drift");
  assert.deepEqual([await mat("timer"), await mat("timer-status")], ["stat", "running"]);
  assert.ok(Number(await mat("remaining-time")) <= 22 && Number(await mat("remaining-time")) >= 12, await mat("remaining-time"));
  assert.equal(await page.evaluate(() => window.__jk.state), "waitingForPlayerAction");
  const before = ticks();
  await clock(ann, "jump", 5350);
  assert.ok(ticks() - before <= 2, `${ticks() - before} ticks`); // its own, and at most one of the time that passes by itself
  assert.equal(drifts(), 1);
  assert.ok(of(ann, "drift")[0].late > 4000);
  // A pause has no deadline.
  await press(ann, "#quit-button");
  await until(async () => (await mat("timer-status")) === "paused", "the pause");
  await clock(ann, "expire");
  assert.equal(await page.evaluate(() => window.__jk.state), "waitingForPlayerAction");
  await press(ann, "#quit-cancel");
  await until(async () => (await mat("timer-status")) === "running", "the clock to go on");
  const { until: later } = ann.state.question;
  assert.ok(later > deadline);
  await clock(ann, "expire");
  assert.equal(await page.evaluate(() => window.__jk.state), "cooldown");
  assert.equal(ann.messages.findLast(m => m.events?.some(e => e.event === "timer.expired")).at, later, "stamped with the deadline");
  assert.equal(drifts(), 1);

  const free = await session(t, { server: ann.server, options: { ...TEST.options, statTimer: "none" } });
  await begin(free.ann, 3);
  await clock(free.ann, "expire");
  await clock(free.ann, "advance", 700_000);
  assert.equal(await free.page.evaluate(() => window.__jk.state), "waitingForPlayerAction", "nothing runs out");
  assert.deepEqual(await free.page.evaluate(() => [document.querySelector(".mat").dataset.timerStatus, document.querySelector(".mat").dataset.remainingTime]), ["idle", ""]);
});

test("the outcome stands from the decision on, with both cards; items of the bar read as their numbers", { proves: ["JK-11.6", "JK-11.7"] }, async t => {
  const { ann, page } = await session(t, { options: { opponentDelay: "on", delayMin: "2000", delayMax: "2000" } });
  await begin(ann, 3);
  assert.deepEqual(await page.locator("#battle-state-progress li").evaluateAll(all => all.map(e => e.textContent)), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  assert.deepEqual(await page.locator("#battle-state-progress li").evaluateAll(all => all.map(e => e.getAttribute("aria-label"))),
    ["1 Lobby", "2 Match start", "3 Round start", "4 Choose", "5 Decision", "6 Round over", "7 Cooldown", "8 Match decision", "9 Match over"]);
  assert.match(await page.locator("#battle-state-progress li.active").evaluate(e => getComputedStyle(e, "::after").content), /Choose/);
  // Everything that a moment of the decision shows, taken in the page: it lasts two seconds.
  const seen = page.evaluate(async () => {
    await window.__jk.waitFor("roundDecision", 20_000);
    await new Promise(done => { requestAnimationFrame(() => requestAnimationFrame(done)); });
    const board = document.getElementById("scoreboard");
    return { state: window.__jk.state, outcome: board.dataset.outcome, message: document.getElementById("round-message").textContent,
      status: document.getElementById("timer-status").textContent, other: document.querySelector('.jk[data-side="other"]').className };
  });
  await press(ann, '[data-stat="technique"]');
  const { state, outcome, message, status, other } = await seen, { view } = ann.messages.find(m => m.view?.state === "roundDecision");
  assert.equal(state, "roundDecision");
  assert.equal(outcome, view.outcome);
  assert.match(message, new RegExp(`^Technique ${view.values[0]} against ${view.values[1]}: `));
  assert.equal(status, "Opponent is thinking…");
  assert.match(other, /shown/);
});
