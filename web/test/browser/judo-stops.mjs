// Classic Battle that is stopped: by errors of the page, by an admin's correction, in the lobby, and at its end.
import { begin, focused, reach, session, skip, text } from "./judo-session.mjs";
import { assert, test, until } from "./lib.mjs";
import { key, press } from "./tables.mjs";

const TEST = { args: ["--test-mode"], options: { testMode: "on", roundModify: "on" } };
const interrupts = player => player.sent.filter(m => m.move?.startsWith("interrupt")).map(m => m.move);

// JK-8.16: no timer, nothing to pick, the referee's score, one state everywhere.
async function isStopped(player, reason) {
  const { page } = player, { view } = player.state;
  await page.locator("#interrupt-panel", { hasText: reason }).waitFor();
  assert.equal(await page.locator(".mat").getAttribute("data-timer-status"), "idle");
  assert.equal(await page.locator("#stat-buttons button:not([disabled])").count(), 0);
  assert.equal(await page.locator("#next-button").isDisabled(), true);
  assert.match((await text(player, "#interrupt-panel")), new RegExp(`You: ${view.scores[0]}, opponent: ${view.scores[1]}`));
  assert.deepEqual(await page.evaluate(() => [window.__jk.state, document.body.dataset.battleState, document.getElementById("machine-state").textContent]), Array(3).fill(view.state));
}

test("an error that nobody caught, and a rejection, stop the round with a panel; in the lobby there is nothing to stop", { proves: ["JK-8.16"] }, async t => {
  const { ann, page } = await session(t, {});
  ann.allowed.push(/boom|adrift/);
  await page.evaluate(() => { setTimeout(() => { throw new Error("boom in the lobby"); }); });
  await page.locator(".snack", { hasText: "Something went wrong" }).waitFor();
  assert.deepEqual(interrupts(ann), []);
  await begin(ann);
  await page.evaluate(() => { setTimeout(() => { throw new Error("boom"); }); });
  await reach(ann, "interruptRound");
  await isStopped(ann, "Round stopped: something went wrong");
  assert.equal(ann.state.view.reason, "error");
  await page.evaluate(() => { setTimeout(() => { throw new Error("boom again"); }); }); // it is stopped already
  await press(ann, '[data-move="restartRound"]');
  await reach(ann, "cooldown");
  await page.evaluate(() => { void Promise.reject(new Error("adrift")); });
  await reach(ann, "interruptRound");
  await isStopped(ann, "Round stopped: something went wrong");
  assert.deepEqual(interrupts(ann), ["interrupt error", "interrupt error"]);
});

test("a page that is seen goes on, although one before it was hidden", { proves: ["JK-7.8"] }, async t => {
  const { ann, page, made } = await session(t, {});
  await begin(ann);
  const n = ann.state.n;
  // Another window of the same person is hidden and goes, as the page before a reload does: its pause may take effect when this one is there already.
  await page.evaluate(({ match, token }) => new Promise(done => {
    const socket = new WebSocket(`ws://${location.host}/ws`, "croupier.v1");
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "attach", match, token }));
      socket.send(JSON.stringify({ type: "pause", on: true, reason: "hidden" }));
    };
    socket.onmessage = ({ data }) => {
      if (!data.includes('"paused":true')) return;
      socket.close();
      done();
    };
  }), { match: made.match, token: made.tokens[0] });
  await until(() => ann.state.n >= n + 2 && !ann.state.question.paused, "that the clock goes on");
  await until(async () => await page.locator(".mat").getAttribute("data-timer-status") === "running", "the timer");
});

test("a table that cannot be drawn is fenced: the round stops, the panel leads on, the table comes back", { proves: ["JK-8.16"] }, async t => {
  const { ann, page } = await session(t, {
    // The view of a first choice is not what a table can draw.
    before: () => {
      window.WebSocket = class extends WebSocket {
        set onmessage(call) {
          super.onmessage = ({ data }) => call({ data: data.split("\n").map(line => JSON.parse(line)).map(m => {
            const told = m.view ?? m.changes;
            if (told?.state === "waitingForPlayerAction" && !window.isWhole) told.playerStats = null;
            return JSON.stringify(m);
          }).join("\n") });
        }
      };
    },
  });
  await press(ann, '#round-select [data-target="3"]');
  await reach(ann, "cooldown");
  await skip(ann);
  await reach(ann, "interruptRound");
  await page.locator("#interrupt-panel", { hasText: "something went wrong" }).waitFor();
  assert.deepEqual(interrupts(ann), ["interrupt error"]);
  assert.deepEqual(await page.locator("#interrupt-panel [data-move]").evaluateAll(all => all.map(e => e.dataset.move)), ["restartRound", "resumeLobby", "abortMatch"]);
  assert.equal(await page.evaluate(() => document.getElementById("machine-state").textContent), "interruptRound");
  await ann.axe({ wcag: true });
  await page.evaluate(() => { window.isWhole = true; });
  await press(ann, '[data-move="restartRound"]');
  await reach(ann, "cooldown");
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");
  await page.locator("#stat-buttons button").first().waitFor();
  assert.equal(await page.locator("#stat-buttons button:not([disabled])").count(), 5);
});

