/* What a viewer is told: whole messages in worlds that look alike, and the events of a move played in both. */
#include "verify/desk.h"

#include <stdio.h>

/* The viewer's events of `told` in d->redacted; their number. */
static size_t redact(desk *d, const cr_feed *told, uint8_t viewer)
{
    cr_feed_place place = {0};
    size_t n = 0;

    while (cr_feed_next(told, viewer, &place, &d->redacted[n]))
        n++;
    return n;
}

static void show_event(const desk *d, const cr_event *event, char *into, size_t cap)
{
    if (event)
        cr_event_print(d->game, event, into, cap);
    else
        snprintf(into, cap, "(nothing)");
}

/* Notes the two messages of the desk, from a little before the place where they part. */
static void show_messages(desk *d)
{
    enum { BEFORE = 60 };
    size_t at = 0;

    if (d->fault->check[0])
        return;
    while (at < DESK_TEXT - 1 && d->text[at] && d->text[at] == d->text_b[at])
        at++;
    at = at > BEFORE ? at - BEFORE : 0;
    snprintf(d->fault->one, sizeof d->fault->one, "%s%s", at ? "…" : "", d->text + at);
    snprintf(d->fault->other, sizeof d->fault->other, "%s%s", at ? "…" : "", d->text_b + at);
}

/* Returns the word of the first event in which the two differ for the viewer, both noted for a fault, or NULL. `is_kept`:
 * what was only said does not count, for no view keeps it. */
static const char *differing_event(desk *d, uint8_t viewer, bool is_kept)
{
    cr_feed_place at = {0}, at_b = {0};
    cr_event event, event_b;

    for (;;) {
        bool has = is_kept ? kept_next(d->game, &d->told, viewer, &at, &event)
                           : cr_feed_next(&d->told, viewer, &at, &event);
        bool has_b = is_kept ? kept_next(d->game, &d->told_b, viewer, &at_b, &event_b)
                             : cr_feed_next(&d->told_b, viewer, &at_b, &event_b);

        if (!has && !has_b)
            return NULL;
        if (has != has_b || memcmp(&event, &event_b, sizeof event)) {
            if (!d->fault->check[0]) {
                show_event(d, has ? &event : NULL, d->fault->one, sizeof d->fault->one);
                show_event(d, has_b ? &event_b : NULL, d->fault->other, sizeof d->fault->other);
            }
            return cr_event_word(d->game, has ? event.kind : event_b.kind);
        }
    }
}

/* The same message, byte for byte? Then it has the same length too. If not, both are noted for a fault. */
static bool is_same_message(desk *d, const cr_state *s, const cr_state *other, uint8_t viewer)
{
    size_t len, len_b;

    if (!d->message)
        return true;
    len = d->message(d->game, s, viewer, d->redacted, redact(d, &d->told, viewer), d->text,
                     DESK_TEXT);
    len_b = d->message(d->game, other, viewer, d->redacted, redact(d, &d->told_b, viewer),
                       d->text_b, DESK_TEXT);
    if (len == len_b && (len >= DESK_TEXT || !memcmp(d->text, d->text_b, len)))
        return true;
    show_messages(d);
    return false;
}

static void listen(cr_feed *feed)
{
    feed->n = 0;
    feed->is_full = false;
}

/* Plays a move from each state into d->after and d->after_b, with what they tell; false if one is refused. */
static bool play_both(desk *d, const cr_state *s, const cr_move *move, const cr_state *other,
                      const cr_move *move_b)
{
    listen(&d->told);
    listen(&d->told_b);
    memcpy(d->after, s, d->game->state_size);
    memcpy(d->after_b, other, d->game->state_size);
    return !cr_play(d->game, d->after, move, s->now_ms, &d->told.sink).code &&
           !cr_play(d->game, d->after_b, move_b, s->now_ms, &d->told_b.sink).code;
}

static bool is_same_view(desk *d, const cr_state *s, const cr_state *other, uint8_t viewer)
{
    cr_see(d->game, s, viewer, d->view);
    cr_see(d->game, other, viewer, d->view_b);
    return !memcmp(d->view, d->view_b, d->game->view_size);
}

/* A view need not remember anything from before a new deal: chance has dealt, or the host alone is asked to. */
static bool has_dealt(const desk *d, const cr_state *s, const cr_state *world)
{
    return !(cr_deciders(d->after) & 0xFF) || memcmp(&s->rng, &d->after->rng, sizeof s->rng) ||
           memcmp(&world->rng, &d->after_b->rng, sizeof s->rng);
}

