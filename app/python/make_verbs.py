"""Writes _verbs.py: a function for each use case of the program, as the module beside it describes them.

make_verbs.py FOLDER: with the built module in it.
"""

import json
import sys
import textwrap
from pathlib import Path

RESULTS = {"profile": "Profile", "advise": "Advice", "plan": "Plan", "compare": "Comparison", "explain": "Explanation", "shrink": "Shrink",
           "boards": "Boards", "batch": "Tuple[Union[Profile, Error], ...]"}
TYPES = {"boolean": "bool", "integer": "int", "number": "float", "string": "str"}
# What is more than text here.
ABOUT = {"model": "A path, or the bytes of a .tflite file", "models": "Paths, or the bytes of .tflite files",
         "inputs": "NumPy arrays or bytes by input, None for the usual pattern"}
POSITIONAL = ("library", "model", "message", "log")
HEAD = '''"""The functions of the package: made by the build of what the program says of its use cases."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple, Union

from ._functions import Inputs, Model, run
from ._results import Advice, Answer, Boards, Comparison, Error, Explanation, Plan, Profile, Shrink
'''


def type_of(name, schema):
    one = "Model" if name.startswith("model") else "str"
    if name == "inputs":
        return "Inputs"
    if "anyOf" in schema:
        return f"Union[{one}, Sequence[{one}]]"
    if schema["type"] == "array":
        return "Sequence[Optional[str]]"
    return one if schema["type"] == "string" else TYPES[schema["type"]]


def parameter(name, schema, required):
    kind = type_of(name, schema)
    if required:
        return f"{name}: {kind}"
    if schema.get("type") == "boolean":
        return f"{name}: bool = {schema['default']}"
    return f"{name}: {kind} = None" if kind == "Inputs" else f"{name}: Optional[{kind}] = None"


def function(use_case):
    schemas, required = use_case["arguments"]["properties"], use_case["arguments"]["required"]
    if "models" in required:
        words = ["*models: Model"]
    else:
        words = [parameter(name, schemas[name], name in required) for name in POSITIONAL if name in schemas]
    named = [name for name in schemas if name not in (*POSITIONAL, "models")]
    if named and "models" not in required:
        words.append("*")
    words += [parameter(name, schemas[name], name in required) for name in named]
    result = RESULTS.get(use_case["name"], "Answer")
    head = f"def {use_case['name']}("
    # A parameter stays on its line.
    kept = ", ".join(word.replace(" ", "\0") for word in words) + f")\0->\0{result}:".replace(", ", ",\0")
    lines = [line.replace("\0", " ") for line in textwrap.wrap(kept, 120 - len(head), break_long_words=False,
                                                               break_on_hyphens=False)]
    lines = [head + lines[0]] + [" " * len(head) + line for line in lines[1:]]
    about = [use_case["summary"] + "."] + [f":param {name}: {ABOUT.get(name, schema['description'])}."
                                           for name, schema in schemas.items()]
    text = "\n\n".join(textwrap.fill(each, 116, subsequent_indent="    " if i else "", break_on_hyphens=False)
                       for i, each in enumerate(about)).replace("\\", "\\\\")
    lines.append(textwrap.indent(f'"""{text}\n"""', "    "))
    return "\n".join(lines + [f"    answer: {result} = run(\"{use_case['name']}\", locals())", "    return answer"])


folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))
import _native  # noqa: E402

use_cases = json.loads(_native.use_cases())
names = textwrap.fill(json.dumps(sorted(use_case["name"] for use_case in use_cases)), 108, subsequent_indent=" " * 11)
(folder / "_verbs.py").write_text("\n\n\n".join([HEAD + "\n__all__ = " + names, *map(function, use_cases)]) + "\n")
