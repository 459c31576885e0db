// The picture of a thing on the sheet, as its table draws it, and the short facts beside its name.
import type { Thing } from "../learn/teach";
import { cardClass, Face } from "../tables/imposter-kings/card";
import { cardOf } from "../tables/imposter-kings/cards";
import { cardLook } from "../tables/dune-battle/model";
import { KINDS, pieceName } from "../tables/liap-tui/pieces";

const Pieces = ({ codes }: { codes: string[] }) => (
  <span class="pieces-s" role="img" aria-label={codes.map(pieceName).join(", ")}>
    {codes.map((code, i) => <span key={i} class={`piece${KINDS[code]?.colour === "red" ? " red" : ""}`}><span><i class={`zi zi-${code}`} /></span></span>)}
  </span>
);

export function ThingPicture({ game, thing }: { game: string; thing: Thing }) {
  if (game === "imposter-kings") return <span class={cardClass(thing.word, "s")} aria-hidden="true"><Face word={thing.word} /></span>;
  if (game === "liap-tui" && thing.word.split(" ").every(code => code in KINDS)) return <Pieces codes={thing.word.split(" ")} />;
  if (/^\d+$/.test(thing.word)) return <span class="card n s t-sable" aria-hidden="true"><b class="card-v">{thing.word}</b></span>;
  const value = thing.fact?.value;
  const isDune = game === "dune" || game === "dune-battle";
  if (isDune && thing.fact?.kind) return <span class={`sq ${cardLook(thing.word).tincture}`} aria-hidden="true"><i class={`mk ${cardLook(thing.word).mark}`} /></span>;
  if (isDune && value) return <span class="thing-s disc" aria-hidden="true">{value}</span>;
  return <span class="thing-s" aria-hidden="true">{value ?? thing.name.charAt(0)}</span>;
}

/** "Reaction", "2 in the deck". */
export function factsOf(thing: Thing): string[] {
  const { copies } = thing.fact ?? {};
  const keywords = thing.fact?.keywords ? cardOf(thing.word).keywords : [];
  return [...keywords, ...(copies && Number(copies) > 1 ? [`${copies} in the deck`] : [])];
}
