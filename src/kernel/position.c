/* Views and positions as lines of text: the head is the kernel's, the rest comes from the game's tables. Views as JSON are in
 * view_json.c. */
#include "kernel/forms.h"

/* ---- the open question as one line ---- */

static void write_seats(cr_text *out, uint16_t seats)
{
    const char *comma = "";

    if (!seats)
        cr_text_str(out, "nobody");
    for (uint8_t seat = 0; seat < 16; seat++)
        if (seats >> seat & 1) {
            cr_text_str(out, comma);
            cr_seat.print(out, &seat, NULL);
            comma = ",";
        }
}

static bool read_seats(cr_span *in, uint16_t *out)
{
    cr_span word = cr_span_word(in);

    *out = 0;
    if (cr_span_is(word, "nobody"))
        return true;
    while (word.at < word.end) {
        cr_span one = word;
        uint8_t seat;

        while (one.at < word.end && *one.at != ',')
            one.at++;
        one = (cr_span){word.at, one.at};
        word.at = one.end < word.end ? one.end + 1 : word.end;
        if (!cr_seat.parse(&one, &seat, NULL) || one.at != one.end)
            return false;
        *out |= CR_BIT(seat);
    }
    return *out != 0;
}

static void write_question(cr_text *out, const cr_game *game, const cr_question *q)
{
    cr_text_str(out, "asked: ");
    write_seats(out, q->asked);
    if (q->asked) {
        cr_text_fmt(out, " %s open ", cr_question_word(game, q->kind));
        write_seats(out, q->open);
        cr_text_fmt(out, " form %s from %u", cr_form_word(q->form), q->first);
        if (q->budget_ms)
            cr_text_fmt(out, " budget %u until %llu", q->budget_ms,
                        (unsigned long long)q->deadline_ms);
    }
    cr_text_fmt(out, " ticket %u", q->ticket);
    if (q->late_by)
        cr_text_fmt(out, " late %u", q->ticket + 1 - q->late_by);
    cr_text_char(out, '\n');
}

static bool read_number(cr_span *in, const char *word, int64_t hi, int64_t *out)
{
    return cr_span_take(in, word) && cr_span_int(in, 0, hi, out);
}

static bool slip_at(cr_slip *slip, cr_span word, const char *why)
{
    *slip = (cr_slip){.word = word, .why = why};
    return false;
}

static bool read_question(const cr_game *game, cr_span in, cr_question *q)
{
    cr_span word;
    int64_t n;

    *q = (cr_question){0};
    if (!read_seats(&in, &q->asked))
        return false;
    if (q->asked) {
        unsigned kind = 0;

        word = cr_span_word(&in);
        while (kind < game->n_questions && !cr_span_is(word, game->questions[kind].word))
            kind++;
        q->kind = (uint8_t)kind;
        if (kind == game->n_questions || !cr_span_take(&in, "open") || !read_seats(&in, &q->open) ||
            !cr_span_take(&in, "form") || !cr_word.parse(&in, &q->form, cr_form_words) ||
            !read_number(&in, "from", CR_SEATS_MAX - 1, &n))
            return false;
        q->first = (uint8_t)n;
        if (read_number(&in, "budget", UINT32_MAX, &n)) {
            q->budget_ms = (uint32_t)n;
            if (!read_number(&in, "until", INT64_MAX, &n))
                return false;
            q->deadline_ms = (uint64_t)n;
        }
    }
    if (!read_number(&in, "ticket", UINT32_MAX, &n))
        return false;
    q->ticket = (uint32_t)n;
    if (read_number(&in, "late", UINT32_MAX, &n)) {
        uint32_t late_by = q->ticket + 1 - (uint32_t)n;

        if (!late_by || late_by > UINT8_MAX)
            return false;
        q->late_by = (uint8_t)late_by;
    }
    return cr_span_is_empty(&in);
}

/* ---- pauses ---- */

