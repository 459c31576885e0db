/* The moves that an unknown of a log may stand for. Where they are few they are listed, from the boxes of the game.
 * Where cards are drawn from many, as in a deal, they are put together word by word. */
#include "cases/file.h"

#include <stdlib.h>

/* ---- words ---- */

static bool is_same(cr_span a, cr_span b)
{
    size_t len = (size_t)(a.end - a.at);

    return len == (size_t)(b.end - b.at) && !memcmp(a.at, b.at, len);
}

unsigned span_count(cr_span text, cr_span word)
{
    unsigned n = 0;

    while (!cr_span_is_empty(&text))
        n += is_same(cr_span_word(&text), word);
    return n;
}

static unsigned count_words(cr_span text)
{
    unsigned n = 0;

    for (; !cr_span_is_empty(&text); n++)
        cr_span_word(&text);
    return n;
}

/* Behind its first n words. */
static cr_span behind(cr_span text, unsigned n)
{
    while (n--)
        cr_span_word(&text);
    return cr_span_trim(text);
}

static bool is_open(cr_span word)
{
    return cr_span_is(word, "?");
}

static bool ends_open(cr_span pattern)
{
    return pattern.end > pattern.at && pattern.end[-1] == '?';
}

/* Word by word; a '?' is any word, and the last one all that are left. */
static bool fits_in_order(cr_span pattern, cr_span text)
{
    for (;;) {
        cr_span p = cr_span_word(&pattern), t = cr_span_word(&text);

        if (p.at == p.end || t.at == t.end)
            return p.at == p.end && t.at == t.end;
        if (is_open(p) && cr_span_is_empty(&pattern))
            return true;
        if (!is_open(p) && !is_same(p, t))
            return false;
    }
}

/* Cards of a list may stand in any order. */
static bool fits_in_any_order(cr_span pattern, cr_span text)
{
    unsigned n = count_words(pattern), m = count_words(text);

    if (m < n || (m > n && !ends_open(pattern)))
        return false;
    for (cr_span rest = pattern; !cr_span_is_empty(&rest);) {
        cr_span word = cr_span_word(&rest);

        if (!is_open(word) && span_count(text, word) < span_count(pattern, word))
            return false;
    }
    return true;
}

static bool has_list(const cr_kind *kind)
{
    for (const cr_field *f = kind->fields; f && f->name; f++)
        if (f->type->flags & CR_LIST)
            return true;
    return false;
}

static bool box_fits(const cr_game *game, const cr_box *box, cr_span pattern)
{
    cr_span words = cr_span_of(game->kinds[box->move.kind].word), first = cr_span_word(&pattern);

    return is_open(first) || is_same(cr_span_word(&words), first);
}

/* ---- listed ways ---- */

bool ways_fit(const cr_game *game, cr_span pattern, const cr_move *move)
{
    char text[WAYS_TEXT_MAX];
    cr_span span;

    cr_move_print(game, move, text, sizeof text);
    span = cr_span_of(text);
    return fits_in_order(pattern, span) ||
           (has_list(&game->kinds[move->kind]) && fits_in_any_order(pattern, span));
}

static void list_box(ways *w, const cr_box *box, cr_span pattern)
{
    for (uint64_t i = 0; i < box->size; i++) {
        cr_move move;

        cr_move_set(&move, cr_box_nth(box, i));
        move.seat = w->seat;
        move.ticket = cr_asked_now(w->state)->ticket;
        if (!cr_check(w->game, w->state, &move).code && ways_fit(w->game, pattern, &move) &&
            grow_array(&w->list, w->n, sizeof *w->list))
            w->list[w->n++] = move;
    }
}

/* ---- ways that are drawn ---- */

/* The move of the box that takes all there is. */
static cr_move largest(const cr_box *box, unsigned *n_members)
{
    cr_move move = box->move;

    *n_members = 0;
    for (unsigned d = 0; d < box->n_dims; d++) {
        const cr_dim *dim = &box->dim[d];

        if (!dim->is_subset) {
            move.arg[dim->at] = (uint8_t)cr_bits_nth(dim->set, 0);
            continue;
        }
        *n_members += dim->n;
        for (unsigned i = 0; i < 4; i++)
            move.arg[dim->at + i] = (uint8_t)(dim->set >> 8 * i);
    }
    return move;
}

static pool_word *find_in_pool(ways *w, cr_span word)
{
    for (unsigned i = 0; i < w->n_pool; i++)
        if (is_same(w->pool[i].word, word))
            return &w->pool[i];
    return NULL;
}

/* False if it is too large, or the log tells of more than there is. */
static bool make_pool(ways *w, cr_span words, cr_span known)
{
    while (!cr_span_is_empty(&words)) {
        cr_span word = cr_span_word(&words);
        pool_word *p = find_in_pool(w, word);

        if (!p && w->n_pool == WAYS_POOL_MAX)
            return false;
        if (!p)
            w->pool[w->n_pool++] = (pool_word){.word = word, .copies = 1};
        else
            p->copies++;
    }
    while (!cr_span_is_empty(&known)) {
        cr_span word = cr_span_word(&known);
        pool_word *p = find_in_pool(w, word);

        if (is_open(word))
            continue;
        if (!p || p->known == p->copies)
            return false;
        p->known++;
    }
    return true;
}

