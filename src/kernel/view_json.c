/* Views as JSON: whole, or what has changed in them; and both made from what another viewer is told, because most of it is the
 * same for all. As lines of text they are in position.c. */
#include "kernel/forms.h"

/* The ticket of the question before, which a viewer answered too late; 0: none. */
static uint32_t late_ticket(const cr_question *q)
{
    return q->late_by ? q->ticket + 1 - q->late_by : 0;
}

/* The question of a view as an object; with one `before`, its members that differ, but with another ticket `open` where it
 * is not `seats`. */
static void write_asked(cr_json *j, const cr_game *game, const cr_question *q,
                        const cr_question *before)
{
    uint32_t late = late_ticket(q);
    uint16_t open = before && before->ticket == q->ticket ? before->open : q->asked;

#define MEMBER(name, member, write)               \
    if (!before || before->member != q->member) { \
        cr_json_key(j, name);                     \
        write;                                    \
    }
    cr_json_open(j, '{');
    MEMBER("question", kind, cr_json_str(j, cr_question_word(game, q->kind)))
    MEMBER("form", form, cr_json_str(j, cr_form_word(q->form)))
    MEMBER("seats", asked, cr_json_int(j, q->asked))
    if (!before || q->open != open) {
        cr_json_key(j, "open");
        cr_json_int(j, q->open);
    }
    MEMBER("first", first, cr_json_int(j, q->first))
    MEMBER("ticket", ticket, cr_json_int(j, q->ticket))
    MEMBER("budget", budget_ms, cr_json_int(j, q->budget_ms))
    MEMBER("until", deadline_ms, cr_json_uint(j, q->deadline_ms))
#undef MEMBER
    if (late != (before ? late_ticket(before) : 0)) {
        cr_json_key(j, "late");
        if (late)
            cr_json_uint(j, late);
        else
            cr_json_null(j);
    }
    cr_json_close(j, '}');
}

static void write_asked_json(cr_json *j, const cr_game *game, const cr_view *view)
{
    cr_json_key(j, "asked");
    if (view->q.asked)
        write_asked(j, game, &view->q, NULL);
    else
        cr_json_null(j);
}

static void write_effects_json(cr_json *j, const cr_game *game, const cr_view *view)
{
    char text[256];
    cr_text out;

    cr_json_key(j, "effects");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < view->depth; i++) {
        out = cr_text_on(text, sizeof text);
        cr_effect_write(&out, game, &view->stack[i], true);
        cr_json_str(j, text);
    }
    cr_json_close(j, ']');
}

static void write_own_json(cr_json *j, const cr_game *game, const cr_view *view)
{
    cr_json_key(j, "own");
    if (cr_view_has_own(view)) {
        cr_json_open(j, '{');
        cr_move_write_json(j, game, &view->own);
        cr_json_close(j, '}');
    } else {
        cr_json_null(j);
    }
}

/* The parts of a view's JSON in their order: the viewer, what all views of a state have in common, what may differ; the fields of
 * the game last. */
enum { PART_VIEWER, PART_HEAD, PART_ASKED, PART_EFFECTS, PART_OWN, PART_FIELDS };

static void write_part(cr_json *j, const cr_game *game, const cr_view *view, unsigned part)
{
    const cr_field *f;

    switch (part) {
    case PART_VIEWER:
        cr_json_key(j, "viewer");
        cr_field_json(j, &cr_view_head[CR_HEAD_VIEWER], (const uint8_t *)view, view->n_seats);
        break;
    case PART_HEAD:
        cr_fields_json(j, &cr_view_head[CR_HEAD_SEATS], view, view->n_seats);
        cr_json_key(j, "paused");
        cr_json_int(j, view->paused);
        break;
    case PART_ASKED:
        write_asked_json(j, game, view);
        break;
    case PART_EFFECTS:
        write_effects_json(j, game, view);
        break;
    case PART_OWN:
        write_own_json(j, game, view);
        break;
    default:
        f = &game->view_fields[part - PART_FIELDS];
        cr_json_name(j, f->name, strlen(f->name));
        cr_field_json(j, f, (const uint8_t *)view, view->n_seats);
    }
}

static bool is_part(const cr_game *game, unsigned part)
{
    return part < PART_FIELDS || (game->view_fields && game->view_fields[part - PART_FIELDS].name);
}

