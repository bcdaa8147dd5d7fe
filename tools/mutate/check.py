#!/usr/bin/env python3
"""Changes docs/certificates/check.py in small ways and lists the changes that no test
vector notices. It is run at the root of the repository:

    python3 tools/mutate/check.py [-list] [KNOWN]

The operators are those of mutants.go. A mutant is killed if it judges a vector of
certify/testdata otherwise, names another line, raises an exception, or takes too long.
KNOWN names a file with the survivors that are listed.
"""

import ast
import contextlib
import copy
import glob
import gzip
import io
import os
import re
import signal
import sys
import tempfile
import time

FILE = "docs/certificates/check.py"
NEXT = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
        ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
BOTH = ast.Add, ast.BitAnd, ast.BitOr
# Heads at the limits of sizes and clues. All are cut off: the line at which a checker stops says
# whether it has accepted what is before.
HEADS = ["2\nsize %s\ncolors 2\n" % size for size in ("10000 400", "400 10000", "10001 1", "1 10001", "2000 2001")] + [
    "2\nsize 1 1\ncolors 2\nrow %s\n" % clue for clue in ("10000", "10001", " ".join("?" * 5000), " ".join("?" * 5001))] + [
    "3\ntriddler %s\ncolors 2\n" % sides for sides in (
        "0 0 1 0 0 1", "1 0 0 1 0 0", "0 1 0 0 1 0", "0 1 1 0 1 1", "1 0 1 0 1 0", "1 0 1 1 0 1", "2 1 1 1 1 0",
        "1 0 5000 1 0 5000", "1 0 5001 1 0 5001", "4000 0 4000 0 4000 0")] + [
    # A cell outside of the board may be given as empty, and not as filled.
    "3\ntriddler 2 1 2 2 1 2\ncolors 2\n" + 3 * "row *\n" + 3 * "rising *\n" + 4 * "falling *\n" +
    "given %s?????\n" % outside + 2 * "given ??????\n" + "end at-least 0\n" for outside in ".#"] + [
    "4\nsize 1 1\ncolors 2\n"]


def changes(node):
    """Yields each change of one node: its operator and the code that takes its place."""
    if isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, ast.Constant):
        other = copy.copy(node)
        other.test = ast.UnaryOp(ast.Not(), node.test)
        yield "negate", other
    if isinstance(node, ast.comprehension) and node.ifs:
        other = copy.copy(node)
        other.ifs = [ast.UnaryOp(ast.Not(), node.ifs[0])] + node.ifs[1:]
        yield "negate", other
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            other = copy.copy(node)
            other.ops = node.ops[:i] + [NEXT[type(op)]()] + node.ops[i + 1:]
            yield "compare", other
    if isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):
            left = node.values[:i] + node.values[i + 1:]
            yield "drop term", left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, BOTH + (ast.Sub,)):
        yield "drop term", node.left
        if isinstance(node.op, BOTH):
            yield "drop term", node.right
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield "drop sign", node.operand
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int)):
        yield "constant", ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1)
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.Continue)) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "drop", ast.Pass()


def mutants(tree):
    """Yields the name and the tree of every mutant."""
    seen = {}

    def walk(node, function, path):
        needs = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "need"
        for field, value in ast.iter_fields(node):
            for i, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST) or needs and i == 1:
                    continue  # no code, or a message
                inside = child.name if isinstance(child, ast.FunctionDef) else function
                where = path + [(field, i)]
                for operator, other in changes(child):
                    was, now = (short(ast.unparse(n)) for n in (child, other))
                    name = "%s %s: %s: %s → %s" % (FILE, inside, operator, was, now)
                    seen[name] = seen.get(name, 0) + 1
                    yield name + (" (%d)" % seen[name] if seen[name] > 1 else ""), replaced(tree, where, other)
                yield from walk(child, inside, where)

    yield from walk(tree, "top", [])


def short(code):
    code = " ".join(code.split())
    return code if len(code) <= 60 else code[:60] + "…"


