#include "wire/padding.h"

#include <stdlib.h>

enum {
    EVENTS = 256, /* kinds, the kernel's included */
    FIRST_MARKS = 64,
    QUIET = 1, /* what the question was before, in a key: still the same one; 0: all is told */
    BEHIND     /* or from here on another one */
};

/* Bits of a key: of a question, what it was before, and with its breadth what sets marks apart that are alike. */
#define IS_QUESTION   (UINT32_C(1) << 31)
#define BEHIND_BITS   (UINT32_C(0xFFF) << 19)
#define QUESTION_BITS (UINT32_C(0xFF) << 11)
#define APART         (BEHIND_BITS | UINT32_C(63) << 5)
#define ASKED_BITS    (UINT32_C(3) << 3)

/* A mark; an empty place has the key 0. */
typedef struct {
    uint32_t key;
    uint32_t met,
        raised; /* messages that came here, and how many there were when it was last raised */
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
    return IS_QUESTION | p->behind << 19 | p->question << 11 | p->breadth << 5 | p->asked << 3 |
           p->variant;
}

static uint32_t event_key(unsigned kind, bool is_own, unsigned variant)
{
    return UINT32_C(1) << 30 | kind << 4 | (uint32_t)is_own << 3 | (variant & PADDING_WORDS);
}

static bool is_question_key(uint32_t key)
{
    return key & IS_QUESTION;
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

/* The mark of this key; a new one has the key and nothing else. */
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

/* The most of all marks that are like this one but for these bits; false if there are none. */
static bool most_like(const padding_marks *m, uint32_t key, uint32_t apart, uint16_t *most)
{
    bool is_found = false;

    *most = 0;
    for (unsigned i = 0; i < m->cap; i++) {
        uint32_t other = m->marks[i].key;

        if ((other & ~apart) != (key & ~apart) || !(other & BEHIND_BITS) != !(key & BEHIND_BITS) ||
            other == key)
            continue;
        is_found = true;
        *most = m->marks[i].bytes > *most ? m->marks[i].bytes : *most;
    }
    return is_found;
}

/* What play has not met gets the most of what is like it. Who learns begins with nothing. */
static uint16_t first_bytes(const padding_marks *m, uint32_t key)
{
    uint16_t most;

    if (m->all->rows->game && !most_like(m, key, APART, &most) &&
        !most_like(m, key, APART | ASKED_BITS, &most))
        most_like(m, key, APART | ASKED_BITS | QUESTION_BITS, &most);
    return m->all->rows->game ? most : 0;
}

/* ---- rows ---- */

static bool find_question(const cr_game *game, const char *word, unsigned *out)
{
    for (*out = 0; *out <= game->n_questions; ++*out)
        if (!strcmp(word, question_word(game, *out)))
            return true;
    return false;
}

static bool find_event(const cr_game *game, const char *word, unsigned *out)
{
    for (*out = 0; *out < EVENTS; ++*out)
        if (!strcmp(word, cr_event_word(game, (uint8_t)*out)))
            return true;
    return false;
}

/* 0: the game has nothing of this name. */
static uint32_t row_key(const cr_game *game, const padding_row *r)
{
    place p = {.breadth = r->breadth,
               .asked = r->asked,
               .variant = PADDING_USUAL | (r->has_words ? PADDING_WORDS : 0)};
    unsigned event, behind;

    if (r->is_event)
        return find_event(game, r->word, &event) ? event_key(event, r->asked, p.variant) : 0;
    if (!find_question(game, r->word, &p.question))
        return 0;
    if (r->behind && !*r->behind)
        p.behind = QUIET;
    else if (r->behind && find_question(game, r->behind, &behind))
        p.behind = BEHIND + behind;
    return !r->behind == !p.behind ? key_of(&p) : 0;
}

static void take_rows(padding_marks *m)
{
    for (const padding_row *r = m->all->rows; r->game; r++) {
        uint32_t key = strcmp(r->game, m->game->name) ? 0 : row_key(m->game, r);
        bool is_new;

        if (key)
            mark_of(m, key, &is_new)->bytes = r->bytes;
    }
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
        take_rows(m);
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
    at->raised = at->met;
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
        at->bytes = first_bytes(v->marks, at->key);
    return len + (size_t)(v->room - v->shown + reach(v->marks, at, v->secret) - v->secret);
}

/* ---- padding.def ---- */

/* Play sees what is common. A mark that was met seldom says little, and gets what those have that are like it; one that was
 * still raised when it had been met often may be raised again; and where there are many offers there may be more. Where a
 * game tells the breadth of what there is to choose from, all of that is within limits. */
static unsigned headroom(const padding_marks *m, const mark *one)
{
    enum { MANY = 512, SELDOM = 5000, SELDOM_BY_BREADTH = 100 };
    bool has_breadth = m->game->breadth;
    bool is_seldom = one->met < (has_breadth ? SELDOM_BY_BREADTH : SELDOM);
    bool is_settled = one->raised < one->met / 8;
    unsigned bytes = one->bytes;
    uint16_t most;

    if (is_seldom && is_question_key(one->key) && most_like(m, one->key, APART, &most) &&
        most > bytes)
        bytes = most;
    bytes += bytes > MANY ? bytes / 8 : 0;
    if (is_seldom || !is_settled)
        bytes += bytes / (has_breadth ? 16 : 4) + 2 * PADDING_STEP;
    else
        bytes += bytes / 32;
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

    if (!is_question_key(key))
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
