// What happened is shown one by one: the slip tells it, the table shows it, and whoever presses anything sees all of it.
import { assert, sleep, test, until } from "./lib.mjs";

const happening = player => player.page.locator("#slip[data-happening]");
const title = player => player.page.locator("#slip h2").innerText();
const shown = player => player.page.locator("[data-shown]").getAttribute("data-shown").then(Number);
const real = player => player.page.locator("[data-real]").getAttribute("data-real").then(Number);
const log = player => player.page.locator(".log li:not(.head)").allInnerTexts();

const CHOOSABLE = ".mine button[data-card][aria-pressed=false]:not([aria-disabled])";

// A match against bots that answer at once, so that all of their happenings are there when I look.
async function kings(t, how = {}, more = {}) {
  const server = await t.server();
  const ann = await t.player(server, { pace: "step", ...how });
  const made = await server.create("imposter-kings", ["me", "bot:random", "bot:random"], { name: "Ann", seed: 11, ...more });
  await ann.sit(made, 0);
  await ann.page.locator("[data-shown]").waitFor();
  return { server, ann, made };
}

// Answers the open question with the first move there is, by the referee's own buttons or over the wire.
async function answer(ann, made) {
  await until(() => ann.isOver || ann.state?.question?.mine, "my question");
  if (ann.isOver) return false;
  const { ticket } = ann.state.question, move = ann.state.offers.moves?.[0] ?? ann.state.offers.boxes[0].template;
  await ann.page.evaluate(([match, token, id, n, text]) => new Promise(done => {
    const socket = new WebSocket(`ws://${location.host}/ws`, "croupier.v1");
    socket.onopen = () => socket.send(JSON.stringify({ type: "attach", match, token }));
    socket.onmessage = e => {
      const types = e.data.split("\n").map(line => JSON.parse(line).type);
      if (types.includes("attached")) socket.send(JSON.stringify({ type: "move", id, ticket: n, move: text }));
      if (types.includes("ack") || types.includes("refused")) { socket.close(); done(); }
    };
  }), [made.match, made.tokens[0], ticket * 1000 + 900, ticket, move]);
  return until(() => ann.isOver || ann.state.question?.ticket !== ticket || !ann.state.question.mine, "that it was taken");
}

// Keys go on while no thing has the focus.
async function toMyTurn(ann) {
  await ann.page.evaluate(() => document.activeElement?.blur());
  await ann.page.keyboard.press("End");
  await happening(ann).waitFor({ state: "detached" });
}

// Plays until at least `least` happenings wait to be shown.
async function waiting(ann, made, least = 2, also = () => true) {
  for (let i = 0; i < 120; i++) {
    await answer(ann, made);
    await until(async () => await real(ann) === ann.state.n, "the page has it");
    if (await happening(ann).count() && Math.max(1, await ann.page.locator(".beats i").count()) >= least && ann.state.question?.mine && await also()) return;
    await toMyTurn(ann);
  }
  throw new Error("never so many");
}

test("what happened since my last decision is shown one by one, and the log with it", async t => {
  const { ann, made } = await kings(t);
  await waiting(ann, made);
  const before = (await log(ann)).length, first = await title(ann), nth = n => happening(ann).and(ann.page.locator(`[data-happening="${n}"]`)).waitFor();
  assert.ok(await shown(ann) <= await real(ann));
  await ann.axe();
  await ann.fits();
  await ann.targets();
  await ann.shot("happening");
  await ann.page.keyboard.press("Space");
  await nth(2);
  assert.ok((await log(ann)).length > before, "its line comes with it");
  await ann.page.getByRole("button", { name: "Again" }).click();
  await nth(1);
  assert.equal(await title(ann), first);
  assert.equal((await log(ann)).length, before);
  await ann.page.getByRole("button", { name: /^To my turn/ }).click();
  await happening(ann).waitFor({ state: "detached" });
  assert.equal(await shown(ann), await real(ann));
  assert.equal(await shown(ann), ann.state.n);
  // When all is shown, too.
  await ann.page.evaluate(() => document.activeElement?.blur());
  await ann.page.keyboard.press("Backspace");
  await nth(1);
  await ann.page.keyboard.press("End");
  await happening(ann).waitFor({ state: "detached" });
  await ann.targets();
  await ann.axe();
});

