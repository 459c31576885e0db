/* Laws about what a seat may do: offers, boxes, refusals, progress. */
#include "laws/walk.h"

#include <stdlib.h>

static bool is_host_kind(uint8_t kind)
{
    return kind == CR_IDLE || kind == CR_PAUSE || kind == CR_RESUME;
}

/* The shape of a move as the tables tell it, found without the kernel's help. */
static bool is_shaped(const cr_game *game, const cr_move *move)
{
    for (unsigned i = 0; i < CR_ARGS; i++) {
        unsigned max = is_host_kind(move->kind)     ? i ? 0 : 15
                       : move->kind < game->n_kinds ? game->kinds[move->kind].max[i]
                                                    : 0;

        if (move->arg[i] > max)
            return false;
    }
    if (is_host_kind(move->kind))
        return move->kind == CR_IDLE || !game->reasons ||
               strcmp(cr_reason_word(game, move->arg[0]), "?");
    return move->kind < game->n_kinds && game->kinds[move->kind].word;
}

/* A move out of a space gets its ticket and seat. */
static cr_move stamped(const cr_state *s, uint8_t seat, cr_words words)
{
    cr_move move;

    cr_move_set(&move, words);
    move.ticket = s->q.ticket;
    move.seat = seat;
    return move;
}

bool sample_in(const cr_game *game, const cr_state *s, uint8_t seat, const cr_space *space,
               cr_rng *rng, cr_move *out)
{
    uint64_t size = cr_space_size(space), from;

    if (!size)
        return false;
    /* At random first: where a box holds few moves, the neighbours of a wrong one are wrong too. */
    for (unsigned tries = 0; tries < 1024 && tries < size; tries++) {
        *out = stamped(s, seat, cr_space_nth(space, cr_rng_below64(rng, size)));
        if (!cr_check(game, s, out).code)
            return true;
    }
    from = cr_rng_below64(rng, size);
    for (uint64_t i = 0; i < size && i < CR_SCAN_MAX; i++) {
        *out = stamped(s, seat, cr_space_nth(space, from + i < size ? from + i : from + i - size));
        if (!cr_check(game, s, out).code)
            return true;
    }
    return false;
}

/* ---- boxes ---- */

static uint64_t dim_size(const cr_dim *dim)
{
    return dim->is_subset ? cr_subsets(dim->n, dim->lo, dim->hi) : dim->n;
}

static const char *box_wrong(const cr_game *game, const cr_box *box)
{
    unsigned used = 0;
    uint64_t size = 1;

    if (box->move.kind >= game->n_kinds || !game->kinds[box->move.kind].word)
        return "a box of a kind that is none";
    if (box->n_dims > CR_DIMS)
        return "a box with too many dimensions";
    for (unsigned d = 0; d < box->n_dims; d++) {
        const cr_dim *dim = &box->dim[d];
        unsigned width = dim->is_subset ? 4 : dim->is_tally ? CR_TALLY_BYTES : 1;
        unsigned bytes = ((1u << width) - 1) << dim->at;

        if (dim->at + width > CR_ARGS || (used & bytes))
            return "dimensions of a box that share a byte or lie behind the arguments";
        used |= bytes;
        size *= dim_size(dim);
    }
    return size == box->size ? NULL : "a box whose size is not the number of its moves";
}

