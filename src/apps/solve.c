/* croupier solve: the exact solution of a small game. The tree is walked and solved in src/solve; here are the options, the
 * positions it begins with, and what is told about it. docs/solving.md has the background. */
#include "apps/command.h"
#include "cli/progress.h"
#include "base/json.h"
#include "solve/policy_file.h"

#include <errno.h>
#include <stdlib.h>

enum { POSITION_FILE_MAX = 1 << 20, VIEW_TEXT_MAX = 1 << 14, LINES_MAX = 128 };

/* Moves that are played less often than this are not told. */
#define RARE 0.005

/* A move of a set, or a set of a seat, with how likely it is. */
typedef struct {
    double share;
    uint32_t number;
} ranked;

static int by_share(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

typedef struct {
    const cr_game *game;
    cr_setup setup;
    solve_tree tree;
    cfr cfr;
    policy_file policy;
    double until;
    uint64_t iterations, n_shown;
    uint32_t n_joined;
    double walk_seconds, solve_seconds;
    double found, played;        /* exploitability: of what was found, and of the bot */
    ranked *order[CR_SEATS_MAX]; /* sets, the likeliest first */
    progress progress;
} solve_job;

/* ---- positions ---- */

/* A state without what only its seed has put there. */
static uint64_t seedless_hash(const cr_game *game, cr_state *s)
{
    memset(&s->rng, 0, sizeof s->rng);
    return cr_state_hash(game, s);
}

/* One position of the file, from a text that ends. Read twice, with two seeds: what it leaves to chance is not in it. */
static bool add_position(solve_job *job, char *text, double weight, unsigned number, cr_state *s)
{
    const cr_game *game = job->game;
    uint64_t hash = 0;

    for (unsigned again = 0; again < 2; again++) {
        cr_setup setup = job->setup;
        unsigned line = 0;
        char why[256] = "";
        cr_err err;

        cr_setup_pin(&setup, again);
        err = cr_position_parse(game, &setup, text, s, NULL, &line, why, sizeof why);
        if (err) {
            cli_error("position %u, line %u: %s%s%s", number, line, cr_err_text(err),
                      *why ? ": " : "", why);
            return false;
        }
        if (again && seedless_hash(game, s) != hash) {
            cli_error("position %u leaves something to chance before its first question; write "
                      "down all that is dealt",
                      number);
            return false;
        }
        hash = again ? hash : seedless_hash(game, s);
    }
    if (!solve_tree_add(&job->tree, s, weight)) {
        cli_error("cannot solve position %u: %s", number, job->tree.why);
        return false;
    }
    return true;
}

/* Takes remarks and "weight N" off the front of a position. */
static char *skip_head(char *at, double *weight)
{
    *weight = 1;
    for (at += strspn(at, "\n"); *at == '#' || !strncmp(at, "weight ", 7); at += strspn(at, "\n")) {
        if (*at == 'w')
            *weight = strtod(at + 7, NULL);
        at += strcspn(at, "\n");
    }
    return at;
}

/* Positions between lines "---", each perhaps with a line "weight N" first. Lines that begin with # are remarks. */
static bool add_positions(solve_job *job, char *text, cr_state *s)
{
    unsigned number = 0;

    for (char *at = text; at;) {
        char *end = strstr(at, "\n---"), *next = NULL;
        double weight;

        if (end) {
            *end = 0;
            next = end + 1 + strcspn(end + 1, "\n");
        }
        at = skip_head(at, &weight);
        if (*at && !(weight > 0)) {
            cli_error("position %u: a weight is a number above 0", number + 1);
            return false;
        }
        if (*at && !add_position(job, at, weight, ++number, s))
            return false;
        at = next;
    }
    if (!number)
        cli_error("the file holds no position");
    return number;
}

/* ---- solving ---- */

static bool goes_on(uint64_t nodes, void *with)
{
    progress_show(with, nodes);
    return !progress_is_interrupted();
}

static bool walk(solve_job *job, const char *path)
{
    double begin = progress_seconds();
    bool is_good;

    progress_open(&job->progress, "positions", job->tree.limits.nodes);
    if (path) {
        size_t len;
        char *text = cli_read_file(path, POSITION_FILE_MAX, &len);
        cr_state *s = calloc(1, job->game->state_size);

        is_good = text && s && add_positions(job, text, s);
        free(text);
        free(s);
    } else {
        is_good = solve_tree_start(&job->tree, &job->setup);
        if (!is_good)
            cli_error("cannot solve %s: %s", job->game->name, job->tree.why);
    }
    progress_close(&job->progress);
    if (is_good && !solve_tree_finish(&job->tree)) {
        cli_error("cannot solve %s: %s", job->game->name, job->tree.why);
        is_good = false;
    }
    job->walk_seconds = progress_seconds() - begin;
    return is_good;
}

/* Iterations until they are enough, the result is good enough, or somebody interrupts. */
static bool iterate(solve_job *job)
{
    cfr *c = &job->cfr;
    double begin = progress_seconds();
    uint64_t look = 64; /* when to measure next: every tenth of the way */

    if (!cfr_init(c, &job->tree)) {
        cli_error("no memory left");
        return false;
    }
    progress_open(&job->progress, "iterations", job->iterations);
    while (c->iterations < job->iterations && !progress_is_interrupted()) {
        cfr_step(c);
        if (job->until > 0 && c->iterations >= look) {
            cfr_measure(c);
            if (c->exploitability <= job->until)
                break;
            look += 1 + look / 10;
        }
        if (!(c->iterations & 0xFF))
            progress_show(&job->progress, c->iterations);
    }
    job->solve_seconds = progress_seconds() - begin;
    progress_close(&job->progress);
    cfr_measure(c);
    return true;
}

static bool order_sets(solve_job *job)
{
    for (uint8_t s = 0; s < job->tree.n_seats; s++) {
        uint32_t n = job->tree.side[s].n_sets;
        double *reach = calloc(n + 1, sizeof *reach);

        job->order[s] = calloc(n + 1, sizeof **job->order);
        if (!reach || !job->order[s]) {
            free(reach);
            cli_error("no memory left");
            return false;
        }
        cfr_reach(&job->cfr, s, reach);
        for (uint32_t i = 0; i < n; i++)
            job->order[s][i] = (ranked){reach[i], i};
        qsort(job->order[s], n, sizeof **job->order, by_share);
        free(reach);
    }
    return true;
}

/* ---- telling ---- */

/* The lines of a view behind its head, and those that all views of `n` have left out. */
typedef struct {
    char text[VIEW_TEXT_MAX];
    char *line[LINES_MAX];
    unsigned n;
} view_lines;

static void split_view(const solve_job *job, uint8_t seat, uint32_t set, view_lines *out)
{
    const solve_side *side = &job->tree.side[seat];
    const cr_view *view = (const cr_view *)(side->views + set * job->game->view_size);
    char *save = NULL;

    out->n = 0;
    cr_view_print(job->game, view, out->text, sizeof out->text);
    for (char *at = strtok_r(out->text, "\n", &save); at && out->n < LINES_MAX;
         at = strtok_r(NULL, "\n", &save))
        out->line[out->n++] = at;
}

static bool has_line(const view_lines *v, const char *line)
{
    for (unsigned i = 0; i < v->n; i++)
        if (!strcmp(v->line[i], line))
            return true;
    return false;
}

/* What tells this set from the others that are shown: lines of its view that some other has not. */
static void tell_apart(cr_text *out, const solve_job *job, uint8_t seat, uint32_t at,
                       uint32_t n_shown, view_lines *mine, view_lines *other)
{
    const char *comma = "";

    split_view(job, seat, job->order[seat][at].number, mine);
    for (unsigned l = 0; l < mine->n; l++) {
        bool is_common = true;

        if (!strncmp(mine->line[l], "asked:", 6) || !strncmp(mine->line[l], "effect:", 7))
            continue;
        for (uint32_t i = 0; i < n_shown && is_common; i++) {
            split_view(job, seat, job->order[seat][i].number, other);
            is_common = has_line(other, mine->line[l]);
        }
        if (!is_common) {
            cr_text_fmt(out, "%s%s", comma, mine->line[l]);
            comma = "; ";
        }
    }
}

/* The moves of a set that are played, the likeliest first; the caller frees. */
static ranked *rank_moves(const solve_job *job, uint8_t seat, uint32_t set, uint32_t *n)
{
    const solve_set *from = &job->tree.side[seat].sets[set];
    ranked *out = calloc(from->n, sizeof *out);

    *n = 0;
    for (uint32_t i = 0; out && i < from->n; i++) {
        double share = job->cfr.side[seat].share[from->first + i];

        if (share >= RARE)
            out[(*n)++] = (ranked){share, from->move + i};
    }
    if (out)
        qsort(out, *n, sizeof *out, by_share);
    return out;
}

static uint32_t n_shown_of(const solve_job *job, uint8_t seat)
{
    uint32_t n = job->tree.side[seat].n_sets;

    return job->n_shown < n ? (uint32_t)job->n_shown : n;
}

static void tell_sets(cr_text *out, const solve_job *job, uint8_t seat, view_lines lines[2])
{
    uint32_t n_shown = n_shown_of(job, seat);

    for (uint32_t i = 0; i < n_shown; i++) {
        uint32_t set = job->order[seat][i].number, n;
        ranked *moves = rank_moves(job, seat, set, &n);

        cr_text_fmt(out, "\nseat %u, %s, comes up in %.1f %% of matches", seat,
                    cr_question_word(job->game, (uint8_t)job->tree.side[seat].sets[set].question),
                    100 * job->order[seat][i].share);
        if (n_shown > 1) {
            cr_text_str(out, "\n  ");
            tell_apart(out, job, seat, i, n_shown, &lines[0], &lines[1]);
        }
        cr_text_char(out, '\n');
        for (uint32_t m = 0; moves && m < n; m++) {
            char text[256];

            cr_move_print(job->game, &job->tree.moves[moves[m].number], text, sizeof text);
            cr_text_fmt(out, "  %5.1f %%  %s\n", 100 * moves[m].share, text);
        }
        free(moves);
    }
}

static uint32_t n_sets(const solve_job *job)
{
    uint32_t n = 0;

    for (unsigned s = 0; s < job->tree.n_seats; s++)
        n += job->tree.side[s].n_sets;
    return n;
}

static double per_second(const solve_job *job)
{
    return job->solve_seconds > 0 ? (double)job->cfr.iterations / job->solve_seconds : 0;
}

static void report_text(cr_text *out, const void *with)
{
    const solve_job *job = with;
    const solve_tree *t = &job->tree;
    view_lines *lines = calloc(2, sizeof *lines);

    cr_text_fmt(out,
                "%s: %llu positions, %u information sets, %u ends, %llu outcomes of chance; walked "
                "in %.2f s\n",
                job->game->name, (unsigned long long)t->nodes, n_sets(job), t->n_ends,
                (unsigned long long)t->outcomes, job->walk_seconds);
    cr_text_fmt(out, "%llu iterations in %.2f s, %.0f a second\n\n",
                (unsigned long long)job->cfr.iterations, job->solve_seconds, per_second(job));
    cr_text_fmt(out, "seat       value   best answer\n");
    for (unsigned s = 0; s < t->n_seats; s++)
        cr_text_fmt(out, "%4u  %10.6f    %10.6f\n", s, job->cfr.value[s], job->cfr.best[s]);
    cr_text_fmt(out, "exploitability %.6f\n", job->found);
    if (job->n_joined)
        cr_text_fmt(out,
                    "as a bot       %.6f: %u sets share a view with others, for views forget what "
                    "a player would remember\n",
                    job->played, job->n_joined);
    for (uint8_t s = 0; lines && s < t->n_seats; s++)
        tell_sets(out, job, s, lines);
    free(lines);
}

static void json_sets(cr_json *j, const solve_job *job, uint8_t seat)
{
    for (uint32_t i = 0; i < n_shown_of(job, seat); i++) {
        uint32_t set = job->order[seat][i].number, n;
        const solve_side *side = &job->tree.side[seat];
        ranked *moves = rank_moves(job, seat, set, &n);

        cr_json_open(j, '{');
        cr_json_put_uint(j, "seat", seat);
        cr_json_put_str(j, "question",
                        cr_question_word(job->game, (uint8_t)side->sets[set].question));
        cr_json_put_real(j, "reach", job->order[seat][i].share);
        cr_json_key(j, "moves");
        cr_json_open(j, '[');
        for (uint32_t m = 0; moves && m < n; m++) {
            char text[256];

            cr_move_print(job->game, &job->tree.moves[moves[m].number], text, sizeof text);
            cr_json_open(j, '{');
            cr_json_put_str(j, "move", text);
            cr_json_put_real(j, "share", moves[m].share);
            cr_json_close(j, '}');
        }
        cr_json_close(j, ']');
        cr_json_close(j, '}');
        free(moves);
    }
}

static void json_reals(cr_json *j, const char *key, const double *values, unsigned n)
{
    cr_json_key(j, key);
    cr_json_open(j, '[');
    for (unsigned i = 0; i < n; i++)
        cr_json_real(j, values[i]);
    cr_json_close(j, ']');
}

static void report_json(cr_text *out, const void *with)
{
    const solve_job *job = with;
    const solve_tree *t = &job->tree;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "game", job->game->name);
    cr_json_put_uint(&j, "seats", t->n_seats);
    cr_json_put_uint(&j, "positions", t->nodes);
    cr_json_put_uint(&j, "sets", n_sets(job));
    cr_json_put_uint(&j, "ends", t->n_ends);
    cr_json_put_uint(&j, "outcomes", t->outcomes);
    cr_json_put_real(&j, "walk_seconds", job->walk_seconds);
    cr_json_put_uint(&j, "iterations", job->cfr.iterations);
    cr_json_put_real(&j, "seconds", job->solve_seconds);
    json_reals(&j, "value", job->cfr.value, t->n_seats);
    json_reals(&j, "best", job->cfr.best, t->n_seats);
    cr_json_put_real(&j, "exploitability", job->found);
    cr_json_key(&j, "bot");
    cr_json_open(&j, '{');
    cr_json_put_uint(&j, "rows", job->policy.policy.n_rows);
    cr_json_put_uint(&j, "joined", job->n_joined);
    cr_json_put_real(&j, "exploitability", job->played);
    cr_json_close(&j, '}');
    cr_json_key(&j, "first");
    cr_json_open(&j, '[');
    for (uint8_t s = 0; s < t->n_seats; s++)
        json_sets(&j, job, s);
    cr_json_close(&j, ']');
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}

