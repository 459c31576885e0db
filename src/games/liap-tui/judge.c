/* What a seat may do: refusals in the order of the rules, offers as boxes, defaults, and plays by index. */
#include "games/liap-tui/parts.h"

/* ---- judging: the first reason that applies, in the order of the codes ---- */

static const uint8_t question_of[] = {
    [LT_KIND_REDEAL] = LT_Q_REDEAL,
    [LT_KIND_DECLARE] = LT_Q_DECLARE,
    [LT_KIND_PLAY] = LT_Q_PLAY,
    [LT_KIND_DEAL] = LT_Q_DEAL,
};

static cr_refusal check_declare(const lt_state *s, const cr_move *move)
{
    uint8_t number = move->arg[0];

    if (number > LT_HAND)
        return CR_REFUSE(CODE_RANGE, LT_5_2, 1);
    CR_CITE(LT_5_4);
    CR_CITE(LT_5_7);
    if (lt_legal_numbers(s->open.declared, s->open.streak[move->seat]) >> number & 1)
        return CR_ACCEPT;
    if (!number && s->open.streak[move->seat] >= 2)
        return CR_REFUSE(CODE_ZERO, LT_5_5, 1);
    return CR_REFUSE(CODE_SUM8, LT_5_3, 1);
}

static cr_refusal check_play(const lt_state *s, const cr_move *move)
{
    cr_tally pieces = cr_tally_get(move);
    unsigned size = cr_tally_sum(pieces);

    CR_CITE(LT_6_8);
    if (!size)
        return CR_REFUSE(CODE_EMPTY, LT_6_5, 1);
    if (!s->open.made && size > LT_PLAY_MAX)
        return CR_REFUSE(CODE_SIZE, LT_6_3, 1);
    if (s->open.made && size != s->open.k)
        return CR_REFUSE(CODE_COUNT, LT_6_4, 1);
    CR_CITE(LT_14_3);
    if (!cr_tally_has(s->hand[move->seat], pieces))
        return CR_REFUSE(CODE_OWN, LT_6_6, 1);
    CR_CITE(LT_14_2);
    if (!s->open.made && lt_form_of(pieces).type == LT_INVALID)
        return CR_REFUSE(CODE_COMBO, LT_6_3, 1);
    CR_CITE(LT_8_9);
    CR_CITE(LT_14_7);
    return CR_ACCEPT;
}

static cr_refusal check_deal(const lt_state *s, const cr_move *move)
{
    cr_tally pieces = cr_tally_get(move);

    if (s->hand[move->arg[LT_ARG_SEAT]])
        return CR_REFUSE(CODE_DEAL, LT_2_8, 1);
    if (cr_tally_sum(pieces) != LT_HAND || !cr_tally_has(lt_undealt(s), pieces))
        return CR_REFUSE(CODE_DEAL, LT_2_8, 2);
    return CR_ACCEPT;
}

cr_refusal lt_check(const cr_state *k, const cr_move *move)
{
    const lt_state *s = (const lt_state *)k;

    if (question_of[move->kind] != k->q.kind)
        return CR_REFUSE(CODE_PHASE, LT_15_4, 0);
    switch (move->kind) {
    case LT_KIND_DECLARE:
        return check_declare(s, move);
    case LT_KIND_PLAY:
        return check_play(s, move);
    case LT_KIND_DEAL:
        return check_deal(s, move);
    default:
        return CR_ACCEPT;
    }
}

/* The seat is not asked, or not any more, or the game is over. */
cr_refusal lt_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    const lt_state *s = (const lt_state *)k;
    uint8_t seat = move->seat;

    if (kernel.code == CR_CODE_OVER)
        return CR_REFUSE(CODE_OVER, LT_10_7, 0);
    if (question_of[move->kind] != k->q.kind)
        return CR_REFUSE(CODE_PHASE, LT_15_4, 0);
    if (seat >= LT_SEATS) /* the rules have words for players only */
        return kernel;
    switch (move->kind) {
    case LT_KIND_REDEAL:
        if (kernel.code == CR_CODE_ANSWERED)
            return CR_REFUSE(CODE_DECIDED, LT_3_3, 0);
        return CR_REFUSE(CODE_NOTWEAK, LT_3_3, 0);
    case LT_KIND_DECLARE:
        if (s->open.declared[seat])
            return CR_REFUSE(CODE_DECLARED, LT_5_8, 0);
        return CR_REFUSE(CODE_TURN, LT_5_1, 0);
    case LT_KIND_PLAY:
        CR_CITE(LT_6_9);
        return CR_REFUSE(s->type[seat] ? CODE_PLAYED : CODE_TURN, LT_6_2, 0);
    default:
        return kernel;
    }
}

