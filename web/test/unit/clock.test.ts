// The estimate of the server's clock.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerClock, secondsLeft } from "../../src/net/clock";

test("half of the way is taken off", () => {
  let local = 1000;
  const clock = new ServerClock(() => local);
  clock.asked();
  local = 1100;
  clock.told(51_050);
  assert.equal(clock.now(), 51_100);
  assert.equal(clock.error, 50);
});

test("a worse sample does not replace a better one, until that one is old", () => {
  let local = 0;
  const clock = new ServerClock(() => local);
  clock.asked();
  local = 20;
  clock.told(10_010);
  clock.asked();
  local = 1020;
  clock.told(99_999);
  assert.equal(clock.now(), 11_020);
  local = 200_000;
  clock.asked();
  local = 200_400;
  clock.told(500_200);
  assert.equal(clock.now(), 500_400);
});

test("drift is kept as the server tells it", () => {
  const clock = new ServerClock(() => 0);
  clock.asked();
  clock.told(5, 340);
  assert.equal(clock.drift, 340);
});

test("zero is shown only when nothing is left", () => {
  assert.equal(secondsLeft(10_001, 9_000), 2);
  assert.equal(secondsLeft(10_000, 9_999), 1);
  assert.equal(secondsLeft(10_000, 10_000), 0);
  assert.equal(secondsLeft(10_000, 12_000), 0);
});
