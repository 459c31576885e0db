/* The Dune battle: phase 7 of a turn, from the first fight to the last. docs/rules/dune-battle.md has its rules.
 *
 *     world.h      pieces, places, and the world of a match: read this first
 *     data.c       leaders, cards, territories and areas, out of the .def files
 *     map.c        zones, armies, fights; pools of leaders; what a position is worth
 *     plan.c       what binds a battle plan, and the check;  plans.c  all plans as boxes, and the default
 *     answers.c    answers to Prescience
 *     phase.c      the effects: phase and battle;  windows.c  what is asked before the plans
 *     resolve.c    from the reveal to the forced discards;  spoils.c  from the winner's choices to the end
 *     judge.c      whose action it is, and refusals in the order of DB-18;  offers.c  offers and defaults
 *     view.c       what a seat may know;  guess.c  worlds that fit it
 *     places.c     written forms of pieces and places;  types.c  of lists, answers and plans
 *     tables.c     moves, events and zones that use them;  read.c  moves as people also write them
 *     setup.c      random set-ups;  scenarios.c  the named ones;  sound.c  invariants
 *     options.h    options of both games of Dune;  game.c  the game itself */
#ifndef DB_DUNE_H
#define DB_DUNE_H

#include "games/dune-battle/world.h"
#include "kernel/rng.h"

#define CR_RULES_FILE "games/dune-battle/rules.def"
#include "kernel/rules.h"

/* ---- moves, questions, effects, events, codes ---- */

enum {
    DB_PASS,
    DB_CHOOSE,
    DB_GHOLA,
    DB_GIFT,
    DB_KARAMA,
    DB_COMMAND,
    DB_CANCEL,
    DB_ASK,
    DB_ANSWER,
    DB_PLAN,
    DB_CALL,
    DB_KEEP,
    DB_TAKE,
    DB_KINDS
};

/* The largest argument, since offers know values below 64 only: more than any number a rule allows, so that it can
 * stand for all larger ones in a move and be refused by its code. */
enum { DB_ARG_MAX = 63 };

enum {
    DB_Q_CHOOSE,
    DB_Q_DECLARE,
    DB_Q_VOICE,
    DB_Q_VOICE_CANCEL,
    DB_Q_PRESCIENCE,
    DB_Q_PRESCIENCE_CANCEL,
    DB_Q_ANSWER,
    DB_Q_PLAN_FIRST,
    DB_Q_PLANS,
    DB_Q_VOICE_LATE,
    DB_Q_VOICE_LATE_CANCEL,
    DB_Q_PLAN_AGAIN,
    DB_Q_TRAITOR,
    DB_Q_KEEP,
    DB_Q_CAPTURE,
    DB_Q_CAPTURE_CANCEL,
    DB_QUESTIONS
};

/* Effects. The note of a battle is the place in storm order that its window has come to; of a cancelling
 * window it is the question it asks, and its step is that place. */
enum { DB_PHASE, DB_BATTLE, DB_CANCELLING, DB_EFFECTS };
enum { DB_PHASE_START, DB_PHASE_NEXT };
enum {
    DB_STEP_DECLARE,
    DB_STEP_VOICE,
    DB_STEP_PRESCIENCE,
    DB_STEP_ANSWER,
    DB_STEP_PLAN_FIRST,
    DB_STEP_PLANS,
    DB_STEP_VOICE_LATE,
    DB_STEP_UNLOCK,
    DB_STEP_PLAN_AGAIN,
    DB_STEP_REVEAL,
    DB_STEP_TRAITOR,
    DB_STEP_KEEP,
    DB_STEP_DRAW,
    DB_STEP_CAPTURE,
    DB_STEP_TAKE,
    DB_STEP_END,
    DB_STEPS
};

