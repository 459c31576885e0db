#include "terminal/telling.h"
#include "kernel/forms.h"

#include <stdlib.h>

enum { EVENTS_MAX = 4096 }; /* of one entry */

bool telling_open(telling *t, const cr_game *game, uint8_t eyes, bool is_raw)
{
    cr_event *events = malloc(EVENTS_MAX * sizeof *events);

    *t = (telling){.game = game, .eyes = eyes, .is_raw = is_raw};
    cr_feed_init(&t->feed, events, EVENTS_MAX);
    return events != NULL;
}

void telling_close(telling *t)
{
    free(t->feed.events);
    t->feed.events = NULL;
}

static uint8_t reader_of(const telling *t)
{
    return t->eyes == TELLING_ALL ? CR_SPECTATOR : t->eyes;
}

static void fill(cr_text *out, const char *says)
{
    static const char *const nobody[CR_SEATS_MAX] = {0};

    cr_say_names(out, says, nobody);
}

bool telling_knows(const telling *t, const cr_move *move)
{
    uint8_t seat = move->kind == CR_IDLE ? move->arg[0] : move->seat;

    return t->eyes == TELLING_ALL || t->eyes == seat;
}

/* Moves of the host; false: it is one of the game. */
static bool say_host_move(cr_text *out, const telling *t, const cr_move *move)
{
    switch (move->kind) {
    case CR_IDLE:
        if (t->eyes == move->arg[0])
            cr_text_str(out, "The referee answers for you");
        else
            cr_text_fmt(out, "The referee answers for Player %u", move->arg[0] + 1u);
        return true;
    case CR_PAUSE:
        cr_text_str(out, "The clock stops");
        return true;
    case CR_RESUME:
        cr_text_str(out, "The clock runs on");
        return true;
    default:
        return false;
    }
}

void telling_move(cr_text *out, const telling *t, const cr_state *before, const cr_move *move)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    if (t->is_raw) {
        cr_seat.print(out, &move->seat, NULL);
        cr_text_char(out, ' ');
        cr_move_write(out, t->game, move);
        return;
    }
    if (say_host_move(out, t, move))
        return;
    if (move->seat == t->eyes)
        cr_text_str(out, "You: ");
    else if (move->seat < CR_SEATS_MAX)
        cr_text_fmt(out, "Player %u: ", move->seat + 1u);
    else
        cr_text_str(out, move->seat == CR_ADMIN ? "The admin: " : "The host: ");
    /* As a button of that player names it: "your hand" is that player's. */
    cr_say_move(&text, t->game, before, move->seat, move);
    fill(out, says);
}

void telling_events(cr_text *out, telling *t, const cr_state *state, const char *indent)
{
    cr_event seen[2]; /* this one, and the one before it */
    unsigned n = 0;

    cr_why_take(&t->why, t->game, t->feed.events, t->feed.n);
    for (size_t i = 0; i < t->feed.n; i++) {
        char says[CR_SAY_MAX];
        cr_text text = cr_text_on(says, sizeof says);
        cr_event *event = &seen[n & 1];

        *event = t->feed.events[i];
        if (t->eyes != TELLING_ALL && !cr_redact(&t->feed.events[i], t->eyes, event))
            continue;
        if (t->is_raw) {
            cr_text_str(out, indent);
            cr_event_write(out, t->game, event);
            cr_text_char(out, '\n');
        } else if (event->kind != CR_EV_ASKED) {
            cr_say_event(&text, t->game, state, reader_of(t), event, n ? &seen[~n & 1] : NULL);
            n++;
            if (*says) {
                cr_text_str(out, indent);
                fill(out, says);
                cr_text_char(out, '\n');
            }
        }
    }
    t->feed.n = 0;
    t->feed.is_full = false;
}

void telling_question(cr_text *out, const telling *t, const cr_state *state)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    if (!state->q.open)
        return;
    cr_say_question(&text, t->game, state, reader_of(t));
    fill(out, says);
}

void telling_end(cr_text *out, const telling *t, const cr_state *state)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    cr_event event;
    bool is_key;

    if (!state->is_over)
        return;
    cr_say_end(&text, t->game, state, reader_of(t));
    fill(out, says);
    cr_text_char(out, '\n');
    for (unsigned i = 0; cr_why_nth(&t->why, t->game, reader_of(t), i, &event, &is_key); i++) {
        uint16_t rule;

        text = cr_text_on(says, sizeof says);
        cr_say_event(&text, t->game, state, reader_of(t), &event, NULL);
        cr_text_str(out, is_key ? "  * " : "  - ");
        fill(out, says);
        (void)cr_event_reason(t->game, &event, &rule);
        if (rule)
            cr_text_fmt(out, " (%s)", cr_rule_id(t->game, rule));
        cr_text_char(out, '\n');
    }
}

void telling_time(cr_text *out, uint64_t ms)
{
    uint64_t tenths = ms / 100;

    cr_text_fmt(out, "%llu:%02u.%u", (unsigned long long)(tenths / 600),
                (unsigned)(tenths / 10 % 60), (unsigned)(tenths % 10));
}
