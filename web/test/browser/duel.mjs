// The generic table, by the example of the duel: two browsers from lobby to end, by mouse and by keyboard alone, with a
// slow wire that breaks in the middle.
import { assert, test, until } from "./lib.mjs";
import { assertNoSecrets } from "./secrets.mjs";

const SEATS = ["me", "me"], SHORT = { options: { target: 2, parries: 1 } };

// Both play until the end; `answer` presses one move on the page of whoever is asked.
async function playOut(players, answer, each = () => {}) {
  for (let i = 0; !players.every(one => one.isOver); i++) {
    const asked = await until(() => players.every(one => one.isOver) || players.find(one => one.state?.question?.mine && !one.isOver), "a question");
    if (asked === true) break;
    const { ticket } = asked.state.question;
    await asked.page.locator("[data-move]:not([aria-disabled=true])").first().waitFor();
    await answer(asked);
    await until(() => asked.isOver || !asked.state.question?.mine || asked.state.question.ticket !== ticket, "the answer to count");
    await each(i);
  }
}

async function table(t, options = {}) {
  const server = await t.server();
  const made = await server.create("duel", SEATS, SHORT);
  const players = [await t.player(server, { name: "Ann", plain: true, ...options }), await t.player(server, { name: "Bob", plain: true })];
  for (const [seat, player] of players.entries()) {
    await player.listen();
    await player.sit(made, seat);
  }
  return { server, made, players };
}

async function checkEnd({ server, made, players }) {
  for (const [seat, player] of players.entries())
    await assertNoSecrets(server, player, { match: made.match, seat, tokens: made.tokens });
}

test("two browsers play a duel by mouse; every event is in the log and spoken", { quick: true }, async t => {
  const all = await table(t), [ann] = all.players;
  await playOut(all.players, one => one.page.locator("[data-move]").last().click());
  await ann.page.getByRole("link", { name: "Where it turned" }).waitFor();
  assert.match(await ann.page.locator("#slip").innerText(), /win|draw/i);
  await ann.axe();
  await ann.shot("duel-over");
  const events = ann.messages.filter(m => m.type === "update").flatMap(m => m.events).filter(e => e.says);
  assert.equal(await ann.page.locator(".log li:not(.head)").count(), events.length);
  const said = await ann.spoken();
  assert.ok(said.some(s => s.now && /^Your decision/.test(s.text)), "my question is spoken at once");
  assert.ok(said.some(s => !s.now && /Turned together/.test(s.text)), "what happens is spoken");
  assert.equal(said.filter(s => /New deal/.test(s.text)).length, 0, "what was before I came is not");
  await checkEnd(all);
});

test("time that runs out is told as that, in log and slip, and never as mine", async t => {
  const server = await t.server();
  const made = await server.create("duel", SEATS, { options: { target: 9, parries: 0, time: 1500 } });
  const ann = await t.player(server, { name: "Ann", plain: true });
  await ann.listen();
  await ann.sit(made, 0);
  const mine = /Time ran out: the referee played “[^”]*\d+[^”]*” for you/;
  await ann.page.locator("#slip", { hasText: mine }).waitFor();
  const log = (await ann.page.locator(".log li").allInnerTexts()).join("\n");
  assert.match(log, mine);
  assert.match(log, /The referee has laid a card face down/);
  assert.match(log, /Time ran out: the referee answered for Player 2/);
  assert.doesNotMatch(log, /You (play|pick|pass|have answered)/);
  await until(async () => (await ann.spoken()).some(s => mine.test(s.text)), "it is spoken");
});

test("two browsers play a duel by keyboard alone", async t => {
  const all = await table(t);
  let n = 0;
  await playOut(all.players, async one => {
    if (n++ % 2) return one.page.keyboard.press("1");
    await one.page.locator("[data-move]").first().focus();
    await one.page.keyboard.press("End");
    await one.page.keyboard.press("Enter");
  });
  await checkEnd(all);
});

test("a phone with 100 ms of latency, cut off in the middle, misses nothing", async t => {
  const all = await table(t, { phone: true, latency: 100 });
  const [ann] = all.players;
  ann.allowed = [/WebSocket/];
  await playOut(all.players, one => one.page.locator("[data-move]").first().click(), i => {
    if (i === 2) ann.wire.cut();
  });
  assert.ok(ann.sockets.length > 1, "the page came back");
  const numbers = ann.messages.filter(m => m.type === "update").map(m => m.n);
  assert.deepEqual([...new Set(numbers)], Array.from({ length: numbers.at(-1) }, (_, i) => i + 1));
  await ann.fits();
  await ann.shot("duel-phone-over");
  await checkEnd(all);
});

test("the inspector of a live match knows what the seat knows", async t => {
  const server = await t.server();
  const made = await server.create("duel", SEATS, SHORT);
  const ann = await t.player(server, { plain: true }), bob = await t.player(server, { plain: true });
  await ann.sit(made, 0);
  await bob.sit(made, 1);
  await until(() => ann.state?.question?.mine && bob.state?.question?.mine, "the deal");
  const { page } = ann;
  await bob.page.locator("[data-move]").first().click(); // sealed: Ann may not see which
  await until(() => ann.state.events?.some(e => e.event === "sealed"), "the sealed answer");
  await page.locator(".mat").first().click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("i");
  const inspector = page.locator("#inspector");
  await inspector.getByRole("tab", { name: "View" }).click();
  const view = JSON.parse(await inspector.locator("pre").first().innerText());
  assert.deepEqual(view, ann.state.view);
  assert.equal(view.own, null);
  await inspector.getByRole("tab", { name: "Legal" }).click();
  assert.deepEqual(JSON.parse(await inspector.locator("pre").first().innerText()), ann.state.offers.moves);
  await inspector.getByRole("tab", { name: "Chart" }).click();
  assert.match(await inspector.locator("[aria-current=step]").first().innerText(), /pick/);
  await inspector.getByRole("tab", { name: "Messages" }).click();
  await inspector.getByText("attached", { exact: true }).waitFor();
  await ann.axe();
  await page.keyboard.press("i");
  assert.equal(await inspector.count(), 0);
});
