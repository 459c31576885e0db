/* The chart of a game as Mermaid, DOT and JSON. The rows are the game's table; nothing is drawn by hand. */
#include "base/json.h"
#include "kernel/game.h"

static const char *node_name(const cr_game *game, uint8_t node)
{
    if (node == CR_CHART_START)
        return "start";
    if (node == CR_CHART_OVER)
        return "over";
    return cr_question_word(game, node);
}

static uint8_t target_of(const cr_row *row)
{
    return row->to == CR_CHART_STAYS ? row->from : row->to;
}

static bool is_from(const cr_row *row, uint8_t from, uint8_t kind)
{
    return row->from == from && (from == CR_CHART_START || row->kind == kind);
}

/* Rows are walked breadth first; before[i] is 1 + the row that led to row i, 0 for none, its own for the first. */
int cr_chart_trace(const cr_game *game, uint8_t from, uint8_t kind, uint8_t to, uint8_t *seen)
{
    uint16_t queue[CR_CHART_MAX], before[CR_CHART_MAX] = {0};
    unsigned head = 0, tail = 0;

    for (uint16_t i = 0; i < game->n_chart && i < CR_CHART_MAX; i++)
        if (is_from(&game->chart[i], from, kind)) {
            queue[tail++] = i;
            before[i] = (uint16_t)(i + 1);
        }
    for (; head < tail; head++) {
        uint16_t at = queue[head];

        if (game->chart[at].to == to) {
            if (seen)
                seen[at] = 1;
            while (before[at] != at + 1) {
                at = (uint16_t)(before[at] - 1);
                if (seen)
                    seen[at] = 1;
            }
            return at;
        }
        for (uint16_t i = 0; i < game->n_chart && i < CR_CHART_MAX; i++)
            if (game->chart[i].runs && !before[i] && game->chart[i].from == game->chart[at].to) {
                queue[tail++] = i;
                before[i] = (uint16_t)(at + 1);
            }
    }
    return -1;
}

int cr_chart_find(const cr_game *game, uint8_t from, uint8_t kind, uint8_t to)
{
    return cr_chart_trace(game, from, kind, to, NULL);
}

enum { LABEL_MAX = 512 };

/* The start of a match has no move, nor has a row that only runs by itself. */
static bool has_move(const cr_game *game, const cr_row *row)
{
    return row->from != CR_CHART_START && row->kind < game->n_kinds && game->kinds[row->kind].word;
}

/* The label of an arrow. Characters of `from` are written as those of `to`: in that language they would end the label. */
static void write_label(cr_text *out, const cr_game *game, const cr_row *row, const char *from,
                        const char *to)
{
    char label[LABEL_MAX];
    cr_text text = cr_text_on(label, sizeof label);

    if (has_move(game, row))
        cr_text_str(&text, cr_kind_word(game, row->kind));
    if (row->guard && *row->guard)
        cr_text_fmt(&text, "%s[%s]", has_move(game, row) ? " " : "", row->guard);
    for (const char *c = label; *c; c++) {
        const char *at = strchr(from, *c);

        cr_text_char(out, at ? to[at - from] : *c);
    }
}

size_t cr_chart_mermaid(const cr_game *game, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    cr_text_str(&out, "stateDiagram-v2\n");
    for (unsigned i = 0; i < game->n_questions; i++)
        cr_text_fmt(&out, "    q%u : %s\n", i, game->questions[i].word);
    for (unsigned i = 0; i < game->n_chart; i++) {
        const cr_row *row = &game->chart[i];

        cr_text_str(&out, "    ");
        if (row->from == CR_CHART_START)
            cr_text_str(&out, "[*]");
        else
            cr_text_fmt(&out, "q%u", row->from);
        cr_text_str(&out, " --> ");
        if (target_of(row) == CR_CHART_OVER)
            cr_text_str(&out, "[*]");
        else
            cr_text_fmt(&out, "q%u", target_of(row));
        if (row->from != CR_CHART_START || row->guard) {
            cr_text_str(&out, " : ");
            write_label(&out, game, row, ";:", ",,");
        }
        cr_text_char(&out, '\n');
    }
    return out.len;
}

size_t cr_chart_dot(const cr_game *game, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);

    cr_text_fmt(&out, "digraph \"%s\" {\n    node [shape=box, style=rounded];\n", game->name);
    cr_text_str(
        &out,
        "    start [shape=circle, label=\"\"];\n    over [shape=doublecircle, label=\"\"];\n");
    for (unsigned i = 0; i < game->n_questions; i++)
        cr_text_fmt(&out, "    q%u [label=\"%s\"];\n", i, game->questions[i].word);
    for (unsigned i = 0; i < game->n_chart; i++) {
        const cr_row *row = &game->chart[i];
        uint8_t to = target_of(row);

        if (row->from == CR_CHART_START)
            cr_text_str(&out, "    start -> ");
        else
            cr_text_fmt(&out, "    q%u -> ", row->from);
        if (to == CR_CHART_OVER)
            cr_text_str(&out, "over");
        else
            cr_text_fmt(&out, "q%u", to);
        cr_text_str(&out, " [label=\"");
        write_label(&out, game, row, "\"", "'");
        cr_text_str(&out, "\"];\n");
    }
    cr_text_str(&out, "}\n");
    return out.len;
}

size_t cr_chart_json(const cr_game *game, char *buf, size_t cap)
{
    cr_text out = cr_text_on(buf, cap);
    cr_json j = cr_json_on(&out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "game", game->name);
    cr_json_put_int(&j, "rules_version", game->rules_version);
    cr_json_key(&j, "questions");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < game->n_questions; i++) {
        cr_json_open(&j, '{');
        cr_json_put_str(&j, "name", game->questions[i].word);
        cr_json_put_bool(&j, "tells", game->questions[i].flags & CR_TELLS);
        cr_json_put_bool(&j, "shows_passes", game->questions[i].flags & CR_SHOWS_PASSES);
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_key(&j, "rows");
    cr_json_open(&j, '[');
    for (unsigned i = 0; i < game->n_chart; i++) {
        const cr_row *row = &game->chart[i];

        cr_json_open(&j, '{');
        cr_json_put_str(&j, "from", node_name(game, row->from));
        cr_json_key(&j, "move");
        if (!has_move(game, row))
            cr_json_null(&j);
        else
            cr_json_str(&j, cr_kind_word(game, row->kind));
        cr_json_put_str(&j, "guard", row->guard ? row->guard : "");
        cr_json_put_str(&j, "to", node_name(game, target_of(row)));
        cr_json_put_bool(&j, "stays", row->to == CR_CHART_STAYS);
        cr_json_put_bool(&j, "runs", row->runs);
        cr_json_put_str(&j, "rule", cr_rule_id(game, row->rule));
        cr_json_close(&j, '}');
    }
    cr_json_close(&j, ']');
    cr_json_close(&j, '}');
    cr_text_char(&out, '\n');
    return out.len;
}
