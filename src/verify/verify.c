/* Adds up what cases, tests elsewhere, laws and searches have shown, rule by rule. */
#include "verify/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- standings ---- */

const char *cr_standing_word(cr_standing standing)
{
    static const char *const words[] = {
#define WORD(id, word, text) word,
        CR_STANDING_MAP(WORD)
#undef WORD
    };

    return (unsigned)standing < CR_STANDINGS_END ? words[standing] : "?";
}

const char *cr_standing_text(cr_standing standing)
{
    static const char *const texts[] = {
#define TEXT(id, word, text) text,
        CR_STANDING_MAP(TEXT)
#undef TEXT
    };

    return (unsigned)standing < CR_STANDINGS_END ? texts[standing] : "?";
}

bool cr_standing_is_gap(cr_standing standing)
{
    return standing == CR_STANDING_EXERCISED || standing == CR_STANDING_UNPROVEN ||
           standing == CR_STANDING_FAILING;
}

/* ---- life cycle ---- */

cr_err cr_verify_init(cr_verify *v, const cr_game *game)
{
    memset(v, 0, sizeof *v);
    v->game = game;
    v->rules = calloc(game->n_rules + 1u, sizeof *v->rules);
    v->chart = calloc(game->n_chart + 1u, sizeof *v->chart);
    v->cited = calloc(game->n_rules + 1u, sizeof *v->cited);
    if (v->rules && v->chart && v->cited)
        return CR_ERR_OK;
    cr_verify_release(v);
    return CR_ERR_FULL;
}

void cr_verify_release(cr_verify *v)
{
    for (size_t i = 0; i < v->n_cases; i++) {
        free(v->cases[i].name);
        free(v->cases[i].message);
        free(v->cases[i].rules);
        free(v->cases[i].ran);
    }
    for (size_t i = 0; i < v->n_worlds; i++)
        free(v->worlds[i].position);
    if (v->laws)
        cr_laws_release(v->laws);
    free(v->laws);
    free(v->cases);
    free(v->proofs);
    free(v->worlds);
    free(v->problems);
    free(v->rules);
    free(v->chart);
    free(v->cited);
    memset(v, 0, sizeof *v);
}

/* One more of `size` bytes, zeroed, at the end of an array of *n; NULL if there is no memory. */
static void *append(void *array_of, size_t *n, size_t size)
{
    void **array = array_of;
    char *more = realloc(*array, (*n + 1) * size);

    if (!more)
        return NULL;
    *array = more;
    return memset(more + (*n)++ * size, 0, size);
}

/* ---- the chart ---- */

bool cr_passage_of(const cr_game *game, const cr_state *before, const cr_move *move,
                   const cr_state *after, cr_passage *out)
{
    uint8_t kind =
        move->kind == CR_IDLE ? cr_idle_answer(game, before, move->arg[0]).kind : move->kind;

    *out = (cr_passage){before->q.kind, kind,
                        after->is_over                        ? CR_CHART_OVER
                        : after->q.ticket == before->q.ticket ? CR_CHART_STAYS
                                                              : after->q.kind};
    return kind != CR_PAUSE && kind != CR_RESUME;
}

const char *cr_passage_to(const cr_game *game, const cr_passage *passage)
{
    return passage->to == CR_CHART_OVER    ? "over"
           : passage->to == CR_CHART_STAYS ? "the same question"
                                           : cr_question_word(game, passage->to);
}

/* ---- cases ---- */

static void *copy_of(const void *bytes, size_t len)
{
    void *copy = malloc(len + 1);

    if (copy && len)
        memcpy(copy, bytes, len);
    return copy;
}

