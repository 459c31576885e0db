#include "draw/draw.h"

#include <stdio.h>

extern const drawing draw_duel, draw_liap_tui, draw_imposter_kings, draw_dune, draw_dune_battle,
    draw_classic_battle;

/* The drawings. A game without one is drawn from its table of fields. */
static const drawing *const drawings[] = {
    &draw_duel, &draw_liap_tui,    &draw_imposter_kings,
    &draw_dune, &draw_dune_battle, &draw_classic_battle,
};

enum { ROWS_OF_THE_REST = 11 }; /* bar, question, moves beside the log, keys */

const drawing *draw_of(const cr_game *game)
{
    static const drawing none;

    for (size_t i = 0; i < CR_COUNT_OF(drawings); i++)
        if (!strcmp(drawings[i]->game, game->name))
            return drawings[i];
    return &none;
}

unsigned draw_rows(const cr_game *game, unsigned window)
{
    unsigned rows = draw_of(game)->rows;

    return rows > DRAW_ROWS && window >= rows + ROWS_OF_THE_REST ? rows : DRAW_ROWS;
}

/* ---- fields ---- */

static const cr_field *find(const scene *on, const char *name)
{
    for (const cr_field *f = on->game->view_fields; f && f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

static unsigned values_of(const scene *on, const cr_field *f)
{
    if (f->flags & (CR_PER_SEAT | CR_BY_SEAT))
        return on->view->n_seats;
    return f->count ? f->count : 1;
}

const char *look(const scene *on, const char *name, unsigned i, char buf[LOOK_MAX])
{
    const cr_field *f = find(on, name);
    cr_text out = cr_text_on(buf, LOOK_MAX);

    if (f && i < values_of(on, f))
        f->type->print(&out, (const uint8_t *)on->view + f->at + i * f->type->size, f->with);
    return buf;
}

int64_t look_number(const scene *on, const char *name, unsigned i)
{
    char buf[LOOK_MAX];
    cr_span in = cr_span_of(look(on, name, i, buf));
    int64_t n = 0;

    return cr_span_int(&in, INT64_MIN, INT64_MAX, &n) ? n : 0;
}

bool look_is(const scene *on, const char *name, unsigned i, const char *word)
{
    char buf[LOOK_MAX];

    return !strcmp(look(on, name, i, buf), word);
}

unsigned look_count(const scene *on, const char *name, unsigned i)
{
    char buf[LOOK_MAX], word[64];
    cr_span in = cr_span_of(look(on, name, i, buf));
    unsigned n = 0;

    while (draw_word(&in, word))
        n++;
    return n;
}

bool draw_word(cr_span *list, char out[64])
{
    cr_span word;
    cr_text text = cr_text_on(out, 64);

    if (cr_span_is_empty(list))
        return false;
    word = cr_span_word(list);
    cr_text_bytes(&text, word.at, (size_t)(word.end - word.at));
    return strcmp(out, "-") != 0;
}

/* ---- what drawings share ---- */

bool draw_is_player(const scene *on)
{
    return on->view->viewer < on->view->n_seats;
}

unsigned draw_own_seat(const scene *on)
{
    return draw_is_player(on) ? on->view->viewer : 0;
}

const char *draw_name(const scene *on, unsigned seat, char buf[64])
{
    cr_text out = cr_text_on(buf, 64);

    if (seat == on->view->viewer)
        cr_text_str(&out, "You");
    else if (on->names && seat < on->view->n_seats && on->names[seat] && *on->names[seat])
        cr_text_str(&out, on->names[seat]);
    else
        cr_text_fmt(&out, "seat %u", seat);
    return buf;
}

const char *draw_shape(unsigned seat)
{
    static const char *const shapes[CR_SEATS_MAX] = {"●", "■", "▲", "◆", "★", "▼", "○", "□"};

    return shapes[seat % CR_SEATS_MAX];
}

unsigned draw_seat(sheet *out, unsigned row, unsigned column, const scene *on, unsigned seat)
{
    sheet_ink ink = (unsigned)INK_SEAT + seat % CR_SEATS_MAX;
    char name[64];

    column = sheet_text(out, row, column, ink, draw_shape(seat)) + 1;
    return sheet_clip(out, row, column, 16, ink, draw_name(on, seat, name));
}

unsigned draw_fact(sheet *out, unsigned row, unsigned column, const char *label, const char *value)
{
    column = sheet_text(out, row, column, INK_DIM, label) + 1;
    return sheet_text(out, row, column, INK_STRONG, value) + 2;
}

void draw_title_of(const char *word, char out[64])
{
    size_t n = 0;

    for (; *word && n < 63; word++, n++) {
        bool is_small = *word >= 'a' && *word <= 'z', is_capital = *word >= 'A' && *word <= 'Z';

        out[n] = *word == '_' || *word == '-' ? ' ' : *word;
        if ((n == 0 && is_small) || (n && is_capital))
            out[n] = (char)(*word ^ 0x20);
    }
    out[n] = 0;
}

unsigned draw_pips(sheet *out, unsigned row, unsigned column, unsigned n, unsigned of)
{
    for (unsigned i = 0; i < n || i < of; i++)
        column = sheet_text(out, row, column, i < n ? INK_STRONG : INK_DIM, i < n ? "●" : "○");
    return column;
}

/* ---- any game ---- */

/* Fields as "name value", as many beside each other as fit; "-" and rows of zeros say nothing and are left out. */
static void draw_fields(sheet *out, const scene *on)
{
    unsigned row = 0, column = 0;

    for (const cr_field *f = on->game->view_fields; f && f->name; f++) {
        bool has_rows = f->flags & (CR_BY_SEAT | CR_ROWS);
        unsigned n = has_rows ? values_of(on, f) : 1;

        for (unsigned i = 0; i < n; i++) {
            char value[LOOK_MAX], label[64];
            cr_text text = cr_text_on(value, sizeof value);
            cr_field one = *f;
            unsigned width;

            one.at = (uint16_t)(f->at + i * f->type->size);
            if (has_rows)
                snprintf(label, sizeof label, "%s %u", f->name, i);
            else
                snprintf(label, sizeof label, "%s", f->name);
            cr_field_print(&text, &one, (const uint8_t *)on->view, on->view->n_seats);
            if (!strcmp(value, "-"))
                continue;
            width = sheet_width(label) + 1 + sheet_width(value);
            if (column && column + width > out->columns) {
                row++;
                column = 0;
            }
            column = sheet_text(out, row, column, INK_DIM, label) + 1;
            column = sheet_clip(out, row, column, out->columns - column, INK_STRONG, value) + 3;
        }
    }
}

void draw_view(sheet *out, const scene *on)
{
    const drawing *d = draw_of(on->game);

    if (d->draw)
        d->draw(out, on);
    else
        draw_fields(out, on);
}
