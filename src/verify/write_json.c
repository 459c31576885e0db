/* The report as JSON for programs. */
#include "verify/write.h"
#include "base/json.h"

/* A table may leave a text out. */
static void put_text(cr_json *j, const char *key, const char *text)
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
    put_text(j, "rule", text->id);
    put_text(j, "text", text->text);
    put_text(j, "note", text->note);
    put_text(j, "proven_by", by[text->proof]);
    put_text(j, "standing", cr_standing_word(r->standing));
    cr_json_key(j, "code");
    cr_json_open(j, '[');
    for (size_t i = 0; (place = cr_place_at(v->game, text->id, i)); i++) {
        cr_json_open(j, '{');
        put_text(j, "file", place->path);
        cr_json_put_uint(j, "line", place->line);
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
        put_text(j, "file", c->path);
        cr_json_put_uint(j, "line", c->line);
        put_text(j, "name", c->name);
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
            put_text(j, "name", v->proofs[i].name);
            cr_json_put_bool(j, "passed", v->proofs[i].is_passed);
            cr_json_close(j, '}');
        }
    cr_json_close(j, ']');
    cr_json_put_uint(j, "exercised", r->cited);
    cr_json_put_uint(j, "refused", r->refused);
    cr_json_key(j, "codes");
    cr_json_open(j, '{');
    for (uint16_t code = 0; v->has_laws && code < CR_CODE_GAME + v->game->n_codes; code++)
        if (cr_laws_refused_as(v->laws, rule, code))
            cr_json_put_uint(j, cr_code_name(v->game, code),
                             cr_laws_refused_as(v->laws, rule, code));
    cr_json_close(j, '}');
    cr_json_close(j, '}');
}

static void counts_json(cr_json *j, const char *key, const cr_verify_counts *c)
{
    cr_json_key(j, key);
    cr_json_open(j, '{');
    cr_json_put_uint(j, "matches", c->matches);
    cr_json_put_uint(j, "moves", c->moves);
    cr_json_put_uint(j, "states", c->states);
    cr_json_put_uint(j, "offered", c->offered);
    cr_json_put_uint(j, "probes", c->probes);
    cr_json_put_uint(j, "pairs", c->pairs);
    cr_json_put_uint(j, "told", c->told);
    cr_json_close(j, '}');
}

static void laws_json(cr_json *j, const cr_verify *v)
{
    cr_json_key(j, "laws");
    cr_json_open(j, '[');
    for (unsigned i = 0; v->has_laws && i < CR_LAWS_END; i++) {
        cr_json_open(j, '{');
        put_text(j, "law", cr_law_name((cr_law)i));
        put_text(j, "text", cr_law_text((cr_law)i));
        cr_json_put_uint(j, "checked", v->laws->checked[i]);
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
        put_text(j, "from", write_row_from(v->game, row));
        put_text(j, "move", write_row_move(v->game, row));
        put_text(j, "to", write_row_to(v->game, row));
        put_text(j, "guard", row->guard);
        put_text(j, "rule", cr_rule_id(v->game, row->rule));
        cr_json_put_uint(j, "exercised", v->chart[i]);
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
        put_text(j, "world", w->name);
        cr_json_put_uint(j, "states", w->states);
        cr_json_put_uint(j, "depth", w->depth);
        cr_json_put_uint(j, "ends", w->ends);
        cr_json_put_uint(j, "moves", w->moves);
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
    put_text(&j, "game", v->game->name);
    cr_json_put_uint(&j, "rules_version", v->game->rules_version);
    put_text(&j, "seed", v->seed);
    cr_json_put_real(&j, "seconds", v->seconds);
    cr_json_put_bool(&j, "verified", !v->n_problems);
    cr_json_put_bool(&j, "stopped", v->is_stopped);
    cr_json_key(&j, "problems");
    cr_json_open(&j, '[');
    for (size_t i = 0; i < v->n_problems; i++) {
        cr_json_open(&j, '{');
        put_text(&j, "kind", v->problems[i].kind);
        put_text(&j, "what", v->problems[i].what);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_key(&j, "summary");
    cr_json_open(&j, '{');
    cr_json_put_uint(&j, "rules", write_rules(v));
    for (unsigned i = 0; i < CR_STANDINGS_END; i++)
        cr_json_put_uint(&j, cr_standing_word((cr_standing)i), cr_verify_count(v, (cr_standing)i));
    cr_json_put_uint(&j, "cases_passed", write_cases_passed(v));
    cr_json_put_uint(&j, "cases_failed", write_cases_failed(v));
    cr_json_put_uint(&j, "matches", v->has_laws ? v->laws->matches : 0);
    cr_json_put_uint(&j, "moves", v->has_laws ? v->laws->moves : 0);
    cr_json_put_uint(&j, "laws_held", write_laws_held(v));
    cr_json_put_uint(&j, "chart_rows", v->game->n_chart);
    cr_json_put_uint(&j, "chart_exercised", write_chart_seen(v));
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
    cr_json_put_uint(&j, "pairs", v->frames.pairs);
    cr_json_put_uint(&j, "worlds", v->frames.worlds);
    cr_json_put_uint(&j, "frames", v->frames.frames);
    cr_json_put_uint(&j, "raised", v->frames.raised);
    cr_json_close(&j, '}');
    worlds_json(&j, v);
    counts_json(&j, "search", &v->search);
    chart_json(&j, v);
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}
