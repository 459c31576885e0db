/* Imposter Kings as the kernel sees it: its options, and all of it in one table. */
#define CR_RULES_TABLE rules
#include "games/imposter-kings/fields.h"

enum { OPTION_RULES, OPTION_TARGET, OPTION_DEALS, OPTION_TIME, OPTION_SIGNATURES };
static const char *const rule_labels[] = {"Imposter Kings", "Classic, 18 cards", "Fragments", NULL};
static const char *const deal_labels[] = {"Shuffled", "Given by hand", NULL};
static const char *const selection_labels[] = {"Standard", "Tournament", NULL};
static const cr_option options[] = {
    {"rules", IK_RULES_BASE, 0, 2, rule_sets, NULL,
     "rule set; classic18 is for 2 players, fragments for 2 and 3", "Rules", NULL, rule_labels},
    {"target", 7, 1, 50, NULL, NULL, "points that win the match", "Points to win",
     "First to {n} [point|points]"},
    {"deals", 0, 0, 1, deal_words, NULL,
     "given: the host says what is dealt, for matches that are on paper", "Deals",
     "<n:The host deals by hand|Shuffled deals>", deal_labels},
    {"time", 0, 100, 600000, NULL, "none", "milliseconds for each question", "Time to answer",
     "<n:{time} a question|No time limit>"},
    {"signatures", 0, 0, 1, selections, NULL,
     "how the Signature cards of fragments are chosen; tournament is for 2 players",
     "Signature cards", NULL, selection_labels},
};

#include "games/imposter-kings/chart.def"

static cr_err init(cr_state *k, const cr_setup *setup)
{
    ik_state *s = (ik_state *)k;

    s->rules = (uint8_t)setup->option[OPTION_RULES];
    s->target = (uint8_t)setup->option[OPTION_TARGET];
    s->is_given = (uint8_t)setup->option[OPTION_DEALS];
    s->time_ms = (uint32_t)setup->option[OPTION_TIME];
    s->selection = (uint8_t)setup->option[OPTION_SIGNATURES];
    if ((s->rules == IK_RULES_CLASSIC18 && k->n_seats != 2) ||
        (s->rules == IK_RULES_FRAGMENTS && k->n_seats > 3) ||
        (s->selection == IK_TOURNAMENT && (s->rules != IK_RULES_FRAGMENTS || k->n_seats != 2)))
        return CR_ERR_BAD_OPTION;
    cr_push(k, EFFECT_ROUND, 0);
    if (s->rules == IK_RULES_FRAGMENTS)
        cr_push(k, EFFECT_DRAFT, 0);
    return CR_ERR_OK;
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    ik_state *s = (ik_state *)k;

    switch (top->kind) {
    case EFFECT_ROUND:
        ik_step_round(s, top, sink);
        break;
    case EFFECT_TURN:
        ik_step_turn(s, top, sink);
        break;
    case EFFECT_PLAY:
        ik_step_play(s, top, sink);
        break;
    case EFFECT_ABILITY:
        ik_step_ability(s, top, sink);
        break;
    case EFFECT_FLIP:
        ik_step_flip(s, top, sink);
        break;
    case EFFECT_DRAFT:
        ik_step_draft(s, top, sink);
        break;
    default:
        ik_step_assassin(s, top, sink);
    }
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const ik_state *s = (const ik_state *)k;

    for (unsigned seat = 0; seat < k->n_seats; seat++)
        out[seat] = s->points[seat];
}

/* For bots that look ahead: of four players those who sit opposite are one side. */
static void worth(const cr_state *k, float out[CR_SEATS_MAX])
{
    static const uint16_t teams[CR_SEATS_MAX] = {5, 10, 5, 10};
    int32_t scores[CR_SEATS_MAX] = {0};

    score(k, scores);
    cr_worth_of(k, scores, k->n_seats == IK_SEATS ? teams : NULL, 6, out);
}

static uint32_t round_of(const cr_state *k)
{
    return ((const ik_state *)k)->round;
}

CR_GAME_DEFINE(imposter_kings) = {
    .name = "imposter-kings",
    .title = "Imposter Kings",
    .about = "Play higher than the card on the Throne, keep your King and your secrets; the last "
             "who can act wins.",
    .rules_version = 3,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = sizeof(ik_state),
    .view_size = sizeof(ik_view),
    .kinds = ik_kinds,
    .n_kinds = IK_KINDS,
    .questions = ik_questions,
    .n_questions = IK_QUESTIONS,
    .effects = ik_effects,
    .n_effects = IK_EFFECTS,
    .events = ik_events,
    .n_events = IK_EVENTS,
    CR_TABLE(chart),
    CR_TABLE(rules),
    .codes = ik_codes,
    .n_codes = E_END - CR_CODE_GAME,
    CR_TABLE(options),
    .zones = ik_zones,
    .view_fields = ik_view_fields,
    .is_counting = CR_IS_COUNTING,
    .init = init,
    .step = step,
    .check = ik_check,
    .space = ik_space,
    .idle = ik_idle,
    .refuse = ik_refuse,
    .observe = ik_observe,
    .imagine = ik_imagine,
    .score = score,
    .broken = ik_broken,
    .read_move = ik_read_move,
    .print_stack = ik_print_stack,
    .names = ik_words,
    .tell = ik_tell,
    .worth = worth,
    .round = round_of,
};
