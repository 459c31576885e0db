/* croupier analyse: a finished match looked at again: what each seat could expect after each move, the moves that changed most,
 * and what `search` would have done. The work is in host/review.h; here are threads, the table and the picture. */
#include "apps/command.h"
#include "cli/progress.h"
#include "host/review.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { RECORD_MAX = 16 << 20, MATCHES = 100000 };

typedef struct {
    cr_review review;
    atomic_uint next, done, at_work; /* steps; threads */
    size_t n_threads;
} analysis;

static void *work(void *with)
{
    analysis *a = with;
    void *memory = aligned_alloc(8, (cr_review_memory(&a->review) + 7) / 8 * 8);

    while (memory && !progress_is_interrupted()) {
        uint32_t i = atomic_fetch_add(&a->next, 1);

        if (i >= a->review.n)
            break;
        cr_review_step(&a->review, i, memory);
        atomic_fetch_add(&a->done, 1);
    }
    free(memory);
    atomic_fetch_sub(&a->at_work, 1);
    return NULL;
}

/* All steps on all threads; false if somebody interrupted or nothing could be started. */
static bool run(analysis *a)
{
    pthread_t threads[CLI_THREADS_MAX];
    struct timespec tenth = {.tv_nsec = 100000000};
    size_t n = 0;
    progress p;

    progress_open(&p, "moves", a->review.n);
    atomic_store(&a->at_work, (unsigned)a->n_threads);
    while (n < a->n_threads && !pthread_create(&threads[n], NULL, work, a))
        n++;
    atomic_fetch_sub(&a->at_work, (unsigned)(a->n_threads - n));
    while (atomic_load(&a->at_work)) {
        progress_show(&p, atomic_load(&a->done));
        nanosleep(&tenth, NULL);
    }
    for (size_t i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    progress_close(&p);
    a->review.done = atomic_load(&a->done);
    return a->review.done == a->review.n;
}

/* ---- telling ---- */

static size_t turns_of(const cr_review *r, uint32_t turns[CR_REVIEW_TURNS])
{
    return cr_analysis_turns(r->chances, r->n, r->n_seats, r->plan.worlds, turns, CR_REVIEW_TURNS);
}

/* 'A' for the step that changed most, and so on; 0 for one that is not among them. */
static char letter_of(const uint32_t *turns, size_t n, uint32_t step)
{
    for (size_t i = 0; i < n; i++)
        if (turns[i] == step)
            return (char)('A' + i);
    return 0;
}

static void tell_step(cr_text *out, const cr_review *r, uint32_t i, char letter)
{
    char played[256] = "the start", best[256];
    uint8_t seat;

    if (cr_review_mover(r, i, &seat)) {
        cr_text text = cr_text_on(played, sizeof played);

        cr_text_fmt(&text, "%u ", seat);
        cr_move_print(r->game, &r->answers[i], best, sizeof best);
        cr_text_str(&text, best);
    } else if (i) {
        cr_move_print(r->game, &r->entries[i].move, played, sizeof played);
    }
    cr_text_fmt(out, "%c%5u ", letter ? letter : ' ', i);
    for (unsigned s = 0; s < r->n_seats; s++)
        cr_text_fmt(out, " %3.0f/%3.0f", 100 * (double)r->chances[i].truth[s],
                    100 * (double)r->chances[i].known[s]);
    cr_text_fmt(out, "  %s", played);
    if (r->has_advice[i] && r->advice[i].played_worth >= 0 &&
        r->advice[i].best_worth > r->advice[i].played_worth) {
        cr_move_print(r->game, &r->advice[i].best, best, sizeof best);
        cr_text_fmt(out, "   (search: %s, %.0f against %.0f)", best,
                    100 * (double)r->advice[i].best_worth, 100 * (double)r->advice[i].played_worth);
    }
    cr_text_char(out, '\n');
}

static void report_text(cr_text *out, const void *with)
{
    const cr_review *r = with;
    uint32_t turns[CR_REVIEW_TURNS];
    size_t n = turns_of(r, turns);

    cr_text_fmt(
        out,
        "%s, %u moves. Chances to win in percent, seat by seat: as it was/as the seat could "
        "know,\nwithin %.0f of what %u matches of baseline players give. Letters mark the "
        "largest changes.\n\n step ",
        r->game->name, r->n - 1, 100 * (double)cr_analysis_error(0.5f, r->plan.worlds),
        r->plan.worlds);
    for (unsigned s = 0; s < r->n_seats; s++)
        cr_text_fmt(out, "  seat %u", s);
    cr_text_str(out, "  move\n");
    for (uint32_t i = 0; i < r->n; i++)
        tell_step(out, r, i, letter_of(turns, n, i));
}

static void report_json(cr_text *out, const void *with)
{
    const cr_review *r = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "game", r->game->name);
    cr_json_put_uint(&j, "seats", r->n_seats);
    cr_review_json(&j, r, 0);
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}

