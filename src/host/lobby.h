/* All rooms of this program: found by id, read from the store when somebody asks for one that is not at hand, called
 * when their time has come, closed when nobody is there. And the numbers operators want to see. */
#ifndef CR_LOBBY_H
#define CR_LOBBY_H

#include "host/room.h"
#include "kernel/feed.h"

typedef struct {
    cr_store *store;
    cr_clock *clock;
    cr_voice *voice;
    uint32_t grace_ms;   /* away for so long, a bot takes the seat */
    uint32_t close_ms;   /* a room nobody is in is closed after this time; its match is kept */
    uint32_t rooms_max;  /* at hand */
    uint32_t by_address; /* unfinished matches made from one address; 0: no limit */
    const char *absent_bot;
    cr_pace pace; /* of bots in matches with people; CR_PACE_USUAL: instant, as without people */
    cr_thinker *thinker;    /* where bots think; NULL: on the spot */
    uint32_t bot_budget_ms; /* with a thinker: the time a bot is given */
    uint32_t bot_late_ms;   /* and when its room does without it */
    bool
        is_test; /* test mode: options for tests are allowed, and moves of host and admin from any seat */
    /* Writes a line to the operator's log: a word and "key=value …", without names and ids. NULL: no log. */
    void (*note)(const char *event, const char *text);
} cr_lobby_config;

/* Somebody who waits for a match that the store is looking for (host/shared.h). */
typedef struct cr_seeker cr_seeker;
struct cr_seeker {
    /* CR_TROUBLE_NONE: the room is at hand, ask again. CR_TROUBLE_MOVED: it is at this address. */
    void (*found)(cr_seeker *seeker, cr_trouble trouble, const char *address);
    cr_seeker *next, **at; /* at: who points here; NULL: waits for nothing */
    uint8_t match[CR_MATCH_ID];
};

/* Times in microseconds, in buckets each twice as wide as the one before. */
enum { CR_BUCKETS = 20, CR_BUCKET_FIRST_US = 64, CR_CODES_MAX = 64, CR_GAMES_MAX = 32 };
typedef struct {
    uint64_t bucket[CR_BUCKETS], n, sum_us, max_us;
} cr_histogram;

void cr_histogram_add(cr_histogram *h, uint64_t us);

typedef struct {
    uint64_t entries; /* given to the store */
    uint64_t moves, defaults, bot_moves, matches_begun, matches_over, matches_broken;
    uint64_t matches_lost; /* rooms whose match somebody else runs now */
    uint64_t passes;       /* sent for people who had nothing else */
    uint64_t bots_thinking, bots_failed, bots_late, hints;
    cr_histogram thinking; /* how long bots thought elsewhere */
    uint64_t refusals[CR_GAMES_MAX][CR_CODES_MAX];
    cr_histogram durable; /* from a move accepted to its entry on disk */
    cr_histogram drift;   /* how late deadlines were noticed */
    uint64_t ticks, late_ticks, clock_falls;
} cr_stats;

/* Blocks of one size that were given back, for the next who takes one: the last first, which is still in the cache. */
typedef struct {
    void *first; /* each begins with the address of the next */
    size_t size;
    uint32_t n;
} cr_spares;

struct cr_lobby {
    cr_lobby_config config;
    cr_stats stats;
    bool is_stopping;
    bool is_failing;                   /* the store could not take the last entries it was given */
    uint64_t now_ms, read_ms, read_us; /* the time in use; what the clock last said */
    bool is_collecting;                /* the time was read once for all that the store tells now */
    uint64_t alive_ms; /* when the program before this one was last known alive, 0 if never */

    /* Memory that calls of a room share; nothing in it outlives a call. */
    cr_rng rng;                 /* of the bots */
    cr_rng pace_rng;            /* of the times at which answers come, and of nothing else */
    cr_view *view;              /* of any game */
    cr_state *scratch, *before; /* of any game; before: what a move was played on */
    cr_feed feed;
    cr_event *redacted;
    uint64_t moment; /* counts entries that filled the feed */

