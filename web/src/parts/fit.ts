// A table that is higher than its window draws its things smaller, step by step, until it fits: how much there is to show
// depends on the game, the moment, and the fonts of the machine. On phones the page scrolls instead.
import { useLayoutEffect, useRef } from "preact/hooks";

const STEPS = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52];
const SMALL = 0.75; // from here on a card's name has no room

const EDGE = 4; // px beside a name

/* Names on cards are as wide as the fonts of the machine make them: one that is wider than its card is drawn narrower, and a keyword
 * that would lie on the number stands above the name. */
function fitLabels(mat: HTMLElement): void {
  const names = [...mat.querySelectorAll<HTMLElement>(".card-n")], keywords = [...mat.querySelectorAll<HTMLElement>(".card-k")];
  for (const one of names) one.style.transform = "";
  for (const one of keywords) delete one.dataset.low;
  const narrow = names.map(one => (one.scrollWidth > one.clientWidth && one.clientWidth ? (one.clientWidth - EDGE) / one.scrollWidth : 1));
  const low = keywords.map(one => {
    const number = one.parentElement?.querySelector(".card-v");
    return !!number && one.offsetWidth > 0 && one.getBoundingClientRect().left < number.getBoundingClientRect().right;
  });
  names.forEach((one, i) => { if (narrow[i] < 1) one.style.transform = `translateX(${EDGE / 2}px) scaleX(${narrow[i].toFixed(3)})`; });
  keywords.forEach((one, i) => { if (low[i]) one.dataset.low = ""; });
}

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
    fitLabels(m);
    // What still has to be scrolled can be scrolled by key.
    if (m.scrollHeight > m.clientHeight + 1) m.tabIndex = 0;
    else m.removeAttribute("tabindex");
  };
  useLayoutEffect(fit);
  useLayoutEffect(() => {
    addEventListener("resize", fit);
    return () => { removeEventListener("resize", fit); };
  }, []);
  return mat;
}
