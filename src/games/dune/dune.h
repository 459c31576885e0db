/* The whole board game. docs/rules/dune.md has its rules; phase 7 is the game dune-battle, whose code serves both.
 *
 *     world.h      the world: read this first
 *     near.def     which areas border each other;  areas.h  sets of areas;  map.c  walks, occupancy, who stands where
 *     pieces.c     forces, spice and cards that change their place
 *     match.c      the effects: phases of a turn, mentat pause;  setup.c  how a match begins
 *     storm.c      storm;  blow.c  spice blow, worms, rides;  alliances.c  the nexus
 *     charity.c    charity and collection;  bidding.c  the auction;  revival.c  revival and Ghola
 *     shipment.c   whose turn it is, shipments, advisors sent;  movement.c  moves, flips, Hajr
 *     windows.c    openings, cancelling, and how sealed answers are carried out
 *     deals.c      bribes, gifts, pledges, Truthtrance, once-per-game powers
 *     judge.c      whose answer it is;  offers.c  offers and defaults, with offers_side.c and offers_moves.c
 *     view.c       what a seat may know;  guess.c  worlds that fit it;  sound.c  invariants
 *     tables.c     moves, positions and views;  events.c  events;  words.c  what people read, with words_asked.c
 *     game.c       the game itself */
#ifndef DU_DUNE_H
#define DU_DUNE_H

#include "games/dune/areas.h"
#include "games/dune/world.h"

enum {
    DU_RULES_BEFORE = CR_RULES_END - 1,
#define RULE(name, id, proof, text, note) name,
#define DU_RULES_ALONE
#include "games/dune/rules.def"
#undef DU_RULES_ALONE
#undef RULE
    DU_RULES_END
};

/* ---- moves, questions, effects, events, codes: all begin with those of the battle ---- */

enum {
    DU_PREDICT = DB_KINDS,
    DU_KEEP_TRAITOR,
    DU_PLACE,
    DU_DIAL,
    DU_WEATHER,
    DU_ATOMICS,
    DU_LOSE,
    DU_SEND_WORM,
    DU_YES,
    DU_NO,
    DU_LEAVE,
    DU_OFFER,
    DU_RIDE,
    DU_ALSO,
    DU_CLAIM,
    DU_BID,
    DU_PAY,
    DU_GIVE_BACK,
    DU_REVIVE,
    DU_HELP,
    DU_ARM,
    DU_GO,
    DU_SHIP,
    DU_CROSS,
    DU_BACK,
    DU_EMERGE,
    DU_SEND,
    DU_FLIP,
    DU_MOVE,
    DU_TRUTH,
    DU_BRIBE,
    DU_PLEDGE,
    DU_PREVENT,
    DU_CALL_WORM,
    DU_SWAP,
    DU_RECALL,
    DU_KINDS
};

enum {
    DU_Q_PREDICT = DB_QUESTIONS,
    DU_Q_KEEP_TRAITOR,
    DU_Q_PLACE_FREMEN,
    DU_Q_PLACE_SISTER,
    DU_Q_DIAL,
    DU_Q_WEATHER,
    DU_Q_ATOMICS,
    DU_Q_STORM_LOSS,
    DU_Q_OPENING,
    DU_Q_GIVE_BACK,
    DU_Q_CANCEL,
    DU_Q_CANCEL_WORTHLESS,
    DU_Q_WORM,
    DU_Q_SPARE,
    DU_Q_LEAVE,
    DU_Q_ALLY,
    DU_Q_RIDE,
    DU_Q_RIDE_ALSO,
    DU_Q_CHARITY,
    DU_Q_BID,
    DU_Q_PAY,
    DU_Q_RAISE,
    DU_Q_REVIVE,
    DU_Q_HELP,
    DU_Q_WARTIME,
    DU_Q_GUILD,
    DU_Q_SHIP,
    DU_Q_SHIP_ALSO,
    DU_Q_SEND,
    DU_Q_INTRUSION,
    DU_Q_MOVE,
    DU_Q_MOVE_ALSO,
    DU_Q_HAJR,
    DU_QUESTIONS
};

/* Effects. A phase of a turn is one; the match lies under it. */
enum {
    DU_FX_MATCH = DB_EFFECTS,
    DU_FX_SETUP,
    DU_FX_STORM,
    DU_FX_BLOW,
    DU_FX_CHARITY,
    DU_FX_BIDDING,
    DU_FX_REVIVAL,
    DU_FX_SHIPMENT,
    DU_FX_COLLECTION,
    DU_FX_WORM,      /* one worm at work */
    DU_FX_TURN,      /* shipment and movement of its seat */
    DU_FX_SENDING,   /* BG may send somebody along */
    DU_FX_INTRUSION, /* BG may flip in the territory of the note */
    DU_FX_OPENING, /* its note, and that of a window: the place in storm order that is carried out */
    DU_FX_WINDOW,
    DU_FX_WORTHLESS, /* BG's worthless card may be cancelled */
    DU_EFFECTS
};

