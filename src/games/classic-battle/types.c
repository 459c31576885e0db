/* How the values of Classic Battle are written and read: what a move may say wrongly is read all the same, so that
 * the judge can say what is wrong with it. */
#include "games/classic-battle/types.h"
#include "kernel/rng.h"

const char *const cb_reason_words[] = {"-", "quit", "navigation", "error", "timeout", "host", NULL};
static const char *const stat_words[] = {
#define WORD(name, word, shown) word,
    CB_STAT_MAP(WORD)
#undef WORD
        NULL};

/* The label of a state: 1 to 9, 97 to 99. */
static void print_state_id(cr_text *out, const uint8_t *value, const void *with)
{
    static const uint8_t ids[ST_END] = {0,
#define ID(name, id, word) id,
                                        CB_STATES(ID)
#undef ID
    };

    (void)with;
    cr_text_int(out, *value < ST_END ? ids[*value] : 0);
}

static bool parse_state_id(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (!cr_span_int(in, 0, 99, &n))
        return false;
    *value = (uint8_t)(n > 90 ? n - 97 + ST_MODIFICATION : n);
    return *value < ST_END;
}

const cr_type cb_state_id = {1, CR_NUMBER, print_state_id, parse_state_id};

static bool parse_any_word(cr_span *in, uint8_t *value, const char *const *words, uint8_t otherwise)
{
    cr_span word = cr_span_word(in);

    *value = otherwise;
    for (uint8_t i = 0; words[i]; i++)
        if (cr_span_is(word, words[i]))
            *value = i;
    return true;
}

/* A win target: whatever is no number of its range is a bad target, not a bad move (JK-3.2). */
static void print_target(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_int(out, *value);
}

static bool parse_target(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in);
    int64_t n;

    (void)with;
    if (word.at == word.end)
        return false;
    *value =
        cr_span_int(&word, 0, UINT8_MAX, &n) && cr_span_is_empty(&word) ? (uint8_t)n : UINT8_MAX;
    return true;
}

const cr_type cb_target_type = {1, CR_NUMBER, print_target, parse_target};

/* A stat in a move: a word that is none of the five is a bad stat, not a bad move (JK-9.2). */
static void print_stat(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_word.print(out, value, stat_words);
}

static bool parse_stat(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    return !cr_span_is_empty(in) && parse_any_word(in, value, stat_words, CB_STATS);
}

const cr_type cb_stat_type = {1, 0, print_stat, parse_stat};

/* The reason of an interrupt: what is none of them, or missing, is the host's (JK-8.1). */
static void print_reason(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_word.print(out, value, cb_reason_words + 1);
}

static bool parse_reason(cr_span *in, uint8_t *value, const void *with)
{
    (void)with;
    return parse_any_word(in, value, cb_reason_words + 1, REASON_HOST - 1);
}

const cr_type cb_reason_type = {1, 0, print_reason, parse_reason};

/* A member of an edit: kept one higher than it is, 0 where it is not given. Whatever is no number of its range is a
 * bad edit, not a bad move (JK-8.12). */
enum { BAD_NUMBER = 63 };

static void print_given(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_int(out, *value - 1);
}

static bool parse_given(cr_span *in, uint8_t *value, const void *with)
{
    cr_span word = cr_span_word(in);
    int64_t n;

    (void)with;
    *value = BAD_NUMBER;
    if (cr_span_int(&word, 0, BAD_NUMBER - 1, &n) && cr_span_is_empty(&word))
        *value = (uint8_t)(n + 1);
    return true;
}

const cr_type cb_given_number = {1, CR_NUMBER, print_given, parse_given};

/* The same for words; a word that is not in the list is a bad edit, not a bad move. */
static bool parse_given_word(cr_span *in, uint8_t *value, const void *with)
{
    const char *const *words = with;
    uint8_t n = 0;

    while (words[n])
        n++;
    return parse_any_word(in, value, words + 1, (uint8_t)(n - 1)) && ++*value;
}

static void print_given_word(cr_text *out, const uint8_t *value, const void *with)
{
    cr_word.print(out, value, with);
}

