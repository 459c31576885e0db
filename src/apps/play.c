/* croupier play: a match in the terminal, one person against bots or on a server, full screen or line by line. The
 * person sees what the seat may see: views and redacted events only. Where the input ends, a bot plays on, so the same
 * command prints one finished match where there is nobody to ask. */
#include "apps/command.h"
#include "terminal/joined.h"
#include "terminal/terminal.h"
#include "terminal/screen.h"

/* The screen is given back before anything is said about the match. */
static int play_full(table *t)
{
    int status = play_on_screen(t);

    screen_close();
    if (status == CLI_FAILED)
        cli_error("%s", t->trouble);
    else
        table_print_end(t);
    return status;
}

static int open_here(table_order *order, const char *seed, table **out)
{
    char hex[65];

    order->seed = cli_seed_text(seed, &order->setup, hex);
    return table_open(order, out);
}

int cmd_play(int argc, char **argv)
{
    const char *seed = NULL, *bots = "random", *seat = NULL, *url = NULL, *name = NULL;
    bool is_plain = false, is_verbose = false, is_auto = false;
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
        CLI_TEXT('j', "join", "URL", &url,
                 "play on a server: http[s]://HOST:PORT, with a match's id to join that one"),
        CLI_TEXT(0, "name", "NAME", &name, "with --join: what others see you as"),
        CLI_FLAG('a', "auto", &is_auto, "pass for me where nothing else is possible"),
        CLI_FLAG('v', "verbose", &is_verbose,
                 "with --plain: a line with its time for all that happens"),
        {0},
    };
    const cli_usage usage = {
        "play GAME",
        "Plays a match in the terminal: you against bots, or on a server with --join. You see "
        "what\n"
        "your seat may see; type to narrow the legal moves, Enter plays; a refused move is "
        "explained\n"
        "with its rule. F1 shows all keys. With --plain, or without a terminal, it goes line by\n"
        "line, and moves may come from a pipe; when it ends, or brings nothing within two seconds, "
        "a\n"
        "bot plays on for you. With --join GAME may be left out if the URL names a match.",
        "croupier play imposter-kings --bots baseline\n"
        "croupier play duel --seat 1 --option time=20000 --record duel.rec\n"
        "croupier play duel --join http://127.0.0.1:8080\n"
        "croupier play --join http://127.0.0.1:8080/0123456789abcdef0123456789abcdef\n"
        "croupier play duel --seed 42 --plain < /dev/null\n",
        options,
        0,
        1};
    int status = cli_parse(&usage, &argc, argv);
    table *t;

    if (status != CLI_GO)
        return status;
    if (!argc && !url)
        return cli_error("'play' needs a game: play GAME (see 'croupier play --help')");
    order.game = argc ? cli_game(argv[0]) : NULL;
    if (argc && (!order.game || !cli_setup(order.game, &game_options, seed, &order.setup) ||
                 !cli_bots(order.game, bots, order.setup.n_seats, order.bots)))
        return CLI_MISUSE;
    if (!cli_viewer(seat ? seat : "0", argc ? order.setup.n_seats : CR_SEATS_MAX, &order.seat))
        return CLI_MISUSE;
    if (url)
        status =
            joined_open(&(joined_order){url, name, order.game, &game_options, order.setup.n_seats,
                                        order.bots, order.seat, seat != NULL},
                        &t);
    else
        status = open_here(&order, seed, &t);
    if (status != CLI_GO)
        return status;
    if (is_auto)
        table_set_empty(t, true);
    if (!is_plain && !is_verbose && screen_is_possible() && screen_open())
        status = play_full(t);
    else
        status = plain_play(t, is_verbose);
    return table_close(t) ? status : CLI_MISUSE;
}
