/* A room: one match with its seats, the people and bots in them, and everybody who watches. No sockets: peers come
 * and go, messages leave through the voice.
 *
 *  1. `state` is what is on disk and nothing else. A move is judged and played on a copy (`ahead`), its entry goes
 *     to the store, and only when the store has it the move is played on `state` and shown. So nothing is seen
 *     before it is durable, and a store that fails needs no undo: the copy is dropped.
 *  2. `pending` lists the entries on their way, in order; `ahead` exists exactly while a move is among them.
 *  3. The seat of a move is the seat of the peer that sent it.
 *  4. What a viewer gets is numbered per viewer, and each update follows from the log alone. So whoever comes back
 *     gets the missing ones byte for byte by replaying the log, and the room keeps no copies of them.
 *  5. Entry 0 of the log is the head: the order the match was made from. Seats that change are entries, the start is
 *     one, and every move is one. */
#ifndef CR_ROOM_H
#define CR_ROOM_H

#include "ai/bot.h"
#include "host/clock.h"
#include "host/pace.h"
#include "host/store.h"
#include "host/think.h"
#include "host/ticker.h"
#include "host/trouble.h"
#include "kernel/say.h"

enum {
    CR_TOKEN = 16,      /* bytes of a token */
    CR_TOKEN_HASH = 32, /* what is kept of it */
    CR_NAME_MAX = 25,   /* bytes of a person's name, with the closing zero */
    CR_VIEWERS = CR_SEATS_MAX + 1,
    CR_ADDRESS_MAX = 46 /* characters of an address of IPv6, with the closing zero */
};

typedef struct cr_room cr_room;
typedef struct cr_peer cr_peer;
typedef struct cr_lobby cr_lobby;
typedef struct cr_creator cr_creator;
typedef struct cr_drawing cr_drawing; /* of a seed, see draw.c */

/* What somebody says about a rematch: no, or yes with the seats as they were or everybody moved on by one. */
typedef enum { CR_REMATCH_NO, CR_REMATCH_SAME, CR_REMATCH_SWAP } cr_rematch_wish;

typedef enum { CR_SEAT_OPEN, CR_SEAT_PERSON, CR_SEAT_BOT } cr_seat_kind;

/* What a seat is before anybody has moved; also what an entry of the log says about it. */
typedef struct {
    cr_seat_kind kind;
    const cr_bot *bot; /* of a bot's seat */
    char name[CR_NAME_MAX];
    bool shares; /* its client brings a part of the seed */
    uint8_t token_hash[CR_TOKEN_HASH];
} cr_sitter;

/* May people ask for hints? As usual: where only one person plays. */
typedef enum { CR_HINTS_USUAL, CR_HINTS_ON, CR_HINTS_OFF } cr_hints;

/* What a match is made from. */
typedef struct {
    const cr_game *game;
    cr_setup setup; /* seed included; start_ms is set when the match begins */
    cr_sitter sitters[CR_SEATS_MAX];
    uint32_t patience; /* refused answers to one question until the default is played; 0: no end */
    cr_pace pace;      /* of the bots */
    cr_hints hints;    /* whether people may ask for them */
    bool is_private;   /* not in the list */
} cr_order;

