// Runs the tests of the page: `node run.mjs [FILE...]`, without one all files beside it that call `test`. Files run side by side, two at a
// time, each with a browser of its own. Ends with a line `N passed, N failed`; leaves pictures of all screens in build/shots
// and, in the folder CROUPIER_PROOFS if that is set, the rules that were proven.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(here, "../../../build");
const wanted = process.argv.slice(2);
const all = wanted.length ? wanted.map(name => basename(name, ".mjs") + ".mjs") :
  readdirSync(here).filter(name => name.endsWith(".mjs") && /^ *test\(/m.test(readFileSync(join(here, name), "utf8")));
const SIDE_BY_SIDE = 2;

const proofs = process.env.CROUPIER_PROOFS, times = join(build, "page-times.json");
mkdirSync(build, { recursive: true });
if (!wanted.length) rmSync(join(build, "shots"), { recursive: true, force: true });
if (proofs) mkdirSync(proofs, { recursive: true });

// The longest first, by the times of the run before, so that the last one does not run alone for long.
let known = {};
try { known = JSON.parse(readFileSync(times, "utf8")); } catch { /* the first run */ }
const queue = all.sort((a, b) => (known[b] ?? 60) - (known[a] ?? 60) || a.localeCompare(b));

let nPassed = 0, nFailed = 0;

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
      const [, passed = "0", failed = "0"] = /(\d+) passed, (\d+) failed\s*$/.exec(text) ?? [];
      known[file] = seconds;
      nPassed += Number(passed);
      // A file that dies before its last line has failed, whatever it said before.
      nFailed += Number(failed) || (status ? 1 : 0);
      console.log(`${file}, ${seconds.toFixed(1)} s\n${text.trimEnd().replace(/^/gm, "  ")}`);
      done();
    });
  });
}

async function worker() {
  while (queue.length) await runFile(queue.shift());
}

const begin = Date.now();
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
writeFileSync(times, JSON.stringify(known));
console.log(`${((Date.now() - begin) / 1000).toFixed(1)} s, pictures in build/shots`);
console.log(`${nPassed} passed, ${nFailed} failed`);
process.exit(nFailed || !nPassed ? 1 : 0);
