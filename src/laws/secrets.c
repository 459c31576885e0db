/* Laws about what a seat may know: views, made-up worlds, sealed answers, events. A world made up from a view is
 * all that this viewer can tell from the truth; so whatever the referee does towards the viewer must be the
 * same in both. */
#include "laws/walk.h"

#include <stdio.h>
#include <stdlib.h>

const char *differing_field(const cr_field *fields, const void *a, const void *b, size_t size,
                            unsigned n_seats)
{
    const uint8_t *bytes_a = a, *bytes_b = b;
    size_t at = 0;

    while (at < size && bytes_a[at] == bytes_b[at])
        at++;
    for (const cr_field *f = fields; f && f->name; f++) {
        unsigned n = f->flags & (CR_PER_SEAT | CR_BY_SEAT) ? n_seats : f->count ? f->count : 1;

        if (at >= f->at && at < f->at + (size_t)n * f->type->size)
            return f->name;
    }
    return "head";
}

static bool is_same_view(const walk *w, const cr_view *a, const cr_view *b)
{
    return !memcmp(a, b, w->game->view_size);
}

static const char *differing_view(const walk *w)
{
    return differing_field(w->game->view_fields, w->view, w->view_b, w->game->view_size,
                           w->s->n_seats);
}

/* ---- asking again ---- */

/* Leaves in w->again the state with its question put anew; law_worlds compares with it. */
bool law_asking(walk *w)
{
    cr_question *q;

    copy_state(w, w->again, w->s);
    cr_ask_again(w->game, w->again, listen(&w->told_a));
    walk_count(w, CR_LAW_ASKING);
    copy_state(w, w->b, w->s);
    q = &w->b->q;
    q->open = q->asked;
    q->deadline_ms = !q->budget_ms ? 0 : w->b->paused ? q->budget_ms : w->b->now_ms + q->budget_ms;
    memset(w->b->sealed, 0, sizeof w->b->sealed);
    if (!is_same_state(w, w->again, w->b))
        return walk_fail(
            w, CR_LAW_ASKING, CR_LAWS_NOBODY, "asking again changes '%s'",
            differing_field(w->game->zones, w->again, w->b, w->game->state_size, w->s->n_seats));
    if (w->told_a.n != 1 || w->told_a.events[0].kind != CR_EV_ASKED)
        return walk_fail(w, CR_LAW_ASKING, CR_LAWS_NOBODY,
                         "asking again tells more than the question");
    return true;
}

/* ---- everything hidden varies ---- */

enum { ROLES = CR_SEATS_MAX + 1, DIFFERS_MIN = 20 };

static unsigned cells_of(const cr_field *f, const cr_game *game)
{
    return f->flags & (CR_PER_SEAT | CR_BY_SEAT) ? game->seats_max : f->count ? f->count : 1;
}

static void add_cell(struct cr_laws_cells *c, const char *name, size_t at, size_t size,
                     unsigned row)
{
    c->cells[c->n++] = (cell){(uint16_t)at, (uint16_t)size, (uint16_t)row, name};
}

cr_err cells_init(struct cr_laws_cells **out, const cr_game *game)
{
    struct cr_laws_cells *c = calloc(1, sizeof *c);
    unsigned n = 1 + CR_SEATS_MAX + CR_DEPTH;

    *out = c;
    if (!c)
        return CR_ERR_FULL;
    for (const cr_field *f = game->zones; f && f->name; f++)
        n += cells_of(f, game);
    c->n_questions = game->n_questions + 1u; /* the last: the match is over */
    c->cells = calloc(n, sizeof *c->cells);
    c->counts = calloc((size_t)n * c->n_questions * ROLES, sizeof *c->counts);
    if (!c->cells || !c->counts)
        return CR_ERR_FULL;
    for (const cr_field *f = game->zones; f && f->name; f++)
        for (unsigned row = 0; row < cells_of(f, game); row++)
            add_cell(c, f->name, f->at + (size_t)row * f->type->size, f->type->size, row);
    add_cell(c, "open", offsetof(cr_state, q.open), sizeof(uint16_t), 0);
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        add_cell(c, "sealed", offsetof(cr_state, sealed) + i * sizeof(cr_move), sizeof(cr_move), i);
    for (unsigned i = 0; i < CR_DEPTH; i++)
        add_cell(c, "effect",
                 offsetof(cr_state, stack) + i * sizeof(cr_frame) + offsetof(cr_frame, arg),
                 sizeof(cr_frame) - offsetof(cr_frame, arg), i);
    return CR_ERR_OK;
}

