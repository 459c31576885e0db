/* The invariants of a state, also for positions that somebody has written: whatever could lead a rule astray is
 * found here. */
#include "games/dune-battle/dune.h"

static const char *broken_seats(const db_state *s)
{
    const db_board *b = &s->w.board;
    unsigned n = s->k.n_seats, ordered = 0;

    for (unsigned seat = 0; seat < n; seat++) {
        if (b->faction[seat] >= DB_FACTIONS || (seat && b->faction[seat] <= b->faction[seat - 1]))
            return "DB-0.10: seats are factions in the order AT, HK, FR, EM, SG, BG";
        if (b->order[seat] >= n)
            return "DB-0.8: storm order is a list of seats";
        ordered |= 1u << b->order[seat];
        if (b->ally[seat] > n || b->ally[seat] == seat + 1 ||
            (b->ally[seat] && b->ally[b->ally[seat] - 1] != seat + 1))
            return "DB-0.9: allies are allies of each other";
    }
    if (ordered != (1u << n) - 1)
        return "DB-0.8: storm order names every seat once";
    if (b->storm >= DB_SECTORS)
        return "DB-1.3: the storm is in one of 18 sectors";
    if (b->is_advanced > 1 || b->battles_in_storm > 1 || b->late_voice > 1 ||
        b->legal_default > 1 || b->worthless_go > 1 || b->look_used > 1 || b->kh_dead > 1 ||
        b->kh_shown > 1)
        return "a mark is yes or no";
    return NULL;
}

static const char *broken_forces(const db_state *s)
{
    static const uint8_t most_elites[DB_FACTIONS] = {0, 0, 3, 5, 0, 0};
    const db_board *b = &s->w.board;
    uint8_t bg = db_seat_of(b, s->k.n_seats, DB_BG);

    for (unsigned seat = 0; seat < DB_SEATS; seat++) {
        unsigned normals = b->tank_normal[seat], elites = b->tank_elite[seat];

        for (unsigned area = 0; area < DB_AREAS_FILL; area++) {
            normals += db_normals(b->force[seat][area]);
            elites += db_elites(b->force[seat][area]);
        }
        if (seat >= s->k.n_seats
                ? normals + elites
                : normals + elites > DB_FORCES || elites > most_elites[b->faction[seat]])
            return "DB-0.2: at most 20 forces of a faction, elites of EM and FR only";
        if (b->force[seat][DB_AREAS] || b->force[seat][DB_AREAS + 1])
            return "DB-0.4: there are 86 areas";
    }
    if (b->advisors >> DB_TERRITORIES || (b->advisors && bg == 0xFF))
        return "DB-0.3: advisors are BG's";
    if (b->ground[DB_AREAS] || b->ground[DB_AREAS + 1])
        return "DB-0.4: there are 86 areas";
    for (uint8_t t = 0; t < DB_STRONGHOLDS; t++) {
        unsigned factions = 0;

        for (uint8_t seat = 0; seat < s->k.n_seats; seat++)
            factions += db_army(b, seat, (db_zone){db_territories[t].first, 1}) != 0;
        if (factions > 2)
            return "DB-1.8: at most two factions in a stronghold";
    }
    return NULL;
}

static const char *broken_cards(const db_state *s)
{
    const db_board *b = &s->w.board;
    const db_secret *secret = &s->w.secret;
    uint64_t all = 0;
    uint32_t traitors = 0;

    if (b->discard[0] > DB_CARDS)
        return "DB-10.8: the discard pile holds each card once";
    for (unsigned i = 1; i <= DB_CARDS; i++) {
        if (i > b->discard[0] ? b->discard[i] : b->discard[i] >= DB_CARDS)
            return "DB-10.8: the discard pile is a list of cards";
        if (i <= b->discard[0]) {
            if (all & DB_CARD_BIT(b->discard[i]))
                return "DB-10.8: the discard pile holds each card once";
            all |= DB_CARD_BIT(b->discard[i]);
        }
    }
    for (unsigned seat = 0; seat < DB_SEATS; seat++) {
        if ((secret->hand[seat] & all) || secret->hand[seat] >> DB_CARDS)
            return "DB-0.6: a card is in one place";
        all |= secret->hand[seat];
        if ((secret->traitors[seat] & traitors) || secret->traitors[seat] >> DB_LEADERS)
            return "DB-6.1: a traitor card is in one hand";
        traitors |= secret->traitors[seat];
        if (seat >= s->k.n_seats && (secret->hand[seat] || secret->traitors[seat]))
            return "DB-0.10: only seats hold cards";
        if (secret->spice[seat] > DB_SPICE_MAX)
            return "DB-0.6: a faction holds at most 999 spice";
        if (b->spice_seen[seat] > secret->spice[seat] || b->spice_spent[seat] > DB_SPICE_MAX)
            return "DB-15: a seat has the spice that it was seen to receive and keep";
        if (b->played[seat] > DB_CARDS)
            return "DB-10.8: a hand has played no more cards than there are";
    }
    return NULL;
}

