// "Check it yourself": the record of a match is played again in this browser, by the referee's own program, and compared with
// what this page was told. The verdict in plain words, point by point.
import { useState } from "preact/hooks";
import { bareId, checkHere, isHerePossible } from "../here/here";
import type { CheckAsked, Finding, Verdict } from "../here/messages";
import { toldOf } from "../here/told";
import { sealOf } from "../drawing";
import { getRecord, type MatchHead } from "../net/api";
import { store } from "../store";
import { announce } from "./announcer";

const TITLES: Record<Finding["what"], string> = {
  record: "The record", commitment: "The deal", parts: "Who dealt", committed: "What was committed when", moves: "Every move", views: "What you were shown", result: "The result",
};

export function Findings({ verdict }: { verdict: Verdict }) {
  return (
    <div class={`findings${verdict.holds ? "" : " bad"}`} data-verdict={verdict.holds ? "holds" : "lied"}>
      <p><i class={`ic ${verdict.holds ? "ic-check" : "ic-no"}`} aria-hidden="true" /><b>{verdict.holds ? "Everything holds." : "This does not hold."}</b></p>
      <ul>
        {verdict.findings.map(f => (
          <li key={f.what} data-what={f.what} data-holds={f.holds}>
            <i class={`ic ${f.holds ? "ic-check" : "ic-no"}`} aria-hidden="true" /><span><b>{TITLES[f.what]}.</b> {f.text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const said = (verdict: Verdict) => (verdict.holds ? "Everything holds." : verdict.findings.filter(f => !f.holds).map(f => f.text).join(" "));

/** Checks what is asked, and tells; used for a match just played and for a record from a file. */
export async function judge(asked: CheckAsked): Promise<Verdict> {
  const verdict = await checkHere(asked);
  announce(said(verdict));
  return verdict;
}

export interface CheckItProps {
  id: string;
  /** -1: I only watched */
  seat: number;
  /** as this browser was told it when the match began */
  commitment: string;
  scores: number[];
  /** the players by seat */
  names: string[];
}

/** The file to keep. */
export const recordName = (m: Pick<MatchHead, "game" | "match">) => `${m.game}-${m.match.replace("~", "").slice(0, 8)}.rec`;

/** Made here, because the record of a match in this tab has no address. */
export async function saveRecord(m: Pick<MatchHead, "game" | "match">): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([(await getRecord(m.match)) as BlobPart]));
  link.download = recordName(m);
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Checks a match against all that this browser was told of it. */
export async function judgeMatch(p: CheckItProps): Promise<Verdict> {
  const [record, told] = await Promise.all([getRecord(p.id), toldOf(p.id, p.seat)]);
  const draws = store.table(p.id, p.seat)?.draws ?? [];
  const others = store.tables.filter(t => t.match !== p.id).flatMap(t => (t.draws ?? []).map(d => sealOf(t.match, t.seat, d.part)));
  return judge({
    record, told, draws, elsewhere: await Promise.all(others), names: p.names, match: bareId(p.id), commitment: p.commitment, seat: p.seat, scores: p.scores,
  });
}

export function CheckIt(p: CheckItProps) {
  const [verdict, setVerdict] = useState<Verdict | "busy" | Error | null>(null);
  const check = async () => {
    setVerdict("busy");
    try {
      setVerdict(await judgeMatch(p));
    } catch (error) {
      setVerdict(error as Error);
    }
  };
  if (!isHerePossible()) return null;
  if (verdict instanceof Error) return <p class="note stop" role="alert">It could not be checked here: {verdict.message}.</p>;
  if (verdict && verdict !== "busy") return <Findings verdict={verdict} />;
  return (
    <p><button type="button" class="btn" aria-busy={verdict === "busy"} onClick={() => { if (!verdict) void check(); }}>
      <i class="ic ic-check" aria-hidden="true" />{verdict ? "Playing it again…" : "Check it yourself"}</button></p>
  );
}
