/* croupier golden: one match from a seed, as text, with every event and view as each viewer has it, views also as the
 * terminal draws them. The texts in tests/golden are compared with what comes out today, so that no change of any rule,
 * view, event, text form or drawing goes by unseen. Bots play; where questions have time limits, time passes too, and some run out. */
#include "ai/arena.h"
#include "apps/command.h"
#include "terminal/drawn.h"
#include "kernel/forms.h"
#include "kernel/rng.h"

#include <stdlib.h>

enum {
    TEXT_MAX = 1024,
    STREAM_TIME = 64 /* of the match's seed: how much time passes; the seats' bots have 1 to 8 */
};

typedef struct {
    cr_sink sink;
    cr_log log;
    cr_arena arena;
    cr_setup setup;
    cr_rng time;
    char *events; /* of the move being played, printed behind it */
    size_t events_len;
    FILE *events_to;
    uint64_t number, every, moves;
} golden;

/* ---- printing ---- */

/* Viewers are the seats and a spectator: the i-th of n_seats + 1. */
static uint8_t viewer_at(const golden *g, unsigned i)
{
    return i < g->setup.n_seats ? (uint8_t)i : CR_SPECTATOR;
}

/* What viewer i sees of the event; empty if nothing. */
static void write_event(const golden *g, const cr_event *event, unsigned i, char line[TEXT_MAX])
{
    cr_text text = cr_text_on(line, TEXT_MAX);
    cr_event seen;

    if (cr_redact(event, viewer_at(g, i), &seen))
        cr_event_write(&text, g->arena.game, &seen);
}

/* One line for all viewers who see the same. */
static void emit(cr_sink *sink, const cr_event *event)
{
    golden *g = (golden *)sink;
    char lines[CR_SEATS_MAX + 1][TEXT_MAX];
    unsigned n = g->setup.n_seats + 1u;
    uint16_t told = 0, all = (uint16_t)(CR_BIT(n) - 1);

    for (unsigned i = 0; i < n; i++)
        write_event(g, event, i, lines[i]);
    for (unsigned i = 0; i < n; i++) {
        uint16_t same = 0;

        if (told >> i & 1 || !lines[i][0])
            continue;
        for (unsigned k = i; k < n; k++)
            if (!strcmp(lines[k], lines[i]))
                same |= CR_BIT(k);
        fputs(same == all ? "event all" : "event", g->events_to);
        for (unsigned k = i; k < n && same != all; k++)
            if (same >> k & 1)
                fprintf(g->events_to, k < g->setup.n_seats ? " %u" : " spectator", k);
        fprintf(g->events_to, ": %s\n", lines[i]);
        told |= same;
    }
}

static void flush_events(golden *g)
{
    fflush(g->events_to);
    fwrite(g->events, 1, g->events_len, stdout);
    rewind(g->events_to);
}

static void write_view(cr_text *out, const void *with)
{
    const golden *g = with;

    cr_view_write(out, g->arena.game, g->arena.view);
}

static void print_views(const golden *g)
{
    for (unsigned i = 0; i <= g->setup.n_seats; i++) {
        cr_see(g->arena.game, g->arena.state, viewer_at(g, i), g->arena.view);
        putchar('\n');
        cli_print(stdout, write_view, g);
        drawn_print(stdout, &(scene){g->arena.game, g->arena.view, NULL}, "| ");
    }
}

static void played(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    golden *g = (golden *)((char *)log - offsetof(golden, log));
    char line[TEXT_MAX];
    cr_text text = cr_text_on(line, sizeof line);

    cr_seat.print(&text, &move->seat, NULL);
    cr_text_char(&text, ' ');
    cr_move_write(&text, g->arena.game, move);
    printf("\n== %llu  %s  at %llu ms  state %016llx\n", (unsigned long long)++g->number, line,
           (unsigned long long)at_ms, (unsigned long long)cr_state_hash(g->arena.game, state));
    flush_events(g);
    if (g->number % g->every == 0 || state->is_over)
        print_views(g);
}

/* ---- playing ---- */

/* Up to a fifth more time than the question has passes before somebody answers it. */
static uint64_t pass_time(golden *g)
{
    const cr_state *s = g->arena.state;
    uint32_t budget = s->q.budget_ms;

    return s->now_ms + (budget ? cr_rng_below64(&g->time, (uint64_t)budget + budget / 5) : 0);
}

