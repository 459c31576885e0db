// Builds the page: bundles src/ with esbuild into dist/ under names that carry a hash of their content, compresses every
// file, and writes dist/page.inc, the table that src/apps/page.c compiles into the program. dist/ itself is a folder that any
// static host can serve. The referee for tabs is in it if `make wasm` has built it before.
//
//   node build.mjs                   dist/
//   node build.mjs --unit [WORDS]    bundles test/unit/*.test.ts and runs them with node --test, or those with such a name
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { teachings } from "./teach.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const table = join(dist, "page.inc");
const LIMIT = 150_000; // bytes of the first load, compressed
const WASM_LIMIT = 230_000; // of the referee for tabs, which is loaded when somebody wants to play there
const wasm = join(here, "../build-wasm/croupier.wasm");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

// A worker has the policy of its own file; this one alone may run WebAssembly.
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const common = {
  absWorkingDir: here,
  bundle: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
};

// A table of C arrays; the names with a hash in them may be kept for ever by whoever fetched them. One that stays the same
// is not touched: the builds of all presets look at its age, and one of them links for half a minute.
function writeTable(files) {
  const bytes = buffer => Array.from(buffer).join(",");
  const arrays = files.map((f, i) => `static const uint8_t page_${i}[] = {${bytes(f.plain)}};\n` +
    `static const uint8_t page_${i}_gz[] = {${bytes(f.gz)}};\n`);
  const rows = files.map((f, i) => `    {"${f.path}", "${f.type}", "\\"${f.hash}\\"", page_${i}, sizeof page_${i}, ` +
    `page_${i}_gz, sizeof page_${i}_gz, ${f.isLasting}, ${f.policy ? JSON.stringify(f.policy) : "NULL"}},\n`);
  const text = `/* Made by web/build.mjs. */\n${arrays.join("")}static const net_file page_files[] = {\n${rows.join("")}};\n`;
  if (existsSync(table) && readFileSync(table, "utf8") === text) return;
  writeFileSync(`${table}.new`, text); // another build may be compiling the old one
  renameSync(`${table}.new`, table);
}

const hashOf = bytes => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

// What authors have written for people who are new to a game: a file for each, loaded when somebody wants it.
function writeTeachings() {
  return Object.fromEntries(teachings().map(({ game, lesson, how }) => {
    const text = JSON.stringify({ game, lesson, how }), file = `teach-${game}-${hashOf(text).toUpperCase().slice(0, 8)}.json`;
    writeFileSync(join(dist, file), text);
    return [game, { file, minutes: lesson?.minutes ?? 0 }];
  }));
}

function finish({ first: outputs, later }, teach, tab) {
  const files = [];
  const add = (path, plain, isLasting, more = {}) => files.push({
    path, plain, isLasting, gz: gzipSync(plain, { level: 9 }), type: TYPES[extname(path === "/" ? "index.html" : path)],
    hash: hashOf(plain), ...more,
  });
  const put = (name, bytes) => { writeFileSync(join(dist, name), bytes); return bytes; };
  let page = readFileSync(join(here, "src/index.html"), "utf8");
  for (const output of outputs) {
    const name = basename(output);
    if (name.startsWith("main-")) page = page.replace(name.endsWith(".css") ? "main.css" : "main.js", name);
    else page = page.replace("<script", `<link rel="modulepreload" href="${name}">\n<script`);
    add("/" + name, readFileSync(join(here, output)), true);
  }
  add("/icon.svg", put("icon.svg", readFileSync(join(here, "src/icon.svg"))), false);
  add("/manifest.webmanifest", put("manifest.webmanifest", readFileSync(join(here, "src/manifest.webmanifest"))), false);
  add("/", put("index.html", Buffer.from(page)), false);
  const first = [...files];
  for (const output of later) add("/" + basename(output), readFileSync(join(here, output)), true);
  for (const { file } of Object.values(teach)) add("/" + file, readFileSync(join(dist, file)), true);
  if (tab) {
    add("/" + tab.files.worker, readFileSync(join(dist, tab.files.worker)), true, { policy: WORKER_POLICY });
    for (const name of [tab.files.wasm, tab.files.rules]) add("/" + name, readFileSync(join(dist, name)), true);
  }
  // Last: it lists all others.
  const list = files.map(f => "." + f.path);
  const name = "croupier-" + hashOf(files.map(f => f.path + f.hash).join());
  const offline = readFileSync(join(here, "src/here/offline.js"), "utf8");
  add("/offline.js", put("offline.js", Buffer.from(`const NAME = ${JSON.stringify(name)}, FILES = ${JSON.stringify(list)};\n${offline}`)), false);
  writeTable(files);
  const sum = some => some.reduce((n, f) => n + f.gz.length, 0);
  const size = sum(first);
  console.log(`page: ${files.map(f => `${f.path} ${f.gz.length}`).join(", ")}; first load ${size} of ${LIMIT} bytes compressed`);
  if (size > LIMIT) throw new Error(`the page is too heavy: ${size} bytes compressed, ${LIMIT} allowed`);
}

