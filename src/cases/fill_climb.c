/* The search climbs: a filling is changed in one thing before the line that fails, and kept if it gets further. Two cards change
 * hands, a card is exchanged with one that nobody has, or a choice is made otherwise. fill.c has the whole. */
#include "cases/fill_inside.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SHAKES = 4,      /* changes that make no difference, one after another, */
    SHAKEN_MAX = 16, /* each one of the first so many */
    SPOKEN_OF = 3    /* lines in front of a failure that may have had to do with it */
};

/* Did the try get further than the base? As far will do, if somebody who should not be asked is offered less than
 * before: that is a step towards a hand that cannot act. */
static bool is_further(const filler *f)
{
    const reached *a = &f->reached, *b = &f->base_reached;

    return a->step > b->step ||
           (f->counts_offers && a->step == b->step && a->n_offers < b->n_offers);
}

static void copy_stand(const filler *f, stand *to, const stand *from)
{
    memcpy(to->state, from->state, cr_state_size(f->file->game));
    to->place = from->place;
}

/* The try becomes the base, from unknown u on. */
void fill_keep(filler *f, size_t u)
{
    memcpy(f->base, f->probe.filled, f->n * sizeof *f->base);
    f->n_base = f->reached.n_filled;
    f->base_reached = f->reached;
    for (; u < f->n && u <= f->n_base; u++)
        copy_stand(f, &f->unknowns[u].base, &f->unknowns[u].now);
}

static outcome change_one(filler *f, size_t from, size_t to, bool is_guided);

/* The try gets as far as the base and no further. Perhaps the same cards need a second change. */
static outcome try_second(filler *f, size_t u)
{
    reached before = f->base_reached;
    outcome o;

    memcpy(f->before, f->base, f->n * sizeof *f->base);
    for (size_t v = u; v < f->n && v <= before.n_filled; v++)
        copy_stand(f, &f->unknowns[v].before, &f->unknowns[v].base);
    fill_keep(f, u);
    f->is_second = true;
    o = change_one(f, u, f->n_base, true);
    f->is_second = false;
    if (o)
        return o;
    memcpy(f->base, f->before, f->n * sizeof *f->base);
    f->base_reached = before;
    f->n_base = before.n_filled;
    for (size_t v = u; v < f->n && v <= before.n_filled; v++)
        copy_stand(f, &f->unknowns[v].base, &f->unknowns[v].before);
    return NO_HELP;
}

/* Tries the base with what was changed in `filled`, from unknown u on. */
static outcome try_change(filler *f, size_t u)
{
    outcome o = NO_HELP;

    if (fill_replay(f, u, f->n_base))
        return ALL_HOLDS;
    if (!f->is_spent && is_further(f)) {
        fill_keep(f, u);
        return HELPS;
    }
    if (!f->is_spent && f->is_shaken && f->reached.step == f->base_reached.step && !f->n_shaken--) {
        fill_keep(f, u);
        return HELPS;
    }
    if (!f->is_spent && f->goes_twice && !f->is_second && f->reached.step == f->base_reached.step)
        o = try_second(f, u);
    if (!o)
        memcpy(f->probe.filled, f->base, f->n * sizeof *f->base);
    return o;
}

/* Takes the next word of `in` that the log does not tell and that did not come before in `text`. */
static bool next_open_word(const filler *f, size_t u, cr_span text, cr_span *in, cr_span *word)
{
    cr_span told = f->unknowns[u].step->text;

    while (!cr_span_is_empty(in)) {
        *word = cr_span_word(in);
        if (!span_count((cr_span){text.at, word->at}, *word) &&
            span_count(text, *word) > span_count(told, *word))
            return true;
    }
    return false;
}

/* Where the host began to deal what step i is played with. */
static size_t deal_of(const filler *f, size_t i)
{
    bool is_dealing = false;

    for (;; i--) {
        const file_step *step = fill_step_at(f, i);
        bool is_host = step->kind == STEP_MOVE && step->seat == CR_HOST;

        if (is_dealing && !is_host)
            return i + 1;
        is_dealing |= is_host;
        if (!i)
            return 0;
    }
}

