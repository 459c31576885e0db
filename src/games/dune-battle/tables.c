/* The tables of moves, events, effects, positions and views. */
#include "games/dune-battle/fields.h"

const cr_kind db_kinds[DB_KINDS] = {
#include "games/dune-battle/kinds.def"
};

/* The kernel's "sealed" is the event that a plan was submitted or a call answered. */
const cr_told db_events[DB_EVENTS] = {
#include "games/dune-battle/events.def"
};

const cr_effect db_effects[DB_EFFECTS] = {DB_EFFECT_ROWS};

const cr_field db_zones[] = {
    DB_BOARD_FIELDS(db_state), DB_SECRET_FIELDS(db_state), DB_BATTLE_FIELDS(db_state), {0}};
const cr_field db_view_fields[] = {
    DB_BOARD_FIELDS(db_view),
    DB_SECRET_FIELDS(db_view),
    DB_BATTLE_FIELDS(db_view),
    CR_FIELD(db_view, announced, &cr_set8, db_side_words, 0, 0),
    {0},
};
