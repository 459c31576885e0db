/* Full-screen play: the list of moves, keys, and the loop. play_draw.c draws it. */
#include "terminal/play_inside.h"
#include "terminal/keys.h"
#include "cli/rulebook.h"
#include "terminal/screen.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    WAKE_MS = 500,     /* a signal or a resize just before the wait is seen so much later */
    PACE_MS = 400,     /* between moves of bots that one only watches */
    MOVES_AT_ONCE = 64 /* moves of others before the screen is drawn again */
};

/* ---- the list of moves ---- */

static void forget_list(stage *s)
{
    for (size_t i = 0; i < s->n_moves; i++)
        free(s->texts[i]);
    s->n_moves = s->n_shown = s->chosen = 0;
    s->listed = 0;
}

bool play_is_control(const stage *s, size_t i)
{
    return !s->asks_parts && s->t->game->kinds[s->moves[i].kind].flags & CR_CONTROL;
}

/* What is typed may be part of what is read or of what is written. */
static bool matches(const stage *s, size_t i)
{
    char written[TABLE_TEXT];

    if (pager_matches(s->texts[i], s->typed))
        return true;
    if (s->asks_parts)
        return false;
    cr_move_print(s->t->game, &s->moves[i], written, sizeof written);
    return pager_matches(written, s->typed);
}

static bool is_written(const stage *s, size_t i)
{
    char written[TABLE_TEXT] = "";

    if (!s->asks_parts)
        cr_move_print(s->t->game, &s->moves[i], written, sizeof written);
    return !strcmp(s->texts[i], s->typed) || !strcmp(written, s->typed);
}

/* Interrupts and the like stand behind the answers and wait until somebody types for them. */
static void filter(stage *s)
{
    bool has_answers = s->n_moves && !play_is_control(s, 0);

    s->n_shown = 0;
    for (size_t i = 0; i < s->n_moves; i++)
        if (matches(s, i) && (*s->typed || !has_answers || !play_is_control(s, i)))
            s->shown[s->n_shown++] = i;
    s->chosen = 0;
    /* What is written in full is meant, even if more fits. */
    for (size_t i = 0; i < s->n_shown; i++)
        if (is_written(s, s->shown[i]))
            s->chosen = i;
}

/* Fills the list: the moves, the values of a part, or the moves that are left behind the parts. */
static void fill_list(stage *s)
{
    const table *t = s->t;
    size_t n = s->asks_parts       ? s->parts.n_options
               : s->parts.n_chosen ? parts_list(&s->parts, s->moves, TABLE_LISTED)
                                   : table_list(t, s->moves, TABLE_LISTED, &s->is_all);

    for (; s->n_moves < n; s->n_moves++) {
        char text[TABLE_TEXT];
        cr_text out = cr_text_on(text, sizeof text);

        if (s->asks_parts)
            parts_option(&s->parts, s->n_moves, &out);
        else
            table_say_move(t, &s->moves[s->n_moves], &out);
        s->texts[s->n_moves] = strdup(text);
        if (!s->texts[s->n_moves])
            break;
    }
    s->listed = t->view->q.ticket;
}

static void list_moves(stage *s)
{
    forget_list(s);
    s->asks_parts = false;
    s->parts.n_chosen = 0;
    if (table_is_asked(s->t)) {
        s->asks_parts = !keys_are_here(s->t) && parts_begin(&s->parts, s->t);
        fill_list(s);
    }
    filter(s);
}

static bool is_list_old(const stage *s)
{
    return s->listed != (table_is_asked(s->t) ? s->t->view->q.ticket : 0);
}

/* ---- long texts ---- */

static char *written(void (*write)(cr_text *out, const void *with), const void *with)
{
    cr_text measure = {NULL, 0, 0}, out;
    char *text;

    write(&measure, with);
    text = malloc(measure.len + 1);
    if (text) {
        out = cr_text_on(text, measure.len + 1);
        write(&out, with);
    }
    return text;
}

