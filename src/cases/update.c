/* --update: what a case expects is written anew, as it was got. */
#include "cases/file.h"

#include <stdlib.h>

void update_place(run *r, const char *from, const char *to, const char *with)
{
    size_t len = strlen(with) + 1;
    edit *e;

    if (!r->is_updating || !grow_array(&r->edits, r->n_edits, sizeof *r->edits))
        return;
    e = &r->edits[r->n_edits];
    e->from = (size_t)(from - r->file->text);
    e->to = (size_t)(to - r->file->text);
    e->with = malloc(len);
    if (!e->with)
        return;
    memcpy(e->with, with, len);
    r->n_edits++;
}

void update_line(run *r, const file_step *step, const char *with)
{
    cr_span line = step_text(r, step);

    update_place(r, line.at, line.end, with);
}

const char *update_line_end(const run *r, uint32_t line)
{
    const char *at = r->file->lines[line].text.end, *end = r->file->text + r->file->len;

    while (at < end && *at != '\n')
        at++;
    return at;
}

void update_block(run *r, const file_step *step, const cr_span *lines, size_t n)
{
    uint32_t indent = r->file->lines[step->line].indent + 2;
    grown text = {0};

    if (step->n_block)
        indent = r->file->lines[step->line + 1].indent;
    grown_str(&text, "");
    for (size_t i = 0; i < n; i++) {
        grown_fmt(&text, "\n%*s", (int)indent, "");
        grown_span(&text, lines[i]);
    }
    update_place(r, update_line_end(r, step->line), update_line_end(r, step->line + step->n_block),
                 text.buf ? text.buf : "");
    grown_release(&text);
}
