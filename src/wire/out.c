/* What leaves a connection: lines that wait in its session until net asks for them, as long as everybody may know. */
#include "wire/session_inside.h"

#include <stdlib.h>

static void mark_dirty(cr_session *s)
{
    if (s->is_dirty)
        return;
    s->is_dirty = true;
    s->dirty_next = s->wire->dirty;
    s->wire->dirty = s;
}

void out_kill(cr_session *s)
{
    s->is_dead = true;
    mark_dirty(s);
}

/* Most of what is told at once. Memory of this size is only lent to a session until its lines are sent: so it is the same
 * few blocks, whoever is told something. */
enum { OUT_USUAL = 2048, OUT_KEPT = 4096 };

static bool reserve_out(cr_session *s, size_t need)
{
    size_t cap = OUT_USUAL;
    uint8_t *more;

    if (need <= s->out_cap)
        return true;
    if (!s->out && need <= OUT_USUAL) {
        s->out = cr_spares_take(&s->wire->outs, CR_OUT_FRONT + OUT_USUAL);
        s->out_cap = s->out ? OUT_USUAL : 0;
        return s->out;
    }
    while (cap < need)
        cap *= 2;
    more = realloc(s->out, CR_OUT_FRONT + cap);
    if (!more)
        return false;
    s->out = more;
    s->out_cap = (uint32_t)cap;
    return true;
}

/* Answers to what a seat has sent itself, and what it alone is told, come in few lengths. */
static size_t step_of(int kind)
{
    switch (kind) {
    case MSG_refused:
    case MSG_checked:
        return 1024;
    case MSG_hinted:
        return 512;
    case MSG_attached:
    case MSG_passing:
        return 128;
    default:
        return 1;
    }
}

/* The running numbers of a seat count what it alone was told, too. */
static void count_numbers(const cr_session *s, int kind, padding_veil *veil)
{
    padding_number(veil, s->peer.n);
    if (kind == MSG_state)
        padding_number(veil, s->peer.seq);
}

static size_t padded(const cr_session *s, int kind, const encode_scene *scene, size_t len)
{
    size_t step = s->wire->padding && s->peer.viewer < CR_SEATS_MAX ? step_of(kind) : 1;

    if (scene && scene->veil) {
        count_numbers(s, kind, scene->veil);
        return padding_length(scene->veil, scene->state, scene->viewer, len);
    }
    return (len + step - 1) / step * step;
}

static void write_message(cr_text *out, int kind, const void *message, const encode_scene *scene)
{
    if (scene && scene->veil)
        padding_begin(scene->veil);
    proto_write(out, kind, message);
}

/* Writes a line where it is sent from, which most are short enough for, if the last that told of a state was. False with nothing
 * told if this one is not. */
static bool emit_in_place(cr_session *s, int kind, const void *message, const encode_scene *scene)
{
    size_t at = s->out_len, len;
    cr_text line;

    if (at + (scene ? s->scene_len : 0) >= OUT_USUAL || !reserve_out(s, at + 1))
        return false;
    if (at)
        s->out[CR_OUT_FRONT + at++] = '\n';
    line = cr_text_on((char *)s->out + CR_OUT_FRONT + at, s->out_cap - at);
    write_message(&line, kind, message, scene);
    if (cr_text_is_full(&line))
        return false;
    len = padded(s, kind, scene, line.len);
    if (at + len > s->out_cap)
        return false;
    memset(line.buf + line.len, ' ', len - line.len);
    s->out_len = (uint32_t)(at + len);
    if (scene)
        s->scene_len = (uint32_t)len;
    mark_dirty(s);
    return true;
}

void out_emit_scene(cr_session *s, int kind, const void *message, const encode_scene *scene)
{
    cr_wire *wire = s->wire;
    cr_text text;
    size_t len;

    if (s->is_dead || (CR_FOR_MANY && emit_in_place(s, kind, message, scene)))
        return;
    text = cr_text_on(wire->scratch, wire->scratch_cap);
    write_message(&text, kind, message, scene);
    if (cr_text_is_full(&text)) {
        size_t cap = 2 * text.len;
        char *more = realloc(wire->scratch, cap);

        if (more) {
            wire->scratch = more;
            wire->scratch_cap = cap;
            text = cr_text_on(more, cap);
            write_message(&text, kind, message, scene);
        }
    }
    len = padded(s, kind, scene, text.len);
    if (cr_text_is_full(&text) || s->out_len + len + 1 > CR_OUT_MAX ||
        !reserve_out(s, s->out_len + len + 1)) {
        /* Whoever cannot be told anything must not hold up the match: it goes on without this one. */
        cr_lobby_note(wire->lobby, "observer.error", "closed=1");
        wire->stats.slow_closed++;
        out_kill(s);
        return;
    }
    if (s->out_len)
        s->out[CR_OUT_FRONT + s->out_len++] = '\n';
    memcpy(s->out + CR_OUT_FRONT + s->out_len, text.buf, text.len);
    memset(s->out + CR_OUT_FRONT + s->out_len + text.len, ' ', len - text.len);
    s->out_len += (uint32_t)len;
    if (scene)
        s->scene_len = (uint32_t)len;
    mark_dirty(s);
}

void out_emit(cr_session *s, int kind, const void *message)
{
    out_emit_scene(s, kind, message, NULL);
}

cr_session *cr_wire_next_dirty(cr_wire *wire)
{
    cr_session *s = wire->dirty;

    if (s) {
        wire->dirty = s->dirty_next;
        s->dirty_next = NULL;
        s->is_dirty = false;
    }
    return s;
}

void cr_session_sent(cr_session *s)
{
    s->wire->stats.bytes_out += s->out_len;
    s->out_len = 0;
    if (s->out_cap == OUT_USUAL)
        cr_spares_give(&s->wire->outs, s->out, CR_OUT_FRONT + OUT_USUAL);
    else if (s->out_cap > OUT_KEPT) /* a long resume is no reason to keep so much */
        free(s->out);
    else
        return;
    s->out = NULL;
    s->out_cap = 0;
}

void cr_session_drop(cr_session *s)
{
    cr_session **at = &s->wire->dirty;

    while (s->is_dirty && *at != s)
        at = &(*at)->dirty_next;
    if (s->is_dirty)
        *at = s->dirty_next;
    free(s->out);
    s->out = NULL;
    s->is_dirty = false;
}
