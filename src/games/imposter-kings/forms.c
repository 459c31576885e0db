/* How cards, zones and the stack are written and read. A card is its name, one word; "King's Hand" may be written with
 * a blank or a hyphen where a move names it. */
#include "games/imposter-kings/imposter_kings.h"

static const char *const words[] = {
#define CARD(name, word, ...) word,
#include "games/imposter-kings/cards.def"
#undef CARD
    NULL,
};

static void put_name(cr_text *out, unsigned name)
{
    cr_word_put(out, words, name);
}

static bool find_name(cr_span word, uint8_t *name)
{
    unsigned i;

    if (!cr_word_find(word, words, &i))
        return false;
    *name = (uint8_t)i;
    return true;
}

static bool take_name(cr_span *in, uint8_t *name)
{
    if (cr_span_take(in, "King's")) {
        *name = IK_KINGS_HAND;
        return cr_span_take(in, "Hand");
    }
    return find_name(cr_span_word(in), name);
}

/* Lists are read until their text ends. */
static bool is_none(cr_span *in)
{
    return cr_span_take(in, "-");
}

static void separate(cr_text *out, bool *is_first)
{
    if (!*is_first)
        cr_text_char(out, ' ');
    *is_first = false;
}

/* ---- one card ---- */

static void print_name(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    put_name(out, *value);
}

static bool parse_name(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    return take_name(in, value);
}

const cr_type ik_name_type = {1, CR_OF_CARDS, print_name, parse_name};

static void print_maybe_name(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_maybe_word.print(out, value, words);
}

static bool parse_maybe_name(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    if (is_none(in))
        return true;
    if (!take_name(in, value))
        return false;
    ++*value;
    return true;
}

const cr_type ik_maybe_name_type = {1, CR_OF_CARDS, print_maybe_name, parse_maybe_name};

static void print_hidden(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (*value >= IK_SHOWN)
        put_name(out, (unsigned)*value - IK_SHOWN);
    else
        cr_text_char(out, *value ? '?' : '-');
}

static bool parse_hidden(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    if (is_none(in))
        return true;
    if (cr_span_take(in, "?")) {
        *value = IK_HIDDEN;
        return true;
    }
    if (!take_name(in, value))
        return false;
    *value = (uint8_t)(*value + IK_SHOWN);
    return true;
}

const cr_type ik_hidden_type = {1, CR_OF_CARDS, print_hidden, parse_hidden};

/* ---- sets, bags, rows ---- */

static void print_bag_of(cr_text *out, const ik_bag *bag)
{
    bool is_first = true;

    if (!ik_names(bag))
        cr_text_char(out, '-');
    for (uint32_t names = ik_names(bag); names; names &= names - 1)
        for (unsigned i = 0; i < ik_copies(bag, cr_bits_first(names)); i++) {
            separate(out, &is_first);
            put_name(out, cr_bits_first(names));
        }
}

/* At most so many cards of one name. */
static bool parse_bag_of(cr_span *in, ik_bag *bag, unsigned most)
{
    uint8_t name;

    *bag = (ik_bag){{0}};
    if (is_none(in))
        return true;
    while (!cr_span_is_empty(in)) {
        if (!take_name(in, &name) || ik_copies(bag, name) == most)
            return false;
        ik_add(bag, name);
    }
    return true;
}

static void print_bag(cr_text *out, const uint8_t *value, const void *with)
{
    ik_bag bag;

    (void)with;
    memcpy(&bag, value, sizeof bag);
    print_bag_of(out, &bag);
}

static bool parse_bag(cr_span *in, uint8_t *value, const void *with)
{
    ik_bag bag;

    (void)with;
    if (!parse_bag_of(in, &bag, IK_COPIES))
        return false;
    memcpy(value, &bag, sizeof bag);
    return true;
}

const cr_type ik_bag_type = {sizeof(ik_bag), CR_LIST | CR_OF_CARDS, print_bag, parse_bag};

static void print_deal(cr_text *out, const uint8_t *value, const void *with)
{
    ik_bag bag = {{0}};

    (void)with;
    memcpy(&bag, value, IK_DEAL_BYTES);
    print_bag_of(out, &bag);
}

static bool parse_deal(cr_span *in, uint8_t *value, const void *with)
{
    ik_bag bag;

    (void)with;
    if (!parse_bag_of(in, &bag, 2))
        return false;
    memcpy(value, &bag, IK_DEAL_BYTES);
    return true;
}

const cr_type ik_deal_type = {IK_DEAL_BYTES, CR_LIST, print_deal, parse_deal};

static void print_names(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_set32.print(out, value, words);
}

