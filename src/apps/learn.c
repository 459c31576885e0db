/* croupier learn: a first lesson in a game, line by line. The table is set as the lesson says, one task at a time; the
 * referee judges as always, and what the others do is written down. With --check every lesson is played through in every way
 * it allows: each task can be reached, and what it waits for is what the referee gives. */
#include "apps/command.h"
#include "cli/teach.h"
#include "terminal/terminal.h"

#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>

typedef struct {
    table t; /* first */
    const teaching *teach;
    size_t at;     /* the task */
    bool is_begun; /* its words were shown */
    bool is_left;
} lesson;

static const teach_task *task_of(const lesson *l)
{
    return &l->teach->tasks[l->at];
}

/* ---- playing ---- */

static bool set_options(const cr_game *game, const char *const *options, cr_setup *setup)
{
    cr_setup_init(game, setup);
    for (; *options; options++) {
        const char *sign = strchr(*options, '=');
        char name[64];

        if (!sign || sign - *options >= (ptrdiff_t)sizeof name)
            return false;
        snprintf(name, sizeof name, "%.*s", (int)(sign - *options), *options);
        if (cr_setup_option(game, setup, name, sign + 1))
            return false;
    }
    return true;
}

/* Puts the position of a task on the table. */
static cr_err set_position(const cr_game *game, const teach_task *task, cr_state *state, char *why,
                           size_t cap)
{
    cr_setup setup;

    *why = 0;
    if (!set_options(game, task->options, &setup))
        return CR_ERR_BAD_OPTION;
    return cr_position_parse(game, &setup, task->position, state, NULL, NULL, why, cap);
}

static cr_refusal judge(const cr_game *game, const cr_state *state, uint8_t seat, const char *text,
                        cr_move *move)
{
    cr_refusal refusal = cr_move_parse(game, state, seat, text, move);

    return refusal.code ? refusal : cr_judge(game, state, move, state->now_ms);
}

/* "SEAT MOVE". */
static cr_refusal judge_of(const cr_game *game, const cr_state *state, const char *text,
                           cr_move *move)
{
    cr_span in = cr_span_of(text);
    int64_t seat;

    if (!cr_span_int(&in, 0, state->n_seats - 1, &seat))
        return (cr_refusal){.code = CR_CODE_MALFORMED};
    return judge(game, state, (uint8_t)seat, cr_span_trim(in).at, move);
}

/* ---- the check ---- */

typedef struct {
    const cr_game *game;
    const teaching *teach;
    unsigned n_ways, n_faults;
} checker;