static const char *broken_leaders(const db_state *s)
{
    const db_board *b = &s->w.board;
    const db_secret *secret = &s->w.secret;
    uint32_t in_play = 0, gone = b->dead | b->captives | secret->dead | secret->captives;
    bool has_hk = db_seat_of(b, s->k.n_seats, DB_HK) != 0xFF;

    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        uint32_t own = DB_OWN_LEADERS(b->faction[seat]);

        in_play |= own;
        if (cr_bits_count(secret->dead & own) != b->n_hidden_dead[seat] ||
            cr_bits_count(secret->captives & own) != b->n_hidden_captives[seat])
            return "DB-15: how many of a faction's leaders are hidden is known";
    }
    if (gone & ~in_play)
        return "DB-0.5: leaders are of factions in play";
    if ((b->dead & (b->captives | secret->dead | secret->captives)) ||
        (b->captives & (secret->dead | secret->captives)) || (secret->dead & secret->captives))
        return "DB-0.5: a leader is in one place";
    if ((b->captives | secret->captives | secret->dead) &
        (has_hk ? DB_OWN_LEADERS(DB_HK) : ~UINT32_C(0)))
        return "DB-12.14: captives are HK's, and none of its own";
    if ((secret->dead | secret->captives) & ~b->maybe_hidden)
        return "DB-12.15: a hidden leader may be one";
    for (unsigned leader = 0; leader < DB_LEADERS; leader++)
        if (b->used[leader] > DB_TERRITORIES)
            return "DB-11.1: a leader is used in a territory";
    if (b->kh_used > DB_TERRITORIES)
        return "DB-12.2: KH is used in a territory";
    return NULL;
}

/* A plan that is kept must be one that can be resolved. */
static bool is_plan(const db_world *w, uint8_t seat, const db_plan *p)
{
    uint8_t army = db_army(&w->board, seat, w->board.battle.zone);

    return p->normal <= db_normals(army) && p->elite <= db_elites(army) &&
           p->leader <= DB_LEADERS && p->hero <= 3 && !(p->leader && p->hero) &&
           p->weapon <= DB_CARDS && p->defense <= DB_CARDS && p->kh <= 1 && p->announce <= 1 &&
           p->is_default <= 1 && p->spice <= w->secret.spice[seat] &&
           (!p->leader || (db_pool(w, seat) & DB_LEADER_BIT(p->leader - 1))) &&
           !(db_plan_cards(p) & ~w->secret.hand[seat]);
}

static bool is_answer(const db_world *w)
{
    const db_answer *a = &w->secret.battle.answer;
    const db_battle *b = &w->board.battle;

    switch (a->says) {
    case DB_SAYS_NONE:
    case DB_SAYS_HERO:
        return b->element != DB_NUMBER;
    case DB_SAYS_LEADER:
        return b->element == DB_LEADER && a->value < DB_LEADERS;
    case DB_SAYS_CARD:
        return (b->element == DB_WEAPON || b->element == DB_DEFENSE) && a->value < DB_CARDS;
    case DB_SAYS_NUMBER:
        return b->element == DB_NUMBER && a->value < 64 && a->spice <= DB_FORCES;
    default:
        return false;
    }
}

