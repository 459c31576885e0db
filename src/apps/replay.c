/* croupier replay: checks a record entry by entry and shows it in words, all-seeing or as one seat saw it: on a terminal step
 * by step, otherwise as text. docs/record.md has the bytes. The kernel checks the whole record first; what is shown are the
 * entries that hold. */
#include "apps/command.h"
#include "terminal/drawn.h"
#include "terminal/terminal.h"
#include "terminal/screen.h"
#include "terminal/telling.h"
#include "base/hash.h"
#include "kernel/forms.h"

#include <limits.h>
#include <stdlib.h>

enum {
    RECORD_MAX = 256 << 20, /* bytes: six million moves */
    TEXT_MAX = 1 << 20,     /* characters of all events of one move */
    ALL_SEEING = STEPS_ALL_SEEING
};

typedef struct {
    telling told;
    const cr_game *game;
    const uint8_t *bytes;
    size_t len;
    cr_record_head head;
    cr_state *state;
    cr_view *view;
    cr_text events;         /* of the move being played */
    char did[TELLING_LINE]; /* that move, as text; "": these eyes do not know it */
    uint32_t ticket;        /* of the question that was told last */
    uint8_t viewer;         /* or ALL_SEEING */
    cr_deal deal;           /* how the seed was drawn */
    uint64_t step;          /* the only entry to show; NO_STEP: all */
    uint32_t n_moves;       /* that hold */
    bool is_json, has_views, is_quiet, is_plain, is_raw;
} player;

#define NO_STEP UINT64_MAX

/* ---- printing ---- */

static void write_json_events(player *p)
{
    cr_json json = cr_json_on(&p->events);

    for (size_t i = 0; i < p->told.feed.n; i++) {
        cr_event seen = p->told.feed.events[i];

        if (p->viewer != ALL_SEEING && !cr_redact(&p->told.feed.events[i], p->viewer, &seen))
            continue;
        cr_json_open(&json, '{');
        cr_event_write_json(&json, p->game, &seen);
        cr_json_close(&json, '}');
    }
    p->told.feed.n = 0;
}

/* What was told of the entry that was just played. */
static void write_events(player *p)
{
    p->events = cr_text_on(p->events.buf, p->events.cap);
    if (p->is_json)
        write_json_events(p);
    else
        telling_events(&p->events, &p->told, p->state, "    ");
}

static void write_view(cr_text *out, const void *with)
{
    const player *p = with;
    cr_json j = cr_json_on(out);

    if (p->is_json)
        cr_view_write_json(&j, p->game, p->view);
    else
        cr_view_write(out, p->game, p->view);
}

static void print_json(player *p, uint32_t number, uint64_t at_ms, const cr_move *move)
{
    char text[1024];
    cr_text out = cr_text_on(text, sizeof text);
    cr_json j = cr_json_on(&out);

    printf("%s\n{\"number\":%u,\"at_ms\":%llu", number && p->step == NO_STEP ? "," : "", number,
           (unsigned long long)at_ms);
    if (move) {
        cr_json_open(&j, '{');
        cr_move_write_json(&j, p->game, move);
        cr_json_close(&j, '}');
        printf(",\"seat\":%u,\"answer\":%s", move->seat, text);
    }
    printf(",\"events\":[%s]", p->events.buf);
    if (p->has_views) {
        fputs(",\"view\":", stdout);
        cli_print(stdout, write_view, p);
    }
    putchar('}');
}

/* A question is told once, to everybody in the words for these eyes. */
static void print_question(player *p)
{
    char text[TELLING_LINE];
    cr_text out = cr_text_on(text, sizeof text);

    if (p->is_raw || p->state->q.ticket == p->ticket)
        return;
    p->ticket = p->state->q.ticket;
    telling_question(&out, &p->told, p->state);
    if (*text)
        printf("    ? %s\n", text);
}

static void print_text(player *p, uint32_t number, uint64_t at_ms)
{
    char text[32];
    cr_text out = cr_text_on(text, sizeof text);

    printf("%u  ", number);
    if (*p->did)
        printf("%s  ", p->did);
    telling_time(&out, at_ms - p->head.setup.start_ms);
    if (p->is_raw)
        printf("at %llu ms\n", (unsigned long long)at_ms);
    else
        printf("%s%s\n", number ? "" : "The start  ", text);
    fputs(p->events.buf, stdout);
    print_question(p);
    if (p->step != NO_STEP)
        drawn_print(stdout, &(scene){p->game, p->view, NULL}, "");
    else if (p->has_views)
        cli_print(stdout, write_view, p);
}

