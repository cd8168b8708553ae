"""The documentation's site: docs/build.sh runs Sphinx with this."""
import os
import pathlib
import re
import shutil
import subprocess

project = "ArenaScope"
copyright = "2026, the ArenaScope authors"
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "ArenaScope"
html_copy_source = False
html_show_search_summary = False  # it would be fetched, which a file may not
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
suppress_warnings = ["myst.header", "myst.xref_missing"]  # of documents outside docs/ that are included
program = os.environ.get("ARENASCOPE_PROGRAM", os.path.join(os.path.dirname(__file__), "../build/release/app/cli/arenascope"))


def printed(*arguments):
    environment = dict(os.environ, COLUMNS="9999", NO_COLOR="1")
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, env=environment).stdout


def options(lines):
    """An option or argument and its description, for each; CLI11 puts the description into column 30 or the next line."""
    for line in lines:
        if line.startswith(" " * 30):
            yield None, line.strip()
        elif line.startswith("  "):
            yield line[2:30].strip() if line[29:30] == " " and line[30:].strip() else line.strip(), line[30:] if line[29:30] == " " else ""


def section(name):
    """A subcommand's help as Markdown."""
    text = [f"## {name}", ""]
    head, *rest = printed(name, "--help").strip().split("\n\n")
    text += [head.splitlines()[0] + ".", "", "```text", head.splitlines()[1], "```", ""]
    for block in rest:
        title, *lines = block.strip("\n").splitlines()
        if not lines:
            text += [title, ""]
            continue
        text += [f"**{title.rstrip(':')}**", ""]
        for option, description in options(lines):
            if option:
                text += [f"`{option}`"]
            if description:
                text += [": " + description.replace("<", "\\<").replace("*", "\\*"), ""]
    return "\n".join(text) + "\n"


def commands():
    names = [line.split()[0] for line in printed("--help").split("Subcommands:")[1].splitlines() if line[2:3].isalpha()]
    return "\n".join(section(name) for name in names)


def fill(app, name, source):
    if "<!-- commands -->" in source[0]:
        source[0] = source[0].replace("<!-- commands -->", commands())


def mend_theme(app, failed):
    """Debian's Furo imports a module and a style sheet in ways that work on a web server only."""
    static = pathlib.Path(app.outdir) / "_static"
    script = static / "scripts/furo.js"
    if failed or not script.exists():
        return
    gumshoe = (static / "scripts/gumshoe-patched.js").read_text()
    script.write_text(gumshoe + re.sub(r"(?m)^import .*$", "", script.read_text()))
    style = static / "styles/furo.css"
    absolute = "/javascript/normalize.css/normalize.css"
    if absolute in style.read_text():
        shutil.copy("/usr/share" + absolute, static / "styles/normalize.css")
        style.write_text(style.read_text().replace(absolute, "normalize.css"))


def setup(app):
    app.connect("source-read", fill)
    app.connect("build-finished", mend_theme)
