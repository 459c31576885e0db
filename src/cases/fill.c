/* The search for what a log leaves open. A log is a case with a '?' for every card that nobody wrote down; all of them
 * stand in moves, deals included, so a filling is a move for each of these.
 *
 * To try all fillings would take for ever: one deal has a hundred thousand. So the search climbs: it plays the log with
 * some filling, sees which line fails, and changes one thing before that line, until something gets further: two cards
 * change hands, a card is exchanged with one that nobody has, or a choice is made otherwise. Changes of cards that the
 * failing lines speak of come first. Nearly always the right one is among the first few.
 *
 * Where no change helps, all fillings are tried in order. If that comes to its end the log is impossible. If there are
 * too many, the search climbs again from elsewhere, until it has done all the work it may, and says so. Nothing is left
 * to chance: the same log is always filled alike. */
#include "cases/fill_inside.h"

#include <stdio.h>
#include <stdlib.h>

enum { FAILED_MAX = 1 << 14 }; /* states that are remembered as hopeless; a power of two */

const file_step *fill_step_at(const filler *f, size_t i)
{
    return &f->file->steps[f->test->first_step + i];
}

/* ---- telling ---- */

static void write_filling(const filler *f, size_t n, grown *out)
{
    grown_clear(out);
    for (size_t u = 0; u < n; u++) {
        const file_step *step = f->unknowns[u].step;
        char text[WAYS_TEXT_MAX], seat[16];
        cr_text word = cr_text_on(seat, sizeof seat);

        cr_seat.print(&word, &step->seat, NULL);
        cr_move_print(f->file->game, &f->probe.filled[u], text, sizeof text);
        grown_fmt(out, "%s:%u: %s %s\n", f->file->path, f->file->lines[step->line].number, seat,
                  text);
    }
}

/* Step i does not hold. */
static void note_failure(filler *f, size_t i, size_t n_filled)
{
    const file_step *step = fill_step_at(f, i);
    const run *r = &f->probe;
    uint16_t who = cr_deciders(r->state);

    f->n_tried++;
    f->reached = (reached){.step = i, .n_filled = n_filled};
    if (step->kind != STEP_MOVE || !(who & CR_BIT(step->seat)))
        for (uint8_t seat = 0; seat < cr_seats(r->state); seat++)
            f->reached.n_offers += cr_offers_size(f->file->game, r->state, seat);
    if (i < f->best)
        return;
    f->best = i + 1;
    f->best_line = r->failed_line;
    grown_clear(&f->best_message);
    grown_span(&f->best_message, grown_whole(&r->message));
    write_filling(f, n_filled, &f->best_filling);
}

/* ---- going through the log ---- */

static void save(const filler *f, stand *s)
{
    memcpy(s->state, f->probe.state, cr_state_size(f->file->game));
    s->place = f->probe.at;
}

static void restore(filler *f, const stand *s)
{
    run *r = &f->probe;

    memcpy(r->state, s->state, cr_state_size(f->file->game));
    r->at = s->place;
    r->failed_line = 0;
    r->is_stopped = false;
    grown_clear(&r->message);
}

void fill_spend(filler *f)
{
    f->probe.work += CR_CASE_WORK_MOVE;
    if (++f->n_moves > f->limit || f->probe.work > CR_CASE_WORK_MAX)
        f->is_spent = true;
}

/* Plays on from step i to the next unknown that is not filled, or the end. False: a step does not hold. */
static bool advance(filler *f, size_t i, size_t n_filled)
{
    run *r = &f->probe;

    for (; i < f->test->n_steps; i++) {
        const file_step *step = fill_step_at(f, i);

        if (step->unknown > n_filled)
            break;
        if (step->kind == STEP_MOVE)
            fill_spend(f);
        if (f->is_spent)
            return false;
        run_step(r, step);
        if (r->failed_line) {
            note_failure(f, i, n_filled);
            return false;
        }
    }
    return true;
}

/* What the log tells of the rest of a deal is not there to be drawn. */
static void leave_told(const filler *f, size_t u, ways *w)
{
    ways all = *w;
    unsigned left = 0;

    for (size_t i = f->unknowns[u].at + 1; i < f->test->n_steps; i++) {
        const file_step *step = fill_step_at(f, i);
        cr_span in = step->text, kind = f->unknowns[u].step->text;

        if (step->kind != STEP_MOVE || step->seat != f->unknowns[u].step->seat ||
            !line_same(cr_span_word(&in), cr_span_word(&kind)))
            break;
        while (!cr_span_is_empty(&in)) {
            cr_span word = cr_span_word(&in);

            for (unsigned p = 0; p < w->n_pool; p++)
                if (line_same(w->pool[p].word, word) && w->pool[p].copies > w->pool[p].known)
                    w->pool[p].copies--;
        }
    }
    for (unsigned p = 0; p < w->n_pool; p++)
        left += w->pool[p].copies;
    if (left < w->n_drawn)
        memcpy(w->pool, all.pool, sizeof w->pool);
}

