#!/usr/bin/env python3
"""Words that docs/glossary.md has replaced do not come back: words.py CHECKOUT. words.txt has the table."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
TABLE = ROOT / "tests/structure/words.txt"
FOLDERS = ("core", "emulator", "service", "ui", "app", "web", "resources", "tests")
SOURCES = {".h", ".cc", ".inc", ".def"}
# Strings and characters, then comments; what is left is code.
PIECE = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def rules():
    for line in TABLE.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            where, word, instead, *allowed = [cell.strip() for cell in line.split("|", 3)]
            yield where, word, instead, re.compile(allowed[0]) if allowed and allowed[0] else None


def pieces(text):
    """(kind, line, text): "names" for code without strings, "comments"."""
    last = 0
    for match in PIECE.finditer(text):
        yield "names", text.count("\n", 0, last) + 1, text[last:match.start()]
        if match.group(0).startswith(("//", "/*")):
            yield "comments", text.count("\n", 0, match.start()) + 1, match.group(0)
        last = match.end()
    yield "names", text.count("\n", 0, last) + 1, text[last:]


def lines_of(path):
    for kind, first, text in pieces(path.read_text(errors="replace")):
        for number, line in enumerate(text.split("\n"), first):
            yield kind, number, line


def parts_of(line):
    """The words that names are made of: "gateRules" is gate and Rules."""
    return {part.lower() for part in PART.findall(line)}


def main():
    table = list(rules())
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in SOURCES
             and "fuzz/corpus" not in str(path)]
    found = 0
    for path in files:
        name = str(path.relative_to(ROOT))
        for kind, number, line in lines_of(path):
            if not line.strip() or (kind == "names" and line.startswith("TEST")):  # a test's name is a sentence
                continue
            parts = parts_of(line) if kind == "names" else ()
            for where, word, instead, allowed in table:
                if where not in (kind, "both"):
                    continue
                hit = word in parts if kind == "names" else re.search(rf"\b{word}\b", line, re.I)
                if hit and not (allowed and allowed.search(f"{name}: {line}")):
                    print(f'{name}:{number}: "{word}": {instead}\n    {line.strip()}')
                    found += 1
    print(f"{len(files)} files looked at, {found} words that the glossary has replaced")
    sys.exit(found > 0 or len(files) < 500 or not table)


main()
