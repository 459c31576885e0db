// The tests of the page in a real browser: a server of their own, Debian's Chromium, players, and what they may find out.
//
// A test file imports `test` and calls it once per test; run.mjs chooses tests by file and words and runs them, and so
// does the file itself: `node lobby.mjs 'line breaks'`. Each test gets `t`, which starts what is asked of it and ends
// everything afterwards:
//
//   import { assert, test } from "./lib.mjs";
//   test("a duel is begun from the lobby", { proves: ["EX-1"] }, async t => {
//     const server = await t.server();
//     const ann = await t.player(server, { theme: "dark" });
//     await ann.open("#/");
//     await ann.page.getByRole("button", { name: "Play now" }).first().click();
//     await ann.shot("duel-begun");
//     await ann.axe();
//   });
//
// A test fails if it throws, takes longer than its time (120 s unless `seconds` says otherwise), or if one of its pages
// logs an error, throws, or is refused something by its content security policy. What fails is tried once more, and that is
// said. Tests share nothing but the browser of the process that runs them, in any order. With `quick: true` a test is part
// of `make test`; all others run in `make check`.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export { assert };

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, "../../..");
export const program = resolve(process.env.CROUPIER ?? join(root, "build/croupier"));
export const shots = resolve(process.env.SHOTS ?? join(root, "build/shots"));
const proofs = process.env.CROUPIER_PROOFS; // folder of result files that `croupier verify --proofs` reads
// Long enough for a machine that is busy with other things: what goes well does not wait.
const SECONDS = 120, WAIT_MS = 30_000;

export const sleep = ms => new Promise(done => setTimeout(done, ms));

// Waits until `look` gives something true, and gives it. A look that asks the page costs three processes a few
// milliseconds, so that one is tried less and less often.
export async function until(look, what = "what was waited for", ms = WAIT_MS) {
  const end = Date.now() + ms;
  for (let pause = 15; ; pause = Math.min(pause * 1.5, 60)) {
    const looked = look(), got = await looked;
    if (got) return got;
    if (Date.now() > end) throw new Error(`${what} did not come within ${ms} ms`);
    await sleep(looked instanceof Promise ? pause : 15);
  }
}

// Waits in the page itself until `look` gives something true there, which is far cheaper than to ask again and again.
export async function untilIn(page, look, arg, what = "what was waited for", ms = WAIT_MS) {
  await page.waitForFunction(look, arg, { polling: 20, timeout: ms }).catch(fault => {
    throw fault.name === "TimeoutError" ? new Error(`${what} did not come within ${ms} ms`) : fault;
  });
}

// ---- the server ----

export class Server {
  constructor(options = []) {
    this.options = options;
    this.folder = mkdtempSync(join(tmpdir(), "croupier-page-"));
    this.port = 0;
    this.log = "";
  }

  async start() {
    const args = ["serve", "--listen", `127.0.0.1:${this.port}`, "--db", join(this.folder, "matches.db"), "--wal", "0", ...(this.options.includes("--bot-pace") ? [] : ["--bot-pace", "instant"])];
    this.process = spawn(program, [...args, ...this.options], { stdio: ["ignore", "pipe", "pipe"] });
    this.ended = new Promise(done => this.process.once("exit", code => done(code)));
    this.process.stderr.on("data", text => { this.log += text; });
    let said = "";
    this.process.stdout.on("data", text => { said += text; });
    const gone = this.ended.then(code => { throw new Error(`the server ended with ${code}: ${this.log}`); });
    gone.catch(() => {});
    const found = await Promise.race([gone, until(() => /listening on (https?:\/\/[\d.]+:(\d+))/.exec(said), "the server")]);
    this.port = Number(found[2]);
    this.url = found[1];
    return this;
  }

  // Ends it as an operator would; `SIGKILL` as a power cut would.
  async stop(signal = "SIGTERM") {
    if (!this.process) return;
    this.process.kill(signal);
    const code = await this.ended;
    this.process = null;
    if (signal === "SIGTERM") assert.equal(code, 0, `the server ended with ${code}: ${this.log}`);
    assert.doesNotMatch(this.log, /Sanitizer|runtime error/);
  }

  async restart(signal) {
    await this.stop(signal);
    return this.start();
  }

