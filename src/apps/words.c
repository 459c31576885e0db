/* croupier words: what people read. Plays a game at random, makes every sentence a table could show, for every seat, and
 * prints each of them once; or checks them: nothing for programs or rule books in them, short enough, and the same in a
 * world made up from what the reader may know. */
#include "apps/command.h"
#include "cli/teach.h"
#include "base/hash.h"
#include "kernel/feed.h"
#include "kernel/rng.h"
#include "kernel/say.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>

typedef enum { TITLE, BECAUSE, QUESTION, MOVE, PART, EVENT, OPTION, LESSON, HOW, KINDS } text_kind;
static const char *const kind_words[KINDS] = {"title", "because", "question", "move", "part",
                                              "event", "option",  "lesson",   "how"};
/* Words of a text at most; names of several words count as they are. 0: no limit. */
static const unsigned words_max[KINDS] = {9, 24, 30, 0, 8, 0, 0, 60, 0};
/* Words of a sentence in the tables, a place counting as one. */
enum { TITLE_WORDS = 6, BECAUSE_WORDS = 20 };

/* What no text for people holds. */
static const struct {
    const char *pattern, *why;
    bool is_any_case;
    const char *but; /* a game whose texts may hold it; NULL: none */
} forbidden[] = {
    {"[A-Z]{2,}_|_[A-Z]{2,}|[a-z]_[a-z]", "a code word", false},
    {"[`*]", "markup", false},
    {"[A-Za-z]=[A-Za-z0-9]", "name=value", false},
    {"(^|[^A-Za-z])[A-Z]{2}([^A-Za-z]|$)", "a two-letter code", false},
    {"(^|[^a-z])seat [0-9]", "the number of a seat", true},
    {"(^|[^a-z])sector [0-9]", "the number of a sector", true, "dune"}, /* on the rim of its map */
    {"(^|[^a-z])(phase|kind of action|question asks|submitted|accepted|legal|effect|engine|target|"
     "parameter|default)([^a-z]|$)",
     "a word of the rule book", true},
    {"[]<>|[]|[{][^0-7]|[^}0-7][}]", "a bracket of the tables", false},
    {"  |^ | $| [.,;?]|[^0-9] :", "a blank too many", false},
    {CR_SAY_MISSING, "a place that has nothing", false},
};

enum { SEEN_MAX = 1 << 16, FAULTS_SHOWN = 40, EVENTS_MAX = 512, LISTED = 64 };

typedef struct {
    const cr_game *game;
    cr_state *state, *guess;
    cr_view *view;
    cr_feed feed;
    cr_rng rng;
    regex_t regex[CR_COUNT_OF(forbidden)];
    uint64_t seen[SEEN_MAX];
    size_t n_seen, n_faults;
    bool is_check;
} speaker;

/* ---- one text ---- */

static unsigned count_words(const char *text)
{
    unsigned n = 0;

    for (bool is_in = false; *text; text++) {
        bool is_word = !isspace((unsigned char)*text);

        n += is_word && !is_in;
        is_in = is_word;
    }
    return n;
}

static void blame(speaker *s, const char *where, const char *text, const char *why)
{
    if (s->n_faults++ < FAULTS_SHOWN)
        printf("%s: %s: %s: %s\n", s->game->name, where, why, text);
}

static bool is_in_rule(const cr_game *game, const char *text)
{
    if (count_words(text) < 6)
        return false;
    for (unsigned i = 1; i < game->n_rules; i++)
        if (strstr(game->rules[i].text, text))
            return true;
    return false;
}

