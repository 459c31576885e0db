// Answers for me: "Ready" after a round, the only possible move, and what is offered once: a faster pace, and with people a pass.
import { assert, test, until } from "./lib.mjs";
import { caughtUp, playBeside } from "./tables.mjs";

const note = player => player.page.locator("#auto");
const sentMoves = player => player.sent.filter(m => m.type === "move" && m.id % 1000 < 500).map(m => m.move); // not those of playBeside
const settingsOf = player => player.page.evaluate(() => JSON.parse(localStorage.getItem("croupier.settings")));

/* Ann at a table where she is asked `how`, as playBeside understands it; her page's clock can be turned. */
async function askedFor(t, game, seats, how, options = {}, more = {}) {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann", ...options });
  for (let seed = 1; seed < 60; seed++) {
    const made = await server.create(game, seats, { name: "Ann", seed, ...more });
    await ann.forget();
    await playBeside(ann, made, { choose: "mixed", ...how });
    if ((await server.api(`matches/${made.match}`)).stands === "over") continue;
    await ann.forget();
    await ann.page.clock.install();
    await ann.listen();
    await ann.sit(made, 0);
    await caughtUp(ann);
    return { server, ann, made, page: ann.page };
  }
  throw new Error("never asked so");
}

test("Ready is sent after 8 s, not while a sheet is open, and not when I want to wait", async t => {
  const { ann, page } = await askedFor(t, "imposter-kings", ["me", "bot"], { only: ["ready"] }, { settings: { ready: true } });
  await note(ann).getByText(/Ready, for you · \d s/).waitFor();
  await ann.axe();
  await ann.fits();
  await ann.shot("auto-ready");
  // A sheet over the table: time stands still.
  await page.keyboard.press("h");
  await page.getByRole("dialog").waitFor();
  await page.clock.fastForward(20_000);
  assert.deepEqual(sentMoves(ann), []);
  await page.keyboard.press("Escape");
  await note(ann).getByText(/· 8 s/).waitFor();
  // Looking back: likewise.
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press("Backspace");
  await page.locator("#slip[data-happening]").waitFor();
  await page.clock.fastForward(1000);
  assert.deepEqual(sentMoves(ann), []);
  await page.keyboard.press("End");
  await note(ann).getByText(/· 8 s/).waitFor();
  await page.clock.fastForward(7000);
  assert.deepEqual(sentMoves(ann), []);
  await page.clock.fastForward(1500);
  await until(() => sentMoves(ann).length, "that it is sent");
  assert.deepEqual(sentMoves(ann), ["ready"]);
  await until(async () => (await ann.spoken()).some(s => /Ready, for you/.test(s.text)), "it is spoken");
});

test("Wait keeps the round on the table; switched off it is never sent", async t => {
  const { ann, page } = await askedFor(t, "imposter-kings", ["me", "bot"], { only: ["ready"] }, { settings: { ready: true } });
  await note(ann).getByRole("button", { name: "Wait" }).click();
  await note(ann).waitFor({ state: "detached" });
  await page.clock.fastForward(60_000);
  assert.deepEqual(sentMoves(ann), []);
  await page.reload();
  await note(ann).waitFor(); // asked anew
  await page.getByRole("button", { name: /^Pace:/ }).click();
  const one = page.getByRole("switch", { name: /^“Ready” after a round/ });
  assert.equal(await one.getAttribute("aria-checked"), "true");
  await one.click();
  await note(ann).waitFor({ state: "detached" });
  await ann.axe();
  await page.clock.fastForward(60_000);
  assert.deepEqual(sentMoves(ann), []);
  assert.equal((await settingsOf(ann)).ready, false);
});

test("the only possible move is sent for who wants that, and is told", async t => {
  const routine = ["choose", "none", "disgrace", "name", "target", "take"];
  const { ann, page } = await askedFor(t, "imposter-kings", ["me", "bot", "bot"], { only: routine });
  const [move] = ann.state.offers.moves;
  await page.clock.fastForward(60_000);
  assert.equal(await note(ann).count(), 0, "off unless it is wanted");
  assert.deepEqual(sentMoves(ann), []);
  await page.getByRole("button", { name: /^Pace:/ }).click();
  await page.getByRole("switch", { name: /^The only possible move/ }).click();
  await note(ann).getByText("The only possible move, for you").waitFor();
  await ann.shot("auto-only");
  await page.clock.fastForward(3000);
  await until(() => sentMoves(ann).length, "that it is sent");
  assert.deepEqual(sentMoves(ann), [move]);
  await until(async () => (await ann.spoken()).some(s => /The only possible move, for you/.test(s.text)), "it is spoken");
});

for (const [what, game, seats, how, more] of [
  ["a King flip", "imposter-kings", ["me", "bot"], { only: ["flip"] }, {}],
  ["a play, which may end the round", "imposter-kings", ["me", "bot"], { only: ["play"] }, {}],
  ["the last pieces of a round", "liap-tui", ["me", "bot", "bot", "bot"], { only: ["play"] }, {}],
  ["a sealed card", "duel", ["me", "bot"], { only: ["pick"] }, { options: { target: 13 } }],
])
  test(`${what} is never sent for me, even if it is the only possible move`, async t => {
    const { ann, page } = await askedFor(t, game, seats, how, { settings: { only: true } }, more);
    assert.equal(ann.state.offers.moves.length, 1);
    await page.clock.fastForward(60_000);
    assert.equal(await note(ann).count(), 0);
    assert.deepEqual(sentMoves(ann), []);
  });

for (const [name, options] of Object.entries({ light: {}, dark: { theme: "dark" }, phone: { phone: true } }))
  test(`after five matches of a game a faster pace is offered, once, ${name}`, async t => {
    const server = await t.server();
    const ann = await t.player(server, { name: "Ann", pace: "easy", ...options }), { page } = ann;
    const offer = page.locator("#faster");
    const play = async () => {
      const made = await server.create("duel", ["me", "bot"], { name: "Ann", options: { target: 1, parries: 0 } });
      await ann.forget();
      await playBeside(ann, made);
      await ann.sit(made, 0);
      await page.locator(".slip.end").waitFor();
    };
    for (let n = 1; n < 5; n++) {
      await play();
      assert.equal(await offer.count(), 0, `match ${n}`);
    }
    await play();
    await offer.getByText("You know Duel by now. Faster?").waitFor();
    await ann.axe();
    await ann.fits();
    await ann.shot(`faster-${name}`);
    await offer.getByRole("button", { name: name === "dark" ? "As it is" : "Brisk" }).click();
    await offer.waitFor({ state: "detached" });
    assert.equal((await settingsOf(ann)).pace, name === "dark" ? "easy" : "brisk");
    await play();
    assert.equal(await offer.count(), 0);
  });

test("with people, where I can only pass, I am asked once whether the referee shall do it", async t => {
  const { server, ann, made, page } = await askedFor(t, "imposter-kings", ["me", "me"], { only: ["pass"] }, { empty: true });
  const offer = page.locator("#pass-offer");
  await offer.waitFor();
  await ann.axe();
  await ann.fits();
  await ann.targets();
  await ann.shot("pass-offer");
  await offer.getByRole("button", { name: "Yes" }).click();
  await offer.waitFor({ state: "detached" });
  assert.equal((await settingsOf(ann)).empty, "always");
  await until(async () => (await server.api(`matches/${made.match}`)).seats[0].auto, "the referee knows it");
});
