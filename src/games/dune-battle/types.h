/* The written forms of this game's values, see places.c and types.c. */
#ifndef DB_TYPES_H
#define DB_TYPES_H

#include "games/dune-battle/dune.h"

#define db_take_count      CR_TWICE(db_take_count)
#define db_take_number     CR_TWICE(db_take_number)
#define db_amount_type     CR_TWICE(db_amount_type)
#define db_answer_type     CR_TWICE(db_answer_type)
#define db_area_type       CR_TWICE(db_area_type)
#define db_elites_type     CR_TWICE(db_elites_type)
#define db_forces_type     CR_TWICE(db_forces_type)
#define db_ghola_type      CR_TWICE(db_ghola_type)
#define db_ground_type     CR_TWICE(db_ground_type)
#define db_marks_type      CR_TWICE(db_marks_type)
#define db_normals_type    CR_TWICE(db_normals_type)
#define db_number_type     CR_TWICE(db_number_type)
#define db_pile_parse      CR_TWICE(db_pile_parse)
#define db_pile_print      CR_TWICE(db_pile_print)
#define db_pile_type       CR_TWICE(db_pile_type)
#define db_place_type      CR_TWICE(db_place_type)
#define db_plan_type       CR_TWICE(db_plan_type)
#define db_three_type      CR_TWICE(db_three_type)
#define db_treachery_cards CR_TWICE(db_treachery_cards)
#define db_zone_type       CR_TWICE(db_zone_type)

extern const cr_type db_amount_type, db_answer_type, db_area_type, db_elites_type, db_forces_type,
    db_ghola_type, db_ground_type, db_marks_type, db_normals_type, db_number_type, db_pile_type,
    db_place_type, db_plan_type, db_three_type, db_zone_type;

/* A pile: how many cards, then the cards from the bottom up. `with` is a cr_list, db_treachery_cards for treachery cards. */
extern const cr_list db_treachery_cards;
void db_pile_print(cr_text *out, const uint8_t *value, const void *with);
bool db_pile_parse(cr_span *in, uint8_t *value, const void *with);

/* Takes the digits in front, up to a sign such as "/" or the end of the word. */
bool db_take_number(cr_span *word, int64_t lo, int64_t hi, int64_t *out);

/* The same in a move: any number, the largest that an argument can be for all that are larger. */
bool db_take_count(cr_span *word, int64_t *out);

#endif