enum {
    DB_EV_PHASE_START,
    DB_EV_FIGHTS,
    DB_EV_CHOSEN,
    DB_EV_PREVENTED,
    DB_EV_VOICE_USED,
    DB_EV_VOICE_PASSED,
    DB_EV_VOICE_CANCELLED,
    DB_EV_PRESCIENCE_USED,
    DB_EV_PRESCIENCE_ANSWERED,
    DB_EV_PRESCIENCE_CANCELLED,
    DB_EV_PRESCIENCE_BLOCKED,
    DB_EV_SPICE_GIVEN,
    DB_EV_GHOLA_USED,
    DB_EV_LOOK,
    DB_EV_PLAN_LOOK,
    DB_EV_NO_LEADER,
    DB_EV_PLAN_UNLOCKED,
    DB_EV_PLANS_REVEALED,
    DB_EV_TRAITOR_CALLED,
    DB_EV_NO_TRAITOR,
    DB_EV_EXPLOSION,
    DB_EV_LEADER_KILLED,
    DB_EV_RESULT,
    DB_EV_FORCES_LOST,
    DB_EV_SPICE_PAID,
    DB_EV_SPICE_GAINED,
    DB_EV_DISCARDED,
    DB_EV_CAPTURE_CHOICE,
    DB_EV_CAPTURE_CANCELLED,
    DB_EV_LEADER_RETURNED,
    DB_EV_KH_ACTIVE,
    DB_EV_BATTLE_END,
    DB_EV_PHASE_END,
    DB_EV_HOLDS,
    DB_EV_HIDDEN,
    DB_EV_DRAWN,
    DB_EVENTS
};

