// Before a match: who has come, the link for those who have not, and a start with bots in the open seats.
import { useState } from "preact/hooks";
import type { MatchClient } from "../client";
import { announce } from "../parts/announcer";
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";
import { store } from "../store";
import { makeNames, titleOf } from "../words";

export const inviteLink = (id: string) => `${location.origin}${location.pathname}#/join/${id}`;

export function CopyLink({ link, label }: { link: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    const done = () => { setCopied(true); announce("The link is copied."); };
    // Without the right to the clipboard the text is there to be copied by hand.
    void navigator.clipboard?.writeText(link).then(done, () => undefined);
  };
  return (
    <div class="copy">
      <label class="field grow"><span>{label}</span><input class="input mono" readOnly value={link} onFocus={e => { e.currentTarget.select(); }} /></label>
      <button class="btn" onClick={copy}><i class={`ic ${copied ? "ic-check" : "ic-link"}`} aria-hidden="true" />{copied ? "Copied" : "Copy"}</button>
    </div>
  );
}

export function Waiting({ client, leave }: { client: MatchClient; leave(): void }) {
  const giveUp = () => {
    client.leave();
    store.remove(client.match.id);
    leave();
  };
  const m = client.match;
  const names = makeNames(m.seats, m.me);
  const open = m.seats.filter(s => s.kind === "open").length;
  useTitle(`Waiting, ${titleOf(m.game)}`);
  return (
    <div class="page">
      <Bar title={titleOf(m.game)} about="waiting for players" link={client.link} game={m.game} leave={leave} />
      <main class="doc-page narrow">
        <h1>Waiting for {open === 1 ? "one more player" : `${open} more players`}</h1>
        <section class="panel" aria-label="Seats">
          <ul class="sitters">
            {m.seats.map((s, i) => (
              <li key={i}>
                <i class={`pip s${i}`} aria-hidden="true" />
                <b>{s.kind === "open" ? "Open seat" : names(i)}</b>
                <span class="dim">{s.kind === "open" ? "" : s.kind === "bot" ? `bot, ${s.name}` : s.here || i === m.me ? "here" : "away"}</span>
              </li>
            ))}
          </ul>
        </section>
        <section class="panel">
          <h2>Invite</h2>
          <CopyLink link={inviteLink(m.id)} label="Whoever opens this link can sit down" />
        </section>
        {m.trouble && <p class="note stop" role="alert">{m.trouble.title} {m.trouble.because}</p>}
        <div class="row wrap">
          {m.me >= 0
            ? <button class="btn act" onClick={() => { client.start(); }}>Begin with bots in the open seats</button>
            : <a class="btn act" href={`#/join/${m.id}`}>Sit down</a>}
          <a class="btn" href="#/">To the lobby</a>
          {m.me >= 0 && <button class="btn danger" onClick={giveUp}>Give up my seat</button>}
        </div>
        <p class="dim">The match begins by itself when every seat is taken. Your seat stays yours if you leave this page.</p>
      </main>
    </div>
  );
}
