/* The HTTP side: games, matches, records, health, metrics. Bytes in, bytes out; net brings the sockets. */
#include "host/study.h"
#include "wire/encode.h"
#include "wire/analysis.h"
#include "wire/steps.h"
#include "wire/wire.h"
#include "base/hash.h"
#include "host/shared.h"
#include "kernel/forms.h"
#include "kernel/say.h"
#include "kernel/zones.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

static const char type_json[] = "application/json";
enum { LIST_MAX = 100 };

/* ---- replies ---- */

static void key_str(cr_json *j, const char *key, const char *value)
{
    cr_json_key(j, key);
    cr_json_str(j, value);
}

/* What `write` writes, in memory to be freed; NULL after a reply that there is none left. */
static char *make_text(cr_request *r, void (*write)(cr_text *out, const void *with),
                       const void *with, size_t *len)
{
    cr_text text = cr_text_on(NULL, 0);
    size_t cap;
    char *buf;

    write(&text, with);
    cap = text.len + 1;
    buf = malloc(cap);
    if (!buf) {
        r->reply(r, 503, "text/plain", "no memory\n", 10);
        return NULL;
    }
    text = cr_text_on(buf, cap);
    write(&text, with);
    *len = text.len < cap ? text.len : cap - 1;
    return buf;
}

static void reply_text(cr_request *r, unsigned status, const char *type,
                       void (*write)(cr_text *out, const void *with), const void *with)
{
    size_t len;
    char *buf = make_text(r, write, with, &len);

    if (buf)
        r->reply(r, status, type, buf, len);
    free(buf);
}

/* JSON that is asked for again and again: with a tag, and only the tag to who has it already. The tag is a weak one, the
 * same for the bytes as they are and compressed. */
static void reply_tagged(cr_request *r, void (*write)(cr_text *out, const void *with),
                         const void *with)
{
    size_t len;
    char *buf = make_text(r, write, with, &len);
    bool is_known;

    if (!buf)
        return;
    snprintf(r->etag, sizeof r->etag, "W/\"%016llx\"", (unsigned long long)cr_hash(buf, len));
    is_known = r->known && strstr(r->known, r->etag);
    r->reply(r, is_known ? 304 : 200, type_json, buf, is_known ? 0 : len);
    free(buf);
}

typedef struct {
    cr_trouble trouble;
    const char *field;
} trouble_reply;

static void write_trouble(cr_text *out, const void *with)
{
    const trouble_reply *t = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_key(&j, "code");
    cr_json_str(&j, cr_trouble_name(t->trouble));
    cr_json_key(&j, "reason");
    cr_json_str(&j, cr_trouble_text(t->trouble));
    key_str(&j, "title", cr_trouble_title(t->trouble));
    key_str(&j, "because", cr_trouble_because(t->trouble));
    if (*t->field) {
        cr_json_key(&j, "field");
        cr_json_str(&j, t->field);
    }
    cr_json_close(&j, '}');
}

static void reply_trouble(cr_request *r, cr_trouble trouble, const char *field)
{
    trouble_reply t = {trouble, field};

    r->wire->stats.troubles[trouble]++;
    reply_text(r, cr_trouble_status(trouble), type_json, write_trouble, &t);
}

/* ---- games ---- */

static void key_uint(cr_json *j, const char *key, uint64_t value)
{
    cr_json_key(j, key);
    cr_json_uint(j, value);
}

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
    key_str(j, "title", o->title ? o->title : o->name);
    key_str(j, "says", says);
    if (o->says && strstr(o->says, "{time}")) {
        cr_json_key(j, "time");
        cr_json_bool(j, true);
    }
    if (o->labels)
        write_words(j, "labels", o->labels);
}

static void write_option(cr_json *j, const cr_game *game, const cr_option *o)
{
    char normal[64];
    cr_text text = cr_text_on(normal, sizeof normal);

    cr_option_print(&text, o, o->normal);
    cr_json_open(j, '{');
    key_str(j, "name", o->name);
    write_option_words(j, game, o);
    key_str(j, "about", o->about);
    key_str(j, "normal", normal);
    if (o->words) {
        cr_json_key(j, "words");
        cr_json_open(j, '[');
        for (const char *const *w = o->words; *w; w++)
            cr_json_str(j, *w);
        cr_json_close(j, ']');
    } else {
        cr_json_key(j, "from");
        cr_json_int(j, o->lo);
        cr_json_key(j, "to");
        cr_json_int(j, o->hi);
    }
    if (o->none)
        key_str(j, "none", o->none);
    cr_json_close(j, '}');
}

