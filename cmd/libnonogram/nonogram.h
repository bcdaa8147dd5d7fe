/*
 * nonogram.h: all operations of nonogram as a C library.
 *
 *     cc program.c -I. -L. -lnonogram
 *
 * An operation takes a JSON object and answers with one. Names, requests and answers are those
 * of the HTTP API (docs/api.md): "solve" takes {"puzzle": {"rows": [[1]], "columns": [[1]]}}
 * and answers {"status": "unique", "grid": ["#"], ...}; an error is {"error": {"code": ...,
 * "where": ..., "message": ...}}.
 *
 *     size_t length;
 *     char *answer = nonogram_call("solve", request, strlen(request), &length);
 *     puts(answer);
 *     nonogram_free(answer);
 *
 * Work that a caller wants to watch or to end is a job: nonogram_start, then nonogram_wait until
 * it returns 1, then nonogram_answer. nonogram_cancel ends a job at any time.
 *
 * All functions may be called from any number of threads. None ends the process: a fault inside
 * is an answer with the code "internal_error". Texts are UTF-8. After a fork without exec the child
 * cannot use the library, because Go's runtime does not survive a fork; every call there answers
 * with an error that says so. A child that is forked before the library is loaded may load it.
 */
#ifndef NONOGRAM_H
#define NONOGRAM_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define NONOGRAM_API __declspec(dllexport)
#else
#define NONOGRAM_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* nonogram_job names a job, until its answer is taken or it is cancelled; 0 names none. */
typedef uint64_t nonogram_job;

/* nonogram_version returns the version of the library, which is not to be freed. */
NONOGRAM_API const char *nonogram_version(void);

/* nonogram_call answers a request of some bytes, and sets *answered, if it is not NULL, to the
 * number of bytes of the answer. A null byte follows them. The answer is freed by nonogram_free. */
NONOGRAM_API char *nonogram_call(const char *operation, const char *request, size_t length, size_t *answered);

/* nonogram_start begins to answer a request. If watched is not 0, nonogram_progress tells how far
 * a search is, which takes some time of the search. */
NONOGRAM_API nonogram_job nonogram_start(const char *operation, const char *request, size_t length, int watched);

/* nonogram_each begins to answer for many puzzles, on all cores. The request has no puzzle. The
 * answer has a line of JSON for each puzzle, in their order, an answer or an error.
 *
 * If shape is NULL, puzzles are lines of JSON, an object each, of some bytes. If not, shape is
 * {number of puzzles, rows, columns, numbers of a clue}, and puzzles are numbers of type int32_t:
 * for each puzzle the clues of its rows, then of its columns, each filled up with zeros. The
 * puzzles are copied. Their names are their numbers, beginning with first. With a shape a null byte
 * follows the lines, and rows * columns + 1 numbers of type int8_t for each puzzle: of "solve" the status, 0
 * undecided, 1 solved, 2 unique, 3 multiple, 4 unsolvable, then the cells of the first solution, 0
 * empty and 1 filled; -1 for all that is missing. */
NONOGRAM_API nonogram_job nonogram_each(const char *operation, const char *request, size_t length,
                                        const void *puzzles, size_t bytes, const int64_t shape[4], int64_t first);

/* nonogram_wait waits for the end of a job, at most so many milliseconds, without a bound if
 * they are negative. It returns 1 if the job has ended or there is none of that name, and 0 if
 * it still works. */
NONOGRAM_API int nonogram_wait(nonogram_job job, int64_t milliseconds);

/* nonogram_progress returns how far a job is, {"elapsed_ms", "steps", "depth", "done", "log"}:
 * done is the number of puzzles that are answered, log the lines of a method that reports, since
 * the last call. The text is freed by nonogram_free. */
NONOGRAM_API char *nonogram_progress(nonogram_job job);

/* nonogram_answer waits for the end of a job and takes its answer, as nonogram_call returns it.
 * The job is no more. */
NONOGRAM_API char *nonogram_answer(nonogram_job job, size_t *answered);

/* nonogram_cancel ends a job, whose answer is dropped. It returns at once; the search stops soon
 * after. A job that is no more is left alone. */
NONOGRAM_API void nonogram_cancel(nonogram_job job);

/* nonogram_free frees what the other functions return; NULL is nothing to free. */
NONOGRAM_API void nonogram_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
