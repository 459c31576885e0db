// An address that leads nowhere says so, and leads on.
import { Bar } from "../parts/bar";
import { useTitle } from "../parts/hooks";

export function Nowhere() {
  useTitle("Nothing here");
  return (
    <div class="page">
      <Bar title="Nothing here" />
      <main class="doc-page narrow">
        <h1>There is nothing at this address.</h1>
        <p>The link may be cut off, or somebody has typed it. What you look for is one of these:</p>
        <p class="row wrap"><a class="btn act" href="#/">All tables</a><a class="btn" href="#/past">Past matches</a><a class="btn" href="#/rules/">Rules</a></p>
        <p class="dim">You were sent a link to a table? It has 32 letters and digits at its end; ask for it once more.</p>
      </main>
    </div>
  );
}
