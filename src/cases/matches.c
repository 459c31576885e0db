/* Whole matches: records into cases and back, and a first case for somebody who starts with a game. */
#include "cases/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEMPLATE_OFFERS = 64 }; /* a template lists the offers of a seat up to this many */

static void *fail_with(cr_case_error *why, unsigned line, const char *text)
{
    why->line = line;
    snprintf(why->text, sizeof why->text, "%s", text);
    return NULL;
}

/* ---- a case as a record ---- */

typedef struct {
    cr_log log;
    const cr_game *game;
    grown bytes;
    uint32_t n;
} recorder;

static void record_move(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    recorder *rec = (recorder *)log;
    uint8_t bytes[CR_RECORD_ENTRY];
    cr_record_entry entry = {
        .number = ++rec->n, .at_ms = at_ms, .hash = cr_state_hash(rec->game, state), .move = *move};

    cr_record_entry_write(&entry, bytes);
    grown_bytes(&rec->bytes, (const char *)bytes, sizeof bytes);
}

uint8_t *cr_cases_to_record(const cr_case_file *file, size_t i, size_t *len, cr_case_error *why)
{
    const file_case *test = &file->cases[i];
    recorder rec = {.log = {record_move}, .game = file->game};
    uint8_t head[CR_RECORD_HEAD_MAX];
    bool is_good;
    run r;

    *why = (cr_case_error){.line = test->line};
    if (test->has_position)
        return fail_with(why, test->line, "it starts from a position, a record from a seed");
    grown_bytes(&rec.bytes, (const char *)head,
                cr_record_head_write(file->game, &test->setup, test->match_id, head));
    is_good = run_init(&r, file, file->game);
    r.log = &rec.log;
    is_good = is_good && run_case(&r, test);
    if (!is_good)
        fail_with(why, r.failed_line, r.failed_line ? "the case does not hold" : "out of memory");
    run_release(&r);
    if (!is_good || rec.bytes.is_cut) {
        grown_release(&rec.bytes);
        return NULL;
    }
    *len = rec.bytes.len;
    return (uint8_t *)rec.bytes.buf;
}

/* ---- a record as a case ---- */

static void write_option(grown *out, const cr_option *option, int32_t value)
{
    char text[64];
    cr_text t = cr_text_on(text, sizeof text);

    cr_option_print(&t, option, value);
    grown_fmt(out, " %s=%s", option->name, text);
}

static void write_options(grown *out, const cr_game *game, const cr_setup *setup)
{
    grown_fmt(out, "  option seats=%u", setup->n_seats);
    for (unsigned i = 0; i < game->n_options; i++)
        write_option(out, &game->options[i], setup->option[i]);
    grown_str(out, "\n");
}

static void write_hex(grown *out, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        grown_fmt(out, "%02x", bytes[i]);
}

/* A name is one line and no comment starts in it. */
static void write_name(grown *out, const char *name)
{
    grown_str(out, "case ");
    for (; *name; name++) {
        char c = (unsigned char)*name < ' ' || *name == '#' ? '-' : *name;

        grown_bytes(out, &c, 1);
    }
    grown_str(out, "\n");
}

static void write_head(grown *out, const cr_game *game, const cr_record_head *head,
                       const char *name)
{
    grown_fmt(out, "# A recorded match, rules version %u.\ngame %s\n\n", head->rules_version,
              game->name);
    write_name(out, *name ? name : "a recorded match");
    write_options(out, game, &head->setup);
    grown_str(out, "  seed ");
    write_hex(out, head->setup.seed, sizeof head->setup.seed);
    grown_str(out, head->setup.is_pinned ? " pinned\n" : "\n");
    if (!cr_is_zero(head->match_id, sizeof head->match_id)) {
        grown_str(out, "  match ");
        write_hex(out, head->match_id, sizeof head->match_id);
        grown_str(out, "\n");
    }
    if (head->setup.start_ms)
        grown_fmt(out, "  start %llu\n", (unsigned long long)head->setup.start_ms);
}

typedef struct {
    const cr_game *game;
    const uint8_t *bytes; /* of the entries */
    size_t n, at;         /* entries; the next one */
    cr_state *state, *ahead;
    uint64_t clock;
    grown out;
} teller;

/* Entries were read once by cr_replay: they are sound. */
static cr_record_entry entry_at(const teller *t, size_t i)
{
    cr_record_entry entry = {0};

    if (cr_record_entry_read(t->bytes + i * CR_RECORD_ENTRY, CR_RECORD_ENTRY, &entry))
        return (cr_record_entry){0};
    return entry;
}

typedef struct {
    cr_log log;
    teller *teller;
    size_t n;
    bool is_same;
} foresight;

