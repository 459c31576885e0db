/* A seed that several have drawn: what a seat publishes of its part, the hash that makes them one seed, and whether a deal on
 * record is what was committed to. Which message carries what is the host's affair (src/host/draw.c). */
#include "base/bits.h"
#include "base/bytes.h"
#include "base/sha256.h"
#include "kernel/forms.h"
#include "kernel/say.h"

static const char part_tag[16] = "croupier part 1", seed_tag[16] = "croupier seed 1";

void cr_part_seal(const uint8_t match_id[16], uint8_t seat, const uint8_t part[32], uint8_t out[32])
{
    uint8_t all[16 + 16 + 1 + 32];

    memcpy(all, part_tag, 16);
    memcpy(all + 16, match_id, 16);
    all[32] = seat;
    memcpy(all + 33, part, 32);
    cr_sha256(all, sizeof all, out);
}

void cr_draw_seed(const uint8_t match_id[16], uint32_t number, const cr_draw *draw, uint8_t out[32])
{
    uint8_t all[16 + 16 + 4 + 32 + CR_SEATS_MAX * 33] = {0}, *at = all + 68;

    if (!draw->opened) {
        memcpy(out, draw->part, 32);
        return;
    }
    memcpy(all, seed_tag, 16);
    memcpy(all + 16, match_id, 16);
    cr_bytes_put(all + 32, number, 4);
    memcpy(all + 36, draw->part, 32);
    for (unsigned seat = 0; seat < CR_SEATS_MAX; seat++, at += 33)
        if (draw->opened >> seat & 1) {
            *at = 1;
            memcpy(at + 1, draw->opening[seat], 32);
        }
    cr_sha256(all, sizeof all, out);
}

/* ---- checking ---- */

static bool fits(const uint8_t match_id[16], unsigned seat, const uint8_t part[32],
                 const uint8_t seal[32])
{
    uint8_t fresh[32];

    cr_part_seal(match_id, (uint8_t)seat, part, fresh);
    return !memcmp(fresh, seal, 32);
}

/* The part of a seat does not fit its seal: is one of them another seat's? */
static bool is_swapped(const uint8_t match_id[16], const cr_draw *d, unsigned seat)
{
    for (unsigned other = 0; other < CR_SEATS_MAX; other++)
        if (other != seat &&
            (fits(match_id, other, d->opening[seat], d->seal[seat]) ||
             (d->sealed >> other & 1 && fits(match_id, other, d->opening[seat], d->seal[other]))))
            return true;
    return false;
}

static cr_deal_fault check_seat(const uint8_t match_id[16], const cr_draw *d, unsigned seat)
{
    if (d->seal_ms[seat] > d->sealed_ms)
        return CR_DEAL_ORDER;
    if (!(d->opened >> seat & 1))
        return d->is_void ? CR_DEAL_HOLDS : CR_DEAL_MISSING;
    if (!fits(match_id, seat, d->opening[seat], d->seal[seat]))
        return is_swapped(match_id, d, seat) ? CR_DEAL_SWAPPED : CR_DEAL_CHANGED;
    if (d->open_ms[seat] < d->sealed_ms)
        return CR_DEAL_EARLY;
    return d->open_ms[seat] > d->sealed_ms + CR_OPEN_MS ? CR_DEAL_LATE : CR_DEAL_HOLDS;
}

static cr_deal_fault check_draw(const uint8_t match_id[16], const cr_draw *d, uint16_t out,
                                uint8_t *seat)
{
    *seat = CR_HOST;
    if (!cr_commit_holds(match_id, d->part, d->commitment))
        return CR_DEAL_COMMITMENT;
    for (unsigned seats = d->sealed | d->opened; seats; seats &= seats - 1) {
        cr_deal_fault fault;

        *seat = (uint8_t)cr_bits_first(seats);
        if (!(d->sealed >> *seat & 1))
            return CR_DEAL_CHANGED; /* nothing was committed to */
        if (out >> *seat & 1)
            return CR_DEAL_OUT_AGAIN;
        fault = check_seat(match_id, d, *seat);
        if (fault)
            return fault;
    }
    *seat = CR_HOST;
    if (d->ended_ms < d->sealed_ms)
        return CR_DEAL_ORDER;
    return d->is_void && d->sealed == d->opened ? CR_DEAL_NOT_VOID : CR_DEAL_HOLDS;
}

