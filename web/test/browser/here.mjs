// The referee in a tab: whole matches with the network cut, a reload in the middle; a record checked in the browser, and
// servers that lie found out.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import { extname, join, resolve } from "node:path";
import { assert, program, root, sleep, test, until } from "./lib.mjs";


async function openHere(t, options = {}) {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann", offline: true, ...options });
  ann.allowed.push(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await ann.open();
  await ann.page.getByRole("link", { name: "Open the offline table" }).click();
  await ann.page.locator("[data-here=ready]").waitFor();
  // The page and everything it is made of is kept by now or soon; only then may the wire be cut.
  await until(() => ann.page.evaluate(() => Boolean(navigator.serviceWorker.controller)), "the page's own store");
  await ann.context.setOffline(true);
  return { server, ann };
}

const begin = async (ann, game) => {
  await ann.page.locator(`[data-game=${game}]`).getByRole("button", { name: /^Play now/ }).click();
  await ann.page.locator("[data-shown]").waitFor();
};

const shownBy = async ann => Number(await ann.page.locator("[data-shown]").getAttribute("data-shown"));

// What a person presses next, by game: nothing while the others play, null when the match is over.
const next = {
  "duel": () => document.querySelector("[data-over]") ? null :
    ["#slip [data-move]:not([aria-disabled=true])", ".duel .hand .card.legal"].find(one => document.querySelector(one)), // a card is chosen, then laid
  "classic-battle": () => document.body.innerText.includes("How to play") ? 'button:text-is("Close")' :
    document.body.innerText.includes("Restart round") ? 'button:text-is("Restart round")' : ({ // the page was left: JK-8
    waitingForMatchStart: '#round-select [data-target="3"]', cooldown: "#next-button", roundOver: "#next-button",
    waitingForPlayerAction: "[data-stat]:not([aria-disabled=true])", matchDecision: null, matchOver: null,
  })[document.body.dataset.battleState],
};

// Plays until the match is over, or `most` things were pressed; what nobody can press yet is waited for.
async function playOn(ann, game, most = 600) {
  for (let n = 0; n < most;) {
    const selector = await ann.page.evaluate(next[game]);
    if (selector === null) return;
    const isPressed = selector && await ann.page.locator(selector).first().click({ timeout: 2000 }).then(() => true, () => false);
    if (isPressed) n++;
    else await sleep(30);
  }
}

for (const game of ["duel", "classic-battle"])
  test(`a whole match of ${game} without a network, with a reload in the middle`, { seconds: 90 }, async t => {
    const { ann } = await openHere(t);
    await begin(ann, game);
    assert.match(await ann.page.locator(".net").innerText(), /in this tab/i);
    await playOn(ann, game, 6);
    const shown = await shownBy(ann);
    await ann.page.reload();
    await ann.page.locator("[data-shown]").waitFor();
    await until(async () => await shownBy(ann) >= shown, "what was played before");
    await playOn(ann, game);
    await until(() => ann.page.evaluate(() => document.querySelector("[data-over]") || document.body.dataset.battleState === "matchOver"), "the end");
    await ann.shot(`here-${game}`);
    assert.equal(ann.messages.length, 0, "nothing went over a socket");
    if (game !== "duel") return; // its room stays open for a rematch
    await ann.page.goto(`${ann.url}/#/here`);
    await ann.page.getByRole("link", { name: /^Replay/ }).first().click();
    await ann.page.getByRole("button", { name: "Check it yourself" }).click();
    await ann.page.locator("[data-verdict=holds]").waitFor();
    await ann.page.getByRole("button", { name: "Analysis" }).click();
    const panel = ann.page.getByRole("complementary", { name: "Analysis" });
    await until(async () => (await panel.locator(".going").count()) === 0 && (await panel.locator(".figures").count()) === 1, "the analysis, in this tab", 60_000);
    assert.equal(await ann.page.locator(".graph-box").count(), 1);
  });

for (const [name, options] of Object.entries({ light: {}, dark: { theme: "dark" }, phone: { phone: true } }))
  test(`in this tab: settings over the table, another match from the end, past matches with replay and analysis, ${name}`, { seconds: 240 }, async t => {
    const { ann } = await openHere(t, options), { page } = ann;
    const look = async what => {
      await ann.axe();
      await ann.fits();
      await ann.shot(`here-${what}-${name}`);
    };
    const matchIn = () => /match\/(~?\w+)/.exec(decodeURIComponent(page.url()))?.[1];
    await begin(ann, "duel");
    const first = matchIn();
    if (options.phone) await page.getByRole("button", { name: "Open the log" }).click();
    await page.getByRole("button", { name: "Settings" }).click();
    const sheet = page.getByRole("dialog", { name: "Settings" });
    await sheet.waitFor();
    await look("settings");
    await sheet.getByRole("switch", { name: "Sound" }).click();
    await sheet.getByRole("button", { name: "Close" }).click();
    await sheet.waitFor({ state: "detached" });
    assert.equal(matchIn(), first, "the table is still there");
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("croupier.settings")).sound), true);

    await playOn(ann, "duel");
    await page.locator(".slip.end").waitFor();
    await look("end");
    await page.getByRole("button", { name: "Play again" }).click();
    await until(() => matchIn() && matchIn() !== first, "another table");
    await page.locator("[data-shown]:not([data-over])").waitFor();
    assert.match(matchIn(), /^~/);

    await page.evaluate(() => { location.hash = "#/past"; });
    const row = page.locator(`[data-past="${first}"]`);
    await row.getByText("in this tab").waitFor();
    assert.match(await row.innerText(), /(won|lost) \d+ : \d+/);
    await look("past");
    await row.getByRole("link", { name: /^Replay of Duel/ }).click();
    await page.locator("[data-eyes-shown]").waitFor();
    await page.evaluate(() => { location.hash = "#/past"; });
    await row.getByRole("link", { name: /^Analysis of Duel/ }).click();
    await page.locator(".graph-box").waitFor();
    await look("analysis");
    assert.equal(ann.messages.length, 0, "nothing went over a socket");
  });

