/* A written position from anywhere: refused with a reason, or a match that can be printed, seen, guessed and played
 * on from. */
#include "fuzz/fuzz.h"

static char text_room[FUZZ_TEXT_MAX], text_room_b[FUZZ_TEXT_MAX];

static bool is_sound(const cr_game *game, const cr_state *s)
{
    return !s->fault && !game->broken(s);
}

static void look(fuzz *f, const cr_state *s)
{
    cr_state *world = fuzz_room(1, f->game->state_size);
    cr_view *view = fuzz_room(2, f->game->view_size);

    for (unsigned i = 0; i <= s->n_seats; i++) {
        uint8_t viewer = i < s->n_seats ? (uint8_t)i : CR_SPECTATOR;
        size_t len;

        cr_see(f->game, s, viewer, view);
        len = cr_view_json(f->game, view, text_room, sizeof text_room);
        FUZZ_MUST(len < sizeof text_room && !json_wrong(text_room, len));
        cr_guess(f->game, view, &f->rng, world);
    }
}

static void read_again(fuzz *f, const cr_state *s)
{
    cr_state *again = fuzz_room(1, f->game->state_size);
    size_t len = cr_position_print(f->game, s, text_room, sizeof text_room);

    if (s->is_over)
        return;
    FUZZ_MUST(len < sizeof text_room);
    FUZZ_MUST(!cr_position_parse(f->game, &f->setup, text_room, again, NULL, NULL, NULL, 0));
    FUZZ_MUST(cr_position_print(f->game, again, text_room_b, sizeof text_room_b) == len);
    FUZZ_MUST(!memcmp(text_room, text_room_b, len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    cr_state *s;
    char why[200] = "";
    unsigned line = 0;
    char *text;
    cr_err err;
    fuzz f;

    if (!fuzz_begin(&f, data, len))
        return 0;
    s = fuzz_room(0, f.game->state_size);
    text = fuzz_text(&f);
    err = cr_position_parse(f.game, &f.setup, text, s, NULL, &line, why, sizeof why);
    free(text);
    FUZZ_MUST(!err || *why || err == CR_ERR_BAD_OPTION || err == CR_ERR_BAD_SEATS);
    if (err)
        return 0;
    FUZZ_MUST(is_sound(f.game, s));
    read_again(&f, s);
    look(&f, s);
    for (unsigned i = 0; i < 24 && !s->is_over; i++) {
        cr_move move = fuzz_some_move(f.game, s, &f.rng);

        cr_play(f.game, s, &move, s->now_ms, NULL);
        FUZZ_MUST(is_sound(f.game, s));
    }
    return 0;
}
