// Nothing secret is in the page: every message of one browser, over whole matches of every game, held against the truth.
import { assert, test, until } from "./lib.mjs";
import { drive } from "./play.mjs";
import { assertNoSecrets, search } from "./secrets.mjs";

// Small enough to be played in seconds; several seats where the game has them.
const MATCHES = [
  ["duel", ["me", "bot"], { options: { target: 4, parries: 3 } }],
  ["imposter-kings", ["me", "bot"], { options: { target: 3 } }],
  ["imposter-kings", ["me", "bot", "bot"], { options: { target: 3 } }],
  ["imposter-kings", ["me", "bot:baseline"], { options: { target: 2, rules: "fragments" } }],
  ["liap-tui", ["me", "bot:baseline", "bot:baseline", "bot:baseline"], { options: { target: 6 } }],
  ["dune-battle", ["me", "bot"], {}],
  ["dune-battle", ["me", "bot", "bot", "bot", "bot", "bot"], {}],
  ["classic-battle", ["me", "bot"], { options: { length: 3, headless: "on" } }],
];

for (const [game, seats, more] of MATCHES)
  test(`${game}${more.options?.rules ? ` (${more.options.rules})` : ""} with ${seats.length} seats: a player and a spectator are told nothing hidden`, { quick: true }, async t => {
    const server = await t.server();
    const made = await server.create(game, seats, { ...more, patience: 1 });
    const ann = await t.player(server), watcher = await t.player(server);
    await ann.sit(made, 0);
    await watcher.sit({ match: made.match });
    await until(() => ann.state?.view && watcher.messages.some(m => m.type === "attached"), "the table");
    await drive(ann, made, 0, 7);
    await until(() => ann.isOver && watcher.isOver, "the end on both pages");
    // Every step was told and is searched, however short chance made the match; the shortest has a deal and some moves.
    for (const [player, seat] of [[ann, 0], [watcher, -1]])
      assert.ok(await assertNoSecrets(server, player, { match: made.match, seat, tokens: made.tokens }) > 3);
  });

test("planted secrets are found", { quick: true }, async t => {
  const server = await t.server();
  const match = await server.botMatch("duel", { seed: 4 });
  const at = 7, [{ truth }] = (await server.api(`matches/${match}/steps/all/${at}`)).steps;
  const [mine] = (await server.api(`matches/${match}/steps/0/${at}`)).steps;
  const message = change => ({ type: "update", ...structuredClone({ events: mine.events, view: mine.view, question: mine.question }), ...change });
  assert.deepEqual(search("duel", message({}), truth, 0), []);
  assert.match(search("duel", message({ more: { deep: [...truth.hand[1]].reverse() } }), truth, 0).join(), /hand of seat 1/);
  assert.match(search("duel", message({ view: { ...mine.view, hand: truth.hand[1] } }), truth, 0).join(), /not the seat's own/);
  assert.match(search("duel", message({ events: [{ event: "hand", seat: 1, cards: [3] }] }), truth, 0).join(), /event hand of seat 1/);
  const sealed = { ...truth, sealed: [null, "pick 13"] };
  assert.match(search("duel", message({ events: [{ event: "x", text: "pick 13" }] }), sealed, 0).join(), /sealed answer of seat 1/);
  assert.deepEqual(search("duel", message({ offers: { moves: ["pick 13"] } }), sealed, 0), []);
});
