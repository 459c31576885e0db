// Twenty rounds of Liap Tui: totals and log stay in sight to the last one, all rounds are a sheet by key; on phones the totals are a
// line above the cloth.
import { assert, test } from "./lib.mjs";
import { caughtUp, playBeside } from "./tables.mjs";

const ROUNDS = 20, LAST = 3;
const signed = n => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0"), figure = n => (n < 0 ? `−${-n}` : String(n));

/* Ann in round `round`, with nothing played by hand. */
async function late(t, options, round) {
  const server = await t.server();
  const made = await server.create("liap-tui", ["me", "bot", "bot", "bot"], { name: "Ann", seed: 5, options: { target: 200 } });
  const ann = await t.player(server, { name: "Ann", ...options });
  await ann.forget();
  await playBeside(ann, made, { round, asks: "play", choose: "mixed" });
  await ann.forget();
  await ann.sit(made, 0);
  await caughtUp(ann);
  assert.equal(ann.state.view.round, round);
  return { ann, made, page: ann.page, rounds: ann.state.view.sheet.filter(row => row.length) };
}

const rowsOf = table => table.locator("tbody tr").evaluateAll(rows => rows.map(row => [...row.children].map(e => e.textContent.trim().replaceAll(/\s+/g, " "))));
/* "−2 0/2" of a seat, as the referee's own sheet has it. */
const cellOf = (row, seat) => `${signed(row[seat * 6 + 4])} ${row[seat * 6]}/${row[seat * 6 + 1]}`;

/* All rounds: a row each, the totals below, hits marked; and a line for each seat that ends at its name. */
async function checkSheet(ann, rounds) {
  const sheet = ann.page.getByRole("dialog", { name: "All rounds" });
  await sheet.waitFor();
  const rows = await rowsOf(sheet.locator(".ledger"));
  assert.equal(rows.length, rounds.length);
  rounds.forEach((row, i) => assert.deepEqual(rows[i].slice(1), [0, 1, 2, 3].map(seat => cellOf(row, seat)), `round ${i + 1}`));
  assert.deepEqual(await sheet.locator("tfoot td").allInnerTexts(), ann.state.view.total.map(figure));
  assert.equal(await sheet.locator("td.hit").count(), rounds.flatMap(row => [0, 1, 2, 3].filter(seat => row[seat * 6] === row[seat * 6 + 1])).length);
  const lines = await sheet.locator(".course polyline").evaluateAll(all => all.map(e => [e.points.length, getComputedStyle(e).strokeDasharray]));
  assert.deepEqual(lines.map(([n]) => n), Array(4).fill(rounds.length + 1));
  assert.equal(new Set(lines.map(([, dash]) => dash)).size, 4, "told apart by pattern too");
  assert.deepEqual((await sheet.locator(".course text.who").allTextContents()).sort(), ["Bot 2", "Bot 3", "Bot 4", "You"]);
  await ann.axe();
  await ann.fits();
  await ann.targets();
}

for (const theme of ["light", "dark"])
  test(`totals, the last rounds and the log stay in sight; S has all rounds, ${theme}`, async t => {
    const { ann, page, rounds } = await late(t, { theme }, ROUNDS);
    assert.match(await page.locator(".bar").innerText(), /Round 20 of 20/);
    const rail = page.locator(".rail");
    const totals = await rail.locator(".totals li").evaluateAll(all => all.map(li => [li.querySelector(".t-n").textContent, li.querySelector("strong").textContent, li.querySelector("small").textContent]));
    const { view } = ann.state, order = [0, 1, 2, 3].sort((a, b) => view.total[b] - view.total[a]), names = ["You", "Bot 2", "Bot 3", "Bot 4"];
    assert.deepEqual(totals, order.map(seat => [names[seat], figure(view.total[seat]), signed(rounds.at(-1)[seat * 6 + 4])]));
    const rows = await rowsOf(rail.locator(".ledger"));
    assert.deepEqual(rows.map(row => Number.parseInt(row[0], 10)), [...rounds.keys()].slice(-LAST).map(i => i + 1).concat(ROUNDS), "the last three, and this one");
    rounds.slice(-LAST).forEach((row, i) => assert.deepEqual(rows[i].slice(1), [0, 1, 2, 3].map(seat => cellOf(row, seat))));
    // The log keeps its place below, however many rounds there were.
    const log = await rail.locator(".log-box").boundingBox(), window = page.viewportSize();
    assert.ok(log.height >= 200 && log.y + log.height <= window.height, `the log has ${log.height} px`);
    await page.locator(".log li.now").last().waitFor();
    assert.ok((await page.locator(".log li.now").last().boundingBox()).y < window.height, "its newest line is in sight");
    await ann.axe();
    await ann.fits();
    await ann.shot(`tui-late-${theme}`);
    await page.keyboard.press("s");
    await checkSheet(ann, rounds);
    await ann.shot(`tui-sheet-${theme}`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "All rounds" }).waitFor({ state: "detached" });
    await rail.getByRole("button", { name: `All ${rounds.length} rounds` }).click();
    await page.getByRole("dialog", { name: "All rounds" }).waitFor();
  });

for (const [name, options] of Object.entries({ phone: { phone: true }, "phone, dark": { phone: true, theme: "dark" }, "320 px": { phone: true, size: { width: 320, height: 844 } } }))
  test(`the totals are a line above the cloth, and lead to all rounds, ${name}`, async t => {
    const { ann, page, rounds } = await late(t, options, 18);
    const strip = page.locator(".ticker .tui-strip"), { view } = ann.state;
    const order = [0, 1, 2, 3].sort((a, b) => view.total[b] - view.total[a]);
    assert.deepEqual(await strip.locator("li b").allInnerTexts(), order.map(seat => figure(view.total[seat])));
    const line = await strip.boundingBox(), cloth = await page.locator(".mat").boundingBox();
    assert.ok(line.y + line.height <= cloth.y, "above the cloth");
    await ann.axe();
    await ann.fits();
    await ann.shot(`tui-late-${name.replaceAll(/\W+/g, "-")}`, { fullPage: true });
    await page.getByRole("button", { name: "All rounds" }).click();
    await checkSheet(ann, rounds);
    await ann.shot(`tui-sheet-${name.replaceAll(/\W+/g, "-")}`);
    await page.getByRole("button", { name: "Close" }).click();
    // By key too, and from score and log.
    await page.keyboard.press("s");
    await page.getByRole("dialog", { name: "All rounds" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Open the log" }).click();
    await page.getByRole("button", { name: `All ${rounds.length} rounds` }).click();
    await page.getByRole("dialog", { name: "All rounds" }).waitFor();
  });

test("all twenty rounds to the end: the sheet, the reasons, and the same in the replay", async t => {
  const { ann, made, page } = await late(t, {}, ROUNDS);
  await playBeside(ann, made, { choose: "mixed" });
  await page.locator(".slip.end").waitFor();
  assert.match(await page.locator(".slip.end").innerText(), /The end · why/i);
  assert.ok(await page.locator(".slip.end .reasons li").count() >= 1);
  const rounds = ann.state.view.sheet.filter(row => row.length);
  assert.equal(rounds.length, ROUNDS);
  await page.keyboard.press("s");
  await checkSheet(ann, rounds);
  await ann.open(`#/replay/${made.match}`);
  await page.locator("[data-eyes-shown]").waitFor();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: `All ${ROUNDS} rounds` }).waitFor();
  await page.keyboard.press("s");
  await page.getByRole("dialog", { name: "All rounds" }).waitFor();
});
