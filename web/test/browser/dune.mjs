// The Dune battle in the browser: whole phases by mouse and by keys, windows that say whose battle it is, wheels that turn
// together, what killed whom and why, reasons for what is not possible, phones, slow and broken wires, and nothing of a
// hand, a plan or an answer in a message before its time.
import { assert, test, until } from "./lib.mjs";
import { assertNoSecrets } from "./secrets.mjs";
import { caughtUp, chance, drawn, key, oneOf, playBeside, playOn, press, sitDown, walkTo } from "./tables.mjs";

const GAME = "dune-battle";

async function table(t, server, { scenario, seats = ["me", "me"], more = [{}, {}], options = {}, seed = 7 }) {
  const made = await server.create(GAME, seats, { options: { scenario, ...options }, seed });
  const players = [];
  for (const [i, one] of more.entries()) {
    const player = await t.player(server, { name: ["Ann", "Ben"][i], ...one });
    await player.sit(made, i);
    await player.page.locator(".mat").waitFor();
    players.push(player);
  }
  return { made, players };
}

const able = async (player, selector) => player.page.locator(`${selector}:not([aria-disabled=true])`).evaluateAll(all =>
  all.filter(e => e.checkVisibility()).map(e => e.dataset.part ?? e.dataset.move));

// A battle that has ended stays until somebody goes on.
async function goOn(player, hit) {
  await drawn(player);
  if (await player.page.locator("#go-on").count()) await hit("#go-on");
}

async function setWheel(player, at, hit) {
  for (const part of ["leader", "weapon", "defense"]) {
    const parts = await able(player, `.pick [data-part^="${part}="]`);
    if (parts.length) await hit(`.pick [data-part=${JSON.stringify(oneOf(parts, at))}]`);
  }
  return locked(player, hit);
}

async function locked(player, hit) {
  const lock = player.page.locator("#lock");
  await until(async () => (await lock.getAttribute("aria-disabled")) === "false", "a plan that can be locked");
  const move = await lock.getAttribute("data-move");
  await hit("#lock");
  return move;
}

// Presses one answer, as a person would, with `hit`.
async function answer(player, at, hit, want = []) {
  await goOn(player, hit);
  const { asks } = player.state.question;
  if (["plans", "plan_first", "plan_again"].includes(asks)) return setWheel(player, at, hit);
  if (asks === "winner_choice") {
    const move = await player.page.locator("#keep").getAttribute("data-move");
    await hit("#keep");
    return move;
  }
  const moves = await able(player, ".mat [data-move]");
  const wanted = moves.filter(move => want.some(word => move.startsWith(word)));
  const move = wanted.length ? oneOf(wanted, at) : moves.includes("pass") && asks !== "choose" ? "pass" : oneOf(moves, at);
  await hit(`.mat [data-move=${JSON.stringify(move)}]`);
  return move;
}

const byMouse = (at, want) => player => answer(player, at, selector => press(player, selector), want);
const byKeys = (at, want) => player => answer(player, at, async selector => {
  if (selector.includes('"pass"')) return key(player, "n");
  await walkTo(player, selector);
  return key(player, "Enter");
}, want);

const TALK = ["command", "ask", "answer"];

test("two browsers play from the lobby to the end by mouse; nothing hidden is in any message", { quick: true }, async t => {
  const server = await t.server();
  const players = [await t.player(server, { name: "Ann" }), await t.player(server, { name: "Ben", theme: "dark" })];
  const made = await sitDown(players, "Dune: battle", ["me", "open"], { scenario: "voice" });
  const at = chance(4), seen = new Set();
  await playOn(players, async player => {
    const name = `dune-${player.state.question.asks}-${player === players[0] ? "light" : "dark"}`;
    await drawn(player);
    if (!seen.has(name)) {
      seen.add(name);
      await player.shot(name);
      await player.axe();
    }
    return byMouse(at, TALK)(player);
  });
  for (const player of players) {
    const theme = player === players[0] ? "light" : "dark";
    await player.page.locator("#go-on").waitFor();
    assert.match(await player.page.locator("#slip h2").innerText(), /(hold|take)s? Arrakeen|explodes|Nobody/);
    assert.ok(await player.page.locator(".because .ruleid").count() >= 1, "reasons with their rules");
    assert.equal(await player.page.locator(".plan .wheel").count(), 2);
    await player.shot(`dune-verdict-${theme}`);
    await player.axe();
    await press(player, "#go-on");
    await player.page.locator(".standings").waitFor();
    await player.shot(`dune-over-${theme}`);
    await player.axe();
    assert.ok(await assertNoSecrets(server, player, { match: made.match, seat: player.seat, tokens: made.tokens }) > 5);
  }
});

