/* croupier session: one match in a room of its own, on a clock that the input turns (JK-13.10). The room is the
 * server's, with a store in memory; what it tells is printed, one event a line. Tests of rules about time use it. */
#include "apps/command.h"
#include "base/json.h"
#include "clock/clocks.h"
#include "host/lobby.h"
#include "store/stores.h"

#include <stdlib.h>

enum {
    LINE_MAX_BYTES = 512,
    TEXT_MAX = 1 << 14,
    BEAT_MS = 5000 /* a terminal gives a sign of life as often as a page */
};

typedef struct {
    cr_voice voice; /* first */
    cr_clock_fake clock;
    cr_store *store;
    cr_lobby lobby;
    cr_room *room;
    cr_peer peer;
    cr_waiter waiter;
    uint8_t tokens[CR_SEATS_MAX][CR_TOKEN];
    uint32_t last_id;
    bool is_log, is_hidden;
} table;

static table *of_voice(cr_voice *voice)
{
    return (table *)voice;
}

/* ---- what is told ---- */

/* Members of an event in JSON, behind time and number; or time, kind and text. */
static void print_event(const table *t, uint32_t seq, uint64_t at_ms, const cr_event *event)
{
    char text[TEXT_MAX];

    if (t->is_log) {
        cr_event_print(t->room->game, event, text, sizeof text);
        printf("%llu event %s\n", (unsigned long long)at_ms, text);
        return;
    }
    cr_event_json(t->room->game, event, text, sizeof text);
    printf("{\"seq\":%u,\"ts\":%llu,%s\n", seq, (unsigned long long)at_ms, text + 1);
}

static void emit_attached(cr_voice *voice, cr_peer *peer)
{
    (void)voice, (void)peer;
}

/* A snapshot: the view. */
static void emit_state(cr_voice *voice, cr_peer *peer)
{
    table *t = of_voice(voice);
    char text[TEXT_MAX];

    cr_see_at(t->room->game, t->room->state, peer->viewer, t->clock.at_ms, t->lobby.view);
    cr_view_json(t->room->game, t->lobby.view, text, sizeof text);
    if (t->is_log)
        printf("%llu snapshot %s\n", (unsigned long long)t->clock.at_ms, text);
    else
        printf("{\"seq\":%u,\"ts\":%llu,\"event\":\"snapshot\",\"view\":%s}\n", peer->seq,
               (unsigned long long)t->clock.at_ms, text);
}

static void emit_update(cr_voice *voice, cr_peer *peer, const cr_update *update)
{
    uint32_t seq = update->seq;

    (void)peer;
    for (size_t i = 0; i < update->n_events; i++)
        if (update->events[i].kind != CR_EV_ASKED) /* a question is no event of the session */
            print_event(of_voice(voice), ++seq, update->at_ms, &update->events[i]);
}

static void emit_ack(cr_voice *voice, cr_peer *peer, uint32_t id)
{
    (void)voice, (void)peer, (void)id;
}

/* A message of the room (JK-10.1): the number of the event before it, time, kind, match and round; its own members follow. */
static void open_message(cr_json *j, const cr_peer *peer, const cr_state *state, uint64_t at_ms,
                         const char *kind)
{
    uint32_t match, round;

    cr_json_open(j, '{');
    cr_json_put_uint(j, "seq", peer->seq);
    cr_json_put_uint(j, "ts", at_ms);
    cr_json_put_str(j, "event", kind);
    if (!cr_room_place(peer->room, state, &match, &round))
        return;
    cr_json_put_uint(j, "match", match);
    cr_json_put_uint(j, "round", round);
}

static void close_message(cr_json *j)
{
    cr_json_close(j, '}');
    printf("%s\n", j->out->buf);
}

static void add_text(cr_json *j, const char *name, const char *text)
{
    cr_json_put_str(j, name, text);
}

/* JK-9.1: a reject says where and what was sent, and why it was not taken. */
static void emit_refused(cr_voice *voice, cr_peer *peer, const cr_verdict *v)
{
    const table *t = of_voice(voice);
    const cr_game *game = t->room->game;
    cr_span text = cr_span_of(v->text), word = cr_span_word(&text);
    char trigger[LINE_MAX_BYTES], line[TEXT_MAX];
    cr_text out = cr_text_on(line, sizeof line);
    cr_json j = cr_json_on(&out);

    if (t->is_log) {
        printf("%llu reject %s %s %s\n", (unsigned long long)t->clock.at_ms,
               cr_code_name(game, v->refusal.code), cr_rule_id(game, v->refusal.rule),
               cr_field_name(game, &v->move, v->refusal));
        return;
    }
    snprintf(trigger, sizeof trigger, "%.*s", (int)(word.end - word.at), word.at);
    open_message(&j, peer, v->state, t->clock.at_ms, "reject");
    add_text(&j, "state", v->state->q.open ? cr_question_word(game, v->state->q.kind) : "");
    add_text(&j, "trigger", trigger);
    add_text(&j, "code", cr_code_name(game, v->refusal.code));
    add_text(&j, "rule", cr_rule_id(game, v->refusal.rule));
    add_text(&j, "field", cr_field_name(game, &v->move, v->refusal));
    add_text(&j, "detail", cr_code_text(game, v->refusal.code));
    close_message(&j);
}

