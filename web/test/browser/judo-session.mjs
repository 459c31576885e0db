// A session of Classic Battle in a browser, for the tests of this game: how it is opened, begun and watched.
import { assert, until } from "./lib.mjs";
import { key, press } from "./tables.mjs";

export const GAME = "classic-battle";
export const STATS = ["power", "speed", "technique", "kumikata", "newaza"];
// No thinking, and countdowns so long that only Next ends them: nothing goes on while a slow machine looks.
export const FAST = { matches: "0", cooldown: "10000", startCountdown: "10000", opponentDelay: "off" };

// A player at a session against the computer; `keep` is what the browser has stored.
export async function session(t, { server, options = {}, player = {}, keep = {}, seed = 3, args = [], before } = {}) {
  const own = server ?? await t.server(...args);
  const made = await own.create(GAME, ["me", "bot"], { options: { ...FAST, ...options }, seed });
  const ann = await t.player(own, player);
  await remember(ann, { helpSeen: "yes", ...keep });
  await ann.listen();
  if (before) await ann.context.addInitScript(before);
  await ann.sit(made, 0);
  await ann.page.waitForFunction(() => window.__jk);
  await ann.page.evaluate(() => window.__jk.ready);
  return { server: own, made, ann, page: ann.page };
}

export const remember = (player, keep) => player.context.addInitScript(values => {
  for (const [name, value] of Object.entries(values))
    if (localStorage.getItem(`judokon.${name}`) === null) localStorage.setItem(`judokon.${name}`, value);
}, keep);

export const reach = (player, states, ms = 30_000) => player.page.evaluate(([s, time]) => window.__jk.waitFor(s, time), [states, ms]);
export const text = (player, selector) => player.page.locator(selector).innerText();
export const focused = player => player.page.evaluate(() => document.activeElement?.id || document.activeElement?.dataset.stat || document.activeElement?.dataset.target || document.activeElement?.dataset.move || document.activeElement?.tagName);
export const skip = player => press(player, "#next-button");
// Keys that come faster than anything can happen between them.
export const keysAtOnce = (player, ...names) => player.page.evaluate(all => {
  for (const name of all) (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
}, names);

export async function begin(ann, target = 3) {
  await press(ann, `#round-select [data-target="${target}"]`);
  await reach(ann, "cooldown");
  await skip(ann);
  await reach(ann, "waitingForPlayerAction");
}

// Plays rounds with `pick` until the match is over.
export async function finish(ann, pick = stat => press(ann, `[data-stat="${stat}"]`)) {
  for (let i = 0; i < 60; i++) {
    const state = await reach(ann, ["waitingForPlayerAction", "cooldown", "matchOver"]);
    if (state === "matchOver") return;
    const n = ann.state.n;
    if (state === "cooldown") await skip(ann);
    else await pick(STATS[i % 5]);
    await until(() => ann.state.n > n, "the next step");
  }
  assert.fail("the match does not end");
}

// Runs in the page before everything else. `lags`: how many frames a score, or a first tick, takes from the message that brings
// it to the screen: frames, because a busy machine makes each of them late, but not more of them. `seen`: every text that some places
// ever showed, with the state and the time. `stall`: the longest that a frame, or a tick behind its second, kept the page waiting.
// `bend(message)` may change what arrives; while `isHeld` nothing does.
export function spy() {
  const PLACES = { timer: "#next-round-timer", message: "#round-message", status: "#timer-status", count: '.snack[data-topic="count"]', auto: '.snack[data-topic="auto"]', cli: "#cli-countdown" };
  Object.assign(window, { lags: { score: [], tick: [] }, seen: {}, stall: 0, bend: null, isHeld: Boolean(sessionStorage.getItem("held")), held: [], release: null });
  const text = selector => document.querySelector(selector)?.textContent ?? "";
  let frame = performance.now(), ticked = Infinity;
  const waited = ms => { window.stall = Math.max(window.stall, ms); };
  const onFrame = now => { waited(now - frame); frame = now; requestAnimationFrame(onFrame); };
  requestAnimationFrame(onFrame);
  const look = () => {
    for (const [name, selector] of Object.entries(PLACES)) {
      const list = window.seen[name] ??= [], one = { text: text(selector), state: document.body.dataset.battleState, at: performance.now() };
      if (list.at(-1)?.text !== one.text || list.at(-1)?.state !== one.state) list.push(one);
    }
  };
  addEventListener("DOMContentLoaded", () => { new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true }); });
  const time = (to, isShown) => {
    let frames = 0;
    const next = () => { frames++; if (isShown()) to.push(frames); else requestAnimationFrame(next); };
    requestAnimationFrame(next);
  };
  const hear = m => {
    const score = m.events?.findLast(e => e.event === "score") ?? m.news?.findLast(([event]) => event === "score")?.[2];
    if (score) {
      const { player: mine, opponent: other } = score;
      time(window.lags.score, () => text("#scoreboard [data-score=player] strong") === String(mine) && text("#scoreboard [data-score=opponent] strong") === String(other) &&
        document.querySelector("#scoreboard").dataset.outcome !== "none");
    }
    if (m.type === "tick") {
      waited(performance.now() - ticked - 1000);
      ticked = performance.now();
    }
    if (m.type === "tick" && text("#next-round-timer") !== String(m.seconds)) time(window.lags.tick, () => /^\d+$/.test(text("#next-round-timer")));
  };
  window.WebSocket = class extends WebSocket {
    set onmessage(call) {
      window.release = () => { window.isHeld = false; for (const data of window.held.splice(0)) call({ data }); };
      super.onmessage = ({ data }) => {
        const messages = data.split("\n").map(line => JSON.parse(line)).map(m => window.bend?.(m) ?? m);
        const bent = messages.map(m => JSON.stringify(m)).join("\n");
        if (window.isHeld) { window.held.push(bent); return; }
        messages.forEach(hear);
        call({ data: bent });
      };
    }
  };
}

export const STALLED_MS = 800;
export const FRAMES = ms => Math.floor(ms * 60 / 1000);
export const seenBy = (player, place) => player.page.evaluate(name => window.seen[name] ?? [], place);

// What has no room has another place: none of these things lies on another.
export async function apart(player, selectors) {
  const boxes = await player.page.evaluate(all => all.map(s => [s, document.querySelector(s).getBoundingClientRect().toJSON()]), selectors);
  for (const [i, [a, one]] of boxes.entries())
    for (const [b, two] of boxes.slice(i + 1))
      assert.ok(one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1 || two.bottom <= one.top + 1, `${a} overlaps ${b}`);
}

// Wherever Tab leads, the focus is seen: a ring of two pixels at least, within the window.
export async function focusShows(player, least) {
  const names = new Set();
  for (let i = 0; i < 40; i++) {
    await key(player, "Tab");
    const at = await player.page.evaluate(() => {
      const e = document.activeElement, s = getComputedStyle(e), box = e.getBoundingClientRect();
      return e === document.body ? null : { name: e.id || e.dataset.stat || e.textContent.trim() || e.getAttribute("aria-label"), ring: s.outlineStyle === "none" ? 0 : parseFloat(s.outlineWidth),
        isIn: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth };
    });
    if (!at) continue;
    if (names.has(at.name)) break;
    names.add(at.name);
    assert.ok(at.ring >= 2 && at.isIn, `the focus on ${at.name} is not seen: ${JSON.stringify(at)}`);
  }
  assert.ok(names.size >= least, `only ${[...names]} had the focus`);
}