static void check_text(speaker *s, text_kind kind, const char *where, const char *text)
{
    size_t len = strlen(text);

    for (size_t i = 0; i < CR_COUNT_OF(forbidden); i++)
        if (!(forbidden[i].but && !strcmp(forbidden[i].but, s->game->name)) &&
            !regexec(&s->regex[i], text, 0, NULL, 0))
            blame(s, where, text, forbidden[i].why);
    if (words_max[kind] && count_words(text) > words_max[kind])
        blame(s, where, text, "too long");
    if (len && kind <= QUESTION && !strchr(".?!", text[len - 1]))
        blame(s, where, text, "no full stop");
    if (!len && kind != EVENT)
        blame(s, where, text, "nothing to read");
    if (is_in_rule(s->game, text))
        blame(s, where, text, "a rule in place of words for players");
}

/* Prints or checks a text, once. */
static void take(speaker *s, text_kind kind, const char *where, const char *text)
{
    uint64_t hash = cr_hash(text, strlen(text)) + kind, at = hash % SEEN_MAX;

    hash |= 1;
    while (s->seen[at] && s->seen[at] != hash)
        at = (at + 1) % SEEN_MAX;
    if (s->seen[at] || s->n_seen > SEEN_MAX / 2)
        return;
    s->seen[at] = hash;
    s->n_seen++;
    if (s->is_check)
        check_text(s, kind, where, text);
    else if (*text)
        printf("%-9s %-22s %s\n", kind_words[kind], where, text);
}

/* ---- tables ---- */

/* The words of a sentence: a place, whatever it holds, is one of them; of two forms the longer counts. */
static unsigned words_of_sentence(const char *sentence)
{
    unsigned n = 0, longest = 0, depth = 0;

    for (bool is_in = false; *sentence; sentence++) {
        if (*sentence == '{')
            depth++;
        else if (*sentence == '}' && depth)
            depth--;
        if (strchr("<>|", *sentence)) { /* another form begins: counted apart */
            longest = n > longest ? n : longest;
            n = is_in = 0;
            continue;
        }
        if (*sentence == ':' && !depth)
            n = is_in = 0;
        if (!isspace((unsigned char)*sentence) && !is_in)
            n++;
        is_in = !isspace((unsigned char)*sentence) || depth;
    }
    return n > longest ? n : longest;
}

static void check_code(speaker *s, const cr_code_row *row)
{
    if (!row->title || !*row->title || !row->because || !*row->because) {
        blame(s, row->name, row->text, "a refusal without words for players");
        return;
    }
    if (words_of_sentence(row->title) > TITLE_WORDS)
        blame(s, row->name, row->title, "a title of more than six words");
    if (words_of_sentence(row->because) > BECAUSE_WORDS)
        blame(s, row->name, row->because, "a reason of more than twenty words");
}

/* Members that the server writes beside the fields of an event. */
static bool is_told_beside(const char *name)
{
    return !strcmp(name, "says") || !strcmp(name, "weight") || !strcmp(name, "because") ||
           !strcmp(name, "rule");
}

static void check_tables(speaker *s)
{
    const cr_game *game = s->game;

    if (!game->title)
        blame(s, "game", game->name, "no title");
    for (uint16_t code = 1; cr_kernel_code(code); code++)
        check_code(s, cr_kernel_code(code));
    for (unsigned i = 0; i < game->n_codes; i++)
        check_code(s, &game->codes[i]);
    for (unsigned i = 0; i < game->n_questions; i++)
        if (!game->questions[i].mine || !game->questions[i].theirs || !game->questions[i].first)
            blame(s, game->questions[i].word, "", "a question without words for players");
    for (unsigned i = 0; i < game->n_events; i++) {
        if (!game->events[i].says)
            blame(s, game->events[i].word, "", "an event without words for players");
        for (const cr_field *f = game->events[i].fields; f && f->name; f++)
            if (is_told_beside(f->name))
                blame(s, game->events[i].word, f->name, "a field named as the words beside it are");
    }
    for (unsigned i = 0; i < game->n_kinds; i++)
        if (game->kinds[i].word && !game->kinds[i].does)
            blame(s, game->kinds[i].word, "", "a move without words for players");
    for (unsigned i = 0; i < game->n_options; i++)
        if (!game->options[i].title || (!game->options[i].says && !game->options[i].labels))
            blame(s, game->options[i].name, "", "an option without words for players");
}

