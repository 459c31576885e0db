#include "host/entry.h"
#include "base/bits.h"
#include "base/bytes.h"

/* A writer and a reader of plain little-endian bytes that cannot run over. */
typedef struct {
    uint8_t *at;
} writer;

typedef struct {
    const uint8_t *at, *end;
    bool is_bad;
} reader;

static void put(writer *w, uint64_t value, unsigned bytes)
{
    cr_bytes_put(w->at, value, bytes);
    w->at += bytes;
}

static void put_bytes(writer *w, const void *bytes, size_t len)
{
    memcpy(w->at, bytes, len);
    w->at += len;
}

static void put_text(writer *w, const char *text)
{
    put(w, strlen(text), 1);
    put_bytes(w, text, strlen(text));
}

static uint64_t get(reader *r, unsigned bytes)
{
    if ((size_t)(r->end - r->at) < bytes) {
        r->is_bad = true;
        return 0;
    }
    r->at += bytes;
    return cr_bytes_get(r->at - bytes, bytes);
}

static void get_bytes(reader *r, void *out, size_t len)
{
    if ((size_t)(r->end - r->at) < len) {
        r->is_bad = true;
        memset(out, 0, len);
        return;
    }
    memcpy(out, r->at, len);
    r->at += len;
}

static void get_text(reader *r, char *out, size_t cap)
{
    size_t len = get(r, 1);

    out[0] = 0;
    if (len >= cap) {
        r->is_bad = true;
        return;
    }
    get_bytes(r, out, len);
    out[r->is_bad ? 0 : len] = 0;
}

enum { SHARES = 1 << 7 }; /* in the byte of a sitter's kind */

static void put_sitter(writer *w, const cr_sitter *sitter)
{
    put(w, sitter->kind | (sitter->shares ? SHARES : 0u), 1);
    put_text(w, sitter->name);
    put_text(w, sitter->bot ? sitter->bot->name : "");
    put_bytes(w, sitter->token_hash, CR_TOKEN_HASH);
}

/* The bot's name is looked up when the game is known. A bot that exists no longer is a seat for defaults. */
static void get_sitter(reader *r, cr_sitter *out, char bot[64])
{
    uint64_t kind = get(r, 1);

    *out = (cr_sitter){.shares = kind & SHARES};
    kind &= ~(uint64_t)SHARES;
    r->is_bad |= kind > CR_SEAT_BOT;
    out->kind = (cr_seat_kind)kind;
    get_text(r, out->name, sizeof out->name);
    get_text(r, bot, 64);
    get_bytes(r, out->token_hash, CR_TOKEN_HASH);
}

static const cr_bot *any_bot(const char *name)
{
    for (size_t i = 0; i < cr_bot_count(); i++)
        if (!strcmp(cr_bot_at(i)->name, name))
            return cr_bot_at(i);
    return NULL;
}

size_t cr_entry_head(uint8_t *out, const uint8_t match[CR_MATCH_ID], const cr_order *order,
                     uint64_t at_ms)
{
    writer w = {out};
    uint8_t head[CR_RECORD_HEAD_MAX];
    size_t len = cr_record_head_write(order->game, &order->setup, match, head);

    put(&w, CR_ENTRY_HEAD, 1);
    put(&w, at_ms, 8);
    put(&w, order->patience, 4);
    put(&w, order->is_private | (unsigned)order->pace << 1 | (unsigned)order->hints << 4, 1);
    put(&w, len, 2);
    put_bytes(&w, head, len);
    for (unsigned seat = 0; seat < order->setup.n_seats; seat++)
        put_sitter(&w, &order->sitters[seat]);
    return (size_t)(w.at - out);
}

size_t cr_entry_seat(uint8_t *out, uint8_t seat, const cr_sitter *sitter)
{
    writer w = {out};

    put(&w, CR_ENTRY_SEAT, 1);
    put(&w, seat, 1);
    put_sitter(&w, sitter);
    return (size_t)(w.at - out);
}

size_t cr_entry_start(uint8_t *out, uint64_t at_ms)
{
    writer w = {out};

    put(&w, CR_ENTRY_START, 1);
    put(&w, at_ms, 8);
    return (size_t)(w.at - out);
}

static void put_seats(writer *w, uint16_t seats, const uint64_t *ms, const uint8_t (*bytes)[32])
{
    put(w, seats, 2);
    for (; seats; seats &= seats - 1) {
        put(w, ms[cr_bits_first(seats)], 8);
        put_bytes(w, bytes[cr_bits_first(seats)], 32);
    }
}

static uint16_t get_seats(reader *r, uint64_t *ms, uint8_t (*bytes)[32])
{
    uint16_t seats = (uint16_t)get(r, 2);

    r->is_bad |= seats >> CR_SEATS_MAX != 0;
    for (unsigned left = seats; left && !r->is_bad; left &= left - 1) {
        ms[cr_bits_first(left)] = get(r, 8);
        get_bytes(r, bytes[cr_bits_first(left)], 32);
    }
    return r->is_bad ? 0 : seats;
}

