/* Bots that look ahead: they choose legal moves, the same ones for the same seed, in bounded memory, and find what is there
 * to be found. That they do not peek is a law (world-choices). */
#include "support/cmocka_all.h"

#include "ai/arena.h"
#include "ai/search.h"
#include "games/games.h"
#include "kernel/rng.h"

#include <pthread.h>
#include <stdlib.h>

enum { MEMORY = 1 << 20 };

typedef struct {
    const cr_game *game;
    cr_state *state;
    cr_view *view;
    void *memory;
    cr_rng rng;
} table;

static table *open_table(const cr_game *game, unsigned n_seats, uint64_t seed)
{
    table *t = calloc(1, sizeof *t);
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, seed);
    if (n_seats)
        setup.n_seats = (uint8_t)n_seats;
    t->game = game;
    t->state = malloc(game->state_size);
    t->view = malloc(game->view_size);
    t->memory = malloc(MEMORY);
    assert_int_equal(cr_start(game, t->state, &setup, NULL), CR_ERR_OK);
    cr_rng_init(&t->rng, setup.seed, 7);
    return t;
}

static void close_table(table *t)
{
    free(t->state);
    free(t->view);
    free(t->memory);
    free(t);
}

/* A few random moves; false if the match is over. */
static bool move_on(table *t, unsigned n)
{
    while (n-- && !t->state->is_over) {
        unsigned who = cr_deciders(t->state) & 0xFF;
        uint8_t seat = who ? (uint8_t)cr_bits_nth(who, cr_rng_below(&t->rng, cr_bits_count(who)))
                           : cr_idle_seat(t->state);
        cr_move move;

        if (!cr_sample(t->game, t->state, seat, &t->rng, &move))
            move = cr_idle_move(t->state, seat);
        assert_int_equal(cr_play(t->game, t->state, &move, t->state->now_ms, NULL).code, 0);
    }
    return !t->state->is_over;
}

static bool ask(table *t, const char *name, uint32_t worlds, uint8_t seat, uint64_t seed,
                cr_move *out)
{
    cr_bot bot = *cr_bot_find(name, t->game);
    cr_desk desk = {.memory = t->memory};
    cr_offer offer = {t->game, t->state, seat, &bot, &desk};
    cr_setup setup = {0};
    cr_rng rng;

    cr_setup_pin(&setup, seed);
    cr_rng_init(&rng, setup.seed, 3);
    bot.worlds = worlds;
    assert_true(cr_bot_memory(&bot, t->game) <= MEMORY);
    cr_see(t->game, t->state, seat, t->view);
    return bot.choose(t->game, t->view, &offer, &rng, 0, out);
}

/* How many positions are searched in all; nightly asks for more. */
static unsigned searches(void)
{
    const char *text = getenv("CROUPIER_SEARCHES");

    return text ? (unsigned)strtoul(text, NULL, 10) : 400;
}

static void answers_are_legal_and_follow_from_the_seed(void **unused)
{
    static const char *const names[] = {"search", "mixed"};
    unsigned each = searches() / (unsigned)cr_game_count(), n_asked = 0;

    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        unsigned done = 0;

        for (uint64_t seed = 0; done < each; seed++) {
            unsigned seats =
                game->seats_min + (unsigned)(seed % (game->seats_max - game->seats_min + 1u));
            table *t = open_table(game, seats, seed);

            while (done < each && move_on(t, 1 + (unsigned)(seed + done) % 4)) {
                unsigned who = cr_deciders(t->state) & 0xFF;
                uint8_t seat = who ? (uint8_t)cr_bits_first(who) : 0;
                const char *name = names[done % 8 == 7];
                uint32_t worlds = 4 + done % 24;
                cr_move one = {0}, two = {0};
                bool is_one;

                if (!who)
                    continue;
                done++;
                is_one = ask(t, name, worlds, seat, done, &one);
                if (done % 4 == 0) {
                    assert_int_equal(ask(t, name, worlds, seat, done, &two), is_one);
                    assert_memory_equal(&one, &two, sizeof one);
                }
                if (!is_one)
                    continue;
                n_asked++;
                if (cr_judge(game, t->state, &one, t->state->now_ms).code) {
                    char text[256];

                    cr_move_print(game, &one, text, sizeof text);
                    fail_msg("%s, seed %llu: '%s' of seat %u is refused", game->name,
                             (unsigned long long)seed, text, seat);
                }
            }
            close_table(t);
        }
    }
    assert_true(n_asked > searches() / 2);
}

