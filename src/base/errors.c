/* Names and sentences of errors, from the one list in croupier.h. */
#include "base/base.h"

const char *cr_err_name(cr_err err)
{
    switch (err) {
#define NAME(name, text) \
    case CR_ERR_##name:  \
        return #name;
        CR_ERR_MAP(NAME)
#undef NAME
    }
    return "?";
}

const char *cr_err_text(cr_err err)
{
    switch (err) {
#define TEXT(name, text) \
    case CR_ERR_##name:  \
        return text;
        CR_ERR_MAP(TEXT)
#undef TEXT
    }
    return "unknown error";
}
