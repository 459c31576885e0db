/* Records from anywhere. An input is a file as it is, or ('B' in front) what a record is built from: a number of
 * moves, then one byte to change at some place. A changed byte must be found, and its entry named. */
#include "fuzz/fuzz.h"

enum { ENTRIES_MAX = 200 };

static void replay(const uint8_t *bytes, size_t len)
{
    char name[CR_GAME_NAME_MAX];
    const cr_game *game;
    uint32_t at = 0;
    cr_state *s;

    if (cr_record_game(bytes, len, name))
        return;
    game = cr_game_find(name);
    if (!game)
        return;
    s = fuzz_room(0, game->state_size);
    if (!cr_replay(game, bytes, len, s, NULL, NULL, &at))
        FUZZ_MUST(!s->fault);
}

static size_t build(fuzz *f, uint8_t *out)
{
    static const uint8_t match_id[16] = {1, 2, 3};
    cr_state *s = fuzz_room(0, f->game->state_size);
    cr_record_entry entry = {0};
    size_t len;

    if (cr_start(f->game, s, &f->setup, NULL))
        return 0;
    len = cr_record_head_write(f->game, &f->setup, match_id, out);
    for (unsigned n = fuzz_byte(f); n && !s->is_over && entry.number < ENTRIES_MAX; n--) {
        entry.move = fuzz_some_move(f->game, s, &f->rng);
        entry.at_ms = s->now_ms;
        cr_play(f->game, s, &entry.move, entry.at_ms, NULL);
        entry.number++;
        entry.hash = cr_state_hash(f->game, s);
        cr_record_entry_write(&entry, out + len);
        len += CR_RECORD_ENTRY;
    }
    return len;
}

static void change_one_byte(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(CR_RECORD_HEAD_MAX + ENTRIES_MAX * CR_RECORD_ENTRY);
    size_t len, at, head;
    uint8_t change;
    uint32_t named = 0;
    cr_state *s;
    fuzz f;

    if (!bytes)
        abort();
    if (fuzz_begin(&f, data, size) && (len = build(&f, bytes)) > 0) {
        s = fuzz_room(0, f.game->state_size);
        FUZZ_MUST(!cr_replay(f.game, bytes, len, s, NULL, NULL, NULL));
        at = fuzz_byte(&f);
        at = (at | (size_t)fuzz_byte(&f) << 8) % len;
        change = (uint8_t)fuzz_byte(&f);
        head = (size_t)(bytes[8] | bytes[9] << 8);
        bytes[at] ^= change;
        if (change) {
            FUZZ_MUST(cr_replay(f.game, bytes, len, s, NULL, NULL, &named));
            FUZZ_MUST(named == (at < head ? 0 : 1 + (at - head) / CR_RECORD_ENTRY));
        }
        bytes[at] ^= change;
        /* Cut short anywhere but between two entries, it is no whole record. */
        at = fuzz_byte(&f) % len;
        if (at < head || (at - head) % CR_RECORD_ENTRY)
            FUZZ_MUST(cr_replay(f.game, bytes, at, s, NULL, NULL, &named));
    }
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    if (len && data[0] == 'B')
        change_one_byte(data + 1, len - 1);
    else
        replay(data, len);
    return 0;
}