static void print_entry(player *p, uint32_t number, uint64_t at_ms, const cr_move *move)
{
    write_events(p);
    if (p->step != NO_STEP && number != p->step)
        return;
    if (move && !telling_knows(&p->told, move))
        move = NULL;
    if (number && !move && !p->events.len && !p->has_views)
        return;
    if (p->has_views)
        cr_see(p->game, p->state, p->viewer == ALL_SEEING ? CR_SPECTATOR : p->viewer, p->view);
    if (p->is_json)
        print_json(p, number, at_ms, move);
    else
        print_text(p, number, at_ms);
}

/* Until the match is over the seed is as secret as the cards, and a score may count what only its owner sees. */
static bool may_see_end(const player *p)
{
    return p->viewer == ALL_SEEING || p->state->is_over;
}

/* How the seed was drawn, where the record is of a match on a server. */
static void write_deal(cr_text *out, const void *with)
{
    static const uint8_t nowhere[16] = {0};
    const player *p = with;
    char says[2048];
    cr_text text = cr_text_on(says, sizeof says);

    if (p->head.setup.is_pinned)
        cr_text_str(&text, "The seed was given as a number: whoever gave it knew the deal.\n");
    else if (memcmp(p->head.match_id, nowhere, sizeof nowhere))
        cr_say_deal(&text, &p->deal, p->head.setup.n_seats);
    cr_say_names(out, says, (const char *const[CR_SEATS_MAX]){0});
}

static void write_starts(cr_text *out, const void *with)
{
    const player *p = with;
    cr_json j = cr_json_on(out);

    cr_deal_write_json(&j, &p->deal, p->head.setup.n_seats);
}

static void print_head(const player *p)
{
    const cr_setup *setup = &p->head.setup;
    char text[2048];
    cr_text out = cr_text_on(text, sizeof text);

    if (p->is_json) {
        cr_json j = cr_json_on(&out);

        cr_json_open(&j, '{');
        cr_json_put_str(&j, "game", p->game->name);
        cr_json_put_uint(&j, "rules_version", p->head.rules_version);
        cr_json_put_uint(&j, "seats", setup->n_seats);
        cr_json_key(&j, "options");
        cr_json_open(&j, '{');
        for (unsigned i = 0; i < p->game->n_options; i++) {
            char value[64];
            cr_text word = cr_text_on(value, sizeof value);

            cr_option_print(&word, &p->game->options[i], setup->option[i]);
            cr_json_put_str(&j, p->game->options[i].name, value);
        }
        cr_json_close(&j, '}');
        printf("%s,\"starts\":", text);
        cli_print(stdout, write_starts, p);
        fputs(",\"entries\":[", stdout);
        return;
    }
    cr_text_fmt(&out, "%s for %u, rules version %u",
                p->game->title && !p->is_raw ? p->game->title : p->game->name, setup->n_seats,
                p->head.rules_version);
    for (unsigned i = 0; i < p->game->n_options; i++) {
        const cr_option *option = &p->game->options[i];

        if (p->is_raw) {
            cr_text_fmt(&out, ", %s=", option->name);
            cr_option_print(&out, option, setup->option[i]);
        } else if (setup->option[i] != option->normal) {
            cr_text_str(&out, "; ");
            cr_say_option(&out, p->game, option, setup->option[i]);
        }
    }
    puts(text);
    if (!p->is_raw)
        cli_print(stdout, write_deal, p);
}

static void print_json_end(const player *p, cr_err err)
{
    int32_t score[CR_SEATS_MAX];
    char text[1024], hex[65];
    cr_text out = cr_text_on(text, sizeof text), seed = cr_text_on(hex, sizeof hex);
    cr_json j = {&out, true};

    cr_score(p->game, p->state, score);
    cr_text_hex(&seed, p->head.setup.seed, sizeof p->head.setup.seed);
    cr_json_put_bool(&j, "over", p->state->is_over);
    cr_json_key(&j, "score");
    if (may_see_end(p)) {
        cr_json_open(&j, '[');
        for (unsigned seat = 0; seat < p->state->n_seats; seat++)
            cr_json_int(&j, score[seat]);
        cr_json_close(&j, ']');
    } else {
        cr_json_null(&j);
    }
    cr_json_key(&j, "seed");
    if (may_see_end(p))
        cr_json_str(&j, hex);
    else
        cr_json_null(&j);
    cr_json_key(&j, "error");
    if (err)
        cr_json_str(&j, cr_err_name(err));
    else
        cr_json_null(&j);
    cr_json_close(&j, '}');
    printf("\n]%s\n", text);
}

