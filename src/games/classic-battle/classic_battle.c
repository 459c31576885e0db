/* JU-DO-KON! Classic Battle as the referee sees it: tables for text and JSON, options, the start of a session. The
 * rules are in docs/rules/classic-battle.md, the state machine in transitions.def and machine.c. */
#include "games/classic-battle/types.h"
#include "games/classic-battle/words.h"
#include "kernel/forms.h"
#include "kernel/rng.h"

#define CR_RULES_FILE  "games/classic-battle/rules.def"
#define CR_RULES_TABLE rules
#include "kernel/rules.h"

/* ---- words ---- */

static const char *const state_words[] = {"-",
#define WORD(name, id, word) word,
                                          CB_STATES(WORD)
#undef WORD
                                              NULL};
static const char *const trigger_words[] = {"init",
#define WORD(name, word, flags, shape) word,
                                            CB_TRIGGERS(WORD)
#undef WORD
                                                NULL};
static const char *const setting_words[] = {
#define WORD(name, word, top, flags) word,
    CB_SETTINGS(WORD)
#undef WORD
        NULL};
static const char *const lock_words[] = {"-",        "power",  "speed", "technique",
                                         "kumikata", "newaza", NULL};
static const char *const outcome_words[] = {"-", "winPlayer", "winOpponent", "draw", NULL};
static const char *const result_words[] = {
    "-", "matchWinPlayer", "matchWinOpponent", "matchDraw", "quit", "aborted", NULL};
static const char *const source_words[] = {"-", "player", "opponent", "auto", NULL};
static const char *const timer_words[] = {"-",     "start",    "reveal", "stat",
                                          "delay", "cooldown", NULL};
static const char *const status_words[] = {"idle", "running", "paused", NULL};
static const char *const table_words[] = {"empty", "drawn", "revealed", "committed", NULL};
static const char *const policy_words[] = {"player", "alternate", "winner", NULL};
static const char *const difficulty_words[] = {"easy", "medium", "hard", NULL};
static const char *const strategy_words[] = {"highest", "random", NULL};
static const char *const roster_words[] = {"standard", "trial", "eleven", "one", "missing", NULL};
static const char *const level_words[] = {"round", "match", NULL};
static const char *const side_words[] = {"player", "opponent", NULL};
static const char *const pause_words[] = {"hidden", "quitDialog", "host", NULL};
static const char *const error_words[] = {"-",
#define WORD(name, id, word) word,
                                          CB_STATES(WORD)
#undef WORD
                                              "opponentChoice",
                                          "DECK_LOAD", "DECK_TOO_SMALL", NULL};

/* ---- moves, questions, effects ---- */

static const cr_field start_fields[] = {CR_ARG("target", 0, &cb_target_type, NULL, 0, 0), {0}};
static const cr_field stat_fields[] = {CR_ARG("stat", 0, &cb_stat_type, NULL, 0, 0), {0}};
static const cr_field interrupt_fields[] = {CR_ARG("reason", 0, &cb_reason_type, NULL, 0, 0), {0}};
static const cr_field settings_fields[] = {
    CR_ARG("name", 0, &cr_word, setting_words, 0, 0),
    CR_ARG("value", 1, &cb_setting_type, NULL, 0, 0),
    {0},
};
static const cr_field edit_fields[] = {
    CR_ARG("stat", EDIT_STAT, &cb_given_word, lock_words, 0, CR_KEYED),
    CR_ARG("playerValue", EDIT_PLAYER_VALUE, &cb_given_number, NULL, 0, CR_KEYED),
    CR_ARG("opponentValue", EDIT_OPPONENT_VALUE, &cb_given_number, NULL, 0, CR_KEYED),
    CR_ARG("outcome", EDIT_OUTCOME, &cb_given_word, outcome_words, 0, CR_KEYED),
    CR_ARG("playerScore", EDIT_PLAYER_SCORE, &cb_given_number, NULL, 0, CR_KEYED),
    CR_ARG("opponentScore", EDIT_OPPONENT_SCORE, &cb_given_number, NULL, 0, CR_KEYED),
    CR_ARG("roundsPlayed", EDIT_ROUNDS, &cb_given_number, NULL, 0, CR_KEYED),
    {0},
};

static const char *const start_parts[] = {"How many wins?", NULL};
static const char *const stat_parts[] = {"Which stat?", NULL};
static const char *const reason_parts[] = {"Why?", NULL};
static const char *const settings_parts[] = {"Which setting?", "Which value?", NULL};

#define SHAPE_PLAIN  .fields = NULL
#define SHAPE_TARGET .max = {UINT8_MAX}, .fields = start_fields, .parts = start_parts
#define SHAPE_STAT   .max = {CB_STATS}, .fields = stat_fields, .parts = stat_parts
#define SHAPE_REASON .max = {REASON_END - 2}, .fields = interrupt_fields, .parts = reason_parts
#define SHAPE_EDIT \
    .max = {CB_STATS + 1, 63, 63, OUTCOME_DRAW + 1, 63, 63, 63}, .fields = edit_fields
