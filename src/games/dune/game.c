/* The game itself: options, chart, and all functions in one table. */
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

static const char *const switch_labels[] = {"Off", "On", NULL};
static const char *const default_plans[] = {"EMPTY", "LEGAL", NULL};
static const char *const plan_labels[] = {"An empty plan", "A plan that can be played", NULL};
static const char *const scenarios[] = {"none", "empty", NULL};
static const char *const scenario_labels[] = {"From the start", "Nothing yet", NULL};
static const char *const circle_labels[] = {"Drawn at random", "In the order of seats", NULL};

#define TIME(name, about, title)                                                 \
    {                                                                            \
        "time_" name, 0, 100, 86400000, NULL, "none", "milliseconds for " about, \
            "Time for " title, "<n:{time} for " title "|No limit for " title ">" \
    }
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
                            "<n:Full rules|Basic rules>", switch_labels},
    [DU_OPTION_PASS_FINAL] = {"pass_final", 1, 0, 1, NULL, NULL,
                              "in bidding a pass is final for that card", "Passing in bidding",
                              "<n:Who passes is out of the bidding|Who passes may bid again>",
                              switch_labels},
    [DU_OPTION_IN_STORM] = {"battle_in_storm", 0, 0, 1, NULL, NULL,
                            "forces in one stormed area fight", "Battles in the storm",
                            "<n:Forces fight in the storm|No battles in the storm>", switch_labels},
    [DU_OPTION_LATE_VOICE] =
        {"voice_after_plans", 0, 0, 1, NULL, NULL, "Voice comes behind the plans", "Late Voice",
         "<n:The Voice speaks after the plans|The Voice speaks before the plans>", switch_labels},
    [DU_OPTION_DEFAULT_PLAN] = {"default_plan", 0, 0, 1, default_plans, NULL,
                                "what is played for a late plan", "For a late plan", NULL,
                                plan_labels},
    [DU_OPTION_WORTHLESS] =
        {"worthless_forced_discard", 0, 0, 1, NULL, NULL, "a winner's worthless cards go",
         "Worthless cards",
         "<n:The winner discards worthless cards|The winner may keep worthless cards>",
         switch_labels},
    [DU_OPTION_SCENARIO] = {"scenario", 0, 0, 1, scenarios, NULL,
                            "empty: nothing at all, for written positions", "Set-up", NULL,
                            scenario_labels},
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
    TIME("setup", "the questions before the first turn", "the start"),
    TIME("storm", "the storm", "the storm"),
    TIME("opening", "what comes before a phase", "cards and deals"),
    TIME("blow", "worms and rides", "worms"),
    TIME("nexus", "alliances", "alliances"),
    TIME("charity", "charity", "charity"),
    TIME("bid", "a bid", "a bid"),
    TIME("revive", "revival", "revival"),
    TIME("ship", "a shipment", "a shipment"),
    TIME("move", "a move", "a move"),
};
static_assert(CR_COUNT_OF(options) == DU_OPTIONS, "an option for each time");

#include "games/dune/chart.def"

/* The empty plan of DB-5.14, which nobody could send; and a plan that stands behind a late command. */
#define EMPTY_PLAN(question)                                                                  \
    {                                                                                         \
        question, DB_PLAN, {[CR_ARGS - 1] = 1}, DB_5_14, false, DU_OPTION_DEFAULT_PLAN + 1, 0 \
    }
static const cr_default defaults[] = {
    EMPTY_PLAN(DB_Q_PLAN_FIRST),
    EMPTY_PLAN(DB_Q_PLANS),
    EMPTY_PLAN(DB_Q_PLAN_AGAIN),
};

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
    .rules_version = 1,
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