test("a press while something runs shows all of it and sends nothing; a card it chooses", async t => {
  const { ann, made } = await kings(t, {}, { options: { target: 40 } });
  await waiting(ann, made, 1, () => ann.page.locator(CHOOSABLE).count());
  const sent = ann.sent.filter(m => m.type === "move").length;
  const card = ann.page.locator(CHOOSABLE).first();
  await card.click();
  await happening(ann).waitFor({ state: "detached" });
  assert.equal(await shown(ann), ann.state.n);
  await ann.page.locator(".mine button[data-card][aria-pressed=true]").waitFor();
  assert.equal(ann.sent.filter(m => m.type === "move").length, sent, "nothing was sent");
  // Keys likewise.
  await ann.page.keyboard.press("Escape");
  await waiting(ann, made, 1);
  const then = ann.sent.filter(m => m.type === "move").length;
  await ann.page.evaluate(() => document.activeElement?.blur());
  await ann.page.keyboard.press("n");
  await happening(ann).waitFor({ state: "detached" });
  assert.equal(ann.sent.filter(m => m.type === "move").length, then);
});

test("after a reload nothing is shown again; it can be asked for", async t => {
  const { ann, made } = await kings(t);
  await waiting(ann, made);
  await ann.page.reload();
  await until(async () => await ann.page.locator("[data-shown]").count() && await shown(ann) === ann.state.n, "the table");
  await sleep(300);
  assert.equal(await happening(ann).count(), 0);
  const away = ann.page.locator(".away");
  assert.match(await away.innerText(), /While you were away: \w+ things?\./);
  await ann.axe();
  await ann.targets();
  await away.getByRole("button", { name: "Again" }).click();
  await happening(ann).waitFor();
  await ann.page.keyboard.press("End");
  await happening(ann).waitFor({ state: "detached" });
  assert.equal(await ann.page.locator(".away").count(), 0);
});

test("at easy it goes on by itself, reduced motion or not, and every happening is spoken when it is shown", async t => {
  for (const motion of [true, false]) {
    const server = await t.server();
    const ann = await t.player(server, { pace: "easy", motion });
    await ann.listen();
    const made = await server.create("imposter-kings", ["me", "bot:random", "bot:random"], { name: "Ann", seed: 11 });
    await ann.sit(made, 0);
    await ann.page.locator("[data-shown]").waitFor();
    await waiting(ann, made, 2);
    const first = await title(ann), later = ann.messages.filter(m => m.type === "update").flatMap(m => m.events).filter(e => e.says).at(-1).says.replace(/\{(\d)\}/g, (_, n) => `Bot ${Number(n) + 1}`);
    const heard = async () => (await ann.spoken()).filter(s => s.text.includes(later)).length;
    const before = await heard();
    assert.notEqual(later, first);
    assert.equal(await ann.page.locator(".beats .nth").isVisible(), !motion, "reduced motion has the number in words");
    await until(async () => !await happening(ann).count(), "the end of it", 15_000);
    await until(async () => await heard() > before, "that it is spoken when it is shown");
    await ann.page.keyboard.press("]");
    await ann.page.keyboard.press("]");
    assert.equal(await ann.page.evaluate(() => JSON.parse(localStorage.getItem("croupier.settings")).pace), "once");
  }
});

test("with little time all of it takes little, and nothing stops me from answering", async t => {
  const server = await t.server();
  const ann = await t.player(server, { pace: "step", phone: true, theme: "dark" });
  const made = await server.create("imposter-kings", ["me", "bot:random", "bot:random"], { name: "Ann", seed: 11, options: { time: 12_000 } });
  await ann.sit(made, 0);
  await ann.page.locator("[data-shown]").waitFor();
  await waiting(ann, made, 1);
  await ann.fits();
  await ann.axe();
  await ann.targets();
  await ann.shot("happening-phone-dark");
  const begin = Date.now();
  await happening(ann).waitFor({ state: "detached" });
  assert.ok(Date.now() - begin < 4500, "by itself, though each would wait");
});

test("the pace is chosen in the bar, by key too, and kept", async t => {
  const { ann } = await kings(t, { pace: "easy" });
  const button = ann.page.getByRole("button", { name: /^Pace:/ });
  await button.click();
  const pop = ann.page.getByRole("dialog", { name: "Pace" });
  await ann.axe();
  await ann.fits();
  await ann.shot("pace");
  await pop.getByRole("radio", { name: /^Brisk/ }).click();
  assert.equal(await button.getAttribute("aria-label"), "Pace: Brisk");
  await ann.page.keyboard.press("ArrowUp");
  assert.equal(await button.getAttribute("aria-label"), "Pace: Easy");
  await ann.page.keyboard.press("Escape");
  await pop.waitFor({ state: "detached" });
  await ann.page.reload();
  await button.waitFor();
  assert.equal(await button.getAttribute("aria-label"), "Pace: Easy");
});
