// What a thing on the table is, wherever it lies: on hover after a moment, on focus by key, on "?", on a long press. It
// stands beside the thing, never over the Throne, the slip or my hand; on phones in the ticker's place.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { hasHow, loadTeaching, type How, type Thing } from "../learn/teach";
import { thingOf } from "./find";

const HOVER_MS = 400, PRESS_MS = 500, GAP = 10;
const THINGS = "[data-card], [data-piece], [data-thing-name], .mat .card, .mat .piece, .mat .tcard, .mat [data-part]";
const KEEP_CLEAR = ".throne, #slip, .mine .hand, .mine .pieces, .wheel";

/** What the referee calls the thing that was drawn here. */
function wordOf(element: Element): string | null {
  const { card, piece, thingName, part } = (element as HTMLElement).dataset;
  const said = card ?? piece ?? thingName ?? part?.replace(/^\w+=/, "");
  if (said) return said;
  const name = element.querySelector(".card-n")?.textContent;
  return name ?? element.getAttribute("aria-label")?.split(/[,:]/)[0] ?? null;
}

interface Shown { thing: Thing; at: Element }

interface Box { left: number; top: number; width: number; height: number }
const apart = (a: Box, b: DOMRect) => a.left + a.width <= b.left || b.right <= a.left || a.top + a.height <= b.top || b.bottom <= a.top;

/** Beside the thing, where it covers nothing that matters: right, left, above, below; else the corner that is farthest from it. */
export function placeOf(at: DOMRect, size: { width: number; height: number }, clear: DOMRect[], room: { width: number; height: number }): { left: number; top: number } {
  const inside = (left: number, top: number) => ({
    left: Math.min(Math.max(GAP, left), room.width - size.width - GAP), top: Math.min(Math.max(GAP, top), room.height - size.height - GAP),
  });
  const ways = [
    inside(at.right + GAP, at.top), inside(at.left - size.width - GAP, at.top),
    inside(at.left, at.top - size.height - GAP), inside(at.left, at.bottom + GAP),
    inside(0, 0), inside(room.width, 0), inside(0, room.height), inside(room.width, room.height),
  ];
  return ways.find(way => [at, ...clear].every(rect => apart({ ...way, ...size }, rect))) ?? ways.find(way => apart({ ...way, ...size }, at)) ?? ways[0];
}

export function Meaning({ game }: { game: string }) {
  const [how, setHow] = useState<How | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { if (hasHow(game)) loadTeaching(game).then(one => { setHow(one.how); }, () => undefined); }, [game]);

  useEffect(() => {
    if (!how) return;
    let timer: ReturnType<typeof setTimeout> | undefined, byPress = false, isHeld = false; // held: shown until the next press
    const find = (target: EventTarget | null): Shown | null => {
      const at = target instanceof Element && !target.closest("dialog, .sheet-b") ? target.closest(THINGS) : null;
      const word = at && wordOf(at), thing = word ? thingOf(how, word) : null;
      return at && thing ? { thing, at } : null;
    };
    const later = (found: Shown, ms: number) => { clearTimeout(timer); timer = setTimeout(() => { setShown(found); }, ms); };
    const hide = () => { clearTimeout(timer); setShown(null); };
    const over = (e: PointerEvent) => {
      if (e.pointerType !== "mouse" || e.buttons) return;
      const found = find(e.target);
      if (found) later(found, HOVER_MS); else hide();
    };
    const down = (e: PointerEvent) => {
      hide();
      byPress = isHeld = false;
      const found = e.pointerType === "mouse" ? null : find(e.target);
      if (found) timer = setTimeout(() => { byPress = isHeld = true; setShown(found); }, PRESS_MS);
    };
    const up = () => { if (!byPress) clearTimeout(timer); };
    // A long press asks, it does not choose.
    const click = (e: MouseEvent) => { if (byPress) { e.preventDefault(); e.stopPropagation(); byPress = false; } };
    const menu = (e: Event) => { if (byPress || find(e.target) && (e as PointerEvent).pointerType === "touch") e.preventDefault(); };
    const blur = () => { if (!isHeld) hide(); };
    const focus = (e: FocusEvent) => {
      if (isHeld) return;
      const found = e.target instanceof Element && e.target.matches(":focus-visible") ? find(e.target) : null;
      if (found) later(found, HOVER_MS); else hide();
    };
    const key = (e: KeyboardEvent) => {
      if (e.key === "Escape" || e.key === "Tab") { isHeld = false; hide(); return; }
      const active = document.activeElement;
      const found = e.key === "?" && active ? find(active) : null;
      if (!found) return;
      clearTimeout(timer);
      isHeld = true;
      setShown(found);
      if (active?.getAttribute("aria-disabled") === "true") return; // the table says why not, too
      e.preventDefault();
      e.stopPropagation();
    };
    const listeners: [string, EventListener, boolean?][] = [
      ["pointerover", over as EventListener], ["pointerdown", down as EventListener, true], ["pointerup", up], ["pointercancel", up],
      ["click", click as EventListener, true], ["contextmenu", menu], ["focusin", focus as EventListener], ["focusout", blur], ["keydown", key as EventListener, true], ["scroll", hide, true],
    ];
    for (const [name, call, isFirst] of listeners) addEventListener(name, call, isFirst);
    return () => { clearTimeout(timer); for (const [name, call, isFirst] of listeners) removeEventListener(name, call, isFirst); };
  }, [how]);

  useLayoutEffect(() => {
    if (!shown || !box.current) { setPlace(null); return; }
    const clear = Array.from(document.querySelectorAll(KEEP_CLEAR), one => one.getBoundingClientRect()).filter(rect => rect.width > 0);
    const { width, height } = box.current.getBoundingClientRect();
    setPlace(placeOf(shown.at.getBoundingClientRect(), { width, height }, clear, { width: innerWidth, height: innerHeight }));
  }, [shown]);

  if (!shown) return null;
  return (
    <div ref={box} class="meaning" role="status" data-meaning={shown.thing.word} style={place ?? { visibility: "hidden" }}>
      <h2>{shown.thing.name}</h2>
      <p>{shown.thing.words}</p>
    </div>
  );
}
