// Reads what authors write for people who are new to a game, src/games/GAME/learn.text and how.text, and makes from it what
// the page loads (teach-GAME.json) and what the program has compiled in (teach.inc). docs/adding-a-game.md has the language;
// that a lesson can be played as it says is proven by `croupier learn --check`.
//
//   node web/teach.mjs --c FILE         the table for src/cli/teach.c
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const COLUMNS = 78;
const CARD_WORDS = 16; // of the line that says what a card does

/* ---- lines ---- */

class Slip extends Error {}

/** The lines of a file with their depth, without comments and empty ones; a line that begins with "|" goes on the one before. */
function linesOf(path) {
  const lines = [];
  readFileSync(path, "utf8").split("\n").forEach((raw, i) => {
    const text = raw.replace(/(^|\s)#(\s.*)?$/, "").trimEnd();
    if (!text.trim()) return;
    const depth = text.length - text.trimStart().length;
    const more = /^\s*\|\s+(.*)$/.exec(text);
    if (more && lines.length) lines.at(-1).text += " " + more[1];
    else lines.push({ number: i + 1, depth, text: text.trim() });
  });
  return lines;
}

/** Lines as a tree: what is deeper belongs to the line above. */
function treeOf(lines) {
  const top = { depth: -1, inner: [] }, stack = [top];
  for (const line of lines) {
    while (stack.at(-1).depth >= line.depth) stack.pop();
    const node = { ...line, inner: [] };
    stack.at(-1).inner.push(node);
    stack.push(node);
  }
  return top.inner;
}

const wordOf = text => /^(\S+)\s*(.*)$/.exec(text).slice(1);
const split = (text, sign) => text.split(sign).map(part => part.trim()).filter(part => part);

function read(path, statements, into) {
  for (const node of treeOf(linesOf(path))) {
    const [word, rest] = wordOf(node.text);
    try {
      const statement = statements[word];
      if (!statement) throw new Slip(`'${word}' is no word of this language`);
      statement(into, rest, node);
    } catch (error) {
      if (!(error instanceof Slip)) throw error;
      throw new Error(`${relative(root, path)}:${error.line ?? node.number}: ${error.message}`);
    }
  }
  return into;
}

function must(holds, message, line) {
  if (holds) return;
  const slip = new Slip(message);
  slip.line = line;
  throw slip;
}

/* ---- lessons ---- */

const TASK = {
  say: (task, rest) => { task.say = rest; },
  look: (task, rest) => {
    const found = /^(\S+|"[^"]*")(?:\s+"([^"]*)")?$/.exec(rest);
    must(found, "'look' is a place or a move in quotes, and words in quotes for it");
    task.look = { at: found[1].replace(/"/g, ""), isMove: found[1].startsWith('"'), words: found[2] ?? "" };
  },
  wait: (task, rest) => {
    const [moves, code] = split(rest, "->");
    must(moves, "'wait' needs a move");
    task.wait = split(moves, "|");
    task.code = code ?? "";
  },
  near: (task, rest) => {
    const found = /^(.*?): (.*)$/.exec(rest);
    must(found, "'near' is a move, a colon and a sentence");
    task.near.push({ move: found[1].trim(), words: found[2] });
  },
  then: (task, rest) => { task.then.push(...split(rest, "|")); },
  button: (task, rest) => { task.button = rest; },
  praise: (task, rest) => { task.praise = rest; },
};

const newTask = title => ({ title, say: "", look: null, wait: [], code: "", near: [], then: [], button: "", praise: "", position: null, options: {} });

const LESSON = {
  learn: (lesson, rest) => { lesson.game = rest; },
  minutes: (lesson, rest) => { lesson.minutes = Number(rest); },
  about: (lesson, rest) => { lesson.about = rest; },
  seat: (lesson, rest) => { lesson.seat = Number(rest); },
  names: (lesson, rest) => { lesson.names = split(rest, ","); },
  options: (lesson, rest) => { lesson.ahead.options = Object.fromEntries(split(rest, " ").map(one => one.split("="))); },
  position: (lesson, _, node) => { lesson.ahead.position = node.inner.map(line => line.text).join("\n") + "\n"; },
  task: (lesson, rest, node) => {
    const task = newTask(rest);
    for (const line of node.inner) {
      const [word, text] = wordOf(line.text);
      must(TASK[word], `'${word}' is no word of a task`, line.number);
      try { TASK[word](task, text); } catch (error) { error.line ??= line.number; throw error; }
    }
    must(task.say, "a task says what is to be done");
    must(!task.code || task.wait.length === 1, "a refusal is waited for with one move");
    must(!task.wait[0]?.endsWith(" .."), "the first move is the one that is shown: it must be whole");
    must(lesson.ahead.position !== null || lesson.tasks.length, "the first task needs a position");
    task.position = lesson.ahead.position;
    task.options = lesson.ahead.options;
    lesson.ahead.position = null;
    lesson.tasks.push(task);
  },
  end: (lesson, rest) => { lesson.end = rest; },
};

function readLesson(path) {
  const { ahead, ...lesson } = read(path, LESSON, {
    game: "", minutes: 0, about: "", seat: 0, names: [], end: "", tasks: [], ahead: { options: {}, position: null },
  });
  if (ahead.position !== null) throw new Error(`${relative(root, path)}: the last position has no task`);
  if (!lesson.tasks.some(task => task.code)) throw new Error(`${relative(root, path)}: at least one task asks for something forbidden`);
  if (lesson.minutes < 3 || lesson.minutes > 6) throw new Error(`${relative(root, path)}: a lesson takes three to six minutes`);
  return lesson;
}

/* ---- how to play ---- */

/** Rows of a .def file: "NAME(a, b, …)" as arrays of their parts, without quotes. */
function rowsOf(folder, file, macro) {
  const source = readFileSync(join(folder, file), "utf8");
  return [...source.matchAll(new RegExp(`^\\s*${macro}\\((.*)\\)`, "gm"))]
    .map(([, row]) => [...row.matchAll(/\s*("(?:[^"\\]|\\.)*"|[^,]+)\s*(?:,|$)/g)].map(([, part]) => part.trim().replace(/^"(.*)"$/, "$1")));
}

/* "word: sentence", or "word = name: sentence" where people read another name. */
function entry(line, max) {
  const found = /^([^:=]+?)(?:\s*=\s*([^:]+?))?: (.*)$/.exec(line.text);
  must(found, "a line is a word, a colon and a sentence", line.number);
  const [, word, name, words] = found;
  must(!max || words.split(/\s+/).length <= max, `at most ${max} words`, line.number);
  return { word, name: name ?? word.replace(/-/g, " ").replace("'", "’"), words };
}

/* "from FILE MACRO word=2 value=3 …": what the table says of a thing; numbers are columns. */
function facts(folder, rest) {
  const [file, macro, ...columns] = split(rest, " ");
  must(file && macro && columns.length, "'from' is a file, a macro and columns");
  const places = columns.map(one => one.split("="));
  return new Map(rowsOf(folder, file, macro).map(row => {
    const fact = Object.fromEntries(places.map(([name, column]) => [name, row[Number(column) - 1]]));
    return [fact.word, fact];
  }));
}

const filled = (words, fact) => words.replace(/\{(\w+)\}/g, (_, name) => { must(fact[name] !== undefined, `the table has no '${name}'`); return fact[name]; });

/* What a line says of rows of a table: of the one of this word; of all that begin with it ("shield_*": copies of one thing); with
 * "each" of all that begin with it, one by one. */
function thingsFrom(known, left, thing, isEach, line) {
  const isMany = isEach || thing.word.endsWith("*"), begin = thing.word.replace(/\*$/, "");
  const rows = [...known.values()].filter(one => (isMany ? one.word.startsWith(begin) : one.word === thing.word));
  must(rows.length, `the table has no '${thing.word}'`, line.number);
  for (const one of rows) must(left.delete(one.word), `'${one.word}' is told twice`, line.number);
  return (isEach ? rows : rows.slice(0, 1)).map(row => {
    const { word, name, ...fact } = row;
    if (!isEach && rows.length > 1) fact.copies = String(rows.length);
    return { word, name: name ?? thing.name, words: filled(thing.words, fact), fact };
  });
}

function readThings(how, title, node, folder) {
  const tab = { title, about: "", groups: [], shape: "list" };
  let known = null, group = null;
  const left = new Set();
  for (const line of node.inner) {
    const [word, rest] = wordOf(line.text);
    if (word === "about") tab.about = rest;
    else if (word === "shape") tab.shape = rest;
    else if (word === "from") { known = facts(folder, rest); left.clear(); for (const key of known.keys()) left.add(key); }
    else if (word === "without") for (const one of split(rest, " ")) must(left.delete(one), `the table has no '${one}'`, line.number);
    else if (word === "group") { group = { title: rest, things: [] }; tab.groups.push(group); }
    else {
      if (!group) { group = { title: "", things: [] }; tab.groups.push(group); }
      const thing = entry({ ...line, text: word === "each" ? rest : line.text }, CARD_WORDS);
      group.things.push(...(known ? thingsFrom(known, left, thing, word === "each", line) : [thing]));
    }
  }
  must(!left.size, `nothing is said of ${[...left].join(", ")}`);
  how.tabs.push(tab);
}

const HOW = {
  how: (how, rest) => { how.game = rest; },
  goal: (how, rest) => { how.goal = rest; },
  minute: (how, _, node) => { how.minute = node.inner.map(line => line.text); must(how.minute.length <= 5, "at most five sentences"); },
  wins: (how, rest) => { how.wins = rest; },
  points: (how, rest, node) => {
    const list = { title: rest, rows: [], note: "" };
    for (const line of node.inner) {
      const [word, text] = wordOf(line.text);
      if (word === "note") { list.note = text; continue; }
      const [what, value] = split(line.text, " = ");
      must(value, "a row is what happens = what it is worth", line.number);
      list.rows.push([what, value]);
    }
    how.points = list;
  },
  things: (how, rest, node) => { readThings(how, rest, node, how.folder); },
  words: (how, _, node) => { how.words = node.inner.map(line => entry(line)).map(({ word, words }) => ({ word, words })); },
  rules: (how, _, node) => { how.parts = node.inner.map(line => entry(line)).map(({ word, words }) => [word, words]); },
  example: (how, rest, node) => { how.examples.push({ title: rest, lines: node.inner.map(line => line.text) }); },
};

function readHow(path, folder) {
  const how = read(path, HOW, { game: "", goal: "", wins: "", minute: [], points: null, tabs: [], words: [], examples: [], parts: [], folder });
  delete how.folder;
  for (const part of ["game", "goal", "wins"]) if (!how[part]) throw new Error(`${relative(root, path)}: '${part}' is missing`);
  if (!how.minute.length || !how.words.length) throw new Error(`${relative(root, path)}: 'minute' or 'words' is missing`);
  return how;
}

/* ---- all of it ---- */

/** What there is for each game that has something: {game, lesson, how}, in the order of their names. */
export function teachings(folder = join(root, "src/games")) {
  const all = [];
  for (const game of readdirSync(folder).sort()) {
    const at = name => join(folder, game, name);
    if (!existsSync(at("learn.text")) && !existsSync(at("how.text"))) continue;
    const lesson = existsSync(at("learn.text")) ? readLesson(at("learn.text")) : null;
    const how = existsSync(at("how.text")) ? readHow(at("how.text"), join(folder, game)) : null;
    for (const one of [lesson, how]) if (one && one.game !== game) throw new Error(`src/games/${game}: says it is for '${one.game}'`);
    all.push({ game, lesson, how });
  }
  return all;
}

/** A text without the marks for emphasis. */
export const bare = text => text.replace(/\*/g, "");

function wrap(text, indent = "", first = indent) {
  const out = [];
  let line = first;
  for (const word of bare(text).split(/\s+/)) {
    const isFull = line !== first && line !== indent && [...line].length + 1 + [...word].length > COLUMNS;
    if (isFull) { out.push(line); line = indent; }
    line += (line === first || line === indent ? "" : " ") + word;
  }
  return [...out, line].join("\n");
}

const factWords = fact => fact ? [fact.value && fact.value, fact.copies && Number(fact.copies) > 1 && `${fact.copies} of them`].filter(x => x).join(", ") : "";

/** How to play, for a terminal. */
export function howText(how) {
  const parts = [wrap(how.goal), "", "In a minute", ...how.minute.map((one, i) => wrap(one, "     ", `  ${i + 1}. `)), "", wrap(how.wins)];
  if (how.points) {
    const width = Math.max(...how.points.rows.map(([what]) => [...what].length));
    parts.push("", how.points.title, ...how.points.rows.map(([what, value]) => `  ${what.padEnd(width)}  ${value}`));
    if (how.points.note) parts.push(wrap(how.points.note, "  "));
  }
  for (const tab of how.tabs) {
    parts.push("", tab.title);
    if (tab.about) parts.push(wrap(tab.about, "  "));
    for (const group of tab.groups) {
      if (group.title) parts.push("", `  ${group.title}`);
      for (const thing of group.things) {
        const facts = factWords(thing.fact);
        parts.push(wrap(`${thing.name}${facts ? ` (${facts})` : ""}: ${thing.words}`, "      ", "    "));
      }
    }
  }
  for (const example of how.examples) parts.push("", example.title, ...example.lines.map(one => wrap(one, "  ")));
  parts.push("", "Words", ...how.words.map(({ word, words }) => wrap(`${word}: ${words}`, "      ", "    ")));
  return parts.join("\n") + "\n";
}

/* ---- for C ---- */

const c = text => (text === null ? "NULL" : `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n").replace(/\?/g, "\\?")}"`);
/* Long texts are cut into literals of lines, which the compiler joins. */
const cLong = text => text.split(/(?<=\n)/).map(c).join("\n        ");

/* Every text that people read, for the check of words. */
const lessonTexts = lesson => [lesson.about, lesson.end, ...lesson.tasks.flatMap(task =>
  [task.title, task.say, task.praise, task.button, task.look?.words ?? "", ...task.near.map(one => one.words)])].filter(text => text).map(bare);
const howTexts = how => [
  how.goal, how.wins, ...how.minute, ...(how.points ? [how.points.title, how.points.note, ...how.points.rows.flat()] : []),
  ...how.tabs.flatMap(tab => [tab.title, tab.about, ...tab.groups.flatMap(group => [group.title, ...group.things.flatMap(one => [one.name, one.words])])]),
  ...how.examples.flatMap(one => [one.title, ...one.lines]), ...how.words.flatMap(one => [one.word, one.words]), ...how.parts.map(([, heading]) => heading),
].filter(text => text);

function cTable(all) {
  const out = ["/* Made by web/teach.mjs from learn.text and how.text of each game. */"];
  const rows = [];
  for (const { game, lesson, how } of all) {
    const id = game.replace(/-/g, "_");
    if (lesson) {
      const tasks = lesson.tasks.map((task, i) => {
        const name = `${id}_${i}`;
        out.push(`static const char *const ${name}_wait[] = {${[...task.wait, null].map(c).join(", ")}};`);
        out.push(`static const char *const ${name}_then[] = {${[...task.then, null].map(c).join(", ")}};`);
        out.push(`static const teach_near ${name}_near[] = {${[...task.near.map(n => `{${c(n.move)}, ${c(bare(n.words))}}`), "{0}"].join(", ")}};`);
        out.push(`static const char *const ${name}_options[] = {${[...Object.entries(task.options).map(([k, v]) => `${k}=${v}`), null].map(c).join(", ")}};`);
        return `    {${c(task.title)}, ${c(bare(task.say))}, ${c(bare(task.praise))}, ${c(task.position)}, ${c(task.code)}, ${name}_wait, ${name}_then, ${name}_near, ${name}_options},`;
      });
      out.push(`static const teach_task ${id}_tasks[] = {`, ...tasks, "};");
      out.push(`static const char *const ${id}_names[] = {${[...lesson.names, null].map(c).join(", ")}};`);
    }
    out.push(`static const char *const ${id}_lesson_texts[] = {${[...(lesson ? lessonTexts(lesson) : []), null].map(c).join(", ")}};`);
    out.push(`static const char *const ${id}_how_texts[] = {${[...(how ? howTexts(how) : []), null].map(c).join(", ")}};`);
    if (how) out.push(`static const char ${id}_how[] =\n        ${cLong(howText(how))};`);
    rows.push(`    {${c(game)}, ${how ? `${id}_how` : "NULL"}, ${id}_lesson_texts, ${id}_how_texts, ${lesson ? `${c(lesson.about)}, ${c(lesson.end)}, ${id}_names, ${id}_tasks, ${lesson.tasks.length}, ${lesson.minutes}, ${lesson.seat}` : '"", "", NULL, NULL, 0, 0, 0'}},`);
  }
  out.push("static const teaching teachings[] = {", ...rows, "    {0},", "};");
  return out.join("\n") + "\n";
}

if (process.argv[2] === "--c") {
  const file = process.argv[3];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, cTable(teachings()));
  renameSync(`${file}.new`, file);
}
