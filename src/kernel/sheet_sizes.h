/* Reads a sheet four times, so that the members it makes lie from the largest to the smallest: see sheet.h. A row of size S
 * says CR_SIZE_S(member). */
#define CR_SIZE_8(...) __VA_ARGS__
#define CR_SIZE_4(...)
#define CR_SIZE_2(...)
#define CR_SIZE_1(...)
#include CR_SHEET_FILE
#undef CR_SIZE_8
#undef CR_SIZE_4
#define CR_SIZE_8(...)
#define CR_SIZE_4(...) __VA_ARGS__
#include CR_SHEET_FILE
#undef CR_SIZE_4
#undef CR_SIZE_2
#define CR_SIZE_4(...)
#define CR_SIZE_2(...) __VA_ARGS__
#include CR_SHEET_FILE
#undef CR_SIZE_2
#undef CR_SIZE_1
#define CR_SIZE_2(...)
#define CR_SIZE_1(...) __VA_ARGS__
#include CR_SHEET_FILE
#undef CR_SIZE_8
#undef CR_SIZE_4
#undef CR_SIZE_2
#undef CR_SIZE_1