/* One move of a box: it lies in that box and no other, and it is accepted exactly if check says so. */
static bool try_nth(walk *w, uint8_t seat, unsigned b)
{
    const cr_box *box = &w->space.box[b];
    cr_move move = stamped(w->s, seat, cr_box_nth(box, cr_rng_below64(&w->luck, box->size)));
    bool passes = is_shaped(w->game, &move) && !cr_check(w->game, w->s, &move).code;
    uint16_t code;

    for (unsigned other = 0; other < w->space.n; other++) {
        w->one.n = 1;
        w->one.box[0] = w->space.box[other];
        if (cr_space_has(&w->one, &move) != (other == b))
            return walk_fail(
                w, CR_LAW_SPACES, seat, "%s: box %u %s it", cr_kind_word(w->game, move.kind), other,
                other == b ? "gave it but does not have" : "overlaps the box that gave");
    }
    if (box->is_exact && !passes)
        return walk_fail(w, CR_LAW_SPACES, seat, "a move of an exact box of kind %s is refused",
                         cr_kind_word(w->game, move.kind));
    walk_count(w, CR_LAW_OFFERED);
    code = cr_judge(w->game, w->s, &move, w->s->now_ms).code;
    if (passes && code)
        return walk_fail(w, CR_LAW_OFFERED, seat, "an offered %s is refused: %s",
                         cr_kind_word(w->game, move.kind), cr_code_name(w->game, code));
    return true;
}

static int compare_moves(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(cr_move));
}

static bool try_list(walk *w, uint8_t seat)
{
    bool is_all;
    size_t n = cr_offers_list(w->game, w->s, seat, w->list, LIST_MAX, &is_all);

    for (size_t i = 0; i < n; i++) {
        cr_refusal why = cr_judge(w->game, w->s, &w->list[i], w->s->now_ms);

        if (why.code)
            return walk_fail(w, CR_LAW_OFFERED, seat, "a listed %s is refused: %s",
                             cr_kind_word(w->game, w->list[i].kind),
                             cr_code_name(w->game, why.code));
    }
    if (is_all && n > cr_offers_size(w->game, w->s, seat))
        return walk_fail(w, CR_LAW_SPACES, seat, "more moves listed than the space has");
    qsort(w->list, n, sizeof *w->list, compare_moves);
    for (size_t i = 1; i < n; i++)
        if (!compare_moves(&w->list[i - 1], &w->list[i]))
            return walk_fail(w, CR_LAW_SPACES, seat, "%s is listed twice",
                             cr_kind_word(w->game, w->list[i].kind));
    /* What the probes found accepted must be in a list that is whole. */
    for (unsigned i = 0; is_all && i < w->n_probes; i++) {
        const probe *p = &w->probes[i];

        if (!p->why.code && p->move.seat == seat && !is_host_kind(p->move.kind) &&
            !bsearch(&p->move, w->list, n, sizeof *w->list, compare_moves))
            return walk_fail(w, CR_LAW_ACCEPTED, seat, "%s is accepted but not listed",
                             cr_kind_word(w->game, p->move.kind));
    }
    return true;
}

bool law_spaces(walk *w)
{
    for (unsigned seats = cr_deciders(w->s); seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);

        cr_offers(w->game, w->s, seat, &w->space);
        walk_count(w, CR_LAW_SPACES);
        if (w->space.is_full)
            return walk_fail(w, CR_LAW_SPACES, seat, "more boxes than a space holds");
        for (unsigned b = 0; b < w->space.n; b++) {
            const char *wrong = box_wrong(w->game, &w->space.box[b]);

            if (wrong)
                return walk_fail(w, CR_LAW_SPACES, seat, "%s", wrong);
        }
        for (unsigned tries = 0; tries < 2 && w->space.n; tries++) {
            unsigned b = cr_rng_small(&w->luck, w->space.n);

            if (w->space.box[b].size && !try_nth(w, seat, b))
                return false;
        }
        if (w->is_heavy && cr_space_size(&w->space) <= LISTED_MAX && !try_list(w, seat))
            return false;
    }
    return true;
}

/* ---- probes ---- */

static cr_move shaped_at_random(walk *w, uint8_t seat)
{
    cr_move move = {.ticket = w->s->q.ticket, .seat = seat};

    move.kind = (uint8_t)cr_rng_small(&w->luck, w->game->n_kinds);
    for (unsigned i = 0; i < CR_ARGS; i++)
        move.arg[i] = (uint8_t)cr_rng_small(&w->luck, w->game->kinds[move.kind].max[i] + 1u);
    return move;
}