/* Most fields are a few bytes: these are compared as two numbers, which overlap where they must. */
static inline bool is_same_at(const cr_view *one, const cr_view *two, size_t at, size_t size)
{
    const char *a = (const char *)one + at, *b = (const char *)two + at;

#define COMPARE(type)                                             \
    do {                                                          \
        type a_front, b_front, a_back, b_back;                    \
                                                                  \
        memcpy(&a_front, a, sizeof a_front);                      \
        memcpy(&b_front, b, sizeof b_front);                      \
        memcpy(&a_back, a + size - sizeof a_back, sizeof a_back); \
        memcpy(&b_back, b + size - sizeof b_back, sizeof b_back); \
        return a_front == b_front && a_back == b_back;            \
    } while (0)
    if (size > 16)
        return !memcmp(a, b, size);
    if (size >= 8)
        COMPARE(uint64_t);
    if (size >= 4)
        COMPARE(uint32_t);
    if (size >= 2)
        COMPARE(uint16_t);
#undef COMPARE
    return !size || *a == *b;
}

/* Have both the same there? The viewer is always another. */
static inline bool is_same_part(const cr_game *game, const cr_view *a, const cr_view *b,
                                unsigned part)
{
    const cr_field *f;

    switch (part) {
    case PART_VIEWER:
        return false;
    case PART_HEAD:
        return a->now_ms == b->now_ms && a->n_seats == b->n_seats && a->is_over == b->is_over &&
               a->paused == b->paused;
    case PART_ASKED:
        return is_same_at(a, b, offsetof(cr_view, q), sizeof b->q);
    case PART_EFFECTS:
        return a->depth == b->depth &&
               is_same_at(a, b, offsetof(cr_view, stack), a->depth * sizeof *a->stack);
    case PART_OWN:
        return is_same_at(a, b, offsetof(cr_view, own), sizeof b->own);
    default:
        f = &game->view_fields[part - PART_FIELDS];
        return is_same_at(a, b, f->at, cr_field_size(f, a->n_seats));
    }
}

int cr_view_write_json_beside(cr_json *j, const cr_game *game, const cr_view *view,
                              const cr_view *other)
{
    int more = 0;

    cr_json_open(j, '{');
    for (unsigned part = 0; is_part(game, part); part++) {
        cr_text none = cr_text_on(NULL, 0);
        cr_json beside = {&none, j->needs_comma};
        size_t from = j->out->len;

        write_part(j, game, view, part);
        if (!other || part == PART_VIEWER || is_same_part(game, view, other, part))
            continue;
        write_part(&beside, game, other, part);
        more += (int)(j->out->len - from) - (int)none.len;
    }
    cr_json_close(j, '}');
    return more;
}

/* ---- views by a plan ---- */

/* The bytes of a field among the 8 that begin at `from`. */
static uint64_t mask_of(size_t from, size_t at, size_t size)
{
    uint8_t bytes[8] = {0};
    uint64_t mask;

    memset(bytes + (at - from), 0xFF, size);
    memcpy(&mask, bytes, sizeof mask);
    return mask;
}

void cr_view_plan_for(cr_view_plan *plan, const cr_game *game, unsigned n_seats)
{
    const cr_field *f = game->view_fields;
    unsigned part = PART_FIELDS;

    if (plan->game == game && plan->n_seats == n_seats)
        return;
    for (; f && f->name; f++, part++) {
        size_t size = cr_field_size(f, n_seats);
        size_t from = f->at < game->view_size - 8u ? f->at : game->view_size - 8u;

        if (part >= CR_VIEW_PARTS)
            continue; /* who writes such a view is told that it has too many */
        plan->part[part].at = f->at;
        plan->part[part].size = (uint32_t)size;
        plan->part[part].from = (uint32_t)from;
        plan->part[part].mask = f->at + size <= from + 8 ? mask_of(from, f->at, size) : 0;
        plan->part[part].name_len = (uint32_t)strlen(f->name);
    }
    plan->game = game;
    plan->n_seats = n_seats;
    plan->n = part;
}

/* Has a field the same bytes in both? */
static inline bool is_same_field(const cr_view_plan *plan, const cr_view *a, const cr_view *b,
                                 unsigned part)
{
    uint64_t one, two, mask = plan->part[part].mask;

    if (!mask)
        return is_same_at(a, b, plan->part[part].at, plan->part[part].size);
    memcpy(&one, (const char *)a + plan->part[part].from, sizeof one);
    memcpy(&two, (const char *)b + plan->part[part].from, sizeof two);
    return !((one ^ two) & mask);
}

