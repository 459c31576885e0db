/* croupier play: a match in the terminal, line by line, one person against bots. The person sees what the seat
 * may see: views and redacted events only. Where the input ends, a bot plays on, so the same command prints
 * one finished match where there is nobody to ask. */
#include "ai/arena.h"
#include "apps/command.h"
#include "apps/lines.h"
#include "apps/progress.h"
#include "apps/recorder.h"
#include "apps/rulebook.h"
#include "kernel/forms.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    NUMBERED_MAX = 20, /* moves that are shown with numbers by themselves */
    LISTED_MAX = 400,  /* moves that `moves` lists */
    FIRST_MS = 2000,   /* how long a pipe may take to bring its first line */
    TEXT_MAX = 1024    /* characters of a move or an event */
};

typedef struct {
    cr_sink sink;
    const cr_game *game;
    cr_setup setup;
    cr_state *state;
    cr_view *view;
    cr_arena arena; /* asks the bots */
    recorder recorder;
    line_reader lines;
    FILE *log; /* every line of an event, for `log` */
    char *log_text;
    size_t log_len;
    char *shown_view; /* as it was shown last, or NULL */
    double begin;
    uint64_t now_ms;     /* time of the last input: it runs while somebody is waited for */
    uint32_t shown;      /* ticket of the question that was last put to the person */
    uint32_t left_alone; /* ticket of a question that the person leaves to the others */
    uint8_t seat;        /* or CR_SPECTATOR */
    bool is_typed;       /* a terminal shows what is typed */
    bool has_input, has_spoken, has_quit;
} match;

/* ---- showing ---- */

static void emit(cr_sink *sink, const cr_event *event)
{
    match *m = (match *)sink;
    char line[TEXT_MAX];
    cr_text text = cr_text_on(line, sizeof line);
    cr_event seen;

    /* The prompt tells what is asked, and of whom. */
    if (event->kind == CR_EV_ASKED || !cr_redact(event, m->seat, &seen))
        return;
    cr_event_write(&text, m->game, &seen);
    printf("* %s\n", line);
    fprintf(m->log, "* %s\n", line);
}

/* Lines of a view that the prompt tells better, or that matter to programs alone. */
static bool is_noise(cr_span line, unsigned *n_effects)
{
    static const char *const noise[] = {
        "viewer:", "seats:", "time:", "over:", "asked:", "paused: -"};

    for (size_t i = 0; i < CR_COUNT_OF(noise); i++)
        if (cr_span_lead(&line, noise[i]))
            return true;
    /* The effect at the bottom is the match going on; what lies over it is news. */
    return cr_span_lead(&line, "effect:") && (*n_effects)++ == 0;
}

/* What a viewer may know, as text; the caller frees it. NULL without memory. */
static char *view_text(match *m, uint8_t viewer)
{
    size_t len;
    char *text;

    cr_see(m->game, m->state, viewer, m->view);
    len = cr_view_print(m->game, m->view, NULL, 0);
    text = malloc(len + 1);
    if (text)
        cr_view_print(m->game, m->view, text, len + 1);
    return text;
}

static bool has_line(const char *text, cr_span wanted)
{
    cr_span in = cr_span_of(text ? text : "");
    size_t len = (size_t)(wanted.end - wanted.at);

    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);

        if ((size_t)(line.end - line.at) == len && !memcmp(line.at, wanted.at, len))
            return true;
    }
    return false;
}

/* Shows the view, or only what is new in it and what this seat alone can see. */
static void show_view(match *m, bool is_whole)
{
    char *own = view_text(m, m->seat), *open = view_text(m, CR_SPECTATOR);
    cr_span in = cr_span_of(own ? own : "");
    unsigned n_effects = 0;

    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);

        if (!is_noise(line, &n_effects) &&
            (is_whole || !has_line(m->shown_view, line) || !has_line(open, line)))
            printf("  %.*s\n", (int)(line.end - line.at), line.at);
    }
    free(open);
    free(m->shown_view);
    m->shown_view = own;
}

static void show_kinds(const match *m)
{
    cr_space offers;
    uint64_t seen = 0;

    cr_offers(m->game, m->state, m->seat, &offers);
    for (uint32_t b = 0; b < offers.n; b++) {
        uint8_t kind = offers.box[b].move.kind;
        char line[TEXT_MAX];
        cr_text text = cr_text_on(line, sizeof line);

        if (kind < 64 && seen >> kind & 1)
            continue;
        seen |= UINT64_C(1) << (kind & 63);
        rulebook_move(&text, m->game, kind);
        printf("    %s\n", line);
    }
}

