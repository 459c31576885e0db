// Why not? The answer of the referee takes the slip's place: what is wrong, why, the rule by its id, and what is possible instead;
// all in words for players. So it covers nothing. What was pressed is marked. It never moves the focus unless it was opened by
// key; Escape, the cross, or pressing anything else closes it. A dry run that finds nothing wrong says so, in green.
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Checked, Question } from "../proto";
import type { Compare, Instead } from "../tables/table";
import { leftOf, useTick } from "./ring";

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

const SHOWN = 3; // buttons, before *More*

/* What is possible in its place. */
function Possible({ why, play }: { why: Why; play(move: string): void }) {
  const [all, setAll] = useState(false);
  const shown = all || why.instead.length <= SHOWN + 1 ? why.instead : why.instead.slice(0, SHOWN);
  return (
    <>
      {shown.map(i => <button key={i.move} class="btn" data-move={i.move} onClick={() => { play(i.move); }}>{i.label}</button>)}
      {shown.length < why.instead.length && <button class="btn quiet" onClick={() => { setAll(true); }}>More</button>}
    </>
  );
}

/** The slip while the referee says no, or yes. `question` is the one whose time runs on. */
export function WhySlip({ question, now }: { question: Question | null; now(): number }) {
  const { why, close, play } = useContext(WhyContext);
  const box = useRef<HTMLElement>(null);
  const left = leftOf(question, now());
  useTick(left !== null && left > 0);

  useLayoutEffect(() => {
    if (!why) return;
    const thing = why.at.matches(".slip") ? null : why.at;
    if (!why.checked.ok) thing?.classList.add("asked");
    if (why.byKey) box.current?.focus();
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== "Escape" || document.querySelector("dialog[open]")) return;
      e.stopPropagation();
      close();
      if (why.at instanceof HTMLElement) why.at.focus();
    };
    // Behind what the press does itself: nothing moves under the finger.
    const onPress = (e: MouseEvent) => { if (!box.current?.contains(e.target as Node) && !(e.target as Element).closest("dialog")) close(); };
    addEventListener("keydown", onKey, true);
    addEventListener("click", onPress);
    return () => {
      thing?.classList.remove("asked");
      removeEventListener("keydown", onKey, true);
      removeEventListener("click", onPress);
    };
  }, [why]);

  if (!why) return null;
  const { checked, compare } = why;
  return (
    <section ref={box} class={`slip why ${checked.ok ? "yes" : "no"}`} role="group" aria-labelledby="why-t" tabIndex={-1} id="slip">
      {compare ? (
        <div class="cmp">
          <div><strong>{compare.left}</strong><small>{compare.leftLabel}</small></div>
          <i aria-label={compare.signLabel}>{compare.sign}</i>
          <div><strong>{compare.right}</strong><small>{compare.rightLabel}</small></div>
        </div>
      ) : <div class="cmp sign"><i class={`ic ${checked.ok ? "ic-check" : "ic-no"}`} aria-hidden="true" /></div>}
      <div class="slip-body">
        <p class="slip-who">{checked.ok ? "Possible" : "Not possible"}{question?.mine && left !== null && <span class="why-left">{Math.ceil(left / 1000)} s</span>}</p>
        <h2 id="why-t">{why.title}</h2>
        {(why.because || checked.rule) && <p class="why-w">{why.because}{" "}{checked.rule && <RuleId id={checked.rule} />}</p>}
      </div>
      <div class="slip-acts">
        <Possible why={why} play={move => { close(); play(move); }} />
        <button class="icon" aria-label="Close" onClick={close}><i class="ic ic-close" /></button>
      </div>
    </section>
  );
}
