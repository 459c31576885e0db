/* Bits and boxes: counted, indexed, searched and listed, and all agree. */
#include "support/cmocka_all.h"
#include "support/lab.h"

static void nth_member_is_found_in_every_set(void **unused)
{
    uint64_t sets[] = {
        1, 0x8000, 0xFFFF, 0x10000, 0x8000000000000001, UINT64_MAX, 0x00F0F00000F00F01};

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(sets); i++) {
        uint64_t rest = sets[i];

        for (unsigned n = 0; rest; n++, rest &= rest - 1)
            assert_int_equal(cr_bits_nth(sets[i], n), cr_bits_first(rest));
    }
}

static void bytes_in_use_are_found_together(void **unused)
{
    static const uint8_t values[] = {1, 0x7F, 0x80, 0xFF};

    (void)unused;
    for (unsigned set = 0; set <= 0xFFFF; set++) {
        uint8_t bytes[16 + 1] = {0}, *at = bytes + set % 2; /* from any address */

        for (unsigned i = 0; i < 16; i++)
            at[i] = set >> i & 1 ? values[(set + i) % CR_COUNT_OF(values)] : 0;
        assert_int_equal(cr_bits_used(at), set);
    }
}

static void moves_of_a_box_come_in_the_order_of_its_arguments(void **unused)
{
    /* All values, one, numbers from 0 up, and sets with gaps, as first and as second argument. */
    static const uint64_t sets[] = {UINT64_MAX,        1, 8, 0x1FFFFF, UINT64_MAX >> 1,
                                    0x8000000000000005};

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(sets); i++)
        for (unsigned j = 0; j < CR_COUNT_OF(sets); j++) {
            cr_space space;
            uint64_t n = 0;

            cr_space_clear(&space);
            cr_box_one(cr_box_add(&space, 1), 3, sets[i]);
            cr_box_one(&space.box[0], 1, sets[j]);
            for (uint64_t first = sets[i]; first; first &= first - 1)
                for (uint64_t second = sets[j]; second; second &= second - 1) {
                    cr_move move;

                    cr_move_set(&move, cr_space_nth(&space, n++));
                    assert_int_equal(move.arg[3], cr_bits_first(first));
                    assert_int_equal(move.arg[1], cr_bits_first(second));
                }
            assert_int_equal(cr_space_size(&space), n);
        }
}

/* As many subsets as 32 bits cannot count. */
static void all_subsets_of_32_are_numbered(void **unused)
{
    cr_space space;
    cr_move move;

    (void)unused;
    cr_space_clear(&space);
    cr_box_one(cr_box_add(&space, 1), 0, 6);
    cr_box_subset(&space.box[0], 1, UINT32_MAX, 0, 32);
    assert_true(cr_space_size(&space) == UINT64_C(1) << 33);
    cr_move_set(&move, cr_space_nth(&space, 1));
    assert_int_equal(move.arg[0], 1);
    assert_int_equal(move.arg[1], 1); /* of the subsets of one the first, behind the empty one */
    cr_move_set(&move, cr_space_nth(&space, UINT64_C(1) << 32));
    assert_int_equal(move.arg[0], 2);
    assert_int_equal(move.arg[1] | move.arg[2] | move.arg[3] | move.arg[4], 0);
}

static void subsets_are_numbered_without_gap_or_repeat(void **unused)
{
    uint32_t set = 0x80010421; /* five members, far apart */

    (void)unused;
    for (unsigned lo = 0; lo <= 5; lo++)
        for (unsigned hi = lo; hi <= 6; hi++) {
            uint64_t n = cr_subsets(5, lo, hi), seen = 0;

            for (uint64_t i = 0; i < n; i++) {
                uint32_t sub = cr_subset_nth(set, lo, hi, i);
                uint32_t packed = 0, bit = 0;

                assert_int_equal(sub & ~set, 0);
                assert_in_range(cr_bits_count(sub), lo, hi);
                for (uint32_t rest = set; rest; rest &= rest - 1, bit++)
                    if (sub & rest & -rest)
                        packed |= 1u << bit;
                assert_false(seen >> packed & 1);
                seen |= UINT64_C(1) << packed;
            }
        }
    assert_int_equal(cr_choose(32, 16), 601080390);
    assert_int_equal(cr_subsets(32, 0, 32), UINT64_C(1) << 32);
    assert_int_equal(cr_choose(3, 4), 0);
}

static void make_space(cr_space *space)
{
    cr_box *box;

    space->n = space->is_full = 0;
    cr_box_add(space, LAB_PASS);
    box = cr_box_add(space, LAB_PICK);
    cr_box_one(box, 0, 0xF0);
    cr_box_one(box, 3, UINT64_C(1) << 63 | 1);
    box = cr_box_add(space, LAB_ACT);
    box->move.arg[9] = 5;
    cr_box_one(box, 0, 3);
    cr_box_subset(box, 2, 0x10000F, 1, 2);
    cr_box_one(cr_box_add(space, LAB_SET), 0, 0); /* a box without moves */
}