static void write_game_head(cr_json *j, const cr_game *game)
{
    key_str(j, "game", game->name);
    key_str(j, "title", game->title ? game->title : game->name);
    key_str(j, "about", game->about);
    key_uint(j, "rules_version", game->rules_version);
    key_uint(j, "seats_min", game->seats_min);
    key_uint(j, "seats_max", game->seats_max);
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

static void write_games(cr_text *out, const void *with)
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
        key_str(j, n->word, n->name);
    cr_json_close(j, '}');
}

static void write_weights(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "weights");
    cr_json_open(j, '{');
    for (unsigned i = 0; i < game->n_events; i++)
        key_uint(j, game->events[i].word, game->events[i].weight);
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
        key_str(j, "name", f->name);
        key_str(j, "is", cr_field_is(f));
        if (f->flags & (CR_PER_SEAT | CR_BY_SEAT))
            key_str(j, "each", "seat");
        else if (f->flags & CR_ROWS || f->count > 1)
            key_str(j, "each", "row");
        if (f->type->flags & CR_LIST) {
            cr_json_key(j, "list");
            cr_json_bool(j, true);
        }
        if (f->flags & CR_RARE) {
            cr_json_key(j, "rare");
            cr_json_bool(j, true);
        }
        if (seen && seen->eyes == CR_SEEN_OWNER) {
            cr_json_key(j, "own");
            cr_json_bool(j, true);
        }
        if (counted)
            key_str(j, "counts", counted->name);
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
        key_str(j, "name", f->name);
        key_str(j, "is", cr_field_is(f));
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

static void write_game(cr_text *out, const void *with)
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
        key_str(&j, "id", game->rules[i].id);
        key_str(&j, "text", game->rules[i].text);
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

/* ---- matches ---- */

static void key_hex(cr_json *j, const char *key, const uint8_t *bytes, size_t len)
{
    cr_json_key(j, key);
    proto_write_hex(j, bytes, len);
}

/* The options that are not as usual, in words. */
static void write_settings(cr_json *j, const cr_room *room)
{
    const cr_game *game = room->game;

    cr_json_open(j, '[');
    for (unsigned i = 0; i < game->n_options; i++)
        if (room->setup.option[i] != game->options[i].normal) {
            char says[CR_SAY_MAX];
            cr_text text = cr_text_on(says, sizeof says);

            cr_say_option(&text, game, &game->options[i], room->setup.option[i]);
            cr_json_str(j, says);
        }
    cr_json_close(j, ']');
}

/* Of a match that is over: how it ended, and what there is of a rematch. */
static void write_meeting(cr_json *j, const cr_room *room)
{
    const cr_rematch *r = room->rematch;
    encode_scene scene = {.room = room,
                          .state = room->state,
                          .viewer = CR_SPECTATOR,
                          .reader = CR_SPECTATOR,
                          .has_words = true};

    if (!room->is_over)
        return;
    key_uint(j, "ended", room->over_ms);
    cr_json_key(j, "over");
    encode_over(j, &scene);
    if (r && r->until_ms) {
        cr_json_key(j, "offered");
        cr_json_open(j, '{');
        key_uint(j, "by", r->by);
        key_str(j, "seats", r->is_swapped ? "swap" : "same");
        key_uint(j, "until", r->until_ms);
        cr_json_close(j, '}');
    }
    if (r && r->is_made)
        key_hex(j, "next", r->match, CR_MATCH_ID);
}

