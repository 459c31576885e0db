/* Messages as bytes: whole ones, every beginning of one, and ones with a byte changed. */
#include "support/cmocka_all.h"
#include "wire/proto.h"

#include <stdio.h>
#include <stdlib.h>

#define ATTACH                                                                       \
    "{\"type\":\"attach\",\"match\":\"00112233445566778899aabbccddeeff\",\"token\":" \
    "\"ffeeddccbbaa99887766554433221100\",\"after\":7,\"view\":false,\"offers\":true}"

static const char *const good[] = {
    (ATTACH),
    "{\"type\":\"move\",\"id\":1,\"ticket\":2,\"move\":\"pick 7\"}",
    "{\"type\":\"check\",\"id\":1,\"ticket\":2,\"move\":\"pick 7\"}",
    "{\"type\":\"signal\",\"signal\":\"hello\"}",
    "{\"type\":\"pause\",\"on\":true,\"reason\":\"tea\"}",
    "{\"type\":\"start\"}",
    "{\"type\":\"leave\"}",
    "{\"type\":\"alive\"}",
};

static cr_trouble read_bytes(const char *bytes, size_t len, proto_in *in)
{
    const char *field;
    uint32_t id;
    cr_trouble trouble;
    char *copy = malloc(len + 1); /* so that a sanitizer sees a read behind the end */

    memcpy(copy, bytes, len);
    trouble = proto_read(copy, len, in, &field, &id);
    free(copy);
    return trouble;
}

static void whole_messages_are_read(void **unused)
{
    proto_in in;

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(good); i++) {
        assert_int_equal(read_bytes(good[i], strlen(good[i]), &in), CR_TROUBLE_NONE);
        if (!i) {
            assert_int_equal(in.attach.match[1], 0x11);
            assert_int_equal(in.attach.token[0], 0xFF);
            assert_int_equal(in.attach.after, 7);
            assert_true(in.attach.has & PROTO_HAS(attach, view) && !in.attach.view);
        }
    }
}

static void every_beginning_of_a_message_is_refused(void **unused)
{
    proto_in in;

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(good); i++)
        for (size_t len = 0; len < strlen(good[i]); len++) {
            assert_int_equal(read_bytes(good[i], len, &in), CR_TROUBLE_NOT_JSON);
        }
}

/* A message with a field that nobody knows, and without one that must be there. */
static void no_field_is_too_many_and_none_too_few(void **unused)
{
    char text[512];
    proto_in in;

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(good); i++) {
        snprintf(text, sizeof text, "%.*s,\"more\":1}", (int)strlen(good[i]) - 1, good[i]);
        if (read_bytes(text, strlen(text), &in) != CR_TROUBLE_BAD_FIELD)
            fail_msg("an unknown field is taken: %s", text);
        assert_int_equal(read_bytes(good[i], strlen(good[i]), &in), CR_TROUBLE_NONE);
        for (uint32_t k = 0; k < proto_messages[in.kind].n_fields; k++) {
            const proto_field *f = &proto_messages[in.kind].fields[k];
            char name[64];
            const char *at, *end;

            snprintf(name, sizeof name, ",\"%s\":", f->name);
            at = strstr(good[i], name);
            if (!at || !f->is_required)
                continue;
            end = strstr(at + 1, ",\"");
            snprintf(text, sizeof text, "%.*s%s", (int)(at - good[i]), good[i], end ? end : "}");
            if (read_bytes(text, strlen(text), &in) != CR_TROUBLE_BAD_FIELD)
                fail_msg("'%s' is missing, and nobody minds: %s", f->name, text);
            assert_int_equal(read_bytes(good[i], strlen(good[i]), &in), CR_TROUBLE_NONE);
        }
    }
}

static void any_changed_byte_is_read_or_refused(void **unused)
{
    char text[256];
    proto_in in;

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(good); i++)
        for (size_t at = 0; at < strlen(good[i]); at++)
            for (unsigned value = 0; value < 256; value++) {
                memcpy(text, good[i], strlen(good[i]));
                text[at] = (char)value;
                (void)read_bytes(text, strlen(good[i]), &in);
            }
}

