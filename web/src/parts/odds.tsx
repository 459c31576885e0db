// The numbers of a hint on the things themselves; the best one in brass. The list on the slip says the same in words.
import { useContext } from "preact/hooks";
import { RoomContext } from "./room";

/** `of` says whether a move is one with this thing. */
export function CardOdds({ of }: { of(move: string): boolean }) {
  const moves = useContext(RoomContext).hint?.told?.moves ?? [], at = moves.findIndex(m => of(m.move));
  return at < 0 ? null : <i class={`card-odds${at ? "" : " best"}`} data-odds={`${Math.round(moves[at].worth * 100)} %`} aria-hidden="true" />;
}