test("a hint in this tab, without a network", async t => {
  const { ann } = await openHere(t);
  await begin(ann, "duel");
  await ann.page.locator(".duel .hand .card.legal").first().waitFor();
  await ann.page.locator("#ask-hint").click();
  const box = ann.page.locator("#hint");
  await box.locator("li").nth(2).waitFor();
  assert.match(await box.locator("li.best").innerText(), /Lay the \d+[\s\S]*\d+ %[\s\S]*± \d+/);
  assert.equal(ann.messages.length, 0, "nothing went over a socket");
});

// Something that only gives out files: those of a folder, below a path of its own.
async function staticHost(folder) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
  const host = http.createServer((request, answer) => {
    const path = resolve(join(folder, decodeURI(request.url.replace(/^\/files/, "")).replace(/\/$/, "/index.html")));
    if (!request.url.startsWith("/files/") || !path.startsWith(folder + "/") || !existsSync(path)) return answer.writeHead(404).end("no such file");
    answer.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
  });
  await new Promise(done => host.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${host.address().port}/files`, stop: () => new Promise(done => { host.close(done); host.closeAllConnections(); }) };
}

test("a folder on a static host is enough", async t => {
  const host = await staticHost(join(root, "web/dist"));
  try {
    const ann = await t.player(host, { name: "Ann", offline: true });
    ann.allowed.push(/404/);
    await ann.open();
    await ann.page.getByText("The server does not answer.").waitFor();
    await ann.axe();
    await ann.shot("here-static");
    await ann.page.getByRole("link", { name: "Open the offline table" }).click();
    await begin(ann, "duel");
    await playOn(ann, "duel", 3);
    await ann.page.goto(`${ann.url}/#/rules/duel`);
    await ann.page.getByText("Two players, seats 0 and 1.").waitFor();
  } finally {
    await host.stop();
  }
});

const files = (folder, end) => readdirSync(join(root, "tests", folder), { recursive: true }).filter(name => name.endsWith(end));

