/* The reader of case files: lines, blocks, and one row per word of the language. It judges all that can be
 * judged without playing, so that a slip of the pen is an error with its line and not a case that proves
 * something else. */
#include "cases/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Characters of a word of the file that are shown in a message. */
enum { SHOWN_MAX = 40 };

typedef struct {
    cr_case_file *file;
    cr_case_error *why;
    file_case *test; /* the case that is being read */
    uint32_t at, n_block;
    line_desk desk;
    grown text;
} reader;

/* ---- errors ---- */

__attribute__((format(printf, 3, 4))) static bool fail_at(reader *r, unsigned line,
                                                          const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(r->why->text, sizeof r->why->text, format, args);
    va_end(args);
    r->why->line = line;
    return false;
}

static unsigned number_of(const reader *r, uint32_t line)
{
    return r->file->lines[line].number;
}

#define fail(r, ...) fail_at(r, number_of(r, (r)->at), __VA_ARGS__)

static int shown(cr_span s)
{
    return (int)(s.end - s.at > SHOWN_MAX ? SHOWN_MAX : s.end - s.at);
}

static bool no_memory(reader *r)
{
    return fail_at(r, 0, "out of memory");
}

/* ---- lines ---- */

/* A word such as #2 or #-1 is the number of a piece. */
static bool is_index(const char *c, const char *end)
{
    c++;
    c += c < end && *c == '-';
    return c < end && *c >= '0' && *c <= '9';
}

/* A '#' in front of a line, or behind a blank and not before a number, starts a comment. */
static cr_span without_comment(cr_span line)
{
    for (const char *c = line.at; c < line.end; c++)
        if (*c == '#' &&
            (c == line.at || ((c[-1] == ' ' || c[-1] == '\t') && !is_index(c, line.end)))) {
            line.end = c;
            break;
        }
    return line;
}

/* Bytes of the character that stands here: UTF-8, and nothing that could play tricks on a terminal when the
 * line is shown. 0 if it is none. A '\r' belongs to the end of a line. */
static int character(cr_span in)
{
    unsigned char first = (unsigned char)*in.at;
    int n = first < 0x80   ? 1
            : first < 0xC2 ? 0
            : first < 0xE0 ? 2
            : first < 0xF0 ? 3
            : first < 0xF5 ? 4
                           : 0;

    if (n == 1)
        return (first >= ' ' && first != 0x7f) || first == '\t' || first == '\r';
    if (n > in.end - in.at)
        return 0;
    for (int i = 1; i < n; i++)
        if (((unsigned char)in.at[i] & 0xC0) != 0x80)
            return 0;
    return n;
}

static bool read_line(reader *r, cr_span raw, uint32_t number)
{
    cr_case_file *file = r->file;
    cr_span text = cr_span_trim(without_comment(raw)), rest = raw;

    if (raw.end - raw.at > CR_CASE_LINE_MAX)
        return fail_at(r, number, "the line has more than %d characters", CR_CASE_LINE_MAX);
    for (int n; rest.at < rest.end; rest.at += n) {
        n = character(rest);
        if (!n)
            return fail_at(r, number, "byte %d of the line is no character of a text (UTF-8)",
                           (int)(rest.at - raw.at) + 1);
    }
    if (text.at == text.end)
        return true;
    if (memchr(raw.at, '\t', (size_t)(text.at - raw.at)))
        return fail_at(r, number, "a tab in front of the line: indent with blanks");
    if (file->n_lines == CR_CASE_LINES_MAX)
        return fail_at(r, number, "the file has more than %d lines", CR_CASE_LINES_MAX);
    if (!grow_array(&file->lines, file->n_lines, sizeof *file->lines))
        return no_memory(r);
    file->lines[file->n_lines++] =
        (file_line){.text = text, .number = number, .indent = (uint32_t)(text.at - raw.at)};
    return true;
}

static bool read_lines(reader *r)
{
    cr_span in = {r->file->text, r->file->text + r->file->len};

    if (r->file->len >= 3 && !memcmp(in.at, "\xEF\xBB\xBF", 3))
        in.at += 3; /* some editors put this mark in front of a text */
    for (uint32_t number = 1; in.at < in.end; number++) {
        cr_span line = cr_span_line(&in);

        if (!read_line(r, line, number))
            return false;
    }
    return true;
}

