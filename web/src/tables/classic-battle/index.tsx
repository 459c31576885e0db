// The table of Classic Battle: the mat, or text mode. The page plays with `matches` 0, so that rematch and home lead on
// (JK-3.10).
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { GameTable, TableProps } from "../table";
import { Fence, useFaults } from "./faults";
import { LENGTHS, MEDIUM, readSeed } from "./settings";
import { seedOf } from "./seeds";
import { MatTable, useDialogs } from "./table";
import { openSession } from "./dialogs";
import { messageText, toldBy, type JkView } from "./session";
import { TextTable } from "./text";
import { settings, useJk, type Jk, type Props } from "./use";

const query = (name: string): string | null =>
  new URLSearchParams(location.search).get(name) ?? new URLSearchParams(location.hash.split("?")[1] ?? "").get(name);

/* JK-3.9 and 2.9: ?autostart=1 starts at once with the stored length, ?seed= deals by a number. Each counts once. */
function useAddress(jk: Jk): void {
  const { p, v } = jk, isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || p.me !== 0 || p.replay || v.state !== "waitingForMatchStart" || v.matchId > 0 || p.pending || !p.question?.mine) return;
    const seed = query("seed"), read = readSeed(seed ?? ""), auto = query("autostart") === "1";
    if (read.error) jk.flash(read.error);
    if (read.seed && seedOf(p) !== read.seed) {
      isDone.current = true;
      openSession(jk, read.seed, auto ? "?autostart=1" : "").catch((e: Error) => { jk.flash(e.message); });
    } else if (auto) {
      isDone.current = true;
      jk.send(`startClicked ${settings.chosen.has("winTarget") ? settings.values.winTarget : MEDIUM}`);
    }
  }, [v, p.pending, p.question?.ticket]);
}

/* The logo asks before it leads away from a match (JK-8.8). */
function useLogo(jk: Jk): void {
  const current = useRef(jk);
  current.current = jk;
  useLayoutEffect(() => {
    const logo = document.querySelector<HTMLAnchorElement>("a.brand");
    if (!logo) return;
    logo.id = "home-link";
    const onClick = (event: MouseEvent) => {
      const { p, v, openQuit } = current.current;
      if (p.me < 0 || p.replay || p.lesson || ["waitingForMatchStart", "matchOver", "interruptRound", "interruptMatch", "roundModification"].includes(v.state)) return;
      event.preventDefault();
      openQuit("home");
    };
    logo.addEventListener("click", onClick);
    return () => { logo.removeEventListener("click", onClick); };
  }, []);
}

function Table(p: TableProps) {
  const jk = useJk(p as Props), d = useDialogs(jk);
  useAddress(jk);
  useLogo(jk);
  useFaults(jk);
  const isText = (jk.options.textMode || query("mode") === "text") && !p.replay;
  return <Fence jk={jk}>{isText ? <TextTable jk={jk} d={d} /> : <MatTable jk={jk} d={d} />}</Fence>;
}

const lengthName = (target: number): string => LENGTHS.find(l => l.target === target)?.name ?? `First to ${target}`;

export const classicBattle: GameTable = {
  cloth: "judo",
  isWide: true,
  speaksItself: true,
  pacesItself: true,
  wantsViews: true,
  seesUnseated: true,
  options: seats => ({ matches: "0", opponent: seats[1]?.startsWith("bot") ?? true ? "computer" : "person" }),
  Table,
  prompt: p => messageText(p.view as JkView, toldBy(p.history.map(event => ({ at: 0, event }))), p.me, p.names),
  where: p => {
    const v = p.view as JkView;
    return `${v.target ? `${lengthName(v.target)} match` : "Lobby"} · ${v.flags.includes("secondPerson") ? "two people" : "against the computer"}`;
  },
  outcome: p => (p.view as JkView).result === "-" ? null : messageText({ ...(p.view as JkView), state: "matchOver" }, toldBy([]), p.me, p.names),
  keys: [
    { keys: "1–5", does: "pick a stat" }, { keys: "Q", does: "quit, after a question" }, { keys: "H", does: "help" },
    { keys: "Enter", does: "Next, where it has the focus" },
  ],
};
