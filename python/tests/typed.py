"""A program that a type checker reads: names and types are known to it."""

import nonogram

puzzle = nonogram.Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
answer = puzzle.solve(limit=3)
cell: int = answer.grid[0][0] if answer.grid is not None else -1
status: str = answer.status
number: int = puzzle.count().count
level: str = puzzle.rate().level or ""
sentences: list[str] = [step.text for step in puzzle.explain().steps]
for other in nonogram.solve_many([puzzle]):
    guesses: int = other.stats.guesses
made: nonogram.Puzzle = nonogram.generate(width=5).puzzles[0]