/* Behind each change of kind, away_ms, is_replaced, passes_empty and held_ticket comes room_note_seat. */
typedef struct {
    cr_peer *player;   /* the newest connection; NULL: away, or a bot */
    uint64_t heard_ms; /* last sign of life, where the game asks for them */
    uint32_t last_id;  /* the client's id of the last move that was accepted */
    uint32_t refused_ticket;
    uint32_t n_refused; /* answers refused to that ticket */
    uint32_t
        sent_away; /* entries there were when the game's away_move was sent, or refused, for this absence; or 0 */
    uint64_t away_ms;    /* since when nobody is there; 0: somebody is */
    uint64_t signal_ms;  /* last quick signal */
    uint16_t own_pauses; /* reasons this person has set */
    bool is_replaced;    /* a bot plays for somebody who is away */
    bool wants_pause;
    bool is_claimed;   /* somebody's entry for it is on its way */
    bool passes_empty; /* the room passes for this person where nothing else is possible */

    /* The question it was asked last, and what was drawn at that moment: when a bot's answer counts, and when a pass is
     * sent for a person. */
    uint32_t met_ticket; /* 0: none */
    uint16_t tie;        /* who is earlier of two at the same time */
    uint8_t mind;        /* what the bot makes of it, see bots.c */
    uint64_t met_ms, answer_ms, pass_ms, late_ms;
    cr_thought *thought; /* while it thinks elsewhere */
    cr_move chosen;
    cr_thought *hint;              /* while one is made for this person */
    uint32_t n_hints;              /* asked for so far, by the log */
    uint32_t held_ticket, held_id; /* a person's own pass that waits for pass_ms, see empty.c */
    cr_sitter sitter;
} cr_room_seat;

/* Somebody who waits for an entry to be on disk, other than a player for a move. */
typedef struct cr_waiter cr_waiter;
struct cr_waiter {
    void (*done)(cr_waiter *waiter, cr_room *room, cr_trouble trouble);
    struct cr_pending *pending; /* of the room; NULL: waits for nothing */
};

enum cr_peer_wants {
    CR_WANTS_VIEW = 1 << 0,
    CR_WANTS_OFFERS = 1 << 1,
    CR_WANTS_WORDS = 1 << 2,
    CR_WANTS_CHANGES = 1 << 3 /* with CR_WANTS_VIEW: what has changed in it is enough */
};

/* A connection that plays or watches. Embedded in whatever the connection is; memory of its owner. */
struct cr_peer {
    cr_room *room; /* NULL: attached to none */
    cr_peer *next; /* in the room, newest first */
    uint32_t n;    /* number of the last update it got */
    uint32_t seq;  /* and of the last event in one */
    uint8_t viewer, wants;
    bool goes_on; /* waits for no bot until it is asked, a spectator until the next question */
};

/* Of a match that is over, once somebody has asked for a rematch (rematch.c). */
typedef struct {
    cr_waiter waiter; /* for the new match to be on disk */
    cr_room *room;
    uint64_t until_ms;         /* of the open offer; 0: none is open */
    uint16_t agreed, declined; /* seats */
    uint8_t by;                /* who made it */
    bool is_swapped, is_making, is_made;
    uint8_t match[CR_MATCH_ID];             /* the new one, once it is made */
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN]; /* of its seats that people were carried to */
} cr_rematch;

/* What every move touches comes first, in few lines of the cache: with thousands of matches each line has to be fetched anew. */
struct cr_room {
    cr_lobby *lobby;
    const cr_game *game;
    cr_state *state, *ahead; /* state: zero until the match has begun */
    cr_peer *peers;
    struct cr_pending *pending, **pending_tail;
    uint32_t applied; /* entries that are on disk and played: the number of the next one */
    uint32_t number;  /* of the next entry to append */
    uint32_t n_moves; /* on disk */
    uint32_t n_moves_ahead;
    uint32_t n_peers;
    uint32_t met_ticket; /* the last question bots or people were asked */
    /* Seats that a move must see to, for it looks at no others: played by bots now; of people who are away; those the room
     * passes for, or keeps a pass of. */
    uint16_t bots, away, passing;
    uint16_t
        reasons; /* for pausing, that shall be in force; behind a store that failed not those of `state` */
    uint8_t game_index, n_seats;
    uint8_t news; /* the most there was to look at when the open question was put */
    bool is_private, has_begun, is_over, is_dropping, is_conflicted, is_broken, has_clock;
    bool is_lost;      /* somebody else runs the match now (shared.h) */
    bool has_gone_on;  /* somebody has, at some time: goes_on of peers is looked at */
    uint64_t timer_ms; /* when the lobby is to call; UINT64_MAX: never */
    uint64_t hold_ms;  /* the store failed, nothing is tried by itself before; or 0 */
    /* After a restart, until it is on disk that the clock stood: when the program stopped, and `applied` as it will be then
     * if that is on its way; 0 otherwise. */
    uint64_t asleep_ms;
    uint32_t awake_at;
    uint32_t n_watchers, told_watchers; /* spectators, and how many everybody was told */
    cr_pace pace;                       /* as ordered, see cr_room_pace */
    /* Test mode: by how much the time of this room was turned forward; and while it is being turned, where it stands and up
     * to where (0: it is not). */
    uint64_t turned_ms, wind_to_ms, wind_at_ms;
    cr_rematch *rematch; /* NULL: nobody has asked for one */
    cr_drawing *drawing; /* while the seed is being drawn by several */
    uint8_t match[CR_MATCH_ID];
    cr_ticker ticker;           /* what people see counting down: follows `state` */
    uint32_t shown[CR_VIEWERS]; /* updates so far, per seat and for spectators */
    uint32_t told[CR_VIEWERS];  /* and events in them, questions not counted */
    cr_why why;                 /* reasons of the last end of a round, or of the match */

