/* The report as plain text for the terminal: the summary, and what is wrong. */
#include "verify/write.h"

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