    /* Outcomes that wait behind others of the same collect, oldest first, while what they need is fetched. */
    struct {
        cr_room *room;
        cr_store_result result;
    } told[CR_ROOM_AHEAD];
    unsigned n_told;

    cr_spares entries, states; /* of rooms: blocks for entries on their way, and for states */

    cr_room **slots, **timers; /* timers: a heap by timer_ms, from 1 */
    size_t n_slots, n_rooms, n_timers, timers_cap, n_clocks; /* n_clocks: matches whose time runs */
    size_t room_bytes;          /* of all rooms; to look at each would hold up the loop */
    cr_room *newest;            /* of a list, in the order they came to hand */
    cr_creator *creators[1024]; /* by a hash of the address */
    cr_seeker *seekers;
};

/* Takes one, from malloc if there is none of this size; NULL: no memory. And gives it back, or frees it. */
void *cr_spares_take(cr_spares *spares, size_t size);
void cr_spares_give(cr_spares *spares, void *block, size_t size);
void cr_spares_release(cr_spares *spares);

/* Largest number of events one move makes. */
enum { CR_EVENTS_MAX = 4096 };

CR_MUST_USE cr_err cr_lobby_init(cr_lobby *lobby, const cr_lobby_config *config);
void cr_lobby_release(cr_lobby *lobby);

/* A new match under a new id; the waiter is told when it is on disk. Draws a token for each seat of a person.
 * `creator` may be NULL. */
cr_trouble cr_lobby_create(cr_lobby *lobby, cr_order *order, const char *creator, cr_waiter *waiter,
                           uint8_t tokens[CR_SEATS_MAX][CR_TOKEN], cr_room **out);

/* The room of this id, or NULL; *trouble tells why. */
cr_room *cr_lobby_find(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_trouble *trouble);

/* The same; if the store has to look for the match, NULL and no trouble, and the seeker is told. */
cr_room *cr_lobby_seek(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_seeker *seeker,
                       cr_trouble *trouble);
void cr_seeker_cancel(cr_seeker *seeker);

/* Reads unfinished matches at the start, before there is any room. Fails if the store cannot name them; one that cannot be
 * read is counted. Neither is lost: a match is read when somebody comes to it, and its clocks stand still until then. */
typedef struct {
    size_t read, unread;
} cr_woken;
CR_MUST_USE cr_err cr_lobby_wake(cr_lobby *lobby, cr_woken *out);

/* Calls every room whose time has come; returns when the next one is due, UINT64_MAX if none is. */
uint64_t cr_lobby_tick(cr_lobby *lobby);

/* The store has something to tell. */
void cr_lobby_collect(cr_lobby *lobby);

/* Is a clock of any match running? Then the store wants to hear that we are alive. */
bool cr_lobby_has_clocks(const cr_lobby *lobby);

/* Bytes of all rooms. */
size_t cr_lobby_bytes(const cr_lobby *lobby);

/* ---- for rooms ---- */

void cr_lobby_arm(cr_lobby *lobby, cr_room *room, uint64_t at_ms);

/* The match is over or leaves: it counts no longer for who made it. */
void cr_lobby_uncount(cr_lobby *lobby, cr_creator **creator);

/* The time. It never falls, whatever the clock does. */
uint64_t cr_lobby_now(cr_lobby *lobby);

void cr_lobby_note(const cr_lobby *lobby, const char *event, const char *text);

/* Is this room's match ours to show (host/shared.h)? */
bool cr_lobby_holds(const cr_lobby *lobby, const cr_room *room);

/* ---- for sharing.c ---- */

/* The room at hand, or NULL. */
cr_room *lobby_room(const cr_lobby *lobby, const uint8_t match[CR_MATCH_ID]);

/* Makes a room from its log, which is at hand, and lets it go on. */
cr_room *lobby_load(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_trouble *trouble);

/* Takes a room out and frees it. */
void lobby_close(cr_lobby *lobby, cr_room *room);

/* A room whose match is somebody else's, and that waits for nothing any more: its people are sent on. */
void lobby_send_on(cr_lobby *lobby, cr_room *room);

/* Listens to what a shared store tells. */
void lobby_share(cr_lobby *lobby);

#endif
