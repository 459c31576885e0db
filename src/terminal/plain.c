/* Line mode: a match read and written line by line, for pipes, simple terminals and screen readers. */
#include "terminal/terminal.h"
#include "terminal/drawn.h"
#include "terminal/keys.h"
#include "terminal/lines.h"
#include "terminal/parts.h"
#include "cli/rulebook.h"
#include "cli/teach.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    LISTED_MAX = 400,  /* moves that `moves` lists */
    FIRST_MS = 2000,   /* how long a pipe may take to bring its first line */
    REMATCH_MS = 2000, /* and how long for a word about a rematch */
    COLUMNS = 96
};

typedef struct {
    table *t;
    line_reader lines;
    char *shown_view;     /* as it was shown last, or NULL */
    uint32_t shown;       /* ticket of the question that was last put to the person */
    int64_t shown_second; /* what the last tick said */
    table_turn said;      /* what the person was last told to wait for */
    bool is_typed;        /* a terminal shows what is typed */
    bool is_verbose;
    bool has_input, has_spoken, has_quit, has_told_end;
    bool asks_parts; /* too many moves to list: a part of one is asked for */
    bool lists_all;  /* numbers are those of all moves, as 'moves' showed them */
    parts parts;
} play;

/* ---- showing ---- */

/* JK-13.8: time stamp, kind, text. */
static void log_line(const play *p, const char *kind, const char *text)
{
    uint64_t now = p->t->calls->now(p->t);

    if (p->is_verbose)
        printf("%6llu.%03u %s %s\n", (unsigned long long)now / 1000, (unsigned)(now % 1000), kind,
               text);
}

static void tick(play *p)
{
    int64_t second = table_left_ms(p->t) < 0 ? -1 : (table_left_ms(p->t) + 999) / 1000;
    char text[32];

    if (!p->is_verbose || second < 0 || second == p->shown_second)
        return;
    p->shown_second = second;
    snprintf(text, sizeof text, "%lld", (long long)second);
    log_line(p, "tick", text);
}

static void told(table *t, const char *line, const char *says)
{
    const play *p = t->listener;

    if (p->is_verbose)
        log_line(p, strncmp(line, "state ", 6) ? "event" : "transition", line);
    else if (*says)
        printf("* %s\n", says);
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

/* A view as text; the caller frees it. NULL without memory. */
static char *view_text(const cr_game *game, const cr_view *view)
{
    size_t len = cr_view_print(game, view, NULL, 0);
    char *text = malloc(len + 1);

    if (text)
        cr_view_print(game, view, text, len + 1);
    return text;
}

/* What everybody may know. */
static char *open_text(const table *t)
{
    cr_view *view = malloc(t->game->view_size);
    char *text = NULL;

    if (view) {
        cr_see(t->game, t->state, CR_SPECTATOR, view);
        text = view_text(t->game, view);
    }
    free(view);
    return text;
}

/* A view in which nothing is: its lines are those of empty fields. */
static char *empty_text(const table *t)
{
    cr_view *view = calloc(1, t->game->view_size);
    char *text = NULL;

    if (view) {
        view->n_seats = t->view->n_seats;
        text = view_text(t->game, view);
    }
    free(view);
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

/* Does a line tell nothing: as in the empty view, or one in which nobody, nothing or no number is named? */
static bool is_blank(const char *empty, cr_span line)
{
    static const char *const nothing[] = {"-", "?", "0", "no", "none", "nobody"};
    cr_span value = line;

    if (has_line(empty, line))
        return true;
    while (value.at < value.end && *value.at++ != ':')
        ;
    while (!cr_span_is_empty(&value)) {
        cr_span word = cr_span_word(&value);
        size_t i = 0;

        while (i < CR_COUNT_OF(nothing) && !cr_span_is(word, nothing[i]))
            i++;
        if (i == CR_COUNT_OF(nothing))
            return false;
    }
    return true;
}

/* Shows the view, or only what is new in it and what this seat alone can see. Empty fields are left out, unless they have
 * just become so. */
static void show_view(play *p, bool is_whole)
{
    char *own = view_text(p->t->game, p->t->view), *open = open_text(p->t);
    char *empty = empty_text(p->t);
    cr_span in = cr_span_of(own ? own : "");
    unsigned n_effects = 0;

    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);
        bool is_new = !has_line(p->shown_view, line);
        bool is_worth = is_blank(empty, line) ? is_new && p->shown_view && !is_whole
                                              : is_whole || is_new || !has_line(open, line);

        if (!is_noise(line, &n_effects) && is_worth)
            printf("  %.*s\n", (int)(line.end - line.at), line.at);
    }
    free(empty);
    free(open);
    free(p->shown_view);
    p->shown_view = own;
}

