#include "host/review.h"
#include "base/bytes.h"
#include "base/hash.h"

#include <stdlib.h>

/* Raise it when an analysis of the same record would come out differently. */
enum { ANALYSIS = 1 };

const cr_state *cr_review_state(const cr_review *r, uint32_t i)
{
    return (const cr_state *)((const char *)r->states + (size_t)i * r->game->state_size);
}

static cr_state *state_at(cr_review *r, uint32_t i)
{
    return (cr_state *)((char *)r->states + (size_t)i * r->game->state_size);
}

static bool bring(cr_review *r)
{
    size_t n = r->n;

    r->states = calloc(n, r->game->state_size);
    r->entries = calloc(n, sizeof *r->entries);
    r->answers = calloc(n, sizeof *r->answers);
    r->chances = calloc(n, sizeof *r->chances);
    r->advice = calloc(n, sizeof *r->advice);
    r->has_advice = calloc(n, sizeof *r->has_advice);
    return r->states && r->entries && r->answers && r->chances && r->advice && r->has_advice;
}

static cr_err play(cr_review *r, const uint8_t *bytes, size_t len, const cr_record_head *head)
{
    const cr_game *game = r->game;
    cr_err err = cr_start(game, r->states, &head->setup, NULL);

    for (uint32_t i = 1; !err && i < r->n; i++) {
        size_t at = head->head_size + (size_t)(i - 1) * CR_RECORD_ENTRY;
        cr_record_entry *entry = &r->entries[i];
        const cr_state *before = cr_review_state(r, i - 1);
        cr_state *s = state_at(r, i);

        err = cr_record_entry_read(bytes + at, len - at, entry);
        if (err)
            break;
        r->answers[i] = entry->move;
        if (entry->move.kind == CR_IDLE) {
            r->answers[i] = cr_idle_answer(game, before, entry->move.arg[0]);
            r->answers[i].seat = entry->move.arg[0];
        }
        memcpy(s, before, game->state_size);
        if (cr_play(game, s, &entry->move, entry->at_ms, NULL).code)
            err = CR_ERR_REFUSED;
        else if (cr_state_hash(game, s) != entry->hash)
            err = CR_ERR_DIFFERS;
    }
    return err;
}

cr_err cr_review_open(cr_review *r, const cr_game *game, const uint8_t *bytes, size_t len,
                      uint64_t matches)
{
    cr_record_head head;
    cr_err err = cr_record_head_read(game, bytes, len, &head);
    size_t n;

    *r = (cr_review){.game = game};
    if (err)
        return err;
    n = (len - head.head_size) / CR_RECORD_ENTRY + 1;
    if (n > CR_REVIEW_STEPS_MAX)
        return CR_ERR_FULL;
    r->n = (uint32_t)n;
    r->n_seats = head.setup.n_seats;
    r->plan = cr_analysis_plan_for(game, matches, r->n, r->n_seats);
    err = bring(r) ? play(r, bytes, len, &head) : CR_ERR_MEMORY;
    if (err)
        cr_review_close(r);
    return err;
}

void cr_review_close(cr_review *r)
{
    free(r->states);
    free(r->entries);
    free(r->answers);
    free(r->chances);
    free(r->advice);
    free(r->has_advice);
    r->states = NULL;
    r->entries = NULL;
    r->answers = NULL;
    r->chances = NULL;
    r->advice = NULL;
    r->has_advice = NULL;
}

size_t cr_review_memory(const cr_review *r)
{
    return cr_analysis_memory(r->game, &r->plan);
}

bool cr_review_mover(const cr_review *r, uint32_t i, uint8_t *seat)
{
    const cr_move *move = &r->answers[i];

    *seat = move->seat;
    return i && move->seat < r->n_seats && move->kind < CR_IDLE;
}

