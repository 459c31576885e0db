// Plays a seat without its page: a connection of its own that answers every question with one of the offered moves. The
// page that holds the same seat is told everything that happens there, which is what tests of whole matches want.

// Runs in a browser, on a page that does nothing else.
function playSeat({ match, token, seed }) {
  let state = seed >>> 0 || 1, id = 0, ticket = 0;
  const random = n => { // xorshift: the same moves for the same seed and offers
    state ^= state << 13; state >>>= 0; state ^= state >>> 17; state ^= state << 5; state >>>= 0;
    return state % n;
  };
  return new Promise((done, fail) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, "croupier.v1");
    const send = message => socket.send(JSON.stringify(message));
    const answer = m => {
      if (!m.question?.mine || !m.offers || m.question.ticket === ticket || m.question.paused) return;
      const moves = m.offers.moves?.filter(move => !/^(interrupt|error|settings|roundModifyFlag|home|timeout|abortMatch|toLobby)\b/.test(move)) ??
        m.offers.boxes.map(box => box.template);
      if (!moves.length) return;
      ticket = m.question.ticket;
      id = Math.max(id + 1, ticket * 1000); // above those of the page, as in src/client.ts
      send({ type: "move", id, ticket, move: moves[random(moves.length)] });
    };
    const alive = setInterval(() => socket.readyState === 1 && send({ type: "alive" }), 5000);
    socket.onopen = () => send({ type: "attach", match, token });
    socket.onerror = () => fail(new Error("the connection of the driver failed"));
    socket.onmessage = e => {
      for (const line of e.data.split("\n")) {
        const m = JSON.parse(line);
        if (m.type === "attached") id = Math.max(id, m.last_id);
        if (m.type === "state" || m.type === "update") {
          if (m.over) { clearInterval(alive); socket.close(); done(m.over); return; }
          answer(m);
        }
        if (m.type === "refused") { // a guess among very many: the referee says what is possible instead, or his patience ends it
          if (m.instead?.length) send({ type: "move", id: ++id, ticket, move: m.instead[random(m.instead.length)].move });
          else ticket = 0;
        }
      }
    };
  });
}

/** Plays a seat of a match that the test made, in another window of the player's browser; gives the end of the match. */
export async function drive(player, made, seat, seed = 1) {
  const window = await player.context.newPage();
  await window.goto(`${player.url}/healthz`);
  return window.evaluate(playSeat, { match: made.match, token: made.tokens[seat], seed });
}
