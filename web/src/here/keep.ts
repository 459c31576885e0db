// What the tab's referee keeps in this browser: the entries of every match, and when the tab was last open. IndexedDB, with a
// store in memory for browsers that allow none.

export interface Entry { match: string; number: number; flags: number; bytes: Uint8Array }

export interface Keep {
  readonly isLasting: boolean;
  /** all entries, in the order of their matches and numbers */
  load(): Promise<{ entries: Entry[]; alive: number }>;
  /** resolves when they are safe */
  add(entries: Entry[]): Promise<void>;
  beat(now: number): void;
}

const asked = <T>(request: IDBRequest<T>) => new Promise<T>((resolve, reject) => {
  request.onsuccess = () => { resolve(request.result); };
  request.onerror = () => { reject(request.error ?? new Error("the browser's store failed")); };
});

class Database implements Keep {
  readonly isLasting = true;
  constructor(private readonly db: IDBDatabase) {}

  async load(): Promise<{ entries: Entry[]; alive: number }> {
    const t = this.db.transaction(["entries", "facts"]);
    const [entries, alive] = await Promise.all([asked(t.objectStore("entries").getAll()), asked(t.objectStore("facts").get("alive"))]);
    return { entries: entries as Entry[], alive: (alive as number | undefined) ?? 0 };
  }

  add(entries: Entry[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const t = this.db.transaction("entries", "readwrite", { durability: "strict" });
      for (const entry of entries) t.objectStore("entries").add(entry);
      t.oncomplete = () => { resolve(); };
      t.onabort = () => { reject(t.error ?? new Error("the browser's store failed")); };
    });
  }

  beat(now: number): void {
    this.db.transaction("facts", "readwrite").objectStore("facts").put(now, "alive");
  }
}

const nothing: Keep = {
  isLasting: false,
  load: () => Promise.resolve({ entries: [], alive: 0 }),
  add: () => Promise.resolve(),
  beat: () => undefined,
};

export async function openKeep(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<Keep> {
  try {
    if (!factory) return nothing;
    const request = factory.open("croupier", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: ["match", "number"] });
      request.result.createObjectStore("facts");
    };
    return new Database(await asked(request));
  } catch {
    return nothing;
  }
}
