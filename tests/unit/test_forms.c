/* Written forms: moves, events, views and positions print, parse back, and refuse nonsense with its line. */
#include "support/cmocka_all.h"
#include "support/lab.h"
#include "kernel/forms.h"
#include "kernel/rng.h"

static void moves_read_as_they_are_written(void **unused)
{
    static const char *const texts[] = {
        "pass",      "pick 7",       "act",
        "act now", /* the longer of two words that begin alike */
        "set 2",     "set 2 size=9", "set 0 size=9 naming red pair=3,4",
        "idle 2",    "idle host",    "pause 3",
        "resume 15",
    };
    char back[128];
    cr_move m;

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(texts); i++) {
        assert_int_equal(cr_move_parse(&lab, NULL, 0, texts[i], &m).code, 0);
        cr_move_print(&lab, &m, back, sizeof back);
        assert_string_equal(back, texts[i]);
    }
}

static void optional_parts_come_in_any_order(void **unused)
{
    cr_move a, b;

    (void)unused;
    assert_int_equal(cr_move_parse(&lab, NULL, 1, "set 1 naming blue size=2", &a).code, 0);
    assert_int_equal(cr_move_parse(&lab, NULL, 1, "  set 1   size=2 naming blue ", &b).code, 0);
    assert_memory_equal(&a, &b, sizeof a);
}

static void nonsense_is_malformed(void **unused)
{
    static const char *const texts[] = {
        "",
        "   ",
        "pic 7",
        "pick",
        "pick x",
        "pick 7 8",
        "pick -1",
        "pick 256",
        "passs",
        "pass 1",
        "actnow",
        "set",
        "set 9",
        "set 1 size",
        "set 1 size=",
        "set 1 size=a",
        "set 1 wide=1",
        "set 1 naming green",
        "set 1 naming",
        "set 1 size=1 size=2",
        "set 1 pair=1",
        "set 1 pair=1,2,3",
        "idle 9",
        "pause",
        "pick 99999999999999999999",
        "@ pick 2",
        "@x pick 2",
        "pick 2 !00",
        "pick 2 !zz000000000000000000",
        "idle 2 !02000000000000000000",
        "pick\n7",
        "\x01\xff",
    };
    cr_move m;

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(texts); i++) {
        cr_refusal r = cr_move_parse(&lab, NULL, 0, texts[i], &m);

        if (!r.code)
            print_error("accepted: \"%s\"\n", texts[i]);
        assert_int_equal(r.code, CR_CODE_MALFORMED);
    }
}

static void ticket_comes_from_the_question_or_the_text(void **unused)
{
    lab_state s;
    cr_move m;

    (void)unused;
    lab_start(&s, LAB_CHAIN, 0, NULL);
    assert_int_equal(lab_play(&s, 0, "act", 1000).code, 0);
    assert_int_equal(cr_move_parse(&lab, &s.k, 1, "act", &m).code, 0);
    assert_int_equal(m.ticket, 2);
    assert_int_equal(cr_move_parse(&lab, &s.k, 1, "@1 act", &m).code, 0);
    assert_int_equal(m.ticket, 1);
    assert_int_equal(m.seat, 1);
}

static void default_with_a_mark_still_prints_and_parses(void **unused)
{
    cr_move m = lab.idle(&(lab_state){.k.q.kind = LAB_Q_PICK}.k, 2), back = {0};
    char text[64];

    (void)unused;
    assert_int_equal(m.arg[1], 1); /* a byte that the kind does not use */
    cr_move_print(&lab, &m, text, sizeof text);
    assert_string_equal(text, "pick 4 !04010000000000000000");
    assert_true(cr_move_read(&lab, cr_span_of(text), &back));
    assert_memory_equal(m.arg, back.arg, CR_ARGS);
}

static void value_without_a_word_prints_and_parses(void **unused)
{
    static const char *const reasons[] = {"away", NULL};
    cr_move m = {.kind = LAB_SET}, back = {.kind = LAB_SET};
    cr_game game = lab;
    char text[128];

    (void)unused;
    memset(m.arg, 200, sizeof m.arg);
    cr_move_print(&lab, &m, text, sizeof text);
    assert_true(cr_move_read(&lab, cr_span_of(text), &back));
    assert_memory_equal(m.arg, back.arg, CR_ARGS);

    game.reasons = reasons;
    m = (cr_move){.kind = CR_PAUSE, .arg = {9}};
    cr_move_json(&game, &m, text, sizeof text);
    assert_string_equal(text, "{\"move\":\"pause\",\"reason\":\"?\"}");
    cr_event_print(&game, &(cr_event){.kind = CR_EV_PAUSED, .eyes = CR_EYES_ALL, .data = {9}}, text,
                   sizeof text);
    assert_string_equal(text, "paused ?");
}