void cr_review_step(cr_review *r, uint32_t i, void *memory)
{
    uint8_t seat;

    cr_analysis_chances(r->game, cr_review_state(r, i), &r->plan, memory, &r->chances[i]);
    /* A default is nobody's choice. */
    if (cr_review_mover(r, i, &seat) && r->entries[i].move.kind != CR_IDLE)
        r->has_advice[i] = cr_analysis_advice(r->game, cr_review_state(r, i - 1), &r->answers[i],
                                              &r->plan, memory, &r->advice[i]);
}

/* ---- keeping ----
 * Identity and check sum, 8 bytes each; then for each step the chances of each seat, as it was and as it knew, a byte that
 * tells whether there is advice, and the advice: the move and what both are worth. */

enum { HEAD = 16, FLOAT = 4 };

/* What the bytes belong to: a record is named by its last state. */
static uint64_t identity(const cr_review *r)
{
    char text[256];
    cr_text out = cr_text_on(text, sizeof text);

    cr_text_fmt(&out, "analysis %d of %s: %s %u %llx, %u steps, %u seats, %u and %u worlds, %llx",
                ANALYSIS, CR_VERSION, r->game->name, r->game->rules_version,
                (unsigned long long)r->game->layout, r->n, r->n_seats, r->plan.worlds,
                r->plan.search, (unsigned long long)(r->n > 1 ? r->entries[r->n - 1].hash : 0));
    return cr_hash(text, out.len < sizeof text ? out.len : sizeof text);
}

static uint8_t *put_float(uint8_t *at, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    cr_bytes_put(at, bits, FLOAT);
    return at + FLOAT;
}

static const uint8_t *get_float(const uint8_t *at, float *out)
{
    uint32_t bits = (uint32_t)cr_bytes_get(at, FLOAT);

    memcpy(out, &bits, sizeof bits);
    return at + FLOAT;
}

static size_t step_size(const cr_review *r, bool has_advice)
{
    return 2u * FLOAT * r->n_seats + 1 + (has_advice ? sizeof(cr_move) + 2u * FLOAT : 0);
}

uint8_t *cr_review_pack(const cr_review *r, size_t *len)
{
    uint8_t *bytes, *at;

    *len = HEAD;
    for (uint32_t i = 0; i < r->n; i++)
        *len += step_size(r, r->has_advice[i]);
    bytes = malloc(*len);
    if (!bytes)
        return NULL;
    at = bytes + HEAD;
    for (uint32_t i = 0; i < r->n; i++) {
        for (unsigned s = 0; s < r->n_seats; s++) {
            at = put_float(at, r->chances[i].truth[s]);
            at = put_float(at, r->chances[i].known[s]);
        }
        *at++ = r->has_advice[i];
        if (r->has_advice[i]) {
            const cr_advice *a = &r->advice[i];

            cr_bytes_put(at, a->best.ticket, 4);
            at[4] = a->best.seat;
            at[5] = a->best.kind;
            memcpy(at + 6, a->best.arg, CR_ARGS);
            at = put_float(put_float(at + sizeof(cr_move), a->best_worth), a->played_worth);
        }
    }
    cr_bytes_put(bytes, identity(r), 8);
    cr_bytes_put(bytes + 8, cr_hash(bytes + HEAD, *len - HEAD), 8);
    return bytes;
}

/* Does the length fit, step by step? What is inside was checked by its sum. */
static bool fits(const cr_review *r, const uint8_t *bytes, size_t len)
{
    size_t at = HEAD, flag = step_size(r, false) - 1;

    for (uint32_t i = 0; i < r->n; i++) {
        if (len - at < step_size(r, false) || len - at < step_size(r, bytes[at + flag] != 0))
            return false;
        at += step_size(r, bytes[at + flag] != 0);
    }
    return at == len;
}

