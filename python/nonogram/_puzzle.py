"""Puzzles, and many of them."""

from __future__ import annotations

import importlib
import json
from collections import deque
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union

from . import _library
from ._record import BLACK, Grid, GridLike, Record, encode, numpy, to_grid, to_rows
from .operations import PuzzleOperations, ScanAnswer, SolveAnswer, clues, decode
from .operations import puzzle as of_pack
from .operations import scan as scan_pixels

Clue = Sequence[Any]
"""Numbers; in color puzzles pairs of a number and the symbol or name of a color. "*" is a line of which nothing is known."""

JOBS = 3  # chunks that are under way
STATUSES: tuple[Any, ...] = ("undecided", "solved", "unique", "multiple", "unsolvable")


class Puzzle(PuzzleOperations):
    """A nonogram.

    >>> heart = Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
    >>> answer = heart.solve()
    >>> answer.status
    'unique'
    >>> [list(map(int, row)) for row in answer.grid][0]
    [0, 1, 0, 1, 0]
    >>> heart.hint(grade=4).message
    'Row 2: the 5 fills the whole row.'
    >>> heart.rate().level
    'trivial'
    """

    def __init__(self, rows: Optional[Iterable[Clue]] = None, columns: Optional[Iterable[Clue]] = None, *,
                 palette: Optional[Sequence[Mapping[str, str]]] = None, given: Optional[GridLike] = None,
                 goal: Optional[GridLike] = None, **texts: Any) -> None:
        self._found: Optional[str] = None  # the symbols of the colors
        self.json = {name: value for name, value in texts.items() if value is not None}
        if palette is not None:
            self.json["palette"] = list(palette)
        for name, lines in (("rows", rows), ("columns", columns)):
            if lines is not None:
                self.json[name] = [line if isinstance(line, str) else [block for block in map(to_block, line) if block != 0]
                                   for line in lines]
        for name, grid in (("given", given), ("goal", goal)):
            if grid is not None:
                self.json[name] = list(grid) if all(isinstance(row, str) for row in grid) else to_rows(grid, self._symbols)

    @classmethod
    def from_picture(cls, picture: GridLike) -> Puzzle:
        """The puzzle of a picture, with the picture as its goal."""
        return clues(picture).puzzle

    def normal(self) -> dict[str, Any]:
        """The JSON with its size, its colors, and the color of every number."""
        request = encode({"puzzle": {"rows": [], "columns": []} if not self.json.keys() & {"rows", "goal"} else self.json})
        return dict(json.loads(_library.checked(_library.call("decode", request)))["puzzles"][0])

    @property
    def _symbols(self) -> str:
        if "palette" not in self.json:
            return BLACK
        if self._found is None:
            self._found = "".join(color["symbol"] for color in self.normal()["palette"])
        return self._found

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        if "rows" in self.json:
            return len(self.json["rows"]), len(self.json["columns"])
        return len(self.json["goal"]), len(self.json["goal"][0])

    @property
    def rows(self) -> list[Any]:
        """The clues of the rows: numbers, or in color puzzles objects; "*" where nothing is known."""
        return self._clues("rows")

    @property
    def columns(self) -> list[Any]:
        """The clues of the columns."""
        return self._clues("columns")

    def _clues(self, name: str) -> list[Any]:
        lines = self.json.get(name) or self.normal()[name]
        return [line if isinstance(line, str) else [b["n"] if isinstance(b, dict) and len(self._symbols) <= 2 else b for b in line] for line in lines]

    @property
    def title(self) -> Optional[str]:
        """The title, if there is one."""
        return self.json.get("title")

    @property
    def goal(self) -> Optional[Grid]:
        """The picture, if it is known."""
        return to_grid(self.json["goal"], self._symbols) if "goal" in self.json else None

    def solutions(self, **options: Any) -> Iterator[Grid]:
        """All solutions, one by one.

        >>> [list(map(int, grid[0])) for grid in Puzzle([[1], [1]], [[1], [1]]).solutions()]
        [[1, 0], [0, 1]]
        """
        limit, seen = 8, set()
        while True:
            answer = self.solve(limit=limit, **options)
            for rows in answer.json.get("grids") or ():
                if (key := "".join(rows)) not in seen:
                    seen.add(key)
                    yield to_grid(rows, self._symbols)
            if answer.status == "undecided":
                raise _library.Error("undecided", "", f"the search ended after {len(seen)} solutions: {answer.reason}")
            if answer.solutions < limit:
                return
            limit *= 8

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.json == other.json

    def __hash__(self) -> int:
        return hash(json.dumps(self.json, sort_keys=True))

    def __str__(self) -> str:
        return self.render("text").text or ""

    def __repr__(self) -> str:
        height, width = self.shape
        return f"<Puzzle {self.title or self.json.get('id', '')!r}, {width} × {height}>"

    def _repr_svg_(self) -> str:
        return self.render("svg").text or ""


Record._classes["Puzzle"] = Puzzle


def to_block(block: Any) -> Any:
    """A number, or an object with a color."""
    if isinstance(block, (tuple, list)):
        return {"n": block[0], "c": block[1]}
    return block if isinstance(block, dict) or block is None else int(block)


