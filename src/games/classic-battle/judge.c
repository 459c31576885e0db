/* Who may do what in Classic Battle: the table of transitions.def read as a judge (JK-9), as a list of offers and as
 * the default of every question. */
#include "games/classic-battle/classic_battle.h"

#define CR_RULES_FILE "games/classic-battle/rules.def"
#include "kernel/rules.h"

const cb_setting cb_settings[SET_END] = {
#define SETTING(name, word, top, flags) {word, top, flags},
    CB_SETTINGS(SETTING)
#undef SETTING
};

static const uint8_t edit_top[EDIT_END] = {CB_STATS,     CB_STAT_MAX + 1, CB_STAT_MAX + 1,
                                           OUTCOME_DRAW, CB_ROUNDS + 1,   CB_ROUNDS + 1,
                                           CB_ROUNDS};

bool cb_is_end(const cb_state *s)
{
    const cb_board *b = &s->board;

    CR_CITE(JK_3_4);
    CR_CITE(JK_3_3);
    CR_CITE(JK_2_5);
    return b->score[0] >= b->target || b->score[1] >= b->target || b->at >= b->n_cards ||
           b->rounds_played >= s->session.max_rounds;
}

bool cb_guard_holds(const cb_state *s, const cb_row *row)
{
    switch (row->guard) {
    case GUARD_AUTO_SELECT:
        return s->board.sampled & F_AUTO_SELECT;
    case GUARD_NO_AUTO_SELECT:
        return !(s->board.sampled & F_AUTO_SELECT);
    case GUARD_OUTCOME:
        CR_CITE(JK_6_7);
        return row->trigger == TR_WIN_PLAYER + s->board.outcome - 1;
    case GUARD_END:
        return cb_is_end(s);
    case GUARD_NO_END:
        return !cb_is_end(s);
    case GUARD_MODIFY:
        return cb_has(s, F_ROUND_MODIFY);
    default:
        return true;
    }
}

static bool is_computer_chooser(const cb_state *s)
{
    return s->board.chooser && !cb_has(s, F_PERSON);
}

uint8_t cb_natural(const cb_state *s, uint8_t state)
{
    switch (state) {
    case ST_LOBBY:
        return TR_INTERRUPT;
    case ST_MATCH_START:
    case ST_COOLDOWN:
        return TR_READY;
    case ST_ROUND_START:
        return TR_CARDS_REVEALED;
    case ST_CHOICE:
        return is_computer_chooser(s) && s->board.timer != TIMER_STAT ? TR_STAT_SELECTED
                                                                      : TR_TIMEOUT;
    case ST_DECISION:
        return (uint8_t)(TR_WIN_PLAYER + s->board.outcome - 1);
    case ST_ROUND_OVER:
        return cb_is_end(s) ? TR_MATCH_POINT_REACHED : TR_CONTINUE;
    case ST_MATCH_DECISION:
        return TR_FINALIZE;
    case ST_MATCH_OVER:
        CR_CITE(JK_8_17);
        return TR_HOME;
    case ST_INTERRUPT_ROUND:
        return TR_ABORT_MATCH;
    case ST_INTERRUPT_MATCH:
        return TR_TO_LOBBY;
    default:
        return TR_CANCEL_MODIFICATION;
    }
}

cr_move cb_idle(const cr_state *k, uint8_t seat)
{
    const cb_state *s = (const cb_state *)k;
    uint8_t kind = cb_natural(s, cb_state_of(s)), arg = 0;
    cr_move move;

    (void)seat; /* a state has one default, whoever's time is used up */
    CR_CITE(JK_6_13);
    if (kind == TR_INTERRUPT)
        arg = REASON_TIMEOUT - 1; /* no person's: the host's */
    else if (kind == TR_STAT_SELECTED)
        arg = CB_BY_ENGINE;
    cr_move_set(&move, cr_words_of(kind, arg));
    return move;
}

/* ---- sources: the last column of JK-6.4 ---- */

static uint8_t source_of(const cb_state *s, uint8_t seat)
{
    bool is_test = cb_has(s, F_TEST_MODE);

    switch (seat) {
    case 0:
        return BY_PLAYER;
    case 1:
        CR_CITE(JK_5_8);
        return cb_has(s, F_PERSON) ? BY_OPPONENT : 0;
    case CR_HOST:
        if (cb_has(s, F_AUTO_ADVANCE))
            return BY_SYSTEM;
        CR_CITE(JK_6_9);
        return cb_has(s, F_PERSON) ? BY_SYSTEM | BY_ENGINE : BY_SYSTEM | BY_ENGINE | BY_COMPUTER;
    default:
        return is_test ? BY_ADMIN : 0;
    }
}

static uint8_t by_anywhere(uint8_t trigger)
{
    uint8_t by = 0;

    for (unsigned i = 1; i < ROW_END; i++)
        if (cb_rows[i].trigger == trigger)
            by |= cb_rows[i].by;
    return by;
}

