/* The table of moves of Imposter Kings, and the table of refusals. */
#include "games/imposter-kings/fields.h"

static const cr_field seat_fields[] = {CR_ARG("player", 0, &cr_seat, NULL, 0, 0), {0}};
static const cr_field choose_fields[] = {
    CR_ARG("card", 0, &ik_name_type, NULL, 0, 0),
    CR_ARG("from", 1, &cr_word, sources, 0, CR_LED),
    {0},
};
static const cr_field setup_fields[] = {
    CR_ARG("successor", 0, &ik_maybe_name_type, NULL, 0, CR_LED),
    CR_ARG("dungeon", 1, &ik_maybe_name_type, NULL, 0, CR_LED),
    CR_ARG("squire", 2, &ik_maybe_name_type, NULL, 0, CR_LED),
    {0},
};
static const cr_field take_fields[] = {CR_ARG("what", 0, &cr_word, takes, 0, 0), {0}};
static const cr_field say_fields[] = {CR_ARG("answer", 0, &cr_flag, NULL, 0, 0), {0}};
static const cr_field recruit_fields[] = {
    CR_ARG("card", IK_ARG_ARMY, &ik_name_type, NULL, 0, 0),
    CR_ARG("trading", IK_ARG_TRADE, &ik_name_type, NULL, 0, 0),
    CR_ARG("exhausting", IK_ARG_COST, &ik_maybe_name_type, NULL, 0, CR_LED),
    {0},
};
static const cr_field recommission_fields[] = {
    CR_ARG("card", IK_ARG_BACK, &ik_name_type, NULL, 0, 0),
    CR_ARG("exhausting", IK_ARG_COST_1, &ik_name_type, NULL, 0, 0),
    CR_ARG("and", IK_ARG_COST_2, &ik_name_type, NULL, 0, 0),
    {0},
};
static const cr_field disgrace_fields[] = {CR_ARG("positions", 0, &ik_positions_type, NULL, 0, 0),
                                           {0}};
static const cr_field deal_fields[] = {CR_ARG("cards", 0, &ik_deal_type, NULL, 0, 0), {0}};
static const cr_field play_fields[] = {CR_ARG("card", IK_ARG_CARD, &ik_name_type, NULL, 0, 0),
                                       PLAY_FIELDS(CR_LED),
                                       CR_ARG("copying", IK_ARG_COPY, &cr_count, NULL, 0, CR_LED),
                                       {0}};

/* A move can name seats that no match has, and positions and numbers that no rule allows: the judge refuses each by its
 * own code. */
enum { NAME_MAX = IK_NAMES - 1, SEAT_MAX = CR_SEATS_MAX - 1 };
/* How each argument is asked for, in the order of its fields. */
static const char *const card_parts[] = {"Which card?", NULL};
static const char *const cards_parts[] = {"Which cards?", NULL};
static const char *const player_parts[] = {"Who?", NULL};
static const char *const choose_parts[] = {"Which card?", "From where?", NULL};
static const char *const setup_parts[] = {"Who succeeds you?", "Which card goes to the Dungeon?",
                                          "Who is your Squire?", NULL};
static const char *const recruit_parts[] = {"Which card of your Army?", "For which hand card?",
                                            "Which card pays for it?", NULL};
static const char *const recommission_parts[] = {"Which card comes back?", "Which card pays?",
                                                 "Which other card pays?", NULL};
static const char *const disgrace_parts[] = {"Which cards of the Court?", NULL};
static const char *const facet_parts[] = {"Which King?", NULL};
static const char *const take_parts[] = {"Which card?", NULL};
static const char *const draft_parts[] = {"First or second?", NULL};
static const char *const say_parts[] = {"Is it there?", NULL};
static const char *const play_parts[] = {"Which card?",
                                         "From where?",
                                         "With its ability?",
                                         "On which card?",
                                         "Which name do you say?",
                                         "Which number do you say?",
                                         "On whom?",
                                         "Which card does it copy?",
                                         NULL};

