#!/usr/bin/env python3
"""A second checker of certificates, written to docs/certificates.md.

    python3 check.py FILE.proof…

It says what each certificate proves of the puzzle in its head, or which line fails.
It is written to be short and plain: a line is filled from its last cell to its first,
and then from the first to the last. It keeps the answers, because lines recur.
"""

import bisect
import functools
import gzip
import re
import sys

SYMBOLS = ".#23456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
NUMBER = re.compile("0|[1-9][0-9]{0,15}", re.ASCII)
MAX_NUMBER, MAX_LITERAL = 2**53, 2**31 - 1
MAX_SIDE, MAX_CELLS = 10_000, 4_000_000


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
MISSING = None  # the clue of a line without one
LINES_KEPT = 2**17  # how many answers of fill_line are kept, some 100 MB


def leftmost(blocks):
    """Where each block starts when all are pushed to the left, and where the last ends."""
    starts, at = [], 0
    for i, (length, color) in enumerate(blocks):
        at += i > 0 and blocks[i - 1][1] == color
        starts.append(at)
        at += length
    return starts, at


def up(at, over):
    """The places reached from those in at by steps to the next one, across cells in over: a
    carry runs through them."""
    return at | over + (at & over) ^ over


def down(at, over):
    """The places from which those in at are reached, across cells in over, with steps of
    one, two, four and so on."""
    step = 1
    while over:
        at |= at >> step & over
        over &= over >> step
        step *= 2
    return at


@functools.lru_cache(maxsize=LINES_KEPT)
def fill_line(blocks, may, room):
    """The colors of each cell, as bits, and the offsets between the first and the last of each
    block, over all arrangements in which cells have one of the colors in may and blocks are
    moved by an offset in room; None if there is no arrangement. Sets of cells are integers with
    a bit for each; place i is before cell i."""
    starts, least = leftmost(blocks)
    if least > len(may):
        return None
    over = {}  # by color: the cells that may have it
    for color in {0, *(c for _, c in blocks)}:
        over[color] = int("".join(["01"[colors >> color & 1] for colors in reversed(may)]), 2)
    empty = over[0]
    gaps = [here[1] == behind[1] for here, behind in zip(blocks, blocks[1:])] + [False]
    blotted = any(length == BLOT for length, _ in blocks)

    # The places from which the blocks from b on can be laid, where b can start, and end.
    rest, begin, end = [down(1 << len(may), empty)], [], []
    for (length, color), gap, start, offsets in reversed(list(zip(blocks, gaps, starts, room))):
        after = rest[-1] >> 1 & empty if gap else rest[-1]
        if length == BLOT:
            first = down(after >> 1 & over[color], over[color])
        else:
            first = after >> length
            for i in range(length):
                first &= over[color] >> i
        if not blotted:
            first &= offsets << start
        end.append(after)
        begin.append(first)
        rest.append(down(first, empty))
    if not rest[-1] & 1:
        return None

    can, ranges, here = dict.fromkeys(over, 0), [], 1  # the place where what is laid ends
    for (length, color), gap, start, first, after in zip(blocks, gaps, starts, begin[::-1], end[::-1]):
        here = up(here, empty)
        can[0] |= here & rest.pop() >> 1
        first &= here
        if length == BLOT:
            here = up(first << 1, over[color]) & after
            can[color] |= up(first, over[color]) & down(here >> 1, over[color])
        else:
            here = first << length
            for i in range(length):
                can[color] |= first << i
        if gap:
            can[0] |= here
            here <<= 1
        ranges.append((1 << first.bit_length()) - (first & -first) >> start)
    can[0] |= up(here, empty)
    used = sum(1 << color for color in over)
    cells = [colors & used for colors in may]
    for color in over:
        gone = over[color] & ~can[color]
        while gone:
            i = gone.bit_length() - 1
            cells[i] &= ~(1 << color)
            gone ^= 1 << i
    return cells, room if blotted else ranges


DIFFERING = 4  # cells in which two solutions differ at least
MAX_NODES = 2**20


