/* What the writers of reports share. */
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
