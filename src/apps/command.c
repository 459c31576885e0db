#include "apps/command.h"
#include "ai/search.h"
#include "apps/modules.h"
#include "laws/laws.h"
#include "solve/policy_file.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>

enum { POLICY_MAX = 1 << 28 };

/* ---- games from outside ---- */

static cli_list module_files, module_folders;

const cli_option cli_common[] = {
    CLI_LIST(0, "game", "FILE", &module_files,
             "a game from outside: a module, FILE.so; repeatable"),
    CLI_LIST(0, "games", "DIR", &module_folders,
             "all modules of a folder; repeatable, also as $CROUPIER_GAMES"),
    {0},
};

static void leave_out(const char *path, const char *why)
{
    cli_error("the game '%s' is left out: %s", path, why);
}

static const cr_game *load_file(const char *path)
{
    char text[640];
    cr_text why = cr_text_on(text, sizeof text);
    const cr_game *game = modules_load(path, &why);

    if (!game)
        leave_out(path, text);
    return game;
}

static bool load_folder(const char *path)
{
    if (modules_load_folder(path, leave_out))
        return true;
    cli_error("the folder of games '%s' cannot be read: %s", path, strerror(errno));
    return false;
}

/* Folders come first, those of the environment before all; what is wrong there is told and left out. A game named on
 * the command line must load, unless the command can do without. */
static int load_games(const cli_usage *usage)
{
    const char *at = getenv("CROUPIER_GAMES");
    bool is_good = true;

    while (at && *at) {
        size_t len = strcspn(at, ":");
        char folder[1024];

        snprintf(folder, sizeof folder, "%.*s", (int)len, at);
        if (len)
            load_folder(folder);
        at += len + (at[len] == ':');
    }
    for (size_t i = 0; i < module_folders.n; i++)
        is_good &= load_folder(module_folders.item[i]);
    for (size_t i = 0; i < module_files.n; i++)
        is_good &= load_file(module_files.item[i]) != NULL;
    return is_good || usage->does_without ? CLI_GO : CLI_MISUSE;
}

/* ---- help ---- */

static void print_option(const cli_option *o)
{
    enum { WIDTH = 26 };
    char left[80];
    cr_text text = cr_text_on(left, sizeof left);
    unsigned columns;

    if (o->letter)
        cr_text_fmt(&text, "-%c, ", o->letter);
    cr_text_fmt(&text, "--%s", o->name);
    if (o->value)
        cr_text_fmt(&text, " %s", o->value);
    columns = cr_span_columns(cr_span_of(left));
    printf("  %s%*s  %s\n", left, columns < WIDTH ? (int)(WIDTH - columns) : 0, "", o->about);
}

static void print_help(const cli_usage *usage)
{
    const char *line = usage->examples;

    printf("usage: croupier %s [options]\n\n%s\n\noptions:\n", usage->synopsis, usage->about);
    for (const cli_option *o = usage->options; o && o->name; o++)
        print_option(o);
    for (const cli_option *o = cli_common; o->name; o++)
        print_option(o);
    print_option(&(const cli_option)CLI_FLAG('h', "help", NULL, "this text"));
    fputs("\nexamples:\n", stdout);
    while (*line) {
        size_t len = strcspn(line, "\n");

        printf("  %.*s\n", (int)len, line);
        line += len + (line[len] == '\n');
    }
}

/* ---- options ---- */

typedef struct {
    const cli_usage *usage;
    char name[32]; /* of the command, for messages */
    char **next;   /* arguments still to be read, NULL at the end */
} parser;

static const cli_option *find_long(const cli_usage *usage, const char *name, size_t len)
{
    for (const cli_option *o = usage->options; o && o->name; o++)
        if (strlen(o->name) == len && !memcmp(o->name, name, len))
            return o;
    for (const cli_option *o = cli_common; o->name; o++)
        if (strlen(o->name) == len && !memcmp(o->name, name, len))
            return o;
    return NULL;
}