/* ---- the picture ---- */

enum { LEFT = 56, TOP = 40, WIDE = 760, HIGH = 260, BELOW = 60 };

/* Colours that keep apart for most eyes, and a pattern for the others. */
static const char *const colours[CR_SEATS_MAX] = {"#1b5e8c", "#b0431e", "#3d7a3a", "#7b4b94",
                                                  "#8a6d1c", "#2a7f7f", "#a33d66", "#555555"};
static const char *const dashes[CR_SEATS_MAX] = {"none",    "8 3", "2 3",      "10 3 2 3",
                                                 "5 2 5 4", "1 4", "12 4 4 4", "3 6"};

static double x_of(const cr_review *r, uint32_t i)
{
    return LEFT + (r->n > 1 ? (double)i * (WIDE - LEFT - 20) / (r->n - 1) : 0);
}

static double y_of(float share)
{
    return TOP + (1 - (double)share) * HIGH;
}

static void draw_line(cr_text *out, const cr_review *r, unsigned seat, bool is_truth)
{
    cr_text_fmt(out,
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-dasharray=\"%s\" "
                "opacity=\"%s\" points=\"",
                colours[seat], is_truth ? "2" : "1.2", is_truth ? dashes[seat] : "1 3",
                is_truth ? "1" : "0.8");
    for (uint32_t i = 0; i < r->n; i++)
        cr_text_fmt(out, "%s%.1f,%.1f", i ? " " : "", x_of(r, i),
                    y_of(is_truth ? r->chances[i].truth[seat] : r->chances[i].known[seat]));
    cr_text_fmt(out, "\"><title>seat %u, %s</title></polyline>\n", seat,
                is_truth ? "as it was" : "as the seat could know");
}

static void report_svg(cr_text *out, const void *with)
{
    const cr_review *r = with;
    uint32_t turns[CR_REVIEW_TURNS];
    size_t n = turns_of(r, turns);

    cr_text_fmt(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 "
        "%d %d\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<title>%s: chances to win after each move</title>\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
        WIDE, TOP + HIGH + BELOW, WIDE, TOP + HIGH + BELOW, r->game->name);
    for (unsigned percent = 0; percent <= 100; percent += 25)
        cr_text_fmt(out,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ccc\"/><text "
                    "x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%u %%</text>\n",
                    LEFT, WIDE - 20, y_of((float)percent / 100), y_of((float)percent / 100),
                    LEFT - 6, y_of((float)percent / 100) + 4, percent);
    for (unsigned s = 0; s < r->n_seats; s++) {
        draw_line(out, r, s, false);
        draw_line(out, r, s, true);
        cr_text_fmt(
            out,
            "<line x1=\"%u\" x2=\"%u\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\" "
            "stroke-dasharray=\"%s\"/><text x=\"%u\" y=\"%d\">seat %u</text>\n",
            LEFT + 88 * s, LEFT + 88 * s + 28, TOP + HIGH + 40, TOP + HIGH + 40, colours[s],
            dashes[s], LEFT + 88 * s + 34, TOP + HIGH + 44, s);
    }
    for (size_t i = 0; i < n; i++)
        cr_text_fmt(out,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#888\" "
                    "stroke-dasharray=\"2 2\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" "
                    "font-weight=\"bold\">%c</text>\n",
                    x_of(r, turns[i]), x_of(r, turns[i]), TOP, TOP + HIGH, x_of(r, turns[i]),
                    TOP - 8, (char)('A' + i));
    cr_text_fmt(
        out,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"#555\">%u moves; dotted: as the "
        "seat could know</text>\n</svg>\n",
        WIDE - 20, TOP + HIGH + 18, r->n - 1);
}

