// The verdict on a match that is over, on a sheet of its own: who had a hand in the deal, what was committed when, that the
// referee's program gives this result; the record to keep, and where else it can be checked. `croupier replay` says the same.
import { useEffect, useState } from "preact/hooks";
import { isHerePossible } from "../here/here";
import type { Verdict } from "../here/messages";
import { getMatch, type MatchHead } from "../net/api";
import { whenInWords } from "../past";
import { Bar } from "../parts/bar";
import { useFetched, useTitle } from "../parts/hooks";
import { Findings, judgeMatch, recordName, saveRecord } from "../parts/verdict";
import { store } from "../store";
import { list, makeNames, titleOf } from "../words";

function Sheet({ head }: { head: MatchHead }) {
  const [verdict, setVerdict] = useState<Verdict | Error | null>(null);
  const mine = store.table(head.match), names = makeNames(head.seats, mine?.seat ?? -1);
  const check = async () => {
    setVerdict(null);
    try {
      setVerdict(await judgeMatch({
        id: head.match, seat: mine?.seat ?? -1, scores: head.over?.scores ?? [], names: head.seats.map((_, i) => names(i)), commitment: mine?.commitment ?? head.commitment,
      }));
    } catch (error) {
      setVerdict(error as Error);
    }
  };

  useEffect(() => { if (head.over && isHerePossible()) void check(); }, [head.match]);
  if (!head.over) return <p role="alert">This match is not over yet: until then its deal is secret. <a href={`#/watch/${head.match}`}>Watch it</a></p>;
  return (
    <>
      <p>{titleOf(head.game)} with {list(head.seats.flatMap((_, i) => (i === mine?.seat ? [] : [names(i)])))}, {whenInWords(head.ended ?? head.created)}.{head.over.says && ` ${names.fill(head.over.says)}`}</p>
      <section aria-labelledby="verdict-t">
        <h2 id="verdict-t">What was found</h2>
        {!isHerePossible() && <p class="note stop" role="alert">This page was built without the referee for browsers. In a terminal, “croupier replay” tells the verdict.</p>}
        {isHerePossible() && verdict === null && <p role="status">The referee plays the record again, in this browser.</p>}
        {verdict instanceof Error && (
          <p class="note stop" role="alert">It could not be checked here: {verdict.message}. <button type="button" class="linklike" onClick={() => { void check(); }}>Try again</button></p>
        )}
        {verdict && !(verdict instanceof Error) && <Findings verdict={verdict} />}
      </section>
      <section aria-labelledby="keep-t">
        <h2 id="keep-t">Keep it</h2>
        <p>The record holds all of this: parts, commitments, times and every move. Whoever has the file can check it without this server.</p>
        <p><button type="button" class="btn act" onClick={() => { void saveRecord(head); }}>Save {recordName(head)}</button></p>
      </section>
      <section aria-labelledby="else-t">
        <h2 id="else-t">Check it elsewhere</h2>
        <p>Give the file to <a href="#/check">the checker of this page</a>, or of any other that you trust more; or, in a terminal:</p>
        <pre class="mono" tabIndex={0} aria-label="Command"><code>croupier replay {recordName(head)}</code></pre>
        <p><a href={`#/replay/${head.match}`}>Watch the replay</a></p>
      </section>
    </>
  );
}

export function VerdictScreen({ id }: { id: string }) {
  const { got, trouble } = useFetched(() => getMatch(id), [id]);
  useTitle(got ? `Verdict: ${titleOf(got.game)}` : "Verdict");
  return (
    <div class="page">
      <Bar title="Verdict" />
      <main class="doc-page narrow verdict-sheet">
        <h1>The verdict</h1>
        {trouble && <p class="note stop" role="alert">{trouble.message}</p>}
        {!got && !trouble && <p role="status">Fetching the match.</p>}
        {got && <Sheet head={got} />}
      </main>
    </div>
  );
}
