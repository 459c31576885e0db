/* A match is made, or joined, over HTTP: what was ordered is read and looked at; the lobby does it, and the answer waits until it
 * is on disk. */
#include "wire/api_inside.h"

#include <sodium.h>
#include <stdio.h>

static void write_made(cr_text *out, const void *with)
{
    const cr_request *r = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    api_put_hex(&j, "match", r->match, CR_MATCH_ID);
    cr_json_key(&j, "tokens");
    cr_json_open(&j, '{');
    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++)
        if (r->mine >> seat & 1) {
            char name[2] = {(char)('0' + seat), 0};

            api_put_hex(&j, name, r->tokens[seat], CR_TOKEN);
        }
    cr_json_close(&j, '}');
    cr_json_close(&j, '}');
}

/* The match, or the seat, is on disk: now its tokens may be told. */
void api_made(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    cr_request *r = (cr_request *)((char *)waiter - offsetof(cr_request, waiter));

    (void)room;
    if (trouble)
        api_reply_trouble(r, trouble, "");
    else
        api_reply_text(r, 201, api_json, write_made, r);
    sodium_memzero(r->tokens, sizeof r->tokens);
}

static unsigned option_at(const cr_game *game, const char *name)
{
    unsigned i = 0;

    while (i < game->n_options && strcmp(game->options[i].name, name))
        i++;
    return i;
}

/* One of the options that the game's room rules name in `set`? */
static bool is_in(uint64_t set, unsigned option)
{
    return option < 64 && set >> option & 1;
}

static cr_trouble set_option(const cr_lobby *lobby, cr_order *order, const char *name,
                             const char *text)
{
    static const cr_room_rules none = {0};
    const cr_room_rules *rules = order->game->room ? order->game->room : &none;
    unsigned option = option_at(order->game, name);
    char note[128];

    if (text && !cr_setup_option(order->game, &order->setup, name, text))
        return is_in(rules->test_options, option) && !lobby->config.is_test &&
                       order->setup.option[option] != order->game->options[option].normal
                   ? CR_TROUBLE_NOT_TESTING
                   : CR_TROUBLE_NONE;
    if (!is_in(rules->soft_options, option))
        return strcmp(name, "seats") ? CR_TROUBLE_BAD_OPTION : CR_TROUBLE_BAD_SEATS;
    snprintf(note, sizeof note, "game=%s option=%s", order->game->name, name);
    cr_lobby_note(lobby, "config.fallback", note);
    return CR_TROUBLE_NONE;
}

cr_trouble api_set_options(const cr_lobby *lobby, cr_order *order, const proto_in *in,
                           const cr_json_part *options)
{
    const cr_json_part *name = cr_json_first(options), *value;
    cr_trouble trouble;

    for (uint32_t i = 0; i < options->n; i++, name = cr_json_next(&in->parts, value)) {
        char number[32];
        const char *text = NULL;

        value = cr_json_next(&in->parts, name);
        if (value->kind == CR_JSON_INT) {
            snprintf(number, sizeof number, "%lld", (long long)value->number);
            text = number;
        } else if (value->kind == CR_JSON_BOOL) {
            text = value->is_true ? "yes" : "no";
        } else if (value->kind == CR_JSON_TEXT) {
            text = value->text;
        }
        trouble = set_option(lobby, order, name->text, text);
        if (trouble)
            return trouble;
    }
    return CR_TROUBLE_NONE;
}

/* A name is shown to others: no control characters, no blanks at its ends. */
static bool is_name(const char *name)
{
    if (*name == ' ' || (*name && name[strlen(name) - 1] == ' '))
        return false;
    for (; *name; name++)
        if ((unsigned char)*name < 0x20 || *name == 0x7F)
            return false;
    return true;
}

static cr_trouble set_seat(cr_request *r, cr_order *order, unsigned seat, const char *word,
                           const char *name, bool shares)
{
    cr_sitter *sitter = &order->sitters[seat];

    if (!strcmp(word, "me")) {
        sitter->kind = CR_SEAT_PERSON;
        sitter->shares = shares;
        snprintf(sitter->name, sizeof sitter->name, "%s", name);
        r->mine |= CR_BIT(seat);
    } else if (!strcmp(word, "open")) {
        sitter->kind = CR_SEAT_OPEN;
    } else if (!strncmp(word, "bot", 3) && (!word[3] || word[3] == ':')) {
        sitter->kind = CR_SEAT_BOT;
        sitter->bot =
            cr_bot_find(word[3] ? word + 4 : r->wire->lobby->config.absent_bot, order->game);
        if (!sitter->bot)
            return CR_TROUBLE_NO_BOT;
    } else {
        return CR_TROUBLE_BAD_SEATS;
    }
    return CR_TROUBLE_NONE;
}

