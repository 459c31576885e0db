// The Dune table: strength, weapons, losses and reasons as the worked battles of the rules have them.
import assert from "node:assert/strict";
import test from "node:test";
import {
  NO_PLAN, army, battlesOf, dialOf, firstPlan, half, halfSpoken, hit, hitReason, leaderState, partNames, planMove, planOf, planOptions, reasons, stackOf, totals, worthOf, zoneFrom, zoneOf,
  type DuneView,
} from "../../src/tables/dune-battle/model";
import { keepMove, spread } from "../../src/tables/dune-battle/reveal";
import { angleOf } from "../../src/tables/dune-battle/wheel";
import { targetOf, whoseBattle } from "../../src/tables/dune-battle/words";

const view = {
  factions: ["AT", "BG"], order: ["1", "0"], allies: ["-", "-"], advanced: "yes", prevented: [], forces: [["arrakeen=5", "carthag=1"], ["arrakeen=4"]],
  combatants: ["1", "0"], zone: "arrakeen", used: ["at_jessica=carthag"], dead: ["at_halleck", "at_yueh"], face_down: [], hidden_dead: [], captives: [], hidden_captives: [],
} as unknown as DuneView;

test("half points are written and spoken", () => {
  assert.deepEqual([0, 1, 2, 9, 23].map(half), ["0", "½", "1", "4½", "11½"]);
  assert.deepEqual([1, 9, 4].map(halfSpoken), ["a half", "4 and a half", "2"]);
});

test("zones and stacks are read as the referee writes them", () => {
  assert.deepEqual(zoneOf("wind_pass/15+1"), { territory: "wind_pass", areas: ["wind_pass/15", "wind_pass/16"] });
  assert.deepEqual(zoneOf("carthag"), { territory: "carthag", areas: ["carthag"] });
  assert.equal(zoneOf("-"), null);
  // A fight names the first area of its zone; the storm ends it.
  assert.deepEqual(zoneFrom("wind_pass/13", 15)?.areas, ["wind_pass/13", "wind_pass/14"]);
  assert.deepEqual(zoneFrom("wind_pass/15", 15)?.areas, ["wind_pass/15"]);
  assert.deepEqual(zoneFrom("wind_pass/13", 4)?.areas, ["wind_pass/13", "wind_pass/14", "wind_pass/15", "wind_pass/16"]);
  assert.deepEqual(zoneFrom("carthag", 10)?.areas, ["carthag"]);
  assert.deepEqual(stackOf("wind_pass/15=4+2*"), { area: "wind_pass/15", normal: 4, elite: 2 });
  assert.deepEqual(army(view, 0, zoneOf("arrakeen")), { area: "arrakeen", normal: 5, elite: 0 });
});

test("the dial follows DB-9.2: spice, elites, Battle Hardened, what Karama prevents", () => {
  const worth = worthOf(view, 0, 1);
  assert.equal(dialOf(worth, { normal: 5, elite: 0, spice: 4 }), 9); // PC-01
  assert.equal(dialOf({ ...worth, isAdvanced: false }, { normal: 5, elite: 0, spice: 0 }), 10);
  const em = { ...view, factions: ["AT", "EM"] } as DuneView;
  assert.equal(dialOf(worthOf(em, 1, 0), { normal: 0, elite: 2, spice: 2 }), 8); // PC-29
  assert.equal(dialOf(worthOf(em, 1, 0), { normal: 3, elite: 1, spice: 2 }), 8);
  assert.equal(dialOf(worthOf(em, 1, 0), { normal: 4, elite: 1, spice: 2 }), 9);
  const fr = { ...view, factions: ["EM", "FR"] } as DuneView;
  assert.equal(dialOf(worthOf(fr, 1, 0), { normal: 1, elite: 2, spice: 0 }), 10);
  assert.equal(dialOf(worthOf(fr, 0, 1), { normal: 0, elite: 2, spice: 2 }), 4); // Sardaukar against Fremen
  assert.equal(dialOf(worthOf({ ...fr, prevented: ["HARDENED"] }, 1, 0), { normal: 3, elite: 0, spice: 1 }), 4);
});

