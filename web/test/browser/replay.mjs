// Matches that are over are watched again.
import { SMALL_PHONE, assert, test, until } from "./lib.mjs";

const GAMES = [
  ["duel", { options: { parries: 3, target: 4 } }],
  ["imposter-kings", { options: { target: 1 } }],
  ["liap-tui", { seats: Array(4).fill("bot:baseline"), options: { target: 4 }, seed: 3 }],
  ["dune-battle", { seats: ["bot", "bot", "bot"] }],
  ["classic-battle", { options: { length: 1 } }],
];

const shownStep = ann => ann.page.locator("[data-shown]").getAttribute("data-shown").then(Number);
const isAt = (ann, n) => until(async () => await shownStep(ann) === n, `step ${n}`);

for (const [game, more] of GAMES)
  test(`${game} is watched again, by keys, through all eyes`, async t => {
    const server = await t.server();
    const match = await server.botMatch(game, more);
    const { n } = await server.api(`matches/${match}/steps/outline/0`);
    const ann = await t.player(server), { page } = ann;
    await ann.open(`#/replay/${match}?at=0`);
    await isAt(ann, 0);
    await ann.page.locator("[data-honest=yes]").waitFor();
    // Every step, forward, in the order it happened.
    const steps = Math.min(n - 1, 25);
    for (let i = 1; i <= steps; i++) {
      await page.keyboard.press("ArrowRight");
      await isAt(ann, i);
    }
    await page.keyboard.press("ArrowLeft");
    await isAt(ann, steps - 1);
    await page.keyboard.press("End");
    await isAt(ann, n - 1);
    await page.keyboard.press("ArrowRight");
    await isAt(ann, n - 1);
    await page.keyboard.press("PageUp");
    await until(async () => await shownStep(ann) < n - 1, "a round back");
    await page.keyboard.press("Home");
    await isAt(ann, 0);
    // The same moment through other eyes: a seat sees its own view, as the server told it then.
    const middle = Math.floor(n / 2);
    for (const eyes of ["0", "1", "spectator", "all"]) {
      await ann.open(`#/replay/${match}?at=${middle}&as=${eyes}`);
      await page.reload();
      await isAt(ann, middle);
      assert.equal(await page.locator("[data-eyes-shown]").getAttribute("data-eyes-shown"), eyes);
      assert.equal(await page.locator(`[data-eyes="${eyes}"]`).getAttribute("aria-pressed"), "true");
      assert.match(page.url(), new RegExp(`at=${middle}&as=${eyes}$`));
    }
    // All-seeing eyes sit nowhere, at no moment: neither what is read nor what is told calls anybody "you".
    for (const [key, to] of [["Home", 0], ...Array.from({ length: steps }, (_, i) => ["ArrowRight", i + 1]), ["End", n - 1]]) {
      await page.keyboard.press(key);
      await isAt(ann, to);
      const mat = page.locator(".mat"), labels = await mat.locator("[aria-label]").evaluateAll(all => all.map(e => e.getAttribute("aria-label")));
      assert.doesNotMatch([await mat.innerText(), ...labels].join("\n"), /\byou(rs?)?\b/i, `move ${to}`);
    }
    await ann.open(`#/replay/${match}?at=${middle}&as=all`);
    await page.reload();
    await isAt(ann, middle);
    await ann.axe();
    await ann.shot(`replay-${game}`);
    if (game === "liap-tui") {
      // The most eyes of all: the chosen ones are in sight on the smallest phone too.
      await page.setViewportSize(SMALL_PHONE);
      await page.reload();
      await isAt(ann, middle);
      const { left, right } = await page.locator("[data-eyes=all]").evaluate(e => e.getBoundingClientRect().toJSON());
      assert.ok(left >= 0 && right <= SMALL_PHONE.width, `from ${left} to ${right} px`);
    }
    await page.locator("[data-eyes=spectator]").click();
    await until(() => page.url().endsWith("as=spectator"), "the address");
  });