test("two browsers play to the end by keys only", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { scenario: "prescience", seed: 12 });
  await playOn(players, byKeys(chance(9), TALK));
  for (const player of players) {
    await player.page.locator("#go-on").waitFor();
    await key(player, "Enter");
    await player.page.locator(".standings").waitFor();
  }
});

test("questions say whose battle it is; Voice and Prescience bind the plan and say so", async t => {
  const server = await t.server();
  const { players: [ann, ben] } = await table(t, server, { scenario: "voice" });
  const ask = async (player, asks) => { await until(() => player.state?.question?.asks === asks, asks); await drawn(player); };
  const pass = async () => {
    const before = ann.state.question.ticket, player = ann.state.question.open.includes(0) ? ann : ben;
    await drawn(player);
    await press(player, '[data-move="pass"]');
    await until(() => ann.state.question.ticket !== before, "the next question");
  };
  while (ann.state?.question?.asks !== "voice") await pass();
  await ask(ben, "voice");
  assert.match(await ben.page.locator("#slip h2").innerText(), /your battle with Atreides in Arrakeen: command Atreides/);
  await drawn(ann);
  assert.match(await ann.page.locator("#slip h2").innerText(), /may use the Voice on you, in your battle with them in Arrakeen/);
  await press(ben, '[data-move="command NOT_PLAY PROJECTILE_DEFENSE"]');
  await until(() => ann.state.question.asks !== "voice", "the command");
  while (ann.state.question.asks !== "prescience_ask") await pass();
  await ask(ann, "prescience_ask");
  assert.match(await ann.page.locator("#slip h2").innerText(), /Prescience, in your battle with the Bene Gesserit/);
  await press(ann, '[data-move="ask WEAPON"]');
  await until(() => ann.state.question.asks !== "prescience_ask", "the question to be taken");
  while (ann.state.question.asks === "prescience_cancel") await pass();
  await ask(ben, "prescience_answer");
  await press(ben, '[data-move="answer gom_jabbar"]');
  await ask(ann, "plans");
  assert.match(await ann.page.locator(".promise", { hasText: "Prescience" }).innerText(), /only you[^]*Gom Jabbar[^]*Snooper stops it/i);
  assert.match(await ann.page.locator(".promise", { hasText: "Voice" }).innerText(), /must not play: Projectile defense/);
  assert.match(await ben.page.locator(".promise", { hasText: "Prescience" }).innerText(), /your promise/i);

  // What is not possible stays focusable and says why, with the rule.
  const shield = ann.page.locator('[data-part="defense=shield_1"]');
  assert.equal(await shield.getAttribute("aria-disabled"), "true");
  await shield.click({ force: true });
  await ann.page.locator(".why", { hasText: "The Voice forbids" }).waitFor();
  assert.match(await ann.page.locator(".why .ruleid").innerText(), /DB-3\.11/);
  await ann.shot("dune-why-not");
  await key(ann, "Escape");
  await ann.page.locator('[data-part="leader=at_jessica"]').click({ force: true });
  await ann.page.locator(".why", { hasText: "DB-5.6" }).waitFor();
  await key(ann, "Escape");

  // The wheel is a dial: arrows turn it, the total runs along, the stop is at what one has.
  const total = () => ann.page.locator(".sum tr.total td").last().innerText();
  await ann.page.evaluate(() => document.activeElement?.blur());
  const before = await total();
  await key(ann, "ArrowUp");
  await key(ann, "ArrowUp");
  await until(async () => (await total()) !== before, "another total");
  assert.match(await ann.page.locator(".dial .wheel").getAttribute("aria-label"), /5 forces, 2 spice, dial 3 and a half/);
  await key(ann, "ArrowRight");
  assert.match(await ann.page.locator(".dial .wheel").getAttribute("aria-label"), /5 forces/);
  await key(ann, "ArrowLeft");
  assert.match(await ann.page.locator(".dial .wheel").getAttribute("aria-label"), /4 forces/);
  assert.match(await ann.page.locator("#slip h2").innerText(), /if Hawat lives,/);

  // A locked wheel is known to be locked, and nothing else of it.
  await until(async () => (await ann.page.locator("#lock").getAttribute("aria-disabled")) === "false", "a legal plan");
  await press(ann, "#lock");
  await ann.page.locator(".own-wheel").waitFor();
  await drawn(ben);
  assert.match(await ben.page.locator(".info").innerText(), /wheel locked/);
  assert.equal(await ben.page.locator(".plan .wheel").count(), 0);
  await ann.shot("dune-locked");
});