test("the running total: with the leader, without him, with the Kwisatz Haderach", () => {
  const plan = { ...NO_PLAN, normal: 5, spice: 4, leader: "at_hawat", kh: true };
  assert.deepEqual(totals(worthOf(view, 0, 1), plan), { dies: 9, lives: 23 });
});

test("weapons and defenses follow the matrix of DB-8.8, with the rule", () => {
  assert.equal(hit("crysknife", "shield_1", true), "stopped");
  assert.equal(hit("crysknife", "snooper_1", false), "kills");
  assert.equal(hit("ellaca_drug", "snooper_2", false), "stopped");
  assert.equal(hit("gom_jabbar", "shield_1", true), "kills");
  assert.equal(hit("lasgun", "snooper_1", false), "kills");
  assert.equal(hit("lasgun", "", true), "explodes");
  assert.equal(hit("baliset", "", false), "none");
  assert.deepEqual(hitReason("crysknife", "snooper_1", "kills"), { text: "A Snooper stops poison, not projectiles", rule: "DB-8.2" });
  assert.equal(hitReason("lasgun", "snooper_1", "kills").rule, "DB-8.4");
});

test("a plan is written as a move and read from a view", () => {
  const plan = planOf(["5/0/4", "at_hawat", "crysknife", "-", "kh"]);
  assert.equal(planMove(plan), "plan normal=5 spice=4 leader=at_hawat weapon=crysknife kh=1");
  assert.equal(planMove(planOf(["0/0/0", "cheap_hero_1", "-", "-"])), "plan cheap_hero=cheap_hero_1");
});

const offers = { many: 180, boxes: [{ move: "plan", size: 180, template: "plan", arguments: [
  { field: "leader", at: 3, values: ["at_hawat", "at_idaho"] }, { field: "weapon", at: 5, values: ["crysknife"] },
  { field: "defense", at: 6, values: ["-", "shield_1", "baliset"] }, { field: "normal", at: 0, values: ["0", "1", "2", "3", "4", "5"] },
  { field: "spice", at: 2, values: ["0", "1", "2", "3", "4"] }] }] };

test("boxes say what each part of a plan may be, and where there is no choice", () => {
  const options = planOptions(offers);
  assert.deepEqual(options.leaders, ["at_hawat", "at_idaho"]);
  assert.deepEqual(options.weapons, ["crysknife"]);
  assert.deepEqual(options.defenses, ["", "shield_1", "baliset"]);
  assert.equal(options.kh, false);
  const first = firstPlan(options, { normal: 5, elite: 0 });
  assert.deepEqual([first.normal, first.leader, first.weapon, first.defense], [5, "at_hawat", "crysknife", ""]);
  const listed = planOptions({ moves: ["plan announce_none=1", "plan normal=1 announce_none=1"] });
  assert.equal(listed.announce, true);
  assert.deepEqual(listed.normal, [0, 1]);
});

test("a leader who cannot fight says why", () => {
  assert.equal(leaderState(view, 0, "at_jessica"), "in Carthag");
  assert.equal(leaderState(view, 0, "at_yueh"), "dead");
  assert.equal(leaderState(view, 0, "at_hawat"), "");
});

test("losses are spread over the areas as chosen, and add up", () => {
  const stacks = [{ area: "a", normal: 3, elite: 1 }, { area: "b", normal: 2, elite: 0 }];
  assert.deepEqual(spread(stacks, { normal: 4, elite: 1 }, {}), [[3, 1], [1, 0]]);
  assert.deepEqual(spread(stacks, { normal: 4, elite: 1 }, { a: [0, 0] }), [[2, 1], [2, 0]]); // the rest has only two
  assert.equal(keepMove(["crysknife", "shield_1"], [2], [1]), "keep card=crysknife,shield_1 areas=2,0,0,0 elites=1,0,0,0");
  assert.equal(keepMove([], [0], [0]), "keep");
});

