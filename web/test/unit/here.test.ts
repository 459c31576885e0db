import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadSync } from "../../../dist/npm/index.mjs";
import { checkRecord } from "../../src/here/check";
import type { Entry, Keep } from "../../src/here/keep";
import { sealOf, Sharer } from "../../src/drawing";
import type { ClientMessage } from "../../src/proto";
import type { KeptDraw } from "../../src/store";
import type { CheckAsked, FromWorker, Told } from "../../src/here/messages";
import { Tab } from "../../src/here/tab";

// `make wasm` makes it; without its packages everything else is still built and tested.
const file = join(process.cwd(), "../build-wasm/croupier.wasm");
const skip = existsSync(file) ? false : "build-wasm/croupier.wasm is not built";
const module = skip ? null : new WebAssembly.Module(readFileSync(file));

interface Made { match: string; tokens: Record<string, string> }

/* Timers of a tab that a failing test leaves open would keep the run from ending. */
const open: Page[] = [];
after(() => { for (const page of open) page.tab.close(); });

/** A page without a browser: a tab, its disk, and what was said. */
class Page {
  readonly disk: Entry[];
  readonly heard: FromWorker[] = [];
  alive = 0;
  now = 1_000_000;
  fails = false;
  tab: Tab;
  private last = 0;

  constructor(disk: Entry[] = [], alive = 0, now = 1_000_000) {
    this.disk = disk;
    this.alive = alive;
    this.now = now;
    const keep: Keep = {
      isLasting: true,
      load: () => Promise.resolve({ entries: [...this.disk], alive: this.alive }),
      add: entries => {
        if (this.fails) return Promise.reject(new Error("full"));
        this.disk.push(...entries);
        return Promise.resolve();
      },
      beat: at => { this.alive = at; },
    };
    open.push(this);
    this.tab = new Tab(module!, keep, message => { this.heard.push(message); }, () => this.now);
  }

  async open(): Promise<this> {
    await this.tab.open(new Uint8Array(32).fill(7));
    return this;
  }

  async settle(): Promise<void> { for (let i = 0; i < 8; i++) await new Promise(done => setTimeout(done, 0)); }

  async ask(method: string, path: string, body = ""): Promise<{ status: number; body: Uint8Array }> {
    const id = ++this.last;
    this.tab.got({ type: "request", id, method, path, body });
    for (;;) {
      const reply = this.heard.find(m => m.type === "reply" && m.id === id);
      if (reply?.type === "reply") return reply;
      await this.settle();
    }
  }

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const { body: bytes } = await this.ask(method, path, body && JSON.stringify(body));
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  }

  connect(match: string, token: string): number {
    const id = ++this.last;
    this.tab.got({ type: "connect", id });
    this.tab.got({ type: "message", id, text: JSON.stringify({ type: "attach", match, token, after: 0 }) });
    return id;
  }

  messages(id: number): Record<string, never>[] {
    return this.heard.flatMap(m => (m.type === "message" && m.id === id ? m.text.split("\n").filter(l => l).map(l => JSON.parse(l) as Record<string, never>) : []));
  }

  updates(id: number): { n: number; question?: { ticket: number; mine: boolean }; offers?: { moves: string[] }; over?: { scores: number[] } }[] {
    return this.messages(id).filter(m => (m.type as string) === "update") as never;
  }
}

async function playDuel(page: Page, options = {}): Promise<{ match: string; token: string; id: number }> {
  const { match, tokens } = await page.json<Made>("POST", "/api/matches", { game: "duel", seats: ["me", "bot:random"], options: { target: 2, ...options } });
  const token = tokens["0"];
  const id = page.connect(match, token);
  for (let move = 1; move < 200; move++) {
    await page.settle();
    page.now += 5000; // a bot may take its time
    page.tab.got({ type: "message", id, text: '{"type":"alive"}' });
    await page.settle();
    const last = page.updates(id).at(-1);
    if (last?.over) return { match, token, id };
    if (last?.question?.mine && last.offers)
      page.tab.got({ type: "message", id, text: JSON.stringify({ type: "move", id: move, ticket: last.question.ticket, move: last.offers.moves[0] }) });
  }
  throw new Error("the match does not end");
}

test("a whole duel is played by the protocol, and its record holds", { skip }, async () => {
  const page = await new Page().open();
  const { match, id } = await playDuel(page);
  const { status, body } = await page.ask("GET", `/api/matches/${match}/record`);
  assert.equal(status, 200);
  const verdict = await checkRecord(loadSync(module!), { record: body, match, seat: 0, told: told(page, id), scores: page.updates(id).at(-1)!.over!.scores });
  assert.deepEqual(verdict.findings.filter(f => !f.holds), []);
  assert.ok(verdict.findings.some(f => f.what === "views"));
});

