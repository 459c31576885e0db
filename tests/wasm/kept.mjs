// The recorded and the golden matches of the tree, and what must hold of them: played with the npm package, in Node
// (npm.test.mjs) and in a browser (web/test/browser/here.mjs).

/** Plays a golden text again; gives what differs, or null, and how many views were compared. */
export function playGolden(game, text) {
  const { seed, options, steps } = readGolden(text);
  const { seats, ...rest } = options;
  const match = game.start({ seed, seats: Number(seats), options: rest });
  let views = 0;
  try {
    for (const step of steps) {
      const wrong = playStep(match, step);
      if (wrong) return { wrong, views };
      views += step.views.length;
    }
    return { wrong: null, views };
  } finally {
    match.free();
  }
}

function playStep(match, { move, at, state, views }) {
  if (move) {
    const [who, ...words] = move.split(' ');
    const refusal = who === 'host' ? match.idle(Number(words[1]), at) : match.play(Number(who), words.join(' '), at);
    if (refusal) return `${move}: ${refusal.title}`;
  }
  if (match.hash !== state) return `${move ?? 'the start'}: state ${match.hash} instead of ${state}`;
  const other = views.find(({ viewer, text }) => match.viewText(viewer).trim() !== text.trim());
  return other ? `${move ?? 'the start'}: viewer ${other.viewer} sees\n${match.viewText(other.viewer)}instead of\n${other.text}` : null;
}

function readGolden(text) {
  const [head, ...steps] = text.split(/^== /m);
  return {
    seed: BigInt(/^seed (\d+)$/m.exec(head)[1]),
    options: Object.fromEntries(/^options (.*)$/m.exec(head)[1].split(' ').map((pair) => pair.split('='))),
    steps: steps.map(readStep),
  };
}

function readStep(step) {
  const [first] = step.split('\n', 1);
  const move = /^\d+ {2}(.*) {2}at (\d+) ms {2}state/.exec(first);
  const views = [...step.matchAll(/^viewer: (\S+)\n(?:[^|\n].*\n)+/gm)].map((m) => ({ viewer: m[1] === 'spectator' ? 13 : Number(m[1]), text: m[0] }));
  return { move: move?.[1], at: Number(move?.[2] ?? 0), state: /state ([0-9a-f]{16})/.exec(first)[1], views };
}
