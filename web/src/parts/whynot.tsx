// Why not? The answer of a dry run beside the thing that was pressed: what is wrong, why, the rule by its id, and what is
// possible instead; all in the referee's words for players. It never moves the focus unless it was opened by key; Escape closes it.
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Checked } from "../proto";
import type { Compare, Instead } from "../tables/table";

export interface Why {
  title: string;
  /** one sentence for players; "" where the move is possible */
  because: string;
  checked: Checked;
  instead: Instead[];
  compare?: Compare;
  at: Element;
  byKey: boolean;
}

export interface WhyValue {
  why: Why | null;
  close(): void;
  play(move: string): void;
  showRule(id: string): void;
}

export const WhyContext = createContext<WhyValue>({ why: null, close: () => undefined, play: () => undefined, showRule: () => undefined });

/** Is this a phone, by width? */
export function usePhone(): boolean {
  const query = "(max-width: 760px)";
  const [is, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const look = () => { set(media.matches); };
    media.addEventListener("change", look);
    return () => { media.removeEventListener("change", look); };
  }, []);
  return is;
}

/** The id of a rule; pressed, the help opens at it. */
export function RuleId({ id }: { id: string }) {
  const { showRule } = useContext(WhyContext);
  return <button type="button" class="ruleid" aria-label={`Rule ${id}`} onClick={() => { showRule(id); }}>{id}</button>;
}

const GAP = 14;

export function WhyNot({ inPlace }: { inPlace?: boolean }) {
  const { why, close, play } = useContext(WhyContext);
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number; tip: number; below: boolean } | null>(null);

  useLayoutEffect(() => {
    if (!why || inPlace || !box.current) return;
    const thing = why.at.getBoundingClientRect();
    const me = box.current.getBoundingClientRect();
    const left = Math.min(Math.max(12, thing.left + thing.width / 2 - me.width / 2), innerWidth - me.width - 12);
    const below = thing.top - me.height - GAP < 8;
    const top = below ? Math.min(thing.bottom + GAP, innerHeight - me.height - 8) : thing.top - me.height - GAP;
    setPlace({ left: left + scrollX, top: Math.max(8, top) + scrollY, tip: thing.left + thing.width / 2 - left - 10, below });
  }, [why, inPlace]);

  useLayoutEffect(() => {
    if (!why) return;
    if (why.byKey) box.current?.focus();
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== "Escape") return;
      e.stopPropagation();
      close();
      if (why.at instanceof HTMLElement) why.at.focus();
    };
    const onDown = (e: PointerEvent) => { if (!box.current?.contains(e.target as Node)) close(); };
    addEventListener("keydown", onKey, true);
    addEventListener("pointerdown", onDown);
    return () => {
      removeEventListener("keydown", onKey, true);
      removeEventListener("pointerdown", onDown);
    };
  }, [why]);

  if (!why) return null;
  const { checked } = why;
  return (
    <div ref={box} class={`why${inPlace ? " in-place" : ""}`} role="dialog" aria-labelledby="why-t" tabIndex={-1}
      style={inPlace ? undefined : place ? { left: place.left, top: place.top } : { visibility: "hidden" }}>
      <div class="why-h">
        <i class="ic ic-no" aria-hidden="true" />
        <h2 id="why-t">{why.title}</h2>
        <button class="icon" aria-label="Close" onClick={close}><i class="ic ic-close" /></button>
      </div>
      <div class="why-b">
        {why.compare && (
          <div class="why-cmp">
            <div><strong>{why.compare.left}</strong><small>{why.compare.leftLabel}</small></div>
            <i aria-label={why.compare.signLabel}>{why.compare.sign}</i>
            <div><strong>{why.compare.right}</strong><small>{why.compare.rightLabel}</small></div>
          </div>
        )}
        <p class="why-w">{checked.ok ? "This is possible." : why.because}{" "}{checked.rule && <RuleId id={checked.rule} />}</p>
        {why.instead.length > 0 && (
          <>
            <p class="caps dim why-i">Possible now</p>
            <ul>{why.instead.map(i => <li key={i.move}><button class="btn" data-move={i.move} onClick={() => { close(); play(i.move); }}>{i.label}</button></li>)}</ul>
          </>
        )}
      </div>
      {place && !inPlace && !place.below && <i class="tip" style={{ left: place.tip }} />}
    </div>
  );
}
