/* Records for programs in JavaScript: of a match, or opened and played again entry by entry. */
#include "wasm/match_inside.h"
#include "kernel/forms.h"
#include "kernel/say.h"

#include <stdlib.h>
#include <string.h>

static void write_record(cr_text *out, const void *with)
{
    const match *m = with;

    if (m->record_len < out->cap)
        memcpy(out->buf, m->record, m->record_len);
    out->len = m->record_len;
}

size_t cr_wasm_match_record(const match *m)
{
    if (m->is_placed)
        return cr_wasm_fail("a match from a position has no record: its deal comes from no seed");
    return m->is_full ? cr_wasm_fail(cr_err_text(CR_ERR_MEMORY)) : cr_wasm_write(write_record, m);
}

/* Says what is wrong; of a deal, where. */
static void fail_to_open(cr_err err, const uint8_t *bytes, size_t len, const cr_record_head *head)
{
    char says[512];
    cr_text text = cr_text_on(says, sizeof says);
    cr_deal *deal = err == CR_ERR_BAD_DEAL ? malloc(sizeof *deal) : NULL;

    cr_text_str(&text, cr_err_text(err));
    if (deal && !cr_record_deal(bytes, len, head, deal)) {
        cr_text_str(&text, ". ");
        cr_say_deal_fault(&text, head->match_id, deal);
    }
    free(deal);
    cr_wasm_fail(says);
}

match *cr_wasm_record_open(const uint8_t *bytes, size_t len)
{
    char name[CR_GAME_NAME_MAX];
    const cr_game *game = NULL;
    cr_record_head head;
    match *m = NULL;
    uint8_t *copy = NULL;
    cr_err err = cr_record_game(bytes, len, name);

    if (!err && !(game = cr_game_find(name)))
        err = CR_ERR_NO_GAME;
    if (!err)
        err = cr_record_head_read(game, bytes, len, &head);
    if (!err && (!(m = cr_wasm_match_new(game)) || !(copy = malloc(len))))
        err = CR_ERR_MEMORY;
    if (!err)
        err = cr_start(game, m->state, &head.setup, &m->sink);
    if (!err)
        err = cr_record_deal(bytes, len, &head, &m->deal);
    if (err) {
        cr_wasm_match_free(m);
        free(copy);
        fail_to_open(err, bytes, len, &head);
        return NULL;
    }
    memcpy(copy, bytes, len);
    m->setup = head.setup;
    memcpy(m->match_id, head.match_id, sizeof m->match_id);
    memcpy(m->commitment, head.commitment, sizeof m->commitment);
    m->given = copy;
    m->given_len = len;
    m->given_at = head.head_size;
    cr_wasm_match_keep(m, bytes, head.head_size);
    cr_rng_init(&m->rng, m->setup.seed, 1);
    return m;
}

int cr_wasm_record_next(match *m)
{
    cr_record_entry entry;
    cr_err err;

    if (m->given_at == m->given_len)
        return 0;
    err = cr_record_entry_read(m->given + m->given_at, m->given_len - m->given_at, &entry);
    if (!err && (entry.number != m->n_entries + 1 || entry.at_ms < cr_now(m->state)))
        err = CR_ERR_CORRUPT;
    if (!err && cr_play(m->game, m->state, &entry.move, entry.at_ms, &m->sink).code)
        err = CR_ERR_REFUSED;
    if (!err && cr_state_hash(m->game, m->state) != entry.hash)
        err = CR_ERR_DIFFERS;
    if (err) {
        cr_wasm_fail(cr_err_text(err));
        return -1;
    }
    m->given_at += CR_RECORD_ENTRY;
    cr_wasm_match_keep_move(m, &entry.move, entry.at_ms);
    return 1;
}

static void write_hex(cr_json *j, const char *key, const uint8_t *bytes, size_t len)
{
    char hex[65];
    cr_text text = cr_text_on(hex, sizeof hex);

    cr_text_hex(&text, bytes, len);
    cr_json_put_str(j, key, hex);
}

static void write_head(cr_text *out, const void *with)
{
    const match *m = with;
    char says[2048], committed[4096];
    cr_text words = cr_text_on(says, sizeof says);
    cr_text times = cr_text_on(committed, sizeof committed);
    cr_json j = cr_json_on(out);

    cr_say_deal(&words, &m->deal, m->setup.n_seats);
    cr_say_committed(&times, &m->deal, m->setup.start_ms);
    cr_json_open(&j, '{');
    write_hex(&j, "match", m->match_id, sizeof m->match_id);
    write_hex(&j, "seed", m->setup.seed, sizeof m->setup.seed);
    write_hex(&j, "commitment", m->commitment, sizeof m->commitment);
    cr_json_put_bool(&j, "pinned", m->setup.is_pinned);
    cr_json_key(&j, "starts");
    cr_deal_write_json(&j, &m->deal, m->setup.n_seats);
    cr_json_put_str(&j, "deal", says);
    cr_json_put_str(&j, "title", m->game->title ? m->game->title : m->game->name);
    cr_json_put_str(&j, "committed", committed);
    cr_json_close(&j, '}');
}

size_t cr_wasm_record_head(const match *m)
{
    return cr_wasm_write(write_head, m);
}