/* The move that takes what is taken of each word. */
static bool pool_move(const ways *w, cr_move *out)
{
    char text[WAYS_TEXT_MAX];
    cr_text t = cr_text_on(text, sizeof text);

    cr_text_fmt(&t, "%.*s", (int)(w->head.end - w->head.at), w->head.at);
    for (unsigned i = 0; i < w->n_pool; i++)
        for (unsigned n = 0; n < w->pool[i].taken; n++)
            cr_text_fmt(&t, " %.*s", (int)(w->pool[i].word.end - w->pool[i].word.at),
                        w->pool[i].word.at);
    return t.len < sizeof text && !cr_move_parse(w->game, w->state, w->seat, text, out).code &&
           !cr_judge(w->game, w->state, out, cr_now(w->state)).code;
}

/* Takes what the log tells and, of the rest, the first n words in all; false if there are not so many. */
static bool take_first(ways *w, unsigned n)
{
    unsigned taken = 0;

    for (unsigned i = 0; i < w->n_pool; i++)
        taken += w->pool[i].taken = w->pool[i].known;
    for (unsigned i = 0; i < w->n_pool && taken < n; i++)
        while (w->pool[i].taken < w->pool[i].copies && taken < n) {
            w->pool[i].taken++;
            taken++;
        }
    return taken == n;
}

/* Goes on to the next choice of n_drawn words. It is a counter: a digit says how many of a word are taken, the largest
 * first, and digits that cannot lead to n_drawn are skipped. */
static bool draw(ways *w)
{
    unsigned i = w->is_begun ? w->n_pool - 1 : 0;

    if (!w->is_begun)
        w->pool[0].taken = (uint8_t)(w->pool[0].copies + 1);
    w->is_begun = true;
    for (;;) {
        unsigned taken = 0, left = 0;

        if (w->pool[i].taken == w->pool[i].known) {
            if (i-- == 0)
                return false;
            continue;
        }
        w->pool[i].taken--;
        for (unsigned k = 0; k <= i; k++)
            taken += w->pool[k].taken;
        for (unsigned k = i + 1; k < w->n_pool; k++)
            left += w->pool[k].copies;
        if (taken > w->n_drawn || taken + left < w->n_drawn)
            continue;
        if (i + 1 == w->n_pool)
            return true;
        i++;
        w->pool[i].taken = (uint8_t)(w->pool[i].copies + 1);
    }
}

static const char *open_pool(ways *w, const cr_box *box, cr_span pattern)
{
    unsigned n_members, n_head, n_told;
    cr_move all = largest(box, &n_members);
    cr_span words, told, head = pattern;

    if (cr_move_print(w->game, &all, w->text, sizeof w->text) >= sizeof w->text)
        return "there is too much to draw from";
    words = cr_span_of(w->text);
    n_head = count_words(words) - n_members;
    told = behind(pattern, n_head);
    head.end = told.at;
    w->head = cr_span_trim(head);
    if (!n_members || span_count(w->head, cr_span_of("?")))
        return "this can stand for too many moves: write more of it";
    if (!make_pool(w, behind(words, n_head), told))
        return NULL;
    n_told = count_words(told);
    for (unsigned n = n_told; take_first(w, n) && !w->n_drawn; n++) {
        cr_move move;

        if (pool_move(w, &move))
            w->n_drawn = n;
        if (!ends_open(told))
            break;
    }
    return NULL;
}

/* ---- both ---- */

const char *ways_open(ways *w, const cr_game *game, const cr_state *state, const file_step *step)
{
    const cr_box *large = NULL;
    uint64_t n_looked_at = 0;
    cr_space space;

    ways_close(w);
    *w = (ways){.game = game, .state = state, .seat = step->seat};
    cr_offers(game, state, step->seat, &space);
    for (uint32_t b = 0; b < space.n && !large; b++)
        if (box_fits(game, &space.box[b], step->text)) {
            n_looked_at += space.box[b].size;
            large = n_looked_at > WAYS_LISTED_MAX ? &space.box[b] : NULL;
        }
    if (large)
        return open_pool(w, large, step->text);
    for (uint32_t b = 0; b < space.n; b++)
        if (box_fits(game, &space.box[b], step->text))
            list_box(w, &space.box[b], step->text);
    return NULL;
}

bool ways_next(ways *w, cr_move *out)
{
    if (w->at < w->n) {
        *out = w->list[w->at++];
        return true;
    }
    while (w->n_drawn && draw(w))
        if (pool_move(w, out))
            return true;
    return false;
}

void ways_close(ways *w)
{
    free(w->list);
    w->list = NULL;
    w->n = w->at = 0;
}
