// The lobby and what is around every table: begin with one click, open a table, invite, join, watch, come back; settings,
// rules, signals, pause, leaving; two windows at one seat; a wire that breaks.
import { assert, sleep, test, until } from "./lib.mjs";

const GAMES = ["imposter-kings", "liap-tui", "dune-battle", "classic-battle"];
const card = (player, game) => player.page.locator(`[data-game=${game}]`);
const slip = player => player.page.locator("#slip");
const text = (player, selector) => player.page.locator(selector).first().innerText();

// A duel that is begun and where Ann is asked.
async function duel(t, server, options = {}, seats = ["me", "bot:random"], more = {}) {
  const ann = await t.player(server, { plain: true, ...options });
  await ann.listen();
  const made = await server.create("duel", seats, { name: "Ann", ...more });
  await ann.sit(made, 0);
  await ann.page.locator("[data-shown]").waitFor();
  return { ann, made };
}

test("four games with pictures, and each is begun with one click", async t => {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann" });
  await ann.open();
  await card(ann, "duel").waitFor();
  assert.deepEqual(await ann.page.locator(".games article").evaluateAll(all => all.map(e => e.dataset.game)), GAMES);
  assert.equal(await ann.page.locator(".games .pic").count(), 4);
  for (const game of GAMES) {
    const words = await card(ann, game).locator("p").innerText();
    assert.equal(words.split(/[.!?](?:\s|$)/).filter(s => s).length, 2, `two sentences about ${game}`);
  }
  await ann.axe();
  await ann.targets();
  await ann.shot("lobby-light");
  for (const game of [...GAMES, "duel"]) {
    await ann.open();
    await card(ann, game).getByRole("button", { name: /^Play now/ }).click();
    await ann.page.locator("[data-shown]").waitFor();
    await until(async () => (await server.api("matches")).matches.find(m => m.game === game)?.stands === "running", game);
    assert.equal(await ann.page.locator("#slip, .slip").first().isVisible(), true);
  }
  const { seats } = (await server.api("matches")).matches[0];
  assert.equal(seats[0].name, "Ann");
  assert.ok(seats.slice(1).every(s => s.kind === "bot"));
});

test("the list of tables comes again only when it has changed", async t => {
  const server = await t.server();
  await server.create("duel", ["me", "open"], { name: "Bob" });
  const ann = await t.player(server);
  const answers = [];
  ann.page.on("response", r => { if (new URL(r.url()).pathname === "/api/matches") answers.push(r.status()); });
  await ann.open();
  await ann.page.locator("[data-match]").first().waitFor();
  await until(() => answers.length > 1, "the lobby asks again");
  assert.deepEqual(answers.slice(0, 2), [200, 304]);
  const { match } = await server.create("duel", ["me", "open"], { name: "Edda" });
  await ann.page.locator(`[data-match="${match}"]`).waitFor();
  assert.equal(answers.at(-1), 200);
  assert.equal(await ann.page.locator("[data-match]").count(), 2);
});

// In light and dark, wide and on a phone, it is one of the screens of screens.mjs.
test("the lobby with high contrast, on the smallest phone and on a wide screen", async t => {
  const server = await t.server();
  const look = async (player, name) => {
    await card(player, "duel").waitFor();
    await player.fits();
    await player.targets();
    await player.shot(`lobby-${name}`, { fullPage: true });
  };
  const ann = await t.player(server, { contrast: "more" });
  await ann.open();
  for (const theme of ["light", "dark"]) {
    await ann.page.emulateMedia({ colorScheme: theme });
    await look(ann, `more-${theme}`);
    await ann.axe();
  }
  await ann.page.emulateMedia({ contrast: "no-preference", colorScheme: "light" });
  await ann.page.setViewportSize({ width: 1920, height: 1080 });
  await look(ann, "wide");
  const bob = await t.player(server, { phone: true, size: { width: 320, height: 640 } });
  await bob.open();
  await look(bob, "320");
});