static bool parse_names(cr_span *in, uint8_t *value, const void *with)
{
    ik_bag bag;

    (void)with;
    if (!parse_bag_of(in, &bag, 1))
        return false;
    memcpy(value, &bag.n[0], sizeof bag.n[0]);
    return true;
}

const cr_type ik_names_type = {sizeof(uint32_t), CR_LIST | CR_OF_CARDS, print_names, parse_names};

static void print_row(cr_text *out, const uint8_t *value, const void *with)
{
    const ik_row *row = (const void *)value;
    bool is_first = true;

    (void)with;
    if (!row->n)
        cr_text_char(out, '-');
    for (unsigned i = 0; i < row->n && i < IK_ROW_CAP; i++) {
        separate(out, &is_first);
        put_name(out, row->at[i]);
    }
}

static bool parse_row(cr_span *in, uint8_t *value, const void *with)
{
    ik_row *row = (void *)value;

    (void)with;
    if (is_none(in))
        return true;
    while (!cr_span_is_empty(in))
        if (row->n == IK_ROW_CAP || !take_name(in, &row->at[row->n++]))
            return false;
    return true;
}

const cr_type ik_row_type = {sizeof(ik_row), CR_LIST | CR_OF_CARDS, print_row, parse_row};

static void print_values(cr_text *out, const uint8_t *value, const void *with)
{
    const ik_row *row = (const void *)value;
    bool is_first = true;

    (void)with;
    if (!row->n)
        cr_text_char(out, '-');
    for (unsigned i = 0; i < row->n && i < IK_ROW_CAP; i++) {
        separate(out, &is_first);
        cr_text_int(out, row->at[i]);
    }
}

static bool parse_values(cr_span *in, uint8_t *value, const void *with)
{
    ik_row *row = (void *)value;
    int64_t n;

    (void)with;
    if (is_none(in))
        return true;
    while (!cr_span_is_empty(in)) {
        if (row->n == IK_ROW_CAP || !cr_span_int(in, 1, 99, &n))
            return false;
        row->at[row->n++] = (uint8_t)n;
    }
    return true;
}

const cr_type ik_values_type = {sizeof(ik_row), CR_LIST | CR_NUMBER, print_values, parse_values};

/* ---- numbers and positions: sets of small numbers ---- */

static void print_set(cr_text *out, uint32_t set, unsigned from)
{
    bool is_first = true;

    if (!set)
        cr_text_char(out, '-');
    for (; set; set &= set - 1) {
        separate(out, &is_first);
        cr_text_int(out, cr_bits_first(set) + from);
    }
}

static void print_numbers(cr_text *out, const uint8_t *value, const void *with)
{
    uint16_t numbers;

    (void)with;
    memcpy(&numbers, value, sizeof numbers);
    print_set(out, numbers, 0);
}

static bool parse_numbers(cr_span *in, uint8_t *value, const void *with)
{
    uint16_t numbers = 0;
    int64_t n;

    (void)with;
    if (!is_none(in))
        while (!cr_span_is_empty(in)) {
            if (!cr_span_int(in, 1, 8, &n) || (numbers >> n & 1))
                return false;
            numbers |= (uint16_t)(1u << n);
        }
    memcpy(value, &numbers, sizeof numbers);
    return true;
}

const cr_type ik_numbers_type = {sizeof(uint16_t), CR_LIST | CR_NUMBER, print_numbers,
                                 parse_numbers};

static void print_positions(cr_text *out, const uint8_t *value, const void *with)
{
    uint32_t set;

    (void)with;
    memcpy(&set, value, sizeof set);
    print_set(out, set, 1);
}

/* The last position, which no Court has, stands for every number that is no position, so that the judge refuses it. */
static bool parse_positions(cr_span *in, uint8_t *value, const void *with)
{
    uint32_t set = 0, bit;
    int64_t n;

    (void)with;
    if (!is_none(in))
        while (!cr_span_is_empty(in)) {
            if (!cr_span_count(in, IK_CAP, &n))
                return false;
            bit = UINT32_C(1) << ((n ? n : IK_CAP) - 1);
            if ((set & bit) && n && n < IK_CAP)
                return false;
            set |= bit;
        }
    memcpy(value, &set, sizeof set);
    return true;
}
static_assert((int)IK_COURT_MAX < (int)IK_CAP, "a position that no Court has");

const cr_type ik_positions_type = {sizeof(uint32_t), CR_LIST | CR_NUMBER, print_positions,
                                   parse_positions};