const history = [
  { event: "battle_chosen", seat: 1, zone: "arrakeen", aggressor: "BG", defender: "AT" },
  { event: "plans_revealed", seat: 14, aggressor: ["4/0/0", "bg_alia", "gom_jabbar", "-"], defender: ["5/0/4", "at_hawat", "crysknife", "snooper_1"], dials: [4, 9] },
  { event: "no_traitor", seat: 14 }, { event: "leader_killed", seat: 1, leader: "bg_alia", cause: "WEAPON" },
  { event: "battle_result", seat: 0, kind: "NORMAL", totals: [4, 19] }, { event: "forces_lost", seat: 1, normal: 4, elite: 0, area: "arrakeen" },
  { event: "spice_paid", seat: 0, spice: 4 }, { event: "spice_gained", seat: 0, spice: 5 }, { event: "cards_discarded", seat: 1, cards: ["gom_jabbar"] }, { event: "battle_end", seat: 14, zone: "arrakeen" },
];

test("a battle and its reasons come out of the events", () => {
  const [b] = battlesOf(history, ["AT", "BG"]);
  assert.deepEqual(b.sides, [1, 0]);
  assert.equal(b.isOver, true);
  assert.deepEqual(reasons(b).map(r => [r.text, r.rule]), [
    ["No traitor was called", "DB-6.4"], ["Alia dies: 2 alone", "DB-8.2"], ["Hawat lives: 4½ + 5", "DB-9.1"], ["Higher total wins", "DB-9.3"]]);
  assert.deepEqual([b.paid[0], b.gained[0], b.discarded[1]], [4, 5, ["gom_jabbar"]]);
});

test("equal totals, traitors and explosions have reasons of their own", () => {
  const change = (i: number, e: object) => battlesOf(history.map((one, at) => (at === i ? e : one)) as never, ["AT", "BG"])[0];
  assert.equal(reasons(change(4, { event: "battle_result", seat: 1, kind: "NORMAL", totals: [9, 9] })).at(-1)!.rule, "DB-9.4");
  assert.deepEqual(reasons(change(2, { event: "traitor_called", seat: 1, leader: "at_hawat" })).map(r => r.rule), ["DB-6.5"]);
  assert.equal(reasons(change(3, { event: "explosion", territory: "arrakeen" })).at(-1)!.rule, "DB-7.1");
});

test("a question says whose battle it is", () => {
  assert.equal(whoseBattle(view, 0), "your battle with the Bene Gesserit in Arrakeen");
  const six = { ...view, factions: ["AT", "HK", "BG"], allies: ["2", "-", "0"], combatants: ["0", "1"] } as unknown as DuneView;
  assert.equal(whoseBattle(six, 2), "your ally’s battle in Arrakeen: Atreides against Harkonnen");
  assert.equal(targetOf(six, 2), 1);
});

test("the wheel turns clockwise from the lower left", () => {
  assert.deepEqual([0, 10, 20].map(angleOf), [-150, 0, 150]);
});

test("the parts of a territory are called by where they lie", () => {
  assert.deepEqual(partNames(["cielago_depression/0", "cielago_depression/2"]), ["western", "eastern"]);
  assert.deepEqual(partNames(["cielago_north/0", "cielago_north/1", "cielago_north/2"]), ["western", "middle", "eastern"]);
  assert.deepEqual(partNames(["the_minor_erg/5", "the_minor_erg/6"]), ["southern", "northern"]);
  assert.deepEqual(partNames(["wind_pass/13", "wind_pass/16"]), ["northern", "southern"]);
  assert.deepEqual(partNames(["old_gap/10", "old_gap/8"]), ["western", "eastern"]);
  assert.deepEqual(partNames(["the_minor_erg/4", "the_minor_erg/5", "the_minor_erg/6", "the_minor_erg/7"]), ["southern", "middle southern", "middle northern", "northern"]);
});