test("a table is opened with options, joined by its link, and watched", async t => {
  const server = await t.server();
  const [ann, bob, eve] = await Promise.all([t.player(server), t.player(server), t.player(server)]);
  await ann.open();
  await card(ann, "duel").getByRole("button", { name: /^New table/ }).click();
  const dialog = ann.page.getByRole("dialog");
  await ann.axe();
  await ann.shot("new-table");
  await dialog.getByLabel("Your name").fill("Ann");
  await dialog.getByLabel(/^Points to win/).fill("1");
  await dialog.getByLabel(/^Time to answer/).fill("90");
  await dialog.getByRole("button", { name: "Open the table" }).click();
  await ann.page.getByRole("heading", { name: "Waiting for one more player" }).waitFor();
  await ann.axe();
  await ann.shot("waiting");
  const link = await ann.page.getByLabel(/can sit down/).inputValue();
  const match = /[0-9a-f]{32}/.exec(link)[0];
  const head = await server.api(`matches/${match}`);
  assert.deepEqual([head.options.target, head.options.time, head.stands], ["1", "90000", "open"]);
  await ann.page.getByRole("button", { name: "Copy" }).click();
  assert.equal(await ann.page.evaluate(() => navigator.clipboard.readText()), link);

  await bob.open();
  await bob.page.locator(`[data-match="${match}"]`).getByRole("link", { name: "Join Duel" }).waitFor();
  await bob.shot("lobby-open-table");
  await bob.page.getByRole("button", { name: "Join by link" }).first().click();
  await bob.page.getByRole("dialog").getByRole("textbox").fill("nonsense");
  await bob.page.getByRole("dialog").getByRole("button", { name: "Join" }).click();
  await bob.page.getByText("There is no match id").waitFor();
  await bob.page.getByRole("dialog").getByRole("textbox").fill(link);
  await bob.page.getByRole("dialog").getByRole("button", { name: "Join" }).click();
  await bob.page.getByText("Ann sits at the table").waitFor();
  await bob.axe();
  await bob.shot("invitation");
  await bob.page.getByLabel("Your name").fill("Bob");
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await bob.page.locator("[data-shown]").waitFor();
  await ann.page.locator("[data-shown]").waitFor();
  assert.match(await text(ann, ".d-top .seat-n"), /Bob/);
  assert.match(await text(ann, ".slip-clock"), /90|89|1:/);

  await eve.open();
  await eve.page.locator(`[data-match="${match}"]`).getByRole("link", { name: "Watch Duel" }).click();
  await eve.page.locator("[data-shown]").waitFor();
  assert.equal(await eve.page.locator("[data-move]").count(), 0);
  assert.match(await text(eve, "#slip"), /Ann and Bob decide/i);
  await eve.axe();
});

test("a private table is not listed, and its link works", async t => {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann" });
  await ann.open();
  await card(ann, "imposter-kings").getByRole("button", { name: /^New table/ }).click();
  const dialog = ann.page.getByRole("dialog");
  await dialog.getByLabel("Players", { exact: false }).first().selectOption("3");
  await dialog.getByLabel("Seat 3").selectOption("bot:baseline");
  await dialog.getByLabel(/^Private/).check();
  await dialog.getByRole("button", { name: "Open the table" }).click();
  await ann.page.getByRole("heading", { name: "Waiting for one more player" }).waitFor();
  assert.deepEqual((await server.api("matches")).matches, []);
  await ann.page.getByRole("button", { name: "Begin with bots" }).click();
  await ann.page.locator("[data-shown]").waitFor();
  const match = /match\/([0-9a-f]{32})/.exec(ann.page.url())[1];
  assert.deepEqual((await server.api(`matches/${match}`)).seats.map(s => s.kind), ["person", "bot", "bot"]);
});

test("my tables are there after the browser was closed, and lead back", async t => {
  const server = await t.server();
  const { ann, made } = await duel(t, server);
  await until(async () => (await ann.moves()).length > 0, "my moves");
  const hand = await text(ann, ".mine .hand");
  await ann.reopen("#/");
  const row = ann.page.locator(`.mine-list [data-match="${made.match}"]`);
  await row.getByText("your move").waitFor();
  await ann.shot("lobby-my-tables");
  await ann.axe();
  await row.getByRole("link", { name: "Return to Duel" }).click();
  await ann.page.locator("[data-shown]").waitFor();
  assert.equal(await text(ann, ".mine .hand"), hand);
  assert.ok((await ann.page.locator(".log li").count()) >= 2, "the log is whole");
});

