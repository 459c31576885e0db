/* Imposter Kings in words for people: the places of its sentences that are more than a field. The sentences stand in
 * the tables: moves.c, questions.c, events.c, and game.c for options. */
#include "games/imposter-kings/asked.h"
#include "kernel/say.h"

const cr_name ik_words[] = {
    {"King's-Hand", "King’s Hand"},     {"leader", "Charismatic Leader"},
    {"tactician", "Master Tactician"},  {"regular", "Regular King"},
    {"classic18", "Classic, 18 cards"}, {0},
};

static void tell_card(cr_teller *t, unsigned name)
{
    if (name < IK_NAMES)
        cr_tell_name(t, ik_cards[name].word);
    else
        cr_text_str(t->out, "card");
}

/* "Fool, Zealot and Warden" */
static void tell_cards(cr_teller *t, uint32_t names, const char *and)
{
    if (!names)
        cr_text_str(t->out, "no card");
    for (; names; names &= names - 1) {
        tell_card(t, cr_bits_first(names));
        if (names & (names - 1))
            cr_text_str(t->out, (names & (names - 1)) & ((names & (names - 1)) - 1) ? ", " : and);
    }
}

/* "the Inquisitor", by its place in the Court, counted from 1. */
static void tell_place(cr_teller *t, const ik_state *s, unsigned place)
{
    if (!place || place > s->r.court.n) {
        cr_text_str(t->out, "a card");
        return;
    }
    cr_text_str(t->out, "the ");
    tell_card(t, s->r.court.card[place - 1]);
}

/* ---- what is going on ---- */

static const cr_frame *find_effect(const ik_state *s, uint8_t kind)
{
    for (unsigned i = s->k.depth; i--;)
        if (s->k.stack[i].kind == kind)
            return &s->k.stack[i];
    return NULL;
}

/* The ability that the open question is about: its card, perhaps one that a Stranger has copied. */
static const cr_frame *ability(const ik_state *s)
{
    return find_effect(s, EFFECT_ABILITY);
}

/* " on the Sentry", ", naming the Queen", ", saying 4" */
static void tell_declared(cr_teller *t, const ik_state *s, const uint8_t *arg)
{
    if (arg[IK_ARG_COPY]) {
        cr_text_str(t->out, ", copying ");
        tell_place(t, s, arg[IK_ARG_COPY]);
    }
    if (arg[IK_ARG_POSITION]) {
        cr_text_str(t->out, " on ");
        tell_place(t, s, arg[IK_ARG_POSITION]);
    }
    if (arg[IK_ARG_OPPONENT]) {
        cr_text_str(t->out, " on ");
        cr_tell_seat(t, (uint8_t)(arg[IK_ARG_OPPONENT] - 1), false);
    }
    if (arg[IK_ARG_NAME]) {
        cr_text_str(t->out, ", naming the ");
        tell_card(t, arg[IK_ARG_NAME] - 1u);
    }
    if (arg[IK_ARG_NUMBER])
        cr_text_fmt(t->out, ", saying %u", arg[IK_ARG_NUMBER]);
}

/* What may be reacted to. */
static void tell_happens(cr_teller *t, const ik_state *s)
{
    const cr_frame *top = ik_top(s), *flip = find_effect(s, EFFECT_FLIP);

    if (top->kind == EFFECT_ASSASSIN && flip) {
        cr_tell_seat(t, top->seat, true);
        cr_text_str(t->out, " Assassin answers ");
        cr_tell_seat(t, flip->seat, true);
        cr_text_str(t->out, " flip");
        return;
    }
    cr_tell_seat(t, top->seat, false);
    if (top->kind == EFFECT_FLIP) {
        cr_text_str(t->out, t->agrees ? " flip your King" : " flips the King");
        return;
    }
    cr_text_str(t->out, t->agrees ? " play the " : " plays the ");
    tell_card(t, top->arg[IK_ARG_CARD]);
    tell_declared(t, s, top->arg);
}

