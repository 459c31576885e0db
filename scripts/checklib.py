"""What the scripts/check-* programs share: files, C text without comments, faults, self-tests."""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# The layers of src/, from left to right; folders in one group do not know each other.
LAYERS = [["base"], ["kernel"], ["games"], ["ai", "draw"], ["bind", "solve"], ["laws"], ["cases"], ["verify"], ["host"],
          ["clock", "store", "wire"], ["net", "wasm", "cli"], ["terminal", "arena"], ["apps"]]


def sources(root, *folders, endings=(".c", ".h", ".def", ".cc")):
    """Files below the folders, as paths from the root, in a fixed order."""
    found = []
    for folder in folders:
        for path, _, names in os.walk(os.path.join(root, folder)):
            found += [os.path.relpath(os.path.join(path, n), root) for n in names if n.endswith(endings)]
    return sorted(found)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def code_only(text, keep_strings=False):
    """The text with comments (and what stands in quotes) blanked out; lines and columns stay."""

    def blank(match):
        token = match.group()
        if token[0] in "\"'":
            return token if keep_strings else token[0] + " " * (len(token) - 2) + token[0]
        return re.sub(r"[^\n]", " ", token)

    return _TOKEN.sub(blank, text)


def calls(text, names):
    """(line, name) for each call of one of the functions; members such as s->free(x) are no calls of them."""
    pattern = re.compile(r"(?<![\w.])(?<!->)(%s)\s*\(" % "|".join(names))
    for match in pattern.finditer(code_only(text)):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


def functions(header):
    """(line, name, declaration, comment) for each function a public header declares; comment is the block
    directly above it, or None. Structs, typedefs and macros are passed over."""
    # A directive ends with its line; it is blanked so that a comment above it belongs to nobody.
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), header, flags=re.M)
    text = re.sub(r'extern\s+"C"\s*\{', lambda m: " " * len(m.group()), text)
    code = code_only(text)
    start = depth = 0
    for i, char in enumerate(code):
        depth += (char == "{") - (char == "}")
        depth = max(depth, 0)  # the brace that closes extern "C"
        is_end = depth == 0 and (char == ";" or char == "}" and re.match(r"\s*static\b", code[start:]))
        if not is_end:
            continue
        chunk = code[start : i + 1]
        at = start + len(chunk) - len(chunk.lstrip("} \n\t"))
        declaration = " ".join(code[at : i + 1].split())
        above, start = text[start:at], i + 1
        is_type = re.match(r"(typedef|struct|enum|union)\b[^()]*(\{|;)|typedef\b|static_assert\b|_Static_assert\b", declaration)
        name = re.search(r"\b([a-z]\w*)\s*\(", declaration)
        if is_type or not name:
            continue
        comment = re.search(r"/\*(?:(?!\*/).)*\*/[ \t]*\n[ \t]*\Z", above, re.S)
        yield text.count("\n", 0, at) + 1, name.group(1), declaration, comment and comment.group()


def tracked(root):
    """Every file git knows or would take; without git, every file outside of the build folders."""
    git = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True)
    if git.returncode == 0:
        return [p for p in git.stdout.splitlines() if os.path.isfile(os.path.join(root, p))]
    return [p for p in sources(root, ".", endings=("",)) if not p.startswith(("build", ".git/"))]


def tree(files):
    """A temporary tree with these files, for self-tests: {path: text}."""
    folder = tempfile.TemporaryDirectory()
    for path, text in files.items():
        full = os.path.join(folder.name, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)
    return folder


def expect(name, faults, wanted):
    """Self-test: each wanted text is in one fault, and there are no others."""
    left = list(faults)
    for text in wanted:
        hit = next((f for f in left if text in f), None)
        if hit is None:
            sys.exit(f"{name}: self-test: no fault with '{text}' in {faults}")
        left.remove(hit)
    if left:
        sys.exit(f"{name}: self-test: did not expect {left}")


def report(name, faults, seen):
    """Prints the faults and ends the program; `seen` says what was looked at."""
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(f"{name}: {len(faults)} fault{'s' * (len(faults) != 1)}")
    print(f"{name}: {seen}, nothing wrong")
