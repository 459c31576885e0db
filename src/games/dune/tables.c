/* The tables of moves, effects, positions and views. */
#include "games/dune-battle/fields.h"
#include "games/dune/types.h"

/* ---- moves ---- */

static const char *const prevented_words[] = {"fr_card", "at_card", "at_spice", "sg_order", NULL};
static const char *const send_words[] = {"polar_sink", "advisor", NULL};

#define FORCES(at)                                      \
    CR_ARG("normal", at, &cr_count, NULL, 0, CR_KEYED), \
        CR_ARG("elite", (at) + 1, &cr_count, NULL, 0, CR_KEYED)

static const cr_field ghola_leader_fields[] = {
    CR_ARG("target", 0, &cr_maybe_word, du_leader_words, 0, CR_KEYED),
    CR_ARG("forces", 1, &cr_count, NULL, 0, CR_KEYED),
    CR_ARG("elite", 2, &cr_count, NULL, 0, CR_KEYED),
    CR_ARG("card", 3, &db_ghola_type, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field stop_fields[] = {
    CR_ARG("card", 0, &cr_word, card_words, 0, 0),
    CR_ARG("power", 1, &cr_maybe_word, du_power_words, 0, CR_KEYED),
    {0},
};
static const cr_field predict_fields[] = {
    CR_ARG("faction", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("turn", 1, &cr_count, NULL, 0, 0),
    {0},
};
static const cr_field traitor_fields[] = {CR_ARG("leader", 0, &cr_word, db_leader_words, 0, 0),
                                          {0}};
static const cr_field place_fields[] = {
    CR_ARG("area", 0, &db_place_type, NULL, 0, 0), FORCES(2), {0}};
static const cr_field number_fields[] = {CR_ARG("number", 0, &cr_count, NULL, 0, 0), {0}};
/* Any number that fits can be meant here, so none stands for larger ones. */
static const cr_field bid_fields[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field elite_fields[] = {CR_ARG("elite", 0, &cr_count, NULL, 0, 0), {0}};
static const cr_field sand_fields[] = {CR_ARG("territory", 0, &cr_word, db_territory_words, 0, 0),
                                       {0}};
static const cr_field offer_fields[] = {CR_ARG("faction", 0, &cr_word, db_factions, 0, 0), {0}};
static const cr_field ride_fields[] = {
    CR_ARG("to", 0, &db_place_type, NULL, 0, 0),
    CR_ARG("from", 2, &db_place_type, NULL, 0, 0),
    FORCES(4),
    {0},
};
static const cr_field also_fields[] = {
    CR_ARG("from", 0, &db_place_type, NULL, 0, 0), FORCES(2), {0}};
static const cr_field pay_fields[] = {CR_ARG("card", 0, &cr_maybe_word, db_card_words, 0, CR_KEYED),
                                      {0}};
static const cr_field revive_fields[] = {
    FORCES(0),
    CR_ARG("leader", 2, &cr_maybe_word, du_leader_words, 0, CR_KEYED),
    {0},
};
static const cr_field help_fields[] = {FORCES(0), {0}};
static const cr_field ship_fields[] = {
    CR_ARG("to", 0, &db_place_type, NULL, 0, 0),
    FORCES(2),
    CR_ARG("card", 4, &cr_maybe_word, db_card_words, 0, CR_KEYED),
    {0},
};
static const cr_field cross_fields[] = {
    CR_ARG("from", 0, &db_place_type, NULL, 0, 0),
    CR_ARG("to", 2, &db_place_type, NULL, 0, 0),
    FORCES(4),
    {0},
};
static const cr_field emerge_fields[] = {
    CR_ARG("to", 0, &db_place_type, NULL, 0, 0), FORCES(2), {0}};
static const cr_field send_fields[] = {CR_ARG("where", 0, &cr_word, send_words, 0, 0), {0}};
static const cr_field move_fields[] = {
    CR_ARG("from", 0, &db_place_type, NULL, 0, 0),
    CR_ARG("to", 2, &db_place_type, NULL, 0, 0),
    FORCES(4),
    CR_ARG("arms", 6, &cr_u8, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field truth_fields[] = {
    CR_ARG("target", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("question", 1, &du_truth_type, NULL, 0, 0),
    {0},
};
static const cr_field bribe_fields[] = {
    CR_ARG("to", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, CR_IS_MONEY),
    {0},
};
static const cr_field pledge_fields[] = {CR_ARG("spice", 0, &cr_u8, NULL, 0, CR_IS_MONEY), {0}};
static const cr_field prevent_fields[] = {
    CR_ARG("power", 0, &cr_word, prevented_words, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    CR_ARG("place", 2, &cr_count, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field call_worm_fields[] = {
    CR_ARG("territory", 0, &cr_word, db_territory_words, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field swap_fields[] = {
    CR_ARG("target", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field recall_fields[] = {
    FORCES(0),
    CR_ARG("leader", 2, &cr_maybe_word, du_leader_words, 0, CR_KEYED),
    CR_ARG("card", 3, &cr_word, card_words, 0, CR_KEYED),
    {0},
};

/* How each argument is asked for, in the order of its fields. */
static const char *const stop_parts[] = {"With which card?", "Which power?", NULL};
static const char *const predict_parts[] = {"Who will win?", "In which turn?", NULL};
static const char *const traitor_parts[] = {"Which leader?", NULL};
static const char *const place_parts[] = {"Where?", "How many normal forces?",
                                          "How many elite forces?", NULL};
static const char *const number_parts[] = {"Which number?", NULL};
static const char *const elite_parts[] = {"How many elite forces?", NULL};
static const char *const territory_parts[] = {"Which territory?", NULL};
static const char *const faction_parts[] = {"Which faction?", NULL};
static const char *const ride_parts[] = {"Where to?", "Where from?", "How many normal forces?",
                                         "How many elite forces?", NULL};
static const char *const also_parts[] = {"Where from?", "How many normal forces?",
                                         "How many elite forces?", NULL};
static const char *const card_parts[] = {"Which card?", NULL};
static const char *const revive_parts[] = {"How many normal forces?", "How many elite forces?",
                                           "Which leader?", "With which card?", NULL};
static const char *const ship_parts[] = {"Where to?", "How many normal forces?",
                                         "How many elite forces?", "With which Karama?", NULL};
static const char *const move_parts[] = {
    "Where from?",   "Where to?", "How many normal forces?", "How many elite forces?",
    "Take up arms?", NULL};
static const char *const truth_parts[] = {"Whom?", "What?", NULL};
static const char *const bribe_parts[] = {"To whom?", "How much spice?", NULL};
static const char *const spice_parts[] = {"How much spice?", NULL};
static const char *const prevent_parts[] = {"Which power?", "With which card?",
                                            "Which card of the row?", NULL};
static const char *const call_parts[] = {"Which territory?", "With which card?", NULL};
static const char *const swap_parts[] = {"Whose hand?", "With which card?", NULL};

#define AREA_MAX DB_TERRITORIES - 1, DB_ZONE_MAX
const cr_kind du_kinds[DU_KINDS] = {
#define DB_WHOLE_GAME
#include "games/dune-battle/kinds.def"
#undef DB_WHOLE_GAME
    [DB_GHOLA] = {.word = "ghola",
                  .does = "Revive {revived} with the Ghola",
                  .parts = ghola_parts,
                  .max = {DU_KH, DB_ARG_MAX, DB_ARG_MAX},
                  .fields = ghola_leader_fields},
    [DB_GIFT] = {.word = "give",
                 .does = "Give {spice} spice",
                 .parts = gift_parts,
                 .max = {DB_ARG_MAX, DB_SPICE_MAX / 64},
                 .flags = CR_CONTROL,
                 .fields = gift_fields},
    [DB_CANCEL] = {.word = "cancel",
                   .does = "Cancel <power:{power} >with {card}",
                   .parts = stop_parts,
                   .max = {DB_CARDS - 1, DU_POWERS},
                   .fields = stop_fields},
    [DU_PREDICT] = {.word = "predict",
                    .does = "Predict {faction} for turn {turn}",
                    .parts = predict_parts,
                    .max = {DB_FACTIONS - 1, DB_ARG_MAX},
                    .fields = predict_fields},
    [DU_KEEP_TRAITOR] = {.word = "keep_traitor",
                         .does = "Keep {leader}",
                         .parts = traitor_parts,
                         .max = {DB_LEADERS - 1},
                         .fields = traitor_fields},
    [DU_PLACE] = {.word = "place",
                  .does = "Place <normal:{group}|<elite:{group}|one>> in {area}",
                  .parts = place_parts,
                  .max = {AREA_MAX, DB_ARG_MAX, DB_ARG_MAX},
                  .fields = place_fields},
    [DU_DIAL] = {.word = "dial",
                 .does = "Dial {number}",
                 .parts = number_parts,
                 .max = {DB_ARG_MAX},
                 .fields = number_fields},
    [DU_WEATHER] = {.word = "weather",
                    .does = "Weather Control: the storm moves {number}",
                    .parts = number_parts,
                    .max = {DB_ARG_MAX},
                    .fields = number_fields},
    [DU_ATOMICS] = {.word = "atomics", .does = "Break the Shield Wall with Family Atomics"},
    [DU_LOSE] = {.word = "lose",
                 .does = "Lose {elite} elite [force|forces]",
                 .parts = elite_parts,
                 .max = {DB_ARG_MAX},
                 .fields = elite_fields},
    [DU_SEND_WORM] = {.word = "worm",
                      .does = "Send the worm to {territory}",
                      .parts = territory_parts,
                      .max = {DB_TERRITORIES - 1},
                      .fields = sand_fields},
    [DU_YES] = {.word = "yes", .does = "Yes"},
    [DU_NO] = {.word = "no", .does = "No"},
    [DU_LEAVE] = {.word = "leave", .does = "Leave the alliance"},
    [DU_OFFER] = {.word = "offer",
                  .does = "Offer an alliance to {faction}",
                  .parts = faction_parts,
                  .max = {DB_FACTIONS - 1},
                  .fields = offer_fields},
    [DU_RIDE] = {.word = "ride",
                 .does = "Ride to {to} with {group} from {from}",
                 .parts = ride_parts,
                 .max = {AREA_MAX, AREA_MAX, DB_ARG_MAX, DB_ARG_MAX},
                 .fields = ride_fields},
    [DU_ALSO] = {.word = "also",
                 .does = "Also {group} from {from}",
                 .parts = also_parts,
                 .max = {AREA_MAX, DB_ARG_MAX, DB_ARG_MAX},
                 .fields = also_fields},
    [DU_CLAIM] = {.word = "claim", .does = "Claim charity"},
    [DU_BID] = {.word = "bid",
                .does = "Bid {number}",
                .parts = number_parts,
                .max = {DB_ARG_MAX},
                .fields = bid_fields},
    [DU_PAY] = {.word = "pay",
                .does = "Pay <card:with {card}|in spice>",
                .parts = card_parts,
                .max = {DB_CARDS},
                .fields = pay_fields},
    [DU_GIVE_BACK] = {.word = "give_back",
                      .does = "Give back {card}",
                      .parts = card_parts,
                      .max = {DB_CARDS - 1},
                      .fields = with_card_fields},
    [DU_REVIVE] = {.word = "revive",
                   .does = "Revive {revived}",
                   .parts = revive_parts,
                   .max = {DB_ARG_MAX, DB_ARG_MAX, DU_KH},
                   .fields = revive_fields},
    [DU_HELP] = {.word = "help",
                 .does = "Revive {revived} of your ally",
                 .parts = revive_parts,
                 .max = {DB_ARG_MAX, DB_ARG_MAX},
                 .fields = help_fields},
    [DU_ARM] = {.word = "arm",
                .does = "Take up arms in {territory}",
                .parts = territory_parts,
                .max = {DB_TERRITORIES - 1},
                .fields = sand_fields},
    [DU_GO] = {.word = "go", .does = "Go now"},
    [DU_SHIP] = {.word = "ship",
                 .does = "Ship {group} to {to}",
                 .parts = ship_parts,
                 .max = {AREA_MAX, DB_ARG_MAX, DB_ARG_MAX, DB_CARDS},
                 .fields = ship_fields},
    [DU_CROSS] = {.word = "cross",
                  .does = "Ship {group} across from {from} to {to}",
                  .parts = move_parts,
                  .max = {AREA_MAX, AREA_MAX, DB_ARG_MAX, DB_ARG_MAX},
                  .fields = cross_fields},
    [DU_BACK] = {.word = "back",
                 .does = "Ship {group} back from {from}",
                 .parts = also_parts,
                 .max = {AREA_MAX, DB_ARG_MAX, DB_ARG_MAX},
                 .fields = also_fields},
    [DU_EMERGE] = {.word = "emerge",
                   .does = "Emerge with {group} in {to}",
                   .parts = ship_parts,
                   .max = {AREA_MAX, DB_ARG_MAX, DB_ARG_MAX},
                   .fields = emerge_fields},
    [DU_SEND] = {.word = "send",
                 .does = "Send <where=advisor:an advisor along|one to the Polar Sink>",
                 .max = {DU_SEND_ADVISOR},
                 .fields = send_fields},
    [DU_FLIP] = {.word = "flip", .does = "Become advisors"},
    [DU_MOVE] = {.word = "move",
                 .does = "Move {group} from {from} to {to}",
                 .parts = move_parts,
                 .max = {AREA_MAX, AREA_MAX, DB_ARG_MAX, DB_ARG_MAX, 1},
                 .fields = move_fields},
    [DU_TRUTH] = {.word = "truthtrance",
                  .does = "Truthtrance: ask {target} for {asked_for}",
                  .parts = truth_parts,
                  .max = {DB_FACTIONS - 1, DU_ASKS_TURN, DB_ARG_MAX},
                  .flags = CR_CONTROL,
                  .fields = truth_fields},
    [DU_BRIBE] = {.word = "bribe",
                  .does = "Pay {to} {spice} spice",
                  .parts = bribe_parts,
                  .max = {DB_FACTIONS - 1, DB_ARG_MAX},
                  .flags = CR_CONTROL,
                  .fields = bribe_fields},
    [DU_PLEDGE] = {.word = "pledge",
                   .does = "Pledge {spice} spice",
                   .parts = spice_parts,
                   .max = {DB_ARG_MAX},
                   .flags = CR_CONTROL,
                   .fields = pledge_fields},
    [DU_PREVENT] = {.word = "prevent",
                    .does = "Prevent {power} with {card}",
                    .parts = prevent_parts,
                    .max = {DU_PREVENTABLE - 1, DB_CARDS - 1, DB_ARG_MAX},
                    .fields = prevent_fields},
    [DU_CALL_WORM] = {.word = "call_worm",
                      .does = "Call a worm to {territory} with {card}",
                      .parts = call_parts,
                      .max = {DB_TERRITORIES - 1, DB_CARDS - 1},
                      .fields = call_worm_fields},
    [DU_SWAP] = {.word = "swap",
                 .does = "Take the hand of {target} with {card}",
                 .parts = swap_parts,
                 .max = {DB_FACTIONS - 1, DB_CARDS - 1},
                 .fields = swap_fields},
    [DU_RECALL] = {.word = "recall",
                   .does = "Revive {revived} with {card}",
                   .parts = revive_parts,
                   .max = {DB_ARG_MAX, DB_ARG_MAX, DU_KH, DB_CARDS - 1},
                   .fields = recall_fields},
};

/* ---- effects ---- */

static const char *const match_steps[] = {"begin", "phase", NULL};
static const char *const setup_steps[] = {"predict", "deal",  "keep", "fremen",
                                          "sister",  "cards", NULL};
static const char *const storm_steps[] = {"dial", "weather", "atomics", "cancel",
                                          "move", "loss",    "order",   NULL};
static const char *const blow_steps[] = {"opening", "call", "a",    "b",        "nexus", "leave",
                                         "ally",    "ride", "also", "rides_on", NULL};
static const char *const charity_steps[] = {"cancel", "ask", NULL};
static const char *const bidding_steps[] = {"opening", "row",  "card", "bid", "pay",
                                            "cancel",  "sell", "end",  NULL};
static const char *const revival_steps[] = {"opening", "raise",  "raised", "ask",
                                            "help",    "helped", NULL};
static const char *const shipment_steps[] = {"opening", "look", "wartime", "armed",
                                             "guild",   "next", NULL};
static const char *const collection_steps[] = {"opening", "collect", NULL};
static const char *const worm_steps[] = {"choose", "chosen", "survive", "survived",
                                         "spare",  "spared", "devour",  NULL};
static const char *const turn_steps[] = {"ship",    "ship_also", "card",      "cancel", "land",
                                         "intrude", "move",      "move_also", "border", "arms",
                                         "arrive",  "hajr",      "end",       NULL};
static const char *const ask_steps[] = {"ask", "window", "done", NULL};
static const char *const carry_steps[] = {"ask", "next", "one", "back", NULL};
static const char *const worthless_steps[] = {"ask", NULL};

const cr_effect du_effects[DU_EFFECTS] = {
    DB_EFFECT_ROWS,
    [DU_FX_MATCH] = {"match", match_steps, NULL, du_phase_words},
    [DU_FX_SETUP] = {"setup", setup_steps},
    [DU_FX_STORM] = {"storm", storm_steps},
    [DU_FX_BLOW] = {"blow", blow_steps},
    [DU_FX_CHARITY] = {"charity", charity_steps},
    [DU_FX_BIDDING] = {"bidding", bidding_steps},
    [DU_FX_REVIVAL] = {"revival", revival_steps},
    [DU_FX_SHIPMENT] = {"shipment", shipment_steps},
    [DU_FX_COLLECTION] = {"collection", collection_steps},
    [DU_FX_WORM] = {"worm", worm_steps},
    [DU_FX_TURN] = {"turn", turn_steps},
    [DU_FX_SENDING] = {"sending", ask_steps},
    [DU_FX_INTRUSION] = {"intrusion", ask_steps, NULL, db_territory_words},
    [DU_FX_OPENING] = {"opening", carry_steps},
    [DU_FX_WINDOW] = {"window", carry_steps},
    [DU_FX_WORTHLESS] = {"worthless", worthless_steps},
};

/* ---- positions and views ---- */

static const char *const ways[] = {"-",      "reserves", "cross", "back",
                                   "emerge", "move",     "ride",  NULL};
static const char *const victories[] = {"strongholds", "prediction", "fremen",
                                        "guild",       "default",    NULL};
static const char *const bars[] = {"half", "cross", "back", "emerge", "border", NULL};
static const char *const spares[] = {"fremen", "ally", NULL};

#define SEATS8(S, name, member) \
    CR_FIELD_AS(name, S, d.board.member, &cr_set8, seat_words, 0, CR_RARE)
static const char *const seat_words[] = {"0", "1", "2", "3", "4", "5", NULL};

#define DU_BOARD_FIELDS(S)                                                                        \
    CR_FIELD_AS("turn", S, d.board.turn, &cr_u8, NULL, 0, 0),                                     \
        CR_FIELD_AS("max_turns", S, d.board.max_turns, &cr_u8, NULL, 0, 0),                       \
        CR_FIELD_AS("phase", S, d.board.phase, &cr_word, du_phase_words, 0, 0),                   \
        CR_FIELD_AS("circles", S, d.board.circle, &cr_u8, NULL, 0, CR_PER_SEAT),                  \
        CR_FIELD_AS("pass_final", S, d.board.pass_final, &cr_flag, NULL, 0, 0),                   \
        CR_FIELD_AS("phase_times", S, d.board.time_ms, &cr_u32, NULL, DU_TIMES, CR_RARE),         \
        CR_FIELD_AS("front", S, d.board.front, &cr_u16, NULL, 0, CR_PER_SEAT),                    \
        CR_FIELD_AS("pledge", S, d.board.pledge, &cr_u8, NULL, 0, CR_PER_SEAT),                   \
        CR_FIELD_AS("offers", S, d.board.offer, &cr_maybe_seat, NULL, 0, CR_PER_SEAT | CR_RARE),  \
        CR_FIELD_AS("pile_a", S, d.board.pile[0], &du_pile_type, &du_spice_cards, 0, 0),          \
        CR_FIELD_AS("pile_b", S, d.board.pile[1], &du_pile_type, &du_spice_cards, 0, 0),          \
        CR_FIELD_AS("rides", S, d.board.rides, &cr_maybe_word, db_territory_words, DU_RIDES,      \
                    CR_RARE),                                                                     \
        CR_FIELD_AS("dialers", S, d.board.dialer, &cr_maybe_seat, NULL, 2, 0),                    \
        CR_FIELD_AS("movement", S, d.board.movement, &cr_u8, NULL, 0, CR_RARE),                   \
        CR_FIELD_AS("wall_gone", S, d.board.wall_gone, &cr_flag, NULL, 0, 0),                     \
        CR_FIELD_AS("n_deck", S, d.board.n_deck, &cr_u8, NULL, 0, 0),                             \
        CR_FIELD_AS("n_spice_deck", S, d.board.n_spice, &cr_u8, NULL, 0, 0),                      \
        CR_FIELD_AS("worms_aside", S, d.board.worms_aside, &cr_u8, NULL, 0, CR_RARE),             \
        CR_FIELD_AS("top_seen", S, d.board.top_seen, &cr_flag, NULL, 0, 0),                       \
        CR_FIELD_AS("spice_top_seen", S, d.board.spice_seen, &cr_flag, NULL, 0, 0),               \
        CR_FIELD_AS("storm_seen", S, d.board.storm_seen, &cr_flag, NULL, 0, 0),                   \
        CR_FIELD_AS("prevented_cards", S, d.board.prevented_cards, &cr_set8, row_words, 0,        \
                    CR_RARE),                                                                     \
        SEATS8(S, "own_used", own_used), SEATS8(S, "elite_revived", elite_revived),               \
        CR_FIELD_AS("raised", S, d.board.is_raised, &cr_flag, NULL, 0, CR_RARE),                  \
        SEATS8(S, "pledged", pledged), SEATS8(S, "joined", joined), SEATS8(S, "done", done),      \
        CR_FIELD_AS("has_worm", S, d.board.has_worm, &cr_flag, NULL, 0, CR_RARE),                 \
        CR_FIELD_AS("worms", S, d.board.n_worms, &cr_u8, NULL, 0, CR_RARE),                       \
        CR_FIELD_AS("worm", S, d.board.worm, &cr_maybe_word, db_territory_words, 0, CR_RARE),     \
        CR_FIELD_AS("called", S, d.board.called, &cr_maybe_word, db_territory_words, 0, CR_RARE), \
        CR_FIELD_AS("spared", S, d.board.spared, &cr_set8, spares, 0, CR_RARE),                   \
        CR_FIELD_AS("round", S, d.board.round, &cr_u8, NULL, 0, CR_RARE),                         \
        CR_FIELD_AS("acted", S, d.board.acted, &cr_flag, NULL, 0, CR_RARE),                       \
        CR_FIELD_AS("swap", S, d.board.swap, &cr_maybe_seat, NULL, 0, CR_RARE),                   \
        CR_FIELD_AS("give_back", S, d.board.n_back, &cr_u8, NULL, 0, CR_RARE),                    \
        CR_FIELD_AS("worthless", S, d.board.karama, &cr_maybe_word, db_card_words, 0, CR_RARE),   \
        CR_FIELD_AS("void", S, d.board.is_void, &cr_flag, NULL, 0, CR_RARE),                      \
        CR_FIELD_AS("barred", S, d.board.barred, &cr_set8, bars, 0, CR_RARE),                     \
        CR_FIELD_AS("placed", S, d.board.placed, &cr_u8, NULL, 0, CR_RARE),                       \
        SEATS8(S, "winners", winners),                                                            \
        CR_FIELD_AS("victory", S, d.board.victory, &cr_maybe_word, victories, 0, CR_RARE),        \
        CR_FIELD_AS("flipped", S, d.board.flipped, &cr_set64, db_territory_words, 0, CR_RARE),    \
        CR_FIELD_AS("offered", S, d.board.offered, &cr_set32, du_power_words, 0, CR_RARE),        \
        CR_FIELD_AS("stopped", S, d.board.stopped, &cr_set32, du_power_words, 0, CR_RARE),        \
        CR_FIELD_AS("prevented_powers", S, d.board.prevented, &cr_set32, du_power_words, 0,       \
                    CR_RARE),                                                                     \
        CR_FIELD_AS("row", S, d.board.auction.n, &cr_u8, NULL, 2, CR_RARE),                       \
        CR_FIELD_AS("opener", S, d.board.auction.opener, &cr_maybe_seat, NULL, 0, CR_RARE),       \
        CR_FIELD_AS("bidder", S, d.board.auction.bidder, &cr_maybe_seat, NULL, 0, CR_RARE),       \
        CR_FIELD_AS("bid", S, d.board.auction.bid, &cr_u8, NULL, 0, CR_RARE),                     \
        CR_FIELD_AS("paid_with", S, d.board.auction.card, &cr_maybe_word, db_card_words, 0,       \
                    CR_RARE),                                                                     \
        SEATS8(S, "passed", auction.passed), SEATS8(S, "cannot_pay", auction.out),                \
        CR_FIELD_AS("way", S, d.board.now.way, &cr_word, ways, 0, CR_RARE),                       \
        CR_FIELD_AS("way_of", S, d.board.now.seat, &cr_seat, NULL, 0, CR_RARE),                   \
        CR_FIELD_AS("way_from", S, d.board.now.from, &cr_maybe_word, db_territory_words, 0,       \
                    CR_RARE),                                                                     \
        CR_FIELD_AS("way_to", S, d.board.now.to, &du_maybe_area_type, NULL, 0, CR_RARE),          \
        CR_FIELD_AS("way_forces", S, d.board.now.take, &cr_u8, NULL, DB_ZONE_MAX, CR_RARE),       \
        CR_FIELD_AS("way_card", S, d.board.now.card, &cr_maybe_word, db_card_words, 0, CR_RARE),  \
        CR_FIELD_AS("way_arms", S, d.board.now.arms, &cr_flag, NULL, 0, CR_RARE),                 \
        CR_FIELD_AS("way_hajr", S, d.board.now.is_second, &cr_flag, NULL, 0, CR_RARE)

#define DU_SECRET_FIELDS(S)                                                                        \
    CR_FIELD_AS("deck", S, d.secret.deck, &du_deck_type, &db_treachery_cards, 0, 0),               \
        CR_FIELD_AS("spice_deck", S, d.secret.spice_deck, &du_spice_deck_type, &du_spice_cards, 0, \
                    0),                                                                            \
        CR_FIELD_AS("storm_card", S, d.secret.storm_card, &cr_u8, NULL, 0, 0),                     \
        CR_FIELD_AS("predicted", S, d.secret.predicted, &cr_maybe_word, db_factions, 0, 0),        \
        CR_FIELD_AS("predicted_turn", S, d.secret.predicted_turn, &cr_u8, NULL, 0, 0),             \
        CR_FIELD_AS("dealt", S, d.secret.dealt, &cr_set32, db_leader_words, 0, CR_BY_SEAT),        \
        CR_FIELD_AS("queued", S, d.secret.queued, &du_queued_type, NULL, 0, CR_BY_SEAT | CR_RARE), \
        CR_FIELD_AS("taken", S, d.secret.taken, &cr_set64, db_card_words, 0, CR_RARE)

static const char *const row_words[] = {"1", "2", "3", "4", "5", "6", NULL};

const cr_field du_zones[] = {
    DB_BOARD_FIELDS(du_state),  DU_BOARD_FIELDS(du_state),  DB_SECRET_FIELDS(du_state),
    DU_SECRET_FIELDS(du_state), DB_BATTLE_FIELDS(du_state), {0},
};
#define w b.w /* a view of the battle comes first in one of the whole game */
const cr_field du_view_fields[] = {
    DB_BOARD_FIELDS(du_view),
    DU_BOARD_FIELDS(du_view),
    CR_FIELD(du_view, cards, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(du_view, reserves, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(du_view, elite_reserves, &cr_u8, NULL, 0, CR_PER_SEAT),
    DB_SECRET_FIELDS(du_view),
    DU_SECRET_FIELDS(du_view),
    DB_BATTLE_FIELDS(du_view),
    CR_FIELD_AS("announced", du_view, b.announced, &cr_set8, db_side_words, 0, 0),
    {0},
};
#undef w
