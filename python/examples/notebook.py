#!/usr/bin/env python3
"""What a notebook would show, as files: the chart of a game and a match move by move: python3 notebook.py [GAME] [FOLDER]"""
import os
import sys

import croupier


def main(name="duel", folder="."):
    game = croupier.game(name)
    with open(os.path.join(folder, f"{name}.svg"), "w", encoding="utf-8") as file:
        file.write(game._repr_svg_())  # in a notebook: game
    match = game.start(seed=7)
    pages = []
    while not match.is_over:
        seat = match.deciders[0]
        pages.append(f"{match.question(seat)}\n\n{match.view(seat).drawing()}")  # in a notebook: match.view(seat)
        match.play(match.bot(seat) or match.sample(seat))
    pages.append(f"The end: {match.scores}\n\n{match.view(0).drawing()}")
    with open(os.path.join(folder, f"{name}.txt"), "w", encoding="utf-8") as file:
        file.write("\n".join(pages))
    match.record.save(os.path.join(folder, f"{name}.rec"))
    print(f"{name}.svg, {name}.txt with {len(pages)} pages, {name}.rec")
    return len(pages)


if __name__ == "__main__":
    main(*sys.argv[1:])
