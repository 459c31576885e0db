/* What a seat may answer: a list of moves, or boxes where there are too many. */
#include "kernel/say.h"
#include "wire/encode.h"

/* Texts of moves, remembered: a text follows from game, kind and arguments alone, and printing one is far slower than
 * finding it here. One per thread, because the loop's is the only one that matters. */
enum { TEXTS_BITS = 12, TEXTS = 1 << TEXTS_BITS, TEXT_LEN = 48, TEXT_MAX = 1024 };
typedef struct {
    uint16_t len;    /* as JSON, with quotes */
    uint16_t word;   /* of these, up to the first blank, or to the quote that closes it */
    uint32_t number; /* what follows the word is this number; NO_NUMBER: anything, or nothing */
} text_form;
typedef struct {
    const cr_game *game;
    cr_words key; /* the move, but for ticket and seat */
    text_form form;
    char text[TEXT_LEN];
} known_text;

#define NO_NUMBER UINT32_MAX

static cr_words key_of(const cr_move *move)
{
    cr_words key = cr_move_words(move);

    key.lo &= ~cr_move_words(&(cr_move){.ticket = UINT32_MAX, .seat = UINT8_MAX}).lo;
    return key;
}

/* Where the text of this key is remembered. */
static unsigned place_of(const cr_game *game, cr_words key)
{
    uint64_t mixed = (key.lo ^ (uintptr_t)game) * UINT64_C(0x9E3779B97F4A7C15) ^ key.hi;

    return (unsigned)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> (64 - TEXTS_BITS));
}

/* A text that is a number as JSON writes it is one. */
static uint32_t number_of(cr_span text)
{
    size_t len = (size_t)(text.end - text.at);
    uint32_t number = 0;

    if (!len || len > 9 || (*text.at == '0' && len > 1))
        return NO_NUMBER;
    for (; text.at < text.end; text.at++) {
        if (*text.at < '0' || *text.at > '9')
            return NO_NUMBER;
        number = number * 10 + (uint32_t)(*text.at - '0');
    }
    return number;
}

static text_form form_of(const char *text, size_t len)
{
    const char *end = text + len - 1, *blank = memchr(text, ' ', len);

    return (text_form){.len = (uint16_t)len,
                       .word = (uint16_t)((blank ? blank : end) - text),
                       .number = blank ? number_of((cr_span){blank + 1, end}) : NO_NUMBER};
}

/* A move as JSON, with its quotes: in `once`, or where it is remembered until the next call. */
static const char *write_text(const cr_game *game, const cr_move *move, char once[TEXT_MAX],
                              text_form *form)
{
    static _Thread_local known_text texts[TEXTS];
    cr_words key = key_of(move);
    known_text *known = &texts[place_of(game, key)];
    char text[TEXT_MAX / 2];
    cr_text out;
    cr_json json;

    if (CR_LIKELY(known->game == game && known->key.lo == key.lo && known->key.hi == key.hi)) {
        *form = known->form;
        return known->text;
    }
    out = cr_text_on(once, TEXT_MAX);
    json = cr_json_on(&out);
    cr_move_print(game, move, text, sizeof text);
    cr_json_str(&json, text);
    *form = form_of(once, out.len);
    if (out.len < TEXT_LEN) {
        *known = (known_text){.game = game, .key = key, .form = *form};
        memcpy(known->text, once, out.len + 1);
    }
    return once;
}

void encode_move(cr_json *j, const cr_game *game, const cr_move *move)
{
    char once[TEXT_MAX];
    text_form form;
    const char *text = write_text(game, move, once, &form);

    cr_text_bytes(cr_json_text(j), text, form.len);
}

/* ---- moves in groups ---- */

static void write_rest(cr_json *j, const char *text, text_form form)
{
    cr_text *out;

    if (form.number != NO_NUMBER) {
        cr_json_uint(j, form.number);
        return;
    }
    out = cr_json_text(j);
    cr_text_char(out, '"');
    cr_text_bytes(out, text + form.word + 1, form.len - form.word - 1u); /* with its quote */
}