/* ---- offers ---- */

/* Any number of pieces, up to these, of the two kinds in one byte of a move: as values of that byte. */
static uint64_t up_to(unsigned red, unsigned black)
{
    uint64_t row = (UINT64_C(1) << (red + 1)) - 1, set = 0;

    for (unsigned n = 0; n <= black; n++)
        set |= row << 8 * n;
    return set;
}

/* A hand for any seat without one: far wider than the rules, which leaves the count to check. */
static void space_of_deal(const lt_state *s, cr_space *out)
{
    cr_tally left = lt_undealt(s);
    cr_box *box = cr_box_add(out, LT_KIND_DEAL);

    for (unsigned kind = 0; kind < LT_KINDS; kind += 2)
        cr_box_one(box, (uint8_t)(CR_TALLY_AT + kind / 2),
                   up_to(cr_tally_count(left, kind), cr_tally_count(left, kind + 1)));
    cr_box_one(box, LT_ARG_SEAT, lt_seats_without_hand(s));
}

/* One or two of this kind, but not more than there are: as values of its byte in a move. */
static uint64_t one_or_two(cr_tally hand, unsigned kind)
{
    unsigned shift = 3 * (kind & 1);

    return UINT64_C(1) << (1u << shift) |
           (cr_tally_count(hand, kind) > 1 ? UINT64_C(1) << (2u << shift) : 0);
}

static void add_straights(cr_space *out, cr_tally hand, uint64_t group)
{
    unsigned first = cr_bits_first(group) / 4;
    cr_box *box;

    CR_CITE(LT_2_4);
    if ((cr_tally_kinds(hand) & group) != group)
        return;
    box = cr_box_add(out, LT_KIND_PLAY);
    box->is_exact = 1;
    for (unsigned kind = first; kind <= first + 4; kind += 2)
        cr_box_one(box, (uint8_t)(CR_TALLY_AT + kind / 2), one_or_two(hand, kind));
}

/* A starter's plays: singles in one box, each kind with two or more in one, each straight with all its
 * extensions in one. Every choice in them is valid (LT-7.1 to LT-7.9). */
static void space_of_lead(const lt_state *s, uint8_t seat, cr_space *out)
{
    cr_tally hand = s->hand[seat];
    cr_box *box = cr_box_add(out, LT_KIND_PLAY);

    CR_CITE(LT_6_10);
    CR_CITE(LT_7_13);
    cr_box_tally(box, hand, 1);
    box->is_exact = 1;
    for (uint64_t more = (hand >> 1 | hand >> 2) & CR_TALLY_ONES; more; more &= more - 1) {
        unsigned kind = cr_bits_first(more) / 4, shift = 3 * (kind & 1);
        uint64_t set = 0;

        for (unsigned n = cr_tally_count(hand, kind); n > 1; n--)
            set |= UINT64_C(1) << (n << shift);
        box = cr_box_add(out, LT_KIND_PLAY);
        box->is_exact = 1;
        cr_box_one(box, (uint8_t)(CR_TALLY_AT + kind / 2), set);
    }
    add_straights(out, hand, LT_PALACE);
    add_straights(out, hand, LT_PALACE << 4);
    add_straights(out, hand, LT_FIELD);
    add_straights(out, hand, LT_FIELD << 4);
}

