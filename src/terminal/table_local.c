/* A match in this program, one person against bots. */
#include "terminal/table.h"
#include "ai/search.h"
#include "cli/progress.h"
#include "terminal/recorder.h"

#include <poll.h>
#include <stdlib.h>

enum { EVENTS_MAX = 256 };

typedef struct {
    table t; /* first */
    cr_sink sink;
    cr_event events[EVENTS_MAX]; /* of the move being played; told once it is */
    size_t n_events;
    cr_why why;
    cr_arena arena; /* asks the bots */
    cr_setup setup;
    recorder recorder;
    double begin;
    uint64_t now_ms;  /* time of the last input: it runs while somebody is waited for */
    bool is_attended; /* the person answers; otherwise a bot does */
} local;

static void emit(cr_sink *sink, const cr_event *event)
{
    local *l = (local *)((char *)sink - offsetof(local, sink));

    /* The question tells what is asked, and of whom. */
    if (event->kind != CR_EV_ASKED && l->n_events < EVENTS_MAX)
        l->events[l->n_events++] = *event;
}

/* Why it ended, once it has. */
static void take_end(local *l)
{
    cr_text end = cr_text_on(l->t.end, sizeof l->t.end);
    cr_event event;
    uint16_t rule;
    bool is_key;

    cr_say_end(&end, l->t.game, l->t.state, l->t.seat);
    l->t.n_why = 0;
    for (unsigned i = 0; cr_why_nth(&l->why, l->t.game, l->t.seat, i, &event, &is_key); i++) {
        char says[CR_SAY_MAX];
        cr_text text = cr_text_on(says, sizeof says);

        cr_say_event(&text, l->t.game, l->t.state, l->t.seat, &event, NULL);
        cr_event_reason(l->t.game, &event, &rule);
        table_add_why(&l->t, says, cr_rule_id(l->t.game, rule), is_key);
    }
}

/* What has happened, told and seen. */
static void look_again(local *l)
{
    cr_event seen[2]; /* this one and the one before, in turn */
    size_t n = 0;

    cr_see(l->t.game, l->t.state, l->t.seat, l->t.view);
    cr_score(l->t.game, l->t.state, l->t.score);
    cr_why_take(&l->why, l->t.game, l->events, l->n_events);
    for (size_t i = 0; i < l->n_events; i++)
        if (cr_redact(&l->events[i], l->t.seat, &seen[n & 1])) {
            table_tell_event(&l->t, &seen[n & 1], n ? &seen[!(n & 1)] : NULL);
            n++;
        }
    l->n_events = 0;
    if (l->t.state->is_over && !l->t.is_over)
        take_end(l);
    l->t.is_over = l->t.state->is_over;
}

static void play_here(local *l, const cr_move *move)
{
    cr_play_checked(l->t.game, l->t.state, move, l->now_ms, &l->sink);
    recorder_played(&l->recorder, move, l->now_ms, l->t.state);
    look_again(l);
}

static void run_clock(local *l)
{
    cr_run_clock(l->t.game, l->t.state, l->now_ms, &l->sink, &l->recorder.log);
    look_again(l);
}

/* Nobody waits for a deadline that only bots could meet: the clock is put forward. */
static void skip_time(local *l)
{
    uint64_t due = cr_due(l->t.state);

    if (due > l->now_ms) {
        l->begin -= (double)(due - l->now_ms) / 1000;
        l->now_ms = due;
    }
    run_clock(l);
}

/* May the person answer right now, with more than an interrupt? */
static bool is_persons_turn(const local *l)
{
    cr_rng rng = {0};
    cr_move move;

    return l->is_attended && table_is_asked(&l->t) &&
           cr_sample(l->t.game, l->t.state, l->t.seat, &rng, &move);
}

/* Lets a bot answer. Bots seal their answers before the person is asked. Where the first answer counts, or closes the
 * question for all, the person comes first. */
static bool play_bot(local *l)
{
    uint8_t form = l->t.state->q.form;
    bool waits = (form == CR_ANY || form == CR_OPEN) && is_persons_turn(l);

    for (unsigned seats = cr_deciders(l->t.state) & 0xFF; seats && !waits; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move move;

        if (seat == l->t.seat && l->is_attended)
            continue;
        if (cr_arena_ask(&l->arena, seat, &move)) {
            play_here(l, &move);
            return true;
        }
    }
    return false;
}

static table_turn local_turn(table *t)
{
    local *l = (local *)t;
    cr_move idle;

    if (t->state->fault) {
        snprintf(t->trouble, sizeof t->trouble, "the referee stopped the match: %s",
                 cr_fault(t->state));
        return TABLE_LOST;
    }
    if (t->is_over)
        return TABLE_OVER;
    l->now_ms = (uint64_t)((progress_seconds() - l->begin) * 1000);
    if (cr_due(t->state) <= l->now_ms) {
        run_clock(l);
        return TABLE_MOVED;
    }
    if (play_bot(l))
        return TABLE_MOVED;
    /* Nobody else is here who could learn something from it. */
    if (t->passes_empty && is_persons_turn(l) && table_is_empty(t)) {
        cr_move pass = {.ticket = t->state->q.ticket, .seat = t->seat, .kind = CR_PASS};

        table_tell(t, "you can only pass: done for you", "you can only pass: done for you");
        play_here(l, &pass);
        return TABLE_MOVED;
    }
    /* Where only an interrupt is possible, what is due comes at once. */
    if (l->is_attended && table_is_asked(t) &&
        (is_persons_turn(l) || cr_due(t->state) == UINT64_MAX))
        return TABLE_YOURS;
    if (t->state->paused)
        return TABLE_OTHERS;
    if (cr_due(t->state) != UINT64_MAX) {
        skip_time(l);
        return TABLE_MOVED;
    }
    idle = cr_idle_move(t->state, cr_idle_seat(t->state));
    play_here(l, &idle);
    return TABLE_MOVED;
}