/* The verdict of the page (web/src/screens/verdict.tsx), in the same words. */
static void write_verdict(cr_text *out, const void *with)
{
    static const uint8_t nowhere[16] = {0};
    const player *p = with;
    int32_t score[CR_SEATS_MAX];
    char says[4096];
    cr_text text = cr_text_on(says, sizeof says);

    cr_score(p->game, p->state, score);
    cr_text_str(&text, "The verdict: everything holds.\n");
    if (memcmp(p->head.match_id, nowhere, sizeof nowhere)) {
        if (!p->head.setup.is_pinned)
            cr_say_deal(&text, &p->deal, p->head.setup.n_seats);
        cr_say_committed(&text, &p->deal, p->head.setup.start_ms);
    }
    cr_say_replayed(&text, p->game, p->head.rules_version, p->n_moves);
    cr_text_char(&text, '\n');
    cr_say_result(&text, score, p->state->n_seats, p->state->is_over);
    cr_text_char(&text, '\n');
    cr_say_names(out, says, (const char *const[CR_SEATS_MAX]){0});
}

static void print_text_end(const player *p, uint32_t n, cr_err err)
{
    int32_t score[CR_SEATS_MAX];
    char hex[65], end[(CR_WHY_MAX + 1) * TELLING_LINE];
    cr_text seed = cr_text_on(hex, sizeof hex), words = cr_text_on(end, sizeof end);

    cr_score(p->game, p->state, score);
    cr_text_hex(&seed, p->head.setup.seed, sizeof p->head.setup.seed);
    if (!p->is_raw && p->step == NO_STEP) {
        telling_end(&words, &p->told, p->state);
        fputs(end, stdout);
    }
    fputs(p->state->is_over ? "the match is over" : "the match is not over", stdout);
    if (may_see_end(p)) {
        fputs("; score:", stdout);
        for (unsigned seat = 0; seat < p->state->n_seats; seat++)
            printf(" %d", score[seat]);
        printf("; seed: %s", hex);
    }
    printf("\n%u entries hold%s\n", n, err ? ", the next does not" : "");
    if (!err && !p->is_raw && p->step == NO_STEP && p->state->is_over)
        cli_print(stdout, write_verdict, p);
}

/* Plays the first n entries again, which are known to hold. */
static void print_record(player *p, uint32_t n, cr_err broken)
{
    cr_err err;

    p->n_moves = n;
    print_head(p);
    err = cr_start(p->game, p->state, &p->head.setup, &p->told.feed.sink);
    if (!err)
        print_entry(p, 0, p->state->now_ms, NULL);
    for (uint32_t i = 0; !err && i < n; i++) {
        size_t at = p->head.head_size + (size_t)i * CR_RECORD_ENTRY;
        cr_record_entry entry;
        cr_text out;

        err = cr_record_entry_read(p->bytes + at, p->len - at, &entry);
        if (err)
            break;
        out = cr_text_on(p->did, sizeof p->did);
        if (telling_knows(&p->told, &entry.move))
            telling_move(&out, &p->told, p->state, &entry.move);
        cr_play_checked(p->game, p->state, &entry.move, entry.at_ms, &p->told.feed.sink);
        print_entry(p, entry.number, entry.at_ms, &entry.move);
    }
    if (p->is_json)
        print_json_end(p, broken);
    else
        print_text_end(p, n, broken);
}

/* ---- naming what is wrong ---- */

/* If one changed byte explains why a block does not fit its check sum of sum_len bytes at its end, finds it:
 * there are few enough to try them all. */
static bool find_changed_byte(const uint8_t *block, size_t len, size_t sum_len, size_t *at,
                              uint8_t *was)
{
    uint8_t copy[CR_RECORD_HEAD_MAX];

    if (len > sizeof copy)
        return false;
    memcpy(copy, block, len);
    for (*at = 0; *at < len; ++*at) {
        for (unsigned value = 0; value < 256; value++) {
            uint64_t sum;

            copy[*at] = (uint8_t)value;
            sum = cr_hash(copy, len - sum_len);
            if (!memcmp(copy + len - sum_len, &sum, sum_len)) {
                *was = (uint8_t)value;
                return true;
            }
        }
        copy[*at] = block[*at];
    }
    return false;
}

