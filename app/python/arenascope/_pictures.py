"""The arena over the operators as SVG, drawn from the scene that the window and the web page paint."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Dict

if TYPE_CHECKING:
    from ._results import Profile

_WIDTH, _HEIGHT = 860, 360
_LEFT, _TOP, _RIGHT, _BELOW = 70, 26, 10, 40
_LETTER = 6.2  # pixels of a letter, about


def _human(size: int) -> str:
    if size < 1024:
        return f"{size} bytes"
    unit, name = (1048576, "MiB") if size >= 1048576 else (1024, "KiB")
    return f"{size / unit:.1f} {name}".replace(".0 ", " ")


def svg(scene: Dict[str, Any], caption: str) -> str:
    """A picture of it with a caption; colours are those of a light page."""
    steps, size = len(scene["steps"]), scene["minimum_bytes"]
    plot_width, plot_height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BELOW

    def x(step: float) -> float:
        return _LEFT + plot_width * step / steps

    def y(byte: float) -> float:
        return _TOP + plot_height * (1 - byte / size)

    def box(first: float, end: float, low: int, high: int, fill: str, title: str, stroke: str = "none") -> str:
        return (f'<rect x="{x(first):.1f}" y="{y(high):.1f}" width="{x(end) - x(first):.1f}" '
                f'height="{max(1, y(low) - y(high)):.1f}" fill="{fill}" stroke="{stroke}">'
                f'<title>{escape(title)}</title></rect>')

    def text(at: float, level: float, words: str, anchor: str = "middle", fill: str = "#12181e") -> str:
        return f'<text x="{at:.1f}" y="{level:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
             f'height="{_HEIGHT}" role="img" aria-label="{escape(caption)}" '
             'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="11">',
             f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
             text(_LEFT, 16, caption, "start", "#5b656e"),
             f'<rect x="{_LEFT}" y="{_TOP}" width="{plot_width}" height="{plot_height}" fill="#f3f5f7"/>']
    tail = size - scene["tail_bytes"]
    parts.append(box(0, steps, tail, size, "#a9b4bf", f"tail: persistent, {scene['tail_bytes']:,} bytes"))
    parts.append(text(_LEFT + plot_width / 2, y(size) + 13, f"tail {_human(scene['tail_bytes'])}"))
    labels = []
    for index in scene["order"]:
        buffer = scene["buffers"][index]
        if buffer["last_step"] < 0:
            continue
        first, end = buffer["first_step"], buffer["last_step"] + 1
        low, high = buffer["first_byte"], buffer["end_byte"]
        about = f"{buffer['full_name']} ({buffer['kind']}) {buffer['detail']}: {buffer['bytes']:,} bytes at {low:,}"
        parts.append(box(first, end, low, high, buffer["fill"][0], about, "#c82b17" if buffer["peak"] else "#5b656e"))
        width, height = x(end) - x(first), y(low) - y(high)
        for words in (f"{buffer['name']}  {_human(buffer['bytes'])}", _human(buffer["bytes"])):
            if height >= 13 and len(words) * _LETTER <= width - 4:
                labels.append(text((x(first) + x(end)) / 2, (y(low) + y(high)) / 2 + 4, words))
                break
    parts += labels
    tick = 1
    while tick / size * plot_height < 36:
        tick *= 2
    for byte in range(0, size + 1, tick):
        parts.append(text(_LEFT - 6, y(byte) + 4, _human(byte) if byte else "0", "end", "#5b656e"))
    every = max(1, round(24 * steps / plot_width))
    for step in range(0, steps, every):
        label = "in" if step == 0 else scene["steps"][step]["label"]
        parts.append(text(x(step + 0.5), _TOP + plot_height + 14, label, fill="#5b656e"))
    level = y(scene["head_bytes"])
    parts.append(f'<line x1="{_LEFT}" x2="{_LEFT + plot_width}" y1="{level:.1f}" y2="{level:.1f}" stroke="#c82b17" '
                 'stroke-dasharray="6 4"/>')
    parts.append(text(_LEFT + plot_width / 2, _TOP + plot_height + 32, scene["caption"], fill="#c82b17"))
    parts.append("</svg>")
    return "".join(parts)


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
