/* Plays one match of a series: any offered move, now and then a control, a default, a pause, or silence until
 * the clock strikes; and after each of them the laws. */
#include "laws/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Streams of a match's seed; the match itself has stream 0 and bots have the next eight. */
enum { STREAM_DICE = 100, STREAM_LUCK, STREAM_WHIM };

/* How seldom things happen, as once in so many moves. */
enum {
    CONTROL_ONCE_IN = 50,
    DEFAULT_ONCE_IN = 40,
    PAUSE_ONCE_IN = 60,
    RESUME_ONCE_IN = 4,
    SILENCE_ONCE_IN = 16
};

/* A failure of this match to be filled in; NULL if there are enough. */
static cr_laws_failure *new_failure(walk *w, cr_law law, uint8_t viewer)
{
    cr_laws_report *r = w->report;
    cr_laws_failure *f = &r->failure[r->n_failures];

    w->has_failed = true;
    if (r->n_failures == CR_LAWS_FAILURES_MAX)
        return NULL;
    r->n_failures++;
    memset(f, 0, sizeof *f);
    f->law = law;
    f->viewer = viewer;
    f->match = w->match;
    f->move = w->n_moves;
    f->setup = w->setup;
    return f;
}

bool walk_fail(walk *w, cr_law law, uint8_t viewer, const char *format, ...)
{
    cr_laws_failure *f = new_failure(w, law, viewer);
    va_list args;

    if (!f)
        return false;
    va_start(args, format);
    vsnprintf(f->what, sizeof f->what, format, args);
    va_end(args);
    cr_laws_world_write(w->game, w->n_moves ? w->before : w->s, w->n_moves ? &w->last : NULL,
                        &f->world);
    return false;
}

bool walk_fail_pair(walk *w, cr_law law)
{
    const pair *p = &w->pair;
    cr_laws_failure *f = new_failure(w, law, p->viewer);

    if (!f)
        return false;
    snprintf(f->what, sizeof f->what, "%s", p->what);
    cr_laws_world_write(w->game, p->one, p->move_one, &f->world);
    cr_laws_world_write(w->game, p->two, p->move_two, &f->other);
    return false;
}

/* ---- the setup of a match ---- */

static int32_t some_value(walk *w, const cr_option *option)
{
    uint32_t span = (uint32_t)(option->hi - option->lo), near;

    if (once_in(&w->luck, 2))
        return option->normal;
    if (option->words)
        return option->lo + (int32_t)cr_rng_below(&w->luck, span + 1);
    /* Numbers around the normal one: the far end of a range may make a match very long. */
    near = option->normal > option->lo ? 2 * (uint32_t)(option->normal - option->lo) : 0;
    if (near < 8)
        near = 8;
    return option->lo + (int32_t)cr_rng_below(&w->luck, (near < span ? near : span) + 1);
}

static void draw_setup(walk *w)
{
    const cr_laws_plan *plan = w->plan;
    const cr_game *game = w->game;

    for (unsigned i = 0; i < game->n_options; i++)
        if (!(plan->given >> i & 1))
            w->setup.option[i] = some_value(w, &game->options[i]);
    if (!(plan->given >> CR_LAWS_SEATS & 1))
        w->setup.n_seats =
            (uint8_t)(game->seats_min +
                      cr_rng_small(&w->luck, game->seats_max - game->seats_min + 1u));
    w->setup.start_ms += cr_rng_small(&w->luck, 60000);
}

static cr_err start(walk *w)
{
    cr_err err = CR_ERR_BAD_OPTION;
    uint64_t *before;

    w->setup = w->plan->setup;
    cr_seed_derive(w->plan->setup.seed, w->match, w->setup.seed);
    cr_rng_init(&w->dice, w->setup.seed, STREAM_DICE);
    cr_rng_init(&w->luck, w->setup.seed, STREAM_LUCK);
    cr_rng_init(&w->whim, w->setup.seed, STREAM_WHIM);
    before = cr_cite_into(w->report->cited);
    if (w->plan->varies) {
        draw_setup(w);
        err = cr_start(w->game, w->s, &w->setup, listen(&w->told));
    }
    /* Options drawn one by one need not go together. */
    if (err && err != CR_ERR_BUG) {
        uint8_t seed[32];

        memcpy(seed, w->setup.seed, sizeof seed);
        w->setup = w->plan->setup;
        memcpy(w->setup.seed, seed, sizeof seed);
        err = cr_start(w->game, w->s, &w->setup, listen(&w->told));
    }
    cr_cite_into(before);
    return err;
}

/* ---- what every state must keep ---- */

