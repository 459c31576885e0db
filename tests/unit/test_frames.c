/* Frames of a WebSocket (net/frames.h): every form of a length, what no frame may be, and heads that are read back. */
#include "net/frames.h"
#include "support/cmocka_all.h"

#include <stdlib.h>

enum { MOST = 1 << 17 };

static const uint8_t mask[NET_FRAME_MASK] = {0x37, 0xFA, 0x21, 0x3D};
static const size_t lengths[] = {0, 1, 7, 8, 9, 125, 126, 127, 65535, 65536, 65537};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static uint8_t content(size_t i)
{
    return (uint8_t)(i * 7 + i / 251);
}

/* A frame in a block of exactly its size, so that a byte read behind its end is seen. */
static uint8_t *new_frame(size_t len, uint8_t kind, const uint8_t *with, size_t *size)
{
    uint8_t *room = malloc(NET_FRAME_HEAD + len), *exact;
    size_t head;

    assert_non_null(room);
    for (size_t i = 0; i < len; i++)
        room[NET_FRAME_HEAD + i] = content(i);
    head = net_frame_head(room + NET_FRAME_HEAD, len, kind, with);
    *size = head + len;
    exact = malloc(*size);
    assert_non_null(exact);
    memcpy(exact, room + NET_FRAME_HEAD - head, *size);
    free(room);
    return exact;
}

static void check_content(const net_frame *f, size_t len)
{
    assert_int_equal(f->len, len);
    for (size_t i = 0; i < len; i++)
        if (f->bytes[i] != content(i))
            fail_msg("byte %zu of %zu", i, len);
}

static void a_head_is_as_long_as_the_length_needs(void **unused)
{
    static const uint8_t head_125[] = {0x81, 125}, head_126[] = {0x81, 126, 0, 126},
                         head_65535[] = {0x82, 126, 0xFF, 0xFF},
                         head_65536[] = {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0};
    size_t size;
    uint8_t *frame = new_frame(125, NET_FRAME_TEXT, NULL, &size);

    (void)unused;
    assert_int_equal(size, 2 + 125);
    assert_memory_equal(frame, head_125, sizeof head_125);
    free(frame);
    frame = new_frame(126, NET_FRAME_TEXT, NULL, &size);
    assert_int_equal(size, 4 + 126);
    assert_memory_equal(frame, head_126, sizeof head_126);
    free(frame);
    frame = new_frame(65535, NET_FRAME_BINARY, NULL, &size);
    assert_int_equal(size, 4 + 65535);
    assert_memory_equal(frame, head_65535, sizeof head_65535);
    free(frame);
    frame = new_frame(65536, NET_FRAME_TEXT, NULL, &size);
    assert_int_equal(size, 10 + 65536);
    assert_memory_equal(frame, head_65536, sizeof head_65536);
    free(frame);
    frame = new_frame(65536, NET_FRAME_TEXT, mask, &size);
    assert_int_equal(size, NET_FRAME_HEAD + 65536);
    assert_int_equal(frame[1], 0x80 | 127);
    assert_memory_equal(frame + 10, mask, sizeof mask);
    free(frame);
}

/* RFC 6455, 5.7. */
static void the_examples_of_the_standard_are_read(void **unused)
{
    uint8_t plain[] = {0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f},
            masked[] = {0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58},
            first[] = {0x01, 0x03, 0x48, 0x65, 0x6c}, second[] = {0x80, 0x02, 0x6c, 0x6f};
    net_frame f;
    unsigned why;

    (void)unused;
    assert_int_equal(net_frame_read(plain, sizeof plain, MOST, false, &f, &why), sizeof plain);
    assert_true(f.kind == NET_FRAME_TEXT && f.is_last && f.len == 5);
    assert_memory_equal(f.bytes, "Hello", 5);
    assert_int_equal(net_frame_read(masked, sizeof masked, MOST, true, &f, &why), sizeof masked);
    assert_true(f.kind == NET_FRAME_TEXT && f.is_last && f.len == 5);
    assert_memory_equal(f.bytes, "Hello", 5);
    assert_int_equal(net_frame_read(first, sizeof first, MOST, false, &f, &why), sizeof first);
    assert_true(f.kind == NET_FRAME_TEXT && !f.is_last && f.len == 3);
    assert_int_equal(net_frame_read(second, sizeof second, MOST, false, &f, &why), sizeof second);
    assert_true(f.kind == NET_FRAME_MORE && f.is_last && f.len == 2);
}