static void tell_tick(const cr_peer *peer, uint64_t at_ms, const char *kind, const char *name,
                      uint32_t ms, const uint32_t *seconds)
{
    char line[256];
    cr_text out = cr_text_on(line, sizeof line);
    cr_json j = cr_json_on(&out);

    open_message(&j, peer, peer->room->state, at_ms, kind);
    cr_json_put_uint(&j, name, ms);
    if (seconds)
        cr_json_put_uint(&j, "seconds", *seconds);
    close_message(&j);
}

static void emit_tick(cr_voice *voice, cr_peer *peer, const cr_tick *tick)
{
    const table *t = of_voice(voice);
    unsigned long long at = tick->at_ms;

    if (t->is_log)
        printf("%llu tick %u\n", at, tick->seconds);
    else
        tell_tick(peer, at, "timer.tick", "remainingMs", tick->remaining_ms, &tick->seconds);
    if (tick->drift_ms && t->is_log)
        printf("%llu drift %u\n", at, tick->drift_ms);
    else if (tick->drift_ms)
        tell_tick(peer, at, "timer.drift", "driftMs", tick->drift_ms, NULL);
}

static void emit_signal(cr_voice *voice, cr_peer *peer, uint8_t seat, const char *word)
{
    (void)voice, (void)peer, (void)seat, (void)word;
}

static void emit_plays(cr_voice *voice, cr_peer *peer, bool plays)
{
    (void)voice, (void)peer, (void)plays;
}

static void tell_trouble(const table *t, cr_trouble trouble)
{
    if (t->is_log)
        printf("%llu reject %s\n", (unsigned long long)t->clock.at_ms, cr_trouble_name(trouble));
    else
        printf("{\"ts\":%llu,\"event\":\"reject\",\"code\":\"%s\"}\n",
               (unsigned long long)t->clock.at_ms, cr_trouble_name(trouble));
}

static void emit_trouble(cr_voice *voice, cr_peer *peer, uint32_t id, cr_trouble trouble)
{
    (void)peer, (void)id;
    tell_trouble(of_voice(voice), trouble);
}

/* ---- time ---- */

/* The store is memory: what was appended is there at once. */
static void settle(table *t)
{
    t->store->flush(t->store);
    cr_lobby_collect(&t->lobby);
}

static void call(table *t, uint64_t at_ms)
{
    if (at_ms > t->clock.at_ms)
        t->clock.at_ms = at_ms;
    if (!t->is_hidden)
        cr_room_heard(&t->peer);
    cr_lobby_tick(&t->lobby);
    settle(t);
}

/* JK-7.16: a call at everything that is due until then, and one at the end. */
static void advance(table *t, uint64_t ms)
{
    uint64_t end = t->clock.at_ms + ms, beat = t->clock.at_ms + BEAT_MS;

    for (;;) {
        uint64_t next = t->room->timer_ms < beat ? t->room->timer_ms : beat;

        if (next >= end)
            break;
        if (next == beat)
            beat += BEAT_MS;
        call(t, next);
    }
    call(t, end);
}

/* ---- input ---- */

static bool is_legal(const table *t, const char *text)
{
    const cr_game *game = t->room->game;
    cr_move move;

    return !cr_move_parse(game, t->room->state, t->peer.viewer, text, &move).code &&
           !cr_judge(game, t->room->state, &move, t->clock.at_ms).code;
}

static void play(table *t, const char *text)
{
    cr_trouble trouble;

    cr_room_heard(&t->peer);
    trouble = cr_room_move(&t->peer, t->peer.viewer, ++t->last_id, t->room->state->q.ticket, text);
    if (trouble)
        tell_trouble(t, trouble);
    settle(t);
}

/* The move that the word stands for in this game, with the rest of the line; false if it stands for none. */
static bool play_short(table *t, const char *word, const char *rest)
{
    const cr_room_rules *rules = t->room->game->room;
    const cr_shorthand *row = rules ? rules->shorthand : NULL;
    char first[2 * LINE_MAX_BYTES], second[2 * LINE_MAX_BYTES];

    while (row && row->word && strcmp(row->word, word) != 0)
        row++;
    if (!row || !row->word)
        return false;
    snprintf(first, sizeof first, "%s%s", row->moves[0], rest);
    snprintf(second, sizeof second, "%s%s", row->moves[1] ? row->moves[1] : "", rest);
    play(t, row->moves[1] && !is_legal(t, first) && is_legal(t, second) ? second : first);
    return true;
}

static void set_hidden(table *t, bool is_hidden)
{
    const cr_room_rules *rules = t->room->game->room;
    const char *reason =
        rules && t->room->game->reasons ? t->room->game->reasons[rules->silent_reason] : NULL;
    cr_trouble trouble;

    cr_room_heard(&t->peer); /* whatever somebody says is a sign of life, as it is on the wire */
    trouble = cr_room_pause(&t->peer, reason, is_hidden);
    t->is_hidden = is_hidden;
    if (trouble)
        tell_trouble(t, trouble);
    settle(t);
}

