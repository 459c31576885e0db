/* Threads on which bots think, of lower priority than all others. The loop hands thoughts over and gets them back in its own
 * time; nothing it does waits for one of these threads:
 *
 *  1. What waits to be thought about is the loop's alone. A thread has at most one thought, which the loop has put there.
 *  2. Between loop and threads there are no locks: a thread that is preempted while it holds one would hold up the loop,
 *     and threads that make way for others are preempted all the time. libuv's own threads have such locks, and its
 *     uv_async_send lets the loop spin until the sender has gone on; so neither is used here.
 *  3. A thread brings the memory that bots need (cr_thought.desk) and keeps it from thought to thought. */
#ifndef CR_POOL_H
#define CR_POOL_H

#include "host/think.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <uv.h>

enum { NET_JOBS_MAX = 16384, NET_THREADS_MAX = 64 };

typedef struct net_pool net_pool;
typedef struct net_job net_job;

typedef struct {
    net_pool *pool;
    net_job
        *job;   /* the loop's to set while the thread is idle, the thread's to read from there on */
    sem_t work; /* there is a job, or the pool ends */
    atomic_bool is_done; /* with the job: the loop's again */
    pthread_t thread;
    void *memory;
    size_t memory_size;
} net_worker;

struct net_pool {
    cr_thinker thinker; /* first: rooms get the thinker */
    uv_loop_t *loop;
    uv_poll_t wake; /* readable: a thread is done, or something is in `back` */
    int wake_fd;
    net_job *waiting, **waiting_end; /* not begun, in the order they came */
    net_job *back;                   /* on their way back to who gave them */
    unsigned n_jobs;                 /* thoughts it has, waiting, running and on their way back */
    unsigned jobs_max;               /* with so many it takes no more */
    unsigned n_workers, threads;     /* threads there are, and how many there may be */
    bool is_stopping, is_ending;
    net_worker workers[NET_THREADS_MAX];
};

/* False if the system has nothing to wake the loop with. Threads start when they are needed, up to so many. */
CR_MUST_USE bool net_pool_init(net_pool *pool, uv_loop_t *loop, unsigned threads);

/* Takes no more thoughts and gives those back that nobody has begun; the others come back as they end. The loop has run out
 * when n_jobs is 0. */
void net_pool_stop(net_pool *pool);

/* Ends the threads; n_jobs is 0. The loop must turn once more before it is closed. */
void net_pool_close(net_pool *pool);

#endif
