// Learn: a guided first match. The table is the game's own, set as the lesson says; the referee judges as always; the rail
// holds the tasks, on phones a strip above the table.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { bareId, homeOf, isHere } from "../here/here";
import { HowSheet, Meaning } from "../how/lazy";
import { heldBy } from "../how/find";
import { createMatch, getGame, type GameInfo } from "../net/api";
import { canPlay } from "../offers";
import { alertNow } from "../parts/announcer";
import { Bar } from "../parts/bar";
import { useFetched, useTitle } from "../parts/hooks";
import { useKeys } from "../parts/keys";
import { snack } from "../parts/snackbar";
import { WhyContext, type Why } from "../parts/whynot";
import { go } from "../route";
import { store } from "../store";
import { loadTable, tableOf } from "../tables";
import type { TableProps } from "../tables/table";
import { makeNames, sentence, titleOf } from "../words";
import { bare, marked } from "./lesson";
import { Look } from "./look";
import { loadTeaching, type Lesson, type Task } from "./teach";
import { useTeacher, type Teacher } from "./use";

const Marked = ({ text }: { text: string }) => <>{marked(text).map((part, i) => (i % 2 ? <em key={i}>{part}</em> : part))}</>;

/* ---- what the teacher says ---- */

function Steps({ at, n, done }: { at: number; n: number; done: boolean }) {
  return (
    <div class="steps-l" role="img" aria-label={done ? `All ${n} tasks done` : `Task ${at + 1} of ${n}`}>
      {Array.from({ length: n }, (_, i) => <i key={i} class={i < at || done ? "done" : i === at ? "on" : ""} />)}
    </div>
  );
}

function SaidNote({ t }: { t: Teacher }) {
  if (t.trouble) return <div class="praise no" role="alert"><b>The referee does not answer.</b>{t.trouble}</div>;
  if (!t.said) return null;
  return <div class={`praise${t.said.isGood ? "" : " no"}`}><b>{t.said.title}</b><Marked text={t.said.text} /></div>;
}

/* The one thing to press that is the teacher's own, if there is one. */
function Next({ t, play }: { t: Teacher; play(): void }) {
  if (t.isOver) return <button class="btn act" data-next="play" onClick={play}>Play now against an easy bot</button>;
  if (t.isDone || !t.task.wait.length) return <button class="btn act" data-next="on" aria-disabled={t.isBusy} onClick={t.goOn}>Go on <kbd>↵</kbd></button>;
  if (t.task.button) return <button class="btn" data-next="try" aria-disabled={t.isBusy} data-move={t.task.wait[0]} onClick={() => { t.tryMove(t.task.wait[0]); }}>{t.task.button}</button>;
  return null;
}

function TaskList({ t, lesson, focus }: { t: Teacher; lesson: Lesson; focus: preact.RefObject<HTMLLIElement> }) {
  return (
    <ol class="tasks">
      {lesson.tasks.map((task, i) => {
        const isDone = i < t.at || (i === t.at && t.isDone), isNow = i === t.at && !isDone;
        return (
          <li key={task.title} ref={isNow ? focus : undefined} tabIndex={isNow ? -1 : undefined} class={isDone ? "done" : isNow ? "now" : "todo"} aria-current={isNow ? "step" : undefined}>
            <i>{isDone ? <span class="ic ic-check" /> : i + 1}</i>
            <div><b>{task.title}{isDone && <span class="vh">, done</span>}</b>{isNow && <p><Marked text={task.say} /></p>}</div>
          </li>
        );
      })}
    </ol>
  );
}

