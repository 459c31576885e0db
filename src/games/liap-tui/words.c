/* Liap Tui in words for people: the places of its sentences that are more than a field. The sentences stand in the tables
 * of liap_tui.c. */
#include "games/liap-tui/parts.h"
#include "kernel/say.h"

static const char *const piece_names[] = {"General", "Advisor", "Elephant", "Chariot",
                                          "Horse",   "Cannon",  "Soldier"};
static const char *const colour_names[] = {"red", "black"};

static void tell_piece(cr_teller *t, unsigned kind, unsigned n, bool has_colour)
{
    static const char *const numbers[] = {"", "the ", "two ", "three ", "four ", "five "};

    cr_text_str(t->out, n < CR_COUNT_OF(numbers) ? numbers[n] : "many ");
    if (has_colour)
        cr_text_fmt(t->out, "%s ", colour_names[kind & 1]);
    cr_text_fmt(t->out, "%s%s", piece_names[kind / 2], n > 1 ? "s" : "");
}

/* "the red General and two black Soldiers" */
static void tell_some(cr_teller *t, cr_tally pieces, bool has_colour)
{
    uint64_t kinds = cr_tally_kinds(pieces);
    unsigned left = cr_bits_count(kinds);

    t->agrees = cr_tally_sum(pieces) != 1;
    if (!left)
        cr_text_str(t->out, "no piece");
    for (unsigned kind = 0; kind < LT_KINDS && left; kind++) {
        unsigned n = cr_tally_count(pieces, kind);

        if (!n)
            continue;
        tell_piece(t, kind, n, has_colour);
        left--;
        cr_text_str(t->out, !left ? "" : left == 1 ? " and " : ", ");
    }
}

static void tell_pieces(cr_teller *t, cr_tally pieces)
{
    tell_some(t, pieces, true);
}

static bool get_pieces(const cr_teller *t, cr_tally *out)
{
    char hidden[8];

    if (t->event) {
        if (!cr_tell_raw(t, cr_span_of("pieces"), hidden, sizeof hidden))
            return false;
        memcpy(out, t->event->data + 8, sizeof *out);
        return true;
    }
    if (!t->move || (t->move->kind != LT_KIND_PLAY && t->move->kind != LT_KIND_DEAL))
        return false;
    *out = cr_tally_get(t->move);
    return true;
}

/* ---- why pieces form nothing ---- */

enum {
    PALACE_NAMES = 3,
    FIELD_NAMES = 6
}; /* pieces below these are General, Advisor, Elephant; then the field's */

typedef struct {
    unsigned names, n_names; /* names as bits, both colours as one */
    cr_tally odd;            /* the pieces of the colour that is rarer */
    unsigned odd_colour;
    bool is_mixed;
} shape;

static shape shape_of(cr_tally pieces)
{
    shape s = {0};
    unsigned n[2] = {0};

    for (unsigned kind = 0; kind < LT_KINDS; kind++)
        if (cr_tally_count(pieces, kind)) {
            s.names |= 1u << kind / 2;
            n[kind & 1] += cr_tally_count(pieces, kind);
        }
    s.n_names = cr_bits_count(s.names);
    s.is_mixed = n[0] && n[1];
    s.odd_colour = n[1] <= n[0];
    for (unsigned kind = s.odd_colour; kind < LT_KINDS; kind += 2)
        s.odd += cr_tally_of(kind, cr_tally_count(pieces, kind));
    return s;
}

static bool is_one_group(unsigned names)
{
    return names < 1u << PALACE_NAMES ||
           (names < 1u << FIELD_NAMES && !(names & ((1u << PALACE_NAMES) - 1)));
}

static const char *nearly(const shape *s)
{
    if (s->n_names == 1)
        return "Not one combination yet.";
    return is_one_group(s->names) ? "Not a straight yet." : "These do not combine.";
}

/* The group that the first name belongs to. */
static const char *group_of(unsigned names)
{
    return names & ((1u << PALACE_NAMES) - 1) ? "General, Advisor and Elephant"
                                              : "Chariot, Horse and Cannon";
}

static void tell_why(cr_teller *t, const shape *s)
{
    if (s->is_mixed) {
        tell_some(t, s->odd, false);
        cr_text_fmt(t->out, " %s %s, the rest %s.", t->agrees ? "are" : "is",
                    colour_names[s->odd_colour], colour_names[!s->odd_colour]);
    } else if (is_one_group(s->names)) {
        cr_text_fmt(t->out, "A straight needs all three of %s.", group_of(s->names));
    } else if (s->names >> FIELD_NAMES) {
        cr_text_str(t->out, "Soldiers combine only with Soldiers.");
    } else {
        cr_text_str(t->out,
                    "General, Advisor, Elephant belong together, and Chariot, Horse, Cannon.");
    }
}

