#include "arena/exec_bot.h"
#include "cli/progress.h"
#include "cli/rulebook.h"
#include "kernel/forms.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PROTOCOL = 1,
    IN_MAX = 1 << 14,  /* bytes of a line from the program: an answer is short */
    OUT_MAX = 1 << 18, /* bytes of a line to it: a view and its moves */
    LISTED_MAX = 512,  /* moves listed whole; of more, DRAWN are drawn */
    DRAWN = 64,
    START_MS = 10000, /* an interpreter has to load */
    CLOSE_MS = 500,
    STARTS_MAX = 4, /* the first start and three more */
    SILENT_MAX = 3, /* questions in a row without an answer: it hangs */
    LINES_MAX = 64, /* lines to one question that do not answer it: a flood */
    REFUSED_MAX = 8 /* answers to one question that are no legal move */
};

static double now_ms(void)
{
    return progress_seconds() * 1e3;
}

/* ---- the process ---- */

static void note(exec_bot *b, const char *why)
{
    snprintf(b->troubles.why, sizeof b->troubles.why, "%s", why);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static bool has_exited(const exec_bot *b)
{
    siginfo_t info = {.si_pid = 0};

    return waitid(P_PID, (id_t)b->pid, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

/* Kills what is left of the program and everything in its group, and takes its status away. */
static int reap(exec_bot *b, int grace_ms)
{
    double until = now_ms() + grace_ms;
    int status = 0;

    close_fd(&b->to);
    while (!has_exited(b) && now_ms() < until)
        poll(NULL, 0, 5);
    /* Its process is not reaped yet, so the group cannot have become somebody else's. */
    kill(-b->pid, SIGKILL);
    while (waitpid(b->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close_fd(&b->from);
    b->pid = 0;
    return status;
}

/* The program is of no more use in this match. */
static void give_up(exec_bot *b, const char *why)
{
    if (!b->pid)
        return;
    if (!progress_is_interrupted()) {
        b->troubles.ended++;
        note(b, why);
    }
    reap(b, 0);
}

/* It has closed its output: say how it ended, if it did. */
static void has_ended(exec_bot *b)
{
    int status;

    b->troubles.ended++;
    status = reap(b, CLOSE_MS);
    if (WIFEXITED(status))
        snprintf(b->troubles.why, sizeof b->troubles.why, "it ended with status %d",
                 WEXITSTATUS(status));
    else if (WTERMSIG(status) == SIGKILL)
        note(b, "it closed its output, or was killed");
    else
        snprintf(b->troubles.why, sizeof b->troubles.why, "it ended with signal %d",
                 WTERMSIG(status));
}

/* In a process group of its own, so that Ctrl-C is ours and killing it reaches all it has started. */
static bool spawn(exec_bot *b, int its_in, int its_out)
{
    char sh[] = "/bin/sh", option[] = "-c", *command = strdup(b->command);
    char *argv[] = {sh, option, command, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t defaults, none;
    int err;

    if (!command)
        return false;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, its_in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, its_out, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&none);
    sigfillset(&defaults);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    err = posix_spawn(&b->pid, sh, &files, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(command);
    if (err)
        b->pid = 0;
    return !err;
}

/* Its input is a socket, because writing to a closed pipe would raise a signal for our whole process. */
static bool connect_to(exec_bot *b)
{
    int input[2] = {-1, -1}, output[2] = {-1, -1};
    bool is_up = !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) &&
                 !pipe2(output, O_CLOEXEC) && spawn(b, input[1], output[1]);

    close_fd(&input[1]);
    close_fd(&output[1]);
    if (!is_up) {
        close_fd(&input[0]);
        close_fd(&output[0]);
        note(b, "it cannot be started");
        return false;
    }
    b->to = input[0];
    b->from = output[0];
    fcntl(b->from, F_SETFL, O_NONBLOCK);
    b->in_len = b->line_len = 0;
    b->silent_in_row = 0;
    return true;
}

/* ---- lines out ---- */

/* Waits until the descriptor is ready or the time is over. Ctrl-C ends the time, and so does the end of the program:
 * something it has started may hold its output open for ever. */
static bool wait_for(const exec_bot *b, int fd, short events, double until)
{
    struct pollfd p = {.fd = fd, .events = events};

    for (;;) {
        bool is_last = has_exited(b) || progress_is_interrupted();
        double left = is_last ? 0 : until - now_ms();
        int ready = poll(&p, 1, left <= 0 ? 0 : left < 100 ? (int)left + 1 : 100);

        if (ready > 0)
            return true;
        if (left <= 0)
            return false;
    }
}

/* Sends one line whole, or gives the program up: half a line would be no line. */
static bool send_line(exec_bot *b, cr_text *line, double until)
{
    const char *at = line->buf;
    size_t left;

    cr_text_char(line, '\n');
    left = line->len;
    if (cr_text_is_full(line)) {
        give_up(b, "a message to it is too large");
        return false;
    }
    while (left) {
        ssize_t n = send(b->to, at, left, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (n >= 0) {
            at += n;
            left -= (size_t)n;
        } else if (errno == EPIPE || errno == ECONNRESET) {
            has_ended(b);
            return false;
        } else if (errno != EINTR && !wait_for(b, b->to, POLLOUT, until)) {
            give_up(b, "it does not read its input");
            return false;
        }
    }
    return true;
}

static cr_json begin_line(exec_bot *b, cr_text *line, const char *type)
{
    cr_json j;

    *line = cr_text_on(b->out, OUT_MAX);
    j = cr_json_on(line);
    cr_json_open(&j, '{');
    cr_json_put_str(&j, "type", type);
    return j;
}

static bool end_line(exec_bot *b, cr_json *j, double until)
{
    cr_json_close(j, '}');
    return send_line(b, j->out, until);
}

static void put_uint(cr_json *j, const char *key, uint64_t n)
{
    cr_json_put_uint(j, key, n);
}

static void put_str(cr_json *j, const char *key, const char *text)
{
    cr_json_put_str(j, key, text);
}

static void put_options(cr_json *j, const cr_game *game, const cr_setup *setup)
{
    cr_json_key(j, "options");
    cr_json_open(j, '{');
    for (unsigned i = 0; i < game->n_options; i++) {
        char value[64];
        cr_text text = cr_text_on(value, sizeof value);

        cr_option_print(&text, &game->options[i], setup->option[i]);
        put_str(j, game->options[i].name, value);
    }
    cr_json_close(j, '}');
}

static bool send_hello(exec_bot *b, double until)
{
    cr_text line;
    cr_json j = begin_line(b, &line, "hello");

    put_uint(&j, "protocol", PROTOCOL);
    put_str(&j, "game", b->game->name);
    put_uint(&j, "rules_version", b->game->rules_version);
    put_uint(&j, "seats", b->setup->n_seats);
    put_options(&j, b->game, b->setup);
    cr_json_key(&j, "syntax");
    cr_json_open(&j, '[');
    for (unsigned kind = 0; kind < b->game->n_kinds; kind++) {
        char syntax[512];
        cr_text text = cr_text_on(syntax, sizeof syntax);

        if (!b->game->kinds[kind].word || (b->game->kinds[kind].flags & CR_CONTROL))
            continue;
        rulebook_move(&text, b->game, kind);
        cr_json_str(&j, syntax);
    }
    cr_json_close(&j, ']');
    put_uint(&j, "limit_ms", b->limit_ms);
    return end_line(b, &j, until);
}

static bool send_match(exec_bot *b, uint64_t seed, double until)
{
    cr_text line;
    cr_json j = begin_line(b, &line, "match");

    put_uint(&j, "match", b->match);
    put_uint(&j, "seat", b->seat);
    put_uint(&j, "seed", seed);
    return end_line(b, &j, until);
}

static bool is_among(const cr_move *moves, size_t n, const cr_move *move)
{
    for (size_t i = 0; i < n; i++)
        if (!memcmp(&moves[i], move, sizeof *move))
            return true;
    return false;
}

/* All moves in their fixed order, or some drawn from a set too large to list. */
static size_t some_moves(const cr_offer *offer, cr_rng *rng, cr_move moves[LISTED_MAX],
                         bool *is_all)
{
    size_t n = cr_offer_list(offer, moves, LISTED_MAX, is_all);

    if (*is_all)
        return n;
    n = 0;
    for (unsigned i = 0; i < DRAWN; i++)
        if (cr_offer_sample(offer, rng, &moves[n]) && !is_among(moves, n, &moves[n]))
            n++;
    return n;
}

static bool send_ask(exec_bot *b, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                     double until)
{
    cr_move moves[LISTED_MAX];
    bool is_all;
    size_t n = some_moves(offer, rng, moves, &is_all);
    cr_text line;
    cr_json j = begin_line(b, &line, "ask");

    put_uint(&j, "id", b->id);
    put_str(&j, "question", cr_question_word(b->game, view->q.kind));
    cr_json_key(&j, "view");
    cr_view_write_json(&j, b->game, view);
    cr_json_put_bool(&j, "all", is_all);
    cr_json_key(&j, "moves");
    cr_json_open(&j, '[');
    for (size_t i = 0; i < n; i++) {
        char text[512];

        if (b->game->kinds[moves[i].kind].flags & CR_CONTROL)
            continue;
        cr_move_print(b->game, &moves[i], text, sizeof text);
        cr_json_str(&j, text);
    }
    cr_json_close(&j, ']');
    return end_line(b, &j, until);
}

static bool send_refused(exec_bot *b, const cr_move *move, cr_refusal refusal, double until)
{
    cr_text line;
    cr_json j = begin_line(b, &line, "refused");

    put_uint(&j, "id", b->id);
    put_str(&j, "code", cr_code_name(b->game, refusal.code));
    put_str(&j, "text", cr_code_text(b->game, refusal.code));
    put_str(&j, "rule", cr_rule_id(b->game, refusal.rule));
    put_str(&j, "field", cr_field_name(b->game, move, refusal));
    return end_line(b, &j, until);
}

/* ---- lines in ---- */

/* The next line of the program, without its end; NULL when there is none in time, or no more (pid is 0 then). */
static const char *next_line(exec_bot *b, double until, size_t *len)
{
    b->in_len -= b->line_len;
    memmove(b->in, b->in + b->line_len, b->in_len);
    b->line_len = 0;
    for (;;) {
        const char *end = memchr(b->in, '\n', b->in_len);
        ssize_t n;

        if (end) {
            *len = (size_t)(end - b->in);
            b->line_len = *len + 1;
            return b->in;
        }
        if (b->in_len == IN_MAX) {
            b->troubles.garbage++;
            give_up(b, "it sent a line without an end");
            return NULL;
        }
        n = read(b->from, b->in + b->in_len, IN_MAX - b->in_len);
        if (n > 0) {
            b->in_len += (size_t)n;
            continue;
        }
        if (!n) {
            has_ended(b);
            return NULL;
        }
        if (errno != EINTR && !wait_for(b, b->from, POLLIN, until)) {
            if (has_exited(b))
                has_ended(b);
            return NULL;
        }
    }
}

typedef enum { SAYS_NOTHING, SAYS_READY, SAYS_MOVE, SAYS_NO_MOVE, SAYS_LATE } said;

/* What a line says; a move as people write it is copied to `move`. */
static said understand(const char *line, size_t len, uint32_t id, char *move, size_t cap)
{
    json_t *root = json_loadb(line, len, JSON_REJECT_DUPLICATES, NULL), *value;
    const char *type = json_string_value(json_object_get(root, "type"));
    said says = SAYS_NOTHING;

    if (type && !strcmp(type, "ready"))
        says = SAYS_READY;
    if (type && !strcmp(type, "move") && json_is_integer(json_object_get(root, "id"))) {
        value = json_object_get(root, "move");
        if (json_is_null(value))
            says = SAYS_NO_MOVE;
        if (json_is_string(value) && json_string_length(value) < cap) {
            snprintf(move, cap, "%s", json_string_value(value));
            says = SAYS_MOVE;
        }
        if (says != SAYS_NOTHING && json_integer_value(json_object_get(root, "id")) != id)
            says = SAYS_LATE;
    }
    json_decref(root);
    return says;
}

/* Counts a line that does not answer; false when there have been too many. */
static bool bears(exec_bot *b, said says, unsigned *n_lines)
{
    if (says != SAYS_LATE) {
        b->troubles.garbage++;
        note(b, "it sent a line that is no answer");
    }
    if (++*n_lines < LINES_MAX)
        return true;
    give_up(b, "it sent too many lines that are no answer");
    return false;
}

static void count_silence(exec_bot *b)
{
    if (!b->pid || progress_is_interrupted())
        return;
    b->troubles.silent++;
    note(b, "it let a question run out");
    if (++b->silent_in_row == SILENT_MAX)
        give_up(b, "it does not answer any more");
}

static bool hear_ready(exec_bot *b, double until)
{
    unsigned n_lines = 0;
    const char *line;
    size_t len;
    char none[1];

    while ((line = next_line(b, until, &len))) {
        said says = understand(line, len, 0, none, sizeof none);

        if (says == SAYS_READY)
            return true;
        if (!bears(b, says, &n_lines))
            return false;
    }
    give_up(b, "it did not say that it is ready");
    return false;
}

/* Waits for a legal move until the time is over. */
static bool hear_move(exec_bot *b, const cr_offer *offer, double until, cr_move *out)
{
    unsigned n_lines = 0, n_refused = 0;
    const char *line;
    size_t len;
    char text[512];

    while ((line = next_line(b, until, &len))) {
        said says = understand(line, len, b->id, text, sizeof text);
        cr_refusal refusal;

        if (says == SAYS_NO_MOVE)
            return false;
        if (says != SAYS_MOVE) {
            if (!bears(b, says, &n_lines))
                return false;
            continue;
        }
        b->silent_in_row = 0;
        *out = (cr_move){0};
        refusal = cr_offer_read(offer, text, out);
        if (!refusal.code)
            return true;
        b->troubles.refused++;
        note(b, "it gave an answer that is no legal move");
        if (++n_refused == REFUSED_MAX || !send_refused(b, out, refusal, until))
            return false;
    }
    count_silence(b);
    return false;
}

static bool choose(const cr_game *game, const cr_view *view, const cr_offer *offer, cr_rng *rng,
                   uint32_t budget_ms, cr_move *out)
{
    exec_bot *b = offer->bot->own;
    double until = now_ms() + b->limit_ms;

    (void)game, (void)budget_ms;
    if (!b->pid)
        return false;
    if (b->is_new && !send_match(b, cr_rng_u64(rng) >> 11, until)) /* 53 bits: exact in any JSON */
        return false;
    b->is_new = false;
    b->id++;
    return send_ask(b, view, offer, rng, until) && hear_move(b, offer, until, out);
}

/* ---- the life of a bot ---- */

bool exec_bot_open(exec_bot *b, const cr_game *game, const cr_setup *setup, const char *command,
                   uint32_t limit_ms)
{
    *b = (exec_bot){.bot = {.name = "exec", .about = command, .own = b, .choose = choose},
                    .game = game,
                    .setup = setup,
                    .command = command,
                    .limit_ms = limit_ms,
                    .to = -1,
                    .from = -1};
    b->in = malloc(IN_MAX);
    b->out = malloc(OUT_MAX);
    return b->in && b->out;
}

void exec_bot_begin(exec_bot *b, uint64_t match, uint8_t seat)
{
    double until = now_ms() + START_MS;

    b->match = match;
    b->seat = seat;
    b->is_new = true;
    if (b->pid || b->troubles.starts == STARTS_MAX)
        return;
    b->troubles.starts++;
    if (connect_to(b) && send_hello(b, until))
        hear_ready(b, until);
}

void exec_bot_end(exec_bot *b, const int32_t score[CR_SEATS_MAX])
{
    cr_text line;
    cr_json j;

    if (!b->pid || b->is_new)
        return;
    j = begin_line(b, &line, "end");
    put_uint(&j, "match", b->match);
    cr_json_key(&j, "score");
    cr_json_open(&j, '[');
    for (unsigned seat = 0; seat < b->setup->n_seats; seat++)
        cr_json_int(&j, score[seat]);
    cr_json_close(&j, ']');
    end_line(b, &j, now_ms() + b->limit_ms);
}

void exec_bot_close(exec_bot *b)
{
    if (b->pid)
        reap(b, CLOSE_MS);
    free(b->in);
    free(b->out);
    b->in = b->out = NULL;
}
