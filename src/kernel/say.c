/* Sentences of the tables filled in: the small language of say.h, and what each kind of text is made from. */
#include "kernel/say.h"
#include "kernel/forms.h"

static const cr_code_row kernel_codes[] = {
#define ROW(name, text, title, because) [CR_CODE_##name] = {#name, text, title, because},
    CR_CODE_MAP(ROW)
#undef ROW
};

/* ---- words, seats, numbers ---- */

const char *cr_name_of(const cr_game *game, const char *word)
{
    for (const cr_name *n = game->names; n && n->word; n++)
        if (!strcmp(n->word, word))
            return n->name;
    return word;
}

void cr_tell_name(cr_teller *t, const char *word)
{
    const char *name = cr_name_of(t->game, word);

    t->agrees = false;
    if (name != word) {
        cr_text_str(t->out, name);
        return;
    }
    for (; *word; word++)
        cr_text_char(t->out, *word == '_' || (*word == '-' && word[1]) ? ' ' : *word);
}

void cr_tell_words(cr_teller *t, const char *printed, const char *and)
{
    cr_span in = cr_span_of(printed), rest;
    unsigned n = 0;

    for (; !cr_span_is_empty(&in); n++) {
        cr_span word = cr_span_word(&in);
        char one[128];
        cr_text text = cr_text_on(one, sizeof one);

        rest = in;
        cr_text_bytes(&text, word.at, (size_t)(word.end - word.at));
        if (n)
            cr_text_str(t->out, cr_span_is_empty(&rest) ? and : ", ");
        cr_tell_name(t, one);
    }
    t->agrees = n > 1;
}

void cr_tell_number(cr_teller *t, int64_t n)
{
    if (n < 0) {
        cr_text_str(t->out, "−");
        n = -n;
    }
    cr_text_int(t->out, n);
    t->agrees = n == 1;
}

void cr_tell_seat(cr_teller *t, uint8_t seat, bool is_whose)
{
    if (t->is_referees && seat == t->seat && !is_whose)
        seat = CR_HOST;
    t->agrees = seat == t->reader && seat < CR_SEATS_MAX;
    if (t->agrees) {
        cr_text_str(t->out, is_whose ? "your" : "you");
        return;
    }
    if (seat >= CR_SEATS_MAX)
        cr_text_str(t->out, seat == CR_ADMIN ? "the admin" : "the referee");
    else if (t->game->tell_seat && t->state)
        t->game->tell_seat(t, seat);
    else
        cr_text_fmt(t->out, "{%u}", seat);
    if (is_whose)
        cr_text_str(t->out, t->agrees ? "’" : "’s");
}

void cr_tell_seats(cr_teller *t, uint16_t seats, const char *and)
{
    bool are_several = seats & (seats - 1);

    if (!seats)
        cr_text_str(t->out, "nobody");
    for (unsigned set = seats; set; set &= set - 1) {
        cr_tell_seat(t, (uint8_t)cr_bits_first(set), false);
        if (set & (set - 1))
            cr_text_str(t->out, set & (set - 1) & ((set & (set - 1)) - 1) ? ", " : and);
    }
    t->agrees = seats && (are_several || t->agrees);
}

void cr_say_time(cr_text *out, int64_t ms)
{
    if (ms >= 60000 && ms % 60000 == 0)
        cr_text_fmt(out, "%lld minute%s", (long long)(ms / 60000), ms == 60000 ? "" : "s");
    else if (ms % 1000 == 0)
        cr_text_fmt(out, "%lld second%s", (long long)(ms / 1000), ms == 1000 ? "" : "s");
    else
        cr_text_fmt(out, "%g seconds", (double)ms / 1000);
}

/* ---- fields ---- */

static const cr_field *fields_of(const cr_teller *t, const uint8_t **base)
{
    if (t->event) {
        *base = t->event->data;
        return cr_event_fields(t->game, t->event);
    }
    if (t->move && t->move->kind < t->game->n_kinds) {
        *base = t->move->arg;
        return t->game->kinds[t->move->kind].fields;
    }
    return NULL;
}

