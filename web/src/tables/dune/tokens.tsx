// Pieces: six factions with a colour and a shape each, advisors pale and dashed, elites as a small count, spice, worms.
import type { Faction } from "../dune-battle/model";

const SHAPES: Record<Faction, preact.JSX.Element> = {
  AT: <circle r="12.5" />,
  HK: <rect x="-11.5" y="-11.5" width="23" height="23" rx="2" />,
  FR: <path d="M0-15 15 11H-15Z" />,
  EM: <path d="M0-15.5 15.5 0 0 15.5-15.5 0Z" />,
  SG: <path d="M-7.5-13H7.5L15 0 7.5 13H-7.5L-15 0Z" />,
  BG: <path d="M0-15 14.3-4.6 8.8 12.1H-8.8L-14.3-4.6Z" />,
};
const LOW: Partial<Record<Faction, number>> = { FR: 3.5, BG: 0.5 }; // where the middle of the shape lies

export interface TokenProps { faction: Faction; x?: number; y?: number; n?: number; elites?: number; isAdvisor?: boolean; code?: boolean }

export function Token({ faction, x = 0, y = 0, n, elites, isAdvisor, code }: TokenProps) {
  const low = LOW[faction] ?? 0;
  return (
    <g class={`tk ${faction}${isAdvisor ? " adv" : ""}`} transform={x || y ? `translate(${x} ${y})` : undefined}>
      {SHAPES[faction]}
      {code ? <text class="fc" y={3.6 + low}>{faction}</text> : n !== undefined && <text y={4.8 + low}>{n}</text>}
      {!!elites && <><circle class="st" cx="10" cy="-9" r="7" /><text class="sn" x="10" y="-5.6">{elites}</text></>}
    </g>
  );
}

/** The piece alone, beside a name. */
export const Badge = ({ faction }: { faction: Faction }) => <svg class="ft" viewBox="-18 -18 36 36" aria-hidden="true"><Token faction={faction} /></svg>;

export const Spice = ({ x, y, amount, isThere }: { x: number; y: number; amount: number; isThere: boolean }) => (
  <g class={`spice${isThere ? " on" : ""}`} transform={`translate(${x} ${y})`}><path d="M0-11.5 9.5 0 0 11.5-9.5 0Z" /><text y="4">{amount}</text></g>
);

export const Worm = ({ x, y }: { x: number; y: number }) => (
  <g class="worm" transform={`translate(${x} ${y})`}><circle r="15" /><path d="M-9 8c5 2 6-5 10-4s7 0 7-5-5-6-8-2" /></g>
);