static void write_paused(cr_text *out, const cr_game *game, uint16_t paused)
{
    cr_text_str(out, "paused:");
    if (!paused)
        cr_text_str(out, " -");
    for (uint8_t reason = 0; reason < 16; reason++)
        if (paused >> reason & 1) {
            cr_text_char(out, ' ');
            if (game->reasons)
                cr_word.print(out, &reason, game->reasons);
            else
                cr_text_int(out, reason);
        }
    cr_text_char(out, '\n');
}

static bool read_paused(const cr_game *game, cr_span in, uint16_t *paused, cr_slip *slip)
{
    *paused = 0;
    if (cr_span_take(&in, "-"))
        return cr_span_is_empty(&in) || slip_at(slip, cr_span_word(&in), "is too much here");
    while (!cr_span_is_empty(&in)) {
        cr_span copy = in, word = cr_span_word(&copy);
        uint8_t reason = 0;

        if (!(game->reasons ? cr_word.parse(&in, &reason, game->reasons)
                            : cr_u8.parse(&in, &reason, NULL)) ||
            reason > 15)
            return slip_at(slip, word, "is no reason to pause");
        *paused |= CR_BIT(reason);
    }
    return true;
}

/* ---- views ---- */

const cr_field cr_view_head[] = {
    [CR_HEAD_VIEWER] = CR_FIELD(cr_view, viewer, &cr_seat, NULL, 0, 0),
    [CR_HEAD_SEATS] = CR_FIELD_AS("seats", cr_view, n_seats, &cr_u8, NULL, 0, 0),
    [CR_HEAD_TIME] = CR_FIELD_AS("time", cr_view, now_ms, &cr_u64, NULL, 0, 0),
    [CR_HEAD_OVER] = CR_FIELD_AS("over", cr_view, is_over, &cr_flag, NULL, 0, 0),
    {0},
};

void cr_view_write(cr_text *out, const cr_game *game, const cr_view *view)
{
    cr_fields_print(out, cr_view_head, view, view->n_seats);
    write_paused(out, game, view->paused);
    write_question(out, game, &view->q);
    for (unsigned i = 0; i < view->depth; i++) {
        cr_text_str(out, "effect: ");
        cr_effect_write(out, game, &view->stack[i], true);
        cr_text_char(out, '\n');
    }
    if (cr_view_has_own(view)) {
        cr_text_str(out, "own: ");
        cr_move_write(out, game, &view->own);
        cr_text_char(out, '\n');
    }
    if (game->print_stack) {
        cr_text_str(out, "stack: ");
        game->print_stack(out, view);
        cr_text_char(out, '\n');
    }
    cr_fields_print(out, game->view_fields, view, view->n_seats);
}

size_t cr_view_print(const cr_game *game, const cr_view *view, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    cr_view_write(&out, game, view);
    return out.len;
}

bool cr_view_parse_line(const cr_game *game, cr_span line, cr_view *view, cr_slip *slip)
{
    cr_span none = {line.at, line.at};

    *slip = (cr_slip){.word = none, .why = ""};
    if (game->print_stack && cr_span_lead(&line, "stack:"))
        return true;
    if (cr_span_lead(&line, "asked:"))
        return read_question(game, line, &view->q) ||
               slip_at(slip, cr_span_trim(line), "is not how a question is written");
    if (cr_span_lead(&line, "paused:"))
        return read_paused(game, line, &view->paused, slip);
    if (cr_span_lead(&line, "effect:")) {
        if (view->depth == CR_DEPTH)
            return slip_at(slip, none, "more effects than a stack holds");
        return cr_effect_read(game, line, &view->stack[view->depth++], slip);
    }
    if (cr_span_lead(&line, "own:")) {
        view->own = (cr_move){.ticket = view->q.ticket, .seat = view->viewer};
        return cr_move_read(game, line, &view->own) ||
               slip_at(slip, cr_span_trim(line), "is no move of this game");
    }
    if (cr_fields_parse_line(line, cr_view_head, view, view->n_seats, slip))
        return view->n_seats <= game->seats_max ||
               slip_at(slip, none, "the game has no such number of seats");
    if (!slip->is_name)
        return false;
    return cr_fields_parse_line(line, game->view_fields, view, view->n_seats, slip);
}

