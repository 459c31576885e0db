/* croupier play: a match in the terminal, one person against bots or on a server, full screen or line by line. The
 * person sees what the seat may see: views and redacted events only. Where the input ends, a bot plays on, so the same
 * command prints one finished match where there is nobody to ask. */
#include "apps/plain.h"
#include "apps/play_screen.h"
#include "apps/screen.h"

/* The screen is given back before anything is said about the match. */
static int play_full(table *t)
{
    char text[512];
    cr_text out = cr_text_on(text, sizeof text);
    int status = play_on_screen(t);

    screen_close();
    if (status == CLI_FAILED) {
        cli_error("%s", t->trouble);
        return status;
    }
    if (t->has_view) {
        table_result(t, &out);
        printf("%s\n", text);
    }
    if (*t->seed)
        printf("seed: %s\n", t->seed);
    return status;
}

int cmd_play(int argc, char **argv)
{
    const char *seed = NULL, *bots = "random", *seat = "0";
    bool is_plain = false, is_verbose = false;
    cli_list game_options = {0};
    table_order order = {0};
    const cli_option options[] = {
        CLI_FLAG(0, "plain", &is_plain, "line by line, for any terminal, pipe or screen reader"),
        CLI_TEXT(0, "seat", "N", &seat, "your seat, or 'spectator' (normally 0)"),
        CLI_TEXT('b', "bots", "A,B,…", &bots,
                 "a bot for each seat, yours too, or one for all (normally random)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally drawn)"),
        CLI_OPTION_ROW(&game_options),
        CLI_TEXT('r', "record", "FILE", &order.record,
                 "keep the record of the match, for 'croupier replay'"),
        CLI_FLAG('v', "verbose", &is_verbose,
                 "with --plain: a line with its time for all that happens"),
        {0},
    };
    const cli_usage usage = {
        "play GAME",
        "Plays a match in the terminal: you against bots. You see what your seat may see; a\n"
        "refused move is explained with its rule. Moves may also come from a pipe; when it ends,\n"
        "or brings nothing within two seconds, a bot plays on for you.",
        "croupier play duel\n"
        "croupier play duel --seat 1 --option time=20000 --record duel.rec\n"
        "croupier play duel --seed 42 --plain < /dev/null\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    char hex[65];
    table *t;

    if (status != CLI_GO)
        return status;
    order.game = cli_game(argv[0]);
    if (!order.game || !cli_setup(order.game, &game_options, seed, &order.setup) ||
        !cli_bots(order.game, bots, order.setup.n_seats, order.bots) ||
        !cli_viewer(seat, order.setup.n_seats, &order.seat))
        return CLI_MISUSE;
    order.seed = cli_seed_text(seed, &order.setup, hex);
    status = table_open(&order, &t);
    if (status != CLI_GO)
        return status;
    if (!is_plain && !is_verbose && screen_is_possible() && screen_open())
        status = play_full(t);
    else
        status = plain_play(t, is_verbose);
    return table_close(t) ? status : CLI_MISUSE;
}
