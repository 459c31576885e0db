/* The referee: one question at a time, one judge for all moves, one loop that lets effects run until the
 * next question. Views are in view.c, offers in offers.c, the written forms in forms.c and position.c. */
#include "base/hash.h"
#include "kernel/game.h"
#include "kernel/rng.h"

/* No rule of any game needs more automatic steps than this between two questions. */
enum { STEPS_MAX = 10000 };

static void clear_answers(cr_state *s)
{
    s->said = (cr_move){0};
    if (s->q.form == CR_ALL)
        for (unsigned seats = s->q.asked & 0xFF; seats; seats &= seats - 1)
            s->sealed[cr_bits_first(seats)] = (cr_move){0};
}

/* A question put now runs out after its budget; during a pause the whole budget is left. */
static void set_deadline(cr_state *s)
{
    cr_question *q = &s->q;

    q->deadline_ms = !q->budget_ms ? 0 : s->paused ? q->budget_ms : s->now_ms + q->budget_ms;
}

bool cr_ask_now(cr_state *s, uint8_t question, uint16_t seats, uint8_t form, uint8_t first,
                uint32_t budget_ms)
{
    if (CR_UNLIKELY(s->answered))
        s->fault = CR_FAULT_TWO_ASKS;
    if (CR_UNLIKELY(!seats || (seats >> CR_SEATS_MAX && (form == CR_ALL || form == CR_OPEN))))
        s->fault = CR_FAULT_NOBODY;
    clear_answers(s);
    s->q.ticket++;
    s->q.budget_ms = budget_ms;
    s->q.asked = s->q.open = seats;
    s->q.kind = question;
    s->q.form = form;
    s->q.first = first;
    set_deadline(s);
    return true;
}

uint32_t cr_time_left(const cr_state *s)
{
    if (!s->q.budget_ms)
        return 0;
    if (s->paused)
        return (uint32_t)s->q.deadline_ms;
    return s->q.deadline_ms > s->now_ms ? (uint32_t)(s->q.deadline_ms - s->now_ms) : 0;
}

static void tell_asked(const cr_state *s, cr_sink *sink)
{
    const cr_question *q = &s->q;
    uint8_t data[20];

    data[0] = q->kind;
    data[1] = q->form;
    data[2] = q->first;
    data[3] = 0;
    memcpy(data + 4, &q->asked, 2);
    data[6] = data[7] = 0;
    memcpy(data + 8, &q->budget_ms, 4);
    memcpy(data + 12, &q->deadline_ms, 8);
    cr_emit(sink, CR_EV_ASKED, cr_head_of(q), CR_EYES_ALL, sizeof data, false, data, sizeof data);
}

/* Lets the top effect run until something is asked or nothing is left to run. */
static inline void settle(const cr_game *game, cr_state *s, cr_sink *sink)
{
    for (unsigned steps = 0; !s->q.open; steps++) {
        if (!s->depth) {
            clear_answers(s);
            s->q = (cr_question){.ticket = s->q.ticket, .late_by = s->q.late_by};
            s->is_over = 1;
            CR_TELL(sink, CR_EV_OVER, CR_HOST, 0);
            return;
        }
        if (CR_UNLIKELY(steps == STEPS_MAX))
            s->fault = CR_FAULT_ENDLESS;
        if (CR_UNLIKELY(s->fault))
            return;
        game->step(s, &s->stack[s->depth - 1], sink);
    }
    /* One question more since somebody was too late. Here and not in cr_ask_now, which games inline. */
    if (CR_UNLIKELY(s->q.late_by) && !++s->q.late_by)
        s->late = 0; /* that long ago is simply gone */
    if (sink && !s->fault)
        tell_asked(s, sink);
}

/* A pass takes the seat out; the last one is the answer. */
static void pass(const cr_game *game, cr_state *s, const cr_move *move, cr_sink *sink)
{
    cr_question *q = &s->q;

    q->open &= (uint16_t)~CR_BIT(move->seat);
    if (cr_hides_passes(game, q))
        CR_TELL_PRIVATE(sink, CR_EV_PASSED, move->seat, CR_BIT(move->seat), q->kind);
    else
        CR_TELL(sink, CR_EV_PASSED, move->seat, q->kind);
    if (q->open) {
        if (q->form == CR_TURN)
            set_deadline(s);
        return;
    }
    cr_move_set(&s->said, cr_move_words(move));
    if (q->form == CR_OPEN)
        s->said.seat = q->first; /* who was the last is nobody's business, not even the game's */
}

