#include "ai/arena.h"
#include "base/hash.h"
#include "kernel/rng.h"

cr_err cr_arena_start(cr_arena *a, const cr_setup *setup)
{
    cr_err err = cr_start(a->game, a->state, setup, a->sink);

    a->moves = a->idles = 0;
    cr_rng_init(&a->rng, setup->seed, 1); /* stream 0 is the match's own */
    return err;
}

static inline bool ask(cr_arena *a, uint8_t seat, cr_move *move)
{
    const cr_bot *bot = a->bots[seat];
    cr_offer offer = {a->game, a->state, seat, bot, &a->desk};
    const cr_view *view = NULL;

    if (!(bot->flags & CR_BOT_BLIND)) {
        cr_see(a->game, a->state, seat, a->view);
        view = a->view;
    }
    if (!bot->choose(a->game, view, &offer, &a->rng, a->budget_ms, move))
        return false;
    return (bot->flags & CR_BOT_EXACT) || cr_offer_has(&offer, move);
}

bool cr_arena_ask(cr_arena *a, uint8_t seat, cr_move *move)
{
    return ask(a, seat, move);
}

/* Of those who may react at once chance says who is first: the order of the seats must not win matches. */
__attribute__((noinline)) static uint8_t quickest(cr_arena *a, unsigned seats)
{
    return (uint8_t)cr_bits_nth(seats, cr_rng_small(&a->rng, cr_bits_count(seats)));
}

void cr_arena_move(cr_arena *a)
{
    cr_state *s = a->state;
    uint16_t who = cr_deciders_of(&s->q);
    cr_move move;
    bool is_answered = false;

    if (CR_UNLIKELY(s->q.form == CR_OPEN))
        who = CR_BIT(quickest(a, who));
    for (unsigned seats = who & 0xFF; seats && !is_answered; seats &= seats - 1)
        is_answered = ask(a, (uint8_t)cr_bits_first(seats), &move);
    if (!is_answered) {
        bool is_open = s->q.form == CR_OPEN;

        move = cr_idle_move(s, is_open ? (uint8_t)cr_bits_first(who) : cr_idle_seat(s));
        a->idles++;
    }
    cr_play_checked(a->game, s, &move, s->now_ms, a->sink);
    a->moves++;
    if (a->log)
        a->log->played(a->log, &move, s->now_ms, s);
}

uint64_t cr_arena_hash(const cr_arena *a, uint64_t i)
{
    uint64_t parts[3] = {i, a->moves, cr_state_hash(a->game, a->state)};

    return cr_hash(parts, sizeof parts);
}

/* The loop of every series: all that a move takes of the kernel is part of it (flatten), which saves a tenth. */
__attribute__((flatten)) cr_err cr_arena_run(cr_arena *a)
{
    const cr_state *s = a->state;

    while (!s->is_over) {
        if (s->fault || a->moves == CR_ARENA_MOVES_MAX)
            return CR_ERR_BUG;
        cr_arena_move(a);
    }
    return CR_ERR_OK;
}
