// A hint: the best moves of my own question, found by a bot that saw what I see. It never sends a move. Loaded with the first one.
import type { Hinted } from "../proto";
import type { Names } from "../words";

const percent = (share: number) => Math.round(share * 100);

export function HintBox({ told, names, close }: { told: Hinted; names: Names; close(): void }) {
  return (
    <div class="hint-b" role="status" id="hint">
      <header>
        <h3><i class="ic ic-hint" aria-hidden="true" />Hint, from your seat</h3>
        <button class="icon" aria-label="Close the hint" onClick={close}><i class="ic ic-close" /></button>
      </header>
      {told.moves.length > 0 ? (
        <ol class="odds">
          {told.moves.map((m, i) => (
            <li key={m.move} class={i ? "" : "best"} data-move={m.move}>
              <b>{names.fill(m.says)}</b>
              <span class="meter" style={{ "--w": percent(m.worth) }} aria-hidden="true" />
              <span class="pc100">{percent(m.worth)} %<small>± {percent(m.error)}</small></span>
            </li>
          ))}
        </ol>
      ) : <p>There is no hint for this.</p>}
      <small>The bot saw what you see: {told.worlds.toLocaleString("en")} deals that fit, no more. The number is how well you stand afterwards.</small>
    </div>
  );
}
