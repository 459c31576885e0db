/* One program with a lobby, a clock and a store that can fail, and the model that listens to it (support/model.h). */
#ifndef CR_TEST_WORLD_H
#define CR_TEST_WORLD_H

#include "store/stores.h"
#include "support/script.h"

enum { WORLD_START_MS = 1000000 };

typedef struct {
    cr_voice voice; /* first: what is said comes back to here */
    cr_clock_fake clock;
    cr_store *shared, *store;
    cr_faults faults;
    bool is_failing; /* something is lost, and nobody has been told yet */
    cr_lobby lobby;
    cr_peer peers[MODEL_PEERS];
    cr_waiter waiter;
    uint8_t token[CR_TOKEN]; /* of who joins */
    bool is_waiting;
    cr_order order;
    model m;
} host_world;

extern host_world world;

void world_open(const script *s);
void world_close(void);

/* The program ends, and begins again over the same disk. */
void world_end_program(void);
void world_begin_program(uint64_t alive_ms, cr_pace pace);

/* The disk does what waits for it, and what comes of that is told. */
void world_work_disk(void);

/* The loop, until this time; the disk works in the meantime or does not. Returns when it wants to be called again. */
uint64_t world_run_loop(uint64_t until_ms, bool disk);

/* Has an append behind `before` found the store failing? Then what waits may wait for another second, counted from when that
 * is known. */
void world_notice_faults(uint64_t before);

void world_seat_told(cr_waiter *waiter, cr_room *room, cr_trouble trouble); /* for whoever joins */

#endif
