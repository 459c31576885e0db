// The whole board game of Dune in the browser: turns against bots by mouse, by keys and on a phone, shipping and moving by
// pressing places, bidding, what is not possible and why, lists beside the map, and replays through all eyes.
import { assert, test, until } from "./lib.mjs";
import { assertNoSecrets } from "./secrets.mjs";
import { chance, drawn, key, oneOf, playOn, press, walkTo } from "./tables.mjs";

const GAME = "dune", BATTLE = ["plans", "plan_first", "plan_again", "winner_choice"];
const q = text => JSON.stringify(text);

// A table of this many seats; `me` sits at seat 0, which is Atreides unless told.
async function table(t, server, { seats = 6, options = {}, seed = 7, bot = "random", ...more } = {}) {
  const made = await server.create(GAME, ["me", ...Array.from({ length: seats - 1 }, () => `bot:${bot}`)], { options, seed });
  const player = await t.player(server, { name: "Ann", ...more });
  await player.sit(made, 0);
  await player.page.locator(".mat").waitFor();
  return { made, player };
}

const able = (player, selector) => player.page.locator(`${selector}:not([aria-disabled=true])`).evaluateAll(all => all.filter(e => e.checkVisibility()).map(e => e.dataset.move));

const mouse = player => selector => press(player, selector);
const keys = player => async selector => {
  if (selector.includes('[data-move="pass"]')) return key(player, "n");
  await walkTo(player, selector);
  return key(player, "Enter");
};

// Presses on the map until the slip has a move that the referee would take: a place where forces are, then one where they may go.
async function onMap(player, at, hit) {
  const { page } = player;
  for (let i = 0; i < 8; i++) {
    const legal = await page.locator(".dune-map .hit[aria-disabled=false]").evaluateAll(all => all.map(e => e.dataset.area));
    if (!legal.length) return null;
    await hit(`.dune-map [data-area=${q(oneOf(legal, at))}]`);
    const send = page.locator("#slip .btn.act:not([data-move=pass])");
    if (!await send.count()) continue;
    // The referee says whether it is possible.
    await page.waitForTimeout(200);
    if (await send.getAttribute("aria-disabled") === "true") continue;
    const move = await send.getAttribute("data-move");
    await hit(`#slip [data-move=${q(move)}]`);
    return move;
  }
  return null;
}

async function setWheel(player, hit) {
  const lock = player.page.locator("#lock");
  await until(async () => (await lock.getAttribute("aria-disabled")) === "false", "a plan that can be locked");
  const move = await lock.getAttribute("data-move");
  await hit("#lock");
  return move;
}

// One answer, as a person would give it. `busy`: ships, moves and bids where that is possible.
async function answer(player, at, hit, { busy = true } = {}) {
  const { page } = player;
  await drawn(player);
  if (await page.locator("#go-on").count()) await hit("#go-on");
  const { asks } = player.state.question;
  if (BATTLE.includes(asks)) {
    if (asks !== "winner_choice") return setWheel(player, hit);
    const move = await page.locator("#keep").getAttribute("data-move");
    await hit("#keep");
    return move;
  }
  if (busy && await page.locator(".dune-map .hit[aria-disabled=false]").count()) {
    const move = await onMap(player, at, hit);
    if (move) return move;
  }
  if (await page.locator("#slip .numbers .btn").count()) await hit("#slip .numbers .btn:nth-child(2)");
  const moves = await able(player, ".mat [data-move]");
  const deeds = moves.filter(move => move !== "pass"), move = moves.includes("pass") && (!busy || !deeds.length || asks === "opening" || at(3) === 0) ? "pass" : oneOf(deeds, at);
  await hit(`.mat [data-move=${q(move)}]`);
  return move;
}

test("a turn against bots by mouse: bidding, shipping, moving; nothing hidden is in any message; axe clean", { seconds: 180 }, async t => {
  const server = await t.server();
  const { made, player } = await table(t, server, { seats: 4, options: { max_turns: 1 }, seed: 7 });
  const at = chance(5), seen = new Set(), played = [];
  await playOn([player], async one => {
    const { asks } = one.state.question;
    await drawn(one);
    if (!seen.has(asks)) {
      seen.add(asks);
      await one.shot(`board-${asks}-light`);
      await one.axe();
      await one.fits();
    }
    // One card is bought, the rest of the spice is for shipping.
    const move = await answer(one, at, mouse(one), { busy: asks !== "bid" || !played.includes("bid") });
    played.push(move.split(" ")[0]);
    return move;
  });
  for (const kind of ["bid", "ship", "move"]) assert.ok(played.includes(kind), played.join(" "));
  await player.page.locator(".slip.end").waitFor();
  await player.shot("board-over-light");
  await player.axe();
  await assertNoSecrets(server, player, { match: made.match, seat: 0, tokens: made.tokens });
});

// What the page says of a place; and the place itself.
const place = (player, area) => player.page.locator(`.dune-map [data-area=${q(area)}]`);

async function untilAsked(player, asks, at, hit) {
  await playOn([player], one => answer(one, at, hit, { busy: false }), { stop: async one => { await drawn(one); return one.state.question.asks === asks && !await one.page.locator("#go-on").count(); } });
}

