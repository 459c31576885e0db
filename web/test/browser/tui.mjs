// Liap Tui in the browser: whole games by mouse and by keys, the play builder, results that stay for a moment, a phone,
// slow and broken wires, and nothing of the other hands in any message.
import { assert, test, until } from "./lib.mjs";
import { assertNoSecrets } from "./secrets.mjs";
import { chance, drawn, key, oneOf, playOn, press, sitDown } from "./tables.mjs";

const GAME = "liap-tui";
const SEATS = ["me", "bot:baseline", "me", "bot:baseline"];
const KINDS = { G: 14, A: 12, E: 10, R: 8, H: 6, C: 4, S: 2 };
const points = code => KINDS[code[1]] - (code[0] === "b" ? 1 : 0);

// A legal move: what the offers list, or any pieces of the right number where they are many.
function choose(player, at) {
  const { offers, view, question } = player.state;
  if (offers.moves) return oneOf(offers.moves, at);
  assert.equal(question.asks, "play");
  return `play ${view.hand.slice(-view.k).join(" ")}`;
}

// The places in the hand of the pieces that a move names.
function places(hand, move) {
  const left = move.split(" ").slice(1), found = [];
  hand.forEach((code, i) => {
    const j = left.indexOf(code);
    if (j >= 0) { left.splice(j, 1); found.push(i); }
  });
  assert.equal(left.length, 0, `${move} from ${hand}`);
  return found;
}

const sends = move => `#slip [data-move="${move}"]`;

async function perform(player, move) {
  await drawn(player);
  if (move.startsWith("declare")) {
    await press(player, `[data-number="${move.split(" ")[1]}"]`);
  } else if (move.startsWith("play")) {
    for (const i of places(player.state.view.hand, move)) await player.page.locator(".hand-8 button").nth(i).click();
  }
  await press(player, sends(move));
  return move;
}

// Digits and Enter; the two answers about a redeal by Tab.
async function performByKeys(player, move) {
  await drawn(player);
  await player.page.evaluate(() => document.activeElement?.blur());
  if (move.startsWith("declare")) {
    await key(player, move.split(" ")[1]);
    await player.page.locator(sends(move)).waitFor();
  } else if (move.startsWith("play")) {
    for (const i of places(player.state.view.hand, move)) await key(player, String(i + 1));
    await player.page.locator(sends(move)).waitFor();
  } else {
    await player.page.locator(sends(move)).focus();
  }
  await key(player, "Enter");
  return move;
}

const byMouse = at => player => perform(player, choose(player, at));
const byKeys = at => player => performByKeys(player, choose(player, at));

async function table(t, server, more = [{}, {}], options = {}) {
  const made = await server.create(GAME, SEATS, { options: { target: 4, ...options }, seed: 21 });
  const ann = await t.player(server, { name: "Ann", ...more[0] }), ben = await t.player(server, { name: "Ben", ...more[1] });
  await ann.sit(made, 0);
  await ben.sit(made, 2);
  return { made, ann, ben, players: [ann, ben] };
}

test("two browsers play from the lobby to the end by mouse; no hidden piece is in any message", { quick: true }, async t => {
  const server = await t.server();
  const players = [await t.player(server, { name: "Ann" }), await t.player(server, { name: "Ben", theme: "dark" })], [ann, ben] = players;
  const made = await sitDown(players, "Liap Tui", ["me", "bot:baseline", "open", "bot:baseline"], { target: 3 });
  const asked = new Set();
  await playOn(players, async player => {
    const { asks } = player.state.question, name = `tui-${asks}-${player === ann ? "light" : "dark"}`;
    if (!asked.has(name)) {
      asked.add(name);
      await drawn(player);
      await player.shot(name);
      await player.axe();
    }
    return byMouse(chance(players.indexOf(player) + player.state.n))(player);
  });
  await ann.page.locator(".slip h2", { hasText: /win/ }).waitFor();
  await ann.shot("tui-over-light");
  await ben.shot("tui-over-dark");
  await ann.axe();
  await ben.axe();
  assert.ok(await assertNoSecrets(server, ann, { match: made.match, seat: 0, tokens: made.tokens }) > 10);
  assert.ok(await assertNoSecrets(server, ben, { match: made.match, seat: 2, tokens: made.tokens }) > 10);
});

test("two browsers play to the end by keys only", async t => {
  const server = await t.server();
  const { players } = await table(t, server);
  const at = chance(5);
  await playOn(players, byKeys(at));
  for (const player of players) await player.page.locator(".slip h2", { hasText: /win/ }).waitFor();
});

