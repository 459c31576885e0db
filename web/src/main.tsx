// The page begins here: looks as the settings say, the screen of the address, the live regions, the snackbars.
import "./style/tokens.css";
import "./style/art.css";
import "./style/components.css";
import "./style/page.css";
import "./style/replay.css";
import { render } from "preact";
import { watchLooks } from "./looks";
import { Announcer } from "./parts/announcer";
import { Snacks } from "./parts/snackbar";
import { useRoute } from "./route";
import { JoinScreen } from "./screens/join";
import { Lobby } from "./screens/lobby";
import { MatchScreen } from "./screens/match";
import { ReplayScreen } from "./screens/replay";
import { RulesScreen } from "./screens/rules";
import { SettingsScreen } from "./screens/settings";

function Screen() {
  const { name, arg, query } = useRoute();
  switch (name) {
    case "match": return <MatchScreen key={arg} id={arg} watch={false} />;
    case "watch": return <MatchScreen key={`${arg} watch`} id={arg} watch />;
    case "replay": return <ReplayScreen key={arg} id={arg} query={query} />;
    case "join": return <JoinScreen key={arg} id={arg} />;
    case "rules": return <RulesScreen game={arg} at={query.get("at") ?? undefined} />;
    case "settings": return <SettingsScreen />;
    default: return <Lobby />;
  }
}

watchLooks();
render(<><Screen /><Snacks /><Announcer /></>, document.getElementById("page")!);