static bool name_changed_byte(const char *path, const char *what, size_t from, const uint8_t *block,
                              size_t len, size_t sum_len)
{
    size_t at;
    uint8_t was;

    if (!find_changed_byte(block, len, sum_len, &at, &was))
        return false;
    cli_error("'%s': %s is damaged: byte %zu is %02x, it was %02x", path, what, from + at,
              block[at], was);
    return true;
}

/* The size of the head stands in it twice: as such (bytes 8, 9) and by its number of options (14, 15). */
static void explain_head(const player *p, const char *path)
{
    const uint8_t *b = p->bytes;
    size_t size[] = {b[8] | (size_t)b[9] << 8, 144 + 4 * (b[14] | (size_t)b[15] << 8)};

    for (size_t i = 0; i < CR_COUNT_OF(size); i++)
        if (size[i] >= 144 && size[i] <= p->len &&
            name_changed_byte(path, "the head", 0, b, size[i], 8))
            return;
    cli_error("'%s': the head (from byte 0) is damaged: it does not fit its check sum", path);
}

/* Which part of the seed is not what was committed to. */
static void explain_deal(player *p, const char *path)
{
    char says[512], text[512];
    cr_text out = cr_text_on(says, sizeof says), named = cr_text_on(text, sizeof text);

    if (!cr_record_deal(p->bytes, p->len, &p->head, &p->deal))
        cr_say_deal_fault(&out, p->head.match_id, &p->deal);
    cr_say_names(&named, says, (const char *const[CR_SEATS_MAX]){0});
    cli_error("'%s': the deal does not hold: %s", path,
              *text ? text : cr_err_text(CR_ERR_BAD_DEAL));
}

static int explain(const player *p, const char *path, cr_err err, uint32_t number)
{
    size_t at = p->head.head_size + (number ? (size_t)(number - 1) * CR_RECORD_ENTRY : 0);
    char what[64];

    if (!number) {
        cli_error("'%s': the head (bytes 0 to %u) does not start a match: %s", path,
                  p->head.head_size - 1u, cr_err_text(err));
        return CLI_FAILED;
    }
    snprintf(what, sizeof what, "entry %u", number);
    if (err != CR_ERR_CORRUPT ||
        !name_changed_byte(path, what, at, p->bytes + at, CR_RECORD_ENTRY, 4))
        cli_error("'%s': entry %u at byte %zu: %s", path, number, at, cr_err_text(err));
    return CLI_FAILED;
}

/* Finds the game and reads the head. CLI_GO, or the exit status after a message. */
static int read_head(player *p, const char *path)
{
    char name[CR_GAME_NAME_MAX];
    cr_err err = cr_record_game(p->bytes, p->len, name);

    if (!err) {
        p->game = cr_game_find(name);
        /* A damaged name looks like a foreign game: any game's reader sees the check sum first. */
        err = cr_record_head_read(p->game ? p->game : cr_game_at(0), p->bytes, p->len, &p->head);
    }
    switch (err) {
    case CR_ERR_OK:
        return CLI_GO;
    case CR_ERR_NO_GAME:
        return cli_error("'%s' is a record of '%s', a game that this program does not have", path,
                         name);
    case CR_ERR_FOREIGN_VERSION:
        return cli_error(
            "'%s' is a record of %s with rules version %u; this program has version %u", path, name,
            p->head.rules_version, p->game->rules_version);
    case CR_ERR_FOREIGN_LAYOUT:
        return cli_error("'%s' is a record of another build of %s: its states have another layout",
                         path, name);
    case CR_ERR_CORRUPT:
        explain_head(p, path);
        return CLI_FAILED;
    case CR_ERR_BAD_DEAL:
        explain_deal(p, path);
        return CLI_FAILED;
    case CR_ERR_TRUNCATED:
    case CR_ERR_BAD_COMMITMENT:
    case CR_ERR_BAD_OPTION:
        cli_error("'%s': the head (byte 0): %s", path, cr_err_text(err));
        return CLI_FAILED;
    default:
        return cli_error("'%s': %s", path, cr_err_text(err));
    }
}

/* Step by step, on a terminal. */
static bool show_on_screen(const player *p, const char *path, uint32_t n, cr_err broken)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    char about[256];
    steps s;

    snprintf(about, sizeof about, "%s%s", name,
             broken ? ": damaged, only what holds is shown" : "");
    if (!steps_open(&s, p->game, p->bytes, &p->head, n, p->viewer))
        return false;
    if (p->step != NO_STEP)
        steps_go(&s, p->step > n ? n : (uint32_t)p->step);
    if (!screen_open()) {
        steps_close(&s);
        return false;
    }
    replay_on_screen(&s, about);
    screen_close();
    steps_close(&s);
    return true;
}

