/* What a server sends. A view comes in each time; what may be done follows from a world made up to fit it, in which this
 * seat's offers and refusals are the same. So moves are listed and refused at once, and only a good one is sent. Whatever
 * came from outside is cleaned before a person sees it. */
#include "terminal/joined_inside.h"

#include <sodium.h>
#include <stdlib.h>

/* A sentence of the server, cleaned, with the names of the table. */
static void clean_words(const joined *j, cr_text *out, const char *says)
{
    char clean[TABLE_TEXT];
    cr_text text = cr_text_on(clean, sizeof clean);

    sheet_clean(&text, says);
    table_fill(&j->t, clean, out);
}

void joined_trouble(joined *j, const char *what, const json_t *tree)
{
    cr_text out = cr_text_on(j->t.trouble, sizeof j->t.trouble);

    cr_text_str(&out, what);
    clean_words(j, &out, joined_text(tree, "title"));
    cr_text_char(&out, ' ');
    clean_words(j, &out, joined_text(tree, "because"));
    if (*joined_text(tree, "rule")) {
        cr_text_str(&out, " (");
        sheet_clean(&out, joined_text(tree, "rule"));
        cr_text_char(&out, ')');
    }
}

/* ---- parts of the seed ---- */

static void send_hex(joined *j, const char *type, uint32_t number, const char *name,
                     const uint8_t bytes[32])
{
    char hex[65];
    cr_text digits = cr_text_on(hex, sizeof hex);

    cr_text_hex(&digits, bytes, 32);
    joined_send(j, json_pack("{s:s, s:o*, s:s}", "type", type, "number",
                             number ? json_integer(number) : NULL, name, hex));
}

/* Commits to a part of the seed for this start: a fresh one, unless one was sent for it before. */
static void send_seal(joined *j, uint32_t start)
{
    cr_span hex = cr_span_of(j->match);
    uint8_t match[JOINED_HEX / 2], seal[32];

    if (j->t.seat >= CR_SEATS_MAX || !cr_span_hex(&hex, match, sizeof match))
        return;
    if (j->drawn != start)
        randombytes_buf(j->part, sizeof j->part);
    j->drawn = start;
    cr_part_seal(match, j->t.seat, j->part, seal);
    send_hex(j, "seal", 0, "seal", seal);
}

/* How far the drawing of the seed is. */
static void take_drawing(joined *j, const json_t *tree)
{
    uint32_t start = (uint32_t)json_integer_value(json_object_get(tree, "number"));
    const char *stage = joined_text(tree, "stage");

    if (!strcmp(stage, "seal"))
        send_seal(j, start);
    else if (!strcmp(stage, "open") && start == j->drawn)
        send_hex(j, "open", start, "part", j->part);
    else if (!strcmp(stage, "void"))
        table_tell(&j->t, "the deal is drawn once more: somebody did not open a part of the seed",
                   "The deal is drawn once more: somebody did not open a part of the seed.");
}

/* ---- one function a message ---- */

void joined_tell_empty(table *t)
{
    joined_send((joined *)t,
                json_pack("{s:s, s:s}", "type", "empty", "mode", t->passes_empty ? "auto" : "ask"));
}