    size_t timer_at;                        /* place in the lobby's heap; 0: not in it */
    uint64_t over_ms, created_ms, quiet_ms; /* quiet since, for closing */
    uint64_t watchers_ms;                   /* when it was told how many watch */
    uint64_t away_ms;                       /* since when the store cannot be reached; 0: it can */
    uint32_t patience;
    cr_hints hints;  /* as ordered, see cr_room_gives_hints */
    uint16_t shared; /* seats whose parts are in the seed */
    uint16_t n_void; /* starts that came to nothing before */
    uint8_t part[32],
        commitment[32]; /* the server's part of the seed, and what is published of it */
    cr_room *hash_next, *list_prev, *list_next;
    cr_creator *creator;          /* the address that made it, for limits; NULL: not counted */
    char address[CR_ADDRESS_MAX]; /* the same as text, "": not known */
    cr_setup setup;
    cr_room_seat seats[]; /* n_seats of them */
};

/* What happened by one entry, for one viewer. */
typedef struct {
    const cr_room *room;
    const cr_state *state;  /* after it */
    const cr_event *events; /* redacted for the viewer */
    size_t n_events;
    const cr_state *before; /* the one before, for changes; NULL: there is none, or nobody asks */
    uint64_t at_ms;
    uint32_t n;   /* number for this viewer */
    uint32_t seq; /* of the last event before it; questions have no number */
    uint8_t viewer, wants;
    uint64_t moment; /* the same for all who are told of this entry now; 0: nobody else is */
} cr_update;

/* A move that is refused, or would be. */
typedef struct {
    uint32_t id;
    const char *text;      /* as it was written */
    const cr_state *state; /* that it was judged on */
    cr_move move;          /* as far as it could be read */
    cr_refusal refusal;
} cr_verdict;

