/* The Dune battle in words for people: names for every code, and the places of its sentences that are more than a
 * field. Factions speak, not seats. The sentences stand in the tables: kinds.def, events.def, questions.def, for
 * options options.h and game.c, for refusals dune.h. */
#include "games/dune-battle/dune.h"
#include "kernel/say.h"

const cr_name db_names[] = {
#include "games/dune-battle/names.def"
    {0},
};

void db_tell_seat(cr_teller *t, uint8_t seat)
{
    static const bool are_many[DB_FACTIONS] = {true, true, true, false, false, true};
    uint8_t faction = ((const db_state *)t->state)->w.board.faction[seat < DB_SEATS ? seat : 0];

    cr_text_str(t->out, cr_name_of(t->game, db_factions[faction]));
    t->agrees = are_many[faction];
}

static void tell_faction(cr_teller *t, const db_state *s, uint8_t faction, bool is_whose)
{
    uint8_t seat = db_seat_of(&s->w.board, s->k.n_seats, faction);

    if (seat != 0xFF)
        cr_tell_seat(t, seat, is_whose);
    else
        cr_text_str(t->out, cr_name_of(t->game, db_factions[faction]));
}

/* "3½" */
static void tell_half(cr_teller *t, unsigned halves)
{
    if (halves / 2 || !(halves & 1))
        cr_text_uint(t->out, halves / 2);
    if (halves & 1)
        cr_text_str(t->out, "½");
    t->agrees = halves == 2;
}

static void tell_leader(cr_teller *t, uint8_t leader_plus_1)
{
    cr_text_str(t->out, leader_plus_1 ? db_leaders[leader_plus_1 - 1].name : "nobody");
    t->agrees = false;
}

static void tell_card(cr_teller *t, uint8_t card_plus_1)
{
    cr_text_str(t->out, card_plus_1 ? db_cards[card_plus_1 - 1].name : "none");
    t->agrees = false;
}

static void tell_leaders(cr_teller *t, uint32_t leaders)
{
    if (!leaders)
        cr_text_str(t->out, "nobody");
    for (; leaders; leaders &= leaders - 1) {
        cr_text_str(t->out, db_leaders[cr_bits_first(leaders)].name);
        cr_text_str(t->out, !(leaders & (leaders - 1)) ? ""
                            : (leaders & (leaders - 1)) & ((leaders & (leaders - 1)) - 1)
                                ? ", "
                                : " and ");
    }
}

/* ---- places on the map ---- */

/* Which part of its territory an area is. Sectors run from the south over the east to the north and the west. */
static void tell_part(cr_teller *t, const db_territory *place, unsigned i)
{
    static const char *const ends[4][2] = {{"western", "eastern"},
                                           {"southern", "northern"},
                                           {"eastern", "western"},
                                           {"northern", "southern"}};
    unsigned first = db_areas[place->first].sector,
             middle = 2 * first + place->n_areas - 1; /* in half sectors */
    unsigned quarter = (middle + 5) % (2 * DB_SECTORS) / 9;

    cr_text_fmt(t->out, "the %s part of ",
                !i                        ? ends[quarter][0]
                : i + 1 == place->n_areas ? ends[quarter][1]
                                          : "middle");
}

static void tell_area(cr_teller *t, unsigned area)
{
    const db_territory *place = &db_territories[db_areas[area < DB_AREAS ? area : 0].territory];

    if (place->n_areas > 1)
        tell_part(t, place, area - place->first);
    cr_text_str(t->out, place->name);
}

/* ---- the battle ---- */

static bool has_battle(const db_state *s)
{
    return db_has_effect(&s->k, DB_BATTLE);
}

/* "your battle with Harkonnen in Arrakeen", "the battle of Atreides and the Guild in Carthag" */
static void tell_battle(cr_teller *t, const db_state *s)
{
    const db_battle *b = &s->w.board.battle;
    unsigned side = db_side(b, t->reader);

    if (side < 2) {
        cr_text_str(t->out, "your battle with ");
        if (b->seat[!side] == t->seat && t->seat != t->reader && !t->move)
            cr_text_str(t->out, "them"); /* named already: they are asked */
        else
            cr_tell_seat(t, b->seat[!side], false);
    } else {
        cr_text_str(t->out, "the battle of ");
        cr_tell_seat(t, b->seat[0], false);
        cr_text_str(t->out, " and ");
        cr_tell_seat(t, b->seat[1], false);
    }
    cr_text_fmt(t->out, " in %s", db_territories[db_here(&s->w)].name);
}