static void write_help(cr_text *out, const void *with)
{
    const table *t = with;
    const draw_key *key = draw_of(t->game)->keys;

    cr_text_str(
        out,
        "The table is on top, the referee's question below it, then what you may do.\n \n"
        "Type           part of a move: the list shows what fits\n"
        "Arrows, Pages  choose in the list\n"
        "Enter          plays the chosen move; if nothing fits, says why not and by which rule\n"
        "Tab            writes the chosen move out, to change it\n"
        "Esc            takes back what is typed, or the last part; then asks whether to leave\n"
        "F1 or ?        this help\n"
        "F2             the rules; type to find one\n"
        "F3             the log: all that happened, as you saw it\n"
        "F4             everything you may know, field by field\n"
        "F5             on a server: fills the open seats with bots\n"
        "F6             leaves the question to others who are asked too\n"
        "F7             passes for you where nothing else is possible, or asks you again\n"
        "F8             a hint: the best moves, found from what you see\n"
        "Space, Enter   while bots think: they need not wait for you\n"
        "Ctrl-C         leaves at once\n");
    if (key)
        cr_text_str(out, " \nKeys of this game (a move is typed behind /):\n");
    for (; key && key->move; key++)
        cr_text_fmt(out, "  %-6s %-24s %s\n", key->key == '\n' ? "Enter" : (char[]){key->key, 0},
                    key->asked ? key->asked : "at any time", key->move);
    cr_text_str(out, " \n");
    cr_text_str(out, t->game->about);
    cr_text_char(out, '\n');
}

static void write_rules(cr_text *out, const void *with)
{
    const cr_game *game = ((const table *)with)->game;

    for (unsigned i = 1; i < game->n_rules; i++)
        cr_text_fmt(out, "%-8s %s\n", game->rules[i].id, game->rules[i].text);
}

static void write_log(cr_text *out, const void *with)
{
    const table *t = with;

    for (size_t i = 0; i < t->n_log; i++)
        if (*t->log[i].says)
            cr_text_fmt(out, "%s\n", t->log[i].says);
}

static void write_fields(cr_text *out, const void *with)
{
    const table *t = with;

    if (t->has_view)
        cr_view_write(out, t->game, t->view);
}

static void open_pager(stage *s, const char *title, void (*write)(cr_text *, const void *))
{
    char *text = written(write, s->t);

    if (text)
        pager_open(&s->pager, title, text);
}

/* ---- keys ---- */

/* What is wrong and why, and behind it what is possible. */
static void explain(stage *s, const char *text, const cr_move *move, cr_refusal refusal)
{
    cr_text out = cr_text_on(s->why, sizeof s->why);

    table_say_refusal(s->t, text, move, refusal, &out);
}

static void try_text(stage *s, const char *text)
{
    cr_move move = {0};
    cr_refusal refusal = table_read(s->t, text, &move);

    if (refusal.code) {
        explain(s, text, &move, refusal);
        return;
    }
    s->typed[0] = 0;
    s->t->calls->play(s->t, &move, text);
    forget_list(s);
}

static void play_chosen(stage *s)
{
    if (s->chosen < s->n_shown && s->asks_parts) {
        size_t i = s->shown[s->chosen];

        s->typed[0] = 0;
        forget_list(s);
        s->asks_parts = parts_choose(&s->parts, i);
        fill_list(s);
        filter(s);
    } else if (s->chosen < s->n_shown) {
        size_t i = s->shown[s->chosen];
        char written[TABLE_TEXT];

        s->typed[0] = 0;
        cr_move_print(s->t->game, &s->moves[i], written, sizeof written);
        s->t->calls->play(s->t, &s->moves[i], written);
        forget_list(s);
    } else if (*s->typed && s->t->has_view) {
        try_text(s, s->typed);
    }
}

static void take_part_back(stage *s)
{
    forget_list(s);
    s->asks_parts = parts_back(&s->parts);
    fill_list(s);
    filter(s);
}

static void type(stage *s, int key)
{
    size_t len = strlen(s->typed);
    cr_text out = {s->typed, len, sizeof s->typed};

    if (len + 5 > sizeof s->typed)
        return;
    sheet_rune(&out, (uint32_t)key);
    filter(s);
}

static void erase_one(stage *s)
{
    size_t len = strlen(s->typed);

    while (len && ((unsigned char)s->typed[len - 1] & 0xC0) == 0x80)
        len--;
    s->typed[len ? len - 1 : 0] = 0;
    filter(s);
}