/* How messages leave. All calls are for a peer that is attached. */
typedef struct cr_voice cr_voice;
struct cr_voice {
    void (*emit_attached)(cr_voice *voice, cr_peer *peer);
    void (*emit_seats)(cr_voice *voice, cr_peer *peer); /* who sits where, who is there */
    void (*emit_state)(cr_voice *voice, cr_peer *peer); /* where the match stands now */
    void (*emit_update)(cr_voice *voice, cr_peer *peer, const cr_update *update);
    void (*emit_ack)(cr_voice *voice, cr_peer *peer, uint32_t id);
    void (*emit_refused)(cr_voice *voice, cr_peer *peer, const cr_verdict *verdict);
    void (*emit_checked)(cr_voice *voice, cr_peer *peer, const cr_verdict *verdict);
    void (*emit_signal)(cr_voice *voice, cr_peer *peer, uint8_t seat, const char *word);
    void (*emit_plays)(cr_voice *voice, cr_peer *peer, bool plays);
    void (*emit_tick)(cr_voice *voice, cr_peer *peer, const cr_tick *tick); /* and its drift */
    void (*emit_wound)(cr_voice *voice, cr_peer *peer); /* the time of the room was turned */
    void (*emit_trouble)(cr_voice *voice, cr_peer *peer, uint32_t id, cr_trouble trouble);
    void (*emit_moved)(cr_voice *voice, cr_peer *peer); /* another program runs the match */
    /* Only to who wanted it so (cr_room_empty). Of the question of this ticket: at this time the room passes for the peer's seat, or until then its seat looks like
     * those it passes for. */
    void (*emit_passing)(cr_voice *voice, cr_peer *peer, uint32_t ticket, uint64_t at_ms,
                         bool passes);
    /* How the seed is drawn: `seal`, `open`, `void` or `done`. */
    void (*emit_drawing)(cr_voice *voice, cr_peer *peer, const char *stage);
    /* A rematch is offered, or no longer: `why` is NULL, or a word. */
    void (*emit_offered)(cr_voice *voice, cr_peer *peer, const char *why, uint8_t by);
    /* The new table is there; with a seat of it and its token, or as CR_SPECTATOR without. */
    void (*emit_rematched)(cr_voice *voice, cr_peer *peer, uint8_t seat, const uint8_t *token);
    /* The hint that the peer has asked for; its question is still open. */
    void (*emit_hinted)(cr_voice *voice, cr_peer *peer, const cr_hint *hint);
};

/* Words of the quick signals, NULL at the end. */
extern const char *const cr_signals[];

/* ---- people ---- */

/* Lets a connection in: as the seat of the token, or as spectator with token NULL. With `after` it gets the updates
 * behind that number, otherwise the state of things. */
cr_trouble cr_room_attach(cr_room *room, cr_peer *peer, const uint8_t *token,
                          const uint32_t *after);
void cr_room_detach(cr_peer *peer);

/* A move as people write it. The answer leaves through the voice: at once if it is refused, when it is on disk
 * otherwise. `as` is the peer's seat; in test mode also CR_HOST or CR_ADMIN. */
cr_trouble cr_room_move(cr_peer *peer, uint8_t as, uint32_t id, uint32_t ticket, const char *text);

/* Would it be accepted? */
cr_trouble cr_room_check(cr_peer *peer, uint32_t id, uint32_t ticket, const char *text);

/* The best moves of the open question, for the player who is asked, and from what he sees. They leave through the voice when
 * they are found; everybody is told that they were asked for. */
cr_trouble cr_room_hint(cr_peer *peer, uint32_t id, uint32_t ticket);

/* May people ask for hints here, now? */
bool cr_room_gives_hints(const cr_room *room);

cr_trouble cr_room_signal(cr_peer *peer, const char *word);

/* A player sets or takes back the reason for pausing of this word; NULL: asks for a pause that all must agree on, or ends it. */
cr_trouble cr_room_pause(cr_peer *peer, const char *word, bool is_on);

/* Bots need not wait for this peer until it is asked again. They answer at once when everybody who plays has said so, or
 * where no person plays everybody who watches. */
cr_trouble cr_room_go_on(cr_peer *peer);

/* Is the room to pass for this player where a pass is all he can answer? */
cr_trouble cr_room_empty(cr_peer *peer, bool passes);

/* Before the match: the player commits to a part of the seed, and opens it when all commitments are in; see draw.c. */
cr_trouble cr_room_seal(cr_peer *peer, const uint8_t seal[32]);
cr_trouble cr_room_open(cr_peer *peer, uint32_t number, const uint8_t part[32]);

/* The start that is being drawn, its number from 1, and until when commitments or parts are waited for; NULL: none. */
const cr_draw *cr_room_draw(const cr_room *room, uint32_t *number, uint64_t *until_ms);

