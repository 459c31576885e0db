/* The written forms of declarations and of the score sheet. */
#include "games/liap-tui/parts.h"

/* A declaration in a move: any whole number can be said; what is no number from 0 to 8 is kept as one that check
 * refuses (E_RANGE), the largest standing for all that do not fit. */
bool lt_read_number(cr_span word, uint8_t *out)
{
    bool is_negative = cr_span_lead(&word, "-");
    int64_t n;

    if (!cr_span_count(&word, LT_NUMBER_MAX, &n))
        return false;
    *out = (uint8_t)(is_negative && n ? LT_NUMBER_MAX : n);
    return true;
}

static bool parse_number(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    return lt_read_number(cr_span_word(in), value);
}

static void print_number(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_int(out, *value);
}

const cr_type lt_number_type = {1, CR_NUMBER, print_number, parse_number};

/* A declaration in the state: 1 + the number, or "-". */
static void print_declared(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (*value)
        cr_text_int(out, *value - 1);
    else
        cr_text_char(out, '-');
}

static bool parse_declared(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    if (!cr_span_int(in, 0, LT_HAND, &n))
        return false;
    *value = (uint8_t)(n + 1);
    return true;
}

const cr_type lt_declared_type = {1, 0, print_declared, parse_declared};

static void print_multiplier(cr_text *out, const uint8_t *value, const void *with)
{
    uint32_t redeals;

    (void)with;
    memcpy(&redeals, value, sizeof redeals);
    cr_text_int(out, (int64_t)redeals + 1);
}

static bool parse_multiplier(cr_span *in, uint8_t *value, const void *with)
{
    uint32_t redeals;
    int64_t n;

    (void)with;
    if (!cr_span_int(in, 1, LT_MULTIPLIER_MAX, &n))
        return false;
    redeals = (uint32_t)(n - 1);
    memcpy(value, &redeals, sizeof redeals);
    return true;
}

const cr_type lt_multiplier_type = {sizeof(uint32_t), CR_NUMBER, print_multiplier,
                                    parse_multiplier};

/* A line of the score sheet: the six figures of LT-9.10 for each seat in turn. */
static void print_row(cr_text *out, const uint8_t *value, const void *with)
{
    lt_row row;

    (void)with;
    memcpy(&row, value, sizeof row);
    if (cr_is_zero(&row, sizeof row)) {
        cr_text_char(out, '-');
        return;
    }
    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        int base = lt_base_score(row.declared[seat], row.captured[seat]);

        cr_text_fmt(out, "%s%u %u %d %u %lld %d", seat ? " " : "", row.declared[seat],
                    row.captured[seat], base, row.redeals + 1, base * ((long long)row.redeals + 1),
                    row.total[seat]);
    }
}

static bool parse_row(cr_span *in, uint8_t *value, const void *with)
{
    int64_t declared, captured, base, multiplier, score, total;
    lt_row row = {0};

    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    for (unsigned seat = 0; seat < LT_SEATS; seat++) {
        if (!cr_span_int(in, 0, LT_HAND, &declared) || !cr_span_int(in, 0, LT_HAND, &captured) ||
            !cr_span_int(in, -8, 13, &base) ||
            !cr_span_int(in, 1, LT_MULTIPLIER_MAX, &multiplier) ||
            !cr_span_int(in, INT32_MIN, INT32_MAX, &score) ||
            !cr_span_int(in, INT32_MIN, INT32_MAX, &total))
            return false;
        if (base != lt_base_score((unsigned)declared, (unsigned)captured) ||
            score != base * multiplier || (seat && row.redeals != (uint32_t)(multiplier - 1)))
            return false;
        row.declared[seat] = (uint8_t)declared;
        row.captured[seat] = (uint8_t)captured;
        row.redeals = (uint32_t)(multiplier - 1);
        row.total[seat] = (int32_t)total;
    }
    memcpy(value, &row, sizeof row);
    return true;
}

const cr_type lt_row_type = {sizeof(lt_row), CR_NUMBER | CR_LIST, print_row, parse_row};
