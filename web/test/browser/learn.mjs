// Learn: every lesson is played by keys alone, doing only what the page says, and then a match against the random bot to its
// end, without a look at the rules. Everything about a lesson that is not one game's: progress, tries, phones, the tab.
import { assert, test, until, untilIn } from "./lib.mjs";
import { drive } from "./play.mjs";

const stand = page => page.evaluate(() => {
  const { task, done, busy } = document.getElementById("learn").dataset;
  return { task: Number(task), done, busy };
});

const quiet = page => untilIn(page, () => document.querySelector("#learn:not([data-busy])"), null, "the table of the lesson");
const untilTask = (page, task) => untilIn(page, n => Number(document.getElementById("learn")?.dataset.task) === n, task, `the table of task ${task}`);

async function learn(player, game) {
  await player.open(`#/learn/${game}`);
  await player.page.locator("#learn .mat").waitFor();
  await quiet(player.page);
  return player.page;
}

// The lesson went on from `was`: the next task has begun, or the teacher waits.
const wentOn = (page, was) => untilIn(page, ({ task, done }) => {
  const now = document.getElementById("learn")?.dataset;
  return now && !now.busy && (Number(now.task) !== task || now.done !== done);
}, was, `the end of task ${was.task}`);
const passed = (page, task) => wentOn(page, { task });

// ---- by keys ----

