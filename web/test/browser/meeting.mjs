// Meeting again: a rematch by agreement, past matches with their replays, search and filter of the lobby, those who look on,
// addresses that lead nowhere, invitations in words, settings over the table, and a pause that somebody wants.
import { assert, test, until } from "./lib.mjs";
import { playBeside } from "./tables.mjs";

const LOOKS = { light: {}, dark: { theme: "dark" }, phone: { phone: true } };

// To the end: what happens at a table is tested elsewhere.
async function playOut(player, made) {
  await player.open();
  await playBeside(player, made);
}

/* A duel that Ann and Bob have played to its end, both at the table. */
async function overDuel(t, server, more = {}) {
  const ann = await t.player(server, more.ann ?? {}), bob = await t.player(server, more.bob ?? {});
  const made = await server.create("duel", ["me", "open"], { name: "Ann", options: { target: 1, parries: 0 } });
  const joined = await server.api(`matches/${made.match}/join`, { name: "Bob" });
  await playOut(ann, { match: made.match, tokens: { ...made.tokens, ...joined.tokens } });
  await ann.listen();
  await bob.listen();
  await ann.sit(made, 0);
  await bob.sit(joined, 1);
  for (const one of [ann, bob]) await one.page.locator("[data-over]").waitFor();
  return { ann, bob, made, joined };
}

const button = (player, name) => player.page.locator("#slip").getByRole("button", { name, exact: true });
const said = player => player.page.locator("#rematch");
const matchIn = player => /match\/([0-9a-f]{32})/.exec(player.page.url())?.[1];

test("a rematch is asked for, seen by the others, and carries all who agree to the new table", async t => {
  const server = await t.server();
  const { ann, bob, made } = await overDuel(t, server);
  const eve = await t.player(server);
  await eve.open(`#/watch/${made.match}`);
  await eve.page.locator("[data-over]").waitFor();
  assert.equal(await said(ann).count(), 0);
  await button(ann, "Rematch").click();
  await said(bob).getByText("Ann asks for a rematch, seats swapped.").waitFor();
  await said(ann).getByText("You want a rematch, seats swapped. Waiting for Bob.").waitFor();
  await said(eve).getByText("Ann asks for a rematch").waitFor();
  assert.match(await said(bob).innerText(), /· (60|5\d) s/);
  assert.equal(await button(eve, "Rematch").count(), 0, "who watches is not asked");
  await until(async () => (await bob.spoken()).some(s => /Ann asks for a rematch/.test(s.text)), "it is said aloud");
  await button(bob, "Rematch").click();
  await until(() => [ann, bob].every(p => matchIn(p) && matchIn(p) !== made.match), "both are carried to the new table");
  assert.equal(matchIn(ann), matchIn(bob));
  for (const one of [ann, bob]) await one.page.locator("[data-shown]:not([data-over])").waitFor();
  const head = await server.api(`matches/${matchIn(ann)}`);
  assert.deepEqual([head.stands, head.seats.map(s => s.name), head.options.target], ["running", ["Bob", "Ann"], "1"]);
  await eve.page.getByRole("link", { name: "To the new table" }).click();
  await eve.page.getByText("The match has begun").waitFor();
  await ann.reopen("#/");
  await ann.page.locator(`.mine-list [data-match="${matchIn(bob)}"]`).waitFor();
  await ann.page.locator(`[data-past="${made.match}"]`).waitFor();
});

test("other seats are another offer, which can be agreed to or declined", async t => {
  const server = await t.server();
  const { ann, bob, made } = await overDuel(t, server);
  await button(ann, "Rematch").click();
  await button(bob, "Same seats").click();
  await said(ann).getByText("Bob asks for a rematch, same seats.").waitFor();
  await button(ann, "No, thanks").click();
  await said(bob).getByText("Ann does not want a rematch.").waitFor();
  await bob.page.getByRole("button", { name: "Rematch with the same seats" }).click();
  await said(ann).getByText("Bob asks for a rematch, same seats.").waitFor();
  await button(bob, "Take it back").click();
  await said(ann).getByText("Bob does not want a rematch.").waitFor();
  await button(bob, "Rematch").click();
  await said(ann).getByText("Bob asks for a rematch, seats swapped.").waitFor();
  await button(ann, "Same seats").click();
  await button(bob, "Rematch").click();
  await until(() => matchIn(ann) !== made.match, "the new table");
  assert.deepEqual((await server.api(`matches/${matchIn(ann)}`)).seats.map(s => s.name), ["Ann", "Bob"]);
});