/* A set cannot hold a position twice, so no move can say it: the rules' refusal is given here. */
bool ik_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why)
{
    uint64_t seen = 0;
    int64_t n;

    if ((k->q.kind != Q_SOLDIER && k->q.kind != Q_AEGIS) || !(cr_deciders_of(&k->q) >> seat & 1) ||
        !cr_span_take(&text, "disgrace"))
        return false;
    while (cr_span_count(&text, IK_CAP, &n)) {
        if (n && n < IK_CAP && (seen >> n & 1)) {
            out->kind = KIND_DISGRACE;
            *why = CR_REFUSE(E_COUNT, IK_1_17, 1);
            return true;
        }
        seen |= UINT64_C(1) << n;
    }
    return false;
}

/* ---- the card that is being played, as a view shows it, and what was declared with it: "Inquisitor naming=Warden" ---- */

static const char *const play_from[] = {"hand", "antechamber", NULL};
static const char *const play_with[] = {"-", "ability", NULL};
static const char *const play_how[] = {"-", "immune", "oath", "immune-oath", NULL};
static const cr_field play_parts[] = {
    CR_ARG("from", IK_ARG_FROM, &cr_word, play_from, 0, 0),
    CR_ARG("with", IK_ARG_USE, &cr_word, play_with, 0, 0),
    CR_ARG("at", IK_ARG_POSITION, &cr_u8, NULL, 0, 0),
    CR_ARG("naming", IK_ARG_NAME, &ik_maybe_name_type, NULL, 0, 0),
    CR_ARG("saying", IK_ARG_NUMBER, &cr_u8, NULL, 0, 0),
    CR_ARG("on", IK_ARG_OPPONENT, &cr_maybe_seat, NULL, 0, 0),
    CR_ARG("copying", IK_ARG_COPY, &cr_u8, NULL, 0, 0),
    CR_ARG("how", IK_ARG_HOW, &cr_word, play_how, 0, 0),
    CR_ARG("as", IK_ARG_AS, &ik_maybe_name_type, NULL, 0, 0),
    {0},
};

static void print_play(cr_text *out, const uint8_t *value, const void *with)
{
    ik_maybe_name_type.print(out, &value[IK_ARG_CARD], with);
    for (const cr_field *f = play_parts; f->name; f++)
        if (value[f->at]) {
            cr_text_fmt(out, " %s=", f->name);
            cr_field_print(out, f, value, 0);
        }
}

static bool parse_play(cr_span *in, uint8_t *value, const void *with)
{
    if (!ik_maybe_name_type.parse(in, &value[IK_ARG_CARD], with))
        return false;
    while (!cr_span_is_empty(in)) {
        cr_span word = cr_span_word(in);
        const cr_field *f = play_parts;

        for (; f->name; f++) {
            cr_span rest = word;

            if (cr_span_lead(&rest, f->name) && cr_span_lead(&rest, "=")) {
                if (!cr_field_parse(rest, f, value, 0, NULL))
                    return false;
                break;
            }
        }
        if (!f->name)
            return false;
    }
    return true;
}

const cr_type ik_play_type = {12, CR_LIST, print_play, parse_play};

/* ---- the Court: Soldier@1(+2) is a Soldier of player 1 with its bonus, Sentry@0(x) one that is Disgraced, (+1) the mark
 * of a Conspiracist, Stranger@1(=Queen) a Stranger that has copied a Queen. Marks stand in the order =, +2, +1. ---- */

static void print_court(cr_text *out, const uint8_t *value, const void *with)
{
    bool is_first = true;
    ik_court court;

    (void)with;
    memcpy(&court, value, sizeof court);
    if (!court.n)
        cr_text_char(out, '-');
    for (unsigned i = 0; i < court.n && i < IK_CAP; i++) {
        separate(out, &is_first);
        put_name(out, court.card[i]);
        cr_text_fmt(out, "@%u", court.by[i]);
        if (court.down >> i & 1)
            cr_text_str(out, "(x)");
        if (court.as[i]) {
            cr_text_str(out, "(=");
            put_name(out, court.as[i] - 1u);
            cr_text_char(out, ')');
        }
        if (court.bonus >> i & 1)
            cr_text_str(out, "(+2)");
        if (court.marks >> i & 1)
            cr_text_str(out, "(+1)");
    }
}

/* Cuts a mark off the end of a word. */
static bool cut(cr_span *word, const char *mark)
{
    size_t len = strlen(mark);

    if ((size_t)(word->end - word->at) < len || memcmp(word->end - len, mark, len))
        return false;
    word->end -= len;
    return true;
}

