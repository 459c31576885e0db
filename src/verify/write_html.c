/* The report as one HTML file that carries everything with it: search, filters and the chart as a picture. Its looks
 * are report.css and report.js, which the build puts in. */
#include "verify/write.h"

static const char *const styles[] = {
#include "report.css.inc"
    NULL,
};

static const char *const script[] = {
#include "report.js.inc"
    NULL,
};

static void lines(cr_text *out, const char *const *text)
{
    for (; *text; text++)
        cr_text_fmt(out, "%s\n", *text);
}

/* Sentences of rules set words of the game in backticks, and between stars what they stress. */
static void prose(cr_text *out, const char *text)
{
    bool is_code = false, is_strong = false;

    for (; text && *text; text++) {
        const char one[2] = {*text, 0};

        if (*text == '*' && !is_code && (is_strong || (text[1] != ' ' && strchr(text + 1, '*')))) {
            cr_text_str(out, is_strong ? "</em>" : "<em>");
            is_strong = !is_strong;
            continue;
        }
        if (*text != '`') {
            cr_text_xml(out, one);
            continue;
        }
        cr_text_str(out, is_code ? "</code>" : "<code>");
        is_code = !is_code;
    }
    if (is_code)
        cr_text_str(out, "</code>");
}

static void figure(cr_text *out, uint64_t n, uint64_t of, bool has_of, const char *what)
{
    cr_text_str(out, "<div><b>");
    write_number(out, n);
    if (has_of) {
        cr_text_str(out, "<small> / ");
        write_number(out, of);
        cr_text_str(out, "</small>");
    }
    cr_text_fmt(out, "</b><span>%s</span></div>\n", what);
}

/* imposter-kings: Imposter Kings. */
static void title(cr_text *out, const char *name)
{
    for (bool is_first = true; *name; name++) {
        bool is_small = *name >= 'a' && *name <= 'z';

        cr_text_char(out, *name == '-'           ? ' '
                          : is_first && is_small ? (char)(*name - 'a' + 'A')
                                                 : *name);
        is_first = *name == '-';
    }
}

static void header(cr_text *out, const cr_verify *v)
{
    size_t n_informative = cr_verify_count(v, CR_STANDING_INFORMATIVE);
    char what[96];
    cr_text text = cr_text_on(what, sizeof what);

    cr_text_str(out, "<header><div><p class=\"brand\">Croupier</p><h1>Verification report: ");
    title(out, v->game->name);
    cr_text_fmt(out, "</h1><p>Rules version %u", v->game->rules_version);
    if (v->seed) {
        cr_text_str(out, " · seed ");
        cr_text_xml(out, v->seed);
    }
    cr_text_fmt(out, " · %.0f s%s<br><span class=\"mono\">", v->seconds,
                v->is_stopped ? " · stopped early" : "");
    cr_text_xml(out, v->command ? v->command : "croupier verify");
    cr_text_str(out, "</span></p></div>\n");
    if (v->n_problems)
        cr_text_fmt(
            out, "<div class=\"stamp bad\"><b>%zu</b><span>problem%s found</span></div></header>\n",
            v->n_problems, v->n_problems == 1 ? "" : "s");
    else
        cr_text_fmt(
            out,
            "<div class=\"stamp\"><b aria-hidden=\"true\">✓</b><span>verified%s</span></div>"
            "</header>\n",
            cr_verify_count(v, CR_STANDING_ELSEWHERE) ? ", some elsewhere" : "");
    cr_text_str(out, "<section class=\"figs\" aria-label=\"Summary\">\n");
    figure(out, cr_verify_count(v, CR_STANDING_PROVEN), write_rules(v) - n_informative, true,
           "rules proven");
    cr_text_fmt(&text, "cases passed, %zu failed", write_cases_failed(v));
    figure(out, write_cases_passed(v), 0, false, what);
    figure(out, write_laws_held(v), CR_LAWS_END, true, "laws held");
    text = cr_text_on(what, sizeof what);
    cr_text_str(&text, "random matches, ");
    write_number(&text, v->has_laws ? v->laws->moves : 0);
    cr_text_str(&text, " moves");
    figure(out, v->has_laws ? v->laws->matches : 0, 0, false, what);
    figure(out, write_chart_seen(v), v->game->n_chart, true, "chart rows seen");
    cr_text_str(out, "</section>\n<p class=\"key\">");
    for (unsigned i = 0; i < CR_STANDINGS_END; i++) {
        size_t n = cr_verify_count(v, (cr_standing)i);

        if (n)
            cr_text_fmt(out, "%zu %s: %s. ", n, cr_standing_word((cr_standing)i),
                        cr_standing_text((cr_standing)i));
    }
    cr_text_str(out, "</p>\n");
}

