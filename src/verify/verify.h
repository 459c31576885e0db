/* Verification: is every rule of a game proven, and does the game keep what every game must keep? The report is
 * made from the code, the cases and play; nothing in it is written by hand. docs/verification.md tells how to
 * read one.
 *
 *  1. Nothing here reads files: the caller hands in texts, which live as long as the verification.
 *  2. The parts can be left out; what was not done is not claimed. cr_verify_judge comes last and may come again.
 *  3. The same texts, setup and numbers give the same result, on any number of threads, times aside.
 *
 *     cr_verify_init(&v, game);
 *     cr_verify_cases(&v, path, text, len);          once per case file
 *     cr_verify_proofs(&v, path, text);              what tests of host and page proved
 *     cr_verify_worlds(&v, path, text, progress);    small worlds, searched to the end
 *     cr_verify_laws(&v, &plan);                     random play
 *     cr_verify_depth(&v, &plan);                    fewer matches, every probe, many worlds
 *     cr_verify_judge(&v);                           v.problems, v.rules
 *     cr_verify_write_markdown(out, &v);
 *     cr_verify_release(&v);
 *
 * desk.c looks at one state, told.c at what moves tell from there, depth.c plays, worlds.c searches, heard.c compares the ways there, verify.c adds up, write_*.c print. */
#ifndef CR_VERIFY_H
#define CR_VERIFY_H

#include "cases/cases.h"
#include "laws/laws.h"

/* What stands behind a rule, the best first. */
#define CR_STANDING_MAP(X)                                                              \
    X(PROVEN, "proven", "a case or test proves it, and passes")                         \
    X(ELSEWHERE, "proof elsewhere", "tests of host or page prove it; no results given") \
    X(INFORMATIVE, "informative", "says what words mean or what is left out")           \
    X(EXERCISED, "exercised only", "random play runs it, but no case proves it")        \
    X(UNPROVEN, "no proof", "nothing proves it and nothing runs it")                    \
    X(FAILING, "failing", "a case or test that proves it fails")

typedef enum {
#define CR_STANDING_ENUM(id, word, text) CR_STANDING_##id,
    CR_STANDING_MAP(CR_STANDING_ENUM)
#undef CR_STANDING_ENUM
        CR_STANDINGS_END
} cr_standing;

const char *cr_standing_word(cr_standing standing);
const char *cr_standing_text(cr_standing standing);
bool cr_standing_is_gap(cr_standing standing);

/* What a case did. */
typedef struct {
    const char *path;
    char *name, *message; /* message: "" or why it failed */
    unsigned line, failed_line;
    bool is_passed;  /* it is as it should be */
    bool is_gap;     /* since it fails as it is expected to: it proves nothing */
    uint16_t *rules; /* that it proves */
    size_t n_rules;
    uint8_t *ran; /* by rule: did code that cites it run? */
} cr_verify_case;

/* A line of a result file: a test of host or page proved a rule, or failed to. */
typedef struct {
    uint16_t rule;
    bool is_passed;
    char name[128];
} cr_verify_proof;

/* The i-th place that cites the rule, code that runs by it first; or NULL. */
const cr_place *cr_place_at(const cr_game *game, const char *rule, size_t i);

/* What desk, depth and worlds have looked at. */
typedef struct {
    uint64_t matches, moves, states; /* states that were looked at in depth */
    uint64_t offered, probes;        /* offered moves tried; all moves tried */
    uint64_t pairs;                  /* worlds that look alike to a viewer, compared */
    uint64_t told;                   /* moves played in both, whose events were compared */
} cr_verify_counts;

/* A check that did not hold. */
typedef struct {
    char check[20]; /* "secret", "offered", …: see docs/verification.md */
    char what[640]; /* what was seen */
    char where[96]; /* which match or world */
    char one[400],
        other[400];      /* "", or what was told in one world and in the other, where they part */
    char position[6000]; /* the state */
    cr_laws_world
        worlds[2]; /* of a check on two worlds: both, before the moves that tell them apart */
} cr_verify_fault;

/* A small world: a reduced start, searched over all moves of all seats until nothing is new. */
typedef struct {
    char name[64];
    cr_setup setup;
    char *position; /* or NULL: a deal */
    unsigned line;  /* of the word `world`, and of the position's first line */
    unsigned position_line;
    uint64_t states_max;
    uint32_t depth_max;
    bool has_no_controls; /* interrupts and the like are tried but not followed */
    /* what was found */
    uint64_t states, moves,
        ends;         /* different states, moves between them, states in which it is over */
    uint32_t depth;   /* moves to the state farthest away */
    bool is_searched; /* it has started; nothing above is known of one that has not */
    bool is_cut;      /* a limit was met: not everything was seen */
    double seconds;
} cr_verify_world;

typedef struct {
    cr_standing standing;
    size_t n_cases, n_passed, n_proofs, n_places;
    uint64_t cited, refused; /* in random play */
    bool is_run_by_case;     /* code that cites it ran in a case that proves it */
} cr_verify_rule;

typedef struct {
    char kind[16]; /* "case", "file", "rule", "law", "chart", or the check of a fault */
    char what[800];
} cr_verify_problem;

/* Writes the whole message by which a host tells a viewer of these events, which are redacted, and of the state behind
 * them. Returns its length. */
typedef size_t cr_verify_message(const cr_game *game, const cr_state *state, uint8_t viewer,
                                 const cr_event *events, size_t n, char *buf, size_t cap);

enum { CR_LINES_MAX = 8 };

