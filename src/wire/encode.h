/* The parts of messages that are not plain values: questions, offers, views, events, seats, the end. */
#ifndef CR_ENCODE_H
#define CR_ENCODE_H

#include "host/lobby.h"
#include "kernel/forms.h"
#include "wire/padding.h"
#include "wire/proto.h"

enum {
    ENCODE_OFFERS_MAX = 64,    /* moves listed; beyond that they are described */
    ENCODE_COMPARED_MAX = 4096 /* bytes of offers: longer ones count as new */
};

/* What a seat may answer: moves, if there are not too many, or the boxes they lie in. */
typedef struct {
    cr_space space;
    cr_move moves[ENCODE_OFFERS_MAX];
    size_t n;
    bool is_listed;
} encode_offered;

/* Texts of events that somebody was told already, of whichever match, for others who are told the same: without words, which
 * are for a reader, a text follows from the event alone. Each has one place, and the last one that came has it. */
enum { ENCODE_TOLD_BITS = 9, ENCODE_TOLD_LEN = 79 };
typedef struct {
    struct {
        const cr_game *game; /* NULL: nothing is here */
        cr_event event;
        bool is_news;
        uint8_t len;
        char text[ENCODE_TOLD_LEN];
    } one[1 << ENCODE_TOLD_BITS];
} encode_told;

/* What most parts are made from. */
typedef struct {
    const cr_room *room;
    const cr_state *state;
    cr_view *view, *was;    /* memory for one; and for the one before, if there is any */
    const cr_state *before; /* what is told are changes since this one; NULL: everything, whole */
    uint64_t told_ms;       /* of the update that tells them */
    const encode_offered *offered; /* where changes are told and the viewer is asked */
    const cr_event *events;
    size_t n_events;
    uint64_t at_ms;         /* of looking, for a view; 0: of the last move */
    uint32_t seq;           /* of the last event before these, if they have numbers */
    uint8_t viewer, reader; /* whose view, and who is "you" in the words */
    bool is_numbered, has_words;
    const cr_view_parts *open; /* what a spectator sees of this state; NULL: not at hand */
    const cr_change_parts *open_changes; /* and what has changed for him */
    encode_told *told;                   /* what others were told; NULL: not remembered */
    const cr_why *why;                   /* of the end; NULL: the room's */
    padding_veil *veil;                  /* measures what is the viewer's own; NULL: not */
} encode_scene;

/* A refused move, for what is possible in its place. */
typedef struct {
    const cr_game *game;
    const cr_state *state;
    cr_move move;
    cr_refusal refusal;
} encode_refusal;

/* `with` is an encode_scene; of the last two, a cr_room. */
void encode_question(cr_json *j, const void *with);
void encode_says(cr_json *j, const void *with); /* of the question, alone */
void encode_offers(cr_json *j, const void *with);
void encode_groups(cr_json *j, const void *with); /* moves that are offered, in groups */
void encode_view(cr_json *j, const void *with);
void encode_changes(cr_json *j, const void *with);
void encode_events(cr_json *j, const void *with);
void encode_over(cr_json *j, const void *with);
void encode_seats(cr_json *j, const void *with);
void encode_options(cr_json *j, const void *with);

/* A hint, and the state its question is open in. */
typedef struct {
    const cr_game *game;
    const cr_state *state;
    const cr_hint *hint;
} encode_hint;

void encode_instead(cr_json *j, const void *with); /* of an encode_refusal */
void encode_hints(cr_json *j, const void *with);   /* of an encode_hint */

/* Fills in the message that tells a viewer what happened. `wants`: bits of cr_peer_wants; `offered`: memory that the scene
 * uses from now on. */
void encode_update(msg_update *out, encode_scene *scene, encode_offered *offered, uint32_t n,
                   uint64_t at_ms, unsigned wants);

/* A move as people write it. */
void encode_move(cr_json *j, const cr_game *game, const cr_move *move);

/* What the viewer may answer in this state; and the same where its boxes are found. */
void encode_find_offers(const encode_scene *scene, const cr_state *state, encode_offered *out);
void encode_list_offers(const encode_scene *scene, const cr_state *state, encode_offered *out);

/* Is that what it might answer before, so that changes need not say so? The boxes alone may tell, if no words are wanted. */
bool encode_is_offered_as_before(const encode_scene *scene);
bool encode_is_space_as_before(const encode_scene *scene, const cr_space *now);

/* Memory for a text that is only measured. Where there is none each byte of it is counted by itself; what does not fit is. */
enum { ENCODE_MEASURED = 1024 };

/* Bytes written since `from` that others may not know of, and those of the name in front. */
void encode_keep_apart(const encode_scene *scene, const cr_json *j, size_t from, const char *name);

/* Is this viewer asked? */
bool encode_is_asked(const encode_scene *scene);

#endif