/* Number of lines behind this one that are indented deeper. */
static uint32_t block_of(const cr_case_file *file, uint32_t line)
{
    uint32_t n = 0;

    while (line + 1 + n < file->n_lines &&
           file->lines[line + 1 + n].indent > file->lines[line].indent)
        n++;
    return n;
}

/* ---- what stands in front of the moves ---- */

/* A word as a string of its own, for look-ups. */
static const char *as_string(reader *r, cr_span word)
{
    grown_clear(&r->text);
    grown_span(&r->text, word);
    return r->text.buf ? r->text.buf : "";
}

static bool ends(reader *r, cr_span *in)
{
    if (cr_span_is_empty(in))
        return true;
    return fail(r, "'%.*s' is too much here", shown(*in), in->at);
}

static bool read_proves(reader *r, cr_span in, file_step *step)
{
    cr_case_file *file = r->file;

    (void)step;
    if (cr_span_is_empty(&in))
        return fail(r, "'proves' needs the ids of rules");
    while (!cr_span_is_empty(&in)) {
        cr_span word = cr_span_word(&in);
        uint16_t rule;

        word.end -= word.end[-1] == ','; /* people write lists with commas */
        rule = cr_rule_find(file->game, as_string(r, word));
        if (!rule)
            return fail(r, "%s has no rule '%.*s'; `croupier rules %s` lists them",
                        file->game->name, shown(word), word.at, file->game->name);
        if (!grow_array(&file->rules, file->n_rules, sizeof *file->rules))
            return no_memory(r);
        file->rules[file->n_rules++] = rule;
        r->test->n_rules++;
    }
    return true;
}

static bool read_option(reader *r, cr_span in, file_step *step)
{
    (void)step;
    if (cr_span_is_empty(&in))
        return fail(r, "'option' needs name=value");
    while (!cr_span_is_empty(&in)) {
        cr_span word = cr_span_word(&in);
        const char *sign = memchr(word.at, '=', (size_t)(word.end - word.at));
        char name[SHOWN_MAX + 1] = {0};
        cr_err err;

        if (!sign)
            return fail(r, "'%.*s' is not name=value", shown(word), word.at);
        memcpy(name, word.at, (size_t)shown((cr_span){word.at, sign}));
        err = cr_setup_option(r->file->game, &r->test->setup, name,
                              as_string(r, (cr_span){sign + 1, word.end}));
        if (err)
            return fail(r, "option '%.*s': %s", shown(word), word.at, cr_err_text(err));
    }
    return true;
}

static bool read_seed(reader *r, cr_span in, file_step *step)
{
    cr_setup *setup = &r->test->setup;
    int64_t number;

    (void)step;
    if (cr_span_hex(&in, setup->seed, sizeof setup->seed)) {
        setup->is_pinned = cr_span_take(&in, "pinned");
        return ends(r, &in);
    }
    if (!cr_span_int(&in, 0, INT64_MAX, &number))
        return fail(r, "a seed is a number or 64 hex digits");
    cr_setup_pin(setup, (uint64_t)number);
    return ends(r, &in);
}

static bool read_match(reader *r, cr_span in, file_step *step)
{
    (void)step;
    if (!cr_span_hex(&in, r->test->match_id, sizeof r->test->match_id))
        return fail(r, "the id of a match is 32 hex digits");
    return ends(r, &in);
}

static bool read_time(reader *r, cr_span *in, uint64_t *out)
{
    int64_t number;

    *in = cr_span_trim(*in);
    if (!cr_span_int(in, 0, INT64_MAX, &number))
        return fail(r, "'%.*s' is no time: milliseconds, a whole number", shown(*in), in->at);
    *out = (uint64_t)number;
    return true;
}

static bool read_start(reader *r, cr_span in, file_step *step)
{
    (void)step;
    return read_time(r, &in, &r->test->setup.start_ms) && ends(r, &in);
}

static const file_position *find_position(const cr_case_file *file, cr_span name)
{
    for (size_t i = 0; i < file->n_positions; i++)
        if (line_same(file->positions[i].name, name))
            return &file->positions[i];
    return NULL;
}