static void write_policy(cr_text *out, const void *with)
{
    policy_file_write(out, with);
}

/* The policy and how good a bot is that plays it; what was found stays as it is for the report. */
static bool make_policy(solve_job *job)
{
    cfr *c = &job->cfr;
    double value[CR_SEATS_MAX], best[CR_SEATS_MAX];

    job->found = job->played = c->exploitability;
    memcpy(value, c->value, sizeof value);
    memcpy(best, c->best, sizeof best);
    if (!policy_file_make(&job->policy, c, &job->setup, &job->n_joined)) {
        cli_error("cannot make a bot of it: %s", job->policy.why);
        return false;
    }
    if (job->n_joined) {
        cfr_measure_shares(c);
        job->played = c->exploitability;
        cfr_measure(c);
    }
    memcpy(c->value, value, sizeof value);
    memcpy(c->best, best, sizeof best);
    return true;
}

static int run(solve_job *job, const char *position, FILE *policy, bool is_json)
{
    if (!walk(job, position))
        return job->tree.is_stopped ? CLI_FAILED : CLI_MISUSE;
    if (!iterate(job) || !make_policy(job) || !order_sets(job))
        return CLI_MISUSE;
    cli_print(stdout, is_json ? report_json : report_text, job);
    if (policy)
        cli_print(policy, write_policy, &job->policy);
    return CLI_DONE;
}

