/* Imposter Kings as the kernel sees it: its tables and the game itself. */
#include "games/imposter-kings/imposter_kings.h"

static const cr_rule rules[CR_RULES_END] = {
#define RULE(name, id, proof, text, note) [name] = {id, text, note, CR_BY_##proof},
#include "games/imposter-kings/rules.def"
#undef RULE
};

static const char *const sources[] = {"hand", "antechamber", "successor", NULL};
static const char *const play_sources[] = {"hand", "antechamber", NULL};
static const char *const uses[] = {"-", "ability", NULL};
static const char *const rule_sets[] = {"base", "classic18", NULL};
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
    {0},
};
static const cr_field disgrace_fields[] = {CR_ARG("positions", 0, &ik_positions_type, NULL, 0, 0),
                                           {0}};
static const cr_field deal_fields[] = {CR_ARG("cards", 0, &ik_bag_type, NULL, 0, 0), {0}};
/* In the order of the arguments: a refusal's field is 1 + its argument. */
#define PLAY_FIELDS(flag)                                                  \
    CR_ARG("from", IK_ARG_FROM, &cr_word, play_sources, 0, flag),          \
        CR_ARG("with", IK_ARG_USE, &cr_word, uses, 0, flag),               \
        CR_ARG("at", IK_ARG_POSITION, &cr_u8, NULL, 0, flag),              \
        CR_ARG("naming", IK_ARG_NAME, &ik_maybe_name_type, NULL, 0, flag), \
        CR_ARG("saying", IK_ARG_NUMBER, &cr_u8, NULL, 0, flag),            \
        CR_ARG("on", IK_ARG_OPPONENT, &cr_maybe_seat, NULL, 0, flag)
static const cr_field play_fields[] = {
    CR_ARG("card", IK_ARG_CARD, &ik_name_type, NULL, 0, 0), PLAY_FIELDS(CR_LED), {0}};

enum { NAME_MAX = IK_NAMES - 1, SEAT_MAX = IK_SEATS - 1 };
static const cr_kind kinds[] = {
    [KIND_PASS] = {.word = "pass"},
    [KIND_REACT] = {.word = "react", .max = {NAME_MAX}, .fields = card_fields},
    [KIND_PLAY] = {.word = "play",
                   .max = {NAME_MAX, 1, 1, IK_CAP, IK_NAMES, 15, IK_SEATS},
                   .fields = play_fields},
    [KIND_FLIP] = {.word = "flip king"},
    [KIND_FIRST] = {.word = "first", .max = {SEAT_MAX}, .fields = seat_fields},
    [KIND_SETUP] = {.word = "setup", .max = {IK_NAMES, IK_NAMES}, .fields = setup_fields},
    [KIND_CHOOSE] = {.word = "choose", .max = {NAME_MAX, 2}, .fields = choose_fields},
    [KIND_TARGET] = {.word = "target", .max = {SEAT_MAX}, .fields = seat_fields},
    [KIND_DISGRACE] = {.word = "disgrace", .max = {255, 255, 255, 255}, .fields = disgrace_fields},
    [KIND_NONE] = {.word = "none"},
    [KIND_READY] = {.word = "ready"},
    [KIND_KING] = {.word = "king", .max = {SEAT_MAX}, .flags = CR_CONTROL, .fields = seat_fields},
    [KIND_DEAL] = {.word = "deal",
                   .max = {255, 255, 255, 255, 255, 255, 255, 255},
                   .flags = CR_CONTROL,
                   .fields = deal_fields},
    [KIND_SHUFFLE] = {.word = "shuffle", .flags = CR_CONTROL},
};

/* ---- questions and effects ---- */

/* Asking for a play tells that its player can act (IK-4.6), and asking for a card to condemn that he has one (IK-1.15);
 * who is asked what a Soldier or a Judge has hit is public by the hit itself. */
static const cr_asked questions[] = {
    [Q_FIRST] = {"choose_first_player", 0},
    [Q_SETUP] = {"setup", 0},
    [Q_PLAY] = {"play", CR_TELLS},
    [Q_SECOND] = {"play_second", 0},
    [Q_ASSASSIN] = {"reaction_assassin", 0},
    [Q_KINGS_HAND] = {"reaction_kings_hand", 0},
    [Q_SOLDIER] = {"soldier_disgrace", 0},
    [Q_JUDGE] = {"judge_move", 0},
    [Q_WARDEN] = {"warden_card", 0},
    [Q_SENTRY] = {"sentry_card", 0},
    [Q_PRINCESS] = {"princess_swap", 0},
    [Q_EXECUTE] = {"execute_condemn", CR_TELLS},
    [Q_HERALD_SUCCESSOR] = {"herald_successor", 0},
    [Q_HERALD_PLAY] = {"herald_play", 0},
    [Q_SPY_TARGET] = {"spy_target", 0},
    [Q_SPY_SWAP] = {"spy_swap", 0},
    [Q_TAKE] = {"assassin_take", 0},
    [Q_ROUND_OVER] = {"round_over", 0},
    [Q_KING] = {"deal_king", 0},
    [Q_DEAL] = {"deal", 0},
};

