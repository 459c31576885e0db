/* Liap Tui: four players, 32 pieces, eight to a hand; here are its tables and views. docs/rules/liap-tui.md has the
 * rules, round.c plays them. */
#define CR_RULES_TABLE rules
#include "games/liap-tui/parts.h"

enum { OPTION_TARGET, OPTION_EXACT, OPTION_TABLE, OPTION_STATISTICS, OPTION_TIME, OPTION_DEALS };

/* ---- tables ---- */

static const char *const answers[] = {"decline", "accept", NULL};
static const char *const reasons_to_start[] = {"red-general", "won-last-turn", "accepted-redeal",
                                               NULL};
static const char *const types[] = {
    "-",
    "SINGLE",
    "PAIR",
    "THREE_OF_A_KIND",
    "STRAIGHT",
    "FOUR_OF_A_KIND",
    "EXTENDED_STRAIGHT",
    "EXTENDED_STRAIGHT_5",
    "FIVE_OF_A_KIND",
    "DOUBLE_STRAIGHT",
    "INVALID",
    NULL,
};
static_assert(CR_COUNT_OF(types) == LT_TYPES + 1, "a word for every type");
static const char *const off_on[] = {"off", "on", NULL};
static const char *const tables[] = {"covered", "open", NULL};
static const char *const deals[] = {"shuffled", "given", NULL};

static const cr_field redeal_fields[] = {CR_ARG("answer", 0, &cr_word, answers, 0, 0), {0}};
static const cr_field declare_fields[] = {CR_ARG("number", 0, &lt_number_type, NULL, 0, 0), {0}};
static const cr_field play_fields[] = {
    CR_ARG("pieces", CR_TALLY_AT, &cr_names_packed, lt_codes, 0, 0), {0}};
