// What parts inside a table may need of the room around it: the way to the next match, and what was just said.
import { createContext } from "preact";
import type { Step } from "../pace";
import type { Hinted, Passing } from "../proto";
import type { Auto } from "./auto";
import type { Meeting } from "./rematch";

/** What runs of the happenings since my last decision, and what can be done about it. */
export interface Running {
  /** null: all is shown */
  step: Step | null;
  nth: number;
  count: number;
  /** of several that became one: how many; else 0 */
  together: number;
  /** milliseconds; Infinity: until somebody goes on */
  stay: number;
  /** is it my turn afterwards? */
  isMine: boolean;
  /** happened while I was away, and was not looked at */
  away: number;
  again: (() => void) | null;
  next(): void;
  toMyTurn(): void;
}

export interface Room {
  /** address of the replay, once the match is over */
  replay: string | null;
  /** the same match once more, if only bots sit here */
  again: (() => void) | null;
  /** a rematch with the people here, once it is over and there are others than me */
  meeting: Meeting | null;
  /** takes a pause back */
  goOn: (() => void) | null;
  /** lets bots answer at once, while they take their time */
  hurry: (() => void) | null;
  /** the pass that is sent for me, or until when I look as if one were */
  passing: Passing | null;
  running: Running | null;
  /** what is sent for me soon */
  auto: Auto | null;
  /** hints for my question: how to ask for one, whether it is on its way, and what it says; null: there are none here */
  hint: { ask(): void; busy: boolean; told: Hinted | null; close(): void } | null;
  /** quick signals of the last moments, by seat */
  said: Record<number, string>;
}

export const RoomContext = createContext<Room>({ replay: null, again: null, meeting: null, goOn: null, hurry: null, passing: null, running: null, auto: null, hint: null, said: {} });