uint16_t cb_asked(const cb_state *s, uint8_t state)
{
    const cb_row *row = &cb_rows[cb_row_first[state]];
    uint16_t seats = CR_BIT(0) | CR_BIT(CR_HOST); /* settings, everywhere */
    uint8_t by = 0;

    if (CR_LIKELY(!cb_has(s, F_PERSON | F_TEST_MODE)))
        return seats;
    for (; row->state == state; row++)
        by |= row->by;
    if ((by & BY_OPPONENT) && cb_has(s, F_PERSON))
        seats |= CR_BIT(1);
    if ((by & BY_ADMIN) && cb_has(s, F_TEST_MODE))
        seats |= CR_BIT(CR_ADMIN);
    return seats;
}

/* ---- the judge ---- */

static bool is_card_playable(const cb_state *s, uint32_t card)
{
    uint8_t list[CB_CARDS_MAX];
    unsigned n;

    if (cb_roster_load(&cb_rosters[s->session.roster], list, &n, NULL, NULL) == CB_DECK_LOAD)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (list[i] + 1u == card)
            return true;
    return false;
}

/* JK-2.11: a card that may be dealt, and not the one that the other side has at the same place. */
static bool is_deck_card(const cb_state *s, unsigned side, uint32_t card)
{
    uint8_t at = s->board.n_rigged[side];

    CR_CITE(JK_2_11);
    return at < CB_ROUNDS && is_card_playable(s, card) &&
           (at >= s->board.n_rigged[!side] || s->rigged_deck[!side][at] != card);
}

static cr_refusal check_setting(const cb_state *s, const cr_move *move)
{
    const cb_setting *setting = &cb_settings[move->arg[0]];
    uint32_t value = cb_setting_value(move);
    bool is_test = setting->flags & CB_TEST;

    if (move->seat != CR_HOST && (move->seat != 0 || is_test))
        return CR_REFUSE(CODE_FORBIDDEN, JK_9_3, 0);
    if (is_test && !cb_has(s, F_TEST_MODE))
        return CR_REFUSE(CODE_FORBIDDEN, JK_9_3, 0);
    if (value > setting->top)
        return CR_REFUSE(CODE_BAD_SETTING, JK_6_12, 2);
    switch (move->arg[0]) {
    case SET_PLAYER_CARD:
    case SET_OPPONENT_CARD:
        if (value && !is_deck_card(s, move->arg[0] == SET_OPPONENT_CARD, value))
            return CR_REFUSE(CODE_BAD_SETTING, JK_2_11, 2);
        break;
    case SET_PICK:
        if (value < CB_STATS && s->board.n_rigged[2] == CB_RIGS)
            return CR_REFUSE(CODE_BAD_SETTING, JK_2_12, 2);
        break;
    case SET_DELAY:
        if (value < setting->top && s->board.n_rigged[3] == CB_RIGS)
            return CR_REFUSE(CODE_BAD_SETTING, JK_2_12, 2);
        break;
    default:
        break;
    }
    return CR_ACCEPT;
}

static cr_refusal check_edit(const cb_state *s, const cr_move *move)
{
    CR_CITE(JK_8_12);
    if (!s->board.has_round)
        return CR_REFUSE(CODE_NO_ROUND, JK_8_14, 0);
    for (unsigned i = 0; i < EDIT_END; i++)
        if (move->arg[i] > edit_top[i])
            return CR_REFUSE(CODE_BAD_EDIT, JK_8_12, (uint16_t)(i + 1));
    if (!move->arg[EDIT_STAT] && !s->board.kept_lock)
        return CR_REFUSE(CODE_BAD_EDIT, JK_8_12, EDIT_STAT + 1);
    return CR_ACCEPT;
}

static cr_refusal check_stat(const cb_state *s, const cr_move *move)
{
    if (move->arg[0] >= CB_STATS)
        return CR_REFUSE(CODE_BAD_STAT, JK_1_2, 1);
    if (s->board.chooser != (move->seat != 0)) /* the host stands in for a computer opponent */
        return CR_REFUSE(CODE_NOT_YOUR_TURN, JK_5_1, 0);
    return CR_ACCEPT;
}