static void events_show_what_the_viewer_may_see(void **unused)
{
    cr_event e = {
        .kind = LAB_EV_SECRET, .seat = 1, .eyes = CR_BIT(1), .n_public = 1, .data = {8, 9, 10}};
    char text[128];
    cr_event out;

    (void)unused;
    assert_true(cr_redact(&e, 1, &out));
    cr_event_print(&lab, &out, text, sizeof text);
    assert_string_equal(text, "secret 1 open=8 hidden=9,10");
    assert_true(cr_redact(&e, 0, &out));
    cr_event_print(&lab, &out, text, sizeof text);
    assert_string_equal(text, "secret 1 open=8 hidden=?");
    cr_event_json(&lab, &out, text, sizeof text);
    assert_string_equal(text, "{\"event\":\"secret\",\"seat\":1,\"open\":8,\"hidden\":null}");
}

static void printers_tell_the_whole_length(void **unused)
{
    cr_move m = {.kind = LAB_SET, .arg = {1, 2}};
    char small[6], none;

    (void)unused;
    assert_int_equal(cr_move_print(&lab, &m, small, sizeof small), strlen("set 1 size=2"));
    assert_string_equal(small, "set 1");
    assert_int_equal(cr_move_print(&lab, &m, &none, 0), strlen("set 1 size=2"));
}

static void json_has_the_same_names(void **unused)
{
    cr_move m;
    char text[256];

    (void)unused;
    assert_int_equal(cr_move_parse(&lab, NULL, 0, "set 2 size=9 naming red pair=3,4", &m).code, 0);
    cr_move_json(&lab, &m, text, sizeof text);
    assert_string_equal(
        text, "{\"move\":\"set\",\"seat\":\"2\",\"size\":9,\"naming\":\"red\",\"pair\":[3,4]}");
}

static void views_print_and_parse_back(void **unused)
{
    static const enum lab_script scripts[] = {LAB_SEALED, LAB_QUEUE, LAB_ANY, LAB_NEST};
    static const uint8_t viewers[] = {0, 1, 2, CR_SPECTATOR};
    char text[2048], json[2048];

    (void)unused;
    for (unsigned i = 0; i < CR_COUNT_OF(scripts); i++)
        for (unsigned v = 0; v < 4; v++) {
            lab_view seen, back;
            unsigned line = 0;
            lab_state s;

            lab_start(&s, scripts[i], v % 2 ? 900 : 0, NULL);
            if (i == 0)
                assert_int_equal(lab_play(&s, 1, "pick 4", 1100).code, 0);
            if (i == 3)
                s.k.paused = 5;
            cr_see(&lab, &s.k, viewers[v], &seen.v);
            assert_true(cr_view_print(&lab, &seen.v, text, sizeof text) < sizeof text);
            assert_int_equal(cr_view_parse(&lab, text, &back.v, &line), CR_ERR_OK);
            assert_memory_equal(&seen, &back, sizeof seen);
            assert_true(cr_view_json(&lab, &seen.v, json, sizeof json) < sizeof json);
        }
}

static void bad_view_names_its_line(void **unused)
{
    unsigned line = 0;
    lab_view v;

    (void)unused;
    assert_int_equal(cr_view_parse(&lab, "viewer: 0\nseats: 3\nsum: many\n", &v.v, &line),
                     CR_ERR_BAD_TEXT);
    assert_int_equal(line, 3);
    assert_int_equal(cr_view_parse(&lab, "viewer: 0\n\nnothing\n", &v.v, &line), CR_ERR_BAD_TEXT);
    assert_int_equal(line, 3);
}

static void position_gets_its_question_by_itself(void **unused)
{
    char text[1024], why[128];
    lab_state s, back;
    cr_setup setup;
    unsigned line;

    (void)unused;
    cr_setup_init(&lab, &setup);
    setup.option[LAB_OPTION_SCRIPT] = LAB_NEST;
    assert_int_equal(cr_position_parse(
                         &lab, &setup,
                         "time: 4000\nbudget: 300\nhits: 2\nsecret: 1 2 3\n"
                         "effect: main 0 step=1 left=9\neffect: strike 0 step=1\neffect: block 1\n",
                         &s.k, NULL, &line, why, sizeof why),
                     CR_ERR_OK);
    assert_int_equal(s.k.depth, 3);
    assert_int_equal(s.k.stack[0].arg[0], 9);
    assert_int_equal(cr_deciders(&s.k), CR_BIT(0));
    assert_int_equal(cr_due(&s.k), 4300);
    assert_int_equal(s.secret[2], 3);
    cr_position_print(&lab, &s.k, text, sizeof text);
    assert_int_equal(cr_position_parse(&lab, &setup, text, &back.k, NULL, &line, why, sizeof why),
                     CR_ERR_OK);
    assert_memory_equal(&s, &back, sizeof s);
}