static void write_match(cr_json *j, const cr_room *room)
{
    /* Who has passed in secret is still to decide, and his pass is not counted yet. */
    uint16_t deciders =
        !room->has_begun ? 0 : cr_deciders_to(room->game, room->state, CR_SPECTATOR);

    cr_json_open(j, '{');
    key_hex(j, "match", room->match, CR_MATCH_ID);
    key_str(j, "game", room->game->name);
    cr_json_key(j, "options");
    encode_options(j, room);
    cr_json_key(j, "settings");
    write_settings(j, room);
    key_str(j, "pace", cr_pace_word(cr_room_pace(room)));
    cr_json_key(j, "seats");
    encode_seats(j, room);
    key_str(j, "stands",
            room->is_over     ? "over"
            : room->is_broken ? "broken"
            : room->has_begun ? "running"
                              : "open");
    cr_json_key(j, "decides");
    cr_json_open(j, '[');
    for (uint8_t seat = 0; room->has_begun && seat < room->n_seats; seat++)
        if (deciders >> seat & 1)
            cr_json_uint(j, seat);
    cr_json_close(j, ']');
    key_hex(j, "commitment", room->commitment, 32);
    key_uint(j, "created", room->created_ms);
    key_uint(j, "moves", cr_room_moves(room));
    key_uint(j, "watching", room->n_watchers);
    write_meeting(j, room);
    cr_json_close(j, '}');
}

static void write_one_match(cr_text *out, const void *with)
{
    cr_json j = cr_json_on(out);

    write_match(&j, with);
}

static void write_own(cr_json *j, const cr_lobby *lobby)
{
    unsigned n = 0;

    for (const cr_room *room = lobby->newest; room && n < LIST_MAX; room = room->list_next)
        if (!room->is_private && room->applied && !room->is_over) {
            write_match(j, room);
            n++;
        }
}

/* Our matches, and those of other servers, which wrote theirs in the same form. */
typedef struct {
    const cr_lobby *lobby;
    const char *others;
} match_list;

static void write_matches(cr_text *out, const void *with)
{
    const match_list *list = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_key(&j, "matches");
    cr_json_open(&j, '[');
    write_own(&j, list->lobby);
    if (*list->others)
        cr_json_raw(&j, list->others);
    cr_json_close(&j, ']');
    cr_json_close(&j, '}');
}

static void reply_matches(cr_request *r)
{
    cr_shared *shared = r->wire->lobby->config.store->shared;
    char *others = shared ? shared->others(shared) : NULL;

    reply_tagged(r, write_matches, &(match_list){r->wire->lobby, others ? others : ""});
    free(others);
}

void cr_api_publish(cr_wire *wire)
{
    cr_shared *shared = wire->lobby->config.store->shared;
    cr_text text = cr_text_on(NULL, 0);
    char *buf = NULL;

    if (!shared)
        return;
    /* The brackets of an array are left out: it becomes a part of another. */
    for (unsigned pass = 0; pass < 2; pass++) {
        cr_json j = cr_json_on(&text);

        cr_json_open(&j, '[');
        write_own(&j, wire->lobby);
        cr_json_close(&j, ']');
        if (!pass) {
            size_t cap = text.len + 1;

            buf = malloc(cap);
            if (!buf)
                return;
            text = cr_text_on(buf, cap);
        }
    }
    shared->publish(shared, buf + 1, text.len - 2);
    free(buf);
}

static void write_made(cr_text *out, const void *with)
{
    const cr_request *r = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    key_hex(&j, "match", r->match, CR_MATCH_ID);
    cr_json_key(&j, "tokens");
    cr_json_open(&j, '{');
    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        if (r->mine >> seat & 1) {
            char name[2] = {(char)('0' + seat), 0};

            key_hex(&j, name, r->tokens[seat], CR_TOKEN);
        }
    cr_json_close(&j, '}');
    cr_json_close(&j, '}');
}

/* The match, or the seat, is on disk: now its tokens may be told. */
static void made(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    cr_request *r = (cr_request *)((char *)waiter - offsetof(cr_request, waiter));

    (void)room;
    if (trouble)
        reply_trouble(r, trouble, "");
    else
        reply_text(r, 201, type_json, write_made, r);
    sodium_memzero(r->tokens, sizeof r->tokens);
}

static unsigned option_at(const cr_game *game, const char *name)
{
    unsigned i = 0;

    while (i < game->n_options && strcmp(game->options[i].name, name))
        i++;
    return i;
}

/* One of the options that the game's room rules name in `set`? */
static bool is_in(uint64_t set, unsigned option)
{
    return option < 64 && set >> option & 1;
}