static void say_option(speaker *s, const cr_option *o, int32_t value)
{
    char line[CR_SAY_MAX];
    cr_text text = cr_text_on(line, sizeof line);

    cr_say_option(&text, s->game, o, value);
    take(s, OPTION, o->name, line);
    text = cr_text_on(line, sizeof line);
    cr_say_label(&text, o, value);
    if (o->labels)
        take(s, OPTION, o->name, line);
}

/* What the author has written for people who are new to the game. */
static void say_teaching(speaker *s)
{
    const teaching *t = teach_of(s->game);

    for (const char *const *text = t ? t->lesson_texts : NULL; text && *text; text++)
        take(s, LESSON, "learn.text", *text);
    for (const char *const *text = t ? t->how_texts : NULL; text && *text; text++)
        take(s, HOW, "how.text", *text);
}

static void say_tables(speaker *s)
{
    const cr_game *game = s->game;
    char line[CR_SAY_MAX];

    say_teaching(s);

    for (unsigned i = 0; i < game->n_options; i++) {
        const cr_option *o = &game->options[i];

        take(s, OPTION, o->name, o->title ? o->title : "");
        say_option(s, o, o->normal);
        if (o->none)
            say_option(s, o, 0);
        for (int32_t value = o->lo; value <= o->hi && (o->words || value <= o->lo + 1); value++)
            say_option(s, o, value);
    }
    for (uint8_t kind = 0; kind < game->n_kinds; kind++)
        for (unsigned f = 0; game->kinds[kind].fields && game->kinds[kind].fields[f].name; f++) {
            cr_text text = cr_text_on(line, sizeof line);

            cr_say_part(&text, game, kind, f);
            take(s, PART, game->kinds[kind].word, line);
        }
}

/* ---- one position ---- */

static void say_question(speaker *s, const cr_state *state, uint8_t reader, char line[CR_SAY_MAX])
{
    cr_text text = cr_text_on(line, CR_SAY_MAX);

    cr_say_question(&text, s->game, state, reader);
}

static void say_refusal(speaker *s, const cr_state *state, const cr_move *move, cr_refusal refusal,
                        char title[CR_SAY_MAX], char because[CR_SAY_MAX])
{
    cr_text text = cr_text_on(title, CR_SAY_MAX);

    cr_say_title(&text, s->game, state, move, refusal, "jump");
    text = cr_text_on(because, CR_SAY_MAX);
    cr_say_because(&text, s->game, state, move, refusal, "jump");
}

/* A world that fits what the reader knows. In it the words must be the same as in the true one. */
static const cr_state *look_alike(speaker *s, uint8_t reader)
{
    cr_see(s->game, s->state, reader, s->view);
    cr_guess(s->game, s->view, &s->rng, s->guess);
    return s->guess;
}

static void compare(speaker *s, const char *where, const char *told, const char *otherwise)
{
    if (strcmp(told, otherwise))
        blame(s, where, told, "tells more than the reader may know");
}

static void say_asked(speaker *s, uint8_t reader)
{
    const char *where = cr_question_word(s->game, s->state->q.kind);
    char line[CR_SAY_MAX], other[CR_SAY_MAX];
    cr_move moves[LISTED];
    size_t n;

    if (!s->state->q.open)
        return;
    say_question(s, s->state, reader, line);
    take(s, QUESTION, where, line);
    if (s->is_check) {
        say_question(s, look_alike(s, reader), reader, other);
        compare(s, where, line, other);
    }
    if (reader >= CR_SEATS_MAX || !(cr_deciders(s->state) >> reader & 1))
        return;
    n = cr_offers_list(s->game, s->state, reader, moves, LISTED, NULL);
    for (size_t i = 0; i < n; i++) {
        cr_text text = cr_text_on(line, sizeof line);

        cr_say_move(&text, s->game, s->state, reader, &moves[i]);
        take(s, MOVE, cr_kind_word(s->game, moves[i].kind), line);
    }
}

