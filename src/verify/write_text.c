/* The report as plain text for the terminal, as JSON for programs and as Markdown for code hosts. */
#include "base/json.h"
#include "verify/write.h"

unsigned write_chart_seen(const cr_verify *v)
{
    unsigned n = 0;

    for (unsigned i = 0; i < v->game->n_chart; i++)
        n += v->chart[i] > 0;
    return n;
}

size_t write_cases_passed(const cr_verify *v)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n_cases; i++)
        n += v->cases[i].is_passed && !v->cases[i].is_gap;
    return n;
}

size_t write_cases_known(const cr_verify *v)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n_cases; i++)
        n += v->cases[i].is_gap;
    return n;
}

size_t write_cases_failed(const cr_verify *v)
{
    return v->n_cases - write_cases_passed(v) - write_cases_known(v);
}

unsigned write_laws_held(const cr_verify *v)
{
    unsigned n = CR_LAWS_END;

    for (unsigned law = 0; law < CR_LAWS_END; law++)
        for (unsigned i = 0; v->has_laws && i < v->laws->n_failures; i++)
            if (v->laws->failure[i].law == law) {
                n--;
                break;
            }
    return v->has_laws ? n : 0;
}

bool write_law_holds(const cr_verify *v, cr_law law)
{
    for (unsigned i = 0; i < v->laws->n_failures; i++)
        if (v->laws->failure[i].law == law)
            return false;
    return true;
}

size_t write_rules(const cr_verify *v)
{
    return v->game->n_rules ? v->game->n_rules - 1u : 0;
}

void write_told(cr_text *out, const cr_verify_fault *fault)
{
    if (fault->one[0] || fault->other[0])
        cr_text_fmt(out, "# in one world:   %s\n# in the other:   %s\n", fault->one, fault->other);
}

const char *write_search(const cr_verify_world *w)
{
    return !w->is_searched ? "not searched" : w->is_cut ? "cut off at its limit" : "whole";
}

void write_number(cr_text *out, uint64_t n)
{
    char digits[24];
    cr_text text = cr_text_on(digits, sizeof digits);

    cr_text_fmt(&text, "%llu", (unsigned long long)n);
    for (size_t i = 0; i < text.len; i++) {
        if (i && (text.len - i) % 3 == 0)
            cr_text_str(out, "\u202f");
        cr_text_char(out, digits[i]);
    }
}

const char *write_row_from(const cr_game *game, const cr_row *row)
{
    return row->from == CR_CHART_START ? "start" : cr_question_word(game, row->from);
}

const char *write_row_move(const cr_game *game, const cr_row *row)
{
    return row->from == CR_CHART_START ? "" : cr_kind_word(game, row->kind);
}

const char *write_row_to(const cr_game *game, const cr_row *row)
{
    return row->to == CR_CHART_OVER    ? "over"
           : row->to == CR_CHART_STAYS ? cr_question_word(game, row->from)
                                       : cr_question_word(game, row->to);
}

/* ---- plain text ---- */

void write_fault_state(cr_text *out, const cr_verify_fault *fault)
{
    if (!*fault->worlds[0].position) {
        cr_text_str(out, fault->position);
        return;
    }
    for (unsigned i = 0; i < CR_COUNT_OF(fault->worlds); i++) {
        cr_text_fmt(out, "case %s, %s world\n", fault->check, i ? "the other" : "one");
        cr_laws_world_print(out, &fault->worlds[i]);
    }
}

