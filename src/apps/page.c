/* The files of the page, compiled in, so that one file is a whole installation; behind them those of modules, which stand
 * beside the module's file and are read once, when the server starts. */
#include "apps/page.h"
#include "apps/command.h"
#include "apps/modules.h"
#include "base/hash.h"

#include "page.inc"

#include <limits.h>
#include <stdlib.h>

enum { OUTSIDE_MAX = 4 << 20, PATH_LEN = 64, ETAG_LEN = 20 };

static const struct {
    const char *ending, *type;
} kinds[] = {{"js", "text/javascript; charset=utf-8"}, {"css", "text/css; charset=utf-8"}};

/* Path and tag live in one block, the bytes in another. */
static bool add_file(page *p, const cr_game *game, const char *module, unsigned kind)
{
    char beside[PATH_MAX], *names;
    size_t len;
    char *bytes = modules_beside(module, kinds[kind].ending, beside, sizeof beside)
                      ? cli_read_file(beside, OUTSIDE_MAX, &len)
                      : NULL;

    if (!bytes)
        return true; /* the message is out; the page shows the game by its generic table */
    names = malloc(PATH_LEN + ETAG_LEN);
    if (!names) {
        free(bytes);
        return false;
    }
    snprintf(names, PATH_LEN, "/games/%s.%s", game->name, kinds[kind].ending);
    snprintf(names + PATH_LEN, ETAG_LEN, "\"%016llx\"", (unsigned long long)cr_hash(bytes, len));
    p->files[p->n++] = (net_file){.path = names,
                                  .type = kinds[kind].type,
                                  .etag = names + PATH_LEN,
                                  .bytes = (const uint8_t *)bytes,
                                  .len = len};
    return true;
}

bool page_open(page *out)
{
    const cr_game *game;
    const char *path;
    size_t n = CR_COUNT_OF(page_files);
    bool is_good = true;

    for (size_t i = 0; modules_path(i, &game); i++)
        n += CR_COUNT_OF(kinds);
    *out = (page){.files = malloc(n * sizeof *out->files)};
    if (!out->files)
        return false;
    memcpy(out->files, page_files, sizeof page_files);
    out->n = CR_COUNT_OF(page_files);
    for (size_t i = 0; is_good && (path = modules_path(i, &game)); i++)
        for (unsigned kind = 0; is_good && kind < CR_COUNT_OF(kinds); kind++)
            is_good = !(game->page >> kind & 1) || add_file(out, game, path, kind);
    return is_good;
}

void page_release(page *p)
{
    for (size_t i = CR_COUNT_OF(page_files); i < p->n; i++) {
        free((void *)(uintptr_t)p->files[i].path);
        free((void *)(uintptr_t)p->files[i].bytes);
    }
    free(p->files);
}