static const char *broken_battle(const db_state *s, const cr_frame *frame)
{
    const db_world *w = &s->w;
    const db_battle *b = &w->board.battle;
    unsigned n = s->k.n_seats;
    db_zone zone;
    uint8_t bg = db_seat_of(&w->board, n, DB_BG), at = db_seat_of(&w->board, n, DB_AT);

    if (b->seat[0] >= n || b->seat[1] >= n || b->seat[0] == b->seat[1] ||
        frame->seat != b->seat[0] || frame->step >= DB_STEPS ||
        frame->note >= n + (frame->step == DB_STEP_DECLARE))
        return "DB-0.9: two combatants, the aggressor first";
    if (!b->zone.n || b->zone.area >= DB_AREAS)
        return "DB-1.2: a battle has its zone";
    zone = db_zone_at(&w->board, b->zone.area);
    if (zone.area != b->zone.area || zone.n != b->zone.n)
        return "DB-1.3: a battle is fought in a whole zone";
    if (b->voice > DB_CANCELLED || b->voice_side > 2 || b->mode > DB_NOT_PLAY ||
        b->kind >= DB_VOICE_KINDS ||
        (b->voice_side < 2) != (bg != 0xFF && db_side_for(&w->board, bg) < 2))
        return "DB-3.1: Voice is BG's";
    if (b->prescience > DB_ANSWERED || b->prescience_side > 2 || b->element > DB_NUMBER ||
        (b->prescience_side < 2) != (at != 0xFF && db_side_for(&w->board, at) < 2))
        return "DB-4.1: Prescience is AT's";
    if ((b->voice && b->voice_side > 1) || (b->prescience && b->prescience_side > 1) ||
        (b->voice_side < 2 && db_side_for(&w->board, bg) == b->voice_side) ||
        (b->prescience_side < 2 && db_side_for(&w->board, at) == b->prescience_side))
        return "DB-3.1, DB-4.1: a power is used against the opponent";
    if (b->prescience == DB_ANSWERED && !is_answer(w))
        return "DB-4.4: an answer is of the element that was asked";
    if (b->prevented >> DB_POWERS || b->has_gift > 1 || b->look_at > 2 ||
        (b->look_at && at == 0xFF) || b->locked > 3 || b->is_revealed > 1 ||
        b->result > DB_EXPLOSION || b->winner > 2 || b->choice > DB_CAPTURE)
        return "DB-16: a battle's marks stay in their ranges";
    for (unsigned side = 0; side < 2; side++) {
        uint8_t seat = b->seat[side];

        if (frame->step < DB_STEP_KEEP && !db_army(&w->board, seat, b->zone))
            return "DB-1.2: both combatants have forces in the zone";
        if (!cr_is_zero(b->is_revealed ? &w->secret.battle.plan[side] : &b->plan[side],
                        sizeof(db_plan)))
            return "DB-5.17: a plan is hidden until both are revealed, and not any more then";
        if (!is_plan(w, seat, &w->secret.battle.plan[side]) ||
            (frame->step <= DB_STEP_TRAITOR && !is_plan(w, seat, &b->plan[side])))
            return "DB-5.1: a kept plan can be resolved";
        if (b->plan[side].leader > DB_LEADERS || b->plan[side].weapon > DB_CARDS ||
            b->plan[side].defense > DB_CARDS || b->plan[side].hero > 3)
            return "DB-5.1: a plan names leaders and cards";
    }
    if ((frame->step > DB_STEP_PLANS && frame->step <= DB_STEP_REVEAL &&
         frame->step != DB_STEP_PLAN_AGAIN && b->locked != 3) ||
        (frame->step > DB_STEP_REVEAL) != b->is_revealed)
        return "DB-5.17: both plans are there when they are revealed";
    if ((frame->step == DB_STEP_PLANS && b->locked == 3) ||
        (frame->step == DB_STEP_PLAN_AGAIN && b->voice_side > 1) ||
        (frame->step < DB_STEP_KEEP && b->winner))
        return "DB-16: a question follows from what went before";
    if (frame->step == DB_STEP_ANSWER && b->prescience == DB_ANSWERED)
        return "DB-4.7: one answer in a battle";
    if ((frame->step == DB_STEP_KEEP && b->winner)) {
        const db_plan *p = &b->plan[b->winner - 1];
        uint8_t army = db_army(&w->board, b->seat[b->winner - 1], b->zone);

        if (b->result != DB_TRAITOR && (p->normal > db_normals(army) || p->elite > db_elites(army)))
            return "DB-10.1: the winner loses what he committed";
        if (db_keepable(w) & ~w->secret.hand[b->seat[b->winner - 1]])
            return "DB-10.6: what may be kept is in hand";
    }
    if (frame->step == DB_STEP_CAPTURE || frame->step == DB_STEP_TAKE) {
        if (!b->winner || w->board.faction[b->seat[b->winner - 1]] != DB_HK ||
            !w->secret.battle.drawn || w->secret.battle.drawn > DB_LEADERS ||
            !(db_pool(w, b->seat[2 - b->winner]) & DB_LEADER_BIT(w->secret.battle.drawn - 1)))
            return "DB-12.14: HK has won and one of the loser's leaders is drawn";
    }
    return NULL;
}