/* One list for codes, sentences and words for people, in the order of DB-18. */
#define DB_CODE_MAP(X)                                                                             \
    X(NOT_YOUR_DECISION, "this is another faction's decision, or another is asked first",          \
      "That is not yours now.", "{others} [decide|decides] at this moment.")                       \
    X(ALREADY_LOCKED, "the plan is locked", "Your wheel is locked.",                               \
      "A locked wheel cannot be changed; wait until both are turned.")                             \
    X(ALREADY_ANSWERED, "this faction has answered already", "You have answered already.",         \
      "Your answer stands; the others still think.")                                               \
    X(VOICE_ALREADY_USED, "the Voice was used in this battle", "The Voice has spoken.",            \
      "It can be used once in a battle.")                                                          \
    X(PRESCIENCE_ALREADY_USED, "Prescience was used in this battle", "You have asked already.",    \
      "Prescience answers once in a battle.")                                                      \
    X(KARAMA_POWER_USED, "this power is prevented or used already", "That is done already.",       \
      "This power is prevented or used up in this battle.")                                        \
    X(WRONG_STATE, "this is not what is asked now", "{first}", "That comes at another time.")      \
    X(FIGHT_UNKNOWN, "this is none of the aggressor's fights", "There is no such fight.",          \
      "Choose a place where both of you have forces.")                                             \
    X(PRESCIENCE_COMMITMENT_VIOLATION, "the plan is not what was answered to Prescience",          \
      "You told Atreides otherwise.", "Your answer to Prescience binds you: {promised}.")          \
    X(FORCES_EXCEED_NORMAL, "more normal forces than there are in the zone",                       \
      "Too many normal forces: {normal}.", "You have {normals} of them in {here}.")                \
    X(FORCES_EXCEED_ELITE, "more elite forces than there are in the zone",                         \
      "Too many elite forces: {elite}.", "You have {elites} of them in {here}.")                   \
    X(SPICE_NOT_ALLOWED, "no spice can be given here",                                             \
      "<gift:That is no gift.|No spice is needed.>",                                               \
      "<gift:Give at least 1 spice, or nothing at all.|Your forces count in full without it.>")    \
    X(SPICE_EXCEEDS_FORCES, "more spice than forces committed", "{spice} spice is too much.",      \
      "You pay at most one spice for each of the {dialled} [force|forces] you send.")              \
    X(SPICE_INSUFFICIENT, "more spice than the faction has", "You have only {purse} spice.",       \
      "You would need {spice}.")                                                                   \
    X(BOTH_LEADER_AND_HERO, "a plan has a leader or a Cheap Hero, not both",                       \
      "Only one of them leads.", "Send {leader} or the Cheap Hero, not both.")                     \
    X(LEADER_NOT_IN_POOL, "this leader is not the faction's to use",                               \
      "{leader} cannot lead for you.", "That leader is dead, captive, or serves another faction.") \
    X(LEADER_USED_ELSEWHERE, "this leader has fought in another territory",                        \
      "{leader} has fought already.",                                                              \
      "That was in {used_at}; a leader fights in one place a turn.")                               \
    X(CARD_NOT_IN_HAND, "this card is not in hand", "You do not hold that.",                       \
      "<wrong:{wrong} is not in your hand; choose a card you hold, or none.|The card is not in "   \
      "your hand.>")                                                                               \
    X(MUST_PLAY_LEADER, "a leader must be named", "Nobody leads your forces.",                     \
      "You have a leader who can, so one of them must.")                                           \
    X(MUST_PLAY_CHEAP_HERO, "a Cheap Hero must be named", "Nobody leads your forces.",             \
      "You have no leader left for this place, so a Cheap Hero must lead.")                        \
    X(MUST_PLAY_LEADER_OR_CHEAP_HERO, "a leader or a Cheap Hero must be named",                    \
      "Nobody leads your forces.", "Send one of your leaders or a Cheap Hero.")                    \
    X(MUST_ANNOUNCE_NO_LEADER, "it must be announced that there is no leader",                     \
      "Say that nobody leads.",                                                                    \
      "You have no leader and no Cheap Hero, and the others must hear it.")                        \
    X(FALSE_ANNOUNCEMENT, "a leader or Cheap Hero can be played", "Somebody can lead.",            \
      "You may announce no leader only when you have none.")                                       \
    X(TREACHERY_WITHOUT_LEADER, "treachery cards need a leader or a Cheap Hero",                   \
      "Cards need a leader.",                                                                      \
      "Without a leader or a Cheap Hero you play no weapon and no defense.")                       \
    X(KH_WITHOUT_LEADER, "the Kwisatz Haderach needs a leader or a Cheap Hero",                    \
      "He needs a leader.", "The Kwisatz Haderach fights only beside a leader or a Cheap Hero.")   \
    X(CARD_WRONG_SLOT, "this card does not go there", "{wrong} does not go there.",                \
      "Weapons go left, defenses right; worthless cards fit in both.")                             \
    X(CARD_DUPLICATED, "one card cannot be weapon and defense", "{wrong} is one card.",            \
      "It cannot be weapon and defense at once.")                                                  \
    X(KH_NOT_ATREIDES, "the Kwisatz Haderach is of the Atreides", "He is not yours.",              \
      "The Kwisatz Haderach belongs to Atreides.")                                                 \
    X(KH_NOT_ACTIVE, "the Kwisatz Haderach is not active", "The Kwisatz Haderach still sleeps.",   \
      "He wakes when seven of your forces have fallen in battle; so far {counter}.")               \
    X(KH_DEAD, "the Kwisatz Haderach is dead", "The Kwisatz Haderach is dead.",                    \
      "He died in an explosion and does not come back.")                                           \
    X(KH_USED_ELSEWHERE, "the Kwisatz Haderach has fought in another territory",                   \
      "He has fought already.",                                                                    \
      "The Kwisatz Haderach fought in {used_at}; he fights in one place a turn.")                  \
    X(KH_PREVENTED, "the Kwisatz Haderach is prevented in this battle", "He is held back.",        \
      "A Karama keeps the Kwisatz Haderach out of this battle.")                                   \
    X(VOICE_VIOLATION, "the plan does not obey the Voice",                                         \
      "<forbids:The Voice forbids that.|The Voice wants another card.>",                           \
      "{voice} said: <forbids:no|play a> {voice_kind}.")                                           \
    X(VOICE_BAD_KIND, "the Voice names a kind of card, not a card",                                \
      "The Voice names no single card.", "Name what it must be, such as a poison weapon.")         \
    X(ANSWER_NOT_POSSIBLE, "no legal plan has this", "You cannot answer that.",                    \
      "Your answer must be part of a plan you can really send.")                                   \
    X(TRAITOR_NO_LEADER, "the opponent's plan has no leader", "There is nobody to betray.",        \
      "No leader is on their wheel.")                                                              \
    X(TRAITOR_KH_PROTECTED, "the leader is with the Kwisatz Haderach",                             \
      "{their_leader} is protected.", "A leader beside the Kwisatz Haderach never turns traitor.") \
    X(TRAITOR_NO_MATCH, "this leader's traitor card is not in hand",                               \
      "{their_leader} is not your traitor.", "Your traitors: {traitors}.")                         \
    X(KARAMA_OWN_POWER, "this power is the faction's own", "That is your own power.",              \
      "A Karama stops what others can do.")                                                        \
    X(KARAMA_BAD_TARGET, "no combatant of this battle has this", "Nobody here has that.",          \
      "No side of this battle has this power now.")                                                \
    X(KARAMA_NOT_HELD, "this is no Karama in hand", "You hold no such Karama.",                    \
      "{wrong} cannot be played as one.")                                                          \
    X(CARD_COMMITTED, "the card was named to Prescience", "That card is promised.",                \
      "You named {wrong} to Prescience, so it stays in your plan.")                                \
    X(GHOLA_BAD_TARGET, "this does not lie in the faction's tanks, or is too much",                \
      "The Ghola cannot do that.",                                                                 \
      "It revives one of your dead leaders, or up to five fallen forces.")                         \
    X(KEEP_NOT_ALLOWED, "this card cannot be kept", "That card cannot be kept.",                   \
      "You keep only weapon or defense of your own wheel.")                                        \
    X(LOSS_SPLIT_WRONG, "the areas do not add up to the losses", "The losses do not add up.",      \
      "You lose {owed} in all; choose where they fall.")

