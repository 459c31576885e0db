/* The written forms on bounded text and as parts of larger JSON; croupier.h has them on plain buffers. */
#ifndef CR_FORMS_H
#define CR_FORMS_H

#include "base/json.h"
#include "kernel/game.h"

void cr_move_write(cr_text *out, const cr_game *game, const cr_move *move);
void cr_move_write_json(cr_json *j, const cr_game *game,
                        const cr_move *move); /* members, no braces */
void cr_event_write(cr_text *out, const cr_game *game, const cr_event *event);
/* ": time ran out: the referee played pick 7", the end of the line of a default; where `move` is hidden it is NULL, and
 * the referee "answered". */
void cr_default_write(cr_text *out, bool is_timeout, const char *move);
void cr_event_write_json(cr_json *j, const cr_game *game, const cr_event *event);
/* Its members behind word and seat, and whether it has a seat. */
void cr_event_write_fields(cr_json *j, const cr_game *game, const cr_event *event);
bool cr_event_has_seat(const cr_event *event);

/* The fields that every view has in front; only the last two of them change in a match. */
enum { CR_HEAD_VIEWER, CR_HEAD_SEATS, CR_HEAD_TIME, CR_HEAD_OVER };
extern const cr_field cr_view_head[];

/* Has the viewer sealed an answer? */
static inline bool cr_view_has_own(const cr_view *view)
{
    return view->own.ticket != 0;
}

void cr_view_write(cr_text *out, const cr_game *game, const cr_view *view);
void cr_view_write_json(cr_json *j, const cr_game *game, const cr_view *view);
/* The same; gives by how many bytes it is longer than the JSON of `other` (NULL: 0), a view of the same state, the
 * viewers' names aside. Only what differs is measured for that. */
int cr_view_write_json_beside(cr_json *j, const cr_game *game, const cr_view *view,
                              const cr_view *other);
/* The JSON of a view as the parts between its braces. Views of the same state are mostly equal: where they are, another is
 * written from these parts. What is as in `like`, parts of any view of the game (NULL: none), is taken from there. False: it
 * has too many parts, or does not fit into `cap` bytes of `text`, memory of the caller. */
enum { CR_VIEW_PARTS = 160 };

/* Where the fields of a game's views lie with so many seats: worked out once, they are compared in a few instructions each. */
typedef struct {
    const cr_game *game; /* NULL: of none yet */
    unsigned n_seats, n; /* n: parts in all, the head's first */
    struct {
        uint32_t at, size; /* as the field has it; size 0: it is made from others */
        uint32_t from;     /* where 8 bytes of the view begin that hold it */
        uint64_t mask;     /* its bytes among these; 0: it has more, or none */
        uint32_t name_len;
    } part[CR_VIEW_PARTS];
} cr_view_plan;
void cr_view_plan_for(cr_view_plan *plan, const cr_game *game, unsigned n_seats);

typedef struct {
    const cr_view_plan *plan;
    const cr_view *view;
    char *text;
    uint32_t at[CR_VIEW_PARTS + 1]; /* where each begins, its comma included; and the end */
} cr_view_parts;
bool cr_view_write_parts(cr_view_parts *out, const cr_view_plan *plan, const cr_view *view,
                         const cr_view_parts *like, char *text, size_t cap);

/* As cr_view_write_json_beside, with the parts of the other. */
int cr_view_write_json_from(cr_json *j, const cr_view *view, const cr_view_parts *other);
/* An object of the fields of a view that differ from those before: each whole, but of `asked` only its members that differ,
 * null where one is gone; with another ticket `open` is told where it is not `seats`. `time` is left out where it is at_ms. */
void cr_view_write_changes(cr_json *j, const cr_game *game, const cr_view *before,
                           const cr_view *view, uint64_t at_ms);
/* What has changed in a view as the parts between its braces, for those who are told much the same; as cr_view_write_parts. */
typedef struct {
    const cr_view_plan *plan;
    const cr_view *before, *view;
    char *text;
    uint64_t at_ms;
    uint32_t len;                   /* as cr_view_write_changes writes it */
    uint32_t at[CR_VIEW_PARTS + 1]; /* where each begins, its comma included; and the end */
} cr_change_parts;
bool cr_view_write_change_parts(cr_change_parts *out, const cr_view_plan *plan,
                                const cr_view *before, const cr_view *view, uint64_t at_ms,
                                char *text, size_t cap);

/* As cr_view_write_changes, with what has changed at the same time in views of another; gives by how many bytes it is longer
 * than that. */
int cr_view_write_changes_from(cr_json *j, const cr_view *before, const cr_view *view,
                               const cr_change_parts *other);
void cr_refusal_write(cr_text *out, const cr_game *game, const cr_move *move, cr_refusal refusal);

/* The fields of an event, the kernel's own included; NULL for none. And whether its viewer may not know one of them. */
const cr_field *cr_event_fields(const cr_game *game, const cr_event *event);
bool cr_event_hides(const cr_event *event, const cr_field *field);

/* Reads a move of the table, without ticket and seat: what cr_move_write wrote. */
bool cr_move_read(const cr_game *game, cr_span in, cr_move *out);

/* One line of a view, "name: value", into `view`; n_seats of the view must be set. */
bool cr_view_parse_line(const cr_game *game, cr_span line, cr_view *view, cr_slip *slip);

/* One line of a position: a zone, "time: N", "paused: …" or "effect: …". The first effect line of a
 * position drops the effects that were there; *n_effects counts them. */
bool cr_position_parse_line(const cr_game *game, cr_span line, cr_state *state, unsigned *n_effects,
                            cr_slip *slip);

/* An effect as one line, without "effect: ", and back. */
void cr_effect_write(cr_text *out, const cr_game *game, const cr_frame *frame, bool is_seen);
bool cr_effect_read(const cr_game *game, cr_span in, cr_frame *out, cr_slip *slip);

/* How many values a field has, and the bytes they take, from its place on. */
static inline unsigned cr_field_values(const cr_field *field, unsigned n_seats)
{
    if (field->flags & (CR_PER_SEAT | CR_BY_SEAT))
        return n_seats;
    return field->count ? field->count : 1;
}

static inline size_t cr_field_size(const cr_field *field, unsigned n_seats)
{
    return (size_t)cr_field_values(field, n_seats) * field->type->size;
}

/* Reads a word or a value of a field for JSON: numbers as numbers, lists as arrays. */
void cr_field_json(cr_json *j, const cr_field *field, const uint8_t *base, unsigned n_seats);
void cr_fields_json(cr_json *j, const cr_field *fields, const void *base, unsigned n_seats);

/* How a seed was drawn, a list of its starts. */
void cr_deal_write_json(cr_json *j, const cr_deal *deal, unsigned n_seats);

#endif
