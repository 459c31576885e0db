/* The test game court in the program of the tests. */
#include "games/court/court.c"
