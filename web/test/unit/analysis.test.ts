// The analysis of a match as it comes in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Analysis, changeAt, type AnalysisAnswer, type AnalysisStep } from "../../src/analysis/analysis";

const step = (number: number, chance: number): AnalysisStep => ({ number, truth: [chance, 1 - chance], known: [0.5, 0.5] });
const answer = (steps: AnalysisStep[], done: number, total: number): AnalysisAnswer => ({ done, total, worlds: 100, search: 200, error: 0.1, turns: [1], steps });
const ended = (analysis: Analysis) => new Promise<void>(done => {
  const stop = analysis.subscribe(() => { if (!analysis.going) { stop(); done(); } });
});

test("it asks for what is missing until all is there", async () => {
  const paths: string[] = [];
  const all = [step(0, 0.5), step(1, 0.7), step(2, 1)];
  const analysis = new Analysis("ab", path => {
    paths.push(path);
    const from = Number(path.split("/").at(-1)), done = Math.min(3, from + 1 + (paths.length > 1 ? 1 : 0));
    return Promise.resolve(answer(all.slice(from, done), done, 3));
  }, 1);
  analysis.start();
  await ended(analysis);
  assert.deepEqual(paths, ["/api/matches/ab/analysis/0", "/api/matches/ab/analysis/1"]);
  assert.ok(analysis.isDone);
  assert.deepEqual(analysis.steps, all);
  assert.equal(changeAt(analysis.steps, 1, 0), 20);
  assert.equal(changeAt(analysis.steps, 1, 1), -20);
  analysis.start();
  assert.equal(analysis.going, false, "nothing is left to ask");
});

test("stopping is not asking any more, and it can go on", async () => {
  let asked = 0;
  const analysis = new Analysis("ab", path => {
    const from = Number(path.split("/").at(-1));
    asked++;
    return Promise.resolve(answer([step(from, 0.5)], from + 1, 100));
  }, 1);
  analysis.start();
  await new Promise<void>(done => { const stop = analysis.subscribe(() => { if (asked === 3) { stop(); analysis.stop(); done(); } }); });
  await new Promise(done => setTimeout(done, 20));
  assert.equal(asked, 3);
  assert.equal(analysis.steps.length, 3);
  analysis.start();
  assert.ok(analysis.going);
  analysis.stop();
});

test("what goes wrong is told", async () => {
  const analysis = new Analysis("ab", () => Promise.reject(new Error("The server is full.")), 1);
  analysis.start();
  await ended(analysis);
  assert.equal(analysis.trouble, "The server is full.");
});
