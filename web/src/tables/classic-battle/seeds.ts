// Seeds that this browser has pinned, by match. The referee tells a seed only at the end.
import type { TableProps } from "../table";

const keyOf = (match: string): string => `judokon.seed.${match}`;

export function keepSeed(match: string, seed: string): void {
  try {
    sessionStorage.setItem(keyOf(match), seed);
  } catch { /* then the banner does not know it */ }
}

/** The pinned seed of this session, or null. */
export function seedOf(p: Pick<TableProps, "client">): string | null {
  try {
    return p.client ? sessionStorage.getItem(keyOf(p.client.match.id)) : null;
  } catch {
    return null;
  }
}