static const char *const round_steps[] = {"begin", "king",  "deal", "first",
                                          "setup", "turns", "over", NULL};
static const char *const turn_steps[] = {"act", "end", NULL};
static const char *const play_steps[] = {"ability", "second", NULL};
static const char *const ability_steps[] = {"window", "resolve", "choose", "more", NULL};
static const char *const flip_steps[] = {"window", "resolve", NULL};
static const char *const assassin_steps[] = {"window", "take", NULL};
static const char *const hows[] = {"-", "immune", "oath", "immune-oath", NULL};
static const cr_field frame_fields[] = {
    CR_ARG("card", IK_ARG_CARD, &ik_name_type, NULL, 0, 0),
    PLAY_FIELDS(0),
    CR_ARG("how", IK_ARG_HOW, &cr_word, hows, 0, 0),
    {0},
};
static const cr_effect effects[] = {
    [EFFECT_ROUND] = {"round", round_steps, NULL},
    [EFFECT_TURN] = {"turn", turn_steps, NULL},
    [EFFECT_PLAY] = {"play", play_steps, frame_fields},
    [EFFECT_ABILITY] = {"ability", ability_steps, frame_fields},
    [EFFECT_FLIP] = {"flip", flip_steps, NULL},
    [EFFECT_ASSASSIN] = {"assassin", assassin_steps, card_fields},
};

/* ---- events ---- */

static const cr_field round_event[] = {
    CR_ARG("number", 0, &cr_u8, NULL, 0, 0), CR_ARG("king", 1, &cr_seat, NULL, 0, 0), {0}};
static const cr_field cards_event[] = {CR_ARG("cards", 0, &ik_bag_type, NULL, 0, 0), {0}};
static const cr_field player_event[] = {CR_ARG("player", 0, &cr_seat, NULL, 0, 0), {0}};
static const cr_field play_event[] = {
    CR_ARG("card", IK_ARG_CARD, &ik_name_type, NULL, 0, 0), PLAY_FIELDS(0), {0}};
static const cr_field disgrace_event[] = {
    CR_ARG("card", 0, &ik_name_type, NULL, 0, 0), CR_ARG("position", 1, &cr_u8, NULL, 0, 0), {0}};
