// The styles of all tables: part of the page's one style, so that a table that is loaded later is drawn at once.
import "./classic-battle/style.css";
import "./duel/style.css";
import "./dune/style.css";
import "./dune-battle/style.css";
import "./imposter-kings/style.css";
import "./liap-tui/style.css";
