/* The world of the whole game: that of the battle, and beside it what the other eight phases need. A state begins like one
 * of the battle alone, so all of its code works on it.
 *
 * Invariants:
 *  1. What of a faction's 20 forces is neither on the map nor in the tanks is in its reserves: nobody keeps count of them.
 *  2. A treachery card is in one hand, in the deck, on the discard pile, or out of the game (Family Atomics, when the wall
 *     has fallen). Cards laid out for bidding are still the top of the deck.
 *  3. What an action needs while it is carried out (`now`, `window`, `auction`, `queued`) is zero when it is done.
 *  4. The board part is known to everybody, the secret part is shown only by view.c. */
#ifndef DU_WORLD_H
#define DU_WORLD_H

#include "games/dune-battle/dune.h"

enum {
    DU_CIRCLES = 6,
    DU_TURNS_MAX = 10,
    DU_TRAITORS = 4,      /* dealt to each */
    DU_START_FORCES = 10, /* of FR, to be placed */
    DU_SPICE_CARDS = 21,
    DU_WORM = DB_SPICE_SPOTS, /* of the spice cards: any of the six Shai-Hulud; others are sites */
    DU_WORMS = 6,
    DU_RIDES = 12,
    DU_ROW_MAX = 6,
    DU_AMOUNT_MAX = 63,     /* DU-0.11 */
    DU_KH = DB_LEADERS + 1, /* where a move names 1 + a leader */
};

enum {
    DU_SETUP,
    DU_STORM,
    DU_BLOW,
    DU_CHARITY,
    DU_BIDDING,
    DU_REVIVAL,
    DU_SHIPMENT,
    DU_BATTLE,
    DU_COLLECTION,
    DU_MENTAT,
    DU_PHASES
};

/* Powers that can be stopped (DU-13.3), and the once-per-game ones (DU-13.5). */
#define DU_POWER_MAP(X)                 \
    X(AT_CARD, "at_card", AT)           \
    X(AT_SPICE, "at_spice", AT)         \
    X(BG_SEND, "bg_send", BG)           \
    X(BG_CHARITY, "bg_charity", BG)     \
    X(BG_FLIP, "bg_flip", BG)           \
    X(BG_WORTHLESS, "bg_worthless", BG) \
    X(EM_PAYMENT, "em_payment", EM)     \
    X(EM_HELP, "em_help", EM)           \
    X(FR_BORDER, "fr_border", FR)       \
    X(FR_SURVIVAL, "fr_survival", FR)   \
    X(FR_SPARE, "fr_spare", FR)         \
    X(FR_WORM, "fr_worm", FR)           \
    X(FR_RAISE, "fr_raise", FR)         \
    X(FR_LOSS, "fr_loss", FR)           \
    X(FR_EMERGE, "fr_emerge", FR)       \
    X(FR_CARD, "fr_card", FR)           \
    X(HK_EXTRA, "hk_extra", HK)         \
    X(SG_PAYMENT, "sg_payment", SG)     \
    X(SG_CROSS, "sg_cross", SG)         \
    X(SG_BACK, "sg_back", SG)           \
    X(SG_HALF, "sg_half", SG)           \
    X(SG_ORDER, "sg_order", SG)         \
    X(AT_LOOK, "at_look", AT)           \
    X(EM_REVIVE, "em_revive", EM)       \
    X(FR_CALL, "fr_call", FR)           \
    X(HK_SWAP, "hk_swap", HK)           \
    X(SG_STOP, "sg_stop", SG)
enum {
#define DU_POWER_ENUM(name, word, faction) DU_##name,
    DU_POWER_MAP(DU_POWER_ENUM)
#undef DU_POWER_ENUM
        DU_POWERS
};
#define DU_POWER_BIT(power) (UINT32_C(1) << (power))

/* Times of questions beside those of the battle. */
enum {
    DU_TIME_SETUP,
    DU_TIME_STORM,
    DU_TIME_OPENING,
    DU_TIME_BLOW,
    DU_TIME_NEXUS,
    DU_TIME_CHARITY,
    DU_TIME_BID,
    DU_TIME_REVIVE,
    DU_TIME_SHIP,
    DU_TIME_MOVE,
    DU_TIMES
};

/* How forces are on their way. */
enum {
    DU_NO_WAY,
    DU_FROM_RESERVES,
    DU_CROSSING,
    DU_SHIPPING_BACK,
    DU_EMERGING,
    DU_MOVING,
    DU_RIDING,
    DU_WAYS
};

/* What was cancelled for the rest of a faction's turn. */
enum { DU_BAR_HALF = 1, DU_BAR_CROSS = 2, DU_BAR_BACK = 4, DU_BAR_EMERGE = 8, DU_BAR_BORDER = 16 };