/* JK-8.8: the clock stands while a key wants to be sure. */
static void obey_key(stage *s, const draw_key *key)
{
    if (key->sure) {
        s->asking = key;
        keys_pause(s->t, key, true);
    } else {
        try_text(s, key->move);
    }
}

static void answer_sure(stage *s, int key)
{
    bool is_yes = key == 'y' || key == 'Y';

    if (key == SCREEN_RESIZED)
        return;
    if (s->asking) {
        const draw_key *asking = s->asking;

        s->asking = NULL;
        keys_pause(s->t, asking, false);
        s->t->calls->turn(s->t); /* the clock first */
        if (is_yes)
            try_text(s, asking->move);
    }
    s->has_left |= s->is_leaving && is_yes;
    s->is_leaving = false;
}

/* Moves through the list, wrapping. */
static void choose(stage *s, long by)
{
    long n = (long)s->n_shown;

    if (n)
        s->chosen = (size_t)((((long)s->chosen + by) % n + n) % n);
}

/* Keys that do the same at any time; false if it is none of them. */
static bool obey_anywhere(stage *s, int key)
{
    switch (key) {
    case SCREEN_F1:
        open_pager(s, "Help", write_help);
        break;
    case SCREEN_F2:
        open_pager(s, "Rules", write_rules);
        break;
    case SCREEN_F3:
        open_pager(s, "Log", write_log);
        pager_to_end(&s->pager);
        break;
    case SCREEN_F4:
        open_pager(s, "All you may know", write_fields);
        break;
    case SCREEN_F5:
        if (s->t->calls->start)
            s->t->calls->start(s->t);
        break;
    case SCREEN_F6:
        s->t->left_alone = s->t->view->q.ticket;
        break;
    case SCREEN_F7:
        table_set_empty(s->t, !s->t->passes_empty);
        snprintf(s->notice, sizeof s->notice,
                 s->t->passes_empty ? "Where you can only pass, it is done for you."
                                    : "You are asked where you can only pass.");
        break;
    case SCREEN_F8:
        if (s->t->calls->hint)
            s->t->calls->hint(s->t);
        break;
    case SCREEN_UP:
        choose(s, -(long)s->columns);
        break;
    case SCREEN_DOWN:
        choose(s, (long)s->columns);
        break;
    case SCREEN_LEFT:
        choose(s, -1);
        break;
    case SCREEN_RIGHT:
        choose(s, 1);
        break;
    case SCREEN_PAGE_UP:
        choose(s, -(long)(s->columns * s->rows));
        break;
    case SCREEN_PAGE_DOWN:
        choose(s, (long)(s->columns * s->rows));
        break;
    case SCREEN_F10:
        s->is_leaving = true;
        break;
    case SCREEN_RESIZED:
        break;
    default:
        return false;
    }
    return true;
}

/* A game with keys of its own takes single characters as keys, until something is typed behind a slash. */
static bool obey_game_key(stage *s, int key)
{
    const drawing *d = draw_of(s->t->game);
    const draw_key *row;

    if (!d->keys || *s->typed || key > 0x7E)
        return false;
    if (key == '/') {
        type(s, ' ');
        return true;
    }
    row = keys_find(s->t, key == ' ' ? '\n' : (char)key);
    if (row)
        obey_key(s, row);
    else if (key == 'h' || key == 'H')
        open_pager(s, "Help", write_help);
    else if (key >= ' ' && key != '?')
        snprintf(s->notice, sizeof s->notice, "%s", d->hint); /* JK-12.2, JK-13.3 */
    else
        return false;
    return true;
}