enum {
    DB_CODE_BEFORE = CR_CODE_GAME - 1,
#define DB_CODE_ENUM(name, text, title, because) DB_CODE_##name,
    DB_CODE_MAP(DB_CODE_ENUM)
#undef DB_CODE_ENUM
};

/* Parts of a plan that a refusal points at: 1 + the row in the table of fields. */
enum {
    DB_FIELD_NORMAL = 1,
    DB_FIELD_ELITE,
    DB_FIELD_SPICE,
    DB_FIELD_LEADER,
    DB_FIELD_HERO,
    DB_FIELD_WEAPON,
    DB_FIELD_DEFENSE,
    DB_FIELD_KH,
    DB_FIELD_ANNOUNCE,
    DB_FIELD_DEFAULT,
    DB_FIELD_NUMBER,
};

/* ---- what the files of this game share; both copies of it have their own ---- */

#define db_answer_space      CR_TWICE(db_answer_space)
#define db_areas             CR_TWICE(db_areas)
#define db_army              CR_TWICE(db_army)
#define db_ask_answer        CR_TWICE(db_ask_answer)
#define db_ask_one           CR_TWICE(db_ask_one)
#define db_available         CR_TWICE(db_available)
#define db_best_leader       CR_TWICE(db_best_leader)
#define db_broken            CR_TWICE(db_broken)
#define db_cards             CR_TWICE(db_cards)
#define db_accepts           CR_TWICE(db_accepts)
#define db_check             CR_TWICE(db_check)
#define db_check_answer      CR_TWICE(db_check_answer)
#define db_check_call        CR_TWICE(db_check_call)
#define db_check_plan        CR_TWICE(db_check_plan)
#define db_choices           CR_TWICE(db_choices)
#define db_committed         CR_TWICE(db_committed)
#define db_deal              CR_TWICE(db_deal)
#define db_declare           CR_TWICE(db_declare)
#define db_default_answer    CR_TWICE(db_default_answer)
#define db_default_keep      CR_TWICE(db_default_keep)
#define db_default_plan      CR_TWICE(db_default_plan)
#define db_defenses          CR_TWICE(db_defenses)
#define db_dial              CR_TWICE(db_dial)
#define db_discard           CR_TWICE(db_discard)
#define db_discard_played    CR_TWICE(db_discard_played)
#define db_discarded         CR_TWICE(db_discarded)
#define db_tell_holdings     CR_TWICE(db_tell_holdings)
#define db_draw_captive      CR_TWICE(db_draw_captive)
#define db_draw_card         CR_TWICE(db_draw_card)
#define db_draw_leader       CR_TWICE(db_draw_leader)
#define db_draw_plan         CR_TWICE(db_draw_plan)
#define db_guess_leaders     CR_TWICE(db_guess_leaders)
#define db_heroes_of         CR_TWICE(db_heroes_of)
#define db_heroes_are_barred CR_TWICE(db_heroes_are_barred)
#define db_least_spice       CR_TWICE(db_least_spice)
#define db_guess_counter     CR_TWICE(db_guess_counter)
#define db_guess_battle      CR_TWICE(db_guess_battle)
#define db_broken_world      CR_TWICE(db_broken_world)
#define db_broken_phase      CR_TWICE(db_broken_phase)
#define db_effects           CR_TWICE(db_effects)
#define db_elements          CR_TWICE(db_elements)
#define db_end_battle        CR_TWICE(db_end_battle)
#define db_end_phase         CR_TWICE(db_end_phase)
#define db_events            CR_TWICE(db_events)
#define db_factions          CR_TWICE(db_factions)
#define db_fights_of         CR_TWICE(db_fights_of)
#define db_forget_hidden     CR_TWICE(db_forget_hidden)
#define db_gain              CR_TWICE(db_gain)
#define db_has_stored        CR_TWICE(db_has_stored)
#define db_idle              CR_TWICE(db_idle)
#define db_imagine           CR_TWICE(db_imagine)
#define db_init              CR_TWICE(db_init)
#define db_is_asked          CR_TWICE(db_is_asked)
#define db_is_plan_question  CR_TWICE(db_is_plan_question)
#define db_karama_may_be     CR_TWICE(db_karama_may_be)
#define db_karamas           CR_TWICE(db_karamas)
#define db_keep              CR_TWICE(db_keep)
#define db_keepable          CR_TWICE(db_keepable)
#define db_kept_cards        CR_TWICE(db_kept_cards)
#define db_kinds             CR_TWICE(db_kinds)
#define db_knows_answer      CR_TWICE(db_knows_answer)
#define db_knows_plan        CR_TWICE(db_knows_plan)
#define db_leaders           CR_TWICE(db_leaders)
#define db_lose              CR_TWICE(db_lose)
#define db_loss_range        CR_TWICE(db_loss_range)
#define db_look_around       CR_TWICE(db_look_around)
#define db_losses            CR_TWICE(db_losses)
#define db_may_give          CR_TWICE(db_may_give)
#define db_must_choose       CR_TWICE(db_must_choose)
#define db_next_fights       CR_TWICE(db_next_fights)
#define db_observe           CR_TWICE(db_observe)
#define db_of_kind           CR_TWICE(db_of_kind)
#define db_open_cancelling   CR_TWICE(db_open_cancelling)
#define db_own_dead          CR_TWICE(db_own_dead)
#define db_plan_space        CR_TWICE(db_plan_space)
#define db_pool              CR_TWICE(db_pool)
#define db_powers            CR_TWICE(db_powers)
#define db_prescience        CR_TWICE(db_prescience)
#define db_raise_leader      CR_TWICE(db_raise_leader)
#define db_read_move         CR_TWICE(db_read_move)
#define db_receive           CR_TWICE(db_receive)
#define db_refuse            CR_TWICE(db_refuse)
#define db_resolve           CR_TWICE(db_resolve)
#define db_results           CR_TWICE(db_results)
#define db_reveal            CR_TWICE(db_reveal)
#define db_scenario          CR_TWICE(db_scenario)
#define db_scenario_seats    CR_TWICE(db_scenario_seats)
#define db_scenarios         CR_TWICE(db_scenarios)
#define db_score             CR_TWICE(db_score)
#define db_sealed            CR_TWICE(db_sealed)
#define db_seat_of           CR_TWICE(db_seat_of)
#define db_shorten_split     CR_TWICE(db_shorten_split)
#define db_space             CR_TWICE(db_space)
#define db_spend             CR_TWICE(db_spend)
#define db_spice_spots       CR_TWICE(db_spice_spots)
#define db_step              CR_TWICE(db_step)
#define db_step_cancelling   CR_TWICE(db_step_cancelling)
#define db_take_captive      CR_TWICE(db_take_captive)
#define db_terms_of          CR_TWICE(db_terms_of)
#define db_territories       CR_TWICE(db_territories)
#define db_time_for          CR_TWICE(db_time_for)
#define db_values            CR_TWICE(db_values)
#define db_view_fields       CR_TWICE(db_view_fields)
#define db_voice             CR_TWICE(db_voice)
#define db_tell              CR_TWICE(db_tell)
#define db_tell_seat         CR_TWICE(db_tell_seat)
#define db_voice_kinds       CR_TWICE(db_voice_kinds)
#define db_voice_modes       CR_TWICE(db_voice_modes)
#define db_weapons           CR_TWICE(db_weapons)
#define db_names             CR_TWICE(db_names)
#define db_zone_at           CR_TWICE(db_zone_at)
#define db_zones             CR_TWICE(db_zones)
#define db_leader_words      CR_TWICE(db_leader_words)
#define db_card_words        CR_TWICE(db_card_words)
#define db_territory_words   CR_TWICE(db_territory_words)
#define db_hero_words        CR_TWICE(db_hero_words)
#define db_side_words        CR_TWICE(db_side_words)
#define db_game              CR_TWICE(cr_game_dune_battle)

