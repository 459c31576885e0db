/* What a game is, and what the kernel gives to those who write one. Read docs/adding-a-game.md first.
 *
 * A game is one flat state, a stack of effects and a function `step` that advances the top effect. An
 * effect asks a question, gets the answer handed back, and goes on; a reaction is an answer; cancelling is
 * popping. Nothing is pending anywhere else.
 *
 * Invariants of cr_state at rest, that is outside of cr_start, cr_play and cr_run_clock:
 *  1. q.open is not empty, or is_over is set and the stack is empty.
 *  2. said is zero, and sealed[] holds only answers to the open question.
 *  3. The top effect has asked the open question and has changed nothing since.
 *  4. paused is 0, or q.deadline_ms holds the time that is left.
 *  5. now_ms never falls, and a pass that is kept secret leaves it as it is.
 *  6. late holds the seats that had not spoken when an answer closed the last open question (CR_OPEN); q.late_by
 *     is not 0 then and says which question that was. */
#ifndef CR_GAME_H
#define CR_GAME_H

#include "base/base.h"
#include "kernel/fields.h"
#include "kernel/space.h"

typedef struct cr_teller cr_teller; /* a sentence in the making, see say.h */
typedef struct cr_sheet cr_sheet;   /* who sees what, see zones.h */

/* An effect: something that is going on. `step` is where it stands; `note` and the head are public, and so are the first
 * n_public arguments of its kind; the others are hidden until the game's observe shows them. */
typedef struct {
    uint8_t kind, step, seat, note, arg[12];
} cr_frame;

struct cr_state {
    cr_rng rng;
    uint64_t now_ms;
    cr_question q;
    uint16_t paused; /* reasons for pausing, as bits */
    uint8_t depth, answered, n_seats, is_over, fault;
    uint8_t late; /* seats that were too late for the question q.late_by tells */
    cr_frame stack[CR_DEPTH];
    cr_move said;                 /* the answer that closed a TURN, ANY or OPEN question */
    cr_move sealed[CR_SEATS_MAX]; /* the answers to an ALL question */
};
CR_FLAT(cr_state, 112 + 8 + 24 + 8 + 16 * CR_DEPTH + 16 + 16 * CR_SEATS_MAX);

struct cr_view {
    cr_question q;
    uint64_t now_ms;
    uint16_t paused;
    uint8_t depth, viewer, n_seats, is_over, fill[2];
    cr_frame stack[CR_DEPTH]; /* heads only */
    cr_move own;              /* the viewer's own sealed answer */
};
CR_FLAT(cr_view, 24 + 8 + 8 + 16 * CR_DEPTH + 16);

/* ---- tables ---- */

enum cr_kind_flags {
    CR_CONTROL = 1 << 0, /* interrupts and the like: left alone by bots and random play */
    CR_ABOUT_TABLE =
        1 << 1, /* about the table and not the game, such as a rematch: no bot looks ahead there */
};

/* A kind of move. Row 0 is the pass; a game without one leaves its word NULL. */
typedef struct {
    const char *word;
    uint8_t max[CR_ARGS]; /* largest value of each argument byte; 0: not used, must be 0 */
    uint8_t flags, fill[5];
    const cr_field *fields; /* names and types of the arguments; NULL for none */
    const char
        *about;       /* how to write it, where the names do not say it all; NULL: nothing to add */
    const char *does; /* what a person does by it, for a button: "Lay the {card}" */
    const char *const
        *parts; /* how each argument is asked for: "Which leader?"; NULL: by its name */
} cr_kind;

enum cr_question_flags {
    CR_TELLS =
        1 << 0, /* that this is asked, or of whom, tells something hidden; the rules say so */
    CR_SHOWS_PASSES = 1 << 1, /* put as CR_OPEN: everybody learns who has passed, and when */
    CR_RUNS_OUT =
        1
        << 2, /* its end is part of the rules and no missing answer: the game tells of it itself */
};

/* A kind of question: its word for programs, and what people read, in sentences as in say.h: whoever is asked, whoever
 * waits, and whoever answers something else ("First say who plays first."); that somebody has answered unseen, and that
 * somebody has passed (NULL: in the kernel's words). */
