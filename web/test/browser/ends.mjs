// Every end has a reason, of a match and of a round, for who won, who lost and who watched; and my own answer that lies face down is
// shown to me and to nobody else, in every game that has such answers.
import { assert, test, until } from "./lib.mjs";
import { caughtUp, drawn, playBeside } from "./tables.mjs";

const LOOKS = { light: {}, dark: { theme: "dark" }, phone: { phone: true } };
const YOU = /\b(you|your|yours)\b/i;

// ---- ends ----

const MATCHES = {
  "duel": [["me", "me"], { target: 2, parries: 1 }],
  "imposter-kings": [["me", "me"], { target: 2 }],
  "liap-tui": [["me", "me", "me", "me"], { target: 5 }],
  "dune-battle": [["me", "me"], { scenario: "weapons" }],
};
const names = { 0: "Ann", 1: "Ben" };

/* Ann and Ben at their seats and Eve beside them, all there at the end of a match. */
async function ended(t, game, look = {}) {
  const [seats, options] = MATCHES[game];
  const server = await t.server();
  const made = await server.create(game, seats.map((_, i) => (i ? "open" : "me")), { name: "Ann", seed: 8, options });
  const tokens = { ...made.tokens };
  for (let seat = 1; seat < seats.length; seat++) Object.assign(tokens, (await server.api(`matches/${made.match}/join`, { name: names[seat] ?? `Guest ${seat}` })).tokens);
  const [ann, ben, eve] = [await t.player(server, look), await t.player(server, look), await t.player(server, look)];
  await ann.sit({ match: made.match, tokens }, 0);
  await ben.sit({ match: made.match, tokens }, 1);
  await eve.sit({ match: made.match });
  for (const one of [ann, ben, eve]) await one.page.locator(".mat").waitFor();
  const helper = await t.player(server);
  await helper.forget();
  await playBeside(helper, { match: made.match, tokens }, { choose: "mixed" });
  for (const one of [ann, ben, eve]) {
    await until(() => one.isOver, "the end");
    await drawn(one);
    if (await one.page.locator("#go-on").count()) await one.page.locator("#go-on").click(); // the last battle stays until one goes on
    await one.page.locator(".slip.end").waitFor();
  }
  return { server, ann, ben, eve, match: made.match };
}

const reasonsOf = player => player.page.locator(".slip.end .reasons li").evaluateAll(all => all.map(li => ({
  text: li.querySelector("span").textContent.trim(), isKey: !!li.querySelector(".key"), rule: li.querySelector(".ruleid")?.textContent ?? "",
})));

for (const game of Object.keys(MATCHES))
  test(`${game}: the end says why, to both who played and to who watched, each in their words`, async t => {
    const { server, ann, ben, eve, match } = await ended(t, game);
    const { over } = await server.api(`matches/${match}`);
    const all = { ann: await reasonsOf(ann), ben: await reasonsOf(ben), eve: await reasonsOf(eve) };
    const fill = text => text.replaceAll(/\{(\d)\}/g, (_, seat) => names[seat] ?? `Guest ${seat}`).replaceAll(/\bBot\b/g, "Bot");
    assert.ok(over.why.length >= 2 && over.why.length <= 4, `${over.why.length} reasons`);
    assert.deepEqual(all.eve.map(r => r.text), over.why.map(w => fill(w.says)), "who watches reads names");
    for (const [who, reasons] of Object.entries(all)) {
      assert.deepEqual(reasons.map(r => r.rule), over.why.map(w => w.rule), `${who}: the same reasons, by the same rules`);
      assert.ok(reasons.some(r => r.isKey), `${who}: the one that decided is marked`);
      assert.equal(reasons.filter(r => YOU.test(r.text)).length > 0, who !== "eve" && reasons.some((r, i) => r.text !== all.eve[i].text), who);
    }
    assert.doesNotMatch(await eve.page.locator(".slip.end").innerText(), YOU, "nobody is you to who watches");
    assert.ok([all.ann, all.ben].some(reasons => reasons.some(r => YOU.test(r.text))) || game === "dune-battle", "one of the players is named as you");
    // The id leads to the rule.
    await eve.page.locator(".slip.end .ruleid").first().click();
    await eve.page.getByRole("dialog").getByText(all.eve[0].rule, { exact: true }).first().waitFor();
  });