/* data.c */
extern const db_leader db_leaders[DB_LEADERS];
extern const db_card db_cards[DB_CARDS];
extern const db_territory db_territories[DB_TERRITORIES];
extern const db_area db_areas[DB_AREAS];
extern const db_spice_spot db_spice_spots[DB_SPICE_SPOTS];
extern const uint64_t db_of_kind[DB_CARD_KINDS]; /* cards */
extern const uint64_t db_weapons, db_defenses;   /* cards that go into the slot */
/* Words for what is written by numbers; NULL ends each list. */
extern const char *const db_leader_words[], *const db_card_words[], *const db_territory_words[],
                                                                        *const db_hero_words[],
                                                                            *const db_side_words[];
extern const char *const db_factions[], *const db_voice_modes[], *const db_voice_kinds[];
extern const char *const db_elements[], *const db_powers[], *const db_results[],
                                                                *const db_choices[];

/* The territory of the battle. */
static inline uint8_t db_here(const db_world *w)
{
    return db_areas[w->board.battle.zone.area].territory;
}

/* map.c */
uint8_t db_seat_of(const db_board *b, unsigned n_seats, uint8_t faction); /* or 0xFF */
db_zone db_zone_at(const db_board *b, uint8_t area);            /* the zone an area is in */
uint8_t db_army(const db_board *b, uint8_t seat, db_zone zone); /* forces, as in db_force */
unsigned db_fights_of(const db_board *b, unsigned n_seats, uint8_t seat, db_fight *out,
                      unsigned cap);

