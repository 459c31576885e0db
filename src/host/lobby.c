#include "host/lobby.h"
#include "base/hash.h"
#include "host/shared.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS_MIN = 64, WAKE_MAX = 100000 };

/* Unfinished matches at hand that were made from one address. */
struct cr_creator {
    cr_creator *next;
    uint32_t n;
    char name[CR_ADDRESS_MAX];
};

void cr_histogram_add(cr_histogram *h, uint64_t us)
{
    unsigned i = 0;

    while (i + 1 < CR_BUCKETS && us > (uint64_t)CR_BUCKET_FIRST_US << i)
        i++;
    h->bucket[i]++;
    h->n++;
    h->sum_us += us;
    if (us > h->max_us)
        h->max_us = us;
}

uint64_t cr_lobby_now(cr_lobby *lobby)
{
    uint64_t read_us, read_ms;

    if (lobby->is_collecting)
        return lobby->now_ms;
    read_us = cr_clock_us(lobby->config.clock);
    read_ms = read_us / 1000;
    if (read_ms < lobby->read_ms) {
        char text[64];

        snprintf(text, sizeof text, "by_ms=%llu", (unsigned long long)(lobby->read_ms - read_ms));
        lobby->stats.clock_falls++;
        cr_lobby_note(lobby, "clock.backwards", text);
    }
    lobby->read_us = read_us;
    lobby->read_ms = read_ms;
    return cr_forward(&lobby->now_ms, read_ms, NULL);
}

void cr_lobby_note(const cr_lobby *lobby, const char *event, const char *text)
{
    if (lobby->config.note)
        lobby->config.note(event, text);
}

/* ---- rooms by id ---- */

static size_t slot_of(const cr_lobby *lobby, const uint8_t *match)
{
    uint64_t h;

    memcpy(&h, match, sizeof h); /* ids are random */
    return (size_t)h & (lobby->n_slots - 1);
}

static bool grow(cr_lobby *lobby)
{
    size_t n = 2 * lobby->n_slots, before = lobby->n_slots;
    cr_room **old = lobby->slots, **slots = calloc(n, sizeof *slots);

    if (!slots)
        return false;
    lobby->slots = slots;
    lobby->n_slots = n;
    for (size_t i = 0; i < before; i++)
        for (cr_room *room = old[i], *next; room; room = next) {
            cr_room **slot = &slots[slot_of(lobby, room->match)];

            next = room->hash_next;
            room->hash_next = *slot;
            *slot = room;
        }
    free(old);
    return true;
}

static bool has_space(cr_lobby *lobby)
{
    return lobby->n_rooms < lobby->n_slots || grow(lobby);
}

static void list_first(cr_lobby *lobby, cr_room *room)
{
    room->list_prev = NULL;
    room->list_next = lobby->newest;
    if (lobby->newest)
        lobby->newest->list_prev = room;
    lobby->newest = room;
}

/* There is space. */
static void add_room(cr_lobby *lobby, cr_room *room)
{
    cr_room **slot;

    slot = &lobby->slots[slot_of(lobby, room->match)];
    room->hash_next = *slot;
    *slot = room;
    list_first(lobby, room);
    lobby->n_rooms++;
    lobby->room_bytes += cr_room_bytes(room);
}

/* ---- the heap of timers ---- */

static void heap_put(cr_lobby *lobby, size_t at, cr_room *room)
{
    lobby->timers[at] = room;
    room->timer_at = at;
}

static void heap_up(cr_lobby *lobby, cr_room *room)
{
    size_t at = room->timer_at;

    for (; at > 1 && lobby->timers[at / 2]->timer_ms > room->timer_ms; at /= 2)
        heap_put(lobby, at, lobby->timers[at / 2]);
    heap_put(lobby, at, room);
}

static void heap_down(cr_lobby *lobby, cr_room *room)
{
    size_t at = room->timer_at;

    for (;;) {
        size_t child = 2 * at;

        if (child > lobby->n_timers)
            break;
        if (child < lobby->n_timers &&
            lobby->timers[child + 1]->timer_ms < lobby->timers[child]->timer_ms)
            child++;
        if (lobby->timers[child]->timer_ms >= room->timer_ms)
            break;
        heap_put(lobby, at, lobby->timers[child]);
        at = child;
    }
    heap_put(lobby, at, room);
}

static void heap_remove(cr_lobby *lobby, cr_room *room)
{
    cr_room *last = lobby->timers[lobby->n_timers--];

    if (last != room) {
        heap_put(lobby, room->timer_at, last);
        heap_up(lobby, last);
        heap_down(lobby, last);
    }
    room->timer_at = 0;
}

