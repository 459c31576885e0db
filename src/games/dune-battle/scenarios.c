/* The named set-ups, read from scenarios.def by the same tables that read positions. */
#include "games/dune-battle/dune.h"

const char *const db_scenarios[] = {
    "random",
#define SCENARIO(name, seats, lines) name,
#include "games/dune-battle/scenarios.def"
#undef SCENARIO
    NULL,
};

static const struct {
    unsigned n_seats;
    const char *lines;
} setups[] = {
    {0, ""},
#define SCENARIO(name, seats, lines) {seats, lines},
#include "games/dune-battle/scenarios.def"
#undef SCENARIO
};

unsigned db_scenario_seats(unsigned scenario)
{
    return setups[scenario].n_seats;
}

cr_err db_scenario(db_state *s, unsigned scenario)
{
    cr_span in = cr_span_of(setups[scenario].lines);
    cr_slip slip;

    CR_CITE(DB_23_2);
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
        s->w.board.faction[seat] = s->w.board.order[seat] = seat;
    while (in.at < in.end)
        if (!cr_fields_parse_line(cr_span_line(&in), db_zones, s, s->k.n_seats, &slip))
            return CR_ERR_BAD_TEXT;
    return CR_ERR_OK;
}