/* The moves in columns, each with its number. */
static void show_moves(const match *m, size_t max)
{
    cr_move moves[LISTED_MAX];
    bool is_all;
    size_t n = cr_offers_list(m->game, m->state, m->seat, moves, max, &is_all), width = 0,
           n_columns;
    char line[TEXT_MAX];

    if (!is_all && max < LISTED_MAX) {
        printf("  many moves; write one of these ('moves' lists them):\n");
        show_kinds(m);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        size_t len = cr_move_print(m->game, &moves[i], line, sizeof line);

        width = len > width ? len : width;
    }
    n_columns = 96 / (width + 6);
    for (size_t i = 0; i < n; i++) {
        bool is_last = i + 1 == n || !n_columns || (i + 1) % n_columns == 0;

        cr_move_print(m->game, &moves[i], line, sizeof line);
        printf("%4zu %-*s%s", i + 1, is_last ? 0 : (int)width, line, is_last ? "\n" : " ");
    }
    if (!is_all)
        printf("  and more\n");
}

static void show_question(match *m)
{
    const cr_question *q = &m->state->q;

    if (m->shown == q->ticket)
        return;
    m->shown = q->ticket;
    putchar('\n');
    show_view(m, false);
    printf("seat %u: %s", m->seat, cr_question_word(m->game, q->kind));
    if (cr_due(m->state) != UINT64_MAX)
        printf("  (%.1f s left)", (double)(cr_due(m->state) - m->now_ms) / 1000);
    putchar('\n');
    show_moves(m, NUMBERED_MAX);
}

static void show_help(void)
{
    puts("  write a move or its number, or one of these:\n"
         "    moves      what you may do\n"
         "    view       all you can see; by itself only what is new is shown\n"
         "    log        everything that happened, as you saw it\n"
         "    rules      the rules; 'rules ID' one of them\n"
         "    wait       leave the question to others who are asked too\n"
         "    quit       leave the match");
}

static void show_refusal(const match *m, const cr_move *move, cr_refusal refusal)
{
    const char *field = cr_field_name(m->game, move, refusal);

    printf("  refused: %s: %s", cr_code_name(m->game, refusal.code),
           cr_code_text(m->game, refusal.code));
    if (*field)
        printf(" (%s)", field);
    putchar('\n');
    if (refusal.rule)
        cli_print(stdout, rulebook_rule_text, &m->game->rules[refusal.rule]);
    if (refusal.code == CR_CODE_MALFORMED)
        puts("  'moves' lists the moves, 'help' the other commands");
}

static void show_result(const match *m, const char *seed)
{
    int32_t score[CR_SEATS_MAX], best = INT32_MIN;
    unsigned n_best = 0, winner = 0;

    cr_score(m->game, m->state, score);
    fputs("\nscore:", stdout);
    for (unsigned seat = 0; seat < m->state->n_seats; seat++) {
        printf(" %d", score[seat]);
        if (score[seat] > best) {
            best = score[seat];
            winner = seat;
            n_best = 0;
        }
        n_best += score[seat] == best;
    }
    if (!m->state->is_over)
        puts("\nthe match was left");
    else if (n_best > 1)
        puts("\nthe match is a draw");
    else
        printf("\nseat %u has won%s\n", winner, winner == m->seat ? ": you" : "");
    printf("seed: %s\n", seed);
}

/* ---- playing ---- */

static void play(match *m, const cr_move *move)
{
    cr_play_checked(m->game, m->state, move, m->now_ms, &m->sink);
    recorder_played(&m->recorder, move, m->now_ms, m->state);
}

static void run_clock(match *m)
{
    cr_run_clock(m->game, m->state, m->now_ms, &m->sink, &m->recorder.log);
}

/* Nobody waits for a deadline that only bots could meet: the clock is put forward. */
static void skip_time(match *m)
{
    uint64_t due = cr_due(m->state);

    if (due > m->now_ms) {
        m->begin -= (double)(due - m->now_ms) / 1000;
        m->now_ms = due;
    }
    run_clock(m);
}

