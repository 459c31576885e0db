/* What a table here and one on a server share: the log, words, moves, the end. table_local.c and joined.c have the rest. */
#include "terminal/table.h"

#include <stdlib.h>

void table_tell(table *t, const char *line, const char *says)
{
    table_line copy = {strdup(line), strdup(says)};

    if (t->n_log == t->log_cap) {
        size_t cap = t->log_cap ? 2 * t->log_cap : 256;
        table_line *more = realloc(t->log, cap * sizeof *more);

        if (more) {
            t->log = more;
            t->log_cap = cap;
        }
    }
    if (copy.line && copy.says && t->n_log < t->log_cap) {
        t->log[t->n_log++] = copy;
    } else {
        free(copy.line);
        free(copy.says);
    }
    if (t->told)
        t->told(t, line, says);
}

void table_tell_event(table *t, const cr_event *event, const cr_event *before)
{
    char line[TABLE_TEXT], says[CR_SAY_MAX], named[TABLE_TEXT];
    cr_text text = cr_text_on(line, sizeof line), words = cr_text_on(says, sizeof says);
    cr_text out = cr_text_on(named, sizeof named);

    cr_event_write(&text, t->game, event);
    cr_say_event(&words, t->game, t->state, t->seat, event, before);
    table_fill(t, says, &out);
    table_tell(t, line, named);
}

/* ---- words ---- */

void table_fill(const table *t, const char *says, cr_text *out)
{
    const char *names[CR_SEATS_MAX];

    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        names[i] = t->names[i];
    cr_say_names(out, says, names);
}

void table_question(const table *t, cr_text *out)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_question(&text, t->game, t->state, t->seat);
    table_fill(t, says, out);
}

void table_say_move(const table *t, const cr_move *move, cr_text *out)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_move(&text, t->game, t->state, t->seat, move);
    table_fill(t, says, out);
}

void table_tell_hints(table *t, unsigned n, uint32_t worlds)
{
    char line[128];

    if (n)
        snprintf(line, sizeof line, "Hint, from what you see: %u deals that fit were tried.",
                 (unsigned)worlds);
    else
        snprintf(line, sizeof line, "There is no hint for this.");
    table_tell(t, line, line);
}

void table_tell_hint(table *t, unsigned place, const char *says, double worth, double error)
{
    char line[TABLE_TEXT];

    snprintf(line, sizeof line, "%u. %s: %.0f %% ± %.0f", place, says, 100 * worth, 100 * error);
    table_tell(t, line, line);
}