static void add_lines(grown *out, const cr_case_file *file, uint32_t line, uint32_t n_block)
{
    for (uint32_t i = 1; i <= n_block; i++) {
        grown_span(out, file->lines[line + i].text);
        grown_str(out, "\n");
    }
}

void file_position_text(const cr_case_file *file, const file_case *test, grown *out)
{
    const file_position *base = test->base ? &file->positions[test->base - 1] : NULL;

    grown_clear(out);
    out->max = CR_CASE_POSITION_MAX;
    if (base)
        add_lines(out, file, base->line, base->n_block);
    add_lines(out, file, test->position_line, test->n_position);
}

/* `position`, or `position NAME` for one of the file; lines of its own come on top. */
static bool read_position(reader *r, cr_span in, file_step *step)
{
    const file_position *base = NULL;
    file_case *test = r->test;

    (void)step;
    if (test->has_position)
        return fail(r, "a case has one position");
    if (!cr_span_is_empty(&in) && !(base = find_position(r->file, cr_span_trim(in))))
        return fail(r, "there is no 'position %.*s' in front of this case", shown(in), in.at);
    if (!base && !r->n_block)
        return fail(r, "the lines of a position stand below it, indented deeper");
    test->has_position = true;
    test->base = base ? (size_t)(base - r->file->positions) + 1 : 0;
    test->position_line = r->at;
    test->n_position = r->n_block;
    return true;
}

/* ---- moves and the clock ---- */

/* CODE [RULE] [FIELD] */
static bool read_refusal(reader *r, cr_span in, file_step *step)
{
    const cr_game *game = r->file->game;
    cr_span word = cr_span_word(&in);
    unsigned code = 1;

    while (code < (unsigned)CR_CODE_GAME + game->n_codes &&
           !cr_span_is(word, cr_code_name(game, (uint16_t)code)))
        code++;
    if (code == (unsigned)CR_CODE_GAME + game->n_codes || cr_span_is(word, "?"))
        return fail(r, "%s has no refusal '%.*s'", game->name, shown(word), word.at);
    step->code = (uint16_t)code;
    step->flags |= STEP_REFUSED;
    if (cr_span_is_empty(&in))
        return true;
    word = cr_span_word(&in);
    step->rule = cr_rule_find(game, as_string(r, word));
    if (step->rule && !cr_span_is_empty(&in))
        word = cr_span_word(&in);
    else if (step->rule)
        return true;
    step->field = word;
    return ends(r, &in);
}

/* SEAT MOVE [-> CODE [RULE] [FIELD]] */
static bool read_move(reader *r, cr_span in, file_step *step)
{
    if (!cr_seat.parse(&in, &step->seat, NULL))
        return fail(r, "'%.*s' is no seat: 0 to 7, host, admin or spectator", shown(in), in.at);
    step->text = cr_span_trim(in);
    for (cr_span rest = in; !cr_span_is_empty(&rest);) {
        cr_span word = cr_span_word(&rest);

        if (cr_span_is(word, "->")) {
            step->text = cr_span_trim((cr_span){in.at, word.at});
            if (!read_refusal(r, rest, step))
                return false;
            break;
        }
    }
    if (step->text.at == step->text.end)
        return fail(r, "a seat without a move");
    if (!span_count(step->text, cr_span_of("?")))
        return true;
    if (step->kind != STEP_MOVE || (step->flags & STEP_REFUSED))
        return fail(r, "a '?' stands in moves that were made, not in what is tried or refused");
    if (r->test->n_unknowns == CR_CASE_UNKNOWNS_MAX)
        return fail(r, "the case has more than %d moves with a '?'", CR_CASE_UNKNOWNS_MAX);
    step->unknown = ++r->test->n_unknowns;
    return true;
}

static bool read_at(reader *r, cr_span in, file_step *step)
{
    return read_time(r, &in, &step->number) && ends(r, &in);
}

static bool read_player(reader *r, cr_span *in, file_step *step)
{
    int64_t seat;

    *in = cr_span_trim(*in);
    if (!cr_span_int(in, 0, r->test->setup.n_seats - 1, &seat))
        return fail(r, "'%.*s' is no seat of this match", shown(*in), in->at);
    step->seat = (uint8_t)seat;
    return true;
}

