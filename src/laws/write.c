/* What a series has seen, for people and for programs. */
#include "base/json.h"
#include "laws/laws.h"

static double rate(const cr_laws_result *t)
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

void cr_laws_write_text(cr_text *out, const void *with)
{
    const cr_laws_result *t = with;
    const cr_laws_report *r = t->report;
    const cr_game *game = r->game;
    unsigned n_cited = 0;

    /* What is broken comes first: figures fill a screen. */
    write_failures(out, r);
    if (r->n_failures)
        cr_text_char(out, '\n');
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
    cr_text_fmt(out, "events    %u of %u told\n", game->n_events - cr_laws_untold(r),
                game->n_events);
    for (unsigned i = 0; i < game->n_events; i++)
        if (!r->told[i])
            cr_text_fmt(out, "          never: %s\n", cr_event_word(game, (uint8_t)i));
    cr_text_fmt(out, "rules     %u of %u cited or refused by\n\n", n_cited,
                game->n_rules ? game->n_rules - 1u : 0);
    cr_text_fmt(out, "%-16s  %12s\n", "law", "checked");
    for (unsigned i = 0; i < CR_LAWS_END; i++)
        cr_text_fmt(out, "%-16s  %12llu\n", cr_law_name((cr_law)i),
                    (unsigned long long)r->checked[i]);
    cr_text_fmt(out, "\n%s\n", r->n_failures ? "a law is broken" : "all laws hold");
}

static void count_json(cr_json *j, const char *key, uint64_t n)
{
    cr_json_put_uint(j, key, n);
}

static void failures_json(cr_json *j, const cr_laws_report *r)
{
    cr_json_key(j, "failures");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < r->n_failures; i++) {
        const cr_laws_failure *f = &r->failure[i];
        char text[8192];

        cr_json_open(j, '{');
        cr_json_put_str(j, "law", cr_law_name(f->law));
        cr_json_put_str(j, "seen", f->what);
        count_json(j, "match", f->match);
        count_json(j, "move", f->move);
        cr_json_key(j, "viewer");
        if (f->viewer == CR_LAWS_NOBODY)
            cr_json_null(j);
        else
            cr_json_uint(j, f->viewer);
        cr_laws_failure_print(r->game, f, text, sizeof text);
        cr_json_put_str(j, "case", text);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

void cr_laws_write_json(cr_text *out, const void *with)
{
    const cr_laws_result *t = with;
    const cr_laws_report *r = t->report;
    const cr_game *game = r->game;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "game", game->name);
    cr_json_put_str(&j, "seed", t->seed);
    count_json(&j, "matches", r->matches);
    count_json(&j, "moves", r->moves);
    count_json(&j, "longest", r->longest);
    count_json(&j, "defaults", r->defaults);
    count_json(&j, "controls", r->controls);
    count_json(&j, "probes", r->probes);
    count_json(&j, "worlds", r->guesses);
    cr_json_put_real(&j, "seconds", t->seconds);
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
    cr_json_key(&j, "events");
    cr_json_open(&j, '{');
    for (unsigned i = 0; i < game->n_events; i++)
        count_json(&j, cr_event_word(game, (uint8_t)i), r->told[i]);
    cr_json_close(&j, '}');
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
