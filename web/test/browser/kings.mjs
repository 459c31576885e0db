// Imposter Kings in the browser: whole matches by mouse and by keys, two to four players, windows that look the same
// whether or not one can react, a phone, slow and broken wires, and nothing of the other hands in any message.
import { DESKTOP, PHONE, assert, sleep, test } from "./lib.mjs";
import { assertNoSecrets } from "./secrets.mjs";
import { chance, chooseKings, drawn, key, performKings, performKingsByKeys, playOn, press, sitDown } from "./tables.mjs";

const GAME = "imposter-kings";

const byMouse = at => player => performKings(player, chooseKings(player, at), selector => press(player, selector));
const byKeys = at => player => performKingsByKeys(player, chooseKings(player, at));

async function table(t, server, { more = [{}, {}], seats = ["me", "me"], options = {}, seed = 7 } = {}) {
  const made = await server.create(GAME, seats, { options: { target: 2, ...options }, seed });
  const players = [];
  for (const [i, one] of more.entries()) {
    const player = await t.player(server, { name: ["Ann", "Ben"][i], ...one });
    await player.sit(made, i);
    players.push(player);
  }
  return { made, players };
}

// Looks at each kind of question once per player: a picture, and what else the test wants to see.
function looker(players, names, look) {
  const seen = new Set();
  return async player => {
    const name = `kings-${player.state.question.asks}-${names[players.indexOf(player)]}`;
    if (seen.has(name)) return;
    seen.add(name);
    await drawn(player);
    await look(player, name);
  };
}

test("two browsers play from the lobby to the end by mouse; no hidden card is in any message", { quick: true }, async t => {
  const server = await t.server();
  const players = [await t.player(server, { name: "Ann" }), await t.player(server, { name: "Ben", theme: "dark" })];
  const made = await sitDown(players, "Imposter Kings", ["me", "open"], { target: 1 });
  const [ann, ben] = players, at = chance(3);
  const look = looker(players, ["light", "dark"], async (player, name) => { await player.shot(name); await player.axe(); });
  await playOn(players, async player => { await look(player); return byMouse(at)(player); });
  for (const player of players) await player.page.locator(".slip h2", { hasText: /wins? the match/ }).waitFor();
  await ann.shot("kings-over-light");
  await ben.shot("kings-over-dark");
  for (const player of players) {
    await player.axe();
    assert.ok(await assertNoSecrets(server, player, { match: made.match, seat: player.seat, tokens: made.tokens }) > 3);
  }
});

test("two browsers play to the end by keys only, with Armies", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { seed: 12, options: { target: 1, rules: "fragments" } });
  await playOn(players, byKeys(chance(9)));
  for (const event of ["signatures", "mustered", "play"]) assert.ok(players[0].messages.some(m => m.events?.some(e => e.event === event)), event);
  for (const player of players) await player.page.locator(".slip h2", { hasText: /wins? the match/ }).waitFor();
});

// Runs in the page: on the next turn it presses the first card that can be played, behind the drawing of the question and
// before the next frame.
function pressAtOnce() {
  window.pressedAtOnce = "";
  const watch = new MutationObserver(changes => {
    const card = document.querySelector(".mine .hand .legal");
    const isTurn = [...document.querySelectorAll("#slip kbd")].some(e => e.textContent === "F"); // its slip has Flip King
    if (!card || !isTurn || !changes.some(change => change.attributeName === "data-shown")) return;
    watch.disconnect();
    window.pressedAtOnce = card.dataset.card;
    card.click();
  });
  watch.observe(document, { subtree: true, attributes: true });
}

test("a card pressed in the frame that shows its question stays chosen", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { seed: 12 });
  const [ann, ben] = players;
  let hasty = null, word = "";
  await playOn(players, byMouse(chance(9)), {
    stop: async player => {
      if (player.state.question.asks !== "play") return false;
      await drawn(player);
      if (!hasty) {
        hasty = player === ann ? ben : ann;
        await hasty.page.evaluate(pressAtOnce);
      } else if (player === hasty) {
        word = await player.page.evaluate(() => window.pressedAtOnce);
      }
      return word !== "";
    },
  });
  assert.notEqual(word, "", "a card was pressed at once");
  await sleep(200); // what runs behind a frame has run
  assert.equal(await hasty.page.locator(".mine .hand .sel").getAttribute("data-card"), word);
});

test("a phone over a slow wire that breaks: nothing is lost, all fits", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { seed: 5, options: { target: 1 }, more: [{ phone: true, latency: 100 }, { phone: true, size: { width: 320, height: 640 }, wire: true }] });
  const at = chance(2);
  const look = looker(players, ["phone", "320"], async (player, name) => {
    await player.fits();
    await player.targets();
    await player.shot(name, { fullPage: true });
  });
  let moves = 0;
  await playOn(players, async player => {
    await look(player);
    const move = await byMouse(at)(player);
    if (++moves === 5 || moves === 8) players[moves % 2].wire.cut();
    return move;
  });
  for (const player of players) {
    player.allowed = [/WebSocket/];
    const updates = player.messages.filter(m => m.type === "update");
    assert.ok(updates.every((m, i) => !i || m.n <= updates[i - 1].n + 1), "updates come without gaps");
  }
});