static bool read_patience(reader *r, cr_span in, file_step *step)
{
    int64_t n;

    if (!read_player(r, &in, step))
        return false;
    if (cr_span_take(&in, "none"))
        n = 0;
    else if (!cr_span_int(&in, 1, UINT32_MAX, &n))
        return fail(r, "'patience SEAT N': after N refused answers, from 1; or none");
    step->number = (uint64_t)n;
    return ends(r, &in);
}

/* ---- expectations ---- */

/* Seats with blanks or commas between them. Stops in front of the first word that is none. */
static uint16_t read_seats(cr_span *in)
{
    uint16_t seats = 0;

    while (!cr_span_is_empty(in)) {
        cr_span copy = *in, word = cr_span_word(&copy);

        while (word.at < word.end) {
            const char *comma = memchr(word.at, ',', (size_t)(word.end - word.at));
            cr_span one = {word.at, comma ? comma : word.end};
            uint8_t seat;

            if (!cr_seat.parse(&one, &seat, NULL))
                return seats;
            seats |= CR_BIT(seat);
            word.at = comma ? comma + 1 : word.end;
        }
        *in = copy;
    }
    return seats;
}

/* asked QUESTION SEATS [until TIME|never] [left TIME], or asked nobody */
static bool read_asked(reader *r, cr_span in, file_step *step)
{
    const cr_game *game = r->file->game;
    cr_span word = cr_span_word(&in);
    unsigned kind = 0;

    if (cr_span_is(word, "nobody")) {
        step->flags |= STEP_NOBODY;
        return ends(r, &in);
    }
    while (kind < game->n_questions && !cr_span_is(word, game->questions[kind].word))
        kind++;
    if (kind == game->n_questions)
        return fail(r, "%s has no question '%.*s'", game->name, shown(word), word.at);
    step->question = (uint8_t)kind;
    step->seats = read_seats(&in);
    if (!step->seats)
        return fail(r, "who is asked? Seats stand behind the question");
    if (cr_span_take(&in, "until")) {
        if (cr_span_take(&in, "never"))
            step->flags |= STEP_NEVER;
        else if (!read_time(r, &in, &step->number))
            return false;
        step->flags |= STEP_HAS_UNTIL;
    } else if (cr_span_take(&in, "left")) {
        if (!read_time(r, &in, &step->number))
            return false;
        step->flags |= STEP_HAS_LEFT;
    }
    return ends(r, &in);
}

/* offers SEAT: MOVE | …, offers SEAT has MOVE | …, lacks MOVE | …, count N. More moves may stand below. */
static bool read_offers(reader *r, cr_span in, file_step *step)
{
    cr_span word = cr_span_word(&in), digits = word;
    bool is_exact = word.end > word.at && word.end[-1] == ':';
    uint8_t seat;
    int64_t n;

    digits.end -= is_exact;
    if (!cr_seat.parse(&digits, &seat, NULL) || digits.at != digits.end)
        return fail(r, "'%.*s' is no seat", shown(word), word.at);
    step->seat = seat;
    if (is_exact || cr_span_lead(&in, ":")) {
        step->mode = MODE_EXACT;
    } else if (cr_span_take(&in, "has")) {
        step->mode = MODE_HAS;
    } else if (cr_span_take(&in, "lacks")) {
        step->mode = MODE_LACKS;
    } else if (cr_span_take(&in, "count")) {
        step->mode = MODE_COUNT;
        if (!cr_span_int(&in, 0, INT64_MAX, &n))
            return fail(r, "'count' needs a number");
        step->number = (uint64_t)n;
        if (r->n_block)
            return fail_at(r, number_of(r, r->at + 1), "a count has nothing below it");
        return ends(r, &in);
    } else {
        return fail(r, "offers of a seat: ':' with all moves, or 'has', 'lacks', 'count'");
    }
    step->text = cr_span_trim(in);
    if (step->text.at == step->text.end && !r->n_block)
        return fail(r, "which moves? Write '-' for none");
    return true;
}

