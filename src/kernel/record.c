/* The record: everything a match is made of, append-only. docs/record.md has the layout; every number is
 * little-endian. Each entry carries a check sum of its own, so a changed byte is found and named. */
#include "base/bytes.h"
#include "base/hash.h"
#include "kernel/game.h"

/* Layout of the head: offsets of its parts. */
enum {
    AT_MAGIC = 0,      /* 8 bytes */
    AT_HEAD_SIZE = 8,  /* u16 */
    AT_RULES = 10,     /* u16 rules version */
    AT_SEATS = 12,     /* u8 */
    AT_PINNED = 13,    /* u8 */
    AT_N_OPTIONS = 14, /* u16 */
    AT_START = 16,     /* u64 */
    AT_GAME = 24,      /* 32 bytes, zero-padded name */
    AT_MATCH = 56,     /* 16 bytes */
    AT_SEED = 72,      /* 32 bytes */
    AT_COMMIT = 104,   /* 32 bytes */
    AT_OPTIONS = 136,  /* i32 each; of a module a u64 layout; then a u64 check sum */
    NAME_MAX = CR_GAME_NAME_MAX - 1
};

static const uint8_t magic[8] = {0x89, 'C', 'R', 'R', 'E', 'C', '1', '\n'};

static_assert(AT_OPTIONS + 4 * CR_OPTIONS_MAX + 16 <= CR_RECORD_HEAD_MAX, "a head fits its buffer");

size_t cr_record_head_write(const cr_game *game, const cr_setup *setup, const uint8_t match_id[16],
                            uint8_t out[CR_RECORD_HEAD_MAX])
{
    size_t at = AT_OPTIONS + 4u * game->n_options + (game->layout ? 8 : 0);

    memset(out, 0, CR_RECORD_HEAD_MAX);
    memcpy(out + AT_MAGIC, magic, sizeof magic);
    cr_bytes_put(out + AT_HEAD_SIZE, at + 8, 2);
    cr_bytes_put(out + AT_RULES, game->rules_version, 2);
    out[AT_SEATS] = setup->n_seats;
    out[AT_PINNED] = setup->is_pinned;
    cr_bytes_put(out + AT_N_OPTIONS, game->n_options, 2);
    cr_bytes_put(out + AT_START, setup->start_ms, 8);
    memcpy(out + AT_GAME, game->name, strnlen(game->name, NAME_MAX));
    memcpy(out + AT_MATCH, match_id, 16);
    memcpy(out + AT_SEED, setup->seed, 32);
    cr_commit(match_id, setup->seed, out + AT_COMMIT);
    for (unsigned i = 0; i < game->n_options; i++)
        cr_bytes_put(out + AT_OPTIONS + 4 * i, (uint32_t)setup->option[i], 4);
    if (game->layout)
        cr_bytes_put(out + at - 8, game->layout, 8);
    cr_bytes_put(out + at, cr_hash(out, at), 8);
    return at + 8;
}

cr_err cr_record_game(const uint8_t *bytes, size_t len, char name[CR_GAME_NAME_MAX])
{
    if (len < sizeof magic || memcmp(bytes, magic, sizeof magic))
        return CR_ERR_NOT_RECORD;
    if (len < AT_OPTIONS)
        return CR_ERR_TRUNCATED;
    memcpy(name, bytes + AT_GAME, NAME_MAX);
    name[NAME_MAX] = 0;
    return CR_ERR_OK;
}

