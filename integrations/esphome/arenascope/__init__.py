"""ESPHome: refuses a wake word whose manifest has too small a tensor_arena_size, when the configuration is validated.

external_components:
  - source: {type: local, path: PATH/TO/integrations/esphome}
arenascope:
  manifests: [wake_word.json]
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import esphome.config_validation as cv

CODEOWNERS = []
CONF_MANIFESTS = "manifests"


def needed_by(manifest):
    """Bytes that the manifest's model needs on any chip with any known esp-nn, and what the manifest has."""
    program = shutil.which("arenascope")
    if program is None:
        raise cv.Invalid("arenascope was not found: install it, and see that PATH has it")
    whole = json.loads(manifest.read_text())
    model = manifest.parent / whole["model"]
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "manifest.json"  # without a size, which would be kept
        done = subprocess.run([program, "profile", str(model), "--no-invoke", "--esphome", str(fresh)],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise cv.Invalid(f"{model}: {done.stderr.strip()}")
        return json.loads(fresh.read_text())["micro"]["tensor_arena_size"], whole["micro"]["tensor_arena_size"]


def checked(value):
    path = cv.file_(value)
    needed, given = needed_by(Path(str(path)))
    if given < needed:
        raise cv.Invalid(f"{value}: tensor_arena_size is {given}, its model needs {needed}: "
                         "`arenascope profile MODEL --esphome MANIFEST` writes it")
    return path


CONFIG_SCHEMA = cv.Schema({cv.Required(CONF_MANIFESTS): cv.ensure_list(checked)})


async def to_code(config):  # pylint: disable=unused-argument
    """Nothing is compiled."""