static const cr_field exchange_event[] = {CR_ARG("gives", 0, &ik_name_type, NULL, 0, 0),
                                          CR_ARG("takes", 1, &ik_name_type, NULL, 0, 0),
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
static const cr_field swap_event[] = {CR_ARG("with", 0, &cr_seat, NULL, 0, 0),
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
static const cr_field reveal_event[] = {CR_ARG("hand", 0, &ik_bag_type, NULL, 0, 0),
                                        CR_ARG("successor", 8, &ik_maybe_name_type, NULL, 0, 0),
                                        CR_ARG("dungeon", 9, &ik_maybe_name_type, NULL, 0, 0),
                                        {0}};
static const cr_field forgotten_event[] = {CR_ARG("card", 0, &ik_maybe_name_type, NULL, 0, 0), {0}};

static const cr_told events[] = {
    [EV_ROUND] = {"round", round_event},
    [EV_HAND] = {"hand", cards_event},
    [EV_ACCUSED] = {"accused", card_fields},
    [EV_FIRST] = {"first", player_event},
    [EV_PLAY] = {"play", play_event},
    [EV_FLIP] = {"flip", NULL},
    [EV_REACT] = {"react", card_fields},
    [EV_CANCEL] = {"cancelled", card_fields},
    [EV_DISGRACE] = {"disgraced", disgrace_event},
    [EV_TAKE] = {"take", card_fields},
    [EV_EXCHANGE] = {"exchange", exchange_event},
    [EV_MOVE] = {"antechamber", card_fields},
    [EV_HIT] = {"hit", card_fields},
    [EV_MISS] = {"miss", card_fields},
    [EV_NUMBER] = {"number", number_event},
    [EV_CONDEMN] = {"condemn", condemn_event},
    [EV_FLIPPED] = {"flipped", flipped_event},
    [EV_SUCCESSOR] = {"successor", card_fields},
    [EV_LOOK] = {"look", look_event},
    [EV_SWAP] = {"swap", swap_event},
    [EV_ROB] = {"rob", rob_event},
    [EV_LOST] = {"lost", lost_event},
    [EV_SCORE] = {"score", score_event},
    [EV_REVEAL] = {"reveal", reveal_event},
    [EV_FORGOTTEN] = {"forgotten", forgotten_event},
};

/* ---- codes and options ---- */

#define CODE(name, text) [name - CR_CODE_GAME] = {#name, text}
static const cr_code_row codes[] = {
    CODE(E_OVER, "the match is over"),
    CODE(E_NO_WINDOW, "there is no open window to react in or to pass"),
    CODE(E_PHASE, "this kind of action does not belong to the current phase"),
    CODE(E_NOT_YOU, "another player decides now"),
    CODE(E_DONE, "you have made this choice already"),
    CODE(E_NO_CARD, "the card is not there"),
    CODE(E_SAME_CARD, "one card cannot be chosen twice"),
    CODE(E_ANTECHAMBER, "the Antechamber is not empty: only its cards may be played"),
    CODE(E_MUTED, "the card is Muted"),
    CODE(E_OATH_LAST, "an Oathbound on a higher card needs a further hand card"),
    CODE(E_VALUE, "the value is lower than the Throne and no placement rule fits"),
    CODE(E_KING_USED, "the King is already flipped"),
    CODE(E_NO_THRONE, "a King cannot be flipped on an empty Court"),
    CODE(E_NO_ABILITY, "the card has no such ability, or its condition is not met"),
    CODE(E_MUST, "this ability is mandatory"),
    CODE(E_TARGET, "this target is not allowed"),
    CODE(E_NAME, "this is no card name of the rule set"),
    CODE(E_NUMBER, "the number is outside the allowed range"),
    CODE(E_COUNT, "too many targets, or one twice"),
    CODE(E_NO_REACTION_CARD, "this card does not fit the window"),
};

enum { OPTION_RULES, OPTION_TARGET, OPTION_DEALS, OPTION_TIME };
static const cr_option options[] = {
    {"rules", IK_RULES_BASE, 0, 1, rule_sets, NULL, "rule set; classic18 is for 2 players"},
    {"target", 7, 1, 50, NULL, NULL, "points that win the match"},
    {"deals", 0, 0, 1, deal_words, NULL,
     "given: the host says what is dealt, for matches that are on paper"},
    {"time", 0, 100, 600000, NULL, "none", "milliseconds for each question"},
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
    SEEN("executed", executed, &ik_bag_type, 0, 0),
    SEEN("executed-bases", executed_bases, &cr_u8, 10, 0),
    SEEN("numbers", numbers, &ik_numbers_type, 0, 0),
    SEEN("flipped", flipped, &cr_seatset, 0, 0),
    SEEN("out", out, &cr_seatset, 0, 0),
    SEEN("open", open, &ik_bag_type, 0, CR_BY_SEAT),
    SEEN("open-lacks", open_lacks, &ik_names_type, 0, CR_BY_SEAT),
    SEEN("play", play, &cr_u8, 8, 0),
    SEEN("reaction", reaction, &ik_maybe_name_type, 0, 0),
    SEEN("deck", n_cards, &cr_u8, 0, 0),
    SEEN("loser", loser, &cr_maybe_seat, 0, 0),
    SEEN("first", first, &cr_maybe_seat, 0, 0),
    SEEN("king", king, &cr_u8, 0, 0),
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
};

/* ---- the game ---- */

static cr_err init(cr_state *k, const cr_setup *setup)
{
    ik_state *s = (ik_state *)k;

    s->rules = (uint8_t)setup->option[OPTION_RULES];
    s->target = (uint8_t)setup->option[OPTION_TARGET];
    s->is_given = (uint8_t)setup->option[OPTION_DEALS];
    s->time_ms = (uint32_t)setup->option[OPTION_TIME];
    if (s->rules == IK_RULES_CLASSIC18 && k->n_seats != 2)
        return CR_ERR_BAD_OPTION;
    cr_push(k, EFFECT_ROUND, 0);
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

CR_GAME_DEFINE(imposter_kings) = {
    .name = "imposter-kings",
    .about = "Play higher than the card on the Throne, keep your King and your secrets; the last "
             "who can act wins.",
    .rules_version = 1,
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
};
