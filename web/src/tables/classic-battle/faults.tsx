// Errors of the page (JK-8.1, 8.16): whatever nobody caught stops the round or the match, as an interrupt with reason `error`,
// and the table shows the panel for it. What cannot be drawn is fenced, so that the panel can.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MatchClient } from "../../client";
import { Boundary } from "../../parts/boundary";
import { InterruptPanel } from "./dialogs";
import { Banner, MachineState } from "./parts";
import { isInMatch, isInterrupt, type JkView } from "./session";
import type { Jk } from "./use";

const mayStop = (client: MatchClient): boolean => {
  const { view, me, plays, over } = client.match, state = (view as JkView | null)?.state ?? "";
  return me >= 0 && plays && !over && !!state && isInMatch(state) && !isInterrupt(state);
};

/** Interrupts, when nothing else is on its way; where there is nothing to interrupt, nothing happens. */
export function raiseError(client: MatchClient | undefined): void {
  if (!client || !mayStop(client)) return;
  const look = () => {
    if (client.match.pending) return;
    stop();
    if (mayStop(client)) client.play("interrupt error");
  };
  const stop = client.subscribe(look);
  look();
}

/** Listens for what nobody caught. */
export function useFaults(jk: Jk): void {
  const { client } = jk.p;
  useEffect(() => {
    if (!client) return;
    const onFault = (event: Event) => {
      // A browser's word that a size was measured a frame late; nothing is wrong.
      if (event instanceof ErrorEvent && event.message.startsWith("ResizeObserver")) return;
      jk.flash("Something went wrong on this page.");
      raiseError(client);
    };
    addEventListener("error", onFault);
    addEventListener("unhandledrejection", onFault);
    return () => {
      removeEventListener("error", onFault);
      removeEventListener("unhandledrejection", onFault);
    };
  }, [client]);
}

/* In place of a table that could not be drawn. The round goes on where the player says so, and then the table is tried again. */
function Fallen({ jk, again }: { jk: Jk; again(): void }) {
  const isStopped = isInterrupt(jk.v.state);
  const wasStopped = useRef(false);
  useEffect(() => {
    if (wasStopped.current && !isStopped) again();
    wasStopped.current = isStopped;
  }, [isStopped]);
  return (
    <main class="mat battle" data-cloth="judo">
      <Banner jk={jk} />
      <div class="field">
        {isStopped ? <InterruptPanel jk={jk} /> : (
          <section class="jk-int paper" role="alert"><h2>The table could not be drawn</h2><p>Nothing is lost: the referee has the match.</p></section>
        )}
      </div>
      <footer class="foot"><button class="btn cloth" id="draw-again" onClick={again}>Draw the table again</button></footer>
      <MachineState />
    </main>
  );
}

export function Fence({ jk, children }: { jk: Jk; children: ComponentChildren }) {
  return <Boundary onError={() => { raiseError(jk.p.client); }} fallback={again => <Fallen jk={jk} again={again} />}>{children}</Boundary>;
}
