/* Matches for the HTTP side: one, the list, and the part of the list that other servers show. */
#include "wire/api_inside.h"
#include "host/shared.h"
#include "kernel/say.h"
#include "wire/encode.h"

#include <stdlib.h>

enum { LIST_MAX = 100 };

void api_put_hex(cr_json *j, const char *key, const uint8_t *bytes, size_t len)
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
    cr_json_put_uint(j, "ended", room->over_ms);
    cr_json_key(j, "over");
    encode_over(j, &scene);
    if (r && r->until_ms) {
        cr_json_key(j, "offered");
        cr_json_open(j, '{');
        cr_json_put_uint(j, "by", r->by);
        cr_json_put_str(j, "seats", r->is_swapped ? "swap" : "same");
        cr_json_put_uint(j, "until", r->until_ms);
        cr_json_close(j, '}');
    }
    if (r && r->is_made)
        api_put_hex(j, "next", r->match, CR_MATCH_ID);
}

static void write_match(cr_json *j, const cr_room *room)
{
    /* Who has passed in secret is still to decide, and his pass is not counted yet. */
    uint16_t deciders =
        !room->has_begun ? 0 : cr_deciders_to(room->game, room->state, CR_SPECTATOR);

    cr_json_open(j, '{');
    api_put_hex(j, "match", room->match, CR_MATCH_ID);
    cr_json_put_str(j, "game", room->game->name);
    cr_json_key(j, "options");
    encode_options(j, room);
    cr_json_key(j, "settings");
    write_settings(j, room);
    cr_json_put_str(j, "pace", cr_pace_word(cr_room_pace(room)));
    cr_json_key(j, "seats");
    encode_seats(j, room);
    cr_json_put_str(j, "stands",
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
    api_put_hex(j, "commitment", room->commitment, 32);
    cr_json_put_uint(j, "created", room->created_ms);
    cr_json_put_uint(j, "moves", cr_room_moves(room));
    cr_json_put_uint(j, "watching", room->n_watchers);
    write_meeting(j, room);
    cr_json_close(j, '}');
}

void api_write_match(cr_text *out, const void *with)
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

void api_reply_matches(cr_request *r)
{
    cr_shared *shared = r->wire->lobby->config.store->shared;
    char *others = shared ? shared->others(shared) : NULL;

    api_reply_tagged(r, write_matches, &(match_list){r->wire->lobby, others ? others : ""});
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