static uint8_t *used_byte(walk *w, cr_move *move, unsigned *max)
{
    const uint8_t *limits = w->game->kinds[move->kind].max;
    unsigned used = 0, i;

    for (i = 0; i < CR_ARGS; i++)
        used |= (unsigned)(limits[i] > 0) << i;
    /* A kind without arguments gets rubbish where nothing belongs. */
    i = used ? cr_bits_nth(used, cr_rng_small(&w->luck, cr_bits_count(used)))
             : cr_rng_small(&w->luck, CR_ARGS);
    *max = limits[i];
    return &move->arg[i];
}

static void mutate(walk *w, cr_move *move)
{
    unsigned max;
    uint8_t *byte = used_byte(w, move, &max);

    switch (cr_rng_small(&w->luck, 12)) {
    case 0:
    case 1:
        *byte = (uint8_t)(*byte + 1);
        break;
    case 2:
    case 3:
        *byte = (uint8_t)(*byte - 1);
        break;
    case 4:
    case 5:
        *byte = (uint8_t)cr_rng_small(&w->luck, max + 1);
        break;
    case 6:
        *byte = (uint8_t)cr_rng_u16(&w->luck);
        break;
    case 7:
        move->kind = (uint8_t)cr_rng_small(&w->luck, w->game->n_kinds);
        break;
    case 8:
        if (w->late)
            move->ticket = w->late_ticket;
        else
            move->ticket += once_in(&w->luck, 2) ? 1 : UINT32_MAX;
        break;
    case 9:
        *move = shaped_at_random(w, move->seat);
        break;
    default: /* as it was */
        break;
    }
}

/* A move near to what is offered: w->space has the offers of some asked seat. */
static cr_move neighbour(walk *w, uint8_t seat)
{
    uint64_t size = cr_space_size(&w->space);
    cr_move move;

    if (!size)
        return shaped_at_random(w, seat);
    move = stamped(w->s, seat, cr_space_nth(&w->space, cr_rng_below64(&w->luck, size)));
    mutate(w, &move);
    return move;
}

static cr_move stranger(walk *w)
{
    cr_move move;

    switch (cr_rng_small(&w->luck, 4)) {
    case 0:
        cr_rng_bytes(&w->luck, &move, sizeof move);
        move.seat &= 15;
        break;
    case 1: /* the host's own kinds, from anybody */
        move = (cr_move){.ticket = w->s->q.ticket,
                         .kind = (uint8_t)(CR_IDLE + cr_rng_small(&w->luck, 4))};
        move.seat = once_in(&w->luck, 2) ? CR_HOST : (uint8_t)cr_rng_small(&w->luck, 16);
        move.arg[0] = (uint8_t)cr_rng_small(&w->luck, 17);
        break;
    default:
        move = shaped_at_random(w, (uint8_t)cr_rng_small(&w->luck, 16));
    }
    return move;
}

static uint64_t some_time(walk *w)
{
    uint64_t due = cr_due(w->s);

    if (due == UINT64_MAX || !once_in(&w->luck, 8))
        return w->s->now_ms;
    return due - 1 + cr_rng_small(&w->luck, 3);
}

enum { ANY_REFUSAL = -1 };

/* The referee remembers the last 254 questions, which no match of a page comes near in the time of a message. */
static bool is_too_late(const walk *w, const cr_move *move)
{
    return w->late >> move->seat & 1 && move->ticket == w->late_ticket &&
           w->s->q.ticket - w->late_ticket < UINT8_MAX;
}