/* The reader's card that fits the open window, and what comes of it. */
static void tell_help(cr_teller *t, const ik_state *s)
{
    uint32_t held = t->reader < s->k.n_seats ? ik_names(&s->r.hand[t->reader]) & ik_fitting(s) &
                                                   ~ik_muted_reactions(s, t->reader)
                                             : 0;
    const cr_frame *top = ik_top(s);

    if (!held) {
        cr_text_str(t->out, "You hold nothing that fits.");
        return;
    }
    cr_text_str(t->out, "You hold the ");
    tell_card(t, cr_bits_first(held));
    if (top->kind == EFFECT_FLIP) {
        cr_text_str(t->out, ". Used now, ");
        cr_tell_seat(t, top->seat, false);
        cr_text_str(t->out, " loses the round.");
    } else if (top->kind == EFFECT_ASSASSIN) {
        cr_text_str(t->out, ". Used now, the Assassin fails.");
    } else {
        cr_text_str(t->out, ". Used now, the ");
        tell_card(t, top->arg[IK_ARG_CARD]);
        cr_text_str(t->out, " is undone.");
    }
}

/* ---- values ---- */

static bool tell_value(cr_teller *t, const ik_state *s, cr_span place)
{
    unsigned name = t->move ? t->move->arg[IK_ARG_CARD] : 0;
    ik_facts facts;

    if (t->event)
        return false;
    if (cr_span_is(place, "throne")) {
        if (s->r.court.n)
            tell_card(t, ik_name_at(&s->r.court, s->r.court.n - 1u));
        return true;
    }
    if (!cr_span_is(place, "counts") && !cr_span_is(place, "throne_counts"))
        return false;
    ik_look(s, s->r.court.n, t->seat < s->k.n_seats ? t->seat : 0, &facts);
    if (cr_span_is(place, "throne_counts"))
        cr_tell_number(t, facts.throne);
    else if (name < IK_NAMES)
        cr_tell_number(t, ik_hand_value(&facts, name));
    return true;
}

/* ---- places of questions ---- */

static void tell_how_to_play(cr_teller *t, const ik_state *s)
{
    ik_facts facts;

    if (s->r.antechamber[t->seat].n) {
        cr_text_str(t->out, "Play the ");
        tell_card(t, s->r.antechamber[t->seat].at[0]);
        cr_text_str(t->out, s->r.antechamber[t->seat].n > 1
                                ? " or another card of your Antechamber."
                                : " from your Antechamber, whatever it counts.");
        return;
    }
    ik_look(s, s->r.court.n, t->seat, &facts);
    if (!ik_playable(s, &facts, t->seat))
        cr_text_str(t->out, "No card fits: flip your King.");
    else
        cr_text_str(t->out,
                    ik_may_flip(s, t->seat) ? "Play a card, or flip your King." : "Play a card.");
}

static bool tell_asked(cr_teller *t, const ik_state *s, cr_span place)
{
    const cr_frame *about = ability(s);

    if (cr_span_is(place, "happens") && s->k.depth > 1) {
        tell_happens(t, s);
    } else if (cr_span_is(place, "help") && s->k.depth > 1) {
        tell_help(t, s);
    } else if (cr_span_is(place, "how") && t->seat < s->k.n_seats) {
        tell_how_to_play(t, s);
    } else if (cr_span_is(place, "squire") && !t->move && !t->event) {
        cr_text_str(t->out,
                    t->seat < s->k.n_seats && s->r.facet[t->seat] == IK_TACTICIAN ? "yes" : "");
    } else if (cr_span_is(place, "accused")) {
        tell_card(t, s->r.accused - 1u);
    } else if (cr_span_is(place, "named") && about && about->arg[IK_ARG_NAME]) {
        tell_card(t, about->arg[IK_ARG_NAME] - 1u);
    } else if (cr_span_is(place, "number") && about && !t->move && !t->event) {
        cr_tell_number(t, about->arg[IK_ARG_NUMBER]);
    } else if (cr_span_is(place, "taken") && about) {
        tell_place(t, s, about->arg[IK_ARG_POSITION]);
    } else if (cr_span_is(place, "player's") && about) {
        cr_tell_seat(t, about->seat, true);
    } else if (cr_span_is(place, "waiting") && t->reader < s->k.n_seats) {
        tell_card(t, s->r.antechamber[t->reader].at[0]);
    } else if (cr_span_is(place, "fitting")) {
        tell_cards(t, ik_fitting(s), " or the ");
    } else if (cr_span_is(place, "hand") && t->reader < s->k.n_seats && !t->event) {
        tell_cards(t, ik_names(&s->r.hand[t->reader]), " and ");
    } else if (cr_span_is(place, "round") && !t->event) {
        cr_tell_number(t, s->round);
    } else {
        return false;
    }
    return true;
}

