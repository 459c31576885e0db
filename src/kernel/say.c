/* What each kind of text is made from: events, ends, questions, moves, refusals, options. tell.c fills the sentences in. */
#include "kernel/tell.h"
#include "kernel/forms.h"

static const cr_code_row kernel_codes[] = {
#define ROW(name, text, title, because) [CR_CODE_##name] = {#name, text, title, because},
    CR_CODE_MAP(ROW)
#undef ROW
};

/* ---- events ---- */

static const cr_told kernel_events[] = {
    [0] = {.says = ""},
    [CR_EV_SEALED - CR_EV_ASKED] = {.says = "{seat} [have|has] answered."},
    [CR_EV_PASSED - CR_EV_ASKED] = {.says = "{seat} [pass|passes]."},
    [CR_EV_PAUSED - CR_EV_ASKED] = {.weight = CR_ACT, .says = "The clock is stopped."},
    [CR_EV_RESUMED - CR_EV_ASKED] = {.weight = CR_ACT, .says = "The clock runs again."},
    [CR_EV_OVER - CR_EV_ASKED] = {.weight = CR_STOP, .says = "The match is over."},
    [CR_EV_DEFAULT -
        CR_EV_ASKED] = {.weight = CR_ACT, .says = "Time ran out: the referee answered for {seat}."},
};
static const char before_its_time[] = "The referee answered for {seat}.";

static const cr_told *row_of(const cr_game *game, const cr_event *event)
{
    static const cr_told none = {.says = ""};

    if (event->kind >= CR_EV_ASKED)
        return event->kind < CR_EV_END ? &kernel_events[event->kind - CR_EV_ASKED] : &none;
    return event->kind < game->n_events ? &game->events[event->kind] : &none;
}

static const char *sentence_of(const cr_game *game, const cr_event *event)
{
    const cr_asked *q =
        event->data[0] < game->n_questions ? &game->questions[event->data[0]] : NULL;

    if (q && event->kind == CR_EV_SEALED && q->sealed)
        return q->sealed;
    if (q && event->kind == CR_EV_PASSED && q->passed)
        return q->passed;
    if (event->kind == CR_EV_DEFAULT && !event->data[CR_DEFAULT_TIMEOUT])
        return before_its_time;
    return row_of(game, event)->says;
}

/* A default whose move the reader may know is told with it, as a button would name it. False: it cannot be. */
static bool say_default(cr_teller *t)
{
    const cr_event *event = t->event;
    char said[CR_SAY_MAX];
    cr_text text = cr_text_on(said, sizeof said);
    cr_move move = {.seat = event->seat, .kind = event->data[CR_DEFAULT_KIND]};

    if (event->kind != CR_EV_DEFAULT || event->is_redacted || move.kind >= t->game->n_kinds ||
        !t->game->kinds[move.kind].does)
        return false;
    memcpy(move.arg, event->data + CR_DEFAULT_ARGS, CR_ARGS);
    cr_say_move(&text, t->game, t->state, t->reader, &move);
    if (strstr(said, CR_SAY_MISSING))
        return false; /* its words want the question, which is past */
    cr_tell(t, event->data[CR_DEFAULT_TIMEOUT] ? "Time ran out: the referee played “"
                                               : "The referee played “");
    cr_text_str(t->out, said);
    tell_span(t, cr_span_of("” for {seat}."));
    return true;
}

void cr_say_event(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader,
                  const cr_event *event, const cr_event *before)
{
    cr_teller t = {.out = out,
                   .game = game,
                   .state = state,
                   .event = event,
                   .reader = reader,
                   .seat = event->seat,
                   .is_referees =
                       before && before->kind == CR_EV_DEFAULT && before->seat == event->seat};

    if (!say_default(&t))
        cr_tell(&t, sentence_of(game, event));
}

uint8_t cr_event_weight(const cr_game *game, const cr_event *event)
{
    return row_of(game, event)->weight;
}

uint8_t cr_event_reason(const cr_game *game, const cr_event *event, uint16_t *rule)
{
    const cr_told *row = row_of(game, event);

    *rule = row->rule;
    return row->reason;
}

/* ---- ends ---- */

void cr_say_end(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader)
{
    cr_teller t = {.out = out, .game = game, .state = state, .reader = reader, .seat = reader};

    cr_tell(&t, game->ends ? game->ends
                           : "<draw:The match is a draw.|{winners} [win|wins] the match.>");
}

static uint8_t reason_of(const cr_game *game, const cr_event *event)
{
    return row_of(game, event)->reason;
}

void cr_why_take(cr_why *why, const cr_game *game, const cr_event *events, size_t n)
{
    bool is_first = true;

    for (size_t i = 0; i < n; i++) {
        uint8_t reason = reason_of(game, &events[i]), last;

        if (!reason)
            continue;
        last = why->n ? reason_of(game, &why->event[why->n - 1]) : CR_NO_REASON;
        if (is_first && (reason < last || (reason == last && reason != CR_COUNTED)))
            why->n = 0;
        is_first = false;
        if (why->n < CR_WHY_MAX)
            why->event[why->n++] = events[i];
    }
}

