// An invitation: what is played, who is there, and a seat to take.
import { useEffect, useState } from "preact/hooks";
import { getGame, getMatch, joinMatch } from "../net/api";
import { Bar } from "../parts/bar";
import { useFetched, useTitle } from "../parts/hooks";
import { clothOf, Picture } from "../parts/pictures";
import { go } from "../route";
import { store } from "../store";
import { list, makeNames, sentence, titleOf } from "../words";

export function JoinScreen({ id }: { id: string }) {
  const match = useFetched(() => getMatch(id), [id], 3000);
  const m = match.got;
  const game = useFetched(() => (m ? getGame(m.game) : Promise.resolve(null)), [m?.game]).got;
  const [name, setName] = useState(store.name);
  const [trouble, setTrouble] = useState("");
  useTitle(m ? `Invitation to ${titleOf(m.game)}` : "Invitation");
  useEffect(() => { if (store.table(id)) go(`#/match/${id}`); }, [id]);

  const sit = (e: Event) => {
    e.preventDefault();
    store.name = name;
    joinMatch(id, { name: store.name }).then(made => {
      for (const [seat, token] of Object.entries(made.tokens)) store.add({ match: id, game: m?.game ?? "", seat: Number(seat), token, at: Date.now() });
      go(`#/match/${id}`);
    }, (error: unknown) => { setTrouble(sentence((error as Error).message)); match.again(); });
  };

  const names = makeNames(m?.seats ?? [], -1);
  const there = m?.seats.flatMap((s, i) => (s.kind === "open" ? [] : [names(i)])) ?? [];
  const open = m?.seats.filter(s => s.kind === "open").length ?? 0;
  return (
    <div class="page">
      <Bar title="Invitation" />
      <main class="doc-page narrow" data-cloth={m ? clothOf(m.game) : undefined}>
        {!m && match.trouble && <><h1>No such table</h1><p role="alert">{sentence(match.trouble.message)}</p><p><a class="btn act" href="#/">To the lobby</a></p></>}
        {!m && !match.trouble && <p role="status">Looking for the table.</p>}
        {m && (
          <>
            <div class="game invite"><Picture game={m.game} /></div>
            <h1>{titleOf(m.game)}</h1>
            <p>{game?.about}</p>
            <p>{there.length ? `${list(there)} ${there.length > 1 ? "sit" : "sits"} at the table.` : "Nobody sits at the table yet."} {m.stands === "open" ? `${open === 1 ? "One seat is" : `${open} seats are`} open.` : ""}</p>
            {m.settings.length > 0 && <p class="dim" id="settings">Played with: {m.settings.map(s => s.replace(/[.]$/, "")).join("; ")}.</p>}
            {m.stands === "open"
              ? (
                <form onSubmit={sit} class="panel">
                  <label class="field"><span>Your name</span><input class="input" maxLength={24} autocomplete="nickname" value={name} onInput={e => { setName(e.currentTarget.value); }} /></label>
                  <p class="note stop" role="alert" hidden={!trouble}>{trouble}</p>
                  <div class="row wrap"><button class="btn act">Sit down</button><a class="btn" href={`#/watch/${id}`}>Watch</a></div>
                </form>
              )
              : (
                <>
                  <p class="note">{m.stands === "running" ? "The match has begun; all seats are taken." : `The match is ${m.stands}.`}</p>
                  <p>{m.stands === "running" ? <a class="btn act" href={`#/watch/${id}`}>Watch</a> : <a class="btn act" href={`#/replay/${id}`}>Watch the replay</a>}</p>
                </>
              )}
          </>
        )}
      </main>
    </div>
  );
}
