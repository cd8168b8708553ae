#!/usr/bin/env python3
"""Prints the English in sources as "file:line: text": texts for users, and comments of headers. prose_pieces.py CHECKOUT"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
FOLDERS = ("core", "emulator", "service", "app", "ui", "web/page", "web/npm")
# Code in other languages, and texts in firmware images, which stay as they are.
LEFT_OUT = ("app/cli/completions.cc", "emulator/firmware", "emulator/rp2040", "core/interpreter/kernels")
PIECE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|`(?:\\.|[^`\\])*`|//[^\n]*', re.S)
WORDS = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
# In the tables of messages the pattern is what a device prints.
PATTERN = re.compile(r'^TEXT\((?:[^"]*"){3}')


def pieces(path):
    """(line, text): texts whose parts follow each other, and comments of headers."""
    text = path.read_text(errors="replace")
    if path.suffix == ".def":
        text = re.sub(r"(?m)" + PATTERN.pattern, "TEXT(", text)
    end, joined, first = 0, "", 0
    for match in PIECE.finditer(text):
        piece, line = match.group(0), text.count("\n", 0, match.start()) + 1
        is_comment = piece.startswith("//")
        if is_comment and path.suffix != ".h":
            continue
        if joined and (text[end:match.start()].strip() or is_comment != joined.startswith("//")):
            yield first, joined.removeprefix("//")
            joined = ""
        if not joined:
            joined, first = ("//" if is_comment else ""), line
        joined += " " + piece[2:].strip() if is_comment else piece[1:-1]
        end = match.end()
    if joined:
        yield first, joined.removeprefix("//")


for folder in FOLDERS:
    for path in sorted((ROOT / folder).rglob("*")):
        name = str(path.relative_to(ROOT))
        if path.suffix not in {".h", ".cc", ".def", ".js"} or name.startswith(LEFT_OUT):
            continue
        for line, text in pieces(path):
            if WORDS.search(text):
                print(f"{name}:{line}: {text.strip()}")
