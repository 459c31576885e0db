/* The limits that tests make small: CMake compiles this file with CR_TINY=1 for the preset tiny, and no other. */
#include "base/base.h"

#ifdef CR_TINY
const uint32_t cr_sample_tries = 1, cr_scan_max = 4096;
#else
const uint32_t cr_sample_tries = 64, cr_scan_max = 1 << 20;
#endif
