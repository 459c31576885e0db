// The tables, by name of the game, each loaded when its game is first played or looked at. To add a game's own table, add a line
// here, and one for its style in style.ts.
import { store } from "../store";
import { generic } from "./generic";
import type { GameTable } from "./table";

const tables: Record<string, () => Promise<GameTable>> = {
  "classic-battle": () => import("./classic-battle").then(m => m.classicBattle),
  "duel": () => import("./duel").then(m => m.duel),
  "dune": () => import("./dune").then(m => m.dune),
  "dune-battle": () => import("./dune-battle").then(m => m.duneBattle),
  "imposter-kings": () => import("./imposter-kings").then(m => m.imposterKings),
  "liap-tui": () => import("./liap-tui").then(m => m.liapTui),
};
const loaded = new Map<string, GameTable>();

/** The game's own table, to be waited for before anything of the game is drawn. */
export async function loadTable(game: string): Promise<GameTable> {
  const own = loaded.get(game) ?? await (tables[game]?.() ?? generic);
  loaded.set(game, own);
  return own;
}

/** The table that a game is shown by: its own, once that is loaded, unless plain ones are wanted. */
export const tableOf = (game: string): GameTable => (store.settings.plain ? generic : (loaded.get(game) ?? generic));
