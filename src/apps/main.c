/* The program `croupier`: finds the sub-command in the table of commands.def and runs it. */
#include "apps/command.h"
#include "croupier-build.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>

typedef struct {
    const char *name, *job;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
#define COMMAND(name, job) {#name, job, cmd_##name},
#include "apps/commands.def"
#undef COMMAND
    {NULL, NULL, NULL},
};

/* As it is called: C has no '-' in its names. */
static const char *written(const command *c, char name[32])
{
    snprintf(name, 32, "%s", c->name);
    for (char *at = name; *at; at++)
        if (*at == '_')
            *at = '-';
    return name;
}

static void print_commands(void)
{
    puts("usage: croupier COMMAND [arguments]\n\n"
         "Croupier is a referee for games with hidden information.\n\n"
         "commands:");
    for (const command *c = commands; c->name; c++) {
        char name[32];

        printf("  %-8s  %s\n", written(c, name), c->job);
    }
    puts("\n'croupier COMMAND --help' tells more about one, with examples.");
}

static int run(int argc, char **argv)
{
    if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
        print_commands();
        return CLI_DONE;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("croupier %s (%s, %s)\n", CR_VERSION, CR_BUILD_COMPILER, CR_BUILD_TYPE);
        return CLI_DONE;
    }
    for (const command *c = commands; c->name; c++) {
        char name[32];

        if (!strcmp(argv[1], written(c, name)))
            return c->run(argc - 1, argv + 1);
    }
    return cli_error("'%s' is not a command (see 'croupier --help')", argv[1]);
}

int main(int argc, char **argv)
{
    int status;

    /* A reader that goes away ends us quietly, even if our parent ignores the signal. */
    signal(SIGPIPE, SIG_DFL);
    /* Lets the generator use the widest instructions this machine has. */
    if (sodium_init() < 0)
        return cli_error("cannot start the random generator of this machine");
    status = run(argc, argv);
    /* A full disk shows here at the latest. */
    if (fflush(stdout))
        return cli_error("cannot write the output: %s", strerror(errno));
    return ferror(stdout) ? cli_error("cannot write the output") : status;
}
