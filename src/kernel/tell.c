/* The small language of say.h: a sentence of a table, with its places, choices and forms, filled in for one reader. What sentences
 * there are for events, questions, moves and refusals is in say.c. */
#include "kernel/forms.h"
#include "kernel/tell.h"

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

const cr_field *tell_part(const cr_game *game, uint8_t kind, unsigned field)
{
    const cr_field *f = kind < game->n_kinds ? game->kinds[kind].fields : NULL;

    for (; f && f->name && field; field--)
        f++;
    return f && f->name ? f : NULL;
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
                                    : cr_kernel_code(CR_CODE_OVER)->title);
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
bool tell_place(cr_teller *t, cr_span place)
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

void tell_span(cr_teller *t, cr_span in)
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
void tell_capitalize(cr_text *out, size_t from)
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
    tell_capitalize(t->out, from);
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
