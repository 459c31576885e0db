/* Games for the HTTP side: the list with seats, options and bots, and one game with all that a client needs to show it. */
#include "wire/api_inside.h"
#include "kernel/say.h"
#include "kernel/zones.h"

#include <stdio.h>
#include <stdlib.h>

static void write_words(cr_json *j, const char *key, const char *const *words)
{
    cr_json_key(j, key);
    cr_json_open(j, '[');
    for (; words && *words; words++)
        cr_json_str(j, *words);
    cr_json_close(j, ']');
}

/* What people read of an option: its title, its normal value, and what stands for each of its words. */
static void write_option_words(cr_json *j, const cr_game *game, const cr_option *o)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_option(&text, game, o, o->normal);
    cr_json_put_str(j, "title", o->title ? o->title : o->name);
    cr_json_put_str(j, "says", says);
    if (o->says && strstr(o->says, "{time}"))
        cr_json_put_bool(j, "time", true);
    if (o->labels)
        write_words(j, "labels", o->labels);
}

static void write_option(cr_json *j, const cr_game *game, const cr_option *o)
{
    char normal[64];
    cr_text text = cr_text_on(normal, sizeof normal);

    cr_option_print(&text, o, o->normal);
    cr_json_open(j, '{');
    cr_json_put_str(j, "name", o->name);
    write_option_words(j, game, o);
    cr_json_put_str(j, "about", o->about);
    cr_json_put_str(j, "normal", normal);
    if (o->words) {
        cr_json_key(j, "words");
        cr_json_open(j, '[');
        for (const char *const *w = o->words; *w; w++)
            cr_json_str(j, *w);
        cr_json_close(j, ']');
    } else {
        cr_json_put_int(j, "from", o->lo);
        cr_json_put_int(j, "to", o->hi);
    }
    if (o->none)
        cr_json_put_str(j, "none", o->none);
    cr_json_close(j, '}');
}

static void write_game_head(cr_json *j, const cr_game *game)
{
    cr_json_put_str(j, "game", game->name);
    cr_json_put_str(j, "title", game->title ? game->title : game->name);
    cr_json_put_str(j, "about", game->about);
    cr_json_put_uint(j, "rules_version", game->rules_version);
    cr_json_put_uint(j, "seats_min", game->seats_min);
    cr_json_put_uint(j, "seats_max", game->seats_max);
    cr_json_key(j, "options");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < game->n_options; i++)
        write_option(j, game, &game->options[i]);
    cr_json_close(j, ']');
    cr_json_key(j, "bots");
    cr_json_open(j, '[');
    for (size_t i = 0; i < cr_bot_count(); i++)
        if (cr_bot_find(cr_bot_at(i)->name, game) == cr_bot_at(i))
            cr_json_str(j, cr_bot_at(i)->name);
    cr_json_close(j, ']');
    if (game->page) {
        cr_json_key(j, "table");
        cr_json_open(j, '[');
        for (unsigned i = 0; i < 2; i++)
            if (game->page >> i & 1) {
                char path[64];

                snprintf(path, sizeof path, "/games/%s.%s", game->name, i ? "css" : "js");
                cr_json_str(j, path);
            }
        cr_json_close(j, ']');
    }
}

void api_write_games(cr_text *out, const void *with)
{
    cr_json j = cr_json_on(out);

    (void)with;
    cr_json_open(&j, '{');
    cr_json_key(&j, "games");
    cr_json_open(&j, '[');
    for (size_t i = 0; i < cr_game_count(); i++) {
        cr_json_open(&j, '{');
        write_game_head(&j, cr_game_at(i));
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    write_words(&j, "signals", cr_signals);
    cr_json_close(&j, '}');
}

/* What people read for the words of views, moves and events. */
static void write_names(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "names");
    cr_json_open(j, '{');
    for (const cr_name *n = game->names; n && n->word; n++)
        cr_json_put_str(j, n->word, n->name);
    cr_json_close(j, '}');
}

