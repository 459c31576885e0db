#include "net/pool.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

enum { THINKING_NICE = 15 };

struct net_job {
    net_pool *pool;
    cr_thought *thought;
    bool is_running;
    net_job *next;
};

static uint64_t now_us(void)
{
    return uv_hrtime() / 1000;
}

/* From any thread. It cannot fail: the counter has 64 bits. */
static void wake_loop(net_pool *pool)
{
    const uint64_t one = 1;

    (void)!write(pool->wake_fd, &one, sizeof one);
}

/* ---- on a thread of its own: the thought and the worker are all it may touch ---- */

static void bring_memory(net_worker *worker, cr_thought *t)
{
    if (worker->memory_size < t->desk_size) {
        free(worker->memory);
        worker->memory = malloc(t->desk_size);
        worker->memory_size = worker->memory ? t->desk_size : 0;
    }
    t->desk.memory = t->desk_size ? worker->memory : NULL;
}

static void *work(void *data)
{
    net_worker *worker = data;

    /* Who thinks makes way for the loop and the disk: on few cores bots would otherwise hold up everybody's moves. On Linux
     * a thread has a priority of its own. */
    (void)setpriority(PRIO_PROCESS, 0, THINKING_NICE);
    for (;;) {
        cr_thought *t;
        uint64_t begin;

        while (sem_wait(&worker->work)) {
        }
        if (worker->pool->is_ending)
            return NULL;
        t = worker->job->thought;
        begin = now_us();
        bring_memory(worker, t);
        cr_thought_think(t);
        t->took_us = now_us() - begin;
        atomic_store(&worker->is_done, true);
        wake_loop(worker->pool);
    }
}

/* ---- on the loop ---- */

/* A thread that has nothing to do, perhaps a new one, or NULL. */
static net_worker *idle_worker(net_pool *pool)
{
    net_worker *w = pool->workers;

    while (w < pool->workers + pool->n_workers && w->job)
        w++;
    if (w < pool->workers + pool->n_workers)
        return w;
    if (pool->n_workers == pool->threads)
        return NULL;
    w->pool = pool;
    if (sem_init(&w->work, 0, 0))
        return NULL;
    if (pthread_create(&w->thread, NULL, work, w)) {
        sem_destroy(&w->work);
        return NULL;
    }
    pool->n_workers++;
    return w;
}

static void hand_out(net_pool *pool)
{
    net_worker *w;

    while (pool->waiting && (w = idle_worker(pool))) {
        net_job *job = pool->waiting;

        pool->waiting = job->next;
        if (!pool->waiting)
            pool->waiting_end = &pool->waiting;
        job->is_running = true;
        w->job = job;
        sem_post(&w->work);
    }
}

static void give_back(net_pool *pool, net_job *job)
{
    job->next = pool->back;
    pool->back = job;
}

static void on_wake(uv_poll_t *wake, int status, int events)
{
    net_pool *pool = wake->data;
    uint64_t n;

    (void)status, (void)events;
    (void)!read(pool->wake_fd, &n, sizeof n);
    for (unsigned i = 0; i < pool->n_workers; i++)
        if (atomic_exchange(&pool->workers[i].is_done, false)) {
            give_back(pool, pool->workers[i].job);
            pool->workers[i].job = NULL;
        }
    hand_out(pool);
    while (pool->back) {
        net_job *job = pool->back;
        cr_thought *t = job->thought;

        pool->back = job->next;
        free(job);
        if (!--pool->n_jobs)
            uv_unref((uv_handle_t *)&pool->wake);
        cr_thought_done(t); /* and perhaps the next one begins */
    }
}

static bool begin(cr_thinker *thinker, cr_thought *thought)
{
    net_pool *pool = (net_pool *)thinker;
    net_job *job = NULL;

    if (!pool->is_stopping && pool->n_jobs < pool->jobs_max)
        job = malloc(sizeof *job);
    if (!job)
        return false;
    *job = (net_job){.pool = pool, .thought = thought};
    *pool->waiting_end = job;
    pool->waiting_end = &job->next;
    hand_out(pool);
    if (!pool->n_workers) { /* the system gives no threads */
        pool->waiting = NULL;
        pool->waiting_end = &pool->waiting;
        free(job);
        return false;
    }
    if (!pool->n_jobs++)
        uv_ref((uv_handle_t *)&pool->wake);
    thought->job = job;
    return true;
}

/* A thought that runs already cannot be taken back, and is not. */
static void forget(cr_thinker *thinker, cr_thought *thought)
{
    net_pool *pool = (net_pool *)thinker;
    net_job *job = thought->job, **at = &pool->waiting;

    if (job->is_running)
        return;
    while (*at && *at != job)
        at = &(*at)->next;
    if (!*at)
        return; /* it is on its way back */
    *at = job->next;
    if (!*at)
        pool->waiting_end = at;
    give_back(pool, job);
    wake_loop(pool);
}

bool net_pool_init(net_pool *pool, uv_loop_t *loop, unsigned threads)
{
    *pool = (net_pool){.thinker = {begin, forget, now_us},
                       .loop = loop,
                       .jobs_max = NET_JOBS_MAX,
                       .threads = threads < NET_THREADS_MAX ? threads : NET_THREADS_MAX};
    pool->waiting_end = &pool->waiting;
    pool->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (pool->wake_fd < 0)
        return false;
    if (uv_poll_init(loop, &pool->wake, pool->wake_fd)) {
        close(pool->wake_fd);
        return false;
    }
    pool->wake.data = pool;
    uv_poll_start(&pool->wake, UV_READABLE, on_wake);
    uv_unref((uv_handle_t *)&pool->wake);
    return true;
}

void net_pool_stop(net_pool *pool)
{
    pool->is_stopping = true;
    while (pool->waiting) {
        net_job *job = pool->waiting;

        pool->waiting = job->next;
        give_back(pool, job);
    }
    pool->waiting_end = &pool->waiting;
    wake_loop(pool);
}

static void on_closed(uv_handle_t *wake)
{
    close(((net_pool *)wake->data)->wake_fd);
}

void net_pool_close(net_pool *pool)
{
    pool->is_ending = true;
    for (unsigned i = 0; i < pool->n_workers; i++)
        sem_post(&pool->workers[i].work);
    for (unsigned i = 0; i < pool->n_workers; i++) {
        pthread_join(pool->workers[i].thread, NULL);
        sem_destroy(&pool->workers[i].work);
        free(pool->workers[i].memory);
    }
    uv_close((uv_handle_t *)&pool->wake, on_closed);
}
