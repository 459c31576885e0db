/* Dune in words for people: names for every code, and the places of its moves and events that are more than a field; those of
 * questions and refusals are in words_asked.c. What the battle asks and tells it says itself (dune-battle/words.c). The
 * sentences stand in the tables: questions.def, codes.h, tables.c and events.c. */
#include "games/dune/words.h"

const cr_asked du_questions[DU_QUESTIONS] = {
#include "games/dune-battle/questions.def"
#include "games/dune/questions.def"
};

#define ROW(name, text, title, because) {#name, text, title, because},
const cr_code_row du_codes[DU_CODES_END - CR_CODE_GAME] = {DB_CODE_MAP(ROW) DU_CODE_MAP(ROW)};
#undef ROW

const cr_name du_names[] = {
#include "games/dune-battle/names.def"
    {"shai_hulud", "a worm"},
    {"kh", "the Kwisatz Haderach"},
    {"setup", "setup"},
    {"storm", "storm"},
    {"blow", "spice blow"},
    {"charity", "charity"},
    {"bidding", "bidding"},
    {"revival", "revival"},
    {"shipment", "shipment"},
    {"battle", "battle"},
    {"collection", "collection"},
    {"mentat", "mentat pause"},
    {"at_card", "Atreides’ look at a card"},
    {"at_spice", "Atreides’ look at the spice card"},
    {"bg_send", "the sending"},
    {"bg_charity", "the Bene Gesserit’s charity"},
    {"bg_flip", "the change of the Bene Gesserit"},
    {"bg_worthless", "the worthless card"},
    {"em_payment", "the Emperor’s payment"},
    {"em_help", "the Emperor’s help"},
    {"fr_border", "the second border"},
    {"fr_survival", "the Fremen’s survival"},
    {"fr_spare", "the sparing"},
    {"fr_worm", "the sending of the worm"},
    {"fr_raise", "the free revivals"},
    {"fr_loss", "the half loss"},
    {"fr_emerge", "coming into the storm"},
    {"fr_card", "the Fremen’s look at the storm card"},
    {"hk_extra", "Harkonnen’s free card"},
    {"sg_payment", "the Guild’s payment"},
    {"sg_cross", "the crossing"},
    {"sg_back", "the shipment back"},
    {"sg_half", "the half price"},
    {"sg_order", "the Guild’s acting out of turn"},
    {"at_look", "a look at a battle plan"},
    {"em_revive", "the Emperor’s recall"},
    {"fr_call", "the call of a worm"},
    {"hk_swap", "taking a hand"},
    {"sg_stop", "the whole shipment"},
    {0},
};

/* ---- pieces ---- */

void du_tell_forces(cr_teller *t, unsigned n, unsigned e)
{
    if (n || !e)
        cr_text_fmt(t->out, "%u force%s", n, n == 1 ? "" : "s");
    if (n && e)
        cr_text_fmt(t->out, " and %u elite", e);
    else if (e)
        cr_text_fmt(t->out, "%u elite force%s", e, e == 1 ? "" : "s");
    t->agrees = n + e == 1;
}

void du_tell_faction(cr_teller *t, const du_state *s, uint8_t faction, bool is_whose)
{
    uint8_t seat = s ? du_seat_of(s, faction) : 0xFF;

    if (seat != 0xFF)
        cr_tell_seat(t, seat, is_whose);
    else
        cr_text_str(t->out, cr_name_of(t->game, db_factions[faction < DB_FACTIONS ? faction : 0]));
}

/* ---- places of moves and events ---- */

/* A field as it is written, as a number; 0 if there is none. */
static unsigned number_of(const cr_teller *t, const char *field)
{
    char raw[64];
    cr_span in;
    int64_t n;

    if (!cr_tell_raw(t, cr_span_of(field), raw, sizeof raw))
        return 0;
    in = cr_span_of(raw);
    return cr_span_int(&in, 0, UINT8_MAX, &n) ? (unsigned)n : 0;
}

/* "old_gap/9" as people read it, or a faction; false for anything else. */
static bool tell_written(cr_teller *t, const du_state *s, const char *raw)
{
    const char *sign = strchr(raw, '/');
    size_t len = sign ? (size_t)(sign - raw) : strlen(raw);

    for (uint8_t faction = 0; faction < DB_FACTIONS; faction++)
        if (!strcmp(raw, db_factions[faction])) {
            du_tell_faction(t, s, faction, false);
            return true;
        }
    for (uint8_t i = 0; i < DB_TERRITORIES; i++)
        if (strlen(db_territories[i].code) == len && !memcmp(raw, db_territories[i].code, len)) {
            cr_text_str(t->out, db_territories[i].name);
            if (sign)
                cr_text_fmt(t->out, " (sector %s)", sign + 1);
            t->agrees = false;
            return true;
        }
    return false;
}

