/* What all that prints and reads on the command line shares: exit statuses, messages, files, the clocks of this machine.
 * Beside it in this layer: progress of long work, the rule book as text (rulebook.h, sight.h), and what authors wrote for
 * beginners (teach.h). The terminal and the arena stand on it, the commands on all three. */
#ifndef CR_CLI_H
#define CR_CLI_H

#include "base/text.h"

#include <stdio.h>

/* What a command returns: the exit status of the program. CLI_GO never leaves a command. */
enum { CLI_GO = -1, CLI_DONE = 0, CLI_FAILED = 1, CLI_MISUSE = 2 };

/* Values of an option that may be repeated. */
enum { CLI_LIST_MAX = 64 }; /* how often an option may be repeated */
typedef struct {
    const char *item[CLI_LIST_MAX];
    size_t n;
} cli_list;

/* ---- messages ---- */

/* Prints "croupier: …" to standard error and returns CLI_MISUSE. Lower case, what failed first, the subject
 * in quotes, a hint on what to do. */
__attribute__((format(printf, 1, 2))) int cli_error(const char *format, ...);

/* ---- this machine ---- */

/* Clocks of a cr_desk: real time, and the CPU time of this thread, which does not depend on who else is at work. */
uint64_t cli_now_us(void);
uint64_t cli_cpu_us(void);

/* For a cr_desk: a thread for each but the first. */
void cli_together(void (*run)(void *with), void *const *with, unsigned n);

/* Threads a command works with if nobody says how many: one for each core, and no more than any command takes. */
enum { CLI_THREADS_MAX = 256 };
uint64_t cli_cores(void);

/* ---- files ---- */

/* Reads a whole file of at most `max` bytes, "-" being standard input; a zero byte follows the contents. The
 * caller frees it. NULL after a message. */
char *cli_read_file(const char *path, size_t max, size_t *len);

/* Prints a text of any length: `write` is called twice, first to measure. */
void cli_print(FILE *out, void (*write)(cr_text *text, const void *with), const void *with);

#endif