static void what_is_written_is_read_back(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < LENGTHS; i++)
        for (unsigned is_masked = 0; is_masked < 2; is_masked++)
            for (uint8_t kind = NET_FRAME_MORE; kind <= NET_FRAME_BINARY; kind++) {
                size_t size;
                uint8_t *frame = new_frame(lengths[i], kind, is_masked ? mask : NULL, &size);
                net_frame f;
                unsigned why;

                assert_int_equal(net_frame_read(frame, size, MOST, is_masked, &f, &why), size);
                assert_true(f.kind == kind && f.is_last);
                check_content(&f, lengths[i]);
                free(frame);
            }
}

/* Each byte with its mask, wherever the eight bytes at once begin and end. */
static void a_mask_goes_over_every_byte(void **unused)
{
    uint8_t room[NET_FRAME_HEAD + 40];

    (void)unused;
    for (size_t len = 0; len <= 40; len++) {
        memset(room, 0, sizeof room);
        net_frame_head(room + NET_FRAME_HEAD, len, NET_FRAME_TEXT, mask);
        for (size_t i = 0; i < 40; i++)
            assert_int_equal(room[NET_FRAME_HEAD + i], i < len ? mask[i % NET_FRAME_MASK] : 0);
    }
}

/* Nothing is unmasked before all is there: it would be unmasked again. */
static void a_frame_that_is_not_whole_is_left_as_it_is(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < LENGTHS; i++)
        for (unsigned is_masked = 0; is_masked < 2; is_masked++) {
            size_t size, step;
            uint8_t *whole = new_frame(lengths[i], NET_FRAME_TEXT, is_masked ? mask : NULL, &size);

            step = size > 4096 ? 509 : 1;
            for (size_t n = 0; n < size; n += n < 2 * NET_FRAME_HEAD ? 1 : step) {
                uint8_t *part = malloc(n ? n : 1);
                net_frame f;
                unsigned why;

                assert_non_null(part);
                memcpy(part, whole, n);
                assert_int_equal(net_frame_read(part, n, MOST, is_masked, &f, &why), 0);
                assert_memory_equal(part, whole, n);
                free(part);
            }
            free(whole);
        }
}

static void what_stands_behind_a_frame_is_left_alone(void **unused)
{
    uint8_t bytes[64], *at = bytes + NET_FRAME_HEAD;
    size_t head;
    net_frame f;
    unsigned why;

    (void)unused;
    memset(bytes, 0xEE, sizeof bytes);
    head = net_frame_head(at, 9, NET_FRAME_TEXT, mask);
    assert_int_equal(net_frame_read(at - head, head + 30, MOST, true, &f, &why), head + 9);
    assert_int_equal(f.len, 9);
    for (size_t i = 0; i < 30; i++)
        assert_int_equal(at[i], 0xEE);
}

static void check_wrong(const uint8_t *bytes, size_t len, bool is_masked, unsigned reason)
{
    uint8_t copy[NET_FRAME_HEAD];
    unsigned why = 0;
    net_frame f;

    memcpy(copy, bytes, len);
    assert_int_equal(net_frame_read(copy, len, MOST, is_masked, &f, &why), -1);
    assert_int_equal(why, reason);
}

static void reserved_bits_and_kinds_are_wrong(void **unused)
{
    (void)unused;
    for (unsigned first = 0; first < 256; first++) {
        unsigned kind = first & 0x0F;
        bool is_control = kind >= 8, is_last = first & 0x80;
        uint8_t head[2] = {(uint8_t)first, 0x80};
        bool is_right =
            !(first & 0x70) && (kind <= 2 || (kind >= 8 && kind <= 10)) && (!is_control || is_last);
        unsigned why = 0;
        net_frame f;

        if (is_right)
            assert_int_equal(net_frame_read(head, 2, MOST, true, &f, &why), 0);
        else
            check_wrong(head, 2, true, NET_CLOSE_WRONG);
    }
}

static void clients_mask_and_servers_do_not(void **unused)
{
    static const uint8_t masked[] = {0x81, 0x80}, plain[] = {0x81, 0x00};

    (void)unused;
    check_wrong(plain, 2, true, NET_CLOSE_WRONG);
    check_wrong(masked, 2, false, NET_CLOSE_WRONG);
}