const cr_kind ik_kinds[IK_KINDS] = {
    [KIND_PASS] = {.word = "pass", .does = "Do not react"},
    [KIND_REACT] = {.word = "react",
                    .parts = card_parts,
                    .does = "Use the {card}",
                    .max = {NAME_MAX},
                    .fields = card_fields},
    [KIND_PLAY] = {.word = "play",
                   .parts = play_parts,
                   .does = "Play the {card}<from=antechamber: from your "
                           "Antechamber|><with=ability:{use}|>{declared}",
                   .max = {NAME_MAX, 1, 1, IK_CAP, IK_NAMES, 15, CR_SEATS_MAX, IK_CAP},
                   .fields = play_fields},
    [KIND_FLIP] = {.word = "flip king", .does = "Flip your King"},
    [KIND_FIRST] = {.word = "first",
                    .parts = player_parts,
                    .does = "<me:I play first|{player} plays first>",
                    .max = {SEAT_MAX},
                    .fields = seat_fields},
    [KIND_SETUP] = {.word = "setup",
                    .parts = setup_parts,
                    .does = "<successor:{successor} succeeds you, {dungeon} goes to the "
                            "Dungeon|Choose nothing><squire:, {squire} is your Squire|>",
                    .max = {IK_NAMES, IK_NAMES, IK_NAMES},
                    .fields = setup_fields},
    [KIND_CHOOSE] = {.word = "choose",
                     .parts = choose_parts,
                     .does = "Choose the {card}<from=successor:, the Successor|>",
                     .max = {NAME_MAX, 2},
                     .fields = choose_fields},
    [KIND_TARGET] = {.word = "target",
                     .parts = player_parts,
                     .does = "Choose {player}",
                     .max = {SEAT_MAX},
                     .fields = seat_fields},
    [KIND_DISGRACE] = {.word = "disgrace",
                       .parts = disgrace_parts,
                       .does = "<positions=-:Disgrace nothing|Disgrace {positions}>",
                       .max = {255, 255, 255, 255},
                       .fields = disgrace_fields},
    [KIND_NONE] = {.word = "none", .does = "None"},
    [KIND_READY] = {.word = "ready", .does = "Ready"},
    [KIND_KING] = {.word = "king",
                   .parts = player_parts,
                   .does = "{player} [are|is] the True King",
                   .max = {SEAT_MAX},
                   .flags = CR_CONTROL,
                   .fields = seat_fields},
    [KIND_DEAL] = {.word = "deal",
                   .does = "Deal {cards}",
                   .max = {255, 255, 255, 255, 255, 255, 255, 255},
                   .flags = CR_CONTROL,
                   .fields = deal_fields},
    [KIND_SHUFFLE] = {.word = "shuffle", .does = "Shuffle", .flags = CR_CONTROL},
    [KIND_SELECT] = {.word = "select",
                     .parts = cards_parts,
                     .does = "Choose {cards}",
                     .max = {255, 255, 255, 255},
                     .fields = select_fields},
    [KIND_DRAFT] = {.word = "draft",
                    .parts = draft_parts,
                    .does = "<order=first:Pick first|Pick second>",
                    .max = {1},
                    .fields = draft_fields},
    [KIND_OPEN] = {.word = "open",
                   .does = "Lay open {cards}",
                   .max = {255, 255, 255, 255},
                   .flags = CR_CONTROL,
                   .fields = select_fields},
    [KIND_RECRUIT] =
        {.word = "recruit",
         .parts = recruit_parts,
         .does = "Recruit the {card} for the {trading}<exhausting:, exhausting the {exhausting}|>",
         .max = {NAME_MAX, NAME_MAX, IK_NAMES},
         .fields = recruit_fields},
    [KIND_RECOMMISSION] = {.word = "recommission",
                           .parts = recommission_parts,
                           .does =
                               "Bring back the {card}, exhausting the {exhausting} and the {and}",
                           .max = {NAME_MAX, NAME_MAX, NAME_MAX},
                           .fields = recommission_fields},
    [KIND_FACET] = {.word = "facet",
                    .parts = facet_parts,
                    .does = "Make your King {a facet}",
                    .max = {IK_TACTICIAN},
                    .fields = facet_fields},
    [KIND_END] = {.word = "end", .does = "Done"},
    [KIND_TAKE] = {.word = "take",
                   .parts = take_parts,
                   .does = "Take the <what=successor:Successor|<what=squire:Squire|Dungeon card>>",
                   .max = {IK_TAKE_DUNGEON},
                   .fields = take_fields},
    [KIND_MATCH] = {.word = "match", .does = "Show that the Successor matches"},
    [KIND_RALLY] = {.word = "rally", .does = "Rally instead"},
    [KIND_SAY] = {.word = "say",
                  .parts = say_parts,
                  .does = "<answer:Yes, it is there|No, it is not there>",
                  .max = {1},
                  .fields = say_fields},
};