bool desk_told(desk *d, const cr_state *s, const cr_state *world, uint8_t viewer)
{
    listen(&d->told);
    listen(&d->told_b);
    if (!is_same_message(d, s, world, viewer))
        return desk_fail(d, s, "secret", "a message to %u is another one in a world alike", viewer);
    for (unsigned seats = cr_deciders(s) & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        const char *word;
        cr_move move;

        if (!cr_sample_any(d->game, s, seat, &d->luck, &move) ||
            !play_both(d, s, &move, world, &move) || has_dealt(d, s, world) ||
            !is_same_view(d, d->after, d->after_b, viewer))
            continue;
        d->counts->told++;
        word = differing_event(d, viewer, true);
        if (word)
            return desk_fail(d, s, "secret",
                             "'%s' tells %u what its view does not, behind a %s of seat %u", word,
                             viewer, cr_kind_word(d->game, move.kind), seat);
        /* What was only said, such as what somebody had sealed, is past and stands in one message alone. */
        if (!d->after->is_over && told_same(&d->told, &d->told_b, viewer) &&
            !is_same_message(d, d->after, d->after_b, viewer))
            return desk_fail(d, s, "secret",
                             "behind a %s of seat %u the message to %u is another one in a world "
                             "alike",
                             cr_kind_word(d->game, move.kind), seat, viewer);
    }
    return true;
}

/* ---- playing on ---- */

static bool blame_pair(desk *d, pair_verdict verdict)
{
    const pair *p = &d->pair;

    if (!verdict)
        return true;
    if (!d->fault->check[0]) {
        cr_laws_world_write(d->game, p->one, p->move_one, &d->fault->worlds[0]);
        cr_laws_world_write(d->game, p->two, p->move_two, &d->fault->worlds[1]);
    }
    return desk_fail(d, p->one, verdict == PAIR_TOLD ? "seen-alike" : "told-alike", "%s%u: %s",
                     p->viewer < CR_SEATS_MAX ? "seat " : "watcher ", p->viewer, p->what);
}

bool desk_play_on(desk *d, const cr_state *s, const cr_state *world, uint8_t viewer)
{
    cr_state *before = d->trial, *after = d->after;

    memcpy(before, s, d->game->state_size);
    pair_begin(&d->pair, world, CR_BIT(viewer));
    for (unsigned n = 0; n < d->plays_on && d->pair.alike && !before->is_over; n++) {
        uint16_t who = cr_deciders(before);
        uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_small(&d->luck, cr_bits_count(who)));
        pair_step step = {before, after, &d->told, NULL, before->now_ms};
        cr_move move;

        if (!cr_sample(d->game, before, seat, &d->luck, &move))
            move = cr_idle_move(before, seat);
        step.move = &move;
        memcpy(after, before, d->game->state_size);
        listen(&d->told);
        if (cr_play(d->game, after, &move, before->now_ms, &d->told.sink).code || after->fault)
            return true; /* other checks say so */
        d->counts->told++;
        if (!blame_pair(d, pair_follow(&d->pair, &step, &d->luck)))
            return false;
        memcpy(before, after, d->game->state_size);
    }
    return true;
}

/* ---- sealed answers ---- */

/* Everybody but `owner` is told the same of both. */
static bool look_alike(desk *d, const cr_state *s, uint8_t owner, const char *what)
{
    for (unsigned i = 0; i <= s->n_seats; i++) {
        uint8_t viewer = i < s->n_seats ? (uint8_t)i : CR_SPECTATOR;
        const char *word;

        if (viewer == owner)
            continue;
        d->counts->told++;
        word = differing_event(d, viewer, false);
        if (word)
            return desk_fail(d, s, "secret", "'%s' tells %u the %s of seat %u", word, viewer, what,
                             owner);
        if (!is_same_view(d, d->after, d->after_b, viewer))
            return desk_fail(d, s, "secret", "'%s' in the view of %u tells the %s of seat %u",
                             desk_differing_field(d, s->n_seats), viewer, what, owner);
        if (!is_same_message(d, d->after, d->after_b, viewer))
            return desk_fail(d, s, "secret", "a message to %u tells the %s of seat %u", viewer,
                             what, owner);
    }
    return true;
}

/* A pass that is kept secret and closes nothing: nobody else learns of it. */
static bool pass_unseen(desk *d, const cr_state *s)
{
    const cr_question *q = &s->q;

    for (unsigned seats = q->open; seats && (q->open & (q->open - 1)); seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move pass = {.ticket = q->ticket, .seat = seat};

        listen(&d->told);
        listen(&d->told_b);
        memcpy(d->after, s, d->game->state_size);
        memcpy(d->after_b, s, d->game->state_size);
        if (!cr_play(d->game, d->after_b, &pass, s->now_ms + 1, &d->told_b.sink).code &&
            !look_alike(d, s, seat, "pass"))
            return false;
    }
    return true;
}

bool desk_sealing(desk *d, const cr_state *s)
{
    const cr_question *q = &s->q;

    if (!s->is_over && cr_hides_passes(d->game, q))
        return pass_unseen(d, s);

    /* With one seat left its answer closes the question, and the answers come out. */
    if (s->is_over || q->form != CR_ALL || !(q->open & (q->open - 1)))
        return true;
    for (unsigned seats = q->open & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move one, other;

        if (cr_sample_any(d->game, s, seat, &d->luck, &one) &&
            cr_sample_any(d->game, s, seat, &d->luck, &other) && play_both(d, s, &one, s, &other) &&
            !look_alike(d, s, seat, "sealed answer"))
            return false;
    }
    return true;
}