/* Opens the ways of an unknown from this state. */
const char *fill_open_ways(filler *f, size_t u, ways *w, const cr_state *state)
{
    const char *why;

    fill_spend(f);
    why = ways_open(w, f->file->game, state, f->unknowns[u].step);
    if (w->n_pool)
        leave_told(f, u, w);
    return why;
}

static void note_no_way(filler *f, size_t u, const char *why)
{
    const file_step *step = f->unknowns[u].step;

    run_fail(&f->probe, step, "%.*s: %s", (int)(step->text.end - step->text.at), step->text.at,
             why ? why : "nothing that this can stand for is offered here");
    note_failure(f, f->unknowns[u].at, u);
}

static bool take_first(filler *f, size_t u)
{
    const char *why = fill_open_ways(f, u, &f->first, f->probe.state);

    if (!why && ways_next(&f->first, &f->probe.filled[u]))
        return true;
    note_no_way(f, u, why);
    return false;
}

static bool is_legal(filler *f, size_t u)
{
    cr_move *move = &f->probe.filled[u];

    fill_spend(f);
    move->ticket = cr_asked_now(f->probe.state)->ticket;
    return !cr_judge(f->file->game, f->probe.state, move, f->probe.at.clock).code;
}

cr_span fill_base_text(const filler *f, size_t u, char text[WAYS_TEXT_MAX])
{
    cr_move_print(f->file->game, &f->base[u], text, WAYS_TEXT_MAX);
    return cr_span_of(text);
}

/* Changes one word in the move of an unknown, if that gives a move which the log can mean. */
bool fill_change_word(filler *f, size_t u, cr_span from, cr_span to)
{
    const unknown *k = &f->unknowns[u];
    char text[WAYS_TEXT_MAX], other[WAYS_TEXT_MAX];
    cr_span all = fill_base_text(f, u, text), in = all;

    while (!cr_span_is_empty(&in)) {
        cr_span word = cr_span_word(&in);
        cr_text t = cr_text_on(other, sizeof other);
        cr_move move;

        if (!line_same(word, from))
            continue;
        cr_text_fmt(&t, "%.*s%.*s%.*s", (int)(word.at - all.at), all.at, (int)(to.end - to.at),
                    to.at, (int)(all.end - word.end), word.end);
        if (t.len < sizeof other &&
            !cr_move_parse(f->file->game, k->base.state, k->step->seat, other, &move).code &&
            ways_fit(f->file->game, k->step->text, &move)) {
            f->probe.filled[u] = move;
            return true;
        }
    }
    return false;
}

/* Is what `filled` says of unknown u legal? Where two cards have changed hands before it, the card that came may take
 * the place of the one that went. */
static bool is_given(filler *f, size_t u)
{
    if (is_legal(f, u))
        return true;
    for (unsigned i = 0; i < 2 && f->changed[0].at; i++)
        if (fill_change_word(f, u, f->changed[i], f->changed[1 - i]) && is_legal(f, u))
            return true;
    return false;
}

/* Plays on from unknown u, as `filled` says for the first n_given unknowns where that is legal, and else by the first
 * way. True: all of the log holds. */
bool fill_replay(filler *f, size_t u, size_t n_given)
{
    restore(f, &f->unknowns[u].base);
    for (; u < f->n; u++) {
        save(f, &f->unknowns[u].now);
        if (!(u < n_given && is_given(f, u)) && !take_first(f, u))
            return false;
        if (f->is_spent || !advance(f, f->unknowns[u].at, u + 1))
            return false;
    }
    return true;
}

/* ---- all fillings in order ---- */

/* The match stands in front of unknown u. States from which everything has failed are remembered: most secrets of a
 * round end with it, so later rounds begin in the same few states again and again. */
static bool exhaust(filler *f, size_t u)
{
    unknown *k = &f->unknowns[u];
    uint64_t key = cr_state_hash(f->file->game, f->probe.state) + u;
    uint64_t *failed = &f->failed[key & (FAILED_MAX - 1)];
    const char *why;
    bool is_any = false;

    if (*failed == key && !f->test->wants_events)
        return false;
    save(f, &k->now);
    why = fill_open_ways(f, u, &k->ways[0], k->now.state);
    while (!why && !f->is_spent && ways_next(&k->ways[0], &f->probe.filled[u])) {
        is_any = true;
        restore(f, &k->now);
        if (advance(f, k->at, u + 1) && (u + 1 == f->n || exhaust(f, u + 1)))
            return true;
    }
    f->is_spent |= why != NULL; /* what cannot be told cannot be exhausted */
    if (!is_any) {
        restore(f, &k->now);
        note_no_way(f, u, why);
    }
    if (!f->is_spent)
        *failed = key;
    return false;
}