__attribute__((format(printf, 3, 4))) static void blame(checker *c, size_t task, const char *format,
                                                        ...)
{
    va_list args;

    c->n_faults++;
    printf("%s: task %zu, %s: ", c->game->name, task + 1, c->teach->tasks[task].title);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

static void check_from(checker *c, size_t at, const cr_state *before);

static bool is_open_pattern(const char *text)
{
    size_t len = strlen(text);

    return len >= 2 && !strcmp(text + len - 2, "..");
}

/* Behind a task: what the others do, then the next one. */
static void check_then(checker *c, size_t at, const cr_state *state)
{
    const teach_task *task = &c->teach->tasks[at];
    cr_state *s = malloc(c->game->state_size);
    cr_move move;

    if (!s)
        return;
    memcpy(s, state, c->game->state_size);
    for (const char *const *then = task->then; *then; then++) {
        cr_refusal refusal = judge_of(c->game, s, *then, &move);

        if (refusal.code) {
            blame(c, at, "'%s' behind it is refused: %s", *then,
                  cr_code_name(c->game, refusal.code));
            free(s);
            return;
        }
        cr_play_checked(c->game, s, &move, s->now_ms, NULL);
    }
    check_from(c, at + 1, s);
    free(s);
}

static void check_way(checker *c, size_t at, const cr_state *state, const char *text)
{
    bool is_last = at + 1 == c->teach->n_tasks;
    char printed[TABLE_TEXT];
    cr_refusal refusal;
    cr_state *s;
    cr_move move;

    if (is_open_pattern(text)) {
        if (!is_last && !c->teach->tasks[at + 1].position)
            blame(c, at, "'%s' leaves much open: the next task needs a position", text);
        return;
    }
    refusal = judge(c->game, state, c->teach->seat, text, &move);
    if (refusal.code) {
        blame(c, at, "'%s' is refused: %s", text, cr_code_name(c->game, refusal.code));
        return;
    }
    cr_move_print(c->game, &move, printed, sizeof printed);
    if (!teach_fits(text, printed))
        blame(c, at, "'%s' is written '%s'", text, printed);
    s = malloc(c->game->state_size);
    if (!s)
        return;
    memcpy(s, state, c->game->state_size);
    cr_play_checked(c->game, s, &move, s->now_ms, NULL);
    check_then(c, at, s);
    free(s);
}

static void check_refused(checker *c, size_t at, const cr_state *state)
{
    const teach_task *task = &c->teach->tasks[at];
    cr_move move;
    cr_refusal refusal = judge(c->game, state, c->teach->seat, *task->wait, &move);
    const char *code = cr_code_name(c->game, refusal.code);

    if (!refusal.code)
        blame(c, at, "'%s' is possible", *task->wait);
    else if (strcmp(code, task->code))
        blame(c, at, "'%s' is refused with %s", *task->wait, code);
    else
        check_then(c, at, state);
}

static void check_near(checker *c, size_t at, const cr_state *state)
{
    const teach_task *task = &c->teach->tasks[at];
    cr_move move;

    for (const teach_near *near = task->near; near->move; near++) {
        for (const char *const *wait = task->wait; *wait; wait++)
            if (teach_fits(*wait, near->move))
                blame(c, at, "'%s' is what the task waits for", near->move);
        if (!is_open_pattern(near->move) &&
            judge(c->game, state, c->teach->seat, near->move, &move).code)
            blame(c, at, "'%s' is not possible", near->move);
    }
}

/* The task and all behind it, from the state that the one before has left. */
static void check_from(checker *c, size_t at, const cr_state *before)
{
    const teach_task *task = &c->teach->tasks[at];
    cr_state *s;
    char why[256];
    cr_err err;

    if (at == c->teach->n_tasks) {
        c->n_ways++;
        return;
    }
    s = malloc(c->game->state_size);
    if (!s)
        return;
    if (task->position) {
        err = set_position(c->game, task, s, why, sizeof why);
        if (err) {
            blame(c, at, "its position: %s", *why ? why : cr_err_text(err));
            free(s);
            return;
        }
    } else if (!before) {
        blame(c, at, "the first task needs a position");
        free(s);
        return;
    } else {
        memcpy(s, before, c->game->state_size);
    }
    check_near(c, at, s);
    if (!*task->wait)
        check_then(c, at, s);
    else if (*task->code)
        check_refused(c, at, s);
    else
        for (const char *const *wait = task->wait; *wait; wait++)
            check_way(c, at, s, *wait);
    free(s);
}

static int check_lesson(const cr_game *game, const teaching *teach)
{
    checker c = {.game = game, .teach = teach};

    check_from(&c, 0, NULL);
    if (!c.n_ways && !c.n_faults) {
        printf("%s: the end cannot be reached\n", game->name);
        c.n_faults++;
    }
    printf("%s: %zu tasks, %u ways through, %u faults\n", game->name, teach->n_tasks, c.n_ways,
           c.n_faults);
    return c.n_faults ? CLI_FAILED : CLI_DONE;
}

static int check_all(const char *name)
{
    int status = CLI_DONE;

    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *game = cr_game_at(i);
        const teaching *teach = teach_of(game);

        if (name && strcmp(name, game->name))
            continue;
        if (!teach || !teach->tasks) {
            printf("%s: has no lesson\n", game->name);
            status = CLI_FAILED;
        } else if (check_lesson(game, teach)) {
            status = CLI_FAILED;
        }
    }
    return status;
}

