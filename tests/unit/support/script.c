#include "support/script.h"

#include "kernel/rng.h"

#include <stdio.h>

/* To add a table, add a row. */
const script_table script_tables[] = {
    {"duel", "pp", "parries=1 target=2 time=5000"},
    {"duel", "pb", "parries=0 target=2 time=3000"},
    {"duel", "po", "parries=1 target=1 time=2500"},
    {"duel", "pp", "parries=0 target=3"},
    {"classic-battle", "pb", "length=1"},
    {"classic-battle", "pb",
     "length=2 chooser=alternate statTimer=4000 delayMin=1500 delayMax=2000 cooldown=4000"},
    {"classic-battle", "pb", "matches=0 statTimer=none autoContinue=off"},
    {"classic-battle", "pb",
     "matches=0 chooser=alternate startCountdown=0 cooldown=0 reveal=0 statTimer=4000 "
     "delayMin=1500 "
     "delayMax=2000"},
    {"classic-battle", "pp", "length=1 statTimer=5000 opponent=person"},
    {"liap-tui", "ppbo", ""},
    {"imposter-kings", "ppb", ""},
};

/* How often each step comes, out of the sum. */
static const uint8_t weights[STEP_KINDS] = {
    [STEP_COME] = 14,  [STEP_BACK] = 6,  [STEP_FORGE] = 1, [STEP_GO] = 9,      [STEP_MOVE] = 26,
    [STEP_AGAIN] = 3,  [STEP_WRONG] = 4, [STEP_CHECK] = 5, [STEP_PAUSE] = 7,   [STEP_RESUME] = 5,
    [STEP_HEARD] = 4,  [STEP_JOIN] = 3,  [STEP_FILL] = 1,  [STEP_LEAVE] = 1,   [STEP_DUE] = 12,
    [STEP_BEFORE] = 4, [STEP_WAIT] = 10, [STEP_JUMP] = 4,  [STEP_RESTART] = 3, [STEP_FAULT] = 4,
    [STEP_MEND] = 3};

void script_make(script *s, uint64_t number)
{
    static const uint32_t times[] = {1,    199,  200,   201,   400,   1000,
                                     1500, 3000, 10000, 30000, 60000, 600000};
    uint32_t sum = 0;
    cr_setup setup;
    cr_rng rng;

    cr_setup_init(cr_game_find("duel"), &setup);
    cr_setup_pin(&setup, number);
    cr_rng_init(&rng, setup.seed, 1);
    for (unsigned i = 0; i < STEP_KINDS; i++)
        sum += weights[i];
    *s = (script){.number = number,
                  .table = (uint8_t)cr_rng_below(&rng, CR_COUNT_OF(script_tables))};
    s->n_others = cr_rng_below(&rng, 4) ? 0 : (uint8_t)cr_rng_below(&rng, SCRIPT_OTHERS + 1);
    s->pace = cr_rng_below(&rng, 3) ? CR_PACE_USUAL : CR_PACE_CALM;
    s->n = 6 + cr_rng_below(&rng, SCRIPT_STEPS - 5);
    for (unsigned i = 0; i < s->n; i++) {
        step *t = &s->steps[i];
        uint32_t drawn = cr_rng_below(&rng, sum);

        while (drawn >= weights[t->kind])
            drawn -= weights[t->kind++];
        t->peer = (uint8_t)cr_rng_below(&rng, MODEL_PEERS);
        t->what = (uint8_t)cr_rng_below(&rng, 64);
        t->disk = cr_rng_below(&rng, 4) != 0;
        t->ms = times[cr_rng_below(&rng, CR_COUNT_OF(times))];
    }
}

void script_print_step(const step *t)
{
    const char *seat = "";

    printf("    ");
    switch ((step_kind)t->kind) {
    case STEP_COME:
    case STEP_BACK:
        printf("connection %u comes to place %u%s", t->peer, t->what,
               t->kind == STEP_BACK ? " with the number of an update" : "");
        break;
    case STEP_FORGE:
        printf("somebody comes to place %u with byte %u of its token changed", t->what,
               (unsigned)(t->ms % CR_TOKEN));
        break;
    case STEP_GO:
        printf("connection %u goes", t->peer);
        break;
    case STEP_MOVE:
        printf("connection %u plays its offer %u", t->peer, t->what);
        break;
    case STEP_AGAIN:
        printf("connection %u sends its last move again", t->peer);
        break;
    case STEP_WRONG:
        printf("connection %u sends a wrong move (%u)", t->peer, t->what);
        break;
    case STEP_CHECK:
        printf("connection %u asks about its offer %u", t->peer, t->what);
        break;
    case STEP_PAUSE:
    case STEP_RESUME:
        seat = t->what % 4 < 2 ? "by a reason of its own" : "by agreement";
        printf("connection %u wants %s, %s (%u)", t->peer,
               t->kind == STEP_PAUSE ? "a pause" : "to go on", seat, t->what % 4);
        break;
    case STEP_HEARD:
        printf("connection %u gives a sign of life", t->peer);
        break;
    case STEP_JOIN:
        printf("somebody joins");
        break;
    case STEP_FILL:
        printf("open seats are filled with bots");
        break;
    case STEP_LEAVE:
        printf("connection %u gives its seat up", t->peer);
        break;
    case STEP_DUE:
    case STEP_BEFORE:
        printf("time passes until %s is due",
               t->kind == STEP_DUE ? "something" : "just before something");
        break;
    case STEP_WAIT:
    case STEP_JUMP:
        printf("%u ms pass%s", t->ms, t->kind == STEP_JUMP ? " without a call" : "");
        break;
    case STEP_RESTART:
        printf("the program ends and begins again after %u ms%s%s", t->ms,
               t->what & 1 ? ", the last entries on disk" : "",
               t->what % 8 == 3 ? ", the store cannot name the match" : "");
        break;
    case STEP_FAULT:
        printf("the store will %s after %u calls",
               t->what % 4 == 0   ? "be full"
               : t->what % 4 == 1 ? "lose an entry"
               : t->what % 4 == 2 ? "lose every entry"
                                  : "fail to read",
               t->what / 4 % 3);
        break;
    case STEP_MEND:
        printf("the store is well");
        break;
    case STEP_KINDS:
        break;
    }
    printf("%s\n", t->disk ? "" : "; the disk does not work yet");
}
