#include "verify/desk.h"
#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- life cycle ---- */

cr_err desk_init(desk *d, const cr_game *game)
{
    size_t state = game->state_size, view = game->view_size;
    char *at = calloc(1, 5 * state + 2 * view + DESK_OFFERS * sizeof(cr_move) + 2 * DESK_TEXT +
                             3 * DESK_EVENTS * sizeof(cr_event));

    *d = (desk){.game = game, .kind_max = 256, .worlds = 4, .memory = at};
    if (!at || pair_init(&d->pair, game))
        return CR_ERR_FULL;
    d->a = (cr_state *)at;
    d->b = (cr_state *)(at += state);
    d->trial = (cr_state *)(at += state);
    d->after = (cr_state *)(at += state);
    d->after_b = (cr_state *)(at += state);
    d->view = (cr_view *)(at += state);
    d->view_b = (cr_view *)(at += view);
    d->list = (cr_move *)(at += view);
    d->text = at += DESK_OFFERS * sizeof(cr_move);
    d->text_b = at += DESK_TEXT;
    d->redacted = (cr_event *)(at + DESK_TEXT);
    cr_feed_init(&d->told, d->redacted + DESK_EVENTS, DESK_EVENTS);
    cr_feed_init(&d->told_b, d->redacted + 2 * DESK_EVENTS, DESK_EVENTS);
    return CR_ERR_OK;
}

void desk_release(desk *d)
{
    pair_release(&d->pair);
    free(d->memory);
    d->memory = NULL;
}

bool desk_fail(desk *d, const cr_state *s, const char *check, const char *format, ...)
{
    cr_verify_fault *f = d->fault;
    va_list args;

    if (f->check[0])
        return false;
    snprintf(f->check, sizeof f->check, "%s", check);
    snprintf(f->where, sizeof f->where, "%s", d->where);
    va_start(args, format);
    vsnprintf(f->what, sizeof f->what, format, args);
    va_end(args);
    cr_position_print(d->game, s, f->position, sizeof f->position);
    return false;
}

static void copy_state(const desk *d, cr_state *to, const cr_state *from)
{
    memcpy(to, from, d->game->state_size);
}

bool desk_sound(desk *d, const cr_state *s)
{
    const char *broken = s->fault ? cr_fault(s) : d->game->broken(s);

    return !broken || desk_fail(d, s, "sound", "%s", broken);
}

/* ---- probes ---- */

/* Something done with every probe of a seat; false ends it. */
typedef struct probing probing;
struct probing {
    bool (*try)(probing *p, desk *d, const cr_move *move);
    const cr_state *s, *other; /* the state; another one that should look the same, or NULL */
    bool is_asked;
    uint64_t answer;
    cr_move found; /* the probe that tells both apart */
};

static unsigned encodings(const desk *d, const cr_kind *kind)
{
    unsigned total = 1;

    for (unsigned i = 0; i < CR_ARGS && total <= d->kind_max; i++)
        total *= kind->max[i] + 1u;
    return total;
}

static bool try_all(probing *p, desk *d, cr_move move, unsigned total)
{
    const uint8_t *max = d->game->kinds[move.kind].max;

    for (unsigned n = 0; n < total; n++) {
        unsigned rest = n;

        for (unsigned i = 0; i < CR_ARGS; i++) {
            move.arg[i] = (uint8_t)(rest % (max[i] + 1u));
            rest /= max[i] + 1u;
        }
        if (!p->try(p, d, &move))
            return false;
    }
    return true;
}

/* The move itself and all that differ from it in one byte, one step outside of the shape included. */
static bool try_near(probing *p, desk *d, const cr_move *move)
{
    const uint8_t *max = d->game->kinds[move->kind].max;

    if (!p->try(p, d, move))
        return false;
    for (unsigned i = 0; i < CR_ARGS; i++)
        for (unsigned value = 0; value <= max[i] + 1u && value < 256; value++) {
            cr_move near = *move;

            near.arg[i] = (uint8_t)value;
            if (value != move->arg[i] && !p->try(p, d, &near))
                return false;
        }
    return true;
}