/* Moves that begin with the same word one after the other are a list: the word, then what follows it in each. */
static void write_groups(cr_json *j, const cr_game *game, const cr_move *moves, size_t n)
{
    char once[TEXT_MAX], word[TEXT_MAX];
    size_t len = 0; /* of the word of an open group that may go on */

    cr_json_open(j, '[');
    for (size_t i = 0; i < n; i++) {
        text_form form;
        const char *text = write_text(game, &moves[i], once, &form);
        bool has_rest = form.word + 1 < form.len;

        /* Texts of one kind begin with the same word. */
        if (!has_rest || form.word != len ||
            (moves[i].kind != moves[i - 1].kind && memcmp(word, text, len) != 0)) {
            if (i)
                cr_json_close(j, ']');
            cr_json_open(j, '[');
            cr_text_bytes(cr_json_text(j), text, form.word);
            cr_text_char(j->out, '"');
            memcpy(word, text, form.word);
            len = has_rest ? form.word : 0;
        }
        if (has_rest)
            write_rest(j, text, form);
    }
    if (n)
        cr_json_close(j, ']');
    cr_json_close(j, ']');
}

static void write_move_words(cr_json *j, const encode_scene *scene, const cr_move *move)
{
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);

    cr_say_move(&text, scene->room->game, scene->state, scene->reader, move);
    cr_json_str(j, says);
}

/* How an argument is asked for, and its values as people read them. */
static void write_dim_words(cr_json *j, const encode_scene *scene, const cr_box *box,
                            const cr_dim *dim, unsigned field)
{
    const cr_game *game = scene->room->game;
    char says[CR_SAY_MAX];
    cr_text text = cr_text_on(says, sizeof says);
    cr_move move = box->move;

    cr_say_part(&text, game, move.kind, field);
    cr_json_put_str(j, "asks", says);
    if (dim->is_subset || dim->is_tally || game->kinds[move.kind].fields[field].type->size > 1)
        return;
    cr_json_key(j, "says");
    cr_json_open(j, '[');
    for (uint64_t set = dim->set; set; set &= set - 1) {
        text = cr_text_on(says, sizeof says);
        move.arg[dim->at] = (uint8_t)cr_bits_first(set);
        cr_say_value(&text, game, scene->state, scene->reader, &move, field);
        cr_json_str(j, says);
    }
    cr_json_close(j, ']');
}

/* One argument of a box: its name, and its values as people write them. */
static void write_dim(cr_json *j, const encode_scene *scene, const cr_box *box, const cr_dim *dim)
{
    const cr_game *game = scene->room->game;
    const cr_field *fields = game->kinds[box->move.kind].fields, *field = fields;

    while (field && field->name && field->at != dim->at)
        field++;
    cr_json_open(j, '{');
    cr_json_key(j, "field");
    cr_json_str(j, field && field->name ? field->name : "");
    cr_json_key(j, "at");
    cr_json_uint(j, dim->at);
    if (dim->is_subset) {
        cr_json_key(j, "from");
        cr_json_uint(j, dim->lo);
        cr_json_key(j, "to");
        cr_json_uint(j, dim->hi);
    }
    cr_json_key(j, "values");
    cr_json_open(j, '[');
    for (uint64_t set = dim->set; set; set &= set - 1) {
        uint8_t value[8] = {(uint8_t)cr_bits_first(set)};
        char text[128];
        cr_text out = cr_text_on(text, sizeof text);

        if (!dim->is_subset && field && field->name && field->type->size == 1) {
            field->type->print(&out, value, field->with);
            cr_json_str(j, text);
        } else {
            cr_json_uint(j, value[0]);
        }
    }
    cr_json_close(j, ']');
    if (scene->has_words && field && field->name)
        write_dim_words(j, scene, box, dim, (unsigned)(field - fields));
    cr_json_close(j, '}');
}

static void write_box(cr_json *j, const encode_scene *scene, const cr_box *box)
{
    const cr_game *game = scene->room->game;

    cr_json_open(j, '{');
    cr_json_key(j, "move");
    cr_json_str(j, game->kinds[box->move.kind].word);
    cr_json_key(j, "size");
    cr_json_uint(j, box->size);
    cr_json_key(j, "template");
    encode_move(j, game, &box->move);
    cr_json_key(j, "arguments");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < box->n_dims; i++)
        write_dim(j, scene, box, &box->dim[i]);
    cr_json_close(j, ']');
    cr_json_close(j, '}');
}

/* ---- offers ---- */

void encode_list_offers(const encode_scene *scene, const cr_state *state, encode_offered *out)
{
    const cr_game *game = scene->room->game;

    out->n = 0;
    /* Boxes are candidates: a few more than that may still be a short list of moves. */
    out->is_listed = cr_space_size(&out->space) <= 64 * ENCODE_OFFERS_MAX;
    if (out->is_listed)
        out->n = cr_offers_list_of(game, state, scene->viewer, &out->space, out->moves,
                                   ENCODE_OFFERS_MAX, &out->is_listed);
}

