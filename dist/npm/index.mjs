// Croupier for JavaScript: the referee's own C, as WebAssembly, with objects around it. index.d.mts has the types and says
// what each call does; src/wasm/wasm.h is the other side.
//
// Nothing here decides anything. The module reads no clock and has no source of chance: seeds and times come from you.

import { compile, CroupierError, read, Wasm } from './wasm.mjs';

export { CroupierError };

const SPECTATOR = 13;
const lines = (options = {}) =>
  Object.entries(options)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

export async function load(source) {
  return loadSync(await compile(source));
}

export const loadSync = (module) => new Croupier(new Wasm(module));

class Croupier {
  #wasm;
  #games;

  constructor(wasm) {
    this.#wasm = wasm;
    this.#games = [];
    for (let i = 0; i < wasm.c.cr_game_count(); i++) this.#games.push(new Game(wasm, wasm.c.cr_game_at(i)));
  }

  get games() {
    return [...this.#games];
  }

  game(name) {
    const game = this.#games.find((g) => g.name === name);
    if (!game) throw new CroupierError(`there is no game '${name}'; there are ${this.#games.map((g) => g.name).join(', ')}`);
    return game;
  }

  /** A record as a match at its beginning: `next()` plays it on, entry by entry. */
  record(bytes) {
    const wasm = this.#wasm;
    const at = wasm.with([bytes], (data) => wasm.c.cr_wasm_record_open(data, bytes.length)) || wasm.fail();
    return new Match(wasm, this.#of(at), at);
  }

  /** The sentences of all rules, by game and id. */
  async rules(source = new URL('rules.json', import.meta.url)) {
    return JSON.parse(new TextDecoder().decode(await read(source)));
  }

  /** Plays a whole record again; tells whether everything holds and, if not, where and why. */
  replay(bytes) {
    const match = this.record(bytes);
    try {
      for (;;) {
        const { done, wrong } = match.next();
        const { moves, over, scores } = match.status;
        if (wrong) return { holds: false, at: moves + 1, reason: wrong, game: match.game.name, moves, over, scores };
        if (done) return { holds: true, game: match.game.name, moves, over, scores, hash: match.hash };
      }
    } finally {
      match.free();
    }
  }

  #of(match) {
    const game = this.#wasm.c.cr_wasm_match_game(match);
    return this.#games.find((g) => g.pointer === game);
  }
}

class Game {
  #wasm;
  constructor(wasm, pointer) {
    this.#wasm = wasm;
    this.pointer = pointer;
    this.name = wasm.text(wasm.c.cr_game_name(pointer));
    this.about = wasm.text(wasm.c.cr_game_about(pointer));
    this.rulesVersion = wasm.c.cr_game_rules_version(pointer);
    const seats = wasm.with([new Uint8Array(2)], (at) => (wasm.c.cr_game_seats(pointer, at, at + 1), wasm.slice(at, 2)));
    this.seats = { min: seats[0], max: seats[1] };
  }

  start({ seed = 0, seats = 0, options, position = null, at = 0 } = {}) {
    const wasm = this.#wasm;
    const isBytes = seed instanceof Uint8Array;
    if (isBytes && seed.length !== 32) throw new CroupierError('a seed is a number or 32 bytes');
    const match = wasm.with([isBytes ? seed : null, lines(options), position], (key, text, lines) =>
      wasm.c.cr_wasm_match_start(this.pointer, seats, key, isBytes ? 0n : BigInt(seed), BigInt(at), text, lines),
    );
    return new Match(wasm, this, match || wasm.fail());
  }

  sim({ matches = 1000, from = 0, seed = 0, seats = 0, bots = ['random'], options } = {}) {
    const wasm = this.#wasm;
    const length = wasm.with([bots.join('\n'), lines(options)], (names, text) =>
      wasm.c.cr_wasm_sim(this.pointer, BigInt(from), BigInt(matches), BigInt(seed), seats, names, text),
    );
    return wasm.json(length || wasm.fail());
  }
}

// A match that nobody holds any more gives its memory back, if the program forgot to.
const lost = new FinalizationRegistry(({ wasm, pointer }) => wasm.c.cr_wasm_match_free(pointer));

class Match {
  #wasm;
  #pointer;
  #read = new Map(); // viewer -> number of the last event it was given

  constructor(wasm, game, pointer) {
    this.#wasm = wasm;
    this.#pointer = pointer;
    this.game = game;
    lost.register(this, { wasm, pointer }, this);
  }

  get #at() {
    if (!this.#pointer) throw new CroupierError('this match was freed');
    return this.#pointer;
  }