static cr_trouble set_option(const cr_lobby *lobby, cr_order *order, const char *name,
                             const char *text)
{
    static const cr_room_rules none = {0};
    const cr_room_rules *rules = order->game->room ? order->game->room : &none;
    unsigned option = option_at(order->game, name);
    char note[128];

    if (text && !cr_setup_option(order->game, &order->setup, name, text))
        return is_in(rules->test_options, option) && !lobby->config.is_test &&
                       order->setup.option[option] != order->game->options[option].normal
                   ? CR_TROUBLE_NOT_TESTING
                   : CR_TROUBLE_NONE;
    if (!is_in(rules->soft_options, option))
        return strcmp(name, "seats") ? CR_TROUBLE_BAD_OPTION : CR_TROUBLE_BAD_SEATS;
    snprintf(note, sizeof note, "game=%s option=%s", order->game->name, name);
    cr_lobby_note(lobby, "config.fallback", note);
    return CR_TROUBLE_NONE;
}

static cr_trouble set_options(const cr_lobby *lobby, cr_order *order, const proto_in *in,
                              const cr_json_part *options)
{
    const cr_json_part *name = cr_json_first(options), *value;
    cr_trouble trouble;

    for (uint32_t i = 0; i < options->n; i++, name = cr_json_next(&in->parts, value)) {
        char number[32];
        const char *text = NULL;

        value = cr_json_next(&in->parts, name);
        if (value->kind == CR_JSON_INT) {
            snprintf(number, sizeof number, "%lld", (long long)value->number);
            text = number;
        } else if (value->kind == CR_JSON_BOOL) {
            text = value->is_true ? "yes" : "no";
        } else if (value->kind == CR_JSON_TEXT) {
            text = value->text;
        }
        trouble = set_option(lobby, order, name->text, text);
        if (trouble)
            return trouble;
    }
    return CR_TROUBLE_NONE;
}

/* A name is shown to others: no control characters, no blanks at its ends. */
static bool is_name(const char *name)
{
    if (*name == ' ' || (*name && name[strlen(name) - 1] == ' '))
        return false;
    for (; *name; name++)
        if ((unsigned char)*name < 0x20 || *name == 0x7F)
            return false;
    return true;
}

static cr_trouble set_seat(cr_request *r, cr_order *order, unsigned seat, const char *word,
                           const char *name, bool shares)
{
    cr_sitter *sitter = &order->sitters[seat];

    if (!strcmp(word, "me")) {
        sitter->kind = CR_SEAT_PERSON;
        sitter->shares = shares;
        snprintf(sitter->name, sizeof sitter->name, "%s", name);
        r->mine |= CR_BIT(seat);
    } else if (!strcmp(word, "open")) {
        sitter->kind = CR_SEAT_OPEN;
    } else if (!strncmp(word, "bot", 3) && (!word[3] || word[3] == ':')) {
        sitter->kind = CR_SEAT_BOT;
        sitter->bot =
            cr_bot_find(word[3] ? word + 4 : r->wire->lobby->config.absent_bot, order->game);
        if (!sitter->bot)
            return CR_TROUBLE_NO_BOT;
    } else {
        return CR_TROUBLE_BAD_SEATS;
    }
    return CR_TROUBLE_NONE;
}

static cr_trouble set_seats(cr_request *r, cr_order *order, const proto_in *in, const char *name)
{
    bool shares = in->create.has & PROTO_HAS(create, shares) && in->create.shares;
    cr_trouble trouble = CR_TROUBLE_NONE;

    if (in->create.has & PROTO_HAS(create, seats)) {
        const cr_json_part *word = cr_json_first(in->create.seats);
        uint32_t n = in->create.seats->n;

        if (n < order->game->seats_min || n > order->game->seats_max)
            return CR_TROUBLE_BAD_SEATS;
        order->setup.n_seats = (uint8_t)n;
        for (unsigned i = 0; i < n && !trouble; i++, word = cr_json_next(&in->parts, word))
            trouble = set_seat(r, order, i, word->text, name, shares);
        return trouble;
    }
    for (unsigned i = 0; i < order->setup.n_seats && !trouble; i++)
        trouble = set_seat(r, order, i, i ? "bot" : "me", name, shares);
    return trouble;
}

