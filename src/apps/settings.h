/* Options of `croupier serve` from a file and from the environment, in front of those of the command line: what comes later counts. */
#ifndef CR_SETTINGS_H
#define CR_SETTINGS_H

#include "apps/command.h"

/* As cli_parse, with the file of --config or $CROUPIER_CONFIG and with $CROUPIER_NAME for each option. To be called once: values
 * of options point into its memory. */
int settings_read(const cli_usage *usage, int argc, char **argv);

#endif
