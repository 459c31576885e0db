// How a person presses a move at the tables of Imposter Kings and Liap Tui, by mouse or by keys, and what the tests of both
// have in common: who is asked, and what a seat may not have been told.
import { assert, until, untilIn } from "./lib.mjs";

// ---- matches ----

// The player who is asked now, once all have heard of it: null at the end.
export async function asked(players) {
  return until(async () => {
    if (players.every(player => player.isOver)) return { over: true };
    const n = Math.max(...players.map(player => player.state?.n ?? 0));
    if (players.some(player => (player.state?.n ?? 0) < n && !player.isOver)) return null;
    const player = players.find(one => one.state?.question?.mine && one.state.offers);
    return player ? { player } : null;
  }, "a question for one of the players");
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
  await untilIn(player.page, least => Number(document.querySelector("[data-shown]")?.dataset.shown ?? -1) >= least, n, `update ${n} on the table`);
}

// Plays all seats that `made` has tokens of, over sockets of the browser's own, as quickly as it goes: what happens at a table is tested
// elsewhere. Stops when a question of `seat`, or of anybody if that is -1, has come up to `round`, where the view counts them, and asks `asks`; or when its only
// possible move begins with a word of `only`; or after `most` answers (where all it knows is refused, the referee answers for it); else at the end. `choose` is "first", or "mixed" for one after
// another. Gives how often it answered.
export function playBeside(player, made, { seat = 0, round = 0, asks = "", most = 1e9, choose = "first", only = [] } = {}) {
  return player.page.evaluate(({ match, tokens, seat, round, asks, most, choose, only }) => new Promise((done, fail) => {
    const sockets = [];
    let n = 0;
    const end = () => {
      for (const socket of sockets) socket.close();
      done(n);
    };
    const isWanted = m => ((round || asks) && (m.view?.round ?? 0) >= round && (!asks || m.question.asks === asks)) || n >= most ||
      (m.offers.moves?.length === 1 && only.includes(m.offers.moves[0].split(" ")[0]));
    for (const [mine, token] of Object.entries(tokens)) {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`, "croupier.v1");
      let all = [], at = 0, ticket = 0;
      const id = () => ticket * 1000 + 500 + at;
      const send = () => socket.send(JSON.stringify({ type: "move", id: id(), ticket, move: all[(choose === "first" ? at : ticket * 7 + at) % all.length] }));
      sockets.push(socket);
      socket.onopen = () => { socket.send(JSON.stringify({ type: "attach", match, token })); };
      socket.onerror = () => { fail(new Error("no socket")); };
      socket.onmessage = ({ data }) => {
        for (const m of data.split("\n").map(line => JSON.parse(line))) {
          if (m.over || ((m.type === "ack" || (m.type === "update" && !m.question?.mine)) && n >= most)) return end(); // or the referee's own answer
          if (m.type === "refused" && m.id === id() && ++at < 60) send(); // and not one that came late for the question before
          if (!m.question?.mine || !m.offers || m.question.ticket === ticket) continue;
          if ((seat < 0 || Number(mine) === seat) && isWanted(m)) return end();
          [all, at, ticket] = [m.offers.moves ?? m.offers.boxes.map(box => box.template), 0, m.question.ticket];
          n++;
          send();
        }
      };
    }
  }), { match: made.match, tokens: made.tokens, seat, round, asks, most, choose, only });
}

// The page was told everything that had happened when it came, and shows it. Everything before is told once more, so the first
// question that comes may be one of long ago.
export async function caughtUp(player) {
  await until(() => {
    const at = player.messages.findLastIndex(m => m.type === "attached"), told = player.messages.slice(at + 1).findLast(m => m.type === "state" || m.type === "update");
    return at >= 0 && told?.n >= player.messages[at].n; // what came before was told to another socket, perhaps that of another seat
  }, "everything that has happened");
  await drawn(player);
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

const PARTS = { recruit: ["card", "trading"], recommission: ["card", "exhausting", "and"] };

function fill(box, view, at) {
  if (box.move === "disgrace") return "disgrace -";
  let move = box.template;
  const places = PARTS[box.move] ?? { facet: ["facet"], draft: ["order"], take: ["what"], say: ["answer"] }[box.move] ?? ["card"], values = {};
  // One Army card pays once.
  for (const { field, values: all } of box.arguments)
    values[field] = oneOf(all.filter(value => field === "trading" || !Object.entries(values).some(([other, v]) => other !== "trading" && v === value && box.move in PARTS)), at);
  if (places.some(field => field in values)) {
    const given = box.template.split(" ").slice(1);
    move = [box.move, ...places.map((field, i) => values[field] ?? given[i]), ...box.template.split(" ").slice(1 + places.length)].join(" ");
  }
  for (const [field, value] of Object.entries(values)) if (!places.includes(field)) move += ` ${field} ${value}`;
  return move;
}

// Any legal move.
export function chooseKings(player, at) {
  const { question, offers, view } = player.state, me = view.viewer;
  if (question.asks === "setup") {
    const hand = [...view.hand[me]], take = () => hand.splice(at(hand.length), 1)[0];
    const hasSquire = view.facet?.[me] === "tactician";
    return `setup successor ${take()} dungeon ${take()}${hasSquire ? ` squire ${take()}` : ""}`;
  }
  if (question.asks === "signature_selection") return "select Stranger Ancestor Conspiracist";
  return offers.moves ? oneOf(offers.moves, at) : fill(oneOf(offers.boxes, at), view, at);
}

const FIELDS = ["copying", "with", "at", "on", "naming", "saying"];

function readKings(move) {
  if (move === "flip king") return { kind: move };
  const [kind, ...words] = move.split(" ");
  if (kind === "disgrace" || kind === "select") return { kind, set: words.filter(word => word !== "-") };
  const args = { kind };
  for (const place of PARTS[kind] ?? (kind === "setup" ? [] : ["card"])) args[place] = words.shift();
  for (let i = 0; i + 1 < words.length; i += 2) args[words[i]] = words[i + 1];
  return args;
}

const said = (field, value) => (field === "at" || field === "copying" ? `.court [data-at="${value}"]` : `#slip [data-say=${JSON.stringify(`${field} ${value}`)}]`);
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
    await hit(card(m.card, m.from ?? "hand"));
    for (const field of FIELDS)
      if (m[field] && !await isPressed(player, said(field, m[field]))) await hit(said(field, m[field]));
  } else if (m.kind === "flip king") {
    await hit(".me .king");
  } else if (m.kind === "setup") {
    for (const word of [m.successor, m.dungeon, m.squire]) if (word) await hit(`${card(word)}:not([aria-pressed=true])`);
  } else if (m.kind === "choose") {
    const foreign = `#slip [data-say="choose ${m.card}"]`;
    await hit(await player.page.locator(foreign).count() ? foreign : card(m.card));
  } else if (m.kind === "disgrace") {
    for (const at of m.set) await hit(said("at", at));
  } else if (m.kind === "select") {
    for (const word of m.set) await hit(`#slip [data-say="select ${word}"]`);
  } else if (m.kind in PARTS) {
    await hit(`#slip [data-say="${m.kind}"]`);
    for (const field of [...PARTS[m.kind], "exhausting"])
      if (m[field] && !await isPressed(player, said(field, m[field]))) await hit(said(field, m[field]));
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
    await digit(m.card, m.from ?? "hand");
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
    if (m.squire) await digit(m.squire);
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
    const walk = async selector => { await walkTo(player, selector); await key(player, "Enter"); };
    if (m.kind === "choose") await digit(m.card);
    if (m.kind === "disgrace") for (const at of m.set) await walk(said("at", at));
    if (m.kind === "select") for (const word of m.set) await walk(`#slip [data-say="select ${word}"]`);
    if (m.kind in PARTS) {
      await walk(`#slip [data-say="${m.kind}"]`);
      for (const field of [...PARTS[m.kind], "exhausting"])
        if (m[field] && !await isPressed(player, said(field, m[field]))) await walk(said(field, m[field]));
    }
    await walkTo(player, sends(move));
    await key(player, "Enter");
  }
  return move;
}