static const char *broken_stack(const db_state *s, unsigned below)
{
    const cr_frame *stack = s->k.stack + below;
    unsigned depth = s->k.depth > below ? s->k.depth - below : 0;
    uint8_t owner, step;

    for (unsigned i = 0; i < depth; i++)
        if (stack[i].kind != i)
            return "DB-16: a stack is phase, battle, cancelling";
    if (depth > DB_EFFECTS || (depth && stack[0].step > DB_PHASE_NEXT))
        return "DB-16: a stack is phase, battle, cancelling";
    if (depth < 2 && !cr_is_zero(&s->w.board.battle, sizeof(db_battle)))
        return "DB-14.1: between battles nothing of a battle is left";
    if (depth < 2 && !cr_is_zero(&s->w.secret.battle, sizeof(db_hidden_battle)))
        return "DB-14.1: between battles nothing of a battle is left";
    if (depth > 1 && stack[0].step != DB_PHASE_NEXT)
        return "DB-1.1: a battle is fought when the phase has begun";
    if (depth < 3)
        return NULL;
    owner = stack[2].seat;
    step = stack[1].step;
    if (owner >= s->k.n_seats || stack[2].step > s->k.n_seats)
        return "DB-16.4: a power that can be cancelled has an owner";
    switch (stack[2].note) {
    case DB_Q_VOICE_CANCEL:
        return step == DB_STEP_PRESCIENCE && s->w.board.battle.voice == DB_STANDS
                   ? NULL
                   : "DB-13.3: Voice is cancelled";
    case DB_Q_VOICE_LATE_CANCEL:
        return step == DB_STEP_UNLOCK && s->w.board.battle.voice == DB_STANDS
                   ? NULL
                   : "DB-13.3: Voice is cancelled";
    case DB_Q_PRESCIENCE_CANCEL:
        return step == DB_STEP_ANSWER && s->w.board.battle.prescience == DB_STANDS
                   ? NULL
                   : "DB-13.3: Prescience is cancelled";
    case DB_Q_CAPTURE_CANCEL:
        return step == DB_STEP_TAKE && s->w.board.battle.choice != DB_DECLINE
                   ? NULL
                   : "DB-13.3: a capture is cancelled";
    default:
        return "DB-16.4: four windows can cancel";
    }
}

const char *db_broken_world(const db_state *s)
{
    const char *why = broken_seats(s);

    if (!why)
        why = broken_forces(s);
    if (!why)
        why = broken_cards(s);
    if (!why)
        why = broken_leaders(s);
    return why;
}

/* The battle phase that lies on `below` other effects. */
const char *db_broken_phase(const db_state *s, unsigned below)
{
    const char *why = broken_stack(s, below);

    if (!why && s->k.depth > below + 1)
        why = broken_battle(s, &s->k.stack[below + 1]);
    return why;
}

const char *db_broken(const cr_state *k)
{
    const char *why = db_broken_world((const db_state *)k);

    return why ? why : db_broken_phase((const db_state *)k, 0);
}
