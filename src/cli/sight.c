#include "cli/sight.h"
#include "kernel/zones.h"

static void put_kind(cr_text *out, const cr_zone *zone)
{
    static const char *const words[] = {
        [CR_ZONE_CARDS] = "cards",       [CR_ZONE_PILE] = "cards in order",
        [CR_ZONE_DICE] = "dice",         [CR_ZONE_REST] = "cards that lie in no zone",
        [CR_ZONE_KNOWN] = "known cards", [CR_ZONE_NUMBER] = "a number",
        [CR_ZONE_WORD] = "a word",       [CR_ZONE_MONEY] = "money",
        [CR_ZONE_SEAT] = "a seat",       [CR_ZONE_MAYBE_SEAT] = "a seat or none",
        [CR_ZONE_SEATSET] = "seats",     [CR_ZONE_GAME] = "kept by the game",
    };

    cr_text_str(out,
                zone->kind == CR_ZONE_GAME && !zone->at ? "made for the view" : words[zone->kind]);
    cr_text_str(out, zone->is_each ? ", for each seat" : "");
}

static void put_eyes(cr_text *out, const cr_zone *zone)
{
    static const char *const words[] = {
        [CR_SEEN_ALL] = "everybody",
        [CR_SEEN_OWNER] = "its owner",
        [CR_SEEN_TOP] = "everybody its top card",
        [CR_SEEN_NOBODY] = "nobody",
        [CR_SEEN_VIEWER] = "who is certain",
        [CR_SEEN_BOTH] = "who is certain, and the owner",
        [CR_SEEN_GAME] = "as the game's code says",
    };

    cr_text_str(out, words[zone->eyes]);
    if (zone->count)
        cr_text_fmt(out, "; everybody how many, as %s", zone->count);
    else if (zone->kind == CR_ZONE_REST)
        cr_text_str(out, "; everybody how many");
}

/* Without a sheet only the names tell: names of state and view, or of the state alone. */
static bool names_in(const cr_game *game, bool is_in_views, cr_text *out)
{
    const char *comma = "";

    for (const cr_field *f = game->zones; f->name; f++) {
        const cr_field *seen = game->view_fields;

        while (seen->name && strcmp(seen->name, f->name))
            seen++;
        if ((seen->name != NULL) != is_in_views)
            continue;
        cr_text_fmt(out, "%s%s", comma, f->name);
        comma = ", ";
    }
    return *comma;
}

/* Effects: kind, seat, step and note are public; of their arguments those that are shown. */
static bool effect_nth(const cr_game *game, unsigned i, cr_text *name, cr_text *what, cr_text *who)
{
    for (unsigned kind = 0; kind < game->n_effects; kind++) {
        const cr_effect *effect = &game->effects[kind];

        for (const cr_field *f = effect->fields; f && f->name; f++) {
            bool is_shown = f->at + f->type->size * (f->count ? f->count : 1u) <= effect->n_public;

            if (i--)
                continue;
            cr_text_fmt(name, "%s of %s", f->name, effect->word);
            cr_text_str(what, "an argument of the effect");
            cr_text_str(who, is_shown ? "everybody" : "nobody");
            return true;
        }
    }
    return false;
}

bool sight_nth(const cr_game *game, unsigned i, cr_text *name, cr_text *what, cr_text *who)
{
    const cr_zone *zone;

    if (!game->sheet)
        return false;
    if (i >= game->sheet->n_zones)
        return effect_nth(game, i - game->sheet->n_zones, name, what, who);
    zone = &game->sheet->zones[i];
    cr_text_str(name, zone->name);
    put_kind(what, zone);
    put_eyes(who, zone);
    return true;
}

void sight_names(cr_text *out, const cr_game *game)
{
    cr_text_str(out, "The game's code says who sees what. In views, for whom the rules say: ");
    if (!names_in(game, true, out))
        cr_text_str(out, "nothing");
    cr_text_str(out, ". In no view under its name: ");
    if (!names_in(game, false, out))
        cr_text_str(out, "nothing");
    cr_text_char(out, '.');
}