/* An answer other than a pass closes an open question: whoever is left was too late. */
static void outrun(cr_state *s, uint8_t seat)
{
    s->late = (uint8_t)(s->q.open & ~CR_BIT(seat));
    s->q.late_by = s->late != 0;
}

/* An answer to a TURN or OPEN question. True: it was a pass, and all is done. A call of its own, because most
 * questions are neither. */
__attribute__((noinline)) static bool take_pass(const cr_game *game, cr_state *s,
                                                const cr_move *move, cr_sink *sink)
{
    if (move->kind == CR_PASS)
        pass(game, s, move, sink);
    else if (s->q.form == CR_OPEN)
        outrun(s, move->seat);
    return move->kind == CR_PASS;
}

/* Takes an accepted answer, or a default in its place. */
static inline void take(const cr_game *game, cr_state *s, const cr_move *move, cr_sink *sink)
{
    cr_question *q = &s->q;

    if (q->form == CR_ALL) {
        cr_move_set(&s->sealed[move->seat], cr_move_words(move));
        q->open &= (uint16_t)~CR_BIT(move->seat);
        if (sink) {
            CR_TELL(sink, CR_EV_SEALED, move->seat, q->kind);
            if (game->sealed)
                game->sealed(s, move, sink);
        }
        if (q->open)
            return;
    } else if (CR_LIKELY(q->form == CR_ANY) || !take_pass(game, s, move, sink)) {
        cr_move_set(&s->said, cr_move_words(move));
        q->open = 0;
    } else if (q->open) {
        return;
    }
    s->answered = 1;
    settle(game, s, sink);
}

/* The clock stops with the first reason and goes on without the last: only that is told. */
static void tell_pausing(const cr_game *game, const cr_state *s, uint8_t reason, cr_sink *sink)
{
    if (sink && game->pausing)
        game->pausing(s, reason, sink);
    else
        CR_TELL(sink, s->paused ? CR_EV_PAUSED : CR_EV_RESUMED, CR_HOST, reason);
}

static void pause(const cr_game *game, cr_state *s, uint8_t reason, cr_sink *sink)
{
    bool is_first = !s->paused;

    if (is_first && s->q.budget_ms)
        s->q.deadline_ms -= s->now_ms;
    s->paused |= CR_BIT(reason);
    if (is_first)
        tell_pausing(game, s, reason, sink);
}

static void resume(const cr_game *game, cr_state *s, uint8_t reason, cr_sink *sink)
{
    s->paused &= (uint16_t)~CR_BIT(reason);
    if (s->paused)
        return;
    if (s->q.budget_ms)
        s->q.deadline_ms += s->now_ms;
    tell_pausing(game, s, reason, sink);
}

/* Tells that the referee answers for a seat, before it does. A default before its time is for the seat alone: others
 * would learn what it has sealed, or that it has passed. */
__attribute__((noinline)) static void tell_default(const cr_game *game, const cr_state *s,
                                                   const cr_move *idle, uint64_t at_ms,
                                                   cr_sink *sink)
{
    const cr_question *q = &s->q;
    bool is_timeout = q->budget_ms && !s->paused && at_ms >= q->deadline_ms;
    uint8_t data[CR_DEFAULT_ARGS + CR_ARGS] = {[CR_DEFAULT_QUESTION] = q->kind,
                                               [CR_DEFAULT_TIMEOUT] = is_timeout,
                                               [CR_DEFAULT_KIND] = idle->kind};

    if (q->kind < game->n_questions && game->questions[q->kind].flags & CR_RUNS_OUT)
        return;
    memcpy(data + CR_DEFAULT_ARGS, idle->arg, CR_ARGS);
    cr_emit(sink, CR_EV_DEFAULT, idle->seat, CR_BIT(idle->seat), CR_DEFAULT_PUBLIC,
            !is_timeout || cr_hides_passes(game, q), data, sizeof data);
}

