/* Worlds and invariants from a game's sheet. */
#include "kernel/zones.h"
#include "kernel/rng.h"

static cr_tally tally_at(const void *base, size_t at)
{
    cr_tally tally;

    memcpy(&tally, (const char *)base + at, sizeof tally);
    return tally;
}

static void put_tally(cr_state *s, size_t at, cr_tally tally)
{
    memcpy((char *)s + at, &tally, sizeof tally);
}

static unsigned rows_of(const cr_zone *zone, const cr_sheet *sheet)
{
    return zone->is_each ? sheet->seats_max : 1;
}

/* Bytes from one seat's to the next. */
static size_t stride_of(const cr_zone *zone)
{
    return zone->kind == CR_ZONE_PILE ? zone->most : zone->size;
}

static bool is_of_cards(const cr_zone *zone)
{
    return zone->kind == CR_ZONE_CARDS || zone->kind == CR_ZONE_PILE;
}

void cr_pile_shuffle(uint8_t *pile, cr_tally cards, cr_rng *rng)
{
    for (unsigned i = 0; cards; i++)
        pile[i] = (uint8_t)(cr_tally_first(cr_rng_draw(rng, &cards, 1)) + 1);
}

/* ---- worlds ---- */

/* Takes up to n pieces: a view that somebody wrote may tell of more than there are. */
static cr_tally draw(cr_rng *rng, cr_tally *from, unsigned n)
{
    unsigned there = cr_tally_sum(*from);

    return cr_rng_draw(rng, from, n < there ? n : there);
}

static const cr_zone *knowledge_of(const cr_sheet *sheet, const cr_zone *zone)
{
    for (unsigned i = 0; sheet->n_known && i < sheet->n_zones; i++)
        if (sheet->zones[i].kind == CR_ZONE_KNOWN && sheet->zones[i].of == zone->at)
            return &sheet->zones[i];
    return NULL;
}

static unsigned count_in(const cr_view *view, const cr_zone *zone, unsigned row)
{
    return ((const uint8_t *)view)[zone->count_at + row];
}

/* What the viewer is certain of in this row. */
static cr_tally certain_in(const cr_sheet *sheet, const cr_view *view, const cr_zone *zone,
                           unsigned row)
{
    const cr_zone *known = knowledge_of(sheet, zone);
    uint8_t top;

    if (zone->eyes == CR_SEEN_OWNER && row == view->viewer)
        return tally_at(view, zone->seen_at);
    if (zone->eyes == CR_SEEN_TOP) {
        top = ((const uint8_t *)view)[zone->seen_at + row];
        return top ? cr_tally_of(top - 1u, 1) : 0;
    }
    if (!known || (known->eyes != CR_SEEN_ALL && view->viewer >= sheet->seats_max))
        return 0;
    return tally_at(view, known->seen_at + row * sizeof(cr_tally));
}

/* All cards less those that the viewer sees or is certain of. */
static cr_tally unseen(const cr_sheet *sheet, const cr_view *view, const cr_state *s)
{
    cr_tally left = sheet->all;

    for (const cr_zone *zone = sheet->zones; zone < sheet->zones + sheet->n_zones; zone++)
        for (unsigned row = 0; is_of_cards(zone) && row < rows_of(zone, sheet); row++) {
            size_t at = zone->at + row * stride_of(zone);
            cr_tally seen = zone->eyes != CR_SEEN_ALL ? certain_in(sheet, view, zone, row)
                            : zone->kind == CR_ZONE_CARDS
                                ? tally_at(s, at)
                                : cr_pile_tally((const uint8_t *)s + at, zone->most);

            left -= cr_tally_min(left, seen);
        }
    return left;
}

