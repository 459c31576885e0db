/* Values by table: the built-in types, and printing and parsing of whole fields. */
#include "kernel/fields.h"

/* ---- built-in types ---- */

#define INTEGER(name, ctype, lo, hi)                                               \
    static void print_##name(cr_text *out, const uint8_t *value, const void *with) \
    {                                                                              \
        ctype n;                                                                   \
        (void)with;                                                                \
        memcpy(&n, value, sizeof n);                                               \
        cr_text_int(out, (int64_t)n);                                              \
    }                                                                              \
    static bool parse_##name(cr_span *in, uint8_t *value, const void *with)        \
    {                                                                              \
        int64_t n;                                                                 \
        ctype narrow;                                                              \
        (void)with;                                                                \
        if (!cr_span_int(in, lo, hi, &n))                                          \
            return false;                                                          \
        narrow = (ctype)n;                                                         \
        memcpy(value, &narrow, sizeof narrow);                                     \
        return true;                                                               \
    }                                                                              \
    const cr_type cr_##name = {sizeof(ctype), CR_NUMBER, print_##name, parse_##name}

INTEGER(u8, uint8_t, 0, UINT8_MAX);
INTEGER(i8, int8_t, INT8_MIN, INT8_MAX);
INTEGER(u16, uint16_t, 0, UINT16_MAX);
INTEGER(i16, int16_t, INT16_MIN, INT16_MAX);
INTEGER(u32, uint32_t, 0, UINT32_MAX);
INTEGER(i32, int32_t, INT32_MIN, INT32_MAX);
INTEGER(u64, uint64_t, 0, INT64_MAX);

static bool parse_count(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (!cr_span_count(in, UINT8_MAX, &n))
        return false;
    *value = (uint8_t)n;
    return true;
}

const cr_type cr_count = {1, CR_NUMBER | CR_SATURATES, print_u8, parse_count};

static void print_from1(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_int(out, *value + 1);
}

static bool parse_from1(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (!cr_span_int(in, 1, UINT8_MAX, &n))
        return false;
    *value = (uint8_t)(n - 1);
    return true;
}

const cr_type cr_from1 = {1, CR_NUMBER, print_from1, parse_from1};

void cr_word_put(cr_text *out, const char *const *words, unsigned i)
{
    while (i && *words)
        words++, i--;
    cr_text_str(out, *words ? *words : "?");
}

bool cr_word_find(cr_span word, const char *const *words, unsigned *out)
{
    for (*out = 0; words[*out]; ++*out)
        if (cr_span_is(word, words[*out]))
            return true;
    return false;
}

/* One kind of a tally: its number, counted from 1, or its name. */
static void print_kind(cr_text *out, unsigned kind, const char *const *names)
{
    if (names)
        cr_word_put(out, names, kind);
    else
        cr_text_uint(out, kind + 1);
}

static bool parse_kind(cr_span *in, unsigned *kind, const char *const *names, unsigned n_kinds)
{
    int64_t n;

    if (names)
        return cr_word_find(cr_span_word(in), names, kind) && *kind < n_kinds;
    if (!cr_span_int(in, 1, n_kinds, &n))
        return false;
    *kind = (unsigned)n - 1;
    return true;
}

static void print_tally(cr_text *out, cr_tally tally, const char *const *names)
{
    bool is_first = true;

    if (!tally)
        cr_text_char(out, '-');
    for (tally &= ~CR_TALLY_TOPS; tally;
         tally -= cr_tally_of(cr_bits_first(tally) / 4, 1), is_first = false) {
        if (!is_first)
            cr_text_char(out, ' ');
        print_kind(out, cr_bits_first(tally) / 4, names);
    }
}

static bool parse_tally(cr_span *in, cr_tally *tally, const char *const *names)
{
    unsigned kind;

    *tally = 0;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        if (!parse_kind(in, &kind, names, CR_TALLY_KINDS))
            return false;
        /* More than seven by name count as seven: no game has so many, and refuses them in its own words. */
        if (cr_tally_count(*tally, kind) < 7)
            *tally += cr_tally_of(kind, 1);
        else if (!names)
            return false;
    }
    return true;
}

