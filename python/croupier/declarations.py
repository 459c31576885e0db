"""Made by scripts/gen-python from the public headers."""

VERSION = "0.2.0"

DECLARATIONS = """\
enum { CR_SEATS_MAX = 8, CR_SPECTATOR = 13, CR_HOST = 14, CR_ADMIN = 15 };
enum {
    CR_ARGS = 10,        
    CR_DEPTH = 8,        
    CR_OPTIONS_MAX = 32, 
    CR_EVENT_DATA = 24   
};
enum { CR_PASS = 0, CR_IDLE = 0xF0, CR_PAUSE = 0xF1, CR_RESUME = 0xF2 };
enum {
CR_ALL, CR_TURN, CR_ANY, CR_OPEN,         CR_FORMS
};
typedef enum {
CR_ERR_OK, CR_ERR_FULL, CR_ERR_NO_GAME, CR_ERR_NO_OPTION, CR_ERR_BAD_OPTION, CR_ERR_BAD_SEATS, CR_ERR_BAD_TEXT, CR_ERR_BAD_POSITION, CR_ERR_NOT_RECORD, CR_ERR_TRUNCATED, CR_ERR_CORRUPT, CR_ERR_FOREIGN_VERSION, CR_ERR_DIFFERS, CR_ERR_REFUSED, CR_ERR_BAD_COMMITMENT, CR_ERR_BUG, CR_ERR_NO_MATCH, CR_ERR_STORE, CR_ERR_MEMORY, CR_ERR_FOREIGN_LAYOUT, CR_ERR_BAD_DEAL, } cr_err;
typedef enum {
CR_CODE_OK, CR_CODE_MALFORMED, CR_CODE_FORBIDDEN, CR_CODE_TOO_LATE, CR_CODE_OVER, CR_CODE_STALE, CR_CODE_LATE, CR_CODE_WRONG_KIND, CR_CODE_NOT_ASKED, CR_CODE_ANSWERED, CR_CODE_NOT_OFFERED, CR_CODE_BROKEN,         CR_CODE_GAME = 16
} cr_code;
typedef struct cr_game cr_game;   
typedef struct cr_state cr_state; 
typedef struct cr_view cr_view;   
typedef struct cr_space cr_space; 
typedef struct {
    uint32_t ticket;
    uint8_t seat, kind, arg[CR_ARGS];
} cr_move;
typedef struct {
    uint16_t code, rule, field, fill;
} cr_refusal;
typedef struct {
    uint8_t kind, seat;
    uint16_t eyes;
    uint8_t n_public, is_private, is_redacted, fill, data[CR_EVENT_DATA];
} cr_event;
typedef struct {
    uint64_t deadline_ms;       
    uint32_t ticket, budget_ms; 
    uint16_t asked, open;       
    uint8_t kind, form, first;
    uint8_t
        late_by; 
} cr_question;
typedef struct {
    uint8_t key[32];
    uint64_t at, stream; 
    uint8_t block[64];   
} cr_rng;
typedef struct {
    uint8_t seed[32];
    uint64_t start_ms;
    uint8_t n_seats, is_pinned; 
    uint8_t is_scripted;        
    uint8_t fill[5];
    int32_t option[CR_OPTIONS_MAX]; 
} cr_setup;
typedef struct cr_sink cr_sink;
struct cr_sink {
    void (*emit)(cr_sink *sink, const cr_event *event);
};
typedef struct cr_log cr_log;
struct cr_log {
    void (*played)(cr_log *log, const cr_move *move, uint64_t at_ms, const cr_state *state);
};
const char *cr_err_name(cr_err err);
const char *cr_err_text(cr_err err);
const char *cr_code_name(const cr_game *game, uint16_t code);
const char *cr_code_text(const cr_game *game, uint16_t code);
const char *cr_form_word(uint8_t form);
const char *cr_form_text(uint8_t form);
const char *cr_rule_id(const cr_game *game, uint16_t rule);
const char *cr_rule_text(const cr_game *game, uint16_t rule);
const char *cr_field_name(const cr_game *game, const cr_move *move, cr_refusal refusal);
size_t cr_game_count(void);
const cr_game *cr_game_at(size_t i);
const cr_game *cr_game_find(const char *name);
const char *cr_game_name(const cr_game *game);
const char *cr_game_about(const cr_game *game);
uint16_t cr_game_rules_version(const cr_game *game);
void cr_game_seats(const cr_game *game, uint8_t *min, uint8_t *max);
size_t cr_state_size(const cr_game *game);
size_t cr_view_size(const cr_game *game);
void cr_setup_init(const cr_game *game, cr_setup *setup);
cr_err cr_setup_option(const cr_game *game, cr_setup *setup, const char *name,
                                          const char *value);
void cr_setup_pin(cr_setup *setup, uint64_t number);
cr_err cr_start(const cr_game *game, cr_state *state, const cr_setup *setup,
                                   cr_sink *sink);
cr_refusal cr_judge(const cr_game *game, const cr_state *state, const cr_move *move,
                           uint64_t at_ms);
cr_refusal cr_play(const cr_game *game, cr_state *state, const cr_move *move, uint64_t at_ms,
                          cr_sink *sink);
void cr_play_checked(const cr_game *game, cr_state *state, const cr_move *move,
                            uint64_t at_ms, cr_sink *sink);
void cr_run_clock(const cr_game *game, cr_state *state, uint64_t now_ms, cr_sink *sink,
                         cr_log *log);
cr_move cr_idle_move(const cr_state *state, uint8_t seat);
cr_move cr_pause_move(const cr_state *state, uint8_t reason);
cr_move cr_resume_move(const cr_state *state, uint8_t reason);
const cr_question *cr_asked_now(const cr_state *state);
uint16_t cr_deciders(const cr_state *state);
uint64_t cr_due(const cr_state *state);
uint64_t cr_now(const cr_state *state);
uint16_t cr_paused(const cr_state *state);
uint8_t cr_seats(const cr_state *state);
bool cr_is_over(const cr_state *state);
const char *cr_fault(const cr_state *state);
void cr_score(const cr_game *game, const cr_state *state, int32_t out[CR_SEATS_MAX]);
uint64_t cr_state_hash(const cr_game *game, const cr_state *state);
size_t cr_offers_list(const cr_game *game, const cr_state *state, uint8_t seat, cr_move *out,
                             size_t cap, bool *is_all);
uint64_t cr_offers_size(const cr_game *game, const cr_state *state, uint8_t seat);
bool cr_sample(const cr_game *game, const cr_state *state, uint8_t seat, cr_rng *rng,
                      cr_move *out);
void cr_see(const cr_game *game, const cr_state *state, uint8_t viewer, cr_view *view);
void cr_see_at(const cr_game *game, const cr_state *state, uint8_t viewer, uint64_t at_ms,
                      cr_view *view);
void cr_guess(const cr_game *game, const cr_view *view, cr_rng *rng, cr_state *out);
bool cr_redact(const cr_event *event, uint8_t viewer, cr_event *out);
size_t cr_move_print(const cr_game *game, const cr_move *move, char *buf, size_t cap);
cr_refusal cr_move_parse(const cr_game *game, const cr_state *state, uint8_t seat,
                                const char *text, cr_move *out);
size_t cr_move_json(const cr_game *game, const cr_move *move, char *buf, size_t cap);
size_t cr_view_print(const cr_game *game, const cr_view *view, char *buf, size_t cap);
cr_err cr_view_parse(const cr_game *game, const char *text, cr_view *out,
                                        unsigned *line);
size_t cr_view_json(const cr_game *game, const cr_view *view, char *buf, size_t cap);
size_t cr_event_print(const cr_game *game, const cr_event *event, char *buf, size_t cap);
size_t cr_event_json(const cr_game *game, const cr_event *event, char *buf, size_t cap);
size_t cr_position_print(const cr_game *game, const cr_state *state, char *buf, size_t cap);
cr_err cr_position_parse(const cr_game *game, const cr_setup *setup,
                                            const char *text, cr_state *out, cr_sink *sink,
                                            unsigned *line, char *why, size_t why_cap);
void cr_rng_init(cr_rng *rng, const uint8_t key[32], uint64_t stream);
uint32_t cr_rng_below(cr_rng *rng, uint32_t n);
uint64_t cr_rng_u64(cr_rng *rng);
void cr_rng_bytes(cr_rng *rng, void *out, size_t len);
void cr_rng_seek(cr_rng *rng, uint64_t at);
void cr_seed_derive(const uint8_t series[32], uint64_t i, uint8_t out[32]);
void cr_commit(const uint8_t match_id[16], const uint8_t seed[32], uint8_t out[32]);
bool cr_commit_holds(const uint8_t match_id[16], const uint8_t seed[32],
                            const uint8_t commitment[32]);
enum {
    CR_STARTS_MAX = 10, 
    CR_OPEN_MS =
        10000, 
    CR_DEAL_BYTES_MAX = 8192 
};
typedef struct {
    uint64_t sealed_ms,
        ended_ms; 
    uint16_t sealed, opened; 
    uint8_t is_void, fill[3];
    uint8_t part[32], commitment[32];                          
    uint8_t seal[CR_SEATS_MAX][32], opening[CR_SEATS_MAX][32]; 
    uint64_t seal_ms[CR_SEATS_MAX], open_ms[CR_SEATS_MAX];
} cr_draw;
typedef struct {
    uint32_t n, fill;
    cr_draw draw[CR_STARTS_MAX];
} cr_deal;
typedef enum {
CR_DEAL_HOLDS, CR_DEAL_COMMITMENT, CR_DEAL_SWAPPED, CR_DEAL_CHANGED, CR_DEAL_EARLY, CR_DEAL_LATE, CR_DEAL_MISSING, CR_DEAL_NOT_VOID, CR_DEAL_OUT_AGAIN, CR_DEAL_ORDER, } cr_deal_fault;
const char *cr_deal_fault_name(cr_deal_fault fault);
const char *cr_deal_fault_text(cr_deal_fault fault);
void cr_part_seal(const uint8_t match_id[16], uint8_t seat, const uint8_t part[32],
                         uint8_t out[32]);
void cr_draw_seed(const uint8_t match_id[16], uint32_t number, const cr_draw *draw,
                         uint8_t out[32]);
cr_deal_fault cr_deal_check(const uint8_t match_id[16], const cr_deal *deal,
                                   uint32_t *number, uint8_t *seat);
enum { CR_RECORD_HEAD_MAX = 384, CR_RECORD_ENTRY = 40, CR_GAME_NAME_MAX = 33 };
typedef struct {
    cr_setup setup;
    uint8_t match_id[16], commitment[32];
    uint16_t rules_version;
    uint16_t head_size; 
    uint16_t deal_at;   
    uint8_t fill[2];
} cr_record_head;
typedef struct {
    uint32_t number; 
    uint32_t fill;
    uint64_t at_ms, hash; 
    cr_move move;
} cr_record_entry;
size_t cr_record_head_write(const cr_game *game, const cr_setup *setup,
                                   const uint8_t match_id[16], uint8_t out[CR_RECORD_HEAD_MAX]);
size_t cr_record_head_write_deal(const cr_game *game, const cr_setup *setup,
                                        const uint8_t match_id[16], const cr_deal *deal,
                                        uint8_t *out);
cr_err cr_record_deal(const uint8_t *bytes, size_t len,
                                         const cr_record_head *head, cr_deal *out);
cr_err cr_record_game(const uint8_t *bytes, size_t len,
                                         char name[CR_GAME_NAME_MAX]);
cr_err cr_record_head_read(const cr_game *game, const uint8_t *bytes, size_t len,
                                              cr_record_head *out);
void cr_record_entry_write(const cr_record_entry *entry, uint8_t out[CR_RECORD_ENTRY]);
cr_err cr_record_entry_read(const uint8_t *bytes, size_t len,
                                               cr_record_entry *out);
cr_err cr_replay(const cr_game *game, const uint8_t *bytes, size_t len,
                                    cr_state *state, cr_sink *sink, cr_log *each, uint32_t *at);
size_t cr_game_json(const cr_game *game, char *buf, size_t cap);
size_t cr_bots_json(const cr_game *game, char *buf, size_t cap);
size_t cr_chart_print(const cr_game *game, const char *form, char *buf, size_t cap);
size_t cr_refusal_json(const cr_game *game, const cr_state *state, const cr_move *move,
                              cr_refusal refusal, const char *typed, char *buf, size_t cap);
size_t cr_question_json(const cr_game *game, const cr_state *state, uint8_t viewer,
                               char *buf, size_t cap);
size_t cr_boxes_json(const cr_game *game, const cr_state *state, uint8_t seat, char *buf,
                            size_t cap);
size_t cr_view_draw(const cr_game *game, const cr_view *view, unsigned columns, char *buf,
                           size_t cap);
typedef struct {
    cr_sink sink;
    cr_event *events;
    size_t n, cap;
} cr_tape;
void cr_tape_init(cr_tape *tape, cr_event *events, size_t cap);
size_t cr_game_bytes(void);
const cr_game *cr_module_game(const void *module, void *memory, char *why, size_t why_cap);
size_t cr_bot_bytes(const cr_game *game, const char *name);
bool cr_bot_answer(const cr_game *game, const cr_state *state, uint8_t seat,
                          const char *name, cr_rng *rng, cr_view *view, void *memory, cr_move *out);
enum { CR_ACTIONS_MAX = 1024, CR_PART_VALUES = 256 };
typedef struct {
    uint8_t byte[1 + CR_ARGS], n, fill[4];
} cr_making;
uint32_t cr_actions(const cr_game *game, bool *by_parts);
void cr_making_start(const cr_game *game, const cr_state *state, uint8_t seat, cr_making *m);
uint32_t cr_making_mask(const cr_game *game, const cr_state *state, uint8_t seat,
                               const cr_making *m, uint8_t *mask);
bool cr_making_take(const cr_game *game, const cr_state *state, uint8_t seat, cr_making *m,
                           uint32_t action, cr_move *out);
size_t cr_move_actions(const cr_game *game, const cr_state *state, const cr_move *move,
                              uint32_t out[1 + CR_ARGS]);
enum { CR_ENCODED_HEAD = 8 + 4 * CR_DEPTH + 2 + CR_ARGS };
size_t cr_encoded_size(const cr_game *game);
void cr_encode(const cr_game *game, const cr_view *view, uint8_t *out);
size_t cr_encoded_json(const cr_game *game, char *buf, size_t cap);
typedef struct {
    const cr_game *game;
    cr_setup setup; 
    uint32_t n;     
    uint32_t fill;
    uint8_t *observations;   
    uint8_t *masks;          
    int32_t *players;        
    float *rewards;          
    uint8_t *dones;          
    void *memory;            
    uint64_t moves, matches; 
} cr_batch;
size_t cr_batch_bytes(const cr_game *game, uint32_t n);
cr_err cr_batch_start(cr_batch *b);
uint32_t cr_batch_step(cr_batch *b, const int32_t *actions);
"""
