/* The table of events: what is told, to whom its parts are known by the code that tells it, and the line people read. */
#include "games/dune-battle/fields.h"
#include "games/dune/types.h"

static const char *const loss_causes[] = {"storm", "worm", "atomics", "ally", "emerging", NULL};
static const char *const piles[] = {"A", "B", NULL};
static const char *const types[] = {"fighters", "advisors", NULL};
static const char *const way_words[] = {"-",      "reserves", "cross", "back",
                                        "emerge", "move",     "ride",  NULL};
static const char *const victory_kinds[] = {"strongholds", "prediction", "fremen",
                                            "guild",       "default",    NULL};
static const char *const sent_words[] = {"polar_sink", "advisor", NULL};
static const char *const seats[] = {"0", "1", "2", "3", "4", "5", NULL};

static const cr_field revived_by_ghola_fields[] = {
    CR_ARG("leader", 0, &cr_maybe_word, du_leader_words, 0, 0),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field gave_fields[] = {
    CR_ARG("to", 0, &cr_word, db_factions, 0, CR_SPOKEN),
    CR_ARG("spice", 1, &db_amount_type, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field game_start_fields[] = {
    CR_ARG("factions", 0, &cr_set8, db_factions, 0, 0),
    CR_ARG("circles", 1, &cr_u8, NULL, DB_SEATS, 0),
    {0},
};
static const cr_field dealt_fields[] = {CR_ARG("leaders", 0, &cr_set32, db_leader_words, 0, 0),
                                        {0}};
static const cr_field prediction_fields[] = {
    CR_ARG("faction", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("turn", 1, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field placed_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field cards_dealt_fields[] = {
    CR_ARG("number", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("cards", 1, &cr_set64, db_card_words, 0, 0),
    {0},
};
static const cr_field n_fields[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field joined_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field said_card_fields[] = {CR_ARG("card", 0, &cr_word, card_words, 0, CR_SPOKEN),
                                            {0}};
static const cr_field said_fields[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, CR_SPOKEN), {0}};
static const cr_field phase_fields[] = {CR_ARG("phase", 0, &cr_word, du_phase_words, 0, 0), {0}};
static const cr_field dialed_fields[] = {CR_ARG("numbers", 0, &cr_u8, NULL, 2, CR_SPOKEN), {0}};
static const cr_field moved_storm_fields[] = {
    CR_ARG("from", 0, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("to", 1, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field order_fields[] = {CR_ARG("order", 0, &cr_u8, NULL, DB_SEATS, 0), {0}};
/* What forces do is past at once: where they stand is on the board, and a group that has gone to its ally and died may
 * as well have died at home. */
static const cr_field loss_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("cause", 3, &cr_word, loss_causes, 0, CR_SPOKEN),
    {0},
};
static const cr_field gone_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("cause", 2, &cr_word, loss_causes, 0, CR_SPOKEN),
    {0},
};
static const cr_field spice_card_fields[] = {
    CR_ARG("pile", 0, &cr_word, piles, 0, CR_SPOKEN),
    CR_ARG("card", 1, &cr_word, du_spice_words, 0, CR_SPOKEN),
    {0},
};
static const cr_field blown_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field worm_fields[] = {
    CR_ARG("territory", 0, &cr_maybe_word, db_territory_words, 0, CR_SPOKEN), {0}};
static const cr_field declared_fields[] = {
    CR_ARG("way", 0, &cr_word, way_words, 0, CR_SPOKEN),
    CR_ARG("from", 1, &du_maybe_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("to", 2, &du_maybe_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("normal", 3, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("elite", 4, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("card", 5, &cr_maybe_word, db_card_words, 0, CR_SPOKEN),
    CR_ARG("arms", 6, &cr_flag, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field moved_fields[] = {
    CR_ARG("from", 0, &cr_maybe_word, db_territory_words, 0, CR_SPOKEN),
    CR_ARG("to", 1, &db_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("normal", 2, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("elite", 3, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("type", 4, &cr_word, types, 0, CR_SPOKEN),
    {0},
};
static const cr_field offers_fields[] = {
    CR_ARG("offers", 0, &cr_maybe_seat, NULL, DB_SEATS, CR_SPOKEN), {0}};
static const cr_field ally_fields[] = {CR_ARG("ally", 0, &cr_word, db_factions, 0, 0), {0}};
static const cr_field said_spice_fields[] = {CR_ARG("spice", 0, &cr_u8, NULL, 0, CR_SPOKEN), {0}};
static const cr_field card_up_fields[] = {
    CR_ARG("place", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field pays_fields[] = {
    CR_ARG("card", 0, &cr_maybe_word, db_card_words, 0, CR_SPOKEN), {0}};
static const cr_field sold_fields[] = {
    CR_ARG("price", 0, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("from_pledge", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("to", 2, &cr_maybe_seat, NULL, 0, CR_SPOKEN),
    CR_ARG("paid_with", 3, &cr_maybe_word, db_card_words, 0, CR_SPOKEN),
    CR_ARG("card", 4, &cr_word, card_words, 0, CR_SPOKEN),
    {0},
};
static const cr_field taken_fields[] = {
    CR_ARG("of", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("number", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("cards", 2, &cr_set64, db_card_words, 0, 0),
    {0},
};
static const cr_field given_back_fields[] = {
    CR_ARG("to", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("left", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("card", 2, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field from_tanks_fields[] = {
    CR_ARG("normal", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("leader", 2, &cr_maybe_word, du_leader_words, 0, 0),
    CR_ARG("cost", 3, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field forces_fields[] = {
    CR_ARG("normal", 0, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("elite", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field seen_card_fields[] = {CR_ARG("card", 0, &cr_word, du_spice_words, 0, 0), {0}};
static const cr_field flipped_fields[] = {
    CR_ARG("territory", 0, &cr_maybe_word, db_territory_words, 0, 0),
    CR_ARG("to", 1, &cr_word, types, 0, 0),
    {0},
};
static const cr_field goes_fields[] = {CR_ARG("goes", 0, &cr_flag, NULL, 0, CR_SPOKEN), {0}};
static const cr_field shipped_fields[] = {
    CR_ARG("way", 0, &cr_word, way_words, 0, CR_SPOKEN),
    CR_ARG("from", 1, &cr_maybe_word, db_territory_words, 0, CR_SPOKEN),
    CR_ARG("to", 2, &du_maybe_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("normal", 3, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("elite", 4, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("price", 5, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("paid_to", 6, &cr_maybe_seat, NULL, 0, CR_SPOKEN),
    CR_ARG("from_pledge", 7, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field sends_fields[] = {CR_ARG("where", 0, &cr_word, sent_words, 0, CR_SPOKEN),
                                        {0}};
static const cr_field sent_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("type", 1, &cr_word, types, 0, 0),
    {0},
};
static const cr_field one_power_fields[] = {
    CR_ARG("power", 0, &cr_word, du_power_words, 0, CR_SPOKEN), {0}};
static const cr_field stopped_fields[] = {
    CR_ARG("power", 0, &cr_word, du_power_words, 0, CR_SPOKEN),
    CR_ARG("card", 1, &cr_word, card_words, 0, CR_SPOKEN),
    {0},
};
static const cr_field prevented_fields[] = {
    CR_ARG("power", 0, &cr_word, du_power_words, 0, CR_SPOKEN),
    CR_ARG("card", 1, &cr_word, card_words, 0, CR_SPOKEN),
    CR_ARG("place", 2, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field bribed_fields[] = {
    CR_ARG("to", 0, &cr_word, db_factions, 0, CR_SPOKEN),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field told_truth_fields[] = {
    CR_ARG("target", 0, &cr_word, db_factions, 0, CR_SPOKEN),
    CR_ARG("question", 1, &du_truth_type, NULL, 0, CR_SPOKEN),
    CR_ARG("answer", 3, &cr_flag, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field collected_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, CR_SPOKEN),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field bribes_fields[] = {CR_ARG("spice", 0, &db_amount_type, NULL, 0, CR_SPOKEN),
                                         {0}};
static const cr_field victory_fields[] = {
    CR_ARG("winners", 0, &cr_set8, seats, 0, 0),
    CR_ARG("kind", 1, &cr_word, victory_kinds, 0, 0),
    {0},
};
static const cr_field revealed_fields[] = {
    CR_ARG("dealt", 0, &cr_set32, db_leader_words, 0, 0),
    CR_ARG("predicted", 4, &cr_maybe_word, db_factions, 0, 0),
    CR_ARG("turn", 5, &cr_u8, NULL, 0, 0),
    {0},
};

const cr_told du_events[DU_EVENTS] = {
#define DB_WHOLE_GAME
#include "games/dune-battle/events.def"
#undef DB_WHOLE_GAME
    [DB_EV_PHASE_START] = {"phase_start", storm_fields, CR_TURNS, 0, 0, "The battles begin."},
    [DB_EV_SPICE_GIVEN] = {"spice_given", gave_fields, CR_ACT, 0, 0,
                           "{seat} [give|gives] {to} {spice} spice.", CR_PASSING},
    [DB_EV_GHOLA_USED] = {"ghola_used", revived_by_ghola_fields, CR_TURNS, 0, 0,
                          "{seat} [revive|revives] {revived} with a Ghola."},
    [DU_EV_GAME_START] = {"game_start", game_start_fields, CR_STOP, 0, 0, "The match begins."},
    [DU_EV_TRAITORS_DEALT] = {"traitors_dealt", dealt_fields, CR_ACT, 0, 0,
                              "{seat} [get|gets] four traitor cards<leaders:: {leaders}|>."},
    [DU_EV_PREDICTION] =
        {"prediction_made", prediction_fields, CR_ACT, 0, 0,
         "{seat} [have|has] written down who will win<faction:: {faction}, in turn {turn}|>."},
    [DU_EV_PLACED] = {"placed", placed_fields, CR_ACT, 0, 0,
                      "{seat} [place|places] {group} in {area}."},
    [DU_EV_CARDS_DEALT] =
        {"cards_dealt", cards_dealt_fields, CR_ACT, 0, 0,
         "{seat} [draw|draws] {number} treachery [number:card|cards]<cards:: {cards}|>."},
    [DU_EV_TURN] = {"turn", n_fields, CR_STOP, 0, 0, "Turn {number}."},
    [DU_EV_PHASE] = {"phase", phase_fields, CR_TURNS, 0, 0, "{phase}."},
    [DU_EV_STORM_DIALED] = {"storm_dialed", dialed_fields, CR_TURNS, 0, 0,
                            "The storm is dialed: {numbers}.", CR_PASSING},
    [DU_EV_STORM_CARD] = {"storm_card", said_fields, CR_TURNS, 0, 0, "The storm card is {number}.",
                          CR_PASSING},
    [DU_EV_STORM_CARD_SEEN] = {"storm_card_seen", n_fields, CR_ACT, 0, 0,
                               "{seat} [look|looks] at the storm card<number:: {number}|>."},
    [DU_EV_WEATHER] =
        {"weather", said_fields, CR_TURNS, 0, 0,
         "{seat} [control|controls] the weather: the storm moves {number} [sector|sectors].",
         CR_PASSING},
    [DU_EV_ATOMICS] = {"atomics", NULL, CR_STOP, 0, 0,
                       "{seat} [blast|blasts] the Shield Wall with Family Atomics."},
    [DU_EV_STORM_MOVED] = {"storm_moved", moved_storm_fields, CR_TURNS, 0, 0,
                           "The storm is in sector {to}."},
    [DU_EV_STORM_ORDER] = {"storm_order", order_fields, CR_QUIET, 0, 0,
                           "The order of this turn: {in_order}."},
    [DU_EV_LOST] = {"lost", loss_fields, CR_TURNS, 0, 0,
                    "{seat} [lose|loses] {group} in {area}<cause=storm: to the storm|<cause=worm: "
                    "to the worm|<cause=atomics: with the wall|<cause=ally: beside an ally| on the "
                    "way through the storm>>>>.",
                    CR_PASSING},
    [DU_EV_SPICE_GONE] = {"spice_gone", gone_fields, CR_ACT, 0, 0,
                          "{spice} spice in {area} is gone.", CR_PASSING},
    [DU_EV_SPICE_CARD] = {"spice_card", spice_card_fields, CR_TURNS, 0, 0, "Spice card: {card}.",
                          CR_PASSING},
    [DU_EV_SPICE_BLOWN] = {"spice_blown", blown_fields, CR_TURNS, 0, 0,
                           "{spice} spice blows in {area}.", CR_PASSING},
    [DU_EV_WORM] = {"worm", worm_fields, CR_TURNS, 0, 0,
                    "A worm comes<territory: to {territory}|, and finds nothing>.", CR_PASSING},
    [DU_EV_SPARED] = {"spared", NULL, CR_ACT, 0, 0, "{seat} [are|is] spared by the worm.",
                      CR_PASSING},
    [DU_EV_DECLARED] = {"declared", declared_fields, CR_ACT, 0, 0,
                        "{seat} [set|sets] out with {group}<to: to {to}|>.", CR_PASSING},
    [DU_EV_JOINED] = {"joined", joined_fields, CR_ACT, 0, 0, "{group} from {area} [join|joins].",
                      CR_PASSING},
    [DU_EV_RIDE] = {"ride", moved_fields, CR_TURNS, 0, 0,
                    "{seat} [ride|rides] a worm to {to} with {group}.", CR_PASSING},
    [DU_EV_NEXUS] = {"nexus", NULL, CR_STOP, 0, 0, "A nexus: alliances can be made and left."},
    [DU_EV_ALLIANCE_LEFT] = {"alliance_left", NULL, CR_TURNS, 0, 0,
                             "{seat} [leave|leaves] the alliance.", CR_PASSING},
    [DU_EV_OFFERS] = {"offers", offers_fields, CR_TURNS, 0, 0, "{in_offers}.", CR_PASSING},
    [DU_EV_ALLIED] = {"allied", ally_fields, CR_STOP, 0, 0, "{seat} and {ally} are allies."},
    [DU_EV_CHARITY] = {"charity_paid", said_spice_fields, CR_ACT, 0, 0,
                       "{seat} [get|gets] {spice} spice of charity.", CR_PASSING},
    [DU_EV_ROW] = {"row", said_fields, CR_TURNS, 0, 0,
                   "<number:{number} [card is|cards are] laid out.|No card is laid out.>",
                   CR_PASSING},
    [DU_EV_CARD_UP] = {"card_up", card_up_fields, CR_TURNS, 0, 0,
                       "Card {place} comes up<card:: {card}|>."},
    [DU_EV_BID] = {"bid", said_fields, CR_ACT, 0, 0, "{seat} [bid|bids] {number}.", CR_PASSING},
    [DU_EV_BID_PASSED] = {"bid_passed", NULL, CR_QUIET, 0, 0, "{seat} [pass|passes].", CR_PASSING},
    [DU_EV_PAYS] = {"pays", pays_fields, CR_ACT, 0, 0,
                    "{seat} [pay|pays] <card:with {card}|in spice>.", CR_PASSING},
    [DU_EV_SOLD] =
        {"sold", sold_fields, CR_TURNS, 0, 0,
         "{seat} [buy|buys] <card:{card}|the card> for <paid_with:{paid_with}|{price} spice>.",
         CR_PASSING},
    [DU_EV_EXTRA_CARD] = {"extra_card", said_card_fields, CR_ACT, 0, 0,
                          "{seat} [draw|draws] <card:{card}|a card> for free.", CR_PASSING},
    [DU_EV_ROW_RETURNED] = {"row_returned", said_fields, CR_ACT, 0, 0,
                            "{number} [card goes|cards go] back on the deck.", CR_PASSING},
    [DU_EV_SALE_VOID] = {"sale_void", NULL, CR_TURNS, 0, 0,
                         "{seat} cannot pay: the card is auctioned again."},
    [DU_EV_HAND_TAKEN] = {"hand_taken", taken_fields, CR_TURNS, 0, 0,
                          "{seat} [take|takes] the hand of {of}<cards:: {cards}|>."},
    [DU_EV_HAND_SWAPPED] = {"hand_swapped", given_back_fields, CR_ACT, 0, 0,
                            "{seat} [give|gives] <card:{card}|a card> back to {to}."},
    [DU_EV_REVIVED] = {"revived", from_tanks_fields, CR_ACT, 0, 0,
                       "{seat} [revive|revives] {revived}<cost: for {cost} spice|>."},
    [DU_EV_RAISED] = {"raised", NULL, CR_ACT, 0, 0,
                      "Three forces of {fremen_ally} come back free in this turn.", CR_PASSING},
    [DU_EV_HELPED] = {"helps", forces_fields, CR_ACT, 0, 0,
                      "{seat} [pay|pays] for {group} of {emperor_ally}.", CR_PASSING},
    [DU_EV_SPICE_CARD_SEEN] = {"spice_card_seen", seen_card_fields, CR_ACT, 0, 0,
                               "{seat} [look|looks] at the next spice card<card:: {card}|>."},
    [DU_EV_FLIPPED] = {"flipped", flipped_fields, CR_TURNS, 0, 0,
                       "{seat} [are|is] {to} in {territory}."},
    [DU_EV_GUILD] = {"guild", goes_fields, CR_ACT, 0, 0,
                     "{seat} <goes:[go|goes] now|[wait|waits]>.", CR_PASSING},
    [DU_EV_SHIPPED] =
        {"shipped", shipped_fields, CR_TURNS, 0, 0,
         "{seat} <way=emerge:[come|comes] out of the desert with|[ship|ships]> {group}<from: from "
         "{from}|> <to:<way=emerge:in|to> {to}|back><price: for {price} spice|>.",
         CR_PASSING},
    [DU_EV_SHIPMENT_STOPPED] = {"shipment_stopped", NULL, CR_TURNS, 0, 0,
                                "The shipment of {seat} is stopped."},
    [DU_EV_SENDS] = {"sends", sends_fields, CR_ACT, 0, 0,
                     "{seat} [send|sends] <where=advisor:an advisor along|one to the Polar Sink>.",
                     CR_PASSING},
    [DU_EV_SENT] = {"sent", sent_fields, CR_ACT, 0, 0, "{seat} [have|has] one more in {area}."},
    [DU_EV_MOVED] = {"moved", moved_fields, CR_TURNS, 0, 0,
                     "{seat} [move|moves] {group} from {from} to {to}.", CR_PASSING},
    [DU_EV_POWER_USED] = {"power_used", one_power_fields, CR_ACT, 0, 0,
                          "{seat} [use|uses] {power}.", CR_PASSING},
    [DU_EV_POWER_CANCELLED] = {"power_cancelled", stopped_fields, CR_TURNS, 0, 0,
                               "{seat} [cancel|cancels] {power} with {card}.", CR_PASSING},
    [DU_EV_POWER_PREVENTED] = {"prevented", prevented_fields, CR_TURNS, 0, 0,
                               "{seat} [prevent|prevents] {power} with {card}.", CR_PASSING},
    [DU_EV_WORTHLESS] = {"worthless_played", said_card_fields, CR_TURNS, 0, 0,
                         "{seat} [play|plays] {card} as a Karama.", CR_PASSING},
    [DU_EV_OWN_POWER] = {"own_power", stopped_fields, CR_TURNS, 0, 0,
                         "{seat} [use|uses] {power} with {card}.", CR_PASSING},
    [DU_EV_LAPSED] = {"lapsed", said_fields, CR_ACT, 0, 0,
                      "What you wanted to do is not possible any more.", CR_PASSING},
    [DU_EV_BRIBE] = {"bribe", bribed_fields, CR_TURNS, 0, 0,
                     "{seat} [bribe|bribes] {to} with {spice} spice.", CR_PASSING},
    [DU_EV_PLEDGE] = {"pledge", said_spice_fields, CR_TURNS, 0, 0,
                      "{seat} [pledge|pledges] {spice} spice to an ally."},
    [DU_EV_PLEDGE_RETURNED] = {"pledge_returned", said_spice_fields, CR_QUIET, 0, 0,
                               "{seat} [get|gets] back {spice} spice of the pledge.", CR_PASSING},
    [DU_EV_TRUTH] = {"truth", told_truth_fields, CR_TURNS, 0, 0,
                     "{seat} [ask|asks] {target} by Truthtrance for {asked_for}. The true answer: "
                     "<answer:yes|no>.",
                     CR_PASSING},
    [DU_EV_COLLECTED] = {"collected", collected_fields, CR_ACT, 0, 0,
                         "{seat} [collect|collects] {spice} spice in {area}.", CR_PASSING},
    [DU_EV_INCOME] = {"income", said_spice_fields, CR_ACT, 0, 0,
                      "{seat} [receive|receives] {spice} spice of income.", CR_PASSING},
    [DU_EV_BRIBES_TAKEN] = {"bribes_taken", bribes_fields, CR_QUIET, 0, 0,
                            "{seat} [take|takes] {spice} spice from in front of the shield.",
                            CR_PASSING},
    /* What lay on the discard pile is in the deck again, and nobody sees any more what it was. */
    [DU_EV_DECK_SHUFFLED] = {"deck_shuffled", NULL, CR_ACT, 0, 0, "The treachery deck is shuffled.",
                             CR_PASSING | CR_RENEWS},
    [DU_EV_SPICE_SHUFFLED] = {"spice_shuffled", NULL, CR_ACT, 0, 0, "The spice deck is shuffled.",
                              CR_PASSING},
    [DU_EV_VICTORY] = {"victory", victory_fields, CR_STOP, CR_DECIDED, DU_11_3,
                       "{victors} [win|wins]<kind=strongholds: by strongholds|<kind=prediction:, "
                       "as was foretold|<kind=fremen:: the desert has held out|<kind=guild:: "
                       "nobody else has| with the most strongholds>>>>."},
    [DU_EV_REVEALED] = {"revealed", revealed_fields, CR_QUIET, 0, 0, ""},
};