static void print_names(cr_text *out, const uint8_t *value, const void *with)
{
    cr_tally tally;

    memcpy(&tally, value, sizeof tally);
    print_tally(out, tally, with);
}

static bool parse_names(cr_span *in, uint8_t *value, const void *with)
{
    cr_tally tally;

    if (!parse_tally(in, &tally, with))
        return false;
    memcpy(value, &tally, sizeof tally);
    return true;
}

static void print_packed(cr_text *out, const uint8_t *value, const void *with)
{
    uint64_t packed;

    memcpy(&packed, value, sizeof packed);
    print_tally(out, cr_tally_unpack(packed), with);
}

static bool parse_packed(cr_span *in, uint8_t *value, const void *with)
{
    uint64_t packed;
    cr_tally tally;

    if (!parse_tally(in, &tally, with))
        return false;
    packed = cr_tally_pack(tally);
    memcpy(value, &packed, sizeof packed);
    return true;
}

static void print_values(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    print_names(out, value, NULL);
}

static bool parse_values(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    return parse_names(in, value, NULL);
}

static void print_values_packed(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    print_packed(out, value, NULL);
}

static bool parse_values_packed(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    return parse_packed(in, value, NULL);
}

const cr_type cr_names = {sizeof(cr_tally), CR_LIST | CR_OF_CARDS, print_names, parse_names};
const cr_type cr_names_packed = {sizeof(cr_tally), CR_LIST | CR_OF_CARDS, print_packed,
                                 parse_packed};
const cr_type cr_values = {sizeof(cr_tally), CR_NUMBER | CR_LIST, print_values, parse_values};
const cr_type cr_values_packed = {sizeof(cr_tally), CR_NUMBER | CR_LIST, print_values_packed,
                                  parse_values_packed};

void cr_list_print(cr_text *out, const uint8_t *value, const void *with)
{
    const cr_list *list = with;

    if (!*value)
        cr_text_char(out, '-');
    for (unsigned i = 0; i < list->most && value[i]; i++) {
        cr_text_str(out, i ? " " : "");
        print_kind(out, value[i] - 1u, list->names);
    }
}

bool cr_list_parse(cr_span *in, uint8_t *value, const void *with)
{
    const cr_list *list = with;
    unsigned kind, n = 0;

    memset(value, 0, list->most);
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        if (n == list->most || !parse_kind(in, &kind, list->names, UINT8_MAX))
            return false;
        value[n++] = (uint8_t)(kind + 1);
    }
    return true;
}

void cr_tallies_print(cr_text *out, const uint8_t *value, const void *with)
{
    const cr_list *list = with;

    for (unsigned i = 0; i < list->most; i++) {
        cr_text_str(out, i ? " | " : "");
        print_names(out, value + i * sizeof(cr_tally), list->names);
    }
}

bool cr_tallies_parse(cr_span *in, uint8_t *value, const void *with)
{
    const cr_list *list = with;

    for (unsigned i = 0; i < list->most; i++) {
        cr_span one = *in;

        while (in->at < in->end && *in->at != '|')
            in->at++;
        one.end = in->at;
        if (!parse_names(&one, value + i * sizeof(cr_tally), list->names) ||
            !cr_span_is_empty(&one))
            return false;
        if (in->at < in->end)
            in->at++;
        else if (i + 1 < list->most)
            return false;
    }
    return true;
}

static void print_word(cr_text *out, const uint8_t *value, const void *with)
{
    cr_word_put(out, with, *value);
}

static bool parse_word(cr_span *in, uint8_t *value, const void *with)
{
    unsigned i;

    if (!cr_word_find(cr_span_word(in), with, &i))
        return false;
    *value = (uint8_t)i;
    return true;
}

const cr_type cr_word = {1, 0, print_word, parse_word};

