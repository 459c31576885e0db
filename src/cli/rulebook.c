#include "cli/rulebook.h"
#include "cli/sight.h"
#include "base/json.h"

#include <ctype.h>
#include <strings.h>

enum { COLUMNS = 100 };

/* ---- pieces ---- */

void rulebook_wrap(cr_text *out, const char *text, unsigned column, unsigned indent)
{
    bool is_first = true;

    while (*text) {
        size_t len = strcspn(text, " ");
        unsigned width = cr_span_columns((cr_span){text, text + len});

        if (!is_first && column + 1 + width > COLUMNS) {
            cr_text_fmt(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (!is_first) {
            cr_text_char(out, ' ');
            column++;
        }
        cr_text_bytes(out, text, len);
        column += width;
        is_first = false;
        text += len;
        text += strspn(text, " ");
    }
}

static void write_upper(cr_text *out, const char *word)
{
    for (; *word; word++)
        cr_text_char(out, (char)toupper((unsigned char)*word));
}

/* A field of few words shows them; any other shows its name. */
static void write_value(cr_text *out, const cr_field *f)
{
    const char *const *words = f->type == &cr_word ? f->with : NULL;
    unsigned n = 0;

    while (words && words[n])
        n++;
    if (!n || n > 6) {
        write_upper(out, f->name);
    } else {
        for (unsigned i = 0; i < n; i++)
            cr_text_fmt(out, "%s%s", i ? "|" : "", words[i]);
    }
    if ((f->type->flags & CR_LIST) || f->count > 1)
        cr_text_str(out, "…");
}

void rulebook_move(cr_text *out, const cr_game *game, unsigned kind)
{
    cr_text_str(out, cr_kind_word(game, (uint8_t)kind));
    for (const cr_field *f = game->kinds[kind].fields; f && f->name; f++) {
        bool is_optional = f->flags & (CR_KEYED | CR_LED);

        /* A field without a byte of its own, or with one that is always 0, is for refusals and views only. */
        if (!f->type->size || !game->kinds[kind].max[f->at])
            continue;
        cr_text_str(out, is_optional ? " [" : " ");
        if (f->flags & CR_KEYED)
            cr_text_fmt(out, "%s=", f->name);
        if (f->flags & CR_LED)
            cr_text_fmt(out, "%s ", f->name);
        write_value(out, f);
        if (is_optional)
            cr_text_char(out, ']');
    }
}

bool rulebook_is_answer(const cr_game *game, unsigned question, unsigned kind)
{
    for (unsigned i = 0; i < game->n_chart; i++)
        if (game->chart[i].from == question && game->chart[i].kind == kind)
            return true;
    return false;
}

static void write_seats(cr_text *out, const cr_game *game)
{
    cr_text_int(out, game->seats_min);
    if (game->seats_max > game->seats_min)
        cr_text_fmt(out, "–%u", game->seats_max);
}

void rulebook_range(cr_text *out, const cr_option *option)
{
    if (option->none)
        cr_text_fmt(out, "%s, or ", option->none);
    if (option->words) {
        for (unsigned i = 0; option->words[i]; i++)
            cr_text_fmt(out, "%s%s", i ? ", " : "", option->words[i]);
    } else {
        cr_text_fmt(out, "%d–%d", option->lo, option->hi);
    }
}

static bool has_note(const cr_rule *rule)
{
    return rule->note && *rule->note;
}

uint16_t rulebook_find(const cr_game *game, const char *id)
{
    for (uint16_t i = 1; i < game->n_rules; i++)
        if (!strcasecmp(game->rules[i].id, id))
            return i;
    return 0;
}

/* The refusal code behind this one: the kernel's, then the game's; 0 at the end. */
static uint16_t next_code(const cr_game *game, uint16_t code)
{
    unsigned next = code == CR_CODE_BROKEN ? CR_CODE_GAME : code + 1u;

    return next < CR_CODE_GAME + (unsigned)game->n_codes ? (uint16_t)next : 0;
}

static const char *proof_word(cr_proof proof)
{
    static const char *const words[] = {"case", "host", "page", "nobody"};

    return words[proof];
}

/* ---- plain text ---- */

void rulebook_rule_text(cr_text *out, const void *with)
{
    const cr_rule *rule = with;

    cr_text_fmt(out, "  %-8s  ", rule->id);
    rulebook_wrap(out, rule->text, 12, 12);
    cr_text_char(out, '\n');
    if (has_note(rule)) {
        cr_text_str(out, "            Note: ");
        rulebook_wrap(out, rule->note, 18, 12);
        cr_text_char(out, '\n');
    }
}

/* A row of who sees what. */
typedef struct {
    char name[80], what[80], who[120];
} sight;

static bool read_sight(const cr_game *game, unsigned i, sight *out)
{
    cr_text name = cr_text_on(out->name, sizeof out->name);
    cr_text what = cr_text_on(out->what, sizeof out->what);
    cr_text who = cr_text_on(out->who, sizeof out->who);

    return sight_nth(game, i, &name, &what, &who);
}

static void text_sight(cr_text *out, const cr_game *game)
{
    sight row;

    cr_text_str(out, "\nwho sees what\n");
    for (unsigned i = 0; read_sight(game, i, &row); i++)
        cr_text_fmt(out, "  %-18s  %-34s  %s\n", row.name, row.what, row.who);
    if (!game->sheet) {
        char names[4096];
        cr_text text = cr_text_on(names, sizeof names);

        sight_names(&text, game);
        cr_text_str(out, "  ");
        rulebook_wrap(out, names, 2, 2);
        cr_text_char(out, '\n');
    }
}

void rulebook_text(cr_text *out, const void *with)
{
    const cr_game *game = with;

    cr_text_fmt(out, "%s, rules version %u, ", game->name, game->rules_version);
    write_seats(out, game);
    cr_text_str(out, " seats\n");
    rulebook_wrap(out, game->about, 0, 0);
    cr_text_str(out, "\n\noptions\n");
    for (unsigned i = 0; i < game->n_options; i++) {
        const cr_option *option = &game->options[i];
        char line[512];
        cr_text text = cr_text_on(line, sizeof line);

        cr_text_str(&text, option->about);
        cr_text_str(&text, " (");
        rulebook_range(&text, option);
        cr_text_str(&text, "; normally ");
        cr_option_print(&text, option, option->normal);
        cr_text_char(&text, ')');
        cr_text_fmt(out, "  %-16s  ", option->name);
        rulebook_wrap(out, line, 20, 20);
        cr_text_char(out, '\n');
    }
    cr_text_str(out, "\nmoves\n");
    for (unsigned kind = 0; kind < game->n_kinds; kind++)
        if (game->kinds[kind].word) {
            char line[512];
            cr_text text = cr_text_on(line, sizeof line);

            rulebook_move(&text, game, kind);
            cr_text_str(out, "  ");
            rulebook_wrap(out, line, 2, 6);
            cr_text_char(out, '\n');
            if (game->kinds[kind].about) {
                cr_text_str(out, "      ");
                rulebook_wrap(out, game->kinds[kind].about, 6, 6);
                cr_text_char(out, '\n');
            }
        }
    text_sight(out, game);
    cr_text_str(out, "\nrules\n");
    for (unsigned i = 1; i < game->n_rules; i++)
        rulebook_rule_text(out, &game->rules[i]);
}

/* ---- Markdown ---- */

/* The text of a table cell: a bar would end it. */
static void write_cell(cr_text *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            cr_text_char(out, '\\');
        cr_text_char(out, *text);
    }
}

static void md_options(cr_text *out, const cr_game *game)
{
    cr_text_str(out,
                "\n## Options\n\n| option | normally | values | meaning |\n|---|---|---|---|\n");
    cr_text_fmt(out, "| `seats` | %u | ", game->seats_min);
    write_seats(out, game);
    cr_text_str(out, " | players |\n");
    for (unsigned i = 0; i < game->n_options; i++) {
        const cr_option *option = &game->options[i];

        cr_text_fmt(out, "| `%s` | ", option->name);
        cr_option_print(out, option, option->normal);
        cr_text_str(out, " | ");
        rulebook_range(out, option);
        cr_text_str(out, " | ");
        write_cell(out, option->about);
        cr_text_str(out, " |\n");
    }
}

static void md_move(cr_text *out, const cr_game *game, unsigned kind)
{
    char move[512];
    cr_text text = cr_text_on(move, sizeof move);

    rulebook_move(&text, game, kind);
    cr_text_char(out, '`');
    write_cell(out, move);
    cr_text_char(out, '`');
}

static void md_moves(cr_text *out, const cr_game *game)
{
    cr_text_str(out, "\n## Moves\n\n| move | answers |\n|---|---|\n");
    for (unsigned kind = 0; kind < game->n_kinds; kind++) {
        const char *comma = "";

        if (!game->kinds[kind].word)
            continue;
        cr_text_str(out, "| ");
        md_move(out, game, kind);
        cr_text_str(out, " | ");
        for (unsigned q = 0; q < game->n_questions; q++)
            if (rulebook_is_answer(game, q, kind)) {
                cr_text_fmt(out, "%s`%s`", comma, game->questions[q].word);
                comma = ", ";
            }
        cr_text_str(out,
                    game->kinds[kind].flags & CR_CONTROL ? " (a control: left alone by bots)" : "");
        if (game->kinds[kind].about)
            cr_text_fmt(out, "; %s", game->kinds[kind].about);
        cr_text_str(out, " |\n");
    }
}

static void md_questions(cr_text *out, const cr_game *game)
{
    cr_text_str(out, "\n## Questions\n\n| question | answers |\n|---|---|\n");
    for (unsigned q = 0; q < game->n_questions; q++) {
        const char *comma = "";

        cr_text_str(out, "| `");
        write_cell(out, game->questions[q].word);
        cr_text_str(out, "` | ");
        for (unsigned kind = 0; kind < game->n_kinds; kind++)
            if (game->kinds[kind].word && rulebook_is_answer(game, q, kind)) {
                cr_text_str(out, comma);
                md_move(out, game, kind);
                comma = ", ";
            }
        if (game->questions[q].flags & CR_TELLS)
            cr_text_str(out, "; that it is asked tells something hidden, as the rules say");
        if (game->questions[q].flags & CR_SHOWS_PASSES)
            cr_text_str(out, "; everybody sees who passes");
        cr_text_str(out, " |\n");
    }
}

static void md_sight(cr_text *out, const cr_game *game)
{
    sight row;

    cr_text_str(out, "\n## Who sees what\n\n");
    if (!game->sheet) {
        sight_names(out, game);
        cr_text_char(out, '\n');
        return;
    }
    cr_text_str(out, "| name | what it is | who sees it |\n|---|---|---|\n");
    for (unsigned i = 0; read_sight(game, i, &row); i++)
        cr_text_fmt(out, "| `%s` | %s | %s |\n", row.name, row.what, row.who);
}

void rulebook_rule_markdown(cr_text *out, const void *with)
{
    const cr_rule *rule = with;

    cr_text_fmt(out, "- **%s** %s%s\n", rule->id, rule->text,
                rule->proof == CR_BY_NOBODY ? " *(informative)*" : "");
    if (has_note(rule))
        cr_text_fmt(out, "  <br>*Note:* %s\n", rule->note);
}

static void md_codes(cr_text *out, const cr_game *game)
{
    cr_text_str(out, "\n## Refusals\n\n| code | reason |\n|---|---|\n");
    for (uint16_t code = next_code(game, CR_CODE_OK); code; code = next_code(game, code)) {
        cr_text_fmt(out, "| `%s` | ", cr_code_name(game, code));
        write_cell(out, cr_code_text(game, code));
        cr_text_str(out, " |\n");
    }
}

void rulebook_markdown(cr_text *out, const void *with)
{
    const cr_game *game = with;

    cr_text_fmt(out, "# %s\n\n", game->name);
    cr_text_fmt(out, "<!-- Made by `scripts/gen-docs` from src/games/%s; change it there. -->\n\n",
                game->name);
    cr_text_fmt(out, "%s\n\nRules version %u.\n", game->about, game->rules_version);
    md_options(out, game);
    md_moves(out, game);
    md_questions(out, game);
    md_sight(out, game);
    cr_text_str(out, "\n## Rules\n\n");
    for (unsigned i = 1; i < game->n_rules; i++)
        rulebook_rule_markdown(out, &game->rules[i]);
    md_codes(out, game);
    cr_text_str(out,
                "\n## Chart\n\nQuestions are the states; an arrow is an answer, with its guard in "
                "brackets.\n\n```mermaid\n");
    {
        size_t room = out->len < out->cap ? out->cap - out->len : 0;

        out->len += cr_chart_mermaid(game, room ? out->buf + out->len : NULL, room);
    }
    cr_text_str(out, "```\n");
}

/* ---- JSON ---- */

static void json_options(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "options");
    cr_json_open(j, '[');
    for (unsigned i = 0; i < game->n_options; i++) {
        const cr_option *option = &game->options[i];
        char normal[64];
        cr_text text = cr_text_on(normal, sizeof normal);

        cr_option_print(&text, option, option->normal);
        cr_json_open(j, '{');
        cr_json_put_str(j, "option", option->name);
        cr_json_put_str(j, "about", option->about);
        cr_json_put_str(j, "normal", normal);
        if (option->none)
            cr_json_put_str(j, "none", option->none);
        if (option->words) {
            cr_json_key(j, "words");
            cr_json_open(j, '[');
            for (unsigned w = 0; option->words[w]; w++)
                cr_json_str(j, option->words[w]);
            cr_json_close(j, ']');
        } else {
            cr_json_put_int(j, "min", option->lo);
            cr_json_put_int(j, "max", option->hi);
        }
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void json_moves(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "moves");
    cr_json_open(j, '[');
    for (unsigned kind = 0; kind < game->n_kinds; kind++) {
        char move[512];
        cr_text text = cr_text_on(move, sizeof move);

        if (!game->kinds[kind].word)
            continue;
        rulebook_move(&text, game, kind);
        cr_json_open(j, '{');
        cr_json_put_str(j, "move", game->kinds[kind].word);
        cr_json_put_str(j, "written", move);
        cr_json_put_bool(j, "is_control", game->kinds[kind].flags & CR_CONTROL);
        if (game->kinds[kind].about)
            cr_json_put_str(j, "about", game->kinds[kind].about);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void json_sight(cr_json *j, const cr_game *game)
{
    sight row;

    cr_json_key(j, "sight");
    cr_json_open(j, '[');
    for (unsigned i = 0; read_sight(game, i, &row); i++) {
        cr_json_open(j, '{');
        cr_json_put_str(j, "name", row.name);
        cr_json_put_str(j, "what", row.what);
        cr_json_put_str(j, "who", row.who);
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

static void json_rule(cr_json *j, const cr_rule *rule)
{
    cr_json_open(j, '{');
    cr_json_put_str(j, "rule", rule->id);
    cr_json_put_str(j, "text", rule->text);
    cr_json_put_str(j, "note", has_note(rule) ? rule->note : "");
    cr_json_put_str(j, "proof", proof_word(rule->proof));
    cr_json_close(j, '}');
}

static void json_codes(cr_json *j, const cr_game *game)
{
    cr_json_key(j, "refusals");
    cr_json_open(j, '[');
    for (uint16_t code = next_code(game, CR_CODE_OK); code; code = next_code(game, code)) {
        cr_json_open(j, '{');
        cr_json_put_str(j, "code", cr_code_name(game, code));
        cr_json_put_str(j, "text", cr_code_text(game, code));
        cr_json_close(j, '}');
    }
    cr_json_close(j, ']');
}

void rulebook_rule_json(cr_text *out, const void *with)
{
    cr_json j = cr_json_on(out);

    json_rule(&j, with);
    cr_text_char(out, '\n');
}

void rulebook_json(cr_text *out, const void *with)
{
    const cr_game *game = with;
    cr_json j = cr_json_on(out);

    cr_json_open(&j, '{');
    cr_json_put_str(&j, "game", game->name);
    cr_json_put_str(&j, "about", game->about);
    cr_json_put_uint(&j, "rules_version", game->rules_version);
    json_options(&j, game);
    json_moves(&j, game);
    json_sight(&j, game);
    cr_json_key(&j, "rules");
    cr_json_open(&j, '[');
    for (unsigned i = 1; i < game->n_rules; i++)
        json_rule(&j, &game->rules[i]);
    cr_json_close(&j, ']');
    json_codes(&j, game);
    cr_json_close(&j, '}');
    cr_text_char(out, '\n');
}
