/* The standard roster for people and for programs: each card with the share of rounds it wins against all others
 * (JK-18.6). */
#include "base/json.h"
#include "games/classic-battle/roster.h"

#define WORD(name, word, shown) word,
static const char *const stat_words[CB_STATS] = {CB_STAT_MAP(WORD)};
#undef WORD
static const char *const rarity_words[] = {"Common", "Epic", "Legendary"};

static void print_table(cr_text *out, const cb_roster *roster)
{
    unsigned low = 1000, high = 0;

    cr_text_fmt(out, "%4s  %-26s %-3s %-5s %-10s %5s %5s %5s %5s %5s %7s\n", "id", "name", "",
                "class", "rarity", "pow", "spe", "tec", "kum", "new", "wins");
    for (unsigned i = 0; i < roster->n; i++) {
        const cb_card *card = &roster->cards[i];
        unsigned rate = cb_roster_rate(roster, i);
        char name[64];
        cr_text whole = cr_text_on(name, sizeof name);

        low = rate < low ? rate : low;
        high = rate > high ? rate : high;
        cr_text_fmt(&whole, "%s %s", card->first, card->surname);
        cr_text_fmt(out, "%4u  %-26s %-3s %-5s %-10s", card->id, name,
                    cb_country_code(card->country), card->weight, rarity_words[card->rarity]);
        for (unsigned stat = 0; stat < CB_STATS; stat++)
            cr_text_fmt(out, " %5d", card->stats[stat]);
        cr_text_fmt(out, " %3u.%u %%\n", rate / 10, rate % 10);
    }
    cr_text_fmt(out, "%u cards, each wins %u.%u to %u.%u %% of its rounds\n", roster->n, low / 10,
                low % 10, high / 10, high % 10);
}

static void print_json(cr_text *out, const cb_roster *roster)
{
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '[');
    for (unsigned i = 0; i < roster->n; i++) {
        const cb_card *card = &roster->cards[i];

        cr_json_open(&j, '{');
        cr_json_put_uint(&j, "id", card->id);
        cr_json_put_str(&j, "firstName", card->first);
        cr_json_put_str(&j, "surname", card->surname);
        cr_json_put_str(&j, "country", cb_country_name(card->country));
        cr_json_put_str(&j, "countryCode", cb_country_code(card->country));
        cr_json_put_str(&j, "gender", card->gender == CB_FEMALE ? "female" : "male");
        cr_json_put_str(&j, "weightClass", card->weight);
        cr_json_put_str(&j, "rarity", rarity_words[card->rarity]);
        for (unsigned stat = 0; stat < CB_STATS; stat++)
            cr_json_put_int(&j, stat_words[stat], card->stats[stat]);
        cr_json_put_str(&j, "signatureMove", cb_technique_name(card->move));
        cr_json_put_uint(&j, "winsPerMille", cb_roster_rate(roster, i));
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_text_char(out, '\n');
}

void cb_print_roster(cr_text *out, bool is_json)
{
    (is_json ? print_json : print_table)(out, &cb_rosters[CB_ROSTER_STANDARD]);
}
