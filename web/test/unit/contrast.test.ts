// Contrast of every pair of tokens that meet on the page: text 4.5:1, borders, focus and graphics 3:1, in light, dark and
// high contrast, on every cloth.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

const css = readFileSync("src/style/tokens.css", "utf8").replace(/\/\*[^]*?\*\//g, "");

/* The declarations of all blocks with this very selector. */
function block(selector: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, selectors, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    if (selectors.split(",").map(s => s.trim()).includes(selector))
      for (const [, name, value] of body.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)) found[name] = value.trim();
  return found;
}

const MORE = '[data-contrast="more"]';
const theme = (isMore: boolean, cloth: string): Record<string, string> => ({
  ...block(":root"), ...(cloth && block(`[data-cloth="${cloth}"]`)), ...(isMore && block(MORE)),
  ...(isMore && cloth && { ...block(`${MORE} [data-cloth]`), ...block(`${MORE} [data-cloth="${cloth}"]`) }),
});

const colour = (tokens: Record<string, string>, name: string, isDark: boolean): string => {
  const both = /light-dark\(\s*(#\w+)\s*,\s*(#\w+)\s*\)/.exec(tokens[name]);
  return both ? both[isDark ? 2 : 1] : tokens[name];
};

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const cross = (least: number, front: string[], back: string[]) => front.flatMap(f => back.map(b => ({ least, f, b })));
const TINCTURES = ["--gules", "--azure", "--vert", "--purpure", "--or", "--sable"], PAPER = ["--page", "--sheet", "--sheet-2"], CLOTH = ["--cloth", "--cloth-2"];
const SEATS = Array.from({ length: 8 }, (_, i) => `--seat-${i}`);
const PAIRS = [
  ...cross(3, SEATS, PAPER),
  ...cross(4.5, ["--ink", "--ink-2", "--stop", "--ok", "--warn", "--link"], PAPER),
  ...cross(4.5, ["--stop", "--ink", "--ink-2"], ["--stop-soft"]), ...cross(4.5, ["--ok", "--ink"], ["--ok-soft"]), ...cross(4.5, ["--warn", "--ink"], ["--warn-soft"]),
  ...cross(4.5, ["--act-ink"], ["--act"]), ...cross(4.5, ["--brass-ink"], ["--brass"]), ...cross(4.5, ["--page"], ["--ink"]),
  ...cross(4.5, ["--cloth-ink", "--cloth-ink-2", "--brass"], CLOTH),
  ...cross(4.5, ["--card-ink", "--card-ink-2", ...TINCTURES], ["--card"]), ...cross(4.5, ["--card"], TINCTURES), ...cross(4.5, ["--back-ink"], ["--back"]),
  ...cross(3, ["--edge", "--act", "--focus"], PAPER), ...cross(3, ["--cloth-line", "--card"], CLOTH),
  ...cross(4.5, ["--ink"], ["--mark"]), ...cross(4.5, ["--refused-ink"], ["--refused"]), ...cross(3, ["--refused-ink"], CLOTH),
  ...cross(3, ["--focus"], ["--focus-gap"]), ...cross(3, ["--focus-cloth"], ["--focus-cloth-gap", ...CLOTH]),
];

test("every pair of colours has its contrast, in every theme", () => {
  const bad: string[] = [];
  for (const isMore of [false, true]) for (const isDark of [false, true]) for (const cloth of ["", "tui", "dune", "judo", "duel", "plain"]) {
    const tokens = theme(isMore, cloth);
    for (const { least, f, b } of PAIRS) {
      const r = ratio(colour(tokens, f, isDark), colour(tokens, b, isDark));
      if (r < least) bad.push(`${f} on ${b}: ${r.toFixed(2)} of ${least} (${isMore ? "high " : ""}${isDark ? "dark" : "light"} ${cloth})`);
    }
  }
  assert.deepEqual(bad, []);
  const folder = process.env.CROUPIER_PROOFS;
  if (folder) appendFileSync(join(folder, "page-unit-contrast.txt"), "JK-12.8 pass page unit contrast: every pair of colours has its contrast, in every theme\n");
});