/* ---- the table of a lesson ---- */

typedef struct {
    cr_sink sink; /* first */
    cr_event events[256];
    size_t n;
} taken;

static void take(cr_sink *sink, const cr_event *event)
{
    taken *e = (taken *)sink;

    if (event->kind != CR_EV_ASKED && e->n < CR_COUNT_OF(e->events))
        e->events[e->n++] = *event;
}

static void look_again(lesson *l)
{
    cr_see(l->t.game, l->t.state, l->t.seat, l->t.view);
    l->t.has_view = true;
}

static void play_one(lesson *l, const cr_move *move)
{
    taken e = {.sink = {.emit = take}};
    cr_event seen[2];
    size_t n = 0;

    cr_play_checked(l->t.game, l->t.state, move, l->t.state->now_ms, &e.sink);
    look_again(l);
    for (size_t i = 0; i < e.n; i++)
        if (cr_redact(&e.events[i], l->t.seat, &seen[n & 1])) {
            table_tell_event(&l->t, &seen[n & 1], n ? &seen[!(n & 1)] : NULL);
            n++;
        }
}

static void next_task(lesson *l)
{
    const teach_task *task = task_of(l);
    cr_move move;

    for (const char *const *then = task->then; *then; then++)
        if (!judge_of(l->t.game, l->t.state, *then, &move).code)
            play_one(l, &move);
    if (*task->praise) {
        putchar('\n');
        teach_print("  ", task->praise);
    }
    l->at++;
    l->is_begun = false;
}

static void play_first(lesson *l)
{
    cr_move move;

    if (!judge(l->t.game, l->t.state, l->t.seat, *task_of(l)->wait, &move).code)
        play_one(l, &move);
}

static void begin_task(lesson *l)
{
    const teach_task *task = task_of(l);
    char why[256];

    l->is_begun = true;
    if (task->position && !set_position(l->t.game, task, l->t.state, why, sizeof why)) {
        look_again(l);
        l->t.is_set_anew = true;
    }
    printf("\n%zu of %zu: %s\n", l->at + 1, l->teach->n_tasks, task->title);
    teach_print("", task->say);
    if (!*task->wait)
        puts("(Enter goes on)");
}

static table_turn turn(table *t)
{
    lesson *l = (lesson *)t;

    if (l->is_left || l->at == l->teach->n_tasks) {
        t->has_view = false;
        return TABLE_OVER;
    }
    if (!l->is_begun)
        begin_task(l);
    return TABLE_YOURS;
}

/* A move that the referee allows: is it what the task wants? */
static void play(table *t, const cr_move *move, const char *text)
{
    lesson *l = (lesson *)t;
    const teach_task *task = task_of(l);
    char printed[TABLE_TEXT];

    (void)text;
    cr_move_print(t->game, move, printed, sizeof printed);
    for (const char *const *wait = task->wait; *wait && !*task->code; wait++)
        if (teach_fits(*wait, printed)) {
            play_one(l, move);
            next_task(l);
            return;
        }
    for (const teach_near *near = task->near; near->move; near++)
        if (teach_fits(near->move, printed)) {
            puts("  Almost.");
            teach_print("  ", near->words);
            return;
        }
    puts("  That is possible, too. For now:");
    teach_print("  ", task->say);
}

static void refused(table *t, const char *typed, cr_refusal refusal)
{
    lesson *l = (lesson *)t;
    const teach_task *task = task_of(l);

    (void)typed;
    if (*task->code && !strcmp(cr_code_name(t->game, refusal.code), task->code))
        next_task(l);
}

