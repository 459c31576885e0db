"""A copy of the tree with a build for daily work, for scripts that change sources and build: build-copy/tree. One at a time has
it, and finds it equal to the tree but for what is built, so whoever comes second compiles little. It is built by -O0, which
compiles fastest.

    python3 -B scripts/copylib.py FILE    the program of the tree as it is now, by -O0
"""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(ROOT, "build-copy", "tree")
BUILD = os.path.join(TREE, "build-dev")
MADE = re.compile(r"build|web/(node_modules|dist|\.lock)")  # what stays in the copy


@contextlib.contextmanager
def fresh_copy():
    """The copy, configured, as long as nobody else has it."""
    os.makedirs(TREE, exist_ok=True)
    with open(TREE + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_equal()
        os.environ["GIT_CEILING_DIRECTORIES"] = os.path.dirname(TREE)  # or git would look for the copy's files in our tree
        options = ["-DCROUPIER_OPTIMIZE_DEBUG=-O0"]
        options += ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        done = subprocess.run(["cmake", "--preset", "dev", *options], cwd=TREE, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
        if done.returncode:
            sys.exit(done.stdout)
        yield TREE


def make_equal():
    """To the tree as it is now, committed or not; what is equal keeps its time and is not built again."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
    wanted = {name for name in listed.split("\0") if name and os.path.isfile(os.path.join(ROOT, name))}
    for name in wanted:
        source, copy = os.path.join(ROOT, name), os.path.join(TREE, name)
        with open(source, "rb") as file:
            body = file.read()
        if os.path.exists(copy):
            with open(copy, "rb") as file:
                if file.read() == body:
                    continue
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        with open(copy, "wb") as file:
            file.write(body)
        shutil.copymode(source, copy)
    for path, folders, names in os.walk(TREE):
        inside = os.path.relpath(path, TREE)
        folders[:] = [f for f in folders if not MADE.match(os.path.normpath(os.path.join(inside, f)))]
        for name in (os.path.normpath(os.path.join(inside, n)) for n in names):
            if name not in wanted and not MADE.match(name):
                os.remove(os.path.join(TREE, name))
    # The page's packages are those of the tree: no need to fetch them once more.
    packages, link = (os.path.join(root, "web", "node_modules") for root in (ROOT, TREE))
    if os.path.isdir(packages) and not os.path.lexists(link):
        os.symlink(packages, link)


def main():
    with fresh_copy():
        done = subprocess.run(["cmake", "--build", BUILD, "--target", "croupier"], stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            sys.exit(done.returncode)
        shutil.copy(os.path.join(BUILD, "croupier"), sys.argv[1])


if __name__ == "__main__":
    main()
