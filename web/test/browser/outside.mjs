// Games from outside: shown by the table their module brings, by the generic one where there is none, and also where the one
// they bring does not work.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { assert, program, test, until } from "./lib.mjs";
import { assertNoSecrets } from "./secrets.mjs";

const built = join(dirname(program), "examples");

async function table(t, folder) {
  const server = await t.server("--games", folder);
  const made = await server.create("kuhn", ["me", "me"]);
  const players = [await t.player(server, { name: "Ann" }), await t.player(server, { name: "Bob" })];
  for (const [seat, player] of players.entries()) {
    await player.listen();
    await player.sit(made, seat);
  }
  return { server, made, players };
}

async function press(player, move) {
  await player.page.locator(`[data-move="${move}"]:not([aria-disabled=true])`).click();
}

async function showdown({ server, made, players }) {
  const [ann, bob] = players;
  await press(ann, "bet");
  await press(bob, "call");
  await until(() => ann.isOver && bob.isOver, "the end");
  for (const [seat, player] of players.entries())
    await assertNoSecrets(server, player, { match: made.match, seat, tokens: made.tokens });
}

test("a game from outside brings its table, and both hands are shown at the end", async t => {
  const all = await table(t, built), [ann] = all.players;
  await ann.page.locator(".kuhn-card").first().waitFor();
  assert.equal(await ann.page.locator(".kuhn-back").count(), 1, "the other card lies face down");
  assert.match(await ann.page.locator(".kuhn-seat").first().innerText(), /the (Jack|Queen|King), 1 in the pot/);
  assert.equal(await ann.page.evaluate(() => getComputedStyle(document.querySelector(".kuhn")).display), "flex", "its style counts");
  await ann.axe();
  await ann.shot("kuhn");
  await showdown(all);
  await until(async () => await ann.page.locator(".kuhn-card").count() === 2 && await ann.page.locator(".kuhn-back").count() === 0, "both cards");
  assert.match(await ann.page.locator(".kuhn-seat").last().innerText(), /2 in the pot/);
});

for (const [how, script] of [
  ["without a table of its own", null],
  ["whose table throws", "export default () => { throw new Error('no table today'); };"],
  ["whose table throws at its first change", "export default () => ({ update() { throw new Error('no update'); } });"],
]) test(`a game from outside ${how} has the generic one`, async t => {
  const folder = mkdtempSync(join(tmpdir(), "croupier-outside-"));
  try {
    copyFileSync(join(built, "kuhn.so"), join(folder, "kuhn.so"));
    if (script) writeFileSync(join(folder, "kuhn.js"), script);
    const all = await table(t, folder), [ann] = all.players;
    await ann.page.locator(".g-zones").first().waitFor();
    await showdown(all);
    assert.match(await ann.page.locator(".generic").innerText(), /King|Queen|Jack/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
