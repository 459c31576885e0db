#include "wire/padding.h"

#include <stdlib.h>

enum {
    FIRST_MARKS = 64,
    QUIET = 1, /* what the question was before, in a key: still the same one; 0: all is told */
    BEHIND     /* or from here on another one */
};

/* A mark; an empty place has the key 0. */
typedef struct {
    uint32_t key;
    uint32_t met; /* messages that came here */
    uint16_t bytes;
} mark;

struct padding_marks {
    padding_marks *next;
    padding *all;
    const cr_game *game;
    mark *marks; /* found by key: a table with open places, at most half full */
    unsigned n, cap;
    mark spare; /* for all that there was no memory for */
};

struct padding {
    const padding_row *rows;
    padding_marks *games;
    unsigned n_raised;
};

/* ---- keys ---- */

/* What a mark is for, as one number that is not 0. */
typedef struct {
    unsigned question, behind, breadth, variant;
    unsigned asked; /* bits of padding_asked */
} place;

static uint32_t key_of(const place *p)
{
    return UINT32_C(1) << 31 | p->behind << 19 | p->question << 11 | p->breadth << 5 |
           p->asked << 3 | p->variant;
}

static uint32_t event_key(unsigned kind, bool is_own, unsigned variant)
{
    return UINT32_C(1) << 30 | kind << 4 | (uint32_t)is_own << 3 | (variant & PADDING_WORDS);
}

/* The last question stands for none: the match is over. */
static unsigned question_of(const cr_game *game, const cr_state *s)
{
    return s->q.open && s->q.kind < game->n_questions ? s->q.kind : game->n_questions;
}

static const char *question_word(const cr_game *game, unsigned question)
{
    return question < game->n_questions ? cr_question_word(game, (uint8_t)question) : "over";
}

/* Is the seat asked, as far as everybody knows? */
static bool is_asked(const cr_game *game, const cr_state *s, uint8_t seat)
{
    return cr_deciders_to(game, s, CR_SPECTATOR) >> seat & 1;
}

static place place_of(const padding_veil *v, const cr_state *state, uint8_t seat)
{
    const cr_game *game = v->marks->game;
    unsigned breadth = game->breadth ? game->breadth(state, seat) : 0;
    place p = {.question = question_of(game, state),
               .breadth = breadth < PADDING_BREADTHS ? breadth : 0,
               .asked = is_asked(game, state, seat) ? PADDING_ASKED : 0,
               .variant = v->variant};

    if (!v->before)
        return p;
    if (is_asked(game, v->before, seat))
        p.asked |= PADDING_WAS_ASKED;
    p.behind = state->q.open && state->q.ticket == v->before->q.ticket
                   ? QUIET
                   : BEHIND + question_of(game, v->before);
    return p;
}

/* ---- marks ---- */

static mark *seek(const padding_marks *m, uint32_t key)
{
    uint32_t at = key * UINT32_C(2654435769) >> 8;

    while (m->marks[at & (m->cap - 1)].key && m->marks[at & (m->cap - 1)].key != key)
        at++;
    return &m->marks[at & (m->cap - 1)];
}

static bool grow(padding_marks *m)
{
    unsigned cap = m->cap ? 2 * m->cap : FIRST_MARKS, old_cap = m->cap;
    mark *old = m->marks, *more = calloc(cap, sizeof *more);

    if (!more)
        return false;
    m->marks = more;
    m->cap = cap;
    for (unsigned i = 0; i < old_cap; i++)
        if (old[i].key)
            *seek(m, old[i].key) = old[i];
    free(old);
    return true;
}

/* Does this row of the game tell of such a message, as far as behind and breadth go: not? */
static bool is_like(const padding_row *r, const cr_game *game, const place *p)
{
    return !r->is_event && !strcmp(r->game, game->name) && !r->behind == !p->behind &&
           r->asked == p->asked &&
           p->variant == (unsigned)(PADDING_USUAL | (r->has_words ? PADDING_WORDS : 0)) &&
           !strcmp(r->word, question_word(game, p->question));
}

static bool is_behind(const padding_row *r, const cr_game *game, const place *p)
{
    if (!p->behind)
        return true;
    return p->behind == QUIET ? !*r->behind
                              : !strcmp(r->behind, question_word(game, p->behind - BEHIND));
}

/* What the list says; for what play has not met, the most of what is like it. */
static uint16_t listed(const padding_marks *m, const place *p)
{
    uint16_t most = 0;

    for (const padding_row *r = m->all->rows; r->game; r++)
        if (is_like(r, m->game, p)) {
            if (r->breadth == p->breadth && is_behind(r, m->game, p))
                return r->bytes;
            most = r->bytes > most ? r->bytes : most;
        }
    return most;
}

static uint16_t listed_event(const padding_marks *m, unsigned kind, bool is_own, unsigned variant)
{
    for (const padding_row *r = m->all->rows; r->game; r++)
        if (r->is_event && !strcmp(r->game, m->game->name) && r->asked == is_own &&
            r->has_words == !!(variant & PADDING_WORDS) &&
            !strcmp(r->word, cr_event_word(m->game, (uint8_t)kind)))
            return r->bytes;
    return 0;
}

/* The mark of this key; a new one is empty. */
static mark *mark_of(padding_marks *m, uint32_t key, bool *is_new)
{
    mark *found;

    *is_new = false;
    if (2 * (m->n + 1) > m->cap && !grow(m))
        return &m->spare;
    found = seek(m, key);
    if (!found->key) {
        *is_new = true;
        found->key = key;
        m->n++;
    }
    return found;
}