/* May the person answer right now, with more than an interrupt? */
static bool is_persons_turn(const match *m)
{
    cr_rng rng = {0};
    cr_move move;

    if (!m->has_input || !(cr_deciders(m->state) & CR_BIT(m->seat)))
        return false;
    return m->left_alone != m->state->q.ticket &&
           cr_sample(m->game, m->state, m->seat, &rng, &move);
}

/* Lets a bot answer. Bots seal their answers before the person is asked; where whoever is first counts, the
 * person goes first. */
static bool play_bot(match *m)
{
    bool waits = m->state->q.form == CR_ANY && is_persons_turn(m);

    for (unsigned seats = cr_deciders(m->state) & 0xFF; seats && !waits; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move move;

        if (seat == m->seat && m->has_input)
            continue;
        if (cr_arena_ask(&m->arena, seat, &move)) {
            play(m, &move);
            return true;
        }
    }
    return false;
}

static void try_move(match *m, const char *text)
{
    cr_span in = cr_span_of(text);
    cr_refusal refusal;
    cr_move move;
    int64_t number;

    if (cr_span_int(&in, 1, LISTED_MAX, &number) && cr_span_is_empty(&in)) {
        cr_move moves[LISTED_MAX];
        size_t n = cr_offers_list(m->game, m->state, m->seat, moves, (size_t)number, NULL);

        if (n < (size_t)number) {
            printf("  there is no move %lld: 'moves' lists them\n", (long long)number);
            return;
        }
        move = moves[number - 1];
        refusal = cr_judge(m->game, m->state, &move, m->now_ms);
    } else {
        refusal = cr_move_parse(m->game, m->state, m->seat, text, &move);
        if (!refusal.code)
            refusal = cr_judge(m->game, m->state, &move, m->now_ms);
    }
    if (refusal.code)
        show_refusal(m, &move, refusal);
    else
        play(m, &move);
}

static void show_rules(const match *m, cr_span id)
{
    char word[64];
    uint16_t rule;

    if (cr_span_is_empty(&id)) {
        cli_print(stdout, rulebook_text, m->game);
        return;
    }
    snprintf(word, sizeof word, "%.*s", (int)(id.end - id.at), id.at);
    rule = rulebook_find(m->game, word);
    if (rule)
        cli_print(stdout, rulebook_rule_text, &m->game->rules[rule]);
    else
        printf("  %s has no rule '%s'\n", m->game->name, word);
}

/* One of the words that are no moves; false if it is none of them. */
static bool obey_word(match *m, cr_span line)
{
    cr_span rest = line;

    if (cr_span_is(line, "help") || cr_span_is(line, "?")) {
        show_help();
    } else if (cr_span_is(line, "moves")) {
        show_moves(m, LISTED_MAX);
    } else if (cr_span_is(line, "view")) {
        show_view(m, true);
    } else if (cr_span_is(line, "log")) {
        fflush(m->log);
        fwrite(m->log_text, 1, m->log_len, stdout);
    } else if (cr_span_take(&rest, "rules")) {
        show_rules(m, cr_span_trim(rest));
    } else if (cr_span_is(line, "wait")) {
        m->left_alone = m->state->q.ticket;
    } else if (cr_span_is(line, "quit")) {
        m->has_quit = true;
    } else {
        return false;
    }
    return true;
}

/* A move of the game goes before a word of the same name. */
static void obey(match *m, const char *text)
{
    cr_span line = cr_span_trim(cr_span_of(text));
    cr_move move;

    if (cr_span_is_empty(&line))
        return;
    if (!cr_move_parse(m->game, m->state, m->seat, text, &move).code || !obey_word(m, line))
        try_move(m, text);
}

/* Waits for the person until the question runs out. */
static void ask_person(match *m)
{
    char line[LINE_MAX_BYTES];
    uint64_t due = cr_due(m->state), wait = due == UINT64_MAX ? UINT64_MAX : due - m->now_ms;
    bool is_mute = !m->is_typed && !m->has_spoken && wait > FIRST_MS;
    line_result result;

    fputs("> ", stdout);
    fflush(stdout);
    if (is_mute)
        wait = FIRST_MS;
    result = line_reader_next(&m->lines, wait == UINT64_MAX ? -1 : (int64_t)wait, line);
    /* Nobody may ever write to a pipe that stays open; a match must not wait for ever. */
    if (result == LINE_TIMEOUT && is_mute)
        result = LINE_END;
    m->now_ms = (uint64_t)((progress_seconds() - m->begin) * 1000);
    switch (result) {
    case LINE_READ:
        m->has_spoken = true;
        if (!m->is_typed)
            puts(line);
        run_clock(m);
        if (m->state->q.ticket == m->shown)
            obey(m, line);
        else
            puts("  too late: the question is gone");
        break;
    case LINE_TIMEOUT:
        puts("(time is up)");
        skip_time(m);
        break;
    case LINE_END:
        puts(m->is_typed ? "" : "(no more input: a bot plays on)");
        m->has_input = false;
    }
}