static void print_maybe_word(cr_text *out, const uint8_t *value, const void *with)
{
    uint8_t word = (uint8_t)(*value - 1);

    if (*value)
        print_word(out, &word, with);
    else
        cr_text_char(out, '-');
}

static bool parse_maybe_word(cr_span *in, uint8_t *value, const void *with)
{
    if (cr_span_take(in, "-"))
        return true;
    if (!parse_word(in, value, with))
        return false;
    ++*value;
    return true;
}

const cr_type cr_maybe_word = {1, 0, print_maybe_word, parse_maybe_word};

#define SET(name, bits)                                                            \
    static void print_##name(cr_text *out, const uint8_t *value, const void *with) \
    {                                                                              \
        bits set;                                                                  \
        memcpy(&set, value, sizeof set);                                           \
        print_set(out, set, with);                                                 \
    }                                                                              \
    static bool parse_##name(cr_span *in, uint8_t *value, const void *with)        \
    {                                                                              \
        uint64_t wide;                                                             \
        bits set;                                                                  \
        if (!parse_set(in, 8 * sizeof set, with, &wide))                           \
            return false;                                                          \
        set = (bits)wide;                                                          \
        memcpy(value, &set, sizeof set);                                           \
        return true;                                                               \
    }                                                                              \
    const cr_type cr_##name = {sizeof(bits), CR_LIST, print_##name, parse_##name}

static void print_set(cr_text *out, uint64_t set, const char *const *words)
{
    const char *blank = "";

    if (!set)
        cr_text_char(out, '-');
    for (; set; set &= set - 1, blank = " ") {
        cr_text_str(out, blank);
        cr_word_put(out, words, cr_bits_first(set));
    }
}

static bool parse_set(cr_span *in, unsigned n_bits, const char *const *words, uint64_t *set)
{
    unsigned i;

    *set = 0;
    if (cr_span_take(in, "-"))
        return true;
    while (!cr_span_is_empty(in)) {
        if (!cr_word_find(cr_span_word(in), words, &i) || i >= n_bits)
            return false;
        *set |= UINT64_C(1) << i;
    }
    return true;
}

SET(set8, uint8_t);
SET(set16, uint16_t);
SET(set32, uint32_t);
SET(set64, uint64_t);

static void print_maybe_value(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (*value)
        cr_text_uint(out, *value);
    else
        cr_text_char(out, '-');
}

static bool parse_maybe_value(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n = 0;

    (void)with;
    if (!cr_span_take(in, "-") && !cr_span_int(in, 1, UINT8_MAX, &n))
        return false;
    *value = (uint8_t)n;
    return true;
}

const cr_type cr_maybe_value = {1, 0, print_maybe_value, parse_maybe_value};

static const char *const no_yes[] = {"no", "yes", NULL};

static void print_flag(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    print_word(out, value, no_yes);
}

static bool parse_flag(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    return parse_word(in, value, no_yes);
}

const cr_type cr_flag = {1, 0, print_flag, parse_flag};

static void print_seat(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (*value == CR_HOST)
        cr_text_str(out, "host");
    else if (*value == CR_ADMIN)
        cr_text_str(out, "admin");
    else if (*value == CR_SPECTATOR)
        cr_text_str(out, "spectator");
    else
        cr_text_int(out, *value);
}

static bool parse_seat(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (cr_span_take(in, "host"))
        n = CR_HOST;
    else if (cr_span_take(in, "admin"))
        n = CR_ADMIN;
    else if (cr_span_take(in, "spectator"))
        n = CR_SPECTATOR;
    else if (!cr_span_int(in, 0, CR_SEATS_MAX - 1, &n))
        return false;
    *value = (uint8_t)n;
    return true;
}

const cr_type cr_seat = {1, 0, print_seat, parse_seat};

static void print_maybe_seat(cr_text *out, const uint8_t *value, const void *with)
{
    uint8_t seat = (uint8_t)(*value - 1);

    if (*value)
        print_seat(out, &seat, with);
    else
        cr_text_char(out, '-');
}

