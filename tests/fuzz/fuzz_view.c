/* A written view from anywhere: refused with its line, or something that prints, and parses to what
 * prints the same. */
#include "fuzz/fuzz.h"

static char text_room[FUZZ_TEXT_MAX], text_room_b[FUZZ_TEXT_MAX];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    cr_view *view, *back;
    unsigned line = 0;
    size_t printed;
    char *text;
    cr_err err;
    fuzz f;

    if (!fuzz_begin(&f, data, len))
        return 0;
    view = fuzz_room(0, f.game->view_size);
    back = fuzz_room(1, f.game->view_size);
    text = fuzz_text(&f);
    err = cr_view_parse(f.game, text, view, &line);
    free(text);
    FUZZ_MUST(!err || line);
    if (err)
        return 0;
    printed = cr_view_json(f.game, view, text_room, sizeof text_room);
    FUZZ_MUST(printed < sizeof text_room && !json_wrong(text_room, printed));
    /* Lines in an odd order may leave what is not printed; what is printed stays. */
    printed = cr_view_print(f.game, view, text_room, sizeof text_room);
    FUZZ_MUST(printed < sizeof text_room);
    FUZZ_MUST(!cr_view_parse(f.game, text_room, back, &line));
    FUZZ_MUST(cr_view_print(f.game, back, text_room_b, sizeof text_room_b) == printed);
    FUZZ_MUST(!memcmp(text_room, text_room_b, printed));
    return 0;
}
