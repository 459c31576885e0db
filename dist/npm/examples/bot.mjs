// A bot of our own for duel against the baseline: it plays the card that just beats the middle of what is unseen.
import { load } from 'croupier';

const croupier = await load();
const duel = croupier.game('duel');
let wins = 0;
const n = 200;

function choose(match, seat) {
  const offers = match.offers(seat);
  const cards = offers.filter((move) => move.text.startsWith('pick '));
  if (!cards.length) return offers[0]; // parry or pass: whatever is offered first
  const { hand, played } = match.view(seat);
  const seen = [...hand, ...(played ?? []).flat()];
  const unseen = [...Array(52).keys()].map((i) => 1 + (i >> 2));
  for (const value of seen) unseen.splice(unseen.indexOf(value), 1);
  const middle = unseen[unseen.length >> 1];
  return cards.find((move) => Number(move.text.slice(5)) > middle) ?? cards[0];
}

for (let i = 0; i < n; i++) {
  const match = duel.start({ seed: i });
  while (!match.isOver) for (const seat of match.asked) match.play(seat, seat ? match.bot(1, 'baseline') : choose(match, 0));
  const [mine, theirs] = match.status.scores;
  wins += mine > theirs;
  match.free();
}
console.log(`won ${wins} of ${n}`);
