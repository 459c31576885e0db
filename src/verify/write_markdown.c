/* The report as Markdown for code hosts. */
#include "verify/write.h"

/* A bar would end a table cell. */
static void cell(cr_text *out, const char *text)
{
    for (; text && *text; text++) {
        if (*text == '|')
            cr_text_char(out, '\\');
        cr_text_char(out, *text);
    }
}

static void md_summary(cr_text *out, const cr_verify *v)
{
    cr_text_str(out, "| | |\n|---|---|\n");
    cr_text_fmt(out, "| rules | %zu |\n", write_rules(v));
    for (unsigned i = 0; i < CR_STANDINGS_END; i++) {
        size_t n = cr_verify_count(v, (cr_standing)i);

        if (n)
            cr_text_fmt(out, "| &nbsp;&nbsp;%s | %zu |\n", cr_standing_word((cr_standing)i), n);
    }
    cr_text_fmt(out, "| cases | %zu passed, %zu failed |\n", write_cases_passed(v),
                write_cases_failed(v));
    if (v->has_laws) {
        cr_text_fmt(out, "| laws held | %u of %d |\n| random play | ", write_laws_held(v),
                    CR_LAWS_END);
        write_number(out, v->laws->matches);
        cr_text_str(out, " matches, ");
        write_number(out, v->laws->moves);
        cr_text_str(out, " moves |\n");
    }
    if (v->has_depth) {
        cr_text_str(out, "| in depth | ");
        write_number(out, v->depth.states);
        cr_text_str(out, " states, ");
        write_number(out, v->depth.offered);
        cr_text_str(out, " offered moves, ");
        write_number(out, v->depth.probes);
        cr_text_str(out, " probes, ");
        write_number(out, v->depth.pairs);
        cr_text_str(out, " pairs of worlds, ");
        write_number(out, v->depth.told);
        cr_text_str(out, " moves told in both |\n");
    }
    if (v->frames.pairs) {
        cr_text_str(out, "| frames | ");
        write_number(out, v->frames.pairs);
        cr_text_str(out, " pairs of ");
        write_number(out, v->frames.worlds);
        cr_text_str(out, " worlds that look alike, ");
        write_number(out, v->frames.frames);
        cr_text_str(out, " frames compared |\n");
    }
    cr_text_fmt(out, "| chart rows exercised | %u of %u |\n", write_chart_seen(v),
                v->game->n_chart);
    if (v->is_stopped)
        cr_text_str(out, "| stopped early | what was not reached is not claimed |\n");
}

static void md_rule(cr_text *out, const cr_verify *v, uint16_t rule)
{
    const cr_rule *text = &v->game->rules[rule];
    const cr_verify_rule *r = &v->rules[rule];
    const char *comma = "";
    const cr_place *place;

    cr_text_fmt(out, "\n### %s%s: %s\n\n%s\n\n", cr_standing_is_gap(r->standing) ? "⚠ " : "",
                text->id, cr_standing_word(r->standing), text->text);
    if (text->note && *text->note)
        cr_text_fmt(out, "> %s\n\n", text->note);
    cr_text_str(out, "- code: ");
    for (size_t i = 0; (place = cr_place_at(v->game, text->id, i)); i++) {
        cr_text_fmt(out, "%s`%s:%u`", comma, place->path, place->line);
        comma = ", ";
    }
    cr_text_fmt(out, "%s\n", *comma ? "" : "no line cites it");
    for (unsigned i = 0; i < v->game->n_chart; i++) {
        const cr_row *row = &v->game->chart[i];

        if (row->rule == rule) {
            const char *move = write_row_move(v->game, row);

            cr_text_fmt(out, "- chart: `%s` %s%s→ `%s`", write_row_from(v->game, row), move,
                        *move ? " " : "", write_row_to(v->game, row));
            if (row->guard && *row->guard)
                cr_text_fmt(out, " [%s]", row->guard);
            cr_text_char(out, '\n');
        }
    }
    for (size_t i = 0; i < v->n_cases; i++) {
        const cr_verify_case *c = &v->cases[i];

        if (cr_verify_proves(c, rule))
            cr_text_fmt(out, "- case %s: `%s:%u` %s%s\n", c->is_passed ? "passes" : "**FAILS**",
                        c->path, c->line, c->name,
                        c->ran && c->ran[rule] ? ""
                        : r->n_places          ? " (runs no line that cites the rule)"
                                               : "");
    }
    for (size_t i = 0; i < v->n_proofs; i++)
        if (v->proofs[i].rule == rule)
            cr_text_fmt(out, "- test %s: %s\n", v->proofs[i].is_passed ? "passes" : "**FAILS**",
                        v->proofs[i].name);
    if (v->has_laws) {
        cr_text_str(out, "- random play: exercised ");
        write_number(out, r->cited);
        cr_text_str(out, " times, refused ");
        write_number(out, r->refused);
        comma = " (";
        for (uint16_t code = 0; code < CR_CODE_GAME + v->game->n_codes; code++)
            if (cr_laws_refused_as(v->laws, rule, code)) {
                cr_text_fmt(out, "%s%s ", comma, cr_code_name(v->game, code));
                write_number(out, cr_laws_refused_as(v->laws, rule, code));
                comma = ", ";
            }
        cr_text_fmt(out, "%s\n", comma[0] == ',' ? ")" : "");
    }
}