test("why not: the rule with its id, what is possible, and the way to the rules", async t => {
  const server = await t.server();
  for (const [name, options] of Object.entries({ desktop: {}, phone: { phone: true, theme: "dark" } })) {
    const { ann } = await duel(t, server, options);
    const shown = await ann.page.locator("[data-shown]").getAttribute("data-shown");
    await ann.page.getByText("Other moves").click();
    await ann.page.getByLabel("Write a move").fill("parry");
    await ann.page.getByText("First lay a card face down.").first().waitFor();
    await ann.page.keyboard.press("Enter");
    const why = ann.page.locator(".why");
    await why.waitFor();
    assert.match(await why.innerText(), /EX-19/);
    assert.ok((await why.locator("[data-move]").count()) > 0, "what is possible");
    assert.equal(await slip(ann).count(), 1, "it takes the slip's place");
    assert.equal(await slip(ann).getAttribute("class"), await why.getAttribute("class"));
    await ann.axe();
    await ann.fits();
    await ann.shot(`why-not-${name}`);
    assert.equal(await ann.page.locator("[data-shown]").getAttribute("data-shown"), shown, "nothing has changed");
    await why.getByRole("button", { name: "EX-19" }).click();
    await ann.page.locator('[data-rule="EX-19"].here').waitFor();
    await ann.axe();
    await ann.page.keyboard.press("Escape");
    await ann.page.getByRole("dialog", { name: "Duel" }).waitFor({ state: "detached" });
  }
});

test("from the lobby to a move and all around the table by keyboard alone", async t => {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann", plain: true });
  await ann.open();
  await card(ann, "duel").waitFor();
  const at = () => ann.page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
  const tabTo = async wanted => {
    for (let i = 0; i < 60 && !wanted.test(await at()); i++) await ann.page.keyboard.press("Tab");
    assert.match(await at(), wanted);
  };
  await tabTo(/^New table of Duel/);
  await ann.page.keyboard.press("Enter");
  await ann.page.getByRole("dialog").waitFor();
  await ann.page.keyboard.press("Escape");
  assert.match(await at(), /^New table of Duel/, "the focus comes back");
  await ann.page.keyboard.press("Shift+Tab");
  assert.match(await at(), /^Learn Duel/);
  await ann.page.keyboard.press("Shift+Tab");
  assert.match(await at(), /^Play now: Duel/);
  await ann.page.keyboard.press("Enter");
  await until(async () => (await ann.moves()).length > 1, "my moves");
  await tabTo(/^Lay the \d+/);
  const first = await at();
  await ann.page.keyboard.press("End");
  assert.notEqual(await at(), first);
  await ann.page.keyboard.press("Home");
  assert.equal(await at(), first);
  await ann.page.keyboard.press("Enter");
  await until(() => ann.sent.some(m => m.type === "move"), "the move");
  await until(() => ann.messages.some(m => m.type === "ack"), "its acknowledgement");
  await until(async () => (await ann.moves()).length > 0 || ann.isOver, "the next question");
  const n = ann.sent.length;
  await ann.page.keyboard.press("1");
  await until(() => ann.sent.length > n, "a move by its number");
  await ann.page.keyboard.press("h");
  await ann.page.getByRole("dialog", { name: "Duel" }).waitFor();
  await ann.page.getByRole("tab", { name: "Keys" }).click();
  await ann.axe();
  await ann.page.keyboard.press("Escape");
  await ann.page.keyboard.press("l");
  assert.equal(await ann.page.evaluate(() => document.activeElement?.classList.contains("log-box")), true);
  await ann.page.keyboard.press("i");
  await ann.page.locator("#inspector").waitFor();
});

