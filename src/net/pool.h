/* Threads on which bots think: libuv's. The loop hands thoughts over and gets them back in its own time; nothing it does
 * waits for one. */
#ifndef CR_POOL_H
#define CR_POOL_H

#include "host/think.h"

#include <uv.h>

enum { NET_JOBS_MAX = 16384 };

typedef struct net_pool net_pool;
struct net_pool {
    cr_thinker thinker; /* first: rooms get the thinker */
    uv_loop_t *loop;
    struct net_job *jobs;
    unsigned n_jobs;   /* thoughts it has, waiting and running */
    unsigned jobs_max; /* with so many it takes no more */
    bool is_stopping;
};

void net_pool_init(net_pool *pool, uv_loop_t *loop);

/* Takes no more thoughts and gives those back that nobody has begun; the others come back as they end. The loop has run out
 * when n_jobs is 0. */
void net_pool_stop(net_pool *pool);

#endif