static bool law_rest(walk *w)
{
    const cr_state *s = w->s;
    const char *wrong = NULL;

    walk_count(w, CR_LAW_REST);
    if (s->is_over ? s->q.open || s->depth : !s->q.open || !s->depth)
        wrong = "neither over nor asking";
    else if (!cr_is_zero(&s->said, sizeof s->said) || s->answered)
        wrong = "an answer that nobody took";
    else if (s->q.open & ~s->q.asked || s->q.form >= CR_FORMS || s->q.first >= CR_SEATS_MAX)
        wrong = "a question that is none";
    else if (!s->is_over && s->q.kind >= w->game->n_questions)
        wrong = "a kind of question that is not in the table";
    else if (!s->late != !s->q.late_by || (s->late & ~((1u << s->n_seats) - 1)))
        wrong = "somebody too late for no question";
    for (unsigned seat = 0; seat < CR_SEATS_MAX && !wrong; seat++) {
        bool is_sealed = s->q.form == CR_ALL && (s->q.asked & ~s->q.open) >> seat & 1;

        if (is_sealed ? s->sealed[seat].ticket != s->q.ticket || s->sealed[seat].seat != seat
                      : !cr_is_zero(&s->sealed[seat], sizeof s->sealed[seat]))
            wrong = "a sealed answer that belongs to no open question";
    }
    if (!s->is_over && (s->q.asked & 0xFF) >> s->n_seats)
        wrong = "a question to a seat that nobody holds";
    for (unsigned i = s->depth; i < CR_DEPTH && !wrong; i++)
        if (!cr_is_zero(&s->stack[i], sizeof s->stack[i]))
            wrong = "remains of an effect above the stack";
    return !wrong || walk_fail(w, CR_LAW_REST, CR_LAWS_NOBODY, "%s", wrong);
}

static bool law_sound(walk *w)
{
    const char *broken = w->s->fault ? cr_fault(w->s) : w->game->broken(w->s);

    walk_count(w, CR_LAW_SOUND);
    return !broken || walk_fail(w, CR_LAW_SOUND, CR_LAWS_NOBODY, "%s", broken);
}

static bool law_looking(walk *w)
{
    walk_count(w, CR_LAW_LOOKING);
    return is_same_state(w, w->untouched, w->s) ||
           walk_fail(w, CR_LAW_LOOKING, CR_LAWS_NOBODY, "'%s' was changed by looking",
                     differing_field(w->game->zones, w->untouched, w->s, w->game->state_size,
                                     w->s->n_seats));
}

/* The later states of a long match show nothing that other matches do not: some of them will do. */
static bool is_examined(walk *w)
{
    enum { WHOLE_STATES = 48, LATER_ONCE_IN = 8 };

    return w->n_moves < WHOLE_STATES || w->s->is_over || w->plan->heavy_every == 1 ||
           once_in(&w->luck, LATER_ONCE_IN);
}

static bool check_state(walk *w)
{
    bool is_over = w->s->is_over;

    w->is_heavy = false;
    w->n_probes = 0;
    if (!law_sound(w) || !law_rest(w) || !law_events(w))
        return false;
    if (!is_examined(w))
        return true;
    w->is_heavy = !w->n_moves || is_over || once_in(&w->luck, w->plan->heavy_every);
    copy_state(w, w->untouched, w->s);
    if (!probe_all(w))
        return false;
    if (!is_over && !(law_defaults(w) && law_asking(w) && law_spaces(w) && law_sealed_here(w) &&
                      law_passed_here(w)))
        return false;
    if (!law_worlds(w) || !law_looking(w))
        return false;
    return !w->is_heavy || (law_texts(w) && law_pause(w) && law_looking(w));
}

/* ---- choosing a move ---- */

static uint8_t some_decider(walk *w)
{
    uint16_t who = cr_deciders(w->s);

    return (uint8_t)cr_bits_nth(who, cr_rng_small(&w->dice, cr_bits_count(who)));
}

static bool is_control(const walk *w, uint8_t kind)
{
    return kind < w->game->n_kinds && w->game->kinds[kind].flags & CR_CONTROL;
}

static bool choose_control(walk *w, uint8_t seat, cr_move *move)
{
    unsigned n = 0;

    cr_offers(w->game, w->s, seat, &w->space);
    for (unsigned b = 0; b < w->space.n; b++)
        if (is_control(w, w->space.box[b].move.kind))
            w->space.box[n++] = w->space.box[b];
    w->space.n = n;
    return sample_in(w->game, w->s, seat, &w->space, &w->dice, move);
}