def replaced(node, path, other):
    """Returns a copy of a tree, in which the node at the end of a path is another."""
    if not path:
        return other
    node, (field, i) = copy.copy(node), path[0]
    value = getattr(node, field)
    if i is None:
        setattr(node, field, replaced(value, path[1:], other))
    else:
        setattr(node, field, value[:i] + [replaced(value[i], path[1:], other)] + value[i + 1:])
    return node


class Late(BaseException):
    pass


def late(*_):
    raise Late


def run(code, names, limit):
    """Returns the status and the answers of a program, without the reasons."""
    program, out, status = {"__name__": "__main__"}, io.StringIO(), 0
    sys.argv = ["check.py"] + names
    signal.setitimer(signal.ITIMER_PROF, limit)
    with contextlib.redirect_stdout(out):
        try:
            exec(code, program)
        except (Exception, SystemExit, Late) as e:
            status = repr(e)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return status, re.sub(r"(rejected: line \d+):.*", r"\1", out.getvalue())


def all_vectors(folder):
    """Lists the vectors, each as the files of one run. Two kinds are written to a folder: those
    that the name complete-… stands for, because other unit clauses do not follow, and HEADS."""
    vectors = [[name] for name in sorted(glob.glob("certify/testdata/*/*.proof"))]
    for name in glob.glob("certify/testdata/accepted/complete-*.proof"):
        text = open(name).read()
        head, clauses, end = re.fullmatch(r"(.*?\n)((?:a [0-9]+ -?[0-9]+ :\n)+)(end .*)", text, re.DOTALL).groups()
        units = {int(clause.split()[2]) for clause in clauses.splitlines()}
        most = max(map(abs, units)) + 1
        for other in set(range(-most, most + 1)) - units:
            vectors.append(["%s/%s%d" % (folder, os.path.basename(name), other)])
            with open(vectors[-1][0], "w") as f:
                f.write("%sa 99 %d :\n%s" % (head, other, end))
    for i, head in enumerate(HEADS):
        vectors.append(["%s/head%d" % (folder, i)])
        with open(vectors[-1][0], "w") as f:
            f.write("nonogram-certificate " + head)
    packed = folder + "/packed.gz"
    with gzip.open(packed, "wb") as f:
        f.write(open(vectors[0][0], "rb").read())
    rejected = glob.glob("certify/testdata/rejected/*.proof")[:1]
    return vectors + [[packed], vectors[0] + rejected, rejected + vectors[0]]


def main():
    listing = "-list" in sys.argv
    known = "".join(open(name, encoding="utf-8").read() for name in sys.argv[1:] if name != "-list").replace("\\|", "|")
    source = open(FILE, encoding="utf-8").read()
    tree = ast.parse(source)
    if listing:
        for name, _ in mutants(tree):
            print(name)
        return
    signal.signal(signal.SIGPROF, late)
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(survivors(source, tree, known, folder))


def survivors(source, tree, known, folder):
    vectors, right, cost = all_vectors(folder), {}, {}
    for names in vectors:
        begin = time.process_time()
        right[str(names)] = run(compile(source, FILE, "exec"), names, 600)
        cost[str(names)] = time.process_time() - begin
    vectors.sort(key=lambda names: cost[str(names)])
    tried = survived = listed = 0
    for name, mutant in mutants(tree):
        if "`" + name + "`" in known:
            listed += 1
            continue
        tried += 1
        code = compile(ast.fix_missing_locations(mutant), FILE, "exec")
        for i, names in enumerate(vectors):
            if run(code, names, 1 + 10 * cost[str(names)]) != right[str(names)]:
                vectors.insert(0, vectors.pop(i))  # it may notice the next one too
                break
        else:
            survived += 1
            print("survived", name, flush=True)
    print("check.py: %d of %d mutants killed by %d vectors; %d survived, %d are listed" % (
        tried - survived, tried, len(vectors), survived, listed))
    return survived > 0


if __name__ == "__main__":
    main()