/* A pass that leaves the question open and is kept secret: nothing but q.open may show it, so the time stands. */
__attribute__((noinline)) static bool is_unseen(const cr_game *game, const cr_state *s,
                                                const cr_move *move)
{
    return cr_hides_passes(game, &s->q) && (s->q.open & (s->q.open - 1)) &&
           (move->kind == CR_PASS || move->kind == CR_IDLE);
}

/* The default answer of a seat, with seat and ticket. */
static inline cr_words idle_words(const cr_game *game, const cr_state *s, uint8_t seat)
{
    cr_move idle = cr_idle_answer(game, s, seat);
    cr_words words = cr_move_words(&idle);

    words.lo = (words.lo & ~UINT64_C(0xFFFFFFFFFF)) | (uint64_t)seat << 32 | s->q.ticket;
    return words;
}

void cr_play_checked(const cr_game *game, cr_state *s, const cr_move *move, uint64_t at_ms,
                     cr_sink *sink)
{
    cr_move idle;

    if (at_ms > s->now_ms && !(CR_UNLIKELY(s->q.form == CR_OPEN) && is_unseen(game, s, move)))
        s->now_ms = at_ms;
    if (CR_LIKELY(move->kind < CR_IDLE)) {
        take(game, s, move, sink);
        return;
    }
    switch (move->kind) {
    case CR_IDLE:
        cr_move_set(&idle, idle_words(game, s, move->arg[0]));
        if (sink)
            tell_default(game, s, &idle, at_ms, sink);
        take(game, s, &idle, sink);
        break;
    case CR_PAUSE:
        pause(game, s, move->arg[0], sink);
        break;
    case CR_RESUME:
        resume(game, s, move->arg[0], sink);
        break;
    }
}

/* ---- judging ---- */

static bool is_host_kind(uint8_t kind)
{
    return kind == CR_IDLE || kind == CR_PAUSE || kind == CR_RESUME;
}

static bool is_malformed(const cr_game *game, const cr_move *move)
{
    static const uint8_t host_max[CR_ARGS] = {15};
    const uint8_t *max = host_max;
    unsigned bad = 0;

    if (!is_host_kind(move->kind)) {
        if (move->kind >= game->n_kinds || !game->kinds[move->kind].word)
            return true;
        max = game->kinds[move->kind].max;
    } else if (move->kind != CR_IDLE && game->reasons &&
               !strcmp(cr_reason_word(game, move->arg[0]), "?")) {
        return true;
    }
    for (unsigned i = 0; i < CR_ARGS; i++)
        bad |= move->arg[i] > max[i];
    return bad;
}

static cr_refusal cited(const cr_game *game, cr_refusal refusal)
{
    if (game->is_counting && refusal.rule)
        cr_cite(refusal.rule);
    return refusal;
}

/* OVER, NOT_ASKED and ANSWERED are the game's to word, in its own order. It cannot turn them into a yes. */
static cr_refusal in_words_of(const cr_game *game, const cr_state *s, const cr_move *move,
                              uint16_t code)
{
    cr_refusal kernel = cr_no(code, 0, 0);

    if (is_host_kind(move->kind))
        return kernel;
    if (game->refuse) {
        cr_refusal own = game->refuse(s, move, kernel);

        if (own.code)
            return own;
        return kernel;
    }
    kernel.rule = code == CR_CODE_OVER ? game->over_rule : game->asked_rule;
    if (code != CR_CODE_OVER && !cr_is_answer(game, s->q.kind, move->kind))
        kernel.code = CR_CODE_WRONG_KIND;
    return cited(game, kernel);
}

static cr_refusal judge_host(const cr_state *s, const cr_move *move)
{
    uint16_t bit = CR_BIT(move->arg[0]);
    bool is_there = move->kind == CR_IDLE ? s->q.asked & bit : s->paused & bit;

    if (move->kind == CR_PAUSE)
        return cr_no(is_there ? CR_CODE_ANSWERED : CR_CODE_OK, 0, 0);
    if (!is_there)
        return cr_no(CR_CODE_NOT_ASKED, 0, 0);
    if (move->kind == CR_IDLE && !(cr_deciders_of(&s->q) & bit))
        return cr_no(s->q.open & bit ? CR_CODE_NOT_ASKED : CR_CODE_ANSWERED, 0, 0);
    return CR_ACCEPT;
}