static void advance(golden *g)
{
    cr_arena *a = &g->arena;
    uint64_t now = pass_time(g);
    uint32_t ticket = a->state->q.ticket;
    cr_move move = {0};
    bool is_answered = false;

    cr_run_clock(a->game, a->state, now, &g->sink, &g->log);
    if (a->state->q.ticket != ticket || a->state->is_over || a->state->fault)
        return;
    for (unsigned seats = cr_deciders(a->state) & 0xFF; seats && !is_answered; seats &= seats - 1)
        is_answered = cr_arena_ask(a, (uint8_t)cr_bits_first(seats), &move);
    if (!is_answered)
        move = cr_idle_move(a->state, cr_idle_seat(a->state));
    cr_play_checked(a->game, a->state, &move, now, &g->sink);
    played(&g->log, &move, now, a->state);
}

static int run(golden *g)
{
    cr_arena *a = &g->arena;
    cr_err err = cr_arena_start(a, &g->setup);
    int32_t score[CR_SEATS_MAX];

    if (err)
        return cli_error("cannot start the match: %s", cr_err_text(err));
    cr_rng_init(&g->time, g->setup.seed, STREAM_TIME);
    printf("\n== start  state %016llx\n", (unsigned long long)cr_state_hash(a->game, a->state));
    flush_events(g);
    print_views(g);
    while (!a->state->is_over && !a->state->fault && g->number < g->moves)
        advance(g);
    if (a->state->fault) {
        cli_error("the referee stopped the match: %s", cr_fault(a->state));
        return CLI_FAILED;
    }
    cr_score(a->game, a->state, score);
    fputs("\nscore:", stdout);
    for (unsigned seat = 0; seat < g->setup.n_seats; seat++)
        printf(" %d", score[seat]);
    putchar('\n');
    return CLI_DONE;
}

static void print_head(const golden *g, const char *seed)
{
    const cr_game *game = g->arena.game;
    char line[TEXT_MAX];
    cr_text text = cr_text_on(line, sizeof line);

    for (unsigned i = 0; i < game->n_options; i++) {
        cr_text_fmt(&text, " %s=", game->options[i].name);
        cr_option_print(&text, &game->options[i], g->setup.option[i]);
    }
    printf("game %s, rules version %u\noptions seats=%u%s\nseed %s\n", game->name,
           game->rules_version, g->setup.n_seats, line, seed);
}

int cmd_golden(int argc, char **argv)
{
    const char *seed = "1", *bots = "random";
    cli_list game_options = {0};
    golden g = {.every = 1, .moves = UINT64_MAX, .sink = {emit}, .log = {played}};
    const cli_option options[] = {
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally 1)"),
        CLI_TEXT('b', "bots", "A,B,…", &bots,
                 "a bot for each seat, or one for all (normally random)"),
        CLI_OPTION_ROW(&game_options),
        CLI_NUMBER(0, "every", "K", &g.every, 1, 1 << 20,
                   "views after every K-th move (normally 1)"),
        CLI_NUMBER(0, "moves", "N", &g.moves, 1, 1 << 20,
                   "stop after N moves (normally at the end of the match)"),
        {0},
    };
    const cli_usage usage = {
        "golden GAME",
        "Prints one match from a seed with every move, and every event and view as each viewer\n"
        "has it. The files of tests/golden are made so, by 'make golden'.",
        "croupier golden duel --seed 1 --option parries=0\n"
        "croupier golden duel --seed 3 --option time=5000 | diff tests/golden/duel/time.txt -\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    cr_arena *a = &g.arena;

    if (status != CLI_GO)
        return status;
    a->game = cli_game(argv[0]);
    if (!a->game || !cli_setup(a->game, &game_options, seed, &g.setup) ||
        !cli_bots(a->game, bots, g.setup.n_seats, a->bots))
        return CLI_MISUSE;
    a->state = malloc(a->game->state_size);
    a->view = malloc(a->game->view_size);
    a->desk.memory = malloc(cr_bots_memory(a->bots, CR_SEATS_MAX, a->game) + 1);
    a->sink = &g.sink;
    g.events_to = open_memstream(&g.events, &g.events_len);
    if (a->state && a->view && g.events_to) {
        print_head(&g, seed);
        status = run(&g);
    } else {
        status = cli_error("no memory left");
    }
    if (g.events_to)
        fclose(g.events_to);
    free(g.events);
    free(a->desk.memory);
    free(a->view);
    free(a->state);
    return status;
}
