/* Imposter Kings as the kernel sees it: its tables and the game itself. */
#define CR_RULES_TABLE rules
#include "games/imposter-kings/imposter_kings.h"

static const char *const sources[] = {"hand", "antechamber", "successor", NULL};
static const char *const play_sources[] = {"hand", "antechamber", NULL};
static const char *const uses[] = {"-", "ability", NULL};
static const char *const rule_sets[] = {"base", "classic18", "fragments", NULL};
static const char *const selections[] = {"standard", "tournament", NULL};
static const char *const facets[] = {"regular", "leader", "tactician", NULL};
static const char *const orders[] = {"first", "second", NULL};
static const char *const takes[] = {"successor", "squire", "dungeon", NULL};
static const char *const deal_words[] = {"shuffled", "given", NULL};

/* ---- moves ---- */

static const cr_field card_fields[] = {CR_ARG("card", 0, &ik_name_type, NULL, 0, 0), {0}};
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
static const cr_field select_fields[] = {CR_ARG("cards", 0, &ik_names_type, NULL, 0, 0), {0}};
static const cr_field draft_fields[] = {CR_ARG("order", 0, &cr_word, orders, 0, 0), {0}};
static const cr_field facet_fields[] = {CR_ARG("facet", 0, &cr_word, facets, 0, 0), {0}};
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
/* In the order of the arguments: a refusal's field is 1 + its argument. */
#define PLAY_FIELDS(flag)                                                                \
    CR_ARG("from", IK_ARG_FROM, &cr_word, play_sources, 0, flag),                        \
        CR_ARG("with", IK_ARG_USE, &cr_word, uses, 0, (flag) | CR_SPOKEN),               \
        CR_ARG("at", IK_ARG_POSITION, &cr_count, NULL, 0, (flag) | CR_SPOKEN),           \
        CR_ARG("naming", IK_ARG_NAME, &ik_maybe_name_type, NULL, 0, (flag) | CR_SPOKEN), \
        CR_ARG("saying", IK_ARG_NUMBER, &cr_count, NULL, 0, (flag) | CR_SPOKEN),         \
        CR_ARG("on", IK_ARG_OPPONENT, &cr_maybe_seat, NULL, 0, (flag) | CR_SPOKEN)
static const cr_field play_fields[] = {CR_ARG("card", IK_ARG_CARD, &ik_name_type, NULL, 0, 0),
                                       PLAY_FIELDS(CR_LED),
                                       CR_ARG("copying", IK_ARG_COPY, &cr_count, NULL, 0, CR_LED),
                                       {0}};

/* Seats that no match of this game has can be said, positions and numbers that no rule allows too: the judge refuses
 * them by name. */
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