enum {
    DU_EV_GAME_START = DB_EVENTS,
    DU_EV_TRAITORS_DEALT,
    DU_EV_PREDICTION,
    DU_EV_PLACED,
    DU_EV_CARDS_DEALT,
    DU_EV_TURN,
    DU_EV_PHASE,
    DU_EV_STORM_DIALED,
    DU_EV_STORM_CARD,
    DU_EV_STORM_CARD_SEEN,
    DU_EV_WEATHER,
    DU_EV_ATOMICS,
    DU_EV_STORM_MOVED,
    DU_EV_STORM_ORDER,
    DU_EV_LOST,
    DU_EV_SPICE_GONE,
    DU_EV_SPICE_CARD,
    DU_EV_SPICE_BLOWN,
    DU_EV_WORM,
    DU_EV_SPARED,
    DU_EV_DECLARED,
    DU_EV_JOINED,
    DU_EV_RIDE,
    DU_EV_NEXUS,
    DU_EV_ALLIANCE_LEFT,
    DU_EV_OFFERS,
    DU_EV_ALLIED,
    DU_EV_CHARITY,
    DU_EV_ROW,
    DU_EV_CARD_UP,
    DU_EV_BID,
    DU_EV_BID_PASSED,
    DU_EV_PAYS,
    DU_EV_SOLD,
    DU_EV_EXTRA_CARD,
    DU_EV_ROW_RETURNED,
    DU_EV_SALE_VOID,
    DU_EV_HAND_TAKEN,
    DU_EV_HAND_SWAPPED,
    DU_EV_REVIVED,
    DU_EV_RAISED,
    DU_EV_HELPED,
    DU_EV_SPICE_CARD_SEEN,
    DU_EV_FLIPPED,
    DU_EV_GUILD,
    DU_EV_SHIPPED,
    DU_EV_SHIPMENT_STOPPED,
    DU_EV_SENDS,
    DU_EV_SENT,
    DU_EV_MOVED,
    DU_EV_POWER_USED,
    DU_EV_POWER_CANCELLED,
    DU_EV_POWER_PREVENTED,
    DU_EV_WORTHLESS,
    DU_EV_OWN_POWER,
    DU_EV_LAPSED,
    DU_EV_BRIBE,
    DU_EV_PLEDGE,
    DU_EV_PLEDGE_RETURNED,
    DU_EV_TRUTH,
    DU_EV_COLLECTED,
    DU_EV_INCOME,
    DU_EV_BRIBES_TAKEN,
    DU_EV_DECK_SHUFFLED,
    DU_EV_SPICE_SHUFFLED,
    DU_EV_VICTORY,
    DU_EV_REVEALED,
    DU_EVENTS
};

enum { DU_BY_STORM, DU_BY_WORM, DU_BY_ATOMICS, DU_BY_ALLY, DU_BY_EMERGING }; /* causes of losses */
enum { DU_WIN_STRONGHOLDS, DU_WIN_PREDICTION, DU_WIN_FREMEN, DU_WIN_GUILD, DU_WIN_DEFAULT };
enum { DU_SEND_POLAR, DU_SEND_ADVISOR };
enum { DU_ASKS_KIND, DU_ASKS_CARD, DU_ASKS_TRAITOR, DU_ASKS_SPICE, DU_ASKS_FACTION, DU_ASKS_TURN };

/* Refusals that the battle does not have, in the order of DU-17; codes.h has their words too. */
#include "games/dune/codes.h"
enum {
    DU_CODE_BEFORE = DB_CODE_LOSS_SPLIT_WRONG,
#define DU_CODE_ENUM(name, text, title, because) DU_CODE_##name,
    DU_CODE_MAP(DU_CODE_ENUM)
#undef DU_CODE_ENUM
        DU_CODES_END
};

enum {
    DU_OPTION_FACTIONS,
    DU_OPTION_CIRCLES,
    DU_OPTION_MAX_TURNS,
    DU_OPTION_ADVANCED,
    DU_OPTION_PASS_FINAL,
    DU_OPTION_IN_STORM,
    DU_OPTION_LATE_VOICE,
    DU_OPTION_DEFAULT_PLAN,
    DU_OPTION_WORTHLESS,
    DU_OPTION_SCENARIO,
    DU_OPTION_TIMES, /* the first of DB_TIMES, those of the battle */
    DU_OPTION_OWN_TIMES = DU_OPTION_TIMES + DB_TIMES,
    DU_OPTIONS = DU_OPTION_OWN_TIMES + DU_TIMES
};