void table_say_refusal(const table *t, const char *typed, const cr_move *move, cr_refusal refusal,
                       cr_text *out)
{
    char says[2 * CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    cr_move instead[CR_INSTEAD_MAX];
    uint8_t part[CR_INSTEAD_MAX];
    size_t n;

    cr_say_title(&text, t->game, t->state, move, refusal, typed);
    cr_text_char(&text, ' ');
    cr_say_because(&text, t->game, t->state, move, refusal, typed);
    table_fill(t, says, out);
    if (refusal.rule)
        cr_text_fmt(out, " (%s)", cr_rule_id(t->game, refusal.rule));
    n = cr_instead(t->game, t->state, move, refusal, instead, part);
    for (size_t i = 0; i < n; i++) {
        char raw[TABLE_TEXT];

        cr_move_print(t->game, &instead[i], raw, sizeof raw);
        cr_text_str(out, i ? ", " : "\nPossible: ");
        table_say_move(t, &instead[i], out);
        cr_text_fmt(out, " (%s)", raw); /* what to type */
    }
}

void table_add_why(table *t, const char *says, const char *rule, bool is_key)
{
    cr_text out;

    if (t->n_why == CR_WHY_MAX)
        return;
    if (is_key)
        t->why_key = t->n_why;
    out = cr_text_on(t->why[t->n_why], sizeof t->why[0]);
    t->n_why++;
    table_fill(t, says, &out);
    if (*rule)
        cr_text_fmt(&out, " (%s)", rule);
}

bool table_close(table *t)
{
    for (size_t i = 0; i < t->n_log; i++) {
        free(t->log[i].line);
        free(t->log[i].says);
    }
    free(t->log);
    return t->calls->close(t);
}

bool table_may_rematch(const table *t)
{
    return t->is_over && t->calls->rematch && t->seat < CR_SEATS_MAX && t->n_people > 1;
}

bool table_is_asked(const table *t)
{
    const cr_question *q = &t->view->q;

    return t->has_view && !t->is_over && !t->is_cut && t->seat < CR_SEATS_MAX &&
           cr_deciders_of(q) >> t->seat & 1 && t->left_alone != q->ticket;
}

size_t table_list(const table *t, cr_move *out, size_t cap, bool *is_all)
{
    cr_move controls[256];
    size_t n = table_is_asked(t) ? cr_offers_list(t->game, t->state, t->seat, out, cap, is_all) : 0;
    size_t n_answers = 0, n_controls = 0;

    if (!n && is_all)
        *is_all = true;
    for (size_t i = 0; i < n; i++)
        if ((t->game->kinds[out[i].kind].flags & CR_CONTROL) && n_controls < CR_COUNT_OF(controls))
            controls[n_controls++] = out[i];
        else
            out[n_answers++] = out[i];
    memcpy(out + n_answers, controls, n_controls * sizeof *controls);
    return n;
}

bool table_is_empty(const table *t)
{
    cr_move moves[64];
    bool is_all, has_pass = false;
    size_t n = table_list(t, moves, CR_COUNT_OF(moves), &is_all);

    for (size_t i = 0; i < n; i++) {
        if (moves[i].kind == CR_PASS)
            has_pass = true;
        else if (!(t->game->kinds[moves[i].kind].flags & CR_CONTROL))
            return false;
    }
    return is_all && has_pass;
}

void table_set_empty(table *t, bool passes)
{
    t->passes_empty = passes;
    if (t->calls->tell_empty)
        t->calls->tell_empty(t);
}

cr_refusal table_read(const table *t, const char *text, cr_move *out)
{
    cr_refusal refusal = cr_move_parse(t->game, t->state, t->seat, text, out);

    return refusal.code ? refusal : cr_judge(t->game, t->state, out, t->state->now_ms);
}

int64_t table_left_ms(const table *t)
{
    const cr_question *q = &t->view->q;
    uint64_t now = t->calls->now(t);

    if (!t->has_view || !q->open || !q->budget_ms)
        return -1;
    if (t->view->paused)
        return (int64_t)q->deadline_ms;
    return q->deadline_ms > now ? (int64_t)(q->deadline_ms - now) : 0;
}

scene table_scene(const table *t, const char *names[CR_SEATS_MAX])
{
    for (unsigned i = 0; i < CR_SEATS_MAX; i++)
        names[i] = t->names[i];
    return (scene){t->game, t->view, names};
}

void table_result(const table *t, cr_text *out)
{
    const char *names[CR_SEATS_MAX];
    scene on = table_scene(t, names);

    if (!t->is_over)
        cr_text_str(out, "The match was left.");
    else
        table_fill(t, t->end, out);
    for (unsigned seat = 0; seat < t->view->n_seats; seat++) {
        char name[64];

        cr_text_fmt(out, "%s%s %d", seat ? ", " : " ", draw_name(&on, seat, name), t->score[seat]);
    }
    cr_text_char(out, '.');
}

void table_print_end(const table *t)
{
    char text[512];
    cr_text out = cr_text_on(text, sizeof text);

    if (!t->is_over && *t->back) {
        printf("the match goes on; come back with: croupier play --join '%s'\n", t->back);
        return;
    }
    if (t->has_view) {
        table_result(t, &out);
        puts(text);
        for (unsigned i = 0; i < t->n_why; i++)
            printf("%s %u. %s\n", i == t->why_key ? ">" : " ", i + 1, t->why[i]);
    }
    if (*t->seed)
        printf("seed: %s\n", t->seed);
}