test("who has left finds the rematch among the tables, and who goes takes the wish along", async t => {
  const server = await t.server();
  const { ann, bob, made } = await overDuel(t, server);
  await bob.open("#/");
  await button(ann, "Rematch").click();
  const row = bob.page.locator(`.mine-list [data-match="${made.match}"]`);
  await row.getByText("Ann asks for a rematch").waitFor();
  await bob.axe();
  await bob.shot("lobby-rematch");
  await row.getByRole("link", { name: /^Sit down/ }).click();
  await said(bob).getByText("Ann asks for a rematch").waitFor();
  await ann.open("#/");
  await said(bob).getByText("Ann has left.").waitFor();
});

for (const [name, options] of Object.entries(LOOKS))
  test(`the end with a rematch, past matches and a page for no address, ${name}`, async t => {
    const server = await t.server();
    const { ann, bob, made } = await overDuel(t, server, { ann: options, bob: options });
    const look = async (one, what, isTable = false) => {
      await one.axe();
      await one.fits();
      if (!isTable) await one.targets(); // the rules of the reasons are links inside sentences
      await one.shot(`${what}-${name}`);
    };
    await look(ann, "rematch-none", true);
    await button(ann, "Rematch").click();
    await said(bob).waitFor();
    await look(ann, "rematch-asked", true);
    await look(bob, "rematch-offered", true);
    await ann.open("#/past");
    const row = ann.page.locator(`[data-past="${made.match}"]`);
    await row.getByText("with Bob").waitFor();
    assert.match(await row.innerText(), /(won 1 : 0|lost 0 : 1)/);
    assert.match(await row.innerText(), /today, \d\d:\d\d/);
    await look(ann, "past");
    await ann.page.getByRole("searchbox").fill("liap");
    await ann.page.getByText("0 of 1 matches").waitFor();
    await ann.page.getByRole("searchbox").fill("bob duel");
    await ann.page.getByText("1 match", { exact: true }).waitFor();
    await row.getByRole("link", { name: /^Replay of Duel/ }).click();
    await ann.page.locator("[data-eyes]").first().waitFor();
    await ann.open("#/past");
    await row.getByRole("link", { name: /^Analysis of Duel/ }).click();
    await ann.page.locator(".graph-box").waitFor();
    await ann.page.locator('[data-eyes-shown="0"]').waitFor(); // through my own eyes
    await ann.open("#/past");
    await ann.page.getByRole("button", { name: "Forget this list" }).click();
    await ann.page.getByText("None yet.").waitFor();
    await look(ann, "past-empty");
    await ann.open("#/no/such/thing");
    await ann.page.getByRole("heading", { name: "There is nothing at this address." }).waitFor();
    await look(ann, "nowhere");
    await ann.page.getByRole("link", { name: "All tables" }).click();
    await ann.page.getByRole("heading", { name: "Take a seat" }).waitFor();
  });

test("a match that ended without me is told by the server", async t => {
  const server = await t.server();
  const ann = await t.player(server), eve = await t.player(server);
  const made = await server.create("duel", ["me", "me"], { name: "Ann", options: { target: 1, parries: 0 } });
  await ann.sit(made, 0);
  await ann.page.locator("[data-shown]").waitFor();
  await ann.open("#/");
  await playOut(eve, made);
  await ann.reopen("#/past");
  const row = ann.page.locator(`[data-past="${made.match}"]`);
  await row.getByText(/won 1 : 0|lost 0 : 1/).waitFor();
  await row.getByRole("link", { name: /^Replay/ }).click();
  await ann.page.locator("[data-eyes]").first().waitFor();
});