void cells_release(struct cr_laws_cells *c)
{
    if (c) {
        free(c->cells);
        free(c->counts);
    }
    free(c);
}

static cell_count *counts_at(const struct cr_laws_cells *c, unsigned question, unsigned role)
{
    return c->counts + (size_t)(question * ROLES + role) * c->n;
}

void cells_merge(struct cr_laws_cells *into, const struct cr_laws_cells *from)
{
    for (size_t i = 0; i < (size_t)into->n * into->n_questions * ROLES; i++) {
        into->counts[i].differs += from->counts[i].differs;
        into->counts[i].varies += from->counts[i].varies;
    }
}

/* w->world and w->other_world are two guesses of one viewer. */
static void count_cells(walk *w, uint8_t viewer)
{
    struct cr_laws_cells *c = w->report->cells;
    const uint8_t *truth = (const uint8_t *)w->s, *one = (const uint8_t *)w->world,
                  *two = (const uint8_t *)w->other_world;
    unsigned question = w->s->is_over ? c->n_questions - 1 : w->s->q.kind;
    cell_count *counts;

    if (question >= c->n_questions)
        return;
    counts = counts_at(c, question, viewer < CR_SEATS_MAX ? viewer : CR_SEATS_MAX);
    walk_count(w, CR_LAW_VARIES);
    for (unsigned i = 0; i < c->n; i++) {
        unsigned at = c->cells[i].at, size = c->cells[i].size;

        counts[i].differs += memcmp(truth + at, one + at, size) != 0;
        counts[i].varies += memcmp(one + at, two + at, size) != 0;
    }
}

/* A part whose guesses never differ is known to the viewer; then the truth cannot differ from the guess either. */
bool cells_vary(const struct cr_laws_cells *c, const cr_game *game, uint8_t *viewer, char *what,
                size_t cap)
{
    for (unsigned question = 0; question < c->n_questions; question++)
        for (unsigned role = 0; role < ROLES; role++)
            for (unsigned i = 0; i < c->n; i++) {
                const cell_count *count = &counts_at(c, question, role)[i];
                cr_text out = cr_text_on(what, cap);

                if (count->differs < DIFFERS_MIN || count->varies)
                    continue;
                *viewer = role < CR_SEATS_MAX ? (uint8_t)role : CR_SPECTATOR;
                cr_text_fmt(
                    &out, "'%s' (row %u) is guessed wrong at %u states of '%s' but always the same",
                    c->cells[i].name, c->cells[i].row, count->differs,
                    question < game->n_questions ? cr_question_word(game, (uint8_t)question)
                                                 : "over");
                return false;
            }
    return true;
}

/* ---- made-up worlds ---- */

static bool world_asks(walk *w, uint8_t viewer)
{
    cr_question *q = &w->b->q, *truth = &w->again->q;

    if (w->game->questions[w->s->q.kind].flags & CR_TELLS)
        return true;
    walk_count(w, CR_LAW_WORLD_ASKS);
    copy_state(w, w->b, w->world);
    cr_ask_again(w->game, w->b, NULL);
    if (w->b->fault || w->b->is_over)
        return walk_fail(w, CR_LAW_WORLD_ASKS, viewer, "a made-up world asks nothing");
    q->late_by = truth->late_by; /* of others it is not known */
    if (memcmp(q, truth, sizeof *q)) {
        const char *what = q->kind != truth->kind             ? "kind of question"
                           : q->asked != truth->asked         ? "asked seats"
                           : q->budget_ms != truth->budget_ms ? "time"
                                                              : "question";

        return walk_fail(w, CR_LAW_WORLD_ASKS, viewer,
                         "the %s depends on what the viewer does not know", what);
    }
    for (unsigned i = 0; i < CR_DEPTH; i++)
        if (w->b->depth != w->s->depth ||
            memcmp(&w->b->stack[i], &w->s->stack[i], offsetof(cr_frame, arg)))
            return walk_fail(w, CR_LAW_WORLD_ASKS, viewer,
                             "asking in a made-up world changes the effects");
    return true;
}

