// Theme, contrast and motion: what the settings say, or else the system.
import { store } from "./store";

const queries = { contrast: "(prefers-contrast: more)", motion: "(prefers-reduced-motion: reduce)" };

export function applyLooks(): void {
  const { theme, contrast, motion } = store.settings;
  const root = document.documentElement.dataset;
  const put = (name: string, value: string | null) => { if (value === null) delete root[name]; else root[name] = value; };
  put("theme", theme === "system" ? null : theme);
  put("contrast", contrast === "more" || (contrast === "system" && matchMedia(queries.contrast).matches) ? "more" : null);
  put("motion", motion === "less" || (motion === "system" && matchMedia(queries.motion).matches) ? "less" : null);
}

/** Nothing moves: show the end of a movement at once. */
export const isStill = () => document.documentElement.dataset.motion === "less";

export function watchLooks(): void {
  applyLooks();
  store.subscribe(applyLooks);
  for (const query of Object.values(queries)) matchMedia(query).addEventListener("change", applyLooks);
  // Settings changed in another window count here too.
  addEventListener("storage", applyLooks);
}
