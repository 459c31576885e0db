// How to play, what a thing is, and the rules: one sheet per game from lobby, table and lesson; read by hover, focus, key
// and long press; rules with headings and contents.
import { assert, sleep, test, until } from "./lib.mjs";

const GAMES = { "imposter-kings": "Cards", "liap-tui": "Combinations", "dune-battle": "Cards", dune: "Factions", "classic-battle": "Stats", duel: "Cards" };
const sheet = page => page.locator("dialog.how-s");
const LOOKS = [{}, { phone: true }]; // the first in light and dark

async function clean(player, look, also) {
  if (!look.phone) return player.axeInBoth(also);
  await player.axe();
  await also("phone");
}

for (const [game, first] of Object.entries(GAMES))
  test(`${game}: the sheet from the lobby, in light, dark and on a phone`, { seconds: 180 }, async t => {
    const server = await t.server();
    for (const look of LOOKS) {
      const ann = await t.player(server, look), { page } = ann;
      await ann.open("#/");
      await page.locator(`[data-game="${game}"] .linkish`).click();
      await sheet(page).getByRole("tab", { name: first, selected: true }).waitFor();
      const tabs = await sheet(page).getByRole("tab").allTextContents();
      assert.deepEqual(tabs.slice(-4), ["In a minute", "Words", "Keys", "Every rule"]);
      for (const tab of tabs) {
        await sheet(page).getByRole("tab", { name: tab, exact: true }).click();
        await sheet(page).getByRole("tabpanel").waitFor();
        if (tab !== "Every rule") assert.doesNotMatch(await sheet(page).innerText(), /[A-Z]{2,}_[A-Z]|[`*]/, `${game}: ${tab}`);
        await ann.fits();
      }
      for (const tab of ["Every rule", tabs[0]]) {
        await sheet(page).getByRole("tab", { name: tab, exact: true }).click();
        await clean(ann, look, async name => {
          await ann.fits();
          if (tab === tabs[0]) await ann.shot(`how-${game}-${name}`);
        });
      }
      await page.keyboard.press("Escape");
      assert.equal(await sheet(page).count(), 0);
      await page.context().close();
    }
  });

// ---- at the table ----

async function seated(t, look = {}) {
  const server = await t.server();
  const ann = await t.player(server, look);
  const made = await server.create("imposter-kings", ["me", "bot:random"], { seed: 7 });
  await ann.sit(made, 0);
  await ann.page.locator(".mine [data-card]").first().waitFor();
  return ann;
}

test("H at the table opens the sheet, marks what I hold, finds cards, words and rules", async t => {
  const ann = await seated(t), { page } = ann;
  const held = await page.locator(".mine [data-card]").evaluateAll(all => [...new Set(all.map(e => e.dataset.card))]);
  await page.keyboard.press("h");
  await sheet(page).locator(".cheat li").first().waitFor();
  assert.deepEqual((await sheet(page).locator(".cheat li.have").evaluateAll(all => all.map(e => e.dataset.thing))).sort(), held.sort());
  await ann.shot("how-at-the-table");
  // A word with a dotted line opens its entry in place.
  await sheet(page).locator(".dfn", { hasText: "Royalty" }).first().click();
  await sheet(page).locator(".entry", { hasText: "A mark of Princess and Queen" }).waitFor();
  // The search, and Enter opens the first.
  const find = sheet(page).getByRole("searchbox");
  await find.fill("assassin");
  await sheet(page).locator(".found [data-found=Assassin]").waitFor();
  await find.press("Enter");
  await until(() => page.evaluate(() => document.activeElement?.dataset.thing === "Assassin"), "the Assassin");
  await find.fill("antechamber");
  await sheet(page).locator("[data-found=Antechamber]").click();
  await until(() => page.evaluate(() => document.activeElement?.dataset.word === "Antechamber"), "the word");
  await find.fill("IK-4.3");
  await find.press("Enter");
  await sheet(page).locator('[data-rule="IK-4.3"].here').waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await sheet(page).count(), 0);
});

const meaning = page => page.locator(".meaning");

test("what a card is: by hover, focus, key and long press, and never over the Throne", async t => {
  const ann = await seated(t), { page } = ann;
  const first = page.locator(".mine [data-card]").first(), word = await first.getAttribute("data-card");
  await first.hover();
  await meaning(page).waitFor();
  const words = JSON.parse(await (await fetch(`${ann.url}/${await page.evaluate(() => performance.getEntriesByType("resource").map(e => e.name).find(name => name.includes("teach-imposter")).split("/").pop())}`)).text());
  const says = words.how.tabs[0].groups.flatMap(g => g.things).find(one => one.word === word).words;
  assert.equal(await meaning(page).locator("p").textContent(), says);
  await ann.shot("meaning");
  await page.mouse.move(5, 5);
  await meaning(page).waitFor({ state: "detached" });
  // By key: the focus alone, and "?" at once.
  await page.keyboard.press("Tab");
  for (let i = 0; i < 40 && !await page.evaluate(() => document.activeElement?.dataset.card); i++) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await meaning(page).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await meaning(page).count(), 0);
  await page.keyboard.press("?");
  await meaning(page).waitFor();
  await ann.axe();
  // Wherever a card lies, the Throne stays in sight.
  const server = ann.server, made = await server.create("imposter-kings", ["me", "bot:random"], { seed: 3 });
  await ann.sit(made, 0);
  await page.locator(".throne").waitFor();
  for (const card of await page.locator(".mine [data-card]").all()) {
    await card.hover();
    await meaning(page).waitFor();
    const [a, b] = await Promise.all([meaning(page).boundingBox(), page.locator(".throne").boundingBox()]);
    assert.ok(a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height, "the Throne is covered");
    await page.mouse.move(5, 5);
    await meaning(page).waitFor({ state: "detached" });
  }
});

test("on a phone a long press tells what a piece is, and chooses nothing", async t => {
  const server = await t.server();
  const ann = await t.player(server, { phone: true }), { page } = ann;
  const made = await server.create("liap-tui", ["me", "bot:random", "bot:random", "bot:random"], { seed: 5 });
  await ann.sit(made, 0);
  const piece = page.locator(".mine [data-piece]").first();
  await piece.waitFor();
  await until(() => page.evaluate(() => performance.getEntriesByType("resource").some(e => e.name.includes("teach-liap"))), "the words");
  await sleep(300);
  const box = await piece.boundingBox(), touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await meaning(page).waitFor();
  await ann.shot("meaning-phone");
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.match(await meaning(page).textContent(), /point/);
  assert.equal(await page.locator(".mine [data-piece][aria-pressed=true]").count(), 0);
  await ann.fits();
});

// ---- rules ----

for (const look of LOOKS)
  test(`the page of rules has headings and contents, no raw markup, and ids for links: ${look.phone ? "phone" : "light and dark"}`, { seconds: 180 }, async t => {
    const server = await t.server();
    const ann = await t.player(server, look), { page } = ann;
    for (const game of Object.keys(GAMES)) {
      await ann.open(`#/rules/${game}`);
      await page.locator(`.rule-list li`).first().waitFor();
      await until(async () => (await page.locator("h1").textContent()).toLowerCase().includes(game.split("-")[0]), "the game");
      const { rules } = await server.api(`games/${game}`);
      await until(async () => await page.locator(".rule-list li").count() === rules.length, "all rules");
      const text = await page.locator("main").innerText();
      assert.doesNotMatch(text, /`/, `${game}: raw markup`);
      assert.doesNotMatch(text, /(^|\s)\*\w/, `${game}: raw markup`);
      const headings = await page.locator("main h2").allTextContents(), contents = await page.locator(".rule-toc button").count();
      assert.ok(headings.length >= 4 && contents === headings.length, `${game}: ${headings.length} headings, ${contents} in the contents`);
      assert.ok(headings.every(one => !one.startsWith("Rules ")), `${game}: ${headings}`);
      await clean(ann, look, () => ann.fits());
    }
    // The contents lead to a part, an address to a rule.
    await ann.open("#/rules/imposter-kings");
    await page.locator(".rule-toc [data-part=IK-6]").click();
    await until(() => page.evaluate(() => document.activeElement?.dataset.section === "IK-6"), "the part");
    await ann.open("#/rules/imposter-kings?at=IK-7.6");
    await page.locator('[data-rule="IK-7.6"].here').waitFor();
    for (const theme of look.phone ? ["light"] : ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: theme });
      await ann.shot(`rules-${look.phone ? "phone" : theme}`);
    }
  });
