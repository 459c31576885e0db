#include "solve/policy_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define WHOLE 4294967296.0 /* shares are counted in 1/2^32 */

enum { DIGITS = 6, SHARE_ONE = 1000000, FILE_VERSION = 1 };
enum { MOVE_BYTES = 1 + CR_ARGS }; /* of a cr_policy_move: kind and arguments */
static_assert(offsetof(cr_policy_move, fill) == MOVE_BYTES, "a move is its first bytes");

__attribute__((format(printf, 2, 3))) static bool fail(policy_file *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->why, sizeof p->why, format, args);
    va_end(args);
    return false;
}

void policy_file_release(policy_file *p)
{
    free(p->rows);
    free(p->moves);
    free(p->notes);
    p->rows = NULL;
    p->moves = NULL;
    p->notes = NULL;
    p->policy = (cr_policy){0};
}

/* Who answers where no row fits: the best bot that needs no policy. */
static const cr_bot *otherwise(const cr_game *game)
{
    const cr_bot *baseline = cr_bot_find("baseline", game);

    return baseline ? baseline : cr_bot_find("random", game);
}

static bool bring(policy_file *p, size_t n_rows, size_t n_moves)
{
    p->rows = calloc(n_rows + 1, sizeof *p->rows);
    p->moves = calloc(n_moves + 1, sizeof *p->moves);
    return (p->rows && p->moves) || fail(p, "no memory left");
}

static void adopt(policy_file *p)
{
    p->policy.rows = p->rows;
    p->policy.moves = p->moves;
    p->policy.otherwise = otherwise(p->game);
}

static uint32_t upto_of(double share)
{
    return share * WHOLE >= WHOLE - 1 ? UINT32_MAX : (uint32_t)(share * WHOLE);
}

/* ---- from a solver ---- */

static int by_view(const void *a, const void *b)
{
    const solve_sight *x = a, *y = b;

    if (x->view != y->view)
        return x->view < y->view ? -1 : 1;
    return x->set < y->set ? -1 : x->set > y->set;
}

static bool has_same_moves(const solve_tree *t, const solve_set *a, const solve_set *b)
{
    const cr_move *x = t->moves + a->move, *y = t->moves + b->move;

    for (uint32_t i = 0; i < a->n && a->n == b->n; i++)
        if (x[i].kind != y[i].kind || memcmp(x[i].arg, y[i].arg, sizeof x[i].arg))
            return false;
    return a->n == b->n;
}

/* One row out of the sights that look alike. */
static bool make_row(policy_file *p, cfr *c, const solve_sight *sights, uint32_t n,
                     double *const reach[CR_SEATS_MAX])
{
    const solve_tree *t = c->tree;
    uint8_t seat = sights->seat;
    const solve_set *sets = t->side[seat].sets, *one = &sets[sights->set];
    cr_policy_row *row = &p->rows[p->policy.n_rows];
    double *share = c->side[seat].share, total = 0, done = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (sights[i].seat != seat || !has_same_moves(t, &sets[sights[i].set], one))
            return fail(p, "seat %u sees the same at '%s' where it may do different things", seat,
                        cr_question_word(t->game, (uint8_t)one->question));
        total += reach[seat][sights[i].set];
    }
    *row = (cr_policy_row){sights->view, p->policy.n_moves, one->n};
    p->notes[p->policy.n_rows++] = (policy_note){seat, (uint8_t)one->question};
    for (uint32_t a = 0; a < one->n; a++) {
        cr_policy_move *move = &p->moves[p->policy.n_moves++];
        const cr_move *from = &t->moves[one->move + a];
        double mean = 0;

        for (uint32_t i = 0; i < n; i++)
            mean += share[sets[sights[i].set].first + a] *
                    (total > 0 ? reach[seat][sights[i].set] / total : 1.0 / n);
        done += mean;
        move->kind = from->kind;
        memcpy(move->arg, from->arg, sizeof move->arg);
        move->upto = a + 1 == one->n ? UINT32_MAX : upto_of(done);
        /* In the first of them, until all have been read. */
        c->side[seat].earns[one->first + a] = mean;
    }
    for (uint32_t i = 0; i < n; i++)
        memcpy(share + sets[sights[i].set].first, c->side[seat].earns + one->first,
               one->n * sizeof *share);
    return true;
}