static uint8_t some_reason(walk *w)
{
    uint8_t n = 0;

    while (n < 16 && w->game->reasons && w->game->reasons[n])
        n++;
    return (uint8_t)cr_rng_small(&w->dice, n ? n : 4);
}

static bool choose_hosts(walk *w, cr_move *move)
{
    cr_state *s = w->s;

    if (s->paused && once_in(&w->dice, RESUME_ONCE_IN)) {
        *move = cr_resume_move(
            s, (uint8_t)cr_bits_nth(s->paused, cr_rng_small(&w->dice, cr_bits_count(s->paused))));
        return true;
    }
    if (once_in(&w->dice, PAUSE_ONCE_IN)) {
        uint8_t reason = some_reason(w);

        *move = cr_pause_move(s, reason);
        return !(s->paused >> reason & 1);
    }
    if (once_in(&w->dice, DEFAULT_ONCE_IN)) {
        *move = cr_idle_move(s, some_decider(w));
        return true;
    }
    return false;
}

/* False if nobody who is asked has a move: then the clock must go on, or the match is stuck. */
static bool choose(walk *w, cr_move *move)
{
    uint16_t who = cr_deciders(w->s);
    uint8_t first;

    if (choose_hosts(w, move))
        return true;
    first = some_decider(w);
    if (once_in(&w->dice, CONTROL_ONCE_IN) && choose_control(w, first, move))
        return true;
    if (cr_sample(w->game, w->s, first, &w->dice, move))
        return true;
    for (uint8_t seat = 0; seat < 16; seat++)
        if ((who >> seat & 1) && cr_sample(w->game, w->s, seat, &w->dice, move))
            return true;
    for (uint8_t seat = 0; seat < 16; seat++)
        if ((who >> seat & 1) && choose_control(w, seat, move))
            return true;
    *move = cr_idle_move(w->s, first);
    return false;
}

/* ---- after a move ---- */

/* Counts the rows of a passage; false if the chart does not have it. */
static bool pass(walk *w, uint8_t from, uint8_t kind, uint8_t to)
{
    uint8_t seen[CR_CHART_MAX] = {0};
    bool is_there = cr_chart_trace(w->game, from, kind, to, seen) >= 0;

    walk_count(w, CR_LAW_CHART);
    for (unsigned i = 0; i < w->game->n_chart && i < CR_CHART_MAX; i++)
        w->report->chart[i] += seen[i];
    return is_there;
}

/* The passage from `before` to `after`. A default counts as the move it stands for. */
static bool law_chart(walk *w, const cr_state *before, const cr_move *move, const cr_state *after)
{
    uint8_t kind = move->kind, to;

    if (kind == CR_PAUSE || kind == CR_RESUME)
        return true;
    if (kind == CR_IDLE)
        kind = cr_idle_answer(w->game, before, move->arg[0]).kind;
    to = after->is_over                        ? CR_CHART_OVER
         : after->q.ticket == before->q.ticket ? CR_CHART_STAYS
                                               : after->q.kind;
    return pass(w, before->q.kind, kind, to) ||
           walk_fail(w, CR_LAW_CHART, CR_LAWS_NOBODY, "no row for '%s', %s, then %s",
                     cr_question_word(w->game, before->q.kind), cr_kind_word(w->game, kind),
                     to == CR_CHART_OVER    ? "over"
                     : to == CR_CHART_STAYS ? "the same question"
                                            : cr_question_word(w->game, to));
}

static bool law_chart_start(walk *w)
{
    uint8_t to = w->s->is_over ? CR_CHART_OVER : w->s->q.kind;

    return pass(w, CR_CHART_START, 0, to) ||
           walk_fail(w, CR_LAW_CHART, CR_LAWS_NOBODY, "no row for the start, then %s",
                     to == CR_CHART_OVER ? "over" : cr_question_word(w->game, to));
}

/* Who was too late for the last open question, found from the moves alone. */
static void note_late(walk *w, const cr_move *move)
{
    const cr_question *q = &w->before->q;
    bool is_answer = move->kind < w->game->n_kinds && move->kind != CR_PASS;

    if (q->form != CR_OPEN || !is_answer)
        return;
    w->late = (uint16_t)(q->open & ~CR_BIT(move->seat));
    w->late_ticket = q->ticket;
}

static bool keep(walk *w, const cr_move *move, uint64_t at_ms, const cr_state *after)
{
    cr_record_entry entry = {.number = ++w->n_moves, .at_ms = at_ms, .move = *move};

    w->last = *move;
    w->last_at_ms = at_ms;
    note_late(w, move);
    w->report->moves++;
    w->report->defaults += move->kind == CR_IDLE;
    w->report->controls += is_control(w, move->kind);
    entry.hash = cr_state_hash(w->game, after);
    cr_record_entry_write(&entry, w->record + w->record_len);
    w->record_len += CR_RECORD_ENTRY;
    return law_chart(w, w->before, move, after);
}