test("the end of a table leads to its replay and to another match", async t => {
  const server = await t.server();
  const made = await server.create("duel", ["me", "bot"], { options: { target: 1, parries: 0 } });
  const ann = await t.player(server, { plain: true });
  await ann.sit(made, 0);
  while (!ann.isOver) {
    await until(() => ann.isOver || ann.state?.question?.mine, "a question");
    if (ann.isOver) break;
    const before = ann.state.n;
    await ann.page.locator("[data-move]").first().click();
    await until(() => ann.state.n > before, "an update");
  }
  await ann.page.locator(`a[href^="#/replay/${made.match}"]`).first().click();
  await ann.page.getByRole("tab", { name: "Log" }).click();
  await ann.page.locator("[data-honest=yes]").waitFor();
  await ann.page.goBack();
  await ann.page.getByRole("button", { name: "Play again" }).click();
  await until(() => ann.messages.findLast(m => m.type === "attached").match !== made.match, "another match");
  await ann.page.locator("[data-move]").first().waitFor();
});

test("the knob is dragged, the buttons step, play goes on by itself", async t => {
  const server = await t.server();
  const match = await server.botMatch("duel", {});
  const { n } = await server.api(`matches/${match}/steps/outline/0`);
  const ann = await t.player(server), { page } = ann;
  await ann.open(`#/replay/${match}?at=3`);
  await isAt(ann, 3);
  await page.getByRole("button", { name: "One move on" }).click();
  await isAt(ann, 4);
  await page.getByRole("button", { name: "To the start" }).click();
  await isAt(ann, 0);
  const slider = page.getByRole("slider", { name: "Move" }), track = await page.locator(".track").boundingBox();
  await slider.hover();
  await page.mouse.down();
  await page.mouse.move(track.x + track.width / 2, track.y + 20, { steps: 5 });
  await page.mouse.up();
  await isAt(ann, Math.round((n - 1) / 2));
  assert.equal(Number(await slider.getAttribute("aria-valuenow")), Math.round((n - 1) / 2));
  await slider.focus();
  await page.keyboard.press("Home");
  await isAt(ann, 0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await isAt(ann, 2);
  await page.getByRole("button", { name: "Stop" }).click();
  const at = await shownStep(ann);
  await page.waitForTimeout(1500);
  assert.equal(await shownStep(ann), at);
});

test("a link to a moment leads there in another browser", async t => {
  const server = await t.server();
  const match = await server.botMatch("duel", {});
  const ann = await t.player(server), bob = await t.player(server, { phone: true });
  await ann.open(`#/replay/${match}?at=9&as=1`);
  await isAt(ann, 9);
  await ann.page.getByRole("button", { name: "Link to this moment" }).click();
  const link = await until(() => ann.page.evaluate(() => navigator.clipboard.readText()), "the link");
  await bob.page.goto(link);
  await isAt(bob, 9);
  assert.equal(await bob.page.locator("[data-eyes-shown]").getAttribute("data-eyes-shown"), "1");
  await bob.fits();
  await bob.shot("replay-phone");
});

test("a deal that does not fit its commitment is told", async t => {
  const server = await t.server();
  const match = await server.botMatch("duel", {});
  const ann = await t.player(server);
  await ann.page.route(`**/api/matches/${match}`, async route => {
    const answer = await route.fetch(), json = await answer.json();
    await route.fulfill({ response: answer, json: { ...json, commitment: "0".repeat(64) } });
  });
  await ann.open(`#/replay/${match}`);
  await ann.page.locator("[data-honest=no]").waitFor();
  await ann.page.getByText("The deal does not fit").waitFor();
  await ann.shot("replay-dishonest");
});

test("a match that is not over, or not there, says so", async t => {
  const server = await t.server();
  const { match } = await server.create("duel", ["me", "bot"]);
  const ann = await t.player(server);
  ann.allowed = [/status of 40[34]/];
  await ann.open(`#/replay/${match}`);
  await ann.page.getByText("The match still runs.").waitFor();
  await ann.open(`#/replay/${"0".repeat(32)}`);
  await ann.page.getByText("no such table").waitFor();
  await ann.axe();
});

test("replay and inspector have no fault of access, in both themes and on a phone", async t => {
  const server = await t.server();
  const match = await server.botMatch("duel", { options: { parries: 3 } });
  for (const phone of [false, true]) {
    const ann = await t.player(server, { phone }), { page } = ann;
    await ann.open(`#/replay/${match}?at=12&as=all`);
    await isAt(ann, 12);
    await page.locator("[data-honest=yes]").waitFor();
    for (const theme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      await ann.axe();
      await ann.fits();
      await ann.shot(`replay-${theme}${phone ? "-phone" : ""}`);
      await page.getByRole("button", { name: "Inspector", exact: true }).click();
      for (const tab of ["Stack", "View", "Legal", "Chart"]) {
        await page.getByRole("tab", { name: tab }).click();
        if (!phone) await ann.axe();
        await ann.fits();
      }
      await ann.shot(`inspector-${theme}${phone ? "-phone" : ""}`);
      await page.keyboard.press("Escape");
      await page.locator("#inspector").waitFor({ state: "detached" });
    }
  }
});

for (const [game, more] of [["duel", { options: { parries: 1, target: 3 } }], ["liap-tui", { seats: Array(4).fill("bot:baseline"), options: { target: 4 } }]])
  test(`${game} is analysed while one looks: graph, turns, what the bot would have done`, async t => {
    const server = await t.server();
    const match = await server.botMatch(game, more);
    const { n } = await server.api(`matches/${match}/steps/outline/0`);
    const ann = await t.player(server), { page } = ann;
    await ann.open(`#/replay/${match}?at=0`);
    await isAt(ann, 0);
    await page.keyboard.press("a");
    const panel = page.getByRole("complementary", { name: "Analysis" });
    await panel.waitFor();
    await until(async () => (await panel.locator(".going").count()) === 0 && (await panel.locator(".figures").count()) === 1, "the analysis to be done", 120_000);
    await panel.locator(".figures summary").click();
    assert.equal(await panel.locator(".figures tbody tr").count(), n);
    // The graph is as wide as its box, so a letter stands on its line.
    const wide = await page.locator(".graph-box").evaluate(box => [box, box.querySelector(".graph")].map(e => Math.round(e.getBoundingClientRect().width)));
    assert.equal(wide[1], wide[0]);
    // Letters, list and keys move together.
    const turns = panel.locator(".turns button");
    if (await turns.count()) {
      await turns.first().click();
      const at = await shownStep(ann);
      assert.ok(at > 0);
      assert.equal(await page.locator(".graph-box .pt.on").innerText(), "A");
      assert.equal(await turns.first().getAttribute("aria-current"), "true");
      await page.locator(".graph-box .pt").first().click();
      await isAt(ann, at);
    }
    await page.keyboard.press("Home");
    await isAt(ann, 0);
    await page.keyboard.press("ArrowRight");
    await isAt(ann, 1);
    await panel.getByRole("heading", { name: /^Move 1, with what .* could see$/ }).waitFor();
    assert.match(await panel.innerText(), /With all cards known: \d+ % before, \d+ % after/);
    // Other eyes, another chance.
    await page.locator('[data-eyes="1"]').click();
    await until(async () => (await page.locator(".graph-key h2").innerText()).startsWith("Chance to win: "), "the name");
    await ann.axe();
    await ann.shot(`analysis-${game}`);
    await page.setViewportSize(SMALL_PHONE);
    await ann.axe();
    const { left, right } = await page.locator(".track.with-graph").evaluate(e => e.getBoundingClientRect().toJSON());
    assert.ok(left >= 0 && right <= SMALL_PHONE.width, `from ${left} to ${right} px`);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assert.equal(await page.locator(".graph-box").count(), 0);
  });