test("the line breaks in the middle of a move and comes back without a reload", async t => {
  const server = await t.server();
  const { ann } = await duel(t, server, { wire: true }, ["me", "bot:random"], { options: { target: 5 } });
  ann.allowed = [/WebSocket connection|ERR_|Failed to load/];
  await ann.page.evaluate(() => { window.same = true; });
  await until(async () => (await ann.moves()).length > 0, "my moves");
  ann.wire.isDown = true;
  ann.wire.cut();
  await ann.page.locator(".notice", { hasText: "Connection lost" }).waitFor();
  await ann.shot("connection-lost");
  await ann.axe();
  const n = Number(await ann.page.locator("[data-shown]").getAttribute("data-shown"));
  await ann.page.locator("[data-move]").first().click();
  assert.match(await slip(ann).innerText(), /not yet confirmed/i);
  await sleep(300);
  assert.equal(Number(await ann.page.locator("[data-shown]").getAttribute("data-shown")), n, "nothing is shown as fact");
  ann.wire.isDown = false;
  await ann.page.getByRole("button", { name: "Try now" }).click();
  await until(async () => Number(await ann.page.locator("[data-shown]").getAttribute("data-shown")) > n, "the move that was sent again");
  await ann.page.locator(".notice").waitFor({ state: "detached" });
  assert.equal(await ann.page.evaluate(() => window.same), true);
  assert.equal(ann.sent.filter(m => m.type === "attach").at(-1).after, n, "it came back where it was");
  const said = await ann.spoken();
  assert.ok(said.some(s => s.now && /Connection lost/.test(s.text)));
  assert.ok(said.some(s => /Connected again/.test(s.text)));
});

test("the server stops and starts again: the match goes on in the same page", async t => {
  const server = await t.server();
  const { ann } = await duel(t, server);
  ann.allowed = [/WebSocket connection|ERR_|Failed to load/];
  await until(async () => (await ann.moves()).length > 0, "my moves");
  const moves = await ann.moves();
  await server.restart();
  await ann.page.evaluate(() => dispatchEvent(new Event("online")));
  await until(async () => await ann.page.locator(".net.open").count(), "the connection");
  assert.deepEqual(await ann.moves(), moves);
  await ann.move(moves[0]).click();
  await until(() => ann.messages.some(m => m.type === "ack"), "the acknowledgement");
});

test("two windows at one seat: the newer plays, the older says so and can take it back", async t => {
  const server = await t.server();
  const { ann, made } = await duel(t, server);
  const old = ann.page;
  const fresh = await ann.context.newPage();
  await fresh.goto(`${ann.url}/#/match/${made.match}`);
  await fresh.locator("[data-move]").first().waitFor();
  await old.getByText("played in another window").waitFor();
  assert.equal(await old.locator("[data-move]").count(), 0);
  await ann.axe();
  await old.getByRole("button", { name: "Play here" }).click();
  await old.locator("[data-move]").first().waitFor();
  await fresh.getByText("played in another window").waitFor();
});

test("signals, presence and pause between two people", async t => {
  const server = await t.server();
  const made = await server.create("duel", ["me", "me"], { name: "Ann", options: { time: 60000 } });
  const [ann, bob] = await Promise.all([t.player(server), t.player(server)]);
  await ann.listen();
  await ann.sit(made, 0);
  await bob.sit(made, 1);
  await ann.page.getByRole("timer").waitFor();
  await bob.page.getByRole("timer").waitFor();
  await ann.page.getByRole("timer").waitFor();
  await bob.page.getByRole("button", { name: "Well played" }).click();
  await ann.page.locator(".said", { hasText: "well played" }).waitFor();
  assert.ok((await ann.spoken()).some(s => /says: well played/.test(s.text)));
  await ann.page.getByRole("button", { name: "Pause" }).click();
  await bob.page.getByText("wants a pause", { exact: true }).waitFor();
  await bob.page.getByRole("button", { name: "Pause", exact: true }).click();
  await slip(ann).getByText("Paused").first().waitFor();
  await ann.axe();
  await ann.shot("paused");
  const left = await text(ann, ".ring");
  await sleep(1100);
  assert.equal(await text(ann, ".ring"), left, "the clock stands");
  await ann.page.getByRole("button", { name: "Go on" }).click();
  await slip(bob).getByText("Your decision").waitFor();
  await bob.page.close();
  await ann.page.getByText("away").first().waitFor();
});

