/* The game itself: options, chart, and all functions in one table. */
#include "games/dune-battle/options.h"
#include "games/dune/dune.h"

static const cr_rule rules[DU_RULES_END] = {
#ifdef CR_RULES_APART /* the sentences are in a file of their own (scripts/rule-texts) */
#define RULE(name, id, proof, text, note) [name] = {id, "", "", CR_BY_##proof},
#else
#define RULE(name, id, proof, text, note) [name] = {id, text, note, CR_BY_##proof},
#endif
#include "games/dune/rules.def"
#undef RULE
};

static const char *const scenarios[] = {"none", "empty", NULL};
static const char *const scenario_labels[] = {"From the start", "Nothing yet", NULL};
static const char *const circle_labels[] = {"Drawn at random", "In the order of seats", NULL};

#define OPTION(name, n) [DU_OPTION_##name + (n)]
static const cr_option options[] = {
    [DU_OPTION_FACTIONS] = {"factions", 0, 0, 63, NULL, NULL,
                            "which factions play: a sum of 1 AT, 2 HK, 4 FR, 8 EM, 16 SG, 32 BG, "
                            "as many as seats; 0: the "
                            "first so many",
                            "Factions",
                            "<n:Factions chosen by {n}|The first factions of the list>"},
    [DU_OPTION_CIRCLES] = {"circles", 0, 0, 1, NULL, NULL,
                           "0: circles are drawn; 1: seat i sits at circle i",
                           "Seats around the board", "<n:Seated in order|Seated at random>",
                           circle_labels},
    [DU_OPTION_MAX_TURNS] = {"max_turns", 10, 1, DU_TURNS_MAX, NULL, NULL, "the last turn", "Turns",
                             "{n} [turn|turns] at most"},
    [DU_OPTION_ADVANCED] = {"advanced", 1, 0, 1, NULL, NULL, "all advanced rules", "Full rules",
                            "<n:Full rules|Basic rules>", db_switch_labels},
    [DU_OPTION_PASS_FINAL] = {"pass_final", 1, 0, 1, NULL, NULL,
                              "in bidding a pass is final for that card", "Passing in bidding",
                              "<n:Who passes is out of the bidding|Who passes may bid again>",
                              db_switch_labels},
    DB_BATTLE_OPTIONS(OPTION),
    [DU_OPTION_SCENARIO] = {"scenario", 0, 0, 1, scenarios, NULL,
                            "empty: nothing at all, for written positions", "Set-up", NULL,
                            scenario_labels},
    [DU_OPTION_OWN_TIMES + DU_TIME_SETUP] =
        DB_TIME_OPTION("setup", "the questions before the first turn", "the start"),
    [DU_OPTION_OWN_TIMES + DU_TIME_STORM] = DB_TIME_OPTION("storm", "the storm", "the storm"),
    [DU_OPTION_OWN_TIMES + DU_TIME_OPENING] =
        DB_TIME_OPTION("opening", "what comes before a phase", "cards and deals"),
    [DU_OPTION_OWN_TIMES + DU_TIME_BLOW] = DB_TIME_OPTION("blow", "worms and rides", "worms"),
    [DU_OPTION_OWN_TIMES + DU_TIME_NEXUS] = DB_TIME_OPTION("nexus", "alliances", "alliances"),
    [DU_OPTION_OWN_TIMES + DU_TIME_CHARITY] = DB_TIME_OPTION("charity", "charity", "charity"),
    [DU_OPTION_OWN_TIMES + DU_TIME_BID] = DB_TIME_OPTION("bid", "a bid", "a bid"),
    [DU_OPTION_OWN_TIMES + DU_TIME_REVIVE] = DB_TIME_OPTION("revive", "revival", "revival"),
    [DU_OPTION_OWN_TIMES + DU_TIME_SHIP] = DB_TIME_OPTION("ship", "a shipment", "a shipment"),
    [DU_OPTION_OWN_TIMES + DU_TIME_MOVE] = DB_TIME_OPTION("move", "a move", "a move"),
};
static_assert(CR_COUNT_OF(options) == DU_OPTIONS, "an option for each time");

#include "games/dune/chart.def"

static const cr_default defaults[] = {DB_DEFAULTS(DU_OPTION_DEFAULT_PLAN)};

static uint32_t round_of(const cr_state *k)
{
    return ((const du_state *)k)->d.board.turn;
}

CR_GAME_DEFINE(dune) = {
    .name = "dune",
    .title = "Dune",
    .ends = "{winners} [win|wins] on Dune.",
    .about = "The whole board game: six factions, ten turns of storm, spice, bidding, shipment and "
             "battle.",
    .rules_version = 2,
    .seats_min = 2,
    .seats_max = DB_SEATS,
    .state_size = sizeof(du_state),
    .view_size = sizeof(du_view),
    .kinds = du_kinds,
    .n_kinds = DU_KINDS,
    .questions = du_questions,
    .n_questions = DU_QUESTIONS,
    CR_TABLE(defaults),
    .effects = du_effects,
    .n_effects = DU_EFFECTS,
    .events = du_events,
    .n_events = DU_EVENTS,
    CR_TABLE(chart),
    CR_TABLE(rules),
    .codes = du_codes,
    .n_codes = DU_CODES_END - CR_CODE_GAME,
    CR_TABLE(options),
    .zones = du_zones,
    .view_fields = du_view_fields,
    .is_counting = CR_IS_COUNTING,
    .init = du_init,
    .step = du_step,
    .check = du_check,
    .accepts = du_accepts,
    .space = du_space,
    .idle = du_idle,
    .refuse = du_refuse,
    .sealed = db_sealed,
    .observe = du_observe,
    .imagine = du_imagine,
    .score = du_score,
    .broken = du_broken,
    .names = du_names,
    .tell = du_tell,
    .tell_seat = db_tell_seat,
    .round = round_of,
};