test("a shipment is made by pressing places: what it costs, and why not", { quick: true }, async t => {
  const server = await t.server();
  const { player } = await table(t, server, { seats: 2, options: { factions: 3, circles: 1, max_turns: 1 }, seed: 3 });
  const { page } = player;
  await untilAsked(player, "ship", chance(3), mouse(player));
  const storm = Number(/storm in sector (\d+)/.exec(await page.locator(".where").innerText())[1]);
  // Where the storm is is for the bots' dials to say, too: two strongholds that it is not over.
  const [[first, called], [second]] = [["sietch_tabr", "Sietch Tabr", 13], ["carthag", "Carthag", 10], ["tueks_sietch", "Tuek’s Sietch", 4]].filter(one => one[2] !== storm);
  // A stronghold costs 1 each, to the bank where there is no Guild.
  await place(player, first).click();
  assert.match(await page.locator("#slip h2").innerText(), new RegExp(`Ship 1 to ${called} for 1 spice`));
  await page.getByRole("button", { name: /^More: Forces/ }).click();
  assert.match(await page.locator("#slip h2").innerText(), new RegExp(`Ship 2 to ${called} for 2 spice`));
  assert.match(await page.locator("#slip").innerText(), /DU-7\.3/);
  // Not into the storm: the referee's own words, and the rule.
  const stormed = await page.locator(".dune-map .hit").evaluateAll((all, sector) => all.find(e => e.dataset.area.endsWith(`/${sector}`))?.dataset.area, storm);
  await place(player, stormed).click();
  await page.locator("#slip .bad").waitFor();
  assert.match(await page.locator("#slip .bad").innerText(), /DU-7\.5|DU-17/);
  assert.equal(await page.locator("#slip .btn.act").getAttribute("aria-disabled"), "true");
  await place(player, second).click();
  await until(async () => !await page.locator("#slip .bad").count(), "a shipment that is possible");
  await press(player, "#slip .btn.act");
  await until(() => player.state.view.forces[0].some(stack => stack.startsWith(`${second}=`)), "two forces there");
  assert.match(await place(player, second).getAttribute("aria-label"), /Atreides 2/);
});

test("everything by keys: map, list of places, forms", { seconds: 180 }, async t => {
  const server = await t.server();
  const { player } = await table(t, server, { seats: 2, options: { factions: 3, circles: 1, max_turns: 1 }, seed: 5 });
  const { page } = player, hit = keys(player);
  await untilAsked(player, "ship", chance(3), hit);
  // The list of places has what the map has, what is possible first.
  await key(player, "p");
  await page.locator(".places input").waitFor();
  await walkTo(player, ".places input");
  const [find, to, name] = player.state.view.storm === 4 ? ["habb", "habbanya_sietch", "Habbanya Sietch"] : ["tuek", "tueks_sietch", "Tuek’s Sietch"];
  await page.keyboard.type(find);
  await walkTo(player, `.places [data-place=${to}]`);
  await key(player, "Enter");
  assert.ok((await page.locator("#slip h2").innerText()).startsWith(`Ship 1 to ${name}`));
  await key(player, "Escape");
  // On the map arrows go from place to place, and + makes it larger.
  await walkTo(player, ".dune-map .hit[tabindex='0']");
  const before = await page.evaluate(() => document.activeElement.dataset.area);
  await key(player, "ArrowLeft");
  const now = await page.evaluate(() => document.activeElement.dataset.area);
  assert.notEqual(now, before);
  await key(player, "+");
  assert.equal(await page.locator(".mapbox").getAttribute("data-zoom"), "in");
  await key(player, "0");
  assert.equal(await page.locator(".mapbox").getAttribute("data-zoom"), "whole");
  await walkTo(player, "#slip .btn.act");
  await key(player, "Enter");
  await until(() => player.state.question?.asks !== "ship", "the shipment");
  await playOn([player], one => answer(one, chance(8), hit, { busy: false }));
});

test("on a phone the map zooms, everything fits and can be pressed", { seconds: 180 }, async t => {
  const server = await t.server();
  const { player } = await table(t, server, { phone: true, theme: "dark", options: { max_turns: 1 }, seed: 9 });
  const { page } = player, at = chance(6), seen = new Set();
  await playOn([player], async one => {
    const { asks } = one.state.question;
    await drawn(one);
    if (!seen.has(asks) && !await page.locator("#go-on").count()) {
      seen.add(asks);
      await one.shot(`board-${asks}-phone`);
      await one.fits();
      if (["ship", "opening", "bid"].includes(asks)) await one.axe();
    }
    if (asks === "ship" && !seen.has("zoomed")) {
      seen.add("zoomed");
      await page.getByRole("button", { name: "Larger" }).click();
      assert.equal(await page.locator(".mapbox").getAttribute("data-zoom"), "in");
      assert.ok((await page.locator(".dune-map").boundingBox()).width > 340, "the map is as wide as the phone");
      await one.shot("board-zoomed-phone");
      await page.getByRole("button", { name: "The whole map" }).click();
      assert.equal(await page.locator(".mapbox").getAttribute("data-zoom"), "whole");
    }
    return answer(one, at, mouse(one));
  });
  assert.ok(seen.has("zoomed"));
});

test("a match of six bots is watched again through all eyes, without errors and axe clean", { seconds: 180 }, async t => {
  const server = await t.server();
  const match = await server.botMatch(GAME, { seats: Array.from({ length: 6 }, () => "bot:baseline"), options: { max_turns: 2 }, seed: 4 });
  const player = await t.player(server), { page } = player;
  const n = (await server.api(`matches/${match}`)).moves;
  for (const part of [0.1, 0.45, 0.8, 1]) {
    await player.open(`#/replay/${match}?at=${Math.floor(n * part)}&as=all`);
    await page.reload();
    for (const eyes of ["all", "spectator", 0, 1, 2, 3, 4, 5]) {
      await press(player, `[data-eyes="${eyes}"]`);
      await page.locator(`[data-eyes-shown="${eyes}"] .mat > *`).first().waitFor();
      if (part === 0.45 || (eyes === "all" && part === 0.8)) await player.axe();
      if (eyes === "all") await player.shot(`board-replay-${part * 100}`);
    }
  }
});
