// What this browser keeps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NORMAL, Store, type Storage } from "../../src/store";

function fake(): Storage & { map: Map<string, string> } {
  const map = new Map<string, string>();
  return { map, getItem: k => map.get(k) ?? null, setItem: (k, v) => { map.set(k, v); }, removeItem: k => { map.delete(k); } };
}
const table = (match: string, seat = 0) => ({ match, game: "duel", seat, token: `t${match}${seat}`, at: 1 });

test("settings are normal until changed, and sound is off", () => {
  const s = new Store(fake());
  assert.deepEqual(s.settings, NORMAL);
  assert.equal(s.settings.sound, false);
  s.set({ theme: "dark" });
  assert.deepEqual(s.settings, { ...NORMAL, theme: "dark" });
});

test("my tables are kept newest first, each seat once, and not for ever", () => {
  const s = new Store(fake());
  s.add(table("a"));
  s.add(table("b"));
  s.add(table("a"));
  s.add(table("a", 1));
  assert.deepEqual(s.tables.map(t => t.match + t.seat), ["a1", "a0", "b0"]);
  assert.equal(s.table("a")?.seat, 0);
  assert.equal(s.table("a", 1)?.seat, 1);
  assert.equal(s.table("c"), null);
  s.remove("a");
  assert.deepEqual(s.tables.map(t => t.match), ["b"]);
  for (let i = 0; i < 60; i++) s.add(table(`x${i}`));
  assert.equal(s.tables.length, 40);
});

test("the first commitment counts", () => {
  const s = new Store(fake());
  s.add(table("a"));
  s.commit("a", "first");
  s.commit("a", "second");
  assert.equal(s.table("a")?.commitment, "first");
});

test("a name is cut to what the server takes", () => {
  const s = new Store(fake());
  s.name = "  A very long name that goes on and on  ";
  assert.equal(s.name, "A very long name that go");
});

test("nonsense in the store is not followed, and a full store does not throw", () => {
  const storage = fake();
  storage.map.set("croupier.settings", "{broken").set("croupier.tables", '{"a":1}').set("croupier.name", "7");
  const s = new Store(storage);
  assert.deepEqual(s.settings, NORMAL);
  assert.deepEqual(s.tables, []);
  assert.equal(s.name, "");
  const full = new Store({ ...fake(), setItem: () => { throw new Error("full"); } });
  full.add(table("a"));
});

test("whoever listens is told", () => {
  const s = new Store(fake());
  let n = 0;
  const stop = s.subscribe(() => { n++; });
  s.set({ sound: true });
  stop();
  s.set({ sound: false });
  assert.equal(n, 1);
});