const cr_type cb_given_word = {1, 0, print_given_word, parse_given_word};

/* The value of a setting: two bytes of six bits, so that offers can list it. */
static void print_setting(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    cr_text_int(out, value[0] * 64 + value[1]);
}

static bool parse_setting(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (!cr_span_int(in, 0, 4095, &n))
        return false;
    value[0] = (uint8_t)(n / 64);
    value[1] = (uint8_t)(n % 64);
    return true;
}

const cr_type cb_setting_type = {2, CR_NUMBER, print_setting, parse_setting};

/* Cards, counted from 1, up to the first 0. */
static void print_cards(cr_text *out, const uint8_t *value, const void *with)
{
    (void)with;
    if (!*value)
        cr_text_char(out, '-');
    for (unsigned i = 0; i < CB_ROUNDS && value[i]; i++) {
        if (i)
            cr_text_char(out, ' ');
        cr_text_int(out, value[i]);
    }
}

static bool parse_cards(cr_span *in, uint8_t *value, const void *with)
{
    int64_t n;

    (void)with;
    if (cr_span_take(in, "-"))
        return true;
    for (unsigned i = 0; i < CB_ROUNDS && !cr_span_is_empty(in); i++) {
        if (!cr_span_int(in, 1, CB_CARDS_MAX, &n))
            return false;
        value[i] = (uint8_t)n;
    }
    return true;
}

const cr_type cb_cards_type = {CB_ROUNDS, CR_NUMBER | CR_LIST, print_cards, parse_cards};

/* Flags of the session, by name. */
static const char *const flag_words[] = {
#define WORD(name, word, top, flags) word,
    CB_SETTINGS(WORD)
#undef WORD
        "testMode",
    "autoAdvance", "secondPerson", NULL};

static void print_flags(cr_text *out, const uint8_t *value, const void *with)
{
    const char *blank = "";
    uint32_t flags;

    (void)with;
    memcpy(&flags, value, sizeof flags);
    if (!flags)
        cr_text_char(out, '-');
    for (unsigned i = 0; flag_words[i]; i++)
        if (flags >> i & 1) {
            cr_text_fmt(out, "%s%s", blank, flag_words[i]);
            blank = " ";
        }
}

static bool parse_flags(cr_span *in, uint8_t *value, const void *with)
{
    uint32_t flags = 0;

    (void)with;
    if (!cr_span_take(in, "-"))
        while (!cr_span_is_empty(in)) {
            uint8_t i;

            if (!cr_word.parse(in, &i, flag_words))
                return false;
            flags |= 1u << i;
        }
    memcpy(value, &flags, sizeof flags);
    return true;
}

const cr_type cb_flags_type = {4, CR_LIST, print_flags, parse_flags};

/* A stream of chance: its place, its number and its key. The block follows from them. */
static void print_stream(cr_text *out, const uint8_t *value, const void *with)
{
    cr_rng rng;

    (void)with;
    memcpy(&rng, value, sizeof rng);
    cr_text_fmt(out, "%llu %llu ", (unsigned long long)rng.at, (unsigned long long)rng.stream);
    cr_text_hex(out, rng.key, sizeof rng.key);
}

static bool parse_stream(cr_span *in, uint8_t *value, const void *with)
{
    int64_t at, stream;
    uint8_t key[32];
    cr_rng rng;

    (void)with;
    if (!cr_span_int(in, 0, INT64_MAX, &at) || !cr_span_int(in, 0, INT64_MAX, &stream) ||
        !cr_span_hex(in, key, sizeof key) || at % 2)
        return false;
    cr_rng_init(&rng, key, (uint64_t)stream);
    if (at) {
        rng.at = (uint64_t)at - 2; /* what was drawn last lies in the block that is kept */
        cr_rng_refill(&rng);
    }
    rng.at = (uint64_t)at;
    memcpy(value, &rng, sizeof rng);
    return true;
}

const cr_type cb_stream_type = {sizeof(cr_rng), 0, print_stream, parse_stream};
