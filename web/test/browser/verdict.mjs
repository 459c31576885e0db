// The verdict on a match: a sheet in plain words, reached from the end and from past matches, with the file to keep. What it
// says is what the terminal says of that file, and what any page finds in it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMALL_PHONE, assert, program, test } from "./lib.mjs";
import { playBeside } from "./tables.mjs";

const LOOKS = { light: {}, dark: { theme: "dark" }, phone: { phone: true }, "small phone": { phone: true, size: SMALL_PHONE } };

/* A duel against the bot that Ann has just played to its end, at its table. */
async function overDuel(t, options) {
  const server = await t.server("--bot-pace", "instant");
  const ann = await t.player(server, { name: "Ann", ...options }), { page } = ann;
  const made = await server.create("duel", ["me", "bot"], { name: "Ann", shares: false, options: { target: 1, parries: 0 } });
  await ann.open();
  await playBeside(ann, made);
  await ann.sit(made, 0);
  await page.locator("[data-over]").waitFor();
  return { server, ann, page, made };
}

const sentences = text => text.split(/(?<=\.)\s+/).map(s => s.trim()).filter(s => s);

for (const [name, options] of Object.entries(LOOKS))
  test(`the verdict is a sheet of its own, with the file to keep, ${name}`, async t => {
    const { ann, page, made } = await overDuel(t, options);
    // From the end, by keys alone.
    const link = page.locator("#slip").getByRole("link", { name: "Verdict", exact: true });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "The verdict" }).waitFor();
    await page.locator("[data-verdict=holds]").waitFor();
    assert.match(page.url(), new RegExp(`#/verdict/${made.match}$`));
    const found = Object.fromEntries(await page.locator("[data-what]").evaluateAll(all => all.map(e => [e.dataset.what, e.querySelector("span").textContent])));
    assert.deepEqual(Object.keys(found), ["record", "commitment", "parts", "committed", "moves", "views", "result"]);
    assert.match(found.parts, /^Who dealt\. The server alone has drawn the seed\.$/);
    assert.match(found.committed, /^What was committed when\. The server committed to its seed before the match began, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/);
    assert.match(found.moves, /^Every move\. The referee for Duel, rules version \d+, played all \d+ moves again: each was allowed and led where the record says\.$/);
    assert.match(found.result, /^The result\. The result is \d+ : \d+\.$/);
    await ann.axe();
    await ann.fits();
    await ann.shot(`verdict-${name.replace(" ", "-")}`);

    // The file to keep, by keys.
    const folder = mkdtempSync(join(tmpdir(), "verdict-"));
    try {
      const save = page.getByRole("button", { name: /^Save duel-[0-9a-f]{8}\.rec$/ });
      await save.focus();
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      const file = join(folder, download.suggestedFilename());
      await download.saveAs(file);
      assert.match(await page.locator("pre").innerText(), new RegExp(`^croupier replay ${download.suggestedFilename()}$`));
      // The terminal says the same.
      const told = execFileSync(program, ["replay", file], { encoding: "utf8" });
      const verdict = told.slice(told.indexOf("The verdict: everything holds."));
      for (const what of ["parts", "committed", "moves", "result"])
        for (const sentence of sentences(found[what]).slice(1)) assert.ok(verdict.includes(sentence), `“${sentence}” is not in: ${verdict}`);
      // The page's own checker takes the file, and finds what somebody has changed in it.
      await page.getByRole("link", { name: "the checker of this page" }).click();
      await page.getByLabel(/ends with \.rec/).setInputFiles(file);
      await page.locator("[data-verdict=holds]").waitFor();
      const bytes = readFileSync(file);
      bytes[bytes.length - 40] ^= 1;
      writeFileSync(join(folder, "changed.rec"), bytes);
      await page.getByLabel(/ends with \.rec/).setInputFiles(join(folder, "changed.rec"));
      await page.locator("[data-verdict=lied]").waitFor();
    } finally {
      rmSync(folder, { recursive: true });
    }

    // From the past.
    await ann.open("#/past");
    await page.getByRole("link", { name: /^Verdict on Duel/ }).click();
    await page.locator("[data-verdict=holds]").waitFor();
    await ann.open("#/past");
    await ann.axe();
    await ann.fits();
  });

test("a match that is not over has no verdict, and none is made up", async t => {
  const server = await t.server();
  const ann = await t.player(server);
  const made = await server.create("duel", ["me", "open"], { name: "Ann" });
  await ann.open(`#/verdict/${made.match}`);
  await ann.page.getByText("This match is not over yet").waitFor();
  assert.equal(await ann.page.locator("[data-verdict]").count(), 0);
  ann.allowed = [/404/];
  await ann.open(`#/verdict/${"0".repeat(32)}`);
  await ann.page.getByRole("alert").first().waitFor();
  await ann.axe();
});