static void bad_positions_are_refused_with_line_and_reason(void **unused)
{
    static const struct {
        const char *text, *why;
        unsigned line;
        cr_err err;
    } rows[] = {
        {"sum: 3\nsome: 4\n", "'some' is no name of a line here", 2, CR_ERR_BAD_TEXT},
        {"sum: 300\n", "'300' does not belong here", 1, CR_ERR_BAD_TEXT},
        {"sum 0: 3\n", "'sum' takes no number", 1, CR_ERR_BAD_TEXT},
        {"sum\n", "'sum' has no ':' behind a name", 1, CR_ERR_BAD_TEXT},
        {"secret: 1 2\n", "'2' is not all: something is missing behind it", 1, CR_ERR_BAD_TEXT},
        {"\neffect: magic 0\n", "'magic' is no effect of this game", 2, CR_ERR_BAD_TEXT},
        {"effect: main 0\neffect: main 0\neffect: main 0\neffect: main 0\neffect: main 0\neffect: "
         "main 0\n"
         "effect: main 0\neffect: main 0\neffect: main 0\n",
         "more effects than a stack holds", 9, CR_ERR_BAD_TEXT},
        {"sum: 201\n", "LAB: the sum is at most 200", 1, CR_ERR_BAD_POSITION},
    };
    char why[128];
    cr_setup setup;
    unsigned line;
    lab_state s;

    (void)unused;
    cr_setup_init(&lab, &setup);
    for (unsigned i = 0; i < CR_COUNT_OF(rows); i++) {
        assert_int_equal(
            cr_position_parse(&lab, &setup, rows[i].text, &s.k, NULL, &line, why, sizeof why),
            rows[i].err);
        assert_string_equal(why, rows[i].why);
        assert_int_equal(line, rows[i].line);
    }
}

static void bounded_text_counts_what_does_not_fit(void **unused)
{
    char buf[4];
    cr_text t = cr_text_on(buf, sizeof buf);

    (void)unused;
    cr_text_str(&t, "ab");
    cr_text_int(&t, -12);
    cr_text_char(&t, 'x');
    assert_int_equal(t.len, 6);
    assert_string_equal(buf, "ab-");
    assert_true(cr_text_is_full(&t));
}

static void xml_reserves_four_characters(void **unused)
{
    char buf[64];
    cr_text t = cr_text_on(buf, sizeof buf);

    (void)unused;
    cr_text_xml(&t, "a<b> & \"c\"");
    cr_text_xml(&t, NULL);
    assert_string_equal(buf, "a&lt;b&gt; &amp; &quot;c&quot;");
}

static void json_strings_are_escaped(void **unused)
{
    char buf[128];
    cr_text t = cr_text_on(buf, sizeof buf);
    cr_json j = cr_json_on(&t);

    (void)unused;
    cr_json_open(&j, '{');
    cr_json_key(&j, "a\"b");
    cr_json_str(&j, "x\\y\n\x01");
    cr_json_key(&j, "c");
    cr_json_open(&j, '[');
    cr_json_int(&j, -1);
    cr_json_bool(&j, true);
    cr_json_null(&j);
    cr_json_real(&j, 0.5);
    cr_json_close(&j, ']');
    cr_json_close(&j, '}');
    assert_string_equal(buf, "{\"a\\\"b\":\"x\\\\y\\n\\u0001\",\"c\":[-1,true,null,0.5]}");
}