void lt_space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const lt_state *s = (const lt_state *)k;
    cr_box *box;

    CR_CITE(LT_2_2);
    CR_CITE(LT_6_11);
    if (k->q.kind == LT_Q_DEAL) {
        space_of_deal(s, out);
        return;
    }
    if (k->q.kind == LT_Q_PLAY && !s->open.made) {
        space_of_lead(s, seat, out);
        return;
    }
    box = cr_box_add(out, (uint8_t)(LT_KIND_REDEAL + k->q.kind - LT_Q_REDEAL));
    box->is_exact = 1;
    if (k->q.kind == LT_Q_PLAY)
        cr_box_tally(box, s->hand[seat], s->open.k);
    else if (k->q.kind == LT_Q_DECLARE)
        cr_box_one(box, 0, lt_legal_numbers(s->open.declared, s->open.streak[seat]));
    else
        cr_box_one(box, 0, 1u << LT_DECLINE | 1u << LT_ACCEPT);
}

cr_move lt_idle(const cr_state *k, uint8_t seat)
{
    const lt_state *s = (const lt_state *)k;
    cr_move move = {.kind = LT_KIND_DEAL}; /* no pieces: a shuffle */

    switch (k->q.kind) {
    case LT_Q_REDEAL:
        move.kind = LT_KIND_REDEAL;
        move.arg[0] = LT_DECLINE;
        break;
    case LT_Q_DECLARE:
        CR_CITE(LT_12_3);
        move.kind = LT_KIND_DECLARE;
        move.arg[0] =
            (uint8_t)cr_bits_first(lt_legal_numbers(s->open.declared, s->open.streak[seat]));
        break;
    case LT_Q_PLAY:
        CR_CITE(LT_12_4);
        move.kind = LT_KIND_PLAY;
        cr_tally_put(&move, lt_lowest(s->hand[seat], s->open.made ? s->open.k : 1));
        break;
    }
    return move;
}

/* ---- plays by index ---- */

/* The i-th piece of the sorted hand; the hand has more. */
static unsigned kind_at(cr_tally hand, unsigned i)
{
    unsigned kind = 0;

    for (; i >= cr_tally_count(hand, kind); kind++)
        i -= cr_tally_count(hand, kind);
    return kind;
}

typedef struct {
    cr_tally pieces;
    unsigned indices;
    bool is_outside, is_twice;
} index_list;

/* A word "#2". */
static bool read_index(cr_span word, cr_tally hand, index_list *list)
{
    uint8_t i;

    if (!cr_span_lead(&word, "#") || !lt_read_number(word, &i))
        return false;
    if (i >= cr_tally_sum(hand)) {
        list->is_outside = true;
    } else if (list->indices >> i & 1) {
        list->is_twice = true;
    } else {
        list->indices |= 1u << i;
        list->pieces += cr_tally_of(kind_at(hand, i), 1);
    }
    return true;
}

static bool has_char(cr_span s, char c)
{
    return memchr(s.at, c, (size_t)(s.end - s.at)) != NULL;
}

/* The words of a play that are no claims: what a client says of type, value or validity is name=value, and is
 * ignored (LT-14.1, LT-14.5, LT-14.6). */
static cr_span next_piece(cr_span *in)
{
    cr_span word = cr_span_word(in);

    while (word.at < word.end && has_char(word, '='))
        word = cr_span_word(in);
    return word;
}

static bool read_list(cr_span in, bool is_by_index, cr_tally hand, index_list *list)
{
    for (cr_span word = next_piece(&in); word.at < word.end; word = next_piece(&in))
        if (!(is_by_index ? read_index(word, hand, list) : lt_read_piece(word, &list->pieces)))
            return false;
    return true;
}

/* Plays by index, and plays with claims. Plain codes are left to the table. */
bool lt_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why)
{
    const lt_state *s = (const lt_state *)k;
    bool is_by_index = has_char(text, '#');
    index_list list = {0};

    if (!cr_span_take(&text, "play") || !(is_by_index || has_char(text, '=')) ||
        !read_list(text, is_by_index, seat < LT_SEATS ? s->hand[seat] : 0, &list))
        return false;
    out->kind = LT_KIND_PLAY;
    cr_tally_put(out, list.pieces);
    /* What answers no open question, or comes from nobody, is for the judge. */
    if (k->is_over || out->ticket != k->q.ticket || seat >= LT_SEATS)
        return true;
    if (list.is_outside)
        *why = CR_REFUSE(CODE_INDEX, LT_6_12, 1);
    else if (list.is_twice)
        *why = CR_REFUSE(CODE_DUP, LT_6_12, 1);
    return true;
}