test("a phone over a slow wire that breaks: nothing is lost, all fits", async t => {
  const server = await t.server();
  const { ann, ben, players } = await table(t, server, [{ phone: true, latency: 100 }, { size: { width: 320, height: 640 }, phone: true, wire: true }]);
  const at = chance(8), asked = new Set();
  let moves = 0;
  await playOn(players, async player => {
    const { asks } = player.state.question, name = `tui-${asks}-${player === ann ? "phone" : "320"}`;
    if (!asked.has(name)) {
      asked.add(name);
      await drawn(player);
      await player.fits();
      await player.targets();
      await player.shot(name, { fullPage: true });
    }
    const text = await byMouse(at)(player);
    if (++moves === 6 || moves === 9) players[moves % 2].wire.cut();
    return text;
  });
  for (const player of [ann, ben]) {
    player.allowed = [/WebSocket/];
    assert.ok(player.messages.filter(m => m.type === "update").every((m, i, all) => !i || m.n <= all[i - 1].n + 1), "updates come without gaps");
  }
});

test("the result of a turn stays until its time or a key, and nothing waits for it", { proves: ["LT-12.1"] }, async t => {
  const server = await t.server();
  const { ann, ben, players } = await table(t, server);
  const at = chance(4), scene = kind => ann.page.locator(`[data-scene="${kind}"]`);
  const hasTurn = () => ann.messages.some(m => m.events?.some(e => e.event === "turn"));
  await playOn(players, byMouse(at), { stop: () => hasTurn() });
  await scene("turn").waitFor();
  await ann.shot("tui-result-light");
  await ben.page.locator('[data-scene="turn"]').waitFor();
  // The winner and what was turned up are shown; what was forfeited stays covered for others.
  const turn = ann.messages.flatMap(m => m.events ?? []).findLast(e => e.event === "turn");
  await ann.page.locator(".well.takes .tag", { hasText: `wins with ${turn.value}` }).waitFor();
  for (const e of ann.messages.findLast(m => m.events?.some(one => one.event === "turn")).events.filter(one => one.event === "forfeit" && one.seat !== 0))
    assert.equal(await ann.page.locator(`.well:has-text("forfeit")`).count() > 0, true, `the forfeit of seat ${e.seat}`);
  // The next question is open all the while.
  assert.ok(players.some(player => player.state.question) && !ann.isOver);
  const n = ann.state.n;
  await key(ben, "x");
  await ben.page.locator("[data-scene]").waitFor({ state: "detached" });
  assert.equal(await scene("turn").count(), 1, "a key of one player is not the other's");
  await until(async () => !await scene("turn").count() || ann.state.n > n, "the result goes by itself, or the game went on");
  // The setting switches it off.
  await ann.page.evaluate(() => localStorage.setItem("croupier.settings", JSON.stringify({ pauses: false })));
  await ann.reopen(new URL(ann.page.url()).hash);
  const turns = () => ann.messages.flatMap(m => m.events ?? []).filter(e => e.event === "turn").length, before = turns();
  await ann.page.locator(".mat").waitFor();
  await playOn(players, byMouse(at), { stop: () => turns() > 2 * before || ann.isOver });
  assert.equal(await ann.page.locator("[data-scene]").count(), 0);
});

test("the play builder names what is chosen, or says why it is none; why not tells the rule", async t => {
  const server = await t.server();
  const { players } = await table(t, server);
  const at = chance(6);
  const isLead = player => player.state.question.asks === "play" && player.state.view.made === 0 && player.state.view.hand.length > 3;
  await playOn(players, byMouse(at), { stop: player => isLead(player) });
  const player = players.find(one => one.state.question?.mine), { page } = player, { hand } = player.state.view;
  await drawn(player);
  await key(player, "1");
  await page.locator("#slip h2", { hasText: "Single" }).waitFor();
  assert.match(await page.locator("#slip h2").innerText(), new RegExp(`Single\\s*${points(hand[0])}`));
  const other = hand.findIndex(code => code[0] !== hand[0][0]);
  await key(player, String(other + 1));
  await page.locator("#slip h2", { hasText: "No combination" }).waitFor();
  assert.match(await page.locator("#slip .verdict").innerText(), /Red and black never combine.*LT-7\.2/s);
  await page.locator("#said-polite", { hasText: "No combination" }).waitFor({ state: "attached" });
  await page.locator("#slip .btn.act").dispatchEvent("click");
  await page.locator(".why", { hasText: "LT-6.3" }).waitFor();
  await player.shot("tui-why-not");
  await player.axe();
  await key(player, "Escape");
  await key(player, "Backspace");
  await page.locator(".pc.sel").waitFor({ state: "detached" });
  assert.equal(player.sent.filter(m => m.type === "move").length, player.messages.filter(m => m.type === "ack").length, "nothing was sent");
});
