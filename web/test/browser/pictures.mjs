// The pictures of README and docs, made from real matches: `make pictures` writes them to docs/pictures, as WebP below 60 kB each (a map: 90 kB);
// otherwise they are only made, and those in docs/pictures must be there, of the same size, and small.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, program, root, sleep, test, until } from "./lib.mjs";

const folder = join(root, "docs/pictures"), MOST = 60_000, SIZE = { width: 1180, height: 740 };

// A WebP of a PNG, as good as fits: the browser has the encoder.
async function shrink(page, png, most) {
  for (const quality of [0.9, 0.8, 0.7, 0.6, 0.5]) {
    const url = await page.evaluate(async ([source, q]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", q);
    }, [png.toString("base64"), quality]);
    const bytes = Buffer.from(url.split(",")[1], "base64");
    if (bytes.length < most) return bytes;
  }
  throw new Error("the picture does not get small enough");
}

// Where a WebP has its size; the lossy form with or without transparency.
function sizeOf(webp) {
  const kind = webp.toString("latin1", 12, 16);
  return kind === "VP8X" ? [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1] : [webp.readUInt16LE(26) & 0x3fff, webp.readUInt16LE(28) & 0x3fff];
}

async function picture(ann, name, most = MOST) {
  const png = readFileSync(await ann.shot(`picture-${name}`));
  const blank = await ann.context.newPage(), webp = await shrink(blank, png, most), path = join(folder, `${name}.webp`);
  await blank.close();
  if (process.env.PICTURES) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, webp);
  }
  assert.ok(existsSync(path), `${path} is not there: make pictures`);
  assert.ok(statSync(path).size < most, `${path} is larger than ${most} bytes`);
  assert.deepEqual(sizeOf(readFileSync(path)), sizeOf(webp), `${name}: the picture in docs has another size: make pictures`);
}

// Plays seat 0 over a socket of its own for some moves, and on until a question that is worth a picture; then the page takes the seat.
async function playOn(ann, made, n, asks) {
  await ann.page.goto(`${ann.url}/healthz`);
  await ann.page.evaluate(([match, token, left, wanted]) => new Promise((done, fail) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, "croupier.v1");
    let ticket = 0, id = 0;
    socket.onopen = () => { socket.send(JSON.stringify({ type: "attach", match, token })); };
    socket.onerror = fail;
    socket.onmessage = ({ data }) => {
      for (const m of data.split("\n").map(line => JSON.parse(line))) {
        if (m.type === "refused" && m.code !== "STALE" || m.type === "trouble") fail(new Error(JSON.stringify(m)));
        if (!(m.type === "state" || m.type === "update") || !m.question?.mine || !m.offers || m.question.ticket === ticket) continue;
        if (left-- <= 0 && (!wanted || m.question.asks === wanted)) { socket.close(); done(); return; }
        const moves = (m.offers.moves ?? [m.offers.boxes[0].template]).filter(one => !/interrupt|quit|error|settings/i.test(one));
        if (!moves.length) continue; // the game's own clock goes on
        ticket = m.question.ticket;
        socket.send(JSON.stringify({ type: "move", id: ++id, ticket, move: moves[(id * 7) % moves.length] }));
      }
    };
  }), [made.match, made.tokens[0], n, asks]);
}

const TABLES = {
  "duel": { seats: 2, moves: 9 }, "liap-tui": { seats: 4, moves: 5 }, "imposter-kings": { seats: 3, moves: 8 },
  "dune-battle": { seats: 2, moves: 0, asks: "plans", options: { scenario: "weapons" } },
  "dune": { seats: 6, moves: 6, asks: "ship", themes: ["light"], most: 90_000 }, // a map is full of small words
  "classic-battle": { seats: 2, moves: 3, asks: "waitingForPlayerAction" },
};

for (const [game, { seats, moves, asks, options, themes = ["light", "dark"], most }] of Object.entries(TABLES))
  for (const theme of themes)
    test(`the table of ${game}, ${theme}`, async t => {
      const server = await t.server();
      const ann = await t.player(server, { theme, size: SIZE, name: "Ada" });
      const made = await server.create(game, ["me", ...Array(seats - 1).fill("bot:baseline")], { seed: 3, name: "Ada", ...(options && { options }) });
      await playOn(ann, made, moves, asks);
      await ann.forget();
      await ann.sit(made, 0);
      await until(() => ann.state?.question, `the table of ${game}`);
      await ann.page.locator("[data-shown]").first().waitFor();
      await ann.page.keyboard.press("Escape"); // a first visit is greeted
      await sleep(300); // fonts and the last transition
      await picture(ann, `${game}-${theme}`, most);
    });

