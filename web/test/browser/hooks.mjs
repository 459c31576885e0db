// The window's hooks of Classic Battle, measured: they answer at once, and a wait that is not met ends in its time.
import { assert, test } from "./lib.mjs";

test("hooks answer within 100 ms, waitFor never hangs past its time", { seconds: 60, proves: ["JK-19.4"] }, async t => {
  const server = await t.server();
  const made = await server.create("classic-battle", ["me", "bot"], { options: { matches: "0", startCountdown: "1000" } });
  const ann = await t.player(server);
  await ann.context.addInitScript(() => localStorage.setItem("judokon.helpSeen", "yes"));
  await ann.sit(made, 0);
  await ann.page.waitForFunction(() => window.__jk);
  const times = await ann.page.evaluate(async () => {
    const jk = window.__jk, took = {}, measure = async (name, call) => {
      const each = [];
      for (let i = 0; i < 20; i++) {
        const begin = performance.now();
        await call();
        each.push(performance.now() - begin);
      }
      took[name] = each.sort((a, b) => a - b)[10];
    };
    await jk.ready;
    await measure("state", () => jk.state);
    await measure("log", () => jk.log);
    await measure("snapshot", () => jk.snapshot());
    await measure("waitFor", () => jk.waitFor("waitingForMatchStart"));
    const begin = performance.now();
    took.refusal = await jk.waitFor("matchOver", 200).then(() => "met", () => "in time");
    took.refused = performance.now() - begin;
    return took;
  });
  for (const name of ["state", "log", "snapshot", "waitFor"]) assert.ok(times[name] < 100, `${name}: ${times[name]} ms`);
  assert.equal(times.refusal, "in time");
  assert.ok(times.refused >= 195 && times.refused < 700, `${times.refused} ms`);
});
