// The play builder: what the chosen pieces are, whether they may be laid down now and what would come of it. It never
// decides; "Lay face down" sends the move and the referee answers.
import { classify, MOST, TYPES, whyNone, type Combination, type Why } from "./pieces";

/** What the turn asks for: size 0 and no type for the one who leads. */
export interface Lead { size: number; type: string }

export interface Built {
  title: string;
  value: number | null;
  /** what comes of it, or why it is nothing; with the rule if there is one */
  text: string;
  rule?: string;
  tone: "ok" | "plain" | "stop";
  canLay: boolean;
  combination: Combination | null;
}

const plural = (n: number): string => `${n} ${n === 1 ? "piece" : "pieces"}`;

function leads(pieces: string[], combination: Combination): Omit<Built, "title" | "value" | "combination"> {
  if (pieces.length > MOST) return { text: `At most ${MOST} pieces make a play.`, rule: "LT-6.3", tone: "stop", canLay: false };
  if (combination.type === "INVALID") {
    const why: Why = whyNone(pieces);
    return { text: why.text, rule: why.rule, tone: "stop", canLay: false };
  }
  return { text: `A lead of ${plural(pieces.length)}, worth ${pieces.length} ${pieces.length === 1 ? "pile" : "piles"}.`, tone: "ok", canLay: true };
}

function follows(pieces: string[], combination: Combination, lead: Lead): Omit<Built, "title" | "value" | "combination"> {
  if (pieces.length < lead.size)
    return { text: `Choose ${plural(lead.size - pieces.length)} more: everybody plays ${lead.size}.`, rule: "LT-6.4", tone: "plain", canLay: false };
  if (pieces.length > lead.size)
    return { text: `Put ${plural(pieces.length - lead.size)} back: everybody plays ${lead.size}.`, rule: "LT-6.4", tone: "stop", canLay: false };
  if (combination.type === lead.type) return { text: "Same type as the lead: it competes.", rule: "LT-8.1", tone: "ok", canLay: true };
  const what = combination.type === "INVALID" ? whyNone(pieces).text : `The lead is a ${TYPES[lead.type].toLowerCase()}.`;
  return { text: `${what} You may lay it as a forfeit: it cannot win and stays covered.`, rule: "LT-8.2", tone: "plain", canLay: true };
}

/** Names the chosen pieces. */
export function build(pieces: string[], lead: Lead): Built {
  if (!pieces.length) {
    const text = lead.size ? "Other pieces are a forfeit: they stay covered and cannot win."
      : "One piece, or a combination of up to six.";
    return { title: "Choose pieces", value: null, text, rule: lead.size ? "LT-6.4" : "LT-6.3", tone: "plain", canLay: false, combination: null };
  }
  const combination = classify(pieces);
  const rest = lead.size ? follows(pieces, combination, lead) : leads(pieces, combination);
  const isNone = combination.type === "INVALID";
  return { title: isNone && pieces.length > MOST ? "Too many pieces" : TYPES[combination.type], value: isNone ? null : combination.value, combination, ...rest };
}

/** The move for these pieces, whatever order they were chosen in. */
export function playMove(hand: string[], chosen: ReadonlySet<number>): string {
  return "play " + hand.filter((_, i) => chosen.has(i)).join(" ");
}