bool policy_file_make(policy_file *p, cfr *c, const cr_setup *setup, uint32_t *n_joined)
{
    const solve_tree *t = c->tree;
    double *reach[CR_SEATS_MAX] = {0};
    size_t n_moves = 0;
    bool is_good = true;

    *p = (policy_file){.game = t->game, .setup = *setup};
    p->setup.n_seats = t->n_seats;
    *n_joined = 0;
    for (uint32_t i = 0; i < t->n_sights; i++)
        n_moves += t->side[t->sights[i].seat].sets[t->sights[i].set].n;
    if (!bring(p, t->n_sights, n_moves))
        return false;
    p->notes = calloc(t->n_sights + 1, sizeof *p->notes);
    for (uint8_t s = 0; s < t->n_seats; s++) {
        reach[s] = calloc(t->side[s].n_sets + 1, sizeof **reach);
        is_good &= p->notes && reach[s];
        if (is_good)
            cfr_reach(c, s, reach[s]);
    }
    if (!is_good)
        fail(p, "no memory left");
    if (t->n_sights) /* there is no array where nobody has a choice */
        qsort(t->sights, t->n_sights, sizeof *t->sights, by_view);
    for (uint32_t i = 0, n; is_good && i < t->n_sights; i += n) {
        for (n = 1; i + n < t->n_sights && t->sights[i + n].view == t->sights[i].view; n++)
            ;
        *n_joined += n > 1 ? n : 0;
        is_good = make_row(p, c, t->sights + i, n, reach);
    }
    for (unsigned s = 0; s < CR_SEATS_MAX; s++)
        free(reach[s]);
    adopt(p);
    return is_good;
}

/* ---- writing ---- */

static double share_of(const cr_policy_move *moves, uint32_t i)
{
    uint32_t before = i ? moves[i - 1].upto : 0;
    double upto = moves[i].upto == UINT32_MAX ? WHOLE : moves[i].upto;

    return (upto - before) / WHOLE;
}

static bool is_written(const cr_policy_move *moves, uint32_t i)
{
    return share_of(moves, i) >= 0.5 / SHARE_ONE;
}

static void write_row(cr_text *out, const policy_file *p, uint32_t r)
{
    const cr_policy_row *row = &p->rows[r];
    const cr_policy_move *moves = p->moves + row->first;
    const char *comma = "";

    cr_text_fmt(out, "%016llx", (unsigned long long)row->key);
    for (uint32_t i = 0; i < row->n; i++)
        if (is_written(moves, i)) {
            cr_text_char(out, ' ');
            cr_text_hex(out, (const uint8_t *)&moves[i], MOVE_BYTES);
            cr_text_fmt(out, " %.*f", DIGITS, share_of(moves, i));
        }
    if (p->notes) {
        cr_text_fmt(out, " # seat %u, %s", p->notes[r].seat,
                    cr_question_word(p->game, p->notes[r].question));
        for (uint32_t i = 0; i < row->n; i++)
            if (is_written(moves, i)) {
                cr_move move = {.kind = moves[i].kind};
                char text[256];

                memcpy(move.arg, moves[i].arg, sizeof move.arg);
                cr_move_print(p->game, &move, text, sizeof text);
                cr_text_fmt(out, "%s %s %.3f", *comma ? comma : ":", text, share_of(moves, i));
                comma = ",";
            }
    }
    cr_text_char(out, '\n');
}

void policy_file_write(cr_text *out, const policy_file *p)
{
    cr_text_fmt(out, "croupier policy %d\ngame %s\nrules %u\nseats %u\n", FILE_VERSION,
                p->game->name, p->game->rules_version, p->setup.n_seats);
    for (unsigned i = 0; i < p->game->n_options; i++) {
        cr_text_fmt(out, "option %s=", p->game->options[i].name);
        cr_option_print(out, &p->game->options[i], p->setup.option[i]);
        cr_text_char(out, '\n');
    }
    cr_text_fmt(out, "rows %u\n", p->policy.n_rows);
    for (uint32_t i = 0; i < p->policy.n_rows; i++)
        write_row(out, p, i);
}

/* ---- reading ---- */

/* A line "word value"; the value as text that ends. */
static bool take_line(cr_span *in, const char *word, char *value, size_t cap)
{
    cr_span line = cr_span_line(in), at = line;

    if (!cr_span_take(&at, word))
        return false;
    at = cr_span_trim(at);
    return (size_t)snprintf(value, cap, "%.*s", (int)(at.end - at.at), at.at) < cap;
}

