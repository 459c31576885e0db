/* The messages for people and for the page: tables and types from the same rows the decoder checks by. */
#include "wire/proto.h"

static const char *const words[] = {
#define TYPE(name, c, ts, words) words,
    PROTO_TYPES(TYPE)
#undef TYPE
};

static const char *const types[] = {
#define TYPE(name, c, ts, words) ts,
    PROTO_TYPES(TYPE)
#undef TYPE
};

static void write_table(cr_text *out, const proto_message *m)
{
    cr_text_fmt(out, "### `%s`\n\n%s.\n\n", m->name, m->about);
    if (!m->n_fields)
        return;
    cr_text_str(out, "| field | type | must be there | what it is |\n|---|---|---|---|\n");
    for (uint32_t i = 0; i < m->n_fields; i++) {
        const proto_field *f = &m->fields[i];

        cr_text_fmt(out, "| `%s` | %s", f->name, words[f->type]);
        if (f->limit)
            cr_text_fmt(out, f->type == PROTO_U32 ? ", at most %u" : ", at most %u long", f->limit);
        cr_text_fmt(out, " | %s | %s |\n", f->is_required ? "yes" : "no", f->about);
    }
    cr_text_char(out, '\n');
}

static void write_tables(cr_text *out, const char *title, proto_direction direction)
{
    cr_text_fmt(out, "## %s\n\n", title);
    for (int i = 0; i < PROTO_N; i++)
        if (proto_messages[i].direction == direction)
            write_table(out, &proto_messages[i]);
}

