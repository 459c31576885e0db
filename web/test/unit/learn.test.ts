import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { cutAtWords, heldBy, search, thingOf } from "../../src/how/find";
import { placeOf } from "../../src/how/meaning";
import { partsOf, textsOf } from "../../src/how/rule-parts";
import { baseOf, fits, goesOn, judge, movesTo } from "../../src/learn/lesson";
import { PLACES } from "../../src/learn/places";
import { Study } from "../../src/learn/study";
import type { How, Lesson, Task, Teaching } from "../../src/learn/teach";
import type { Refused, ServerMessage } from "../../src/proto";
import { classify, KINDS, TYPES } from "../../src/tables/liap-tui/pieces";
import { CARDS } from "../../src/tables/imposter-kings/cards";
// @ts-expect-error a script of the build
import { howText, teachings } from "../../teach.mjs";

const all = (teachings as (folder: string) => Teaching[])(join(process.cwd(), "../src/games"));
const taught = (game: string) => all.find(one => one.game === game)!;
const task = (part: Partial<Task>): Task => ({
  title: "", say: "", look: null, wait: [], code: "", near: [], then: [], button: "", praise: "", position: null, options: {}, ...part,
});
const lesson: Lesson = {
  game: "duel", minutes: 3, about: "", seat: 0, names: ["Calm"], end: "", tasks: [
    task({ position: "a\n", wait: ["pick 11", "pick 12"], then: ["1 pick 5"] }), task({ wait: ["pick 7"], code: "ANSWERED", then: ["1 pass"] }),
    task({}), task({ position: "b\n", wait: ["parry"] }), task({ wait: ["pass"] }),
  ],
};

test("a move fits a pattern by its words, whatever their order", () => {
  assert.ok(fits("play rR rH rC", "play rC rR rH"));
  assert.ok(!fits("play rR rH", "play rR rH rC"));
  assert.ok(!fits("play rR rH rC", "play rR rH"));
  assert.ok(fits("plan leader=a ..", "plan normal=3 leader=a"));
  assert.ok(!fits("plan leader=a ..", "plan normal=3 leader=b"));
  assert.ok(fits("play ..", "play"));
});

test("what a task waits for is done, what is near is answered", () => {
  const one = task({ wait: ["pick 11"], near: [{ move: "pick 3", words: "too low" }] });
  assert.deepEqual(judge(one, "pick 11"), { done: true, words: "" });
  assert.equal(judge(one, "pick 3").words, "too low");
  assert.match(judge(one, "pick 7").words, /possible/);
  assert.equal(judge(task({ wait: ["pick 7"], code: "ANSWERED" }), "pick 7").done, false);
});

test("a task is reached from its position as Show me would", () => {
  assert.deepEqual([0, 1, 2, 3, 4].map(at => baseOf(lesson, at)), [0, 0, 0, 3, 3]);
  assert.deepEqual(movesTo(lesson, 0), []);
  assert.deepEqual(movesTo(lesson, 2), ["0 pick 11", "1 pick 5", "1 pass"]);
  assert.deepEqual(movesTo(lesson, 4), ["0 parry"]);
  assert.deepEqual([0, 1, 2, 3, 4].map(at => goesOn(lesson, at)), [true, true, false, true, false]);
});

// ---- the table of a lesson ----

function studying(answers: (body: { moves: string[]; after: number; check?: string }) => object[]) {
  const got: ServerMessage[] = [], asked: { moves: string[]; after: number; check?: string }[] = [];
  const study = new Study({ game: "duel", options: {}, position: "p\n", seat: 0, names: ["", "Calm"], moves: ["1 pick 5"] }, body => {
    const request = JSON.parse(body) as (typeof asked)[0];
    asked.push(request);
    return Promise.resolve(answers(request).map(one => JSON.stringify(one)).join("\n"));
  });
  const socket = study.open();
  socket.onmessage = ({ data }) => { got.push(...data.split("\n").map(line => JSON.parse(line) as ServerMessage)); };
  return { study, socket, got, asked, rest: () => study.push("1 pass").catch(() => undefined) };
}

