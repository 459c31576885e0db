/* Many matches at once. Everything that a step needs lies in one piece of memory of the caller: first what all share, then
 * for each match its state, its move in the making and the numbers that are legal, which a caller cannot change. */
#include "bind/bind.h"

typedef struct {
    bind_numbers numbers;
    cr_space space; /* of the match that is looked at */
    uint64_t started;
    size_t encoded, row; /* bytes of an observation; of a match */
    uint8_t seed[32];    /* of the series */
    uint8_t mask[CR_ACTIONS_MAX];
} shared;

/* A row: this, the state, the view, then the mask as bits. */
typedef struct {
    cr_making making;
    uint32_t seat, fill;
} row;

static size_t up(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

static size_t row_size(const cr_game *game)
{
    return sizeof(row) + game->state_size + CR_ACTIONS_MAX / 8;
}

size_t cr_batch_bytes(const cr_game *game, uint32_t n)
{
    return up(sizeof(shared)) + game->view_size + n * row_size(game);
}

static cr_view *view_of(const cr_batch *b)
{
    return (cr_view *)((uint8_t *)b->memory + up(sizeof(shared)));
}

static row *row_at(const cr_batch *b, uint32_t i)
{
    const shared *all = b->memory;

    return (row *)((uint8_t *)view_of(b) + b->game->view_size + i * all->row);
}

static cr_state *state_of(row *r)
{
    return (cr_state *)(r + 1);
}

static uint64_t *bits_of(const cr_batch *b, row *r)
{
    return (uint64_t *)((uint8_t *)(r + 1) + b->game->state_size);
}

static void look(cr_batch *b, uint32_t i)
{
    shared *all = b->memory;
    row *r = row_at(b, i);

    if (b->observations) {
        cr_see(b->game, state_of(r), (uint8_t)r->seat, view_of(b));
        cr_encode(b->game, view_of(b), b->observations + i * all->encoded);
    }
}

/* The numbers that are legal now; 0 if there is none. */
static uint32_t offer(cr_batch *b, uint32_t i)
{
    shared *all = b->memory;
    row *r = row_at(b, i);
    uint32_t n = all->numbers.n, k = 0, legal;
    uint8_t *mask = b->masks ? b->masks + (size_t)i * n : all->mask;
    uint64_t *bits = bits_of(b, r);

    legal = bind_mask(b->game, state_of(r), (uint8_t)r->seat, &all->numbers, &all->space,
                      &r->making, mask);
    for (unsigned word = 0; k < n; word++) {
        uint64_t set = 0;

        for (unsigned bit = 0; bit < 64 && k < n; bit++, k++)
            set |= (uint64_t)mask[k] << bit;
        bits[word] = set;
    }
    return legal;
}

static void take_offers(cr_batch *b, row *r)
{
    shared *all = b->memory;

    cr_space_clear(&all->space);
    all->space.is_for_answers = 1;
    b->game->space(state_of(r), (uint8_t)r->seat, &all->space);
}

/* Who is asked now, and for what. Questions to the host alone, or about the table alone, get their default. False: the
 * match is over. */
static bool ask(cr_batch *b, uint32_t i)
{
    shared *all = b->memory;
    row *r = row_at(b, i);
    cr_state *state = state_of(r);

    for (;;) {
        uint16_t who = cr_deciders_of(&state->q);
        cr_move move;

        if (CR_UNLIKELY(cr_is_over(state) || cr_fault(state)))
            return false;
        r->seat = cr_bits_first(who);
        if (CR_LIKELY(r->seat < CR_SEATS_MAX)) {
            take_offers(b, r);
            bind_start(b->game, &all->numbers, &all->space, &r->making);
            if (CR_LIKELY(offer(b, i)))
                break;
        }
        move = cr_idle_move(state, cr_idle_seat(state));
        if (cr_play(b->game, state, &move, cr_now(state), NULL).code)
            return false;
    }
    if (b->players)
        b->players[i] = (int32_t)r->seat;
    look(b, i);
    return true;
}

static cr_err begin(cr_batch *b, uint32_t i)
{
    shared *all = b->memory;
    cr_err err;

    cr_seed_derive(all->seed, all->started++, b->setup.seed);
    err = cr_start(b->game, state_of(row_at(b, i)), &b->setup, NULL);
    return err ? err : ask(b, i) ? CR_ERR_OK : CR_ERR_BUG;
}

cr_err cr_batch_start(cr_batch *b)
{
    shared *all = b->memory;

    *all = (shared){.numbers = bind_numbers_of(b->game),
                    .encoded = cr_encoded_size(b->game),
                    .row = row_size(b->game)};
    memcpy(all->seed, b->setup.seed, sizeof all->seed);
    b->moves = b->matches = 0;
    if (b->rewards)
        memset(b->rewards, 0, sizeof *b->rewards * b->n * b->setup.n_seats);
    if (b->dones)
        memset(b->dones, 0, b->n);
    for (uint32_t i = 0; i < b->n; i++) {
        cr_err err = begin(b, i);

        if (err)
            return err;
    }
    return CR_ERR_OK;
}

static void end(cr_batch *b, uint32_t i)
{
    cr_state *state = state_of(row_at(b, i));
    int32_t score[CR_SEATS_MAX] = {0};

    cr_score(b->game, state, score);
    for (unsigned seat = 0; b->rewards && seat < b->setup.n_seats; seat++)
        b->rewards[(size_t)i * b->setup.n_seats + seat] = (float)score[seat];
    if (b->dones)
        b->dones[i] = 1;
    b->matches++;
}

static void step(cr_batch *b, uint32_t i, uint32_t action)
{
    shared *all = b->memory;
    row *r = row_at(b, i);
    cr_state *state = state_of(r);
    cr_move move;

    if (all->numbers.by_parts)
        take_offers(b, r);
    if (!bind_take(b->game, state, (uint8_t)r->seat, &all->numbers, &all->space, &r->making, action,
                   &move)) {
        offer(b, i);
        return;
    }
    cr_play_checked(b->game, state, &move, cr_now(state), NULL);
    b->moves++;
    if (CR_UNLIKELY(!ask(b, i))) {
        end(b, i);
        (void)!begin(b, i); /* it began before with the same setup */
    }
}

uint32_t cr_batch_step(cr_batch *b, const int32_t *actions)
{
    const shared *all = b->memory;

    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t action = (uint32_t)actions[i];

        if (action >= all->numbers.n || !(bits_of(b, row_at(b, i))[action / 64] >> action % 64 & 1))
            return i;
    }
    if (b->rewards)
        memset(b->rewards, 0, sizeof *b->rewards * b->n * b->setup.n_seats);
    if (b->dones)
        memset(b->dones, 0, b->n);
    for (uint32_t i = 0; i < b->n; i++)
        step(b, i, (uint32_t)actions[i]);
    return b->n;
}
