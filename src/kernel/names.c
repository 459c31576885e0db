/* Names and sentences out of the tables, and options by name. */
#include "kernel/game.h"

const char *cr_code_name(const cr_game *game, uint16_t code)
{
    switch (code) {
#define NAME(name, text, title, because) \
    case CR_CODE_##name:                 \
        return #name;
        CR_CODE_MAP(NAME)
#undef NAME
    default:
        break;
    }
    if (game && code >= CR_CODE_GAME && code - CR_CODE_GAME < game->n_codes)
        return game->codes[code - CR_CODE_GAME].name;
    return "?";
}

const char *cr_code_text(const cr_game *game, uint16_t code)
{
    switch (code) {
#define TEXT(name, text, title, because) \
    case CR_CODE_##name:                 \
        return text;
        CR_CODE_MAP(TEXT)
#undef TEXT
    default:
        break;
    }
    if (game && code >= CR_CODE_GAME && code - CR_CODE_GAME < game->n_codes)
        return game->codes[code - CR_CODE_GAME].text;
    return "unknown refusal";
}

const char *const cr_form_words[] = {
#define WORD(name, word, text) word,
    CR_FORM_MAP(WORD)
#undef WORD
        NULL,
};

const char *cr_form_word(uint8_t form)
{
    return form < CR_FORMS ? cr_form_words[form] : "?";
}

const char *cr_form_text(uint8_t form)
{
    static const char *const texts[] = {
#define TEXT(name, word, text) text,
        CR_FORM_MAP(TEXT)
#undef TEXT
    };

    return form < CR_FORMS ? texts[form] : "?";
}

const char *cr_rule_id(const cr_game *game, uint16_t rule)
{
    return rule && rule < game->n_rules ? game->rules[rule].id : "";
}

const char *cr_rule_text(const cr_game *game, uint16_t rule)
{
    return rule && rule < game->n_rules ? game->rules[rule].text : "";
}

uint16_t cr_rule_find(const cr_game *game, const char *id)
{
    for (uint16_t i = 1; i < game->n_rules; i++)
        if (!strcmp(game->rules[i].id, id))
            return i;
    return 0;
}

const char *cr_field_name(const cr_game *game, const cr_move *move, cr_refusal refusal)
{
    const cr_field *fields = move->kind < game->n_kinds ? game->kinds[move->kind].fields : NULL;

    if (!refusal.field || !fields)
        return "";
    for (unsigned i = 1; fields->name; i++, fields++)
        if (i == refusal.field)
            return fields->name;
    return "";
}

const char *cr_kind_word(const cr_game *game, uint8_t kind)
{
    switch (kind) {
    case CR_IDLE:
        return "idle";
    case CR_PAUSE:
        return "pause";
    case CR_RESUME:
        return "resume";
    default:
        return kind < game->n_kinds && game->kinds[kind].word ? game->kinds[kind].word : "?";
    }
}

const char *cr_question_word(const cr_game *game, uint8_t question)
{
    return question < game->n_questions ? game->questions[question].word : "?";
}

const char *cr_reason_word(const cr_game *game, uint8_t reason)
{
    for (uint8_t i = 0; game->reasons && game->reasons[i]; i++)
        if (i == reason)
            return game->reasons[i];
    return "?";
}

const char *cr_effect_word(const cr_game *game, uint8_t effect)
{
    return effect < game->n_effects ? game->effects[effect].word : "?";
}

const char *cr_event_word(const cr_game *game, uint8_t event)
{
    static const char *const kernel[] = {"asked",   "sealed", "passed", "paused",
                                         "resumed", "over",   "default"};

    if (event >= CR_EV_ASKED)
        return event < CR_EV_END ? kernel[event - CR_EV_ASKED] : "?";
    return event < game->n_events ? game->events[event].word : "?";
}

/* ---- games ---- */

const char *cr_game_name(const cr_game *game)
{
    return game->name;
}

const char *cr_game_about(const cr_game *game)
{
    return game->about;
}

uint16_t cr_game_rules_version(const cr_game *game)
{
    return game->rules_version;
}

void cr_game_seats(const cr_game *game, uint8_t *min, uint8_t *max)
{
    *min = game->seats_min;
    *max = game->seats_max;
}

size_t cr_state_size(const cr_game *game)
{
    return game->state_size;
}

size_t cr_view_size(const cr_game *game)
{
    return game->view_size;
}

/* ---- options ---- */

void cr_setup_init(const cr_game *game, cr_setup *setup)
{
    memset(setup, 0, sizeof *setup);
    setup->n_seats = game->seats_min;
    for (unsigned i = 0; i < game->n_options; i++)
        setup->option[i] = game->options[i].normal;
}

bool cr_option_fits(const cr_option *option, int32_t value)
{
    if (option->none && value == 0)
        return true;
    return value >= option->lo && value <= option->hi;
}

static bool parse_option(const cr_option *option, const char *text, int32_t *out)
{
    cr_span in = cr_span_of(text);
    int64_t value;

    if (option->none && !strcmp(text, option->none)) {
        *out = 0;
        return true;
    }
    if (option->words) {
        for (int32_t i = 0; option->words[i]; i++)
            if (!strcmp(option->words[i], text)) {
                *out = i;
                return true;
            }
        return false;
    }
    if (!cr_span_int(&in, option->lo, option->hi, &value) || !cr_span_is_empty(&in))
        return false;
    *out = (int32_t)value;
    return true;
}

cr_err cr_setup_option(const cr_game *game, cr_setup *setup, const char *name, const char *value)
{
    if (!strcmp(name, "seats")) {
        cr_span in = cr_span_of(value);
        int64_t n;

        if (!cr_span_int(&in, game->seats_min, game->seats_max, &n) || !cr_span_is_empty(&in))
            return CR_ERR_BAD_SEATS;
        setup->n_seats = (uint8_t)n;
        return CR_ERR_OK;
    }
    for (unsigned i = 0; i < game->n_options; i++) {
        const cr_option *option = &game->options[i];

        if (strcmp(option->name, name) != 0)
            continue;
        if (parse_option(option, value, &setup->option[i]))
            return CR_ERR_OK;
        if (!option->takes_any)
            return CR_ERR_BAD_OPTION;
        setup->option[i] = option->normal;
        return CR_ERR_OK;
    }
    return CR_ERR_NO_OPTION;
}

void cr_option_print(cr_text *out, const cr_option *option, int32_t value)
{
    if (option->none && value == 0)
        cr_text_str(out, option->none);
    else if (option->words)
        cr_text_str(out, option->words[value]);
    else
        cr_text_int(out, value);
}
