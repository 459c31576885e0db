/* The request that opens a WebSocket (net/upgrade.h): what browsers and programs send is read, whatever is odd is left to the
 * library. */
#include "net/upgrade.h"
#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>

#define KEY "dGhlIHNhbXBsZSBub25jZQ=="

/* As net/client.c sends it; Python's is the same in another order. */
static const char *const plain[] = {
    "GET /ws HTTP/1.1",
    "Host: 127.0.0.1:8080",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: " KEY,
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Protocol: croupier.v1",
    NULL,
};

static const char *const firefox[] = {
    "GET /at/two/ws HTTP/1.1",
    "Host: cards.example:8443",
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Accept: */*",
    "Accept-Language: de,en-US;q=0.7,en;q=0.3",
    "Accept-Encoding: gzip, deflate, br, zstd",
    "Sec-WebSocket-Version: 13",
    "Origin: http://cards.example:8443",
    "Sec-WebSocket-Protocol: croupier.v1",
    "Sec-WebSocket-Extensions: permessage-deflate",
    "Sec-WebSocket-Key: " KEY,
    "Connection: keep-alive, Upgrade",
    "Cookie: a=b; c=\xC3\xA4",
    "Sec-Fetch-Dest: empty",
    "Pragma: no-cache",
    "Cache-Control: no-cache",
    "Upgrade: websocket",
    NULL,
};

static const char *const proxied[] = {
    "GET /ws?x=1 HTTP/1.1",
    "host:cards.example",
    "UPGRADE: WebSocket",
    "connection: \tupgrade \t",
    "x-forwarded-for:  198.51.100.7, 203.0.113.9 ",
    "sec-websocket-key: " KEY,
    "sec-websocket-version: 13",
    "sec-websocket-protocol: chat, croupier.v1",
    NULL,
};

enum { CAP = 4096 };

/* The lines with their ends and an empty one; where `line` is, `instead` stands, and nothing if that is NULL. */
static size_t write_request(const char *const *lines, size_t line, const char *instead, char *out)
{
    size_t len = 0;

    for (size_t i = 0; lines[i]; i++) {
        const char *text = i == line ? instead : lines[i];

        if (text)
            len += (size_t)snprintf(out + len, CAP - len, "%s\r\n", text);
    }
    return len + (size_t)snprintf(out + len, CAP - len, "\r\n");
}

/* Reads a copy in a block of its size. */
static size_t read_copy(const char *text, size_t len)
{
    char *copy = malloc(len ? len : 1);
    net_upgrade asked;
    size_t head;

    assert_non_null(copy);
    memcpy(copy, text, len);
    head = net_upgrade_read(copy, len, &asked);
    free(copy);
    return head;
}

static size_t read_with(size_t line, const char *instead)
{
    char text[CAP];

    return read_copy(text, write_request(plain, line, instead, text));
}

static void what_programs_and_browsers_send_is_read(void **unused)
{
    char text[CAP];
    net_upgrade asked;
    size_t len = write_request(plain, SIZE_MAX, NULL, text);

    (void)unused;
    assert_int_equal(net_upgrade_read(text, len, &asked), len);
    assert_string_equal(asked.host, "127.0.0.1:8080");
    assert_string_equal(asked.key, KEY);
    assert_null(asked.origin);
    assert_null(asked.forwarded);
    len = write_request(firefox, SIZE_MAX, NULL, text);
    assert_int_equal(net_upgrade_read(text, len, &asked), len);
    assert_string_equal(asked.host, "cards.example:8443");
    assert_string_equal(asked.origin, "http://cards.example:8443");
    len = write_request(proxied, SIZE_MAX, NULL, text);
    assert_int_equal(net_upgrade_read(text, len, &asked), len);
    assert_string_equal(asked.host, "cards.example");
    assert_string_equal(asked.forwarded, "198.51.100.7, 203.0.113.9");
}

static void what_stands_behind_the_head_is_not_of_it(void **unused)
{
    char text[CAP];
    size_t len = write_request(plain, SIZE_MAX, NULL, text);

    (void)unused;
    memcpy(text + len, "\x81\x80\0\0\0\0", 6);
    assert_int_equal(read_copy(text, len + 6), len);
}

static void a_head_that_is_cut_anywhere_is_none(void **unused)
{
    const char *const *const all[] = {plain, firefox, proxied};
    char text[CAP];

    (void)unused;
    for (unsigned i = 0; i < 3; i++) {
        size_t len = write_request(all[i], SIZE_MAX, NULL, text);

        for (size_t n = 0; n < len; n++)
            assert_int_equal(read_copy(text, n), 0);
        assert_int_equal(read_copy(text, len), len);
    }
}

static void every_field_is_needed_and_only_once(void **unused)
{
    char text[CAP];

    (void)unused;
    for (size_t i = 0; plain[i]; i++) {
        char twice[256];

        assert_int_equal(read_with(i, NULL), 0);
        snprintf(twice, sizeof twice, "%s\r\n%s", plain[i], plain[i]);
        assert_int_equal(read_with(i, twice), 0);
    }
    /* Those that are not needed stand there once, too. */
    assert_int_equal(
        read_copy(text,
                  write_request(proxied, 4, "X-Forwarded-For: a\r\nX-Forwarded-For: b", text)),
        0);
    assert_int_equal(
        read_copy(text, write_request(firefox, 7, "Origin: http://a\r\norigin: http://a", text)),
        0);
}

static void another_first_line_is_not_ours(void **unused)
{
    static const char *const wrong[] = {
        "POST /ws HTTP/1.1",
        "get /ws HTTP/1.1",
        "GET /ws HTTP/1.0",
        "GET /ws HTTP/2.0",
        "GET /ws HTTP/1.10",
        "GET /ws",
        "GET ws HTTP/1.1",
        "GET  /ws HTTP/1.1",
        "GET /a b HTTP/1.1",
        "GET /ws  HTTP/1.1",
        "GET /ws\tx HTTP/1.1",
        "GET",
        "",
        "GET http://a/ws HTTP/1.1",
        " GET /ws HTTP/1.1",
        "GET /ws HTTP/1.1 ",
        "GET /HTTP/1.1",
        "HEAD /ws HTTP/1.1",
        "OPTIONS * HTTP/1.1",
    };

    (void)unused;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(read_with(0, wrong[i]), 0);
    assert_true(read_with(0, "GET / HTTP/1.1") > 0);
    assert_true(read_with(0, "GET /at/node/ws?seat=1 HTTP/1.1") > 0);
}

static void another_value_is_not_ours(void **unused)
{
    static const struct {
        size_t line;
        const char *text;
    } wrong[] = {
        {2, "Upgrade: h2c"},
        {2, "Upgrade: websocket, h2c"},
        {2, "Upgrade:"},
        {3, "Connection: close"},
        {3, "Connection: keep-alive"},
        {3, "Connection: upgraded"},
        {3, "Connection: no-upgrade"},
        {3, "Connection:"},
        {4, "Sec-WebSocket-Key:"},
        {4, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ="},
        {4, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==="},
        {4, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQA=="},
        {4, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j!Q=="},
        {5, "Sec-WebSocket-Version: 8"},
        {5, "Sec-WebSocket-Version: 13, 8"},
        {5, "Sec-WebSocket-Version: 130"},
        {6, "Sec-WebSocket-Protocol: chat"},
        {6, "Sec-WebSocket-Protocol: croupier.v2"},
        {6, "Sec-WebSocket-Protocol: croupier.v10"},
        {6, "Sec-WebSocket-Protocol: CROUPIER.V1"},
        {6, "Sec-WebSocket-Protocol: xcroupier.v1"},
        {6, "Sec-WebSocket-Protocol:"},
    };

    (void)unused;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(read_with(wrong[i].line, wrong[i].text), 0);
}

static void a_body_is_not_ours(void **unused)
{
    (void)unused;
    assert_int_equal(read_with(2, "Upgrade: websocket\r\nContent-Length: 0"), 0);
    assert_int_equal(read_with(2, "Upgrade: websocket\r\nTransfer-Encoding: chunked"), 0);
}

static void lines_that_are_none_are_not_ours(void **unused)
{
    static const char *const wrong[] = {
        "Host: a\r\n b",
        "Host: a\r\n\tb",
        "Host : a",
        " Host: a",
        ": a",
        "Host",
        "Host: a\nX: b",
        "Host: a\rX: b",
        "\nHost: a",
        "Host: \x01",
        "Host: a\x7F",
        "Host: \x1B[m",
        "X\x7FY: a\r\nHost: a",
    };

    (void)unused;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(read_with(1, wrong[i]), 0);
}

/* Also zero bytes, which end a text and no line. */
static void a_control_character_anywhere_is_not_ours(void **unused)
{
    char text[CAP], broken[CAP];
    size_t len = write_request(plain, SIZE_MAX, NULL, text);

    (void)unused;
    for (size_t i = 0; i < len; i++)
        for (unsigned c = 0; c < ' '; c++) {
            memcpy(broken, text, len);
            if (c == '\t' || broken[i] == (char)c)
                continue;
            broken[i] = (char)c;
            assert_int_equal(read_copy(broken, len), 0);
        }
}

static void bare_ends_of_lines_are_not_ours(void **unused)
{
    char text[CAP], bare[CAP];
    size_t len = write_request(plain, SIZE_MAX, NULL, text);

    (void)unused;
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\r')
            continue;
        memcpy(bare, text, i);
        memcpy(bare + i, text + i + 1, len - i - 1);
        assert_int_equal(read_copy(bare, len - 1), 0);
    }
}

/* RFC 6455, 1.3. */
static void the_reply_has_the_value_of_the_standards_example(void **unused)
{
    char reply[NET_UPGRADE_REPLY];
    size_t len = net_upgrade_reply(&(net_upgrade){.key = KEY}, reply);

    (void)unused;
    assert_int_equal(len, strlen(reply));
    assert_non_null(strstr(reply, "\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    assert_non_null(strstr(reply, "\r\nSec-WebSocket-Protocol: croupier.v1\r\n"));
    assert_memory_equal(reply, "HTTP/1.1 101 ", 13);
    assert_string_equal(reply + len - 4, "\r\n\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_programs_and_browsers_send_is_read),
        cmocka_unit_test(what_stands_behind_the_head_is_not_of_it),
        cmocka_unit_test(a_head_that_is_cut_anywhere_is_none),
        cmocka_unit_test(every_field_is_needed_and_only_once),
        cmocka_unit_test(another_first_line_is_not_ours),
        cmocka_unit_test(another_value_is_not_ours),
        cmocka_unit_test(a_body_is_not_ours),
        cmocka_unit_test(lines_that_are_none_are_not_ours),
        cmocka_unit_test(a_control_character_anywhere_is_not_ours),
        cmocka_unit_test(bare_ends_of_lines_are_not_ours),
        cmocka_unit_test(the_reply_has_the_value_of_the_standards_example),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