test("both wheels come in one step; weapons say what they do; a traitor without a card says why", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { scenario: "weapons", seed: 3 });
  const [ann, ben] = players, at = chance(1);
  await playOn(players, byMouse(at), { stop: player => player.state.question.asks === "plans" });
  await drawn(ann);
  await press(ann, '[data-part="weapon=crysknife"]');
  await press(ann, "#lock");
  await until(() => !ben.state.question.open.includes(0), "Ann's plan");
  await drawn(ben);
  await press(ben, '[data-part="weapon=gom_jabbar"]');
  await press(ben, '[data-part="defense=shield_2"]');
  await press(ben, "#lock");
  for (const player of players) {
    await player.page.locator(".plan .wheel").first().waitFor();
    assert.equal(await player.page.locator(".plan .wheel").count(), 2, "both or none");
    await player.page.locator('[data-hit="stopped"]', { hasText: "Crysknife" }).waitFor();
  }
  const call = ann.page.locator('[data-move="call"]');
  if (await call.getAttribute("aria-disabled") === "true") {
    await call.click({ force: true });
    await ann.page.locator(".why", { hasText: /DB-6/ }).waitFor();
    await key(ann, "Escape");
  }
  await playOn(players, byMouse(at), { stop: player => player.state.question.asks !== "traitor" });
  await drawn(ann);
  await ann.page.locator(".medal.dead").waitFor();
  assert.match(await ann.page.locator(".because").innerText(), /dies: [^]*DB-8\.3/);
  await ann.shot("dune-reveal");
  await playOn(players, byMouse(at));
});

test("a captured leader: behind the turned wheels the captor chooses, and the others may cancel it", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { scenario: "traitors", seats: ["me", "me", "bot:baseline", "bot:baseline"], seed: 3 });
  const [ann, ben] = players, asked = [], at = chance(1); // Harkonnen and Fremen
  // Harkonnen win by numbers: nobody's traitor leads them, no weapon gets through, and the Fremen commit nothing.
  const winning = async player => {
    if (player === ben) {
      for (let left = await ben.page.locator(".stepper output").count(); left-- > 0;)
        while (await ben.page.locator(".stepper output").nth(left).innerText() !== "0") await ben.page.getByRole("button", { name: /less$/ }).nth(left).click();
      await press(ben, '[data-part="weapon="]');
    } else {
      // Five leaders: nothing is cut, nothing has to be scrolled.
      const over = await ann.page.evaluate(() => [".pick", ".planning"].map(s => document.querySelector(s)).map(e => e.scrollHeight - e.clientHeight));
      assert.deepEqual(over, [0, 0]);
      await ann.shot("dune-plans-five");
      await press(ann, '[data-part="leader=hk_rabban"]');
      await press(ann, '[data-part="defense=shield_3"]');
      for (const name of [/force more$/, /spice more$/])
        while (await ann.page.getByRole("button", { name }).getAttribute("aria-disabled") !== "true") await ann.page.getByRole("button", { name }).click();
    }
    return locked(player, selector => press(player, selector));
  };
  await playOn(players, async player => {
    const { asks } = player.state.question;
    await goOn(player, selector => press(player, selector));
    if (asks.startsWith("capture")) {
      asked.push(`${asks} ${players.indexOf(player)}`);
      await player.shot(`dune-${asks}`);
      await player.axe();
    }
    return asks === "plans" ? winning(player) : byMouse(at, ["capture CAPTURE"])(player);
  }, { stop: () => asked.length === 2 });
  assert.deepEqual(asked, ["capture 0", "capture_cancel 1"]);
  assert.ok(ann.messages.some(m => m.events?.some(e => e.event === "capture_choice")), "the capture");
});

