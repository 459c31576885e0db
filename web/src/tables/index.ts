// The tables, by name of the game. To add a game's own table, add a line.
import { store } from "../store";
import { classicBattle } from "./classic-battle";
import { duel } from "./duel";
import { duneBattle } from "./dune-battle";
import { generic } from "./generic";
import { imposterKings } from "./imposter-kings";
import { liapTui } from "./liap-tui";
import type { GameTable } from "./table";

const tables: Record<string, GameTable> = {
  "classic-battle": classicBattle,
  duel,
  "dune-battle": duneBattle,
  "imposter-kings": imposterKings,
  "liap-tui": liapTui,
};

export const tableOf = (game: string): GameTable => (store.settings.plain ? generic : (tables[game] ?? generic));