static bool read_viewer(reader *r, cr_span *in, file_step *step)
{
    if (cr_span_take(in, "spectator")) {
        step->seat = CR_SPECTATOR;
        return true;
    }
    return read_player(r, in, step);
}

static bool check_lines(reader *r, const file_step *step)
{
    for (uint32_t i = 1; i <= r->n_block; i++) {
        cr_span line = r->file->lines[r->at + i].text;
        unsigned n_seats = r->test->setup.n_seats;
        const char *why = "";
        bool is_good;

        grown_clear(&r->text);
        is_good = step->kind == STEP_VIEW
                      ? line_of_view(&r->desk, n_seats, step->seat, line, &r->text, &why)
                      : line_of_position(&r->desk, n_seats, line, &r->text, &why);
        if (!is_good)
            return fail_at(r, number_of(r, r->at + i), "'%.*s': %s", shown(line), line.at, why);
    }
    return true;
}

static bool read_whole(reader *r, cr_span in, file_step *step)
{
    step->mode = cr_span_take(&in, "whole") ? MODE_EXACT : MODE_PART;
    if (!r->n_block)
        return fail(r, "the lines to be seen stand below, indented deeper");
    return ends(r, &in) && check_lines(r, step);
}

static bool read_view(reader *r, cr_span in, file_step *step)
{
    return read_viewer(r, &in, step) && read_whole(r, in, step);
}

static bool read_events(reader *r, cr_span in, file_step *step)
{
    r->test->wants_events = true;
    if (!read_viewer(r, &in, step))
        return false;
    step->mode = cr_span_take(&in, "has") ? MODE_HAS : MODE_EXACT;
    return ends(r, &in);
}

static bool read_score(reader *r, cr_span in, file_step *step)
{
    int64_t n;

    step->text = cr_span_trim(in);
    for (unsigned seat = 0; seat < r->test->setup.n_seats; seat++)
        if (!cr_span_int(&in, INT32_MIN, INT32_MAX, &n))
            return fail(r, "a score is one number for each of the %u seats",
                        r->test->setup.n_seats);
    return ends(r, &in);
}

static bool read_over(reader *r, cr_span in, file_step *step)
{
    (void)step;
    return ends(r, &in);
}

static bool read_not(reader *r, cr_span in, file_step *step)
{
    step->flags |= STEP_NOT;
    if (!cr_span_take(&in, "over"))
        return fail(r, "'not' stands in front of 'over' only");
    return ends(r, &in);
}

/* ---- the words ---- */

enum word_flags {
    IS_HEAD = 1 << 0,   /* stands in front of moves and expectations */
    HAS_BLOCK = 1 << 1, /* may have lines below it */
};

typedef struct {
    const char *word;
    bool (*read)(reader *r, cr_span in, file_step *step);
    uint8_t kind, flags; /* of the step, unless it is a head */
} word_row;

/* To add a word, write its reader and a row; what it does is in run.c or expect.c. */
static const word_row words[] = {
    {"proves", read_proves, 0, IS_HEAD},
    {"option", read_option, 0, IS_HEAD},
    {"seed", read_seed, 0, IS_HEAD},
    {"match", read_match, 0, IS_HEAD},
    {"start", read_start, 0, IS_HEAD},
    {"position", read_position, 0, IS_HEAD | HAS_BLOCK},
    {"at", read_at, STEP_AT, 0},
    {"stamp", read_at, STEP_STAMP, 0},
    {"patience", read_patience, STEP_PATIENCE, 0},
    {"try", read_move, STEP_TRY, 0},
    {"asked", read_asked, STEP_ASKED, 0},
    {"offers", read_offers, STEP_OFFERS, HAS_BLOCK},
    {"view", read_view, STEP_VIEW, HAS_BLOCK},
    {"zones", read_whole, STEP_ZONES, HAS_BLOCK},
    {"events", read_events, STEP_EVENTS, HAS_BLOCK},
    {"score", read_score, STEP_SCORE, 0},
    {"over", read_over, STEP_OVER, 0},
    {"not", read_not, STEP_OVER, 0},
};

static const word_row move_word = {"", read_move, STEP_MOVE, 0};