/* ---- the whole ---- */

static bool stand_init(stand *s, const cr_game *game)
{
    s->state = calloc(1, cr_state_size(game));
    return s->state;
}

static bool filler_init(filler *f, run *r)
{
    const cr_game *game = r->file->game;
    bool is_ready;

    *f = (filler){.file = r->file, .test = r->test, .n = r->test->n_unknowns};
    is_ready = run_init(&f->probe, r->file, game);
    f->probe.work = r->work;
    f->probe.filled = calloc(f->n, sizeof *f->probe.filled);
    f->base = calloc(f->n, sizeof *f->base);
    f->before = calloc(f->n, sizeof *f->before);
    f->unknowns = calloc(f->n, sizeof *f->unknowns);
    f->failed = calloc(FAILED_MAX, sizeof *f->failed);
    is_ready = is_ready && f->probe.filled && f->base && f->before && f->unknowns && f->failed;
    for (size_t i = 0; is_ready && i < r->test->n_steps; i++) {
        const file_step *step = fill_step_at(f, i);
        unknown *k = step->unknown ? &f->unknowns[step->unknown - 1] : NULL;

        if (!k)
            continue;
        k->step = step;
        k->at = i;
        is_ready =
            stand_init(&k->base, game) && stand_init(&k->now, game) && stand_init(&k->before, game);
    }
    return is_ready;
}

static void filler_release(filler *f)
{
    for (size_t u = 0; f->unknowns && u < f->n; u++) {
        ways_close(&f->unknowns[u].ways[0]);
        ways_close(&f->unknowns[u].ways[1]);
        free(f->unknowns[u].before.state);
        free(f->unknowns[u].base.state);
        free(f->unknowns[u].now.state);
    }
    ways_close(&f->first);
    free(f->unknowns);
    free(f->base);
    free(f->before);
    free(f->failed);
    grown_release(&f->best_message);
    grown_release(&f->best_filling);
    run_release(&f->probe);
}

/* Half of the work is for climbing, an eighth for trying everything, which proves that a short log has no filling, and
 * the rest for climbing from other places. */
static bool search(filler *f)
{
    static const uint8_t key[32] = {0};

    f->limit = f->file->fill_max / 2;
    if (!run_start(&f->probe, f->test) || !advance(f, 0, 0))
        return false;
    f->has_begun = true;
    cr_rng_init(&f->rng, key, 0);
    save(f, &f->unknowns[0].base);
    if (fill_replay(f, 0, 0))
        return true;
    fill_keep(f, 0);
    if (fill_climb(f) == ALL_HOLDS)
        return true;
    f->is_spent = false;
    f->limit = f->n_moves + f->file->fill_max / 8;
    restore(f, &f->unknowns[0].base);
    if (exhaust(f, 0))
        return true;
    if (!f->is_spent || f->probe.work > CR_CASE_WORK_MAX)
        return false;
    f->is_spent = false;
    f->limit = f->file->fill_max;
    memcpy(f->probe.filled, f->base, f->n * sizeof *f->base);
    while (!f->is_spent)
        if (fill_shake(f) == ALL_HOLDS)
            return true;
    return false;
}

static void tell_failure(const filler *f, run *r)
{
    r->failed_line = f->best_line;
    grown_clear(&r->message);
    grown_span(&r->message, grown_whole(&f->best_message));
    if (!f->has_begun)
        return;
    if (f->is_spent)
        grown_fmt(&r->message,
                  "      no filling of what is unknown was found that gets past this line; the "
                  "search stopped at its limit, after %zu fillings\n",
                  f->n_tried);
    else
        grown_fmt(&r->message,
                  "      impossible: no filling of what is unknown gets past this line\n");
    grown_clear(&r->filling);
    grown_span(&r->filling, grown_whole(&f->best_filling));
}

bool fill_case(run *r)
{
    filler f;
    bool is_ready = filler_init(&f, r), is_good = is_ready && search(&f);

    if (is_good) {
        write_filling(&f, f.n, &r->filling);
        free(r->filled);
        r->filled = f.probe.filled;
        f.probe.filled = NULL;
    } else if (is_ready && f.best) {
        tell_failure(&f, r);
    } else {
        r->failed_line = r->test->line;
        grown_clear(&r->message);
        grown_fmt(&r->message, "%s:%u: out of memory\n", r->file->path, r->test->line);
    }
    r->work = f.probe.work;
    filler_release(&f);
    return is_good;
}