enum {
    DU_ROUNDS = 3,
    DU_DIAL_FIRST = 20,
    DU_DIAL_MAX = 3,
    DU_WEATHER_MAX = 10,
    DU_PREVENTABLE = 4
};
enum {
    DU_MATCH_BEGIN,
    DU_MATCH_PHASE, /* its note: the next phase of the turn */
};

typedef struct {
    unsigned normals, elites;
} du_forces;

static inline bool du_is_stormed(const du_state *s, uint8_t area)
{
    return db_areas[area].sector == s->w.board.storm;
}

/* An area of a move: territory and place in it. False: there is none. */
static inline bool du_area_of(const uint8_t *arg, uint8_t *area)
{
    *area = (uint8_t)(db_territories[arg[0]].first + arg[1]);
    return arg[1] < db_territories[arg[0]].n_areas;
}

static inline uint8_t du_faction(const du_state *s, uint8_t seat)
{
    return s->w.board.faction[seat];
}

/* Territories that rules name. */
enum {
    DU_SIETCH_TABR = 2,
    DU_HABBANYA_SIETCH = 3,
    DU_TUEKS_SIETCH = 4,
    DU_FALSE_WALL_SOUTH = 16,
    DU_FALSE_WALL_WEST = 17,
    DU_SHIELD_WALL = 33,
};

/* Steps of the effects. */
enum {
    DU_SETUP_PREDICT,
    DU_SETUP_DEAL,
    DU_SETUP_KEEP,
    DU_SETUP_FREMEN,
    DU_SETUP_SISTER,
    DU_SETUP_CARDS
};
enum {
    DU_STORM_DIAL,
    DU_STORM_WEATHER,
    DU_STORM_ATOMICS,
    DU_STORM_CANCEL,
    DU_STORM_MOVE,
    DU_STORM_LOSS,
    DU_STORM_ORDER
};
enum {
    DU_BLOW_OPENING,
    DU_BLOW_CALL,
    DU_BLOW_A,
    DU_BLOW_B,
    DU_BLOW_NEXUS,
    DU_BLOW_LEAVE,
    DU_BLOW_ALLY,
    DU_BLOW_RIDE,
    DU_BLOW_RIDE_ALSO,
    DU_BLOW_RIDES_ON
};
enum {
    DU_WORM_CHOOSE,
    DU_WORM_CHOSEN,
    DU_WORM_SURVIVE,
    DU_WORM_SURVIVED,
    DU_WORM_SPARE,
    DU_WORM_SPARED,
    DU_WORM_DEVOUR
};
enum { DU_CHARITY_CANCEL, DU_CHARITY_ASK };
enum {
    DU_BID_OPENING,
    DU_BID_ROW,
    DU_BID_CARD,
    DU_BID_BID,
    DU_BID_PAY,
    DU_BID_CANCEL,
    DU_BID_SELL,
    DU_BID_END
};
enum {
    DU_REVIVE_OPENING,
    DU_REVIVE_RAISE,
    DU_REVIVE_RAISED,
    DU_REVIVE_ASK,
    DU_REVIVE_HELP,
    DU_REVIVE_HELPED
};
enum { DU_SHIP_OPENING, DU_SHIP_LOOK, DU_SHIP_WARTIME, DU_SHIP_ARMED, DU_SHIP_GUILD, DU_SHIP_NEXT };
enum {
    DU_TURN_SHIP,
    DU_TURN_SHIP_ALSO,
    DU_TURN_CARD,
    DU_TURN_CANCEL,
    DU_TURN_LAND,
    DU_TURN_INTRUDE,
    DU_TURN_MOVE,
    DU_TURN_MOVE_ALSO,
    DU_TURN_BORDER,
    DU_TURN_ARMS,
    DU_TURN_ARRIVE,
    DU_TURN_HAJR,
    DU_TURN_END
};
enum { DU_ASK_FIRST, DU_ASK_WINDOW, DU_ASK_DONE };                 /* sending, intrusion */
enum { DU_CARRY_ASK, DU_CARRY_NEXT, DU_CARRY_ONE, DU_CARRY_BACK }; /* openings and windows */

/* What a move from one area reaches, for all moves from there. */
typedef struct {
    uint8_t is_there, from, as_advisors, fill[5];
    du_areas areas;
} du_reach;
static_assert(sizeof(du_reach) <= sizeof(cr_memo), "what a move reaches is kept in a memo");