static void case_done(cr_case_report *report, const cr_case_result *result)
{
    cr_verify *v = (cr_verify *)((char *)report - offsetof(cr_verify, report));
    cr_verify_case *c = append(&v->cases, &v->n_cases, sizeof *c);

    if (c) {
        c->path = result->path;
        c->name = copy_of(result->name, strlen(result->name) + 1);
        c->message = copy_of(result->message, strlen(result->message) + 1);
        c->rules = copy_of(result->rules, result->n_rules * sizeof *c->rules);
        c->ran = calloc(v->game->n_rules + 1u, 1);
        c->line = result->line;
        c->failed_line = result->failed_line;
        c->is_passed = result->is_passed;
        c->is_gap = result->is_gap && result->is_passed;
        c->n_rules = c->rules ? result->n_rules : 0;
        for (unsigned i = 0; c->ran && i < v->game->n_rules; i++)
            c->ran[i] = v->cited[i] > 0;
    }
    memset(v->cited, 0, v->game->n_rules * sizeof *v->cited);
}

static void note_unread(cr_verify *v, const char *path, unsigned line, const char *why)
{
    if (v->n_unread < CR_COUNT_OF(v->unread))
        snprintf(v->unread[v->n_unread], sizeof v->unread[0], "%s:%u: %s", path, line, why);
    v->n_unread++;
}

/* The chart is compared with cases too. */
typedef struct {
    cr_log log;
    cr_verify *v;
    cr_state *before;
} watcher;

static void watch(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    watcher *w = (watcher *)log;
    const cr_game *game = w->v->game;
    cr_verify_fault *f = &w->v->fault[2];
    uint8_t seen[CR_CHART_MAX] = {0};
    cr_passage passage;

    (void)at_ms;
    /* A position is a start too, if it starts as the chart says. */
    if (!move)
        cr_chart_trace(game, CR_CHART_START, 0, state->is_over ? CR_CHART_OVER : state->q.kind,
                       seen);
    if (move && !state->fault && cr_passage_of(game, w->before, move, state, &passage)) {
        if (cr_chart_trace(game, passage.from, passage.kind, passage.to, seen) < 0 &&
            !f->check[0]) {
            snprintf(f->check, sizeof f->check, "chart");
            snprintf(f->what, sizeof f->what, "no row for '%s', %s, then %s",
                     cr_question_word(game, passage.from), cr_kind_word(game, passage.kind),
                     cr_passage_to(game, &passage));
            snprintf(f->where, sizeof f->where, "in a case");
            cr_position_print(game, w->before, f->position, sizeof f->position);
        }
    }
    for (unsigned i = 0; i < game->n_chart && i < CR_CHART_MAX; i++)
        w->v->chart[i] += seen[i];
    memcpy(w->before, state, game->state_size);
}

bool cr_verify_is_part(const cr_game *part, const cr_game *whole)
{
    if (part == whole || part->n_rules >= whole->n_rules || part->n_rules < 2)
        return false;
    for (unsigned i = 1; i < part->n_rules; i++)
        if (strcmp(part->rules[i].id, whole->rules[i].id))
            return false;
    return true;
}

void cr_verify_cases(cr_verify *v, const cr_game *copy, const char *path, const char *text,
                     size_t len)
{
    cr_case_error why;
    cr_case_file *file = cr_cases_read(path, text, len, &why);
    const cr_game *about;
    uint64_t *before;
    bool is_own;

    if (!file) {
        note_unread(v, path, why.line, why.text);
        return;
    }
    about = cr_cases_game(file);
    is_own = !strcmp(about->name, v->game->name);
    if (!is_own && !cr_verify_is_part(about, v->game)) {
        note_unread(v, path, 1, "is about another game");
    } else {
        watcher w = {{watch}, v, calloc(1, v->game->state_size)};

        v->report.done = case_done;
        v->report.log = w.before && is_own ? &w.log : NULL;
        before = cr_cite_into(v->cited);
        cr_cases_run(file, copy ? copy : cr_game_counting(is_own ? v->game : about), NULL,
                     &v->report);
        cr_cite_into(before);
        free(w.before);
    }
    cr_cases_free(file);
}

