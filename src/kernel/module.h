/* A game in a file of its own: a module, which the program loads when it starts. croupier_add_game of
 * find_package(croupier) makes one from the files of a game: it compiles them twice, plain and counting, and with them
 * one file that holds no more than
 *
 *     CR_MODULE(kuhn, places)
 *
 * for the game that CR_GAME_DEFINE(kuhn) defines, with the table of scripts/rule-places.
 *
 * A module links no library: what it calls is in the program (CR_FOR_GAMES in the headers). What it was compiled with
 * stands in a note of the file, which is read before any of its code is run: a module of another interface, of another
 * compiler's sanitizers or for another machine is refused with a sentence. */
#ifndef CR_MODULE_H
#define CR_MODULE_H

#include "kernel/zones.h"

/* The version of everything between game and program: rises when a struct, a table or the meaning of a call changes so
 * that a module must be built anew. */
#define CR_GAME_API 1

/* Sanitizers bring a runtime into the program; two of them, or one that came later, end it. */
#if defined(__has_feature)
#define CR_HAS_FEATURE(feature) __has_feature(feature)
#else
#define CR_HAS_FEATURE(feature) 0
#endif
#if defined(__clang__) && CR_HAS_FEATURE(address_sanitizer)
#define CR_SANITIZER 2
#elif defined(__clang__) && CR_HAS_FEATURE(thread_sanitizer)
#define CR_SANITIZER 4
#elif defined(__SANITIZE_ADDRESS__)
#define CR_SANITIZER 1
#elif defined(__SANITIZE_THREAD__)
#define CR_SANITIZER 3
#else
#define CR_SANITIZER 0
#endif

/* What a file was compiled with: the interface, and the sizes of what both sides touch, for a header that was changed
 * without raising the version. */
typedef struct {
    uint32_t api, game, state, view, space; /* CR_GAME_API; sizes of cr_game and so on */
    uint32_t rows;                          /* CR_MODULE_ROWS */
    uint32_t sanitizer;                     /* CR_SANITIZER */
} cr_module_marks;
#define CR_MODULE_MARKS                                                                    \
    {                                                                                      \
        CR_GAME_API, sizeof(cr_game), sizeof(cr_state), sizeof(cr_view), sizeof(cr_space), \
            CR_MODULE_ROWS, CR_SANITIZER                                                   \
    }

/* The sizes of the rows of all tables, as one number. */
#define CR_MODULE_ROWS                                                                 \
    (uint32_t)(CR_MODULE_BOTH(                                                         \
        CR_MODULE_BOTH(CR_MODULE_BOTH(sizeof(cr_kind), sizeof(cr_asked)),              \
                       CR_MODULE_BOTH(sizeof(cr_effect), sizeof(cr_told))),            \
        CR_MODULE_BOTH(CR_MODULE_BOTH(sizeof(cr_option), sizeof(cr_field)),            \
                       CR_MODULE_BOTH(CR_MODULE_BOTH(sizeof(cr_row), sizeof(cr_rule)), \
                                      CR_MODULE_BOTH(sizeof(cr_zone), sizeof(cr_sheet))))))
#define CR_MODULE_BOTH(a, b) ((a)*UINT32_C(257) + (b))

/* What a module gives out, its only symbol. */
#define CR_MODULE_SYMBOL "cr_game_module"
typedef struct {
    cr_module_marks marks; /* first, and the same as in the note */
    const cr_game *plain, *counting;
    const cr_place *places; /* where the files cite rules; a row without a rule ends */
} cr_module;

/* The note: an ELF note in a section of this name. */
#define CR_MODULE_SECTION ".note.croupier"
#define CR_MODULE_OWNER   "Croupier"
typedef struct {
    uint32_t owner_size, marks_size, type;
    char owner[12]; /* a multiple of 4 */
    cr_module_marks marks;
} cr_module_note;

#define CR_MODULE(name, places)                                                                 \
    extern const cr_game cr_game_##name, cr_game_##name##_counting;                             \
    __attribute__((used, aligned(4),                                                            \
                   section(CR_MODULE_SECTION))) static const cr_module_note cr_module_note_ = { \
        sizeof CR_MODULE_OWNER, sizeof(cr_module_marks), 1, CR_MODULE_OWNER, CR_MODULE_MARKS};  \
    CR_API extern const cr_module cr_game_module;                                               \
    const cr_module cr_game_module = {CR_MODULE_MARKS, &cr_game_##name,                         \
                                      &cr_game_##name##_counting, places};

#endif
