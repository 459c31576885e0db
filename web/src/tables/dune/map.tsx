// The map: what lies where, and a press on an area. It can be zoomed and moved by buttons, keys, wheel and fingers; what is under the
// pointer or has the focus is named beside it; every area is reached by arrow keys, and from the list of places (places.tsx).
import { useRef, useState } from "preact/hooks";
import { AREAS, CIRCLES, LABELS, LINES, SECTORS, SITES, areaOf, areasIn, at, bends, numberAt, pieceAt, sectorPath, spots, towards, typeOf, type Area, type Point } from "./board";
import { showing, useLens, viewBoxOf, zoomed } from "./lens";
import { placeWords, type Ground } from "./model";
import { Spice, Token, Worm } from "./tokens";

export interface Picks {
  /** areas that may be pressed with success; others say why not */
  legal: ReadonlySet<string>;
  from?: string;
  to?: string;
  /** what a press on an area would do, for those who listen: "Ship there" */
  does: string;
  pick(area: string, at: Element): void;
}

const ARROWS: Record<string, Point> = { ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 } };
const look = (area: Area): string => (area.territory === "imperial_basin" ? "ib" : typeOf(area.territory).toLowerCase());
const ROCKS = AREAS.filter(area => look(area) === "rock").map(area => area.path).join("");
const BASIN = areasIn("imperial_basin").map(area => area.path).join("");

/* What never changes. */
function Paper() {
  return (
    <>
      <defs>
        <pattern id="dune-rock" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(38)"><path d="M0 3.5H7" class="hz" /></pattern>
        <pattern id="dune-basin" width="9" height="9" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r=".9" class="dz" /><circle cx="6.5" cy="6.5" r=".9" class="dz" /></pattern>
        <pattern id="dune-storm" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-30)"><path d="M0 3q2.5-3 5 0t5 0M0 8q2.5-3 5 0t5 0" class="sz" /></pattern>
      </defs>
      <circle class="bezel" r="452" /><circle class="lip" r="446" /><circle class="face" r="404" />
      {AREAS.map(area => <path key={area.id} class={`a ${look(area)}`} d={area.path} />)}
      <path class="rz" d={ROCKS} /><path class="iz" d={BASIN} />
      <path class="bs" d={LINES.sector} /><path class="bt" d={LINES.territory} />
      {AREAS.filter(area => look(area) === "stronghold").map(area => <path key={area.id} class="so" d={area.path} />)}
      <path class="ray" d={SECTORS.map(angle => { const a = at(angle, 1.01), b = at(angle, 1.115); return `M${a.x} ${a.y}L${b.x} ${b.y}`; }).join("")} />
    </>
  );
}

function Names() {
  return (
    <g class="nm">
      {LABELS.map(label => {
        const kind = typeOf(label.territory), of = kind === "STRONGHOLD" ? "sh" : kind === "POLAR" ? "ps" : undefined;
        if (label.isCurved)
          return bends(label).map(({ path, text }, i) => {
            const id = `dune-l-${label.territory}-${i}`;
            return <g key={id}><path id={id} d={path} fill="none" /><text font-size={label.size}><textPath href={`#${id}`} startOffset="50%">{text}</textPath></text></g>;
          });
        return label.lines.map((text, i) => (
          <text key={label.territory + i} class={of} font-size={label.size} transform={`translate(${label.at.x} ${label.at.y}) rotate(${label.turn})`}
            y={(i - (label.lines.length - 1) / 2) * label.size * 1.02 + label.size * 0.35}>{text}</text>
        ));
      })}
    </g>
  );
}

function Rim({ ground }: { ground: Ground }) {
  return (
    <>
      <g class="rim">{SECTORS.map((_, sector) => {
        const p = numberAt(sector);
        return <text key={sector} class={sector === ground.storm ? "on" : undefined} x={p.x} y={p.y + 5}>{sector}</text>;
      })}</g>
      {CIRCLES.map((p, i) => {
        const faction = ground.circles[i];
        return <g key={i}><circle class="pc" cx={p.x} cy={p.y} r="19" />{faction && <Token faction={faction} x={p.x} y={p.y} code />}</g>;
      })}
    </>
  );
}

