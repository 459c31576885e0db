// The tests' own tools: what they are to find, they find.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { assert, sha256, test, until } from "./lib.mjs";

// A page of its own for what the real one never has.
async function servePage(html, headers = {}) {
  const listener = createServer((request, answer) => answer.writeHead(200, { "content-type": "text/html", ...headers }).end(html));
  await new Promise(done => listener.listen(0, "127.0.0.1", done));
  const { port } = listener.address();
  return { url: `http://127.0.0.1:${port}`, port, stop: () => listener.close() };
}

const POLICY = { "content-security-policy": "default-src 'none'" };

test("axe finds planted faults, under a policy that forbids its script", async t => {
  const bad = await servePage("<!doctype html><html><body><button></button><input></body></html>", POLICY);
  const ann = await t.player(bad);
  await ann.page.goto(bad.url);
  await assert.rejects(ann.axe(), /button-name/);
  bad.stop();
  const good = await servePage("<!doctype html><html lang=en><title>x</title><main><h1>x</h1><button>y</button></main></html>", POLICY);
  ann.allowed = [/.*/]; // the icon it looks for
  await ann.page.goto(good.url);
  await ann.axe();
  good.stop();
});

test("a page that throws fails its test", async t => {
  const page = await servePage("<!doctype html><link rel=icon href='data:,'><script>setTimeout(() => nothing.here)</script>");
  const ann = await t.player(page);
  await ann.page.goto(page.url);
  await until(() => ann.faults.length, "the fault");
  await assert.rejects(ann.stop(), fault => /nothing is not defined/.test(`${fault} ${JSON.stringify(fault.actual)}`));
  ann.allowed = [/nothing/];
  page.stop();
});

test("what is too small or too wide is found", async t => {
  const page = await servePage("<!doctype html><link rel=icon href='data:,'><div style='width:2000px'>x</div><button style='height:20px'>small</button>");
  const ann = await t.player(page);
  await ann.page.goto(page.url);
  await assert.rejects(ann.targets(), /small/);
  await assert.rejects(ann.fits(), /wider/);
  page.stop();
});

test("what is not painted is still judged as it looks, and there on a picture", async t => {
  const page = await servePage("<!doctype html><html lang=en><title>x</title><link rel=icon href='data:,'><body style='background:#777'><main><h1>x</h1><p style='color:#888'>faint</p></main></html>");
  const ann = await t.player(page), sees = await t.player(page, { painted: true });
  for (const one of [ann, sees]) {
    await one.page.goto(page.url);
    await assert.rejects(one.axe(), /color-contrast/);
  }
  const [picture, same] = [await ann.shot("harness-unpainted"), await sees.shot("harness-painted")].map(path => sha256(readFileSync(path)));
  assert.equal(picture, same);
  assert.notEqual(sha256(await ann.page.screenshot()), same, "it is not painted otherwise");
  page.stop();
});

test("a slow wire delays messages and can be cut", async t => {
  const server = await t.server();
  const ann = await t.player(server, { latency: 100 });
  await ann.page.goto(`${ann.url}/healthz`);
  const [ms, isCut] = await ann.page.evaluate(async () => {
    const socket = new WebSocket(`ws://${location.host}/ws`, "croupier.v1");
    await new Promise(done => { socket.onopen = done; });
    const begin = performance.now();
    socket.send('{"type":"alive"}');
    await new Promise(done => { socket.onmessage = done; });
    return [performance.now() - begin, socket.readyState];
  });
  assert.ok(ms >= 195 && ms < 1000, `there and back took ${ms} ms`);
  assert.equal(isCut, 1);
  assert.deepEqual(ann.sent, [{ type: "alive" }]);
  assert.equal(ann.messages.length, 1);
  const closed = ann.sockets[0].waitForEvent("close");
  ann.wire.cut();
  await closed;
  ann.allowed = [/./];
});