static const cr_field *find_field(const cr_teller *t, cr_span name, const uint8_t **base)
{
    for (const cr_field *f = fields_of(t, base); f && f->name; f++)
        if (cr_span_is(name, f->name))
            return t->event && cr_event_hides(t->event, f) ? NULL : f;
    return NULL;
}

static void print_field(char *buf, size_t cap, const cr_field *f, const uint8_t *base,
                        unsigned n_seats)
{
    cr_text text = cr_text_on(buf, cap);

    cr_field_print(&text, f, base, n_seats);
}

static unsigned seats_of(const cr_teller *t)
{
    return t->state ? t->state->n_seats : 0;
}

bool cr_tell_raw(const cr_teller *t, cr_span field, char *buf, size_t cap)
{
    const uint8_t *base;
    const cr_field *f = find_field(t, field, &base);

    if (f)
        print_field(buf, cap, f, base, seats_of(t));
    return f;
}

/* A field in words: seats by who sits there, numbers as numbers, words by the game's names. */
static void tell_value(cr_teller *t, const cr_field *f, const uint8_t *base, bool is_whose)
{
    const uint8_t *value = base + f->at;
    char printed[CR_SAY_MAX];
    uint16_t seats;

    if (f->type == &cr_seat || (f->type == &cr_maybe_seat && *value)) {
        cr_tell_seat(t, f->type == &cr_seat ? *value : (uint8_t)(*value - 1), is_whose);
    } else if (f->type == &cr_seatset) {
        memcpy(&seats, value, sizeof seats);
        cr_tell_seats(t, seats, " and ");
    } else {
        cr_span in;
        int64_t n;

        print_field(printed, sizeof printed, f, base, seats_of(t));
        in = cr_span_of(printed);
        if (cr_span_int(&in, INT64_MIN, INT64_MAX, &n) && cr_span_is_empty(&in))
            cr_tell_number(t, n);
        else if (!strcmp(printed, "-"))
            cr_text_str(t->out, "none");
        else
            cr_tell_words(t, printed, " and ");
    }
}

/* ---- places ---- */

enum { TYPED_MAX = 24 }; /* characters of what somebody wrote that are repeated */

static void tell_typed(cr_teller *t)
{
    size_t len = t->typed ? strlen(t->typed) : 0;

    for (size_t i = 0; i < len && i < TYPED_MAX; i++)
        cr_text_char(t->out,
                     (unsigned char)t->typed[i] < 0x20 || t->typed[i] > 0x7E ? ' ' : t->typed[i]);
    if (len > TYPED_MAX)
        cr_text_str(t->out, "…");
}

static uint16_t winners_of(const cr_game *game, const cr_state *state, bool *is_draw);

static bool tell_kernel(cr_teller *t, cr_span place)
{
    bool is_draw;

    if (cr_span_is(place, "seat"))
        cr_tell_seat(t, t->seat, false);
    else if (cr_span_is(place, "seat's"))
        cr_tell_seat(t, t->seat, true);
    else if (cr_span_is(place, "others") && t->state)
        cr_tell_seats(t, cr_deciders_to(t->game, t->state, t->reader), " and ");
    else if (cr_span_is(place, "winners") && t->state && !t->event)
        cr_tell_seats(t, winners_of(t->game, t->state, &is_draw), " and ");
    else if (cr_span_is(place, "draw") && t->state)
        cr_text_str(t->out, (winners_of(t->game, t->state, &is_draw), is_draw) ? "yes" : "");
    else if (cr_span_is(place, "typed"))
        tell_typed(t);
    else if (cr_span_is(place, "game"))
        cr_text_str(t->out, t->game->title);
    else if (cr_span_is(place, "n") && !t->event && !t->move)
        cr_tell_number(t, t->number);
    else if (cr_span_is(place, "time"))
        cr_say_time(t->out, t->number);
    else if (cr_span_is(place, "first") && t->state)
        cr_tell(t, t->state->q.open ? t->game->questions[t->state->q.kind].first
                                    : kernel_codes[CR_CODE_OVER].title);
    else
        return false;
    return true;
}

