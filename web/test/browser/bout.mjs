// The duel's own table: cards are chosen and then laid, my own one stays visible to me, parries are asked for on the slip.
import { assert, sleep, test, until } from "./lib.mjs";
import { assertNoSecrets } from "./secrets.mjs";

const slip = player => player.page.locator("#slip");

async function table(t, { more = [{}, {}], seats = ["me", "me"], options = { target: 3, parries: 1 }, seed = 3 } = {}) {
  const server = await t.server();
  const made = await server.create("duel", seats, { options, seed });
  const players = [];
  for (const [seat, how] of more.entries()) {
    const player = await t.player(server, { name: ["Ann", "Bob"][seat], ...how });
    await player.sit(made, seat);
    await player.page.locator(".duel").waitFor();
    players.push(player);
  }
  return { server, made, players };
}

const asked = player => player.state?.question?.mine && !player.isOver;
const taken = (player, ticket) => until(() => player.isOver || !player.state.question?.mine || player.state.question.ticket !== ticket, "the answer to count");
const drawn = player => until(async () => await player.page.locator("[data-shown]").getAttribute("data-shown") === String(player.state.n), "the newest");

// One answer, by mouse: a card twice, or a button.
async function byMouse(player) {
  const { ticket, asks } = player.state.question;
  await drawn(player);
  if (asks === "pick") {
    await player.page.locator(".duel .hand .card.legal").last().click();
    await player.page.locator(".duel .hand .card.sel").click();
  } else {
    await slip(player).locator('[data-move="parry"], [data-move="counter"]').click();
  }
  await taken(player, ticket);
}

// The same by keys alone.
async function byKeys(player) {
  const { ticket, asks } = player.state.question;
  await drawn(player);
  await player.page.evaluate(() => document.activeElement?.blur());
  if (asks === "pick") {
    const value = player.state.view.hand[0];
    await player.page.keyboard.press("0123456789"[value] && value < 10 ? String(value) : { 10: "0", 11: "j", 12: "q", 13: "k" }[value]);
    await player.page.locator(".duel .hand .card.sel").waitFor();
    await player.page.keyboard.press("Enter");
  } else {
    await player.page.keyboard.press(ticket % 2 ? "r" : "n");
  }
  await taken(player, ticket);
}

async function playOut(all, how) {
  while (!all.players.every(one => one.isOver)) {
    const one = await until(() => all.players.every(p => p.isOver) || all.players.find(asked), "a question");
    if (one === true) break;
    await how(one);
  }
  for (const [seat, player] of all.players.entries())
    await assertNoSecrets(all.server, player, { match: all.made.match, seat, tokens: all.made.tokens });
}

for (const [name, how, more] of [["mouse", byMouse, [{}, { theme: "dark" }]], ["keys alone, on a phone and off it", byKeys, [{ phone: true, theme: "dark" }, {}]]])
  test(`a whole duel by ${name}, and the end says why`, async t => {
    const all = await table(t, { more });
    await playOut(all, how);
    for (const [i, player] of all.players.entries()) {
      await drawn(player);
      await player.page.locator("#slip.end .reasons li").first().waitFor();
      assert.match(await slip(player).innerText(), /win|wins/);
      assert.match(await player.page.locator(".slip.end .key").innerText(), /Turned together/);
      assert.ok(await player.page.locator(".slip.end .ruleid").count() > 0);
      await player.axe();
      await player.fits();
      await player.targets();
      await player.shot(`bout-over-${name.split(" ")[0]}-${i}`, { fullPage: true });
    }
  });

test("my own card that lies face down is shown to me and to nobody else", async t => {
  const all = await table(t, { more: [{}, { phone: true }] }), [ann, bob] = all.players;
  const watcher = await t.player(all.server);
  await watcher.sit({ match: all.made.match });
  await watcher.page.locator(".duel").waitFor();
  await until(() => asked(ann) && asked(bob), "both questions");
  const value = await ann.page.locator(".duel .hand .card.legal").last().getAttribute("data-card");
  await byMouse(ann);
  await drawn(ann);
  assert.equal(await ann.page.locator(".sealed .peek").innerText(), `your ${value}`);
  assert.match(await slip(ann).innerText(), new RegExp(`Your ${value} lies face down`));
  await ann.axe();
  await ann.fits();
  await ann.lies();
  await ann.shot("bout-sealed");
  for (const other of [bob, watcher]) {
    await until(() => other.state.events?.some(e => e.event === "sealed"), "that a card lies there");
    await drawn(other);
    assert.equal(await other.page.locator(".peek").count(), 0);
  }
  // Taken back, nothing is sent; pressed anew, it is.
  await bob.page.locator(".duel .hand .card.legal").first().click();
  await bob.page.keyboard.press("Escape");
  await bob.page.locator(".duel .hand .card.sel").waitFor({ state: "detached" });
  assert.equal(bob.sent.filter(m => m.type === "move").length, 0);
  await byMouse(bob);
  await until(() => ann.messages.some(m => m.events?.some(e => e.event === "reveal")), "the reveal");
  await drawn(ann);
  assert.equal(await ann.page.locator(".bout .card.n").count(), 2, "both cards lie open");
  await ann.shot("bout-turned");
  await bob.fits();
  await bob.targets();
  await bob.shot("bout-phone", { fullPage: true });
});

test("a point in question, the parry on the slip, and a card that is not held", async t => {
  const all = await table(t, { seats: ["me", "bot:baseline"], more: [{}], options: { target: 5, parries: 2 } }), [ann] = all.players;
  for (let i = 0; i < 40 && ann.state?.question?.asks !== "parry?"; i++) {
    await until(() => asked(ann), "my question");
    if (ann.state.question.asks === "parry?") break;
    const { ticket } = ann.state.question;
    await drawn(ann);
    await ann.page.locator(".duel .hand .card.legal").first().click();
    await ann.page.locator(".duel .hand .card.sel").click();
    await taken(ann, ticket);
    await sleep(60);
  }
  await drawn(ann);
  assert.match(await slip(ann).innerText(), /\d+ beats your \d+\. Parry the point\?/);
  assert.equal(await ann.page.locator(".lane i.next").count(), 1);
  await ann.axe();
  await ann.lies();
  await ann.shot("bout-parry");
  await slip(ann).locator('[data-move="parry"]').click();
  await until(() => asked(ann) && ann.state.question.asks === "pick" || ann.isOver, "the next trick");
  await drawn(ann);
  const missing = [1, 2, 3, 4, 5, 6, 7, 8, 9].find(v => !ann.state.view.hand.includes(v));
  await ann.page.evaluate(() => document.activeElement?.blur());
  await ann.page.keyboard.press(String(missing));
  await ann.page.locator(".slip.no", { hasText: `You hold no ${missing}.` }).waitFor();
  await ann.axe();
  await ann.shot("bout-refused");
  await ann.page.keyboard.press("Escape");
  await ann.page.locator(".slip.no").waitFor({ state: "detached" });
  // All sizes, nothing cut; dark and high contrast as well.
  await ann.page.setViewportSize({ width: 320, height: 640 });
  await ann.fits();
  await ann.targets();
});
