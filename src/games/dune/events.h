/* Fields of the events beside those of the battle; for the file that holds the tables. */
#ifndef DU_EVENTS_H
#define DU_EVENTS_H

#include "games/dune-battle/types.h"
#include "games/dune/dune.h"

static const char *const du_causes[] = {"STORM", "WORM", "ATOMICS", "ALLY", "EMERGING", NULL};
static const char *const du_victories[] = {"STRONGHOLDS", "PREDICTION", "FREMEN",
                                           "GUILD",       "DEFAULT",    NULL};
static const char *const du_deck_words[] = {"TREACHERY", "SPICE", NULL};
static const char *const du_pile_words[] = {"A", "B", NULL};
static const char *const du_token_words[] = {"FIGHTERS", "ADVISORS", NULL};
static const char *const du_sent_words[] = {"polar_sink", "advisor", NULL};

static const cr_field ev_start_fields[] = {
    CR_ARG("factions", 0, &cr_set8, db_factions, 0, 0),
    CR_ARG("circles", 1, &cr_u8, NULL, DB_SEATS, 0),
    {0},
};
static const cr_field ev_dealt_fields[] = {CR_ARG("leaders", 0, &cr_set32, db_leader_words, 0, 0),
                                           {0}};
static const cr_field ev_prediction_fields[] = {
    CR_ARG("faction", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("turn", 1, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field ev_placed_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field ev_cards_fields[] = {
    CR_ARG("n", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("cards", 1, &cr_set64, db_card_words, 0, 0),
    {0},
};
static const cr_field ev_turn_fields[] = {CR_ARG("turn", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field ev_phase_fields[] = {CR_ARG("phase", 0, &cr_word, du_phase_words, 0, 0), {0}};
static const cr_field ev_dialed_fields[] = {CR_ARG("numbers", 0, &cr_u8, NULL, 2, CR_SPOKEN), {0}};
static const cr_field ev_number_fields[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field ev_storm_fields[] = {
    CR_ARG("from", 0, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("to", 1, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field ev_order_fields[] = {
    CR_ARG("order", 0, &cr_seat, NULL, DB_SEATS, CR_PER_SEAT), {0}};
static const cr_field ev_lost_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, 0),
    CR_ARG("cause", 3, &cr_word, du_causes, 0, CR_SPOKEN),
    {0},
};
static const cr_field ev_gone_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("cause", 2, &cr_word, du_causes, 0, CR_SPOKEN),
    {0},
};
static const cr_field ev_spice_card_fields[] = {
    CR_ARG("pile", 0, &cr_word, du_pile_words, 0, 0),
    CR_ARG("card", 1, &cr_word, du_spice_words, 0, 0),
    {0},
};
static const cr_field ev_spice_at_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field ev_territory_fields[] = {
    CR_ARG("territory", 0, &cr_maybe_word, db_territory_words, 0, 0),
    {0},
};
static const cr_field ev_declared_fields[] = {
    CR_ARG("way", 0, &cr_word, du_way_words, 0, 0),
    CR_ARG("from", 1, &du_maybe_area_type, NULL, 0, 0),
    CR_ARG("to", 2, &du_maybe_area_type, NULL, 0, 0),
    CR_ARG("normal", 3, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 4, &cr_u8, NULL, 0, 0),
    CR_ARG("card", 5, &cr_maybe_word, db_card_words, 0, 0),
    CR_ARG("arms", 6, &cr_flag, NULL, 0, 0),
    {0},
};
static const cr_field ev_moved_fields[] = {
    CR_ARG("from", 0, &cr_maybe_word, db_territory_words, 0, 0),
    CR_ARG("to", 1, &db_area_type, NULL, 0, 0),
    CR_ARG("normal", 2, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 3, &cr_u8, NULL, 0, 0),
    CR_ARG("as", 4, &cr_word, du_token_words, 0, 0),
    {0},
};
static const cr_field ev_offers_fields[] = {
    CR_ARG("offers", 0, &cr_maybe_seat, NULL, DB_SEATS, CR_PER_SEAT), {0}};
static const cr_field ev_faction_fields[] = {CR_ARG("to", 0, &cr_word, db_factions, 0, 0), {0}};
static const cr_field ev_amount_fields[] = {CR_ARG("spice", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field ev_count_fields[] = {CR_ARG("cards", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field ev_up_fields[] = {
    CR_ARG("place", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field ev_pays_fields[] = {CR_ARG("card", 0, &cr_maybe_word, db_card_words, 0, 0),
                                          {0}};
static const cr_field ev_sold_fields[] = {
    CR_ARG("spice", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("pledged", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("to", 2, &cr_maybe_seat, NULL, 0, CR_SPOKEN),
    CR_ARG("with", 3, &cr_maybe_word, db_card_words, 0, CR_SPOKEN),
    CR_ARG("card", 4, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field ev_card_fields[] = {CR_ARG("card", 0, &cr_word, card_words, 0, 0), {0}};
static const cr_field ev_taken_fields[] = {
    CR_ARG("of", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("n", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("cards", 2, &cr_set64, db_card_words, 0, 0),
    {0},
};
static const cr_field ev_swapped_fields[] = {
    CR_ARG("of", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("left", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("card", 2, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field ev_revived_fields[] = {
    CR_ARG("normal", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("leader", 2, &cr_maybe_word, du_leader_words, 0, 0),
    CR_ARG("spice", 3, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field ev_helped_fields[] = {
    CR_ARG("normal", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 1, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field ev_seen_fields[] = {CR_ARG("card", 0, &cr_word, du_spice_words, 0, 0), {0}};
static const cr_field ev_flipped_fields[] = {
    CR_ARG("territory", 0, &cr_maybe_word, db_territory_words, 0, 0),
    CR_ARG("to", 1, &cr_word, du_token_words, 0, 0),
    {0},
};
static const cr_field ev_guild_fields[] = {CR_ARG("goes", 0, &cr_flag, NULL, 0, 0), {0}};
static const cr_field ev_shipped_fields[] = {
    CR_ARG("way", 0, &cr_word, du_way_words, 0, CR_SPOKEN),
    CR_ARG("from", 1, &cr_maybe_word, db_territory_words, 0, CR_SPOKEN),
    CR_ARG("to", 2, &du_maybe_area_type, NULL, 0, 0),
    CR_ARG("normal", 3, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 4, &cr_u8, NULL, 0, 0),
    CR_ARG("spice", 5, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("payee", 6, &cr_maybe_seat, NULL, 0, CR_SPOKEN),
    CR_ARG("pledged", 7, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field ev_sends_fields[] = {CR_ARG("whom", 0, &cr_word, du_sent_words, 0, 0), {0}};
static const cr_field ev_sent_fields[] = {
    CR_ARG("area", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("as", 1, &cr_word, du_token_words, 0, 0),
    {0},
};
static const cr_field ev_power_fields[] = {CR_ARG("power", 0, &cr_word, du_power_words, 0, 0), {0}};
static const cr_field ev_stopped_fields[] = {
    CR_ARG("power", 0, &cr_word, du_power_words, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field ev_prevented_fields[] = {
    CR_ARG("power", 0, &cr_word, du_power_words, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    CR_ARG("place", 2, &cr_u8, NULL, 0, CR_RARE),
    {0},
};
static const cr_field ev_kind_fields[] = {CR_ARG("action", 0, &cr_u8, NULL, 0, CR_SPOKEN), {0}};
static const cr_field ev_paid_fields[] = {
    CR_ARG("to", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("spice", 1, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field ev_truth_fields[] = {
    CR_ARG("of", 0, &cr_word, db_factions, 0, CR_SPOKEN),
    CR_ARG("asks", 1, &cr_word, du_truth_words, 0, CR_SPOKEN),
    CR_ARG("value", 2, &cr_u8, NULL, 0, CR_SPOKEN),
    CR_ARG("answer", 3, &cr_flag, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field ev_taken_up_fields[] = {CR_ARG("spice", 0, &db_amount_type, NULL, 0, 0), {0}};
static const cr_field ev_deck_fields[] = {CR_ARG("deck", 0, &cr_word, du_deck_words, 0, 0), {0}};
static const cr_field ev_victory_fields[] = {
    CR_ARG("winners", 0, &cr_set8, du_seat_words, 0, 0),
    CR_ARG("kind", 1, &cr_word, du_victories, 0, 0),
    {0},
};
static const cr_field ev_revealed_fields[] = {
    CR_ARG("dealt", 0, &cr_set32, db_leader_words, 0, 0),
    CR_ARG("predicted", 4, &cr_maybe_word, db_factions, 0, 0),
    CR_ARG("turn", 5, &cr_u8, NULL, 0, 0),
    {0},
};

#endif