for (const [name, look] of Object.entries(LOOKS))
  test(`the end of Imposter Kings for all three, ${name}`, async t => {
    const { ann, ben, eve } = await ended(t, "imposter-kings", look);
    for (const [who, one] of Object.entries({ ann, ben, eve })) {
      await one.axe();
      await one.fits();
      await one.shot(`end-${who}-${name}`, { fullPage: Boolean(look.phone) });
      const acts = (await one.page.locator(".slip.end .slip-acts .btn").allInnerTexts()).map(text => text.trim());
      assert.ok(acts.includes("To the lobby") && acts.includes("Where it turned"), acts.join());
      // Everything is turned face up, and the card that decided has a frame.
      assert.equal(await one.page.locator(".mat .card.deciding").count(), 1);
      assert.equal(await one.page.locator(".them .card.back:not(.king)").count(), 0);
    }
    await eve.page.getByRole("link", { name: "Where it turned" }).click();
    await eve.page.locator(".graph-box, .going").first().waitFor();
  });

test("classic-battle: the end says which round decided, to who plays and to who watches", async t => {
  const server = await t.server();
  const made = await server.create("classic-battle", ["me", "bot"], { name: "Ann", seed: 3, options: { headless: "on" } });
  const ann = await t.player(server), eve = await t.player(server, { theme: "dark" });
  for (const one of [ann, eve]) await one.page.addInitScript(() => localStorage.setItem("croupier.judo.visited", "true"));
  await ann.forget();
  await playBeside(ann, made, { most: 40 }); // a session goes on for ever: matches follow each other
  await ann.sit(made, 0);
  await eve.sit({ match: made.match });
  for (const one of [ann, eve]) {
    await one.page.locator(".mat").waitFor();
    await until(async () => {
      for (const label of ["Close", "Restart round"]) {
        const button = one.page.getByRole("button", { name: label, exact: true });
        if (await button.count()) await button.first().click({ timeout: 2000 }).catch(() => {});
      }
      return one.page.locator("#match-end-dialog").count();
    }, "the end of a match");
    const reasons = one.page.locator("#match-end-dialog .reasons li");
    assert.equal(await reasons.count(), 2);
    assert.match(await reasons.first().innerText(), /^1?\.?\s*\w+ \d+ against \d+:[^]*JK-4\.5/);
    assert.match(await reasons.last().innerText(), /JK-3\.5/);
    assert.equal(await reasons.locator(".key").count(), 1);
    if (one === eve) assert.doesNotMatch(await one.page.locator("#match-end-dialog").innerText(), YOU);
    await one.axe();
    await one.shot(`judo-end-why-${one === ann ? "light" : "watched-dark"}`);
  }
});

// ---- rounds ----

for (const [name, look] of Object.entries(LOOKS))
  test(`a round of Imposter Kings ends with its reason, for who plays and who watches, ${name}`, async t => {
    const server = await t.server();
    const made = await server.create("imposter-kings", ["me", "bot"], { name: "Ann", seed: 3 });
    const ann = await t.player(server, look), eve = await t.player(server, look);
    await ann.forget();
    await playBeside(ann, made, { only: ["ready"], choose: "mixed" });
    await ann.forget();
    await ann.sit(made, 0);
    await eve.sit({ match: made.match });
    for (const one of [ann, eve]) {
      await caughtUp(one);
      const reason = one.page.locator("#slip .reasons li");
      assert.equal(await reason.count(), 1, "one reason");
      assert.match(await reason.innerText(), /(Assassin answers|no card (for the|left))[^]*IK-\d/);
      if (one === eve) assert.doesNotMatch(await one.page.locator("#slip").innerText(), YOU);
      assert.equal(await one.page.locator(".mat .card.deciding").count(), 1);
      await one.axe();
      await one.fits();
      await one.shot(`round-end-${one === ann ? "ann" : "eve"}-${name}`);
    }
  });