/* ---- what the files of this game share; both copies of it have their own ---- */

#define du_accepts             CR_TWICE(du_accepts)
#define du_act                 CR_TWICE(du_act)
#define du_ally_is_in          CR_TWICE(du_ally_is_in)
#define du_ally_rounds         CR_TWICE(du_ally_rounds)
#define du_are_advisors        CR_TWICE(du_are_advisors)
#define du_areas_of            CR_TWICE(du_areas_of)
#define du_arrive              CR_TWICE(du_arrive)
#define du_asks_words          CR_TWICE(du_asks_words)
#define du_broken              CR_TWICE(du_broken)
#define du_can_blast           CR_TWICE(du_can_blast)
#define du_can_move            CR_TWICE(du_can_move)
#define du_can_pay             CR_TWICE(du_can_pay)
#define du_can_ride            CR_TWICE(du_can_ride)
#define du_cancel_space        CR_TWICE(du_cancel_space)
#define du_card_at             CR_TWICE(du_card_at)
#define du_cards               CR_TWICE(du_cards)
#define du_check               CR_TWICE(du_check)
#define du_check_also          CR_TWICE(du_check_also)
#define du_check_arm           CR_TWICE(du_check_arm)
#define du_check_back          CR_TWICE(du_check_back)
#define du_check_bid           CR_TWICE(du_check_bid)
#define du_check_cancel        CR_TWICE(du_check_cancel)
#define du_check_claim         CR_TWICE(du_check_claim)
#define du_check_cross         CR_TWICE(du_check_cross)
#define du_check_dial          CR_TWICE(du_check_dial)
#define du_check_emerge        CR_TWICE(du_check_emerge)
#define du_check_ghola         CR_TWICE(du_check_ghola)
#define du_check_give_back     CR_TWICE(du_check_give_back)
#define du_check_help          CR_TWICE(du_check_help)
#define du_check_karama        CR_TWICE(du_check_karama)
#define du_check_loss          CR_TWICE(du_check_loss)
#define du_check_move          CR_TWICE(du_check_move)
#define du_check_offer         CR_TWICE(du_check_offer)
#define du_check_pay           CR_TWICE(du_check_pay)
#define du_check_place         CR_TWICE(du_check_place)
#define du_check_predict       CR_TWICE(du_check_predict)
#define du_check_recall        CR_TWICE(du_check_recall)
#define du_check_revive        CR_TWICE(du_check_revive)
#define du_check_ride          CR_TWICE(du_check_ride)
#define du_check_send          CR_TWICE(du_check_send)
#define du_check_ship          CR_TWICE(du_check_ship)
#define du_check_side          CR_TWICE(du_check_side)
#define du_check_worm          CR_TWICE(du_check_worm)
#define du_codes               CR_TWICE(du_codes)
#define du_deck_type           CR_TWICE(du_deck_type)
#define du_declare             CR_TWICE(du_declare)
#define du_default_place       CR_TWICE(du_default_place)
#define du_default_revive      CR_TWICE(du_default_revive)
#define du_default_traitor     CR_TWICE(du_default_traitor)
#define du_discard             CR_TWICE(du_discard)
#define du_draw_under          CR_TWICE(du_draw_under)
#define du_effects             CR_TWICE(du_effects)
#define du_eligible            CR_TWICE(du_eligible)
#define du_elites_of           CR_TWICE(du_elites_of)
#define du_end_wartime         CR_TWICE(du_end_wartime)
#define du_events              CR_TWICE(du_events)
#define du_free_revivals       CR_TWICE(du_free_revivals)
#define du_full                CR_TWICE(du_full)
#define du_give_back           CR_TWICE(du_give_back)
#define du_group_size          CR_TWICE(du_group_size)
#define du_guild_is_due        CR_TWICE(du_guild_is_due)
#define du_hand_limit          CR_TWICE(du_hand_limit)
#define du_has_city            CR_TWICE(du_has_city)
#define du_has_forces          CR_TWICE(du_has_forces)
#define du_has_site            CR_TWICE(du_has_site)
#define du_has_storm_deck      CR_TWICE(du_has_storm_deck)
#define du_has_tokens          CR_TWICE(du_has_tokens)
#define du_held                CR_TWICE(du_held)
#define du_idle                CR_TWICE(du_idle)
#define du_imagine             CR_TWICE(du_imagine)
#define du_in_sector           CR_TWICE(du_in_sector)
#define du_in_storm            CR_TWICE(du_in_storm)
#define du_init                CR_TWICE(du_init)
#define du_is_full             CR_TWICE(du_is_full)
#define du_is_landing          CR_TWICE(du_is_landing)
#define du_is_preventable      CR_TWICE(du_is_preventable)
#define du_is_protected        CR_TWICE(du_is_protected)
#define du_is_sand             CR_TWICE(du_is_sand)
#define du_is_side_action      CR_TWICE(du_is_side_action)
#define du_is_wall             CR_TWICE(du_is_wall)
#define du_is_worthless        CR_TWICE(du_is_worthless)
#define du_join                CR_TWICE(du_join)
#define du_joinable            CR_TWICE(du_joinable)
#define du_karama_may_be       CR_TWICE(du_karama_may_be)
#define du_kinds               CR_TWICE(du_kinds)
#define du_landings            CR_TWICE(du_landings)
#define du_leader_words        CR_TWICE(du_leader_words)
#define du_leave               CR_TWICE(du_leave)
#define du_lose                CR_TWICE(du_lose)
#define du_loss_bounds         CR_TWICE(du_loss_bounds)
#define du_may_cross           CR_TWICE(du_may_cross)
#define du_may_emerge_in_storm CR_TWICE(du_may_emerge_in_storm)
#define du_may_ship_back       CR_TWICE(du_may_ship_back)
#define du_maybe_area_type     CR_TWICE(du_maybe_area_type)
#define du_means               CR_TWICE(du_means)
#define du_movable             CR_TWICE(du_movable)
#define du_new_deck            CR_TWICE(du_new_deck)
#define du_next_bidder         CR_TWICE(du_next_bidder)
#define du_next_loss           CR_TWICE(du_next_loss)
#define du_observe             CR_TWICE(du_observe)
#define du_offer_places        CR_TWICE(du_offer_places)
#define du_offered_to          CR_TWICE(du_offered_to)
#define du_open_intrusion      CR_TWICE(du_open_intrusion)
#define du_open_window         CR_TWICE(du_open_window)
#define du_open_worthless      CR_TWICE(du_open_worthless)
#define du_opening_space       CR_TWICE(du_opening_space)
#define du_order_seats         CR_TWICE(du_order_seats)
#define du_others_in           CR_TWICE(du_others_in)
#define du_own_moment          CR_TWICE(du_own_moment)
#define du_pay_with_pledge     CR_TWICE(du_pay_with_pledge)
#define du_pile_type           CR_TWICE(du_pile_type)
#define du_place_of            CR_TWICE(du_place_of)
#define du_places              CR_TWICE(du_places)
#define du_names               CR_TWICE(du_names)
#define du_phase_words         CR_TWICE(du_phase_words)
#define du_power_words         CR_TWICE(du_power_words)
#define du_preventable         CR_TWICE(du_preventable)
#define du_price               CR_TWICE(du_price)
#define du_put_group           CR_TWICE(du_put_group)
#define du_put_on              CR_TWICE(du_put_on)
#define du_put_on_pile         CR_TWICE(du_put_on_pile)
#define du_questions           CR_TWICE(du_questions)
#define du_queued_move         CR_TWICE(du_queued_move)
#define du_queued_type         CR_TWICE(du_queued_type)
#define du_raise               CR_TWICE(du_raise)
#define du_range               CR_TWICE(du_range)
#define du_reach_of            CR_TWICE(du_reach_of)
#define du_reaches_wall        CR_TWICE(du_reaches_wall)
#define du_receive             CR_TWICE(du_receive)
#define du_refill              CR_TWICE(du_refill)
#define du_refuse              CR_TWICE(du_refuse)
#define du_reserves            CR_TWICE(du_reserves)
#define du_return_pledges      CR_TWICE(du_return_pledges)
#define du_return_worms        CR_TWICE(du_return_worms)
#define du_revivable           CR_TWICE(du_revivable)
#define du_revival_price       CR_TWICE(du_revival_price)
#define du_sands               CR_TWICE(du_sands)
#define du_score               CR_TWICE(du_score)
#define du_seat_of             CR_TWICE(du_seat_of)
#define du_sized               CR_TWICE(du_sized)
#define du_space               CR_TWICE(du_space)
#define du_spend               CR_TWICE(du_spend)
#define du_spice_cards         CR_TWICE(du_spice_cards)
#define du_spice_deck_type     CR_TWICE(du_spice_deck_type)
#define du_spice_words         CR_TWICE(du_spice_words)
#define du_step                CR_TWICE(du_step)
#define du_step_bidding        CR_TWICE(du_step_bidding)
#define du_step_blow           CR_TWICE(du_step_blow)
#define du_step_carrying       CR_TWICE(du_step_carrying)
#define du_step_charity        CR_TWICE(du_step_charity)
#define du_step_collection     CR_TWICE(du_step_collection)
#define du_step_intrusion      CR_TWICE(du_step_intrusion)
#define du_step_moving         CR_TWICE(du_step_moving)
#define du_step_revival        CR_TWICE(du_step_revival)
#define du_step_sending        CR_TWICE(du_step_sending)
#define du_step_setup          CR_TWICE(du_step_setup)
#define du_step_shipment       CR_TWICE(du_step_shipment)
#define du_step_storm          CR_TWICE(du_step_storm)
#define du_step_turn           CR_TWICE(du_step_turn)
#define du_step_worm           CR_TWICE(du_step_worm)
#define du_step_worthless      CR_TWICE(du_step_worthless)
#define du_take_hand           CR_TWICE(du_take_hand)
#define du_take_off            CR_TWICE(du_take_off)
#define du_takes_pledges       CR_TWICE(du_takes_pledges)
#define du_tell                CR_TWICE(du_tell)
#define du_territories         CR_TWICE(du_territories)
#define du_top_site            CR_TWICE(du_top_site)
#define du_truth_type          CR_TWICE(du_truth_type)
#define du_truth_values        CR_TWICE(du_truth_values)
#define du_turn_up             CR_TWICE(du_turn_up)
#define du_unallied            CR_TWICE(du_unallied)
#define du_use_ghola           CR_TWICE(du_use_ghola)
#define du_view_fields         CR_TWICE(du_view_fields)
#define du_walk                CR_TWICE(du_walk)
#define du_wartime             CR_TWICE(du_wartime)
#define du_was_stopped         CR_TWICE(du_was_stopped)
#define du_was_void            CR_TWICE(du_was_void)
#define du_zones               CR_TWICE(du_zones)