test("leaving keeps the seat or gives it up", async t => {
  const server = await t.server();
  const { ann, made } = await duel(t, server);
  await ann.page.getByRole("button", { name: "Leave the table" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Leave the table?" });
  assert.equal(await ann.page.evaluate(() => document.activeElement?.textContent), "Stay", "the least harmful choice has the focus");
  await ann.axe();
  await dialog.getByRole("link", { name: "To the lobby" }).click();
  await ann.page.locator(`.mine-list [data-match="${made.match}"]`).getByRole("link").click();
  await ann.page.getByRole("button", { name: "Leave the table" }).click();
  await dialog.getByRole("button", { name: "Give up the seat" }).click();
  await card(ann, "duel").waitFor();
  assert.equal(await ann.page.locator(`.mine-list [data-match="${made.match}"]`).count(), 0);
  await until(async () => (await server.api(`matches/${made.match}`)).seats[0].kind === "bot", "a bot in my place");
});

test("settings change the page at once and stay", async t => {
  const server = await t.server();
  const ann = await t.player(server);
  await ann.open("#/settings");
  const root = name => ann.page.evaluate(key => document.documentElement.dataset[key], name);
  assert.equal(await ann.page.getByRole("switch", { name: "Sound" }).getAttribute("aria-checked"), "false", "sound is off by default");
  await ann.axe();
  await ann.targets();
  await ann.shot("settings");
  await ann.page.getByRole("group", { name: "Theme" }).getByRole("button", { name: "Dark" }).click();
  await ann.page.getByRole("group", { name: "Contrast" }).getByRole("button", { name: "More" }).click();
  await ann.page.getByRole("group", { name: "Motion" }).getByRole("button", { name: "Full" }).click();
  assert.deepEqual([await root("theme"), await root("contrast"), await root("motion")], ["dark", "more", undefined]);
  await ann.axe();
  await ann.shot("settings-more");
  await ann.page.getByLabel(/^Name/).fill("Ann");
  await ann.reopen("#/");
  assert.deepEqual([await root("theme"), await root("contrast")], ["dark", "more"]);
  await ann.page.getByRole("button", { name: /Your name is Ann/ }).waitFor();
});

test("single-letter keys can be switched off", async t => {
  const server = await t.server();
  const { ann } = await duel(t, server);
  await until(async () => (await ann.moves()).length > 0, "my moves");
  await ann.page.evaluate(() => localStorage.setItem("croupier.settings", '{"keys":false}'));
  await ann.page.keyboard.press("h");
  await ann.page.keyboard.press("1");
  await sleep(150);
  assert.equal(await ann.page.getByRole("dialog").count(), 0);
  assert.equal(ann.sent.filter(m => m.type === "move").length, 0);
});

test("rules are found by words and ids", async t => {
  const server = await t.server();
  const ann = await t.player(server);
  await ann.open("#/rules/duel");
  await ann.page.locator(".rule-list li").first().waitFor();
  const { rules } = await server.api("games/duel");
  assert.equal(await ann.page.locator(".rule-list li").count(), rules.length);
  await ann.page.getByLabel("Search the rules").fill("ex-19");
  assert.deepEqual(await ann.page.locator(".rule-list li").evaluateAll(all => all.map(e => e.dataset.rule)), ["EX-19"]);
  await ann.page.getByLabel("Search the rules").fill("no such words here");
  await ann.page.getByText("No rule has these words").waitFor();
  await ann.axe();
  await ann.shot("rules");
});

test("the first load weighs less than 150 kB, and a second one nothing", async t => {
  const server = await t.server();
  let bytes = 0;
  const get = async (path, headers = {}) => {
    const answer = await fetch(server.url + path, { headers: { "accept-encoding": "gzip", ...headers } });
    bytes += Number(answer.headers.get("content-length") ?? 0);
    return answer;
  };
  const page = await get("/");
  const html = await page.text();
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(m => "/" + m[1]);
  assert.ok(files.some(f => f.endsWith(".js")) && files.some(f => f.endsWith(".css")));
  for (const file of files) {
    const answer = await get(file);
    assert.equal(answer.headers.get("content-encoding"), "gzip", file);
    if (!["/icon.svg", "/manifest.webmanifest"].includes(file)) assert.match(answer.headers.get("cache-control"), /immutable/);
  }
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
  const again = await fetch(`${server.url}/`, { headers: { "if-none-match": page.headers.get("etag") } });
  assert.equal(again.status, 304);
  const plain = await fetch(`${server.url}/`, { headers: { "accept-encoding": "identity" } });
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(await plain.text(), html);
});

test("an address that leads nowhere says so", async t => {
  const server = await t.server();
  const ann = await t.player(server);
  ann.allowed = [/404/];
  await ann.open(`#/match/${"0".repeat(32)}`);
  await ann.page.getByRole("heading", { name: "No such match" }).waitFor();
  await ann.open(`#/join/${"1".repeat(32)}`);
  await ann.page.getByRole("heading", { name: "No such table" }).waitFor();
});