static bool world_offers(walk *w, uint8_t viewer)
{
    if (!(cr_deciders(w->s) >> viewer & 1))
        return true;
    walk_count(w, CR_LAW_WORLD_OFFERS);
    cr_offers(w->game, w->s, viewer, &w->space);
    cr_offers(w->game, w->world, viewer, &w->space_b);
    return same_space(&w->space, &w->space_b) ||
           walk_fail(w, CR_LAW_WORLD_OFFERS, viewer,
                     "the boxes depend on what the seat does not know");
}

static bool world_refusals(walk *w, uint8_t viewer)
{
    for (unsigned i = 0; i < w->n_probes; i++) {
        const probe *p = &w->probes[i];
        cr_refusal why;

        if (p->move.seat != viewer)
            continue;
        walk_count(w, CR_LAW_WORLD_REFUSALS);
        why = cr_judge(w->game, w->world, &p->move, p->at_ms);
        if (memcmp(&why, &p->why, sizeof why)) {
            char text[128];

            cr_move_print(w->game, &p->move, text, sizeof text);
            return walk_fail(w, CR_LAW_WORLD_REFUSALS, viewer,
                             "'%s' is %s %s in truth and %s %s in a world that looks the same",
                             text, cr_code_name(w->game, p->why.code),
                             cr_rule_id(w->game, p->why.rule), cr_code_name(w->game, why.code),
                             cr_rule_id(w->game, why.rule));
        }
    }
    return true;
}

/* An answer that leaves the question open must look the same to whoever gives it. */
static bool world_events(walk *w, uint8_t viewer)
{
    const cr_question *q = &w->s->q;
    bool is_only = !(q->open & (q->open - 1));
    cr_move move;

    if (is_only || !(cr_deciders(w->s) >> viewer & 1) || q->form == CR_ANY ||
        !cr_sample(w->game, w->s, viewer, &w->luck, &move))
        return true;
    if ((q->form == CR_TURN || q->form == CR_OPEN) && move.kind != CR_PASS)
        return true;
    copy_state(w, w->a, w->s);
    copy_state(w, w->b, w->world);
    if (cr_play(w->game, w->a, &move, w->a->now_ms, listen(&w->told_a)).code ||
        cr_play(w->game, w->b, &move, w->b->now_ms, listen(&w->told_b)).code)
        return true; /* other laws say so */
    if (w->b->q.ticket != w->s->q.ticket || w->b->is_over)
        return true; /* in this world the others have passed: it is closed, which everybody learns */
    walk_count(w, CR_LAW_WORLD_EVENTS);
    if (!told_same(&w->told_a, &w->told_b, viewer))
        return walk_fail(w, CR_LAW_WORLD_EVENTS, viewer, "%s is told otherwise in a made-up world",
                         cr_kind_word(w->game, move.kind));
    cr_see(w->game, w->a, viewer, w->view);
    cr_see(w->game, w->b, viewer, w->view_b);
    return is_same_view(w, w->view, w->view_b) ||
           walk_fail(w, CR_LAW_WORLD_EVENTS, viewer,
                     "behind %s '%s' shows what the seat does not know",
                     cr_kind_word(w->game, move.kind), differing_view(w));
}

/* A few moves at random from here in w->b; NULL, or what broke. */
static const char *playout(walk *w, const cr_state *from)
{
    const char *broken = NULL;

    copy_state(w, w->b, from);
    for (unsigned i = 0; i < 6 && !w->b->is_over && !broken; i++) {
        uint16_t who = cr_deciders(w->b);
        uint8_t seat = (uint8_t)cr_bits_nth(who, cr_rng_small(&w->luck, cr_bits_count(who)));
        cr_move move;

        if (!cr_sample(w->game, w->b, seat, &w->luck, &move))
            move = cr_idle_move(w->b, seat);
        cr_play(w->game, w->b, &move, w->b->now_ms, NULL);
        broken = w->b->fault ? cr_fault(w->b) : w->game->broken(w->b);
    }
    return broken;
}