/* ---- plans and answers ---- */

static void tell_forces(cr_teller *t, unsigned normals, unsigned elites)
{
    if (elites)
        cr_text_fmt(t->out, "%u normal and %u elite forces", normals, elites);
    else
        cr_text_fmt(t->out, "%u force%s", normals, normals == 1 ? "" : "s");
    t->agrees = normals + elites == 1;
}

/* A worthless card goes into either slot: which one is said. */
static void tell_slot(cr_teller *t, uint8_t card_plus_1, const char *slot)
{
    if (!card_plus_1)
        return;
    cr_text_str(t->out, ", ");
    tell_card(t, card_plus_1);
    if (db_card_bit(card_plus_1) & db_of_kind[DB_WORTHLESS])
        cr_text_str(t->out, slot);
}

static void tell_plan(cr_teller *t, const db_plan *p)
{
    tell_forces(t, p->normal, p->elite);
    if (p->spice)
        cr_text_fmt(t->out, " with %u spice", p->spice);
    cr_text_str(t->out, ", ");
    if (p->leader)
        tell_leader(t, p->leader);
    else
        cr_text_str(t->out, p->hero ? "a Cheap Hero" : "no leader");
    if (p->kh)
        cr_text_str(t->out, " and the Kwisatz Haderach");
    tell_slot(t, p->weapon, " as weapon");
    tell_slot(t, p->defense, " as defense");
}

static void tell_answer(cr_teller *t, db_answer a)
{
    switch (a.says) {
    case DB_SAYS_LEADER:
        tell_leader(t, (uint8_t)(a.value < DB_LEADERS ? a.value + 1 : 0));
        break;
    case DB_SAYS_HERO:
        cr_text_str(t->out, "a Cheap Hero");
        break;
    case DB_SAYS_CARD:
        tell_card(t, (uint8_t)(a.value < DB_CARDS ? a.value + 1 : 0));
        break;
    case DB_SAYS_NUMBER:
        tell_half(t, a.value);
        cr_text_fmt(t->out, " with %u spice", a.spice);
        break;
    default:
        cr_text_str(t->out, "none");
    }
}

/* ---- places of moves ---- */

static bool tell_move(cr_teller *t, cr_span place)
{
    const uint8_t *arg = t->move->arg;

    switch (t->move->kind) {
    case DB_CHOOSE:
        if (!cr_span_is(place, "fight"))
            return false;
        cr_text_str(t->out, db_territories[arg[0] < DB_TERRITORIES ? arg[0] : 0].name);
        return true;
    case DB_ANSWER:
        if (!cr_span_is(place, "answer"))
            return false;
        tell_answer(t, (db_answer){arg[0], arg[1], arg[2]});
        return true;
    case DB_GHOLA:
        if (!cr_span_is(place, "revived"))
            return false;
        if (arg[0])
            tell_leader(t, arg[0]);
        else
            tell_forces(t, arg[1], arg[2]);
        return true;
    case DB_KARAMA:
        if (!cr_span_is(place, "karama"))
            return false;
        cr_text_str(t->out, arg[0] < DB_POWERS ? "prevent " : "take ");
        cr_text_str(t->out, cr_name_of(t->game, db_powers[arg[0]]));
        return true;
    case DB_GIFT:
        cr_text_str(t->out, cr_span_is(place, "gift") ? "yes" : "");
        return cr_span_is(place, "gift");
    case DB_PLAN:
        if (cr_span_is(place, "plan"))
            tell_plan(t, (const db_plan *)arg);
        else if (cr_span_is(place, "dialled"))
            cr_tell_number(t, arg[0] + arg[1]);
        else
            return false;
        return true;
    default:
        return false;
    }
}

