#include "apps/line.h"
#include "clock/clocks.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    cr_verify_line line; /* first */
    cr_clock_fake clock;
    cr_lobby lobby;
    cr_wire wire;
    cr_session session;
    uint64_t n_frames;
    cr_room room; /* last: its seats follow */
} connection;

static bool is_learning;

/* What all lines learn together, and how many of them do. */
static padding *learned;
static unsigned n_learning;

static void begin_learning(connection *c)
{
    if (n_learning++) {
        padding_free(c->wire.padding);
        c->wire.padding = learned;
    }
    learned = c->wire.padding;
}

/* The last one tells. */
static void end_learning(connection *c)
{
    static char rows[1 << 20];
    cr_text out = cr_text_on(rows, sizeof rows);

    if (--n_learning) {
        c->wire.padding = NULL;
        return;
    }
    padding_write(&out, padding_of(learned, c->room.game));
    fputs(rows, stdout);
}

static void free_line(connection *c)
{
    cr_wire_release(&c->wire);
    free(c->room.state);
    free(c->lobby.view);
    free(c);
}

static void close_line(cr_verify_line *line)
{
    connection *c = (connection *)line;

    if (is_learning)
        end_learning(c);
    cr_session_drop(&c->session);
    free_line(c);
}

/* As the room does it, without one. */
static size_t frame(cr_verify_line *line, const cr_state *before, const cr_state *state,
                    uint8_t viewer, const cr_event *events, size_t n)
{
    connection *c = (connection *)line;
    cr_peer *peer = &c->session.peer;
    cr_update update = {.room = &c->room,
                        .state = state,
                        .events = events,
                        .n_events = n,
                        .before = before,
                        .at_ms = state->now_ms,
                        .n = 1,
                        .viewer = viewer,
                        .wants = peer->wants,
                        .moment = ++c->n_frames}; /* as where two sit */
    size_t len;

    c->clock.at_ms = state->now_ms;
    c->room.n_seats = state->n_seats;
    peer->viewer = viewer;
    peer->n = 1;
    if (events) {
        c->wire.voice.emit_update(&c->wire.voice, peer, &update);
    } else {
        memcpy(c->room.state, state, c->room.game->state_size);
        c->wire.voice.emit_state(&c->wire.voice, peer);
    }
    len = c->session.out_len;
    cr_session_sent(&c->session);
    return len;
}

/* A game that has no marks to begin with, a new one or one from outside, learns them: nothing is amiss. */
static unsigned raised(cr_verify_line *line)
{
    const connection *c = (const connection *)line;
    unsigned n = padding_raised(c->wire.padding);

    for (const padding_row *row = padding_rows(); row->game; row++)
        if (!strcmp(row->game, c->room.game->name))
            return n;
    return 0;
}

static cr_verify_line *open_line(const cr_game *game, unsigned kind)
{
    static const padding_row none[] = {{0}};
    connection *c = calloc(1, sizeof *c + CR_SEATS_MAX * sizeof(cr_room_seat));

    if (!c)
        return NULL;
    c->line = session_line;
    cr_clock_fake_init(&c->clock, 0);
    c->lobby.config.clock = &c->clock.clock;
    c->room.lobby = &c->lobby;
    c->room.game = game;
    c->lobby.view = malloc(game->view_size);
    c->room.state = malloc(game->state_size);
    if (cr_wire_init(&c->wire, &c->lobby, 0) ||
        cr_wire_pad(&c->wire, is_learning ? none : padding_rows()) || !c->lobby.view ||
        !c->room.state) {
        free_line(c);
        return NULL;
    }
    if (is_learning)
        begin_learning(c);
    cr_session_open(&c->session, &c->wire);
    c->session.peer.room = &c->room;
    c->session.peer.wants = CR_WANTS_VIEW | CR_WANTS_OFFERS | (kind & 1 ? CR_WANTS_WORDS : 0) |
                            (kind & 2 ? CR_WANTS_CHANGES : 0);
    return &c->line;
}

const cr_verify_line session_line = {
    .kinds = 4, .open = open_line, .frame = frame, .raised = raised, .close = close_line};

void session_line_learns(void)
{
    is_learning = true;
}
