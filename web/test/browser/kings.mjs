// Imposter Kings in the browser: whole matches by mouse and by keys, on a phone, over a slow wire and a broken one, and
// nothing of the other hand in any message.
import { assert, test, until } from "./lib.mjs";
import { chance, chooseKings, performKings, performKingsByKeys, playOn, press } from "./tables.mjs";

const GAME = "imposter-kings";

const byMouse = at => player => performKings(player, chooseKings(player, at), selector => press(player, selector));
const byKeys = at => player => performKingsByKeys(player, chooseKings(player, at));

// ---- secrets ----

// What a seat was told, message by message, against the truth the other seat saw: no card of the other's hand that it
// could not know. Views say what one is certain of; here the certainty must come from something public.
function assertNoSecrets(player, other) {
  const mine = String(player.state.view.viewer), theirs = Number(other.state.view.viewer);
  const truth = new Map(other.messages.filter(m => m.view).map(m => [m.n, m.view]));
  const open = view => view.effects[0]?.includes("step=over") || view.over === "yes";
  let looked = 0;
  for (const message of player.messages) {
    const { view, events = [], n } = message;
    for (const e of events) {
      if (e.event === "hand" && e.seat === theirs) assert.equal(e.cards, null, "a dealt hand");
      if (e.event === "flipped" && e.seat === theirs) assert.equal(e.successor, null, "a Successor that was taken");
    }
    if (!view || open(view)) continue;
    assert.equal(view.viewer, mine);
    looked++;
    assert.ok(["-", "?"].includes(view.dungeon[theirs]), `the other's Dungeon card in update ${n}`);
    assert.ok(["-", "?"].includes(view.successor[theirs]) || player.messages.some(m => m.events?.some(e => e.event === "look")), `the other's Successor in update ${n}`);
    assert.ok(["-", "?"].includes(view.forgotten));
    assert.equal(view.own && message.question && !message.question.seats.includes(Number(mine)), view.own ? false : null);
    const known = view.hand[theirs], real = truth.get(n)?.hand[theirs];
    if (real) for (const word of known) assert.ok(real.includes(word), `${word} is not in the other's hand in update ${n}`);
    // A card is known only if it was seen: taken in public, given away by me, or hit by a guess.
    const seen = new Set(player.messages.filter(m => m.n <= n).flatMap(m => m.events ?? []).flatMap(e =>
      ["take", "exchange", "swap", "hit", "antechamber", "look", "rob", "cancelled"].includes(e.event) ? Object.values(e).flat().filter(v => typeof v === "string") : []));
    for (const word of known) assert.ok(seen.has(word), `${word} of the other's hand was never shown (update ${n})`);
  }
  assert.ok(looked > 5, "there were views to look at");
}

async function twoPlayers(t, server, options = {}, more = [{}, {}]) {
  const made = await server.create(GAME, ["me", "me"], { options, seed: 7 });
  const ann = await t.player(server, { name: "Ann", ...more[0] }), ben = await t.player(server, { name: "Ben", ...more[1] });
  await ann.sit(made, 0);
  await ben.sit(made, 1);
  return { made, players: [ann, ben] };
}

test("two browsers play a match from lobby to end by mouse; no hidden card is in any message", { seconds: 90 }, async t => {
  const server = await t.server();
  const made = await server.create(GAME, ["me", "me"], { options: { target: 5 }, seed: 7 });
  const ann = await t.player(server, { name: "Ann" }), ben = await t.player(server, { name: "Ben", theme: "dark" });
  await ann.sit(made, 0);
  await ben.sit(made, 1);
  const at = chance(3);
  const n = await playOn([ann, ben], byMouse(at));
  console.log(n);
  await ann.shot("kings-over-light");
  await ben.shot("kings-over-dark");
  assertNoSecrets(ann, ben);
  assertNoSecrets(ben, ann);
});