/* Does it answer the last open question, from a seat that had not spoken when somebody else closed it? */
static bool is_too_late(const cr_state *s, const cr_move *move)
{
    return CR_UNLIKELY(s->late) && move->seat < CR_SEATS_MAX && s->late >> move->seat & 1 &&
           move->ticket == s->q.ticket + 1 - s->q.late_by;
}

cr_refusal cr_judge(const cr_game *game, const cr_state *s, const cr_move *move, uint64_t at_ms)
{
    const cr_question *q = &s->q;
    cr_refusal refusal;
    cr_space space;
    uint16_t bit;

    if (CR_UNLIKELY(s->fault))
        return cr_no(CR_CODE_BROKEN, 0, 0);
    if (is_malformed(game, move))
        return cr_no(CR_CODE_MALFORMED, 0, 0);
    if (is_host_kind(move->kind)
            ? move->seat != CR_HOST
            : move->seat >= s->n_seats && move->seat != CR_HOST && move->seat != CR_ADMIN)
        return cr_no(CR_CODE_FORBIDDEN, 0, 0);
    if (is_too_late(s, move))
        return cr_no(CR_CODE_TOO_LATE, 0, 0);
    if (s->is_over)
        return in_words_of(game, s, move, CR_CODE_OVER);
    if (move->ticket != q->ticket)
        return cr_no(CR_CODE_STALE, 0, 0);
    if (q->budget_ms && !s->paused && at_ms >= q->deadline_ms && move->kind != CR_IDLE)
        return cr_no(CR_CODE_LATE, 0, 0);
    if (is_host_kind(move->kind))
        return judge_host(s, move);
    bit = CR_BIT(move->seat);
    if (!(cr_deciders_of(q) & bit)) {
        bool has_answered = (q->asked & bit) && !(q->open & bit);

        return in_words_of(game, s, move, has_answered ? CR_CODE_ANSWERED : CR_CODE_NOT_ASKED);
    }
    refusal = cr_check(game, s, move);
    if (refusal.code)
        return refusal.code == CR_CODE_WRONG_KIND ? cited(game, refusal) : refusal;
    cr_space_clear(&space);
    game->space(s, move->seat, &space);
    return cr_no(cr_space_has(&space, move) ? CR_CODE_OK : CR_CODE_NOT_OFFERED, 0, 0);
}

cr_refusal cr_play(const cr_game *game, cr_state *s, const cr_move *move, uint64_t at_ms,
                   cr_sink *sink)
{
    cr_refusal refusal = cr_judge(game, s, move, at_ms);

    if (!refusal.code)
        cr_play_checked(game, s, move, at_ms, sink);
    return refusal;
}

uint8_t cr_idle_seat(const cr_state *s)
{
    uint16_t who = cr_deciders_of(&s->q);
    bool is_firsts = s->q.form == CR_ANY && (who & CR_BIT(s->q.first));

    return is_firsts ? s->q.first : (uint8_t)cr_bits_first(who);
}

void cr_run_clock(const cr_game *game, cr_state *s, uint64_t now_ms, cr_sink *sink, cr_log *log)
{
    while (!s->is_over && !s->fault && cr_due(s) <= now_ms) {
        uint64_t due = cr_due(s);
        cr_move idle = cr_idle_move(s, cr_idle_seat(s));

        cr_play_checked(game, s, &idle, due, sink);
        if (log)
            log->played(log, &idle, due, s);
    }
}

/* ---- starting ---- */

cr_err cr_begin(const cr_game *game, cr_state *s, const cr_setup *setup)
{
    if (setup->n_seats < game->seats_min || setup->n_seats > game->seats_max)
        return CR_ERR_BAD_SEATS;
    for (unsigned i = 0; i < game->n_options; i++)
        if (!cr_option_fits(&game->options[i], setup->option[i]))
            return CR_ERR_BAD_OPTION;
    memset(s, 0, game->state_size);
    cr_rng_init(&s->rng, setup->seed, setup->is_scripted ? CR_RNG_SCRIPTED : 0);
    s->now_ms = setup->start_ms;
    s->n_seats = setup->n_seats;
    return game->init(s, setup);
}

cr_err cr_start(const cr_game *game, cr_state *s, const cr_setup *setup, cr_sink *sink)
{
    cr_err err = cr_begin(game, s, setup);

    if (err)
        return err;
    settle(game, s, sink);
    return s->fault ? CR_ERR_BUG : CR_ERR_OK;
}