/* Territories in which each seat has tokens. Whoever needs to know it more than once looks once. */
void db_look_around(const db_board *b, unsigned n_seats, uint64_t presence[DB_SEATS]);

/* The first in storm order that has fights, and these; 0 if nobody has. */
unsigned db_next_fights(const db_board *b, unsigned n_seats, const uint64_t presence[DB_SEATS],
                        uint8_t *aggressor, db_fight *out, unsigned cap);

uint32_t db_pool(const db_world *w, uint8_t seat); /* leaders */
uint32_t db_available(const db_world *w, uint8_t seat, uint8_t territory);
uint64_t db_discarded(const db_board *b);
bool db_karama_may_be(const db_board *b, uint64_t discarded, uint8_t seat); /* DB-16.3 */
bool db_is_asked(const db_board *b, uint64_t discarded, uint8_t seat); /* in DECLARE, DB-16.2 */
void db_values(const db_world *w, unsigned n_seats,
               int32_t out[DB_SEATS]); /* of what each seat has, DB-14.4 */
void db_score(const cr_state *k, int32_t out[CR_SEATS_MAX]);

/* plan.c: what binds a combatant's plan */
typedef struct {
    uint8_t seat, foe, normals, elites;
    uint8_t may_pay, can_kh, spice; /* spice: what it holds, at most 63 */
    uint8_t element;                /* bound by Prescience, or 0xFF */
    db_answer answer;
    uint32_t pool, leaders;     /* leaders: available */
    uint64_t hand, heroes;      /* heroes: usable */
    uint64_t weapons, defenses; /* cards the slot may take, what is bound or forbidden left out */
    uint64_t forbidden, must;   /* by Voice: no card, one card of these */
} db_terms;
unsigned db_dial(const db_world *w, uint8_t seat, unsigned n, unsigned e,
                 unsigned s); /* half points */
