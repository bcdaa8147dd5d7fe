#!/usr/bin/env python3
"""A second checker of certificates, written to docs/certificates.md.

    python3 check.py FILE.proof

It says what the certificate proves of the puzzle in its head, or which line fails.
It is written to be short and plain: arrangements of a line are explored with a
memory, one cell at a time. It is some hundred times slower than the real one.
"""

import functools
import gzip
import sys

SYMBOLS = ".#23456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"


class Wrong(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Wrong(message)


def split(line):
    return [field for field in line.replace("\t", " ").split(" ") if field]


def line_colors(blocks, may):
    """The set of colors of each cell over all arrangements; None if there are none."""
    can = [set() for _ in may]

    @functools.cache
    def fill(cell, block):
        """Whether the cells from here on can hold the blocks from here on."""
        found = False
        if cell == len(may):
            return block == len(blocks)
        if 0 in may[cell] and fill(cell + 1, block):
            can[cell].add(0)
            found = True
        if block < len(blocks):
            length, color = blocks[block]
            end = cell + length
            if end <= len(may) and all(color in may[i] for i in range(cell, end)):
                gap = block + 1 < len(blocks) and blocks[block + 1][1] == color
                if not gap and fill(end, block + 1):
                    found = True
                elif gap and end < len(may) and 0 in may[end] and fill(end + 1, block + 1):
                    can[end].add(0)
                    found = True
                else:
                    return found
                for i in range(cell, end):
                    can[i].add(color)
        return found

    return can if fill(0, 0) else None


class Checker:
    def __init__(self, lines):
        self.lines = iter(lines)
        self.at = 0
        self.read_head()
        self.known = [set(range(self.colors)) for _ in range(self.width * self.height)]
        for i, symbol in enumerate(self.given):
            if symbol != "?":
                self.known[i] = {SYMBOLS.index(symbol)}
        self.may = [set(s) for s in self.known]
        self.clauses, self.last, self.solutions = {}, 0, []
        self.failed = self.dead = False

    def next_line(self):
        self.at += 1
        for line in self.lines:
            need(line.endswith("\n"), "cut off")
            return line.rstrip("\r\n")
        raise Wrong("cut off")

    def read_head(self):
        need(self.next_line() == "nonogram-certificate 1", "no certificate")
        self.width, self.height = map(int, split(self.next_line())[1:])
        self.colors = int(split(self.next_line())[1])
        self.clues = {}
        for kind, count in (("row", self.height), ("column", self.width)):
            for i in range(count):
                word, *blocks = split(self.next_line())
                need(word == kind, "expected a " + kind)
                pairs = [tuple(map(int, (b + ":1").split(":")[:2])) for b in blocks]
                need(all(n > 0 and 0 < c < self.colors for n, c in pairs), "no clue")
                self.clues[kind[0] + str(i + 1)] = tuple(pairs)
        self.given, self.first = "", self.next_line()
        while self.first.startswith("given "):
            self.given += split(self.first)[1]
            self.first = self.next_line()

    def cells(self, line):
        n = int(line[1:]) - 1
        if line[0] == "r":
            return range(n * self.width, (n + 1) * self.width)
        return range(n, self.width * self.height, self.width)

    def meaning(self, literal):
        """The cell of a literal and the colors that make it true."""
        need(literal != 0 and abs(literal) <= len(self.may) * (self.colors if self.colors > 2 else 1), "no literal")
        cell, color = (abs(literal) - 1, 1) if self.colors == 2 else divmod(abs(literal) - 1, self.colors)
        return cell, {color} if literal > 0 else set(range(self.colors)) - {color}

    def true(self, literal):
        cell, colors = self.meaning(literal)
        return self.may[cell] <= colors

    def make(self, literal):
        cell, colors = self.meaning(literal)
        self.may[cell] &= colors
        self.failed |= not self.may[cell]

    def follow(self, hints):
        for hint in hints:
            if self.failed:
                return
            if hint in self.clues:
                cells = self.cells(hint)
                can = line_colors(self.clues[hint], [frozenset(self.may[i]) for i in cells])
                self.failed = can is None
                for i, colors in zip(cells, can or ()):
                    self.may[i] &= colors
            else:
                need(hint.isdigit() and int(hint) in self.clauses, "no clause " + hint)
                self.apply(self.clauses[int(hint)])

    def apply(self, clause):
        if any(map(self.true, clause)):
            return
        left = [l for l in clause if not self.true(-l)]
        need(len(left) < 2, "a clause says nothing here")
        self.failed |= not left
        for l in left:
            self.make(l)

    def keep(self):
        self.known = [set(s) for s in self.may]
        self.dead = self.failed

    def new_id(self, text):
        need(text.isdigit() and int(text) > self.last, "the number of a clause is not new")
        self.last = int(text)
        return self.last

    def add(self, fields):
        clause = [int(l) for l in fields[1:fields.index(":")]]
        number = self.new_id(fields[0])
        for l in clause:
            self.make(-l)
        self.follow(fields[fields.index(":") + 1:])
        need(self.failed, "the clause does not follow")
        self.may, self.failed = [set(s) for s in self.known], self.dead
        if len(clause) > 1:
            self.clauses[number] = clause
        else:
            self.apply(clause)
            self.keep()

    def solution(self, fields):
        number = self.new_id(fields[0])
        rows = [self.next_line() for _ in range(self.height)]
        grid = [SYMBOLS[:self.colors].index(s) for row in rows for s in row]
        need(all(len(row) == self.width for row in rows), "a row has a wrong length")
        need(all(s in ("?", SYMBOLS[c]) for s, c in zip(self.given, grid)), "a given cell is not kept")
        for line, blocks in self.clues.items():
            runs, before = [], 0
            for c in [grid[i] for i in self.cells(line)]:
                if c and c == before:
                    runs[-1][0] += 1
                elif c:
                    runs.append([1, c])
                before = c
            need([list(b) for b in blocks] == runs, "no solution: " + line)
        need(grid not in self.solutions, "a solution is there twice")
        self.solutions.append(grid)
        per = self.colors if self.colors > 2 else 1
        literals = [i * per + 1 + (c if per > 1 else 0) for i, c in enumerate(grid)]
        self.clauses[number] = [l if per == 1 and c == 0 else -l for l, c in zip(literals, grid)]

    def totals(self, color):
        def total(kind):
            return sum(n for line, blocks in self.clues.items() if line[0] == kind for n, c in blocks if c == color)
        need(0 < color < self.colors and total("r") != total("c"), "the totals agree")
        self.failed = self.dead = True

    def run(self):
        line = self.first
        while True:
            step, *fields = split(line)
            if step == "k":
                self.follow(fields)
                self.keep()
            elif step == "a":
                self.add(fields)
            elif step == "d":
                for number in fields:
                    del self.clauses[int(number)]
            elif step == "s":
                self.solution(fields)
            elif step == "t":
                self.totals(int(fields[0]))
            else:
                need(step == "end" and fields[0] in ("exactly", "at-least"), "no step")
                need(int(fields[1]) == len(self.solutions), "the number is wrong")
                need(fields[0] == "at-least" or self.failed, "there may be other solutions")
                return " ".join(fields).replace("-", " ") + " solution(s)"
            line = self.next_line()


def main():
    name = sys.argv[1]
    with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="ascii", newline="\n") as f:
        lines = iter(f)
        checker = None
        try:
            checker = Checker(lines)
            answer = checker.run()
            need(next(lines, None) is None, "something follows the last line")
            print("accepted:", answer)
        except (Wrong, ValueError, IndexError, KeyError) as e:
            print("rejected: line %s: %s" % (checker.at if checker else "1 or after", e))
            sys.exit(3)


if __name__ == "__main__":
    main()