/* What the referee must say: a code of the kernel, ANY_REFUSAL, or 0 for yes. */
static int expected(const walk *w, const probe *p, bool is_offered)
{
    const cr_state *s = w->s;
    uint8_t seat = p->move.seat;
    bool is_hosts = is_host_kind(p->move.kind);

    if (!is_shaped(w->game, &p->move))
        return CR_CODE_MALFORMED;
    if (is_hosts ? seat != CR_HOST : seat >= s->n_seats && seat != CR_HOST && seat != CR_ADMIN)
        return CR_CODE_FORBIDDEN;
    if (is_too_late(w, &p->move))
        return CR_CODE_TOO_LATE;
    if (s->is_over)
        return ANY_REFUSAL;
    if (p->move.ticket != s->q.ticket)
        return CR_CODE_STALE;
    if (p->at_ms >= cr_due(s) && p->move.kind != CR_IDLE)
        return CR_CODE_LATE;
    switch (p->move.kind) {
    case CR_IDLE:
        return cr_deciders(s) >> p->move.arg[0] & 1 ? CR_CODE_OK : ANY_REFUSAL;
    case CR_PAUSE:
        return s->paused >> p->move.arg[0] & 1 ? ANY_REFUSAL : CR_CODE_OK;
    case CR_RESUME:
        return s->paused >> p->move.arg[0] & 1 ? CR_CODE_OK : ANY_REFUSAL;
    default:
        return is_offered ? CR_CODE_OK : ANY_REFUSAL;
    }
}

static bool is_real_reason(const cr_game *game, const cr_move *move, cr_refusal why)
{
    const cr_field *fields = move->kind < game->n_kinds ? game->kinds[move->kind].fields : NULL;
    unsigned n_fields = 0;

    while (fields && fields[n_fields].name)
        n_fields++;
    return strcmp(cr_code_name(game, why.code), "?") && why.code != CR_CODE_BROKEN &&
           why.field <= n_fields && (!why.rule || why.rule < game->n_rules);
}

static bool is_kernels_word(uint16_t code)
{
    return code == CR_CODE_MALFORMED || code == CR_CODE_FORBIDDEN || code == CR_CODE_TOO_LATE ||
           code == CR_CODE_STALE || code == CR_CODE_LATE;
}

static bool try_probe(walk *w, probe *p, const cr_space *offers)
{
    const cr_game *game = w->game;
    uint8_t seat = p->move.seat, viewer = seat < w->s->n_seats ? seat : CR_LAWS_NOBODY;
    bool is_asked = cr_deciders(w->s) >> seat & 1;
    bool is_offered = is_asked && is_shaped(game, &p->move) && !is_host_kind(p->move.kind) &&
                      cr_is_offered(game, w->s, offers, &p->move);
    int must = expected(w, p, is_offered);
    const char *word = cr_kind_word(game, p->move.kind), *name;

    p->why = cr_judge(game, w->s, &p->move, p->at_ms);
    name = cr_code_name(game, p->why.code);
    walk_count(w, CR_LAW_ACCEPTED);
    w->report->probes++;
    if (p->why.code == CR_CODE_NOT_OFFERED)
        return walk_fail(w, CR_LAW_ACCEPTED, viewer, "check accepts a %s that lies in no box",
                         word);
    if (!p->why.code && must)
        return walk_fail(w, CR_LAW_ACCEPTED, viewer, "%s of seat %u is accepted but not offered",
                         word, seat);
    if (!must && p->why.code)
        return walk_fail(w, CR_LAW_OFFERED, viewer, "%s of seat %u is offered but refused: %s",
                         word, seat, name);
    walk_count(w, CR_LAW_REASONS);
    if (!p->why.code)
        return true;
    if (must == ANY_REFUSAL ? is_kernels_word(p->why.code) : must != p->why.code)
        return walk_fail(w, CR_LAW_REASONS, viewer, "%s is refused as %s, not as %s", word, name,
                         must == ANY_REFUSAL ? "the game says it"
                                             : cr_code_name(game, (uint16_t)must));
    if (!is_real_reason(game, &p->move, p->why))
        return walk_fail(w, CR_LAW_REASONS, viewer, "%s is refused with code %u, rule %u, field %u",
                         word, p->why.code, p->why.rule, p->why.field);
    w->report->codes[p->why.code]++;
    w->report->refused[p->why.rule]++;
    w->report->refused_as[p->why.rule * ((size_t)CR_CODE_GAME + game->n_codes) + p->why.code]++;
    if (!once_in(&w->luck, 4))
        return true;
    walk_count(w, CR_LAW_REFUSED);
    cr_play(game, w->a, &p->move, p->at_ms, listen(&w->told_a));
    return !w->told_a.n || walk_fail(w, CR_LAW_REFUSED, viewer, "a refused %s is told", word);
}

