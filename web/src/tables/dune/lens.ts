// How a map is looked at: zoomed and moved by buttons, keys, wheel, fingers. A lens is the square of the drawing that is seen.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { EDGE, type Point } from "./board";

export interface Lens { zoom: number; x: number; y: number }

export const WHOLE: Lens = { zoom: 1, x: 0, y: 0 };
const MOST = 5, STEP = 1.5, DRAG = 6; // px that a press may slip

/** Kept inside the drawing. */
export function kept({ zoom, x, y }: Lens): Lens {
  const z = Math.min(MOST, Math.max(1, zoom)), room = EDGE - EDGE / z, hold = (v: number) => Math.min(room, Math.max(-room, v)) || 0;
  return { zoom: z, x: hold(x), y: hold(y) };
}

/** Zooms by a factor so that a point of the drawing stays where it is seen. */
export function zoomed(lens: Lens, by: number, about: Point = lens): Lens {
  const zoom = Math.min(MOST, Math.max(1, lens.zoom * by)), k = lens.zoom / zoom;
  return kept({ zoom, x: about.x + (lens.x - about.x) * k, y: about.y + (lens.y - about.y) * k });
}

/** Moved as little as shows a point, with some room round it. */
export function showing(lens: Lens, p: Point): Lens {
  const half = EDGE / lens.zoom, room = half * 0.75, near = (v: number, c: number) => (v < c - room ? v + room : v > c + room ? v - room : c);
  return kept({ ...lens, x: near(p.x, lens.x), y: near(p.y, lens.y) });
}

export const viewBoxOf = ({ zoom, x, y }: Lens): string => {
  const half = EDGE / zoom;
  return [x - half, y - half, 2 * half, 2 * half].map(v => Math.round(v * 10) / 10).join(" ");
};

export interface LensUse {
  lens: Lens;
  set(lens: Lens): void;
  zoom(by: 1 | -1): void;
  whole(): void;
  /** for the drawing */
  on: { onPointerDown(e: PointerEvent): void; onPointerMove(e: PointerEvent): void; onPointerUp(e: PointerEvent): void; onPointerCancel(e: PointerEvent): void; onClickCapture(e: MouseEvent): void };
}

export function useLens(box: { current: SVGSVGElement | null }): LensUse {
  const [lens, put] = useState(WHOLE);
  const now = useRef(lens), fingers = useRef(new Map<number, Point>()), slipped = useRef(0);
  const set = (next: Lens) => { now.current = next; put(next); };
  const perPixel = () => (2 * EDGE) / now.current.zoom / Math.max(1, Math.min(box.current!.clientWidth, box.current!.clientHeight));
  const pointAt = (x: number, y: number): Point => {
    const rect = box.current!.getBoundingClientRect(), k = perPixel();
    return { x: now.current.x + (x - rect.left - rect.width / 2) * k, y: now.current.y + (y - rect.top - rect.height / 2) * k };
  };
  // A wheel that zooms must keep the page from scrolling, which a listener of the framework may not.
  useLayoutEffect(() => {
    const svg = box.current!;
    const onWheel = (e: WheelEvent) => {
      if (!e.ctrlKey && now.current.zoom === 1 && e.deltaY > 0) return;
      e.preventDefault();
      set(zoomed(now.current, e.deltaY < 0 ? 1.15 : 1 / 1.15, pointAt(e.clientX, e.clientY)));
    };
    svg.addEventListener("wheel", onWheel, { passive: false });
    return () => { svg.removeEventListener("wheel", onWheel); };
  }, []);
  const end = (e: PointerEvent) => { fingers.current.delete(e.pointerId); };
  return {
    lens, set,
    zoom: by => { set(zoomed(now.current, by > 0 ? STEP : 1 / STEP)); },
    whole: () => { set(WHOLE); },
    on: {
      onPointerDown: e => {
        if (!fingers.current.size) slipped.current = 0;
        fingers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
      },
      onPointerMove: e => {
        const old = fingers.current.get(e.pointerId);
        if (!old) return;
        const next = { x: e.clientX, y: e.clientY }, others = [...fingers.current].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
        slipped.current += Math.hypot(next.x - old.x, next.y - old.y);
        fingers.current.set(e.pointerId, next);
        const other = others[0];
        if (other) {
          const far = (p: Point) => Math.max(1, Math.hypot(p.x - other.x, p.y - other.y));
          set(zoomed(now.current, far(next) / far(old), pointAt((next.x + other.x) / 2, (next.y + other.y) / 2)));
        } else if (now.current.zoom > 1 && slipped.current > DRAG) {
          const k = perPixel();
          box.current!.setPointerCapture(e.pointerId);
          set(kept({ ...now.current, x: now.current.x - (next.x - old.x) * k, y: now.current.y - (next.y - old.y) * k }));
        }
      },
      onPointerUp: end, onPointerCancel: end,
      // What was moved was not pressed.
      onClickCapture: e => {
        if (slipped.current <= DRAG || e.detail === 0) return;
        slipped.current = 0;
        e.stopPropagation();
      },
    },
  };
}
