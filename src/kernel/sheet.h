/* Makes a game's enums, state, view, tables and calls from its sheet: one file of rows beside rules.def. docs/sheet.md is
 * its manual, row by row. Include this once in a game's header or file, behind the words and numbers that rows use:
 *
 *     #define CR_SHEET_FILE "games/NAME/sheet.def"
 *     #define CR_SHEET_TABLES
 *     #include "kernel/sheet.h"
 *
 * It gives `state` and `view`; KIND_, Q_, EFFECT_, EV_, CODE_, OPTION_ and the names of cards as numbers; rest(s), the cards
 * that lie in no zone; fits(question, kind); and, with CR_SHEET_TABLES, which one file of a game defines, all tables and
 * declared_observe, declared_imagine and declared_broken. A game uses those as they are, or its own call them first.
 * CR_SHEET in the definition of the game sets sizes, seats and tables; CR_DECLARED the first two calls.
 *
 * How: sheet_rows.h turns the rows of a sheet into a few basic ones, and defines those as nothing. For each table one basic
 * row is defined anew, and the sheet is read again. sheet_sizes.h reads it four times, the largest members first, so that
 * there is no padding, whatever the order of rows. */
#include "kernel/zones.h"

/* ---- numbers ---- */

#include "kernel/sheet_rows.h"
#undef SEATS
#define SEATS(min, max) SEATS_MIN = (min), SEATS_MAX = (max),
enum {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef CARD
#define CARD(name, word, count) name,
enum {
#include CR_SHEET_FILE
    CARDS_NAMED
};

#include "kernel/sheet_rows.h"
#undef VALUES
#define VALUES(n, count) +(n)
enum {
    CARDS_NUMBERED = 0
#include CR_SHEET_FILE
    ,
    CARD_KINDS = CARDS_NAMED + CARDS_NUMBERED
};
static_assert(!CARDS_NAMED || !CARDS_NUMBERED, "cards have names or values, not both");
static_assert((int)CARD_KINDS <= (int)CR_TALLY_KINDS, "a tally has sixteen kinds at most");

#include "kernel/sheet_rows.h"
#undef MOVE
#define MOVE(name, ...) KIND_##name,
enum {
    KIND_PASS = 0,
    KIND_NONE = 0,
#include CR_SHEET_FILE
    KINDS_END
};
static_assert(KINDS_END <= 64, "questions name the kinds that answer them as bits");

#include "kernel/sheet_rows.h"
#undef QUESTION
#define QUESTION(name, ...) Q_##name,
enum {
#include CR_SHEET_FILE
    QUESTIONS_END,
    Q_START = CR_CHART_START,
    Q_OVER = CR_CHART_OVER,
    Q_STAYS = CR_CHART_STAYS
};

#include "kernel/sheet_rows.h"
#undef EFFECT
#define EFFECT(name, ...) EFFECT_##name,
enum {
#include CR_SHEET_FILE
    EFFECTS_END
};
static_assert(EFFECTS_END <= 32, "effects name those beneath them as bits");

#include "kernel/sheet_rows.h"
#undef EVENT
#define EVENT(name, ...) EV_##name,
enum {
#include CR_SHEET_FILE
    EVENTS_END
};

#include "kernel/sheet_rows.h"
#undef CODE
#define CODE(name, ...) CODE_##name,
enum {
    CODES_BEGIN = CR_CODE_GAME - 1,
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef OPTION
#define OPTION(name, ...) OPTION_##name,
enum {
#include CR_SHEET_FILE
    OPTIONS_END
};
static_assert((int)OPTIONS_END <= (int)CR_OPTIONS_MAX,
              "a game has no more options than a setup holds");

/* Hidden zones tell how many they hold, each under a name of its own: worlds could not be made up otherwise. What all see
 * is not counted apart. */
#include "kernel/sheet_rows.h"
#undef CR_TOLD_ROW
#undef CR_UNTOLD_ROW
#define CR_TOLD_ROW(count)         hidden_rows_tell_how_many_##count,
#define CR_UNTOLD_ROW(name, count) name##_is_open = open_rows_need_no_count_##count,
enum {
    hidden_rows_tell_how_many_NOT_TOLD,
    open_rows_need_no_count_NOT_TOLD,
#include CR_SHEET_FILE
};

/* ---- state and view ---- */

#include "kernel/sheet_rows.h"
#undef CR_OPEN_ROW
#define CR_OPEN_ROW(S, ctype, name, dim, ...) +sizeof(ctype dim)
enum {
    OPEN_BYTES = 0
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef CR_STATE_ROW
#define CR_STATE_ROW(S, ctype, name, dim, ...) +sizeof(ctype dim)
enum {
    HIDDEN_BYTES = 0
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef CR_VIEW_ROW
#define CR_VIEW_ROW(S, ctype, name, dim, ...) +sizeof(ctype dim)
enum {
    SEEN_BYTES = 0
#include CR_SHEET_FILE
};

#define CR_FILL(name, bytes) __extension__ uint8_t name[(8 - (bytes) % 8) % 8]

typedef struct {
    cr_state k;
    struct { /* what all see */
#include "kernel/sheet_rows.h"
#undef CR_OPEN_ROW
#define CR_OPEN_ROW(S, ctype, name, dim, ...) CR_SIZE_##S(ctype name dim;)
#include "kernel/sheet_sizes.h"
        CR_FILL(fill_open, OPEN_BYTES);
    };
    struct {
#include "kernel/sheet_rows.h"
#undef CR_STATE_ROW
#define CR_STATE_ROW(S, ctype, name, dim, ...) CR_SIZE_##S(ctype name dim;)
#include "kernel/sheet_sizes.h"
        CR_FILL(fill_hidden, HIDDEN_BYTES);
    };
} state;
CR_FLAT(state, sizeof(cr_state) + (OPEN_BYTES + 7) / 8 * 8 + (HIDDEN_BYTES + 7) / 8 * 8);

typedef struct {
    cr_view v;
    struct {
#include "kernel/sheet_rows.h"
#undef CR_OPEN_ROW
#define CR_OPEN_ROW(S, ctype, name, dim, ...) CR_SIZE_##S(ctype name dim;)
#include "kernel/sheet_sizes.h"
        CR_FILL(fill_open, OPEN_BYTES);
    };
    struct {
#include "kernel/sheet_rows.h"
#undef CR_VIEW_ROW
#define CR_VIEW_ROW(S, ctype, name, dim, ...) CR_SIZE_##S(ctype name dim;)
#include "kernel/sheet_sizes.h"
        CR_FILL(fill_seen, SEEN_BYTES);
    };
} view;
CR_FLAT(view, sizeof(cr_view) + (OPEN_BYTES + 7) / 8 * 8 + (SEEN_BYTES + 7) / 8 * 8);
#undef CR_FILL

/* All cards of the game. */
#include "kernel/sheet_rows.h"
#undef CARD
#undef VALUES
#define CARD(name, word, count) +((cr_tally)(count) << 4 * (name))
#define VALUES(n, count)        +(CR_TALLY_ONES >> (64 - 4 * (n))) * (count)
__attribute__((unused)) static const cr_tally all_cards = 0
#include CR_SHEET_FILE
    ;

/* ---- calls for rules ---- */

/* The cards that lie in no zone. */
__attribute__((unused)) static inline cr_tally rest(const state *s)
{
    cr_tally left = all_cards;

    (void)s;
#include "kernel/sheet_rows.h"
#undef CR_HOLDS
#define CR_HOLDS(...) __VA_ARGS__
#include CR_SHEET_FILE
    return left;
}

/* NAME_show(s, owner, eyes, cards), NAME_leave and NAME_blur(s, owner, eyes, n) for each row KNOWN: see zones.h. */
#include "kernel/sheet_rows.h"
#undef CR_KNOWN_CALLS
#define CR_KNOWN_CALLS(name, known, stride)                                                        \
    __attribute__((unused)) static inline void name##_show(state *s, uint8_t owner, unsigned eyes, \
                                                           cr_tally cards)                         \
    {                                                                                              \
        cr_known_show(known + owner, stride, (stride) ? eyes : 1, cards);                          \
    }                                                                                              \
    __attribute__((unused)) static inline void name##_leave(state *s, uint8_t owner,               \
                                                            unsigned eyes, cr_tally cards)         \
    {                                                                                              \
        cr_known_leave(known + owner, stride, (stride) ? eyes : 1, cards);                         \
    }                                                                                              \
    __attribute__((unused)) static inline void name##_blur(state *s, uint8_t owner, unsigned eyes, \
                                                           unsigned n)                             \
    {                                                                                              \
        cr_known_blur(known + owner, stride, (stride) ? eyes : 1, n);                              \
    }
#include CR_SHEET_FILE

#ifdef CR_SHEET_TABLES

/* ---- tables ---- */

#include "kernel/sheet_rows.h"
#undef CARD
#define CARD(name, word, count) word,
__attribute__((unused)) static const char *const card_words[] = {
#include CR_SHEET_FILE
    NULL};

#include "kernel/sheet_rows.h"
#undef CR_TYPE_ROW
#define CR_TYPE_ROW(name, bytes, most_, flags_, print_, parse_)                   \
    static const cr_list name##_list = {.names = CARDS_NAMED ? card_words : NULL, \
                                        .most = (most_)};                         \
    static const cr_type name##_type = {(bytes), (flags_), print_, parse_};       \
    static_assert((bytes) <= UINT8_MAX, "a value of a field has at most 255 bytes");
