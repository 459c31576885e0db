// How a person presses a move at the tables of Imposter Kings and Liap Tui, by mouse or by keys, and what the tests of both
// have in common: who is asked, and what a seat may not have been told.
import { assert, until } from "./lib.mjs";

// ---- matches ----

// The player who is asked now, once all have heard of it: null at the end.
export async function asked(players) {
  return until(async () => {
    if (players.every(player => player.isOver)) return { over: true };
    const n = Math.max(...players.map(player => player.state?.n ?? 0));
    if (players.some(player => (player.state?.n ?? 0) < n && !player.isOver)) return null;
    const player = players.find(one => one.state?.question?.mine && one.state.offers);
    return player ? { player } : null;
  }, "a question for one of the players", 15_000);
}

// Plays until the match is over, or until `stop` says so. `answer` presses one move and gives its text.
export async function playOn(players, answer, { stop, most = 2000 } = {}) {
  for (let i = 0; i < most; i++) {
    const { player, over } = await asked(players);
    if (over || (stop && await stop(player))) return i;
    const { ticket, n } = { ticket: player.state.question.ticket, n: player.state.n };
    const move = await answer(player);
    await until(() => player.state.n > n && (player.state.question?.ticket !== ticket || !player.state.question.mine) || player.isOver, `an answer to "${move}"`);
  }
  throw new Error(`no end after ${most} moves`);
}

// Shown is what the server said: the page has drawn the newest update.
export async function drawn(player) {
  const n = player.state.n;
  await player.page.waitForFunction(least => Number(document.querySelector("[data-shown]")?.dataset.shown ?? -1) >= least, n);
}

export const moves = player => player.state.offers.moves ?? [];

// One player opens a table in the lobby, the others sit down by its link. `seats` are the words of the form, one per seat;
// as many players come as seats are open. Gives the match and what the browsers know of it.
export async function sitDown(players, title, seats, options) {
  const [host, ...guests] = players, { page } = host;
  await host.open("#/");
  await page.getByRole("button", { name: `New table of ${title}` }).click();
  for (const [i, word] of seats.entries())
    if (word !== "me") await page.getByLabel(`Seat ${i + 1}`).selectOption(word);
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`#opt-${name}`), isList = await field.evaluate(e => e.tagName === "SELECT");
    await (isList ? field.selectOption(String(value)) : field.fill(String(value)));
  }
  await page.getByRole("button", { name: "Open the table" }).click();
  const match = await until(() => /#\/match\/([0-9a-f]{32})/.exec(page.url())?.[1], "the table");
  for (const guest of guests) {
    await guest.open(`#/join/${match}`);
    await guest.page.getByRole("button", { name: "Sit down" }).click();
  }
  for (const player of players) await player.page.locator(".mat").waitFor();
  const tokens = {};
  for (const player of players) {
    const [table] = await player.page.evaluate(() => JSON.parse(localStorage.getItem("croupier.tables")));
    tokens[table.seat] = table.token;
    player.seat = table.seat;
  }
  return { match, tokens };
}

// ---- a seeded choice, so that a test plays the same match every time ----

export function chance(seed) {
  let x = seed >>> 0;
  return n => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
}

export const oneOf = (list, at) => list[at(list.length)];

// ---- pressing ----

export const press = (player, selector) => player.page.locator(selector).first().click();
export const key = (player, name) => player.page.keyboard.press(name);

// Goes to a thing with Tab and arrows only: Tab until its group has the focus, then arrows.
export async function walkTo(player, selector) {
  const { page } = player;
  const isThere = () => page.evaluate(s => document.activeElement?.matches(s) ?? false, selector);
  const inGroup = () => page.evaluate(s => {
    const thing = [...document.querySelectorAll(s)].find(e => e.checkVisibility());
    const group = thing?.closest("[role=group]:not(#slip)");
    return group ? group.contains(document.activeElement) && group.querySelectorAll("button").length > 1 && document.activeElement !== thing : false;
  }, selector);
  for (let i = 0; i < 120; i++) {
    if (await isThere()) return;
    await key(player, await inGroup() ? "ArrowRight" : "Tab");
  }
  assert.fail(`${selector} cannot be reached by Tab and arrows`);
}

// ---- Imposter Kings ----

function fill(box, at) {
  let move = box.template;
  for (const { field, values, to } of box.arguments) {
    if (to !== undefined) { move = `${box.move} -`; continue; }
    const value = oneOf(values, at);
    move = field === "card" ? `${box.move} ${value}` : `${move} ${field} ${value}`;
  }
  return move;
}