test("a study attaches with all that was played, and no question in it runs out", async () => {
  const { socket, got, asked, study } = studying(() => [{ type: "update", n: 2, at: 0, events: [], question: { ticket: 1, asks: "pick", form: "all", seats: [0], open: [0], mine: true, until: 5000 } }]);
  socket.send(JSON.stringify({ type: "attach", match: "", after: 0 }));
  await study.push("0 pick 7");
  assert.deepEqual(got.slice(0, 3).map(one => one.type), ["attached", "seats", "update"]);
  assert.equal((got[0] as { n: number }).n, 2);
  assert.ok(!("until" in (got[2] as { question: object }).question));
  assert.deepEqual(asked[0].moves, ["1 pick 5"]);
  assert.deepEqual(asked[1], { game: "duel", options: {}, position: "p\n", seat: 0, moves: ["1 pick 5", "0 pick 7"], after: 2 });
});

test("a move is kept when it is accepted, and told with its id when it is refused", async () => {
  const told: [string, Refused | null][] = [];
  const { socket, got, asked, study } = studying(({ moves, check }) =>
    check ? [{ type: "checked", id: 0, ok: false, code: "NOT_HELD" }]
      : moves.at(-1) === "0 pick 9" ? [{ type: "refused", id: 2, code: "NOT_HELD" }] : [{ type: "update", n: moves.length + 1, at: 0, events: [] }]);
  study.onMove = (move, refused) => { told.push([move, refused]); };
  socket.send(JSON.stringify({ type: "move", id: 41, ticket: 1, move: "pick 9" }));
  socket.send(JSON.stringify({ type: "check", id: 7, ticket: 1, move: "pick 9" }));
  socket.send(JSON.stringify({ type: "move", id: 42, ticket: 1, move: "pick 3" }));
  await study.push("1 pass");
  assert.deepEqual(got.map(one => [one.type, (one as { id?: number }).id]), [["refused", 41], ["checked", 7], ["ack", 42], ["update", undefined], ["update", undefined]]);
  assert.deepEqual(told.map(([move, refused]) => [move, refused?.code]), [["pick 9", "NOT_HELD"], ["pick 3", undefined]]);
  assert.deepEqual(asked.at(-1)!.moves, ["1 pick 5", "0 pick 3", "1 pass"]);
});

test("a script that the referee refuses is trouble, not silence", async () => {
  const { study } = studying(() => [{ type: "refused", id: 1, code: "MALFORMED" }]);
  let trouble = "";
  study.onTrouble = e => { trouble = e.message; };
  await study.push("1 jump");
  assert.match(trouble, /1 jump/);
});

// ---- what authors have written ----

test("every game has a lesson and a sheet, and every place it points to is known", () => {
  assert.deepEqual(all.map(one => one.game), ["classic-battle", "duel", "dune", "dune-battle", "imposter-kings", "liap-tui"]);
  for (const { lesson: one, how } of all) {
    assert.ok(one && how);
    assert.ok(one.minutes >= 3 && one.minutes <= 6);
    assert.ok(one.tasks.length >= 4 && one.tasks.length <= 7, `${one.game}: ${one.tasks.length} tasks`);
    for (const { look, say } of one.tasks) {
      assert.ok(!look || look.isMove || look.at in PLACES, `${one.game}: no place ${look?.at}`);
      assert.equal(say.split("*").length % 2, 1, `marks of '${say}'`);
    }
    assert.match((howText as (how: How) => string)(how), /In a minute\n/);
  }
});

test("cards and pieces on the sheets are those of the tables", () => {
  const kings = taught("imposter-kings").how!, tui = taught("liap-tui").how!;
  for (const card of CARDS) assert.equal(thingOf(kings, card.word)?.fact?.value, String(card.base), card.word);
  for (const [code, kind] of Object.entries(KINDS)) {
    const piece = tui.tabs[1].groups.flatMap(group => group.things).find(one => one.word === code);
    assert.match(piece?.words ?? "", new RegExp(`^${kind.points} point`), code);
  }
  // In the order of the rules, each a combination.
  assert.deepEqual(tui.tabs[0].groups[0].things.map(one => classify(one.word.split(" ")).type), Object.keys(TYPES).filter(type => type !== "INVALID"));
});

