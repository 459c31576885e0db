/* The baseline of Liap Tui (LT-13.5 to LT-13.7): declares what its hand should take, leads the most it still wants,
 * follows to win while it wants the piles, and throws its best pieces away when it does not. It draws nothing. */
#include "ai/bot.h"
#include "games/liap-tui/liap_tui.h"

enum { HIGH_POINTS = 12 };

static unsigned total_points(cr_tally pieces)
{
    unsigned sum = 0;

    for (unsigned kind = 0; kind < LT_KINDS; kind++)
        sum += cr_tally_count(pieces, kind) * lt_points(kind);
    return sum;
}

/* The largest valid collection in the hand with lo to hi pieces, of equal size the one of higher value; 0 if there is
 * none. */
static cr_tally largest_valid(cr_tally hand, unsigned lo, unsigned hi)
{
    cr_tally best = 0;
    unsigned best_rank = 0;

    for (unsigned i = 0; i < LT_VALID; i++) {
        unsigned size = cr_tally_sum(lt_valid[i]), rank = size << 8 | lt_form_of(lt_valid[i]).value;

        if (size >= lo && size <= hi && rank > best_rank && cr_tally_has(hand, lt_valid[i])) {
            best = lt_valid[i];
            best_rank = rank;
        }
    }
    return best;
}

static unsigned expected_piles(const lt_view *v)
{
    cr_tally rest = v->hand;
    unsigned expected = 0;

    if (v->open.starter == v->v.viewer + 1 || (rest & LT_GENERALS))
        for (cr_tally taken; (taken = largest_valid(rest, 3, LT_PLAY_MAX)); rest -= taken)
            expected += cr_tally_sum(taken);
    for (unsigned kind = 0; kind < LT_KINDS && lt_points(kind) >= HIGH_POINTS; kind++)
        expected += cr_tally_count(rest, kind);
    return expected;
}

/* The legal number nearest to this one, the smaller of two. */
static uint8_t nearest(uint16_t legal, unsigned number)
{
    for (unsigned away = 0;; away++) {
        if (away <= number && (legal >> (number - away) & 1))
            return (uint8_t)(number - away);
        if (legal >> (number + away) & 1)
            return (uint8_t)(number + away);
    }
}

static cr_tally lead(const lt_view *v, int wanted)
{
    return wanted > 0 ? largest_valid(v->hand, 1, (unsigned)wanted) : lt_lowest(v->hand, 1);
}

/* The highest collection of the lead's type; 0 if there is none. */
static cr_tally highest_of_type(const lt_view *v)
{
    cr_tally best = 0;

    for (unsigned i = 0; i < LT_VALID; i++)
        if (lt_form_of(lt_valid[i]).type == v->type && cr_tally_has(v->hand, lt_valid[i]) &&
            (!best || lt_form_of(lt_valid[i]).value > lt_form_of(best).value))
            best = lt_valid[i];
    return best;
}

/* The k pieces of the largest point total that cannot win; if every choice could, the one of least value. */
static cr_tally throw_away(const lt_view *v)
{
    unsigned n = cr_tally_choices(v->hand, v->open.k), most = 0, least = UINT8_MAX;
    cr_tally best = 0, lowest = 0;

    for (unsigned i = 0; i < n; i++) {
        cr_tally pieces = cr_tally_nth(v->hand, v->open.k, i);
        unsigned points = total_points(pieces);
        lt_form form = lt_form_of(pieces);

        if (form.type != v->type && points > most) {
            best = pieces;
            most = points;
        } else if (form.type == v->type && form.value < least) {
            lowest = pieces;
            least = form.value;
        }
    }
    return best ? best : lowest;
}

static cr_tally follow(const lt_view *v, int wanted)
{
    unsigned k = v->open.k;
    cr_tally best;

    if (wanted < (int)k)
        return k == 1 ? lt_lowest(v->hand, 1) : throw_away(v);
    best = highest_of_type(v);
    return best ? best : lt_lowest(v->hand, k);
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    const lt_view *v = (const lt_view *)view;
    unsigned seat = view->viewer;
    int wanted = (int)v->open.declared[seat] - 1 - (int)v->open.captured[seat];

    (void)game, (void)offer, (void)rng, (void)budget_ms;
    *out = (cr_move){0};
    switch (view->q.kind) {
    case LT_Q_REDEAL:
        out->kind = LT_KIND_REDEAL;
        out->arg[0] = LT_ACCEPT;
        return true;
    case LT_Q_DECLARE:
        out->kind = LT_KIND_DECLARE;
        out->arg[0] =
            nearest(lt_legal_numbers(v->open.declared, v->open.streak[seat]), expected_piles(v));
        return true;
    case LT_Q_PLAY:
        out->kind = LT_KIND_PLAY;
        cr_tally_put(out, v->open.made ? follow(v, wanted) : lead(v, wanted));
        return true;
    default:
        return false;
    }
}

extern const cr_bot cr_bot_baseline_liap_tui;
const cr_bot cr_bot_baseline_liap_tui = {
    .name = "baseline",
    .about = "takes what its hand should take, and nothing more",
    .game = "liap-tui",
    .choose = choose,
};
