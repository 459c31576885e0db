#include "apps/settings.h"

#include <stdlib.h>

enum { ARGS_MAX = 256, CONFIG_BYTES = 1 << 16 };

typedef struct {
    char *arg[ARGS_MAX + 1];
    int n;
} arguments;

static bool add_argument(arguments *a, const cli_option *o, const char *value)
{
    char text[1024];

    if (a->n == ARGS_MAX)
        return false;
    if (o->kind != CLI_IS_FLAG)
        snprintf(text, sizeof text, "--%s=%s", o->name, value);
    else if (!strcmp(value, "yes") || !strcmp(value, "true") || !strcmp(value, "1"))
        snprintf(text, sizeof text, "--%s", o->name);
    else if (!strcmp(value, "no") || !strcmp(value, "false") || !strcmp(value, "0"))
        return true;
    else
        return !cli_error("'%s' is yes or no, not '%s'", o->name, value);
    a->arg[a->n] = strdup(text);
    return a->arg[a->n++] != NULL;
}

static int add_file(arguments *a, const cli_option *options, const char *path)
{
    size_t len;
    unsigned number = 0;
    char *bytes = cli_read_file(path, CONFIG_BYTES, &len);
    cr_span rest;

    if (!bytes)
        return CLI_MISUSE;
    rest = (cr_span){bytes, bytes + len};
    while (rest.at < rest.end) {
        cr_span line = cr_span_trim(cr_span_line(&rest)), name = line, value;
        const cli_option *o = options;
        const char *sign = memchr(line.at, '=', (size_t)(line.end - line.at));
        char text[512];

        number++;
        if (line.at == line.end || *line.at == '#')
            continue;
        name.end = sign ? sign : line.end;
        name = cr_span_trim(name);
        while (o->name && !cr_span_is(name, o->name))
            o++;
        if (!o->name)
            for (o = cli_common; o->name && !cr_span_is(name, o->name);)
                o++;
        if (!sign || !o->name || !strcmp(o->name, "config")) {
            cli_error("'%s', line %u: '%.*s' is no setting (see 'croupier serve --help')", path,
                      number, (int)(line.end - line.at), line.at);
            free(bytes);
            return CLI_MISUSE;
        }
        value = cr_span_trim((cr_span){sign + 1, line.end});
        snprintf(text, sizeof text, "%.*s", (int)(value.end - value.at), value.at);
        if (!add_argument(a, o, text)) {
            free(bytes);
            return cli_error("'%s', line %u: this setting is not taken", path, number);
        }
    }
    free(bytes);
    return CLI_GO;
}

/* $CROUPIER_GAMES is every command's: cli_parse reads it. */
static bool add_environment(arguments *a, const cli_option *options)
{
    for (const cli_option *o = options; o->name; o++) {
        char name[64] = "CROUPIER_";
        size_t at = strlen(name);
        const char *value;

        for (const char *c = o->name; *c && at + 1 < sizeof name; c++)
            name[at++] = *c == '-' ? '_' : (char)(*c - 'a' + 'A');
        name[at] = 0;
        value = getenv(name);
        if (value && strcmp(o->name, "config") && !add_argument(a, o, value))
            return false;
    }
    return true;
}

/* The file named on the command line or in the environment. */
static const char *config_path(int argc, char **argv)
{
    const char *path = getenv("CROUPIER_CONFIG");

    for (int i = 1; i < argc; i++) {
        if (!strncmp(argv[i], "--config=", 9))
            path = argv[i] + 9;
        else if ((!strcmp(argv[i], "--config") || !strcmp(argv[i], "-c")) && i + 1 < argc)
            path = argv[i + 1];
        else if (!strncmp(argv[i], "-c", 2) && argv[i][2])
            path = argv[i] + 2;
    }
    return path;
}

/* Databases add up where they are named, and count less than those of a later place. */
static void drop_databases(arguments *a)
{
    int n = 1;

    for (int i = 1; i < a->n; i++)
        if (strncmp(a->arg[i], "--db=", 5))
            a->arg[n++] = a->arg[i];
        else
            free(a->arg[i]);
    a->n = n;
}

static bool names_database(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--db") || !strncmp(argv[i], "--db=", 5))
            return true;
    return false;
}

int settings_read(const cli_usage *usage, int argc, char **argv)
{
    const char *path = config_path(argc, argv);
    static arguments a; /* values of options point into it */
    int status = CLI_GO, n;

    a.arg[a.n++] = argv[0];
    if (path)
        status = add_file(&a, usage->options, path);
    if (getenv("CROUPIER_DB"))
        drop_databases(&a);
    if (status == CLI_GO && !add_environment(&a, usage->options))
        status = cli_error("a setting of the environment is not taken");
    if (names_database(argc, argv))
        drop_databases(&a);
    for (int i = 1; status == CLI_GO && i < argc; i++) {
        if (a.n == ARGS_MAX)
            status = cli_error("too many arguments");
        else
            a.arg[a.n++] = argv[i];
    }
    n = a.n;
    if (status == CLI_GO)
        status = cli_parse(usage, &n, a.arg);
    return status;
}