void cr_lobby_arm(cr_lobby *lobby, cr_room *room, uint64_t at_ms)
{
    if (at_ms == room->timer_ms)
        return;
    room->timer_ms = at_ms;
    if (at_ms == UINT64_MAX) {
        if (room->timer_at)
            heap_remove(lobby, room);
        return;
    }
    if (!room->timer_at) {
        if (lobby->n_timers + 1 >= lobby->timers_cap) {
            size_t cap = lobby->timers_cap ? 2 * lobby->timers_cap : SLOTS_MIN;
            cr_room **more = realloc(lobby->timers, cap * sizeof(*more));

            if (!more) {
                room->timer_ms = UINT64_MAX; /* armed again with the next input */
                return;
            }
            lobby->timers = more;
            lobby->timers_cap = cap;
        }
        heap_put(lobby, ++lobby->n_timers, room);
    }
    heap_up(lobby, room);
    heap_down(lobby, room);
}

/* ---- who made what ---- */

static cr_creator **creator_at(cr_lobby *lobby, const char *name)
{
    cr_creator **at = &lobby->creators[cr_hash(name, strlen(name)) % CR_COUNT_OF(lobby->creators)];

    while (*at && strcmp((*at)->name, name))
        at = &(*at)->next;
    return at;
}

/* Counts one more match of this address, unless it has enough already or there is no memory. */
static bool count_creator(cr_lobby *lobby, const char *name, cr_creator **out)
{
    cr_creator **at = creator_at(lobby, name);

    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            return false;
        snprintf((*at)->name, sizeof(*at)->name, "%s", name);
    }
    *out = *at;
    if ((*at)->n >= lobby->config.by_address)
        return false;
    (*at)->n++;
    return true;
}

void cr_lobby_uncount(cr_lobby *lobby, cr_creator **creator)
{
    cr_creator **at;

    if (*creator && !--(*creator)->n) {
        at = creator_at(lobby, (*creator)->name);
        *at = (*creator)->next;
        free(*creator);
    }
    *creator = NULL;
}

/* ---- closing ---- */

static void remove_room(cr_lobby *lobby, cr_room *room)
{
    cr_room **at = &lobby->slots[slot_of(lobby, room->match)];

    while (*at != room)
        at = &(*at)->hash_next;
    *at = room->hash_next;
    *(room->list_prev ? &room->list_prev->list_next : &lobby->newest) = room->list_next;
    if (room->list_next)
        room->list_next->list_prev = room->list_prev;
    lobby->n_rooms--;
    lobby->room_bytes -= cr_room_bytes(room);
    lobby->n_clocks -= room->has_clock;
    cr_lobby_uncount(lobby, &room->creator);
    if (room->timer_at)
        heap_remove(lobby, room);
    room->timer_ms = UINT64_MAX;
}

void lobby_close(cr_lobby *lobby, cr_room *room)
{
    cr_store *store = lobby->config.store;

    remove_room(lobby, room);
    store->forget(store, room->match);
    cr_room_free(room);
}

uint64_t cr_lobby_tick(cr_lobby *lobby)
{
    uint64_t now_ms = cr_lobby_now(lobby);

    while (lobby->n_timers && lobby->timers[1]->timer_ms <= now_ms) {
        cr_room *room = lobby->timers[1];

        if (cr_room_is_idle(room) &&
            cr_room_time(room, now_ms) >= room->quiet_ms + lobby->config.close_ms) {
            lobby_close(lobby, room);
            continue;
        }
        cr_room_tick(room, cr_room_time(room, now_ms));
        /* Nothing may be due again at once: a room that cannot act must not hold up the loop. */
        if (room->timer_at && room->timer_ms <= now_ms)
            cr_lobby_arm(lobby, room, now_ms + 1);
    }
    return lobby->n_timers ? lobby->timers[1]->timer_ms : UINT64_MAX;
}

/* ---- making and finding ---- */