/* One move, one line of input, or one deadline. */
static void advance(match *m)
{
    if (play_bot(m))
        return;
    if (m->has_input && (cr_deciders(m->state) & CR_BIT(m->seat))) {
        show_question(m);
        ask_person(m);
    } else if (cr_due(m->state) != UINT64_MAX) {
        skip_time(m);
    } else {
        cr_move idle = cr_idle_move(m->state, cr_idle_seat(m->state));

        play(m, &idle);
    }
}

static int run_match(match *m, const char *seed)
{
    cr_err err = cr_arena_start(&m->arena, &m->setup);

    if (err)
        return cli_error("cannot start the match: %s", cr_err_text(err));
    while (!m->state->is_over && !m->state->fault && !m->has_quit)
        advance(m);
    if (m->state->fault) {
        cli_error("the referee stopped the match: %s", cr_fault(m->state));
        return CLI_FAILED;
    }
    show_result(m, seed);
    return CLI_DONE;
}

static int open_match(match *m, const char *record)
{
    m->sink.emit = emit;
    m->state = malloc(m->game->state_size);
    m->view = malloc(m->game->view_size);
    m->log = open_memstream(&m->log_text, &m->log_len);
    if (!m->state || !m->view || !m->log)
        return cli_error("no memory left");
    m->arena.game = m->game;
    m->arena.state = m->state;
    m->arena.view = m->view;
    m->arena.sink = &m->sink;
    line_reader_init(&m->lines, STDIN_FILENO);
    m->is_typed = isatty(STDIN_FILENO);
    m->has_input = m->seat < m->setup.n_seats;
    m->begin = progress_seconds();
    return recorder_open(&m->recorder, record, m->game, &m->setup) ? CLI_GO : CLI_MISUSE;
}

static void close_match(match *m)
{
    if (m->log)
        fclose(m->log);
    free(m->log_text);
    free(m->shown_view);
    free(m->view);
    free(m->state);
}

int cmd_play(int argc, char **argv)
{
    const char *seed = NULL, *bots = "random", *record = NULL, *seat = "0";
    bool is_plain = true;
    cli_list game_options = {0};
    const cli_option options[] = {
        CLI_FLAG(0, "plain", &is_plain, "line by line, for any terminal or pipe"),
        CLI_TEXT(0, "seat", "N", &seat, "your seat, or 'spectator' (normally 0)"),
        CLI_TEXT('b', "bots", "A,B,…", &bots,
                 "a bot for each seat, yours too, or one for all (normally random)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally drawn)"),
        CLI_OPTION_ROW(&game_options),
        CLI_TEXT('r', "record", "FILE", &record,
                 "keep the record of the match, for 'croupier replay'"),
        {0},
    };
    const cli_usage usage = {
        "play GAME",
        "Plays a match in the terminal: you against bots. You see what your seat may see; a\n"
        "refused move is explained with its rule. Moves may also come from a pipe; when it ends,\n"
        "or brings nothing within two seconds, a bot plays on for you.",
        "croupier play duel\n"
        "croupier play duel --seat 1 --option time=20000 --record duel.rec\n"
        "croupier play duel --seed 42 --plain < /dev/null\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    char hex[65];
    match m = {0};

    if (status != CLI_GO)
        return status;
    m.game = cli_game(argv[0]);
    if (!m.game || !cli_setup(m.game, &game_options, seed, &m.setup) ||
        !cli_bots(m.game, bots, m.setup.n_seats, m.arena.bots) ||
        !cli_viewer(seat, m.setup.n_seats, &m.seat))
        return CLI_MISUSE;
    status = open_match(&m, record);
    if (status == CLI_GO)
        status = run_match(&m, cli_seed_text(seed, &m.setup, hex));
    if (!recorder_close(&m.recorder))
        status = CLI_MISUSE;
    close_match(&m);
    return status;
}
