#include "kernel/tables.h"

#include "base/hash.h"
#include "kernel/say.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    SIZE_LIMIT = 1 << 20
}; /* of a state or view: a room has one of each, and laws copy them at every move */

typedef struct {
    const cr_game *game;
    cr_text *why;
} desk;

__attribute__((format(printf, 2, 3))) static bool wrong(const desk *d, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cr_text_str(d->why, text);
    return false;
}

/* A word of the written forms: at least one character, on one line, and no blank at its ends. */
static bool is_word(const char *word)
{
    if (!word || !*word || *word == ' ')
        return false;
    for (const char *c = word; *c; c++)
        if ((unsigned char)*c < ' ' || (*c == ' ' && !c[1]))
            return false;
    return true;
}

/* The name of a game is part of addresses, files and commands. */
static bool is_name(const char *name)
{
    size_t len = name ? strnlen(name, CR_GAME_NAME_MAX) : 0;

    if (!len || len == CR_GAME_NAME_MAX || name[0] < 'a' || name[0] > 'z')
        return false;
    for (const char *c = name; *c; c++)
        if ((*c < 'a' || *c > 'z') && (*c < '0' || *c > '9') && *c != '-')
            return false;
    return true;
}

static bool fit_head(const desk *d)
{
    const cr_game *g = d->game;

    if (!is_name(g->name))
        return wrong(d, "the name of a game is 1 to %d small letters, digits and '-'",
                     CR_GAME_NAME_MAX - 1);
    if (!g->about || !*g->about)
        return wrong(d, "no sentence says what the game is (.about)");
    if (!g->seats_min || g->seats_min > g->seats_max || g->seats_max > CR_SEATS_MAX)
        return wrong(d, "%u to %u seats: 1 to %d are possible", g->seats_min, g->seats_max,
                     CR_SEATS_MAX);
    if (g->state_size % 8 || g->state_size < sizeof(cr_state) || g->state_size > SIZE_LIMIT)
        return wrong(d, "a state of %u bytes: it is a multiple of 8, and begins with a cr_state",
                     g->state_size);
    if (g->view_size % 8 || g->view_size < sizeof(cr_view) || g->view_size > SIZE_LIMIT)
        return wrong(d, "a view of %u bytes: it is a multiple of 8, and begins with a cr_view",
                     g->view_size);
    if (!g->init || !g->step || !g->check || !g->space || !g->observe || !g->imagine || !g->score ||
        !g->broken)
        return wrong(d,
                     "one of the calls that every game has is missing (CR_CALLS, CR_RULE_CALLS)");
    return true;
}

/* Can so many rows be numbered in this width, and is there a table if there are rows? */
static bool fit_table(const desk *d, const char *name, const void *rows, unsigned n, unsigned least,
                      unsigned most)
{
    if (n < least || n > most)
        return wrong(d, "%u %s: %u to %u are possible", n, name, least, most);
    return !n || rows || wrong(d, "no table of %s", name);
}

static bool fit_sizes(const desk *d)
{
    const cr_game *g = d->game;

    return fit_table(d, "kinds of moves", g->kinds, g->n_kinds, 1, CR_IDLE - 1) &&
           fit_table(d, "questions", g->questions, g->n_questions, 1, 64) &&
           fit_table(d, "effects", g->effects, g->n_effects, 1, 255) &&
           fit_table(d, "events", g->events, g->n_events, 0, CR_EV_ASKED) &&
           fit_table(d, "rows of the chart", g->chart, g->n_chart, 1, CR_CHART_MAX) &&
           fit_table(d, "rules", g->rules, g->n_rules, 1, 4096) &&
           fit_table(d, "codes", g->codes, g->n_codes, 0, 240) &&
           fit_table(d, "options", g->options, g->n_options, 0, CR_OPTIONS_MAX) &&
           fit_table(d, "defaults", g->defaults, g->n_defaults, 0, 4096) &&
           (g->zones || wrong(d, "no table of zones")) &&
           (g->view_fields || wrong(d, "no table of view_fields"));
}

/* How many values a field has at most. */
static unsigned values_of(const cr_game *game, const cr_field *field)
{
    return field->flags & (CR_PER_SEAT | CR_BY_SEAT) ? game->seats_max
           : field->count                            ? field->count
                                                     : 1;
}