typedef struct {
    const char *word;
    uint64_t flags;
    const char *mine, *theirs, *first, *sealed, *passed;
    uint64_t
        kinds; /* the kinds of move that answer it, as bits: the kernel refuses others; 0: the game's check does */
} cr_asked;

/* A default that its seat could not send itself, and the rule that says so. A byte above the largest value of its
 * argument is a mark of the referee's; a default that is legal without its marks needs no row. */
typedef struct {
    uint8_t question, kind, arg[CR_ARGS];
    uint16_t rule;
    uint8_t is_any;        /* whatever the arguments are */
    uint8_t option, value; /* only if this option, counted from 1, has this value; 0: always */
} cr_default;

/* A kind of effect. The last four are for cr_sheet_broken; a game without a sheet needs none of them. */
typedef struct {
    const char *word;
    const char *const *steps; /* names of its steps, or NULL: numbers */
    const cr_field *fields;   /* over arg[]; NULL for none */
    const char *const *notes; /* words for its note, the first for 0, or NULL: numbers */
    uint8_t n_public;         /* so many bytes of arg[] are in every view */
    uint8_t last_step, last_note, fill;
    uint32_t over; /* effects it may lie on, as bits; 0: only at the bottom */
} cr_effect;

/* How much an event is to those who watch: a page shows it the longer the more it weighs. */
enum { CR_QUIET, CR_ACT, CR_TURNS, CR_STOP };

/* What an event says about an end, of the match or of a round: what forced it, the act that decided, what could have
 * stopped it, how it was counted. */
enum { CR_NO_REASON, CR_FORCED, CR_DECIDED, CR_MISSED, CR_COUNTED };

enum cr_event_flags {
    CR_RENEWS =
        1 << 0, /* a new deal, a new round: what was told before is past, views may forget it */
    CR_PASSING =
        1 << 1, /* that it happened is past at once; what it tells must be kept, CR_SPOKEN aside */
    CR_SETS_OUT =
        1 << 2, /* things lie there from the start: their public part is shown, not told */
};

/* A kind of event. */
typedef struct {
    const char *word;
    const cr_field *fields; /* over data[]; NULL for none */
    uint8_t weight, reason;
    uint16_t rule;    /* of a reason: the rule it is by */
    const char *says; /* the line people read, as in say.h; "": not worth one */
    uint64_t flags;   /* cr_event_flags */
} cr_told;

/* A row of the chart: in this question, this move, next question. To add one, write what people see. From
 * CR_CHART_START: the start of the match; to CR_CHART_STAYS: the same question stays open for others. */
enum { CR_CHART_START = 0xFF, CR_CHART_OVER = 0xFE, CR_CHART_STAYS = 0xFD, CR_CHART_MAX = 256 };
typedef struct {
    uint8_t from, kind, to;
    uint16_t rule;
    const char *guard;
    bool runs; /* it can also run by itself, unasked */
} cr_row;

/* What proves a rule. */
typedef enum { CR_BY_CASE, CR_BY_HOST, CR_BY_PAGE, CR_BY_NOBODY } cr_proof;
typedef struct {
    const char *id, *text, *note;
    cr_proof proof; /* CR_BY_NOBODY: informative */
} cr_rule;

/* Where code cites a rule; the build makes the table from the sources (scripts/rule-places). */
typedef struct {
    const char *game, *rule, *path; /* no rule: the end of the table */
    unsigned line;
} cr_place;

/* A refusal code. `text` is for those who read rules; people at a table read `title`, the thing and what is wrong with
 * it in at most six words, and `because`, one sentence with the names and numbers of this position (say.h). */
typedef struct {
    const char *name, *text, *title, *because;
} cr_code_row;
/* A row of that table; without words for players it does not compile. */
#define CR_CODE(name, text, title, because) \
    {                                       \
        name, text, title, because          \
    }

/* An option: a number from lo to hi, or one of `words` (then the value is the word's place). `none` is a
 * word that stands for 0 outside the range. */