test("nothing is shown before it is kept", { skip }, async () => {
  const page = await new Page().open();
  const { match, tokens } = await page.json<Made>("POST", "/api/matches", { game: "duel", seats: ["me", "me"] });
  const id = page.connect(match, tokens["0"]);
  await page.settle();
  const before = page.updates(id).length, kept = page.disk.length;
  const { question, offers } = page.updates(id).at(-1)!;
  page.fails = true;
  page.tab.got({ type: "message", id, text: JSON.stringify({ type: "move", id: 1, ticket: question!.ticket, move: offers!.moves[0] }) });
  assert.equal(page.updates(id).length, before);
  await page.settle();
  assert.equal(page.updates(id).length, before);
  assert.equal(page.disk.length, kept);
  assert.equal(page.messages(id).at(-1)!.code, "NOT_STORED");
});

test("a match goes on after the tab was closed, and the time between does not count", { skip }, async () => {
  const first = await new Page().open();
  const { match, tokens } = await first.json<Made>("POST", "/api/matches", { game: "duel", seats: ["me", "me"], options: { time: 60000 } });
  const id = first.connect(match, tokens["0"]);
  await first.settle();
  const asked = first.updates(id).at(-1)!;
  first.tab.close();
  const second = await new Page(first.disk, first.alive, first.now + 3_600_000).open();
  const again = second.connect(match, tokens["0"]);
  await second.settle();
  const found = second.updates(again);
  assert.ok(found.length >= first.updates(id).length);
  assert.equal(found.at(-1)!.question!.ticket, asked.question!.ticket);
  assert.ok(!found.at(-1)!.over);
});

// ---- seeds that this page had a part in ----

/* A duel against a bot whose seed server and page have drawn together; with what the page has kept of it. */
async function sharedDuel(): Promise<CheckAsked & { draws: KeptDraw[]; drawn: Record<string, unknown> }> {
  const page = await new Page().open();
  const { match, tokens } = await page.json<Made>("POST", "/api/matches", { game: "duel", seats: ["me", "bot:random"], shares: true, options: { target: 1 } });
  const id = page.connect(match, tokens["0"]);
  const draws: KeptDraw[] = [];
  const sharer = new Sharer(match, { get: n => draws.find(d => d.number === n), put: d => { draws.splice(0, draws.length, ...draws.filter(o => o.number !== d.number), d); } },
    message => { page.tab.got({ type: "message", id, text: JSON.stringify(message) }); });
  await page.settle();
  const attached = page.messages(id).find(m => (m.type as string) === "attached")! as unknown as { begun: boolean; commitment: string };
  assert.equal(attached.begun, false, "it waits for my part");
  await sharer.seal(1, 0, attached.commitment);
  await page.settle();
  await sharer.open(page.messages(id).filter(m => (m.type as string) === "drawing").at(-1) as never, 0);
  await page.settle();
  const drawn = page.messages(id).filter(m => (m.type as string) === "drawing").at(-1)! as Record<string, unknown>;
  for (let move = 1; move < 200 && !page.updates(id).at(-1)?.over; move++) {
    page.now += 5000;
    page.tab.got({ type: "message", id, text: '{"type":"alive"}' });
    await page.settle();
    const last = page.updates(id).at(-1);
    if (last?.question?.mine && last.offers)
      page.tab.got({ type: "message", id, text: JSON.stringify({ type: "move", id: move, ticket: last.question.ticket, move: last.offers.moves[0] }) });
    await page.settle();
  }
  const { body } = await page.ask("GET", `/api/matches/${match}/record`);
  return { record: body, match, commitment: attached.commitment, seat: 0, told: told(page, id), scores: page.updates(id).at(-1)!.over!.scores, draws, drawn, names: ["Ann", "Bot"] };
}

test("a seed that server and page have drawn together is checked, and told in words", { skip }, async () => {
  const { drawn, ...asked } = await sharedDuel();
  assert.deepEqual([drawn.stage, drawn.parts], ["done", [asked.draws[0].part, null]]);
  const verdict = await checkRecord(loadSync(module!), asked);
  assert.deepEqual(verdict.findings.filter(f => !f.holds), []);
  assert.match(verdict.findings.find(f => f.what === "parts")!.text, /^The seed was drawn by the server and you: fair if one of them is honest\. Bot had no part in it\.$/);
  assert.match(verdict.findings.find(f => f.what === "committed")!.text,
    /^Start 1, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: the server committed first, then you at [\d:]{8}\. With all commitments in, the parts were opened: you at [\d:]{8}\. The match began at [\d:]{8}\.$/);
});