static bool add_probe(walk *w, cr_move move, const cr_space *offers)
{
    probe *p = &w->probes[w->n_probes];

    if (w->n_probes == PROBES_MAX)
        return true;
    w->n_probes++;
    p->move = move;
    p->at_ms = some_time(w);
    return try_probe(w, p, offers);
}

/* Every move of one kind, where there are few. */
static bool probe_kind(walk *w, uint8_t seat, uint8_t kind, const cr_space *offers)
{
    const uint8_t *max = w->game->kinds[kind].max;
    cr_move move = {.ticket = w->s->q.ticket, .seat = seat, .kind = kind};
    unsigned total = 1;

    for (unsigned i = 0; i < CR_ARGS && total <= 64; i++)
        total *= max[i] + 1u;
    for (unsigned n = 0; total <= 64 && n < total; n++) {
        unsigned rest = n;

        for (unsigned i = 0; i < CR_ARGS; i++) {
            move.arg[i] = (uint8_t)(rest % (max[i] + 1u));
            rest /= max[i] + 1u;
        }
        if (!add_probe(w, move, offers))
            return false;
    }
    return true;
}

bool probe_all(walk *w)
{
    uint16_t asked = cr_deciders(w->s);
    uint8_t chosen = (uint8_t)cr_rng_small(&w->luck, w->s->n_seats);
    bool is_good = true;

    w->n_probes = 0;
    copy_state(w, w->a, w->s);
    for (uint8_t seat = 0; seat < w->s->n_seats && is_good; seat++) {
        /* A seat that is not asked tries what another could do. */
        uint8_t like = seat;

        if (asked && !(asked >> seat & 1))
            like = (uint8_t)cr_bits_nth(asked, cr_rng_small(&w->luck, cr_bits_count(asked)));
        cr_offers(w->game, w->s, like, &w->space);
        for (unsigned i = 0; i < PROBES_PER_SEAT && is_good; i++)
            is_good = add_probe(w, neighbour(w, seat), &w->space);
        if (is_good && seat == chosen && once_in(&w->luck, 4))
            is_good =
                probe_kind(w, seat, (uint8_t)cr_rng_small(&w->luck, w->game->n_kinds), &w->space);
    }
    for (unsigned i = 0; i < 2 && is_good; i++) {
        cr_move move = stranger(w);

        cr_offers(w->game, w->s, move.seat, &w->space);
        is_good = add_probe(w, move, &w->space);
    }
    if (is_good && !is_same_state(w, w->a, w->s))
        return walk_fail(w, CR_LAW_REFUSED, CR_LAWS_NOBODY, "a refused move changed the state");
    return is_good;
}

/* ---- progress ---- */

static bool is_exception(const cr_game *game, const cr_setup *setup, uint8_t question,
                         const cr_move *move)
{
    for (unsigned i = 0; i < game->n_defaults; i++) { /* by number: there may be no table */
        const cr_default *d = &game->defaults[i];

        if (d->question == question && d->kind == move->kind &&
            (d->is_any || !memcmp(d->arg, move->arg, sizeof d->arg)) &&
            (!d->option || setup->option[d->option - 1] == d->value))
            return true;
    }
    return false;
}