function Rail({ t, lesson, play, leave, focus }: { t: Teacher; lesson: Lesson; play(): void; leave(): void; focus: preact.RefObject<HTMLLIElement> }) {
  return (
    <aside class="rail" aria-label="Lesson">
      <section class="lesson grow" tabIndex={0} aria-label="Tasks">
        <header>
          <span class="caps dim">Lesson · about {lesson.minutes} minutes</span>
          <h2>{titleOf(lesson.game)}</h2>
          <Steps at={t.at} n={lesson.tasks.length} done={t.isOver} />
        </header>
        <TaskList t={t} lesson={lesson} focus={focus} />
        <SaidNote t={t} />
        {t.isOver && <p class="lesson-end">{lesson.end}</p>}
        <Next t={t} play={play} />
        <div class="foot">
          {t.isOver ? <button class="btn quiet" onClick={t.again}>Once more</button> : (
            <>
              <button class="btn quiet" aria-disabled={t.isBusy || t.isDone} onClick={t.show}>Show me</button>
              <button class="btn quiet" onClick={t.skip}>Skip task</button>
            </>
          )}
          <button class="btn quiet" onClick={leave}>Leave</button>
        </div>
      </section>
    </aside>
  );
}

/* On phones: what the rail says, as a strip in the ticker's place. */
function Strip({ t, lesson, play, leave }: { t: Teacher; lesson: Lesson; play(): void; leave(): void }) {
  const [isOpen, setOpen] = useState(true);
  const title = t.isOver ? "Done" : `${t.at + 1} of ${lesson.tasks.length} · ${t.task.title}`;
  return (
    <section class="strip-l" aria-label="Lesson">
      <div class="row">
        <h2><button class="btn bare" aria-expanded={isOpen} onClick={() => { setOpen(!isOpen); }}>{title}</button></h2>
        {!t.isOver && <button class="btn bare" onClick={t.skip}>Skip</button>}
        <button class="btn bare" onClick={leave}>Leave</button>
      </div>
      <Steps at={t.at} n={lesson.tasks.length} done={t.isOver} />
      {isOpen && (
        <div class="lesson">
          <SaidNote t={t} />
          {t.isOver ? <p>{lesson.end}</p> : !t.isDone && <p><Marked text={t.task.say} /></p>}
          <div class="row wrap">
            <Next t={t} play={play} />
            {!t.isDone && t.task.wait.length > 0 && <button class="btn quiet" aria-disabled={t.isBusy} onClick={t.show}>Show me</button>}
          </div>
        </div>
      )}
    </section>
  );
}

/* ---- the table ---- */

const noted = (task: Task, at: number) => `Task ${at + 1}: ${task.title}. ${bare(task.say)}`;

