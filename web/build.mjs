// Builds the page: bundles src/ with esbuild into dist/ under names that carry a hash of their content, compresses every
// file, and writes dist/page.inc, the table that src/apps/page.c compiles into the program.
//
//   node build.mjs                   dist/
//   node build.mjs --unit [WORDS]    bundles test/unit/*.test.ts and runs them with node --test, or those with such a name
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const table = join(dist, "page.inc");
const LIMIT = 150_000; // bytes of the first load, compressed

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

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
    `page_${i}_gz, sizeof page_${i}_gz, ${f.isLasting}},\n`);
  const text = `/* Made by web/build.mjs. */\n${arrays.join("")}static const net_file page_files[] = {\n${rows.join("")}};\n`;
  if (!existsSync(table) || readFileSync(table, "utf8") !== text) writeFileSync(table, text);
}

function finish(outputs) {
  const files = [];
  const add = (path, plain, isLasting) => files.push({
    path, plain, isLasting, gz: gzipSync(plain, { level: 9 }), type: TYPES[extname(path === "/" ? "index.html" : path)],
    hash: createHash("sha256").update(plain).digest("hex").slice(0, 16),
  });
  let page = readFileSync(join(here, "src/index.html"), "utf8");
  for (const output of outputs) {
    const name = basename(output);
    page = page.replace(name.endsWith(".css") ? "main.css" : "main.js", name);
    add("/" + name, readFileSync(join(here, output)), true);
  }
  add("/icon.svg", readFileSync(join(here, "src/icon.svg")), false);
  add("/", Buffer.from(page), false);
  writeFileSync(join(dist, "index.html"), page);
  writeTable(files);
  const size = files.reduce((sum, f) => sum + f.gz.length, 0);
  console.log(`page: ${files.map(f => `${f.path} ${f.gz.length}`).join(", ")}; ${size} of ${LIMIT} bytes compressed`);
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

const entry = result => Object.keys(result.metafile.outputs).filter(name => /main-[A-Z0-9]+\.(js|css)$/.test(name));

async function buildUnit() {
  const names = readdirSync(join(here, "test/unit")).filter(name => /\.test\.tsx?$/.test(name)).sort();
  const out = "node_modules/.unit";
  rmSync(join(here, out), { recursive: true, force: true });
  await build({
    ...common, entryPoints: names.map(name => "test/unit/" + name), outdir: out, platform: "node", format: "esm",
    target: "node18", outExtension: { ".js": ".mjs" }, sourcemap: "inline",
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
  finish(entry(await build(main)));
}