static void obey(stage *s, int key)
{
    if (s->pager.text) {
        pager_key(&s->pager, key);
        return;
    }
    if (s->asking || s->is_leaving) {
        answer_sure(s, key);
        return;
    }
    if (key != SCREEN_RESIZED)
        s->notice[0] = s->why[0] = 0;
    if (table_may_rematch(s->t) && key < 0x7F && strchr("rsn", key) && key) {
        bool is_swap = !s->t->has_offer || s->t->is_offer_swapped;

        if (key == 's')
            is_swap = !is_swap;
        s->t->calls->rematch(s->t, key == 'n' ? "no" : is_swap ? "swap" : "same");
        return;
    }
    if (s->t->is_over && (key == SCREEN_ENTER || key == SCREEN_ESCAPE || key == 'q')) {
        s->has_left = true;
        return;
    }
    if ((key == SCREEN_ENTER || key == ' ') && s->t->has_view && s->t->calls->go_on &&
        !s->t->is_over && !table_is_asked(s->t)) {
        s->t->calls->go_on(s->t);
        return;
    }
    if (obey_anywhere(s, key) || obey_game_key(s, key))
        return;
    switch (key) {
    case SCREEN_ENTER:
        play_chosen(s);
        break;
    case SCREEN_TAB:
        if (s->chosen < s->n_shown && !s->asks_parts)
            cr_move_print(s->t->game, &s->moves[s->shown[s->chosen]], s->typed, sizeof s->typed);
        filter(s);
        break;
    case SCREEN_ESCAPE:
        if (!*s->typed && s->n_moves && s->parts.n_chosen) {
            take_part_back(s);
            break;
        }
        s->is_leaving = !*s->typed;
        s->typed[0] = 0;
        filter(s);
        break;
    case SCREEN_ERASE:
        erase_one(s);
        break;
    case SCREEN_CLEAR:
        s->typed[0] = 0;
        filter(s);
        break;
    case '?':
        if (!*s->typed) {
            open_pager(s, "Help", write_help);
            break;
        }
        type(s, key);
        break;
    default:
        if (key >= ' ')
            type(s, key);
    }
}

/* ---- the loop ---- */

/* Until the clock shows another second. */
static int64_t next_look(const table *t, table_turn turn)
{
    int64_t left = t->has_view ? table_left_ms(t) : -1;

    if (turn == TABLE_MOVED)
        return t->seat < CR_SEATS_MAX ? 0 : PACE_MS;
    if (left < 0 || t->view->paused || left % 1000 >= WAKE_MS)
        return WAKE_MS;
    return left % 1000 + 1;
}

/* What others do, a handful at a time. */
static table_turn let_others(stage *s)
{
    table_turn turn = TABLE_MOVED;
    bool is_watched = s->t->seat >= CR_SEATS_MAX;

    for (unsigned i = 0; turn == TABLE_MOVED && i < (is_watched ? 1 : MOVES_AT_ONCE); i++)
        turn = s->t->calls->turn(s->t);
    if (s->was_cut && !s->t->is_cut)
        s->why[0] = 0;
    s->was_cut = s->t->is_cut;
    if (*s->t->trouble && turn != TABLE_LOST) {
        snprintf(s->why, sizeof s->why, "%s", s->t->trouble);
        s->t->trouble[0] = 0;
    }
    return turn;
}

static table_turn run(stage *s)
{
    table_turn turn = TABLE_MOVED;

    while (!s->has_left && !screen_is_closed()) {
        int key;

        turn = let_others(s);
        if (turn == TABLE_LOST)
            break;
        if (is_list_old(s))
            list_moves(s);
        play_draw(s);
        s->t->calls->wait(s->t, STDIN_FILENO, next_look(s->t, turn));
        /* JK-13.9: the table moves on between two keys, so a second press meets the question that is open then. */
        key = screen_key();
        if (key != SCREEN_NONE)
            obey(s, key);
    }
    return turn;
}

int play_on_screen(table *t)
{
    stage s = {.t = t,
               .moves = malloc(TABLE_LISTED * sizeof *s.moves),
               .texts = malloc(TABLE_LISTED * sizeof *s.texts),
               .shown = malloc(TABLE_LISTED * sizeof *s.shown)};
    table_turn turn = TABLE_LOST;

    if (s.moves && s.texts && s.shown)
        turn = run(&s);
    else
        snprintf(t->trouble, sizeof t->trouble, "no memory left");
    forget_list(&s);
    pager_close(&s.pager);
    free(s.moves);
    free(s.texts);
    free(s.shown);
    return turn == TABLE_LOST ? CLI_FAILED : CLI_DONE;
}
