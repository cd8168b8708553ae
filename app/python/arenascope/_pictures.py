"""The arena over the operators as SVG, drawn from the scene that the window and the web page paint."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Dict, List

if TYPE_CHECKING:
    from ._results import Profile

_WIDTH, _HEIGHT = 860, 400
_LEFT, _TOP, _RIGHT, _BELOW = 62, 46, 18, 28
_LETTER = 6.2  # pixels of a letter, about

# The tokens of the window, on a light page: fill and edge of each family.
_FAMILIES = {"conv": ("#b3c8f5", "#7fa0e6"), "depthwise": ("#b0e0d8", "#6cbcae"), "io": ("#f6d79b", "#d9ac54"),
             "other": ("#d3d8e0", "#a3adba")}
_INK, _SUB, _WEAK, _FAINT, _GRID = "#151a21", "#414b5b", "#566070", "#6a7585", "#eef0f3"
_PEAK, _TAIL, _TAIL_INK = "#d2452a", "#e9ecf1", "#4d5766"


def _human(size: int) -> str:
    if size < 1024:
        return f"{size} bytes"
    unit, name = (1048576, "MiB") if size >= 1048576 else (1024, "KiB")
    return f"{size / unit:.1f} {name}".replace(".0 ", " ")


class _Plot:
    """Places of steps and bytes, and the elements drawn there."""

    def __init__(self, scene: Dict[str, Any]) -> None:
        self.scene = scene
        self.steps, self.size = len(scene["steps"]), scene["minimum_bytes"]
        self.width, self.height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BELOW
        self.parts: List[str] = []

    def x(self, step: float) -> float:
        return _LEFT + self.width * step / self.steps

    def y(self, byte: float) -> float:
        return _TOP + self.height * (1 - byte / self.size)

    def box(self, first: float, end: float, low: int, high: int, fill: str, title: str, edge: str = "none",
            border: float = 1) -> None:
        round_ = 3 if self.x(end) - self.x(first) >= 16 and self.y(low) - self.y(high) >= 9 else 0
        self.parts.append(
            f'<rect x="{self.x(first) + 0.5:.1f}" y="{self.y(high):.1f}" '
            f'width="{max(1, self.x(end) - self.x(first) - 1):.1f}" '
            f'height="{max(1, self.y(low) - self.y(high) - 1):.1f}" rx="{round_}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="{border}"><title>{escape(title)}</title></rect>')

    def text(self, at: float, level: float, words: str, anchor: str = "middle", fill: str = _INK,
             more: str = "") -> None:
        self.parts.append(f'<text x="{at:.1f}" y="{level:.1f}" text-anchor="{anchor}" fill="{fill}"{more}>'
                          f'{escape(words)}</text>')

    def line(self, byte: float, colour: str, width: float = 1) -> None:
        level = self.y(byte)
        self.parts.append(f'<line x1="{_LEFT}" x2="{_LEFT + self.width}" y1="{level:.1f}" y2="{level:.1f}" '
                          f'stroke="{colour}" stroke-width="{width}"/>')


_STRONG = ' font-weight="600"'


def _axes(plot: _Plot) -> None:
    tick = 1
    while tick / plot.size * plot.height < 48:
        tick *= 2
    for byte in range(0, plot.size + 1, tick):
        if byte < plot.size - plot.scene["tail_bytes"]:
            plot.line(byte, _GRID if byte else _FAINT)
        plot.text(_LEFT - 10, plot.y(byte) + 4, _human(byte) if byte else "0", "end", _FAINT)
    every = max(1, round(24 * plot.steps / plot.width))
    peak = plot.scene["peak_row"]
    for step in range(0, plot.steps, every):
        label = "in" if step == 0 else plot.scene["steps"][step]["label"]
        of_peak = step > 0 and plot.scene["steps"][step]["row"] == peak
        plot.text(plot.x(step + 0.5), _TOP + plot.height + 16, label, fill=_PEAK if of_peak else _FAINT,
                  more=_STRONG if of_peak else "")


def _tail(plot: _Plot) -> None:
    tail = plot.scene["tail_bytes"]
    plot.box(0, plot.steps, plot.size - tail, plot.size, _TAIL, f"tail, kept while the model lives: {tail:,} bytes")
    for block in plot.scene["tail"]:
        low, high, step = block["first_byte"], block["end_byte"], block["step"]
        plot.parts.append(f'<rect x="{plot.x(step) + 0.5:.1f}" y="{plot.y(high):.1f}" '
                          f'width="{max(1, plot.width / plot.steps - 1):.1f}" '
                          f'height="{max(0.8, plot.y(low) - plot.y(high)):.1f}" fill="{_FAMILIES[block["family"]][1]}"/>')
    if plot.y(plot.size - tail) - _TOP >= 16:
        plot.text(_LEFT + plot.width - 12, _TOP + 14, f"Tail {tail:,}", "end", _TAIL_INK, _STRONG)


def _buffers(plot: _Plot) -> None:
    scene = plot.scene
    labels = []
    for index in scene["order"]:
        buffer = scene["buffers"][index]
        if buffer["last_step"] < 0:
            continue
        first, end = buffer["first_step"], buffer["last_step"] + 1
        low, high = buffer["first_byte"], buffer["end_byte"]
        about = f"{buffer['full_name']} ({buffer['kind']}) {buffer['detail']}: {buffer['bytes']:,} bytes at {low:,}"
        fill, edge = _FAMILIES[buffer["family"]]
        plot.box(first, end, low, high, fill, about, _PEAK if buffer["peak"] else edge, 2 if buffer["peak"] else 1)
        step = scene["steps"][first]
        name = ("scratch" if buffer["scratch"] else buffer["name"] if buffer["family"] == "io" or step["row"] < 0
                else f"layer {step['label']}")
        labels.append((name, _human(buffer["bytes"]), (plot.x(first) + plot.x(end)) / 2,
                       (plot.y(low) + plot.y(high)) / 2, plot.x(end) - plot.x(first) - 4, plot.y(low) - plot.y(high)))
    for name, size, at, level, width, height in labels:
        if height >= 34 and max(len(name), len(size)) * _LETTER <= width:
            plot.text(at, level - 2, name, more=_STRONG)
            plot.text(at, level + 12, size, fill=_SUB)
            continue
        for words in (name, size):
            if height >= 14 and len(words) * _LETTER <= width:
                plot.text(at, level + 4, words)
                break


def svg(scene: Dict[str, Any], caption: str) -> str:
    """A picture of it with a caption; colours are those of a light page."""
    plot = _Plot(scene)
    plot.text(_LEFT, 16, caption, "start", _WEAK)
    if scene["head_title"]:
        plot.parts.append(f'<text x="{_LEFT}" y="36" fill="{_PEAK}"{_STRONG}>{escape(scene["head_title"])}'
                          f'<tspan fill="{_WEAK}" font-weight="400" dx="8">{escape(scene["head_detail"])}</tspan>'
                          '</text>')
    _axes(plot)
    _tail(plot)
    _buffers(plot)
    if scene["head_title"]:
        plot.line(scene["head_bytes"], _PEAK, 1.5)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
            f'height="{_HEIGHT}" role="img" aria-label="{escape(caption)}" '
            'font-family="Inter, DejaVu Sans, Helvetica, Arial, sans-serif" font-size="11">'
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>' + "".join(plot.parts) + "</svg>")


def html(profile: "Profile") -> str:
    """The size, its parts and the picture."""
    arena = profile.arena
    rows = [("minimum arena", arena.minimum), ("arena_used_bytes()", arena.used), ("head", arena.head),
            ("tail", arena.tail), ("temporary peak", arena.temp_peak)]
    if profile.cycles is not None:
        rows.append(("cycles", profile.cycles))
    table = "".join(f"<tr><td>{name}</td><td style='text-align:right'>{value:,}</td></tr>" for name, value in rows)
    return (f"<div><b>kTensorArenaSize = {arena.recommended}</b> ({escape(profile.target)}, {escape(profile.kernels)})"
            f"<table>{table}</table>{profile._repr_svg_()}</div>")
