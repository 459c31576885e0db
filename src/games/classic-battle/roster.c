#include "games/classic-battle/roster.h"

#define CR_RULES_FILE "games/classic-battle/rules.def"
#include "kernel/rules.h"

enum {
#define COUNTRY(name, code, english) COUNTRY_##name,
#include "games/classic-battle/countries.def"
#undef COUNTRY
    COUNTRY_END
};

static const char *const countries[][2] = {
#define COUNTRY(name, code, english) {code, english},
#include "games/classic-battle/countries.def"
#undef COUNTRY
};

static const char *const techniques[] = {
#define TECHNIQUE(id, name, japanese, category, group) [id] = name,
#include "games/classic-battle/techniques.def"
#undef TECHNIQUE
};

enum { MISSING = CB_STAT_MISSING };
#define CARD(id, first, surname, country, gender, weight, rarity, power, speed, technique, \
             kumikata, newaza, move, hidden)                                               \
    {first,       surname,     weight, id,     COUNTRY_##country,                          \
     CB_##gender, CB_##rarity, move,   hidden, {power, speed, technique, kumikata, newaza}},

static const cb_card standard[] = {
#include "games/classic-battle/roster.def"
};

static const cb_card trial[] = {
#include "games/classic-battle/trial.def"
};
#undef CARD

const cb_roster cb_rosters[CB_ROSTERS] = {
    [CB_ROSTER_STANDARD] = {standard, CR_COUNT_OF(standard), 1},
    [CB_ROSTER_TRIAL] = {trial, CR_COUNT_OF(trial), 0},
    [CB_ROSTER_ELEVEN] = {trial, 11, 0},
    [CB_ROSTER_ONE] = {trial, 1, 0},
    [CB_ROSTER_MISSING] = {NULL, 0, 0},
};
static_assert(CR_COUNT_OF(standard) <= CB_CARDS_MAX && CR_COUNT_OF(trial) <= CB_CARDS_MAX,
              "cards fit a byte");

static void say(cb_warn *warn, void *with, const cb_card *card, cb_warning warning)
{
    if (warn)
        warn(with, card, warning);
}

static bool is_weight_of(const cb_card *card)
{
    static const char *const weights[2][7] = {
        [CB_MALE] = {"-60", "-66", "-73", "-81", "-90", "-100", "+100"},
        [CB_FEMALE] = {"-48", "-52", "-57", "-63", "-70", "-78", "+78"},
    };

    for (unsigned i = 0; i < CR_COUNT_OF(weights[0]); i++)
        if (!strcmp(card->weight, weights[card->gender][i]))
            return true;
    return false;
}

static bool is_playable(const cb_card *card, cb_warn *warn, void *with)
{
    for (unsigned stat = 0; stat < CB_STATS; stat++)
        if (card->stats[stat] < 0) {
            CR_CITE(JK_1_3);
            say(warn, with, card, CB_REJECTED);
            return false;
        }
    CR_CITE(JK_1_7);
    return !card->is_hidden;
}

static void warn_of(const cb_card *card, cb_warn *warn, void *with)
{
    if (!is_weight_of(card))
        say(warn, with, card, CB_STRANGE);
    for (unsigned stat = 0; stat < CB_STATS; stat++) {
        if (card->stats[stat] == CB_STAT_MISSING)
            say(warn, with, card, CB_FILLED);
        else if (card->stats[stat] > CB_STAT_MAX)
            say(warn, with, card, CB_CUT);
    }
}

cb_loaded cb_roster_load(const cb_roster *roster, uint8_t out[CB_CARDS_MAX], unsigned *n,
                         cb_warn *warn, void *with)
{
    *n = 0;
    CR_CITE(JK_1_1);
    if (!roster->cards) {
        CR_CITE(JK_1_8);
        return CB_DECK_LOAD;
    }
    for (uint8_t i = 0; roster->is_clean && i < roster->n; i++)
        out[(*n)++] = i;
    for (uint8_t i = 0; !roster->is_clean && i < roster->n; i++) {
        const cb_card *card = &roster->cards[i];
        unsigned at = *n;
        bool is_there = false;

        for (unsigned j = 0; j < i; j++)
            is_there |= roster->cards[j].id == card->id;
        if (is_there) {
            say(warn, with, card, CB_DUPLICATE);
            continue;
        }
        if (!is_playable(card, warn, with))
            continue;
        warn_of(card, warn, with);
        for (; at && roster->cards[out[at - 1]].id > card->id; at--)
            out[at] = out[at - 1];
        out[at] = i;
        ++*n;
    }
    return *n < 2 ? CB_DECK_TOO_SMALL : CB_LOADED;
}

unsigned cb_roster_rate(const cb_roster *roster, unsigned place)
{
    unsigned halves = 0, rounds = 0;

    CR_CITE(JK_18_6);
    for (unsigned i = 0; i < roster->n * CB_STATS; i++) {
        unsigned other = i / CB_STATS, stat = i % CB_STATS;
        uint8_t mine = cb_stat(&roster->cards[place], stat);
        uint8_t theirs = cb_stat(&roster->cards[other], stat);

        if (other == place)
            continue;
        rounds++;
        halves += mine > theirs ? 2 : mine == theirs;
    }
    return rounds ? (halves * 1000 + rounds) / (2 * rounds) : 500;
}

const char *cb_country_code(unsigned country)
{
    return country < COUNTRY_END ? countries[country][0] : "";
}

const char *cb_country_name(unsigned country)
{
    return country < COUNTRY_END ? countries[country][1] : "";
}

const char *cb_technique_name(unsigned technique)
{
    return techniques[technique < CR_COUNT_OF(techniques) ? technique : 0];
}