for (const [name, options] of Object.entries(LOOKS))
  test(`tables are found by word and switch, ${name}`, async t => {
    const server = await t.server();
    for (let i = 0; i < 7; i++) await server.create("duel", ["bot", "open"], { name: "Nobody" });
    const edda = await server.create("imposter-kings", ["me", "open", "open"], { name: "Edda", options: { time: 45000 } });
    const running = await server.create("liap-tui", ["me", "bot", "bot", "bot"], { name: "Noor" });
    const eve = await t.player(server);
    await eve.sit(running, -1);
    await eve.page.locator("[data-shown]").waitFor();
    const ann = await t.player(server, options), { page } = ann;
    await ann.open();
    const panel = page.locator("section.panel", { hasText: "Open and running" }), rows = panel.locator("[data-match]");
    await panel.getByText("6 of 9").waitFor();
    assert.equal(await rows.count(), 6);
    await panel.getByRole("button", { name: "Show 3 more" }).click();
    assert.equal(await rows.count(), 9);
    assert.match(await panel.locator(`[data-match="${running.match}"]`).innerText(), /Noor.*1 watches/s);
    assert.match(await panel.locator(`[data-match="${edda.match}"]`).innerText(), /45 seconds/);
    await panel.scrollIntoViewIfNeeded();
    await ann.axe();
    await ann.fits();
    await ann.targets();
    await ann.shot(`lobby-filters-${name}`, { fullPage: true });
    await panel.getByRole("button", { name: "With people" }).click();
    await until(async () => await rows.count() === 2, "those with people");
    await panel.getByRole("button", { name: "Free seat" }).click();
    await until(async () => await rows.count() === 1, "and a free seat");
    assert.equal(await rows.first().getAttribute("data-match"), edda.match);
    await panel.getByRole("button", { name: "Liap Tui" }).click();
    await panel.getByText("No table like that.").waitFor();
    await panel.getByText("0 of 9").waitFor();
    await ann.axe();
    await panel.getByRole("button", { name: "Open one" }).click();
    await page.getByRole("dialog", { name: /Liap Tui/ }).waitFor();
    await page.keyboard.press("Escape");
    await panel.getByRole("button", { name: "Show all" }).click();
    await panel.getByRole("searchbox").fill("edda kings");
    await until(async () => await rows.count() === 1, "by name and game");
    await ann.open("#/settings");
    await ann.open("#/");
    await until(async () => await rows.count() === 1, "kept for the visit");
  });

for (const [name, options] of Object.entries(LOOKS))
  test(`who looks on is counted at the table, ${name}`, async t => {
    const server = await t.server();
    const ann = await t.player(server, options);
    const made = await server.create("duel", ["me", "bot:random"], { name: "Ann" });
    await ann.sit(made, 0);
    await ann.page.locator("[data-shown]").waitFor();
    assert.equal(await ann.page.locator(".watchers").count(), 0);
    const eves = [await t.player(server, options), await t.player(server, options)];
    for (const eve of eves) await eve.open(`#/watch/${made.match}`);
    await ann.page.getByText("2 people watch").waitFor({ state: "attached" });
    assert.equal(await ann.page.locator(".watchers b").innerText(), "2");
    await eves[1].open("#/");
    await ann.page.getByText("1 person watches").waitFor({ state: "attached" });
    for (const one of [ann, eves[0]]) {
      await one.axe();
      await one.fits();
      await one.shot(`watched-${one === ann ? "ann" : "eve"}-${name}`);
    }
  });

test("an invitation says time in words", async t => {
  const server = await t.server();
  const made = await server.create("duel", ["me", "open"], { name: "Edda", options: { time: 15000 } });
  for (const options of Object.values(LOOKS)) {
    const ann = await t.player(server, options);
    await ann.open(`#/join/${made.match}`);
    await ann.page.getByText("Played with:").waitFor();
    const text = await ann.page.locator("main").innerText();
    assert.match(text, /15 seconds/);
    assert.doesNotMatch(text, /15000|\btime 15/);
    await ann.axe();
    await ann.fits();
  }
});

for (const [name, options] of Object.entries(LOOKS))
  test(`settings open over the table, which goes on, ${name}`, async t => {
    const server = await t.server();
    const ann = await t.player(server, options), { page } = ann;
    const made = await server.create("duel", ["me", "bot:random"], { name: "Ann" });
    await ann.sit(made, 0);
    await page.locator("[data-shown]").waitFor();
    if (options.phone) await page.getByRole("button", { name: "Open the log" }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    const sheet = page.getByRole("dialog", { name: "Settings" });
    await sheet.waitFor();
    await ann.axe();
    await ann.fits();
    await ann.targets();
    await ann.shot(`settings-over-table-${name}`);
    assert.equal(matchIn(ann), made.match, "the address is the table's");
    await sheet.getByRole("button", { name: "Dark" }).click();
    await until(() => page.evaluate(() => document.documentElement.dataset.theme === "dark"), "it counts at once");
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "detached" });
    assert.equal(await page.locator("[data-shown]").count(), 1);
    assert.equal(await page.locator(".net.open, .net").count() > 0, true);
  });