  async api(path, body) {
    const answer = await fetch(`${this.url}/api/${path}`, body ? { method: "POST", body: JSON.stringify(body) } : {});
    const json = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`), { status: answer.status, json });
    return json;
  }

  // Makes a match: { match, tokens }, tokens by seat.
  create(game, seats, more = {}) {
    return this.api("matches", { game, ...(seats && { seats }), ...more });
  }

  // A whole match between bots, until it is over: its id.
  async botMatch(game, more = {}) {
    const { seats = ["bot", "bot"], ...rest } = more;
    if (game === "classic-battle") rest.options = { headless: "on", ...rest.options }; // no waiting
    const { match } = await this.create(game, seats, rest);
    await until(async () => (await this.api(`matches/${match}`)).stands === "over", `the end of a match of ${game}`);
    return match;
  }
}

// A wire that is slow in both directions: everything arrives `ms` later, in order. Chromium's own network emulation
// leaves WebSockets alone. `cut` breaks what is connected; while `isDown` nobody gets through.
export class SlowWire {
  constructor(port, ms) {
    this.ms = ms;
    this.isDown = false;
    this.sockets = new Set();
    this.listener = net.createServer(near => {
      if (this.isDown) return near.destroy();
      const far = net.connect(port, "127.0.0.1");
      for (const [from, to] of [[near, far], [far, near]]) {
        this.sockets.add(from);
        from.setNoDelay(true);
        from.on("data", bytes => setTimeout(() => to.writable && to.write(bytes), this.ms));
        from.on("end", () => setTimeout(() => to.end(), this.ms));
        from.on("error", () => to.destroy());
        from.on("close", () => { this.sockets.delete(from); setTimeout(() => to.destroy(), this.ms); });
      }
    });
  }

  async start() {
    await new Promise(done => this.listener.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${this.listener.address().port}`;
    return this;
  }

  cut() {
    for (const socket of this.sockets) socket.destroy();
  }

  stop() {
    this.cut();
    return new Promise(done => this.listener.close(done));
  }
}

// ---- the browser ----

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--force-color-profile=srgb"];
export const DESKTOP = { width: 1280, height: 800 }, PHONE = { width: 390, height: 844 }, SMALL_PHONE = { width: 320, height: 640 };

let browser = null;
async function launch() {
  if (browser?.isConnected()) return browser;
  const { chromium } = require("playwright-core");
  // The shell has no window of its own to draw, which takes a quarter less work.
  const path = process.env.CHROMIUM ?? ["chromium-headless-shell", "chromium", "chromium-browser"].map(name => `/usr/bin/${name}`).find(existsSync);
  if (!path) throw new Error("there is no Chromium: install Debian's package 'chromium-headless-shell', or set CHROMIUM to its path");
  browser = await chromium.launch({ executablePath: path, headless: true, args: FLAGS });
  return browser;
}

// As docs/protocol.md has it.
function wholeUpdate(last, u) {
  const at = last.view.time + u.ms, view = { ...last.view, time: at, ...u.changes };
  const events = u.news.map(([event, seat, rest], i) => ({ seq: last.seq + 1 + i, event, ...(seat != null && { seat }), ...rest }));
  if (last.view.asked && u.changes.asked) {
    const told = u.changes.asked, asked = { ...last.view.asked, ...told };
    if (told.ticket !== undefined && told.open === undefined) asked.open = asked.seats;
    view.asked = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
  }
  const question = questionIn(view, u.says ?? last.question?.says);
  const moves = u.moves?.flatMap(([word, ...rest]) => (rest.length ? rest.map(one => `${word} ${one}`) : [word]));
  const offers = moves || u.offers ? { ...u.offers, ...(moves && { moves }) } : last.offers;
  return { type: "update", n: u.n, at, events, seq: last.seq + events.length, view, ...(question && { question }),
    ...(question?.mine && offers && { offers }), ...(u.over && { over: u.over }) };
}

function questionIn(view, says) {
  const a = view.asked, seats = bits => [...Array(16).keys()].filter(seat => bits >> seat & 1);
  if (!a?.open) return null;
  const open = a.form === "turn" ? [seats(a.open).find(seat => seat >= a.first && seat < 8) ?? seats(a.open)[0]] : seats(a.open);
  return { ticket: a.ticket, asks: a.question, form: a.form, seats: seats(a.seats), open, ...(a.budget && { [view.paused ? "left" : "until"]: a.until }),
    ...(view.paused && { paused: true }), mine: open.includes(Number(view.viewer)), ...(says !== undefined && { says }) };
}