typedef struct {
    const char *name;
    int32_t normal, lo, hi;
    const char *const *words; /* NULL ends the list; NULL for a number */
    const char *none, *about;
    const char *title; /* for people: "Time for a question" */
    const char *says;  /* the value in words: "<n:{time} a question|No time limit>", as in say.h */
    const char *const *labels; /* what people read for `words`; NULL: the words themselves */
    bool takes_any;            /* a text that is none of its values counts as the normal one */
} cr_option;

/* What people read for a word of the written forms, such as a card's name. */
typedef struct {
    const char *word, *name;
} cr_name;

/* A word that a terminal takes for a move of the game, with the rest of the line: of two moves the first that would be
 * accepted. A row without a word ends the list. */
typedef struct {
    const char *word, *moves[2];
} cr_shorthand;

/* What a game asks of the room its matches are played in. The rules never see it; the room reads it. */
typedef struct {
    uint16_t own_reasons;   /* reasons for pausing, as bits, that a person may set and take back */
    uint16_t alone_reasons; /* those of them that count only while one person plays against bots */
    uint8_t host_reason;    /* the room's own reason: a restart, a pause all agreed on */
    uint8_t silent_reason;  /* in force while a person's page is silent; one of own_reasons */
    uint8_t keeps_seat;     /* a bot never takes the seat of somebody who is away */
    uint8_t fill;
    uint32_t silent_ms;    /* so long without a sign of life is silence; 0: never */
    uint32_t away_ms;      /* so long gone, the seat sends away_move; 0: never */
    const char *away_move; /* as it is written; refused where the rules have no place for it */
    /* What counts down before people's eyes in this state: how long it takes in all, and how much later than the
     * question it runs out. Returns false if nothing does. NULL: nothing ever; the room tells no seconds. */
    bool (*countdown)(const cr_state *state, uint32_t *duration_ms, uint32_t *behind_ms);
    /* The numbers of match and round that ticks and refusals carry, as the game's events do. NULL: it has none. */
    void (*place)(const cr_state *state, uint32_t *match, uint32_t *round);
    /* What of the text of a move the game passes over, written to `out`: the word under which the room notes that in its
     * log, or NULL if all of it counts. NULL: all always does. */
    const char *(*unread)(cr_span text, cr_text *out);
    cr_refusal
        elsewhere;  /* of a move from an older window of the seat; code 0: trouble ELSEWHERE */
    uint64_t noted; /* kinds of events, as bits, that the room writes to its log as they happen */
    uint64_t test_options; /* options, as bits, that only a host in test mode lets people set */
    uint64_t soft_options; /* options, as bits, that take their normal value if given a bad one */
    const cr_shorthand *shorthand; /* for `croupier session`; NULL: none */
} cr_room_rules;

/* A table of its own in the page, from files beside the module: NAME.js and NAME.css. */
enum cr_page_flags {
    CR_PAGE_SCRIPT = 1 << 0,
    CR_PAGE_STYLE = 1 << 1,
};

/* ---- the game ---- */

/* What a game keeps between two calls of accepts. */
typedef struct {
    uint64_t word[12];
} cr_memo;

struct cr_game {
    const char *name, *title, *about; /* the title is the name for people */
    const char
        *ends; /* how the end is told, as in say.h: {winners}, <draw:…>; NULL: the kernel's words */
    uint16_t rules_version;
    uint8_t seats_min, seats_max;
    uint32_t state_size, view_size; /* multiples of 8 */

    /* Tables. Each count is the number of rows. Rule 0 is no rule. */
    const cr_kind *kinds;
    const cr_asked *questions;
    const cr_effect *effects;
    const cr_told *events;
    const cr_row *chart;
    const cr_rule *rules;
    const cr_code_row *codes; /* from CR_CODE_GAME on */
    const cr_option *options;
    const cr_field *zones; /* of the state, for positions; must name all that is not kernel's */
    const cr_field *view_fields; /* of the view, behind its head */
    const char *const *reasons;  /* for pausing, NULL ends; NULL: numbers */
    const cr_name
        *names; /* of the words in all these forms; a row without a word ends; NULL: none */
    const cr_room_rules *room; /* or NULL: nothing special */
    const cr_default
        *defaults; /* the exceptions; NULL: every default is a move its seat may make */
    uint16_t n_kinds, n_questions, n_effects, n_events, n_chart, n_rules, n_codes, n_options,
        n_defaults;

