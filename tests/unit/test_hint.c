/* Hints: for one's own question, where the table allows them, counted and told to everybody. */
#include "support/cmocka_all.h"
#include "support/host.h"

#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>

static void ask(host *h, unsigned i, uint32_t ticket)
{
    char line[96];

    snprintf(line, sizeof line, "{'type':'hint','id':7,'ticket':%u}", (unsigned)ticket);
    host_send(h, i, line);
    host_turn(h);
}

static uint32_t ticket_of(const host *h)
{
    return cr_asked_now(h->room->state)->ticket;
}

static void best_moves_come_with_what_they_promise(void **unused)
{
    host h;
    const char *told;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    assert_int_equal(host_create(&h, "duel", "pb", ""), CR_TROUBLE_NONE);
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    host_attach(&h, 1, -1, -1);
    assert_has(host_take(&h, 0), "\"hints\":true");
    host_take(&h, 1);
    ask(&h, 0, ticket_of(&h));
    told = host_take(&h, 0);
    assert_has(told, "\"type\":\"hinted\",\"id\":7");
    assert_has(told, "\"worlds\":1000");
    assert_has(told, "\"move\":\"pick ");
    assert_has(told, "\"says\":\"Lay the ");
    assert_has(told, "\"worth\":0.");
    /* Others learn that it was asked, and nothing else. */
    told = host_take(&h, 1);
    assert_has(told, "\"hints\":1");
    assert_lacks(told, "hinted");
    ask(&h, 0, ticket_of(&h));
    assert_has(host_take(&h, 1), "\"hints\":2");
    host_close(&h);
}

static void only_for_ones_own_open_question(void **unused)
{
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    assert_int_equal(host_create(&h, "duel", "pb", ""), CR_TROUBLE_NONE);
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    host_attach(&h, 1, -1, -1);
    host_take(&h, 0);
    host_take(&h, 1);
    ask(&h, 0, ticket_of(&h) + 1);
    assert_has(host_take(&h, 0), "NOT_ASKED");
    ask(&h, 1, ticket_of(&h));
    assert_has(host_take(&h, 1), "WATCHING");
    assert_int_equal(h.room->seats[0].n_hints, 0);
    host_close(&h);
}

static void among_people_the_table_must_allow_them(void **unused)
{
    host h;

    (void)unused;
    host_open_duel(&h, cr_store_memory_open(), "");
    assert_false(cr_room_gives_hints(h.room));
    ask(&h, 0, ticket_of(&h));
    assert_has(host_take(&h, 0), "NO_HINTS");
    h.room->hints = CR_HINTS_ON;
    ask(&h, 0, ticket_of(&h));
    assert_has(host_take(&h, 0), "hinted");
    assert_has(host_take(&h, 1), "\"hints\":1");
    h.room->hints = CR_HINTS_OFF;
    ask(&h, 1, ticket_of(&h));
    assert_has(host_take(&h, 1), "NO_HINTS");
    host_close(&h);
}

/* Another program reads the log: it knows how many were asked for, and counts on. */
static void how_many_were_asked_for_outlives_the_program(void **unused)
{
    cr_trouble trouble;
    host a, b;

    (void)unused;
    host_open(&a, cr_store_memory_open());
    assert_int_equal(host_create(&a, "duel", "pb", ""), CR_TROUBLE_NONE);
    host_turn(&a);
    host_attach(&a, 0, 0, -1);
    for (unsigned i = 0; i < 3; i++)
        ask(&a, 0, ticket_of(&a));
    assert_int_equal(a.room->seats[0].n_hints, 3);
    host_open(&b, cr_store_memory_share(a.store));
    memcpy(b.match, a.match, sizeof b.match);
    memcpy(b.tokens, a.tokens, sizeof b.tokens);
    b.room = cr_lobby_find(&b.lobby, b.match, &trouble);
    assert_non_null(b.room);
    host_attach(&b, 0, 0, -1);
    assert_has(host_take(&b, 0), "\"hints\":3");
    ask(&b, 0, ticket_of(&b));
    assert_has(host_take(&b, 0), "\"hints\":4");
    host_close(&b);
    host_close(&a);
}

/* What is not on disk was not asked for. */
static void a_hint_that_cannot_be_counted_is_not_given(void **unused)
{
    cr_faults faults = {0};
    host h;

    (void)unused;
    host_open(&h, cr_store_faulty_open(cr_store_memory_open(), &faults));
    assert_int_equal(host_create(&h, "duel", "pb", ""), CR_TROUBLE_NONE);
    host_turn(&h);
    host_attach(&h, 0, 0, -1);
    host_take(&h, 0);
    faults.refuse_append = faults.appends + 1;
    ask(&h, 0, ticket_of(&h));
    assert_has(host_take(&h, 0), "NOT_STORED");
    assert_int_equal(h.room->seats[0].n_hints, 0);
    faults.fail_append = faults.appends + 1; /* taken, and then lost */
    ask(&h, 0, ticket_of(&h));
    assert_int_equal(h.room->seats[0].n_hints, 0);
    h.clock.at_ms += 5000;
    cr_lobby_tick(&h.lobby);
    host_turn(&h);
    host_take(&h, 0);
    ask(&h, 0, ticket_of(&h));
    assert_has(host_take(&h, 0), "\"hints\":1");
    host_close(&h);
}

/* A hint is made from the view: what lies hidden does not change it. */
static void hidden_cards_change_no_hint(void **unused)
{
    cr_hint hints[2];

    (void)unused;
    for (unsigned i = 0; i < 2; i++) {
        const cr_game *game = cr_game_find("duel");
        uint64_t state[2][256], view[256];
        size_t size = cr_search_memory(game, 200);
        void *memory = malloc(size);
        cr_search_plan plan = {.worlds = 200};
        cr_setup setup;
        cr_rng rng;

        cr_setup_init(game, &setup);
        cr_setup_pin(&setup, 4);
        assert_int_equal(cr_start(game, (cr_state *)state[0], &setup, NULL), CR_ERR_OK);
        cr_see(game, (cr_state *)state[0], 0, (cr_view *)view);
        cr_rng_init(&rng, setup.seed, 5);
        if (i) {
            cr_rng other;

            cr_rng_init(&other, setup.seed, 6);
            cr_guess(game, (cr_view *)view, &other, (cr_state *)state[1]);
            cr_see(game, (cr_state *)state[1], 0, (cr_view *)view);
        }
        memset(&hints[i], 0, sizeof hints[i]);
        hints[i].n = cr_search_answer(memory, size, game, (cr_view *)view, &plan, &rng,
                                      hints[i].choices, CR_HINT_MOVES, &hints[i].worlds);
        free(memory);
    }
    assert_int_equal(hints[0].n, 3);
    assert_memory_equal(&hints[0], &hints[1], sizeof hints[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_moves_come_with_what_they_promise),
        cmocka_unit_test(only_for_ones_own_open_question),
        cmocka_unit_test(among_people_the_table_must_allow_them),
        cmocka_unit_test(how_many_were_asked_for_outlives_the_program),
        cmocka_unit_test(a_hint_that_cannot_be_counted_is_not_given),
        cmocka_unit_test(hidden_cards_change_no_hint),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
