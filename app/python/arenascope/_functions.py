"""The functions of the package."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import _native
from ._results import (Advice, Board, Comparison, Error, Explanation, Plan, Profile, Target, advice_of,
                       profile_of)

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
        raise ValueError("a board has a target: give one of the two")
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
    """Runs a model and reports its arena and the cost of an inference.

    :param model: a path, or the bytes of a .tflite file
    :param target: a name from :func:`targets` (default: ``"cortex-m4"``)
    :param kernels: a kernel set (default: the target's)
    :param board: a name from :func:`boards`, instead of a target
    :param tflm: revision of the interpreter: ``"current"``, a vendor release, or a month such as ``"2023-05"``
    :param planner: ``"greedy"`` or ``"linear"``
    :param invoke: False reports memory only, without an inference
    :param inputs: NumPy arrays or bytes, as a sequence or by input number; None fills an input with a fixed pattern
    :param arena_size: bytes to give to the interpreter; 0 finds the smallest arena
    :param resource_variables: number of slots (default: as many as the model names)
    :param separate_variables: True puts resource variables into separate memory, as ESPHome does
    :param keep_tensors: True keeps every tensor that the inference writes
    :raises Error: if the model cannot be loaded or run
    """
    settings = _settings(model, target=target, kernels=kernels, board=board, tflm=tflm, planner=planner, invoke=invoke,
                         inputs=inputs, arena_size=arena_size, resource_variables=resource_variables,
                         separate_variables=separate_variables, keep_tensors=keep_tensors)
    return profile_of(_call(_native.profile, settings))


def plan(model: Model, *, target: Optional[str] = None, kernels: Optional[str] = None, overlap: bool = False,
         seconds: Optional[float] = None) -> Plan:
    """Searches the best placement of the buffers, and returns the model with this plan.

    :param model: a path, or the bytes of a .tflite file
    :param target: a name from :func:`targets` (default: ``"cortex-m4"``)
    :param kernels: a kernel set (default: the target's)
    :param overlap: True lets outputs overlap input bytes that their operator has already read
    :param seconds: time limit; the best plan found by then is returned, and ``complete`` is False if the search was
        not finished. Without a limit the search takes about ten seconds and finds the same plan on every computer.
    :raises Error: if the model cannot be loaded or run
    """
    if seconds is not None:
        seconds = _number("seconds", seconds, 86_400, float)
    answer = _call(_native.plan, _settings(model, target=target, kernels=kernels, board=None, tflm="current"), seconds,
                   overlap)
    raw = json.loads(answer["json"])
    return Plan(before=raw["before"]["minimum_bytes"], after=raw["after"]["minimum_bytes"],
                proven_optimal=raw["proven_optimal"], complete=raw["complete"], model=answer["model"],
                text=answer["text"], raw=raw)


def advise(model: Model, *, target: Optional[str] = None, kernels: Optional[str] = None, board: Optional[str] = None,
           fit: Optional[int] = None, seconds: Optional[float] = None) -> Advice:
    """Searches changes that make the arena smaller or the inference faster, and runs each.

    :param model: a path, or the bytes of a .tflite file
    :param target: a name from :func:`targets` (default: ``"cortex-m4"``)
    :param kernels: a kernel set (default: the target's)
    :param board: a name from :func:`boards`, instead of a target
    :param fit: bytes of arena that there are: ``fitting`` is the smallest change that fits (default: what the board
        has, if the model does not fit it)
    :param seconds: time limit for smaller versions of the model; ``complete`` is False if the search was not finished
    :raises Error: if the model cannot be loaded or run
    """
    if seconds is not None:
        seconds = _number("seconds", seconds, 86_400, float)
    if fit is not None:
        fit = _number("fit", fit, 2**60, int)
    answer = _call(_native.advise, _settings(model, target=target, kernels=kernels, board=board, tflm="current"), seconds,
                   fit)
    return advice_of(json.loads(answer["json"]), answer["models"], answer["text"])


def compare(*models: Model, targets: Sequence[Optional[str]] = (None,), kernels: Sequence[Optional[str]] = (None,),
            tflm: Sequence[str] = ("current",), invoke: bool = True) -> Comparison:
    """Profiles every model on every target with every kernel set and revision, in parallel on all processor cores.

    :param models: paths, or bytes of .tflite files
    :param targets: names from :func:`targets`; None is the default target
    :param kernels: kernel sets; None is each target's default
    :param tflm: revisions of the interpreter
    :param invoke: False compares memory only
    """
    all_ = [_settings(model, target=target, kernels=kernel, board=None, tflm=revision, invoke=invoke)
            for model in models for target in targets for kernel in kernels for revision in tflm]
    if not all_:
        raise ValueError("nothing to compare: give models")
    answer = _call(_native.compare, all_)
    return Comparison(profiles=tuple(profile_of(each) for each in answer["profiles"]), text=answer["text"],
                      raw=json.loads(answer["json"]))


def explain(model: Model, message: str, *, target: Optional[str] = None, kernels: Optional[str] = None,
            tflm: str = "current", arena_size: int = 0) -> Explanation:
    """Explains a message that TensorFlow Lite Micro printed on a device, and names the arena size to set.

    :param model: a path, or the bytes of the .tflite file on the device
    :param message: the device's output, in whole lines
    :param target: try this target only (default: all that differ in memory)
    :param kernels: try this kernel set only
    :param tflm: revision of the interpreter
    :param arena_size: size of the device's arena in bytes, if known
    """
    answer = _call(_native.explain, _settings(model, target=target, kernels=kernels, board=None, tflm=tflm,
                                              arena_size=arena_size), message, target is not None or kernels is not None)
    return Explanation(understood=answer["understood"], text=answer["text"], raw=json.loads(answer["json"]))


def boards() -> Tuple[Board, ...]:
    """Returns the known boards: the built-in ones and your own."""
    return tuple(Board(name=raw["name"], title=raw["title"], core=raw["core"], clock_mhz=raw["clock_mhz"],
                       ram_bytes=raw["ram_bytes"], flash_bytes=raw["flash_bytes"], raw=raw)
                 for raw in json.loads(_native.boards()))


def targets() -> Tuple[Target, ...]:
    """Returns the targets of this build."""
    return tuple(Target(raw["name"], raw["family"], raw["description"], tuple(raw["kernels"]))
                 for raw in json.loads(_native.targets()))
