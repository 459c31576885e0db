/* Classic Battle on a terminal (JK-13.2): round, target and score on top, the two cards with the five numbered stats
 * between them, what happened last, the progress bar. In line mode the same, one thing a line. Texts are those of
 * JK-11.22, keys those of JK-13.3. */
#include "draw/draw.h"
#include "games/classic-battle/roster.h"

#include <stdio.h>

enum { CARD_WIDTH = 25, STATS_AT = 28 };

static const char *const stat_names[CB_STATS][2] = {
#define ROW(name, word, shown) {word, shown},
    CB_STAT_MAP(ROW)
#undef ROW
};

/* Fields of the two sides: the player's first. */
static const char *const cards[2] = {"playerCard", "opponentCard"};
static const char *const stats[2] = {"playerStats", "opponentStats"};

/* Seat 1 looks from the other side; everybody else from the player's. */
static unsigned near_side(const scene *on)
{
    return on->view->viewer == 1;
}

static const char *side_name(const scene *on, unsigned side, char buf[64])
{
    if (!draw_is_player(on))
        return side ? "Opponent" : "Player";
    if (side != near_side(on))
        return "Opponent";
    return draw_name(on, side, buf);
}

static const cb_card *card_of(const scene *on, unsigned side)
{
    static const char *const rosters[CB_ROSTERS] = {"standard", "trial", "eleven", "one",
                                                    "missing"};
    unsigned card = (unsigned)look_number(on, cards[side], 0);

    for (unsigned i = 0; i < CB_ROSTERS; i++)
        if (look_is(on, "roster", 0, rosters[i]) && card && card <= cb_rosters[i].n)
            return &cb_rosters[i].cards[card - 1];
    return NULL;
}

/* ---- texts ---- */

static const char *stat_name(const char *word)
{
    for (unsigned i = 0; i < CB_STATS; i++)
        if (!strcmp(stat_names[i][0], word))
            return stat_names[i][1];
    return word;
}

/* The round that was decided last, in words; empty if there is none. */
static void say_outcome(cr_text *out, const scene *on)
{
    unsigned side = near_side(on);
    char stat[LOOK_MAX], outcome[LOOK_MAX];
    bool is_won;

    if (!*look(on, "outcome", 0, outcome) || !strcmp(outcome, "-"))
        return;
    look(on, "lockedStat", 0, stat);
    if (look_is(on, "lockSource", 0, "auto"))
        cr_text_fmt(out, "Time is up: %s was picked. ", stat_name(stat));
    cr_text_fmt(out, "%s %d against %d: ", stat_name(stat), (int)look_number(on, "values", side),
                (int)look_number(on, "values", 1 - side));
    is_won = !strcmp(outcome, side ? "winOpponent" : "winPlayer");
    if (!strcmp(outcome, "draw"))
        cr_text_str(out, "level, no point");
    else if (draw_is_player(on))
        cr_text_str(out, is_won ? "you take the round" : "opponent takes the round");
    else
        cr_text_str(out, is_won ? "the player takes the round" : "the opponent takes the round");
}

static void say_result(cr_text *out, const scene *on, const char *result)
{
    unsigned side = near_side(on);
    int mine = (int)look_number(on, "scores", side),
        other = (int)look_number(on, "scores", 1 - side);
    bool is_won = !strcmp(result, side ? "matchWinOpponent" : "matchWinPlayer");

    if (!strcmp(result, "matchDraw"))
        cr_text_fmt(out, "The match ends level %d–%d", mine, other);
    else if (!strcmp(result, "quit"))
        cr_text_str(out, "You left the match. It counts as a loss.");
    else if (!strcmp(result, "aborted"))
        cr_text_str(out, "Match called off");
    else
        cr_text_fmt(out, "%s the match %d–%d", is_won ? "You win" : "Opponent wins", mine, other);
}

