/* The record: everything a match is made of, append-only. docs/record.md has the layout; every number is
 * little-endian. Each entry carries a check sum of its own, so a changed byte is found and named. */
#include "base/bits.h"
#include "base/bytes.h"
#include "base/hash.h"
#include "kernel/game.h"

/* Layout of the head: offsets of its parts. */
enum {
    AT_MAGIC = 0,      /* 8 bytes */
    AT_HEAD_SIZE = 8,  /* u16 */
    AT_RULES = 10,     /* u16 rules version */
    AT_SEATS = 12,     /* u8 */
    AT_PINNED = 13,    /* u8, bits of head_flags */
    AT_N_OPTIONS = 14, /* u16 */
    AT_START = 16,     /* u64 */
    AT_GAME = 24,      /* 32 bytes, zero-padded name */
    AT_MATCH = 56,     /* 16 bytes */
    AT_SEED = 72,      /* 32 bytes */
    AT_COMMIT = 104,   /* 32 bytes */
    AT_OPTIONS = 136,  /* i32 each; of a module a u64 layout; then a u64 check sum */
    NAME_MAX = CR_GAME_NAME_MAX - 1
};

/* Bits of the byte at AT_PINNED. A head with starts says by a bit whether a layout stands in front of them. */
enum head_flags { IS_PINNED = 1 << 0, HAS_DEAL = 1 << 1, HAS_LAYOUT = 1 << 2 };

static const uint8_t magic[8] = {0x89, 'C', 'R', 'R', 'E', 'C', '1', '\n'};

static_assert(AT_OPTIONS + 4 * CR_OPTIONS_MAX + 16 <= CR_RECORD_HEAD_MAX, "a head fits its buffer");

/* ---- the starts, in the head behind options and layout ----
 * u8 how many; each: u8 void, u16 sealed, u16 opened, u64 sealed_ms, u64 ended_ms, the server's part and commitment; of each
 * seat that sealed u64 when and its seal; of each that opened u64 when and its part. */

static uint8_t *put_seats(uint8_t *out, uint16_t seats, const uint64_t *ms,
                          const uint8_t (*bytes)[32])
{
    for (; seats; seats &= seats - 1) {
        unsigned seat = cr_bits_first(seats);

        cr_bytes_put(out, ms[seat], 8);
        memcpy(out + 8, bytes[seat], 32);
        out += 40;
    }
    return out;
}

static size_t put_deal(uint8_t *out, const cr_deal *deal)
{
    uint8_t *at = out;

    *at++ = (uint8_t)deal->n;
    for (unsigned i = 0; i < deal->n; i++) {
        const cr_draw *d = &deal->draw[i];

        *at++ = d->is_void;
        cr_bytes_put(at, d->sealed, 2);
        cr_bytes_put(at + 2, d->opened, 2);
        cr_bytes_put(at + 4, d->sealed_ms, 8);
        cr_bytes_put(at + 12, d->ended_ms, 8);
        memcpy(at + 20, d->part, 32);
        memcpy(at + 52, d->commitment, 32);
        at = put_seats(at + 84, d->sealed, d->seal_ms, d->seal);
        at = put_seats(at, d->opened, d->open_ms, d->opening);
    }
    return (size_t)(at - out);
}

static_assert(1 + CR_STARTS_MAX * (85 + 2 * CR_SEATS_MAX * 40) <= CR_DEAL_BYTES_MAX,
              "all starts fit");

static bool get_seats(const uint8_t **at, const uint8_t *end, uint16_t seats, uint64_t *ms,
                      uint8_t (*bytes)[32])
{
    if (seats >> CR_SEATS_MAX)
        return false;
    for (; seats; seats &= seats - 1, *at += 40) {
        unsigned seat = cr_bits_first(seats);

        if (end - *at < 40)
            return false;
        ms[seat] = cr_bytes_get(*at, 8);
        memcpy(bytes[seat], *at + 8, 32);
    }
    return true;
}

static bool get_deal(const uint8_t *at, const uint8_t *end, cr_deal *out)
{
    if (at == end || !*at || *at > CR_STARTS_MAX)
        return false;
    out->n = *at++;
    for (unsigned i = 0; i < out->n; i++) {
        cr_draw *d = &out->draw[i];

        if (end - at < 85 || *at > 1)
            return false;
        d->is_void = *at;
        d->sealed = (uint16_t)cr_bytes_get(at + 1, 2);
        d->opened = (uint16_t)cr_bytes_get(at + 3, 2);
        d->sealed_ms = cr_bytes_get(at + 5, 8);
        d->ended_ms = cr_bytes_get(at + 13, 8);
        memcpy(d->part, at + 21, 32);
        memcpy(d->commitment, at + 53, 32);
        at += 85;
        if (!get_seats(&at, end, d->sealed, d->seal_ms, d->seal) ||
            !get_seats(&at, end, d->opened, d->open_ms, d->opening))
            return false;
    }
    return at == end;
}

cr_err cr_record_deal(const uint8_t *bytes, size_t len, const cr_record_head *head, cr_deal *out)
{
    memset(out, 0, sizeof *out);
    if (!head->deal_at)
        return CR_ERR_OK;
    if (len < head->head_size || head->deal_at > head->head_size - 8 ||
        !get_deal(bytes + head->deal_at, bytes + head->head_size - 8, out))
        return CR_ERR_CORRUPT;
    return CR_ERR_OK;
}

