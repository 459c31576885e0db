/* Full-screen replay: a recorded match step by step, through any eyes. */
#include "terminal/terminal.h"
#include "terminal/pager.h"
#include "terminal/screen.h"
#include "draw/draw.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    TEXT_MAX = 1 << 16,
    PAGE = 10,     /* entries that Page keys skip */
    WAKE_MS = 500, /* a signal or a resize just before the wait is seen so much later */
    PLAY_MS = 700, /* between two entries that run by themselves */
    EVENTS_WIDTH = 44
};

typedef struct {
    steps *s;
    const char *about;
    pager pager;
    char typed[12]; /* a number to go to */
    bool is_running, has_left;
} viewer;

/* ---- drawing ---- */

static void say_eyes(cr_text *out, const steps *s)
{
    if (s->eyes == STEPS_ALL_SEEING)
        cr_text_str(out, "all-seeing");
    else if (s->eyes == CR_SPECTATOR)
        cr_text_str(out, "a spectator");
    else
        cr_text_fmt(out, "Player %u", s->eyes + 1u);
}

static void draw_bar(sheet *out, const viewer *v)
{
    char line[256];
    cr_text text = cr_text_on(line, sizeof line);

    for (unsigned i = 0; i < out->columns; i++)
        sheet_text(out, 0, i, INK_TITLE, " ");
    cr_text_fmt(&text, "replay  %s  %s", v->s->game->name, v->about);
    sheet_clip(out, 0, 1, out->columns - 30, INK_TITLE, line);
    text = cr_text_on(line, sizeof line);
    cr_text_str(&text, "seen by ");
    say_eyes(&text, v->s);
    sheet_right(out, 0, out->columns - 1, INK_TITLE, line);
}

/* What was done, and where in the match that is. */
static void draw_slip(sheet *out, unsigned row, const viewer *v)
{
    const steps *s = v->s;
    char line[512];
    cr_text text = cr_text_on(line, sizeof line);
    unsigned width = out->columns - 2,
             at = s->n ? (unsigned)((uint64_t)s->at * (width - 1) / s->n) : 0;

    for (unsigned i = 0; i < width; i++)
        sheet_text(out, row, 1 + i, i == at ? INK_YOU : INK_DIM, i == at ? "●" : "─");
    cr_text_fmt(&text, "%u of %u", s->at, s->n);
    if (!s->at) {
        cr_text_str(&text, "  the start");
    } else {
        cr_text_str(&text, "  at ");
        telling_time(&text, s->entry.at_ms - s->head.setup.start_ms);
        cr_text_fmt(&text, "  %s", *s->did ? s->did : "A move these eyes did not see");
    }
    sheet_clip(out, row + 1, 1, width, INK_STRONG, line);
}

static void draw_lines(sheet *out, unsigned row, unsigned end, unsigned column, unsigned width,
                       const char *lines)
{
    for (; row < end && *lines; row++) {
        size_t len = strcspn(lines, "\n");
        char line[1024];
        cr_text text = cr_text_on(line, sizeof line);

        cr_text_bytes(&text, lines, len);
        sheet_clip(out, row, column, width, INK_PLAIN, line);
        lines += len + (lines[len] == '\n');
    }
}

/* Beside what happened: what nobody but its owner could see, or the question that was asked. */
static void draw_rest(sheet *out, unsigned row, unsigned end, const viewer *v)
{
    const steps *s = v->s;
    char text[TEXT_MAX];
    cr_text lines = cr_text_on(text, sizeof text);
    unsigned width = out->columns > EVENTS_WIDTH + 20 ? EVENTS_WIDTH : out->columns;

    draw_lines(out, row, end, 1, width - 3, s->events);
    if (width == out->columns)
        return;
    for (unsigned i = row; i < end; i++)
        sheet_text(out, i, width - 1, INK_DIM, "│");
    if (s->eyes == STEPS_ALL_SEEING) {
        steps_hidden(s, &lines);
        sheet_text(out, row, width + 1, INK_DIM, *text ? "hidden from all or some:" : "");
        row++;
    } else if (s->view->q.open) {
        telling_question(&lines, &s->told, s->state);
    } else {
        telling_end(&lines, &s->told, s->state);
    }
    draw_lines(out, row, end, width + 1, out->columns - width - 1, text);
}

static void draw(viewer *v)
{
    sheet *out = screen_sheet(), part;
    unsigned slip = 1 + draw_rows(v->s->game, out->rows), foot = out->rows - 1;

    if (out->rows < slip + 6 || out->columns < DRAW_COLUMNS / 2) {
        sheet_wrap(out, 0, 0, out->columns, out->rows, INK_BAD,
                   "This window is too small for the table: 80 columns and 24 rows are enough.");
        screen_show(UINT32_MAX, 0);
        return;
    }
    if (v->pager.text) {
        pager_draw(&v->pager, out);
        screen_show(out->rows - 1, (unsigned)(7 + strlen(v->pager.filter)));
        return;
    }
    draw_bar(out, v);
    part = (sheet){.cells = out->cells + out->columns,
                   .rows = slip - 1,
                   .columns = out->columns,
                   .is_ascii = out->is_ascii};
    draw_view(&part, &(scene){v->s->game, v->s->view, NULL});
    draw_slip(out, slip, v);
    draw_rest(out, slip + 2, foot, v);
    if (*v->typed)
        sheet_fmt(out, foot, 1, INK_YOU, "go to entry %s (Enter)", v->typed);
    else
        sheet_clip(
            out, foot, 1, out->columns - 2, INK_DIM,
            "←→ step  PgUp/Dn ten  Home/End  Space runs  Tab eyes  NUMBER Enter  F1 F3 F4 q");
    screen_show(UINT32_MAX, 0);
}