/* A move that may well be refused: any kind, any values; or one that is possible with one part changed. */
static cr_move any_move(speaker *s, uint8_t seat)
{
    const cr_game *game = s->game;
    cr_move move = {0};
    unsigned at;

    if (!cr_rng_below(&s->rng, 2) || !cr_sample(game, s->state, seat, &s->rng, &move)) {
        move = (cr_move){.kind = (uint8_t)cr_rng_below(&s->rng, game->n_kinds)};
        for (unsigned i = 0; i < CR_ARGS; i++)
            if (cr_rng_below(&s->rng, 2))
                move.arg[i] =
                    (uint8_t)cr_rng_below(&s->rng, game->kinds[move.kind].max[i] + UINT32_C(1));
    } else {
        at = cr_rng_below(&s->rng, CR_ARGS);
        move.arg[at] = (uint8_t)cr_rng_below(&s->rng, game->kinds[move.kind].max[at] + UINT32_C(1));
    }
    move.seat = seat;
    move.ticket = s->state->q.ticket;
    return move;
}

static void say_instead(speaker *s, const cr_move *move, cr_refusal refusal)
{
    cr_move moves[CR_INSTEAD_MAX];
    uint8_t part[CR_INSTEAD_MAX];
    size_t n = cr_instead(s->game, s->state, move, refusal, moves, part);

    for (size_t i = 0; i < n; i++) {
        char line[CR_SAY_MAX];
        cr_text text = cr_text_on(line, sizeof line);

        moves[i].ticket = s->state->q.ticket;
        if (cr_judge(s->game, s->state, &moves[i], s->state->now_ms).code)
            blame(s, "instead", cr_kind_word(s->game, moves[i].kind), "is not possible");
        if (!part[i])
            continue;
        cr_say_value(&text, s->game, s->state, move->seat, &moves[i], part[i] - 1u);
        take(s, MOVE, "instead", line);
    }
}

static void say_refusals(speaker *s, uint8_t seat)
{
    for (unsigned i = 0; i < 6; i++) {
        cr_move move = any_move(s, seat);
        char title[CR_SAY_MAX], because[CR_SAY_MAX], other[2][CR_SAY_MAX];
        cr_refusal refusal = cr_judge(s->game, s->state, &move, s->state->now_ms);
        const char *name = cr_code_name(s->game, refusal.code);

        if (!refusal.code)
            continue;
        say_refusal(s, s->state, &move, refusal, title, because);
        take(s, TITLE, name, title);
        take(s, BECAUSE, name, because);
        say_instead(s, &move, refusal);
        if (s->is_check) {
            say_refusal(s, look_alike(s, seat), &move, refusal, other[0], other[1]);
            compare(s, name, title, other[0]);
            compare(s, name, because, other[1]);
        }
    }
}

static void say_events(speaker *s, uint8_t reader)
{
    cr_event seen[2]; /* and the one before */
    unsigned n = 0;

    for (size_t i = 0; i < s->feed.n; i++) {
        char line[CR_SAY_MAX];
        cr_text text = cr_text_on(line, sizeof line);

        if (!cr_redact(&s->feed.events[i], reader, &seen[n % 2]))
            continue;
        cr_say_event(&text, s->game, s->state, reader, &seen[n % 2], n ? &seen[1 - n % 2] : NULL);
        take(s, EVENT, cr_event_word(s->game, seen[n % 2].kind), line);
        n++;
    }
}

static void say_all(speaker *s)
{
    for (uint8_t seat = 0; seat < s->state->n_seats; seat++) {
        say_events(s, seat);
        say_asked(s, seat);
        say_refusals(s, seat);
    }
    say_events(s, CR_SPECTATOR);
    say_asked(s, CR_SPECTATOR);
}

/* ---- matches ---- */

enum { MOVES_MAX = 4000 };