static cr_trouble create(cr_request *r, const proto_in *in, const char **field)
{
    const msg_create *m = &in->create;
    const char *name = m->has & PROTO_HAS(create, name) ? m->name : "";
    cr_order order = {.game = cr_game_find(m->game), .patience = 8};
    cr_trouble trouble;
    cr_room *room;

    *field = "game";
    if (!order.game)
        return CR_TROUBLE_NO_GAME;
    cr_setup_init(order.game, &order.setup);
    if (m->has & PROTO_HAS(create, seed))
        cr_setup_pin(&order.setup, m->seed);
    else
        randombytes_buf(order.setup.seed, sizeof order.setup.seed);
    if (m->has & PROTO_HAS(create, patience))
        order.patience = m->patience;
    order.is_private = m->has & PROTO_HAS(create, private) && m->private;
    *field = "pace";
    if (m->has & PROTO_HAS(create, pace) && !cr_pace_read(m->pace, &order.pace))
        return CR_TROUBLE_BAD_FIELD;
    *field = "hints";
    if (m->has & PROTO_HAS(create, hints)) {
        if (strcmp(m->hints, "on") && strcmp(m->hints, "off"))
            return CR_TROUBLE_BAD_FIELD;
        order.hints = !strcmp(m->hints, "on") ? CR_HINTS_ON : CR_HINTS_OFF;
    }
    *field = "name";
    if (!is_name(name))
        return CR_TROUBLE_BAD_FIELD;
    *field = "options";
    if (m->has & PROTO_HAS(create, options) &&
        (trouble = set_options(r->wire->lobby, &order, in, m->options)))
        return trouble;
    *field = "seats";
    trouble = set_seats(r, &order, in, name);
    if (trouble)
        return trouble;
    *field = "";
    trouble = cr_lobby_create(r->wire->lobby, &order, r->address, &r->waiter, r->tokens, &room);
    if (!trouble)
        memcpy(r->match, room->match, CR_MATCH_ID);
    return trouble;
}

static cr_trouble join(cr_request *r, cr_room *room, const msg_join *m, const char **field)
{
    const char *name = m->has & PROTO_HAS(join, name) ? m->name : "";
    uint8_t seat = m->has & PROTO_HAS(join, seat) ? (uint8_t)m->seat : CR_SEATS_MAX;
    uint8_t token[CR_TOKEN];
    cr_trouble trouble;

    *field = "name";
    if (!is_name(name))
        return CR_TROUBLE_BAD_FIELD;
    *field = "";
    memcpy(r->match, room->match, CR_MATCH_ID);
    trouble = cr_room_join(room, name, m->has & PROTO_HAS(join, shares) && m->shares, &seat, token,
                           &r->waiter);
    if (!trouble) {
        memcpy(r->tokens[seat], token, CR_TOKEN);
        r->mine = CR_BIT(seat);
    }
    return trouble;
}

static void reply_record(cr_request *r, cr_room *room)
{
    uint8_t *bytes;
    size_t len;
    cr_trouble trouble = cr_room_record(room, &bytes, &len);

    if (trouble) {
        reply_trouble(r, trouble, "");
        return;
    }
    r->reply(r, 200, "application/octet-stream", bytes, len);
    free(bytes);
}

/* Whose eyes the path names: a seat, `spectator`, `all`, or `outline`. */
static bool read_eyes(cr_span word, const cr_room *room, uint8_t *as)
{
    int64_t seat;

    if (cr_span_is(word, "spectator"))
        *as = CR_SPECTATOR;
    else if (cr_span_is(word, "all"))
        *as = STEPS_ALL;
    else if (cr_span_is(word, "outline"))
        *as = STEPS_OUTLINE;
    else if (cr_span_int(&word, 0, room->n_seats - 1, &seat) && word.at == word.end)
        *as = (uint8_t)seat;
    else
        return false;
    return true;
}

/* The path is EYES/FROM. */
static void reply_steps(cr_request *r, cr_room *room, cr_span path)
{
    const char *slash = memchr(path.at, '/', (size_t)(path.end - path.at));
    cr_trouble trouble;
    int64_t from;
    uint8_t as;
    char *json;
    size_t len;

    if (slash) {
        cr_span eyes = {path.at, slash}, number = {slash + 1, path.end};

        if (read_eyes(eyes, room, &as) && cr_span_int(&number, 0, UINT32_MAX, &from) &&
            number.at == number.end) {
            trouble = steps_write(room, as, (uint32_t)from, &json, &len);
            if (trouble) {
                reply_trouble(r, trouble, "");
                return;
            }
            r->reply(r, 200, type_json, json, len);
            free(json);
            return;
        }
    }
    reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
}

