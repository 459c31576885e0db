#include "apps/modules.h"

#include "apps/elf.h"
#include "games/games.h"
#include "kernel/tables.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    FILE_MAX = 64 << 20, /* of a module; ours have 100 kB */
    TRIAL_SECONDS = 10,  /* for loading: nothing is played */
    WHY_MAX = 512
};

typedef struct {
    char path[PATH_MAX];
    cr_game game, counting; /* as the module has them, with what the program adds */
} module;

static module *loaded[CR_GAMES_ADDED];
static size_t n_loaded;

const char *modules_path(size_t i, const cr_game **game)
{
    if (i >= n_loaded)
        return NULL;
    *game = &loaded[i]->game;
    return loaded[i]->path;
}

/* ---- the file ---- */

static uint8_t *read_file(const char *path, size_t *len, cr_text *why)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    uint8_t *bytes = NULL;
    struct stat about;
    ssize_t n = 0;

    if (file < 0 || fstat(file, &about)) {
        cr_text_fmt(why, "it cannot be read: %s", strerror(errno));
    } else if (!S_ISREG(about.st_mode) || about.st_size > FILE_MAX) {
        cr_text_str(why, "it is no library (no file, or far too large)");
    } else if (!(bytes = malloc((size_t)about.st_size + 1))) {
        cr_text_str(why, "no memory left");
    } else {
        for (*len = 0; *len < (size_t)about.st_size; *len += (size_t)n)
            if ((n = read(file, bytes + *len, (size_t)about.st_size - *len)) <= 0)
                break;
    }
    if (file >= 0)
        close(file);
    return bytes;
}

static bool check_file(const char *path, cr_text *why)
{
    size_t len;
    uint8_t *bytes = read_file(path, &len, why);
    cr_module_marks marks;
    bool is_good = bytes && elf_read(bytes, len, &marks, why) && elf_fits(&marks, why);

    free(bytes);
    return is_good;
}

/* ---- loading ---- */

/* The module of the file, looked at but not taken up. */
static const cr_module *open_module(const char *path, cr_text *why)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* for good: tables point into it */
    const cr_module *m = library ? dlsym(library, CR_MODULE_SYMBOL) : NULL;

    if (!library) {
        cr_text_fmt(why, "it cannot be loaded: %s", dlerror());
        return NULL;
    }
    if (!m || !m->plain || !m->counting) {
        cr_text_fmt(why, "it does not have the symbol '%s'", CR_MODULE_SYMBOL);
        return NULL;
    }
    if (!elf_fits(&m->marks, why) || !cr_tables_fit(m->plain, why))
        return NULL;
    if (m->counting->state_size != m->plain->state_size ||
        m->counting->n_rules != m->plain->n_rules || strcmp(m->counting->name, m->plain->name)) {
        cr_text_str(why, "its two copies are not of one game");
        return NULL;
    }
    if (cr_game_find(m->plain->name)) {
        cr_text_fmt(why, "there is a game '%s' already", m->plain->name);
        return NULL;
    }
    return m;
}

/* What the child found out: in its exit status, and in words on the pipe. */
static void end_trial(const char *path, int out)
{
    char text[WHY_MAX];
    cr_text why = cr_text_on(text, sizeof text);
    int nowhere = open("/dev/null", O_WRONLY);
    bool is_good;

    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    if (nowhere >= 0)
        dup2(nowhere, STDERR_FILENO); /* loader and sanitizers have their own words for a crash */
    alarm(TRIAL_SECONDS);
    is_good = open_module(path, &why) != NULL;
    if (!is_good && write(out, text, strlen(text)) < 0)
        _exit(2);
    _exit(is_good ? 0 : 1);
}

static bool try_in_child(const char *path, cr_text *why)
{
    char text[WHY_MAX] = "";
    size_t len = 0;
    int ends[2], status = 0;
    ssize_t n;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC)) {
        cr_text_fmt(why, "it cannot be tried: %s", strerror(errno));
        return false;
    }
    fflush(NULL); /* nothing is printed twice */
    child = fork();
    if (!child)
        end_trial(path, ends[1]);
    close(ends[1]);
    while (child > 0 && len < sizeof text - 1 &&
           (n = read(ends[0], text + len, sizeof text - 1 - len)) > 0)
        len += (size_t)n;
    text[len] = 0;
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (child < 0)
        cr_text_fmt(why, "it cannot be tried: %s", strerror(errno));
    else if (WIFSIGNALED(status))
        cr_text_fmt(why, "it ends the program that loads it (%s)",
                    WTERMSIG(status) == SIGALRM ? "loading takes too long"
                                                : strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status))
        cr_text_str(why, text[0] ? text : "it ends the program that loads it");
    else
        return true;
    return false;
}

bool modules_beside(const char *path, const char *ending, char *out, size_t cap)
{
    int stem = (int)strlen(path) - 3; /* .so */

    return stem > 0 && snprintf(out, cap, "%.*s.%s", stem, path, ending) < (int)cap;
}

static bool has_beside(const char *path, const char *ending)
{
    char file[PATH_MAX];

    return modules_beside(path, ending, file, sizeof file) && !access(file, R_OK);
}

static const cr_game *take_up(const cr_module *m, const char *path, cr_text *why)
{
    module *own = calloc(1, sizeof *own);

    if (!own || n_loaded == CR_GAMES_ADDED) {
        cr_text_str(why, own ? "there are too many games already" : "no memory left");
        free(own);
        return NULL;
    }
    snprintf(own->path, sizeof own->path, "%s", path);
    own->game = *m->plain;
    own->counting = *m->counting;
    own->game.layout = own->counting.layout = cr_tables_layout(m->plain);
    own->game.places = own->counting.places = m->places;
    if (has_beside(path, "js"))
        own->game.page = CR_PAGE_SCRIPT | (has_beside(path, "css") ? CR_PAGE_STYLE : 0);
    own->counting.page = own->game.page;
    loaded[n_loaded++] = own;
    return cr_game_add(&own->game, &own->counting) ? &own->game : NULL;
}

const cr_game *modules_load(const char *path, cr_text *why)
{
    char whole[PATH_MAX];
    const cr_module *m;

    if (!realpath(path, whole)) {
        cr_text_fmt(why, "it cannot be read: %s", strerror(errno));
        return NULL;
    }
    for (size_t i = 0; i < n_loaded; i++)
        if (!strcmp(loaded[i]->path, whole))
            return &loaded[i]->game;
    if (!check_file(whole, why) || !try_in_child(whole, why))
        return NULL;
    m = open_module(whole, why);
    return m ? take_up(m, whole, why) : NULL;
}

bool modules_load_folder(const char *folder, void (*left_out)(const char *path, const char *why))
{
    char pattern[PATH_MAX], text[WHY_MAX];
    glob_t found;
    int status;

    if (access(folder, R_OK | X_OK))
        return false;
    snprintf(pattern, sizeof pattern, "%s/*.so", folder);
    status = glob(pattern, 0, NULL, &found);
    for (size_t i = 0; !status && i < found.gl_pathc; i++) {
        cr_text why = cr_text_on(text, sizeof text);

        if (!modules_load(found.gl_pathv[i], &why))
            left_out(found.gl_pathv[i], text);
    }
    if (!status)
        globfree(&found);
    return !status || status == GLOB_NOMATCH;
}