test("a round of Liap Tui tells its reason with the scores, step by step", async t => {
  const server = await t.server();
  const made = await server.create("liap-tui", ["me", "bot", "bot", "bot"], { name: "Ann", seed: 5 });
  const ann = await t.player(server, { pace: "step" }), eve = await t.player(server, { pace: "step" });
  await ann.sit(made, 0);
  await eve.sit({ match: made.match });
  for (const one of [ann, eve]) await one.page.locator("[data-shown]").waitFor();
  const helper = await t.player(server);
  await helper.forget();
  await playBeside(helper, made, { round: 2 });
  for (const one of [ann, eve]) {
    const slip = one.page.locator("#slip");
    await until(async () => {
      if (/the best of this round: \+?−?\d+/.test(await slip.innerText())) return true;
      await one.page.evaluate(() => document.activeElement?.blur());
      await one.page.keyboard.press("Space");
      return false;
    }, "the scores with the reason");
    if (one === eve) assert.doesNotMatch(await slip.locator(".slip-body").innerText(), YOU);
  }
});

// ---- what lies face down ----

// The question that is sealed, and how the table shows my answer; liap-tui lays pieces face down in turns, classic-battle hides nothing
// of what a player says.
const SEALED = {
  "duel": { asks: "pick", on: ".bout .sealed", says: own => new RegExp(`your ${own.card}`) },
  "imposter-kings": { asks: "setup", on: "#slip .sealed-note", says: own => new RegExp(`Face down, only you know: Successor ${own.successor}, Dungeon ${own.dungeon}`, "i") },
  "dune-battle": { asks: "plans", options: { scenario: "weapons" }, on: ".own-wheel", says: () => /Locked/i },
};
const PLAIN = { on: "#slip .sealed-note", says: () => /Face down, only you know: \S/ };

for (const [game, how] of Object.entries(SEALED))
  for (const plain of [false, true])
    test(`${game}${plain ? ", plain table" : ""}: my own sealed answer is shown to me, and to nobody else`, async t => {
      const server = await t.server();
      const made = await server.create(game, ["me", "me"], { name: "Ann", seed: 7, options: how.options ?? {} });
      const [ann, ben, eve, helper] = await Promise.all([{ plain }, { plain }, { plain }, {}].map(options => t.player(server, options)));
      await helper.forget();
      await playBeside(helper, made, { seat: -1, asks: how.asks });
      await ann.sit(made, 0);
      await ben.sit(made, 1);
      await eve.sit({ match: made.match });
      for (const one of [ann, ben, eve]) await caughtUp(one);
      // Ann answers, Ben does not.
      await playBeside(helper, { match: made.match, tokens: { 0: made.tokens[0] } }, { most: 1 });
      for (const one of [ann, ben, eve]) {
        await until(() => !one.state.question.open.includes(0), "the answer");
        await drawn(one);
      }
      const { own } = ann.state.view, { on, says } = plain ? PLAIN : how;
      assert.ok(own, "it is in my view");
      await ann.page.locator(on).waitFor();
      assert.match((await ann.page.locator(on).innerText()).replaceAll(/\s+/g, " "), says(own));
      await ann.axe();
      await ann.shot(`sealed-${game}${plain ? "-plain" : ""}`);
      for (const one of [ben, eve]) assert.equal(await one.page.locator(on).count(), 0);
      await ann.page.reload(); // and after a reload
      await ann.page.locator(on).waitFor();
    });

test("liap-tui: my own pieces lie open to me and covered to the others, until all are turned", async t => {
  const server = await t.server();
  const [ann, eve, helper] = await Promise.all([{}, {}, {}].map(options => t.player(server, options)));
  await helper.forget();
  for (let seed = 1; seed < 20; seed++) {
    const made = await server.create("liap-tui", ["me", "me", "me", "me"], { name: "Ann", seed });
    await playBeside(helper, made, { asks: "play" });
    await playBeside(helper, { match: made.match, tokens: { 0: made.tokens[0] } }, { most: 1 });
    await Promise.all([ann.forget(), eve.forget()]);
    await ann.sit(made, 0);
    await eve.sit({ match: made.match });
    for (const one of [ann, eve]) await caughtUp(one);
    const pieces = ann.state.view.play[0];
    if (!pieces?.length) continue; // she was the last of her turn: all are turned
    const well = one => one.page.locator(".well.s");
    assert.match(await well(ann).innerText(), /face down/);
    assert.equal(await well(ann).locator(".piece:not(.down)").count(), pieces.length);
    assert.equal(await well(eve).locator(".piece:not(.down)").count(), 0);
    assert.equal(await well(eve).locator(".piece.down").count(), pieces.length);
    return;
  }
  assert.fail("never in the middle of a turn");
});