/* Do two unknowns stand in moves of one kind, by one seat and for one deal? */
static bool is_like(const filler *f, size_t u, size_t v)
{
    cr_span a = f->unknowns[u].step->text, b = f->unknowns[v].step->text;

    return f->unknowns[u].step->seat == f->unknowns[v].step->seat &&
           line_same(cr_span_word(&a), cr_span_word(&b)) &&
           deal_of(f, f->unknowns[u].at) == deal_of(f, f->unknowns[v].at);
}

/* Is the word in the line that fails, or shortly before it? A second change is about the words of the first. */
static bool is_spoken_of(const filler *f, cr_span word)
{
    if (f->is_second)
        return span_count(cr_span_of(f->first_words), word);
    for (size_t back = 0; back <= SPOKEN_OF && back <= f->base_reached.step; back++)
        if (span_count(fill_step_at(f, f->base_reached.step - back)->text, word))
            return true;
    return false;
}

static bool has_open(const filler *f, size_t u, cr_span word)
{
    char text[WAYS_TEXT_MAX];

    return span_count(fill_base_text(f, u, text), word) >
           span_count(f->unknowns[u].step->text, word);
}

/* The word `out` leaves the move of unknown u for `in`; where a later unknown of this kind has that, they exchange. */
static bool exchange(filler *f, size_t u, cr_span out, cr_span in)
{
    size_t v = u + 1;

    if (!fill_change_word(f, u, out, in))
        return false;
    while (v < f->n_base && !(is_like(f, u, v) && has_open(f, v, in)))
        v++;
    if (v < f->n_base)
        fill_change_word(f, v, in, out);
    return true;
}

/* What is chosen later from hands that have exchanged two cards: the one that came instead of the one that went. */
static bool rename_later(filler *f, size_t u, cr_span out, cr_span in)
{
    bool is_any = false;

    for (size_t v = u + 1; v < f->n_base; v++)
        if (!is_like(f, u, v))
            is_any |= has_open(f, v, in) ? fill_change_word(f, v, in, out)
                                         : has_open(f, v, out) && fill_change_word(f, v, out, in);
    return is_any;
}

/* Tries an exchange, first with the same choices as before, as far as they are legal, then with both cards renamed in
 * them. */
static outcome try_exchange(filler *f, size_t u, cr_span out, cr_span in)
{
    outcome o = NO_HELP;

    fill_spend(f);
    if (!f->is_second)
        snprintf(f->first_words, sizeof f->first_words, "%.*s %.*s", (int)(out.end - out.at),
                 out.at, (int)(in.end - in.at), in.at);
    for (unsigned i = 0; !o && !f->is_spent && i < 2; i++) {
        if (!exchange(f, u, out, in) || (i && !rename_later(f, u, out, in))) {
            memcpy(f->probe.filled, f->base, f->n * sizeof *f->base);
            return NO_HELP;
        }
        f->changed[0] = out;
        f->changed[1] = in;
        o = try_change(f, u);
        f->changed[0] = f->changed[1] = (cr_span){NULL, NULL};
    }
    return o;
}

/* Cards of a hand: each against each that it could have had instead. */
static outcome change_hand(filler *f, size_t u, bool is_guided)
{
    const ways *w = &f->unknowns[u].ways[f->is_second];
    char text[WAYS_TEXT_MAX];
    cr_span all = fill_base_text(f, u, text), rest = all, out;
    outcome o = NO_HELP;

    while (!o && next_open_word(f, u, all, &rest, &out))
        for (unsigned i = 0; !o && !f->is_spent && i < w->n_pool; i++) {
            cr_span in = w->pool[i].word;

            if (!line_same(in, out) && span_count(all, in) < w->pool[i].copies &&
                (!is_guided || is_spoken_of(f, in) || is_spoken_of(f, out)))
                o = try_exchange(f, u, out, in);
        }
    return o;
}