static void problems(cr_text *out, const cr_verify *v)
{
    if (!v->n_problems)
        return;
    cr_text_str(out, "<section class=\"wrong\"><h2>What is wrong</h2><ul>\n");
    for (size_t i = 0; i < v->n_problems; i++) {
        cr_text_fmt(out, "<li><b>%s</b>", v->problems[i].kind);
        cr_text_xml(out, v->problems[i].what);
        cr_text_str(out, "</li>\n");
    }
    cr_text_str(out, "</ul>\n");
    for (unsigned i = 0; v->has_laws && i < v->laws->n_failures; i++) {
        char text[CR_LAWS_FAILURE_TEXT];

        cr_laws_failure_print(v->laws->game, &v->laws->failure[i], text, sizeof text);
        cr_text_str(out, "<pre tabindex=\"0\">");
        cr_text_xml(out, text);
        cr_text_str(out, "</pre>\n");
    }
    for (unsigned i = 0; i < CR_COUNT_OF(v->fault); i++)
        if (v->fault[i].check[0]) {
            char told[1024 + CR_LAWS_FAILURE_TEXT];
            cr_text text = cr_text_on(told, sizeof told);

            told[0] = 0;
            write_told(&text, &v->fault[i]);
            write_fault_state(&text, &v->fault[i]);
            cr_text_str(out, "<pre tabindex=\"0\">");
            cr_text_xml(out, told);
            cr_text_str(out, "</pre>\n");
        }
    cr_text_str(out, "</section>\n");
}

/* ---- rules ---- */

static const char *sign_of(cr_standing standing)
{
    return standing == CR_STANDING_PROVEN      ? "✓"
           : cr_standing_is_gap(standing)      ? "⊘"
           : standing == CR_STANDING_ELSEWHERE ? "→"
                                               : "i";
}

