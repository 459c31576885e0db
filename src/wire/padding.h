/* Messages that do not tell by their length. Who watches the wire sees how long a frame to a seat is, and so must learn
 * nothing from it that he may not know. A message to a seat is therefore as long as everybody can work out:
 *
 *     what a spectator would be told  +  the most that a seat may be told beyond that at a question like this one
 *
 * What is missing are blanks behind the message, which JSON does not count. The first part is what the encoder has written
 * less what it has measured on the way as the seat's own (padding_veil): where its view differs from a spectator's, or what
 * has changed in it does, its offers, events that are told to it alone. The second part is a mark: by game, question,
 * whether the seat is asked in public, the game's `breadth`, and what the client wants to be told; where changes are told
 * also by the question before, which may be the same one. Marks begin with padding.def, which `croupier verify --marks`
 * makes from play; a message beyond its mark raises it. Events that everybody knows of and that only some may read have
 * marks of their own, by kind.
 *
 * Used by voice.c and out.c alone; `croupier verify` compares what comes of it. */
#ifndef CR_PADDING_H
#define CR_PADDING_H

#include "kernel/game.h"

enum {
    PADDING_BREADTHS = 64,
    PADDING_VARIANTS = 8, /* what clients want to be told: cr_peer_wants, changes aside */
    PADDING_USUAL =
        3, /* of them: view and offers; of these, with words and without, there are rows */
    PADDING_WORDS = 4,
    PADDING_STEP = 4,  /* marks are multiples of this */
    PADDING_DIGITS = 4 /* running numbers of a seat take so much room at least */
};

/* Of a seat, as everybody knows it; where everything is told only the first counts. */
enum padding_asked { PADDING_ASKED = 1, PADDING_WAS_ASKED = 2 };

/* Marks of all games; memory of its own, more with every game that is played. */
typedef struct padding padding;
typedef struct padding_marks padding_marks; /* of one game */

/* A mark to begin with: of a question, or of an event where is_event. `behind` is the question before where changes are
 * told, "" if it is still the same; NULL: everything is. A row without a game ends a list. */
typedef struct {
    const char *game, *behind, *word;
    uint8_t asked, breadth, has_words,
        is_event; /* asked: bits of padding_asked; of an event: is it the seat's own? */
    uint16_t bytes;
} padding_row;

const padding_row *padding_rows(void); /* those of padding.def */

padding *padding_new(const padding_row *rows); /* NULL: no memory */
void padding_free(padding *p);

/* NULL if there is no memory. */
padding_marks *padding_of(padding *p, const cr_game *game);

/* How often a mark had to be raised since the last call: 0 if all that was sent was as long as everybody could know. */
unsigned padding_raised(padding *p);

/* What of one message is the seat's own: the encoder fills it in. */
typedef struct {
    padding_marks *marks;
    cr_view *open;          /* memory for the view of a spectator */
    const cr_state *before; /* what changes are told from; NULL: everything is told */
    int32_t secret;         /* bytes, less what a spectator gets in their place */
    int32_t shown; /* bytes of what not everybody may read in events that everybody knows of */
    int32_t room;  /* the most that such events take; running numbers are counted here too */
    uint8_t variant;
} padding_veil;

/* Nothing measured yet. */
static inline void padding_begin(padding_veil *v)
{
    v->secret = v->shown = v->room = 0;
}

/* An event of this kind that some may not read, and `len` bytes longer than to those; is_own: it is about the seat. */
void padding_event(padding_veil *v, uint8_t kind, bool is_own, int32_t len);

/* A running number of the seat's own. */
void padding_number(padding_veil *v, uint32_t number);

/* How long the message of `len` bytes is to be that tells this seat of the state. */
size_t padding_length(const padding_veil *v, const cr_state *state, uint8_t seat, size_t len);

/* The marks as rows of padding.def; they are gone behind it. */
void padding_write(cr_text *out, padding_marks *marks);

#endif
