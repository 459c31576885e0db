/* The entries of a match's log as bytes: head, seat, commitments to a seed, a void start, the start, a move, a hint. docs/running.md describes them for operators. */
#ifndef CR_ENTRY_H
#define CR_ENTRY_H

#include "host/room.h"

typedef enum {
    CR_ENTRY_HEAD = 'H',
    CR_ENTRY_SEAT = 'S',
    CR_ENTRY_SEALS = 'C',
    CR_ENTRY_VOID = 'V',
    CR_ENTRY_START = 'G',
    CR_ENTRY_MOVE = 'M',
    CR_ENTRY_HINT = 'T'
} cr_entry_kind;

/* One entry, read. Only the members of its kind are set. */
typedef struct {
    cr_entry_kind kind;
    uint64_t at_ms; /* when it was made or begun */
    cr_order order; /* head */
    uint8_t match[CR_MATCH_ID];
    uint8_t seat; /* seat, hint */
    cr_sitter sitter;
    uint32_t id; /* move: the client's */
    cr_record_entry record;
    cr_draw
        draw; /* seals: the server's part and the commitments; void and start: parts that were opened */
} cr_entry;

/* Each writes to `out`, which takes CR_STORE_ENTRY_MAX bytes, and returns the length. */
size_t cr_entry_head(uint8_t *out, const uint8_t match[CR_MATCH_ID], const cr_order *order,
                     uint64_t at_ms);
size_t cr_entry_seat(uint8_t *out, uint8_t seat, const cr_sitter *sitter);
size_t cr_entry_start(uint8_t *out, uint64_t at_ms);
size_t cr_entry_seals(uint8_t *out, const cr_draw *draw);
size_t cr_entry_opened(uint8_t *out, cr_entry_kind kind, const cr_draw *draw);
size_t cr_entry_move(uint8_t *out, uint32_t id, const cr_record_entry *record);
size_t cr_entry_hint(uint8_t *out, uint8_t seat);

/* Reads any of them. Fails with CR_ERR_CORRUPT, or what cr_record_head_read and cr_record_entry_read fail with. */
CR_MUST_USE cr_err cr_entry_read(const uint8_t *bytes, size_t len, cr_entry *out);

#endif
