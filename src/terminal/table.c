#include "terminal/table.h"
#include "ai/search.h"
#include "cli/progress.h"
#include "terminal/recorder.h"

#include <poll.h>
#include <stdlib.h>

/* ---- what both share ---- */

void table_tell(table *t, const char *line, const char *says)
{
    table_line copy = {strdup(line), strdup(says)};

    if (t->n_log == t->log_cap) {
        size_t cap = t->log_cap ? 2 * t->log_cap : 256;
        table_line *more = realloc(t->log, cap * sizeof *more);

        if (more) {
            t->log = more;
            t->log_cap = cap;
        }
    }
    if (copy.line && copy.says && t->n_log < t->log_cap) {
        t->log[t->n_log++] = copy;
    } else {
        free(copy.line);
        free(copy.says);
    }
    if (t->told)
        t->told(t, line, says);
}

void table_tell_event(table *t, const cr_event *event, const cr_event *before)
{
    char line[TABLE_TEXT], says[CR_SAY_MAX], named[TABLE_TEXT];
    cr_text text = cr_text_on(line, sizeof line), words = cr_text_on(says, sizeof says);
    cr_text out = cr_text_on(named, sizeof named);

    cr_event_write(&text, t->game, event);
    cr_say_event(&words, t->game, t->state, t->seat, event, before);
    table_fill(t, says, &out);
    table_tell(t, line, named);
}

/* ---- words ---- */

void table_fill(const table *t, const char *says, cr_text *out)
{
    const char *names[CR_SEATS_MAX];

    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        names[i] = t->names[i];
    cr_say_names(out, says, names);
}

void table_question(const table *t, cr_text *out)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_question(&text, t->game, t->state, t->seat);
    table_fill(t, says, out);
}

void table_say_move(const table *t, const cr_move *move, cr_text *out)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_move(&text, t->game, t->state, t->seat, move);
    table_fill(t, says, out);
}

void table_tell_hints(table *t, unsigned n, uint32_t worlds)
{
    char line[128];

    if (n)
        snprintf(line, sizeof line, "Hint, from what you see: %u deals that fit were tried.",
                 (unsigned)worlds);
    else
        snprintf(line, sizeof line, "There is no hint for this.");
    table_tell(t, line, line);
}

void table_tell_hint(table *t, unsigned place, const char *says, double worth, double error)
{
    char line[TABLE_TEXT];

    snprintf(line, sizeof line, "%u. %s: %.0f %% ± %.0f", place, says, 100 * worth, 100 * error);
    table_tell(t, line, line);
}

