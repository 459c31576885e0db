// Imposter Kings: its table, points and words.
import type { GameTable } from "../table";
import { Rail } from "./rail";
import { Table } from "./table";
import type { KingsView } from "./view";
import { head, outcome, sidesOf, where } from "./words";

export const imposterKings: GameTable = {
  cloth: "kings",
  isEager: true,
  Table,
  Rail,
  where,
  head,
  outcome,
  isRoutine: move => !/^(play|flip|react|pass|ready|setup)\b/.test(move),
  sides: p => sidesOf(p.view as KingsView),
  keys: [
    { keys: "1–9", does: "choose the nth card; again: play it" },
    { keys: "F", does: "flip the King; again: do it" },
    { keys: "N", does: "no reaction, or none" },
    { keys: "R", does: "react" },
    { keys: "?", does: "why not, or what it does" },
    { keys: "Enter", does: "send what is chosen" },
    { keys: "Escape", does: "take the choice back" },
  ],
};
