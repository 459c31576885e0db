/* A series of matches: allocates nothing once it runs, gives the same on any number of threads, and baselines win.
 *
 * Allocations are counted by taking malloc's place in this program, libraries included. A sanitizer has that place
 * already: there the counts stay 0 and only the rest is tested. */
#include "support/cmocka_all.h"
#include "arena/series.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_ullong n_allocations;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif
#ifndef IS_SANITIZED
#define COUNTS

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    atomic_fetch_add(&n_allocations, 1);
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    atomic_fetch_add(&n_allocations, 1);
    return __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    atomic_fetch_add(&n_allocations, 1);
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    atomic_fetch_add(&n_allocations, 1);
    return __libc_memalign(alignment, size);
}
#endif
#endif

static void fill(series *s, const cr_game *game, const char *bot, const char *other)
{
    *s = (series){.game = game, .n = 1, .n_threads = 2, .limit_ms = 1000, .is_rotating = true};
    cr_setup_init(game, &s->setup);
    cr_setup_pin(&s->setup, 42);
    for (unsigned seat = 0; seat < s->setup.n_seats; seat++) {
        const char *name = seat % 2 ? other : bot;

        s->players[seat] = (series_player){.name = name, .bot = cr_bot_find(name, game)};
        assert_non_null(s->players[seat].bot);
    }
}

/* Allocations of a whole series of n matches, threads, list and rules included. */
static unsigned long long allocations(series *s, uint64_t n)
{
    unsigned long long before = atomic_load(&n_allocations);

    s->n = n;
    assert_true(series_open(s));
    assert_true(series_run(s));
    assert_int_equal(s->err, CR_ERR_OK);
    assert_int_equal(s->stats.matches, n);
    series_close(s);
    return atomic_load(&n_allocations) - before;
}

static void nothing_is_allocated_after_the_start(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);
        const char *bot = cr_bot_find("baseline", game) ? "baseline" : "random";
        FILE *list = tmpfile();
        series s;
        unsigned long long few, many;

        fill(&s, game, bot, "random");
        s.list = list;
        s.is_counting_rules = true;
        assert_non_null(list);
        allocations(&s, 1); /* buffers that the libraries keep are there after this */
        s.game = game;
        few = allocations(&s, 1);
        s.game = game;
        many = allocations(&s, 100);
        fclose(list);
#ifdef COUNTS
        assert_true(few > 0);
#endif
        assert_int_equal(many, few);
    }
}

static void threads_make_no_difference(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < cr_game_count(); g++) {
        stats stats_of[3];

        for (unsigned i = 0; i < 3; i++) {
            series s;

            fill(&s, cr_game_at(g), "random", "random");
            s.n_threads = 1 + 2 * i;
            allocations(&s, 100);
            stats_of[i] = s.stats;
        }
        assert_memory_equal(&stats_of[0], &stats_of[1], sizeof stats_of[0]);
        assert_memory_equal(&stats_of[0], &stats_of[2], sizeof stats_of[0]);
    }
}

/* Twice as many matches as these tell 70 from 66 percent; docs/bots.md has the whole table. */
static void baseline_of_duel_beats_random(void **unused)
{
    series s;

    (void)unused;
    fill(&s, cr_game_find("duel"), "baseline", "random");
    allocations(&s, 20000);
    assert_true(stats_wilson(s.stats.bot[0].wins, s.n).lo >= 0.70);
    assert_int_equal(s.stats.idles, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_allocated_after_the_start),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(baseline_of_duel_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