/* Cuts "(=NAME)" off the end of a word; true if it is there and names a card, or is not there. */
static bool cut_copied(cr_span *word, uint8_t *as)
{
    cr_span name = *word;

    while (name.at < name.end && *name.at != '=')
        name.at++;
    if (name.at == name.end)
        return true;
    if (name.at == word->at || name.at[-1] != '(' || !cut(&name, ")"))
        return false;
    word->end = name.at - 1;
    name.at++;
    if (!find_name(name, as))
        return false;
    ++*as;
    return true;
}

static bool parse_court(cr_span *in, uint8_t *value, const void *with)
{
    ik_court court = {0};

    (void)with;
    if (!is_none(in))
        while (!cr_span_is_empty(in)) {
            cr_span word = cr_span_word(in);
            unsigned at = court.n++;

            if (at == IK_COURT_MAX)
                return false;
            if (cut(&word, "(x)"))
                court.down |= UINT32_C(1) << at;
            if (cut(&word, "(+1)"))
                court.marks |= UINT32_C(1) << at;
            if (cut(&word, "(+2)"))
                court.bonus |= UINT32_C(1) << at;
            if (!cut_copied(&word, &court.as[at]))
                return false;
            for (uint8_t seat = 0; seat < IK_SEATS; seat++) {
                const char mark[] = {'@', (char)('0' + seat), 0};

                if (cut(&word, mark))
                    court.by[at] = seat;
            }
            if (!find_name(word, &court.card[at]))
                return false;
        }
    memcpy(value, &court, sizeof court);
    return true;
}

const cr_type ik_court_type = {sizeof(ik_court), CR_LIST, print_court, parse_court};

/* ---- the stack as IK-6.1 writes it ---- */

static void print_ability(cr_text *out, const ik_view *v, uint8_t seat)
{
    cr_text_fmt(out, "ABILITY(%u, ", seat);
    put_name(out, (v->play[IK_ARG_AS] ? v->play[IK_ARG_AS] : v->play[IK_ARG_CARD]) - 1u);
    if (v->play[IK_ARG_COPY])
        cr_text_fmt(out, ", copying %u", v->play[IK_ARG_COPY]);
    if (v->play[IK_ARG_POSITION])
        cr_text_fmt(out, ", at %u", v->play[IK_ARG_POSITION]);
    if (v->play[IK_ARG_OPPONENT])
        cr_text_fmt(out, ", on %u", v->play[IK_ARG_OPPONENT] - 1u);
    if (v->play[IK_ARG_NAME]) {
        cr_text_str(out, ", ");
        put_name(out, v->play[IK_ARG_NAME] - 1u);
    }
    if (v->play[IK_ARG_NUMBER])
        cr_text_fmt(out, ", %u", v->play[IK_ARG_NUMBER]);
    cr_text_char(out, ')');
}

static void print_window(cr_text *out, const cr_question *q, unsigned n_seats)
{
    const char *comma = "";

    cr_text_fmt(out, ", WINDOW(%s,[", q->kind == Q_ASSASSIN ? "ASSASSIN" : "KH");
    for (unsigned i = 0; i < n_seats; i++) {
        unsigned seat = (q->first + i) % n_seats;

        if (q->open >> seat & 1) {
            cr_text_fmt(out, "%s%u", comma, seat);
            comma = ",";
        }
    }
    cr_text_str(out, "])");
}

void ik_print_stack(cr_text *out, const cr_view *in)
{
    static const char *const sources[] = {"hand", "antechamber"};
    const ik_view *v = (const ik_view *)in;

    CR_CITE(IK_6_1);
    for (unsigned i = 1; i < in->depth; i++) {
        const cr_frame *frame = &in->stack[i];

        if (i > 1)
            cr_text_str(out, ", ");
        switch (frame->kind) {
        case EFFECT_TURN:
            cr_text_fmt(out, "TURN(%u)", frame->seat);
            break;
        case EFFECT_PLAY:
            cr_text_fmt(out, "PLAY(%u, ", frame->seat);
            put_name(out, v->play[IK_ARG_CARD] - 1u);
            cr_text_fmt(out, ", %s)", sources[v->play[IK_ARG_FROM] & 1]);
            break;
        case EFFECT_ABILITY:
            print_ability(out, v, frame->seat);
            break;
        case EFFECT_FLIP:
            cr_text_fmt(out, "FLIP(%u)", frame->seat);
            break;
        case EFFECT_DRAFT:
            cr_text_str(out, "SELECTION");
            break;
        default:
            cr_text_fmt(out, "ASSASSIN(%u)", frame->seat);
        }
    }
    if (in->depth > 1 && in->q.open && (in->q.kind == Q_ASSASSIN || in->q.kind == Q_KINGS_HAND))
        print_window(out, &in->q, in->n_seats);
    if (in->depth < 2)
        cr_text_char(out, '-');
}