static void what_closes_asks_or_answers_is_short_and_in_one_piece(void **unused)
{
    (void)unused;
    for (uint8_t kind = NET_FRAME_CLOSE; kind <= NET_FRAME_PONG; kind++) {
        size_t size;
        uint8_t *longest = new_frame(NET_FRAME_SMALL, kind, mask, &size);
        net_frame f;
        unsigned why;

        assert_int_equal(net_frame_read(longest, size, MOST, true, &f, &why), size);
        assert_true(f.kind == kind && f.is_last);
        check_content(&f, NET_FRAME_SMALL);
        free(longest);
        check_wrong((uint8_t[]){0x80 | kind, 0x80 | 126}, 2, true, NET_CLOSE_WRONG);
        check_wrong((uint8_t[]){0x80 | kind, 0x80 | 127}, 2, true, NET_CLOSE_WRONG);
        check_wrong((uint8_t[]){kind, 0x80}, 2, true, NET_CLOSE_WRONG);
    }
}

static void too_large_is_known_from_the_head(void **unused)
{
    uint8_t small[] = {0x81, 0x80 | 101}, medium[] = {0x81, 0x80 | 126, 0x08, 0x01},
            large[] = {0x81, 0x80 | 127, 0, 0, 0, 0, 0, 2, 0, 1},
            largest[] = {0x81, 0x80 | 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF},
            wrapped[] = {0x81, 0x80 | 127, 0, 0, 0, 1, 0, 0, 0, 1};
    unsigned why = 0;
    net_frame f;

    (void)unused;
    assert_int_equal(net_frame_read(small, 2, 100, true, &f, &why), -1);
    assert_int_equal(why, NET_CLOSE_TOO_LARGE);
    assert_int_equal(net_frame_read(small, 2, 101, true, &f, &why), 0);
    assert_int_equal(net_frame_read(medium, 3, 2048, true, &f, &why), 0);
    assert_int_equal(net_frame_read(medium, 4, 2049, true, &f, &why), 0);
    why = 0;
    assert_int_equal(net_frame_read(medium, 4, 2048, true, &f, &why), -1);
    assert_int_equal(why, NET_CLOSE_TOO_LARGE);
    check_wrong(large, sizeof large, true, NET_CLOSE_TOO_LARGE);
    check_wrong(largest, sizeof largest, true, NET_CLOSE_TOO_LARGE);
    check_wrong(wrapped, sizeof wrapped, true, NET_CLOSE_TOO_LARGE);
}

static unsigned reason(const char *bytes, size_t len)
{
    char copy[NET_FRAME_SMALL];

    memcpy(copy, bytes, len);
    return net_frame_reason(&(net_frame){.bytes = (uint8_t *)copy, .len = len});
}

static void a_reason_is_answered_if_somebody_may_give_it(void **unused)
{
    static const unsigned fine[] = {1000, 1001, 1003, 1007, 1011, 1014, 3000, 4999},
                          wrong[] = {0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535};
    char code[2];

    (void)unused;
    assert_int_equal(reason("", 0), 0);
    assert_int_equal(reason("\x03", 1), NET_CLOSE_WRONG);
    for (unsigned i = 0; i < sizeof fine / sizeof *fine; i++) {
        code[0] = (char)(fine[i] >> 8);
        code[1] = (char)fine[i];
        assert_int_equal(reason(code, 2), fine[i]);
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        code[0] = (char)(wrong[i] >> 8);
        code[1] = (char)wrong[i];
        assert_int_equal(reason(code, 2), NET_CLOSE_WRONG);
    }
    assert_int_equal(reason("\x03\xE8"
                            "bye \xC3\xA4",
                            8),
                     1000);
    assert_int_equal(reason("\x03\xE8"
                            "bye \xC3",
                            7),
                     NET_CLOSE_NO_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_is_as_long_as_the_length_needs),
        cmocka_unit_test(the_examples_of_the_standard_are_read),
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(a_mask_goes_over_every_byte),
        cmocka_unit_test(a_frame_that_is_not_whole_is_left_as_it_is),
        cmocka_unit_test(what_stands_behind_a_frame_is_left_alone),
        cmocka_unit_test(reserved_bits_and_kinds_are_wrong),
        cmocka_unit_test(clients_mask_and_servers_do_not),
        cmocka_unit_test(what_closes_asks_or_answers_is_short_and_in_one_piece),
        cmocka_unit_test(too_large_is_known_from_the_head),
        cmocka_unit_test(a_reason_is_answered_if_somebody_may_give_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