static const cr_kind kinds[] = {
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

/* ---- questions and effects ---- */

/* Asking for a play tells that its player can act (IK-4.6), and asking for a card to condemn that he has one (IK-1.15);
 * who is asked what a Soldier or a Judge has hit is public by the hit itself. */
static const cr_asked questions[] = {
    [Q_FIRST] = {"choose_first_player", 0, "You are the True King. Who plays first?",
                 "{others} [name|names] who plays first.", "First say who plays first."},
    [Q_SETUP] = {"setup", 0,
                 "Choose your Successor<squire:, your Dungeon card and your Squire.| and your "
                 "Dungeon card.>",
                 "{others} [choose|chooses] Successor and Dungeon.",
                 "First choose Successor and Dungeon.",
                 "{seat} [have|has] chosen Successor and Dungeon."},
    [Q_PLAY] = {"play", CR_TELLS, "{how}",
                "{others} [play|plays]<throne: on the {throne}, which counts {throne_counts}|>.",
                "First play a card."},
    [Q_SECOND] = {"play_second", 0, "Play a second card on your Oathbound, whatever it counts.",
                  "{others} [play|plays] a second card on the Oathbound.",
                  "First play the second card."},
    [Q_ASSASSIN] = {"reaction_assassin", 0, "{happens}. {help}", "{happens}. {others} may react.",
                    "First say whether you react.", NULL, "{seat} [do|does] not react."},
    [Q_KINGS_HAND] = {"reaction_kings_hand", 0, "{happens}. {help}",
                      "{happens}. {others} may react.", "First say whether you react.", NULL,
                      "{seat} [do|does] not react."},
    [Q_SOLDIER] = {"soldier_disgrace", 0, "Somebody holds the {named}. Disgrace up to three cards.",
                   "{others} may disgrace up to three cards.", "First choose whom you disgrace."},
    [Q_JUDGE] = {"judge_move", 0, "The {named} is held. Move a card to your Antechamber?",
                 "{others} may move a card to the Antechamber.",
                 "First choose for your Antechamber."},
    [Q_WARDEN] = {"warden_card", 0, "Which card do you swap with the Accused {accused}?",
                  "{others} [swap|swaps] a card with the Accused {accused}.",
                  "First swap with the Accused."},
    [Q_SENTRY] = {"sentry_card", 0, "Which card do you give for {taken}?",
                  "{others} [give|gives] a card for {taken}.", "First give a card."},
    [Q_PRINCESS] = {"princess_swap", 0, "Choose the card you give away, in secret.",
                    "{others} [choose|chooses] a card to give away.", "First choose what you give.",
                    "{seat} [have|has] chosen a card to give."},
    [Q_EXECUTE] = {"execute_condemn", CR_TELLS, "Condemn one of your cards that count {number}.",
                   "{others} [condemn|condemns] a card that counts {number}.",
                   "First condemn a card."},
    [Q_HERALD_SUCCESSOR] = {"herald_successor", 0, "Choose your new Successor.",
                            "{others} [choose|chooses] a new Successor.",
                            "First choose your Successor."},
    [Q_HERALD_PLAY] = {"herald_play", 0,
                       "Play another card that counts 5 or more and take the Herald back?",
                       "{others} may play another card and take the Herald back.",
                       "First answer the Herald."},
    [Q_SPY_TARGET] = {"spy_target", 0, "Whose Successor is to be exchanged?",
                      "{others} may have a Successor exchanged.", "First answer the Spy."},
    [Q_SPY_SWAP] = {"spy_swap", 0, "Exchange your Successor: choose the new one.",
                    "{others} [exchange|exchanges] the Successor.", "First choose your Successor."},
    [Q_TAKE] = {"assassin_take", 0, "Take one card of your victim.",
                "{others} [take|takes] a card of the victim.", "First take a card."},
    [Q_ROUND_OVER] = {"round_over", 0, "Round {round} is over. Ready for the next?",
                      "Round {round} is over. {others} [are|is] not ready yet.",
                      "First say that you are ready.", "{seat} [are|is] ready."},
    [Q_KING] = {"deal_king", 0, "Who is the True King?", "The True King is being chosen.",
                "First the True King is chosen."},
    [Q_DEAL] = {"deal", 0, "Which cards are dealt?", "The cards are being dealt.",
                "First the cards are dealt."},
    [Q_SIGNATURES] = {"signature_selection", 0, "Choose the Signature cards of your Army.",
                      "{others} [choose|chooses] Signature cards.",
                      "First choose your Signature cards.",
                      "{seat} [have|has] chosen Signature cards."},
    [Q_DRAFT_OPEN] = {"draft_open", 0, "Which cards lie open?", "The open cards are being laid.",
                      "First the open cards are laid."},
    [Q_DRAFT_ORDER] = {"draft_order", 0, "Do you pick first or second?",
                       "{others} [say|says] who picks first.", "First say who picks first."},
    [Q_DRAFT_PICK] = {"draft_pick", 0, "Pick a Signature card.",
                      "{others} [pick|picks] a Signature card.", "First pick a Signature card."},
    [Q_MUSTER] = {"mustering", 0, "Muster: recruit, bring back, choose your King, or end.",
                  "{others} [muster|musters].", "First end your mustering."},
    [Q_INQUISITOR] = {"inquisitor_move", 0, "Choose the copy that goes to your Antechamber.",
                      "A copy goes to the Antechamber of {others}.", "First choose the copy."},
    [Q_FACET] = {"facet_flip", 0, "Your King gives you a choice.",
                 "{others} [choose|chooses] what the King gives.", "First answer your King."},
    [Q_RECALL] = {"recall", 0, "Recall an exhausted card to your Army.",
                  "{others} [recall|recalls] a card.", "First recall a card."},
    [Q_RALLY] = {"rally", 0, "Rally a card of your Army to your hand, or none.",
                 "{others} may rally a card.", "First rally, or say none."},
    [Q_RETURN] = {"return_rallied", 0, "Which rallied card goes back to your Army?",
                  "{others} [send|sends] a rallied card back.", "First send one back."},
    [Q_AEGIS] = {"aegis_disgrace", 0, "Disgrace one card that lies face up, or none.",
                 "{others} may disgrace a card.", "First answer the Aegis."},
    [Q_ANCESTOR] = {"ancestor_remove", 0, "Remove a hand card from the round to rally, or none.",
                    "{others} may remove a card to rally.", "First answer the Ancestor."},
    [Q_INFORMANT] = {"informant_take", 0,
                     "You guessed right: take the Dungeon card, rally, or neither?",
                     "{others} guessed right and [choose|chooses].", "First answer the Informant."},
    [Q_GUESS] = {"nakturn_guess", 0, "Does {player's} hand hold the {named}?",
                 "{others} [guess|guesses] about the Nakturn.", "First make your guess."},
    [Q_CONDEMN] = {"nakturn_condemn", 0, "Wrong guess: condemn one card of that hand.",
                   "{others} [condemn|condemns] a card.", "First condemn a card."},
};

static const char *const round_steps[] = {"begin", "king",  "deal", "first", "muster",
                                          "setup", "turns", "over", NULL};
static const char *const turn_steps[] = {"act", "end", NULL};
static const char *const play_steps[] = {"ability", "second", NULL};
static const char *const ability_steps[] = {"window", "resolve",     "choose", "more", "recall",
                                            "rally",  "rally-again", "return", NULL};
static const char *const flip_steps[] = {"window", "resolve", "facet", "recall",
                                         "squire", "rally",   NULL};
static const char *const draft_steps[] = {"select", "king", "open", "order", "pick", NULL};
static const char *const assassin_steps[] = {"window", "take", NULL};
static const char *const hows[] = {"-", "immune", "oath", "immune-oath", NULL};
static const cr_field frame_fields[] = {
    CR_ARG("card", IK_ARG_CARD, &ik_name_type, NULL, 0, 0),
    PLAY_FIELDS(0),
    CR_ARG("copying", IK_ARG_COPY, &cr_u8, NULL, 0, 0),
    CR_ARG("how", IK_ARG_HOW, &cr_word, hows, 0, 0),
    CR_ARG("as", IK_ARG_AS, &ik_maybe_name_type, NULL, 0, 0),
    {0},
};
static const cr_effect effects[] = {
    [EFFECT_ROUND] = {"round", round_steps, NULL},
    [EFFECT_TURN] = {"turn", turn_steps, NULL},
    [EFFECT_PLAY] = {"play", play_steps, frame_fields},
    [EFFECT_ABILITY] = {"ability", ability_steps, frame_fields},
    [EFFECT_FLIP] = {"flip", flip_steps, NULL},
    [EFFECT_ASSASSIN] = {"assassin", assassin_steps, card_fields},
    [EFFECT_DRAFT] = {"selection", draft_steps, NULL},
};

/* ---- events ---- */

static const cr_field round_event[] = {
    CR_ARG("number", 0, &cr_u8, NULL, 0, 0), CR_ARG("king", 1, &cr_seat, NULL, 0, 0), {0}};
static const cr_field cards_event[] = {CR_ARG("cards", 0, &ik_bag_type, NULL, 0, 0), {0}};
static const cr_field player_event[] = {CR_ARG("player", 0, &cr_seat, NULL, 0, 0), {0}};
/* A card of an Army that goes back to it at once leaves nothing that could be kept. */
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
/* One card for another of its name changes nothing that could be kept. */
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
static const cr_told events[] = {
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

/* ---- codes and options ---- */

#define CODE(name, text, title, because) [name - CR_CODE_GAME] = {#name, text, title, because}
static const cr_code_row codes[] = {
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

enum { OPTION_RULES, OPTION_TARGET, OPTION_DEALS, OPTION_TIME, OPTION_SIGNATURES };
static const char *const rule_labels[] = {"Imposter Kings", "Classic, 18 cards", "Fragments", NULL};
static const char *const deal_labels[] = {"Shuffled", "Given by hand", NULL};
static const char *const selection_labels[] = {"Standard", "Tournament", NULL};
static const cr_option options[] = {
    {"rules", IK_RULES_BASE, 0, 2, rule_sets, NULL,
     "rule set; classic18 is for 2 players, fragments for 2 and 3", "Rules", NULL, rule_labels},
    {"target", 7, 1, 50, NULL, NULL, "points that win the match", "Points to win",
     "First to {n} [point|points]"},
    {"deals", 0, 0, 1, deal_words, NULL,
     "given: the host says what is dealt, for matches that are on paper", "Deals",
     "<n:The host deals by hand|Shuffled deals>", deal_labels},
    {"time", 0, 100, 600000, NULL, "none", "milliseconds for each question", "Time to answer",
     "<n:{time} a question|No time limit>"},
    {"signatures", 0, 0, 1, selections, NULL,
     "how the Signature cards of fragments are chosen; tournament is for 2 players",
     "Signature cards", NULL, selection_labels},
};

/* ---- zones and view ---- */

#define ZONE(name, member, type, count, flags) \
    CR_FIELD_AS(name, ik_state, member, type, NULL, count, flags)
static const cr_field zones[] = {
    ZONE("hand", r.hand, &ik_bag_type, 0, CR_BY_SEAT),
    ZONE("successor", r.successor, &ik_maybe_name_type, 0, CR_PER_SEAT),
    ZONE("dungeon", r.dungeon, &ik_maybe_name_type, 0, CR_PER_SEAT),
    ZONE("antechamber", r.antechamber, &ik_row_type, 0, CR_BY_SEAT),
    ZONE("court", r.court, &ik_court_type, 0, 0),
    ZONE("accused", r.accused, &ik_maybe_name_type, 0, 0),
    ZONE("forgotten", r.forgotten, &ik_maybe_name_type, 0, 0),
    ZONE("condemned", r.condemned, &ik_bag_type, 0, 0),
    ZONE("squire", r.squire, &ik_maybe_name_type, 0, CR_PER_SEAT | CR_RARE),
    CR_FIELD_AS("facet", ik_state, r.facet, &cr_word, facets, 0, CR_PER_SEAT | CR_RARE),
    ZONE("army-list", list, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    ZONE("army", army, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    ZONE("army-open", r.army_open, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    ZONE("exhausted", exhausted, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    ZONE("traded", r.traded, &ik_bag_type, 0, CR_BY_SEAT | CR_RARE),
    ZONE("removed", r.removed, &ik_bag_type, 0, CR_RARE),
    ZONE("conspiracy", r.conspiracy, &cr_u8, 0, CR_PER_SEAT | CR_RARE),
    ZONE("exiles", r.exiles, &cr_seatset, 0, CR_RARE),
    ZONE("paid", r.paid, &cr_seatset, 0, CR_RARE),
    ZONE("rallied", r.rallied, &ik_names_type, 0, CR_RARE),
    ZONE("draft", draft, &ik_names_type, 0, CR_RARE),
    ZONE("dungeon-seen", r.dungeon_seen, &cr_u8, 0, CR_PER_SEAT | CR_RARE),
    ZONE("dungeon-lacks", r.dungeon_lacks, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    CR_FIELD_AS("signatures", ik_state, selection, &cr_word, selections, 0, CR_RARE),
    ZONE("executed", r.executed, &ik_bag_type, 0, 0),
    ZONE("executed-known", r.executed_known, &ik_bag_type, 0, CR_BY_SEAT),
    ZONE("numbers", r.numbers, &ik_numbers_type, 0, 0),
    ZONE("flipped", r.flipped, &cr_seatset, 0, 0),
    ZONE("out", r.out, &cr_seatset, 0, 0),
    ZONE("seen", r.seen, &cr_u8, 0, CR_PER_SEAT),
    /* Row 4 × viewer + seat; viewer 4 is everybody. */
    ZONE("known", r.known, &ik_bag_type, IK_VIEWERS *IK_SEATS, CR_ROWS),
    ZONE("lacks", r.lacks, &ik_names_type, IK_VIEWERS *IK_SEATS, CR_ROWS),
    ZONE("cards", r.cards, &cr_u8, 0, 0),
    ZONE("loser", r.loser, &cr_maybe_seat, 0, 0),
    ZONE("first", r.first, &cr_maybe_seat, 0, 0),
    ZONE("king", king, &cr_u8, 0, 0),
    ZONE("round", round, &cr_u8, 0, 0),
    ZONE("points", points, &cr_u8, 0, CR_PER_SEAT),
    CR_FIELD_AS("rules", ik_state, rules, &cr_word, rule_sets, 0, 0),
    ZONE("target", target, &cr_u8, 0, 0),
    CR_FIELD_AS("deals", ik_state, is_given, &cr_word, deal_words, 0, 0),
    ZONE("budget", time_ms, &cr_u32, 0, 0),
    {0},
};

#define SEEN(name, member, type, count, flags) \
    CR_FIELD_AS(name, ik_view, member, type, NULL, count, flags)
static const cr_field view_fields[] = {
    SEEN("hand", hand, &ik_bag_type, 0, CR_BY_SEAT),
    SEEN("cards", cards, &cr_u8, 0, CR_PER_SEAT),
    SEEN("lacks", lacks, &ik_names_type, 0, CR_BY_SEAT),
    SEEN("successor", successor, &ik_hidden_type, 0, CR_PER_SEAT),
    SEEN("dungeon", dungeon, &ik_hidden_type, 0, CR_PER_SEAT),
    SEEN("antechamber", antechamber, &ik_row_type, 0, CR_BY_SEAT),
    SEEN("court", court, &ik_court_type, 0, 0),
    SEEN("values", values, &ik_values_type, 0, 0),
    SEEN("accused", accused, &ik_maybe_name_type, 0, 0),
    SEEN("forgotten", forgotten, &ik_hidden_type, 0, 0),
    SEEN("condemned", condemned, &ik_bag_type, 0, 0),
    SEEN("muted", muted, &ik_positions_type, 0, CR_RARE),
    SEEN("squire", squire, &ik_hidden_type, 0, CR_PER_SEAT | CR_RARE),
    CR_FIELD_AS("facet", ik_view, facet, &cr_word, facets, 0, CR_PER_SEAT | CR_RARE),
    SEEN("army-list", list, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    SEEN("army", army, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    SEEN("army-cards", army_cards, &cr_u8, 0, CR_PER_SEAT | CR_RARE),
    SEEN("army-open", army_open, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    SEEN("exhausted", exhausted, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    SEEN("traded", traded, &ik_bag_type, 0, CR_BY_SEAT | CR_RARE),
    SEEN("removed", removed, &ik_bag_type, 0, CR_RARE),
    SEEN("conspiracy", conspiracy, &cr_u8, 0, CR_PER_SEAT | CR_RARE),
    SEEN("exiles", exiles, &cr_seatset, 0, CR_RARE),
    SEEN("paid", paid, &cr_seatset, 0, CR_RARE),
    SEEN("rallied", rallied, &ik_names_type, 0, CR_RARE),
    SEEN("draft", draft, &ik_names_type, 0, CR_RARE),
    SEEN("successor-shown", seen, &cr_flag, 0, CR_PER_SEAT | CR_RARE),
    SEEN("dungeon-shown", dungeon_seen, &cr_flag, 0, CR_PER_SEAT | CR_RARE),
    SEEN("dungeon-lacks", dungeon_lacks, &ik_names_type, 0, CR_BY_SEAT | CR_RARE),
    CR_FIELD_AS("signatures", ik_view, selection, &cr_word, selections, 0, CR_RARE),
    SEEN("executed", executed, &ik_bag_type, 0, 0),
    SEEN("executed-bases", executed_bases, &cr_u8, 10, 0),
    SEEN("numbers", numbers, &ik_numbers_type, 0, 0),
    SEEN("flipped", flipped, &cr_seatset, 0, 0),
    SEEN("out", out, &cr_seatset, 0, 0),
    SEEN("open", open, &ik_bag_type, 0, CR_BY_SEAT),
    SEEN("open-lacks", open_lacks, &ik_names_type, 0, CR_BY_SEAT),
    SEEN("play", play, &ik_play_type, 0, 0),
    SEEN("reaction", reaction, &ik_maybe_name_type, 0, 0),
    SEEN("deck", n_cards, &cr_u8, 0, 0),
    SEEN("loser", loser, &cr_maybe_seat, 0, 0),
    SEEN("first", first, &cr_maybe_seat, 0, 0),
    SEEN("king", king, &cr_u8, 0, CR_IS_SEAT),
    SEEN("round", round, &cr_u8, 0, 0),
    SEEN("points", points, &cr_u8, 0, CR_PER_SEAT),
    CR_FIELD_AS("rules", ik_view, rules, &cr_word, rule_sets, 0, 0),
    SEEN("target", target, &cr_u8, 0, 0),
    CR_FIELD_AS("deals", ik_view, is_given, &cr_word, deal_words, 0, 0),
    SEEN("budget", time_ms, &cr_u32, 0, 0),
    {0},
};

/* ---- the chart ---- */

/* The turn is over: the next player acts, or has lost the round and perhaps the match. */
#define ENDS(from, kind, rule)                                      \
    {from, kind, Q_PLAY, rule, "the next player can act"},          \
        {from, kind, Q_ROUND_OVER, IK_7_5, "the round is decided"}, \
    {                                                               \
        from, kind, CR_CHART_OVER, IK_7_9, "the match is won"       \
    }

/* What a card asks once nobody can or does react. */
#define ASKS(from, kind)                                                   \
    {from, kind, Q_SOLDIER, IK_1_17, "Soldier, the name was hit"},         \
        {from, kind, Q_JUDGE, IK_1_18, "Judge, the name was hit"},         \
        {from, kind, Q_WARDEN, IK_1_25, "Warden, several hand cards"},     \
        {from, kind, Q_SENTRY, IK_1_26, "Sentry, several hand cards"},     \
        {from, kind, Q_PRINCESS, IK_1_29, "Princess, several hand cards"}, \
    {                                                                      \
        from, kind, Q_SPY_TARGET, IK_1_28, "Spy, somebody can exchange"    \
    }

/* The same of cards that a Herald cannot bring. */
#define ASKS_MORE(from, kind)                                                 \
    {from, kind, Q_EXECUTE, IK_1_15, "Executioner, somebody has the number"}, \
    {                                                                         \
        from, kind, Q_HERALD_SUCCESSOR, IK_1_22, "Herald, several hand cards" \
    }

static const cr_row chart[] = {
    /* FRAGMENTS. These rows also run by themselves: an Antechamber card that can be declared in one way only is
     * played unasked. */
    {Q_PLAY, KIND_PLAY, Q_AEGIS, IK_8_33, "Aegis", true},
    {Q_PLAY, KIND_PLAY, Q_RECALL, IK_8_20, "Bard, Ancestor or Flagbearer, several are Exhausted",
     true},
    {Q_PLAY, KIND_PLAY, Q_ANCESTOR, IK_8_34, "Ancestor, nothing to choose for the Recall", true},

    {CR_CHART_START, 0, Q_FIRST, IK_3_3, "deals are shuffled"},
    {CR_CHART_START, 0, Q_KING, IK_3_2, "deals are given"},
    {Q_KING, KIND_KING, Q_DEAL, IK_3_2, "the True King is given"},
    {Q_KING, KIND_SHUFFLE, Q_DEAL, IK_3_2, "the True King is drawn"},
    {Q_DEAL, KIND_DEAL, Q_DEAL, IK_3_3, "a hand"},
    {Q_DEAL, KIND_DEAL, Q_FIRST, IK_3_5, "the Accused"},
    {Q_DEAL, KIND_SHUFFLE, Q_FIRST, IK_3_5, "the rest is shuffled"},
    {Q_FIRST, KIND_FIRST, Q_SETUP, IK_3_7, ""},
    {Q_SETUP, KIND_SETUP, CR_CHART_STAYS, IK_3_7, "somebody is still open"},
    {Q_SETUP, KIND_SETUP, Q_PLAY, IK_3_8, "all have chosen"},

    {Q_PLAY, KIND_PLAY, Q_SECOND, IK_1_20, "Oathbound on a higher card"},
    {Q_PLAY, KIND_PLAY, Q_KINGS_HAND, IK_5_3, "an ability with a window"},
    ASKS(Q_PLAY, KIND_PLAY),
    ASKS_MORE(Q_PLAY, KIND_PLAY),
    ENDS(Q_PLAY, KIND_PLAY, IK_4_8),
    {Q_PLAY, KIND_FLIP, Q_ASSASSIN, IK_7_2, "an Assassin may be held"},
    ENDS(Q_PLAY, KIND_FLIP, IK_7_3),
    ASKS(Q_SECOND, KIND_PLAY),
    ASKS_MORE(Q_SECOND, KIND_PLAY),
    ENDS(Q_SECOND, KIND_PLAY, IK_5_9),

    {Q_ASSASSIN, KIND_PASS, CR_CHART_STAYS, IK_6_4, "somebody is left in the queue"},
    ENDS(Q_ASSASSIN, KIND_PASS, IK_7_3),
    {Q_ASSASSIN, KIND_REACT, Q_KINGS_HAND, IK_6_5, "a King's Hand may be held"},
    {Q_ASSASSIN, KIND_REACT, Q_TAKE, IK_9_5, "three players, several cards"},
    ENDS(Q_ASSASSIN, KIND_REACT, IK_6_8),
    {Q_KINGS_HAND, KIND_PASS, CR_CHART_STAYS, IK_6_4, "somebody is left in the queue"},
    {Q_KINGS_HAND, KIND_PASS, Q_TAKE, IK_9_5, "the Assassin stands; three players, several cards"},
    ASKS(Q_KINGS_HAND, KIND_PASS),
    ASKS_MORE(Q_KINGS_HAND, KIND_PASS),
    ENDS(Q_KINGS_HAND, KIND_PASS, IK_6_4),
    ENDS(Q_KINGS_HAND, KIND_REACT, IK_6_9),
    ENDS(Q_TAKE, KIND_CHOOSE, IK_9_5),

    ENDS(Q_SOLDIER, KIND_DISGRACE, IK_1_17),
    ENDS(Q_JUDGE, KIND_CHOOSE, IK_1_18),
    ENDS(Q_JUDGE, KIND_NONE, IK_1_18),
    ENDS(Q_WARDEN, KIND_CHOOSE, IK_1_25),
    ENDS(Q_SENTRY, KIND_CHOOSE, IK_1_26),
    {Q_PRINCESS, KIND_CHOOSE, CR_CHART_STAYS, IK_1_29, "the other has not chosen"},
    ENDS(Q_PRINCESS, KIND_CHOOSE, IK_1_29),
    {Q_EXECUTE, KIND_CHOOSE, Q_EXECUTE, IK_1_15, "the next player has the number"},
    ENDS(Q_EXECUTE, KIND_CHOOSE, IK_1_15),
    {Q_HERALD_SUCCESSOR, KIND_CHOOSE, Q_HERALD_PLAY, IK_1_22, ""},
    {Q_HERALD_PLAY, KIND_PLAY, Q_KINGS_HAND, IK_5_3, "an ability with a window"},
    ASKS(Q_HERALD_PLAY, KIND_PLAY),
    ENDS(Q_HERALD_PLAY, KIND_PLAY, IK_1_22),
    ENDS(Q_HERALD_PLAY, KIND_NONE, IK_1_22),
    {Q_SPY_TARGET, KIND_TARGET, Q_SPY_SWAP, IK_1_28, "several hand cards"},
    ENDS(Q_SPY_TARGET, KIND_TARGET, IK_1_28),
    ENDS(Q_SPY_TARGET, KIND_NONE, IK_1_28),
    ENDS(Q_SPY_SWAP, KIND_CHOOSE, IK_1_28),

    {Q_ROUND_OVER, KIND_READY, CR_CHART_STAYS, IK_7_8, "somebody is not ready"},
    {Q_ROUND_OVER, KIND_READY, Q_FIRST, IK_7_8, "dealt"},
    {Q_ROUND_OVER, KIND_READY, Q_DEAL, IK_7_8, "deals are given"},

    /* FRAGMENTS. */
    {CR_CHART_START, 0, Q_SIGNATURES, IK_8_2, "fragments"},
    {Q_SIGNATURES, KIND_SELECT, CR_CHART_STAYS, IK_8_2, "somebody is still open"},
    {Q_SIGNATURES, KIND_SELECT, Q_FIRST, IK_8_2, "standard; dealt"},
    {Q_SIGNATURES, KIND_SELECT, Q_KING, IK_3_2, "deals are given"},
    {Q_SIGNATURES, KIND_SELECT, Q_DRAFT_ORDER, IK_8_3, "tournament; five cards are laid open"},
    {Q_KING, KIND_KING, Q_DRAFT_OPEN, IK_8_3, "tournament; the True King is given"},
    {Q_KING, KIND_SHUFFLE, Q_DRAFT_OPEN, IK_8_3, "tournament; the True King is drawn"},
    {Q_DRAFT_OPEN, KIND_OPEN, Q_DRAFT_ORDER, IK_8_3, "the open cards are given"},
    {Q_DRAFT_OPEN, KIND_SHUFFLE, Q_DRAFT_ORDER, IK_8_3, "the open cards are drawn"},
    {Q_DRAFT_ORDER, KIND_DRAFT, Q_DRAFT_PICK, IK_8_3, ""},
    {Q_DRAFT_PICK, KIND_CHOOSE, Q_DRAFT_PICK, IK_8_3, "fewer than four picks"},
    {Q_DRAFT_PICK, KIND_CHOOSE, Q_FIRST, IK_8_3, "the last pick; dealt"},
    {Q_DRAFT_PICK, KIND_CHOOSE, Q_DEAL, IK_8_3, "the last pick; deals are given"},
    {Q_FIRST, KIND_FIRST, Q_MUSTER, IK_3_6, "fragments"},
    {Q_MUSTER, KIND_RECRUIT, Q_MUSTER, IK_8_7, ""},
    {Q_MUSTER, KIND_RECOMMISSION, Q_MUSTER, IK_8_8, ""},
    {Q_MUSTER, KIND_FACET, Q_MUSTER, IK_8_9, ""},
    {Q_MUSTER, KIND_END, Q_MUSTER, IK_8_6, "the next player musters"},
    {Q_MUSTER, KIND_END, Q_SETUP, IK_3_7, "the first player is done"},

    {Q_PLAY, KIND_PLAY, Q_INQUISITOR, IK_1_14, "Inquisitor, somebody is hit"},
    {Q_PLAY, KIND_PLAY, Q_RALLY, IK_8_30, "Flagbearer, nothing to choose for the Recall"},
    {Q_PLAY, KIND_PLAY, Q_INFORMANT, IK_8_35, "Informant, the name was right"},
    {Q_PLAY, KIND_PLAY, Q_GUESS, IK_8_36, "Nakturn"},
    {Q_SECOND, KIND_PLAY, Q_INQUISITOR, IK_1_14, "Inquisitor, somebody is hit"},
    {Q_SECOND, KIND_PLAY, Q_RECALL, IK_8_30, "Flagbearer, several are Exhausted"},
    {Q_SECOND, KIND_PLAY, Q_RALLY, IK_8_30, "Flagbearer, nothing to choose for the Recall"},
    {Q_SECOND, KIND_PLAY, Q_AEGIS, IK_8_33, "Aegis"},
    {Q_SECOND, KIND_PLAY, Q_INFORMANT, IK_8_35, "Informant, the name was right"},
    {Q_SECOND, KIND_PLAY, Q_GUESS, IK_8_36, "Nakturn"},
    {Q_KINGS_HAND, KIND_PASS, Q_INQUISITOR, IK_1_14, "Inquisitor, somebody is hit"},
    {Q_KINGS_HAND, KIND_PASS, Q_RECALL, IK_8_30, "Flagbearer, several are Exhausted"},
    {Q_KINGS_HAND, KIND_PASS, Q_RALLY, IK_8_30, "Flagbearer, nothing to choose for the Recall"},
    {Q_KINGS_HAND, KIND_PASS, Q_GUESS, IK_8_36, "Nakturn"},
    {Q_INQUISITOR, KIND_CHOOSE, Q_INQUISITOR, IK_1_14, "the next opponent is hit too"},
    ENDS(Q_INQUISITOR, KIND_CHOOSE, IK_1_14),

    {Q_PLAY, KIND_FLIP, Q_FACET, IK_8_25, "a King with a facet, nobody can react"},
    {Q_ASSASSIN, KIND_PASS, Q_FACET, IK_8_25, "a King with a facet"},
    {Q_KINGS_HAND, KIND_REACT, Q_FACET, IK_8_25, "the Assassin is cancelled; a King with a facet"},
    ENDS(Q_FACET, KIND_TAKE, IK_8_22),
    {Q_FACET, KIND_MATCH, Q_RECALL, IK_8_23, "several base cards are Exhausted"},
    {Q_FACET, KIND_MATCH, Q_FACET, IK_8_23, "nothing to choose for the Recall"},
    {Q_FACET, KIND_RALLY, Q_RALLY, IK_8_21, "the Army has cards"},
    ENDS(Q_FACET, KIND_RALLY, IK_8_21),
    {Q_RECALL, KIND_CHOOSE, Q_FACET, IK_8_23, "the Squire is next"},
    {Q_RECALL, KIND_CHOOSE, Q_RALLY, IK_8_30, "Flagbearer"},
    {Q_RECALL, KIND_CHOOSE, Q_ANCESTOR, IK_8_34, "Ancestor"},
    ENDS(Q_RECALL, KIND_CHOOSE, IK_8_20),
    {Q_RALLY, KIND_CHOOSE, Q_RALLY, IK_8_30, "Flagbearer, once more"},
    {Q_RALLY, KIND_CHOOSE, Q_RETURN, IK_8_30, "Flagbearer, two were rallied"},
    ENDS(Q_RALLY, KIND_CHOOSE, IK_8_21),
    {Q_RALLY, KIND_NONE, Q_RALLY, IK_8_30, "Flagbearer, once more"},
    ENDS(Q_RALLY, KIND_NONE, IK_8_21),
    ENDS(Q_RETURN, KIND_CHOOSE, IK_8_30),
    ENDS(Q_AEGIS, KIND_DISGRACE, IK_8_33),
    {Q_ANCESTOR, KIND_CHOOSE, Q_RALLY, IK_8_34, "the Army has cards"},
    ENDS(Q_ANCESTOR, KIND_CHOOSE, IK_8_34),
    ENDS(Q_ANCESTOR, KIND_NONE, IK_8_34),
    {Q_INFORMANT, KIND_RALLY, Q_RALLY, IK_8_35, "the Army has cards"},
    ENDS(Q_INFORMANT, KIND_RALLY, IK_8_35),
    ENDS(Q_INFORMANT, KIND_TAKE, IK_8_35),
    ENDS(Q_INFORMANT, KIND_NONE, IK_8_35),
    {Q_GUESS, KIND_SAY, Q_CONDEMN, IK_8_36, "wrong, several cards"},
    ENDS(Q_GUESS, KIND_SAY, IK_8_36),
    ENDS(Q_CONDEMN, KIND_CHOOSE, IK_8_36),
};

/* ---- the game ---- */

static cr_err init(cr_state *k, const cr_setup *setup)
{
    ik_state *s = (ik_state *)k;

    s->rules = (uint8_t)setup->option[OPTION_RULES];
    s->target = (uint8_t)setup->option[OPTION_TARGET];
    s->is_given = (uint8_t)setup->option[OPTION_DEALS];
    s->time_ms = (uint32_t)setup->option[OPTION_TIME];
    s->selection = (uint8_t)setup->option[OPTION_SIGNATURES];
    if ((s->rules == IK_RULES_CLASSIC18 && k->n_seats != 2) ||
        (s->rules == IK_RULES_FRAGMENTS && k->n_seats > 3) ||
        (s->selection == IK_TOURNAMENT && (s->rules != IK_RULES_FRAGMENTS || k->n_seats != 2)))
        return CR_ERR_BAD_OPTION;
    cr_push(k, EFFECT_ROUND, 0);
    if (s->rules == IK_RULES_FRAGMENTS)
        cr_push(k, EFFECT_DRAFT, 0);
    return CR_ERR_OK;
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    ik_state *s = (ik_state *)k;

    switch (top->kind) {
    case EFFECT_ROUND:
        ik_step_round(s, top, sink);
        break;
    case EFFECT_TURN:
        ik_step_turn(s, top, sink);
        break;
    case EFFECT_PLAY:
        ik_step_play(s, top, sink);
        break;
    case EFFECT_ABILITY:
        ik_step_ability(s, top, sink);
        break;
    case EFFECT_FLIP:
        ik_step_flip(s, top, sink);
        break;
    case EFFECT_DRAFT:
        ik_step_draft(s, top, sink);
        break;
    default:
        ik_step_assassin(s, top, sink);
    }
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    const ik_state *s = (const ik_state *)k;

    for (unsigned seat = 0; seat < k->n_seats; seat++)
        out[seat] = s->points[seat];
}

/* For bots that look ahead: of four players those who sit opposite are one side. */
static void worth(const cr_state *k, float out[CR_SEATS_MAX])
{
    static const uint16_t teams[CR_SEATS_MAX] = {5, 10, 5, 10};
    int32_t scores[CR_SEATS_MAX] = {0};

    score(k, scores);
    cr_worth_of(k, scores, k->n_seats == IK_SEATS ? teams : NULL, 6, out);
}

static uint32_t round_of(const cr_state *k)
{
    return ((const ik_state *)k)->round;
}

CR_GAME_DEFINE(imposter_kings) = {
    .name = "imposter-kings",
    .title = "Imposter Kings",
    .about = "Play higher than the card on the Throne, keep your King and your secrets; the last "
             "who can act wins.",
    .rules_version = 3,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = sizeof(ik_state),
    .view_size = sizeof(ik_view),
    CR_TABLES,
    .init = init,
    .step = step,
    .check = ik_check,
    .space = ik_space,
    .idle = ik_idle,
    .refuse = ik_refuse,
    .observe = ik_observe,
    .imagine = ik_imagine,
    .score = score,
    .broken = ik_broken,
    .read_move = ik_read_move,
    .print_stack = ik_print_stack,
    .names = ik_words,
    .tell = ik_tell,
    .worth = worth,
    .round = round_of,
};