cr_trouble cr_lobby_create(cr_lobby *lobby, cr_order *order, const char *creator, cr_waiter *waiter,
                           uint8_t tokens[CR_SEATS_MAX][CR_TOKEN], cr_room **out)
{
    cr_creator *counted = NULL;
    uint8_t match[CR_MATCH_ID];
    cr_room *room;

    *out = NULL;
    if (lobby->is_stopping)
        return CR_TROUBLE_STOPPING;
    if (lobby->n_rooms >= lobby->config.rooms_max || !has_space(lobby))
        return CR_TROUBLE_FULL;
    /* Some options do not go together; nobody should learn that when the last seat is taken. */
    if (cr_start(order->game, lobby->scratch, &order->setup, NULL))
        return CR_TROUBLE_BAD_OPTION;
    if (creator && lobby->config.by_address && !count_creator(lobby, creator, &counted))
        return CR_TROUBLE_TOO_MANY;
    randombytes_buf(match, sizeof match);
    if (lobby->config.store->shared &&
        !lobby->config.store->shared->place(lobby->config.store->shared, match)) {
        cr_lobby_uncount(lobby, &counted);
        return CR_TROUBLE_AWAY;
    }
    for (unsigned seat = 0; seat < order->setup.n_seats; seat++)
        if (order->sitters[seat].kind == CR_SEAT_PERSON) {
            randombytes_buf(tokens[seat], CR_TOKEN);
            cr_token_hash(match, tokens[seat], order->sitters[seat].token_hash);
        }
    room = cr_room_create(lobby, match, order, waiter);
    if (!room) {
        cr_lobby_uncount(lobby, &counted);
        return CR_TROUBLE_NOT_STORED;
    }
    add_room(lobby, room);
    room->creator = counted;
    snprintf(room->address, sizeof room->address, "%s", creator ? creator : "");
    *out = room;
    return CR_TROUBLE_NONE;
}

cr_room *lobby_room(const cr_lobby *lobby, const uint8_t match[CR_MATCH_ID])
{
    cr_room *room = lobby->slots[slot_of(lobby, match)];

    while (room && memcmp(room->match, match, CR_MATCH_ID))
        room = room->hash_next;
    return room;
}

cr_room *cr_lobby_find(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_trouble *trouble)
{
    return cr_lobby_seek(lobby, match, NULL, trouble);
}

cr_room *lobby_load(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_trouble *trouble)
{
    cr_shared *shared = lobby->config.store->shared;
    uint64_t alive_ms = lobby->alive_ms, slept_ms;
    cr_room *room = NULL;
    cr_err err;

    *trouble = CR_TROUBLE_NONE;
    err = has_space(lobby) ? cr_room_load(lobby, match, &room) : CR_ERR_MEMORY;
    if (err) {
        *trouble = err == CR_ERR_NO_MATCH ? CR_TROUBLE_NO_MATCH
                   : err == CR_ERR_STORE  ? CR_TROUBLE_NOT_STORED
                   : err == CR_ERR_MEMORY ? CR_TROUBLE_FULL
                                          : CR_TROUBLE_BROKEN;
        return NULL;
    }
    add_room(lobby, room);
    /* A room is closed only while no clock runs. One whose clock runs was being played when the program ended. */
    if (shared) {
        slept_ms = shared->slept_ms(shared, match);
        alive_ms = slept_ms < cr_lobby_now(lobby) ? cr_lobby_now(lobby) - slept_ms : 0;
    }
    cr_room_wake(room, alive_ms);
    return room;
}

/* ---- the start ---- */

typedef struct {
    uint8_t (*ids)[CR_MATCH_ID];
    size_t n;
} id_list;

static void keep_id(void *with, const uint8_t match[CR_MATCH_ID])
{
    id_list *list = with;

    memcpy(list->ids[list->n++], match, CR_MATCH_ID);
}

static int by_age(const void *a, const void *b)
{
    uint64_t x = (*(cr_room *const *)a)->created_ms, y = (*(cr_room *const *)b)->created_ms;

    return (x > y) - (x < y);
}

cr_err cr_lobby_wake(cr_lobby *lobby, cr_woken *out)
{
    cr_store *store = lobby->config.store;
    size_t cap = lobby->config.rooms_max < WAKE_MAX ? lobby->config.rooms_max : WAKE_MAX, n = 0;
    id_list list = {calloc(cap, CR_MATCH_ID), 0};
    cr_room **rooms = calloc(cap, sizeof(*rooms));
    cr_err err = list.ids && rooms ? store->unfinished(store, cap, keep_id, &list) : CR_ERR_MEMORY;

    for (size_t i = 0; !err && i < list.n; i++) {
        cr_trouble trouble;
        cr_room *room = cr_lobby_find(lobby, list.ids[i], &trouble);

        if (room)
            rooms[n++] = room;
    }
    *out = (cr_woken){.read = n, .unread = err ? 0 : list.n - n};
    /* A store names them in an order of its own; people saw the newest first, and shall again. */
    if (n)
        qsort(rooms, n, sizeof(*rooms), by_age);
    lobby->newest = NULL;
    for (size_t i = 0; i < n; i++)
        list_first(lobby, rooms[i]);
    free(rooms);
    free(list.ids);
    return err;
}

