// Hints: for my own question, from what I see, told to everybody, where the table allows them.
import { assert, test, until } from "./lib.mjs";

test("a hint names the best moves, by button and by T, and goes with the question", async t => {
  const server = await t.server();
  const made = await server.create("duel", ["me", "bot:random"], { options: { target: 3 } });
  const ann = await t.player(server, { name: "Ann" });
  await ann.listen();
  await ann.sit(made, 0);
  await ann.page.locator("#ask-hint").click();
  const box = ann.page.locator("#hint");
  await box.locator("li").nth(2).waitFor();
  assert.match(await box.innerText(), /The bot saw what you see: [\d,]+ deals/);
  assert.match(await box.locator("li.best").innerText(), /Lay the \d+[\s\S]*\d+ %[\s\S]*± \d+/);
  // The same numbers on the cards, the best in brass; beside the question where there is room.
  const told = ann.messages.findLast(m => m.type === "hinted").moves, [best] = told;
  for (const { move, worth } of told) {
    const odds = ann.page.locator(`.duel .hand [data-card="${move.split(" ")[1]}"] .card-odds`).first();
    assert.equal(await odds.getAttribute("data-odds"), `${Math.round(worth * 100)} %`);
    assert.equal(await odds.evaluate(e => e.classList.contains("best")), move === best.move);
  }
  const [question, beside] = [await ann.page.locator("#slip h2").first().boundingBox(), await box.boundingBox()];
  assert.ok(beside.x > question.x + 100 && beside.y < question.y + 20, "beside the question");
  await ann.axe();
  await ann.fits();
  await ann.lies();
  await ann.shot("hint");
  await until(() => ann.messages.some(m => m.type === "seats" && m.seats[0].hints === 1), "everybody to be told");
  assert.ok((await ann.spoken()).some(s => /^Hint: Lay the \d+, \d+ percent/.test(s.text)), "it is spoken");
  await box.getByRole("button", { name: "Close the hint" }).click();
  await box.waitFor({ state: "detached" });
  await ann.page.keyboard.press("t");
  await box.waitFor();
  const moved = ann.messages.length;
  await ann.page.locator(".duel .hand .card.legal").last().click();
  await ann.page.locator(".duel .hand .card.sel").click();
  await until(() => ann.messages.slice(moved).some(m => m.type === "update"), "the move to count");
  await box.waitFor({ state: "detached" });
});

test("among people there are no hints unless the table was opened with them; then others are told", async t => {
  const server = await t.server();
  for (const hints of [undefined, "on"]) {
    const made = await server.create("duel", ["me", "me"], hints ? { hints } : {});
    const [ann, bob] = [await t.player(server, { name: "Ann" }), await t.player(server, { name: "Bob" })];
    for (const [seat, one] of [ann, bob].entries()) {
      await one.listen();
      await one.sit(made, seat);
    }
    await ann.page.locator(".duel .hand .card.legal").first().waitFor();
    if (!hints) {
      assert.equal(await ann.page.locator("#ask-hint").count(), 0);
      continue;
    }
    await ann.page.locator("#ask-hint").click();
    await ann.page.locator("#hint li").first().waitFor();
    await bob.page.getByText("asks for a hint").first().waitFor();
    await bob.page.locator(".hints", { hasText: "1 hint" }).first().waitFor();
    assert.equal(bob.messages.filter(m => m.type === "hinted").length, 0);
  }
});
