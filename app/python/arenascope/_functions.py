"""From the functions of the package, which the build makes of the program's use cases (_verbs.py), to the program."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import _native
from ._results import Answer, Board, Boards, Comparison, Error, Explanation, Plan, Shrink, Target, advice_of, profile_of

Model = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
Inputs = Union[None, Sequence[Any], Mapping[int, Any]]


def _inputs(inputs: Inputs) -> List[Optional[bytes]]:
    if inputs is None:
        return []
    if isinstance(inputs, Mapping):
        if not all(isinstance(number, int) for number in inputs):
            raise TypeError("inputs are counted: {0: array}")
        inputs = [inputs.get(number) for number in range(max(inputs, default=-1) + 1)]
    return [None if each is None else bytes(each) if isinstance(each, (bytes, bytearray)) else
            numpy.ascontiguousarray(each).tobytes() for each in inputs]


def _model(model: Model, contents: Dict[str, bytes]) -> str:
    if isinstance(model, (bytes, bytearray, memoryview)):
        name = "model" if not contents else f"model {len(contents) + 1}"
        contents[name] = bytes(model)
        return name
    path = os.fspath(model)
    if not path:
        raise ValueError("the path of a model is empty")
    try:
        path.encode()
    except UnicodeEncodeError:  # no text of JSON can name such a file
        name = path.encode(errors="replace").decode()
        contents[name] = Path(path).read_bytes()
        return name
    return path


def _plain(value: Any) -> Any:
    """As JSON has it: lists, and None in one for the default."""
    if isinstance(value, numpy.generic):
        return value.item()
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return ["" if each is None else _plain(each) for each in value]


def run(name: str, arguments: Dict[str, Any]) -> Any:
    """The answer of a use case to the arguments that are given; None is the default of each."""
    given = {key: value for key, value in arguments.items() if value is not None}
    inputs = _inputs(given.pop("inputs", None))
    contents: Dict[str, bytes] = {}
    if "model" in given:
        one = not isinstance(given["model"], (list, tuple))
        given["model"] = (_model(given["model"], contents) if one else
                          [_model(each, contents) for each in given["model"]])
    if "models" in given:
        if not given["models"]:
            raise ValueError("there are no models: give some")
        given["models"] = [_model(each, contents) for each in given["models"]]
    if given.get("arena_size") == 0:  # the smallest, as before there was None
        del given["arena_size"]
    request = json.dumps({key: _plain(value) for key, value in given.items()}, allow_nan=False)
    whole = name in ("profile", "compare", "batch")
    try:
        return _ANSWERS.get(name, _answer)(_native.run(name, request, contents, inputs, whole))
    except _native.Failure as failure:
        raise Error(*failure.args) from None


def _answer(answer: Dict[str, Any], kind: type = Answer) -> Any:
    return kind(text=answer["text"], raw=json.loads(answer["json"]), model=answer["model"])


def _plan(answer: Dict[str, Any]) -> Any:
    raw = json.loads(answer["json"])
    if "models" in raw:  # in one arena, each with a plan of its own
        models = raw["models"]
        return Plan(before=raw["before"]["minimum_bytes"], after=raw["after"]["minimum_bytes"],
                    proven_optimal=all(each["proven_optimal"] for each in models),
                    complete=all(each["complete"] for each in models), model=None, text=answer["text"], raw=raw,
                    models=tuple(answer["models"]))
    return Plan(before=raw["before"]["minimum_bytes"], after=raw["after"]["minimum_bytes"],
                proven_optimal=raw["proven_optimal"], complete=raw["complete"], model=answer["model"],
                text=answer["text"], raw=raw)


def _compare(answer: Dict[str, Any]) -> Comparison:
    return Comparison(profiles=tuple(profile_of(each) for each in answer["runs"]), text=answer["text"],
                      raw=json.loads(answer["json"]))


def _batch(answer: Dict[str, Any]) -> Tuple[Any, ...]:
    def one(run_: Dict[str, Any]) -> Any:
        raw = json.loads(run_["json"])
        if "error" not in raw:
            return profile_of(run_)
        return Error(raw["error"]["message"], raw["error"]["stage"], raw["model"]["path"])

    return tuple(one(each) for each in answer["runs"])


def _explain(answer: Dict[str, Any]) -> Explanation:
    raw = json.loads(answer["json"])
    return Explanation(understood=raw["understood"], text=answer["text"], raw=raw)


def _boards(answer: Dict[str, Any]) -> Boards:
    return Boards((Board(name=raw["name"], title=raw["title"], core=raw["core"], clock_mhz=raw["clock_mhz"],
                         ram_bytes=raw["ram_bytes"], flash_bytes=raw["flash_bytes"], fits=raw.get("fits"),
                         milliseconds=raw.get("milliseconds"), raw=raw)
                   for raw in json.loads(answer["json"])["boards"]), answer["text"])


_ANSWERS = {"profile": lambda answer: profile_of(answer["runs"][0]),
            "advise": lambda answer: advice_of(json.loads(answer["json"]), answer["models"], answer["text"]), "plan": _plan, "compare": _compare,
            "batch": _batch, "explain": _explain, "boards": _boards, "shrink": lambda answer: _answer(answer, Shrink)}


def targets() -> Tuple[Target, ...]:
    """Returns the targets of this build."""
    return tuple(Target(raw["name"], raw["family"], raw["description"], tuple(raw["kernels"]))
                 for raw in json.loads(_native.targets()))
