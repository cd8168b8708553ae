"""`idf.py arena MODEL`: the tensor arena of a model on the chip of this project, with the project's esp-nn.

idf.py reads a file of this name in the project's folder: copy it there. The chip is that of the build
(build/project_description.json), or of sdkconfig before the first one; esp-nn's version is that of dependencies.lock.
Options of `arenascope profile` come behind --words, in one string: idf.py arena --words "--budget 65536" model.tflite
"""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path


def chip_of(project, build):
    description = Path(build) / "project_description.json"
    if description.is_file():
        return json.loads(description.read_text())["target"]
    config = Path(project) / "sdkconfig"
    found = re.search(r'^CONFIG_IDF_TARGET="(\w+)"', config.read_text(), re.MULTILINE) if config.is_file() else None
    return found[1] if found else None


def esp_nn_of(project):
    lock = Path(project) / "dependencies.lock"
    found = re.search(r"^  espressif/esp-nn:\n(?:    .*\n)*?    version: ['\"]?([\d.]+)", lock.read_text(),
                      re.MULTILINE) if lock.is_file() else None
    return found[1] if found else None


def profile(_name, context, arguments, model, words):
    program = shutil.which("arenascope")
    if program is None:
        raise SystemExit("arenascope was not found: install it, and see that PATH has it")
    chip = chip_of(arguments.project_dir, arguments.build_dir)
    if chip is None:
        raise SystemExit("the project's chip is not known yet: run idf.py set-target")
    command = [program, "profile", model, "--target", chip]
    version = esp_nn_of(arguments.project_dir)
    if version:
        command += ["--kernels", f"esp-nn@{version}"]
    status = subprocess.run(command + shlex.split(words or ""), check=False).returncode
    if status:
        raise SystemExit(status)


def action_extensions(_base_actions, _project_path):
    return {"version": "1",
            "actions": {"arena": {
                "callback": profile,
                "short_help": "Size the tensor arena of a model.",
                "help": __doc__,
                "arguments": [{"names": ["model"]}],
                "options": [{"names": ["--words"], "help": "Options of `arenascope profile`, in one string."}]}}}