/* A move that looks as most do is read in one walk; with a blank in front it is not, and must come to the same. */
static void must_read_alike(const char *text, size_t len, unsigned *n_moves)
{
    char slow[512] = " ", *exact = malloc(len + 1);
    const char *field, *slow_field;
    uint32_t id, slow_id;
    proto_in in, slow_in;
    cr_trouble trouble;

    assert_true(len + 1 < sizeof slow);
    memcpy(exact, text, len);
    memcpy(slow + 1, text, len);
    trouble = proto_read(exact, len, &in, &field, &id);
    assert_int_equal(proto_read(slow, len + 1, &slow_in, &slow_field, &slow_id), trouble);
    assert_int_equal(id, slow_id);
    assert_string_equal(field, slow_field);
    if (!trouble && in.kind == MSG_move) {
        assert_int_equal(in.move.has, slow_in.move.has);
        assert_int_equal(in.move.id, slow_in.move.id);
        assert_int_equal(in.move.ticket, slow_in.move.ticket);
        assert_string_equal(in.move.move, slow_in.move.move);
        ++*n_moves;
    }
    free(exact);
}

static void a_move_is_read_alike_in_both_ways(void **unused)
{
    static const char *const texts[] = {
        "{\"type\":\"move\",\"id\":12,\"ticket\":345,\"move\":\"pick 7\"}  ",
        "{\"type\":\"move\",\"id\":0,\"ticket\":0,\"move\":\"\"}",
        "{\"type\":\"move\",\"id\":01,\"ticket\":1,\"move\":\"pick 7\"}",
        "{\"type\":\"move\",\"id\":999999999,\"ticket\":4294967295,\"move\":\"a\"}",
        "{\"type\":\"move\",\"id\":9999999999,\"ticket\":4294967296,\"move\":\"a\"}",
        "{\"type\":\"move\",\"id\":1,\"ticket\":2,\"move\":\"a\\u0041\"}",
        "{\"type\":\"move\",\"id\":1,\"ticket\":2,\"move\":\"\xC3\xA9\x7F\"}",
        "{\"type\":\"move\",\"id\":1,\"ticket\":2,\"move\":\"a\",\"as\":\"host\"}",
        "{\"type\":\"move\",\"id\":1,\"ticket\":2,\"move\":\"a\"}\t\n x",
        "{\"type\":\"move\",\"id\":1,\"ticket\":2,\"move\":\"a\"}}",
    };
    char long_text[400];
    unsigned n = 0, n_changed = 0;

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(texts); i++) {
        char text[256];
        size_t len = strlen(texts[i]);

        must_read_alike(texts[i], len, &n);
        for (size_t cut = 0; cut < len; cut++)
            must_read_alike(texts[i], cut, &n_changed);
        for (size_t at = 0; at < len; at++)
            for (unsigned byte = 0; byte < 256; byte++) {
                memcpy(text, texts[i], len);
                text[at] = (char)byte;
                must_read_alike(text, len, &n_changed);
            }
    }
    assert_int_equal(n, 6);
    assert_true(n_changed > 1000);
    for (int len = 190; len < 270; len++) { /* as long as a move may be, and longer */
        snprintf(long_text, sizeof long_text,
                 "{\"type\":\"move\",\"id\":1,\"ticket\":2,\"move\":\"%0*d\"}", len, 7);
        must_read_alike(long_text, strlen(long_text), &n);
    }
    assert_int_equal(n, 6 + 256 - 190 + 1);
}

static void write_none(cr_json *j, const void *with)
{
    (void)with;
    cr_json_open(j, '[');
    cr_json_close(j, ']');
}

static void a_message_of_the_server_is_one_line(void **unused)
{
    char buf[256];
    cr_text out = cr_text_on(buf, sizeof buf);
    msg_refused m = {.id = 3,
                     .code = "A\nB",
                     .reason = "\"x\"",
                     .field = "card",
                     .title = "No.",
                     .because = "So it is.",
                     .instead = {write_none, NULL},
                     .trigger = "play"};

    (void)unused;
    m.has = PROTO_HAS(refused, field);
    proto_write(&out, MSG_refused, &m);
    assert_string_equal(
        buf, "{\"type\":\"refused\",\"id\":3,\"code\":\"A\\nB\",\"reason\":\"\\\"x\\\"\","
             "\"field\":\"card\",\"title\":\"No.\",\"because\":\"So it is.\","
             "\"instead\":[],\"seq\":0,\"at\":0,\"trigger\":\"play\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_messages_are_read),
        cmocka_unit_test(every_beginning_of_a_message_is_refused),
        cmocka_unit_test(no_field_is_too_many_and_none_too_few),
        cmocka_unit_test(any_changed_byte_is_read_or_refused),
        cmocka_unit_test(a_move_is_read_alike_in_both_ways),
        cmocka_unit_test(a_message_of_the_server_is_one_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