void cr_ask_again(const cr_game *game, cr_state *s, cr_sink *sink)
{
    if (s->is_over)
        return;
    clear_answers(s);
    s->q.open = 0;
    s->answered = 0;
    if (s->q.ticket)
        s->q.ticket--;
    if (s->q.late_by)
        s->q.late_by--;
    settle(game, s, sink);
}

/* ---- looking ---- */

static cr_move host_move(const cr_state *s, uint8_t kind, uint8_t arg)
{
    cr_words words = cr_words_of(kind, arg);
    cr_move move;

    words.lo |= (uint64_t)CR_HOST << 32 | s->q.ticket;
    cr_move_set(&move, words);
    return move;
}

cr_move cr_idle_move(const cr_state *s, uint8_t seat)
{
    return host_move(s, CR_IDLE, seat);
}

cr_move cr_pause_move(const cr_state *s, uint8_t reason)
{
    return host_move(s, CR_PAUSE, reason);
}

cr_move cr_resume_move(const cr_state *s, uint8_t reason)
{
    return host_move(s, CR_RESUME, reason);
}

const cr_question *cr_asked_now(const cr_state *s)
{
    return &s->q;
}

uint16_t cr_deciders(const cr_state *s)
{
    return cr_deciders_of(&s->q);
}

uint64_t cr_due(const cr_state *s)
{
    return s->q.open && s->q.budget_ms && !s->paused ? s->q.deadline_ms : UINT64_MAX;
}

uint64_t cr_now(const cr_state *s)
{
    return s->now_ms;
}

uint16_t cr_paused(const cr_state *s)
{
    return s->paused;
}

uint8_t cr_seats(const cr_state *s)
{
    return s->n_seats;
}

bool cr_is_over(const cr_state *s)
{
    return s->is_over;
}

const char *cr_fault(const cr_state *s)
{
    static const char *const sentences[] = {
        NULL,
        "more effects on the stack than it holds",
        "a question to nobody",
        "one step asked two kinds of question",
        "no end of automatic steps",
        "the game's own invariant does not hold",
    };

    return s->fault < CR_COUNT_OF(sentences) ? sentences[s->fault] : "unknown fault";
}

void cr_score(const cr_game *game, const cr_state *s, int32_t out[CR_SEATS_MAX])
{
    memset(out, 0, sizeof(int32_t) * CR_SEATS_MAX);
    game->score(s, out);
}

void cr_worth_of(const cr_state *s, const int32_t score[CR_SEATS_MAX],
                 const uint16_t allies[CR_SEATS_MAX], int32_t lead, float out[CR_SEATS_MAX])
{
    int32_t best = INT32_MIN;
    unsigned winners = 0;

    for (unsigned i = 0; i < s->n_seats; i++) {
        if (score[i] > best)
            winners = 0;
        best = score[i] > best ? score[i] : best;
        winners += score[i] == best && !(allies && allies[i] & (CR_BIT(i) - 1u));
    }
    for (unsigned i = 0; i < s->n_seats; i++) {
        int32_t others = INT32_MIN;
        float ahead;

        if (s->is_over) {
            out[i] = score[i] == best ? 1.0f / (float)winners : 0.0f;
            continue;
        }
        for (unsigned j = 0; j < s->n_seats; j++)
            if (j != i && !(allies && (allies[i] >> j & 1)) && score[j] > others)
                others = score[j];
        ahead = lead ? (float)(score[i] - others) / (float)lead : 0;
        out[i] = 0.5f + 0.45f * (ahead > 1 ? 1 : ahead < -1 ? -1 : ahead);
    }
}

void cr_worth(const cr_game *game, const cr_state *s, float out[CR_SEATS_MAX])
{
    int32_t score[CR_SEATS_MAX];

    memset(out, 0, sizeof(float) * CR_SEATS_MAX);
    if (game->worth) {
        game->worth(s, out);
        return;
    }
    cr_score(game, s, score);
    cr_worth_of(s, score, NULL, game->lead, out);
}

uint64_t cr_state_hash(const cr_game *game, const cr_state *s)
{
    return cr_hash(s, game->state_size);
}