/* Carries out a line; false if nobody knows its word. */
static bool obey(table *t, char *line)
{
    size_t len = strcspn(line, " ");
    const char *rest = line + len;
    char word[LINE_MAX_BYTES];
    cr_span number = cr_span_trim(cr_span_of(rest));
    int64_t ms;

    snprintf(word, sizeof word, "%.*s", (int)len, line);
    if (t->is_log)
        printf("%llu input %s\n", (unsigned long long)t->clock.at_ms, line);
    if (!strcmp(word, "advance") || !strcmp(word, "jump")) {
        if (!cr_span_int(&number, 0, INT32_MAX, &ms))
            return false;
        if (*word == 'a')
            advance(t, (uint64_t)ms);
        else
            call(t, t->clock.at_ms + (uint64_t)ms);
    } else if (!strcmp(word, "hide") || !strcmp(word, "show")) {
        set_hidden(t, *word == 'h');
    } else if (!strcmp(word, "snapshot")) {
        emit_state(&t->voice, &t->peer);
    } else if (!strcmp(word, "trigger") && *rest) {
        play(t, rest + 1);
    } else {
        return play_short(t, word, rest);
    }
    return true;
}

/* ---- the command ---- */

static void made(cr_waiter *waiter, cr_room *room, cr_trouble trouble)
{
    (void)waiter, (void)room, (void)trouble;
}

static bool open_table(table *t, const cr_game *game, const cr_setup *setup)
{
    cr_order order = {.game = game, .setup = *setup};

    t->voice = (cr_voice){emit_attached, emit_attached, emit_state,    emit_update,
                          emit_ack,      emit_refused,  emit_refused,  emit_signal,
                          emit_plays,    emit_tick,     emit_attached, emit_trouble};
    cr_clock_fake_init(&t->clock, 0);
    t->waiter.done = made;
    t->store = cr_store_memory_open();
    if (!t->store || cr_lobby_init(&t->lobby, &(cr_lobby_config){.store = t->store,
                                                                 .clock = &t->clock.clock,
                                                                 .voice = &t->voice,
                                                                 .grace_ms = UINT32_MAX,
                                                                 .close_ms = UINT32_MAX,
                                                                 .rooms_max = 1,
                                                                 .absent_bot = "random",
                                                                 .is_test = true}))
        return false;
    order.sitters[0].kind = CR_SEAT_PERSON;
    for (unsigned seat = 1; seat < setup->n_seats; seat++)
        order.sitters[seat] = (cr_sitter){.kind = CR_SEAT_BOT, .bot = cr_bot_find("random", game)};
    if (cr_lobby_create(&t->lobby, &order, NULL, &t->waiter, t->tokens, &t->room))
        return false;
    settle(t);
    return !cr_room_attach(t->room, &t->peer, t->tokens[0], &(uint32_t){0});
}

int cmd_session(int argc, char **argv)
{
    const char *seed = "1";
    cli_list game_options = {0};
    bool is_log = false;
    const cli_option options[] = {
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally 1)"),
        CLI_FLAG(0, "log", &is_log, "lines of time, kind and text instead of JSON; inputs too"),
        CLI_OPTION_ROW(&game_options),
        {0},
    };
    const cli_usage usage = {
        "session GAME",
        "Reads lines from standard input and prints what seat 0 is told, one JSON object a line:\n"
        "  advance MS   time passes, everything due is done in time\n"
        "  jump MS      one late call\n"
        "  trigger MOVE a move of seat 0; a game may have shorter words for some, as\n"
        "               classic-battle has pick STAT, next, quit\n"
        "  hide, show   the page is hidden, and seen again\n"
        "  snapshot     the view of seat 0\n"
        "The other seats are bots. Time begins at 0 and moves only by these lines.",
        "croupier session classic-battle < lines.txt\n"
        "croupier session classic-battle --log -o matches=0 < lines.txt\n",
        options,
        1,
        1};
    int status = cli_parse(&usage, &argc, argv);
    char line[LINE_MAX_BYTES];
    unsigned number = 0;
    const cr_game *game;
    cr_setup setup;
    table *t;

    if (status != CLI_GO)
        return status;
    game = cli_game(argv[0]);
    if (!game || !cli_setup(game, &game_options, seed, &setup))
        return CLI_MISUSE;
    t = calloc(1, sizeof *t);
    if (!t)
        return cli_error("no memory left");
    t->is_log = is_log;
    status = open_table(t, game, &setup) ? CLI_DONE : cli_error("the match cannot be made");
    while (!status && fgets(line, sizeof line, stdin)) {
        number++;
        line[strcspn(line, "\r\n")] = 0;
        if (*line && *line != '#' && !obey(t, line))
            status = cli_error("line %u: '%s' is no input (see 'croupier session --help')", number,
                               line);
    }
    cr_room_detach(&t->peer);
    cr_lobby_release(&t->lobby);
    if (t->store)
        t->store->close(t->store);
    free(t);
    return status;
}
