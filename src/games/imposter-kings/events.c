/* The table of events of Imposter Kings: what is told, and the line people read. Who sees which part of it is up to the code that tells
 * it. */
#include "games/imposter-kings/fields.h"

static const cr_field round_event[] = {
    CR_ARG("number", 0, &cr_u8, NULL, 0, 0), CR_ARG("king", 1, &cr_seat, NULL, 0, 0), {0}};
static const cr_field cards_event[] = {CR_ARG("cards", 0, &ik_bag_type, NULL, 0, 0), {0}};
static const cr_field player_event[] = {CR_ARG("player", 0, &cr_seat, NULL, 0, 0), {0}};
/* A card of an Army that goes back to it at once leaves nothing for a view to keep. */
static const cr_field there_and_back_event[] = {
    CR_ARG("card", 0, &ik_name_type, NULL, 0, CR_SPOKEN), {0}};
static const cr_field miss_event[] = {CR_ARG("card", 0, &ik_name_type, NULL, 0, CR_SPOKEN), {0}};
static const cr_field play_event[] = {
    CR_ARG("card", IK_ARG_CARD, &ik_name_type, NULL, 0, 0), PLAY_FIELDS(0), {0}};
/* A Queen played next may disgrace all of them anyway. */
static const cr_field disgrace_event[] = {
    CR_ARG("card", 0, &ik_name_type, NULL, 0, CR_SPOKEN),
    CR_ARG("position", 1, &cr_u8, NULL, 0, CR_SPOKEN),
    {0},
};
/* One card for another of its name changes nothing in a view. */
static const cr_field exchange_event[] = {CR_ARG("gives", 0, &ik_name_type, NULL, 0, CR_SPOKEN),
                                          CR_ARG("takes", 1, &ik_name_type, NULL, 0, CR_SPOKEN),
                                          {0}};
/* Nor does a Successor that gives place to a card of its name. */
static const cr_field successor_event[] = {CR_ARG("card", 0, &ik_name_type, NULL, 0, CR_SPOKEN),
                                           {0}};