cr_deal_fault cr_deal_check(const uint8_t match_id[16], const cr_deal *deal, uint32_t *number,
                            uint8_t *seat)
{
    cr_deal_fault fault = CR_DEAL_HOLDS;
    uint8_t about = CR_HOST;
    uint64_t before = 0;
    uint16_t out = 0;
    uint32_t i = 0;

    for (; i < deal->n && !fault; i++) {
        const cr_draw *d = &deal->draw[i];

        fault = check_draw(match_id, d, out, &about);
        if (!fault && (d->sealed_ms < before || d->is_void != (i + 1 < deal->n)))
            fault = CR_DEAL_ORDER;
        before = d->ended_ms;
        out |= d->sealed & (uint16_t)~d->opened;
    }
    if (number)
        *number = i;
    if (seat)
        *seat = about;
    return fault;
}

/* ---- words ---- */

static void say_seats(cr_text *out, unsigned seats)
{
    bool is_first = true;

    for (; seats; seats &= seats - 1, is_first = false)
        cr_text_fmt(out, "%s{%u}",
                    is_first              ? ""
                    : seats & (seats - 1) ? ", "
                                          : " and ",
                    cr_bits_first(seats));
}

void cr_say_deal(cr_text *out, const cr_deal *deal, unsigned n_seats)
{
    const cr_draw *last = deal->n ? &deal->draw[deal->n - 1] : NULL;
    unsigned absent = last ? (CR_BIT(n_seats) - 1) & ~(unsigned)last->opened : 0;

    for (unsigned i = 0; i + 1 < deal->n; i++) {
        cr_text_fmt(out, "Start %u was void: ", i + 1);
        say_seats(out, deal->draw[i].sealed & ~(unsigned)deal->draw[i].opened);
        cr_text_str(out, " had committed to a part and did not open it.\n");
    }
    if (!last || !last->opened) {
        cr_text_str(out, "The server alone has drawn the seed.\n");
        return;
    }
    cr_text_str(out, "The seed was drawn by the server and ");
    say_seats(out, last->opened);
    cr_text_str(out, ": fair if one of them is honest.\n");
    if (absent) {
        say_seats(out, absent);
        cr_text_str(out, " had no part in it.\n");
    }
}