static void take_attached(joined *j, const json_t *tree)
{
    const cr_game *game = cr_game_find(joined_text(tree, "game"));
    json_int_t seat = json_integer_value(json_object_get(tree, "seat"));
    json_int_t version = json_integer_value(json_object_get(tree, "rules_version"));

    if (!game || (j->t.game && j->t.game != game)) {
        cr_text out = cr_text_on(j->fault, sizeof j->fault);

        cr_text_str(&out, "the match is of '");
        sheet_clean(&out, joined_text(tree, "game"));
        cr_text_str(&out, game ? "'" : "', a game that this program does not have");
        return;
    }
    if (version != game->rules_version) {
        snprintf(j->fault, sizeof j->fault,
                 "the server plays %s with rules version %lld; this program has version %u",
                 game->name, (long long)version, game->rules_version);
        return;
    }
    if (!j->t.game || !j->t.state) {
        j->t.game = game;
        j->t.state = calloc(1, game->state_size);
        j->t.view = calloc(1, game->view_size);
    }
    if (!j->t.state || !j->t.view) {
        snprintf(j->fault, sizeof j->fault, "no memory left");
        return;
    }
    j->t.seat = seat >= 0 && seat < CR_SEATS_MAX ? (uint8_t)seat : CR_SPECTATOR;
    j->id = (uint32_t)json_integer_value(json_object_get(tree, "last_id"));
    j->offset_ms = (double)json_integer_value(json_object_get(tree, "now")) - joined_local_ms();
    j->attempts = j->n_moves = 0;
    j->t.is_cut = false;
    j->t.left_alone = 0; /* what was under way is asked again if it did not arrive */
    if (j->t.passes_empty && j->t.seat < CR_SEATS_MAX)
        joined_tell_empty(&j->t);
    if (!json_is_true(json_object_get(tree, "begun")))
        send_seal(j, j->drawn ? j->drawn : 1);
}

/* A pass is sent for us, or until some moment we look as if one were. */
static void take_passing(joined *j, const json_t *tree)
{
    double left =
        (double)json_integer_value(json_object_get(tree, "at")) - joined_local_ms() - j->offset_ms;
    char line[128];

    if (json_is_true(json_object_get(tree, "passes"))) {
        j->t.passing = (uint32_t)json_integer_value(json_object_get(tree, "ticket"));
        table_tell(&j->t, "you can only pass: the referee does it for you",
                   "you can only pass: the referee does it for you");
    } else if (left > 0) {
        snprintf(line, sizeof line, "for %.1f s you look like somebody who can only pass",
                 left / 1000);
        table_tell(&j->t, line, line);
    }
}

/* The hint we have asked for. */
static void take_hinted(joined *j, const json_t *tree)
{
    const json_t *moves = json_object_get(tree, "moves");
    size_t n = json_array_size(moves);

    table_tell_hints(&j->t, (unsigned)n,
                     (uint32_t)json_integer_value(json_object_get(tree, "worlds")));
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(moves, i);
        char says[TABLE_TEXT];
        cr_text text = cr_text_on(says, sizeof says);

        clean_words(j, &text, joined_text(one, "says"));
        table_tell_hint(&j->t, (unsigned)i + 1, says,
                        json_number_value(json_object_get(one, "worth")),
                        json_number_value(json_object_get(one, "error")));
    }
}

/* A line of the server's that is no event, with the name of a seat in front. */
static void tell_about(joined *j, json_int_t seat, const char *you, const char *they)
{
    char line[TABLE_TEXT];
    cr_text out = cr_text_on(line, sizeof line);

    if (seat == j->t.seat)
        cr_text_fmt(&out, "You %s", you);
    else if (seat >= 0 && seat < CR_SEATS_MAX && *j->t.names[seat])
        cr_text_fmt(&out, "%s %s", j->t.names[seat], they);
    else
        cr_text_fmt(&out, "Player %d %s", (int)seat + 1, they);
    table_tell(&j->t, line, line);
}

/* A rematch is offered, or no longer. */
static void take_offered(joined *j, const json_t *tree)
{
    json_int_t by = json_integer_value(json_object_get(tree, "by"));
    const char *why = joined_text(tree, "why");

    j->t.has_offer = json_is_true(json_object_get(tree, "open"));
    if (j->t.has_offer) {
        j->t.is_offer_swapped = !strcmp(joined_text(tree, "seats"), "swap");
        tell_about(
            j, by,
            j->t.is_offer_swapped ? "ask for a rematch, seats swapped." : "ask for a rematch.",
            j->t.is_offer_swapped ? "asks for a rematch, seats swapped." : "asks for a rematch.");
    } else if (!strcmp(why, "declined")) {
        tell_about(j, by, "do not want a rematch.", "does not want a rematch.");
    } else {
        why = !strcmp(why, "expired") ? "Nobody answered: no rematch."
                                      : "The table of the rematch could not be made.";
        table_tell(&j->t, why, why);
    }
}