/* ---- proofs from elsewhere ---- */

void cr_verify_proofs(cr_verify *v, const char *path, const char *text)
{
    cr_span in = cr_span_of(text);

    v->has_proofs = true;
    for (unsigned number = 1; in.at < in.end; number++) {
        cr_span line = cr_span_trim(cr_span_line(&in)), id = cr_span_word(&line);
        bool is_pass = cr_span_take(&line, "pass"),
             is_fail = !is_pass && cr_span_take(&line, "fail");
        cr_verify_proof *proof;
        char rule[64];
        uint16_t found;

        if (id.at == id.end || *id.at == '#')
            continue;
        line = cr_span_trim(line);
        if ((!is_pass && !is_fail) || line.at == line.end) {
            note_unread(v, path, number, "expected 'RULE-ID pass|fail test-name'");
            continue;
        }
        snprintf(rule, sizeof rule, "%.*s", (int)(id.end - id.at), id.at);
        found = cr_rule_find(v->game, rule);
        proof = found ? append(&v->proofs, &v->n_proofs, sizeof *proof) : NULL;
        if (proof) {
            proof->rule = found;
            proof->is_passed = is_pass;
            snprintf(proof->name, sizeof proof->name, "%.*s", (int)(line.end - line.at), line.at);
        }
    }
}

/* ---- laws ---- */

cr_err cr_verify_laws(cr_verify *v, const cr_laws_plan *plan)
{
    cr_err err;

    v->laws = malloc(sizeof *v->laws);
    err = v->laws ? cr_laws_run(plan, v->laws) : CR_ERR_FULL;
    if (err) {
        free(v->laws);
        v->laws = NULL;
        return err;
    }
    v->has_laws = true;
    v->is_stopped |= v->laws->matches < plan->matches && !v->laws->n_failures;
    for (unsigned i = 0; i < v->game->n_chart; i++)
        v->chart[i] += v->laws->chart[i];
    return CR_ERR_OK;
}

/* ---- adding up ---- */

bool cr_verify_proves(const cr_verify_case *test, uint16_t rule)
{
    for (size_t i = 0; i < test->n_rules; i++)
        if (test->rules[i] == rule)
            return true;
    return false;
}

static cr_standing standing_of(const cr_verify *v, const cr_verify_rule *r, uint16_t rule)
{
    size_t n_failed = r->n_cases - r->n_passed;
    cr_proof proof = v->game->rules[rule].proof;

    for (size_t i = 0; i < v->n_proofs; i++)
        n_failed += v->proofs[i].rule == rule && !v->proofs[i].is_passed;
    if (n_failed)
        return CR_STANDING_FAILING;
    if (r->n_passed || r->n_proofs)
        return CR_STANDING_PROVEN;
    if (proof == CR_BY_NOBODY)
        return CR_STANDING_INFORMATIVE;
    if (proof != CR_BY_CASE && !v->has_proofs)
        return CR_STANDING_ELSEWHERE;
    return r->cited || r->refused ? CR_STANDING_EXERCISED : CR_STANDING_UNPROVEN;
}

static void judge_rule(cr_verify *v, uint16_t rule)
{
    cr_verify_rule *r = &v->rules[rule];

    *r = (cr_verify_rule){0};
    for (size_t i = 0; i < v->n_cases; i++) {
        const cr_verify_case *c = &v->cases[i];

        if (!cr_verify_proves(c, rule) || c->is_gap)
            continue;
        r->n_cases++;
        r->n_passed += c->is_passed;
        r->is_run_by_case |= c->ran && c->ran[rule];
    }
    for (size_t i = 0; i < v->n_proofs; i++)
        r->n_proofs += v->proofs[i].rule == rule && v->proofs[i].is_passed;
    while (cr_place_at(v->game, v->game->rules[rule].id, r->n_places))
        r->n_places++;
    if (v->has_laws) {
        r->cited = v->laws->cited[rule];
        r->refused = v->laws->refused[rule];
    }
    r->standing = standing_of(v, r, rule);
}