/* Tallies go straight into JSON; a type that only looks like theirs takes the way of all lists. */
static void tallies_are_lists_in_both_ways(void **unused)
{
    const cr_type copy = cr_values;
    const cr_field fast = {"", &cr_values, NULL, 0, 0, 0}, slow = {"", &copy, NULL, 0, 0, 0};
    cr_rng rng;

    (void)unused;
    cr_rng_init(&rng, (const uint8_t[32]){7}, 0);
    for (unsigned i = 0; i < 4000; i++) {
        cr_tally tally = cr_rng_u64(&rng);
        char a[512], b[512];
        size_t cap = i % 4 ? sizeof a : 1 + i / 4 % sizeof a; /* also where it does not fit */
        cr_text one = cr_text_on(a, cap), two = cr_text_on(b, cap);
        cr_json j = {&one, i & 1}, k = {&two, i & 1};

        if (i & 2)
            tally &= cr_rng_u64(&rng) & cr_rng_u64(&rng); /* few of each */
        tally = i < 8 ? 0 : i % 16 == 3 ? tally : tally & ~CR_TALLY_TOPS;
        cr_field_json(&j, &fast, (const uint8_t *)&tally, 2);
        cr_field_json(&k, &slow, (const uint8_t *)&tally, 2);
        assert_int_equal(one.len, two.len);
        assert_string_equal(a, b);
        assert_true(j.needs_comma && k.needs_comma);
    }
}

static void chart_exports_every_row(void **unused)
{
    char text[2048];

    (void)unused;
    cr_chart_mermaid(&lab, text, sizeof text);
    assert_non_null(strstr(text, "[*] --> q0"));
    assert_non_null(strstr(text, "q0 --> q0 : pick [one still open]"));
    assert_non_null(strstr(text, "q0 --> [*] : pick [last]"));
    cr_chart_dot(&lab, text, sizeof text);
    assert_non_null(strstr(text, "q0 -> over [label=\"pick [last]\"]"));
    cr_chart_json(&lab, text, sizeof text);
    assert_non_null(strstr(
        text, "{\"from\":\"pick\",\"move\":\"pick\",\"guard\":\"one still open\",\"to\":\"pick\","
              "\"stays\":true,\"runs\":false,\"rule\":\"LAB-1\"}"));
    assert_int_equal(cr_chart_find(&lab, LAB_Q_PICK, LAB_PICK, CR_CHART_OVER), 2);
    assert_int_equal(cr_chart_find(&lab, LAB_Q_PICK, LAB_ACT, CR_CHART_OVER), -1);
}

/* A game with one move of one number that saturates, and one that does not. */
static const cr_field count_fields[] = {
    CR_ARG("many", 0, &cr_count, NULL, 0, 0), CR_ARG("few", 1, &cr_u8, NULL, 0, CR_KEYED), {0}};
static const cr_kind count_kinds[] = {{.word = "count", .max = {20, 20}, .fields = count_fields}};
static const cr_game counting = {.name = "counting", .kinds = count_kinds, .n_kinds = 1};

static void number_too_large_for_its_byte_is_the_largest_where_the_table_says_so(void **unused)
{
    static const struct {
        const char *text;
        int read; /* or -1: malformed */
    } rows[] = {
        {"count 0", 0},    {"count 20", 20},  {"count 21", 20},
        {"count 255", 20}, {"count 256", 20}, {"count 99999999999999999999999999999999", 20},
        {"count 007", 7},  {"count -1", -1},  {"count", -1},
        {"count x", -1},   {"count 1x", -1},  {"count 1 few=256", -1},
    };

    (void)unused;
    for (size_t i = 0; i < CR_COUNT_OF(rows); i++) {
        cr_move move;
        cr_refusal refusal = cr_move_parse(&counting, NULL, 0, rows[i].text, &move);

        assert_int_equal(refusal.code, rows[i].read < 0 ? CR_CODE_MALFORMED : 0);
        if (rows[i].read >= 0)
            assert_int_equal(move.arg[0], rows[i].read);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_too_large_for_its_byte_is_the_largest_where_the_table_says_so),
        cmocka_unit_test(tallies_are_lists_in_both_ways),
        cmocka_unit_test(moves_read_as_they_are_written),
        cmocka_unit_test(optional_parts_come_in_any_order),
        cmocka_unit_test(nonsense_is_malformed),
        cmocka_unit_test(ticket_comes_from_the_question_or_the_text),
        cmocka_unit_test(default_with_a_mark_still_prints_and_parses),
        cmocka_unit_test(value_without_a_word_prints_and_parses),
        cmocka_unit_test(events_show_what_the_viewer_may_see),
        cmocka_unit_test(printers_tell_the_whole_length),
        cmocka_unit_test(json_has_the_same_names),
        cmocka_unit_test(views_print_and_parse_back),
        cmocka_unit_test(bad_view_names_its_line),
        cmocka_unit_test(position_gets_its_question_by_itself),
        cmocka_unit_test(bad_positions_are_refused_with_line_and_reason),
        cmocka_unit_test(bounded_text_counts_what_does_not_fit),
        cmocka_unit_test(xml_reserves_four_characters),
        cmocka_unit_test(json_strings_are_escaped),
        cmocka_unit_test(chart_exports_every_row),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