static const word_row *find_word(cr_span *in)
{
    uint8_t seat;
    cr_span copy = *in;

    for (size_t i = 0; i < CR_COUNT_OF(words); i++)
        if (cr_span_take(in, words[i].word))
            return &words[i];
    return cr_seat.parse(&copy, &seat, NULL) ? &move_word : NULL;
}

/* One statement of a case, its block included. */
static bool read_statement(reader *r)
{
    cr_case_file *file = r->file;
    cr_span in = file->lines[r->at].text;
    const word_row *row = find_word(&in);
    file_step step = {.line = r->at, .n_block = r->n_block};

    in = cr_span_trim(in);
    if (!row)
        return fail(
            r, "'%.*s': a line begins with a seat, such as 0 or host, or a word of docs/cases.md",
            shown(in), in.at);
    if (r->n_block && !(row->flags & HAS_BLOCK))
        return fail_at(r, number_of(r, r->at + 1),
                       "this line is indented deeper, but the one above it takes none below");
    if ((row->flags & IS_HEAD) && r->test->n_steps)
        return fail(r, "'%s' stands in front of all moves and expectations", row->word);
    step.kind = row->kind;
    if (!row->read(r, in, &step))
        return false;
    if (row->flags & IS_HEAD)
        return true;
    if (!grow_array(&file->steps, file->n_steps, sizeof *file->steps))
        return no_memory(r);
    file->steps[file->n_steps++] = step;
    r->test->n_steps++;
    return true;
}

/* The line of the file that is the n-th of a case's position, from 1. */
static unsigned position_line(const reader *r, unsigned n)
{
    const file_case *test = r->test;
    const file_position *base = test->base ? &r->file->positions[test->base - 1] : NULL;

    if (base && n <= base->n_block)
        return number_of(r, base->line + n);
    return number_of(r, test->position_line + n - (base ? base->n_block : 0));
}

/* Does the case start? A position that breaks the rules of the game is an error of the file. */
static bool check_start(reader *r)
{
    const file_case *test = r->test;
    char why[160] = "";
    unsigned line = 0;
    cr_err err;

    if (!test->has_position) {
        err = cr_begin(r->file->game, r->desk.state, &test->setup);
        return err ? fail_at(r, test->line, "no match starts so: %s", cr_err_text(err)) : true;
    }
    r->at = test->position_line;
    file_position_text(r->file, test, &r->text);
    if (r->text.is_cut)
        return fail(r, "the position has more than %d characters", CR_CASE_POSITION_MAX);
    err = cr_position_parse(r->file->game, &test->setup, r->text.buf, r->desk.state, NULL, &line,
                            why, sizeof why);
    if (err == CR_ERR_BAD_TEXT)
        return fail_at(r, position_line(r, line), "this line of the position is wrong: %s", why);
    return err ? fail(r, "the position does not stand: %s", why) : true;
}

static bool read_case(reader *r, uint32_t line, cr_span name)
{
    cr_case_file *file = r->file;
    uint32_t end = line + 1 + block_of(file, line);
    uint32_t indent = line + 1 < end ? file->lines[line + 1].indent : 0;
    size_t len = (size_t)(name.end - name.at);

    r->at = line;
    if (!file->game)
        return fail(r, "the file does not say yet which game it is about: 'game NAME' comes first");
    if (name.at == name.end)
        return fail(r, "a case has a name");
    if (file->n_cases == CR_CASE_CASES_MAX)
        return fail(r, "the file has more than %d cases", CR_CASE_CASES_MAX);
    if (!grow_array(&file->cases, file->n_cases, sizeof *file->cases))
        return no_memory(r);
    r->test = &file->cases[file->n_cases++];
    *r->test = (file_case){.line = number_of(r, line),
                           .name = malloc(len + 1),
                           .first_step = file->n_steps,
                           .first_rule = file->n_rules};
    if (!r->test->name)
        return no_memory(r);
    memcpy(r->test->name, name.at, len);
    r->test->name[len] = 0;
    cr_setup_init(file->game, &r->test->setup);
    for (r->at = line + 1; r->at < end; r->at += 1 + r->n_block) {
        r->n_block = block_of(file, r->at);
        if (file->lines[r->at].indent != indent)
            return fail(r, "the lines of a case are indented alike");
        if (!read_statement(r))
            return false;
    }
    if (!r->test->n_steps)
        return fail_at(r, r->test->line, "this case does nothing and expects nothing");
    return check_start(r);
}