static const cr_field given_fields[] = {
    CR_ARG("seat", LT_ARG_SEAT, &cr_seat, NULL, 0, 0),
    CR_ARG("pieces", CR_TALLY_AT, &cr_names_packed, lt_codes, 0, 0),
    {0},
};
static const char *const redeal_parts[] = {"Deal again?", NULL};
static const char *const declare_parts[] = {"How many piles?", NULL};
static const char *const play_parts[] = {"Which pieces?", NULL};
static const char *const given_parts[] = {"Whose hand?", "Which pieces?", NULL};
static const cr_kind kinds[] = {
    [LT_KIND_REDEAL] = {.word = "redeal",
                        .max = {LT_ACCEPT},
                        .fields = redeal_fields,
                        .does = "<answer=accept:Deal again|Keep this hand>",
                        .parts = redeal_parts},
    [LT_KIND_DECLARE] = {.word = "declare",
                         .max = {LT_NUMBER_MAX},
                         .fields = declare_fields,
                         .does = "Declare {number}",
                         .parts = declare_parts},
    [LT_KIND_PLAY] = {.word = "play",
                      .max = {0, 0, 63, 63, 63, 63, 63, 63, 63},
                      .fields = play_fields,
                      .does = "Lay {pieces}",
                      .parts = play_parts},
    [LT_KIND_DEAL] = {.word = "deal",
                      .max = {LT_SEATS - 1, 0, 63, 63, 63, 63, 63, 63, 63},
                      .flags = CR_CONTROL,
                      .fields = given_fields,
                      .does = "Deal {pieces} to {seat}",
                      .parts = given_parts},
};
static const cr_asked questions[] = {
    [LT_Q_DEAL] = {"deal", 0, "Which hands are dealt?", "The hands are being dealt.",
                   "First the hands are dealt."},
    [LT_Q_REDEAL] = {"redeal", CR_TELLS, "Your hand is weak: no piece above 9 points. Deal again?",
                     "{others} [have weak hands and decide|has a weak hand and decides] on a new "
                     "deal.",
                     "First answer: deal again?", "{seat} [have|has] answered about a new deal."},
    [LT_Q_DECLARE] = {"declare", 0, "How many piles will you take?",
                      "{others} [declare|declares] how many piles to take.",
                      "First declare your piles."},
    [LT_Q_PLAY] = {"play", 0,
                   "<starts:You lead: lay one to six pieces that combine."
                   "|Lay {k} [piece|pieces]; only {lead} can win.>",
                   "<starts:{others} [lead|leads] the next turn."
                   "|{others} [lay|lays] {k} [piece|pieces].>",
                   "First lay your pieces."},
};
static const cr_name names[] = {
    {"rG", "red General"},
    {"bG", "black General"},
    {"rA", "red Advisor"},
    {"bA", "black Advisor"},
    {"rE", "red Elephant"},
    {"bE", "black Elephant"},
    {"rR", "red Chariot"},
    {"bR", "black Chariot"},
    {"rH", "red Horse"},
    {"bH", "black Horse"},
    {"rC", "red Cannon"},
    {"bC", "black Cannon"},
    {"rS", "red Soldier"},
    {"bS", "black Soldier"},
    {"SINGLE", "single"},
    {"PAIR", "pair"},
    {"THREE_OF_A_KIND", "three of a kind"},
    {"STRAIGHT", "straight"},
    {"FOUR_OF_A_KIND", "four of a kind"},
    {"EXTENDED_STRAIGHT", "extended straight"},
    {"EXTENDED_STRAIGHT_5", "extended straight of five"},
    {"FIVE_OF_A_KIND", "five of a kind"},
    {"DOUBLE_STRAIGHT", "double straight"},
    {"INVALID", "no combination"},
    {"red-general", "holding the red General"},
    {"won-last-turn", "winner of the last turn"},
    {"accepted-redeal", "who asked for the new deal"},
    {"accept", "deal again"},
    {"decline", "keep this hand"},
    {0},
};
/* A shuffle in place of a given hand. */
static const cr_default defaults[] = {{LT_Q_DEAL, LT_KIND_DEAL, .rule = LT_2_8}};
static const char *const round_steps[] = {"deal", "redeal", "declare", "play", NULL};
static const cr_effect effects[] = {{"round", round_steps, NULL, reasons_to_start}};

static const cr_field ev_deal[] = {
    CR_ARG("multiplier", 0, &cr_u32, NULL, 0, 0), CR_ARG("round", 4, &cr_u8, NULL, 0, 0), {0}};
static const cr_field ev_hand[] = {CR_ARG("pieces", 0, &cr_names, lt_codes, 0, 0), {0}};
static const cr_field ev_redeal[] = {CR_ARG("accepted", 0, &cr_seatset, NULL, 0, 0),
                                     CR_ARG("declined", 2, &cr_seatset, NULL, 0, 0),
                                     {0}};
