// A seat: shape and colour, name, what it is (bot, away, replaced), and whether it decides now.
import type { ComponentChildren } from "preact";
import type { TableProps } from "../tables/table";

/** How a seat stands, in words: "bot", "away", "a bot plays for them". */
export function presence(p: Pick<TableProps, "seats" | "me">, seat: number): string {
  const s = p.seats[seat];
  if (!s) return "";
  if (s.kind === "open") return "open seat";
  if (s.replaced) return "left, a bot plays on";
  if (s.kind === "bot") return s.name && s.name !== "baseline" ? `bot, ${s.name}` : "bot";
  if (!s.here && seat !== p.me) return "away";
  return s.wants_pause ? "wants a pause" : "";
}

export function SeatBadge({ seat, children, clock, ...p }: TableProps & { seat: number; children?: ComponentChildren; clock?: string }) {
  const turn = !!p.question?.open.includes(seat) && !p.over;
  const how = presence(p, seat);
  return (
    <div class={`seat${turn ? " turn" : ""}${p.seats[seat]?.kind === "person" && !p.seats[seat]?.here && seat !== p.me ? " away" : ""}`} data-seat={seat}>
      <i class={`pip s${seat}`} aria-hidden="true" />
      <div>
        <div class="seat-n">{p.names(seat)}</div>
        <div class="seat-m">{how && <span>{how}</span>}{children}</div>
      </div>
      {clock && <span class="seat-clock">{clock}</span>}
    </div>
  );
}
