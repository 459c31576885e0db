// Names, words, offers, addresses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { canPlay } from "../../src/offers";
import type { Seat } from "../../src/proto";
import { parseRoute } from "../../src/route";
import { eventInWords, learnTitle, list, makeNames, plain, sentence, titleOf } from "../../src/words";

const seat = (kind: Seat["kind"], name = ""): Seat => ({ kind, name, here: true, replaced: false, wants_pause: false, auto: false });

test("I am You; bots have numbers where there are several", () => {
  const names = makeNames([seat("person", "Ann"), seat("bot", "baseline"), seat("bot", "random"), seat("open")], 0);
  assert.deepEqual([0, 1, 2, 3, 14].map(names), ["You", "Bot 2", "Bot 3", "seat 4", "the host"]);
  assert.equal(names.does(0, "play", "plays"), "You play");
  assert.equal(names.does(1, "play", "plays"), "Bot 2 plays");
  assert.equal(makeNames([seat("person"), seat("bot", "x")], 1)(0), "Player 1");
});

test("the referee's sentences get the players' names", () => {
  const names = makeNames([seat("person", "Ann {1}"), seat("person", "Bob")], 0);
  assert.equal(names.fill("{1} beats {0}, {9}."), "Bob beats Ann {1}, {9}.");
  assert.equal(eventInWords({ event: "point", seat: 1, says: "{1} scores: 1 : 0." }, names), "Bob scores: 1 : 0.");
  assert.equal(eventInWords({ event: "hand", seat: 1, says: "" }, names), "");
});

test("small words", () => {
  assert.equal(plain("choose_first_player"), "Choose first player");
  assert.equal(plain("waitingForMatchStart"), "Waiting for match start");
  assert.equal(list(["a", "b", "c"]), "a, b and c");
  assert.equal(sentence("no such card"), "No such card.");
  learnTitle("dune-battle", "Dune: battle");
  assert.equal(titleOf("dune-battle"), "Dune: battle");
  assert.equal(titleOf("my-new-game"), "My New Game");
});

test("a move can be played if it is listed, or of a kind that a box has", () => {
  assert.equal(canPlay({ moves: ["pick 7"] }, " pick  7 "), true);
  assert.equal(canPlay({ moves: ["pick 7"] }, "pick 8"), false);
  assert.equal(canPlay({ many: 100, boxes: [{ move: "play", size: 100, template: "play", arguments: [] }] }, "play rG"), true);
  assert.equal(canPlay({ many: 100, boxes: [{ move: "play", size: 100, template: "play", arguments: [] }] }, "pass"), false);
  assert.equal(canPlay(null, "pass"), false);
});

test("addresses", () => {
  assert.deepEqual({ ...parseRoute("#/replay/ab?at=3&as=1"), query: null }, { name: "replay", arg: "ab", query: null });
  assert.equal(parseRoute("#/replay/ab?at=3").query.get("at"), "3");
  assert.equal(parseRoute("").name, "");
});
