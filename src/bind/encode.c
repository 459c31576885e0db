/* Views as bytes: the kernel's head, then the fields of the game as they lie in memory. */
#include "base/json.h"
#include "bind/bind.h"

/* Bytes that a field takes; seats that a match does not have are there too, so that every view of a game is as long. */
static size_t size_of(const cr_field *field, const cr_game *game)
{
    size_t n = field->count ? field->count : 1;

    if (field->flags & (CR_PER_SEAT | CR_BY_SEAT))
        n = game->seats_max;
    return n * field->type->size;
}

static bool is_encoded(const cr_field *field)
{
    return !(field->flags & CR_NO_KEY);
}

size_t cr_encoded_size(const cr_game *game)
{
    size_t size = CR_ENCODED_HEAD;

    for (const cr_field *field = game->view_fields; field->name; field++)
        if (is_encoded(field))
            size += size_of(field, game);
    return size;
}

void cr_encode(const cr_game *game, const cr_view *view, uint8_t *out)
{
    const cr_question *q = &view->q;
    bool is_player = view->viewer < CR_SEATS_MAX;
    bool has_own = is_player && (q->asked & ~q->open & CR_BIT(view->viewer)) && q->form == CR_ALL;

    out[0] = view->viewer;
    out[1] = view->n_seats;
    out[2] = view->is_over;
    out[3] = (uint8_t)(view->is_over ? 0 : 1 + q->kind);
    out[4] = (uint8_t)(view->is_over ? 0 : q->form);
    out[5] = (uint8_t)q->asked;
    out[6] = (uint8_t)q->open;
    out[7] = is_player && !view->is_over && (cr_deciders_of(q) & CR_BIT(view->viewer));
    out += 8;
    for (unsigned i = 0; i < CR_DEPTH; i++, out += 4) {
        const cr_frame *frame = &view->stack[i];

        memset(out, 0, 4);
        if (i >= view->depth)
            continue;
        out[0] = (uint8_t)(1 + frame->kind);
        out[1] = frame->step;
        out[2] = frame->seat;
        out[3] = frame->note;
    }
    memset(out, 0, 2 + CR_ARGS);
    if (has_own) {
        out[0] = 1;
        out[1] = view->own.kind;
        memcpy(out + 2, view->own.arg, CR_ARGS);
    }
    out += 2 + CR_ARGS;
    for (const cr_field *field = game->view_fields; field->name; field++)
        if (is_encoded(field)) {
            memcpy(out, (const uint8_t *)view + field->at, size_of(field, game));
            out += size_of(field, game);
        }
}

/* ---- names ---- */

static void name(cr_json *j, const char *word, size_t i, size_t n, size_t byte, size_t bytes)
{
    char buf[128];
    cr_text out = cr_text_on(buf, sizeof buf);

    cr_text_str(&out, word);
    if (n > 1)
        cr_text_fmt(&out, "[%zu]", i);
    if (bytes > 1)
        cr_text_fmt(&out, ".%zu", byte);
    cr_json_str(j, buf);
}

size_t cr_encoded_json(const cr_game *game, char *buf, size_t cap)
{
    static const char *const head[] = {"viewer",        "seats",         "over",
                                       "question",      "question.form", "question.asked",
                                       "question.open", "mine"};
    static const char *const effect[] = {"effect", "effect.step", "effect.seat", "effect.note"};
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);

    cr_json_open(&j, '[');
    for (unsigned i = 0; i < CR_COUNT_OF(head); i++)
        cr_json_str(&j, head[i]);
    for (unsigned i = 0; i < CR_DEPTH; i++)
        for (unsigned k = 0; k < CR_COUNT_OF(effect); k++)
            name(&j, effect[k], i, CR_DEPTH, 0, 1);
    cr_json_str(&j, "sealed");
    cr_json_str(&j, "sealed.kind");
    for (unsigned i = 0; i < CR_ARGS; i++)
        name(&j, "sealed.argument", i, CR_ARGS, 0, 1);
    for (const cr_field *field = game->view_fields; field->name; field++) {
        size_t size = field->type->size, n = size_of(field, game) / size;

        for (size_t i = 0; is_encoded(field) && i < n * size; i++)
            name(&j, field->name, i / size, n, i % size, size);
    }
    cr_json_close(&j, ']');
    return out.len;
}
