"""Writes the examples of the library as data of R: examples.py FILE, with the package in the path."""

from sys import argv

from nonogram.operations import decode


def lines(clues: list) -> str:
    return "list(%s)" % ", ".join("c(%s)" % ", ".join(f"{n}L" for n in clue) if clue else "integer(0)" for clue in clues)


with open(argv[1], "w", encoding="utf-8") as file:
    file.write("examples <- lapply(list(\n")
    file.write(",\n".join(f"  list(rows = {lines(p.rows)}, columns = {lines(p.columns)}, solution = NULL)" for p in decode(pack="examples")))
    file.write("\n), structure, class = \"nonogram\")\n")
