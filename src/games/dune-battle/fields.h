/* The fields that moves, events, positions and views of both games of Dune are made of; for files that hold the tables. */
#ifndef DB_FIELDS_H
#define DB_FIELDS_H

#include "games/dune-battle/types.h"

/* ---- moves ---- */

static const char *const card_words[] = {
#define CARD(code, name, kind) #code,
#include "games/dune-battle/treachery.def"
#undef CARD
    NULL,
};

static const cr_field choose_fields[] = {
    CR_ARG("fight", 0, &db_place_type, NULL, 0, 0),
    CR_ARG("against", 2, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field ghola_fields[] = {
    CR_ARG("target", 0, &cr_maybe_word, db_leader_words, 0, CR_KEYED),
    CR_ARG("forces", 1, &cr_count, NULL, 0, CR_KEYED),
    CR_ARG("elite", 2, &cr_count, NULL, 0, CR_KEYED),
    CR_ARG("card", 3, &db_ghola_type, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field gift_fields[] = {CR_ARG("spice", 0, &db_amount_type, NULL, 0, 0), {0}};
static const cr_field karama_fields[] = {
    CR_ARG("power", 0, &cr_word, db_powers, 0, 0),
    CR_ARG("card", 1, &cr_word, card_words, 0, 0),
    {0},
};
static const cr_field command_fields[] = {
    CR_ARG("mode", 0, &cr_word, db_voice_modes, 0, 0),
    CR_ARG("kind", 1, &cr_word, db_voice_kinds, 0, 0),
    {0},
};
static const cr_field cancel_fields[] = {CR_ARG("card", 0, &cr_word, card_words, 0, 0), {0}};
static const cr_field ask_fields[] = {CR_ARG("element", 0, &cr_word, db_elements, 0, 0), {0}};
static const cr_field answer_fields[] = {CR_ARG("answer", 0, &db_answer_type, NULL, 0, 0), {0}};
static const cr_field plan_fields[] = {
    CR_ARG("normal", 0, &cr_count, NULL, 0, CR_KEYED),
    CR_ARG("elite", 1, &cr_count, NULL, 0, CR_KEYED),
    CR_ARG("spice", 2, &cr_count, NULL, 0, CR_KEYED),
    CR_ARG("leader", 3, &cr_maybe_word, db_leader_words, 0, CR_KEYED),
    CR_ARG("cheap_hero", 4, &cr_maybe_word, db_hero_words, 0, CR_KEYED),
    CR_ARG("weapon", 5, &cr_maybe_word, db_card_words, 0, CR_KEYED),
    CR_ARG("defense", 6, &cr_maybe_word, db_card_words, 0, CR_KEYED),
    CR_ARG("kh", 7, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("announce_none", 8, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("default", 9, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("number", 0, &db_number_type, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field keep_fields[] = {
    CR_ARG("card", 0, &db_three_type, NULL, 0, CR_KEYED),
    CR_ARG("areas", 3, &db_normals_type, NULL, 0, CR_KEYED),
    CR_ARG("elites", 7, &db_elites_type, NULL, 0, CR_KEYED),
    {0},
};
static const cr_field take_fields[] = {CR_ARG("choice", 0, &cr_word, db_choices, 0, 0), {0}};

/* How each argument is asked for, in the order of its fields. */
static const char *const choose_parts[] = {"Where?", "Against whom?", NULL};
static const char *const ghola_parts[] = {"Which leader?", "How many forces?",
                                          "How many elite forces?", "Which card?", NULL};
static const char *const gift_parts[] = {"How much spice?", NULL};
static const char *const karama_parts[] = {"Which power?", "With which card?", NULL};
static const char *const command_parts[] = {"Must or must not?", "Which kind of card?", NULL};
static const char *const cancel_parts[] = {"With which card?", NULL};
static const char *const ask_parts[] = {"What must be shown?", NULL};
static const char *const answer_parts[] = {"What do you answer?", NULL};
static const char *const plan_parts[] = {"How many normal forces?", "How many elite forces?",
                                         "How much spice?",         "Which leader?",
                                         "Which Cheap Hero?",       "Which weapon?",
                                         "Which defense?",          "With the Kwisatz Haderach?",
                                         "Announce no leader?",     "Played by the referee?",
                                         "Which number?",           NULL};
static const char *const keep_parts[] = {"Which cards do you keep?", "Where do normal forces fall?",
                                         "Where do elite forces fall?", NULL};
static const char *const take_parts[] = {"Kill, capture, or let go?", NULL};

/* ---- events ---- */

static const char *const causes[] = {"WEAPON", "TRAITOR", "TRAITOR", "EXPLOSION", NULL};

static const cr_field storm_fields[] = {CR_ARG("storm", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field count_fields[] = {CR_ARG("fights", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field chosen_fields[] = {
    CR_ARG("zone", 0, &db_area_type, NULL, 0, 0),
    CR_ARG("aggressor", 1, &cr_word, db_factions, 0, 0),
    CR_ARG("defender", 2, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field power_fields[] = {CR_ARG("power", 0, &cr_word, db_powers, 0, 0), {0}};
static const cr_field voice_fields[] = {
    CR_ARG("mode", 0, &cr_word, db_voice_modes, 0, 0),
    CR_ARG("kind", 1, &cr_word, db_voice_kinds, 0, 0),
    CR_ARG("target", 2, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field with_card_fields[] = {CR_ARG("card", 0, &cr_word, card_words, 0, 0), {0}};
static const cr_field asked_fields[] = {
    CR_ARG("element", 0, &cr_word, db_elements, 0, 0),
    CR_ARG("target", 1, &cr_word, db_factions, 0, 0),
    {0},
};
static const cr_field element_fields[] = {CR_ARG("element", 0, &cr_word, db_elements, 0, 0), {0}};
static const cr_field given_fields[] = {
    CR_ARG("to", 0, &cr_word, db_factions, 0, 0),
    CR_ARG("spice", 1, &db_amount_type, NULL, 0, CR_SPOKEN),
    {0},
};
static const cr_field revived_fields[] = {
    CR_ARG("leader", 0, &cr_maybe_word, db_leader_words, 0, 0),
    CR_ARG("normal", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 2, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field faction_fields[] = {CR_ARG("at", 0, &cr_word, db_factions, 0, 0), {0}};
static const cr_field one_plan_fields[] = {CR_ARG("plan", 0, &db_plan_type, NULL, 0, 0), {0}};
static const cr_field plans_fields[] = {
    CR_ARG("aggressor", 0, &db_plan_type, NULL, 0, 0),
    CR_ARG("defender", sizeof(db_plan), &db_plan_type, NULL, 0, 0),
    CR_ARG("dials", 2 * sizeof(db_plan), &cr_u8, NULL, 2, 0),
    {0},
};
static const cr_field leader_fields[] = {CR_ARG("leader", 0, &cr_maybe_word, db_leader_words, 0, 0),
                                         {0}};
static const cr_field territory_fields[] = {
    CR_ARG("territory", 0, &cr_maybe_word, db_territory_words, 0, 0), {0}};
static const cr_field zone_fields[] = {CR_ARG("zone", 0, &db_area_type, NULL, 0, 0), {0}};
static const cr_field killed_fields[] = {
    CR_ARG("leader", 0, &cr_maybe_word, db_leader_words, 0, 0),
    CR_ARG("cause", 1, &cr_word, causes, 0, 0),
    {0},
};
static const cr_field result_fields[] = {
    CR_ARG("kind", 0, &cr_word, db_results, 0, 0),
    CR_ARG("totals", 1, &cr_u8, NULL, 2, 0),
    {0},
};
static const cr_field lost_fields[] = {
    CR_ARG("normal", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("elite", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("area", 2, &db_area_type, NULL, 0, 0),
    {0},
};
static const cr_field spice_fields[] = {CR_ARG("spice", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field cards_fields[] = {CR_ARG("cards", 0, &db_three_type, NULL, 0, 0), {0}};
static const cr_field choice_fields[] = {
    CR_ARG("choice", 0, &cr_word, db_choices, 0, 0),
    CR_ARG("leader", 1, &cr_maybe_word, db_leader_words, 0, 0),
    {0},
};
/* See db_tell_holdings. */
static const cr_field holds_fields[] = {
    CR_ARG("hand", 0, &cr_set64, db_card_words, 0, 0),
    CR_ARG("traitors", 8, &cr_set32, db_leader_words, 0, 0),
    CR_ARG("start", 12, &cr_i32, NULL, 0, 0),
    CR_ARG("spice", 16, &cr_u16, NULL, 0, 0),
    {0},
};
static const cr_field hidden_fields[] = {
    CR_ARG("seen", 0, &cr_set64, db_card_words, 0, 0),
    CR_ARG("dead", 8, &cr_set32, db_leader_words, 0, 0),
    CR_ARG("captives", 12, &cr_set32, db_leader_words, 0, 0),
    CR_ARG("kh_counter", 16, &cr_u8, NULL, 0, 0),
    {0},
};
static const cr_field counter_fields[] = {CR_ARG("counter", 0, &cr_u8, NULL, 0, 0), {0}};

/* ---- effects, positions and views ---- */

static const char *const phase_steps[] = {"start", "next", NULL};
static const char *const battle_steps[] = {
    "declare",    "voice",   "prescience", "answer", "plan_first", "plans",
    "voice_late", "unlock",  "plan_again", "reveal", "traitor",    "keep",
    "draw",       "capture", "take",       "end",    NULL,
};
/* The note of a cancelling window is the question it asks; no other has one. */
static const char *const cancelled_powers[DB_QUESTIONS + 1] = {
    [DB_Q_CHOOSE] = "-",
    [DB_Q_DECLARE] = "-",
    [DB_Q_VOICE] = "-",
    [DB_Q_VOICE_CANCEL] = "voice",
    [DB_Q_PRESCIENCE] = "-",
    [DB_Q_PRESCIENCE_CANCEL] = "prescience",
    [DB_Q_ANSWER] = "-",
    [DB_Q_PLAN_FIRST] = "-",
    [DB_Q_PLANS] = "-",
    [DB_Q_VOICE_LATE] = "-",
    [DB_Q_VOICE_LATE_CANCEL] = "late-voice",
    [DB_Q_PLAN_AGAIN] = "-",
    [DB_Q_TRAITOR] = "-",
    [DB_Q_KEEP] = "-",
    [DB_Q_CAPTURE] = "-",
    [DB_Q_CAPTURE_CANCEL] = "capture",
};

#define DB_EFFECT_ROWS                                            \
    {"phase", phase_steps, NULL}, {"battle", battle_steps, NULL}, \
    {                                                             \
        "cancelling", NULL, NULL, cancelled_powers                \
    }

static const char *const uses[] = {"UNUSED", "STANDS", "CANCELLED", "ANSWERED", NULL};
static const char *const sides[] = {"aggressor", "defender", "nobody", NULL};
static const char *const maybe_sides[] = {"-", "aggressor", "defender", NULL};

#define DB_BOARD_FIELDS(S)                                                                      \
    CR_FIELD_AS("factions", S, w.board.faction, &cr_word, db_factions, 0, CR_PER_SEAT),         \
        CR_FIELD_AS("order", S, w.board.order, &cr_seat, NULL, 0, CR_PER_SEAT),                 \
        CR_FIELD_AS("allies", S, w.board.ally, &cr_maybe_seat, NULL, 0, CR_PER_SEAT),           \
        CR_FIELD_AS("storm", S, w.board.storm, &cr_u8, NULL, 0, 0),                             \
        CR_FIELD_AS("advanced", S, w.board.is_advanced, &cr_flag, NULL, 0, 0),                  \
        CR_FIELD_AS("battle_in_storm", S, w.board.battles_in_storm, &cr_flag, NULL, 0, 0),      \
        CR_FIELD_AS("voice_after_plans", S, w.board.late_voice, &cr_flag, NULL, 0, 0),          \
        CR_FIELD_AS("legal_default", S, w.board.legal_default, &cr_flag, NULL, 0, 0),           \
        CR_FIELD_AS("worthless_forced_discard", S, w.board.worthless_go, &cr_flag, NULL, 0, 0), \
        CR_FIELD_AS("times", S, w.board.time_ms, &cr_u32, NULL, DB_TIMES, 0),                   \
        CR_FIELD_AS("forces", S, w.board.force, &db_forces_type, NULL, 0, CR_BY_SEAT),          \
        CR_FIELD_AS("advisors", S, w.board.advisors, &cr_set64, db_territory_words, 0, 0),      \
        CR_FIELD_AS("ground", S, w.board.ground, &db_ground_type, NULL, 0, 0),                  \
        CR_FIELD_AS("tanks", S, w.board.tank_normal, &cr_u8, NULL, 0, CR_PER_SEAT),             \
        CR_FIELD_AS("elite_tanks", S, w.board.tank_elite, &cr_u8, NULL, 0, CR_PER_SEAT),        \
        CR_FIELD_AS("dead", S, w.board.dead, &cr_set32, db_leader_words, 0, 0),                 \
        CR_FIELD_AS("face_down", S, w.board.face_down, &cr_set32, db_leader_words, 0, 0),       \
        CR_FIELD_AS("deaths", S, w.board.deaths, &db_marks_type, NULL, 0, 0),                   \
        CR_FIELD_AS("captives", S, w.board.captives, &cr_set32, db_leader_words, 0, 0),         \
        CR_FIELD_AS("hidden_dead_of", S, w.board.n_hidden_dead, &cr_u8, NULL, 0, CR_PER_SEAT),  \
        CR_FIELD_AS("hidden_captives_of", S, w.board.n_hidden_captives, &cr_u8, NULL, 0,        \
                    CR_PER_SEAT),                                                               \
        CR_FIELD_AS("maybe_hidden", S, w.board.maybe_hidden, &cr_set32, db_leader_words, 0, 0), \
        CR_FIELD_AS("used", S, w.board.used, &db_marks_type, db_territories, 0, 0),             \
        CR_FIELD_AS("kh_used", S, w.board.kh_used, &cr_maybe_word, db_territory_words, 0, 0),   \
        CR_FIELD_AS("kh_dead", S, w.board.kh_dead, &cr_flag, NULL, 0, 0),                       \
        CR_FIELD_AS("kh_shown", S, w.board.kh_shown, &cr_flag, NULL, 0, 0),                     \
        CR_FIELD_AS("look_used", S, w.board.look_used, &cr_flag, NULL, 0, 0),                   \
        CR_FIELD_AS("discard", S, w.board.discard, &db_pile_type, &db_treachery_cards, 0, 0),   \
        CR_FIELD_AS("shown", S, w.board.shown, &cr_set64, db_card_words, 0, 0),                 \
        CR_FIELD_AS("traitors_shown", S, w.board.traitors_shown, &cr_set32, db_leader_words, 0, \
                    0),                                                                         \
        CR_FIELD_AS("last", S, w.board.last, &cr_maybe_seat, NULL, 2, 0),                       \
        CR_FIELD_AS("played", S, w.board.played, &cr_u8, NULL, 0, CR_PER_SEAT),                 \
        CR_FIELD_AS("spice_seen", S, w.board.spice_seen, &cr_u16, NULL, 0, CR_PER_SEAT),        \
        CR_FIELD_AS("spice_spent", S, w.board.spice_spent, &cr_u16, NULL, 0, CR_PER_SEAT)

#define DB_BATTLE_FIELDS(S)                                                                       \
    CR_FIELD_AS("combatants", S, w.board.battle.seat, &cr_seat, NULL, 2, 0),                      \
        CR_FIELD_AS("zone", S, w.board.battle.zone, &db_zone_type, NULL, 0, 0),                   \
        CR_FIELD_AS("prevented", S, w.board.battle.prevented, &cr_set8, db_powers, 0, 0),         \
        CR_FIELD_AS("gift", S, w.board.battle.has_gift, &cr_flag, NULL, 0, 0),                    \
        CR_FIELD_AS("look_at", S, w.board.battle.look_at, &cr_word, maybe_sides, 0, 0),           \
        CR_FIELD_AS("voice", S, w.board.battle.voice, &cr_word, uses, 0, 0),                      \
        CR_FIELD_AS("voice_side", S, w.board.battle.voice_side, &cr_word, sides, 0, 0),           \
        CR_FIELD_AS("voice_mode", S, w.board.battle.mode, &cr_word, db_voice_modes, 0, 0),        \
        CR_FIELD_AS("voice_kind", S, w.board.battle.kind, &cr_word, db_voice_kinds, 0, 0),        \
        CR_FIELD_AS("prescience", S, w.board.battle.prescience, &cr_word, uses, 0, 0),            \
        CR_FIELD_AS("prescience_side", S, w.board.battle.prescience_side, &cr_word, sides, 0, 0), \
        CR_FIELD_AS("element", S, w.board.battle.element, &cr_word, db_elements, 0, 0),           \
        CR_FIELD_AS("locked", S, w.board.battle.locked, &cr_set8, db_side_words, 0, 0),           \
        CR_FIELD_AS("revealed", S, w.board.battle.is_revealed, &cr_flag, NULL, 0, 0),             \
        CR_FIELD_AS("result", S, w.board.battle.result, &cr_word, db_results, 0, 0),              \
        CR_FIELD_AS("winner", S, w.board.battle.winner, &cr_word, maybe_sides, 0, 0),             \
        CR_FIELD_AS("choice", S, w.board.battle.choice, &cr_word, db_choices, 0, 0),              \
        CR_FIELD_AS("lost_at", S, w.board.battle.lost_at, &cr_u8, NULL, 0, 0),                    \
        CR_FIELD_AS("plan_aggressor", S, w.board.battle.plan[0], &db_plan_type, NULL, 0, 0),      \
        CR_FIELD_AS("plan_defender", S, w.board.battle.plan[1], &db_plan_type, NULL, 0, 0)

#define DB_SECRET_FIELDS(S)                                                                       \
    CR_FIELD_AS("hand", S, w.secret.hand, &cr_set64, db_card_words, 0, CR_BY_SEAT),               \
        CR_FIELD_AS("seen", S, w.secret.seen, &cr_set64, db_card_words, 0, CR_BY_SEAT),           \
        CR_FIELD_AS("traitors", S, w.secret.traitors, &cr_set32, db_leader_words, 0, CR_BY_SEAT), \
        CR_FIELD_AS("spice", S, w.secret.spice, &cr_u16, NULL, 0, CR_PER_SEAT),                   \
        CR_FIELD_AS("start", S, w.secret.start, &cr_i32, NULL, 0, CR_PER_SEAT),                   \
        CR_FIELD_AS("kh_counter", S, w.secret.kh_counter, &cr_u8, NULL, 0, 0),                    \
        CR_FIELD_AS("hidden_dead", S, w.secret.dead, &cr_set32, db_leader_words, 0, 0),           \
        CR_FIELD_AS("hidden_captives", S, w.secret.captives, &cr_set32, db_leader_words, 0, 0),   \
        CR_FIELD_AS("hidden_plan_aggressor", S, w.secret.battle.plan[0], &db_plan_type, NULL, 0,  \
                    0),                                                                           \
        CR_FIELD_AS("hidden_plan_defender", S, w.secret.battle.plan[1], &db_plan_type, NULL, 0,   \
                    0),                                                                           \
        CR_FIELD_AS("answer", S, w.secret.battle.answer, &db_answer_type, NULL, 0, 0),            \
        CR_FIELD_AS("drawn", S, w.secret.battle.drawn, &cr_maybe_word, db_leader_words, 0, 0)

#endif