/* ---- the head ---- */

size_t cr_record_head_write(const cr_game *game, const cr_setup *setup, const uint8_t match_id[16],
                            uint8_t out[CR_RECORD_HEAD_MAX])
{
    return cr_record_head_write_deal(game, setup, match_id, NULL, out);
}

size_t cr_record_head_write_deal(const cr_game *game, const cr_setup *setup,
                                 const uint8_t match_id[16], const cr_deal *deal, uint8_t *out)
{
    size_t at = AT_OPTIONS + 4u * game->n_options + (game->layout ? 8 : 0), end = at;
    const uint8_t *part = deal ? deal->draw[deal->n - 1].part : setup->seed;

    memset(out, 0, CR_RECORD_HEAD_MAX);
    if (deal)
        end += put_deal(out + at, deal);
    memcpy(out + AT_MAGIC, magic, sizeof magic);
    cr_bytes_put(out + AT_HEAD_SIZE, end + 8, 2);
    cr_bytes_put(out + AT_RULES, game->rules_version, 2);
    out[AT_SEATS] = setup->n_seats;
    out[AT_PINNED] = setup->is_pinned ? IS_PINNED : 0;
    if (deal)
        out[AT_PINNED] |= game->layout ? HAS_DEAL | HAS_LAYOUT : HAS_DEAL;
    cr_bytes_put(out + AT_N_OPTIONS, game->n_options, 2);
    cr_bytes_put(out + AT_START, setup->start_ms, 8);
    memcpy(out + AT_GAME, game->name, strnlen(game->name, NAME_MAX));
    memcpy(out + AT_MATCH, match_id, 16);
    memcpy(out + AT_SEED, part, 32);
    cr_commit(match_id, part, out + AT_COMMIT);
    for (unsigned i = 0; i < game->n_options; i++)
        cr_bytes_put(out + AT_OPTIONS + 4 * i, (uint32_t)setup->option[i], 4);
    if (game->layout)
        cr_bytes_put(out + at - 8, game->layout, 8);
    cr_bytes_put(out + end, cr_hash(out, end), 8);
    return end + 8;
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

/* The head was read, its seed is the server's part: checks how the seed was drawn, and puts it there. */
static cr_err take_deal(const uint8_t *bytes, size_t len, cr_record_head *out)
{
    const cr_draw *last;
    cr_deal deal;

    if (cr_record_deal(bytes, len, out, &deal))
        return CR_ERR_CORRUPT;
    last = &deal.draw[deal.n - 1];
    if (cr_deal_check(out->match_id, &deal, NULL, NULL) || last->opened >> out->setup.n_seats ||
        memcmp(last->part, out->setup.seed, 32))
        return CR_ERR_BAD_DEAL;
    cr_draw_seed(out->match_id, deal.n, last, out->setup.seed);
    return CR_ERR_OK;
}

cr_err cr_record_head_read(const cr_game *game, const uint8_t *bytes, size_t len,
                           cr_record_head *out)
{
    char name[CR_GAME_NAME_MAX];
    size_t size, n_options, has_layout, at;
    cr_err err = cr_record_game(bytes, len, name);
    unsigned flags;

    memset(out, 0, sizeof *out);
    if (err)
        return err;
    size = cr_bytes_get(bytes + AT_HEAD_SIZE, 2);
    n_options = cr_bytes_get(bytes + AT_N_OPTIONS, 2);
    flags = bytes[AT_PINNED];
    has_layout =
        flags & HAS_DEAL ? !!(flags & HAS_LAYOUT) : size == AT_OPTIONS + 4 * n_options + 16;
    at = AT_OPTIONS + 4 * n_options + 8 * has_layout;
    if (n_options > CR_OPTIONS_MAX || (flags & HAS_DEAL ? size < at + 8 : size != at + 8))
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
    out->setup.is_pinned = flags & IS_PINNED;
    out->deal_at = flags & HAS_DEAL ? (uint16_t)at : 0;
    out->setup.start_ms = cr_bytes_get(bytes + AT_START, 8);
    memcpy(out->setup.seed, bytes + AT_SEED, 32);
    memcpy(out->match_id, bytes + AT_MATCH, 16);
    memcpy(out->commitment, bytes + AT_COMMIT, 32);
    if (out->rules_version != game->rules_version)
        return CR_ERR_FOREIGN_VERSION;
    if ((has_layout ? cr_bytes_get(bytes + at - 8, 8) : 0) != game->layout)
        return CR_ERR_FOREIGN_LAYOUT;
    if (n_options > game->n_options)
        return CR_ERR_BAD_OPTION;
    for (unsigned i = 0; i < n_options; i++)
        out->setup.option[i] = (int32_t)(uint32_t)cr_bytes_get(bytes + AT_OPTIONS + 4 * i, 4);
    if (!cr_commit_holds(out->match_id, out->setup.seed, out->commitment))
        return CR_ERR_BAD_COMMITMENT;
    return out->deal_at ? take_deal(bytes, len, out) : CR_ERR_OK;
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
