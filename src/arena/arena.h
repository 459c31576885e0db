/* The arena: many matches between bots, what they show, and how it is told.
 *
 *     one match                ai/arena.h, on the left of this layer
 *     many of them             series.h: a plan, all cores, sums that do not depend on which thread played what
 *     who plays                bots of the table, or any program that speaks over pipes (exec_bot.h, docs/bots.md)
 *     what is counted          stats.h: wins, lengths, intervals; rating.h: strength from results of pairs
 *     what is told             report.h: text, JSON, CSV and a picture (plot.c)
 *     all against all          league.h: pairs in turns, a file to go on from, ratings
 *
 * The same plan and the same seed give the same sums on every machine. The commands are `sim`, `league` and `bench`. */
#ifndef CR_ARENA_H
#define CR_ARENA_H

#include "arena/league.h"
#include "arena/report.h"

#endif