/* Bots search in made-up worlds, so play must go on well there. Where the truth can break as well, the world is not to
 * blame. */
static bool play_on(walk *w, uint8_t viewer)
{
    const char *broken = playout(w, w->world), *truth = NULL;

    if (!broken)
        return true;
    for (unsigned tries = 0; tries < 100 && !truth; tries++)
        truth = playout(w, w->s);
    if (truth)
        return walk_fail(w, CR_LAW_SOUND, CR_LAWS_NOBODY, "a few moves on: %s", truth);
    return walk_fail(w, CR_LAW_WORLD_SOUND, viewer, "a few moves into a made-up world: %s", broken);
}

static bool law_world(walk *w, uint8_t viewer)
{
    const char *broken;

    cr_see(w->game, w->s, viewer, w->view);
    cr_guess(w->game, w->view, &w->luck, w->world);
    w->report->guesses++;
    walk_count(w, CR_LAW_VIEW_BACK);
    cr_see(w->game, w->world, viewer, w->view_b);
    if (!is_same_view(w, w->view, w->view_b))
        return walk_fail(w, CR_LAW_VIEW_BACK, viewer,
                         "'%s' does not come back from a made-up world", differing_view(w));
    walk_count(w, CR_LAW_WORLD_SOUND);
    broken = w->world->fault ? cr_fault(w->world) : w->game->broken(w->world);
    if (broken)
        return walk_fail(w, CR_LAW_WORLD_SOUND, viewer, "%s", broken);
    if (once_in(&w->luck, 4)) {
        cr_guess(w->game, w->view, &w->luck, w->other_world);
        count_cells(w, viewer);
    }
    if (w->s->is_over)
        return true;
    if (!world_asks(w, viewer))
        return false;
    if (viewer < w->s->n_seats &&
        (!world_offers(w, viewer) || !world_refusals(w, viewer) || !world_events(w, viewer) ||
         (w->is_heavy && once_in(&w->whim, 4) && !law_choices(w, viewer))))
        return false;
    return !w->is_heavy || !once_in(&w->luck, 4) || play_on(w, viewer);
}

bool law_worlds(walk *w)
{
    for (unsigned i = 0; i < viewers(w); i++)
        if (!law_world(w, viewer_at(w, i)))
            return false;
    return true;
}

/* ---- sealed answers ---- */

/* w->a and w->b differ in the sealed answer of one seat only. */
static bool look_alike(walk *w, uint8_t owner)
{
    for (unsigned i = 0; i < viewers(w); i++) {
        uint8_t viewer = viewer_at(w, i);

        if (viewer == owner)
            continue;
        cr_see(w->game, w->a, viewer, w->view);
        cr_see(w->game, w->b, viewer, w->view_b);
        if (!is_same_view(w, w->view, w->view_b))
            return walk_fail(w, CR_LAW_SEALED, viewer, "'%s' shows the sealed answer of seat %u",
                             differing_view(w), owner);
    }
    return true;
}

/* Another legal answer of a seat that has sealed `move`, or is about to. */
static bool other_answer(walk *w, const cr_move *move, cr_move *out)
{
    for (unsigned tries = 0; tries < 4; tries++)
        if (cr_sample_any(w->game, w->s, move->seat, &w->luck, out) &&
            memcmp(out, move, sizeof *out))
            return true;
    return false;
}

/* Answers that are in: each is exchanged for another one. */
bool law_sealed_here(walk *w)
{
    const cr_question *q = &w->s->q;

    if (q->form != CR_ALL || w->s->is_over)
        return true;
    for (unsigned seats = q->asked & ~q->open & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move other;

        if (!other_answer(w, &w->s->sealed[seat], &other))
            continue;
        walk_count(w, CR_LAW_SEALED);
        copy_state(w, w->a, w->s);
        copy_state(w, w->b, w->s);
        w->b->sealed[seat] = other;
        if (!look_alike(w, seat))
            return false;
    }
    return true;
}