    /* Of a game that was loaded from a file, set by whoever loads it; zero in a game of the program. */
    uint64_t layout;        /* fingerprint of the state's layout, carried by its records */
    const cr_place *places; /* where its code cites rules */
    uint64_t page;          /* what it brings for the page: cr_page_flags */

    /* What the kernel cites where it speaks for the game: a default without `idle`; WRONG_KIND, NOT_ASKED and ANSWERED
     * without `refuse`; OVER. 0: nothing. */
    uint16_t idle_rule, asked_rule, over_rule;
    bool is_counting;      /* this is the counting copy */
    const cr_sheet *sheet; /* who sees what, for people and for the calls of zones.h; or NULL */

    /* Sets up zones and pushes the first effect; the state is zero but for generator, time and seats. Asks
     * nothing. May refuse options that do not go together. */
    cr_err (*init)(cr_state *state, const cr_setup *setup);

    /* Advances the top effect: ask, push, pop, or change top->step. Never fails. Called until something is
     * asked or the stack is empty, which ends the match. A step either asks first and acts on the answer,
     * or acts and moves on; it asks at most one kind of question. */
    void (*step)(cr_state *state, cr_frame *top, cr_sink *sink);

    /* An asked seat answers: may it, and if not, why? The shape of the move is right, and so is its kind where the
     * question names its `kinds`. */
    cr_refusal (*check)(const cr_state *state, const cr_move *move);

    /* Boxes that hold every move of this asked seat that check accepts. */
    void (*space)(const cr_state *state, uint8_t seat, cr_space *out);

    /* Or NULL: check is asked. Would check accept this move of its space? Called for many moves of one seat in one state: what
     * is the same for all is worked out at the first call and kept in memo, which is zero then. */
    bool (*accepts)(const cr_state *state, const cr_move *move, cr_memo *memo);

    /* Or NULL: 0. A number below 64 that everybody can see and that says how much this seat may have to choose from,
     * such as how many cards it holds. Hosts pad what they offer by it, so that its length tells nothing else. */
    uint8_t (*breadth)(const cr_state *state, uint8_t seat);

    /* Or NULL: the first move of `space` that check accepts, so put the harmless box first. The default answer of an
     * asked seat: a move that check accepts, or one of `defaults`. */
    cr_move (*idle)(const cr_state *state, uint8_t seat);

    /* Or NULL: the kernel's own words, citing asked_rule and over_rule, and a kind that does not answer the question
     * is WRONG_KIND before anything else. Called where the kernel refuses with OVER, NOT_ASKED or ANSWERED: gives the
     * game's own refusal, in the order of its rules. It must refuse. */
    cr_refusal (*refuse)(const cr_state *state, const cr_move *move, cr_refusal kernel);

    /* Or NULL. A seat has sealed an answer: tells what of it is public at once. */
    void (*sealed)(const cr_state *state, const cr_move *move, cr_sink *sink);

    /* Or NULL. The clock stops for this reason, or goes on now that this last one is gone (s->paused tells which): the
     * game's own event for it, in place of the kernel's. */
    void (*pausing)(const cr_state *state, uint8_t reason, cr_sink *sink);

    /* Shows the viewer what it may know. The view is zero but for its head, whose now_ms is the time of looking. */
    void (*observe)(const cr_state *state, uint8_t viewer, cr_view *view);

    /* Fills the zones and effect arguments of a state that fits the view, drawing what the viewer does not
     * know. Question, time, effect heads and the generator are there. */
    void (*imagine)(const cr_view *view, cr_rng *rng, cr_state *out);

    void (*score)(const cr_state *state, int32_t out[CR_SEATS_MAX]);

    /* NULL, or the invariant that does not hold. Also judges positions from outside, so it must find
     * everything that could make step or check go wrong. */
    const char *(*broken)(const cr_state *state);

