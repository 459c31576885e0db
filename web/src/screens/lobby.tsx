// The lobby: the games, my tables, open and running tables.
import { useEffect, useState } from "preact/hooks";
import { createMatch, getGames, type GameHead } from "../net/api";
import { go } from "../route";
import { store } from "../store";
import { titleOf } from "../words";

async function playNow(game: GameHead): Promise<void> {
  const seats = ["me", ...Array<string>(game.seats_min - 1).fill("bot")];
  const made = await createMatch({ game: game.game, seats, name: store.name });
  store.add({ match: made.match, game: game.game, seat: 0, token: made.tokens["0"], at: Date.now() });
  go(`#/match/${made.match}`);
}

export function Lobby() {
  const [games, setGames] = useState<GameHead[]>([]);
  useEffect(() => { void getGames().then(g => { setGames(g.games); }); }, []);
  return (
    <main class="lobby">
      <h1>Take a seat.</h1>
      {games.map(g => <p key={g.game}><b>{titleOf(g.game)}</b> {g.about} <button class="btn act" onClick={() => { void playNow(g); }}>Play now</button></p>)}
    </main>
  );
}