static void release(solve_job *job)
{
    for (unsigned s = 0; s < CR_SEATS_MAX; s++)
        free(job->order[s]);
    policy_file_release(&job->policy);
    cfr_release(&job->cfr);
    solve_tree_release(&job->tree);
}

static bool read_worth(const char *text, solve_worth *out)
{
    *out = !strcmp(text, "win") ? SOLVE_WIN : SOLVE_SCORE;
    return *out == SOLVE_WIN || !strcmp(text, "score");
}

int cmd_solve(int argc, char **argv)
{
    solve_job job = {.iterations = 1000, .n_shown = 1};
    solve_limits limits = {.goes_on = goes_on, .with = &job.progress, .keeps_views = true};
    const char *position = NULL, *policy = NULL, *until = NULL, *worth = "score";
    bool is_json = false;
    cli_list game_options = {0};
    const cli_option options[] = {
        CLI_OPTION_ROW(&game_options),
        CLI_TEXT('p', "position", "FILE", &position,
                 "begin with the position of a file, or one of several"),
        CLI_NUMBER('n', "iterations", "N", &job.iterations, 1, UINT64_C(1) << 40,
                   "how long to solve (normally 1000)"),
        CLI_TEXT('u', "until", "X", &until, "stop as soon as exploitability is not above X"),
        CLI_TEXT('w', "worth", "score|win", &worth,
                 "what seats play for: points (normal) or the win"),
        CLI_NUMBER(0, "show", "N", &job.n_shown, 0, 1000,
                   "tell the N likeliest sets of each seat (normally 1)"),
        CLI_TEXT(0, "policy", "FILE", &policy, "write the solution as a bot, policy:FILE"),
        CLI_NUMBER(0, "nodes", "N", &limits.nodes, 1, UINT64_C(1) << 40,
                   "positions at most (normally 50 million)"),
        CLI_NUMBER(0, "draws", "N", &limits.draws, 1, UINT64_C(1) << 40,
                   "outcomes of one move at most (normally 20 million)"),
        CLI_FLAG(0, "json", &is_json, "one JSON object"),
        {0},
    };
    const cli_usage usage = {
        "solve GAME",
        "Finds how to play a small game so that nobody can do better against it: every outcome of\n"
        "chance and every position is walked, then CFR+ finds the strategy and exact best answers\n"
        "tell how far from perfect it is. What cannot be walked is refused with the reason.\n"
        "docs/solving.md tells more, and how positions are written.",
        "croupier solve duel -o values=4 -o copies=2 -o cards=3 -o deals=1 --policy small.policy\n"
        "croupier solve liap-tui -o target=none --position tests/solve/liap-tui/ending.txt --show "
        "2\n"
        "croupier solve dune-battle -o scenario=empty -o advanced=0 -p "
        "tests/solve/dune-battle/dial.txt\n",
        options,
        1,
        1};
    FILE *policy_out = NULL;
    int status;

    limits.nodes = 50000000;
    limits.draws = 20000000;
    status = cli_parse(&usage, &argc, argv);
    if (status != CLI_GO)
        return status;
    job.game = cli_game(argv[0]);
    if (!job.game || !cli_setup(job.game, &game_options, "0", &job.setup))
        return CLI_MISUSE;
    if (until) {
        char *end;

        job.until = strtod(until, &end);
        if (end == until || *end || !(job.until > 0))
            return cli_error("option '--until' takes a number above 0, not '%s'", until);
    }
    if (!read_worth(worth, &limits.worth))
        return cli_error("option '--worth' takes 'score' or 'win', not '%s'", worth);
    if (policy && !(policy_out = fopen(policy, "w")))
        return cli_error("cannot write '%s': %s", policy, strerror(errno));
    progress_catch_interrupt();
    status = solve_tree_init(&job.tree, job.game, &limits)
                 ? run(&job, position, policy_out, is_json)
                 : cli_error("%s", job.tree.why);
    release(&job);
    if (policy_out && fclose(policy_out))
        status = cli_error("cannot write '%s': %s", policy, strerror(errno));
    return status;
}
