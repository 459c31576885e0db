/* The list of valid collections, and the codes of the pieces. */
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

const char *const lt_codes[LT_KINDS + 1] = {"rG", "bG", "rA", "bA", "rE", "bE", "rR", "bR",
                                            "rH", "bH", "rC", "bC", "rS", "bS", NULL};

bool lt_read_piece(cr_span code, cr_tally *sum)
{
    unsigned kind;

    CR_CITE(LT_2_6);
    CR_CITE(LT_2_7);
    if (!cr_word_find(code, lt_codes, &kind))
        return false;
    if (cr_tally_count(*sum, kind) < 7)
        *sum += cr_tally_of(kind, 1);
    return true;
}