cr_refusal cb_check(const cr_state *k, const cr_move *move)
{
    const cb_state *s = (const cb_state *)k;
    uint8_t state = cb_state_of(s);
    const cb_row *row;

    if (move->kind == KIND_SETTINGS)
        return check_setting(s, move);
    row = &cb_rows[cb_row_of[state][move->kind]];
    CR_CITE(JK_6_5);
    CR_CITE(JK_6_11);
    CR_CITE(JK_9_1);
    CR_CITE(JK_9_2);
    if (!((row->state ? row->by : by_anywhere(move->kind)) & source_of(s, move->seat)))
        return CR_REFUSE(CODE_FORBIDDEN, JK_9_3, 0);
    if (move->kind == TR_STAT_SELECTED && (state == ST_DECISION || state == ST_ROUND_OVER))
        return CR_REFUSE(CODE_DUPLICATE, JK_4_3, 0);
    if (!row->state) {
        CR_CITE(JK_9_4);
        return CR_REFUSE(CODE_NOT_ALLOWED, JK_6_4, 0);
    }
    switch (row->guard) {
    case GUARD_TARGET:
        if (move->arg[0] < 1 || move->arg[0] > CB_ROUNDS)
            return CR_REFUSE(CODE_BAD_TARGET, JK_3_2, 1);
        return CR_ACCEPT;
    case GUARD_STAT:
        return check_stat(s, move);
    case GUARD_EDIT:
        return check_edit(s, move);
    default:
        break;
    }
    while (!cb_guard_holds(s, row)) {
        if (!row[1].is_also)
            return CR_REFUSE(CODE_GUARD, JK_6_4, 0);
        row++;
    }
    return CR_ACCEPT;
}

cr_refusal cb_refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    cr_refusal refusal;

    if (kernel.code == CR_CODE_OVER)
        return CR_REFUSE(CODE_OVER, JK_3_10, 0);
    refusal = cb_check(k, move);
    return refusal.code ? refusal : CR_REFUSE(CODE_FORBIDDEN, JK_9_3, 0);
}

/* ---- offers ---- */

static void offer_settings(const cb_state *s, uint8_t seat, cr_space *out)
{
    enum { PLAIN = (1 << SET_ROUND_MODIFY) - 1, CHOICES = 1 << SET_CHOOSER | 1 << SET_DIFFICULTY };
    cr_box *box = cr_box_add(out, KIND_SETTINGS);

    cr_box_one(box, 0, PLAIN | CHOICES | 1 << SET_PRESET | 1 << SET_STRATEGY);
    cr_box_one(box, 2, 0xF);
    if (seat != CR_HOST || !cb_has(s, F_TEST_MODE))
        return;
    box = cr_box_add(out, KIND_SETTINGS);
    cr_box_one(box, 0, 1 << SET_ROUND_MODIFY | 1 << SET_INJECT | 1 << SET_PICK);
    cr_box_one(box, 2, 0xFFFF);
    box = cr_box_add(out, KIND_SETTINGS);
    cr_box_one(box, 0, 1 << SET_PLAYER_CARD | 1 << SET_OPPONENT_CARD | 1 << SET_DELAY);
    cr_box_one(box, 1, 0xFFFFFFFF);
    cr_box_one(box, 2, UINT64_MAX);
}

static void offer_edit(const cb_state *s, cr_space *out)
{
    cr_box *box = cr_box_add(out, TR_MODIFY_ROUND_DECISION);

    for (unsigned i = 0; i < EDIT_END; i++) {
        uint64_t set = (UINT64_C(2) << edit_top[i]) - 1;

        cr_box_one(box, (uint8_t)i, i == EDIT_STAT && !s->board.kept_lock ? set - 1 : set);
    }
    box->is_exact = 1;
}

static void offer(const cb_state *s, uint8_t seat, const cb_row *row, cr_space *out)
{
    cr_box *box;

    switch (row->trigger) {
    case TR_STAT_SELECTED:
        if (s->board.chooser != (seat != 0))
            return;
        box = cr_box_add(out, TR_STAT_SELECTED);
        cr_box_one(box, 0, (1 << CB_STATS) - 1);
        break;
    case TR_START_CLICKED:
        box = cr_box_add(out, TR_START_CLICKED);
        cr_box_one(box, 0, (UINT64_C(2) << CB_ROUNDS) - 2);
        break;
    case TR_INTERRUPT:
        box = cr_box_add(out, TR_INTERRUPT);
        cr_box_one(box, 0, (1 << (REASON_END - 1)) - 1);
        break;
    case TR_MODIFY_ROUND_DECISION:
        if (s->board.has_round)
            offer_edit(s, out);
        return;
    default:
        box = cr_box_add(out, row->trigger);
    }
    box->is_exact = 1;
}

void cb_space(const cr_state *k, uint8_t seat, cr_space *out)
{
    const cb_state *s = (const cb_state *)k;
    uint8_t state = cb_state_of(s), by = source_of(s, seat), offered = TR_NONE;

    for (const cb_row *row = &cb_rows[cb_row_first[state]]; row->state == state; row++) {
        if (!(row->by & by) || row->trigger == offered ||
            (out->is_for_answers && row->trigger == TR_INTERRUPT) || !cb_guard_holds(s, row))
            continue;
        offer(s, seat, row, out);
        offered = row->trigger;
    }
    if ((seat == 0 || seat == CR_HOST) && !out->is_for_answers)
        offer_settings(s, seat, out);
}
