/* The list of valid collections, and the written form of any. */
#include "games/liap-tui/parts.h"

/* clang-format off */
#define OF(kind, n) ((cr_tally)(n) << 4 * (kind))
#define PALACE(colour, g, a, e) (OF(colour, g) | OF(2 + (colour), a) | OF(4 + (colour), e))
#define FIELD(colour, r, h, c) (OF(6 + (colour), r) | OF(8 + (colour), h) | OF(10 + (colour), c))
enum { RED, BLACK };
const cr_tally lt_valid[LT_VALID] = {
    /* SINGLE */
    OF(0, 1), OF(1, 1), OF(2, 1), OF(3, 1), OF(4, 1), OF(5, 1), OF(6, 1),
    OF(7, 1), OF(8, 1), OF(9, 1), OF(10, 1), OF(11, 1), OF(12, 1), OF(13, 1),
    /* PAIR */
    OF(2, 2), OF(3, 2), OF(4, 2), OF(5, 2), OF(6, 2), OF(7, 2),
    OF(8, 2), OF(9, 2), OF(10, 2), OF(11, 2), OF(12, 2), OF(13, 2),
    /* THREE_OF_A_KIND */
    OF(12, 3), OF(13, 3),
    /* STRAIGHT */
    PALACE(RED, 1, 1, 1), PALACE(BLACK, 1, 1, 1), FIELD(RED, 1, 1, 1), FIELD(BLACK, 1, 1, 1),
    /* FOUR_OF_A_KIND */
    OF(12, 4), OF(13, 4),
    /* EXTENDED_STRAIGHT */
    PALACE(RED, 1, 2, 1), PALACE(RED, 1, 1, 2), PALACE(BLACK, 1, 2, 1), PALACE(BLACK, 1, 1, 2),
    FIELD(RED, 2, 1, 1), FIELD(RED, 1, 2, 1), FIELD(RED, 1, 1, 2),
    FIELD(BLACK, 2, 1, 1), FIELD(BLACK, 1, 2, 1), FIELD(BLACK, 1, 1, 2),
    /* EXTENDED_STRAIGHT_5 */
    PALACE(RED, 1, 2, 2), PALACE(BLACK, 1, 2, 2),
    FIELD(RED, 2, 2, 1), FIELD(RED, 2, 1, 2), FIELD(RED, 1, 2, 2),
    FIELD(BLACK, 2, 2, 1), FIELD(BLACK, 2, 1, 2), FIELD(BLACK, 1, 2, 2),
    /* FIVE_OF_A_KIND */
    OF(12, 5), OF(13, 5),
    /* DOUBLE_STRAIGHT */
    FIELD(RED, 2, 2, 2), FIELD(BLACK, 2, 2, 2),
};
/* clang-format on */

static const char colours[] = "rb", names[] = "GAERHCS";

static void print_tally(cr_text *out, cr_tally pieces)
{
    const char *blank = "";

    CR_CITE(LT_2_6);
    if (!pieces)
        cr_text_char(out, '-');
    for (unsigned kind = 0; kind < CR_TALLY_KINDS; kind++)
        for (unsigned n = cr_tally_count(pieces, kind); n; n--, blank = " ") {
            cr_text_str(out, blank);
            cr_text_char(out, colours[kind & 1]);
            cr_text_char(out, kind < LT_KINDS ? names[kind / 2] : '?');
        }
}

bool lt_read_piece(cr_span code, cr_tally *sum)
{
    CR_CITE(LT_2_7);
    for (unsigned kind = 0; kind < LT_KINDS; kind++) {
        const char name[] = {colours[kind & 1], names[kind / 2], 0};

        if (!cr_span_is(code, name))
            continue;
        if (cr_tally_count(*sum, kind) < 7)
            *sum += cr_tally_of(kind, 1);
        return true;
    }
    return false;
}

static bool read_pieces(cr_span *in, cr_tally *out)
{
    *out = 0;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in))
        if (!lt_read_piece(cr_span_word(in), out))
            return false;
    return true;
}

static void print_state(cr_text *out, const uint8_t *value, const void *with)
{
    cr_tally pieces;

    (void)with;
    memcpy(&pieces, value, sizeof pieces);
    print_tally(out, pieces);
}

static bool parse_state(cr_span *in, uint8_t *value, const void *with)
{
    cr_tally pieces;

    (void)with;
    if (!read_pieces(in, &pieces))
        return false;
    memcpy(value, &pieces, sizeof pieces);
    return true;
}

const cr_type lt_tally_type = {sizeof(cr_tally), CR_LIST, print_state, parse_state};

static void print_move(cr_text *out, const uint8_t *value, const void *with)
{
    uint64_t packed;

    (void)with;
    memcpy(&packed, value, sizeof packed);
    print_tally(out, cr_tally_unpack(packed));
}

static bool parse_move(cr_span *in, uint8_t *value, const void *with)
{
    cr_tally pieces;
    uint64_t packed;

    (void)with;
    if (!read_pieces(in, &pieces))
        return false;
    packed = cr_tally_pack(pieces);
    memcpy(value, &packed, sizeof packed);
    return true;
}

const cr_type lt_move_type = {CR_TALLY_BYTES, CR_LIST, print_move, parse_move};
