#include "net/pool.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { THINKING_NICE = 15 };

typedef struct net_job net_job;
struct net_job {
    uv_work_t work;
    net_pool *pool;
    cr_thought *thought;
    net_job *prev, *next;
};

static uint64_t now_us(void)
{
    return uv_hrtime() / 1000;
}

/* Who thinks makes way for the loop and the disk: on few cores bots would otherwise hold up everybody's moves. On Linux a
 * thread has a priority of its own. */
static void make_way(void)
{
    static _Thread_local bool has_made_way;

    if (!has_made_way)
        has_made_way = !setpriority(PRIO_PROCESS, 0, THINKING_NICE);
}

/* On a thread of its own: the thought is all it may touch. */
static void run(uv_work_t *work)
{
    cr_thought *t = ((net_job *)work->data)->thought;
    uint64_t begin = now_us();

    make_way();
    cr_thought_think(t);
    t->took_us = now_us() - begin;
}

static void on_done(uv_work_t *work, int status)
{
    net_job *job = work->data;
    net_pool *pool = job->pool;
    cr_thought *t = job->thought;

    *(job->prev ? &job->prev->next : &pool->jobs) = job->next;
    if (job->next)
        job->next->prev = job->prev;
    pool->n_jobs--;
    free(job);
    if (status)
        t->has_move = false; /* nobody has begun it */
    cr_thought_done(t);
}

static bool begin(cr_thinker *thinker, cr_thought *thought)
{
    net_pool *pool = (net_pool *)thinker;
    net_job *job = NULL;

    if (!pool->is_stopping && pool->n_jobs < pool->jobs_max)
        job = malloc(sizeof *job);
    if (!job)
        return false;
    *job = (net_job){.pool = pool, .thought = thought, .next = pool->jobs};
    job->work.data = job;
    if (uv_queue_work(pool->loop, &job->work, run, on_done)) {
        free(job);
        return false;
    }
    if (pool->jobs)
        pool->jobs->prev = job;
    pool->jobs = job;
    pool->n_jobs++;
    thought->job = job;
    return true;
}

/* A thought that runs already cannot be taken back, and is not. */
static void forget(cr_thinker *thinker, cr_thought *thought)
{
    net_job *job = thought->job;

    (void)thinker;
    uv_cancel((uv_req_t *)&job->work); /* on_done comes later, in a turn of the loop */
}

void net_pool_init(net_pool *pool, uv_loop_t *loop)
{
    *pool = (net_pool){.thinker = {begin, forget, now_us}, .loop = loop, .jobs_max = NET_JOBS_MAX};
}

void net_pool_stop(net_pool *pool)
{
    pool->is_stopping = true;
    for (net_job *job = pool->jobs; job; job = job->next)
        uv_cancel((uv_req_t *)&job->work); /* on_done comes later, in a turn of the loop */
}