void cr_verify_write_markdown(cr_text *out, const void *with)
{
    const cr_verify *v = with;
    size_t room;

    cr_text_fmt(out, "# Verification report: %s\n\nRules version %u", v->game->name,
                v->game->rules_version);
    if (v->seed)
        cr_text_fmt(out, ", seed `%s`", v->seed);
    cr_text_fmt(out, ", %.1f s. Made by `%s`.\n\n", v->seconds,
                v->command ? v->command : "croupier verify");
    if (v->n_problems) {
        cr_text_fmt(out, "**Not verified: %zu problem%s.**\n\n", v->n_problems,
                    v->n_problems == 1 ? "" : "s");
        for (size_t i = 0; i < v->n_problems; i++)
            cr_text_fmt(out, "- %s: %s\n", v->problems[i].kind, v->problems[i].what);
        cr_text_char(out, '\n');
    } else {
        size_t n = cr_verify_count(v, CR_STANDING_ELSEWHERE);

        if (n)
            cr_text_fmt(out, "**Verified but for %zu rules whose proof is elsewhere.**\n\n", n);
        else
            cr_text_str(out, "**Verified.** Every rule is proven and every law held.\n\n");
    }
    md_summary(out, v);
    cr_text_str(out, "\n## Rules\n");
    for (uint16_t rule = 1; rule < v->game->n_rules; rule++)
        md_rule(out, v, rule);
    if (v->has_laws) {
        cr_text_str(out, "\n## Laws\n\n| law | in words | checked | |\n|---|---|---:|---|\n");
        for (unsigned i = 0; i < CR_LAWS_END; i++) {
            cr_text_fmt(out, "| %s | ", cr_law_name((cr_law)i));
            cell(out, cr_law_text((cr_law)i));
            cr_text_str(out, " | ");
            write_number(out, v->laws->checked[i]);
            cr_text_fmt(out, " | %s |\n", write_law_holds(v, (cr_law)i) ? "held" : "**broken**");
        }
    }
    if (v->n_worlds) {
        cr_text_str(out, "\n## Small worlds\n\n| world | states | depth | ends | moves | | seconds "
                         "|\n|---|---:|---:|---:|---:|---|---:|\n");
        for (size_t i = 0; i < v->n_worlds; i++) {
            const cr_verify_world *w = &v->worlds[i];

            cr_text_str(out, "| ");
            cell(out, w->name);
            cr_text_str(out, " | ");
            write_number(out, w->states);
            cr_text_fmt(out, " | %u | ", w->depth);
            write_number(out, w->ends);
            cr_text_str(out, " | ");
            write_number(out, w->moves);
            cr_text_fmt(out, " | %s | %.1f |\n", write_search(w), w->seconds);
        }
    }
    cr_text_str(out, "\n## Chart\n\n| from | move | to | guard | rule | exercised "
                     "|\n|---|---|---|---|---|---:|\n");
    for (unsigned i = 0; i < v->game->n_chart; i++) {
        const cr_row *row = &v->game->chart[i];

        cr_text_str(out, "| ");
        cell(out, write_row_from(v->game, row));
        cr_text_fmt(out, " | %s | ", write_row_move(v->game, row));
        cell(out, write_row_to(v->game, row));
        cr_text_str(out, " | ");
        cell(out, row->guard);
        cr_text_fmt(out, " | %s | ", cr_rule_id(v->game, row->rule));
        if (v->chart[i])
            write_number(out, v->chart[i]);
        else
            cr_text_str(out, "**never**");
        cr_text_str(out, " |\n");
    }
    cr_text_str(out, "\n```mermaid\n");
    room = out->len < out->cap ? out->cap - out->len : 0;
    out->len += cr_chart_mermaid(v->game, room ? out->buf + out->len : NULL, room);
    cr_text_str(out, "```\n");
}
