// The list of places beside the map: for whom the map is too small, and for keys. What can be chosen now comes first.
import { useState } from "preact/hooks";
import { Group } from "../../parts/keys";
import { AREAS, areaName } from "./board";
import type { Picks } from "./map";
import { isBare, placeWords, type Ground } from "./model";

const byName = [...AREAS].sort((a, b) => areaName(a.id).localeCompare(areaName(b.id), "en", { numeric: true }));

export function Places({ ground, picks, close }: { ground: Ground; picks: Picks | null; close(): void }) {
  const [text, setText] = useState(""), [all, setAll] = useState(!picks?.legal.size);
  const wanted = byName.filter(area => placeWords(ground, area.id).toLowerCase().includes(text.trim().toLowerCase()));
  const first = wanted.filter(area => (picks?.legal.size ? picks.legal.has(area.id) : !isBare(ground, area.id)));
  const shown = all || text ? [...first, ...wanted.filter(area => !first.includes(area))] : first;
  return (
    <section class="places" aria-label="Places" onKeyDown={e => { if (e.key === "Escape") { e.stopPropagation(); close(); } }}>
      <div class="row">
        <label class="field grow"><span class="vh">Find a place, a faction, or “spice”</span>
          <input class="input" type="search" placeholder="Find a place" value={text} onInput={e => { setText(e.currentTarget.value); }} /></label>
        <button class="icon" aria-label="Close the list of places" onClick={close}><i class="ic ic-close" /></button>
      </div>
      <Group class="place-list" aria-label={picks?.legal.size ? "Places, possible ones first" : "Places"}>
        {shown.map(area => {
          const isLegal = !!picks?.legal.has(area.id), [name, about] = placeWords(ground, area.id).split(": ");
          return (
            <button key={area.id} class={`place${isLegal ? " may" : ""}`} data-place={area.id} aria-pressed={picks ? area.id === picks.from || area.id === picks.to : undefined}
              aria-disabled={picks ? !isLegal : true} onClick={e => { picks?.pick(area.id, e.currentTarget); }}>
              <b>{name}</b><small>{about}</small>
            </button>
          );
        })}
      </Group>
      {!shown.length && <p>Nothing of that name.</p>}
      {!all && !text && <button class="btn" onClick={() => { setAll(true); }}>All {AREAS.length} places</button>}
    </section>
  );
}