static bool read_head(policy_file *p, cr_span *in, const cr_game *(*find)(const char *name),
                      int64_t *n_rows)
{
    char value[128], *sign;
    cr_span number;
    int64_t n;

    if (!take_line(in, "croupier", value, sizeof value) || strcmp(value, "policy 1"))
        return fail(p, "this is no policy: its first line is not 'croupier policy 1'");
    if (!take_line(in, "game", value, sizeof value))
        return fail(p, "line 2: 'game NAME' is missing");
    p->game = find(value);
    if (!p->game)
        return fail(p, "there is no game '%s'", value);
    cr_setup_init(p->game, &p->setup);
    if (!take_line(in, "rules", value, sizeof value))
        return fail(p, "line 3: 'rules N' is missing");
    number = cr_span_of(value);
    if (!cr_span_int(&number, 0, UINT16_MAX, &n) || n != p->game->rules_version)
        return fail(p, "it was made for version %s of the rules of %s, which are at %u", value,
                    p->game->name, p->game->rules_version);
    if (!take_line(in, "seats", value, sizeof value) ||
        cr_setup_option(p->game, &p->setup, "seats", value))
        return fail(p, "line 4: 'seats N' is missing or no number of seats of %s", p->game->name);
    for (unsigned i = 0; i < p->game->n_options; i++) {
        cr_span before = *in;

        if (!take_line(in, "option", value, sizeof value)) {
            *in = before; /* an option that is newer than the file has its normal value */
            break;
        }
        sign = strchr(value, '=');
        if (sign)
            *sign = 0;
        if (!sign || cr_setup_option(p->game, &p->setup, value, sign + 1))
            return fail(p, "line %u: not an option of %s", 5 + i, p->game->name);
    }
    if (!take_line(in, "rows", value, sizeof value))
        return fail(p, "'rows N' is missing behind the options");
    number = cr_span_of(value);
    return cr_span_int(&number, 0, INT32_MAX, n_rows) || fail(p, "'rows %s' is no number", value);
}

/* "0.250000" or "1.000000". */
static bool take_share(cr_span *in, double *out)
{
    double unit = 1;

    *out = 1;
    if (cr_span_lead(in, "1.000000"))
        return true;
    if (!cr_span_lead(in, "0."))
        return false;
    *out = 0;
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++)
        *out += (*in->at - '0') * (unit /= 10);
    return unit < 1;
}

static bool read_row(policy_file *p, cr_span line)
{
    cr_policy_row *row = &p->rows[p->policy.n_rows];
    uint8_t key[8];
    double total = 0;

    if (!cr_span_hex(&line, key, sizeof key))
        return false;
    *row = (cr_policy_row){.first = p->policy.n_moves};
    for (unsigned i = 0; i < sizeof key; i++)
        row->key = row->key << 8 | key[i];
    while (!cr_span_is_empty(&line) && *line.at != '#') {
        cr_policy_move *move = &p->moves[p->policy.n_moves];
        double share;

        if (!cr_span_hex(&line, (uint8_t *)move, MOVE_BYTES) || !take_share(&line, &share) ||
            move->kind >= p->game->n_kinds)
            return false;
        total += share;
        move->upto = upto_of(total);
        p->policy.n_moves++;
        row->n++;
    }
    if (!row->n || total < 0.999 || total > 1.001)
        return false;
    p->moves[p->policy.n_moves - 1].upto = UINT32_MAX;
    if (p->policy.n_rows && row[-1].key >= row->key)
        return false;
    p->policy.n_rows++;
    return true;
}

/* Every move has a blank in front of it; those elsewhere only make it too many. */
static size_t count_moves(cr_span in)
{
    size_t n = 0;

    for (; in.at < in.end; in.at++)
        n += *in.at == ' ';
    return n;
}

bool policy_file_read(policy_file *p, const char *text, const cr_game *(*find)(const char *name))
{
    cr_span in = cr_span_of(text);
    int64_t n_rows = 0;

    *p = (policy_file){0};
    if (!read_head(p, &in, find, &n_rows))
        return false;
    if ((size_t)n_rows > (size_t)(in.end - in.at))
        return fail(p, "it has fewer rows than it says");
    if (!bring(p, (size_t)n_rows, count_moves(in)))
        return false;
    for (int64_t i = 0; i < n_rows; i++)
        if (!read_row(p, cr_span_line(&in))) {
            fail(p, "row %lld is damaged", (long long)i + 1);
            policy_file_release(p);
            return false;
        }
    adopt(p);
    return true;
}

const char *policy_file_misfit(policy_file *p, const cr_setup *setup)
{
    cr_text why = cr_text_on(p->why, sizeof p->why);

    if (setup->n_seats != p->setup.n_seats) {
        cr_text_fmt(&why, "it was made for seats=%u", p->setup.n_seats);
        return p->why;
    }
    for (unsigned i = 0; i < p->game->n_options; i++)
        if (setup->option[i] != p->setup.option[i]) {
            cr_text_fmt(&why, "it was made for %s=", p->game->options[i].name);
            cr_option_print(&why, &p->game->options[i], p->setup.option[i]);
            return p->why;
        }
    return NULL;
}
