/* Lines of views and positions in the form their printer gives them, so that a case may write them its own
 * way: cards in any order, blanks as it likes. */
#include "cases/file.h"

#include <stdlib.h>

bool line_desk_init(line_desk *desk, const cr_game *game)
{
    *desk = (line_desk){.game = game,
                        .view = calloc(1, cr_view_size(game)),
                        .state = calloc(1, cr_state_size(game))};
    return desk->view && desk->state;
}

void line_desk_release(line_desk *desk)
{
    free(desk->view);
    free(desk->state);
    grown_release(&desk->text);
}

static cr_span name_of(cr_span line)
{
    const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));

    if (colon)
        line.end = colon;
    return cr_span_trim(line);
}

bool line_same(cr_span a, cr_span b)
{
    for (;;) {
        cr_span x = cr_span_word(&a), y = cr_span_word(&b);
        size_t len = (size_t)(x.end - x.at);

        if (len != (size_t)(y.end - y.at))
            return false;
        if (!len)
            return true;
        if (memcmp(x.at, y.at, len))
            return false;
    }
}

bool line_same_name(cr_span a, cr_span b)
{
    return line_same(name_of(a), name_of(b));
}

/* Of all that the printer wrote, the line of this name. */
static void find_line(line_desk *desk, cr_span line, grown *out)
{
    cr_span all = grown_whole(&desk->text);

    while (all.at < all.end) {
        cr_span printed = cr_span_line(&all);

        if (line_same_name(printed, line)) {
            grown_span(out, cr_span_trim(printed));
            return;
        }
    }
}

bool line_of_view(line_desk *desk, unsigned n_seats, uint8_t viewer, cr_span line, grown *out,
                  cr_slip *slip)
{
    size_t len;
    char *room;

    memset(desk->view, 0, cr_view_size(desk->game));
    desk->view->n_seats = (uint8_t)n_seats;
    desk->view->viewer = viewer;
    desk->view->q.ticket = 1; /* an answer of one's own has the ticket of the question */
    if (!cr_view_parse_line(desk->game, line, desk->view, slip))
        return false;
    if (desk->game->print_stack && line_same_name(line, cr_span_of("stack:"))) {
        grown_span(out,
                   cr_span_trim(line)); /* it comes from the other lines: only its words count */
        return true;
    }
    grown_clear(&desk->text);
    len = cr_view_print(desk->game, desk->view, NULL, 0);
    room = grown_room(&desk->text, len);
    if (room)
        cr_view_print(desk->game, desk->view, room, len + 1);
    find_line(desk, line, out);
    return true;
}

bool line_of_position(line_desk *desk, unsigned n_seats, cr_span line, grown *out, cr_slip *slip)
{
    unsigned n_effects = 0;
    size_t len;
    char *room;

    memset(desk->state, 0, cr_state_size(desk->game));
    desk->state->n_seats = (uint8_t)n_seats;
    if (!cr_position_parse_line(desk->game, line, desk->state, &n_effects, slip))
        return false;
    grown_clear(&desk->text);
    len = cr_position_print(desk->game, desk->state, NULL, 0);
    room = grown_room(&desk->text, len);
    if (room)
        cr_position_print(desk->game, desk->state, room, len + 1);
    find_line(desk, line, out);
    return true;
}
