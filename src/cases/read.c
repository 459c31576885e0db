/* The reader of case files: lines, blocks, cases and the whole; the statements of a case are in words.c. It judges all
 * that can be judged without playing, so that a slip of the pen is an error with its line and not a case that proves
 * something else. */
#include "cases/read.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- errors ---- */

bool reader_fail(reader *r, unsigned line, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(r->why->text, sizeof r->why->text, format, args);
    va_end(args);
    r->why->line = line;
    return false;
}

bool reader_no_memory(reader *r)
{
    return reader_fail(r, 0, "out of memory");
}

const char *reader_string(reader *r, cr_span word)
{
    grown_clear(&r->text);
    grown_span(&r->text, word);
    return r->text.buf ? r->text.buf : "";
}

bool reader_ends(reader *r, cr_span *in)
{
    if (cr_span_is_empty(in))
        return true;
    return fail(r, "'%.*s' is too much here", shown(*in), in->at);
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
        return reader_fail(r, number, "the line has more than %d characters", CR_CASE_LINE_MAX);
    for (int n; rest.at < rest.end; rest.at += n) {
        n = character(rest);
        if (!n)
            return reader_fail(r, number, "byte %d of the line is no character of a text (UTF-8)",
                               (int)(rest.at - raw.at) + 1);
    }
    if (text.at == text.end)
        return true;
    if (memchr(raw.at, '\t', (size_t)(text.at - raw.at)))
        return reader_fail(r, number, "a tab in front of the line: indent with blanks");
    if (file->n_lines == CR_CASE_LINES_MAX)
        return reader_fail(r, number, "the file has more than %d lines", CR_CASE_LINES_MAX);
    if (!grow_array(&file->lines, file->n_lines, sizeof *file->lines))
        return reader_no_memory(r);
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

/* ---- cases ---- */

const file_position *reader_position(const cr_case_file *file, cr_span name)
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
        return err ? reader_fail(r, test->line, "no match starts so: %s", cr_err_text(err)) : true;
    }
    r->at = test->position_line;
    file_position_text(r->file, test, &r->text);
    if (r->text.is_cut)
        return fail(r, "the position has more than %d characters", CR_CASE_POSITION_MAX);
    err = cr_position_parse(r->file->game, &test->setup, r->text.buf, r->desk.state, NULL, &line,
                            why, sizeof why);
    if (err == CR_ERR_BAD_TEXT)
        return reader_fail(r, position_line(r, line), "this line of the position is wrong: %s",
                           why);
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
        return reader_no_memory(r);
    r->test = &file->cases[file->n_cases++];
    *r->test = (file_case){.line = number_of(r, line),
                           .name = malloc(len + 1),
                           .first_step = file->n_steps,
                           .first_rule = file->n_rules};
    if (!r->test->name)
        return reader_no_memory(r);
    memcpy(r->test->name, name.at, len);
    r->test->name[len] = 0;
    cr_setup_init(file->game, &r->test->setup);
    for (r->at = line + 1; r->at < end; r->at += 1 + r->n_block) {
        r->n_block = block_of(file, r->at);
        if (file->lines[r->at].indent != indent)
            return fail(r, "the lines of a case are indented alike");
        if (!reader_statement(r))
            return false;
    }
    if (!r->test->n_steps)
        return reader_fail(r, r->test->line, "this case does nothing and expects nothing");
    return check_start(r);
}

static bool read_game(reader *r, cr_span in)
{
    cr_span word = cr_span_word(&in);

    if (r->file->game)
        return fail(r, "a file is about one game");
    if (r->n_block)
        return reader_fail(r, number_of(r, r->at + 1), "nothing stands below 'game'");
    r->file->game = r->game && !strcmp(reader_string(r, word), r->game->name)
                        ? r->game
                        : cr_game_find(reader_string(r, word));
    if (!r->file->game)
        return fail(r, "there is no game '%.*s'; `croupier games` lists them", shown(word),
                    word.at);
    if (!line_desk_init(&r->desk, r->file->game))
        return reader_no_memory(r);
    return reader_ends(r, &in);
}

static bool read_named_position(reader *r, cr_span name)
{
    cr_case_file *file = r->file;

    if (name.at == name.end)
        return fail(r, "a position of the whole file has a name");
    if (file->n_positions == CR_CASE_POSITIONS_MAX)
        return fail(r, "the file has more than %d positions", CR_CASE_POSITIONS_MAX);
    if (reader_position(file, name))
        return fail(r, "there is a 'position %.*s' already", shown(name), name.at);
    if (!grow_array(&file->positions, file->n_positions, sizeof *file->positions))
        return reader_no_memory(r);
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
        return reader_fail(r, 1, "there is no case in this file");
    return true;
}

cr_case_file *cr_cases_read(const char *path, const char *text, size_t len, cr_case_error *why)
{
    return cr_cases_read_of(NULL, path, text, len, why);
}

cr_case_file *cr_cases_read_of(const cr_game *game, const char *path, const char *text, size_t len,
                               cr_case_error *why)
{
    reader r = {.why = why, .file = calloc(1, sizeof *r.file), .game = game};
    bool is_good;

    *why = (cr_case_error){0};
    if (!r.file) {
        reader_no_memory(&r);
        return NULL;
    }
    r.file->path = path;
    r.file->text = text;
    r.file->len = len;
    r.file->fill_max = CR_CASE_FILL_MAX;
    if (len > CR_CASE_FILE_MAX)
        is_good = reader_fail(&r, 1, "the file has more than %d bytes", CR_CASE_FILE_MAX);
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

void cr_cases_limit_filling(cr_case_file *file, uint32_t n_moves)
{
    file->fill_max = n_moves;
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
                            .is_gap = test->is_gap,
                            .message = "",
                            .filling = ""};
}