static const cr_field number_event[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field condemn_event[] = {
    CR_ARG("number", 0, &cr_u8, NULL, 0, 0), CR_ARG("card", 1, &ik_name_type, NULL, 0, 0), {0}};
static const cr_field flipped_event[] = {CR_ARG("takes", 0, &cr_flag, NULL, 0, 0),
                                         CR_ARG("successor", 1, &ik_maybe_name_type, NULL, 0, 0),
                                         {0}};
static const cr_field look_event[] = {
    CR_ARG("hand", 0, &ik_bag_type, NULL, 0, 0),
    CR_ARG("successors", sizeof(ik_bag), &ik_maybe_name_type, NULL, IK_SEATS, 0),
    {0}};
static const cr_field swap_event[] = {CR_ARG("with", 0, &cr_seat, NULL, 0, CR_SPOKEN),
                                      CR_ARG("gives", 1, &ik_name_type, NULL, 0, 0),
                                      CR_ARG("takes", 2, &ik_name_type, NULL, 0, 0),
                                      {0}};
static const cr_field rob_event[] = {CR_ARG("victim", 0, &cr_seat, NULL, 0, 0),
                                     CR_ARG("from", 1, &cr_word, sources, 0, 0),
                                     CR_ARG("card", 2, &ik_name_type, NULL, 0, 0),
                                     {0}};
static const cr_field lost_event[] = {CR_ARG("ends", 0, &cr_flag, NULL, 0, 0), {0}};
static const cr_field score_event[] = {
    CR_ARG("gains", 0, &cr_u8, NULL, 0, 0), CR_ARG("points", 1, &cr_u8, NULL, 0, 0), {0}};
static const cr_field reveal_event[] = {
    CR_ARG("hand", 0, &ik_bag_type, NULL, 0, 0),
    CR_ARG("successor", sizeof(ik_bag), &ik_maybe_name_type, NULL, 0, 0),
    CR_ARG("dungeon", sizeof(ik_bag) + 1, &ik_maybe_name_type, NULL, 0, 0),
    CR_ARG("squire", sizeof(ik_bag) + 2, &ik_maybe_name_type, NULL, 0, CR_RARE),
    {0}};
static const cr_field recruit_event[] = {
    CR_ARG("trades", 0, &ik_name_type, NULL, 0, 0),
    CR_ARG("exhausts", 1, &ik_maybe_name_type, NULL, 0, 0),
    CR_ARG("card", 2, &ik_name_type, NULL, 0, 0),
    {0},
};
static const cr_field recommission_event[] = {
    CR_ARG("card", 0, &ik_name_type, NULL, 0, 0),
    CR_ARG("exhausts", 1, &ik_name_type, NULL, 2, 0),
    {0},
};
static const cr_field copy_event[] = {
    CR_ARG("card", 0, &ik_name_type, NULL, 0, 0), CR_ARG("position", 1, &cr_u8, NULL, 0, 0), {0}};
static const cr_field takes_event[] = {
    CR_ARG("what", 0, &cr_word, takes, 0, 0), CR_ARG("card", 1, &ik_name_type, NULL, 0, 0), {0}};
static const cr_field guess_event[] = {CR_ARG("card", 0, &ik_name_type, NULL, 0, 0),
                                       CR_ARG("answer", 1, &cr_flag, NULL, 0, CR_SPOKEN),
                                       CR_ARG("right", 2, &cr_flag, NULL, 0, CR_SPOKEN),
                                       {0}};
static const cr_field forgotten_event[] = {CR_ARG("card", 0, &ik_maybe_name_type, NULL, 0, 0), {0}};

static const cr_field stuck_event[] = {CR_ARG("throne", 0, &ik_maybe_name_type, NULL, 0, 0),
                                       CR_ARG("counts", 1, &cr_u8, NULL, 0, 0),
                                       CR_ARG("hand", 2, &cr_u8, NULL, 0, 0),
                                       {0}};
static const cr_field struck_event[] = {CR_ARG("victim", 0, &cr_seat, NULL, 0, 0), {0}};
static const cr_field counted_event[] = {
    CR_ARG("gains", 0, &cr_u8, NULL, 0, 0), CR_ARG("king", 1, &cr_flag, NULL, 0, 0), {0}};
static const cr_field shared_event[] = {CR_ARG("side", 0, &cr_seatset, NULL, 0, 0),
                                        CR_ARG("gains", 2, &cr_u8, NULL, 0, 0),
                                        CR_ARG("kings", 3, &cr_u8, NULL, 0, 0),
                                        {0}};
static const cr_field won_event[] = {
    CR_ARG("winners", 0, &cr_seatset, NULL, 0, 0), CR_ARG("goal", 2, &cr_u8, NULL, 0, 0), {0}};
const cr_told ik_events[IK_EVENTS] = {
    [EV_ROUND] = {"round", round_event, CR_TURNS, 0, 0,
                  "Round {number}: {king} [are|is] the True King.", CR_RENEWS},
    [EV_HAND] = {"hand", cards_event, CR_QUIET, 0, 0, ""},
    [EV_ACCUSED] = {"accused", card_fields, CR_ACT, 0, 0, "The {card} is the Accused."},
    [EV_FIRST] = {"first", player_event, CR_ACT, 0, 0, "{player} [play|plays] first."},
    [EV_PLAY] =
        {"play", play_event, CR_ACT, 0, 0,
         "{seat} [play|plays] the {card}<from=antechamber: from the Antechamber|>{declared}."},
    [EV_FLIP] = {"flip", NULL, CR_TURNS, 0, 0, "{seat} [flip your|flips the] King."},
    [EV_REACT] = {"react", card_fields, CR_TURNS, 0, 0, "{seat} [use|uses] the {card}."},
    [EV_CANCEL] = {"cancelled", card_fields, CR_TURNS, 0, 0,
                   "{seat's} {card} is undone; {seat} [act|acts] again."},
    [EV_DISGRACE] = {"disgraced", disgrace_event, CR_TURNS, 0, 0, "The {card} is disgraced.",
                     CR_PASSING},
    [EV_TAKE] = {"take", card_fields, CR_ACT, 0, 0, "{seat} [take|takes] the {card} into hand."},
    [EV_EXCHANGE] = {"exchange", exchange_event, CR_ACT, 0, 0,
                     "{seat} [give|gives] the {gives} and [seat:take|takes] the {takes}.",
                     CR_PASSING},
    [EV_MOVE] = {"antechamber", card_fields, CR_ACT, 0, 0,
                 "The {card} goes to {seat's} Antechamber."},
    [EV_HIT] = {"hit", card_fields, CR_TURNS, 0, 0, "The {card} is held."},
    [EV_MISS] = {"miss", miss_event, CR_TURNS, 0, 0, "Nobody holds {a card}.", CR_PASSING},
    [EV_NUMBER] = {"number", number_event, CR_TURNS, 0, 0,
                   "From now on every card of {number} in the Court is silent and counts 3."},
    [EV_CONDEMN] = {"condemn", condemn_event, CR_ACT, 0, 0,
                    "{seat} [condemn|condemns] <card:the {card}|a card of {number}>."},
    [EV_FLIPPED] = {"flipped", flipped_event, CR_TURNS, 0, 0,
                    "{seat's} King is flipped<takes:; {seat} [take|takes] the "
                    "Successor<successor:, the {successor}|>|>."},
    [EV_SUCCESSOR] = {"successor", successor_event, CR_ACT, 0, 0,
                      "{seat} [set|sets] a new Successor<card:, the {card}|>.", CR_PASSING},
    [EV_LOOK] = {"look", look_event, CR_ACT, 0, 0, "{seat} [look|looks] at hidden cards{seen}."},
    [EV_SWAP] =
        {"swap", swap_event, CR_ACT, 0, 0,
         "{seat} [exchange|exchanges] a card with {with}<gives:: the {gives} for the {takes}|>.",
         CR_PASSING},
    [EV_ROB] = {"rob", rob_event, CR_ACT, 0, 0,
                "{seat} [take|takes] <card:the {card}|a card> from {victim's} "
                "<from=successor:Successor|hand>."},
    [EV_LOST] = {"lost", lost_event, CR_TURNS, 0, 0,
                 "{seat} [lose|loses]<ends: the round| and [seat:are|is] out of this round>."},
    [EV_SCORE] = {"score", score_event, CR_STOP, 0, 0,
                  "<gains:{seat} [score|scores] {gains}: {points} in all.|>"},
    [EV_REVEAL] = {"reveal", reveal_event, CR_QUIET, 0, 0,
                   "{seat's} cards: <hand:{hand}|none in hand><successor:, Successor "
                   "{successor}|><dungeon:, Dungeon {dungeon}|>.",
                   CR_RENEWS},
    [EV_FORGOTTEN] = {"forgotten", forgotten_event, CR_QUIET, 0, 0,
                      "<card:The Forgotten card was the {card}.|>"},
    [EV_SIGNATURES] = {"signatures", select_fields, CR_ACT, 0, 0,
                       "{seat} [choose|chooses] {cards} for the Army."},
    [EV_DRAFT] = {"draft", select_fields, CR_ACT, 0, 0, "Open to pick: {cards}."},
    [EV_ORDER] = {"order", draft_fields, CR_ACT, 0, 0, "{seat} [pick|picks] {order}."},
    [EV_PICK] = {"pick", card_fields, CR_ACT, 0, 0, "{seat} [pick|picks] the {card}."},
    [EV_RECRUIT] = {"recruit", recruit_event, CR_ACT, 0, 0,
                    "{seat} [recruit|recruits] <card:the {card}|a card of the Army> for the "
                    "{trades}<exhausts:, exhausting the {exhausts}|>."},
    [EV_RECOMMISSION] = {"recommission", recommission_event, CR_ACT, 0, 0,
                         "{seat} [bring|brings] back the {card}, exhausting {exhausts}."},
    [EV_FACET] = {"facet", facet_fields, CR_ACT, 0, 0, "{seat's} King is {a facet} in this round."},
    [EV_MUSTERED] = {"mustered", NULL, CR_QUIET, 0, 0, "{seat} [end|ends] mustering."},
    [EV_RECALL] = {"recall", card_fields, CR_ACT, 0, 0,
                   "{seat} [recall|recalls] the {card} to the Army."},
    [EV_RALLY] = {"rally", there_and_back_event, CR_ACT, 0, 0,
                  "{seat} [rally|rallies] <card:the {card}|a card of the Army>.", CR_PASSING},
    [EV_RETURN] = {"return", there_and_back_event, CR_ACT, 0, 0,
                   "{seat} [return|returns] <card:the {card}|a rallied card> to the Army.",
                   CR_PASSING},
    [EV_REMOVE] = {"removed", card_fields, CR_ACT, 0, 0, "The {card} is removed from the round."},
    [EV_COPY] = {"copy", copy_event, CR_ACT, 0, 0, "{seat's} Stranger copies the {card}."},
    [EV_DUNGEON] = {"dungeon", card_fields, CR_ACT, 0, 0,
                    "{seat's} Dungeon card is <card:the {card}|taken>."},
    [EV_GUESS] = {"guess", guess_event, CR_TURNS, 0, 0,
                  "{seat} [say|says] <answer:yes|no> to the {card}: <right:right|wrong>."},
    [EV_SQUIRE] = {"takes", takes_event, CR_ACT, 0, 0,
                   "{seat} [take|takes] the <what=successor:Successor|<what=squire:Squire|Dungeon "
                   "card>><card:, the {card}|>."},
    [EV_EXILE] =
        {"exile", NULL, CR_TURNS, 0, 0,
         "{seat's} Exile silences every card that is not steadfast until {seat's} next turn."},
    [EV_CONSPIRACY] = {"conspiracy", NULL, CR_TURNS, 0, 0,
                       "{seat's} cards are steadfast and count 1 more."},
    [EV_SPENT] = {"spent", NULL, CR_QUIET, CR_FORCED, IK_7_4, "{seat's} King was flipped already."},
    [EV_STUCK] = {"stuck", stuck_event, CR_QUIET, CR_DECIDED, IK_4_6,
                  "{seat} [have|has] <hand:no card for the {throne}, which counts {counts}|no card "
                  "left>."},
    [EV_STRUCK] = {"struck", struck_event, CR_QUIET, CR_DECIDED, IK_6_8,
                   "{seat's} Assassin answers {victim's} flip."},
    [EV_UNSAVED] = {"unsaved", NULL, CR_QUIET, CR_MISSED, IK_6_10, "No King’s Hand saves {seat}."},
    [EV_COUNTED] = {"counted", counted_event, CR_QUIET, CR_COUNTED, IK_7_6,
                    "{seat} [get|gets] {gains}<king:, one of them for a King not flipped|>."},
    [EV_SHARED] = {"shared", shared_event, CR_QUIET, CR_COUNTED, IK_9_7,
                   "{side} get {gains} each<kings=1:, one of them for a King not flipped|<kings:, "
                   "two of them for Kings not flipped|>>."},
    [EV_WON] = {"won", won_event, CR_STOP, CR_COUNTED, IK_7_9,
                "{winners} [have|has] reached {goal} points."},
    [EV_KING] = {"king", NULL, CR_ACT, 0, 0, "{seat} [are|is] the True King."},
    [EV_ARMY] = {"army", select_fields, CR_QUIET, 0, 0, "<cards:{seat's} Army holds {cards}.|>"},
};