test("things are found by word, by name, by copy; a search finds names first", () => {
  const kings = taught("imposter-kings").how!, dune = taught("dune-battle").how!;
  assert.equal(thingOf(kings, "King's-Hand")?.name, "King’s Hand");
  assert.equal(thingOf(kings, "king’s hand")?.word, "King's-Hand");
  assert.equal(thingOf(dune, "shield_3")?.name, "Shield");
  assert.equal(thingOf(dune, "Lady Jessica")?.fact?.value, "5");
  assert.equal(thingOf(kings, "nothing"), null);
  const found = search(kings, [{ id: "IK-1.11", text: "Assassin. Played for its value…" }], "assassin");
  assert.equal(found[0].kind, "thing");
  assert.ok(found.some(one => one.kind === "rule"));
  assert.deepEqual(search(kings, [], " "), []);
});

test("words of the glossary are cut out once each, the longer one first", () => {
  assert.deepEqual(cutAtWords("The Throne, a Throne and Thrones", ["Throne"]), ["The ", "Throne", ", a Throne and Thrones"]);
  assert.deepEqual(cutAtWords("a King’s Handful", ["Hand"]), ["a King’s Handful"]);
  assert.deepEqual(cutAtWords("Weak hand or hand", ["hand", "Weak hand"]), ["", "Weak hand", " or ", "hand", ""]);
});

test("what I hold is mine alone", () => {
  assert.deepEqual(heldBy({ hand: [["Fool"], ["Queen"]] }, 1), ["Queen"]);
  assert.deepEqual(heldBy({ hand: ["rG", "bS"] }, 2), ["rG", "bS"]);
  assert.deepEqual(heldBy({ hand: [3, 7] }, 0), ["3", "7"]);
  assert.deepEqual(heldBy({ hand: ["rG"] }, -1), []);
  assert.deepEqual(heldBy({}, 0), []);
});

// ---- rules ----

test("rules come in parts with headings, and lose their marks", () => {
  const rules = ["IK-0.1", "IK-0.2", "IK-1.1", "IK-10.1"].map(id => ({ id, text: id }));
  assert.deepEqual(partsOf(rules, [["IK-0", "Terms"], ["IK-1", "Cards"], ["IK-10", "Secrets"]]).map(part => [part.heading, part.rules.length]), [["Terms", 2], ["Cards", 1], ["Secrets", 1]]);
  const duel = ["EX-1", "EX-2", "EX-5", "EX-10"].map(id => ({ id, text: id }));
  assert.deepEqual(partsOf(duel, [["EX-1", "Deal"], ["EX-5", "Trick"]]).map(part => part.rules.map(rule => rule.id)), [["EX-1", "EX-2"], ["EX-5", "EX-10"]]);
  assert.deepEqual(partsOf(rules, []).map(part => part.id), ["IK-0", "IK-1", "IK-10"]);
  assert.deepEqual(textsOf("Rule set `BASE`: a *match* of 2 * 3"), [
    { kind: "text", text: "Rule set " }, { kind: "code", text: "BASE" }, { kind: "text", text: ": a " }, { kind: "term", text: "match" }, { kind: "text", text: " of 2 * 3" }]);
});

test("a meaning stands beside its thing and on nothing that matters", () => {
  const rect = (left: number, top: number, width: number, height: number) => ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;
  const room = { width: 1280, height: 800 }, size = { width: 300, height: 100 };
  const thing = rect(400, 300, 100, 150);
  assert.deepEqual(placeOf(thing, size, [], room), { left: 510, top: 300 });
  assert.deepEqual(placeOf(thing, size, [rect(520, 250, 120, 200)], room), { left: 90, top: 300 }, "the Throne lies at its right");
  const left = placeOf(rect(1150, 300, 100, 150), size, [], room);
  assert.equal(left.left, 840);
});