    /* Or NULL. Reads a form of a move that needs the position, before the table is tried. Returns false if
     * this is not its form; a refusal in *why otherwise counts. */
    bool (*read_move)(const cr_state *state, uint8_t seat, cr_span text, cr_move *out,
                      cr_refusal *why);

    /* Or NULL. The effects and the open question as the rules of the game write them: the line "stack: …" of a
     * printed view, which says nothing new and is skipped when a view is read. */
    void (*print_stack)(cr_text *out, const cr_view *view);

    /* Or NULL. Writes the place {name} of a sentence where it is more than a field: names and numbers of this position,
     * none that the reader may not know. False: no such place. Made only when somebody reads it. */
    bool (*tell)(cr_teller *t, cr_span place);

    /* Or NULL. Writes what a seat that is not the reader's is called, where that is not its player's name, such as its
     * faction; sets t->agrees where that is several. */
    void (*tell_seat)(cr_teller *t, uint8_t seat);

    /* Or NULL. The cards the game comes with and how strong each of them is: a table to read, or JSON. */
    void (*print_roster)(cr_text *out, bool is_json);

    /* ---- for bots that look ahead (ai/search.h); a game can do without all of it ---- */

    /* Or NULL: from the score, by `lead`. What the state promises each seat, 0 to 1, at any question or at the end, where
     * it is 1 for the winner. Allies have the same. */
    void (*worth)(const cr_state *state, float out[CR_SEATS_MAX]);

    /* Or NULL: the match is one. A number that stays the same as long as a natural unit of the match goes on, such as a
     * deal; 0 between two units: what is asked there belongs to the next. */
    uint32_t (*round)(const cr_state *state);

    uint16_t lead;   /* so many points ahead a match is as good as won; 0: only its end tells */
    uint8_t rollout; /* how play goes on where nothing is known yet: CR_ROLLOUT_… */
};

enum { CR_ROLLOUT_RANDOM, CR_ROLLOUT_BASELINE };

/* For the definition of a game: a table and its number of rows (CR_TABLE(kinds) sets .kinds and .n_kinds), and
 * all tables and calls that every game has, under the names they have here. */
#define CR_TABLE(table) .table = table, .n_##table = CR_COUNT_OF(table)
#define CR_TABLES                                                                               \
    CR_TABLE(kinds), CR_TABLE(questions), CR_TABLE(effects), CR_TABLE(events), CR_TABLE(chart), \
        CR_TABLE(rules), CR_TABLE(codes), CR_TABLE(options),                                    \
        .zones = zones, .view_fields = view_fields, .is_counting = CR_IS_COUNTING
#define CR_CALLS                                                                                  \
    .init = init, .step = step, .check = check, .space = space, .idle = idle, .observe = observe, \
    .imagine = imagine, .score = score, .broken = broken

CR_FOR_GAMES

/* ---- citing rules ----
 * The files of a game are compiled twice. In the plain copy CR_CITE costs nothing; in the counting copy it
 * counts, for reports. Code that enforces a rule cites it; a refusal cites by itself. */
#ifdef CR_COUNTING
#define CR_GAME_DEFINE(name) const cr_game cr_game_##name##_counting
#define CR_TWICE(symbol)     symbol##_counting
#define CR_CITE(rule)        cr_cite(rule)
#define CR_IS_COUNTING       true
#else
#define CR_GAME_DEFINE(name) const cr_game cr_game_##name
#define CR_TWICE(symbol)     symbol
#define CR_CITE(rule)        ((void)0)
#define CR_IS_COUNTING       false
#endif

/* Counts a rule, where this thread counts at all. */
void cr_cite(uint16_t rule);

/* ---- for games: effects and questions ---- */

/* Faults a game can commit; cr_fault gives the sentence. */
enum {
    CR_FAULT_NONE,
    CR_FAULT_DEPTH,    /* more than CR_DEPTH effects */
    CR_FAULT_NOBODY,   /* a question to nobody, or a sealed or open one to a pseudo-seat */
    CR_FAULT_TWO_ASKS, /* one step asked two kinds of question */
    CR_FAULT_ENDLESS,  /* too many steps without a question */
    CR_FAULT_GAME      /* the game's own broken() */
};