def weigh_line(blocks, may, room, weights):
    """What the filled cells of an arrangement weigh at most, and what they do if a cell
    is empty or filled, as pairs; None for what cannot be. Black and white, no blots."""
    cells, (starts, least) = len(may), leftmost(blocks)
    if least > cells:
        return None, []
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
        if b == len(blocks) or not room[b] << starts[b] >> cell & 1:
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
    def __init__(self, text):
        self.text = text
        self.at = 0

    def next_line(self):
        self.at += 1
        for line in self.text:
            need(line.endswith("\n"), "cut off")
            return line[:-2] if line.endswith("\r\n") else line[:-1]
        raise Wrong("cut off")

    def fields(self, line, count):
        found = split(line)
        need(len(found) == count, "a step has too many fields, or too few")
        return found

    def read_head(self):
        version = self.next_line()
        self.version = version[len("nonogram-certificate "):]
        need(version in ("nonogram-certificate 1", "nonogram-certificate 2", "nonogram-certificate 3"), "no certificate")
        size, colors = self.next_line(), self.next_line()
        form = "triddler( [0-9]+){6}" if self.version == "3" else "size [0-9]+ [0-9]+"
        need(re.fullmatch(form, size) and re.fullmatch("colors [0-9]+", colors), "no size")
        sizes = [number(n) for n in size.split(" ")[1:]]
        self.colors = number(colors.split(" ")[1])
        if self.version == "3":
            kinds = self.lay_triangles(*sizes)
        else:
            self.width, self.height = sizes
            kinds = (("row", "r", self.height), ("column", "c", self.width))
            need(0 < self.width <= MAX_SIDE and 0 < self.height <= MAX_SIDE, "the size")
            need(self.width * self.height <= MAX_CELLS, "the size")
        need(1 < self.colors <= len(SYMBOLS), "the number of colors")
        if self.version != "3":
            every = range(self.width * self.height)
            self.places = {"r%d" % (y + 1): every[y * self.width: (y + 1) * self.width] for y in range(self.height)}
            self.places.update(("c%d" % (x + 1), every[x:: self.width]) for x in range(self.width))
        self.clues = {}
        for kind, letter, count in kinds:
            for i in range(count):
                word, *blocks = self.next_line().split(" ")
                need(word == kind, "expected a " + kind)
                if blocks == ["*"]:
                    clue = MISSING
                else:
                    clue = tuple(self.block(b) for b in blocks)
                    need(leftmost([(max(n, 1), c) for n, c in clue])[1] <= MAX_SIDE, "a clue is too long")
                self.clues[letter + str(i + 1)] = clue
        self.given, self.first = "", self.next_line()
        if self.first.startswith("given "):
            for i in range(self.height):
                cells = self.first[len("given "):]
                need(self.first.startswith("given ") and len(cells) == self.width, "given cells")
                need(all(s in "?" + SYMBOLS[: self.colors] for s in cells), "given cells")
                self.given += cells
                self.first = self.next_line()
            need(self.given.strip("?"), "given cells without any")
        self.cells = range(self.width * self.height)
        self.cell_literals = len(self.cells) * (1 if self.colors == 2 else self.colors)
        self.known = [(1 << self.colors) - 1] * len(self.cells)  # the colors of each cell, then the offsets of each block
        for i, symbol in enumerate(self.given):
            if symbol != "?":
                self.known[i] = 1 << SYMBOLS.index(symbol)
        self.outside = set(self.cells).difference(*self.places.values())  # of a triddler
        for i in self.outside:
            need(not self.given or self.given[i] in "?.", "given cells")
            self.known[i] = 1
        self.number_blocks()
        self.may, self.meanings = list(self.known), {}
        self.clauses, self.last, self.solutions, self.named = {}, 0, [], {}
        self.failed = self.dead = False

    def lay_triangles(self, a, b, c, d, e, f):
        """The cells of every line of a triddler, whose rows count from 0. In row y the cell in
        column x is on the rising line (x + y) // 2 and the falling line a + (x - y - 1) // 2;
        a row has the columns where both exist."""
        need(a + b == d + e and a + f == c + d and max(a, b, c, d, e, f) <= MAX_SIDE, "no hexagon")
        need(min(a + b, e + f, a + f) > 0, "no cells")
        self.height = a + b
        rows = [range(max(-y, y + 1 - 2 * a), min(2 * (e + f) - y, 2 * f + y + 1)) for y in range(a + b)]
        left = min(row[0] for row in rows)
        self.width = max(row[-1] for row in rows) + 1 - left
        need(self.width <= MAX_SIDE and self.width * self.height <= MAX_CELLS, "the size")
        kinds = (("row", "r", a + b), ("rising", "/", e + f), ("falling", "\\", a + f))
        self.places = {letter + str(i + 1): [] for _, letter, count in kinds for i in range(count)}
        for y, row in enumerate(rows):
            for x in row:
                cell = y * self.width + x - left
                self.places["r%d" % (y + 1)].append(cell)
                self.places["\\%d" % (a + (x - y - 1) // 2 + 1)].append(cell)
            for x in reversed(row):
                self.places["/%d" % ((x + y) // 2 + 1)].append(y * self.width + x - left)
        return kinds

    def block(self, text):
        length, colon, color = text.partition(":")
        need(not colon or number(color) != 1, "color 1 is not written")
        pair = BLOT if length == "?" else number(length), number(color) if colon else 1
        need((pair[0] > 0 or length == "?") and 0 < pair[1] < self.colors, "no block: " + text)
        return pair

    def number_blocks(self):
        """Adds the blocks: lines has the clue, the cells and the blocks of each line,
        numbered the first literal of each line, or the next if it has none, with its first block
        and its slack. Lines with blotted blocks or without a clue have none."""
        self.lines, self.numbered = {}, []
        self.literals = self.cell_literals
        for line, blocks in self.clues.items():
            first, cells = len(self.known), self.places[line]
            if blocks is MISSING:
                self.lines[line] = MISSING, cells, slice(first, first)
                continue
            slack = max(0, len(cells) - leftmost(blocks)[1])
            if any(n == BLOT for n, _ in blocks):
                slack = 0
            if self.version != "1":
                self.numbered.append((self.literals + 1, first, slack))
                self.literals += len(blocks) * slack
            self.known += [(2 << slack) - 1] * len(blocks)
            self.lines[line] = blocks, cells, slice(first, len(self.known))

    def literal(self, text):
        """Where a literal is known, and the bits that make it true."""
        if text not in self.meanings:
            literal = signed(text)
            need(0 < abs(literal) <= min(self.literals, MAX_LITERAL), "no literal: " + text)
            place, bits = self.meaning(abs(literal))
            self.meanings[text] = place, bits if literal > 0 else ~bits
        return self.meanings[text]

    def meaning(self, literal):
        if literal <= self.cell_literals:
            cell, color = (literal - 1, 1) if self.colors == 2 else divmod(literal - 1, self.colors)
            return cell, 1 << color
        first, block, slack = self.numbered[bisect.bisect(self.numbered, (literal, MAX_NUMBER)) - 1]
        more, below = divmod(literal - first, slack)
        return block + more, -2 << below

    def make(self, place, bits):
        self.may[place] &= bits
        self.failed |= not self.may[place]

    def follow(self, hints):
        for hint in hints:
            if hint not in self.lines and hint not in self.clauses:
                number(hint)
                need(self.failed, "no clause " + hint)
            elif not self.failed and hint in self.lines:
                self.solve(*self.lines[hint])
            elif not self.failed:
                self.apply(self.clauses[hint])

    def solve(self, blocks, cells, ranges):
        if blocks is MISSING:
            return
        found = fill_line(blocks, tuple([self.may[i] for i in cells]), tuple(self.may[ranges]))
        self.failed = found is None
        if found:
            for i, colors in zip(cells, found[0]):
                self.may[i] = colors
            self.may[ranges] = found[1]

    def apply(self, clause):
        left = []
        for place, bits in clause:
            true = self.may[place] & bits
            if true == self.may[place]:
                return
            if true:
                left.append((place, bits))
        need(len(left) < 2, "a clause says nothing here")
        self.failed |= not left
        for place, bits in left:
            self.make(place, bits)

    def keep(self):
        self.known = list(self.may)
        self.dead = self.failed

    def new_id(self, text):
        need(number(text) > self.last, "the number of a clause is not new")
        self.last = number(text)
        return text

    def add(self, fields):
        need(":" in fields, "no clause")
        colon = fields.index(":")
        name, clause = self.new_id(fields[0]), [self.literal(l) for l in fields[1:colon]]
        for place, bits in clause:
            self.make(place, ~bits)
        self.follow(fields[colon + 1:])
        need(self.failed, "the clause does not follow")
        self.may, self.failed = list(self.known), self.dead
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
        need(not any(grid[i] for i in self.outside), "a cell outside the board has a color")
        for line, (blocks, cells, _) in self.lines.items():
            if blocks is MISSING:
                continue
            runs, before = [], 0
            for c in (grid[i] for i in cells):
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
        self.clauses[name] = [(i, ~(1 << c)) for i, c in enumerate(grid)]

    def totals(self, color):
        least, most = {}, {}  # by direction
        for line, blocks in self.clues.items():
            kind = line[0]
            known = blocks is not MISSING
            need(not known or (BLOT, color) not in blocks, "a total is not known")
            n = sum(n for n, c in blocks if c == color) if known else 0
            least[kind] = least.get(kind, 0) + n
            most[kind] = most.get(kind, 0) + (n if known else len(self.places[line]))
        need(max(least.values()) > min(most.values()), "the totals agree")
        self.failed = self.dead = True

    def weigh(self, fields):
        need(self.version != "3", "weights are for rectangles")
        need(len(fields) == 2 + len(self.cells), "a step has too many fields, or too few")
        solved = fields[0] != "0"
        unit = number(fields[1])
        need(not solved or fields[0] in self.named, "no solution " + fields[0])
        multipliers = [signed(w) for w in fields[2:]]
        need((unit > 0) == solved and unit <= MAX_LITERAL and all(abs(w) <= MAX_LITERAL for w in multipliers), "no multiplier")
        need(self.colors == 2, "multipliers are for two colors")
        for blocks, cells, _ in self.lines.values():
            need(blocks is not MISSING, "a line that cannot be weighed")
            nodes = (len(blocks) + 1) * (len(cells) - leftmost(blocks)[1] + 1)
            need(all(length != BLOT for length, _ in blocks) and nodes <= MAX_NODES, "a line that cannot be weighed")
        if self.failed:
            return
        known = self.named[fields[0]] if solved else [0] * len(self.cells)
        column = [(-unit if color else unit) - w for color, w in zip(known, multipliers)]
        bound, least = 0, unit * (DIFFERING - sum(known))
        values = [[0, 0] for _ in known]  # what each value loses; None if it cannot be
        for line, (blocks, cells, ranges) in self.lines.items():
            scale = multipliers if line[0] == "r" else column
            whole, most = weigh_line(blocks, [self.may[i] for i in cells], self.may[ranges], [scale[i] for i in cells])
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
            need(field in self.clauses, "no clause " + field)
            del self.clauses[field]

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
                need(next(self.text, None) is None, "something follows the last line")
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