static void show_table(const play *p)
{
    const char *names[CR_SEATS_MAX];
    scene on = table_scene(p->t, names);

    drawn_print(stdout, &on, "");
}

/* What is there: in the game's own words where it has them. */
static void show_news(play *p)
{
    const char *names[CR_SEATS_MAX];
    scene on = table_scene(p->t, names);

    if (!drawn_say(stdout, &on, "  "))
        show_view(p, false);
}

/* Lines in columns, each with its number. */
static void show_numbered(char (*lines)[TABLE_TEXT], size_t n)
{
    size_t width = 0, n_columns;

    for (size_t i = 0; i < n; i++) {
        size_t len = cr_span_columns(cr_span_of(lines[i]));

        width = len > width ? len : width;
    }
    n_columns = COLUMNS / (width + 6);
    for (size_t i = 0; i < n; i++) {
        bool is_last = i + 1 == n || !n_columns || (i + 1) % n_columns == 0;
        int pad = is_last ? 0 : (int)(width - cr_span_columns(cr_span_of(lines[i])));

        printf("%4zu %s%*s%s", i + 1, lines[i], pad, "", is_last ? "\n" : " ");
    }
}

/* The moves in words. */
static void show_moves(const table *t, const cr_move *moves, size_t n)
{
    static char lines[LISTED_MAX][TABLE_TEXT];

    for (size_t i = 0; i < n; i++) {
        cr_text text = cr_text_on(lines[i], sizeof lines[i]);

        table_say_move(t, &moves[i], &text);
    }
    show_numbered(lines, n);
}

/* All that may be done, as far as there is room. */
static void show_all_moves(play *p)
{
    cr_move moves[LISTED_MAX];
    bool is_all;
    size_t n = table_list(p->t, moves, LISTED_MAX, &is_all);

    p->lists_all = true;
    show_moves(p->t, moves, n);
    if (!is_all)
        printf("  and more\n");
}

/* The part that is asked for, or the moves that are left. */
static void show_choice(play *p)
{
    static char lines[PARTS_OPTIONS][TABLE_TEXT];
    char question[TABLE_TEXT];
    cr_text text = cr_text_on(question, sizeof question);
    cr_move moves[LISTED_MAX];

    p->lists_all = false;
    if (!p->asks_parts) {
        show_moves(p->t, moves, parts_list(&p->parts, moves, LISTED_MAX));
        return;
    }
    parts_question(&p->parts, &text);
    printf("  %s%s\n", question, p->parts.n_chosen ? " ('back' takes the last answer back)" : "");
    for (size_t i = 0; i < p->parts.n_options; i++) {
        cr_text option = cr_text_on(lines[i], sizeof lines[i]);

        parts_option(&p->parts, i, &option);
    }
    show_numbered(lines, p->parts.n_options);
}

/* Keys of the game's own stand in the place of numbers. */
static void show_keys(const table *t)
{
    const draw_key *key = draw_of(t->game)->keys;

    for (; key && key->move; key++)
        if (keys_find(t, key->key) == key)
            printf("  %-6s %s\n", key->key == '\n' ? "Enter" : (char[]){key->key, 0}, key->move);
}

static void show_question(play *p)
{
    const table *t = p->t;
    const cr_question *q = &t->view->q;
    char question[TABLE_TEXT];
    cr_text text = cr_text_on(question, sizeof question);

    if (p->shown == q->ticket && !p->t->is_set_anew)
        return;
    p->t->is_set_anew = false;
    p->shown = q->ticket;
    putchar('\n');
    show_news(p);
    table_question(t, &text);
    printf("%s", question);
    if (table_left_ms(t) >= 0)
        printf("  (%.1f s left)", (double)table_left_ms(t) / 1000);
    putchar('\n');
    p->shown_second = -1;
    tick(p);
    p->asks_parts = parts_begin(&p->parts, t);
    if (keys_are_here(t))
        show_keys(t);
    else
        show_choice(p);
}