/* ---- keys ---- */

/* All-seeing, then every seat, then a spectator, and round again. */
static void next_eyes(viewer *v)
{
    steps *s = v->s;

    if (s->eyes == STEPS_ALL_SEEING)
        s->eyes = 0;
    else if (s->eyes == CR_SPECTATOR)
        s->eyes = STEPS_ALL_SEEING;
    else
        s->eyes = s->eyes + 1 < s->head.setup.n_seats ? (uint8_t)(s->eyes + 1) : CR_SPECTATOR;
    steps_go(s, s->at);
}

static void open_pager(viewer *v, const char *title, const char *text)
{
    char *copy = strdup(text);

    if (copy)
        pager_open(&v->pager, title, copy);
}

static void show_fields(viewer *v)
{
    char text[TEXT_MAX];
    cr_text out = cr_text_on(text, sizeof text);

    if (v->s->eyes == STEPS_ALL_SEEING)
        cr_position_print(v->s->game, v->s->state, text, sizeof text);
    else
        cr_view_write(&out, v->s->game, v->s->view);
    open_pager(v, v->s->eyes == STEPS_ALL_SEEING ? "The whole truth" : "All these eyes may know",
               text);
}

/* What these eyes saw, up to here. */
static void show_log(viewer *v)
{
    uint32_t here = v->s->at;
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);

    if (!out)
        return;
    for (uint32_t i = 0; i <= here; i++) {
        steps_go(v->s, i);
        fputs(v->s->events, out);
    }
    fclose(out);
    pager_open(&v->pager, "Log", text);
    pager_to_end(&v->pager);
}

static void type(viewer *v, char digit)
{
    size_t len = strlen(v->typed);

    if (len + 1 < sizeof v->typed - 2) {
        v->typed[len] = digit;
        v->typed[len + 1] = 0;
    }
}

static void obey(viewer *v, int key)
{
    steps *s = v->s;

    if (v->pager.text) {
        pager_key(&v->pager, key);
        return;
    }
    if (key >= '0' && key <= '9') {
        type(v, (char)key);
        return;
    }
    if (key == SCREEN_ENTER && *v->typed)
        steps_go(s, (uint32_t)strtoul(v->typed, NULL, 10));
    if (key != SCREEN_RESIZED)
        v->typed[0] = 0;
    v->is_running &= key == SCREEN_RESIZED;
    switch (key) {
    case SCREEN_RIGHT:
    case SCREEN_DOWN:
        steps_go(s, s->at + 1);
        break;
    case SCREEN_LEFT:
    case SCREEN_UP:
        steps_go(s, s->at ? s->at - 1 : 0);
        break;
    case SCREEN_PAGE_DOWN:
        steps_go(s, s->at + PAGE);
        break;
    case SCREEN_PAGE_UP:
        steps_go(s, s->at > PAGE ? s->at - PAGE : 0);
        break;
    case SCREEN_HOME:
        steps_go(s, 0);
        break;
    case SCREEN_END:
        steps_go(s, s->n);
        break;
    case SCREEN_TAB:
        next_eyes(v);
        break;
    case ' ':
        v->is_running = true;
        break;
    case SCREEN_F1:
    case '?':
        open_pager(v, "Help",
                   "Arrows         one entry forwards or back\nPage keys      ten entries\n"
                   "Home, End      the start, the last entry\nNUMBER Enter   that entry\n"
                   "Space          runs by itself until a key is pressed\n"
                   "Tab            other eyes: all-seeing, each seat, a spectator\n"
                   "F3             the log so far, as these eyes saw it\n"
                   "F4             everything these eyes may know, field by field\n"
                   "q, Esc         leave\n");
        break;
    case SCREEN_F3:
        show_log(v);
        break;
    case SCREEN_F4:
        show_fields(v);
        break;
    case 'q':
    case SCREEN_ESCAPE:
        v->has_left = true;
        break;
    default:
        break;
    }
}

void replay_on_screen(steps *s, const char *about)
{
    viewer v = {.s = s, .about = about};

    while (!v.has_left && !screen_is_closed()) {
        struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
        int key;

        draw(&v);
        if (poll(&fd, 1, v.is_running ? PLAY_MS : WAKE_MS) == 0 && v.is_running) {
            v.is_running = s->at < s->n;
            steps_go(s, s->at + 1);
        }
        while ((key = screen_key()) != SCREEN_NONE)
            obey(&v, key);
    }
    pager_close(&v.pager);
}
