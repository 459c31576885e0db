/* The statements of a case: one row and one reader per word of the language. To add a word, write its reader and a
 * row; what it does is in run.c or expect.c. */
#include "cases/read.h"

/* ---- what stands in front of the moves ---- */

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
        rule = cr_rule_find(file->game, reader_string(r, word));
        if (!rule)
            return fail(r, "%s has no rule '%.*s'; `croupier rules %s` lists them",
                        file->game->name, shown(word), word.at, file->game->name);
        if (!grow_array(&file->rules, file->n_rules, sizeof *file->rules))
            return reader_no_memory(r);
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
                              reader_string(r, (cr_span){sign + 1, word.end}));
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
        return reader_ends(r, &in);
    }
    if (!cr_span_int(&in, 0, INT64_MAX, &number))
        return fail(r, "a seed is a number or 64 hex digits");
    cr_setup_pin(setup, (uint64_t)number);
    return reader_ends(r, &in);
}

static bool read_match(reader *r, cr_span in, file_step *step)
{
    (void)step;
    if (!cr_span_hex(&in, r->test->match_id, sizeof r->test->match_id))
        return fail(r, "the id of a match is 32 hex digits");
    return reader_ends(r, &in);
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
    return read_time(r, &in, &r->test->setup.start_ms) && reader_ends(r, &in);
}

/* `position`, or `position NAME` for one of the file; lines of its own come on top. */
static bool read_position(reader *r, cr_span in, file_step *step)
{
    const file_position *base = NULL;
    file_case *test = r->test;

    (void)step;
    if (test->has_position)
        return fail(r, "a case has one position");
    if (!cr_span_is_empty(&in) && !(base = reader_position(r->file, cr_span_trim(in))))
        return fail(r, "there is no 'position %.*s' in front of this case", shown(in), in.at);
    if (!base && !r->n_block)
        return fail(r, "the lines of a position stand below it, indented deeper");
    test->has_position = true;
    test->base = base ? (size_t)(base - r->file->positions) + 1 : 0;
    test->position_line = r->at;
    test->n_position = r->n_block;
    return true;
}

/* expect to fail: a known gap */
static bool read_gap(reader *r, cr_span in, file_step *step)
{
    (void)step;
    if (!cr_span_take(&in, "to") || !cr_span_take(&in, "fail"))
        return fail(r, "'expect' is 'expect to fail', for a case that shows a known gap");
    r->test->is_gap = true;
    return reader_ends(r, &in);
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
    step->rule = cr_rule_find(game, reader_string(r, word));
    if (step->rule && !cr_span_is_empty(&in))
        word = cr_span_word(&in);
    else if (step->rule)
        return true;
    step->field = word;
    return reader_ends(r, &in);
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
    return read_time(r, &in, &step->number) && reader_ends(r, &in);
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
    return reader_ends(r, &in);
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
        return reader_ends(r, &in);
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
    return reader_ends(r, &in);
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
            return reader_fail(r, number_of(r, r->at + 1), "a count has nothing below it");
        return reader_ends(r, &in);
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
        char why[160];
        cr_text text = cr_text_on(why, sizeof why);
        cr_slip slip;
        bool is_good;

        grown_clear(&r->text);
        is_good = step->kind == STEP_VIEW
                      ? line_of_view(&r->desk, n_seats, step->seat, line, &r->text, &slip)
                      : line_of_position(&r->desk, n_seats, line, &r->text, &slip);
        if (!is_good) {
            cr_slip_write(&text, &slip);
            return reader_fail(r, number_of(r, r->at + i), "'%.*s': %s", shown(line), line.at, why);
        }
    }
    return true;
}

static bool read_whole(reader *r, cr_span in, file_step *step)
{
    step->mode = cr_span_take(&in, "whole") ? MODE_EXACT : MODE_PART;
    if (!r->n_block)
        return fail(r, "the lines to be seen stand below, indented deeper");
    return reader_ends(r, &in) && check_lines(r, step);
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
    return reader_ends(r, &in);
}

static bool read_score(reader *r, cr_span in, file_step *step)
{
    int64_t n;

    step->text = cr_span_trim(in);
    for (unsigned seat = 0; seat < r->test->setup.n_seats; seat++)
        if (!cr_span_int(&in, INT32_MIN, INT32_MAX, &n))
            return fail(r, "a score is one number for each of the %u seats",
                        r->test->setup.n_seats);
    return reader_ends(r, &in);
}

static bool read_over(reader *r, cr_span in, file_step *step)
{
    (void)step;
    return reader_ends(r, &in);
}

/* over: yes, over: no, as views write it */
static bool read_over_line(reader *r, cr_span in, file_step *step)
{
    uint8_t is_over = 0;

    if (!cr_flag.parse(&in, &is_over, NULL))
        return fail(r, "'over:' is 'over: yes' or 'over: no'");
    step->flags |= is_over ? 0 : STEP_NOT;
    return reader_ends(r, &in);
}

static bool read_not(reader *r, cr_span in, file_step *step)
{
    step->flags |= STEP_NOT;
    if (!cr_span_take(&in, "over"))
        return fail(r, "'not' stands in front of 'over' only");
    return reader_ends(r, &in);
}

/* same view VIEWER as CASE: of a case that stands above, so that no two cases wait for each other */
static bool read_same(reader *r, cr_span in, file_step *step)
{
    const cr_case_file *file = r->file;
    size_t i = 0;

    if (!cr_span_take(&in, "view") || !read_viewer(r, &in, step) || !cr_span_take(&in, "as"))
        return r->why->line ? false : fail(r, "'same view VIEWER as NAME' of a case above");
    in = cr_span_trim(in);
    while (i + 1 < file->n_cases && !line_same(cr_span_of(file->cases[i].name), in))
        i++;
    if (i + 1 == file->n_cases)
        return fail(r, "there is no case '%.*s' above this one", shown(in), in.at);
    if (file->cases[i].setup.n_seats != r->test->setup.n_seats)
        return fail(r, "that case has another number of seats");
    step->number = i;
    return true;
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

static const word_row words[] = {
    {"proves", read_proves, 0, IS_HEAD},
    {"option", read_option, 0, IS_HEAD},
    {"seed", read_seed, 0, IS_HEAD},
    {"match", read_match, 0, IS_HEAD},
    {"start", read_start, 0, IS_HEAD},
    {"position", read_position, 0, IS_HEAD | HAS_BLOCK},
    {"expect", read_gap, 0, IS_HEAD},
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
    {"over:", read_over_line, STEP_OVER, 0},
    {"not", read_not, STEP_OVER, 0},
    {"same", read_same, STEP_SAME, 0},
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

bool reader_statement(reader *r)
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
        return reader_fail(r, number_of(r, r->at + 1),
                           "this line is indented deeper, but the one above it takes none below");
    if ((row->flags & IS_HEAD) && r->test->n_steps)
        return fail(r, "'%s' stands in front of all moves and expectations", row->word);
    step.kind = row->kind;
    if (!row->read(r, in, &step))
        return false;
    if (row->flags & IS_HEAD)
        return true;
    if (!grow_array(&file->steps, file->n_steps, sizeof *file->steps))
        return reader_no_memory(r);
    file->steps[file->n_steps++] = step;
    r->test->n_steps++;
    return true;
}
