"""The documentation's site: docs/build.sh runs Sphinx with this."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from sphinx.search.en import english_stopwords

project = "ArenaScope"
copyright = "2026, the ArenaScope authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
myst_heading_anchors = 3
html_theme = "furo"
html_title = "ArenaScope"
html_copy_source = False
html_show_search_summary = False  # it would be fetched, which a file may not
html_show_sphinx = False
# A question is searched without these, as in service/store/documentation_search.cc.
english_stopwords.update("how what when where which why who do does did can from use need must mean means you your my i".split())
html_search_scorer = str(pathlib.Path(__file__).with_name("search_scorer.js"))
pygments_style = "friendly"
pygments_dark_style = "monokai"
suppress_warnings = ["myst.header", "myst.xref_missing"]  # of documents outside docs/ that are included
program = os.environ.get("ARENASCOPE_PROGRAM", os.path.join(os.path.dirname(__file__), "../build/release/app/cli/arenascope"))

# The package of the build, with its generated modules; a build without Python has the sources only.
package = pathlib.Path(program).parent.parent / "python"
is_built = (package / "arenascope/_verbs.py").exists()
sys.path.insert(0, str(package if is_built else pathlib.Path(__file__).parent.parent / "app/python"))
sys.dont_write_bytecode = True
# Docstrings need neither the module nor what it imports.
autodoc_mock_imports = ["arenascope._native", "numpy", "pandas"] + ([] if is_built else ["arenascope._rows", "arenascope._verbs"])


def printed(*arguments):
    environment = dict(os.environ, XDG_CONFIG_HOME="/nonexistent")  # only the built-in boards
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, env=environment).stdout


def fill(app, name, source):
    """Tables of the reference, as the program prints them."""
    if not is_built:
        source[0] = re.sub(r"\.\. autoclass:: arenascope\.(Operator|Buffer|Event)\(\)\n( +:.*\n)+", "", source[0])
    source[0] = re.sub(r"(?m)^<!-- table (\S+) -->$", lambda table: printed("manual", "--table", table[1]), source[0])


def write_schemas(app, failed):
    """The JSON Schemas of all reports, beside the page that describes them."""
    folder = pathlib.Path(app.outdir) / "schemas"
    folder.mkdir(exist_ok=True)
    reports, _, _ = printed("manual", "--table", "json").partition("\n## Objects\n")
    for name in re.findall(r"(?m)^## (\S+)$", reports):
        (folder / f"{name}.json").write_text(printed("schema", name))


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
    app.connect("build-finished", write_schemas)
