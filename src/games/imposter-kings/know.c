/* Cards that move, and who is certain of what. A viewer's certainty about a hand is a bag of cards it must hold and a
 * set of names it cannot hold. Copies are alike: when one of a name leaves, one certain card of that name goes with it;
 * when an unseen card leaves, it may have been any of the certain ones. Alternatives ("one of these two hands") are
 * not kept. */
#include "games/imposter-kings/imposter_kings.h"

/* Viewers of this match: for (v = 0; v < IK_VIEWERS; v = next_viewer(s, v)). */
static unsigned next_viewer(const ik_state *s, unsigned v)
{
    return v + 1 == s->k.n_seats ? IK_PUBLIC : v + 1;
}

/* The viewers among `eyes`, without the owner. */
static unsigned others(uint8_t owner, unsigned eyes)
{
    return eyes & ~(1u << owner);
}

void ik_gain(ik_state *s, uint8_t seat, unsigned name, unsigned eyes)
{
    ik_add(&s->r.hand[seat], name);
    for (unsigned v = 0; v < IK_VIEWERS; v = next_viewer(s, v)) {
        if (!(others(seat, eyes) >> v & 1)) {
            s->r.lacks[v][seat] = 0;
            continue;
        }
        ik_add(&s->r.known[v][seat], name);
        s->r.lacks[v][seat] &= ~(UINT32_C(1) << name);
    }
}

void ik_forget(ik_state *s, uint8_t seat, unsigned name)
{
    for (unsigned v = 0; v < IK_VIEWERS; v = next_viewer(s, v))
        ik_take(&s->r.known[v][seat], name);
}

/* The card goes where only `eyes` see it; all others know no more than that it was one of `among`. */
void ik_lose_secret(ik_state *s, uint8_t seat, unsigned name, unsigned eyes, uint32_t among)
{
    ik_take(&s->r.hand[seat], name);
    for (unsigned v = 0; v < IK_VIEWERS; v = next_viewer(s, v)) {
        if (eyes >> v & 1)
            ik_take(&s->r.known[v][seat], name);
        else
            ik_take_each(&s->r.known[v][seat], among);
    }
}

void ik_learn_has(ik_state *s, uint8_t seat, unsigned name)
{
    CR_CITE(IK_10_5);
    for (unsigned v = 0; v < IK_VIEWERS; v = next_viewer(s, v))
        if (v != seat)
            s->r.known[v][seat].n[0] |= UINT32_C(1) << name;
}

void ik_learn_lacks(ik_state *s, uint8_t seat, uint32_t names)
{
    CR_CITE(IK_10_5);
    for (unsigned v = 0; v < IK_VIEWERS; v = next_viewer(s, v))
        if (v != seat)
            s->r.lacks[v][seat] |= names;
}

/* IK-10.10: at the end of a round everything is known to everybody. */
void ik_learn_all(ik_state *s)
{
    static const ik_bag none;

    memset(s->r.lacks, 0, sizeof s->r.lacks);
    for (unsigned seat = 0; seat < s->k.n_seats; seat++) {
        for (unsigned v = 0; v < IK_VIEWERS; v = next_viewer(s, v))
            s->r.known[v][seat] = v == seat ? none : s->r.hand[seat];
        s->r.seen[seat] = s->r.dungeon_seen[seat] = IK_EYES_ALL;
        s->r.executed_known[seat] = s->r.executed;
    }
}

/* ---- the Court ---- */

void ik_court_add(ik_state *s, unsigned name, uint8_t by)
{
    ik_court *court = &s->r.court;

    court->card[court->n] = (uint8_t)name;
    court->by[court->n] = by;
    court->n++;
}

static uint32_t close_gap(uint32_t set, unsigned at)
{
    uint32_t below = (UINT32_C(1) << at) - 1;

    return (set & below) | (set >> 1 & ~below);
}

unsigned ik_court_remove(ik_state *s, unsigned position)
{
    ik_court *court = &s->r.court;
    unsigned name = court->card[position], rest = court->n - position - 1;

    CR_CITE(IK_5_8);
    memmove(court->card + position, court->card + position + 1, rest);
    memmove(court->by + position, court->by + position + 1, rest);
    memmove(court->as + position, court->as + position + 1, rest);
    court->n--;
    court->card[court->n] = court->by[court->n] = court->as[court->n] = 0;
    court->down = close_gap(court->down, position);
    court->bonus = close_gap(court->bonus, position);
    court->marks = close_gap(court->marks, position);
    return name;
}

void ik_disgrace(ik_state *s, unsigned position, cr_sink *sink)
{
    ik_court *court = &s->r.court;
    uint32_t at = UINT32_C(1) << position;

    if (court->down & at)
        return;
    CR_CITE(IK_0_8);
    court->down |= at;
    court->bonus &= ~at; /* a face-down card has no marks and never turns up again */
    court->marks &= ~at;
    court->as[position] = 0;
    CR_TELL(sink, EV_DISGRACE, court->by[position], court->card[position], (uint8_t)(position + 1));
}

/* ---- Successors ---- */

void ik_set_successor(ik_state *s, uint8_t seat, unsigned name, cr_sink *sink)
{
    bool is_shown = s->r.facet[seat] == IK_LEADER;

    s->r.successor[seat] = (uint8_t)(1 + name);
    s->r.seen[seat] = is_shown ? IK_EYES_ALL : 0;
    CR_TELL_PART(sink, EV_SUCCESSOR, seat, is_shown ? CR_EYES_ALL : CR_BIT(seat), 0, (uint8_t)name);
}

void ik_take_successor(ik_state *s, uint8_t seat)
{
    ik_gain(s, seat, s->r.successor[seat] - 1u, s->r.seen[seat]);
    s->r.successor[seat] = s->r.seen[seat] = 0;
}