static bool parse_maybe_seat(cr_span *in, uint8_t *value, const void *with)
{
    *value = 0;
    if (cr_span_take(in, "-"))
        return true;
    if (!parse_seat(in, value, with))
        return false;
    ++*value;
    return true;
}

const cr_type cr_maybe_seat = {1, 0, print_maybe_seat, parse_maybe_seat};

static void print_seatset(cr_text *out, const uint8_t *value, const void *with)
{
    const char *blank = "";
    uint16_t set;

    memcpy(&set, value, 2);
    if (!set)
        cr_text_char(out, '-');
    for (uint8_t seat = 0; seat < 16; seat++)
        if (set >> seat & 1) {
            cr_text_str(out, blank);
            print_seat(out, &seat, with);
            blank = " ";
        }
}

static bool parse_seatset(cr_span *in, uint8_t *value, const void *with)
{
    uint16_t set = 0;

    if (!cr_span_take(in, "-"))
        while (!cr_span_is_empty(in)) {
            uint8_t seat;

            if (!parse_seat(in, &seat, with))
                return false;
            set |= CR_BIT(seat);
        }
    memcpy(value, &set, 2);
    return true;
}

const cr_type cr_seatset = {2, CR_LIST, print_seatset, parse_seatset};

/* ---- fields ---- */

static unsigned values_in_row(const cr_field *field, unsigned n_seats)
{
    if (field->flags & CR_PER_SEAT)
        return n_seats;
    if (field->flags & (CR_BY_SEAT | CR_ROWS))
        return 1;
    return field->count ? field->count : 1;
}

void cr_field_print(cr_text *out, const cr_field *field, const uint8_t *base, unsigned n_seats)
{
    unsigned n = values_in_row(field, n_seats);

    for (unsigned i = 0; i < n; i++) {
        if (i)
            cr_text_char(out, ' ');
        field->type->print(out, base + field->at + i * field->type->size, field->with);
    }
}

void cr_slip_write(cr_text *out, const cr_slip *slip)
{
    enum { SHOWN = 40 };
    size_t len = (size_t)(slip->word.end - slip->word.at);

    if (len)
        cr_text_fmt(out, "'%.*s%s' ", (int)(len > SHOWN ? SHOWN : len), slip->word.at,
                    len > SHOWN ? "…" : "");
    cr_text_str(out, slip->why ? slip->why : "this does not read");
}

static bool slip_at(cr_slip *slip, cr_span word, const char *why)
{
    if (slip)
        *slip = (cr_slip){.word = word, .why = why};
    return false;
}

static cr_span last_word(cr_span text)
{
    cr_span word = {text.at, text.at};

    while (!cr_span_is_empty(&text))
        word = cr_span_word(&text);
    return word;
}

/* A value that begins at `from` did not read, and its reader stopped at `at`: behind the word that it does not know,
 * or in front of it, and then everything before is good. `all` are the values of the field. */
static bool slip_in_value(cr_slip *slip, cr_span all, cr_span from, cr_span at,
                          const cr_field *field, uint8_t *value)
{
    cr_span taken = {from.at, at.at}, copy = taken, word = last_word(taken), next = at;

    if (!slip)
        return false;
    memset(value, 0, field->type->size);
    if (word.at == word.end ||
        (field->type->parse(&copy, value, field->with) && copy.at == copy.end))
        word = cr_span_word(&next);
    if (word.at < word.end)
        return slip_at(slip, word, "does not belong here");
    word = last_word(all);
    return slip_at(slip, word,
                   word.at < word.end ? "is not all: something is missing behind it"
                                      : "a value is missing");
}

bool cr_field_parse(cr_span in, const cr_field *field, uint8_t *base, unsigned n_seats,
                    cr_slip *slip)
{
    unsigned n = values_in_row(field, n_seats), size = field->type->size;
    cr_span all = in;

    for (unsigned i = 0; i < n; i++) {
        uint8_t *value = base + field->at + i * size;
        cr_span from = in;

        memset(value, 0, size);
        if (!field->type->parse(&in, value, field->with))
            return slip_in_value(slip, all, from, in, field, value);
    }
    return cr_span_is_empty(&in) || slip_at(slip, cr_span_word(&in), "is too much here");
}

