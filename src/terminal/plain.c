/* Line mode: a match read and written line by line, for pipes, simple terminals and screen readers. plain_show.c has what is
 * written. */
#include "terminal/plain_inside.h"
#include "terminal/keys.h"
#include "terminal/terminal.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    FIRST_MS = 2000,  /* how long a pipe may take to bring its first line */
    REMATCH_MS = 2000 /* and how long for a word about a rematch */
};

/* ---- obeying ---- */

static void try_text(const plain *p, const char *text)
{
    cr_move move;
    cr_refusal refusal = table_read(p->t, text, &move);

    if (refusal.code)
        plain_show_refusal(p, text, &move, refusal);
    else
        p->t->calls->play(p->t, &move, text);
}

static void play_move(const plain *p, const cr_move *move)
{
    char line[TABLE_TEXT];

    cr_move_print(p->t->game, move, line, sizeof line);
    p->t->calls->play(p->t, move, line);
}

/* A number: of a part's value, or of a move in the list that was shown. */
static void try_number(plain *p, size_t number)
{
    cr_move moves[PLAIN_LISTED_MAX];
    bool is_part = p->asks_parts && !p->lists_all;
    size_t n = p->lists_all ? table_list(p->t, moves, PLAIN_LISTED_MAX, NULL)
               : is_part    ? p->parts.n_options
                            : parts_list(&p->parts, moves, PLAIN_LISTED_MAX);

    if (number > n) {
        printf("  there is no number %zu here: 'moves' lists the moves\n", number);
    } else if (!is_part) {
        play_move(p, &moves[number - 1]);
    } else {
        p->asks_parts = parts_choose(&p->parts, number - 1);
        if (!p->asks_parts && parts_list(&p->parts, moves, 2) == 1)
            play_move(p, &moves[0]);
        else
            plain_show_choice(p);
    }
}

static void try_move(plain *p, const char *text)
{
    cr_span in = cr_span_of(text);
    int64_t number;

    if (!cr_span_int(&in, 1, PLAIN_LISTED_MAX, &number) || !cr_span_is_empty(&in))
        try_text(p, text);
    else
        try_number(p, (size_t)number);
}

/* One of the words that are no moves; false if it is none of them. */
static bool obey_word(plain *p, cr_span line)
{
    cr_span rest = line;

    if (cr_span_is(line, "help") || cr_span_is(line, "?")) {
        plain_show_help(p->t);
    } else if (cr_span_is(line, "moves")) {
        plain_show_all_moves(p);
    } else if (cr_span_is(line, "back") && p->parts.ticket == p->t->view->q.ticket) {
        p->asks_parts = parts_back(&p->parts);
        plain_show_choice(p);
    } else if (cr_span_is(line, "view")) {
        plain_show_view(p, true);
    } else if (cr_span_is(line, "table")) {
        plain_show_table(p);
    } else if (cr_span_is(line, "log")) {
        plain_show_log(p->t);
    } else if (cr_span_is(line, "how")) {
        plain_show_how(p->t);
    } else if (cr_span_take(&rest, "rules")) {
        plain_show_rules(p->t, cr_span_trim(rest));
    } else if (cr_span_is(line, "wait")) {
        p->t->left_alone = p->t->view->q.ticket;
    } else if (cr_span_is(line, "start") && p->t->calls->start) {
        p->t->calls->start(p->t);
    } else if (cr_span_is(line, "auto") || cr_span_is(line, "ask")) {
        table_set_empty(p->t, cr_span_is(line, "auto"));
        puts(p->t->passes_empty ? "  where you can only pass, it is done for you"
                                : "  you are asked where you can only pass");
    } else if ((cr_span_is(line, "pause") || cr_span_is(line, "resume")) &&
               p->t->calls->want_pause) {
        p->t->calls->want_pause(p->t, cr_span_is(line, "pause"));
    } else if (cr_span_is(line, "go") && p->t->calls->go_on) {
        p->t->calls->go_on(p->t);
    } else if (cr_span_is(line, "hint") && p->t->calls->hint) {
        p->t->calls->hint(p->t);
    } else if (cr_span_is(line, "quit")) {
        p->has_quit = true;
    } else {
        return false;
    }
    return true;
}

