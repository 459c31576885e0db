// How fast the referee is as WebAssembly beside the program, in turns in one run: node tests/wasm/speed.mjs [PROGRAM] [ROUNDS]
// Random bots, one thread, processor time; the median of the ratios. A benchmark, not a test.
import { execFileSync } from 'node:child_process';
import { load } from '../../dist/npm/index.mjs';

const [program = 'build/croupier', rounds = '5'] = process.argv.slice(2);
const croupier = await load();
const matches = { duel: 20000, 'liap-tui': 1500, 'imposter-kings': 6000, 'dune-battle': 20000, 'classic-battle': 8000 };

const cpu = (call) => {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};
// Processor time of the program. A short run is taken off: starting is not playing.
const nativeSeconds = (game, n) => {
  const times = execFileSync('bash', ['-c', `TIMEFORMAT='%U %S'; { time ${program} sim ${game} -n ${n} --seed 1 --threads 1 >/dev/null; } 2>&1`], { encoding: 'utf8' });
  return times.trim().split(' ').reduce((sum, part) => sum + Number(part), 0);
};

for (const game of croupier.games) {
  const n = matches[game.name] ?? 2000;
  const ratios = [];
  game.sim({ matches: n, seed: 1 }); // the engine has compiled it by now
  for (let i = 0; i < Number(rounds); i++) {
    const ours = cpu(() => game.sim({ matches: n, seed: 1 }));
    const theirs = nativeSeconds(game.name, n) - nativeSeconds(game.name, 1);
    ratios.push(theirs / ours);
  }
  ratios.sort((a, b) => a - b);
  console.log(`${game.name.padEnd(16)} ${(100 * ratios[ratios.length >> 1]).toFixed(0)} % of the program (${(100 * ratios[0]).toFixed(0)} to ${(100 * ratios[ratios.length - 1]).toFixed(0)})`);
}