test("what cannot be played says why, with the rule and the two numbers; a choice can be taken back", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { seats: ["me", "bot:baseline"], more: [{}], seed: 31, options: { target: 7 } });
  const [ann] = players, { page } = ann, at = chance(1);
  const isLow = () => ann.state.question.asks === "play" && page.locator(".mine .hand .off").count().then(n => n > 0);
  await playOn(players, byMouse(at), { stop: isLow });
  await drawn(ann);
  await page.locator(".mine .hand .off").first().dispatchEvent("click");
  await page.locator(".why", { hasText: "is too low" }).waitFor();
  await page.locator(".why .cmp", { hasText: "the Throne counts" }).waitFor();
  await page.locator(".why .ruleid", { hasText: /^IK-4.3/ }).waitFor();
  await ann.shot("kings-why-not");
  await ann.axe();
  await key(ann, "Escape");
  await page.locator(".why").waitFor({ state: "detached" });
  const n = ann.state.n;
  await page.locator(".mine .hand .legal").first().click();
  await page.locator(".mine .hand .sel").waitFor();
  await key(ann, "Escape");
  await page.locator(".mine .hand .sel").waitFor({ state: "detached" });
  assert.equal(ann.state.n, n, "nothing was sent");
});

test("a window looks the same whether or not one can react", { proves: [] }, async t => {
  const server = await t.server();
  const looks = new Map();
  for (let seed = 1; seed < 12 && looks.size < 2; seed++) {
    const { players } = await table(t, server, { seed, options: { target: 1, time: 60000 } });
    await playOn(players, byMouse(chance(seed)), {
      stop: async player => {
        if (!player.state.question.asks.startsWith("reaction_") || looks.size === 2) return looks.size === 2;
        const can = player.state.offers.moves.length > 1;
        if (looks.has(can)) return false;
        await drawn(player);
        looks.set(can, await player.page.locator("#slip").evaluate(slip => ({
          box: [slip.offsetHeight, slip.offsetWidth], clock: slip.querySelectorAll("[role=timer]").length,
          buttons: [...slip.querySelectorAll(".slip-acts button")].map(b => b.textContent.trim().replace(/Assassin|King.s Hand/, "CARD")),
          places: [...slip.querySelectorAll(".slip-acts button")].map(b => Math.round(b.getBoundingClientRect().height)),
        })));
        await player.shot(`kings-window-${can ? "can" : "cannot"}`);
        return looks.size === 2;
      },
    });
    for (const player of players) await player.page.close();
  }
  assert.equal(looks.size, 2, "both kinds of windows were met");
  const [one, other] = [looks.get(true), looks.get(false)];
  assert.deepEqual(one.buttons, other.buttons);
  assert.deepEqual(one.places, other.places);
  assert.equal(one.clock, 1);
  assert.equal(other.clock, 1);
});

test("three, four and CLASSIC18: the table fits and can be played", async t => {
  const server = await t.server();
  for (const [n, options, seed] of [[3, {}, 4], [4, {}, 5], [2, { rules: "classic18" }, 6]]) {
    const { players } = await table(t, server, { seed, seats: ["me", ...Array(n - 1).fill("bot:baseline")], more: [{ theme: n === 3 ? "dark" : "light" }], options: { target: 3, ...options } });
    const [ann] = players, at = chance(seed);
    let moves = 0;
    await playOn(players, async player => { moves++; return byMouse(at)(player); }, { stop: () => moves >= 5 || ann.isOver });
    await drawn(ann);
    await ann.shot(`kings-${n}${options.rules ? "-classic18" : ""}`);
    await ann.axe();
    await ann.fits();
    await ann.page.setViewportSize(PHONE);
    await ann.fits();
    await ann.shot(`kings-${n}${options.rules ? "-classic18" : ""}-phone`, { fullPage: true });
    await ann.page.setViewportSize(DESKTOP);
    await playOn(players, byMouse(at), { stop: () => ann.state.question?.asks === "round_over" });
    await drawn(ann);
    await ann.shot(`kings-${n}${options.rules ? "-classic18" : ""}-round-over`);
    await ann.lies();
    await ann.page.close();
  }
});

test("Armies: Signature cards, mustering and facets are chosen, and what the view has of them is shown", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { seed: 8, seats: ["me", "bot:baseline"], more: [{}], options: { rules: "fragments", target: 2 } });
  const [ann] = players, at = chance(8);
  const look = looker(players, ["armies"], async (player, name) => { await player.fits(); await player.shot(name); });
  let moves = 0;
  await playOn(players, async player => { moves++; await look(player); return byMouse(at)(player); }, { stop: () => moves >= 18 || ann.isOver });
  await drawn(ann);
  assert.ok(ann.messages.some(m => m.events?.some(e => e.event === "signatures" && e.seat === 0)), "Signature cards were chosen");
  assert.ok(await ann.page.locator(".me .army").count() > 0, "my Army lies on the table");
  await ann.axe();
  await ann.page.setViewportSize({ width: 390, height: 844 });
  await ann.fits();
  await ann.shot("kings-armies-phone", { fullPage: true });
});