static bool is_any_spoken_of(const filler *f, const cr_move *move)
{
    char text[WAYS_TEXT_MAX];
    cr_span in;

    cr_move_print(f->file->game, move, text, sizeof text);
    for (in = cr_span_of(text); !cr_span_is_empty(&in);)
        if (is_spoken_of(f, cr_span_word(&in)))
            return true;
    return false;
}

/* A choice: every other way, and exchanges with choices of the same kind before it. */
static outcome change_choice(filler *f, size_t u, bool is_guided)
{
    const ways *w = &f->unknowns[u].ways[f->is_second];
    char text[WAYS_TEXT_MAX], other[WAYS_TEXT_MAX];
    cr_span all = fill_base_text(f, u, text), in;
    bool is_told = is_any_spoken_of(f, &f->base[u]);
    outcome o = NO_HELP;

    for (size_t i = 0; !o && !f->is_spent && i < w->n; i++) {
        if (is_guided && !is_told && !is_any_spoken_of(f, &w->list[i]))
            continue;
        f->probe.filled[u] = w->list[i];
        if (!f->is_second)
            cr_move_print(f->file->game, &w->list[i], f->first_words, sizeof f->first_words);
        if (memcmp(f->probe.filled[u].arg, f->base[u].arg, CR_ARGS) != 0)
            o = try_change(f, u);
    }
    for (size_t v = u; !o && v-- > 0 && is_like(f, u, v);) {
        cr_span before = fill_base_text(f, v, other), rest = before, out;

        while (!o && next_open_word(f, v, before, &rest, &out))
            for (cr_span here = all; !o && next_open_word(f, u, all, &here, &in);)
                if (!line_same(in, out) &&
                    (!is_guided || is_spoken_of(f, in) || is_spoken_of(f, out)))
                    o = try_exchange(f, v, out, in);
    }
    return o;
}

/* Changes one thing of the base in unknowns `from` to `to` - 1, the latest first, until something helps. */
static outcome change_one(filler *f, size_t from, size_t to, bool is_guided)
{
    outcome o = NO_HELP;

    for (size_t u = to; !o && !f->is_spent && u-- > from;) {
        ways *w = &f->unknowns[u].ways[f->is_second];

        if (fill_open_ways(f, u, w, f->unknowns[u].base.state))
            continue;
        o = w->n_pool ? change_hand(f, u, is_guided) : change_choice(f, u, is_guided);
    }
    return o;
}

/* The first unknown of the deal that the failing line is played with. */
static size_t first_of_deal(const filler *f)
{
    size_t deal = deal_of(f, f->base_reached.step), u = 0;

    while (u < f->n_base && f->unknowns[u].at < deal)
        u++;
    return u;
}

/* Changes one thing, or two at once, as long as that gets further. */
outcome fill_climb(filler *f)
{
    outcome o;

    do {
        size_t from = first_of_deal(f), to = f->n_base;

        o = change_one(f, from, to, true);
        if (!o)
            o = change_one(f, from, to, false);
        f->counts_offers = true;
        if (!o)
            o = change_one(f, from, to, false);
        f->counts_offers = false;
        f->goes_twice = true;
        if (!o)
            o = change_one(f, from, to, true);
        f->goes_twice = false;
        if (!o)
            o = change_one(f, 0, from, false);
    } while (o == HELPS && !f->is_spent);
    return o;
}

/* From a place where no change gets further: some changes that make no difference, then on from there. */
outcome fill_shake(filler *f)
{
    outcome o = HELPS;

    f->is_shaken = true;
    for (unsigned i = 0; i < SHAKES && o == HELPS && !f->is_spent; i++) {
        size_t from = first_of_deal(f), n = f->n_base - from;

        f->n_shaken = cr_rng_below(&f->rng, SHAKEN_MAX);
        o = n ? change_one(f, from, from + 1 + cr_rng_below(&f->rng, (uint32_t)n), false) : NO_HELP;
    }
    f->is_shaken = false;
    return o == ALL_HOLDS ? o : fill_climb(f);
}