test("a phone over a slow wire that breaks: nothing is lost, all fits", async t => {
  const server = await t.server();
  const { players } = await table(t, server, { scenario: "voice", seed: 5, more: [{ phone: true, latency: 100 }, { phone: true, size: { width: 320, height: 640 }, wire: true, theme: "dark" }] });
  const at = chance(2), seen = new Set();
  let moves = 0;
  await playOn(players, async player => {
    const name = `dune-${player.state.question.asks}-${player === players[0] ? "phone" : "320"}`;
    await drawn(player);
    if (!seen.has(name)) {
      seen.add(name);
      await player.fits();
      await player.targets();
      await player.shot(name, { fullPage: true });
    }
    const move = await byMouse(at, TALK)(player);
    if (++moves === 4 || moves === 7) players[moves % 2].wire.cut();
    return move;
  });
  for (const player of players) {
    player.allowed = [/WebSocket/];
    await player.page.locator("#go-on").waitFor();
    await player.fits();
    await player.shot(`dune-verdict-${player === players[0] ? "phone" : "320"}`, { fullPage: true });
    const updates = player.messages.filter(m => m.type === "update");
    assert.ok(updates.every((m, i) => !i || m.n <= updates[i - 1].n + 1), "updates come without gaps");
  }
});

test("six factions: an ally's battle, Karama, the look at a plan, and a spectator who sees no secret", async t => {
  const server = await t.server();
  const made = await server.create(GAME, ["me", "bot", "bot", "bot", "bot", "bot:baseline"], { options: { scenario: "six" }, seed: 3 });
  const ann = await t.player(server, { name: "Ann" }), eve = await t.player(server, { theme: "dark" });
  await ann.sit(made, 0);
  await eve.sit(made);
  await eve.page.locator(".mat").waitFor();
  await playOn([ann], byMouse(chance(6), ["karama LOOK", ...TALK, "fight"]));
  assert.ok(ann.messages.some(m => m.events?.some(e => e.event === "plan_look")), "the plan that was looked at");
  for (const [player, seat] of [[ann, 0], [eve, -1]]) {
    await until(() => player.isOver, "the end");
    await drawn(player);
    assert.ok(await assertNoSecrets(server, player, { match: made.match, seat, tokens: made.tokens }) > 20);
  }
  await eve.shot("dune-spectator-over-dark");
});

const LOOKS = { light: {}, dark: { theme: "dark" }, phone: { phone: true } };
const rgb = async (locator, property) => locator.evaluate((e, name) => getComputedStyle(e)[name], property);

