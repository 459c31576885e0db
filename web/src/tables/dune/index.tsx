// The table of Dune, the whole board game: phases, map and factions, and on the slip the answer that is made on the map or beside
// it. In the battle phase the battle's own stages take its place.
import { useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import { useKeys } from "../../parts/keys";
import { Slip } from "../../parts/slip";
import { list } from "../../words";
import { battleRail, useBattleStage } from "../dune-battle";
import { FACTIONS } from "../dune-battle/model";
import { does, who } from "../dune-battle/words";
import type { GameTable, TableProps } from "../table";
import { useMapDesk } from "./desk";
import { useFormDesk } from "./forms";
import { BoardMap } from "./map";
import { groundOf, type BoardView } from "./model";
import { AllRows, Auction, Factions, OwnRail, Phases } from "./panels";
import { Places } from "./places";

type Props = TableProps<BoardView>;

function Board(p: Props) {
  const ground = groundOf(p.view), onMap = useMapDesk(p, ground), forms = useFormDesk(p);
  const [places, setPlaces] = useState(false);
  const hasPass = !!p.question?.mine && !p.replay && p.can("pass");
  useKeys({ n: () => { if (p.pending === null) p.play("pass"); } }, hasPass);
  useKeys({ p: () => { setPlaces(!places); } });
  const tail = [forms.tail, onMap?.tail].flat().filter(Boolean), body = [onMap?.body, forms.body].flat().filter(Boolean);
  return (
    <main class={`mat dune board${places ? " with-places" : ""}`} data-cloth="dune">
      <Phases view={p.view} />
      <div class="middle">
        <Auction {...p} />
        <BoardMap ground={ground} picks={onMap?.picks ?? null} />
        <button class="btn cloth list-places" aria-expanded={places} aria-keyshortcuts="P" data-free onClick={() => { setPlaces(!places); }}><i class="ic ic-menu" aria-hidden="true" />Places</button>
        {places && <Places ground={ground} picks={onMap?.picks ?? null} close={() => { setPlaces(false); }} />}
      </div>
      <Factions {...p} />
      <Slip {...p} prompt={onMap?.prompt} note={onMap?.note} tail={tail.length ? tail : undefined}>{body.length && p.question?.mine && !p.replay && !p.over ? body : undefined}</Slip>
    </main>
  );
}

const Table = (p: Props) => useBattleStage(p) ?? <Board {...p} />;

const Rail = (p: Props) => battleRail(p) ?? <OwnRail {...p} />;

function Sheet({ close, ...p }: Props & { close(): void }) {
  return <Dialog title="All factions" close={close} sheet><div class="sheet-b"><AllRows {...p} /></div></Dialog>;
}

export const dune: GameTable = {
  cloth: "dune",
  isRoutine: move => /^(pass|yes|claim)\b/.test(move),
  seesUnseated: true,
  Table, Rail, Sheet,
  where: p => {
    const view = p.view as BoardView;
    return view.turn ? `Turn ${view.turn} of ${view.max_turns} · storm in sector ${view.storm}` : "before the first turn";
  },
  outcome: p => {
    const view = p.view as BoardView, winners = (p.over?.scores ?? []).flatMap((s, seat) => (s > 0 ? [seat] : []));
    if (winners.length === 1) return `${does(view, p.me, winners[0], "win", "wins")}.`;
    return winners.length ? `${list(winners.map(seat => (seat === p.me ? "You" : FACTIONS[view.factions[seat]].name)))} win together.` : `${who(view, p.me, -1)} wins.`;
  },
  keys: [
    { keys: "Arrows", does: "on the map: from place to place" },
    { keys: "Enter", does: "on the map: choose this place" },
    { keys: "+ − 0", does: "on the map: larger, smaller, the whole map" },
    { keys: "P", does: "the list of places" },
    { keys: "S", does: "all factions" },
    { keys: "N", does: "no: pass" },
  ],
};
