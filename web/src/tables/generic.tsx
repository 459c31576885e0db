// A table for every game without one of its own, made from view, legal moves and chart alone.
import { Slip } from "../parts/slip";
import { SeatBadge } from "../parts/seat";
import { plain, valueInWords } from "../words";
import type { GameTable, TableProps } from "./table";

function Table(p: TableProps) {
  const moves = p.offers?.moves ?? [];
  return (
    <main class="mat generic" data-cloth="kings">
      <div class="g-seats">{p.seats.map((_, i) => i === p.me ? null : <SeatBadge key={i} {...p} seat={i} />)}</div>
      <dl class="g-zones">
        {Object.entries((p.view ?? {}) as Record<string, unknown>).map(([key, v]) => (
          <div key={key}><dt class="print">{plain(key)}</dt><dd>{valueInWords(v)}</dd></div>
        ))}
      </dl>
      <Slip {...p} />
      <section class="mine" aria-label="Your side">
        {p.me >= 0 && <SeatBadge {...p} seat={p.me} />}
        <div class="g-moves" role="group" aria-label="Your moves">
          {moves.map(move => <button key={move} class="btn cloth" data-move={move} onClick={() => { p.play(move); }}>{plain(move)}</button>)}
        </div>
      </section>
    </main>
  );
}

export const generic: GameTable = { cloth: "kings", Table, words: () => null };
