// What this browser was told during its matches, kept so that it can be compared with the record afterwards. The first word
// counts: what a server says later about the same moment does not replace it.
import type { Told } from "./messages";

let opening: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  return (opening ??= new Promise(resolve => {
    try {
      const request = indexedDB.open("croupier-told", 1);
      request.onupgradeneeded = () => { request.result.createObjectStore("told", { keyPath: ["match", "seat", "n"] }); };
      request.onsuccess = () => { resolve(request.result); };
      request.onerror = () => { resolve(null); };
    } catch {
      resolve(null); // a browser that allows no store: then there is nothing to compare
    }
  }));
}

const all = (match: string, seat?: number) =>
  IDBKeyRange.bound(seat === undefined ? [match] : [match, seat], seat === undefined ? [match, []] : [match, seat, []]);

export async function keepTold(match: string, seat: number, told: Told[]): Promise<void> {
  const t = (await open())?.transaction("told", "readwrite");
  for (const { n, text } of told) {
    const request = t?.objectStore("told").add({ match, seat, n, text });
    if (request) request.onerror = event => { event.preventDefault(); event.stopPropagation(); }; // it was told before
  }
}

export async function toldOf(match: string, seat: number): Promise<Told[]> {
  const db = await open();
  if (!db) return [];
  return new Promise(resolve => {
    const request = db.transaction("told").objectStore("told").getAll(all(match, seat));
    request.onsuccess = () => { resolve(request.result as Told[]); };
    request.onerror = () => { resolve([]); };
  });
}

/** Forgets the matches that are not in this list. */
export async function forgetTold(kept: string[]): Promise<void> {
  const db = await open();
  if (!db) return;
  const store = db.transaction("told", "readwrite").objectStore("told");
  const request = store.getAllKeys();
  request.onsuccess = () => {
    const gone = new Set((request.result as [string, number, number][]).map(([match]) => match).filter(match => !kept.includes(match)));
    for (const match of gone) store.delete(all(match));
  };
}