/* In the smallest memory and with more worlds than it has room for. */
static void full_tree_goes_on(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        table *t = open_table(game, 0, 5);
        cr_search_plan plan = {.worlds = 3000};
        size_t size = cr_search_memory(game, 1);
        char *memory = malloc(size);
        cr_choice choices[4];
        cr_search *s;

        for (uint64_t seed = 6; !move_on(t, 9) || !(cr_deciders(t->state) & 0xFF); seed++) {
            close_table(t);
            t = open_table(game, 0, seed);
        }
        cr_see(game, t->state, (uint8_t)cr_bits_first(cr_deciders(t->state) & 0xFF), t->view);
        assert_null(cr_search_begin(memory, 64, game, t->view, &plan));
        s = cr_search_begin(memory, size, game, t->view, &plan);
        assert_non_null(s);
        cr_search_run(s, &t->rng);
        assert_int_equal(cr_search_worlds(s), 3000);
        if (cr_search_choices(s, choices, 4))
            assert_true(choices[0].visits && choices[0].worth >= 0 && choices[0].worth <= 1);
        free(memory);
        close_table(t);
    }
}

/* Two searches of the same view, one after the other or side by side, add up to the same. */
static void searches_add_up(void **unused)
{
    table *t = open_table(cr_game_find("duel"), 2, 1);
    cr_search_plan plan = {.worlds = 500};
    size_t size = cr_search_memory(t->game, 500), n;
    void *memory[2] = {malloc(size), malloc(size)};
    cr_search *s[2];
    cr_choice all[16], one[16];
    uint32_t visits = 0;
    float worth[CR_SEATS_MAX];

    (void)unused;
    cr_see(t->game, t->state, 0, t->view);
    for (unsigned i = 0; i < 2; i++) {
        cr_rng rng;

        cr_rng_init(&rng, t->state->rng.key, 20 + i);
        s[i] = cr_search_begin(memory[i], size, t->game, t->view, &plan);
        cr_search_run(s[i], &rng);
    }
    n = cr_search_choices(s[1], one, 16);
    cr_search_add(s[0], s[1]);
    assert_int_equal(cr_search_choices(s[0], all, 16), n);
    for (size_t i = 0; i < n; i++)
        visits += all[i].visits;
    assert_int_equal(visits, 1000);
    assert_int_equal(cr_search_worlds(s[0]), 1000);
    assert_true(all[0].visits >= all[1].visits && all[0].share == 1 && all[1].share == 0);
    cr_search_worth(s[0], worth);
    assert_true(worth[0] > 0 && worth[0] < 1);
    assert_float_equal(worth[0] + worth[1], 1, 1e-3f);
    free(memory[0]);
    free(memory[1]);
    close_table(t);
}

/* ---- several threads ---- */

enum { CREW = 3 };

typedef struct {
    void (*run)(void *with);
    void *with;
} errand;

static void *run_errand(void *data)
{
    const errand *e = data;

    e->run(e->with);
    return NULL;
}

static unsigned n_crews;

