/* Words and fields that several tables of Imposter Kings are made of; for the files that hold these tables. */
#ifndef CR_IMPOSTER_KINGS_FIELDS_H
#define CR_IMPOSTER_KINGS_FIELDS_H

#include "games/imposter-kings/imposter_kings.h"

static const char *const sources[] = {"hand", "antechamber", "successor", NULL};
static const char *const play_sources[] = {"hand", "antechamber", NULL};
static const char *const uses[] = {"-", "ability", NULL};
static const char *const rule_sets[] = {"base", "classic18", "fragments", NULL};
static const char *const selections[] = {"standard", "tournament", NULL};
static const char *const facets[] = {"regular", "leader", "tactician", NULL};
static const char *const orders[] = {"first", "second", NULL};
static const char *const takes[] = {"successor", "squire", "dungeon", NULL};
static const char *const deal_words[] = {"shuffled", "given", NULL};

static const cr_field card_fields[] = {CR_ARG("card", 0, &ik_name_type, NULL, 0, 0), {0}};
static const cr_field select_fields[] = {CR_ARG("cards", 0, &ik_names_type, NULL, 0, 0), {0}};
static const cr_field draft_fields[] = {CR_ARG("order", 0, &cr_word, orders, 0, 0), {0}};
static const cr_field facet_fields[] = {CR_ARG("facet", 0, &cr_word, facets, 0, 0), {0}};

/* What is declared with a play, in the order of the arguments: a refusal's field is 1 + its argument. */
#define PLAY_FIELDS(flag)                                                                \
    CR_ARG("from", IK_ARG_FROM, &cr_word, play_sources, 0, flag),                        \
        CR_ARG("with", IK_ARG_USE, &cr_word, uses, 0, (flag) | CR_SPOKEN),               \
        CR_ARG("at", IK_ARG_POSITION, &cr_count, NULL, 0, (flag) | CR_SPOKEN),           \
        CR_ARG("naming", IK_ARG_NAME, &ik_maybe_name_type, NULL, 0, (flag) | CR_SPOKEN), \
        CR_ARG("saying", IK_ARG_NUMBER, &cr_count, NULL, 0, (flag) | CR_SPOKEN),         \
        CR_ARG("on", IK_ARG_OPPONENT, &cr_maybe_seat, NULL, 0, (flag) | CR_SPOKEN)

#endif
