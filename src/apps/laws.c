/* croupier laws: plays a game at random and checks after every move what every game must keep. */
#include "apps/command.h"
#include "apps/progress.h"
#include "base/json.h"
#include "laws/laws.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct {
    const cr_laws_plan *plan;
    const cr_laws_report *report;
    const char *seed;
    double seconds;
} told;

static double rate(const told *t)
{
    return t->seconds > 0 ? (double)t->report->moves / t->seconds : 0;
}

static void write_failures(cr_text *out, const cr_laws_report *r)
{
    for (unsigned i = 0; i < r->n_failures; i++) {
        char text[8192];

        cr_laws_failure_print(r->game, &r->failure[i], text, sizeof text);
        cr_text_str(out, text);
    }
}

static void write_row(cr_text *out, const cr_game *game, const cr_row *row)
{
    const char *from = row->from == CR_CHART_START ? "start" : cr_question_word(game, row->from);
    const char *to = row->to == CR_CHART_OVER    ? "over"
                     : row->to == CR_CHART_STAYS ? "the same"
                                                 : cr_question_word(game, row->to);

    cr_text_fmt(out, "%s, %s -> %s [%s]", from,
                row->from == CR_CHART_START ? "-" : cr_kind_word(game, row->kind), to,
                row->guard ? row->guard : "");
}

static void write_text(cr_text *out, const void *with)
{
    const told *t = with;
    const cr_laws_report *r = t->report;
    const cr_game *game = r->game;
    unsigned n_cited = 0;

    for (unsigned i = 1; i < game->n_rules; i++)
        n_cited += r->cited[i] || r->refused[i];
    cr_text_fmt(out, "game      %s\nseed      %s\n", game->name, t->seed);
    cr_text_fmt(out, "matches   %llu, the longest of %llu moves\n", (unsigned long long)r->matches,
                (unsigned long long)r->longest);
    cr_text_fmt(out, "moves     %llu, of them %llu defaults and %llu controls; %.0f per second\n",
                (unsigned long long)r->moves, (unsigned long long)r->defaults,
                (unsigned long long)r->controls, rate(t));
    cr_text_fmt(out, "probes    %llu\nworlds    %llu made up\n", (unsigned long long)r->probes,
                (unsigned long long)r->guesses);
    cr_text_fmt(out, "chart     %u of %u rows passed\n", game->n_chart - cr_laws_unseen_rows(r),
                game->n_chart);
    for (unsigned i = 0; i < game->n_chart; i++)
        if (!r->chart[i]) {
            cr_text_str(out, "          never: ");
            write_row(out, game, &game->chart[i]);
            cr_text_char(out, '\n');
        }
    cr_text_fmt(out, "rules     %u of %u cited or refused by\n\n", n_cited,
                game->n_rules ? game->n_rules - 1u : 0);
    cr_text_fmt(out, "%-16s  %12s\n", "law", "checked");
    for (unsigned i = 0; i < CR_LAWS_END; i++)
        cr_text_fmt(out, "%-16s  %12llu\n", cr_law_name((cr_law)i),
                    (unsigned long long)r->checked[i]);
    cr_text_char(out, '\n');
    write_failures(out, r);
    cr_text_fmt(out, "%s\n", r->n_failures ? "a law is broken" : "all laws hold");
}

static void count_json(cr_json *j, const char *key, uint64_t n)
{
    cr_json_key(j, key);
    cr_json_uint(j, n);
}

static void failures_json(cr_json *j, const cr_laws_report *r)
{
    cr_json_key(j, "failures");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < r->n_failures; i++) {
        const cr_laws_failure *f = &r->failure[i];
        char text[8192];

        cr_json_open(j, '{');
        cr_json_key(j, "law");
        cr_json_str(j, cr_law_name(f->law));
        cr_json_key(j, "seen");
        cr_json_str(j, f->what);
        count_json(j, "match", f->match);
        count_json(j, "move", f->move);
        cr_json_key(j, "viewer");
        if (f->viewer == CR_LAWS_NOBODY)
            cr_json_null(j);
        else
            cr_json_uint(j, f->viewer);
        cr_laws_failure_print(r->game, f, text, sizeof text);
        cr_json_key(j, "case");
        cr_json_str(j, text);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void write_json(cr_text *out, const void *with)
{
    const told *t = with;
    const cr_laws_report *r = t->report;
    const cr_game *game = r->game;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_key(&j, "game");
    cr_json_str(&j, game->name);
    cr_json_key(&j, "seed");
    cr_json_str(&j, t->seed);
    count_json(&j, "matches", r->matches);
    count_json(&j, "moves", r->moves);
    count_json(&j, "longest", r->longest);
    count_json(&j, "defaults", r->defaults);
    count_json(&j, "controls", r->controls);
    count_json(&j, "probes", r->probes);
    count_json(&j, "worlds", r->guesses);
    cr_json_key(&j, "seconds");
    cr_json_real(&j, t->seconds);
    cr_json_key(&j, "laws");
    cr_json_open(&j, '{');
    for (unsigned i = 0; i < CR_LAWS_END; i++)
        count_json(&j, cr_law_name((cr_law)i), r->checked[i]);
    cr_json_close(&j, '}');
    cr_json_key(&j, "chart");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < game->n_chart; i++)
        cr_json_uint(&j, r->chart[i]);
    cr_json_close(&j, ']');
    cr_json_key(&j, "rules");
    cr_json_open(&j, '{');
    for (unsigned i = 1; i < game->n_rules; i++) {
        cr_json_key(&j, game->rules[i].id);
        cr_json_open(&j, '{');
        count_json(&j, "cited", r->cited[i]);
        count_json(&j, "refused", r->refused[i]);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, '}');
    cr_json_key(&j, "refusals");
    cr_json_open(&j, '{');
    for (unsigned i = 1; i < (unsigned)CR_CODE_GAME + game->n_codes; i++)
        if (r->codes[i])
            count_json(&j, cr_code_name(game, (uint16_t)i), r->codes[i]);
    cr_json_close(&j, '}');
    failures_json(&j, r);
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}