// Any legal move; abilities are used where they can be.
export function chooseKings(player, at) {
  const { question, offers, view } = player.state, me = view.viewer;
  if (question.asks === "setup") {
    const hand = view.hand[me], i = at(hand.length), j = (i + 1 + at(hand.length - 1)) % hand.length;
    return `setup successor ${hand[i]} dungeon ${hand[j]}`;
  }
  return offers.moves ? oneOf(offers.moves, at) : fill(oneOf(offers.boxes, at), at);
}

const FIELDS = ["with", "at", "on", "naming", "saying"];

function readKings(move) {
  if (move === "flip king") return { kind: move };
  const [kind, first, ...rest] = move.split(" ");
  const args = kind === "setup" ? {} : { first };
  const words = kind === "setup" ? [first, ...rest] : rest;
  if (kind === "disgrace") return { kind, positions: move === "disgrace -" ? [] : move.split(" ").slice(1) };
  for (let i = 0; i + 1 < words.length; i += 2) args[words[i]] = words[i + 1];
  return { kind, ...args };
}

const said = (field, value) => (field === "at" ? `.court [data-at="${value}"]` : `#slip [data-say=${JSON.stringify(`${field} ${value}`)}]`);
const card = (word, source = "hand") => `.mine button[data-card=${JSON.stringify(word)}][data-source=${source}]`;
const sends = move => `#slip [data-move=${JSON.stringify(move)}]`;

async function isPressed(player, selector) {
  return player.page.locator(selector).first().evaluate(e => e.getAttribute("aria-pressed") === "true");
}

// Presses a move the way a person does: the card, what is said with it, the button on the slip. `hit` presses one thing.
export async function performKings(player, move, hit) {
  const m = readKings(move);
  await drawn(player);
  if (m.kind === "play") {
    await hit(card(m.first, m.from ?? "hand"));
    for (const field of FIELDS)
      if (m[field] && !await isPressed(player, said(field, m[field]))) await hit(said(field, m[field]));
  } else if (m.kind === "flip king") {
    await hit(".me .king");
  } else if (m.kind === "setup") {
    await hit(card(m.successor));
    await hit(m.successor === m.dungeon ? `${card(m.dungeon)}:not([aria-pressed=true])` : card(m.dungeon));
  } else if (m.kind === "choose") {
    const own = card(m.first);
    await hit(!m.from && await player.page.locator(own).count() ? own : `#slip [data-say="choose ${m.first}"]`);
  } else if (m.kind === "disgrace") {
    for (const at of m.positions) await hit(said("at", at));
  }
  await hit(sends(move));
  return move;
}

// Shortcuts where there are any, else Tab and arrows; Enter sends.
export async function performKingsByKeys(player, move) {
  const m = readKings(move), { page } = player;
  await drawn(player);
  const cards = () => page.locator(".mine .cards button[data-card]").evaluateAll(all => all.map(e => `${e.dataset.source} ${e.dataset.card} ${e.getAttribute("aria-pressed")}`));
  const digit = async (word, source = "hand") => key(player, String(1 + (await cards()).findIndex(one => one === `${source} ${word} false`)));
  if (m.kind === "play") {
    await digit(m.first, m.from ?? "hand");
    for (const field of FIELDS)
      if (m[field] && !await isPressed(player, said(field, m[field]))) {
        await walkTo(player, said(field, m[field]));
        await key(player, "Enter");
      }
    await walkTo(player, sends(move));
    await key(player, "Enter");
  } else if (m.kind === "flip king") {
    await key(player, "f");
    await page.locator(sends(move)).waitFor();
    await page.evaluate(() => document.activeElement?.blur());
    await key(player, "Enter");
  } else if (m.kind === "setup") {
    await digit(m.successor);
    await page.locator(".mine [aria-pressed=true]").first().waitFor();
    await digit(m.dungeon);
    await walkTo(player, sends(move));
    await key(player, "Enter");
  } else if (m.kind === "pass" || m.kind === "none") {
    await key(player, "n");
  } else if (m.kind === "react") {
    await key(player, "r");
  } else if (m.kind === "ready") {
    await page.evaluate(() => document.activeElement?.blur());
    await key(player, "Enter");
  } else {
    if (m.kind === "choose") await digit(m.first);
    for (const at of m.positions ?? []) { await walkTo(player, said("at", at)); await key(player, "Enter"); }
    await walkTo(player, sends(move));
    await key(player, "Enter");
  }
  return move;
}
