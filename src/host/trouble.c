#include "host/trouble.h"

static const struct {
    const char *name, *text, *title, *because;
    unsigned status;
} troubles[] = {
#define ROW(name, status, text, title, because) {#name, text, title, because, status},
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

const char *cr_trouble_title(cr_trouble trouble)
{
    return troubles[trouble].title;
}

const char *cr_trouble_because(cr_trouble trouble)
{
    return troubles[trouble].because;
}

unsigned cr_trouble_status(cr_trouble trouble)
{
    return troubles[trouble].status;
}