static inline bool is_planned_same(const cr_view_plan *plan, const cr_view *a, const cr_view *b,
                                   unsigned part)
{
    return part < PART_FIELDS ? is_same_part(plan->game, a, b, part)
                              : is_same_field(plan, a, b, part);
}

/* Is it made from others? Then it may differ although it has no byte that does. */
static inline bool is_made(const cr_view_plan *plan, unsigned part)
{
    return part >= PART_FIELDS && !plan->part[part].mask && !plan->part[part].size;
}

static void write_planned(cr_json *j, const cr_view_plan *plan, const cr_view *view, unsigned part)
{
    const cr_field *f;

    if (part < PART_FIELDS) {
        write_part(j, plan->game, view, part);
        return;
    }
    f = &plan->game->view_fields[part - PART_FIELDS];
    cr_json_name(j, f->name, plan->part[part].name_len);
    cr_field_json(j, f, (const uint8_t *)view, plan->n_seats);
}

bool cr_view_write_parts(cr_view_parts *out, const cr_view_plan *plan, const cr_view *view,
                         const cr_view_parts *like, char *text, size_t cap)
{
    cr_text to = cr_text_on(text, cap);
    cr_json j = cr_json_on(&to);
    unsigned part = 0;

    if (plan->n > CR_VIEW_PARTS)
        return false;
    if (like && like->view->n_seats != view->n_seats)
        like = NULL;
    out->plan = plan;
    out->view = view;
    out->text = text;
    for (; part < plan->n; part++) {
        out->at[part] = (uint32_t)to.len;
        if (part && like && !is_made(plan, part) && is_planned_same(plan, view, like->view, part))
            cr_text_bytes(&to, like->text + like->at[part], like->at[part + 1] - like->at[part]);
        else
            write_planned(&j, plan, view, part);
        j.needs_comma = true;
    }
    out->at[part] = (uint32_t)to.len;
    return !cr_text_is_full(&to);
}

int cr_view_write_json_from(cr_json *j, const cr_view *view, const cr_view_parts *other)
{
    const cr_view_plan *plan = other->plan;
    unsigned part = 0, same = 0; /* parts from `same` on are not written yet */
    int more = 0;

    cr_json_open(j, '{');
    for (; part < plan->n; part++) {
        bool is_ours = !is_planned_same(plan, view, other->view, part);
        size_t from;

        if (!is_ours && !is_made(plan, part))
            continue;
        cr_text_bytes(j->out, other->text + other->at[same], other->at[part] - other->at[same]);
        from = j->out->len;
        write_planned(j, plan, view, part);
        if (is_ours && part != PART_VIEWER)
            more += (int)(j->out->len - from) - (int)(other->at[part + 1] - other->at[part]);
        j->needs_comma = true;
        same = part + 1;
    }
    cr_text_bytes(j->out, other->text + other->at[same], other->at[part] - other->at[same]);
    cr_json_close(j, '}');
    return more;
}

void cr_view_write_json(cr_json *j, const cr_game *game, const cr_view *view)
{
    cr_view_write_json_beside(j, game, view, NULL);
}

/* Is there something to tell of this part? What has no byte of its own is made from others: it is told always. */
static inline bool is_changed_part(const cr_game *game, const cr_view *before, const cr_view *view,
                                   unsigned part)
{
    if (part >= PART_FIELDS) {
        const cr_field *f = &game->view_fields[part - PART_FIELDS];
        size_t size = cr_field_size(f, view->n_seats);

        return !size || !is_same_at(before, view, f->at, size);
    }
    if (part == PART_ASKED && !view->q.asked && !before->q.asked)
        return false;
    return !is_same_part(game, before, view, part);
}

static void write_changed_head(cr_json *j, const cr_view *before, const cr_view *view,
                               uint64_t at_ms)
{
    if (view->now_ms != at_ms) {
        cr_json_key(j, "time");
        cr_json_uint(j, view->now_ms);
    }
    if (view->is_over != before->is_over) {
        cr_json_key(j, "over");
        cr_field_json(j, &cr_view_head[CR_HEAD_OVER], (const uint8_t *)view, view->n_seats);
    }
    if (view->paused != before->paused) {
        cr_json_key(j, "paused");
        cr_json_int(j, view->paused);
    }
}

static void write_changed_asked(cr_json *j, const cr_game *game, const cr_view *before,
                                const cr_view *view)
{
    if (!view->q.asked || !before->q.asked) {
        write_asked_json(j, game, view);
        return;
    }
    cr_json_key(j, "asked");
    write_asked(j, game, &view->q, &before->q);
}

