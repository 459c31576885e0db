/* A stranger's program: plays one match of duel through the installed header and library, with random
 * moves, and prints how it ended. It knows nothing but <croupier/croupier.h>; tests/install/run builds it. */
#include <croupier/croupier.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned n_events;

static void count(cr_sink *sink, const cr_event *event)
{
    (void)sink;
    (void)event;
    n_events++;
}

static int fail(const char *what)
{
    fprintf(stderr, "consumer: %s\n", what);
    return 1;
}

/* The lowest seat of a set, or -1. */
static int first_of(uint16_t seats)
{
    for (int seat = 0; seat < CR_SEATS_MAX; seat++)
        if (seats >> seat & 1)
            return seat;
    return -1;
}

int main(void)
{
    const cr_game *game = cr_game_find("duel");
    if (!game)
        return fail("there is no duel");
    cr_state *state = malloc(cr_state_size(game));
    cr_view *view = malloc(cr_view_size(game));
    if (!state || !view)
        return fail("out of memory");

    cr_setup setup;
    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, 42);
    cr_sink sink = {count};
    cr_err err = cr_start(game, state, &setup, &sink);
    if (err)
        return fail(cr_err_text(err));

    cr_rng rng;
    cr_rng_init(&rng, setup.seed, 1);
    unsigned n_moves = 0;
    while (!cr_is_over(state)) {
        int seat = first_of(cr_deciders(state));
        if (seat < 0)
            return fail("nobody may act");
        cr_move move;
        if (!cr_sample(game, state, (uint8_t)seat, &rng, &move))
            return fail("a seat that is asked has no move");
        cr_refusal refusal = cr_play(game, state, &move, cr_now(state), &sink);
        if (refusal.code)
            return fail(cr_code_text(game, refusal.code));
        n_moves++;
    }

    char text[4096];
    cr_see(game, state, CR_SPECTATOR, view);
    if (cr_view_print(game, view, text, sizeof text) >= sizeof text)
        return fail("the view is too long");

    int32_t score[CR_SEATS_MAX];
    cr_score(game, state, score);
    printf("%s: %u moves, score %" PRId32 " to %" PRId32 ", hash %016" PRIx64 "\n",
           cr_game_name(game), n_moves, score[0], score[1], cr_state_hash(game, state));
    free(view);
    free(state);
    return n_moves && n_events && text[0] ? 0 : fail("nothing happened");
}
