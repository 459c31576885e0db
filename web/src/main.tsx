// The page begins here: looks as the settings say, the screen of the address, the two live regions.
import "./style/tokens.css";
import "./style/art.css";
import "./style/components.css";
import "./style/page.css";
import "./style/replay.css";
import { render } from "preact";
import { Announcer } from "./parts/announcer";
import { useRoute } from "./route";
import { Lobby } from "./screens/lobby";
import { MatchScreen } from "./screens/match";
import { ReplayScreen } from "./screens/replay";

function Screen() {
  const { name, arg, query } = useRoute();
  switch (name) {
    case "match": return <MatchScreen key={arg} id={arg} watch={false} />;
    case "watch": return <MatchScreen key={arg} id={arg} watch />;
    case "replay": return <ReplayScreen key={arg} id={arg} query={query} />;
    default: return <Lobby />;
  }
}

render(<><Screen /><Announcer /></>, document.getElementById("page")!);