const main = {
  ...common,
  entryPoints: { main: "src/main.tsx" },
  outdir: "dist",
  entryNames: "[name]-[hash]",
  format: "esm",
  target: ["chrome123", "firefox128", "safari17.5"],
  minify: true,
  metafile: true,
};

// The referee for tabs: the module, and the worker that runs it.
async function buildTab() {
  if (!existsSync(wasm)) {
    console.log("page: without the referee for tabs; `make wasm` builds it");
    return null;
  }
  const bytes = readFileSync(wasm), name = `croupier-${hashOf(bytes).toUpperCase().slice(0, 8)}.wasm`;
  const texts = readFileSync(join(dirname(wasm), "rules.json")), rules = `rules-${hashOf(texts).toUpperCase().slice(0, 8)}.json`;
  copyFileSync(wasm, join(dist, name));
  writeFileSync(join(dist, rules), texts);
  const result = await build({
    ...main, entryPoints: { tab: "src/here/worker.ts" }, external: ["node:fs/promises"],
  });
  const worker = basename(Object.keys(result.metafile.outputs).find(output => output.endsWith(".js")));
  const gz = gzipSync(bytes, { level: 9 }).length;
  if (gz > WASM_LIMIT) throw new Error(`the referee for tabs is too heavy: ${gz} bytes compressed, ${WASM_LIMIT} allowed`);
  return { files: { worker, wasm: name, rules }, kb: Math.ceil((gz + gzipSync(readFileSync(join(dist, worker)), { level: 9 }).length) / 1000) };
}

// What the page loads at once, the entry and all it imports by name, and what it loads later.
function parted({ metafile: { outputs } }) {
  const first = new Set(Object.keys(outputs).filter(name => /main-[A-Z0-9]+\.(js|css)$/.test(name)));
  for (const name of first) for (const one of outputs[name].imports) if (one.kind === "import-statement") first.add(one.path);
  // Styles are all in the first one.
  return { first: [...first], later: Object.keys(outputs).filter(name => !first.has(name) && name.endsWith(".js")) };
}

async function buildUnit() {
  const names = readdirSync(join(here, "test/unit")).filter(name => /\.test\.tsx?$/.test(name)).sort();
  const out = "node_modules/.unit";
  rmSync(join(here, out), { recursive: true, force: true });
  await build({
    ...common, entryPoints: names.map(name => "test/unit/" + name), outdir: out, platform: "node", format: "esm",
    banner: { js: 'import { webcrypto } from "node:crypto"; globalThis.crypto ??= webcrypto;' }, // browsers have it, Node from 20 on
    target: "node18", outExtension: { ".js": ".mjs" }, sourcemap: "inline", define: { HERE_FILES: "null", HERE_KB: "0", TEACH_FILES: "{}" },
  });
  const files = names.map(name => join(here, out, name.replace(/\.tsx?$/, ".mjs")));
  const words = process.argv.slice(process.argv.indexOf("--unit") + 1), pattern = words.map(word => `--test-name-pattern=${word}`);
  const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...pattern, ...files], { stdio: "inherit" });
  process.exit(status ?? 1);
}

if (process.argv.includes("--unit")) {
  await buildUnit();
} else {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist).filter(name => name !== basename(table))) rmSync(join(dist, name));
  const tab = await buildTab();
  const teach = writeTeachings();
  const define = { HERE_FILES: JSON.stringify(tab?.files ?? null), HERE_KB: String(tab?.kb ?? 0), TEACH_FILES: JSON.stringify(teach) };
  finish(parted(await build({ ...main, define, splitting: true, chunkNames: "part-[hash]" })), teach, tab);
}