static void reply_analysis(cr_request *r, cr_room *room, cr_span number)
{
    cr_trouble trouble = CR_TROUBLE_NO_ROUTE;
    int64_t from;
    char *json;
    size_t len;

    if (cr_span_int(&number, 0, UINT32_MAX, &from) && number.at == number.end)
        trouble = analysis_write(r->wire, room, (uint32_t)from, &json, &len);
    if (trouble) {
        reply_trouble(r, trouble, "");
        return;
    }
    r->reply(r, 200, type_json, json, len);
    free(json);
}

/* ---- metrics ---- */

static void write_metrics(cr_text *out, const void *with)
{
    cr_metrics_write(out, (cr_wire *)(uintptr_t)with);
}

/* ---- studies ---- */

static cr_trouble play_study(cr_session *s, const proto_in *in, uint32_t after)
{
    const msg_study *m = &in->study;
    const cr_json_part *item = m->moves ? cr_json_first(m->moves) : NULL;

    for (uint32_t i = 0; m->moves && i < m->moves->n; i++, item = cr_json_next(&in->parts, item)) {
        cr_span text = cr_span_of(item->text);
        int64_t seat;

        if (!cr_span_int(&text, 0, s->peer.room->n_seats - 1, &seat))
            return CR_TROUBLE_BAD_FIELD;
        if (!cr_study_play(&s->peer, (uint8_t)seat, i + 1, cr_span_trim(text).at, after))
            return s->peer.room->state->fault ? CR_TROUBLE_BROKEN : CR_TROUBLE_NONE;
    }
    if (m->has & PROTO_HAS(study, check))
        cr_study_check(&s->peer, m->check);
    return CR_TROUBLE_NONE;
}

/* A session that is no connection takes down what the table tells; the reply is that. */
static cr_trouble study(cr_request *r, const proto_in *in, const char **field)
{
    const msg_study *m = &in->study;
    cr_order order = {.game = cr_game_find(m->game)};
    uint32_t after = m->has & PROTO_HAS(study, after) ? m->after : 0;
    cr_session s = {.wire = r->wire};
    cr_trouble trouble;

    *field = "game";
    if (!order.game)
        return CR_TROUBLE_NO_GAME;
    cr_setup_init(order.game, &order.setup);
    *field = "options";
    if (m->has & PROTO_HAS(study, options) &&
        (trouble = set_options(r->wire->lobby, &order, in, m->options)))
        return trouble;
    *field = "seat";
    s.peer.viewer = (uint8_t)m->seat;
    s.peer.wants = CR_WANTS_VIEW | CR_WANTS_OFFERS | CR_WANTS_WORDS;
    if (m->seat >= order.setup.n_seats)
        return CR_TROUBLE_BAD_FIELD;
    *field = "position";
    trouble = cr_study_open(r->wire->lobby, order.game, &order.setup, m->position, &s.peer, after);
    if (!trouble) {
        *field = "moves";
        trouble = play_study(&s, in, after);
        cr_study_close(&s.peer);
    }
    if (!trouble)
        r->reply(r, 200, "application/x-ndjson", s.out ? s.out + CR_OUT_FRONT : NULL, s.out_len);
    cr_session_drop(&s);
    return trouble;
}

/* ---- routes ---- */

static bool is_method(cr_request *r, const char *method)
{
    if (!strcmp(r->method, method))
        return true;
    reply_trouble(r, CR_TROUBLE_BAD_METHOD, "");
    return false;
}

static void handle_match(cr_request *r, cr_span path)
{
    uint8_t match[CR_MATCH_ID];
    cr_trouble trouble = CR_TROUBLE_NO_ROUTE;
    const char *field = "";
    cr_room *room;
    proto_in in;

    if (path.end - path.at < 32 ||
        !cr_span_hex(&(cr_span){path.at, path.at + 32}, match, CR_MATCH_ID)) {
        reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
        return;
    }
    path.at += 32;
    room = cr_lobby_seek(r->wire->lobby, match, &r->seeker, &trouble);
    if (!room && !trouble)
        return; /* it is being looked for: `found` goes on */
    if (!room || !room->applied) {
        reply_trouble(r, room ? CR_TROUBLE_NO_MATCH : trouble, "");
    } else if (path.at == path.end) {
        if (is_method(r, "GET"))
            reply_text(r, 200, type_json, write_one_match, room);
    } else if (cr_span_is(path, "/record")) {
        if (is_method(r, "GET"))
            reply_record(r, room);
    } else if (cr_span_lead(&path, "/steps/")) {
        if (is_method(r, "GET"))
            reply_steps(r, room, path);
    } else if (cr_span_lead(&path, "/analysis/")) {
        if (is_method(r, "GET"))
            reply_analysis(r, room, path);
    } else if (cr_span_is(path, "/join")) {
        if (!is_method(r, "POST"))
            return;
        trouble = proto_read_body(MSG_join, r->body, r->body_len, &in, &field);
        if (!trouble)
            trouble = join(r, room, &in.join, &field);
        if (trouble)
            reply_trouble(r, trouble, field);
    } else {
        reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
    }
}