static inline cr_frame *cr_push(cr_state *s, uint8_t kind, uint8_t seat)
{
    if (CR_UNLIKELY(s->depth == CR_DEPTH)) {
        s->fault = CR_FAULT_DEPTH;
        return &s->stack[CR_DEPTH - 1];
    }
    s->stack[s->depth] = (cr_frame){.kind = kind, .seat = seat};
    return &s->stack[s->depth++];
}

static inline void cr_pop(cr_state *s)
{
    s->stack[--s->depth] = (cr_frame){0};
}

/* Pops until `depth` effects are left. */
static inline void cr_unwind(cr_state *s, uint8_t depth)
{
    while (s->depth > depth)
        cr_pop(s);
}

/* Puts a question, or tells that its answer is there. True: asked, return and come back. False: the answer is in
 * s->said (TURN, ANY, OPEN) or s->sealed[] (ALL) until the next question. Of an OPEN question that passes have closed,
 * said is a pass of `first`, whoever passed last. */
bool cr_ask_now(cr_state *s, uint8_t question, uint16_t seats, uint8_t form, uint8_t first,
                uint32_t budget_ms);

static inline bool cr_ask(cr_state *s, uint8_t question, uint16_t seats, uint8_t form,
                          uint8_t first, uint32_t budget_ms)
{
    if (s->answered && s->q.kind == question) {
        s->answered = 0;
        return false;
    }
    return cr_ask_now(s, question, seats, form, first, budget_ms);
}

/* The same to one seat: the first answer, which is its own, closes it. */
static inline bool cr_ask_one(cr_state *s, uint8_t question, uint8_t seat, uint32_t budget_ms)
{
    return cr_ask(s, question, CR_BIT(seat), CR_ANY, seat, budget_ms);
}

/* Every seat of the match. */
static inline uint16_t cr_everybody(const cr_state *s)
{
    return (uint16_t)((1u << s->n_seats) - 1);
}

/* The next seat of the set behind this one, going round; itself if it is the only one. The set has a player. */
static inline uint8_t cr_next_of(uint16_t seats, uint8_t seat)
{
    unsigned players = seats & 0xFF, behind = players >> (seat + 1) << (seat + 1);

    return (uint8_t)cr_bits_first(behind ? behind : players);
}

/* What is left of the time of the question that was just answered, or is open; 0 if it had no limit. */
uint32_t cr_time_left(const cr_state *s);

static inline cr_refusal cr_no(uint16_t code, uint16_t rule, uint16_t field)
{
    return (cr_refusal){code, rule, field, 0};
}

/* A refusal that cites its rule where rules are counted. */
#define CR_REFUSE(code, rule, field) (CR_CITE(rule), cr_no(code, rule, field))
#define CR_ACCEPT                    cr_no(0, 0, 0)

/* ---- for games: events ---- */

/* Kernel events. */
enum {
    CR_EV_ASKED = 0xF0,
    CR_EV_SEALED,
    CR_EV_PASSED,
    CR_EV_PAUSED,
    CR_EV_RESUMED,
    CR_EV_OVER,
    CR_EV_DEFAULT, /* the referee has answered for a seat; what comes of it follows */
    CR_EV_END
};

/* Bytes of the data of CR_EV_DEFAULT. The answer itself is for the seat. */
enum {
    CR_DEFAULT_QUESTION,
    CR_DEFAULT_TIMEOUT, /* 1: because its time ran out */
    CR_DEFAULT_PUBLIC,
    CR_DEFAULT_KIND = CR_DEFAULT_PUBLIC,
    CR_DEFAULT_ARGS
};

enum { CR_EYES_ALL = 0xFFFF };

void cr_emit(cr_sink *sink, uint8_t kind, uint8_t seat, uint16_t eyes, uint8_t n_public,
             bool is_private, const uint8_t *data, size_t len);

/* Tells everybody. Nothing is built when nobody listens. */
#define CR_TELL(sink, kind, seat, ...)                                               \
    do {                                                                             \
        if (sink) {                                                                  \
            const uint8_t cr_data_[] = {__VA_ARGS__};                                \
            cr_emit(sink, kind, seat, CR_EYES_ALL, sizeof cr_data_, false, cr_data_, \
                    sizeof cr_data_);                                                \
        }                                                                            \
    } while (0)

