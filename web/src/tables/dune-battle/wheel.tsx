// The battle wheel, drawn: the outer ring counts forces, the inner ring has a lozenge for each, filled where it counts in
// full; a brass pin stops it at what one has; the leader's disc lies in the gap. Pressing a ring sets it. The steppers
// beside the wheel do the same for keyboard and screen reader, so the rings themselves are hidden from both.
import { FACTIONS, count, half, halfSpoken, leaderName, shortName, strengthOf, type Faction, type Plan } from "./model";

const CENTRE = 200, STEP = 15, FIRST = -150, MOST = 20;

/** The angle of a number on the ring, clockwise from the top. */
export const angleOf = (n: number): number => FIRST + STEP * n;

function at(radius: number, n: number): [number, number] {
  const angle = (angleOf(n) * Math.PI) / 180;
  return [round(CENTRE + radius * Math.sin(angle)), round(CENTRE - radius * Math.cos(angle))];
}

const round = (x: number): number => Math.round(x * 10) / 10;

/* A piece of a ring from one number to another. */
function ringPart(outer: number, inner: number, from: number, to: number): string {
  const [a, b, c, d] = [at(outer, from), at(outer, to), at(inner, to), at(inner, from)].map(point => point.join(" "));
  const large = (to - from) * STEP > 180 ? 1 : 0;
  return `M${a}A${outer} ${outer} 0 ${large} 1 ${b}L${c}A${inner} ${inner} 0 ${large} 0 ${d}Z`;
}

function Scale({ forces, most }: { forces: number; most: number }) {
  const numbers = Array.from({ length: MOST + 1 }, (_, n) => n);
  return (
    <>
      <g class="ln">
        {[-0.5, ...numbers.map(n => n + 0.5)].map(n => <path key={n} d={`M${at(187, n).join(" ")}L${at(178, n).join(" ")}`} />)}
        {numbers.map(n => <path key={n} d={`M${at(187, n).join(" ")}L${at(183, n).join(" ")}`} />)}
        <circle cx={CENTRE} cy={CENTRE} r="98" opacity=".5" />
      </g>
      {numbers.map(n => {
        const [x, y] = at(163, n), isOn = n <= Math.max(forces, most);
        return isOn ? <text key={n} x={x} y={y + 7} font-size="21" font-weight="700">{n}</text>
          : <text key={n} class="far" x={x} y={y + 5} font-size="15">{n}</text>;
      })}
    </>
  );
}

/* One lozenge per force; an elite one has a star in it. */
function Tokens({ normal, elite, full, most }: { normal: number; elite: number; full: number; most: number }) {
  return (
    <g>
      {Array.from({ length: MOST }, (_, i) => {
        const n = i + 1, [x, y] = at(123, n), isElite = n <= elite;
        if (n > Math.max(most, normal + elite)) return n < 13 ? <circle key={n} cx={x} cy={y} r="2" class="dot" /> : null;
        return (
          <g key={n} transform={`translate(${x} ${y}) rotate(${angleOf(n)})`} opacity={n > normal + elite ? 0.4 : 1}>
            <path class={`loz${n <= full && n <= normal + elite ? " full" : ""}`} d="M0-11 8 0 0 11-8 0Z" />
            {isElite && <path class="star" d="M0-6 1.6-1.8 6 0 1.6 1.8 0 6-1.6 1.8-6 0-1.6-1.8Z" />}
          </g>
        );
      })}
    </g>
  );
}

/* A name bent round the rim of the disc. */
function Disc({ plan, faction, isKilled, isTraitor, id }: Pick<WheelProps, "plan" | "faction" | "isKilled" | "isTraitor" | "id">) {
  const { leader, hero } = plan;
  const state = isTraitor ? "TRAITOR" : isKilled ? "KILLED" : "STRENGTH";
  if (!leader && !hero)
    return (
      <g class="medal none" transform="translate(200 346)">
        <circle class="m-no" r="52" /><text y="-2" font-size="15">no</text><text y="15" font-size="15">leader</text>
      </g>
    );
  const name = hero ? "Cheap Hero" : leaderName(leader).length > 15 ? shortName(leader) : leaderName(leader);
  return (
    <g class={`medal ${FACTIONS[faction].tincture}${isKilled || isTraitor ? " dead" : ""}`} transform="translate(200 346)">
      <circle class="m-bg" r="54" /><circle r="39" class="m-rim" />
      <path id={`rim-${id}`} d="M-42 0A42 42 0 0 1 42 0" fill="none" />
      <text font-size="11.5" font-weight="700" letter-spacing=".6"><textPath href={`#rim-${id}`} startOffset="50%">{name}</textPath></text>
      <text y="11" font-size="38" font-weight="700">{hero ? 0 : strengthOf(leader)}</text>
      <text y="26" font-size="10" class="m-word">{state}</text>
      {(isKilled || isTraitor) && <path d="M-20-19 20 15" class="m-cut" />}
    </g>
  );
}

