/* The record: what is written is read, replays to the same hashes, and every changed byte is found. */
#include "support/cmocka_all.h"
#include "support/lab.h"

enum { ENTRIES = 3, SIZE_MAX_ = CR_RECORD_HEAD_MAX + ENTRIES * CR_RECORD_ENTRY };

static const uint8_t match_id[16] = {1, 2, 3, 4};

/* A sealed match of three answers. Returns its size. */
static size_t make_record(uint8_t *out)
{
    static const char *const picks[] = {"pick 2", "pick 4", "pick 6"};
    cr_setup setup;
    lab_state s;
    size_t len;

    cr_setup_init(&lab, &setup);
    cr_setup_pin(&setup, 1);
    setup.start_ms = 1000;
    setup.option[LAB_OPTION_TIME] = 5000;
    assert_int_equal(cr_start(&lab, &s.k, &setup, NULL), CR_ERR_OK);
    len = cr_record_head_write(&lab, &setup, match_id, out);
    for (uint8_t seat = 0; seat < ENTRIES; seat++) {
        cr_record_entry entry = {.number = seat + 1u, .at_ms = 1100 + 100u * seat};

        assert_int_equal(cr_move_parse(&lab, &s.k, seat, picks[seat], &entry.move).code, 0);
        assert_int_equal(cr_play(&lab, &s.k, &entry.move, entry.at_ms, NULL).code, 0);
        entry.hash = cr_state_hash(&lab, &s.k);
        cr_record_entry_write(&entry, out + len);
        len += CR_RECORD_ENTRY;
    }
    return len;
}

static void record_replays_to_the_same_state(void **unused)
{
    uint8_t bytes[SIZE_MAX_];
    size_t len = make_record(bytes);
    char name[CR_GAME_NAME_MAX];
    cr_record_head head;
    lab_state s;
    uint32_t at;

    (void)unused;
    assert_int_equal(cr_record_game(bytes, len, name), CR_ERR_OK);
    assert_string_equal(name, "lab");
    assert_int_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_OK);
    assert_int_equal(head.setup.start_ms, 1000);
    assert_int_equal(head.setup.option[LAB_OPTION_TIME], 5000);
    assert_true(head.setup.is_pinned);
    assert_memory_equal(head.match_id, match_id, 16);
    assert_int_equal(cr_replay(&lab, bytes, len, &s.k, NULL, NULL, &at), CR_ERR_OK);
    assert_true(cr_is_over(&s.k));
    assert_int_equal(s.sum, 12);
}

static void every_changed_byte_is_found_and_named(void **unused)
{
    uint8_t bytes[SIZE_MAX_];
    size_t len = make_record(bytes), head = len - ENTRIES * CR_RECORD_ENTRY;
    lab_state s;

    (void)unused;
    for (size_t i = 0; i < len; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            uint32_t at = 99,
                     expected = i < head ? 0 : (uint32_t)((i - head) / CR_RECORD_ENTRY) + 1;

            bytes[i] ^= (uint8_t)(1 << bit);
            assert_int_not_equal(cr_replay(&lab, bytes, len, &s.k, NULL, NULL, &at), CR_ERR_OK);
            assert_int_equal(at, expected);
            bytes[i] ^= (uint8_t)(1 << bit);
        }
}

static void every_cut_is_found(void **unused)
{
    uint8_t bytes[SIZE_MAX_];
    size_t len = make_record(bytes), head = len - ENTRIES * CR_RECORD_ENTRY;
    lab_state s;

    (void)unused;
    for (size_t cut = 0; cut < len; cut++) {
        cr_err err = cr_replay(&lab, bytes, cut, &s.k, NULL, NULL, NULL);
        bool is_whole = cut >= head && (cut - head) % CR_RECORD_ENTRY == 0;

        assert_int_equal(err == CR_ERR_OK, is_whole); /* an unfinished match is a record too */
    }
}

/* Rewrites an entry with its check sum put right, so that only the replay can find the change. */
static cr_err replay_with(void (*change)(cr_record_entry *entry), uint32_t *at)
{
    uint8_t bytes[SIZE_MAX_];
    size_t len = make_record(bytes), second = len - 2 * CR_RECORD_ENTRY;
    cr_record_entry entry;
    lab_state s;

    assert_int_equal(cr_record_entry_read(bytes + second, CR_RECORD_ENTRY, &entry), CR_ERR_OK);
    change(&entry);
    cr_record_entry_write(&entry, bytes + second);
    return cr_replay(&lab, bytes, len, &s.k, NULL, NULL, at);
}

static void change_hash(cr_record_entry *entry)
{
    entry->hash ^= 1;
}

static void change_pick(cr_record_entry *entry)
{
    entry->move.arg[0] = 8;
}

static void change_to_odd(cr_record_entry *entry)
{
    entry->move.arg[0] = 5;
}

static void change_number(cr_record_entry *entry)
{
    entry->number = 3;
}