// A message as one that tells everything, where it tells only what has changed (docs/protocol.md, "Changes"). `known` are those
// that were put together, `at` the match and the seat of the socket.
function whole(message, known, at) {
  if (message.type === "attached") at.name = `${message.match} ${message.seat}`;
  if (message.type !== "state" && message.type !== "update") return message;
  const before = known.get(`${at.name} ${message.n - 1}`), m = message.changes && before ? wholeUpdate(before, message) : message;
  if (m.view) known.set(`${at.name} ${m.n}`, { ...m, seq: m.events?.at(-1)?.seq ?? m.seq ?? before?.seq ?? 0 });
  return m;
}

// ---- looking ----

// A third of a browser's work is to paint what nobody looks at. So a page is not painted, as everything in it is there but
// transparent, until a picture is taken or something asks for what can be seen. Runs in a new page.
function unseen() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets = [sheet];
}

// Runs in a page: from now on it is painted, or not.
function show(isShown) {
  for (const sheet of document.adoptedStyleSheets) sheet.disabled = isShown;
}

// The rules of axe that a theme may break: one changes colours and nothing else.
const COLOURS = ["color-contrast", "link-in-text-block"];

// One person at a browser of their own: a page, everything that went over its sockets, and what it complained about.
export class Player {
  constructor(server, options) {
    this.server = server;
    this.options = options;
    this.frames = [];   // { sent: bool, text, at }
    this.messages = []; // every message the page got over its sockets, in order; a frame may hold several
    this.known = new Map(); // whole states and updates, by match, seat and number
    this.sent = [];     // and every one it sent
    this.sockets = [];  // of Playwright
    this.faults = [];   // errors of the page
    this.allowed = [];  // RegExp of errors that this test means to cause
  }

  async start() {
    const { theme = "light", phone = false, size, motion = false, latency = 0, contrast = "no-preference", name, offline = false, painted = false } = this.options;
    if (latency || this.options.wire) this.wire = await new SlowWire(this.server.port, latency).start();
    this.url = (this.wire ?? this.server).url;
    this.context = await (await launch()).newContext({
      baseURL: this.url,
      viewport: size ?? (phone ? PHONE : DESKTOP),
      hasTouch: Boolean(phone), isMobile: Boolean(phone),
      colorScheme: theme, reducedMotion: motion ? "no-preference" : "reduce", contrast,
      permissions: ["clipboard-read", "clipboard-write"],
      serviceWorkers: offline ? "allow" : "block",
    });
    // Most tests answer every question themselves, at once, and see everything as soon as it happens.
    const { empty, plain = false, pace = "once", settings = {} } = this.options;
    await this.context.addInitScript(given => {
      const kept = JSON.parse(localStorage.getItem("croupier.settings") ?? "{}");
      localStorage.setItem("croupier.settings", JSON.stringify({ ...given, ...kept }));
    }, { ...(!empty && { empty: "ask" }), plain, pace, ready: false, ...settings });
    if (!painted && !motion) await this.context.addInitScript(unseen);
    if (name) await this.context.addInitScript(text => localStorage.setItem("croupier.name", JSON.stringify(text)), name);
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(WAIT_MS);
    this.watch(this.page);
    return this;
  }

