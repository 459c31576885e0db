#include "wire/analysis.h"
#include "host/review.h"

#include <stdlib.h>

enum { MATCHES = 30000 }; /* played for one analysis, about */

/* One match being analysed, or done. While a thinker has the thought, the step it works out is its own. */
struct cr_analysis {
    cr_thought thought; /* first: the thinker gets it */
    cr_wire *wire;
    uint8_t match[CR_MATCH_ID];
    cr_review review;
    void *memory; /* for one step at a time; NULL once all is done */
    uint64_t asked_ms;
    bool is_at_work;
    cr_analysis *next;
};

static void release(cr_analysis *a)
{
    cr_review_close(&a->review);
    free(a->memory);
    free(a);
}

static void drop(cr_wire *wire, cr_analysis *a)
{
    cr_analysis **at = &wire->analyses;

    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    wire->n_analyses--;
    release(a);
}

void analysis_release(cr_wire *wire)
{
    while (wire->analyses)
        drop(wire, wire->analyses);
}

static bool is_done(const cr_analysis *a)
{
    return a->review.done == a->review.n;
}

/* ---- working ---- */

/* Nothing more is worked out. */
static void end(cr_analysis *a)
{
    free(a->memory);
    a->memory = NULL;
    free(a->review.states);
    a->review.states = NULL;
}

/* Beside the match, for whoever asks when this one is not at hand any more. */
static void keep(const cr_analysis *a)
{
    cr_store *store = a->wire->lobby->config.store;
    uint8_t *bytes;
    size_t len;

    if (!store->keep || !(bytes = cr_review_pack(&a->review, &len)))
        return;
    store->keep(store, a->match, bytes, len);
    free(bytes);
}

/* What was kept, if it is of this very record and program. */
static bool find_kept(cr_analysis *a)
{
    cr_store *store = a->wire->lobby->config.store;
    size_t len = 0;
    uint8_t *bytes = store->kept ? store->kept(store, a->match, &len) : NULL;
    bool is_found = bytes && cr_review_unpack(&a->review, bytes, len);

    free(bytes);
    return is_found;
}

static void count_step(cr_analysis *a)
{
    a->review.done++;
    if (!is_done(a))
        return;
    keep(a);
    end(a);
}

static void begin_next(cr_wire *wire);

/* On a thread of the thinker. */
static void work(cr_thought *t)
{
    cr_analysis *a = (cr_analysis *)t;

    cr_review_step(&a->review, a->review.done, a->memory);
}

/* Back on the loop. A step that nobody has begun is begun again if somebody still asks. */
static void finish(cr_thought *t)
{
    cr_analysis *a = (cr_analysis *)t;
    cr_wire *wire = a->wire;

    a->is_at_work = false;
    if (t->is_begun)
        count_step(a);
    if (!is_done(a) && cr_lobby_now(wire->lobby) > a->asked_ms + ANALYSIS_PATIENCE_MS)
        drop(wire, a);
    begin_next(wire);
}

static void take_step(cr_analysis *a)
{
    work(&a->thought);
    count_step(a);
}

/* The match that was asked for last goes on; one at a time, for bots think there too. */
static void begin_next(cr_wire *wire)
{
    cr_thinker *thinker = wire->lobby->config.thinker;
    cr_analysis *best = NULL;

    for (cr_analysis *a = wire->analyses; a; a = a->next) {
        if (a->is_at_work)
            return;
        if (!is_done(a) && (!best || a->asked_ms > best->asked_ms))
            best = a;
    }
    if (!best || wire->lobby->is_stopping ||
        cr_lobby_now(wire->lobby) > best->asked_ms + ANALYSIS_PATIENCE_MS)
        return;
    best->thought = (cr_thought){.lobby = wire->lobby, .work = work, .finish = finish};
    best->is_at_work = thinker->begin(thinker, &best->thought);
}

/* ---- asking ---- */

static cr_analysis *find(const cr_wire *wire, const uint8_t match[CR_MATCH_ID])
{
    cr_analysis *a = wire->analyses;

    while (a && memcmp(a->match, match, CR_MATCH_ID))
        a = a->next;
    return a;
}

/* Room for one more: the one that nobody has asked for longest goes. */
static bool make_room(cr_wire *wire)
{
    cr_analysis *oldest = NULL;

    if (wire->n_analyses < ANALYSES_MAX)
        return true;
    for (cr_analysis *a = wire->analyses; a; a = a->next)
        if (!a->is_at_work && (!oldest || a->asked_ms < oldest->asked_ms))
            oldest = a;
    if (oldest)
        drop(wire, oldest);
    return oldest;
}

static cr_trouble start(cr_wire *wire, cr_room *room, cr_analysis **out)
{
    cr_analysis *a;
    uint8_t *bytes;
    size_t len;
    cr_trouble trouble = cr_room_record(room, &bytes, &len);

    if (trouble)
        return trouble;
    a = make_room(wire) ? calloc(1, sizeof *a) : NULL;
    if (!a)
        trouble = CR_TROUBLE_FULL;
    else if (len / CR_RECORD_ENTRY > ANALYSIS_STEPS_MAX)
        trouble = CR_TROUBLE_TOO_LARGE;
    else if (cr_review_open(&a->review, room->game, bytes, len, MATCHES))
        trouble = CR_TROUBLE_BROKEN;
    free(bytes);
    if (!trouble) {
        memcpy(a->match, room->match, CR_MATCH_ID);
        a->wire = wire;
        if (find_kept(a))
            end(a);
        else if (!(a->memory = malloc(cr_review_memory(&a->review))))
            trouble = CR_TROUBLE_FULL;
    }
    if (trouble) {
        if (a)
            release(a);
        return trouble;
    }
    a->next = wire->analyses;
    wire->analyses = a;
    wire->n_analyses++;
    *out = a;
    return CR_TROUBLE_NONE;
}

static void write_all(cr_text *out, const cr_review *r, uint32_t from)
{
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_review_json(&j, r, from);
    cr_json_close(&j, '}');
}

cr_trouble analysis_write(cr_wire *wire, cr_room *room, uint32_t from, char **json, size_t *len)
{
    cr_analysis *a = find(wire, room->match);
    cr_text text = cr_text_on(NULL, 0);
    cr_trouble trouble;

    if (!a) {
        trouble = start(wire, room, &a);
        if (trouble)
            return trouble;
    }
    a->asked_ms = cr_lobby_now(wire->lobby);
    if (wire->lobby->config.thinker)
        begin_next(wire);
    else if (
        !is_done(
            a)) /* on the spot, a step for each question: in a tab nobody else waits for this thread */
        take_step(a);
    write_all(&text, &a->review, from);
    *len = text.len;
    *json = malloc(text.len + 1);
    if (!*json)
        return CR_TROUBLE_FULL;
    text = cr_text_on(*json, text.len + 1);
    write_all(&text, &a->review, from);
    return CR_TROUBLE_NONE;
}