void db_terms_of(const db_world *w, uint8_t seat, db_terms *out);
cr_refusal db_check_plan(const db_world *w, const db_terms *t, const db_plan *plan);

/* Can it name a leader or a Cheap Hero at all? */
static inline bool db_has_lead(const db_terms *t)
{
    if (t->element == DB_LEADER)
        return t->answer.says != DB_SAYS_NONE;
    return t->leaders || t->heroes;
}

/* plans.c, answers.c */
void db_plan_space(const db_world *w, const db_terms *t, cr_space *out);
bool db_draw_plan(const db_world *w, const db_terms *t, cr_rng *rng,
                  db_plan *out); /* any legal one; false: there is none */
unsigned db_best_leader(uint32_t leaders, bool is_strongest); /* of equal ones the lowest id */
db_plan db_default_plan(const db_world *w, const db_terms *t);
cr_refusal db_check_answer(const db_world *w, const db_terms *t, db_answer answer);
void db_answer_space(const db_world *w, const db_terms *t, cr_space *out);
db_answer db_default_answer(const db_world *w, const db_terms *t);

/* All that the boxes of db_plan_space leave open: no more spice than forces, no card in both slots. */
static inline bool db_plan_fits(const db_plan *p)
{
    return (p->spice <= p->normal + p->elite) & (!p->weapon | (p->weapon != p->defense));
}

static inline uint64_t db_up_to(unsigned n) /* the values 0 to n, n below 63 */
{
    return (UINT64_C(2) << n) - 1;
}

/* phase.c */
void db_step(cr_state *k, cr_frame *top, cr_sink *sink);
void db_sealed(const cr_state *k, const cr_move *move, cr_sink *sink);

/* windows.c: each is true while somebody is asked */
uint32_t db_time_for(const db_world *w, unsigned decision);
bool db_ask_one(db_state *s, uint8_t question, uint8_t seat, unsigned decision);
bool db_declare(db_state *s, cr_frame *top, cr_sink *sink);
bool db_voice(db_state *s, cr_frame *top, uint8_t question, uint8_t next, uint8_t behind,
              cr_sink *sink);
bool db_prescience(db_state *s, cr_frame *top, cr_sink *sink);
bool db_ask_answer(db_state *s, cr_sink *sink);
void db_open_cancelling(db_state *s, uint8_t question, uint8_t owner);
void db_raise_leader(db_state *s, uint8_t seat,
                     uint8_t leader); /* DB_LEADERS: the Kwisatz Haderach */
void db_step_cancelling(db_state *s, cr_frame *top, cr_sink *sink);

/* resolve.c, in the order of DB-14.1 */
void db_discard(db_world *w, uint8_t seat, const uint8_t *cards, unsigned n, cr_sink *sink);
void db_discard_played(db_world *w, unsigned side, uint64_t but, cr_sink *sink);
void db_receive(db_world *w, uint8_t seat,
                unsigned spice); /* in the open, as is all that is paid */
void db_spend(db_world *w, uint8_t seat, unsigned spice);
void db_gain(db_world *w, uint8_t seat, unsigned spice, cr_sink *sink);
void db_lose(db_world *w, uint8_t seat, uint8_t area, uint8_t lost, cr_sink *sink);
void db_forget_hidden(db_state *s);
uint64_t db_kept_cards(const db_world *w); /* of the winner, behind the forced discards */
void db_reveal(db_state *s, cr_sink *sink);
void db_resolve(db_state *s, cr_sink *sink);

/* spoils.c, on from there */
uint64_t db_keepable(const db_world *w);
bool db_must_choose(const db_world *w); /* is the winner asked? */
void db_shorten_split(const db_world *w, bool of_elites, uint8_t split[DB_ZONE_MAX]);
bool db_losses(const db_world *w, const cr_move *keep, uint8_t out[DB_ZONE_MAX]);
void db_loss_range(const db_world *w, unsigned area, bool of_elites, unsigned *lo, unsigned *hi);
cr_move db_default_keep(const db_world *w);
void db_keep(db_world *w, const cr_move *keep, cr_sink *sink);
bool db_draw_captive(db_state *s, cr_sink *sink);
void db_take_captive(db_state *s, cr_sink *sink);
void db_end_battle(db_state *s, cr_sink *sink);
void db_end_phase(db_state *s, cr_sink *sink);

