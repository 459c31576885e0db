// A judoka's card, and the card that is not shown yet. The drawing is ours: a figure in white or blue whose build follows
// the weight class.
import { RARITIES, STATS, STAT_NAMES, cardLabel, judoka, type Judoka } from "./cards";

const SKIN = ["#e0b48c", "#c98f63", "#8d5a3a", "#efc9a4", "#6f4630"];
const HAIR = ["#5a3a1e", "#1c1512", "#3b2a1a", "#8a5a24", "#2a2a2e"];

function Figure({ card, isBlue }: { card: Judoka; isBlue: boolean }) {
  const skin = SKIN[card.id % SKIN.length], hair = HAIR[(card.id >> 1) % HAIR.length], long = card.gender === "f";
  const gi = isBlue ? "#2b55a0" : "#f7f5f0", edge = isBlue ? "#18356b" : "#c9c4b8", wide = 0.86 + card.build * 0.055;
  return (
    <svg viewBox="0 0 260 158" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle cx="130" cy="150" r="112" fill="#fff" opacity=".10" /><circle cx="130" cy="150" r="84" fill="#fff" opacity=".10" />
      <text x="20" y="52" font-size={card.weight === "Unknown" ? 22 : 46} class="kg">{card.weight}</text>
      {card.weight !== "Unknown" && <text x="22" y="68" font-size="12" class="kg-u">kg</text>}
      <g transform={`translate(${isBlue ? 130 + 130 * wide : 130 - 130 * wide} 0) scale(${isBlue ? -wide : wide} 1)`}>
        <path d="M166 128 216 106" stroke={gi} stroke-width="30" stroke-linecap="round" /><path d="M214 107 232 98" stroke={skin} stroke-width="17" stroke-linecap="round" />
        <path d="M80 160C82 122 104 106 130 106S178 122 180 160Z" fill={gi} />
        {long && <circle cx="112" cy="34" r="13" fill={hair} />}
        <path d="M118 84h24v26l-12 12-12-12z" fill={skin} /><path d="M118 90q12 10 24 0v8q-12 9-24 0z" opacity=".14" />
        <ellipse cx="130" cy="66" rx="24" ry="29" fill={skin} />
        <path d={long ? "M104 70C100 32 160 30 156 68 154 56 144 48 132 46 124 52 112 54 104 70Z" : "M106 60C104 32 156 30 154 60 148 46 114 46 106 60Z"} fill={hair} />
        <path d="M116 104 150 160h17l-43-60z" fill={edge} /><path d="M144 104 106 160H89l46-60z" fill={edge} opacity=".78" />
        <path d="M92 130 62 96" stroke={gi} stroke-width="31" stroke-linecap="round" /><path d="M92 146 54 108" stroke={edge} stroke-width="2" fill="none" />
        <path d="M60 94 46 74" stroke={skin} stroke-width="18" stroke-linecap="round" />
      </g>
    </svg>
  );
}

export interface CardProps {
  /** 0: hidden, or none */
  id: number;
  stats: number[];
  roster: string;
  isBlue: boolean;
  /** the stat of the round, once it may be compared */
  pick: string;
  side: string;
  /** words for a card that is not shown */
  hidden: string;
  /** nobody else saw it then */
  wasSecret?: boolean;
}

/** JK-4.2: a mystery card has a Common border, a question mark and nothing else; no hidden value is in the page. */
export function JudokaCard(p: CardProps) {
  if (!p.id)
    return (
      <article class="jk mystery" data-side={p.side} aria-label={p.hidden}>
        <span class="q" aria-hidden="true">?</span><b class="jk-hid" aria-hidden="true">{p.hidden.split(", ")[1] ?? p.hidden}</b>
      </article>
    );
  const card = judoka(p.id, p.roster), look = RARITIES[card.rarity];
  return (
    <article class={`jk shown ${look.tincture}${p.wasSecret ? " was-secret" : ""}`} data-side={p.side} data-card={p.id} aria-label={cardLabel(card)}>
      <div class="jk-top"><b><span>{card.first}</span>{card.surname}</b>{card.code && <span class="jk-cc" title={card.country}>{card.code.toUpperCase()}</span>}</div>
      <div class="jk-pic"><Figure card={card} isBlue={p.isBlue} /></div>
      <div class="jk-meta"><span>{card.technique}</span><b>{card.rarity} {look.marks}</b></div>
      <ol class="bars" aria-label="Stats">
        {STATS.map((stat, i) => (
          <li key={stat} class={p.pick === stat ? "pick" : ""}><span>{STAT_NAMES[stat]}</span><i class="b" style={{ "--n": p.stats[i] ?? 0 }} /><b>{p.stats[i] ?? 0}</b></li>
        ))}
      </ol>
    </article>
  );
}