bool cr_laws_default(const cr_game *game, const cr_setup *setup, const cr_state *state,
                     uint8_t seat, cr_text *what)
{
    cr_move idle = cr_idle_answer(game, state, seat), move = idle;
    const uint8_t *max = idle.kind < game->n_kinds ? game->kinds[idle.kind].max : NULL;
    cr_refusal why;

    for (unsigned i = 0; max && i < CR_ARGS; i++)
        if (move.arg[i] > max[i])
            move.arg[i] = 0; /* the referee's mark */
    move.ticket = state->q.ticket;
    move.seat = seat;
    why = cr_judge(game, state, &move, state->now_ms);
    if (!why.code || is_exception(game, setup, state->q.kind, &idle))
        return true;
    cr_text_fmt(what, "the default of '%s' is '", cr_question_word(game, state->q.kind));
    {
        char text[192];

        cr_move_print(game, &move, text, sizeof text);
        cr_text_str(what, text);
    }
    cr_text_fmt(what, "', which the seat itself may not send: %s %s", cr_code_name(game, why.code),
                cr_rule_id(game, why.rule));
    return false;
}

static bool law_default(walk *w, uint8_t seat)
{
    char buf[320];
    cr_text what = cr_text_on(buf, sizeof buf);

    walk_count(w, CR_LAW_DEFAULT);
    return cr_laws_default(w->game, &w->setup, w->s, seat, &what) ||
           walk_fail(w, CR_LAW_DEFAULT, seat, "%s", buf);
}

bool law_defaults(walk *w)
{
    if (!w->is_heavy)
        return true;
    walk_count(w, CR_LAW_PROGRESS);
    for (unsigned seats = cr_deciders(w->s); seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move idle = cr_idle_move(w->s, seat);
        const char *broken;

        /* Where the host may answer too only one default counts; that of a player may always be played. */
        if ((seat < w->s->n_seats || seat == cr_idle_seat(w->s)) && !law_default(w, seat))
            return false;
        copy_state(w, w->a, w->s);
        if (cr_idle_answer(w->game, w->s, seat).kind >= w->game->n_kinds ||
            cr_play(w->game, w->a, &idle, w->a->now_ms, NULL).code)
            return walk_fail(w, CR_LAW_PROGRESS, seat, "its default cannot be played");
        if (w->s->q.form == CR_OPEN && cr_idle_answer(w->game, w->s, seat).kind != CR_PASS)
            return walk_fail(w, CR_LAW_PROGRESS, seat,
                             "its default in an open question is no pass");
        broken = w->a->fault ? cr_fault(w->a) : w->game->broken(w->a);
        if (broken)
            return walk_fail(w, CR_LAW_PROGRESS, seat, "behind its default: %s", broken);
    }
    return true;
}

/* A pause of d milliseconds moves the deadline by d and changes nothing else. */
bool law_pause(walk *w)
{
    uint64_t d = 1 + cr_rng_small(&w->luck, 1000), due = cr_due(w->s);
    cr_move pause = cr_pause_move(w->s, 0), resume = cr_resume_move(w->s, 0);

    if (w->s->paused || w->s->is_over)
        return true;
    walk_count(w, CR_LAW_CLOCK);
    copy_state(w, w->a, w->s);
    if (cr_play(w->game, w->a, &pause, w->s->now_ms, NULL).code || cr_due(w->a) != UINT64_MAX ||
        cr_play(w->game, w->a, &resume, w->s->now_ms + d, NULL).code)
        return walk_fail(w, CR_LAW_CLOCK, CR_LAWS_NOBODY, "a pause is refused, or time runs in it");
    copy_state(w, w->b, w->s);
    w->b->now_ms += d;
    if (due != UINT64_MAX)
        w->b->q.deadline_ms += d;
    return is_same_state(w, w->a, w->b) ||
           walk_fail(w, CR_LAW_CLOCK, CR_LAWS_NOBODY, "a pause changes more than the deadline");
}