/* Tells everybody the first n_public bytes and the rest to the seats in `eyes`. */
#define CR_TELL_PART(sink, kind, seat, eyes, n_public, ...)                              \
    do {                                                                                 \
        if (sink) {                                                                      \
            const uint8_t cr_data_[] = {__VA_ARGS__};                                    \
            cr_emit(sink, kind, seat, eyes, n_public, false, cr_data_, sizeof cr_data_); \
        }                                                                                \
    } while (0)

/* Only the seats in `eyes` learn that it happened. */
#define CR_TELL_PRIVATE(sink, kind, seat, eyes, ...)                             \
    do {                                                                         \
        if (sink) {                                                              \
            const uint8_t cr_data_[] = {__VA_ARGS__};                            \
            cr_emit(sink, kind, seat, eyes, 0, true, cr_data_, sizeof cr_data_); \
        }                                                                        \
    } while (0)

/* Tells the seats in `eyes` some pieces, as the first field of the event (cr_names, cr_values); everybody else only that it
 * happened. */
static inline void cr_tell_cards(cr_sink *sink, uint8_t kind, uint8_t seat, uint16_t eyes,
                                 cr_tally cards)
{
    if (sink)
        cr_emit(sink, kind, seat, eyes, eyes == CR_EYES_ALL ? sizeof cards : 0, false,
                (const uint8_t *)&cards, sizeof cards);
}

CR_FOR_GAMES_END

/* ---- for everybody in this tree ---- */

/* Where this thread's counting copies count from now on: an array of the game's n_rules, or NULL. Returns what
 * was in force before. */
uint64_t *cr_cite_into(uint64_t *into);

/* The counting copy of a game, or the game itself if it is one. */
const cr_game *cr_game_counting(const cr_game *game);

/* Does this kind of move answer the question, as far as its table says? */
static inline bool cr_is_answer(const cr_game *game, uint8_t question, uint8_t kind)
{
    uint64_t kinds = game->questions[question].kinds;

    return !kinds || (kind < 64 && kinds >> kind & 1);
}

/* The game's check, behind the kernel's: WRONG_KIND. All who want to know whether a seat may do something ask here. */
static inline cr_refusal cr_check(const cr_game *game, const cr_state *s, const cr_move *move)
{
    if (CR_UNLIKELY(!cr_is_answer(game, s->q.kind, move->kind)))
        return cr_no(CR_CODE_WRONG_KIND, game->asked_rule, 0);
    return game->check(s, move);
}

/* Is a move of the space of this seat accepted? The memo is zero at the first of many calls. */
static inline bool cr_accepts(const cr_game *game, const cr_state *s, const cr_move *move,
                              cr_memo *memo)
{
    return game->accepts ? game->accepts(s, move, memo) : !cr_check(game, s, move).code;
}

/* The default answer of an asked seat, without seat and ticket: the game's, or the first move that is offered. */
cr_move cr_idle_answer(const cr_game *game, const cr_state *state, uint8_t seat);

/* The head of a queue: the next open seat from `first` upwards, pseudo-seats last. Something is open. */
static inline uint8_t cr_head_of(const cr_question *q)
{
    unsigned players = q->open & 0xFF, from = players >> q->first << q->first;

    if (players)
        return (uint8_t)cr_bits_first(from ? from : players);
    return (uint8_t)cr_bits_first(q->open);
}

/* cr_deciders without a call. */
static inline uint16_t cr_deciders_of(const cr_question *q)
{
    return q->form == CR_TURN && q->open ? CR_BIT(cr_head_of(q)) : q->open;
}

/* Is it kept secret who has passed in this question? */
static inline bool cr_hides_passes(const cr_game *game, const cr_question *q)
{
    return CR_UNLIKELY(q->form == CR_OPEN) && q->kind < game->n_questions &&
           !(game->questions[q->kind].flags & CR_SHOWS_PASSES);
}

