"""Answers as objects, requests as JSON, and positions as arrays."""

from __future__ import annotations

import base64
import importlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Mapping, Optional, Sequence, TypeVar, Union

from ._library import call, checked

if TYPE_CHECKING:
    from ._puzzle import Puzzle

numpy: Any = None
try:
    numpy = importlib.import_module("numpy")
except ImportError:
    pass

Grid = Sequence[Sequence[int]]
"""A position: -1 open, 0 empty, 1 and more a color. An array of numpy where it is installed."""

GridLike = Union[Grid, Sequence[str], Any]
"""A position in a request: numbers as in Grid, an array, or a string for every row."""

PuzzleLike = Union["Puzzle", Mapping[str, Any]]

BLACK = ".#"  # symbols by color
CELL, HINT, LINE = 24, "#f59e0b", "#3b82f6"


def to_grid(rows: Sequence[str], symbols: str) -> Grid:
    """The numbers of a position."""
    table = bytearray(b"\xff" * 256)
    for color, symbol in enumerate(symbols):
        table[ord(symbol)] = color
    cells = "".join(rows).encode("latin-1").translate(table)
    if numpy is not None:
        grid: Grid = numpy.frombuffer(cells, dtype=numpy.int8).reshape(len(rows), -1)
        return grid
    width = len(rows[0]) if rows else 0
    return [[c if c < 128 else -1 for c in cells[i * width : (i + 1) * width]] for i in range(len(rows))]


def to_rows(grid: GridLike, symbols: str) -> list[str]:
    """A string for every row of a position."""
    return [row if isinstance(row, str) else "".join("?" if c is None or c < 0 else symbols[int(c)] for c in row) for row in grid]


def to_pixels(picture: Any) -> dict[str, Any]:
    """The pixels of a picture of PIL, or of an array of 8 bits: gray, red-green-blue, or with opacity."""
    if isinstance(picture, dict):
        return picture
    if hasattr(picture, "convert"):
        (width, height), data = picture.size, picture.convert("RGBA").tobytes()
    else:
        array = numpy.asarray(picture, dtype=numpy.uint8)
        height, width = array.shape[:2]
        array = array.reshape(height, width, -1)
        rgba = numpy.full((height, width, 4), 255, dtype=numpy.uint8)
        rgba[..., :3] = array[..., :3]
        rgba[..., 3:] = array[..., 3:4] if array.shape[2] == 4 else 255
        data = rgba.tobytes()
    return {"width": width, "height": height, "rgba": base64.b64encode(data).decode()}


