// Updates that tell what has changed, made whole again from what was known before (docs/protocol.md, "Changes"). Everything
// else in the page sees whole updates only.
import type { Changes, Form, GameEvent, Group, News, Offers, Question, Update, View } from "./proto";

/** What changes begin with: how things stood behind the update before. */
export interface Standing { n: number; seq: number; at: number; view: View | null; question: Question | null; offers: Offers | null }

/** An update as who did not ask for changes gets it. */
export type WholeUpdate = Update & { at: number; events: GameEvent[] };

/* The question as a view has it: sets of seats are bits. */
interface Asked { question: string; form: Form; seats: number; open: number; first: number; ticket: number; budget: number; until: number }

const PLAYERS = 8, SEATS = 16;
const seatsIn = (bits: number) => Array.from({ length: SEATS }, (_, seat) => seat).filter(seat => bits >> seat & 1);

function changedView(view: View, at: number, changes: Changes): View {
  const next: View = { ...view, time: at, ...changes };
  if (!view.asked || !changes.asked) return next;
  const told = changes.asked as Partial<Asked>, asked = { ...view.asked, ...told } as Asked;
  if (told.ticket !== undefined && told.open === undefined) asked.open = asked.seats;
  return { ...next, asked: Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null)) };
}

/* In turn it is the first open seat from `first` on, players before others. */
const deciders = ({ form, open, first }: Asked) => {
  const seats = seatsIn(open);
  return form === "turn" ? [seats.find(seat => seat >= first && seat < PLAYERS) ?? seats[0]] : seats;
};

/** The question that a view has, with these words. */
export function questionIn(view: View, says?: string): Question | undefined {
  const asked = view.asked as Asked | null;
  if (!asked?.open) return undefined;
  const open = deciders(asked);
  return {
    ticket: asked.ticket, asks: asked.question, form: asked.form, seats: seatsIn(asked.seats), open,
    ...(asked.budget && { [view.paused ? "left" : "until"]: asked.until }), ...(view.paused ? { paused: true } : {}),
    mine: open.includes(Number(view.viewer)), ...(says !== undefined && { says }),
  };
}

/** Moves one by one out of their groups. */
export const spread = (groups: Group[]): string[] => groups.flatMap(([word, ...rest]) => (rest.length ? rest.map(one => `${word} ${one}`) : [word]));

const eventOf = ([event, seat, rest]: News, seq: number): GameEvent => ({ seq, event, ...(typeof seat === "number" && { seat }), ...rest });

/** The events of an update as it came, whether it tells changes or not. Those told by changes have no numbers here. */
export const eventsIn = (u: Update): GameEvent[] => u.events ?? (u.news ?? []).map(one => eventOf(one, 0));

/** The update made whole; one that is not the next tells nothing that could be put together. */
export function whole(m: Standing, u: Update): WholeUpdate {
  const { ms, news, says, moves, changes, ...rest } = u;
  if (!changes || !m.view || u.n !== m.n + 1) return { ...u, at: u.at ?? m.at, events: u.events ?? [] };
  const at = Number(m.view.time) + (ms ?? 0), view = changedView(m.view, at, changes), question = questionIn(view, says ?? m.question?.says);
  const offers = moves || u.offers ? { ...(moves && { moves: spread(moves) }), ...u.offers } : m.offers ?? undefined;
  return {
    ...rest, at, events: (news ?? []).map((one, i) => eventOf(one, m.seq + 1 + i)), view, ...(question && { question }),
    ...(question?.mine && offers ? { offers } : { offers: undefined }),
  };
}
