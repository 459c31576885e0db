// Bots take their time among people, and the referee passes for those who can do nothing else.
import { assert, sleep, test, until } from "./lib.mjs";

const slip = player => player.page.locator("#slip");

// A match in which Ann sits, with her page open; `how` as for t.player.
async function table(t, pace, game, seats, how = {}, more = {}) {
  const server = await t.server("--bot-pace", pace);
  const ann = await t.player(server, { empty: true, plain: game === "duel", ...how });
  const made = await server.create(game, seats, { name: "Ann", ...more });
  await ann.sit(made, 0);
  await ann.page.locator("[data-shown]").waitFor();
  return { server, ann, made };
}

// Answers with the first move the referee offers, over the page's own buttons, cards and keys being the tables' business.
const answer = ann => ann.page.evaluate(([match, token, ticket, move]) => new Promise((done, fail) => {
  const socket = new WebSocket(`ws://${location.host}/ws`, "croupier.v1");
  socket.onopen = () => socket.send(JSON.stringify({ type: "attach", match, token }));
  socket.onerror = fail;
  socket.onmessage = e => {
    const types = e.data.split("\n").map(line => JSON.parse(line).type);
    if (types.includes("attached")) socket.send(JSON.stringify({ type: "move", id: ticket * 1000 + 999, ticket, move }));
    if (types.includes("ack")) { socket.close(); done(); }
  };
}), ann.answer);

test("a bot takes its time, and the space bar or a button ends the waiting", async t => {
  const { ann } = await table(t, "calm", "duel", ["me", "bot"], {}, { options: { parries: 0, target: 9 } });
  for (const end of [() => ann.page.keyboard.press("Space"), () => ann.page.locator("#hurry").click()]) {
    await until(() => ann.state?.question?.mine, "my question");
    const { ticket } = ann.state.question;
    await ann.move(ann.state.offers.moves[0]).click();
    await ann.page.locator("#hurry").waitFor();
    await ann.targets();
    const begin = Date.now();
    await end();
    await until(() => ann.state.question?.ticket > ticket, "the bot's answer");
    assert.ok(Date.now() - begin < 1200, "it did not wait out its time, 1.6 s and more at calm");
    await ann.page.locator("#hurry").waitFor({ state: "detached" });
  }
  assert.equal(ann.sent.filter(m => m.type === "go_on").length, 2);
});

test("where I can only pass against bots the referee passes for me, unless I want to be asked", async t => {
  const { server, ann, made } = await table(t, "calm", "imposter-kings", ["me", "bot:random"], {}, { seed: 4 });
  await until(() => ann.sent.some(m => m.type === "empty"), "the wish");
  assert.deepEqual(ann.sent.filter(m => m.type === "empty").map(m => m.mode), ["auto"]);
  await until(async () => (await server.api(`matches/${made.match}`)).seats[0].auto, "the referee knows it");
  const passing = () => ann.messages.findLast(m => m.type === "passing" && m.passes);
  for (let i = 0; i < 60 && !passing() && !ann.isOver; i++) {
    await until(() => ann.isOver || passing() || ann.state?.question?.mine, "my question or a pass");
    if (passing() || ann.isOver) break;
    ann.answer = [made.match, made.tokens[0], ann.state.question.ticket, ann.state.offers.moves?.at(-1) ?? ann.state.offers.boxes[0].template];
    const { ticket } = ann.state.question;
    await answer(ann);
    await until(() => ann.isOver || ann.state.question?.ticket !== ticket || !ann.state.question.mine, "that it was taken");
    await ann.page.keyboard.press("Space"); // and nobody waits for a bot
  }
  assert.ok(passing(), "I could only pass once");
  await ann.page.locator("#passing").waitFor();
  assert.match(await slip(ann).innerText(), /only pass here: the referee does it for you/);
  const { ticket } = passing();
  await slip(ann).getByRole("button", { name: "Ask me next time" }).click();
  await until(() => ann.sent.filter(m => m.type === "empty").at(-1).mode === "ask", "the other wish");
  await until(async () => !(await server.api(`matches/${made.match}`)).seats[0].auto, "the referee knows that");
  await sleep(2500); // a beat at calm is two seconds
  assert.equal(ann.state.question.ticket, ticket);
  assert.equal(ann.state.question.mine, true);
  await ann.open("#/settings");
  await ann.page.getByRole("button", { name: "Pass, with bots" }).click();
  await ann.open(`#/match/${made.match}`);
  await until(() => ann.isOver || ann.state.question?.ticket !== ticket, "the pass");
});

test("with other people a pass is left to me until all of them want it so", async t => {
  const { server, ann, made } = await table(t, "normal", "imposter-kings", ["me", "me"]);
  await sleep(500);
  assert.deepEqual(ann.sent.filter(m => m.type === "empty"), []);
  await ann.open("#/settings");
  await ann.page.getByRole("button", { name: "Pass", exact: true }).click();
  await ann.axe();
  await ann.sit(made, 0);
  await until(async () => (await server.api(`matches/${made.match}`)).seats[0].auto, "the referee knows it");
  assert.equal((await server.api(`matches/${made.match}`)).seats[1].auto, false);
  const bob = await t.player(server, { empty: true });
  await bob.sit(made, 1);
  await bob.page.getByText("passes sent for them").first().waitFor();
  await bob.fits();
});

test("a new table has a pace", async t => {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann" });
  await ann.open();
  await ann.page.locator("[data-game=duel]").getByRole("button", { name: /^New table/ }).click();
  const sheet = ann.page.locator("dialog");
  await sheet.getByLabel(/^Bots/).selectOption("calm");
  await sheet.getByLabel(/^Seat 2/).selectOption("bot:random");
  await ann.page.getByRole("button", { name: "Open the table" }).click();
  await ann.page.locator("[data-shown]").waitFor();
  assert.equal(ann.messages.find(m => m.type === "attached").pace, "calm");
});
