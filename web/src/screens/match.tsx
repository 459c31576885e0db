// A match: bar, table, rail. The table of the game draws everything between; this file gives it the match.
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { MatchClient } from "../client";
import { getGame, type GameInfo } from "../net/api";
import { canPlay } from "../offers";
import { WhyContext, WhyNot, usePhone, type Why } from "../parts/whynot";
import { store } from "../store";
import { tableOf } from "../tables";
import type { TableProps } from "../tables/table";
import { eventInWords, makeNames, plain, titleOf } from "../words";

export function useClient(id: string, watch: boolean): MatchClient {
  const [, again] = useReducer((n: number, _: void) => n + 1, 0);
  const client = useMemo(() => new MatchClient(id, watch ? null : (store.table(id)?.token ?? null)), [id, watch]);
  useEffect(() => {
    const stop = client.subscribe(() => { again(); });
    return () => { stop(); client.close(); };
  }, [client]);
  return client;
}

export function MatchScreen({ id, watch }: { id: string; watch: boolean }) {
  const client = useClient(id, watch);
  const m = client.match;
  const [game, setGame] = useState<GameInfo | null>(null);
  const [why, setWhy] = useState<Why | null>(null);
  const isPhone = usePhone();

  useEffect(() => { if (m.game) void getGame(m.game).then(setGame); }, [m.game]);
  const names = useMemo(() => makeNames(m.seats, m.me), [m.seats, m.me]);

  if (m.fatal) return <main class="lobby"><h1>{m.fatal.reason}</h1><a href="#/">Lobby</a></main>;
  if (!game || !m.view) return <main class="lobby"><h1>{m.known ? "Waiting for players" : "Connecting"}</h1></main>;
  const table = tableOf(m.game);
  const props: TableProps = {
    game, view: m.view, question: m.question, offers: m.offers, seats: m.seats, me: m.me, names, options: m.options, events: m.events,
    n: m.n, history: m.history, over: m.over, pending: m.pending?.move ?? null,
    now: () => client.clock.now(),
    play: move => { setWhy(null); client.play(move); },
    check: move => client.check(move),
    whyNot: (move, at, title, instead) => {
      void client.check(move).then(checked => {
        setWhy({ title: title ?? plain(move), checked, at, byKey: false,
          instead: instead ?? (client.match.offers?.moves ?? []).slice(0, 3).map(o => ({ move: o, label: plain(o) })) });
      });
    },
    can: move => canPlay(m.offers, move),
    pause: (on, reason) => { client.pause(on, reason); },
  };
  const { Table, Rail } = table;
  return (
    <WhyContext.Provider value={{ why, close: () => { setWhy(null); }, play: props.play, showRule: () => undefined }}>
      <div class="app">
        <header class="bar">
          <a class="brand" href="#/" aria-label="Croupier, lobby"><i /><b /><span>Croupier</span></a>
          <div class="where"><b>{titleOf(m.game)}</b><span>{table.where?.(props)}</span></div>
        </header>
        <Table {...props} />
        <aside class="rail" aria-label="Score and log">
          {Rail && <section aria-label="Score"><Rail {...props} /></section>}
          <section class="grow"><ol class="log">{m.log.map((l, i) => <li key={i}><span class="n">{l.n}</span><i class="pip" /><span>{table.words(l.event, names) ?? eventInWords(l.event, names)}</span></li>)}</ol></section>
        </aside>
      </div>
      {why && !isPhone && <WhyNot />}
    </WhyContext.Provider>
  );
}
