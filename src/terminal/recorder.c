#include "terminal/recorder.h"
#include "cli/cli.h"

#include <errno.h>
#include <sodium.h>

static void played(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    recorder_played((recorder *)log, move, at_ms, state);
}

bool recorder_open(recorder *r, const char *path, const cr_game *game, const cr_setup *setup)
{
    uint8_t head[CR_RECORD_HEAD_MAX], match_id[16] = {0};

    *r = (recorder){.log = {played}, .game = game};
    if (!path)
        return true;
    r->file = fopen(path, "wb");
    if (!r->file) {
        cli_error("cannot write '%s': %s", path, strerror(errno));
        return false;
    }
    /* A pinned match gives the same record each time, so its id is zero. */
    if (!setup->is_pinned)
        randombytes_buf(match_id, sizeof match_id);
    fwrite(head, 1, cr_record_head_write(game, setup, match_id, head), r->file);
    return true;
}

void recorder_played(recorder *r, const cr_move *move, uint64_t at_ms, const cr_state *state)
{
    uint8_t bytes[CR_RECORD_ENTRY];
    cr_record_entry entry = {.at_ms = at_ms, .move = *move};

    if (!r->file)
        return;
    entry.number = ++r->number;
    entry.hash = cr_state_hash(r->game, state);
    cr_record_entry_write(&entry, bytes);
    fwrite(bytes, 1, sizeof bytes, r->file);
    fflush(r->file);
}

bool recorder_close(recorder *r)
{
    FILE *file = r->file;
    bool is_bad;

    r->file = NULL;
    if (!file)
        return true;
    is_bad = ferror(file);
    if (fclose(file) || is_bad) {
        cli_error("cannot write the record: %s", strerror(errno));
        return false;
    }
    return true;
}
