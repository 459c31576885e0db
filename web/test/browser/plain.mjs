// The generic table: everything by what it is, so that a game nobody has drawn is pleasant too.
import { dirname, join } from "node:path";
import { assert, program, test, until } from "./lib.mjs";

const drawn = player => until(async () => await player.page.locator("[data-shown]").getAttribute("data-shown") === String(player.state.n), "the newest");

test("two seats and two cards: a hand is a hand, and what belongs to the seats is beside them", async t => {
  const server = await t.server();
  const ann = await t.player(server, { plain: true });
  const made = await server.create("duel", ["me", "bot:random"], { name: "Ann", options: { target: 99, parries: 0 } });
  await ann.sit(made, 0);
  await ann.page.locator(".generic").waitFor();
  while (ann.state?.view?.hand?.length !== 2) {
    await until(() => ann.state?.question?.mine, "my question");
    const { ticket } = ann.state.question;
    await drawn(ann);
    await ann.page.locator(".generic .hand [data-move]").first().click();
    await until(() => ann.state.question.ticket > ticket, "the next trick");
  }
  await drawn(ann);
  assert.equal(await ann.page.locator(".generic .hand .card").count(), 2);
  assert.deepEqual((await ann.page.locator(".generic .hand .card").allInnerTexts()).map(Number), ann.state.view.hand);
  const theirs = ann.page.locator('[data-seat-zone="1"]');
  assert.equal(await theirs.locator(".backs .card").count(), 2, "their cards as backs");
  assert.match(await theirs.innerText(), new RegExp(`${ann.state.view.points[1]}\\s*points`));
  assert.match(await ann.page.locator(".rail .ledger").innerText(), /Points/);
  assert.doesNotMatch(await ann.page.locator(".generic").innerText(), /budget/i, "milliseconds are the clock's");
  await ann.axe();
  await ann.fits();
  await ann.lies();
  await ann.shot("plain-duel");
  await ann.page.setViewportSize({ width: 390, height: 844 });
  await ann.fits();
  await ann.targets();
  await ann.shot("plain-duel-phone", { fullPage: true });
});

test("a game from outside that nobody has drawn: cards by name, buttons that say what one does", async t => {
  const server = await t.server("--games", join(dirname(program), "examples"));
  const games = (await server.api("games")).games.map(g => g.game);
  for (const [game, how] of [["leduc", { theme: "dark" }], ["liars-dice", { phone: true }]]) {
    if (!games.includes(game)) throw new Error(`${game} is not there`);
    const ann = await t.player(server, { plain: true, ...how });
    const made = await server.create(game, ["me", "bot:random"], { name: "Ann" });
    await ann.sit(made, 0);
    await ann.page.locator(".generic").waitFor();
    for (let i = 0; i < 6 && !ann.isOver; i++) {
      await until(() => ann.isOver || ann.state?.question?.mine, "my question");
      if (ann.isOver) break;
      await drawn(ann);
      const buttons = await ann.page.locator("[data-move]").allInnerTexts();
      assert.ok(buttons.every(text => !/[_=`]|^\w+ \d+ \d+$/.test(text)), `in words: ${buttons.join(" | ")}`);
      await ann.axe();
      await ann.fits();
      if (i === 0) await ann.shot(`plain-${game}`, { fullPage: true });
      const { ticket } = ann.state.question;
      await ann.page.locator("[data-move]").first().click();
      await until(() => ann.isOver || ann.state.question?.ticket !== ticket, "that it counts");
    }
  }
});

test("every game can be played at the plain table, and says seats by name", async t => {
  const server = await t.server();
  for (const [game, seats] of [["imposter-kings", ["me", "bot", "bot", "bot"]], ["liap-tui", ["me", "bot", "bot", "bot"]], ["dune-battle", ["me", "bot"]]]) {
    const ann = await t.player(server, { plain: true });
    const made = await server.create(game, seats, { name: "Ann", seed: 4 });
    await ann.sit(made, 0);
    await ann.page.locator(".generic").waitFor();
    await until(() => ann.state?.question?.mine, "my question");
    await drawn(ann);
    await ann.axe();
    await ann.fits();
    await ann.shot(`plain-${game}`);
    if (ann.state.offers.moves) {
      const { ticket } = ann.state.question;
      await ann.page.locator("[data-move]").first().click();
      await until(() => ann.state.question?.ticket !== ticket || !ann.state.question?.mine, "that it counts");
    } else {
      await ann.page.getByRole("group", { name: "Kinds of moves" }).getByRole("button").first().click();
      await ann.page.locator(".sentence").waitFor();
      await ann.axe();
    }
  }
});
