#include "host/trouble.h"

static const struct {
    const char *name, *text;
    unsigned status;
} troubles[] = {
#define ROW(name, status, text) {#name, text, status},
    CR_TROUBLE_MAP(ROW)
#undef ROW
};

const char *cr_trouble_name(cr_trouble trouble)
{
    return troubles[trouble].name;
}

const char *cr_trouble_text(cr_trouble trouble)
{
    return troubles[trouble].text;
}

unsigned cr_trouble_status(cr_trouble trouble)
{
    return troubles[trouble].status;
}