/* map.c */
bool du_is_sand(uint8_t territory);
bool du_is_landing(uint8_t territory);
uint64_t du_sands(void);
uint64_t du_landings(void);
bool du_is_protected(const du_state *s, uint8_t territory);
bool du_is_wall(uint8_t territory);
uint64_t du_sized(unsigned n);
uint8_t du_seat_of(const du_state *s, uint8_t faction);
du_areas du_in_sector(uint8_t sector);
du_areas du_areas_of(uint64_t territories);
uint64_t du_territories(du_areas set);
uint64_t du_places(du_areas set);
du_areas du_in_storm(const du_state *s);
du_areas du_held(const du_state *s, uint8_t seat);
du_areas du_movable(const du_state *s, uint8_t seat);
bool du_has_tokens(const du_state *s, uint8_t seat, uint8_t territory);
bool du_are_advisors(const du_state *s, uint8_t seat, uint8_t territory);
bool du_has_forces(const du_state *s, uint8_t seat, uint8_t territory);
bool du_ally_is_in(const du_state *s, uint8_t seat, uint8_t territory);
unsigned du_others_in(const du_state *s, uint8_t seat, uint8_t territory);
uint64_t du_full(const du_state *s, uint8_t seat);
bool du_is_full(const du_state *s, uint8_t seat, uint8_t territory);
bool du_has_city(const du_state *s, uint8_t seat);
unsigned du_elites_of(const du_state *s, uint8_t seat);
du_forces du_reserves(const du_state *s, uint8_t seat);
unsigned du_cards(const du_state *s, uint8_t seat);
unsigned du_hand_limit(const du_state *s, uint8_t seat);
bool du_can_move(const du_state *s, uint8_t seat);
du_areas du_walk(const du_state *s, uint8_t seat, uint8_t from, bool as_advisors, unsigned most);
bool du_reaches_wall(const du_state *s, uint8_t from);
unsigned du_range(const du_state *s, uint8_t seat, bool as_advisors);
void du_order_seats(du_state *s);
unsigned du_place_of(const du_state *s, uint8_t seat);