void joined_say_back(joined *j)
{
    snprintf(j->t.back, sizeof j->t.back, "http%s://%s/%s?token=%s", j->server.trust ? "s" : "",
             j->server.host, j->match, j->token);
}

/* The table of a rematch is there: with a token this one becomes it. */
static void take_rematched(joined *j, const json_t *tree)
{
    const char *match = joined_text(tree, "match"), *token = joined_text(tree, "token");

    if (!joined_is_hex(match) || !joined_is_hex(token))
        return;
    memcpy(j->match, match, JOINED_HEX);
    memcpy(j->token, token, JOINED_HEX);
    joined_say_back(j);
    j->t.has_view = j->t.is_over = j->t.has_offer = false;
    j->t.n_why = 0;
    j->t.left_alone = j->t.passing = 0;
    j->t.seed[0] = j->t.end[0] = 0;
    j->n = j->id = j->drawn = 0;
    memset(&j->t.why, 0, sizeof j->t.why);
    memset(j->t.names, 0, sizeof j->t.names);
    table_tell(&j->t, "the rematch begins", "The rematch begins.");
    joined_attach(j); /* a connection is at one match at a time */
}

static void take_seats(joined *j, const json_t *tree)
{
    const json_t *seats = json_object_get(tree, "seats"), *seat;
    uint16_t wanted = j->t.want_pause;
    size_t i;

    j->t.n_people = 0;
    j->t.want_pause = 0;
    j->t.n_watching = (unsigned)json_integer_value(json_object_get(tree, "watching"));

    json_array_foreach(seats, i, seat)
    {
        cr_text out;

        if (i >= CR_SEATS_MAX)
            break;
        out = cr_text_on(j->t.names[i], sizeof j->t.names[i]);
        sheet_clean(&out, joined_text(seat, "name"));
        if (!strcmp(joined_text(seat, "kind"), "open"))
            cr_text_str(&out, "(open)");
        else if (!strcmp(joined_text(seat, "kind"), "person") &&
                 !json_is_true(json_object_get(seat, "here")))
            cr_text_str(&out, " (away)");
        j->t.n_people += !strcmp(joined_text(seat, "kind"), "person");
        if (json_is_true(json_object_get(seat, "wants_pause")))
            j->t.want_pause |= (uint16_t)CR_BIT(i);
    }
    for (wanted = j->t.want_pause & (uint16_t)~wanted; wanted; wanted &= wanted - 1)
        tell_about(j, cr_bits_first(wanted), "want a pause; all others must want it too.",
                   "wants a pause ('pause': so do I).");
}

static void take_over(joined *j, const json_t *over)
{
    const json_t *scores = json_object_get(over, "scores"), *score, *why;
    cr_text end = cr_text_on(j->t.end, sizeof j->t.end);
    cr_text seed = cr_text_on(j->t.seed, sizeof j->t.seed);
    size_t i;

    if (!over)
        return;
    json_array_foreach(scores, i, score) if (i < CR_SEATS_MAX) j->t.score[i] =
        (int32_t)json_integer_value(score);
    sheet_clean(&seed, joined_text(over, "seed"));
    sheet_clean(&end, joined_text(over, "says"));
    j->t.n_why = 0;
    json_array_foreach(json_object_get(over, "why"), i, why)
    {
        char says[CR_SAY_MAX], rule[32];
        cr_text text = cr_text_on(says, sizeof says), id = cr_text_on(rule, sizeof rule);

        sheet_clean(&text, joined_text(why, "says"));
        sheet_clean(&id, joined_text(why, "rule"));
        table_add_why(&j->t, says, rule, json_is_true(json_object_get(why, "key")));
    }
    j->t.is_over = true;
}

