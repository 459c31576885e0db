// All-seeing eyes: a view in which the zones that are hidden in play hold what they really held.
import type { TableProps } from "../tables/table";

/** Whose the near side is: "Your", or by name where all-seeing eyes, which sit nowhere, look over a shoulder. */
export const whoseNear = (p: Pick<TableProps, "me" | "names" | "truth">): string => (p.truth ? p.names.whose(p.me) : "Your");

/** The same props with these zones of the view as they really were; unchanged in play and through other eyes. */
export function reveal<View extends object>(p: TableProps<View>, zones: (keyof View & string)[]): TableProps<View> {
  if (!p.truth) return p;
  const view = { ...p.view } as Record<string, unknown>;
  for (const zone of zones) if (zone in p.truth) view[zone] = p.truth[zone];
  return { ...p, view: view as View };
}
