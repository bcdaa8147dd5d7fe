"""Boards a second of solve_many and of the command, in turns: throughput.py COMMAND [BOARDS]. It needs numpy."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from statistics import median

import numpy
from nonogram import solve_many

SIDE, ROUNDS = 10, 5


def boards(number):
    """The clues of random boards, half of their cells filled."""
    pictures = numpy.random.default_rng(1).random((number, SIDE, SIDE)) < 0.5
    clues = numpy.zeros((number, 2 * SIDE, SIDE // 2), dtype=numpy.int32)
    for i, picture in enumerate(pictures):
        for j, line in enumerate([*picture, *picture.T]):
            blocks = [len(run) for run in "".join("#" if cell else "." for cell in line).split(".") if run]
            clues[i, j, : len(blocks)] = blocks
    return clues


def cpu(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


command, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
clues = boards(number)
with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
    for puzzle in clues.tolist():
        lines = [[n for n in clue if n] for clue in puzzle]
        file.write(json.dumps({"rows": lines[:SIDE], "columns": lines[SIDE:]}) + "\n")
    file.flush()
    times = {"python": [], "command": []}
    for _ in range(ROUNDS):
        before, start = cpu(resource.RUSAGE_SELF), time.monotonic()
        found = {"unique": 0, "multiple": 0}
        for answer in solve_many(clues):
            found[answer.status] += len(answer.grid) == SIDE
        times["python"].append((time.monotonic() - start, cpu(resource.RUSAGE_SELF) - before))
        before, start = cpu(resource.RUSAGE_CHILDREN), time.monotonic()
        out = subprocess.run([command, "solve", "--json", file.name], stdout=subprocess.PIPE).stdout
        times["command"].append((time.monotonic() - start, cpu(resource.RUSAGE_CHILDREN) - before))
        assert {status: out.count(b'"status":"%s"' % status.encode()) for status in found} == found, found
for name, runs in times.items():
    wall, used = (median(run[i] for run in runs) for i in (0, 1))
    print(f"{name:8} {number / wall:8.0f} boards/s, {number / used:8.0f} a second of a core")
ratios = [c[0] / p[0] for p, c in zip(times["python"], times["command"])]
used = [c[1] / p[1] for p, c in zip(times["python"], times["command"])]
print(f"python to command: {median(ratios):.2f} by time, {median(used):.2f} by time of the cores")