/* JK-8.8: the clock stands while the person is asked whether it is meant. */
static void obey_key(plain *p, const draw_key *key)
{
    char line[LINE_MAX_BYTES];
    bool is_sure = true;

    if (key->sure) {
        keys_pause(p->t, key, true);
        printf("  %s (yes or no)\n> ", key->sure);
        fflush(stdout);
        is_sure = line_reader_next(&p->lines, p->is_typed ? -1 : FIRST_MS, line) == LINE_READ &&
                  (line[0] == 'y' || line[0] == 'Y');
        if (!p->is_typed)
            puts(is_sure ? "yes" : "no");
        keys_pause(p->t, key, false);
        p->shown = 0;
    }
    if (is_sure)
        try_text(p, key->move);
}

/* A key of the game's own: one character, or nothing at all for Enter. True if the line is done with. */
static bool obey_short(plain *p, cr_span line)
{
    const draw_key *key = keys_find(p->t, line.at < line.end ? *line.at : '\n');
    const char *hint = draw_of(p->t->game)->hint;

    if (line.end - line.at > 1)
        return false;
    if (key) {
        obey_key(p, key);
        return true;
    }
    if (hint && cr_span_is(line, "h")) {
        plain_show_help(p->t);
    } else if (hint) {
        printf("  %s\n", hint); /* JK-12.2, JK-13.3 */
    } else {
        return line.at == line.end;
    }
    return true;
}

/* A move of the game goes before a word of the same name. */
static void obey(plain *p, const char *text)
{
    cr_span line = cr_span_trim(cr_span_of(text));
    cr_move move;

    plain_log(p, "input", text);
    if (p->t->calls->obey && p->t->calls->obey(p->t, text))
        return;
    if (obey_short(p, line))
        return;
    if (!p->t->has_view) {
        if (!obey_word(p, line))
            puts("  the match has not begun; 'start' fills the open seats with bots");
        return;
    }
    if (!cr_move_parse(p->t->game, p->t->state, p->t->seat, text, &move).code ||
        !obey_word(p, line))
        try_move(p, text);
}

/* ---- waiting ---- */

/* A line of input, if there is one before something happens or the time is over. */
static line_result next_line(plain *p, int64_t wait_ms, char line[LINE_MAX_BYTES])
{
    line_result result = line_reader_next(&p->lines, 0, line);

    if (result == LINE_TIMEOUT && p->t->calls->wait(p->t, STDIN_FILENO, wait_ms))
        result = line_reader_next(&p->lines, 0, line);
    return result;
}

/* Waits for the person until the question runs out or somebody else has answered it. */
static void ask_person(plain *p)
{
    uint32_t ticket = p->t->view->q.ticket;
    char line[LINE_MAX_BYTES];
    double waited = 0;
    line_result result;

    fputs("> ", stdout);
    fflush(stdout);
    do {
        int64_t left = table_left_ms(p->t), wait = left < 0 ? -1 : left + 1;
        bool is_mute = !p->is_typed && !p->has_spoken && (wait < 0 || wait > FIRST_MS);

        if (is_mute)
            wait = FIRST_MS;
        if (p->is_verbose && left > 0)
            wait = left % 1000 + 1;
        result = next_line(p, wait, line);
        waited += (double)wait;
        plain_tick(p);
        /* Nobody may ever write to a pipe that stays open; a match must not wait for ever. */
        if (result == LINE_TIMEOUT && is_mute && waited >= FIRST_MS)
            result = LINE_END;
    } while (result == LINE_TIMEOUT && p->t->calls->turn(p->t) == TABLE_YOURS &&
             p->t->view->q.ticket == ticket);
    if (result == LINE_READ) {
        p->has_spoken = true;
        if (!p->is_typed)
            puts(line);
        if (p->t->calls->turn(p->t) == TABLE_YOURS && p->t->view->q.ticket == ticket)
            obey(p, line);
        else
            puts("  too late: the question is gone");
    } else if (result == LINE_END) {
        puts(p->is_typed         ? ""
             : p->t->calls->obey ? "(no more input)"
                                 : "(no more input: a bot plays on)");
        p->has_input = false;
        if (p->t->calls->hand_over)
            p->t->calls->hand_over(p->t);
    } else {
        puts(p->t->passing == ticket ? "(passed for you)" : "(time is up)");
    }
}

