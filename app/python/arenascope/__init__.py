"""The exact size of a TensorFlow Lite Micro arena.

>>> import arenascope
>>> result = arenascope.profile("model.tflite", target="cortex-m4")
>>> result.arena.recommended   # bytes: kTensorArenaSize
>>> result                     # in a notebook: a chart of the arena over the operators

All sizes are in bytes. Functions release the global interpreter lock while they run, Ctrl+C stops them, and failures
raise :class:`Error` with stage, operator and model.
"""

from __future__ import annotations

import os
from pathlib import Path

from . import _native
from ._functions import targets
from ._results import (Advice, Answer, Arena, Board, Boards, Buffer, Comparison, Error, Event, Explanation, Operator,
                       Plan, Profile, Shrink, Suggestion, Target, Tensor)
from ._verbs import (advise, audit, backfill, batch, boards, calibrate, compare, compress, explain, history, overhead,
                     plan, profile, review, shrink, sweep, versions)

__version__: str = _native.version
__all__ = ["Advice", "Answer", "Arena", "Board", "Boards", "Buffer", "Comparison", "Error", "Event", "Explanation",
           "Operator", "Plan", "Profile", "Shrink", "Suggestion", "Target", "Tensor", "advise", "audit", "backfill",
           "batch", "boards", "calibrate", "compare", "compress", "explain", "history", "keyword_spotter", "overhead",
           "plan", "profile", "review", "sample", "shrink", "sweep", "targets", "versions"]

# Emulator, firmware and boards belong to this module, whichever Python runs it: a wheel has them beside it, an
# installation names their folder, a source tree has them in its build.
def _program_folder() -> Path:
    here = Path(__file__).absolute().parent.resolve()  # the folder, not the sources that a build links to
    if (here / "program").is_dir():
        return here / "program" / "bin"  # where a program beside it would be
    installed = here / "programs.txt"
    return here / installed.read_text().strip() if installed.is_file() else here


_native.set_program_folder(str(_program_folder()))

# A child must not use its parent's emulators: each process has its own.
os.register_at_fork(before=_native.end_machines)


def keyword_spotter(channels: int = 64) -> bytes:
    """Returns a keyword spotter for experiments: 49x10 features, 12 words, random weights.

    channels: width of its layers, 1 to 1024.
    """
    if not 1 <= channels <= 1024:
        raise ValueError(f"channels must be from 1 to 1024, not {channels}")
    return _native.keyword_spotter(channels)


def sample(name: str) -> Path:
    """Returns the path of a sample model, such as ``"person_detector"``, ``"keyword_spotter"`` or ``"sine"``."""
    path = Path(_native.sample_folder()) / f"{name}.tflite"
    if not path.exists():
        known = ", ".join(sorted(p.stem for p in Path(_native.sample_folder()).glob("*.tflite")))
        raise FileNotFoundError(f"there is no sample {name}; there are: {known}")
    return path
