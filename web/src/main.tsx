// The page begins here: looks as the settings say, the screen of the address, the live regions, the snackbars.
import "./style/tokens.css";
import "./style/art.css";
import "./style/controls.css";
import "./style/shell.css";
import "./style/cards.css";
import "./style/wheel.css";
import "./style/judoka.css";
import "./style/dialogs.css";
import "./style/slips.css";
import "./style/things.css";
import "./style/page.css";
import "./style/replay.css";
import "./style/learn.css";
import "./tables/style";
import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { watchLooks } from "./looks";
import { Announcer } from "./parts/announcer";
import { Boundary } from "./parts/boundary";
import { lazy } from "./parts/lazy";
import { Snacks } from "./parts/snackbar";
import { forgetTold } from "./here/told";
import { useRoute } from "./route";
import { JoinScreen } from "./screens/join";
import { Lobby } from "./screens/lobby";
import { MatchScreen } from "./screens/match";
import { Nowhere } from "./screens/nowhere";
import { SettingsScreen } from "./screens/settings";
import { PastScreen } from "./screens/tables";
import { store } from "./store";

// What not everybody wants is loaded when somebody does.
const LearnScreen = lazy<{ id: string }>(() => import("./learn/screen").then(part => part.LearnScreen));
const ReplayScreen = lazy<{ id: string; query: URLSearchParams }>(() => import("./screens/replay").then(part => part.ReplayScreen));
const CheckScreen = lazy<object>(() => import("./screens/check").then(part => part.CheckScreen));
const VerdictScreen = lazy<{ id: string }>(() => import("./screens/verdict").then(part => part.VerdictScreen));
const RulesScreen = lazy<{ game: string; at?: string }>(() => import("./screens/rules").then(part => part.RulesScreen));

/* A new screen begins at its top, and a screen reader there too. */
function useTop(screen: string): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0);
      const head = document.querySelector<HTMLElement>("main h1, .where b");
      if (head) { head.tabIndex = -1; head.focus({ preventScroll: true }); }
    }
    isFirst.current = false;
  }, [screen]);
}

function Screen() {
  const { name, arg, query } = useRoute();
  useTop(`${name}/${arg}`);
  switch (name) {
    case "match": return <MatchScreen key={arg} id={arg} watch={false} />;
    case "watch": return <MatchScreen key={`${arg} watch`} id={arg} watch />;
    case "replay": return <ReplayScreen key={arg} id={arg} query={query} />;
    case "join": return <JoinScreen key={arg} id={arg} />;
    case "rules": return <RulesScreen game={arg} at={query.get("at") ?? undefined} />;
    case "learn": return <LearnScreen key={arg} id={arg} />;
    case "settings": return <SettingsScreen />;
    case "check": return <CheckScreen />;
    case "verdict": return <VerdictScreen key={arg} id={arg} />;
    case "here": return <Lobby key="here" here />;
    case "past": return <PastScreen />;
    case "": return <Lobby />;
    default: return <Nowhere />;
  }
}

/* A screen that cannot be drawn says so, and leads back. */
const fallen = (again: () => void) => (
  <div class="page">
    <main class="doc-page narrow" role="alert">
      <h1>Something went wrong</h1>
      <p>This screen could not be drawn. Nothing is lost: the referee has every match.</p>
      <p class="row"><button class="btn act" onClick={again}>Try again</button><a class="btn" href="#/" onClick={again}>To all tables</a></p>
    </main>
  </div>
);

watchLooks();
// The page opens without a network, too. A browser that does not allow it, or a page without TLS, goes without.
navigator.serviceWorker?.register("offline.js").catch(() => undefined);
void forgetTold(store.tables.map(t => t.match));
render(<><Boundary fallback={fallen}><Screen /></Boundary><Snacks /><Announcer /></>, document.getElementById("page")!);
