/* The whole game in words for people: questions, refusals, names, and the places of sentences that are more than a field.
 * What the battle says is the battle's. */
#include "games/dune/types.h"
#include "kernel/say.h"

const cr_asked du_questions[DU_QUESTIONS] = {
#include "games/dune-battle/questions.def"
    [DU_Q_PREDICT] = {"predict", 0, "Who will win, and in which turn? Nobody sees it.",
                      "{others} [write|writes] a prediction.", "First write your prediction."},
    [DU_Q_KEEP_TRAITOR] = {"keep_traitor", 0, "Which traitor do you keep?",
                           "{others} [choose|chooses] a traitor.", "First choose your traitor."},
    [DU_Q_PLACE_FREMEN] = {"place_fremen", 0, "Where do your forces stand?",
                           "{others} [place|places] forces.", "First place your forces."},
    [DU_Q_PLACE_SISTER] = {"place_sister", 0, "Where does your first sister stand?",
                           "{others} [place|places] a sister.", "First place your sister."},
    [DU_Q_DIAL] = {"dial", 0, "How far does the storm move? Dial a number.",
                   "{others} [dial|dials] the storm.", "First dial the storm."},
    [DU_Q_WEATHER] = {"weather", 0, "Do you control the weather?",
                      "{others} may control the weather.", "First answer: Weather Control?"},
    [DU_Q_ATOMICS] = {"atomics", 0, "Do you blast the Shield Wall?",
                      "{others} may blast the Shield Wall.", "First answer: Family Atomics?"},
    [DU_Q_STORM_LOSS] = {"storm_loss", 0, "How many of the lost are elite forces?",
                         "{others} [choose|chooses] losses.", "First choose your losses."},
    [DU_Q_OPENING] = {"opening", 0, "Before this phase: do you do anything?",
                      "{others} may act before this phase.",
                      "First say what you do before this phase."},
    [DU_Q_GIVE_BACK] = {"give_back", 0, "Which card do you give back?",
                        "{others} [give|gives] back cards.", "First give back a card."},
    [DU_Q_CANCEL] = {"cancel", 0, "Do you cancel this by Karama?",
                     "{others} may cancel this by Karama.", "First answer: a Karama?"},
    [DU_Q_CANCEL_WORTHLESS] = {"cancel_worthless", 0,
                               "A worthless card is played as a Karama. Do you cancel that?",
                               "{others} may cancel the worthless card.",
                               "First answer: a Karama?"},
    [DU_Q_WORM] = {"worm", 0, "Where does this worm go?", "{others} may send the worm.",
                   "First answer: where to?"},
    [DU_Q_SPARE] = {"spare", 0, "Does the worm spare your ally?", "{others} may spare an ally.",
                    "First answer: spare them?"},
    [DU_Q_LEAVE] = {"leave", 0, "Do you leave your alliance?", "{others} may leave alliances.",
                    "First answer: stay or leave?"},
    [DU_Q_ALLY] = {"ally", 0, "To whom do you offer an alliance?", "{others} may offer alliances.",
                   "First answer: an alliance?"},
    [DU_Q_RIDE] = {"ride", 0, "Do you ride the worm?", "{others} may ride the worm.",
                   "First answer: a ride?"},
    [DU_Q_RIDE_ALSO] = {"ride_also", 0, "Who rides too?", "{others} [gather|gathers] riders.",
                        "First answer: who rides too?"},
    [DU_Q_CHARITY] = {"charity", 0, "Do you claim charity?", "{others} may claim charity.",
                      "First answer: charity?"},
    [DU_Q_BID] = {"bid", 0, "Your bid?", "{others} [bid|bids].", "First bid or pass."},
    [DU_Q_PAY] = {"pay", 0, "How do you pay?", "{others} [pay|pays].", "First pay."},
    [DU_Q_RAISE] = {"raise", 0, "Does your ally revive three for free?",
                    "{others} may help an ally to revive.", "First answer: help your ally?"},
    [DU_Q_REVIVE] = {"revive", 0, "Whom do you revive?", "{others} [revive|revives].",
                     "First answer: whom do you revive?"},
    [DU_Q_HELP] = {"help", 0, "Do you pay for forces of your ally?",
                   "{others} may pay for an ally.", "First answer: help your ally?"},
    [DU_Q_WARTIME] = {"wartime", 0, "Where do your advisors take up arms?",
                      "{others} may arm advisors.", "First answer: take up arms?"},
    [DU_Q_GUILD] = {"guild", 0, "Do you go now?", "{others} may go now.", "First answer: go now?"},
    [DU_Q_SHIP] = {"ship", 0, "Your shipment?", "{others} [ship|ships].", "First ship or pass."},
    [DU_Q_SHIP_ALSO] = {"ship_also", 0, "Who is shipped too?", "{others} [gather|gathers] forces.",
                        "First answer: who else?"},
    [DU_Q_SEND] = {"send", 0, "Do you send somebody along?", "{others} may send somebody along.",
                   "First answer: send somebody?"},
    [DU_Q_INTRUSION] = {"intrusion", 0, "Somebody has come in. Do your fighters become advisors?",
                        "{others} may become advisors.", "First answer: become advisors?"},
    [DU_Q_MOVE] = {"move", 0, "Your move?", "{others} [move|moves].", "First move or pass."},
    [DU_Q_MOVE_ALSO] = {"move_also", 0, "Who moves too?", "{others} [gather|gathers] forces.",
                        "First answer: who else?"},
    [DU_Q_HAJR] = {"hajr", 0, "Do you play Hajr and move again?", "{others} may move again.",
                   "First answer: Hajr?"},
};

#define ROW(name, text, title, because) {#name, text, title, because},
#define DU_ROW(name, text)              {#name, text, "That is not possible.", "The rules say: " text "."},
const cr_code_row du_codes[DU_CODES_END - CR_CODE_GAME] = {DB_CODE_MAP(ROW) DU_CODE_MAP(DU_ROW)};
#undef DU_ROW
#undef ROW

bool du_tell(cr_teller *t, cr_span place)
{
    return db_tell(t, place);
}
