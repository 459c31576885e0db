/* Drawings of every game, met along random matches: they fit, they say who is who, they need no colour and no
 * character that a plain terminal lacks. What they look like is in tests/golden. */
#include "support/cmocka_all.h"
#include "ai/arena.h"
#include "draw/draw.h"
#include "games/games.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 30, WIDE = 200 };

static cell cells[ROWS * WIDE];

typedef void looker(const scene *on);

/* Shows every view of some matches of a game to somebody. */
static void walk(const cr_game *game, uint64_t seed, unsigned n_seats, const char *rules,
                 looker *show)
{
    cr_arena arena = {
        .game = game, .state = malloc(game->state_size), .view = malloc(game->view_size)};
    cr_view *view = malloc(game->view_size);
    cr_setup setup;

    cr_setup_init(game, &setup);
    cr_setup_pin(&setup, seed);
    setup.n_seats = (uint8_t)n_seats;
    if (rules)
        assert_int_equal(cr_setup_option(game, &setup, "rules", rules), CR_ERR_OK);
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        arena.bots[i] = cr_bot_find("random", game);
    assert_int_equal(cr_arena_start(&arena, &setup), CR_ERR_OK);
    for (;;) {
        for (unsigned i = 0; i <= n_seats; i++) {
            cr_see(game, arena.state, (uint8_t)(i < n_seats ? i : CR_SPECTATOR), view);
            show(&(scene){game, view, NULL});
        }
        if (cr_is_over(arena.state) || arena.moves > 400)
            break;
        cr_arena_move(&arena);
    }
    free(view);
    free(arena.view);
    free(arena.state);
}

static void walk_all(looker *show)
{
    for (size_t g = 0; g < cr_game_count(); g++) {
        const cr_game *game = cr_game_at(g);

        for (unsigned n = game->seats_min; n <= game->seats_max; n++)
            walk(game, 7 + n, n, NULL, show);
    }
    for (unsigned n = 2; n <= 3; n++)
        walk(cr_game_find("imposter-kings"), 7 + n, n, "fragments", show);
}

static bool holds(const sheet *s, const char *wanted)
{
    for (unsigned row = 0; row < s->used; row++) {
        char line[4 * WIDE + 1];
        cr_text text = cr_text_on(line, sizeof line);

        sheet_row(s, row, &text);
        if (strstr(line, wanted))
            return true;
    }
    return false;
}

static void fits(const scene *on)
{
    sheet s = sheet_on(cells, ROWS, DRAW_COLUMNS);

    draw_view(&s, on);
    if (draw_of(on->game)->draw && s.used > DRAW_ROWS)
        fail_msg("%s needs %u rows", on->game->name, s.used);
    assert_true(s.used > 0);
    if (draw_of(on->game)->draw && draw_is_player(on))
        assert_true(holds(&s, "You"));
}

static void every_drawing_fits_and_says_who_you_are(void **unused)
{
    (void)unused;
    walk_all(fits);
}

static void is_plain(const scene *on)
{
    sheet s = sheet_on(cells, ROWS, DRAW_COLUMNS);

    s.is_ascii = true;
    draw_view(&s, on);
    for (unsigned i = 0; i < ROWS * DRAW_COLUMNS; i++)
        assert_true(!cells[i].rune || (cells[i].rune >= ' ' && cells[i].rune < 0x7F));
}

static void every_drawing_does_without_other_characters(void **unused)
{
    (void)unused;
    walk_all(is_plain);
}

static void survives(const scene *on)
{
    static const unsigned sizes[][2] = {{1, 1}, {2, 7}, {5, 30}, {ROWS, WIDE}};

    for (size_t i = 0; i < CR_COUNT_OF(sizes); i++) {
        sheet s = sheet_on(cells, sizes[i][0], sizes[i][1]);

        cells[sizes[i][0] * sizes[i][1] % (ROWS * WIDE)].rune = 'x'; /* behind the last one */
        draw_view(&s, on);
        if (i + 1 < CR_COUNT_OF(sizes))
            assert_int_equal(cells[sizes[i][0] * sizes[i][1]].rune, 'x');
    }
}

static void sheets_of_any_size_are_fine(void **unused)
{
    (void)unused;
    walk_all(survives);
}

/* A word of a field "hand" that another viewer must not read is not drawn either, because a drawing has the view
 * alone; here the fields a drawing lives on are looked up, so that a renamed one does not vanish unseen. */
static void the_fields_drawings_ask_for_exist(void **unused)
{
    static const struct {
        const char *game, *fields;
    } asked[] = {
        {"duel", "hand points parries cards played target deal trick"},
        {"liap-tui", "hand size play type covered starter reason declared captured total round "
                     "multiplier turn leader made k target"},
        {"imposter-kings", "hand cards lacks successor dungeon antechamber court values accused "
                           "forgotten condemned executed numbers flipped out round points target"},
        {"dune-battle", "factions forces storm zone combatants locked revealed winner "
                        "plan_aggressor plan_defender hidden_plan_aggressor hidden_plan_defender "
                        "voice voice_mode voice_kind prescience element answer prevented hand "
                        "traitors spice dead"},
        {"classic-battle", "state stateId round roundsPlayed target scores chooser lockedStat "
                           "lockSource values outcome result reason playerCard playerStats "
                           "opponentCard opponentStats cardsLeft isMatchPoint roster"},
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(asked); i++) {
        const cr_game *game = cr_game_find(asked[i].game);
        cr_span names = cr_span_of(asked[i].fields);
        char name[64];

        while (draw_word(&names, name)) {
            const cr_field *f = game->view_fields;

            while (f->name && strcmp(f->name, name))
                f++;
            if (!f->name)
                fail_msg("%s has no field %s in its view", game->name, name);
        }
    }
}

