// The npm package against the program: same seeds, same hashes; recorded matches hold; golden matches show the same views.
//
//   CROUPIER=build/croupier node --test tests/wasm/
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { load, CroupierError } from '../../dist/npm/index.mjs';
import { playGolden } from './kept.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const program = process.env.CROUPIER ?? join(root, 'build/croupier');
const croupier = await load();
const native = (...args) => JSON.parse(execFileSync(program, [...args, '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 }));

for (const game of croupier.games) {
  test(`${game.name}: a thousand matches of random bots have the hash of the program`, () => {
    const ours = game.sim({ matches: 1000, seed: 42 });
    const theirs = native('sim', game.name, '-n', '1000', '--seed', '42', '--threads', '1');
    assert.equal(ours.hash, theirs.hash);
    assert.equal(ours.moves, theirs.moves);
  });

  test(`${game.name}: matches of baseline bots have the hash of the program`, () => {
    const n = game.name === 'dune-battle' ? 60 : 200;
    const ours = game.sim({ matches: n, seed: 7, bots: ['baseline'] });
    assert.equal(ours.hash, native('sim', game.name, '-n', String(n), '--seed', '7', '--bots', 'baseline', '--threads', '1').hash);
  });

  test(`${game.name}: a series in two parts is the series`, () => {
    const whole = BigInt('0x' + game.sim({ matches: 20, seed: 3 }).hash);
    const parts = [game.sim({ matches: 8, seed: 3 }), game.sim({ from: 8, matches: 12, seed: 3 })];
    assert.equal(BigInt.asUintN(64, parts.reduce((sum, part) => sum + BigInt('0x' + part.hash), 0n)), whole);
  });

  test(`${game.name}: a match played here makes a record that the program accepts, and that holds here`, () => {
    const match = game.start({ seed: 11 });
    for (let n = 0; !match.isOver && n < 5000; n++) {
      const seat = match.asked.find((s) => s < 8);
      const move = seat === undefined ? null : match.sample(seat);
      if (move) assert.equal(match.play(seat, move), null);
      else assert.ok(match.clock(match.status.due ?? match.status.now + 1000) || !match.idle(match.asked[0]));
    }
    const bytes = match.record;
    const replay = croupier.replay(bytes);
    assert.equal(replay.holds, true, replay.reason);
    assert.equal(replay.hash, match.hash);
    const scratch = mkdtempSync(join(tmpdir(), 'croupier-'));
    writeFileSync(join(scratch, 'match.rec'), bytes);
    execFileSync(program, ['replay', join(scratch, 'match.rec'), '--json']);
    rmSync(scratch, { recursive: true });
    bytes[bytes.length - 1] ^= 1;
    assert.equal(croupier.replay(bytes).holds, false);
    match.free();
    assert.throws(() => match.view(0), CroupierError);
  });
}

// ---- recorded and golden matches ----

const folder = (path) => (existsSync(path) ? readdirSync(path) : []);

for (const game of croupier.games) {
  for (const name of folder(join(root, 'tests/replay', game.name)).filter((file) => file.endsWith('.rec')))
    test(`the recorded match ${game.name}/${name} holds`, () => {
      const replay = croupier.replay(readFileSync(join(root, 'tests/replay', game.name, name)));
      assert.equal(replay.holds, true, `${replay.at}: ${replay.reason}`);
    });
  for (const name of folder(join(root, 'tests/golden', game.name)))
    test(`the golden match ${game.name}/${name} has the same states and views`, () => {
      const { wrong, views } = playGolden(game, readFileSync(join(root, 'tests/golden', game.name, name), 'utf8'));
      assert.equal(wrong, null);
      assert.ok(views > 0, 'no view was compared');
    });
}

// ---- use and misuse ----

test('a refusal is a value with code and rule, and changes nothing', () => {
  const match = croupier.game('duel').start({ seed: 1 });
  const before = match.hash;
  const refusal = match.play(0, 'parry');
  assert.equal(refusal.code, 'WRONG_KIND');
  assert.equal(refusal.rule, 'EX-19');
  assert.match(refusal.title, /^[A-Z].*\.$/);
  assert.match(refusal.because, /^[A-Z].*\.$/);
  assert.equal(match.judge(0, match.offers(0)[0]), null);
  assert.equal(match.hash, before);
});

test('the sentence of every rule is in a file of its own', async () => {
  const rules = await croupier.rules();
  for (const game of croupier.games) assert.ok(Object.keys(rules[game.name]).length > 10, game.name);
  assert.match(rules.duel['EX-1'], /^Two players/);
});

test('the module is small enough to load, and no sentence of a rule is in it', () => {
  const bytes = readFileSync(join(root, 'dist/npm/croupier.wasm')), text = bytes.toString('utf8');
  assert.ok(gzipSync(bytes, { level: 9 }).length <= 230_000, 'more than 230 kB compressed');
  const rules = JSON.parse(readFileSync(join(root, 'dist/npm/rules.json'), 'utf8'));
  const inside = Object.values(rules).flatMap(of => Object.entries(of)).filter(([, sentence]) => sentence.length > 60 && text.includes(sentence));
  assert.deepEqual(inside.map(([id]) => id), []);
});

test('a viewer gets its own events once', () => {
  const match = croupier.game('duel').start({ seed: 1 });
  const hands = (viewer) => match.events(viewer).filter((event) => event.event === 'hand');
  assert.deepEqual(hands(0).map((event) => event.cards === null || event.cards === undefined), [false, true]);
  assert.deepEqual(match.events(0), []);
});

test('wrong use is an error that says what is wrong', () => {
  assert.throws(() => croupier.game('chess'), /there is no game 'chess'; there are duel/);
  assert.throws(() => croupier.game('duel').start({ options: { target: 999 } }), /does not take this value/);
  assert.throws(() => croupier.game('duel').start({ seats: 7 }), /number of seats/);
  assert.throws(() => croupier.game('duel').sim({ bots: ['genius'] }), /no such bot/);
  assert.throws(() => croupier.record(new Uint8Array(10)), /no record/);
  assert.equal(croupier.game('duel').start().bot(0, 'genius'), null);
  const match = croupier.game('duel').start({ seed: 1, at: 1000 });
  for (const nobody of [2, 8, 32, 256]) {
    assert.deepEqual(match.offers(nobody), []);
    assert.equal(match.sample(nobody), null);
    assert.throws(() => match.view(nobody), /no such viewer/);
    assert.throws(() => match.events(nobody), /no such viewer/);
  }
  assert.equal(match.play(0, match.offers(0)[0], 5), null);
  assert.equal(croupier.replay(match.record).holds, true, 'time does not go back in a record');
  assert.throws(() => croupier.game('duel').start({ position: match.position }).record, /from a position/);
});

for (const name of readdirSync(join(root, 'dist/npm/examples')))
  test(`the example ${name} runs as its reader would run it`, () => {
    const out = execFileSync(process.execPath, [join(root, 'dist/npm/examples', name)], { encoding: 'utf8' });
    assert.match(out, /score|won \d+ of/);
  });