cr_err cr_view_parse(const cr_game *game, const char *text, cr_view *out, unsigned *line_number)
{
    cr_span in = cr_span_of(text);
    cr_slip slip;
    unsigned n = 0;

    memset(out, 0, game->view_size);
    while (in.at < in.end) {
        cr_span line = cr_span_line(&in);

        n++;
        if (cr_span_is_empty(&line))
            continue;
        if (!cr_view_parse_line(game, line, out, &slip)) {
            if (line_number)
                *line_number = n;
            return CR_ERR_BAD_TEXT;
        }
    }
    return CR_ERR_OK;
}

/* ---- positions ---- */

static const cr_field state_fields[] = {
    CR_FIELD_AS("time", cr_state, now_ms, &cr_u64, NULL, 0, 0),
    CR_FIELD_AS("over", cr_state, is_over, &cr_flag, NULL, 0, CR_RARE),
    {0},
};

size_t cr_position_print(const cr_game *game, const cr_state *s, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    cr_fields_print(&out, state_fields, s, s->n_seats);
    write_paused(&out, game, s->paused);
    cr_fields_print(&out, game->zones, s, s->n_seats);
    for (unsigned i = 0; i < s->depth; i++) {
        cr_text_str(&out, "effect: ");
        cr_effect_write(&out, game, &s->stack[i], false);
        cr_text_char(&out, '\n');
    }
    return out.len;
}

bool cr_position_parse_line(const cr_game *game, cr_span line, cr_state *s, unsigned *n_effects,
                            cr_slip *slip)
{
    cr_frame frame;

    if (cr_span_lead(&line, "paused:"))
        return read_paused(game, line, &s->paused, slip);
    if (cr_span_lead(&line, "effect:")) {
        if (!cr_effect_read(game, line, &frame, slip))
            return false;
        if ((*n_effects)++ == 0)
            cr_unwind(s, 0);
        if (s->depth == CR_DEPTH)
            return slip_at(slip, (cr_span){line.at, line.at}, "more effects than a stack holds");
        *cr_push(s, frame.kind, frame.seat) = frame;
        return true;
    }
    if (cr_fields_parse_line(line, state_fields, s, s->n_seats, slip))
        return true;
    if (!slip->is_name)
        return false;
    return cr_fields_parse_line(line, game->zones, s, s->n_seats, slip);
}

cr_err cr_position_parse(const cr_game *game, const cr_setup *setup, const char *text,
                         cr_state *out, cr_sink *sink, unsigned *line_number, char *why,
                         size_t why_cap)
{
    cr_span in = cr_span_of(text);
    const char *reason = NULL;
    cr_slip slip = {0};
    unsigned n_effects = 0, n = 0;
    cr_err err = cr_begin(game, out, setup);

    while (!err && in.at < in.end) {
        cr_span line = cr_span_line(&in);

        n++;
        if (!cr_span_is_empty(&line) && !cr_position_parse_line(game, line, out, &n_effects, &slip))
            err = CR_ERR_BAD_TEXT;
    }
    if (!err && out->is_over && n_effects) {
        reason = "a match that is over has no effects";
        err = CR_ERR_BAD_POSITION;
    }
    if (!err && out->is_over) { /* it ends by itself, with nothing left to do */
        cr_unwind(out, 0);
        out->is_over = 0;
    }
    if (!err && (reason = game->broken(out)) != NULL)
        err = CR_ERR_BAD_POSITION;
    if (!err) {
        cr_ask_again(game, out, sink);
        reason = out->fault ? cr_fault(out) : game->broken(out);
        if (reason)
            err = CR_ERR_BAD_POSITION;
    }
    if (line_number)
        *line_number = n;
    if (why && err) {
        cr_text text_out = cr_text_on(why, why_cap);

        if (err == CR_ERR_BAD_TEXT)
            cr_slip_write(&text_out, &slip);
        else
            cr_text_str(&text_out, reason && *reason ? reason : cr_err_text(err));
    }
    return err;
}
