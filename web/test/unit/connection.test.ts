// The socket's life: attach, resume, resend, dead lines. Time and sockets are the test's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MatchClient } from "../../src/client";
import { Connection, type Link, type Socket } from "../../src/net/connection";
import type { ClientMessage, ServerMessage } from "../../src/proto";

class FakeSocket implements Socket {
  sent: ClientMessage[] = [];
  closed = false;
  address = "";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) { this.sent.push(JSON.parse(text) as ClientMessage); }
  close() { this.closed = true; }
  say(...messages: object[]) { this.onmessage?.({ data: messages.map(m => JSON.stringify(m)).join("\n") }); }
}

class FakeTimers {
  now = 0;
  private list: { at: number; call: () => void }[] = [];
  set = (call: () => void, ms: number) => { const t = { at: this.now + ms, call }; this.list.push(t); return t; };
  clear = (t: unknown) => { this.list = this.list.filter(x => x !== t); };
  pass(ms: number) {
    const end = this.now + ms;
    for (;;) {
      const next = this.list.filter(t => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.now = next.at;
      this.clear(next);
      next.call();
    }
    this.now = end;
  }
}

const attached = { type: "attached", match: "m", game: "duel", rules_version: 1, seat: 0, n: 0, last_id: 0, begun: true, commitment: "", options: {}, now: 5 };

function begin() {
  const timers = new FakeTimers(), sockets: FakeSocket[] = [], links: Link[] = [], got: ServerMessage[][] = [];
  let seen = 0;
  const connection = new Connection({
    open: address => { const s = new FakeSocket(); s.address = address; sockets.push(s); return s; },
    timers, random: () => 0.5,
    attach: () => ({ type: "attach", match: "m", after: seen }),
    resend: lastId => (lastId < 1 && seen ? [{ type: "move", id: 1, ticket: 1, move: "x" }] : []),
    got: messages => { got.push(messages); for (const m of messages) if (m.type === "update") seen = m.n; },
    link: link => links.push(link),
  });
  return { timers, sockets, links, got, connection, last: () => sockets.at(-1)! };
}

test("attaches when open; a frame of several lines comes as one", () => {
  const c = begin();
  c.last().onopen?.();
  assert.deepEqual(c.last().sent, [{ type: "attach", match: "m", after: 0 }]);
  c.last().say(attached, { type: "update", n: 1 }, { type: "update", n: 2 });
  assert.deepEqual(c.got.map(f => f.length), [3]);
  assert.deepEqual(c.links, ["connecting", "open"]);
});

test("a match that another server has is followed there, at once and not for ever", () => {
  const c = begin();
  c.last().onopen?.();
  for (let i = 1; i <= 6; i++) {
    const before = c.last();
    before.say({ type: "moved", match: "m", address: `/at/n${String(i)}` });
    assert.equal(before.closed, true);
    if (i <= 5) assert.deepEqual([c.sockets.length, c.last().address], [i + 1, `/at/n${String(i)}`]);
    c.last().onopen?.();
  }
  assert.equal(c.sockets.length, 6);
  c.timers.pass(300);
  assert.equal(c.sockets.length, 7);
  c.last().onopen?.();
  assert.deepEqual(c.last().sent, [{ type: "attach", match: "m", after: 0 }]);
});

test("a server that lost the match, or cannot save it, is asked again in a moment, from the first one on", () => {
  const c = begin();
  c.last().onopen?.();
  c.last().say({ type: "moved", match: "m", address: "/at/n1" });
  c.last().onopen?.();
  c.last().say(attached, { type: "update", n: 7 });
  for (const message of [{ type: "moved", match: "m" }, { type: "trouble", code: "AWAY" }]) {
    const n = c.sockets.length;
    c.last().say(message);
    assert.equal(c.sockets.length, n);
    c.timers.pass(1000);
    assert.deepEqual([c.sockets.length, c.last().address], [n + 1, ""]);
    c.last().onopen?.();
    assert.deepEqual(c.last().sent[0], { type: "attach", match: "m", after: 7 });
    c.last().say(attached);
    assert.deepEqual(c.last().sent.at(-1), { type: "move", id: 1, ticket: 1, move: "x" });
  }
});

test("after a break it comes back with the last number, and sends again what is not acknowledged", () => {
  const c = begin();
  c.last().onopen?.();
  c.last().say(attached, { type: "update", n: 7 });
  c.last().onclose?.();
  assert.equal(c.links.at(-1), "lost");
  c.timers.pass(300);
  assert.equal(c.sockets.length, 2);
  c.last().onopen?.();
  assert.deepEqual(c.last().sent, [{ type: "attach", match: "m", after: 7 }]);
  c.last().say(attached);
  assert.deepEqual(c.last().sent.at(-1), { type: "move", id: 1, ticket: 1, move: "x" });
});

test("waits longer each time, and not at all when told to hurry", () => {
  const c = begin();
  for (const [i, ms] of [250, 500, 1000, 2000, 4000, 8000, 8000].entries()) {
    c.last().onclose?.();
    c.timers.pass(ms - 1);
    assert.equal(c.sockets.length, i + 1, `not before ${ms} ms`);
    c.timers.pass(1);
    assert.equal(c.sockets.length, i + 2);
  }
  c.last().onclose?.();
  c.connection.hurry();
  assert.equal(c.sockets.length, 9);
});

test("a line that does not answer a sign of life is dead", () => {
  const c = begin();
  c.last().onopen?.();
  c.last().say(attached);
  c.timers.pass(10_000);
  assert.deepEqual(c.last().sent.at(-1), { type: "alive" });
  c.last().say({ type: "clock", now: 1, drift: 0 });
  c.timers.pass(10_000 + 7_999);
  assert.equal(c.links.at(-1), "open");
  c.timers.pass(1);
  assert.equal(c.links.at(-1), "lost");
  assert.equal(c.sockets[0]?.closed, true);
});

test("nothing is sent before attaching, and nothing opens after closing", () => {
  const c = begin();
  assert.equal(c.connection.send({ type: "signal", signal: "hello" }), false);
  c.connection.close();
  c.last().onclose?.();
  c.timers.pass(60_000);
  assert.equal(c.sockets.length, 1);
});

test("a late word from an old socket is not heard", () => {
  const c = begin();
  const old = c.last();
  old.onopen?.();
  old.onclose?.();
  c.timers.pass(250);
  old.onmessage?.({ data: JSON.stringify(attached) });
  assert.equal(c.got.length, 0);
});

/* ---- the client: model and connection together ---- */

const asked = { ticket: 4, asks: "pick", form: "all", seats: [0], open: [0], mine: true };

function client() {
  const sockets: FakeSocket[] = [];
  const c = new MatchClient("m", "token", () => { const s = new FakeSocket(); sockets.push(s); return s; });
  sockets[0].onopen?.();
  sockets[0].say({ ...attached, last_id: 3, n: 1 }, { type: "update", n: 1, at: 1, events: [], question: asked, view: {} });
  return { c, sockets };
}

test("moves take rising ids behind the last one the server knows", () => {
  const { c, sockets } = client();
  c.play("pick 7");
  assert.deepEqual(sockets[0].sent.at(-1), { type: "move", id: 4000, ticket: 4, move: "pick 7" });
  c.play("pick 8");
  assert.equal(sockets[0].sent.filter(m => m.type === "move").length, 1, "one at a time");
  sockets[0].say({ type: "refused", id: 4000, code: "NOT_HELD", reason: "no" });
  c.play("pick 9");
  assert.deepEqual(sockets[0].sent.at(-1), { type: "move", id: 4001, ticket: 4, move: "pick 9" });
  c.close();
});

test("no id is used twice by two windows of a seat, though neither hears of the other's moves", () => {
  const windows = [client(), client()];
  const ids = windows.map(({ c, sockets: [socket] }, i) => {
    if (i) socket.say({ type: "update", n: 2, at: 2, events: [], question: { ...asked, ticket: 5 }, view: {} }); // what the first one did
    for (const move of ["pick 1", "pick 2", "pick 3"]) {
      c.play(move);
      if (move !== "pick 3") socket.say({ type: "refused", id: (socket.sent.at(-1) as { id: number }).id, code: "NOT_HELD", reason: "no" });
    }
    c.close();
    return (socket.sent.at(-1) as { id: number }).id;
  });
  assert.ok(ids[1] > ids[0], ids.join(" then "));
});

test("a move sent into a broken line is sent once more under its old id, unless it had arrived", () => {
  for (const lastId of [3, 4000]) {
    const { c, sockets } = client();
    c.play("pick 7");
    sockets[0].onclose?.();
    c.hurry();
    const again = sockets[1];
    again.onopen?.();
    again.say({ ...attached, last_id: lastId, n: 1 });
    const moves = again.sent.filter(m => m.type === "move");
    assert.deepEqual(moves, lastId === 3 ? [{ type: "move", id: 4000, ticket: 4, move: "pick 7" }] : []);
    c.close();
  }
});

test("a check is answered by its number; without a line at once", async () => {
  const { c, sockets } = client();
  const first = c.check("pick 1"), second = c.check("pick 2");
  sockets[0].say({ type: "checked", id: 2, ok: true }, { type: "checked", id: 1, ok: false, code: "NOT_HELD", reason: "no" });
  assert.equal((await first).code, "NOT_HELD");
  assert.equal((await second).ok, true);
  sockets[0].onclose?.();
  assert.equal((await c.check("pick 3")).code, "NO_ANSWER");
  c.close();
});

test("a server that knows less than we do is begun with anew", async () => {
  const { c, sockets } = client();
  sockets[0].onclose?.();
  c.hurry();
  sockets[1].onopen?.();
  sockets[1].say({ type: "trouble", code: "BAD_NUMBER", reason: "this update has not happened yet" });
  await new Promise(done => { setTimeout(done, 10); });
  c.hurry();
  sockets.at(-1)!.onopen?.();
  assert.deepEqual(sockets.at(-1)!.sent[0], { type: "attach", match: "m", token: "token", after: 0, view: "changes", words: true });
  c.close();
});

test("a page that has missed something asks once for what is behind its last number", () => {
  const socket = new FakeSocket(), client = new MatchClient("m", "t", () => socket);
  socket.onopen?.();
  const update = (n: number) => ({ type: "update", n, at: n, events: [{ seq: n, event: `e${n}` }], question: { ticket: n }, view: { n } });
  socket.say(attached, update(1));
  socket.say(update(3));
  socket.say(update(4));
  assert.deepEqual(socket.sent.filter(m => m.type === "attach").map(m => m.after), [0, 1]);
  assert.deepEqual(client.match.view, { n: 1 });
  socket.say({ ...attached, n: 4 }, update(2), update(3), update(4));
  assert.deepEqual(client.match.log.map(l => l.n), [1, 2, 3, 4]);
  socket.say(update(6));
  assert.deepEqual(socket.sent.filter(m => m.type === "attach").map(m => m.after), [0, 1, 4]);
  client.close();
});

test("time that is turned: done when the referee says so, and what was known of the clock is void", async () => {
  const socket = new FakeSocket(), client = new MatchClient("m", "t", () => socket);
  socket.onopen?.();
  socket.say(attached);
  const done = client.wind(1500);
  assert.equal(client.isWinding, true);
  assert.deepEqual(socket.sent.at(-1), { type: "wind", ms: 1500 });
  socket.say({ type: "wound", now: 9_000_000_000_000 });
  await done;
  assert.equal(client.isWinding, false);
  assert.ok(Math.abs(client.clock.now() - 9_000_000_000_000) < 1000);
  assert.equal(client.clock.turns, 1);
  void client.wind();
  assert.deepEqual(socket.sent.at(-1), { type: "wind" });
  void client.wind(7, true);
  assert.deepEqual(socket.sent.at(-1), { type: "wind", ms: 7, jump: true });
  client.close();
});