def read(source: Union[str, Path, bytes], format: Optional[str] = None) -> list[Puzzle]:
    """The puzzles of a file in any format: its path, its text or its bytes.

    >>> read("catalogue \\"x\\"\\nwidth 1\\nheight 1\\n\\nrows\\n1\\n\\ncolumns\\n1\\n")
    [<Puzzle '1', 1 × 1>]
    """
    name = ""
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        return decode(text=source, format=format).puzzles
    if not isinstance(source, bytes):
        name, source = Path(source).name, Path(source).read_bytes()
    return decode(data=source, filename=name, format=format).puzzles


def puzzle(name: Union[str, int], goal: bool = False) -> Puzzle:
    """A puzzle that comes with the library, by its number or its name.

    >>> puzzle("cat").shape
    (20, 20)
    """
    return of_pack(str(name), titles=goal, goal=goal).puzzle


def scan(picture: Any, readings: Optional[int] = None) -> ScanAnswer:
    """The puzzle of a photograph: a path, the bytes of a file, an array or a picture of PIL."""
    if isinstance(picture, (str, Path)):
        picture = Path(picture).read_bytes()
    if isinstance(picture, bytes):
        return scan_pixels(image_file=picture, readings=readings)
    return scan_pixels(image=picture, readings=readings)


def solve_many(puzzles: Any, *, shape: Optional[tuple[int, int]] = None, progress: bool = False, **options: Any) -> Iterator[SolveAnswer]:
    """Solve puzzles on all cores, in bounded memory; the answers are in their order.

    puzzles: puzzles, or an array of numbers, (puzzles, lines, numbers of a clue): for each puzzle the
        clues of its rows, then of its columns, each filled up with zeros
    shape: the rows and columns of a puzzle of an array, if they are not equally many
    progress: show a progress bar, if tqdm is installed
    options: those of Puzzle.solve

    >>> [answer.status for answer in solve_many([Puzzle([[1], [1]], [[1], [1]]), Puzzle([[2]], [[1], [1]])])]
    ['multiple', 'unique']
    """
    answers = _answers(puzzles, shape, encode(options))
    if progress:
        try:
            tqdm = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            return answers
        return iter(tqdm(answers, total=len(puzzles) if hasattr(puzzles, "__len__") else None, unit="puzzle"))
    return answers


def _answers(puzzles: Any, shape: Optional[tuple[int, int]], request: bytes) -> Iterator[SolveAnswer]:
    chunks = _array_chunks(puzzles, shape) if hasattr(puzzles, "dtype") else _text_chunks(puzzles)
    jobs: deque[tuple[int, Any, list[Puzzle]]] = deque()
    started = ended = 0
    answers: list[SolveAnswer] = []
    try:
        while True:
            for data, dimensions, sent in islice(chunks, JOBS - len(jobs)):
                jobs.append((_library.each("solve", request, data, dimensions, started + 1), dimensions, sent))
                started += dimensions[0] if dimensions else len(sent)
            yield from answers  # while the next are worked on
            if not jobs:
                return
            answers = _finished(*jobs[0], ended)
            jobs.popleft()
            ended += len(answers)
    finally:
        for job, _, _ in jobs:
            _library.cancel(job)


def _finished(job: int, dimensions: Any, sent: list[Puzzle], ended: int) -> list[SolveAnswer]:
    text = _library.finish(job)
    if b"\n" not in text:  # not a line for each puzzle
        _library.checked(text)
    if not dimensions:
        lines = text.splitlines()
        return [SolveAnswer(_library.checked(line, f"puzzles[{ended + i}]"), sent[i]) for i, line in enumerate(lines)]
    number, height, width, _ = dimensions
    end = text.index(b"\0")
    columns = numpy.frombuffer(text, dtype=numpy.int8, offset=end + 1).reshape(number, -1)
    answers = []
    for i, (line, status, grid) in enumerate(zip(text[:end].splitlines(), columns[:, 0].tolist(), columns[:, 1:].reshape(number, height, width))):
        answer = SolveAnswer(line)
        if status < 0:
            _library.checked(line, f"puzzles[{ended + i}]")
        answer.status = STATUSES[status]
        answer.grid = grid if grid[0, 0] >= 0 else None
        answers.append(answer)
    return answers


def _array_chunks(array: Any, shape: Optional[tuple[int, int]]) -> Iterator[tuple[bytes, Optional[tuple[int, ...]], list[Puzzle]]]:
    if array.ndim == 4:  # (puzzles, rows and columns, lines, numbers)
        array = array.reshape(len(array), -1, array.shape[-1])
    lines, longest = array.shape[1:]
    height, width = shape or (lines // 2, lines - lines // 2)
    sizes, begin = chunk_sizes(), 0
    while begin < len(array):
        part = numpy.ascontiguousarray(array[begin : begin + next(sizes)], dtype=numpy.int32)
        begin += len(part)
        yield part.tobytes(), (len(part), height, width, longest), []


def _text_chunks(puzzles: Iterable[Puzzle]) -> Iterator[tuple[bytes, Optional[tuple[int, ...]], list[Puzzle]]]:
    puzzles, sizes = iter(puzzles), chunk_sizes()
    while sent := list(islice(puzzles, next(sizes))):
        yield "\n".join(json.dumps(p.json) for p in sent).encode(), None, sent


def chunk_sizes() -> Iterator[int]:
    """How many puzzles are sent at once: few at first, for early answers, then more for speed."""
    return chain((32, 128, 512, 2048, 4096), repeat(16384))
