/* Classic Battle in words for people: the places of its sentences that are more than a field. The sentences stand in
 * words.h and in the tables of classic_battle.c. */
#include "games/classic-battle/types.h"
#include "kernel/say.h"

const cr_name cb_words[] = {
#define STAT(name, word, shown) {word, shown},
    CB_STAT_MAP(STAT)
#undef STAT
        {"quit", "somebody left"},
    {"navigation", "the page was left"},
    {"error", "something went wrong"},
    {"timeout", "time ran out"},
    {"host", "stopped by the table"},
    {0},
};

/* 1 where the reader sits on the far side: his number comes first. */
static unsigned near_side(const cr_teller *t)
{
    return t->reader == 1;
}

/* "8 against 5" */
static void tell_two(cr_teller *t, const uint8_t value[2], const char *between)
{
    unsigned side = near_side(t);

    cr_tell_number(t, value[side]);
    cr_text_str(t->out, between);
    cr_tell_number(t, value[!side]);
}

static bool tell_round(cr_teller *t, cr_span place)
{
    const uint8_t *data = t->event->data;

    if (cr_span_is(place, "values"))
        tell_two(t, data + 1, " against ");
    else if (cr_span_is(place, "winner") && data[4] != OUTCOME_DRAW)
        cr_tell_seat(t, data[4] == OUTCOME_OPPONENT, false);
    else
        return false;
    return true;
}

static bool tell_match(cr_teller *t, const cb_state *s, cr_span place)
{
    uint8_t result = t->event->data[0];

    if (cr_span_is(place, "score"))
        tell_two(t, t->event->data + 1, "–");
    else if (cr_span_is(place, "winner") && (result == RESULT_PLAYER || result == RESULT_OPPONENT))
        cr_tell_seat(t, result == RESULT_OPPONENT, false);
    else if (cr_span_is(place, "quitter") && result == RESULT_QUIT && s && s->board.quitter)
        cr_tell_seat(t, (uint8_t)(s->board.quitter - 1), false);
    else
        return false;
    return true;
}

static bool tell_told(cr_teller *t, const cb_state *s, cr_span place)
{
    if (t->event->kind == EV_RESULT)
        return tell_round(t, place);
    if (t->event->kind == EV_MATCH)
        return tell_match(t, s, place);
    if (t->event->kind == EV_LOCKED && cr_span_is(place, "picker")) {
        cr_tell_seat(t, t->event->data[1] == SOURCE_OPPONENT, false);
        return true;
    }
    return false;
}

bool cb_tell(cr_teller *t, cr_span place)
{
    const cb_state *s = (const cb_state *)t->state;
    const char *reason;

    if (t->event)
        return tell_told(t, s, place);
    if (!s)
        return false;
    reason = cb_reason_words[s->board.reason];
    if (cr_span_is(place, "chooser"))
        cr_tell_seat(t, s->board.chooser != 0, false);
    else if (cr_span_is(place, "choosing"))
        cr_text_str(t->out, (s->board.chooser != 0) == near_side(t) && t->reader < 2 ? "yes" : "");
    else if (cr_span_is(place, "why_stopped"))
        cr_text_str(t->out, s->board.reason ? cr_name_of(t->game, reason) : "no reason was given");
    else
        return false;
    return true;
}
