#include "support/lab.h"

#include <assert.h>

static const char *const script_words[] = {"sealed", "queue",  "any",       "nest",     "default",
                                           "deep",   "nobody", "host-seal", "two-asks", "endless",
                                           "again",  "chain",  NULL};
static const char *const colours[] = {"none", "red", "blue", NULL};

static const cr_field pick_fields[] = {CR_ARG("number", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field set_fields[] = {
    CR_ARG("seat", 0, &cr_seat, NULL, 0, 0),
    CR_ARG("size", 1, &cr_u8, NULL, 0, CR_KEYED),
    CR_ARG("naming", 2, &cr_word, colours, 0, CR_LED),
    CR_ARG("pair", 3, &cr_u8, NULL, 2, CR_KEYED),
    {0},
};
static const cr_kind kinds[] = {
    [LAB_PASS] = {.word = "pass"},
    [LAB_PICK] = {.word = "pick", .max = {63}, .fields = pick_fields},
    [LAB_ACT] = {.word = "act"},
    [LAB_STOP] = {.word = "act now", .flags = CR_CONTROL},
    [LAB_SET] = {.word = "set", .max = {7, 63, 2, 63, 63}, .fields = set_fields},
};
static const cr_asked questions[] = {{"pick", 0}, {"act?", 0}, {"block?", 0}, {"other?", 0}};
static const cr_field main_fields[] = {CR_ARG("left", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_effect effects[] = {{"main", NULL, main_fields},
                                    {"strike", NULL, NULL},
                                    {"block", NULL, NULL},
                                    {"counter", NULL, NULL}};
static const cr_field result_fields[] = {CR_ARG("value", 0, &cr_u8, NULL, 0, 0), {0}};
static const cr_field secret_fields[] = {
    CR_ARG("open", 0, &cr_u8, NULL, 0, 0), CR_ARG("hidden", 1, &cr_u8, NULL, 2, 0), {0}};
static const cr_told events[] = {
    {"result", result_fields}, {"secret", secret_fields}, {"private", secret_fields}};
static const cr_row chart[] = {{CR_CHART_START, 0, LAB_Q_PICK, 1, ""},
                               {LAB_Q_PICK, LAB_PICK, CR_CHART_STAYS, 1, "one still open"},
                               {LAB_Q_PICK, LAB_PICK, CR_CHART_OVER, 1, "last"}};
static const cr_rule rules[] = {{0}, {"LAB-1", "Only even numbers.", "", CR_BY_CASE}};
static const cr_code_row codes[] = {
    {"ODD", "odd"}, {"FINISHED", "finished"}, {"NOT_YOU", "somebody else"}};
static const cr_option options[] = {
    {"script", 0, 0, LAB_CHAIN, script_words, NULL, "what is played"},
    {"time", 0, 100, 60000, NULL, "none", "time per question"},
    {"colour", 0, 0, 2, colours, NULL, "a word"},
};
static const cr_field zones[] = {
    CR_FIELD(lab_state, script, &cr_word, script_words, 0, 0),
    CR_FIELD_AS("budget", lab_state, time_ms, &cr_u32, NULL, 0, 0),
    CR_FIELD(lab_state, sum, &cr_u8, NULL, 0, 0),
    CR_FIELD(lab_state, who, &cr_u8, NULL, 0, 0),
    CR_FIELD(lab_state, hits, &cr_u8, NULL, 0, 0),
    CR_FIELD(lab_state, secret, &cr_u8, NULL, 0, CR_PER_SEAT),
    {0},
};
static const cr_field view_fields[] = {
    CR_FIELD(lab_view, script, &cr_word, script_words, 0, 0),
    CR_FIELD_AS("budget", lab_view, time_ms, &cr_u32, NULL, 0, 0),
    CR_FIELD(lab_view, sum, &cr_u8, NULL, 0, 0),
    CR_FIELD(lab_view, who, &cr_u8, NULL, 0, 0),
    CR_FIELD(lab_view, hits, &cr_u8, NULL, 0, 0),
    CR_FIELD(lab_view, secret, &cr_u8, NULL, 0, 0),
    {0},
};

static cr_err init(cr_state *k, const cr_setup *setup)
{
    lab_state *s = (lab_state *)k;

    if (setup->option[LAB_OPTION_COLOUR] == 2)
        return CR_ERR_BAD_OPTION; /* blue goes with nothing */
    s->script = (uint8_t)setup->option[LAB_OPTION_SCRIPT];
    s->time_ms = (uint32_t)setup->option[LAB_OPTION_TIME];
    for (unsigned seat = 0; seat < 3; seat++)
        s->secret[seat] = (uint8_t)(10 + seat);
    cr_push(k, LAB_E_MAIN, 0);
    return CR_ERR_OK;
}

static void step_main(lab_state *s, cr_frame *top, cr_sink *sink)
{
    cr_state *k = &s->k;

    switch (s->script) {
    case LAB_SEALED:
        if (cr_ask(k, LAB_Q_PICK, 7, CR_ALL, 0, s->time_ms))
            return;
        for (unsigned seat = 0; seat < 3; seat++)
            s->sum = (uint8_t)(s->sum + k->sealed[seat].arg[0]);
        CR_TELL(sink, LAB_EV_RESULT, CR_HOST, s->sum);
        break;
    case LAB_QUEUE:
        if (cr_ask(k, LAB_Q_ACT, 7, CR_TURN, 1, s->time_ms))
            return;
        s->who = (uint8_t)(k->said.kind == LAB_ACT ? 1 + k->said.seat : 0);
        break;
    case LAB_ANY:
        if (cr_ask(k, LAB_Q_ACT, CR_BIT(0) | CR_BIT(CR_HOST) | CR_BIT(CR_ADMIN), CR_ANY, 0,
                   s->time_ms))
            return;
        s->who = (uint8_t)(1 + k->said.seat);
        break;
    case LAB_NEST:
        if (top->step) {
            cr_pop(k);
            return;
        }
        top->step = 1;
        cr_push(k, LAB_E_STRIKE, 0);
        return;
    case LAB_DEFAULT:
        if (cr_ask(k, LAB_Q_PICK, 1, CR_ANY, 0, s->time_ms))
            return;
        s->sum = k->said.arg[0];
        break;
    case LAB_DEEP:
        cr_push(k, LAB_E_MAIN, 0);
        return;
    case LAB_NOBODY:
        cr_ask(k, LAB_Q_PICK, 0, CR_ALL, 0, 0);
        return;
    case LAB_HOST_SEAL:
        cr_ask(k, LAB_Q_PICK, CR_BIT(CR_HOST), CR_ALL, 0, 0);
        return;
    case LAB_TWO_ASKS:
        if (cr_ask(k, top->step ? LAB_Q_OTHER : LAB_Q_PICK, 1, CR_ANY, 0, 0)) {
            top->step = 1;
            return;
        }
        break;
    case LAB_ENDLESS:
        return;
    case LAB_AGAIN:
        if (cr_ask(k, LAB_Q_ACT, 1, CR_ANY, 0, top->step ? top->arg[1] * 100u : s->time_ms))
            return;
        top->arg[1] = (uint8_t)(cr_time_left(k) / 100);
        if (++top->step < 3)
            return;
        break;
    case LAB_CHAIN:
        if (cr_ask(k, LAB_Q_ACT, CR_BIT(top->step), CR_ANY, top->step, s->time_ms))
            return;
        if (++top->step < 3)
            return;
        break;
    }
    cr_pop(k);
}

/* STRIKE may be blocked by 1, BLOCK countered by 0, COUNTER countered by 1 (an act pops what it counters). */
static void step_nest(lab_state *s, cr_frame *top)
{
    cr_state *k = &s->k;
    uint8_t depth = k->depth, other = (uint8_t)(top->kind % 2 ? 1 : 0);

    if (!top->step) {
        if (cr_ask(k, LAB_Q_BLOCK, CR_BIT(other), CR_ANY, other, s->time_ms))
            return;
        top->step = 1;
        if (k->said.kind == LAB_ACT && top->kind < LAB_E_COUNTER) {
            cr_push(k, (uint8_t)(top->kind + 1), other);
            return;
        }
        if (k->said.kind == LAB_ACT) { /* the counter is countered: it is popped without effect */
            cr_pop(k);
            return;
        }
    }
    /* Nothing lies above: it works. A strike hits; anything else cancels what is beneath it. */
    if (top->kind == LAB_E_STRIKE) {
        s->hits++;
        cr_pop(k);
    } else {
        cr_unwind(k, (uint8_t)(depth - 2));
    }
}

static void step(cr_state *k, cr_frame *top, cr_sink *sink)
{
    if (top->kind == LAB_E_MAIN)
        step_main((lab_state *)k, top, sink);
    else
        step_nest((lab_state *)k, top);
}

static bool fits(uint8_t question, uint8_t kind)
{
    return question == LAB_Q_PICK ? kind == LAB_PICK || kind == LAB_SET
                                  : kind != LAB_PICK && kind != LAB_SET;
}

static cr_refusal check(const cr_state *k, const cr_move *move)
{
    if (!fits(k->q.kind, move->kind))
        return CR_REFUSE(LAB_CODE_NOT_YOU, 1, 0);
    if (move->kind == LAB_PICK && move->arg[0] % 2)
        return CR_REFUSE(LAB_CODE_ODD, 1, 1);
    if (move->kind == LAB_SET)
        return CR_REFUSE(LAB_CODE_ODD, 1, 2);
    return CR_ACCEPT;
}

static cr_refusal refuse(const cr_state *k, const cr_move *move, cr_refusal kernel)
{
    (void)k, (void)move;
    if (kernel.code == CR_CODE_OVER)
        return CR_REFUSE(LAB_CODE_OVER, 1, 0);
    /* ANSWERED keeps the kernel's word; a NOT_ASKED that returns "accepted" must not pass. */
    return kernel.code == CR_CODE_NOT_ASKED ? CR_ACCEPT : kernel;
}

static void space(const cr_state *k, uint8_t seat, cr_space *out)
{
    (void)seat;
    if (k->q.kind == LAB_Q_PICK) {
        cr_box_one(cr_box_add(out, LAB_PICK), 0, 0x3FF);
        return;
    }
    cr_box_add(out, LAB_PASS);
    cr_box_add(out, LAB_ACT)->is_exact = 1;
    cr_box_add(out, LAB_STOP);
}

static cr_move idle(const cr_state *k, uint8_t seat)
{
    const lab_state *s = (const lab_state *)k;

    if (k->q.kind == LAB_Q_PICK)
        return (cr_move){.kind = LAB_PICK,
                         .arg = {s->script == LAB_DEFAULT ? 7 : (uint8_t)(2 * seat), 1}};
    return (cr_move){.kind = LAB_PASS};
}

static void sealed(const cr_state *k, const cr_move *move, cr_sink *sink)
{
    (void)k;
    if (move->arg[0] == 8)
        CR_TELL_PART(sink, LAB_EV_SECRET, move->seat, CR_BIT(move->seat), 1, 8, move->arg[0], 99);
    if (move->arg[0] == 6)
        CR_TELL_PRIVATE(sink, LAB_EV_PRIVATE, move->seat, CR_BIT(move->seat), 1, 2, 3);
}

static void observe(const cr_state *k, uint8_t viewer, cr_view *out)
{
    const lab_state *s = (const lab_state *)k;
    lab_view *v = (lab_view *)out;

    v->time_ms = s->time_ms;
    v->script = s->script;
    v->sum = s->sum;
    v->who = s->who;
    v->hits = s->hits;
    v->secret = viewer < 3 ? s->secret[viewer] : 0;
}

static void imagine(const cr_view *in, cr_rng *rng, cr_state *out)
{
    const lab_view *v = (const lab_view *)in;
    lab_state *s = (lab_state *)out;

    s->time_ms = v->time_ms;
    s->script = v->script;
    s->sum = v->sum;
    s->who = v->who;
    s->hits = v->hits;
    for (unsigned seat = 0; seat < 3; seat++)
        s->secret[seat] = seat == in->viewer ? v->secret : (uint8_t)(10 + cr_rng_below(rng, 20));
}

static void score(const cr_state *k, int32_t out[CR_SEATS_MAX])
{
    out[0] = ((const lab_state *)k)->hits;
}

static const char *broken(const cr_state *k)
{
    return ((const lab_state *)k)->sum > 200 ? "LAB: the sum is at most 200" : NULL;
}

const cr_game lab = {
    .name = "lab",
    .about = "Small scripts for tests.",
    .rules_version = 3,
    .seats_min = 3,
    .seats_max = 4,
    .state_size = sizeof(lab_state),
    .view_size = sizeof(lab_view),
    CR_TABLES,
    CR_CALLS,
    .refuse = refuse,
    .sealed = sealed,
};

void lab_start(lab_state *s, enum lab_script script, uint32_t time_ms, cr_sink *sink)
{
    cr_setup setup;
    cr_err err;

    cr_setup_init(&lab, &setup);
    cr_setup_pin(&setup, 1);
    setup.start_ms = 1000;
    setup.option[LAB_OPTION_SCRIPT] = (int32_t)script;
    setup.option[LAB_OPTION_TIME] = (int32_t)time_ms;
    err = cr_start(&lab, &s->k, &setup, sink);
    (void)err; /* scripts with a fault are looked at by cr_fault */
}

cr_refusal lab_play(lab_state *s, uint8_t seat, const char *text, uint64_t at_ms)
{
    cr_move move;
    cr_refusal why = cr_move_parse(&lab, &s->k, seat, text, &move);

    return why.code ? why : cr_play(&lab, &s->k, &move, at_ms, NULL);
}
