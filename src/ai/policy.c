#include "ai/policy.h"
#include "base/hash.h"

uint64_t cr_policy_key(const cr_game *game, const cr_view *view)
{
    const cr_question *q = &view->q;
    struct {
        uint64_t own;
        uint16_t asked, open;
        uint8_t kind, form, first, depth, viewer, n_seats, fill[6];
        cr_frame stack[CR_DEPTH];
    } key;

    memset(&key, 0, sizeof key);
    key.asked = q->asked;
    key.open = q->form == CR_ALL ? 0 : q->open;
    key.kind = q->kind;
    key.form = q->form;
    key.first = q->first;
    key.depth = view->depth;
    key.viewer = view->viewer;
    key.n_seats = view->n_seats;
    memcpy(key.stack, view->stack, sizeof key.stack);
    key.own = cr_hash(view + 1, game->view_size - sizeof *view);
    return cr_hash(&key, sizeof key);
}

const cr_policy_row *cr_policy_find(const cr_policy *policy, uint64_t key)
{
    uint32_t lo = 0, hi = policy->n_rows;

    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;

        if (policy->rows[mid].key < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < policy->n_rows && policy->rows[lo].key == key ? &policy->rows[lo] : NULL;
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    const cr_policy *policy = offer->bot->own;
    const cr_policy_row *row = cr_policy_find(policy, cr_policy_key(game, view));
    const cr_bot *otherwise = policy->otherwise;

    if (row) {
        const cr_policy_move *at = policy->moves + row->first;
        const cr_policy_move *last = at + row->n - 1;
        uint32_t drawn = (uint32_t)cr_rng_u64(rng);

        while (at < last && drawn >= at->upto)
            at++;
        *out = (cr_move){.kind = at->kind};
        memcpy(out->arg, at->arg, sizeof out->arg);
        if (cr_offer_has(offer, out))
            return true;
    }
    return otherwise->choose(game, otherwise->flags & CR_BOT_BLIND ? NULL : view,
                             &(cr_offer){game, offer->state, offer->seat, otherwise}, rng,
                             budget_ms, out);
}

cr_bot cr_policy_bot(const cr_game *game, const cr_policy *policy, const char *name)
{
    return (cr_bot){.name = name,
                    .about = "plays what `croupier solve` has found",
                    .game = game->name,
                    .own = (void *)(uintptr_t)policy,
                    .choose = choose};
}
