// The plan I am making, shared by table and rail. It is mine alone: nothing of it leaves the page before it is locked,
// but for dry runs. It belongs to one question of one match and is gone with it.
import { useLayoutEffect, useReducer } from "preact/hooks";
import type { Checked } from "../../proto";
import { NO_PLAN, planMove, type Plan } from "./model";

interface Draft { key: string; plan: Plan; checked: Checked | null }

let draft: Draft = { key: "", plan: NO_PLAN, checked: null };
const listeners = new Set<() => void>();

export const draftNow = (): Draft => draft;

export function setDraft(next: Draft): void {
  draft = next;
  for (const listener of listeners) listener();
}

export const change = (part: Partial<Plan>): void => { setDraft({ ...draft, plan: { ...draft.plan, ...part }, checked: null }); };

/** Takes the answer of a dry run, unless the plan is another one by now. */
export function setChecked(move: string, checked: Checked): void {
  if (planMove(draft.plan) === move) setDraft({ ...draft, checked });
}

/** The draft of this question; another question begins with `first`. */
export function useDraft(key: string, first: () => Plan): Draft {
  const [, again] = useReducer((n: number, _: void) => n + 1, 0);
  if (key && draft.key !== key) draft = { key, plan: first(), checked: null };
  useLayoutEffect(() => {
    const listener = () => { again(); };
    listeners.add(listener);
    return () => { listeners.delete(listener); };
  }, []);
  return draft;
}