/* All of them on threads of their own. */
static void crew(void (*run)(void *with), void *const *with, unsigned n)
{
    pthread_t threads[CR_SEARCH_THREADS_MAX];
    errand errands[CR_SEARCH_THREADS_MAX];

    n_crews++;
    for (unsigned i = 0; i < n; i++) {
        errands[i] = (errand){run, with[i]};
        if (pthread_create(&threads[i], NULL, run_errand, &errands[i]))
            abort();
    }
    for (unsigned i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

/* The last in front: what each does depends on none of the others. */
static void backwards(void (*run)(void *with), void *const *with, unsigned n)
{
    while (n--)
        run(with[n]);
}

/* The choices of a position; how many. */
static size_t choices_of(table *t, uint8_t seat, uint32_t worlds, uint32_t threads,
                         cr_together *together, cr_choice *out, size_t cap, uint32_t *looked_at)
{
    cr_search_plan plan = {.worlds = worlds, .threads = threads, .together = together};
    size_t size = cr_search_answer_memory(t->game, worlds, threads), n;
    void *memory = malloc(size);
    cr_rng rng;

    cr_rng_init(&rng, t->state->rng.key, 40);
    cr_see(t->game, t->state, seat, t->view);
    memset(out, 0, cap * sizeof *out);
    n = cr_search_answer(memory, size, t->game, t->view, &plan, &rng, out, cap, looked_at);
    free(memory);
    return n;
}

static void threads_give_the_answer_of_their_number(void **unused)
{
    enum { CHOICES = 16, WORLDS = 200 };

    (void)unused;
    n_crews = 0;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        unsigned compared = 0;

        for (uint64_t seed = 1; compared < 12 && seed < 40; seed++) {
            table *t = open_table(game, 0, seed);

            while (compared < 12 && move_on(t, 3) && compared < 4 * seed) {
                unsigned who = cr_deciders(t->state) & 0xFF;
                uint8_t seat = who ? (uint8_t)cr_bits_first(who) : 0;
                cr_choice one[CHOICES], in_turn[CHOICES], apart[CHOICES];
                uint32_t worlds[3];
                size_t n;

                if (!who || cr_search_leaves_out(game, t->state, seat))
                    continue;
                n = choices_of(t, seat, WORLDS + 1, CREW, NULL, in_turn, CHOICES, &worlds[0]);
                assert_int_equal(
                    choices_of(t, seat, WORLDS + 1, CREW, crew, apart, CHOICES, &worlds[1]), n);
                assert_memory_equal(in_turn, apart, sizeof apart);
                assert_int_equal(
                    choices_of(t, seat, WORLDS + 1, CREW, backwards, apart, CHOICES, &worlds[2]),
                    n);
                assert_memory_equal(in_turn, apart, sizeof apart);
                assert_true(worlds[0] == worlds[1] && worlds[0] == worlds[2]);
                /* As many worlds as one would look at. */
                (void)choices_of(t, seat, WORLDS + 1, 1, crew, one, CHOICES, &worlds[1]);
                if (worlds[1] == WORLDS + 1)
                    assert_int_equal(worlds[0], WORLDS + 1);
                compared++;
            }
            close_table(t);
        }
        assert_true(compared > 5);
    }
    assert_true(n_crews > 30);
}

/* More threads than worlds, and a bot that is told how many. */
static void a_bot_divides_its_worlds(void **unused)
{
    table *t = open_table(cr_game_find("duel"), 2, 3);
    cr_bot bot = *cr_bot_find("search", t->game);
    cr_desk desk = {.together = crew};
    cr_offer offer = {t->game, t->state, 0, &bot, &desk};
    cr_move moves[2];

    (void)unused;
    cr_see(t->game, t->state, 0, t->view);
    for (unsigned i = 0; i < 2; i++) {
        cr_rng rng;

        bot.worlds = i ? 400 : 2;
        bot.threads = CREW;
        for (unsigned again = 0; again < 2; again++) {
            desk.memory = malloc(cr_bot_memory(&bot, t->game));
            cr_rng_init(&rng, t->state->rng.key, 41);
            n_crews = 0;
            assert_true(bot.choose(t->game, t->view, &offer, &rng, 0, &moves[again]));
            assert_int_equal(n_crews, 1);
            assert_int_equal(cr_judge(t->game, t->state, &moves[again], 0).code, 0);
            free(desk.memory);
        }
        assert_memory_equal(&moves[0], &moves[1], sizeof moves[0]);
    }
    close_table(t);
}

/* What is sealed already is not looked at: who answered first does not change the answer. */
static void sealed_answer_of_another_changes_nothing(void **unused)
{
    table *t = open_table(cr_game_find("duel"), 2, 3);
    cr_move before, after, pick;

    (void)unused;
    assert_true(ask(t, "search", 300, 0, 9, &before));
    assert_true(cr_sample(t->game, t->state, 1, &t->rng, &pick));
    assert_int_equal(cr_play(t->game, t->state, &pick, 0, NULL).code, 0);
    assert_true(ask(t, "search", 300, 0, 9, &after));
    assert_memory_equal(&before, &after, sizeof before);
    close_table(t);
}

/* Without memory there is no answer; with one legal move there is no search. */
static void no_desk_no_answer(void **unused)
{
    table *t = open_table(cr_game_find("duel"), 2, 3);
    const cr_bot *bot = cr_bot_find("strong", t->game);
    cr_offer offer = {t->game, t->state, 0, bot, NULL};
    cr_move move;

    (void)unused;
    cr_see(t->game, t->state, 0, t->view);
    assert_false(bot->choose(t->game, t->view, &offer, &t->rng, 0, &move));
    close_table(t);
}

static uint64_t ticks;
static uint64_t tick(void)
{
    return ticks += 300;
}

/* Time that runs out ends a search; as many worlds without a clock give the same answer. */
static void time_only_makes_it_fewer_worlds(void **unused)
{
    table *t = open_table(cr_game_find("liap-tui"), 4, 2);
    cr_search_plan timed = {.budget_ms = 3, .now_us = tick}, counted = {0};
    cr_choice a[8], b[8];
    size_t n;
    cr_search *s;
    cr_rng rng, again;

    (void)unused;
    cr_rng_init(&rng, t->state->rng.key, 30);
    again = rng;
    cr_see(t->game, t->state, (uint8_t)cr_bits_first(cr_deciders(t->state)), t->view);
    s = cr_search_begin(t->memory, MEMORY, t->game, t->view, &timed);
    cr_search_run(s, &rng);
    counted.worlds = cr_search_worlds(s);
    assert_true(counted.worlds > 16 && counted.worlds < 1000);
    n = cr_search_choices(s, a, 8);
    s = cr_search_begin(t->memory, MEMORY, t->game, t->view, &counted);
    cr_search_run(s, &again);
    assert_int_equal(cr_search_choices(s, b, 8), n);
    for (size_t i = 0; i < n; i++)
        assert_memory_equal(&a[i], &b[i], sizeof a[i]);
    close_table(t);
}

/* More worlds play better: over a few matches of Imposter Kings, 100 beat 2 clearly. */
static void more_worlds_win_more(void **unused)
{
    const cr_game *game = cr_game_find("imposter-kings");
    table *t = open_table(game, 2, 0);
    cr_bot strong = *cr_bot_find("search", game), weak = strong;
    unsigned won = 0, lost = 0;

    (void)unused;
    strong.worlds = 100;
    weak.worlds = 2;
    for (unsigned i = 0; i < 16; i++) {
        cr_arena arena = {.game = game, .state = t->state, .view = t->view};
        int32_t score[CR_SEATS_MAX];
        cr_setup setup;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, i / 2);
        setup.n_seats = 2;
        arena.desk.memory = t->memory;
        arena.bots[i % 2] = &strong;
        arena.bots[!(i % 2)] = &weak;
        assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
        assert_int_equal(cr_arena_run(&arena), CR_ERR_OK);
        assert_int_equal(arena.idles, 0);
        cr_score(game, t->state, score);
        won += score[i % 2] > score[!(i % 2)];
        lost += score[i % 2] < score[!(i % 2)];
    }
    assert_true(won >= lost + 6);
    close_table(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_legal_and_follow_from_the_seed),
        cmocka_unit_test(full_tree_goes_on),
        cmocka_unit_test(searches_add_up),
        cmocka_unit_test(threads_give_the_answer_of_their_number),
        cmocka_unit_test(a_bot_divides_its_worlds),
        cmocka_unit_test(sealed_answer_of_another_changes_nothing),
        cmocka_unit_test(no_desk_no_answer),
        cmocka_unit_test(time_only_makes_it_fewer_worlds),
        cmocka_unit_test(more_worlds_win_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