def plain(value: Any) -> Any:
    """What JSON cannot hold, as it is in requests."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, Path):
        return plain(value.read_bytes())
    if hasattr(value, "json"):  # a puzzle or an answer
        return value.json
    if hasattr(value, "tolist"):  # of numpy
        return value.tolist()
    raise TypeError(f"found {type(value).__name__}, which is no part of a request")


def encode(arguments: Mapping[str, Any], symbols: str = BLACK) -> bytes:
    """A request of the arguments of a function that are not None."""
    request = {}
    for name, value in arguments.items():
        name = name.rstrip("_")
        if value is None or name == "self":
            continue
        if name in ("state", "grid"):
            value = to_rows(value, symbols)
        elif name == "history":
            value = [to_rows(grid, symbols) for grid in value]
        elif name == "image":
            value = to_pixels(value)
        request[name] = value
    return json.dumps(request, default=plain).encode()


class Record:
    """An answer or a part of one. Its attributes are the fields of the JSON, None if they are missing."""

    _nested: ClassVar[dict[str, str]] = {}
    _classes: ClassVar[dict[str, Any]] = {}
    _names: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        Record._classes[cls.__name__] = cls
        cls._names = frozenset(name for name in cls.__annotations__ if name[0] != "_")

    def __init__(self, data: Union[bytes, dict[str, Any]], puzzle: Optional[Puzzle] = None, state: Optional[list[str]] = None) -> None:
        self._data, self._puzzle, self._state = data, puzzle, state

    @property
    def json(self) -> dict[str, Any]:
        """The JSON of the answer, which is read when it is looked at."""
        if isinstance(self._data, bytes):
            self._data = dict(json.loads(self._data))
        return self._data

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in self._names:
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
            field = name.rstrip("_")
            value = self._converted(self.json.get(field), self._nested.get(field, ""))
            self.__dict__[name] = value
            return value

    def _converted(self, value: Any, kind: str) -> Any:
        if value is None or not kind:
            return value
        if kind == "Grid" and value and isinstance(value[0], str):
            return to_grid(value, self._puzzle._symbols if self._puzzle is not None else BLACK)
        if isinstance(value, list):
            return [self._converted(v, kind) for v in value] if kind != "Step" else self._steps(value)
        if kind in ("int", "bytes"):
            return int(value) if kind == "int" else base64.b64decode(value)
        made = Record._classes[kind]
        return made(**value) if kind == "Puzzle" else made(value, self._puzzle, self._state)

    def _steps(self, steps: list[dict[str, Any]]) -> list[Any]:
        """Steps with the positions before them."""
        made, position = [], self._state
        for step in steps:
            made.append(Record._classes["Step"](step, self._puzzle, position))
            position = made[-1]._position()
        return made

    def _position(self) -> Optional[list[str]]:
        """The position that the answer leads to."""
        rows = self.json.get("grid") or self.json.get("kept") or self._state
        marks = [mark for mark in self.json.get("marks") or () if "is" in mark]
        if not marks or self._puzzle is None:
            return rows
        height, width = self._puzzle.shape
        cells = [list(row) for row in rows or ["?" * width] * height]
        for mark in marks:
            cells[mark["row"] - 1][mark["column"] - 1] = mark["is"]
        return ["".join(row) for row in cells]

    def __int__(self) -> int:
        return int(self.json["count"])

    def __len__(self) -> int:
        return len(self.json["puzzles"])

    def __getitem__(self, i: int) -> Any:
        return self.__getattr__("puzzles")[i]  # type: ignore[attr-defined]

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and self.json == other.json

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r:.60}" for name, value in self.json.items())
        return f"{type(self).__name__}({shown})"

    def _repr_svg_(self) -> Optional[str]:
        if self._puzzle is None or not {"grid", "marks", "cells", "line", "kept"} & self.json.keys():
            return None
        svg = self._puzzle.render("svg", state=self._position(), cell=CELL).text or ""
        return highlighted(svg, self._puzzle.shape, self.json.get("marks") or self.json.get("cells") or (), str(self.json.get("line") or ""))


def highlighted(svg: str, shape: tuple[int, int], cells: Sequence[Mapping[str, int]], line: str) -> str:
    """A drawing with marked cells and a marked line."""
    frame = re.findall(r"M([\d.]+) ([\d.]+)H([\d.]+)", svg)
    height, width = shape
    left = max(float(end) for _, _, end in frame) - 1 - CELL * width
    top = max(float(y) for _, y, _ in frame) - CELL * height
    boxes = [(mark["column"] - 1, mark["row"] - 1, 1, 1, f'fill="{HINT}" fill-opacity="0.45"') for mark in cells]
    band = f'fill="none" stroke="{LINE}" stroke-width="3"'
    axis, _, number = line.partition(" ")
    if number:
        at = int(number) - 1
        boxes.append((0, at, width, 1, band) if axis == "row" else (at, 0, 1, height, band))
    drawn = "".join(
        f'<rect x="{left + CELL * x:g}" y="{top + CELL * y:g}" width="{CELL * w}" height="{CELL * h}" {style}/>\n'
        for x, y, w, h, style in boxes
    )
    return svg.replace("</svg>", drawn + "</svg>")


Answer = TypeVar("Answer", bound=Record)


def ask(operation: str, answer: type[Answer], arguments: Mapping[str, Any]) -> Answer:
    """Ask an operation."""
    return answer(checked(call(operation, encode(arguments))))


class Asker:
    """Whatever operations ask about."""

    json: dict[str, Any]

    @property
    def _symbols(self) -> str:
        return BLACK

    def _ask(self, operation: str, answer: type[Answer], arguments: Mapping[str, Any]) -> Answer:
        asked = dict(arguments, puzzle=self.json)
        state = asked.get("state")
        puzzle: Any = self
        return answer(checked(call(operation, encode(asked, self._symbols))), puzzle, None if state is None else to_rows(state, self._symbols))