void encode_find_offers(const encode_scene *scene, const cr_state *state, encode_offered *out)
{
    cr_offers(scene->room->game, state, scene->viewer, &out->space);
    encode_list_offers(scene, state, out);
}

static void write_words(cr_json *j, const encode_scene *scene, const encode_offered *o)
{
    cr_json_key(j, "says");
    cr_json_open(j, '[');
    for (size_t i = 0; i < o->n; i++)
        write_move_words(j, scene, &o->moves[i]);
    cr_json_close(j, ']');
}

static void write_moves(cr_json *j, const encode_scene *scene, const encode_offered *o)
{
    cr_json_key(j, "moves");
    cr_json_open(j, '[');
    for (size_t i = 0; i < o->n; i++)
        encode_move(j, scene->room->game, &o->moves[i]);
    cr_json_close(j, ']');
}

static void write_boxes(cr_json *j, const encode_scene *scene, const cr_space *space)
{
    cr_json_key(j, "many");
    cr_json_uint(j, cr_space_size(space));
    cr_json_key(j, "boxes");
    cr_json_open(j, '[');
    for (uint32_t i = 0; i < space->n; i++)
        write_box(j, scene, &space->box[i]);
    cr_json_close(j, ']');
}

/* Where changes are told, moves stand beside it, in groups. */
static void write_offers(cr_json *j, const encode_scene *scene, const encode_offered *o)
{
    cr_json_open(j, '{');
    if (!o->is_listed)
        write_boxes(j, scene, &o->space);
    else if (!scene->before)
        write_moves(j, scene, o);
    if (o->is_listed && scene->has_words)
        write_words(j, scene, o);
    cr_json_close(j, '}');
}

void encode_offers(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    size_t from = j->out->len;
    encode_offered found;

    if (!scene->offered)
        encode_find_offers(scene, scene->state, &found);
    write_offers(j, scene, scene->offered ? scene->offered : &found);
    encode_keep_apart(scene, j, from, ",\"offers\":");
}

void encode_groups(cr_json *j, const void *with)
{
    const encode_scene *scene = with;
    size_t from = j->out->len;

    write_groups(j, scene->room->game, scene->offered->moves, scene->offered->n);
    encode_keep_apart(scene, j, from, ",\"moves\":");
}

static bool is_said_as_before(const encode_scene *scene, const encode_offered *was)
{
    char now[ENCODE_COMPARED_MAX], then[ENCODE_COMPARED_MAX];
    cr_text text = cr_text_on(now, sizeof now), old = cr_text_on(then, sizeof then);
    cr_json json = cr_json_on(&text), old_json = cr_json_on(&old);
    encode_scene before = *scene;

    before.state = scene->before;
    write_offers(&json, scene, scene->offered);
    write_offers(&old_json, &before, was);
    return !cr_text_is_full(&text) && text.len == old.len && !memcmp(now, then, text.len);
}

/* Was anything offered before that can be the same? Who was not asked was offered nothing, and to another question nothing is
 * offered as before. */
static bool was_asked(const encode_scene *scene)
{
    return scene->before->q.ticket == scene->state->q.ticket &&
           cr_deciders(scene->before) >> scene->viewer & 1;
}

/* Are both exact, of one move or one argument's values, and the same? */
static bool is_same_box(const cr_box *a, const cr_box *b)
{
    const cr_dim *one = &a->dim[0], *two = &b->dim[0];

    if (!a->is_exact || !b->is_exact || a->n_dims > 1 || a->n_dims != b->n_dims ||
        memcmp(&a->move, &b->move, sizeof a->move) != 0)
        return false;
    return !a->n_dims || (!one->is_subset && !one->is_tally && !two->is_subset && !two->is_tally &&
                          one->set == two->set && one->at == two->at);
}

bool encode_is_space_as_before(const encode_scene *scene, const cr_space *now)
{
    cr_space was;
    uint32_t i = 0;

    if (!was_asked(scene))
        return false;
    cr_offers(scene->room->game, scene->before, scene->viewer, &was);
    while (i < now->n && i < was.n && is_same_box(&now->box[i], &was.box[i]))
        i++;
    return i == now->n && i == was.n;
}

bool encode_is_offered_as_before(const encode_scene *scene)
{
    const encode_offered *now = scene->offered;
    encode_offered was;

    if (!was_asked(scene))
        return false;
    encode_find_offers(scene, scene->before, &was);
    if (now->is_listed != was.is_listed || now->n != was.n ||
        memcmp(now->moves, was.moves, now->n * sizeof *now->moves) != 0)
        return false;
    return (now->is_listed && !scene->has_words) || is_said_as_before(scene, &was);
}