/* The order follows from d->list, the offers of the seat, alone. */
static bool try_kind(probing *p, desk *d, uint8_t seat, uint8_t kind)
{
    unsigned total = encodings(d, &d->game->kinds[kind]);
    cr_move move = {.ticket = p->s->q.ticket, .seat = seat, .kind = kind};
    size_t n = 0, seen = 0;

    if (!try_near(p, d, &move))
        return false;
    if (total <= d->kind_max)
        return try_all(p, d, move, total);
    for (size_t i = 0; i < d->n_list; i++)
        n += d->list[i].kind == kind;
    for (size_t i = 0; i < d->n_list; i++)
        if (d->list[i].kind == kind && seen++ % (n / DESK_NEAR + 1) == 0 &&
            !try_near(p, d, &d->list[i]))
            return false;
    return true;
}

static bool each_probe(probing *p, desk *d, uint8_t seat)
{
    for (unsigned kind = 0; kind < d->game->n_kinds; kind++)
        if (d->game->kinds[kind].word && !try_kind(p, d, seat, (uint8_t)kind))
            return false;
    return true;
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t mix_refusal(uint64_t hash, cr_refusal why)
{
    return mix(hash, (uint64_t)why.code << 32 | (uint64_t)why.rule << 16 | why.field);
}

/* Bots draw from boxes, so the boxes themselves are part of the answer. */
static uint64_t mix_boxes(uint64_t hash, const cr_space *space)
{
    for (unsigned b = 0; b < space->n; b++) {
        const cr_box *box = &space->box[b];

        hash = mix(hash, cr_hash(&box->move.kind, 1 + CR_ARGS));
        hash = mix(hash, box->size << 8 | (uint64_t)box->n_dims << 1 | box->is_exact);
        for (unsigned i = 0; i < box->n_dims; i++) {
            const cr_dim *dim = &box->dim[i];
            bool is_many = dim->is_subset || dim->is_tally;

            hash = mix(hash, dim->set);
            hash = mix(hash, (uint64_t)dim->at << 32 | (uint64_t)dim->is_subset << 24 |
                                 (uint64_t)dim->is_tally << 16 |
                                 (is_many ? (uint64_t)dim->lo << 8 | dim->hi : 0));
        }
    }
    return hash;
}

static int compare_moves(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(cr_move));
}

static void list_offers(desk *d, const cr_state *s, uint8_t seat)
{
    cr_offers(d->game, s, seat, &d->space);
    d->n_list = cr_offers_list(d->game, s, seat, d->list, DESK_OFFERS, &d->is_all);
    qsort(d->list, d->n_list, sizeof *d->list, compare_moves);
}

static bool is_shaped(const cr_game *game, const cr_move *move)
{
    for (unsigned i = 0; i < CR_ARGS; i++)
        if (move->arg[i] > game->kinds[move->kind].max[i])
            return false;
    return true;
}

static const char *move_text(desk *d, const cr_move *move)
{
    cr_move_print(d->game, move, d->text, 200);
    return d->text;
}

/* A probe on the truth: accepted exactly if offered, refused with words that exist. */
static bool try_truth(probing *p, desk *d, const cr_move *move)
{
    const cr_game *game = d->game;
    cr_refusal why = cr_judge(game, p->s, move, p->s->now_ms);
    bool is_listed = d->n_list && bsearch(move, d->list, d->n_list, sizeof *move, compare_moves);

    d->counts->probes++;
    p->answer = mix_refusal(p->answer, why);
    if (!is_shaped(game, move))
        return why.code == CR_CODE_MALFORMED ||
               desk_fail(d, p->s, "reasons", "%s of seat %u outside of its shape is %s",
                         cr_kind_word(game, move->kind), move->seat, cr_code_name(game, why.code));
    if (why.code == CR_CODE_NOT_OFFERED)
        return desk_fail(d, p->s, "accepted", "check accepts '%s' of seat %u, which no box holds",
                         move_text(d, move), move->seat);
    if (is_listed && why.code)
        return desk_fail(d, p->s, "offered", "'%s' of seat %u is offered and refused: %s %s",
                         move_text(d, move), move->seat, cr_code_name(game, why.code),
                         cr_rule_id(game, why.rule));
    if (!why.code && (!p->is_asked || (d->is_all ? !is_listed : !cr_space_has(&d->space, move))))
        return desk_fail(d, p->s, "accepted", "'%s' of seat %u is accepted and not offered",
                         move_text(d, move), move->seat);
    if (why.code && (!strcmp(cr_code_name(game, why.code), "?") || why.code == CR_CODE_BROKEN ||
                     why.rule >= (game->n_rules ? game->n_rules : 1)))
        return desk_fail(d, p->s, "reasons", "'%s' is refused with code %u and rule %u",
                         move_text(d, move), why.code, why.rule);
    return true;
}

