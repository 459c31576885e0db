/* Games from outside: modules (kernel/module.h) taken into the table of games when the program starts.
 *
 * What is wrong with one is said in a sentence and changes nothing: its file is read and checked first (elf.h), then it is
 * loaded once in a child of this process, which may crash, and only then here. From there on its code is trusted like the
 * program's own: a module that crashes in `step` ends the program. */
#ifndef CR_APPS_MODULES_H
#define CR_APPS_MODULES_H

#include "kernel/game.h"

/* Loads one module. Loading the same file again gives the same game. NULL with the reason in `why`, as a clause. */
const cr_game *modules_load(const char *path, cr_text *why);

/* Loads every *.so of a folder, in the order of their names. `left_out` is told of each that cannot be loaded. False if
 * the folder cannot be read. */
bool modules_load_folder(const char *folder, void (*left_out)(const char *path, const char *why));

/* The i-th loaded module, in the order they were loaded: the path of its file and its game. NULL behind the last. */
const char *modules_path(size_t i, const cr_game **game);

/* The file that a loaded game brings for the page, by its ending ("js", "css"), beside the module: false if `path` is too
 * short for its name. */
bool modules_beside(const char *module, const char *ending, char *path, size_t cap);

#endif
