/* The seed of a match, drawn by the server and those who take part in it (cr_draw of croupier.h).
 *
 *   sealing   the table is full, or fills; seats whose clients have promised a part commit to it, at most ROOM_SEAL_MS long
 *   storing   the commitments are on their way to the disk; before they are there nobody is asked to open anything
 *   opening   all are told all commitments, and open their parts, at most CR_OPEN_MS long
 *   closing   the start with its parts, or that it is void, is on its way to the disk
 *
 * Behind a void start comes another one with fresh parts, without the seats that did not open. Seats that never commit are
 * not waited for twice: the match begins without their parts. */
#include "host/room_inside.h"

#include <sodium.h>
#include <stdlib.h>

enum { SEALING, STORING, OPENING, CLOSING };

struct cr_drawing {
    cr_draw now;
    uint64_t until_ms; /* of sealing or opening; 0: it has not begun to count */
    uint16_t left_out; /* seats that did not open before */
    uint8_t stage, number;
};

/* ---- who takes part ---- */

static cr_drawing *drawing_of(cr_room *room)
{
    if (!room->drawing && !room->has_begun) {
        room->drawing = calloc(1, sizeof *room->drawing);
        if (room->drawing) {
            room->drawing->number = 1;
            memcpy(room->drawing->now.part, room->part, 32);
            memcpy(room->drawing->now.commitment, room->commitment, 32);
        }
    }
    return room->drawing;
}

/* Seats whose clients have promised a part. */
static unsigned promised(const cr_room *room)
{
    unsigned seats = 0;

    for (unsigned i = 0; i < room->n_seats; i++)
        if (room->seats[i].sitter.kind == CR_SEAT_PERSON && room->seats[i].sitter.shares)
            seats |= CR_BIT(i);
    if (room->drawing)
        seats &= ~(unsigned)room->drawing->left_out;
    /* There is an end to it: the last start there may be is the server's alone. */
    return room->drawing && room->drawing->number >= CR_STARTS_MAX ? 0 : seats;
}

/* ---- telling ---- */

static void tell(cr_room *room, const char *stage)
{
    cr_voice *voice = room->lobby->config.voice;

    for (cr_peer *peer = room->peers; peer; peer = peer->next)
        voice->emit_drawing(voice, peer, stage);
}

void room_tell_drawing(cr_room *room, cr_peer *peer)
{
    cr_voice *voice = room->lobby->config.voice;

    if (room->drawing && !room->has_begun)
        voice->emit_drawing(voice, peer, room->drawing->stage < OPENING ? "seal" : "open");
}

const cr_draw *cr_room_draw(const cr_room *room, uint32_t *number, uint64_t *until_ms)
{
    if (!room->drawing)
        return NULL;
    *number = room->drawing->number;
    *until_ms = room->drawing->until_ms;
    return &room->drawing->now;
}

/* ---- what clients send ---- */

cr_trouble cr_room_seal(cr_peer *peer, const uint8_t seal[32])
{
    cr_trouble trouble = room_may_speak(peer);
    cr_room *room = peer->room;
    cr_drawing *d;

    if (trouble)
        return trouble;
    if (room->has_begun)
        return CR_TROUBLE_STARTED;
    d = drawing_of(room);
    if (!d)
        return CR_TROUBLE_FULL;
    /* Once all are in, a commitment is not taken back. One that was not promised is welcome too. */
    if (d->stage != SEALING || d->left_out >> peer->viewer & 1)
        return CR_TROUBLE_NONE;
    d->now.sealed |= CR_BIT(peer->viewer);
    d->now.seal_ms[peer->viewer] = cr_room_now(room);
    memcpy(d->now.seal[peer->viewer], seal, 32);
    cr_room_tick(room, cr_room_now(room));
    return CR_TROUBLE_NONE;
}

cr_trouble cr_room_open(cr_peer *peer, uint32_t number, const uint8_t part[32])
{
    cr_trouble trouble = room_may_speak(peer);
    cr_room *room = peer->room;
    uint8_t seal[32], seat = peer->viewer;
    uint64_t now_ms;
    cr_drawing *d;

    if (trouble)
        return trouble;
    d = room->drawing;
    now_ms = cr_room_now(room);
    /* What comes too early, too late or twice changes nothing. */
    if (!d || d->stage != OPENING || d->number != number || now_ms > d->until_ms ||
        !(d->now.sealed >> seat & 1) || d->now.opened >> seat & 1)
        return CR_TROUBLE_NONE;
    cr_part_seal(room->match, seat, part, seal);
    if (sodium_memcmp(seal, d->now.seal[seat], 32))
        return CR_TROUBLE_BAD_PART;
    d->now.opened |= CR_BIT(seat);
    d->now.open_ms[seat] = now_ms;
    memcpy(d->now.opening[seat], part, 32);
    cr_room_tick(room, now_ms);
    return CR_TROUBLE_NONE;
}

