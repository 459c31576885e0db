// A table that a game from outside brings: a script and a style beside its module, loaded from the server like the page itself
// (docs/page.md). It draws the middle of the generic table; question, time, seats and log stay the page's.
import { useEffect, useRef } from "preact/hooks";
import type { Checked, GameEvent, Offers, Over, Question, Seat } from "../proto";
import type { GameInfo, TableProps } from "./table";

/** What such a table is given, again after every change. */
export interface Given {
  game: GameInfo;
  view: any;
  question: Question | null;
  offers: Offers | null;
  seats: Seat[];
  /** -1: spectator */
  me: number;
  options: Record<string, string>;
  /** of the newest update, and all so far */
  events: GameEvent[];
  history: GameEvent[];
  over: Over | null;
  /** the move that was sent and is not confirmed */
  pending: string | null;
  isReplay: boolean;
  /** what a seat is called */
  name(seat: number): string;
  /** a sentence of the referee with the names of the players in it */
  fill(sentence: string): string;
  can(move: string): boolean;
  play(move: string): void;
  check(move: string): Promise<Checked>;
}

/** What its script gives back. */
export interface Mounted {
  update(table: Given): void;
  /** the table goes away */
  end?(): void;
  /** all moves can be made in the table, by real buttons with `data-move`: the page shows none */
  ownsMoves?: boolean;
}

/** The script's default export. */
export type Mount = (place: HTMLElement, table: Given) => Mounted;

const given = (p: TableProps): Given => ({
  game: p.game, view: p.truth ? { ...p.view, ...p.truth } : p.view, question: p.question, offers: p.offers, seats: p.seats, me: p.me, options: p.options,
  events: p.events, history: p.history, over: p.over, pending: p.pending, isReplay: !!p.replay,
  name: seat => p.names(seat), fill: sentence => p.names.fill(sentence),
  can: move => p.can(move), play: move => { p.play(move); }, check: move => p.check(move),
});

function addStyle(path: string) {
  if (document.querySelector(`link[href="${path}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: path }));
}

export function Outside({ p, onOwnsMoves, onTrouble }: { p: TableProps; onOwnsMoves(owns: boolean): void; onTrouble(): void }) {
  const place = useRef<HTMLDivElement>(null), mounted = useRef<Mounted | null>(null), newest = useRef(p);
  newest.current = p;

  useEffect(() => {
    const [script, style] = p.game.table ?? [];
    let isGone = false;
    if (style) addStyle(style);
    void (import(script) as Promise<{ default: Mount }>).then(module => {
      if (isGone || !place.current) return;
      mounted.current = module.default(place.current, given(newest.current));
      onOwnsMoves(!!mounted.current.ownsMoves);
    }).catch((e: unknown) => { console.warn(`the table of ${p.game.game}:`, e); if (!isGone) onTrouble(); });
    return () => {
      isGone = true;
      mounted.current?.end?.();
      mounted.current = null;
    };
  }, []);
  useEffect(() => {
    try {
      mounted.current?.update(given(p));
    } catch (e) {
      console.warn(`the table of ${p.game.game}:`, e);
      onTrouble();
    }
  });
  return <section aria-label="The table" class="g-zones"><div ref={place} data-game={p.game.game} /></section>;
}
