/* Laws about the written forms: what is printed parses to the same bytes, and JSON is JSON. */
#include "laws/json_syntax.h"
#include "laws/walk.h"

bool law_move_text(walk *w, const cr_move *move)
{
    char text[512];
    size_t len = cr_move_print(w->game, move, text, sizeof text);
    const char *wrong;
    cr_refusal why;
    cr_move back;

    walk_count(w, CR_LAW_MOVE_TEXT);
    if (len >= sizeof text)
        return walk_fail(w, CR_LAW_MOVE_TEXT, move->seat, "a move of %zu characters", len);
    why = cr_move_parse(w->game, w->s, move->seat, text, &back);
    back.ticket = move->ticket;
    if (why.code || memcmp(&back, move, sizeof back))
        return walk_fail(w, CR_LAW_MOVE_TEXT, move->seat, "'%s' parses %s", text,
                         why.code ? "not at all" : "to another move");
    walk_count(w, CR_LAW_JSON);
    len = cr_move_json(w->game, move, w->text, TEXT_CAP);
    wrong = len < TEXT_CAP ? json_wrong(w->text, len) : "too long";
    return !wrong || walk_fail(w, CR_LAW_JSON, move->seat, "the JSON of '%s': %s", text, wrong);
}

static bool law_view_text(walk *w, uint8_t viewer)
{
    unsigned line = 0;
    const char *wrong;
    size_t len;
    cr_err err;

    walk_count(w, CR_LAW_VIEW_TEXT);
    cr_see(w->game, w->s, viewer, w->view);
    len = cr_view_print(w->game, w->view, w->text, TEXT_CAP);
    if (len >= TEXT_CAP)
        return walk_fail(w, CR_LAW_VIEW_TEXT, viewer, "a view of %zu characters", len);
    err = cr_view_parse(w->game, w->text, w->view_b, &line);
    if (err)
        return walk_fail(w, CR_LAW_VIEW_TEXT, viewer, "line %u of the printed view does not parse",
                         line);
    if (memcmp(w->view, w->view_b, w->game->view_size))
        return walk_fail(w, CR_LAW_VIEW_TEXT, viewer, "'%s' is lost in the printed view",
                         differing_field(w->game->view_fields, w->view, w->view_b,
                                         w->game->view_size, w->s->n_seats));
    walk_count(w, CR_LAW_JSON);
    len = cr_view_json(w->game, w->view, w->text, TEXT_CAP);
    wrong = len < TEXT_CAP ? json_wrong(w->text, len) : "too long";
    return !wrong || walk_fail(w, CR_LAW_JSON, viewer, "the JSON of the view: %s", wrong);
}

/* What a position leaves out: generator, ticket, who was too late, answers to the open question. */
static void leave_out(cr_state *s)
{
    memset(&s->rng, 0, sizeof s->rng);
    s->q.ticket = 0;
    s->late = s->q.late_by = 0;
}

static bool law_position_text(walk *w)
{
    char why[160] = "";
    unsigned line = 0;
    size_t len;
    cr_err err;

    walk_count(w, CR_LAW_POSITION_TEXT);
    len = cr_position_print(w->game, w->s, w->text, TEXT_CAP);
    if (len >= TEXT_CAP)
        return walk_fail(w, CR_LAW_POSITION_TEXT, CR_LAWS_NOBODY, "a position of %zu characters",
                         len);
    err = cr_position_parse(w->game, &w->setup, w->text, w->a, NULL, &line, why, sizeof why);
    if (err)
        return walk_fail(w, CR_LAW_POSITION_TEXT, CR_LAWS_NOBODY,
                         "line %u of the printed position is refused: %s", line, why);
    if (cr_position_print(w->game, w->a, w->text_b, TEXT_CAP) != len ||
        memcmp(w->text, w->text_b, len))
        return walk_fail(w, CR_LAW_POSITION_TEXT, CR_LAWS_NOBODY,
                         "the position prints otherwise when read");
    copy_state(w, w->b, w->s);
    cr_ask_again(w->game, w->b, NULL);
    leave_out(w->a);
    leave_out(w->b);
    return is_same_state(w, w->a, w->b) ||
           walk_fail(
               w, CR_LAW_POSITION_TEXT, CR_LAWS_NOBODY, "'%s' is lost in the printed position",
               differing_field(w->game->zones, w->a, w->b, w->game->state_size, w->s->n_seats));
}

static bool law_event_json(walk *w, uint8_t viewer)
{
    cr_feed_place place = {0};
    cr_event event;

    while (cr_feed_next(&w->told, viewer, &place, &event)) {
        size_t len = cr_event_json(w->game, &event, w->text, TEXT_CAP);
        const char *wrong = len < TEXT_CAP ? json_wrong(w->text, len) : "too long";

        walk_count(w, CR_LAW_JSON);
        if (wrong)
            return walk_fail(w, CR_LAW_JSON, viewer, "the JSON of the event '%s': %s",
                             cr_event_word(w->game, event.kind), wrong);
        cr_event_print(w->game, &event, w->text, TEXT_CAP);
    }
    return true;
}

static bool law_defaults_text(walk *w)
{
    for (unsigned seats = cr_deciders(w->s); seats; seats &= seats - 1) {
        uint8_t seat = (uint8_t)cr_bits_first(seats);
        cr_move idle = cr_idle_answer(w->game, w->s, seat), host = cr_idle_move(w->s, seat);

        idle.seat = seat;
        idle.ticket = w->s->q.ticket;
        if (!law_move_text(w, &idle) || !law_move_text(w, &host))
            return false;
    }
    return true;
}

bool law_texts(walk *w)
{
    uint8_t viewer = viewer_at(w, cr_rng_small(&w->luck, viewers(w)));

    if (!law_view_text(w, viewer) || !law_event_json(w, viewer))
        return false;
    return w->s->is_over || (law_defaults_text(w) && law_position_text(w));
}