static void every_numbered_move_is_in_the_space_once(void **unused)
{
    cr_move all[64];
    cr_space space;
    uint64_t size;

    (void)unused;
    make_space(&space);
    size = cr_space_size(&space);
    assert_int_equal(size, 1 + 4 * 2 + 2 * 15);
    for (uint64_t i = 0; i < size; i++) {
        cr_move_set(&all[i], cr_space_nth(&space, i));
        assert_true(cr_space_has(&space, &all[i]));
        for (uint64_t j = 0; j < i; j++)
            assert_memory_not_equal(&all[i], &all[j], sizeof all[i]);
    }
}

static void neighbours_are_not_in_the_space(void **unused)
{
    cr_space space;
    uint64_t size, hits = 0;

    (void)unused;
    make_space(&space);
    size = cr_space_size(&space);
    /* All one-byte changes of all moves: those that are still inside must be other numbered moves. */
    for (uint64_t i = 0; i < size; i++)
        for (unsigned at = 0; at < CR_ARGS; at++)
            for (unsigned value = 0; value < 256; value++) {
                bool is_numbered = false;
                cr_move move, other;

                cr_move_set(&move, cr_space_nth(&space, i));
                move.arg[at] = (uint8_t)value;
                for (uint64_t j = 0; j < size && !is_numbered; j++) {
                    cr_move_set(&other, cr_space_nth(&space, j));
                    is_numbered = !memcmp(&move, &other, sizeof move);
                }
                assert_int_equal(cr_space_has(&space, &move), is_numbered);
                hits += is_numbered;
            }
    assert_true(hits > size * CR_ARGS); /* at least each move itself, once per byte */
}

static void full_space_says_so(void **unused)
{
    cr_space space = {.n = 0};

    (void)unused;
    for (unsigned i = 0; i < CR_BOXES; i++)
        cr_box_add(&space, LAB_PASS);
    assert_false(space.is_full);
    cr_box_add(&space, LAB_PASS);
    assert_true(space.is_full);
    assert_int_equal(space.n, CR_BOXES);
}

static void offers_are_what_check_leaves_of_the_boxes(void **unused)
{
    bool is_all;
    cr_move out[16];
    lab_state s;

    (void)unused;
    lab_start(&s, LAB_SEALED, 0, NULL);
    assert_int_equal(cr_offers_size(&lab, &s.k, 0), 10);
    assert_int_equal(cr_offers_list(&lab, &s.k, 0, out, 16, &is_all),
                     5); /* the even ones of 0 to 9 */
    assert_true(is_all);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(out[i].arg[0], 2 * i);
        assert_int_equal(out[i].ticket, s.k.q.ticket);
    }
    assert_int_equal(cr_offers_list(&lab, &s.k, 0, out, 3, &is_all), 3);
    assert_false(is_all);
    assert_int_equal(cr_offers_list(&lab, &s.k, CR_HOST, out, 16, &is_all), 0);
}

static void samples_reach_every_legal_move_and_no_control(void **unused)
{
    unsigned seen[10] = {0}, acts = 0;
    lab_state s;
    cr_rng rng;
    cr_move m;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){1}, 0);
    lab_start(&s, LAB_SEALED, 0, NULL);
    for (unsigned i = 0; i < 1000; i++) {
        assert_true(cr_sample(&lab, &s.k, 2, &rng, &m));
        assert_int_equal(cr_judge(&lab, &s.k, &m, 1000).code, 0);
        seen[m.arg[0]]++;
    }
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(seen[i] > 100, i % 2 == 0);
    lab_start(&s, LAB_QUEUE, 0, NULL);
    assert_false(cr_sample(&lab, &s.k, 2, &rng, &m)); /* not asked yet */
    for (unsigned i = 0; i < 1000; i++) {
        assert_true(cr_sample(&lab, &s.k, 1, &rng, &m));
        assert_int_not_equal(m.kind, LAB_STOP);
        acts += m.kind == LAB_ACT;
    }
    assert_in_range(acts, 400, 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nth_member_is_found_in_every_set),
        cmocka_unit_test(bytes_in_use_are_found_together),
        cmocka_unit_test(moves_of_a_box_come_in_the_order_of_its_arguments),
        cmocka_unit_test(all_subsets_of_32_are_numbered),
        cmocka_unit_test(subsets_are_numbered_without_gap_or_repeat),
        cmocka_unit_test(every_numbered_move_is_in_the_space_once),
        cmocka_unit_test(neighbours_are_not_in_the_space),
        cmocka_unit_test(full_space_says_so),
        cmocka_unit_test(offers_are_what_check_leaves_of_the_boxes),
        cmocka_unit_test(samples_reach_every_legal_move_and_no_control),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
