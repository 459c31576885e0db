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
#include "cases/file.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    FAILED_MAX = 1 << 14, /* states that are remembered as hopeless; a power of two */
    SHAKES = 4,           /* changes that make no difference, one after another, */
    SHAKEN_MAX = 16,      /* each one of the first so many */
    SPOKEN_OF = 3         /* lines in front of a failure that may have had to do with it */
};

/* How the match stands in front of an unknown. */
typedef struct {
    cr_state *state;
    run_place place;
} stand;

typedef struct {
    const file_step *step;
    size_t at;       /* place of its step in the case */
    stand base, now; /* with the best filling so far; with the one that is tried */
    stand before;    /* with the base that a first change of two has left */
    ways ways[2];    /* of the first change and of the second */
} unknown;

/* How far a filling gets: the step that fails and, where somebody is asked who should not be, how much he is offered. */
typedef struct {
    size_t step, n_filled;
    uint64_t n_offers;
} reached;

typedef struct {
    run probe; /* its `filled` is what is tried */
    const cr_case_file *file;
    const file_case *test;
    unknown *unknowns;
    size_t n, n_base;
    cr_move *base; /* the filling that is being changed, its first n_base moves */
    reached reached, base_reached;
    size_t n_moves, n_tried, limit;
    bool has_begun, is_spent; /* the first unknown was reached; the limit was */
    size_t best;              /* 1 + the furthest step at which any filling failed */
    unsigned best_line;
    grown best_message, best_filling;
    ways first;
    cr_move *before;
    bool is_second; /* a change on top of one that made no difference, */
    bool goes_twice, counts_offers;
    bool is_shaken;    /* a change that makes no difference will do, */
    unsigned n_shaken; /* once so many others of them are left out */
    cr_rng rng;
    char first_words[WAYS_TEXT_MAX]; /* of these words */
    cr_span changed[2];              /* cards that have changed hands in what is tried */
    uint64_t *failed;
} filler;

static const file_step *step_at(const filler *f, size_t i)
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
    const file_step *step = step_at(f, i);
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

static void spend(filler *f)
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
        const file_step *step = step_at(f, i);

        if (step->unknown > n_filled)
            break;
        if (step->kind == STEP_MOVE)
            spend(f);
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
        const file_step *step = step_at(f, i);
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
static const char *open_ways(filler *f, size_t u, ways *w, const cr_state *state)
{
    const char *why;

    spend(f);
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
    const char *why = open_ways(f, u, &f->first, f->probe.state);

    if (!why && ways_next(&f->first, &f->probe.filled[u]))
        return true;
    note_no_way(f, u, why);
    return false;
}

static bool is_legal(filler *f, size_t u)
{
    cr_move *move = &f->probe.filled[u];

    spend(f);
    move->ticket = cr_asked_now(f->probe.state)->ticket;
    return !cr_judge(f->file->game, f->probe.state, move, f->probe.at.clock).code;
}

static cr_span base_text(const filler *f, size_t u, char text[WAYS_TEXT_MAX])
{
    cr_move_print(f->file->game, &f->base[u], text, WAYS_TEXT_MAX);
    return cr_span_of(text);
}

