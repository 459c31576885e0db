// The rules of a game, to be read and searched.
import { getGame, getGames } from "../net/api";
import { Bar } from "../parts/bar";
import { RuleList } from "../parts/help";
import { useFetched, useTitle } from "../parts/hooks";
import { titleOf } from "../words";

export function RulesScreen({ game, at }: { game: string; at?: string }) {
  const games = useFetched(getGames, []);
  const chosen = game || games.got?.games.find(g => g.game !== "duel")?.game || "";
  const info = useFetched(() => (chosen ? getGame(chosen) : Promise.resolve(null)), [chosen]);
  useTitle(chosen ? `Rules of ${titleOf(chosen)}` : "Rules");
  return (
    <div class="page">
      <Bar title="Rules" game={chosen} />
      <main class="doc-page">
        <h1>{chosen ? titleOf(chosen) : "Rules"}</h1>
        <nav class="row wrap" aria-label="Games">
          {games.got?.games.map(g => <a key={g.game} class="btn" aria-current={g.game === chosen ? "page" : undefined} href={`#/rules/${g.game}`}>{titleOf(g.game)}</a>)}
        </nav>
        {info.trouble && <p role="alert">{info.trouble.message}</p>}
        {info.got && <p class="lead-in">{info.got.about}</p>}
        {info.got && <RuleList key={chosen} rules={info.got.rules} at={at} />}
      </main>
    </div>
  );
}
