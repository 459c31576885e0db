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
  for (const one of keywords) if (one.dataset.low !== undefined) delete one.dataset.low;
  // Everything is measured before anything is changed, and only what is wrong is changed: each turn costs a layout.
  const drawn = names.map(({ scrollWidth: wide, clientWidth: room }) => (wide > room && room ? `translateX(${EDGE / 2}px) scaleX(${((room - EDGE) / wide).toFixed(3)})` : ""));
  const low = keywords.map(one => {
    const number = one.parentElement?.querySelector(".card-v");
    return !!number && one.offsetWidth > 0 && one.getBoundingClientRect().left < number.getBoundingClientRect().right;
  });
  names.forEach((one, i) => { if (one.style.transform !== drawn[i]) one.style.transform = drawn[i]; });
  keywords.forEach((one, i) => { if (low[i]) one.dataset.low = ""; });
}

/** For the cloth: sets --fit on it, the factor for what may shrink, and data-fit="small" where that is little. */
export function useFit<T extends HTMLElement>() {
  const mat = useRef<T>(null), at = useRef(0); // of STEPS
  const fit = () => {
    const m = mat.current;
    if (!m) return;
    let shown = -1;
    const show = (to: number) => {
      shown = to;
      m.style.setProperty("--fit", String(STEPS[to]));
      m.dataset.fit = STEPS[to] < SMALL ? "small" : "";
    };
    const fits = (to: number) => { show(to); return m.scrollHeight <= m.clientHeight; };
    if (matchMedia("(min-width: 761px)").matches) {
      // From where it was, as mostly little has changed: larger as long as that fits, else smaller until it does.
      let now = at.current;
      if (fits(now)) while (now > 0 && fits(now - 1)) now--;
      else while (now < STEPS.length - 1 && !fits(++now));
      if (shown !== now) show(now);
      at.current = now;
    } else {
      show(0);
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
