// A seat: shape and colour, name, what it is (bot, away, replaced), and whether it decides now.
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { TableProps } from "../tables/table";
import { RoomContext } from "./room";

/** How a seat stands, in words: "bot", "away", "a bot plays for them". */
export function presence(p: Pick<TableProps, "seats" | "me" | "replay">, seat: number): string {
  const s = p.seats[seat];
  if (!s) return "";
  if (s.kind === "open") return "open seat";
  if (s.replaced) return "left, a bot plays on";
  if (s.kind === "bot") return s.name === "baseline" ? "" : s.name; // its name says that it is a bot
  if (!s.here && seat !== p.me && !p.replay) return "away";
  if (s.wants_pause) return "wants a pause";
  // With other people it counts only when all of them want it, so they can see who does.
  return s.auto && seat !== p.me && !p.replay ? "passes sent for them" : "";
}

export function SeatBadge({ seat, children, clock, ...p }: TableProps & { seat: number; children?: ComponentChildren; clock?: string }) {
  const turn = !!p.question?.open.includes(seat) && !p.over;
  const sitter = p.seats[seat];
  const away = sitter?.kind === "person" && !sitter.here && seat !== p.me && !p.replay;
  const how = presence(p, seat);
  const said = useContext(RoomContext).said[seat];
  return (
    <div class={`seat${turn ? " turn" : ""}${away ? " away" : ""}`} data-seat={seat}>
      <i class={`pip s${seat}`} aria-hidden="true" />
      <div>
        <div class="seat-n">{p.names(seat)}</div>
        <div class="seat-m">{how && <span class={sitter?.kind === "bot" ? "bot" : undefined}>{how}</span>}{!!sitter?.hints && <span class="hints">{sitter.hints} {sitter.hints === 1 ? "hint" : "hints"}</span>}{children}</div>
      </div>
      {clock && <span class="seat-clock">{clock}</span>}
      {said && <span class="said" aria-hidden="true">{said}</span>}
    </div>
  );
}