// ---- the terminal ----

const COLOURS = ["#1c1f24", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"];

const ESC = String.fromCharCode(27), PARTED = new RegExp(`(${ESC}\\[[\\d;]*m)`), CODES = new RegExp(`^${ESC}\\[([\\d;]*)m$`);

// The escape sequences of one screen as HTML: bold, faint, reverse, and the eight colours, plain and bright.
function html(screen) {
  let style = {}, out = "";
  for (const part of screen.replaceAll("&", "&amp;").replaceAll("<", "&lt;").split(PARTED)) {
    const codes = CODES.exec(part);
    if (!codes) {
      const css = [style.bold && "font-weight:700", style.faint && "opacity:.6", style.under && "text-decoration:underline",
        style.reverse ? `background:${style.fg ?? COLOURS[7]};color:#1c1f24` : style.fg && `color:${style.fg}`,
        !style.reverse && style.bg && `background:${style.bg}`].filter(Boolean).join(";");
      out += css && part ? `<span style="${css}">${part}</span>` : part;
      continue;
    }
    const list = (codes[1] || "0").split(";").map(Number);
    for (let i = 0; i < list.length; i++) {
      const code = list[i];
      if (code === 0) style = {};
      else if (code === 1) style.bold = true;
      else if (code === 2) style.faint = true;
      else if (code === 4) style.under = true;
      else if (code === 7) style.reverse = true;
      else if (code === 22) style.bold = style.faint = false;
      else if (code === 24) style.under = false;
      else if (code === 27) style.reverse = false;
      else if (code >= 30 && code <= 37 || code >= 90 && code <= 97) style.fg = COLOURS[code % 10];
      else if (code === 39) style.fg = undefined;
      else if (code >= 40 && code <= 47) style.bg = COLOURS[code % 10];
      else if (code === 49) style.bg = undefined;
      else if (code === 38 || code === 48) i += list[i + 1] === 5 ? 2 : 4; // of more colours than these eight
    }
  }
  return out;
}

test("the terminal", async t => {
  const name = `croupier-picture-${process.pid}`, tmux = (...args) => spawnSync("tmux", ["-L", name, "-f", "/dev/null", ...args], { encoding: "utf8" });
  let screen = "";
  try {
    assert.equal(tmux("new-session", "-d", "-x", "100", "-y", "30", `env LANG=C.UTF-8 ${program} play imposter-kings --seed 3 --option seats=3`).status, 0, "tmux starts");
    await until(() => /\b30\b|Help|help/.test(tmux("capture-pane", "-p").stdout), "the first screen");
    for (let i = 0; i < 6; i++) {
      tmux("send-keys", "Enter");
      await sleep(400);
    }
    screen = tmux("capture-pane", "-e", "-p").stdout;
  } finally {
    tmux("kill-server");
  }
  const ann = await t.player(await t.server(), { size: { width: 940, height: 640 } });
  await ann.page.setContent(`<link rel=icon href="data:,"><body style="margin:0;background:#1c1f24"><pre style="margin:14px 18px;font:15px/20px 'DejaVu Sans Mono',monospace;color:#d7dae0">${html(screen)}</pre>`);
  assert.match(await ann.page.locator("pre").innerText(), /imposter-kings/);
  await picture(ann, "terminal");
});

test("README and docs show pictures that are there", () => {
  const pages = ["README.md", ...Object.keys(TABLES).map(game => `docs/rules/${game}.md`)];
  for (const path of pages) {
    const found = [...readFileSync(join(root, path), "utf8").matchAll(/\]\(([^)]*pictures\/[^)]*)\)|src="([^"]*pictures\/[^"]*)"/g)].map(m => m[1] ?? m[2]);
    assert.ok(found.length, `${path} shows no picture`);
    for (const one of found) assert.ok(existsSync(join(root, path, "..", one)), `${path} shows ${one}, which is not there`);
  }
});
