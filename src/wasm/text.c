/* The buffer through which texts leave the module. */
#include "wasm/wasm.h"

#include <stdlib.h>
#include <string.h>

static char *buffer;
static size_t buffer_cap;

void *cr_wasm_alloc(size_t len)
{
    return malloc(len ? len : 1);
}

void cr_wasm_free(void *at)
{
    free(at);
}

const char *cr_wasm_text(void)
{
    return buffer ? buffer : "";
}

static bool grow(size_t cap)
{
    char *larger;

    if (cap <= buffer_cap)
        return true;
    larger = realloc(buffer, cap);
    if (!larger)
        return false;
    buffer = larger;
    buffer_cap = cap;
    return true;
}

size_t cr_wasm_write(void (*write)(cr_text *out, const void *with), const void *with)
{
    cr_text text;

    if (!grow(1 << 12))
        return 0;
    text = cr_text_on(buffer, buffer_cap);
    write(&text, with);
    if (text.len >= buffer_cap) {
        if (!grow(2 * text.len))
            return 0;
        text = cr_text_on(buffer, buffer_cap);
        write(&text, with);
    }
    return text.len;
}

size_t cr_wasm_fail(const char *sentence)
{
    size_t len = strlen(sentence);

    if (grow(len + 1))
        memcpy(buffer, sentence, len + 1);
    return 0;
}