function Pieces({ ground }: { ground: Ground }) {
  return (
    <g class="pieces">
      {SITES.map(site => {
        const there = ground.spice.get(site.area) ?? 0;
        return <Spice key={site.area} x={site.at.x} y={site.at.y} amount={there || site.amount} isThere={there > 0} />;
      })}
      {[...ground.spice].filter(([area]) => !SITES.some(site => site.area === area)).map(([id, amount]) => {
        const area = areaOf(id);
        return area && <Spice key={id} x={pieceAt(area).x} y={pieceAt(area).y - 26} amount={amount} isThere />;
      })}
      {[...ground.stacks].map(([id, stacks]) => {
        const area = areaOf(id);
        if (!area) return null;
        const places = spots(area, stacks.length);
        return stacks.map((stack, i) => (
          <Token key={`${id} ${stack.seat}`} faction={stack.faction} x={places[i].x} y={places[i].y} n={stack.normal + stack.elite} elites={stack.elite} isAdvisor={stack.isAdvisor} />
        ));
      })}
      {ground.worms.map((territory, i) => {
        const area = areasIn(territory)[0];
        return area && <Worm key={i} x={pieceAt(area).x + 22} y={pieceAt(area).y - 20} />;
      })}
    </g>
  );
}

/* What may be pressed; where that is nearly everything, what may not. */
function Possible({ legal }: { legal: ReadonlySet<string> }) {
  const isMost = legal.size > AREAS.length / 2;
  return <>{AREAS.filter(area => legal.has(area.id) !== isMost).map(area => <path key={area.id} class={isMost ? "not" : "may"} d={area.path} />)}</>;
}

export function BoardMap({ ground, picks, chosen }: { ground: Ground; picks: Picks | null; chosen?: string | null }) {
  const svg = useRef<SVGSVGElement>(null), use = useLens(svg);
  const [under, setUnder] = useState<string | null>(null);
  const [stop, setStop] = useState("arrakeen");
  const [focused, setFocused] = useState(false);
  const shown = under ?? (focused ? stop : null) ?? chosen ?? picks?.to ?? picks?.from ?? null;

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const arrow = ARROWS[e.key];
    if (arrow) {
      const next = towards(stop, arrow), area = areaOf(next)!;
      setStop(next);
      if (use.lens.zoom > 1) use.set(showing(use.lens, area.centre));
      svg.current!.querySelector<SVGElement>(`[data-area="${next}"]`)?.focus({ preventScroll: true });
    } else if (e.key === "Enter" || e.key === " ") {
      picks?.pick(stop, e.target as Element);
    } else if (e.key === "+" || e.key === "=") {
      use.set(showing(zoomed(use.lens, 1.5), areaOf(stop)!.centre));
    } else if (e.key === "-") {
      use.zoom(-1);
    } else if (e.key === "0") {
      use.whole();
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <section class="mapbox" aria-label="Map" data-zoom={use.lens.zoom > 1 ? "in" : "whole"}>
      <svg ref={svg} class="dune-map" viewBox={viewBoxOf(use.lens)} role="group" aria-label={`The map. Storm in sector ${ground.storm}. Arrow keys go from place to place.`}
        onKeyDown={onKeyDown} {...use.on}>
        <g aria-hidden="true">
          <Paper />
          <path class="storm" d={sectorPath(ground.storm)} /><path class="stormz" d={sectorPath(ground.storm)} />
          {picks && <Possible legal={picks.legal} />}
          {[picks?.from, picks?.to].map((id, i) => id && <path key={i} class={`lg ${i ? "to" : "from"}`} d={areaOf(id)?.path} />)}
          <Rim ground={ground} /><Names /><Pieces ground={ground} />
        </g>
        <g role="group" aria-label="Places">
          {AREAS.map(area => (
            <path key={area.id} class="hit" d={area.path} data-area={area.id} role="button" tabIndex={area.id === stop ? 0 : -1}
              aria-label={`${placeWords(ground, area.id)}${picks?.legal.has(area.id) ? `. ${picks.does}` : ""}`}
              aria-pressed={picks ? area.id === picks.from || area.id === picks.to : undefined} aria-disabled={picks ? !picks.legal.has(area.id) : true}
              onPointerEnter={() => { setUnder(area.id); }} onPointerLeave={() => { setUnder(null); }}
              onFocus={() => { setFocused(true); setStop(area.id); }} onBlur={() => { setFocused(false); }}
              onClick={e => { setStop(area.id); if (picks) picks.pick(area.id, e.currentTarget); else setUnder(area.id); }} />
          ))}
        </g>
      </svg>
      {shown && <p class="map-says" aria-hidden="true">{placeWords(ground, shown)}</p>}
      <div class="zoom">
        <button class="icon" aria-label="Larger" data-free onClick={() => { use.zoom(1); }}><i class="ic ic-plus" /></button>
        <button class="icon" aria-label="Smaller" data-free aria-disabled={use.lens.zoom === 1} onClick={() => { use.zoom(-1); }}><i class="ic ic-minus" /></button>
        {use.lens.zoom > 1 && <button class="icon" aria-label="The whole map" data-free onClick={use.whole}><i class="ic ic-whole" /></button>}
      </div>
    </section>
  );
}