/* An answer about to be sealed: it and another one are told and seen alike. */
bool law_sealed_move(walk *w, const cr_move *move, uint64_t at_ms)
{
    const cr_question *q = &w->s->q;
    cr_move other;

    if (q->form != CR_ALL || !(q->open & (q->open - 1)) || move->seat >= w->s->n_seats ||
        !other_answer(w, move, &other))
        return true;
    copy_state(w, w->a, w->s);
    copy_state(w, w->b, w->s);
    if (cr_play(w->game, w->a, move, at_ms, listen(&w->told_a)).code ||
        cr_play(w->game, w->b, &other, at_ms, listen(&w->told_b)).code)
        return true; /* other laws say so */
    walk_count(w, CR_LAW_SEALED);
    for (unsigned i = 0; i < viewers(w); i++) {
        uint8_t viewer = viewer_at(w, i);

        if (viewer != move->seat && !told_same(&w->told_a, &w->told_b, viewer))
            return walk_fail(w, CR_LAW_SEALED, viewer, "events tell the sealed answer of seat %u",
                             move->seat);
    }
    return look_alike(w, move->seat);
}

/* ---- secret passes ---- */

/* w->a and w->b differ in who has passed. Whoever is not one of them sees the same. */
static bool passes_alike(walk *w, unsigned owners)
{
    for (unsigned i = 0; i < viewers(w); i++) {
        uint8_t viewer = viewer_at(w, i);

        if (owners >> viewer & 1)
            continue;
        cr_see(w->game, w->a, viewer, w->view);
        cr_see(w->game, w->b, viewer, w->view_b);
        if (!is_same_view(w, w->view, w->view_b))
            return walk_fail(w, CR_LAW_PASSED, viewer, "'%s' shows who has passed",
                             differing_view(w));
    }
    return true;
}

/* Of those who are asked any others may have passed. */
bool law_passed_here(walk *w)
{
    const cr_question *q = &w->s->q;
    unsigned turned;

    if (!cr_hides_passes(w->game, q))
        return true;
    turned = q->asked & cr_rng_u16(&w->luck);
    if (!turned || turned == q->open)
        turned = 1u << cr_bits_first(q->asked);
    if (turned == q->open)
        return true; /* nobody would be left */
    walk_count(w, CR_LAW_PASSED);
    copy_state(w, w->a, w->s);
    copy_state(w, w->b, w->s);
    w->b->q.open ^= (uint16_t)turned;
    return passes_alike(w, turned);
}

/* A pass about to be made that closes nothing: for everybody else it has not happened. */
bool law_passed_move(walk *w, const cr_move *move, uint64_t at_ms)
{
    const cr_question *q = &w->s->q;
    cr_event event;

    if (!cr_hides_passes(w->game, q) || move->kind != CR_PASS || !(q->open & (q->open - 1)))
        return true;
    copy_state(w, w->a, w->s);
    copy_state(w, w->b, w->s);
    if (cr_play(w->game, w->b, move, at_ms, listen(&w->told_b)).code)
        return true; /* other laws say so */
    walk_count(w, CR_LAW_PASSED);
    for (unsigned i = 0; i < viewers(w); i++) {
        cr_feed_place place = {0};

        if (viewer_at(w, i) != move->seat &&
            cr_feed_next(&w->told_b, viewer_at(w, i), &place, &event))
            return walk_fail(w, CR_LAW_PASSED, viewer_at(w, i), "'%s' tells of a pass of seat %u",
                             cr_event_word(w->game, event.kind), move->seat);
    }
    return passes_alike(w, CR_BIT(move->seat));
}

/* ---- pairs ---- */

enum { PAIR_STEPS = 24 }; /* that a pair lasts, about */

static bool law_pair(walk *w, pair_verdict verdict)
{
    return !verdict ||
           walk_fail_pair(w, verdict == PAIR_TOLD ? CR_LAW_SEEN_ALIKE : CR_LAW_TOLD_ALIKE);
}

bool law_deal(walk *w)
{
    w->pair.alike = 0;
    walk_count(w, CR_LAW_TOLD_ALIKE);
    walk_count(w, CR_LAW_SEEN_ALIKE);
    return law_pair(w, pair_deal(&w->pair, &w->setup, &w->luck));
}

