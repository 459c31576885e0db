/* A study: a position and moves of any seat in one request, told as a match tells them, and nothing kept. */
#include "support/cmocka_all.h"
#include "support/host.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    cr_request request; /* first */
    unsigned status;
    char text[1 << 16];
} answer;

static void replied(cr_request *r, unsigned status, const char *type, const void *body, size_t len)
{
    answer *a = (answer *)r;

    (void)type;
    a->status = status;
    assert_true(len < sizeof a->text);
    if (len)
        memcpy(a->text, body, len);
    a->text[len] = 0;
}

/* Single quotes are double ones. */
static answer *ask(host *h, const char *body)
{
    static answer a;
    static char text[4096];
    size_t len = strlen(body);

    assert_true(len < sizeof text);
    for (size_t i = 0; i <= len; i++)
        text[i] = body[i] == '\'' ? '"' : body[i];
    a = (answer){.request = {.method = "POST",
                             .path = "/api/study",
                             .body = text,
                             .body_len = len,
                             .reply = replied}};
    cr_api_handle(&h->wire, &a.request);
    return &a;
}

#define TABLE                                                               \
    "'game':'duel','position':'hand 0: 7 11 3\\nhand 1: 5 9 2\\ndeal: 1\\n" \
    "effect: trick 0 step=pick\\n'"

static unsigned count_lines(const char *text)
{
    unsigned n = *text != 0;

    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void a_position_is_told_to_its_seat_alone(void **unused)
{
    answer *a;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    a = ask(&h, "{" TABLE "}");
    assert_int_equal(a->status, 200);
    assert_int_equal(count_lines(a->text), 1);
    assert_has(a->text, "\"type\":\"update\",\"n\":1");
    assert_has(a->text, "\"hand\":[3,7,11]");
    assert_has(a->text, "\"moves\":[\"pick 3\",\"pick 7\",\"pick 11\"]");
    assert_has(a->text, "\"says\":[\"Lay the 3\"");
    assert_lacks(a->text, "[2,5,9]");
    a = ask(&h, "{" TABLE ",'seat':1}");
    assert_has(a->text, "\"hand\":[2,5,9]");
    assert_lacks(a->text, "[3,7,11]");
    host_close(&h);
}

static void moves_of_all_seats_are_played_and_the_later_ones_told(void **unused)
{
    answer *a;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    a = ask(&h, "{" TABLE ",'moves':['0 pick 11','1 pick 5','1 pass']}");
    assert_int_equal(count_lines(a->text), 4);
    assert_has(a->text, "\"points\":[1,0]");
    a = ask(&h, "{" TABLE ",'moves':['0 pick 11','1 pick 5','1 pass'],'after':3}");
    assert_int_equal(count_lines(a->text), 1);
    assert_has(a->text, "\"n\":4");
    assert_has(a->text, "\"event\":\"point\"");
    a = ask(&h, "{" TABLE ",'moves':['0 pick 11','1 pick 5','1 pass'],'after':4}");
    assert_int_equal(a->status, 200);
    assert_string_equal(a->text, "");
    host_close(&h);
}

static void a_refusal_is_the_referees_and_ends_it(void **unused)
{
    answer *a;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    a = ask(&h, "{" TABLE ",'moves':['0 pick 11','0 pick 7','1 pick 5'],'after':2}");
    assert_int_equal(count_lines(a->text), 1);
    assert_has(a->text, "\"type\":\"refused\",\"id\":2,\"code\":\"ANSWERED\"");
    assert_has(a->text, "\"rule\":\"EX-19\"");
    a = ask(&h, "{" TABLE ",'after':1,'check':'pick 8'}");
    assert_has(a->text, "\"type\":\"checked\"");
    assert_has(a->text, "\"code\":\"NOT_HELD\"");
    assert_has(a->text, "\"title\":\"You hold no 8.\"");
    a = ask(&h, "{" TABLE ",'after':1,'check':'pick 7'}");
    assert_has(a->text, "\"ok\":true");
    host_close(&h);
}

static void the_end_says_why(void **unused)
{
    answer *a;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    a = ask(&h, "{'game':'duel','options':{'target':1,'parries':0},'position':'hand 0: 7\\n"
                "hand 1: 5\\ndeal: 1\\neffect: trick 0 step=pick\\n',"
                "'moves':['0 pick 7','1 pick 5'],'after':2}");
    assert_has(a->text, "\"over\":{\"scores\":[1,0]");
    assert_has(a->text, "\"says\":\"You win");
    assert_has(a->text, "\"key\":true");
    host_close(&h);
}

static void time_stands_still(void **unused)
{
    answer *a;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    h.clock.at_ms += 1000000;
    a = ask(&h, "{'game':'duel','options':{'time':5000},'position':'hand 0: 7\\nhand 1: 5\\n"
                "deal: 1\\neffect: trick 0 step=pick\\n','moves':['0 pick 7','1 pick 5']}");
    assert_has(a->text, "\"until\":5000");
    assert_int_equal(count_lines(a->text), 3);
    assert_lacks(a->text, "refused");
    host_close(&h);
}

static void wrong_requests_are_told_where(void **unused)
{
    static const struct {
        const char *body, *code, *field;
    } wrong[] = {
        {"{'game':'chess','position':''}", "NO_GAME", "game"},
        {"{'game':'duel'}", "BAD_FIELD", "position"},
        {"{'game':'duel','position':'hand 0: 7 7 7 7 7\\n'}", "BAD_FIELD", "position"},
        {"{'game':'duel','position':'nothing: 1\\n'}", "BAD_FIELD", "position"},
        {"{'game':'duel','position':'','seat':2}", "BAD_FIELD", "seat"},
        {"{'game':'duel','position':'','options':{'target':0}}", "BAD_OPTION", "options"},
        {"{" TABLE ",'moves':['pick 7']}", "BAD_FIELD", "moves"},
        {"{" TABLE ",'moves':['2 pick 7']}", "BAD_FIELD", "moves"},
    };
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    for (size_t i = 0; i < CR_COUNT_OF(wrong); i++) {
        answer *a = ask(&h, wrong[i].body);
        char part[64];

        snprintf(part, sizeof part, "\"code\":\"%s\"", wrong[i].code);
        assert_has(a->text, part);
        snprintf(part, sizeof part, "\"field\":\"%s\"", wrong[i].field);
        assert_has(a->text, part);
    }
    host_close(&h);
}

static void nothing_is_kept(void **unused)
{
    uint64_t connections;
    host h;

    (void)unused;
    host_open(&h, cr_store_memory_open());
    connections = h.wire.stats.connections;
    ask(&h, "{" TABLE ",'moves':['0 pick 11','1 pick 5']}");
    assert_int_equal(h.lobby.n_rooms, 0);
    assert_int_equal(h.lobby.stats.moves, 0);
    assert_int_equal(h.wire.stats.connections, connections);
    assert_null(cr_wire_next_dirty(&h.wire));
    host_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_told_to_its_seat_alone),
        cmocka_unit_test(moves_of_all_seats_are_played_and_the_later_ones_told),
        cmocka_unit_test(a_refusal_is_the_referees_and_ends_it),
        cmocka_unit_test(the_end_says_why),
        cmocka_unit_test(time_stands_still),
        cmocka_unit_test(wrong_requests_are_told_where),
        cmocka_unit_test(nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