/* judge.c, offers.c */
enum { DB_GHOLA_FORCES = 5 };
cr_refusal db_check(const cr_state *k, const cr_move *move);
bool db_accepts(const cr_state *k, const cr_move *move, cr_memo *memo);
cr_refusal db_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel);
cr_refusal db_check_call(const db_world *w, uint8_t seat);
uint32_t db_own_dead(const db_world *w, uint8_t seat);
uint64_t db_karamas(const db_world *w, uint8_t seat);   /* cards the seat may play as one */
uint64_t db_committed(const db_world *w, uint8_t seat); /* the card it has named to Prescience */
bool db_may_give(const db_board *b, uint8_t seat);
void db_space(const cr_state *k, uint8_t seat, cr_space *out);
cr_move db_idle(const cr_state *k, uint8_t seat);

/* view.c, guess.c, sound.c */
bool db_is_plan_question(uint8_t question);
bool db_has_stored(const db_battle *b, const cr_question *q,
                   unsigned side); /* a plan in the secret part */
bool db_knows_answer(const db_board *b, unsigned n_seats, uint8_t viewer);
bool db_knows_plan(const db_board *b, unsigned n_seats, uint8_t viewer, unsigned side);
/* Tells what is kept from others: at the start each seat its own, when all is over everything to everybody. */
void db_tell_holdings(const db_state *s, bool is_over, cr_sink *sink);
void db_observe(const cr_state *k, uint8_t viewer, cr_view *out);
/* What a guess must keep to, beyond what the view shows of each piece. */
typedef struct {
    const db_view *v;
    cr_rng *rng;
    db_world *w;
    cr_state *k;
    unsigned n_seats;
    uint8_t viewer;
    uint32_t in_pool,
        captive; /* leaders whom the viewer has seen named in a hidden plan or answer */
} db_guess;
uint64_t db_draw_card(uint64_t *from, cr_rng *rng); /* 0: there is none */
uint32_t db_draw_leader(uint32_t *from, cr_rng *rng);
void db_guess_leaders(db_guess *g);
int db_heroes_of(const db_guess *g, uint8_t seat); /* 1 some, -1 none, 0 not known */
bool db_heroes_are_barred(const db_board *b, uint8_t seat);
unsigned db_least_spice(const db_guess *g, uint8_t seat);
void db_guess_counter(db_guess *g);
bool db_guess_battle(db_guess *g); /* behind all the rest; false: it does not fit */
void db_imagine(const cr_view *in, cr_rng *rng, cr_state *out);
const char *db_broken(const cr_state *k);
const char *db_broken_world(const db_state *s);
const char *db_broken_phase(const db_state *s, unsigned below);

/* tables.c, game.c */
extern const cr_kind db_kinds[DB_KINDS];
extern const cr_told db_events[DB_EVENTS];
extern const cr_effect db_effects[DB_EFFECTS];
extern const cr_field db_zones[], db_view_fields[];
extern const cr_game db_game;
bool db_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out,
                  cr_refusal *why); /* read.c */

/* words.c */
extern const cr_name db_names[];
bool db_tell(cr_teller *t, cr_span place);
void db_tell_seat(cr_teller *t, uint8_t seat);

/* setup.c, scenarios.c */
enum {
    DB_OPTION_ADVANCED,
    DB_OPTION_IN_STORM,
    DB_OPTION_LATE_VOICE,
    DB_OPTION_DEFAULT_PLAN,
    DB_OPTION_WORTHLESS,
    DB_OPTION_SCENARIO,
    DB_OPTION_TIMES, /* the first of DB_TIMES */
};
extern const char *const db_scenarios[]; /* names; the first is the random one */
void db_deal(db_state *s);
unsigned db_scenario_seats(unsigned scenario); /* 0: any */
cr_err db_scenario(db_state *s, unsigned scenario);
cr_err db_init(cr_state *k, const cr_setup *setup);

#endif
