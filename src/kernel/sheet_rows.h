/* The rows of a sheet in terms of a few basic ones, which are defined as nothing. Included before each reading of a sheet;
 * the last time, with CR_SHEET_END, it takes all these words back. See sheet.h for how, docs/sheet.md for what each row
 * means.
 *
 * The basic rows of zones and numbers:
 *     CR_OPEN_ROW    a member that all see, in state and view, and its field
 *     CR_STATE_ROW   one of the state only         CR_VIEW_ROW   one of the view only
 *     CR_ZONE_ROW    its row of the table of zones.h
 *     CR_LOOK        what declared_observe does    CR_HOLDS      what rest() takes out
 *     CR_TYPE_ROW    a type of its own             CR_KNOWN_CALLS
 *     CR_TOLD_ROW, CR_UNTOLD_ROW                   that hidden rows, and only those, are counted
 * The first argument of a member is its size; the sheet is read once for each. */
#ifndef CR_SHEET_WORDS
#define CR_SHEET_WORDS

/* ---- words inside of rows ---- */

#define K(kind)   (UINT64_C(1) << KIND_##kind)
#define E(effect) (1u << EFFECT_##effect)

#define FIELDS(...) ((const cr_field[]){__VA_ARGS__, {0}})
#define WORDS(...)  ((const char *const[]){__VA_ARGS__, NULL})

/* Fields by what they hold: name, and the byte they begin with. */
#define F_CARD(name, at)                                               \
    {                                                                  \
        name, CR_CARD, card_words, at, .count = 0, .flags = CR_IS_CARD \
    }
#define F_MAYBE_CARD(name, at)                                               \
    {                                                                        \
        name, CR_MAYBE_CARD, card_words, at, .count = 0, .flags = CR_IS_CARD \
    }
#define F_CARDS(name, at)                 \
    {                                     \
        name, CR_CARDS, CR_CARD_NAMES, at \
    }
#define F_NUMBER(name, at)     \
    {                          \
        name, &cr_u8, NULL, at \
    }
#define F_FROM1(name, at)         \
    {                             \
        name, &cr_from1, NULL, at \
    }
#define F_SEAT(name, at)         \
    {                            \
        name, &cr_seat, NULL, at \
    }
#define F_MAYBE_SEAT(name, at)         \
    {                                  \
        name, &cr_maybe_seat, NULL, at \
    }
#define F_WORD(name, at, words)   \
    {                             \
        name, &cr_word, words, at \
    }
#define F_MAYBE_WORD(name, at, words)   \
    {                                   \
        name, &cr_maybe_word, words, at \
    }

/* Arguments of a MOVE: the largest values and the fields, for one argument. Two are written .max = {…}, .fields = FIELDS(…). */
#define ARG_CARD(name)         .max = {CARD_KINDS - 1}, .fields = FIELDS(F_CARD(name, 0))
#define ARG_NUMBER(name, most) .max = {most}, .fields = FIELDS(F_NUMBER(name, 0))
#define ARG_SEAT(name)         .max = {SEATS_MAX - 1}, .fields = FIELDS(F_SEAT(name, 0))
#define ARG_WORD(name, words) \
    .max = {CR_COUNT_OF(words) - 2}, .fields = FIELDS(F_WORD(name, 0, words))
#define ARG_CARDS(name)                            \
    .max = {0, 0, 63, 63, 63, 63, 63, 63, 63, 63}, \
    .fields = FIELDS({name, CR_CARDS_PACKED, CR_CARD_NAMES, CR_TALLY_AT})

#define STEPS(...) \
    .steps = WORDS(__VA_ARGS__), .last_step = CR_COUNT_OF(((const char *const[]){__VA_ARGS__})) - 1
#define NOTES(...) \
    .notes = WORDS(__VA_ARGS__), .last_note = CR_COUNT_OF(((const char *const[]){__VA_ARGS__})) - 1
#define SHOWS(bytes, ...) .n_public = (bytes), .fields = FIELDS(__VA_ARGS__)
#define HAS(...)          .fields = FIELDS(__VA_ARGS__)
#define TELLS(...)        .fields = FIELDS(__VA_ARGS__)

/* The place of a row in a table. (Written out, clang-format takes the file for another language.) */
#define CR_AT(i) [i] =