static void write_troubles(cr_text *out)
{
    cr_text_str(out, "## Codes of `trouble`\n\n| code | HTTP status | in words |\n|---|---|---|\n");
#define ROW(name, status, text, title, because) \
    if (CR_TROUBLE_##name)                      \
        cr_text_fmt(out, "| `%s` | %d | %s |\n", #name, status, text);
    CR_TROUBLE_MAP(ROW)
#undef ROW
}

static void write_forms(cr_text *out)
{
    cr_text_str(out, "\n## Forms of a question\n\n| `form` | in words |\n|---|---|\n");
    for (uint8_t form = 0; form < CR_FORMS; form++)
        cr_text_fmt(out, "| `%s` | %s |\n", cr_form_word(form), cr_form_text(form));
}

void proto_write_markdown(cr_text *out)
{
    write_tables(out, "What a client sends", PROTO_CLIENT);
    write_tables(out, "What the server sends", PROTO_SERVER);
    write_tables(out, "Bodies of HTTP requests", PROTO_BODY);
    write_troubles(out);
    write_forms(out);
}

/* The shapes behind the raw types; encode.c writes them. */
static const char shapes[] =
    "export interface Seat { kind: \"open\" | \"person\" | \"bot\"; name: string; here: boolean; "
    "replaced: boolean; wants_pause: boolean; auto: boolean; hints?: number; rematch?: \"yes\" | "
    "\"no\" }\n"
    "/** With words: `says` for people (\"\": not worth a line), its weight from 0, quiet, to 3, "
    "stop; a reason for an end\n"
    " * says what it is about, and by which rule. */\n"
    "export type GameEvent = { seq?: number; event: string; seat?: number; says?: string; weight?: "
    "0 | 1 | 2 | "
    "3; because?: Because; rule?: string } & Record<string, unknown>;\n"
    "/** An event where changes are told: its word, its seat or null, and what else it has. */\n"
    "export type News = [event: string, seat?: number | null, rest?: Record<string, unknown>];\n"
    "export type Because = \"forced\" | \"decided\" | \"missed\" | \"counted\";\n"
    "export interface Question { ticket: number; asks: string; form: Form; "
    "seats: number[]; open: number[]; until?: number; left?: number; paused?: boolean; mine: "
    "boolean; says?: string }\n"
    "export interface BoxArgument { field: string; at: number; from?: number; to?: number; values: "
    "(string | number)[]; asks?: string; says?: string[] }\n"
    "export interface Box { move: string; size: number; template: string; arguments: BoxArgument[] "
    "}\n"
    "/** With words: `says` has a text for each of `moves`. */\n"
    "export interface Offers { moves?: string[]; says?: string[]; many?: number; boxes?: Box[] }\n"
    "/** Moves where changes are told: a word, and what follows it in each of them. */\n"
    "export type Group = [word: string, ...rest: (string | number)[]];\n"
    "/** A move that is possible in place of a refused one. */\n"
    "export interface Possible { move: string; says: string }\n"
    "/** A move that a hint names: what it promises, from 0 to 1, and how far off chance may put "
    "that. */\n"
    "export interface HintMove { move: string; says: string; worth: number; error: number }\n"
    "export type View = Record<string, unknown>;\n"
    "/** The fields of a view that have changed, but of `asked` only its members that have. */\n"
    "export type Changes = Record<string, unknown>;\n"
    "/** With words: who wins, and why: reasons in their order, `key` marks the one that decided. "
    "*/\n"
    "export interface Over { scores: number[]; seed: string; pinned: boolean; shared?: { seats: "
    "number[]; void: number; seed: string }; says?: string; why?: "
    "(GameEvent & { key: boolean })[] }\n"
    "/** One step of GET /api/matches/ID/steps. */\n"
    "export interface Step { number: number; at: number; hash: string; seat?: number; asks?: "
    "string; "
    "default?: boolean; reaction?: boolean; move?: string; events: GameEvent[]; question?: "
    "Question; "
    "offers?: Offers; view: View; truth?: View; over?: Over }\n"
    "/** The same with `outline`. */\n"
    "export interface OutlineStep { number: number; at: number; hash: string; seat?: number; "
    "asks?: "
    "string; default?: boolean; reaction?: boolean; word?: string; events: string[] }\n"
    "export interface Steps<S> { steps: S[]; n: number; next?: number }\n";

static void write_interface(cr_text *out, const proto_message *m)
{
    cr_text_fmt(out, "\n/** %s. */\nexport interface %c%s {\n", m->about, m->name[0] - 'a' + 'A',
                m->name + 1);
    if (m->direction != PROTO_BODY)
        cr_text_fmt(out, "  type: \"%s\";\n", m->name);
    for (uint32_t i = 0; i < m->n_fields; i++) {
        const proto_field *f = &m->fields[i];

        cr_text_fmt(out, "  /** %s */\n  %s%s: %s;\n", f->about, f->name, f->is_required ? "" : "?",
                    types[f->type]);
    }
    cr_text_str(out, "}\n");
}

static void write_union(cr_text *out, const char *name, proto_direction direction)
{
    const char *between = "";

    cr_text_fmt(out, "\nexport type %s = ", name);
    for (int i = 0; i < PROTO_N; i++)
        if (proto_messages[i].direction == direction) {
            cr_text_fmt(out, "%s%c%s", between, proto_messages[i].name[0] - 'a' + 'A',
                        proto_messages[i].name + 1);
            between = " | ";
        }
    cr_text_str(out, ";\n");
}

void proto_write_typescript(cr_text *out)
{
    cr_text_str(
        out, "// Made by `croupier proto --format ts` from src/wire/proto.def. Do not edit.\n\n");
    cr_text_str(out, "export type Form =");
    for (uint8_t form = 0; form < CR_FORMS; form++)
        cr_text_fmt(out, "%s\"%s\"", form ? " | " : " ", cr_form_word(form));
    cr_text_str(out, ";\n");
    cr_text_str(out, shapes);
    for (int i = 0; i < PROTO_N; i++)
        write_interface(out, &proto_messages[i]);
    write_union(out, "ClientMessage", PROTO_CLIENT);
    write_union(out, "ServerMessage", PROTO_SERVER);
    cr_text_str(out, "\nexport type TroubleCode =");
#define ROW(name, status, text, title, because) \
    if (CR_TROUBLE_##name)                      \
        cr_text_str(out, "\n  | \"" #name "\"");
    CR_TROUBLE_MAP(ROW)
#undef ROW
    cr_text_str(out, ";\n");
}
