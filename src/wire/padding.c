#include "wire/padding.h"

#include <stdlib.h>

enum {
    VARIANT_LISTED =
        3, /* view and offers: of these, with words and without, padding.def has rows */
    VARIANT_CHANGES = 8, /* only what has changed in a view */
    CHANGES_MORE =
        64, /* where a seat's own field changes its name comes on top, which is in every whole view */
    EVENTS = 256 /* kinds, the kernel's included */
};

struct padding_marks {
    padding_marks *next;
    padding *all;
    const cr_game *game;
    uint16_t *state; /* by question, is asked, breadth, variant */
    uint16_t *event; /* by kind, variant */
    uint32_t *met;   /* how many messages each of `state` is made from */
};

struct padding {
    const padding_row *rows;
    padding_marks *games;
    unsigned n_raised;
};

static uint8_t variant_of(const padding_row *r)
{
    return (uint8_t)(VARIANT_LISTED | (r->has_words ? 4 : 0));
}

/* ---- marks ---- */

static uint16_t *state_mark(const padding_marks *m, unsigned question, bool is_asked,
                            unsigned breadth, unsigned variant)
{
    return &m->state[((question * 2 + is_asked) * PADDING_BREADTHS + breadth) * PADDING_VARIANTS +
                     variant];
}

static uint16_t *event_mark(const padding_marks *m, unsigned kind, unsigned variant)
{
    return &m->event[kind * PADDING_VARIANTS + variant];
}

/* The last question stands for none: the match is over. */
static unsigned question_of(const padding_marks *m, const cr_state *s)
{
    return s->q.open && s->q.kind < m->game->n_questions ? s->q.kind : m->game->n_questions;
}

static const char *question_word(const cr_game *game, unsigned question)
{
    return question < game->n_questions ? cr_question_word(game, (uint8_t)question) : "over";
}

static void take_row(padding_marks *m, const padding_row *r)
{
    const cr_game *game = m->game;

    for (unsigned q = 0; q <= game->n_questions && !r->is_event; q++)
        if (!strcmp(r->word, question_word(game, q))) {
            *state_mark(m, q, r->is_asked, r->breadth, variant_of(r)) = r->bytes;
            *state_mark(m, q, r->is_asked, r->breadth, variant_of(r) | VARIANT_CHANGES) =
                (uint16_t)(r->bytes + CHANGES_MORE);
        }
    for (unsigned kind = 0; kind < EVENTS && r->is_event; kind++)
        if (!strcmp(r->word, cr_event_word(game, (uint8_t)kind)))
            *event_mark(m, kind, variant_of(r)) =
                *event_mark(m, kind, variant_of(r) | VARIANT_CHANGES) = r->bytes;
}

/* A breadth that play has not met gets the largest mark of its question. */
static void fill_breadths(padding_marks *m, unsigned question, bool is_asked, unsigned variant)
{
    uint16_t most = 0;

    for (unsigned i = 0; i < PADDING_BREADTHS; i++)
        if (*state_mark(m, question, is_asked, i, variant) > most)
            most = *state_mark(m, question, is_asked, i, variant);
    for (unsigned i = 0; i < PADDING_BREADTHS; i++)
        if (!*state_mark(m, question, is_asked, i, variant))
            *state_mark(m, question, is_asked, i, variant) = most;
}

static void take_rows(padding_marks *m)
{
    for (const padding_row *r = m->all->rows; r->game; r++)
        if (!strcmp(r->game, m->game->name))
            take_row(m, r);
    for (unsigned q = 0; q <= m->game->n_questions; q++)
        for (unsigned i = 0; i < 2 * PADDING_VARIANTS; i++)
            fill_breadths(m, q, i & 1, i / 2);
}

static void free_marks(padding_marks *m)
{
    if (m) {
        free(m->state);
        free(m->event);
        free(m->met);
    }
    free(m);
}