/* Every offered move is accepted, whatever the probes meet. */
static bool try_offers(desk *d, const cr_state *s)
{
    for (size_t i = 0; i < d->n_list; i++) {
        cr_refusal why = cr_judge(d->game, s, &d->list[i], s->now_ms);

        d->counts->offered++;
        if (why.code)
            return desk_fail(d, s, "offered", "'%s' of seat %u is offered and refused: %s %s",
                             move_text(d, &d->list[i]), d->list[i].seat,
                             cr_code_name(d->game, why.code), cr_rule_id(d->game, why.rule));
    }
    return true;
}

/* A box that is called exact is not checked when moves are drawn from it. */
static bool try_exact(desk *d, const cr_state *s, uint8_t seat)
{
    for (unsigned b = 0; b < d->space.n; b++) {
        const cr_box *box = &d->space.box[b];

        for (uint64_t i = 0; box->is_exact && i < box->size && i < d->kind_max; i++) {
            cr_move move;
            cr_refusal why;

            cr_move_set(&move, cr_box_nth(box, i));
            move.ticket = s->q.ticket;
            move.seat = seat;
            why = cr_check(d->game, s, &move);
            if (why.code)
                return desk_fail(d, s, "offered", "'%s' of seat %u is promised and refused: %s %s",
                                 move_text(d, &move), seat, cr_code_name(d->game, why.code),
                                 cr_rule_id(d->game, why.rule));
        }
    }
    return true;
}

bool desk_treat(desk *d, const cr_state *s, uint8_t seat, uint64_t *answer)
{
    probing p = {.try = try_truth, .s = s, .is_asked = cr_deciders(s) >> seat & 1};

    list_offers(d, s, seat);
    if (!try_offers(d, s) || !try_exact(d, s, seat) || !each_probe(&p, d, seat))
        return false;
    *answer = mix_boxes(p.answer, &d->space);
    return true;
}

/* ---- secrets ---- */

/* The same probe in a world that looks the same. */
static bool try_other(probing *p, desk *d, const cr_move *move)
{
    p->answer = mix_refusal(p->answer, cr_judge(d->game, p->other, move, p->s->now_ms));
    return true;
}

static bool try_both(probing *p, desk *d, const cr_move *move)
{
    cr_refusal one = cr_judge(d->game, p->s, move, p->s->now_ms),
               two = cr_judge(d->game, p->other, move, p->s->now_ms);

    p->found = *move;
    return !memcmp(&one, &two, sizeof one);
}

/* Is the viewer told the same in both? d->list holds its offers in `s`, `answer` is what desk_treat gave. */
static bool is_alike(desk *d, const cr_state *s, const cr_state *other, uint8_t viewer,
                     uint64_t answer)
{
    probing p = {.try = try_other, .s = s, .other = other};
    cr_space space;

    each_probe(&p, d, viewer);
    cr_offers(d->game, other, viewer, &space);
    return mix_boxes(p.answer, &space) == answer;
}

/* A part of a state that can be exchanged by itself. */
typedef struct {
    const char *name;
    const cr_type *type; /* or NULL: bytes of the kernel */
    const void *with;
    unsigned at, size, row;
} part;

enum { PARTS_MAX = 512 };

