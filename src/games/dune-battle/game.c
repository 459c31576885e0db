/* The game itself: questions, chart, options, and all functions in one table. */
#define CR_RULES_TABLE rules
#include "games/dune-battle/dune.h"

static const cr_asked questions[] = {
#include "games/dune-battle/questions.def"
};

static const cr_code_row codes[] = {
#define ROW(name, text, title, because) {#name, text, title, because},
    DB_CODE_MAP(ROW)
#undef ROW
};

static const char *const default_plans[] = {"EMPTY", "LEGAL", NULL};

#define TIME(name, about, title)                                                 \
    {                                                                            \
        "time_" name, 0, 100, 86400000, NULL, "none", "milliseconds for " about, \
            "Time for " title, "<n:{time} for " title "|No limit for " title ">" \
    }
static const char *const plan_labels[] = {"An empty plan", "A plan that can be played", NULL};
static const char *const switch_labels[] = {"Off", "On", NULL};
static const char *const scenario_labels[] = {
    "Drawn at random", "A plain battle", "Weapons",  "Lasgun and Shield",
    "Prescience",      "The Voice",      "Traitors", "Three ways",
    "Six factions",    "Nothing yet",    NULL};
static const cr_option options[] = {
    [DB_OPTION_ADVANCED] = {"advanced", 1, 0, 1, NULL, NULL,
                            "spice support, elites, KH, capture, advisors", "Full rules",
                            "<n:Full rules: spice, elite forces, captured leaders, advisors|Basic "
                            "rules>",
                            switch_labels},
    [DB_OPTION_IN_STORM] = {"battle_in_storm", 0, 0, 1, NULL, NULL,
                            "forces in one stormed area fight", "Battles in the storm",
                            "<n:Forces fight in the storm|No battles in the storm>", switch_labels},
    [DB_OPTION_LATE_VOICE] = {"voice_after_plans", 0, 0, 1, NULL, NULL,
                              "Voice comes behind the plans", "Late Voice",
                              "<n:The Voice speaks after the plans|The Voice speaks before the "
                              "plans>",
                              switch_labels},
    [DB_OPTION_DEFAULT_PLAN] = {"default_plan", 0, 0, 1, default_plans, NULL,
                                "what is played for a late plan", "For a late plan", NULL,
                                plan_labels},
    [DB_OPTION_WORTHLESS] = {"worthless_forced_discard", 0, 0, 1, NULL, NULL,
                             "a winner's worthless cards go", "Worthless cards",
                             "<n:The winner discards worthless cards|The winner may keep worthless "
                             "cards>",
                             switch_labels},
    [DB_OPTION_SCENARIO] =
        {"scenario", 0, 0, 9, db_scenarios, NULL,
         "a set-up of DB-23, which also says basic or advanced and how many seats; empty: "
         "nothing at all, for written positions",
         "Who fights where", NULL, scenario_labels},
    TIME("fight", "the choice of a fight", "choosing a fight"),
    TIME("declare", "what comes before a battle", "cards before a battle"),
    TIME("voice", "Voice", "the Voice"),
    TIME("cancel", "cancelling by Karama", "a Karama"),
    TIME("prescience", "Prescience", "Prescience"),
    TIME("answer", "the answer to it", "the answer"),
    TIME("plan", "a battle plan", "a battle plan"),
    TIME("traitor", "calling a traitor", "calling a traitor"),
    TIME("keep", "the winner's choices", "the winner’s choices"),
    TIME("capture", "kill or capture", "kill or capture"),
};
static_assert(CR_COUNT_OF(options) == DB_OPTION_TIMES + DB_TIMES, "an option for each time");

/* DB-16. A row with true at its end is also passed through by itself, when its guard says so. */
static const cr_row chart[] = {
#include "games/dune-battle/chart.def"
};

/* The empty plan of DB-5.14, which nobody could send; and a plan that stands behind a late command. */
#define EMPTY_PLAN(question)                                                                  \
    {                                                                                         \
        question, DB_PLAN, {[CR_ARGS - 1] = 1}, DB_5_14, false, DB_OPTION_DEFAULT_PLAN + 1, 0 \
    }
static const cr_default defaults[] = {
    EMPTY_PLAN(DB_Q_PLAN_FIRST),
    EMPTY_PLAN(DB_Q_PLANS),
    EMPTY_PLAN(DB_Q_PLAN_AGAIN),
};

/* For bots that look ahead. A phase is won by whoever gains more, so half of it is who is ahead and half by how much; a
 * battle is a round. */
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