/* Every field lies within its `size` bytes and can be written. */
static bool fit_fields(const desk *d, const char *of, const char *word, const cr_field *fields,
                       size_t size)
{
    enum { MOST = 512 };

    for (const cr_field *f = fields; f && f->name; f++) {
        if (f - fields == MOST)
            return wrong(d, "%s '%s': no row without a name ends its fields", of, word);
        for (const char *c = f->name; *c; c++)
            if ((unsigned char)*c <= ' ' || *c == '"' || *c == '\\') /* JSON has it as it is */
                return wrong(d, "%s '%s': '%s' is no name of a field", of, word, f->name);
        if (!f->type || !f->type->print || !f->type->parse)
            return wrong(d, "%s '%s': the field '%s' has no type", of, word, f->name);
        if (f->at + (size_t)f->type->size * values_of(d->game, f) > size)
            return wrong(d, "%s '%s': the field '%s' does not fit its %zu bytes", of, word, f->name,
                         size);
    }
    return true;
}

/* A word that no row before has: what is written is read again. */
#define FIT_WORDS(d, of, rows, n, member)                                                  \
    for (unsigned i_ = 0; i_ < (n); i_++) {                                                \
        if (!is_word((rows)[i_].member))                                                   \
            return wrong(d, "%s %u has no word, or one with a blank at its ends", of, i_); \
        for (unsigned j_ = 0; j_ < i_; j_++)                                               \
            if ((rows)[j_].member && !strcmp((rows)[j_].member, (rows)[i_].member))        \
                return wrong(d, "%s '%s' is there twice", of, (rows)[i_].member);          \
    }

static bool fit_kinds(const desk *d)
{
    const cr_game *g = d->game;

    for (unsigned i = 0; i < g->n_kinds; i++) {
        const cr_kind *k = &g->kinds[i];

        if (!k->word && !i)
            continue; /* a game without a pass */
        /* The first part is for clang-tidy, which does not look into is_word. */
        if (!k->word || !is_word(k->word))
            return wrong(d, "move %u has no word, or one with a blank at its ends", i);
        for (unsigned j = 0; j < i; j++)
            if (g->kinds[j].word && !strcmp(g->kinds[j].word, k->word))
                return wrong(d, "move '%s' is there twice", k->word);
        if (!fit_fields(d, "move", k->word, k->fields, CR_ARGS))
            return false;
    }
    return true;
}

static bool fit_questions(const desk *d)
{
    const cr_game *g = d->game;

    FIT_WORDS(d, "question", g->questions, g->n_questions, word)
    for (unsigned i = 0; i < g->n_questions; i++)
        if (!g->questions[i].mine || !g->questions[i].theirs)
            return wrong(d, "question '%s' has no words for people", g->questions[i].word);
        else if (g->n_kinds < 64 && g->questions[i].kinds >> g->n_kinds)
            return wrong(d, "question '%s' is answered by a kind of move that is not there",
                         g->questions[i].word);
    return true;
}

static bool fit_effects(const desk *d)
{
    const cr_game *g = d->game;

    FIT_WORDS(d, "effect", g->effects, g->n_effects, word)
    for (unsigned i = 0; i < g->n_effects; i++)
        if (g->effects[i].n_public > sizeof((cr_frame){0}.arg))
            return wrong(d, "effect '%s' shows more bytes than it has", g->effects[i].word);
        else if (!fit_fields(d, "effect", g->effects[i].word, g->effects[i].fields,
                             sizeof((cr_frame){0}.arg)))
            return false;
    return true;
}

static bool fit_events(const desk *d)
{
    const cr_game *g = d->game;

    FIT_WORDS(d, "event", g->events, g->n_events, word)
    for (unsigned i = 0; i < g->n_events; i++) {
        if (!g->events[i].says)
            return wrong(d, "event '%s' has no words for people; \"\" if it is worth no line",
                         g->events[i].word);
        if (g->events[i].rule >= g->n_rules)
            return wrong(d, "event '%s': there is no such rule", g->events[i].word);
        if (!fit_fields(d, "event", g->events[i].word, g->events[i].fields, CR_EVENT_DATA))
            return false;
    }
    return true;
}

static bool fit_rules(const desk *d)
{
    const cr_game *g = d->game;

    if (g->idle_rule >= g->n_rules || g->asked_rule >= g->n_rules || g->over_rule >= g->n_rules)
        return wrong(d, "idle_rule, asked_rule or over_rule: there is no such rule");
    for (unsigned i = 1; i < g->n_rules; i++) {
        if (!is_word(g->rules[i].id) || !g->rules[i].text || !g->rules[i].note)
            return wrong(d, "rule %u has no id or no sentence", i);
        for (unsigned j = 1; j < i; j++)
            if (!strcmp(g->rules[i].id, g->rules[j].id))
                return wrong(d, "rule '%s' is there twice", g->rules[i].id);
    }
    return true;
}