static unsigned parts_of(const desk *d, const cr_state *s, part *parts)
{
    unsigned n = 0;

    parts[n++] =
        (part){"open", NULL, NULL, (unsigned)offsetof(cr_state, q.open), sizeof(uint16_t), 0};
    for (const cr_field *f = d->game->zones; f && f->name; f++) {
        unsigned rows = f->flags & (CR_PER_SEAT | CR_BY_SEAT) ? s->n_seats
                        : f->count                            ? f->count
                                                              : 1;

        for (unsigned row = 0; row < rows && n < PARTS_MAX - CR_SEATS_MAX - CR_DEPTH - 1; row++)
            parts[n++] =
                (part){f->name, f->type, f->with, f->at + row * f->type->size, f->type->size, row};
    }
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        parts[n++] = (part){"sealed",
                            NULL,
                            NULL,
                            (unsigned)(offsetof(cr_state, sealed) + i * sizeof(cr_move)),
                            sizeof(cr_move),
                            i};
    for (unsigned i = 0; i < CR_DEPTH; i++)
        parts[n++] = (part){
            "effect",
            NULL,
            NULL,
            (unsigned)(offsetof(cr_state, stack) + i * sizeof(cr_frame) + offsetof(cr_frame, arg)),
            sizeof(cr_frame) - offsetof(cr_frame, arg),
            i};
    return n;
}

static bool is_other(const part *p, const cr_state *a, const cr_state *b)
{
    return memcmp((const char *)a + p->at, (const char *)b + p->at, p->size);
}

static void take_back(const part *p, cr_state *to, const cr_state *from)
{
    memcpy((char *)to + p->at, (const char *)from + p->at, p->size);
}

/* Does d->trial still show the leak? */
static bool still_shows(desk *d, const cr_state *s, uint8_t viewer, uint64_t answer)
{
    cr_see(d->game, d->trial, viewer, d->view_b);
    return !memcmp(d->view, d->view_b, d->game->view_size) && !d->game->broken(d->trial) &&
           !is_alike(d, s, d->trial, viewer, answer);
}

/* Puts parts of `world` back as they are in the truth, one or two at once, as long as the leak still shows. d->view is
 * the viewer's. */
static void shrink(desk *d, const cr_state *s, cr_state *world, uint8_t viewer, uint64_t answer,
                   const part *parts, unsigned n)
{
    bool is_smaller = true;

    while (is_smaller) {
        is_smaller = false;
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = i; j < n && is_other(&parts[i], s, world); j++) {
                if (!is_other(&parts[j], s, world))
                    continue;
                copy_state(d, d->trial, world);
                take_back(&parts[i], d->trial, s);
                take_back(&parts[j], d->trial, s);
                if (still_shows(d, s, viewer, answer)) {
                    copy_state(d, world, d->trial);
                    is_smaller = true;
                }
            }
    }
}

static void write_parts(cr_text *out, const cr_state *s, const cr_state *world, const part *parts,
                        unsigned n)
{
    const char *comma = "";

    for (unsigned i = 0; i < n; i++) {
        const part *p = &parts[i];

        if (!is_other(p, s, world))
            continue;
        cr_text_fmt(out, "%s%s (row %u)", comma, p->name, p->row);
        if (p->type) {
            cr_text_str(out, " ");
            p->type->print(out, (const uint8_t *)s + p->at, p->with);
            cr_text_str(out, " against ");
            p->type->print(out, (const uint8_t *)world + p->at, p->with);
        }
        comma = ", ";
    }
    if (!*comma)
        cr_text_str(out, "the generator alone");
}

