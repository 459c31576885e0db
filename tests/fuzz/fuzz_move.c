/* Moves from anywhere, as bytes and as text, in the middle of a match: judged alike by cr_judge and cr_play, refused
 * ones change nothing, and all of them can be printed. Input: how many random moves first; then 16 bytes a
 * move, or a line of text behind a 'T'. */
#include "fuzz/fuzz.h"

static void show(const cr_game *game, const cr_move *move)
{
    char text[1024];
    size_t len = cr_move_json(game, move, text, sizeof text);

    FUZZ_MUST(len < sizeof text && !json_wrong(text, len));
    FUZZ_MUST(cr_move_print(game, move, text, sizeof text) < sizeof text);
}

static void play(fuzz *f, cr_state *s, const cr_move *move, uint64_t at_ms)
{
    cr_state *before = fuzz_room(1, f->game->state_size);
    cr_refusal why = cr_judge(f->game, s, move, at_ms), said;

    memcpy(before, s, f->game->state_size);
    said = cr_play(f->game, s, move, at_ms, NULL);
    FUZZ_MUST(!memcmp(&why, &said, sizeof why));
    FUZZ_MUST(why.code != CR_CODE_NOT_OFFERED && why.code != CR_CODE_BROKEN);
    FUZZ_MUST(!why.code || !memcmp(before, s, f->game->state_size));
    FUZZ_MUST(!s->fault && !f->game->broken(s));
    FUZZ_MUST(strcmp(cr_code_name(f->game, why.code), "?"));
    cr_field_name(f->game, move, why);
}

/* A line of text; what it parses to prints as something that parses to the same. */
static void play_text(fuzz *f, cr_state *s)
{
    char line[256], text[1024];
    uint8_t seat = (uint8_t)(fuzz_byte(f) & 15);
    size_t len = 0;
    cr_move move, back;

    while (f->at < f->end && *f->at != '\n' && len + 1 < sizeof line)
        line[len++] = (char)fuzz_byte(f);
    fuzz_byte(f);
    line[len] = 0;
    if (cr_move_parse(f->game, s, seat, line, &move).code)
        return;
    show(f->game, &move);
    cr_move_print(f->game, &move, text, sizeof text);
    FUZZ_MUST(!cr_move_parse(f->game, s, seat, text, &back).code);
    back.ticket = move.ticket;
    FUZZ_MUST(!memcmp(&move, &back, sizeof move));
    play(f, s, &move, s->now_ms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    cr_state *s;
    cr_move move;
    fuzz f;

    if (!fuzz_begin(&f, data, len))
        return 0;
    s = fuzz_room(0, f.game->state_size);
    if (cr_start(f.game, s, &f.setup, NULL))
        return 0;
    for (unsigned n = fuzz_byte(&f); n && !s->is_over; n--) {
        move = fuzz_some_move(f.game, s, &f.rng);
        cr_play(f.game, s, &move, s->now_ms, NULL);
    }
    while (f.at < f.end) {
        if (*f.at == 'T') {
            f.at++;
            play_text(&f, s);
            continue;
        }
        for (unsigned i = 0; i < sizeof move; i++)
            ((uint8_t *)&move)[i] = (uint8_t)fuzz_byte(&f);
        /* Most tickets are good, or hardly any move would get past the first test. */
        if (move.ticket & 0xFF)
            move.ticket = s->q.ticket;
        show(f.game, &move);
        play(&f, s, &move, s->now_ms);
    }
    return 0;
}