void room_forget_part(cr_room *room, uint8_t seat)
{
    cr_drawing *d = room->drawing;

    if (!d || d->stage != SEALING)
        return;
    d->now.sealed &= (uint16_t)~CR_BIT(seat);
    d->left_out &= (uint16_t)~CR_BIT(seat);
}

/* ---- the stages ---- */

static bool enqueue(cr_room *room, uint8_t kind, uint64_t now_ms)
{
    cr_drawing *d = room->drawing;
    uint8_t bytes[CR_STORE_ENTRY_MAX], before = d->stage;
    size_t len;

    if (kind == CR_ENTRY_SEALS)
        d->now.sealed_ms = now_ms;
    else
        d->now.ended_ms = now_ms;
    len = kind == CR_ENTRY_SEALS ? cr_entry_seals(bytes, &d->now)
                                 : cr_entry_opened(bytes, (cr_entry_kind)kind, &d->now);
    d->stage = kind == CR_ENTRY_SEALS ? STORING : CLOSING;
    if (room_enqueue(room, bytes, len, 0, &(cr_pending){.kind = kind, .at_ms = now_ms}))
        return true;
    d->stage = before;
    return false;
}

bool room_is_drawn(cr_room *room, uint64_t now_ms)
{
    cr_drawing *d;

    if (room->setup.is_pinned || (!room->drawing && !promised(room)))
        return true;
    d = drawing_of(room);
    if (!d)
        return false;
    if (d->stage == SEALING) {
        if (!d->until_ms)
            d->until_ms = now_ms + ROOM_SEAL_MS;
        if (promised(room) & ~(unsigned)d->now.sealed && now_ms < d->until_ms)
            return false;
        if (d->now.sealed) {
            (void)enqueue(room, CR_ENTRY_SEALS, now_ms);
            return false;
        }
        d->now.sealed_ms = now_ms;
        return true;
    }
    if (d->stage == OPENING) {
        if (d->now.sealed == d->now.opened)
            return true;
        if (now_ms > d->until_ms)
            (void)enqueue(room, CR_ENTRY_VOID, now_ms);
    }
    return false;
}

size_t room_write_start(cr_room *room, uint8_t *out, uint64_t now_ms)
{
    cr_drawing *d = room->drawing;

    if (!d)
        return cr_entry_start(out, now_ms);
    d->now.ended_ms = now_ms;
    d->stage = CLOSING;
    return cr_entry_opened(out, CR_ENTRY_START, &d->now);
}

void room_draw_lost(cr_room *room)
{
    cr_drawing *d = room->drawing;

    if (d)
        d->stage = d->stage == STORING                    ? SEALING
                   : d->stage == CLOSING && d->now.sealed ? OPENING
                   : d->stage == CLOSING                  ? SEALING
                                                          : d->stage;
}

/* ---- what is on disk ---- */

void room_draw_sealed(cr_room *room, const cr_draw *draw)
{
    cr_drawing *d = drawing_of(room);

    if (!d)
        return;
    if (draw) {
        d->now = *draw;
        memcpy(room->part, draw->part, 32);
        cr_commit(room->match, room->part, room->commitment);
        memcpy(d->now.commitment, room->commitment, 32);
    }
    d->stage = OPENING;
    d->until_ms = d->now.sealed_ms + CR_OPEN_MS;
    tell(room, "open");
}

static void take_opened(cr_room *room, const cr_draw *draw)
{
    cr_drawing *d = room->drawing;

    if (!d || !draw)
        return;
    d->now.opened = draw->opened;
    memcpy(d->now.opening, draw->opening, sizeof d->now.opening);
    memcpy(d->now.open_ms, draw->open_ms, sizeof d->now.open_ms);
}

void room_draw_void(cr_room *room, const cr_draw *draw)
{
    cr_drawing *d = room->drawing;

    if (!d)
        return;
    take_opened(room, draw);
    d->left_out |= d->now.sealed & (uint16_t)~d->now.opened;
    tell(room, "void");
    room->n_void++;
    d->now = (cr_draw){0};
    d->number++;
    d->stage = SEALING;
    d->until_ms = 0;
    randombytes_buf(room->part, 32);
    cr_commit(room->match, room->part, room->commitment);
    memcpy(d->now.part, room->part, 32);
    memcpy(d->now.commitment, room->commitment, 32);
    tell(room, "seal");
}

void room_draw_done(cr_room *room, const cr_draw *draw)
{
    cr_drawing *d = room->drawing;

    take_opened(room, draw);
    if (!d)
        return;
    if (draw && draw->opened != d->now.sealed)
        room->is_broken = true; /* a log that no server of ours wrote */
    cr_draw_seed(room->match, d->number, &d->now, room->setup.seed);
    room->shared = d->now.opened;
    tell(room, "done");
    free(d);
    room->drawing = NULL;
}

uint64_t room_draw_due(const cr_room *room)
{
    const cr_drawing *d = room->drawing;

    if (!d || room->has_begun || !d->until_ms)
        return UINT64_MAX;
    return d->stage == SEALING ? d->until_ms : d->stage == OPENING ? d->until_ms + 1 : UINT64_MAX;
}