const hex = (text: string) => text.replace(/^./, c => (c === "0" ? "1" : "0"));
const partLies: [string, RegExp, (asked: CheckAsked & { draws: KeptDraw[] }) => Promise<void> | void][] = [
  ["my part was changed", /^Your part in start 1 is not the one|^Your commitment in start 1 is not the one you sent/, a => { a.draws[0].part = hex(a.draws[0].part); }],
  ["a commitment of mine from another match", /^Your commitment in start 1 is one that you sent in another match/, async a => {
    const seal = await sealOf(a.match!, 0, a.draws[0].part); // what is on record was sent elsewhere, and here something else
    a.elsewhere = [seal];
    a.draws[0].part = hex(a.draws[0].part);
  }],
  ["the server has committed to something else", /^The server’s commitment in start 1/, a => { a.draws[0].commitment = hex(a.draws[0].commitment); a.commitment = undefined; }],
  ["another commitment of somebody else", /^The commitment of Bot in start 1/, a => { a.draws[0].seals = [a.draws[0].seals![0], "ab".repeat(32)]; }],
  ["a start that is not on record", /^You opened your part of the seed for start 2/, a => { a.draws.push({ ...a.draws[0], number: 2 }); }],
];

for (const [name, words, lie] of partLies)
  test(`a server that lies about parts of the seed is found out: ${name}`, { skip }, async () => {
    const { drawn: _, ...asked } = await sharedDuel();
    await lie(asked);
    const wrong = (await checkRecord(loadSync(module!), asked)).findings.filter(f => !f.holds);
    assert.deepEqual(wrong.map(f => f.what), ["parts"]);
    assert.match(wrong[0].text, words);
  });

test("the page opens nothing but what it has committed to", { skip }, async () => {
  const kept: KeptDraw[] = [], sent: ClientMessage[] = [];
  const sharer = new Sharer("00".repeat(16), { get: n => kept.find(d => d.number === n), put: d => { kept.splice(0, 1, d); } }, m => { sent.push(m); });
  await sharer.seal(1, 0, "c1");
  const seal = (sent[0] as { seal: string }).seal;
  const drawing = (more: object) => ({ type: "drawing" as const, stage: "open", number: 1, commitment: "c1", seals: [seal, null], parts: [], ...more });
  await sharer.open(drawing({ seals: ["ff".repeat(32), null] }), 0);
  await sharer.open(drawing({ commitment: "c2" }), 0);
  await sharer.open(drawing({ number: 2 }), 0);
  assert.equal(sent.length, 1, "nothing was opened");
  await sharer.seal(1, 0, "c1");
  assert.equal((sent[1] as { seal: string }).seal, seal, "the same part for the same start");
  await sharer.open(drawing({}), 0);
  assert.deepEqual(sent[2], { type: "open", number: 1, part: kept[0].part });
});

// ---- lies ----

const told = (page: Page, id: number): Told[] => page.updates(id).map(u => ({ n: u.n, text: JSON.stringify(u) }));

async function honest(): Promise<CheckAsked> {
  const page = await new Page().open();
  const { match, id } = await playDuel(page);
  const { body } = await page.ask("GET", `/api/matches/${match}/record`);
  const commitment = page.messages(id).find(m => (m.type as string) === "attached")!.commitment as string;
  return { record: body, match, commitment, seat: 0, told: told(page, id), scores: page.updates(id).at(-1)!.over!.scores };
}

const lies: [string, string, (asked: CheckAsked) => void][] = [
  ["another deal than was promised", "commitment", a => { a.commitment = a.commitment!.replace(/^./, c => (c === "0" ? "1" : "0")); }],
  ["the record of another match", "record", a => { a.match = a.match!.replace(/^./, c => (c === "0" ? "1" : "0")); }],
  ["a byte of a move changed", "moves", a => { a.record = a.record.map((b, i) => (i === a.record.length - 30 ? b ^ 1 : b)); }],
  ["a record that stops early", "views", a => { a.record = a.record.slice(0, -40); }],
  ["a view that showed another hand", "views", a => {
    const at = a.told!.findIndex(t => t.text.includes('"hand":['));
    a.told![at] = { ...a.told![at], text: a.told![at].text.replace(/"hand":\[(\d+)/, (_, n: string) => `"hand":[${Number(n) + 1}`) };
  }],
  ["an event that did not happen", "views", a => {
    const at = a.told!.findIndex(t => t.text.includes('"event":"reveal"'));
    a.told![at] = { ...a.told![at], text: a.told![at].text.replace('"event":"reveal"', '"event":"parry"') };
  }],
  ["a wrong result", "result", a => { a.scores = a.scores!.map(s => s + 1); }],
];

for (const [name, what, lie] of lies)
  test(`a server that lies is found out: ${name}`, { skip }, async () => {
    const asked = await honest();
    assert.equal((await checkRecord(loadSync(module!), structuredClone(asked))).holds, true);
    lie(asked);
    const verdict = await checkRecord(loadSync(module!), asked);
    assert.equal(verdict.holds, false);
    assert.equal(verdict.findings.find(f => !f.holds)!.what, what);
  });
