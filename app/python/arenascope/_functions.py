"""The functions of the package."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import _native
from ._results import Board, Comparison, Error, Explanation, Plan, Profile, Target, profile_of

Model = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
Inputs = Union[None, Sequence[Any], Mapping[int, Any]]


def _call(function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except _native.Failure as failure:
        raise Error(*failure.args) from None


def _inputs(inputs: Inputs) -> list:
    if inputs is None:
        return []
    if isinstance(inputs, Mapping):
        inputs = [inputs.get(number) for number in range(max(inputs, default=-1) + 1)]
    return [None if each is None else bytes(each) if isinstance(each, (bytes, bytearray)) else
            numpy.ascontiguousarray(each).tobytes() for each in inputs]


def _number(name: str, value: Any, highest: float, kind: type = int) -> Any:
    whole = isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)
    if not whole and (kind is int or not isinstance(value, (float, numpy.floating))):
        raise TypeError(f"{name} takes {'a whole number' if kind is int else 'a number'}, not {value!r}")
    if not 0 <= value <= highest:
        raise ValueError(f"{name} takes a number from 0 to {highest}, not {value!r}")
    return kind(value)


def _settings(model: Model, *, target: Optional[str], kernels: Optional[str], board: Optional[str], tflm: str,
              planner: str = "greedy", invoke: bool = True, inputs: Inputs = None, arena_size: int = 0,
              resource_variables: Optional[int] = None, separate_variables: bool = False,
              keep_tensors: bool = False) -> Any:
    if board is not None and target is not None:
        raise ValueError("a board has its own target: give one of the two")
    if planner not in ("greedy", "linear"):
        raise ValueError(f"there is no planner {planner!r}; there are: greedy, linear")
    arena_size = _number("arena_size", arena_size, 2**60)
    if resource_variables is not None:
        resource_variables = _number("resource_variables", resource_variables, 100_000)
    settings = _native.Settings()
    if isinstance(model, (bytes, bytearray, memoryview)):
        settings.model, settings.name = bytes(model), "model"
    else:
        settings.model = settings.name = os.fspath(Path(model))
    settings.target, settings.kernels, settings.board = target or "", kernels or "", board or ""
    settings.tflm, settings.planner, settings.invoke = tflm, planner, invoke
    settings.inputs, settings.arena_bytes = _inputs(inputs), arena_size
    settings.resource_variables, settings.separate_variables = resource_variables, separate_variables
    settings.keep_tensors = keep_tensors
    return settings


def profile(model: Model, *, target: Optional[str] = None, kernels: Optional[str] = None, board: Optional[str] = None,
            tflm: str = "current", planner: str = "greedy", invoke: bool = True, inputs: Inputs = None,
            arena_size: int = 0, resource_variables: Optional[int] = None, separate_variables: bool = False,
            keep_tensors: bool = False) -> Profile:
    """Runs a model, and says what of the arena it needs and what an inference costs.

    model: a path, or the bytes of a .tflite file. target: "cortex-m4" unless given (:func:`targets`). kernels: what the
    target usually has unless given. board: instead of a target (:func:`boards`). tflm: the interpreter's revision.
    invoke: False for the memory alone. inputs: NumPy arrays or bytes by input, None for the usual pattern.
    arena_size: bytes that the interpreter gets; 0 finds the smallest. keep_tensors: every tensor that was written.
    """
    settings = _settings(model, target=target, kernels=kernels, board=board, tflm=tflm, planner=planner, invoke=invoke,
                         inputs=inputs, arena_size=arena_size, resource_variables=resource_variables,
                         separate_variables=separate_variables, keep_tensors=keep_tensors)
    return profile_of(_call(_native.profile, settings))


def plan(model: Model, *, target: Optional[str] = None, kernels: Optional[str] = None, overlap: bool = False,
         seconds: Optional[float] = None) -> Plan:
    """Searches the best placement of the buffers; the model with it is in the answer.

    overlap: outputs may lie over what their operator has read of an input. seconds: for the search; the best plan that
    was found by then is the answer, and ``complete`` says whether that was the end. Without it the search takes some
    ten, and finds the same on every computer.
    """
    if seconds is not None:
        seconds = _number("seconds", seconds, 86_400, float)
    answer = _call(_native.plan, _settings(model, target=target, kernels=kernels, board=None, tflm="current"), seconds,
                   overlap)
    raw = json.loads(answer["json"])
    return Plan(before=raw["before"]["minimum_bytes"], after=raw["after"]["minimum_bytes"],
                proven_optimal=raw["proven_optimal"], complete=raw["complete"], model=answer["model"],
                text=answer["text"], raw=raw)


def compare(*models: Model, targets: Sequence[Optional[str]] = (None,), kernels: Sequence[Optional[str]] = (None,),
            tflm: Sequence[str] = ("current",), invoke: bool = True) -> Comparison:
    """Every model on every target with every kernel set of every revision, as many at a time as there are cores."""
    all_ = [_settings(model, target=target, kernels=kernel, board=None, tflm=revision, invoke=invoke)
            for model in models for target in targets for kernel in kernels for revision in tflm]
    if not all_:
        raise ValueError("there is nothing to compare: give models")
    answer = _call(_native.compare, all_)
    return Comparison(profiles=tuple(profile_of(each) for each in answer["profiles"]), text=answer["text"],
                      raw=json.loads(answer["json"]))


def explain(model: Model, message: str, *, target: Optional[str] = None, kernels: Optional[str] = None,
            tflm: str = "current", arena_size: int = 0) -> Explanation:
    """What a message that TensorFlow Lite Micro printed on a device means, and what to set.

    Without a target all are tried whose memory differs. arena_size: bytes that the device has, where that is known.
    """
    answer = _call(_native.explain, _settings(model, target=target, kernels=kernels, board=None, tflm=tflm,
                                              arena_size=arena_size), message, target is not None or kernels is not None)
    return Explanation(understood=answer["understood"], text=answer["text"], raw=json.loads(answer["json"]))


def boards() -> Tuple[Board, ...]:
    """The boards that there are."""
    return tuple(Board(name=raw["name"], title=raw["title"], core=raw["core"], clock_mhz=raw["clock_mhz"],
                       ram_bytes=raw["ram_bytes"], flash_bytes=raw["flash_bytes"], raw=raw)
                 for raw in json.loads(_native.boards()))


def targets() -> Tuple[Target, ...]:
    """The targets that there are."""
    return tuple(Target(raw["name"], raw["family"], raw["description"], tuple(raw["kernels"]))
                 for raw in json.loads(_native.targets()))
