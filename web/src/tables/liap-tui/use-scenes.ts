// Shows scenes one after another, each until its time is up, a key, or a press anywhere. What happens meanwhile puts newer
// scenes in their place: nobody looks at the turn before last.
import { useEffect, useRef, useState } from "preact/hooks";
import { store } from "../../store";
import type { TableProps } from "../table";
import { scenesOf, STAYS, type Scene } from "./scenes";

export interface Shown { scene: Scene | null; serial: number }

const QUIET = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock"]);

/** From the last result of a turn on. */
function latest(scenes: Scene[]): Scene[] {
  const at = scenes.map(scene => scene.kind).lastIndexOf("turn");
  return scenes.slice(Math.max(0, at));
}

export function useScenes(p: TableProps): Shown {
  const seen = useRef<number | null>(null);
  const [queue, setQueue] = useState<Scene[]>([]);
  const [serial, setSerial] = useState(0);
  const scene = p.replay ? (scenesOf(p.history, p.history.length - p.events.length)[0] ?? null) : (queue[0] ?? null);
  const next = (): void => { setQueue(q => q.slice(1)); setSerial(n => n + 1); };

  useEffect(() => {
    const from = seen.current;
    seen.current = p.history.length;
    // What happened before this table was opened is history, not news.
    if (from === null || p.replay || !store.settings.pauses || p.history.length <= from) return;
    const scenes = scenesOf(p.history, from);
    if (scenes.length) { setQueue(latest(scenes)); setSerial(n => n + 1); }
  }, [p.history.length]);

  useEffect(() => {
    if (!scene || p.replay) return;
    const timer = setTimeout(next, STAYS[scene.kind]);
    const onKey = (event: KeyboardEvent): void => { if (!QUIET.has(event.key)) next(); };
    addEventListener("keydown", onKey, true);
    addEventListener("click", next, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", onKey, true);
      removeEventListener("click", next, true);
    };
  }, [scene]);

  return { scene, serial };
}