/* The other copy of the game, plain or counting: a record must not tell them apart. */
static const cr_game *other_copy(const cr_game *game)
{
    const cr_game *plain = cr_game_find(game->name),
                  *counting = plain ? cr_game_counting(plain) : game;

    return game == counting && plain ? plain : game == plain ? counting : game;
}

static bool law_replay(walk *w)
{
    const cr_game *other = other_copy(w->game);
    uint32_t at;
    cr_err err;

    walk_count(w, CR_LAW_REPLAY);
    memset(w->a, 0xA5, w->game->state_size);
    err = cr_replay(other, w->record, w->record_len, w->a, NULL, NULL, &at);
    if (err)
        return walk_fail(w, CR_LAW_REPLAY, CR_LAWS_NOBODY, "entry %u: %s", at, cr_err_text(err));
    return is_same_state(w, w->a, w->s) ||
           walk_fail(w, CR_LAW_REPLAY, CR_LAWS_NOBODY, "the replayed match ends otherwise");
}

/* ---- silence ---- */

typedef struct {
    cr_log log;
    walk *w;
    bool holds;
} strikes;

static void struck(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    strikes *t = (strikes *)log;
    walk *w = t->w;
    bool is_timed;

    if (!t->holds || w->n_moves == w->plan->moves_max)
        return;
    /* Between the strikes `untouched` is the state before this one. */
    copy_state(w, w->before, w->untouched);
    copy_state(w, w->untouched, state);
    walk_count(w, CR_LAW_CLOCK);
    t->holds = keep(w, move, at_ms, state);
    is_timed = state->now_ms == at_ms || cr_hides_passes(w->game, &state->q);
    if (t->holds && (at_ms != cr_due(w->before) || !is_timed || move->kind != CR_IDLE))
        t->holds = walk_fail(w, CR_LAW_CLOCK, CR_LAWS_NOBODY, "a default not at its deadline");
}

static bool fall_silent(walk *w)
{
    uint64_t now = cr_due(w->s) + cr_rng_small(&w->dice, 3), *before;
    strikes t = {{struck}, w, true};

    copy_state(w, w->quiet, w->s);
    copy_state(w, w->untouched, w->s);
    copy_state(w, w->a, w->s);
    cr_run_clock(w->game, w->a, now, NULL, NULL);
    before = cr_cite_into(w->report->cited);
    cr_run_clock(w->game, w->s, now, listen(&w->told), &t.log);
    cr_cite_into(before);
    if (!t.holds)
        return false;
    if (!w->s->is_over && !w->s->fault && cr_due(w->s) <= now)
        return walk_fail(w, CR_LAW_CLOCK, CR_LAWS_NOBODY, "something is still due");
    walk_count(w, CR_LAW_SAME);
    if (!is_same_state(w, w->a, w->s))
        return walk_fail(w, CR_LAW_SAME, CR_LAWS_NOBODY,
                         "the clock plays otherwise when nobody listens");
    return law_step(w, w->quiet, NULL, now);
}

/* ---- the match ---- */

/* No time runs, and all that is offered was tried without finding a move. */
static bool is_stuck(const walk *w)
{
    if (w->s->q.budget_ms)
        return false;
    for (unsigned seats = cr_deciders(w->s); seats; seats &= seats - 1)
        if (cr_offers_size(w->game, w->s, (uint8_t)cr_bits_first(seats)) > CR_SCAN_MAX)
            return false;
    return true;
}