function Live({ lesson, game }: { lesson: Lesson; game: GameInfo }) {
  const t = useTeacher(lesson);
  const m = t.client.match;
  const table = tableOf(lesson.game);
  const names = useMemo(() => makeNames(m.seats, m.me), [m.seats, m.me]);
  const [why, setWhy] = useState<Why | null>(null);
  const [help, setHelp] = useState<{ rule?: string } | null>(null);
  const byKey = useRef(false), focus = useRef<HTMLLIElement>(null);
  const leave = () => { go(homeOf(location.hash)); };
  useTitle(`Learn ${titleOf(lesson.game)}`);

  // A task is said once as it begins, and the focus waits beside it, not on the answer.
  useEffect(() => {
    if (t.isDone) return;
    alertNow(noted(t.task, t.at));
    if (document.activeElement === document.body || document.activeElement?.closest(".lesson, .strip-l")) focus.current?.focus({ preventScroll: true });
  }, [t.at, t.isDone]);
  useLayoutEffect(() => {
    const onAny = (e: Event) => { byKey.current = e.type === "keydown"; };
    for (const type of ["keydown", "pointerdown"]) addEventListener(type, onAny, true);
    return () => { for (const type of ["keydown", "pointerdown"]) removeEventListener(type, onAny, true); };
  }, []);

  const instead = (list: { move: string; says: string }[] = []) => list.map(one => ({ move: one.move, label: names.fill(one.says) }));
  const props: TableProps = {
    game, view: m.view, question: m.question, offers: m.offers, seats: m.seats, me: m.me, names, options: m.options,
    events: m.events, n: m.n, history: m.history, over: m.over, pending: m.pending?.move ?? null, ranOut: null, tick: null, late: null,
    now: () => t.client.clock.now(),
    play: move => { setWhy(null); t.tryMove(move); },
    check: move => t.client.check(move),
    whyNot: (move, at, title, other, compare, good) => {
      void t.client.check(move).then(checked => {
        setWhy({ title: checked.ok ? (title ?? "This is possible.") : names.fill(checked.title ?? ""), because: checked.ok && good ? good : names.fill(checked.because ?? ""), checked, at, compare, instead: other ?? instead(checked.instead), byKey: byKey.current });
        if (checked.ok) return;
        alertNow(names.fill(`${checked.title ?? ""} ${checked.because ?? ""}`));
        t.wasRefused(checked.code ?? "");
      });
    },
    can: move => canPlay(m.offers, move),
    pause: () => undefined,
    lesson: true,
    client: t.client,
  };
  useEffect(() => {
    const no = m.refused;
    if (!no) return;
    alertNow(names.fill(`${no.title} ${no.because}`));
    setWhy({ title: names.fill(no.title), because: names.fill(no.because), checked: { ...no, type: "checked", ok: false }, at: document.getElementById("slip") ?? document.body, instead: instead(no.instead), byKey: byKey.current });
  }, [m.refused]);
  // A refusal stays until it was read: what others do behind it does not take it away.
  useEffect(() => { setWhy(null); }, [t.table]);
  useKeys({ h: () => { setHelp({}); }, Enter: () => { document.querySelector<HTMLElement>("#learn [data-next=on]")?.click(); } });

  const play = () => {
    const seats = ["me", ...Array<string>(Math.max(game.seats_min, 2) - 1).fill("bot:random")];
    createMatch({ game: lesson.game, seats, name: store.name, options: table.options?.(seats) ?? {} }).then(made => {
      store.add({ match: made.match, game: lesson.game, seat: 0, token: made.tokens["0"], at: Date.now() });
      go(`#/match/${made.match}`);
    }, (e: unknown) => { snack(sentence((e as Error).message)); });
  };
  const { Table } = table;
  const isReady = m.view !== null;
  return (
    <WhyContext.Provider value={{ why, close: () => { setWhy(null); }, play: props.play, showRule: rule => { setHelp({ rule }); } }}>
      <div id="learn" class="app learn" data-task={t.at + 1} data-done={t.isOver ? "all" : t.isDone ? "yes" : undefined} data-busy={t.isBusy || !isReady || m.pending ? "yes" : undefined} data-cloth={table.cloth}>
        <Bar title="Learn" about={`${titleOf(lesson.game)} · task ${t.at + 1} of ${lesson.tasks.length}`} game={lesson.game} help={() => { setHelp({}); }} leave={leave} />
        <Strip t={t} lesson={lesson} play={play} leave={leave} />
        {isReady ? <Table key={t.table} {...props} /> : <main class="mat" data-cloth={table.cloth}><p class="print" role="status">The referee brings the table.</p></main>}
        <Rail t={t} lesson={lesson} play={play} leave={leave} focus={focus} />
        <Look look={t.isBusy || t.isDone ? null : t.task.look} />
      </div>
      <Meaning game={lesson.game} />
      {help && <HowSheet game={lesson.game} keys={table.keys ?? []} rule={help.rule} have={heldBy(m.view, m.me)} isLearning close={() => { setHelp(null); }} />}
    </WhyContext.Provider>
  );
}

export function LearnScreen({ id }: { id: string }) {
  const name = bareId(id);
  const got = useFetched(() => Promise.all([loadTeaching(name), getGame(name), loadTable(name)]), [name]);
  const lesson = got.got?.[0].lesson;
  if (got.got && lesson) return <Live key={id} lesson={lesson} game={got.got[1]} />;
  return (
    <div class="page">
      <Bar title="Learn" game={name} />
      <main class="doc-page narrow">
        <h1>{titleOf(name)}</h1>
        {got.trouble ? <p role="alert">{sentence(got.trouble.message)}</p> : got.got ? <p>This game has no lesson yet.</p> : <p role="status">The lesson is on its way.</p>}
        <p><a class="btn act" href={isHere(id) ? "#/here" : "#/"}>To the lobby</a></p>
      </main>
    </div>
  );
}