static const cr_field ev_starter[] = {CR_ARG("reason", 0, &cr_word, reasons_to_start, 0, 0), {0}};
static const cr_field ev_declare[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field ev_lead[] = {CR_ARG("size", 0, &cr_u8, NULL, 0, 0),
                                   CR_ARG("type", 1, &cr_word, types, 0, 0),
                                   CR_ARG("pieces", 8, &cr_names, lt_codes, 0, 0),
                                   {0}};
static const cr_field ev_follow[] = {
    CR_ARG("type", 0, &cr_word, types, 0, 0), CR_ARG("pieces", 8, &cr_names, lt_codes, 0, 0), {0}};
static const cr_field ev_shown[] = {
    CR_ARG("value", 0, &cr_u8, NULL, 0, 0), CR_ARG("pieces", 8, &cr_names, lt_codes, 0, 0), {0}};
static const cr_field ev_forfeit[] = {CR_ARG("size", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field ev_turn[] = {CR_ARG("type", 0, &cr_word, types, 0, 0),
                                   CR_ARG("value", 1, &cr_u8, NULL, 0, 0),
                                   CR_ARG("piles", 2, &cr_u8, NULL, 0, 0),
                                   {0}};
static const cr_field ev_score[] = {
    CR_ARG("declared", 0, &cr_u8, NULL, 0, 0),
    CR_ARG("captured", 1, &cr_u8, NULL, 0, 0),
    CR_ARG("base", 2, &cr_i8, NULL, 0, 0),
    CR_ARG("multiplier", 4, &cr_u32, NULL, 0, 0),
    CR_ARG("score", 8, &cr_i32, NULL, 0, 0),
    CR_ARG("total", 12, &cr_i32, NULL, 0, 0),
    {0},
};
static const cr_field ev_result[] = {CR_ARG("winners", 0, &cr_seatset, NULL, 0, 0),
                                     CR_ARG("ranks", 2, &cr_u8, NULL, LT_SEATS, 0),
                                     {0}};
static const cr_field ev_goal[] = {
    CR_ARG("round", 0, &cr_u8, NULL, 0, 0), CR_ARG("goal", 2, &cr_u16, NULL, 0, 0), {0}};
static const cr_told events[] = {
    [EV_DEAL] = {"deal", ev_deal, CR_TURNS, 0, 0,
                 "<multiplier=1:Round {round} is dealt."
                 "|Dealt again: this round counts {multiplier} times.>",
                 CR_RENEWS},
    [EV_HAND] = {"hand", ev_hand, CR_QUIET, 0, 0, ""}, /* lies before the reader's eyes */
    [EV_REDEAL] = {"redeal", ev_redeal, CR_TURNS, 0, 0,
                   "<accepted:{accepted} [want|wants] a new deal."
                   "|{declined} [keep the hands|keeps the hand] as dealt.>",
                   CR_RENEWS},
    [EV_STARTER] = {"starter", ev_starter, CR_ACT, 0, 0, "{seat} [start|starts], {reason}."},
    [EV_DECLARE] = {"declare", ev_declare, CR_ACT, 0, 0,
                    "{seat} [declare|declares] {number} [pile|piles]."},
    [EV_LEAD] =
        {"lead", ev_lead, CR_ACT, 0, 0,
         "{seat} [lead|leads] {type}<pieces:: {pieces}|, {size} [piece|pieces] face down>."},
    [EV_FOLLOW] = {"follow", ev_follow, CR_ACT, 0, 0,
                   "{seat} [lay|lays] <pieces:{pieces}|as many> face down."},
    [EV_SHOWN] = {"shown", ev_shown, CR_ACT, 0, 0, "{seat} [show|shows] {pieces}: {value}."},
    [EV_FORFEIT] = {"forfeit", ev_forfeit, CR_ACT, 0, 0,
                    "{seat} [give|gives] up {size} [piece|pieces] unseen."},
    [EV_TURN] = {"turn", ev_turn, CR_TURNS, 0, 0,
                 "{seat} [win|wins] the turn with {type} of {value}: {piles} [pile|piles]."},
    [EV_SCORE] = {"score", ev_score, CR_STOP, 0, 0,
                  "{seat} took {captured} of {declared}: {points}, {total} in all.", CR_RENEWS},
    [EV_RESULT] = {"result", ev_result, CR_STOP, CR_COUNTED, LT_10_4,
                   "{winners} [win|wins] the game with {best} [point|points]."},
    [EV_BEST] = {"best", ev_score, CR_QUIET, CR_DECIDED, LT_9_3,
                 "{seat} took {captured} of {declared} piles, the best of this round: {points}."},
    [EV_GOAL] = {"goal", ev_goal, CR_QUIET, CR_FORCED, LT_10_1,
                 "<goal:Round {round} brought a total to the goal of {goal}.|Round {round} was the "
                 "last.>"},
    [EV_COVERED] = {"covered", ev_hand, CR_QUIET, 0, 0, "{seat} had covered {pieces}."},
};

static const cr_row chart[] = {
    {CR_CHART_START, 0, LT_Q_DEAL, LT_2_8, "deals are given"},
    {CR_CHART_START, 0, LT_Q_REDEAL, LT_3_2, "deal; a hand is weak"},
    {CR_CHART_START, 0, LT_Q_DECLARE, LT_4_4, "deal; no hand is weak"},
    {LT_Q_DEAL, LT_KIND_DEAL, LT_Q_DEAL, LT_2_8, "two hands or more are missing"},
    {LT_Q_DEAL, LT_KIND_DEAL, LT_Q_REDEAL, LT_3_2, "all hands are dealt; a hand is weak"},
    {LT_Q_DEAL, LT_KIND_DEAL, LT_Q_DECLARE, LT_4_4, "all hands are dealt; no hand is weak"},
    {LT_Q_REDEAL, LT_KIND_REDEAL, CR_CHART_STAYS, LT_3_4, "others still open"},
    {LT_Q_REDEAL, LT_KIND_REDEAL, LT_Q_DEAL, LT_3_5, "last, one accepts; deals are given"},
    {LT_Q_REDEAL, LT_KIND_REDEAL, LT_Q_REDEAL, LT_3_8, "last, one accepts; redeal; a hand is weak"},
    {LT_Q_REDEAL, LT_KIND_REDEAL, LT_Q_DECLARE, LT_4_4,
     "last; all decline, or redeal and no hand is weak"},
    {LT_Q_DECLARE, LT_KIND_DECLARE, LT_Q_DECLARE, LT_5_1, "fewer than four made"},
    {LT_Q_DECLARE, LT_KIND_DECLARE, LT_Q_PLAY, LT_6_1, "fourth"},
    {LT_Q_PLAY, LT_KIND_PLAY, LT_Q_PLAY, LT_6_2, "not the fourth, or the hands are not empty"},
    {LT_Q_PLAY, LT_KIND_PLAY, LT_Q_DEAL, LT_10_3,
     "fourth; hands empty, nobody has won; deals are given"},
    {LT_Q_PLAY, LT_KIND_PLAY, LT_Q_REDEAL, LT_10_3,
     "fourth; hands empty, nobody has won; deal; a hand is weak"},
    {LT_Q_PLAY, LT_KIND_PLAY, LT_Q_DECLARE, LT_10_3,
     "fourth; hands empty, nobody has won; deal; no hand is weak"},
    {LT_Q_PLAY, LT_KIND_PLAY, CR_CHART_OVER, LT_10_1,
     "fourth; hands empty; target reached, or round 20"},
};
static const cr_code_row codes[] = {
    CR_CODE("E_OVER", "the game has ended", "The game is over.", "The totals stand as they are."),
    CR_CODE("E_PHASE", "this kind of action is not possible in the present phase", "{first}",
            "<pieces:Your pieces come after that.|That comes at another time.>"),
    CR_CODE("E_NOTWEAK", "the hand of this seat is not weak", "Your hand is not weak.",
            "Only a hand without a piece above 9 points may be dealt again."),
    CR_CODE("E_DECIDED", "this seat has already answered this question",
            "You have answered already.", "Your answer about the new deal is in."),
    CR_CODE("E_DECLARED", "this seat has already declared in this round",
            "You have declared already.", "Your number stands for this round."),
    CR_CODE("E_PLAYED", "this seat has already played in this turn", "You have laid your pieces.",
            "Wait until the others have laid theirs."),
    CR_CODE("E_TURN", "another seat is to act", "It is not your turn.",
            "{others} [come|comes] before you."),
    CR_CODE("E_RANGE", "not a whole number from 0 to 8", "Declare 0 to 8.",
            "There are only eight piles in a round."),
    CR_CODE("E_ZERO", "0 after two rounds of 0", "Not 0 again.",
            "You declared 0 in the last two rounds; this time it must be at least 1."),
    CR_CODE("E_SUM8", "the four declarations would sum to 8", "Not {number}: the sum is {sum}.",
            "You speak last, so exactly one number is closed to you."),
    CR_CODE("E_EMPTY", "no piece named", "You laid no piece.",
            "Choose at least one piece of your hand."),
    CR_CODE("E_SIZE", "more than 6 pieces", "{count} pieces are too many.",
            "You may lead one to six pieces."),
    CR_CODE("E_COUNT", "not as many pieces as the turn starter played",
            "It must be {k} [piece|pieces].", "{leader} led {k}; you chose {count}."),
    CR_CODE("E_OWN", "a piece that is not in the hand, or more copies than held",
            "You do not hold those.", "Not in your hand: {missing}."),
    CR_CODE("E_COMBO", "the pieces form no valid type", "{nearly}", "{why}"),
    CR_CODE("E_INDEX", "there is no piece of this number in the hand", "There is no such piece.",
            "Your hand is counted from 0 on; the number is too high."),
    CR_CODE("E_DUP", "the same piece is named twice", "That is the same piece.",
            "You named one piece twice."),
    CR_CODE("E_DEAL", "not a hand of 8 out of what is left, for a seat without one",
            "That hand cannot be dealt.", "A hand is eight pieces that nobody else holds."),
};
static const char *const off_on_labels[] = {"Off", "On", NULL};
static const char *const table_labels[] = {"Face down", "Open", NULL};
static const char *const deal_labels[] = {"Shuffled", "Given by hand", NULL};
static const cr_option options[] = {
    {"target", 50, 1, 1000, NULL, "none", "total that ends the game; none: exactly 20 rounds",
     "Points to win", "<n:First to {n} [point|points]|Exactly 20 rounds>"},
    {"exact", 0, 0, 1, off_on, NULL, "on: only a total of exactly the target ends the game",
     "Exact finish", "<n:Only an exact total wins|Any total from the goal on wins>", off_on_labels},
    {"table", 0, 0, 1, tables, NULL, "open: every play is shown at once when made", "Plays",
     "<n:Plays lie open|Plays lie face down>", table_labels},
    {"statistics", 0, 0, 1, off_on, NULL, "on: counts turns won and perfect rounds", "Statistics",
     "<n:Turns won and perfect rounds are counted|No statistics>", off_on_labels},
    {"time", 0, 100, 600000, NULL, "none",
     "milliseconds for a declaration or a play; with any limit a redeal has 30 s", "Time to answer",
     "<n:{time} a question|No time limit>"},
    {"deals", 0, 0, 1, deals, NULL,
     "given: the host deals, `deal SEAT PIECES` for three seats, the fourth gets the rest; its "
     "default is a shuffle",
     "Deals", "<n:The host deals by hand|Shuffled deals>", deal_labels},
};

#define OPEN_FIELD(strct, name, type, with, count, flags) \
    CR_FIELD_AS(#name, strct, open.name, type, with, count, flags)
#define OPEN_FIELDS(strct)                                                                     \
    OPEN_FIELD(strct, shown, &cr_names, lt_codes, 0, CR_BY_SEAT),                              \
        OPEN_FIELD(strct, declared, &lt_declared_type, NULL, 0, CR_PER_SEAT),                  \
        OPEN_FIELD(strct, captured, &cr_u8, NULL, 0, CR_PER_SEAT),                             \
        OPEN_FIELD(strct, total, &cr_i32, NULL, 0, CR_PER_SEAT),                               \
        OPEN_FIELD(strct, streak, &cr_u8, NULL, 0, CR_PER_SEAT),                               \
        OPEN_FIELD(strct, round, &cr_u8, NULL, 0, 0),                                          \
        CR_FIELD_AS("multiplier", strct, open.redeals, &lt_multiplier_type, NULL, 0, 0),       \
        CR_FIELD_AS("turn", strct, open.turns, &cr_from1, NULL, 0, 0),                         \
        OPEN_FIELD(strct, leader, &cr_seat, NULL, 0, 0),                                       \
        OPEN_FIELD(strct, made, &cr_u8, NULL, 0, 0), OPEN_FIELD(strct, k, &cr_u8, NULL, 0, 0), \
        OPEN_FIELD(strct, turns_won, &cr_u8, NULL, 0, CR_PER_SEAT | CR_NO_KEY),                \
        OPEN_FIELD(strct, perfect, &cr_u8, NULL, 0, CR_PER_SEAT | CR_NO_KEY),                  \
        OPEN_FIELD(strct, sheet, &lt_row_type, NULL, LT_ROUNDS, CR_ROWS | CR_NO_KEY),          \
        CR_FIELD_AS("target", strct, open.option.target, &cr_u16, NULL, 0, 0),                 \
        CR_FIELD_AS("exact", strct, open.option.is_exact, &cr_word, off_on, 0, 0),             \
        CR_FIELD_AS("table", strct, open.option.is_open, &cr_word, tables, 0, 0),              \
        CR_FIELD_AS("statistics", strct, open.option.has_statistics, &cr_word, off_on, 0, 0),  \
        CR_FIELD_AS("deals", strct, open.option.is_given, &cr_word, deals, 0, 0),              \
        CR_FIELD_AS("budget", strct, open.option.time_ms, &cr_u32, NULL, 0, 0)

static const cr_field zones[] = {
    CR_FIELD(lt_state, hand, &cr_names, lt_codes, 0, CR_BY_SEAT),
    CR_FIELD(lt_state, play, &cr_names, lt_codes, 0, CR_BY_SEAT),
    CR_FIELD(lt_state, type, &cr_word, types, 0, CR_PER_SEAT),
    CR_FIELD(lt_state, value, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(lt_state, covered, &cr_names, lt_codes, 0, CR_BY_SEAT),
    OPEN_FIELDS(lt_state),
    CR_FIELD_AS("starter", lt_state, open.starter, &cr_maybe_seat, NULL, 0, CR_RARE),
    CR_FIELD_AS("reason", lt_state, open.reason, &cr_word, reasons_to_start, 0, CR_RARE),
    {0},
};
static const cr_field view_fields[] = {
    CR_FIELD(lt_view, hand, &cr_names, lt_codes, 0, 0),
    CR_FIELD(lt_view, size, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD(lt_view, play, &cr_names, lt_codes, 0, CR_BY_SEAT),
    CR_FIELD(lt_view, type, &cr_word, types, 0, 0),
    CR_FIELD(lt_view, covered, &cr_names, lt_codes, 0, CR_BY_SEAT),
    CR_FIELD(lt_view, forfeited, &cr_u8, NULL, 0, CR_PER_SEAT),
    CR_FIELD_AS("starter", lt_view, open.starter, &cr_maybe_seat, NULL, 0, 0),
    CR_FIELD_AS("reason", lt_view, open.reason, &cr_word, reasons_to_start, 0, 0),
    CR_FIELD(lt_view, weak, &cr_seatset, NULL, 0, 0),
    CR_FIELD(lt_view, rank, &cr_u8, NULL, 0, CR_PER_SEAT | CR_NO_KEY),
    CR_FIELD_AS("warning", lt_view, warning_ms, &cr_u32, NULL, 0, CR_NO_KEY),
    OPEN_FIELDS(lt_view),
    {0},
};

/* ---- start and views ---- */

static cr_err init(cr_state *k, const cr_setup *setup)
{
    lt_state *s = (lt_state *)k;

    CR_CITE(LT_1_6);
    s->open.option.target = (uint16_t)setup->option[OPTION_TARGET];
    s->open.option.is_exact = (uint8_t)setup->option[OPTION_EXACT];
    s->open.option.is_open = (uint8_t)setup->option[OPTION_TABLE];
    s->open.option.has_statistics = (uint8_t)setup->option[OPTION_STATISTICS];
    s->open.option.time_ms = (uint32_t)setup->option[OPTION_TIME];
    s->open.option.is_given = (uint8_t)setup->option[OPTION_DEALS];
    if (s->open.option.is_exact && !s->open.option.target)
        return CR_ERR_BAD_OPTION;
    CR_CITE(LT_1_3);
    s->open.round = 1;
    cr_push(k, LT_EFFECT_ROUND, 0);
    return CR_ERR_OK;
}

static bool may_see(const lt_state *s, uint8_t viewer, unsigned seat)
{
    CR_CITE(LT_11_1);
    CR_CITE(LT_11_8);
    return viewer == seat || s->k.is_over;
}

static void observe_seat(const lt_state *s, uint8_t viewer, unsigned seat, lt_view *v)
{
    if (may_see(s, viewer, seat) || s->open.option.is_open)
        v->play[seat] = s->play[seat];
    if (may_see(s, viewer, seat))
        v->covered[seat] = s->covered[seat];
    v->size[seat] = (uint8_t)cr_tally_sum(s->hand[seat]);
    v->forfeited[seat] = (uint8_t)cr_tally_sum(s->covered[seat]);
    if (s->k.is_over)
        v->rank[seat] = lt_rank_of(s->open.total, seat);
}

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const lt_state *s = (const lt_state *)k;
    const cr_frame *round = &k->stack[0];
    lt_view *v = (lt_view *)out;

    CR_CITE(LT_11_2);
    v->open = s->open;
    if (viewer < LT_SEATS)
        v->hand = s->hand[viewer];
    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        observe_seat(s, viewer, seat, v);
    if (!k->depth)
        return;
    if (round->note != LT_BY_RED_GENERAL || round->step > LT_STEP_REDEAL)
        v->open.starter = (uint8_t)(1 + round->seat);
    v->open.reason = round->note;
    if (round->step > LT_STEP_DEAL)
        v->weak = (uint16_t)lt_weak_seats(s);
    v->type = s->type[s->open.leader];
    if (k->q.kind == LT_Q_REDEAL && k->q.budget_ms)
        v->warning_ms = LT_WARNING_MS;
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    memcpy(out, ((const lt_state *)k)->open.total, sizeof(int32_t) * LT_SEATS);
}

/* For bots that look ahead. */
static uint32_t round_of(const cr_state *k)
{
    return ((const lt_state *)k)->open.round;
}

/* How many pieces the seat holds and, behind a lead, how many it must play. */
static uint8_t breadth(const cr_state *k, uint8_t seat)
{
    enum { LED = 8, SIZES = 6 };
    const lt_state *s = (const lt_state *)k;
    unsigned held = cr_tally_sum(s->hand[seat]);

    if (s->k.q.kind != LT_Q_PLAY || !held)
        return 0;
    return (uint8_t)(s->open.made ? LED + (held - 1) * SIZES + s->open.k : held);
}

CR_GAME_DEFINE(liap_tui) = {
    .name = "liap-tui",
    .title = "Liap Tui",
    .about = "Four players announce their piles, then empty their hands of xiangqi pieces in turns "
             "played face down.",
    .rules_version = 2,
    .seats_min = LT_SEATS,
    .seats_max = LT_SEATS,
    .state_size = sizeof(lt_state),
    .view_size = sizeof(lt_view),
    CR_TABLES,
    CR_TABLE(defaults),
    .init = init,
    .step = lt_step,
    .check = lt_check,
    .space = lt_space,
    .breadth = breadth,
    .idle = lt_idle,
    .refuse = lt_refuse,
    .observe = observe,
    .imagine = lt_imagine,
    .score = score,
    .broken = lt_broken,
    .read_move = lt_read_move,
    .round = round_of,
    .lead = 30,
    .names = names,
    .tell = lt_tell,
};