for (const [name, options] of Object.entries(LOOKS))
  test(`a wish for a pause is seen by the others, who can agree, ${name}`, async t => {
    const server = await t.server();
    const [ann, bob, eve] = await Promise.all([t.player(server, options), t.player(server, options), t.player(server, options)]);
    const pause = async one => {
      if (options.phone) await one.page.getByRole("button", { name: "Open the log" }).click(); // there the button is with score and log
      await one.page.getByRole("button", { name: "Pause", exact: true }).click();
    };
    const made = await server.create("duel", ["me", "me"], { name: "Ann", options: { time: 60000 } });
    await bob.listen();
    await ann.sit(made, 0);
    await bob.sit(made, 1);
    await eve.open(`#/watch/${made.match}`);
    for (const one of [ann, bob, eve]) await one.page.locator("[data-shown]").waitFor();
    const wish = one => one.page.locator("#pause-wish");
    await pause(ann);
    await wish(bob).getByText("Ann wants a pause.").waitFor();
    await wish(ann).getByText(/You want a pause; waiting for/).waitFor();
    await wish(eve).getByText("Ann wants a pause.").waitFor();
    assert.equal(await wish(eve).getByRole("button").count(), 0);
    await until(async () => (await bob.spoken()).some(s => /Ann wants a pause/.test(s.text)), "it is said aloud");
    for (const one of [ann, bob, eve]) {
      await one.axe();
      await one.fits();
    }
    await bob.shot(`pause-wish-${name}`);
    await eve.shot(`pause-wish-watched-${name}`);
    await wish(ann).getByRole("button", { name: "Take it back" }).click();
    await wish(bob).waitFor({ state: "detached" });
    await pause(ann);
    await wish(bob).getByRole("button", { name: "Pause too" }).click();
    await ann.page.getByText("Paused").first().waitFor();
    await wish(ann).waitFor({ state: "detached" });
  });

for (const [name, options] of Object.entries(LOOKS))
  test(`the page has a hand in the shuffle, and the record proves it, ${name}`, async t => {
    const server = await t.server();
    const ann = await t.player(server, { name: "Ann", ...options }), { page } = ann;
    await ann.open();
    await page.locator("[data-game=duel]").getByRole("button", { name: /^Play now/ }).click();
    await page.locator("[data-shown]").waitFor();
    const match = matchIn(ann);
    const mine = await page.evaluate(id => JSON.parse(localStorage.getItem("croupier.tables")).find(one => one.match === id), match);
    assert.equal(mine.draws.length, 1);
    assert.equal(mine.draws[0].opened, true, "my part is in it");
    await playOut(ann, { match, tokens: { 0: mine.token } });
    const { over } = await server.api(`matches/${match}`);
    assert.deepEqual([over.shared.seats, over.shared.void], [[0], 0]);
    await ann.open(`#/replay/${match}`);
    if (options.phone) await page.locator("[data-eyes]").first().waitFor();
    await page.locator("[data-honest=yes]").first().waitFor({ state: "attached" });
    assert.match(await page.locator("[data-honest=yes]").first().textContent(), /drawn by the server and Ann together: nobody could choose it/);
    if (!options.phone) {
      await page.getByRole("button", { name: "Check it yourself" }).click();
      await page.locator("[data-verdict=holds]").waitFor();
      assert.match(await page.locator("[data-what=parts]").innerText(), /Who dealt\. The seed was drawn by the server and you: fair if one of them is honest\./);
    }
    await ann.axe();
    await ann.fits();
    await ann.shot(`drawn-together-${name}`);
  });

test("two people draw a deal together, and one who knows nothing of it plays all the same", async t => {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann" });
  const made = await server.create("duel", ["open", "open"]);
  await ann.open(`#/join/${made.match}`);
  await ann.page.getByLabel("Your name").fill("Ann");
  await ann.page.getByRole("button", { name: "Sit down" }).click();
  await ann.page.getByRole("heading", { name: "Waiting for one more player" }).waitFor();
  const bob = await server.api(`matches/${made.match}/join`, { name: "Bob" }); // a client without a part
  await ann.page.locator("[data-shown]").waitFor();
  const mine = await ann.page.evaluate(id => JSON.parse(localStorage.getItem("croupier.tables")).find(one => one.match === id), made.match);
  await playOut(ann, { match: made.match, tokens: { 0: mine.token, ...bob.tokens } });
  assert.deepEqual((await server.api(`matches/${made.match}`)).over.shared.seats, [0]);
});
