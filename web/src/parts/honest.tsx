// Is the deal honest? The seed that was shown at the end must give the commitment that was published before the first
// card; checked here, in this browser.
import { useEffect, useState } from "preact/hooks";
import { commitmentOf } from "../replay/sha256";
import { list } from "../words";

export interface HonestProps {
  match: string;
  seed: string;
  commitment: string;
  /** the seed was given as a number, so the deal was known to whoever made the match */
  pinned: boolean;
  /** how many moves the server has played again */
  moves: number;
  /** who has drawn the seed with the server, by name */
  drawn: string[];
  /** starts that came to nothing before */
  nVoid: number;
  /** tells more than the verdict */
  open?: boolean;
}

const short = (hex: string) => `${hex.slice(0, 4)}…${hex.slice(-4)}`;

export function Honest(p: HonestProps) {
  const [sum, setSum] = useState<string | null>(null);

  useEffect(() => {
    let isOld = false;
    void commitmentOf(p.match, p.seed).then(got => { if (!isOld) setSum(got); });
    return () => { isOld = true; };
  }, [p.match, p.seed]);
  if (sum === null) return <p class="dim" data-honest="checking">Checking the deal…</p>;
  const isHonest = sum === p.commitment;
  return (
    <details class={`verified${isHonest ? "" : " bad"}`} data-honest={isHonest ? "yes" : "no"} open={p.open || !isHonest}>
      <summary><i class={`ic ${isHonest ? "ic-check" : "ic-no"}`} aria-hidden="true" /><b>{isHonest ? "The deal is honest" : "The deal does not fit"}</b></summary>
      {isHonest ? (
        <p>
          Seed and commitment match: SHA-256 <span class="mono" title={sum}>{short(sum)}</span>, checked in this browser. The referee played
          all {p.moves} moves again, and every state had its hash.{" "}
          {p.drawn.length ? `The seed was drawn by the server and ${list(p.drawn)} together: nobody could choose it.` : !p.pinned && "The server alone has drawn the seed."}
          {p.nVoid > 0 && ` ${p.nVoid === 1 ? "One start" : `${p.nVoid} starts`} before came to nothing, because somebody did not open a part.`}
          {p.pinned && " The seed was given as a number, so whoever made the match could know the deal."}
        </p>
      ) : (
        <p>
          Published before the match: <span class="mono">{short(p.commitment)}</span>. What the shown seed gives: <span class="mono">{short(sum)}</span>.
        </p>
      )}
    </details>
  );
}
