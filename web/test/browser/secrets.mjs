// Finds what a page was told and must not know. After a match its record is played again with everything visible (`steps/all`);
// then each message that one page got is held against what was hidden from its seat at that moment.
//
// Looked for in every message: the seed before the end, tokens, answers that are still sealed, and whole hands of others
// in whatever place they might stand. Per game (HIDDEN below): which zones and parts of events are whose, and cards there
// is only one of. To add a game, say there what it hides; without a row it gets the general part.
import assert from "node:assert/strict";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const countOf = list => list.reduce((counts, one) => counts.set(String(one), (counts.get(String(one)) ?? 0) + 1), new Map());

// Is every one of `part` in `whole`, as often as it stands in `part`?
function isWithin(part, whole) {
  const counts = countOf(whole);
  return [...countOf(part)].every(([one, n]) => (counts.get(one) ?? 0) >= n);
}

function* arraysIn(value, path = "") {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value) && value.every(v => typeof v !== "object")) yield [path, value];
  for (const [key, v] of Object.entries(value)) yield* arraysIn(v, `${path}.${key}`);
}

function* stringsIn(value, path = "") {
  if (typeof value === "string") yield [path, value];
  else if (typeof value === "object" && value !== null)
    for (const [key, v] of Object.entries(value)) yield* stringsIn(v, `${path}.${key}`);
}

const others = (truth, seat, zone) => truth[zone].map((_, i) => i).filter(i => i !== seat);

// ---- what each game hides ----
// open: zones that lie open. isOpen: everything lies open now, as between rounds. zones: what must hold of a view. events: parts of events only `seat` may know (null for the rest).
// once(truth, seat): cards that exist once and that this seat may not know; they stand nowhere in its messages but where
// `guesses` says that a player may name any card.

const HIDDEN = {
  "duel": {
    open: ["played"],
    hands: truth => truth.hand,
    zones: (view, truth, seat) => [
      [seat < 0 ? view.hand.length === 0 : same(view.hand, truth.hand[seat]), "the hand is not the seat's own"],
      [same(view.played, truth.played), "played cards are not those that were shown"],
    ],
    events: { hand: ["cards", "hand"] },
  },
  "imposter-kings": {
    open: ["court", "condemned", "executed"],
    learned: (truth, seat, other) => truth.known[(seat < 0 ? 4 : seat) * 4 + other], // the fifth viewer is the public
    isOpen: message => message.question?.asks === "round_over" || Boolean(message.events?.some(e => e.event === "reveal")),
    hands: truth => truth.hand,
    zones: (view, truth, seat) => others(truth, seat, "hand").flatMap(other => {
      const known = HIDDEN["imposter-kings"].learned(truth, seat, other);
      return [
        [isWithin(view.hand[other], known), `seat ${other}'s hand shows ${view.hand[other]}, learned was ${known}`],
        [["?", "-"].includes(view.dungeon[other]), `seat ${other}'s dungeon shows ${view.dungeon[other]}`],
        [["?", "-"].includes(view.squire?.[other] ?? "-"), `seat ${other}'s squire shows ${view.squire?.[other]}`],
      ];
    }),
    events: { hand: ["cards"] },
  },
  "liap-tui": {
    open: ["shown"],
    hands: truth => truth.hand,
    zones: (view, truth, seat) => [
      [seat < 0 ? view.hand.length === 0 : same([...view.hand].sort(), [...truth.hand[seat]].sort()), "the hand is not the seat's own"],
      ...others(truth, seat, "hand").map(other =>
        [view.play[other].length === 0 || same(view.play[other], truth.play[other]), `seat ${other}'s play is not what it laid down`]),
    ],
    events: { hand: ["pieces"] },
  },
  "dune-battle": {
    open: ["discard", "shown"],
    hands: truth => truth.hand,
    zones: (view, truth, seat) => others(truth, seat, "hand").flatMap(other => [
      [isWithin(view.hand[other], [...truth.seen.flat(), ...truth.shown]), `seat ${other}'s hand shows ${view.hand[other]}`],
      [isWithin(view.traitors[other], truth.traitors_shown), `seat ${other}'s traitors show ${view.traitors[other]}`],
    ]),
    once: (truth, seat) => others(truth, seat, "hand").flatMap(other => truth.hand[other])
      .filter(card => !truth.shown.includes(card) && !truth.seen.flat().includes(card) && !truth.discard.includes(card)),
    events: {},
  },
  "dune": {
    open: ["discard", "shown"],
    learned: (truth, seat) => [...(truth.seen[seat] ?? []), ...truth.shown], // by Atreides at auctions; by all in plans
    hands: truth => truth.hand,
    zones: (view, truth, seat) => others(truth, seat, "hand").flatMap(other => [
      [isWithin(view.hand[other], [...(truth.seen[seat] ?? truth.seen.flat()), ...truth.shown, ...truth.taken]), `seat ${other}'s hand shows ${view.hand[other]}`],
      [isWithin(view.traitors[other], truth.traitors_shown), `seat ${other}'s traitors show ${view.traitors[other]}`],
      [view.dealt[other].length === 0, `seat ${other} was dealt ${view.dealt[other]}`],
      [truth.factions[other] !== "BG" || view.predicted === "-", `the prediction shows ${view.predicted}`],
      [truth.factions[seat] === "FR" || view.storm_card === 0, `the storm card shows ${view.storm_card}`],
      [truth.factions[seat] === "AT" || [...view.deck, ...view.spice_deck].every(card => card === "?"), `a deck shows ${view.deck} ${view.spice_deck}`],
      [view.spice[other] === 0, `seat ${other}'s spice shows ${view.spice[other]}`],
    ]),
    events: {},
  },
  "classic-battle": {
    open: [],
    hands: truth => truth.deck.map(deck => deck.slice(truth.used)),
    zones: (view, truth, seat) => {
      const isShown = truth.table === "revealed" || truth.outcome !== "-";
      return [
        [seat === 0 || isShown || view.playerCard === 0, `the player's card ${view.playerCard} shows`],
        [seat === 1 || isShown || view.opponentCard === 0, `the opponent's card ${view.opponentCard} shows`],
        [seat === 0 || isShown || view.playerStats.every(v => v === 0), "the player's values show"],
        [seat === 1 || isShown || view.opponentStats.every(v => v === 0), "the opponent's values show"],
      ];
    },
    events: {},
  },
};

