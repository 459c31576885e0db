// Runs the tests of the page: `node run.mjs [FILE...]`, without one all files beside it that call `test`. Files run side by
// side, each with a browser of its own; one that measures times runs before them, alone. What failed is told first, with its
// reason, then one line per file; what a failing file said in full is in build/shots/failed. Ends with a line `N passed, N failed`;
// leaves pictures of all screens in build/shots and, in the folder CROUPIER_PROOFS if that is set, the rules that were proven.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(here, "../../../build"), shots = join(build, "shots");
const wanted = process.argv.slice(2);
const all = wanted.length ? wanted.map(name => basename(name, ".mjs") + ".mjs") :
  readdirSync(here).filter(name => name.endsWith(".mjs") && /^ *test\(/m.test(readFileSync(join(here, name), "utf8")));
const SIDE_BY_SIDE = 2;
const ALONE = ["times.mjs"];
const REASON_MOST = 400; // characters of a reason: the viewer of a CI shows the beginning of a step only

const proofs = process.env.CROUPIER_PROOFS, times = join(build, "page-times.json");
mkdirSync(build, { recursive: true });
if (!wanted.length) rmSync(shots, { recursive: true, force: true });
if (proofs) mkdirSync(proofs, { recursive: true });

// The longest first, by the times of the run before, so that the last one does not run alone for long.
let known = {};
try { known = JSON.parse(readFileSync(times, "utf8")); } catch { /* the first run */ }
const queue = all.sort((a, b) => (known[b] ?? 60) - (known[a] ?? 60) || a.localeCompare(b));

const failures = [], lines = [];
let nPassed = 0, nFailed = 0;

// A test that failed, by what its file printed: `FAIL  12.3 s  NAME` and its reason behind bars.
const failed = (file, text) => [...text.matchAll(/^FAIL +[\d.]+ s +(.*)\n((?: +\| .*\n?)*)/gm)].map(([, name, reason]) =>
  `FAIL  ${file}: ${name}\n${reason.replaceAll(/^ +\| /gm, "").slice(0, REASON_MOST).trimEnd().replaceAll(/^/gm, "  ")}`);

function runFile(file) {
  return new Promise(done => {
    const begin = Date.now();
    if (proofs) rmSync(join(proofs, `browser-${basename(file, ".mjs")}.txt`), { force: true });
    const child = spawn(process.execPath, [join(here, file)], { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    child.stdout.on("data", bytes => { text += bytes; });
    child.stderr.on("data", bytes => { text += bytes; });
    child.on("close", status => {
      const seconds = (Date.now() - begin) / 1000;
      const counts = /(\d+) passed, (\d+) failed\s*$/.exec(text);
      known[file] = seconds;
      nPassed += Number(counts?.[1] ?? 0);
      // A file that dies before its last line has failed, whatever it said before.
      const n = Number(counts?.[2] ?? 0) || (status ? 1 : 0);
      nFailed += n;
      if (n) {
        failures.push(...failed(file, text));
        if (!counts) failures.push(`FAIL  ${file}: ended with status ${status}\n  ${text.slice(-REASON_MOST)}`);
        mkdirSync(join(shots, "failed"), { recursive: true });
        writeFileSync(join(shots, "failed", `${file}.txt`), text);
      }
      lines.push(`${file.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s  ${counts?.[0].trim() ?? "broken off"}`,
        ...text.split("\n").filter(line => /^(again|times) /.test(line)).map(line => `  ${line.slice(0, REASON_MOST)}`));
      if (process.stderr.isTTY) process.stderr.write(`${lines.at(-1)}\n`);
      done();
    });
  });
}

const begin = Date.now();
for (const file of ALONE) if (queue.includes(file)) await runFile(...queue.splice(queue.indexOf(file), 1));
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, async () => { while (queue.length) await runFile(queue.shift()); }));
writeFileSync(times, JSON.stringify(known));
console.log([...failures, ...lines].join("\n"));
console.log(`${((Date.now() - begin) / 1000).toFixed(1)} s, pictures in build/shots`);
console.log(`${nPassed} passed, ${nFailed} failed`);
process.exit(nFailed || !nPassed ? 1 : 0);