/* pieces.c */
void du_lose(du_state *s, uint8_t seat, uint8_t area, uint8_t lost, uint8_t cause, cr_sink *sink);
void du_take_off(du_state *s, uint8_t seat, uint8_t area, uint8_t force);
void du_put_on(du_state *s, uint8_t seat, uint8_t area, uint8_t force);
unsigned du_receive(du_state *s, uint8_t seat, unsigned amount);
void du_spend(du_state *s, uint8_t seat, unsigned amount);
unsigned du_means(const du_state *s, uint8_t seat);
unsigned du_pay_with_pledge(du_state *s, uint8_t seat, unsigned amount);
void du_return_pledges(du_state *s, cr_sink *sink);
void du_discard(du_state *s, uint8_t seat, uint8_t card, cr_sink *sink);
void du_new_deck(du_state *s);
void du_refill(du_state *s, cr_sink *sink);
uint8_t du_draw_under(du_state *s, unsigned above);
void du_put_on_pile(du_state *s, unsigned pile, uint8_t card);
uint8_t du_top_site(const du_state *s, unsigned pile);
bool du_has_site(const du_state *s);
uint8_t du_turn_up(du_state *s, cr_sink *sink);
void du_return_worms(du_state *s, cr_sink *sink);

/* setup.c */
cr_err du_init(cr_state *k, const cr_setup *setup);
uint8_t du_default_traitor(const du_state *s, uint8_t seat);
cr_refusal du_check_place(const du_state *s, const cr_move *move);
void du_offer_places(const du_state *s, uint8_t seat, cr_space *out);
cr_move du_default_place(const du_state *s, uint8_t seat);
cr_refusal du_check_predict(const du_state *s, const cr_move *move);
void du_step_setup(du_state *s, cr_frame *top, cr_sink *sink);

