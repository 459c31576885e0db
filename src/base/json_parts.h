/* JSON in: one text read strictly (RFC 8259) into a flat list of its parts. No tree and no memory of its own:
 * everything is in cr_json_parts, which its user keeps while looking at a part. For short messages, many a second.
 *
 *  1. part[0] is the whole. Behind a list or an object come its members in order, each with all that is in it; `next`
 *     of a part is the place behind it. A member of an object is two parts: its name, a text, and its value.
 *  2. Texts are unescaped UTF-8 without a zero byte, and end with one.
 *  3. No two names of an object are the same. */
#ifndef CR_JSON_PARTS_H
#define CR_JSON_PARTS_H

#include "base/base.h"

enum {
    CR_JSON_BYTES = 4096, /* longest text that is read */
    CR_JSON_PARTS = 128,  /* most parts */
    CR_JSON_DEPTH = 8     /* lists and objects in each other */
};

typedef enum {
    CR_JSON_NULL,
    CR_JSON_BOOL,
    CR_JSON_INT,
    CR_JSON_REAL, /* any other number; its value is not kept */
    CR_JSON_TEXT,
    CR_JSON_LIST,
    CR_JSON_OBJECT
} cr_json_kind;

typedef struct {
    uint8_t kind;
    bool is_true;  /* of CR_JSON_BOOL */
    uint16_t next; /* place of the part behind this one */
    uint32_t n;    /* bytes of a text, members of a list or an object */
    union {
        int64_t number;
        const char *text;
    };
} cr_json_part;

typedef struct {
    uint32_t n, text_len;
    cr_json_part part[CR_JSON_PARTS];
    char text[CR_JSON_BYTES];
} cr_json_parts;

/* Fails with CR_ERR_BAD_TEXT if this is not JSON, or too deep; with CR_ERR_FULL if it is too long. */
CR_MUST_USE cr_err cr_json_read(cr_json_parts *out, const char *bytes, size_t len);

/* The first member of a list or object, and the one behind a member: of an object, name and value in turn. The end
 * is reached after `n` members (2n parts of an object). */
static inline const cr_json_part *cr_json_first(const cr_json_part *of)
{
    return of + 1;
}

static inline const cr_json_part *cr_json_next(const cr_json_parts *all, const cr_json_part *part)
{
    return &all->part[part->next];
}

/* The value of this name of `len` bytes in an object, NULL if there is none. */
const cr_json_part *cr_json_find(const cr_json_parts *all, const cr_json_part *object,
                                 const char *name, size_t len);

#endif