// ---- the search ----

const HAND_LEAST = 4; // cards of a hand that may stand together by chance

// A message without the parts where the viewer's own choices stand: they may name anything.
function told(message) {
  return { ...message, offers: null, view: message.view && { ...message.view, own: null } };
}

function searchHands(message, truth, seat, rules) {
  const hands = rules.hands(truth), own = seat < 0 ? [] : hands[seat], found = [];
  const isOpen = path => (rules.open ?? []).some(zone => path.startsWith(`.view.${zone}.`) && same(message.view[zone], truth[zone]));
  for (const [path, list] of arraysIn(told(message)))
    for (const [other, hand] of hands.entries())
      if (other !== seat && list.length >= HAND_LEAST && list.length === hand.length && isWithin(list, hand) && !isWithin(list, own) &&
          !isWithin(hand, rules.learned?.(truth, seat, other) ?? []) && !isOpen(path))
        found.push(`${path} is the hand of seat ${other}: ${list}`);
  return found;
}

function searchSealed(message, truth, seat) {
  const found = [];
  for (const [other, move] of truth.sealed.entries()) {
    if (move === null || other === seat || move === message.question?.asks) continue; // a word for the question and for an answer to it
    for (const [path, text] of stringsIn(told(message)))
      if (text === move) found.push(`${path} is the sealed answer of seat ${other}: ${move}`);
  }
  return found;
}

function searchEvents(message, seat, rules) {
  const found = [];
  for (const event of message.events ?? []) {
    const parts = rules.events[event.event] ?? [];
    for (const part of parts)
      if (event.seat !== seat && event[part] !== null && event[part] !== undefined && event[part].length !== 0)
        found.push(`event ${event.event} of seat ${event.seat} tells ${part}: ${event[part]}`);
  }
  return found;
}

/** What one message at one moment tells that this seat (-1: a spectator) must not know. */
export function search(game, message, truth, seat) {
  const rules = HIDDEN[game] ?? { hands: () => [], zones: () => [], events: {} };
  if (rules.isOpen?.(message)) return searchSealed(message, truth, seat);
  const found = [...searchHands(message, truth, seat, rules), ...searchSealed(message, truth, seat), ...searchEvents(message, seat, rules)];
  if (message.view) found.push(...rules.zones(message.view, truth, seat).filter(([holds]) => !holds).map(([, what]) => what));
  for (const card of rules.once?.(truth, seat) ?? [])
    for (const [path, text] of stringsIn(told(message)))
      if (text.split(/[^\w]+/).includes(card)) found.push(`${path} names the hidden card ${card}: ${text}`);
  return found;
}

async function allSteps(server, match, eyes) {
  const steps = [];
  for (let from = 0; from !== undefined;) {
    const answer = await server.api(`matches/${match}/steps/${eyes}/${from}`);
    steps.push(...answer.steps);
    from = answer.next;
  }
  return steps;
}

/** Reads every message that `player` got in a match that is over, and fails on what its seat must not know. Gives the
 *  number of steps that were held against the truth. `tokens` are those of all seats. */
export async function assertNoSecrets(server, player, { match, seat, tokens = {} }) {
  const { game } = await server.api(`matches/${match}`);
  const truths = await allSteps(server, match, "all"), steps = await allSteps(server, match, seat < 0 ? "spectator" : seat);
  const { seed } = truths.at(-1).over, found = [];
  const told = new Set();
  let at = -1, isOver = false;

  for (const frame of player.frames) {
    for (const [other, token] of Object.entries(tokens))
      if (Number(other) !== seat && frame.text.includes(token)) found.push(`the token of seat ${other}`);
  }
  for (const message of player.messages) {
    isOver ||= Boolean(message.over);
    if (!isOver && JSON.stringify(message).includes(seed)) found.push(`the seed in ${message.type}`);
    if (message.type !== "update" && message.type !== "state") continue;
    // A page that came back is told again what it missed.
    const fits = step => same(step.view, message.view) && same(step.question, message.question) && step.at === message.at;
    let place = steps.findIndex((step, i) => i > at && fits(step));
    if (place < 0) place = steps.findIndex(fits);
    assert.ok(place >= 0, `no step of the record is what message ${JSON.stringify(message).slice(0, 300)} told`);
    at = place;
    told.add(place);
    if (!message.over) found.push(...search(game, message, truths[place].truth, seat).map(what => `step ${place}: ${what}`));
  }
  assert.deepEqual(found, [], `seat ${seat} of ${game} was told what it must not know`);
  // Nothing was skipped: a page is told every step from the one it came at.
  const first = Math.min(...told);
  assert.deepEqual([...told].sort((a, b) => a - b), Array.from({ length: steps.length - first }, (_, i) => first + i), `seat ${seat} of ${game} was not told every step`);
  return told.size;
}