  get status() {
    return this.#wasm.json(this.#wasm.c.cr_wasm_match_status(this.#at));
  }

  get isOver() {
    return !!this.#wasm.c.cr_wasm_match_is_over(this.#at);
  }

  get asked() {
    const seats = this.#wasm.c.cr_wasm_match_deciders(this.#at);
    return [...Array(16).keys()].filter((seat) => (seats >> seat) & 1);
  }

  get hash() {
    return BigInt.asUintN(64, this.#wasm.c.cr_wasm_match_hash(this.#at)).toString(16).padStart(16, '0');
  }

  view(viewer = SPECTATOR) {
    const length = this.#wasm.c.cr_wasm_match_view(this.#at, viewer, 0);
    return this.#wasm.json(length || this.#wasm.fail());
  }

  viewText(viewer = SPECTATOR) {
    const length = this.#wasm.c.cr_wasm_match_view(this.#at, viewer, 1);
    return this.#wasm.out(length || this.#wasm.fail());
  }

  get position() {
    return this.#wasm.out(this.#wasm.c.cr_wasm_match_position(this.#at));
  }

  /** What a viewer was told since this was last asked for it. */
  events(viewer = SPECTATOR) {
    const length = this.#wasm.c.cr_wasm_match_events(this.#at, viewer, this.#read.get(viewer) ?? 0);
    const list = this.#wasm.json(length || this.#wasm.fail());
    if (list.length) this.#read.set(viewer, list[list.length - 1].n);
    return list;
  }

  #moves(n) {
    const wasm = this.#wasm;
    const texts = wasm.json(wasm.c.cr_wasm_match_moves_text(this.#at, n));
    const at = wasm.c.cr_wasm_moves();
    return texts.map((text, i) => ({ text, bytes: wasm.slice(at + 16 * i, 16), toString: () => text }));
  }

  offers(seat) {
    return this.#moves(Math.min(this.#wasm.c.cr_wasm_match_offers(this.#at, seat), 4096));
  }

  sample(seat) {
    return this.#wasm.c.cr_wasm_match_sample(this.#at, seat) ? this.#moves(1)[0] : null;
  }

  bot(seat, name = 'baseline') {
    const wasm = this.#wasm;
    return wasm.with([name], (text) => wasm.c.cr_wasm_match_bot(this.#at, seat, text)) ? this.#moves(1)[0] : null;
  }

  #take(seat, move, at, isDry) {
    const wasm = this.#wasm;
    const when = at === undefined ? BigInt(this.status.now) : BigInt(at);
    const length = move.bytes
      ? wasm.with([move.bytes], (bytes) => wasm.c.cr_wasm_match_play_move(this.#at, bytes, when, isDry))
      : wasm.with([String(move)], (text) => wasm.c.cr_wasm_match_play(this.#at, seat, text, when, isDry));
    return length ? wasm.json(length) : null;
  }

  /** Plays a move. Null if it is accepted, else why not; then nothing has changed. */
  play(seat, move, at) {
    return this.#take(seat, move, at, 0);
  }

  /** Would it be accepted? */
  judge(seat, move, at) {
    return this.#take(seat, move, at, 1);
  }

  /** Plays the default of a seat. */
  idle(seat, at = this.status.now) {
    const length = this.#wasm.c.cr_wasm_match_idle(this.#at, seat, BigInt(at));
    return length ? this.#wasm.json(length) : null;
  }

  /** Plays what is due by now. */
  clock(now) {
    return this.#wasm.c.cr_wasm_match_clock(this.#at, BigInt(now));
  }

  /** The record so far, as `croupier replay` reads it. It holds the seed: as secret as the match until it is over. */
  get record() {
    const length = this.#wasm.c.cr_wasm_match_record(this.#at) || this.#wasm.fail();
    return this.#wasm.slice(this.#wasm.c.cr_wasm_text(), length);
  }

  /** Of a match that comes from a record: what its head says. */
  get head() {
    return this.#wasm.json(this.#wasm.c.cr_wasm_record_head(this.#at));
  }

  /** Of a match that comes from a record: plays its next entry. */
  next() {
    const step = this.#wasm.c.cr_wasm_record_next(this.#at);
    return step < 0 ? { done: true, wrong: this.#wasm.text(this.#wasm.c.cr_wasm_text()) } : { done: !step };
  }

  free() {
    if (!this.#pointer) return;
    lost.unregister(this);
    this.#wasm.c.cr_wasm_match_free(this.#pointer);
    this.#pointer = 0;
  }
}
