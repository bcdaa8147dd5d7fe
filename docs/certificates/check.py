#!/usr/bin/env python3
"""A second checker of certificates, written to docs/certificates.md.

    python3 check.py FILE.proof…

It says what each certificate proves of the puzzle in its head, or which line fails.
It is written to be short and plain: a line is filled from its last cell to its first,
and then from the first to the last. It is some hundred times slower than the real one.
"""

import bisect
import gzip
import re
import sys

SYMBOLS = ".#23456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
NUMBER = re.compile("0|[1-9][0-9]{0,15}", re.ASCII)
MAX_NUMBER, MAX_LITERAL = 2**53, 2**31 - 1


class Wrong(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Wrong(message)


def number(text):
    need(NUMBER.fullmatch(text) and int(text) < MAX_NUMBER, "no number: " + text)
    return int(text)


def signed(text):
    need(text != "-0", "no number: -0")
    return -number(text[1:]) if text[:1] == "-" else number(text)


def split(line):
    return [field for field in line.replace("\t", " ").split(" ") if field]


BLOT = 0  # the length of a block whose length is not known


def leftmost(blocks):
    """Where each block starts when all are pushed to the left, and where the last ends."""
    starts, at = [], 0
    for i, (length, color) in enumerate(blocks):
        at += i > 0 and blocks[i - 1][1] == color
        starts.append(at)
        at += length
    return starts, at


def fill_line(blocks, may, room):
    """The colors of each cell, as bits, and the first and last offset of each block
    over all arrangements in which cells have one of the colors in may and blocks are
    moved by an offset in room; None if there is no arrangement. With blotted blocks there
    are no offsets."""
    cells, starts = len(may), leftmost(blocks)[0]
    blotted = any(length == BLOT for length, _ in blocks)
    runs = {}  # by color: how many cells from here on may have it
    for color in {c for _, c in blocks}:
        run = runs[color] = [0] * (cells + 1)
        for i in range(cells - 1, -1, -1):
            run[i] = run[i + 1] + 1 if may[i] >> color & 1 else 0

    def ways(b, cell):
        """The lengths that block b can have if it starts here, each with where the cells
        behind it and its gap begin."""
        length, color = blocks[b]
        if not blotted and not room[b][0] <= cell - starts[b] <= room[b][1]:
            return
        longest = runs[color][cell]
        gap = b + 1 < len(blocks) and blocks[b + 1][1] == color
        for n in range(1, longest + 1) if length == BLOT else [length] * (length <= longest):
            end = cell + n
            if not gap:
                yield n, end
            elif end < cells and may[end] & 1:
                yield n, end + 1

    # fits[b][cell]: the cells from here on can hold the blocks from b on.
    fits = [[False] * (cells + 1) for _ in range(len(blocks) + 1)]
    for b in range(len(blocks), -1, -1):
        for cell in range(cells, -1, -1):
            ok = cell == cells and b == len(blocks) or cell < cells and may[cell] & 1 and fits[b][cell + 1]
            if not ok and b < len(blocks):
                ok = any(fits[b + 1][end] for _, end in ways(b, cell))
            fits[b][cell] = bool(ok)
    if not fits[0][0]:
        return None
    can, offsets = [0] * cells, []
    here = {0}  # the cells at which the blocks from b on can begin to be laid
    for b in range(len(blocks) + 1):
        below, moved = set(), []
        for cell in range(min(here), cells):
            if cell not in here:
                continue
            if may[cell] & 1 and fits[b][cell + 1]:
                can[cell] |= 1
                here.add(cell + 1)
            for length, end in ways(b, cell) if b < len(blocks) else ():
                if not fits[b + 1][end]:
                    continue
                for i in range(cell, cell + length):
                    can[i] |= 1 << blocks[b][1]
                if end > cell + length:
                    can[end - 1] |= 1
                below.add(end)
                moved.append(cell - starts[b])
        if b < len(blocks):
            offsets.append((min(moved), max(moved)))
            here = below
    return can, offsets


DIFFERING = 4  # cells in which two solutions differ at least
MAX_NODES = 2**20


def weigh_line(blocks, may, room, weights):
    """What the filled cells of an arrangement weigh at most, and what they do if a cell
    is empty or filled, as pairs; None for what cannot be. Black and white, no blots."""
    cells, starts = len(may), leftmost(blocks)[0]
    before = [0]
    for w in weights:
        before.append(before[-1] + w)

    def more(a, b):
        return b if a is None else max(a, b)

    def moves(b, cell):
        """What can come next when the blocks from b on are to be laid from here on: where
        that ends, how many of its cells are filled, and with how many blocks laid."""
        if may[cell] & 1:
            yield cell + 1, 0, b
        if b == len(blocks) or not room[b][0] <= cell - starts[b] <= room[b][1]:
            return
        end = cell + blocks[b][0]
        if not all(m & 2 for m in may[cell:end]):
            return
        if b + 1 == len(blocks):
            yield end, end - cell, b + 1
        elif may[end] & 1:
            yield end + 1, end - cell, b + 1

    behind = [[None] * (cells + 1) for _ in range(len(blocks) + 1)]
    ahead = [[None] * (cells + 1) for _ in range(len(blocks) + 1)]
    behind[0][0] = ahead[len(blocks)][cells] = 0
    places = [(b, cell) for b in range(len(blocks) + 1) for cell in range(cells)]
    for b, cell in reversed(places):
        for end, filled, c in moves(b, cell):
            if ahead[c][end] is not None:
                ahead[b][cell] = more(ahead[b][cell], ahead[c][end] + before[cell + filled] - before[cell])
    most = [[None, None] for _ in range(cells)]
    for b, cell in places:
        if behind[b][cell] is None:
            continue
        for end, filled, c in moves(b, cell):
            here = behind[b][cell] + before[cell + filled] - before[cell]
            behind[c][end] = more(behind[c][end], here)
            for i in range(cell, end) if ahead[c][end] is not None else ():
                color = int(i < cell + filled)
                most[i][color] = more(most[i][color], here + ahead[c][end])
    return ahead[0][0], most


class Checker:
    def __init__(self, lines):
        self.lines = lines
        self.at = 0

    def next_line(self):
        self.at += 1
        for line in self.lines:
            need(line.endswith("\n"), "cut off")
            return line[:-2] if line.endswith("\r\n") else line[:-1]
        raise Wrong("cut off")

    def fields(self, line, count):
        found = split(line)
        need(len(found) == count, "a step has too many fields, or too few")
        return found

    def read_head(self):
        version = self.next_line()
        need(version in ("nonogram-certificate 1", "nonogram-certificate 2"), "no certificate")
        size, colors = self.next_line(), self.next_line()
        need(re.fullmatch("size [0-9]+ [0-9]+", size) and re.fullmatch("colors [0-9]+", colors), "no size")
        self.width, self.height = (number(n) for n in size.split(" ")[1:])
        self.colors = number(colors.split(" ")[1])
        need(self.width > 0 and self.height > 0, "the size")
        need(1 < self.colors <= len(SYMBOLS), "the number of colors")
        self.clues = {}
        for kind, count in (("row", self.height), ("column", self.width)):
            for i in range(count):
                word, *blocks = self.next_line().split(" ")
                need(word == kind, "expected a " + kind)
                self.clues[kind[0] + str(i + 1)] = tuple(self.block(b) for b in blocks)
        self.given, self.first = "", self.next_line()
        if self.first.startswith("given "):
            for i in range(self.height):
                cells = self.first[len("given "):]
                need(self.first.startswith("given ") and len(cells) == self.width, "given cells")
                need(all(s in "?" + SYMBOLS[: self.colors] for s in cells), "given cells")
                self.given += cells
                self.first = self.next_line()
            need(self.given.strip("?"), "given cells without any")
        cells = self.width * self.height
        self.cell_literals = cells if self.colors == 2 else cells * self.colors
        self.known = [(1 << self.colors) - 1] * cells
        for i, symbol in enumerate(self.given):
            if symbol != "?":
                self.known[i] = 1 << SYMBOLS.index(symbol)
        self.number_blocks(version)
        self.may, self.room = list(self.known), list(self.known_room)
        self.clauses, self.last, self.solutions, self.named = {}, 0, [], {}
        self.failed = self.dead = False

    def block(self, text):
        length, colon, color = text.partition(":")
        need(not colon or number(color) != 1, "color 1 is not written")
        pair = BLOT if length == "?" else number(length), number(color) if colon else 1
        need((pair[0] > 0 or length == "?") and 0 < pair[1] < self.colors, "no block: " + text)
        return pair

    def number_blocks(self, version):
        """Literals of blocks: known_room has the offsets of each block, numbered the
        first literal of each line, or the next if it has none, with its first block and its slack.
        Lines with blotted blocks have none."""
        self.known_room, self.first_block, self.numbered = [], {}, []
        self.literals = self.cell_literals
        for line, blocks in self.clues.items():
            self.first_block[line] = len(self.known_room)
            slack = max(0, len(self.cells(line)) - leftmost(blocks)[1])
            if any(length == BLOT for length, _ in blocks):
                slack = 0
            if version.endswith("2"):
                self.numbered.append((self.literals + 1, len(self.known_room), slack))
                self.literals += len(blocks) * slack
            self.known_room += [(0, slack)] * len(blocks)

    def cells(self, line):
        n = int(line[1:]) - 1
        if line[0] == "r":
            return range(n * self.width, (n + 1) * self.width)
        return range(n, self.width * self.height, self.width)

    def literal(self, text):
        literal = signed(text)
        need(0 < abs(literal) <= min(self.literals, MAX_LITERAL), "no literal: " + text)
        return literal

    def of_cell(self, literal):
        """The cell of a literal and the colors that make it true."""
        cell, color = (abs(literal) - 1, 1) if self.colors == 2 else divmod(abs(literal) - 1, self.colors)
        return cell, 1 << color if literal > 0 else ~(1 << color)

    def of_block(self, literal):
        """The block of a literal and the range of offsets that makes it true."""
        first, block, slack = self.numbered[bisect.bisect(self.numbered, (abs(literal), MAX_NUMBER)) - 1]
        more, below = divmod(abs(literal) - first, slack)
        return block + more, (below + 1, slack) if literal > 0 else (0, below)

    def true(self, literal):
        if abs(literal) > self.cell_literals:
            block, (low, high) = self.of_block(literal)
            return low <= self.room[block][0] and self.room[block][1] <= high
        cell, colors = self.of_cell(literal)
        return self.may[cell] & ~colors == 0

    def make(self, literal):
        if abs(literal) > self.cell_literals:
            block, (low, high) = self.of_block(literal)
            low, high = max(low, self.room[block][0]), min(high, self.room[block][1])
            self.room[block] = low, high
            self.failed |= low > high
            return
        cell, colors = self.of_cell(literal)
        self.may[cell] &= colors
        self.failed |= not self.may[cell]

    def follow(self, hints):
        for hint in hints:
            if hint in self.clues:
                if not self.failed:
                    self.solve(hint)
                continue
            name = number(hint)
            if not self.failed:
                need(name in self.clauses, "no clause " + hint)
                self.apply(self.clauses[name])

    def solve(self, line):
        cells, blocks, first = self.cells(line), self.clues[line], self.first_block[line]
        found = fill_line(blocks, [self.may[i] for i in cells], self.room[first:first + len(blocks)])
        self.failed = found is None
        if found:
            for i, colors in zip(cells, found[0]):
                self.may[i] &= colors
            self.room[first:first + len(blocks)] = found[1]

    def apply(self, clause):
        if any(map(self.true, clause)):
            return
        left = [l for l in clause if not self.true(-l)]
        need(len(left) < 2, "a clause says nothing here")
        self.failed |= not left
        for l in left:
            self.make(l)

    def keep(self):
        self.known, self.known_room = list(self.may), list(self.room)
        self.dead = self.failed

    def new_id(self, text):
        need(number(text) > self.last, "the number of a clause is not new")
        self.last = number(text)
        return self.last

    def add(self, fields):
        need(":" in fields, "no clause")
        colon = fields.index(":")
        name, clause = self.new_id(fields[0]), [self.literal(l) for l in fields[1:colon]]
        for l in clause:
            self.make(-l)
        self.follow(fields[colon + 1:])
        need(self.failed, "the clause does not follow")
        self.may, self.room, self.failed = list(self.known), list(self.known_room), self.dead
        if len(clause) > 1:
            self.clauses[name] = clause
        else:
            self.apply(clause)
            self.keep()

    def solution(self, name):
        grid = []
        for _ in range(self.height):
            row = self.next_line()
            need(len(row) == self.width and all(s in SYMBOLS[: self.colors] for s in row), "no row of a solution")
            grid += [SYMBOLS.index(s) for s in row]
        need(all(s in ("?", SYMBOLS[c]) for s, c in zip(self.given, grid)), "a given cell is not kept")
        for line, blocks in self.clues.items():
            runs, before = [], 0
            for c in [grid[i] for i in self.cells(line)]:
                if c and c == before:
                    runs[-1][0] += 1
                elif c:
                    runs.append([1, c])
                before = c
            fits = [b[1] == r[1] and b[0] in (r[0], BLOT) for b, r in zip(blocks, runs)]
            need(len(blocks) == len(runs) and all(fits), "no solution: " + line)
        need(grid not in self.solutions, "a solution is there twice")
        self.solutions.append(grid)
        self.named[name] = grid
        if self.colors == 2:
            self.clauses[name] = [-i if c else i for i, c in enumerate(grid, 1)]
        else:
            self.clauses[name] = [-1 - i * self.colors - c for i, c in enumerate(grid)]

    def totals(self, color):
        def total(lines):
            return sum(n for blocks in lines for n, c in blocks if c == color)
        lines = list(self.clues.values())
        need(all((BLOT, color) not in blocks for blocks in lines), "a total is not known")
        need(total(lines[: self.height]) != total(lines[self.height:]), "the totals agree")
        self.failed = self.dead = True

    def weigh(self, fields):
        need(len(fields) == 2 + len(self.may), "a step has too many fields, or too few")
        solved = fields[0] != "0"
        unit = number(fields[1])
        need(not solved or number(fields[0]) in self.named, "no solution " + fields[0])
        weights = [signed(w) for w in fields[2:]]
        need((unit > 0) == solved and unit <= MAX_LITERAL and all(abs(w) <= MAX_LITERAL for w in weights), "no weight")
        need(self.colors == 2, "weights are for two colors")
        for line, blocks in self.clues.items():
            nodes = (len(blocks) + 1) * (len(self.cells(line)) - leftmost(blocks)[1] + 1)
            need(all(length != BLOT for length, _ in blocks) and nodes <= MAX_NODES, "a line that cannot be weighed")
        if self.failed:
            return
        known = self.named[number(fields[0])] if solved else [0] * len(self.may)
        column = [(-unit if color else unit) - w for color, w in zip(known, weights)]
        bound, least = 0, unit * (DIFFERING - sum(known))
        values = [[0, 0] for _ in known]  # what each value loses; None if it cannot be
        for line, blocks in self.clues.items():
            cells, first = self.cells(line), self.first_block[line]
            scale = weights if line[0] == "r" else column
            room = self.room[first:first + len(blocks)]
            whole, most = weigh_line(blocks, [self.may[i] for i in cells], room, [scale[i] for i in cells])
            if whole is None:
                self.failed = True
                return
            bound += whole
            for i, pair in zip(cells, most):
                for color in 0, 1:
                    if pair[color] is None or values[i][color] is None:
                        values[i][color] = None
                    else:
                        values[i][color] += whole - pair[color]
        for i, losses in enumerate(values):
            for color, loss in enumerate(losses):
                if loss is None or bound - loss < least:
                    self.may[i] &= ~(1 << color)
            self.failed |= not self.may[i]

    def delete(self, fields):
        for field in fields:
            need(number(field) in self.clauses, "no clause " + field)
            del self.clauses[number(field)]

    def run(self):
        self.read_head()
        line = self.first
        while True:
            step, *fields = split(line) or [""]
            if step == "k":
                self.follow(fields)
                self.keep()
            elif step == "a":
                self.add(fields)
            elif step == "d":
                self.delete(fields)
            elif step == "s":
                self.solution(self.new_id(self.fields(line, 2)[1]))
            elif step == "w":
                self.weigh(fields)
                self.keep()
            elif step == "t":
                self.totals(number(self.fields(line, 2)[1]))
            else:
                need(step == "end", "no step")
                _, how, count = self.fields(line, 3)
                need(how in ("exactly", "at-least"), "no claim")
                need(number(count) == len(self.solutions), "the number is wrong")
                need(how == "at-least" or self.failed, "there may be other solutions")
                self.at += 1
                need(next(self.lines, None) is None, "something follows the last line")
                return how.replace("-", " ") + " " + count + " solution(s)"
            line = self.next_line()


def check(name):
    with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="latin-1", newline="\n") as f:
        checker = Checker(iter(f))
        try:
            return True, "accepted: " + checker.run()
        except Wrong as e:
            return False, "rejected: line %d: %s" % (checker.at, e)


def main():
    good = True
    for name in sys.argv[1:]:
        accepted, answer = check(name)
        good &= accepted
        print(answer if len(sys.argv) == 2 else name + ": " + answer)
    sys.exit(0 if good else 3)


if __name__ == "__main__":
    main()