/* How cards are written: by their names, or as numbers from 1. */
#define CR_CARD         (CARDS_NAMED ? &cr_word : &cr_from1)
#define CR_MAYBE_CARD   (CARDS_NAMED ? &cr_maybe_word : &cr_maybe_value)
#define CR_CARDS        (CARDS_NAMED ? &cr_names : &cr_values)
#define CR_CARDS_PACKED (CARDS_NAMED ? &cr_names_packed : &cr_values_packed)
#define CR_CARD_NAMES   card_words
#define CR_CARD_FLAGS   (CARDS_NAMED ? CR_LIST : CR_LIST | CR_NUMBER)

/* One, or one for each seat: the member, its lines, and whether it is by seat. */
#define CR_DIM_ONE
#define CR_DIM_EACH   [SEATS_MAX]
#define CR_WIDE_ONE   0
#define CR_WIDE_EACH  CR_PER_SEAT
#define CR_LINES_ONE  0
#define CR_LINES_EACH CR_BY_SEAT
#define CR_IS_ONE     0
#define CR_IS_EACH    1

/* ---- numbers, seen by all ---- */

#define CR_NUMBER_ROW(S, ctype, name, many, type, with, kind, most) \
    CR_PLAIN_ROW(S, ctype, name, many, type, with, kind, most, 0)
