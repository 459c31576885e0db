/* A table on a server: what its three files share.
 *
 *     joined.c       coming to a match, and what a person does there
 *     joined_link.c  requests and the connection, made anew where it breaks
 *     joined_news.c  what the server sends, and what becomes of the table by it
 *
 *  1: `fault` ends it: the table is lost and says so.
 *  2: while is_attached, the connection is up and belongs to `match`.
 *  3: `view` is the last view as it came, and `n` its number; changes are put into it. */
#ifndef CR_TERMINAL_JOINED_INSIDE_H
#define CR_TERMINAL_JOINED_INSIDE_H

#include "terminal/joined.h"
#include "net/client.h"
#include "wire/decode.h"

enum { JOINED_HEX = 32 }; /* digits of an id or a token */

typedef struct {
    table t; /* first */
    uv_loop_t loop;
    uv_timer_t timer;
    net_server server; /* that we were given */
    net_server there;  /* where the match is: the same, or where it has sent us */
    net_client http, ws;
    cr_rng rng;
    char match[JOINED_HEX + 1], token[JOINED_HEX + 1];
    char fault[256];

    const char *path, *body; /* of the request under way */
    char reply[4096], location[512];
    unsigned status; /* of the last reply; 0: none yet */

    uint8_t part[32]; /* of the seed, while the match has not begun */
    uint32_t drawn;   /* the start it is for; 0: none yet */
    double offset_ms; /* the server's clock less ours */
    uint32_t id;      /* of our last move */
    uint32_t n;       /* of the last update */
    json_t *view;

    unsigned attempts, n_moves; /* n_moves: from server to server since we were attached */
    bool is_moving;             /* the connection is made anew elsewhere, at once */
    bool is_attached, has_news, is_http_open, is_ws_open, is_closing;
} joined;

static inline const char *joined_text(const json_t *tree, const char *name)
{
    const char *text = json_string_value(json_object_get(tree, name));

    return text ? text : "";
}

bool joined_is_hex(const char *text); /* JOINED_HEX digits, and no more of them */
double joined_local_ms(void);

/* ---- joined_link.c ---- */

/* Sends a message of json_pack, and frees it; without a connection, or a message, nothing happens. */
void joined_send(joined *j, json_t *message);
static inline void joined_send_word(joined *j, const char *type)
{
    joined_send(j, json_pack("{s:s}", "type", type));
}

void joined_attach(joined *j); /* to `match`, over the connection that is up */

/* Connects, and goes on doing so until it is closed. */
void joined_connect(joined *j);

/* Another server has the match; without an address the first one, asked again, knows where. */
void joined_move_on(joined *j, const char *address);

/* Posts a body of json_pack, frees it, and waits for the reply, wherever the request is sent on to; false with `fault` if
 * there is none. */
bool joined_request(joined *j, const char *path, json_t *body);

/* ---- joined_news.c ---- */

void joined_take(joined *j, const char *line);

/* `what` and what the server says in title, because and rule, for the person to read. */
void joined_trouble(joined *j, const char *what, const json_t *tree);

void joined_tell_empty(table *t);
void joined_say_back(joined *j); /* how to come back to this seat, in t.back */

#endif