/* What is told of it. */
static void write_changed_part(cr_json *j, const cr_game *game, const cr_view *before,
                               const cr_view *view, unsigned part)
{
    if (part == PART_ASKED)
        write_changed_asked(j, game, before, view);
    else
        write_part(j, game, view, part);
}

void cr_view_write_changes(cr_json *j, const cr_game *game, const cr_view *before,
                           const cr_view *view, uint64_t at_ms)
{
    cr_json_open(j, '{');
    write_changed_head(j, before, view, at_ms);
    for (unsigned part = PART_ASKED; is_part(game, part); part++)
        if (is_changed_part(game, before, view, part))
            write_changed_part(j, game, before, view, part);
    cr_json_close(j, '}');
}

/* The first part from this one on that there is something to tell of; the number of parts: none. */
static inline unsigned next_change(const cr_view_plan *plan, const cr_view *before,
                                   const cr_view *view, unsigned part)
{
    for (; part < PART_FIELDS; part++)
        if (is_changed_part(plan->game, before, view, part))
            return part;
    while (part < plan->n && !is_made(plan, part) && is_same_field(plan, before, view, part))
        part++;
    return part;
}

static void write_planned_change(cr_json *j, const cr_view_plan *plan, const cr_view *before,
                                 const cr_view *view, unsigned part)
{
    if (part == PART_ASKED)
        write_changed_asked(j, plan->game, before, view);
    else
        write_planned(j, plan, view, part);
}

bool cr_view_write_change_parts(cr_change_parts *out, const cr_view_plan *plan,
                                const cr_view *before, const cr_view *view, uint64_t at_ms,
                                char *text, size_t cap)
{
    cr_text to = cr_text_on(text, cap);
    cr_json j = {&to, true}; /* a comma in front of every part */
    unsigned part = PART_ASKED, told = PART_ASKED;

    if (plan->n > CR_VIEW_PARTS)
        return false;
    out->plan = plan;
    out->before = before;
    out->view = view;
    out->text = text;
    out->at_ms = at_ms;
    write_changed_head(&j, before, view, at_ms);
    while ((part = next_change(plan, before, view, part)) < plan->n) {
        while (told <= part)
            out->at[told++] = (uint32_t)to.len;
        write_planned_change(&j, plan, before, view, part++);
    }
    while (told <= plan->n)
        out->at[told++] = (uint32_t)to.len;
    out->len = to.len ? (uint32_t)to.len + 1 : 2; /* two brackets, and no comma in front */
    return !cr_text_is_full(&to);
}

/* Does `other` tell the same of a part that has changed? Of the question it is told what differs from the one before, of all
 * else what it is now. */
static bool is_told_alike(const cr_view *before, const cr_view *view, const cr_change_parts *other,
                          unsigned part)
{
    if (other->at[part] == other->at[part + 1] || is_made(other->plan, part) ||
        !is_planned_same(other->plan, view, other->view, part))
        return false;
    return part != PART_ASKED ||
           is_same_at(before, other->before, offsetof(cr_view, q), sizeof before->q);
}

/* Parts of the other's text; the comma in front of the first only if there must be one. */
static void take_text(cr_json *j, const cr_change_parts *other, uint32_t from, uint32_t end)
{
    if (from == end)
        return;
    from += !j->needs_comma;
    cr_text_bytes(j->out, other->text + from, end - from);
    j->needs_comma = true;
}

int cr_view_write_changes_from(cr_json *j, const cr_view *before, const cr_view *view,
                               const cr_change_parts *other)
{
    const cr_view_plan *plan = other->plan;
    size_t from = j->out->len + j->needs_comma;
    uint32_t same = 0, end = 0; /* of the other's text: told alike and not written yet */
    unsigned part = PART_ASKED;

    cr_json_open(j, '{');
    write_changed_head(j, before, view, other->at_ms);
    for (; (part = next_change(plan, before, view, part)) < plan->n; part++) {
        bool is_alike = is_told_alike(before, view, other, part);

        if (!is_alike || other->at[part] != end) {
            take_text(j, other, same, end);
            same = other->at[part];
        }
        end = is_alike ? other->at[part + 1] : same;
        if (!is_alike)
            write_planned_change(j, plan, before, view, part);
    }
    take_text(j, other, same, end);
    cr_json_close(j, '}');
    return (int)(j->out->len - from) - (int)other->len;
}

size_t cr_view_json(const cr_game *game, const cr_view *view, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);

    cr_view_write_json(&j, game, view);
    return out.len;
}