/* ---- places of moves and events ---- */

/* What the ability that is used does, as a button says it. */
static const char *use_of(unsigned name)
{
    switch (name) {
    case IK_WARDEN:
        return " and swap a card with the Accused";
    case IK_SPY:
        return " and look at the Successors";
    case IK_FLAGBEARER:
        return " and rally";
    case IK_LOCKSHIFT:
        return " and open all Dungeons";
    default:
        return " and use its ability";
    }
}

/* What somebody has seen, where the reader may know it. */
static void tell_seen(cr_teller *t, const ik_state *s)
{
    const char *between = ": ";
    char hidden[8];
    ik_bag hand;

    if (!cr_tell_raw(t, cr_span_of("hand"), hidden, sizeof hidden))
        return;
    memcpy(&hand, t->event->data, sizeof hand);
    if (ik_names(&hand)) {
        cr_text_str(t->out, ": in hand ");
        tell_cards(t, ik_names(&hand), " and ");
        between = "; ";
    }
    for (uint8_t seat = 0; seat < s->k.n_seats; seat++) {
        uint8_t successor = t->event->data[sizeof hand + seat];

        if (!successor)
            continue;
        cr_text_str(t->out, between);
        cr_tell_seat(t, seat, true);
        cr_text_str(t->out, " Successor is the ");
        tell_card(t, successor - 1u);
        between = ", ";
    }
}

/* Numbers of places in the Court become names. */
static bool tell_args(cr_teller *t, const ik_state *s, cr_span place)
{
    uint32_t chosen;

    if (t->move && t->move->kind == KIND_FIRST && cr_span_is(place, "me")) {
        cr_text_str(t->out, t->move->arg[0] == t->reader ? "yes" : "");
        return true;
    }
    if (t->move && t->move->kind == KIND_PLAY) {
        if (cr_span_is(place, "use"))
            cr_text_str(t->out, use_of(t->move->arg[IK_ARG_CARD]));
        else if (cr_span_is(place, "at"))
            tell_place(t, s, t->move->arg[IK_ARG_POSITION]);
        else if (cr_span_is(place, "copying"))
            tell_place(t, s, t->move->arg[IK_ARG_COPY]);
        else if (cr_span_is(place, "declared"))
            tell_declared(t, s, t->move->arg);
        else
            return false;
        return true;
    }
    if (t->event && t->event->kind == EV_LOOK && cr_span_is(place, "seen")) {
        tell_seen(t, s);
        return true;
    }
    if (t->event && t->event->kind == EV_PLAY && cr_span_is(place, "declared")) {
        uint8_t arg[CR_ARGS] = {0};

        memcpy(arg, t->event->data, IK_ARG_COPY);
        arg[IK_ARG_POSITION] = 0; /* what lies there may have moved since; its own line says it */
        tell_declared(t, s, arg);
        return true;
    }
    if (t->move && t->move->kind == KIND_DISGRACE && cr_span_is(place, "positions")) {
        memcpy(&chosen, t->move->arg, sizeof chosen);
        if (!chosen)
            cr_text_str(t->out, "nothing");
        for (; chosen; chosen &= chosen - 1) {
            tell_place(t, s, cr_bits_first(chosen) + 1);
            cr_text_str(t->out, chosen & (chosen - 1) ? " and " : "");
        }
        return true;
    }
    return false;
}

bool ik_tell(cr_teller *t, cr_span place)
{
    const ik_state *s = (const ik_state *)t->state;

    return s && (tell_args(t, s, place) || tell_value(t, s, place) || tell_asked(t, s, place));
}