static bool fit_codes(const desk *d)
{
    const cr_game *g = d->game;

    FIT_WORDS(d, "code", g->codes, g->n_codes, name)
    for (unsigned i = 0; i < g->n_codes; i++)
        if (!g->codes[i].text || !g->codes[i].title || !g->codes[i].because)
            return wrong(d, "code '%s' has no words for players", g->codes[i].name);
    for (unsigned i = 0; i < g->n_codes; i++)
        for (uint16_t code = 0; cr_kernel_code(code); code++)
            if (!strcmp(g->codes[i].name, cr_kernel_code(code)->name))
                return wrong(d, "code '%s' is one of the kernel's", g->codes[i].name);
    return true;
}

static bool fit_options(const desk *d)
{
    const cr_game *g = d->game;

    FIT_WORDS(d, "option", g->options, g->n_options, name)
    for (unsigned i = 0; i < g->n_options; i++) {
        const cr_option *o = &g->options[i];

        if (!strcmp(o->name, "seats"))
            return wrong(d, "an option 'seats' every game has already");
        if (!o->about)
            return wrong(d, "option '%s': no sentence says what it is for", o->name);
        if (!cr_option_fits(o, o->normal))
            return wrong(d, "option '%s': its normal value does not fit", o->name);
    }
    return true;
}

static bool fit_chart(const desk *d)
{
    const cr_game *g = d->game;

    for (unsigned i = 0; i < g->n_chart; i++) {
        const cr_row *r = &g->chart[i];

        if ((r->from >= g->n_questions && r->from != CR_CHART_START) || r->kind >= g->n_kinds ||
            (r->to >= g->n_questions && r->to != CR_CHART_OVER && r->to != CR_CHART_STAYS))
            return wrong(d, "row %u of the chart: there is no such question or move", i);
        if (r->rule >= g->n_rules)
            return wrong(d, "row %u of the chart: there is no such rule", i);
        if (!r->guard)
            return wrong(d, "row %u of the chart has no guard; \"\" for always", i);
    }
    for (unsigned i = 0; i < g->n_defaults; i++)
        if (g->defaults[i].question >= g->n_questions || g->defaults[i].kind >= g->n_kinds ||
            g->defaults[i].rule >= g->n_rules || g->defaults[i].option > g->n_options)
            return wrong(d, "default %u points at nothing", i);
    return true;
}

bool cr_tables_fit(const cr_game *game, cr_text *why)
{
    const desk d = {game, why};

    return fit_head(&d) && fit_sizes(&d) && fit_rules(&d) && fit_kinds(&d) && fit_questions(&d) &&
           fit_effects(&d) && fit_events(&d) && fit_codes(&d) && fit_options(&d) && fit_chart(&d) &&
           fit_fields(&d, "state", "zones", game->zones, game->state_size) &&
           fit_fields(&d, "view", "view_fields", game->view_fields, game->view_size);
}

/* ---- the layout ---- */

static void add(uint64_t *hash, const void *bytes, size_t len)
{
    uint64_t both[2] = {*hash, cr_hash(bytes, len)};

    *hash = cr_hash(both, sizeof both);
}

static void add_word(uint64_t *hash, const char *word)
{
    add(hash, word ? word : "", word ? strlen(word) : 0);
}

uint64_t cr_tables_layout(const cr_game *game)
{
    const uint32_t sizes[] = {sizeof(cr_state), game->state_size};
    uint64_t hash = 0;

    add(&hash, sizes, sizeof sizes);
    for (const cr_field *f = game->zones; f->name; f++) {
        const uint32_t row[] = {f->at, f->count, f->flags, f->type->size, f->type->flags};

        add_word(&hash, f->name);
        add(&hash, row, sizeof row);
    }
    for (unsigned i = 0; i < game->n_effects; i++)
        add_word(&hash, game->effects[i].word);
    for (unsigned i = 0; i < game->n_questions; i++)
        add_word(&hash, game->questions[i].word);
    for (unsigned i = 0; i < game->n_kinds; i++)
        add_word(&hash, game->kinds[i].word);
    return hash ? hash : 1;
}
