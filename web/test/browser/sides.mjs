// Four players in two sides: who plays with whom stands on the table, in the scores, in the log and at the end; for who plays, and in
// names for who watches.
import { assert, test } from "./lib.mjs";
import { caughtUp, playBeside } from "./tables.mjs";

const GAME = "imposter-kings", SIDES = [[0, 2], [1, 3]];
const LOOKS = { light: {}, dark: { theme: "dark" }, phone: { phone: true } };
const NAMES = ["Ann", "Bot 2", "Bot 3", "Bot 4"];

/* Pointed and single for one side, swallow-tailed and double for the other: shapes and words, never colour alone. */
async function tagOf(box) {
  return box.locator(".side-tag").first().evaluate(e => ({
    words: e.textContent.trim(), isOurs: !!e.querySelector(".mk-pennant"), isTheirs: !!e.querySelector(".mk-pennant2"), border: getComputedStyle(e).borderTopStyle,
  }));
}

const ours = words => ({ words, isOurs: true, isTheirs: false, border: "solid" });
const theirs = words => ({ words, isOurs: false, isTheirs: true, border: "double" });

async function ledger(player) {
  return player.page.locator(".ledger tbody tr:visible").evaluateAll(rows => rows.map(row => ({ tag: row.querySelector(".side-tag")?.textContent.trim(), points: row.querySelector("td:last-child b").textContent })));
}

for (const [name, options] of Object.entries(LOOKS))
  test(`pennants and points by side on the table, in scores, log and end, ${name}`, async t => {
    const server = await t.server();
    const made = await server.create(GAME, ["me", "bot", "bot", "bot"], { name: "Ann", seed: 5, options: { target: 5 } });
    const ann = await t.player(server, { name: "Ann", ...options }), eve = await t.player(server, options);
    await ann.forget();
    await playBeside(ann, made, { round: 2, asks: "play", choose: "mixed" });
    await ann.forget();
    await ann.sit(made, 0);
    await eve.sit({ match: made.match });
    for (const one of [ann, eve]) await caughtUp(one);
    const seatOf = (one, seat) => one.page.locator(`.mat [data-seat="${seat}"]`);
    assert.deepEqual(await Promise.all([0, 1, 2, 3].map(seat => tagOf(seatOf(ann, seat)))), [ours("your side"), theirs("their side"), ours("your side"), theirs("their side")]);
    assert.deepEqual(await Promise.all([0, 1, 2, 3].map(seat => tagOf(seatOf(eve, seat)))), [ours("with Bot 3"), theirs("with Bot 4"), ours("with Ann"), theirs("with Bot 2")]);
    assert.match(await seatOf(ann, 2).innerText(), /your partner/);
    assert.match(await seatOf(ann, 1).innerText(), /plays after you/);
    assert.match(await seatOf(ann, 3).innerText(), /plays before you/);
    // My partner sits across, the others left and right; on a phone above and beside each other.
    const [w, n, e] = await Promise.all([1, 2, 3].map(seat => seatOf(ann, seat).boundingBox()));
    assert.ok(w.x < e.x && n.y < e.y && n.y < w.y, "left, across, right");

    // One row of points a side, the points of both seats once.
    const look = async (one, what) => {
      await one.axe();
      await one.fits();
      await one.shot(`sides-${what}-${name}`, { fullPage: true });
    };
    for (const one of [ann, eve]) {
      if (options.phone) await one.page.getByRole("button", { name: "Open the log" }).click();
      const { points } = one.state.view;
      const words = one === ann ? ["your side", "their side"] : ["Ann and Bot 3", "Bot 2 and Bot 4"];
      assert.deepEqual(await ledger(one), SIDES.map(([first, second], i) => {
        assert.equal(points[first], points[second]);
        return { tag: words[i], points: String(points[first]) };
      }));
      // Every line of the log about a seat has the pennant of its side.
      const lines = await one.page.locator(".log:visible li:has(.pip)").evaluateAll(all => all.map(li => [Number(/s(\d)/.exec(li.querySelector(".pip").className)[1]), !!li.querySelector(".mk-pennant"), !!li.querySelector(".mk-pennant2")]));
      assert.ok(lines.length > 8);
      assert.deepEqual(lines, lines.map(([seat]) => [seat, seat % 2 === 0, seat % 2 === 1]));
      await look(one, one === ann ? "table" : "watched");
      if (options.phone) await one.page.keyboard.press("Escape");
    }

    await playBeside(ann, made, { choose: "mixed" });
    for (const one of [ann, eve]) await one.page.locator(".slip.end").waitFor();
    const { scores } = ann.state.over, isWon = scores[0] > scores[1];
    for (const one of [ann, eve]) {
      const slip = one.page.locator(".slip.end"), tags = slip.locator(".big .side-tag");
      const called = one === ann ? ["you and Bot 3", "Bot 2 and Bot 4"] : ["Ann and Bot 3", "Bot 2 and Bot 4"];
      assert.deepEqual((await tags.allInnerTexts()).map(text => text.trim()), called);
      assert.deepEqual([await slip.locator(".big .mk-pennant").count(), await slip.locator(".big .mk-pennant2").count()], [1, 1]);
      assert.match((await slip.locator(".big b").innerText()).replaceAll(/\s+/g, " "), new RegExp(`^${scores[0]} : ${scores[1]}$`));
      const winners = (isWon ? SIDES[0] : SIDES[1]).map(seat => (seat === 0 && one === ann ? "You" : NAMES[seat]));
      assert.equal(await slip.locator("h2").innerText(), `${winners.join(" and ")} win the match.`);
      const reasons = await slip.locator(".reasons li").count();
      assert.ok(reasons >= 2 && reasons <= 4, `${reasons} reasons`);
      // What a side gets is told once, not for each of its seats.
      assert.equal(await slip.locator("[data-because=counted]").count(), 2);
      assert.match(await slip.locator("[data-because=counted]").first().innerText(), new RegExp(`^${winners.join(" and ")} get \\d each`));
      await look(one, one === ann ? "end" : "end-watched");
    }
  });
