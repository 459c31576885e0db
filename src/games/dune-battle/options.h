/* Rows that the tables of options of both games of Dune have in common, and the defaults that depend on one of them. Each game says
 * by OPTION(name, n) where a row stands in its own table. */
#ifndef DB_OPTIONS_H
#define DB_OPTIONS_H

#include "games/dune-battle/dune.h"

static const char *const db_default_plans[] = {"EMPTY", "LEGAL", NULL};
static const char *const db_plan_labels[] = {"An empty plan", "A plan that can be played", NULL};
static const char *const db_switch_labels[] = {"Off", "On", NULL};

#define DB_TIME_OPTION(name, about, title)                                       \
    {                                                                            \
        "time_" name, 0, 100, 86400000, NULL, "none", "milliseconds for " about, \
            "Time for " title, "<n:{time} for " title "|No limit for " title ">" \
    }

/* clang-format off */
#define DB_BATTLE_OPTIONS(OPTION)                                                                                         \
    OPTION(IN_STORM, 0) = {"battle_in_storm", 0, 0, 1, NULL, NULL, "forces in one stormed area fight",                    \
        "Battles in the storm", "<n:Forces fight in the storm|No battles in the storm>", db_switch_labels},               \
    OPTION(LATE_VOICE, 0) = {"voice_after_plans", 0, 0, 1, NULL, NULL, "Voice comes behind the plans",                    \
        "Late Voice", "<n:The Voice speaks after the plans|The Voice speaks before the plans>", db_switch_labels},        \
    OPTION(DEFAULT_PLAN, 0) = {"default_plan", 0, 0, 1, db_default_plans, NULL, "what is played for a late plan",         \
        "For a late plan", NULL, db_plan_labels},                                                                         \
    OPTION(WORTHLESS, 0) = {"worthless_forced_discard", 0, 0, 1, NULL, NULL, "a winner's worthless cards go",             \
        "Worthless cards", "<n:The winner discards worthless cards|The winner may keep worthless cards>", db_switch_labels}, \
    OPTION(TIMES, DB_TIME_FIGHT) = DB_TIME_OPTION("fight", "the choice of a fight", "choosing a fight"),                  \
    OPTION(TIMES, DB_TIME_DECLARE) = DB_TIME_OPTION("declare", "what comes before a battle", "cards before a battle"),    \
    OPTION(TIMES, DB_TIME_VOICE) = DB_TIME_OPTION("voice", "Voice", "the Voice"),                                         \
    OPTION(TIMES, DB_TIME_CANCEL) = DB_TIME_OPTION("cancel", "cancelling by Karama", "a Karama"),                         \
    OPTION(TIMES, DB_TIME_PRESCIENCE) = DB_TIME_OPTION("prescience", "Prescience", "Prescience"),                         \
    OPTION(TIMES, DB_TIME_ANSWER) = DB_TIME_OPTION("answer", "the answer to it", "the answer"),                           \
    OPTION(TIMES, DB_TIME_PLAN) = DB_TIME_OPTION("plan", "a battle plan", "a battle plan"),                               \
    OPTION(TIMES, DB_TIME_TRAITOR) = DB_TIME_OPTION("traitor", "calling a traitor", "calling a traitor"),                 \
    OPTION(TIMES, DB_TIME_KEEP) = DB_TIME_OPTION("keep", "the winner's choices", "the winner’s choices"),                 \
    OPTION(TIMES, DB_TIME_CAPTURE) = DB_TIME_OPTION("capture", "kill or capture", "kill or capture")
/* clang-format on */

/* The empty plan of DB-5.14, which nobody could send, with and without a leader who could lead it; and a plan that stands
 * behind a late command. */
#define DB_EMPTY_PLAN(question, none, option)                                                 \
    {                                                                                         \
        question, DB_PLAN, {0, 0, 0, 0, 0, 0, 0, 0, none, 1}, DB_5_14, false, (option) + 1, 0 \
    }
#define DB_EMPTY_PLANS(question, option) \
    DB_EMPTY_PLAN(question, 0, option), DB_EMPTY_PLAN(question, 1, option)
#define DB_DEFAULTS(option)                                                      \
    DB_EMPTY_PLANS(DB_Q_PLAN_FIRST, option), DB_EMPTY_PLANS(DB_Q_PLANS, option), \
        DB_EMPTY_PLANS(DB_Q_PLAN_AGAIN, option)

#endif
