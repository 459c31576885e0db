// A table that is higher than its window draws its things smaller, step by step, until it fits: how much there is to show
// depends on the game, the moment, and the fonts of the machine. On phones the page scrolls instead.
import { useLayoutEffect, useRef } from "preact/hooks";

const STEPS = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52];
const SMALL = 0.75; // from here on a card's name has no room

/** For the cloth: sets --fit on it, the factor for what may shrink, and data-fit="small" where that is little. */
export function useFit<T extends HTMLElement>() {
  const mat = useRef<T>(null);
  const fit = () => {
    const m = mat.current;
    if (!m) return;
    for (const step of matchMedia("(min-width: 761px)").matches ? STEPS : [1]) {
      m.style.setProperty("--fit", String(step));
      m.dataset.fit = step < SMALL ? "small" : "";
      if (m.scrollHeight <= m.clientHeight) break;
    }
  };
  useLayoutEffect(fit);
  useLayoutEffect(() => {
    addEventListener("resize", fit);
    return () => { removeEventListener("resize", fit); };
  }, []);
  return mat;
}
