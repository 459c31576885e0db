// Nothing is cut at any moment, and every text is one for people: every table, many moments, three sizes, for who plays and for who watches.
import { assert, DESKTOP, PHONE, SMALL_PHONE, test, until } from "./lib.mjs";

// What is cut: wider than the window, beyond the cloth, or text that its own box clips. Runs in the page.
function cutNow([isDesk, hasSectors]) {
  const bad = [], all = document.documentElement;
  if (all.scrollWidth > all.clientWidth) bad.push(`the page is ${all.scrollWidth - all.clientWidth} px too wide`);
  const mat = document.querySelector(".mat");
  if (!mat) return ["no table"];
  if (isDesk && mat.scrollHeight > mat.clientHeight + 1) bad.push(`the cloth hides ${mat.scrollHeight - mat.clientHeight} px`);
  const name = e => `${e.tagName.toLowerCase()}.${String(e.className.baseVal ?? e.className).split(" ").join(".")} "${(e.textContent ?? "").trim().slice(0, 40)}"`;
  const scrolls = e => { for (let p = e.parentElement; p && p !== mat; p = p.parentElement) if (/auto|scroll/.test(getComputedStyle(p).overflowX)) return true; return false; };
  const box = mat.getBoundingClientRect();
  for (const e of mat.querySelectorAll("button, .card, .piece, .seat-n, h2, h3, .btn, .slip, .print, .tag, .tcard, .lead, .wheel, .jk, .stat, p, li")) {
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || e.closest(".vh") || scrolls(e)) continue;
    const r = e.getBoundingClientRect();
    if (!r.width || !r.height) continue;
    if (r.left < box.left - 1 || r.right > box.right + 1) bad.push(`${name(e)} is beyond the cloth: ${Math.round(r.left - box.left)} to ${Math.round(r.right - box.left)} of ${Math.round(box.width)}`);
    const style = getComputedStyle(e);
    if (/hidden|clip/.test(style.overflowX + style.overflowY) && !e.matches(".slip, .zi, .mk, .ic") && style.textOverflow !== "ellipsis" && style.webkitLineClamp === "none" && // JK-11.2: long messages end in an ellipsis
      (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 2) && (e.textContent ?? "").trim()) bad.push(`${name(e)} clips its text`);
  }
  // Words for people: no code words, no markup, nothing of how it is made; numbers of sectors only where a map has them.
  const code = /\b[A-Z]{2,}_[A-Z_]+\b|`|\*|\b[a-z]+_[a-z_]+\b|\b[a-z]+=[\w/]+|\b(engine|parameter|submitted|kind of action|question asks)\b/;
  for (const box of document.querySelectorAll(".bar, .mat, .rail, .ticker, dialog[open]")) {
    const said = [box.innerText, ...[...box.querySelectorAll("[aria-label], [title]")].flatMap(e => [e.getAttribute("aria-label"), e.getAttribute("title")])].join("\n");
    const found = code.exec(said) ?? (hasSectors ? null : /\bsectors? \d+/.exec(said));
    if (found) bad.push(`"${found.input.slice(Math.max(0, found.index - 30), found.index + 40)}" is no text for people`);
  }
  // On a card nothing lies on the number, and no name is wider than the card, in whatever font.
  for (const card of mat.querySelectorAll(".card")) {
    const [box, number, keyword, label] = [card, ...[".card-v", ".card-k", ".card-n"].map(s => card.querySelector(s))].map(e => (e?.checkVisibility() ? e.getBoundingClientRect() : null));
    if (!box?.width) continue;
    if (number && keyword && keyword.left < number.right - 1 && keyword.top < number.bottom - 1 && keyword.bottom > number.top) bad.push(`${name(card)}: its keyword lies on its number`);
    if (label && (label.left < box.left - 1 || label.right > box.right + 1)) bad.push(`${name(card)}: its name is ${Math.round(label.width)} px wide, the card ${Math.round(box.width)}`);
    const text = card.querySelector(".card-n");
    if (label && !text.style.transform && text.scrollWidth > text.clientWidth) bad.push(`${name(card)}: its name is cut`);
  }
  // The slip lies on nothing that matters: the Throne, and my hand below its upper edge.
  const slip = document.getElementById("slip")?.getBoundingClientRect();
  const throne = document.querySelector(".throne .card")?.getBoundingClientRect();
  if (slip && throne && throne.height && slip.top < throne.bottom - 1 && slip.bottom > throne.top + 1) bad.push("the slip lies on the Throne");
  return bad;
}

// Gives the page another size, and waits until it is drawn for it.
async function resize(page, size) {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
}

const SIZES = [["desk", DESKTOP], ["phone", PHONE], ["small", { ...SMALL_PHONE, height: 844 }]];

async function look(player, what) {
  for (const [name, size] of SIZES) {
    await resize(player.page, size);
    const bad = await player.look(cutNow, [name === "desk", what.startsWith("dune ")]);
    if (bad.length) await player.shot(`cut-${what.replaceAll(/\W+/g, "-")}-${name}`, { fullPage: true });
    assert.deepEqual(bad, [], `${what}, ${name}`);
  }
  await player.page.setViewportSize(DESKTOP);
}

// Answers over the page's own connection would be the tables' business; this one answers beside it, once: what is refused is answered
// by the referee, whose patience is one mistake.
const answer = (player, made, seat, pick) => player.page.evaluate(([match, token, ticket, moves, r]) => new Promise(done => {
  const socket = new WebSocket(`ws://${location.host}/ws`, "croupier.v1");
  socket.onopen = () => socket.send(JSON.stringify({ type: "attach", match, token }));
  socket.onmessage = e => {
    for (const { type } of e.data.split("\n").map(line => JSON.parse(line))) {
      if (type === "attached") socket.send(JSON.stringify({ type: "move", id: ticket * 1000 + 900, ticket, move: moves[r % moves.length] }));
      if (type === "ack" || type === "refused") { socket.close(); done(); }
    }
  };
}), [made.match, made.tokens[seat], player.state.question.ticket, player.state.offers.moves ?? player.state.offers.boxes.map(b => b.template), pick]);

