// Runs the tests of the page:
//
//   node run.mjs                        all
//   node run.mjs --quick                those of `make test`; --long: all others but those that measure times
//   node run.mjs lobby                  those of a file
//   node run.mjs lobby 'line breaks'    those of a file with these words in their name; without a file: of all files
//   node run.mjs --list [...]           their names, and nothing is run
//
// Several processes, each with a browser of its own, take one test after the other, the longest first; files that measure
// times run before them, alone. A browser with too much beside it may miss a moment, so what fails is tried once more behind
// all others, one at a time: a line `retried` says so, and only a second failure counts.
// What failed is told last, each with the command that runs it again, in full and with pictures in build/shots/failed. The
// last line is `N passed, N failed`. Leaves pictures of all screens in build/shots and, in the folder CROUPIER_PROOFS if
// that is set, the rules that were proven. WORKERS is the number of processes, one for each core unless it is set.
import { fork } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { closeBrowser, readTests, runTest, tests } from "./lib.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const build = resolve(here, "../../../build"), shots = join(build, "shots"), times = join(build, "page-times.json");
const WORKERS = Number(process.env.WORKERS ?? Math.max(2, cpus().length));
const ALONE = ["times"];
const REASON_MOST = 1500; // characters of a reason

const args = process.argv.slice(2), options = args.filter(arg => arg.startsWith("--"));
const files = readdirSync(here).filter(name => name.endsWith(".mjs") && /^ *test\(/m.test(readFileSync(join(here, name), "utf8")))
  .map(name => basename(name, ".mjs"));
const words = args.filter(arg => !options.includes(arg)).map(arg => files.includes(basename(arg, ".mjs")) ? basename(arg, ".mjs") : arg);
const isIn = file => !words.some(word => files.includes(word)) || words.includes(file);
const named = words.filter(word => !files.includes(word));

// A process that runs what it is told, one test at a time.
function work() {
  process.on("message", async ({ file, name, isLast }) => process.send(await runTest(tests.find(one => one.file === file && one.name === name), isLast)));
  process.on("disconnect", async () => { await closeBrowser(); process.exit(0); });
  process.send("ready");
}

function choose() {
  const unknown = options.find(option => !["--quick", "--long", "--list"].includes(option));
  if (unknown) throw new Error(`no option ${unknown}`);
  return tests.filter(one => isIn(one.file) && (!named.length || named.some(word => one.name.includes(word))) &&
    (!options.includes("--quick") || one.quick) && (!options.includes("--long") || !one.quick && !ALONE.includes(one.file)));
}

const key = one => `${one.file}: ${one.name}`;
const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;

// Gives tests to processes until none is left; one that dies has failed its test, and another takes its place.
async function runAll(queue, nWorkers, note, isLast = false) {
  const one = async () => {
    let worker = null;
    while (queue.length) {
      worker ??= await new Promise((done, fail) => {
        const child = fork(fileURLToPath(import.meta.url), ["--worker"], { stdio: "inherit" });
        child.once("message", () => done(child));
        child.once("exit", status => fail(new Error(`a process that runs tests ended with status ${status}`)));
      });
      const next = queue.shift(), begin = Date.now();
      if (!next) break; // another process took the last one while this one began
      const result = await new Promise(done => {
        const gone = status => done({ isGone: true, seconds: (Date.now() - begin) / 1000, fault: `its process ended with status ${status}` });
        worker.once("exit", gone);
        worker.once("message", answer => { worker.removeListener("exit", gone); done(answer); });
        worker.send({ file: next.file, name: next.name, isLast });
      });
      if (result.isGone) worker = null;
      note(next, result);
    }
    worker?.removeAllListeners("exit");
    worker?.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(nWorkers, queue.length) }, one));
}

async function main() {
  const chosen = choose();
  if (options.includes("--list")) return console.log(chosen.map(one => `${one.quick ? "quick" : "     "} ${key(one)}`).join("\n"));
  mkdirSync(build, { recursive: true });
  if (process.env.CROUPIER_PROOFS) mkdirSync(process.env.CROUPIER_PROOFS, { recursive: true });
  if (!args.length || options.includes("--quick")) rmSync(shots, { recursive: true, force: true });

  // The longest first, so that the last one does not run alone for long: by the times of the run before, else by how much time
  // a test may take.
  let known = {};
  try { known = JSON.parse(readFileSync(times, "utf8")); } catch { /* the first run */ }
  const likely = one => known[key(one)] ?? one.seconds / 12;
  const queue = chosen.sort((a, b) => likely(b) - likely(a));
  const failed = [], failures = [], begin = Date.now();
  const tell = (one, seconds, fault) => {
    known[key(one)] = seconds;
    console.log(`${fault ? "FAIL" : "ok  "}  ${seconds.toFixed(1).padStart(5)} s  ${key(one)}`);
  };
  const note = (one, { seconds, fault }) => {
    if (!fault) return tell(one, seconds, fault);
    failed.push(one);
    console.log(`retried ${key(one)}: ${fault.replaceAll(/\s*\n\s*/g, " | ").slice(0, REASON_MOST)}`);
  };
  const noteLast = (one, { seconds, fault }) => {
    tell(one, seconds, fault);
    if (!fault) return;
    failures.push(`\n${key(one)}\n${fault.slice(0, REASON_MOST).replaceAll(/^/gm, "  ")}\n` +
      `again: node web/test/browser/run.mjs ${one.file} ${quoted(one.name)}`);
    mkdirSync(join(shots, "failed"), { recursive: true });
    writeFileSync(join(shots, "failed", `${one.file}-${one.name.replaceAll(/\W+/g, "-")}.txt`), fault);
  };
  await runAll(queue.filter(one => ALONE.includes(one.file)), 1, note);
  await runAll(queue.filter(one => !ALONE.includes(one.file)), WORKERS, note);
  const nRetried = failed.length;
  await runAll(failed, 1, noteLast, true);
  writeFileSync(times, JSON.stringify(known));
  console.log(`${((Date.now() - begin) / 1000).toFixed(1)} s, ${nRetried} retried, pictures in build/shots`);
  if (failures.length) console.log(failures.join("\n"));
  console.log(`${chosen.length - failures.length} passed, ${failures.length} failed`);
  process.exitCode = failures.length || !chosen.length ? 1 : 0;
}

await readTests(files);
await (args[0] === "--worker" ? work() : main());
