/* How decks, spice cards, sealed answers and questions of Truthtrance are written. */
#include "games/dune/types.h"

const char *const du_leader_words[] = {
#define LEADER(code, faction, name, strength) #code,
#include "games/dune-battle/leaders.def"
#undef LEADER
    "kh",
    NULL,
};
const char *const du_spice_words[] = {
#define SPICE(territory, sector, amount) #territory,
#include "games/dune-battle/spice.def"
#undef SPICE
    "shai_hulud",
    NULL,
};
const char *const du_power_words[] = {
#define POWER(name, word, faction) word,
    DU_POWER_MAP(POWER)
#undef POWER
        NULL,
};
const char *const du_phase_words[] = {"setup",      "storm",   "blow",     "charity",
                                      "bidding",    "revival", "shipment", "battle",
                                      "collection", "mentat",  NULL};
const char *const du_asks_words[] = {"KIND", "CARD", "TRAITOR", "SPICE", "PREDICTED", "TURN", NULL};

/* ---- decks: 1 + cards from the bottom up; one that is not known is "?" ---- */

static void print_deck(cr_text *out, const uint8_t *value, const void *with)
{
    const cr_list *list = with;
    unsigned n = list->most;

    while (n && !value[n - 1])
        n--;
    if (!n)
        cr_text_char(out, '-');
    for (unsigned i = 0; i < n; i++) {
        cr_text_str(out, i ? " " : "");
        if (value[i])
            cr_word_put(out, list->names, value[i] - 1u);
        else
            cr_text_char(out, '?');
    }
}

static bool parse_deck(cr_span *in, uint8_t *value, const void *with)
{
    const cr_list *list = with;
    unsigned card;

    if (cr_span_take(in, "-"))
        return true;
    for (unsigned i = 0; !cr_span_is_empty(in); i++) {
        cr_span word = cr_span_word(in);

        if (i == list->most)
            return false;
        if (cr_span_is(word, "?"))
            continue;
        if (!cr_word_find(word, list->names, &card))
            return false;
        value[i] = (uint8_t)(card + 1);
    }
    return true;
}

const cr_list du_spice_cards = {.names = du_spice_words, .most = DU_SPICE_CARDS};
const cr_type du_deck_type = {DB_CARDS, CR_LIST, print_deck, parse_deck};
const cr_type du_spice_deck_type = {DU_SPICE_CARDS, CR_LIST, print_deck, parse_deck};
const cr_type du_pile_type = {DU_SPICE_CARDS + 1, CR_LIST, db_pile_print, db_pile_parse};

/* ---- an answer that is not yet carried out: its kind and the bytes of its arguments ---- */

static void print_queued(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (!value[0]) {
        cr_text_char(out, '-');
        return;
    }
    cr_text_str(out, du_kinds[value[0] < DU_KINDS ? value[0] : 0].word);
    for (unsigned i = 1; i < sizeof(du_queued); i++)
        cr_text_fmt(out, " %u", value[i]);
}

static bool parse_queued(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in);
    int64_t n;

    (void)with;
    if (cr_span_is(word, "-"))
        return true;
    for (uint8_t kind = 1; kind < DU_KINDS; kind++)
        if (cr_span_is(word, du_kinds[kind].word))
            value[0] = kind;
    for (unsigned i = 1; i < sizeof(du_queued); i++) {
        if (!cr_span_count(in, UINT8_MAX, &n))
            return false;
        value[i] = (uint8_t)n;
    }
    return value[0];
}

const cr_type du_queued_type = {sizeof(du_queued), CR_LIST, print_queued, parse_queued};

/* ---- an area or none ---- */

static void print_maybe_area(cr_text *out, const uint8_t *value, const void *with)
{
    uint8_t area = (uint8_t)(*value - 1);

    if (!*value)
        cr_text_char(out, '-');
    else
        db_area_type.print(out, &area, with);
}

static bool parse_maybe_area(cr_span *in, uint8_t *value, const void *with)
{
    if (cr_span_take(in, "-"))
        return true;
    if (!db_area_type.parse(in, value, with))
        return false;
    ++*value;
    return true;
}

const cr_type du_maybe_area_type = {1, 0, print_maybe_area, parse_maybe_area};

/* ---- what Truthtrance asks: "SPICE/5", "CARD/lasgun", "TRAITOR/at_hawat" ---- */

/* Words of the value, or NULL: it is a number. */
static const char *const *values_of(unsigned asks)
{
    static const char *const kinds[] = {"POISON_WEAPON",
                                        "PROJECTILE_WEAPON",
                                        "POISON_DEFENSE",
                                        "PROJECTILE_DEFENSE",
                                        "WORTHLESS",
                                        "CHEAP_HERO",
                                        "LASGUN",
                                        "KARAMA",
                                        NULL};

    switch (asks) {
    case DU_ASKS_KIND:
        return kinds;
    case DU_ASKS_CARD:
        return db_card_words;
    case DU_ASKS_TRAITOR:
        return db_leader_words;
    case DU_ASKS_FACTION:
        return db_factions;
    default:
        return NULL;
    }
}

static void print_truth(cr_text *out, const uint8_t *value, const void *with)
{
    const char *const *words = values_of(value[0]);

    (void)with;
    cr_word_put(out, du_asks_words, value[0]);
    cr_text_char(out, '/');
    if (words)
        cr_word_put(out, words, value[1]);
    else
        cr_text_int(out, value[1]);
}

static bool parse_truth(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in), asks = word;
    const char *const *words;
    unsigned i;
    int64_t n;

    (void)with;
    for (asks.end = asks.at; asks.end < word.end && *asks.end != '/';)
        asks.end++;
    if (!cr_word_find(asks, du_asks_words, &i))
        return false;
    value[0] = (uint8_t)i;
    word.at = asks.end;
    if (!cr_span_lead(&word, "/"))
        return false;
    words = values_of(value[0]);
    if (words) {
        if (!cr_word_find(word, words, &i))
            return false;
        value[1] = (uint8_t)i;
        return true;
    }
    if (!db_take_number(&word, 0, DU_AMOUNT_MAX, &n) || word.at != word.end)
        return false;
    value[1] = (uint8_t)n;
    return true;
}

const cr_type du_truth_type = {2, 0, print_truth, parse_truth};