bool cr_why_nth(const cr_why *why, const cr_game *game, uint8_t viewer, unsigned i, cr_event *out,
                bool *is_key)
{
    bool is_decided = false;

    for (unsigned k = 0; k < why->n; k++)
        is_decided |= reason_of(game, &why->event[k]) == CR_DECIDED;
    for (uint8_t reason = CR_FORCED; reason <= CR_COUNTED; reason++)
        for (unsigned k = 0; k < why->n; k++)
            if (reason_of(game, &why->event[k]) == reason &&
                cr_redact(&why->event[k], viewer, out) && !i--) {
                *is_key = reason == CR_DECIDED || (!is_decided && reason == CR_COUNTED);
                return true;
            }
    return false;
}

/* ---- questions and moves ---- */

/* Whom the others wait for, as far as this reader may know: a secret pass must not show. */
static uint8_t first_asked(const cr_game *game, const cr_state *state, uint8_t reader)
{
    uint16_t asked = cr_deciders_to(game, state, reader) & 0xFF;

    return asked ? (uint8_t)cr_bits_first(asked) : cr_idle_seat(state);
}

void cr_say_question(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader)
{
    const cr_asked *q = &game->questions[state->q.kind];
    bool is_mine = reader < CR_SEATS_MAX && cr_deciders(state) >> reader & 1;
    cr_teller t = {.out = out, .game = game, .state = state, .reader = reader};

    if (!state->q.open)
        return; /* the match is over */
    t.seat = is_mine ? reader : first_asked(game, state, reader);
    cr_tell(&t, is_mine ? q->mine : q->theirs);
}

void cr_say_move(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader,
                 const cr_move *move)
{
    cr_teller t = {.out = out,
                   .game = game,
                   .state = state,
                   .move = move,
                   .reader = reader,
                   .seat = move->seat};

    if (move->kind < game->n_kinds && game->kinds[move->kind].does)
        cr_tell(&t, game->kinds[move->kind].does);
    else
        cr_move_write(out, game, move);
}

void cr_say_part(cr_text *out, const cr_game *game, uint8_t kind, unsigned field)
{
    const cr_field *f = tell_part(game, kind, field);
    const char *const *parts = f ? game->kinds[kind].parts : NULL;

    for (unsigned i = 0; parts && parts[i]; i++)
        if (i == field) {
            cr_text_str(out, parts[i]);
            return;
        }
    if (f) {
        cr_teller t = {.out = out, .game = game};

        cr_text_str(out, "Which ");
        cr_tell_name(&t, f->name);
        cr_text_char(out, '?');
    }
}

void cr_say_value(cr_text *out, const cr_game *game, const cr_state *state, uint8_t reader,
                  const cr_move *move, unsigned field)
{
    const cr_field *f = tell_part(game, move->kind, field);
    size_t from = out->len;
    cr_teller t = {.out = out,
                   .game = game,
                   .state = state,
                   .move = move,
                   .reader = reader,
                   .seat = move->seat};

    if (!f)
        return;
    tell_place(&t, cr_span_of(f->name));
    tell_capitalize(out, from);
}

/* ---- refusals ---- */

const cr_code_row *cr_kernel_code(uint16_t code)
{
    return code < CR_COUNT_OF(kernel_codes) ? &kernel_codes[code] : NULL;
}

static const cr_code_row *code_row(const cr_game *game, uint16_t code)
{
    if (code >= CR_CODE_GAME && code - CR_CODE_GAME < game->n_codes)
        return &game->codes[code - CR_CODE_GAME];
    return cr_kernel_code(code);
}

static cr_teller refusing(cr_text *out, const cr_game *game, const cr_state *state,
                          const cr_move *move, cr_refusal refusal, const char *typed)
{
    return (cr_teller){.out = out,
                       .game = game,
                       .state = state,
                       .move = move,
                       .refusal = refusal,
                       .typed = typed,
                       .reader = move->seat,
                       .seat = move->seat};
}

void cr_say_title(cr_text *out, const cr_game *game, const cr_state *state, const cr_move *move,
                  cr_refusal refusal, const char *typed)
{
    const cr_code_row *row = code_row(game, refusal.code);
    cr_teller t = refusing(out, game, state, move, refusal, typed);

    cr_tell(&t, row ? row->title : NULL);
}

void cr_say_because(cr_text *out, const cr_game *game, const cr_state *state, const cr_move *move,
                    cr_refusal refusal, const char *typed)
{
    const cr_code_row *row = code_row(game, refusal.code);
    cr_teller t = refusing(out, game, state, move, refusal, typed);

    cr_tell(&t, row ? row->because : NULL);
}

/* ---- options ---- */

void cr_say_label(cr_text *out, const cr_option *option, int32_t value)
{
    for (int32_t i = 0; option->labels && option->labels[i]; i++)
        if (i == value) {
            cr_text_str(out, option->labels[i]);
            return;
        }
    cr_option_print(out, option, value);
}

/* {label}: the value alone. */
void cr_say_option(cr_text *out, const cr_game *game, const cr_option *option, int32_t value)
{
    cr_teller t = {.out = out, .game = game, .number = value};

    if (option->says) {
        cr_tell(&t, option->says);
        return;
    }
    cr_text_fmt(out, "%s: ", option->title ? option->title : option->name);
    cr_say_label(out, option, value);
}