// Walks with Tab, and with the arrows inside a group, until this has the focus; nothing else moves it.
async function reach(page, selector) {
  const here = () => page.evaluate(s => {
    const active = document.activeElement, wanted = [...document.querySelectorAll(s)].filter(e => e.checkVisibility());
    const group = active?.closest("[role=group], [role=radiogroup], [role=tablist]");
    return { is: wanted.includes(active), near: wanted.some(e => e.tabIndex < 0 && group?.contains(e)) };
  }, selector);
  for (let i = 0; i < 120; i++) {
    const { is, near } = await here();
    if (is) return;
    if (near) {
      for (let k = 0; k < 24; k++) {
        await page.keyboard.press("ArrowRight");
        if ((await here()).is) return;
      }
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`no key leads to ${selector}`);
}

const press = async (page, selector, key = "Enter") => {
  if (await page.locator("#slip.why").count()) await page.keyboard.press("Escape"); // a refusal is read, and put away
  await reach(page, selector);
  await page.keyboard.press(key);
};

const card = word => `#learn .mine [data-card="${word}"]`, piece = code => `#learn .mine [data-piece="${code}"]`;
const part = words => `#learn [data-part="${words}"]`;
const less = "#learn .mat button[aria-label='One force less']";

// Dune: a place by the list of places, and how many.
async function choose(page, find, area) {
  await page.keyboard.press("p");
  await page.locator("#learn .places input").waitFor();
  await reach(page, "#learn .places input");
  await page.keyboard.type(find);
  await press(page, `#learn .places [data-place="${area}"]`);
  await page.keyboard.press("Escape");
}

async function count(page, n) {
  for (let i = 0; i < Math.abs(n); i++) await press(page, `#slip [aria-label^='${n < 0 ? "Less" : "More"}: ']`);
}

// What the words of each task mean, key by key.
const LESSONS = {
  duel: [
    p => lay(p, 11),
    p => press(p, "#learn .rail [data-next=try]"),
    p => lay(p, 7),
    p => press(p, '#learn .mat [data-move="parry"]'),
    p => lay(p, 13),
    p => press(p, '#learn .mat [data-move="counter"]'),
  ],
  "imposter-kings": [
    async p => { await press(p, card("King's-Hand")); await press(p, card("Elder")); await press(p, "#slip .btn.act"); },
    p => press(p, card("Fool")),
    async p => { await press(p, card("Warden")); await press(p, '#slip [data-move="play Warden"]'); },
    async p => { await press(p, "#learn .me .king"); await press(p, "#slip .btn.act"); },
    p => press(p, card("King's-Hand")),
    async p => { await press(p, card("Queen")); await press(p, "#slip .btn.act"); },
    p => press(p, card("Assassin")),
  ],
  "liap-tui": [
    p => press(p, '#slip [data-number="2"]'),
    async p => { await press(p, '#slip [data-number="4"]'); await press(p, "#slip .btn.act"); },
    async p => { await press(p, piece("rG"), " "); await press(p, "#slip .btn.act"); },
    async p => { for (const code of ["rR", "rH", "bC"]) await press(p, piece(code), " "); await press(p, "#slip .btn.act"); },
    async p => { await press(p, piece("bC"), " "); await press(p, piece("rC"), " "); await press(p, "#slip .btn.act"); },
    async p => { await press(p, piece("bS"), " "); await press(p, "#slip .btn.act"); },
    p => press(p, "#learn .rail [data-next=on]"),
  ],
  dune: [
    async p => { await count(p, 1); await press(p, "#slip .btn.act"); },
    p => press(p, "#learn .rail [data-next=try]"),
    async p => { await choose(p, "arrak", "arrakeen"); await count(p, 2); await press(p, "#slip .btn.act"); },
    async p => { await choose(p, "arrak", "arrakeen"); await choose(p, "old gap", "old_gap/9"); await count(p, -3); await press(p, "#slip .btn.act"); },
    p => press(p, '#slip [data-move="pass"]'),
    p => press(p, '#learn .mat [data-move="offer EM"]'),
    async p => { await choose(p, "tuek", "tueks_sietch"); await count(p, 1); await press(p, "#slip .btn.act"); },
  ],
  "dune-battle": [
    async p => { await press(p, part("leader=hk_rabban")); await press(p, "#learn .mat button[aria-label='One force more']"); },
    async p => { for (let i = 0; i < 2; i++) await press(p, less); await press(p, "#lock"); },
    p => press(p, '#slip [data-move="pass"]'),
    async p => {
      await press(p, part("leader=hk_rabban"));
      for (let i = 0; i < 3; i++) await press(p, less);
      await press(p, part("weapon=crysknife"));
      await press(p, part("defense=shield_1"));
      await press(p, "#lock");
    },
    p => press(p, "#keep"),
    async p => { await press(p, part("leader=hk_kudu")); for (let i = 0; i < 2; i++) await press(p, less); await press(p, "#lock"); },
    p => press(p, '#slip [data-move="call"]'),
  ],
  "classic-battle": [
    p => press(p, "[data-stat=speed]"),
    p => press(p, "#learn .rail [data-next=try]"),
    p => press(p, "#next-button"),
    p => press(p, "[data-stat=newaza]"),
    p => press(p, "[data-stat=technique]"),
    p => press(p, "[data-stat=power]"),
  ],
};

// A card of duel: pressed it is chosen, pressed again it lies face down.
async function lay(page, value) {
  await press(page, `#learn .mat .hand [data-card="${value}"]`);
  await page.keyboard.press("Enter");
}

for (const [game, tasks] of Object.entries(LESSONS))
  test(`${game}: the lesson by keys alone, then a match against the random bot to its end`, { seconds: 180 }, async t => {
    const server = await t.server();
    const ann = await t.player(server, {});
    const page = await learn(ann, game);
    for (const [i, act] of tasks.entries()) {
      assert.equal((await stand(page)).task, i + 1);
      await act(page);
      await passed(page, i + 1);
      if ((await stand(page)).done === "yes") {
        await press(page, "#learn .rail [data-next=on]");
        await untilTask(page, i + 2);
        await quiet(page);
      }
    }
    assert.equal((await stand(page)).done, "all");
    assert.equal(await page.locator(".tasks li.done").count(), tasks.length);
    await ann.shot(`learn-${game}-end`);
    await press(page, "#learn .rail [data-next=play]");
    await page.waitForURL(/#\/match\//);
    const [table] = await page.evaluate(() => JSON.parse(localStorage.getItem("croupier.tables")));
    assert.equal(table.game, game);
    const made = { match: table.match, tokens: { [table.seat]: table.token } };
    if (game !== "classic-battle") {
      const over = await drive(ann, made, table.seat);
      assert.ok(over.scores.length >= 2);
    } else {
      // Sessions of this game have no end of their own: a match of it has.
      await page.locator("#help-close").click();
      await page.locator("[data-target='3']").click();
      await until(async () => {
        const next = page.locator("#next-button:not([disabled])"), stat = page.locator("[data-stat=power]:not([disabled])");
        if (await stat.count()) await stat.click().catch(() => undefined);
        else if (await next.count()) await next.click().catch(() => undefined);
        return page.locator("#rematch").count();
      }, "the end of the match", 100_000);
    }
    assert.equal(await page.locator("dialog.how-s").count(), 0);
  });

// ---- what is the same in every lesson ----

const LOOKS = [{}, { phone: true }];

for (const game of Object.keys(LESSONS))
  test(`${game}: every task is clean in light, dark and on a phone`, { seconds: 240 }, async t => {
    const server = await t.server();
    // Side by side: a lesson waits a lot.
    await Promise.all(LOOKS.map(async look => {
      const ann = await t.player(server, look), page = await learn(ann, game), side = look.phone ? ".strip-l" : ".rail";
      for (let done = ""; done !== "all";) {
        const now = await stand(page);
        done = now.done;
        const clean = async name => {
          await ann.fits();
          if (now.task === 2 && !done) await ann.shot(`learn-${game}-${name}`);
        };
        if (look.phone) await ann.axe().then(() => clean("phone"));
        else await ann.axeInBoth(clean);
        if (done === "all") break;
        await page.locator(done || !await page.locator(`${side} button`, { hasText: "Show me" }).count() ? `${side} [data-next=on]` : `${side} button:has-text("Show me")`).click();
        await wentOn(page, now);
      }
      await page.context().close();
    }));
  });

test("what is possible and not asked for is answered, what is not possible is refused, and neither is played", async t => {
  const server = await t.server();
  const ann = await t.player(server, {}), page = await learn(ann, "imposter-kings");
  await page.locator(".rail button", { hasText: "Skip task" }).click();
  await untilTask(page, 2);
  await quiet(page);
  // Possible, but the task wants the Fool.
  await page.locator(card("Warden")).click();
  await page.locator('#slip [data-move="play Warden"]').click();
  await page.locator(".rail .praise.no", { hasText: "First try the Fool" }).waitFor();
  assert.equal((await stand(page)).task, 2);
  // Not possible, and not what is asked either: the referee's own words.
  await page.locator(card("Zealot")).click({ force: true }); // it says that it cannot be played
  await page.locator("#why-t", { hasText: "The Zealot is too low." }).waitFor();
  await passed(page, 2);
  assert.equal((await stand(page)).task, 3, "too low is too low");
  assert.equal(await page.locator(".court .card").count(), 3, "nothing was played");
});

test("progress is kept in this browser, and a lesson goes on where it was left", async t => {
  const server = await t.server();
  const ann = await t.player(server, {}), page = await learn(ann, "duel");
  await lay(page, 11);
  await passed(page, 1);
  await press(page, "#learn .rail [data-next=try]");
  await passed(page, 2);
  await ann.reopen("#/learn/duel");
  await ann.page.locator("#learn .mat").waitFor();
  await quiet(ann.page);
  assert.equal((await stand(ann.page)).task, 3);
  assert.deepEqual(await ann.page.locator(".mat .hand [data-card]").evaluateAll(all => all.map(e => e.dataset.card)), ["3", "7"], "the 11 is played");
  await ann.page.locator(".rail button", { hasText: "Leave" }).click();
  await ann.page.locator(".lobby").waitFor();
  // Only what is asked for goes to the server, and nothing is kept there.
  assert.equal((await server.api("matches")).matches.length, 0);
});

test("a lesson from the lobby; a game without one says so", async t => {
  const server = await t.server();
  const ann = await t.player(server, {}), { page } = ann;
  await ann.open("#/");
  await page.getByRole("link", { name: /^Learn Duel in 3 minutes/ }).click();
  await page.locator("#learn .mat").waitFor();
  ann.allowed = [/no-such-game/];
  await ann.open("#/learn/no-such-game");
  await page.getByText("Nobody has written about this game yet.").waitFor();
});

test("in this tab, without a server: a lesson with the network cut", { seconds: 180 }, async t => {
  const server = await t.server();
  const ann = await t.player(server, { offline: true }), { page } = ann;
  await ann.open("#/here");
  if (!await page.locator("[data-here]").count()) return; // a build without the referee for tabs
  await page.locator("[data-here=ready]").waitFor();
  await page.getByRole("link", { name: /^Learn Duel/ }).click();
  await page.locator("#learn .mat").waitFor();
  await quiet(page);
  await ann.context.setOffline(true);
  await lay(page, 11);
  await passed(page, 1);
  await press(page, "#learn .rail [data-next=try]");
  await passed(page, 2);
  await page.locator("#why-t", { hasText: "You have answered already." }).waitFor();
  await ann.context.setOffline(false);
});