test("the same seeds, records and golden matches give the same bytes in a browser", { seconds: 240 }, async t => {
  const host = await staticHost(root);
  try {
    const ann = await t.player(host);
    await ann.page.goto(`${host.url}/web/dist/icon.svg`); // any document of that host
    const found = await ann.page.evaluate(async ({ url, records, golden }) => {
      const { load } = await import(`${url}/dist/npm/index.mjs`), { playGolden } = await import(`${url}/tests/wasm/kept.mjs`);
      const croupier = await load(), get = path => fetch(`${url}/tests/${path}`);
      const hashes = Object.fromEntries(croupier.games.map(game => [game.name, game.sim({ matches: 1000, seed: 42 }).hash])), wrong = [];
      for (const name of records) {
        const { holds, reason } = croupier.replay(new Uint8Array(await (await get(`replay/${name}`)).arrayBuffer()));
        if (!holds) wrong.push(`${name}: ${reason}`);
      }
      for (const name of golden) {
        const played = playGolden(croupier.game(name.split("/")[0]), await (await get(`golden/${name}`)).text());
        if (played.wrong) wrong.push(`${name}: ${played.wrong}`);
      }
      return { hashes, wrong };
    }, { url: host.url, records: files("replay", ".rec"), golden: files("golden", ".txt").filter(name => !name.startsWith("dune/")) }); // that one is played at a server only
    assert.deepEqual(found.wrong, []);
    for (const [game, hash] of Object.entries(found.hashes))
      assert.equal(hash, JSON.parse(execFileSync(program, ["sim", game, "-n", "1000", "--seed", "42", "--json"], { encoding: "utf8" })).hash, game);
  } finally {
    await host.stop();
  }
});

// ---- a server that lies ----

// A match against a bot over a wire that may change what is said, then the verdict. The lies are told to the page only: the
// referee behind it is honest, so everything but the one lie holds.
async function verdictOn(t, { message = m => m, record = bytes => bytes } = {}) {
  const server = await t.server();
  const ann = await t.player(server, { name: "Ann" });
  const made = await server.create("duel", ["me", "bot:random"], { name: "Ann", options: { target: 2 } });
  await ann.page.routeWebSocket(/\/ws(\/\w+)?$/, wire => {
    const far = wire.connectToServer();
    far.onMessage(text => wire.send(String(text).split("\n").map(line => JSON.stringify(message(JSON.parse(line)))).join("\n")));
  });
  await ann.page.route(/\/record$/, async route => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: Buffer.from(record(new Uint8Array(await answer.body()))) });
  });
  await ann.sit(made, 0);
  await ann.page.locator("[data-shown]").waitFor();
  await playOn(ann, "duel");
  await ann.page.locator("[data-over]").waitFor();
  await ann.open(`#/replay/${made.match}`);
  await ann.page.getByRole("button", { name: "Check it yourself" }).click();
  await ann.page.locator("[data-verdict]").waitFor();
  const wrong = await ann.page.locator("[data-what][data-holds=false]").evaluateAll(all => all.map(e => e.dataset.what));
  return { ann, wrong };
}

test("after a match the page plays the record again and says that everything holds", async t => {
  const { ann, wrong } = await verdictOn(t);
  assert.deepEqual(wrong, []);
  assert.equal(await ann.page.locator("[data-verdict=holds] li").count(), 7);
  await ann.axe();
  await ann.shot("verdict-holds");
});

const flip = hex => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);
const lies = {
  "another deal than it promised": [{ message: m => (m.type === "attached" ? { ...m, commitment: flip(m.commitment) } : m) }, ["commitment"]],
  "a move of the record": [{ record: bytes => bytes.map((b, i) => (i === bytes.length - 30 ? b ^ 1 : b)) }, ["moves"]],
  "a card in a view": [{ message: m => (m.type === "update" && m.changes?.hand?.length === 12 ? { ...m, changes: { ...m.changes, hand: m.changes.hand.map(v => v % 13 + 1) } } : m) }, ["views"]],
};
for (const [name, [lie, found]] of Object.entries(lies))
  test(`a server that lies about ${name} is found out`, async t => {
    const { ann, wrong } = await verdictOn(t, lie);
    assert.deepEqual(wrong, found);
    await ann.shot(`verdict-${found[0]}`);
  });

test("a record from a file is checked, and one that was changed is not believed", async t => {
  const server = await t.server();
  const match = await server.botMatch("duel");
  const bytes = new Uint8Array(await (await fetch(`${server.url}/api/matches/${match}/record`)).arrayBuffer());
  const ann = await t.player(server);
  await ann.open("#/check");
  const give = file => ann.page.locator("input[type=file]").setInputFiles({ name: "duel.rec", mimeType: "application/octet-stream", buffer: Buffer.from(file) });
  await give(bytes);
  await ann.page.locator("[data-verdict=holds]").waitFor();
  await ann.axe();
  await give(bytes.map((b, i) => (i === bytes.length - 20 ? b ^ 1 : b)));
  await ann.page.locator("[data-verdict=lied]").waitFor();
  await give(bytes.slice(0, 40));
  await ann.page.locator("[data-what=record][data-holds=false]").waitFor();
});