static void handle_matches(cr_request *r)
{
    const char *field;
    cr_trouble trouble;
    proto_in in;

    if (!strcmp(r->method, "GET")) {
        reply_matches(r);
        return;
    }
    if (!is_method(r, "POST"))
        return;
    trouble = proto_read_body(MSG_create, r->body, r->body_len, &in, &field);
    if (!trouble)
        trouble = create(r, &in, &field);
    if (trouble)
        reply_trouble(r, trouble, field);
}

static void handle_study(cr_request *r)
{
    const char *field;
    cr_trouble trouble;
    proto_in in;

    if (!is_method(r, "POST"))
        return;
    trouble = proto_read_body(MSG_study, r->body, r->body_len, &in, &field);
    if (!trouble)
        trouble = study(r, &in, &field);
    if (trouble)
        reply_trouble(r, trouble, field);
}

/* Does this server do its work? Not if nothing can be stored. */
static void reply_health(cr_request *r)
{
    cr_lobby *lobby = r->wire->lobby;
    cr_shared *shared = lobby->config.store->shared;
    const char *trouble = lobby->is_stopping  ? "stopping"
                          : shared            ? shared->trouble(shared)
                          : lobby->is_failing ? "the store cannot be written"
                                              : NULL;
    char text[320];
    int len = snprintf(text, sizeof text, "%s\n", trouble ? trouble : "ok");

    r->reply(r, trouble ? 503 : 200, "text/plain", text, (size_t)len);
}

static void route(cr_request *r)
{
    cr_wire *wire = r->wire;
    cr_span path = cr_span_of(r->path);
    const cr_game *game;

    if (cr_span_is(path, "/healthz")) {
        if (is_method(r, "GET"))
            reply_health(r);
    } else if (cr_span_is(path, "/metrics")) {
        if (is_method(r, "GET"))
            reply_text(r, 200, "text/plain; version=0.0.4", write_metrics, wire);
    } else if (cr_span_is(path, "/api/games")) {
        if (is_method(r, "GET"))
            reply_tagged(r, write_games, NULL);
    } else if (cr_span_lead(&path, "/api/games/")) {
        game = cr_game_find(path.at);
        if (!game)
            reply_trouble(r, CR_TROUBLE_NO_GAME, "");
        else if (is_method(r, "GET"))
            reply_tagged(r, write_game, game);
    } else if (cr_span_is(path, "/api/matches")) {
        handle_matches(r);
    } else if (cr_span_lead(&path, "/api/matches/")) {
        handle_match(r, path);
    } else if (cr_span_is(path, "/api/study")) {
        handle_study(r);
    } else {
        reply_trouble(r, CR_TROUBLE_NO_ROUTE, "");
    }
}

/* The match it is about is at hand, or elsewhere: the client asks the same of whoever has it. */
static void found(cr_seeker *seeker, cr_trouble trouble, const char *address)
{
    cr_request *r = (cr_request *)((char *)seeker - offsetof(cr_request, seeker));

    if (!trouble) {
        route(r);
        return;
    }
    if (trouble == CR_TROUBLE_MOVED && *address)
        snprintf(r->location, sizeof r->location, "%s%s", address, r->path);
    reply_trouble(r, trouble == CR_TROUBLE_MOVED && !*address ? CR_TROUBLE_AWAY : trouble, "");
}

void cr_api_handle(cr_wire *wire, cr_request *r)
{
    r->wire = wire;
    r->waiter = (cr_waiter){.done = made};
    r->seeker = (cr_seeker){.found = found};
    r->location[0] = 0;
    r->mine = 0;
    wire->stats.http_requests++;
    route(r);
}

void cr_api_cancel(cr_request *r)
{
    cr_seeker_cancel(&r->seeker);
    cr_waiter_cancel(&r->waiter);
}
