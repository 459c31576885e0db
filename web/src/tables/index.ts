// The tables, by name of the game. To add a game's own table, add a line.
import { generic } from "./generic";
import type { GameTable } from "./table";

const tables: Record<string, GameTable> = {
};

export const tableOf = (game: string): GameTable => tables[game] ?? generic;