/* ---- the command ---- */

static bool show(void *bar, uint64_t done)
{
    progress_show(bar, done);
    return !progress_is_interrupted();
}

int cmd_laws(int argc, char **argv)
{
    uint64_t n = 1000, first = 0, every = 16, n_failures = 1, n_threads = cli_cores();
    const char *seed = NULL;
    bool is_json = false, is_normal = false, is_list = false;
    cli_list game_options = {0};
    const cli_option options[] = {
        CLI_NUMBER('n', "games", "N", &n, 1, UINT64_C(1) << 62, "matches to play (normally 1000)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally drawn)"),
        CLI_NUMBER(0, "first", "I", &first, 0, UINT64_C(1) << 62,
                   "number of the first match; with -n 1 one match of a series again"),
        CLI_NUMBER('t', "threads", "N", &n_threads, 1, CLI_THREADS_MAX,
                   "threads (normally one for each core)"),
        CLI_OPTION_ROW(&game_options),
        CLI_FLAG(0, "normal", &is_normal,
                 "options that are not given keep their normal value (otherwise they are drawn)"),
        CLI_NUMBER(0, "every", "N", &every, 1, 1000000,
                   "costly laws about once in N moves (normally 16)"),
        CLI_NUMBER(0, "failures", "N", &n_failures, 1, CR_LAWS_FAILURES_MAX,
                   "stop after so many failures (normally 1)"),
        CLI_FLAG(0, "json", &is_json, "one JSON object"),
        CLI_FLAG(0, "list", &is_list, "the laws with their sentences, and nothing is played"),
        {0},
    };
    const cli_usage usage = {
        "laws [GAME]",
        "Plays a game at random and checks after every move what every game must keep: what is\n"
        "offered is accepted and nothing else, nothing hidden is told, replays agree, and so on.\n"
        "A broken law is shown with a position to make a case of; the exit status is 1 then.",
        "croupier laws duel -n 10000 --seed 42\n"
        "croupier laws duel -n 1 --first 17 --seed 42 --every 1\n"
        "croupier laws duel --option parries=3 --json\n",
        options,
        0,
        1};
    int status = cli_parse(&usage, &argc, argv);
    const cr_game *game;
    cr_laws_plan plan;
    cr_laws_report *report;
    progress bar;
    char hex[65];
    told t = {0};
    cr_err err;

    if (status != CLI_GO)
        return status;
    for (unsigned i = 0; is_list && i < CR_LAWS_END; i++)
        printf("%-16s  %s\n", cr_law_name((cr_law)i), cr_law_text((cr_law)i));
    if (is_list)
        return CLI_DONE;
    if (!argc)
        return cli_error("which game? (see 'croupier laws --help' and 'croupier games')");
    game = cli_game(argv[0]);
    if (!game)
        return CLI_MISUSE;
    cr_laws_init(&plan, cr_game_counting(game));
    if (!cli_setup(game, &game_options, seed, &plan.setup))
        return CLI_MISUSE;
    plan.given = cli_given(game, &game_options);
    plan.varies = !is_normal;
    plan.matches = n;
    plan.first = first;
    plan.heavy_every = (uint32_t)every;
    plan.threads = (unsigned)n_threads;
    plan.failures = (unsigned)n_failures;
    plan.progress = show;
    plan.context = &bar;
    report = malloc(sizeof *report);
    if (!report)
        return cli_error("no memory left");
    progress_catch_interrupt();
    progress_open(&bar, "matches", n);
    t.seconds = progress_seconds();
    err = cr_laws_run(&plan, report);
    t.seconds = progress_seconds() - t.seconds;
    progress_close(&bar);
    if (err) {
        free(report);
        return cli_error("cannot start a match of '%s': %s", game->name, cr_err_text(err));
    }
    if (progress_is_interrupted() && report->matches < n)
        fprintf(stderr, "croupier: stopped after %llu of %llu matches\n",
                (unsigned long long)report->matches, (unsigned long long)n);
    t.plan = &plan;
    t.report = report;
    t.seed = cli_seed_text(seed, &plan.setup, hex);
    cli_print(stdout, is_json ? write_json : write_text, &t);
    status = report->n_failures ? CLI_FAILED : CLI_DONE;
    cr_laws_release(report);
    free(report);
    return status;
}