static bool obey(table *t, const char *text)
{
    lesson *l = (lesson *)t;
    const teach_task *task = task_of(l);
    cr_span word = cr_span_trim(cr_span_of(text));

    if (!*task->wait && word.at == word.end) {
        next_task(l);
    } else if (cr_span_is(word, "show") || cr_span_is(word, "skip")) {
        if (*task->code) {
            char words[4 * CR_SAY_MAX];
            cr_text out = cr_text_on(words, sizeof words);
            cr_move move = {.seat = t->seat};
            cr_refusal why = judge(t->game, t->state, t->seat, *task->wait, &move);

            table_say_refusal(t, *task->wait, &move, why, &out);
            printf("  %s\n  %s\n", *task->wait, words);
        } else if (*task->wait) {
            printf("  %s\n", *task->wait);
            play_first(l);
        }
        next_task(l);
    } else if (cr_span_is(word, "task")) {
        teach_print("", task->say);
    } else {
        return false;
    }
    return true;
}

static uint64_t now(const table *t)
{
    return t->state->now_ms;
}

static bool wait_for(table *t, int input, int64_t timeout_ms)
{
    struct pollfd poll_input = {.fd = input, .events = POLLIN};
    int timeout = timeout_ms < 0 || timeout_ms > INT_MAX ? -1 : (int)timeout_ms;

    (void)t;
    return poll(&poll_input, input >= 0, timeout) > 0;
}

static void hand_over(table *t)
{
    ((lesson *)t)->is_left = true;
}

static bool close_lesson(table *t)
{
    free(t->state);
    free(t->view);
    free(t);
    return true;
}

static const table_calls calls = {.turn = turn,
                                  .play = play,
                                  .now = now,
                                  .wait = wait_for,
                                  .hand_over = hand_over,
                                  .obey = obey,
                                  .refused = refused,
                                  .close = close_lesson};

static void name_seats(lesson *l)
{
    const char *const *name = l->teach->names;

    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        if (seat != l->t.seat && *name)
            snprintf(l->t.names[seat], sizeof l->t.names[seat], "%s", *name++);
}

static int learn(const cr_game *game, const teaching *teach)
{
    lesson *l = calloc(1, sizeof *l);
    int status;
    bool is_done;

    if (!l)
        return cli_error("no memory left");
    l->t.calls = &calls;
    l->t.game = game;
    l->t.seat = teach->seat;
    l->t.state = calloc(1, game->state_size);
    l->t.view = calloc(1, game->view_size);
    l->teach = teach;
    if (!l->t.state || !l->t.view) {
        table_close(&l->t);
        return cli_error("no memory left");
    }
    name_seats(l);
    printf("%s: a first lesson, about %u minutes. %s\n", game->title, teach->minutes, teach->about);
    puts("Write a move or its number. 'show' plays it for you, 'task' says the task again, 'how'\n"
         "tells how the game is played, 'help' the rest, 'quit' leaves.");
    status = plain_play(&l->t, false);
    is_done = l->at == teach->n_tasks;
    if (is_done)
        printf("%s\nPlay now: croupier play %s\n", teach->end, game->name);
    table_close(&l->t);
    return status;
}

int cmd_learn(int argc, char **argv)
{
    bool is_check = false;
    const cli_option options[] = {
        CLI_FLAG(0, "check", &is_check,
                 "play the lesson, or those of all games, in every way they allow, and say what "
                 "does not hold"),
        {0},
    };
    const cli_usage usage = {
        "learn GAME",
        "Teaches a game in a few minutes: prepared tables, one task at a time, the referee's own\n"
        "answers, and others whose moves are written down. Line by line, for any terminal.",
        "croupier learn duel\ncroupier learn --check\n",
        options,
        0,
        1};
    int status = cli_parse(&usage, &argc, argv);
    const cr_game *game;
    const teaching *teach;

    if (status != CLI_GO)
        return status;
    if (!argc && !is_check)
        return cli_error("'learn' needs a game: learn GAME (see 'croupier games')");
    game = argc ? cli_game(argv[0]) : NULL;
    if (argc && !game)
        return CLI_MISUSE;
    if (is_check)
        return check_all(argc ? game->name : NULL);
    teach = teach_of(game);
    if (!teach || !teach->tasks)
        return cli_error("'%s' has no lesson (see 'croupier how %s')", game->name, game->name);
    return learn(game, teach);
}
