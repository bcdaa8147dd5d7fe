"""The package as a program uses it: types, positions, threads, signals, forks and errors."""

import contextlib
import doctest
import io
import json
import multiprocessing
import os
import pickle
import signal
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from itertools import repeat
from pathlib import Path

import nonogram
from nonogram import Puzzle, _puzzle, operations

try:
    import numpy
except ImportError:
    numpy = None

HERE = Path(__file__).parent
HEART = Puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
TWO = Puzzle([[1], [1]], [[1], [1]])
COLOR = Puzzle([[(1, "g"), (1, "b")]], [[(1, "g")], [(1, "b")]],
               palette=[{"symbol": "."}, {"symbol": "g", "color": "#00b000"}, {"symbol": "b", "color": "#804000"}])
# A search that draws boards for ever, without a hit.
ENDLESS = Puzzle([[1, 1], [2, 1], [1, 1, 1], [2], [3], [1, 2], [3]], [[1, 1], [2, 1], [1, 1, 1], [2], [3], [1, 2], [3]])
FOREVER = "force:max_iter=inf"


def cells(grid):
    return [[int(cell) for cell in row] for row in grid]


class Test(unittest.TestCase):
    def test_doctests(self):
        for module in (nonogram, _puzzle):
            self.assertEqual(doctest.testmod(module).failed, 0)

    def test_answers(self):
        answer = HEART.solve()
        self.assertEqual((answer.status, answer.width, answer.reason), ("unique", 5, None))
        self.assertEqual(cells(answer.grid)[0], [0, 1, 0, 1, 0])
        self.assertGreater(answer.stats.line_solves, 0)
        self.assertEqual(cells(COLOR.solve().grid), [[1, 2]])
        count = Puzzle([[1]] * 20, [[1]] * 20).count()
        self.assertEqual(int(count), count.count)
        self.assertEqual(count.count, 2432902008176640000)
        with self.assertRaises(AttributeError):
            answer.nix
        self.assertEqual(HEART.explain().steps[0].technique, "full-line")

    def test_positions(self):
        for state in ("?????|#####|?????|?????|?????".split("|"), [[-1] * 5, [1] * 5] + [[None] * 5] * 3):
            self.assertEqual(HEART.check(state).status, "right")
        wrong = HEART.check(["#????"] + ["?????"] * 4, score=True)
        self.assertEqual((wrong.status, wrong.cells[0].row, wrong.score.first_wrong), ("wrong", 1, 1))
        if numpy is not None:
            state = numpy.full((5, 5), -1)
            state[1] = 1
            self.assertEqual(HEART.check(state).status, "right")
            self.assertIsInstance(HEART.solve().grid, numpy.ndarray)
            self.assertEqual(Puzzle.from_picture(HEART.solve().grid).rows, HEART.rows)
            self.assertEqual(Puzzle(numpy.array([[1, 1], [5, 0]]), numpy.array([[2], [1]] * 2 + [[1]])).rows, [[1, 1], [5]])

    def test_lines_without_a_clue(self):
        some = Puzzle([[1, 1], "*", [5], [3], [1]], [[2], [4], [4], [4], [2]])
        self.assertEqual((some.solve().status, some.rows[1]), ("unique", "*"))
        self.assertEqual(nonogram.read(json.dumps(some.normal()))[0].rows, some.rows)

    def test_solutions(self):
        self.assertEqual(sum(1 for _ in Puzzle([[1]] * 5, [[1]] * 5).solutions()), 120)
        with self.assertRaises(nonogram.Error):
            list(ENDLESS.solutions(method="force:max_iter=3", timeout_ms=1))

    def test_making(self):
        made = nonogram.generate(kind="puzzle", width=6, height=5, seed=7)
        self.assertEqual((len(made), made[0].shape, made.puzzles[0].solve().status), (1, (5, 6), "unique"))
        self.assertIsNotNone(nonogram.puzzle("cat", goal=True).title)
        self.assertGreater(len(nonogram.puzzles().puzzles), 200)
        self.assertEqual(nonogram.read('{"rows":[[1]],"columns":[[1]]}')[0].rows, [[1]])
        proof = HEART.prove()
        self.assertTrue(HEART.certify(proof.certificate).accepted)
        self.assertEqual(HEART.convert("webpbn").text[:5], "<?xml")
        picture = HEART.render("png", cell=24).data
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "heart.png")
            path.write_bytes(picture)
            for source in (path, str(path), picture):
                self.assertEqual(nonogram.scan(source).puzzle.rows, HEART.rows)
            Path(folder, "heart.json").write_text(json.dumps(HEART.json))
            self.assertEqual(nonogram.read(Path(folder, "heart.json"))[0].rows, HEART.rows)

    def test_drawings(self):
        state = ["?????", "#####", "?????", "?????", "?????"]
        for drawn in (HEART, HEART.solve(), HEART.hint(state), HEART.hint(state, grade=4), HEART.explain().steps[-1]):
            self.assertTrue(drawn._repr_svg_().startswith("<svg"), drawn)
        self.assertEqual(HEART.hint(state, grade=4)._repr_svg_().count("fill-opacity"), len(HEART.hint(state, grade=4).marks))
        self.assertIsNone(HEART.count()._repr_svg_())

    def test_errors(self):
        with self.assertRaises(nonogram.Error) as caught:
            Puzzle([[-1]], [[1]]).solve()
        self.assertEqual((caught.exception.code, caught.exception.where), ("bad_puzzle", "puzzle.rows[0][0]"))
        with self.assertRaises(LookupError):
            HEART.solve(method="nix")
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), again.where), (str(caught.exception), caught.exception.where))
        self.assertEqual(pickle.loads(pickle.dumps(COLOR)), COLOR)

    def test_many(self):
        with contextlib.redirect_stderr(io.StringIO()):
            answers = list(nonogram.solve_many([HEART, TWO] * 500, progress=True))
        self.assertEqual([a.status for a in answers], ["unique", "multiple"] * 500)
        self.assertEqual([a.id for a in answers[:40]], [str(1 + i) for i in range(40)])
        for puzzle, answer in ((HEART, answers[0]), (TWO, answers[1])):
            alone = {**puzzle.solve().json, "id": answer.id, "elapsed_ms": answer.elapsed_ms}
            self.assertEqual(answer.json, alone)
        consumed = []
        endless = (consumed.append(p) or p for p in repeat(HEART))
        answers = nonogram.solve_many(endless)
        self.assertEqual([next(answers).status for _ in range(10)], ["unique"] * 10)
        answers.close()
        self.assertLess(len(consumed), 5000)
        with self.assertRaises(nonogram.Error) as caught:
            list(nonogram.solve_many([HEART, Puzzle([[-1]], [[1]])]))
        self.assertEqual(caught.exception.where[:10], "puzzles[1]")

    @unittest.skipIf(numpy is None, "there is no numpy")
    def test_array(self):
        pictures = numpy.random.default_rng(1).random((2000, 6, 4)) < 0.6
        clues = numpy.zeros((2000, 10, 3), dtype=int)
        for i, picture in enumerate(pictures):
            for j, line in enumerate([*picture, *picture.T]):
                blocks = [len(run) for run in "".join("#" if cell else "." for cell in line).split(".") if run]
                clues[i, j, : len(blocks)] = blocks
        answers = list(nonogram.solve_many(clues, shape=(6, 4)))
        self.assertEqual([a.id for a in answers], [str(1 + i) for i in range(2000)])
        for answer, picture in zip(answers, pictures):
            self.assertEqual(cells(answer.grid), cells(answer._converted(answer.json["grid"], "Grid")))
            self.assertEqual(answer.status, answer.json["status"])
            if answer.status == "unique":
                self.assertEqual(cells(answer.grid), cells(picture))
        with self.assertRaises(nonogram.Error) as caught:
            list(nonogram.solve_many(numpy.full((40, 4, 1), -7)))
        self.assertEqual(caught.exception.where[:10], "puzzles[0]")

    def test_threads(self):
        begun = threading.Event()

        def work():
            begun.set()
            self.assertEqual(ENDLESS.solve(method=FOREVER, timeout_ms=2000).status, "undecided")

        thread = threading.Thread(target=work)
        thread.start()
        begun.wait()
        solved = 0
        while thread.is_alive() and solved < 100:
            self.assertEqual(HEART.solve().status, "unique")
            solved += 1
        self.assertGreater(solved, 10, "one at most is solved if calls exclude each other")
        thread.join()

    def test_interrupt(self):
        program = (
            "import sys, threading, time; sys.path[:0] = %r\nfrom test_nonogram import *\nHEART.solve()\n"
            "print('ready', flush=True)\ntry: %s\nexcept KeyboardInterrupt: print(time.monotonic(), flush=True)"
        )
        for call in ("ENDLESS.solve(method=FOREVER)", "next(nonogram.solve_many([ENDLESS] * 5, method=FOREVER))"):
            child = subprocess.Popen([sys.executable, "-c", program % (sys.path, call)], stdout=subprocess.PIPE, text=True)
            self.assertEqual(child.stdout.readline(), "ready\n")
            time.sleep(0.1)  # so that the search has begun
            sent = time.monotonic()
            child.send_signal(signal.SIGINT)
            self.assertLess(float(child.communicate()[0]) - sent, 0.2)
            self.assertEqual(child.returncode, 0)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_fork(self):
        HEART.solve()
        with multiprocessing.get_context("fork").Pool(2) as pool:
            for ask in (Puzzle.solve, Puzzle.count, many):
                with self.assertRaises(nonogram.ForkError) as caught:
                    pool.apply_async(ask, (HEART,)).get(10)
                self.assertIn("spawn", str(caught.exception))
        program = "import sys; sys.path[:0] = %r\nfrom test_nonogram import *\nwith multiprocessing.get_context('fork').Pool(2) as pool: print(len(pool.map(Puzzle.solve, [HEART] * 2000)))"
        out = subprocess.run([sys.executable, "-c", program % sys.path], capture_output=True, text=True, timeout=60)
        self.assertEqual((out.stdout, out.stderr), ("2000\n", ""))

    def test_without_numpy(self):
        program = "import sys; sys.modules['numpy'] = None; sys.path[:0] = %r\nfrom nonogram import *\nprint(Puzzle([[1], [1]], [[1], [1]]).solve().grid, Puzzle([[1]], [[1]]).check([[-1]]).status)"
        out = subprocess.run([sys.executable, "-c", program % sys.path], capture_output=True, text=True, timeout=60)
        self.assertEqual((out.stdout, out.stderr), ("[[1, 0], [0, 1]] right\n", ""))

    @unittest.skipIf(shutil.which("mypy") is None, "there is no mypy")
    def test_types(self):
        package = Path(nonogram.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            use = Path(folder, "use.py")
            use.write_text((HERE / "typed.py").read_text())
            out = subprocess.run(["mypy", "--strict", "--python-version", "3.9", "--cache-dir", folder, str(use), str(package)],
                                 env={**os.environ, "MYPYPATH": str(package.parent)}, capture_output=True, text=True)
        self.assertEqual(out.returncode, 0, out.stdout + out.stderr)

    def test_notebook(self):
        """Every cell of code runs, in order."""
        names = {}
        os.chdir(HERE.parent)
        for cell in json.loads((HERE.parent / "first.ipynb").read_text())["cells"]:
            if cell["cell_type"] == "code":
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile("".join(cell["source"]), "first.ipynb", "exec"), names)
        self.assertTrue(names["accepted"])


def many(puzzle):
    return list(nonogram.solve_many([puzzle]))


if __name__ == "__main__":
    unittest.main()