static const cr_kind kinds[KIND_END] = {
#define KIND(name, text, bits, shape) \
    [TR_##name] = {.word = text, .flags = bits, .does = DOES_##name, SHAPE_##shape},
    CB_TRIGGERS(KIND)
#undef KIND
        [KIND_SETTINGS] = {.word = "settings",
                           .max = {SET_END - 1, 63, 63},
                           .flags = CR_CONTROL,
                           .fields = settings_fields,
                           .does = "Set {name} to {value}",
                           .parts = settings_parts},
};

/* The phase people see is the state. Timers are part of the rules and have events of their own (JK-7). */
static const cr_asked questions[] = {
#define ASKED(name, id, word) {word, CR_RUNS_OUT, ASKS_##name},
    CB_STATES(ASKED)
#undef ASKED
};
/* Section 15: what a state does by itself. People cannot send the engine's triggers; a choice has the engine's mark. */
#define BY_ITS_OWN(state, trigger)                    \
    {                                                 \
        ST_##state - 1, TR_##trigger, .rule = JK_6_13 \
    }
static const cr_default defaults[] = {
    {ST_LOBBY - 1, TR_INTERRUPT, {REASON_TIMEOUT - 1}, JK_6_13},
    BY_ITS_OWN(MATCH_START, READY),
    BY_ITS_OWN(COOLDOWN, READY),
    BY_ITS_OWN(ROUND_START, CARDS_REVEALED),
    {ST_CHOICE - 1, TR_STAT_SELECTED, {CB_BY_ENGINE}, JK_6_13},
    BY_ITS_OWN(CHOICE, TIMEOUT),
    BY_ITS_OWN(DECISION, WIN_PLAYER),
    BY_ITS_OWN(DECISION, WIN_OPPONENT),
    BY_ITS_OWN(DECISION, DRAW),
    BY_ITS_OWN(ROUND_OVER, MATCH_POINT_REACHED),
    BY_ITS_OWN(ROUND_OVER, CONTINUE),
    BY_ITS_OWN(MATCH_DECISION, FINALIZE),
    BY_ITS_OWN(MATCH_OVER, HOME),
    BY_ITS_OWN(INTERRUPT_ROUND, ABORT_MATCH),
    BY_ITS_OWN(INTERRUPT_MATCH, TO_LOBBY),
    BY_ITS_OWN(MODIFICATION, CANCEL_MODIFICATION),
};
static const cr_effect effects[] = {{"session", state_words, NULL}};

/* ---- the chart: the table, settings in every state, and the end of the referee match ---- */

#define GUARD_WORDS(name, words) static const char guard_##name[] = words;
CB_GUARDS(GUARD_WORDS)
#undef GUARD_WORDS

/* A row runs by itself if the engine fires it, with JK-8.15's error path and the end of the referee match. */
enum { BY_ITSELF = BY_ENGINE | BY_COMPUTER | BY_FAULT };
static const cr_row chart[] = {
    {CR_CHART_START, 0, ST_LOBBY - 1, JK_6_10, "init"},
#define STATE(state, first)
#define ROW(row, state, trigger, guard, next, by) \
    {ST_##state - 1, TR_##trigger, ST_##next - 1, JK_6_4, guard_##guard, ((by)&BY_ITSELF) != 0},
#define ALSO ROW
#include "games/classic-battle/transitions.def"
#undef STATE
#undef ROW
#undef ALSO
    {ST_MATCH_OVER - 1, TR_NONE, CR_CHART_OVER, JK_3_10, "the last of `matches`", true},
#define SETTING(name, id, word) \
    {ST_##name - 1, KIND_SETTINGS, ST_##name - 1, JK_6_12, "asks the same again"},
    CB_STATES(SETTING)
#undef SETTING
};

/* ---- events: each ends with match and round ---- */

#define MATCH_AND_ROUND(at) \
    CR_ARG("match", at, &cr_u16, NULL, 0, 0), CR_ARG("round", (at) + 2, &cr_u8, NULL, 0, 0)
#define U8(name, at)          CR_ARG(name, at, &cr_u8, NULL, 0, 0)
#define WORD(name, at, words) CR_ARG(name, at, &cr_word, words, 0, 0)
/* The fields of an event: its own, then match and round from byte `at` on. */
#define TOLD(name, at, ...) \
    static const cr_field name##_fields[] = {__VA_ARGS__, MATCH_AND_ROUND(at), {0}}

TOLD(state, 4, WORD("from", 0, state_words), WORD("to", 1, state_words),
     CR_ARG("fromId", 0, &cb_state_id, NULL, 0, 0), CR_ARG("toId", 1, &cb_state_id, NULL, 0, 0),
     WORD("trigger", 2, trigger_words),
     CR_ARG("reason", 3, &cr_word, cb_reason_words, 0, CR_SPOKEN));
TOLD(round, 2, WORD("chooser", 0, side_words), U8("cardsLeft", 1));
TOLD(card, 6, U8("card", 0), CR_ARG("stats", 1, &cr_u8, NULL, CB_STATS, 0));
TOLD(locked, 2, WORD("stat", 0, lock_words), WORD("source", 1, source_words));
TOLD(result, 7, WORD("stat", 0, lock_words), U8("playerValue", 1), U8("opponentValue", 2),
     CR_ARG("delta", 3, &cr_i8, NULL, 0, 0), WORD("outcome", 4, outcome_words), U8("playerCard", 5),
     U8("opponentCard", 6));
TOLD(score, 3, U8("player", 0), U8("opponent", 1), U8("roundsPlayed", 2));
TOLD(match, 3, WORD("result", 0, result_words), U8("player", 1), U8("opponent", 2));
TOLD(expired, 1, WORD("timer", 0, timer_words));
TOLD(pausing, 5, WORD("reason", 0, pause_words), CR_ARG("remainingMs", 1, &cr_u32, NULL, 0, 0));
TOLD(raised, 5, WORD("level", 0, level_words), WORD("reason", 1, cb_reason_words),
     WORD("state", 2, state_words), U8("player", 3), U8("opponent", 4));
TOLD(resolved, 1, WORD("trigger", 0, trigger_words));
TOLD(error, 1, WORD("where", 0, error_words));
TOLD(length, 1, U8("length", 0));
/* The value of a card, a pick or a delay that a test has given is for whoever gave it. */
static const cr_field changed_fields[] = {
    WORD("name", 0, setting_words),
    CR_ARG("clears", 1, &cr_flag, NULL, 0, 0),
    MATCH_AND_ROUND(2),
    CR_ARG("value", 6, &cr_u16, NULL, 0, 0),
    {0},
};
TOLD(modified, 7, WORD("stat", 0, lock_words), U8("playerValue", 1), U8("opponentValue", 2),
     WORD("outcome", 3, outcome_words), U8("player", 4), U8("opponent", 5), U8("roundsPlayed", 6));
static const cr_told events[] = {
    [EV_STATE] = {"state", state_fields, CR_QUIET, 0, 0, "<to=matchStart:A match begins.|>"},
    [EV_ROUND_START] = {"round.start", round_fields, CR_ACT, 0, 0, "Round {round}.", CR_RENEWS},
    [EV_CARD] = {"round.card", card_fields, CR_QUIET, 0, 0, ""},
    [EV_LOCKED] = {"stat.locked", locked_fields, CR_ACT, 0, 0,
                   "<source=auto:Time is up: {stat} is picked.|{picker} [pick|picks] {stat}.>"},
    [EV_RESULT] = {"round.result", result_fields, CR_TURNS, CR_DECIDED, JK_4_5,
                   "{stat} {values}: <winner:{winner} [take|takes] the round|level, no point>."},
    [EV_SCORE] = {"score", score_fields, CR_QUIET, 0, 0, ""},
    [EV_MATCH] = {"match.result", match_fields, CR_STOP, CR_COUNTED, JK_3_5,
                  "<winner:{winner} [win|wins] the match {score}."
                  "|<quitter:{quitter} left; the match is lost.|<result=matchDraw:The match ends "
                  "level {score}.|The match was called off.>>>"},
    [EV_EXPIRED] = {"timer.expired", expired_fields, CR_QUIET, 0, 0, ""},
    [EV_RAISED] = {"interrupt.raised", raised_fields, CR_TURNS, CR_FORCED, JK_8_1,
                   "Stopped: {reason}.", CR_RENEWS},
    [EV_RESOLVED] = {"interrupt.resolved", resolved_fields, CR_QUIET, 0, 0, ""},
    [EV_ERROR] = {"error", error_fields, CR_ACT, 0, 0,
                  "Something went wrong; the referee goes on."},
    [EV_LENGTH] = {"match.length", length_fields, CR_QUIET, 0, 0, ""},
    [EV_SETTINGS] = {"settings", changed_fields, CR_QUIET, 0, 0, ""},
    [EV_MODIFIED] = {"round.modified", modified_fields, CR_ACT, 0, 0,
                     "The round is changed by hand."},
    [EV_PAUSED] = {"timer.paused", pausing_fields, CR_QUIET, 0, 0, ""},
    [EV_RESUMED] = {"timer.resumed", pausing_fields, CR_QUIET, 0, 0, ""},
};

#undef U8
#undef WORD
#undef TOLD

/* ---- refusals and options ---- */

static const cr_code_row codes[] = {
    CR_CODE("E_OVER", "the session is over", "The last match is over.",
            "Open a new table to play on."),
    CR_CODE("E_FORBIDDEN", "this trigger is not yours to send", "That is not yours to do.",
            "It happens by itself, or another player does it."),
    CR_CODE("E_DUPLICATE", "a stat is locked already", "A stat is picked already.",
            "It stands for this round; the next one is open again."),
    CR_CODE("E_NOT_ALLOWED", "the state does not take this trigger", "{first}",
            "<stat:{stat} can be picked when your turn comes.|That comes at another time.>"),
    CR_CODE("E_BAD_TARGET", "the win target is not between 1 and 25", "Choose 1 to 25 wins.",
            "A match has at most 25 rounds."),
    CR_CODE("E_BAD_STAT", "there is no such stat", "There is no such stat.",
            "A judoka has Power, Speed, Technique, Kumi-kata and Ne-waza."),
    CR_CODE("E_NOT_YOUR_TURN", "the other side chooses the stat", "{chooser} picks this time.",
            "In this round the stat is not yours to choose."),
    CR_CODE("E_NO_ROUND", "no round was interrupted", "No round was stopped.",
            "Only a round that was stopped can be corrected."),
    CR_CODE("E_BAD_EDIT", "the edit has a bad value", "That correction does not fit.",
            "<wrong:{wrong} is not possible there.|Say which stat was picked.>"),
    CR_CODE("E_GUARD", "the state takes this trigger only under a condition that does not hold",
            "Not in this position.", "The round stands otherwise than that; look at the score."),
    CR_CODE("E_BAD_SETTING", "the setting does not take this value", "That setting does not fit.",
            "Choose one of the values it can have."),
};

static const char *const on_words[] = {"off", "on", NULL};
static const char *const chooser_words[] = {"default", "player", "alternate", "winner", NULL};
static const char *const opponent_words[] = {"computer", "person", NULL};

enum {
    OPTION_MATCHES,
    OPTION_LENGTH,
    OPTION_MAX_ROUNDS,
    OPTION_DECK_SIZE,
    OPTION_STAT_TIMER,
    OPTION_COOLDOWN,
    OPTION_START,
    OPTION_REVEAL,
    OPTION_DELAY_LO,
    OPTION_DELAY_HI,
    OPTION_OPPONENT,
    OPTION_CHOOSER,
    OPTION_DIFFICULTY,
    OPTION_STRATEGY,
    OPTION_ROSTER,
    OPTION_AUTO_SELECT,
    OPTION_OPPONENT_DELAY,
    OPTION_AUTO_CONTINUE,
    OPTION_SKIP_COOLDOWN,
    OPTION_HEADLESS,
    OPTION_REDUCED_MOTION,
    OPTION_ROUND_MODIFY,
    OPTION_TEST_MODE,
    OPTION_AUTO_ADVANCE
};

static const char *const on_labels[] = {"Off", "On", NULL};
static const char *const opponent_labels[] = {"The computer", "A person", NULL};
static const char *const chooser_labels[] = {"As usual", "The player", "In turn", "The winner",
                                             NULL};
static const char *const difficulty_labels[] = {"Easy", "Medium", "Hard", NULL};
static const char *const auto_select_strategy_labels[] = {"The highest stat", "Any stat", NULL};
static const char *const roster_labels[] = {"All judoka", "Trial", "Eleven cards",
                                            "One card",   "None",  NULL};
static const cr_option options[] = {
    {"matches", 1, 1, 1000, NULL, "0", "matches after which the session is over; 0: no limit",
     "Matches", "<n:{n} [match|matches]|Match after match>", NULL},
    {"length", 5, 1, CB_ROUNDS, NULL, NULL, "rounds to win, where startClicked does not say",
     "Rounds to win", "First to win {n} [round|rounds]", NULL},
    {"maxRounds", CB_ROUNDS, 1, CB_ROUNDS, NULL, NULL, "rounds of a match at most", "Longest match",
     "{n} [round|rounds] at most", NULL},
    {"deckSize", CB_ROUNDS, 1, CB_ROUNDS, NULL, NULL, "cards of each side at most", "Cards",
     "{n} [card|cards] each at most", NULL},
    {"statTimer", 30000, 1000, 600000, NULL, "none", "milliseconds to choose a stat",
     "Time to pick a stat", "<n:{time} to pick a stat|No time limit>", NULL},
    {"cooldown", 3000, 0, 10000, NULL, NULL, "milliseconds between rounds", "Pause between rounds",
     "<n:{time} between rounds|No pause between rounds>", NULL},
    {"startCountdown", 3000, 0, 10000, NULL, NULL, "milliseconds before the first round",
     "Countdown", "<n:{time} before the first round|No countdown>", NULL},
    {"reveal", 400, 0, 1000, NULL, NULL, "milliseconds to show the cards", "Time to see the cards",
     "<n:{time} to see the cards|Cards are shown at once>", NULL},
    {"delayMin", 300, 0, 2000, NULL, NULL, "shortest delay of the opponent in milliseconds",
     "Shortest thinking time", "The opponent thinks at least {time}", NULL},
    {"delayMax", 700, 0, 2000, NULL, NULL, "longest delay of the opponent in milliseconds",
     "Longest thinking time", "The opponent thinks at most {time}", NULL},
    {"opponent", 0, 0, 1, opponent_words, NULL, "who holds seat 1", "Opponent",
     "<n:Against a person|Against the computer>", opponent_labels},
    {"chooser", 0, 0, 3, chooser_words, NULL,
     "who chooses the stat; default: player, with two people alternate", "Who picks the stat", NULL,
     chooser_labels},
    {"difficulty", EASY, 0, 2, difficulty_words, NULL,
     "how a computer opponent chooses; what it does not know is easy", "Difficulty", NULL,
     difficulty_labels, true},
    {"autoSelectStrategy", STRATEGY_HIGHEST, 0, 1, strategy_words, NULL,
     "what is chosen when time runs out", "When time runs out",
     "<n:A stat is drawn when time runs out|The highest stat is picked when time runs out>",
     auto_select_strategy_labels},
    {"roster", CB_ROSTER_STANDARD, 0, CB_ROSTERS - 1, roster_words, NULL,
     "the cards; all but standard are for tests", "Cards of the match", NULL, roster_labels},
    {"autoSelect", 1, 0, 1, on_words, NULL, "a stat is chosen when time runs out", "Pick for me",
     "<n:A stat is picked when time runs out|The round stops when time runs out>", on_labels},
    {"opponentDelay", 1, 0, 1, on_words, NULL, "the opponent takes a moment to think",
     "Thinking time", "<n:The opponent takes a moment|The opponent answers at once>", on_labels},
    {"autoContinue", 1, 0, 1, on_words, NULL, "the next round comes by itself", "Go on by itself",
     "<n:The next round comes by itself|You start each round>", on_labels},
    {"skipCooldown", 0, 0, 1, on_words, NULL, "no countdown between rounds", "No pause",
     "<n:No pause between rounds|A pause between rounds>", on_labels},
    {"headless", 0, 0, 1, on_words, NULL, "no waiting but for the choice of a stat", "No waiting",
     "<n:No waiting at all|With pauses>", on_labels},
    {"reducedMotion", 0, 0, 1, on_words, NULL, "no time to show the cards", "Less motion",
     "<n:Cards are shown at once|Cards are turned slowly>", on_labels},
    {"roundModify", 0, 0, 1, on_words, NULL, "an admin may change an interrupted round; test mode",
     "Corrections", "<n:An admin may correct a stopped round|No corrections>", on_labels},
    {"testMode", 0, 0, 1, on_words, NULL, "test controls and the admin are let in", "Test mode",
     "<n:Test mode|No test mode>", on_labels},
    {"autoAdvance", 1, 0, 1, on_words, NULL,
     "off, in test mode: the host dispatches the engine's triggers", "Run by itself",
     "<n:The match runs by itself|The host moves the match on>", on_labels},
};

static cr_err init(cr_state *k, const cr_setup *setup)
{
    static const uint32_t flag_of[] = {F_AUTO_SELECT,   F_OPPONENT_DELAY, F_AUTO_CONTINUE,
                                       F_SKIP_COOLDOWN, F_HEADLESS,       F_REDUCED_MOTION,
                                       F_ROUND_MODIFY,  F_TEST_MODE,      F_AUTO_ADVANCE};
    const int32_t *option = setup->option;
    cb_state *s = (cb_state *)k;
    cb_session *with = &s->session;

    if (option[OPTION_DELAY_LO] > option[OPTION_DELAY_HI])
        return CR_ERR_BAD_OPTION;
    if (!option[OPTION_TEST_MODE] && (!option[OPTION_AUTO_ADVANCE] || option[OPTION_ROUND_MODIFY]))
        return CR_ERR_BAD_OPTION;
    for (unsigned i = 0; i < CR_COUNT_OF(flag_of); i++)
        if (option[OPTION_AUTO_SELECT + i])
            with->flags |= flag_of[i];
    if (option[OPTION_OPPONENT])
        with->flags |= F_PERSON;
    CR_CITE(JK_7_1);
    CR_CITE(JK_2_8);
    with->stat_ms = (uint32_t)option[OPTION_STAT_TIMER];
    with->cooldown_ms = (uint32_t)option[OPTION_COOLDOWN];
    with->start_ms = (uint32_t)option[OPTION_START];
    with->reveal_ms = (uint32_t)option[OPTION_REVEAL];
    with->delay_lo = (uint16_t)option[OPTION_DELAY_LO];
    with->delay_hi = (uint16_t)option[OPTION_DELAY_HI];
    with->matches = (uint16_t)option[OPTION_MATCHES];
    with->length = (uint8_t)option[OPTION_LENGTH];
    with->max_rounds = (uint8_t)option[OPTION_MAX_ROUNDS];
    with->deck_size = (uint8_t)option[OPTION_DECK_SIZE];
    with->policy = (uint8_t)(option[OPTION_CHOOSER]    ? option[OPTION_CHOOSER] - 1
                             : option[OPTION_OPPONENT] ? POLICY_ALTERNATE
                                                       : POLICY_PLAYER);
    with->difficulty = (uint8_t)option[OPTION_DIFFICULTY];
    with->strategy = (uint8_t)option[OPTION_STRATEGY];
    with->roster = (uint8_t)option[OPTION_ROSTER];
    cr_rng_init(&s->ai, setup->seed, CB_STREAM_AI);
    cr_rng_init(&s->delay, setup->seed, CB_STREAM_DELAY);
    cr_push(k, 0, 0);
    return CR_ERR_OK;
}

/* ---- zones and views ---- */

#define SESSION_FIELDS(strct)                                                                   \
    CR_FIELD_AS("flags", strct, session.flags, &cb_flags_type, NULL, 0, 0),                     \
        CR_FIELD_AS("matches", strct, session.matches, &cr_u16, NULL, 0, 0),                    \
        CR_FIELD_AS("length", strct, session.length, &cr_u8, NULL, 0, 0),                       \
        CR_FIELD_AS("maxRounds", strct, session.max_rounds, &cr_u8, NULL, 0, 0),                \
        CR_FIELD_AS("deckSize", strct, session.deck_size, &cr_u8, NULL, 0, 0),                  \
        CR_FIELD_AS("statTimer", strct, session.stat_ms, &cr_u32, NULL, 0, 0),                  \
        CR_FIELD_AS("cooldown", strct, session.cooldown_ms, &cr_u32, NULL, 0, 0),               \
        CR_FIELD_AS("startCountdown", strct, session.start_ms, &cr_u32, NULL, 0, 0),            \
        CR_FIELD_AS("reveal", strct, session.reveal_ms, &cr_u32, NULL, 0, 0),                   \
        CR_FIELD_AS("delayRange", strct, session.delay_lo, &cr_u16, NULL, 2, 0),                \
        CR_FIELD_AS("policy", strct, session.policy, &cr_word, policy_words, 0, 0),             \
        CR_FIELD_AS("difficulty", strct, session.difficulty, &cr_word, difficulty_words, 0, 0), \
        CR_FIELD_AS("autoSelectStrategy", strct, session.strategy, &cr_word, strategy_words, 0, \
                    0),                                                                         \
        CR_FIELD_AS("roster", strct, session.roster, &cr_word, roster_words, 0, 0)

#define BOARD_FIELDS(strct)                                                                      \
    CR_FIELD_AS("matchId", strct, board.match, &cr_u16, NULL, 0, 0),                             \
        CR_FIELD_AS("ended", strct, board.ended, &cr_u16, NULL, 0, 0),                           \
        CR_FIELD_AS("won", strct, board.won, &cr_u16, NULL, 2, 0),                               \
        CR_FIELD_AS("prev", strct, board.prev, &cr_word, state_words, 0, CR_NO_KEY),             \
        CR_FIELD_AS("lastTrigger", strct, board.trigger, &cr_word, trigger_words, 0, CR_NO_KEY), \
        CR_FIELD_AS("reason", strct, board.reason, &cr_word, cb_reason_words, 0, 0),             \
        CR_FIELD_AS("quitter", strct, board.quitter, &cr_maybe_seat, NULL, 0, 0),                \
        CR_FIELD_AS("round", strct, board.round, &cr_u8, NULL, 0, 0),                            \
        CR_FIELD_AS("roundsPlayed", strct, board.rounds_played, &cr_u8, NULL, 0, 0),             \
        CR_FIELD_AS("target", strct, board.target, &cr_u8, NULL, 0, 0),                          \
        CR_FIELD_AS("scores", strct, board.score, &cr_u8, NULL, 2, 0),                           \
        CR_FIELD_AS("chooser", strct, board.chooser, &cr_word, side_words, 0, 0),                \
        CR_FIELD_AS("nextChooser", strct, board.next_chooser, &cr_word, side_words, 0, 0),       \
        CR_FIELD_AS("sampled", strct, board.sampled, &cb_flags_type, NULL, 0, 0),                \
        CR_FIELD_AS("table", strct, board.table, &cr_word, table_words, 0, 0),                   \
        CR_FIELD_AS("lockedStat", strct, board.lock, &cr_word, lock_words, 0, 0),                \
        CR_FIELD_AS("lockSource", strct, board.lock_source, &cr_word, source_words, 0, 0),       \
        CR_FIELD_AS("values", strct, board.value, &cr_u8, NULL, 2, 0),                           \
        CR_FIELD_AS("outcome", strct, board.outcome, &cr_word, outcome_words, 0, 0),             \
        CR_FIELD_AS("result", strct, board.result, &cr_word, result_words, 0, 0),                \
        CR_FIELD_AS("cards", strct, board.n_cards, &cr_u8, NULL, 0, 0),                          \
        CR_FIELD_AS("used", strct, board.at, &cr_u8, NULL, 0, 0),                                \
        CR_FIELD_AS("interrupted", strct, board.has_round, &cr_flag, NULL, 0, 0),                \
        CR_FIELD_AS("committed", strct, board.is_committed, &cr_flag, NULL, 0, 0),               \
        CR_FIELD_AS("keptStat", strct, board.kept_lock, &cr_word, lock_words, 0, 0),             \
        CR_FIELD_AS("scoresBefore", strct, board.before_score, &cr_u8, NULL, 2, 0),              \
        CR_FIELD_AS("chooserBefore", strct, board.before_chooser, &cr_word, side_words, 0, 0),   \
        CR_FIELD_AS("modified", strct, board.is_modified, &cr_flag, NULL, 0, 0),                 \
        CR_FIELD_AS("dealGiven", strct, board.is_rigged, &cr_flag, NULL, 0, 0),                  \
        CR_FIELD_AS("given", strct, board.n_rigged, &cr_u8, NULL, 4, 0),                         \
        CR_FIELD_AS("injectError", strct, board.inject, &cr_word, error_words, 0, 0),            \
        CR_FIELD_AS("timerDue", strct, board.timer, &cr_word, timer_words, 0, 0),                \
        CR_FIELD_AS("timer", strct, board.shown, &cr_word, timer_words, 0, 0),                   \
        CR_FIELD_AS("durationMs", strct, board.duration_ms, &cr_u32, NULL, 0, CR_NO_KEY),        \
        CR_FIELD_AS("behindMs", strct, board.behind_ms, &cr_u32, NULL, 0, CR_NO_KEY)

static const cr_field zones[] = {
    SESSION_FIELDS(cb_state),
    BOARD_FIELDS(cb_state),
    CR_FIELD(cb_state, deck, &cb_cards_type, NULL, 0, CR_BY_SEAT),
    CR_FIELD_AS("givenDeck", cb_state, rigged_deck, &cb_cards_type, NULL, 0, CR_BY_SEAT),
    CR_FIELD_AS("givenPicks", cb_state, rigged_pick, &cr_u8, NULL, CB_RIGS, 0),
    CR_FIELD_AS("givenDelays", cb_state, rigged_delay, &cr_u16, NULL, CB_RIGS, 0),
    CR_FIELD_AS("budgetMs", cb_state, budget_ms, &cr_u32, NULL, 0, 0),
    CR_FIELD_AS("delayMs", cb_state, delay_ms, &cr_u16, NULL, 0, 0),
    CR_FIELD_AS("dealAt", cb_state, deal_at, &cr_u64, NULL, 0, 0),
    CR_FIELD_AS("aiStream", cb_state, ai, &cb_stream_type, NULL, 0, 0),
    CR_FIELD_AS("delayStream", cb_state, delay, &cb_stream_type, NULL, 0, 0),
    {0},
};

static const cr_field view_fields[] = {
    CR_FIELD(cb_view, state, &cr_word, state_words, 0, 0),
    CR_FIELD_AS("stateId", cb_view, state, &cb_state_id, NULL, 0, 0),
    BOARD_FIELDS(cb_view),
    CR_FIELD_AS("playerCard", cb_view, card[0], &cr_u8, NULL, 0, 0),
    CR_FIELD_AS("playerStats", cb_view, stats[0], &cr_u8, NULL, CB_STATS, 0),
    CR_FIELD_AS("opponentCard", cb_view, card[1], &cr_u8, NULL, 0, 0),
    CR_FIELD_AS("opponentStats", cb_view, stats[1], &cr_u8, NULL, CB_STATS, 0),
    CR_FIELD_AS("cardsLeft", cb_view, left, &cr_u8, NULL, 2, 0),
    CR_FIELD_AS("usedCards", cb_view, used, &cb_cards_type, NULL, 0, CR_BY_SEAT),
    CR_FIELD_AS("timerStatus", cb_view, status, &cr_word, status_words, 0, 0),
    CR_FIELD_AS("remainingMs", cb_view, remaining_ms, &cr_u32, NULL, 0, CR_NO_KEY),
    CR_FIELD_AS("isMatchPoint", cb_view, is_match_point, &cr_flag, NULL, 0, 0),
    SESSION_FIELDS(cb_view),
    {0},
};

/* ---- forms of a move that need the session ---- */

static bool is_edit_member(cr_span word)
{
    for (const cr_field *field = edit_fields; field->name; field++) {
        size_t len = strlen(field->name);

        if ((size_t)(word.end - word.at) > len && !memcmp(word.at, field->name, len) &&
            word.at[len] == '=')
            return true;
    }
    return false;
}

extern const cr_game CR_TWICE(cr_game_classic_battle);

/* JK-5.3: a difficulty that is none of the three counts as easy, in a number or in a word. */
static void read_difficulty(cr_span text, cr_move *out)
{
    cr_span word = cr_span_word(&text), number = word;
    uint8_t level = EASY;
    int64_t n;

    for (uint8_t i = 0; difficulty_words[i]; i++)
        if (cr_span_is(word, difficulty_words[i]))
            level = i;
    if (cr_span_int(&number, EASY, HARD, &n) && cr_span_is_empty(&number))
        level = (uint8_t)n;
    *out = (cr_move){.kind = KIND_SETTINGS, .arg = {SET_DIFFICULTY, 0, level}};
}

/* JK-3.2: startClicked without a target takes the last length. JK-8.12: members that an edit does not know are left
 * out. */
static bool read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why)
{
    const cb_state *s = (const cb_state *)k;
    char known[256];
    cr_text edit = cr_text_on(known, sizeof known);
    cr_span setting = text;

    (void)seat, (void)why;
    if (cr_span_take(&text, "startClicked") && cr_span_is_empty(&text)) {
        out->kind = TR_START_CLICKED;
        out->arg[0] = s->session.length;
        return true;
    }
    if (cr_span_take(&setting, "settings") && cr_span_take(&setting, "difficulty") &&
        !cr_span_is_empty(&setting)) {
        read_difficulty(setting, out);
        return true;
    }
    if (!cr_span_take(&text, "modifyRoundDecision"))
        return false;
    cr_text_str(&edit, "modifyRoundDecision");
    while (!cr_span_is_empty(&text)) {
        cr_span word = cr_span_word(&text);

        if (is_edit_member(word)) {
            cr_text_char(&edit, ' ');
            cr_text_bytes(&edit, word.at, (size_t)(word.end - word.at));
        }
    }
    return !cr_text_is_full(&edit) &&
           cr_move_read(&CR_TWICE(cr_game_classic_battle), cr_span_of(known), out);
}

/* JK-8.12: what an edit does not know is passed over, and the room notes it. */
static const char *unread(cr_span text, cr_text *out)
{
    if (!cr_span_take(&text, "modifyRoundDecision"))
        return NULL;
    while (!cr_span_is_empty(&text)) {
        cr_span word = cr_span_word(&text);

        if (!is_edit_member(word))
            cr_text_fmt(out, "%smember=%.*s", out->len ? " " : "", (int)(word.end - word.at),
                        word.at);
    }
    return out->len ? "edit.unknown" : NULL;
}

/* JK-10.1: what the room says carries match and round as the events do. */
static void place(const cr_state *k, uint32_t *match, uint32_t *round)
{
    const cb_board *b = &((const cb_state *)k)->board;

    *match = b->match;
    *round = b->round;
}

/* JK-7.9: only stat timer, cooldown and start countdown tick. */
static bool countdown(const cr_state *k, uint32_t *duration_ms, uint32_t *behind_ms)
{
    const cb_board *b = &((const cb_state *)k)->board;

    *duration_ms = b->duration_ms;
    *behind_ms = b->behind_ms;
    return b->shown == TIMER_STAT || b->shown == TIMER_COOLDOWN || b->shown == TIMER_START;
}

/* JK-10.11: an older tab has become a viewer. JK-5.9, 7.6, 7.8, 8.10: what the room does with a page that is hidden, asks whether to quit, or falls silent.
 * JK-10.6: interrupts are noted. JK-10.9: test mode is the host's. JK-7.20: bad times fall back. */
#define OPTION(name) (UINT64_C(1) << OPTION_##name)
enum { PAUSE_HIDDEN, PAUSE_QUIT_DIALOG, PAUSE_HOST };
/* JK-13.10. */
static const cr_shorthand shorthand[] = {
    {"pick", {"statSelected"}},
    {"next", {"ready", "continue"}},
    {"quit", {"interrupt quit"}},
    {0},
};

static const cr_room_rules room = {
    .own_reasons = CR_BIT(PAUSE_HIDDEN) | CR_BIT(PAUSE_QUIT_DIALOG),
    .alone_reasons = CR_BIT(PAUSE_HIDDEN) | CR_BIT(PAUSE_QUIT_DIALOG),
    .host_reason = PAUSE_HOST,
    .silent_reason = PAUSE_HIDDEN,
    .keeps_seat = 1,
    .silent_ms = 10000,
    .away_ms = 60000,
    .away_move = "interrupt navigation",
    .countdown = countdown,
    .place = place,
    .unread = unread,
    .elsewhere = {.code = CODE_FORBIDDEN, .rule = JK_10_11},
    .noted = UINT64_C(1) << EV_RAISED,
    .test_options = OPTION(ROUND_MODIFY) | OPTION(TEST_MODE) | OPTION(AUTO_ADVANCE),
    .soft_options = OPTION(STAT_TIMER) | OPTION(COOLDOWN) | OPTION(START) | OPTION(REVEAL) |
                    OPTION(DELAY_LO) | OPTION(DELAY_HI),
    .shorthand = shorthand,
};

/* For bots that look ahead: points of the match that is played, then the matches won. */
static void worth(const cr_state *k, float out[CR_SEATS_MAX])
{
    const cb_state *s = (const cb_state *)k;
    int32_t scores[CR_SEATS_MAX] = {s->board.score[0], s->board.score[1]};

    if (k->is_over)
        cb_score(k, scores);
    cr_worth_of(k, scores, NULL, 6, out);
}

static uint32_t round_of(const cr_state *k)
{
    const cb_board *b = &((const cb_state *)k)->board;

    return 1u + b->rounds_played + 256u * b->match;
}

CR_GAME_DEFINE(classic_battle) = {
    .name = "classic-battle",
    .title = "Classic Battle",
    .ends = "<draw:Nobody wins.|{winners} [win|wins].>",
    .about = "One judoka card against another, one stat a round, on a clock that can be paused and "
             "interrupted.",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .state_size = sizeof(cb_state),
    .view_size = sizeof(cb_view),
    CR_TABLES,
    CR_TABLE(defaults),
    .reasons = pause_words,
    .room = &room,
    .init = init,
    .step = cb_step,
    .pausing = cb_pausing,
    .check = cb_check,
    .space = cb_space,
    .idle = cb_idle,
    .refuse = cb_refuse,
    .observe = cb_observe,
    .imagine = cb_imagine,
    .score = cb_score,
    .broken = cb_broken,
    .read_move = read_move,
    .print_roster = cb_print_roster,
    .names = cb_words,
    .tell = cb_tell,
    .worth = worth,
    .round = round_of,
};