static void rule_details(cr_text *out, const cr_verify *v, uint16_t rule)
{
    const cr_rule *text = &v->game->rules[rule];
    const cr_verify_rule *r = &v->rules[rule];
    const cr_place *place;
    const char *comma = "";

    cr_text_str(out, "<details><summary>proof and code<span class=\"vh\"> of ");
    cr_text_xml(out, text->id);
    cr_text_str(out, "</span></summary><ul>\n");
    if (text->note && *text->note) {
        cr_text_str(out, "<li><b>Note</b> ");
        prose(out, text->note);
        cr_text_str(out, "</li>\n");
    }
    cr_text_str(out, "<li><b>Code</b> <span class=\"mono\">");
    for (size_t i = 0; (place = cr_place_at(v->game, text->id, i)); i++) {
        cr_text_fmt(out, "%s%s:%u", comma, place->path, place->line);
        comma = ", ";
    }
    cr_text_fmt(out, "%s</span></li>\n", *comma ? "" : "no line cites it");
    for (unsigned i = 0; i < v->game->n_chart; i++) {
        const cr_row *row = &v->game->chart[i];

        if (row->rule != rule)
            continue;
        cr_text_str(out, "<li><b>Chart</b> ");
        cr_text_xml(out, write_row_from(v->game, row));
        cr_text_fmt(out, ", %s → ", write_row_move(v->game, row));
        cr_text_xml(out, write_row_to(v->game, row));
        if (row->guard && *row->guard) {
            cr_text_str(out, " [");
            cr_text_xml(out, row->guard);
            cr_text_str(out, "]");
        }
        cr_text_str(out, v->chart[i] ? "</li>\n" : " — never exercised</li>\n");
    }
    for (size_t i = 0; i < v->n_cases; i++) {
        const cr_verify_case *c = &v->cases[i];

        if (!cr_verify_proves(c, rule))
            continue;
        cr_text_fmt(out, "<li><b>Case %s</b> ", c->is_passed ? "passes" : "FAILS");
        cr_text_xml(out, c->name);
        cr_text_str(out, " <span class=\"mono\">");
        cr_text_xml(out, c->path);
        cr_text_fmt(out, ":%u</span>%s</li>\n", c->line,
                    c->ran && c->ran[rule] ? ""
                    : r->n_places          ? " — runs no line that cites the rule"
                                           : "");
    }
    for (size_t i = 0; i < v->n_proofs; i++)
        if (v->proofs[i].rule == rule) {
            cr_text_fmt(out, "<li><b>Test %s</b> ", v->proofs[i].is_passed ? "passes" : "FAILS");
            cr_text_xml(out, v->proofs[i].name);
            cr_text_str(out, "</li>\n");
        }
    if (r->refused) {
        comma = "<li><b>Refused as</b> ";
        for (uint16_t code = 0; code < CR_CODE_GAME + v->game->n_codes; code++)
            if (cr_laws_refused_as(v->laws, rule, code)) {
                cr_text_fmt(out, "%s%s ", comma, cr_code_name(v->game, code));
                write_number(out, cr_laws_refused_as(v->laws, rule, code));
                comma = ", ";
            }
        cr_text_str(out, "</li>\n");
    }
    cr_text_str(out, "</ul></details>");
}

static void number_cell(cr_text *out, const char *label, uint64_t n)
{
    cr_text_fmt(out, "<td class=\"n\" data-l=\"%s\">", label);
    if (n)
        write_number(out, n);
    else
        cr_text_char(out, '0');
    cr_text_str(out, "</td>");
}

static void rule_row(cr_text *out, const cr_verify *v, uint16_t rule)
{
    const cr_rule *text = &v->game->rules[rule];
    const cr_verify_rule *r = &v->rules[rule];
    const cr_place *place = cr_place_at(v->game, text->id, 0);
    const char *file = place ? strrchr(place->path, '/') : NULL;
    bool is_gap = cr_standing_is_gap(r->standing);

    cr_text_fmt(
        out, "<tr id=\"%s\"%s data-is=\"%s%s%s%s\"><th scope=\"row\"><a href=\"#%s\">%s</a></th>",
        text->id, is_gap ? " class=\"gap\"" : "", is_gap ? "gap" : "fine",
        r->cited || r->refused ? "" : " idle", r->refused ? "" : " unrefused",
        r->standing == CR_STANDING_ELSEWHERE || r->standing == CR_STANDING_INFORMATIVE ? " other"
                                                                                       : "",
        text->id, text->id);
    cr_text_str(out, "<td class=\"s\">");
    prose(out, text->text);
    rule_details(out, v, rule);
    cr_text_str(out, "</td><td class=\"n mono\" data-l=\"code\">");
    if (file)
        cr_text_fmt(out, "%s:%u", file + 1, place->line);
    else
        cr_text_str(out, "<span aria-label=\"no line cites it\">·</span>");
    cr_text_str(out, "</td>");
    number_cell(out, "cases", r->n_passed + r->n_proofs);
    number_cell(out, "exercised", r->cited);
    number_cell(out, "refused", r->refused);
    cr_text_fmt(out,
                "<td class=\"proof\"><span class=\"st%s\"><span aria-hidden=\"true\">%s</span> "
                "%s</span></td></tr>\n",
                r->standing == CR_STANDING_PROVEN ? " good"
                : is_gap                          ? " bad"
                                                  : "",
                sign_of(r->standing), cr_standing_word(r->standing));
}

