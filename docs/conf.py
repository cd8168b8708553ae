"""The documentation's site: docs/build.sh runs Sphinx with this."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

project = "ArenaScope"
copyright = "2026, the ArenaScope authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
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

# The package of the build, with its generated row classes; a build without Python has the sources only.
package = pathlib.Path(program).parent.parent / "python"
has_rows = (package / "arenascope/_verbs.py").exists()
sys.path.insert(0, str(package if has_rows else pathlib.Path(__file__).parent.parent / "app/python"))
sys.dont_write_bytecode = True
autodoc_mock_imports = ["arenascope._native", "numpy", "pandas"] + ([] if has_rows else ["arenascope._rows"])  # for docstrings


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
        if title == "Examples:":
            text += ["**Examples**", ""]
            for line in lines:
                text += [": " + line.strip(), ""] if line.startswith(" " * 30) else [f"`{line.strip()}`"]
            continue
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
    names = [line.split()[0] for line in printed("--help").split("Subcommands:")[1].splitlines() if line.startswith("  ") and line[2].isalpha()]
    return "\n".join(section(name) for name in names)


def argument(name, schema, required):
    """A row of a tool's arguments."""
    kind = schema.get("type", "") + (" of " + schema["items"]["type"] if "items" in schema else "")
    return f"| `{name}` | {kind} | {'yes' if name in required else ''} | {schema.get('description', '')} |"


def tools():
    """The MCP server's tools, as it lists them."""
    calls = [{"jsonrpc": "2.0", "id": number, "method": method, "params": parameters} for number, method, parameters in
             ((1, "initialize", {"protocolVersion": "2025-06-18"}), (2, "tools/list", {}))]
    with tempfile.TemporaryDirectory() as folder:
        answers = subprocess.run([program, "mcp", folder], input="".join(json.dumps(call) + "\n" for call in calls), check=True,
                                 capture_output=True, text=True).stdout.splitlines()
    text = []
    for tool in next(answer for answer in map(json.loads, answers) if answer["id"] == 2)["result"]["tools"]:
        schema = tool["inputSchema"]
        text += [f"## {tool['name']}", "", tool["description"] + ".", "", "| argument | type | required | meaning |",
                 "| --- | --- | --- | --- |"]
        text += [argument(name, each, schema.get("required", [])) for name, each in schema["properties"].items()] + [""]
    return "\n".join(text)


generated = {"commands": commands, "mcp": tools}
generated.update({f"table {name}": lambda name=name: printed("manual", "--table", name) for name in ("operators", "revisions", "messages")})


def fill(app, name, source):
    if not has_rows:
        source[0] = re.sub(r"\.\. autoclass:: arenascope\.(Operator|Buffer|Event)\(\)\n( +:.*\n)+", "", source[0])
    for what, make in generated.items():
        if f"<!-- {what} -->" in source[0]:
            source[0] = source[0].replace(f"<!-- {what} -->", make())


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