void cr_verify_write_text(cr_text *out, const void *with)
{
    const cr_verify *v = with;
    const char *comma = "";

    for (size_t i = 0; i < v->n_problems; i++)
        cr_text_fmt(out, "%-8s  %s\n", v->problems[i].kind, v->problems[i].what);
    for (size_t i = 0; i < v->n_cases; i++)
        if (!v->cases[i].is_passed && v->cases[i].message)
            cr_text_fmt(out, "\n%s", v->cases[i].message);
    for (unsigned i = 0; v->has_laws && i < v->laws->n_failures; i++) {
        char text[CR_LAWS_FAILURE_TEXT];

        cr_laws_failure_print(v->laws->game, &v->laws->failure[i], text, sizeof text);
        cr_text_fmt(out, "\n%s", text);
    }
    for (unsigned i = 0; i < CR_COUNT_OF(v->fault); i++)
        if (v->fault[i].check[0]) {
            cr_text_fmt(out, "\n# %s: %s\n# %s\n", v->fault[i].check, v->fault[i].what,
                        v->fault[i].where);
            write_told(out, &v->fault[i]);
            write_fault_state(out, &v->fault[i]);
        }
    if (v->n_problems)
        cr_text_char(out, '\n');
    cr_text_fmt(out, "game      %s, rules version %u\n", v->game->name, v->game->rules_version);
    if (v->seed)
        cr_text_fmt(out, "seed      %s\n", v->seed);
    cr_text_fmt(out, "rules     %zu: ", write_rules(v));
    for (unsigned i = 0; i < CR_STANDINGS_END; i++) {
        size_t n = cr_verify_count(v, (cr_standing)i);

        if (n)
            cr_text_fmt(out, "%s%zu %s", comma, n, cr_standing_word((cr_standing)i));
        comma = n ? ", " : comma;
    }
    cr_text_fmt(out, "\ncases     %zu passed, %zu failed", write_cases_passed(v),
                write_cases_failed(v));
    if (write_cases_known(v))
        cr_text_fmt(out, ", %zu known gaps", write_cases_known(v));
    cr_text_char(out, '\n');
    for (size_t i = 0; i < v->n_cases; i++)
        if (v->cases[i].is_gap)
            cr_text_fmt(out, "          known gap: %s (%s:%u)\n", v->cases[i].name,
                        v->cases[i].path, v->cases[i].line);
    if (v->has_laws)
        cr_text_fmt(out, "laws      %u of %d held in %llu matches, %llu moves; %.1f s\n",
                    write_laws_held(v), CR_LAWS_END, (unsigned long long)v->laws->matches,
                    (unsigned long long)v->laws->moves, v->laws_seconds);
    if (v->has_depth)
        cr_text_fmt(out,
                    "in depth  %llu matches, %llu states, %llu offered moves, %llu probes, %llu "
                    "pairs of worlds, %llu moves told in both; %.1f s\n",
                    (unsigned long long)v->depth.matches, (unsigned long long)v->depth.states,
                    (unsigned long long)v->depth.offered, (unsigned long long)v->depth.probes,
                    (unsigned long long)v->depth.pairs, (unsigned long long)v->depth.told,
                    v->depth_seconds);
    if (v->frames.pairs)
        cr_text_fmt(out,
                    "frames    %llu pairs of %llu worlds that look alike, %llu frames compared; "
                    "%.1f s\n",
                    (unsigned long long)v->frames.pairs, (unsigned long long)v->frames.worlds,
                    (unsigned long long)v->frames.frames, v->frames.seconds);
    for (size_t i = 0; i < v->n_worlds; i++) {
        const cr_verify_world *w = &v->worlds[i];

        if (!w->is_searched)
            cr_text_fmt(out, "world     %s: %s\n", w->name, write_search(w));
        else
            cr_text_fmt(
                out, "world     %s: %llu states, depth %u, %llu ends, %llu moves, %s; %.1f s\n",
                w->name, (unsigned long long)w->states, w->depth, (unsigned long long)w->ends,
                (unsigned long long)w->moves, write_search(w), w->seconds);
    }
    cr_text_fmt(out, "chart     %u of %u rows exercised\n", write_chart_seen(v), v->game->n_chart);
    if (v->has_laws)
        cr_text_fmt(out, "events    %u of %u told in random play\n",
                    v->game->n_events - cr_laws_untold(v->laws), v->game->n_events);
    for (unsigned i = 0; v->has_laws && i < v->game->n_events; i++)
        if (!v->laws->told[i])
            cr_text_fmt(out, "          never: %s\n", cr_event_word(v->game, (uint8_t)i));
    if (v->is_stopped)
        cr_text_str(out, "stopped early: what was not reached is not claimed\n");
    if (v->n_problems)
        cr_text_fmt(out, "%s is not verified: %zu problem%s\n", v->game->name, v->n_problems,
                    v->n_problems == 1 ? "" : "s");
    else
        cr_text_fmt(out, "%s is verified%s\n", v->game->name,
                    cr_verify_count(v, CR_STANDING_ELSEWHERE)
                        ? ", but for the rules whose proof is elsewhere (--proofs)"
                        : "");
}

