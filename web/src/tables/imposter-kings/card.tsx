// One card as it is drawn: the value that counts now is the biggest thing on it, the printed one in brackets beside it.
import type { ComponentChildren } from "preact";
import { cardOf } from "./cards";

export interface FaceProps {
  word: string;
  /** what it counts now; without it the printed value */
  value?: number;
  isMuted?: boolean;
  /** shown on the lower edge in place of "muted" */
  tag?: string;
  showsKeyword?: boolean;
}

/** What lies inside a `.card` that is face up. */
export function Face({ word, value, isMuted, tag, showsKeyword }: FaceProps) {
  const card = cardOf(word), now = value ?? card.base;
  const label = isMuted ? "muted" : tag;
  return (
    <>
      <b class="card-v">{now}</b>
      {now !== card.base && <span class="card-was">({card.base})</span>}
      {showsKeyword && now === card.base && card.keywords.length > 0 && !isMuted && <span class="card-k">{card.keywords[0]}</span>}
      <span class="shield"><i class={`mk mk-${card.mark}`} /></span>
      <span class={`card-n${card.name.length > 9 ? " long" : ""}`}>{card.name}</span>
      {label && <span class="card-tag">{label}</span>}
    </>
  );
}

/** The words of a button that is a card: the drawing says the same to the eye, in other order. */
export function Named({ label, children }: { label: string; children?: ComponentChildren }) {
  return <><span class="vh">{label}</span><span class="drawn" aria-hidden="true">{children}</span></>;
}

/** A card in words: "Warlord, value 9, printed 7, muted". */
export function faceLabel({ word, value, isMuted, tag }: FaceProps): string {
  const card = cardOf(word), now = value ?? card.base;
  return [card.name, `value ${now}`, now === card.base ? "" : `printed ${card.base}`, ...(isMuted ? ["muted"] : card.keywords), tag ?? ""]
    .filter(Boolean).join(", ");
}

export const cardClass = (word: string, more = ""): string => `card t-${cardOf(word).tincture}${more ? ` ${more}` : ""}`;

/** A small card of a zone: face up, face down ("?") or an empty spot ("-"). */
export function Small({ word, label }: { word: string; label: string }) {
  if (word === "-") return <span class="card spot s" role="img" aria-label={`${label}: none`} />;
  if (word === "?") return <span class="card back s" role="img" aria-label={`${label}: one card, hidden`} />;
  return <span class={cardClass(word, "s")} role="img" aria-label={`${label}: ${faceLabel({ word })}`} title={cardOf(word).name}><Face word={word} /></span>;
}

export function Zone({ name, children, class: more = "" }: { name: ComponentChildren; children: ComponentChildren; class?: string }) {
  return <div class={`zone ${more}`}>{children}<span class="print" aria-hidden="true">{name}</span></div>;
}

export function KingFace() {
  return <span class="shield"><i class="mk mk-king" /></span>;
}