bool cr_review_unpack(cr_review *r, const uint8_t *bytes, size_t len)
{
    const uint8_t *at = bytes + HEAD;

    if (len < HEAD || cr_bytes_get(bytes, 8) != identity(r) ||
        cr_bytes_get(bytes + 8, 8) != cr_hash(bytes + HEAD, len - HEAD) || !fits(r, bytes, len))
        return false;
    for (uint32_t i = 0; i < r->n; i++) {
        for (unsigned s = 0; s < r->n_seats; s++) {
            at = get_float(at, &r->chances[i].truth[s]);
            at = get_float(at, &r->chances[i].known[s]);
        }
        r->has_advice[i] = *at++ != 0;
        if (r->has_advice[i]) {
            cr_advice *a = &r->advice[i];

            a->best.ticket = (uint32_t)cr_bytes_get(at, 4);
            a->best.seat = at[4];
            a->best.kind = at[5];
            memcpy(a->best.arg, at + 6, CR_ARGS);
            at = get_float(get_float(at + sizeof(cr_move), &a->best_worth), &a->played_worth);
        }
    }
    r->done = r->n;
    return true;
}

/* ---- telling ---- */

/* Thousandths are more than is known. */
static void json_share(cr_json *j, float share)
{
    char text[16];

    cr_text out = cr_text_on(text, sizeof text);

    cr_text_fmt(&out, "%.3f", (double)share);
    cr_json_raw(j, text);
}

static void json_shares(cr_json *j, const char *key, const float *shares, unsigned n)
{
    cr_json_key(j, key);
    cr_json_open(j, '[');
    for (unsigned s = 0; s < n; s++)
        json_share(j, shares[s]);
    cr_json_close(j, ']');
}

static void json_move(cr_json *j, const char *key, const cr_game *game, const cr_move *move)
{
    char text[512];

    cr_move_print(game, move, text, sizeof text);
    cr_json_key(j, key);
    cr_json_str(j, text);
}

static void json_advice(cr_json *j, const cr_review *r, uint32_t i)
{
    const cr_advice *advice = &r->advice[i];

    json_move(j, "best", r->game, &advice->best);
    cr_json_key(j, "best_worth");
    json_share(j, advice->best_worth);
    if (advice->played_worth >= 0) {
        cr_json_key(j, "move_worth");
        json_share(j, advice->played_worth);
    }
}

static void json_step(cr_json *j, const cr_review *r, uint32_t i)
{
    uint8_t seat;

    cr_json_open(j, '{');
    cr_json_key(j, "number");
    cr_json_uint(j, i);
    if (cr_review_mover(r, i, &seat)) {
        cr_json_key(j, "seat");
        cr_json_uint(j, seat);
        json_move(j, "move", r->game, &r->answers[i]);
    }
    json_shares(j, "truth", r->chances[i].truth, r->n_seats);
    json_shares(j, "known", r->chances[i].known, r->n_seats);
    if (r->has_advice[i])
        json_advice(j, r, i);
    cr_json_close(j, '}');
}

void cr_review_json(cr_json *j, const cr_review *r, uint32_t from)
{
    uint32_t turns[CR_REVIEW_TURNS];
    size_t n =
        cr_analysis_turns(r->chances, r->done, r->n_seats, r->plan.worlds, turns, CR_REVIEW_TURNS);

    cr_json_key(j, "done");
    cr_json_uint(j, r->done);
    cr_json_key(j, "total");
    cr_json_uint(j, r->n);
    cr_json_key(j, "worlds");
    cr_json_uint(j, r->plan.worlds);
    cr_json_key(j, "search");
    cr_json_uint(j, r->plan.search);
    cr_json_key(j, "error");
    json_share(j, cr_analysis_error(0.5f, r->plan.worlds));
    cr_json_key(j, "turns");
    cr_json_open(j, '[');
    for (size_t i = 0; i < n; i++)
        cr_json_uint(j, turns[i]);
    cr_json_close(j, ']');
    cr_json_key(j, "steps");
    cr_json_open(j, '[');
    for (uint32_t i = from; i < r->done; i++)
        json_step(j, r, i);
    cr_json_close(j, ']');
}
