// Finding things and words of a game: by the word the referee uses, by the name people read, or by a part of either.
import type { How, Thing } from "../learn/teach";
import type { Rule } from "../net/api";

const plain = (text: string) => text.toLowerCase().replace(/[’']/g, "'").replace(/[-_]/g, " ");

export const thingsOf = (how: How): Thing[] => how.tabs.flatMap(tab => tab.groups.flatMap(group => group.things));

/** The thing of this word or name; copies of a card ("shield_2") are what the first one is. */
export function thingOf(how: How, said: string): Thing | null {
  const wanted = plain(said), base = wanted.replace(/ \d+$/, "");
  const all = thingsOf(how);
  return all.find(one => plain(one.word) === wanted) ?? all.find(one => plain(one.name) === wanted || plain(one.word).replace(/ \d+$/, "") === base) ?? null;
}

export interface Found { kind: "thing" | "word" | "rule"; name: string; words: string; id: string }

/** Things first, then words, then rules: those with all that was typed in them; names before texts. */
export function search(how: How, rules: Rule[], typed: string): Found[] {
  const parts = plain(typed).split(/\s+/).filter(part => part);
  if (!parts.length) return [];
  const all: Found[] = [
    ...thingsOf(how).map(one => ({ kind: "thing" as const, name: one.name, words: one.words, id: one.word })),
    ...how.words.map(one => ({ kind: "word" as const, name: one.word, words: one.words, id: one.word })),
    ...rules.map(one => ({ kind: "rule" as const, name: one.id, words: one.text, id: one.id })),
  ];
  const has = (text: string) => parts.every(part => plain(text).includes(part));
  const inName = all.filter(one => has(one.name));
  return [...inName, ...all.filter(one => !inName.includes(one) && has(`${one.name} ${one.words}`))];
}

/** A text cut at the words of the glossary, each at its first place: texts and words in turn. Longer words go first. */
export function cutAtWords(text: string, words: string[]): string[] {
  const sorted = [...words].sort((a, b) => b.length - a.length).map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!sorted.length) return [text];
  const seen = new Set<string>(), out = [""];
  let at = 0;
  for (const found of text.matchAll(new RegExp(`\\b(${sorted.join("|")})(?=s?\\b)`, "g"))) {
    if (seen.has(found[1])) continue;
    seen.add(found[1]);
    out[out.length - 1] += text.slice(at, found.index);
    out.push(found[1], "");
    at = found.index + found[1].length;
  }
  out[out.length - 1] += text.slice(at);
  return out;
}

/** What I hold, as far as the view says so: the words in `hand`, mine where there is one a seat. */
export function heldBy(view: unknown, me: number): string[] {
  const hand = (view as { hand?: unknown } | null)?.hand;
  if (!Array.isArray(hand) || me < 0) return [];
  const mine = (hand as unknown[]).some(one => Array.isArray(one)) ? (hand as unknown[])[me] : hand;
  return Array.isArray(mine) ? mine.map(String) : [];
}