/* The next move: of a seat that may answer, the default now and then, or the host's where nobody else is asked. */
static void play_one(speaker *s)
{
    uint16_t seats = cr_deciders(s->state);
    uint8_t seat = (uint8_t)cr_bits_nth(seats, cr_rng_below(&s->rng, cr_bits_count(seats)));
    cr_move move;

    s->feed.n = 0;
    if (!cr_rng_below(&s->rng, 16) || !cr_sample(s->game, s->state, seat, &s->rng, &move))
        move = cr_idle_move(s->state, cr_idle_seat(s->state));
    cr_play(s->game, s->state, &move, s->state->now_ms, &s->feed.sink);
}

static int play(speaker *s, cr_setup *setup, uint64_t n)
{
    uint8_t series[32];

    memcpy(series, setup->seed, sizeof series);
    for (uint64_t i = 0; i < n; i++) {
        cr_seed_derive(series, i, setup->seed);
        cr_rng_init(&s->rng, setup->seed, 77);
        s->feed.n = 0;
        if (cr_start(s->game, s->state, setup, &s->feed.sink))
            return cli_error("cannot start a match with these options");
        say_all(s);
        for (unsigned move = 0; !s->state->is_over && move < MOVES_MAX; move++) {
            play_one(s);
            say_all(s);
        }
    }
    return CLI_DONE;
}

static int speak(speaker *s, cr_setup *setup, uint64_t n)
{
    cr_event *events;
    int status = CLI_MISUSE;

    for (size_t i = 0; i < CR_COUNT_OF(forbidden); i++)
        if (regcomp(&s->regex[i], forbidden[i].pattern,
                    REG_EXTENDED | REG_NOSUB | (forbidden[i].is_any_case ? REG_ICASE : 0)))
            return cli_error("bad pattern '%s'", forbidden[i].pattern);
    events = malloc(EVENTS_MAX * sizeof *events);
    s->state = malloc(s->game->state_size);
    s->guess = malloc(s->game->state_size);
    s->view = malloc(s->game->view_size);
    if (s->state && s->guess && s->view && events) {
        cr_feed_init(&s->feed, events, EVENTS_MAX);
        if (s->is_check)
            check_tables(s);
        say_tables(s);
        status = play(s, setup, n);
    }
    for (size_t i = 0; i < CR_COUNT_OF(forbidden); i++)
        regfree(&s->regex[i]);
    free(events);
    free(s->state);
    free(s->guess);
    free(s->view);
    return status;
}

int cmd_words(int argc, char **argv)
{
    const char *seed = "1";
    uint64_t n = 20;
    cli_list given = {0};
    bool is_check = false;
    const cli_option options[] = {
        CLI_NUMBER('n', "matches", "N", &n, 0, 1000000, "matches played at random (normally 20)"),
        CLI_TEXT('s', "seed", "SEED", &seed, "a number or 64 hex digits (normally 1)"),
        CLI_FLAG('c', "check", &is_check, "print only what is wrong with them"),
        CLI_OPTION_ROW(&given),
        {0},
    };
    const cli_usage usage = {"words GAME",
                             "Prints what people read in a game, each text once: titles and "
                             "reasons of refusals, questions, "
                             "moves, events, options, its lesson and how it is played. {0}, {1} "
                             "and so on stand for players.",
                             "croupier words duel\ncroupier words dune-battle --check -n 200\n",
                             options,
                             1,
                             1};
    int status = cli_parse(&usage, &argc, argv);
    static speaker s;
    cr_setup setup;

    if (status != CLI_GO)
        return status;
    s.game = cli_game(argv[0]);
    if (!s.game || !cli_setup(s.game, &given, seed, &setup))
        return CLI_MISUSE;
    s.is_check = is_check;
    status = speak(&s, &setup, n);
    if (status == CLI_DONE && is_check)
        printf("%s: %zu texts, %zu faults\n", s.game->name, s.n_seen, s.n_faults);
    return status == CLI_DONE && s.n_faults ? CLI_FAILED : status;
}