/* ---- places of events ---- */

static bool tell_result(cr_teller *t, cr_span place)
{
    const uint8_t *data = t->event->data;
    bool is_first = data[1] >= data[2];

    if (cr_span_is(place, "most"))
        tell_half(t, data[is_first ? 1 : 2]);
    else if (cr_span_is(place, "least"))
        tell_half(t, data[is_first ? 2 : 1]);
    else if (cr_span_is(place, "won"))
        cr_text_str(t->out, t->event->seat < DB_SEATS ? "yes" : "");
    else
        return false;
    return true;
}

static bool tell_event(cr_teller *t, cr_span place)
{
    const cr_event *e = t->event;
    char raw[64];
    db_plan plan;

    if (e->kind == DB_EV_RESULT && tell_result(t, place))
        return true;
    if (cr_span_is(place, "fallen") && e->kind == DB_EV_FORCES_LOST)
        tell_forces(t, e->data[0], e->data[1]);
    else if (cr_span_is(place, "revived") && e->kind == DB_EV_GHOLA_USED && e->data[0])
        tell_leader(t, e->data[0]);
    else if (cr_span_is(place, "revived") && e->kind == DB_EV_GHOLA_USED)
        tell_forces(t, e->data[1], e->data[2]);
    else if (cr_span_is(place, "area") && e->kind == DB_EV_FORCES_LOST)
        tell_area(t, e->data[2]);
    else if (cr_span_is(place, "zone") && (e->kind == DB_EV_CHOSEN || e->kind == DB_EV_BATTLE_END))
        cr_text_str(t->out, db_territories[db_areas[e->data[0]].territory].name);
    else if (cr_span_is(place, "is_known") && e->kind == DB_EV_PRESCIENCE_ANSWERED)
        cr_text_str(t->out, cr_tell_raw(t, cr_span_of("answer"), raw, sizeof raw) ? "yes" : "");
    else if (cr_span_is(place, "answer") && e->kind == DB_EV_PRESCIENCE_ANSWERED &&
             cr_tell_raw(t, place, raw, sizeof raw))
        tell_answer(t, (db_answer){e->data[0], e->data[1], e->data[2]});
    else if (cr_span_is(place, "plan") && e->kind == DB_EV_PLAN_LOOK) {
        memcpy(&plan, e->data, sizeof plan);
        tell_plan(t, &plan);
    } else {
        return false;
    }
    return true;
}

/* A field that is a faction, of a move or an event. */
static bool tell_party(cr_teller *t, const db_state *s, cr_span place)
{
    static const char *const parties[] = {"target", "aggressor", "defender", "to", "at", "against"};
    char raw[64];

    for (unsigned i = 0; i < CR_COUNT_OF(parties); i++) {
        if (!cr_span_is(place, parties[i]) || !cr_tell_raw(t, place, raw, sizeof raw))
            continue;
        for (uint8_t faction = 0; faction < DB_FACTIONS; faction++)
            if (!strcmp(raw, db_factions[faction])) {
                tell_faction(t, s, faction, false);
                return true;
            }
    }
    return false;
}

/* ---- places of questions and refusals ---- */

/* What the Voice has said, and of which card the plan falls foul. */
static bool tell_voice(cr_teller *t, const db_state *s, cr_span place)
{
    const db_battle *b = &s->w.board.battle;

    if (cr_span_is(place, "forbids"))
        cr_text_str(t->out, b->mode == DB_NOT_PLAY ? "yes" : "");
    else if (cr_span_is(place, "voice_kind"))
        cr_text_str(t->out, cr_name_of(t->game, db_voice_kinds[b->kind]));
    else if (cr_span_is(place, "obeys"))
        cr_tell_seat(t, b->seat[b->voice_side < 2 ? b->voice_side : 0], false);
    else if (cr_span_is(place, "voice"))
        tell_faction(t, s, DB_BG, false);
    else
        return false;
    return true;
}

/* Whom a power of the asked seat would be used on. */
static uint8_t rival(const db_state *s, uint8_t seat)
{
    const db_board *b = &s->w.board;
    unsigned side = seat < s->k.n_seats ? db_side_for(b, seat) : 0;

    return b->battle.seat[side == 0];
}