/* The part of the move that is wrong. */
static bool tell_wrong(cr_teller *t)
{
    const uint8_t *base;
    const cr_field *f = t->refusal.field && !t->event ? fields_of(t, &base) : NULL;

    for (unsigned i = 1; f && f->name; i++, f++)
        if (i == t->refusal.field) {
            tell_value(t, f, base, false);
            return true;
        }
    return false;
}

/* The place without its "a " and "'s". */
static bool tell_place(cr_teller *t, cr_span place)
{
    const uint8_t *base;
    const cr_field *f;
    bool is_whose;

    if (t->game->tell && t->game->tell(t, place))
        return true;
    if (tell_kernel(t, place))
        return true;
    if (cr_span_is(place, "wrong"))
        return tell_wrong(t);
    is_whose = place.end - place.at > 2 && place.end[-1] == 's' && place.end[-2] == '\'';
    if (is_whose)
        place.end -= 2;
    f = find_field(t, place, &base);
    if (f)
        tell_value(t, f, base, is_whose);
    return f;
}

/* Into a buffer of its own: what it says, and whether it is there at all. */
static bool tell_apart(cr_teller *t, cr_span place, char buf[CR_SAY_MAX])
{
    cr_text text = cr_text_on(buf, CR_SAY_MAX), *out = t->out;
    bool is_there;

    t->out = &text;
    is_there = tell_place(t, place);
    t->out = out;
    return is_there;
}

static void put_place(cr_teller *t, cr_span place)
{
    bool has_article = cr_span_lead(&place, "a ");
    char text[CR_SAY_MAX];

    if (!tell_apart(t, place, text)) {
        cr_text_str(t->out,
                    CR_SAY_MISSING); /* a fault of the tables, found by the check of words */
        return;
    }
    if (has_article)
        cr_text_str(t->out, text[0] && strchr("AEIOUaeiou", text[0]) ? "an " : "a ");
    cr_text_str(t->out, text);
}

/* ---- sentences ---- */

static void tell_span(cr_teller *t, cr_span in);

/* From behind an opening bracket: where its closing one is, and the first bar of its own. */
static const char *find_close(const char *at, const char *end, const char **bar)
{
    unsigned depth = 0;

    *bar = NULL;
    for (; at < end; at++) {
        if (*at == '|' && !depth && !*bar)
            *bar = at;
        else if (*at == '<' || *at == '[' || *at == '{')
            depth++;
        else if ((*at == '>' || *at == ']' || *at == '}') && !depth--)
            return at;
    }
    return end;
}

static bool is_absent(const char *value)
{
    return !*value || !strcmp(value, "-") || !strcmp(value, "no") || !strcmp(value, "0") ||
           !strcmp(value, "none");
}

/* "card" or "with=ability". */
static bool holds(cr_teller *t, cr_span test)
{
    const char *sign = memchr(test.at, '=', (size_t)(test.end - test.at));
    cr_span place = {test.at, sign ? sign : test.end};
    char value[CR_SAY_MAX];
    bool agrees = t->agrees;
    bool is_there = cr_tell_raw(t, place, value, sizeof value) || tell_apart(t, place, value);

    t->agrees = agrees;
    if (!is_there)
        return false;
    return sign ? cr_span_is((cr_span){sign + 1, test.end}, value) : !is_absent(value);
}

/* Behind '<': test, colon, one or two parts. */
static const char *put_choice(cr_teller *t, const char *at, const char *end)
{
    const char *bar, *close = find_close(at, end, &bar);
    const char *colon = memchr(at, ':', (size_t)(close - at));

    if (!colon)
        return close;
    if (holds(t, (cr_span){at, colon}))
        tell_span(t, (cr_span){colon + 1, bar ? bar : close});
    else if (bar)
        tell_span(t, (cr_span){bar + 1, close});
    return close;
}