static void change_time(cr_record_entry *entry)
{
    entry->at_ms = 1;
}

static void forged_entries_are_found_by_replay(void **unused)
{
    uint32_t at = 0;

    (void)unused;
    assert_int_equal(replay_with(change_hash, &at), CR_ERR_DIFFERS);
    assert_int_equal(at, 2);
    assert_int_equal(replay_with(change_pick, &at), CR_ERR_DIFFERS);
    assert_int_equal(replay_with(change_to_odd, &at), CR_ERR_REFUSED);
    assert_int_equal(replay_with(change_number, &at), CR_ERR_DIFFERS);
    assert_int_equal(replay_with(change_time, &at), CR_ERR_DIFFERS);
    assert_int_equal(at, 2);
}

/* Two answers at the same time, and the second is written as earlier: the state is the same, for its time never falls; only
 * the order of times is wrong. */
static void an_entry_that_goes_back_in_time_is_found(void **unused)
{
    uint8_t bytes[SIZE_MAX_];
    size_t len = make_record(bytes), third = len - CR_RECORD_ENTRY;
    cr_record_entry entry;
    cr_record_head head;
    lab_state s;
    uint32_t at = 0;

    (void)unused;
    assert_int_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_OK);
    assert_int_equal(cr_replay(&lab, bytes, third, &s.k, NULL, NULL, NULL), CR_ERR_OK);
    assert_int_equal(cr_record_entry_read(bytes + third, CR_RECORD_ENTRY, &entry), CR_ERR_OK);
    entry.at_ms = s.k.now_ms;
    assert_int_equal(cr_play(&lab, &s.k, &entry.move, entry.at_ms, NULL).code, 0);
    entry.hash = cr_state_hash(&lab, &s.k);
    cr_record_entry_write(&entry, bytes + third);
    assert_int_equal(cr_replay(&lab, bytes, len, &s.k, NULL, NULL, &at), CR_ERR_OK);
    entry.at_ms--;
    cr_record_entry_write(&entry, bytes + third);
    if (cr_replay(&lab, bytes, len, &s.k, NULL, NULL, &at) != CR_ERR_DIFFERS || at != 3)
        fail_msg("replay takes entry 3, which is older than entry 2");
}

static void foreign_versions_and_games_are_refused_by_name(void **unused)
{
    uint8_t bytes[SIZE_MAX_];
    size_t len = make_record(bytes);
    cr_game newer = lab, other = lab;
    cr_record_head head;

    (void)unused;
    newer.rules_version = 4;
    other.name = "chess";
    assert_int_equal(cr_record_head_read(&newer, bytes, len, &head), CR_ERR_FOREIGN_VERSION);
    assert_int_equal(head.rules_version, 3);
    assert_int_equal(cr_record_head_read(&other, bytes, len, &head), CR_ERR_NO_GAME);
    assert_int_equal(cr_record_head_read(&lab, (const uint8_t *)"GIF89a..", 8, &head),
                     CR_ERR_NOT_RECORD);
}

static void a_module_of_another_layout_is_refused_by_name(void **unused)
{
    uint8_t bytes[CR_RECORD_HEAD_MAX];
    cr_game module = lab, rebuilt = lab;
    cr_record_head head;
    cr_setup setup;
    size_t len, plain;

    (void)unused;
    module.layout = UINT64_C(0x0123456789ABCDEF);
    rebuilt.layout = module.layout + 1;
    cr_setup_init(&lab, &setup);
    plain = cr_record_head_write(&lab, &setup, match_id, bytes);
    assert_int_equal(cr_record_head_read(&module, bytes, plain, &head), CR_ERR_FOREIGN_LAYOUT);
    len = cr_record_head_write(&module, &setup, match_id, bytes);
    assert_int_equal(len, plain + 8);
    assert_int_equal(cr_record_head_read(&module, bytes, len, &head), CR_ERR_OK);
    assert_int_equal(head.head_size, len);
    assert_int_equal(cr_record_head_read(&rebuilt, bytes, len, &head), CR_ERR_FOREIGN_LAYOUT);
    assert_int_equal(cr_record_head_read(&lab, bytes, len, &head), CR_ERR_FOREIGN_LAYOUT);
    for (size_t i = 0; i < len; i++) {
        bytes[i] ^= 1;
        assert_int_not_equal(cr_record_head_read(&module, bytes, len, &head), CR_ERR_OK);
        assert_int_not_equal(cr_record_head_read(&module, bytes, i, &head), CR_ERR_OK);
        bytes[i] ^= 1;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(record_replays_to_the_same_state),
        cmocka_unit_test(every_changed_byte_is_found_and_named),
        cmocka_unit_test(every_cut_is_found),
        cmocka_unit_test(forged_entries_are_found_by_replay),
        cmocka_unit_test(an_entry_that_goes_back_in_time_is_found),
        cmocka_unit_test(foreign_versions_and_games_are_refused_by_name),
        cmocka_unit_test(a_module_of_another_layout_is_refused_by_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
