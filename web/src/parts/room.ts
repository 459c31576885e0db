// What parts inside a table may need of the room around it: the way to the next match, and what was just said.
import { createContext } from "preact";
import type { Passing } from "../proto";
import type { Meeting } from "./rematch";

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
  /** quick signals of the last moments, by seat */
  said: Record<number, string>;
}

export const RoomContext = createContext<Room>({ replay: null, again: null, meeting: null, goOn: null, hurry: null, passing: null, said: {} });
