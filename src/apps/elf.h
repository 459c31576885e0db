/* A module's file, looked at before it is loaded: the loader of the system runs code of the file and trusts its tables, so
 * a file that was cut short, or is none of ours, must not come that far. */
#ifndef CR_APPS_ELF_H
#define CR_APPS_ELF_H

#include "kernel/module.h"

/* Is this a whole ELF library for this machine, with the note of a game? False with the reason as a clause. */
bool elf_read(const uint8_t *bytes, size_t len, cr_module_marks *out, cr_text *why);

/* Was it compiled for this program? False with the reason as a clause. */
bool elf_fits(const cr_module_marks *marks, cr_text *why);

#endif