/* The view that a state or an update brings, whole or as what has changed in the last one. */
static const json_t *take_view(joined *j, const json_t *tree)
{
    json_t *view = json_object_get(tree, "view");

    if (view) {
        json_decref(j->view);
        j->view = json_incref(view);
    } else if (j->view && json_object_get(tree, "changes")) {
        decode_changes(j->view, tree);
    } else {
        return NULL;
    }
    return j->view;
}

/* A state or an update: what happened, and how things stand. */
static void take_news(joined *j, const json_t *tree)
{
    const json_t *event, *view;
    json_t *events;
    uint32_t n = (uint32_t)json_integer_value(json_object_get(tree, "n"));
    size_t i;

    if (!j->t.view)
        return;
    if (json_object_get(tree, "changes") && n != j->n + 1) {
        joined_attach(j); /* one is missing: from the last that is there */
        return;
    }
    j->n = n;
    view = take_view(j, tree);
    events = decode_news(tree);
    json_array_foreach(events, i, event)
    {
        char line[TABLE_TEXT], shown[TABLE_TEXT], says[TABLE_TEXT];
        cr_text out = cr_text_on(line, sizeof line), clean = cr_text_on(shown, sizeof shown);
        cr_text words = cr_text_on(says, sizeof says);

        decode_event(&out, j->t.game, event);
        sheet_clean(&clean, line);
        clean_words(j, &words, joined_text(event, "says"));
        table_tell(&j->t, shown, says);
    }
    json_decref(events);
    if (view) {
        if (!decode_view(j->t.game, view, j->t.view)) {
            snprintf(j->fault, sizeof j->fault, "the server sends a view that does not read");
            return;
        }
        j->t.has_view = true;
        if (!j->t.view->is_over)
            cr_guess(j->t.game, j->t.view, &j->rng, j->t.state);
    }
    take_over(j, json_object_get(tree, "over"));
}

static void take_moved(joined *j, const json_t *tree)
{
    joined_move_on(j, joined_text(tree, "address"));
}

static void take_refused(joined *j, const json_t *tree)
{
    j->t.left_alone = 0;
    joined_trouble(j, "", tree);
}

static void take_trouble(joined *j, const json_t *tree)
{
    joined_trouble(j, "", tree);
    if (!strcmp(joined_text(tree, "code"), "AWAY")) {
        joined_move_on(j, ""); /* attached again it goes on, or we are told where */
        return;
    }
    j->t.left_alone = 0;
    if (!j->t.game) /* not even attached */
        snprintf(j->fault, sizeof j->fault, "%s", j->t.trouble);
}

static void take_plays(joined *j, const json_t *tree)
{
    if (!json_is_true(json_object_get(tree, "plays")))
        snprintf(j->t.trouble, sizeof j->t.trouble,
                 "this seat is played from a newer connection; here you watch");
}

/* By type; a message that is not here says nothing that a terminal shows. */
static const struct {
    const char *type;
    void (*take)(joined *j, const json_t *tree);
} messages[] = {
    {"attached", take_attached}, {"seats", take_seats},     {"state", take_news},
    {"update", take_news},       {"passing", take_passing}, {"drawing", take_drawing},
    {"hinted", take_hinted},     {"offered", take_offered}, {"rematched", take_rematched},
    {"refused", take_refused},   {"trouble", take_trouble}, {"plays", take_plays},
    {"moved", take_moved},
};

void joined_take(joined *j, const char *line)
{
    json_t *tree = json_loads(line, 0, NULL);
    const char *type = joined_text(tree, "type");

    j->has_news = true;
    for (size_t i = 0; i < CR_COUNT_OF(messages); i++)
        if (!strcmp(type, messages[i].type))
            messages[i].take(j, tree);
    json_decref(tree);
}
