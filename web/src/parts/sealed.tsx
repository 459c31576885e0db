// My own answer that nobody has seen yet, as the view keeps it: only I know it.
import { inWords } from "../tables/fields";
import type { TableProps } from "../tables/table";
import { plain } from "../words";

/** "Successor Queen, Dungeon Fool"; null: none lies there. */
export function sealedWords(p: TableProps): string | null {
  const own = (p.view as { own?: unknown } | null)?.own;
  if (!own) return null;
  if (typeof own !== "object") return String(own as string);
  const { move, ...parts } = own as Record<string, unknown>;
  const kinds = p.game.parts?.[String(move)] ?? [];
  const what = Object.entries(parts).filter(([, v]) => v !== null && v !== "" && v !== "-" && !(Array.isArray(v) && !v.length))
    .map(([name, v]) => { const text = inWords(p.game, p.names, kinds.find(k => k.name === name)?.is ?? "word", v); return kinds.length > 1 ? `${plain(name)} ${text}` : text; });
  return kinds.length > 1 && what.length ? what.join(", ") : [plain(String(move)), ...what].join(" ");
}

export function SealedNote({ p }: { p: TableProps }) {
  const words = sealedWords(p);
  return words === null ? null : <p class="sealed-note"><span class="auto">Face down, only you know: <b>{words}</b></span></p>;
}