/* Behind '[': perhaps a place and a colon, then two forms. */
static const char *put_form(cr_teller *t, const char *at, const char *end)
{
    const char *bar, *close = find_close(at, end, &bar);
    const char *colon = memchr(at, ':', (size_t)(close - at));
    char text[CR_SAY_MAX];

    if (!bar)
        return close;
    if (colon && colon < bar) {
        tell_apart(t, (cr_span){at, colon}, text);
        at = colon + 1;
    }
    tell_span(t, t->agrees ? (cr_span){at, bar} : (cr_span){bar + 1, close});
    return close;
}

static void tell_span(cr_teller *t, cr_span in)
{
    const char *bar;

    for (; in.at < in.end; in.at++) {
        if (*in.at == '{') {
            const char *close = find_close(in.at + 1, in.end, &bar);

            put_place(t, (cr_span){in.at + 1, close});
            in.at = close;
        } else if (*in.at == '<') {
            in.at = put_choice(t, in.at + 1, in.end);
        } else if (*in.at == '[') {
            in.at = put_form(t, in.at + 1, in.end);
        } else {
            cr_text_char(t->out, *in.at);
        }
    }
}

/* The first letter of each sentence. */
static void capitalize(cr_text *out, size_t from)
{
    size_t end = out->len < out->cap ? out->len : out->cap ? out->cap - 1 : 0;
    bool is_new = true;

    for (size_t i = from; i < end; i++) {
        char c = out->buf[i];

        if (is_new && c >= 'a' && c <= 'z')
            out->buf[i] = (char)(c - 'a' + 'A');
        if (c == ' ' && i > from && strchr(".!?", out->buf[i - 1]))
            is_new = true;
        else if (c != ' ')
            is_new = false;
    }
}

void cr_tell(cr_teller *t, const char *sentence)
{
    size_t from = t->out->len;

    if (!sentence)
        return;
    tell_span(t, cr_span_of(sentence));
    capitalize(t->out, from);
}

void cr_say_names(cr_text *out, const char *sentence, const char *const names[CR_SEATS_MAX])
{
    for (; *sentence; sentence++) {
        unsigned seat = (unsigned)(unsigned char)sentence[1] - '0';

        if (*sentence != '{' || seat >= CR_SEATS_MAX || sentence[2] != '}') {
            cr_text_char(out, *sentence);
            continue;
        }
        if (names[seat] && *names[seat])
            cr_text_str(out, names[seat]);
        else
            cr_text_fmt(out, "Player %u", seat + 1);
        sentence += 2;
    }
}

/* ---- events ---- */

