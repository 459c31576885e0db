// The pictures of the games in the lobby, drawn with the same things that lie on the tables.
import type { JSX } from "preact";

type Style = JSX.CSSProperties;

function Card({ tincture, value, charge, name, cls, style }: { tincture: string; value: number; charge: string; name: string; cls: string; style: Style }) {
  return (
    <div class={`card t-${tincture} ${cls}`} style={style}>
      <b class="card-v">{value}</b><span class="shield"><i class={`mk mk-${charge}`} /></span><span class="card-n">{name}</span>
    </div>
  );
}

function Kings() {
  return (
    <>
      <Card tincture="vert" value={1} charge="fool" name="Fool" cls="k1" style={{ left: 26, top: 46, transform: "rotate(-13deg)" }} />
      <Card tincture="purpure" value={9} charge="queen" name="Queen" cls="k2" style={{ left: "50%", marginLeft: -48, top: 26 }} />
      <Card tincture="gules" value={8} charge="hand" name="King’s Hand" cls="k3" style={{ right: 26, top: 46, transform: "rotate(13deg)" }} />
    </>
  );
}

function Tui() {
  const piece = (cls: string, zi: string, style: Style & Record<"--d", string>) => <div class={`piece ${cls}`} style={style}><span><i class={`zi zi-${zi}`} /></span></div>;
  return (
    <>
      {piece("red p1", "rG", { left: "50%", marginLeft: -56, top: 26, zIndex: 2, "--d": "112px" })}
      {piece("p2", "bH", { left: 24, top: 66, "--d": "74px" })}
      {piece("red px", "rE", { right: 24, top: 66, "--d": "74px" })}
      {piece("px", "bS", { left: 54, top: 16, "--d": "48px" })}
      {piece("red px", "rC", { right: 54, top: 16, "--d": "48px" })}
    </>
  );
}

/* A point on a circle round the middle of the wheel: 0 is at the foot on the left of the leader's gap, clockwise. */
const at = (step: number, r: number): [number, number] => {
  const angle = ((202.5 + step * 15) * Math.PI) / 180;
  return [200 + r * Math.sin(angle), 200 - r * Math.cos(angle)];
};
const line = (step: number, r1: number, r2: number) => {
  const [x1, y1] = at(step, r1), [x2, y2] = at(step, r2);
  return <path key={step} d={`M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`} />;
};
const steps = Array.from({ length: 21 }, (_, i) => i);

function Dune() {
  const [ax, ay] = at(-0.5, 187), [bx, by] = at(7.5, 187), [cx, cy] = at(7.5, 142), [dx, dy] = at(-0.5, 142);
  return (
    <svg class="wheel" viewBox="0 0 400 404">
      <circle class="bezel" cx="200" cy="200" r="197" /><circle class="lip" cx="200" cy="200" r="190" /><circle class="face" cx="200" cy="200" r="187" />
      <path class="on" d={`M${ax} ${ay}A187 187 0 0 1 ${bx} ${by}L${cx} ${cy}A142 142 0 0 0 ${dx} ${dy}Z`} />
      <circle class="ln" cx="200" cy="200" r="142" /><circle class="face2" cx="200" cy="200" r="141.5" />
      <circle class="ln" cx="200" cy="200" r="104" /><circle class="face" cx="200" cy="200" r="103.5" />
      <g class="ln">{steps.map(i => line(i - 0.5, 187, 178))}</g>
      <g>{steps.map(i => {
        const [x, y] = at(i, 163);
        return <text key={i} class={i > 9 ? "far" : ""} font-size={i > 9 ? 15 : 21} font-weight={i > 9 ? 400 : 700} x={x} y={y + 6}>{i}</text>;
      })}</g>
      <g>{steps.slice(1, 10).map(i => {
        const [x, y] = at(i, 123);
        return <path key={i} class={`loz${i < 4 ? " full" : ""}`} transform={`translate(${x} ${y}) rotate(${202.5 + i * 15})`} d="M0-11 8 0 0 11-8 0Z" />;
      })}</g>
      <circle class="pin" cx={at(9.5, 192)[0]} cy={at(9.5, 192)[1]} r="8" />
      <path class="needle" transform="rotate(-52 200 200)" d="M200 46l-8 13h16z" />
      <text x="200" y="152" font-size="13" font-family="sans-serif" font-weight="600" letter-spacing="1.6">DIAL</text>
      <text x="200" y="222" font-size="76" font-weight="700" letter-spacing="-2">5</text>
      <text x="200" y="248" font-size="15">7 forces, 3 spice</text>
    </svg>
  );
}

function Judoka({ gi, shade, skin, hair, beard, mirror, left }: { gi: string; shade: string; skin: string; hair: string; beard?: boolean; mirror?: boolean; left: number }) {
  return (
    <svg class="j" style={{ left }} viewBox="0 0 260 158">
      <g transform={mirror ? "translate(260 0) scale(-1 1)" : undefined}>
        <path d="M170 128 216 106" stroke={gi} stroke-width="30" stroke-linecap="round" /><path d="M214 107 232 98" stroke={skin} stroke-width="17" stroke-linecap="round" />
        <path d="M76 160C78 122 100 106 130 106S182 122 184 160Z" fill={gi} /><path d="M118 84h24v26l-12 12-12-12z" fill={skin} />
        <path d="M118 90q12 10 24 0v8q-12 9-24 0z" fill="#000" opacity=".14" /><ellipse cx="130" cy="66" rx="24" ry="29" fill={skin} />
        <path d={beard ? "M106 58C106 34 154 34 154 58 148 46 112 46 106 58Z" : "M104 66C102 34 158 32 156 66 152 54 146 50 136 50 122 50 110 52 104 66Z"} fill={hair} />
        {beard && <path d="M112 82q18 22 36 0v8q-18 16-36 0z" fill={hair} />}
        <path d="M116 104 150 160h17l-43-60z" fill={shade} /><path d="M144 104 106 160H89l46-60z" fill={shade} opacity=".78" />
        <path d="M88 130 62 96" stroke={gi} stroke-width="31" stroke-linecap="round" /><path d="M88 146 54 108" stroke={shade} stroke-width="2" fill="none" />
        <path d="M60 94 46 74" stroke={skin} stroke-width="18" stroke-linecap="round" />
      </g>
    </svg>
  );
}

function Judo() {
  return (
    <>
      <Judoka gi="#f7f5f0" shade="#c9c4b8" skin="#e0b48c" hair="#5a3a1e" left={-58} />
      <Judoka gi="#2b55a0" shade="#18356b" skin="#8d5a3a" hair="#1c1512" beard mirror left={66} />
    </>
  );
}

const PICTURES: Record<string, { cloth: string; draw: () => JSX.Element }> = {
  "imposter-kings": { cloth: "kings", draw: Kings },
  "liap-tui": { cloth: "tui", draw: Tui },
  "dune-battle": { cloth: "dune", draw: Dune },
  "classic-battle": { cloth: "judo", draw: Judo },
};

export const hasPicture = (game: string) => game in PICTURES;
export const clothOf = (game: string) => PICTURES[game]?.cloth ?? "kings";

export function Picture({ game }: { game: string }) {
  const picture = PICTURES[game];
  if (!picture) return null;
  const Draw = picture.draw;
  return <div class="pic mat" data-cloth={picture.cloth} aria-hidden="true"><Draw /></div>;
}
