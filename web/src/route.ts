// Addresses of the page, behind the #: `#/`, `#/match/ID`, `#/watch/ID`, `#/join/ID`, `#/replay/ID?at=K&as=S`, `#/verdict/ID`,
// `#/learn/GAME`, `#/rules/GAME`, `#/settings`, `#/past`; `#/here` is the lobby of the referee in this tab, whose matches have ids that begin with "~".
import { useLayoutEffect, useState } from "preact/hooks";

export interface Route { name: string; arg: string; query: URLSearchParams }

/* What somebody typed may be no address at all. */
function decoded(text: string): string {
  try { return decodeURIComponent(text); } catch { return text; }
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const [name = "", arg = ""] = path.split("/").filter(part => part);
  return { name, arg: decoded(arg), query: new URLSearchParams(query) };
}

export const go = (hash: string) => { location.hash = hash; };

export function useRoute(): Route {
  const [route, set] = useState(() => parseRoute(location.hash));
  useLayoutEffect(() => {
    const look = () => { set(parseRoute(location.hash)); };
    addEventListener("hashchange", look);
    return () => { removeEventListener("hashchange", look); };
  }, []);
  return route;
}