static int replay_bytes(player *p, const char *path, const char *seat)
{
    uint32_t at = 0, n;
    int status = read_head(p, path);
    cr_err err;

    if (status != CLI_GO)
        return status;
    p->viewer = ALL_SEEING;
    if (seat && !cli_viewer(seat, p->head.setup.n_seats, &p->viewer))
        return CLI_MISUSE;
    p->state = malloc(p->game->state_size);
    p->view = malloc(p->game->view_size);
    p->events = (cr_text){malloc(TEXT_MAX), 0, TEXT_MAX};
    if (!telling_open(&p->told, p->game, p->viewer, p->is_raw) || !p->state || !p->view ||
        !p->events.buf)
        return cli_error("no memory left");
    if (cr_record_deal(p->bytes, p->len, &p->head, &p->deal))
        return cli_error("'%s': %s", path, cr_err_text(CR_ERR_CORRUPT));
    err = cr_replay(p->game, p->bytes, p->len, p->state, NULL, NULL, &at);
    if (err && !at)
        return explain(p, path, err, at);
    n = err ? at - 1 : (uint32_t)((p->len - p->head.head_size) / CR_RECORD_ENTRY);
    if (p->step != NO_STEP && p->step > n)
        return cli_error("'%s' has no entry %llu: the last that holds is %u", path,
                         (unsigned long long)p->step, n);
    if (p->is_quiet)
        printf("%s: %u entries hold\n", path, n);
    else if (p->is_plain || !show_on_screen(p, path, n, err))
        print_record(p, n, err);
    return err ? explain(p, path, err, at) : CLI_DONE;
}

static int replay_file(player p, const char *path, const char *seat)
{
    char *file = cli_read_file(path, RECORD_MAX, &p.len);
    int status;

    if (!file)
        return CLI_MISUSE;
    p.bytes = (const uint8_t *)file;
    status = replay_bytes(&p, path, seat);
    telling_close(&p.told);
    free(p.events.buf);
    free(p.view);
    free(p.state);
    free(file);
    return status;
}

int cmd_replay(int argc, char **argv)
{
    const char *seat = NULL;
    player p = {.step = NO_STEP};
    const cli_option options[] = {
        CLI_TEXT(0, "seat", "N", &seat,
                 "only what this seat, or 'spectator', saw (normally everything)"),
        CLI_FLAG(0, "views", &p.has_views,
                 "the view after every move too (a spectator's without --seat)"),
        CLI_NUMBER(0, "step", "K", &p.step, 0, UINT32_MAX,
                   "only entry K, with the table behind it as a picture; 0 is the start"),
        CLI_FLAG(0, "plain", &p.is_plain, "as text, also on a terminal"),
        CLI_FLAG(0, "raw", &p.is_raw,
                 "as text, with moves and events as programs write them, not in words"),
        CLI_FLAG('q', "quiet", &p.is_quiet, "check only"),
        CLI_FLAG(0, "json", &p.is_json, "a JSON object for each match"),
        {0},
    };
    const cli_usage usage = {
        "replay FILE…",
        "Checks recorded matches entry by entry and shows them: one on a terminal step by step,\n"
        "forwards and back, through any eyes (F1 shows the keys); otherwise as text. A changed\n"
        "byte is found and named; then the exit status is 1. A record of other rules is refused\n"
        "with status 2.",
        "croupier play duel --record duel.rec\ncroupier replay duel.rec\n"
        "croupier replay duel.rec --seat 0 --step 12\n"
        "croupier replay duel.rec --raw\ncroupier replay duel.rec --seat 1 --json\ncroupier replay "
        "--quiet tests/replay/*/*.rec\n",
        options,
        1,
        INT_MAX};
    int status = cli_parse(&usage, &argc, argv);
    int worst = CLI_DONE;

    if (status != CLI_GO)
        return status;
    p.is_plain |= p.is_raw || p.is_json || p.has_views || argc > 1 || !screen_is_possible();
    p.has_views |= p.step != NO_STEP;
    for (int i = 0; i < argc; i++) {
        status = replay_file(p, argv[i], seat);
        worst = status > worst ? status : worst;
    }
    return worst;
}
