/* A small sound game and the mistakes one could make in it, for tests of the laws. Two or three seats, three
 * hidden cards each: all lay one at once; then, from the highest card on, one may hit and name a card in secret
 * to the winner; then the winner may bury a card face down, or the host stops the match. A secret lies in the
 * effect's argument all the while, which is fine. */
#ifndef POCKET_H
#define POCKET_H

#include "laws/laws.h"

/* To plant a mistake, add a row (name, the law that must find it, what it is) and do it in pocket.c. */
#define POCKET_FAULTS_MAP(X)                                                       \
    X(LISTENED, SAME, "state depends on whether somebody listens")                 \
    X(FORGETS_SEED, SAME, "deal depends on more than the seed")                    \
    X(REMAINS, REST, "popped effect is left on the stack")                         \
    X(EMPTY_SEAT, REST, "seat that nobody holds is asked")                         \
    X(LOST_CARD, SOUND, "card gets lost")                                          \
    X(DEEP, SOUND, "effects pile up")                                              \
    X(ENDLESS, PROGRESS, "match goes on for ever")                                 \
    X(NO_OFFER, PROGRESS, "question that nobody can answer")                       \
    X(BAD_DEFAULT, DEFAULT, "default lays a card that is not held")                \
    X(NARROW_SHAPE, OFFERED, "table of kinds does not allow what is offered")      \
    X(UNOFFERED, ACCEPTED, "card is accepted but not offered")                     \
    X(INEXACT, SPACES, "box that is called exact is not")                          \
    X(OVERLAP, SPACES, "two boxes hold the same move")                             \
    X(TOO_MANY, SPACES, "more boxes than fit")                                     \
    X(NO_CODE, REASONS, "refusal with a code that does not exist")                 \
    X(CHECK_WRITES, REFUSED, "check changes the state")                            \
    X(LOOK_WRITES, LOOKING, "observe changes the state")                           \
    X(ACTS_FIRST, ASKING, "effect acts before it asks")                            \
    X(TIME_SLIPS, CLOCK, "effect turns the clock")                                 \
    X(BURIED_SHOWN, VIEW_BACK, "face-down card is in every view")                  \
    X(VOW_SHOWN, VIEW_BACK, "promise is in every view")                            \
    X(IMAGINES_TWICE, WORLD_SOUND, "made-up world has a card twice")               \
    X(WINDOW_IF_HELD, WORLD_ASKS, "window opens only if somebody holds the card")  \
    X(TIME_BY_HAND, WORLD_ASKS, "time depends on a hand")                          \
    X(ASKED_BY_HAND, WORLD_ASKS, "who is asked depends on hands")                  \
    X(OFFERS_BY_HAND, WORLD_OFFERS, "offers depend on another hand")               \
    X(CODE_BY_HAND, WORLD_REFUSALS, "refusal depends on another hand")             \
    X(SEAL_TELLS_OTHER, WORLD_EVENTS, "sealing an answer tells of another hand")   \
    X(ANSWERS_BY_HAND, WORLD_CHOICES, "what bots draw from shows another hand")    \
    X(ALWAYS_SAME, VARIES, "made-up worlds are all alike")                         \
    X(SEAL_SEEN, SEALED, "sealed answer is in every view")                         \
    X(SEAL_TOLD, SEALED, "sealed answer is told")                                  \
    X(VOW_BELIEVED, TOLD_ALIKE, "promise is in every view, and worlds believe it") \
    X(HIT_UNTOLD, TOLD_ALIKE, "hit is seen by all and told to nobody")             \
    X(LAY_BY_VOW, TOLD_ALIKE, "offers depend on a promise to others")              \
    X(HANDS_TOLD, SEEN_ALIKE, "dealt hands are told to all")                       \
    X(HIT_TOLD, SEEN_ALIKE, "card named in secret is told to all")                 \
    X(BURY_TOLD, SEEN_ALIKE, "card buried face down is told to all")               \
    X(NO_EVENT, EVENTS, "event that is not in the table")                          \
    X(MISREAD, MOVE_TEXT, "move is read otherwise than printed")                   \
    X(VIEW_FIELD_MISSING, VIEW_TEXT, "field of the view is not in the table")      \
    X(ZONE_MISSING, POSITION_TEXT, "zone is not in the table")                     \
    X(NO_NUMBER, JSON, "number that is none")                                      \
    X(ROW_MISSING, CHART, "row is not in the chart")                               \
    X(MOODY, REPLAY, "rules depend on how often somebody looked")

enum pocket_fault {
    POCKET_SOUND,
#define POCKET_ENUM(id, law, text) POCKET_##id,
    POCKET_FAULTS_MAP(POCKET_ENUM)
#undef POCKET_ENUM
        POCKET_TELLS, /* as ASKED_BY_HAND, but the question is marked as telling: sound */
};

/* The game with this mistake. Only one at a time. */
const cr_game *pocket_with(enum pocket_fault fault);

enum { POCKET_OPTION_TIME };

#endif
