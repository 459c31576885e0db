/* Line mode: what is written. */
#include "terminal/plain_inside.h"
#include "terminal/drawn.h"
#include "terminal/keys.h"
#include "cli/rulebook.h"
#include "cli/teach.h"

#include <stdlib.h>

enum { COLUMNS = 96 };

/* JK-13.8: time stamp, kind, text. */
void plain_log(const plain *p, const char *kind, const char *text)
{
    uint64_t now = p->t->calls->now(p->t);

    if (p->is_verbose)
        printf("%6llu.%03u %s %s\n", (unsigned long long)now / 1000, (unsigned)(now % 1000), kind,
               text);
}

void plain_tick(plain *p)
{
    int64_t second = table_left_ms(p->t) < 0 ? -1 : (table_left_ms(p->t) + 999) / 1000;
    char text[32];

    if (!p->is_verbose || second < 0 || second == p->shown_second)
        return;
    p->shown_second = second;
    snprintf(text, sizeof text, "%lld", (long long)second);
    plain_log(p, "tick", text);
}

void plain_told(table *t, const char *line, const char *says)
{
    const plain *p = t->listener;

    if (p->is_verbose)
        plain_log(p, strncmp(line, "state ", 6) ? "event" : "transition", line);
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

/* Does a line tell nothing? Either it is as in the empty view, or all it names is nobody, nothing or zero. */
static bool is_blank(const char *empty, cr_span line)
{
    static const char *const nothing[] = {"-", "?", "0", "no", "none", "nobody"};
    cr_span value = line;

    if (drawn_has_line(empty, line))
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

/* Empty fields are left out, unless they have just become so. */
void plain_show_view(plain *p, bool is_whole)
{
    char *own = view_text(p->t->game, p->t->view), *open = open_text(p->t);
    char *empty = empty_text(p->t);
    cr_span in = cr_span_of(own ? own : "");
    unsigned n_effects = 0;

    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);
        bool is_new = !drawn_has_line(p->shown_view, line);
        bool is_worth = is_blank(empty, line) ? is_new && p->shown_view && !is_whole
                                              : is_whole || is_new || !drawn_has_line(open, line);

        if (!is_noise(line, &n_effects) && is_worth)
            printf("  %.*s\n", (int)(line.end - line.at), line.at);
    }
    free(empty);
    free(open);
    free(p->shown_view);
    p->shown_view = own;
}

void plain_show_table(const plain *p)
{
    const char *names[CR_SEATS_MAX];
    scene on = table_scene(p->t, names);

    drawn_print(stdout, &on, "");
}

/* What is there: in the game's own words where it has them. */
static void show_news(plain *p)
{
    const char *names[CR_SEATS_MAX];
    scene on = table_scene(p->t, names);

    if (!drawn_say(stdout, &on, "  "))
        plain_show_view(p, false);
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
    static char lines[PLAIN_LISTED_MAX][TABLE_TEXT];

    for (size_t i = 0; i < n; i++) {
        cr_text text = cr_text_on(lines[i], sizeof lines[i]);

        table_say_move(t, &moves[i], &text);
    }
    show_numbered(lines, n);
}

/* All that may be done, as far as there is room. */
void plain_show_all_moves(plain *p)
{
    cr_move moves[PLAIN_LISTED_MAX];
    bool is_all;
    size_t n = table_list(p->t, moves, PLAIN_LISTED_MAX, &is_all);

    p->lists_all = true;
    show_moves(p->t, moves, n);
    if (!is_all)
        printf("  and more\n");
}

void plain_show_choice(plain *p)
{
    static char lines[PARTS_OPTIONS][TABLE_TEXT];
    char question[TABLE_TEXT];
    cr_text text = cr_text_on(question, sizeof question);
    cr_move moves[PLAIN_LISTED_MAX];

    p->lists_all = false;
    if (!p->asks_parts) {
        show_moves(p->t, moves, parts_list(&p->parts, moves, PLAIN_LISTED_MAX));
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

void plain_show_question(plain *p)
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
    plain_tick(p);
    p->asks_parts = parts_begin(&p->parts, t);
    if (keys_are_here(t))
        show_keys(t);
    else
        plain_show_choice(p);
}

void plain_show_help(const table *t)
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

void plain_show_refusal(const plain *p, const char *typed, const cr_move *move, cr_refusal refusal)
{
    char words[4 * CR_SAY_MAX];
    cr_text text = cr_text_on(words, sizeof words);
    cr_span in;

    plain_log(p, "reject", cr_code_name(p->t->game, refusal.code));
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

void plain_show_how(const table *t)
{
    const teaching *teach = teach_of(t->game);

    if (teach && teach->how)
        fputs(teach->how, stdout);
    else
        puts("  nobody has written that; 'rules' has the rules");
}

void plain_show_rules(const table *t, cr_span id)
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

void plain_show_log(const table *t)
{
    for (size_t i = 0; i < t->n_log; i++)
        if (*t->log[i].says)
            printf("* %s\n", t->log[i].says);
}