static bool tell_part(cr_teller *t, const du_state *s, cr_span place)
{
    static const char *const parts[] = {"to",     "from", "area", "territory", "faction",
                                        "target", "ally", "of",   "where"};
    char raw[64];

    for (unsigned i = 0; i < CR_COUNT_OF(parts); i++)
        if (cr_span_is(place, parts[i]))
            return cr_tell_raw(t, place, raw, sizeof raw) && tell_written(t, s, raw);
    return false;
}

/* Forces and a leader, by whatever name the move or event has them. */
static void tell_who(cr_teller *t)
{
    static const char *const leader_fields[] = {"leader", "target"};
    char raw[64];
    unsigned n = number_of(t, "normal") + number_of(t, "forces"), e = number_of(t, "elite");
    bool is_led = false;

    for (unsigned i = 0; i < CR_COUNT_OF(leader_fields) && !is_led; i++)
        is_led = cr_tell_raw(t, cr_span_of(leader_fields[i]), raw, sizeof raw) && strcmp(raw, "-");
    if (n || e || !is_led)
        du_tell_forces(t, n, e);
    if (is_led) {
        cr_text_str(t->out, n || e ? " and " : "");
        cr_tell_name(t, raw);
    }
}

/* What Truthtrance asks. */
static void tell_question(cr_teller *t, uint8_t asks, uint8_t value)
{
    switch (asks) {
    case DU_ASKS_KIND:
        cr_text_fmt(t->out, "a %s in hand",
                    value < DB_VOICE_KINDS ? cr_name_of(t->game, db_voice_kinds[value]) : "Karama");
        break;
    case DU_ASKS_CARD:
        cr_text_fmt(t->out, "a %s in hand", db_cards[value < DB_CARDS ? value : 0].name);
        break;
    case DU_ASKS_TRAITOR:
        cr_text_fmt(t->out, "%s as a traitor", db_leaders[value < DB_LEADERS ? value : 0].name);
        break;
    case DU_ASKS_SPICE:
        cr_text_fmt(t->out, "at least %u spice", value);
        break;
    case DU_ASKS_FACTION:
        cr_text_str(t->out, "a prediction of ");
        du_tell_faction(t, (const du_state *)t->state, value, false);
        break;
    default:
        cr_text_fmt(t->out, "a prediction of turn %u", value);
    }
    t->agrees = false;
}

static bool tell_fields(cr_teller *t, const du_state *s, cr_span place)
{
    if (cr_span_is(place, "group"))
        du_tell_forces(t, number_of(t, "normal"), number_of(t, "elite"));
    else if (cr_span_is(place, "revived"))
        tell_who(t);
    else
        return tell_part(t, s, place);
    return true;
}

/* "Atreides, the Guild and you" */
static void tell_order(cr_teller *t, const uint8_t *seats)
{
    unsigned n = t->state->n_seats;

    for (unsigned i = 0; i < n; i++) {
        cr_text_str(t->out, !i ? "" : i + 1 < n ? ", " : " and ");
        cr_tell_seat(t, seats[i], false);
    }
}

/* "Harkonnen to the Guild, the Guild to Harkonnen" */
static void tell_offers(cr_teller *t, const uint8_t *offers)
{
    unsigned n = 0;

    for (uint8_t seat = 0; seat < t->state->n_seats; seat++) {
        if (!offers[seat])
            continue;
        cr_text_str(t->out, n++ ? ", " : "offers of alliance: ");
        cr_tell_seat(t, seat, false);
        cr_text_str(t->out, " to ");
        cr_tell_seat(t, (uint8_t)(offers[seat] - 1), false);
    }
    if (!n)
        cr_text_str(t->out, "nobody offers an alliance");
}

static bool tell_event(cr_teller *t, cr_span place)
{
    const uint8_t *data = t->event->data;

    if (cr_span_is(place, "in_order") && t->event->kind == DU_EV_STORM_ORDER)
        tell_order(t, data);
    else if (cr_span_is(place, "in_offers") && t->event->kind == DU_EV_OFFERS)
        tell_offers(t, data);
    else if (cr_span_is(place, "asked_for") && t->event->kind == DU_EV_TRUTH)
        tell_question(t, data[1], data[2]);
    else if (cr_span_is(place, "victors") && t->event->kind == DU_EV_VICTORY)
        cr_tell_seats(t, data[0], " and ");
    else
        return false;
    return true;
}

/* ---- all of them ---- */

bool du_tell(cr_teller *t, cr_span place)
{
    const du_state *s = (const du_state *)t->state;

    if (t->event && s && tell_event(t, place))
        return true;
    if (t->move && !t->event && t->move->kind == DU_TRUTH && cr_span_is(place, "asked_for")) {
        tell_question(t, t->move->arg[1], t->move->arg[2]);
        return true;
    }
    if (s && (t->event || t->move) && tell_fields(t, s, place))
        return true;
    if (t->event)
        return (s && du_tell_ally(t, s, place)) || db_tell(t, place);
    if (!s)
        return db_tell(t, place);
    return du_tell_asked(t, s, place) || db_tell(t, place);
}
