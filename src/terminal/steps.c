#include "terminal/steps.h"
#include "terminal/drawn.h"
#include "kernel/forms.h"

#include <stdlib.h>

enum {
    GAP_MIN = 32,
    KEPT_MAX = 512,       /* states that are kept at most */
    POSITION_MAX = 8192,  /* characters of a position */
    EVENTS_TEXT = 1 << 16 /* and of what one entry tells */
};

static void keep(steps *s)
{
    uint32_t place = s->at / s->gap;

    if (s->at % s->gap || place != s->n_kept)
        return;
    memcpy(s->kept + (size_t)place * s->game->state_size, s->state, s->game->state_size);
    s->n_kept++;
}

/* Begins the match; it did so before, when the record was checked. */
static bool start(steps *s, cr_sink *sink)
{
    return cr_start(s->game, s->state, &s->head.setup, sink) == CR_ERR_OK;
}

static void read_entry(steps *s, uint32_t number)
{
    size_t at = s->head.head_size + (size_t)(number - 1) * CR_RECORD_ENTRY;

    if (cr_record_entry_read(s->bytes + at, CR_RECORD_ENTRY, &s->entry))
        memset(&s->entry, 0, sizeof s->entry); /* it was read before: cannot be */
}

static void forward(steps *s, cr_sink *sink)
{
    read_entry(s, s->at + 1);
    cr_play_checked(s->game, s->state, &s->entry.move, s->entry.at_ms, sink);
    s->at++;
    keep(s);
}

bool steps_open(steps *s, const cr_game *game, const uint8_t *bytes, const cr_record_head *head,
                uint32_t n, uint8_t eyes)
{
    *s = (steps){.game = game, .bytes = bytes, .head = *head, .n = n, .eyes = eyes};
    s->gap = n / KEPT_MAX + 1 > GAP_MIN ? n / KEPT_MAX + 1 : GAP_MIN;
    s->kept = malloc((size_t)(n / s->gap + 1) * game->state_size);
    s->state = malloc(game->state_size);
    s->view = malloc(game->view_size);
    s->events = malloc(EVENTS_TEXT);
    if (!telling_open(&s->told, game, eyes, false) || !s->kept || !s->state || !s->view ||
        !s->events || !start(s, NULL)) {
        steps_close(s);
        return false;
    }
    keep(s);
    steps_go(s, 0);
    return true;
}

void steps_close(steps *s)
{
    free(s->kept);
    free(s->state);
    free(s->view);
    free(s->events);
    telling_close(&s->told);
    *s = (steps){0};
}

void steps_go(steps *s, uint32_t to)
{
    cr_text did = cr_text_on(s->did, sizeof s->did), told = cr_text_on(s->events, EVENTS_TEXT);
    uint32_t before, place;

    to = to > s->n ? s->n : to;
    before = to ? to - 1 : 0;
    place = before / s->gap < s->n_kept ? before / s->gap : s->n_kept - 1;
    if (s->at > before || s->at < place * s->gap) {
        memcpy(s->state, s->kept + (size_t)place * s->game->state_size, s->game->state_size);
        s->at = place * s->gap;
    }
    while (s->at < before)
        forward(s, NULL);
    s->entry = (cr_record_entry){0};
    s->told.eyes = s->eyes;
    if (to) {
        read_entry(s, to);
        if (telling_knows(&s->told, &s->entry.move))
            telling_move(&did, &s->told, s->state, &s->entry.move);
        forward(s, &s->told.feed.sink);
    } else {
        start(s, &s->told.feed.sink);
    }
    telling_events(&told, &s->told, s->state, "");
    cr_see(s->game, s->state, s->eyes == STEPS_ALL_SEEING ? CR_SPECTATOR : s->eyes, s->view);
}

void steps_hidden(const steps *s, cr_text *out)
{
    char position[POSITION_MAX], view[POSITION_MAX];
    cr_span in;

    if (s->eyes != STEPS_ALL_SEEING)
        return;
    cr_position_print(s->game, s->state, position, sizeof position);
    cr_view_print(s->game, s->view, view, sizeof view);
    in = cr_span_of(position);
    while (in.at < in.end) {
        cr_span line = cr_span_line(&in), value = line;

        while (value.at < value.end && *value.at != ':')
            value.at++;
        value.at += value.at < value.end;
        value = cr_span_trim(value);
        if (!drawn_has_line(view, line) && !cr_span_is(value, "-") && !cr_span_is(value, "0"))
            cr_text_fmt(out, "%.*s\n", (int)(line.end - line.at), line.at);
    }
    /* Sealed answers are nobody's but their owners'. */
    for (unsigned seats = s->state->q.asked & ~s->state->q.open & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        if (s->state->q.form == CR_OPEN)
            cr_text_fmt(out, "Player %u has passed, unseen\n", seat + 1u);
        if (s->state->q.form != CR_ALL)
            continue;
        cr_text_str(out, "unseen, ");
        telling_move(out, &s->told, s->state, &s->state->sealed[seat]);
        cr_text_char(out, '\n');
    }
}