static bool read_game(reader *r, cr_span in)
{
    cr_span word = cr_span_word(&in);

    if (r->file->game)
        return fail(r, "a file is about one game");
    if (r->n_block)
        return fail_at(r, number_of(r, r->at + 1), "nothing stands below 'game'");
    r->file->game = cr_game_find(as_string(r, word));
    if (!r->file->game)
        return fail(r, "there is no game '%.*s'; `croupier games` lists them", shown(word),
                    word.at);
    if (!line_desk_init(&r->desk, r->file->game))
        return no_memory(r);
    return ends(r, &in);
}

static bool read_named_position(reader *r, cr_span name)
{
    cr_case_file *file = r->file;

    if (name.at == name.end)
        return fail(r, "a position of the whole file has a name");
    if (file->n_positions == CR_CASE_POSITIONS_MAX)
        return fail(r, "the file has more than %d positions", CR_CASE_POSITIONS_MAX);
    if (find_position(file, name))
        return fail(r, "there is a 'position %.*s' already", shown(name), name.at);
    if (!grow_array(&file->positions, file->n_positions, sizeof *file->positions))
        return no_memory(r);
    file->positions[file->n_positions++] =
        (file_position){.name = name, .line = r->at, .n_block = r->n_block};
    return true;
}

static bool read_file(reader *r)
{
    cr_case_file *file = r->file;

    for (uint32_t i = 0; i < file->n_lines;) {
        cr_span in = file->lines[i].text;
        bool is_good;

        r->at = i;
        r->n_block = block_of(file, i);
        i += 1 + r->n_block;
        if (file->lines[r->at].indent)
            return fail(r, "this line belongs to no case");
        if (cr_span_take(&in, "game"))
            is_good = read_game(r, in);
        else if (cr_span_take(&in, "case"))
            is_good = read_case(r, r->at, cr_span_trim(in));
        else if (cr_span_take(&in, "position"))
            is_good = read_named_position(r, cr_span_trim(in));
        else
            return fail(r, "'%.*s': outside of a case stand 'game', 'position' and 'case' only",
                        shown(in), in.at);
        if (!is_good)
            return false;
    }
    if (!file->n_cases)
        return fail_at(r, 1, "there is no case in this file");
    return true;
}

cr_case_file *cr_cases_read(const char *path, const char *text, size_t len, cr_case_error *why)
{
    reader r = {.why = why, .file = calloc(1, sizeof *r.file)};
    bool is_good;

    *why = (cr_case_error){0};
    if (!r.file) {
        no_memory(&r);
        return NULL;
    }
    r.file->path = path;
    r.file->text = text;
    r.file->len = len;
    if (len > CR_CASE_FILE_MAX)
        is_good = fail_at(&r, 1, "the file has more than %d bytes", CR_CASE_FILE_MAX);
    else
        is_good = read_lines(&r) && read_file(&r);
    line_desk_release(&r.desk);
    grown_release(&r.text);
    if (!is_good) {
        cr_cases_free(r.file);
        return NULL;
    }
    return r.file;
}

void cr_cases_free(cr_case_file *file)
{
    if (!file)
        return;
    for (size_t i = 0; i < file->n_cases; i++)
        free(file->cases[i].name);
    free(file->lines);
    free(file->steps);
    free(file->cases);
    free(file->positions);
    free(file->rules);
    free(file);
}

const cr_game *cr_cases_game(const cr_case_file *file)
{
    return file->game;
}

size_t cr_cases_count(const cr_case_file *file)
{
    return file->n_cases;
}

cr_case_result cr_cases_at(const cr_case_file *file, size_t i)
{
    const file_case *test = &file->cases[i];

    return (cr_case_result){.path = file->path,
                            .name = test->name,
                            .line = test->line,
                            .rules = test->n_rules ? file->rules + test->first_rule : NULL,
                            .n_rules = test->n_rules,
                            .message = "",
                            .filling = ""};
}
