// Makes the names the page needs, out of the tables the referee is compiled from: src/tables/classic-battle/roster.ts
// and src/tables/dune-battle/data.ts. The page gets cards and places as codes; what they are called stands here.
//
//   node gen-data.mjs            writes both
//   node gen-data.mjs --check    changes nothing, fails if one is out of date (test/unit/data.test.ts runs this)
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const games = join(here, "../src/games");

// The rows MACRO(a, "b", C, 4) of a .def file, as arrays of their arguments.
function rows(file, macro) {
  const text = readFileSync(join(games, file), "utf8").replace(/\/\*[^]*?\*\//g, "");
  const found = [...text.matchAll(new RegExp(`^${macro}\\(((?:"[^"]*"|[^)"])*)\\)`, "gm"))];
  return found.map(([, args]) => [...args.matchAll(/\s*(?:"([^"]*)"|([^,"]+))\s*(?:,|$)/g)].map(m => m[1] ?? m[2].trim()));
}

const quote = value => JSON.stringify(value);
const made = what => `// Made by web/gen-data.mjs from ${what}. Do not edit.\n\n`;

function roster() {
  const countries = Object.fromEntries(rows("classic-battle/countries.def", "COUNTRY").map(([, code, name]) => [code, name]));
  const techniques = rows("classic-battle/techniques.def", "TECHNIQUE").map(([, name, japanese]) => [name, japanese]);
  const rarities = { COMMON: "Common", EPIC: "Epic", LEGENDARY: "Legendary" };
  const cards = rows("classic-battle/roster.def", "CARD").map(([, first, last, country, gender, weight, rarity, ...rest]) =>
    [first, last, country.toLowerCase(), gender === "MALE" ? "m" : "f", weight, rarities[rarity][0], Number(rest[5])].join("|"));
  return made("src/games/classic-battle/*.def") +
    `/** English names by ISO 3166-1 alpha-2 code. */\nexport const COUNTRIES: Record<string, string> = ${quote(countries)};\n\n` +
    `/** Name and Japanese name by id; 0 stands for an id that is not here. */\n` +
    `export const TECHNIQUES: [string, string][] = ${quote(techniques)};\n\n` +
    `/** The standard roster, card 1 first: first name, surname, country, gender, weight class, rarity, technique. */\n` +
    `export const ROSTER = \`${cards.join("\n")}\`.split("\\n");\n`;
}

function dune() {
  const list = (name, about, type, value) => `/** ${about} */\nexport const ${name}: ${type} = ${quote(value)};\n\n`;
  const byCode = (file, macro, of) => Object.fromEntries(rows("dune-battle/" + file, macro).map(row => [row[0], of(row)]));
  const sectors = {};
  for (const [territory, sector] of rows("dune-battle/areas.def", "AREA"))
    (sectors[territory] ??= []).push(sector === "DB_NO_SECTOR" ? -1 : Number(sector));
  return made("src/games/dune-battle/*.def") +
    list("LEADERS", "Faction, name and strength by code, in the order of their ids.", "Record<string, [string, string, number]>",
      byCode("leaders.def", "LEADER", ([, faction, name, strength]) => [faction, name, Number(strength)])) +
    list("CARDS", "Name and kind of the treachery cards by code.", "Record<string, [string, string]>",
      byCode("treachery.def", "CARD", ([, name, kind]) => [name, kind])) +
    list("TERRITORIES", "Name, type and sectors by code; the sector of the Polar Sink is -1.",
      "Record<string, [string, string, number[]]>",
      byCode("territories.def", "TERRITORY", ([code, name, type]) => [name, type, sectors[code]])).trimEnd() + "\n";
}

const files = { "classic-battle/roster.ts": roster(), "dune-battle/data.ts": dune() };
for (const [name, text] of Object.entries(files)) {
  const path = join(here, "src/tables", name);
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
  } else if (readFileSync(path, "utf8") !== text) {
    console.error(`web/src/tables/${name} is out of date: run 'node web/gen-data.mjs'`);
    process.exitCode = 1;
  }
}
