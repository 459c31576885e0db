/* The game itself: questions, refusals, options, chart, and all functions in one table. */
#define CR_RULES_TABLE rules
#include "games/dune-battle/options.h"

static const cr_asked questions[] = {
#include "games/dune-battle/questions.def"
};

static const cr_code_row codes[] = {
#define ROW(name, text, title, because) {#name, text, title, because},
    DB_CODE_MAP(ROW)
#undef ROW
};

static const char *const scenario_labels[] = {
    "Drawn at random", "A plain battle", "Weapons",  "Lasgun and Shield",
    "Prescience",      "The Voice",      "Traitors", "Three ways",
    "Six factions",    "Nothing yet",    NULL};
#define OPTION(name, n) [DB_OPTION_##name + (n)]
static const cr_option options[] = {
    [DB_OPTION_ADVANCED] = {"advanced", 1, 0, 1, NULL, NULL,
                            "spice support, elites, KH, capture, advisors", "Full rules",
                            "<n:Full rules: spice, elite forces, captured leaders, advisors|Basic "
                            "rules>",
                            db_switch_labels},
    DB_BATTLE_OPTIONS(OPTION),
    [DB_OPTION_SCENARIO] =
        {"scenario", 0, 0, 9, db_scenarios, NULL,
         "a set-up of DB-23, which also says basic or advanced and how many seats; empty: "
         "nothing at all, for written positions",
         "Who fights where", NULL, scenario_labels},
};
static_assert(CR_COUNT_OF(options) == DB_OPTION_TIMES + DB_TIMES, "an option for each time");

/* DB-16. A row with true at its end is also passed through by itself, when its guard says so. */
static const cr_row chart[] = {
#include "games/dune-battle/chart.def"
};

static const cr_default defaults[] = {DB_DEFAULTS(DB_OPTION_DEFAULT_PLAN)};

/* For bots that look ahead. A phase is won by whoever gains more, so half of its worth is who is ahead, and half by how
 * much; a battle is a round. */
static void worth(const cr_state *k, float out[CR_SEATS_MAX])
{
    int32_t scores[CR_SEATS_MAX] = {0};

    db_score(k, scores);
    for (unsigned seat = 0; seat < k->n_seats; seat++) {
        float ahead = (float)scores[seat], size = ahead < 0 ? -ahead : ahead;

        out[seat] = 0.5f +
                    (ahead > 0   ? 0.25f
                     : ahead < 0 ? -0.25f
                                 : 0) +
                    0.25f * ahead / (size + 15);
    }
}

static uint32_t round_of(const cr_state *k)
{
    const db_battle *b = &((const db_state *)k)->w.board.battle;

    return db_has_effect(k, DB_BATTLE) ? 1u + b->seat[0] + 8u * b->seat[1] + 64u * b->zone.area : 0;
}

CR_GAME_DEFINE(dune_battle) = {
    .name = "dune-battle",
    .title = "Dune: battle",
    .ends = "<draw:Nobody comes out ahead.|{winners} [come|comes] out ahead.>",
    .about = "The battles of a turn on Dune: sealed plans, Voice and Prescience, traitors, Karama.",
    .rules_version = 3,
    .seats_min = 2,
    .seats_max = DB_SEATS,
    .state_size = sizeof(db_state),
    .view_size = sizeof(db_view),
    .kinds = db_kinds,
    .n_kinds = DB_KINDS,
    CR_TABLE(questions),
    CR_TABLE(defaults),
    .effects = db_effects,
    .n_effects = DB_EFFECTS,
    .events = db_events,
    .n_events = DB_EVENTS,
    CR_TABLE(chart),
    CR_TABLE(rules),
    CR_TABLE(codes),
    CR_TABLE(options),
    .zones = db_zones,
    .view_fields = db_view_fields,
    .init = db_init,
    .step = db_step,
    .check = db_check,
    .accepts = db_accepts,
    .space = db_space,
    .idle = db_idle,
    .refuse = db_refuse,
    .sealed = db_sealed,
    .observe = db_observe,
    .imagine = db_imagine,
    .score = db_score,
    .broken = db_broken,
    .read_move = db_read_move,
    .names = db_names,
    .tell = db_tell,
    .tell_seat = db_tell_seat,
    .worth = worth,
    .round = round_of,
};