test("Escape closes the end dialog, and Rematch and Home stay at hand", { proves: ["JK-11.13", "JK-12.4"] }, async t => {
  const { ann, page } = await session(t, {});
  const end = async () => {
    await press(ann, "#quit-button");
    await press(ann, "#quit-confirm");
    await page.locator("#match-end-dialog").waitFor();
    await key(ann, "Escape");
    await page.locator("#match-end-panel").waitFor();
    assert.equal(await page.locator("#match-end-dialog").count(), 0);
    assert.match(await text(ann, "#match-end-panel"), /You left the match. It counts as a loss.[^]*Final score/);
    assert.equal(await focused(ann), "rematch");
  };
  await begin(ann);
  await end();
  await ann.axe({ wcag: true });
  await ann.targets();
  await key(ann, "Enter");
  await page.locator("#round-select").waitFor();
  await begin(ann);
  await end();
  await press(ann, "#match-end-panel #home");
  await page.locator("#choose-length").waitFor();
});

test("the lobby can be called off: that is an interrupt, and the end of a match that did not begin", { proves: ["JK-11.13"] }, async t => {
  const { ann, page } = await session(t, {});
  for (let i = 1; i <= 2; i++) {
    await press(ann, "#round-select #lobby-interrupt");
    await page.locator("#match-end-dialog", { hasText: "Match called off" }).waitFor();
    assert.deepEqual([ann.state.view.state, ann.state.view.lastTrigger, ann.state.view.result, ann.state.view.ended], ["matchOver", "interrupt", "aborted", i]);
    await press(ann, "#rematch");
    await page.locator("#round-select").waitFor();
  }
  await page.locator("#round-select", { hasText: "Close" }).getByText("Close").click();
  await press(ann, ".jk-front #lobby-interrupt");
  await page.locator("#match-end-dialog").waitFor();
  const { ann: ben } = await session(t, { server: ann.server, keep: { textMode: "true" } });
  await press(ben, "#lobby-interrupt");
  await until(() => ben.state.view.state === "matchOver", "the end");
});

test("the admin corrects an interrupted round in a panel; what is wrong with an edit is said", { proves: ["JK-10.8"] }, async t => {
  const { ann, page } = await session(t, TEST);
  const stop = async () => {
    await page.evaluate(() => window.__jk.dispatch("interrupt", { reason: "host" }));
    await reach(ann, "interruptRound");
    // The player's choices are as ever; the admin's stands beside them.
    assert.equal(await page.locator("#interrupt-panel button").count(), 3);
    await press(ann, "#modify-round");
    await page.locator("#edit-panel").waitFor();
  };
  await begin(ann, 10);
  await stop();
  assert.equal(await page.locator("#interrupt-panel").count(), 0);
  await ann.axe({ wcag: true });
  await ann.targets();
  await ann.fits();
  await ann.shot("judo-edit-light");
  await press(ann, "#edit-apply"); // no stat was locked, none is given
  await page.locator("#edit-error", { hasText: "Stat: That correction does not fit. Say which stat was picked." }).waitFor();
  await page.locator("#edit-playerScore").fill("26");
  await page.locator("#edit-stat").selectOption("power");
  await press(ann, "#edit-apply");
  await page.locator("#edit-error", { hasText: "Player's score before: That correction does not fit." }).waitFor();
  await page.locator("#edit-playerScore").fill("4");
  await page.locator("#edit-outcome").selectOption("winOpponent");
  await press(ann, "#edit-apply");
  await until(() => ann.state.view.state === "cooldown", "the round to be decided");
  assert.deepEqual(ann.state.view.scores, [4, 1]);
  assert.ok(ann.sent.some(m => m.move === "modifyRoundDecision stat=power outcome=winOpponent playerScore=4" && m.as === "admin"));
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");
  await stop();
  await press(ann, "#edit-cancel");
  await reach(ann, "interruptRound");
  await page.locator("#interrupt-panel").waitFor();

  const plain = await session(t, { server: ann.server });
  await begin(plain.ann);
  await plain.page.evaluate(() => { setTimeout(() => { throw new Error("boom"); }); });
  plain.ann.allowed.push(/boom/);
  await reach(plain.ann, "interruptRound");
  assert.equal(await plain.page.locator("#modify-round").count(), 0, "not without test mode");
});