/* match.c */
void du_score(const cr_state *k, int32_t out[CR_SEATS_MAX]);
void du_step(cr_state *k, cr_frame *top, cr_sink *sink);

/* storm.c */
bool du_has_storm_deck(const du_state *s);
cr_refusal du_check_dial(const du_state *s, const cr_move *move);
bool du_can_blast(const du_state *s, uint8_t seat);
uint8_t du_next_loss(const du_state *s, uint8_t last_plus_1);
void du_loss_bounds(uint8_t force, unsigned *lo, unsigned *hi);
cr_refusal du_check_loss(const du_state *s, const cr_move *move);
void du_step_storm(du_state *s, cr_frame *top, cr_sink *sink);

/* blow.c */
cr_refusal du_check_worm(const cr_move *move);
void du_step_worm(du_state *s, cr_frame *top, cr_sink *sink);
bool du_can_ride(const du_state *s, uint8_t fr, uint8_t territory);
cr_refusal du_check_ride(const du_state *s, const cr_move *move);
void du_step_blow(du_state *s, cr_frame *top, cr_sink *sink);

/* alliances.c */
bool du_leave(du_state *s, cr_sink *sink);
uint16_t du_unallied(const du_state *s);
cr_refusal du_check_offer(const du_state *s, const cr_move *move);
bool du_ally_rounds(du_state *s, cr_sink *sink);

/* charity.c */
cr_refusal du_check_claim(const du_state *s, const cr_move *move);
void du_step_charity(du_state *s, cr_frame *top, cr_sink *sink);
void du_step_collection(du_state *s, cr_frame *top, cr_sink *sink);

/* bidding.c */
void du_take_hand(du_state *s, uint8_t hk, uint8_t of, cr_sink *sink);
cr_refusal du_check_give_back(const du_state *s, const cr_move *move);
bool du_give_back(du_state *s, cr_sink *sink);
cr_refusal du_check_bid(const du_state *s, const cr_move *move);
uint8_t du_next_bidder(const du_state *s, const cr_frame *top);
bool du_can_pay(const du_state *s, uint8_t seat);
cr_refusal du_check_pay(const du_state *s, const cr_move *move);
void du_step_bidding(du_state *s, cr_frame *top, cr_sink *sink);

/* revival.c */
uint64_t du_revivable(const du_state *s, uint8_t seat);
unsigned du_free_revivals(const du_state *s, uint8_t seat);
unsigned du_revival_price(const du_state *s, uint8_t seat, unsigned n, uint8_t leader_plus_1);
cr_refusal du_check_revive(const du_state *s, const cr_move *move);
cr_refusal du_check_recall(const du_state *s, const cr_move *move);
cr_refusal du_check_help(const du_state *s, const cr_move *move);
void du_raise(du_state *s, uint8_t seat, uint8_t n, uint8_t e, uint8_t leader, unsigned price,
              cr_sink *sink);
cr_refusal du_check_ghola(const du_state *s, const cr_move *move);
void du_use_ghola(du_state *s, uint8_t seat, const uint8_t *arg, cr_sink *sink);
cr_move du_default_revive(const du_state *s, uint8_t seat);
void du_step_revival(du_state *s, cr_frame *top, cr_sink *sink);

/* shipment.c */
unsigned du_price(const du_state *s, uint8_t seat, uint8_t way, uint8_t to, unsigned n,
                  bool has_card);