/* The other world of a pair: the same one until somebody chooses otherwise in it, or one that a viewer makes up. */
static void pair_anew(walk *w, const cr_state *s)
{
    uint8_t viewer = viewer_at(w, cr_rng_small(&w->luck, viewers(w)));

    if (once_in(&w->luck, 2)) {
        pair_begin(&w->pair, s, pair_viewers(s));
        return;
    }
    cr_see(w->game, s, viewer, w->view);
    cr_guess(w->game, w->view, &w->luck, w->world);
    pair_begin(&w->pair, w->world, CR_BIT(viewer));
}

/* The probes of this state get the same answer in the other world. */
static bool probes_alike(walk *w, const cr_state *before)
{
    pair *p = &w->pair;

    for (unsigned i = 0; i < w->n_probes; i++) {
        const probe *one = &w->probes[i];
        char text[128];
        cr_refusal why;

        if (one->move.seat >= before->n_seats || !(p->alike >> one->move.seat & 1))
            continue;
        why = cr_judge(w->game, p->other, &one->move, one->at_ms);
        if (!memcmp(&why, &one->why, sizeof why))
            continue;
        cr_move_print(w->game, &one->move, text, sizeof text);
        snprintf(p->what, sizeof p->what,
                 "told the same, '%s' is %s %s in one world and %s %s in the other", text,
                 cr_code_name(w->game, one->why.code), cr_rule_id(w->game, one->why.rule),
                 cr_code_name(w->game, why.code), cr_rule_id(w->game, why.rule));
        p->viewer = one->move.seat;
        p->one = before;
        p->two = p->other;
        p->move_one = p->move_two = &one->move;
        return walk_fail_pair(w, CR_LAW_TOLD_ALIKE);
    }
    return true;
}

bool law_step(walk *w, const cr_state *before, const cr_move *move, uint64_t at_ms)
{
    pair_step step = {before, w->s, &w->told, move, at_ms};

    walk_count(w, CR_LAW_TOLD_ALIKE);
    walk_count(w, CR_LAW_SEEN_ALIKE);
    /* A choice that nobody ever hears of would keep one pair for the whole match. */
    if (!w->pair.alike || once_in(&w->luck, PAIR_STEPS))
        pair_anew(w, before);
    if (!probes_alike(w, before))
        return false;
    return law_pair(w, pair_follow(&w->pair, &step, &w->luck)) &&
           law_pair(w, pair_chance(&w->pair, &step, &w->luck));
}

/* ---- events ---- */

static const char *event_wrong(const walk *w, const cr_event *event, uint8_t viewer)
{
    bool may_see = event->eyes >> viewer & 1;
    cr_event out, other = *event, other_out;

    if (event->n_public > CR_EVENT_DATA || !strcmp(cr_event_word(w->game, event->kind), "?"))
        return "is no event of the game";
    if (!cr_redact(event, viewer, &out))
        return event->is_private && !may_see ? NULL : "is kept from who may see it";
    if (event->is_private && !may_see)
        return "is private but shown";
    if (out.kind != event->kind || out.seat != event->seat || out.n_public != event->n_public)
        return "changes its size or kind";
    if (memcmp(out.data, event->data, may_see ? sizeof out.data : event->n_public))
        return "changes what everybody may see";
    if (may_see)
        return NULL;
    for (unsigned i = event->n_public; i < CR_EVENT_DATA; i++)
        other.data[i] ^= 0xFF;
    cr_redact(&other, viewer, &other_out);
    return memcmp(&out, &other_out, sizeof out) ? "shows its secret part" : NULL;
}

bool law_events(walk *w)
{
    walk_count(w, CR_LAW_EVENTS);
    if (w->told.is_full)
        return walk_fail(w, CR_LAW_EVENTS, CR_LAWS_NOBODY, "more than %d events in one move",
                         FEED_CAP);
    for (size_t i = 0; i < w->told.n; i++)
        if (w->told.events[i].kind < w->game->n_events)
            w->report->told[w->told.events[i].kind]++;
    for (size_t i = 0; i < w->told.n; i++)
        for (unsigned v = 0; v < viewers(w); v++) {
            const char *wrong = event_wrong(w, &w->told.events[i], viewer_at(w, v));

            if (wrong)
                return walk_fail(w, CR_LAW_EVENTS, viewer_at(w, v), "%s %s",
                                 cr_event_word(w->game, w->told.events[i].kind), wrong);
        }
    return true;
}