/* ---- the command ---- */

static int open_record(analysis *a, const char *path)
{
    char name[CR_GAME_NAME_MAX];
    size_t len;
    char *bytes = cli_read_file(path, RECORD_MAX, &len);
    const cr_game *game = NULL;
    cr_err err;

    if (!bytes)
        return CLI_MISUSE;
    err = cr_record_game((const uint8_t *)bytes, len, name);
    if (!err && !(game = cr_game_find(name)))
        err = CR_ERR_NO_GAME;
    if (!err)
        err = cr_review_open(&a->review, game, (const uint8_t *)bytes, len, MATCHES);
    free(bytes);
    if (!err)
        return CLI_GO;
    cli_error("cannot analyse '%s': %s", path, cr_err_text(err));
    return err == CR_ERR_DIFFERS || err == CR_ERR_REFUSED ? CLI_FAILED : CLI_MISUSE;
}

int cmd_analyse(int argc, char **argv)
{
    uint64_t worlds = 0, search = 200, n_threads = cli_cores();
    bool is_json = false, is_svg = false;
    const cli_option options[] = {
        CLI_NUMBER('w', "worlds", "N", &worlds, 1, 100000,
                   "matches for each chance (normally 100,000 in all)"),
        CLI_NUMBER('s', "search", "N", &search, 0, 100000,
                   "worlds that search looks at for a move (normally 200); 0: no search"),
        CLI_NUMBER('t', "threads", "N", &n_threads, 1, CLI_THREADS_MAX,
                   "threads (normally one for each core)"),
        CLI_FLAG(0, "json", &is_json, "one JSON object"),
        CLI_FLAG(0, "svg", &is_svg, "a picture"),
        {0},
    };
    const cli_usage usage = {
        "analyse FILE",
        "Looks at a recorded match again: the chance to win of each seat after each move, as it "
        "was\n"
        "and as the seat could know it; the moves that changed most; what search would have done.\n"
        "A chance is the share of matches that baseline players win from there who err one time "
        "in\n"
        "eight. The same record gives the same answer.",
        "croupier analyse tests/replay/duel/short.rec\n"
        "croupier analyse match.rec --svg > match.svg\n",
        options,
        1,
        1};
    analysis a = {0};
    int status = cli_parse(&usage, &argc, argv);

    if (status != CLI_GO)
        return status;
    if (is_json && is_svg)
        return cli_error("--json and --svg: take one of them");
    status = open_record(&a, argv[0]);
    if (status != CLI_GO)
        return status;
    if (worlds)
        a.review.plan.worlds = (uint32_t)worlds;
    a.review.plan.search = (uint32_t)search;
    a.n_threads = n_threads;
    progress_catch_interrupt();
    if (run(&a)) {
        cli_print(stdout, is_json ? report_json : is_svg ? report_svg : report_text, &a.review);
        status = CLI_DONE;
    } else {
        cli_error("stopped after %u of %u moves", a.review.done, a.review.n);
        status = CLI_FAILED;
    }
    cr_review_close(&a.review);
    return status;
}