/* What the referee has to say right now. */
static void say_state(cr_text *out, const scene *on)
{
    char state[LOOK_MAX], result[LOOK_MAX], reason[LOOK_MAX];
    bool is_chooser = look_is(on, "chooser", 0, near_side(on) ? "opponent" : "player");

    look(on, "state", 0, state);
    look(on, "result", 0, result);
    look(on, "reason", 0, reason);
    if (*result && strcmp(result, "-"))
        say_result(out, on, result);
    else if (!strcmp(state, "waitingForMatchStart"))
        cr_text_str(out, "Choose a match length to begin");
    else if (!strcmp(state, "waitingForPlayerAction"))
        cr_text_str(out, is_chooser ? "Pick a stat" : "Opponent is thinking…");
    else if (!strcmp(state, "interruptRound"))
        cr_text_fmt(out, "Round stopped: %s", reason);
    else if (!strcmp(state, "interruptMatch"))
        cr_text_fmt(out, "Match stopped: %s", reason);
    else if (!strcmp(state, "cooldown"))
        cr_text_str(out, look_number(on, "roundsPlayed", 0) ? "The next round comes; Enter goes on"
                                                            : "The match starts; Enter goes on");
}

static void say_title(cr_text *out, const scene *on)
{
    cr_text_str(out, "Classic Battle");
    if (look_number(on, "round", 0))
        cr_text_fmt(out, ", round %d", (int)look_number(on, "round", 0));
    if (look_number(on, "target", 0))
        cr_text_fmt(out, ", first to %d", (int)look_number(on, "target", 0));
    if (look_is(on, "isMatchPoint", 0, "yes"))
        cr_text_str(out, ", match point");
}

static void say_score(cr_text *out, const scene *on)
{
    char name[2][64];
    unsigned side = near_side(on);

    cr_text_fmt(out, "%s: %d  %s: %d", side_name(on, side, name[0]),
                (int)look_number(on, "scores", side), side_name(on, 1 - side, name[1]),
                (int)look_number(on, "scores", 1 - side));
}

/* ---- the picture ---- */

static void draw_card(sheet *out, unsigned row, unsigned column, const scene *on, unsigned side)
{
    static const char *const rarities[] = {"Common", "Epic", "Legendary"};
    const cb_card *card = card_of(on, side);
    char name[64], line[128];
    unsigned in = column + 2, width = CARD_WIDTH - 4;

    sheet_box(out, row, column, 7, CARD_WIDTH, side == near_side(on) ? INK_SEAT : INK_SEAT + 1);
    sheet_fmt(out, row, column + 2, INK_STRONG, " %s ", side_name(on, side, name));
    if (!card) {
        sheet_text(out, row + 3, column + CARD_WIDTH / 2, INK_STRONG, "?");
        sheet_text(out, row + 4, in, INK_DIM, "no card to be seen");
        return;
    }
    snprintf(line, sizeof line, "%s %s", card->first, card->surname);
    sheet_clip(out, row + 1, in, width, INK_STRONG, line);
    sheet_clip(out, row + 2, in, width, INK_PLAIN, cb_country_name(card->country));
    sheet_fmt(out, row + 3, in, INK_PLAIN, "%s kg %s", card->weight,
              card->gender == CB_MALE ? "men" : "women");
    sheet_text(out, row + 4, in, INK_PLAIN, rarities[card->rarity % 3]);
    sheet_clip(out, row + 5, in, width, INK_DIM, cb_technique_name(card->move));
}

static void draw_stats(sheet *out, unsigned row, const scene *on)
{
    unsigned side = near_side(on);
    char locked[LOOK_MAX];

    look(on, "lockedStat", 0, locked);
    for (unsigned i = 0; i < CB_STATS; i++) {
        bool is_locked = !strcmp(locked, stat_names[i][0]);
        sheet_ink ink = is_locked ? INK_YOU : INK_PLAIN;

        sheet_text(out, row + i, STATS_AT - 1, INK_YOU, is_locked ? "▸" : "");
        sheet_fmt(out, row + i, STATS_AT, ink, "%u %-9s", i + 1, stat_names[i][1]);
        if (look_number(on, cards[side], 0))
            sheet_fmt(out, row + i, STATS_AT + 12, INK_STRONG, "%2d",
                      (int)look_number(on, stats[side], i));
        if (look_number(on, cards[1 - side], 0))
            sheet_fmt(out, row + i, STATS_AT + 15, is_locked ? INK_STRONG : INK_DIM, "%s %d",
                      is_locked ? "against" : "       ", (int)look_number(on, stats[1 - side], i));
    }
}