static const cr_told kernel_events[] = {
    [CR_EV_ASKED - CR_EV_ASKED] = {.says = ""},
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

static uint16_t winners_of(const cr_game *game, const cr_state *state, bool *is_draw)
{
    int32_t score[CR_SEATS_MAX];
    uint16_t best = 0;

    cr_score(game, state, score);
    for (unsigned seat = 0; seat < state->n_seats; seat++) {
        unsigned first = best ? cr_bits_first(best) : seat;

        if (score[seat] > score[first])
            best = 0;
        if (score[seat] >= score[first])
            best |= CR_BIT(seat);
    }
    *is_draw = cr_bits_count(best) == state->n_seats;
    return best;
}

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

static const cr_field *field_at(const cr_game *game, uint8_t kind, unsigned field)
{
    const cr_field *f = kind < game->n_kinds ? game->kinds[kind].fields : NULL;

    for (; f && f->name && field; field--)
        f++;
    return f && f->name ? f : NULL;
}

void cr_say_part(cr_text *out, const cr_game *game, uint8_t kind, unsigned field)
{
    const cr_field *f = field_at(game, kind, field);
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
    const cr_field *f = field_at(game, move->kind, field);
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
    capitalize(out, from);
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

/* ---- what is possible instead ---- */

enum { NEAR_LISTED = 256, FAR = 1 << 20 };

static bool has_move(const cr_move *moves, size_t n, const cr_move *move)
{
    for (size_t i = 0; i < n; i++)
        if (moves[i].kind == move->kind && !memcmp(moves[i].arg, move->arg, CR_ARGS))
            return true;
    return false;
}

/* The values of the wrong part that would be right, all else as it was. */
static size_t change_part(const cr_game *game, const cr_state *state, const cr_space *offers,
                          const cr_move *move, unsigned at, cr_move out[CR_INSTEAD_MAX])
{
    size_t n = 0;

    for (uint32_t b = 0; b < offers->n; b++) {
        const cr_box *box = &offers->box[b];

        for (unsigned d = 0; box->move.kind == move->kind && d < box->n_dims; d++) {
            const cr_dim *dim = &box->dim[d];

            if (dim->at != at || dim->is_subset || dim->is_tally)
                continue;
            for (uint64_t set = dim->set; set && n < CR_INSTEAD_MAX; set &= set - 1) {
                cr_move other = *move;

                other.arg[at] = (uint8_t)cr_bits_first(set);
                if (other.arg[at] != move->arg[at] && !has_move(out, n, &other) &&
                    cr_is_offered(game, state, offers, &other))
                    out[n++] = other;
            }
        }
    }
    return n;
}

/* How unlike two moves are: another kind is furthest, then the number of parts, then how far the first is off. */
static unsigned distance(const cr_move *a, const cr_move *b)
{
    unsigned far = a->kind == b->kind ? 0 : FAR, n = 0, first = 0;

    for (unsigned i = 0; i < CR_ARGS; i++)
        if (a->arg[i] != b->arg[i]) {
            unsigned off = a->arg[i] > b->arg[i] ? a->arg[i] - b->arg[i] : b->arg[i] - a->arg[i];

            if (!n++)
                first = off;
        }
    return far ? far : n * 1024 + first;
}

/* The nearest, in the order they are listed. */
static size_t find_near(const cr_game *game, const cr_state *state, const cr_move *move,
                        cr_move out[CR_INSTEAD_MAX])
{
    cr_move listed[NEAR_LISTED];
    unsigned best[CR_INSTEAD_MAX];
    size_t n_listed = cr_offers_list(game, state, move->seat, listed, NEAR_LISTED, NULL);
    size_t n = 0;

    for (size_t i = 0; i < n_listed; i++) {
        unsigned far = distance(&listed[i], move);
        size_t worst = 0;

        if (game->kinds[listed[i].kind].flags & CR_CONTROL)
            continue;
        if (n < CR_INSTEAD_MAX) {
            best[n] = far;
            out[n++] = listed[i];
            continue;
        }
        for (size_t k = 1; k < n; k++)
            if (best[k] >= best[worst])
                worst = k;
        if (far >= best[worst])
            continue;
        memmove(&out[worst], &out[worst + 1], (n - 1 - worst) * sizeof *out);
        memmove(&best[worst], &best[worst + 1], (n - 1 - worst) * sizeof *best);
        out[n - 1] = listed[i];
        best[n - 1] = far;
    }
    return n;
}

size_t cr_instead(const cr_game *game, const cr_state *state, const cr_move *move,
                  cr_refusal refusal, cr_move out[CR_INSTEAD_MAX], uint8_t part[CR_INSTEAD_MAX])
{
    const cr_field *f = refusal.field ? field_at(game, move->kind, refusal.field - 1u) : NULL;
    cr_move asked = *move;
    cr_space offers;
    size_t n = 0;

    memset(part, 0, CR_INSTEAD_MAX);
    if (!state->q.open || move->seat >= CR_SEATS_MAX || !(cr_deciders(state) >> move->seat & 1))
        return 0;
    asked.ticket = state->q.ticket;
    cr_offers(game, state, move->seat, &offers);
    if (f && f->type->size == 1)
        n = change_part(game, state, &offers, &asked, f->at, out);
    if (n) {
        memset(part, (uint8_t)refusal.field, n);
        return n;
    }
    return find_near(game, state, &asked, out);
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
