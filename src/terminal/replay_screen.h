/* Full-screen replay: a recorded match step by step, through any eyes. */
#ifndef CR_APPS_REPLAY_SCREEN_H
#define CR_APPS_REPLAY_SCREEN_H

#include "apps/steps.h"

/* Shows it on a screen that is open until the person leaves. `about`: the file, and what was found wrong with it. */
void replay_on_screen(steps *s, const char *about);

#endif