#define CR_PLAIN_ROW(S, ctype, name_, many, type, with, kind_, most_, is_)          \
    CR_OPEN_ROW(S, ctype, name_, CR_DIM_##many, type, with, CR_WIDE_##many | (is_)) \
    CR_ZONE_ROW(.name = #name_, .kind = kind_, .eyes = CR_SEEN_ALL, .size = S,      \
                .is_each = CR_IS_##many, .at = offsetof(state, name_), .most = most_)
#define U8(name, many, most) \
    CR_NUMBER_ROW(1, uint8_t, name, many, &cr_u8, NULL, CR_ZONE_NUMBER, most)
#define RARE(name_, many, most_)                                                          \
    CR_OPEN_ROW(1, uint8_t, name_, CR_DIM_##many, &cr_u8, NULL, CR_WIDE_##many | CR_RARE) \
    CR_ZONE_ROW(.name = #name_, .kind = CR_ZONE_NUMBER, .eyes = CR_SEEN_ALL, .size = 1,   \
                .is_each = CR_IS_##many, .at = offsetof(state, name_), .most = most_)
#define U16(name, many, most) \
    CR_NUMBER_ROW(2, uint16_t, name, many, &cr_u16, NULL, CR_ZONE_NUMBER, most)
#define U32(name, many, most) \
    CR_NUMBER_ROW(4, uint32_t, name, many, &cr_u32, NULL, CR_ZONE_NUMBER, most)
#define MS(name, many) \
    CR_PLAIN_ROW(4, uint32_t, name, many, &cr_u32, NULL, CR_ZONE_NUMBER, UINT32_MAX, CR_IS_TIME)
/* The time for each question, and the option that sets it. */
#define CLOCK(name)                                                              \
    MS(name, ONE)                                                                \
    OPTION(TIME, "time", 0, 100, 600000, .none = "none",                         \
           .about = "milliseconds for each question", .title = "Time to answer", \
           .says = "<n:{time} a question|No time limit>")
#define MONEY(name, many, most) \
    CR_PLAIN_ROW(4, uint32_t, name, many, &cr_u32, NULL, CR_ZONE_MONEY, most, CR_IS_MONEY)
#define FLAG(name, many) CR_NUMBER_ROW(1, uint8_t, name, many, &cr_flag, NULL, CR_ZONE_WORD, 1)
#define WORD(name, many, words) \
    CR_NUMBER_ROW(1, uint8_t, name, many, &cr_word, words, CR_ZONE_WORD, CR_COUNT_OF(words) - 2)
#define MAYBE_WORD(name, many, words)                                          \
    CR_NUMBER_ROW(1, uint8_t, name, many, &cr_maybe_word, words, CR_ZONE_WORD, \
                  CR_COUNT_OF(words) - 1)
#define MAYBE_CARD(name, many)                                                                \
    CR_PLAIN_ROW(1, uint8_t, name, many, CR_MAYBE_CARD, card_words, CR_ZONE_WORD, CARD_KINDS, \
                 CR_IS_CARD)
#define SEAT(name, many) CR_NUMBER_ROW(1, uint8_t, name, many, &cr_seat, NULL, CR_ZONE_SEAT, 0)
#define MAYBE_SEAT(name, many) \
    CR_NUMBER_ROW(1, uint8_t, name, many, &cr_maybe_seat, NULL, CR_ZONE_MAYBE_SEAT, 0)
#define SEATSET(name, many) \
    CR_NUMBER_ROW(2, uint16_t, name, many, &cr_seatset, NULL, CR_ZONE_SEATSET, 0)

/* ---- cards and dice ---- */

#define CARDS(name, many, eyes, count) CR_CARDS_##eyes(name, many, count)
#define CR_CARDS_ALL(name, many, count)                                 \
    CR_UNTOLD_ROW(name, count)                                          \
    CR_TALLY_ALL(name, many, CR_CARDS, CR_CARD_NAMES, CR_ZONE_CARDS, 0) \
    CR_HOLDS(CR_TAKE_##many(name))
#define CR_CARDS_OWNER(name, many, count)                                        \
    CR_TALLY_OWNER(name, many, count, CR_CARDS, CR_CARD_NAMES, CR_ZONE_CARDS, 0) \
    CR_HOLDS(CR_TAKE_##many(name))
#define CR_CARDS_NOBODY(name, many, count)                                        \
    CR_TALLY_NOBODY(name, many, count, CR_CARDS, CR_CARD_NAMES, CR_ZONE_CARDS, 0) \
    CR_HOLDS(CR_TAKE_##many(name))

#define DICE(name, many, eyes, count, sides) CR_DICE_##eyes(name, many, count, sides)
#define CR_DICE_ALL(name, many, count, sides) \
    CR_UNTOLD_ROW(name, count)                \
    CR_TALLY_ALL(name, many, &cr_values, NULL, CR_ZONE_DICE, sides)
#define CR_DICE_OWNER(name, many, count, sides) \
    CR_TALLY_OWNER(name, many, count, &cr_values, NULL, CR_ZONE_DICE, sides)
#define CR_DICE_NOBODY(name, many, count, sides) \
    CR_TALLY_NOBODY(name, many, count, &cr_values, NULL, CR_ZONE_DICE, sides)

#define CR_TALLY_ALL(name_, many, type, with, kind_, most_)                     \
    CR_OPEN_ROW(8, cr_tally, name_, CR_DIM_##many, type, with, CR_LINES_##many) \
    CR_ZONE_ROW(.name = #name_, .kind = kind_, .eyes = CR_SEEN_ALL, .size = 8,  \
                .is_each = CR_IS_##many, .at = offsetof(state, name_), .most = most_)
#define CR_TALLY_OWNER(name_, many, count_, type, with, kind_, most_)                          \
    CR_TOLD_ROW(count_)                                                                        \
    CR_STATE_ROW(8, cr_tally, name_, [SEATS_MAX], type, with, CR_BY_SEAT)                      \
    CR_VIEW_ROW(8, cr_tally, name_, , type, with, CR_ONLY_##many)                              \
    CR_VIEW_ROW(1, uint8_t, count_, [SEATS_MAX], &cr_u8, NULL, CR_PER_SEAT)                    \
    CR_LOOK(if (viewer < SEATS_MAX) v->name_ = s->name_[viewer]; CR_COUNT_EACH(name_, count_)) \
    CR_ZONE_ROW(.name = #name_, .kind = kind_, .eyes = CR_SEEN_OWNER, .size = 8, .is_each = 1, \
                .at = offsetof(state, name_), .seen_at = offsetof(view, name_),                \
                .count_at = offsetof(view, count_), .count = #count_, .most = most_)
#define CR_TALLY_NOBODY(name_, many, count_, type, with, kind_, most_)            \
    CR_TOLD_ROW(count_)                                                           \
    CR_STATE_ROW(8, cr_tally, name_, CR_DIM_##many, type, with, CR_LINES_##many)  \
    CR_VIEW_ROW(1, uint8_t, count_, CR_DIM_##many, &cr_u8, NULL, CR_WIDE_##many)  \
    CR_LOOK(CR_COUNT_##many(name_, count_))                                       \
    CR_ZONE_ROW(.name = #name_, .kind = kind_, .eyes = CR_SEEN_NOBODY, .size = 8, \
                .is_each = CR_IS_##many, .at = offsetof(state, name_),            \
                .count_at = offsetof(view, count_), .count = #count_, .most = most_)

/* Only what EACH seat has can be seen by its OWNER: there is no CR_ONLY_ONE. */
#define CR_ONLY_EACH 0

#define CR_COUNT_ONE(name, count) v->count = (uint8_t)cr_tally_sum(s->name);
#define CR_COUNT_EACH(name, count)                  \
    for (unsigned seat = 0; seat < n_seats; seat++) \
        v->count[seat] = (uint8_t)cr_tally_sum(s->name[seat]);
#define CR_TAKE_ONE(name) left -= s->name;
#define CR_TAKE_EACH(name)                            \
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) \
        left -= s->name[seat];

#define REST(name_)                                                           \
    CR_VIEW_ROW(1, uint8_t, name_, , &cr_u8, NULL, 0)                         \
    CR_LOOK(v->name_ = (uint8_t)cr_tally_sum(rest(s));)                       \
    CR_ZONE_ROW(.name = #name_, .kind = CR_ZONE_REST, .eyes = CR_SEEN_NOBODY, \
                .seen_at = offsetof(view, name_))

/* ---- piles ---- */

#define PILE(name, many, eyes, count, most) CR_PILE_##eyes(name, many, count, most)
#define CR_PILE_TYPE(name, most) \
    CR_TYPE_ROW(name, most, most, CR_CARD_FLAGS, cr_list_print, cr_list_parse)
#define CR_PILE_ALL(name_, many, count_, most_)                                        \
    CR_UNTOLD_ROW(name_, count_)                                                       \
    CR_PILE_TYPE(name_, most_)                                                         \
    CR_OPEN_ROW(1, uint8_t, name_, CR_DIM_##many[most_], &name_##_type, &name_##_list, \
                CR_LINES_##many | CR_IS_CARD)                                          \
    CR_HOLDS(CR_LIFT_##many(name_, most_))                                             \
    CR_ZONE_ROW(.name = #name_, .kind = CR_ZONE_PILE, .eyes = CR_SEEN_ALL, .size = 1,  \
                .is_each = CR_IS_##many, .at = offsetof(state, name_), .most = most_)
#define CR_PILE_TOP(name_, many, count_, most_)                                             \
    CR_PILE_HIDDEN(name_, many, count_, most_)                                              \
    CR_VIEW_ROW(1, uint8_t, name_##_top, CR_DIM_##many, CR_MAYBE_CARD, card_words,          \
                CR_WIDE_##many | CR_IS_CARD)                                                \
    CR_LOOK(CR_TOP_##many(name_, most_))                                                    \
    CR_ZONE_ROW(.name = #name_, .kind = CR_ZONE_PILE, .eyes = CR_SEEN_TOP, .size = 1,       \
                .is_each = CR_IS_##many, .at = offsetof(state, name_),                      \
                .seen_at = offsetof(view, name_##_top), .count_at = offsetof(view, count_), \
                .count = #count_, .most = most_)
#define CR_PILE_NOBODY(name_, many, count_, most_)                                       \
    CR_PILE_HIDDEN(name_, many, count_, most_)                                           \
    CR_ZONE_ROW(.name = #name_, .kind = CR_ZONE_PILE, .eyes = CR_SEEN_NOBODY, .size = 1, \
                .is_each = CR_IS_##many, .at = offsetof(state, name_),                   \
                .count_at = offsetof(view, count_), .count = #count_, .most = most_)
#define CR_PILE_HIDDEN(name, many, count, most)                                     \
    CR_TOLD_ROW(count)                                                              \
    CR_PILE_TYPE(name, most)                                                        \
    CR_STATE_ROW(1, uint8_t, name, CR_DIM_##many[most], &name##_type, &name##_list, \
                 CR_LINES_##many)                                                   \
    CR_VIEW_ROW(1, uint8_t, count, CR_DIM_##many, &cr_u8, NULL, CR_WIDE_##many)     \
    CR_LOOK(CR_HIGH_##many(name, count, most))                                      \
    CR_HOLDS(CR_LIFT_##many(name, most))

#define CR_HIGH_ONE(name, count, most) v->count = (uint8_t)cr_pile_size(s->name, most);
#define CR_HIGH_EACH(name, count, most)             \
    for (unsigned seat = 0; seat < n_seats; seat++) \
        v->count[seat] = (uint8_t)cr_pile_size(s->name[seat], most);
#define CR_TOP_ONE(name, most) v->name##_top = cr_pile_top(s->name, most);
#define CR_TOP_EACH(name, most)                     \
    for (unsigned seat = 0; seat < n_seats; seat++) \
        v->name##_top[seat] = cr_pile_top(s->name[seat], most);
#define CR_LIFT_ONE(name, most) left -= cr_pile_tally(s->name, most);
#define CR_LIFT_EACH(name, most)                      \
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) \
        left -= cr_pile_tally(s->name[seat], most);

/* ---- knowledge ---- */

#define KNOWN(name, eyes) CR_KNOWN_##eyes(name)
#define CR_KNOWN_ALL(name_)                                                                     \
    CR_OPEN_ROW(8, cr_tally, name_##_known, [SEATS_MAX], CR_CARDS, CR_CARD_NAMES, CR_BY_SEAT)   \
    CR_ZONE_ROW(.name = #name_ "_known", .kind = CR_ZONE_KNOWN, .eyes = CR_SEEN_ALL, .size = 8, \
                .is_each = 1, .at = offsetof(state, name_##_known),                             \
                .seen_at = offsetof(view, name_##_known), .of = offsetof(state, name_))         \
    CR_KNOWN_CALLS(name_, s->name_##_known, 0)
#define CR_KNOWN_VIEWER(name_)                                                                     \
    CR_KNOWN_SECRET(name_)                                                                         \
    CR_ZONE_ROW(.name = #name_ "_known", .kind = CR_ZONE_KNOWN, .eyes = CR_SEEN_VIEWER, .size = 8, \
                .is_each = 1, .at = offsetof(state, name_##_known),                                \
                .seen_at = offsetof(view, name_##_known), .of = offsetof(state, name_))
#define CR_KNOWN_BOTH(name_)                                                                     \
    CR_KNOWN_SECRET(name_)                                                                       \
    CR_VIEW_ROW(8, cr_tally, name_##_shown, [SEATS_MAX], CR_CARDS, CR_CARD_NAMES,                \
                CR_BY_SEAT | CR_RARE)                                                            \
    CR_LOOK(for (unsigned seat = 0; viewer < SEATS_MAX && seat < n_seats; seat++)                \
                v->name_##_shown[seat] = s->name_##_known[seat][viewer];)                        \
    CR_ZONE_ROW(.name = #name_ "_known", .kind = CR_ZONE_KNOWN, .eyes = CR_SEEN_BOTH, .size = 8, \
                .is_each = 1, .at = offsetof(state, name_##_known),                              \
                .seen_at = offsetof(view, name_##_known), .of = offsetof(state, name_),          \
                .count_at = offsetof(view, name_##_shown))
#define CR_KNOWN_SECRET(name)                                                                  \
    CR_TYPE_ROW(name##_known, 8 * SEATS_MAX, SEATS_MAX, 0, cr_tallies_print, cr_tallies_parse) \
    CR_STATE_ROW(8, cr_tally, name##_known, [SEATS_MAX][SEATS_MAX], &name##_known_type,        \
                 &name##_known_list, CR_BY_SEAT | CR_RARE)                                     \
    CR_VIEW_ROW(8, cr_tally, name##_known, [SEATS_MAX], CR_CARDS, CR_CARD_NAMES,               \
                CR_BY_SEAT | CR_RARE)                                                          \
    CR_LOOK(if (viewer < SEATS_MAX)                                                            \
                memcpy(v->name##_known, s->name##_known[viewer], sizeof v->name##_known);)     \
    CR_KNOWN_CALLS(name, &s->name##_known[0][0], SEATS_MAX)

/* ---- what the game takes care of itself ---- */

#define HIDDEN(name_, many, ctype, type, with)                                      \
    CR_PUT(CR_STATE_ROW, CR_BYTES_##ctype, ctype, name_, CR_DIM_##many, type, with, \
           CR_WIDE_##many)                                                          \
    CR_ZONE_ROW(.name = #name_, .kind = CR_ZONE_GAME, .eyes = CR_SEEN_GAME,         \
                .is_each = CR_IS_##many, .size = sizeof(ctype), .at = offsetof(state, name_))
#define SEEN(name_, many, ctype, type, with)                                                       \
    CR_PUT(CR_VIEW_ROW, CR_BYTES_##ctype, ctype, name_, CR_DIM_##many, type, with, CR_WIDE_##many) \
    CR_ZONE_ROW(.name = #name_, .kind = CR_ZONE_GAME, .eyes = CR_SEEN_GAME,                        \
                .is_each = CR_IS_##many, .size = sizeof(ctype), .seen_at = offsetof(view, name_))
#define CR_PUT(row, ...)  row(__VA_ARGS__)
#define CR_BYTES_uint8_t  1
#define CR_BYTES_int8_t   1
#define CR_BYTES_uint16_t 2
#define CR_BYTES_int16_t  2
#define CR_BYTES_uint32_t 4
#define CR_BYTES_int32_t  4
#define CR_BYTES_uint64_t 8
#define CR_BYTES_cr_tally 8

#endif

/* ---- as nothing ---- */

#undef CR_OPEN_ROW
#undef CR_STATE_ROW
#undef CR_VIEW_ROW
#undef CR_ZONE_ROW
#undef CR_LOOK
#undef CR_HOLDS
#undef CR_TYPE_ROW
#undef CR_KNOWN_CALLS
#undef CR_TOLD_ROW
#undef CR_UNTOLD_ROW
#undef SEATS
#undef CARD
#undef VALUES
#undef FUNDS
#undef PASS
#undef MOVE
#undef QUESTION
#undef EFFECT
#undef EVENT
#undef PASSAGE
#undef CODE
#undef OPTION
#ifndef CR_SHEET_END

#define CR_OPEN_ROW(...)
#define CR_STATE_ROW(...)
#define CR_VIEW_ROW(...)
#define CR_ZONE_ROW(...)
#define CR_LOOK(...)
#define CR_HOLDS(...)
#define CR_TYPE_ROW(...)
#define CR_KNOWN_CALLS(...)
#define CR_TOLD_ROW(...)
#define CR_UNTOLD_ROW(...)
#define SEATS(...)
#define CARD(...)
#define VALUES(...)
#define FUNDS(...)
#define PASS(...)
#define MOVE(...)
#define QUESTION(...)
#define EFFECT(...)
#define EVENT(...)
#define PASSAGE(...)
#define CODE(...)
#define OPTION(...)

#else

#undef CR_SHEET_WORDS
#undef K
#undef E
#undef FIELDS
#undef WORDS
#undef F_CARD
#undef F_MAYBE_CARD
#undef F_CARDS
#undef F_NUMBER
#undef F_FROM1
#undef F_SEAT
#undef F_MAYBE_SEAT
#undef F_WORD
#undef F_MAYBE_WORD
#undef ARG_CARD
#undef ARG_NUMBER
#undef ARG_SEAT
#undef ARG_WORD
#undef ARG_CARDS
#undef STEPS
#undef NOTES
#undef SHOWS
#undef HAS
#undef TELLS
#undef CR_AT
#undef CR_CARD
#undef CR_MAYBE_CARD
#undef CR_CARDS
#undef CR_CARDS_PACKED
#undef CR_CARD_NAMES
#undef CR_CARD_FLAGS
#undef CR_DIM_ONE
#undef CR_DIM_EACH
#undef CR_WIDE_ONE
#undef CR_WIDE_EACH
#undef CR_LINES_ONE
#undef CR_LINES_EACH
#undef CR_IS_ONE
#undef CR_IS_EACH
#undef CR_NUMBER_ROW
#undef U8
#undef RARE
#undef U16
#undef U32
#undef MS
#undef CLOCK
#undef MONEY
#undef FLAG
#undef WORD
#undef MAYBE_WORD
#undef MAYBE_CARD
#undef SEAT
#undef MAYBE_SEAT
#undef SEATSET
#undef CARDS
#undef CR_CARDS_ALL
#undef CR_CARDS_OWNER
#undef CR_CARDS_NOBODY
#undef DICE
#undef CR_DICE_ALL
#undef CR_DICE_OWNER
#undef CR_DICE_NOBODY
#undef CR_TALLY_ALL
#undef CR_TALLY_OWNER
#undef CR_TALLY_NOBODY
#undef CR_ONLY_EACH
#undef CR_COUNT_ONE
#undef CR_COUNT_EACH
#undef CR_TAKE_ONE
#undef CR_TAKE_EACH
#undef REST
#undef PILE
#undef CR_PILE_TYPE
#undef CR_PILE_ALL
#undef CR_PILE_TOP
#undef CR_PILE_NOBODY
#undef CR_PILE_HIDDEN
#undef CR_HIGH_ONE
#undef CR_HIGH_EACH
#undef CR_TOP_ONE
#undef CR_TOP_EACH
#undef CR_LIFT_ONE
#undef CR_LIFT_EACH
#undef KNOWN
#undef CR_KNOWN_ALL
#undef CR_KNOWN_VIEWER
#undef CR_KNOWN_BOTH
#undef CR_KNOWN_SECRET
#undef HIDDEN
#undef SEEN
#undef CR_PUT
#undef CR_BYTES_uint8_t
#undef CR_BYTES_int8_t
#undef CR_BYTES_uint16_t
#undef CR_BYTES_int16_t
#undef CR_BYTES_uint32_t
#undef CR_BYTES_int32_t
#undef CR_BYTES_uint64_t
#undef CR_BYTES_cr_tally

#endif
