// The rules of a game in parts: the author of the game says where a part begins and what it is about; without that, what the
// ids have in common is a part.
import type { Rule } from "../net/api";

export interface Part { id: string; heading: string; rules: Rule[] }

/* "IK-6.9" belongs to "IK-6"; "EX-5" to all of "EX". */
const prefixOf = (id: string) => /^([A-Z]+-\d+)\./.exec(id)?.[1] ?? /^([A-Z]+)-/.exec(id)?.[1] ?? id;

/** Parts in the order of their first rules. */
export function partsOf(rules: Rule[], headings: [string, string][]): Part[] {
  const parts: Part[] = [];
  for (const rule of rules) {
    const begun = headings.find(([id]) => rule.id === id || rule.id.startsWith(`${id}.`));
    const [id, heading] = begun ?? (headings.length && parts.length ? [parts.at(-1)!.id, ""] : [prefixOf(rule.id), `Rules ${prefixOf(rule.id)}`]);
    if (parts.at(-1)?.id !== id) parts.push({ id, heading, rules: [] });
    parts.at(-1)!.rules.push(rule);
  }
  return parts;
}

export interface Piece { kind: "text" | "code" | "term"; text: string }

/** A sentence cut at its marks: `code` and *terms*; the marks themselves are gone. */
export function textsOf(text: string): Piece[] {
  const out: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(/`([^`]*)`|\*([^*\s](?:[^*]*[^*\s])?)\*/g)) {
    if (found.index > at) out.push({ kind: "text", text: text.slice(at, found.index) });
    out.push(found[1] === undefined ? { kind: "term", text: found[2] } : { kind: "code", text: found[1] });
    at = found.index + found[0].length;
  }
  if (at < text.length) out.push({ kind: "text", text: text.slice(at) });
  return out;
}