static void settle(cr_lobby *lobby, cr_room *room, cr_store_result result)
{
    if (result == CR_STORED || result == CR_STORE_FAILED)
        lobby->is_failing = result == CR_STORE_FAILED;
    cr_room_stored(room, result);
    if (room->is_lost && !room->pending) {
        lobby_send_on(lobby, room);
        return;
    }
    /* A match whose head was not stored never was. */
    if (!room->applied && !room->pending) {
        remove_room(lobby, room);
        cr_room_free(room);
    }
}

/* Of those that wait; a room is there as long as an outcome for it is. */
static void settle_oldest(cr_lobby *lobby)
{
    cr_room *room = lobby->told[0].room;
    cr_store_result result = lobby->told[0].result;

    lobby->n_told--;
    memmove(lobby->told, lobby->told + 1, lobby->n_told * sizeof *lobby->told);
    settle(lobby, room, result);
}

/* The store tells outcomes in a row, each for another room, whose memory is far away: so each waits behind a few others. */
static void stored(void *with, void *owner, cr_store_result result)
{
    cr_lobby *lobby = with;

    if (!CR_FOR_MANY || !lobby->is_collecting) {
        settle(lobby, owner, result);
        return;
    }
    if (lobby->n_told == CR_ROOM_AHEAD)
        settle_oldest(lobby);
    lobby->told[lobby->n_told].room = owner;
    lobby->told[lobby->n_told].result = result;
    lobby->n_told++;
    for (unsigned i = 0; i < lobby->n_told; i++)
        cr_room_fetch(lobby->told[i].room, CR_ROOM_AHEAD - (lobby->n_told - 1 - i));
}

void cr_lobby_collect(cr_lobby *lobby)
{
    cr_store *store = lobby->config.store;

    (void)cr_lobby_now(lobby);
    lobby->is_collecting = true;
    store->collect(store);
    while (lobby->n_told)
        settle_oldest(lobby);
    lobby->is_collecting = false;
}

bool cr_lobby_has_clocks(const cr_lobby *lobby)
{
    return lobby->n_clocks > 0;
}

size_t cr_lobby_bytes(const cr_lobby *lobby)
{
    return (lobby->n_slots + lobby->timers_cap) * sizeof(cr_room *) + lobby->room_bytes;
}

cr_err cr_lobby_init(cr_lobby *lobby, const cr_lobby_config *config)
{
    size_t state = 0, view = 0;
    uint8_t key[32];

    *lobby = (cr_lobby){.config = *config, .n_slots = SLOTS_MIN};
    for (size_t i = 0; i < cr_game_count(); i++) {
        const cr_game *game = cr_game_at(i);

        state = game->state_size > state ? game->state_size : state;
        view = game->view_size > view ? game->view_size : view;
    }
    randombytes_buf(key, sizeof key);
    cr_rng_init(&lobby->rng, key, 0);
    randombytes_buf(key, sizeof key);
    cr_rng_init(&lobby->pace_rng, key, 0);
    lobby->slots = calloc(lobby->n_slots, sizeof *lobby->slots);
    lobby->scratch = malloc(state);
    lobby->view = malloc(view);
    lobby->before = malloc(state);
    lobby->redacted = malloc(CR_EVENTS_MAX * sizeof *lobby->redacted);
    cr_feed_init(&lobby->feed, malloc(CR_EVENTS_MAX * sizeof *lobby->feed.events), CR_EVENTS_MAX);
    if (!lobby->slots || !lobby->scratch || !lobby->view || !lobby->before || !lobby->redacted ||
        !lobby->feed.events) {
        cr_lobby_release(lobby);
        return CR_ERR_MEMORY;
    }
    lobby->alive_ms = config->store->alive_ms(config->store);
    config->store->done = stored;
    config->store->done_with = lobby;
    lobby_share(lobby);
    return CR_ERR_OK;
}

void cr_lobby_release(cr_lobby *lobby)
{
    while (lobby->newest) {
        cr_room *room = lobby->newest;

        remove_room(lobby, room);
        cr_room_free(room);
    }
    cr_spares_release(&lobby->entries);
    cr_spares_release(&lobby->states);
    free(lobby->slots);
    free(lobby->timers);
    free(lobby->scratch);
    free(lobby->view);
    free(lobby->before);
    free(lobby->redacted);
    free(lobby->feed.events);
    *lobby = (cr_lobby){0};
}
