// My answer in the making: what is pressed on the map or in lists, how many, with which card; what it costs, and why not. Each change
// is tried with the referee; nothing is sent before the button that says it whole.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useStateOf } from "../../parts/hooks";
import { Group } from "../../parts/keys";
import type { Checked } from "../../proto";
import { plain } from "../../words";
import type { TableProps } from "../table";
import { cardName } from "../dune-battle/model";
import { areaName, territoryName } from "./board";
import type { Picks } from "./map";
import { isKarama, priceOf, stackAt, type BoardView, type Ground, type Price, type Way } from "./model";
import { FORMS, NO_DRAFT, firstAreas, hasForces, isWhole, kindsOf, moveOf, nextAreas, territoryOf, waysOf, type Draft, type Ways } from "./moves";

type Props = TableProps<BoardView>;
const CHECK_MS = 120;

/** What the referee says to a move that is not sent; null while he has not answered. */
export function useChecked(p: Props, move: string | null): Checked | null {
  const [answer, setAnswer] = useState<{ move: string; checked: Checked } | null>(null), asked = useRef(0);
  useEffect(() => {
    const mine = ++asked.current;
    if (!move || !p.question?.mine) return;
    const timer = setTimeout(() => { void p.check(move).then(checked => { if (mine === asked.current) setAnswer({ move, checked }); }); }, CHECK_MS);
    return () => { clearTimeout(timer); };
  }, [move, p.question?.ticket]);
  return answer && answer.move === move ? answer.checked : null;
}

export function Stepper({ label, n, least = 0, most, onSet, onMore }: { label: string; n: number; least?: number; most: number; onSet(n: number): void; onMore?(at: Element): void }) {
  return (
    <div class="stepper" role="group" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <span class="step">
        <button type="button" class="icon" aria-label={`Less: ${label}`} aria-disabled={n <= least} onClick={() => { if (n > least) onSet(n - 1); }}><i class="ic ic-minus" /></button>
        <output aria-live="polite">{n}</output>
        <button type="button" class="icon" aria-label={`More: ${label}`} aria-disabled={n >= most} onClick={e => { if (n < most) onSet(n + 1); else onMore?.(e.currentTarget); }}><i class="ic ic-plus" /></button>
      </span>
    </div>
  );
}

/** A button that sends a move, or says why it cannot be sent. */
export function Send({ p, move, checked, children, isMain = true }: { p: Props; move: string; checked?: Checked | null; children: ComponentChildren; isMain?: boolean }) {
  const isNo = checked ? !checked.ok : false, waits = p.pending !== null;
  return (
    <button class={isMain ? "btn act" : "btn"} data-move={move} aria-disabled={isNo || waits || undefined}
      onClick={e => { if (waits) return; if (isNo) p.whyNot(move, e.currentTarget); else p.play(move); }}>{children}</button>
  );
}

export const WhyNote = ({ p, checked }: { p: Props; checked: Checked }) => (
  <span class="bad"><i class="ic ic-no" aria-hidden="true" /> {p.names.fill(`${checked.title ?? ""} ${checked.because ?? ""}`)} <span class="ruleid">{checked.rule}</span></span>
);

export interface Desk { picks: Picks | null; prompt?: ComponentChildren; note?: ComponentChildren; body?: ComponentChildren; tail?: ComponentChildren }

/** How many forces there are to take: of the reserves, or of the stack. */
function most(p: Props, ground: Ground, d: Draft): { normal: number; elite: number } {
  if (FORMS[d.kind]?.from) {
    const stack = d.from ? stackAt(ground, p.me, d.from) : undefined;
    return { normal: stack?.normal ?? 0, elite: stack?.elite ?? 0 };
  }
  return { normal: p.view.reserves[p.me] ?? 0, elite: p.view.elite_reserves[p.me] ?? 0 };
}

const WAY_NAMES: Record<string, string> = { ship: "From your reserves", cross: "From place to place", back: "Back to your reserves", emerge: "Out of the desert" };

const forcesWords = (d: Draft): string => (d.elite ? `${d.normal + d.elite} (${d.elite} elite)` : String(d.normal));

/* "Ship 4 to Old Gap for 4 spice" */
function titleOfDraft(d: Draft, price: Price | null): string {
  const form = FORMS[d.kind], n = form.forces && d.normal + d.elite ? ` ${forcesWords(d)}` : "", place = form.to?.whole ? territoryName(territoryOf(d.to)) : areaName(d.to);
  const where = [form.from && d.from ? `from ${areaName(d.from)}` : "", form.to && d.to ? `to ${place}` : ""].filter(Boolean).join(" ");
  return `${form.does}${n}${where && ` ${where}`}${price?.spice ? ` for ${price.spice} spice` : ""}`;
}