static void filter(cr_text *out, const char *kind, const char *word, size_t n, bool is_on)
{
    cr_text_fmt(out,
                "<button type=\"button\" data-kind=\"%s\" aria-pressed=\"%s\">%s %zu</button>\n",
                kind, is_on ? "true" : "false", word, n);
}

static void rules(cr_text *out, const cr_verify *v)
{
    size_t n_gaps = 0, n_idle = 0, n_unrefused = 0, n_other = 0;

    for (uint16_t rule = 1; rule < v->game->n_rules; rule++) {
        const cr_verify_rule *r = &v->rules[rule];

        n_gaps += cr_standing_is_gap(r->standing);
        n_idle += !r->cited && !r->refused;
        n_unrefused += !r->refused;
        n_other += r->standing == CR_STANDING_ELSEWHERE || r->standing == CR_STANDING_INFORMATIVE;
    }
    cr_text_str(out,
                "<section aria-labelledby=\"h-rules\"><h2 id=\"h-rules\">Rules <small>sentence, "
                "where it is enforced, what proves it</small></h2>\n"
                "<div class=\"filters\" hidden><label class=\"find\"><span class=\"vh\">Search "
                "rules</span><input id=\"find\" type=\"search\" placeholder=\"Search id or "
                "words\"></label><div class=\"seg\" role=\"group\" aria-label=\"Show\">\n");
    filter(out, "all", "All", write_rules(v), true);
    filter(out, "gap", "No proof", n_gaps, false);
    filter(out, "other", "Informative or elsewhere", n_other, false);
    filter(out, "idle", "Never exercised", n_idle, false);
    filter(out, "unrefused", "Never refused", n_unrefused, false);
    cr_text_str(out,
                "</div></div><p id=\"shown\" class=\"key\" role=\"status\"></p>\n"
                "<table class=\"rep\" id=\"rules\"><thead><tr><th>Rule</th><th>In words</th><th "
                "class=\"n\">Code</th><th class=\"n\">Cases</th><th class=\"n\">Exercised</th><th "
                "class=\"n\">Refused</th><th>Proof</th></tr></thead><tbody>\n");
    for (uint16_t rule = 1; rule < v->game->n_rules; rule++)
        rule_row(out, v, rule);
    cr_text_str(out, "</tbody></table></section>\n");
}

/* ---- laws, worlds, chart ---- */

static void laws(cr_text *out, const cr_verify *v)
{
    if (!v->has_laws)
        return;
    cr_text_str(out,
                "<section aria-labelledby=\"h-laws\"><h2 id=\"h-laws\">Laws <small>hold for every "
                "game; the number says at how many states or moves each was "
                "checked</small></h2><ul class=\"laws\">\n");
    for (unsigned i = 0; i < CR_LAWS_END; i++) {
        bool holds = write_law_holds(v, (cr_law)i);

        cr_text_fmt(out, "<li><span><span class=\"st %s\">%s</span> %s</span><span class=\"num\">",
                    holds ? "good" : "bad", holds ? "✓ held" : "⊘ broken", cr_law_name((cr_law)i));
        write_number(out, v->laws->checked[i]);
        cr_text_str(out, "</span><small>");
        cr_text_xml(out, cr_law_text((cr_law)i));
        cr_text_str(out, "</small></li>\n");
    }
    cr_text_str(out, "</ul>\n");
    if (v->has_depth) {
        cr_text_str(out, "<p class=\"key\">In depth: every probe and many worlds at ");
        write_number(out, v->depth.states);
        cr_text_str(out, " states; ");
        write_number(out, v->depth.offered);
        cr_text_str(out, " offered moves, ");
        write_number(out, v->depth.probes);
        cr_text_str(out, " probes, ");
        write_number(out, v->depth.pairs);
        cr_text_str(out, " pairs of worlds that must look alike, ");
        write_number(out, v->depth.told);
        cr_text_str(out, " moves told in both.</p>\n");
    }
    cr_text_str(out, "</section>\n");
}