static void a_game_without_a_drawing_is_drawn_from_its_fields(void **unused)
{
    cr_game stranger = *cr_game_find("duel");
    sheet s = sheet_on(cells, ROWS, DRAW_COLUMNS);
    cr_view *view = calloc(1, stranger.view_size);

    (void)unused;
    stranger.name = "stranger";
    view->n_seats = 2;
    assert_null(draw_of(&stranger)->draw);
    draw_view(&s, &(scene){&stranger, view, NULL});
    assert_true(holds(&s, "points 0 0"));
    assert_true(s.used <= DRAW_ROWS);
    free(view);
}

static void fields_that_are_not_there_read_as_empty(void **unused)
{
    const cr_game *game = cr_game_find("duel");
    cr_view *view = calloc(1, game->view_size);
    scene on = {game, view, NULL};
    char buf[LOOK_MAX];

    (void)unused;
    view->n_seats = 2;
    assert_string_equal(look(&on, "army", 0, buf), "");
    assert_string_equal(look(&on, "points", 2, buf), "");
    assert_string_equal(look(&on, "points", 1, buf), "0");
    assert_int_equal(look_number(&on, "army", 0), 0);
    assert_int_equal(look_count(&on, "hand", 0), 0);
    free(view);
}

/* A view as written, drawn on a sheet of the usual size. */
static sheet drawn(const char *name, const char *text)
{
    const cr_game *game = cr_game_find(name);
    cr_view *view = calloc(1, game->view_size);
    sheet s = sheet_on(cells, ROWS, DRAW_COLUMNS);
    unsigned line = 0;

    assert_int_equal(cr_view_parse(game, text, view, &line), CR_ERR_OK);
    draw_view(&s, &(scene){game, view, NULL});
    free(view);
    return s;
}

/* The middle of a Court: what counts now, what is printed, what is Disgraced, whose it is. */
static void a_court_shows_values_marks_and_owners(void **unused)
{
    static const char text[] =
        "viewer: 0\nseats: 2\nover: no\ncourt: Elder@0 Sentry@1(x) Soldier@0(+2)\n"
        "values: 3 1 7\nhand 0: Fool King's-Hand\ncards: 2 4\n";
    sheet s = drawn("imposter-kings", text);

    (void)unused;
    assert_true(holds(&s, "┌1───┌2───┌3 Throne"));
    assert_true(holds(&s, "│ 3  │ 1▒▒│ 7 (5) (+2)"));
    assert_true(holds(&s, "│Elde│Sent│ Soldier"));
    assert_true(holds(&s, "[1 Fool] [8 King's-Hand]"));
}

/* Both wheels, once they are turned over: forces, spice, strength and name of the leader, cards by their names. */
static void wheels_show_what_was_revealed(void **unused)
{
    static const char text[] =
        "viewer: 0\nseats: 2\nover: no\neffect: phase host\neffect: battle 0\nfactions: FR HK\n"
        "combatants: 0 1\nzone: carthag\nlocked: aggressor defender\nrevealed: yes\n"
        "plan_aggressor: 5/1/2 fr_stilgar crysknife - kh\n"
        "plan_defender: 12/0/0 - - shield_1\nforces 0: carthag=5+3*\nwinner: aggressor\n";
    sheet s = drawn("dune-battle", text);

    (void)unused;
    assert_true(holds(&s, "battle for Carthag"));
    assert_true(holds(&s, "aggressor ● You FR ✓ wins"));
    assert_true(holds(&s, "│ 5+1*  │  leader  7 Stilgar"));
    assert_true(holds(&s, "weapon  Crysknife"));
    assert_true(holds(&s, "│ 12+0* │  leader  none"));
    assert_true(holds(&s, "defense Shield"));
    assert_true(holds(&s, "with the Kwisatz Haderach"));
}

/* JK-11.8: states without a place of their own on the bar. */
static void an_interrupt_marks_the_cooldown_on_the_bar(void **unused)
{
    static const char text[] = "viewer: 0\nseats: 2\nstate: interruptRound\nreason: host\n";
    sheet s = drawn("classic-battle", text);

    (void)unused;
    assert_true(holds(&s, "1 2 3 4 5 6 [7 interruptRound] 8 9"));
    assert_true(holds(&s, "Round stopped: host"));
}

static void names_of_players_are_drawn(void **unused)
{
    static const char *const names[] = {"Ada", "Bo\x1b[31m"};
    const cr_game *game = cr_game_find("duel");
    cr_view *view = calloc(1, game->view_size);
    sheet s = sheet_on(cells, ROWS, DRAW_COLUMNS);
    char name[64];

    (void)unused;
    view->n_seats = 2;
    view->viewer = 0;
    draw_view(&s, &(scene){game, view, names});
    assert_true(holds(&s, "● You"));
    assert_true(holds(&s, "■ Bo?[31m"));
    assert_string_equal(draw_name(&(scene){game, view, names}, 200, name), "seat 200");
    free(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_drawing_fits_and_says_who_you_are),
        cmocka_unit_test(every_drawing_does_without_other_characters),
        cmocka_unit_test(sheets_of_any_size_are_fine),
        cmocka_unit_test(the_fields_drawings_ask_for_exist),
        cmocka_unit_test(a_game_without_a_drawing_is_drawn_from_its_fields),
        cmocka_unit_test(fields_that_are_not_there_read_as_empty),
        cmocka_unit_test(a_court_shows_values_marks_and_owners),
        cmocka_unit_test(wheels_show_what_was_revealed),
        cmocka_unit_test(an_interrupt_marks_the_cooldown_on_the_bar),
        cmocka_unit_test(names_of_players_are_drawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