size_t cr_entry_seals(uint8_t *out, const cr_draw *draw)
{
    writer w = {out};

    put(&w, CR_ENTRY_SEALS, 1);
    put(&w, draw->sealed_ms, 8);
    put_bytes(&w, draw->part, 32);
    put_seats(&w, draw->sealed, draw->seal_ms, draw->seal);
    return (size_t)(w.at - out);
}

size_t cr_entry_opened(uint8_t *out, cr_entry_kind kind, const cr_draw *draw)
{
    writer w = {out};

    put(&w, kind, 1);
    put(&w, draw->ended_ms, 8);
    put_seats(&w, draw->opened, draw->open_ms, draw->opening);
    return (size_t)(w.at - out);
}

size_t cr_entry_move(uint8_t *out, uint32_t id, const cr_record_entry *record)
{
    writer w = {out};

    put(&w, CR_ENTRY_MOVE, 1);
    put(&w, id, 4);
    cr_record_entry_write(record, w.at);
    return 5 + CR_RECORD_ENTRY;
}

size_t cr_entry_hint(uint8_t *out, uint8_t seat)
{
    writer w = {out};

    put(&w, CR_ENTRY_HINT, 1);
    put(&w, seat, 1);
    return (size_t)(w.at - out);
}

static cr_err read_head(reader *r, cr_entry *out)
{
    char name[CR_GAME_NAME_MAX], bot[64];
    cr_record_head head;
    uint64_t flags;
    size_t len;
    cr_err err;

    out->at_ms = get(r, 8);
    out->order.patience = (uint32_t)get(r, 4);
    flags = get(r, 1);
    out->order.is_private = flags & 1;
    out->order.pace = (flags >> 1 & 7) < CR_PACES ? (cr_pace)(flags >> 1 & 7) : CR_PACE_USUAL;
    out->order.hints = flags >> 4 <= CR_HINTS_OFF ? (cr_hints)(flags >> 4) : CR_HINTS_USUAL;
    len = get(r, 2);
    if (r->is_bad || (size_t)(r->end - r->at) < len)
        return CR_ERR_CORRUPT;
    err = cr_record_game(r->at, len, name);
    if (err)
        return err;
    out->order.game = cr_game_find(name);
    if (!out->order.game)
        return CR_ERR_NO_GAME;
    err = cr_record_head_read(out->order.game, r->at, len, &head);
    if (err)
        return err;
    r->at += len;
    out->order.setup = head.setup;
    memcpy(out->match, head.match_id, CR_MATCH_ID);
    for (unsigned seat = 0; seat < head.setup.n_seats && seat < CR_SEATS_MAX; seat++) {
        get_sitter(r, &out->order.sitters[seat], bot);
        out->order.sitters[seat].bot = any_bot(bot);
    }
    return CR_ERR_OK;
}

cr_err cr_entry_read(const uint8_t *bytes, size_t len, cr_entry *out)
{
    reader r = {bytes, bytes + len, false};
    cr_err err = CR_ERR_OK;
    char bot[64];

    memset(&out->draw, 0, sizeof out->draw);
    out->kind = (cr_entry_kind)get(&r, 1);
    switch (out->kind) {
    case CR_ENTRY_HEAD:
        err = read_head(&r, out);
        break;
    case CR_ENTRY_SEAT:
        out->seat = (uint8_t)get(&r, 1);
        get_sitter(&r, &out->sitter, bot);
        out->sitter.bot = any_bot(bot);
        break;
    case CR_ENTRY_SEALS:
        out->at_ms = out->draw.sealed_ms = get(&r, 8);
        get_bytes(&r, out->draw.part, 32);
        out->draw.sealed = get_seats(&r, out->draw.seal_ms, out->draw.seal);
        break;
    case CR_ENTRY_VOID:
    case CR_ENTRY_START: /* without parts: the server alone has drawn, or did so before there were any */
        out->at_ms = out->draw.ended_ms = get(&r, 8);
        if (r.at < r.end)
            out->draw.opened = get_seats(&r, out->draw.open_ms, out->draw.opening);
        break;
    case CR_ENTRY_MOVE:
        out->id = (uint32_t)get(&r, 4);
        err = r.is_bad ? CR_ERR_CORRUPT
                       : cr_record_entry_read(r.at, (size_t)(r.end - r.at), &out->record);
        break;
    case CR_ENTRY_HINT:
        out->seat = (uint8_t)get(&r, 1);
        break;
    default:
        return CR_ERR_CORRUPT;
    }
    return err ? err : r.is_bad ? CR_ERR_CORRUPT : CR_ERR_OK;
}