static void worlds(cr_text *out, const cr_verify *v)
{
    if (!v->n_worlds)
        return;
    cr_text_str(out,
                "<section aria-labelledby=\"h-worlds\"><h2 id=\"h-worlds\">Small worlds <small>"
                "reduced starts, searched over every move of every seat</small></h2>\n<table "
                "class=\"rep\"><thead><tr><th>World</th><th class=\"n\">States</th><th "
                "class=\"n\">Depth</th><th class=\"n\">Ends</th><th class=\"n\">Moves</th><th "
                "class=\"n\">Seconds</th><th>Search</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < v->n_worlds; i++) {
        const cr_verify_world *w = &v->worlds[i];

        cr_text_str(out, "<tr><td class=\"s\">");
        cr_text_xml(out, w->name);
        cr_text_str(out, "</td>");
        number_cell(out, "states", w->states);
        number_cell(out, "depth", w->depth);
        number_cell(out, "ends", w->ends);
        number_cell(out, "moves", w->moves);
        cr_text_fmt(
            out, "<td class=\"n\" data-l=\"seconds\">%.1f</td><td class=\"proof\">%s</td></tr>\n",
            w->seconds, write_search(w));
    }
    cr_text_str(out, "</tbody></table></section>\n");
}

static void chart(cr_text *out, const cr_verify *v)
{
    cr_text_str(out,
                "<section aria-labelledby=\"h-chart\"><h2 id=\"h-chart\">Chart <small>questions, "
                "and the moves that lead from one to the next</small></h2>\n<div class=\"chart\" "
                "tabindex=\"0\" role=\"region\" aria-label=\"Chart\">\n");
    write_chart_svg(out, v);
    cr_text_str(
        out, "</div><p class=\"key\">A dashed arrow has a row that was never exercised. Point at "
             "an arrow for its moves; the table has every row.</p>\n<table "
             "class=\"rep\"><thead><tr><th>From</th><th>Move</th><th>To</th><th>Guard</th><th>"
             "Rule</th><th class=\"n\">Exercised</th></tr></thead><tbody>\n");
    for (unsigned i = 0; i < v->game->n_chart; i++) {
        const cr_row *row = &v->game->chart[i];
        const char *id = cr_rule_id(v->game, row->rule);

        cr_text_fmt(out, "<tr%s><td>", v->chart[i] ? "" : " class=\"gap\"");
        cr_text_xml(out, write_row_from(v->game, row));
        cr_text_str(out, "</td><td>");
        cr_text_xml(out, write_row_move(v->game, row));
        cr_text_str(out, "</td><td>→ ");
        cr_text_xml(out, write_row_to(v->game, row));
        cr_text_str(out, "</td><td class=\"s\">");
        cr_text_xml(out, row->guard);
        cr_text_str(out, "</td><td>");
        if (*id)
            cr_text_fmt(out, "<a class=\"mono\" href=\"#%s\">%s</a>", id, id);
        cr_text_str(out, "</td>");
        if (v->chart[i])
            number_cell(out, "exercised", v->chart[i]);
        else
            cr_text_str(out,
                        "<td class=\"n\" data-l=\"\"><span class=\"st bad\">⊘ never</span></td>");
        cr_text_str(out, "</tr>\n");
    }
    cr_text_str(out, "</tbody></table></section>\n");
}

void cr_verify_write_html(cr_text *out, const void *with)
{
    const cr_verify *v = with;

    cr_text_str(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>Verification report: ");
    cr_text_xml(out, v->game->name);
    cr_text_str(out, " — Croupier</title>\n<style>\n");
    lines(out, styles);
    cr_text_str(out, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#h-rules\">To the "
                     "rules</a>\n<main class=\"doc\">\n");
    header(out, v);
    problems(out, v);
    rules(out, v);
    laws(out, v);
    worlds(out, v);
    chart(out, v);
    cr_text_str(out,
                "<footer>Made from the code, the cases and play; nothing in it is written by "
                "hand. docs/verification.md tells how to read it.</footer>\n</main>\n<script>\n");
    lines(out, script);
    cr_text_str(out, "</script>\n</body>\n</html>\n");
}