cr_err cr_record_head_read(const cr_game *game, const uint8_t *bytes, size_t len,
                           cr_record_head *out)
{
    char name[CR_GAME_NAME_MAX];
    size_t size, n_options, has_layout;
    cr_err err = cr_record_game(bytes, len, name);

    memset(out, 0, sizeof *out);
    if (err)
        return err;
    size = cr_bytes_get(bytes + AT_HEAD_SIZE, 2);
    n_options = cr_bytes_get(bytes + AT_N_OPTIONS, 2);
    has_layout = size == AT_OPTIONS + 4 * n_options + 16;
    if (n_options > CR_OPTIONS_MAX || size != AT_OPTIONS + 4 * n_options + 8 + 8 * has_layout)
        return CR_ERR_CORRUPT;
    if (len < size)
        return CR_ERR_TRUNCATED;
    if (cr_bytes_get(bytes + size - 8, 8) != cr_hash(bytes, size - 8))
        return CR_ERR_CORRUPT;
    out->head_size = (uint16_t)size;
    if (strcmp(name, game->name))
        return CR_ERR_NO_GAME;
    cr_setup_init(game, &out->setup);
    out->rules_version = (uint16_t)cr_bytes_get(bytes + AT_RULES, 2);
    out->setup.n_seats = bytes[AT_SEATS];
    out->setup.is_pinned = bytes[AT_PINNED];
    out->setup.start_ms = cr_bytes_get(bytes + AT_START, 8);
    memcpy(out->setup.seed, bytes + AT_SEED, 32);
    memcpy(out->match_id, bytes + AT_MATCH, 16);
    memcpy(out->commitment, bytes + AT_COMMIT, 32);
    if (out->rules_version != game->rules_version)
        return CR_ERR_FOREIGN_VERSION;
    if ((has_layout ? cr_bytes_get(bytes + size - 16, 8) : 0) != game->layout)
        return CR_ERR_FOREIGN_LAYOUT;
    if (n_options > game->n_options)
        return CR_ERR_BAD_OPTION;
    for (unsigned i = 0; i < n_options; i++)
        out->setup.option[i] = (int32_t)(uint32_t)cr_bytes_get(bytes + AT_OPTIONS + 4 * i, 4);
    if (!cr_commit_holds(out->match_id, out->setup.seed, out->commitment))
        return CR_ERR_BAD_COMMITMENT;
    return CR_ERR_OK;
}

/* An entry: u64 time, 16 bytes of move, u64 hash of the state behind it, u32 number, u32 check sum. */
void cr_record_entry_write(const cr_record_entry *entry, uint8_t out[CR_RECORD_ENTRY])
{
    cr_bytes_put(out, entry->at_ms, 8);
    cr_bytes_put(out + 8, entry->move.ticket, 4);
    out[12] = entry->move.seat;
    out[13] = entry->move.kind;
    memcpy(out + 14, entry->move.arg, CR_ARGS);
    cr_bytes_put(out + 24, entry->hash, 8);
    cr_bytes_put(out + 32, entry->number, 4);
    cr_bytes_put(out + 36, cr_hash(out, 36), 4);
}

cr_err cr_record_entry_read(const uint8_t *bytes, size_t len, cr_record_entry *out)
{
    if (len < CR_RECORD_ENTRY)
        return CR_ERR_TRUNCATED;
    if (cr_bytes_get(bytes + 36, 4) != (uint32_t)cr_hash(bytes, 36))
        return CR_ERR_CORRUPT;
    *out = (cr_record_entry){.number = (uint32_t)cr_bytes_get(bytes + 32, 4),
                             .at_ms = cr_bytes_get(bytes, 8),
                             .hash = cr_bytes_get(bytes + 24, 8),
                             .move = {.ticket = (uint32_t)cr_bytes_get(bytes + 8, 4),
                                      .seat = bytes[12],
                                      .kind = bytes[13]}};
    memcpy(out->move.arg, bytes + 14, CR_ARGS);
    return CR_ERR_OK;
}

cr_err cr_replay(const cr_game *game, const uint8_t *bytes, size_t len, cr_state *state,
                 cr_sink *sink, cr_log *each, uint32_t *at)
{
    cr_record_head head;
    cr_err err = cr_record_head_read(game, bytes, len, &head);
    uint32_t number = 0;

    if (at)
        *at = 0;
    if (!err)
        err = cr_start(game, state, &head.setup, sink);
    for (size_t place = head.head_size; !err && place < len; place += CR_RECORD_ENTRY) {
        cr_record_entry entry;

        number++;
        err = cr_record_entry_read(bytes + place, len - place, &entry);
        if (!err && (entry.number != number || entry.at_ms < state->now_ms))
            err = CR_ERR_DIFFERS;
        if (!err && cr_play(game, state, &entry.move, entry.at_ms, sink).code)
            err = CR_ERR_REFUSED;
        if (!err && cr_state_hash(game, state) != entry.hash)
            err = CR_ERR_DIFFERS;
        if (!err && each)
            each->played(each, &entry.move, entry.at_ms, state);
        if (err && at)
            *at = number;
    }
    return err;
}
