"""Nonograms: solved, counted, explained, rated, made, scanned and proved.

    >>> import nonogram
    >>> puzzle = nonogram.Puzzle([[1, 1], [1], [3]], [[1, 1], [2], [1, 1]])
    >>> puzzle.count().count
    1

Puzzle has the operations on a puzzle, module operations those without one; docs/python-r-c.md
begins with the first five minutes.
"""

from ._library import Error, ForkError, UnknownName, version
from ._puzzle import Clue, Puzzle, puzzle, read, scan, solve_many
from ._record import Grid, GridLike, PuzzleLike, Record
from .operations import dedupe, formats, generate, lines, methods, puzzles, techniques

__all__ = [
    "Clue", "Error", "ForkError", "Grid", "GridLike", "Puzzle", "PuzzleLike", "Record", "UnknownName", "dedupe", "formats",
    "generate", "lines", "methods", "puzzle", "puzzles", "read", "scan", "solve_many", "techniques", "version",
]