static void foresee(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    foresight *f = (foresight *)log;
    cr_record_entry entry = {0};

    (void)state;
    if (f->teller->at + f->n < f->teller->n)
        entry = entry_at(f->teller, f->teller->at + f->n);
    f->n++;
    f->is_same &= entry.at_ms == at_ms && !memcmp(&entry.move, move, sizeof *move);
}

/* Moves the time on to the next entry: by `at` if the clock then plays what the record holds, or else by `stamp`.
 * Returns how many entries the clock has played. */
static size_t write_time(teller *t, uint64_t at_ms)
{
    foresight f = {.log = {foresee}, .teller = t, .is_same = true};

    memcpy(t->ahead, t->state, cr_state_size(t->game));
    /* One default more than the record has is enough to know. */
    while (f.is_same && cr_due(t->ahead) <= at_ms)
        cr_run_clock(t->game, t->ahead, cr_due(t->ahead), NULL, &f.log);
    grown_fmt(&t->out, "  %s %llu\n", f.is_same ? "at" : "stamp", (unsigned long long)at_ms);
    t->clock = at_ms;
    if (!f.is_same || !f.n)
        return 0;
    memcpy(t->state, t->ahead, cr_state_size(t->game));
    return f.n;
}

static bool write_move(teller *t, const cr_record_entry *entry)
{
    char text[CR_CASE_LINE_MAX], seat[16];
    cr_text out = cr_text_on(seat, sizeof seat);
    cr_move back;

    cr_seat.print(&out, &entry->move.seat, NULL);
    cr_move_print(t->game, &entry->move, text, sizeof text);
    if (cr_move_parse(t->game, t->state, entry->move.seat, text, &back).code ||
        memcmp(&back, &entry->move, sizeof back))
        return false;
    grown_fmt(&t->out, "  %s %s\n", seat, text);
    return !cr_play(t->game, t->state, &entry->move, entry->at_ms, NULL).code;
}

static void write_end(teller *t)
{
    int32_t score[CR_SEATS_MAX];

    cr_score(t->game, t->state, score);
    grown_str(&t->out, "  score");
    for (unsigned seat = 0; seat < cr_seats(t->state); seat++)
        grown_fmt(&t->out, " %d", score[seat]);
    grown_str(&t->out, cr_is_over(t->state) ? "\n  over\n" : "\n  not over\n");
}

/* False with t->at at the entry that cannot be told. */
static bool write_entries(teller *t)
{
    while (t->at < t->n) {
        cr_record_entry entry = entry_at(t, t->at);
        size_t played = entry.at_ms > t->clock ? write_time(t, entry.at_ms) : 0;

        if (!played && !write_move(t, &entry))
            return false;
        t->at += played ? played : 1;
    }
    return true;
}

char *cr_cases_from_record(const uint8_t *bytes, size_t n_bytes, const char *name, size_t *len,
                           cr_case_error *why)
{
    char game_name[CR_GAME_NAME_MAX] = "";
    cr_err err = cr_record_game(bytes, n_bytes, game_name);
    const cr_game *game = err ? NULL : cr_game_find(game_name);
    cr_record_head head;
    teller t = {.game = game};
    uint32_t at = 0;

    *why = (cr_case_error){0};
    if (!game)
        return fail_with(why, 0, cr_err_text(err ? err : CR_ERR_NO_GAME));
    t.state = calloc(1, cr_state_size(game));
    t.ahead = calloc(1, cr_state_size(game));
    if (!t.state || !t.ahead) {
        fail_with(why, 0, "out of memory");
        goto out;
    }
    err = cr_replay(game, bytes, n_bytes, t.state, NULL, NULL, &at);
    if (!err)
        err = cr_record_head_read(game, bytes, n_bytes, &head);
    if (!err)
        err = cr_start(game, t.state, &head.setup, NULL);
    if (err) {
        fail_with(why, at, cr_err_text(err));
        goto out;
    }
    write_head(&t.out, game, &head, name);
    t.clock = cr_now(t.state);
    t.bytes = bytes + head.head_size;
    t.n = (n_bytes - head.head_size) / CR_RECORD_ENTRY;
    if (!write_entries(&t)) {
        fail_with(why, (unsigned)t.at + 1, "this move does not print and parse back");
        grown_release(&t.out);
        goto out;
    }
    write_end(&t);
    if (t.out.is_cut)
        grown_release(&t.out);
out:
    free(t.state);
    free(t.ahead);
    *len = t.out.len;
    return t.out.buf;
}

/* ---- a first case ---- */

static void write_fields(grown *out, const cr_field *fields)
{
    for (const cr_field *f = fields; f && f->name; f++) {
        bool has_rows = f->flags & (CR_BY_SEAT | CR_ROWS);

        grown_fmt(out, has_rows ? " %s N" : " %s", f->name);
        if (f[1].name)
            grown_str(out, ",");
    }
}

static void write_row(grown *out, const char *word, const cr_field *fields)
{
    grown_fmt(out, "#   %s", word);
    if (fields && fields->name) {
        grown_str(out, ":");
        write_fields(out, fields);
    }
    grown_str(out, "\n");
}