static const cli_option *find_short(const cli_usage *usage, char letter)
{
    for (const cli_option *o = usage->options; o && o->name; o++)
        if (o->letter && o->letter == letter)
            return o;
    return NULL;
}

static int take_value(const parser *p, const cli_option *o, const char *value)
{
    cr_span in = cr_span_of(value);

    switch (o->kind) {
    case CLI_IS_FLAG:
        *(bool *)o->into = true;
        break;
    case CLI_IS_TEXT:
        *(const char **)o->into = value;
        break;
    case CLI_IS_NUMBER: {
        char *end;
        unsigned long long number;

        errno = 0;
        number = strtoull(value, &end, 10);
        if (in.at == in.end || *in.at < '0' || *in.at > '9' || *end || errno || number < o->lo ||
            number > o->hi)
            return cli_error("option '--%s' takes a number from %llu to %llu, not '%s' (see "
                             "'croupier %s --help')",
                             o->name, (unsigned long long)o->lo, (unsigned long long)o->hi, value,
                             p->name);
        *(uint64_t *)o->into = number;
        break;
    }
    case CLI_IS_LIST: {
        cli_list *list = o->into;

        if (list->n == CLI_LIST_MAX)
            return cli_error("option '--%s' is given more than %d times", o->name, CLI_LIST_MAX);
        list->item[list->n++] = value;
        break;
    }
    }
    return CLI_GO;
}

/* One argument that begins with '-': "--name", "--name=value", "--name value", "-x", "-xvalue", "-x value". */
static int take_option(parser *p, const char *arg)
{
    bool is_long = arg[1] == '-';
    size_t len = is_long ? strcspn(arg + 2, "=") : 1;
    const cli_option *o =
        is_long ? find_long(p->usage, arg + 2, len) : find_short(p->usage, arg[1]);
    const char *rest = is_long ? arg + 2 + len : arg + 2;

    if (!o && (!strcmp(arg, "--help") || !strcmp(arg, "-h"))) {
        print_help(p->usage);
        return CLI_DONE;
    }
    if (!o)
        return cli_error("unknown option '%s' (see 'croupier %s --help')", arg, p->name);
    if (o->kind == CLI_IS_FLAG) {
        if (*rest)
            return cli_error("option '--%s' takes no value (see 'croupier %s --help')", o->name,
                             p->name);
        return take_value(p, o, "");
    }
    if (is_long && *rest == '=')
        return take_value(p, o, rest + 1);
    if (*rest)
        return take_value(p, o, rest);
    if (!*p->next)
        return cli_error("option '--%s' needs a value: %s (see 'croupier %s --help')", o->name,
                         o->value, p->name);
    return take_value(p, o, *p->next++);
}

int cli_parse(const cli_usage *usage, int *argc, char **argv)
{
    parser p = {.usage = usage, .next = argv + 1};
    int n = 0, status = CLI_GO;
    bool is_operand = false;

    snprintf(p.name, sizeof p.name, "%.*s", (int)strcspn(usage->synopsis, " "), usage->synopsis);
    while (*p.next && status == CLI_GO) {
        char *arg = *p.next++;

        if (!is_operand && !strcmp(arg, "--"))
            is_operand = true;
        else if (!is_operand && arg[0] == '-' && arg[1])
            status = take_option(&p, arg);
        else
            argv[n++] = arg;
    }
    *argc = n;
    if (status != CLI_GO)
        return status;
    if (n < usage->args_min)
        return cli_error("'%s' needs more: croupier %s (see 'croupier %s --help')", p.name,
                         usage->synopsis, p.name);
    if (n > usage->args_max)
        return cli_error("'%s' has no place for '%s' (see 'croupier %s --help')", p.name,
                         argv[usage->args_max], p.name);
    return load_games(usage);
}

/* ---- what makes a match ---- */