function priceOfDraft(p: Props, d: Draft): Price | null {
  if (!["ship", "cross", "back", "emerge"].includes(d.kind) || !isWhole(d, true)) return null;
  return priceOf(p.view, p.me, d.kind as Way, d.to, d.normal + d.elite, !!d.card);
}

/** The answer that is made on the map; null: this question is not asked there. */
export function useMapDesk(p: Props, ground: Ground): Desk | null {
  const [draft, put] = useStateOf<Draft>(p.question?.ticket, NO_DRAFT);
  const ways = waysOf(p.question?.mine && !p.over && !p.replay ? p.offers : null), kinds = kindsOf(ways).filter(kind => FORMS[kind]);
  const isAsked = kinds.length > 0;
  const kind = kinds.includes(draft.kind) ? draft.kind : (kinds[0] ?? "");
  const form = FORMS[kind], from = draft.from || onlyOne(form?.from ? firstAreas(ways, kind) : new Set()), d: Draft = { ...draft, kind, from: form?.from ? from : "" };
  const counts = hasForces(ways, kind);
  if (counts && !draft.isSet) { // until somebody says otherwise: all of a group, one of the reserves
    const there = most(p, ground, d);
    if (form.from) { d.normal = there.normal; d.elite = there.elite; } else if (there.normal) d.normal = 1;
    else d.elite = Math.min(1, there.elite);
  }
  const move = isAsked && isWhole(d, counts) ? moveOf(d) : null, checked = useChecked(p, move);
  if (!isAsked) return null;

  const legal = form.from && !d.from ? firstAreas(ways, kind) : form.to ? (form.from ? nextAreas(ways, kind, d.from) : firstAreas(ways, kind)) : new Set<string>();
  const set = (part: Partial<Draft>) => { put({ ...d, ...part }); };
  const there = most(p, ground, d), price = priceOfDraft(p, d);
  const picks: Picks = {
    legal, from: d.from || undefined, to: d.to || undefined, does: form.from && !d.from ? `${form.does} from here` : form.to ? `${form.does} here` : form.does,
    pick: area => {
      if (form.from && area === d.from && !draftIsForced(ways, kind)) put({ ...NO_DRAFT, kind });
      else if (form.from && (!d.from || !form.to)) put({ ...NO_DRAFT, kind, from: area });
      else set({ to: area });
    },
  };
  const cards = form.card ? (p.view.hand[p.me] ?? []).filter(card => isKarama(p.view, p.me, card)) : [];
  const isAdvisor = form.arms && !!d.from && !!stackAt(ground, p.me, d.from)?.isAdvisor;
  const isStackless = form.from && d.from && !stackAt(ground, p.me, d.from);
  return {
    picks,
    prompt: move ? titleOfDraft(d, price) : undefined,
    note: checked && !checked.ok ? <WhyNote p={p} checked={checked} />
      : isStackless ? "You have no forces there. Press a place where you have some."
        : price ? <>{price.why}{price.spice > 0 && ` It goes to ${price.to}.`} <span class="ruleid">{price.rule}</span></>
          : form.from && !d.from ? "Press your forces on the map, or choose them in the list of places."
            : form.to && !d.to ? `Press where ${form.from ? "they go" : "they come"}, or choose it in the list of places.` : undefined,
    body: (
      <div class="desk beside">
        {kinds.length > 1 && (
          <Group class="seg" aria-label="How">{kinds.map(one => <button key={one} type="button" aria-pressed={one === kind} onClick={() => { put({ ...NO_DRAFT, kind: one }); }}>{WAY_NAMES[one] ?? plain(one)}</button>)}</Group>
        )}
        {counts && (there.normal + there.elite > 0) && (
          <>
            <Stepper label={`${there.elite ? "Normal" : "Forces"}, of ${there.normal}`} n={d.normal} most={there.normal} onSet={n => { set({ normal: n, isSet: true }); }} />
            {there.elite > 0 && <Stepper label={`Elite, of ${there.elite}`} n={d.elite} most={there.elite} onSet={n => { set({ elite: n, isSet: true }); }} />}
          </>
        )}
        {cards.map(card => (
          <button key={card} type="button" class="switch" role="switch" aria-checked={d.card === card} onClick={() => { set({ card: d.card === card ? "" : card }); }}><i />{cardName(card)}: half price</button>
        ))}
        {isAdvisor && <button type="button" class="switch" role="switch" aria-checked={d.arms} onClick={() => { set({ arms: !d.arms }); }}><i />Take up arms</button>}
      </div>
    ),
    tail: move ? <Send p={p} move={move} checked={checked}>{titleOfDraft({ ...d, to: "", from: "" }, price)}</Send> : undefined,
  };
}

const onlyOne = (set: Set<string>): string => (set.size === 1 ? [...set][0] : "");
const draftIsForced = (ways: Ways[], kind: string): boolean => firstAreas(ways, kind).size === 1;
