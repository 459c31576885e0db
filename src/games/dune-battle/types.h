/* The written forms of this game's values, see places.c and types.c. */
#ifndef DB_TYPES_H
#define DB_TYPES_H

#include "games/dune-battle/dune.h"

#define db_leader_word      CR_TWICE(db_leader_word)
#define db_card_word        CR_TWICE(db_card_word)
#define db_territory_word   CR_TWICE(db_territory_word)
#define db_hero_word        CR_TWICE(db_hero_word)
#define db_find_word        CR_TWICE(db_find_word)
#define db_put_word         CR_TWICE(db_put_word)
#define db_take_count       CR_TWICE(db_take_count)
#define db_take_number      CR_TWICE(db_take_number)
#define db_amount_type      CR_TWICE(db_amount_type)
#define db_answer_type      CR_TWICE(db_answer_type)
#define db_area_type        CR_TWICE(db_area_type)
#define db_card_type        CR_TWICE(db_card_type)
#define db_cards_type       CR_TWICE(db_cards_type)
#define db_elites_type      CR_TWICE(db_elites_type)
#define db_forces_type      CR_TWICE(db_forces_type)
#define db_ghola_type       CR_TWICE(db_ghola_type)
#define db_ground_type      CR_TWICE(db_ground_type)
#define db_hero_type        CR_TWICE(db_hero_type)
#define db_leader_type      CR_TWICE(db_leader_type)
#define db_leaders_type     CR_TWICE(db_leaders_type)
#define db_marks_type       CR_TWICE(db_marks_type)
#define db_normals_type     CR_TWICE(db_normals_type)
#define db_number_type      CR_TWICE(db_number_type)
#define db_pile_type        CR_TWICE(db_pile_type)
#define db_place_type       CR_TWICE(db_place_type)
#define db_plan_type        CR_TWICE(db_plan_type)
#define db_powers_type      CR_TWICE(db_powers_type)
#define db_sides_type       CR_TWICE(db_sides_type)
#define db_territories_type CR_TWICE(db_territories_type)
#define db_territory_type   CR_TWICE(db_territory_type)
#define db_three_type       CR_TWICE(db_three_type)
#define db_zone_type        CR_TWICE(db_zone_type)

extern const cr_type db_amount_type, db_answer_type, db_area_type, db_card_type, db_cards_type,
    db_elites_type, db_forces_type, db_ghola_type, db_ground_type, db_hero_type, db_leader_type,
    db_leaders_type, db_marks_type, db_normals_type, db_number_type, db_pile_type, db_place_type,
    db_plan_type, db_powers_type, db_sides_type, db_territories_type, db_territory_type,
    db_three_type, db_zone_type;

/* The words of a list by number, NULL behind the last. */
typedef const char *(*db_words)(unsigned i);
const char *db_leader_word(unsigned i);
const char *db_card_word(unsigned i);
const char *db_territory_word(unsigned i);
const char *db_hero_word(unsigned i);

bool db_find_word(cr_span word, db_words words, unsigned *out);
void db_put_word(cr_text *out, db_words words, unsigned i); /* "?" where there is none */

/* Takes the digits in front, up to a sign such as "/" or the end of the word. */
bool db_take_number(cr_span *word, int64_t lo, int64_t hi, int64_t *out);

/* The same in a move: any number, the largest that an argument can be for all that are larger. */
bool db_take_count(cr_span *word, int64_t *out);

#endif