static void show_help(const table *t)
{
    if (draw_of(t->game)->hint)
        printf("  %s\n", draw_of(t->game)->hint);
    puts("  write a move or its number, or one of these:\n"
         "    moves      all you may do; where that is much, it is asked for part by part\n"
         "    back       takes the last part back\n"
         "    view       all you can see; by itself only what is new is shown\n"
         "    table      the same as a picture\n"
         "    log        everything that happened, as you saw it\n"
         "    how        how the game is played, on one sheet\n"
         "    rules      the rules; 'rules ID' one of them\n"
         "    wait       leave the question to others who are asked too\n"
         "    start      fill the open seats of a match on a server with bots\n"
         "    hint       the best moves, found from what you see\n"
         "    auto       pass for me where nothing else is possible; 'ask': ask me again\n"
         "    pause      ask the others on a server for a pause; 'resume': end it\n"
         "    go         bots need not wait for me; so does an empty line while they think\n"
         "    quit       leave the match");
}

static void show_refusal(const play *p, const char *typed, const cr_move *move, cr_refusal refusal)
{
    char words[4 * CR_SAY_MAX];
    cr_text text = cr_text_on(words, sizeof words);
    cr_span in;

    log_line(p, "reject", cr_code_name(p->t->game, refusal.code));
    table_say_refusal(p->t, typed, move, refusal, &text);
    in = cr_span_of(words);
    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);

        printf("  %.*s\n", (int)(line.end - line.at), line.at);
    }
    if (refusal.code == CR_CODE_MALFORMED)
        puts("  'moves' lists the moves, 'help' the other commands");
    if (p->t->calls->refused)
        p->t->calls->refused(p->t, typed, refusal);
}

static void show_how(const table *t)
{
    const teaching *teach = teach_of(t->game);

    if (teach && teach->how)
        fputs(teach->how, stdout);
    else
        puts("  nobody has written that; 'rules' has the rules");
}

static void show_rules(const table *t, cr_span id)
{
    char word[64];
    uint16_t rule;

    if (cr_span_is_empty(&id)) {
        cli_print(stdout, rulebook_text, t->game);
        return;
    }
    snprintf(word, sizeof word, "%.*s", (int)(id.end - id.at), id.at);
    rule = rulebook_find(t->game, word);
    if (rule)
        cli_print(stdout, rulebook_rule_text, &t->game->rules[rule]);
    else
        printf("  %s has no rule '%s'\n", t->game->name, word);
}

/* ---- obeying ---- */

static void try_text(const play *p, const char *text)
{
    cr_move move;
    cr_refusal refusal = table_read(p->t, text, &move);

    if (refusal.code)
        show_refusal(p, text, &move, refusal);
    else
        p->t->calls->play(p->t, &move, text);
}

static void play_move(const play *p, const cr_move *move)
{
    char line[TABLE_TEXT];

    cr_move_print(p->t->game, move, line, sizeof line);
    p->t->calls->play(p->t, move, line);
}

/* A number: of a part's value, or of a move in the list that was shown. */
static void try_number(play *p, size_t number)
{
    cr_move moves[LISTED_MAX];
    bool is_part = p->asks_parts && !p->lists_all;
    size_t n = p->lists_all ? table_list(p->t, moves, LISTED_MAX, NULL)
               : is_part    ? p->parts.n_options
                            : parts_list(&p->parts, moves, LISTED_MAX);

    if (number > n) {
        printf("  there is no number %zu here: 'moves' lists the moves\n", number);
    } else if (!is_part) {
        play_move(p, &moves[number - 1]);
    } else {
        p->asks_parts = parts_choose(&p->parts, number - 1);
        if (!p->asks_parts && parts_list(&p->parts, moves, 2) == 1)
            play_move(p, &moves[0]);
        else
            show_choice(p);
    }
}