const cr_game *cli_game(const char *name)
{
    size_t len = strlen(name);
    const cr_game *game = cr_game_find(name);

    if (!game && (strchr(name, '/') || (len > 3 && !strcmp(name + len - 3, ".so"))))
        return load_file(name);
    if (!game)
        cli_error("there is no game '%s' (see 'croupier games')", name);
    return game;
}

static bool set_option(const cr_game *game, cr_setup *setup, const char *text)
{
    char name[64];
    const char *sign = strchr(text, '=');
    cr_err err;

    if (!sign || (size_t)(sign - text) >= sizeof name) {
        cli_error("option '%s' is not written NAME=VALUE", text);
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(sign - text), text);
    err = cr_setup_option(game, setup, name, sign + 1);
    if (err)
        cli_error("cannot set '%s': %s (see 'croupier rules %s')", text, cr_err_text(err),
                  game->name);
    return !err;
}

static bool set_seed(cr_setup *setup, const char *text)
{
    cr_span in = cr_span_of(text);
    char *end;
    unsigned long long number;

    if (in.end - in.at == 64 && cr_span_hex(&in, setup->seed, sizeof setup->seed))
        return true;
    errno = 0;
    number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno) {
        cli_error("'%s' is no seed: give a number or 64 hex digits", text);
        return false;
    }
    cr_setup_pin(setup, number);
    return true;
}

bool cli_setup(const cr_game *game, const cli_list *options, const char *seed, cr_setup *setup)
{
    cr_setup_init(game, setup);
    for (size_t i = 0; i < options->n; i++)
        if (!set_option(game, setup, options->item[i]))
            return false;
    if (seed)
        return set_seed(setup, seed);
    randombytes_buf(setup->seed, sizeof setup->seed);
    return true;
}

uint64_t cli_given(const cr_game *game, const cli_list *options)
{
    uint64_t mask = 0;

    for (size_t i = 0; i < options->n; i++) {
        size_t len = strcspn(options->item[i], "=");

        if (len == 5 && !strncmp(options->item[i], "seats", len))
            mask |= UINT64_C(1) << CR_LAWS_SEATS;
        for (unsigned o = 0; o < game->n_options; o++)
            if (strlen(game->options[o].name) == len &&
                !strncmp(options->item[i], game->options[o].name, len))
                mask |= UINT64_C(1) << o;
    }
    return mask;
}

const char *cli_seed_text(const char *given, const cr_setup *setup, char hex[65])
{
    cr_text text = cr_text_on(hex, 65);

    if (given)
        return given;
    cr_text_hex(&text, setup->seed, sizeof setup->seed);
    return hex;
}

/* Policies that were read, kept as long as the program. */
typedef struct kept_policy kept_policy;
static struct kept_policy {
    kept_policy *next;
    policy_file file;
    cr_bot bot;
    char name[64];
} * policies;

const cr_bot *cli_policy(const cr_game *game, const char *path, const cr_setup *setup)
{
    kept_policy *kept = calloc(1, sizeof *kept);
    const char *base = strrchr(path, '/'), *misfit = NULL;
    size_t len;
    char *text = kept ? cli_read_file(path, POLICY_MAX, &len) : NULL;
    bool has_text = text != NULL;
    bool is_read = text && policy_file_read(&kept->file, text, cr_game_find);

    free(text);
    if (is_read && (!game || kept->file.game == game) &&
        !(misfit = setup ? policy_file_misfit(&kept->file, setup) : NULL)) {
        snprintf(kept->name, sizeof kept->name, "%s", base ? base + 1 : path);
        if (strrchr(kept->name, '.') > kept->name)
            *strrchr(kept->name, '.') = 0;
        kept->bot = cr_policy_bot(kept->file.game, &kept->file.policy, kept->name);
        kept->next = policies;
        policies = kept;
        return &kept->bot;
    }
    if (misfit)
        cli_error("the policy '%s' does not fit: %s", path, misfit);
    else if (is_read)
        cli_error("the policy '%s' is for %s", path, kept->file.game->name);
    else if (has_text)
        cli_error("cannot read the policy '%s': %s", path, kept->file.why);
    else if (!kept)
        cli_error("no memory left");
    if (kept)
        policy_file_release(&kept->file);
    free(kept);
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads what stands behind the colon: worlds, or milliseconds, and perhaps threads. */
static bool read_effort(const char *text, cr_bot *bot)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10), threads = 1;
    bool is_time = !strncmp(end, "ms", 2);

    if (!is_digit(*text) || !n || n > (is_time ? 3600000 : CR_SEARCH_WORLDS_MAX))
        return false;
    end += is_time ? 2 : 0;
    if (*end == 'x' && is_digit(end[1]))
        threads = strtoul(end + 1, &end, 10);
    bot->time_ms = is_time ? (uint32_t)n : 0;
    bot->worlds = is_time ? 0 : (uint32_t)n;
    bot->threads = (uint32_t)threads;
    return !*end && threads && threads <= CR_SEARCH_THREADS_MAX;
}