static bool act(walk *w)
{
    uint64_t at = w->s->now_ms, due = cr_due(w->s), *before;
    cr_refusal why;
    cr_move move;

    walk_count(w, CR_LAW_PROGRESS);
    if (!choose(w, &move) && is_stuck(w))
        return walk_fail(w, CR_LAW_PROGRESS, CR_LAWS_NOBODY,
                         "nobody who is asked has a move, and no time runs");
    if (once_in(&w->dice, 4))
        at += cr_rng_below64(&w->dice, due - at < 400 ? due - at : 400);
    if (move.kind < w->game->n_kinds &&
        (!law_sealed_move(w, &move, at) || !law_passed_move(w, &move, at) ||
         (w->is_heavy && !law_move_text(w, &move))))
        return false;
    copy_state(w, w->before, w->s);
    copy_state(w, w->a, w->s);
    cr_play(w->game, w->a, &move, at, NULL);
    before = cr_cite_into(w->report->cited);
    why = cr_play(w->game, w->s, &move, at, listen(&w->told));
    cr_cite_into(before);
    walk_count(w, CR_LAW_OFFERED);
    if (why.code) {
        w->last = move;
        w->n_moves++;
        return walk_fail(w, CR_LAW_OFFERED, move.seat, "the drawn move is refused: %s",
                         cr_code_name(w->game, why.code));
    }
    if (!keep(w, &move, at, w->s))
        return false;
    walk_count(w, CR_LAW_SAME);
    if (!is_same_state(w, w->a, w->s))
        return walk_fail(
            w, CR_LAW_SAME, CR_LAWS_NOBODY, "'%s' is different when nobody listens",
            differing_field(w->game->zones, w->a, w->s, w->game->state_size, w->s->n_seats));
    return law_step(w, w->before, &move, at);
}

/* Starting on memory that held something else gives the same bytes. */
static bool law_same_start(walk *w)
{
    memset(w->a, 0xA5, w->game->state_size);
    walk_count(w, CR_LAW_SAME);
    return (cr_start(w->game, w->a, &w->setup, NULL) == CR_ERR_OK &&
            is_same_state(w, w->a, w->s)) ||
           walk_fail(w, CR_LAW_SAME, CR_LAWS_NOBODY, "the same seed starts another match");
}

cr_err walk_match(walk *w, uint64_t match)
{
    static const uint8_t no_id[16];
    bool holds;
    cr_err err;

    w->match = match;
    w->n_moves = 0;
    w->late = 0;
    w->has_failed = false;
    err = start(w);
    if (err && err != CR_ERR_BUG)
        return err;
    w->report->matches++;
    if (err) {
        walk_fail(w, CR_LAW_SOUND, CR_LAWS_NOBODY, "at the start: %s", cr_fault(w->s));
        return CR_ERR_OK;
    }
    w->record_len = cr_record_head_write(w->game, &w->setup, no_id, w->record);
    holds = law_same_start(w) && law_chart_start(w) && law_deal(w) && check_state(w);
    while (holds && !w->s->is_over) {
        if (w->n_moves >= w->plan->moves_max)
            holds =
                walk_fail(w, CR_LAW_PROGRESS, CR_LAWS_NOBODY, "no end after %u moves", w->n_moves);
        else if (cr_due(w->s) != UINT64_MAX && once_in(&w->dice, SILENCE_ONCE_IN))
            holds = fall_silent(w) && check_state(w);
        else
            holds = act(w) && check_state(w);
    }
    if (holds)
        law_replay(w);
    if (w->n_moves > w->report->longest)
        w->report->longest = w->n_moves;
    return CR_ERR_OK;
}

/* ---- memory ---- */

cr_err walk_init(walk *w, const cr_laws_plan *plan)
{
    const cr_game *game = plan->game;
    size_t states = 9, views = 2, feeds = 3;
    size_t record =
        (CR_RECORD_HEAD_MAX + (size_t)CR_RECORD_ENTRY * (plan->moves_max + 1) + 7) & ~(size_t)7;
    cr_state **state[] = {&w->s, &w->before, &w->untouched,   &w->again, &w->a,
                          &w->b, &w->world,  &w->other_world, &w->quiet};
    cr_feed *feed[] = {&w->told, &w->told_a, &w->told_b};
    char *at;

    memset(w, 0, sizeof *w);
    w->plan = plan;
    w->game = game;
    at = w->memory = calloc(1, states * game->state_size + views * game->view_size +
                                   feeds * FEED_CAP * sizeof(cr_event) + record +
                                   choices_memory(game) + 2 * (size_t)TEXT_CAP);
    if (!at)
        return CR_ERR_FULL;
    for (size_t i = 0; i < states; i++, at += game->state_size)
        *state[i] = (cr_state *)(void *)at;
    w->view = (cr_view *)(void *)at;
    at += game->view_size;
    w->view_b = (cr_view *)(void *)at;
    at += game->view_size;
    for (size_t i = 0; i < feeds; i++, at += FEED_CAP * sizeof(cr_event))
        cr_feed_init(feed[i], (cr_event *)(void *)at, FEED_CAP);
    w->record = (uint8_t *)at;
    at += record;
    w->desk = at;
    at += choices_memory(game);
    w->text = at;
    w->text_b = at + TEXT_CAP;
    return pair_init(&w->pair, game);
}

void walk_release(walk *w)
{
    pair_release(&w->pair);
    free(w->memory);
    w->memory = NULL;
}