/* Frames as they leave a host's connections. A message tells a viewer of a state, and of the events that led there from the
 * one before: redacted; NULL: where it stands, as who comes is told. */
typedef struct cr_verify_line cr_verify_line;
struct cr_verify_line {
    unsigned kinds; /* of clients, who want to be told other things; at most CR_LINES_MAX */
    cr_verify_line *(*open)(const cr_game *game, unsigned kind); /* NULL: no memory */
    size_t (*frame)(cr_verify_line *line, const cr_state *before, const cr_state *state,
                    uint8_t viewer, const cr_event *events, size_t n); /* its length */
    unsigned (*raised)(
        cr_verify_line *line); /* how many were longer than was known since the last call */
    void (*close)(cr_verify_line *line);
};

/* What was seen of frames. */
typedef struct {
    uint64_t pairs;  /* of worlds that look alike to somebody, and what everybody gets in both */
    uint64_t worlds; /* of which these pairs are made */
    uint64_t frames; /* that were built */
    uint64_t raised; /* that were longer than was known */
    double seconds;
} cr_verify_frames_seen;

typedef struct {
    const cr_game *game;
    cr_verify_message *message; /* or NULL: what a host would send is not compared */
    cr_verify_frames_seen frames;
    cr_verify_case *cases;
    cr_verify_proof *proofs;
    cr_verify_world *worlds;
    cr_verify_problem *problems;
    cr_verify_rule *rules; /* by number */
    uint64_t *chart;       /* by row: passed in cases, random play, depth and worlds */
    size_t n_cases, n_proofs, n_worlds, n_problems, n_unread;
    bool has_proofs, has_laws, has_depth, is_stopped;
    cr_laws_report *laws;
    cr_verify_counts depth, search; /* by random play in depth; in small worlds */
    cr_verify_fault fault[4]; /* of depth, worlds, cases and frames; check is "" if all held */
    char unread[4][400];      /* files that do not parse: the first few */
    cr_case_report report;    /* for cr_cases_run */
    uint64_t *cited;
    const char *seed; /* for the report, as it can be given again; may be NULL */
    const char *command;
    double laws_seconds, depth_seconds, seconds;
} cr_verify;

/* Told now and then how much is done; returns false to end early. */
typedef struct {
    bool (*show)(void *context, uint64_t done);
    void *context;
    double (*clock)(void); /* seconds of a clock that only runs forwards */
} cr_verify_progress;

CR_MUST_USE cr_err cr_verify_init(cr_verify *v, const cr_game *game);
void cr_verify_release(cr_verify *v);

/* Is one game made of another? Then the rules of that one come first and have the same numbers in both, the code that
 * runs by them is the same, and what proves them there proves them here. */
bool cr_verify_is_part(const cr_game *part, const cr_game *whole);

/* Runs a case file of the game, or of a part of it, with the counting copy of its game, or with `copy` if that is not
 * NULL. The chart is compared with the game's own cases. */
void cr_verify_cases(cr_verify *v, const cr_game *copy, const char *path, const char *text,
                     size_t len);

/* Reads lines "RULE-ID pass|fail test-name"; # starts a comment. Lines about other games are left alone. */
void cr_verify_proofs(cr_verify *v, const char *path, const char *text);

/* Plays a series of the laws; the plan's game is used as it is. */
CR_MUST_USE cr_err cr_verify_laws(cr_verify *v, const cr_laws_plan *plan);

/* The laws about secrets and offers in depth, in plan->matches matches of their own. */
CR_MUST_USE cr_err cr_verify_depth(cr_verify *v, const cr_laws_plan *plan,
                                   const cr_verify_progress *progress);

/* Compares frames: at least so many pairs of worlds, in matches of their own. `line` makes the lines that are used, one a
 * thread. A seat or spectator cannot tell the two apart; what everybody gets of a move, or by coming in, must then be as
 * many frames of the same length in both. */
CR_MUST_USE cr_err cr_verify_frames(cr_verify *v, const cr_laws_plan *plan, uint64_t pairs,
                                    const cr_verify_line *line, const cr_verify_progress *progress);

/* Reads a file of small worlds and searches them. Files that do not parse are noted as problems. `game` is
 * v->game or a copy of it. */
CR_MUST_USE cr_err cr_verify_worlds(cr_verify *v, const cr_game *game, const char *path,
                                    const char *text, const cr_verify_progress *progress);

/* Adds up: the standing of every rule, and all problems. */
CR_MUST_USE cr_err cr_verify_judge(cr_verify *v);

/* What a move did, as a row of the chart names it; a default counts as the move it stands for. */
typedef struct {
    uint8_t from, kind, to;
} cr_passage;

/* False if the move is no passage: a pause, or its end. */
bool cr_passage_of(const cr_game *game, const cr_state *before, const cr_move *move,
                   const cr_state *after, cr_passage *out);
const char *cr_passage_to(const cr_game *game, const cr_passage *passage);

/* Number of rules with this standing. */
size_t cr_verify_count(const cr_verify *v, cr_standing standing);

/* Is this case about this rule? */
bool cr_verify_proves(const cr_verify_case *test, uint16_t rule);

/* The report, `with` being a cr_verify that was judged. Plain text is the summary and what is wrong. */
void cr_verify_write_text(cr_text *out, const void *with);
void cr_verify_write_json(cr_text *out, const void *with);
void cr_verify_write_markdown(cr_text *out, const void *with);
void cr_verify_write_html(cr_text *out, const void *with);

#endif
