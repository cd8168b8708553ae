"""Results of the functions: plain data like the command line's JSON, with tensors as NumPy arrays."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Dict, Iterable, Optional, Sequence, Tuple

import numpy

from . import _pictures
from ._rows import Buffer, Event, Operator

if TYPE_CHECKING:
    import pandas

_TYPES = {"float32": "<f4", "float64": "<f8", "float16": "<f2", "int8": "i1", "uint8": "u1", "int16": "<i2",
          "uint16": "<u2", "int32": "<i4", "uint32": "<u4", "int64": "<i8", "uint64": "<u8", "bool": "?",
          "complex64": "<c8"}


class Error(Exception):
    """A failure: ``stage`` ("load", "allocate", "invoke" ...), ``model``, and the operator that caused it, if any."""

    def __init__(self, message: str, stage: str = "", model: str = "", subgraph: int = -1, op: int = -1,
                 operator: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.stage = stage
        self.model = model
        self.subgraph = subgraph  #: -1 if no operator caused it
        self.op = op  #: the operator's number in its subgraph
        self.operator = operator  #: its name: "CONV_2D"

    def __reduce__(self) -> Tuple[Any, ...]:  # from a worker process to its parent
        return Error, (self.message, self.stage, self.model, self.subgraph, self.op, self.operator)


class _Said:
    """What is a text first: printed, and in a notebook."""
    text: str

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


@dataclass(frozen=True)
class Arena:
    """Sizes of the arena in bytes."""
    recommended: int  #: kTensorArenaSize
    minimum: int  #: the smallest arena, a multiple of 16
    minimum_proven: bool  #: the model ran in it, and 16 bytes less is too small
    used: int  #: arena_used_bytes()
    head: int  #: planned buffers: tensors and scratch memory
    tail: int  #: persistent: structs, kernel data, variables
    temp_peak: int  #: the most temporary memory during set-up


@dataclass(frozen=True)
class Tensor:
    """An input or output with its values."""
    name: str
    type: str
    shape: Tuple[int, ...]
    data: numpy.ndarray


@dataclass(frozen=True)
class Target:
    """A processor or computer that can run a model."""
    name: str
    family: str
    description: str
    kernels: Tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """A board: its core, clock and memory in bytes."""
    name: str
    title: str
    core: str
    clock_mhz: float
    ram_bytes: int
    flash_bytes: int
    fits: Optional[bool] = None  #: with a model: whether its arena and code fit
    milliseconds: Optional[float] = None  #: with a model: of an inference
    raw: Dict[str, Any] = field(repr=False, default_factory=dict)


class Boards(_Said, Tuple[Board, ...]):
    """All boards; of a model, with its time and whether it fits."""
    def __new__(cls, boards: Iterable[Board], text: str) -> "Boards":
        all_ = super().__new__(cls, boards)  # type: ignore[type-var]
        all_.text = text
        return all_

    def __getnewargs__(self) -> Tuple[Any, ...]:
        return tuple(self), self.text

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns a table with one row for each board."""
        import pandas
        names = [f.name for f in fields(Board) if f.name != "raw"]
        return pandas.DataFrame([{name: getattr(board, name) for name in names} for board in self], columns=names)


def _only(cls: type, values: Dict[str, Any]) -> Dict[str, Any]:
    return {f.name: values[f.name] for f in fields(cls) if f.name in values}


def array_of(data: bytes, type_: str, shape: Tuple[int, ...]) -> numpy.ndarray:
    """Returns TensorFlow Lite's bytes as an array, or as bytes if NumPy lacks the type."""
    if type_ not in _TYPES:
        return numpy.frombuffer(data, dtype="u1")
    values = numpy.frombuffer(data, dtype=_TYPES[type_])
    count = 1
    for size in shape:
        count *= size
    return values.reshape(shape) if values.size == count else values


def _tensor(name: str, type_: str, shape: Tuple[int, ...], data: bytes) -> Tensor:
    return Tensor(name, type_, tuple(shape), array_of(data, type_, tuple(shape)))


@dataclass(frozen=True, repr=False)
class Profile:
    """A model on a target. A notebook shows a chart of the arena over the operators."""
    model: str
    target: str
    kernels: str
    arena: Arena
    operators: Tuple[Operator, ...]
    buffers: Tuple[Buffer, ...]
    events: Tuple[Event, ...]
    inputs: Tuple[Tensor, ...]
    outputs: Tuple[Tensor, ...]
    cycles: Optional[int]  #: of one inference; None if the target has no cycle model
    milliseconds: Optional[float]  #: of one inference, on a board; None without a board
    tensors: Dict[Tuple[int, int, int], Tensor]  #: (subgraph, operator, tensor), with keep_tensors=True
    header: str = field(repr=False)  #: a C header with kTensorArenaSize
    resolver: str = field(repr=False)  #: a MicroMutableOpResolver with the model's operators
    text: str = field(repr=False)  #: the text of `arenascope profile`
    raw: Dict[str, Any] = field(repr=False)  #: the JSON report
    scene: Dict[str, Any] = field(repr=False)

    def __repr__(self) -> str:
        cycles = "" if self.cycles is None else f", {self.cycles:,} cycles"
        return (f"<Profile {self.model} on {self.target}, {self.kernels}: "
                f"kTensorArenaSize = {self.arena.recommended}{cycles}>")

    def to_pandas(self, what: str = "operators") -> "pandas.DataFrame":
        """Returns a table of ``"operators"``, ``"buffers"`` or ``"events"``, or with keep_tensors=True of ``"tensors"``."""
        import pandas
        if what == "tensors":
            return pandas.DataFrame([{"subgraph": subgraph, "op": op, "tensor": number, **vars(tensor)}
                                     for (subgraph, op, number), tensor in self.tensors.items()],
                                    columns=["subgraph", "op", "tensor", *(f.name for f in fields(Tensor))])
        rows = {"operators": self.operators, "buffers": self.buffers, "events": self.events}
        if what not in rows:
            raise ValueError(f"unknown table {what!r}; tables: {', '.join(rows)}, tensors")
        cls = {"operators": Operator, "buffers": Buffer, "events": Event}[what]
        return pandas.DataFrame([vars(row) for row in rows[what]], columns=[f.name for f in fields(cls)])

    def _repr_svg_(self) -> str:
        return _pictures.svg(self.scene, repr(self)[1:-1])

    def _repr_html_(self) -> str:
        return _pictures.html(self)