#include CR_SHEET_FILE

#include "kernel/sheet_rows.h"
#undef PASS
#undef MOVE
#define PASS(word_, ...)       CR_AT(KIND_PASS){.word = word_, __VA_ARGS__},
#define MOVE(name, word_, ...) CR_AT(KIND_##name){.word = word_, __VA_ARGS__},
static const cr_kind kinds[KINDS_END] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef QUESTION
#define QUESTION(name, word_, kinds_, ...) \
    CR_AT(Q_##name){.word = word_, .kinds = kinds_, __VA_ARGS__},
static const cr_asked questions[] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef EFFECT
#define EFFECT(name, word_, ...) CR_AT(EFFECT_##name){.word = word_, __VA_ARGS__},
static const cr_effect effects[] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef EVENT
#define EVENT(name, word_, ...) CR_AT(EV_##name){.word = word_, __VA_ARGS__},
static const cr_told events[] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef PASSAGE
#define PASSAGE(from_, kind_, to_, rule_, ...) \
    {Q_##from_, KIND_##kind_, Q_##to_, rule_, __VA_ARGS__},
static const cr_row chart[] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef CODE
#define CODE(name, ...) CR_CODE(#name, __VA_ARGS__),
static const cr_code_row codes[] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef OPTION
#define OPTION(name, ...) {__VA_ARGS__},
static const cr_option options[] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef CR_OPEN_ROW
#undef CR_STATE_ROW
#define CR_OPEN_ROW(S, ctype, name, dim, type, with, flags) \
    CR_FIELD(state, name, type, with, 0, flags),
#define CR_STATE_ROW CR_OPEN_ROW
static const cr_field zones[] = {
#include CR_SHEET_FILE
    {0}};

#include "kernel/sheet_rows.h"
#undef CR_OPEN_ROW
#undef CR_VIEW_ROW
#define CR_OPEN_ROW(S, ctype, name, dim, type, with, flags) \
    CR_FIELD(view, name, type, with, 0, flags),
#define CR_VIEW_ROW CR_OPEN_ROW
static const cr_field view_fields[] = {
#include CR_SHEET_FILE
    {0}};

#include "kernel/sheet_rows.h"
#undef CR_KNOWN_CALLS
#define CR_KNOWN_CALLS(...) +1
enum {
    ROWS_KNOWN = 0
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef CR_ZONE_ROW
#define CR_ZONE_ROW(...) {__VA_ARGS__},
static const cr_zone zone_rows[] = {
#include CR_SHEET_FILE
};

#include "kernel/sheet_rows.h"
#undef CARD
#undef VALUES
#define CARD(name, word, count) +((cr_tally)(count) << 4 * (name))
#define VALUES(n, count)        +(CR_TALLY_ONES >> (64 - 4 * (n))) * (count)
static const cr_sheet sheet = {
    .zones = zone_rows,
    .n_zones = CR_COUNT_OF(zone_rows),
    .n_kinds = CARD_KINDS,
    .n_known = ROWS_KNOWN,
    .seats_max = SEATS_MAX,
    .open_bytes = (OPEN_BYTES + 7) / 8 * 8,
    .effects = effects,
    .n_effects = EFFECTS_END,
    .all = 0
#include CR_SHEET_FILE
    ,
#include "kernel/sheet_rows.h"
#undef FUNDS
#define FUNDS(common, each_seat) .funds = (common), .funds_each = (each_seat),
#include CR_SHEET_FILE
};

/* ---- views, worlds, invariants ---- */

__attribute__((unused)) static void declared_observe(const cr_state *k, uint8_t viewer,
                                                     cr_view *out)
{
    const unsigned n_seats = SEATS_MIN == SEATS_MAX ? SEATS_MAX : k->n_seats;
    const state *s = (const state *)k;
    view *v = (view *)out;

    (void)n_seats, (void)viewer, (void)s;
    memcpy((char *)v + sizeof(cr_view), (const char *)s + sizeof(cr_state),
           (OPEN_BYTES + 7) / 8 * 8);
#include "kernel/sheet_rows.h"
#undef CR_LOOK
#define CR_LOOK(...) __VA_ARGS__
#include CR_SHEET_FILE
}

__attribute__((unused)) static void declared_imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    cr_sheet_imagine(&sheet, in, rng, out);
}

__attribute__((unused)) static const char *declared_broken(const cr_state *k)
{
    return cr_sheet_broken(&sheet, k);
}

/* Does this kind of move answer the question? */
__attribute__((unused)) static inline bool fits(uint8_t question, uint8_t kind)
{
    return questions[question].kinds >> kind & 1;
}

#define CR_SHEET                                                                 \
    .seats_min = SEATS_MIN, .seats_max = SEATS_MAX, .state_size = sizeof(state), \
    .view_size = sizeof(view), .sheet = &sheet, CR_TABLES
#define CR_DECLARED .observe = declared_observe, .imagine = declared_imagine
#define CR_RULE_CALLS \
    .init = init, .step = step, .check = check, .space = space, .score = score, .broken = broken

#endif

#define CR_SHEET_END
#include "kernel/sheet_rows.h"
#undef CR_SHEET_END
