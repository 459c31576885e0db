/* The invariants of the rules, and everything that could make another file of this folder go wrong: positions come
 * from outside. */
#include "games/liap-tui/parts.h"

static const char *broken_ranges(const lt_state *s)
{
    const lt_options *o = &s->open.option;
    int32_t most;

    if (!s->open.round || s->open.round > LT_ROUNDS)
        return "LT-16.9: at most 20 rounds";
    /* A billion that a position may write, and what the rounds can add to it: far from the limits of the number. */
    most = 1000000000 + 13 * 2 * LT_MULTIPLIER_MAX * (s->open.round + s->k.is_over);
    if (s->open.leader >= LT_SEATS || s->open.made >= LT_SEATS || s->open.k > LT_PLAY_MAX ||
        s->open.turns > LT_HAND)
        return "LT-16.4: a round has 2 to 8 turns, a turn four plays of 1 to 6 pieces";
    if (s->open.redeals > 2 * LT_MULTIPLIER_MAX)
        return "LT-16.6: the multiplier is 1 and the redeals of the round";
    if (o->target > 1000 || o->is_exact > 1 || o->is_open > 1 || o->has_statistics > 1 ||
        o->is_given > 1 || (o->is_exact && !o->target))
        return "LT-10.8: no such options";
    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        if (s->open.streak[seat] > 2)
            return "LT-16.8: no zero streak is larger than 2";
        if (s->open.declared[seat] > LT_HAND + 1 || s->open.captured[seat] > LT_HAND)
            return "LT-5.2: numbers and piles are 0 to 8";
        if (s->open.total[seat] > most || s->open.total[seat] < -most)
            return "LT-1.6: no game has such totals";
    }
    return NULL;
}

static const char *broken_sheet(const lt_state *s)
{
    for (unsigned i = 0; i < LT_ROUNDS; i++) {
        const lt_row *row = &s->open.sheet[i];
        unsigned declared = 0, captured = 0, hits = 0;

        if (cr_is_zero(row, sizeof *row))
            continue;
        for (unsigned seat = 0; seat < LT_SEATS; seat++) {
            if (row->declared[seat] > LT_HAND || row->captured[seat] > LT_HAND)
                return "LT-5.2: numbers and piles are 0 to 8";
            declared += row->declared[seat];
            captured += row->captured[seat];
            hits += row->declared[seat] == row->captured[seat];
        }
        if (i + !s->k.is_over >= s->open.round)
            return "LT-9.10: the sheet has the rounds played";
        if (captured != LT_HAND)
            return "LT-16.3: the piles of a round are 8";
        if (declared == 8)
            return "LT-16.5: the declarations never sum to 8";
        if (hits == LT_SEATS)
            return "LT-16.7: at most three players hit their declaration";
    }
    return NULL;
}

static const char *broken_set(const lt_state *s, bool is_dealt)
{
    cr_tally left = LT_SET;

    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        const cr_tally parts[] = {s->hand[seat], s->play[seat], s->open.shown[seat],
                                  s->covered[seat]};

        for (unsigned i = 0; i < CR_COUNT_OF(parts); i++)
            if (!cr_tally_take(&left, parts[i]))
                return "LT-16.1: every piece is there once";
    }
    return is_dealt && left ? "LT-16.1: hands and played pieces are the full set" : NULL;
}

/* Before the first turn: nothing was played, hands are whole or, while they are dealt, not there yet. */
static const char *broken_before_play(const lt_state *s, const cr_frame *round)
{
    unsigned n = 0;

    if (s->open.made || s->open.k || s->open.turns || s->open.leader ||
        !cr_is_zero(s->open.captured, sizeof s->open.captured))
        return "LT-15.4: turns come after the declarations";
    for (unsigned i = 0; i < LT_SEATS; i++) {
        unsigned seat = (round->seat + i) % LT_SEATS, size = cr_tally_sum(s->hand[seat]);

        if (s->play[seat] || s->open.shown[seat] || s->covered[seat] || s->type[seat] ||
            s->value[seat])
            return "LT-15.4: turns come after the declarations";
        if (size != LT_HAND && (size || round->step != LT_STEP_DEAL))
            return "LT-2.5: a hand has 8 pieces";
        if (s->open.declared[seat] && (n != i || round->step != LT_STEP_DECLARE))
            return "LT-5.1: declarations are made in play order from the round starter";
        n += s->open.declared[seat] != 0;
    }
    return NULL;
}