for (const [name, options] of Object.entries(LOOKS))
  test(`the winner says in which parts forces fall, by all that have some, ${name}`, async t => {
    const server = await t.server();
    const made = await server.create(GAME, Array(6).fill("me"), { seed: 102 }), seat = 5;
    const ann = await t.player(server, { name: "Ann", ...options }), { page } = ann;
    await ann.forget();
    await playBeside(ann, made, { seat, asks: "winner_choice", choose: "mixed" });
    await ann.forget();
    await ann.sit(made, seat);
    await caughtUp(ann);
    // Eleven forces of mine in two of three parts, of which four fall.
    const { view } = ann.state, here = view.forces[seat].filter(text => text.startsWith("cielago_north/"));
    assert.deepEqual([ann.state.question.asks, view.zone, here], ["winner_choice", "cielago_north/0+2", ["cielago_north/1=6", "cielago_north/2=5"]]);
    await page.getByText("Which 4 forces fall?").waitFor();
    const losses = async () => (await page.locator(".loss").allInnerTexts()).map(text => text.trim());
    assert.deepEqual(await losses(), ["Western part: 4 of 6", "Eastern part: 0 of 5"]);
    assert.equal(await page.locator('[data-area="cielago_north/0"]').count(), 0, "none where nobody is");
    const more = part => page.getByRole("button", { name: `Lose one more in the ${part} part` }), less = part => page.getByRole("button", { name: `Lose one less in the ${part} part` });
    await more("eastern").click();
    assert.deepEqual(await losses(), ["Western part: 3 of 6", "Eastern part: 1 of 5"]);
    await less("western").click();
    assert.deepEqual(await losses(), ["Western part: 2 of 6", "Eastern part: 2 of 5"]);
    for (let i = 0; i < 4; i++) await more("eastern").click();
    assert.deepEqual(await losses(), ["Western part: 0 of 6", "Eastern part: 4 of 5"], "never more than fall, never less than none");
    await less("eastern").click();
    await ann.axe();
    await ann.fits();
    await ann.targets();
    await ann.shot(`dune-losses-${name}`, { fullPage: Boolean(options.phone) });
    assert.match(await page.locator("#keep").getAttribute("data-move"), /areas=0,1,0,0/);
    const { n } = ann.state;
    await page.locator("#keep").click();
    await until(() => ann.state.n > n, "that it counts");
    assert.deepEqual(ann.state.view.forces[seat].filter(text => text.startsWith("cielago_north/")), ["cielago_north/1=5", "cielago_north/2=2"]);
  });

for (const [name, options] of Object.entries(LOOKS))
  test(`a plan that holds is a green note with a tick, one that does not a red one, ${name}`, async t => {
    const server = await t.server();
    const { players: [ann, ben] } = await table(t, server, { scenario: "voice", more: [options, {}] }), { page } = ann;
    await playOn([ann, ben], byMouse(chance(1)), { stop: player => player.state.question.asks === "plans" });
    await drawn(ann);
    await press(ann, '[data-part="weapon=crysknife"]');
    const check = () => (options.phone ? key(ann, "c") : page.getByRole("button", { name: /^Check the plan/ }).click());
    await check();
    const yes = page.locator("#slip.why.yes");
    await yes.waitFor();
    assert.equal(await yes.locator("h2").innerText(), "This plan is allowed.");
    assert.match(await yes.locator(".why-w").innerText(), /^\d+½? if \w+ lives, \d+½? if not\.$/);
    assert.deepEqual([await yes.locator(".ic-check").count(), await yes.locator(".ic-no").count(), await page.locator(".asked").count()], [1, 0, 0]);
    const [ok, stop] = await page.evaluate(() => ["--ok", "--stop"].map(name => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }));
    assert.equal(await rgb(yes.locator(".slip-who"), "color"), ok);
    await ann.axe();
    await ann.fits();
    await ann.shot(`dune-plan-yes-${name}`);
    await key(ann, "Escape");
    await yes.waitFor({ state: "detached" });
    // She fights elsewhere.
    await page.locator('[data-part="leader=at_jessica"]').click({ force: true });
    const no = page.locator("#slip.why.no");
    await no.waitFor();
    assert.equal(await rgb(no.locator(".slip-who"), "color"), stop);
    assert.deepEqual([await no.locator(".ic-check").count(), await page.locator(".asked").count()], [0, 1]);
    await ann.axe();
    await ann.shot(`dune-plan-no-${name}`);
    assert.equal(ann.sent.filter(m => m.type === "move").length, ann.messages.filter(m => m.type === "ack").length, "nothing was sent");
  });