/* Once the match is over: what the player says about a rematch, see rematch.c. */
cr_trouble cr_room_rematch(cr_peer *peer, cr_rematch_wish wish);

/* A sign of life. */
void cr_room_heard(cr_peer *peer);

/* A message of this peer comes behind `left` others, 2 or 1, and the outcome of an entry of this room behind `left` others, up to
 * CR_ROOM_AHEAD: the processor fetches what they will look at meanwhile. With thousands of matches nothing of a room is at hand. */
enum { CR_ROOM_AHEAD = 4 };
void cr_peer_fetch(const cr_peer *peer, unsigned left);
void cr_room_fetch(const cr_room *room, unsigned left);

/* In test mode: time goes on by so much, or without a number to the deadline of the open question, if it has one. What is
 * due on the way is done in its time; in a jump only at the end, too late. */
cr_trouble cr_room_wind(cr_peer *peer, const uint32_t *ms, bool is_jump);

/* The time in this room. It is the lobby's, unless a test has turned it. */
uint64_t cr_room_now(const cr_room *room);

/* The player gives the seat up for good: a bot plays on, or with keeps_seat its defaults. */
cr_trouble cr_room_leave(cr_peer *peer, cr_waiter *waiter);

/* Gives an open seat to a person, who may promise a part of the seed. The token is drawn; the waiter is told when it is on
 * disk. *seat CR_SEATS_MAX asks for any. */
cr_trouble cr_room_join(cr_room *room, const char *name, bool shares, uint8_t *seat,
                        uint8_t token[CR_TOKEN], cr_waiter *waiter);

/* Fills open seats with this bot, and so begins the match. */
cr_trouble cr_room_fill(cr_room *room, const cr_bot *bot, cr_waiter *waiter);

/* What is kept of a token. */
void cr_token_hash(const uint8_t match[CR_MATCH_ID], const uint8_t token[CR_TOKEN],
                   uint8_t out[CR_TOKEN_HASH]);

/* The waiter went away. */
void cr_waiter_cancel(cr_waiter *waiter);

/* ---- for wire ---- */

/* The whole record, once the match is over. The caller frees it. */
cr_trouble cr_room_record(cr_room *room, uint8_t **bytes, size_t *len);

bool cr_room_is_here(const cr_room *room, uint8_t seat);

/* The pace of the bots as it is now: the ordered one, or the server's if somebody plays or watches. Never CR_PACE_USUAL. */
cr_pace cr_room_pace(const cr_room *room);

/* The moves that everybody was told of. A pass that nobody may know of is none of them, not even when its question is over. */
uint32_t cr_room_moves(const cr_room *room);

/* The numbers of match and round that the game's room rules give this state; false if they give none. */
bool cr_room_place(const cr_room *room, const cr_state *state, uint32_t *match, uint32_t *round);

/* ---- for the lobby ---- */

/* Makes a room and appends its head; NULL without memory or if the store is full. */
cr_room *cr_room_create(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], const cr_order *order,
                        cr_waiter *waiter);

/* Makes a room from its log. */
cr_err cr_room_load(cr_lobby *lobby, const uint8_t match[CR_MATCH_ID], cr_room **out);

/* Time spent while the program was not running does not count. Called once behind cr_room_load. */
void cr_room_wake(cr_room *room, uint64_t alive_ms);

/* The store has decided about the first pending entry. */
void cr_room_stored(cr_room *room, cr_store_result result);

/* The room's time at this time of the lobby. */
uint64_t cr_room_time(const cr_room *room, uint64_t lobby_ms);

/* What is due is played: deadlines, bots, absences. */
void cr_room_tick(cr_room *room, uint64_t now_ms);

/* May it be closed: nobody there, nothing on its way, no clock running? */
bool cr_room_is_idle(const cr_room *room);
void cr_room_free(cr_room *room);

/* Memory of one room as it stands. */
size_t cr_room_bytes(const cr_room *room);

#endif