/* `world` looks like `s` to the viewer but treats it otherwise: says how, with the smallest difference. */
static bool leak(desk *d, const cr_state *s, cr_state *world, uint8_t viewer, uint64_t answer)
{
    static const size_t parts_size = PARTS_MAX * sizeof(part);
    probing p = {.try = try_both, .s = s, .other = world};
    part *parts = malloc(parts_size);
    unsigned n = parts ? parts_of(d, s, parts) : 0;
    char differs[400] = "", move[160] = "";
    cr_text out = cr_text_on(differs, sizeof differs);

    cr_see(d->game, s, viewer, d->view);
    shrink(d, s, world, viewer, answer, parts, n);
    write_parts(&out, s, world, parts, n);
    free(parts);
    if (!each_probe(&p, d, viewer)) {
        cr_refusal one = cr_judge(d->game, s, &p.found, s->now_ms),
                   two = cr_judge(d->game, world, &p.found, s->now_ms);

        cr_move_print(d->game, &p.found, move, sizeof move);
        return desk_fail(d, s, "secret", "seat %u is told '%s' for '%s', and '%s' if %s", viewer,
                         cr_code_name(d->game, one.code), move, cr_code_name(d->game, two.code),
                         differs);
    }
    return desk_fail(d, s, "secret", "the boxes of seat %u depend on %s", viewer, differs);
}

const char *desk_differing_field(const desk *d, unsigned n_seats)
{
    const uint8_t *a = (const uint8_t *)d->view, *b = (const uint8_t *)d->view_b;
    size_t at = 0;

    while (at < d->game->view_size && a[at] == b[at])
        at++;
    for (const cr_field *f = d->game->view_fields; f && f->name; f++) {
        unsigned n = f->flags & (CR_PER_SEAT | CR_BY_SEAT) ? n_seats : f->count ? f->count : 1;

        if (at >= f->at && at < f->at + (size_t)n * f->type->size)
            return f->name;
    }
    return "head";
}

/* `world` must look the same to the viewer and treat it the same. */
static bool compare_world(desk *d, const cr_state *s, cr_state *world, uint8_t viewer,
                          uint64_t answer, const char *how)
{
    cr_see(d->game, s, viewer, d->view);
    cr_see(d->game, world, viewer, d->view_b);
    d->counts->pairs++;
    if (memcmp(d->view, d->view_b, d->game->view_size))
        return desk_fail(d, s, "secret", "'%s' in the view of %s%u tells %s",
                         desk_differing_field(d, s->n_seats),
                         viewer < CR_SEATS_MAX ? "seat " : "watcher ", viewer, how);
    if (s->is_over)
        return true;
    if (viewer < s->n_seats && !is_alike(d, s, world, viewer, answer))
        return leak(d, s, world, viewer, answer);
    return desk_told(d, s, world, viewer);
}

static bool made_up_worlds(desk *d, const cr_state *s, uint8_t viewer, uint64_t answer)
{
    for (unsigned i = 0; i < d->worlds; i++) {
        const char *broken;

        cr_see(d->game, s, viewer, d->view);
        cr_guess(d->game, d->view, &d->luck, d->a);
        broken = d->a->fault ? cr_fault(d->a) : d->game->broken(d->a);
        if (broken)
            return desk_fail(d, s, "world-sound", "a world made up by %u: %s", viewer, broken);
        if (!compare_world(d, s, d->a, viewer, answer, "what a made-up world does not") ||
            !desk_play_on(d, s, d->a, viewer))
            return false;
    }
    return true;
}

static bool other_seed(desk *d, const cr_state *s, uint8_t viewer, uint64_t answer)
{
    uint8_t key[32];

    cr_rng_bytes(&d->luck, key, sizeof key);
    copy_state(d, d->a, s);
    cr_rng_init(&d->a->rng, key, s->rng.stream);
    return compare_world(d, s, d->a, viewer, answer, "the seed");
}

static bool other_answers(desk *d, const cr_state *s, uint8_t viewer, uint64_t answer)
{
    const cr_question *q = &s->q;

    if (q->form != CR_ALL || s->is_over)
        return true;
    for (unsigned seats = q->asked & ~q->open & 0xFF; seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move other;

        if (seat == viewer || !cr_sample_any(d->game, s, seat, &d->luck, &other))
            continue;
        copy_state(d, d->a, s);
        d->a->sealed[seat] = other;
        if (!compare_world(d, s, d->a, viewer, answer, "a sealed answer"))
            return false;
    }
    return true;
}