export interface WheelProps {
  plan: Plan;
  faction: Faction;
  /** half points */
  dial: number;
  /** forces that count in full */
  full: number;
  /** what one has, where the pin stands */
  most: number;
  id: string;
  isKilled?: boolean;
  isTraitor?: boolean;
  isLocked?: boolean;
  onForces?(n: number): void;
  onSpice?(n: number): void;
}

export function wheelLabel(p: Pick<WheelProps, "plan" | "dial" | "faction" | "isKilled" | "isTraitor">): string {
  const { plan } = p, forces = plan.normal + plan.elite;
  const lead = plan.leader ? `${leaderName(plan.leader)}, strength ${strengthOf(plan.leader)}` : plan.hero ? "a Cheap Hero, strength 0" : "no leader";
  const fate = p.isTraitor ? ", a traitor" : p.isKilled ? ", killed" : "";
  return `Wheel of ${FACTIONS[p.faction].of}: ${count(forces, "force")}, ${plan.spice} spice, dial ${halfSpoken(p.dial)}; ${lead}${fate}`;
}

export function Wheel(p: WheelProps) {
  const { plan, most } = p, forces = plan.normal + plan.elite;
  return (
    <svg class={`wheel${p.isLocked ? " locked" : ""}${p.onForces ? " live" : ""}`} viewBox="0 0 400 404" role="img" aria-label={wheelLabel(p)}>
      <circle class="bezel" cx="200" cy="200" r="197" /><circle class="lip" cx="200" cy="200" r="190" /><circle class="face" cx="200" cy="200" r="187" />
      <path class="on" d={ringPart(187, 142, -0.5, forces + 0.5)} />
      <circle class="ln" cx="200" cy="200" r="142" /><circle class="face2" cx="200" cy="200" r="141.5" />
      <circle class="ln" cx="200" cy="200" r="104" /><circle class="face" cx="200" cy="200" r="103.5" />
      <Scale forces={forces} most={most} />
      <Tokens normal={plan.normal} elite={plan.elite} full={p.full} most={most} />
      <path id={`spice-${p.id}`} d="M313.5 248A123 123 0 0 0 316 158" fill="none" />
      <text class="far" font-size="12" font-weight="600" letter-spacing="3"><textPath href={`#spice-${p.id}`} startOffset="50%">SPICE</textPath></text>
      {most < MOST && <circle class="pin" cx={at(192, most + 0.5)[0]} cy={at(192, most + 0.5)[1]} r="8" />}
      <path class="needle" transform={`rotate(${angleOf(forces)} 200 200)`} d="M200 46l-8 13h16z" />
      <text x="200" y="152" font-size="13" font-weight="600" letter-spacing="1.6" class="sans">DIAL</text>
      <text x="200" y="222" font-size="76" font-weight="700" letter-spacing="-2">{half(p.dial)}</text>
      <text x="200" y="248" font-size="15">{`${count(forces, "force")}, ${plan.spice} spice`}</text>
      <Disc plan={plan} faction={p.faction} isKilled={p.isKilled} isTraitor={p.isTraitor} id={p.id} />
      {p.onForces && Array.from({ length: Math.min(most, MOST) + 1 }, (_, n) => (
        <path key={n} class="hit-area" d={ringPart(190, 142, n - 0.5, n + 0.5)} onClick={() => { p.onForces!(n); }} />
      ))}
      {p.onSpice && Array.from({ length: Math.min(forces, MOST) }, (_, i) => (
        <path key={i} class="hit-area" d={ringPart(142, 104, i + 0.5, i + 1.5)} onClick={() => { p.onSpice!(i + 1 === plan.spice ? i : i + 1); }} />
      ))}
    </svg>
  );
}
