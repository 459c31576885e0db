// A match of duel between two bots, as seat 0 sees it.
import { load } from 'croupier';

const croupier = await load();
const match = croupier.game('duel').start({ seed: 42, options: { target: 2 } });

while (!match.isOver) {
  const [seat] = match.asked;
  const move = match.bot(seat, 'baseline');
  const refusal = match.play(seat, move);
  if (refusal) throw new Error(`${refusal.title} ${refusal.because}`);
  for (const event of match.events(0)) console.log(event);
}
console.log(match.viewText(0));
console.log('score', match.status.scores.join(' : '), 'record', match.record.length, 'bytes');
console.log(match.play(0, 'pick 7')); // the referee says why not
