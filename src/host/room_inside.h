/* What room.c, room_log.c, answers.c, bots.c, hints.c, empty.c, seats.c, draw.c, rematch.c, countdown.c and winding.c share. Nobody else includes this. */
#ifndef CR_ROOM_INSIDE_H
#define CR_ROOM_INSIDE_H

#include "host/entry.h"
#include "host/lobby.h"

enum {
    ROOM_HOLD_MS = 1000,     /* after a failed append nothing is tried by itself for so long */
    ROOM_SIGNAL_MS = 1000,   /* least time between two signals of a seat */
    ROOM_WATCHERS_MS = 1000, /* and between two words on how many watch */
    ROOM_SEAL_MS = 5000,     /* for a part of the seed to be committed to */
    ROOM_REMATCH_MS = 60000  /* an offer of a rematch stands for so long */
};

/* An entry on its way to the disk. */
typedef struct cr_pending cr_pending;
struct cr_pending {
    cr_pending *next;
    cr_peer *peer;     /* whose move it is, if the connection is still there */
    cr_waiter *waiter; /* or who else waits */
    cr_sitter *sitter; /* of a seat entry; owned */
    uint64_t at_ms, since_us;
    uint32_t id;
    uint8_t kind, seat;
    cr_move move;
};

/* ---- room.c ---- */

/* Appends an entry; false if it cannot be taken, then nothing has changed. Takes over like->sitter. */
bool room_enqueue(cr_room *room, const uint8_t *bytes, size_t len, uint32_t flags,
                  const cr_pending *like);

/* The state with everything that is on its way. */
static inline const cr_state *room_look(const cr_room *room)
{
    return room->ahead ? room->ahead : room->state;
}

/* Has the match begun and can it go on? */
static inline bool room_is_live(const cr_room *room)
{
    return room->has_begun && !room->is_broken && !room->is_dropping && !room_look(room)->is_over;
}

/* Plays a move that was judged on room_look, ahead of the disk. */
bool room_play(cr_room *room, const cr_move *move, uint64_t at_ms, cr_peer *peer, uint32_t id);

/* Is it still to be appended that the clock stood while the program did not run? */
bool room_is_asleep(const cr_room *room);

/* Notes that a reason for pausing shall be in force, or no longer. */
void room_want(cr_room *room, unsigned reason, bool is_on);

/* Judges and plays a move of the host. */
bool room_play_host(cr_room *room, const cr_move *move, uint64_t now_ms);

/* Plays what is due by this time; false if it cannot be appended. */
bool room_run_clock(cr_room *room, uint64_t now_ms);

/* Tells the lobby when to call next. */
void room_arm(cr_room *room);

/* When that is, in the room's time; UINT64_MAX: never. */
uint64_t room_due(const cr_room *room);

/* The start, or a move, is on disk: it is played on `state` and shown. */
void room_begin(cr_room *room, uint64_t at_ms, bool is_shown);
void room_apply(cr_room *room, const cr_move *move, uint64_t at_ms, uint32_t id);

/* The state a move is about to be played on, kept to tell changes by; in the lobby's memory, until the next move of any
 * room. */
const cr_state *room_keep_before(const cr_room *room, const cr_state *state);

/* The lobby's feed: empties it; tells whether this viewer is to be told of the move that filled it (NULL: of the start),
 * and how many numbered events that are; shows it to a peer as update n, behind event seq; before: what was kept, or
 * NULL. */
void room_clear_feed(cr_lobby *lobby);
bool room_is_news(const cr_lobby *lobby, uint8_t viewer, const cr_move *move);
uint32_t room_count_news(const cr_lobby *lobby, uint8_t viewer);
void room_show_to(cr_room *room, cr_peer *peer, const cr_state *state, const cr_state *before,
                  uint64_t at_ms, uint32_t n, uint32_t seq);

/* What this viewer was shown so far: updates, and events in them. */
uint32_t room_shown(const cr_room *room, uint8_t viewer);
uint32_t room_told(const cr_room *room, uint8_t viewer);

/* ---- answers.c ---- */

/* Is this the connection that plays its seat? And can the match be played? */
cr_trouble room_may_speak(const cr_peer *peer);
cr_trouble room_may_act(const cr_peer *peer);

/* A move that cannot be played: told to who sent it, and counted. */
void room_refuse(cr_peer *peer, const cr_verdict *verdict);

/* ---- bots.c ---- */

/* Seats of people, here or away. */
unsigned room_people(const cr_room *room);

/* Notes who is asked what, and when. */
void room_meet(cr_room *room, uint64_t now_ms);

/* Lets the bots answer that are asked and whose time has come; and when the next time comes. */
void room_run_bots(cr_room *room, uint64_t now_ms);
uint64_t room_bots_due(const cr_room *room);

/* What this seat was asked, thinks or has chosen counts no longer. */
void room_forget_thoughts(cr_room *room, uint8_t seat);

/* ---- hints.c ---- */

/* Thinks about a hint, on any thread; tells it, on the loop's; nobody wants it any more. */
void hint_think(cr_thought *thought);
void hint_done(cr_room *room, const cr_thought *thought);