void table_say_refusal(const table *t, const char *typed, const cr_move *move, cr_refusal refusal,
                       cr_text *out)
{
    char says[2 * CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    cr_move instead[CR_INSTEAD_MAX];
    uint8_t part[CR_INSTEAD_MAX];
    size_t n;

    cr_say_title(&text, t->game, t->state, move, refusal, typed);
    cr_text_char(&text, ' ');
    cr_say_because(&text, t->game, t->state, move, refusal, typed);
    table_fill(t, says, out);
    if (refusal.rule)
        cr_text_fmt(out, " (%s)", cr_rule_id(t->game, refusal.rule));
    n = cr_instead(t->game, t->state, move, refusal, instead, part);
    for (size_t i = 0; i < n; i++) {
        char raw[TABLE_TEXT];

        cr_move_print(t->game, &instead[i], raw, sizeof raw);
        cr_text_str(out, i ? ", " : "\nPossible: ");
        table_say_move(t, &instead[i], out);
        cr_text_fmt(out, " (%s)", raw); /* what to type */
    }
}

void table_add_why(table *t, const char *says, const char *rule, bool is_key)
{
    cr_text out;

    if (t->n_why == CR_WHY_MAX)
        return;
    if (is_key)
        t->why_key = t->n_why;
    out = cr_text_on(t->why[t->n_why], sizeof t->why[0]);
    t->n_why++;
    table_fill(t, says, &out);
    if (*rule)
        cr_text_fmt(&out, " (%s)", rule);
}

bool table_close(table *t)
{
    for (size_t i = 0; i < t->n_log; i++) {
        free(t->log[i].line);
        free(t->log[i].says);
    }
    free(t->log);
    return t->calls->close(t);
}

bool table_may_rematch(const table *t)
{
    return t->is_over && t->calls->rematch && t->seat < CR_SEATS_MAX && t->n_people > 1;
}

bool table_is_asked(const table *t)
{
    const cr_question *q = &t->view->q;

    return t->has_view && !t->is_over && !t->is_cut && t->seat < CR_SEATS_MAX &&
           cr_deciders_of(q) >> t->seat & 1 && t->left_alone != q->ticket;
}

size_t table_list(const table *t, cr_move *out, size_t cap, bool *is_all)
{
    cr_move controls[256];
    size_t n = table_is_asked(t) ? cr_offers_list(t->game, t->state, t->seat, out, cap, is_all) : 0;
    size_t n_answers = 0, n_controls = 0;

    if (!n && is_all)
        *is_all = true;
    for (size_t i = 0; i < n; i++)
        if ((t->game->kinds[out[i].kind].flags & CR_CONTROL) && n_controls < CR_COUNT_OF(controls))
            controls[n_controls++] = out[i];
        else
            out[n_answers++] = out[i];
    memcpy(out + n_answers, controls, n_controls * sizeof *controls);
    return n;
}

bool table_is_empty(const table *t)
{
    cr_move moves[64];
    bool is_all, has_pass = false;
    size_t n = table_list(t, moves, CR_COUNT_OF(moves), &is_all);

    for (size_t i = 0; i < n; i++) {
        if (moves[i].kind == CR_PASS)
            has_pass = true;
        else if (!(t->game->kinds[moves[i].kind].flags & CR_CONTROL))
            return false;
    }
    return is_all && has_pass;
}

void table_set_empty(table *t, bool passes)
{
    t->passes_empty = passes;
    if (t->calls->tell_empty)
        t->calls->tell_empty(t);
}

cr_refusal table_read(const table *t, const char *text, cr_move *out)
{
    cr_refusal refusal = cr_move_parse(t->game, t->state, t->seat, text, out);

    return refusal.code ? refusal : cr_judge(t->game, t->state, out, t->state->now_ms);
}

int64_t table_left_ms(const table *t)
{
    const cr_question *q = &t->view->q;
    uint64_t now = t->calls->now(t);

    if (!t->has_view || !q->open || !q->budget_ms)
        return -1;
    if (t->view->paused)
        return (int64_t)q->deadline_ms;
    return q->deadline_ms > now ? (int64_t)(q->deadline_ms - now) : 0;
}

scene table_scene(const table *t, const char *names[CR_SEATS_MAX])
{
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        names[i] = t->names[i];
    return (scene){t->game, t->view, names};
}

void table_result(const table *t, cr_text *out)
{
    const char *names[CR_SEATS_MAX];
    scene on = table_scene(t, names);

    if (!t->is_over)
        cr_text_str(out, "The match was left.");
    else
        table_fill(t, t->end, out);
    for (unsigned seat = 0; seat < t->view->n_seats; seat++) {
        char name[64];

        cr_text_fmt(out, "%s%s %d", seat ? ", " : " ", draw_name(&on, seat, name), t->score[seat]);
    }
    cr_text_char(out, '.');
}

void table_print_end(const table *t)
{
    char text[512];
    cr_text out = cr_text_on(text, sizeof text);

    if (!t->is_over && *t->back) {
        printf("the match goes on; come back with: croupier play --join '%s'\n", t->back);
        return;
    }
    if (t->has_view) {
        table_result(t, &out);
        puts(text);
        for (unsigned i = 0; i < t->n_why; i++)
            printf("%s %u. %s\n", i == t->why_key ? ">" : " ", i + 1, t->why[i]);
    }
    if (*t->seed)
        printf("seed: %s\n", t->seed);
}

/* ---- here, against bots ---- */

enum { EVENTS_MAX = 256 };

typedef struct {
    table t; /* first */
    cr_sink sink;
    cr_event events[EVENTS_MAX]; /* of the move being played, told when it is */
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
