// Forms of Dune that are seldom seen: each is laid before the page from a position, and what it sends is what the referee takes.
import { assert, test, until } from "./lib.mjs";

// A table of a position: to the page it is a match like any other, but all it is told and answered comes from the referee's study.
async function studied(t, { seats = 6, seat = 0, position, moves = [], options = {}, ...more }) {
  const server = await t.server(), order = { scenario: "empty", ...options };
  const player = await t.player(server, { name: "Ann", ...more }), { page } = player;
  const made = await server.create("dune", Array.from({ length: seats }, (_, i) => (i === seat ? "me" : "bot:random")), { options: order, seed: 1 });
  const played = [...moves], sent = [];
  const ask = async body => {
    const answer = await fetch(`${server.url}/api/study`, { method: "POST", body: JSON.stringify({ game: "dune", options: { ...order, seats: String(seats) }, position, seat, ...body }) });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return text.split("\n").filter(Boolean).map(line => JSON.parse(line));
  };
  await page.routeWebSocket(/\/ws(\/\w+)?$/, wire => {
    const tell = messages => { wire.send(messages.map(m => JSON.stringify(m)).join("\n")); };
    wire.onMessage(async text => {
      const m = JSON.parse(String(text));
      if (m.type === "attach") {
        const names = Array.from({ length: seats }, (_, i) => ({ kind: "person", name: i === seat ? "Ann" : `Bot ${i + 1}`, here: true, replaced: false, wants_pause: false, auto: false }));
        tell([{ type: "attached", match: made.match, game: "dune", rules_version: 1, seat, n: played.length + 1, last_id: 0, begun: true, commitment: "", options: {}, pace: "instant", now: Date.now() },
          { type: "seats", seats: names, hints: false, watching: 0 }, ...await ask({ moves: played, after: 0 })]);
      } else if (m.type === "check") {
        tell((await ask({ moves: played, after: played.length + 1, check: m.move })).map(one => ({ ...one, id: m.id })));
      } else if (m.type === "move") {
        const answers = await ask({ moves: [...played, `${seat} ${m.move}`], after: played.length + 1 }), refused = answers.find(one => one.type === "refused");
        sent.push(refused ? `${m.move} -> ${refused.code}` : m.move);
        if (!refused) played.push(`${seat} ${m.move}`);
        tell(refused ? [{ ...refused, id: m.id }] : [{ type: "ack", id: m.id }, ...answers]);
      }
    });
  });
  await player.sit(made, seat);
  await page.locator("#slip").waitFor();
  await player.axe();
  await player.fits();
  return { player, page, sent, slip: page.locator("#slip"), taken: async () => { await until(() => sent.length, "a move"); return sent.at(-1); } };
}

const at = (phase, effects, more = []) => ["circles: 0 1 2 3 4 5", "order: 0 1 2 3 4 5", "storm: 8", "turn: 3", `phase: ${phase}`, "spice: 10 10 10 10 10 10", "dialers: 0 5", "storm_card: 1",
  ...more, ...effects.map(effect => `effect: ${effect}`)].join("\n");

test("the prediction: a faction and a turn, chosen by hand", { quick: true }, async t => {
  const server = await t.server();
  const player = await t.player(server, { name: "Ann" }), { page } = player, slip = page.locator("#slip");
  await player.sit(await server.create("dune", [...Array(5).fill("bot:random"), "me"], { seed: 1 }), 5);
  await slip.waitFor();
  await player.axe();
  const send = slip.locator("[data-move^=predict]");
  assert.equal(await slip.locator("option[value=BG]").count(), 0, "nobody foretells a victory of one's own");
  await slip.locator("select").first().selectOption("EM");
  for (let i = 0; i < 6; i++) await slip.getByRole("button", { name: /^More: turn/i }).click();
  assert.match(await send.innerText(), /Emperor in turn 7/);
  await until(async () => await send.getAttribute("aria-disabled") === null, "that it is possible");
  await send.click();
  await until(() => player.state.view.predicted === "EM" && player.state.view.predicted_turn === 7, "the prediction");
});

test("the weather: as many sectors as one presses, or none", async t => {
  const { page, slip, taken } = await studied(t, { position: at("storm", ["match host step=phase note=blow", "storm host"], ["hand 0: weather_control"]) });
  assert.deepEqual(await slip.locator(".numbers .btn").allTextContents(), Array.from({ length: 11 }, (_, i) => String(i)));
  assert.match(await slip.innerText(), /Let the storm be/);
  await slip.locator(".numbers .btn").nth(10).click();
  assert.equal(await slip.locator(".btn.act").last().getAttribute("data-move"), "weather 10");
  await page.getByRole("button", { name: "The storm moves 10" }).click();
  assert.equal(await taken(), "weather 10");
});

test("a price that cannot be paid in spice is paid by a Karama", async t => {
  const { slip, taken } = await studied(t, {
    seats: 2, options: { factions: "9" }, moves: ["0 pass", "1 pass", "0 bid 40", "1 pass"],
    position: ["circles: 0 1", "order: 0 1", "storm: 17", "turn: 3", "phase: bidding", "spice: 3 10", "dialers: 0 1", "hand 0: karama_1", "deck: baliset kulon", "n_deck: 2",
      "effect: match host step=phase note=revival", "effect: bidding host"].join("\n"),
  });
  await slip.locator("[data-move='pay card=karama_1']").click();
  assert.equal(await taken(), "pay card=karama_1");
});

test("deals: another faction is paid, and only what one has is possible", async t => {
  const { page, slip, taken } = await studied(t, { position: at("bidding", ["match host step=phase note=revival", "bidding host"], ["deck: baliset kulon", "n_deck: 2"]) });
  await slip.locator("#deeds").click();
  const deed = slip.getByRole("button", { name: "Pay another faction" });
  if (await deed.count()) await deed.click();
  const form = slip.locator("[data-kind=bribe]");
  await form.locator("select").first().selectOption("EM");
  for (let i = 0; i < 3; i++) await form.getByRole("button", { name: /^More/ }).click();
  const send = form.locator("[data-move^=bribe]");
  assert.match(await send.innerText(), /Pay Emperor 4 spice/);
  assert.ok(await form.locator("option[value=AT]").count() === 0, "nobody pays himself");
  await page.waitForTimeout(300);
  await send.click();
  assert.equal(await taken(), "bribe EM 4");
});