/* It is in the log that this seat has asked for one: told to everybody. */
void room_count_hint(cr_room *room, uint8_t seat);
void room_forget_hint(cr_room *room, uint8_t seat);

/* ---- empty.c ---- */

/* Passes for those who can do nothing else and want it so; and when the next of it is due. */
void room_run_empty(cr_room *room, uint64_t now_ms);
uint64_t room_empty_due(const cr_room *room);

/* Tells the player of a seat that is asked when the room passes for it, or until when it looks as if. */
void room_tell_passing(cr_room *room, uint8_t seat);

/* A pass that was judged and comes too early to look like those of the room: it is kept, and true returned. Is the pass of
 * this id kept? */
bool room_hold_pass(cr_room *room, const cr_move *move, uint32_t id, uint64_t now_ms);
bool room_holds(const cr_room *room, uint8_t seat, uint32_t id);

/* Something was played on `state`: passes that were kept and cannot be played any more are refused. */
void room_refuse_held(cr_room *room, uint64_t now_ms);

/* The question that is open is put to people once more, as far as times go: those that were drawn lie behind, or were drawn
 * when the room passed for nobody. */
void room_ask_anew(cr_room *room);

/* ---- winding.c ---- */

/* Goes on turning the time, if a test has asked for it, nothing is on its way to the disk and no bot thinks. */
void room_wind_on(cr_room *room);

/* ---- room_log.c ---- */

/* Another writer has moved this match on: plays what it wrote. */
CR_MUST_USE cr_err room_catch_up(cr_room *room);

/* Gives a peer the updates behind a number. */
cr_trouble room_replay(cr_room *room, cr_peer *peer, uint32_t after);

/* ---- seats.c ---- */

/* Who sits where is told to everybody. */
void room_tell_seats(cr_room *room);

/* Something about this seat is another now that moves go by: the sets of the room follow. */
void room_note_seat(cr_room *room, uint8_t seat);

/* The bot of a seat that one plays now. */
const cr_bot *room_bot_of(const cr_room *room, uint8_t seat);

/* A seat entry is on disk. */
void room_seat_changed(cr_room *room, uint8_t seat, const cr_sitter *sitter);

/* Appends the start if no seat is open. */
void room_begin_if_full(cr_room *room, uint64_t now_ms);

/* Absences and silence: what is due, and when the next of it is. */
void room_run_seats(cr_room *room, uint64_t now_ms);
uint64_t room_seats_due(const cr_room *room);

/* The room's own reason for pausing; false if the game has none. */
bool room_host_reason(const cr_room *room, uint8_t *reason);

/* How many watch is told when it has changed, now and then; and when that is. */
void room_run_watchers(cr_room *room, uint64_t now_ms);
uint64_t room_watchers_due(const cr_room *room);

/* ---- draw.c ---- */

/* Of a table that is full: is the seed drawn, as far as others than the server have a part in it? If not it is seen to that it
 * will be. Then the start is written with its parts. */
bool room_is_drawn(cr_room *room, uint64_t now_ms);
size_t room_write_start(cr_room *room, uint8_t *out, uint64_t now_ms);

/* The commitments, that a start is void, or the start are on disk; `draw` as the log has it, NULL: as the room knows it. */
void room_draw_sealed(cr_room *room, const cr_draw *draw);
void room_draw_void(cr_room *room, const cr_draw *draw);
void room_draw_done(cr_room *room, const cr_draw *draw);

/* What was on its way to the disk is lost. */
void room_draw_lost(cr_room *room);

/* The seat has another holder, or none. */
void room_forget_part(cr_room *room, uint8_t seat);

void room_tell_drawing(cr_room *room, cr_peer *peer);
uint64_t room_draw_due(const cr_room *room);

/* ---- rematch.c ---- */

/* Tells somebody who comes of the open offer, or of the table that came of it. */
void room_tell_rematch(cr_room *room, cr_peer *peer);

/* Nobody is there any more who holds this seat: his wish is gone. */
void room_leave_rematch(cr_room *room, uint8_t seat);

/* The offer's time, and its end. */
uint64_t room_rematch_due(const cr_room *room);
void room_run_rematch(cr_room *room, uint64_t now_ms);
void room_free_rematch(cr_room *room);

/* ---- countdown.c ---- */

/* Something was played on `state`: what counts down now? */
void room_follow(cr_room *room);

/* Tells the tick that is due, if one is. Nobody is told while a move is on its way: it may stop the timer. */
void room_tell_tick(cr_room *room, uint64_t now_ms);

/* A deadline's default is about to be played on `state`: its closing tick comes first. */
void room_close_timer(cr_room *room, const cr_move *move, uint64_t at_ms);

/* When the next tick is due; UINT64_MAX: never, or there is nobody to tell. */
uint64_t room_tick_due(const cr_room *room);

/* The first one comes in: what was due before is nothing to tell. */
void room_skip_ticks(cr_room *room);

/* Writes the events in the lobby's feed that the game wants noted to the host's log. */
void room_note_events(cr_room *room);

#endif