/* Changes one word in the move of an unknown, if that gives a move which the log can mean. */
static bool change_word(filler *f, size_t u, cr_span from, cr_span to)
{
    const unknown *k = &f->unknowns[u];
    char text[WAYS_TEXT_MAX], other[WAYS_TEXT_MAX];
    cr_span all = base_text(f, u, text), in = all;

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

/* Is what `filled` says of unknown u legal? If not, two cards may have changed hands in front of it: the one that came
 * takes the place of the one that went. */
static bool is_given(filler *f, size_t u)
{
    if (is_legal(f, u))
        return true;
    for (unsigned i = 0; i < 2 && f->changed[0].at; i++)
        if (change_word(f, u, f->changed[i], f->changed[1 - i]) && is_legal(f, u))
            return true;
    return false;
}

/* Plays on from unknown u, as `filled` says for the first n_given unknowns where that is legal, and else by the first
 * way. True: all of the log holds. */
static bool replay(filler *f, size_t u, size_t n_given)
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

/* ---- climbing ---- */

/* Does what was tried get further than the base? Or no further, but with less to do for those who should not be asked:
 * some step on the way to a hand that cannot act. */
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

/* What was tried, from unknown u on, is the filling to go on from. */
static void keep(filler *f, size_t u)
{
    memcpy(f->base, f->probe.filled, f->n * sizeof *f->base);
    f->n_base = f->reached.n_filled;
    f->base_reached = f->reached;
    for (; u < f->n && u <= f->n_base; u++)
        copy_stand(f, &f->unknowns[u].base, &f->unknowns[u].now);
}

typedef enum { NO_HELP, HELPS, ALL_HOLDS } outcome;

static outcome change_one(filler *f, size_t from, size_t to, bool is_guided);

/* What was tried gets as far as the base, no further. Perhaps it needs a second change, of the same cards. */
static outcome try_second(filler *f, size_t u)
{
    reached before = f->base_reached;
    outcome o;

    memcpy(f->before, f->base, f->n * sizeof *f->base);
    for (size_t v = u; v < f->n && v <= before.n_filled; v++)
        copy_stand(f, &f->unknowns[v].before, &f->unknowns[v].base);
    keep(f, u);
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

    if (replay(f, u, f->n_base))
        return ALL_HOLDS;
    if (!f->is_spent && is_further(f)) {
        keep(f, u);
        return HELPS;
    }
    if (!f->is_spent && f->is_shaken && f->reached.step == f->base_reached.step && !f->n_shaken--) {
        keep(f, u);
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
        const file_step *step = step_at(f, i);
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
        if (span_count(step_at(f, f->base_reached.step - back)->text, word))
            return true;
    return false;
}

static bool has_open(const filler *f, size_t u, cr_span word)
{
    char text[WAYS_TEXT_MAX];

    return span_count(base_text(f, u, text), word) > span_count(f->unknowns[u].step->text, word);
}

/* The word `out` leaves the move of unknown u for `in`; where a later unknown of this kind has that, they exchange. */
static bool exchange(filler *f, size_t u, cr_span out, cr_span in)
{
    size_t v = u + 1;

    if (!change_word(f, u, out, in))
        return false;
    while (v < f->n_base && !(is_like(f, u, v) && has_open(f, v, in)))
        v++;
    if (v < f->n_base)
        change_word(f, v, in, out);
    return true;
}

/* What is chosen later from hands that have exchanged two cards: the one that came instead of the one that went. */
static bool rename_later(filler *f, size_t u, cr_span out, cr_span in)
{
    bool is_any = false;

    for (size_t v = u + 1; v < f->n_base; v++)
        if (!is_like(f, u, v))
            is_any |= has_open(f, v, in) ? change_word(f, v, in, out)
                                         : has_open(f, v, out) && change_word(f, v, out, in);
    return is_any;
}

/* Tries an exchange, first with the same choices as before, as far as they are legal, then with both cards renamed in
 * them. */
static outcome try_exchange(filler *f, size_t u, cr_span out, cr_span in)
{
    outcome o = NO_HELP;

    spend(f);
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
    cr_span all = base_text(f, u, text), rest = all, out;
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
    cr_span all = base_text(f, u, text), in;
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
        cr_span before = base_text(f, v, other), rest = before, out;

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

        if (open_ways(f, u, w, f->unknowns[u].base.state))
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
static outcome climb(filler *f)
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
static outcome shake(filler *f)
{
    outcome o = HELPS;

    f->is_shaken = true;
    for (unsigned i = 0; i < SHAKES && o == HELPS && !f->is_spent; i++) {
        size_t from = first_of_deal(f), n = f->n_base - from;

        f->n_shaken = cr_rng_below(&f->rng, SHAKEN_MAX);
        o = n ? change_one(f, from, from + 1 + cr_rng_below(&f->rng, (uint32_t)n), false) : NO_HELP;
    }
    f->is_shaken = false;
    return o == ALL_HOLDS ? o : climb(f);
}

/* ---- all fillings in order ---- */

/* The match stands in front of unknown u. Little of a round's secrets is left behind it, so that rounds are not tried
 * again and again: what failed once from a state fails again. */
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
    why = open_ways(f, u, &k->ways[0], k->now.state);
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
        const file_step *step = step_at(f, i);
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

/* Half of the work is for climbing and an eighth for trying everything, which proves that there is no filling where there
 * is little to try. The rest goes to climbing from other places. */
static bool search(filler *f)
{
    static const uint8_t key[32] = {0};

    f->limit = CR_CASE_FILL_MAX / 2;
    if (!run_start(&f->probe, f->test) || !advance(f, 0, 0))
        return false;
    f->has_begun = true;
    cr_rng_init(&f->rng, key, 0);
    save(f, &f->unknowns[0].base);
    if (replay(f, 0, 0))
        return true;
    keep(f, 0);
    if (climb(f) == ALL_HOLDS)
        return true;
    f->is_spent = false;
    f->limit = f->n_moves + CR_CASE_FILL_MAX / 8;
    restore(f, &f->unknowns[0].base);
    if (exhaust(f, 0))
        return true;
    if (!f->is_spent || f->probe.work > CR_CASE_WORK_MAX)
        return false;
    f->is_spent = false;
    f->limit = CR_CASE_FILL_MAX;
    memcpy(f->probe.filled, f->base, f->n * sizeof *f->base);
    while (!f->is_spent)
        if (shake(f) == ALL_HOLDS)
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
