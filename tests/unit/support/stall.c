/* The test game stall in the program of the tests. */
#include "games/stall/stall.c"
