// A session of Classic Battle in a browser, for the tests of this game: how it is opened, begun and watched.
import { press } from "./tables.mjs";

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
