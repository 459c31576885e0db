// Where to look: a dashed bracket round a thing or a place of the table, with two or three words. It lies over the table and
// takes no press.
import { useLayoutEffect, useState } from "preact/hooks";
import { PLACES } from "./places";
import type { Task } from "./teach";

const EDGE = 9; // the bracket is a little larger than what it is round
const FOLLOW_MS = 250; // things move while a table is drawn anew

interface Place { left: number; top: number; width: number; height: number }

function find(look: NonNullable<Task["look"]>): Element | null {
  if (!look.isMove) return document.querySelector(PLACES[look.at]);
  return document.querySelector(`#learn [data-move="${CSS.escape(look.at)}"]`) ?? document.querySelector(thingOf(look.at));
}

/* Tables that build a move from several presses have no button for the whole: the thing it begins with will do. */
function thingOf(move: string): string {
  const [, word] = move.split(" ");
  return word ? `#learn :is(.hand, .mine) [data-card="${CSS.escape(word)}"], #learn .mine [data-piece="${CSS.escape(word)}"]` : "#slip";
}

export function Look({ look }: { look: Task["look"] }) {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    if (!look) { setPlace(null); return; }
    const follow = () => {
      const found = find(look)?.getBoundingClientRect();
      setPlace(before => {
        if (!found?.width) return null;
        // Not beyond the edge of a phone: the page would be wider than its window.
        const left = Math.max(found.left, EDGE), width = Math.min(found.right, innerWidth - EDGE) - left;
        const now = { left: left + scrollX, top: found.top + scrollY, width, height: found.height };
        return before && Object.keys(now).every(key => Math.abs(now[key as keyof Place] - before[key as keyof Place]) < 1) ? before : now;
      });
    };
    follow();
    const timer = setInterval(follow, FOLLOW_MS);
    addEventListener("resize", follow);
    return () => { clearInterval(timer); removeEventListener("resize", follow); };
  }, [look]);
  if (!look || !place) return null;
  return (
    <div class="look-at" aria-hidden="true" style={{ left: place.left, top: place.top, width: place.width, height: place.height }}>
      {look.words && <span class="look-n">{look.words}</span>}
    </div>
  );
}