/* Forces on their way, as everybody knows: declared, not yet carried out. */
typedef struct {
    uint8_t way, seat;         /* way 0: nothing is on its way */
    uint8_t from, to;          /* 1 + territory, or 0: reserves; 1 + area, or 0: reserves */
    uint8_t take[DB_ZONE_MAX]; /* forces by area of `from`; from reserves in the first */
    uint8_t card;              /* 1 + the card that halves the price */
    uint8_t arms, is_second;   /* BG takes up arms; this is the move of Hajr */
} du_group;
CR_FLAT(du_group, 12);

/* The cards laid out for bidding, and the one that is auctioned. */
typedef struct {
    uint8_t n, at;          /* cards laid out, and how many of them are done */
    uint8_t opener, bidder; /* 1 + seat */
    uint8_t bid, card;      /* card: 1 + what the winner pays with */
    uint8_t passed, out;    /* seats: have passed; could not pay and count as having passed */
} du_auction;
CR_FLAT(du_auction, 8);

enum { DU_FR_LIVES = 1, DU_ALLY_LIVES = 2 }; /* `spared`, of a worm */

/* What everybody knows. Arrays of six are by seat; `seats` are bits. */
typedef struct {
    uint64_t flipped; /* territories that BG has armed in `wartime`, until that stands */
    uint32_t time_ms[DU_TIMES];
    uint32_t offered, stopped; /* powers: of the open window; cancelled there */
    uint32_t prevented;        /* powers */
    uint16_t front[DB_SEATS];  /* spice in front of shields */
    uint8_t circle[DB_SEATS], pledge[DB_SEATS];
    uint8_t offer[DB_SEATS];             /* 1 + the seat it has named in the last round of offers */
    uint8_t pile[2][DU_SPICE_CARDS + 1]; /* how many, then the spice cards from the bottom up */
    uint8_t rides[DU_RIDES];             /* 1 + territories, in the order in which worms came */
    uint8_t turn, max_turns, phase, pass_final;
    uint8_t dialer[2];           /* 1 + the seats that have dialed last */
    uint8_t movement, wall_gone; /* 1 + sectors the storm will move; Family Atomics was played */
    uint8_t n_deck, n_spice, worms_aside;     /* cards in the decks */
    uint8_t top_seen, spice_seen, storm_seen; /* AT knows the top of a deck; FR the storm card */
    uint8_t prevented_cards;                  /* places in the row that AT will not see, as bits */
    uint8_t own_used;                         /* seats: the once-per-game power, AT's aside */
    uint8_t elite_revived, is_raised;         /* seats; FR's ally revives 3 for free */
    uint8_t pledged, joined, done; /* seats: in this phase; in this nexus; had their turn */
    uint8_t has_worm, n_worms;     /* a nexus is due; worms of this blow */
    uint8_t worm, called, spared;  /* 1 + territories: of the worm at work, called by FR */
    uint8_t round, acted;          /* of an opening or of offers; something was done in it */
    uint8_t swap, n_back;          /* 1 + the seat whose hand HK has; cards to give back */
    uint8_t karama, is_void;       /* 1 + the worthless card BG plays as one; cancelled */
    uint8_t barred, placed;        /* DU_BAR_…; forces that FR has placed */
    uint8_t winners, victory;      /* seats; 1 + kind */
    du_auction auction;
    du_group now;
    uint8_t fill[6];
} du_board;
CR_FLAT(du_board,
        8 + 4 * DU_TIMES + 12 + 12 + 18 + 2 * (DU_SPICE_CARDS + 1) + DU_RIDES + 36 + 20 + 6);

/* An answer to a sealed question that is not yet carried out. */
typedef struct {
    uint8_t kind, arg[7];
} du_queued;

/* What is hidden from somebody. */
typedef struct {
    uint64_t taken;           /* cards HK has taken in its swap */
    uint32_t dealt[DB_SEATS]; /* traitor cards */
    du_queued queued[DB_SEATS];
    uint8_t deck[DB_CARDS], spice_deck[DU_SPICE_CARDS]; /* 1 + cards, from the bottom up */
    uint8_t storm_card, predicted, predicted_turn;      /* predicted: 1 + faction */
    uint8_t fill[7];
} du_secret;
CR_FLAT(du_secret, 8 + 24 + 48 + DB_CARDS + DU_SPICE_CARDS + 3 + 7);

typedef struct {
    du_board board;
    du_secret secret;
} du_world;
CR_FLAT(du_world, sizeof(du_board) + sizeof(du_secret));

typedef struct {
    cr_state k;
    db_world w;
    du_world d;
} du_state;
CR_FLAT(du_state, sizeof(db_state) + sizeof(du_world));
static_assert(sizeof(du_state) <= 2048, "a state is copied at every look ahead");

/* A view is one of the battle, and the rest of the world with what the viewer knows of it. */
typedef struct {
    db_view b;
    du_world d;
    uint8_t cards[DB_SEATS], reserves[DB_SEATS], elite_reserves[DB_SEATS], fill[6];
} du_view;
CR_FLAT(du_view, sizeof(db_view) + sizeof(du_world) + 24);

#endif
