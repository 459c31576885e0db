// The page begins here: looks as the settings say, the screen of the address, the two live regions.
import "./style/tokens.css";
import "./style/art.css";
import "./style/components.css";
import "./style/page.css";
import { render } from "preact";
import { Announcer } from "./parts/announcer";
import { useRoute } from "./route";
import { Lobby } from "./screens/lobby";
import { MatchScreen } from "./screens/match";

function Screen() {
  const { name, arg } = useRoute();
  switch (name) {
    case "match": return <MatchScreen key={arg} id={arg} watch={false} />;
    case "watch": return <MatchScreen key={arg} id={arg} watch />;
    default: return <Lobby />;
  }
}

render(<><Screen /><Announcer /></>, document.getElementById("page")!);
