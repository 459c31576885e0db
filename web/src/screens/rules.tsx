// The rules of a game, to be read and searched. Loaded when somebody opens it.
import { loadTeaching } from "../learn/teach";
import { getGame, getGames } from "../net/api";
import { EveryRule } from "../how/rules";
import { Bar } from "../parts/bar";
import { useFetched, useTitle } from "../parts/hooks";
import { sentence, titleOf } from "../words";

const headingsOf = (game: string): Promise<[string, string][]> => loadTeaching(game).then(one => one.how?.parts ?? [], () => []);

export function RulesScreen({ game, at }: { game: string; at?: string }) {
  const games = useFetched(getGames, []);
  const chosen = game || games.got?.games.find(g => g.game !== "duel")?.game || "";
  const info = useFetched(() => (chosen ? Promise.all([getGame(chosen), headingsOf(chosen)]) : Promise.resolve(null)), [chosen]);
  const got = info.got?.[0].game === chosen ? info.got : null; // not those of the game before
  useTitle(chosen ? `Rules of ${titleOf(chosen)}` : "Rules");
  return (
    <div class="page">
      <Bar title="Rules" game={chosen} />
      <main class="doc-page">
        <h1>{chosen ? titleOf(chosen) : "Rules"}</h1>
        <nav class="row wrap" aria-label="Games">
          {games.got?.games.map(g => <a key={g.game} class="btn" aria-current={g.game === chosen ? "page" : undefined} href={`#/rules/${g.game}`}>{titleOf(g.game)}</a>)}
        </nav>
        {info.trouble && <p role="alert">{sentence(info.trouble.message)}</p>}
        {got && <p class="lead-in">{got[0].about}</p>}
        {got && <EveryRule key={chosen} game={chosen} rules={got[0].rules} headings={got[1]} at={at} level={2} />}
      </main>
    </div>
  );
}
