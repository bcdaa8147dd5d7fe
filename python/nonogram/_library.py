"""The C library: a job for each call, so that Ctrl-C ends it."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import Any, Optional

NAMES = {"win32": "nonogram.dll", "darwin": "libnonogram.dylib"}
PATIENCE = 50  # milliseconds between two looks at signals


class Error(ValueError):
    """A request that cannot be answered: its code, the place of the fault, and a message."""

    def __init__(self, code: str, where: str, message: str) -> None:
        super().__init__(code, where, message)
        self.code, self.where, self.message = code, where, message

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class UnknownName(Error, LookupError):
    """There is no method, format or puzzle of that name."""


class ForkError(Error, RuntimeError):
    """The process was forked after a call, which the library does not survive.

    Use multiprocessing.get_context("spawn"), make the first call in the child, or use threads or
    solve_many, which run on all cores.
    """


_loaded: Optional[ctypes.CDLL] = None


def library() -> ctypes.CDLL:
    """The library, loaded by the first call, so that a process may fork before it."""
    global _loaded
    if _loaded is None:
        name = NAMES.get(sys.platform, "libnonogram.so")
        loaded = ctypes.CDLL(os.environ.get("NONOGRAM_LIBRARY") or str(Path(__file__).with_name(name)))
        job, text, size = ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t
        for function, result, *arguments in (
            ("version", text),
            ("start", job, text, text, size, ctypes.c_int),
            ("each", job, text, text, size, ctypes.c_void_p, size, ctypes.c_void_p, ctypes.c_int64),
            ("wait", ctypes.c_int, job, ctypes.c_int64),
            ("answer", ctypes.c_void_p, job, ctypes.POINTER(size)),
            ("cancel", None, job),
            ("free", None, ctypes.c_void_p),
        ):
            found = getattr(loaded, f"nonogram_{function}")
            found.restype, found.argtypes = result, arguments
        _loaded = loaded
    return _loaded


def version() -> str:
    """The version of the library."""
    return str(library().nonogram_version().decode())


def call(operation: str, request: bytes) -> bytes:
    """Answer a request, JSON for JSON."""
    return finish(library().nonogram_start(operation.encode(), request, len(request), 0))


def finish(job: int) -> bytes:
    """Wait for the answer of a job; an exception, such as KeyboardInterrupt, ends the job."""
    wait = library().nonogram_wait
    try:
        while not wait(job, PATIENCE):
            pass
    except BaseException:
        cancel(job)
        raise
    length = ctypes.c_size_t()
    answer = library().nonogram_answer(job, ctypes.byref(length))
    try:
        return ctypes.string_at(answer, length.value)
    finally:
        library().nonogram_free(answer)


def cancel(job: int) -> None:
    """End a job."""
    library().nonogram_cancel(job)


def each(operation: str, request: bytes, puzzles: bytes, shape: Optional[tuple[int, ...]], first: int) -> int:
    """Start a job for many puzzles, see nonogram.h."""
    numbers = None if shape is None else (ctypes.c_int64 * 4)(*shape)
    return int(library().nonogram_each(operation.encode(), request, len(request), puzzles, len(puzzles), numbers, first))


def checked(answer: bytes, at: str = "") -> bytes:
    """The answer, or its error as an exception."""
    if not answer.startswith(b'{"error"'):
        return answer
    error: dict[str, Any] = json.loads(answer)["error"]
    code, where = error["code"], error.get("where", "")
    kind = ForkError if where == "fork" else UnknownName if code == "unknown_name" else Error
    raise kind(code, ".".join(part for part in (at, where) if part), error["message"])