/* The others have the word: lines are words and nothing more. */
static void wait_for_others(plain *p, table_turn turn)
{
    char line[LINE_MAX_BYTES];
    line_result result;

    if (p->said != turn)
        puts(turn == TABLE_SEATS ? "(waiting for players; 'start' fills the open seats with bots)"
                                 : "(waiting for the others)");
    p->said = turn;
    fflush(stdout);
    /* What a script has written is for the questions it will be asked. */
    if (!p->has_input || (!p->is_typed && turn == TABLE_OTHERS)) {
        p->t->calls->wait(p->t, -1, -1);
        return;
    }
    result = next_line(p, -1, line);
    if (result == LINE_END)
        p->has_input = false;
    if (result == LINE_READ && !p->is_typed)
        puts(line);
    if (result == LINE_READ && turn == TABLE_OTHERS && !*line && p->t->calls->go_on)
        p->t->calls->go_on(p->t);
    else if (result == LINE_READ)
        obey(p, line);
}

/* What the person says about a rematch; false: nothing more is to be said. */
static bool obey_rematch(plain *p, const char *text)
{
    cr_span line = cr_span_trim(cr_span_of(text));
    bool is_swap = cr_span_is(line, "swap");

    if (cr_span_is(line, "yes"))
        p->t->calls->rematch(p->t, !p->t->has_offer || p->t->is_offer_swapped ? "swap" : "same");
    else if (is_swap || cr_span_is(line, "same"))
        p->t->calls->rematch(p->t, is_swap ? "swap" : "same");
    else if (cr_span_is(line, "log"))
        plain_show_log(p->t);
    else if (cr_span_is(line, "no") || cr_span_is(line, "quit"))
        return false;
    else
        puts("  'yes': a rematch, 'same' or 'swap': with which seats, 'no': leave");
    return true;
}

/* Once more with the same people? True: the table is that of the rematch. */
static bool ask_rematch(plain *p)
{
    uint64_t until = p->t->calls->now(p->t) + REMATCH_MS;
    bool has_asked = false, goes_on = true;
    char line[LINE_MAX_BYTES];

    puts("Rematch? 'yes', with 'same' seats or 'swap', or 'no'.");
    while (goes_on && p->t->is_over && p->t->calls->turn(p->t) != TABLE_LOST) {
        bool waits = p->is_typed || (has_asked && p->t->has_offer);
        int64_t left = (int64_t)(until - p->t->calls->now(p->t));
        line_result result;

        fflush(stdout);
        result = next_line(p, waits ? 500 : left > 0 ? left : 0, line);
        if (result == LINE_READ) {
            if (!p->is_typed)
                puts(line);
            goes_on = obey_rematch(p, line);
            has_asked = true;
            until = p->t->calls->now(p->t) + REMATCH_MS;
        } else if (result == LINE_END && !(has_asked && p->t->has_offer)) {
            goes_on = false;
        } else if (result == LINE_END) {
            p->t->calls->wait(p->t, -1,
                              500); /* the script has said its word: the others have theirs */
        } else if (!waits && left <= 0) {
            goes_on = false;
        }
    }
    if (p->t->is_over && p->t->has_offer)
        p->t->calls->rematch(p->t, "no");
    p->shown = 0;
    free(p->shown_view);
    p->shown_view = NULL;
    return !p->t->is_over;
}

int plain_play(table *t, bool is_verbose)
{
    plain p = {
        .t = t, .is_verbose = is_verbose, .has_input = true, .is_typed = isatty(STDIN_FILENO)};
    table_turn turn = TABLE_MOVED;

    line_reader_init(&p.lines, STDIN_FILENO);
    t->told = plain_told;
    t->listener = &p; /* cppcheck-suppress autoVariables; taken back below */
    for (size_t i = 0; i < t->n_log; i++)
        plain_told(t, t->log[i].line, t->log[i].says);
    while (turn != TABLE_OVER && turn != TABLE_LOST && !p.has_quit) {
        turn = t->calls->turn(t);
        if (*t->trouble && turn != TABLE_LOST) {
            printf("  %s\n", t->trouble);
            *t->trouble = 0;
        }
        if (turn == TABLE_YOURS) {
            p.said = TABLE_YOURS;
            plain_show_question(&p);
            ask_person(&p);
        } else if (turn == TABLE_OTHERS || turn == TABLE_SEATS) {
            wait_for_others(&p, turn);
        } else if (turn == TABLE_OVER && p.has_input && table_may_rematch(t)) {
            putchar('\n');
            table_print_end(t);
            if (ask_rematch(&p))
                turn = TABLE_MOVED;
            else
                p.has_told_end = true;
        }
    }
    t->told = NULL;
    t->listener = NULL;
    free(p.shown_view);
    if (turn == TABLE_LOST) {
        cli_error("%s", t->trouble);
        return CLI_FAILED;
    }
    if (!p.has_told_end) {
        putchar('\n');
        table_print_end(t);
    }
    return CLI_DONE;
}