static void imagine_pile(const cr_view *view, const cr_zone *zone, unsigned row, cr_tally *left,
                         cr_rng *rng, cr_state *out)
{
    uint8_t *pile = (uint8_t *)out + zone->at + row * zone->most;
    unsigned n = count_in(view, zone, row), i = 0, drawn;

    if (n > zone->most)
        n = zone->most;
    drawn = zone->eyes == CR_SEEN_TOP && n ? n - 1 : n;
    for (; i < drawn && *left; i++)
        pile[i] = (uint8_t)(cr_tally_first(draw(rng, left, 1)) + 1);
    if (drawn < n)
        pile[i] = ((const uint8_t *)view)[zone->seen_at + row];
}

static void imagine_row(const cr_sheet *sheet, const cr_view *view, const cr_zone *zone,
                        unsigned row, cr_tally *left, cr_rng *rng, cr_state *out)
{
    size_t at = zone->at + row * stride_of(zone);
    bool is_own = zone->eyes == CR_SEEN_OWNER && row == view->viewer;
    cr_tally certain = is_of_cards(zone) ? certain_in(sheet, view, zone, row) : 0;
    unsigned n = count_in(view, zone, row), sum = cr_tally_sum(certain);

    if (is_own)
        put_tally(out, at, tally_at(view, zone->seen_at));
    else if (zone->kind == CR_ZONE_PILE)
        imagine_pile(view, zone, row, left, rng, out);
    else if (zone->kind == CR_ZONE_DICE)
        put_tally(out, at, cr_rng_roll(rng, zone->most, n < 7 ? n : 7));
    else
        put_tally(out, at, certain + draw(rng, left, n > sum ? n - sum : 0));
}

/* What the viewers of this match are certain of. The cards are there. */
static void imagine_known(const cr_sheet *sheet, const cr_view *view, const cr_zone *zone,
                          cr_rng *rng, cr_state *out)
{
    bool is_owners = false;

    for (unsigned i = 0; i < sheet->n_zones; i++)
        is_owners |= sheet->zones[i].at == zone->of && sheet->zones[i].eyes == CR_SEEN_OWNER;
    for (unsigned who = 0; who < view->n_seats; who++)
        for (unsigned owner = 0; owner < view->n_seats; owner++) {
            size_t at = zone->at + (who * sheet->seats_max + owner) * sizeof(cr_tally);
            cr_tally cards = tally_at(out, zone->of + owner * sizeof(cr_tally));

            if (who == owner && is_owners)
                continue; /* sees them anyway */
            if (who == view->viewer)
                cards = tally_at(view, zone->seen_at + owner * sizeof(cr_tally));
            else if (owner == view->viewer && zone->eyes == CR_SEEN_BOTH)
                cards = tally_at(view, zone->count_at + who * sizeof(cr_tally));
            else
                cards = cr_rng_part(rng, cards);
            put_tally(out, at, cards);
        }
}

void cr_sheet_imagine(const cr_sheet *sheet, const cr_view *view, cr_rng *rng, cr_state *out)
{
    const cr_zone *end = sheet->zones + sheet->n_zones;
    cr_tally left;

    memcpy((char *)out + sizeof(cr_state), (const char *)view + sizeof(cr_view), sheet->open_bytes);
    left = unseen(sheet, view, out);
    for (const cr_zone *zone = sheet->zones; zone < end; zone++) {
        bool is_drawn = is_of_cards(zone) || zone->kind == CR_ZONE_DICE;

        for (unsigned row = 0; is_drawn && zone->eyes != CR_SEEN_ALL && row < rows_of(zone, sheet);
             row++)
            imagine_row(sheet, view, zone, row, &left, rng, out);
    }
    for (const cr_zone *zone = sheet->zones; sheet->n_known && zone < end; zone++)
        if (zone->kind == CR_ZONE_KNOWN && zone->eyes != CR_SEEN_ALL)
            imagine_known(sheet, view, zone, rng, out);
}

/* ---- invariants ---- */

static uint32_t number_at(const cr_state *s, const cr_zone *zone, unsigned row)
{
    uint32_t n = 0;

    memcpy(&n, (const char *)s + zone->at + row * zone->size, zone->size);
    return n;
}

static bool is_pile_sound(const uint8_t *pile, unsigned most, unsigned n_kinds)
{
    unsigned n = cr_pile_size(pile, most);

    for (unsigned i = 0; i < most; i++)
        if (i < n ? pile[i] > n_kinds : pile[i])
            return false;
    return true;
}