/* The seats that may answer right now, as far as this viewer may know. */
uint16_t cr_deciders_to(const cr_game *game, const cr_state *state, uint8_t viewer);

/* Boxes of all moves of the seat; none if it is not asked. */
void cr_offers(const cr_game *game, const cr_state *state, uint8_t seat, cr_space *out);

/* The same as moves, as cr_offers_list makes them, for who has the boxes at hand. */
size_t cr_offers_list_of(const cr_game *game, const cr_state *state, uint8_t seat,
                         const cr_space *offers, cr_move *out, size_t cap, bool *is_all);

/* Is this move legal for an asked seat: in a box and accepted by check? */
bool cr_is_offered(const cr_game *game, const cr_state *state, const cr_space *offers,
                   const cr_move *move);

/* The seat whose default is played when nobody answers: in an ANY question the one whose default counts, else
 * the first that may answer. The match is not over. */
uint8_t cr_idle_seat(const cr_state *state);

/* Drops the open question and lets the top effect ask again, at time q was asked. The laws prove that this
 * changes nothing; positions get their question this way. */
void cr_ask_again(const cr_game *game, cr_state *state, cr_sink *sink);

/* The row of the chart that this passage is, or -1. Where the chart has rows that run by themselves a passage
 * may go on through them to a question further on: then it is the row it begins with. */
int cr_chart_find(const cr_game *game, uint8_t from, uint8_t kind, uint8_t to);

/* The same, and the rows it passes: marks seen[i], an array of n_chart, for each row i on the shortest way. */
int cr_chart_trace(const cr_game *game, uint8_t from, uint8_t kind, uint8_t to, uint8_t *seen);

/* The words of the forms in their order, for fields of type cr_word. NULL ends the list. */
extern const char *const cr_form_words[];

/* Table look-ups that never fail: "?" where there is no row. */
const char *cr_kind_word(const cr_game *game, uint8_t kind);
const char *cr_question_word(const cr_game *game, uint8_t question);
const char *cr_effect_word(const cr_game *game, uint8_t effect);
const char *cr_reason_word(const cr_game *game, uint8_t reason);
const char *cr_event_word(const cr_game *game, uint8_t event);

/* Number of the rule with this id, or 0. */
uint16_t cr_rule_find(const cr_game *game, const char *id);

/* The chart for people and programs. Printers like snprintf. */
size_t cr_chart_mermaid(const cr_game *game, char *buf, size_t cap);
size_t cr_chart_dot(const cr_game *game, char *buf, size_t cap);
size_t cr_chart_json(const cr_game *game, char *buf, size_t cap);

/* An option's value as text, and whether a value fits it. */
void cr_option_print(cr_text *out, const cr_option *option, int32_t value);
bool cr_option_fits(const cr_option *option, int32_t value);

/* The first half of cr_start: zones and effects are there, nothing is asked yet. */
cr_err cr_begin(const cr_game *game, cr_state *state, const cr_setup *setup);

/* cr_guess for those who look ahead: what others have sealed, or passed in secret, is not drawn but asked once more, with
 * all seats open that the viewer does not know to have spoken; a pause is over. */
void cr_guess_open(const cr_game *game, const cr_view *view, cr_rng *rng, cr_state *out);

/* A worth from the score, for a game's own `worth`. At the end it is 1 for the best, shared where they are several.
 * Before, it is a half, and up to 0.45 more or less by the lead over the best who is no ally: a lead of `lead` points
 * counts in full, and with 0 none counts. allies[seat] are the seats that share its score; NULL: none. */
void cr_worth_of(const cr_state *state, const int32_t score[CR_SEATS_MAX],
                 const uint16_t allies[CR_SEATS_MAX], int32_t lead, float out[CR_SEATS_MAX]);

/* What the state promises each seat: the game's own `worth`, or from the score. */
void cr_worth(const cr_game *game, const cr_state *state, float out[CR_SEATS_MAX]);

/* Draws a legal move of a seat whether or not it is asked right now. */
bool cr_sample_any(const cr_game *game, const cr_state *state, uint8_t seat, cr_rng *rng,
                   cr_move *out);

#endif