def profile_of(answer: Dict[str, Any]) -> Profile:
    raw = json.loads(answer["json"])
    info = json.loads(answer["info"])
    sizes = raw["arena"]
    arena = Arena(sizes["recommended_bytes"], sizes["minimum_bytes"], sizes["minimum_proven"], sizes["used_bytes"],
                  sizes["head_bytes"], sizes["tail_bytes"], sizes["temp_peak_bytes"])
    tensors = {}
    for subgraph, op, number, data in answer["tensors"]:
        if data:
            about = info[subgraph][number]
            tensors[subgraph, op, number] = _tensor(about["name"], about["type"], about["shape"], data)
    return Profile(
        model=raw["model"]["path"], target=raw["target"], kernels=raw["kernels"], arena=arena,
        operators=tuple(Operator(**_only(Operator, row)) for row in raw.get("ops", [])),
        buffers=tuple(Buffer(**_only(Buffer, row)) for row in raw.get("planned_buffers", [])),
        events=tuple(Event(**_only(Event, row)) for row in raw.get("allocations", [])),
        inputs=tuple(_tensor(*row) for row in answer["inputs"]),
        outputs=tuple(_tensor(*row) for row in answer["outputs"]),
        cycles=(raw.get("cycles") or {}).get("total"),
        milliseconds=(raw.get("board") or {}).get("milliseconds"), tensors=tensors, header=answer["header"],
        resolver=answer["resolver"], text=answer["text"], raw=raw, scene=json.loads(answer["scene"]))


@dataclass(frozen=True)
class Plan(_Said):
    """The best placement of the buffers, and the bytes that it saves."""
    before: int  #: minimum arena of the unchanged model
    after: int  #: with the plan
    proven_optimal: bool
    complete: bool  #: False if the search was stopped early
    model: Optional[bytes] = field(repr=False)  #: the model with the plan; None if there is nothing to gain
    text: str = field(repr=False)
    raw: Dict[str, Any] = field(repr=False)
    models: Tuple[Optional[bytes], ...] = field(repr=False, default=())  #: with shared=True, each with its plan

    @property
    def saved(self) -> int:
        """Bytes of arena that the plan saves."""
        return self.before - self.after


@dataclass(frozen=True)
class Suggestion:
    """A change, with its gain and its costs."""
    kind: str  #: "plan", "order", "padding", "overlap", "strips", "kernels", "tail", "two_arenas", "board" or "clock"
    title: str
    reason: str
    saved: int  #: bytes of arena; negative: bytes added
    arena: Optional[int]  #: recommended size with the change; None if it was not run
    cycles_growth_percent: Optional[float]
    new_operators: Tuple[str, ...]  #: the application's resolver needs them as well
    model: Optional[bytes] = field(repr=False)  #: the changed model; None if the model stays
    raw: Dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Advice(_Said):
    """Changes that make the arena smaller or the inference faster, ranked."""
    before: int  #: recommended arena of the unchanged model
    suggestions: Tuple[Suggestion, ...]
    fitting: Optional[Suggestion]  #: the smallest change that fits, if a size was requested and the model is larger
    fits: Optional[bool]  #: whether it fits, with or without a change; None without a requested size
    complete: bool  #: False if the search was not finished
    text: str = field(repr=False)
    raw: Dict[str, Any] = field(repr=False)


def advice_of(raw: Dict[str, Any], models: Sequence[Optional[bytes]], text: str) -> Advice:
    suggestions = tuple(
        Suggestion(kind=each["kind"], title=each.get("action", each["title"]), reason=each["reason"],
                   saved=each["saved_bytes"], arena=each["arena"]["recommended_bytes"] if "arena" in each else None,
                   cycles_growth_percent=each.get("cycles_growth_percent"),
                   new_operators=tuple(each.get("new_operators", ())), model=model, raw=each)
        for each, model in zip(raw["suggestions"], models))
    return Advice(before=raw["arena"]["recommended_bytes"], suggestions=suggestions,
                  fitting=suggestions[raw["fitting"]] if "fitting" in raw else None, fits=raw.get("fits"),
                  complete=raw["complete"], text=text, raw=raw)


@dataclass(frozen=True)
class Comparison(_Said):
    """Several profiles side by side."""
    profiles: Tuple[Profile, ...]
    text: str = field(repr=False)
    raw: Dict[str, Any] = field(repr=False)

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns a table with one row for each profile."""
        import pandas
        return pandas.DataFrame([{"model": p.model, "target": p.target, "kernels": p.kernels, **vars(p.arena),
                                  "cycles": p.cycles} for p in self.profiles])


@dataclass(frozen=True)
class Explanation(_Said):
    """The meaning of a device's message."""
    understood: bool
    text: str
    raw: Dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Answer(_Said):
    """What a function found out: as text, and as the command line's JSON."""
    text: str
    raw: Dict[str, Any] = field(repr=False)
    model: Optional[bytes] = field(repr=False, default=None)  #: a version that was written


@dataclass(frozen=True)
class Shrink(Answer):
    """A version of the model with a smaller arena, in ``model``."""