/* JK-11.7, JK-11.8: nine numbers, the active one with its name. */
static void draw_progress(sheet *out, unsigned row, const scene *on)
{
    static const char *const names[] = {"Lobby",    "Match start",    "Round start",
                                        "Choose",   "Decision",       "Round over",
                                        "Cooldown", "Match decision", "Match over"};
    unsigned id = (unsigned)look_number(on, "stateId", 0);
    unsigned active = id == 98 ? 7 : id == 97 ? 5 : id == 99 ? 9 : id, column = 1;
    char buf[LOOK_MAX];

    for (unsigned i = 1; i <= 9; i++)
        if (i == active)
            column = sheet_fmt(out, row, column, INK_YOU, "[%u %s]", i,
                               id > 9 ? look(on, "state", 0, buf) : names[i - 1]) +
                     1;
        else
            column = sheet_fmt(out, row, column, INK_DIM, "%u", i) + 1;
}

static void draw(sheet *out, const scene *on)
{
    char line[256];
    cr_text text = cr_text_on(line, sizeof line);
    unsigned side = near_side(on);

    say_title(&text, on);
    sheet_text(out, 0, 1, INK_TITLE, line);
    text = cr_text_on(line, sizeof line);
    say_score(&text, on);
    sheet_right(out, 0, DRAW_COLUMNS - 1, INK_STRONG, line);
    draw_card(out, 1, 0, on, side);
    draw_card(out, 1, DRAW_COLUMNS - CARD_WIDTH, on, 1 - side);
    draw_stats(out, 2, on);
    text = cr_text_on(line, sizeof line);
    say_outcome(&text, on);
    sheet_clip(out, 8, 1, out->columns - 2, INK_STRONG, line);
    text = cr_text_on(line, sizeof line);
    say_state(&text, on);
    sheet_clip(out, 9, 1, out->columns - 2, INK_YOU, line);
    draw_progress(out, 10, on);
    sheet_fmt(out, 11, 1, INK_DIM, "rounds played %d   cards left %d and %d",
              (int)look_number(on, "roundsPlayed", 0), (int)look_number(on, "cardsLeft", side),
              (int)look_number(on, "cardsLeft", 1 - side));
}

static void say(sheet *out, const scene *on)
{
    char line[256];
    unsigned row = 0, side = near_side(on);

    for (unsigned part = 0; part < 4; part++) {
        static void (*const parts[])(cr_text *, const scene *) = {say_title, say_score, say_outcome,
                                                                  say_state};
        cr_text text = cr_text_on(line, sizeof line);

        parts[part](&text, on);
        if (*line && (part < 3 || strcmp(line, "Pick a stat")))
            sheet_text(out, row++, 0, INK_PLAIN, line);
    }
    for (unsigned k = 0; k < 2; k++, side = 1 - side) {
        const cb_card *card = card_of(on, side);
        char name[64];

        if (card)
            sheet_fmt(out, row++, 0, INK_PLAIN, "%s: %s %s, %s", side_name(on, side, name),
                      card->first, card->surname, cb_country_name(card->country));
    }
    side = near_side(on);
    for (unsigned i = 0; look_number(on, cards[side], 0) && i < CB_STATS; i++)
        sheet_fmt(out, row++, 0, INK_PLAIN, "%u %s %d", i + 1, stat_names[i][1],
                  (int)look_number(on, stats[side], i));
}

/* JK-13.3 and the lobby of section 12. */
static const draw_key keys[] = {
    {"waitingForMatchStart", '\n', "startClicked", NULL, NULL},
    {"waitingForMatchStart", '1', "startClicked 3", NULL, NULL},
    {"waitingForMatchStart", '2', "startClicked 5", NULL, NULL},
    {"waitingForMatchStart", '3', "startClicked 10", NULL, NULL},
    {"waitingForPlayerAction", '1', "statSelected power", NULL, NULL},
    {"waitingForPlayerAction", '2', "statSelected speed", NULL, NULL},
    {"waitingForPlayerAction", '3', "statSelected technique", NULL, NULL},
    {"waitingForPlayerAction", '4', "statSelected kumikata", NULL, NULL},
    {"waitingForPlayerAction", '5', "statSelected newaza", NULL, NULL},
    {"cooldown", '\n', "ready", NULL, NULL},
    {"roundOver", '\n', "continue", NULL, NULL},
    {"matchOver", '\n', "rematch", NULL, NULL},
    {NULL, 'q', "interrupt quit", "Quit the match? It counts as a loss.", "quitDialog"},
    {0},
};

const drawing draw_classic_battle = {
    .game = "classic-battle",
    .draw = draw,
    .say = say,
    .keys = keys,
    .hint = "Keys 1 to 5 pick a stat, Enter goes on, Q quits, H shows help",
};