  watch(page) {
    page.on("websocket", socket => {
      this.sockets.push(socket);
      const at = {};
      const note = sent => ({ payload }) => {
        const text = String(payload);
        this.frames.push({ sent, text, at: Date.now() });
        (sent ? this.sent : this.messages).push(...text.split("\n").map(line => (sent ? JSON.parse(line) : whole(JSON.parse(line), this.known, at))));
      };
      socket.on("framesent", note(true));
      socket.on("framereceived", note(false));
    });
    page.on("pageerror", error => this.faults.push(`threw ${error.stack ?? error}`));
    page.on("console", message => {
      if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) this.faults.push(`logged ${message.text()} ${message.location().url}`);
    });
  }

  // The newest thing the server said about the match.
  get state() {
    return this.messages.findLast(m => m.type === "state" || m.type === "update");
  }

  get isOver() {
    return Boolean(this.state?.over);
  }

  // Goes to a screen of the page, `#/` for the lobby.
  async open(hash = "#/") {
    const address = `${this.url}/${hash}`;
    if (this.page.url().split("#")[0] === `${this.url}/`) await this.page.evaluate(to => { location.hash = to; }, hash);
    else await this.page.goto(address);
    return this.page;
  }

  // Goes where there is no page, and forgets what was told so far; nothing of it comes late, as its sockets are closed.
  async forget() {
    await this.page.goto(`${this.url}/healthz`);
    this.messages.length = 0;
  }

  // Sits down at a seat of a match that the test made, as if this browser had taken it in the lobby; without a seat it
  // watches. `made` is what Server.create gave.
  async sit(made, seat = -1, query = "") {
    const { match } = made, token = made.tokens?.[seat];
    if (!token) return this.open(`#/watch/${match}`);
    const { game } = await this.server.api(`matches/${match}`);
    const url = this.page.url();
    if (url.startsWith(this.url) && !url.endsWith("/healthz")) await this.page.goto(`${this.url}/healthz`); // a new document, not only another address
    await this.context.addInitScript(table => {
      if (localStorage.getItem(`test.${table.match}`)) return; // once: the page may forget it again
      localStorage.setItem(`test.${table.match}`, "sat down");
      const tables = JSON.parse(localStorage.getItem("croupier.tables") ?? "[]");
      localStorage.setItem("croupier.tables", JSON.stringify([table, ...tables]));
    }, { match, game, seat, token, at: Date.now() });
    await this.page.goto(`${this.url}/#/match/${match}${query}`);
    return this.page;
  }

  // Opens a page anew, as after closing the browser: same storage, new document.
  async reopen(hash = "#/") {
    await this.page.close();
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(WAIT_MS);
    this.watch(this.page);
    await this.page.goto(`${this.url}/${hash}`);
    return this.page;
  }

  // What can be pressed now and means one move, by its text.
  move(text) {
    return this.page.locator(`[data-move=${JSON.stringify(text)}]`).first();
  }

  async moves() {
    return this.page.locator("[data-move]:not([aria-disabled=true]):not([disabled])").evaluateAll(all =>
      [...new Set(all.map(e => e.dataset.move))]);
  }

  // What `look` gives in the page while it can be seen: for looks that care whether things are transparent.
  look(look, arg) {
    return this.page.evaluate(`((show, look) => { show(true); try { return look(${JSON.stringify(arg)}); } finally { show(false); } })(${show}, ${look})`);
  }

  // A picture for people, in build/shots.
  async shot(name, options = {}) {
    mkdirSync(shots, { recursive: true });
    const path = join(shots, `${name}.png`);
    await this.page.evaluate(show, true);
    await this.page.screenshot({ path, animations: "disabled", ...options });
    await this.page.evaluate(show, false);
    return path;
  }

  // What axe-core finds that is serious or critical fails the test; with `wcag` every failure of WCAG 2.1 A and AA, and nothing else;
  // with `rules` what these find.
  async axe({ wcag = false, rules } = {}) {
    const found = await axeRun(this.page, wcag ? { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] } : rules ? { runOnly: { type: "rule", values: rules } } : {});
    const bad = wcag ? found : found.filter(v => v.impact === "serious" || v.impact === "critical");
    const words = bad.map(v => `${v.id} (${v.impact}): ${v.help}\n    ` + v.nodes.slice(0, 4).map(n =>
      `${n.target.join(" ")}: ${n.failureSummary?.replaceAll("\n", " ")}`).join("\n    "));
    assert.equal(bad.length, 0, `axe: ${words.join("\n  ")}`);
    return found;
  }

  // A page that is light, judged by axe in light and in dark: what is there is judged once, how it looks twice. `also` is done
  // in both, with the name of the theme.
  async axeInBoth(also) {
    await this.axe();
    await also("light");
    await this.page.emulateMedia({ colorScheme: "dark" });
    await this.axe({ rules: COLOURS });
    await also("dark");
    await this.page.emulateMedia({ colorScheme: "light" });
  }

  // Nothing may be wider than the window; nor is a table higher, where it is not a phone's.
  async fits() {
    const [wide, high] = await this.page.evaluate(() => {
      const all = document.documentElement, isDesk = document.querySelector(".app") && matchMedia("(min-width: 761px) and (min-height: 640px)").matches;
      return [all.scrollWidth - all.clientWidth, isDesk ? all.scrollHeight - all.clientHeight : 0];
    });
    assert.ok(wide <= 0, `the page is ${wide} px wider than its window`);
    assert.ok(high <= 0, `the table is ${high} px higher than its window`);
  }

  // Nothing on the cloth has to be scrolled to.
  async lies() {
    const over = await this.page.locator(".mat").evaluate(mat => mat.scrollHeight - mat.clientHeight);
    assert.ok(over <= 0, `the cloth hides ${over} px`);
  }

  // Everything that can be pressed is 44 px high and wide, or has a label around it that is.
  async targets(least = 44) {
    const small = await this.look(px => [...document.querySelectorAll("button, [role=button], [role=tab], select, input, a[href]")]
      .filter(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(".vh, .skip, p, li.entry"))
      .map(e => [e, (e.closest("label") ?? e).getBoundingClientRect()])
      .filter(([, box]) => box.width && (box.width < px - 0.5 || box.height < px - 0.5))
      .map(([e, box]) => `${e.tagName.toLowerCase()}.${e.className} "${(e.textContent ?? "").trim().slice(0, 30)}" ` +
        `${Math.round(box.width)}x${Math.round(box.height)}`), least);
    assert.deepEqual(small, [], "things to press that are too small");
  }

  // How long from the press on `target` until the page shows what the server made of it: the next value of
  // `data-shown`, the number of the newest update drawn. Measured in the page, from the press to the frame after the
  // change. In milliseconds.
  async shownAfter(press) {
    await this.page.evaluate(() => {
      window.shownAfter = new Promise(done => {
        const n = () => Number(document.querySelector("[data-shown]")?.dataset.shown ?? -1);
        const before = n();
        let pressed = 0;
        const note = () => { pressed ||= performance.now(); };
        for (const type of ["click", "keydown"]) addEventListener(type, note, { capture: true });
        const watch = new MutationObserver(() => {
          if (!pressed || n() <= before) return;
          watch.disconnect();
          requestAnimationFrame(() => done(performance.now() - pressed));
        });
        watch.observe(document, { subtree: true, attributes: true, childList: true });
      });
    });
    await press();
    return this.page.evaluate(() => window.shownAfter);
  }

  // Keeps everything that the live regions say from the next page on: { now, text }, `now` for what is said at once.
  listen() {
    return this.page.addInitScript(() => {
      window.spoken = [];
      addEventListener("DOMContentLoaded", () => {
        new MutationObserver(changes => {
          for (const c of changes) for (const node of c.addedNodes)
            if (node.parentElement?.closest("[aria-live=polite], [aria-live=assertive]"))
              window.spoken.push({ now: !!node.parentElement.closest("[aria-live=assertive]"), text: node.textContent });
        }).observe(document, { childList: true, subtree: true });
      });
    });
  }

  spoken() {
    return this.page.evaluate(() => window.spoken);
  }

  async stop() {
    await this.context.close();
    await this.wire?.stop();
    const bad = this.faults.filter(fault => !this.allowed.some(one => one.test(fault)));
    assert.deepEqual(bad, [], "the page complained");
  }
}