static void local_play(table *t, const cr_move *move, const char *text)
{
    (void)text;
    play_here((local *)t, move);
}

static void local_pause(table *t, uint8_t reason, bool is_on)
{
    local *l = (local *)t;
    cr_move move;

    l->now_ms = (uint64_t)((progress_seconds() - l->begin) * 1000);
    run_clock(l);
    move = is_on ? cr_pause_move(t->state, reason) : cr_resume_move(t->state, reason);
    if (!cr_judge(t->game, t->state, &move, l->now_ms).code)
        play_here(l, &move);
}

static uint64_t local_now(const table *t)
{
    const local *l = (const local *)t;

    return (uint64_t)((progress_seconds() - l->begin) * 1000);
}

static bool local_wait(table *t, int input, int64_t timeout_ms)
{
    struct pollfd fd = {.fd = input, .events = POLLIN};

    (void)t;
    return poll(&fd, 1,
                timeout_ms < 0           ? -1
                : timeout_ms > INT32_MAX ? INT32_MAX
                                         : (int)timeout_ms) > 0;
}

static void local_hand_over(table *t)
{
    ((local *)t)->is_attended = false;
}

static bool local_close(table *t)
{
    local *l = (local *)t;
    bool is_kept = recorder_close(&l->recorder);

    free(l->arena.view);
    free(l->arena.desk.memory);
    free(t->view);
    free(t->state);
    free(l);
    return is_kept;
}

static void local_hint(table *t)
{
    enum { WORLDS = 4000, BUDGET_MS = 1500, MOVES = 3, THREADS = 4 };
    local *l = (local *)t;
    uint32_t threads = (uint32_t)cli_cores() < THREADS ? (uint32_t)cli_cores() : THREADS;
    cr_search_plan plan = {.worlds = WORLDS,
                           .budget_ms = BUDGET_MS,
                           .now_us = cli_now_us,
                           .threads = threads,
                           .together = cli_together};
    size_t size = cr_search_answer_memory(t->game, WORLDS, threads);
    void *memory = malloc(size);
    cr_choice choices[MOVES];
    uint32_t worlds;
    size_t n;

    if (memory && is_persons_turn(l)) {
        n = cr_search_answer(memory, size, t->game, t->view, &plan, &l->arena.rng, choices, MOVES,
                             &worlds);
        table_tell_hints(t, (unsigned)n, worlds);
        for (unsigned i = 0; i < n; i++) {
            char says[TABLE_TEXT];
            cr_text text = cr_text_on(says, sizeof says);

            table_say_move(t, &choices[i].move, &text);
            table_tell_hint(t, i + 1, says, (double)choices[i].worth, (double)choices[i].error);
        }
    }
    free(memory);
}

static const table_calls local_calls = {
    .turn = local_turn,
    .play = local_play,
    .pause = local_pause,
    .hint = local_hint,
    .now = local_now,
    .wait = local_wait,
    .hand_over = local_hand_over,
    .close = local_close,
};

static int begin(local *l)
{
    cr_err err = cr_arena_start(&l->arena, &l->setup);

    if (err)
        return cli_error("cannot start the match: %s", cr_err_text(err));
    l->t.has_view = true;
    look_again(l);
    return CLI_GO;
}

int table_open(const table_order *order, table **out)
{
    local *l = calloc(1, sizeof *l);
    int status = CLI_GO;

    if (!l)
        return cli_error("no memory left");
    l->t = (table){.calls = &local_calls, .game = order->game, .seat = order->seat};
    l->t.state = malloc(order->game->state_size);
    l->t.view = malloc(order->game->view_size);
    l->arena = (cr_arena){.game = order->game,
                          .state = l->t.state,
                          .view = malloc(order->game->view_size),
                          .sink = &l->sink};
    memcpy(l->arena.bots, order->bots, sizeof order->bots);
    l->arena.desk = (cr_desk){malloc(cr_bots_memory(l->arena.bots, CR_SEATS_MAX, order->game) + 1),
                              cli_now_us, cli_together};
    l->sink.emit = emit;
    l->setup = order->setup;
    l->is_attended = order->seat < order->setup.n_seats;
    l->begin = progress_seconds();
    snprintf(l->t.seed, sizeof l->t.seed, "%s", order->seed);
    for (unsigned i = 0; i < order->setup.n_seats; i++)
        if (i != order->seat)
            snprintf(l->t.names[i], sizeof l->t.names[i], "%s %u", order->bots[i]->name, i);
    if (!l->t.state || !l->t.view || !l->arena.view || !l->arena.desk.memory)
        status = cli_error("no memory left");
    else if (!recorder_open(&l->recorder, order->record, order->game, &order->setup))
        status = CLI_MISUSE;
    if (status == CLI_GO)
        status = begin(l);
    *out = &l->t;
    if (status != CLI_GO && !table_close(&l->t))
        status = CLI_MISUSE;
    return status;
}