/* ---- refusals ---- */

#define CODE(name, text, title, because) [name - CR_CODE_GAME] = {#name, text, title, because}
const cr_code_row ik_codes[E_END - CR_CODE_GAME] = {
    CODE(E_OVER, "the match is over", "The match is over.", "The points stand as they are."),
    CODE(E_NO_WINDOW, "there is no open window to react in or to pass",
         "There is nothing to answer.",
         "You can react only while somebody’s card or flip waits for it."),
    CODE(E_PHASE, "this kind of action does not belong to the current phase", "{first}",
         "<card:Your cards come after that.|That comes at another time.>"),
    CODE(E_NOT_YOU, "another player decides now", "It is not your turn.",
         "{others} [decide|decides] now."),
    CODE(E_DONE, "you have made this choice already", "You have chosen already.",
         "Your choice is in; the others still choose."),
    CODE(E_NO_CARD, "the card is not there", "<wrong:You hold no {wrong}.|A card is missing.>",
         "<wrong:You hold {hand}.|Choose one of your cards for each place.>"),
    CODE(E_SAME_CARD, "one card cannot be chosen twice", "You hold one {wrong} only.",
         "It cannot be in two places; choose another card."),
    CODE(E_ANTECHAMBER, "the Antechamber is not empty: only its cards may be played",
         "First your Antechamber.",
         "The {waiting} waits there and goes first, whatever it counts."),
    CODE(E_MUTED, "the card is Muted", "The {card} is silent.",
         "A muted card has no ability, so it cannot be used here."),
    CODE(E_OATH_LAST, "an Oathbound on a higher card needs a further hand card",
         "The Oathbound is your last card.",
         "On a higher card it needs a second one to play at once."),
    CODE(E_VALUE, "the value is lower than the Throne and no placement rule fits",
         "The {card} is too low.",
         "It counts {counts}; the {throne} on the Throne counts {throne_counts}."),
    CODE(E_KING_USED, "the King is already flipped", "Your King is flipped already.",
         "He can flip only once in a round."),
    CODE(E_NO_THRONE, "a King cannot be flipped on an empty Court", "The Court is empty.",
         "You can flip your King only when a card lies on the Throne."),
    CODE(E_NO_ABILITY, "the card has no such ability, or its condition is not met",
         "The {card} cannot do that.", "It has no such ability here; play it for its value."),
    CODE(E_MUST, "this ability is mandatory", "The {card} must speak.",
         "Its ability is no choice; say what it asks for."),
    CODE(E_TARGET, "this target is not allowed", "That cannot be chosen.",
         "It does not fit here; choose one that is possible."),
    CODE(E_NAME, "this is no card name of the rule set", "That card is not here.",
         "Say the name of a card of this match."),
    CODE(E_NUMBER, "the number is outside the allowed range",
         "<wrong:{wrong} is out of range.|A number is missing.>",
         "Say a number that is possible now."),
    CODE(E_COUNT, "too many targets, or one twice", "The number does not fit.",
         "You chose too many, too few, or one of them twice."),
    CODE(E_NO_REACTION_CARD, "this card does not fit the window", "The {card} does not help here.",
         "Only the {fitting} can answer this."),
    CODE(E_ARMY, "the card is not there in the Army, or the cost cannot be paid so",
         "Your Army cannot do that.", "The card is not in your Army, or it cannot be paid so."),
    CODE(E_FACET, "the facet is chosen already", "Your King is chosen already.",
         "He stays as he is for this round."),
};