/* ---- JSON ---- */

static void count_json(cr_json *j, const char *key, uint64_t n)
{
    cr_json_put_uint(j, key, n);
}

static void text_json(cr_json *j, const char *key, const char *text)
{
    cr_json_put_str(j, key, text ? text : "");
}

static void rule_json(cr_json *j, const cr_verify *v, uint16_t rule)
{
    static const char *const by[] = {"case", "host", "page", "nobody"};
    const cr_rule *text = &v->game->rules[rule];
    const cr_verify_rule *r = &v->rules[rule];
    const cr_place *place;

    cr_json_open(j, '{');
    text_json(j, "rule", text->id);
    text_json(j, "text", text->text);
    text_json(j, "note", text->note);
    text_json(j, "proven_by", by[text->proof]);
    text_json(j, "standing", cr_standing_word(r->standing));
    cr_json_key(j, "code");
    cr_json_open(j, '[');
    for (size_t i = 0; (place = cr_place_at(v->game, text->id, i)); i++) {
        cr_json_open(j, '{');
        text_json(j, "file", place->path);
        count_json(j, "line", place->line);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
    cr_json_key(j, "chart");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < v->game->n_chart; i++)
        if (v->game->chart[i].rule == rule)
            cr_json_uint(j, i);
    cr_json_close(j, ']');
    cr_json_key(j, "cases");
    cr_json_open(j, '[');
    for (size_t i = 0; i < v->n_cases; i++) {
        const cr_verify_case *c = &v->cases[i];

        if (!cr_verify_proves(c, rule))
            continue;
        cr_json_open(j, '{');
        text_json(j, "file", c->path);
        count_json(j, "line", c->line);
        text_json(j, "name", c->name);
        cr_json_put_bool(j, "passed", c->is_passed);
        cr_json_put_bool(j, "ran", c->ran && c->ran[rule]);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
    cr_json_key(j, "tests");
    cr_json_open(j, '[');
    for (size_t i = 0; i < v->n_proofs; i++)
        if (v->proofs[i].rule == rule) {
            cr_json_open(j, '{');
            text_json(j, "name", v->proofs[i].name);
            cr_json_put_bool(j, "passed", v->proofs[i].is_passed);
            cr_json_close(j, '}');
        }
    cr_json_close(j, ']');
    count_json(j, "exercised", r->cited);
    count_json(j, "refused", r->refused);
    cr_json_key(j, "codes");
    cr_json_open(j, '{');
    for (uint16_t code = 0; v->has_laws && code < CR_CODE_GAME + v->game->n_codes; code++)
        if (cr_laws_refused_as(v->laws, rule, code))
            count_json(j, cr_code_name(v->game, code), cr_laws_refused_as(v->laws, rule, code));
    cr_json_close(j, '}');
    cr_json_close(j, '}');
}

static void counts_json(cr_json *j, const char *key, const cr_verify_counts *c)
{
    cr_json_key(j, key);
    cr_json_open(j, '{');
    count_json(j, "matches", c->matches);
    count_json(j, "moves", c->moves);
    count_json(j, "states", c->states);
    count_json(j, "offered", c->offered);
    count_json(j, "probes", c->probes);
    count_json(j, "pairs", c->pairs);
    count_json(j, "told", c->told);
    cr_json_close(j, '}');
}

static void laws_json(cr_json *j, const cr_verify *v)
{
    cr_json_key(j, "laws");
    cr_json_open(j, '[');
    for (unsigned i = 0; v->has_laws && i < CR_LAWS_END; i++) {
        cr_json_open(j, '{');
        text_json(j, "law", cr_law_name((cr_law)i));
        text_json(j, "text", cr_law_text((cr_law)i));
        count_json(j, "checked", v->laws->checked[i]);
        cr_json_put_bool(j, "held", write_law_holds(v, (cr_law)i));
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void chart_json(cr_json *j, const cr_verify *v)
{
    cr_json_key(j, "chart");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < v->game->n_chart; i++) {
        const cr_row *row = &v->game->chart[i];

        cr_json_open(j, '{');
        text_json(j, "from", write_row_from(v->game, row));
        text_json(j, "move", write_row_move(v->game, row));
        text_json(j, "to", write_row_to(v->game, row));
        text_json(j, "guard", row->guard);
        text_json(j, "rule", cr_rule_id(v->game, row->rule));
        count_json(j, "exercised", v->chart[i]);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void worlds_json(cr_json *j, const cr_verify *v)
{
    cr_json_key(j, "worlds");
    cr_json_open(j, '[');
    for (size_t i = 0; i < v->n_worlds; i++) {
        const cr_verify_world *w = &v->worlds[i];

        cr_json_open(j, '{');
        text_json(j, "world", w->name);
        count_json(j, "states", w->states);
        count_json(j, "depth", w->depth);
        count_json(j, "ends", w->ends);
        count_json(j, "moves", w->moves);
        cr_json_put_bool(j, "whole", w->is_searched && !w->is_cut);
        cr_json_put_bool(j, "searched", w->is_searched);
        cr_json_put_real(j, "seconds", w->seconds);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

void cr_verify_write_json(cr_text *out, const void *with)
{
    const cr_verify *v = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    text_json(&j, "game", v->game->name);
    count_json(&j, "rules_version", v->game->rules_version);
    text_json(&j, "seed", v->seed);
    cr_json_put_real(&j, "seconds", v->seconds);
    cr_json_put_bool(&j, "verified", !v->n_problems);
    cr_json_put_bool(&j, "stopped", v->is_stopped);
    cr_json_key(&j, "problems");
    cr_json_open(&j, '[');
    for (size_t i = 0; i < v->n_problems; i++) {
        cr_json_open(&j, '{');
        text_json(&j, "kind", v->problems[i].kind);
        text_json(&j, "what", v->problems[i].what);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_key(&j, "summary");
    cr_json_open(&j, '{');
    count_json(&j, "rules", write_rules(v));
    for (unsigned i = 0; i < CR_STANDINGS_END; i++)
        count_json(&j, cr_standing_word((cr_standing)i), cr_verify_count(v, (cr_standing)i));
    count_json(&j, "cases_passed", write_cases_passed(v));
    count_json(&j, "cases_failed", write_cases_failed(v));
    count_json(&j, "matches", v->has_laws ? v->laws->matches : 0);
    count_json(&j, "moves", v->has_laws ? v->laws->moves : 0);
    count_json(&j, "laws_held", write_laws_held(v));
    count_json(&j, "chart_rows", v->game->n_chart);
    count_json(&j, "chart_exercised", write_chart_seen(v));
    cr_json_close(&j, '}');
    cr_json_key(&j, "rules");
    cr_json_open(&j, '[');
    for (uint16_t rule = 1; rule < v->game->n_rules; rule++)
        rule_json(&j, v, rule);
    cr_json_close(&j, ']');
    laws_json(&j, v);
    counts_json(&j, "depth", &v->depth);
    cr_json_key(&j, "frames");
    cr_json_open(&j, '{');
    count_json(&j, "pairs", v->frames.pairs);
    count_json(&j, "worlds", v->frames.worlds);
    count_json(&j, "frames", v->frames.frames);
    count_json(&j, "raised", v->frames.raised);
    cr_json_close(&j, '}');
    worlds_json(&j, v);
    counts_json(&j, "search", &v->search);
    chart_json(&j, v);
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}

/* ---- Markdown ---- */

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
