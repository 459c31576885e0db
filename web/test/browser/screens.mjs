// Every screen, light and dark, wide and on a phone: nothing serious found by axe, nothing wider than the window or below the
// edge of the cloth, the question before everything else, and a picture of each in build/shots.
import { assert, test, until } from "./lib.mjs";

const ASK_FIRST = ["imposter-kings", "liap-tui", "dune-battle"];
const GAMES = { "duel": 2, "imposter-kings": 2, "liap-tui": 4, "dune-battle": 2, "classic-battle": 2 };

for (const theme of ["light", "dark"])
  for (const phone of [false, true])
    test(`all screens, ${theme}${phone ? ", phone" : ""}`, async t => {
      const server = await t.server();
      const ann = await t.player(server, { theme, phone }), { page } = ann;
      const look = async name => {
        await ann.axe();
        await ann.fits();
        await ann.targets();
        await ann.shot(`screen-${name}-${theme}${phone ? "-phone" : ""}`);
      };
      await ann.open("#/");
      await page.getByRole("heading").first().waitFor();
      await look("lobby");
      await ann.open("#/settings");
      await page.getByRole("heading", { name: "Settings" }).first().waitFor();
      await look("settings");
      await ann.open("#/rules/imposter-kings");
      await page.getByText("IK-0.1").first().waitFor();
      await look("rules");
      for (const [game, n] of Object.entries(GAMES)) {
        const made = await server.create(game, ["me", ...Array(n - 1).fill("bot")], { seed: 3 });
        await ann.forget();
        await ann.sit(made, 0);
        await until(() => ann.state?.question, `the table of ${game}`);
        await page.locator("[data-shown]").first().waitFor();
        await look(game);
        if (!phone) await ann.lies();
        if (ASK_FIRST.includes(game)) assert.equal(await page.locator("main > *").first().getAttribute("id"), "slip", "the question is read first");
      }
    });
