#include "games/bag.h"
#include "kernel/rng.h"

bool cr_bag_is_sound(cr_bag bag, unsigned n_values)
{
    cr_bag allowed = UINT64_C(0x0001000100010001) * ((1u << n_values) - 1);

    return !(bag & ~allowed) && !(bag >> 16 & ~bag);
}

cr_bag cr_bag_draw(cr_bag *from, unsigned n, cr_rng *rng)
{
    cr_bag out = 0;

    while (n--) {
        unsigned i = cr_rng_small(rng, cr_bits_count(*from)), value = cr_bits_nth(*from, i) & 15;

        *from = cr_bag_without(*from, value);
        out = cr_bag_with(out, value);
    }
    return out;
}

static void print_bag(cr_text *out, const uint8_t *at, const void *with)
{
    const char *blank = "";
    cr_bag bag;

    (void)with;
    memcpy(&bag, at, sizeof bag);
    if (!bag)
        cr_text_char(out, '-');
    for (; bag; blank = " ") {
        unsigned value = cr_bits_first(cr_bag_values(bag));

        cr_text_fmt(out, "%s%u", blank, value + 1);
        bag = cr_bag_without(bag, value);
    }
}

static bool parse_bag(cr_span *in, uint8_t *at, const void *with)
{
    cr_bag bag = 0;

    (void)with;
    if (!cr_span_take(in, "-"))
        while (!cr_span_is_empty(in)) {
            int64_t card;

            if (!cr_span_int(in, 1, 16, &card) ||
                cr_bag_copies(bag, (unsigned)card - 1) == CR_BAG_COPIES)
                return false;
            bag = cr_bag_with(bag, (unsigned)card - 1);
        }
    memcpy(at, &bag, sizeof bag);
    return true;
}

const cr_type cr_bag_type = {sizeof(cr_bag), CR_NUMBER | CR_LIST, print_bag, parse_bag};