static padding_marks *new_marks(padding *p, const cr_game *game)
{
    padding_marks *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    *m = (padding_marks){
        .next = p->games,
        .all = p,
        .game = game,
        .state = calloc((game->n_questions + 1u) * 2 * PADDING_BREADTHS * PADDING_VARIANTS,
                        sizeof *m->state),
        .event = calloc(EVENTS * PADDING_VARIANTS, sizeof *m->event),
        .met = calloc((game->n_questions + 1u) * 2 * PADDING_BREADTHS * PADDING_VARIANTS,
                      sizeof *m->met)};
    if (!m->state || !m->event || !m->met) {
        free_marks(m);
        return NULL;
    }
    take_rows(m);
    return m;
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
        free_marks(m);
    }
    free(p);
}

padding_marks *padding_of(padding *p, const cr_game *game)
{
    padding_marks *m = p->games;

    while (m && m->game != game)
        m = m->next;
    if (!m) {
        m = new_marks(p, game);
        if (m)
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
static int32_t reach(const padding_marks *m, uint16_t *mark, int32_t need)
{
    if (need <= *mark)
        return *mark;
    m->all->n_raised++;
    need = (need + PADDING_STEP - 1) / PADDING_STEP * PADDING_STEP;
    if (need <= UINT16_MAX)
        *mark = (uint16_t)need;
    return need;
}

/* ---- one message ---- */

void padding_event(padding_veil *v, uint8_t kind, size_t len)
{
    v->shown += (int32_t)len;
    v->room += reach(v->marks, event_mark(v->marks, kind, v->variant), (int32_t)len);
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
    const padding_marks *m = v->marks;
    bool is_asked = cr_deciders_to(m->game, state, CR_SPECTATOR) >> seat & 1;
    unsigned breadth = is_asked && m->game->breadth ? m->game->breadth(state, seat) : 0;
    uint16_t *mark = state_mark(m, question_of(m, state), is_asked,
                                breadth < PADDING_BREADTHS ? breadth : 0, v->variant);

    m->met[mark - m->state]++;
    return len + (size_t)(v->room - v->shown + reach(m, mark, v->secret) - v->secret);
}

/* ---- padding.def ---- */

/* Play sees what is common; what is rare may be longer, most of all where it was seldom met or there are many offers. */
static unsigned headroom(unsigned bytes, unsigned met)
{
    enum { MANY = 512, OFTEN = 200000 };
    unsigned more = bytes + bytes / 32 + (bytes > MANY ? bytes / 8 : 0);

    if (met < OFTEN)
        more += more / 4 + 2 * PADDING_STEP;
    return (more + PADDING_STEP - 1) / PADDING_STEP * PADDING_STEP;
}

void padding_write(cr_text *out, const padding_marks *m)
{
    const cr_game *game = m->game;

    for (unsigned q = 0; q <= game->n_questions; q++)
        for (unsigned i = 0; i < 2 * PADDING_BREADTHS * 2; i++) {
            bool has_words = i & 1, is_asked = i >> 1 & 1;
            unsigned breadth = i >> 2;
            const uint16_t *mark = state_mark(m, q, is_asked, breadth, has_words ? 7 : 3);
            unsigned bytes = headroom(*mark, m->met[mark - m->state]);

            if (*mark)
                cr_text_fmt(out, "MARK(\"%s\", \"%s\", %d, %u, %d, %u)\n", game->name,
                            question_word(game, q), is_asked, breadth, has_words, bytes);
        }
    for (unsigned kind = 0; kind < EVENTS; kind++)
        for (unsigned has_words = 0; has_words < 2; has_words++) {
            unsigned mark = *event_mark(m, kind, has_words ? 7 : 3),
                     bytes = headroom(mark, UINT32_MAX);

            if (mark)
                cr_text_fmt(out, "SHOWN(\"%s\", \"%s\", %u, %u)\n", game->name,
                            cr_event_word(game, (uint8_t)kind), has_words, bytes);
        }
}
