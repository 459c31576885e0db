/* A model of one match in the host: who may know what, and what is due when. It is written from the contracts of room.h,
 * store.h and game.h, and shares no code with the rooms. It reads the log as it is on disk, keeps a match of its own by it,
 * and compares what leaves through the voice, what gets into the log and what fails to. The kernel is taken as it is.
 *
 *  1. `state` is the match as far as the room says it has played the log (`applied`); the model never runs ahead of the disk.
 *  2. Every entry needs a reason: a request somebody made, a deadline, a bot's seat, an absence, a pause in force.
 *  3. At rest, with the disk idle and the loop called, nothing is overdue, nobody waits for an answer, and everybody has been
 *     told everything that is theirs to know.
 *
 * The first thing that does not hold is kept as a sentence in `fault`. */
#ifndef CR_TEST_MODEL_H
#define CR_TEST_MODEL_H

#include "clock/clocks.h"
#include "host/entry.h"
#include "host/lobby.h"

enum { MODEL_PEERS = 6, MODEL_REQUESTS = 64, MODEL_UPDATES = 4096, MODEL_CHANGES = 64 };

typedef struct {
    cr_seat_kind kind;
    uint8_t token[CR_TOKEN];
    uint64_t away_ms, heard_ms,
        back_ms; /* away: since when nobody is there, 0: somebody is; back: until when a bot played */
    uint64_t late_ms; /* somebody is back whose absence was too long by then; or 0 */
    uint32_t last_id, next_id, refused_ticket, n_refused;
    uint16_t own; /* reasons for pausing this person has set */
    bool is_replaced, has_sent_away, wants_pause;
    char claim; /* on its way: 'j' join, 'l' leave, 'f' fill; or 0 */
} model_seat;

typedef struct {
    bool is_there, is_idle; /* idle: it was told that a newer one plays */
    uint8_t viewer;
    uint32_t n;     /* of the last update it got */
    uint32_t since; /* when it came, counted */
} model_peer;

/* A move that somebody has sent and that is neither refused nor lost. */
typedef struct {
    bool is_open, is_stored;
    uint8_t seat, peer;
    uint32_t id;
    uint64_t at_ms;
    cr_move move;
} model_request;

typedef struct {
    cr_lobby *lobby;
    cr_store *disk; /* what is committed */
    const cr_clock_fake *clock;
    const cr_game *game;
    cr_setup setup;
    uint8_t match[CR_MATCH_ID], n_seats;
    uint32_t patience;
    char fault[512];
    bool is_traced; /* tells each entry as it is read */

    cr_state *state;
    uint32_t seen;             /* entries */
    bool has_begun, is_unread; /* unread: it could not be read after a restart, its clocks stand */
    uint64_t told[CR_VIEWERS][MODEL_UPDATES]; /* what each update is, as a hash */
    uint32_t n_told[CR_VIEWERS];
    cr_feed feed;
    cr_event events[CR_EVENTS_MAX / 8];

    /* The question's clock: the end while it runs, what is left while it stands. */
    uint64_t end_ms, left_ms;
    bool is_timed;

    /* The countdown people see, likewise, and the seconds told last. */
    struct {
        uint64_t end_ms, left_ms, closed_ms; /* closed: where the one before ended */
        uint32_t duration_ms, seconds;
        uint8_t kind;
        bool is_shown, is_paused, is_new;
    } timer;

    uint16_t wanted; /* reasons for pausing that are in force */
    uint16_t unsure; /* those that were asked for when the match was perhaps over */
    struct {
        uint64_t since_ms;
        uint8_t reason;
        bool is_on;
    } changes[MODEL_CHANGES]; /* of `wanted` */
    unsigned n_changes;

    uint64_t asleep_ms,
        woken_ms; /* after a restart, until it is on disk that the clock stood: from when to when */
    bool has_slept;      /* the first half of that is on disk */
    uint64_t quiet_ms;   /* since when nobody is there */
    uint64_t lenient_ms; /* the store has failed: until then nothing need be done by itself */
    bool has_failed;     /* it has, some time */
    uint64_t asked_ms;   /* since when nothing has changed that a bot could answer to */
    uint16_t replaced;   /* seats that bots had taken at the last rest */
    uint64_t seated_ms;  /* when the last seat entry or start was on disk */

    model_seat seats[CR_SEATS_MAX];
    model_peer peers[MODEL_PEERS];
    uint32_t n_comings;
    model_request requests[MODEL_REQUESTS];
} model;

/* The room, if it is at hand. */
cr_room *model_room(const model *m);

/* Keeps the first complaint. */
__attribute__((format(printf, 2, 3))) void model_complain(model *m, const char *format, ...);

/* Reads on in the log as far as the room has played it. */
void model_sync(model *m);

/* Time has passed or somebody came: what follows from that alone. */
void model_pass(model *m);

/* When the next thing is due, UINT64_MAX if nothing is. */
uint64_t model_due(const model *m);

/* The disk is idle, the loop was called at this time and said when it wants to be called again. */
void model_rest(model *m, uint64_t next_ms);

/* ---- what people do ---- */

void model_loaded(model *m); /* the room was read from the store */
void model_came(model *m, unsigned peer, uint8_t viewer, uint32_t n);
void model_went(model *m, unsigned peer);
bool model_plays(const model *m, unsigned peer); /* the newest connection to its seat? */
unsigned model_here(const model *m);             /* connections */
void model_wants(model *m, unsigned reason, bool is_on);
void model_may_want(model *m, unsigned reason,
                    bool is_on);                       /* it may come into the log, and need not */
bool model_may_pause(const model *m, unsigned reason); /* may people set this reason? */

/* ---- what leaves through the voice ---- */

void model_attached(model *m, unsigned peer, const cr_peer *it);
void model_state(model *m, unsigned peer, const cr_peer *it);
void model_update(model *m, unsigned peer, const cr_update *update);
void model_ack(model *m, unsigned peer, uint32_t id);
void model_refused(model *m, unsigned peer, uint32_t id, const cr_move *move, cr_refusal refusal);
void model_checked(model *m, const cr_move *move, cr_refusal refusal);
void model_tick(model *m, const cr_tick *tick);
void model_lost(model *m, unsigned peer, uint32_t id);

#endif
