/* Names and types of the parts of moves, events, views, effects and positions. A game writes these tables
 * once; text and JSON, printing and parsing all come from them (forms.c, position.c). */
#ifndef CR_FIELDS_H
#define CR_FIELDS_H

#include "base/tally.h"
#include "base/text.h"

CR_FOR_GAMES

enum cr_type_flags {
    CR_NUMBER = 1 << 0, /* a number in JSON too */
    CR_LIST =
        1 << 1, /* several words, "-" when empty; an array in JSON; takes the rest of its line */
    CR_SATURATES =
        1
        << 2, /* one byte; in a move, more than the largest value of its byte is read as that value */
    CR_OF_CARDS = 1 << 3, /* a card, or several, to people */
};

/* How one value is written and read. `with` comes from the field, such as a list of words. */
typedef struct {
    uint8_t size, flags; /* bytes a value takes */
    void (*print)(cr_text *out, const uint8_t *value, const void *with);
    /* Takes the value from the front of `in`, nothing more. The value is zero before. */
    bool (*parse)(cr_span *in, uint8_t *value, const void *with);
} cr_type;

enum cr_field_flags {
    CR_PER_SEAT = 1 << 0, /* as many values as the match has seats, on one line */
    CR_BY_SEAT = 1 << 1,  /* one line per seat: "hand 0: …" */
    CR_ROWS = 1 << 2, /* one line per row that is not all zero: "round 3: …", counted from 0 */
    CR_KEYED =
        1 << 3, /* in a move or effect: written name=value, in any order; left out when zero */
    CR_LED =
        1
        << 4, /* in a move: `with` words aside, led by its name: "naming Warden"; left out when zero */
    CR_RARE =
        1
        << 5, /* in a view, position or event: left out of the text when zero; JSON has it always */
    CR_SPOKEN = 1 << 6, /* in an event: said aloud and then past; no view has to keep it */
    CR_NO_KEY =
        1
        << 7, /* in a view: times, statistics and history: two positions that differ only here are played alike */
    /* What a value is to people, where its type does not tell. */
    CR_IS_TIME = 1 << 8,  /* milliseconds */
    CR_IS_MONEY = 1 << 9, /* what can be spent */
    CR_IS_CARD = 1 << 10, /* a card, or several */
    CR_IS_SEAT = 1 << 11, /* the number of a seat */
};

typedef struct {
    const char *name; /* NULL ends a table */
    const cr_type *type;
    const void *with;
    uint16_t at, count; /* offset in the struct; number of values in a row, 0 for one */
    uint32_t flags;
} cr_field;

/* A row of a table over a struct. */
#define CR_FIELD(strct, member, type, with, count, flags)          \
    {                                                              \
#member, type, with, offsetof(strct, member), count, flags \
    }
/* The same under another name. */
#define CR_FIELD_AS(name, strct, member, type, with, count, flags) \
    {                                                              \
        name, type, with, offsetof(strct, member), count, flags    \
    }
/* A row over the bytes of a move, an event or an effect's arguments: offset from the first of them. */
#define CR_ARG(name, at, type, with, count, flags) \
    {                                              \
        name, type, with, at, count, flags         \
    }

extern const cr_type cr_u8, cr_i8, cr_u16, cr_i16, cr_u32, cr_i32, cr_u64;
extern const cr_type
    cr_count; /* uint8_t: a number that saturates when a move is read: the largest value of its byte, which no rule
               * allows, stands for all larger ones, so that a game refuses them by name */
extern const cr_type cr_from1;  /* uint8_t: a number written one higher than it is kept */
extern const cr_type cr_values; /* cr_tally: kinds counted from 1, in rising order, "-" for none */
extern const cr_type
    cr_names; /* cr_tally: the same by the names in `with` (const char *const[], NULL ends), without blanks */
extern const cr_type cr_values_packed, cr_names_packed; /* both as in a move (cr_tally_pack) */
extern const cr_type cr_flag;                           /* uint8_t: no, yes */
extern const cr_type
    cr_word; /* uint8_t: a word of the list in `with` (const char *const[], NULL ends) */
extern const cr_type cr_maybe_word;  /* uint8_t: 1 + a word of the list, or "-" for 0 */
extern const cr_type cr_maybe_value; /* uint8_t: a number from 1, or "-" for 0 */
extern const cr_type cr_set8, cr_set16, cr_set32,
    cr_set64;                 /* uintN_t: words of the list as bits, in its order, "-" for none */
extern const cr_type cr_seat; /* uint8_t: a seat number, host, admin, spectator */
extern const cr_type cr_maybe_seat; /* uint8_t: 1 + a seat number, or "-" for 0 */
extern const cr_type cr_seatset;    /* uint16_t: seats of a mask, "-" for none */

/* A word of a list that NULL ends: written, "?" where there is none; and found. */
void cr_word_put(cr_text *out, const char *const *words, unsigned i);
bool cr_word_find(cr_span word, const char *const *words, unsigned *out);

/* Lists in order, for a type of a game's own: {most, CR_LIST, cr_list_print, cr_list_parse} over `most` bytes, each 1 + a
 * kind, 0 behind the last; `with` is a cr_list. And so many tallies beside each other: {8 * most, 0, cr_tallies_print, …}. */
typedef struct {
    const char *const *names; /* of the kinds, NULL ends; NULL: numbers from 1 */
    uint8_t most, fill[7];
} cr_list;

void cr_list_print(cr_text *out, const uint8_t *value, const void *with);
bool cr_list_parse(cr_span *in, uint8_t *value, const void *with);
void cr_tallies_print(cr_text *out, const uint8_t *value, const void *with);
bool cr_tallies_parse(cr_span *in, uint8_t *value, const void *with);

/* What is wrong with a line of text: the word, empty where it is the line as a whole, and what is the matter with it. */
typedef struct {
    cr_span word;
    const char *why;
    bool is_name; /* no field has this name */
} cr_slip;

/* "'WORD' WHY", the word cut to a decent length. */
void cr_slip_write(cr_text *out, const cr_slip *slip);

/* One field of `base` as text: its values separated by blanks. */
void cr_field_print(cr_text *out, const cr_field *field, const uint8_t *base, unsigned n_seats);

/* Reads the values of one field into `base`; everything in `in` must belong to it. False with *slip (may be NULL). */
bool cr_field_parse(cr_span in, const cr_field *field, uint8_t *base, unsigned n_seats,
                    cr_slip *slip);

/* What a field is to people, in a word: "number", "time", "money", "flag", "word", "seat", "seats", "card" or "die". */
const char *cr_field_is(const cr_field *field);

/* All fields of a table as lines "name: value". */
void cr_fields_print(cr_text *out, const cr_field *fields, const void *base, unsigned n_seats);

/* Reads one line "name: value" or "name N: value" into `base`. Returns false if no field has this name or the value
 * does not fit; then *slip tells which. */
bool cr_fields_parse_line(cr_span line, const cr_field *fields, void *base, unsigned n_seats,
                          cr_slip *slip);

CR_FOR_GAMES_END

#endif