__attribute__((format(printf, 3, 4))) static void problem(cr_verify *v, const char *kind,
                                                          const char *format, ...)
{
    cr_verify_problem *p = append(&v->problems, &v->n_problems, sizeof *p);
    va_list args;

    if (!p)
        return;
    snprintf(p->kind, sizeof p->kind, "%s", kind);
    va_start(args, format);
    vsnprintf(p->what, sizeof p->what, format, args);
    va_end(args);
}

static const char *place_text(const cr_verify *v, uint16_t rule, char *buf, size_t cap)
{
    const cr_place *place = cr_place_at(v->game, v->game->rules[rule].id, 0);

    if (place)
        snprintf(buf, cap, "%s:%u", place->path, place->line);
    else
        snprintf(buf, cap, "src/games/%s/rules.def", v->game->name);
    return buf;
}

static void judge_chart(cr_verify *v)
{
    const cr_game *game = v->game;

    for (unsigned i = 0; i < game->n_chart; i++) {
        const cr_row *row = &game->chart[i];

        if (!v->chart[i] && !v->is_stopped && v->has_laws)
            problem(v, "chart", "row %u was never exercised: %s, %s, then %s [%s]", i,
                    row->from == CR_CHART_START ? "start" : cr_question_word(game, row->from),
                    row->from == CR_CHART_START ? "-" : cr_kind_word(game, row->kind),
                    row->to == CR_CHART_OVER    ? "over"
                    : row->to == CR_CHART_STAYS ? "the same question"
                                                : cr_question_word(game, row->to),
                    row->guard ? row->guard : "");
    }
}

cr_err cr_verify_judge(cr_verify *v)
{
    free(v->problems);
    v->problems = NULL;
    v->n_problems = 0;
    for (size_t i = 0; i < v->n_unread && i < CR_COUNT_OF(v->unread); i++)
        problem(v, "file", "%s", v->unread[i]);
    for (size_t i = 0; i < v->n_cases; i++)
        if (!v->cases[i].is_passed)
            problem(v, "case", "%s:%u: '%s' does not hold", v->cases[i].path,
                    v->cases[i].failed_line ? v->cases[i].failed_line : v->cases[i].line,
                    v->cases[i].name);
    for (unsigned i = 0; v->has_laws && i < v->laws->n_failures; i++)
        problem(v, "law", "%s: %s (match %llu, after %u moves)",
                cr_law_name(v->laws->failure[i].law), v->laws->failure[i].what,
                (unsigned long long)v->laws->failure[i].match, v->laws->failure[i].move);
    for (unsigned i = 0; i < CR_COUNT_OF(v->fault); i++)
        if (v->fault[i].check[0])
            problem(v, v->fault[i].check, "%s (%s)", v->fault[i].what, v->fault[i].where);
    if (v->frames.raised)
        problem(v, "frames",
                "%llu messages were longer than padding.def knows: scripts/gen-padding",
                (unsigned long long)v->frames.raised);
    for (uint16_t rule = 1; rule < v->game->n_rules; rule++) {
        char where[256];

        judge_rule(v, rule);
        if (cr_standing_is_gap(v->rules[rule].standing))
            problem(v, "rule", "%s: %s (%s)", v->game->rules[rule].id,
                    cr_standing_word(v->rules[rule].standing),
                    place_text(v, rule, where, sizeof where));
    }
    judge_chart(v);
    /* A list that could not grow must not pass for an empty one. */
    return v->n_unread > 0 && !v->n_problems ? CR_ERR_FULL : CR_ERR_OK;
}

size_t cr_verify_count(const cr_verify *v, cr_standing standing)
{
    size_t n = 0;

    for (uint16_t rule = 1; rule < v->game->n_rules; rule++)
        n += v->rules[rule].standing == standing;
    return n;
}
