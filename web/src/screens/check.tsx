// A record from a file, played again in this browser: does everything in it hold?
import { useState } from "preact/hooks";
import type { Verdict } from "../here/messages";
import { isHerePossible } from "../here/here";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { Findings, judge } from "../parts/verdict";
import { titleOf } from "../words";

export function CheckScreen() {
  const [verdict, setVerdict] = useState<Verdict | Error | null>(null);
  const [name, setName] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) return;
    setName(file.name);
    setVerdict(null);
    try {
      setVerdict(await judge({ record: new Uint8Array(await file.arrayBuffer()) }));
    } catch (error) {
      setVerdict(error as Error);
    }
  };

  useTitle("Check a record");
  return (
    <div class="page">
      <Bar title="Check a record" />
      <main class="doc-page narrow">
        <h1>Check a record</h1>
        <p>A record holds a whole match: the seed of the deal and every move. The referee plays it again here, in your browser, and says whether everything in it holds.
          Nothing is sent anywhere.</p>
        {isHerePossible()
          ? <label class="field"><span>A file that ends with .rec</span>
            <input class="input" type="file" accept=".rec" onChange={e => { void read(e.currentTarget.files?.[0]); }} /></label>
          : <p class="note stop" role="alert">This page was built without the referee for browsers. In a terminal, “croupier replay” does the same.</p>}
        {verdict instanceof Error && <p class="note stop" role="alert">It could not be checked: {verdict.message}.</p>}
        {verdict && !(verdict instanceof Error) && (
          <section aria-label={`Verdict on ${name}`}>
            {verdict.game && <p>{titleOf(verdict.game)}, {verdict.moves} moves, {verdict.scores.join(" : ")}.</p>}
            <Findings verdict={verdict} />
          </section>
        )}
      </main>
    </div>
  );
}
