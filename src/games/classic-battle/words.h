/* What people read in Classic Battle: a line for each trigger, each state and each option, taken up by the tables of
 * classic_battle.c. A trigger or a state without its line does not compile. Sentences as in kernel/say.h. */
#ifndef CB_WORDS_H
#define CB_WORDS_H

/* DOES_trigger: what a person does by it. */
#define DOES_START_CLICKED         "Play to {target} [win|wins]"
#define DOES_READY                 "Next round"
#define DOES_INTERRUPT             "<reason=quit:Leave the match|Stop: {reason}>"
#define DOES_ERROR                 "Report a fault"
#define DOES_CARDS_REVEALED        "Show the cards"
#define DOES_STAT_SELECTED         "Pick {stat}"
#define DOES_TIMEOUT               "Time is up"
#define DOES_WIN_PLAYER            "The player takes the round"
#define DOES_WIN_OPPONENT          "The opponent takes the round"
#define DOES_DRAW                  "The round is level"
#define DOES_MATCH_POINT_REACHED   "Decide the match"
#define DOES_CONTINUE              "Go on"
#define DOES_FINALIZE              "End the match"
#define DOES_REMATCH               "Play again"
#define DOES_HOME                  "Back to the start"
#define DOES_ROUND_MODIFY_FLAG     "Correct the round"
#define DOES_RESTART_ROUND         "Restart the round"
#define DOES_RESUME_LOBBY          "Back to the start"
#define DOES_ABORT_MATCH           "Call the match off"
#define DOES_MODIFY_ROUND_DECISION "Correct the round"
#define DOES_CANCEL_MODIFICATION   "Leave the round as it is"
#define DOES_RESTART_MATCH         "Restart the match"
#define DOES_TO_LOBBY              "Back to the start"

/* ASKS_state: who may act reads, who looks on reads, and what comes first. */
#define ASKS_LOBBY \
    "Choose a match length to begin.", "The match has not begun.", "First choose a match length."
#define ASKS_MATCH_START "The match begins.", "The match begins.", "The match is just beginning."
#define ASKS_ROUND_START "The cards are shown.", "The cards are shown.", "First see your card."
#define ASKS_CHOICE                                                                             \
    "<choosing:Pick a stat.|{chooser} [pick|picks] a stat.>", "{chooser} [pick|picks] a stat.", \
        "<choosing:First pick a stat.|First {chooser} [pick|picks] a stat.>"
#define ASKS_DECISION \
    "The cards are compared.", "The cards are compared.", "The cards are just being compared."
#define ASKS_ROUND_OVER \
    "The round is over. Go on?", "The round is over.", "The round is over; go on."
#define ASKS_COOLDOWN                                                         \
    "The next round is about to begin.", "The next round is about to begin.", \
        "The next round begins soon."
#define ASKS_MATCH_DECISION \
    "The match is decided.", "The match is decided.", "The match is decided."
#define ASKS_MATCH_OVER "The match is over. Play again?", "The match is over.", "The match is over."
#define ASKS_MODIFICATION                                             \
    "The round is being corrected.", "The round is being corrected.", \
        "The round is being corrected."
#define ASKS_INTERRUPT_ROUND                                                                    \
    "The round was stopped: {why_stopped}. What now?", "The round was stopped: {why_stopped}.", \
        "First say how it goes on."
#define ASKS_INTERRUPT_MATCH                                                                    \
    "The match was stopped: {why_stopped}. What now?", "The match was stopped: {why_stopped}.", \
        "First say how it goes on."

#endif
