// The names the page has are those the referee is compiled with.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";

test("names of cards, leaders and places are up to date", () => {
  const { status, stderr } = spawnSync(process.execPath, ["gen-data.mjs", "--check"], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});