/* 1 + the leader on the wheel that the reader is against, or 0. */
static uint8_t their_leader(const db_state *s, uint8_t reader)
{
    const db_battle *b = &s->w.board.battle;

    return b->plan[b->seat[0] == rival(s, reader) ? 0 : 1].leader;
}

static void tell_owed(cr_teller *t, const db_state *s)
{
    const db_battle *b = &s->w.board.battle;
    const db_plan *p = &b->plan[b->winner ? b->winner - 1 : 0];

    tell_forces(t, p->normal, p->elite);
}

static bool tell_place_used(cr_teller *t, const db_state *s)
{
    uint8_t used = 0;

    if (t->move && t->move->kind == DB_PLAN) {
        const db_plan *p = (const db_plan *)t->move->arg;

        used = t->refusal.field == DB_FIELD_KH ? s->w.board.kh_used
               : p->leader                     ? s->w.board.used[p->leader - 1]
                                               : 0;
    }
    cr_text_str(t->out, used ? db_territories[used - 1].name : "another place");
    return true;
}

/* What only the reader knows of itself. */
static bool tell_own(cr_teller *t, const db_state *s, cr_span place)
{
    uint8_t army;

    if (t->reader >= s->k.n_seats)
        return false;
    army = db_army(&s->w.board, t->reader, s->w.board.battle.zone);
    if (cr_span_is(place, "purse"))
        cr_tell_number(t, s->w.secret.spice[t->reader]);
    else if (cr_span_is(place, "counter"))
        cr_tell_number(t, s->w.board.faction[t->reader] == DB_AT ? s->w.secret.kh_counter : 0);
    else if (cr_span_is(place, "traitors"))
        tell_leaders(t, s->w.secret.traitors[t->reader]);
    else if (cr_span_is(place, "promised"))
        tell_answer(t, db_knows_answer(&s->w.board, s->k.n_seats, t->reader)
                           ? s->w.secret.battle.answer
                           : (db_answer){0});
    else if (cr_span_is(place, "normals"))
        cr_tell_number(t, db_normals(army));
    else if (cr_span_is(place, "elites"))
        cr_tell_number(t, db_elites(army));
    else
        return false;
    return true;
}

static bool tell_asked(cr_teller *t, const db_state *s, cr_span place)
{
    const db_battle *b = &s->w.board.battle;

    if (cr_span_is(place, "battle"))
        tell_battle(t, s);
    else if (cr_span_is(place, "here"))
        cr_text_str(t->out, db_territories[db_here(&s->w)].name);
    else if (cr_span_is(place, "rival"))
        cr_tell_seat(t, rival(s, t->seat), false);
    else if (cr_span_is(place, "on_me"))
        cr_text_str(t->out, rival(s, t->seat) == t->reader ? "yes" : "");
    else if (cr_span_is(place, "asked_for"))
        cr_text_str(t->out, cr_name_of(t->game, db_elements[b->element]));
    else if (cr_span_is(place, "atreides"))
        tell_faction(t, s, DB_AT, false);
    else if (cr_span_is(place, "their_leader") && b->is_revealed)
        tell_leader(t, their_leader(s, t->reader));
    else if (cr_span_is(place, "is_led"))
        cr_text_str(t->out, b->is_revealed && their_leader(s, t->reader) ? "yes" : "");
    else if (cr_span_is(place, "owed"))
        tell_owed(t, s);
    else if (cr_span_is(place, "used_at"))
        return tell_place_used(t, s);
    else
        return false;
    return true;
}

bool db_tell(cr_teller *t, cr_span place)
{
    const db_state *s = (const db_state *)t->state;

    if (t->event && tell_event(t, place))
        return true;
    if (t->move && !t->event && tell_move(t, place))
        return true;
    if (!s)
        return false;
    if (tell_party(t, s, place))
        return true;
    if (t->event)
        return false;
    if (tell_own(t, s, place))
        return true;
    return has_battle(s) && (tell_voice(t, s, place) || tell_asked(t, s, place));
}