const drawn = player => until(async () => await player.page.locator("[data-shown]").getAttribute("data-shown") === String(player.state.n), "the newest");

const MATCHES = [
  ["duel", ["me", "bot"], { options: { target: 3, parries: 2 } }, 20],
  ["imposter-kings", ["me", "bot"], { options: { target: 3 } }, 26],
  ["imposter-kings", ["me", "bot", "bot", "bot"], { options: { target: 2 } }, 26],
  ["imposter-kings", ["me", "bot"], { options: { rules: "fragments", target: 2 } }, 26],
  ["liap-tui", ["me", "bot", "bot", "bot"], { options: { target: 12 } }, 22],
  ["dune-battle", ["me", "bot", "bot"], {}, 26],
  ["dune-battle", ["me", "bot", "bot", "bot", "bot", "bot"], { options: { scenario: "six" } }, 22],
  ["dune", ["me", "bot", "bot", "bot", "bot", "bot"], { options: { max_turns: 2 } }, 26],
  ["classic-battle", ["me", "bot"], { options: { headless: "on" } }, 22],
];

for (const [game, seats, more, moments] of MATCHES)
  test(`${game}${more.options?.rules || more.options?.scenario ? ` (${more.options.rules ?? more.options.scenario})` : ""} with ${seats.length}: nothing is cut at any moment, for who plays and who watches`, { seconds: 240 }, async t => {
    const server = await t.server();
    const ann = await t.player(server), watcher = await t.player(server, { theme: "dark" });
    let looked = 0;
    // A match may be short: another one, until enough was seen.
    for (let seed = 21; seed < 29 && looked < moments; seed++) {
      const made = await server.create(game, seats, { name: "Ann", seed, patience: 1, ...more });
      await Promise.all([ann.forget(), watcher.forget()]);
      await ann.sit(made, 0);
      await watcher.sit({ match: made.match });
      await ann.page.locator(".mat").waitFor();
      await watcher.page.locator(".mat").waitFor();
      for (let i = 0; looked < moments; i++) {
        await until(() => ann.isOver || ann.state?.question?.mine, "my question");
        await drawn(ann);
        await look(ann, `${game} ${seats.length} seed ${seed} moment ${i} ${ann.state.question?.asks ?? "over"}`);
        looked++;
        if (i % 5 === 0 || ann.isOver) {
          await until(() => watcher.isOver === ann.isOver, "the same for who watches");
          await drawn(watcher);
          await look(watcher, `${game} ${seats.length} seed ${seed} watched ${i}`);
        }
        if (ann.isOver) break;
        const { ticket } = ann.state.question;
        await answer(ann, made, 0, i * 7);
        await until(() => ann.isOver || ann.state.question?.ticket !== ticket || !ann.state.question.mine, "that it counts");
      }
    }
    assert.ok(looked > 12, `only ${looked} moments`);
  });

test("a crowded cloth keeps the size it has between presses: nothing is drawn large first", async t => {
  const server = await t.server();
  const made = await server.create("imposter-kings", ["me", "bot", "bot", "bot"], { name: "Ann", seed: 3 });
  const ann = await t.player(server, { size: { width: 1600, height: 1400 } }), { page } = ann;
  await ann.sit(made, 0);
  await page.locator(".mine .hand .card").first().waitFor();
  const fit = () => page.locator(".mat").evaluate(mat => Number(mat.style.getPropertyValue("--fit")));
  const large = await fit();
  for (let height = DESKTOP.height; height >= 640 && await fit() > 0.8; height -= 40) await resize(page, { ...DESKTOP, height });
  const small = await fit();
  assert.ok(small < large && small <= 0.8, `${large}, then ${small}`);
  await page.evaluate(() => {
    const mat = document.querySelector(".mat");
    window.sizes = [];
    new MutationObserver(all => { for (const one of all) window.sizes.push(Number(/--fit: *([\d.]+)/.exec(one.oldValue)[1])); })
      .observe(mat, { attributes: true, attributeFilter: ["style"], attributeOldValue: true });
  });
  for (const card of [0, 1]) await page.locator(".mine .hand .card").nth(card).click();
  await page.locator("#slip .btn.act:not([aria-disabled=true])").waitFor();
  assert.equal(await fit(), small);
  const tried = await page.evaluate(() => window.sizes);
  assert.ok(tried.every(size => size <= small + 0.1), `it was drawn at ${tried.join()}`);
  await resize(page, { width: 1600, height: 1400 });
  assert.equal(await fit(), large, "with more room it is as large as before");
});
