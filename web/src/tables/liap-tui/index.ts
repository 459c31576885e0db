// Liap Tui: its table, score sheet and words.
import type { GameTable } from "../table";
import { Rail, Sheet, Strip } from "./rail";
import { Table } from "./table";
import { head, outcome, where } from "./words";

export const liapTui: GameTable = {
  cloth: "tui",
  showsOwn: true,
  Table,
  Rail,
  Sheet,
  Strip,
  where,
  head,
  outcome,
  keys: [
    { keys: "1–8", does: "take or put back the nth piece" },
    { keys: "0–8", does: "choose the number to declare" },
    { keys: "?", does: "why not, or what it does" },
    { keys: "Enter", does: "lay down, or declare" },
    { keys: "Backspace, Escape", does: "put all pieces back" },
    { keys: "S", does: "all rounds" },
    { keys: "any key", does: "go on from the result of a turn" },
  ],
};