/* "2026-11-17 14:02:31", counted as the Gregorian calendar does, from 1 March on so that leap days come last. */
static void say_time(cr_text *out, uint64_t ms, bool has_date)
{
    uint64_t second = ms / 1000, day = second / 86400 + 719468, era = day / 146097;
    unsigned of_era = (unsigned)(day % 146097);
    unsigned year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned of_year = of_era - (365 * year + year / 4 - year / 100),
             month = (5 * of_year + 2) / 153;
    unsigned s = (unsigned)(second % 86400);

    if (has_date)
        cr_text_fmt(out, "%u-%02u-%02u ", (unsigned)(era * 400) + year + (month > 9),
                    month < 10 ? month + 3 : month - 9, of_year - (153 * month + 2) / 5 + 1);
    cr_text_fmt(out, "%02u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
}

static void say_times(cr_text *out, unsigned seats, const uint64_t ms[CR_SEATS_MAX])
{
    for (bool is_first = true; seats; seats &= seats - 1, is_first = false) {
        unsigned seat = cr_bits_first(seats);

        cr_text_fmt(out, "%s{%u} at ", is_first ? "" : seats & (seats - 1) ? ", " : " and ", seat);
        say_time(out, ms[seat], false);
    }
}

void cr_say_committed(cr_text *out, const cr_deal *deal, uint64_t start_ms)
{
    if (!deal->n) {
        cr_text_str(out, "The server committed to its seed before the match began, ");
        say_time(out, start_ms, true);
        cr_text_str(out, " UTC.\n");
    }
    for (unsigned i = 0; i < deal->n; i++) {
        const cr_draw *d = &deal->draw[i];

        cr_text_fmt(out, "Start %u, ", i + 1);
        say_time(out, d->sealed_ms, true);
        cr_text_str(out, " UTC: the server committed first");
        if (d->sealed) {
            cr_text_str(out, ", then ");
            say_times(out, d->sealed, d->seal_ms);
        }
        cr_text_str(out, d->opened ? ". With all commitments in, the parts were opened: " : ". ");
        say_times(out, d->opened, d->open_ms);
        cr_text_str(out, d->opened ? ". " : "");
        cr_text_str(out, d->is_void ? "It was void at " : "The match began at ");
        say_time(out, d->ended_ms, false);
        cr_text_str(out, ".\n");
    }
}

void cr_say_replayed(cr_text *out, const cr_game *game, uint16_t rules_version, uint32_t n_moves)
{
    cr_text_fmt(out,
                "The referee for %s, rules version %u, played all %u moves again: each was allowed "
                "and led where the record says.",
                game->title ? game->title : game->name, rules_version, n_moves);
}

void cr_say_result(cr_text *out, const int32_t *scores, unsigned n_seats, bool is_over)
{
    cr_text_str(out, is_over ? "The result is " : "The match is not over; so far it is ");
    for (unsigned i = 0; i < n_seats; i++)
        cr_text_fmt(out, "%s%d", i ? " : " : "", scores[i]);
    cr_text_char(out, '.');
}

void cr_say_deal_fault(cr_text *out, const uint8_t match_id[16], const cr_deal *deal)
{
    uint32_t number;
    uint8_t seat;
    cr_deal_fault fault = cr_deal_check(match_id, deal, &number, &seat);

    if (!fault)
        return;
    cr_text_fmt(out, "Start %u, ", number);
    if (seat < CR_SEATS_MAX)
        cr_text_fmt(out, "{%u}: ", seat);
    else
        cr_text_str(out, "the server: ");
    cr_text_fmt(out, "%s.", cr_deal_fault_text(fault));
}

static void write_by_seat(cr_json *j, const char *key, unsigned seats, unsigned n,
                          const uint8_t (*bytes)[32])
{
    cr_json_key(j, key);
    cr_json_open(j, '[');
    for (unsigned seat = 0; seat < n; seat++) {
        char hex[65];
        cr_text text = cr_text_on(hex, sizeof hex);

        if (seats >> seat & 1) {
            cr_text_hex(&text, bytes[seat], 32);
            cr_json_str(j, hex);
        } else {
            cr_json_null(j);
        }
    }
    cr_json_close(j, ']');
}

static void write_hex(cr_json *j, const char *key, const uint8_t bytes[32])
{
    char hex[65];
    cr_text text = cr_text_on(hex, sizeof hex);

    cr_text_hex(&text, bytes, 32);
    cr_json_key(j, key);
    cr_json_str(j, hex);
}

void cr_deal_write_json(cr_json *j, const cr_deal *deal, unsigned n_seats)
{
    cr_json_open(j, '[');
    for (unsigned i = 0; i < deal->n; i++) {
        const cr_draw *d = &deal->draw[i];

        cr_json_open(j, '{');
        cr_json_key(j, "void");
        cr_json_bool(j, d->is_void);
        cr_json_key(j, "sealed");
        cr_json_uint(j, d->sealed_ms);
        cr_json_key(j, "ended");
        cr_json_uint(j, d->ended_ms);
        write_hex(j, "commitment", d->commitment);
        write_hex(j, "part", d->part);
        write_by_seat(j, "seals", d->sealed, n_seats, d->seal);
        write_by_seat(j, "parts", d->opened, n_seats, d->opening);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

const char *cr_deal_fault_name(cr_deal_fault fault)
{
    static const char *const names[] = {
#define NAME(name, text) #name,
        CR_DEAL_MAP(NAME)
#undef NAME
    };

    return names[fault];
}

const char *cr_deal_fault_text(cr_deal_fault fault)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        CR_DEAL_MAP(TEXT)
#undef TEXT
    };

    return texts[fault];
}