// The page's own policy forbids scripts from elsewhere, so axe is run where policies do not count: by the debugger. Rules whose
// findings are minor or moderate by their own word are left out, unless rules are chosen.
const sessions = new WeakMap(); // of the debugger, by page
async function debuggerOf(page) {
  if (!sessions.has(page)) sessions.set(page, page.context().newCDPSession(page));
  return sessions.get(page);
}

const axeSource = () => axeSource.text ??= readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

async function axeRun(page, options) {
  const client = await debuggerOf(page);
  const run = async expression => {
    const { result, exceptionDetails } = await client.send("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true, allowUnsafeEvalBlockedByCSP: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const how = JSON.stringify({ resultTypes: ["violations"], ...options });
  const look = `(${axeIn})(${show}, ${how})`;
  return JSON.parse(await run(look) || (await run(`${axeSource()};0`), await run(look)));
}

// Runs in the page: what axe finds, as JSON, or nothing if axe is not there yet.
function axeIn(show, how) {
  if (!window.axe) return "";
  const lesser = how.runOnly ? [] : window.axe._audit.rules.filter(rule => rule.impact === "minor" || rule.impact === "moderate");
  const rules = Object.fromEntries(lesser.map(rule => [rule.id, { enabled: false }]));
  show(true);
  return window.axe.run(document, { ...how, rules }).then(found => JSON.stringify(found.violations)).finally(() => show(false));
}

// ---- tests ----

/** All tests of the files that were read, in their order: { file, name, body, proves, seconds, quick }. */
export const tests = [];
let reading = null; // the file that is being read

// Adds a test; `proves` names rules, `seconds` its time, `quick` puts it into `make test`.
export function test(name, options, body) {
  if (typeof options === "function") [options, body] = [{}, options];
  if (!reading) runThisFile();
  tests.push({ file: reading, name, body, proves: [], seconds: SECONDS, quick: false, ...options });
}

/** Reads the tests of files beside this one. */
export async function readTests(files) {
  for (reading of files) await import(`./${reading}.mjs`);
}

// A test file was started by itself.
function runThisFile() {
  const [node, file, ...words] = process.argv;
  process.exit(spawnSync(node, [join(here, "run.mjs"), file, ...words], { stdio: "inherit" }).status ?? 1);
}

class Test {
  constructor(file, name) {
    this.picture = `failed/${file}-${name.replaceAll(/\W+/g, "-")}`;
    this.players = [];
    this.servers = [];
  }

  // A server with an empty database; `options` are those of `croupier serve`.
  async server(...options) {
    const server = new Server(options);
    this.servers.push(server);
    return server.start();
  }

  // A person at a browser. Options: theme "light" or "dark"; phone; size; motion (off unless true); latency in ms, each
  // way; wire: true for a wire that can be cut; contrast "more"; name; pace "step", "easy" or "brisk" (all at once unless told);
  // empty: true, the page passes where nothing else is possible; plain: true, every game by the generic table; settings: others of the
  // page's own ("Ready" is not sent by itself unless one says so); offline: true, the page keeps itself for when there is no
  // network; painted: true, it is painted all the time, as with motion.
  async player(server, options = {}) {
    const player = new Player(server, options);
    this.players.push(player);
    return player.start();
  }

  async end(isFailed) {
    let fault = null;
    for (const player of this.players) {
      if (isFailed && player.page && !player.page.isClosed())
        await Promise.race([player.shot(`${this.picture}-${this.players.indexOf(player)}`), sleep(WAIT_MS)]).catch(() => {});
      await player.stop().catch(error => { fault ??= error; });
    }
    for (const server of this.servers) {
      await server.stop().catch(error => { fault ??= error; });
      rmSync(server.folder, { recursive: true, force: true });
    }
    if (fault && !isFailed) throw fault;
  }
}

async function tryOne(one) {
  const t = new Test(one.file, one.name);
  let timer = null, fault = null;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`takes longer than ${one.seconds} s`)), one.seconds * 1000);
  });
  const work = Promise.resolve().then(() => one.body(t));
  work.catch(() => {});
  try {
    await Promise.race([work, late]);
  } catch (error) {
    fault = error;
  }
  clearTimeout(timer);
  await t.end(Boolean(fault)).catch(error => { fault ??= error; });
  return fault;
}

/** Runs a test: { seconds, fault }, the latter a text or null. Unless it `isLast`, one that fails is tried again and has proven nothing yet. */
export async function runTest(one, isLast) {
  const begin = Date.now(), fault = await tryOne(one);
  if (proofs && one.proves.length && (!fault || isLast))
    appendFileSync(join(proofs, `browser-${one.file}.txt`),
      one.proves.map(rule => `${rule} ${fault ? "fail" : "pass"} browser ${one.file}: ${one.name}\n`).join(""));
  return { seconds: (Date.now() - begin) / 1000, fault: fault && String(fault.stack ?? fault) };
}

export const closeBrowser = () => browser?.close();

export const sha256 = bytes => createHash("sha256").update(bytes).digest("hex");