static void write_weights(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "weights");
    cr_json_open(j, '{');
    for (unsigned i = 0; i < game->n_events; i++)
        cr_json_put_uint(j, game->events[i].word, game->events[i].weight);
    cr_json_close(j, '}');
}

/* The row of the sheet that a field of the view belongs to: of what is seen, or of how many there are. */
static const cr_zone *zone_of(const cr_game *game, const char *field, bool is_count)
{
    for (unsigned i = 0; game->sheet && i < game->sheet->n_zones; i++) {
        const cr_zone *z = &game->sheet->zones[i];
        const char *name = is_count ? z->count : z->name;

        if (name && !strcmp(name, field))
            return z;
    }
    return NULL;
}

/* What a view has: for each field what it is, how many of it there are, and whose eyes see it, so that a table can be drawn
 * that knows nothing of the game. */
static void write_fields(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "fields");
    cr_json_open(j, '[');
    for (const cr_field *f = game->view_fields; f && f->name; f++) {
        const cr_zone *seen = zone_of(game, f->name, false),
                      *counted = zone_of(game, f->name, true);

        cr_json_open(j, '{');
        cr_json_put_str(j, "name", f->name);
        cr_json_put_str(j, "is", cr_field_is(f));
        if (f->flags & (CR_PER_SEAT | CR_BY_SEAT))
            cr_json_put_str(j, "each", "seat");
        else if (f->flags & CR_ROWS || f->count > 1)
            cr_json_put_str(j, "each", "row");
        if (f->type->flags & CR_LIST)
            cr_json_put_bool(j, "list", true);
        if (f->flags & CR_RARE)
            cr_json_put_bool(j, "rare", true);
        if (seen && seen->eyes == CR_SEEN_OWNER)
            cr_json_put_bool(j, "own", true);
        if (counted)
            cr_json_put_str(j, "counts", counted->name);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

/* The same for what is written behind the first word of a move or an effect. */
static void write_parts(cr_json *j, const cr_field *fields)
{
    cr_json_open(j, '[');
    for (const cr_field *f = fields; f && f->name; f++) {
        cr_json_open(j, '{');
        cr_json_put_str(j, "name", f->name);
        cr_json_put_str(j, "is", cr_field_is(f));
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void write_all_parts(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "parts");
    cr_json_open(j, '{');
    for (unsigned i = 0; i < game->n_kinds; i++)
        if (game->kinds[i].word && game->kinds[i].fields) {
            cr_json_key(j, game->kinds[i].word);
            write_parts(j, game->kinds[i].fields);
        }
    cr_json_close(j, '}');
    cr_json_key(j, "effects");
    cr_json_open(j, '{');
    for (unsigned i = 0; i < game->n_effects; i++)
        if (game->effects[i].word) {
            cr_json_key(j, game->effects[i].word);
            write_parts(j, game->effects[i].fields);
        }
    cr_json_close(j, '}');
}

void api_write_game(cr_text *out, const void *with)
{
    const cr_game *game = with;
    cr_json j = cr_json_on(out);
    size_t len = cr_chart_json(game, NULL, 0);
    char *chart = malloc(len + 1);

    cr_json_open(&j, '{');
    write_game_head(&j, game);
    cr_json_key(&j, "moves");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < game->n_kinds; i++)
        if (game->kinds[i].word)
            cr_json_str(&j, game->kinds[i].word);
    cr_json_close(&j, ']');
    write_words(&j, "reasons", game->reasons);
    write_names(&j, game);
    write_weights(&j, game);
    write_fields(&j, game);
    write_all_parts(&j, game);
    cr_json_key(&j, "rules");
    cr_json_open(&j, '[');
    for (unsigned i = 1; i < game->n_rules; i++) {
        cr_json_open(&j, '{');
        cr_json_put_str(&j, "id", game->rules[i].id);
        cr_json_put_str(&j, "text", game->rules[i].text);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_key(&j, "chart");
    if (chart) {
        cr_chart_json(game, chart, len + 1);
        cr_json_raw(&j, chart);
    } else {
        cr_json_null(&j);
    }
    cr_json_close(&j, '}');
    free(chart);
}