unsigned du_group_size(const du_group *g);
cr_refusal du_check_ship(const du_state *s, const cr_move *move);
bool du_may_cross(const du_state *s, uint8_t seat);
bool du_may_ship_back(const du_state *s, uint8_t seat);
cr_refusal du_check_cross(const du_state *s, const cr_move *move);
cr_refusal du_check_back(const du_state *s, const cr_move *move);
bool du_may_emerge_in_storm(const du_state *s);
cr_refusal du_check_emerge(const du_state *s, const cr_move *move);
cr_refusal du_check_send(const du_state *s, const cr_move *move);
void du_step_sending(du_state *s, cr_frame *top, cr_sink *sink);
void du_step_turn(du_state *s, cr_frame *top, cr_sink *sink);
bool du_guild_is_due(const du_state *s, uint8_t sg);
void du_step_shipment(du_state *s, cr_frame *top, cr_sink *sink);

/* movement.c */
void du_declare(du_state *s, uint8_t way, uint8_t seat, const cr_move *move, cr_sink *sink);
uint64_t du_joinable(const du_state *s);
cr_refusal du_check_also(const du_state *s, const cr_move *move);
bool du_join(du_state *s, uint8_t question, cr_sink *sink);
void du_put_group(du_state *s);
void du_arrive(du_state *s, cr_sink *sink);
void du_reach_of(const du_state *s, uint8_t seat, uint8_t from, du_reach *out);
cr_refusal du_check_move(const du_state *s, const cr_move *move, const du_reach *known);
void du_step_moving(du_state *s, cr_frame *top, cr_sink *sink);
cr_refusal du_check_arm(const du_state *s, const cr_move *move);
bool du_wartime(du_state *s, cr_sink *sink);
void du_end_wartime(du_state *s, cr_sink *sink);
void du_open_intrusion(du_state *s, uint8_t intruder, uint8_t territory);
void du_step_intrusion(du_state *s, cr_frame *top, cr_sink *sink);

/* windows.c */
bool du_karama_may_be(const du_state *s, uint8_t seat);
bool du_is_worthless(uint8_t card);
cr_refusal du_check_karama(const du_state *s, uint8_t seat, uint8_t card, uint16_t field);
void du_open_worthless(du_state *s, uint8_t seat, uint8_t card, cr_sink *sink);
bool du_was_void(du_state *s);
void du_step_worthless(du_state *s, cr_frame *top, cr_sink *sink);
uint32_t du_offered_to(const du_state *s, uint8_t seat);
void du_open_window(du_state *s, uint32_t offered);
bool du_was_stopped(du_state *s, unsigned power);
cr_refusal du_check_cancel(const du_state *s, const cr_move *move);
unsigned du_card_at(uint8_t kind);
cr_move du_queued_move(const du_state *s, uint8_t seat);
void du_step_carrying(du_state *s, cr_frame *top, cr_sink *sink);

/* deals.c */
bool du_takes_pledges(const du_state *s);
void du_truth_values(const du_state *s, uint8_t asks, unsigned *lo, unsigned *hi);
unsigned du_eligible(const du_state *s);
bool du_is_preventable(const du_state *s, uint8_t seat, uint8_t power);
bool du_own_moment(const du_state *s, uint8_t seat, uint8_t kind);
bool du_is_side_action(uint8_t kind);
cr_refusal du_check_side(const du_state *s, const cr_move *move);
void du_act(du_state *s, uint8_t seat, uint8_t kind, const uint8_t *arg, cr_sink *sink);

/* judge.c */
cr_refusal du_check(const cr_state *k, const cr_move *move);
bool du_accepts(const cr_state *k, const cr_move *move, cr_memo *memo);
cr_refusal du_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel);

/* offers.c */
void du_opening_space(const du_state *s, uint8_t seat, cr_space *out);
void du_cancel_space(const du_state *s, uint8_t seat, cr_space *out);
void du_space(const cr_state *k, uint8_t seat, cr_space *out);
cr_move du_idle(const cr_state *k, uint8_t seat);

/* view.c */
void du_observe(const cr_state *k, uint8_t viewer, cr_view *out);

/* guess.c */
void du_imagine(const cr_view *in, cr_rng *rng, cr_state *out);

/* sound.c */
const char *du_broken(const cr_state *k);

/* words.c */
bool du_tell(cr_teller *t, cr_span place);

/* deals.c, tables.c, events.c, words.c */
extern const uint8_t
    du_preventable[DU_PREVENTABLE]; /* powers, by the numbers of the move `prevent` */
extern const cr_kind du_kinds[DU_KINDS];
extern const cr_effect du_effects[DU_EFFECTS];
extern const cr_told du_events[DU_EVENTS];
extern const cr_asked du_questions[DU_QUESTIONS];
extern const cr_name du_names[];
extern const cr_code_row du_codes[DU_CODES_END - CR_CODE_GAME];
extern const cr_field du_zones[], du_view_fields[];

#endif