/* Any others of those who are asked may have passed, as long as somebody is left. */
static bool other_passes(desk *d, const cr_state *s, uint8_t viewer, uint64_t answer)
{
    const cr_question *q = &s->q;
    unsigned others = q->asked & ~CR_BIT(viewer);

    if (!cr_hides_passes(d->game, q) || s->is_over)
        return true;
    for (unsigned set = others;; set = (set - 1) & others) {
        copy_state(d, d->a, s);
        d->a->q.open = (uint16_t)((q->open & CR_BIT(viewer)) | set);
        if (d->a->q.open && !compare_world(d, s, d->a, viewer, answer, "who has passed"))
            return false;
        if (!set)
            return true;
    }
}

bool desk_secrets(desk *d, const cr_state *s)
{
    for (unsigned i = 0; i <= s->n_seats; i++) {
        uint8_t viewer = i < s->n_seats ? (uint8_t)i : CR_SPECTATOR;
        uint64_t answer = 0;

        d->n_list = 0;
        if (viewer < s->n_seats && !s->is_over && !desk_treat(d, s, viewer, &answer))
            return false;
        if (!made_up_worlds(d, s, viewer, answer) || !other_seed(d, s, viewer, answer) ||
            !other_answers(d, s, viewer, answer) || !other_passes(d, s, viewer, answer))
            return false;
    }
    return desk_sealing(d, s);
}

/* ---- texts ---- */

bool desk_texts(desk *d, const cr_state *s, const cr_setup *setup)
{
    size_t len = cr_position_print(d->game, s, d->text, DESK_TEXT);
    char why[160] = "";
    unsigned line = 0;

    if (s->is_over)
        return true;
    if (cr_position_parse(d->game, setup, d->text, d->a, NULL, &line, why, sizeof why))
        return desk_fail(d, s, "position-text", "line %u of the printed position: %s", line, why);
    if (cr_position_print(d->game, d->a, d->text_b, DESK_TEXT) != len ||
        memcmp(d->text, d->text_b, len))
        return desk_fail(d, s, "position-text", "the position prints otherwise when read");
    return true;
}

bool desk_move_texts(desk *d, const cr_state *s)
{
    for (size_t i = 0; i < d->n_list; i++) {
        cr_move back;

        cr_move_print(d->game, &d->list[i], d->text, DESK_TEXT);
        if (cr_move_parse(d->game, s, d->list[i].seat, d->text, &back).code ||
            memcmp(&back, &d->list[i], sizeof back))
            return desk_fail(d, s, "move-text", "'%s' of seat %u is read as something else",
                             d->text, d->list[i].seat);
    }
    return true;
}

/* ---- the chart ---- */

bool desk_passage(desk *d, const cr_state *before, const cr_move *move, const cr_state *after)
{
    uint8_t seen[CR_CHART_MAX] = {0};
    cr_passage passage;

    if (!cr_passage_of(d->game, before, move, after, &passage))
        return true;
    if (cr_chart_trace(d->game, passage.from, passage.kind, passage.to, seen) < 0)
        return desk_fail(d, before, "chart", "no row for '%s', %s, then %s",
                         cr_question_word(d->game, passage.from),
                         cr_kind_word(d->game, passage.kind), cr_passage_to(d->game, &passage));
    for (unsigned i = 0; i < d->game->n_chart && i < CR_CHART_MAX; i++)
        d->chart[i] += seen[i];
    return true;
}

/* ---- too late ---- */

bool desk_late(desk *d, const cr_state *before, const cr_move *move, const cr_state *after)
{
    const cr_question *q = &before->q;

    if (q->form != CR_OPEN || move->kind == CR_PASS || move->kind == CR_IDLE)
        return true;
    for (uint8_t seat = 0; seat < before->n_seats; seat++) {
        cr_move late = {.ticket = q->ticket, .seat = seat};
        uint16_t code = cr_judge(d->game, after, &late, after->now_ms).code;
        bool is_late = seat != move->seat && q->open >> seat & 1;

        if (is_late != (code == CR_CODE_TOO_LATE))
            return desk_fail(d, before, "late", "behind '%s' of seat %u, seat %u is told %s",
                             move_text(d, move), move->seat, seat, cr_code_name(d->game, code));
    }
    return true;
}