static const char *broken_turn(const lt_state *s, const cr_frame *round)
{
    unsigned captured = 0, start;

    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        captured += s->open.captured[seat];
    if (captured >= LT_HAND || s->open.turns > captured || captured > LT_PLAY_MAX * s->open.turns ||
        (s->open.made ? !s->open.k : s->open.k))
        return "LT-16.4: a round has 2 to 8 turns, a turn four plays of 1 to 6 pieces";
    if (!s->open.turns && s->open.leader != round->seat)
        return "LT-6.1: the round starter starts turn 1";
    start = LT_HAND - captured;
    for (unsigned i = 0; i < LT_SEATS; i++) {
        unsigned seat = (s->open.leader + i) % LT_SEATS, played = i < s->open.made ? s->open.k : 0;
        lt_form form = i < s->open.made ? lt_form_of(s->play[seat]) : (lt_form){0};

        if (!s->open.declared[seat])
            return "LT-5.1: turns come after the declarations";
        if (cr_tally_sum(s->play[seat]) != played ||
            cr_tally_sum(s->hand[seat]) + played != start ||
            cr_tally_sum(s->open.shown[seat]) + cr_tally_sum(s->covered[seat]) != captured)
            return "LT-16.2: hands are alike in size, 8 less what was played";
        if (s->type[seat] != form.type || s->value[seat] != form.value)
            return "LT-14.1: type and value follow from the pieces";
    }
    return s->type[s->open.leader] == LT_INVALID ? "LT-6.3: the turn starter plays a valid type"
                                                 : NULL;
}

static unsigned n_declared(const lt_state *s)
{
    unsigned n = 0;

    for (unsigned seat = 0; seat < LT_SEATS; seat++)
        n += s->open.declared[seat] != 0;
    return n;
}

const char *lt_broken(const cr_state *k)
{
    const lt_state *s = (const lt_state *)k;
    const cr_frame *round = &k->stack[0];
    const char *why;

    CR_CITE(LT_2_3);
    CR_CITE(LT_16_1);
    CR_CITE(LT_16_2);
    CR_CITE(LT_16_3);
    CR_CITE(LT_16_4);
    CR_CITE(LT_16_5);
    CR_CITE(LT_16_6);
    CR_CITE(LT_16_7);
    CR_CITE(LT_16_8);
    CR_CITE(LT_16_9);
    if (k->depth > 1 || k->n_seats != LT_SEATS)
        return "LT-15.4: one effect, the round, with four seats";
    if (k->depth &&
        (round->kind != LT_EFFECT_ROUND || round->step > LT_STEP_PLAY || round->seat >= LT_SEATS ||
         round->note > LT_BY_REDEAL || !cr_is_zero(round->arg, sizeof round->arg)))
        return "LT-4.5: a round has a starter and one of three reasons";
    if (k->depth ? s->open.starter || s->open.reason
                 : s->open.starter > LT_SEATS || s->open.reason > LT_BY_REDEAL)
        return "LT-11.2: starter and reason of the last round are told when the game is over";
    if (k->depth && round->note == LT_BY_RED_GENERAL && round->step <= LT_STEP_REDEAL &&
        round->seat)
        return "LT-4.1: the red General names the starter only when the deal stands";
    why = broken_ranges(s);
    if (!why)
        why = broken_sheet(s);
    if (!why)
        why = broken_set(s, !k->depth || round->step != LT_STEP_DEAL);
    if (why || !k->depth)
        return why;
    if (n_declared(s) == LT_SEATS && lt_declared_sum(s->open.declared) == 8)
        return "LT-16.5: the declarations never sum to 8";
    return round->step == LT_STEP_PLAY ? broken_turn(s, round) : broken_before_play(s, round);
}