static void write_effects(grown *out, const cr_game *game)
{
    grown_str(out,
              "# Effects, with their steps and arguments (effect: WORD SEAT step=… name=…):\n");
    for (unsigned i = 0; i < game->n_effects; i++) {
        const char *const *steps = game->effects[i].steps;

        grown_fmt(out, "#   %s", game->effects[i].word);
        for (const char *sep = ", steps "; steps && *steps; steps++, sep = " ")
            grown_fmt(out, "%s%s", sep, *steps);
        if (game->effects[i].fields && game->effects[i].fields->name) {
            grown_str(out, ":");
            write_fields(out, game->effects[i].fields);
        }
        grown_str(out, "\n");
    }
}

/* All words a case of this game may use, as comments. */
static void write_names(grown *out, const cr_game *game)
{
    grown_fmt(out,
              "# A first case for %s. The names of this game:\n#\n# Moves, with their parts:\n",
              game->name);
    for (unsigned i = 0; i < game->n_kinds; i++)
        if (game->kinds[i].word)
            write_row(out, game->kinds[i].word, game->kinds[i].fields);
    grown_str(out, "# Questions:\n");
    for (unsigned i = 0; i < game->n_questions; i++)
        write_row(out, game->questions[i].word, NULL);
    grown_str(out, "# Refusals of its own:\n");
    for (unsigned i = 0; i < game->n_codes; i++)
        grown_fmt(out, "#   %s (%s)\n", game->codes[i].name, game->codes[i].text);
    grown_str(out, "# Events, with their parts (WORD SEAT name=…):\n");
    for (unsigned i = 0; i < game->n_events; i++)
        write_row(out, game->events[i].word, game->events[i].fields);
    write_effects(out, game);
    grown_str(out, "# Lines of a position besides time, paused and effect:\n#  ");
    write_fields(out, game->zones);
    grown_str(out, "\n# Lines of a view besides its head:\n#  ");
    write_fields(out, game->view_fields);
    grown_str(out, "\n# Options:\n");
    for (unsigned i = 0; i < game->n_options; i++) {
        grown_str(out, "#  ");
        write_option(out, &game->options[i], game->options[i].normal);
        grown_fmt(out, "  %s\n", game->options[i].about);
    }
}

/* What is asked and offered, as expectations that do not hold yet. */
static void write_blanks(grown *out, const cr_game *game, const cr_state *state)
{
    uint16_t who = cr_deciders(state);

    grown_str(out, "  asked nobody\n");
    for (uint8_t seat = 0; seat < 16; seat++)
        if (who >> seat & 1) {
            cr_move few[TEMPLATE_OFFERS];
            char word[16];
            cr_text text = cr_text_on(word, sizeof word);
            bool is_all;

            cr_seat.print(&text, &seat, NULL);
            cr_offers_list(game, state, seat, few, TEMPLATE_OFFERS, &is_all);
            if (is_all)
                grown_fmt(out, "  offers %s: -\n", word);
        }
    grown_str(out, "  view 0 whole\n    over: yes\n  view spectator whole\n    over: yes\n  score");
    for (unsigned seat = 0; seat < cr_seats(state); seat++)
        grown_str(out, " 0");
    grown_str(out, "\n  not over\n");
}

/* The filled form of a text whose expectations are blank. */
static char *fill_in(grown *blank, size_t *len)
{
    cr_case_error why;
    cr_case_file *file = blank->buf && !blank->is_cut
                             ? cr_cases_read("template", blank->buf, blank->len, &why)
                             : NULL;
    char *text = file ? cr_cases_update(file, NULL, len) : NULL;

    cr_cases_free(file);
    return text;
}

char *cr_cases_template(const cr_game *game, const cr_setup *setup, size_t *len)
{
    cr_state *state = calloc(1, cr_state_size(game));
    grown text = {0}, position = {0};
    char *result = NULL, *room;
    cr_span lines;
    size_t n;

    if (!state || cr_start(game, state, setup, NULL))
        goto out;
    n = cr_position_print(game, state, NULL, 0);
    room = grown_room(&position, n);
    if (!room)
        goto out;
    cr_position_print(game, state, room, n + 1);
    write_names(&text, game);
    grown_fmt(&text, "\ngame %s\n\ncase a fresh match\n", game->name);
    write_options(&text, game, setup);
    grown_str(&text, "  position\n");
    for (lines = (cr_span){position.buf, position.buf + n}; lines.at < lines.end;) {
        cr_span line = cr_span_line(&lines);

        grown_fmt(&text, "    %.*s\n", (int)(line.end - line.at), line.at);
    }
    write_blanks(&text, game, state);
    result = fill_in(&text, len);
out:
    free(state);
    grown_release(&text);
    grown_release(&position);
    return result;
}