static bool is_known_sound(const cr_sheet *sheet, const cr_zone *zone, const cr_state *s)
{
    unsigned viewers = zone->eyes == CR_SEEN_ALL ? 1 : sheet->seats_max;

    for (unsigned who = 0; who < viewers; who++)
        for (unsigned owner = 0; owner < sheet->seats_max; owner++) {
            cr_tally cards = tally_at(s, zone->of + owner * sizeof(cr_tally));

            if (!cr_tally_take(&cards, tally_at(s, zone->at + (who * sheet->seats_max + owner) *
                                                                  sizeof(cr_tally))))
                return false;
        }
    return true;
}

static bool is_number_sound(const cr_zone *zone, const cr_state *s, uint32_t n)
{
    switch (zone->kind) {
    case CR_ZONE_SEAT:
        return n < s->n_seats;
    case CR_ZONE_MAYBE_SEAT:
        return n <= s->n_seats;
    case CR_ZONE_SEATSET:
        return !(n >> s->n_seats);
    default:
        return n <= zone->most;
    }
}

static const char *broken_row(const cr_sheet *sheet, const cr_zone *zone, const cr_state *s,
                              unsigned row, cr_tally *left)
{
    const uint8_t *at = (const uint8_t *)s + zone->at + row * stride_of(zone);

    switch (zone->kind) {
    case CR_ZONE_PILE:
        if (!is_pile_sound(at, zone->most, sheet->n_kinds))
            return "a pile has no holes and nothing that is no card";
        return cr_tally_take(left, cr_pile_tally(at, zone->most)) ? NULL
                                                                  : "a card is there too often";
    case CR_ZONE_CARDS:
        return cr_tally_take(left, tally_at(at, 0)) ? NULL : "a card is there too often";
    case CR_ZONE_DICE:
        return cr_tally_is_sound(tally_at(at, 0)) && !(tally_at(at, 0) >> (4 * zone->most - 1) >> 1)
                   ? NULL
                   : "a die shows a face that it has not";
    default:
        return is_number_sound(zone, s, number_at(s, zone, row)) ? NULL
                                                                 : "a number is out of its range";
    }
}

static const char *broken_effects(const cr_sheet *sheet, const cr_state *s)
{
    for (unsigned i = 0; i < s->depth; i++) {
        const cr_frame *frame = &s->stack[i];
        const cr_effect *effect =
            frame->kind < sheet->n_effects ? &sheet->effects[frame->kind] : NULL;

        if (!effect || frame->step > effect->last_step || frame->note > effect->last_note)
            return "an effect is at a step, or has a note, that there is not";
        if (frame->seat >= s->n_seats)
            return "an effect is of a seat that plays";
        if (i ? !(effect->over >> s->stack[i - 1].kind & 1) : effect->over)
            return "an effect lies where it cannot";
    }
    return NULL;
}

const char *cr_sheet_broken(const cr_sheet *sheet, const cr_state *s)
{
    uint64_t money = 0, funds = sheet->funds + (uint64_t)sheet->funds_each * s->n_seats;
    cr_tally left = sheet->all;
    const char *why = broken_effects(sheet, s);

    for (const cr_zone *zone = sheet->zones; !why && zone < sheet->zones + sheet->n_zones; zone++) {
        if (!zone->at || zone->kind == CR_ZONE_GAME)
            continue;
        if (zone->kind == CR_ZONE_KNOWN) {
            if (!is_known_sound(sheet, zone, s))
                why = "somebody is certain of a card that is not there";
            continue;
        }
        for (unsigned row = 0; !why && row < (zone->is_each ? s->n_seats : 1u); row++) {
            why = broken_row(sheet, zone, s, row, &left);
            if (zone->kind == CR_ZONE_MONEY)
                money += number_at(s, zone, row);
        }
    }
    if (!why && funds && money != funds)
        why = "money has been made or lost";
    return why;
}