/* Fields with one line per seat or row: the field as if it stood at that row. */
static cr_field row_of(const cr_field *field, unsigned row)
{
    cr_field at_row = *field;

    at_row.at = (uint16_t)(field->at + row * field->type->size);
    return at_row;
}

static unsigned rows_in(const cr_field *field, unsigned n_seats)
{
    return field->flags & CR_BY_SEAT ? n_seats : field->count;
}

void cr_fields_print(cr_text *out, const cr_field *fields, const void *base, unsigned n_seats)
{
    for (const cr_field *field = fields; field && field->name; field++) {
        if (!(field->flags & (CR_BY_SEAT | CR_ROWS))) {
            if ((field->flags & CR_RARE) &&
                cr_is_zero((const uint8_t *)base + field->at,
                           (size_t)field->type->size * values_in_row(field, n_seats)))
                continue;
            cr_text_fmt(out, "%s: ", field->name);
            cr_field_print(out, field, base, n_seats);
            cr_text_char(out, '\n');
            continue;
        }
        for (unsigned row = 0; row < rows_in(field, n_seats); row++) {
            cr_field at_row = row_of(field, row);

            if ((field->flags & (CR_ROWS | CR_RARE)) &&
                cr_is_zero((const uint8_t *)base + at_row.at, field->type->size))
                continue;
            cr_text_fmt(out, "%s %u: ", field->name, row);
            cr_field_print(out, &at_row, base, n_seats);
            cr_text_char(out, '\n');
        }
    }
}

bool cr_fields_parse_line(cr_span line, const cr_field *fields, void *base, unsigned n_seats,
                          cr_slip *slip)
{
    cr_span name = line, value;
    cr_span word;
    int64_t row = -1;

    while (line.at < line.end && *line.at != ':')
        line.at++;
    if (line.at == line.end)
        return slip_at(slip, cr_span_trim(name), "has no ':' behind a name");
    name.end = line.at;
    value = (cr_span){line.at + 1, line.end};
    word = cr_span_word(&name);
    if (!cr_span_is_empty(&name) && (!cr_span_int(&name, 0, 255, &row) || !cr_span_is_empty(&name)))
        return slip_at(slip, cr_span_trim(name), "is no number of a seat or row");
    for (const cr_field *field = fields; field && field->name; field++) {
        bool has_rows = field->flags & (CR_BY_SEAT | CR_ROWS);
        cr_field at_row;

        if (!cr_span_is(word, field->name))
            continue;
        if (has_rows != (row >= 0) || (has_rows && row >= rows_in(field, n_seats)))
            return slip_at(slip, word,
                           has_rows ? "needs the number of a seat or row" : "takes no number");
        at_row = has_rows ? row_of(field, (unsigned)row) : *field;
        return cr_field_parse(value, &at_row, base, n_seats, slip);
    }
    *slip = (cr_slip){.word = word, .why = "is no name of a line here", .is_name = true};
    return false;
}

const char *cr_field_is(const cr_field *field)
{
    const cr_type *t = field->type;

    if (field->flags & CR_IS_TIME)
        return "time";
    if (field->flags & CR_IS_MONEY)
        return "money";
    if (field->flags & CR_IS_CARD || t->flags & CR_OF_CARDS)
        return "card";
    if (t == &cr_values || t == &cr_values_packed) /* cards without names; dice have neither */
        return field->with ? "card" : "die";
    if (field->flags & CR_IS_SEAT || t == &cr_seat || t == &cr_maybe_seat)
        return "seat";
    if (t == &cr_seatset)
        return "seats";
    if (t == &cr_flag)
        return "flag";
    return t->flags & CR_NUMBER ? "number" : "word";
}
