/* The messages as C structs, made from proto.def, and the two functions that turn them into bytes and back. Bytes in,
 * bytes out: no sockets. */
#ifndef CR_PROTO_H
#define CR_PROTO_H

#include "base/json.h"
#include "base/json_parts.h"
#include "host/trouble.h"

enum { PROTO_MESSAGE_MAX = 2048, PROTO_BODY_MAX = CR_JSON_BYTES };

/* Values of a LOOK. */
enum { PROTO_LOOK_NOT, PROTO_LOOK_WHOLE, PROTO_LOOK_CHANGES };

/* A part of a message that is written by a function. */
typedef struct {
    void (*write)(cr_json *j, const void *with);
    const void *with;
} proto_raw;

/* name, C type, type in TypeScript, in words. The raw ones only ever leave. */
#define PROTO_TYPES(X)                                                                     \
    X(U32, uint32_t, "number", "whole number from 0 to 4294967295")                        \
    X(U64, uint64_t, "number", "whole number from 0")                                      \
    X(I32, int32_t, "number", "whole number")                                              \
    X(BOOL, bool, "boolean", "true or false")                                              \
    X(TEXT, const char *, "string", "text")                                                \
    X(HEX16, const uint8_t *, "string", "32 hex digits")                                   \
    X(HEX32, const uint8_t *, "string", "64 hex digits")                                   \
    X(OBJECT, const cr_json_part *, "Record<string, string | number | boolean>", "object") \
    X(LIST, const cr_json_part *, "string[]", "array of texts")                            \
    X(LOOK, uint8_t, "boolean | \"changes\"", "true, false or `changes`")                  \
    X(OPTIONS, proto_raw, "Record<string, string>", "object")                              \
    X(SEATS, proto_raw, "Seat[]", "array, see Seat")                                       \
    X(EVENTS, proto_raw, "GameEvent[]", "array, see GameEvent")                            \
    X(NEWS, proto_raw, "News[]", "array, see Changes")                                     \
    X(QUESTION, proto_raw, "Question", "object, see Question")                             \
    X(OFFERS, proto_raw, "Offers", "object, see Offers")                                   \
    X(GROUPS, proto_raw, "Group[]", "array, see Changes")                                  \
    X(VIEW, proto_raw, "View", "object, as the game has it")                               \
    X(CHANGES, proto_raw, "Changes", "object, see Changes")                                \
    X(SAYS, proto_raw, "string", "text")                                                   \
    X(SEALS, proto_raw, "(string | null)[]", "array of 64 hex digits or null")             \
    X(INSTEAD, proto_raw, "Possible[]", "array, see Possible")                             \
    X(HINTS, proto_raw, "HintMove[]", "array, see HintMove")                               \
    X(OVER, proto_raw, "Over", "object, see Over")

typedef enum {
#define TYPE(name, c, ts, words) PROTO_##name,
    PROTO_TYPES(TYPE)
#undef TYPE
} proto_type;

#define TYPE(name, c, ts, words) typedef c proto_##name;
PROTO_TYPES(TYPE)
#undef TYPE

/* A struct per message: msg_attach, msg_update, … The bit of an optional field that is there is set in `has`. */
#define CLIENT(name, about) \
    typedef struct {        \
        uint32_t has;
#define SERVER(name, about)                                CLIENT(name, about)
#define BODY(name, about)                                  CLIENT(name, about)
#define FIELD(message, type, name, presence, limit, about) proto_##type name;
#define END(message) \
    }                \
    msg_##message;
#include "wire/proto.def"
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END

/* Bits of `has`: HAS_attach_token and so on. */
#define CLIENT(name, about)                                enum {
#define SERVER(name, about)                                CLIENT(name, about)
#define BODY(name, about)                                  CLIENT(name, about)
#define FIELD(message, type, name, presence, limit, about) AT_##message##_##name,
#define END(message) \
    N_##message      \
    }                \
    ;
#include "wire/proto.def"
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END
#define PROTO_HAS(message, field) (1u << AT_##message##_##field)

typedef enum { PROTO_CLIENT, PROTO_SERVER, PROTO_BODY } proto_direction;

/* Names lie in their rows, filled up with zeros: all of a row's can be copied, which needs no call and no look at its length.
 * A tab is in no such hurry, and loads them. */
enum { PROTO_NAME = 16 };
#if defined(__wasm__)
enum { PROTO_IS_HURRIED = 0 };
typedef const char *proto_name;
#else
enum { PROTO_IS_HURRIED = 1 };
typedef char proto_name[PROTO_NAME];
#endif

typedef struct {
    proto_name name;
    const char *about;
    proto_type type;
    bool is_required;
    uint32_t limit, at; /* at: offset in the struct */
    uint32_t name_len;
} proto_field;

typedef struct {
    proto_name name;
    const char *about;
    proto_direction direction;
    uint32_t name_len, n_fields, size;
    uint32_t required; /* fields, as in `has` */
    const proto_field *fields;
} proto_message;

enum {
#define CLIENT(name, about) MSG_##name,
#define SERVER(name, about) MSG_##name,
#define BODY(name, about)   MSG_##name,
#define FIELD(message, type, name, presence, limit, about)
#define END(message)
#include "wire/proto.def"
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END
    PROTO_N
};

extern const proto_message proto_messages[PROTO_N];

/* A decoded message. Texts, hex numbers and parts point into it. */
typedef struct {
    int kind; /* MSG_… */
    union {
#define CLIENT(name, about) msg_##name name;
#define SERVER(name, about)
#define BODY(name, about) msg_##name name;
#define FIELD(message, type, name, presence, limit, about)
#define END(message)
#include "wire/proto.def"
#undef CLIENT
#undef SERVER
#undef BODY
#undef FIELD
#undef END
    };
    uint8_t hex[4][32];
    unsigned n_hex;
    cr_json_parts parts;
} proto_in;

/* Reads a message of a client. On trouble *field (may be the name of a field, or "") tells where, and *id is the
 * message's id if it has one, 0 otherwise. */
cr_trouble proto_read(const char *bytes, size_t len, proto_in *out, const char **field,
                      uint32_t *id);

/* Reads the body of an HTTP request; an empty one is an empty object. */
cr_trouble proto_read_body(int kind, const char *bytes, size_t len, proto_in *out,
                           const char **field);

/* Bytes as a text of hex digits. */
void proto_write_hex(cr_json *j, const uint8_t *bytes, size_t len);

/* Writes a message of the server as one line, without its end. */
void proto_write(cr_text *out, int kind, const void *message);

/* The tables of docs/protocol.md, and the types for web/src/proto.ts. */
void proto_write_markdown(cr_text *out);
void proto_write_typescript(cr_text *out);

#endif