/* ---- places ---- */

static void tell_type(cr_teller *t, unsigned type)
{
    static const char *const names[] = {
        "nothing",
        "a single",
        "a pair",
        "three of a kind",
        "a straight",
        "four of a kind",
        "an extended straight",
        "an extended straight of five",
        "five of a kind",
        "a double straight",
        "nothing",
    };

    static_assert(CR_COUNT_OF(names) == LT_TYPES, "a name for every type");
    cr_text_str(t->out, names[type < LT_TYPES ? type : LT_NONE]);
}

static void tell_points(cr_teller *t, int32_t points)
{
    if (points > 0)
        cr_text_char(t->out, '+');
    cr_tell_number(t, points);
}

/* The highest total there is. */
static int32_t best_total(const lt_state *s)
{
    int32_t best = s->open.total[0];

    for (unsigned seat = 1; seat < LT_SEATS; seat++)
        best = s->open.total[seat] > best ? s->open.total[seat] : best;
    return best;
}

static bool tell_told(cr_teller *t, cr_span place)
{
    const cr_event *e = t->event;
    int32_t points;

    if (!e)
        return false;
    if (cr_span_is(place, "type") &&
        (e->kind == EV_LEAD || e->kind == EV_FOLLOW || e->kind == EV_TURN)) {
        tell_type(t, e->data[e->kind == EV_LEAD]);
    } else if (cr_span_is(place, "points") && (e->kind == EV_SCORE || e->kind == EV_BEST)) {
        memcpy(&points, e->data + 8, sizeof points);
        tell_points(t, points);
    } else if (cr_span_is(place, "best") && e->kind == EV_RESULT && t->state) {
        cr_tell_number(t, best_total((const lt_state *)t->state));
    } else {
        return false;
    }
    return true;
}

/* Who has spoken in this round and for how much, as the last to declare needs it. */
static unsigned sum_with(const cr_teller *t, const lt_state *s)
{
    return lt_declared_sum(s->open.declared) +
           (t->move && t->move->kind == LT_KIND_DECLARE ? t->move->arg[0] : 0u);
}

/* The pieces that are not in the hand, or more of them than it has. */
static cr_tally without(cr_tally pieces, cr_tally hand)
{
    cr_tally rest = 0;

    for (unsigned kind = 0; kind < LT_KINDS; kind++) {
        unsigned n = cr_tally_count(pieces, kind), has = cr_tally_count(hand, kind);

        rest += cr_tally_of(kind, n > has ? n - has : 0);
    }
    return rest;
}

static bool tell_position(cr_teller *t, const lt_state *s, cr_span place)
{
    cr_tally pieces;

    if (cr_span_is(place, "lead"))
        tell_type(t, s->type[s->open.leader]);
    else if (cr_span_is(place, "starts"))
        cr_text_str(t->out, s->open.made ? "" : "yes");
    else if (cr_span_is(place, "k"))
        cr_tell_number(t, s->open.k);
    else if (cr_span_is(place, "leader"))
        cr_tell_seat(t, s->open.leader, false);
    else if (cr_span_is(place, "sum"))
        cr_tell_number(t, sum_with(t, s));
    else if (cr_span_is(place, "missing") && t->reader < LT_SEATS && get_pieces(t, &pieces))
        tell_pieces(t, without(pieces, s->hand[t->reader]));
    else
        return false;
    return true;
}

bool lt_tell(cr_teller *t, cr_span place)
{
    const lt_state *s = (const lt_state *)t->state;
    cr_tally pieces;
    shape odd;

    if (tell_told(t, place))
        return true;
    if (get_pieces(t, &pieces)) {
        odd = shape_of(pieces);
        if (cr_span_is(place, "pieces"))
            tell_pieces(t, pieces);
        else if (cr_span_is(place, "count"))
            cr_tell_number(t, cr_tally_sum(pieces));
        else if (cr_span_is(place, "nearly"))
            cr_text_str(t->out, nearly(&odd));
        else if (cr_span_is(place, "why"))
            tell_why(t, &odd);
        else
            return s && tell_position(t, s, place);
        return true;
    }
    if (cr_span_is(place, "pieces"))
        return false;
    return s && !t->event && tell_position(t, s, place);
}
