/* Moves as people also write them: what needs the position to be read is rewritten in the words of the tables. */
#include "games/dune-battle/types.h"
#include "kernel/forms.h"

/* The code of the first card in hand that is called so without its number: "shield" for shield_2. */
static const char *held_copy(uint64_t hand, cr_span name)
{
    size_t len = (size_t)(name.end - name.at);

    for (; hand; hand &= hand - 1) {
        const char *code = db_cards[cr_bits_first(hand)].code;

        if (strlen(code) == len + 2 && !memcmp(code, name.at, len) && code[len] == '_')
            return code;
    }
    return NULL;
}

/* Writes one word of a move with the names of the tables; true if that changed it. */
static bool put_plainly(cr_text *out, cr_span word, uint64_t hand)
{
    cr_span value = word;
    const char *code;

    if (cr_span_lead(&value, "forces=")) {
        cr_text_str(out, " normal=");
        cr_text_bytes(out, value.at, (size_t)(value.end - value.at));
        return true;
    }
    while (value.at < value.end && *value.at != '=')
        value.at++;
    value.at = value.at < value.end ? value.at + 1 : word.at;
    code = held_copy(hand, value);
    cr_text_char(out, ' ');
    cr_text_bytes(out, word.at, (size_t)((code ? value.at : word.end) - word.at));
    if (code)
        cr_text_str(out, code);
    return code;
}

/* Writes a word of `keep` without the last area of the zone; true if that changed it. */
static bool put_short(cr_text *out, cr_span word, const db_world *w)
{
    uint8_t split[DB_ZONE_MAX] = {0};
    cr_span value = word;
    bool of_elites = cr_span_lead(&value, "elites=");
    unsigned n = 0;
    int64_t lost;

    if (of_elites || cr_span_lead(&value, "areas="))
        for (n = 0; n < DB_ZONE_MAX && db_take_count(&value, &lost); cr_span_lead(&value, ","))
            split[n++] = (uint8_t)lost;
    if (!n || value.at != value.end) { /* not such a word, or none that can be read */
        cr_text_char(out, ' ');
        cr_text_bytes(out, word.at, (size_t)(word.end - word.at));
        return false;
    }
    db_shorten_split(w, of_elites, split);
    cr_text_fmt(out, " %s=%u,%u,%u,%u", of_elites ? "elites" : "areas", split[0], split[1],
                split[2], split[3]);
    return true;
}

/* People also write "forces" for the normals of a plan, a card without its number where they hold one, and losses for
 * all areas of the zone. */
bool db_read_move(const cr_state *k, uint8_t seat, cr_span text, cr_move *out, cr_refusal *why)
{
    const db_state *s = (const db_state *)k;
    uint64_t hand = seat < k->n_seats ? s->w.secret.hand[seat] : 0;
    char buf[512];
    cr_text plain = cr_text_on(buf, sizeof buf);
    bool is_other = false, is_keep = s->w.board.battle.winner && cr_span_take(&text, "keep");

    (void)why;
    if (is_keep)
        cr_text_str(&plain, "keep");
    else if (cr_span_take(&text, "plan"))
        cr_text_str(&plain, "plan");
    else if (cr_span_take(&text, "cancel"))
        cr_text_str(&plain, "cancel");
    else
        return false;
    while (!cr_span_is_empty(&text)) {
        cr_span word = cr_span_word(&text);

        is_other |= is_keep ? put_short(&plain, word, &s->w) : put_plainly(&plain, word, hand);
    }
    return is_other && !cr_text_is_full(&plain) && cr_move_read(&db_game, cr_span_of(buf), out);
}