static void try_move(play *p, const char *text)
{
    cr_span in = cr_span_of(text);
    int64_t number;

    if (!cr_span_int(&in, 1, LISTED_MAX, &number) || !cr_span_is_empty(&in))
        try_text(p, text);
    else
        try_number(p, (size_t)number);
}

static void show_log(const table *t)
{
    for (size_t i = 0; i < t->n_log; i++)
        if (*t->log[i].says)
            printf("* %s\n", t->log[i].says);
}

/* One of the words that are no moves; false if it is none of them. */
static bool obey_word(play *p, cr_span line)
{
    cr_span rest = line;

    if (cr_span_is(line, "help") || cr_span_is(line, "?")) {
        show_help(p->t);
    } else if (cr_span_is(line, "moves")) {
        show_all_moves(p);
    } else if (cr_span_is(line, "back") && p->parts.ticket == p->t->view->q.ticket) {
        p->asks_parts = parts_back(&p->parts);
        show_choice(p);
    } else if (cr_span_is(line, "view")) {
        show_view(p, true);
    } else if (cr_span_is(line, "table")) {
        show_table(p);
    } else if (cr_span_is(line, "log")) {
        show_log(p->t);
    } else if (cr_span_is(line, "how")) {
        show_how(p->t);
    } else if (cr_span_take(&rest, "rules")) {
        show_rules(p->t, cr_span_trim(rest));
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
static void obey_key(play *p, const draw_key *key)
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
static bool obey_short(play *p, cr_span line)
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
        show_help(p->t);
    } else if (hint) {
        printf("  %s\n", hint); /* JK-12.2, JK-13.3 */
    } else {
        return line.at == line.end;
    }
    return true;
}

/* A move of the game goes before a word of the same name. */
static void obey(play *p, const char *text)
{
    cr_span line = cr_span_trim(cr_span_of(text));
    cr_move move;

    log_line(p, "input", text);
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
static line_result next_line(play *p, int64_t wait_ms, char line[LINE_MAX_BYTES])
{
    line_result result = line_reader_next(&p->lines, 0, line);

    if (result == LINE_TIMEOUT && p->t->calls->wait(p->t, STDIN_FILENO, wait_ms))
        result = line_reader_next(&p->lines, 0, line);
    return result;
}

/* Waits for the person until the question runs out or somebody else has answered it. */
static void ask_person(play *p)
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
        tick(p);
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
static void wait_for_others(play *p, table_turn turn)
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
static bool obey_rematch(play *p, const char *text)
{
    cr_span line = cr_span_trim(cr_span_of(text));
    bool is_swap = cr_span_is(line, "swap");

    if (cr_span_is(line, "yes"))
        p->t->calls->rematch(p->t, !p->t->has_offer || p->t->is_offer_swapped ? "swap" : "same");
    else if (is_swap || cr_span_is(line, "same"))
        p->t->calls->rematch(p->t, is_swap ? "swap" : "same");
    else if (cr_span_is(line, "log"))
        show_log(p->t);
    else if (cr_span_is(line, "no") || cr_span_is(line, "quit"))
        return false;
    else
        puts("  'yes': a rematch, 'same' or 'swap': with which seats, 'no': leave");
    return true;
}

/* Once more with the same people? True: the table is that of the rematch. */
static bool ask_rematch(play *p)
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
    play p = {
        .t = t, .is_verbose = is_verbose, .has_input = true, .is_typed = isatty(STDIN_FILENO)};
    table_turn turn = TABLE_MOVED;

    line_reader_init(&p.lines, STDIN_FILENO);
    t->told = told;
    t->listener = &p; /* cppcheck-suppress autoVariables; taken back below */
    for (size_t i = 0; i < t->n_log; i++)
        told(t, t->log[i].line, t->log[i].says);
    while (turn != TABLE_OVER && turn != TABLE_LOST && !p.has_quit) {
        turn = t->calls->turn(t);
        if (*t->trouble && turn != TABLE_LOST) {
            printf("  %s\n", t->trouble);
            *t->trouble = 0;
        }
        if (turn == TABLE_YOURS) {
            p.said = TABLE_YOURS;
            show_question(&p);
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