static cr_trouble set_seats(cr_request *r, cr_order *order, const proto_in *in, const char *name)
{
    bool shares = in->create.has & PROTO_HAS(create, shares) && in->create.shares;
    cr_trouble trouble = CR_TROUBLE_NONE;

    if (in->create.has & PROTO_HAS(create, seats)) {
        const cr_json_part *word = cr_json_first(in->create.seats);
        uint32_t n = in->create.seats->n;

        if (n < order->game->seats_min || n > order->game->seats_max)
            return CR_TROUBLE_BAD_SEATS;
        order->setup.n_seats = (uint8_t)n;
        for (unsigned i = 0; i < n && !trouble; i++, word = cr_json_next(&in->parts, word))
            trouble = set_seat(r, order, i, word->text, name, shares);
        return trouble;
    }
    for (unsigned i = 0; i < order->setup.n_seats && !trouble; i++)
        trouble = set_seat(r, order, i, i ? "bot" : "me", name, shares);
    return trouble;
}

cr_trouble api_create(cr_request *r, const proto_in *in, const char **field)
{
    const msg_create *m = &in->create;
    const char *name = m->has & PROTO_HAS(create, name) ? m->name : "";
    cr_order order = {.game = cr_game_find(m->game), .patience = 8};
    cr_trouble trouble;
    cr_room *room;

    *field = "game";
    if (!order.game)
        return CR_TROUBLE_NO_GAME;
    cr_setup_init(order.game, &order.setup);
    if (m->has & PROTO_HAS(create, seed))
        cr_setup_pin(&order.setup, m->seed);
    else
        randombytes_buf(order.setup.seed, sizeof order.setup.seed);
    if (m->has & PROTO_HAS(create, patience))
        order.patience = m->patience;
    order.is_private = m->has & PROTO_HAS(create, private) && m->private;
    *field = "pace";
    if (m->has & PROTO_HAS(create, pace) && !cr_pace_read(m->pace, &order.pace))
        return CR_TROUBLE_BAD_FIELD;
    *field = "hints";
    if (m->has & PROTO_HAS(create, hints)) {
        if (strcmp(m->hints, "on") && strcmp(m->hints, "off"))
            return CR_TROUBLE_BAD_FIELD;
        order.hints = !strcmp(m->hints, "on") ? CR_HINTS_ON : CR_HINTS_OFF;
    }
    *field = "name";
    if (!is_name(name))
        return CR_TROUBLE_BAD_FIELD;
    *field = "options";
    if (m->has & PROTO_HAS(create, options) &&
        (trouble = api_set_options(r->wire->lobby, &order, in, m->options)))
        return trouble;
    *field = "seats";
    trouble = set_seats(r, &order, in, name);
    if (trouble)
        return trouble;
    *field = "";
    trouble = cr_lobby_create(r->wire->lobby, &order, r->address, &r->waiter, r->tokens, &room);
    if (!trouble)
        memcpy(r->match, room->match, CR_MATCH_ID);
    return trouble;
}

cr_trouble api_join(cr_request *r, cr_room *room, const msg_join *m, const char **field)
{
    const char *name = m->has & PROTO_HAS(join, name) ? m->name : "";
    uint8_t seat = m->has & PROTO_HAS(join, seat) ? (uint8_t)m->seat : CR_SEATS_MAX;
    uint8_t token[CR_TOKEN];
    cr_trouble trouble;

    *field = "name";
    if (!is_name(name))
        return CR_TROUBLE_BAD_FIELD;
    *field = "";
    memcpy(r->match, room->match, CR_MATCH_ID);
    trouble = cr_room_join(room, name, m->has & PROTO_HAS(join, shares) && m->shares, &seat, token,
                           &r->waiter);
    if (!trouble) {
        memcpy(r->tokens[seat], token, CR_TOKEN);
        r->mine = CR_BIT(seat);
    }
    return trouble;
}
