// Watching a match again: steps that come in pages, rounds, history, and the check of the deal.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import type { OutlineStep, Step } from "../../src/proto";
import { clampStep, Film, parseEyes, roundAt, roundsOf, roundStep } from "../../src/replay/film";
import { commitmentOf, fromHex, ownSha256, sha256, toHex } from "../../src/replay/sha256";

void test("our own SHA-256 is the one everybody has", async () => {
  for (let len = 0; len < 200; len++) {
    const bytes = new Uint8Array(randomBytes(len)), want = createHash("sha256").update(bytes).digest("hex");
    assert.equal(toHex(ownSha256(bytes)), want, `${len} bytes`);
    assert.equal(toHex(await sha256(bytes)), want);
  }
  assert.equal(toHex(ownSha256(new TextEncoder().encode("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

void test("the commitment is that of match id and seed, with and without the browser's own", async () => {
  const match = "00112233445566778899aabbccddeeff", seed = "01".repeat(32);
  const want = createHash("sha256").update(Buffer.from(match + seed, "hex")).digest("hex");
  assert.equal(await commitmentOf(match, seed), want);
  const real = Object.getOwnPropertyDescriptor(globalThis, "crypto")!;
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true }); // as over plain http
  assert.equal(await commitmentOf(match, seed), want);
  Object.defineProperty(globalThis, "crypto", real);
  assert.notEqual(await commitmentOf(match, "02" + seed.slice(2)), want);
  assert.equal(toHex(fromHex("00ff10")), "00ff10");
});

const outlined = (...events: string[][]): OutlineStep[] => events.map((e, number) => ({ number, at: number * 1000, hash: "", events: e }));

void test("rounds begin where the game says so, the first at the start", () => {
  const rounds = roundsOf(outlined(["hand", "deal"], ["sealed"], ["reveal", "deal"], [], ["deal", "over"]));
  assert.deepEqual(rounds, [{ at: 0, round: 1 }, { at: 2, round: 2 }, { at: 4, round: 3 }]);
  assert.equal(roundAt(rounds, 0), 1);
  assert.equal(roundAt(rounds, 3), 2);
  assert.equal(roundAt(rounds, 99), 3);
  // Liap Tui deals again within a round: its rounds begin with a starter.
  assert.deepEqual(roundsOf(outlined(["deal"], ["redeal", "deal"], ["starter"], ["starter"])).map(r => r.at), [0, 3]);
  assert.deepEqual(roundsOf(outlined([], ["something"])), [{ at: 0, round: 1 }]);
  assert.deepEqual(roundsOf([]), [{ at: 0, round: 1 }]);
});

void test("a round back goes to the beginning of this one first", () => {
  const rounds = [{ at: 0, round: 1 }, { at: 10, round: 2 }, { at: 20, round: 3 }];
  assert.equal(roundStep(rounds, 15, -1, 30), 10);
  assert.equal(roundStep(rounds, 10, -1, 30), 0);
  assert.equal(roundStep(rounds, 0, -1, 30), 0);
  assert.equal(roundStep(rounds, 15, 1, 30), 20);
  assert.equal(roundStep(rounds, 20, 1, 30), 30);
});

void test("steps and eyes of an address are kept in bounds", () => {
  assert.equal(clampStep(-3, 10), 0);
  assert.equal(clampStep(10, 10), 9);
  assert.equal(clampStep(Number("x"), 10), 0);
  assert.equal(clampStep(3.7, 10), 3);
  assert.equal(parseEyes("1", 2), 1);
  assert.equal(parseEyes("2", 2), "all");
  assert.equal(parseEyes("spectator", 2), "spectator");
  assert.equal(parseEyes(null, 2), "all");
  assert.equal(parseEyes("", 2), "all");
});

/* A server with n steps, `size` to an answer, that notes what it is asked. */
function serverOf(n: number, size: number) {
  const asked: string[] = [];
  const fetch = <T>(path: string): Promise<T> => {
    const [eyes, from] = path.split("/").slice(-2), first = Number(from);
    asked.push(`${eyes} ${from}`);
    const steps = Array.from({ length: Math.min(size, n - first) }, (_, i) => ({
      number: first + i, at: (first + i) * 10, hash: "", view: { eyes }, events: eyes === "outline" ? ["x"] : [{ event: `e${first + i}` }],
    }));
    return Promise.resolve({ steps, n, ...(first + size < n && { next: first + size }) } as T);
  };
  return { asked, fetch };
}

void test("the outline comes in pages and is whole", async () => {
  const server = serverOf(25, 10), film = new Film("m", server.fetch);
  let told = 0;
  film.subscribe(() => { told++; });
  await film.loadOutline();
  assert.equal(film.outline.length, 25);
  assert.equal(film.n, 25);
  assert.deepEqual(server.asked, ["outline 0", "outline 10", "outline 20"]);
  assert.equal(told, 1);
});

void test("a moment in the middle comes first, then what was before it", async () => {
  const server = serverOf(100, 10), film = new Film("m", server.fetch);
  await film.loadOutline();
  server.asked.length = 0;
  const coming = film.want(1, 57);
  assert.equal(film.step(1, 57), null);
  await coming;
  assert.equal(server.asked[0], "1 57");
  assert.equal(film.step(1, 57)?.number, 57);
  assert.deepEqual((film.step(1, 57) as Step).view, { eyes: "1" });
  assert.equal(film.history(1, 57).length, 58);
  assert.deepEqual(film.history(1, 57).map(line => line.event.event).slice(0, 3), ["e0", "e1", "e2"]);
  assert.equal(film.step("spectator", 57), null, "other eyes have seen nothing yet");
  const n = server.asked.length;
  await film.want(1, 30);
  assert.equal(server.asked.length, n, "what is there is not asked for again");
});

void test("history is never longer than what is known without a gap", async () => {
  const server = serverOf(100, 10);
  let isSlow = false;
  const film = new Film("m", <T>(path: string) => {
    if (isSlow) return new Promise<T>(() => undefined);
    isSlow = path.endsWith("/0/90"); // the moment itself comes, what was before it never does
    return server.fetch<T>(path);
  });
  await film.loadOutline();
  void film.want(0, 90);
  await new Promise(done => { setTimeout(done, 5); });
  assert.deepEqual(film.history(0, 92).map(line => line.number), [90, 91, 92]);
  assert.deepEqual(film.history("all", 92), []);
});

void test("a server that fails is told, and asked again", async () => {
  const server = serverOf(20, 10);
  let isDown = false;
  const film = new Film("m", <T>(path: string) => (isDown ? Promise.reject<T>(new Error("down")) : server.fetch<T>(path)));
  await film.loadOutline();
  isDown = true;
  await film.want(0, 5);
  assert.equal(film.trouble?.message, "down");
  isDown = false;
  await film.want(0, 5);
  assert.equal(film.trouble, null);
  assert.equal(film.step(0, 5)?.number, 5);
});