const cr_bot *cli_bot_with(const cr_game *game, const char *name, cr_bot *own)
{
    const char *colon = strchr(name, ':');
    char word[64];
    const cr_bot *bot;

    if (!colon || !strncmp(name, "policy:", 7))
        return cli_bot(game, name);
    snprintf(word, sizeof word, "%.*s", (int)(colon - name), name);
    bot = cr_bot_find(word, game);
    if (!bot)
        return cli_bot(game, name); /* says what there is */
    *own = *bot;
    own->name = name;
    if (bot->memory && read_effort(colon + 1, own))
        return own;
    if (!bot->memory)
        cli_error("bot '%s' takes no worlds or time: search and mixed do", word);
    else
        cli_error("cannot read '%s': write search:WORLDS or search:TIMEms, such as search:50ms or, "
                  "on two threads, search:50msx2",
                  name);
    return NULL;
}

const cr_bot *cli_bot(const cr_game *game, const char *name)
{
    const cr_bot *bot = cr_bot_find(name, game);

    if (!bot && !strncmp(name, "policy:", 7) && name[7])
        return cli_policy(game, name + 7, NULL);
    if (!bot) {
        char names[512];
        cr_text text = cr_text_on(names, sizeof names);

        for (size_t i = 0; i < cr_bot_count(); i++)
            if (cr_bot_find(cr_bot_at(i)->name, game) == cr_bot_at(i))
                cr_text_fmt(&text, "%s%s", text.len ? ", " : "", cr_bot_at(i)->name);
        cli_error("there is no bot '%s' for %s: it has %s", name, game->name, names);
    }
    return bot;
}

bool cli_bots(const cr_game *game, const char *text, unsigned n_seats,
              const cr_bot *out[CR_SEATS_MAX])
{
    unsigned n = 0;

    for (const char *at = text;; at++) {
        size_t len = strcspn(at, ",");
        char name[1024]; /* policy:FILE is one */

        if (n == n_seats) {
            cli_error("more bots than seats in '%s': the match has %u", text, n_seats);
            return false;
        }
        snprintf(name, sizeof name, "%.*s", (int)(len < sizeof name ? len : sizeof name), at);
        out[n] = cli_bot(game, name);
        if (!out[n++])
            return false;
        at += len;
        if (!*at)
            break;
    }
    if (n != 1 && n != n_seats) {
        cli_error("%u bots in '%s' for %u seats: name one for each, or one for all", n, text,
                  n_seats);
        return false;
    }
    while (n < n_seats)
        out[n++] = out[0];
    return true;
}

bool cli_viewer(const char *text, unsigned n_seats, uint8_t *out)
{
    cr_span in = cr_span_of(text);

    if (cr_seat.parse(&in, out, NULL) && cr_span_is_empty(&in) &&
        (*out < n_seats || *out == CR_SPECTATOR))
        return true;
    cli_error("there is no seat '%s': give 0 to %u, or 'spectator'", text, n_seats - 1);
    return false;
}
