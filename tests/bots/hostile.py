#!/usr/bin/env python3
"""Programs that nobody should have to play with: hostile.py MANNER. Each begins well unless its manner is to begin badly."""

import json
import os
import subprocess
import sys
import time

MANNER = sys.argv[1]


def raw(data):
    os.write(1, data)


def say(**message):
    raw(json.dumps(message).encode() + b"\n")


def answer(ask):
    move = ask["moves"][0]
    if MANNER == "silence":
        time.sleep(60)
    elif MANNER == "garbage":
        raw(b"\x00\xff{]\n")
        raw(b'"a string"\n[1,2,3]\n{"type":"move"}\n{"type":"move","id":"x","move":3}\n')
        raw(b'{"type":"move","id":%d,"move":"%s","move":"twice"}\n' % (ask["id"], move.encode()))
        say(type="move", id=ask["id"], move=move)
    elif MANNER == "flood":
        while True:
            raw(b"x\n" * 30000)
    elif MANNER == "flood-stale":
        while True:
            raw(b'{"type":"move","id":0,"move":"pass"}\n' * 2000)
    elif MANNER == "endless-line":
        while True:
            raw(b"x" * 60000)
    elif MANNER == "half-line":
        raw(b'{"type":"move","id":%d,"mo' % ask["id"])
        time.sleep(60)
    elif MANNER == "drip":  # one byte at a time, always on its way
        while True:
            raw(b" ")
            time.sleep(0.01)
    elif MANNER == "close-output":
        os.close(1)
        time.sleep(60)
    elif MANNER == "crash":
        os.abort()
    elif MANNER == "exit":
        sys.exit(3)
    elif MANNER == "illegal":
        for wrong in ("fly", "pick 99", "@1 pass", "", "x" * 5000, "pick\n1"):
            say(type="move", id=ask["id"], move=wrong)
        say(type="move", id=ask["id"], move=move)
    elif MANNER == "illegal-only":
        while True:
            say(type="move", id=ask["id"], move="pick 99")
    elif MANNER == "late":
        time.sleep(0.3)
        say(type="move", id=ask["id"], move=move)
    elif MANNER == "twice":
        say(type="move", id=ask["id"], move=move)
        say(type="move", id=ask["id"], move=move)
    elif MANNER == "default":
        say(type="move", id=ask["id"], move=None)
    elif MANNER == "children":
        subprocess.Popen(["sleep", "3021"])
        os.abort()
    elif MANNER == "deaf":
        say(type="move", id=ask["id"], move=move)
        time.sleep(60)
    else:
        say(type="move", id=ask["id"], move=move)


def main():
    if MANNER == "not-ready":
        sys.exit(0)
    if MANNER == "deep":
        raw(b"[" * 16000 + b"\n")
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="ready")
        elif message["type"] == "ask":
            answer(message)


main()