padding *padding_new(const padding_row *rows)
{
    padding *p = calloc(1, sizeof *p);

    if (p)
        p->rows = rows;
    return p;
}

void padding_free(padding *p)
{
    while (p && p->games) {
        padding_marks *m = p->games;

        p->games = m->next;
        free(m->marks);
        free(m);
    }
    free(p);
}

padding_marks *padding_of(padding *p, const cr_game *game)
{
    padding_marks *m = p->games;

    while (m && m->game != game)
        m = m->next;
    if (m)
        return m;
    m = calloc(1, sizeof *m);
    if (m) {
        *m = (padding_marks){.next = p->games, .all = p, .game = game};
        p->games = m;
    }
    return m;
}

unsigned padding_raised(padding *p)
{
    unsigned n = p->n_raised;

    p->n_raised = 0;
    return n;
}

/* What is needed fits from now on. What is longer than a mark can be is as long as it is. */
static int32_t reach(const padding_marks *m, mark *at, int32_t need)
{
    at->met++;
    if (need <= at->bytes)
        return at->bytes;
    m->all->n_raised++;
    need = (need + PADDING_STEP - 1) / PADDING_STEP * PADDING_STEP;
    if (need <= UINT16_MAX)
        at->bytes = (uint16_t)need;
    return need;
}

/* ---- one message ---- */

void padding_event(padding_veil *v, uint8_t kind, bool is_own, int32_t len)
{
    bool is_new;
    mark *at = mark_of(v->marks, event_key(kind, is_own, v->variant), &is_new);

    if (is_new)
        at->bytes = listed_event(v->marks, kind, is_own, v->variant);
    v->shown += len;
    v->room += reach(v->marks, at, len);
}

void padding_number(padding_veil *v, uint32_t number)
{
    int32_t digits = 1;

    while (number /= 10)
        digits++;
    v->shown += digits;
    v->room += digits > PADDING_DIGITS ? digits : PADDING_DIGITS;
}

size_t padding_length(const padding_veil *v, const cr_state *state, uint8_t seat, size_t len)
{
    place p = place_of(v, state, seat);
    bool is_new;
    mark *at = mark_of(v->marks, key_of(&p), &is_new);

    if (is_new)
        at->bytes = listed(v->marks, &p);
    return len + (size_t)(v->room - v->shown + reach(v->marks, at, v->secret) - v->secret);
}

/* ---- padding.def ---- */

enum { OFTEN = 5000, SELDOM = 200 }; /* messages that were met */

/* The most of all marks that this one is like, as far as behind and breadth go: not. */
static unsigned most_like(const padding_marks *m, const mark *one)
{
    const uint32_t apart = UINT32_C(0xFFF) << 19 | UINT32_C(63) << 5;
    bool is_change = one->key & UINT32_C(0xFFF) << 19;
    unsigned most = one->bytes;

    for (unsigned i = 0; i < m->cap && one->key >> 31; i++)
        if ((m->marks[i].key & ~apart) == (one->key & ~apart) &&
            is_change == !!(m->marks[i].key & UINT32_C(0xFFF) << 19) && m->marks[i].bytes > most)
            most = m->marks[i].bytes;
    return most;
}

/* Play sees what is common; what is rare may be longer, most of all where it was seldom met or there are many offers. */
static unsigned headroom(const padding_marks *m, const mark *one)
{
    enum { MANY = 512 };
    unsigned bytes = one->met < SELDOM ? most_like(m, one) : one->bytes;

    bytes += bytes / 32 + (bytes > MANY ? bytes / 8 : 0);
    if (one->met < OFTEN)
        bytes += bytes / 16 + PADDING_STEP;
    if (one->met < SELDOM)
        bytes += bytes / 8 + 4 * PADDING_STEP;
    return (bytes + PADDING_STEP - 1) / PADDING_STEP * PADDING_STEP;
}

static int by_key(const void *a, const void *b)
{
    const mark *one = a, *two = b;

    return one->key < two->key ? -1 : one->key > two->key;
}

static void write_row(cr_text *out, const cr_game *game, uint32_t key, unsigned bytes)
{
    unsigned behind = key >> 19 & 0xFFF, breadth = key >> 5 & 63, asked = key >> 3 & 3;
    const char *question = question_word(game, key >> 11 & 0xFF);
    bool has_words = key & PADDING_WORDS;

    if (!(key >> 31))
        cr_text_fmt(out, "SHOWN(\"%s\", \"%s\", %d, %d, %u)\n", game->name,
                    cr_event_word(game, (uint8_t)(key >> 4)), key >> 3 & 1, has_words, bytes);
    else if (!behind)
        cr_text_fmt(out, "MARK(\"%s\", \"%s\", %u, %u, %d, %u)\n", game->name, question, asked,
                    breadth, has_words, bytes);
    else
        cr_text_fmt(out, "CHANGE(\"%s\", \"%s\", \"%s\", %u, %u, %d, %u)\n", game->name,
                    behind == QUIET ? "" : question_word(game, behind - BEHIND), question, asked,
                    breadth, has_words, bytes);
}

void padding_write(cr_text *out, padding_marks *m)
{
    if (!m->n)
        return;
    qsort(m->marks, m->cap, sizeof *m->marks, by_key);
    for (unsigned i = 0; i < m->cap; i++)
        if (m->marks[i].key)
            write_row(out, m->game, m->marks[i].key, headroom(m, &m->marks[i]));
    free(m->marks);
    m->marks = NULL;
    m->n = m->cap = 0;
}
