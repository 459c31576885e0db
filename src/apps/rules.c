/* croupier rules: the rules of a game, one of them, or its roster of cards with their balance. */
#include "apps/command.h"
#include "apps/rulebook.h"
#include "base/json.h"
#include "games/classic-battle/roster.h"

typedef struct {
    const char *word;
    void (*book)(cr_text *out, const void *game);
    void (*one)(cr_text *out, const void *rule);
} format;

static const format formats[] = {
    {"text", rulebook_text, rulebook_rule_text},
    {"md", rulebook_markdown, rulebook_rule_markdown},
    {"json", rulebook_json, rulebook_rule_json},
};

static const format *find_format(const char *word)
{
    for (size_t i = 0; i < CR_COUNT_OF(formats); i++)
        if (!strcmp(formats[i].word, word))
            return &formats[i];
    cli_error("there is no format '%s': text, md or json", word);
    return NULL;
}

/* ---- the roster of Classic Battle: each card's share of rounds against all others (JK-18.6) ---- */

static const char *const stat_words[CB_STATS] = {"power", "speed", "technique", "kumikata",
                                                 "newaza"};
static const char *const rarity_words[] = {"Common", "Epic", "Legendary"};

static void roster_text(cr_text *out, const void *with)
{
    const cb_roster *roster = with;
    unsigned low = 1000, high = 0;

    cr_text_fmt(out, "%4s  %-26s %-3s %-5s %-10s %5s %5s %5s %5s %5s %7s\n", "id", "name", "",
                "class", "rarity", "pow", "spe", "tec", "kum", "new", "wins");
    for (unsigned i = 0; i < roster->n; i++) {
        const cb_card *card = &roster->cards[i];
        unsigned rate = cb_roster_rate(roster, i);
        char name[64];

        low = rate < low ? rate : low;
        high = rate > high ? rate : high;
        snprintf(name, sizeof name, "%s %s", card->first, card->surname);
        cr_text_fmt(out, "%4u  %-26s %-3s %-5s %-10s", card->id, name,
                    cb_country_code(card->country), card->weight, rarity_words[card->rarity]);
        for (unsigned stat = 0; stat < CB_STATS; stat++)
            cr_text_fmt(out, " %5d", card->stats[stat]);
        cr_text_fmt(out, " %3u.%u %%\n", rate / 10, rate % 10);
    }
    cr_text_fmt(out, "%u cards, each wins %u.%u to %u.%u %% of its rounds\n", roster->n, low / 10,
                low % 10, high / 10, high % 10);
}

static void roster_json(cr_text *out, const void *with)
{
    const cb_roster *roster = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '[');
    for (unsigned i = 0; i < roster->n; i++) {
        const cb_card *card = &roster->cards[i];

        cr_json_open(&j, '{');
        cr_json_key(&j, "id");
        cr_json_uint(&j, card->id);
        cr_json_key(&j, "firstName");
        cr_json_str(&j, card->first);
        cr_json_key(&j, "surname");
        cr_json_str(&j, card->surname);
        cr_json_key(&j, "country");
        cr_json_str(&j, cb_country_name(card->country));
        cr_json_key(&j, "countryCode");
        cr_json_str(&j, cb_country_code(card->country));
        cr_json_key(&j, "gender");
        cr_json_str(&j, card->gender == CB_FEMALE ? "female" : "male");
        cr_json_key(&j, "weightClass");
        cr_json_str(&j, card->weight);
        cr_json_key(&j, "rarity");
        cr_json_str(&j, rarity_words[card->rarity]);
        for (unsigned stat = 0; stat < CB_STATS; stat++) {
            cr_json_key(&j, stat_words[stat]);
            cr_json_int(&j, card->stats[stat]);
        }
        cr_json_key(&j, "signatureMove");
        cr_json_str(&j, cb_technique_name(card->move));
        cr_json_key(&j, "winsPerMille");
        cr_json_uint(&j, cb_roster_rate(roster, i));
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_text_char(out, '\n');
}

static int print_roster(const cr_game *game, const char *word)
{
    if (strcmp(game->name, "classic-battle") != 0)
        return cli_error("%s has no roster", game->name);
    if (!strcmp(word, "md"))
        return cli_error("a roster is printed as text or json");
    cli_print(stdout, !strcmp(word, "json") ? roster_json : roster_text,
              &cb_rosters[CB_ROSTER_STANDARD]);
    return CLI_DONE;
}

int cmd_rules(int argc, char **argv)
{
    const char *word = "text";
    bool is_roster = false;
    const cli_option options[] = {
        CLI_TEXT('f', "format", "FORMAT", &word, "text, md or json (normally text)"),
        CLI_FLAG(0, "roster", &is_roster,
                 "the cards of Classic Battle with the share of rounds each of them wins"),
        {0},
    };
    const cli_usage usage = {
        "rules GAME [ID]",
        "Prints the rules of a game with options, moves and refusals, or one rule by its id.",
        "croupier rules duel\ncroupier rules duel EX-5\n"
        "croupier rules duel --format md > docs/rules/duel.md\n"
        "croupier rules classic-battle --roster\n",
        options,
        1,
        2};
    int status = cli_parse(&usage, &argc, argv);
    const cr_game *game;
    const format *chosen;
    uint16_t rule;

    if (status != CLI_GO)
        return status;
    game = cli_game(argv[0]);
    chosen = find_format(word);
    if (!game || !chosen)
        return CLI_MISUSE;
    if (is_roster)
        return argc == 1 ? print_roster(game, chosen->word)
                         : cli_error("--roster prints all cards, not one rule");
    if (argc == 1) {
        cli_print(stdout, chosen->book, game);
        return CLI_DONE;
    }
    rule = rulebook_find(game, argv[1]);
    if (!rule)
        return cli_error("%s has no rule '%s' (see 'croupier rules %s')", game->name, argv[1],
                         game->name);
    cli_print(stdout, chosen->one, &game->rules[rule]);
    return CLI_DONE;
}
