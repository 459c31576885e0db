// What I have chosen and not sent: a card and what is declared with it, the two cards of the setup, Court positions. All of
// it can be taken back, and all of it is gone when the question is.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useStateOf } from "../../parts/hooks";
import type { TableProps } from "../table";
import type { KingsView } from "./view";
import { fieldsOf, isComplete, moveText, narrow, say, settle, valuesOf, waysOf, without, type Chosen, type Way } from "./ways";

export type Source = "hand" | "antechamber";
export interface Pressed { source: Source; i: number }

interface Picked {
  kind: string;
  pressed: Pressed | null;
  args: Chosen;
  /** by argument: place in my hand, for questions that take several hand cards */
  slots: Record<string, number>;
  /** members of a set: Court positions, Signature cards */
  picks: string[];
}

const NOTHING: Picked = { kind: "", pressed: null, args: {}, slots: {}, picks: [] };

export interface Choice extends Picked {
  ways: Way[];
  /** ways that agree with what is chosen */
  left: Way[];
  /** what can be said with the chosen card */
  fields: string[];
  valuesOf(field: string): string[];
  /** the move as chosen, once it can be sent */
  move: string | null;
  /** the same card without anything said, where that is possible and something was or could be said */
  plain: string | null;
  pick(kind: string, pressed: Pressed | null, args: Chosen): void;
  say(field: string, value: string): void;
  setSlot(field: string, i: number | null): void;
  togglePick(value: string): void;
  clear(): void;
  isByKey(): boolean;
}

/** One Army card pays once: boxes are wider than the rules there. */
const ARMY = ["card", "exhausting", "and"];
const isTaken = (picked: Picked, field: string, value: string): boolean =>
  (picked.kind === "recruit" || picked.kind === "recommission") && ARMY.includes(field) && ARMY.some(other => other !== field && picked.args[other] === value);

export function useChoice(p: TableProps<KingsView>): Choice {
  const [picked, set] = useStateOf(p.question?.ticket, NOTHING);
  const byKey = useRef(false);
  const ways = p.question?.mine ? waysOf(p.offers) : [];
  const left = picked.kind ? narrow(ways, picked.kind, picked.args) : [];
  const bare: Chosen = Object.fromEntries(Object.entries(picked.args).filter(([name]) => name === "card" || name === "from"));
  const fields = fieldsOf(left);
  const change = (now: Picked): void => { if (!p.pending && !p.replay) set(now); };

  useLayoutEffect(() => {
    const key = (): void => { byKey.current = true; }, pointer = (): void => { byKey.current = false; };
    addEventListener("keydown", key, true);
    addEventListener("pointerdown", pointer, true);
    return () => {
      removeEventListener("keydown", key, true);
      removeEventListener("pointerdown", pointer, true);
    };
  }, []);

  return {
    ...picked, ways, left, fields,
    valuesOf: field => valuesOf(narrow(ways, picked.kind, without(picked.args, field)), field).filter(value => !isTaken(picked, field, value)),
    plain: fields.length && isComplete(narrow(ways, picked.kind, bare), bare) ? moveText(picked.kind, bare) : null,
    move: left.length && isComplete(left, picked.args) ? moveText(picked.kind, picked.args) : null,
    pick: (kind, pressed, args) => { change({ ...NOTHING, kind, pressed, args: settle(ways, kind, args) }); },
    say: (name, value) => { change({ ...picked, args: settle(ways, picked.kind, say(ways, picked.kind, picked.args, name, value)) }); },
    setSlot: (name, i) => {
      const slots = Object.fromEntries(Object.entries(picked.slots).filter(([one]) => one !== name));
      change({ ...picked, slots: i === null ? slots : { ...slots, [name]: i } });
    },
    togglePick: value => {
      const picks = picked.picks.includes(value) ? picked.picks.filter(one => one !== value) : [...picked.picks, value];
      change({ ...picked, picks: picks.sort((a, b) => Number(a) - Number(b)) });
    },
    clear: () => { change(NOTHING); },
    isByKey: () => byKey.current,
  };
}
